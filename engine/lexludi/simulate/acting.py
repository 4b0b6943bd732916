"""Acting, in a plan: what rules require, what is chosen, and what follows from it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from lexludi.language.nodes import Construct, Node
from lexludi.play.evaluation import readings_of
from lexludi.play.parties import concerns_party
from lexludi.play.settlement import unsettled
from lexludi.simulate.choosing import choice_query, chooses
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.plan import (
    Ask,
    Note,
    Pick,
    Provisions,
    Repeat,
    Step,
    Stop,
    Turn,
)
from lexludi.simulate.queries import Query
from lexludi.simulate.receiving import Receiving


class Acting(Receiving):
    """The part of planning that follows norms and choices."""

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
        one_for_all = self.rules.roles[role].kind == "one"
        conditions = [r.condition for r in group.rules if r.condition is not None]
        of_parties = one_for_all and any(concerns_party(self.rules, c) for c in conditions)

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
            names, read = group.told(values)
            whose = {"holder": self.core.unit or self.place.bettor} if of_parties else {}
            values = (action, *whose.values(), *read)
            told.append((kind, found.provisions, unit, ("action", *whose, *names), values))
            return "must" if required else "must-not"

        asked = (*group.readings, *(readings_of(until) if until is not None else ()))
        # A dealer's duty may speak of the bettor; of the dealer it speaks by name.
        query = Query(self.scene, self.core.unit if one_for_all else unit, asked, verdict)
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
                yield self._turned(
                    lambda book: self.effects.perform(book, effect, by[0], asked, frozenset(self.settled)), by
                )

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

        def branch(action: str) -> list[Step]:
            self.scene.current = set(before)
            steps = list(self._branch(action, effect, by, None if shared else asked, growing, repeated))
            (ended if steps and isinstance(steps[-1], Stop) else current).update(self.scene.current)
            return steps

        branches: dict[Any, list[Step]] = {}
        for answer in dict.fromkeys(query.answers):
            if isinstance(answer, tuple):
                branches[answer] = [Pick([branch(action) for action in answer], by)]
            else:
                branches[answer] = branch(answer)
        self.scene.current = before | current if repeated else current
        return Ask(query, branches, by)

    def _branch(
        self,
        action: str,
        effect: Construct,
        by: Provisions,
        asked: int | None,
        growing: Mapping[int, Any],
        repeated: bool,
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
                consequence, (upon.eid,), self.core.unit, asked, lambda n: chooses(growing.get(n, ()), action)
            )
        if repeated and any(e.op == "turn_ends" for e in effects):
            yield Stop()
