"""`lexludi new`: a work to begin with, in a folder of its own: a glossary, and texts that check without a fault."""

from datetime import date
from pathlib import Path

import click

from lexludi.base.messages import Catalogue
from lexludi.base.resources import chosen_shelves, data_folder
from lexludi.cli.arguments import Misuse, WordChoice, parse_day, parse_work_name
from lexludi.cli.command import command
from lexludi.cli.output import write
from lexludi.language.glossary import FILE_NAME
from lexludi.language.phrases import LANGUAGES, phrase_table
from lexludi.language.printer import show_date
from lexludi.law.files import AMENDMENTS, SUFFIX, name_of, texts_of


@command
@click.argument("work", type=parse_work_name, metavar="WORK")
@click.option("--text", "languages", type=WordChoice(LANGUAGES), multiple=True)
@click.option("--date", "since", type=parse_day, metavar="DATE", default=None)
def run(words: Catalogue, work: str, languages: tuple[str, ...], since: date | None) -> int:
    """Write the files, none of which may be there yet, and name them."""
    if AMENDMENTS in work.split("/"):
        raise Misuse("work-reserved", value=AMENDMENTS)
    folder = (*chosen_shelves(), Path())[0] / work
    if texts_of(folder) or (folder / FILE_NAME).exists():
        raise Misuse("work-exists", folder=name_of(folder))
    for file, content in skeleton(folder, work, languages or LANGUAGES, since or date.today()).items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8")
        write(name_of(file))
    return 0


def skeleton(folder: Path, work: str, languages: tuple[str, ...], since: date) -> dict[Path, str]:
    """The files of a new work in a folder, with what is to stand in them."""
    source = data_folder("grammar") / "skeleton"
    out = {folder / FILE_NAME: (source / FILE_NAME).read_text("utf-8")}
    first, _, rest = work.partition("/")
    is_country = len(first) == 2 and first.isalpha()
    # All of the name but its country: works in several folders may have the same last part.
    title = (rest if is_country and rest else work).replace("/", "-")
    uri = f"/akn/{first if is_country else 'xx'}/act/{since.year:04}/{title}"
    for language in dict.fromkeys(languages):
        text = (source / f"{language}{SUFFIX}").read_text("utf-8")
        day = show_date(since, phrase_table(language))
        out[folder / f"{since}.{language}{SUFFIX}"] = (
            text.replace("WORK", work).replace("URI", uri).replace("NAME", folder.name).replace("DATE", day)
        )
    return out
