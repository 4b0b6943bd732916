"""Works as games of OpenSpiel: its own tests pass, and its best response is the exact best play."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from hidden_card import TEXT
from lexludi import IllegalAction, InvalidSetting, InvalidStack, PlaceBet, UnknownWork, UnsettledCase
from lexludi.adapters.runnable import runnable
from lexludi.adapters.spiel import LexludiGame
from lexludi.exact.odds import odds
from lexludi.law.loader import find, rules_of
from lexludi.play.position import Position
from lexludi.rules.settings import decide, resolve_settings
from small import COIN_AND_ANTE, ENDLESS, WAVING, game_of, pack
from smaller import q_poker

# Cards that are dealt to places, dice, a wheel, and choices that come again.
SAMPLE = ("mo/q-poker", "xx/casino-war", "xx/craps", "xx/roulette")


def worth(at: Position, chosen: Callable[[str], int]) -> Fraction:
    """The exact gain that is expected by choices by information states, over every way of chance."""
    if at.is_over:
        return Fraction(at.returns()[0])
    if at.is_chance:
        return sum((p * worth(at.moved(thing), chosen) for thing, p in at.chance_outcomes()), Fraction(0))
    return worth(at.moved(chosen(at.information_state_string(0))), chosen)


def hidden_card() -> LexludiGame:
    return LexludiGame(None, game_of(TEXT).tree(PlaceBet("", "1", "ante", 1), fresh=False))


@pytest.mark.parametrize("work", SAMPLE)
def test_openspiel_finds_nothing_wrong_with_a_work(work: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"lexludi(work={work})"), 1, True, False)


@pytest.mark.soak
def test_openspiel_finds_nothing_wrong_with_any_work() -> None:
    every = tuple(runnable())
    assert set(SAMPLE) < set(every)
    for work in every:
        pyspiel.random_sim_test(pyspiel.load_game(f"lexludi(work={work})"), 20, True, False)


def test_parameters_say_what_is_played() -> None:
    game = pyspiel.load_game("lexludi(work=mo/q-poker,text=pt,bets=1:ante*2;2:ante,readings=packs:2,fresh=False)")
    assert game.num_players() == 2
    assert game.max_utility() == 6
    state = game.new_initial_state()
    assert dict(state.chance_outcomes())[0] == 2 / 104
    with pytest.raises(UnknownWork):
        pyspiel.load_game("lexludi(work=mo/nothing)")


def test_a_reading_that_is_given_twice_is_refused() -> None:
    with pytest.raises(InvalidSetting) as refusal:
        pyspiel.load_game("lexludi(work=mo/q-poker,readings=packs:2;packs:1)")
    assert refusal.value.key == "setting-twice"


def test_a_state_is_cloned_with_its_position() -> None:
    state = hidden_card().new_initial_state()
    state.apply_action(3)
    other = state.clone()
    other.apply_action(0)
    assert str(state) == "player-1@box-1:ante=1 | 1"
    assert str(other) == "player-1@box-1:ante=1 | 1 4"


FORBIDDEN = f"""{COIN_AND_ANTE}\
Article 2
  bets are accepted.
  “dealer” throws “die”.
  “player” with “ante” chooses to “press” or “stay”.
  settle “ante”.
Article 3
  when the total of “dealer” is 1, then “player” must not “press”.
Article 4
  when “player” has chosen to “press”, then “ante” pays 5 to 1.
  in every other case, “ante” loses.
"""


@pytest.mark.parametrize("bettors", [1, 2])
def test_a_move_that_is_not_legal_is_refused_with_what_forbids_it(bettors: int) -> None:
    """With one bettor there are tables, with two there are none."""
    bets = [PlaceBet(f"player-{number + 1}", "", "ante", 1) for number in range(bettors)]
    game = LexludiGame(None, game_of(FORBIDDEN).tree(*bets))
    assert (game.steps is None) == (bettors == 2)
    state = game.new_initial_state()
    with pytest.raises(InvalidStack, match="cannot-come"):
        state.apply_action(2)
    state.apply_action(game.tree.objects.index("1"))
    with pytest.raises(IllegalAction) as refused:
        state.apply_action(game.tree.numbers["press"])
    assert (refused.value.key, refused.value.provisions) == ("forbidden", ("art_3",))
    for _ in range(bettors):
        state.apply_action(game.tree.numbers["stay"])
    assert state.returns() == [-1.0] * bettors


def test_a_round_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many acts of chance as a game says that there may be, and no more."""
    monkeypatch.setattr("lexludi.play.process.MAX_MOVES", 20)
    monkeypatch.setattr("lexludi.adapters.spiel.MAX_MOVES", 20)
    state = LexludiGame(None, game_of(ENDLESS).tree(PlaceBet("player-1", "", "ante", 1))).new_initial_state()
    for _ in range(20):
        state.apply_action(0)
    with pytest.raises(UnsettledCase, match="too-many-repetitions"):
        state.apply_action(0)


