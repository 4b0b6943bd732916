"""Settling in a plan: which bets end at a step, how, and what the trace tells of it."""

from collections.abc import Iterable, Iterator

from lexludi.base.errors import UnsettledCase
from lexludi.exact.core import Core
from lexludi.exact.course import resolved
from lexludi.exact.outcomes import UNSETTLED, Outcome, Verdicts, unsettled
from lexludi.language.nodes import Construct, Node
from lexludi.play.settlement import defined_step
from lexludi.play.settlement import unsettled as problem_of
from lexludi.play.trace import RawStep
from lexludi.simulate.book import settled_step
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.plan import Provisions, Settle
from lexludi.simulate.queries import Query, Scene, View

_MOVING = frozenset("deal throw comply comply_until repeat".split())


class Settling:
    """Steps that settle, one after another as one; in kernels without a trace, as late as nothing has changed."""

    def __init__(self, core: Core, scene: Scene, settled: set[int]) -> None:
        self.core = core
        self.scene = scene
        self.settled = settled
        self.verdicts = {bet: Verdicts(core, bet) for bet in core.rules.bets}
        self.pending: list[str] = []
        self.covered: list[int] = []
        self.provisions: list[str] = []
        self.defined: set[tuple[str, str]] = set()
        self.count = 0

    def due(self, effect: Construct, *, traced: bool) -> Iterator[Settle]:
        """What must be settled before a step is taken."""
        if effect.op == "settle":
            return
        chooses = effect.op.startswith("choose")
        if traced or effect.op in _MOVING or (chooses and (self._reads_choices() or self._draws(effect))):
            yield from self.flush()

    def _reads_choices(self) -> bool:
        found = resolved(self.core, self._readings(self.pending))
        return any(isinstance(r, Construct) and r.op == "chose" for r in found)

    def _draws(self, effect: Construct) -> bool:
        return any(self.core.draws(a.id) for a in effect.parts[2].items)

    def _readings(self, kinds: Iterable[str]) -> list[Node]:
        return [r for kind in kinds for r in self.verdicts[kind].readings]

    def settle(self, kinds: tuple[str, ...], by: Provisions) -> None:
        """Take in a step that settles bets of some kinds."""
        for kind in kinds:
            own = {
                i
                for number in self.scene.current
                for i, stand in enumerate(self.scene.books[number].stands)
                if stand.bet == kind and i not in self.settled
            }
            # A bet that was this kind and is settled or moved already ends here as well.
            own |= {i for i, s in enumerate(self.scene.books[0].stands) if s.bet == kind and i not in self.settled}
            self.covered.extend(sorted(own))
            self.settled.update(own)
        self.pending.extend(kinds)
        self.provisions.extend(by)

    def flush(self) -> Iterator[Settle]:
        """The step that settles what is due."""
        if self.pending:
            kinds, covered, by = tuple(self.pending), tuple(self.covered), tuple(dict.fromkeys(self.provisions))
            self.pending, self.covered, self.provisions = [], [], []
            yield self._made(kinds, covered, by)

    def rest(self) -> Iterator[Settle]:
        """What is due at the end, and the bets that no step settles."""
        yield from self.flush()
        left = tuple(i for i in range(len(self.scene.books[0].stands)) if i not in self.settled)
        if left:
            yield self._made((), left, ())

    def _made(self, kinds: tuple[str, ...], covered: tuple[int, ...], by: Provisions) -> Settle:
        told: list[tuple[RawStep, ...]] = []
        problems: dict[int, Exception] = {}

        def answer(view: View) -> tuple[Outcome, ...]:
            ended: dict[int, Outcome] = {}
            steps: list[RawStep] = []
            try:
                for kind in kinds:
                    for i in covered:
                        stand = view.book.stands[i]
                        if stand.bet == kind and stand.outcome is None and i not in ended:
                            ended[i] = self._outcome(view, i, steps)
            except UnsettledCase as problem:
                problems[len(told)] = problem
            told.append(tuple(steps))
            return tuple(self._ended(view, i, ended, kinds) for i in covered)

        readings = self._readings(kinds)
        query = Query(self.scene, self.core.unit, readings, answer, by_book=True)
        self.count += 1
        defined = {(d.role, d.status) for kind in kinds for d, _ in self.core.settlement.defined[kind]}
        again = bool(self.defined & defined)
        self.defined |= defined
        return Settle(self.count, covered, query, told, problems, by, again)

    def _ended(self, view: View, i: int, ended: dict[int, Outcome], kinds: tuple[str, ...]) -> Outcome:
        stand = view.book.stands[i]
        if stand.outcome is not None:
            return stand.outcome
        if i in ended:
            return ended[i]
        if stand.bet in kinds:  # an unsettled bet stood in the way of telling
            return self._of(view, i)
        if kinds:
            raise NotCompiled("settled-elsewhere")
        return unsettled(stand.bet, (self.core.rules.bets[stand.bet].eid,))

    def _of(self, view: View, i: int) -> Outcome:
        bet, verdicts = view.bets[i], self.verdicts[view.book.stands[i].bet]
        values = {r: view.value(r, bet) for r in verdicts.readings}
        return verdicts.outcome(values, view.book.stands[i].times)

    def _outcome(self, view: View, i: int, steps: list[RawStep]) -> Outcome:
        """The outcome of a bet, with the steps that tell it."""
        stand, bet = view.book.stands[i], view.bets[i]
        for definition, group in self.core.settlement.defined[stand.bet]:
            values = view.values(group, bet)
            holds = group.decide(values).rule is not None
            party = self.core.evaluator.readings.unit(definition.role) or self.core.unit
            step = defined_step(definition, party, holds, group.told(values))
            if step not in steps:
                steps.append(step)
        group = self.core.settlement.outcomes[stand.bet]
        values = view.values(group, bet)
        outcome = self._of(view, i)
        if outcome.result == UNSETTLED:
            verdict = group.decide(values)
            if verdict.rule is not None:
                taken = self.core.settlement.commissions[stand.bet]
                verdict = taken.decide(view.values(taken, bet))
            raise problem_of(verdict, "bet", stand.bet)
        kind, by, party, names, told = settled_step(stand, outcome, self.scene.place, self.scene.stake)
        read = group.told(values)
        steps.append((kind, by, party, names + read[0], told + read[1]))
        return outcome
