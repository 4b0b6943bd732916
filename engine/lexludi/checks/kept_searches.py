"""Kept searches: findings by the digest of the rules in which they were found, put in their places as texts now stand.

A comment, words of the law or a note changes no rule: what a search found is told again where its sentences
are now. That is why nothing is kept of where they stood.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace

from lexludi.base.cache import Results
from lexludi.base.diagnostics import Diagnostic, Label
from lexludi.base.frozen import dataclass
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.checks.findings import SearchFindings
from lexludi.language.nodes import walk
from lexludi.law.agreement import LoadedText
from lexludi.rules.model import RuleSet
from lexludi.rules.portable import meaningful, rules_digest
from lexludi.rules.settings import joint_stance

_NO_TEXT = Source("", "", "")
# What a rule set says of its text; everything else of it is what the text means.
_ABOUT_THE_TEXT = frozenset("metadata language document glossary statements divergences accounts parts beyond".split())


@dataclass(frozen=True)
class Placeless:
    """Findings without places; `places` are, for each label, the text and the place among those of its provision."""

    found: SearchFindings
    places: tuple[tuple[tuple[int, int], ...], ...]

    @classmethod
    def of(cls, findings: SearchFindings, texts: Sequence[LoadedText]) -> "Placeless":
        """Findings in some texts, each label at a sentence, a part of one, a provision or nowhere."""
        bare = tuple(
            replace(d, labels=tuple(replace(label, source=_NO_TEXT, span=NOWHERE) for label in d.labels))
            for d in findings.diagnostics
        )
        places = tuple(tuple(_number(label, texts) for label in d.labels) for d in findings.diagnostics)
        return cls(replace(findings, diagnostics=bare), places)

    def placed(self, texts: Sequence[LoadedText]) -> SearchFindings:
        """The findings in texts of the same digest."""
        pairs = zip(self.found.diagnostics, self.places, strict=True)
        return replace(self.found, diagnostics=tuple(_placed(d, places, texts) for d, places in pairs))


def kept_search(kept: Results, texts: Sequence[LoadedText], search: Callable[[], SearchFindings]) -> SearchFindings:
    """The findings in the rules of some texts: those kept; of rules that were never searched, those of a search."""
    placeless = kept.of(rules_digest(text.rules for text in texts), lambda: Placeless.of(search(), texts))
    return placeless.placed(texts)


def unlike(texts: Sequence[LoadedText]) -> list[LoadedText]:
    """The texts that do not mean the same as one before them, whatever their languages and words.

    Nor do those mean the same that say otherwise of several readings: each is searched as it speaks.
    """
    distinct: list[LoadedText] = []
    for text in texts:
        if not any(_mean_the_same(text.rules, other.rules) for other in distinct):
            distinct.append(text)
    return distinct


def _mean_the_same(one: RuleSet, other: RuleSet) -> bool:
    same = all(getattr(one, f.name) == getattr(other, f.name) for f in fields(one) if f.name not in _ABOUT_THE_TEXT)
    return same and joint_stance(one) == joint_stance(other)


def _spans(rules: RuleSet, eid: str) -> Iterator[Span]:
    """The places that a finding on a provision may mark, in an order that depends on its sentences alone."""
    yield NOWHERE
    for provision in rules.document.all():
        if provision.eid == eid:
            yield provision.span
            for sentence in meaningful(provision):
                yield sentence.span
                yield from (node.span for node in walk(sentence.statement))


def _number(label: Label, texts: Sequence[LoadedText]) -> tuple[int, int]:
    # The first of the spans of its provision that makes the label again: its number holds in any text of the same
    # digest.
    return next(
        (at, number)
        for at, text in enumerate(texts)
        for number, span in enumerate(_spans(text.rules, label.eid))
        if replace(label, source=text.source, span=span) == label
    )


def _placed(diagnostic: Diagnostic, places: tuple[tuple[int, int], ...], texts: Sequence[LoadedText]) -> Diagnostic:
    labels = zip(diagnostic.labels, places, strict=True)
    return replace(diagnostic, labels=tuple(_label(label, number, texts[at]) for label, (at, number) in labels))


def _label(label: Label, number: int, text: LoadedText) -> Label:
    return replace(label, source=text.source, span=list(_spans(text.rules, label.eid))[number])
