"""Generated code and the interpreter agree: step by step in plain Python, end by end over arrays and in machine code.

Plain Python with a trace is compared with the interpreter on whole traces: the same
steps, provisions and values. All kinds are compared with it on the ends of 20,000
deals of each game, with their provisions; of a million in `make soak`.
"""

import traceback
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.random import SeedSequence

from lexludi import load
from lexludi.base.errors import LexludiError, UnsettledCase
from lexludi.exact.core import Core
from lexludi.play.game import Game
from lexludi.play.interpreter import Program
from lexludi.play.norms import forbidding
from lexludi.play.state import Bet, State
from lexludi.play.trace import RawStep
from lexludi.simulate.book import place_of
from lexludi.simulate.choosing import RANDOM, Choosing, Situation
from lexludi.simulate.compiled import plan_of, python_kernel
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.numba_source import NumbaKernel
from lexludi.simulate.numpy_kernel import NumpyKernel
from lexludi.simulate.plan import Plan
from lexludi.simulate.python_source import PythonKernel
from lexludi.simulate.sampler import CompiledSampler
from lexludi.simulate.sampling import InterpretedSampler
from lexludi.simulate.tally import Tally

STAKE = 20
INVENTED = "tests/corpus/valid"
GAMES = {
    "mo/baccarat": ((),),
    "mo/q-poker": (("play",), ("surrender",)),
    f"{INVENTED}/three-dice": ((),),
    f"{INVENTED}/two-tokens": ((),),
    f"{INVENTED}/draw-to-total": (("stand",), ("double",), ("draw",)),
}
PLAYED = [(work, preferred) for work, ways in GAMES.items() for preferred in ways]
KEPT_OF = 40  # objects that no round here uses up


class Played:
    """A game by the interpreter, with the bets of a kernel."""

    def __init__(self, program: Program, plan: Plan, preferred: tuple[str, ...]) -> None:
        self.program = program
        self.preferred = preferred
        place = place_of(Core(program.rules))
        self.bets = [Bet(place.bettor, place.holder, s.bet, STAKE, s.naming, place.unit) for s in plan.bets]

    def trace(self, objects: list[int], *, begins: bool = False) -> list[RawStep]:
        """The trace of a round of given objects."""
        state = self.program.start(None, list(objects))
        state.stock.fresh = begins
        state.bets = [Bet(b.bettor, b.holder, b.bet, b.stake, b.naming, b.unit) for b in self.bets]
        self.program.advance(state)
        while state.queue:
            self.program.choose(state, state.queue[0], self._chosen(state))
            self.program.advance(state)
        return state.trace

    def _chosen(self, state: State) -> str:
        due = state.queue[0]
        allowed = [a for a in due.alternatives if not forbidding(self.program, state, a, due.unit, due.bet)]
        return next((a for a in self.preferred if a in allowed), allowed[0])


@cache
def compiled(
    work: str, preferred: tuple[str, ...] = (), *, packs: int = 0, begins: bool = False
) -> tuple[PythonKernel, Played]:
    """A kernel and the interpreter of one game, for one way to play it."""
    game = load(work, readings={"packs": packs} if packs else {})
    # Two plans: where nothing is told, bets are settled later, and the ends of both must be the interpreter's.
    kernel = python_kernel(game.program.rules, Choosing(preferred), stake=STAKE, traced=True, begins=begins)
    return kernel, Played(game.program, kernel.plan, preferred)


def deals(game: Game | Played, count: int, seed: int) -> Iterator[list[int]]:
    """Objects in the order they come, enough for a round."""
    material, rng = game.program.material, Random(seed)
    pool = [thing for own in material.pools.values() for thing in own]
    for _ in range(count):
        if pool:
            yield rng.sample(pool, min(KEPT_OF, len(pool)))
        else:
            (faces,) = material.faces.values()
            yield rng.choices(faces, k=200)


def end_of(trace: list[RawStep]) -> list[tuple[Any, ...]]:
    """How each bet ended: bet, result, net and provisions, in any order."""
    return sorted((s[4][0], s[4][3], s[4][4], s[1]) for s in trace if s[0] == "settled")


