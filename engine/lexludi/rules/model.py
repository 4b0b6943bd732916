"""The rule set: what a text means, language-free, every rule with its provisions.

Conditions, effects and steps are expressions (`nodes.Construct`, `nodes.Sequence`)
whose terms are resolved to ids. Two texts in different languages mean the same when
their statements are equal.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from enum import Enum, StrEnum
from functools import cached_property

from lexludi.base.diagnostics import Label
from lexludi.base.frozen import dataclass
from lexludi.base.source import NOWHERE, Source
from lexludi.language.glossary import Glossary
from lexludi.language.nodes import Construct, Document, Node, Number, Term, constructs_in, terms_in, transform, walk
from lexludi.rules.naming import Choices, Names, Picks

Condition = Node
Value = str | int

# The number and year in the name of an instrument: 73/2005, and before the year 2000 64/99/M.
NUMBERED = re.compile(r"\d+/(?:\d{4}|\d{2}/M(?![A-Za-z]))")
# The action of placing a bet, as glossaries name it.
PLACE_BET = "place-bet"
CLOSE_BETS = "close-bets"
# The constructs that say what a bet is paid beside its own result.
PAID_BESIDE = frozenset("bonus receives_all receives_part receives_amount".split())
# What is read of a bettor, and not of the place or the hand.
READ_OF_BETTORS = frozenset(
    "chose has_bet has_bet_on bets_at_several combines largest_stake largest_stake_among".split()
)
# Which part of a construct is a quantity: a number, or an option or reading that stands for one.
QUANTITIES = {"deal": 1, "place_marker": 1, "burn": 0, "demonstrate": 0, "rounds_left": 0, "stakes_exceed": 2}


@dataclass(frozen=True)
class Range:
    """Whole numbers from `low` to `high`, or without limit when `high` is `None`."""

    low: int
    high: int | None = None

    def __contains__(self, value: object) -> bool:
        # Choices may mix ranges and names, so that a name may be asked for here: it lies in no range.
        return isinstance(value, int) and value >= self.low and (self.high is None or value <= self.high)

    @property
    def is_empty(self) -> bool:
        """True of a range that ends before it begins."""
        return self.high is not None and self.high < self.low

    def __str__(self) -> str:
        return f"{self.low}+" if self.high is None else f"{self.low}-{self.high}"


@dataclass(frozen=True)
class Parameter:
    """A house option, a reading of a doubtful provision or what a meter stands at: values, default, the provision."""

    id: str
    kind: str  # "option", "reading" or "meter"
    choices: tuple[Value | Range, ...]
    default: Value
    eid: str
    reason: str = field(default="", compare=False)

    @property
    def given_as(self) -> str:
        """The word by which whoever plays gives it a value: `option` or `reading`."""
        return "reading" if self.kind == "reading" else "option"

    def admits(self, value: Value) -> bool:
        """True of a value that the parameter may take."""
        return any(admits(choice, value) for choice in self.choices)

    @property
    def has_empty_range(self) -> bool:
        """True if one of the choices is a range without numbers, of which enough is said where it stands."""
        return any(isinstance(choice, Range) and choice.is_empty for choice in self.choices)


def admits(choice: Value | Range, value: Value) -> bool:
    """True of a value that a choice is, or lies in."""
    return value in choice if isinstance(choice, Range) else value == choice


def overlap(one: Value | Range, other: Value | Range) -> bool:
    """True of two choices that admit the same value."""
    if not isinstance(one, Range):
        return admits(other, one)
    if not isinstance(other, Range):
        return admits(one, other)
    return not one.is_empty and not other.is_empty and (one.low in other or other.low in one)


@dataclass(frozen=True)
class Divergence:
    """A divergence: one authentic language says one thing where another says something else."""

    id: str
    stance: tuple[Value | Range, ...]
    eid: str
    note: str


@dataclass(frozen=True)
class Scale:
    """An order of items, the highest first."""

    id: str
    items: tuple[str, ...]
    eid: str


@dataclass(frozen=True)
class Runs:
    """Listed runs of items of a scale, the highest first."""

    id: str
    scale: str
    items: tuple[tuple[str, ...], ...]
    eid: str


@dataclass(frozen=True)
class Groups:
    """Listed groups of items of a scale, of which a bettor may name one."""

    id: str
    scale: str
    items: tuple[tuple[str, ...], ...]
    eid: str


@dataclass(frozen=True)
class ItemSet:
    """A set of items: what shows one of them shows the set."""

    id: str
    items: tuple[str, ...]
    eid: str


@dataclass(frozen=True)
class Stock:
    """Objects drawn without replacement: `copies` sets of one object per combination of items.

    Where a set has not one of each, `counts` has of each item how many there are in it. `besides` has
    so many objects more in every set that show one item each.
    """

    object: str
    copies: Value
    scales: tuple[str, ...]
    size: int | None
    eid: str
    counts: tuple[tuple[str, int], ...] = ()
    besides: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Thrown:
    """Objects that each show one item of a scale whenever they are thrown.

    Where the items are not all as likely, `counts` has of each how many equal parts show it.
    Of a heap the remainder is shown that its number leaves, counted off so many at a time (`by`).
    """

    object: str
    count: Value
    scale: str
    eid: str
    counts: tuple[tuple[str, int], ...] = ()
    by: int = 0


@dataclass(frozen=True)
class Role:
    """A role: who holds objects or bets; one holder, numbered holders, or bettors.

    Bettors bet `at` a kind of holder, or `elsewhere` too, or (`at` empty) nowhere in particular.
    """

    id: str
    kind: str  # "one", "many" or "bettor"
    count: Value | Range = 1
    at: str = ""
    eid: str = ""
    elsewhere: bool = False


@dataclass(frozen=True)
class Slot:
    """A slot of a bet: the bettor names `count` items of a scale, or one of its groups (`of`), or one of `numbers`.

    `role` is how rules call what is named in it, where the text gives it a name of its own.
    """

    count: int
    of: str
    role: str = ""
    numbers: Range | None = None

    @property
    def called(self) -> str:
        """The term by which rules ask for what is named in it: its role, or what it is of."""
        return self.role or self.of


@dataclass(frozen=True)
class BetKind:
    """A bet that may be placed, with a slot for each thing that the bettor names with it."""

    id: str
    slots: tuple[Slot, ...]
    eid: str


@dataclass(frozen=True)
class Worth:
    """The numbers that items count; `items` is empty for «every other object its face»."""

    items: tuple[str, ...]
    numbers: tuple[int, ...]
    eid: str


@dataclass(frozen=True)
class Wild:
    """Wild objects: what shows an item may count, for category and order, as any that is or shows something (`of`).

    `other`: only as one that the hand has not otherwise. Where there are `categories`, only in a hand that is
    then of one of them.
    """

    item: str
    of: str
    other: bool
    categories: tuple[str, ...]
    eid: str


@dataclass(frozen=True)
class Category:
    """A category of hands: the condition on a hand, and the keys that order hands within it."""

    id: str
    condition: Condition
    keys: tuple[Node, ...]
    eid: str


@dataclass(frozen=True)
class EarlierSteps:
    """An inference of the transcriber: steps of one provision come before those of another, which the text has first.

    `passed` are the provisions of the steps that they were put before.
    """

    earlier: str
    later: str
    reason: str
    passed: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    """When a condition holds (always, if `None`), a consequence; with the provisions that say so.

    `readings` are those that a decided rule was there for: tests of them that settings have answered.
    A step was `put_before` others where the file infers that it comes first.
    """

    condition: Condition | None
    effect: Construct
    provisions: tuple[str, ...]
    fallback: bool = False
    readings: tuple[str, ...] = field(default=(), compare=False)
    put_before: tuple[EarlierSteps, ...] = field(default=(), compare=False)

    @property
    def eid(self) -> str:
        """The provision that decides, the most specific one."""
        return self.provisions[0]

    @property
    def expressions(self) -> tuple[Node, ...]:
        """The effect, and the condition, if there is one."""
        return (self.effect,) if self.condition is None else (self.effect, self.condition)

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The terms that the rule asks for by name: parameters, and other terms for quantities, once each."""
        # Kept, since rules are decided again for every reading and option that is compared.
        return tuple(dict.fromkeys(asked_in(*self.expressions)))

    def rewritten(self, change: Callable[[Node], Node]) -> "Rule":
        """The rule with every node of its condition and of its effect changed."""
        condition = None if self.condition is None else transform(self.condition, change)
        return replace(self, condition=condition, effect=transform(self.effect, change))


