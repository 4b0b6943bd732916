"""The site as a folder of Markdown, for any builder of sites: pages, navigation, search, assets and downloads.

`pages` has a file for each page, `navigation` one for each language, and `files` what belongs
beside the built pages as it is, also what is Markdown itself. A page is its front matter, in
JSON, which is YAML, and one block of HTML, which Markdown leaves alone. Its links lead from
page to page where that of `pt/guide.md` is `pt/guide/`.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lexludi.base.messages import TAGS
from lexludi.base.plain import given
from lexludi.base.writing import replace_file
from lexludi.language.phrases import LANGUAGES
from lexludi.site.linked_data import data_of
from lexludi.site.page import INDEX, GeneratedPage, NavigationEntry, navigation, search_index, search_part
from lexludi.site.written import pages_folder

PAGES, NAVIGATION, FILES = "pages", "navigation", "files"


def write_site(made: Sequence[GeneratedPage], files: Iterator[tuple[str, bytes]], folder: Path) -> None:
    """Write pages and files below a folder, in place of those of the same names; each whole or not at all.

    Raises:
        OSError: the folder cannot be written.
    """
    sources = {page.source for page in made}
    for page in made:
        _write(folder / PAGES / page.source, as_markdown(page, sources).encode())
    for language in LANGUAGES:
        mine = [page for page in made if page.language == language]
        entries = json.dumps(listed(navigation(language, mine)), ensure_ascii=False)
        _write(folder / NAVIGATION / f"{language}.json", entries.encode())
        _write(folder / FILES / language / INDEX, search_index([search_part(mine)]).encode())
    for asset in sorted((pages_folder() / "assets").iterdir()):
        _write(folder / FILES / "assets" / asset.name, asset.read_bytes())
    for path, content in files:
        _write(folder / FILES / path, content)


def as_markdown(page: GeneratedPage, sources: set[str]) -> str:
    """A page as a file; `sources` are the names of all, of which those of the same page in other languages are told."""
    rest = page.source.removeprefix(page.language)
    front = {
        "title": page.title,
        "description": page.description,
        "language": TAGS[page.language],
        "kind": page.kind,
        "of": page.of,
        "feed": page.feed,
        "headings": [{"anchor": heading.anchor, "title": heading.title} for heading in page.headings],
        "translations": {TAGS[x]: f"{x}{rest}" for x in LANGUAGES if x != page.language and f"{x}{rest}" in sources},
        "json_ld": data_of(page),
    }
    head = json.dumps({**given(**front), "search": {"exclude": True}}, ensure_ascii=False)
    return f'---\n{head}\n---\n\n<div class="lx-page">{page.body}</div>\n'


def listed(entries: Sequence[NavigationEntry]) -> list[Any]:
    """A navigation in the form of MkDocs, which other builders read too: titles, with a page or with what is below."""
    return [
        {
            entry.title: [*([entry.source] if entry.source else []), *listed(entry.below)]
            if entry.below
            else entry.source
        }
        for entry in entries
    ]


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_file(file, content, synced=False)
