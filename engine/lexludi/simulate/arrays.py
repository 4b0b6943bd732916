"""Simulation as a call: the counts and gains of every bet as arrays of NumPy, and exact sums beside them."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.base.callers import expect, expect_list, expect_seed, expect_texts
from lexludi.base.errors import InvalidArgument
from lexludi.base.frozen import dataclass
from lexludi.exact.analysis import bets_meant
from lexludi.play.game import Game
from lexludi.simulate.sampling import KERNELS, fastest, plan_of
from lexludi.simulate.simulation import MAX_ROUNDS, make_run, simulate
from lexludi.simulate.tally import Estimate, Tally
from lexludi.simulate.workers import executor_for

AUTO = "auto"
MAX_WORKERS = 1024


@dataclass(frozen=True)
class Simulated:
    """Rounds that were simulated, with one unit on every bet there is, on each item that it can name.

    With B bets and N ways in which they ended, of all bets together, all arrays but the first four have
    the shape (N,), in the order of `bets`.
    Amounts are in stakes; `tally` has the same as exact fractions, with the provisions of each end.

    With the extra `arrow` it is a table of the ends to whatever takes the Arrow C stream interface, with the columns
    `bet`, `result`, `net` and `count`.

    >>> from lexludi import load, simulate_rounds
    >>> found = simulate_rounds(load("mo/q-poker"), 1000, seed=1, strategy={"ante": "play"})
    >>> found.bets
    ('pair-plus', 'ante')
    >>> found.mean.shape, int(found.end_count.sum())
    ((2,), 2000)
    """

    tally: Tally
    kernel: str
    seed: int

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return self.tally.rounds

    @property
    def bets(self) -> tuple[str, ...]:
        """The bets, B of them, by name: `ante`; `single-number/6`, where one names an item."""
        return tuple(self.tally.bets)

    @cached_property
    def estimates(self) -> tuple[Estimate, ...]:
        """The exact sums of each bet, in the order of `bets`."""
        return tuple(map(self.tally.estimate, self.bets))

    @cached_property
    def count(self) -> NDArray[np.int64]:
        """Counts of rounds in which each bet was settled; shape (B,)."""
        return np.array([estimate.count for estimate in self.estimates], dtype=np.int64)

    @cached_property
    def unsettled(self) -> NDArray[np.int64]:
        """Counts of rounds in which no rule settled each bet; shape (B,)."""
        return np.array([estimate.unsettled for estimate in self.estimates], dtype=np.int64)

    @cached_property
    def mean(self) -> NDArray[np.float64]:
        """The mean gain of each bet; not a number where none was settled; shape (B,)."""
        return np.array(
            [np.nan if estimate.mean is None else float(estimate.mean) for estimate in self.estimates], dtype=np.float64
        )

    @cached_property
    def standard_error(self) -> NDArray[np.float64]:
        """The standard error of each mean; not a number for fewer than two; shape (B,)."""
        errors = [np.nan if estimate.standard_error is None else estimate.standard_error for estimate in self.estimates]
        return np.array(errors, dtype=np.float64)

    @cached_property
    def end_bet(self) -> NDArray[np.int64]:
        """The bet of each end, by its place in `bets`; shape (N,)."""
        return np.array([place for place, _, _ in self._ends], dtype=np.int64)

    @cached_property
    def end_result(self) -> NDArray[np.str_]:
        """The result of each end (`win`, `lose`, `push` …); shape (N,)."""
        return np.array([outcome.result for _, outcome, _ in self._ends], dtype=np.str_)

    @cached_property
    def end_net(self) -> NDArray[np.float64]:
        """The gain of each end, not a number where no rule settled the bet; shape (N,)."""
        nets = [np.nan if outcome.net is None else float(outcome.net) for _, outcome, _ in self._ends]
        return np.array(nets, dtype=np.float64)

    @cached_property
    def end_count(self) -> NDArray[np.int64]:
        """Counts of each end; shape (N,)."""
        return np.array([number for _, _, number in self._ends], dtype=np.int64)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The ends as a table, by the Arrow C stream interface: a row for each, in the order of `end_bet`.

        Columns: `bet` and `result` (strings), `net` (double, null where no rule settled the bet), `count`
        (64-bit integer).

        Raises:
            ImportError: the extra `arrow` is not installed.
        """
        import nanoarrow as na
        from nanoarrow.c_array_stream import CArrayStream

        columns = {
            "bet": na.c_array([self.bets[place] for place, _, _ in self._ends], na.string()),
            "result": na.c_array([outcome.result for _, outcome, _ in self._ends], na.string()),
            "net": na.c_array([None if o.net is None else float(o.net) for _, o, _ in self._ends], na.float64()),
            "count": na.c_array([number for _, _, number in self._ends], na.int64()),
        }
        schema = na.struct({name: column.schema for name, column in columns.items()})
        table = na.c_array_from_buffers(schema, len(self._ends), [None], children=list(columns.values()))
        stream = CArrayStream.from_c_arrays([table], table.schema)
        return stream.__arrow_c_stream__(requested_schema=requested_schema)

    @cached_property
    def _ends(self) -> list[tuple[int, Any, int]]:
        ends = []
        for place, counts in enumerate(self.tally.bets.values()):
            ordered = sorted(counts.items(), key=lambda end: (end[0].net is None, -(end[0].net or 0), end[0]))
            ends += [(place, outcome, number) for outcome, number in ordered]
        return ends


