"""The navigation of a language: its pages in their places."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from lexludi.site.page import GeneratedPage


@dataclass
class Entry:
    """A page, or a section; a section may have a page of its own. `source` is a Markdown file."""

    title: str
    source: str = ""
    below: list["Entry"] = field(default_factory=list)


def navigation(language: str, made: Iterable[GeneratedPage]) -> list[Entry]:
    """The navigation of a language."""
    top = Entry("")
    for page in made:
        if page.language == language and page.section is not None:
            _place(top, page)
    return top.below


def _place(top: Entry, page: GeneratedPage) -> None:
    place, section = top, page.section or ()
    titles = [t for t in section if t != "index"]
    for title in titles:
        entry = next((e for e in place.below if e.title == title), None)
        if entry is None:
            entry = Entry(title)
            place.below.append(entry)
        place = entry
    if section and section[-1] == "index":
        place.source = page.source
    else:
        place.below.append(Entry(page.listed or page.title, page.source))
