"""The page of the game: its rules under the defaults as one would read them out, each with its provision.

Equipment, table, bets, course of a round, decision tables, ranks of hands, pay tables,
what may and may not be done; at the end what the house may choose otherwise, or may be
read otherwise, with all rules that depend on it.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from lexludi.base.frozen import dataclass
from lexludi.base.numbers import percent, whole_or_exact
from lexludi.exact.figures import Figures
from lexludi.exact.odds import BetOdds
from lexludi.language.citations import cite, with_article
from lexludi.language.nodes import Construct, Node, Number, Sequence, Term, constructs_in, walk
from lexludi.language.printer import Printer, show_odds
from lexludi.rules.describe import DescribedRule, prose_of, rulebook
from lexludi.rules.lowering import BESIDE
from lexludi.rules.model import Rule, RuleSet, Upon, action_of
from lexludi.site.chances import bet_anchor
from lexludi.site.course import Course, course
from lexludi.site.desk import Desk
from lexludi.site.effects import edge_told
from lexludi.site.equipment import Equipment, equipment
from lexludi.site.formal import SentencePiece, with_terms
from lexludi.site.library import WorkOnDate
from lexludi.site.norms import NormTable, norm_tables, tabled_actions
from lexludi.site.page import GeneratedPage, Heading, Hit
from lexludi.site.sentences import ReadingMark, inference_marks, reading_marks, told

# Kinds of the rulebook that are listed as sentences, in this order.
_LISTED = ("definition", "norm", "upon", "closing", "event")
# So many different gains of a bet are told one by one; of more, the least and the most.
_GAINS = 3


@dataclass(frozen=True)
class BetRuleRow:
    """A rule about a bet: its condition, its effect."""

    condition: tuple[SentencePiece, ...]
    effect: tuple[SentencePiece, ...]
    provisions: tuple[str, ...]
    readings: tuple[ReadingMark, ...]


@dataclass(frozen=True)
class ListedRule:
    """A rule as a sentence, with its provisions and the readings or inferences that it rests on."""

    sentence: tuple[SentencePiece, ...]
    provisions: tuple[str, ...]
    readings: tuple[ReadingMark, ...]


@dataclass(frozen=True)
class PayoffRow:
    """A row of a table of the law: a hand, its payoff, its probability where odds are known."""

    hand: tuple[SentencePiece, ...]
    odds: str
    probability: str
    eid: str


@dataclass(frozen=True)
class Paytable:
    """A table of the law: the sentence that opens it, and its rows, by `hand` or `number`."""

    opening: ListedRule
    rows: tuple[PayoffRow, ...]
    by: str


@dataclass(frozen=True)
class BetRules:
    """The rules about a bet: those of its tables, if it has any, and all others."""

    id: str
    name: str
    paytables: tuple[Paytable, ...]
    outcomes: tuple[BetRuleRow, ...]


@dataclass(frozen=True)
class BetRow:
    """A bet at a glance: where its odds are told, its gains per unit, how often it wins, the house edge."""

    name: str
    href: str
    provision: str
    gains: str
    wins: str
    edge: str


@dataclass(frozen=True)
class CategoryRow:
    """A category of hands: its definition, and the keys by which hands within it are compared."""

    id: str
    eid: str
    definition: tuple[SentencePiece, ...]
    keys: tuple[tuple[SentencePiece, ...], ...]


@dataclass(frozen=True)
class PrecedenceRow:
    """A provision that prevails over another, each with its words in a sentence; the inference that this may be."""

    winner: str
    winner_told: str
    loser: str
    loser_told: str
    marks: tuple[ReadingMark, ...]


@dataclass(frozen=True)
class ChoiceSection:
    """An option of the house or a doubtful reading: its value here, all values, and the rules that ask for it."""

    name: str
    kind: str
    value: str
    values: str
    provision: str
    rules: tuple[ListedRule, ...]


@dataclass(frozen=True)
class GameView:
    """The page: each part may be empty; `listed` holds the other rules by kind."""

    equipment: Equipment
    glance: tuple[BetRow, ...]
    course: Course
    norms: tuple[NormTable, ...]
    ranking: tuple[CategoryRow, ...]
    bets: tuple[BetRules, ...]
    listed: dict[str, tuple[ListedRule, ...]]
    precedence: tuple[PrecedenceRow, ...]
    choices: tuple[ChoiceSection, ...]

    @property
    def sections(self) -> tuple[str, ...]:
        """The names of the parts that are not empty."""
        parts: tuple[tuple[str, object], ...] = (
            ("equipment", self.equipment.material),
            ("table", self.equipment.table),
            ("glance", self.glance),
            ("step", self.course.items),
            ("norms", self.norms),
            ("ranking", self.ranking),
            ("bets", self.bets),
            *self.listed.items(),
            ("precedence", self.precedence),
            ("choices", self.choices),
        )
        return tuple(name for name, rows in parts if rows)


def game_page(work: WorkOnDate, language: str) -> GeneratedPage:
    """The page of the game of a work."""
    desk = Desk(f"{language}/{work.name}/game", work)
    rules = work.game.questions.judge.rules.source
    tabled = tabled_actions(desk)
    steps = course(desk, tabled)
    view = GameView(
        equipment(desk, rules),
        tuple(_glance(desk)),
        steps,
        tuple(norm_tables(desk)),
        tuple(_ranking(desk, rules)),
        tuple(_bet(desk, rules, bet) for bet in rules.bets),
        {kind: several for kind in _LISTED if (several := tuple(_listed(desk, rules, kind, tabled, steps)))},
        tuple(_precedence(desk)),
        tuple(_choices(desk, steps.told_actions)),
    )
    headings = tuple(Heading(name, desk.say(f"site.game.{name}")) for name in view.sections)
    return desk.page("game", view, headings, (Hit(h.anchor, h.title, desk.title) for h in headings))


def _in_words(desk: Desk, node: Node) -> tuple[SentencePiece, ...]:
    return with_terms(prose_of(desk.rules, desk.language).tell(node), desk.rules, desk.work.known)


# ── Payoffs of bets ─────────────────────────────────────────────────────────


def _glance(desk: Desk) -> Iterator[BetRow]:
    """Every bet with its odds; those on which only rules put an amount have none of their own."""
    odds = desk.work.odds.bets
    for bet in desk.work.first.bets.values():
        rows = {name: bet_odds for name, bet_odds in odds.items() if bet_odds.bet == bet.id}
        if not rows:
            yield BetRow(desk.teller.term(bet.id), "", bet.eid, "—", "—", "—")
        for name, bet_odds in rows.items():
            href = desk.link(f"{desk.work.name}/odds", bet_anchor(name))
            gain = sum((line.probability for line in bet_odds.lines if (line.outcome.net or 0) > 0), Fraction(0))
            gains, wins = _gains(desk, bet_odds), percent(gain, desk.language, 2)
            yield BetRow(Figures(desk.teller).name(bet_odds), href, bet.eid, gains, wins, edge_told(desk, bet_odds))


def _gains(desk: Desk, odds: BetOdds) -> str:
    """The gains per unit, of many the least and the most."""
    gains = sorted({Fraction(line.outcome.net) for line in odds.lines if line.outcome.net and line.outcome.net > 0})
    shown = [whole_or_exact(gain, desk.language) for gain in gains]
    return f"{shown[0]} – {shown[-1]}" if len(shown) > _GAINS else " · ".join(shown) or "—"


def _bet(desk: Desk, decided: RuleSet, bet: str) -> BetRules:
    about = [rule for rule in decided.outcomes if rule.effect.term(0) == bet]
    rules = sorted(about, key=lambda rule: rule.effect.op in BESIDE)
    # A row of a table has two provisions, its own and the one that opens the table; other rules have one.
    tabled = [rule for rule in rules if len(rule.provisions) > 1]
    return BetRules(
        bet,
        desk.teller.term(bet),
        tuple(_paytables(desk, tabled, bet, Counter(rule.eid for rule in about))),
        tuple(_outcome(desk, rule) for rule in rules if rule not in tabled),
    )


def _outcome(desk: Desk, rule: Rule) -> BetRuleRow:
    if rule.condition:
        condition = _in_words(desk, rule.condition)
    else:
        condition = (SentencePiece(desk.say("site.game.every-other" if rule.fallback else "site.game.always")),)
    marks = tuple(reading_marks(rule, desk.rules))
    return BetRuleRow(condition, _in_words(desk, rule.effect), rule.provisions, marks)


def _paytables(desk: Desk, rules: list[Rule], bet: str, said: Counter[str]) -> Iterator[Paytable]:
    """The tables of a bet; `said` is how many rules on it each provision says."""
    tables: dict[tuple[str, Construct], list[Rule]] = {}
    for rule in rules:
        tables.setdefault((rule.provisions[-1], _opening(rule)), []).append(rule)
    for (eid, opening), rows in tables.items():
        by = "number" if any(isinstance(item, Number) for rule in rows for item in _items(rule)) else "hand"
        sentence = told(desk, prose_of(desk.rules, desk.language).tell(opening))
        yield Paytable(
            ListedRule(sentence, (eid,), tuple(reading_marks(rows[0], desk.rules))),
            tuple(
                PayoffRow(
                    _found_by(desk, rule, by),
                    show_odds(rule.effect.parts[1].value, desk.language),
                    # What a provision decides that says more than a row is not told of that.
                    _probability(desk, bet, rule.eid) if said[rule.eid] == 1 else "—",
                    rule.eid,
                )
                for rule in rows
            ),
            by,
        )


def _opening(rule: Rule) -> Construct:
    """The sentence that opens the table of a rule: what is asked for before its row, and what the row is found by."""
    shared, operand = _conjuncts(rule.condition)[:-1], _tests(rule)[0].parts[0]
    condition = Sequence("all_of", shared) if len(shared) > 1 else next(iter(shared), None)
    return Construct("pays_by", (condition, rule.effect.parts[0], operand))


def _items(rule: Rule) -> tuple[Node, ...]:
    """The items of a row of a table; none in the row of all others."""
    match _conjuncts(rule.condition)[-1]:
        case Construct("negation"):
            return ()
        case _:
            named = (test.parts[1] for test in _tests(rule))
            return tuple(item for node in named for item in (node.items if isinstance(node, Sequence) else (node,)))


def _tests(rule: Rule) -> list[Construct]:
    """The conditions of a row of a table: that a number is among its own, or a hand of one of its categories."""
    row = _conjuncts(rule.condition)[-1]
    return [node for node in constructs_in(row) if node.op in ("number_is", "category_is")]


def _probability(desk: Desk, bet: str, eid: str) -> str:
    """The probability that a row of a table decides; none where names of the bet have odds of their own."""
    odds = [bet_odds for bet_odds in desk.work.odds.bets.values() if bet_odds.bet == bet]
    if len(odds) != 1:
        return "—"
    decided = (line.probability for line in odds[0].lines if eid in line.outcome.provisions)
    return percent(sum(decided, Fraction(0)), desk.language)


def _conjuncts(condition: Node | None) -> tuple[Node, ...]:
    if isinstance(condition, Sequence) and condition.op == "all_of":
        return condition.items
    return (condition,) if condition is not None else ()


def _found_by(desk: Desk, rule: Rule, by: str) -> tuple[SentencePiece, ...]:
    """The hands or the numbers of a row of a table."""
    if not (items := _items(rule)):
        return (SentencePiece(desk.say(f"site.game.others.{by}")),)

    def spelt(term: Term) -> str:
        return desk.rules.glossary.spelling(term.id, desk.language)

    printer = Printer(desk.language, spelt, own=False)
    return with_terms(desk.words.join(map(printer.node, items), "or"), desk.rules, desk.work.known)


# ── Hands, and all else as sentences ────────────────────────────────────────


def _ranking(desk: Desk, rules: RuleSet) -> Iterator[CategoryRow]:
    for category in rules.categories:
        keys = tuple(_in_words(desk, key) for key in category.keys)
        yield CategoryRow(category.id, category.eid, _in_words(desk, category.condition), keys)


def _listed(
    desk: Desk, rules: RuleSet, kind: str, tabled: frozenset[tuple[str, str]], steps: Course
) -> Iterator[ListedRule]:
    """The rules of a kind that neither a table nor the course of a round has told, and that can apply."""
    entries = (entry for entry in rulebook(rules, desk.language) if entry.kind == kind)
    norms = {action_of(rule.effect) for rule in rules.norms}
    for entry in entries:
        match entry.about:
            case Upon(action=action) if action in steps.told_actions or action not in norms:
                continue
            case Rule(effect=Construct(parts=(Term(id=role), *_)) as norm) if (
                kind == "norm" and (role, action_of(norm)) in tabled
            ):
                continue
            case _:
                yield _rule(desk, entry)


def _rule(desk: Desk, entry: DescribedRule) -> ListedRule:
    marks = tuple(reading_marks(entry.about, desk.rules)) if isinstance(entry.about, Rule) else ()
    return ListedRule(told(desk, entry.sentence), entry.provisions, marks)


def _precedence(desk: Desk) -> Iterator[PrecedenceRow]:
    for precedence in desk.work.first.precedences:
        winner, loser = (
            with_article(cite(eid, desk.language, in_full=True), desk.language)
            for eid in (precedence.winner, precedence.loser)
        )
        marks = tuple(inference_marks(precedence, desk.rules))
        yield PrecedenceRow(precedence.winner, f"{winner[0].upper()}{winner[1:]}", precedence.loser, loser, marks)


# ── What may be otherwise ───────────────────────────────────────────────────


def _choices(desk: Desk, told_actions: frozenset[str]) -> Iterator[ChoiceSection]:
    """The options and readings, each with the rules that ask for it and for none before it; then what follows."""
    entries = list(rulebook(desk.work.first, desk.language))
    rest = [entry for entry in entries if _asked(entry.about)]
    upons = [entry for entry in entries if isinstance(entry.about, Upon) and entry.about.action not in told_actions]
    for parameter in sorted(desk.work.first.parameters.values(), key=lambda p: p.kind):
        asking = [entry for entry in rest if parameter.id in _asked(entry.about)]
        rest = [entry for entry in rest if entry not in asking]
        chosen = {name for entry in asking for name in _terms(entry.about)}
        follow = [entry for entry in upons if isinstance(entry.about, Upon) and entry.about.action in chosen]
        upons = [entry for entry in upons if entry not in follow]
        yield ChoiceSection(
            desk.teller.term(parameter.id),
            desk.say(f"site.game.choices.{parameter.kind}"),
            desk.value(desk.work.game.settings[parameter.id]),
            desk.words.join(map(desk.value, parameter.choices), "or"),
            parameter.eid,
            tuple(_rule(desk, entry) for entry in (*asking, *follow)),
        )


def _asked(about: object) -> tuple[str, ...]:
    return about.asked if isinstance(about, Rule) else ()


def _terms(about: object) -> Iterator[str]:
    """The terms in the effect of a rule."""
    if isinstance(about, Rule):
        yield from (node.id for node in walk(about.effect) if isinstance(node, Term))
