"""Exact numbers as a reader of a language sees them: fractions as percentages, with their own form beside them."""

from decimal import Decimal
from fractions import Fraction

from babel.numbers import format_decimal

from lexludi.base.messages import LOCALES


def percent(value: Fraction, language: str, digits: int = 4) -> str:
    """A fraction as a percentage, rounded to so many digits."""
    shown = decimal(value * 100, language, digits)
    return f"{shown}%" if language != "pt" else f"{shown}\N{NO-BREAK SPACE}%"


def decimal(value: Fraction, language: str, digits: int = 4) -> str:
    """A fraction as a decimal number, rounded to so many digits."""
    rounded = Decimal(round(value * 10**digits)) / 10**digits
    shown = format_decimal(rounded, "#,##0." + "0" * digits if digits else "#,##0", locale=LOCALES[language])
    return str(shown).replace("-", "\N{MINUS SIGN}")


def signed(value: Fraction, language: str, digits: int = 4) -> str:
    """A difference of percentages, with its sign."""
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    return f"{sign}{percent(abs(value), language, digits)}"


def whole(value: int, language: str) -> str:
    """A count."""
    return str(format_decimal(value, locale=LOCALES[language]))


def plain(value: Fraction) -> str:
    """The fraction itself."""
    return str(value).replace("-", "\N{MINUS SIGN}")
