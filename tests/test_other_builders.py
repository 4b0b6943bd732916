"""The site without MkDocs: by another builder from the folder that `lexludi site` writes, and by ProperDocs."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import markdown
import pytest
import yaml
from lxml.html import HtmlElement

from built import BuiltPage, page_at, text, values
from lexludi.cli.main import main
from lexludi.language.phrases import LANGUAGES
from lexludi.site.written import pages_folder

ROOT = Path(__file__).resolve().parent.parent
# What is built again here, beside all pages written by hand; the whole shelf takes a minute.
WORKS = ("mo/q-poker", "xx/fantan")


@pytest.fixture(scope="module")
def folder(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command writes of the shelf of which the site was built."""
    folder = tmp_path_factory.mktemp("folder")
    assert main(["site", str(folder)]) == 0
    return folder


# ── Another builder: Python-Markdown, and a template of a few lines ─────────


def front_matter(file: Path) -> tuple[str, str]:
    """The front matter of a page and its Markdown."""
    _, head, body = file.read_text("utf-8").split("---\n", 2)
    return head, body


def built_otherwise(file: Path, source: Path) -> BuiltPage:
    """A page of Markdown as this builder makes it, at a place of its own."""
    head, body = front_matter(source)
    front = yaml.safe_load(head)
    data = json.dumps(front["json_ld"]).replace("<", "\\u003c")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f'<!doctype html><html lang="{front["language"]}"><head><title>{escape(front["title"])}</title>'
        f'<script type="application/ld+json">{data}</script></head><body><main>{markdown.markdown(body)}</main>',
        "utf-8",
    )
    return page_at(file)


def sources(folder: Path) -> list[Path]:
    """The files of the pages that are built again, by name."""
    by_hand = [path.relative_to(pages_folder()) for path in pages_folder().rglob("*.md")]
    of_works = [
        path.relative_to(folder / "pages")
        for language in LANGUAGES
        for work in WORKS
        for path in (folder / "pages" / language / work).rglob("*.md")
    ]
    return sorted({*by_hand, *of_works, *(Path(language, "index.md") for language in LANGUAGES)})


def place_of(source: Path) -> Path:
    """Where the page of a source stands in a site."""
    return source.parent / "index.html" if source.name == "index.md" else source.with_suffix("") / "index.html"


def words(element: HtmlElement) -> str:
    """The text of an element; MkDocs sets line breaks of its own."""
    return " ".join(text(element).split())


def links(element: HtmlElement) -> list[str]:
    """Where the links of an element lead."""
    return values(element.cssselect("a"), "href")


@pytest.mark.parametrize("languages", [pytest.param(LANGUAGES, marks=pytest.mark.soak), ()], ids=["all", "by turns"])
def test_another_builder_makes_the_same_pages(
    built_site: Path, folder: Path, tmp_path: Path, languages: tuple[str, ...]
) -> None:
    """Each page in the languages, or in one of them by turns."""
    pages = sorted({name.relative_to(name.parts[0]) for name in sources(folder)})
    assert len(pages) > 100 + 2 * 15
    turns = [languages or (LANGUAGES[turn % len(LANGUAGES)],) for turn in range(len(pages))]
    for name in [Path(language, page) for page, of_page in zip(pages, turns, strict=True) for language in of_page]:
        ours = page_at(built_site / place_of(name))
        other = built_otherwise(tmp_path / place_of(name), folder / "pages" / name)
        (content,), (theirs,) = other.all("main"), ours.all("#content")
        assert words(content) == words(theirs), name
        assert links(content) == links(theirs), name
        assert other.root.attrib["lang"] == ours.root.attrib["lang"], name
        assert text(ours.all("title")[0]).startswith(text(other.all("title")[0])), name
        assert _data(other) == _without_site(_data(ours)), name


def _data(page: BuiltPage) -> Any:
    (script,) = page.all("script[type='application/ld+json']")
    return json.loads(text(script))


def _without_site(data: Any) -> Any:
    """Linked data without the address of the site, which another builder sets before the identifiers."""
    if isinstance(data, dict):
        return {k: v.removeprefix("https://example.org") if k == "@id" else _without_site(v) for k, v in data.items()}
    return [_without_site(item) for item in data] if isinstance(data, list) else data


# ── The folder ──────────────────────────────────────────────────────────────


def test_every_page_of_the_site_is_in_the_folder_with_its_translations(built_site: Path, folder: Path) -> None:
    written = {path.relative_to(folder / "pages") for path in (folder / "pages").rglob("*.md")}
    built = {path.relative_to(built_site) for path in built_site.rglob("index.html")}
    assert {place_of(name) for name in written} == built - {Path("index.html")}
    for name in written:
        front = json.loads(front_matter(folder / "pages" / name)[0])
        assert len(front["translations"]) == len(LANGUAGES) - 1
        assert {Path(other) for other in front["translations"].values()} <= written


def _pages(navigation: list[Any]) -> Iterator[str]:
    for entry in navigation:
        if isinstance(entry, str):
            yield entry
        else:
            ((_, below),) = entry.items()
            yield from [below] if isinstance(below, str) else _pages(below)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_navigation_leads_from_page_to_page_as_on_the_site(language: str, built_site: Path, folder: Path) -> None:
    navigation = json.loads((folder / "navigation" / f"{language}.json").read_text("utf-8"))
    order = list(_pages(navigation))
    assert len(order) > 150
    for name, following in list(pairwise(order))[::10]:
        (link,) = page_at(built_site / place_of(Path(name))).all(".md-footer__link--next")
        target = (built_site / place_of(Path(name))).parent / link.attrib["href"] / "index.html"
        assert target.resolve() == (built_site / place_of(Path(following))).resolve()


def test_what_stands_beside_the_pages_is_the_same(built_site: Path, folder: Path) -> None:
    beside = {path.relative_to(folder / "files") for path in (folder / "files").rglob("*") if path.is_file()}
    for path in beside:
        assert (folder / "files" / path).read_bytes() == (built_site / path).read_bytes(), path
    linked = {
        path.relative_to(built_site) for path in built_site.rglob("*") if path.suffix in (".akn", ".atom", ".pdf")
    }
    assert linked < beside


# ── ProperDocs ──────────────────────────────────────────────────────────────


@pytest.mark.soak
def test_properdocs_builds_the_same_files(built_site: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    settings = {**os.environ, "PYTHONUTF8": "1", "LEXLUDI_SITE_URL": "https://example.org/"}
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    ours, other = (
        {p.relative_to(top): p for p in top.rglob("*") if p.is_file()} for top in (built_site, tmp_path / "site")
    )
    assert ours.keys() == other.keys()
    # A compressed file has the time in it; what is in it is compared without.
    assert [str(p) for p in ours if p.suffix != ".gz" and _bytes(ours[p]) != _bytes(other[p])] == []


def _bytes(file: Path) -> bytes:
    """A file, without the name and version of the builder that the theme writes."""
    return re.sub(rb'(<meta name="generator" content=")[^,]*', rb"\1", file.read_bytes())
