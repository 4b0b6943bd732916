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
    told = round_.to_json()
    moved = (s["values"] for s in told["steps"] if s["step"] in _MOVES - {"chosen"})
    if sum(len(v.get("objects", (None,))) for v in moved) < len(moves.objects):
        return None  # within a throw
    kinds = [step["step"] for step in told["steps"]]
    if "repeated" not in kinds or _MOVES & set(kinds[len(kinds) - kinds[::-1].index("repeated") :]):
        return None
    steps = told["steps"]
    back = next(s for s in reversed(steps) if s["step"] == "repeated")
    drawn = {s["party"]: str(s) for s in steps if s["step"] == "drawn"}
    chosen = sorted(str(s) for s in steps if s["step"] == "chosen")
    return json.dumps([back, told["holders"], told["bets"], drawn, chosen], sort_keys=True)


def _net(bet: dict[str, Any]) -> Fraction | None:
    return None if bet["net"] is None else Fraction(str(bet["net"]))


def _ended(bet: dict[str, Any]) -> Ended:
    result = "kept" if bet.get("kept") else bet["result"]
    net = Fraction(0) if result == "kept" else _net(bet)
    return Ended(bet["bet"], result or "unsettled", net, tuple(bet["provisions"]))


def _cited(told: dict[str, Any]) -> frozenset[str]:
    return frozenset(eid for step in told["steps"] for eid in step["provisions"])


def _end(round_: Round) -> End:
    told = round_.to_json()
    returns = tuple((party, Fraction(net)) for party, net in round_.returns().items())
    return End(tuple(map(_ended, told["bets"])), returns, _cited(told))


def _undecided(round_: Round | None, problem: UnsettledCase) -> End:
    assert round_ is not None
    told = round_.to_json()
    open_ = [_ended(b) for b in told["bets"]]
    bets = tuple(e if e.result != "unsettled" else Ended(e.bet, "unsettled", None, problem.provisions) for e in open_)
    returns = tuple((party, Fraction(net)) for party, net in round_.returns().items())
    about = str(problem.args_by_name.get("about") or problem.args_by_name.get("bet") or "")
    return End(bets, returns, _cited(told), problem.key, about)
