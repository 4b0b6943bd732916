"""Which rule applies: conditions over readings of a round, with exceptions, gaps and conflicts.

A condition is a pure function of the readings it takes (a total, the category of a
hand, which of two hands is higher). A group of rules that answer one question is
therefore decided once for each combination of readings, and the verdict kept: the
rules are walked only when a situation is new.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lexludi.language.nodes import Construct, Node, Number, Sequence, Term
from lexludi.play.material import Material
from lexludi.play.readings import DECIDED, Getter, Readings, reading_name
from lexludi.rules.model import Condition, Rule, RuleSet
from lexludi.rules.settings import Truth

VERDICTS_KEPT = 1 << 18
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Verdict:
    """What the rules say in one situation.

    `problem` is "" when `rule` decides, else "gap" or "conflict", and `concerned`
    names the provisions that come closest, or that contradict each other.
    """

    rule: Rule | None
    provisions: tuple[str, ...]
    problem: str = ""
    concerned: tuple[str, ...] = ()


class Evaluator:
    """Decides conditions, and makes groups of rules that answer one question, under one rule set."""

    def __init__(self, rules: RuleSet, material: Material) -> None:
        self.rules = rules
        self.material = material
        self.readings = Readings(rules, material, self.condition)

    # ── Conditions ──────────────────────────────────────────────────────────

    def condition(self, condition: Condition) -> Callable[[Any, str, Any], bool]:
        """A function that says whether a condition holds."""
        readings = tuple(dict.fromkeys(readings_of(condition)))
        getters = [self.readings.getter(r) for r in readings]
        if readings == (condition,):  # a bare fact is its own reading
            return getters[0]
        known: dict[tuple[Any, ...], bool] = {}
        read = together(getters)

        def holds(state: Any, unit: str, bet: Any) -> bool:
            values = read(state, unit, bet)
            found = known.get(values)
            if found is None:
                found = self.holds(condition, dict(zip(readings, values, strict=True)))
                if len(known) < VERDICTS_KEPT:
                    known[values] = found
            return found

        return holds

    def holds(self, condition: Condition, values: dict[Node, Any]) -> bool:
        """Whether a condition holds, given the readings it takes."""
        match condition:
            case Truth(value):
                return value
            case Sequence("all_of", items):
                return all(self.holds(i, values) for i in items)
            case Sequence("any_of", items):
                return any(self.holds(i, values) for i in items)
            case Construct("negation", (inner,)):
                return not self.holds(inner, values)
            case Construct("greater" | "less" | "equal" as op, (first, second)):
                return _sign(first, second, values) == {"greater": 1, "less": -1, "equal": 0}[op]
            case Construct("category_is", (hand, Term(id=category))):
                return bool(values[Construct("category", (hand,))] == category)
            case Construct("number_is", (amount, numbers)):
                return self._is_among(values[amount], numbers, is_total=_counts_as_total(amount))
            case _:
                return bool(values[condition])

    def reasons(self, condition: Condition, values: dict[Node, Any]) -> Iterable[Node]:
        """The readings that make a condition hold, or fail: of its parts, those that do as the whole does."""
        match condition:
            case Sequence("all_of" | "any_of", items):
                whole = self.holds(condition, values)
                for item in items:
                    if self.holds(item, values) == whole:
                        yield from self.reasons(item, values)
            case Construct("negation", (inner,)):
                yield from self.reasons(inner, values)
            case _:
                yield from readings_of(condition)

    def _is_among(self, value: int | None, numbers: Sequence, *, is_total: bool) -> bool:
        if value is None:
            return False
        for number in numbers.items:
            if isinstance(number, Number):
                # With a modulus of ten, a total of «10» is zero; a count of ten is ten.
                if value == (self.material.reduced(number.value) if is_total else number.value):
                    return True
            elif number.number(0) <= value <= number.number(1):
                return True
        return False

    def group(self, rules: Iterable[Rule]) -> "Group":
        """A group of rules that answer one question."""
        return Group(self, tuple(rules))


class Group:
    """Rules that answer one question; `decide` says which applies."""

    def __init__(self, evaluator: Evaluator, rules: tuple[Rule, ...]) -> None:
        self.evaluator = evaluator
        self.rules = rules
        found = (r for rule in rules if rule.condition is not None for r in readings_of(rule.condition))
        self.readings = tuple(dict.fromkeys(found))
        self.names = tuple(map(reading_name, self.readings))
        # Takes the readings of the rules from a round, in the order of `names`.
        self.read = together([evaluator.readings.getter(r) for r in self.readings])
        self.verdicts: dict[tuple[Any, ...], Verdict] = {}

    def decide(self, values: tuple[Any, ...]) -> Verdict:
        """The verdict for readings; computed once for each combination."""
        verdict = self.verdicts.get(values)
        if verdict is None:
            verdict = self._walk(dict(zip(self.readings, values, strict=True)))
            if len(self.verdicts) < VERDICTS_KEPT:
                self.verdicts[values] = verdict
        return verdict

    def applicable(self, values: tuple[Any, ...]) -> list[Rule]:
        """Every rule whose condition holds, fallbacks aside, before exceptions."""
        by_reading = dict(zip(self.readings, values, strict=True))
        return [r for r in self.rules if not r.fallback and self._applies(r, by_reading)]

    def deciding(self, values: tuple[Any, ...]) -> tuple[str, ...]:
        """The names of the readings that decide.

        They are what makes the rules apply that prevail, or, where none does, what keeps every rule from it.
        """
        by_reading = dict(zip(self.readings, values, strict=True))
        rules = self._prevailing(by_reading) or [r for r in self.rules if not r.fallback]
        conditions = [r.condition for r in rules if r.condition is not None]
        reasons = {reason for c in conditions for reason in self.evaluator.reasons(c, by_reading)}
        return tuple(name for name, reading in zip(self.names, self.readings, strict=True) if reading in reasons)

    def told(self, values: tuple[Any, ...]) -> tuple[tuple[str, ...], tuple[Any, ...]]:
        """Readings as a trace has them, names and values: all of them, then the names of those that decide."""
        return (*self.names, DECIDED), (*values, self.deciding(values))

    def _applies(self, rule: Rule, values: dict[Node, Any]) -> bool:
        return rule.condition is None or self.evaluator.holds(rule.condition, values)

    def _walk(self, values: dict[Node, Any]) -> Verdict:
        prevailing = self._prevailing(values) or [r for r in self.rules if r.fallback]
        if not prevailing:
            return Verdict(None, (), "gap", self._closest(values))
        if len({_outcome(rule.effect) for rule in prevailing}) > 1:
            return Verdict(None, (), "conflict", _all_provisions(prevailing))
        return Verdict(prevailing[0], _all_provisions(prevailing))

    def _prevailing(self, values: dict[Node, Any]) -> list[Rule]:
        """The rules that apply and are not outranked by others that do, fallbacks aside."""
        found = [r for r in self.rules if not r.fallback and self._applies(r, values)]
        applying = {r.eid for r in found}
        return [r for r in found if self._above.get(r.eid, _NONE).isdisjoint(applying)]

    def outranks(self, first: Rule, second: Rule) -> bool:
        """Whether an exception between provisions makes the first rule prevail over the second."""
        return first.eid in self._above.get(second.eid, ())

    @cached_property
    def _above(self) -> dict[str, set[str]]:
        """For each provision with a rule of the group, those that prevail over it."""
        below: dict[str, list[str]] = {}
        for eid in dict.fromkeys(rule.eid for rule in self.rules):
            parts = eid.split("__")
            for size in range(1, len(parts) + 1):
                below.setdefault("__".join(parts[:size]), []).append(eid)
        found: dict[str, set[str]] = {}
        for precedence in self.evaluator.rules.precedences:
            for loser in below.get(precedence.loser, ()):
                found.setdefault(loser, set()).update(below.get(precedence.winner, ()))
        return found

    def _closest(self, values: dict[Node, Any]) -> tuple[str, ...]:
        """The provisions whose rules come closest to applying: most parts of their conditions hold."""
        scores = [(sum(self.evaluator.holds(part, values) for part in _parts(r.condition)), r) for r in self.rules]
        best = max((score for score, _ in scores), default=0)
        return _all_provisions(r for score, r in scores if score == best)


def _outcome(effect: Construct) -> object:
    """What an effect comes to: a win of a half is what a payoff of 1 to 2 is."""
    if effect.op in ("pays", "wins_part"):
        return "wins", effect.parts[0], effect.parts[1].value
    return effect


def _parts(condition: Condition | None) -> Iterable[Condition]:
    if isinstance(condition, Sequence) and condition.op == "all_of":
        return condition.items
    return () if condition is None else (condition,)


def _all_provisions(rules: Iterable[Rule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(eid for rule in rules for eid in rule.provisions))


def readings_of(condition: Condition) -> Iterable[Node]:
    """The readings that a condition takes."""
    match condition:
        case Truth():
            return
        case Sequence(("all_of" | "any_of"), items):
            for item in items:
                yield from readings_of(item)
        case Construct("negation", (inner,)):
            yield from readings_of(inner)
        case Construct("greater" | "less" | "equal", (first, second)):
            # Of hands, which is higher is read; of amounts, the amounts themselves.
            if _is_hand(first):
                yield Construct("compare", (first, second))
            else:
                yield from (amount for amount in (first, second) if not isinstance(amount, Number))
        case Construct("category_is", (hand, _)):
            yield Construct("category", (hand,))
        case Construct("number_is", (amount, _)):
            yield amount
        case _:
            yield condition


def together(getters: Iterable[Getter]) -> Callable[[Any, str, Any], tuple[Any, ...]]:
    """A function that takes several readings at once; what is asked in every round is spelt out."""
    match tuple(getters):
        case (a,):
            return lambda state, unit, bet: (a(state, unit, bet),)
        case a, b:
            return lambda state, unit, bet: (a(state, unit, bet), b(state, unit, bet))
        case a, b, c:
            return lambda state, unit, bet: (a(state, unit, bet), b(state, unit, bet), c(state, unit, bet))
        case a, b, c, d:
            return lambda state, unit, bet: (
                a(state, unit, bet),
                b(state, unit, bet),
                c(state, unit, bet),
                d(state, unit, bet),
            )
        case all_:
            return lambda state, unit, bet: tuple([get(state, unit, bet) for get in all_])


def _is_hand(node: Node) -> bool:
    return isinstance(node, Construct) and node.op == "hand"


def _sign(first: Node, second: Node, values: dict[Node, Any]) -> int | None:
    """1, 0 or -1 as the first operand is higher, equal or lower; nothing when one has no value."""
    if _is_hand(first):
        found: int | None = values[Construct("compare", (first, second))]
        return found
    a, b = (n.value if isinstance(n, Number) else values[n] for n in (first, second))
    return None if a is None or b is None else (a > b) - (a < b)


def _counts_as_total(amount: Node) -> bool:
    """An amount is reduced as totals are."""
    return isinstance(amount, Construct) and amount.op in ("total", "total_first", "drawn_value")
