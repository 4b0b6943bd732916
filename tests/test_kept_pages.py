"""Kept pages: what a page became is given again while all is the same that it was made of, and no longer."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File
from mkdocs.structure.nav import Section
from mkdocs.structure.pages import Page

from lexludi.base.cache import digest_of_bytes
from lexludi.site import mkdocs_plugin, written
from lexludi.site.folder import listed
from lexludi.site.kept_pages import KeptPages
from lexludi.site.page import GeneratedPage, Heading, Hit, navigation
from lexludi.site.written import written_pages

ROOT = Path(__file__).resolve().parent.parent
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


def kept(folder: Path, page: GeneratedPage = PAGE, common: str = "engine") -> str | None:
    pages = KeptPages(common, folder)
    became = pages.digest(page.source, page.leaf.digest)
    html = pages.html(page.source, became) if became else None
    return None if html is None else html.decode()


def keep(folder: Path, page: GeneratedPage = PAGE) -> None:
    pages = KeptPages("engine", folder)
    pages.keep(page.source, page.leaf.digest, HTML.encode())
    pages.write()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A cache folder in which the page is kept."""
    keep(tmp_path)
    return tmp_path


def test_what_a_page_became_is_given_again(folder: Path, tmp_path: Path) -> None:
    assert kept(folder) == HTML
    assert kept(tmp_path / "another") is None
    assert kept(folder, replace(PAGE, hits=())) == HTML, "those are in the index, not on the page"
    assert KeptPages("engine", folder).digest(PAGE.source, PAGE.leaf.digest) == digest_of_bytes(HTML.encode())


@pytest.mark.parametrize("name", [field.name for field in fields(GeneratedPage) if field.name not in ("path", "hits")])
def test_any_other_page_is_made_anew(name: str, folder: Path) -> None:
    assert kept(folder, replace(PAGE, **{name: OTHER[name]})) is None


def test_a_page_is_made_anew_when_the_theme_changes(folder: Path) -> None:
    assert kept(folder, common="another engine") is None


def planted(folder: Path, is_page: bool, data: object) -> None:
    """Put other data in the place of the page, or of the digests."""
    (file,) = [file for file in folder.iterdir() if (PAGE.source in file.read_text("utf-8")) is not is_page]
    whole = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(whole | {"data": data}), "utf-8")


OTHER_PAGE = base64.b64encode(zlib.compress(b"<!doctype html>")).decode()


@pytest.mark.parametrize("data", [7, "no base64", "aGFsbG8=", OTHER_PAGE])
def test_what_cannot_be_the_page_is_none(data: object, folder: Path) -> None:
    planted(folder, True, data)
    assert kept(folder) is None


@pytest.mark.parametrize("data", [7, {PAGE.source: 7}, {PAGE.source: ["only one"]}])
def test_what_cannot_be_digests_are_none(data: object, folder: Path) -> None:
    planted(folder, False, data)
    assert kept(folder) is None


def test_a_page_that_is_no_more_is_forgotten(folder: Path) -> None:
    another = replace(PAGE, path="pt/outro")
    keep(folder, another)
    assert kept(folder) is None
    assert kept(folder, another) == HTML


def test_pages_written_by_hand_are_read_again_when_one_of_their_language_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = tmp_path / "pages"
    for language in ("en", "pt"):
        (pages / language / "guide").mkdir(parents=True)
        (pages / language / "guide" / "index.md").write_text("# Guide\n\n## Part\n\nSee [one](one.md).\n", "utf-8")
        (pages / language / "guide" / "one.md").write_text("# One\n", "utf-8")
    monkeypatch.setattr(written, "pages_folder", lambda: pages)
    for _ in range(2):
        found = {language: written_pages(language, tmp_path / "cache") for language in ("en", "pt")}
        assert found == {language: written_pages(language) for language in ("en", "pt")}
        assert [page.title for page in found["en"]] == ["Guide", "One"]
    (pages / "en" / "guide" / "one.md").write_text("# Another\n", "utf-8")
    read: list[str] = []
    really = written._page
    monkeypatch.setattr(written, "_page", lambda file, path: read.append(path) or really(file, path))
    assert [page.title for page in written_pages("en", tmp_path / "cache")] == ["Guide", "Another"]
    assert written_pages("pt", tmp_path / "cache") == found["pt"]
    assert read == ["en/guide", "en/guide/one"]
    for file in (tmp_path / "cache").iterdir():
        file.write_text(file.read_text("utf-8").replace("anchor", "anker"), "utf-8")
    assert written_pages("pt", tmp_path / "cache") == found["pt"]


