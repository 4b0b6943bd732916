"""The rule sets that settle the same rounds: one, or two that are compared."""

from lexludi.exact.core import Core
from lexludi.exact.handreadings import HandReadings
from lexludi.exact.hands import HandTable
from lexludi.exact.outcomes import Verdicts
from lexludi.exact.rows import Reader


class Side:
    """What one rule set reads of hands and rows, and says of bets; `mark` tells its results from those of another."""

    def __init__(self, core: Core, table: HandTable, bets: tuple[str, ...], naming: str, mark: str = "") -> None:
        self.core = core
        self.mark = mark
        self.hands = HandReadings(core.evaluator, table)
        self.reader = Reader(core, self.hands, bets, naming)
        self.verdicts = {bet: Verdicts(core, bet) for bet in bets}
