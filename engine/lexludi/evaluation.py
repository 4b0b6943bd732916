"""Which rule applies: conditions over readings of a round, with exceptions, gaps and conflicts.

A condition is a pure function of the readings it takes (a total, the category of a
hand, which of two hands is higher). A group of rules that answer one question is
therefore decided once for each combination of readings, and the verdict kept: the
rules are walked only when a situation is new.
"""

from collections.abc import Callable, Iterable
from collections.abc import Sequence as Seq
from dataclasses import dataclass
from typing import Any

from lexludi.literals import item_of
from lexludi.material import Hand, Material
from lexludi.nodes import Construct, Node, Number, Sequence, Term
from lexludi.rules import Condition, Definition, Rule, RuleSet, under
from lexludi.settings import Truth

VERDICTS_KEPT = 1 << 18


Getter = Callable[[Any, str, Any], Any]  # (state, unit, bet) -> reading


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
    """Makes getters for readings, and decides conditions, under one rule set."""

    def __init__(self, rules: RuleSet, material: Material) -> None:
        self.rules = rules
        self.material = material
        self._definitions: dict[tuple[str, str], Definition] = {(d.role, d.status): d for d in rules.definitions}

    # ── Readings ────────────────────────────────────────────────────────────

    def unit(self, role: str) -> str:
        """The holder a role stands for: itself if there is one, else "" for the one concerned."""
        found = self.rules.roles[role]
        return role if found.kind == "one" else ""

    def getter(self, reading: Node) -> Getter:
        """A function that takes a reading from a round, for the unit and bet concerned."""
        assert isinstance(reading, Construct), reading
        make: Callable[..., Getter] = getattr(self, f"_get_{reading.op}")
        return make(*reading.parts)

    def _hand_getter(self, hand: Construct) -> Callable[[Any, str], Hand]:
        fixed = self.unit(hand.term(0))
        if fixed:
            return lambda state, unit: state.hands.get(fixed, ())
        return lambda state, unit: state.hands.get(unit, ())

    def _get_compare(self, first: Construct, second: Construct) -> Getter:
        one, two = self._hand_getter(first), self._hand_getter(second)
        strength = self.material.strength

        def compare(state: Any, unit: str, bet: Any) -> int | None:
            a, b = strength(one(state, unit)), strength(two(state, unit))
            return None if a is None or b is None else (a > b) - (a < b)

        return compare

    def _get_category(self, hand: Construct) -> Getter:
        of, category = self._hand_getter(hand), self.material.category

        def read(state: Any, unit: str, bet: Any) -> str | None:
            found = category(of(state, unit))
            return found.id if found else None

        return read

    def _get_shaped(self, hand: Construct, shape: Node) -> Getter:
        of = self._hand_getter(hand)
        return lambda state, unit, bet: self.material.has_shape(of(state, unit), shape)

    def _get_threw(self, role: Term, shape: Node) -> Getter:
        return self._get_shaped(Construct("hand", (role,)), shape)

    def _get_first_shaped(self, number: Number, role: Term, shape: Node) -> Getter:
        of, count = self._hand_getter(Construct("hand", (role,))), number.value
        has_shape = self.material.has_shape
        return lambda state, unit, bet: has_shape(of(state, unit)[:count], shape)

    def _get_with_or_better(self, hand: Construct, category: Term, item: Node) -> Getter:
        of, wanted = self._hand_getter(hand), item_of(item)
        return lambda state, unit, bet: self.material.at_least(of(state, unit), category.id, wanted)

    def _get_total(self, role: Term) -> Getter:
        fixed, total = self.unit(role.id), self.material.total
        return lambda state, unit, bet: total(state.hands.get(fixed or unit, ()))

    def _get_total_first(self, number: Number, role: Term) -> Getter:
        fixed, total, count = self.unit(role.id), self.material.total, number.value
        return lambda state, unit, bet: total(state.hands.get(fixed or unit, ())[:count])

    def _get_drawn_value(self, role: Term) -> Getter:
        fixed, number = self.unit(role.id), self.material.number

        def read(state: Any, unit: str, bet: Any) -> int | None:
            drawn = state.drawn_by.get(fixed or unit)
            return number(drawn) if drawn is not None else None

        return read

    def _get_count(self, what: Term, role: Term) -> Getter:
        fixed = self.unit(role.id)
        kinds = {s.object for s in self.rules.stocks} | {t.object for t in self.rules.thrown}
        if what.id not in kinds:
            return lambda state, unit, bet: (state.event_counts or {}).get((what.id, fixed or unit), 0)
        objects = self.material.objects
        return lambda state, unit, bet: sum(objects[i].object == what.id for i in state.hands.get(fixed or unit, ()))

    def _get_count_showing(self, role: Term, item: Node) -> Getter:
        fixed, shows = self.unit(role.id), self.material.shows
        wanted = "" if isinstance(item, Construct) else item_of(item)
        return lambda state, unit, bet: sum(shows(i, wanted or bet.naming) for i in state.hands.get(fixed or unit, ()))

    def _get_status_is(self, role: Term, status: Term) -> Getter:
        definition = self._definitions.get((role.id, status.id))
        if definition is not None:
            return self.condition(definition.condition)
        values = next((s.values for s in self.rules.statuses if s.role == role.id), (status.id,))

        def read(state: Any, unit: str, bet: Any) -> bool:
            party = bet.bettor if bet is not None and self.rules.roles[role.id].kind == "bettor" else unit
            current: str = (state.statuses or {}).get(party, {}).get(role.id, values[0])
            return current == status.id

        return read

    def _get_chose(self, role: Term, action: Term) -> Getter:
        bettor = self.rules.roles[role.id].kind == "bettor"
        fixed = self.unit(role.id)

        def read(state: Any, unit: str, bet: Any) -> bool:
            party = bet.bettor if bettor and bet is not None else fixed or unit
            return (party, action.id) in state.chosen

        return read

    def _get_has_bet(self, role: Term) -> Getter:
        return lambda state, unit, bet: any(b.unit == unit or b.bettor == unit for b in state.bets)

    def _get_drew_none(self, role: Term) -> Getter:
        fixed = self.unit(role.id)
        return lambda state, unit, bet: (fixed or unit) not in state.drawn_by

    def _get_dealt(self, thing: Term) -> Getter:
        return lambda state, unit, bet: bool(state.drawn)

    _get_was_thrown = _get_dealt

    def _get_dealing(self) -> Getter:
        return lambda state, unit, bet: state.dealing

    def _get_use_begins(self, thing: Term) -> Getter:
        return lambda state, unit, bet: state.stock.fresh

    def _get_appears(self, marker: Term) -> Getter:
        return lambda state, unit, bet: (
            state.stock.marker is not None and min(map(len, state.stock.pool.values()), default=0) <= state.stock.marker
        )

    def _get_round_over(self) -> Getter:
        return lambda state, unit, bet: state.over

    def _get_happens(self, event: Term) -> Getter:
        return lambda state, unit, bet: state.event is not None and state.event[0] == event.id

    def _get_happens_to(self, event: Term, role: Term) -> Getter:
        return lambda state, unit, bet: (
            state.event is not None and state.event[0] == event.id and role_of(state.event[1], self.rules) == role.id
        )

    def _get_bets_at_several(self, bettor: Term, role: Term) -> Getter:
        return lambda state, unit, bet: len({b.holder for b in _with(state, bet) if b.bettor == bet.bettor}) > 1

    def _get_several_bet(self, bettor: Term, role: Term) -> Getter:
        return lambda state, unit, bet: len({b.bettor for b in _with(state, bet) if b.holder == bet.holder}) > 1

    def _get_combines(self, bettor: Term) -> Getter:
        return lambda state, unit, bet: (
            len({b.bet for b in _with(state, bet) if b.holder == bet.holder and b.bettor == bet.bettor}) > 1
        )

    def _get_placed_at(self, role: Term) -> Getter:
        return lambda state, unit, bet: bool(bet.holder) and role_of(bet.holder, self.rules) == role.id

    def _get_largest_stake(self, bettor: Term) -> Getter:
        def read(state: Any, unit: str, bet: Any) -> bool:
            staked: dict[str, Any] = {}
            for own in state.bets:
                staked[own.bettor] = staked.get(own.bettor, 0) + own.stake
            return bool(staked) and staked.get(bet.bettor, 0) == max(staked.values())

        return read

    def _get_stakes_exceed(self, first: Term, second: Term, limit: Number) -> Getter:
        def read(state: Any, unit: str, bet: Any) -> bool:
            staked = {first.id: 0, second.id: 0}
            for own in _with(state, bet):
                if own.bet in staked:
                    staked[own.bet] += own.stake
            return staked[first.id] - staked[second.id] > limit.value

        return read

    def _get_number(self, value: int) -> Getter:
        return lambda state, unit, bet: value

    # ── Conditions ──────────────────────────────────────────────────────────

    def condition(self, condition: Condition) -> Callable[[Any, str, Any], bool]:
        """A function that says whether a condition holds."""
        readings = tuple(dict.fromkeys(readings_of(condition)))
        getters = [self.getter(_as_construct(r)) for r in readings]
        known: dict[tuple[Any, ...], bool] = {}

        def holds(state: Any, unit: str, bet: Any) -> bool:
            values = tuple([get(state, unit, bet) for get in getters])
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
                return self._is_among(values[amount], numbers)
            case _:
                return bool(values[condition])

    def _is_among(self, value: int | None, numbers: Sequence) -> bool:
        if value is None:
            return False
        for number in numbers.items:
            if isinstance(number, Number):
                if value == self.material.reduced(number.value):
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
        self.getters = tuple(evaluator.getter(_as_construct(r)) for r in self.readings)
        self.verdicts: dict[tuple[Any, ...], Verdict] = {}

    def read(self, state: Any, unit: str, bet: Any) -> tuple[Any, ...]:
        """The readings that the rules take, in the order of `names`."""
        return tuple([get(state, unit, bet) for get in self.getters])

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

    def _applies(self, rule: Rule, values: dict[Node, Any]) -> bool:
        return rule.condition is None or self.evaluator.holds(rule.condition, values)

    def _walk(self, values: dict[Node, Any]) -> Verdict:
        found = [r for r in self.rules if not r.fallback and self._applies(r, values)]
        prevailing = [r for r in found if not any(self.outranks(other, r) for other in found)]
        if not prevailing:
            prevailing = [r for r in self.rules if r.fallback]
        if not prevailing:
            return Verdict(None, (), "gap", self._closest(values))
        if len({rule.effect for rule in prevailing}) > 1:
            return Verdict(None, (), "conflict", _all_provisions(prevailing))
        return Verdict(prevailing[0], _all_provisions(prevailing))

    def outranks(self, first: Rule, second: Rule) -> bool:
        """Whether an exception between provisions makes the first rule prevail over the second."""
        return any(under(first.eid, p.winner) and under(second.eid, p.loser) for p in self.evaluator.rules.precedences)

    def _closest(self, values: dict[Node, Any]) -> tuple[str, ...]:
        """The provisions whose rules come closest to applying: most parts of their conditions hold."""
        scores = [(sum(self.evaluator.holds(part, values) for part in _parts(r.condition)), r) for r in self.rules]
        best = max((score for score, _ in scores), default=0)
        return _all_provisions(r for score, r in scores if score == best)


