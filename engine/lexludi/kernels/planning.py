"""Planning: from the steps of a decided rule set to the plan of a kernel, with its tables filled."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement, permutations, product
from operator import mul
from typing import Any

from lexludi.evaluation import readings_of
from lexludi.kernels.book import Effects, opening, place_of
from lexludi.kernels.core import Core
from lexludi.kernels.course import resolved
from lexludi.kernels.memory import Memories, NotCompiled
from lexludi.kernels.plan import (
    Ask,
    Begin,
    Burn,
    Grow,
    Held,
    Note,
    Plan,
    Provisions,
    Repeat,
    Reveal,
    Settle,
    Step,
    Stop,
    Take,
    Thrown,
    Turn,
    flat,
)
from lexludi.kernels.queries import Query, Scene, held_by, is_of_hands
from lexludi.kernels.settling import Settling
from lexludi.kernels.choosing import Choosing, choice_query
from lexludi.literals import item_of  # noqa: F401
from lexludi.nodes import Construct, Node, Term, walk
from lexludi.objects import Objects
from lexludi.rules import Rule, RuleSet, under
from lexludi.settlement import unsettled
from lexludi.state import Money

MAX_TABLE = 300_000

_READ_BY_COURSE = frozenset("dealt was_thrown".split())


class Planner:
    """Walks the steps once, as a round would, and keeps what can be the case at each."""

    def __init__(self, rules: RuleSet, choosing: Choosing, stake: Money, *, traced: bool, begins: bool) -> None:
        self.core = Core(rules)
        self.rules = rules
        self.traced = traced
        self.choosing = choosing
        self.place = place_of(self.core)
        self.effects = Effects(self.core, self.place, stake)
        self.settled: set[int] = set()
        self.numbered = 0
        self.stocks = {s.object for s in rules.stocks}
        self.alphabet = self._alphabet()
        whole = choosing.holders(self.core)
        readings = self._readings()
        everything = Objects(self.core.material, [r for own in readings.values() for r in own]) if whole else None
        self.memories = {
            unit: Memories(self.core, unit, own, everything if unit in whole else None)
            for unit, own in readings.items()
        }
        books = [opening(rules)]
        self.scene = Scene(self.core, self.place, stake, self.memories, books, {0}, fresh=begins)
        self.settling = Settling(self.core, self.scene, self.settled)

    def plan(self) -> Plan:
        """The plan.

        Raises:
            NotCompiled: the rules ask for something that is not planned.
            UnsettledCase: what is certain to be reached is not decided.
        """
        steps = list(self._block(0, len(self.rules.steps)))
        steps.extend(self.settling.rest())
        self.scene.over = True
        steps.extend(self._closings())
        material = self.core.material
        kinds = [*material.pools, *material.faces]
        first = {kind: min(self.alphabet[kind]) for kind in kinds}
        found = flat(steps)
        asked = any(isinstance(s, (Ask, Settle)) and s.query.by_book for s in found)
        has_books = asked or any(isinstance(s, Turn) and len(s.told) > 1 for s in found)
        return Plan(
            steps=steps,
            bets=self.scene.books[0].stands,
            first=first,
            objects={kind: len(self.alphabet[kind]) for kind in kinds},
            stocks={k: [pool.count(t) for t in self.alphabet[k]] for k, pool in material.pools.items()},
            faces={kind: len(faces) for kind, faces in material.faces.items()},
            numbers={kind: [material.number(t) for t in self.alphabet[kind]] for kind in kinds},
            units=tuple(u for u in self.memories if u in self.scene.born),
            books=len(self.scene.books) if has_books else 1,
            title=self.rules.metadata.work or self.rules.metadata.title,
        )

    def _alphabet(self) -> dict[str, list[int]]:
        material = self.core.material
        return {
            **{kind: sorted(set(pool)) for kind, pool in material.pools.items()},
            **{kind: list(faces) for kind, faces in material.faces.items()},
        }

    # ── What is read ────────────────────────────────────────────────────────

    def _readings(self) -> dict[str, list[Construct]]:
        """For each holder of a hand, the readings that some question takes of it."""
        out: dict[str, dict[Construct, None]] = {unit: {} for unit in self._holders()}
        for unit, asked in self._asked():
            for reading in resolved(self.core, asked):
                if isinstance(reading, Construct) and is_of_hands(self.core, reading):
                    for holder in held_by(self.core, reading, unit):
                        if holder in out:
                            out[holder][reading] = None
        return {unit: list(found) for unit, found in out.items()}

    def _holders(self) -> list[str]:
        found: dict[str, None] = {}
        for rule in self.rules.steps:
            effect = rule.effect
            if effect.op == "deal":
                found.update(dict.fromkeys(self.core.recipients(effect)))
            elif effect.op == "throw" or effect.op.startswith("comply"):
                found[self.core.holder(effect.term(0))] = None
            elif effect.op.startswith("choose"):
                found[self.core.unit] = None
        return list(found)

    def _asked(self) -> Iterator[tuple[str, Iterable[Node]]]:
        """The readings of each question, and the holder whom the question concerns."""
        settlement = self.core.settlement
        for groups in (settlement.outcomes, settlement.commissions):
            for group in groups.values():
                yield self.core.unit, group.readings
        for rule in self.rules.steps:
            effect = rule.effect
            if rule.condition is not None:
                yield "", readings_of(rule.condition)
            if effect.op.startswith("comply"):
                yield self.core.holder(effect.term(0)), self.core.norms[effect.term(0), effect.term(1)].readings
            if effect.op.endswith("_until"):
                yield self.core.holder(effect.term(0)), readings_of(effect.parts[-1])
            if effect.op == "repeat":
                yield "", readings_of(effect.parts[1])
            if effect.op.startswith("choose"):
                yield self.core.unit, self.choosing.readings(self.core, effect)
            if effect.op == "reveal" and self.traced:
                yield self.core.holder(effect.parts[0].term(0)), [self._revealed(effect)]

    def _revealed(self, effect: Construct) -> Construct:
        """What is told of a hand when it is turned up."""
        hand = effect.parts[0]
        return Construct("category", (hand,)) if self.rules.categories else Construct("total", (hand.parts[0],))

    # ── Steps ───────────────────────────────────────────────────────────────

    def _block(self, low: int, high: int) -> Iterator[Step]:
        """The steps of rules `low` to `high`."""
        index = low
        while index < high:
            back = self._repetition(index, high)
            if back is not None:
                yield from self._repeated(index, back)
                index = back + 1
                continue
            rule = self.rules.steps[index]
            index += 1
            yield from self._guarded(rule)
            if rule.effect.op == "round_ends" and self._is_certain(rule):
                return

    def _repetition(self, index: int, high: int) -> int | None:
        """The last step that goes back to a step."""
        for back in range(high - 1, index - 1, -1):
            effect = self.rules.steps[back].effect
            if effect.op == "repeat":
                target = effect.parts[0].target
                if next(i for i, r in enumerate(self.rules.steps) if under(r.eid, target)) == index:
                    return back
        return None

    def _is_certain(self, rule: Rule) -> bool:
        return rule.condition is None or self._static(rule) is True

    def _static(self, rule: Rule) -> bool | None:
        """Whether the condition of a step holds, where that does not depend on the round."""
        assert rule.condition is not None
        query = Query(self.scene, "", readings_of(rule.condition), lambda view: view.holds(rule.condition, None))  # type: ignore[arg-type]
        answers = set(query.answers)
        self._require_stock(rule)
        return answers.pop() if len(answers) == 1 else None

    def _require_stock(self, rule: Rule) -> None:
        """Nothing here counts what is left of a stock; where a marker may appear in one round, that is needed."""
        asked = any(isinstance(n, Construct) and n.op == "appears" for n in walk(rule.condition))  # type: ignore[arg-type]
        if asked and self.scene.marker is not None:
            left = min(len(p) for p in self.core.material.pools.values()) - self._most_taken()
            if left <= self.scene.marker:
                raise NotCompiled("appears")

    def _most_taken(self) -> int:
        return 64 + sum(r.effect.parts[0].value for r in self.rules.steps if r.effect.op == "burn")

    def _guarded(self, rule: Rule) -> Iterator[Step]:
        if rule.condition is None:
            yield from self._step(rule)
            return
        certain = self._static(rule)
        if certain is not None:
            if certain:
                yield from self._step(rule)
            return
        if rule.effect.op in ("settle", "round_ends", "throw", "deal", "bets_open"):
            raise NotCompiled("guarded-step")
        condition = rule.condition
        query = Query(self.scene, "", readings_of(condition), lambda view: view.holds(condition, None))
        before = set(self.scene.current)
        branch = list(self._step(rule))
        self.scene.current |= before
        yield Ask(query, {False: [], True: branch}, rule.provisions)

    def _step(self, rule: Rule) -> Iterator[Step]:
        make: Callable[[Construct, Provisions], Iterator[Step]] | None
        make = getattr(self, f"_plan_{rule.effect.op}", None)
        if make is None:
            raise NotCompiled(rule.effect.op)
        yield from self.settling.due(rule.effect, traced=self.traced)
        yield from make(rule.effect, rule.provisions)

    def _note(self, provisions: Provisions, step: str, party: str = "", /, **values: Any) -> Iterator[Step]:
        yield Note((step, provisions, party, tuple(values), tuple(values.values())), provisions)

    def _plan_bets_open(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        return self._note(by, "bets-open")

    def _plan_shuffle(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        return self._note(by, "shuffled", effect.term(0), kind=effect.term(1))

    def _plan_perform(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        return self._note(by, "performed", effect.term(0), action=effect.term(1))

    def _plan_place_marker(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        self.scene.marker = effect.number(1)
        return self._note(by, "marker-placed", marker=effect.term(0), count=effect.number(1))

    def _plan_burn(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        yield Burn(effect.term(1), effect.number(0), False, by)

    def _plan_burn_by_first(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        yield Burn(effect.term(0), effect.parts[1].value if effect.parts[1] is not None else 0, True, by)

    def _plan_demonstrate(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        if effect.number(0):
            if self.traced:
                raise NotCompiled("demonstrate")
            self.scene.fresh = False
        return iter(())

    def _plan_round_ends(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        return self._note(by, "round-ended")

    def _plan_reveal(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        unit = self.core.holder(effect.parts[0].term(0))
        if unit not in self.scene.born:
            return
        self.scene.open_hands.add(unit)
        if not self.traced:
            return
        reading, memories = self._revealed(effect), self.memories[unit]
        query = Query(self.scene, unit, [reading], lambda view: view.value(reading, None))
        values = [query.answers[part] for part in query.parts[unit]] if unit in query.parts else [query.answers[0]]
        cited = {c.id: (*by, c.eid) for c in self.rules.categories}
        told = [(cited.get(v, by) if self.rules.categories else by, v) for v in values]
        assert len(told) == len(memories), unit
        yield Reveal(unit, ("objects", reading.op), told, by)

    def _plan_settle(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        self.settling.settle(tuple(term.id for term in effect.parts[0].items), by)
        return iter(())

    # ── Objects ─────────────────────────────────────────────────────────────

    def _take(self, kind: str, unit: str, step: tuple[str, Provisions, str] | None, *, thrown: bool = False) -> Take:
        self.numbered += 1
        read = unit in self.memories and bool(self.memories[unit].parts)
        return Take(self.numbered, kind, thrown, read, step)

    def _plan_deal(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        units, kind = self.core.recipients(effect), effect.term(2)
        batch, count = effect.number(1), effect.number(4)
        sizes = [min(batch, count - dealt) for dealt in range(0, count, batch)]
        taken: dict[str, list[int]] = {unit: [] for unit in units}
        for unit in (unit for size in sizes for unit in units for _ in range(size)):
            take = self._take(kind, unit, ("dealt", by, unit))
            taken[unit].append(take.number)
            yield take
        if effect.parts[3].op == "face_up":
            self.scene.open_hands.update(units)
        for unit in dict.fromkeys(units):
            yield from self._grown(unit, tuple(taken[unit]), kind, by, drawn=False, new=False)

    def _plan_throw(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        unit, kind = effect.term(0), effect.term(1)
        takes = [self._take(kind, unit, None, thrown=True) for _ in range(self.core.material.throws[kind])]
        yield from takes
        yield from self._grown(unit, tuple(t.number for t in takes), kind, by, drawn=False, new=True)
        yield Thrown(unit, by)
        self.scene.open_hands.add(unit)

    def _draw(self, unit: str, kind: str, by: Provisions, growing: Callable[[int], bool]) -> Iterator[Step]:
        take = self._take(kind, unit, ("drawn", by, unit))
        yield take
        yield from self._grown(unit, (take.number,), kind, by, drawn=True, new=False, growing=growing)

    def _grown(
        self,
        unit: str,
        taken: tuple[int, ...],
        kind: str,
        by: Provisions,
        *,
        drawn: bool,
        new: bool,
        growing: Callable[[int], bool] = lambda memory: True,
    ) -> Iterator[Step]:
        """What is remembered of a hand after it has received objects, all at once if the table allows."""
        yield Held(unit, taken, new or unit not in self.scene.born)
        memories = self.memories[unit]
        if not memories.parts:
            if not len(memories):
                memories.number(memories.start)
            fresh = new or unit not in self.scene.born
            self.scene.born.add(unit)
            if fresh:
                yield Begin(unit, 0)
            return
        while taken:
            fresh = new or unit not in self.scene.born
            width = self._width(len(taken), kind, 1 if fresh else len(memories))
            now, taken = taken[:width], taken[width:]
            table = self._table(memories, len(now), kind, drawn, fresh, growing)
            self.scene.born.add(unit)
            new = False
            yield Grow(unit, now, kind, fresh, table, by, not memories.ordered)

    def _width(self, count: int, kind: str, before: int) -> int:
        base = len(self.alphabet[kind])
        return max(w for w in range(1, count + 1) if w == 1 or before * base**w <= MAX_TABLE)

    def _table(
        self, memories: Memories, count: int, kind: str, drawn: bool, fresh: bool, growing: Callable[[int], bool]
    ) -> list[int]:
        things = self.alphabet[kind]
        pool = self.core.material.pools.get(kind)
        single = pool is not None and len(pool) == len(things)
        starts: list[Any] = [memories.start] if fresh else list(memories.memories)
        table: list[int] = []
        for number, start in enumerate(starts):
            if not fresh and not growing(number):
                table.extend([0] * len(things) ** count)
            elif memories.ordered or count == 1:
                table.extend(memories.number(memories.received(start, hand, drawn)) for hand in product(things, repeat=count))
            else:
                table.extend(self._unordered(memories, start, things, count, single=single))
        return table

    @staticmethod
    def _unordered(memories: Memories, start: Any, things: list[int], count: int, *, single: bool) -> list[int]:
        """A table of what is remembered of objects received in whatever order; `single` if there is one of each."""
        base = len(things)
        table = [0] * base**count
        made = combinations if single else combinations_with_replacement
        powers = [base**i for i in range(count)]
        for places in made(range(base), count):
            number = memories.number(memories.received(start, tuple([things[p] for p in places]), False))
            for order in set(permutations(places)):
                table[sum(map(mul, order, powers))] = number
        return table

    def _begun(self, unit: str) -> Iterator[Step]:
        """A hand that something is drawn to although it was dealt nothing."""
        if unit not in self.scene.born:
            memories = self.memories[unit]
            number = memories.number(memories.start)
            self.scene.born.add(unit)
            yield Held(unit, (), True)
            yield Begin(unit, number)

    # ── Repetition ──────────────────────────────────────────────────────────

    def _repeated(self, low: int, back: int) -> Iterator[Step]:
        rule = self.rules.steps[back]
        if rule.condition is not None:
            raise NotCompiled("guarded-step")
        if any(r.effect.op == "settle" for r in self.rules.steps[low:back]):
            raise NotCompiled("settled-repeatedly")
        until, target = rule.effect.parts[1], rule.effect.parts[0].target
        yield from self.settling.flush()

        def body() -> list[Step]:
            steps = list(self._block(low, back))
            query = Query(self.scene, "", readings_of(until), lambda view: view.holds(until, None))
            again = list(self._note(rule.provisions, "repeated", **{"from": target}))
            return [*steps, Ask(query, {True: [Stop()], False: again}, rule.provisions)]

        yield Repeat(self._closed(body), rule.provisions)

    def _closed(self, body: Callable[[], list[Step]]) -> list[Step]:
        """The steps of a repetition, once nothing new can come of them."""
        while True:
            before = self._extent()
            steps = body()
            if self._extent() == before:
                return steps

    def _extent(self) -> tuple[object, ...]:
        sizes = tuple(len(m) for m in self.memories.values())
        return sizes, frozenset(self.scene.current), frozenset(self.scene.born), self.scene.fresh

    # ── What rules require ──────────────────────────────────────────────────

    def _plan_comply(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        unit = self.core.holder(effect.term(0))
        if not unit and self.rules.roles[effect.term(0)].kind != "one":
            return
        yield from self._begun(unit)
        until = effect.parts[2] if effect.op == "comply_until" else None
        if until is None:
            yield self._required(effect, by, unit, None)
            return
        yield Repeat(self._closed(lambda: [self._required(effect, by, unit, until)]), by)

    _plan_comply_until = _plan_comply

    def _required(self, effect: Construct, by: Provisions, unit: str, until: Node | None) -> Ask:
        """What the norms on an action say, and what follows."""
        role, action = effect.term(0), effect.term(1)
        group = self.core.norms[role, action]
        upon = self.core.upons.get(action)
        problems: dict[int, Exception] = {}
        told: list[Any] = []

        def verdict(view: Any) -> str:
            if until is not None and view.holds(until, None):
                told.append(None)
                return "until"
            values = view.values(group, None)
            found = group.decide(values)
            if found.rule is None:
                problems[len(told)] = unsettled(found, "action", action)
                told.append(None)
                return "problem"
            required = found.rule.effect.op == "must"
            kind = "required" if required else "not-allowed"
            told.append((kind, found.provisions, unit, ("action", *group.names), (action, *values)))
            return "must" if required else "must-not"

        asked = (*group.readings, *(readings_of(until) if until is not None else ()))
        query = Query(self.scene, unit, asked, verdict)
        growing = query.answers_for(unit)
        effects = upon.effects if upon else ()
        eid = (upon.eid,) if upon else by
        done: list[Step] = []
        for consequence in effects:
            done.extend(self._consequence(consequence, eid, unit, None, lambda n: "must" in growing.get(n, ())))
        stop: list[Step] = [] if until is None else [Stop()]
        branches: dict[Any, list[Step]] = {"must": done, "must-not": stop}
        if until is not None:
            branches["until"] = stop
        provisions = tuple(dict.fromkeys(eid for rule in group.rules for eid in rule.provisions))
        return Ask(query, branches, provisions, told, problems)

    def _consequence(
        self, effect: Construct, by: Provisions, unit: str, asked: int | None, growing: Callable[[int], bool]
    ) -> Iterator[Step]:
        """An immediate consequence of an action."""
        match effect.op:
            case "draws":
                for _ in range(effect.number(0)):
                    yield from self._draw(unit, effect.term(1), by, growing)
            case "rounds_left":
                yield from self._note(by, "last-rounds", count=effect.number(0))
            case "burn" | "burn_by_first":
                yield from getattr(self, f"_plan_{effect.op}")(effect, by)
            case "turn_ends":
                return
            case _:
                yield self._turned(lambda book: self.effects.perform(book, effect, by[0], asked, frozenset(self.settled)), by)

    def _turned(self, change: Callable[[Any], tuple[Any, Any]], by: Provisions) -> Turn:
        """The books that there can be after something was done to the bets."""
        after, told = {}, {}
        books = self.scene.books
        for number in sorted(self.scene.current):
            book, steps = change(books[number])
            if book not in books:
                if len(books) > 4096:
                    raise NotCompiled("too-many-books")
                books.append(book)
            after[number], told[number] = books.index(book), steps
        self.scene.current = set(after.values())
        return Turn(after, told, by)

    # ── Choices ─────────────────────────────────────────────────────────────

    def _plan_choose(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        kind = effect.term(1)
        asked = sorted(
            {
                i
                for number in self.scene.current
                for i, stand in enumerate(self.scene.books[number].stands)
                if stand.bet == kind and stand.outcome is None and i not in self.settled
            }
        )
        if not asked:
            return
        if len(asked) > 1:
            raise NotCompiled("several-choices")
        yield from self._begun(self.core.unit) if self.core.unit in self.memories else ()
        if effect.op == "choose":
            yield self._chosen(effect, by, asked[0], self.scene.current)
            return
        # The books with which the turn ends do not come back to where it begins.
        ended: set[int] = set()
        yield Repeat(self._closed(lambda: [self._chosen(effect, by, asked[0], ended)]), by)
        self.scene.current = ended

    _plan_choose_until = _plan_choose

    def _chosen(self, effect: Construct, by: Provisions, asked: int, ended: set[int]) -> Ask:
        """What is chosen, and what follows; `ended` takes up the books with which a repeated choice ends."""
        unit, repeated = self.core.unit, effect.op == "choose_until"
        query = choice_query(self.core, self.scene, self.choosing, effect, by[0], asked)
        growing = query.answers_for(unit) if unit in self.memories else {}
        shared = self.rules.roles[effect.term(0)].kind != "bettor"
        before = set(self.scene.current)
        current: set[int] = set()
        branches: dict[Any, list[Step]] = {}
        for answer in dict.fromkeys(query.answers):
            self.scene.current = set(before)
            branch = list(self._branch(answer, effect, by, None if shared else asked, growing, repeated))
            branches[answer] = branch
            if branch and isinstance(branch[-1], Stop):
                ended |= self.scene.current
            else:
                current |= self.scene.current
        self.scene.current = before | current if repeated else current
        return Ask(query, branches, by)

    def _branch(
        self, action: str, effect: Construct, by: Provisions, asked: int | None, growing: Mapping[int, Any], repeated: bool
    ) -> Iterator[Step]:
        if not action:
            if repeated:
                yield Stop()
            return
        told = (action, self.core.unit)
        yield Note(("chosen", by, self.place.bettor, ("action", "holder"), told), by)
        yield self._turned(lambda book: (self.effects.choose(book, action), ()), by)
        upon = self.core.upons.get(action)
        effects = upon.effects if upon else ()
        for consequence in effects:
            assert upon is not None
            yield from self._consequence(
                consequence, (upon.eid,), self.core.unit, asked, lambda n: action in growing.get(n, ())
            )
        if repeated and any(e.op == "turn_ends" for e in effects):
            yield Stop()

    # ── The end ─────────────────────────────────────────────────────────────

    def _closings(self) -> Iterator[Step]:
        """What the end of a round means for the stock."""
        self.scene.fresh = False
        for rule in self.rules.closings:
            if rule.condition is not None:
                certain = self._static(rule)
                if certain is None:
                    raise NotCompiled("guarded-step")
                if not certain:
                    continue
            if rule.effect.op == "put_back":
                yield from self._note(rule.provisions, "put-back", kind=rule.effect.term(0))
            else:
                yield from self._note(rule.provisions, "last-rounds", count=rule.effect.number(0))
