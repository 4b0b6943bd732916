"""The number of hands that may be drawn, against every order of the cards."""

from collections.abc import Iterator

import numpy as np
import pytest

from lexludi.exact.budget import Budget, RowMeter, TooLarge
from lexludi.exact.graph import Rows
from lexludi.exact.growth import foresee_pairs, hands_grown
from lexludi.exact.layers import Layers
from lexludi.exact.slices import HAND
from lexludi.play.plan import Alter, Placed
from lexludi.rules import meaning as m
from small import game_of

TEXT = """Article 1
  “face”, from high to low: 5, 3 and 2.
  material: 1 set of “cards”, each with two of 5, two of 3 and three of 2.
  each “card” counts the number that it shows.

Article 2
  there is one “dealer”.
  “player” bets.
  “main” is a bet.

Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
  when the hand of “player” is such that all are of the same “face”, then “player” with “main” chooses to “split”.
  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “main”, and neither is split again.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
  “player” with “main” repeatedly chooses to “hit” or “stand”, until the total of “player” is higher than 6.
  upon “hit”: takes one “card”.
  upon “stand”: the turn ends.
  settle “main”.
  when the total of “player” is 7, then “main” pays 1 to 1.
  in every other case, “main” loses.
"""

CARDS = (5, 5, 3, 3, 2, 2, 2)
UNITS = ("player-1", "player-1.second-hand")


def hands_from(first: int) -> set[tuple[int, ...]]:
    """Every hand of two or more that begins with a card, by all orders in which others come."""

    def grown(hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(hand) >= 2:
            yield tuple(sorted(hand))
        if len(hand) < 2 or sum(hand) <= 6:
            for card in set(CARDS):
                if hand.count(card) < CARDS.count(card):
                    yield from grown((*hand, card))

    return set(grown((first,)))


def split() -> tuple[Layers, int, Alter]:
    layers = Layers(game_of(TEXT).questions, Placed("player-1", "", "main", 1, "", "player-1"))
    pc, op = next((pc, op) for pc, op in enumerate(layers.plan.ops) if _splits(op))
    assert isinstance(op, Alter)
    return layers, pc, op


def _splits(op: object) -> bool:
    return isinstance(op, Alter) and isinstance(op.change, m.Split)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("first", [5, 3, 2])
def test_hands_are_those_of_every_order(first: int, unit: str) -> None:
    layers, pc, _ = split()
    process, observed = layers.process, layers._forward.observed
    begun = _begun(layers, first)
    rest = layers._states.number(process.start())
    assert hands_grown(process, observed, pc, unit, begun, rest) == len(hands_from(first))


def _begun(layers: Layers, first: int) -> np.ndarray:
    hands = layers.process.hands
    begun = [n for n in layers.table.batch("card", 1).tolist() if hands.total(layers.table.objects(n)) == first]
    return np.array(begun, dtype=np.int64)


def test_what_is_too_much_is_refused_with_the_number_of_hands() -> None:
    """Of rows with a two in each hand there are as many as of both hands together; none of them is within no memory."""
    layers, pc, op = split()
    begun = _begun(layers, 2)
    columns = {place: begun if place[0] == HAND and place[1] in UNITS else begun * 0 for place in layers.slice.columns}
    rows = Rows(columns, np.array([layers._states.number(layers.process.start())]))
    observed, number = layers._forward.observed, len(hands_from(2))
    foresee_pairs(layers.process, observed, pc, op, UNITS, rows, RowMeter(Budget(), ()))
    with pytest.raises(TooLarge) as refused:
        foresee_pairs(
            layers.process, observed, pc, op, UNITS, rows, RowMeter(Budget(memory=number * number * 128 - 1), ())
        )
    assert refused.value.args_by_name["hands"] == ((UNITS[0], number), (UNITS[1], number))
    assert refused.value.provisions == op.provisions