def _parts(condition: Condition | None) -> Iterable[Condition]:
    if isinstance(condition, Sequence) and condition.op == "all_of":
        return condition.items
    return () if condition is None else (condition,)


def _all_provisions(rules: Iterable[Rule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(eid for rule in rules for eid in rule.provisions))


def _with(state: Any, bet: Any) -> Iterable[Any]:
    return state.bets if bet in state.bets else [*state.bets, bet]


def role_of(unit: str, rules: RuleSet) -> str:
    """The role of a holder: of `box-3`, `box`."""
    if unit in rules.roles:
        return unit
    return unit.rpartition("-")[0]


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


def _is_hand(node: Node) -> bool:
    return isinstance(node, Construct) and node.op == "hand"


def _sign(first: Node, second: Node, values: dict[Node, Any]) -> int | None:
    """1, 0 or -1 as the first operand is higher, equal or lower; nothing when one has no value."""
    if _is_hand(first):
        found: int | None = values[Construct("compare", (first, second))]
        return found
    a, b = (n.value if isinstance(n, Number) else values[n] for n in (first, second))
    return None if a is None or b is None else (a > b) - (a < b)


def _as_construct(node: Node) -> Construct:
    return Construct("number", (node.value,)) if isinstance(node, Number) else node  # type: ignore[return-value]


def reading_name(reading: Node) -> str:
    """A stable name for a reading, e.g. `compare:dealer:player`, `total:banker`."""
    return ":".join(_name_parts(reading))


def _name_parts(node: Node) -> Seq[str]:
    match node:
        case Construct("hand", (Term(id=role),)):
            return [role]
        case Construct(op, parts):
            return [op.replace("_", "-"), *(name for part in parts for name in _name_parts(part))]
        case Sequence(items=items):
            return [name for item in items for name in _name_parts(item)]
        case Term(id=term):
            return [term]
        case Number(value):
            return [str(value)]
        case _:
            return []
