"""Charts as SVG, made when the site is built: told apart by pattern, beside a table of the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lexludi.site.markup import Html, join, tag

# How kinds of results are filled; whatever else there is has dots.
PATTERNS = {"win": "solid", "lose": "hatched"}


@dataclass(frozen=True)
class Part:
    """A part of a whole: its name, how it is filled, its share."""

    name: str
    pattern: str
    share: Fraction


def patterns() -> Html:
    """The fillings that the charts of a page use."""
    hatched = tag(
        "pattern", Html('<path d="M-2 2 2 -2M0 8 8 0M6 10 10 6" class="lx-stroke"/>'), **_pattern("lx-hatched", 8)
    )
    dotted = tag("pattern", Html('<circle cx="2" cy="2" r="1.3" class="lx-dot"/>'), **_pattern("lx-dotted", 5))
    return tag("svg", tag("defs", hatched, dotted), width=0, height=0, aria_hidden="true", class_="lx-patterns")


def _pattern(name: str, size: int) -> dict[str, str | int]:
    return {"id": name, "width": size, "height": size, "patternUnits": "userSpaceOnUse"}


def stacked(parts: Sequence[Part], label: str) -> Html:
    """Shares of a whole in one bar, with a key below."""
    rects, place = [], Fraction(0)
    for part in parts:
        rects.append(_rect(part.pattern, place, part.share))
        place += part.share
    bar = tag("svg", *rects, class_="lx-stacked", role="img", aria_label=label)
    return tag("figure", bar, tag("figcaption", *(_key(p) for p in parts)), class_="lx-chart")


def bar(share: Fraction, pattern: str) -> Html:
    """One share as a bar; the number stands beside it."""
    return tag("svg", _rect(pattern, Fraction(0), share), class_="lx-share", aria_hidden="true")


def _rect(pattern: str, start: Fraction, width: Fraction) -> Html:
    return tag(
        "rect", x=_percentage(start), y=0, width=_percentage(width), height="100%", class_=f"lx-fill lx-fill--{pattern}"
    )


def _percentage(value: Fraction) -> str:
    return f"{float(value) * 100:.3f}%"


def _key(part: Part) -> Html:
    swatch = tag(
        "svg",
        tag("rect", width="100%", height="100%", class_=f"lx-fill lx-fill--{part.pattern}"),
        class_="lx-swatch",
        aria_hidden="true",
    )
    return tag("span", swatch, part.name, class_="lx-key-of")


def pattern_of(result: str) -> str:
    """How a result is filled."""
    return PATTERNS.get(result, "dotted")


def many(charts: Sequence[Html | None]) -> Html:
    """Charts with the fillings they use."""
    return join([patterns(), *charts])