def test_who_chooses_the_same_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw and nineteen choices are as many moves as there may be here."""
    monkeypatch.setattr("lexludi.play.process.MAX_MOVES", 20)
    monkeypatch.setattr("lexludi.adapters.spiel.MAX_MOVES", 20)
    tree = game_of(WAVING).tree(PlaceBet("player-1", "", "ante", 1))
    state = LexludiGame(None, tree).new_initial_state()
    state.apply_action(0)
    for _ in range(19):
        state.apply_action(tree.numbers["wave"])
    with pytest.raises(UnsettledCase, match="too-many-repetitions"):
        state.apply_action(tree.numbers["wave"])


def test_a_card_that_has_come_does_not_come_again() -> None:
    """There is one card of each number: the totals of the two never are equal."""
    text = f"""{pack("2 and 1")}\
  there is one “caller”.
Article 2
  bets are accepted.
  deal to “bank”, and then “caller”, one “card” at a time, face up, until each has one.
  settle “ante”.
  when the total of “bank” is equal to the total of “caller”, then “ante” pays 100 to 1.
  in every other case, “ante” loses.
"""
    game = LexludiGame(None, game_of(text).tree(PlaceBet("player-1", "", "ante", 1)))
    assert game.steps is not None
    state = game.new_initial_state()
    state.apply_action(0)
    with pytest.raises(InvalidStack, match="cannot-come"):
        state.apply_action(0)
    state.apply_action(1)
    assert state.returns() == [-1.0]


# The algorithms of OpenSpiel are imported where they are used: it takes a second, which every process would spend.
def best_response_to(game: LexludiGame) -> Any:
    """The best play of the first player, as OpenSpiel finds it."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import best_response

    return best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game))


def test_a_best_response_is_worth_what_was_worked_out_by_hand() -> None:
    game = hidden_card()
    best = best_response_to(game)
    assert best.value(game.new_initial_state()) == pytest.approx(float(Fraction(-5, 88)), abs=1e-15)
    state = game.new_initial_state()
    for move in (1, 0):
        state.apply_action(move)
    assert state.information_state_string(0) == "player-1 | box-1=3 dealer=1? | player-1@box-1:ante=1"
    assert best.best_response_action(state.information_state_string(0)) == 0
    assert worth(game.tree.root, best.best_response_action) == Fraction(-5, 88)


def test_counterfactual_regret_finds_the_same() -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score

    game = hidden_card()
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    likeliest = {key: int(found.policy_for_key(key).argmax()) for key in found.state_lookup}
    assert worth(game.tree.root, likeliest.__getitem__) == Fraction(-5, 88)
    (score,) = expected_game_score.policy_value(game.new_initial_state(), [solver.current_policy()])
    assert score == pytest.approx(float(Fraction(-5, 88)), abs=1e-15)


def small_q_poker(folder: Path, suits: int) -> tuple[LexludiGame, Fraction]:
    """Q Poker with few cards, and the exact expectation of its best play."""
    path = q_poker(folder, suits)
    rules = rules_of(find(str(path)))
    expectation = odds(decide(rules, resolve_settings(rules, {}, {})), ["ante"]).bets["ante"].expectation
    assert expectation is not None
    game = pyspiel.load_game(f"lexludi(work={path},bets=1:ante,fresh=false)")
    return game, expectation


@pytest.mark.soak
def test_the_best_response_to_ten_cards_is_the_analysis_of_them(tmp_path: Path) -> None:
    game, worth_by_analysis = small_q_poker(tmp_path, 2)
    assert worth_by_analysis == Fraction(1483, 8400)
    best = best_response_to(game)
    value = best.value(game.new_initial_state())
    assert value == pytest.approx(float(worth_by_analysis), abs=1e-12)
    assert len(best.infosets) == 120
    assert worth(game.tree.root, best.best_response_action) == worth_by_analysis
