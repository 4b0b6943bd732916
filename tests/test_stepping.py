"""Rounds stepped for many lanes: each gains what the regulation pays for the hands it holds, and chance is fair."""

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import lexludi.simulate
from hidden_card import TEXT
from lexludi import PlaceBet, load
from lexludi.adapters.runnable import tree_of
from lexludi.base.messages import catalogue
from lexludi.exact.slices import HAND, THROWN
from lexludi.language.phrases import LANGUAGES
from lexludi.play.position import Tree
from lexludi.simulate.automaton import Pick
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.stepping import Lanes, asked_layout
from small import COIN_AND_ANTE, game_of

COUNT = 600


def begun(tree: Tree, count: int = COUNT) -> Lanes:
    lanes = Lanes(asked_layout(tree), count, np.random.default_rng(7))
    lanes.begin(np.arange(count))
    return lanes


def legal(lanes: Lanes) -> list[int]:
    """How many choices each lane has; none where it is over."""
    nodes = [lanes.layout.stations[k].node if k >= 0 else None for k in lanes.stations.tolist()]
    return [len(node.legal) if isinstance(node, Pick) else 0 for node in nodes]


def hidden_card() -> Tree:
    return game_of(TEXT).tree(PlaceBet("", "1", "ante", 2), fresh=False)


def q_poker() -> Tree:
    return load("mo/q-poker").tree(PlaceBet("", "1", "ante", 1), PlaceBet("", "1", "pair-plus", 2))


@pytest.mark.parametrize("make", [hidden_card, q_poker])
def test_a_lane_gains_what_a_position_with_the_same_objects_and_choice_gains(make: "type[Tree]") -> None:
    tree = make()
    lanes = begun(tree)
    assert set(legal(lanes)) == {2}
    chosen = np.arange(COUNT) % 2
    lanes.choose(np.arange(COUNT), chosen)
    assert lanes.over.all()
    memories = lanes.automaton.memories
    holders = [(HAND, unit) for unit in tree.units]
    for lane in range(COUNT):
        hands = [memories[place].hand(int(lanes.hands[place][lane])) for place in holders]
        dealt = [thing for turn in zip(*hands, strict=True) for thing in turn]
        at = tree.root
        for thing in dealt:
            at = at.apply(thing)
        at = at.apply(int(chosen[lane]))
        assert Fraction(lanes.gain[lane]) == at.returns()[0]


def test_chance_in_lanes_is_what_it_is_in_rounds() -> None:
    """Own and hidden card of twelve, by pairs, within five deviations of the exact numbers."""
    count = 40_000
    lanes = begun(hidden_card(), count)
    lanes.choose(np.arange(count), np.zeros(count, dtype=np.intp))
    memories = lanes.automaton.memories
    found: dict[tuple[int, ...], int] = {}
    for one, other in zip(lanes.hands[HAND, "box-1"], lanes.hands[HAND, "dealer"], strict=True):
        key = (*memories[HAND, "box-1"].hand(int(one)), *memories[HAND, "dealer"].hand(int(other)))
        found[key] = found.get(key, 0) + 1
    assert len(found) == 16
    for (one_card, other_card), number in found.items():
        p = (2 if one_card == other_card else 3) / 44
        assert abs(number - count * p) < 5 * (count * p * (1 - p)) ** 0.5


SOMETIMES_THROWN = f"""\
{COIN_AND_ANTE}\
  there is one “board”.
  bets are accepted.
  “dealer” throws “die”.
  when the total of “dealer” is 2, then “board” throws “die”.
  “player” with “ante” chooses to “raise” or “stay”.
  upon “raise”: the stake of “ante” is doubled.
  settle “ante”.
Article 2
  when “board” shows 2, then “ante” pays 3 to 1.
  in every other case, “ante” loses.
"""


def test_a_throw_that_may_not_have_come_before_a_choice_is_seen_where_it_has() -> None:
    """What is thrown lies open, and with a 1 of the dealer the board has thrown nothing."""
    lanes = begun(game_of(SOMETIMES_THROWN).tree(PlaceBet("player-1", "", "ante", 1)))
    lanes.choose(np.arange(COUNT), np.arange(COUNT) % 2)
    memories, found = lanes.automaton.memories, set()
    for lane in range(COUNT):
        dealer, board = (memories[p].hand(int(lanes.hands[p][lane])) for p in ((THROWN, "dealer"), (THROWN, "board")))
        found.add((len(dealer), len(board), int(lanes.gain[lane])))
    assert found == {(1, thrown, gain) for thrown, gain in ((0, -1), (0, -2), (1, -1), (1, -2), (1, 3), (1, 6))}


