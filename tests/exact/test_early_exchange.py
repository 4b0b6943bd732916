"""Suits that are exchanged before somebody chooses: games at random are told as they are where nothing is exchanged.

Where nothing is, generated texts show against plain enumeration that figures and best plays are right.
"""

from itertools import chain
from random import Random
from typing import Any

import pytest

from lexludi.exact import forward
from lexludi.exact.odds import odds
from lexludi.rules.model import RuleSet
from small import game_of

GAMES = 60

SUITS = ("“spades”", "“hearts”", "“clubs”", "“diamonds”")
DOES = {
    "stay": "",
    "fold": "“ante” loses",
    "double": "the stake of “ante” is doubled",
    "raise": "an amount equal to {} of “ante” is put on “raise bet”",
    "draw": "takes one “card”",
    "take back": "“ante” is returned",
}


def listed(items: list[str], joint: str = "and") -> str:
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


class Written:
    """A game of one or two packs, in which suits are read by what is the same of them alone, written at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        chosen = self.random.choice
        self.ranks, self.suits, self.packs = chosen((2, 3, 3, 4)), chosen((2, 3, 3, 4)), chosen((1, 1, 1, 2))
        self.face = {"player": chosen(("up", "down")), "dealer": chosen(("up", "down")), "board": "up"}
        # Who holds how many cards, the steps so far, and the actions that they offer.
        self.held = dict.fromkeys(self.face, 0)
        self.steps = ["bets are accepted."]
        self.actions: list[str] = []

    @property
    def left(self) -> int:
        return self.ranks * self.suits * self.packs - sum(self.held.values())

    def observed(self) -> str:
        who = self.random.choice([holder for holder, held in self.held.items() if held])
        return self.random.choice([
            f"the hand of “{who}” is such that all are of the same “suit”",
            f"the hand of “{who}” is “pair”",
            f"the hand of “{who}” is worth at least “pair” with {self.random.randint(1, self.ranks)}",
            f"the total of “{who}” is higher than 3",
            f"the number of “card” of “{who}” is 2",
            f"“{who}” shows {self.random.randint(1, self.ranks)}",
        ])  # fmt: skip

    def deal(self, holder: str) -> None:
        more = self.random.choice((1, 1, 2))
        if more < self.left and sum(self.held.values()) + more <= 5:
            self.held[holder] += more
            to = "each “player” with a bet" if holder == "player" else f"“{holder}”"
            face, number = self.face[holder], self.held[holder]
            self.steps.append(f"deal to {to}, one “card” at a time, face {face}, until each has {number}.")

    def choose(self) -> None:
        does = self.random.sample([*DOES], self.random.choice((2, 2, 3)))
        # Whoever may draw at every choice still finds enough.
        names = [f"“{action} {len(self.steps)}”" for action in does if action != "draw" or self.left > 5]
        if len(names) < 2:
            return
        self.actions += names
        guard = f"when {self.observed()}, then " if self.random.random() < 0.2 else ""
        self.steps.append(f"{guard}“player” with “ante” chooses to {listed(names, 'or')}.")
        for name in names:
            if what := DOES[name.strip("“”").rpartition(" ")[0]]:
                stake = self.random.choice(("the stake", "two times the stake"))
                self.steps.append(f"upon {name}: {what.format(stake)}.")

    def text(self) -> str:
        self.deal("player")
        for holder in self.random.sample(["dealer", "board"], self.random.choice((0, 1, 2))):
            self.deal(holder)
        self.choose()
        for _ in range(self.random.choice((1, 1, 2))):
            self.deal(self.random.choice(("player", "dealer", "board", "board")))
            if self.random.random() < 0.5:
                self.choose()
        if self.random.random() < 0.5:
            self.deal("dealer")
        self.steps.append("settle “ante” and “raise bet”.")
        wins = self.observed()
        if self.held["dealer"] and self.random.random() < 0.6:
            wins = "the hand of “player” is higher than the hand of “dealer”"
        norm = ""
        if self.actions and self.random.random() < 0.3:
            norm = f"  when {self.observed()}, then “player” must not {self.random.choice(self.actions)}.\n"
        by_rank = "compared by: the “rank” of each card, highest first."
        return f"""\
Article 1
  “rank”, from high to low: {listed([*map(str, range(self.ranks, 0, -1))])}.
  “suit”, from high to low: {listed([*SUITS[: self.suits]])}.
  material: {self.packs} {"pack" if self.packs == 1 else "packs"} of “card”, each with one for each combination of “rank” and “suit”.
  every other “card” counts its face value.
  there is one “dealer”.
  there is one “board”.
  “player” bets.
  “ante” is a bet.
  “raise bet” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “flush”: all are of the same “suit”; {by_rank}
2)
  “pair”: at least 2 are of the same “rank”; {by_rank}
3)
  “any”: at least 1 are of the same “rank”; {by_rank}
Article 3
{"".join(f"  {step}{chr(10)}" for step in self.steps)}\
Article 4
  when {wins}, then “ante” and “raise bet” pay {self.random.randint(1, 3)} to 1.
  in every other case, “ante” and “raise bet” lose.
{norm}"""  # noqa: E501


def told(rules: RuleSet) -> dict[str, Any]:
    """The odds as they are told; outcomes that bring the same stand in any order."""
    found = odds(rules).to_json()
    for bet in found["bets"].values():
        bet["outcomes"].sort(key=str)
    return found


def test_games_at_random_are_told_alike_with_suits_exchanged_early_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    graphs: list[forward.Forward] = []
    expand = forward.Forward.expand

    def noted(self: forward.Forward, nodes: object) -> None:
        expand(self, nodes)  # type: ignore[arg-type]
        graphs.append(self)

    monkeypatch.setattr(forward.Forward, "expand", noted)
    exchanged, open_ = 0, 0
    for seed in range(GAMES):
        rules = game_of(Written(seed).text()).decided
        graphs.clear()
        monkeypatch.setattr(forward, "WORTH_EXCHANGING_EARLY", -1)
        found = told(rules)
        exchanged += any(graph.exchanging for graph in graphs)
        open_ += any(chain.from_iterable(play["counts"].items() for play in found["strategy"]))
        monkeypatch.setattr(forward, "WORTH_EXCHANGING_EARLY", 10**9)
        assert told(rules) == found, seed
    # Many of them have choices, and suits that may be exchanged there.
    assert exchanged > GAMES // 2
    assert open_ > GAMES // 2
