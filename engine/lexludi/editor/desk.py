"""The desk of an editor: the files that it has open, what is wrong with them, and what has been said of that."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import field
from pathlib import Path

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import Unsaved, overlaid
from lexludi.checks.checking import identity
from lexludi.editor.glossaries import is_glossary
from lexludi.editor.problems import Problems, problems_of, problems_of_glossary, with_searched
from lexludi.editor.views import home_of, is_text
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import SUFFIX, language_in_name, read_file


@dataclass
class OpenFiles:
    """Open files and their problems; a change is looked at when `look` is called, however many there were before."""

    files: dict[Path, Unsaved] = field(default_factory=dict)
    _changed: dict[Path, None] = field(default_factory=dict)
    _quick: dict[Path, Problems] = field(default_factory=dict)  # by version of a work, or glossary
    _searched: dict[Path, tuple[Diagnostic, ...]] = field(default_factory=dict)  # by the folder of the work
    _said: dict[Path, tuple[Diagnostic, ...]] = field(default_factory=dict)

    def overlay(self) -> AbstractContextManager[None]:
        """The open files, read in the place of those on the disk."""
        return overlaid(self.files)

    def change(self, file: Path, text: str) -> None:
        """A file was opened, or is now another."""
        self.files[file] = Unsaved(text.encode("utf-8", "replace"))
        self._changed[file] = None

    def change_on_disk(self, file: Path) -> None:
        """A file was changed, made or removed by others; what an editor has open is what it has."""
        if file not in self.files:
            self._changed[file] = None

    def close(self, file: Path) -> None:
        """A file was closed: it is as it was saved, and nothing more is said of it."""
        self.files.pop(file, None)
        # Of its version others may be open, and of its work: what is wrong with them is then by what is saved of it.
        self._changed[file] = None
        if not any(_version(path) == _version(file) for path in self.files):
            self._quick.pop(_version(file), None)
        if not self._has_open(home_of(file)):
            self._searched.pop(home_of(file), None)

    def search(self, home: Path, findings: tuple[Diagnostic, ...]) -> None:
        """The findings of the last search of a saved work; of one that was closed meanwhile nothing is said."""
        if self._has_open(home):
            self._searched[home] = findings

    def _has_open(self, home: Path) -> bool:
        return any(home_of(path) == home for path in self.files)

    def look(self) -> tuple[set[Path], dict[Path, tuple[Diagnostic, ...]]]:
        """The files changed since the last call, and the problems to publish: theirs, and where they are others."""
        changed, self._changed = set(self._changed), {}
        with self.overlay():
            # Any file of a version will do: its problems are found with those of its texts in other languages.
            for version, file in {_version(file): file for file in self._affected(changed)}.items():
                self._quick[version] = _problems(file)
            now = self._now()
        news = {
            file: now.get(file, ())
            for file in (*changed, *{**dict.fromkeys(now), **self._said}.keys() - changed)
            # Of a changed file they are said in any case, as those of its new version; a closed one has none.
            if file in changed & self.files.keys() or now.get(file, ()) != self._said.get(file, ())
        }
        self._said = now
        return changed, news

    def _affected(self, changed: set[Path]) -> Iterator[Path]:
        """Open files that were changed, those of the same work, and of a glossary that was all that may need it."""
        homes = {home_of(file) for file in changed}
        # A glossary holds below its folder, and wherever another inherits it.
        is_any = any(map(is_glossary, changed))
        yield from (file for file in self.files if is_any or home_of(file) in homes)

    def _now(self) -> dict[Path, tuple[Diagnostic, ...]]:
        """The problems of every file, each said once."""
        out: dict[Path, dict[object, Diagnostic]] = {}
        for problems in self._quick.values():
            for file, diagnostics in problems.items():
                known = out.setdefault(file, {})
                known.update((identity(d), d) for d in diagnostics)
        searched = [d for findings in self._searched.values() for d in findings]
        texts = {file: read_file(file, language_in_name(file)) for file in self.files} if searched else {}
        quick = {file: tuple(by_identity.values()) for file, by_identity in out.items()}
        return dict(with_searched(quick, searched, texts))


def _version(file: Path) -> Path:
    """The path that the texts of one version have in common: without the language."""
    language = language_in_name(file)
    return file.with_name(file.name.removesuffix(f".{language}{SUFFIX}")) if language else file


def _problems(file: Path) -> Problems:
    if is_text(file):
        return problems_of(file)
    return problems_of_glossary(file, LANGUAGES[0]) if is_glossary(file) else {}
