"""Planning: from the steps of a decided rule set to the plan of a kernel, with its tables filled."""

from collections.abc import Callable, Iterator

from lexludi.language.nodes import Construct, walk
from lexludi.play.evaluation import readings_of
from lexludi.play.state import Money
from lexludi.rules.model import Rule, RuleSet, under
from lexludi.simulate.acting import Acting
from lexludi.simulate.choosing import Choosing
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.plan import (
    Ask,
    Plan,
    Provisions,
    Repeat,
    Reveal,
    Settle,
    Step,
    Stop,
    Turn,
    flat,
)
from lexludi.simulate.queries import Query
from lexludi.simulate.settling import Settling


class Planner(Acting):
    """Walks the steps once, as a round would, and keeps what can be the case at each."""

    def __init__(self, rules: RuleSet, choosing: Choosing, stake: Money, *, traced: bool, begins: bool) -> None:
        super().__init__(rules, choosing, stake, traced=traced, begins=begins)
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
        condition = rule.condition
        query = Query(self.scene, self.core.unit, readings_of(condition), lambda view: view.holds(condition, None))
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
        query = Query(self.scene, self.core.unit, readings_of(condition), lambda view: view.holds(condition, None))
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

    def _plan_bets_open(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        return self._note(by, "bets-open")

    def _plan_shuffle(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        return self._note(by, "shuffled", effect.term(0), kind=effect.term(1))

    def _plan_perform(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        return self._note(by, "performed", effect.term(0), action=effect.term(1))

    def _plan_place_marker(self, effect: Construct, by: Provisions) -> Iterator[Step]:
        self.scene.marker = effect.number(1)
        return self._note(by, "marker-placed", marker=effect.term(0), count=effect.number(1))

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
            query = Query(self.scene, self.core.unit, readings_of(until), lambda view: view.holds(until, None))
            if not any(query.answers):
                raise NotCompiled("never-ends")
            again = list(self._note(rule.provisions, "repeated", **{"from": target}))
            return [*steps, Ask(query, {True: [Stop()], False: again}, rule.provisions)]

        yield Repeat(self._closed(body), rule.provisions)

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
