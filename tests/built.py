"""A built site as tests see it: pages parsed by lxml, their links, their anchors."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml.html import HtmlElement, HTMLParser, document_fromstring

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
LINKS = {"a": "href", "link": "href", "script": "src", "img": "src", "iframe": "src", "form": "action", "source": "src"}


def text(element: HtmlElement) -> str:
    """All text in an element."""
    return str(element.text_content())


def texts(elements: list[HtmlElement]) -> list[str]:
    """The text of each of some elements."""
    return [text(element) for element in elements]


def values(elements: list[HtmlElement], attribute: str) -> list[str]:
    """An attribute of some elements, of those that have it."""
    return [element.attrib[attribute] for element in elements if attribute in element.attrib]


@dataclass(frozen=True)
class BuiltPage:
    """A page of a built site. `faults` are elements that are not closed, or not in their order."""

    file: Path
    root: HtmlElement
    faults: list[str]

    def all(self, selector: str) -> list[HtmlElement]:
        """The elements of a CSS selector, in the order of the page."""
        return list(self.root.cssselect(selector))

    @cached_property
    def anchors(self) -> list[str]:
        """The fragments by which a link can name a place in the page."""
        return [anchor for name in ("id", "name") for anchor in self.root.xpath(f"//@{name}") if anchor]

    def links(self) -> Iterator[tuple[HtmlElement, str]]:
        """Every element that points somewhere, and where."""
        for element in self.root.iter(*LINKS):
            if (name := LINKS[element.tag]) in element.attrib:
                yield element, element.attrib[name]


@cache
def page_at(file: Path) -> BuiltPage:
    """A page, parsed."""
    source = file.read_text("utf-8")
    parser = HTMLParser()
    root = document_fromstring(source, parser=parser)
    return BuiltPage(file, root, [*(error.message for error in parser.error_log), *_unclosed(root, source)])


def _unclosed(root: HtmlElement, source: str) -> Iterator[str]:
    """Elements without an end tag, which a parser closes without a word."""
    opened = Counter(element.tag for element in root.iter() if isinstance(element.tag, str))
    closed = Counter(re.findall(r"</(\w+)|<(\w+)(?:\s[^<>]*)?/>", source))
    for (end, alone), count in closed.items():
        opened[end or alone] -= count
    yield from (f"not closed: {tag}" for tag, count in opened.items() if count > 0 and tag not in VOID)


def all_pages(site: Path) -> list[BuiltPage]:
    """Every page of a built site."""
    return [page_at(file) for file in sorted(site.rglob("*.html"))]


def faults(site: Path) -> Iterator[str]:
    """Every link of a built site that leads nowhere, also in raw HTML: files and anchors."""
    top = site.resolve()
    # Paths are strings here: there are a hundred thousand links.
    anchors = {str(page.file.resolve()): frozenset(page.anchors) for page in all_pages(site)}
    files = {str(file) for file in top.rglob("*") if file.is_file()}
    for page in all_pages(site):
        path = page.file.resolve()
        folder, shown = str(path.parent), path.relative_to(top)
        for target in dict.fromkeys(target for _, target in page.links()):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            where = f"{shown}: {target}"
            named = normpath(f"{folder}/{unquote(parts.path)}") if parts.path else str(path)
            file = next((file for file in (named, f"{named}/index.html") if file in files), None)
            if parts.path.startswith("/"):
                yield f"{where}: from the root of the host"
            elif file is None:
                yield f"{where}: no such file"
            elif parts.fragment and file.endswith(".html") and unquote(parts.fragment) not in anchors[file]:
                yield f"{where}: no such anchor"
