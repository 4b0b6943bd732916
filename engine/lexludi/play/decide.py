"""Verdicts: which rule applies; conditions over observables, with exceptions, gaps and conflicts.

A condition is a pure function of the observables it reads (a total, the category of a hand,
which of two hands is higher). A question is a group of rules of which one is to decide.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar, assert_never

from lexludi.base.frozen import dataclass
from lexludi.play.hands import Hands
from lexludi.play.material import Material
from lexludi.play.observe import Observer, Read
from lexludi.play.plan import Unit
from lexludi.play.round_state import CONFLICT, DECIDED, GAP, Bet, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, observables_of, resolved
from lexludi.rules.grounds import by_reading
from lexludi.rules.model import under

E = TypeVar("E", covariant=True)

Observables = tuple[m.Observable, ...]

# Answers that each cache keeps: a bound, since rounds may be played without end.
ANSWERS_KEPT = 1 << 16


@dataclass(frozen=True)
class Verdict(Generic[E]):
    """The answer of the rules in one situation.

    `problem` is "" when `rule` decides, else "gap" or "conflict"; then `provisions` names
    those that come closest, or that contradict each other. Of those that decide, each is
    a ground (`rules.grounds`): one that only a reading applies says by which.
    """

    rule: BoundRule[E] | None
    provisions: tuple[str, ...]
    problem: str = ""


class OtherRules(NamedTuple, Generic[E]):
    """The rules that answer a question under another value of a reading."""

    reading: str
    rules: tuple[BoundRule[E], ...]


class Question(Generic[E]):
    """Rules that answer one question.

    `others` are those of other readings: where one of them leaves the question open, it is
    only by the reading taken that rules decide. `conditions` are those of all of them,
    `observables` what these read, each once, in the order written, `of_category` those of them that
    ask of what category hands are, and `resolved` the same with definitions replaced by what they read in their turn.
    """

    def __init__(self, judge: "Judge", rules: Iterable[BoundRule[E]], others: Iterable[OtherRules[E]] = ()) -> None:
        self.judge = judge
        self.rules = tuple(rules)
        # Most readings bear on other questions: of this one they have the same rules, and need not be asked.
        self.others = tuple(other for other in others if other.rules != self.rules)
        # What other readings ask is read as well, so that one tuple of values answers under all of them.
        asked = (*self.rules, *(r for other in self.others for r in other.rules))
        self.conditions = tuple(dict.fromkeys(r.condition for r in asked))
        self.observables = tuple(dict.fromkeys(o for condition in self.conditions for o in observables_of(condition)))
        self.of_category = tuple(o for o in self.observables if isinstance(o, m.OF_CATEGORY))
        self.resolved, values = judge.values(self.observables)
        self.names = tuple(o.name for o in self.observables)
        # Of values as a trace has them: all that were read, then the names of those that decided.
        self.told_names = (*self.names, DECIDED)
        self._readers = [judge.observer.reader(o) for o in self.resolved]
        # Functions of what was read: the values of the observables; and of these the verdict, every rule whose
        # condition holds, fallbacks aside, before exceptions, and what a trace has of them. Kept, since round after
        # round asks of the same few values.
        keep = lru_cache(ANSWERS_KEPT)
        self.values: Callable[[tuple[Any, ...]], tuple[Any, ...]] = keep(values)
        self.decide: Callable[[tuple[Any, ...]], Verdict[E]] = keep(self._decide)
        self.speaking: Callable[[tuple[Any, ...]], tuple[BoundRule[E], ...]] = keep(self._speaking)
        self.applying: Callable[[tuple[Any, ...]], tuple[BoundRule[E], ...]] = keep(self._applying)
        self.told: Callable[[tuple[Any, ...]], tuple[Any, ...]] = keep(self._told)
        if judge.asked is not None:
            self._share(judge.asked)

    def _share(self, asked: dict[object, "Question[Any]"]) -> None:
        """Have the rules and the verdicts of the first question that the same rules answer."""
        # Equal rules of different sentences, or there for different readings, are told apart by whoever cites them.
        cited = tuple((rule.span, rule.readings) for rule in self.rules)
        first = asked.setdefault((self.rules, cited, self.others, self.judge.rules.precedences), self)
        self.rules, self.decide, self.speaking = first.rules, first.decide, first.speaking
        self.applying, self.told = first.applying, first.told

    def read_resolved(self, state: State, unit: Unit, bet: Bet | None) -> tuple[Any, ...]:
        """The values of the observables in a round, definitions resolved, for the party and the bet concerned."""
        return tuple([read(state, unit, bet) for read in self._readers])

    def read(self, state: State, unit: Unit, bet: Bet | None) -> tuple[Any, ...]:
        """The values of the observables in a round, for the party and the bet concerned."""
        return self.values(self.read_resolved(state, unit, bet))

    def _by_observable(self, values: tuple[Any, ...]) -> Mapping[m.Observable, Any]:
        return dict(zip(self.observables, values, strict=True))

    def is_said(self, rule: BoundRule[E]) -> bool:
        """True of a rule that its provisions state: not where another reading has all others, and not that one."""
        return not any(rule not in o.rules and all(r in self.rules for r in o.rules) for o in self.others)

    def _decide(self, values: tuple[Any, ...]) -> Verdict[E]:
        read = self._by_observable(values)
        deciding = self.prevailing(self.speaking(values))
        if not deciding:
            return Verdict(None, self._closest(read), GAP)
        provisions = provisions_of(deciding)
        # Several rules that say the same do not contradict each other; all of them are cited.
        if any(rule.effect != deciding[0].effect for rule in deciding):
            return Verdict(None, provisions, CONFLICT)
        return Verdict(deciding[0], self._grounds(provisions, read))

    def _grounds(self, provisions: tuple[str, ...], values: Mapping[m.Observable, Any]) -> tuple[str, ...]:
        """The provisions of rules that decide; with the readings, where no rule decides under another value."""
        readings = dict.fromkeys(o.reading for o in self.others if not any(_applies(r, values) for r in o.rules))
        return tuple(by_reading(eid, name) for name in readings for eid in provisions) or provisions

    def _speaking(self, values: tuple[Any, ...]) -> tuple[BoundRule[E], ...]:
        """The rules that speak in a situation, before exceptions."""
        # «In every other case» speaks only where no rule with a condition of its own applies.
        applying = self.applying(values)
        return applying if self.prevailing(applying) else tuple(r for r in self.rules if r.fallback)

    def prevailing(self, applying: Collection[BoundRule[E]]) -> list[BoundRule[E]]:
        """The rules over which no other that applies prevails."""
        # A rule that is outranked still outranks others: of exceptions in a chain only the first is left, whatever it
        # says of the last.
        left = [r for r in applying if not any(self.outranks(other, r) for other in applying)]
        # What must be done is allowed, and a permission lifts no prohibition unless it is said to prevail over it: it
        # yields to both by itself, but only to what no exception has set aside.
        return [r for r in left if not _permits(r)] or left

    def _applying(self, values: tuple[Any, ...]) -> tuple[BoundRule[E], ...]:
        read = self._by_observable(values)
        return tuple(r for r in self.rules if not r.fallback and (r.condition is None or holds(r.condition, read)))

    def applying_to(self, state: State, unit: Unit, bet: Bet | None) -> tuple[BoundRule[E], ...]:
        """Every rule whose condition holds in a round, fallbacks aside, before exceptions."""
        return self.applying(self.read(state, unit, bet))

    def outranks(self, first: BoundRule[E], second: BoundRule[E]) -> bool:
        """An exception between provisions makes the first rule prevail."""
        precedences = self.judge.rules.precedences
        return any(under(first.eid, p.winner) and under(second.eid, p.loser) for p in precedences)

    def _told(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values, and what makes the prevailing rules apply, or, where none does, keeps every rule from it."""
        read = self._by_observable(values)
        rules = self.prevailing(self.applying(values)) or [r for r in self.rules if not r.fallback]
        reasons = {o for r in rules if r.condition is not None for o in reasons_of(r.condition, read)}
        return (*values, tuple(o.name for o in self.observables if o in reasons))

    def ranking(self, values: tuple[Any, ...]) -> Iterator[str]:
        """The roles whose hands decide by their category, as a trace has it."""
        *_, decided = self.told(values)
        return (role for observable in self.of_category if observable.name in decided for role in observable.roles)

    def _closest(self, values: Mapping[m.Observable, Any]) -> tuple[str, ...]:
        """The provisions whose rules come closest to applying: most parts of their conditions hold."""
        # A number of parts, not a share of them: a long condition that nearly holds is closer than a short one.
        scores = [(sum(holds(part, values) for part in _parts(r.condition)), r) for r in self.rules]
        best = max((score for score, _ in scores), default=0)
        return provisions_of(r for score, r in scores if score == best)


