"""`lexludi site`: the generated pages of the website as files in a folder, for any builder of sites."""

from pathlib import Path

import click

from lexludi.base.messages import Catalogue
from lexludi.base.resources import cache_folder
from lexludi.cli.command import command
from lexludi.cli.output import progress, write
from lexludi.site.folder import write_pages
from lexludi.site.pages import pages
from lexludi.site.portion import portions


@command
@click.argument("folder", type=click.Path(readable=False, path_type=Path))
def run(words: Catalogue, folder: Path) -> int:
    """Write the pages, each whole or not at all; 1 when a text of the shelf has errors."""
    with progress(words.say("progress.site")) as advance:
        count = write_pages(pages(list(portions(progress=advance, folder=cache_folder()))), folder)
    write(words.say("site.written", count=count, folder=folder))
    return 0
