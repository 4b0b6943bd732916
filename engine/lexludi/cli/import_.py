"""`lexludi import`: raw documents as the skeleton of a text, and the account of how it came about."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from lexludi.base.errors import InvalidRegulation, UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import (
    Misuse,
    WordChoice,
    format_option,
    parse_day,
    parse_work_name,
    pass_asked_language,
    refuse_idle,
    text_option,
)
from lexludi.cli.command import command
from lexludi.cli.output import complain, write, write_json
from lexludi.exchange.characters import Mend
from lexludi.exchange.documents import FORMS, RawLine, UnreadableDocument
from lexludi.exchange.importing import Imported, import_files
from lexludi.language.glossary import Glossary, GlossaryError, glossary_with
from lexludi.language.nodes import Level
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document
from lexludi.law.files import folder_named, folder_of, texts_of
from lexludi.law.history import consolidate, history_of
from lexludi.law.loader import read_document

_EXAMPLES = 3
_SHOWN = 16  # characters of a mended passage


def _work(name: str) -> str:
    """The name of a work, there already or to be made."""
    return name if folder_named(name) else parse_work_name(name)


@command
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE")
@click.option("--work", type=_work, required=True, metavar="WORK")
@text_option
@click.option("--date", "since", type=parse_day, metavar="DATE")
@click.option("--from", "raw", type=WordChoice(FORMS), default=None)
@click.option("--glossary", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--traditional", is_flag=True)
@format_option("text", "json")
@pass_asked_language
def run(
    asked_language: str,
    words: Catalogue,
    files: tuple[Path, ...],
    work: str,
    text: str,
    since: date | None,
    raw: str | None,
    glossary: Path | None,
    traditional: bool,
    form: str,
) -> int:
    """Print the skeleton, with its account on standard error; or both as JSON. 1 when no provision was found."""
    language = text or asked_language
    if not language:
        raise Misuse("no-language")
    if language != "zh":
        refuse_idle("traditional", without="--text zh")
    imported = import_files(
        files,
        language,
        work=work,
        since=since,
        form=raw or "",
        glossary=_glossary(glossary),
        traditional=traditional,
    )
    on_shelf = _on_shelf(work, language, since)
    if form == "json":
        write_json(import_json(imported, work, language, on_shelf))
        return 0
    write(print_document(imported.document).rstrip("\n"))
    complain(*account(imported, words, on_shelf))
    return 0


def _glossary(path: Path | None) -> Glossary | None:
    if path is None:
        return None
    try:
        return glossary_with(path)
    except GlossaryError as problem:
        raise UnreadableDocument("broken-glossary", name=path.name) from problem


@dataclass(frozen=True)
class _OnShelf:
    """The text with which a document is compared: its name, and its eIds."""

    name: str = ""
    eids: tuple[str, ...] = ()


def _on_shelf(work: str, language: str, day: date | None) -> _OnShelf:
    """The text of a work that stands on a day, else the first, in that language if there is one; none of a new work."""
    try:
        folder = folder_of(work)
        files = texts_of(folder)
        history = history_of(folder) if files and day else None
    except UnknownWork:
        return _OnShelf()
    # Of a day before the first text that text is the nearest.
    if history and day and history.dates[0] <= day:
        there = [code for code in (language, *LANGUAGES) if history.is_there_in(code, day)]
        # Of what does not fit the check of the shelf speaks.
        with suppress(InvalidRegulation):
            consolidation = consolidate(history, day, there[0]) if there else None
            if consolidation:
                return _OnShelf(
                    f"{work}@{consolidation.file.version}", tuple(p.eid for p in consolidation.document.all())
                )
    files = [file for file in files if file.version == files[0].version]
    in_language = [file for file in files if file.language == language] or files
    document = read_document(in_language[0])[0] if in_language else None
    eids = tuple(provision.eid for provision in document.all()) if document else ()
    return _OnShelf(f"{work}@{files[0].version}", eids) if eids else _OnShelf()


# ── The account ─────────────────────────────────────────────────────────────


def account(imported: Imported, words: Catalogue, on_shelf: _OnShelf) -> Iterator[str]:
    """The account in lines: found, left out, mended, missing, in doubt; `on_shelf` has the eIds to be expected."""
    yield _summary(imported, words)
    if imported.foreign:
        yield words.say("import.foreign")
    if imported.simplified:
        yield words.say("import.simplified")
    for reason in dict.fromkeys(left.reason for left in imported.left):
        lines = [line for left in imported.left if left.reason == reason for line in left.lines]
        yield words.say("import.left", reason=words.say(f"import.left.{reason}"), places=places(lines))
    for kind, of_kind in groupby(sorted(imported.mends, key=lambda mend: mend.kind), key=lambda mend: mend.kind):
        mends = list(of_kind)
        examples = words.say("list.separator").join(_example(mend, words) for mend in mends[:_EXAMPLES])
        yield words.say("import.mended", kind=words.say(f"import.mended.{kind}"), count=len(mends), examples=examples)
    for place, char in imported.private:
        yield words.say("import.private", place=place, code=f"U+{ord(char):04X}")
    # Of a page many blocks may stand on one line: the words tell which of them was left out.
    left_out = [line for left in imported.left for line in left.lines]
    for doubt in imported.doubts:
        # A number that continues nothing is taken for words, unless its line was then left out.
        is_left = any(line.place == doubt.place and doubt.number in line.text for line in left_out)
        behind = "-left" if doubt.kind == "out-of-sequence" and is_left else ""
        yield words.say(f"import.doubt.{doubt.kind}{behind}", place=doubt.place, number=doubt.number)
    if imported.missing:
        yield words.say("import.missing", eids=words.comma.join(imported.missing))
    absent, extra = _compared(imported, on_shelf.eids)
    if absent:
        yield words.say("import.absent", text=on_shelf.name, eids=words.comma.join(absent))
    if extra:
        yield words.say("import.extra", text=on_shelf.name, eids=words.comma.join(extra))


def places(lines: Sequence[RawLine]) -> str:
    """Lines by file and page, those that follow one another as a span; never their words, which may be anybody's."""
    out = []
    for (file, page), of_page in groupby(lines, key=lambda line: (line.file, line.page)):
        spans: list[list[int]] = []
        # Each span is a first and a last number, and grows while numbers follow one another.
        for number in sorted({line.number for line in of_page}):
            if spans and number == spans[-1][1] + 1:
                spans[-1][1] = number
            else:
                spans.append([number, number])
        shown = ",".join(f"{a}-{b}" if a < b else str(a) for a, b in spans)
        out.append(f"{file}:{f'p{page}:' if page else ''}{shown}")
    return " ".join(out)


