"""The agreement of a work's texts in several languages: equal statements, and declared divergences."""

from collections import Counter
from collections.abc import Iterator, Mapping
from collections.abc import Sequence as Seq
from dataclasses import replace
from datetime import date
from itertools import chain, zip_longest

from lexludi.base.diagnostics import Diagnostic, Label, error, note
from lexludi.base.frozen import dataclass
from lexludi.base.messages import InLanguages, Language
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.language.nodes import Construct, Node, Provision, Sentence, Sequence, Term, transform
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import Printer
from lexludi.law.amendments import commencements, number_of
from lexludi.law.ellipsis import former, keeps_words
from lexludi.rules.literals import node_of, without_prose
from lexludi.rules.model import Divergence, RuleSet, Standing
from lexludi.rules.ordering import in_one_order, ordered_sentences

# What a text says about itself: these need not agree between languages.
_OWN_TO_A_TEXT = frozenset(
    "work title instrument authority signatory gazette address witness note authentic translation invented summary "
    "consolidated collated uncollated divergence variant no_effect introduces missing amends inferred "
    "undetermined".split()
)


# Sentences of the header on each fact that all texts have in common.
_FACTS = {
    "signed": frozenset({"signed"}),
    "published": frozenset({"published"}),
    "in_force": frozenset("in_force_on wording_from in_force_after in_force_days in_force_assumed".split()),
    "amended_by": frozenset("amended amended_in_part amended_unknown amended_delegating".split()),
    "presumed": frozenset({"presumed"}),
    "knowledge": frozenset("known_in_full known_in_part unknown delegates".split()),
    "is_republished": frozenset({"republished"}),
    "identifier": frozenset({"identifier"}),
    "replaces": frozenset({"replaces"}),
    "rectifies": frozenset({"rectifies"}),
    "rectifies_own": frozenset({"rectifies_own"}),
    "repealed": frozenset({"repealed"}),
    "score": frozenset({"score"}),
}
# Those on which one text may be silent where another is not: of the others, what only one says would hold in it alone.
_MAY_BE_SILENT = frozenset("signed published in_force identifier rectifies".split())


# What two texts say at a place; nothing, where one is silent.
_Places = Seq[Node | None]
# Sentences, each with its statement in no language, without prose, and in one order.
_Said = Seq[tuple[Construct, Sentence]]
# Provisions as they were put right, by the language and the place of the words as published.
_Rectified = Mapping[tuple[str, Span], Provision]


@dataclass(frozen=True)
class LoadedText:
    """A rule set with the source it came from."""

    rules: RuleSet
    source: Source


def compare(first: LoadedText, second: LoadedText, rectified: _Rectified | None = None) -> Iterator[Diagnostic]:
    """Every difference of meaning between two texts of one work.

    Where the authentic texts diverge, each says its own side of a reading that both have; any other difference is an
    error in a transcription. `rectified` are the provisions that an instrument quotes, as others put them right.
    """
    # Of rectifications each of its own language alone what they make of the text rectified is compared.
    if all(_rectifies_own(text.rules) for text in (first, second)):
        yield from headers(first, second)
        return
    # What has an order in one of the texts has it in both, for what is to be the same.
    ordered = ordered_sentences(first.rules) | ordered_sentences(second.rules)
    declared = {d.eid for text in (first, second) for d in text.rules.divergences}
    # Of a provision that only one of them has, `_structure` speaks.
    for one, two in _in_both(first, second):
        ours, theirs = _said(one, first.rules, ordered), _said(two, second.rules, ordered)
        if _meaning(ours, ordered) != _meaning(theirs, ordered):
            places = _first_of(one, ours, theirs), _first_of(two, theirs, ours)
            yield _diverge(first, second, places, one.eid)
    yield from headers(first, second)
    yield from _structure(first, second)
    yield from _parts(first, second, ordered, declared)
    yield from _brought(first, second, ordered, declared, rectified or {})


def _rectifies_own(rules: RuleSet) -> bool:
    """True of an instrument that puts right how another was published in its own language, and does nothing else."""
    said = {s.statement.op for provision in rules.document.all() for s in provision.sentences()}
    return rules.metadata.rectifies_own and said <= {"misprint", "rectifies_own"} | _OWN_TO_A_TEXT


