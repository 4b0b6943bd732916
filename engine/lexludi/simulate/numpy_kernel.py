"""Rounds as arrays: the code that NumPy runs for a plan, compiled, with the helpers that it calls."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.simulate import lanes as chance
from lexludi.simulate.asking import counts_of
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.numpy_source import NumpyWriter
from lexludi.simulate.plan import Plan
from lexludi.simulate.python_source import again, answers_of, compiled
from lexludi.simulate.writing import Source

# So many lanes at a time stay in the caches of a processor.
BLOCK = 1 << 14


class NumpyKernel:
    """Rounds as arrays: `rounds` plays many, `ends` those of given objects (a column for each round)."""

    kind = "numpy"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        source = Source()
        tallies = "".join(f", tally_{step.number}" for step in plan.settlements)
        for given, head in ((False, f"def rounds(lanes, rng{tallies}):"), (True, "def ends(objects):")):
            if given and plan.is_random:
                continue
            source.line(head)
            source.depth = 1
            writer = NumpyWriter(plan, source, given=given)
            writer.begin()
            writer.steps(plan.steps)
            if given:
                ends = "".join(f"end_{step.number}, " for step in plan.settlements).rstrip()
                source.line(f"return ({ends})")
            else:
                source.line("return lanes")
            source.depth = 0
            source.line("")
            source.line("")
        self.tables, self.captions = source.tables, source.captions
        self.source = "\n".join(source.lines).rstrip() + "\n"
        names: dict[str, Any] = {n: getattr(chance, n) for n in ("distinct", "apart", "FreshStock", "GivenObjects")}
        self.names = compiled(self.source, {**names, **source.tables, "again": again, "np": np}, plan.title)
        self._maps = [np.array(answers_of(step), dtype=np.intp) for step in plan.settlements]

    def rounds(self, count: int, rng: np.random.Generator) -> list[list[int]]:
        """For each settlement, how often each answer of its question came; each round has a fresh stock."""
        tallies = [np.zeros(len(m), dtype=np.int64) for m in self._maps]
        left = count
        while left > 0:
            left -= self.names["rounds"](min(left, BLOCK), rng, *tallies)
        return counts_of(self._maps, tallies, [len(step.query.answers) for step in self.plan.settlements])

    def ends(self, objects: NDArray[np.integer[Any]]) -> tuple[NDArray[np.intp], ...]:
        """For each settlement the answer in each round (column) of given objects (in order, down the rows)."""
        if "ends" not in self.names:
            raise NotCompiled("random-choice")
        found = self.names["ends"](objects)
        return tuple(answers.take(i) for answers, i in zip(self._maps, found, strict=True))
