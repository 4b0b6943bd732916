"""`lexludi site`: the whole website as a folder of Markdown, for any builder of sites."""

from pathlib import Path

import click

from lexludi.base.messages import Catalogue
from lexludi.base.resources import cache_folder
from lexludi.cli.command import command
from lexludi.cli.output import progress, write
from lexludi.site.folder import write_site
from lexludi.site.pages import files, pages
from lexludi.site.portion import portions


@command
@click.argument("folder", type=click.Path(readable=False, path_type=Path))
def run(words: Catalogue, folder: Path) -> int:
    """Write the site, each file whole or not at all; 1 when a text of the shelf has errors."""
    with progress(words.say("progress.site")) as advance:
        parts = list(portions(progress=advance, folder=cache_folder()))
        made = list(pages(parts))
        write_site(made, files(parts), folder)
    write(words.say("site.written", count=len(made), folder=folder))
    return 0
