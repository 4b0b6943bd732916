"""Coverage of the law: in rounds played at random, how often each provision decided something.

Whoever plays bets and chooses at random among what is legal, and now and then does
what may not be legal, or meets an irregularity: a refusal counts for the provisions
that it rests on, as a step counts for those behind it. So does each alternative that a choice does not leave open.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from lexludi.base.errors import IllegalAction, InvalidStack, LexludiError, UnsettledCase
from lexludi.base.frozen import dataclass
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Game, Round
from lexludi.play.process import MAX_MOVES
from lexludi.play.session import Session
from lexludi.play.table import SOME_NAMES, possible_bets
from lexludi.rules.grounds import applied, readings_of
from lexludi.rules.model import Account, RuleSet

SESSION = 100  # rounds with the same objects and bettors
# Steps that leave it to other provisions what happens, and decide by themselves at most, under a condition, when.
_SILENT = frozenset("settle comply comply_until".split())
STAKES = (1, 5, 10, 100)


@dataclass(frozen=True)
class Coverage:
    """Coverage of provisions by rounds: how often each is cited.

    `stopped` counts the rounds that no rule settled, `short` those that stop since too few objects are left.
    `counts` are of grounds: one that only a reading applies is counted apart from what it decides.
    """

    game: Game
    rounds: int
    seed: int
    counts: dict[str, int]
    stopped: int
    short: int = 0

    @property
    def rows(self) -> list[tuple[str, Account, int]]:
        """Every provision that has an account, in the order of the text, with its count."""
        return [(eid, account, self.counts.get(eid, 0)) for eid, account in self.game.rules.accounts.items()]

    @property
    def by_reading(self) -> dict[str, int]:
        """The provisions that did not say what was done and were applied by a reading, with how often."""
        out: Counter[str] = Counter()
        for ground, count in self.counts.items():
            for name in readings_of([ground]):
                out.update(dict.fromkeys(applied([ground], name), count))
        return dict(out)

    @property
    def deciding(self) -> frozenset[str]:
        """The provisions that can decide something; others declare objects, orders, holders, or nothing."""
        return deciding(self.game.rules)

    @property
    def expected(self) -> list[tuple[str, Account, int]]:
        """The provisions that can decide something, with their counts."""
        return [row for row in self.rows if row[0] in self.deciding]

    @property
    def never(self) -> list[tuple[str, Account]]:
        """The provisions that could decide something and never did."""
        return [(eid, account) for eid, account, count in self.expected if not count]


def behind(refused: LexludiError) -> tuple[str, ...]:
    """The provisions that a refusal rests on; not those that it names because they come close, and none decides."""
    undecided = refused.key in ("event-not-covered", "act-without-provision") or refused.key.startswith("gap-")
    return () if undecided else refused.provisions


def deciding(rules: RuleSet) -> frozenset[str]:
    """The provisions of some rules that can decide something."""
    steps = [r for r in rules.steps if r.condition is not None or r.effect.op not in _SILENT]
    decided = {e for r in (*steps, *rules.outcomes, *rules.events, *rules.norms, *rules.closings) for e in r.provisions}
    decided |= {u.eid for u in rules.upons if any(e.op != "turn_ends" for e in u.effects)}
    decided |= {d.eid for d in rules.definitions} | {c.eid for c in rules.categories}
    decided |= ranking(rules)
    decided |= {meter.made_up for meter in rules.meters.values() if meter.made_up}
    return frozenset(decided | {bet.eid for bet in rules.bets.values()})


def ranking(rules: RuleSet) -> frozenset[str]:
    """The provisions by which some objects of a hand rank it, or objects rank as others."""
    return frozenset(wild.eid for wild in rules.wilds).union(rules.best_of[1:] if rules.best_of else ())


def cover(game: Game, rounds: int, seed: int, progress: Callable[[str], Any] = lambda name: None) -> Coverage:
    """Play rounds at random and count, for each provision, the steps and refusals that it decided.

    Raises:
        UnsettledCase: a round was given up, as one without an end.
    """
    counts: Counter[str] = Counter()
    stopped = short = 0
    for number, (cited, refused) in enumerate(rounds_at_random(game, rounds, seed), 1):
        if refused is not None and _was_given_up(refused):
            raise refused
        counts.update(cited)
        stopped += isinstance(refused, UnsettledCase)
        short += isinstance(refused, InvalidStack)
        progress(str(number))
    return Coverage(game, rounds, seed, dict(counts), stopped, short)


def rounds_at_random(game: Game, rounds: int, seed: int) -> Iterator[tuple[Counter[str], LexludiError | None]]:
    """Rounds at random: how often each provision is cited in one, and what broke it off, if anything.

    That no rule settles it does, or that several bettors use the objects up, for which rules are not to blame. One
    that is given up, as one without an end, takes seconds, and is the last.

    Raises:
        InvalidStack: all objects together are too few for what comes before the betting.
    """
    rng, bets = Random(seed), possible_bets(game, SOME_NAMES)
    session = _session(game, rng)
    for number in range(rounds):
        if number and number % SESSION == 0:
            session = _session(game, rng)
        try:
            round_ = session.new_round()
        except InvalidStack:  # too few objects are left for what comes before the betting
            session = _session(game, rng)
            round_ = session.new_round()
        player = _Player(round_, bets, rng)
        refused: LexludiError | None = None
        try:
            player.play()
        except (UnsettledCase, InvalidStack) as problem:
            refused = problem
        yield player.counts, refused
        if refused is not None and _was_given_up(refused):
            return


def _was_given_up(refused: LexludiError) -> bool:
    """True of a round that had as many moves as a round may have; one that repeats itself without any ends at once."""
    return refused.key == "too-many-repetitions" and refused.args_by_name["limit"] == MAX_MOVES


def round_at_random(game: Game, seed: int) -> Round:
    """One round of bets and choices at random, as far as the rules settle it."""
    rng = Random(seed)
    player = _Player(_session(game, rng).new_round(), possible_bets(game, SOME_NAMES), rng)
    with suppress(UnsettledCase, InvalidStack):
        player.play()
    return player.round


def _session(game: Game, rng: Random) -> Session:
    """A series of rounds with bettors whose statuses are drawn at random."""
    bettor = game.rules.bettor_role()
    values = game.questions.judge.rules.statuses_of(bettor)
    statuses = {f"{bettor}-{n}": rng.choice(values) for n in range(1, 5)} if values else {}
    return Session(game, seed=rng.getrandbits(53), statuses=statuses)


class _Player:
    """Plays one round at random, with some of the bets that are possible."""

    def __init__(self, round_: Round, bets: Sequence[PlaceBet], rng: Random) -> None:
        self.round = round_
        self.bets = bets
        self.rng = rng
        self.counts = Counter[str]()

    def play(self) -> None:
        """Play to the end.

        Raises:
            UnsettledCase: no rule says how the round goes on, or the rules contradict each other.
            InvalidStack: too few objects are left.
        """
        try:
            self._bet()
            self._try_something()
            if self.round.is_over or self._deal():
                while not self.round.is_over:
                    self._choose()
            self._try_something()
        except IllegalAction as refused:  # an irregularity that was to come later than the round lasted
            self.counts.update(behind(refused))
        finally:
            for _, provisions, _, _, _ in self.round.steps:
                self.counts.update(provisions)

    def _bet(self) -> None:
        for _ in range(self.rng.choice((1, 2, 3, 6))):
            if self.bets:
                chosen = self.rng.choice(self.bets)
                bettor = self.rng.choice(
                    (chosen.bettor, f"{self.round.game.rules.bettor_role()}-{self.rng.randint(1, 4)}")
                )
                self._attempt(PlaceBet(bettor, chosen.holder, chosen.bet, self.rng.choice(STAKES), chosen.naming))

    def _deal(self) -> bool:
        """Close the betting; false where no bets were taken, so that there is no round."""
        if self.rng.random() < 0.1 and (events := self.round.game.events()):
            each = map(self._beside, self.round.game.rules.roles)
            holders = ("", *each, *(b.holder for b in self.round.state.bets))
            event = Irregularity(
                self.rng.choice(events), self.rng.choice(holders), self.rng.randint(1, 2), self.rng.randint(1, 8)
            )
            self._attempt(event)
        return self._attempt(Deal())

    def _choose(self) -> None:
        actions = [a for a in self.round.legal_actions() if isinstance(a, Choose)]
        self.counts.update(against(self.round))
        self._try_something()
        if self.round.is_over:
            return
        choice = self.rng.choice(actions)
        self.round.apply(with_amount(self.round, choice))

    def _try_something(self) -> None:
        """Now and then, something of which the norms speak, legal or not; or a bet that may be too late."""
        number = self.rng.randint(1, 4)
        norms = sorted(self.round.game.questions.norms)
        if norms and self.rng.random() < 0.3:
            role, act = self.rng.choice(norms)
            party = one_of(self.round.game, role, number)
            # After what was done a norm may forbid the same party something.
            if self._attempt(Act(party, act)):
                self._attempt(Act(party, self.rng.choice(norms)[1]))
        bettor = f"{self.round.game.rules.bettor_role()}-{number}"
        if self.round.state.bets and self.rng.random() < 0.1:
            known = self.rng.choice(self.round.state.bets)
            self._attempt(PlaceBet(bettor, known.holder, known.bet, self.rng.choice(STAKES), known.naming))

    def _beside(self, role: str) -> str:
        """The holder of a role; of several, the first with whom no bet stands."""
        betting = {name for bet in self.round.state.bets for name in (bet.bettor, bet.holder)}
        each = (one_of(self.round.game, role, number) for number in range(1, len(betting) + 2))
        return next((holder for holder in each if holder not in betting), role)

    def _attempt(self, action: Action) -> bool:
        """Do something that may be refused; whether it was done."""
        try:
            self.round.apply(action)
        except IllegalAction as refused:
            self.counts.update(behind(refused))
            return False
        return True


def against(round_: Round) -> Iterator[str]:
    """The provisions on which it rests that alternatives of the choice that is due are not open."""
    if due := round_.decision:
        for action in due.alternatives:
            yield from round_.forbidding(Choose(due.bettor, due.unit, action))


def one_of(game: Game, role: str, number: int) -> str:
    """The holder of a role; of several, that of a number."""
    return role if game.rules.roles[role].kind == "one" else f"{role}-{number}"


def with_amount(round_: Round, choice: Choose) -> Choose:
    """A choice with half the stake, where it takes an amount."""
    limit = round_.limit(choice)
    return choice if limit is None else replace(choice, amount=Fraction(limit) / 2)
