"""What a bettor chooses in a kernel: a strategy given from outside, as a table over what it depends on."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lexludi.exact.core import Core
from lexludi.language.nodes import Construct, Node
from lexludi.play.evaluation import readings_of
from lexludi.play.material import Hand
from lexludi.play.norms import forbidding
from lexludi.play.readings import role_of
from lexludi.simulate.book import Book
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.plan import NOT_ASKED
from lexludi.simulate.queries import Query, Scene, View


@dataclass(frozen=True)
class Situation:
    """A choice to be made: the provision, the bet, what is allowed, the hands that the bettor may see, the book.

    Objects that no rule distinguishes are given as one of their kind, in no order.
    """

    provision: str
    bet: str
    alternatives: tuple[str, ...]
    hands: Mapping[str, Hand]
    book: Book


# The choices of whoever chooses at random, each allowed alternative as likely, and of whoever always finds the best.
RANDOM, OPTIMAL = "random", "optimal"


@dataclass(frozen=True)
class Choosing:
    """What `decide` says; else what `by_bet` has for the bet, or the first of `preferred` that is allowed.

    Without any of these, the first alternative that is allowed.
    """

    preferred: tuple[str, ...] = ()
    decide: Callable[[Situation], str | tuple[str, ...]] | None = None
    by_bet: Mapping[str, str] = field(default_factory=dict)

    def choose(self, situation: Situation) -> str | tuple[str, ...]:
        """The action chosen, or all of which one is taken at random."""
        if self.decide is not None:
            return self.decide(situation)
        allowed = situation.alternatives
        fixed = self.by_bet.get(situation.bet, "")
        if fixed == RANDOM:
            return allowed if len(allowed) > 1 else allowed[0]
        return fixed or next((a for a in self.preferred if a in allowed), allowed[0])

    def holders(self, core: Core) -> set[str]:
        """Those whose hands must be remembered whole for it: the bettor's, and what lies open when choices are made."""
        steps = [rule.effect for rule in core.rules.steps]
        last = max((i for i, e in enumerate(steps) if e.op.startswith("choose")), default=-1)
        if self.decide is None or last < 0:
            return set()
        return {core.unit, *_opened(core, steps[:last])}

    def readings(self, core: Core, effect: Construct) -> Iterator[Node]:
        """What the rules read to say whether there is a choice, and among what."""
        if effect.op == "choose_until":
            yield from readings_of(effect.parts[3])
        for group in _norms(core, effect):
            yield from group.readings


def _opened(core: Core, steps: list[Construct]) -> Iterator[str]:
    for effect in steps:
        if effect.op == "deal" and effect.parts[3].op == "face_up":
            yield from core.recipients(effect)
        elif effect.op == "throw":
            yield effect.term(0)
        elif effect.op == "reveal":
            yield core.holder(effect.parts[0].term(0))


def _norms(core: Core, effect: Construct) -> list[Any]:
    actions = {a.id for a in effect.parts[2].items}
    roles = {core.rules.bettor_role(), role_of(core.unit, core.rules)}
    return [group for (role, action), group in core.norms.items() if action in actions and role in roles]


def choice_query(core: Core, scene: Scene, choosing: Choosing, effect: Construct, eid: str, asked: int) -> Query:
    """What is chosen, for everything that it depends on; `NOT_ASKED` where there is no choice."""
    alternatives = tuple(a.id for a in effect.parts[2].items)
    until = effect.parts[3] if effect.op == "choose_until" else None
    readings = list(choosing.readings(core, effect))
    if any(isinstance(r, Construct) and r.op == "compare" for g in _norms(core, effect) for r in g.readings):
        raise NotCompiled("compared-by-norms")
    seen = {core.unit, *scene.open_hands} & scene.born if choosing.decide is not None else set()

    def answer(view: View) -> str | tuple[str, ...]:
        bet = view.bets[asked]
        if bet.result or bet.bet != effect.term(1) or (until is not None and view.holds(until, bet)):
            return NOT_ASKED
        allowed = tuple(a for a in alternatives if not forbidding(core, view.state, a, core.unit, bet))
        hands = {unit: view.state.hands[unit] for unit in sorted(seen)}
        chosen = choosing.choose(Situation(eid, bet.bet, allowed, hands, view.book))
        if chosen != allowed and chosen not in allowed:
            raise NotCompiled("choice-not-allowed")
        return chosen

    return Query(scene, core.unit, readings, answer, by_book=True, whole=sorted(seen))


def chooses(answers: Iterable[Any], action: str) -> bool:
    """Whether an action is among what may be chosen."""
    return any(action in (answer if isinstance(answer, tuple) else (answer,)) for answer in answers)