@dataclass(frozen=True)
class OtherReading:
    """The rules on bets and irregularities, as decided under another value of a reading."""

    reading: str
    outcomes: tuple[Rule, ...]
    events: tuple[Rule, ...]


@dataclass(frozen=True)
class Definition:
    """A party has a status only if a condition holds."""

    role: str
    status: str
    condition: Condition
    eid: str


@dataclass(frozen=True)
class Status:
    """The states that each party of a role is in, one at a time; the first to begin with."""

    role: str
    values: tuple[str, ...]
    eid: str


@dataclass(frozen=True)
class Memory:
    """A number that a round keeps, one of a range; nothing until it is given one."""

    id: str
    range: Range
    eid: str


@dataclass(frozen=True)
class Meter:
    """An amount that is kept from round to round: what a round begins with, if no earlier one tells.

    That is the `seed`, unless settings say another value. Where the house makes up what a payment
    leaves less than the seed, `made_up` is the provision that says so.
    """

    id: str
    seed: int
    eid: str
    value: int
    made_up: str = ""


@dataclass(frozen=True)
class Upon:
    """The immediate consequences of an action."""

    action: str
    effects: tuple[Construct, ...]
    eid: str


@dataclass(frozen=True)
class Precedence:
    """The rules of one provision prevail over those of another where both apply.

    It has a reason where it is an inference of the transcriber, and no words say so.
    """

    winner: str
    loser: str
    reason: str = field(default="", compare=False)

    @property
    def is_inferred(self) -> bool:
        """True where the file says so, and not the law."""
        return bool(self.reason)


