"""One round, move by move, through the public interface of a game: the only module here that knows how to step.

A round is its moves: the objects that chance gave and the choices that were made, in
order. It is played again from its beginning for each move, so that nothing is copied,
kept or skipped. Whatever takes the place of this interface needs `step` alone.
"""

import json
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lexludi.base.errors import InvalidStack, UnsettledCase
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game, Round

Stakes = tuple[PlaceBet, ...]


@dataclass(frozen=True)
class Moves:
    """What has happened in a round: objects by their symbols, and choices."""

    objects: tuple[str, ...] = ()
    choices: tuple[Choose, ...] = ()


@dataclass(frozen=True)
class Chance:
    """An object comes next: each one that can, with its probability.

    `again` is the place in the round, where it has just gone back to an earlier step.
    """

    outcomes: tuple[tuple[str, Fraction], ...]
    again: object = None


@dataclass(frozen=True)
class Decision:
    """Somebody chooses: who, what they see, and what they may do."""

    bettor: str
    sees: str
    choices: tuple[Choose, ...]


@dataclass(frozen=True)
class Ended:
    """A bet at the end of a round: as it was placed, and what became of it; `net` is none where it is undecided."""

    bet: str
    result: str
    net: Fraction | None
    provisions: tuple[str, ...]


@dataclass(frozen=True)
class End:
    """The end of a round: each bet in the order placed, the gains, and the provisions of the whole trace.

    `problem` is the key of what no rule decides (`gap-bet`, `conflict-action` …) and
    `about` the bet or action; `stuck` says that the round cannot go on: no objects, or no choice, are left.
    """

    bets: tuple[Ended, ...]
    returns: tuple[tuple[str, Fraction], ...]
    cited: frozenset[str]
    problem: str = ""
    about: str = ""
    stuck: bool = False


def step(game: Game, bets: Stakes, moves: Moves) -> Chance | Decision | End:
    """What comes after some moves of a round with some bets."""
    round_: Round | None = None
    try:
        round_ = game.new_round(cards=moves.objects)
        for bet in bets:
            round_.apply(bet)
        round_.apply(Deal())
        for choice in moves.choices:
            round_.apply(choice)
    except InvalidStack as problem:
        if problem.key != "stack-too-short":
            raise
        return _chance(game, round_, moves, problem.args_by_name["kind"])
    except UnsettledCase as problem:
        return _undecided(round_, problem)
    if round_.is_over:
        return _end(round_)
    due = round_.decision
    assert due is not None
    legal = (a for a in round_.legal_actions() if isinstance(a, Choose) and a.holder == due.unit)
    choices = tuple(a for a in legal if a.bettor == due.bettor)
    if not choices:
        return End((), (), frozenset(), stuck=True)
    return Decision(due.bettor, json.dumps(round_.information_state(due.bettor)), choices)


def _chance(game: Game, round_: Round | None, moves: Moves, kind: str) -> Chance | End:
    material = game.program.material
    if kind in material.faces:
        faces = material.symbols(material.faces[kind])
        return Chance(tuple((face, Fraction(1, len(faces))) for face in faces), _again(round_, moves))
    left = Counter(material.symbols(material.pools[kind]))
    left.subtract({s: count for s, count in Counter(moves.objects).items() if s in left})
    total = sum(left.values())
    if not total:
        return End((), (), frozenset(), stuck=True)
    return Chance(tuple((s, Fraction(count, total)) for s, count in left.items() if count), _again(round_, moves))


_MOVES = frozenset("dealt drawn thrown burned chosen".split())


def _again(round_: Round | None, moves: Moves) -> object:
    """Everything that the rest of a round can depend on, where it has just gone back; else nothing."""
    if round_ is None:
        return None
    steps = list(round_.trace)
    moved = (told.values for told in steps if told.kind in _MOVES - {"chosen"})
    if sum(len(values.get("objects", (None,))) for values in moved) < len(moves.objects):
        return None  # within a throw
    places = [i for i, told in enumerate(steps) if told.kind == "repeated"]
    if not places or any(told.kind in _MOVES for told in steps[places[-1] :]):
        return None
    told_of = round_.to_json()
    drawn = {told.party: str(told) for told in steps if told.kind == "drawn"}
    chosen = sorted(str(told) for told in steps if told.kind == "chosen")
    return json.dumps([str(steps[places[-1]]), told_of["holders"], told_of["bets"], drawn, chosen], sort_keys=True)


def _net(bet: dict[str, Any]) -> Fraction | None:
    return None if bet["net"] is None else Fraction(str(bet["net"]))


def _ended(bet: dict[str, Any]) -> Ended:
    result = "kept" if bet.get("kept") else bet["result"]
    net = Fraction(0) if result == "kept" else _net(bet)
    return Ended(bet["bet"], result or "unsettled", net, tuple(bet["provisions"]))


def _bets(round_: Round) -> tuple[Ended, ...]:
    return tuple(map(_ended, round_.information_state("")["bets"]))


def _returns(round_: Round) -> tuple[tuple[str, Fraction], ...]:
    return tuple((party, Fraction(net)) for party, net in round_.returns().items())


def _cited(round_: Round) -> frozenset[str]:
    return frozenset(eid for told in round_.trace for eid in told.provisions)


def _end(round_: Round) -> End:
    return End(_bets(round_), _returns(round_), _cited(round_))


def _undecided(round_: Round | None, problem: UnsettledCase) -> End:
    """What no rule decides leaves every bet open that was not settled before."""
    assert round_ is not None
    open_ = (Ended(b.bet, "unsettled", None, problem.provisions) for b in _bets(round_))
    bets = tuple(b if b.result != "unsettled" else o for b, o in zip(_bets(round_), open_, strict=True))
    about = str(problem.args_by_name.get("about") or problem.args_by_name.get("bet") or "")
    return End(bets, _returns(round_), _cited(round_), problem.key, about)
