"""The parts of findings, as data that a catalogue can tell: provisions, terms, questions, deals, settings."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Any

from lexludi.base.cache import digest
from lexludi.base.diagnostics import Diagnostic, Hint, Label, note, warning
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue, Language
from lexludi.base.plain import given
from lexludi.base.source import NOWHERE, Source, Span
from lexludi.checks.situations import ExampleDeal, SearchedQuestion, Situation
from lexludi.language.glossary import Glossary
from lexludi.language.nodes import Construct, Term
from lexludi.law.agreement import LoadedText
from lexludi.play.hands import Hands
from lexludi.play.telling import Teller
from lexludi.play.trace import fact
from lexludi.rules.bind import BoundRule
from lexludi.rules.model import RuleSet, Value, under
from lexludi.rules.parts import whole_of

# All that a finding shares with the same one in other texts, and which it is of those in one text that share it.
FindingKey = tuple[Hashable, int]
# Sentences that are no rule.
_REMARKS = frozenset("reading divergence variant note introduces".split())
# What names of readings of the status of a party begin with.
_STATUS = "status-is:"


@dataclass(frozen=True)
class Cited:
    """Provisions, cited as each language cites them."""

    eids: tuple[str, ...]

    def told(self, words: Catalogue) -> str:
        """The citations in a language."""
        return Teller(words).provisions(self.eids)

    def to_json(self) -> Any:
        """Their eIds."""
        return list(self.eids)


@dataclass(frozen=True)
class Named:
    """A term, in the words of each language."""

    id: str
    glossary: Glossary = field(repr=False, compare=False)

    def told(self, words: Catalogue) -> str:
        """The term in a language."""
        return Teller(words, self.glossary).term(self.id)

    def to_json(self) -> Any:
        """Its id."""
        return self.id


@dataclass(frozen=True)
class Asked:
    """A question put to the rules: how a bet is settled, whether an action is required, of what category a hand is."""

    kind: str
    about: str
    role: str
    glossary: Glossary = field(repr=False, compare=False)

    def told(self, words: Catalogue) -> str:
        """The question in a language."""
        return Teller(words, self.glossary).question(self.kind, self.about, self.role)

    def to_json(self) -> Any:
        """Its parts."""
        return {"kind": self.kind, "about": self.about, **given(role=self.role)}


@dataclass(frozen=True)
class Dealt:
    """A deal that shows a situation, with the facts that the rules read in it.

    `unit` is the holder whose hand rules ask about there, if they ask about one; `among` a digest of the facts
    of all situations of a finding, of which it shows one.
    """

    hands: tuple[tuple[str, tuple[str, ...]], ...]
    order: tuple[str, ...]
    naming: str
    facts: tuple[tuple[str, Any], ...]
    glossary: Glossary = field(repr=False, compare=False)
    bettor: str = field(default="", compare=False)
    modulus: int = field(default=0, compare=False)
    unit: str = field(default="", compare=False)
    among: str = field(default="", repr=False, compare=False)

    def told(self, words: Catalogue) -> str:
        """The hands, what the bet names, and what the rules read, in a language."""
        teller = Teller(words, self.glossary, self.bettor, self.modulus)
        wholes = map(whole_of, (self.unit, *(u for u, _ in self.hands)))
        unit = next((u for u in wholes if u.rpartition("-")[2].isdigit()), "")
        hands = [
            f"{teller.party(u)}{words.colon}{teller.objects(h)}" if u else teller.objects(h) for u, h in self.hands
        ]
        whose = {name: f"{self.bettor}-1" if unit and teller.is_of_bettor(name) else unit for name, _ in self.facts}
        # That nothing was drawn may be read as such, and as the number of the card drawn.
        facts = dict.fromkeys(teller.reading(name, value, whose[name]) for name, value in self.facts if ":" in name)
        separator = words.say("list.separator")
        # Before anything has come, facts may tell it from other rounds, as by what has been chosen.
        told = separator.join(hands) or words.say("deal.some" if facts else "deal.any")
        if self.naming:
            told = words.say("deal.naming", hands=told, naming=teller.name(self.naming))
        return words.say("deal.with-facts", hands=told, facts=separator.join(facts)) if facts else told

    def to_json(self) -> Any:
        """The objects by their symbols, and the readings by their names."""
        return {
            "hands": {unit: list(hand) for unit, hand in self.hands},
            "order": list(self.order),
            **given(naming=self.naming),
            "facts": dict(self.facts),
        }


@dataclass(frozen=True)
class Setting:
    """An option or reading and the value chosen for it."""

    name: str
    value: Value
    glossary: Glossary = field(repr=False, compare=False)

    def told(self, words: Catalogue) -> str:
        """The choice in a language."""
        teller = Teller(words, self.glossary)
        return f"{teller.term(self.name)} = {teller.term(str(self.value))}"

    def to_json(self) -> Any:
        """Its name and value."""
        return {"name": self.name, "value": str(self.value)}


@dataclass(frozen=True)
class OwnSettings:
    """Several options and readings as an authentic text itself has them, where that is not the default."""

    settings: tuple[Setting, ...]
    language: Language

    def told(self, words: Catalogue) -> str:
        """The choices in a language."""
        return words.say("list.separator").join(setting.told(words) for setting in self.settings)

    def to_json(self) -> Any:
        """Each name and value."""
        return [setting.to_json() for setting in self.settings]


# What is chosen otherwise than by default, if anything is.
Chosen = Setting | OwnSettings | None


@dataclass(frozen=True)
class ComparedHands:
    """The comparison of two hands: lower, equal, higher."""

    name: str

    def told(self, words: Catalogue) -> str:
        """The comparison in a language."""
        return words.say(f"compared.{self.name}")

    def to_json(self) -> Any:
        """Its name."""
        return self.name


@dataclass(frozen=True)
class SearchFindings:
    """Findings of a search: diagnostics, effects of each choice, and the questions that it leaves open."""

    diagnostics: tuple[Diagnostic, ...]
    effects: tuple[tuple[Setting, str], ...]
    unsearched: tuple[tuple[Asked, str], ...]


def asked(question: SearchedQuestion, rules: RuleSet) -> Asked:
    """A question as findings speak of it."""
    # The condition of a step only tells it from others of its provision.
    return Asked(question.kind, question.about, "" if question.kind == "step" else question.role, rules.glossary)


def dealt_among(hands: Hands, question: SearchedQuestion, situations: Sequence[Situation]) -> Dealt:
    """The deal that shows the first of the situations of a finding."""
    # In no order: rounds come to situations in that of other rules too.
    facts = sorted(repr(sorted(map(repr, situation.facts(question)))) for situation in situations)
    return replace(dealt(hands, question, situations[0]), among=digest(facts))


def dealt(hands: Hands, question: SearchedQuestion, situation: Situation) -> Dealt:
    """The deal that shows a situation, in symbols."""
    read = zip(question.group.names, situation.values, strict=True)
    # Of an irregularity what is not known of hands makes no difference.
    known = (pair for pair in read if question.kind != "event" or pair[1] is not None)
    facts = tuple((name, fact(name, value)) for name, value in known)
    return deal_of(hands, situation.example, facts)


def warning_under(
    code: str, setting: Chosen, labels: Iterable[Label], hints: Iterable[Hint], **args: Any
) -> Diagnostic:
    """A warning on rules under their defaults; a note, of what is so only with another setting."""
    match setting:
        case None:
            return warning(code, *labels, hints=[*hints], **args)
        case Setting():
            only = Hint("only-with", {"setting": setting})
        case OwnSettings(language=language):
            only = Hint("only-as-it-speaks", {"setting": setting, "language": language})
    return note(code, *labels, hints=[only, *hints], **args, setting=setting)


def deal_of(hands: Hands, example: ExampleDeal, facts: Iterable[tuple[str, Any]] = ()) -> Dealt:
    """A deal in symbols."""
    symbols = hands.material.symbols
    held = tuple((unit, tuple(symbols(hand))) for unit, hand in example.hands)
    order = tuple(symbols(example.order))
    rules = hands.rules.source
    modulus = rules.modulus[0] if rules.modulus else 0
    bettor, read = hands.rules.bettor, tuple(facts)
    # Where facts do not say it already, it is told of whom the deal shows it.
    if example.status and not any(name.startswith(_STATUS) for name, _ in read):
        read = ((f"{_STATUS}{bettor}:{example.status}", True), *read)
    return Dealt(held, order, example.naming, read, rules.glossary, bettor, modulus, example.unit)


def place(rules: RuleSet, source: Source, eid: str, op: str = "") -> Label:
    """The provision that a finding is about: its first sentence of that kind, else its first rule, else its heading."""
    for provision in rules.document.all():
        if provision.eid == eid:
            sentences = [s for s in provision.sentences() if s.statement.op not in _REMARKS]
            wanted = [s for s in sentences if s.statement.op == op] or sentences
            return Label(source, wanted[0].span if wanted else provision.span, eid)
    return Label(source, NOWHERE, eid)


def place_of(rules: RuleSet, source: Source, rule: BoundRule[Any]) -> Label:
    """The sentence that says a rule; the provision, where it is not one sentence that does."""
    return place_at(rules, source, rule.eid, rule.span)


def place_at(rules: RuleSet, source: Source, eid: str, effect: Span) -> Label:
    """The sentence of a provision in which an effect is written; the provision, where it is not in one."""
    for span in (sentence.span for sentence in rules.document.sentences_of(eid)):
        if span.source == effect.source and span.start <= effect.start < effect.end <= span.end:
            return Label(source, span, eid)
    return place(rules, source, eid)


def place_of_declaration(rules: RuleSet, source: Source, eid: str, term: str) -> Label:
    """The sentence of a provision that declares a term: the first that begins with it."""
    for sentence in rules.document.sentences_of(eid):
        if _named_first(sentence.statement, rules) == term:
            return Label(source, sentence.span, eid)
    return place(rules, source, eid)


def _named_first(statement: Construct, rules: RuleSet) -> str | None:
    first = statement.parts[0] if statement.parts else None
    return rules.glossary.resolve(rules.language, first.written) if isinstance(first, Term) else None


# No finding marks more.
_MOST_PLACES = 4


def places(
    rules: RuleSet, source: Source, eids: Iterable[str], among: Iterable[BoundRule[Any]] = ()
) -> tuple[Label, ...]:
    """The most specific of some provisions: their sentences that say one of some rules, else each as a whole."""
    distinct = list(dict.fromkeys(eids))
    # A provision is left out where one below it is there: `art_3` beside `art_3__para_1`.
    specific = [e for e in distinct if not any(o != e and under(o, e) for o in distinct)]
    saying: dict[str, list[BoundRule[Any]]] = {}
    for rule in among:
        saying.setdefault(rule.eid, []).append(rule)
    # By turn, then by the number of the provision: the order in which places are chosen, which is not that of the
    # labels.
    marked: dict[tuple[int, int], tuple[str, Span]] = {}
    for number, eid in enumerate(specific):
        labels = [place_of(rules, source, rule) for rule in saying.get(eid, ())] or [place(rules, source, eid)]
        for turn, label in enumerate(labels):
            if (eid, label.span) not in marked.values():
                marked[turn, number] = eid, label.span
    # Of each provision the first, then the second of each, so that none is left out for another.
    shown = [marked[key] for key in sorted(marked)[:_MOST_PLACES]]
    return tuple(Label(source, span, eid) for eid, span in marked.values() if (eid, span) in shown)


def told_apart(
    diagnostics: Iterable[Diagnostic], texts: Sequence[LoadedText] = ()
) -> Iterator[tuple[FindingKey, Diagnostic]]:
    """The findings in one text, each with what it shares with the same finding in a text of another language or day.

    By code, arguments and situations, not by place; but two sentences of one provision are two
    findings. With the `texts` of one day, two findings also differ where marked sentences say
    something else: an amendment may bring a fault anew at the provisions that had one.
    """
    places: dict[Hashable, dict[tuple[tuple[str, Span], ...], int]] = {}
    for diagnostic in diagnostics:
        key = diagnostic.code, str(diagnostic.plain_args()), _shown(diagnostic), _marked(diagnostic, texts)
        known = places.setdefault(key, {})
        spans = tuple((label.source.name, label.span) for label in diagnostic.labels)
        yield (key, known.setdefault(spans, len(known))), diagnostic


def _shown(diagnostic: Diagnostic) -> Hashable:
    """The situations that a finding is about; the hands, of which nothing more is said, of a gap in their order."""
    deals = [hint.args["deal"] for hint in diagnostic.hints if "deal" in hint.args]
    return tuple(deal.among or deal.hands for deal in deals if deal.among or diagnostic.code == "gap")


def _marked(diagnostic: Diagnostic, texts: Sequence[LoadedText]) -> Hashable:
    """The meaning of the sentences at the places of a finding, for each place."""
    # Of a gap these are only the sentences that come closest: it is the same beside others.
    if diagnostic.code.startswith("gap"):
        return ()
    return tuple(
        tuple(s for text in texts for eid, s in text.rules.statements if eid == label.eid and _at(text, s, label))
        for label in diagnostic.labels
    )


def _at(text: LoadedText, statement: Construct, label: Label) -> bool:
    """True if a sentence of a text stands where a label is, or around it."""
    span = statement.span
    source = span.source or text.source
    overlaps = span.start < label.span.end and label.span.start < span.end
    return overlaps and source.name == label.source.name