@dataclass(frozen=True)
class Beyond:
    """Law that no construct says and rounds pass over: its provision, and its description, which is prose."""

    eid: str
    description: str = field(compare=False)


class Account(Enum):
    """The account of a provision: its part in what the machine does."""

    EXECUTED = "executed"
    ENFORCED = "enforced"
    DECLARED = "declared"
    BEYOND = "beyond"
    MISSING = "missing"
    NONE = "unaccounted"


class Standing(StrEnum):
    """The authority of the language of a text: what a text in that language is by law."""

    AUTHENTIC = "authentic"
    TRANSLATION = "translation"
    SUMMARY = "summary"
    INVENTED = "invented"
    CONSOLIDATED = "consolidated"


class Copy(StrEnum):
    """The state of the copy from which a text was taken: whether its words were compared with the gazette."""

    COMPARED = "compared"
    NOT_COMPARED = "not-compared"


class Knowledge(Enum):
    """The state of knowledge of an amending instrument; a delegation is known and changes no rule."""

    FULL = "full"
    PART = "part"
    UNKNOWN = "unknown"
    DELEGATION = "delegation"

    @property
    def is_whole(self) -> bool:
        """True where the rules after the amendment are known."""
        return self in (Knowledge.FULL, Knowledge.DELEGATION)


@dataclass(frozen=True)
class Presumed:
    """A day that is presumed, and the ground."""

    day: date
    reason: str


@dataclass(frozen=True)
class Amended:
    """An instrument that has amended a text: its name in the language of the text, since when, how much is known."""

    instrument: str
    since: date
    knowledge: Knowledge

    @property
    def number(self) -> str:
        """Its number and year, as in `73/2005`; its whole name where it has none."""
        matched = NUMBERED.search(self.instrument)
        return matched[0] if matched else self.instrument


