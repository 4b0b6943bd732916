"""The two sides of a comparison: works on dates, files, languages, options and readings, by name.

A side is written `WORK[@DATE][:LANGUAGE][+NAME=VALUE …]`: `mo/q-poker:pt`,
`mo/baccarat@2005-11-29`, `mo/q-poker+packs=2+equal-hands=push`; or as a path of a file.
"""

import re
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path

from lexludi.base.diagnostics import Diagnostic, has_errors, in_order
from lexludi.base.errors import InvalidRegulation, InvalidSetting
from lexludi.base.frozen import dataclass
from lexludi.base.source import Source
from lexludi.diff.tracing import traced
from lexludi.diff.words import Alignment, Notes, align, notes_of
from lexludi.language.glossary import Glossary, GlossaryError, glossary_for
from lexludi.language.nodes import Document
from lexludi.law.files import told_of
from lexludi.law.introductions import setting_not_yet
from lexludi.law.loader import SUFFIX, TextFile, broken_glossary, find, read_document
from lexludi.play.game import names_text
from lexludi.rules.header import metadata_of
from lexludi.rules.lowering import lower
from lexludi.rules.model import Metadata, RuleSet, Value
from lexludi.rules.settings import decide, given_once, resolve_settings, stance_of

# What git gives for a file that one side does not have.
NOTHING = "/dev/null"

# `+packs=2` at the end of a name; several are taken off from the last to the first.
_SETTING = re.compile(r"\+(?P<name>[\w-]+)=(?P<value>[^+=]+)$")
_LANGUAGE = re.compile(r":(zh|pt|en)$")


@dataclass(frozen=True)
class Side:
    """A text to compare, with its `settings`; without `rules`, if they have errors and only words are asked for.

    `notes` is what its history says of its provisions;
    `speaks_alone` of a text that was named, by its language or as a file: it takes its own stance.
    """

    name: str
    document: Document
    rules: RuleSet | None
    settings: Mapping[str, Value] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    notes: Notes = field(default_factory=Notes)
    speaks_alone: bool = False

    @property
    def not_wholly_known(self) -> tuple[str, ...]:
        """The instruments that amended the text in ways that are not known, or only in part."""
        return self.rules.metadata.unknown_numbers if self.rules else ()

    @property
    def stances(self) -> tuple[str, ...]:
        """The readings that have another value than the default because the text itself says so."""
        if self.rules is None or not self.speaks_alone:
            return ()
        return tuple(name for name in stance_of(self.rules) if name not in self.chosen)

    @property
    def is_repealed(self) -> bool:
        """True of a work that is repealed on the day of the text: it is read, and nothing is settled by it."""
        return self.metadata.repealed is not None

    @property
    def beyond(self) -> tuple[str, ...]:
        """The provisions with law that the language cannot say, and rounds pass over."""
        return self.rules.left_out if self.rules else ()

    @property
    def metadata(self) -> Metadata:
        """The header of the text."""
        return self.rules.metadata if self.rules else metadata_of(self.document)

    @property
    def is_amending(self) -> bool:
        """True if the text amends another: it has no rules of its own, and what it brings are words until then."""
        return bool(self.rules and self.rules.metadata.amends)

    @property
    def glossary(self) -> Glossary:
        """The terms of the text."""
        return self.rules.glossary if self.rules else Glossary()


@dataclass(frozen=True)
class RequestedSide:
    """A side as it was asked for."""

    name: str
    language: str
    settings: tuple[tuple[str, str], ...]


def asked(text: str, language: str = "") -> RequestedSide:
    """The parts of the name of a side; `language` where it names none."""
    settings: list[tuple[str, str]] = []
    while match := _SETTING.search(text):
        settings.insert(0, (match["name"], match["value"]))
        text = text[: match.start()]
    if match := _LANGUAGE.search(text):
        text, language = text[: match.start()], match[1]
    return RequestedSide(text, language, tuple(settings))


