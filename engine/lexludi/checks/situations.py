"""Situations: what the rules read in a round that can be reached, their verdict, and a deal that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lexludi.checks.slices import NotSearched, Question, Slice
from lexludi.language.nodes import Construct
from lexludi.play.evaluation import Verdict
from lexludi.play.interpreter import Program
from lexludi.play.material import Hand
from lexludi.play.objects import Objects
from lexludi.play.state import Bet, State
from lexludi.rules.model import Rule


@dataclass(frozen=True)
class Example:
    """A deal: the hands by holder, the objects in the order dealt or thrown, and the item that the bet names."""

    hands: tuple[tuple[str, Hand], ...]
    order: Hand
    naming: str = ""


@dataclass(frozen=True)
class Situation:
    """One combination of readings that can be reached: what the rules say, which of them apply, and an example."""

    values: tuple[Any, ...]
    verdict: Verdict
    applicable: tuple[Rule, ...]
    example: Example


@dataclass(frozen=True)
class Answer:
    """Every situation in which a question can arise.

    `examined` is how many different deals were looked at, those alike counted once.
    `undecided` counts combinations of readings that could be neither reached nor excluded.
    """

    question: Question
    situations: tuple[Situation, ...]
    examined: int
    undecided: int = 0


@dataclass(frozen=True)
class Reached:
    """The combinations of readings that rounds reach, whatever the rules make of them."""

    examples: tuple[tuple[tuple[Any, ...], Example], ...]
    examined: int
    undecided: int = 0

    def answer(self, question: Question) -> Answer:
        """The situations with what the rules of a question say in each."""
        group = question.group
        situations = [
            Situation(values, group.decide(values), tuple(group.applicable(values)), shown)
            for values, shown in self.examples
        ]
        return Answer(question, tuple(situations), self.examined, self.undecided)


@dataclass
class Picture:
    """A round as far as the readings of a question can tell."""

    hands: dict[str, Hand]
    drawn_by: dict[str, int] = field(default_factory=dict)
    chosen: frozenset[tuple[str, str]] = frozenset()
    naming: str = ""

    def state(self, part: Slice) -> tuple[State, Bet]:
        """The round and the one bet in it."""
        state = State(None, None, part.stock, hands=self.hands, drawn=[0], drawn_by=self.drawn_by)
        state.bets, state.chosen = [bet := part.bet(self.naming)], set(self.chosen)
        return state, bet


class Collector:
    """Keeps the first picture of each combination of readings of a question."""

    def __init__(self, part: Slice) -> None:
        self.part = part
        self.group = part.question.group
        self.found: dict[tuple[Any, ...], tuple[Picture, Hand]] = {}
        self.unsure: set[tuple[Any, ...]] = set()
        self.examined = 0

    def add(self, picture: Picture, order: Hand, *, sure: bool = True) -> tuple[Any, ...]:
        """Note a picture that was reached; `sure` unless it may need more objects than there are."""
        self.examined += 1
        state, bet = picture.state(self.part)
        values = self.group.read(state, self.part.unit, bet)
        if sure:
            self.found.setdefault(values, (picture, order))
        else:
            self.unsure.add(values)
        return values

    def reached(self, objects: Objects) -> "Reached":
        """What was found, with examples in objects that may really be dealt."""
        examples = tuple((values, example(objects, *found)) for values, found in self.found.items())
        return Reached(examples, self.examined, len(self.unsure - self.found.keys()))


def example(objects: Objects, picture: Picture, order: Hand) -> Example:
    """A picture in objects that may really be dealt; any that is left stands where the order says -1."""
    known = tuple(thing for thing in order if thing >= 0)
    real = objects.real(known)
    left = objects.left(real)
    taken = iter(real)
    try:
        dealt = tuple([next(taken) if thing >= 0 else next(left) for thing in order])
    except StopIteration:  # nothing is left to deal to those whose hands nobody reads
        raise NotSearched("stock-exhausted") from None
    return Example(_real_hands(picture, known, real), dealt, picture.naming)


def _real_hands(picture: Picture, order: Hand, real: list[int]) -> tuple[tuple[str, Hand], ...]:
    """The hands with real objects in the place of those that stand for them."""
    left = list(zip(order, real, strict=True))
    hands = []
    for unit, hand in picture.hands.items():
        own = []
        for thing in hand:
            place = next((i for i, (stand, _) in enumerate(left) if stand == thing), None)
            own.append(left.pop(place)[1] if place is not None else thing)
        hands.append((unit, tuple(own)))
    return tuple(hands)


def dealing_order(program: Program, hands: Mapping[str, Hand], before: int) -> list[tuple[str, int]]:
    """Who receives which object of a hand, in the order of the deal; only for the holders given.

    A recipient without a hand stands with -1: any object serves.
    """
    out: list[tuple[str, int]] = []
    used = dict.fromkeys(hands, 0)
    for rule in program.rules.steps[:before]:
        if rule.effect.op != "deal":
            continue
        units = [_recipient(program, r, hands) for r in rule.effect.parts[0].items]
        batch, count = rule.effect.number(1), rule.effect.number(4)
        missing = {unit: count - used.get(unit, 0) for unit in units}
        for dealt in range(0, count, batch):
            for unit in units:
                for _ in range(min(batch, missing[unit] - dealt)):
                    hand = hands.get(unit, ())
                    place = used.get(unit, 0)
                    out.append((unit, hand[place] if place < len(hand) else -1))
                    used[unit] = place + 1
    return out


def _recipient(program: Program, recipient: Any, hands: Mapping[str, Hand]) -> str:
    role = recipient.term(0) if isinstance(recipient, Construct) else recipient.id
    if program.rules.roles[role].kind == "one":
        return str(role)
    return next((unit for unit in hands if unit.rpartition("-")[0] == role), f"{role}-1")