def _permits(rule: BoundRule[E]) -> bool:
    return isinstance(rule.effect, m.Norm) and rule.effect.modality is m.Modality.MAY


class Judge:
    """Decides conditions and questions of rounds under bound rules.

    `like` is material whose objects, where they are the same, have the same indices. `asked` are the questions
    put to judges before this one: where the same rules answer, verdicts once given serve again.
    """

    def __init__(
        self, rules: BoundRules, like: Material | None = None, asked: dict[object, Question[Any]] | None = None
    ) -> None:
        self.rules = rules
        self.asked = asked
        self.hands = Hands(rules, like)
        self.observer = Observer(rules, self.hands, self.test)
        self._answers: dict[m.Condition, tuple[Observables, Callable[[tuple[Any, ...]], bool]]] = {}

    def test(self, condition: m.Condition) -> Read:
        """A function that says of a round, a party and a bet that a condition holds."""
        # A guard that reads a single observable needs neither a tuple of values nor a cache.
        if isinstance(condition, m.Fact):
            fact = self.observer.reader(condition.observable)
            return lambda state, unit, bet: bool(fact(state, unit, bet))
        observables, answer = self.answer(condition)
        readers = [self.observer.reader(o) for o in observables]
        return lambda state, unit, bet: answer(tuple([read(state, unit, bet) for read in readers]))

    def answer(self, condition: m.Condition) -> tuple[Observables, Callable[[tuple[Any, ...]], bool]]:
        """The observables of a condition, definitions resolved, and its truth, as a function of their values."""
        if condition not in self._answers:
            observables = tuple(dict.fromkeys(observables_of(condition)))
            read, values = self.values(observables)

            # Definitions are asked for with every bet that is settled, and mostly of the same few values.
            @lru_cache(ANSWERS_KEPT)
            def answer(observed: tuple[Any, ...]) -> bool:
                return holds(condition, dict(zip(observables, values(observed), strict=True)))

            self._answers[condition] = read, answer
        return self._answers[condition]

    def values(self, observables: Observables) -> tuple[Observables, Callable[[tuple[Any, ...]], tuple[Any, ...]]]:
        """Observables with definitions replaced by what they read, and their own values as a function of the values."""
        read = tuple(dict.fromkeys(resolved(observables, self.rules)))
        if read == observables:
            return read, lambda observed: observed
        places = {observable: place for place, observable in enumerate(read)}
        parts = [self._value(observable, places) for observable in observables]
        return read, lambda observed: tuple([part(observed) for part in parts])

    def _value(self, observable: m.Observable, places: Mapping[m.Observable, int]) -> Callable[[tuple[Any, ...]], Any]:
        # By way of `answer` definitions may rely on others; soundness has refused any circle, so that this ends.
        if not isinstance(observable, m.IsDefined):
            return itemgetter(places[observable])
        read, answer = self.answer(self.rules.definitions[observable.role, observable.status].condition)
        needed = [places[asked] for asked in read]
        return lambda observed: answer(tuple([observed[place] for place in needed]))