def _diverge(first: LoadedText, second: LoadedText, places: _Places, eid: str) -> Diagnostic:
    labels = _labels(first, second, places, eid)
    ours, theirs = Language(first.rules.language), Language(second.rules.language)
    return error("undeclared-divergence", *labels, eid=eid, first=ours, second=theirs)


def _labels(first: LoadedText, second: LoadedText, places: _Places, eid: str) -> Iterator[Label]:
    """The places in two texts; of a provision, or each of its own where that is none."""
    for text, place, key in zip((first, second), places, ("caption.here", "caption.there"), strict=True):
        # What was put right stands in another file.
        source = place.span.source if place else None
        yield Label(source or text.source, place.span if place else NOWHERE, eid or (place.eid if place else ""), key)


def headers(first: LoadedText, second: LoadedText) -> Iterator[Diagnostic]:
    """The header facts in which two texts differ: days, identity, what is known, other instruments, the score.

    A text may be silent on a day of the whole, but not on one that a provision has of its own.
    """
    texts = first, second
    for fact, ops in _FACTS.items():
        one, two = (_fact(text.rules, fact) for text in texts)
        sentences = (text.rules.document.header_sentences() for text in texts)
        said = _first_unlike(*([s for s in header if s.statement.op in ops] for header in sentences))
        is_silent = fact in _MAY_BE_SILENT and not (one and two)
        # Of a fact that only provisions tell, `compare` speaks there; a consolidated text has without a place what
        # follows from instruments, of which it has been told.
        if one != two and not is_silent and any(item and item.span != NOWHERE for item in said):
            yield _diverge(first, second, said, "")
    days = [_own_days(text) for text in texts]
    for about in dict.fromkeys(about for of_text in days for about in of_text):
        (one, here), (two, there) = (of_text.get(about, (None, None)) for of_text in days)
        # A day that only provisions say is compared there, sentence by sentence.
        if one != two and any(sentence is not None and not sentence.eid for sentence in (here, there)):
            yield _diverge(first, second, (here, there), "")


def _fact(rules: RuleSet, fact: str) -> object:
    """The value of a fact of the header, in no language."""
    metadata = rules.metadata
    match fact:
        case "score":
            return rules.score.results, rules.score.marked
        case "rectifies":
            # A name without a number is another in each language.
            return number_of(metadata.rectifies, "")
        case "repealed":
            return metadata.repealed and (metadata.repealed.since, metadata.repealed.number)
        case "in_force":
            # That a day is known is another fact than that it is taken to be so.
            return metadata.in_force and (metadata.in_force, bool(metadata.assumed))
        case "amended_by":
            # In whatever order the texts name those of one day.
            return Counter((a.since, number_of(a.instrument, ""), a.knowledge) for a in metadata.amended_by)
        case "presumed":
            return Counter(p.day for p in metadata.presumed)
        case _:
            return getattr(metadata, fact)


def _own_days(text: LoadedText) -> dict[tuple[str, bool], tuple[date | None, Sentence]]:
    """The days that provisions have of their own, of entry into force or of effect, and the sentences that say them."""
    entries = commencements(text.rules.document, text.rules.metadata)
    return {(eid, is_of_effect): (day, sentence) for sentence, eid, day, is_of_effect in entries}


def _first_unlike(ours: Seq[Sentence], theirs: Seq[Sentence]) -> tuple[Sentence | None, Sentence | None]:
    """The first sentences that are not the same but for names, else the first of all."""
    pairs = list(zip_longest(ours, theirs))
    unlike = (p for p in pairs if len({s and without_prose(s.statement) for s in p}) > 1)
    return next(chain(unlike, pairs), (None, None))


