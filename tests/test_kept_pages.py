"""Kept pages: what a page became is given again while all is the same that it was made of, and no longer."""

import base64
import json
import zlib
from dataclasses import fields, replace
from pathlib import Path

import pytest
from markupsafe import Markup

from lexludi.site.kept_pages import KeptPage
from lexludi.site.page import GeneratedPage, Heading, Hit

PAGE = GeneratedPage(
    "pt/guia", "Guia", Markup("<p>Palavras</p>"), headings=(Heading("a", "A"),), hits=(Hit("", "A", "b"),)
)
HTML = "<!doctype html><title>規章 · Guia</title>"
OTHER = {
    **dict.fromkeys(("title", "under", "listed", "description", "kind", "feed", "of"), "x"),
    "body": Markup("<p>Outras</p>"),
    "section": ("x",),
    "headings": (),
    "data": {"@id": "x"},
}


def kept(folder: Path, page: GeneratedPage = PAGE, surroundings: str = "theme") -> str | None:
    return KeptPage(page, surroundings, folder).html


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A cache folder in which the page is kept."""
    KeptPage(PAGE, "theme", tmp_path).keep(HTML)
    return tmp_path


def test_what_a_page_became_is_given_again(folder: Path, tmp_path: Path) -> None:
    assert kept(folder) == HTML
    assert kept(tmp_path / "another") is None
    assert kept(folder, replace(PAGE, hits=())) == HTML, "those are in the index, not on the page"


@pytest.mark.parametrize("name", [field.name for field in fields(GeneratedPage) if field.name not in ("path", "hits")])
def test_any_other_page_is_made_anew(name: str, folder: Path) -> None:
    assert kept(folder, replace(PAGE, **{name: OTHER[name]})) is None


def test_a_page_is_made_anew_when_what_is_around_it_changes(folder: Path) -> None:
    assert kept(folder, surroundings="another theme") is None


@pytest.mark.parametrize("planted", [7, "no base64", "aGFsbG8=", base64.b64encode(zlib.compress(b"\xff")).decode()])
def test_what_cannot_be_a_page_is_none(planted: object, folder: Path) -> None:
    (file,) = folder.iterdir()
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"data": planted}), "utf-8")
    assert kept(folder) is None
