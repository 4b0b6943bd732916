"""Numbers of pages, by the formatter that the command line uses too."""

from fractions import Fraction

from lexludi.base.numbers import PLACES, count, decimal, exact, percent

__all__ = ["decimal", "percent", "plain", "signed", "whole"]

plain, whole = exact, count


def signed(value: Fraction, language: str, places: int = PLACES) -> str:
    """A difference of percentages, with its sign."""
    return percent(value, language, places, signed=True)
