"""Gymnasium: every work of the shelves as an environment, `gymnasium.make("lexludi/q-poker-v0")`.

Importing this module registers them all, and reads none; one that does not run is refused, with the reason, by `make`.
It needs the extra `gym`. The name is the last part of the name of the work;
where two works share it, all of it, with a dot (`lexludi/mo.q-poker-v0`); a sign that no such name can have is there
as its number (`my_20_game`). Arguments of `make`: `bets` (in the
notation of rounds, by one bettor: `1:ante=10 1:other=5`), `text`, `readings`, `options`, `fresh`, and `on`, a day.

An episode is a round. Chance has its way until the bettor must choose; each `step` is a choice.

* Actions: `Discrete(n)`, a choice by its number in `tree.choices`, which lowers a stake to half, and places in a window
  the most that may be; where nobody decides anything, one action, which has the round played. `info["action_mask"]`
  has 1 for each that is legal, in an array of int8.
* Observations: `Box`, float32: what the bettor sees, in the order of `tree.layout.features`; amounts in the
  unit of the stakes.
* Rewards: the gain of the round, once, at its end.

`gymnasium.make_vec` plays many rounds at once (`adapters/vector.py`).

An action that a provision forbids changes nothing and gains nothing; `info["forbidden"]` names the provisions.
"""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import register
from numpy.typing import NDArray

from lexludi.adapters.runnable import refuse_endless, tree_of
from lexludi.base.errors import InvalidArgument
from lexludi.law.files import works
from lexludi.play.drawing import as_text
from lexludi.play.game import load
from lexludi.play.position import Position, Tree

NAMESPACE = "lexludi"
VERSION = 0

# The spaces of observations are bounded: in the place of no bound stands the largest number of float32.
_NO_LIMIT = float(np.finfo(np.float32).max)

Observation = NDArray[np.float32]