def read_side(text: str, language: str = "", *, rules: bool = True, beside: Path | None = None) -> Side:
    """The side of that name. `beside` is the place of a file whose glossaries hold, where the text is a copy of it.

    Raises:
        UnknownWork: no such work, date or language.
        InvalidRegulation: the text has errors; those of meaning only where `rules` are asked for.
        InvalidSetting: an option or reading that it does not have.
    """
    wanted = asked(text, language)
    alone = names_text(wanted.name, wanted.language)
    if wanted.name.endswith(SUFFIX) and not wanted.name.startswith("@"):
        # The name of a file that is there says its language; what was asked for besides does not count.
        wanted = replace(wanted, language="" if Path(wanted.name).is_file() else wanted.language)
    file = find(wanted.name, language=wanted.language)
    side = side_of(file, text, rules=rules, beside=beside)
    try:
        return _chosen(speaking_alone(side) if alone else side, wanted)
    except InvalidSetting as problem:
        raise setting_not_yet(problem, file) from None


def speaking_alone(side: Side) -> Side:
    """The side as its text speaks by itself, where it diverges from another."""
    stance = stance_of(side.rules) if side.rules is not None else {}
    return replace(side, settings={**side.settings, **stance}, speaks_alone=True)


def side_of(file: TextFile, name: str, *, rules: bool = True, beside: Path | None = None) -> Side:
    """The side that a file is."""
    document, source, diagnostics = read_document(file)
    if document is None or has_errors(diagnostics):
        # Of a text that is consolidated several files have a part, and any of them may be at fault.
        raise InvalidRegulation(told_of(file) if file.is_consolidated else source.name, in_order(diagnostics))
    side = side_of_document(document, source, name, beside or file.path, rules=rules)
    return replace(side, notes=notes_of(file))


def side_of_document(document: Document, source: Source, name: str, place: Path, *, rules: bool) -> Side:
    """The side that a tree is, with the terms of the glossaries that hold at a place.

    Raises:
        InvalidRegulation: its meaning has errors, and `rules` are asked for.
    """
    meaning, diagnostics = _meaning(document, source, place)
    if meaning is not None and not has_errors(diagnostics):
        return Side(name, document, meaning, {p.id: p.default for p in meaning.parameters.values()})
    if rules:
        raise InvalidRegulation(source.name, in_order(diagnostics))
    return Side(name, document, None)


def _meaning(document: Document, source: Source, place: Path) -> tuple[RuleSet | None, list[Diagnostic]]:
    try:
        return lower(document, glossary_for(place), source)
    except GlossaryError as problem:
        return None, [broken_glossary(problem, source)]


def empty_side(like: Side) -> Side:
    """A text with nothing in it, to compare a new text with, or one that is gone."""
    document = Document(like.document.language, (), ())
    rules = lower(document, like.glossary, Source(NOTHING, document.language, ""))[0] if like.rules else None
    return Side(NOTHING, document, rules)


def _chosen(side: Side, wanted: RequestedSide) -> Side:
    """The side with options and readings chosen; what it says of them is then what was chosen."""
    if side.rules is None or not wanted.settings:
        return side
    options = {n: v for n, v in given_once(wanted.settings).items() if _given_as(side.rules, n) == "option"}
    readings = {n: v for n, v in wanted.settings if n not in options}
    settings = resolve_settings(side.rules, options, readings, side.settings)
    return replace(side, settings=settings, chosen=tuple(n for n, _ in wanted.settings))


def _given_as(rules: RuleSet, name: str) -> str:
    parameter = rules.parameters.get(name)
    if parameter is None:
        known = tuple(sorted(rules.parameters))
        raise InvalidSetting("unknown-parameter", name=name, known=known)
    return parameter.given_as


def aligned(before: Side, after: Side) -> Alignment:
    """The alignment of two sides, by what instruments between them say if both are texts of one work."""
    return align(before.document, after.document, traced(before.notes.origins, after.notes.origins))


def decided(side: Side) -> RuleSet:
    """The rules as they run: options and readings settled, and taken as chosen."""
    assert side.rules is not None
    rules = decide(side.rules, side.settings)
    # The value that was chosen counts as the default: sides that run alike do not differ in what could be chosen.
    taken = {k: replace(p, default=side.settings[k]) for k, p in rules.parameters.items()}
    return replace(rules, parameters=taken)
