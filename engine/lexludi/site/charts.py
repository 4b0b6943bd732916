"""Charts: shares of a whole as slices of a bar; and of gains: the part of each outcome in the edge, and many rounds."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

from lexludi.base.frozen import dataclass
from lexludi.base.numbers import decimal, percent
from lexludi.exact.odds import BetOdds
from lexludi.exact.series import Series, series
from lexludi.site.desk import Desk

# Fillings of results; every other result has dots.
FILLINGS = {"win": "solid", "lose": "hatched"}


@dataclass(frozen=True)
class BarSlice:
    """A share of a whole as a part of a bar: where it starts and how wide it is, as percentages for SVG."""

    name: str
    filling: str
    start: str
    width: str


def filling_of(result: str) -> str:
    """The filling of a result."""
    return FILLINGS.get(result, "dotted")


def slices(shares: Iterable[tuple[str, str, Fraction]]) -> Iterator[BarSlice]:
    """Slices one after another, of names, results and shares of the whole."""
    start = Fraction(0)
    for name, result, share in shares:
        yield BarSlice(name, filling_of(result), _percentage(start), _percentage(share))
        start += share


def one_slice(result: str, share: Fraction) -> BarSlice:
    """A share alone in its bar."""
    return BarSlice("", filling_of(result), _percentage(Fraction(0)), _percentage(share))


def _percentage(value: Fraction) -> str:
    return f"{float(value) * 100:.3f}%"


# ── Gains ───────────────────────────────────────────────────────────────────


ROUNDS = 100
WIDTH, HEIGHT = 600, 160
# The chart shows all but this share at either end, in no more than so many bars.
_LEFT_OUT = Fraction(1, 1000)
_BARS = 60
_TAIL = Fraction(1, 20)


@dataclass(frozen=True)
class Balance:
    """A part of the mean gain: in words, and as a bar from the middle, in per cent of the width."""

    shown: str
    start: str
    width: str
    is_gain: bool


@dataclass(frozen=True)
class Tick:
    """A mark below a chart."""

    x: int
    text: str


@dataclass(frozen=True)
class RoundsChart:
    """The result of many rounds: the bars below zero, at zero and above, the marks below them, and a sentence."""

    behind: str
    even: str
    ahead: str
    ticks: tuple[Tick, ...]
    sentence: str
    width: ClassVar = WIDTH
    height: ClassVar = HEIGHT


def balances(desk: Desk, bet: BetOdds) -> Iterator[Balance]:
    """The part of each outcome in the mean gain, in the order of the outcomes; of one that is not settled, none."""
    parts = [line.probability * Fraction(line.outcome.net or 0) for line in bet.lines]
    most = max(map(abs, parts), default=Fraction(0)) or Fraction(1)
    for line, part in zip(bet.lines, parts, strict=True):
        # The largest part takes half of the width, which is cut in the middle by zero.
        half = abs(part) / most * 50
        start = 50 if part >= 0 else 50 - half
        sign = "+" if part > 0 else ""
        shown = "—" if line.outcome.net is None else f"{sign}{percent(part, desk.language)}"
        yield Balance(shown, f"{float(start):.2f}%", f"{float(half):.2f}%", part >= 0)


def beside(edge: Fraction, most: Fraction, shown: str) -> Balance:
    """A house edge as a bar beside the largest, to the right where the house gains."""
    half = abs(edge) / (most or 1) * 50
    start = 50 if edge >= 0 else 50 - half
    return Balance(shown, f"{float(start):.2f}%", f"{float(half):.2f}%", edge < 0)


def rounds_chart(desk: Desk, bet: BetOdds, name: str) -> RoundsChart | None:
    """The result of many rounds on a bet; `None` where one is unsettled, nothing varies, or the sum takes too long."""
    if bet.unsettled or not bet.variance:
        return None
    gains: dict[Fraction, Fraction] = {}
    for line in bet.lines:
        gain = Fraction(line.outcome.net or 0)
        gains[gain] = gains.get(gain, Fraction(0)) + line.probability
    drawn = _drawn(tuple(sorted(gains.items())))
    if drawn is None:
        return None
    behind, even, ahead = (percent(share, desk.language, 2) for share in drawn.signs)
    sentence = desk.say(
        "site.odds.rounds.told",
        rounds=ROUNDS,
        bet=name,
        behind=behind,
        even=even,
        ahead=ahead,
        low=_signed(drawn.low, desk.language),
        high=_signed(drawn.high, desk.language),
    )
    ticks = tuple(Tick(x, _signed(value, desk.language)) for x, value in drawn.ticks)
    return RoundsChart(*drawn.paths, ticks, sentence)


def _signed(gain: Fraction, language: str) -> str:
    """A gain with its sign, rounded to a hundredth."""
    shown = decimal(gain, language, 0 if gain.denominator == 1 else 2)
    return f"+{shown}" if gain > 0 else shown


@dataclass(frozen=True)
class _Drawn:
    """A chart without words, which is the same in every language."""

    signs: tuple[Fraction, ...]
    low: Fraction
    high: Fraction
    paths: tuple[str, str, str]
    ticks: tuple[tuple[int, Fraction], ...]


@lru_cache(512)
def _drawn(gains: tuple[tuple[Fraction, Fraction], ...]) -> _Drawn | None:
    # The hundredth power of a polynomial takes long: the cache goes by gains alone, whatever the language and the bet.
    summed = series(dict(gains), ROUNDS)
    if summed is None:
        return None
    first, last = summed.quantile(_LEFT_OUT), summed.quantile(1 - _LEFT_OUT)
    # Each bar has as many places as it takes for the bars to be few enough.
    wide = -(-(last - first + 1) // _BARS)
    bars = list(_bars(summed, first, last, wide))
    most = max(weight for _, _, weight in bars)
    across = WIDTH / ((last - first) // wide + 1)
    paths = {"behind": "", "even": "", "ahead": ""}
    for place, sign, weight in bars:
        # Weights are whole numbers of hundreds of digits, which no float holds.
        height = HEIGHT * weight // most
        x = (place - first) // wide * across
        paths[sign] += f"M{x:.1f} {HEIGHT}v-{height}h{across * 0.85:.1f}v{height}z"
    # The ends are marked below the chart, and three places between them.
    marked = [bars[fifth * (len(bars) - 1) // 4][0] for fifth in range(5)]
    ticks = tuple((round(((place - first) // wide + 0.45) * across), summed.sum_at(place)) for place in marked)
    return _Drawn(
        summed.signs,
        summed.sum_at(summed.quantile(_TAIL)),
        summed.sum_at(summed.quantile(1 - _TAIL)),
        (paths["behind"], paths["even"], paths["ahead"]),
        ticks,
    )


def _bars(summed: Series, first: int, last: int, wide: int) -> Iterator[tuple[int, str, int]]:
    """Bars by their first place: whether they are a loss, a gain or neither, and their weight."""
    for start in range(first, last + 1, wide):
        weight = sum(summed.weights[start : min(start + wide, last + 1)])
        # A bar of several sums is counted to the side on which its middle lies.
        middle = summed.sum_at(start) + summed.step * (wide - 1) / 2
        yield start, "even" if middle == 0 else "ahead" if middle > 0 else "behind", weight
