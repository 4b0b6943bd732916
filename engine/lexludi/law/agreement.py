"""The agreement of a work's texts in several languages: equal statements, and declared divergences."""

from collections import Counter
from collections.abc import Iterator, Mapping
from collections.abc import Sequence as Seq
from dataclasses import field
from datetime import date
from itertools import zip_longest

from lexludi.base.diagnostics import Diagnostic, Label, error, note
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue, Language
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.language.glossary import Glossary
from lexludi.language.nodes import Comment, Construct, Document, Node, Provision, Sentence, Sequence, Term
from lexludi.language.printer import Printer
from lexludi.law.amendments import commencements, number_of
from lexludi.law.ellipsis import former, keeps_words
from lexludi.rules.literals import node_of
from lexludi.rules.model import Divergence, Range, RuleSet, Standing, Value
from lexludi.rules.ordering import in_one_order, ordered_sentences

# What a text says about itself: these need not agree between languages.
_OWN_TO_A_TEXT = frozenset(
    "work title instrument authority signatory gazette address witness note authentic translation invented summary "
    "consolidated collated uncollated rectifies_own divergence variant no_effect introduces missing amends inferred "
    "undetermined".split()
)


# Sentences of the header on each fact that all texts have in common.
_FACTS = {
    "signed": frozenset({"signed"}),
    "published": frozenset({"published"}),
    "in_force": frozenset("in_force_on in_force_after in_force_days in_force_assumed".split()),
    "knowledge": frozenset("known_in_full known_in_part unknown delegates".split()),
    "is_republished": frozenset({"republished"}),
    "identifier": frozenset({"identifier"}),
    "replaces": frozenset({"replaces"}),
    "rectifies": frozenset({"rectifies"}),
    "repealed": frozenset({"repealed"}),
    "score": frozenset({"score"}),
}
# Those on which one text may be silent where another is not: of the others, what only one says would hold in it alone.
_MAY_BE_SILENT = frozenset("signed published in_force identifier rectifies".split())


@dataclass(frozen=True)
class LoadedText:
    """A rule set with the source it came from."""

    rules: RuleSet
    source: Source


def compare(first: LoadedText, second: LoadedText) -> Iterator[Diagnostic]:
    """Every difference of meaning between two texts of one work.

    Where the authentic texts diverge, each says its own side of a reading that both have; any other difference is an
    error in a transcription.
    """
    # What has an order in one of the texts has it in both, for what is to be the same.
    ordered = ordered_sentences(first.rules) | ordered_sentences(second.rules)
    ours, theirs = _by_provision(first.rules, ordered), _by_provision(second.rules, ordered)
    declared = {d.eid for text in (first, second) for d in text.rules.divergences}
    # Of a provision that only one of them has, `_structure` speaks.
    both = _provisions(first).keys() & _provisions(second).keys()
    for eid in dict.fromkeys([*ours, *theirs]):
        one, two = ours.get(eid, ()), theirs.get(eid, ())
        if _meaning(one, ordered) != _meaning(two, ordered) and eid in both:
            labels = (
                _label(first, eid, two, ordered, "caption.here"),
                _label(second, eid, one, ordered, "caption.there"),
            )
            ours_in, theirs_in = Language(first.rules.language), Language(second.rules.language)
            yield error("undeclared-divergence", *labels, eid=eid, first=ours_in, second=theirs_in)
    yield from _headers(first, second)
    yield from _structure(first, second)
    yield from _parts(first, second, declared)
    yield from _brought(first, second, declared)


def _headers(first: LoadedText, second: LoadedText) -> Iterator[Diagnostic]:
    """The header facts in which two texts differ: days, identity, what is known, other instruments, the score.

    A text may be silent on a day of the whole, but not on one that a provision has of its own.
    """
    texts = first, second
    for fact, ops in _FACTS.items():
        one, two = (_fact(text.rules, fact) for text in texts)
        said = [next((item for item in text.rules.document.header if _says(item, ops)), None) for text in texts]
        is_silent = fact in _MAY_BE_SILENT and not (one and two)
        # Of a fact that only provisions tell, `compare` speaks there.
        if one != two and not is_silent and any(said):
            yield _header_differs(texts, said)
    days = [_own_days(text) for text in texts]
    for about in dict.fromkeys(about for found in days for about in found):
        (one, here), (two, there) = (found.get(about, (None, None)) for found in days)
        # A day that only provisions say is compared there, sentence by sentence.
        if one != two and any(sentence is not None and not sentence.eid for sentence in (here, there)):
            yield _header_differs(texts, (here, there))


def _fact(rules: RuleSet, fact: str) -> object:
    """The value of a fact of the header, in no language."""
    metadata = rules.metadata
    match fact:
        case "score":
            return rules.score.results, rules.score.marked
        case "rectifies":
            return number_of(metadata.rectifies, metadata.rectifies)
        case "repealed":
            return metadata.repealed and (metadata.repealed.since, metadata.repealed.number)
        case _:
            return getattr(metadata, fact)


