"""The search index of a language: provisions, terms and pages, as the worker in the page reads them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lexludi.base.script import simplified_forms
from lexludi.site.page import GeneratedPage

INDEX = "search/index.json"


def search_stub(language: str) -> dict[str, Any]:
    """The address of the index as seen from the worker, for which the theme asks on every page."""
    return {"config": {"lang": ["en"], "separator": " ", "pipeline": [], "index": f"../{language}/{INDEX}"}, "docs": []}


@dataclass(frozen=True)
class SearchPart:
    """The share of some pages in an index: places with their words, as objects of JSON in a row, and titles."""

    docs: str
    titles: Mapping[str, str]


def search_part(pages: Sequence[GeneratedPage]) -> SearchPart:
    """The part of some pages, with addresses relative to the folder of their language."""
    docs = (json.dumps(doc, ensure_ascii=False) for page in pages for doc in _docs(page))
    titles = {_place(page): f"{page.title} · {page.of}" if page.of else page.title for page in pages if page.hits}
    return SearchPart(", ".join(docs), titles)


def search_index(parts: Sequence[SearchPart]) -> str:
    """The index of one language, in JSON."""
    # Parts are JSON already: put in a row as text, nothing of them is read again.
    found = ", ".join(part.docs for part in parts if part.docs)
    titles = {place: title for part in parts for place, title in part.titles.items()}
    config = json.dumps({"simplified": _simplified(found), "titles": titles}, ensure_ascii=False)
    return f'{{"config": {config}, "docs": [{found}]}}'


def _simplified(found: str) -> dict[str, str]:
    """The Simplified form of each Traditional character that occurs: both are searched for as one."""
    used = set(found)
    return {t: s for t, s in simplified_forms().items() if t in used}


def _place(page: GeneratedPage) -> str:
    place = page.path.removeprefix(page.language).lstrip("/")
    return f"{place}/" if place else ""


def _docs(page: GeneratedPage) -> Iterable[dict[str, str]]:
    place = _place(page)
    for hit in page.hits:
        location = f"{place}#{hit.anchor}" if hit.anchor else place
        doc = {"location": location, "title": hit.title, "text": hit.text, "alt": hit.also, "eid": hit.eid}
        yield {k: v for k, v in doc.items() if v or k in ("location", "title", "text")}