def _brought(
    first: LoadedText, second: LoadedText, ordered: frozenset[str], declared: set[str], rectified: _Rectified
) -> Iterator[Diagnostic]:
    """Provisions of which one instrument brings other words, or other rules, than its text in the other language."""
    for provision, other in _in_both(first, second):
        if provision.eid in declared:
            continue
        left = list(_common(other))
        for one in _common(provision):
            # Where the sentences themselves differ, `compare` says so.
            two = next((sentence for sentence in left if sentence.statement == one.statement), None)
            if two is not None:
                left = [sentence for sentence in left if sentence is not two]
                places = _other_fate(one, two)
                if places is None:
                    places = _other_rules((first.rules, second.rules), (one, two), ordered, rectified)
                if places is not None:
                    yield _diverge(first, second, places, provision.eid)


def _common(provision: Provision) -> Iterator[Sentence]:
    """The sentences of a provision that texts have in common."""
    return (s for s in provision.sentences() if s.statement.op not in _OWN_TO_A_TEXT)


def _other_fate(one: Sentence, two: Sentence) -> _Places | None:
    """The first provisions, of those that two sentences bring, of which the words have not the same fate."""
    pairs = chain(_pairs(one.quoted, two.quoted), _pairs(one.corrected, two.corrected))
    return next(((ours or one, theirs or two) for ours, theirs in pairs if _fate(ours) != _fate(theirs)), None)


def _other_rules(
    rules: tuple[RuleSet, RuleSet], said: tuple[Sentence, Sentence], ordered: frozenset[str], rectified: _Rectified
) -> _Places | None:
    """The first rules, of those that two sentences bring, in which they differ; of a misprint as they must read."""
    brought = (sentence.corrected or sentence.quoted for sentence in said)
    for ours, theirs in _pairs(*brought):
        if ours is not None and theirs is not None:
            # What was misprinted in one language alone is no difference.
            both = zip(rules, (ours, theirs), strict=True)
            here, there = (_said(rectified.get((r.language, p.span), p), r, ordered) for r, p in both)
            if _meaning(here, ordered, marked=True) != _meaning(there, ordered, marked=True):
                return _first_of(ours, here, there), _first_of(theirs, there, here)
    return None


def _pairs(ours: Seq[Provision], theirs: Seq[Provision]) -> Iterator[tuple[Provision | None, Provision | None]]:
    """Both sides flattened in the order of the text; the longer one meets `None`, a fate that no provision has."""
    return zip_longest([p for top in ours for p in top.all()], [p for top in theirs for p in top.all()])


def _fate(provision: Provision | None) -> object:
    if provision is None:
        return None
    return provision.eid, former(provision, provision.eid), keeps_words(provision), bool(tuple(provision.words()))


def _parts(first: LoadedText, second: LoadedText, ordered: frozenset[str], declared: set[str]) -> Iterator[Diagnostic]:
    """Provisions whose parts the texts account for differently, or to which they set sentences differently."""
    for one, two in _in_both(first, second):
        if one.eid not in declared and (one.is_marked or two.is_marked):
            ours, theirs = _said(one, first.rules, ordered), _said(two, second.rules, ordered)
            accounts = first.rules.parts.get(one.eid, {}), second.rules.parts.get(two.eid, {})
            is_same = _meaning(ours, ordered) == _meaning(theirs, ordered)
            is_set_alike = _meaning(ours, ordered, marked=True) == _meaning(theirs, ordered, marked=True)
            # Where the sentences themselves differ, `compare` says so.
            if accounts[0] != accounts[1] or (is_same and not is_set_alike):
                labels = _labels(first, second, (_first_of(one), _first_of(two)), one.eid)
                in_ours, in_theirs = Language(first.rules.language), Language(second.rules.language)
                yield error("parts-differ", *labels, eid=one.eid, first=in_ours, second=in_theirs)


def _said(provision: Provision, rules: RuleSet, ordered: frozenset[str]) -> _Said:
    """The sentences of a provision that texts have in common."""

    # Sentences that an instrument brings are not among the statements of the rule set.
    def named(node: Node) -> Node:
        if not isinstance(node, Term):
            return node
        identity = rules.glossary.resolve(rules.language, node.written)
        return Term(identity, identity)

    resolved = ((without_prose(transform(sentence.statement, named)), sentence) for sentence in _common(provision))
    return [(in_one_order(statement, ordered), sentence) for statement, sentence in resolved]


