"""Rounds per second of the traced interpreter, beside hand-written rounds without a trace, in one run.

    python tests/benchmarks/rounds.py [SECONDS]

Prints rates and ratios; asserts nothing. The hand-written rounds are what a good
programmer would write in plain Python for that game alone.
"""

import sys
import time
from collections.abc import Callable
from random import Random

from lexludi import load
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game
from lexludi.play.plan import Placed
from lexludi.play.process import Process
from lexludi.play.round_state import ChanceNode, DecisionNode, State, StockState, Terminal, Told
from lexludi.play.supply import Supply

RANKS, SUITS = 13, 4


def hand_written_baccarat(rng: Random) -> Callable[[], list[float]]:
    """A round of punto banco with five bets, from an eight-pack shoe, no trace."""
    shoe: list[int] = []

    def play() -> list[float]:
        if len(shoe) < 20:
            shoe[:] = [rank for rank in range(RANKS) for _ in range(32)]
            rng.shuffle(shoe)
        p1, b1, p2, b2 = shoe.pop(), shoe.pop(), shoe.pop(), shoe.pop()
        value = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)
        player, banker = (value[p1] + value[p2]) % 10, (value[b1] + value[b2]) % 10
        if player < 8 and banker < 8:
            third = -1
            if player < 6:
                third = value[shoe.pop()]
                player = (player + third) % 10
            if third < 0:
                draws = banker < 6
            else:
                draws = (
                    banker < 3
                    or (banker == 3 and third != 8)
                    or (banker == 4 and 1 < third < 8)
                    or (banker == 5 and 3 < third < 8)
                    or (banker == 6 and 5 < third < 8)
                )
            if draws:
                banker = (banker + value[shoe.pop()]) % 10
        if player > banker:
            nets = [100.0, -100.0, -100.0]
        elif banker > player:
            nets = [-100.0, 95.0, -100.0]
        else:
            nets = [0.0, 0.0, 800.0]
        nets.append(1100.0 if p1 == p2 else -100.0)
        nets.append(1100.0 if b1 == b2 else -100.0)
        return nets

    return play


def hand_written_q_poker(rng: Random) -> Callable[[], tuple[float, float]]:
    """A round of Q Poker with both bets, always played, no trace."""
    deck = [(rank, suit) for rank in range(2, 15) for suit in range(SUITS)]

    def strength(hand: list[tuple[int, int]]) -> tuple[int, ...]:
        ranks = sorted((r for r, _ in hand), reverse=True)
        a, b, c = ranks
        top = max(hand)[1]
        suited = hand[0][1] == hand[1][1] == hand[2][1]
        run = (a - b == 1 and b - c == 1) or ranks == [14, 3, 2]
        if run:
            low = ranks == [14, 3, 2]
            return (6 if suited else 4, 3 if low else a, next(s for r, s in hand if r == 3) if low else top)
        if a == c:
            return (5, a)
        if suited:
            return (3, a, b, c, top)
        if a == b or b == c:
            odd = c if a == b else a
            return (2, b, odd, next(s for r, s in hand if r == odd))
        return (1, a, b, c, top)

    def play() -> tuple[float, float]:
        cards = rng.sample(deck, 6)
        player, dealer = strength(cards[:3]), strength(cards[3:])
        plus = {6: 40.0, 5: 30.0, 4: 6.0, 3: 4.0, 2: 1.0, 1: -1.0}[player[0]]
        if dealer < (1, 12):
            return 0.5, plus
        if player < dealer:
            return -1.0, plus
        return {6: 3.0, 5: 2.0, 4: 1.5}.get(player[0], 1.0), plus

    return play


def finished(process: Process, state: State, supply: Supply, steps: list[Told]) -> State:
    """A round run to its end; of every choice the first action is taken."""
    node = process.advance(state, steps.append)
    while not isinstance(node, Terminal):
        if isinstance(node, ChanceNode):
            state = process.give(node, supply.take(node.kind, node.unit), steps.append)
        else:
            assert isinstance(node, DecisionNode)
            state = process.choose(node, node.legal[0])
        node = process.advance(state, steps.append)
    return node.state


def interpreted_baccarat(game: Game, rng: Random) -> Callable[[], object]:
    """The same round by the interpreter, with its whole trace."""
    process = game.process(tuple(Placed("bettor-1", "", kind, 100) for kind in game.rules.bets))
    stock, supply = StockState(), Supply(process.hands.material, rng, None)

    def play() -> object:
        nonlocal stock
        if stock.rounds_left == 0:
            stock = StockState()
            supply.renew()
        steps: list[Told] = []
        stock = finished(process, process.start(stock), supply, steps).stock
        return steps

    return play


def interpreted_q_poker(game: Game, rng: Random) -> Callable[[], object]:
    """The same round by the interpreter, with its whole trace."""
    process = game.process(tuple(Placed("player-1", "box-1", kind, 10, "", "box-1") for kind in ("ante", "pair-plus")))

    supply = Supply(process.hands.material, rng, None)

    def play() -> object:
        supply.renew()
        steps: list[Told] = []
        finished(process, process.start(), supply, steps)
        return steps

    return play


def by_the_api(rng: Random) -> Callable[[], object]:
    """The same round as a user of the library plays it."""
    game = load("mo/q-poker")

    def play() -> object:
        round_ = game.new_round(seed=rng.getrandbits(53))
        round_.apply(PlaceBet("player-1", "box-1", "ante", 10))
        round_.apply(PlaceBet("player-1", "box-1", "pair-plus", 10))
        round_.apply(Deal())
        round_.apply(Choose("player-1", "box-1", "play"))
        return round_.returns()

    return play


def rate(play: Callable[[], object], seconds: float) -> float:
    """Rounds per second, after one warm-up of the same length: the best of three."""
    best = 0.0
    for _ in range(4):
        rounds, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            for _ in range(100):
                play()
            rounds += 100
        best = max(best, rounds / (time.process_time() - start))
    return best


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    baccarat, q_poker = load("mo/baccarat@2004-05-18"), load("mo/q-poker")
    rows = (
        ("baccarat, hand-written, no trace", hand_written_baccarat(Random(1)), None),
        ("baccarat, interpreter, traced", interpreted_baccarat(baccarat, Random(1)), 0),
        ("Q Poker, hand-written, no trace", hand_written_q_poker(Random(1)), None),
        ("Q Poker, interpreter, traced", interpreted_q_poker(q_poker, Random(1)), 2),
        ("Q Poker, library, traced", by_the_api(Random(1)), 2),
    )
    rates: list[float] = []
    for name, play, baseline in rows:
        rates.append(rate(play, seconds))
        ratio = f"  {rates[-1] / rates[baseline]:6.3f} x hand-written" if baseline is not None else ""
        print(f"{name:<36}{rates[-1]:>12,.0f} rounds/s{ratio}")


if __name__ == "__main__":
    main()
