"""The record of a round: everything that went into it and came of it, as plain data (`lexludi.trace/1`)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lexludi import __version__
from lexludi.base.errors import LexludiError
from lexludi.base.plain import given
from lexludi.play.actions import Action, action_to_json
from lexludi.play.resting import Rest, rest_json
from lexludi.play.round_state import KEPT, Bet
from lexludi.play.trace import NO_REST, SCHEMA
from lexludi.rules.grounds import said
from lexludi.rules.settings import Origin
from lexludi.rules.standing import standing_json
from lexludi.rules.uris import uri_json

if TYPE_CHECKING:
    from lexludi.play.game import Round


def record(round_: "Round") -> dict[str, Any]:
    """The record of a round as it stands: what it was made with, what was done, what became of it."""
    game, state = round_.game, round_.state
    material = game.questions.judge.hands.material
    return {
        "schema": SCHEMA,
        "lexludi": __version__,
        "work": game.rules.metadata.work,
        "on": game.version,
        **given(file=game.file),
        "text": game.rules.language,
        **uri_json(game.rules.metadata.identifier, game.rules.language, game.version),
        **standing_json(game.rules.metadata),
        "options": {k: str(v) for k, v in game.options.items()},
        "readings": {k: str(v) for k, v in game.readings.items()},
        **origins_json(game.origins),
        "rules": game.digest,
        "seed": round_.seed,
        **({"round": round_.number} if round_.number > 1 else {}),
        **({"fresh": round_.begins_stock} if game.lasting else {}),
        "drawn": material.symbols(round_.drawn),
        **given(meters={name: str(held) for name, held in round_.meters.items()}),
        "statuses": {party: status for (party, _), status in state.statuses.items()},
        "actions": [action_to_json(action) for action in round_.actions],
        "holders": {unit: _holder_json(round_, unit) for unit in round_.hands},
        # Left out are bets on which nothing was put; the others keep their places, by which they are asked about.
        "bets": [bet_json(bet, round_.rest_of_bet(place)) for place, bet in enumerate(state.bets) if bet.stake],
        "returns": {party: str(net) for party, net in round_.returns().items()},
        "over": state.over,
        "void": state.void,
        "steps": round_.trace.to_json(),
        **given(error=round_.problem and _problem_json(round_, *round_.problem)),
    }


def origins_json(origins: Mapping[str, Origin]) -> dict[str, Any]:
    """Origins of the readings that do not have the default of the work, as a member of a record; none without any."""
    return given(origins={name: origin.value for name, origin in origins.items() if origin is not Origin.WORK})


def bet_json(bet: Bet, rest: Rest = NO_REST) -> dict[str, Any]:
    """A bet as plain data, with the readings and inferences that its outcome rests on."""
    decided = bet.result not in ("", KEPT)
    out = {
        "bet": bet.bet,
        "holder": bet.at,
        "bettor": bet.bettor,
        "stake": str(bet.stake),
        "naming": bet.naming,
        "result": bet.result if decided else None,
        "net": str(bet.net) if decided else None,
        "kept": True if bet.result == KEPT else "",
        "provisions": list(said(bet.provisions)),
        **rest_json(rest),
    }
    # An empty text is left out, `None` is not: what is not decided yet is recorded as that.
    return {k: v for k, v in out.items() if v != ""}


def _holder_json(round_: "Round", unit: str) -> dict[str, Any]:
    rules, hands = round_.game.rules, round_.game.questions.judge.hands
    hand = round_.hands[unit]
    out: dict[str, Any] = {"objects": hands.material.symbols(hand)}
    if thrown := round_.thrown_beside.get(unit):
        out["thrown"] = hands.material.symbols(thrown)
    if rules.categories and (category := hands.category(hand)):
        out["category"] = category.id
    if rules.worths:
        out["total"] = hands.total(hand)
    return out


def _problem_json(round_: "Round", problem: LexludiError, refused: Action | None) -> dict[str, Any]:
    return {
        "error": problem.key,
        "provisions": list(problem.provisions),
        **rest_json(round_.rest_of_problem()),
        **given(action=refused and action_to_json(refused), also=[_also_json(other) for other in problem.also]),
    }


def _also_json(problem: LexludiError) -> dict[str, Any]:
    """The problem that leaves another bet open."""
    about = problem.args_by_name
    return {"error": problem.key, "bet": about.get("about", about.get("bet")), "provisions": list(problem.provisions)}
