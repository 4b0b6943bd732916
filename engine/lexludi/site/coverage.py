"""The coverage page: the account of each provision, and how often it decided something in sampled rounds."""

from lexludi.base.frozen import dataclass
from lexludi.checks.coverage import Coverage
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate
from lexludi.site.page import GeneratedPage


@dataclass(frozen=True)
class CoverageRow:
    """A provision: its account, whether there is anything for it to decide, and how often it did.

    `width` is that of its bar in percent: the square root of its share of the most
    frequent, so that rare decisions are still seen.
    """

    eid: str
    account: str
    is_deciding: bool
    count: int
    width: int


@dataclass(frozen=True)
class CoverageView:
    """The sample and its figures, with a row for each provision.

    `stopped` are the rounds that no rule settled, `short` those for which too few objects were left.
    """

    reached: int
    total: int
    rounds: int
    seed: int
    stopped: int
    short: int
    rows: tuple[CoverageRow, ...]


def coverage_page(work: WorkOnDate, language: str) -> GeneratedPage:
    """The page of coverage of a work."""
    desk = Desk(f"{language}/{work.name}/coverage", work)
    return desk.page("coverage", _view(work.coverage))


def _view(coverage: Coverage) -> CoverageView:
    most = max((count for _, _, count in coverage.rows), default=1) or 1
    rows = (
        CoverageRow(eid, account.value, eid in coverage.deciding, count, max(1, round(100 * (count / most) ** 0.5)))
        for eid, account, count in coverage.rows
    )
    total = len(coverage.expected)
    reached = total - len(coverage.never)
    return CoverageView(reached, total, coverage.rounds, coverage.seed, coverage.stopped, coverage.short, tuple(rows))
