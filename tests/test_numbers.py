"""Numbers as a language writes them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexludi.base.numbers import count, decimal, exact, money, percent, points
from lexludi.language.phrases import LANGUAGES


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("zh", "−12,345,678.2500"),
        ("pt", "−12\N{NO-BREAK SPACE}345\N{NO-BREAK SPACE}678,2500"),
        ("en", "−12,345,678.2500"),
    ],
)
def test_each_language_has_its_groups_and_its_decimal_sign(language: str, shown: str) -> None:
    assert decimal(Fraction(-1234567825, 100), language) == shown


def test_a_percentage_has_the_space_of_its_language() -> None:
    edge = Fraction(-105053, 10**7)
    assert [percent(edge, language) for language in ("zh", "pt", "en")] == [
        "−1.0505%",
        "−1,0505\N{NO-BREAK SPACE}%",
        "−1.0505%",
    ]


def test_a_half_is_rounded_away_from_zero() -> None:
    assert [decimal(Fraction(n, 8), "en", 2) for n in (1, 3, -1, -3)] == ["0.13", "0.38", "−0.13", "−0.38"]
    assert [decimal(Fraction(n, 2), "en", 0) for n in (1, 3, 5, -1)] == ["1", "2", "3", "−1"]


def test_what_rounds_to_zero_has_no_sign_unless_it_is_a_difference() -> None:
    assert decimal(Fraction(-1, 10**9), "en") == "0.0000"
    assert decimal(Fraction(-1, 10**9), "en", signed=True) == "−0.0000"
    assert decimal(Fraction(1, 10**9), "en", signed=True) == "+0.0000"
    assert decimal(Fraction(0), "en", signed=True) == "±0.0000"


def test_a_share_too_small_to_show_or_too_near_the_whole_is_not_rounded_to_either() -> None:
    assert percent(Fraction(1, 10**9), "en") == "less than 0.0001%"
    assert percent(Fraction(1, 10**9), "pt") == "menos de 0,0001\N{NO-BREAK SPACE}%"
    assert percent(Fraction(1, 10**9), "zh") == "小於 0.0001%"
    assert percent(Fraction(5, 10**7), "en") == "0.0001%", "half of the last digit is rounded up"
    assert percent(Fraction(0), "en") == "0.0000%"
    assert percent(1 - Fraction(5, 10**7), "en") == "more than 99.9999%", "half of the last digit is rounded up"
    assert percent(1 - Fraction(6, 10**7), "en") == "99.9999%"
    assert percent(1 - Fraction(1, 10**9), "pt", 0) == "mais de 99\N{NO-BREAK SPACE}%"
    assert percent(1 - Fraction(1, 10**9), "zh") == "大於 99.9999%"
    assert percent(Fraction(1), "en") == "100.0000%"


def test_numbers_of_any_length_are_shown_whole() -> None:
    assert count(10**30, "en") == "1" + ",000" * 10
    assert decimal(Fraction(-(10**30)), "en", 1) == "−1" + ",000" * 10 + ".0"
    assert exact(Fraction(-(10**30), 7)) == f"−{10**30}/7"


@given(st.fractions(), st.integers(0, 6), st.sampled_from(LANGUAGES))
def test_a_decimal_is_no_further_off_than_half_of_its_last_digit(value: Fraction, places: int, language: str) -> None:
    digits = decimal(value, language, places).replace("−", "-")
    plain = digits.replace("\N{NO-BREAK SPACE}", "").replace(",", "." if language == "pt" else "")
    assert abs(Fraction(plain) - value) * 10**places <= Fraction(1, 2)


def test_an_amount_of_money_is_in_decimals_where_they_end() -> None:
    assert [money(Fraction(19, 2), language) for language in LANGUAGES] == ["9.5", "9,5", "9.5"]
    assert money(15, "pt") == "15"
    assert money(Fraction(-1, 3), "en") == "−1/3"


def test_a_difference_of_shares_is_in_percentage_points() -> None:
    told = [points(Fraction(-1, 40), language, 1) for language in LANGUAGES]
    assert told == ["−2.5個百分點", "−2,5\N{NO-BREAK SPACE}p.p.", "−2.5\N{NO-BREAK SPACE}pp"]
