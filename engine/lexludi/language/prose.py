"""Formal sentences as one would say them: terms with article and number, statuses in their own words.

What is told to people, by `show rules` and the site; nothing reads it back. The table `told` of a language's phrases
words anew what its canonical phrase says stiffly. A key `less.hand` is for a `less` whose first part is a `hand`,
`burn.number` for a `burn` of which a part is a number, `burn.zero` for one of which a part is zero. In a
phrase `{1}` is the part as told: a term with its article if the glossary calls it a common noun, else as a name;
`{1:name}` is the part with every term as a name, `{1:plain}` a term without article, `{1:plural}` a term with article
in the plural, `{1:plain-plural}` without; `{1:bet}` a term as a bet; `{1:of-2}` a term without article, in the number
that part 2 is; `{1:pieces}` one with article, in the plural unless there is one piece of it; `{1:classifier}` its
classifier in Chinese; `{1:count-2}` a small number in words, in the gender of part 2 (`-f`, `-m`: in that one);
`{1.1}` the first part of part 1; `<1:one|many>` words as part 1 is one or many, `<m1:um|uma>` (or `<m1.1:…>`) as it
is masculine or feminine, the first if that is not known; part 0 is the thing that hands are made of, a card or a
tile; `{says}` that the party of part 1 has the status of part 2. A key `joint.terms` has what stands before the last
of a list of `terms`; `{1:denied}` is a list of which a sentence denies each, with `joint.denied` before the last.
"""

import re
from collections.abc import Collection, Iterator

from lexludi.language import nouns
from lexludi.language.glossary import Glossary
from lexludi.language.nodes import Construct, Node, Number, Reference, Sequence, Share, Term
from lexludi.language.phrases import phrase_table
from lexludi.language.printer import Printer, nouns_of

# `{1}`, `{1.2}`, `{1:plural}`, `{1:count-2}`; words by number, `<1:is|are>`; words that may be left out, `[…]`.
_HOLE = re.compile(r"\{(?P<part>\d)(?:\.(?P<inner>\d))?(?::(?P<form>[a-z]+(?:-[a-z0-9]+)?))?\}")
_NUMBERED = re.compile(r"<(?P<part>\d):(?P<one>[^|>]*)\|(?P<many>[^>]*)>")
_GENDERED = re.compile(r"<(?P<gender>[mf])(?P<part>\d)(?:\.(?P<inner>\d))?:(?P<own>[^|>]*)\|(?P<other>[^>]*)>")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")

# What stands between commas, «quando, entre as faces lançadas, …», has the first of them after these words.
_BETWEEN = re.compile(r"\b(quando|se|que|e|ou) entre (?=as \w)")


def _present(words: str, node: Construct) -> str:
    """Words in square brackets, if the parts that they have are there."""
    return words if all(node.parts[int(m["part"]) - 1] is not None for m in _HOLE.finditer(words)) else ""


def _kinds(parts: tuple[Node | None, ...]) -> Iterator[str]:
    """The kinds of a construct that phrases tell apart, the narrowest first."""
    if any(isinstance(part, Number | Share) and part.value == 0 for part in parts):
        yield "zero"
    if parts and isinstance(parts[0], Construct):
        yield parts[0].op
    if any(isinstance(part, Number) for part in parts):
        yield "number"


