"""A built site as tests see it: pages parsed, their links, their anchors."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
LINKS = {"a": "href", "link": "href", "script": "src", "img": "src", "iframe": "src", "form": "action", "source": "src"}


@dataclass
class Element:
    """An element: its tag, attributes, the text in it, and what it stands in."""

    tag: str
    attributes: dict[str, str]
    above: "Element | None" = None
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(self.pieces)

    @property
    def classes(self) -> set[str]:
        """Its classes."""
        return set(self.attributes.get("class", "").split())

    def around(self) -> Iterator["Element"]:
        """It and what it stands in, from the inside out."""
        element: Element | None = self
        while element is not None:
            yield element
            element = element.above


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.unclosed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {k: v or "" for k, v in attrs}, self.open[-1] if self.open else None)
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            closed = self.open.pop()
            if closed.tag == tag:
                return
            self.unclosed.append(closed.tag)

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.pieces.append(data)


@dataclass(frozen=True)
class BuiltPage:
    """A page of a built site."""

    file: Path
    elements: list[Element]
    unclosed: list[str]

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """The elements of a tag with those attributes; `class_` is one of the classes."""
        wanted = attributes.pop("class_", "")
        return [
            e
            for e in self.elements
            if tag in ("", e.tag)
            and (not wanted or wanted in e.classes)
            and all(e.attributes.get(k.replace("_", "-")) == v for k, v in attributes.items())
        ]

    @property
    def anchors(self) -> set[str]:
        """What a link into the page can name."""
        return {e.attributes[k] for e in self.elements for k in ("id", "name") if e.attributes.get(k)}

    def links(self) -> Iterator[tuple[Element, str]]:
        """Every element that points somewhere, and where."""
        for element in self.elements:
            if (name := LINKS.get(element.tag)) and name in element.attributes:
                yield element, element.attributes[name]


@cache
def page_at(file: Path) -> BuiltPage:
    """A page, parsed."""
    parser = _Parser()
    parser.feed(file.read_text("utf-8"))
    parser.close()
    return BuiltPage(file, parser.elements, parser.unclosed + [e.tag for e in parser.open])


def all_pages(site: Path) -> list[BuiltPage]:
    """Every page of a built site."""
    return [page_at(file) for file in sorted(site.rglob("*.html"))]


def faults(site: Path) -> Iterator[str]:
    """Every link of a built site that leads nowhere, also in raw HTML: files and anchors."""
    for page in all_pages(site):
        for _, target in page.links():
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            file = page.file if not parts.path else (page.file.parent / unquote(parts.path)).resolve()
            file = file / "index.html" if file.is_dir() else file
            where = f"{page.file.relative_to(site)}: {target}"
            if parts.path.startswith("/"):
                yield f"{where}: from the root of the host"
            elif not file.is_file() or site.resolve() not in file.parents:
                yield f"{where}: no such file"
            elif parts.fragment and file.suffix == ".html" and unquote(parts.fragment) not in page_at(file).anchors:
                yield f"{where}: no such anchor"
