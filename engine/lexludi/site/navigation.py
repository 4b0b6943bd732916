"""The navigation of a language: its pages in their places."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from lexludi.site.page import PlacedPage


@dataclass
class NavigationEntry:
    """A page, or a section; a section may have a page of its own. `source` is a Markdown file."""

    title: str
    source: str = ""
    below: list["NavigationEntry"] = field(default_factory=list)


def navigation(language: str, made: Iterable[PlacedPage]) -> list[NavigationEntry]:
    """The navigation of a language."""
    top = NavigationEntry("")
    for page in made:
        if page.language == language and page.section is not None:
            _place(top, page)
    return top.below


def _place(top: NavigationEntry, page: PlacedPage) -> None:
    section = page.section or ()
    # The depth of the section whose own page this is; none for a page within one.
    own = len(section) - 1 if section[-1:] == ("index",) else None
    place = top
    for depth, title in enumerate(section[:own], 1):
        # Two works may have the same title: with its own page another section begins.
        entry = None if depth == own else next((e for e in reversed(place.below) if e.title == title), None)
        if entry is None:
            entry = NavigationEntry(title)
            place.below.append(entry)
        place = entry
    if own is not None:
        place.source = page.source
    else:
        place.below.append(NavigationEntry(page.listed or page.title, page.source))
