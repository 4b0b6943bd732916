"""Playouts of Q Poker in OpenSpiel per second, beside the same game written by hand for it, in one run.

    PYTHONPATH=tests python -m benchmarks.playouts [SECONDS]

Prints rates and ratios; asserts nothing. Chance goes by its outcomes, choices by legal actions. The game by hand
deals six cards and settles nothing, so that it takes no more than OpenSpiel itself does.
"""

import sys
from collections.abc import Callable
from random import Random

import pyspiel

import lexludi.adapters.spiel
from benchmarks.rounds import rate

CARDS, DEALT, PLAY = 52, 6, 0


class ByHand(pyspiel.Game):  # type: ignore[misc]
    """Six cards of a pack, and one choice."""

    def __init__(self) -> None:
        kind = pyspiel.GameType(
            short_name="by_hand",
            long_name="by hand",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=1,
            min_num_players=1,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=2,
            max_chance_outcomes=CARDS,
            num_players=1,
            min_utility=-1,
            max_utility=1,
            utility_sum=None,
            max_game_length=1,
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> "Dealt":
        """Before the first card."""
        return Dealt(self)


class Dealt(pyspiel.State):  # type: ignore[misc]
    """The cards so far, and whether the choice has been made."""

    def __init__(self, game: ByHand) -> None:
        super().__init__(game)
        self.cards: tuple[int, ...] = ()
        self.over = False

    def current_player(self) -> int:
        """Chance, then the player, then nobody."""
        if len(self.cards) < DEALT:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.over else 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that are left."""
        share = 1 / (CARDS - len(self.cards))
        return [(card, share) for card in range(CARDS) if card not in self.cards]

    def _legal_actions(self, player: int) -> list[int]:
        return [PLAY, 1 - PLAY]

    def _apply_action(self, action: int) -> None:
        if len(self.cards) < DEALT:
            self.cards = (*self.cards, action)
        else:
            self.over = True

    def is_terminal(self) -> bool:
        """The choice has been made."""
        return self.over

    def returns(self) -> list[float]:
        """Nothing is settled."""
        return [0.0]


def playout(game: pyspiel.Game, rng: Random) -> Callable[[], object]:
    """A round by chance, with choices at random."""

    def play() -> object:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                things, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(things, shares)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        return state.returns()

    return play


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    by_hand = rate(playout(ByHand(), Random(1)), seconds)
    game = pyspiel.load_game(f"{lexludi.adapters.spiel.NAME}(work=mo/q-poker)")
    by_engine = rate(playout(game, Random(1)), seconds)
    print(f"{'OpenSpiel, by hand, without settling':<40}{by_hand:>10,.0f} playouts/s")
    print(f"{'OpenSpiel, Q Poker':<40}{by_engine:>10,.0f} playouts/s  {by_engine / by_hand:6.3f} x by hand")


if __name__ == "__main__":
    main()
