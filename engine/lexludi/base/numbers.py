"""Numbers as a language writes them: rounded half away from zero, in groups of three digits, with the minus sign."""

from fractions import Fraction

from lexludi.base.messages import catalogue

PLACES = 4
MINUS = "\N{MINUS SIGN}"


def count(number: int, language: str) -> str:
    """A whole number."""
    return catalogue(language).whole(number)


def money(value: int | Fraction, language: str) -> str:
    """An amount of money: in decimals where they end, else as a fraction."""
    value = Fraction(value)
    # A fraction in lowest terms ends after n decimals if its denominator divides 10 to the n.
    places = next((n for n in range(PLACES + 1) if 10**n % value.denominator == 0), None)
    return exact(value) if places is None else decimal(value, language, places)


def exact(value: Fraction) -> str:
    """A fraction in lowest terms, its digits in no groups."""
    return str(value).replace("-", MINUS)


def whole_or_exact(value: Fraction, language: str) -> str:
    """A whole number in groups of three digits; any other as its fraction."""
    return count(value.numerator, language) if value.denominator == 1 else exact(value)


def decimal(value: Fraction, language: str, places: int = PLACES, *, signed: bool = False) -> str:
    """A decimal number; `signed` is for differences: a plus where it is more than zero, ± where it is zero.

    The sign of a difference is that of its exact value, even where all digits shown are zero.
    """
    whole, rest = divmod(int(abs(value) * 10**places + Fraction(1, 2)), 10**places)
    digits = count(whole, language)
    if places:
        digits += catalogue(language).say("number.decimal") + f"{rest:0{places}}"
    if signed:
        return ("±" if not value else "+" if value > 0 else MINUS) + digits
    return MINUS + digits if value < 0 and (whole or rest) else digits


def points(difference: Fraction, language: str, places: int = PLACES) -> str:
    """A difference of shares in percentage points, with its sign."""
    value = decimal(100 * difference, language, places, signed=True)
    return catalogue(language).say("number.points", value=value)


def percent(value: Fraction, language: str, places: int = PLACES) -> str:
    """A share in per cent; one too small to show, or too near the whole, is said to be below or above what can be."""
    say = catalogue(language).say
    smallest = Fraction(1, 10**places)
    # Below half of the last place it would be rounded to zero, which it is not.
    if 0 < abs(100 * value) < smallest / 2:
        return say("number.below", value=say("number.percent", value=decimal(smallest, language, places)))
    # From that half below the whole it would be rounded to the whole.
    if 0 < 100 * (1 - value) <= smallest / 2:
        return say("number.above", value=say("number.percent", value=decimal(100 - smallest, language, places)))
    return say("number.percent", value=decimal(100 * value, language, places))
