"""A trace in words: each step as a sentence in zh, pt or en, from the step's data alone."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from datetime import date
from fractions import Fraction
from typing import Any

from lexludi.base.boundary import amount_of
from lexludi.base.errors import LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.messages import AnyWord, Catalogue
from lexludi.base.nearest import nearest
from lexludi.base.numbers import exact, money
from lexludi.language import nouns
from lexludi.language.citations import cite, with_article
from lexludi.language.glossary import Glossary
from lexludi.play.material import OF_KIND
from lexludi.play.resting import BEYOND_BOUNDS, ELSEWHERE, ByInference, ByReading, Otherwise, Rest
from lexludi.play.round_state import DECIDED, EndPart, Money
from lexludi.play.trace import Step
from lexludi.rules.grounds import readings_of, said
from lexludi.rules.meaning import NO_BET, Part
from lexludi.rules.model import READ_OF_BETTORS, RuleSet
from lexludi.rules.naming import spelt
from lexludi.rules.parts import GIVEN_UP, division_named, is_division, part_in, whole_of
from lexludi.rules.throws import thrower

_TRUTHS = {True: "true", False: "false", None: "none"}

# How many names follow each kind of amount in the name of a reading.
_AMOUNTS = {"total": 1, "total-thrown": 1, "lowest-total": 1, "total-first": 2, "drawn-value": 1} | {
    "count": 2,
    "count-showing": 2,
    "count-showing-thrown": 2,
    "named-number": 0,
    "value": 1,
}
# Those that are totals, or numbers that objects count.
_TOTALS = frozenset({"total", "total-thrown", "lowest-total", "total-first", "drawn-value"})
# Readings and amounts of the first so many objects.
_OF_FIRST = frozenset({"total-first", "first-shaped"})
# What is told of a hand, or of a part of one.
_OF_A_HAND = frozenset({"shaped", "with-or-better"})
# What is told of a bettor, and not of the hand that the bettor plays with; so are some statuses.
_OF_BETTORS = frozenset(op.replace("_", "-") for op in READ_OF_BETTORS)
# What is told of a bet beside what becomes of it.
_DETAILS = ("naming", "stake")
# What becomes of a bet, which is told of its bettor.
_OF_A_BET = frozenset({"settled", "bet-stays"})
# What is told of one face, and how a bettor may have named it.
_OF_FACES = frozenset({"count-showing", "count-showing-thrown"})
_NAMED = ("named", "any-named")
# Readings about objects of a kind, of which a sentence speaks in the plural.
_OF_A_STOCK = frozenset({"dealt", "was-thrown", "use-begins"})
# The arguments of problems that hold a name as somebody wrote it.
_WRITTEN = ("name", "bet", "choice", "act", "event", "status", "place")
# Problems in whose sentence a bet has its article in Portuguese.
_IN_SENTENCE = ("forbidden-bet", "forbidden-bet-without", *BEYOND_BOUNDS)
# Problems whose sentence leads up to the provisions.
_LISTING = ("gap-", "conflict-")
# Problems about a bet, or a setting and its value: told by the id to type, with the term where the glossary is known.
_BY_ID = ("-not-yet", "-not-that-day", "value-not-admitted")


@dataclass(frozen=True)
class Teller:
    """Tells steps in the language of a catalogue, with the terms of a glossary.

    `bettor` is the id of the role of those who bet; in a reading it stands for the
    hand that their bet plays with, and a status `of_bettors` is none that the hand gives.
    Where totals have a `modulus`, a total of zero is told as that, which is what the law calls it.
    """

    catalogue: Catalogue
    glossary: Glossary = field(default_factory=Glossary)
    bettor: str = ""
    modulus: int = 0
    material: str = ""
    single: frozenset[str] = frozenset()
    of_bettors: frozenset[str] = frozenset()

    @classmethod
    def of(cls, rules: RuleSet, catalogue: Catalogue) -> "Teller":
        """Tells of the rounds of a rule set."""
        modulus = rules.modulus[0] if rules.modulus else 0
        return cls(
            catalogue,
            rules.glossary,
            rules.bettor_role(),
            modulus,
            rules.material(),
            rules.single_pieces(),
            rules.statuses_of_bettors,
        )

    # ── Names ───────────────────────────────────────────────────────────────

    def term(self, term: str) -> str:
        """A term in words; its id where the glossary has none."""
        if term == NO_BET:
            return self.catalogue.say("term.no-bet")
        return self.glossary.spelling(thrower(term), self.catalogue.language)

    def name(self, name: str) -> str:
        """The items that a bet names (`rules.naming`), in words."""
        return spelt(name, self.term)

    def party(self, unit: str) -> str:
        """A holder or bettor in words, as in a table: «box 1», «dealer»; of a part of a hand, whose it is."""
        if part := part_in(unit):
            whole = whole_of(unit)
            noun = self.glossary.noun(self._numbered_role(whole) or thrower(whole), self.catalogue.language)
            # Within a name there is no other in quotation marks.
            of = self._who(whole) if noun is not None else self.party(whole)
            if part == GIVEN_UP:
                return self._say("party.given-up", party=of)
            return self._say("party.part", part=self.term(part), party=of)
        if not (role := self._numbered_role(unit)):
            return self.term(unit) if unit else self.catalogue.say("party.table")
        return self.catalogue.say("party.numbered", role=self.term(role), number=unit.rpartition("-")[2])

    def _numbered_role(self, unit: str) -> str:
        """The role that a unit is one of several of, if it is."""
        role, _, number = unit.rpartition("-")
        # An id of the glossary may itself end in a number.
        is_one = unit not in self.glossary.entries and number.isdigit() and role in self.glossary.entries
        return role if is_one else ""

    def question(self, kind: str, about: str, role: str) -> str:
        """A question put to the rules: how a bet is settled, whether a party must do something."""
        named = self.provisions((about,)) if kind == "step" else self.term(about)
        return self._say(f"question.{kind}", about=named, role=self._who(role) if role else "")

    def _who(self, unit: str) -> str:
        """A holder or bettor in a sentence, with the article of the language."""
        if part := part_in(unit):
            # Contracted with the sentence in which it stands.
            return self.catalogue.say("amount.part", part=self._the(part), party=self._who(whole_of(unit)))
        if role := self._numbered_role(unit):
            name = self.catalogue.say("term.name", name=self.party(unit))
            return nouns.numbered(self.glossary, role, self.party(unit), self.catalogue.language, name)
        return self._the(unit) if unit else self.party(unit)

    def about(self, key: str, units: Mapping[str, str], /, **words: Any) -> str:
        """A sentence about holders or bettors, `units`, whom it names with their article."""
        return self._say(key, **words, **{name: self._who(unit) for name, unit in units.items()})

    def _the(self, term: str, *, plural: bool = False) -> str:
        """A term in a sentence: with an article, or as a name."""
        name = self.catalogue.say("term.name", name=self.term(term))
        return nouns.definite(self.glossary, thrower(term), self.catalogue.language, name, plural=plural)

    def _say(self, key: str, **words: Any) -> str:
        return nouns.contracted(self.catalogue.say(key, **words))

    def _standing(self, party: str, status: str, holds: bool) -> str:
        """That a party has a status or not, as one says it of that status, else in general."""
        if said := self.glossary.says(status, self.catalogue.language, holds):
            return nouns.contracted(said.replace("{}", party))
        return self._say(f"standing-of.{'true' if holds else 'false'}", party=party, status=self.term(status))

    def objects(self, symbols: Iterable[str]) -> str:
        """Objects by their signs, `A♠ 10♥`, or in words where their items have none."""
        return " ".join(map(self.object, symbols))

    def object(self, symbol: str) -> str:
        """One object by its sign; by its word, if it shows one item and that has neither sign nor symbol."""
        symbol = symbol.rpartition(OF_KIND)[2]
        signs = self.glossary.signs
        if symbol in signs:
            return signs[symbol]
        if symbol in self.glossary.entries:
            return self.term(symbol)
        # `10h` is `10` and `h`, `As` is `A` and `s`: capitals and digits end before a small letter, or with the symbol.
        parts = re.findall(r"[A-Z0-9]+?(?=[a-z]|$)|.", symbol)
        # A small letter that is no symbol belongs to an id, in which the others are no symbols either.
        return symbol if any(p.islower() and p not in signs for p in parts) else "".join(signs.get(p, p) for p in parts)

    def provision(self, eid: str) -> str:
        """A citation of a provision, as the language cites it."""
        return cite(eid, self.catalogue.language)

    def provisions(self, grounds: Iterable[str]) -> str:
        """Several citations; after them the readings of which no provision says what was done."""
        cited = [*map(self.provision, said(grounds := tuple(grounds)))]
        named = (self.catalogue.say("resting.named", reading=self.term(name)) for name in readings_of(grounds))
        return self.catalogue.say("list.separator").join([*cited, *named])

    def meter(self, name: str, held: Money) -> str:
        """The amount that a meter holds, in a sentence."""
        amount = money(Fraction(held), self.catalogue.language)
        return self.catalogue.say("series.meter", meter=self._the(name), left=amount)

    def alternative(self, choice: str, parts: Sequence[Part], symbols: Sequence[str]) -> str:
        """An alternative of a choice in words: of a hand that is divided or exchanged, which objects go where."""
        if not parts and is_division(choice):
            _, given_up = division_named(choice)
            how = "some" if given_up else "none"
            return self.catalogue.say(f"play.exchange.{how}", objects=self.objects(symbols[p] for p in given_up))
        if not parts:
            return self.term(choice)
        each = (
            self.catalogue.say("play.part", part=self.term(part.id), objects=self.objects(symbols[p] for p in places))
            for part, places in zip(parts, division_named(choice), strict=True)
        )
        return self.catalogue.say("list.separator").join(each)

    # ── Steps ───────────────────────────────────────────────────────────────

    def tell(self, step: Step) -> str:
        """The sentence of a step, without its citations."""
        words: dict[str, Any] = {name: self._value(name, value) for name, value in step.values.items()}
        words["party"] = self._who(step.party)
        if step.kind in ("settled", "bet-stays"):
            words["details"] = self._details(step)
        if step.kind == "dealt-unseen":
            words["thing"] = nouns.classified(1, self.glossary, self.material or "card", self.catalogue.language)
        if step.kind == "event":
            # In brackets, and so many of it.
            words["party"] = self.party(step.party)
            plural = step.values["count"] != 1
            words["event"] = nouns.common(self.glossary, step.values["event"], self.catalogue.language, plural=plural)
        if step.kind == "performed":
            words["action"] = self._the(step.values["action"])
        if step.kind == "defined":
            party, holder = self._role(self.bettor, step.party), step.values.get("holder", "")
            if holder and not _is_own(step):
                # The name of a part of a bettor's own hand says whose it is.
                is_theirs = whole_of(holder) == step.party
                party = self._who(holder) if is_theirs else self._say("party.at", party=party, place=self.party(holder))
            sentence = self._standing(party, step.values["status"], bool(step.values["holds"]))
        else:
            sentence = self._say(f"step.{step.kind}{_variant(step)}", **words)
        # That nothing was drawn may be read as such, and as the number of the card drawn.
        reasons = list(dict.fromkeys(self._reasons(step)))
        if not reasons:
            return sentence
        return self.catalogue.say(
            "step.because", sentence=sentence, reasons=self.catalogue.say("list.separator").join(reasons)
        )

    def _value(self, name: str, value: Any) -> str:
        if name == "object":
            return self.object(value)
        if name == "objects":
            return self.objects(value)
        if name in ("holder", "party"):
            return self.party(value)
        if name == "by":
            return self._who(value)
        if name in ("bet", "to") and self.catalogue.language != "pt":
            return self.catalogue.say("term.name", name=self.term(value))
        if name in ("bet", "to", "part", "marker", "memory", "meter"):
            return self._the(value)
        if name == "kind":
            return self._the(value, plural=True)
        if name == "from":
            return self.provision(value)
        if name == "total":
            return str(self.number(name, value))
        if name == "naming":
            return self.name(value)
        if name in ("net", "stake", "amount", "left"):
            return money(abs(Fraction(value)), self.catalogue.language)
        return self.term(value) if isinstance(value, str) else str(value)

    def _details(self, step: Step) -> str:
        """The place of a bet, what it names and its stake; no place where it says nothing."""
        place = [] if _is_own(step) else [self.party(step.values["holder"])]
        details = ((name, self._value(name, step.values[name])) for name in _DETAILS if name in step.values)
        told = (self._say(f"step.settled.{name}", **{name: words}) for name, words in details)
        return self.catalogue.say("list.separator").join([*place, *told])

    def _reasons(self, step: Step) -> Iterable[str]:
        decided = step.values.get(DECIDED, step.values)
        for name, value in step.values.items():
            if name in decided and (":" in name or name in ("all-decided", "dealing", "dealt", "named-number")):
                op, *_ = name.split(":")
                hand = str(step.values.get("holder") or step.party)
                # Of bettors who share a hand one may have chosen what another has not, and a bettor for the first of
                # two hands what was not chosen for the second.
                of_bettor = self.is_of_bettor(name) and self._is_bettor(step)
                by_hand = part_in(hand) and (op == "chose" or (op == "status-is" and whole_of(hand) == step.party))
                yield self.reading(name, value, step.party if of_bettor and not by_hand else hand)

    def is_of_bettor(self, name: str) -> bool:
        """A reading of whoever bets, and not of the hand that they play with."""
        op, role, *args = *name.split(":"), ""
        is_of_bettors = op in _OF_BETTORS or (op == "status-is" and args[0] in self.of_bettors)
        return role == self.bettor and is_of_bettors

    def _is_bettor(self, step: Step) -> bool:
        """The party of a step is somebody who bets, by whatever name, and not a holder."""
        of_bettor = step.kind in _OF_A_BET or (step.kind == "defined" and "holder" in step.values)
        return bool(step.party) and (of_bettor or self._numbered_role(step.party) == self.bettor)

    # ── Readings of provisions ──────────────────────────────────────────────

    def resting(self, by: ByReading) -> str:
        """The reading that a step rests on: whose it is, what it reads, and what another would do."""
        say, values = self.catalogue.say, self.catalogue.say("list.separator")
        default = self.term(str(by.default))
        words = {
            "reading": self.term(by.reading),
            "provision": with_article(self.provision(by.provision), self.catalogue.language, "de"),
            "value": self.term(str(by.value)),
            "origin": say(f"resting.origin.{by.origin.value}", default=default),
        }
        sentence = say("resting.reading", **words)
        if by.is_silent:
            sentence = say("resting.silent", sentence=sentence)
        if by.borrowed:
            sentence = say("resting.applies", sentence=sentence, provisions=self.provisions(by.borrowed))
        return say("resting.otherwise", sentence=sentence, others=values.join(map(self._otherwise, by.otherwise)))

    def _otherwise(self, otherwise: Otherwise) -> str:
        value = self.term(str(otherwise.value))
        if otherwise.result == ELSEWHERE:
            return self.catalogue.say("resting.elsewhere", value=value)
        category = self.term(otherwise.category) if otherwise.category else self.catalogue.say("reading.no-category")
        result = self.with_parts(
            self._result(otherwise, category),
            otherwise.parts,
            lambda result, net: self._result(Otherwise(otherwise.value, result, net)),
        )
        if otherwise.probability is None:
            return self.catalogue.say("resting.value", value=value, result=result)
        if otherwise.category:
            result = f"{category}{self.catalogue.colon}{result}"
        share = exact(otherwise.probability)
        return self.catalogue.say("resting.value-probable", value=value, result=result, probability=share)

    def _result(self, other: Otherwise | ByInference, category: str = "") -> str:
        """The answer that there would be otherwise, in words."""
        if other.to:
            to, naming = self._value("to", other.to), self._value("naming", other.naming)
            return self.catalogue.say("resting.result.moved", to=to, naming=naming)
        net = "" if other.net is None else money(abs(Fraction(other.net)), self.catalogue.language)
        if other.party:
            return self._say(f"resting.result.{other.result}", party=self._who(other.party))
        return self.catalogue.say(f"resting.result.{other.result}", net=net, category=category)

    def with_parts(self, result: str, parts: Iterable[EndPart], ended: Callable[[str, Money | None], str]) -> str:
        """A result with those of the bets that end together, if there are several; `ended` puts each into words."""
        say = self.catalogue.say
        return self.with_notes(
            result, [say("ends.part", bet=self.term(part.bet), result=ended(part.result, part.net)) for part in parts]
        )

    def with_notes(self, result: str, notes: Sequence[str]) -> str:
        """A result with what more is to be said of it, if anything."""
        say = self.catalogue.say
        return say("ends.with-parts", result=result, notes=say("list.separator").join(notes)) if notes else result

    def inference(self, by: ByInference, *, listed: bool = False) -> str:
        """An inference with its reason, or where that is, and what would be done without it.

        `listed`: under a heading that says what it is, and not at a step that rests on it.
        """
        language = self.catalogue.language
        one, two = (cite(eid, language, in_full=True) for eid in (by.provision, by.other))
        words = {
            "provision": with_article(one, language),
            "other": with_article(two, language),
            "of_provision": with_article(one, language, "de"),
            "of_other": with_article(two, language, "de"),
        }
        reason = by.reason if by.language == language else self.catalogue.say("resting.inference.where", **words)
        key = f"inference.{by.kind.value}" if listed else f"resting.inference.{by.kind.value}"
        sentence = self.catalogue.say(key, **words, reason=reason)
        if not by.result:
            return sentence
        return self.catalogue.say("resting.inference.otherwise", sentence=sentence, result=self._result(by))

    def rest(self, rest: Rest) -> list[str]:
        """All that something rests on beside the words of the law, a sentence for each."""
        return [*map(self.resting, rest.readings), *map(self.inference, rest.inferences)]

    def told_anew(self, step: Step, before: Step | None) -> list[str]:
        """The readings and inferences of a step, unless it was told with the step just before."""
        return [] if before is not None and before.rest == step.rest else self.rest(step.rest)

    def grounds(self, provisions: Iterable[str], resting: Iterable[ByReading]) -> str:
        """The citations of provisions, and of those of which only a reading says what was done."""
        read = (by.provision for by in resting if by.is_silent)
        cited = [self.catalogue.say("resting.cited", provision=self.provision(eid)) for eid in read]
        return self.catalogue.say("list.separator").join([*map(self.provision, provisions), *cited])

    # ── Problems ────────────────────────────────────────────────────────────

    def problem(self, problem: LexludiError) -> str:
        """A problem in one sentence with its citations; after it, those of other bets that a round leaves open."""
        sentence = self._problem(problem)
        for other in problem.also:
            sentence = self.catalogue.say("error.also", sentence=sentence, other=self._problem(other))
        return sentence

    def _problem(self, problem: LexludiError) -> str:
        words = {name: self._detail(problem.key, name, value) for name, value in problem.args_by_name.items()}
        if problem.key.endswith(_BY_ID):
            words |= {name: self.named(value) for name, value in words.items() if name in ("name", "value")}
        sentence = self._with_names(self._say(f"error.{problem.key}", **words), problem)
        if not problem.provisions:
            return sentence
        cited = self.provisions(problem.provisions)
        if problem.key.startswith(_LISTING):
            return f"{sentence}{self.catalogue.colon}{cited}"
        return self.catalogue.say("error.cited", sentence=sentence, provisions=cited)

    def _with_names(self, sentence: str, problem: LexludiError) -> str:
        """The sentence about a name that is not known, with those that may have been meant."""
        args = problem.args_by_name
        if problem.key == "value-not-admitted":
            known, written = args["choices"], str(args["value"])
        else:
            known = args.get("known", ()) if problem.key.startswith("unknown-") else ()
            written = next((str(args[n]) for n in _WRITTEN if n in args), "")
        if not (known and written):
            return sentence
        if close := nearest(written, map(str, known)):
            return self.catalogue.say("error.near", sentence=sentence, close=AnyWord(close))
        if problem.key == "unknown-work":
            return self.catalogue.say("error.works", sentence=sentence, known=tuple(known))
        return sentence

    def _detail(self, key: str, name: str, value: Any) -> Any:
        match name:
            case "without":
                return tuple(map(self.term, value))
            case "choices":
                return tuple(map(self._admitted, value)) or "–"
            case "known":
                return tuple(map(self.named, value)) or "–"
            case "stake" | "limit" if (number := amount_of(str(value))) is not None:
                return money(number, self.catalogue.language)
            case "holder" if self.catalogue.language != "pt":
                return self.party(value)  # between quotation marks
            case "holder" | "party":
                return self._who(value)
            case "bet" if key in _IN_SENTENCE and self.catalogue.language == "pt":
                return self._the(value)
            case "action" | "bet" | "about" | "event" | "kind":
                return self.term(value)
            case "reason":
                return self.catalogue.obstacle(value)
            case "hands":
                return self.catalogue.say("list.separator").join(self._large(*hand) for hand in value)
            case "language":
                return self.catalogue.say(f"language.{value}")
            case "since" if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
                return date.fromisoformat(value)
            case _:
                return value

    def _admitted(self, value: str) -> str:
        """A value that a setting admits; numbers as such (`0+`, `1-9`: `Range`)."""
        if match := re.fullmatch(r"(-?\d+)(?:\+|-(-?\d+))", value):
            key = "choices.from" if match[2] is None else "choices.from-to"
            return self.catalogue.say(key, low=match[1], high=match[2])
        return self.named(value)

    def _large(self, unit: str, count: int) -> str:
        """The number of hands a holder may have, or (of nobody) of rounds."""
        if unit:
            return self._say("large.hand", party=self._who(unit), count=count)
        return self.catalogue.say("large.rounds", count=count)

    def named(self, term: str, words: str = "") -> str:
        """An id to type, with what it stands for: the term, or other words."""
        words = words or self.term(term)
        return term if words == term else self.catalogue.say("term.named", id=term, term=words)

    # ── Readings ────────────────────────────────────────────────────────────

    def reading(self, name: str, value: Any, unit: str) -> str:
        """A reading and its value in words; `unit` is who a role with many holders stands for."""
        # As the names of observables are built: `compare:HAND:HAND`, `category:HAND`, `total-first:2:ROLE`.
        op, *args = name.split(":")
        say = self.catalogue.say
        if op == "compare":
            first, rest = self._operand(args, unit)
            second, _ = self._operand(rest, unit)
            return self._say(f"reading.compare.{value or 'none'}", first=first, second=second)
        if op == "category":
            category = self.term(value) if value else say("reading.no-category")
            if part_in(args[0]):
                return self._say("reading.category.part", hand=self._holding(args[0], unit), value=category)
            return self._say("reading.category", party=self._role(args[0], unit), value=category)
        if op == "status-is" and isinstance(value, bool):
            return self._standing(self._role(args[0], unit), args[1], value)
        if isinstance(value, bool) or (value is None and self.catalogue.has(f"reading.{op}.none")):
            words = self._named(op, [*args, "", ""], unit)
            if op in _OF_A_STOCK:
                words["a0"] = self._the(args[0], plural=args[0] not in self.single)
            if op in _OF_A_HAND:
                words["a0"] = self._holding(args[0], unit)
            if op == "with-or-better":
                words["a2"] = self.catalogue.join([self._role(item, unit) for item in args[2:]])
            return self._say(f"reading.{op}.{_TRUTHS[value]}", **words)
        if op == "drawn-value" and value is None:
            return self._say("reading.drew-none.true", a0=self._role(args[0], unit))
        amount, _ = self._operand([op, *args], unit)
        if value is None:
            return say("reading.no-value", amount=amount)
        return say("reading.total" if op in _TOTALS else "reading.amount", amount=amount, value=self.number(op, value))

    def one_of(self, name: str, values: Sequence[Any]) -> str:
        """That a reading has one of some values, in words."""
        head, *rest = name.split(":")
        if head not in _AMOUNTS:
            return self.catalogue.join([self.reading(name, value, "") for value in values], "or")
        amount, _ = self._operand([head, *rest], "")
        if head not in _TOTALS or None in values:
            numbers = AnyWord(str(self.number(head, value)) for value in values)
            return self.catalogue.say("reading.amount", amount=amount, value=numbers)
        # A total of zero is told as the modulus, and sorted as it.
        points = AnyWord(map(str, sorted((value or self.modulus or 0) for value in values)))
        return self.catalogue.say(
            "reading.total", amount=amount, value=self.catalogue.say("reading.points", value=points)
        )

    def number(self, op: str, value: Any) -> Any:
        """The value of an amount: nothing, or a number; a total of zero as the law calls it."""
        if value is None:
            return self.catalogue.say("reading.nothing")
        if value == 0 and self.modulus and op in _TOTALS:
            return self.catalogue.say("reading.zero", modulus=self.modulus)
        if op in _TOTALS:
            return self.catalogue.say("reading.point" if value == 1 else "reading.points", value=value)
        return value

    def amount_name(self, name: str) -> str:
        """The amount that is read, without its value; empty where what is read is none."""
        op, *args = name.split(":")
        return self._operand([op, *args], "")[0] if op in _AMOUNTS else ""

    def _operand(self, names: list[str], unit: str) -> tuple[str, list[str]]:
        """The first operand in words, and the names after it."""
        # Names are in prefix notation: each amount is followed by so many names, so that a comparison can take two.
        head, rest = names[0], names[1:]
        if head in _AMOUNTS:
            count = _AMOUNTS[head]
            words = self._named(head, [*rest[:count], ""], unit)
            only = ".one" if head in _OF_FIRST and rest[0] == "1" else ""
            return self._say(f"amount.{head}{only}", **words), rest[count:]
        if head.isdigit():
            return head, rest
        return self._holding(head, unit), rest

    def _holding(self, name: str, unit: str) -> str:
        """The hand of a role, or the part of it, in a sentence."""
        party = self._role(whole_of(name), unit)
        if part := part_in(name):
            return self._say("amount.part", part=self._the(part), party=party)
        return self._say("amount.hand", party=party)

    def _named(self, op: str, names: list[str], unit: str) -> dict[str, Any]:
        """The names of a reading or an amount as words of its sentence; `n` is how many come first."""
        words: dict[str, Any] = {f"a{i}": self._role(name, unit) for i, name in enumerate(names)}
        if op in _OF_FIRST:
            words["n"] = int(names[0])
            # What is counted so are cards, of feminine gender in Portuguese.
            words["a0"] = nouns.counted(int(names[0]), self.catalogue.language, "f")
        if op in _OF_FACES and names[1] not in _NAMED and not names[1].startswith("named/"):
            words["a1"] = self.catalogue.say("amount.item", item=words["a1"])
        if op == "count" and self.glossary.noun(names[0], self.catalogue.language):
            # How many there are, not a number that one of them has.
            words["a0"] = nouns.common(self.glossary, names[0], self.catalogue.language, plural=True)
        return words

    def _role(self, name: str, unit: str) -> str:
        """A role in a sentence; one with many holders stands for the holder concerned."""
        if name in _NAMED:
            return self.catalogue.say(f"amount.{name}")
        if name.startswith("named/"):
            noun = self.glossary.noun(role := name.removeprefix("named/"), self.catalogue.language)
            key = "amount.named-as.f" if noun and noun.gender == "f" else "amount.named-as"
            return self.catalogue.say(key, role=self.term(role))
        whole = whole_of(unit)
        if name in (unit, whole, whole.rpartition("-")[0], self.bettor):
            # A bettor who is nobody in particular has no place, and is no table.
            return self._who(unit) if unit or not name else self._the(name)
        return name if name.isdigit() or not name else self._the(name)


def _variant(step: Step) -> str:
    """The key of the sentence, among those for a kind of step, that tells this one."""
    match step.kind:
        case "settled":
            return f".{step.values['result']}" + (".by-another" if "by" in step.values else "")
        case "amendment-not-known":
            return f".{step.values['knowledge']}"
        case "revealed":
            part = ".part" if part_in(step.party) else ""
            return part + "." + next((n for n in ("category", "total") if step.values.get(n) is not None), "none")
        case "combined":
            return ".none" if step.values["category"] is None else ".category"
        case "counted-as" | "ranked":
            return ".part" if part_in(step.party) else ""
        case "bet-placed":
            return (".naming" if "naming" in step.values else "") + (".own" if _is_own(step) else "")
        case "stake-doubled" | "stake-reduced" | "stake-put" | "bet-moved" | "hand-bet":
            return ".by-another" if "by" in step.values else ""
        case "chosen":
            return ".own" if _is_own(step) else ""
        case "burned":
            return ".one" if len(step.values["objects"]) == 1 else ""
        case "event":
            return ".several" if step.values["count"] != 1 else ".at" if step.party else ""
        case _:
            return ""


def _is_own(step: Step) -> bool:
    """True of a bet or choice at nobody's place, or at that of the bettor alone."""
    return step.values.get("holder", "") in ("", step.party)
