"""`lexludi list`: the works of the shelf, with their days, texts and authority."""

from datetime import date
from pathlib import Path
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.base.resources import shelves
from lexludi.cli.arguments import format_option
from lexludi.cli.command import command
from lexludi.cli.output import write, write_json
from lexludi.law.files import day_of, name_of, on_shelves
from lexludi.law.history import History, history_of, wholly_known_date
from lexludi.law.loader import read_document, texts_of
from lexludi.rules.header import metadata_of
from lexludi.rules.model import Metadata
from lexludi.rules.standing import standing_json, standing_told

SCHEMA = "lexludi.list/1"


@dataclass(frozen=True)
class Listed:
    """A work: its name, its history, the header of each text of its own by day and language."""

    name: str
    history: History
    headers: dict[tuple[str, str], Metadata]

    @property
    def days(self) -> list[date]:
        """The days from which the text is another: a first text without a day is there before all of them."""
        return [day for day in self.history.dates if day > date.min]

    def header(self, language: str) -> Metadata:
        """The header in a language, or in the first that there is."""
        return next((m for (_, code), m in self.headers.items() if code == language), next(iter(self.headers.values())))


@command
@format_option("text", "json")
def run(words: Catalogue, form: str) -> int:
    """List the shelf."""
    listed = [_listed(name, folder, words) for name, folder in on_shelves().items()]
    if form == "json":
        write_json(
            {
                "schema": SCHEMA,
                "shelves": [str(top) for top in shelves()],
                "works": [_work_json(work, words) for work in listed],
            }
        )
        return 0
    if not listed:
        write(words.say("list.none", shelves=words.comma.join(map(name_of, shelves()))))
    for number, work in enumerate(listed):
        if number:
            write("")
        _print(work, words)
    return 0


def _listed(name: str, folder: Path, words: Catalogue) -> Listed:
    headers = {}
    for file in texts_of(folder):
        # A text with mistakes is listed too, as far as its header can be read.
        document, _, _ = read_document(file)
        headers[file.version, file.language] = metadata_of(document) if document is not None else Metadata()
    return Listed(name, history_of(folder, (words.language,)), headers)


def _print(work: Listed, words: Catalogue) -> None:
    header = work.header(words.language)
    write(f"{work.name}{words.colon}{header.title}")
    write(*(f"  {line}" for line in filter(None, (header.instrument, header.authority))))
    days = [_day_told(day, work.history, words) for day in work.days]
    if days:
        write("  " + words.say("list.days", days=words.say("list.separator").join(days)))
    for (version, language), metadata in work.headers.items():
        standing = standing_told(metadata, words)
        shown = version if day_of(version) else words.say("text.version", version=version)
        write("  " + words.say("list.text", version=shown, language=words.say(f"language.{language}"), note=standing))


def _day_told(day: date, history: History, words: Catalogue) -> str:
    """A day from which the text is another: presumed, with retroactive effect, or neither."""
    if published := history.retroactive_from(day):
        return words.say("day.retroactive", day=day, published=published)
    return words.say("day.marked" if history.ground_of(day) else "list.day", day=day)


def _work_json(work: Listed, words: Catalogue) -> dict[str, Any]:
    header = work.header(words.language)
    known = wholly_known_date(work.history)
    return {
        "work": work.name,
        "title": header.title,
        "instrument": header.instrument,
        "authority": header.authority,
        "days": [str(day) for day in work.days],
        "presumed": [str(day) for day in work.history.dates if work.history.ground_of(day)],
        "wholly-known": str(known) if known > date.min else None,
        "texts": [
            {"version": version, "language": language, **standing_json(metadata)}
            for (version, language), metadata in work.headers.items()
        ],
    }
