"""Worked rounds: witness deals from the search of the rules, then some by chance, until each end of a bet is shown."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from random import Random

from lexludi.base.errors import IllegalAction, LexludiError
from lexludi.base.frozen import dataclass
from lexludi.checks.survey import Survey
from lexludi.exact.odds import Odds
from lexludi.exact.outcomes import UNSETTLED
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.decide import Verdict
from lexludi.play.game import Decision, Game, Round
from lexludi.play.payment import pay
from lexludi.play.questions import ends
from lexludi.play.round_state import Bet
from lexludi.play.table import complete, least_stake, possible_bets
from lexludi.rules import meaning as m
from lexludi.rules.grounds import said

STAKE = 10
# So many situations of a rule are tried, and so many rounds by chance: an end that these rarely have stays without one.
SITUATIONS, SEEDS = 3, 40


@dataclass(frozen=True, order=True)
class End:
    """An end of a bet by its result; without one, where no rule settles it."""

    bet: str
    result: str


# An end, and the provisions that say so.
_Shown = tuple[End, tuple[str, ...]]


@dataclass(frozen=True)
class WorkedRounds:
    """Rounds to the end; of the ends that the exact odds list those that no round shows, and the bets without odds."""

    rounds: tuple[Round, ...]
    missing: tuple[End, ...]
    without_odds: tuple[str, ...]


def worked_rounds(game: Game, survey: Survey, odds: Odds) -> WorkedRounds:
    """Rounds each of which shows an end of a bet, or provisions for it, that no other of them shows."""
    known = frozenset(_ends(odds))
    analysed = {bet.bet for bet in odds.bets.values()}
    without_odds = tuple(bet.id for bet in game.rules.offered if bet.id not in analysed)
    seen: set[_Shown] = set()
    rounds: list[tuple[Round, frozenset[_Shown]]] = []

    def is_enough() -> bool:
        # Of a bet without odds it is not known when all of its ends have been seen.
        return not without_odds and known <= {end for end, _ in seen}

    for played in _tried(game, survey, seen, is_enough):
        shown = frozenset(_shown(played))
        if not shown <= seen:
            seen.update(shown)
            rounds.append((played, shown))
    missing = sorted(known - {end for end, _ in seen})
    return WorkedRounds(tuple(_needed(rounds)), tuple(missing), without_odds)


def _ends(odds: Odds) -> Iterator[End]:
    """The ends of bets that the odds list; of those that end together, of each."""
    for bet in odds.bets.values():
        for line in bet.lines:
            outcome = line.outcome
            yield from (_end(part.bet, part.result) for part in outcome.parts or (outcome,))


def _end(bet: str, result: str) -> End:
    return End(bet, "" if result == UNSETTLED else result)


def _shown(played: Round) -> Iterator[_Shown]:
    for bet in played.state.placed:
        yield _end(bet.bet, bet.result), said(bet.provisions)


def _needed(rounds: Sequence[tuple[Round, frozenset[_Shown]]]) -> list[Round]:
    """Those of some rounds that are left when, from the last, each is dropped of which the others show everything."""
    kept = list(rounds)
    for one in reversed(rounds):
        others = frozenset[_Shown]().union(*(shown for played, shown in kept if played is not one[0]))
        if one[1] <= others:
            kept.remove(one)
    return [played for played, _ in kept]


def _tried(game: Game, survey: Survey, seen: Set[_Shown], is_enough: Callable[[], bool]) -> Iterator[Round]:
    """Rounds of what has not been seen: with deals that the search has found, then with some by chance."""
    symbols = game.questions.judge.hands.material.symbols
    tries: Counter[tuple[str, object]] = Counter()
    for bet, situation in (
        (a.question.about, s) for a in survey.answers if a.question.kind == "bet" for s in a.situations
    ):
        # A rule decides in many situations. In the round of one another end may come before it: others are tried, too.
        rule = (bet, situation.verdict.rule)
        if tries[rule] == SITUATIONS or _expected(bet, situation.verdict) in seen:
            continue
        tries[rule] += 1
        example = situation.example
        # A witness deal is of objects alone. Some ends come only of one choice: the first, then the second throughout.
        for choice in range(2):
            played = _played(game.new_round(cards=symbols(example.order)), {bet: example.naming}, _always(choice))
            yield from played
            if not any(isinstance(action, Choose) for round_ in played for action in round_.actions):
                break
    for seed in range(SEEDS):
        if is_enough():
            return
        yield from _played(game.new_round(seed=seed), {}, partial(_by_chance, Random(seed)))


def _expected(bet: str, verdict: Verdict[m.Outcome]) -> _Shown:
    """The end that rules give a bet of itself, without what was chosen before."""
    if not ends(verdict) or verdict.rule is None:
        return End(bet, ""), ()
    settled, _ = pay(Bet("", "", bet, STAKE), verdict.rule.effect, verdict.provisions)
    return End(bet, settled.result), said(settled.provisions)


def _always(place: int) -> Callable[[Decision], int]:
    return lambda due: min(place, len(due.alternatives) - 1)


def _by_chance(chance: Random, due: Decision) -> int:
    return chance.randrange(len(due.alternatives))


def _played(round_: Round, naming: Mapping[str, str], choose: Callable[[Decision], int]) -> list[Round]:
    """A round to its end with the bets that can be placed, some naming what is given; none if it has no end."""
    game = round_.game
    placed = dict[str, PlaceBet]()  # of each kind at the first place, with the first name unless another is given
    for bet in possible_bets(game):
        if bet.naming == naming.get(bet.bet, bet.naming):
            placed.setdefault(bet.bet, bet)
    for bet in placed.values():
        _place(round_, bet)
    try:
        if not round_.is_over and round_.is_betting:
            round_.apply(Deal())
        while (due := round_.decision) is not None and not round_.is_over:
            round_.apply(Choose(due.bettor, due.unit, due.alternatives[choose(due)]))
    except LexludiError:
        pass  # refused, or over without an end of each bet
    return [round_] if round_.is_over else []


def _place(round_: Round, bet: PlaceBet) -> None:
    """Place a bet, of one unit if it can be no higher; not at all, if it can be of neither."""
    rules = round_.game.questions.judge.rules
    for stake in (STAKE, 1):
        try:
            round_.apply(complete(round_.game, replace(bet, stake=least_stake(rules, bet.bet, stake))))
        except IllegalAction:
            continue
        return
