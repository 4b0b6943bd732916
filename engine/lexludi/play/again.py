"""Problems of a round played again: its actions with the same objects, under other readings, as far as it came.

A refused action rests on a reading under another value of which it is taken, and a round that
gave out on one under which it comes further; so with the precedences that the file infers. A
round that gave out rests on the inferred place of the step at which it did.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from lexludi.base.errors import LexludiError
from lexludi.play.actions import Action, Irregularity
from lexludi.play.resting import ELSEWHERE, ByInference, ByReading, Otherwise, Rest
from lexludi.play.round_state import Money

if TYPE_CHECKING:
    from lexludi.play.game import Game, Round

ALLOWED = "allowed"
# The steps that say what became of an irregularity, and of an action that rules require.
_BECAME = frozenset({"round-void", "round-stands", "hand-void"})
_DONE = {"required": "must", "not-allowed": "must-not", "not-required": "may"}


class _Became(NamedTuple):
    result: str
    net: Money | None = None


def rest_of_problem(round_: "Round") -> Rest:
    """The readings and inferences that the last problem of a round rests on."""
    if round_.problem is None:
        return Rest()
    problem, refused = round_.problem
    actions = [*round_.actions, *([refused] if refused is not None else [])]
    # Who names what there is not is refused whatever is read.
    if not (problem.provisions and actions):
        return Rest()
    return Rest(tuple(_readings(round_, actions)), tuple(_inferences(round_, actions)))


def _readings(round_: "Round", actions: list[Action]) -> Iterator[ByReading]:
    others: dict[str, list[Otherwise]] = {}
    for name, value, game in round_.game.otherwise:
        if became := _under(game, round_, actions):
            others.setdefault(name, []).append(Otherwise(value, became.result, became.net))
    for name, otherwise in others.items():
        yield round_.game.resting.by(name, tuple(otherwise))


def _inferences(round_: "Round", actions: list[Action]) -> Iterator[ByInference]:
    game = round_.game
    assert round_.problem is not None
    # A round that gave out did so at a step, which may stand where it does by an inference.
    if round_.problem[1] is None and round_.moment is not None:
        yield from game.resting.placed(round_.moment)
    for inferred in game.decided.precedences:
        if not inferred.is_inferred:
            continue
        # One at a time: a precedence without which the result is the same is none that the problem rests on.
        kept = tuple(p for p in game.decided.precedences if p is not inferred)
        if became := _under(replace(game, decided=replace(game.decided, precedences=kept)), round_, actions):
            yield replace(ByInference.of(inferred, game.rules.language), result=became.result, net=became.net)


def _under(game: "Game", round_: "Round", actions: list[Action]) -> _Became | None:
    """The result of the last action in another game; nothing where it has the same problem, or is not reached."""
    assert round_.problem is not None
    problem, refused = round_.problem
    try:
        again = round_.begun_anew(game)
        for action in actions[:-1]:
            again.apply(action)
    except LexludiError:
        return None  # a round of another course says nothing of the problem
    try:
        again.apply(actions[-1])
    except LexludiError as other:
        # An action that is refused, for whatever reason, is not taken there either, or comes at another moment.
        if again.problem is not None and again.problem[1] is not None:
            return None
        if refused is None and (other.key, other.args_by_name) == (problem.key, problem.args_by_name):
            return None
    # Of an irregularity it is told what it does; of any other refused action, that it is taken.
    if refused is not None and not isinstance(refused, Irregularity):
        return _Became(ALLOWED)
    return _of_the_same(round_, again)


def _of_the_same(round_: "Round", again: "Round") -> _Became:
    """The result, under the other rules, of the bet, the irregularity or the action that was left open."""
    # The bets that were placed come first in both, in the same order; on how many others amounts may be put
    # can differ between the rules.
    for bet, other in zip(round_.state.bets, again.state.bets, strict=False):
        if bet.undecided is not None:
            return _Became(other.result, other.net) if other.result else _Became(ELSEWHERE)
    assert round_.problem is not None
    about = round_.problem[0].args_by_name.get("event", round_.problem[0].args_by_name.get("about"))
    for step in reversed(again.steps):
        if step.kind in _BECAME and about in round_.game.events():
            return _Became(step.kind)
        if step.kind in _DONE and step.values[0] == about:
            return _Became(_DONE[step.kind])
    return _Became(ELSEWHERE)