def simulate_rounds(
    game: Game,
    rounds: int,
    *,
    seed: int = 1,
    bets: Iterable[str] = (),
    strategy: Mapping[str, str] | None = None,
    kernel: str = AUTO,
    workers: int = 1,
) -> Simulated:
    """Play many rounds by chance, with one unit on every bet there is, and count how each bet ended.

    Of `bets` only those are placed (`ante`, `total/6`), if any are named. `strategy` gives, for a bet on which somebody
    decides, a choice, `random` (as without any) or `optimal`; of several choices parted by commas (`raise,play`) each
    decision has the first that it allows; one that lowers the stake lowers it to half. `kernel` is `interpreter`,
    `python`, `numpy`, `numba` or `auto`, the fastest that needs nothing else installed. The same bets, seed, rounds and
    kernel give the same counts, however many `workers` (processes) there are. More than one begin anew with the script:
    call it under `if __name__ == "__main__":`.

    >>> from lexludi import load, simulate_rounds
    >>> simulate_rounds(load("xx/roulette"), 1000).count[:3]
    array([1000, 1000, 1000])

    Raises:
        InvalidArgument: an argument is of another type, or is none of the kernels.
        IllegalAction: a bet that the game does not have, or that nobody places.
        InvalidSetting: a choice for a bet on which nobody decides, or one that there is not.
        NotCompiled: no code is generated for such rounds, and a kernel was named.
        MachineFailure: a process of `workers` ended before its work.
        LexludiError: the rules give out in a round, a provision forbids these bets, or Numba is not installed.
    """
    expect("game", game, Game)
    expect("rounds", rounds, int)
    expect("seed", seed, int)  # without one the counts could not be had again
    expect_seed(seed)
    wanted = expect_list("bets", bets)
    expect_texts("strategy", strategy)
    expect("kernel", kernel, str)
    expect("workers", workers, int)
    for name, number, least, most in (("rounds", rounds, 0, MAX_ROUNDS), ("workers", workers, 1, MAX_WORKERS)):
        if not least <= number <= most:
            given = repr(number) if abs(number) < 10**40 else "…"  # Python writes no number of thousands of digits
            raise InvalidArgument("argument-not-among", name=name, known=(f"{least}–{most}",), found=given)
    if kernel not in (known := (AUTO, *KERNELS)):
        raise InvalidArgument("argument-not-among", name="kernel", known=known, found=kernel[:40])
    placed = bets_meant(game.rules, (wanted,) if isinstance(wanted, str) else wanted) if wanted else ()
    chosen = fastest(game, rounds, strategy, placed) if kernel == AUTO else kernel
    run = make_run(plan_of(game, strategy, chosen, placed), seed, rounds)
    with executor_for("process" if workers > 1 else "inline", workers) as (executor, ahead):
        return Simulated(simulate(run, executor, ahead=ahead), chosen, seed)
