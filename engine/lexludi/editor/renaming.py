"""Renaming a term: in its glossary and in every text for which that holds, in one language or in all three at once."""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from lexludi.base.errors import LexludiError
from lexludi.base.folding import APOSTROPHE, fold
from lexludi.base.frozen import dataclass
from lexludi.base.source import Source, Span
from lexludi.editor.glossaries import is_own
from lexludi.editor.occurrences import Occurrence, one_form, texts_with
from lexludi.language.glossary import GlossaryError, glossary_for
from lexludi.language.phrases import LANGUAGES

# Between the names in zh, pt and en, where one is given for each; a Chinese keyboard has it in full width.
SEPARATOR, _WIDE_SEPARATOR = "|", "｜"
_LONGEST = 60
# Folded, every kind of quotation mark is one of these: none may end the name, or the string of the glossary. What
# stands as an apostrophe ends neither.
_NEVER = frozenset("\\\"'«»\n\r\t")


class NotRenamed(LexludiError):
    """A term keeps its name: the new one is none, or is that of another term."""


@dataclass(frozen=True)
class Edit:
    """Words of a file to be replaced by others."""

    path: Path
    source: Source
    span: Span
    text: str


def rename(
    uses: Iterable[Occurrence],
    glossary: Path,
    term: str,
    language: str,
    written: str,
    name: str,
    tops: Iterable[Path] = (),
) -> list[Edit]:
    """The edits that give a term with these uses another name, where it is written so in a language.

    `name` is the name in that language, or three names, in zh, pt and en, with `|` between them: then
    the first spelling in each other language, as the glossary has it, is replaced as well. In the
    folders of `tops` glossaries may inherit the term.

    Raises:
        NotRenamed: it is no name, or that of another term where the entry holds; or it is one name, and no language
            is said, as at the heading of the entry.
    """
    uses = list(uses)
    names = _names(name, language)
    if "" in names:
        raise NotRenamed("names-wanted", name=name)
    before = {language: one_form(written)}
    for use in uses:
        if use.path == glossary:
            # The first use in a language is the first spelling: uses begin with the glossary, in its order.
            before.setdefault(use.language, one_form(use.spelling))
    # One text for each folder: the same glossaries hold for all in it.
    texts = {path.parent: path for path, _ in texts_with(glossary, tops)}.values()
    for other, new in names.items():
        _refuse_taken(texts, term, other, new)
    return [
        Edit(use.path, use.source, use.span, names[use.language])
        for use in uses
        if use.language in names and one_form(use.spelling) == before[use.language]
    ]


def refuse_inherited(glossary: Path, term: str, path: Path) -> None:
    """Refuse to rename a term, used in a text, of a glossary that the text only inherits.

    Raises:
        NotRenamed: the glossary stands neither in the folder of the text nor above; texts of others live by it.
    """
    if not is_own(glossary, path):
        raise NotRenamed("inherited-term", term=term, file=str(glossary))


def _names(name: str, language: str) -> dict[str, str]:
    name = name.replace(_WIDE_SEPARATOR, SEPARATOR)
    parts = [part.strip() for part in name.split(SEPARATOR)]
    names = dict(zip(LANGUAGES, parts, strict=True)) if len(parts) == len(LANGUAGES) else {language: name.strip()}
    for new in names.values():
        marks = set(fold(re.sub(APOSTROPHE, "", new)))
        if not new or len(new) > _LONGEST or not new.isprintable() or marks & _NEVER or SEPARATOR in new:
            raise NotRenamed("not-a-name", name=name[:_LONGEST])
    return names


def _refuse_taken(texts: Iterable[Path], term: str, language: str, name: str) -> None:
    for path in texts:
        with suppress(GlossaryError):
            other = glossary_for(path).resolve(language, name)
            if other not in ("", term):
                raise NotRenamed("name-taken", name=name, term=other, file=path.name)
