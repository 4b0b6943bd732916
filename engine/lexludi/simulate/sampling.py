"""Plans of simulations, as plain data that any process can take up, and the samplers that play them.

A sampler is made from a plan alone, so that a worker on another machine can make its
own. Given a seed it plays a number of rounds and counts how each bet ended.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import asdict, field, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Protocol

from numpy.random import SeedSequence

from lexludi.base.errors import IllegalAction, LexludiError, UnsettledCase
from lexludi.base.frozen import dataclass
from lexludi.play.game import Game, load
from lexludi.play.plan import Plan
from lexludi.play.position import default_amount
from lexludi.play.process import Process, refuse_more_moves
from lexludi.play.round_state import KEPT, Bet, ChanceNode, DecisionNode, State, StockState, Terminal, anew, whole
from lexludi.play.supply import Supply
from lexludi.simulate.automaton import MAX_WORKED_OUT
from lexludi.simulate.choosing import RANDOM, Sight, Strategy, bets_of, choices_of, chosen_at, refusal, strategy_of
from lexludi.simulate.tally import TalliedOutcome, Tally

INTERPRETER = "interpreter"
KERNELS = (INTERPRETER, "python", "numpy", "numba")

# Cases of generated code that are worked out however few rounds are to be played, in a second or two; and how many
# more for each round, which takes the interpreter about as long.
FEW_CASES = 1 << 13
CASES_FOR_A_ROUND = 10


@dataclass(frozen=True)
class SimulationPlan:
    """A plan of a simulation: a regulation in force, settings and choices, and the kernel.

    `strategy` has a choice for each bet on which somebody decides. `rules` is the
    digest of the game; who plays another game by the same name is found out. `placed`
    are the bets, if not all there are (`bets_of`). `cases` is how many cases may be
    worked out for generated code; what is played is the same.
    """

    work: str
    text: str
    options: tuple[tuple[str, str], ...]
    readings: tuple[tuple[str, str], ...]
    strategy: tuple[tuple[str, str], ...]
    kernel: str
    rules: str
    placed: tuple[str, ...] = ()
    cases: int = field(default=MAX_WORKED_OUT, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        pairs = {name: dict(getattr(self, name)) for name in ("options", "readings", "strategy")}
        fields = {name: value for name, value in asdict(self).items() if name != "cases"}
        return {**fields, **pairs, "placed": list(self.placed)}


class Sampler(Protocol):
    """A player of rounds of one plan; `chunk` is how many at a time are worth a task of their own."""

    chunk: int

    def sample(self, seed: SeedSequence, rounds: int) -> Tally:
        """Play so many rounds; the same seed gives the same counts, wherever it is played."""


def plan_of(
    game: Game,
    strategy: Mapping[str, str] | None = None,
    kernel: str = INTERPRETER,
    placed: tuple[str, ...] = (),
) -> SimulationPlan:
    """The plan for a game, with all bets that there are or those `placed` (`bets_of`).

    Raises:
        IllegalAction: a provision forbids these bets, or the game has none.
        InvalidSetting: a choice for a bet on which nobody decides, or one that there is not.
    """
    if not game.rules.bets:
        raise IllegalAction("no-bets")
    name = str(Path(game.file).resolve()) if game.file else f"{game.rules.metadata.work}@{game.version}"
    return SimulationPlan(
        name,
        game.rules.language,
        tuple((k, str(v)) for k, v in game.options.items()),
        tuple((k, str(v)) for k, v in game.readings.items()),
        tuple(choices_of(game, strategy or {}, placed).items()),
        kernel,
        game.digest,
        placed,
    )


@lru_cache(8)
def sampler_of(plan: SimulationPlan) -> Sampler:
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
    strategy = strategy_of(game, dict(plan.strategy))
    if plan.kernel == INTERPRETER:
        return InterpretedSampler(game, strategy, plan.placed)
    from lexludi.simulate.sampler import CompiledSampler

    return CompiledSampler(game, strategy, plan.kernel, plan.placed, plan.cases)


def fastest(game: Game, rounds: int, strategy: Mapping[str, str] | None = None, placed: tuple[str, ...] = ()) -> str:
    """The fastest kernel for so many rounds of a game, wherever Lexludi is installed: arrays, or the interpreter.

    Not what happens to be installed: the same command gives the same counts on every machine.
    """
    from lexludi.simulate.memory import NotCompiled

    try:
        # Plans are equal whatever their `cases`: the sampler that is made here is kept for whoever plays the plan.
        cases = min(MAX_WORKED_OUT, max(FEW_CASES, CASES_FOR_A_ROUND * rounds))
        sampler_of(replace(plan_of(game, strategy, "numpy", placed), cases=cases))
    except NotCompiled:
        return INTERPRETER
    return "numpy"


class InterpretedSampler:
    """Rounds by the interpreter itself, one after another, with the objects lasting as the regulation says.

    One bettor stakes one unit on every bet there is, on each item that it can name, or on those `placed` (`bets_of`).

    Raises:
        IllegalAction: a provision forbids these bets.
        UnsettledCase: a round is repeated without end.
    """

    chunk = 5_000

    def __init__(self, game: Game, strategy: Strategy, placed: Collection[str] = ()) -> None:
        self.game = game
        self.strategy = strategy
        self.bets = bets_of(game, placed)

    def sample(self, seed: SeedSequence, rounds: int) -> Tally:
        """Play so many rounds."""
        dealing, choosing = (Random(int(n)) for n in seed.generate_state(2, "uint64"))
        supply, stock = Supply(self.game.questions.judge.hands.material, dealing, None), StockState()
        counts: dict[tuple[Any, ...], int] = {}
        kept: dict[str, Bet] = {}
        for number in range(rounds):
            if number and (not self.game.lasting or stock.rounds_left == 0):
                supply.renew()
                stock = StockState()
            # A bet that stays takes the place of the one that would be placed anew.
            bets = {**kept, **{name: bet for name, bet in self.bets.items() if name not in kept}}
            plan, end = self._play(tuple(bets.values()), supply, stock, choosing)
            stock, kept = end.state.stock, {}
            supply.renew_after(stock)
            open_ = end.undecided.provisions if end.undecided is not None else ()
            for name, wager in zip(bets, plan.wagers, strict=True):
                bet, *beside = (end.state.bets[place] for place in wager)
                result, net, provisions, parts = whole((bet, *beside), open_)
                if result == KEPT and parts:
                    raise UnsettledCase("kept-with-others", provisions, bet=bet.bet)
                if result == KEPT:
                    kept[name] = anew(bet)
                    continue
                outcome = (name, result, net, provisions)
                counts[outcome] = counts.get(outcome, 0) + 1
        tally = Tally(rounds, {name: Counter() for name in self.bets})
        for (name, result, net, provisions), count in counts.items():
            per_unit = None if net is None else Fraction(net) / self.bets[name].stake
            tally.bets[name][TalliedOutcome(result, per_unit, provisions)] += count
        return tally

    def _play(self, bets: tuple[Bet, ...], supply: Supply, stock: StockState, rng: Random) -> tuple[Plan, Terminal]:
        """One round to its end, and its program; a bet that no rule settles ends by itself, the others go on."""
        placed = tuple(bet.as_placed for bet in bets)
        process = self.game.process(placed)
        node = process.advance(process.with_puts(process.start(stock)._replace(bets=bets)))
        moves = 0
        while not isinstance(node, Terminal):
            refuse_more_moves(process.plan, node.state.pc, moves)
            moves += 1
            if isinstance(node, ChanceNode):
                state = process.give(node, supply.take(node.kind, node.unit))
            else:
                assert isinstance(node, DecisionNode)  # bets have been placed
                state = self._choose(process, node, rng)
            node = process.advance(state)
        return process.plan, node

    def _choose(self, process: Process, node: DecisionNode, rng: Random) -> State:
        if not node.legal:
            raise process.no_choice_left(node)
        bet = node.state.bets[node.bet]
        chosen = chosen_at(node, self.strategy[bet.bet])
        if isinstance(chosen, Sight):
            chosen = chosen.choose(node)
        elif chosen == RANDOM:
            chosen = rng.choice(node.legal)
        elif chosen not in node.legal:
            raise refusal(node, chosen, process)
        return process.choose(node, chosen, default_amount(process.plan, bet, chosen))
