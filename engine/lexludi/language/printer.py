"""AST to canonical text, in the language it was written in or in another.

The templates are the phrases that the parser reads, so what is printed can be read
back. In its own language a literal keeps the form it was written in; in another it
takes that language's plain form.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction

from lexludi.language.citations import cite, cite_row, provision_label, with_article
from lexludi.language.glossary import Glossary, Noun
from lexludi.language.identifiers import chinese_numeral
from lexludi.language.lexer import PART_MARKS
from lexludi.language.nodes import (
    Body,
    Comment,
    Construct,
    Date,
    Document,
    Level,
    Node,
    Number,
    Payoff,
    Provision,
    Reference,
    ReferenceRow,
    Sentence,
    Sequence,
    Share,
    Term,
    Text,
    Words,
)
from lexludi.language.phrases import Hole, Optional, PhraseTable, Segment, WordRun, phrase_table

# Constructs that end with their line, with a colon, or before quoted text: no full stop.
REMARKS = frozenset(
    "work identifier title instrument authority signatory gazette address witness note amends "
    "known_in_part unknown delegates inferred undetermined in_force_assumed "
    "amended amended_in_part amended_unknown amended_delegating collated uncollated presumed "
    "repealed rectifies replaces replaced_by "
    "no_effect beyond reading divergence variant missing prevails_because precedes".split()
)
# What is said of one bet or of several, and which part of it they are.
_PLACE_OF_BETS = dict.fromkeys(
    "loses loses_part wins_part pays bonus receives_all receives_part receives_amount push void keep stays "
    "commission".split(),
    0,
) | {"pays_by": 1}
OPENINGS = frozenset("categories pays_by substitute insert append append_whole derogate misprint".split())

# What a text says of its own words and their copy: not said of its rules printed in another language.
_OF_WORDS = frozenset("collated uncollated witness variant".split())

# The article of a row in Portuguese.
_ARTICLE = re.compile(r"^[ao]s ")

# The beginning of the name of a bet in Portuguese; an «apostador» is none.
_A_BET = re.compile(r"apostas?\b", re.IGNORECASE)

_NO_TERMS = Glossary()

TermSpeller = Callable[[Term], str]


class Printer:
    """Prints in one language; `spell` gives the spelling of a term there, `plural` where there are several of it.

    `noun` gives the grammar of a term, as far as it is known: without it words have their first form.
    """

    def __init__(
        self,
        language: str,
        spell: TermSpeller | None = None,
        *,
        own: bool = True,
        plural: TermSpeller | None = None,
        noun: Callable[[Term], Noun | None] | None = None,
    ) -> None:
        self.table: PhraseTable = phrase_table(language)
        self.marks = self.table.marks
        self.spell = spell or (lambda term: term.written)
        self.plural = plural
        self.noun = noun or (lambda term: None)
        self.own = own

    # ── Structure ───────────────────────────────────────────────────────────

    def document(self, document: Document) -> str:
        """The whole text, ending with a newline."""
        lines = [self._body_line(item, "") for item in document.header]
        for provision in document.all():
            # An empty line before each article and part of the frame, and before a text that begins with neither.
            if provision.level.rank < Level.PARAGRAPH.rank or provision is document.provisions[0]:
                lines.append("")
            lines.extend(self.provision_lines(provision))
        while lines and not lines[0]:
            lines.pop(0)
        return "\n".join(lines) + "\n"

    def provision_lines(self, provision: Provision) -> Iterator[str]:
        """The heading and the body of one provision, without those below it."""
        label = provision.label if self.own else self.label(provision)
        yield f"{label} {provision.title}".rstrip()
        for item in provision.body:
            yield self._body_line(item, "  ")

    def modification(self, sentence: Sentence) -> str:
        """A sentence that changes another text, with the provisions that it brings."""
        return self._body_line(sentence, "").strip()

    def _body_line(self, item: Body, indent: str) -> str:
        match item:
            case Words(mark=mark):
                return "\n".join(f"{indent}{mark.value} {line}".rstrip() for line in marked(item).split("\n"))
            case Comment(text):
                return f"{indent}# {text}".rstrip()
            case Sentence(statement, quoted, parts, corrected):
                marks = f"{part_marks(parts)} " if parts else ""
                lines = [indent + marks + self.sentence(statement), *self._quoted(quoted, indent)]
                if corrected:
                    lines += [indent + self.table.words["READ"][0], *self._quoted(corrected, indent)]
                return "\n".join(lines)

    def _quoted(self, provisions: tuple[Provision, ...], indent: str) -> Iterator[str]:
        for number, top in enumerate(provisions):
            # A comment may stand before the first heading, where a text of its own would have its header.
            before = (
                [c for c in top.body if isinstance(c, Comment) and c.span.start < top.span.start] if not number else []
            )
            yield from (f"{indent}> {self._body_line(comment, '')}" for comment in before)
            for provision in replace(top, body=top.body[len(before) :]).all():
                for line in self.provision_lines(provision):
                    yield from (f"{indent}> {piece}" for piece in line.split("\n"))

    def label(self, provision: Provision) -> str:
        """The number of a provision as this language prints it."""
        return provision_label(provision.level, provision.number, self.table.language)

    # ── Sentences ───────────────────────────────────────────────────────────

    def sentence(self, statement: Construct) -> str:
        """One formal sentence with its stop."""
        stop = "" if statement.op in REMARKS | OPENINGS else self.marks.stop
        return self.node(statement) + stop

    def node(self, node: Node) -> str:
        """Any expression."""
        match node:
            case Construct(op, parts):
                # Without brackets the negation would be read as one of the first member alone.
                if op == "negation" and isinstance(parts[0], Sequence):
                    return self._fill(self.table.phrases[op], (Text(f"({self.node(parts[0])})"),))
                if op == "renumber_row":
                    parts = (parts[0], self._new_row(parts[1]))
                return self._fill(self.table.phrases[op], _with_bets(op, parts))
            case Sequence(op, items):
                return self._sequence(op, items)
            case Term():
                return self._quote(self.spell(node))
            case Text(value):
                return value
            case _:
                return self._literal(node)

    def _fill(self, segments: tuple[Segment, ...], parts: tuple[Node | None, ...]) -> str:
        out = ""
        for segment in segments:
            match segment:
                case Hole(number):
                    part = parts[number - 1]
                    assert part is not None
                    # Without a speller of plurals, as in a text's own language, the term stands as it was written.
                    if self.plural and isinstance(part, Term) and _is_several(segment, parts):
                        out += self._quote(self.plural(part))
                    elif isinstance(part, Text):
                        out += self.node(part)  # somebody's words, which are not ours to change
                    else:
                        out = self._joined(out, self.node(part))
                case WordRun():
                    out += self._words(segment, parts)
                case Optional(inner):
                    holes = [s.number for s in inner if isinstance(s, Hole)]
                    if all(parts[n - 1] is not None for n in holes):
                        out = self._joined(out, self._fill(inner, parts))
        return out

    def _quote(self, spelling: str) -> str:
        return f"{self.marks.quotes[0]}{spelling}{self.marks.quotes[1]}"

    def _words(self, run: WordRun, parts: tuple[Node | None, ...]) -> str:
        counted = parts[run.plural_by - 1] if run.plural_by else None
        gender = self._gender_of(parts[run.gender_by - 1]) if run.gender_by else ""
        classified = parts[run.classified_by - 1] if run.classified_by else None
        noun = self.noun(classified) if isinstance(classified, Term) else None
        return run.printed(counted is not None and _is_one(counted), gender, noun.classifier if noun else "")

    def _gender_of(self, part: Node | None) -> str:
        """The gender of a term, or of several: masculine if one of them is, feminine if all are."""
        match part:
            case Term():
                # The glossary says the gender of a side, «grupo jogador», of which the bet may be another spelling.
                noun = self.noun(part)
                return "f" if self._is_bet(part) else noun.gender if noun else ""
            case Sequence(items=items):
                genders_of = {self._gender_of(item) for item in items}
                return "m" if "m" in genders_of else genders_of.pop() if len(genders_of) == 1 else ""
            case _:
                return ""

    def _is_bet(self, term: Term) -> bool:
        """True if the name of a term says in Portuguese that it is a bet: «aposta no grupo jogador»."""
        return self.table.language == "pt" and _A_BET.match(self.spell(term)) is not None

    def _sequence(self, op: str, items: tuple[Node, ...]) -> str:
        words = self.table.words
        space = self.marks.space
        match op:
            case "any_of" | "all_of":
                joint = words["OR" if op == "any_of" else "AND"][0] + space
                # «and» binds closer than «or»: of the two only an «or» within an «and» needs brackets.
                inner = "any_of" if op == "all_of" else ""
                return joint.join(self._grouped(i, inner) for i in items)
            case "run":
                return "-".join(self.node(i) for i in items)
            case "keys" | "effects":
                return self.marks.semicolon.join(self.node(i) for i in items)
            case "recipients":
                return (words["THEN"][0] + space).join(self.node(i) for i in items)
            case "refs":
                return self._list(op, [self.node(items[0]), *map(self._further, items[1:])])
            case _:
                return self._list(op, [self.node(i) for i in items])

    def _further(self, reference: Node) -> str:
        """A reference after the first of a list, with the article that the words before the first bring there."""
        text = self.node(reference)
        # What is kept as it was written may have its article.
        has_own = isinstance(reference, Reference) and text.startswith(("o ", "a "))
        return text if has_own else with_article(text, self.table.language)

    def _new_row(self, row: Node | None) -> Node | None:
        """The numbers that a row gets, without the article of those that it had: «passam a artigos 8.º a 9.º»."""
        if not isinstance(row, ReferenceRow):
            return row
        written = row.written if self.own else ""
        return Text(_ARTICLE.sub("", written) or cite_row(row.first, row.last, self.table.language, row.above))

    def _list(self, op: str, items: list[str]) -> str:
        last = self.table.joints.get(op, self.marks.list)
        return last.join(filter(None, (self.marks.list.join(items[:-1]), items[-1])))

    def _grouped(self, item: Node, brackets: str) -> str:
        text = self.node(item)
        return f"({text})" if isinstance(item, Sequence) and item.op == brackets else text

    def _joined(self, words: str, part: str) -> str:
        """Words of a phrase and the part after them, contracted where they meet; within a part nothing is changed."""
        for before, after, written in self.table.contractions:
            # Whole words alone are contracted.
            if part.startswith(f"{after} ") and f" {words}".endswith(f" {before} "):
                words = words[: len(words) - len(before) - 1]
                part = written + part[len(after) :]
        # Where a language has no spaces, one keeps a number from the next: 四 一賠六十, but 4一賠六十.
        first, second = words[-1:], part[:1]
        apart = first.isnumeric() and second.isnumeric() and first.isascii() == second.isascii()
        return f"{words} {part}" if apart else words + part

    # ── Literals ────────────────────────────────────────────────────────────

    def _literal(self, node: Node) -> str:
        written: str = getattr(node, "written", "")
        if self.own and written:
            return written
        language = self.table.language
        match node:
            case Number(value):
                return str(value)
            case Payoff(value):
                return show_odds(value, language)
            case Share(value):
                return show_share(value, language)
            case Date(value):
                return show_date(value, self.table)
            case Reference(target):
                return cite(target, language)
            case ReferenceRow(first, last, above):
                row = cite_row(first, last, language, above)
                return row if above else with_article(row, language)
            case _:
                raise AssertionError(node)


def _with_bets(op: str, parts: tuple[Node | None, ...]) -> tuple[Node | None, ...]:
    """The parts of a construct, in which one bet is a list of one: words about it are in the singular."""
    place = _PLACE_OF_BETS.get(op)
    if place is None or not isinstance(bet := parts[place], Term):
        return parts
    return (*parts[:place], Sequence("several", (bet,)), *parts[place + 1 :])


def _is_several(hole: Hole, parts: tuple[Node | None, ...]) -> bool:
    """True if a term stands in the plural at its place in a phrase."""
    counted = parts[hole.plural_by - 1] if hole.plural_by else None
    return hole.is_plural and not (counted is not None and _is_one(counted))


def _is_one(node: Node) -> bool:
    """True if words about a part are in the singular: the number one, or a list of one."""
    match node:
        case Number(value):
            return value == 1
        case Sequence(items=items):
            return len(items) == 1
        case _:
            return False


def show_odds(value: Fraction, language: str) -> str:
    """Odds as the law of that language writes them."""
    pays, stake = value.numerator, value.denominator
    match language:
        case "zh":
            return f"{chinese_numeral(stake)}賠{chinese_numeral(pays)}"
        case "pt":
            return f"na proporção de {pays} para {stake}"
        case _:
            return f"{pays} to {stake}"


def show_share(value: Fraction, language: str) -> str:
    """A part of an amount in words or as a percentage."""
    if value == Fraction(1, 2):
        return {"zh": "一半", "pt": "metade", "en": "half"}[language]
    # As a percentage only where that has two decimals or fewer.
    if 10_000 % value.denominator == 0:
        whole, decimals = divmod(int(value * 10_000), 100)
        mark = "," if language == "pt" else "."
        return f"{whole}{mark}{decimals:02}".rstrip("0").rstrip(mark) + "%"
    if language == "zh":
        return f"{chinese_numeral(value.denominator)}分之{chinese_numeral(value.numerator)}"
    return f"{value.numerator}/{value.denominator}"


def show_date(value: date, table: PhraseTable) -> str:
    """A date as a formal sentence writes it."""
    if table.language == "zh":
        return f"{value.year:04}年{value.month}月{value.day}日"
    month = next(name for name, number in table.months.items() if number == value.month)
    joint = " de " if table.language == "pt" else " "
    return joint.join((str(value.day), month.capitalize(), f"{value.year:04}"))


def part_marks(parts: tuple[int, ...]) -> str:
    """The marks of some parts."""
    return "".join(PART_MARKS[number - 1] for number in parts)


def marked(words: Words) -> str:
    """Words with the marks of parts in them."""
    return "".join(f"{part_marks(piece.parts)}{piece.text}" for piece in words.pieces())


def nouns_of(glossary: Glossary, language: str, written: str = "") -> Callable[[Term], Noun | None]:
    """The grammar of terms in a language; of those without an id by their spelling in the language `written`."""
    return lambda term: glossary.noun(term.id or glossary.resolve(written or language, term.written), language)


def own_printer(language: str, glossary: Glossary) -> Printer:
    """A printer of sentences in the language of their text; the glossary gives the grammar of terms."""
    return Printer(language, noun=nouns_of(glossary, language))


def print_document(document: Document, glossary: Glossary = _NO_TERMS) -> str:
    """The canonical text of a document in its own language; the glossary gives the grammar of terms."""
    return own_printer(document.language, glossary).document(document)


def print_rules(document: Document, language: str, glossary: Glossary) -> str:
    """The rules of a document in another language, without words and comments of the original.

    It reads back as the same rules, marks of parts with them; of an authentic text it is a translation. A term that
    the glossary does not have, or not in that language, stays as it is written.
    """

    def spell(term: Term) -> str:
        entry = glossary.entries.get(glossary.resolve(document.language, term.written))
        # The id, which stands for a term without a spelling elsewhere, may be how another is spelt.
        return entry.spellings[language][0] if entry and language in entry.spellings else term.written

    def plural(term: Term) -> str:
        return glossary.plural(glossary.resolve(document.language, term.written), language) or spell(term)

    rules_only = Document(
        language,
        tuple(_in_translation(i) for i in document.header_sentences() if i.statement.op not in _OF_WORDS),
        tuple(_without_words(p) for p in document.provisions),
    )
    noun = nouns_of(glossary, language, document.language)
    return Printer(language, spell, own=False, plural=plural, noun=noun).document(rules_only)


def _in_translation(sentence: Sentence) -> Sentence:
    is_authentic = sentence.statement.op == "authentic"
    return replace(sentence, statement=Construct("translation")) if is_authentic else sentence


def _without_words(provision: Provision) -> Provision:
    kept = tuple(i for i in provision.body if isinstance(i, Sentence) and i.statement.op not in _OF_WORDS)
    below = tuple(map(_without_words, provision.below))
    return Provision(provision.level, provision.number, provision.label, "", kept, below, eid=provision.eid)