def _meaning(said: _Said, ordered: frozenset[str], *, marked: bool = False) -> tuple[object, ...]:
    """The meaning of a provision: those of its sentences whose order counts, and how many others it has.

    With `marked` also the parts of the provision that each is about.
    """
    meant = [(statement, sentence.parts if marked else ()) for statement, sentence in said]
    in_order = [meaning for meaning in meant if _has_order(meaning[0], ordered)]
    return in_order, Counter(meaning for meaning in meant if not _has_order(meaning[0], ordered))


def _has_order(statement: Construct, ordered: frozenset[str]) -> bool:
    inner = statement.parts[1] if statement.op == "guarded" else statement
    return isinstance(inner, Construct) and inner.op in ordered


def _structure(first: LoadedText, second: LoadedText) -> Iterator[Diagnostic]:
    """Provisions that only one of the texts has, or the first ones that stand in another order."""
    for text, other in ((first, second), (second, first)):
        counterparts = _provisions(other)
        for provision in text.rules.document.all():
            if provision.eid not in counterparts:
                label = Label(text.source, provision.span, provision.eid)
                yield error(
                    "provision-without-counterpart", label, eid=provision.eid, language=Language(other.rules.language)
                )
    # Their rules would come in another order too.
    for (one, there), (two, _) in zip(_in_both(first, second), _in_both(second, first), strict=True):
        if one.eid != two.eid:
            yield _diverge(first, second, (one, there), one.eid)
            return


def divergences(texts: Seq[LoadedText]) -> Iterator[Diagnostic]:
    """A note for each declared divergence between authentic texts, as amended or not, with the provision in each."""
    authentic = [t for t in texts if t.rules.metadata.standing in (Standing.AUTHENTIC, Standing.CONSOLIDATED)]
    by_name: dict[str, list[tuple[LoadedText, Divergence]]] = {}
    for text in authentic:
        for divergence in text.rules.divergences:
            by_name.setdefault(divergence.id, []).append((text, divergence))
    for stances in by_name.values():
        labels = tuple(
            replace(
                t.rules.place_of(t.source, "divergence", d.eid, d.id),
                key=f"caption.says.{t.rules.language}",
                args={"stance": stance(t.rules, d)},
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


def stance(rules: RuleSet, divergence: Divergence) -> InLanguages:
    """The values of a declared divergence; as data, in the language of their text."""
    values = Sequence("choices", tuple(map(node_of, divergence.stance)))

    def words(language: str) -> str:
        return Printer(language, lambda term: rules.glossary.spelling(term.id, language), own=False).node(values)

    return InLanguages({language: words(language) for language in LANGUAGES}, words(rules.language))


def _name(stances: list[tuple[LoadedText, Divergence]]) -> InLanguages:
    """The term on which texts diverge; as data, as each of the texts has it."""
    (text, divergence), *_ = stances
    words = {language: text.rules.glossary.spelling(divergence.id, language) for language in LANGUAGES}
    return InLanguages(words, " / ".join(words[other.rules.language] for other, _ in stances))


def _provisions(text: LoadedText) -> dict[str, Provision]:
    return {provision.eid: provision for provision in text.rules.document.all()}


def _in_both(first: LoadedText, second: LoadedText) -> Iterator[tuple[Provision, Provision]]:
    """The provisions that both texts have, in the order of the first."""
    theirs = _provisions(second)
    return ((one, theirs[eid]) for eid, one in _provisions(first).items() if eid in theirs)


def _first_of(provision: Provision, ours: _Said = (), theirs: _Said = ()) -> Node:
    """The first sentence of a provision that the other text does not have, else the first of all, or the provision."""
    # A multiset difference: the first sentence here that the other text does not have as often.
    left = [statement for statement, _ in theirs]
    for statement, sentence in ours:
        if statement not in left:
            return sentence
        left.remove(statement)
    return next(provision.sentences(), provision)


def accounts_table(rules: RuleSet) -> Mapping[str, int]:
    """The number of provisions of each account."""
    return Counter(account.value for account in rules.accounts.values())
