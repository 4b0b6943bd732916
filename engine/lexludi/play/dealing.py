"""What chance gives and where it goes: stocks, shuffling, dealing, burning, throwing."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter

from lexludi.base.errors import InvalidStack
from lexludi.language.nodes import Construct
from lexludi.play.material import Material
from lexludi.play.state import State, Stock
from lexludi.play.trace import RawStep
from lexludi.rules.model import RuleSet
from lexludi.rules.throws import thrower

OBJECT = ("object",)

StepFunction = Callable[[State], None]
Picker = Callable[[list[int]], tuple[int, ...]]


class _Told(dict[int, RawStep]):
    """By object, the step of the trace that tells of its being dealt to one holder; made when it first is."""

    def __init__(self, provisions: tuple[str, ...], unit: str) -> None:
        super().__init__()
        self.provisions, self.unit = provisions, unit

    def __missing__(self, thing: int) -> RawStep:
        step = self[thing] = ("dealt", self.provisions, self.unit, OBJECT, (thing,))
        return step


class Dealing:
    """The steps by which objects move; `after_draw` is called where something is due in between."""

    def __init__(self, rules: RuleSet, material: Material, after_draw: Callable[[State], None]) -> None:
        self.rules = rules
        self.material = material
        self.after_draw = after_draw

    def new_stock(self) -> Stock:
        """All objects that are drawn, before the first is."""
        return Stock({kind: pool.copy() for kind, pool in self.material.pools.items()})

    def units(self, state: State, role: str) -> list[str]:
        """The holders of a role that take part in the round, in order."""
        kind = self.rules.roles[role].kind
        if kind == "one":
            return [role]
        found = {bet.unit: None for bet in state.bets if bet.unit}
        if len(found) < 2:
            return list(found)
        # A bettor's own hand comes where the first of their bets stands, not by their name.
        return sorted(found, key=lambda unit: min(place(b.holder or unit) for b in state.bets if b.unit == unit))

    def units_of(self, roles: tuple[str, ...]) -> Callable[[State], tuple[str, ...]]:
        """A function that gives the holders of some roles that take part in a round, in order."""
        if all(self.rules.roles[role].kind == "one" for role in roles):
            return lambda state: roles
        return lambda state: tuple([unit for role in roles for unit in self.units(state, role)])

    # ── Chance ──────────────────────────────────────────────────────────────

    def take(self, state: State, kind: str, count: int, unit: str = "") -> list[int]:
        """Objects of a kind from its stock, in the order they come; `unit` is whom they are for, if anybody.

        Raises:
            InvalidStack: there are not as many, or those given are of another kind.
        """
        if state.given is not None:
            things = [self._next_given(state, kind, len(state.drawn) + i, unit) for i in range(count)]
        else:
            things = _shuffled(state, kind, count)
        state.drawn.extend(things)
        return things

    def draw(self, state: State, kind: str, unit: str) -> int:
        """One object of a kind from its stock, to a holder."""
        thing = self.take(state, kind, 1, unit)[0]
        state.hands[unit] = (*state.hands.get(unit, ()), thing)
        return thing

    def _next_given(self, state: State, kind: str, place: int, unit: str) -> int:
        assert state.given is not None
        if place >= len(state.given):
            raise InvalidStack("stack-too-short", given=len(state.given), kind=kind, holder=unit)
        thing = state.given[place]
        if self.material.objects[thing].object != kind:
            raise InvalidStack("wrong-kind-of-object", text=self.material.objects[thing].symbol)
        return thing

    # ── Steps ───────────────────────────────────────────────────────────────

    def step_shuffle(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        """Shuffle: told, not done; the stock is shuffled as it is dealt."""
        raw = ("shuffled", provisions, effect.term(0), ("kind",), (effect.term(1),))
        return lambda state: state.trace.append(raw)

    def step_perform(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        """Something that is done and told, such as a cut."""
        raw = ("performed", provisions, effect.term(0), ("action",), (effect.term(1),))
        return lambda state: state.trace.append(raw)

    def step_place_marker(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        """Place a marker above the last objects of the stock."""
        marker, above = effect.term(0), effect.number(1)

        def step(state: State) -> None:
            state.stock.marker = above
            state.trace.append(("marker-placed", provisions, "", ("marker", "count"), (marker, above)))

        return step

    def step_burn(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        """Remove a number of objects from play."""
        count, kind = effect.number(0), effect.term(1)

        def step(state: State) -> None:
            things = tuple(self.take(state, kind, count))
            state.trace.append(("burned", provisions, "", ("objects",), (things,)))

        return step

    def step_burn_by_first(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        """Remove one object, and as many more as it counts."""
        return self._burn_by_first(effect, provisions, 0)

    def step_burn_with_first(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        """Remove as many objects as the first one counts, itself included."""
        return self._burn_by_first(effect, provisions, 1)

    def _burn_by_first(self, effect: Construct, provisions: tuple[str, ...], included: int) -> StepFunction:
        kind, instead = effect.term(0), effect.parts[1].value if effect.parts[1] is not None else 0

        def step(state: State) -> None:
            first = self.take(state, kind, 1)
            count = self.material.number(first[0]) or instead
            things = (*first, *self.take(state, kind, max(count - included, 0)))
            state.trace.append(("burned", provisions, "", ("objects",), (things,)))

        return step

    def step_deal(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        """Deal in a pattern to holders, one batch at a time, until each has as many as the rule says."""
        recipients, batch, kind = effect.parts[0].items, effect.number(1), effect.term(2)
        face_up, count = effect.parts[3].op == "face_up", effect.number(4)
        roles = [r.term(0) if isinstance(r, Construct) else r.id for r in recipients]
        units_of = self.units_of(tuple(roles))
        objects = self.material.objects

        @cache
        def pattern(
            units: tuple[str, ...], missing: tuple[int, ...]
        ) -> tuple[list[str], list[_Told], list[tuple[str, Picker]]]:
            """Who receives each object, as steps of the trace too, and for each holder the places of its own."""
            order = [
                unit
                for dealt in range(0, count, batch)
                for unit, own in zip(units, missing, strict=True)
                for _ in range(min(batch, own - dealt))
            ]
            told = {unit: _Told(provisions, unit) for unit in units}
            places = [(unit, [i for i, to in enumerate(order) if to == unit]) for unit in units]
            return order, [told[unit] for unit in order], [(unit, _picker(own)) for unit, own in places]

        def step(state: State) -> None:
            units, hands = units_of(state), state.hands
            # Until each has so many: who has some already receives what is missing.
            missing = tuple([count - sum(objects[i].object == kind for i in hands.get(unit, ())) for unit in units])
            order, tellings, own = pattern(units, missing)
            if face_up:
                state.face_up.update(units)
            if state.scheduled or _runs_out(state, len(order)):
                self._deal_watched(state, kind, order, provisions)
                return
            things = self.take(state, kind, len(order))
            state.trace.extend([telling[thing] for telling, thing in zip(tellings, things, strict=True)])
            for unit, pick in own:
                hands[unit] = hands.get(unit, ()) + pick(things)

        return step

    def _deal_watched(self, state: State, kind: str, order: list[str], provisions: tuple[str, ...]) -> None:
        """Deal one object at a time, where irregularities are due in between or the given objects run out."""
        state.dealing = True
        for unit in order:
            thing = self.draw(state, kind, unit)
            state.trace.append(("dealt", provisions, unit, OBJECT, (thing,)))
            self.after_draw(state)
            if state.over:
                return
        state.dealing = False

    def step_throw(self, effect: Construct, provisions: tuple[str, ...]) -> StepFunction:
        """Throw objects; what they show replaces what they showed before."""
        holder, kind = effect.term(0), effect.term(1)
        party = thrower(holder)
        faces, count = self.material.faces[kind], self.material.throws[kind]

        def step(state: State) -> None:
            hand = []
            for _ in range(count):
                if state.given is not None:
                    thing = self._next_given(state, kind, len(state.drawn), party)
                else:
                    thing = faces[state.rng.randrange(len(faces))]  # type: ignore[union-attr]
                state.drawn.append(thing)
                hand.append(thing)
            state.hands[holder] = tuple(hand)
            state.face_up.add(holder)
            state.trace.append(("thrown", provisions, party, ("objects",), (tuple(hand),)))
            self.after_draw(state)

        return step


def _runs_out(state: State, count: int) -> bool:
    """Whether fewer objects than that are given; then it matters who receives the last of them."""
    return state.given is not None and len(state.given) < len(state.drawn) + count


def _picker(places: list[int]) -> Picker:
    """A function that picks the things at some places of a list."""
    if len(places) < 2:
        return lambda things: tuple([things[i] for i in places])
    return itemgetter(*places)


def _shuffled(state: State, kind: str, count: int) -> list[int]:
    """The next objects of a stock that is shuffled as it is dealt: steps of a Fisher-Yates shuffle."""
    pool = state.stock.pool[kind]
    left = len(pool)
    if count > left:
        raise InvalidStack("stock-exhausted", kind=kind)
    assert state.rng is not None
    getrandbits, last = state.rng.getrandbits, pool.pop
    out = []
    for _ in range(count):
        bits = left.bit_length()
        place = getrandbits(bits)
        while place >= left:
            place = getrandbits(bits)
        left -= 1
        thing = last()
        if place < left:
            thing, pool[place] = pool[place], thing
        out.append(thing)
    return out


def place(unit: str) -> tuple[str, int]:
    """The order of holders: by role, then by number."""
    role, _, number = unit.rpartition("-")
    return (role, int(number)) if number.isdigit() else (unit, 0)