TWO_CHOICES = (
    COIN_AND_ANTE
    + """Article 2
  bets are accepted.
Article 3
  “player” with “ante” chooses “stay” or “fold”.
  upon “fold”: “ante” loses half.
Article 4
  “player” with “ante” chooses “call” or “raise”.
  upon “raise”: the stake of “ante” is doubled.
Article 5
  “dealer” throws “die”.
  settle “ante”.
  when the total of “dealer” is 2, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
)


def test_lanes_choose_once_though_another_choice_follows_straight_away() -> None:
    """Two choices without chance between them, with lanes at both: 2 are staked, and 4 after a raise."""
    lanes = begun(game_of(TWO_CHOICES).tree(PlaceBet("", "", "ante", 2)), 5)
    first, second = lanes.stations[0], 1 - lanes.stations[0]
    assert lanes.stations.tolist() == [first] * 5
    lanes.choose(np.array([1, 2]), np.array([0, 0]))
    assert lanes.stations.tolist() == [first, second, second, first, first]
    # Lanes 0 and 4 stay, 1 calls, 2 raises, 3 folds: 0 and 4 are asked the second time, the others are over.
    lanes.choose(np.arange(5), np.array([0, 0, 1, 1, 0]))
    assert lanes.stations.tolist() == [second, -1, -1, -1, second]
    lanes.choose(np.array([0, 4]), np.array([1, 0]))
    assert lanes.over.all()
    assert np.abs(lanes.gain).tolist() == [4, 2, 4, 1, 2]
    assert lanes.gain[3] == -1


def test_lanes_begin_anew_by_themselves() -> None:
    lanes = begun(hidden_card())
    some = np.arange(0, COUNT, 3)
    others = np.setdiff1d(np.arange(COUNT), some)
    lanes.choose(some, np.zeros(some.size, dtype=np.intp))
    kept = {place: hand[others].copy() for place, hand in lanes.hands.items()}
    assert lanes.over[some].all()
    assert not lanes.over[others].any()
    lanes.begin(some)
    assert not lanes.over.any()
    assert (lanes.gain == 0).all()
    for place, hand in kept.items():
        assert np.array_equal(lanes.hands[place][others], hand)


@pytest.mark.parametrize("work", ["xx/craps", "xx/blackjack@2026-01-01", "xx/casino-war", "mo/baccarat"])
def test_rounds_come_to_their_ends_within_the_bounds_of_gains(work: str) -> None:
    tree = tree_of(load(work))
    lanes = begun(tree, 200)
    for turn in range(100):
        on = np.flatnonzero(~lanes.over)
        lanes.choose(on, np.full(on.size, turn % 2) % np.array(legal(lanes), dtype=np.intp)[on])
    assert lanes.over.all()
    (bounds,) = tree.bounds.values()
    assert bounds.low <= lanes.gain.min() < 0 < lanes.gain.max() <= bounds.high


def test_what_lies_open_in_part_is_refused() -> None:
    with pytest.raises(NotCompiled, match="face-up-in-part"):
        asked_layout(load("xx/caribbean-stud").tree(PlaceBet("", "", "ante", 1)))


def test_several_bettors_are_refused() -> None:
    with pytest.raises(NotCompiled, match="bettors"):
        asked_layout(load("mo/q-poker").tree(PlaceBet("", "1", "ante", 1), PlaceBet("", "2", "ante", 1)))


def test_the_process_is_asked_once_for_each_combination_of_answers() -> None:
    """Two cards each make 13 × 13 × 13 × 13 values, of which rules only ask which of two is higher."""
    assert asked_layout(tree_of(load("xx/casino-war"))).automaton.worked_out < 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_says_in_words_what_stands_in_the_way(language: str) -> None:
    files = Path(lexludi.simulate.__file__).parent.glob("*.py")
    reasons = {reason for file in files for reason in re.findall(r'NotCompiled\("([\w-]+)"\)', file.read_text("utf-8"))}
    assert {"divides", "splits", "face-up-in-part", "too-many-hands", "bettors"} < reasons
    assert [reason for reason in reasons if not catalogue(language).has(f"obstacle.{reason}")] == []
