"""Scarcity: the kinds of objects of which a round may want more than there are, by its program."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from lexludi.checks.distinctions import Distinctions
from lexludi.exact.kinds import Kind
from lexludi.exact.leaving import leaving
from lexludi.exact.multisets import HandTable, Ints
from lexludi.exact.slices import is_plentiful
from lexludi.play import plan as ops
from lexludi.play.plan import Op, Pc, Plan, Unit, Verb


class Scarcity:
    """The objects that rounds take from stocks, by a program as it is searched and as `written`, no deal put off."""

    def __init__(self, told_apart: Distinctions, written: Plan) -> None:
        self.told_apart = told_apart
        self.plan, self.written = told_apart.plan, written
        self.questions = told_apart.slice.questions
        self.leaving = self._leaving()
        self.needed = self._needed()

    def _needed(self) -> dict[str, int | None]:
        """The most objects of each kind that a round takes from the stock; `None` where no number is."""
        needed: dict[str, int | None] = {}
        for pc, later in self.told_apart.later.items():
            op = self.plan.ops[pc]
            if not isinstance(op, ops.Chance) or op.verb in (Verb.THROW, Verb.BURN) or pc in self.told_apart.jumps:
                continue
            again = any(pc in self.told_apart.later[to] for to in self.told_apart.after(pc) if to in later)
            before = needed.get(op.kind, 0)
            # A bound from above: deals fill hands up to their count, and branches that exclude each other are both
            # counted.
            needed[op.kind] = None if again or before is None else before + (op.count or 0) * len(op.units)
        for kind in {kind for kind, _ in self.leaving.values()}:
            before, gone = needed.get(kind, 0), self.gone_in_all(kind)
            needed[kind] = None if before is None or gone is None else before + gone
        return needed

    def _leaving(self) -> dict[Pc, tuple[str, int]]:
        """The objects that leave the game, or that a round takes which is only shown, by the places of the program."""
        later, jumps = self.told_apart.later, self.told_apart.jumps
        begins = [
            pc
            for pc in later
            if isinstance(op := self.plan.ops[pc], ops.Alter) and isinstance(op.change, ops.BeginShow)
        ]
        met = {*(later.keys() - jumps.keys()), *(pc for begin in begins for pc in range(begin, jumps[begin]))}
        return {pc: objects for pc, objects in leaving(self.plan, self.questions.judge.hands).items() if pc in met}

    def gone_in_all(self, kind: str) -> int | None:
        """The most objects of a kind that leave the game in a round; `None` where no number is."""
        numbers = {pc: most for pc, (of, most) in self.leaving.items() if of == kind}
        return None if any(pc in self.plan.ahead[pc] for pc in numbers) else sum(numbers.values())

    def kinds(self, table: HandTable) -> Ints:
        """The kinds of which there may be too few, by number."""

        def is_scarce(kind: Kind) -> bool:
            most = self.needed.get(kind.object, 0)
            return most is None or kind.count < most

        thrown = table.stock == 0
        return np.array([i for i, kind in enumerate(table.kinds) if not thrown[i] and is_scarce(kind)], dtype=np.int64)

    def lacking(self) -> Iterator[str]:
        """The kinds of which there may be too few for what is dealt, as steps are written, and not searched."""
        later, jumps = self.told_apart.later, self.told_apart.jumps
        met = Counter(
            came for pc, op in enumerate(self.plan.ops) if pc in later and pc not in jumps for came in _coming(op)
        )
        # Of a deal that is put off, each hand comes by itself.
        left_out = Counter(came for op in self.written.ops for came in _coming(op)) - met
        for kind in {kind for kind, *_ in left_out}:
            if not is_plentiful(self.written, self.questions, kind):
                yield kind


def _coming(op: Op) -> Iterator[tuple[str, Verb, Unit, int | None]]:
    """The objects that an operation has come from a stock, and those who receive them."""
    if isinstance(op, ops.Chance) and op.verb is not Verb.THROW:
        yield from ((op.kind, op.verb, unit, op.count) for unit in op.units or ("",))