@dataclass(frozen=True)
class Metadata:
    """The header of a text: identity (`identifier` is its FRBR URI), publication, authenticity.

    Of an amending instrument also how much of it is known, which facts are inferred
    or not known, (`assumed`) why its entry into force is taken to be that day, and the
    instrument that it `rectifies`; of a consolidated text, the instruments that have
    amended it, which days are presumed, and the instrument that has repealed it.
    `replaces` is the work whose place it takes.
    """

    work: str = ""
    identifier: str = ""
    title: str = ""
    instrument: str = ""
    authority: str = ""
    signatory: str = ""
    gazette: str = ""
    address: str = ""  # of the text on the pages of the gazette
    signed: date | None = None
    published: date | None = None
    in_force: date | None = None
    standing: Standing = Standing.TRANSLATION
    copy: Copy | None = None  # as the text says; `copy_state` is what counts
    copy_note: str = ""
    notes: tuple[str, ...] = ()
    amends: str = ""
    rectifies: str = ""
    rectifies_own: bool = False
    replaces: str = ""
    is_republished: bool = False
    repealed: Amended | None = None
    knowledge: Knowledge = Knowledge.FULL
    knowledge_note: str = ""
    inferred: tuple[str, ...] = ()
    undetermined: tuple[str, ...] = ()
    assumed: str = ""
    amended_by: tuple[Amended, ...] = ()
    presumed: tuple[Presumed, ...] = ()

    @property
    def copy_state(self) -> Copy | None:
        """The state of the copy; words of an authentic text were not compared where the text does not say so.

        None of a text of ours (a translation, a summary, an example) that says nothing of a copy.
        """
        is_copied = self.standing in (Standing.AUTHENTIC, Standing.CONSOLIDATED)
        return self.copy or (Copy.NOT_COMPARED if is_copied else None)

    def ground_of(self, day: date | None) -> str:
        """The ground on which a day of this header is presumed; empty where it is known."""
        if self.assumed and day == self.in_force:
            return self.assumed
        return next((p.reason for p in self.presumed if p.day == day), "")

    @property
    def not_wholly_known(self) -> tuple[Amended, ...]:
        """The amendments of which the content is not known, or only in part."""
        return tuple(a for a in self.amended_by if not a.knowledge.is_whole)

    @property
    def unknown_numbers(self) -> tuple[str, ...]:
        """The numbers of these instruments (`numbers_of`)."""
        return self.numbers_of(self.not_wholly_known)

    def numbers_of(self, instruments: Iterable[Amended]) -> tuple[str, ...]:
        """The numbers of amending instruments, each once; the name of one whose number another of them has too."""
        alike = Counter(number for number, _ in {(act.number, act.instrument) for act in self.amended_by})
        told = (act.number if alike[act.number] == 1 else act.instrument for act in instruments)
        return tuple(dict.fromkeys(told))


@dataclass(frozen=True)
class Score:
    """The score of rounds: the `results`, of which the last is the tie, and what is marked beside them.

    Each is a bet, and is noted when it would win, placed or not.
    """

    results: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    eid: str = ""

    def __iter__(self) -> Iterator[str]:
        return iter((*self.results, *self.marked))