class RoundEnv(gymnasium.Env[Observation, int]):  # type: ignore[misc]
    """Rounds of a regulation as an environment; `position` is where the round stands, exact.

    Raises:
        LexludiError: there is no such work, setting or bet, or what can be gained has no bound.
        InvalidArgument: several bettors bet.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # so Gymnasium declares it

    def __init__(
        self,
        work: str,
        *,
        bets: str = "",
        on: date | str | None = None,
        text: str = "",
        readings: Mapping[str, object] | None = None,
        options: Mapping[str, object] | None = None,
        fresh: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.tree = tree_of(load(work, on=on, text=text, readings=readings, options=options), bets, fresh=fresh)
        if len(self.tree.players) > 1:
            raise InvalidArgument("several-players", bettors=self.tree.players)
        self.observation_space = observation_space(self.tree)
        self.action_space = gymnasium.spaces.Discrete(max(1, len(self.tree.choices)))
        self.render_mode = render_mode
        self.position: Position = self.tree.root

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a round, and play on to its first decision, or to its end.

        Raises:
            UnsettledCase: it has no end.
        """
        super().reset(seed=seed)
        self.position = self._run(self.tree.root)
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Choose, and play on to the next decision, or to the end; what is done at the end of a round only ends it.

        Raises:
            InvalidArgument: the action is none of the space.
            UnsettledCase: the round has no end.
        """
        require_action(action, self.action_space)
        if not self.position.is_over:
            number = int(action)
            if number not in self.position.legal_actions():
                forbidden = self.position.forbidding(number)
                return self._observation(), 0.0, False, False, {**self._info(), "forbidden": forbidden}
            self.position = self._run(self.position.moved(number))
        over = self.position.is_over
        (gain,) = self.position.returns()
        return self._observation(), float(gain) if over else 0.0, over, False, self._info()

    def render(self) -> str | None:
        """The position as lines of text, as the bettor sees it."""
        return as_text(self.position, 0) if self.render_mode == "ansi" else None

    def _run(self, position: Position) -> Position:
        """Let chance have its way."""
        while True:
            refuse_endless(position)
            if not position.is_chance:
                return position
            ways = position.ways()
            # Counted off with a whole number below the sum of all ways: no probability is rounded.
            place = int(self.np_random.integers(sum(number for _, number in ways)))
            for thing, number in ways:
                place -= number
                if place < 0:
                    position = position.moved(thing)
                    break

    def _observation(self) -> Observation:
        return np.array(self.position.observation_tensor(0), dtype=np.float32)

    def _info(self) -> dict[str, Any]:
        legal = self.position.legal_actions()
        mask = np.zeros(self.action_space.n, dtype=np.int8)
        # At the end of a round all are allowed, and only end it: of a mask of zeros nothing could be drawn.
        mask[list(legal) if legal else slice(None)] = 1
        return {"action_mask": mask}


def require_action(action: object, space: gymnasium.Space[Any]) -> None:
    """Refuse what is no action of a space.

    Raises:
        InvalidArgument: it is none.
    """
    if not space.contains(action):
        raise InvalidArgument("argument-not-among", name="action", known=(str(space),), found=repr(action)[:40])


def observation_space(tree: Tree) -> gymnasium.spaces.Box:
    """The space of what a bettor sees, with finite bounds in the order of `tree.layout.features`.

    Raises:
        NotBounded: a stake may grow without end.
    """
    low: list[float] = []
    high: list[float] = []
    material, rules = tree.material, tree.process.plan.rules.source
    most = [_most(tree, thing) for thing in range(len(tree.objects))]
    # Of a hand: the counts of each object that is seen, then how many are not seen, at most the whole stock.
    for _ in tree.units:
        low += [0.0] * (len(most) + 1)
        high += [*map(float, most), float(sum(material.counts.values()))]
    for bet, names in zip(tree.process.plan.bets, tree.layout.bets, strict=True):
        # Of a bet: its stake, its gain, whether it is settled, and what it is by now, where it may move.
        bounds = tree.bounds[bet.bettor]
        by_now = [float(len(names) - 1)] if len(names) > 1 else []
        low += [0.0, float(bounds.low), 0.0, *(0.0 for _ in by_now)]
        high += [float(bounds.stake), float(bounds.high), 1.0, *by_now]
    for memory in tree.layout.kept:
        # Of a number that is kept: whether there is one, and the number; zero stands for none and lies within.
        own_range = rules.memories[memory].range
        low += [0.0, float(min(0, own_range.low))]
        high += [1.0, _NO_LIMIT if own_range.high is None else float(max(1, own_range.high))]
    # Of a choice that somebody may have made, whether they have; and of choices that are told apart, which is due.
    last = len(tree.layout.chosen) + tree.layout.asks
    low += [0.0] * last
    high += [1.0] * last
    high += [number for _ in tree.layout.turning for number in map(float, most)]
    low += [0.0] * (len(high) - len(low))
    return gymnasium.spaces.Box(np.array(low, dtype=np.float32), np.array(high, dtype=np.float32), dtype=np.float32)


def _most(tree: Tree, thing: int) -> int:
    """The most of an object that a hand can hold: as many as there are, or as are thrown at once."""
    kind = tree.material.objects[thing].object
    return tree.material.throws.get(kind, tree.material.counts[thing])


def names() -> dict[str, str]:
    """The works of the shelves, each by the name of its environment, without its version."""
    every = {work: work.replace("/", ".") for work in works()}
    last = {work: work.rpartition("/")[2] for work in every}
    # No last part may be that of another work, nor all of its name.
    shared = Counter([*last.values(), *(whole for work, whole in every.items() if whole != last[work])])
    return {_fitting(last[work] if shared[last[work]] == 1 else whole): work for work, whole in every.items()}


def _fitting(name: str) -> str:
    """A name as Gymnasium can have it: other signs, which folders may have, as their numbers in Unicode."""
    return re.sub(r"[^\w.-]", lambda sign: f"_{ord(sign[0]):x}_", name)


def _register() -> None:
    for name, work in names().items():
        register(
            id=f"{NAMESPACE}/{name}-v{VERSION}",
            entry_point="lexludi.adapters.gym:RoundEnv",
            vector_entry_point="lexludi.adapters.vector:RoundVectorEnv",
            kwargs={"work": work},
        )


_register()
