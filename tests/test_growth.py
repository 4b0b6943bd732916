"""Growth of a shelf: twice the works take twice the time and memory at most, and a page is as long as before."""

import pytest

from benchmarks.growth import MOST, exponent, main


@pytest.mark.parametrize(("small", "large", "slope"), [(3.0, 6.0, 1.0), (3.0, 3.0, 0.0), (2.0, 8.0, 2.0)])
def test_an_exponent_is_a_slope_on_logarithmic_scales(small: float, large: float, slope: float) -> None:
    assert exponent(small, large, 2) == pytest.approx(slope)
    assert 1 < MOST < 1.2


@pytest.mark.soak
def test_nothing_grows_faster_than_the_shelf() -> None:
    assert main((4, 8, 16)) == 0
