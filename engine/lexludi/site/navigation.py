"""The navigation of a language: generated and written pages in their places."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from lexludi.base.messages import catalogue
from lexludi.site.page import GeneratedPage

# Pages written by hand, under `site/pages/<language>`: their section, by its key, and their names.
WRITTEN = (("guide", ("reading", "guide", "editors", "reference", "diagnostics")), ("about", ("about",)))


@dataclass
class Entry:
    """A page, or a section; a section may have a page of its own. `source` is a Markdown file."""

    title: str
    source: str = ""
    below: list["Entry"] = field(default_factory=list)


def navigation(language: str, made: Iterable[GeneratedPage], written: Path) -> list[Entry]:
    """The navigation of a language; `written` is the folder of the pages written by hand."""
    top = Entry("")
    for page in made:
        if page.language == language and page.section is not None:
            _place(top, page)
    for section, names in WRITTEN:
        entries = [e for name in names if (e := _written(language, name, written / language))]
        title = catalogue(language).say(f"site.nav.{section}")
        if len(entries) == 1:
            top.below.append(Entry(title, entries[0].source, entries[0].below))
        elif entries:
            top.below.append(Entry(title, below=entries))
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


def _written(language: str, name: str, folder: Path) -> Entry | None:
    if (file := folder / f"{name}.md").is_file():
        return Entry(_title(file), f"{language}/{name}.md")
    if (file := folder / name / "index.md").is_file():
        others = sorted(p for p in (folder / name).glob("*.md") if p.stem != "index")
        return Entry(
            _title(file),
            f"{language}/{name}/index.md",
            [Entry(_title(p), f"{language}/{name}/{p.name}") for p in others],
        )
    return None


def _title(file: Path) -> str:
    """The heading of a written page, without its marks."""
    match = re.search(r"(?m)^# (.+)$", file.read_text("utf-8"))
    return re.sub(r" `[^`]*`$", "", match[1]) if match else file.stem