def _own_days(text: LoadedText) -> dict[tuple[str, bool], tuple[date | None, Sentence]]:
    """The days that provisions have of their own, of entry into force or of effect, and the sentences that say them."""
    found = commencements(text.rules.document, text.rules.metadata)
    return {(eid, is_of_effect): (day, sentence) for sentence, eid, day, is_of_effect in found}


def _header_differs(texts: tuple[LoadedText, LoadedText], said: Seq[Comment | Sentence | None]) -> Diagnostic:
    labels = (
        Label(text.source, item.span if item else NOWHERE, item.eid if item else "", key)
        for text, item, key in zip(texts, said, ("caption.here", "caption.there"), strict=True)
    )
    ours, theirs = (Language(text.rules.language) for text in texts)
    return error("undeclared-divergence", *labels, eid="", first=ours, second=theirs)


def _says(item: Comment | Sentence, ops: frozenset[str]) -> bool:
    return isinstance(item, Sentence) and item.statement.op in ops


def _brought(first: LoadedText, second: LoadedText, declared: set[str]) -> Iterator[Diagnostic]:
    """Provisions of which one instrument brings new words, and its text in the other language brings none."""
    provisions = {p.eid: p for p in second.rules.document.all()}
    for provision in first.rules.document.all():
        other = provisions.get(provision.eid)
        if other is None or provision.eid in declared:
            continue
        # Where the sentences themselves differ, `compare` says so.
        for one, two in zip(_common(provision), _common(other), strict=False):
            differing = _first_difference(one.quoted, two.quoted) if one.statement == two.statement else None
            if differing is not None:
                places = (
                    Label(text.source, place.span if place else sentence.span, provision.eid, key)
                    for text, place, sentence, key in zip(
                        (first, second), differing, (one, two), ("caption.here", "caption.there"), strict=True
                    )
                )
                ours, theirs = Language(first.rules.language), Language(second.rules.language)
                yield error("undeclared-divergence", *places, eid=provision.eid, first=ours, second=theirs)


def _common(provision: Provision) -> Iterator[Sentence]:
    """The sentences of a provision that texts have in common."""
    return (s for s in provision.sentences() if s.statement.op not in _OWN_TO_A_TEXT)


def _first_difference(ours: Seq[Provision], theirs: Seq[Provision]) -> tuple[Provision | None, Provision | None] | None:
    """The first provisions that differ in what becomes of their words: new, kept, or those of another number."""
    # Both sides flattened in the order of the text; the longer one meets `None`, a fate that no provision has.
    pairs = zip_longest([p for top in ours for p in top.all()], [p for top in theirs for p in top.all()])
    return next(((one, two) for one, two in pairs if _fate(one) != _fate(two)), None)


def _fate(provision: Provision | None) -> object:
    if provision is None:
        return None
    return provision.eid, former(provision, provision.eid), keeps_words(provision), bool(tuple(provision.words()))


def _parts(first: LoadedText, second: LoadedText, declared: set[str]) -> Iterator[Diagnostic]:
    """Provisions whose parts the texts account for differently, or to which they set sentences differently."""
    one, two = _provisions(first), _provisions(second)
    for eid in dict.fromkeys(eid for eid in (*first.rules.parts, *second.rules.parts) if eid in one and eid in two):
        if eid not in declared and _parts_at(first.rules, one[eid]) != _parts_at(second.rules, two[eid]):
            labels = (_at(first, eid, "caption.here"), _at(second, eid, "caption.there"))
            ours, theirs = Language(first.rules.language), Language(second.rules.language)
            yield error("parts-differ", *labels, eid=eid, first=ours, second=theirs)


def _parts_at(rules: RuleSet, provision: Provision) -> tuple[object, ...]:
    """The account of each part of a provision, and the parts of each of its sentences that texts have in common."""
    return rules.parts.get(provision.eid, {}), *(s.parts for s in _common(provision))


def _by_provision(rules: RuleSet, ordered: frozenset[str]) -> dict[str, tuple[Node, ...]]:
    out: dict[str, list[Node]] = {}
    for eid, statement in rules.statements:
        if statement.op not in _OWN_TO_A_TEXT:
            out.setdefault(eid, []).append(in_one_order(statement, ordered))
    return {eid: tuple(statements) for eid, statements in out.items()}


def _meaning(statements: tuple[Node, ...], ordered: frozenset[str]) -> tuple[object, ...]:
    """The meaning of a provision: those of its sentences whose order counts, and how many others it has."""
    in_order = tuple(s for s in statements if _has_order(s, ordered))
    return in_order, Counter(s for s in statements if not _has_order(s, ordered))


def _has_order(statement: Node, ordered: frozenset[str]) -> bool:
    assert isinstance(statement, Construct)
    inner = statement.parts[1] if statement.op == "guarded" else statement
    return isinstance(inner, Construct) and inner.op in ordered


def _structure(first: LoadedText, second: LoadedText) -> Iterator[Diagnostic]:
    """Provisions that only one of the texts has."""
    for text, other in ((first, second), (second, first)):
        counterparts = _provisions(other)
        for provision in text.rules.document.all():
            if provision.eid not in counterparts:
                label = Label(text.source, provision.span, provision.eid)
                yield error(
                    "provision-without-counterpart", label, eid=provision.eid, language=Language(other.rules.language)
                )


