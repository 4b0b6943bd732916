"""The page of the game: bets and their payoffs, ranks of hands, decision tables, and all other rules as sentences."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexludi.language.nodes import Node, Sequence
from lexludi.language.printer import Printer, show_odds
from lexludi.rules.describe import Ruled, rulebook
from lexludi.rules.lowering import BESIDE
from lexludi.rules.model import Precedence, Rule, RuleSet
from lexludi.site.desk import Desk
from lexludi.site.formal import Piece, in_words, with_terms
from lexludi.site.library import Work
from lexludi.site.markup import render
from lexludi.site.norms import NormTable, norm_tables
from lexludi.site.only_by_reading import ReadingMark, inference_marks, reading_marks
from lexludi.site.page import GeneratedPage, Heading, Hit

# Kinds of the rulebook that no table of this page shows, in this order.
_LISTED = ("step", "definition", "norm", "event", "closing", "upon", "precedence")


@dataclass(frozen=True)
class OutcomeRow:
    """A rule about a bet: its condition, its effect."""

    condition: tuple[Piece, ...]
    effect: tuple[Piece, ...]
    provisions: tuple[str, ...]
    readings: tuple[ReadingMark, ...]


@dataclass(frozen=True)
class PayoffRow:
    """A row of a table of the law: a hand, and its payoff."""

    hand: tuple[Piece, ...]
    odds: str
    eid: str


@dataclass(frozen=True)
class Paytable:
    """A table of the law: the condition that its rows share, the provision of that, its rows."""

    condition: tuple[Piece, ...]
    eid: str
    rows: tuple[PayoffRow, ...]


@dataclass(frozen=True)
class BetRules:
    """The rules about a bet: those of its table, if it has one, and all others."""

    id: str
    name: str
    paytable: Paytable | None
    outcomes: tuple[OutcomeRow, ...]


@dataclass(frozen=True)
class CategoryRow:
    """A category of hands: its definition, and the keys by which hands within it are compared."""

    id: str
    eid: str
    definition: tuple[Piece, ...]
    keys: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True)
class ListedRule:
    """A rule as a sentence, with its provisions and the readings or inferences that it rests on."""

    sentence: tuple[Piece, ...]
    provisions: tuple[str, ...]
    readings: tuple[ReadingMark, ...]


@dataclass(frozen=True)
class GameView:
    """The page: each part may be empty; `listed` holds the other rules by kind."""

    bets: tuple[BetRules, ...]
    ranking: tuple[CategoryRow, ...]
    norms: tuple[NormTable, ...]
    listed: dict[str, tuple[ListedRule, ...]]

    @property
    def sections(self) -> tuple[str, ...]:
        """The names of the parts that are not empty."""
        parts = (("bets", self.bets), ("ranking", self.ranking), ("norms", self.norms), *self.listed.items())
        return tuple(name for name, rows in parts if rows)


def game_page(work: Work, language: str) -> GeneratedPage:
    """The page of the game of a work."""
    desk = Desk(f"{language}/{work.home}/game", work)
    title = desk.say("site.nav.game")
    view = GameView(
        tuple(_bet(desk, bet) for bet in work.first.bets),
        tuple(_ranking(desk)),
        tuple(norm_tables(desk)),
        {kind: rules for kind in _LISTED if (rules := tuple(_listed(desk, kind)))},
    )
    headings = tuple(Heading(name, desk.say(f"site.game.{name}")) for name in view.sections)
    return GeneratedPage(
        desk.path,
        title,
        render("game.html", desk, view),
        section=desk.section(),
        description=desk.say("site.game.lead"),
        kind="game",
        headings=headings,
        hits=(Hit("", title, desk.title), *(Hit(h.anchor, h.title, desk.title) for h in headings)),
    )


def _in_words(desk: Desk, node: Node) -> tuple[Piece, ...]:
    return in_words(node, desk.work.text(desk.language), desk.links())


# ── Payoffs of bets ─────────────────────────────────────────────────────────


def _bet(desk: Desk, bet: str) -> BetRules:
    about = [rule for rule in desk.work.first.outcomes if rule.effect.term(0) == bet]
    rules = sorted(about, key=lambda rule: rule.effect.op in BESIDE)
    tabled = [rule for rule in rules if len(rule.provisions) > 1]
    return BetRules(
        bet,
        desk.teller.term(bet),
        _paytable(desk, tabled) if tabled else None,
        tuple(_outcome(desk, rule) for rule in rules if rule not in tabled),
    )


def _outcome(desk: Desk, rule: Rule) -> OutcomeRow:
    if rule.condition:
        condition = _in_words(desk, rule.condition)
    else:
        condition = (Piece(desk.say("site.game.every-other" if rule.fallback else "site.game.always")),)
    marks = tuple(reading_marks(desk, rule, desk.work.text(desk.language)))
    return OutcomeRow(condition, _in_words(desk, rule.effect), rule.provisions, marks)


def _paytable(desk: Desk, rules: list[Rule]) -> Paytable:
    shared = [c for c in _conjuncts(rules[0].condition) if all(c in _conjuncts(rule.condition) for rule in rules)]
    condition = shared[0] if len(shared) == 1 else Sequence("all_of", tuple(shared))
    return Paytable(
        _in_words(desk, condition) if shared else (),
        rules[0].provisions[-1],
        tuple(
            PayoffRow(_hand(desk, rule), show_odds(rule.effect.parts[1].value, desk.language), rule.eid)
            for rule in rules
        ),
    )


def _conjuncts(condition: Node | None) -> tuple[Node, ...]:
    if isinstance(condition, Sequence) and condition.op == "all_of":
        return condition.items
    return (condition,) if condition is not None else ()


def _hand(desk: Desk, rule: Rule) -> tuple[Piece, ...]:
    """The hand of a row of a table, in the words of its own provision."""
    provision = desk.work.provision(rule.eid, desk.language)
    rows = [s for s in (provision.sentences() if provision else ()) if s.statement.op in ("row_odds", "row_others")]
    if not rows or rows[0].statement.op == "row_others":
        return (Piece(desk.say("site.game.others")),)
    text = desk.work.text(desk.language)
    return with_terms(Printer(text.language).node(rows[0].statement.parts[0]), text, desk.links())


# ── Hands, and all else as sentences ────────────────────────────────────────


def _ranking(desk: Desk) -> Iterator[CategoryRow]:
    for category in desk.work.first.categories:
        keys = tuple(_in_words(desk, key) for key in category.keys)
        yield CategoryRow(category.id, category.eid, _in_words(desk, category.condition), keys)


def _listed(desk: Desk, kind: str) -> Iterator[ListedRule]:
    text = desk.work.text(desk.language)
    for entry in rulebook(desk.work.first, desk.language):
        if entry.kind == kind:
            marks = tuple(_marks(desk, entry.about, text))
            yield ListedRule(with_terms(entry.sentence, text, desk.links()), entry.provisions, marks)


def _marks(desk: Desk, about: Ruled, text: RuleSet) -> Iterator[ReadingMark]:
    match about:
        case Rule():
            yield from reading_marks(desk, about, text)
        case Precedence():
            yield from inference_marks(about, text)
        case _:
            return
