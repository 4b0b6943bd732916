"""Series of rounds against the binomial distribution, plain convolution, and the moments of a sum."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexludi.exact.series import Series, series

HALF = Fraction(1, 2)


def convolved(gains: dict[Fraction, Fraction], rounds: int) -> dict[Fraction, Fraction]:
    """The sum of gains, round by round."""
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for total, before in sums.items():
            for gain, probability in gains.items():
                after[total + gain] = after.get(total + gain, Fraction(0)) + before * probability
        sums = after
    return sums


def as_map(summed: Series) -> dict[Fraction, Fraction]:
    return {summed.sum_at(place): summed.share(weight) for place, weight in enumerate(summed.weights) if weight}


@pytest.mark.parametrize("never", [-2, 0, 2])
def test_a_gain_that_never_comes_makes_no_difference(never: int) -> None:
    """One is won or lost, three times: 1, 3, 3 and 1 of eight."""
    summed = series({Fraction(1): HALF, Fraction(-1): HALF, Fraction(never): Fraction(0)}, 3)
    assert summed is not None
    assert as_map(summed) == {total: Fraction(comb(3, place), 8) for place, total in enumerate((-3, -1, 1, 3))}


def test_a_fair_coin_is_binomial() -> None:
    summed = series({Fraction(1): HALF, Fraction(-1): HALF}, 100)
    assert summed is not None
    assert summed.weights == tuple(comb(100, k) for k in range(101))
    assert summed.step == 2
    behind, even, ahead = summed.signs
    assert behind == ahead
    assert even == Fraction(comb(100, 50), 2**100)
    assert summed.sum_at(summed.quantile(Fraction(1, 20))) == -16
    assert summed.sum_at(summed.quantile(Fraction(19, 20))) == 16


@given(
    st.dictionaries(st.fractions(-2, 9, max_denominator=6), st.integers(1, 50), min_size=2, max_size=4),
    st.integers(1, 5),
)
def test_it_is_the_convolution(weights: dict[Fraction, int], rounds: int) -> None:
    total = sum(weights.values())
    gains = {gain: Fraction(weight, total) for gain, weight in weights.items()}
    summed = series(gains, rounds)
    assert summed is not None
    expected = convolved(gains, rounds)
    assert as_map(summed) == expected
    assert summed.signs == (
        sum(p for gain, p in expected.items() if gain < 0),
        expected.get(Fraction(0), 0),
        sum(p for gain, p in expected.items() if gain > 0),
    )


def test_mean_and_variance_of_a_hundred_bets_on_banker_add_up() -> None:
    """The known chances of baccarat with eight packs: 19/20 for the banker, nothing for a tie."""
    every = 4_998_398_275_503_360
    gains = {
        Fraction(19, 20): Fraction(2_292_252_566_437_888, every),
        Fraction(-1): Fraction(2_230_518_282_592_256, every),
        Fraction(0): Fraction(475_627_426_473_216, every),
    }
    summed = series(gains, 100)
    assert summed is not None
    shares = as_map(summed)
    mean = sum(gain * p for gain, p in gains.items())
    square = sum(gain**2 * p for gain, p in gains.items())
    assert sum(shares.values()) == 1
    assert sum(gain * p for gain, p in shares.items()) == 100 * mean
    assert sum((gain - 100 * mean) ** 2 * p for gain, p in shares.items()) == 100 * (square - mean**2)


def test_a_sum_that_takes_too_long_is_refused() -> None:
    third = Fraction(1, 3)
    assert series({Fraction(-1): third, Fraction(0): third, Fraction(99_999, 7): third}, 100) is None


def test_a_single_gain_is_certain() -> None:
    summed = series({Fraction(-1): Fraction(1)}, 10)
    assert summed is not None
    assert as_map(summed) == {Fraction(-10): 1}


@pytest.mark.parametrize("rounds", [1, 2])
def test_few_rounds(rounds: int) -> None:
    summed = series({Fraction(3): Fraction(1, 4), Fraction(-1): Fraction(3, 4)}, rounds)
    assert summed is not None
    assert as_map(summed) == convolved({Fraction(3): Fraction(1, 4), Fraction(-1): Fraction(3, 4)}, rounds)
