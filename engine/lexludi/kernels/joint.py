"""Two rule sets on the same rounds: how probable it is that a bet ends differently, exactly, and by which rounds.

Both settle each round that the first can come to, with the same objects in the same
hands; choices are made as is best under the first. Where nothing differs, that is
because no round was left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from lexludi.kernels.chain import Row, eliminate, follow
from lexludi.kernels.core import Core, NotAnalysed
from lexludi.kernels.course import Course
from lexludi.kernels.ends import Again
from lexludi.kernels.exact import SETTLING, Exact
from lexludi.kernels.outcomes import Outcome
from lexludi.kernels.results import Result
from lexludi.kernels.rows import Rows
from lexludi.nodes import Construct
from lexludi.rules import Rule, RuleSet


@dataclass(frozen=True)
class Deal:
    """A round that shows something: for each holder what it was dealt, and drew after that, as objects in order."""

    hands: tuple[tuple[str, tuple[int, ...], tuple[int, ...]], ...]
    chosen: tuple[str, ...] = ()
    naming: str = ""


@dataclass(frozen=True)
class Change:
    """Rounds in which a bet ends in one way under the first rule set and in another under the second."""

    before: Outcome
    after: Outcome
    probability: Fraction
    example: Deal | None


@dataclass(frozen=True)
class Comparison:
    """How a bet ends under two rule sets: `probability` that differently, with all the ways in which it may.

    `provisions_only` is the probability that it ends alike, by other provisions.
    """

    bet: str
    naming: str
    probability: Fraction
    changes: tuple[Change, ...]
    provisions_only: Fraction


def compare(before: RuleSet, after: RuleSet, bet: str) -> list[Comparison]:
    """How a bet that two decided rule sets have ends under each, for every item that it may name.

    Raises:
        NotAnalysed: the analysis covers one of them only in part, their objects differ
            (`objects-differ`), or they come to different rounds (`procedures-differ`).
    """
    first, second = Core(before), Core(after)
    second.unit, second.bettor = first.unit, first.bettor
    if (first.material.objects, first.material.pools, first.material.throws) != (
        second.material.objects,
        second.material.pools,
        second.material.throws,
    ):
        raise NotAnalysed("not-analysed", reason="objects-differ")
    course, other = _courses(first, second, bet)
    if list(_moves(course)) != list(_moves(other)) or course.bets != other.bets:
        raise NotAnalysed("not-analysed", reason="procedures-differ")
    scale = before.bets[bet].naming
    return [_compare(course, other, bet, naming) for naming in (before.scales[scale].items if scale else ("",))]


def _courses(first: Core, second: Core, bet: str) -> tuple[Course, Course]:
    """The courses of the bet, each with what the other reads."""
    alone = Course(second, (bet,))
    course = Course(first, (bet,), also=alone.readings)
    return course, Course(second, (bet,), also=course.readings)


def _moves(course: Course) -> Iterator[object]:
    """Everything that decides to which rounds a course comes."""
    core, rules = course.core, course.core.rules
    acting = False
    for index in sorted(course.playing):
        rule = course.steps[index]
        effect = rule.effect
        if effect.op == "deal":
            yield "deal", core.recipients(effect), effect.term(2), effect.number(4), rule.condition
        elif effect.op != "settle":
            yield effect, rule.condition
            acting = True
            yield from _actions(core, rule)
        elif rule.condition is not None:
            yield rule.condition
    if acting:
        yield rules.worths, rules.modulus, rules.best_within
        yield [(d.role, d.status, d.condition) for d in rules.definitions]
        yield [[(r.condition, r.effect) for r in group.rules] for group in core.norms.values()]
        yield rules.precedences


def _actions(core: Core, rule: Rule) -> Iterator[object]:
    """What the actions of a step do, other than settling a bet."""
    effect = rule.effect
    actions = [a.id for a in effect.parts[2].items] if effect.op.startswith("choose") else []
    if effect.op.startswith("comply"):
        actions = [effect.term(1)]
    for action in actions:
        upon = core.upons.get(action)
        effects: tuple[Construct, ...] = upon.effects if upon else ()
        yield action, [e for e in effects if e.op not in SETTLING]


def _compare(course: Course, other: Course, bet: str, naming: str) -> Comparison:
    exact = Exact(course, (bet,), naming, other=other)
    if course.decides:
        exact.ends.worth = follow(course, (bet,), naming)[bet].exact.ends.worth
    found = _in_the_end(exact, exact.solve(0, exact.start(bet)))
    changes, same = [], Fraction(0)
    for end, probability in found.items():
        before, after = (exact.ends.outcomes[number] for number in end)
        if (before.result, before.net) != (after.result, after.net):
            shown = exact.ends.examples.get(exact.ends.end(end))
            changes.append(Change(before, after, probability, _deal(exact, shown, naming) if shown else None))
        elif before.provisions != after.provisions:
            same += probability
    changes.sort(key=lambda change: (-change.probability, change.before.result))
    return Comparison(bet, naming, sum((c.probability for c in changes), Fraction(0)), tuple(changes), same)


def _in_the_end(exact: Exact, result: Result) -> dict[tuple[int, ...], Fraction]:
    """The probability of each pair of outcomes, whatever goes on until there is one."""
    start = Again(0, ("start",))
    rows: dict[Again, Row] = {start: _row(exact, result)}
    waiting = list(exact.ends.going_on)
    while waiting:
        node = waiting.pop()
        if node not in rows:
            rows[node] = _row(exact, exact.solve(node.step, exact.ends.going_on[node]))
            waiting.extend(n for n in exact.ends.going_on if n not in rows)
    return {end: p for end, p in eliminate(rows)[start].items() if isinstance(end, tuple)}


def _row(exact: Exact, result: Result) -> Row:
    total = sum(int(ways[0]) for ways in result.values())
    return {exact.ends.list[end]: Fraction(int(ways[0]), total) for end, ways in result.items() if ways[0]}


def _deal(exact: Exact, rows: Rows, naming: str) -> Deal:
    """A round in objects that can really be dealt."""
    table, sizes = exact.table, exact.course.dealt_at_once
    held = []
    for unit, hand in rows.hands.items():
        dealt, drawn = table.entry(int(hand[0]))
        whole, size = dealt + drawn, min(sizes.get(unit, len(dealt)), len(dealt + drawn))
        held.append((unit, size, [table.kinds[k].stands for k in whole]))
    real = iter(table.objects.real(thing for _, _, things in held for thing in things))
    hands = []
    for unit, size, things in held:
        own = tuple(next(real) for _ in things)
        hands.append((unit, own[:size], own[size:]))
    chosen = tuple(sorted({action for _, action in exact.reader.choices[int(rows.chosen[0])]}))
    return Deal(tuple(hands), chosen, naming)
