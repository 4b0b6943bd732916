"""Bettors in simulated rounds: the bets that are placed, and how they choose on each."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar

from lexludi.base.errors import IllegalAction, InvalidSetting
from lexludi.base.frozen import dataclass
from lexludi.exact.meters import paid_from
from lexludi.exact.slices import HAND, THROWN
from lexludi.play.actions import PlaceBet
from lexludi.play.game import Game
from lexludi.play.plan import Placed, Unit, walk
from lexludi.play.process import Process
from lexludi.play.resting import BEYOND_BOUNDS
from lexludi.play.round_state import Bet, DecisionNode
from lexludi.play.table import (
    SOME_NAMES,
    alone,
    complete,
    first_place,
    least_stake,
    least_stakes,
    possible_bets,
)
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules
from lexludi.rules.naming import SLOTS, Names

if TYPE_CHECKING:
    from lexludi.exact.plays import BestPlays

# The choices of whoever chooses at random, each legal action as likely, and of whoever always finds the best.
RANDOM, OPTIMAL = "random", "optimal"
# Between fixed choices on one bet: `raise,play`.
THEN = ","


@dataclass(frozen=True)
class Sight:
    """A choice by what is seen: `choose` is asked at a node with the hands, and the throws, of `units` alone.

    Objects for which `alike` gives the same are shown as one of them, in no order; without
    it, those that the rules do not tell apart.
    """

    choose: Callable[[DecisionNode], str]
    units: tuple[Unit, ...] = ()
    alike: Callable[[int], Hashable] | None = None


@dataclass(frozen=True)
class AskedChoice:
    """A choice that is asked for while rounds are played; whoever makes it sees the hands, and throws, of `units`."""

    units: tuple[Unit, ...]


# For each bet on which somebody decides: an action or several (`THEN`), `RANDOM`, or a choice by sight.
Strategy = Mapping[str, str | Sight]


def bets_of(game: Game, wanted: Collection[str] = ()) -> dict[str, Bet]:
    """The least stakes on all bets, by the first bettor at the first place that there is, as a round takes them.

    Of those `wanted` alone (`ante`, `total/6`, or `total` on each item that it may name), if any are; of a bet that may
    name more than `SOME_NAMES` things, on the first of them, unless another is wanted. A stake is one
    unit where no rule asks for more, and of a bet that is paid out of a meter.

    By name: `ante`; `single-number/6`, where it names an item.

    Raises:
        IllegalAction: a provision forbids these bets, or to close the betting on them.
    """
    round_ = game.new_round(seed=0)
    rules = game.questions.judge.rules
    first = first_place(rules)
    placed = [
        bet
        for bet in [complete(game, bet) for bet in (*possible_bets(game, SOME_NAMES), *_of_other_names(game, wanted))]
        if bet.holder == first and (not wanted or not {bet.bet, f"{bet.bet}{SLOTS}{bet.naming}"}.isdisjoint(wanted))
    ]
    kinds = [bet.bet for bet in placed]
    # A stake may be bounded by another, so that all are the least together.
    stakes = least_stakes(rules, kinds[0], beside=kinds) if kinds else {}
    for bet in placed:
        stake = 1 if paid_from(rules, bet.bet) else stakes.get(bet.bet) or least_stake(rules, bet.bet)
        try:
            round_.apply(replace(bet, stake=stake))
        except IllegalAction as problem:
            if problem.key in ("forbidden-bet", *BEYOND_BOUNDS) and paid_from(rules, bet.bet):
                raise IllegalAction("one-unit-forbidden", problem.provisions, bet=bet.bet) from None
            if not wanted and len({*kinds}) > 1:
                raise IllegalAction("forbidden-among-all", problem.provisions, bet=bet.bet) from None
            raise
    if round_.state.bets:
        round_.require_bets_allowed()
    return {f"{bet.bet}{SLOTS}{bet.naming}" if bet.naming else bet.bet: bet for bet in round_.state.bets}


def _of_other_names(game: Game, wanted: Collection[str]) -> Iterator[PlaceBet]:
    """Bets that are wanted with one of so many names that only the first is among those that are placed."""
    for bet, _, naming in (one.partition(SLOTS) for one in wanted):
        names = game.rules.names.get(bet, Names(()))
        if naming in names and names.most > SOME_NAMES and naming != names.followed[0]:
            yield PlaceBet("", first_place(game.questions.judge.rules), bet, None, naming)


C = TypeVar("C")


def chosen_at(node: DecisionNode, chosen: C | str) -> C | str:
    """The choice at a node: of fixed ones the first that it offers and no norm forbids.

    Where it offers none of them, in a window for another bet nothing is placed.
    """
    if not isinstance(chosen, str) or chosen == RANDOM:
        return chosen
    offered = [action for action in chosen.split(THEN) if action in node.actions]
    if not offered:
        return m.NO_BET if m.NO_BET in node.actions else chosen
    return next((action for action in offered if action in node.legal), offered[0])


def refusal(node: DecisionNode, action: str, process: Process) -> IllegalAction:
    """The refusal of a choice that is not legal: the decision does not offer it, or norms forbid it."""
    if action not in node.actions:
        return IllegalAction("unknown-choice", node.provisions, choice=action, known=node.actions)
    return IllegalAction("forbidden", process.forbidding(node, action), action=action, party=node.bettor)


def decisions(game: Game, wanted: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """The bets on which somebody decides, with what can be chosen; what the `wanted` are or may become, if any are."""
    rules = game.questions.judge.rules
    offered: dict[str, tuple[str, ...]] = {}
    for rule in rules.steps:
        if isinstance(step := rule.effect, m.Choose):
            offered[step.bet] = tuple(dict.fromkeys((*offered.get(step.bet, ()), *step.actions)))
    if not wanted:
        return offered
    met = kinds_met(rules, (bet.as_placed for bet in bets_of(game, wanted).values()))
    return {bet: actions for bet, actions in offered.items() if bet in met}


def kinds_met(rules: BoundRules, placed: Iterable[Placed]) -> set[str]:
    """The kinds of which bets that are placed, or what is put beside them, are or may come to be."""
    return {kind for bet in walk(rules, tuple(placed)).bets for kind in rules.kinds[bet.bet]}


def choices_of(game: Game, given: Mapping[str, str], wanted: Collection[str] = ()) -> dict[str, str]:
    """A choice for each bet on which somebody decides (`decisions`): that given, or else any at random.

    Several fixed ones are parted by commas: at each decision the first is chosen that it offers and no norm forbids.

    Raises:
        InvalidSetting: a choice for a bet on which nobody decides, or one that there is not.
    """
    known = decisions(game, wanted)
    for bet, choice in given.items():
        if bet not in known:
            raise InvalidSetting("no-decision-on-bet", bet=bet, known=tuple(known))
        # Among several fixed ones neither of the two that say how to choose is one.
        allowed = known[bet] if THEN in choice else (*known[bet], RANDOM, OPTIMAL)
        for action in choice.split(THEN):
            if action not in allowed:
                raise InvalidSetting("unknown-choice", choice=action, known=allowed)
    return {bet: given.get(bet, RANDOM) for bet in known}


def strategy_of(game: Game, choices: Mapping[str, str]) -> dict[str, str | Sight]:
    """The strategy of some choices, with the best ones worked out.

    Raises:
        NotAnalysed: the best choices are asked for, and the exact analysis does not cover them.
    """
    from lexludi.exact.plays import BestPlays

    best = cache(partial(BestPlays, game.decided))
    return {
        bet: _best_by({placed: best(placed) for placed in _placed(game, bet)}) if choice == OPTIMAL else choice
        for bet, choice in choices.items()
    }


def _placed(game: Game, bet: str) -> Iterator[str]:
    """The kinds of bets that are placed, or kept, and of which one of a kind may come, or be put beside them."""
    rules = game.questions.judge.rules
    kept = {rule.effect.bet for rule in rules.outcomes if isinstance(rule.effect, m.Keep)}
    for placed in rules.bets:
        begins = placed in kept or placed not in rules.source.put_by_rule
        if begins and bet in kinds_met(rules, (alone(rules, placed),)):
            yield placed


def _best_by(plays: Mapping[str, "BestPlays"]) -> Sight:
    """The best play by the kind of bet that was placed: of one that has moved it may be another."""

    def choose(node: DecisionNode) -> str:
        bet = node.state.bets[node.bet]
        lying = node.state.open_hands
        hands = {(HAND, unit): lying[unit] for unit in node.state.face_up & lying.keys()}
        hands[HAND, bet.unit] = node.state.hand(bet.unit)
        hands |= {(THROWN, unit): faces for unit, faces in node.state.thrown.items()}
        best, memory = plays[node.placed].best, node.state.memory
        return best((node.provisions, node.actions, bet.bet), hands, memory, lambda action: action in node.legal)

    units = {unit for play in plays.values() for unit in play.units}
    return Sight(choose, tuple(sorted(units)), lambda thing: tuple(play.kind_of(thing) for play in plays.values()))
