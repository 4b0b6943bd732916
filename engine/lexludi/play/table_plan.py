"""Choices before a round, in words of a language: settings, places, bets, objects, incidents."""

from collections.abc import Iterator, Mapping
from typing import Any

from lexludi.base.messages import catalogue
from lexludi.play.game import Game
from lexludi.play.table import bettor_at, places
from lexludi.play.telling import Teller
from lexludi.rules.model import BetKind, Parameter, Range, Value
from lexludi.rules.settings import stance_of

# A page lists no more places than this; more can be had by asking for them.
MAX_PLACES = 60
MAX_CHOICES = 60


def plan(game: Game, language: str) -> dict[str, Any]:
    """All that a page needs to offer a round of a game, as plain data; its text is executed in its own stance."""
    teller = Teller.of(game.rules, catalogue(language))
    stance = stance_of(game.rules)
    return {
        "betting": bool(game.rules.offered) and bool(game.process(()).plan.betting),
        "parameters": [_parameter(p, stance, teller) for p in game.rules.parameters.values()],
        "places": list(_places(game, teller)),
        "bets": [_bet(game, bet, teller) for bet in game.rules.offered],
        "objects": list(_objects(game, teller)),
        "events": [{"id": event, "label": teller.term(event)} for event in game.events()],
        "acts": [{"id": act, "label": teller.term(act)} for act in sorted(_acts(game))],
        "holders": [{"id": unit, "label": teller.party(unit)} for unit in _holders(game)],
    }


def _parameter(parameter: Parameter, stance: Mapping[str, Value], teller: Teller) -> dict[str, Any]:
    choices = parameter.choices
    # A single range is asked for as a number between two bounds, everything else as a list.
    free = next((c for c in choices if isinstance(c, Range)), None) if len(choices) == 1 else None
    return {
        "id": parameter.id,
        "kind": parameter.given_as,
        "label": teller.term(parameter.id),
        "default": stance.get(parameter.id, parameter.default),
        "is_stance": parameter.id in stance,
        "low": free.low if free else None,
        "high": free.high if free else None,
        "choices": [] if free else [{"value": v, "label": teller.term(str(v))} for v in _values(parameter)],
        **_provision(parameter.eid, teller),
    }


def _values(parameter: Parameter) -> Iterator[str | int]:
    """The values that a parameter may take, as far as a list can hold them."""
    for choice in parameter.choices:
        if isinstance(choice, Range):
            most = choice.low + MAX_CHOICES
            yield from range(choice.low, most if choice.high is None else min(choice.high + 1, most))
        else:
            yield choice


def _places(game: Game, teller: Teller) -> Iterator[dict[str, str]]:
    """The places for bets, each with its own bettor; a number stands for both."""
    for holder in places(game)[:MAX_PLACES]:
        bettor = bettor_at(game, holder)
        who = teller.party(bettor)
        where = teller.party(holder) if holder else ""
        words = teller.catalogue
        label = words.say("play.place", bettor=who, place=where) if where else words.say("play.no-place", bettor=who)
        yield {"holder": holder, "bettor": bettor, "label": label}


def _bet(game: Game, bet: BetKind, teller: Teller) -> dict[str, Any]:
    names = game.rules.names[bet.id]
    naming = [{"id": name, "label": teller.name(name)} for name in names.followed if name]
    said = {"naming": naming, "is_listed": names.is_listed}
    return {"id": bet.id, "label": teller.term(bet.id), **said, **_provision(bet.eid, teller)}


def _objects(game: Game, teller: Teller) -> Iterator[dict[str, Any]]:
    """The objects of each kind, in rows: by the item of the scale that has the fewest."""
    material = game.questions.judge.hands.material
    for kind in dict.fromkeys(o.object for o in material.objects):
        of_kind = [o for o in material.objects if o.object == kind]
        scales = [scale for scale, _ in of_kind[0].items]
        # With a row for each of the few items of one scale, a row holds the many of the other.
        by = min(scales, key=lambda s: len(game.rules.scales[s].items)) if len(scales) > 1 else ""
        rows: dict[str, list[dict[str, str]]] = {}
        for thing in of_kind:
            row = teller.term(dict(thing.items)[by]) if by else ""
            name = teller.catalogue.say("list.separator").join(teller.term(item) for _, item in thing.items)
            rows.setdefault(row, []).append({"symbol": thing.symbol, "sign": teller.object(thing.symbol), "name": name})
        yield {
            "kind": kind,
            "label": teller.term(kind),
            "rows": [{"label": label, "objects": objects} for label, objects in rows.items()],
        }


def _acts(game: Game) -> set[str]:
    """Acts that the regulation allows or forbids to bettors, other than betting."""
    bettor = game.rules.bettor_role()
    return {action for role, action in game.questions.norms if role == bettor and action in game.questions.own_acts}


def _holders(game: Game) -> Iterator[str]:
    """The holders of objects: those of which there is one, and each place."""
    roles = game.rules.roles.values()
    yield from (role.id for role in roles if role.kind == "one")
    yield from (place for place in places(game)[:MAX_PLACES] if place and place not in game.rules.roles)


def _provision(eid: str, teller: Teller) -> dict[str, str]:
    return {"eid": eid, "cited": teller.provision(eid)} if eid else {"eid": "", "cited": ""}
