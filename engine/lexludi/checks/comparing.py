"""The order of hands as a question of its own: hands that nothing orders, and keys that never decide."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lexludi.base.diagnostics import Diagnostic, Hint, Label, note, warning
from lexludi.checks.findings import Asked, Cited, Compared, Named, Setting, deal_of, place
from lexludi.checks.joining import Fit, fitting
from lexludi.checks.law import Law, too_many
from lexludi.checks.situations import Answer, Example
from lexludi.checks.slices import unit_of
from lexludi.checks.survey import Survey
from lexludi.checks.tables import classes_in, strengths_in
from lexludi.exact.budget import Budget
from lexludi.language.nodes import Construct, Node, walk
from lexludi.play.material import Hand
from lexludi.play.objects import Objects
from lexludi.rules.model import expressions


@dataclass(frozen=True)
class Hands:
    """Every hand that is compared with others, by category, and what can lie together."""

    by_category: dict[str, dict[Any, list[Hand]]]
    fits: Fit
    count: int

    def unordered(self) -> Iterator[tuple[str, Hand, Hand]]:
        """For each category, two hands of it that can lie together and of which neither is higher, if there are any."""
        for category, by_strength in self.by_category.items():
            for a, b in self.fits((hands, hands) for hands in by_strength.values()):
                yield category, a, b

    def decides(self, category: str, number: int) -> bool:
        """Whether a key tells two hands apart that can lie together and that no key before it does."""
        alike: dict[Any, dict[Any, list[Hand]]] = {}
        for strength, hands in self.by_category.get(category, {}).items():
            alike.setdefault(strength[: number + 1], {}).setdefault(strength[number + 1], []).extend(hands)
        pairs = ((a, b) for group in alike.values() for i, a in group.items() for j, b in group.items() if i > j)
        return any(True for _ in self.fits(pairs))


def compared_hands(found: Survey, budget: Budget) -> Hands | None:
    """The hands whose order matters; nothing if hands are not compared, or there are too many."""
    program = found.program
    dealt = [r.effect for r in program.rules.steps if r.effect.op == "deal"]
    if not program.rules.categories or not dealt or not any(_compares(r) for r in expressions(program.rules)):
        return None
    kind, count = dealt[0].term(2), max(effect.number(4) for effect in dealt)
    if too_many(found, kind, count, budget):
        return None
    objects = Objects(program.material, [Construct("category", ())])
    classes, strengths = classes_in(program.material), strengths_in(program.material)
    by_category: dict[str, dict[Any, list[Hand]]] = {}
    hands = objects.hands(kind, count)
    for hand in hands:
        if category := classes.of(hand):
            by_category.setdefault(category, {}).setdefault(strengths.of(hand), []).append(hand)
    return Hands(by_category, fitting(objects), len(hands))


def _compares(expression: Node) -> bool:
    """Whether two hands are compared."""
    return any(
        isinstance(n, Construct)
        and n.op in ("greater", "less", "equal")
        and isinstance(n.parts[0], Construct)
        and n.parts[0].op == "hand"
        for n in walk(expression)
    )


def gap_in_order(law: Law) -> Iterator[Diagnostic]:
    """Two hands that can lie together, of which neither is higher, where nothing is said of equal hands."""
    known: set[str] = set()
    for setting, found in law.surveys:
        if not _leaves_equals_open(found):
            continue
        hands = compared_hands(found, law.budget)
        if hands is None:
            return
        pairs = [p for p in hands.unordered() if p[0] not in known]
        known.update(category for category, _, _ in pairs)
        if pairs:
            yield _unordered(law, setting, found, pairs)
        elif setting is None:
            concerned = _ordering(law)
            yield note(
                "gap-unreachable",
                *_places(law),
                question=Asked("order", "", "", law.rules.glossary),
                provisions=Cited(concerned),
                compared=Compared("equal"),
                examined=hands.count**2,
            )


def _leaves_equals_open(found: Survey) -> bool:
    """Whether nothing is said of what follows when two hands are equal."""
    for answer in found.answers:
        group = answer.question.group
        for at, reading in enumerate(group.readings):
            if isinstance(reading, Construct) and reading.op == "compare":
                reached = [s for s in answer.situations if s.values[at] == 0]
                if reached and any(s.verdict.problem == "gap" for s in reached):
                    return True
                # Where no deal makes hands equal, what would follow if they were is asked of the rules.
                supposed = () if reached else _if_equal(answer, reading)
                if any(group.decide(values).problem == "gap" for values in supposed):
                    return True
    return False


def _if_equal(answer: Answer, compared: Construct) -> Iterator[tuple[Any, ...]]:
    """The situations of an answer as they would be if two hands were equal, and so of one category."""
    readings = answer.question.group.readings
    hands = set(compared.parts)
    same = [isinstance(r, Construct) and r.op == "compare" and set(r.parts) == hands for r in readings]
    of_category = [
        at for at, r in enumerate(readings) if isinstance(r, Construct) and r.op == "category" and r.parts[0] in hands
    ]
    for situation in answer.situations:
        if len({situation.values[at] for at in of_category}) < 2:
            yield tuple(0 if equal else value for equal, value in zip(same, situation.values, strict=True))


def _unordered(law: Law, setting: Setting | None, found: Survey, pairs: list[tuple[str, Hand, Hand]]) -> Diagnostic:
    _, one, two = pairs[0]
    units = _units(found)
    deal = deal_of(found.program, Example(tuple(zip(units, (one, two), strict=True)), ()))
    hints = [Hint("example-deal", {"deal": deal})]
    if setting is not None:
        hints.insert(0, Hint("only-with", {"setting": setting}))
    concerned = _ordering(law)
    labels = _places(law)
    args = {
        "question": Asked("order", "", "", law.rules.glossary),
        "provisions": Cited(concerned),
        "count": len(pairs),
    }
    if setting is None:
        return warning("gap", *labels, hints=hints, **args)
    return note("gap", *labels, hints=hints, **args, setting=setting)


def _units(found: Survey) -> tuple[str, str]:
    """Two holders whose hands are compared."""
    for answer in found.answers:
        for reading in answer.question.group.readings:
            if isinstance(reading, Construct) and reading.op == "compare":
                roles = [part.term(0) for part in reading.parts]
                kinds = found.program.rules.roles
                own = [r if kinds[r].kind == "one" else unit_of(found.program) for r in roles]
                return own[0], own[1]
    return "", ""


def _ordering(law: Law) -> tuple[str, ...]:
    """The provisions that order hands."""
    return tuple(dict.fromkeys(c.eid.rpartition("__")[0] or c.eid for c in law.rules.categories))


def _places(law: Law) -> tuple[Label, ...]:
    return tuple(place(law.rules, law.source, eid, op="categories") for eid in _ordering(law))


def idle_key(law: Law) -> Iterator[Diagnostic]:
    """A key of a category that never decides between two hands, whatever single choice is made."""
    idle: dict[tuple[str, Node], tuple[int, str, int]] = {}
    deciding: set[tuple[str, Node]] = set()
    for setting, found in law.surveys:
        if setting is not None and not idle.keys() - deciding:
            return
        hands = compared_hands(found, law.budget)
        if hands is None:
            return
        for category in found.program.rules.categories:
            size = sum(map(len, hands.by_category.get(category.id, {}).values()))
            for number, key in enumerate(category.keys):
                own = (category.id, key)
                if own in deciding or not size or (setting is not None and own not in idle):
                    continue
                if hands.decides(category.id, number):
                    deciding.add(own)
                else:
                    idle.setdefault(own, (number + 1, category.eid, size * size))
    for (category_id, key), (number, eid, examined) in idle.items():
        if (category_id, key) not in deciding:
            yield note(
                "idle-key",
                place(law.rules, law.source, eid),
                category=Named(category_id, law.rules.glossary),
                provisions=Cited((eid,)),
                number=number,
                examined=examined,
            )