def divergences(texts: Seq[LoadedText]) -> Iterator[Diagnostic]:
    """A note for each declared divergence between authentic texts, as amended or not, with the provision in each."""
    authentic = [t for t in texts if t.rules.metadata.standing in (Standing.AUTHENTIC, Standing.CONSOLIDATED)]
    by_name: dict[str, list[tuple[LoadedText, Divergence]]] = {}
    for text in authentic:
        for divergence in text.rules.divergences:
            by_name.setdefault(divergence.id, []).append((text, divergence))
    for stances in by_name.values():
        labels = tuple(
            Label(
                t.source,
                _place(t.rules.document, d.eid, "divergence", d.id, t.rules),
                d.eid,
                f"caption.says.{t.rules.language}",
                {"stance": Stance(d.stance, t.rules.glossary, t.rules.language)},
            )
            for t, d in stances
        )
        # Each text states its own side: with one stance alone, or the same twice, there is nothing that diverges.
        if len(stances) < 2:
            yield error("one-sided-divergence", *labels, name=_name(stances))
        elif len({frozenset(divergence.stance) for _, divergence in stances}) < 2:
            yield error("divergence-without-difference", *labels, name=_name(stances))
        else:
            yield note("divergence", *labels, name=_name(stances))


@dataclass(frozen=True)
class Stance:
    """The values of a declared divergence, in the language of whoever reads."""

    values: tuple[Value | Range, ...]
    glossary: Glossary = field(repr=False, compare=False)
    language: str

    def told(self, words: Catalogue) -> str:
        """The values in a language."""
        return self._in(words.language)

    def to_json(self) -> str:
        """The values in the language of their text."""
        return self._in(self.language)

    def _in(self, language: str) -> str:
        printer = Printer(language, lambda term: self.glossary.spelling(term.id, language), own=False)
        return printer.node(Sequence("choices", tuple(map(node_of, self.values))))


def stance(rules: RuleSet, divergence: Divergence) -> str:
    """The words of a declared divergence, in the language of its text."""
    return Stance(divergence.stance, rules.glossary, rules.language).to_json()


@dataclass(frozen=True)
class DivergingTerm:
    """The term on which texts diverge, in the language of whoever reads; as data, as each of the texts has it."""

    id: str
    glossary: Glossary = field(repr=False, compare=False)
    languages: tuple[str, ...]

    def told(self, words: Catalogue) -> str:
        """The term in a language."""
        return self.glossary.spelling(self.id, words.language)

    def to_json(self) -> str:
        """The term in the language of each text."""
        return " / ".join(self.glossary.spelling(self.id, language) for language in self.languages)


def _name(stances: list[tuple[LoadedText, Divergence]]) -> DivergingTerm:
    (text, divergence), *_ = stances
    languages = tuple(own.rules.language for own, _ in stances)
    return DivergingTerm(divergence.id, text.rules.glossary, languages)


def _provisions(text: LoadedText) -> dict[str, Provision]:
    return {provision.eid: provision for provision in text.rules.document.all()}


def _label(text: LoadedText, eid: str, others: tuple[Node, ...], ordered: frozenset[str], key: str) -> Label:
    """The first sentence of a provision that the other text does not have, else the provision."""
    # Resolved statements bear no place: they are matched to the sentences of the tree by their order.
    said = [statement for home, statement in text.rules.statements if home == eid]
    sentences = [s for p in text.rules.document.all() if p.eid == eid for s in p.sentences()]
    # A multiset difference: the first sentence here that the other text does not have as often.
    left = list(others)
    if len(said) == len(sentences):
        for statement, sentence in zip(said, sentences, strict=True):
            meant = in_one_order(statement, ordered)
            if meant in left:
                left.remove(meant)
            elif statement.op not in _OWN_TO_A_TEXT:
                return Label(text.source, sentence.span, eid, key)
    return _at(text, eid, key)


def _at(text: LoadedText, eid: str, key: str) -> Label:
    return Label(text.source, _place(text.rules.document, eid), eid, key)


def _place(document: Document, eid: str, op: str = "", term: str = "", rules: RuleSet | None = None) -> Span:
    """The sentence of a provision that matters: the one with that construct about that term, else the first rule."""
    provision: Provision | None = next((p for p in document.all() if p.eid == eid), None)
    if provision is None:
        return NOWHERE
    sentences = [s for s in provision.sentences() if not op or s.statement.op == op]
    for sentence in sentences:
        first = sentence.statement.parts[0] if sentence.statement.parts else None
        named = rules.glossary.resolve(rules.language, first.written) if rules and isinstance(first, Term) else ""
        if term and named == term:
            return sentence.span
    return sentences[0].span if sentences else provision.span


def accounts_table(rules: RuleSet) -> Mapping[str, int]:
    """The number of provisions of each account."""
    out: dict[str, int] = {}
    for account in rules.accounts.values():
        out[account.value] = out.get(account.value, 0) + 1
    return out
