"""Pages as files of Markdown in a folder, for any builder of sites: front matter in JSON, then HTML."""

import json
from collections.abc import Iterable
from pathlib import Path

from lexludi.base.writing import replace_file
from lexludi.site.page import GeneratedPage


def write_pages(made: Iterable[GeneratedPage], folder: Path) -> int:
    """Write the pages below a folder, in place of those of the same names; how many there were."""
    count = 0
    for page in made:
        file = folder / page.source
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, as_markdown(page).encode())
        count += 1
    return count


def as_markdown(page: GeneratedPage) -> str:
    """A page as a file of Markdown: JSON is YAML, and a block of HTML is left alone by Markdown."""
    front = {"title": page.title, "description": page.description, "search": {"exclude": True}}
    head = json.dumps(front, ensure_ascii=False)
    return f'---\n{head}\n---\n\n<div class="lx-page">{page.body}</div>\n'