# ── Navigation ──────────────────────────────────────────────────────────────


def test_two_works_of_the_same_title_stand_side_by_side() -> None:
    def page(path: str, *section: str) -> GeneratedPage:
        return GeneratedPage(f"en/{path}", path, Markup(), section=section)

    law = [page("law", "Law", "index")]
    for work in ("a", "b"):
        law += [page(work, "Law", "Rules", "index"), page(f"{work}/1", "Law", "Rules", "Text")]
        law += [page(f"{work}/2", "Law", "Rules", "Text"), page(f"{work}/odds", "Law", "Rules")]
    assert listed(navigation("en", law)) == [
        {
            "Law": [
                "en/law/index.md",
                *(
                    {
                        "Rules": [
                            f"en/{work}/index.md",
                            {"Text": [{f"{work}/1": f"en/{work}/1.md"}, {f"{work}/2": f"en/{work}/2.md"}]},
                            {f"{work}/odds": f"en/{work}/odds.md"},
                        ]
                    }
                    for work in ("a", "b")
                ),
            ]
        }
    ]


CONFIG = MkDocsConfig()
CONFIG.load_dict({"site_name": "x"})
CONFIG.validate()
WORK_A, WORK_B = ("first", "article"), ("other", "its article", "another of it")


def shown(
    a: Sequence[str] = WORK_A,
    b: Sequence[str] = WORK_B,
    law: Sequence[str] = ("Law",),
    guide: Sequence[str] = ("Guide", "page"),
    title: str = "Guide",
) -> object:
    """The navigation as the page `article` of the first of two works shows it."""

    def listed(titles: Sequence[str]) -> list[StructureItem]:
        return [Page(title, File(f"{title}.md", None, "site", True), CONFIG) for title in titles]

    works = [Section("A", listed(a)), Section("B", listed(b))]
    top = [*listed(["home"]), Section("Law", [*listed(law), *works]), Section(title, listed(guide))]
    for section in (*top[1:], *works):
        for item in section.children:
            item.parent = section
    here = next(page for page in works[0].children if page.title == "article")
    here.active = True
    mkdocs_plugin._cut(here)
    return mkdocs_plugin._shown(top)


@pytest.mark.parametrize(
    "elsewhere", [{"b": ("other", "renamed")}, {"b": ()}, {"guide": ("Guide", "renamed", "added")}]
)
def test_what_changes_in_another_work_or_section_is_not_on_a_page(elsewhere: dict[str, Any]) -> None:
    assert shown(**elsewhere) == shown()


@pytest.mark.parametrize(
    "here",
    [
        {"a": ("renamed", "article")},
        {"a": ("first", "article", "added")},
        {"law": ("Law", "added")},
        {"law": ("Laws",)},
        {"guide": ("renamed", "page")},
        {"title": "Guides"},
    ],
)
def test_what_changes_around_a_page_is_on_it(here: dict[str, Any]) -> None:
    assert shown(**here) != shown()


@pytest.mark.soak
def test_pages_kept_and_made_after_a_change_are_those_of_a_build_without_anything_kept(tmp_path: Path) -> None:
    """A title changes, an article and a work are added, a work is taken away.

    Blank lines of the theme are as many as pages elsewhere.
    """
    valid = ROOT / "tests" / "corpus" / "valid"
    shelf = tmp_path / "shelf" / "xx"
    for name in ("three-dice", "two-tokens"):
        shutil.copytree(valid / name, shelf / name)

    def site(cache: str) -> dict[Path, list[str]]:
        out = tmp_path / "site"
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)]
        settings = {"LEXLUDI_SHELF": str(shelf.parent), "XDG_CACHE_HOME": str(tmp_path / cache)}
        subprocess.run(command, cwd=ROOT, env={**os.environ, **settings, "NO_MKDOCS_2_WARNING": "1"}, check=True)
        return {file.relative_to(out): file.read_text("utf-8").split() for file in out.rglob("*.html")}

    site("kept")
    text = shelf / "two-tokens" / "1.en.ludi"
    said = text.read_text("utf-8")
    text.write_text(re.sub("(?m)^title: .*$", "title: Another", said) + "\nArticle 99 Added\n  | Words.\n", "utf-8")
    assert site("kept") == site("one")
    shutil.copytree(valid / "draw-to-total", shelf / "draw-to-total")
    assert site("kept") == site("two")
    shutil.rmtree(shelf / "three-dice")
    assert site("kept") == site("three")
