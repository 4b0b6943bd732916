"""Kept results: odds, comparisons and counts of a work, as plain data, from one build of the site to the next.

They are found by the digest of the rules that they were worked out from, name provisions by their eIds, and have
no words: a page tells them in the words of today. The rows of rounds behind a best play are not kept.
"""

from lexludi.checks.codec import Codec
from lexludi.diff.outcomes import BetChange, OutcomeExample, Outcomes, Played, StrategyChange
from lexludi.exact.bands import Band
from lexludi.exact.best_table import BestTable, DealRow, ShownHand
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.joint import OutcomeChange
from lexludi.exact.meters import MeterOdds
from lexludi.exact.odds import BetOdds, Line, Odds, ReadingNotFollowed
from lexludi.exact.outcomes import Outcome
from lexludi.exact.strategy import Strategy, Threshold
from lexludi.exact.witness import WitnessDeal
from lexludi.play.resting import ByInference, ByReading, Inference, Otherwise, Rest
from lexludi.play.round_state import EndPart
from lexludi.play.trace import Step
from lexludi.rules.settings import Origin
from lexludi.site.changes import OutcomeComparison

RESULTS = Codec.of(
    *(Odds, BetOdds, Line, Outcome, EndPart, MeterOdds, ReadingNotFollowed, NotAnalysed),
    *(Strategy, Threshold, Band, BestTable, DealRow, ShownHand),
    *(OutcomeComparison, Outcomes, BetChange, OutcomeChange, StrategyChange, OutcomeExample, WitnessDeal, Played),
    *(Step, Rest, ByReading, Otherwise, ByInference, Inference, Origin),
    without=("situations",),
)
