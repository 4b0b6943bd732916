"""Series of rounds: the exact distribution of the sum of gains of many independent rounds on the same bet.

The gains are multiples of one step, so that the distribution of a round is a polynomial
with integer coefficients, and that of `n` rounds its `n`-th power. The coefficients of a
power follow from one another by J. C. P. Miller's recurrence (Knuth, The Art of Computer
Programming, vol. 2, 4.7, exercise 6 and eq. 9), without a single rounding.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm

from lexludi.base.frozen import dataclass

# No more terms are added up than this.
MAX_TERMS = 400_000


@dataclass(frozen=True)
class Series:
    """The sum of gains after some rounds: `weights[i]` of `total` for a sum of `low + i * step`."""

    low: Fraction
    step: Fraction
    weights: tuple[int, ...]
    total: int

    def sum_at(self, place: int) -> Fraction:
        """The sum of gains at a place of the weights."""
        return self.low + place * self.step

    def share(self, weight: int) -> Fraction:
        """A weight as a part of all."""
        return Fraction(weight, self.total)

    @property
    def signs(self) -> tuple[Fraction, Fraction, Fraction]:
        """The probabilities of a loss, of neither, and of a gain."""
        zero = -self.low / self.step  # the place of a sum of zero, perhaps between two
        behind = sum(self.weights[: max(0, -(-zero.numerator // zero.denominator))])
        even = self.weights[int(zero)] if zero.denominator == 1 and 0 <= zero < len(self.weights) else 0
        return self.share(behind), self.share(even), self.share(self.total - behind - even)

    def quantile(self, share: Fraction) -> int:
        """The first place at which at least this share is reached."""
        bound = share.numerator * self.total
        reached = accumulate(self.weights)
        return next(place for place, weight in enumerate(reached) if weight * share.denominator >= bound)


def series(gains: Mapping[Fraction, Fraction], rounds: int) -> Series | None:
    """The sum of gains of independent rounds, each with these probabilities; `None` where that is too long a sum."""
    # Probabilities as weights out of one number; gains as places above the least, in steps of a common divisor.
    unit = lcm(*(probability.denominator for probability in gains.values()))
    fine = lcm(*(gain.denominator for gain in gains))
    least = min(gain for gain, p in gains.items() if p)
    places = {int((gain - least) * fine): int(p * unit) for gain, p in gains.items() if p}
    common = gcd(*places) or 1
    coefficients = {place // common: weight for place, weight in sorted(places.items())}
    longest = max(coefficients) * rounds
    # So many products are added up, of integers that grow with the number of rounds.
    if longest * len(coefficients) > MAX_TERMS:
        return None
    weights = _power(coefficients, rounds, longest)
    return Series(least * rounds, Fraction(common, fine), tuple(weights), unit**rounds)


def _power(coefficients: Mapping[int, int], rounds: int, longest: int) -> list[int]:
    """The coefficients of a power of a polynomial, of which that of degree zero is not zero."""
    first = coefficients[0]
    rest = [(place, weight) for place, weight in coefficients.items() if place]
    power = [first**rounds]
    for degree in range(1, longest + 1):
        # degree * first * power[degree] is this sum: the derivative of the power, compared term by term.
        terms = (
            (place * (rounds + 1) - degree) * weight * power[degree - place]
            for place, weight in rest
            if place <= degree
        )
        # The division leaves nothing, since the power of a polynomial in integers has integers.
        power.append(sum(terms) // (degree * first))
    return power
