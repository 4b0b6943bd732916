"""Irregularities as a question: each event, to each kind of holder, so many times, in the deal or after it.

What is counted of others counts as it may have come before: a round goes on until an irregularity voids it.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import lcm
from typing import Any

from lexludi.checks.situations import UNDECIDED, Answer, SearchedQuestion, Situation, no_deal
from lexludi.play.decide import Question, holds
from lexludi.play.questions import Questions
from lexludi.play.round_state import Map
from lexludi.play.table import ANYWHERE, has_own_hand
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, observables_in, observables_of

# Numbers of irregularities before another, of each kind so many: more are not followed.
MOST_BEFORE = 500

# How often each irregularity that is counted has happened, and to whom.
Counts = Map[tuple[str, str], int]


def event_answer(questions: Questions) -> Answer:
    """Every irregularity that the rules speak of, with what they say of it; open where it depends on more than that."""
    group = questions.events
    situations: dict[tuple[Any, ...], Situation] = {}
    perhaps: dict[tuple[BoundRule[Any], ...], None] = {}
    for _, values, is_sure in _happenings(questions):
        if not (is_sure and _is_decided(group, values)):
            perhaps[_perhaps(group, values)] = None
        elif values not in situations:
            verdict = group.decide(values)
            situations[values] = Situation(values, verdict, group.applying(values), no_deal)
    question = SearchedQuestion("event", "", "", group)
    return Answer(question, tuple(situations.values()), len(situations), UNDECIDED if perhaps else "", tuple(perhaps))


def occurrences(questions: Questions) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Each way in which an irregularity may come, and what the rules read of it, where that decides."""
    for happening, values, is_sure in _happenings(questions):
        if is_sure and _is_decided(questions.events, values):
            yield happening, values


def _happenings(questions: Questions) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...], bool]]:
    """Each way in which an irregularity may come, what is read of it, and whether a round surely comes to it.

    Nothing is read of hands: they may be any.
    """
    group, rules, times = questions.events, questions.judge.rules, times_of(questions)
    observables, like = group.observables, _likeness(questions, times[-1])
    counted = {(o.event, o.role) for o in observables if isinstance(o, m.CountOfEvents)}
    events = dict.fromkeys(o.event for o in observables if isinstance(o, m.Happens))
    happenings = [
        (event, role, count, moment)
        for event, role, count in product(events, ("", *rules.roles), times)
        # Dealing is under way or is not; and of which roles somebody has a bet, for the party concerned.
        for moment in product((False, True), _having_bets(rules, role))
    ]
    # Breadth first over how often each counted irregularity has come before, beginning with never. To what has been
    # seen (true: surely) only what is sure comes once more.
    waiting: list[Counts] = [Map()]
    seen = {waiting[0]: True}
    while waiting:
        before = waiting.pop(0)
        is_sure = seen[before]
        for event, role, count, moment in happenings:
            after = before.put((event, role), before.get((event, role), 0) + count)
            # Of a role with several holders, the one concerned is counted.
            read = Map({key: n for key, n in after.items() if key[1] == role or rules.fixed(key[1])})
            values = tuple(_value(o, event, role, read, moment) for o in observables)
            yield (before, event, role, count, moment), values, is_sure
            # Only what is counted makes a difference to what comes later, and only while the round goes on.
            if (event, role) not in counted:
                continue
            is_decided = _is_decided(group, values)
            following = (group.decide(values).rule,) if is_decided else _perhaps(group, values)
            if all(rule is None or isinstance(rule.effect, m.RoundVoid) for rule in following):
                continue
            new = Map({key: like(n) for key, n in after.items()})
            if not seen.get(new, False) and (new not in seen or (is_sure and is_decided)):
                seen[new] = is_sure and is_decided
                waiting.append(new)
        if len(seen) > MOST_BEFORE:
            # One of which nothing is known: the question stays open.
            yield (), (None,) * len(observables), False
            return


def _is_decided(group: Question[Any], values: tuple[Any, ...]) -> bool:
    """True if the rules say the same whatever the values that are not known."""
    read = dict(zip(group.observables, values, strict=True))
    return None not in values or all(truth(c, read) is not None for c in group.conditions if c is not None)


def _perhaps(group: Question[Any], values: tuple[Any, ...]) -> tuple[BoundRule[Any], ...]:
    """The rules that apply for some of the values that are not known."""
    read = dict(zip(group.observables, values, strict=True))
    return tuple(r for r in group.rules if r.condition is None or truth(r.condition, read) is not False)


def truth(condition: m.Condition, values: Mapping[m.Observable, Any]) -> bool | None:
    """The truth of a condition; nothing where it depends on a value that is not known (Kleene's logic)."""
    match condition:
        case m.AllOf(items) | m.AnyOf(items):
            decisive = isinstance(condition, m.AnyOf)
            parts = [truth(item, values) for item in items]
            if decisive in parts:
                return decisive
            return None if None in parts else not decisive
        case m.Not(inner):
            part = truth(inner, values)
            return None if part is None else not part
        case _:
            is_known = all(values[o] is not None for o in observables_of(condition))
            return holds(condition, values) if is_known else None


