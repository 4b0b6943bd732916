"""Gymnasium, many rounds at once: the environments of `adapters.gym` as one over arrays of NumPy.

`gymnasium.make_vec("lexludi/q-poker-v0", num_envs=100_000)` makes one, where the rules become tables
(`simulate/stepping.py`); where they do not, it is refused with the reason (`NotCompiled`), in words too, and
`vectorization_mode="sync"` steps single environments instead. Of the texts that run all have one but these:

* `xx/blackjack` with `splitting` offered (`splits`): a hand may become two, each with a bet, choices and an end of
  its own.
* `xx/caribbean-stud` (`face-up-in-part`): one of the dealer's five cards lies open, and a table has a number for each
  hand, not for a part of it; and of five cards of a pack there are 2,598,960 hands, where a table takes 60,000.
* `xx/pai-gow` (`divides`): who wins depends on how two parts stand to two others at once, and a table compares two
  hands.

Arguments are those of the single environment, without `fresh`: each round is the first with a fresh stock, with what is
burned then. Nothing lasts from one to the next: a bet that stays for another round has gained nothing in this one, and
a meter begins with what it began with.

A lane is a round. Where one ends it is begun anew in the same step (`AutoresetMode.SAME_STEP`); `info["final_obs"]`
then has what was seen at its end. With N lanes, P hands that somebody who chooses may see, H that lie
hidden at a choice and may have now so many objects and now others, and n choices:

* Actions: `MultiDiscrete`, a choice for each lane by its number in `tree.choices`. A decision with one legal choice is
  no decision. An action that is not legal changes nothing in its lane; `info["refused"]` says where.
* Observations: int32, shape (N, 1 + P + H). First a number for where the round stands (its place in the procedure,
  bets that are open, how others have ended since the last choice or object, numbers that it keeps, choices that rules
  still read), as far as a party knows it; then for each of `places` the number of the hand, 0 where it is empty or
  hidden; then for each of `hidden` how many objects it has, 0 where it is seen. Objects that no rule tells apart are
  one. `features` makes counts of objects of the hands seen, `hand` the symbols.
* Rewards: float64, shape (N,), the gain of the round at its end, in the unit of the stakes.
* `info["action_mask"]`: int8, shape (N, n).
"""

from collections.abc import Hashable, Mapping
from datetime import date
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from lexludi.adapters.gym import require_action
from lexludi.adapters.runnable import tree_of
from lexludi.exact.slices import HAND, Place
from lexludi.play.game import load
from lexludi.simulate.automaton import Arrival, Pick
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.stepping import Lanes, asked_layout

Numbers = NDArray[np.int32]