class Prose(Printer):
    """Tells formal sentences in one language, with the terms of a glossary."""

    def __init__(
        self, language: str, glossary: Glossary, material: str = "", single: Collection[str] = frozenset()
    ) -> None:
        """`material` is the term of what hands are made of, `single` has the things of which there is one piece."""
        noun = nouns_of(glossary, language)
        super().__init__(language, lambda term: glossary.spelling(term.id, language), own=False, noun=noun)
        self.glossary = glossary
        self.material = Term(material or "card", material or "card")
        self.single = single
        self.told = phrase_table(language).told

    def tell(self, node: Node) -> str:
        """A sentence without its stop."""
        told = nouns.contracted(self.node(node))
        return _BETWEEN.sub(r"\1, entre ", told) if self.table.language == "pt" else told

    def node(self, node: Node) -> str:
        """Any expression, with articles of ours still marked."""
        match node:
            case Term(id=term):
                return nouns.definite(self.glossary, term, self.table.language, super().node(node))
            case Reference(target):
                return nouns.provision(target, self.table.language)
            case Construct(op, parts):
                if said := self._says(node):
                    return said
                # From the narrowest: `burn.zero`, then `burn.number`, then `burn`.
                keys = (*(f"{op}.{kind}" for kind in _kinds(parts)), op)
                phrase = next((self.told[key] for key in keys if key in self.told), "")
                return self._told(phrase, node) if phrase else super().node(node)
            case _:
                return super().node(node)

    def _list(self, op: str, items: list[str]) -> str:
        """A list; before its last item stands what is told there, where that is not what formal sentences have."""
        if any(item.startswith(nouns.OURS) for item in items):
            items = [*items[:1], *map(nouns.further, items[1:])]
        joint = self.told.get(f"joint.{op}", "") if len(items) > 1 else ""
        return f"{super()._list(op, items[:-1])}{joint}{items[-1]}" if joint else super()._list(op, items)

    def _joined(self, words: str, part: str) -> str:
        return super()._joined(words, nouns.after(words, part))

    def _further(self, reference: Node) -> str:
        return self.node(reference)  # it has its article

    def _says(self, node: Construct) -> str:
        """That a party has a status, as one says it of that status; nothing for another construct or a bare name."""
        match node:
            case Construct("status_is", (Term() as party, Term(id=status))):
                holds = True
            # Not to have a status has a sentence of its own in the glossary.
            case Construct("negation", (Construct("status_is", (Term() as party, Term(id=status))),)):
                holds = False
            case _:
                return ""
        return self.glossary.says(status, self.table.language, holds).replace("{}", self.node(party))

    def _told(self, phrase: str, node: Construct) -> str:
        def place(match: re.Match[str]) -> Node | None:
            inner = self._part(node, match["part"])
            if match["inner"]:
                assert isinstance(inner, Construct)
                inner = inner.parts[int(match["inner"]) - 1]
            return inner

        def part(match: re.Match[str]) -> str:
            inner = place(match)
            return self._in_form(inner, match["form"] or "", node) if inner is not None else ""

        def gendered(match: re.Match[str]) -> str:
            term = place(match)
            noun = self.noun(term) if isinstance(term, Term) else None
            return match["own" if not noun or noun.gender in ("", match["gender"]) else "other"]

        if "{says}" in phrase:
            said = self._says(Construct("status_is", node.parts[:2]))
            phrase = phrase.replace("{says}", said or super().node(Construct("term_is", node.parts[:2])))
        phrase = _NUMBERED.sub(lambda m: m["one" if self._is_single(self._part(node, m["part"])) else "many"], phrase)
        phrase = _GENDERED.sub(gendered, phrase)
        # Optional words first: those of an absent part are gone before parts are put in.
        phrase = _OPTIONAL.sub(lambda m: _present(m[1], node), phrase)
        out, end = "", 0
        for hole in _HOLE.finditer(phrase):
            out = self._joined(out + phrase[end : hole.start()], part(hole))
            end = hole.end()
        return out + phrase[end:]

    def _is_single(self, part: Node | None) -> bool:
        """True of one, of a thing of one piece, and of a list of one term or of one: other numbers count several."""
        match part:
            case Sequence(items=(Term() | Number(1),)) | Number(1):
                return True
            case _:
                return isinstance(part, Term) and part.id in self.single

    def _part(self, node: Construct, number: str) -> Node | None:
        part: Node | None = node.parts[int(number) - 1] if number != "0" else self.material
        return part

    def _bet(self, bet: Term) -> str:
        """A bet as what is staked, of which the same name may be that of a side: «a aposta no grupo jogador».

        A name that says that it is a bet stands alone.
        """
        name = Printer.node(self, bet)
        spelling = self.spell(bet)
        match self.table.language:
            case "pt" if self._is_bet(bet):
                return self.node(bet)
            case "pt":
                return f"{nouns.OURS}a aposta em {self.node(bet)}"
            case "en":
                return f"the {spelling}" if spelling.endswith(" bet") else f"the bet on {spelling}"
            case _:
                return name if spelling.endswith("注") else f"{name}之投注"

    def _count(self, number: int, of: str, whole: Construct) -> str:
        """A number that counts, in the gender of what it counts (`f`, or the number of that part)."""
        language = self.table.language
        if of.isdigit():
            things = self._part(whole, of)
            noun = self.glossary.noun(things.id, language) if isinstance(things, Term) else None
            of = noun.gender if noun else "m"
        return nouns.counted(number, language, of)

    def _in_form(self, node: Node | None, form: str, whole: Construct) -> str:
        assert node is not None
        if isinstance(node, Sequence) and form:
            op = form if form == "denied" else node.op
            return self._list(op, [self._in_form(item, form, whole) for item in node.items])
        if form.startswith("count"):
            if isinstance(node, Number):
                return self._count(node.value, form.partition("-")[2], whole)
            return self.node(node)
        if form in ("", "denied") or not isinstance(node, Term):
            return Printer.node(self, node) if form == "name" else self.node(node)
        language = self.table.language
        if form == "name" or (self.glossary.noun(node.id, language) is None and form.endswith("plural")):
            return Printer.node(self, node)
        match form.partition("-"):
            case "bet", _, _:
                return self._bet(node)
            case "classifier", _, _:
                return nouns.classifier(self.glossary, node.id)
            case "pieces" | "plural", _, _:
                plural = form == "plural" or node.id not in self.single
                return nouns.definite(self.glossary, node.id, language, Printer.node(self, node), plural=plural)
            case "of", _, place:
                counted = whole.parts[int(place) - 1]
                return nouns.common(self.glossary, node.id, language, plural=counted != Number(1))
            case _, _, number:
                return nouns.common(self.glossary, node.id, language, plural=number == "plural")