def holds(condition: m.Condition, values: Mapping[m.Observable, Any]) -> bool:
    """A condition holds, given the values of the observables that it reads."""
    match condition:
        case m.Always(value):
            return value
        case m.AllOf(items):
            return all(holds(item, values) for item in items)
        case m.AnyOf(items):
            return any(holds(item, values) for item in items)
        case m.Not(inner):
            return not holds(inner, values)
        case m.Fact(observable):
            return bool(values[observable])
        case m.Stands(observable, sign):
            # Of a hand without category the order is nothing, which equals no sign.
            return bool(values[observable] == sign)
        case m.CategoryIs(observable, category):
            return bool(values[observable] == category)
        case m.Compare(first, second, sign):
            a, b = amount_of(first, values), amount_of(second, values)
            # Of an amount that is nothing (nobody drew, none is kept yet) no comparison holds, not even equality.
            return a is not None and b is not None and (a > b) - (a < b) == sign
        case m.Leaves(amount, divisor, remainder):
            number = amount_of(amount, values)
            return number is not None and number % divisor == remainder
        case m.InRanges(amount, ranges):
            number = amount_of(amount, values)
            return number is not None and any(number in span for span in ranges)
        case m.AllSame() | m.AllDifferent() | m.InRuns() | m.IsRun() | m.InSequence():
            raise AssertionError(condition)  # of a hand alone: `Hands.has_shape`
        case m.Alike() | m.AlikeOrMore() | m.TwoAlike() | m.Showing() | m.AllShowing():
            raise AssertionError(condition)  # of a hand alone: `Hands.has_shape`
    assert_never(condition)


