"""OpenSpiel: every work that runs as a game, `pyspiel.load_game("lexludi(work=mo/q-poker)")`.

Importing this module registers the game `lexludi`; it needs the extra `spiel`. Its parameters:
`work` (a name as everywhere, with a day or not), `text` (`zh`, `pt`, `en`), `bets` (in the notation of
rounds, parted by semicolons, with `*` before a stake, since OpenSpiel reads `=` itself: `1:stake-a*2;1:stake-b`),
`readings` and `options` (`name:value;…`), `fresh` (`True`, or `False`: nothing is burned beforehand).

Players are those who bet; the house plays by the regulation and is no player. A choice lowers a stake to half, and
places in a window the most that may be. Chance gives one object at a time. Returns are what `Position.returns` says, as
floats; the exact amounts are at `state.position`.
"""

from typing import Any

import numpy as np
import pyspiel

from lexludi.adapters.runnable import refuse_endless, tree_of
from lexludi.play.game import load
from lexludi.play.notation import OF
from lexludi.play.position import Position, Tree
from lexludi.play.process import MAX_MOVES
from lexludi.rules.settings import given_once
from lexludi.simulate.stepped import SteppedRound, steps_of

NAME = "lexludi"

_PARAMETERS: dict[str, object] = {
    "work": "",
    "text": "",
    "bets": "",
    "readings": "",
    "options": "",
    "fresh": True,
}
# Of all games that there may be, as the type says before one is loaded; each game says its own number.
_MOST_PLAYERS = 64
_TIMES = "*"


def _type(*, tensors: bool = True) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Lexludi: game regulations",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=tensors,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=False,  # a work must be named
        parameter_specification=_PARAMETERS,
    )


class LexludiGame(pyspiel.Game):  # type: ignore[misc]
    """A regulation with some bets as a game of OpenSpiel; `tree` is the same in Lexludi.

    It is made from parameters, or, without being registered, of any tree.

    Raises:
        LexludiError: there is no such work, setting or bet, what can be gained has no bound, or players would be shown
            more than they may see, or less than they have seen.
    """

    def __init__(self, params: dict[str, Any] | None = None, tree: Tree | None = None) -> None:
        self.tree = _tree({**_PARAMETERS, **(params or {})}) if tree is None else tree
        self.tree.require_observed()
        self.steps = steps_of(self.tree)
        bounds = self.tree.bounds.values()
        decisions = self.tree.layout.decisions
        info = pyspiel.GameInfo(
            num_distinct_actions=max(1, len(self.tree.choices)),
            max_chance_outcomes=len(self.tree.objects),
            num_players=len(self.tree.players),
            min_utility=float(min(bound.low for bound in bounds)),
            max_utility=float(max(bound.high for bound in bounds)),
            utility_sum=None,
            # Decisions alone: acts of chance have a bound of their own (`max_chance_nodes_in_history`).
            max_game_length=MAX_MOVES if decisions is None else decisions,
        )
        super().__init__(_type(tensors=decisions is not None), info, params or {})

    def new_initial_state(self) -> "LexludiState":
        """The position after the bets."""
        return LexludiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """As many acts of chance as a round may have before it is given up."""
        return MAX_MOVES

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "LexludiObserver":
        """The observer of a player; with perfect recall also of what was seen and chosen before."""
        if params:
            raise ValueError(f"no parameters: {params}")
        return LexludiObserver(self.tree, perfect_recall=bool(iig_obs_type and iig_obs_type.perfect_recall))


class LexludiState(pyspiel.State):  # type: ignore[misc]
    """A position of a round as a state of OpenSpiel.

    Where the rules become tables, rounds are stepped by them; `position` follows, when somebody asks for it.
    """

    def __init__(self, game: LexludiGame) -> None:
        super().__init__(game)
        self._position: Position = game.tree.root
        self._moves: tuple[int, ...] = ()
        self._at: Position | SteppedRound = game.steps.root if game.steps else self._position

    @property
    def position(self) -> Position:
        """The same in Lexludi, and exact."""
        # The moves of `_position` are always the first of `_moves`: only those that are missing are made.
        for number in self._moves[len(self._position.moves) :]:
            self._position = self._position.moved(number)
        return self._position

    def current_player(self) -> int:
        """The player who decides, or chance, or nobody."""
        return self._at.current_player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._at.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The objects that may come, each with its probability."""
        ways = self._at.ways()
        total = sum([number for _, number in ways])
        if total == len(ways):  # one of each, as in most packs: this is asked before every card
            share = 1 / total
            return [(thing, share) for thing, _ in ways]
        return [(thing, number / total) for thing, number in ways]

    def _apply_action(self, action: int) -> None:
        at = self._at
        if len(self._moves) >= MAX_MOVES:
            refuse_endless(self.position)
        if isinstance(at, SteppedRound) and at.allows(action):
            self._at = at.moved(action)
        else:
            # A position looks at the move, and says why it cannot be made.
            self._at = self._position = self.position.apply(action)
        self._moves = (*self._moves, action)

    def _action_to_string(self, player: int, action: int) -> str:
        tree = self._position.tree
        return tree.objects[action] if player == pyspiel.PlayerId.CHANCE else tree.choices[action]

    def is_terminal(self) -> bool:
        """The round is over."""
        return self._at.is_over

    def returns(self) -> list[float]:
        """The gain of each player, once the round is over."""
        if not self._at.is_over:
            return [0.0] * len(self._position.tree.players)
        return [float(gain) for gain in self._at.returns()]

    def __str__(self) -> str:
        """The round so far, in notation."""
        return str(self.position)


class LexludiObserver:
    """The observation of a player of a state, as a tensor and as a string."""

    def __init__(self, tree: Tree, *, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        size = tree.layout.whole_size if perfect_recall else tree.layout.size
        # Without a bound on decisions there is no tensor with perfect recall, only the string.
        self.tensor = np.zeros(size or 0, np.float32)
        # The same array, as OpenSpiel expects: `set_from` fills it in place.
        self.dict = {"observation": self.tensor}

    def set_from(self, state: LexludiState, player: int) -> None:
        """Fill the tensor."""
        position = state.position
        if self.perfect_recall:
            self.tensor[:] = position.information_state_tensor(player)
        else:
            self.tensor[:] = position.observation_tensor(player)

    def string_from(self, state: LexludiState, player: int) -> str:
        """The canonical string."""
        position = state.position
        return position.information_state_string(player) if self.perfect_recall else position.observation_string(player)


def _tree(asked: dict[str, Any]) -> Tree:
    """The tree of parameters."""
    readings, options = _settings(asked["readings"]), _settings(asked["options"])
    game = load(asked["work"], text=asked["text"], readings=readings, options=options)
    return tree_of(game, asked["bets"].replace(_TIMES, OF), fresh=asked["fresh"])


def _settings(text: str) -> dict[str, str]:
    """Settings of a parameter: `packs:2;equal-hands:push`."""
    pairs = (setting.partition(":") for setting in text.split(";") if setting)
    return given_once((name, value) for name, _, value in pairs)


pyspiel.register_game(_type(), LexludiGame)