def end_told(kernel: PythonKernel, objects: list[int]) -> list[tuple[Any, ...]]:
    return ends_of(kernel.plan, kernel.ends(objects))


def ends_of(plan: Plan, found: tuple[int, ...]) -> list[tuple[Any, ...]]:
    """What the numbers of ends stand for, as `end_of` has it."""
    out = []
    for step, index in zip(plan.settlements, found, strict=True):
        for ended in step.outcomes(index):
            assert ended.net is not None
            out.append((ended.bet, ended.result, ended.net * STAKE, ended.provisions))
    return sorted(out)


# ── The interpreter and plain Python ────────────────────────────────────────


@pytest.mark.parametrize(("work", "preferred"), PLAYED)
@pytest.mark.parametrize("begins", [False, True])
def test_traces_are_those_of_the_interpreter(work: str, preferred: tuple[str, ...], begins: bool) -> None:
    kernel, played = compiled(work, preferred, begins=begins)
    for objects in deals(played, 1_000, seed=1):
        expected = played.trace(objects, begins=begins)
        assert kernel.trace(objects) == expected
        assert end_told(kernel, objects) == end_of(expected)


def test_every_situation_of_the_third_card_rules() -> None:
    """Every total of the first two of each side, whatever is drawn third."""
    kernel, played = compiled("mo/baccarat")
    material = played.program.material
    by_number = {material.number(thing): thing for thing in range(len(material.objects))}
    count = 0
    for first, other, third, last in product(range(10), range(10), range(10), (0, 9)):
        objects = [by_number[n] for n in (first, other, 0, 0, third, last)]
        expected = played.trace(objects)
        assert kernel.trace(objects) == expected
        assert end_told(kernel, objects) == end_of(expected)
        count += 1
    assert count == 2_000


def test_every_hand_of_three_cards() -> None:
    kernel, played = compiled("mo/q-poker", ("play",))
    rng, pack = Random(2), set(range(52))
    hands = list(combinations(range(52), 3))
    assert len(hands) == 22_100
    for a, b, c in hands:
        x, y, z = rng.sample(sorted(pack - {a, b, c}), 3)
        objects = [a, x, b, y, c, z]
        expected = played.trace(objects)
        assert kernel.trace(objects) == expected
        assert end_told(kernel, objects) == end_of(expected)


def changes() -> Iterator[tuple[str, str, str, str]]:
    """Each value of each option and reading of the works, in each language."""
    for work in ("mo/baccarat", "mo/q-poker"):
        for text in ("zh", "pt", "en"):
            for parameter in load(work, text=text).rules.parameters.values():
                for choice in parameter.choices:
                    low, high = getattr(choice, "low", choice), getattr(choice, "high", choice)
                    for value in dict.fromkeys((low, high if high is not None else low + 1)):
                        yield work, text, parameter.kind, f"{parameter.id}={value}"


_KERNELS: dict[object, PythonKernel] = {}


def kernel_of(game: Game, preferred: tuple[str, ...]) -> PythonKernel:
    """The kernel of a game; made once for rules that are the same in several languages."""
    rules = game.program.rules
    groups = (rules.steps, rules.outcomes, rules.norms, rules.upons, rules.closings, rules.precedences)
    key = (
        *groups,
        *(rules.definitions, rules.categories, rules.stocks, rules.worths, rules.modulus),
        *(*rules.roles.values(), *rules.bets.values(), *rules.scales.values(), *rules.runs.values()),
    )
    if key not in _KERNELS:
        plan = plan_of(rules, Choosing(preferred), stake=STAKE, traced=True, begins=True)
        _KERNELS[key] = PythonKernel(plan, plan)
    return _KERNELS[key]