def times_of(questions: Questions) -> list[int]:
    """Once and twice, as many times as conditions name, or one more or less; past these, each remainder once."""
    named = (number for condition in questions.events.conditions for number in _numbers(condition))
    times = {1, 2} | {n + step for n in named for step in (-1, 0, 1) if n + step > 0}
    highest = max(times)
    return sorted(times | set(range(highest, highest + _period(questions))))


def _period(questions: Questions) -> int:
    """The number by which two large counts may differ so that no condition tells their remainders apart."""
    parts = (part for condition in questions.events.conditions for part in m.atoms(condition))
    return lcm(*(part.divisor for part in parts if isinstance(part, m.Leaves)))


def _likeness(questions: Questions, highest: int) -> Callable[[int], int]:
    """For each count the number, up to the highest that is followed, that no condition tells from it, now or later."""
    if any(_is_between_counts(part) for condition in questions.events.conditions for part in m.atoms(condition)):
        # Of two counts, both large, it is asked how far they are apart: then no count is like another.
        return lambda count: count
    # The highest of all are more than any number that is named, and of every remainder there is one among them.
    period = _period(questions)
    return lambda count: count if count <= highest else highest - (highest - count) % period


def _is_between_counts(part: m.Condition | m.Amount) -> bool:
    """Amounts that are read are compared with one another, or subtracted; a sum of large ones is large like each."""
    match part:
        case m.Compare(first, second):
            return _are_both_read(first, second) or _is_between_counts(first) or _is_between_counts(second)
        case m.Combined(by, first, second):
            apart = by is not m.Arithmetic.SUM and _are_both_read(first, second)
            return apart or _is_between_counts(first) or _is_between_counts(second)
        case m.InRanges(amount) | m.Leaves(amount):
            return _is_between_counts(amount)
        case _:
            return False


def _are_both_read(first: m.Amount, second: m.Amount) -> bool:
    return any(True for _ in observables_in(first)) and any(True for _ in observables_in(second))


def _numbers(condition: m.Condition | None) -> Iterator[int]:
    """The numbers with which a condition compares; of several in one comparison, their sum too."""
    for part in m.atoms(condition):
        bounds = [0]
        match part:
            case m.Compare(first, second):
                written = [*_written(first), *_written(second)]
            case m.InRanges(amount, ranges):
                written = [*_written(amount)]
                bounds = [n for interval in ranges for n in (interval.low, interval.high) if n is not None]
            case m.Leaves(amount):
                written = [*_written(amount)]
            case _:
                continue
        yield from written
        # The difference between a count and 3 is 2 where the count is 5.
        yield from (bound + sum(written) for bound in bounds)


def _written(amount: m.Amount) -> Iterator[int]:
    """The numbers in an amount."""
    match amount:
        case int():
            yield amount
        case m.Combined(_, first, second):
            yield from _written(first)
            yield from _written(second)
        case _:
            return


def _having_bets(rules: BoundRules, role: str) -> Iterator[frozenset[str]]:
    """The roles of which “has a bet” is true where an irregularity happens to a party of a role, or to none.

    It is asked of that party, and of a role with one holder in any case (`observe`). Each way once in which bets
    may lie then.
    """
    bettor = rules.bettor
    if not bettor:
        yield frozenset()
        return
    bettor_role = rules.roles[bettor]
    at, anywhere = bettor_role.at, bettor_role.elsewhere or not bettor_role.at
    at_one = bool(at and rules.fixed(at))
    ways: dict[frozenset[str], None] = {}
    # Whether the party has a bet, and whether one stands at the place of bets, or at the one of them that is meant.
    for has, stands in product((False, True), repeat=2):
        having = {bettor: has, at: stands}
        if role == bettor:
            # A bet of the party stands there, unless it may stand elsewhere; what stands at one holder may be others'.
            possible = (stands or anywhere or not has) and (has or not stands or at_one)
        elif role == at:
            # Who plays with a hand of their own have the bet, and not the place at which it stands.
            possible = has == (stands and not has_own_hand(rules, role))
        else:
            possible = not has or (not role and anywhere and not has_own_hand(rules, ANYWHERE))
            having[at] = stands and at_one
        if possible:
            ways[frozenset(of for of, is_so in having.items() if is_so and of)] = None
    yield from ways


def _value(observable: m.Observable, event: str, role: str, read: Counts, moment: tuple[bool, frozenset[str]]) -> Any:
    """The value of an observable when an irregularity happens; nothing if it is not about that."""
    dealing, having_bets = moment
    match observable:
        case m.Happens(named, holder):
            return named == event and holder in ("", role)
        case m.CountOfEvents(holder, named):
            return read.get((named, holder), 0)
        case m.DealingUnderWay():
            return dealing
        case m.HasBet(holder):
            return holder in having_bets
        case _:
            return None
