"""Rounds stepped by tables are where positions are after the same moves: who moves, what may come, what is gained."""

import pickle
from random import Random

import pytest

from hidden_card import TEXT
from lexludi import IllegalAction, PlaceBet, load, works
from lexludi.adapters.runnable import tree_of
from lexludi.play.position import Position, Tree
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.stepped import SteppedRound, Steps, steps_of
from small import game_of

# Cards with a burn, choices that come again, what is put on beside a bet, throws, a number that a round keeps.
SAMPLE = ("mo/baccarat", "xx/blackjack@2026-01-01", "xx/casino-war", "xx/craps", "xx/red-dog", "xx/two-up")


def follow(tree: Tree, rounds: int) -> int:
    """Rounds at random by positions, with each stop compared; the number of moves."""
    steps, rng, moves = Steps(tree), Random(5), 0
    for _ in range(rounds):
        position, stepped = tree.root, steps.root
        while not position.is_over:
            assert seen(stepped) == seen(position)
            legal = position.legal_actions()
            assert [n for n in range(max(legal) + 2) if stepped.allows(n)] == [*legal]
            number = rng.choice(legal)
            position, stepped, moves = position.moved(number), stepped.moved(number), moves + 1
        assert seen(stepped) == seen(position)
        assert stepped.returns() == position.returns()
    return moves


def seen(at: Position | SteppedRound) -> object:
    return at.current_player, at.is_over, at.is_chance, at.legal_actions(), sorted(at.ways())


@pytest.mark.parametrize("work", SAMPLE)
def test_a_stepped_round_is_where_the_position_is(work: str) -> None:
    assert follow(tree_of(load(work)), 20) >= 20


def test_a_stepped_round_with_objects_in_use_is_where_the_position_is() -> None:
    assert follow(tree_of(load("mo/baccarat"), fresh=False), 20) >= 80


@pytest.mark.soak
@pytest.mark.parametrize("work", tuple(works()))
def test_stepped_rounds_of_any_work_are_where_positions_are(work: str) -> None:
    tree = tree_of(load(work))
    if steps_of(tree) is None:
        assert work in ("xx/caribbean-stud", "xx/pai-gow")
    else:
        assert follow(tree, 500) >= 500


def test_bets_beside_each_other_are_gained_together() -> None:
    tree = load("mo/q-poker").tree(PlaceBet("", "1", "ante", 3), PlaceBet("", "1", "pair-plus", 2))
    assert follow(tree, 30) == 210


def test_a_round_travels() -> None:
    at = Steps(tree_of(load("xx/roulette"))).root
    assert seen(pickle.loads(pickle.dumps(at.moved(3)))) == seen(at.moved(3))


def test_an_earlier_round_stays_as_it_was() -> None:
    root = Steps(game_of(TEXT).tree(PlaceBet("", "1", "ante", 2), fresh=False)).root
    before = seen(root)
    for number in root.legal_actions():
        root.moved(number)
    assert seen(root) == before


def test_a_round_that_is_over_does_not_go_on() -> None:
    at = Steps(tree_of(load("xx/roulette"))).root.moved(3)
    assert at.is_over
    assert not at.allows(3)
    with pytest.raises(IllegalAction, match="round-over"):
        at.moved(3)


def test_there_are_no_tables_for_several_bettors_nor_for_hands_that_are_divided() -> None:
    assert steps_of(load("mo/q-poker").tree(PlaceBet("", "1", "ante", 1), PlaceBet("", "2", "ante", 1))) is None
    with pytest.raises(NotCompiled, match="divides"):
        Steps(tree_of(load("xx/pai-gow")))