@pytest.mark.parametrize(("work", "text", "kind", "setting"), list(changes()))
def test_every_option_and_reading(work: str, text: str, kind: str, setting: str) -> None:
    name, _, value = setting.partition("=")
    game = load(work, text=text, **{f"{kind}s": {name: value}})  # type: ignore[arg-type]
    preferred = ("play", "move-to-banker", "reduce-player")
    if name == "demonstrations" and value != "0":
        # A demonstration is a round within a round; nothing else of the works is left out.
        with pytest.raises(NotCompiled, match="demonstrate"):
            plan_of(game.program.rules, Choosing(preferred), traced=True, begins=True)
        return
    kernel = kernel_of(game, preferred)
    played = Played(game.program, kernel.plan, preferred)
    for objects in deals(game, 60, seed=3):
        try:
            expected: object = played.trace(objects, begins=True)
        except UnsettledCase as problem:
            expected = (problem.key, problem.provisions)
        try:
            found: object = kernel.trace(objects)
        except UnsettledCase as problem:
            found = (problem.key, problem.provisions)
        assert found == expected


def test_what_no_rule_settles_is_raised_and_counted() -> None:
    kernel, played = compiled("mo/q-poker", ("play",), packs=2)
    parse = played.program.material.parse
    objects = [parse(card) for card in "As As Kd Kd 9c 9c".split()]
    with pytest.raises(UnsettledCase) as expected:
        played.trace(objects)
    with pytest.raises(UnsettledCase) as found:
        kernel.trace(objects)
    assert (found.value.key, found.value.provisions) == (expected.value.key, expected.value.provisions)
    (index,) = kernel.ends(objects)
    (step,) = kernel.plan.settlements
    ended = {o.bet: (o.result, o.provisions) for o in step.outcomes(index)}
    assert ended["ante"] == ("unsettled", expected.value.provisions)
    assert ended["pair-plus"][0] == "lose"


def test_a_traceback_shows_the_line_and_its_provisions() -> None:
    kernel, played = compiled("mo/q-poker", ("play",), packs=2)
    with pytest.raises(UnsettledCase) as found:
        kernel.trace([played.program.material.parse(card) for card in "As As Kd Kd 9c 9c".split()])
    shown = "".join(traceback.format_exception(found.value))
    assert "<lexludi kernel mo/q-poker" in shown
    assert "raise again(" in shown
    assert "art_9__point_1" in kernel.source


def test_too_few_objects_are_refused() -> None:
    kernel, _ = compiled("mo/baccarat")
    with pytest.raises(LexludiError) as found:
        kernel.ends([1, 2, 3])
    assert found.value.key == "stack-too-short"


def test_the_same_rules_make_the_same_code_in_every_language() -> None:
    found = {text: PythonKernel(plan_of(load("mo/baccarat", text=text).program.rules)).source for text in ("zh", "pt")}
    assert found["zh"] == found["pt"]


# ── Arrays and machine code ─────────────────────────────────────────────────


def million_of(work: str) -> np.ndarray[Any, Any]:
    """A million deals, a column each, spread evenly over what matters most in them."""
    rng = np.random.default_rng(4)
    if work == "mo/baccarat":
        # Every rank of the first four cards, 35 or 36 times; suits and the rest by chance.
        first = np.array(list(product(range(13), repeat=4))).T
        ranks = np.concatenate([np.tile(first, 36)[:, :1_000_000], rng.integers(13, size=(2, 1_000_000))])
        return ranks + 13 * rng.integers(4, size=ranks.shape)
    # Every hand of the player, 45 or 46 times; the dealer's by chance.
    hands = np.array(list(combinations(range(52), 3))).T
    own = np.tile(hands, 46)[:, :1_000_000]
    other = np.array([rng.permutation(52)[:9] for _ in range(20_000)]).T
    other = np.tile(other, 50)
    free = ~(other[:, None, :] == own[None, :, :]).any(axis=1)
    chosen = np.argsort(~free, axis=0, kind="stable")[:3]
    dealer = np.take_along_axis(other, chosen, axis=0)
    return np.stack([own[0], dealer[0], own[1], dealer[1], own[2], dealer[2]])


