"""What the engine says of a text against the enumeration of its rounds.

Agreement proves procedure and counting only: both sides ask the same game what an
observable is, so a misread observable is wrong on both. Meaning is proved by values
worked out by hand (`test_meaning`, and the oracles of the shelf's games).

A refusal (`NotAnalysed`, `NotCompiled`, a diagnostic) is always right; a wrong figure never is.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
from numpy.random import SeedSequence

from generated.best_play import offer_of, wrong_in_play
from generated.idle import each_left_out
from generated.oracle import (
    Ask,
    Branch,
    Leaf,
    Node,
    NotEnumerated,
    Policy,
    Solution,
    TooLarge,
    Tree,
    enumerate_rounds,
    solve,
)
from generated.stepping import USUAL, Circumstances, End, Ended, Stakes, Stepper
from generated.texts import Regulation
from generated.vocabulary import glossary
from lexludi.base.diagnostics import Diagnostic, Severity
from lexludi.base.errors import IllegalAction, InvalidStack, LexludiError
from lexludi.base.source import Source, Span
from lexludi.checks.conflict import conflict
from lexludi.checks.coverage import cover
from lexludi.checks.endings import endless_repetition, no_choice_left, number_out_of_range
from lexludi.checks.full_table import objects_used_up, too_few_objects
from lexludi.checks.gap import gap, gap_in_categories
from lexludi.checks.idle_rules import unreachable_rule
from lexludi.checks.idle_steps import idle_alternative, unreachable_step
from lexludi.checks.law import Law
from lexludi.checks.reach import MAX_RANDOM, NEVER, REACHED, SEED, reach
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.joint import compare
from lexludi.exact.odds import BetOdds, Odds, odds
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, glossary_for
from lexludi.language.nodes import Construct, Term, walk
from lexludi.language.printer import print_document
from lexludi.play.actions import Act, PlaceBet
from lexludi.play.game import Game, make_game
from lexludi.play.plan import Unit
from lexludi.play.table import first_place, places
from lexludi.rules.lowering import BESIDE, lower
from lexludi.rules.meaning import NO_BET
from lexludi.rules.model import PLACE_BET, RuleSet, expressions
from lexludi.simulate.automaton import Automaton
from lexludi.simulate.choosing import bets_of, decisions
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampler import automaton_of, code_of

LANGUAGES = ("zh", "pt", "en")

# What is always chosen in generated code: every choice of a generated text offers it, but for those of no bet.
ALWAYS = "stand"
_MORE = 12  # objects behind those that come in a round
# The end of a round in which that may not be chosen.
_REFUSED = End((), (), frozenset(), "forbidden", stuck=True)

# Rounds that are sampled, from one seed: what comes about otherwise than it should by chance alone comes of none.
SAMPLED = 2_000

# Kinds of bets that are placed in every order and at every place.
FEW = 3

# Rounds at random in a row that show nothing: most of what is left open in a small text no round shows.
PATIENCE = 20


@dataclass(frozen=True)
class Fault:
    """A disagreement: which comparison, what kind, and what each side says."""

    check: str
    kind: str
    said: str

    def __str__(self) -> str:
        return f"{self.check}: {self.kind}: {self.said}"


class Disagreement(AssertionError):
    """The engine says of a text what enumeration does not."""


# ── From a text to a game ───────────────────────────────────────────────────


@dataclass(frozen=True)
class Company:
    """Bets of one bettor of a status, which may be placed together, and their rounds."""

    bets: Stakes
    status: str
    tree: Tree

    def place_of(self, bet: str) -> str | None:
        """The place at which a bet stands; none if it is not placed."""
        return next((placed.holder for placed in self.bets if placed.bet == bet), None)

    def __str__(self) -> str:
        return " ".join((*(f"{bet.bet}@{bet.holder}" for bet in self.bets), self.status))


@dataclass(frozen=True)
class Case:
    """A text that can be run, with the limit of what is enumerated of it."""

    source: Source
    rules: RuleSet
    limit: int

    @cached_property
    def game(self) -> Game:
        """The game, with options and readings at their defaults."""
        return make_game(self.rules, "1", {}, {})

    @cached_property
    def law(self) -> Law:
        """The rules as the checks on the law have them."""
        return Law(self.rules, self.source)

    @property
    def decided(self) -> RuleSet:
        """The rules with options and readings at their defaults."""
        return self.game.decided

    @cached_property
    def wagers(self) -> tuple[PlaceBet, ...]:
        """Every bet that the first bettor can place, one unit each, at the first place."""
        return self._offered(next(filter(None, self.places), ""))

    @cached_property
    def elsewhere(self) -> tuple[PlaceBet, ...]:
        """The same bets at no place, where they may be placed at one or elsewhere."""
        return self._offered("") if len({*map(bool, self.places)}) > 1 else ()

    @property
    def places(self) -> list[str]:
        """The place of each bet that can be placed."""
        return [bet.holder for bet in self._every_bet]

    @cached_property
    def _every_bet(self) -> list[PlaceBet]:
        return [a for a in self.game.new_round(cards=()).legal_actions() if isinstance(a, PlaceBet)]

    def _offered(self, holder: str) -> tuple[PlaceBet, ...]:
        bets = [a for a in reversed(self._every_bet) if a.holder == holder]
        first = {(a.bet, a.naming): replace(a, stake=Fraction(1)) for a in bets}
        return tuple(reversed(first.values()))

    @cached_property
    def trees(self) -> dict[tuple[str, str], Tree]:
        """The rounds of each bet by itself, by bet and the item that it names.

        Raises:
            TooLarge, NotEnumerated: from the enumeration.
        """
        return self._trees(self.wagers)

    @cached_property
    def otherwise(self) -> list[tuple[set[str], dict[tuple[str, str], Tree]]]:
        """The same in other circumstances than odds suppose, with the names of what they then say that they suppose.

        Without the bets with which these cannot be.

        Raises:
            TooLarge, NotEnumerated: from the enumeration.
        """
        out = [(names, self._trees(self.wagers, given)) for names, given in self.circumstances()]
        if self.elsewhere:
            here = [(set[str](), USUAL), *self.circumstances()]
            out += [({"at-a-place", *names}, self._trees(self.elsewhere, given)) for names, given in here]
        return out

    def circumstances(self) -> Iterator[tuple[set[str], Circumstances]]:
        """Circumstances that odds do not suppose, with the names of what they then say that they suppose."""
        if not self.wagers:
            return
        bettor, read = self.wagers[0].bettor, _operators(self.decided)
        statuses = [(), *(((bettor, value),) for value in self.statuses[1:])]
        acts = [(), *((Act(bettor, act),) for act in {act for _, act in self.game.questions.norms})]
        holders = dict.fromkeys(("", bettor, *(wager.holder for wager in self.wagers[:1]), *self.decided.roles))
        events: list[tuple[tuple[tuple[str, str], int], ...]] = [()]
        for event in self.game.events():
            events += [tuple(((event, holder), times) for holder in holders) for times in (1, 2)]
            events += [(((event, holder), 1),) for holder in holders]
        for held_statuses, of_own_accord, happened, fresh in product(statuses, acts, events, (False, True)):
            supposed = {"first-status": held_statuses, "steps-alone": of_own_accord or happened, "in-use": fresh}
            names = {name for name, otherwise in supposed.items() if otherwise}
            if names and (not fresh or "use_begins" in read):
                yield names, Circumstances(held_statuses, of_own_accord, happened, fresh)

    def _trees(self, wagers: tuple[PlaceBet, ...], given: Circumstances = USUAL) -> dict[tuple[str, str], Tree]:
        out: dict[tuple[str, str], Tree] = {}
        left = self.limit
        for wager in wagers:
            if not self._may_begin(wager, given):
                continue
            tree = out[wager.bet, wager.naming] = enumerate_rounds(self.game, (wager,), left, given)
            left -= tree.steps
        return out

    def _may_begin(self, wager: PlaceBet, given: Circumstances) -> bool:
        """True if a bet may be placed in some circumstances, and its bettor do what is given of their own accord."""
        round_ = self.game.new_round(cards=(), statuses=dict(given.statuses))
        # By an act of one's own accord objects may be taken before any have come; such rounds are not enumerated.
        with suppress(IllegalAction, InvalidStack):
            for action in (wager, *given.acts):
                round_.apply(action)
            return True
        return False

    @property
    def all_trees(self) -> Iterator[Tree]:
        """The rounds of each bet by itself, in all circumstances."""
        yield from self.trees.values()
        for _, trees in self.otherwise:
            yield from trees.values()

    @cached_property
    def beside(self) -> list[Tree]:
        """The rounds of each bet beside one or two others for which somebody chooses, as the table may stand.

        Raises:
            TooLarge, NotEnumerated: from the enumeration.
        """
        choosing = {
            r.effect.term(1)
            for r in self.decided.steps
            if r.effect.op in ("choose", "choose_until", "divides", "exchanges")
        }
        windows = (r.effect.parts[1] for r in self.decided.steps if r.effect.op == "opens")
        choosing |= {bet.id for limit in windows for bet in walk(limit) if isinstance(bet, Term)}
        if self.bounds_placing:
            return []  # see `companies`
        chosen_for = [wager for wager in self.wagers if wager.bet in choosing]
        beside = [others for count in (1, 2) for others in combinations(chosen_for, count)]
        together = [(one, *others) for one in self.wagers for others in beside]
        pairs = [bets for bets in together if len({bet.bet for bet in bets}) == len(bets)]
        # Where it is asked what a bettor has a bet on, wherever that stands, the others are at another place too.
        another = next((place for place in self.places if place and place != self.places[0]), "")
        if another and "has_bet_on" in _operators(self.decided):
            there = {(b.bet, b.naming): replace(b, bettor=self.wagers[0].bettor) for b in self._offered(another)}
            apart = [(one, *(there.get((other.bet, other.naming)) for other in others)) for one, *others in pairs]
            pairs += [bets for bets in apart if None not in bets]
        # What is chosen in a first round, or by a bettor of another status, may concern the other bet there alone.
        others = (given for names, given in self.circumstances() if "steps-alone" not in names)
        return [enumerate_rounds(self.game, pair, self.limit, given) for given in (USUAL, *others) for pair in pairs]

    @cached_property
    def companies(self) -> list[Company]:
        """The rounds of every set of bets that one bettor may place, in some order, where it is bounded which may be.

        At every place, by a bettor of every status; none of these bets names anything. There is one of each kind; and
        one more, of a kind that is among them, without which they may not be placed.

        Raises:
            TooLarge, NotEnumerated: from the enumeration.
        """
        if not self.bounds_placing:
            return []
        bettor = f"{self.decided.bettor_role()}-1"
        if len(self.decided.offered) > FEW:
            raise TooLarge
        kinds, found = [bet.id for bet in self.decided.offered], dict[tuple[frozenset[PlaceBet], str], Stakes]()
        orders = [order for count in range(1, len(kinds) + 1) for order in permutations(kinds, count)]
        every = [
            tuple(PlaceBet(bettor, place, bet, 1) for bet, place in zip(order, where, strict=True))
            for order in orders
            for where in product(places(self.game), repeat=len(order))
        ]
        for status in self.statuses:
            for bets in every:
                if self._may_be_placed(bets, status):
                    found.setdefault((frozenset(bets), status), bets)
            alone = {bets for bets, other in found if other == status}
            for bets in every:
                for helped in _with_one_more(bets, places(self.game)) if frozenset(bets) not in alone else ():
                    if (frozenset(helped), status) not in found and self._may_be_placed(helped, status):
                        found[frozenset(helped), status] = helped
        out, left = [], 4 * self.limit
        for (_, status), bets in found.items():
            given = Circumstances(statuses=((bettor, status),) if status else ())
            out.append(Company(bets, status, enumerate_rounds(self.game, bets, left, given)))
            left -= out[-1].tree.steps
        return out

    def _may_be_placed(self, bets: Stakes, status: str) -> bool:
        """One bettor of a status may place bets in their order."""
        round_ = self.game.new_round(cards=(), statuses={bets[0].bettor: status} if status else {})
        with suppress(IllegalAction):
            for bet in bets:
                round_.apply(bet)
            return True
        return False

    @property
    def bounds_placing(self) -> bool:
        """True if norms say which bets of one unit may stand together, or alone."""
        offered = {bet.id for bet in self.decided.offered}
        return any(_bounds_placing(norm.effect, offered) for norm in self.decided.norms)

    @property
    def statuses(self) -> list[str]:
        """The statuses of bettors, the one first that odds suppose; one without a name where there are none."""
        return [value for declared in self.decided.statuses for value in declared.values] or [""]

    @cached_property
    def every_tree(self) -> list[Tree]:
        """All rounds that are enumerated.

        Raises:
            TooLarge, NotEnumerated: from the enumeration.
        """
        return [*self.all_trees, *self.beside, *(company.tree for company in self.companies)]

    @cached_property
    def leaves(self) -> list[End]:
        """The ends of all rounds that are enumerated.

        Raises:
            TooLarge, NotEnumerated: from the enumeration.
        """
        return [leaf.end for tree in self.every_tree for leaf in tree.leaves]


# A text of which the form is compared is then read: by each of its languages it is parsed once.
_built = lru_cache(len(LANGUAGES))(build)


def read(text: str, language: str, terms: Glossary, limit: int) -> tuple[Case | None, list[Diagnostic]]:
    """A text as a case; none if its form is refused."""
    source = Source(f"1.{language}.ludi", language, text)
    document, found = _built(source)
    if document is None or found:
        return None, found
    rules, found = lower(document, terms, source)
    if errors := [problem for problem in found if problem.severity is Severity.ERROR]:
        return None, errors
    return Case(source, rules, limit), found


def read_found(folder: Path, limit: int) -> Case:
    """The case of a text that was kept."""
    (path,) = folder.glob("1.*.ludi")
    case, found = read(path.read_text("utf-8"), path.name.split(".")[1], glossary_for(path), limit)
    if case is None:
        raise Disagreement([d.code for d in found])
    return case


def _with_one_more(bets: Stakes, at: Sequence[str]) -> Iterator[Stakes]:
    """Bets with one more of a kind among them, which stands elsewhere, in each place of their order."""
    for bet, place in product(bets, at):
        more = replace(bet, holder=place)
        if more not in bets:
            yield from ((*bets[:n], more, *bets[n:]) for n in range(len(bets) + 1))


# ── Form ────────────────────────────────────────────────────────────────────


def forms(regulation: Regulation, languages: tuple[str, ...] = LANGUAGES) -> Iterator[Fault]:
    """Parser and printer: each language gives the tree back, and all the same statements."""
    meant = []
    for language in languages:
        text = regulation.text(language)
        source = Source(f"1.{language}.ludi", language, text)
        document, found = _built(source)
        if document is None or found:
            yield Fault("form", "not-read", f"{language}: {[d.code for d in found]}")
            continue
        if document != regulation.tree(language):
            yield Fault("form", "another-tree", language)
        if print_document(document) != text:
            yield Fault("form", "printed-otherwise", language)
        rules, found = lower(document, glossary(), source)
        meant.append((rules.statements, sorted(d.code for d in found)))
    if any(m != meant[0] for m in meant):
        yield Fault("form", "languages-differ", "")


# ── Exact odds ──────────────────────────────────────────────────────────────

Ends = dict[tuple[str, str, Fraction | None, tuple[str, ...]], Fraction]


def exact_odds(case: Case) -> Iterator[Fault]:
    """`analyze`: expectation, variance, and each outcome with its probability and provisions."""
    found = odds(case.decided)
    for bet_odds in found.bets.values():
        for naming in bet_odds.naming or ("",):
            if (bet_odds.bet, naming) in case.trees:
                yield from _odds_of(case, found, bet_odds, case.trees[bet_odds.bet, naming], naming)
            else:
                yield from _odds_in_company(case, bet_odds)
            for supposed, trees in case.otherwise:
                tree = trees.get((bet_odds.bet, naming))
                if supposed.isdisjoint(found.assumptions) and tree is not None:
                    without = " and ".join(sorted(supposed))
                    yield from _odds_of(case, found, bet_odds, tree, f"{naming} without {without}")


def _odds_of(case: Case, found: Odds, bet_odds: BetOdds, tree: Tree, naming: str) -> Iterator[Fault]:
    name = f"{bet_odds.bet} {naming}".strip()
    if tree.stuck:
        yield Fault("odds", "rounds-that-cannot-go-on", f"{name}: {_figures(_said(bet_odds))}")
        return
    try:
        solution, truth, kept = _over_rounds(bet_odds.bet, tree)
    except NotEnumerated as reason:
        if reason.args[0] == "a round without end":
            yield Fault("odds", "rounds-without-end", name)
        return
    if truth is None:
        yield Fault("odds", "kept-without-end", name)
    elif solution.is_unique:
        if truth != _said(bet_odds):
            yield Fault(
                "odds", _kind(truth, _said(bet_odds)), f"{name}: {_figures(_said(bet_odds))}, not {_figures(truth)}"
            )
        elif bet_odds.kept != kept:
            yield Fault("odds", "kept", f"{name}: {bet_odds.kept}, not {kept}")
        elif not kept and (bet_odds.expectation, bet_odds.variance) != (solution.worth(), solution.variance()):
            yield Fault("odds", "moments", f"{name}: {bet_odds.expectation}, not {solution.worth()}")
        elif not kept:
            yield from _categories_of(bet_odds, solution, name)
    elif (worth := _mean(truth)) is not None and _mean(_said(bet_odds)) not in (None, worth):
        yield Fault("odds", "best-play", f"{name}: {_mean(_said(bet_odds))}, not {worth}")
    if not kept and not (tree.places or _may_be_kept(tree)):
        yield from _plays_of(found, bet_odds, tree, solution, naming)


def _plays_of(found: Odds, bet_odds: BetOdds, tree: Tree, solution: Solution, naming: str) -> Iterator[Fault]:
    """What is told of the best play at each choice that is met with a bet, by a bettor where odds suppose them."""
    offers = {ask.offer for ask in tree.asks}
    for told in found.strategies:
        of_bet = (told.staked or told.bet, told.placed or bet_odds.bet) == (bet_odds.bet, bet_odds.bet)
        if of_bet and offer_of(told) in offers and (not told.naming or naming.partition(" ")[0] in told.naming):
            for wrong in wrong_in_play(told, tree, solution):
                yield Fault("odds", "best-play-told", f"{bet_odds.bet} {naming}: {wrong}")


def _categories_of(bet_odds: BetOdds, solution: Solution, name: str) -> Iterator[Fault]:
    """Categories that are told with ends are those of one hand of the bettor, or of a part of it."""
    told: dict[object, dict[str, Fraction]] = {}
    for line in bet_odds.lines:
        end = line.outcome.bet, line.outcome.result, line.outcome.net, line.outcome.provisions
        by = told.setdefault(end, {})
        by[line.outcome.category] = by.get(line.outcome.category, Fraction(0)) + line.probability
    truth: dict[object, dict[Unit, dict[str, Fraction]]] = {}
    for (ended,), p in solution.distribution.items():
        by_hand = truth.setdefault((ended.bet, ended.result, ended.net, ended.provisions), {})
        for unit, category in ended.categories:
            by = by_hand.setdefault(unit, {})
            by[category] = by.get(category, Fraction(0)) + p
    for end, by in told.items():
        if by.keys() != {""} and by not in truth[end].values():
            yield Fault("odds", "categories", f"{name}: {end}: {by}, not one of {truth[end]}")


def _odds_in_company(case: Case, bet_odds: BetOdds) -> Iterator[Fault]:
    """Odds of a bet that is not placed alone: whatever others stand beside it, if nobody chooses anything.

    Placed by whom and where odds suppose it; by anybody and anywhere, if it cannot be placed so.
    """
    found = [company for company in case.companies if company.place_of(bet_odds.bet) is not None]
    usual = case.statuses[0], first_place(case.game.questions.judge.rules)
    supposed = [company for company in found if (company.status, company.place_of(bet_odds.bet)) == usual]
    for company in supposed or found:
        if company.tree.stuck or company.tree.asks or bet_odds.kept:
            continue
        number = [bet.bet for bet in company.bets].index(bet_odds.bet)
        ends: Ends = {}
        for every, p in solve(company.tree).distribution.items():
            key = (every[number].bet, every[number].result, every[number].net, every[number].provisions)
            ends[key] = ends.get(key, Fraction(0)) + p
        if ends != _said(bet_odds):
            yield Fault("odds", "in-company", f"{company}: {_figures(_said(bet_odds))}, not {_figures(ends)}")


def _said(bet_odds: BetOdds) -> Ends:
    ends: Ends = {}
    for line in bet_odds.lines:
        key = (line.outcome.bet, line.outcome.result, line.outcome.net, line.outcome.provisions)
        ends[key] = ends.get(key, Fraction(0)) + line.probability
    return ends


def _over_rounds(bet: str, tree: Tree) -> tuple[Solution, Ends | None, Fraction]:
    """The best play where a bet that is kept is worth what it is under that play, in as many rounds as it takes."""
    again, before = None, None
    while True:
        solution = solve(tree, again or Fraction(0))
        truth, kept = _settled(bet, solution)
        if truth is None and before is not None:
            # To keep it in every round is worth what the play before is, which has an end, and no play is worth more.
            return replace(before[0], tied=solution.tied), *before[1:]
        if truth is None or not (tree.asks and _may_be_kept(tree)):
            return solution, truth, kept
        worth = _mean(truth)
        if worth is None:
            raise NotEnumerated("a bet that may be kept or left undecided, and a choice")
        if worth == again:
            return solution, truth, kept
        again, before = worth, (solution, truth, kept)


def _mean(ends: Ends) -> Fraction | None:
    """The expected gain; none where a bet may be left undecided."""
    if any(net is None for _, _, net, _ in ends):
        return None
    return sum((p * (net or 0) for (_, _, net, _), p in ends.items()), Fraction(0))


def _may_be_kept(tree: Tree) -> bool:
    return any(bet.result == "kept" for leaf in tree.leaves for bet in leaf.end.bets)


def _settled(bet: str, solution: Solution) -> tuple[Ends | None, Fraction]:
    """The ends of one bet, one that is kept followed until it is decided; and how probably it is kept."""
    ends: Ends = {}
    for (settled,), p in solution.distribution.items():
        key = (settled.bet, settled.result, settled.net, settled.provisions)
        ends[key] = ends.get(key, Fraction(0)) + p
        if settled.result == "kept" and settled.bet != bet:
            raise NotEnumerated("a bet that has moved and is kept begins another round than it began")
        if settled.stake != 1:
            raise NotEnumerated("a bet that is kept with another stake begins another round than it began")
    kept = sum((p for (_, result, _, _), p in ends.items() if result == "kept"), Fraction(0))
    if kept == 1:
        return None, kept
    return {key: p / (1 - kept) for key, p in ends.items() if key[1] != "kept"}, kept


def _kind(truth: Ends, said: Ends) -> str:
    """Which part of the outcomes is wrong."""

    def without(ends: Ends, *, provisions: bool) -> dict[object, Fraction]:
        out: dict[object, Fraction] = {}
        for (bet, result, net, by), p in ends.items():
            key = (bet, result, net, tuple(sorted(set(by)))) if provisions else net
            out[key] = out.get(key, Fraction(0)) + p
        return out

    if without(truth, provisions=False) != without(said, provisions=False):
        return "probabilities"
    return "order-of-provisions" if without(truth, provisions=True) == without(said, provisions=True) else "outcomes"


def _figures(ends: Ends) -> str:
    return "; ".join(f"{b} {r} {n} {p} by {' '.join(by)}" for (b, r, n, by), p in sorted(ends.items(), key=str))


# ── Checks on the law ───────────────────────────────────────────────────────


def checks(case: Case) -> Iterator[Fault]:
    """Gaps, conflicts and rules without use: neither missed nor invented, under the defaults."""
    law = case.law
    open_ = {(asked.kind, asked.about) for asked, _ in law.unsearched()}
    leaves = case.leaves
    found: dict[str, set[tuple[str, str]]] = {
        "gap": {_about(d) for d in gap(law) if d.severity is Severity.WARNING},
        "conflict": {_about(d) for d in conflict(law) if d.severity is Severity.WARNING},
    }
    excused = any(True for _ in gap_in_categories(law))
    # What is left open where a round stops, or goes on for ever, has no end that says so.
    stopped = any(end.problem.endswith("action") for end in leaves)
    stopped |= any(tree.stuck or tree.endless for tree in case.every_tree)
    for kind, said in found.items():
        left = {(problem, about) for end in leaves for problem, about in end.open}
        true = {(problem.removeprefix(f"{kind}-"), about) for problem, about in left if problem.startswith(f"{kind}-")}
        if kind == "gap":  # no rule was asked about a bet that is open at the end
            true |= {("bet", about) for problem, about in left if problem == "never-settled"}
        for missed in sorted(true - said - open_):
            if not excused:
                yield Fault("checks", f"{kind}-missed", " ".join(missed))
        for invented in sorted(said - true):
            if not (stopped and invented[0] == "bet"):
                yield Fault("checks", f"{kind}-invented", " ".join(invented))
    cited = frozenset().union(*(end.cited for end in leaves))
    # Of a sentence on several bets it may be said for one of them, while a round cites it for another.
    alone = [eid for eid, _ in case.rules.statements]
    on_bets = [eid for eid, _ in {(r.eid, r.effect.term(0)) for r in case.decided.outcomes}]
    for diagnostic in unreachable_rule(law):
        eids = diagnostic.args["provisions"].eids
        if all(alone.count(e) == 1 >= on_bets.count(e) for e in eids) and cited & set(eids):
            yield Fault("checks", "unreachable-invented", " ".join(eids))


# Rounds that stop, or go on for ever: what their problems begin with, and the check that finds them.
_STOPS: tuple[tuple[str, Callable[[Law], Iterator[Diagnostic]]], ...] = (
    ("no-choice-left", no_choice_left),
    ("used-up", objects_used_up),
    ("out-of-range", number_out_of_range),
    ("too-many-repetitions", endless_repetition),
)


def stops(case: Case) -> Iterator[Fault]:
    """Rounds that come to no end: neither missed nor invented, under the defaults."""
    # The search supposes that nobody acts of their own accord, that nothing goes wrong, and objects that are in use.
    trees = [tree for tree in case.every_tree if tree.given == replace(USUAL, statuses=tree.given.statuses)]
    met = {problem for tree in trees for leaf in tree.leaves for problem in _problems(leaf.end)}
    met |= {"too-many-repetitions" for tree in trees if tree.endless}
    # For objects that are used up only rounds of one hand are searched to the end: where several places are taken, more
    # may be drawn than there are, though at one there are enough, and a check may say so or not.
    at_one = {key for tree in trees if _is_at_one_place(tree) for leaf in tree.leaves for key in _problems(leaf.end)}
    for problem, check in _STOPS:
        may = any(key.startswith(problem) for key in met)
        must = problem in at_one if problem == "used-up" else may
        said = any(found.severity is Severity.WARNING for found in check(case.law))
        at_full_table = problem == "used-up" and any(too_few_objects(case.law))
        if said and not (may or at_full_table):
            yield Fault("stops", "invented", problem)
        if must and not (said or at_full_table or any(case.law.unsearched())):
            yield Fault("stops", "missed", problem)


def _is_at_one_place(tree: Tree) -> bool:
    return len({bet.holder for bet in tree.bets}) <= 1


def _problems(end: End) -> set[str]:
    return {end.problem, *(problem for problem, _ in end.open)}


def idle(case: Case) -> Iterator[Fault]:
    """What the checks call of no use: every round ends without it as it does with it."""
    for what, rules in each_left_out(case.decided, case.law):
        without = make_game(
            replace(rules, parameters={name: rules.parameters[name] for name in rules.meters}), "1", {}, {}
        )
        for tree in case.every_tree:
            if tree.places or tree.stuck:
                continue
            stepper = Stepper(without, tree.bets, tree.given)
            for leaf in tree.leaves:
                end = stepper.after(leaf.moves)
                if not isinstance(end, End) or _ending(end) != _ending(leaf.end):
                    yield Fault("idle", what.partition(" ")[0], f"{what}: {leaf.end} without it is {end}")
                    return


def steps(case: Case) -> Iterator[Fault]:
    """Steps that no round takes, and alternatives that are never open: neither missed nor invented."""
    found, every = case.law.default.taken, case.game.questions.judge.rules.steps
    taken = {step for tree in case.every_tree for step in tree.taken}
    open_ = {alternative for tree in case.every_tree for alternative in tree.open}
    # What is never so under any settings is never so under the defaults.
    for diagnostic in (*unreachable_step(case.law), *idle_alternative(case.law)):
        (label,) = diagnostic.labels
        at = [n for n, rule in enumerate(every) if rule.eid == label.eid and _overlap(rule.span, label.span)]
        action = diagnostic.args["action"].id if "action" in diagnostic.args else ""
        if at and all((n, action) in open_ if action else n in taken for n in at):
            yield Fault("steps", "told-invented", f"{label.eid} {action}")
    # Where nobody may bet there is no round to compare with; a check goes through one that would be shown all the same.
    stopped = found.stops or any(tree.stuck or tree.endless for tree in case.every_tree)
    # Companies are enumerated with objects that are in use; where bets of the first status are none, only these are.
    is_whole = found.is_whole and (case.wagers or "use_begins" not in _operators(case.decided))
    if case.every_tree and is_whole and not stopped:
        for what, said, true in (("step", found.steps, taken), ("alternative", found.alternatives, open_)):
            if said - true:
                yield Fault("steps", f"{what}-missed", str(said - true))
            if true - said:
                yield Fault("steps", f"{what}-invented", str(true - said))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _ending(end: End) -> object:
    return _shown(end.bets), end.open


def _bounds_placing(norm: Construct, offered: set[str]) -> bool:
    """True if a norm may forbid one of some bets, of one unit."""
    by_stake = norm.op.startswith("stake_") and any(n.op == "stake" for n in walk(norm) if isinstance(n, Construct))
    if not by_stake and not (norm.op == "must_not" and norm.term(1) == PLACE_BET):
        return False
    named = norm.parts[0 if by_stake else 2]
    return named is None or any(bet.id in offered for bet in named.items)


def _about(diagnostic: Diagnostic) -> tuple[str, str]:
    asked = diagnostic.args["question"]
    # A round that stops at what is taken or paid beside a result leaves the bet open.
    return "bet" if asked.kind in ("commission", "bonus") else asked.kind, asked.about


def coverage(case: Case) -> Iterator[Fault]:
    """`coverage --exact`: what is called out of reach is cited by no round, and what settles bets is, if reached."""
    leaves = case.leaves
    # What only a reading applies is reached all the same.
    cited = {ground.partition("?")[0] for end in leaves for ground in end.cited}
    settling = {r.eid for r in case.decided.outcomes if r.effect.op not in BESIDE}
    settling |= {definition.eid for definition in case.decided.definitions}
    if any(tree.places for tree in case.all_trees):
        return  # rounds that may never end are played for long
    statements = [eid for eid, s in case.rules.statements if s.op not in ("prevails", "row_odds", "row_others")]
    # Coverage plays every bet at once; here each is alone, or beside one other. And bettors may
    # act of their own accord there, and what goes wrong may take a hand; here only the steps of the round are followed.
    own_acts = case.decided.bettor_role() in {
        p.id for n in case.decided.norms for p in n.effect.parts if isinstance(p, Term)
    }
    # A contradiction about one bet may stand beside a gap about another.
    left = {problem for end in leaves for problem in (end.problem, *(left_open for left_open, _ in end.open))}
    stopped = not left <= {"", "gap-bet", "never-settled"} or any(end.stuck for end in leaves)
    lost = "hand_void" in _operators(case.decided)
    # What goes wrong happens there to whoever has several bets, too.
    apart = bool(case.beside) and any("steps-alone" in names for names, _ in case.circumstances())
    others = apart or _asks_of_others(case.decided) or _may_choose_twice(case.decided)
    complete = not (stopped or own_acts or lost or others)
    for row in reach(case.game, patience=PATIENCE, searches=case.law.searches).rows:
        if row.verdict == NEVER and row.eid in cited:
            yield Fault("coverage", "reached-called-never", row.eid)
        decides = row.eid in settling and statements.count(row.eid) == 1
        # Several bets of a kind, by several bettors, are placed by rounds at random alone: what one of them cites was
        # reached, and is no claim of a search.
        claimed = row.verdict == REACHED and complete and decides and row.eid not in cited
        if claimed and row.eid not in cover(case.game, MAX_RANDOM, SEED).counts:
            yield Fault("coverage", "never-called-reached", row.eid)


def _asks_of_others(rules: RuleSet) -> bool:
    """Whether anything depends on which other bets there are, or, as whether a marker appears, on how many."""
    others = "combines bets_at_several several_bet has_bet_on largest_stake largest_stake_among stakes_exceed appears"
    return bool(_operators(rules) & {*others.split()})


def _may_choose_twice(rules: RuleSet) -> bool:
    """Whether what is chosen is asked about or draws, and one bet may stand at several places, with one hand."""
    return any(role.elsewhere for role in rules.roles.values()) and not _operators(rules).isdisjoint(("chose", "draws"))


def _operators(rules: RuleSet) -> set[str]:
    return {n.op for e in expressions(rules) for n in walk(e) if isinstance(n, Construct)}


# ── Generated code ──────────────────────────────────────────────────────────


def code(case: Case) -> Iterator[Fault]:
    """Every dialect on every deal, with every bet placed; the same choice made every time."""
    try:
        automaton = automaton_of(case.game, dict.fromkeys(decisions(case.game), ALWAYS), given=True)
    except (NotCompiled, IllegalAction):  # nobody may place all bets together
        return
    bets = tuple(PlaceBet(b.bettor, b.holder, b.bet, Fraction(1), b.naming) for b in bets_of(case.game).values())
    tree = enumerate_rounds(case.game, bets, case.limit)
    if tree.stuck or tree.places:
        return
    played = [leaf for leaf in tree.leaves if {*leaf.moves.choices} <= {ALWAYS, NO_BET}]
    longest = max((len(leaf.moves.objects) for leaf in played), default=0)
    rows = [_padded(leaf.moves.objects, longest) for leaf in played]
    columns = np.array(rows, dtype=np.int64).reshape(len(rows), longest + _MORE)
    for kind in ("python", "numpy"):
        numbers = code_of(automaton, kind).ends(columns.T).tolist()
        for leaf, number in zip(played, numbers, strict=True):
            if wrong := _wrong(leaf.end, automaton, number):
                yield Fault("code", kind, f"{wrong} after {leaf.moves.objects}")
                break
    yield from _sampled(case, tree)


def _sampled(case: Case, tree: Tree) -> Iterator[Fault]:
    """Rounds by chance, in which code may draw whole hands at once: each end comes about as often as it should."""
    with suppress(NotCompiled):
        automaton = automaton_of(case.game, dict.fromkeys(decisions(case.game), ALWAYS))
        *counts, _ = code_of(automaton, "numpy").rounds(SAMPLED, SeedSequence(1)).tolist()
        ends = _under_always(tree.root)
        came: list[tuple[set[End], int]] = []
        for number, count in enumerate(counts):
            if count:
                alike = {end for end in ends if not _wrong(end, automaton, number)}
                # Of what nothing settles the provisions are not compared, so that several arrivals may be of one end.
                joined = [arrival for arrival in came if not arrival[0].isdisjoint(alike)]
                came = [arrival for arrival in came if arrival not in joined]
                came.append((alike.union(*(same for same, _ in joined)), count + sum(number for _, number in joined)))
        for alike, count in came:
            p = float(sum((ends[end] for end in alike), Fraction(0)))
            if abs(count - SAMPLED * p) > 6 * (SAMPLED * p * (1 - p)) ** 0.5 + 6:
                yield Fault("code", "sampled", f"{count} of {SAMPLED} rounds, not {SAMPLED * p:.0f}, end as {alike}")


def _under_always(root: Node) -> dict[End, Fraction]:
    """Each end with its probability, where the same is chosen every time."""
    ends: dict[End, Fraction] = {}

    def go(node: Node, p: Fraction) -> None:
        match node:
            case Leaf(end):
                ends[end] = ends.get(end, Fraction(0)) + p
            case Branch(children):
                for q, child in children:
                    go(child, p * q)
            case Ask(children=by_choice):
                if (chosen := by_choice.get(ALWAYS) or by_choice.get(NO_BET)) is None:
                    ends[_REFUSED] = ends.get(_REFUSED, Fraction(0)) + p
                else:
                    go(chosen, p)

    go(root, Fraction(1))
    return ends


def _wrong(end: End, automaton: Automaton, number: int) -> str:
    """What is wrong in the end of a round, if anything."""
    arrival = automaton.arrivals[number]
    if arrival.problem is not None:
        return "" if arrival.problem.key == end.problem else f"{arrival.problem.key}, not {end.problem or 'an end'}"
    said = {settled.bet: (settled.result, settled.net) for settled in arrival.settled}
    by = {settled.bet: settled.provisions for settled in arrival.settled}
    for place, bet in enumerate(end.bets):
        if said.get(place) != (bet.result, bet.net):
            return f"{bet.bet}: {said.get(place)}, not {bet.result} {bet.net}"
        if bet.result != "unsettled" and by[place] != bet.provisions:
            return f"{bet.bet}: by {by[place]}, not {bet.provisions}"
    # Of several bets that no rule settles, the oracle names the provisions of the first only.
    open_ = {other.provisions for other in end.bets if other.result == "unsettled"}
    if end.problem not in ("", "never-settled") and not any(by[p] in open_ for p in said if said[p][0] == "unsettled"):
        return f"open by {by}, not {open_}"
    return ""


def _padded(objects: tuple[int, ...], length: int) -> list[int]:
    """Objects with more behind them, which no rule may read."""
    return [*objects, *[objects[-1] if objects else 0] * (length + _MORE - len(objects))]


# ── Two texts ───────────────────────────────────────────────────────────────


def mutant(rules: RuleSet) -> tuple[RuleSet, str] | None:
    """The rules with one effect changed: the last one on a bet; and that bet."""
    for place in reversed(range(len(rules.outcomes))):
        rule = rules.outcomes[place]
        if rule.effect.op not in BESIDE:
            op = "push" if rule.effect.op == "loses" else "loses"
            changed = replace(rule, effect=Construct(op, rule.effect.parts[:1]))
            return replace(rules, outcomes=(*rules.outcomes[:place], changed, *rules.outcomes[place + 1 :])), (
                rule.effect.term(0)
            )
    return None


def outcomes(case: Case) -> Iterator[Fault]:
    """`diff --layer outcomes` of the text and a mutant: how probably a bet ends differently."""
    made = mutant(case.decided)
    if not case.wagers or made is None or any(r.effect.op == "keep" for r in case.decided.outcomes):
        return
    other, bet = made
    if bet in case.decided.put_by_rule:  # what becomes of it is part of the bet beside which it stands
        bet = case.wagers[0].bet
    try:
        found = compare(case.decided, other, bet)
    except NotAnalysed:
        return
    begun = {name: other.parameters[name] for name in other.meters}
    changed = make_game(replace(other, parameters=begun), "1", {}, {})
    for one in found:
        tree = case.trees.get((bet, one.naming))
        if tree is None or tree.places or tree.stuck or (tree.asks and _may_be_kept(tree)):
            continue
        solution = solve(tree)
        if solution.is_unique:
            wager = next(w for w in case.wagers if (w.bet, w.naming) == (bet, one.naming))
            truth = _differing(tree, solution.policy, changed, (wager,))
            if truth != one.probability:
                yield Fault("diff", "probability", f"{bet} {one.naming}: {one.probability}, not {truth}")


def _differing(tree: Tree, policy: Policy, changed: Game, bets: Stakes) -> Fraction:
    """The probability that the bet ends differently, with the same objects and choices."""
    stepper = Stepper(changed, bets)

    def go(node: Node) -> Fraction:
        match node:
            case Leaf(end, moves):
                other = stepper.after(moves)
                return Fraction(_shown(end.bets) != _shown(other.bets))  # type: ignore[union-attr]
            case Branch(children):
                return sum((p * go(child) for p, child in children), Fraction(0))
            case Ask(seen=seen, children=by_choice):
                return go(by_choice[policy[seen]])
        raise AssertionError(node)

    return go(tree.root)


def _shown(bets: tuple[Ended, ...]) -> list[object]:
    return [(b.result, b.net, b.parts) for b in bets]


# ── Amounts ─────────────────────────────────────────────────────────────────


def amounts(case: Case) -> Iterator[Fault]:
    """Of what is placed in windows none or the limit is the best: nothing is better with very little of it."""
    if not any(rule.effect.op == "opens" for rule in case.decided.steps):
        return
    found = odds(case.decided)
    for wager in case.wagers:
        of_items = (item for item in found.bets.values() if item.bet == wager.bet)
        bet_odds = next((item for item in of_items if not item.naming or wager.naming in item.naming), None)
        if bet_odds is None or bet_odds.expectation is None:
            continue
        tree = enumerate_rounds(case.game, (wager,), 4 * case.limit, with_little=True)
        if tree.stuck or _may_be_kept(tree):
            continue
        worth = solve(tree).worth()
        if worth is not None and worth > bet_odds.expectation:
            yield Fault("amounts", "another", f"{wager.bet}: {worth}, not {bet_odds.expectation}")


# ── All of it ───────────────────────────────────────────────────────────────

Check = Callable[[Case], Iterator[Fault]]

CHECKS: tuple[Check, ...] = (exact_odds, amounts, checks, stops, idle, steps, coverage, code, outcomes)


def faults(case: Case, wanted: tuple[Check, ...] = CHECKS) -> list[Fault]:
    """Every disagreement on a text; a failure that is no refusal is one too.

    Raises:
        TooLarge, NotEnumerated: its rounds cannot be enumerated.
    """
    out: list[Fault] = []
    try:
        _ = case.trees
    except (TooLarge, NotEnumerated):
        raise
    except Exception as problem:  # whatever it is, it is a fault
        return [Fault("play", type(problem).__name__, _where(problem))]
    for check in wanted:
        try:
            out += check(case)
        except (TooLarge, NotEnumerated):
            continue
        except NotAnalysed:
            continue
        except LexludiError as problem:
            out.append(Fault(check.__name__.removeprefix("exact_"), problem.key, str(problem)))
        except Exception as problem:  # whatever it is, it is a fault
            out.append(Fault(check.__name__.removeprefix("exact_"), type(problem).__name__, _where(problem)))
    return out


def _where(problem: BaseException) -> str:
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return f"{place} {problem}"[:300]