def import_json(imported: Imported, work: str, language: str, on_shelf: _OnShelf) -> dict[str, Any]:
    """A skeleton and its account, as data; of what was left out only the places, since the words may be anybody's."""
    absent, extra = _compared(imported, on_shelf.eids)
    return {
        "schema": "lexludi.import/1",
        "work": work,
        "language": language,
        "text": print_document(imported.document),
        "provisions": list(imported.eids),
        "left": [
            {"reason": left.reason, "file": line.file, "page": line.page, "line": line.number}
            for left in imported.left
            for line in left.lines
        ],
        "mended": [{"kind": m.kind, "place": m.place, "before": m.before, "after": m.after} for m in imported.mends],
        "private": [{"place": place, "code": f"U+{ord(char):04X}"} for place, char in imported.private],
        "doubts": [{"kind": doubt.kind, "place": doubt.place, "number": doubt.number} for doubt in imported.doubts],
        "missing": list(imported.missing),
        "absent": absent,
        "extra": extra,
        "foreign": imported.foreign,
        "simplified": imported.simplified,
    }


def _compared(imported: Imported, on_shelf: Sequence[str]) -> tuple[list[str], list[str]]:
    """The eIds of a text on the shelf that a skeleton has not, and those that it has beyond; none of a new work."""
    if not on_shelf:
        return [], []
    absent = [eid for eid in on_shelf if eid not in imported.eids]
    return absent, [eid for eid in imported.eids if eid not in on_shelf]


def _summary(imported: Imported, words: Catalogue) -> str:
    levels = [provision.level for provision in imported.document.all() if provision.eid not in imported.missing]
    articles = sum(level is Level.ARTICLE for level in levels)
    frame = sum(level.rank == 0 for level in levels)
    return words.say("import.summary", articles=articles, numbers=len(levels) - articles - frame, frame=frame)


def _example(mend: Mend, words: Catalogue) -> str:
    """A mended passage from shortly before the first change."""
    at = next((i for i, (a, b) in enumerate(zip(mend.before, mend.after, strict=False)) if a != b), 0)
    start = max(0, at - _SHOWN // 2)
    before, after = (passage[start : start + _SHOWN] for passage in (mend.before, mend.after))
    return words.say("import.example", place=mend.place, before=before, after=after)