def reasons_of(condition: m.Condition, values: Mapping[m.Observable, Any]) -> Iterable[m.Observable]:
    """The observables that make a condition hold, or fail: of its parts, those that do as the whole does."""
    match condition:
        case m.AllOf(items) | m.AnyOf(items):
            # A conjunction is true by all of its parts and false by those that fail, a disjunction the other way round.
            whole = holds(condition, values)
            for item in items:
                if holds(item, values) == whole:
                    yield from reasons_of(item, values)
        case m.Not(inner):
            yield from reasons_of(inner, values)
        case _:
            yield from observables_of(condition)


def amount_of(amount: m.Amount, values: Mapping[m.Observable, Any]) -> int | None:
    """The number that an amount comes to; nothing where one that is read is nothing."""
    match amount:
        case int():
            return amount
        case m.Combined(by, first, second):
            one, two = amount_of(first, values), amount_of(second, values)
            return None if one is None or two is None else _combined(by, one, two)
        case _:
            number: int | None = values[amount]
            return number


def _combined(by: m.Arithmetic, one: int, two: int) -> int:
    match by:
        case m.Arithmetic.SUM:
            return one + two
        case m.Arithmetic.DIFFERENCE:
            return abs(one - two)
        case m.Arithmetic.LARGER:
            return max(one, two)
        case m.Arithmetic.SMALLER:
            return min(one, two)
    assert_never(by)


def _parts(condition: m.Condition | None) -> tuple[m.Condition, ...]:
    match condition:
        case None:
            return ()
        case m.AllOf(items):
            return items
        case _:
            return (condition,)


def _applies(rule: BoundRule[Any], values: Mapping[m.Observable, Any]) -> bool:
    return rule.fallback or rule.condition is None or holds(rule.condition, values)


def provisions_of(rules: Iterable[BoundRule[Any]]) -> tuple[str, ...]:
    """The provisions of some rules, each once, in their order."""
    return tuple(dict.fromkeys(eid for rule in rules for eid in rule.provisions))
