"""Witnesses of an article: the copies that each text was taken from or compared with, and what is recorded of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lexludi.language.nodes import Body, Sentence, Term, Text
from lexludi.rules.model import RuleSet
from lexludi.site.desk import Desk
from lexludi.site.page import TAGS


@dataclass(frozen=True)
class WitnessVariant:
    """The variant of a witness at a provision, in the words of the text."""

    eid: str
    told: str


@dataclass(frozen=True)
class WitnessEntry:
    """A witness of the text in a language: its name, what it is, and its variants in the article."""

    tag: str
    name: str
    about: str
    variants: tuple[WitnessVariant, ...]


def witnesses(desk: Desk, unit: str) -> tuple[WitnessEntry, ...]:
    """The witnesses of the texts of a work, by language in the order of each header, with their variants in a unit."""
    return tuple(witness for text in desk.work.texts.values() for witness in _of_text(text, desk.work.units[unit]))


def _of_text(text: RuleSet, eids: list[str]) -> Iterator[WitnessEntry]:
    here = [provision for provision in text.document.all() if provision.eid in eids]
    variants = [(name, WitnessVariant(p.eid, told)) for p in here for name, told in _named(p.body, "variant")]
    about = dict(_named(text.document.header, "witness"))
    for name in dict.fromkeys([*about, *(name for name, _ in variants)]):
        mine = tuple(variant for witness, variant in variants if witness == name)
        yield WitnessEntry(TAGS[text.language], name, about.get(name, ""), mine)


def _named(items: Sequence[Body], construct: str) -> Iterator[tuple[str, str]]:
    """The sentences of a construct: the witness that each names, and what it says."""
    for item in items:
        if isinstance(item, Sentence) and item.statement.op == construct:
            match item.statement.parts:
                case Term(written=name), Text(value=told):
                    yield name, told
