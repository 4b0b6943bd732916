"""The search index of a language: provisions, terms and pages, as the worker in the page reads them."""

from collections.abc import Iterable
from typing import Any

from lexludi.base.script import simplified_forms
from lexludi.site.page import GeneratedPage


def search_index(made: Iterable[GeneratedPage], written: list[dict[str, str]]) -> dict[str, Any]:
    """The index of one language, with addresses relative to the folder of the language."""
    docs = [doc for page in made for doc in _docs(page)]
    every = [*docs, *written]
    return {
        "config": {"lang": ["en"], "separator": " ", "pipeline": [], "simplified": _simplified(every)},
        "docs": every,
    }


def _simplified(docs: list[dict[str, str]]) -> dict[str, str]:
    """The Simplified form of each Traditional character that occurs: both are searched for as one."""
    used = {char for doc in docs for text in doc.values() for char in text}
    return {t: s for t, s in simplified_forms().items() if t in used}


def _docs(page: GeneratedPage) -> Iterable[dict[str, str]]:
    place = page.path.removeprefix(page.language).lstrip("/")
    place = f"{place}/" if place else ""
    for hit in page.hits:
        location = f"{place}#{hit.anchor}" if hit.anchor else place
        doc = {"location": location, "title": hit.title, "text": hit.text, "alt": hit.also, "eid": hit.eid}
        yield {k: v for k, v in doc.items() if v or k in ("location", "title", "text")}
