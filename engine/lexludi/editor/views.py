"""Views: a text as an editor holds it, with its tree, its terms, its rules and what is wrong with it.

Views of texts that have not changed are kept: with each key that is pressed one text is read anew,
and those beside it are not.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from lexludi.base.errors import UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import stamp_of
from lexludi.base.source import Source
from lexludi.checks.checking import CheckedText, check_file
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, GlossaryEntry, GlossaryError, glossary_files, usable_glossary
from lexludi.language.nodes import Document, Provision, Term
from lexludi.language.printer import Printer, nouns_of
from lexludi.law.files import AMENDMENTS, SUFFIX, TextFile, stamps_of, text_file, texts_of
from lexludi.law.loader import read_source
from lexludi.rules.model import RuleSet

_KEPT = 64

Stamps = tuple[tuple[Path, int], ...]


@dataclass(frozen=True)
class View:
    """A text and what the engine makes of it; `document` is `None` if nothing of it could be read."""

    checked: CheckedText
    glossary: Glossary

    @property
    def path(self) -> Path:
        """The file of the text."""
        return self.checked.file.path

    @property
    def language(self) -> str:
        """The language of the text."""
        return self.checked.file.language

    @property
    def source(self) -> Source:
        """The text."""
        return self.checked.source

    @property
    def rules(self) -> RuleSet | None:
        """The rules of the text."""
        return self.checked.rules

    @cached_property
    def document(self) -> Document | None:
        """The tree of the text; without a usable glossary too."""
        return self.rules.document if self.rules is not None else build(self.source)[0]

    @cached_property
    def provisions(self) -> Mapping[str, Provision]:
        """The provisions of the text by eId."""
        return {p.eid: p for p in self.document.all()} if self.document is not None else {}

    def printer(self, language: str) -> Printer:
        """A printer of sentences of this text in another language; a term that the glossary has not there stays."""

        def spell(term: Term) -> str:
            identity = self.glossary.resolve(self.language, term.written)
            entry: GlossaryEntry | None = self.glossary.entries.get(identity)
            return self.glossary.spelling(identity, language) if entry and language in entry.spellings else term.written

        def plural(term: Term) -> str:
            return self.glossary.plural(self.glossary.resolve(self.language, term.written), language) or spell(term)

        noun = nouns_of(self.glossary, language, self.language)
        return Printer(language, spell, own=False, plural=plural, noun=noun)


def view_of(path: Path) -> View | None:
    """The view of the text in a file; nothing, if the file is no text, or is gone."""
    try:
        file = text_file(path)
        return _view(file, stamp_of(path), _glossary_stamps(path), _home_stamps(file))
    except (UnknownWork, OSError):
        return None


def is_text(path: Path) -> bool:
    """True if a file is named as a text is."""
    return path.name.endswith(SUFFIX)


def home_of(path: Path) -> Path:
    """The folder of the work to which a text belongs."""
    return path.parent.parent if path.parent.name == AMENDMENTS else path.parent


def version_of(view: View) -> list[View]:
    """The texts of one version in all their languages, this one included."""
    files = (f for f in texts_of(view.path.parent) if f.version == view.checked.file.version)
    return [other for f in files if (other := view_of(f.path))]


def other_languages(view: View) -> list[View]:
    """The texts of the same version in other languages."""
    return [other for other in version_of(view) if other.language != view.language]


# Stamps are there for the cache alone: of the text, its glossaries, and all texts on which its findings depend.
@lru_cache(_KEPT)
def _view(file: TextFile, stamp: int, glossaries: Stamps, home: Stamps) -> View:
    glossary = usable_glossary(file.path)
    checked = check_file(file)
    source = checked.source if checked.rules is not None else read_source(file)
    return View(CheckedText(file, source, checked.rules, checked.diagnostics), glossary)


def _glossary_stamps(path: Path) -> Stamps:
    try:
        return tuple((file, stamp_of(file)) for file in glossary_files(path))
    except GlossaryError as problem:
        # Until one of the files with the mistake is another, nothing else can mend it.
        return tuple((file, stamp_of(file)) for file, _, _ in problem.places)


def _home_stamps(file: TextFile) -> Stamps:
    """The stamps of the other texts of the work, where what is said of one depends on them."""
    first = next((f.version for f in texts_of(file.path.parent)), file.version)
    is_alone = not file.is_amending and file.version == first
    return () if is_alone else stamps_of(home_of(file.path))
