"""From a name on the shelf to rule sets: the only place that knows the order of the front half."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from lexludi.builder import build
from lexludi.diagnostics import Diagnostic, Label, error, has_errors, in_order
from lexludi.errors import InvalidRegulation, UnknownWork
from lexludi.glossary import GlossaryError, glossary_for
from lexludi.lowering import lower
from lexludi.phrases import LANGUAGES
from lexludi.resources import shelf
from lexludi.rules import RuleSet
from lexludi.source import NOWHERE, Source

SUFFIX = ".ludi"
_FILE = re.compile(r"(?P<version>.+)\.(?P<language>zh|pt|en)\.ludi")


@dataclass(frozen=True)
class TextFile:
    """A regulation file: its version (a date on the shelf), language and place."""

    path: Path
    version: str
    language: str

    @property
    def date(self) -> date | None:
        """The day from which the text is in force, when the file is named by it."""
        try:
            return date.fromisoformat(self.version)
        except ValueError:
            return None


def text_file(path: Path) -> TextFile:
    """The file at a path.

    Raises:
        UnknownWork: there is no such file, or its name does not say its language.
    """
    match = _FILE.fullmatch(path.name)
    if match is None:
        raise UnknownWork("not-a-regulation-file", name=path.name)
    if not path.is_file():
        raise UnknownWork("unknown-work", name=str(path))
    return TextFile(path, match["version"], match["language"])


def read_source(file: TextFile) -> Source:
    """The text of a file, named as shown to people: relative to the current folder where possible."""
    text = file.path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        name = str(file.path.resolve().relative_to(Path.cwd()))
    except ValueError:
        name = str(file.path)
    return Source(name, file.language, text.replace("\r\n", "\n").replace("\r", "\n"))


def load_rules(file: TextFile) -> tuple[RuleSet | None, list[Diagnostic]]:
    """The rule set of a file and everything wrong with it; no rule set if it cannot be read at all."""
    source = read_source(file)
    document, diagnostics = build(source)
    if document is None:
        return None, in_order(diagnostics)
    try:
        glossary = glossary_for(file.path)
    except GlossaryError as problem:
        return None, [*diagnostics, error("broken-glossary", Label(source, NOWHERE), detail=str(problem))]
    rules, found = lower(document, glossary, source)
    return rules, in_order([*diagnostics, *found])


def works(top: Path | None = None) -> Iterator[str]:
    """The names of all works on the shelf."""
    top = top or shelf()
    for folder in sorted({p.parent for p in top.rglob(f"*{SUFFIX}")}):
        yield folder.relative_to(top).as_posix()


def texts_of(folder: Path) -> list[TextFile]:
    """The regulation files of a folder, by version, then zh, pt, en."""
    files = (
        TextFile(p, m["version"], m["language"]) for p in folder.glob(f"*{SUFFIX}") if (m := _FILE.fullmatch(p.name))
    )
    return sorted(files, key=lambda f: (f.version, LANGUAGES.index(f.language)))


def find(name: str, on: date | None = None, language: str = "") -> TextFile:
    """The file of a work on a day, in a language.

    `name` is a path on the shelf (`mo/q-poker`, `mo/q-poker@2005-02-01`), of a folder
    or of a file; after `@` stands a day, or the version that a file is named by.
    Without a day the newest text is meant; without a language, the first of zh, pt,
    en that there is.

    Raises:
        UnknownWork: no such work, or no text of it on that day or in that language.
    """
    plain, _, day = name.partition("@")
    if plain.endswith(SUFFIX):
        file = text_file(Path(plain))
        return text_file(file.path.with_name(f"{file.version}.{language}{SUFFIX}")) if language else file
    folder = _folder(plain)
    files = texts_of(folder)
    if day and any(f.version == day for f in files):
        files = [f for f in files if f.version == day]
    elif day:
        on = _day(day)
    if not files:
        raise UnknownWork("unknown-work", name=plain, known=tuple(works()))
    in_force = [f for f in files if on is None or f.date is None or f.date <= on]
    if not in_force:
        raise UnknownWork("not-in-force", name=plain, on=on, since=files[0].version)
    newest = in_force[-1].version
    found = [f for f in in_force if f.version == newest and language in ("", f.language)]
    if not found:
        raise UnknownWork("no-text-in-language", name=plain, language=language)
    return found[0]


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UnknownWork("not-a-date", text=text[:40]) from None


def _folder(name: str) -> Path:
    """The folder of a work: on the shelf, else a folder of that path; never outside by `..`."""
    on_shelf = shelf() / name
    if name and ".." not in Path(name).parts and on_shelf.is_dir():
        return on_shelf
    if name and Path(name).is_dir():
        return Path(name)
    raise UnknownWork("unknown-work", name=name, known=tuple(works()))


def rules_of(file: TextFile) -> RuleSet:
    """The rule set of a file.

    Raises:
        InvalidRegulation: the text has errors.
    """
    rules, diagnostics = load_rules(file)
    if rules is None or has_errors(diagnostics):
        raise InvalidRegulation(file.path.name, diagnostics)
    return rules
