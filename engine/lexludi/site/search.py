"""The search index of a language: provisions, terms and pages, as the worker in the page reads them."""

from collections.abc import Iterable, Sequence
from typing import Any

from lexludi.base.script import simplified_forms
from lexludi.site.page import GeneratedPage

INDEX = "search/index.json"


def search_stub(language: str) -> dict[str, Any]:
    """The address of the index as seen from the worker, for which the theme asks on every page."""
    return {"config": {"lang": ["en"], "separator": " ", "pipeline": [], "index": f"../{language}/{INDEX}"}, "docs": []}


def search_index(pages: Sequence[GeneratedPage]) -> dict[str, Any]:
    """The index of one language, with addresses relative to the folder of the language."""
    docs = [doc for page in pages for doc in _docs(page)]
    titles = {_place(page): f"{page.title} · {page.of}" if page.of else page.title for page in pages if page.hits}
    return {"config": {"simplified": _simplified(docs), "titles": titles}, "docs": docs}


def _simplified(docs: list[dict[str, str]]) -> dict[str, str]:
    """The Simplified form of each Traditional character that occurs: both are searched for as one."""
    used = {char for doc in docs for text in doc.values() for char in text}
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
