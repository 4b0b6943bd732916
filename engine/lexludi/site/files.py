"""Files of a work: each text in every form that can be taken away, and of the one that is run its odds and rounds."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS, catalogue
from lexludi.exact.analysis import Subject, analysis_json
from lexludi.exchange.renditions import RENDITIONS
from lexludi.law.history import History, consolidate
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate

_ODDS, _ROUNDS = "odds.json", "rounds.json"


@dataclass(frozen=True)
class FileLink:
    """A file: the name of its form, and its address."""

    form: str
    href: str


@dataclass(frozen=True)
class FilesOfText:
    """The files of a text in one language."""

    language: str
    tag: str
    links: tuple[FileLink, ...]


@dataclass(frozen=True)
class Files:
    """The files of a work on a day: those of its text by language, and those about what is run."""

    texts: tuple[FilesOfText, ...]
    run: tuple[FileLink, ...]


def files_of(desk: Desk) -> Files | None:
    """The files of a text, seen from a page; none of a work without a day."""
    work = desk.work
    if work.history is None or work.since is None:
        return None
    texts = tuple(FilesOfText(x, TAGS[x], tuple(_renditions(desk, x))) for x in work.texts)
    run = [FileLink("site.files.rounds", _href(desk, _name(work, _ROUNDS)))] if _is_run(work) else []
    if run and work.odds.bets:
        run.insert(0, FileLink("site.files.odds", _href(desk, _name(work, _ODDS))))
    return Files(texts, tuple(run))


def _is_run(work: WorkOnDate) -> bool:
    return work.main is None and not work.repealed


def _renditions(desk: Desk, language: str) -> Iterator[FileLink]:
    history = desk.work.history
    for rendition in RENDITIONS:
        if history is not None and rendition.is_of(history, language):
            href = _href(desk, _text_name(desk.work, language, rendition.ending), language)
            yield FileLink(f"site.files.{rendition.name}", href)


def files_of_work(work: WorkOnDate) -> Iterator[tuple[str, bytes]]:
    """Each file of a work by its path from the top of the site; none of a work without a day."""
    if work.history is None:
        return
    for then in work.over_time:
        yield from _texts(then, work.history)
    if _is_run(work):
        yield from _of_run(work)


def _texts(work: WorkOnDate, history: History) -> Iterator[tuple[str, bytes]]:
    assert work.since is not None
    for language in work.texts:
        expression = consolidate(history, work.since, language)
        for rendition in RENDITIONS:
            if rendition.is_of(history, language):
                name = _text_name(work, language, rendition.ending)
                yield f"{_folder(work, language)}/{name}", rendition.make(expression, catalogue(language)).encode()


def _of_run(work: WorkOnDate) -> Iterator[tuple[str, bytes]]:
    # The same bytes in each language: links stay within the folder of the language.
    for language in TAGS:
        folder = _folder(work, language)
        yield f"{folder}/{_name(work, _ROUNDS)}", _json([played.to_json() for played in work.worked.rounds])
        if work.odds.bets:
            asked = Subject(replace(work.game, file=work.name))
            yield f"{folder}/{_name(work, _ODDS)}", _json(analysis_json(asked, work.odds))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def _folder(work: WorkOnDate, language: str) -> str:
    return f"{language}/{work.name}/text"


def _name(work: WorkOnDate, ending: str) -> str:
    return f"{work.slug}-{work.version}.{ending}"


def _text_name(work: WorkOnDate, language: str, ending: str) -> str:
    return _name(work, f"{language}.{ending}")


def _href(desk: Desk, name: str, language: str = "") -> str:
    return desk.to(_folder(desk.work, language or desk.language)) + name
