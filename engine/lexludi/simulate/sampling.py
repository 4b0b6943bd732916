"""What is simulated, as plain data that any process can take up, and the samplers that play it.

A sampler is made from a plan alone, so that a worker on another machine can make its
own. Given a seed it plays a number of rounds and counts how each bet ended.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from numpy.random import SeedSequence

from lexludi.base.errors import IllegalAction, InvalidSetting, LexludiError, UnsettledCase
from lexludi.play.actions import PlaceBet
from lexludi.play.betting import complete, places, possible_bets
from lexludi.play.game import Game, load
from lexludi.play.norms import forbidding
from lexludi.play.settlement import KEPT
from lexludi.play.state import LEFT_OPEN, Bet, Decision, State
from lexludi.simulate.choosing import OPTIMAL, RANDOM
from lexludi.simulate.tally import UNSETTLED, Outcome, Tally

if TYPE_CHECKING:
    from lexludi.exact.plays import BestPlays

INTERPRETER = "interpreter"
KERNELS = (INTERPRETER, "python", "numpy", "numba")


@dataclass(frozen=True)
class Plan:
    """What is simulated: a regulation in force, what is chosen, and what plays it.

    `strategy` has a choice for each bet on which somebody decides. `rules` is the
    digest of the game; who plays another game by the same name is found out.
    """

    work: str
    text: str
    options: tuple[tuple[str, str], ...]
    readings: tuple[tuple[str, str], ...]
    strategy: tuple[tuple[str, str], ...]
    kernel: str
    rules: str

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {name: dict(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


class Sampler(Protocol):
    """What plays rounds of one plan; `chunk` is how many at a time are worth a task of their own."""

    chunk: int

    def sample(self, seed: SeedSequence, rounds: int) -> Tally:
        """Play so many rounds; the same seed gives the same counts, wherever it is played."""


def plan_of(game: Game, strategy: Mapping[str, str] | None = None, kernel: str = INTERPRETER) -> Plan:
    """The plan for a game.

    Raises:
        InvalidSetting: a choice for a bet on which nobody decides, or one that there is not.
    """
    name = str(Path(game.file).resolve()) if game.file else f"{game.rules.metadata.work}@{game.version}"
    return Plan(
        name,
        game.rules.language,
        tuple((k, str(v)) for k, v in game.options.items()),
        tuple((k, str(v)) for k, v in game.readings.items()),
        tuple(_strategy(game, strategy or {}).items()),
        kernel,
        game.digest,
    )


def decisions(game: Game) -> dict[str, tuple[str, ...]]:
    """The bets on which somebody decides, with what can be chosen."""
    effects = [rule.effect for rule in game.program.rules.steps if rule.effect.op in ("choose", "choose_until")]
    return {effect.term(1): tuple(term.id for term in effect.parts[2].items) for effect in effects}


def _strategy(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    known = decisions(game)
    for bet, choice in given.items():
        if bet not in known:
            raise InvalidSetting("no-decision-on-bet", bet=bet, known=tuple(known))
        if choice not in (RANDOM, OPTIMAL, *known[bet]):
            raise InvalidSetting("unknown-choice", choice=choice, known=(*known[bet], RANDOM, OPTIMAL))
    return {bet: given.get(bet, RANDOM) for bet in known}


@lru_cache(8)
def sampler_of(plan: Plan) -> Sampler:
    """The sampler of a plan, made once in each process.

    Raises:
        LexludiError: the regulation cannot be loaded here, or is another one.
    """
    # Whoever made the plan has consented to a text that is not wholly known.
    game = load(
        plan.work, text=plan.text, options=dict(plan.options), readings=dict(plan.readings), accept_unknown=True
    )
    if game.digest != plan.rules:
        raise LexludiError("other-rules", work=plan.work)
    interpreted = InterpretedSampler(game, dict(plan.strategy))
    if plan.kernel == INTERPRETER:
        return interpreted
    from lexludi.simulate.sampler import CompiledSampler

    return CompiledSampler(game.program.rules, dict(plan.strategy), plan.kernel)


def fastest(game: Game, strategy: Mapping[str, str] | None = None) -> str:
    """What plays a game fastest wherever Lexludi is installed: arrays, or the interpreter if they cannot.

    Not what happens to be installed: the same command gives the same counts on every machine.
    """
    from lexludi.simulate.memory import NotCompiled

    try:
        sampler_of(plan_of(game, strategy, "numpy"))
    except NotCompiled:
        return INTERPRETER
    return "numpy"


class InterpretedSampler:
    """Rounds by the interpreter itself, one after another, with the objects lasting as the regulation says.

    One bettor stakes one unit on every bet there is, on each item that it can name.

    Raises:
        IllegalAction: a provision forbids these bets.
        UnsettledCase: a round is repeated without end.
        NotAnalysed: the best choices are asked for, and the exact analysis does not cover them.
    """

    chunk = 5_000

    def __init__(self, game: Game, strategy: Mapping[str, str]) -> None:
        self.program = game.program
        self.strategy = strategy
        self.bets = _bets(game)
        wanted = [bet for bet, choice in strategy.items() if choice == OPTIMAL]
        self.best = {bet: _best_plays(game, bet) for bet in wanted}

    def sample(self, seed: SeedSequence, rounds: int) -> Tally:
        """Play so many rounds."""
        dealing, choosing = (Random(int(n)) for n in seed.generate_state(2, "uint64"))
        stock = self.program.dealing.new_stock()
        found: dict[tuple[Any, ...], int] = {}
        kept: dict[str, Bet] = {}
        for number in range(rounds):
            if number and (not self.program.lasting or stock.rounds_left == 0):
                stock = self.program.dealing.new_stock()
            own = {**kept, **{name: _again(bet) for name, bet in self.bets.items() if name not in kept}}
            state = self.program.start(dealing, None, stock)
            state.bets, state.leaves_open = list(own.values()), True
            open_ = self._play(state, choosing)
            kept = {}
            for name, bet in own.items():
                if bet.result == KEPT:
                    kept[name] = _again(bet)
                    continue
                if bet.result == LEFT_OPEN:
                    end: tuple[Any, ...] = (name, UNSETTLED, None, bet.provisions)
                else:
                    end = (name, bet.result, bet.net, bet.provisions) if bet.result else (name, UNSETTLED, None, open_)
                found[end] = found.get(end, 0) + 1
        return _tally(rounds, found)

    def _play(self, state: State, rng: Random) -> tuple[str, ...]:
        """Play a round; the provisions of what kept it from going on, if anything did."""
        try:
            self.program.advance(state)
            while not state.over:
                self._choose(state, rng)
                self.program.advance(state)
        except UnsettledCase as problem:
            if problem.key == "too-many-repetitions":
                raise  # no other round would fare better
            return problem.provisions
        return ()

    def _choose(self, state: State, rng: Random) -> None:
        decision = state.queue[0]
        bet = decision.bet.bet
        chosen = self.strategy[bet]
        if chosen == OPTIMAL:
            chosen = self.best[bet].best(
                decision.provisions, bet, state.hands, lambda choice: not self._forbidding(state, decision, choice)
            )
        elif chosen == RANDOM:
            chosen = rng.choice([c for c in decision.alternatives if not self._forbidding(state, decision, c)])
        elif forbidden := self._forbidding(state, decision, chosen):
            raise IllegalAction("forbidden", forbidden, action=chosen, party=decision.bettor)
        state.amount = Fraction(decision.bet.stake, 2)
        self.program.choose(state, decision, chosen)

    def _forbidding(self, state: State, decision: Decision, choice: str) -> tuple[str, ...]:
        return forbidding(self.program, state, choice, decision.unit, decision.bet)


def _best_plays(game: Game, bet: str) -> "BestPlays":
    from lexludi.exact.plays import BestPlays

    return BestPlays(game.program.rules, bet)


def _bets(game: Game) -> dict[str, Bet]:
    """One unit on each bet, by the first bettor at the first place that there is, as a round takes them."""
    program, round_ = game.program, game.new_round(seed=0)
    first = places(program)[0]
    found = [complete(program, bet) for bet in possible_bets(program) if isinstance(bet, PlaceBet)]
    for bet in found:
        if bet.holder == first:
            round_.apply(replace(bet, stake=1))
    return {f"{bet.bet}/{bet.naming}" if bet.naming else bet.bet: bet for bet in round_.state.bets}


def _again(bet: Bet) -> Bet:
    """A bet as it stands before a round."""
    return Bet(bet.bettor, bet.holder, bet.bet, bet.stake, bet.naming, bet.unit)


def _tally(rounds: int, found: Mapping[tuple[Any, ...], int]) -> Tally:
    tally = Tally(rounds)
    for (name, result, net, provisions), count in found.items():
        outcome = Outcome(result, None if net is None else Fraction(net), provisions)
        tally.bets.setdefault(name, Counter())[outcome] += count
    return tally
