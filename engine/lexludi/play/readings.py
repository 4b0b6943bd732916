"""Readings: what rules can ask of a round, each as a function that takes it from the state."""

from collections.abc import Callable, Iterable
from collections.abc import Sequence as Seq
from functools import lru_cache
from typing import Any

from lexludi.language.nodes import Construct, Node, Number, Sequence, Term
from lexludi.play.material import HANDS_KEPT, Hand, Material
from lexludi.rules.literals import item_of
from lexludi.rules.model import Condition, Definition, RuleSet

Getter = Callable[[Any, str, Any], Any]  # (state, unit, bet) -> reading

# Among the values of a step of a trace: which of its readings decided, by name.
DECIDED = "decided"


class Readings:
    """Makes getters for readings; `condition` makes the function that decides a definition's condition."""

    def __init__(
        self, rules: RuleSet, material: Material, condition: Callable[[Condition], Callable[[Any, str, Any], bool]]
    ) -> None:
        self.rules = rules
        self.material = material
        self.condition = condition
        self._definitions: dict[tuple[str, str], Definition] = {(d.role, d.status): d for d in rules.definitions}

    def unit(self, role: str) -> str:
        """The holder a role stands for: itself if there is one, else "" for the one concerned."""
        found = self.rules.roles[role]
        return role if found.kind == "one" else ""

    def getter(self, reading: Node) -> Getter:
        """A function that takes a reading from a round, for the unit and bet concerned."""
        if isinstance(reading, Number):
            return self._get_number(reading.value)
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
        has_shape = lru_cache(HANDS_KEPT)(lambda hand: self.material.has_shape(hand, shape))
        return lambda state, unit, bet: has_shape(of(state, unit))

    def _get_threw(self, role: Term, shape: Node) -> Getter:
        return self._get_shaped(Construct("hand", (role,)), shape)

    def _get_first_shaped(self, number: Number, role: Term, shape: Node) -> Getter:
        of, count = self._hand_getter(Construct("hand", (role,))), number.value
        has_shape = lru_cache(HANDS_KEPT)(lambda hand: self.material.has_shape(hand, shape))
        return lambda state, unit, bet: has_shape(of(state, unit)[:count])

    def _get_with_or_better(self, hand: Construct, category: Term, item: Node) -> Getter:
        of, wanted = self._hand_getter(hand), item_of(item)
        return lambda state, unit, bet: self.material.at_least(of(state, unit), category.id, wanted)

    def _get_total(self, role: Term) -> Getter:
        fixed, total = self.unit(role.id), self.material.total
        if fixed:
            return lambda state, unit, bet: total(state.hands.get(fixed, ()))
        return lambda state, unit, bet: total(state.hands.get(unit, ()))

    def _get_total_first(self, number: Number, role: Term) -> Getter:
        fixed, total, count = self.unit(role.id), self.material.total, number.value
        if fixed:
            return lambda state, unit, bet: total(state.hands.get(fixed, ())[:count])
        return lambda state, unit, bet: total(state.hands.get(unit, ())[:count])

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
        return lambda state, unit, bet: bool(state.hands)

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

    def _get_largest_stake_among(self, bettor: Term, status: Term) -> Getter:
        known = next((s.values for s in self.rules.statuses if s.role == bettor.id), (status.id,))

        def read(state: Any, unit: str, bet: Any) -> bool:
            staked: dict[str, Any] = {}
            for own in state.bets:
                if (state.statuses or {}).get(own.bettor, {}).get(bettor.id, known[0]) == status.id:
                    staked[own.bettor] = staked.get(own.bettor, 0) + own.stake
            return bool(staked) and staked.get(bet.bettor, 0) == max(staked.values())

        return read

    def _get_stakes_exceed(self, first: Term, second: Term, limit: Number) -> Getter:
        def read(state: Any, unit: str, bet: Any) -> bool:
            if bet.bet != first.id:  # it does not widen the difference
                return False
            staked = {first.id: 0, second.id: 0}
            for own in _with(state, bet):
                if own.bet in staked:
                    staked[own.bet] += own.stake
            return staked[first.id] - staked[second.id] > limit.value

        return read

    def _get_number(self, value: int) -> Getter:
        return lambda state, unit, bet: value


def _with(state: Any, bet: Any) -> Iterable[Any]:
    return state.bets if bet in state.bets else [*state.bets, bet]


def role_of(unit: str, rules: RuleSet) -> str:
    """The role of a holder: of `box-3`, `box`."""
    if unit in rules.roles:
        return unit
    return unit.rpartition("-")[0]


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
