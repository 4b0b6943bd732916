"""Small regulations at random, as trees: material, parties, bets, categories, a procedure, rules and exceptions.

Every decision about the text is a number, and the least is always the plainest
alternative, so that what fails shrinks to a text of a few lines. How many rounds a text
can have is bounded while it is made: a step that would exceed `leaves` is not taken.
The terms of a tree are ids; `Regulation.text` spells them in a language.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import comb
from random import Random
from typing import Any

from generated.vocabulary import BETS, RANKS, SIDES, STARS, SUITS, glossary, glossary_file
from lexludi.language.identifiers import eid
from lexludi.language.nodes import (
    Construct,
    Document,
    Level,
    Node,
    Number,
    Payoff,
    Provision,
    Reference,
    Sentence,
    Sequence,
    Share,
    Term,
    Text,
    transform,
    walk,
)
from lexludi.language.printer import Printer

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Regulation:
    """A regulation without a language: its tree, whose terms are ids."""

    document: Document

    def text(self, language: str) -> str:
        """The text in a language."""
        return Printer(language, lambda term: glossary().spelling(term.id, language), own=False).document(self.document)

    def tree(self, language: str) -> Document:
        """The tree that a parser must make of the text in a language."""

        def spelt(node: Node) -> Node:
            if isinstance(node, Term):
                return Term(glossary().spelling(node.id, language))
            return Document(language, node.header, node.provisions) if isinstance(node, Document) else node

        return transform(self.document, spelt)

    @property
    def glossary(self) -> str:
        """The glossary file that the text needs."""
        return glossary_file(node.id for node in walk(self.document) if isinstance(node, Term))

    def __repr__(self) -> str:
        return self.text("en")


# ── Nodes ───────────────────────────────────────────────────────────────────


def c(op: str, *parts: Any) -> Construct:
    return Construct(op, parts)


def t(term: str) -> Term:
    return Term(term, term)


def n(value: int) -> Number:
    return Number(value)


def seq(op: str, *items: Any) -> Sequence:
    return Sequence(op, items)


def item(name: str) -> Node:
    return n(int(name)) if name.isdigit() else t(name)


def items(names: tuple[str, ...]) -> Sequence:
    return seq("items", *map(item, names))


def terms(*names: str) -> Sequence:
    return seq("terms", *map(t, names))


def hand(role: str) -> Construct:
    return c("hand", t(role))


def point(parent: str, number: int, *statements: Construct) -> Provision:
    name = eid(parent, "point", str(number))
    return Provision(Level.POINT, str(number), "", "", tuple(map(Sentence, statements)), eid=name)


def paragraph(parent: str, number: int, *statements: Construct) -> Provision:
    name = eid(parent, "paragraph", str(number))
    return Provision(Level.PARAGRAPH, str(number), "", "", tuple(map(Sentence, statements)), eid=name)


@dataclass
class Articles:
    """The articles of a text, numbered as they come."""

    made: list[Provision] = field(default_factory=list)

    @property
    def next(self) -> str:
        """The eId of the next article."""
        return f"art_{len(self.made) + 1}"

    def add(self, *statements: Construct, below: tuple[Provision, ...] = ()) -> None:
        body = tuple(map(Sentence, statements or (c("introduces"),)))
        number = str(len(self.made) + 1)
        self.made.append(Provision(Level.ARTICLE, number, "", "", body, below, eid=self.next))


# ── What there is ───────────────────────────────────────────────────────────


@dataclass
class Kind:
    """Objects of a kind: how many different ones, the scales that they show, how many are thrown at once."""

    object: str
    scales: dict[str, tuple[str, ...]]
    different: int
    size: int  # of the stock; 0 where they are thrown
    count: int = 0


@dataclass
class Maker:
    """Makes one regulation; `leaves` bounds the rounds of one bet, `ways` counts those so far.

    What is seldom in regulations is as `often` there as not, if that is asked for: what goes wrong only
    where several such things meet is found sooner.
    """

    number: Callable[[int, int], int]  # a whole number, from one to another
    leaves: int
    often: bool = False
    ways: int = 1
    articles: Articles = field(default_factory=Articles)
    kinds: list[Kind] = field(default_factory=list)
    holders: list[str] = field(default_factory=list)  # whose hands hold something, by role
    held: dict[str, Kind] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    certain: set[str] = field(default_factory=set)  # roles that have been dealt so many without a condition
    dealt: int = 0
    categories: list[str] = field(default_factory=list)
    thresholds: dict[str, tuple[str, ...]] = field(default_factory=dict)  # items of the scale that orders a category
    runs: bool = False
    parameters: list[str] = field(default_factory=list)
    definitions: list[tuple[str, str]] = field(default_factory=list)
    bets: list[str] = field(default_factory=list)
    naming: dict[str, tuple[str, str]] = field(default_factory=dict)  # by bet the form, and the scale
    chosen: list[str] = field(default_factory=list)  # actions that the bettor may have chosen
    chosen_again: bool = False  # there are two choices
    drawing: list[str] = field(default_factory=list)  # roles that may have drawn
    own: str = ""  # the role whose hand the bettor plays with
    at: str = ""
    thrower: str = "dealer"  # the role that throws, if there is anything to throw
    bet_place: str = "dealer"  # the holder at which bets may stand
    repeats: bool = False
    window: bool = False
    mark: bool = False  # a number is kept
    pot: bool = False  # an amount is kept over rounds
    jokers: bool = False
    tiles: Kind | None = None  # a second kind of objects that are dealt
    tiled: list[str] = field(default_factory=list)  # roles that hold some of them
    sets: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by object, the sets that some of its items are in
    grouped: str = ""  # the scale of which groups may be named
    statuses: bool = False
    shouts: bool = False  # bettors may act of their own accord
    mishaps: bool = False
    marker: bool = False  # one is placed among the objects
    demonstrated: bool = False  # rounds are shown first, with as many objects
    parting: str = ""  # what becomes of hands in a text that is about that; `draw`, and then there is another choice
    exchanged: set[str] = field(default_factory=set)  # roles of whose hands objects are given up for new ones
    parts: list[tuple[str, str]] = field(default_factory=list)  # of divided hands: the part, and whose it is
    together: dict[str, tuple[str, ...]] = field(default_factory=dict)  # bets settled by the same sentences, by one
    standing: bool = False  # bets may stand until they are decided
    line: bool = False  # bets may move to one that names a number
    company: bool = False  # whether a bet may be placed depends on others
    moves: list[tuple[str, str]] = field(default_factory=list)

    # ── Draws ───────────────────────────────────────────────────────────────

    def one(self, *choices: Any) -> Any:
        return choices[self.number(0, len(choices) - 1)]

    def up_to(self, low: int, high: int) -> int:
        return self.number(low, max(low, high))

    def maybe(self, times: int = 1) -> bool:
        """Seldom (one time in `times` + 1); plainest is no."""
        times = 1 if self.often else times
        return self.number(0, times) == times

    def afford(self, factor: int) -> bool:
        """Whether rounds may branch by so much more; then it is taken."""
        if self.ways * factor > self.leaves:
            return False
        self.ways *= factor
        return True

    # ── Material ────────────────────────────────────────────────────────────

    def material(self) -> None:
        what = "cards" if self.parting else self.one("dice", "cards", "tokens", "cards", "both")
        said: list[Construct] = []
        if what in ("cards", "both"):
            said += self.pack(digits=True)
        if what == "dice":
            said += self.dice("die", "number", tuple(str(i) for i in range(self.up_to(2, 6), 0, -1)))
            if self.maybe():
                said.append(c("worth_own", t("die")))
        if what == "tokens":
            said += self.dice("token", "side", SIDES)
        if what == "both":
            said += self.dice("die", "number", STARS[: self.up_to(2, 3)])
        named = list(dict.fromkeys(i for k in self.kinds for s in k.scales.values() for i in s if not i.isdigit()))
        if what == "cards" and not self.parting and self.maybe(7):
            # A second kind of objects, which may come into the same hands.
            sides = {"side": SIDES}
            copies = self.up_to(1, 3)
            said += [c("scale", t("side"), items(SIDES)), c("stock", n(copies), t("tile"), terms("side"), None)]
            self.tiles = Kind("tile", sides, len(SIDES), len(SIDES) * copies)
            named += SIDES
        if named and self.maybe():
            for name in named[: self.up_to(1, 4)]:
                values = (n(self.up_to(1, 6)), n(self.up_to(7, 11))) if self.maybe(3) else (n(self.up_to(0, 11)),)
                said.append(c("worth", items((name,)), seq("numbers", *values)))
        if what == "cards" and (self.parting == "draw" or self.maybe()):
            said.append(c("worth_face", t("card")))
        if self.maybe(3):
            kind = self.one(*self.kinds)
            of_all = list(dict.fromkeys(i for s in kind.scales.values() for i in s))
            first = self.up_to(0, len(of_all) - 1)
            within = of_all[first : first + self.up_to(1, 3)]
            members = [*map(item, within), *([t("joker")] if kind.size and self.jokers and self.maybe() else [])]
            said.append(c("comprises", t("lucky"), seq("members", *members)))
            self.sets[kind.object] = ("lucky",)
            if self.maybe(2):
                said.append(c("comprises", t("grand"), seq("members", t("lucky"), item(self.one(*of_all)))))
                self.sets[kind.object] = "lucky", "grand"
        scales = self.one(*self.kinds).scales.values()
        of_one = list(dict.fromkeys(shown for scale in scales for shown in scale if not shown.isdigit()))
        if len(of_one) > 1 and self.maybe(4):
            # What shows an item of a scale then shows another one, too.
            whole = self.one(*of_one)
            said.append(c("comprises", t(whole), seq("members", t(self.one(*(o for o in of_one if o != whole))))))
        if self.maybe(2):
            said.append(self.one(c("modulus", n(self.up_to(3, 10))), c("best_within", n(self.up_to(4, 21)))))
        self.articles.add(*said)

    def pack(self, *, digits: bool) -> list[Construct]:
        suits = SUITS[: 0 if self.parting else self.one(0, 0, 2, 3)]
        numerals = ("5", "4", "3", "2") if digits else ()
        # Courts first, then digits, as a pack has them.
        courts = RANKS[: 0 if self.parting == "draw" else self.up_to(0, 3)]
        ranks = (*courts, *numerals[: self.up_to(max(0, 2 - len(courts)), 4)])
        while len(suits) * len(ranks) > 12 or (self.parting and len(ranks) > 3):
            ranks = ranks[:-1]
        different = len(ranks) * max(1, len(suits))
        copies = self.up_to(-(-4 // different), max(1, 12 // different))
        scales = {"rank": ranks, **({"suit": suits} if suits else {})}
        combined = terms(*scales)
        if len(ranks) > 1 and self.maybe(5):
            # The same ranks in another order, or some of them, on a scale that no material names.
            scales["order"] = tuple(reversed(ranks))[self.up_to(0, min(1, len(ranks) - 2)) :]
        said = [c("scale", t(s), items(i)) for s, i in scales.items()]
        amount: Node = n(copies)
        if self.maybe(7):
            said.append(
                c(
                    "option",
                    t("how-many"),
                    seq("choices", self.one(c("span", n(1), n(3)), c("at_least", n(1)))),
                    n(min(copies, 3)),
                )
            )
            amount, copies = t("how-many"), min(copies, 3)
        if not suits and len(ranks) > 1 and self.maybe(2):
            # Unequal copies, and maybe none of the last rank.
            of_each = [self.up_to(1, 4) for _ in ranks[: len(ranks) - self.up_to(0, len(ranks) - 2)]]
            copies = min(copies, 2) if amount == n(copies) else copies
            amount = n(copies) if isinstance(amount, Number) else amount
            counted = [c("copy", n(count), item(rank)) for count, rank in zip(of_each, ranks, strict=False)]
            said.append(c("stock_of", amount, t("card"), seq("copies", *counted)))
            self.kinds.append(Kind("card", scales, len(of_each), sum(of_each) * copies))
        else:
            jokers = self.up_to(1, 2) if self.maybe(3) else 0
            size = n(different + jokers) if self.maybe(3) else None
            stock: tuple[Any, ...] = (amount, t("card"), combined)
            if jokers:
                said.append(c("scale", t("extra"), items(("joker",))))
                said.append(c("stock_besides", *stock, seq("copies", c("copy", n(jokers), t("joker"))), size))
                self.jokers = True
            else:
                said.append(c("stock", *stock, size))
            self.kinds.append(Kind("card", scales, different + bool(jokers), (different + jokers) * copies))
        if len(ranks) > 2 and self.maybe(2):
            run = seq("run", *map(item, ranks[:2])), seq("run", *map(item, ranks[-3:]))
            said.append(c("runs", t("run"), t("rank"), seq("run_list", *run[: self.up_to(1, 2)])))
            self.runs = True
        return said

    def dice(self, name: str, scale: str, faces: tuple[str, ...]) -> list[Construct]:
        count = self.up_to(1, 3)
        while len(faces) ** count > max(6, self.leaves):
            count -= 1
        self.kinds.append(Kind(name, {scale: faces}, len(faces), 0, count))
        scaled = c("scale", t(scale), items(faces))
        if self.maybe(2):
            sectors = [c("sector", n(self.up_to(1, 5)), item(face)) for face in faces[self.one(0, 0, 1) :]]
            return [scaled, c("thrown_of", n(count), t(name), seq("sectors", *sectors))]
        if count == 1 and self.maybe(3):
            return [scaled, c("heap", t(name), n(len(faces)), t(scale))]
        return [scaled, c("thrown", n(count), t(name), t(scale))]

    # ── Parties and bets ────────────────────────────────────────────────────

    def parties(self) -> None:
        said = [c("one_holder", t("dealer"))]
        if not self.parting and self.maybe():
            said.append(c("one_holder", t("banker")))
            self.holders.append("banker")
        # Where bettors share the hand of a holder, it is divided once.
        where = self.one("nowhere", "nowhere", "box", "maybe", "box" if self.parting in ("divide", "form") else "one")
        if where in ("box", "maybe"):
            said.append(c("many_holders", n(self.up_to(1, 2)), t("box")))
            said.append(c("bettor_at" if where == "box" else "bettor_maybe_at", t("player"), t("box")))
            self.at, self.bet_place = "box" if where == "box" else "", "box"
        elif where == "one":
            said.append(c(self.one("bettor_at", "bettor_at", "bettor_maybe_at"), t("player"), t("dealer")))
        else:
            said.append(c("bettor", t("player")))
        self.holders.insert(0, "dealer")
        if self.maybe(7):
            said.append(c("status", t("player"), seq("alternatives", t("seated"), t("standing"))))
            self.statuses = True
        if self.maybe(7):
            said.append(c("may", t("player"), t("shout")))
            self.shouts = True
        if self.maybe(7):
            whose = t(self.one("dealer", self.at or "player"))
            effects = c("round_stands"), c("round_void"), c("hand_void", c("hand", whose))
            happens = self.one(c("happens", t("mishap")), c("happens_to", t("mishap"), whose))
            said.append(c("guarded", happens, self.one(*effects)))
            self.mishaps = True
        self.articles.add(*said)
        many = self.up_to(1, 20) if self.maybe(15) else self.up_to(1, 1 if self.parting == "draw" else 3)
        self.bets = list(BETS[:many])
        said = []
        for bet in self.bets:
            if self.maybe(5):
                scale = self.one(*(s for k in self.kinds for s in k.scales))
                form = self.one("one", "one", "two", "roles", "number", "group")
                self.naming[bet] = form, scale
                if form == "group":
                    steps = next(s for k in self.kinds for name, s in k.scales.items() if name == scale)
                    pairs = pairwise(steps)
                    runs = [seq("run", *map(item, pair)) for pair in list(pairs)[: self.up_to(1, 3)]]
                    if not runs or self.grouped not in ("", scale):
                        form = "one"
                        self.naming[bet] = form, scale
                    elif not self.grouped:
                        self.grouped = scale
                        said.append(c("groups", t("neighbours"), t(scale), seq("run_list", *runs)))
                said.append(c("bet_naming", t(bet), seq("namings", *self.named(form, scale))))
            else:
                said.append(c("bet", t(bet)))
        if self.maybe(3):
            choices = seq("choices", t("strict"), t("lenient"))
            said.append(c("option", t("how"), choices, None))
            self.parameters.append("how")
        elif self.maybe(3):
            choices = seq("choices", t("strict"), t("lenient"))
            said.append(c("reading", t("how"), choices, t("strict"), Text("…")))
            if self.maybe():
                stance = seq("choices", t("lenient"), *([t("strict")] if self.maybe() else []))
                said.append(c("divergence", t("how"), stance, Text("…")))
            self.parameters.append("how")
        self.articles.add(*said)
        if len(self.bets) in (2, 3) and not self.naming and self.maybe(5):
            self.placing()

    def placing(self) -> None:
        """Prohibitions of bets beside others, or without them; and a permission that prevails."""
        article, rules = self.articles.next, list[tuple[Construct, ...]]()
        for _ in range(self.up_to(1, 3)):
            on, of = self.one(None, *map(terms, self.bets)), self.one(*self.bets)
            norm = c("guarded", self.of_company(), c("must_not", t("player"), t("place-bet"), on))
            if on is not None and on != terms(of) and self.maybe(5):
                norm = c(self.one("stake_at_most", "stake_is"), on, c("stake", t(of)))
            rules.append((norm,))
        if self.maybe(2):
            allowed = c("guarded", self.of_company(), c("may", t("player"), t("place-bet")))
            rules.append((allowed, self.over(article, 1)))
        self.articles.add(below=tuple(point(article, i, *statements) for i, statements in enumerate(rules, 1)))
        self.company = True

    def of_company(self) -> Node:
        """A condition on the bets of a bettor, on who places them, and where."""
        facts = [c("has_bet_on", t("player"), t(bet)) for bet in self.bets]
        options = [*facts, *(c("negation", fact) for fact in facts), c("combines", t("player"))]
        if self.statuses:
            options += [c("term_is", t("player"), t(status)) for status in ("seated", "standing")]
        if self.bet_place != "dealer":
            options += [c("placed_at", t(self.bet_place)), c("negation", c("placed_at", t(self.bet_place)))]
        one, two = self.one(*options), self.one(*options)
        return seq("all_of", one, two) if one != two and self.maybe(2) else one

    def named(self, form: str, scale: str) -> list[Construct]:
        """What a bet names."""
        match form:
            case "two":
                return [c("names_several", n(2), t(scale), None)]
            case "group":
                return [c("names_one", t("neighbours"), None)]
            case "roles":
                return [c("names_one", t(scale), t(role)) for role in ("winner", "standoff")]
            case "number":
                return [c("names_number", c("span", n(self.up_to(0, 3)), n(self.up_to(4, 7))))]
            case _:
                return [c("names_one", t(scale), None)]

    # ── Conditions ──────────────────────────────────────────────────────────

    def of_named(self, bet: str, roles: list[str]) -> list[Callable[[], Node]]:
        """Facts on what a bet names."""
        form, scale = self.naming[bet]
        if form == "number":
            return [lambda: c(self.one("equal", "greater"), c("total", t(self.one(*roles))), c("named_number"))]
        able = [t(role) for role in roles if scale in self.held[role].scales]
        if not able:
            return []
        role = self.one(*able)
        named: Construct = {"one": c("named"), "two": c("any_named"), "group": c("any_named")}.get(form) or c(
            "named_as", t(self.one("winner", "standoff"))
        )
        facts = [lambda: c("number_is", c("count_showing", role, named), seq("numbers", n(self.up_to(1, 3))))]
        if form in ("two", "group"):
            facts.append(lambda: c("shows", role, c("all_named")))
        return facts

    def scale_of(self, role: str) -> str:
        return str(self.one(*self.held[role].scales))

    def item_of(self, role: str) -> Node:
        if self.jokers and self.held[role].size and self.maybe(5):
            return t("joker")
        if role in self.tiled and self.maybe(2):
            return item(self.one(*SIDES))
        if (sets := self.sets.get(self.held[role].object)) and self.maybe(2):
            return t(self.one(*sets))
        scale = self.scale_of(role)
        return item(self.one(*self.held[role].scales[scale]))

    def amount(self, roles: list[str]) -> Node:
        role = self.one(*roles)
        kind = self.held[role]
        options: list[Callable[[], Node]] = [
            lambda: c("total", t(role)),
            lambda: c("count_showing", t(role), self.item_of(role)),
            lambda: c("lowest_total", t(role)),
            lambda: c("count", t(kind.object), t(role)),
            lambda: c("total_first", n(self.up_to(1, 2)), t(role)),
        ]
        if role in self.tiled:
            options.append(lambda: c("count", t("tile"), t(role)))
        if role in self.drawing:
            options.append(lambda: c("drawn_value", t(role)))
        if self.mark:
            options += [lambda: c("value", t("mark"))] * 3
        made: Node = self.one(*options)()
        if self.maybe(5):
            made = c(
                self.one("sum", "difference", "larger", "smaller"),
                made,
                self.one(n(self.up_to(0, 9)), self.one(*options)()),
            )
        return made

    def numbers(self) -> Sequence:
        out: list[Node] = [n(self.up_to(0, 12))]
        if self.maybe():
            low = self.up_to(0, 10)
            out.append(c("span", n(low), n(self.up_to(low, 14))))
        return seq("numbers", *out)

    def shape(self, role: str) -> Node:
        options = [lambda: c("all_same", t(self.scale_of(role))), lambda: c("all_different", t(self.scale_of(role)))]
        options.append(lambda: c("alike", n(self.up_to(1, 3)), t(self.scale_of(role))))
        options.append(lambda: c("alike_or_more", n(self.up_to(1, 3)), t(self.scale_of(role))))
        options.append(lambda: c("in_sequence", n(self.up_to(1, 3)), t(self.scale_of(role))))
        options.append(lambda: c("showing", n(self.up_to(1, 3)), self.item_of(role)))
        options.append(lambda: c("showing_or_more", n(self.up_to(1, 3)), self.item_of(role)))
        options.append(lambda: c("all_showing", self.item_of(role)))
        if self.sizes.get(role, 0) > 2:
            options.append(lambda: c("two_alike", n(self.up_to(1, 2)), t(self.scale_of(role)), n(self.up_to(1, 2))))
        if self.runs and self.held[role].object == "card":
            options.append(lambda: c("in_runs", t("run")))
        scale = self.held[role].scales[next(iter(self.held[role].scales))]
        if len(scale) > 1:
            options.append(lambda: c("is_run", seq("run", *map(item, scale[:2]))))
        if len(self.held[role].scales) > 1:
            options.append(
                lambda: c("is_run", seq("run", *(item(self.one(*s)) for s in self.held[role].scales.values())))
            )
        made: Node = self.one(*options)()
        return made

    def threshold(self, role: str, of: Node | None = None) -> Node:
        """The hand of a role, or a part of it, is worth at least something."""
        category = self.one(*self.categories)
        ordered = self.thresholds.get(category)
        if not ordered:
            scale = self.scale_of(role)
            ordered = self.held[role].scales[scale]
        least = [item(self.one(*ordered)) for _ in range(self.up_to(1, 2))]
        return c("with_or_better", of or hand(role), t(category), seq("items", *least))

    def fact(self, bet: str = "", *, guard: bool = False) -> Node:
        """A condition that can be asked: of the bettor's own hand and bet only where one is concerned."""
        roles = [r for r in self.holders if r in self.held and (not guard or r in ("dealer", "banker"))]
        if self.parting == "draw" and (drawing := [r for r in roles if r in self.drawing]) and self.maybe():
            return self.of_drawn(drawing)
        options: list[Callable[[], Node]] = []
        if parts := [part for part in self.parts if part[1] in roles]:
            options += [lambda: self.of_parts(parts)] * 4
        if roles:
            role = self.one(*roles)
            kind = self.held[role]
            options += [
                lambda: c("number_is", self.amount(roles), self.numbers()),
                lambda: c(self.one("even", "odd"), self.amount(roles)),
                lambda: c(self.one("greater", "less", "equal"), self.amount(roles), self.amount([*roles])),
                lambda: c(self.one("greater", "less"), self.amount(roles), n(self.up_to(0, 12))),
                lambda: c("shaped", hand(role), self.shape(role)),
                lambda: c("first_shaped", n(self.up_to(1, 2)), t(role), self.shape(role)),
                lambda: c("shows", t(role), self.shown(role)),
                lambda: c("first_shows", t(role), self.item_of(role)),
            ]
            if self.thrower in roles and any(not k.size for k in self.kinds):
                options.append(lambda: c("number_is", c("total_thrown", t(self.thrower)), self.numbers()))
            if not kind.size:
                options.append(lambda: c("threw", t(role), self.shape(role)))
            else:
                options.append(lambda: c("drew_none", t(role)))
            if self.categories:
                options.append(lambda: c("category_is", hand(role), t(self.one(*self.categories))))
                options.append(lambda: self.threshold(role))
                others = [other for other in roles if other != role]
                if others:
                    options.append(lambda: c(self.one("greater", "less", "equal"), hand(role), hand(self.one(*others))))
        if bet in self.naming and roles:
            options += self.of_named(bet, roles) * 3
        if self.parameters:
            options.append(lambda: c("term_is", t("how"), t(self.one("strict", "lenient"))))
        defined = [d for d in self.definitions if d[0] in roles]
        if defined:
            options += [lambda: c("term_is", *map(t, self.one(*defined)))] * 2
        if self.chosen and bet:
            options.append(lambda: c("chose", t("player"), t(self.one(*self.chosen))))
        if self.statuses and bet:
            options.append(lambda: c("term_is", t("player"), t(self.one("seated", "standing"))))
        if self.mishaps:
            whose = [r for r in self.holders if not guard or r in ("dealer", "banker")]
            count = c("count", t("mishap"), t(self.one("dealer", *whose)))
            options.append(lambda: c("number_is", count, seq("numbers", n(self.up_to(0, 1)))))
        if self.shouts and bet:
            options.append(lambda: c("chose", t("player"), t("shout")))
        if self.window and bet:
            options.append(lambda: c("has_bet_on", t("player"), t("window-bet")))
        if self.company and bet:
            options += [lambda: c("has_bet_on", t("player"), t(self.one(*self.bets[:3])))] * 3
            options.append(lambda: c("combines", t("player")))
        if not options or self.maybe(9):
            seldom: list[Callable[[], Node]] = [
                lambda: c("dealt", t(self.kinds[0].object)),
                lambda: c("was_thrown", t(self.kinds[-1].object)),
                lambda: c("dealing"),
                lambda: c("has_bet", t("player")),
                lambda: c("round_over"),
                lambda: c("happens", t("mishap")),
                lambda: c("appears", t("marker")),
                lambda: c("use_begins", t(self.kinds[0].object)),
            ]
            if bet:
                seldom += [
                    lambda: c("combines", t("player")),
                    lambda: c("bets_at_several", t("player"), t(self.at or "dealer")),
                    lambda: c("several_bet", t("player"), t(self.at or "dealer")),
                    lambda: c("placed_at", t(self.bet_place)),
                    lambda: c("largest_stake", t("player")),
                    lambda: c("stakes_exceed", t(bet), t(self.one(*self.bets)), n(self.up_to(0, 2))),
                ]
                if self.statuses:
                    seldom.append(lambda: c("largest_stake_among", t("player"), t("seated")))
            options.append(self.one(*seldom))
        made: Node = self.one(*options)()
        return made

    def of_drawn(self, drawing: list[str]) -> Node:
        """A fact on what was drawn last: whoever chooses after it knows that, though it lies in a hand with others."""
        last = c("drawn_value", t(self.one(*drawing)))
        made: Node = self.one(
            c(self.one("even", "odd"), last), c(self.one("greater", "less"), last, n(self.up_to(3, 4)))
        )
        return made

    def shown(self, role: str) -> Node:
        """An item, or several of which one is shown."""
        scale = self.held[role].scales[self.scale_of(role)]
        return seq("one_of", *map(item, scale[:2])) if len(scale) > 1 and self.maybe() else self.item_of(role)

    def of_parts(self, parts: list[tuple[str, str]]) -> Node:
        """A fact on parts of hands that have been divided."""
        one, two = (c("part_of", *map(t, self.one(*parts))) for _ in range(2))
        owner = one.term(1)
        options: list[Callable[[], Node]] = [
            lambda: c("category_is", one, t(self.one(*self.categories))),
            lambda: c("shaped", one, self.shape(owner)),
            lambda: self.threshold(owner, one),
            lambda: c(self.one("greater", "less", "equal"), one, hand(self.one(*self.held))),
        ]
        if one != two:
            options += [lambda: c(self.one("greater", "less", "equal"), one, two)] * 2
        made: Node = self.one(*options)()
        return made

    def condition(self, bet: str = "", *, guard: bool = False, depth: int = 1) -> Node:
        form = self.one("fact", "fact", "fact", "not", "all_of", "any_of") if depth else "fact"
        if form == "fact":
            return self.fact(bet, guard=guard)
        if form == "not":
            return c("negation", self.fact(bet, guard=guard))
        other = "any_of" if form == "all_of" else "all_of"
        parts = [self.condition(bet, guard=guard, depth=0) for _ in range(2)]
        if self.maybe(3):
            inner = self.condition(bet, guard=guard, depth=0), self.condition(bet, guard=guard, depth=0)
            parts[1] = seq(other, *inner)
        return seq(form, *parts)

    # ── Procedure ───────────────────────────────────────────────────────────

    def hands(self) -> None:
        """Who will hold or throw what; needed before conditions can ask of it."""
        packs = [k for k in self.kinds if k.size]
        thrown = [k for k in self.kinds if not k.size]
        if packs:
            if self.at or self.parting or self.maybe():
                self.own = self.at or "player"
                self.holders.append(self.own)
            only_own = bool(self.parting) and self.own in self.holders and self.maybe()
            # Whoever throws may hold objects too, which lie as they were dealt beside the faces.
            apart = thrown and (only_own or not self.maybe())
            for role in [self.own] if only_own else self.holders[1:] if apart else self.holders:
                self.held[role] = packs[0]
        if thrown and self.maybe(4):
            self.thrower = self.at or "player"
            if self.thrower not in self.holders:
                self.holders.append(self.thrower)
        if thrown and self.thrower not in self.held:
            self.held[self.thrower] = thrown[0]
        elif not self.held:
            self.held["dealer"] = packs[0]

    @property
    def thrown_by(self) -> Node:
        """Whoever throws: the dealer, or each who has placed a bet."""
        return t(self.thrower) if self.thrower == "dealer" else c("each_betting", t(self.thrower))

    def classify(self) -> None:
        role = next((r for r in self.held if self.held[r].size), self.thrower)
        names = ("high-hand", "middle-hand", "low-hand")
        many = self.up_to(1, 3)
        rows = []
        article = self.articles.next
        for place, name in enumerate(names[:many], 1):
            last = place == many and not self.maybe(4)
            scale = self.scale_of(role)
            everything = c("negation", seq("all_of", c("all_same", t(scale)), c("alike", n(9), t(scale))))
            condition = everything if last else self.shape(role)
            keys = [self.key(role) for _ in range(self.up_to(0, 2))]
            rows.append(point(article, place, c("category", t(name), condition, seq("keys", *keys) if keys else None)))
            if keys and _scale(keys[0]):
                self.thresholds[name] = self.held[role].scales[_scale(keys[0])]
        self.categories = list(names[:many])
        self.articles.add(c("categories"), below=tuple(rows))
        if self.maybe(3):
            self.articles.add(c("best_of", n(self.up_to(1, 3))))
        if self.held[role].size and (self.jokers or self.maybe(5)):
            ranks = self.held[role].scales["rank"]
            wild = t("joker") if self.jokers else item(self.one(*ranks))
            standing = item(self.one(*ranks)) if self.maybe(3) else t("card")
            completed = seq("alternatives", *map(t, names[: self.up_to(1, many)])) if self.maybe(2) else None
            self.articles.add(c(self.one("wild", "wild_other"), wild, standing, completed))
            if self.maybe(3):
                self.articles.add(c(self.one("wild", "wild_other"), item(self.one(*ranks)), t("card"), None))

    def key(self, role: str) -> Construct:
        scale = t(self.scale_of(role))
        options: list[Callable[[], Construct]] = [
            lambda: c("each_key", scale),
            lambda: c("highest_key", scale, t(self.scale_of(role))),
            lambda: c("alike_key", scale, n(2), scale),
            lambda: c("rest_key", scale, n(2), t(self.scale_of(role))),
            lambda: c("item_key", scale, item(self.one(*self.held[role].scales[scale.id]))),
            lambda: c("total_key"),
            lambda: c("guarded_key", self.shape(role), c("each_key", scale)),
        ]
        if self.runs and self.held[role].object == "card":
            options.append(lambda: c("run_key", t("run")))
        made: Construct = self.one(*options)()
        return made

    def define(self) -> None:
        said: list[Construct] = []
        for status in ("strong", "fine")[: self.up_to(1, 2)]:
            role = self.one(*(r for r in self.holders if r in self.held))
            said.append(c("definition", t(role), t(status), self.condition()))
            self.definitions.append((role, status))
        self.articles.add(*said)

    def procedure(self) -> None:
        """The steps up to the settlement, a paragraph each."""
        steps: list[Construct] = [c("bets_open")]
        kinds = {k.object: k for k in self.kinds}
        if "card" in kinds:
            if self.maybe(4):
                steps.append(c("shuffle", t("dealer"), t("card")))
            if self.maybe(15):
                placed = c("place_marker", t("marker"), n(self.up_to(1, 6)))
                begins = c("use_begins", t("card"))
                steps.append(self.one(c("guarded", begins, placed), placed))
                self.marker = True
            if self.maybe(9) and self.afford(kinds["card"].different):
                steps.append(self.burnt())
                self.dealt += 1
        thrown = [k for k in self.kinds if not k.size]
        receivers = [r for r in self.holders if r in self.held and self.held[r].size]
        if receivers and not thrown and len(receivers) > 1 and self.maybe(4):
            receivers = receivers[1:]
        first = len(steps)
        if receivers:
            steps += self.deal(kinds["card"], receivers)
        if self.tiles is not None and (able := [r for r in receivers if r in self.certain]):
            role, count = self.one(*able), self.up_to(1, 2)
            if count < self.tiles.size and self.afford(self.tiles.different**count):
                self.tiled.append(role)
                who = c("each_betting", t(role)) if role in ("player", "box") else t(role)
                facing = c(self.one("face_up", "face_down"))
                # Cards lie there already, or come beside the tiles.
                step = c("deal", seq("recipients", who), n(self.up_to(1, count)), t("tile"), facing, n(count))
                steps.insert(self.one(len(steps), first), step)
        later: list[Construct] = []
        if thrown:
            kind = thrown[0]
            if self.afford(kind.different**kind.count):
                later.append(c("throw", self.thrown_by, t(kind.object)))
        if self.maybe(3):
            steps, later = [steps[0], *later, *steps[1:]], []
        steps += later
        if receivers and self.maybe(7) and 2 * self.dealt < kinds["card"].size and self.afford(self.ways):
            shows = c("demonstrate", n(1))
            steps.insert(1, self.one(c("guarded", c("use_begins", t("card")), shows), shows))
            self.demonstrated, self.dealt = True, 2 * self.dealt
        extra = self.one(0, 0, 1, 1, 2)
        tail: list[tuple[Construct, ...]] = []
        if self.parting == "divide":
            tail += self.divide()
        elif self.parting == "form":
            tail += self.form()
        elif self.parting == "exchange":
            tail += self.exchange(kinds["card"])
        elif self.parting:
            tail += self.choice(kinds)
        for _ in range(extra):
            tail += self.further(kinds)
        if self.parting == "draw":
            tail += self.choice(kinds)
        article = self.articles.next
        late = len(steps) > 1 and self.maybe(9)  # the first step stands in the article after the others
        below = [paragraph(article, i, s) for i, s in enumerate(steps[late:], 1)]
        for statements in tail:
            number = len(below) + 1
            made = [self.placed(s, article, below) for s in statements]
            below.append(paragraph(article, number, *made))
        self.articles.add(below=tuple(below))
        if late:
            self.articles.add(steps[0], c("precedes", Reference(article), Text("bets come before objects")))

    def burnt(self) -> Construct:
        """One object, or as many as the first one counts."""
        if self.maybe(2):
            zero = n(self.up_to(1, 2)) if self.maybe() else None
            return c(self.one("burn_by_first", "burn_with_first"), t("card"), zero)
        return c("burn", n(1), t("card"))

    def placed(self, step: Construct, article: str, below: list[Provision]) -> Construct:
        """A repetition or an exception with the provision that it speaks of."""
        if step.op == "prevails":
            return c("prevails", seq("refs", Reference(below[-1].eid)))
        if step.op != "repeat":
            return step
        number = next(p.number for p in reversed(below) if any(s.statement.op == "throw" for s in p.sentences()))
        return c("repeat", Reference(eid(article, "paragraph", number)), step.parts[1])

    def deal(self, kind: Kind, receivers: list[str]) -> list[Construct]:
        out = []
        for part in range(self.one(1, 1, 1, 2)):
            wanted = self.one(2, 2, 2, 3) if self.parting not in ("", "draw") and not part else self.up_to(1, 3)
            while wanted and not self.fits(kind, wanted * len(receivers)):
                wanted -= 1
            if not wanted:
                break
            who = [
                (c("each_betting", t(r)) if self.one(True, True, True, True, False) else c("each", t(r)))
                if r in ("player", "box")
                else t(r)
                for r in receivers
            ]
            batch = self.up_to(1, wanted)
            facing = c(self.one("face_up", "face_down"))
            had = max((self.sizes.get(r, 0) for r in receivers), default=0)
            step = c("deal", seq("recipients", *who), n(batch), t(kind.object), facing, n(had + wanted))
            if part and self.maybe(3):
                step = c("guarded", self.condition(guard=True), step)
                self.certain.difference_update(receivers)
            else:
                self.certain.update(receivers)
            out.append(step)
            for role in receivers:
                self.sizes[role] = had + wanted
            if part == 0 and len(receivers) > 1 and self.maybe(3):
                receivers = receivers[:1]
        return out

    def fits(self, kind: Kind, count: int) -> bool:
        """Whether so many objects more are in the stock, and rounds stay few; then they are taken."""
        count *= 1 + self.demonstrated
        if self.dealt + count > kind.size - 1:
            return False
        factor = 1
        for i in range(count):
            factor *= min(kind.different, kind.size - self.dealt - i)
        if not self.afford(factor):
            return False
        self.dealt += count
        return True

    def further(self, kinds: dict[str, Kind]) -> Iterator[tuple[Construct, ...]]:
        """A step after the deal, with the rules that it needs."""
        options = ["end", "choice", "window", "keep-number", "keep-amount"]
        if any(not k.size for k in kinds.values()):
            options += ["repeat", "throw-again"]
        if "card" in kinds:
            options += ["comply", "comply", "comply-until", "reveal", "deal-more", "deal-more", "burn"]
        match self.one(*options):
            case "end":
                yield (
                    (c("guarded", self.condition(guard=True), c("round_ends")),)
                    if self.maybe(9)
                    else (c("perform", t("dealer"), t("cut")),)
                )
            case "choice":
                yield from self.choice(kinds)
            case "window" if not self.window and not self.repeats and self.afford(2):
                yield from self.accept()
            case "keep-number" if not self.mark:
                roles = [r for r in self.holders if r in self.held and r in ("dealer", "banker")]
                if roles:
                    amount = self.amount(roles)
                    span = c("span", n(self.one(0, 0, 0, 3)), n(self.one(99, 99, 99, 9)))
                    yield (c("memory", t("mark"), span), c("becomes", t("mark"), amount))
                    self.mark = True
            case "keep-amount" if not self.pot:
                self.pot = True
                meter = c("meter", t("pot"), n(self.up_to(0, 9)))
                made_up = (c("made_up", t("pot")),) if self.maybe() else ()
                yield (meter, *made_up, c("feeds", self.put(self.bets[0]), t("pot")))
            case "repeat" if not self.repeats and not self.chosen and not self.drawing and not self.pot:
                if "card" not in kinds:
                    self.repeats = True
                    yield (c("repeat", Reference(""), self.condition(guard=True)),)
            case "throw-again":
                kind = next(k for k in kinds.values() if not k.size)
                if self.afford(kind.different**kind.count):
                    step = c("throw", self.thrown_by, t(kind.object))
                    yield (self.for_some(self.thrower, step),)
            case "burn" if self.fits(kinds["card"], 1):
                yield (self.burnt(),)
            case "comply":
                yield from self.comply(kinds["card"], until=False)
            case "comply-until":
                yield from self.comply(kinds["card"], until=True)
            case "deal-more":
                taken = {*self.drawing, *(role for _, role in self.parts)}
                if self.parting == "form":  # with a hand of which objects come to another
                    taken.update(self.holders)
                able = [r for r in self.holders if r in self.certain and r not in taken]
                if able and self.fits(kinds["card"], 1):
                    role = self.one(*able)
                    self.sizes[role] += 1
                    who = c("each_betting", t(role)) if role in ("player", "box") else t(role)
                    facing = c(self.one("face_up", "face_down"))
                    deal = c("deal", seq("recipients", who), n(1), t("card"), facing, n(self.sizes[role]))
                    if self.maybe(3):
                        deal = self.for_some(role, deal)
                        self.certain.remove(role)
                    yield (deal,)
            case "reveal":
                able = [r for r in self.holders if r in self.held and self.held[r].size]
                if able:
                    role = self.one(*able)
                    reveal = c("reveal", hand(role))
                    yield (self.for_some(role, reveal) if self.maybe(3) else reveal,)

    def for_some(self, role: str, step: Construct) -> Construct:
        """A step under a condition; that of bettors, or of those at whom they bet, is asked of each of them."""
        return c("guarded", self.condition(guard=role in ("dealer", "banker")), step)

    def comply(self, kind: Kind, *, until: bool) -> Iterator[tuple[Construct, ...]]:
        divided = {role for _, role in self.parts} | self.exchanged
        able = [r for r in self.holders if r in self.held and self.held[r].size and r not in self.drawing]
        able = [role for role in able if role not in divided and not (self.parts and self.parting == "form")]
        if not able:
            return
        role = self.one(*able)
        if not self.fits(kind, 2 if until else 1):
            return
        guard = role in ("dealer", "banker")
        limit = self.up_to(2, 12)
        total = c("total", t(role))
        action = "draw"
        if until:
            # The stock ends it, or the number of objects held.
            most = self.sizes.get(role, 0) + 2
            far = self.one(c("greater", total, n(limit)), self.condition(guard=guard, depth=0))
            enough = seq("any_of", far, c("greater", c("count", t("card"), t(role)), n(most - 1)))
            yield (c("comply_until", t(role), t(action), enough),)
            yield (c("must", t(role), t(action)),)
        else:
            yield (c("comply", t(role), t(action)),)
            condition = self.condition(guard=guard)
            yield (c("guarded", condition, c("must", t(role), t(action))),)
            style = self.one("complement", "complement", "open", "prevails", "may", "chain")
            other: Construct = c("must_not", t(role), t(action), None)
            if style == "chain":
                # An exception to an exception: the permission prevails over the second prohibition alone.
                over = c("prevails", seq("refs", Reference("")))
                yield (c("guarded", self.condition(guard=guard), other),)
                yield (c("guarded", self.condition(guard=guard), other) if self.maybe() else other, over)
                yield (c("guarded", self.condition(guard=guard), c("may", t(role), t(action))), over)
            elif style == "prevails":
                yield (other, c("prevails", seq("refs", Reference(""))))
            elif style == "may":
                yield (c("guarded", self.condition(guard=guard), c("may", t(role), t(action))),)
            else:
                against = c("negation", condition) if not _is_negation(condition) else condition.parts[0]  # type: ignore[attr-defined]
                if style == "open":
                    against = self.condition(guard=guard)
                yield (c("guarded", against, other),)
        if "draw" not in [a for a, _ in self.moves]:
            yield (c("upon", t(action), seq("effects", c("draws", n(1), t("card")))),)
            self.moves.append(("draw", ""))
        self.drawing.append(role)

    def form(self) -> Iterator[tuple[Construct, ...]]:
        """A hand that has been dealt is formed with that of a party that has one holder."""
        other = next((r for r in ("dealer", "banker") if r in self.certain), "")
        for role in [r for r in self.holders if other and r in self.certain and r != other]:
            yield (c("forms_hand", t(role), t("front"), t(other)),)
            self.parts.append(("front", role))

    def divide(self) -> Iterator[tuple[Construct, ...]]:
        """Hands that have been dealt are divided, the bettor's own as they choose."""
        able = [r for r in self.holders if r in self.certain and self.sizes[r] > 1]
        for role in able[: self.up_to(1, 2)]:
            size = self.sizes[role]
            front = self.up_to(1, size - 1)
            portions = [c("portion", n(front), t("front")), c("portion", n(size - front), t("back"))]
            if self.maybe():
                portions.reverse()
            if role not in ("player", "box"):
                yield (c("divides_highest", t(role), seq("portions", *portions)),)
            elif self.afford(comb(size, front)):
                yield (c("divides", t(role), t(self.bets[0]), seq("portions", *portions)),)
            else:
                continue
            self.parts += [("front", role), ("back", role)]

    def exchange(self, kind: Kind) -> Iterator[tuple[Construct, ...]]:
        """Objects of the hand that bets are played with are given up for new ones."""
        size = self.sizes.get(self.own, 0)
        most = self.up_to(1, size)
        if self.own not in self.certain or not self.afford(sum(comb(size, gone) for gone in range(most + 1))):
            return
        if not self.fits(kind, most):
            return
        role = "player" if self.own != "box" or self.maybe() else "box"
        facing = c(self.one("face_up", "face_down"))
        step: Construct = c("exchanges", t(role), t(self.bets[0]), n(most), n(size), t(kind.object), facing)
        yield (self.for_some(self.own, step) if self.maybe(4) else step,)
        self.certain.remove(self.own)
        self.exchanged.add(self.own)

    def choice(self, kinds: dict[str, Kind]) -> Iterator[tuple[Construct, ...]]:
        if self.repeats or "split" in self.chosen or self.chosen_again:
            return
        placed = [bet for bet in self.bets if bet not in ("window-bet", "raise-bet")]
        bet, self.chosen_again = self.one(self.bets[0], self.bets[0], self.one(*placed)), bool(self.chosen)
        other = self.one("fold", "double", "half-fold", "switch", "draw", "raise", "split", "lower")
        if self.chosen_again:
            other = self.one(*[a for a in ("fold", "double", "half-fold", "lower") if a not in self.chosen])
        if self.parting == "split" or (self.parting == "draw" and not self.chosen_again):
            other = self.parting
        if (self.parts or self.exchanged) and other in ("draw", "split"):
            other = "fold"  # of a hand that has been divided, or exchanged in part
        actions = ["stand", other]
        if self.maybe(3):
            actions.append(self.one("fold", "double"))
        actions = list(dict.fromkeys(actions))
        if "draw" in actions and not (self.own and self.own in self.held and self.fits(kinds["card"], 1)):
            actions.remove("draw")
        if "split" in actions and (self.own not in self.certain or self.sizes[self.own] % 2):
            actions.remove("split")
        if "switch" in actions and bet == self.bets[-1]:
            actions.remove("switch")
        if len(actions) < 2 or not self.afford(len(actions)):
            return
        role = "player" if self.own != "box" or self.maybe() else "box"
        offered = seq("alternatives", *map(t, actions))
        step: Construct = c("choose", t(role), t(bet), offered)
        if "draw" in actions and self.maybe():
            enough = c("greater", c("count", t("card"), t(self.own)), n(self.sizes.get(self.own, 0)))
            step = c("choose_until", t(role), t(bet), offered, enough)
        elif self.maybe(4):
            step = c("guarded", self.condition(bet if self.chosen_again else "", guard=self.maybe()), step)
        if "raise" in actions:
            yield (c("bet", t("raise-bet")),)
        yield (step,)
        upon = {
            "draw": (c("draws", n(1), t("card")),),
            "stand": (c("turn_ends"),),
            "double": (c("double", t(bet)), c("turn_ends")),
            "fold": (c("loses", t(bet)),),
            "raise": (c("stakes", self.put(bet), t("raise-bet")), c("turn_ends")),
            "split": (c("splits", t("second-hand"), t(bet)),),
            "half-fold": (c("loses_part", t(bet), Share(HALF)),),
            "lower": (c("reduces", t(bet)),),
            "switch": (c("moves_to", t(bet), t(self.bets[-1])),),
        }
        for action in actions:
            if action in self.chosen:
                continue
            if action == "draw":
                self.drawing.append(self.own)
                if ("draw", "") in self.moves:
                    continue
                self.moves.append(("draw", ""))
            yield (c("upon", t(action), seq("effects", *upon[action])),)
        if "raise" in actions:
            self.bets.append("raise-bet")
        self.chosen = list(dict.fromkeys([*self.chosen, *actions]))
        for action in actions:
            if self.maybe(6):
                norm = c("must_not", t("player"), t(action), None)
                if self.maybe(2):
                    norm = c(self.one("must", "may"), t("player"), t(action))
                yield (c("guarded", self.condition(bet), norm),)

    def accept(self) -> Iterator[tuple[Construct, ...]]:
        """A window for a bet in proportion to the first."""
        opens: Construct = c("opens", terms("window-bet"), self.put(self.bets[0]))
        yield (c("bet", t("window-bet")), c("guarded", self.condition(guard=True), opens) if self.maybe() else opens)
        self.bets.append("window-bet")
        self.window = True
        if self.maybe(2):
            norm = c("must_not", t("player"), t("place-bet"), terms("window-bet"))
            yield (c("guarded", self.condition(guard=True), norm),)
        if self.maybe(2):
            bound = c(
                self.one("stake_at_least", "stake_at_most", "stake_is"), terms("window-bet"), self.put(self.bets[0])
            )
            yield (c("guarded", self.condition(guard=True), bound) if self.maybe() else bound,)
        if self.maybe():
            yield from self.opened()

    def opened(self) -> Iterator[tuple[Construct, ...]]:
        """Something that the bet of a window opens by being there, or that is chosen for it."""
        is_there = c("has_bet_on", t("player"), t("window-bet"))
        thrown = [kind for kind in self.kinds if not kind.size]
        options = ["choice"] * (not (self.chosen or self.parts or self.parting))
        options += ["number"] * (not self.mark) + ["throw"] * bool(thrown)
        match self.one(*options, ""):
            case "choice" if self.afford(2):
                action, bet = self.one("double", "fold", "half-fold"), self.one("window-bet", self.bets[0])
                of = self.one(self.bets[0], "window-bet")
                step = c("choose", t("player"), t(bet), seq("alternatives", t("stand"), t(action)))
                yield (step if bet == "window-bet" else c("guarded", is_there, step),)
                effects = {
                    "double": c("double", t(of)),
                    "fold": c("loses", t(of)),
                    "half-fold": c("loses_part", t(of), Share(HALF)),
                }
                yield (c("upon", t(action), seq("effects", effects[action])),)
                self.chosen = ["stand", action]
            case "number":
                yield (
                    c("memory", t("mark"), c("span", n(0), n(9))),
                    c("guarded", is_there, c("becomes", t("mark"), n(1))),
                )
                self.mark = True
            case "throw" if self.afford(thrown[0].different ** thrown[0].count):
                yield (c("guarded", is_there, c("throw", self.thrown_by, t(thrown[0].object))),)
            case _:
                pass

    def put(self, bet: str) -> Construct:
        """An amount in proportion to the stake of a bet."""
        match self.one("stake", "stake_times", "stake_part"):
            case "stake_times":
                return c("stake_times", n(self.up_to(2, 3)), t(bet))
            case "stake_part":
                return c("stake_part", Share(HALF), t(bet))
            case _:
                return c("stake", t(bet))

    # ── Settlement ──────────────────────────────────────────────────────────

    def settled(self, bet: str) -> Node:
        """The bets of which a sentence speaks: one, or several."""
        several = self.together.get(bet, ())
        return seq("several", *map(t, several)) if several else t(bet)

    def effect(self, bet: str) -> Construct:
        kinds = ["loses", "pays", "push", "void", "wins_part", "loses_part"]
        if not self.pot and self.maybe(3):
            kinds.append("keep")
        if self.standing:
            kinds += ["stays", "stays"]
        if self.line and bet != "line-bet" and bet not in self.naming and bet not in self.together:
            kinds += ["moves_naming"] * 3
        bets = self.settled(bet)
        match self.one(*kinds):
            case "pays":
                return c("pays", bets, Payoff(Fraction(self.up_to(1, 9), self.one(1, 1, 2))))
            case "wins_part":
                return c("wins_part", bets, Share(self.one(HALF, Fraction(1, 3))))
            case "loses_part":
                return c("loses_part", bets, Share(self.one(HALF, Fraction(1, 4))))
            case "moves_naming":
                return c("moves_naming", bets, t("line-bet"), self.amount([r for r in self.holders if r in self.held]))
            case other:
                return c(other, bets)

    def bounds(self) -> None:
        """Bounds of stakes that a stake of one keeps; of bets that rules accept or put later, none is a number."""
        staked = [bet for bet in self.bets if bet not in ("window-bet", "raise-bet")]
        bets = terms(*staked[: self.up_to(1, len(staked))])
        bound = self.one(
            c("stake_within", bets, n(1), n(self.up_to(1, 9))),
            c("stake_at_least", bets, c("stake_number", n(1))),
            c("stake_at_most", bets, c("stake_number", n(self.up_to(1, 9)))),
            c("stake_is", bets, c("stake_number", n(1))),
        )
        self.articles.add(c("guarded", self.condition(guard=True), bound) if self.maybe() else bound)

    def settle(self) -> None:
        if self.maybe(4) or len(self.bets) == 1:
            for bet in self.bets:
                self.rules(bet, c("settle", terms(bet)))
            return
        self.articles.add(c("settle", terms(*self.bets)))
        alone = [bet for bet in self.bets if bet not in self.naming]
        several = tuple(alone[: self.up_to(2, len(alone))]) if len(alone) > 1 and self.maybe() else ()
        self.together = dict.fromkeys(several[:1], several)
        for bet in self.bets:
            if bet not in several[1:]:
                self.rules(bet)

    def rules(self, bet: str, *first: Construct) -> None:
        article = self.articles.next
        style = self.one("otherwise", "complement", "prevails", "open", "table", "cases")
        rules: list[tuple[Construct, ...]] = []
        end: tuple[Construct, ...] = ()
        condition = self.condition(bet)
        if self.parting == "draw" and self.drawing and self.maybe():
            # Then what is best may depend on it, too.
            won = c("pays", self.settled(bet), Payoff(Fraction(self.up_to(1, 2))))
            rules = [(c("guarded", self.of_drawn(self.drawing), won),)]
            style, end = "", (c("otherwise", c("loses", self.settled(bet))),)
        match style:
            case "otherwise":
                rules = [(c("guarded", self.condition(bet), self.effect(bet)),) for _ in range(self.up_to(0, 1))]
                rules.insert(0, (c("guarded", condition, self.effect(bet)),))
                end = (c("otherwise", self.effect(bet)),)
            case "complement":
                against = c("negation", condition) if not _is_negation(condition) else condition.parts[0]  # type: ignore[attr-defined]
                rules = [(c("guarded", condition, self.effect(bet)),), (c("guarded", against, self.effect(bet)),)]
            case "prevails":
                rules = [(self.effect(bet),), (c("guarded", condition, self.effect(bet)), self.over(article, 1))]
                if self.maybe():
                    rules.append((c("guarded", self.condition(bet), self.effect(bet)), self.over(article, 2)))
                    if self.maybe():
                        rules[-1] = (*rules[-1], self.over(article, 1))
            case "table" if able := [r for r in self.holders if self.held.get(r, None)]:
                return self.table(bet, article, able, first)
            case "cases":
                roles = [r for r in self.holders if r in self.held]
                if roles:
                    what, cut = self.amount(roles), self.up_to(0, 8)
                    low = c("number_is", what, seq("numbers", c("span", n(0), n(cut))))
                    rules = [(c("guarded", low, self.effect(bet)),)]
                    for value in range(cut + 1, cut + 1 + self.up_to(0, 2)):
                        at = c("number_is", what, seq("numbers", n(value)))
                        rules.append((c("guarded", at, self.effect(bet)),))
                    high = c("greater", what, n(cut + len(rules) - 1))
                    rules.append((c("guarded", high, self.effect(bet)),))
            case _:
                pass
        if not rules:
            rules = [
                (c("guarded", condition, self.effect(bet)),),
                (c("guarded", self.condition(bet), self.effect(bet)),),
            ]
        if self.maybe(5):
            taken = c("commission", self.settled(bet), Share(self.one(Fraction(1, 20), HALF)))
            rules.append((self.one(taken, c("guarded", self.condition(bet), taken)),))
        if self.maybe(5):
            paid = c("bonus", self.settled(bet), Payoff(Fraction(self.up_to(1, 5))))
            rules.append((self.one(paid, c("guarded", self.condition(bet), paid)),))
        if self.pot and self.maybe():
            paid = self.one(
                c("receives_all", self.settled(bet), t("pot")),
                c("receives_part", self.settled(bet), Share(HALF), t("pot")),
                c("receives_amount", self.settled(bet), n(self.up_to(1, 12)), t("pot")),
            )
            rules.append((self.one(paid, c("guarded", self.condition(bet), paid)),))
        if style != "prevails" and self.maybe(5):
            # Several rules in one provision.
            rules[:2] = [(*rules[0], *rules[1])] if len(rules) > 1 else rules
        below = [point(article, i, *statements) for i, statements in enumerate(rules, 1)]
        self.articles.add(*(first or (c("introduces"),)), *end, below=tuple(below))
        return None

    def measured(self, bet: str, roles: list[str]) -> Construct:
        """An amount by which a table pays."""
        if self.naming.get(bet, ("",))[0] == "number":
            return c("named_number")
        role = self.one(*roles)
        made: Construct = self.one(
            c("total", t(role)),
            c("count_showing", t(role), self.item_of(role)),
            c("lowest_total", t(role)),
            c("difference", c("total", t(role)), self.amount(roles)),
        )
        return made

    def over(self, article: str, number: int) -> Construct:
        return c("prevails", seq("refs", Reference(f"{article}__point_{number}")))

    def table(self, bet: str, article: str, able: list[str], first: tuple[Construct, ...]) -> None:
        guard = self.condition(bet) if self.maybe() else None
        end = (c("otherwise", self.effect(bet)),) if guard is not None or self.maybe() else ()
        by, named = hand(self.one(*able)), [items((name,)) for name in self.categories]
        if not self.categories or self.maybe(2):
            by = self.measured(bet, able)
            numbers = list(map(str, range(self.up_to(0, 9), 15)))
            named = [items(tuple(numbers[i : i + 2])) for i in range(0, 2 * self.up_to(1, 3), 2)]
        header = c("pays_by", guard, self.settled(bet), by)
        rows = [c("row_odds", of, Payoff(Fraction(self.up_to(1, 5)))) for of in named]
        if self.maybe():
            rows[-1] = c("row_others", Payoff(Fraction(self.up_to(1, 5))))
        below = tuple(point(article, i, row) for i, row in enumerate(rows, 1))
        self.articles.add(*first, *end, header, below=below)

    def make(self) -> Regulation:
        """The whole text."""
        self.parting = self.one("", "", "", "", "divide", "form", "split", "draw", "exchange")
        self.material()
        self.parties()
        self.hands()
        if self.parting in ("divide", "form") or self.maybe(2):
            self.classify()
        if self.maybe(2):
            self.define()
        self.procedure()
        thrown = [p.eid for a in self.articles.made for p in a.below if _throws(p)]
        calm = not (self.repeats or self.chosen or self.drawing or self.window or self.pot)
        self.standing = bool(thrown) and calm and all(not kind.size for kind in self.kinds) and self.maybe()
        if self.maybe(3):
            self.bounds()
        if self.standing and not self.company and self.maybe():
            # Of the numbers that a bet may come to name, some may be out of its range.
            span = c("span", n(self.one(0, 0, 2)), n(self.one(40, 40, 5)))
            self.articles.add(c("bet_naming", t("line-bet"), seq("namings", c("names_number", span))))
            self.line, self.naming["line-bet"] = True, ("number", "")
            self.bets.append("line-bet")
        if self.maybe(9):
            won, beside = self.up_to(1, len(self.bets)), self.maybe()
            self.articles.add(c("score", terms(*self.bets[:won]), terms(self.bets[-1]) if beside else None))
        self.settle()
        if self.marker:
            last = c("guarded", c("appears", t("marker")), c("rounds_left", n(self.up_to(0, 1))))
            self.articles.add(last)
            # Of two that hold, in whatever order they stand, that by which use ends first counts.
            if self.maybe(2):
                another = c("rounds_left", n(self.up_to(0, 1)))
                self.articles.add(self.one(another, c("guarded", c("appears", t("marker")), another)))
        elif "card" in (kind.object for kind in self.kinds) and self.maybe(15):
            self.articles.add(c("guarded", c("round_over"), c("put_back", t("card"), t("case"))))
        if self.standing:
            self.articles.add(c("repeat", Reference(thrown[0]), c("decided")))
        header = (Sentence(c("work", Text("generated"))), Sentence(c("invented")))
        return Regulation(Document("", header, tuple(self.articles.made)))


