"""The outcomes of a bet: how it can end, by which provisions."""

from fractions import Fraction

from lexludi.base.frozen import dataclass
from lexludi.play.round_state import KEPT, UNSETTLED, EndPart, Money

__all__ = ["UNSETTLED", "Outcome"]


@dataclass(frozen=True)
class Outcome:
    """One way in which a bet ends.

    `net` is the gain per unit staked (`None` where no rule settles the bet, and then
    `result` is `UNSETTLED`), with that on the bets that rules put beside it: with any, `parts`
    are the ends of all of them; `category` that of the bettor's hand, where the rules on
    the bet ask for it; `bet` what it had become by
    then, and `stake` how many times the stake placed; `naming` the name of a bet that was kept.
    """

    bet: str
    result: str
    net: Fraction | None
    provisions: tuple[str, ...]
    category: str = ""
    stake: Money = 1
    parts: tuple[EndPart, ...] = ()
    naming: str = ""

    @property
    def worth(self) -> Fraction:
        """The gain on all that is settled; what no rule settles counts nothing."""
        return Fraction(sum((part.net or 0 for part in self.parts), 0)) if self.net is None else self.net

    @property
    def staked(self) -> Money:
        """All that was staked by then, in units of the stake placed."""
        return sum((part.stake for part in self.parts), 0) if self.parts else self.stake

    @property
    def is_kept(self) -> bool:
        """The bet stays for the next round."""
        return self.result == KEPT