@dataclass(frozen=True)
class RuleSet:
    """All that a text means. `statements` are its sentences, resolved, in order, with their eIds.

    `others` are of decided rules: those of other readings.
    """

    metadata: Metadata
    language: str
    document: Document = field(repr=False)
    glossary: Glossary = field(repr=False)
    statements: tuple[tuple[str, Construct], ...] = field(repr=False)
    parameters: Mapping[str, Parameter]
    divergences: tuple[Divergence, ...]
    scales: Mapping[str, Scale]
    runs: Mapping[str, Runs]
    groups: Mapping[str, Groups]
    sets: Mapping[str, ItemSet]
    memories: Mapping[str, Memory]
    meters: Mapping[str, Meter]
    stocks: tuple[Stock, ...]
    thrown: tuple[Thrown, ...]
    worths: tuple[Worth, ...]
    modulus: tuple[int, str] | None
    best_within: tuple[int, str] | None
    best_of: tuple[int, str] | None
    wilds: tuple[Wild, ...]
    roles: Mapping[str, Role]
    bets: Mapping[str, BetKind]
    statuses: tuple[Status, ...]
    definitions: tuple[Definition, ...]
    categories: tuple[Category, ...]
    steps: tuple[Rule, ...]
    outcomes: tuple[Rule, ...]
    events: tuple[Rule, ...]
    norms: tuple[Rule, ...]
    closings: tuple[Rule, ...]
    upons: tuple[Upon, ...]
    score: Score
    precedences: tuple[Precedence, ...]
    accounts: Mapping[str, Account]
    parts: Mapping[str, Mapping[int, Account]]
    beyond: tuple[Beyond, ...] = ()
    others: tuple[OtherReading, ...] = field(default=(), compare=False, repr=False)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The provisions with law that the language cannot say, each once."""
        return tuple(dict.fromkeys(law.eid for law in self.beyond))

    @cached_property
    def names(self) -> Mapping[str, Names]:
        """For each bet the names of which its bettor gives one (`rules.naming`); the empty string where none is."""
        return {bet.id: Names(tuple(map(self.choices, bet.slots))) for bet in self.bets.values()}

    def choices(self, slot: Slot) -> Choices:
        """What may be named in a slot."""
        if slot.numbers is not None:
            # The grammar has spans here, with both ends.
            assert slot.numbers.high is not None
            return range(slot.numbers.low, slot.numbers.high + 1)
        if slot.of in self.groups:
            return self.groups[slot.of].items
        return Picks(self.scales[slot.of].items, slot.count)

    def counted(self, total: int) -> int:
        """A total as it counts: where there is a modulus, what is left over its multiples."""
        return total % self.modulus[0] if self.modulus else total

    def shown_by(self, item: str) -> tuple[str, ...]:
        """The items one of which an object shows that shows an item, or a set of items.

        What is on a scale may comprise other items too, and they others again.
        """
        items = {item: None}
        waiting = [item]
        while waiting:
            outer = waiting.pop()
            waiting += [inner for inner in self.sets[outer].items if inner not in items] if outer in self.sets else []
            items.update(dict.fromkeys(waiting))
        return tuple(items)

    @property
    def listings(self) -> tuple[Scale | Runs | Groups | ItemSet, ...]:
        """The scales, and everything that lists items of theirs."""
        return (*self.scales.values(), *self.runs.values(), *self.groups.values(), *self.sets.values())

    def place_of(self, source: Source, op: str, eid: str, *terms: str) -> Label:
        """The place of the first sentence of a provision that says such a thing of these terms; nowhere without one.

        Terms in its conditions and lists do not count.
        """
        # Declarations keep the eId of their provision and no place: the sentence is looked for, and resolved again.
        resolve = self.glossary.resolve
        for sentence in self.document.sentences_of(eid):
            if sentence.statement.op == op:
                parts = (part for part in sentence.statement.parts if isinstance(part, Term | Number))
                named = {resolve(self.language, p.written) if isinstance(p, Term) else str(p.value) for p in parts}
                if named.issuperset(terms):
                    return Label(source, sentence.span, eid)
        return Label(source, NOWHERE, eid)

    @cached_property
    def nodes(self) -> tuple[tuple[str, Construct, Node], ...]:
        """Every node of every statement, after its provision and the statement."""
        # Kept, since most checks of soundness go through all nodes; and one tells equal nodes apart by identity.
        return tuple((eid, statement, node) for eid, statement in self.statements for node in walk(statement))

    @cached_property
    def put_by_rule(self) -> frozenset[str]:
        """The bets on which rules put an amount, to which others move, or which are accepted at their time only."""
        put = {effect.term(1) for _, effect in self.consequences("stakes")}
        # Of a window too that the settings leave out: the bet is not accepted at another time instead.
        moved = {n.term(1) for _, _, n in self.nodes if isinstance(n, Construct) and n.op == "moves_naming"}
        return frozenset(put | moved | self.opened.keys())

    @cached_property
    def opened(self) -> Mapping[str, tuple[str, ...]]:
        """The bets that are accepted at their time only, with the provisions by which they are."""
        provisions: dict[str, tuple[str, ...]] = {}
        for eid, _, node in self.nodes:
            if isinstance(node, Construct) and node.op == "opens":
                provisions |= {bet.id: (*provisions.get(bet.id, ()), eid) for bet in node.parts[0].items}
        return {bet: tuple(dict.fromkeys(eids)) for bet, eids in provisions.items()}

    @property
    def offered(self) -> tuple[BetKind, ...]:
        """The bets that are accepted from bettors."""
        return tuple(bet for bet in self.bets.values() if bet.id not in self.put_by_rule)

    @property
    def course(self) -> tuple[object, ...]:
        """All that rounds without irregularities go by, but for who takes part and how bets end."""
        material = (self.stocks, self.thrown, self.categories, self.definitions, tuple(self.meters.values()))
        return (self.steps, self.closings, self.norms, self.upons, *material)

    def spelling(self, term: str) -> str:
        """A term as the text has it, in its language."""
        return self.glossary.spelling(term, self.language)

    @property
    def objects(self) -> frozenset[str]:
        """The terms of the material: of what is drawn from stocks, and of what is thrown."""
        return frozenset([*(stock.object for stock in self.stocks), *(thrown.object for thrown in self.thrown)])

    def material(self) -> str:
        """The term of what hands are made of, where nothing is dealt of what is thrown; else the empty string."""
        made_of = [stock.object for stock in self.stocks] or [thrown.object for thrown in self.thrown]
        return made_of[0] if made_of else ""

    def single_pieces(self) -> frozenset[str]:
        """The terms of what is thrown of which there is one piece."""
        return frozenset(thrown.object for thrown in self.thrown if thrown.count == 1 and not thrown.by)

    def bettor_role(self) -> str:
        """The id of the role of those who bet, or the empty string."""
        return next((role.id for role in self.roles.values() if role.kind == "bettor"), "")

    def actions_with(self, effect: str) -> set[str]:
        """The actions upon which something is done: by the construct of an effect."""
        return {upon.action for upon, _ in self.consequences(effect)}

    def consequences(self, *ops: str) -> Iterator[tuple[Upon, Construct]]:
        """The effects upon actions, of some constructs, each with the sentence that says so."""
        return ((upon, effect) for upon in self.upons for effect in upon.effects if effect.op in ops)

    def relied_on(self, condition: Condition) -> Iterator[Construct]:
        """The constructs of a condition, by itself and through definitions (which are in no circle)."""
        for node in constructs_in(condition):
            yield node
            for definition in self.definitions if node.op == "status_is" else ():
                if (definition.role, definition.status) == (node.term(0), node.term(1)):
                    yield from self.relied_on(definition.condition)

    @cached_property
    def statuses_of_bettors(self) -> frozenset[str]:
        """The statuses of those who bet that two at one place need not share: not those that a hand alone gives."""
        bettor = self.bettor_role()
        values = {value for status in self.statuses if status.role == bettor for value in status.values}
        theirs = [definition for definition in self.definitions if definition.role == bettor]
        # A definition may rely on others, of whatever place in the text.
        while more := {defined.status for defined in theirs if self._is_of_bettors(defined.condition, values)} - values:
            values |= more
        return frozenset(values)

    def _is_of_bettors(self, condition: Condition, statuses: set[str]) -> bool:
        """A condition reads of those who bet what they do, or one of some statuses."""
        read = (node for node in constructs_in(condition) if node.parts and isinstance(node.parts[0], Term))
        return any(
            node.term(0) == self.bettor_role()
            and (node.op in READ_OF_BETTORS or (node.op == "status_is" and node.term(1) in statuses))
            for node in read
        )


def alternatives(*steps: Rule) -> set[str]:
    """The actions that some steps offer, as far as they are choices."""
    choices = (step.effect for step in steps if step.effect.op in ("choose", "choose_until"))
    return {action for choice in choices for action in terms_in(choice.parts[2])}


def action_of(norm: Construct) -> str:
    """The action that a norm is on: of a bound of stakes, that of placing a bet."""
    # A bound has bets in a list and a limit; any other norm a role and an action.
    return norm.term(1) if isinstance(norm.parts[1], Term) else PLACE_BET


def under(eid: str, ancestor: str) -> bool:
    """True of a provision that is another or stands below it."""
    # With the separator: article 10 does not stand below article 1.
    return eid == ancestor or eid.startswith(f"{ancestor}__")


def asked_in(*expressions: Node) -> Iterator[str]:
    """The parameters, and other terms that stand for quantities, that expressions ask for."""
    for node in constructs_in(*expressions):
        if node.op == "param_is":
            yield node.term(0)
        elif node.op in QUANTITIES and isinstance(quantity := node.parts[QUANTITIES[node.op]], Term):
            yield quantity.id


def expressions(rules: RuleSet) -> Iterator[Node]:
    """Every condition, effect, step and key of the rule set."""
    for rule in (*rules.steps, *rules.outcomes, *rules.events, *rules.norms, *rules.closings):
        yield from rule.expressions
    for upon in rules.upons:
        yield from upon.effects
    for category in rules.categories:
        yield category.condition
        yield from category.keys
    yield from (d.condition for d in rules.definitions)