def _throws(provision: Provision) -> bool:
    return any(isinstance(n, Construct) and n.op == "throw" for s in provision.sentences() for n in walk(s.statement))


def _is_negation(node: Node) -> bool:
    return isinstance(node, Construct) and node.op == "negation"


class Numbers:
    """The numbers that decide a text: at random by a seed, or given ones, after which each is the least there may be.

    Not drawn by hypothesis, which also draws what stands in the modules that happen to be loaded: the texts
    of a seed would differ from run to run.
    """

    def __init__(self, seed: int | None = None, given: Iterable[int] = ()) -> None:
        self._random = None if seed is None else Random(seed)
        self._given = iter(given)
        self.used: list[int] = []

    def __call__(self, low: int, high: int) -> int:
        number = (
            min(high, max(low, next(self._given, low))) if self._random is None else self._random.randint(low, high)
        )
        self.used.append(number)
        return number


def regulation_of(seed: int, leaves: int) -> Regulation:
    """The regulation of a seed, with at most about so many rounds for one bet."""
    return Maker(Numbers(seed), leaves).make()


def _scale(key: Construct) -> str:
    """The scale that a key compares by; none of totals."""
    match key:
        case Construct("guarded_key", (_, Construct() as inner)):
            return _scale(inner)
        case Construct("run_key"):
            return "rank"
        case Construct("total_key"):
            return ""
        case _:
            return key.term(0)