def assert_ends_are_alike(work: str, every: int) -> None:
    """The ends of one deal in so many of the million, by every kind of generated code and by the interpreter."""
    game = load(work)
    plan = plan_of(game.program.rules, Choosing(("play",)), stake=STAKE)
    objects, interpreted = million_of(work)[:, ::every], Played(game.program, plan, ("play",))
    kernels = NumpyKernel(plan), NumbaKernel(plan)
    python = PythonKernel(plan)
    told = cache(lambda found: ends_of(plan, found))
    for start in range(0, objects.shape[1], 10_000):
        block = objects[:, start : start + 10_000]
        by_arrays, by_machine = (np.array(kernel.ends(block)).T.tolist() for kernel in kernels)
        assert by_arrays == by_machine
        for deal, found in zip(block.T.tolist(), by_arrays, strict=True):
            assert python.ends(deal) == tuple(found)
            assert told(tuple(found)) == end_of(interpreted.trace(deal)), deal


@pytest.mark.parametrize("work", ["mo/baccarat", "mo/q-poker"])
def test_twenty_thousand_deals_end_alike(work: str) -> None:
    # 49 has no factor in common with 13^4 or 22100: no first four ranks, and no hand of the player, come twice.
    assert_ends_are_alike(work, every=49)


@pytest.mark.soak
@pytest.mark.parametrize("work", ["mo/baccarat", "mo/q-poker"])
def test_a_million_deals_end_alike(work: str) -> None:
    assert_ends_are_alike(work, every=1)


@pytest.mark.parametrize(("work", "preferred"), PLAYED)
def test_all_kinds_end_alike_on_invented_games_too(work: str, preferred: tuple[str, ...]) -> None:
    game = load(work)
    plan = plan_of(game.program.rules, Choosing(preferred))
    given = list(deals(game, 3_000, seed=5))
    objects = np.array(given).T
    python = PythonKernel(plan)
    expected = np.array([python.ends(deal) for deal in given]).T
    assert (np.array(NumpyKernel(plan).ends(objects)) == expected).all()
    assert (np.array(NumbaKernel(plan).ends(objects)) == expected).all()


# ── Strategies ──────────────────────────────────────────────────────────────


def with_a_pair_or_king(situation: Situation) -> str:
    """Played from a king or a pair on: a strategy that is not the best."""
    (hand,) = situation.hands.values()
    ranks = [thing % 13 for thing in hand]
    return "play" if len(set(ranks)) < 3 or min(ranks) < 2 else "surrender"


def test_a_strategy_may_depend_on_the_hand() -> None:
    game = load("mo/q-poker")
    plan = plan_of(game.program.rules, Choosing(decide=with_a_pair_or_king))
    kernels = PythonKernel(plan), NumpyKernel(plan), NumbaKernel(plan)
    fixed = {a: compiled("mo/q-poker", (a,))[0] for a in ("play", "surrender")}
    given = list(deals(game, 2_000, seed=6))
    arrays = [kernel.ends(np.array(given).T) for kernel in kernels[1:]]
    seen = set()
    for place, deal in enumerate(given):
        situation = Situation("", "ante", ("play", "surrender"), {"box-1": (deal[0], deal[2], deal[4])}, None)  # type: ignore[arg-type]
        chosen = with_a_pair_or_king(situation)
        seen.add(chosen)
        assert end_told(kernels[0], deal) == end_told(fixed[chosen], deal)
        assert all(int(ends[place]) == kernels[0].ends(deal)[0] for (ends,) in arrays)
    assert seen == {"play", "surrender"}


def test_a_strategy_may_depend_on_what_lies_open() -> None:
    """Drawn at less than 17 while the dealer shows 7 or more, else at less than 12."""
    game = load(f"{INVENTED}/draw-to-total")
    material = game.program.material

    def decide(situation: Situation) -> str:
        totals = {unit: material.total(hand) for unit, hand in situation.hands.items()}
        return "draw" if totals["player-1"] < (17 if totals["dealer"] > 6 else 12) else "stand"

    kernel = PythonKernel(plan_of(game.program.rules, Choosing(decide=decide)))
    played = Played(game.program, kernel.plan, ())
    played._chosen = lambda state: decide(  # type: ignore[method-assign]
        Situation("", "", (), {u: state.hands[u] for u in ("player-1", "dealer")}, None)  # type: ignore[arg-type]
    )
    for deal in deals(game, 1_000, seed=7):
        assert end_told(kernel, deal) == end_of(played.trace(deal))