class RoundVectorEnv(VectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):  # type: ignore[misc]
    """Many rounds of a regulation at once.

    Raises:
        LexludiError: there is no such work, setting or bet.
        NotCompiled: there are no tables for such rounds.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        work: str,
        num_envs: int = 1,
        *,
        bets: str = "",
        on: date | str | None = None,
        text: str = "",
        readings: Mapping[str, object] | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.tree = tree_of(load(work, on=on, text=text, readings=readings, options=options), bets)
        try:
            self.layout = asked_layout(self.tree)
        except NotCompiled as problem:
            problem.add_note(problem.tell("en") + ' vectorization_mode="sync" steps single environments.')
            raise
        self.automaton = self.layout.automaton
        self.num_envs = num_envs
        self._lanes = Lanes(self.layout, num_envs, np.random.default_rng())
        self._make_tables()
        # For each arrival the number of what shows of it.
        numbers: dict[Hashable, int] = {}
        arrivals = map(_told, self.automaton.arrivals)
        self._told = np.array([numbers.setdefault(told, len(numbers)) for told in arrivals], dtype=np.int32)
        sizes = [
            len(numbers),
            *(len(self.automaton.memories[place]) for place in self.places),
            *(int(self._sizes[place].max()) + 1 for place in self.hidden),
        ]
        self.single_observation_space = gymnasium.spaces.MultiDiscrete(sizes, dtype=np.int32)
        self.single_action_space = gymnasium.spaces.Discrete(self._legal.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._every = np.arange(num_envs)

    def _make_tables(self) -> None:
        """Tables with a row for each station, and a last one, which station -1 picks, for lanes that are over."""
        picks = [*(s.node if isinstance(s.node, Pick) else None for s in self.layout.stations), None]
        # The places whose hands whoever is asked there sees; chance is shown nothing, nor is a lane that is over.
        seen = [self.automaton.seen_at(pick.pc) if pick else set[Place]() for pick in picks]
        # Where only one hand is told apart, the empty one, there is nothing to observe.
        held = (place for place in set[Place]().union(*seen) if len(self.automaton.memories[place]) > 1)
        self.places: tuple[Place, ...] = tuple(sorted(held))
        # How many objects a hidden hand has everybody sees: it is told where that is not always the same at a choice.
        self._sizes = {
            place: np.array([len(memories.hand(number)) for number in range(len(memories))], dtype=np.int32)
            for place, memories in self.automaton.memories.items()
            if place[0] == HAND
        }
        unseen = [
            (place, {int(sizes[number]) for number in station.before.get(place, ())})
            for station, pick, shown in zip(self.layout.stations, picks, seen, strict=False)
            for place, sizes in self._sizes.items()
            if pick and place not in shown
        ]
        self.hidden: tuple[Place, ...] = tuple(sorted({place for place, sizes in unseen if len(sizes) > 1}))
        # A 1 for each place that is seen: shape (stations + 1, P); and for each that lies hidden: (stations + 1, H).
        self._shown = np.array([[place in shown for place in self.places] for shown in seen], dtype=np.int32)
        lies = [
            [bool(pick) and place not in shown for place in self.hidden]
            for pick, shown in zip(picks, seen, strict=True)
        ]
        self._lies = np.array(lies, dtype=np.int32)
        # For each choice its place among those legal there, else -1: shape (stations + 1, n).
        self._legal = np.full((len(picks), max(1, len(self.tree.choices))), -1, dtype=np.intp)
        for k, pick in enumerate(picks):
            for place, choice in enumerate(pick.legal if pick else ()):
                self._legal[k, self.tree.numbers[choice]] = place
        # In a lane that is over every choice may be made, and changes nothing.
        self._legal[-1] = 0
        self._masks = (self._legal >= 0).astype(np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin all rounds."""
        if seed is not None:
            self._lanes = Lanes(self.layout, self.num_envs, np.random.default_rng(seed))
        self._lanes.begin(self._every)
        return self._observed(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Choose in every lane, play on, and begin anew where a round is over.

        Raises:
            InvalidArgument: the actions are none of the space.
            UnsettledCase: the round of a lane has no end.
        """
        require_action(actions, self.action_space)
        lanes = self._lanes
        before = lanes.over
        chosen = self._legal[lanes.stations, actions]
        # A lane may be over before any choice, if its round had none: it is rewarded here, and begun anew.
        on = np.flatnonzero(~before & (chosen >= 0))
        lanes.choose(on, chosen[on])
        over = lanes.over
        rewards = np.where(over, lanes.gain, 0.0)
        info: dict[str, Any] = {}
        if over.any():
            # Taken before these lanes begin anew, when their last hands are gone.
            info = {"final_obs": self._observed(), "_final_obs": over}
            lanes.begin(np.flatnonzero(over))
        refused = chosen < 0
        if refused.any():
            info["refused"] = refused
        return self._observed(), rewards, over, np.zeros(self.num_envs, dtype=np.bool_), {**info, **self._info()}

    def features(self, observations: Numbers) -> NDArray[np.float32]:
        """The hands of observations as counts: for each of `places` of each object how many are seen.

        The shape is (N, P times the number of objects), the objects in the order of `tree.objects`.
        """
        counts = [table[observations[:, 1 + i]] for i, table in enumerate(self._counts)]
        # Without any place there are still N rows, of no numbers.
        return np.concatenate([np.zeros((len(observations), 0), dtype=np.float32), *counts], axis=1)

    def hand(self, place: Place, number: int) -> list[str]:
        """The symbols of a hand that an observation gives by its number; of objects that are one, the first."""
        return self.tree.material.symbols(self.automaton.memories[place].hand(number))

    @cached_property
    def _counts(self) -> list[NDArray[np.float32]]:
        """For each place a table of counts, of shape (hands, objects); made when first asked for, row by row."""
        tables = []
        for place in self.places:
            memories = self.automaton.memories[place]
            table = np.zeros((len(memories), len(self.tree.objects)), dtype=np.float32)
            for number in range(len(memories)):
                # A hand may have an object more than once, which `table[number, hand] += 1` would count once.
                np.add.at(table[number], list(memories.hand(number)), 1)
            tables.append(table)
        return tables

    def _observed(self) -> Numbers:
        lanes = self._lanes
        out = np.empty((self.num_envs, 1 + len(self.places) + len(self.hidden)), dtype=np.int32)
        out[:, 0] = self._told[lanes.at]
        shown = self._shown[lanes.stations]
        for i, place in enumerate(self.places):
            # Number 0 is the empty hand, and stands for one that is hidden.
            out[:, 1 + i] = lanes.hands[place] * shown[:, i]
        lies = self._lies[lanes.stations]
        for i, place in enumerate(self.hidden):
            out[:, 1 + len(self.places) + i] = self._sizes[place][lanes.hands[place]] * lies[:, i]
        return out

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._masks[self._lanes.stations]}


def _told(arrival: Arrival) -> Hashable:
    """An arrival as whoever chooses there knows it, but for hands: what the information state of a party has.

    Arrivals that differ by more, such as by the provisions that settled a bet or by a meter, may tell of a hidden hand.
    """
    ends = tuple(settled._replace(provisions=()) for settled in arrival.settled)
    rest = arrival.rest
    if rest is None:
        return ends
    return arrival.node, ends, tuple(bet.as_seen for bet in rest.bets), rest.memory, rest.chosen
