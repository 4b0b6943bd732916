"""Repetitions in a search of rounds: rows that come to a place again, and those that come to no end any more."""

from collections.abc import Iterator, Sequence

import numpy as np

from lexludi.checks.layers import Chunk, ReachableLayer, Spot
from lexludi.exact.multisets import NUMBER, Ints
from lexludi.play import plan as ops
from lexludi.play.plan import Pc, Plan, Who


class Repetitions:
    """The rows of a search, each by the number in the order of which it was found, and the ways between them."""

    def __init__(self) -> None:
        self._begins: list[int] = [0]  # the number of the first row of each layer, and of the next to come
        self._ways: list[tuple[Ints, Ints]] = []
        # By place the rows that were there: by what tells them apart the number of each, and whether it was sure.
        self._seen: dict[Pc, dict[bytes, tuple[int, bool]]] = {}

    @property
    def found(self) -> int:
        """The number of rows that were found: that of the next one."""
        return self._begins[-1]

    def add(self, rows: int) -> None:
        """Note a layer of so many rows."""
        self._begins.append(self.found + rows)

    def lead(self, chunks: list[tuple[int, Chunk]], to: Ints) -> None:
        """Note which rows lead to which: those of chunks, one after the other, to rows of some numbers."""
        if chunks[0][0] >= 0:  # nothing leads to the first row
            whence = [chunk.source + self._begins[number] for number, chunk in chunks]
            self._ways.append((np.concatenate(whence), to))

    def new(self, pc: Pc, key: list[Ints], sure: Ints) -> tuple[Ints, Ints]:
        """The rows that have not been at a place before, or not surely; and the number under which each is known."""
        known = self._seen.setdefault(pc, {})
        table = np.stack([column.astype(NUMBER) for column in key], axis=1)
        codes: list[bytes] = table.view(f"V{table.itemsize * table.shape[1]}").reshape(-1).tolist()
        if known.keys().isdisjoint(codes):
            # As in most repetitions, in which hands grow each time round: asked of all rows at once, which is quicker.
            every = np.arange(len(codes))
            numbers = every + self.found
            known.update(zip(codes, zip(numbers.tolist(), sure.tolist(), strict=True), strict=True))
            return every, numbers
        new: list[int] = []
        # Equal rows are one already: none is met twice here.
        for row, (code, is_sure) in enumerate(zip(codes, sure.tolist(), strict=True)):
            before = known.get(code)
            # What was unsure goes on once more when it is sure: what it leads to may be sure then.
            if before is None or (is_sure and not before[1]):
                known[code] = self.found + len(new), is_sure
                new.append(row)
        return np.array(new, dtype=np.int64), np.array([known[code][0] for code in codes], dtype=np.int64)

    def endless(self, plan: Plan, layers: Sequence[ReachableLayer]) -> Iterator[tuple[Pc, Spot]]:
        """The repetitions that rounds come to from which no way leads to an end or further on, each with a sure row."""
        if not self._ways:
            return
        # What leads nowhere is at an end, or stops.
        at_end = np.ones(self.found, dtype=np.bool_)
        for whence, _ in self._ways:
            at_end[whence] = False
        over = self._leading_to(at_end)
        places = np.repeat([layer.pc for layer in layers], np.diff(self._begins))
        for number, layer in enumerate(layers):
            op = plan.ops[layer.pc]
            if isinstance(op, ops.Jump) and op.to <= layer.pc:
                rows = slice(self._begins[number], self._begins[number + 1])
                if (layer.sure & ~over[rows]).any():
                    # What comes out of this repetition may come into another that has no end.
                    out = self._leading_to(at_end | (places > layer.pc))
                    for row in np.flatnonzero(layer.sure & ~out[rows])[:1].tolist():
                        yield layer.pc, Spot(number, row, Who())

    def _leading_to(self, ends: Ints) -> Ints:
        """The truth, of each row by number, that some way leads from it to one of some rows."""
        leading, is_more = ends.copy(), True
        # From the last ways to the first, for most lead on; until nothing more is found.
        while is_more:
            is_more = False
            for whence, to in reversed(self._ways):
                more = whence[leading[to]]
                is_more = is_more or not leading[more].all()
                leading[more] = True
        return leading