def test_a_choice_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(NotCompiled):
        plan_of(load("mo/q-poker").program.rules, Choosing(decide=lambda situation: "fold"))


# ── Chance ──────────────────────────────────────────────────────────────────


@cache
def interpreted(work: str, rounds: int) -> Tally:
    game = load(work)
    return InterpretedSampler(game, strategy_of(game)).sample(SeedSequence(1), rounds)


def strategy_of(game: Game) -> dict[str, str]:
    return {r.effect.term(1): RANDOM for r in game.program.rules.steps if r.effect.op.startswith("choose")}


@pytest.mark.parametrize("kind", ["python", "numpy", "numba"])
@pytest.mark.parametrize("work", list(GAMES))
def test_rounds_by_chance_are_those_of_the_interpreter(work: str, kind: str) -> None:
    """The same outcomes with the same provisions, about as often: within five standard errors."""
    game = load(work)
    rounds = 50_000 if kind == "python" else 200_000
    found = CompiledSampler(game.program.rules, strategy_of(game), kind).sample(SeedSequence(1), rounds)
    expected = interpreted(work, 20_000)
    assert found.rounds == rounds
    assert set(found.bets) == set(expected.bets)
    for bet, counts in expected.bets.items():
        assert set(counts) <= set(found.bets[bet]), bet
        assert sum(found.bets[bet].values()) == rounds
        own, other = found.estimate(bet), expected.estimate(bet)
        assert own.mean is not None
        assert other.mean is not None
        error = ((own.standard_error or 0) ** 2 + (other.standard_error or 0) ** 2) ** 0.5
        assert abs(float(own.mean - other.mean)) < 5 * error


@pytest.mark.parametrize("kind", ["python", "numpy", "numba"])
def test_a_seed_gives_the_same_counts(kind: str) -> None:
    sampler = CompiledSampler(load("mo/baccarat").program.rules, {}, kind)
    first, again, other = (sampler.sample(SeedSequence(seed), 5_000) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_traces_by_chance_are_rounds_of_the_interpreter() -> None:
    """A trace made by chance is that of the interpreter for the objects that it tells."""
    for work, preferred in PLAYED:
        kernel, played = compiled(work, preferred)
        play = kernel.tracing(Random(8))
        for _ in range(200):
            trace = play()
            dealt = [s[4][0] for s in trace if s[0] in ("dealt", "drawn")]
            dealt += [thing for s in trace if s[0] == "thrown" for thing in s[4][0]]
            assert trace == played.trace(dealt)
            counts = Counter(dealt)
            pools = Counter(t for own in played.program.material.pools.values() for t in own)
            assert all(n <= pools[thing] for thing, n in counts.items() if thing in pools)


@pytest.mark.parametrize("kind", [PythonKernel, NumpyKernel, NumbaKernel])
def test_each_place_of_a_pack_is_as_likely(kind: type[Any]) -> None:
    """Pairs of one rank among the first two, where stocks are neither small nor put back in order."""
    plan = plan_of(load("mo/baccarat").program.rules)
    seeds = {PythonKernel: Random(9), NumpyKernel: np.random.default_rng(9), NumbaKernel: 9}
    rounds = 100_000
    counts = kind(plan).rounds(rounds, seeds[kind])
    (step,) = plan.settlements
    place = next(i for i, b in enumerate(step.bets) if plan.bets[b].bet == "banker-pair")
    pairs = sum(n for i, n in enumerate(counts[0]) if step.outcomes(i)[place].result == "win")
    expected = rounds * 31 / 415
    assert abs(pairs - expected) < 5 * (expected * 384 / 415) ** 0.5
