"""Two rule sets on the same rounds: how probable it is that a bet ends differently, exactly, and by which rounds.

Both settle each round that the first can come to, with the same objects in the same
hands; choices are made as is best under the first. Where nothing differs, that is
because no round was left out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from lexludi.exact.chain import Row, eliminate, follow
from lexludi.exact.core import Core, NotAnalysed
from lexludi.exact.course import Course
from lexludi.exact.deals import Deal, deal_of
from lexludi.exact.ends import Again
from lexludi.exact.outcomes import Outcome
from lexludi.exact.results import Result
from lexludi.exact.rounds import SETTLING, Exact
from lexludi.exact.rows import Rows
from lexludi.exact.tandem import in_tandem, probabilities
from lexludi.language.nodes import Construct
from lexludi.rules.model import Rule, RuleSet


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
            (`objects-differ`), or they come to different rounds that cannot be laid out
            side by side (`procedures-differ`).
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
        return [_in_tandem(course, other, bet)]
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
        for group in core.norms.values():
            yield [(r.condition, r.effect) for r in group.rules]
            yield [[group.outranks(one, other) for other in group.rules] for one in group.rules]


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
    pairs = []
    for end, probability in found.items():
        shown = exact.ends.examples.get(exact.ends.end(end))
        deal = None if shown is None else _deal(exact, (course, other), shown, naming)
        before, after = (exact.ends.outcomes[number] for number in end)
        pairs.append((before, after, probability, deal))
    return _comparison(bet, naming, pairs)


def _in_tandem(course: Course, other: Course, bet: str) -> Comparison:
    """The comparison of rule sets that come to different rounds."""
    first, second, found, deals = in_tandem(course, other, bet)
    shares = probabilities(found)
    pairs = []
    for pair, (_, place) in found.items():
        before, after = (_settled(exact, number) for exact, number in zip((first, second), pair, strict=True))
        held = {name: int(column[place]) for name, column in deals.hands.items()}
        hands = {
            name.removeprefix("dealt:"): first.table.entry(hand)[0]
            for name, hand in held.items()
            if name.startswith("dealt:")
        }
        drawn = [kind for name, kind in sorted(held.items()) if name.startswith("next:")]
        cards = deal_of((course.core, other.core), first.table, hands, drawn)
        pairs.append((before, after, shares[pair], Deal(cards)))
    return _comparison(bet, "", pairs)


def _settled(exact: Exact, number: int) -> Outcome:
    """The outcome under the rule set that comes first."""
    end = exact.ends.list[number]
    assert isinstance(end, tuple)
    return exact.ends.outcomes[end[0]]


def _comparison(bet: str, naming: str, pairs: Iterable[tuple[Outcome, Outcome, Fraction, Deal | None]]) -> Comparison:
    found: dict[tuple[Outcome, Outcome], tuple[Fraction, Deal | None]] = {}
    for before, after, probability, deal in pairs:
        known = found.get((before, after), (Fraction(0), deal))
        found[before, after] = (known[0] + probability, known[1])
    differing = {pair: own for pair, own in found.items() if _shown(pair[0]) != _shown(pair[1])}
    changes = [Change(before, after, *own) for (before, after), own in differing.items()]
    changes.sort(key=lambda change: (-change.probability, change.before.result, change.after.result))
    by_others = (
        p
        for (before, after), (p, _) in found.items()
        if _shown(before) == _shown(after) and before.provisions != after.provisions
    )
    return Comparison(
        bet, naming, sum((c.probability for c in changes), Fraction(0)), tuple(changes), sum(by_others, Fraction(0))
    )


def _shown(outcome: Outcome) -> tuple[str, Fraction | None]:
    return outcome.result, outcome.net


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


def _deal(exact: Exact, courses: tuple[Course, Course], rows: Rows, naming: str) -> Deal:
    """A round in objects that can really be dealt."""
    table, sizes = exact.table, exact.course.dealt_at_once
    hands, drawn = {}, {}
    for unit, hand in rows.hands.items():
        whole = sum(table.entry(int(hand[0])), ())
        size = sizes.get(unit, len(whole))
        hands[unit], drawn[unit] = whole[:size], whole[size:]
    chosen = tuple(sorted({action for _, action in exact.reader.choices[int(rows.chosen[0])]}))
    order = [kind for unit in _drawing(exact.course) for kind in drawn.pop(unit, ())]
    return Deal(deal_of([own.core for own in courses], table, hands, order), chosen, naming)


def _drawing(course: Course) -> list[str]:
    """The holders in the order in which they draw."""
    effects = (course.steps[i].effect for i in sorted(course.playing))
    drawing = (e for e in effects if e.op.startswith(("comply", "choose")))
    return [course.core.holder(e.term(0)) if e.op.startswith("comply") else course.core.unit for e in drawing]
