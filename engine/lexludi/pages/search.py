"""What the search of a language finds: provisions, terms and pages, as the worker in the page reads them."""

from collections.abc import Iterable
from typing import Any

from lexludi.pages.page import GeneratedPage


def search_index(made: Iterable[GeneratedPage], written: list[dict[str, str]]) -> dict[str, Any]:
    """The index of one language, with addresses relative to the folder of the language."""
    docs = [doc for page in made for doc in _docs(page)]
    return {"config": {"lang": ["en"], "separator": " ", "pipeline": []}, "docs": [*docs, *written]}


def _docs(page: GeneratedPage) -> Iterable[dict[str, str]]:
    place = page.path.removeprefix(page.language).lstrip("/")
    place = f"{place}/" if place else ""
    for hit in page.hits:
        location = f"{place}#{hit.anchor}" if hit.anchor else place
        doc = {"location": location, "title": hit.title, "text": hit.text, "alt": hit.also, "eid": hit.eid}
        yield {k: v for k, v in doc.items() if v or k in ("location", "title", "text")}
