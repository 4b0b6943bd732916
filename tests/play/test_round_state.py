"""States of rounds are values: equal when they say the same, and never changed by what is done with them."""

import copy
import pickle
from fractions import Fraction

import pytest

from lexludi.play.round_state import (
    UNSETTLED,
    Bet,
    ChanceNode,
    DecisionNode,
    EndPart,
    Map,
    Money,
    State,
    StockState,
    Undecided,
    whole,
)
from small import Steps, placed

TEXT = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 3 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there are 3 “box”.
  “player” bets at “box”.
  “ante” is a bet.
Article 2
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has 1.
Article 3
  “player” with “ante” chooses “play” or “fold”.
  upon “fold”: “ante” loses half.
Article 4
  settle “ante”.
  when the total of “box” is higher than the total of “dealer”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
Article 5
  when “misdeal” happens to “box”, then the hand of “box” is void.
"""


def test_a_map_is_never_changed_in_place() -> None:
    first = Map({"a": 1})
    assert first.put("b", 2) == {"a": 1, "b": 2}
    assert first.put("a", 3) == {"a": 3}
    assert first.without("a") == {}
    assert first.without("c") == first
    assert first == {"a": 1}
    assert type(first.put("b", 2)) is type(first.without("a")) is Map


def test_maps_with_the_same_entries_are_equal_and_hash_alike_in_whatever_order() -> None:
    one, other = Map({"a": 1}).put("b", 2), Map({"b": 2}).put("a", 1)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, Map()}) == 2


def test_a_bet_is_open_until_it_is_settled_or_the_rules_fail_to_settle_it() -> None:
    bet = Bet("player-1", "box-1", "ante", 10)
    assert bet.is_open
    assert not bet._replace(result="push").is_open
    assert not bet._replace(undecided=Undecided("gap", "ante", ("art_1",))).is_open


@pytest.mark.parametrize(("beside", "result"), [(Fraction(5, 4), "win"), (1, "push"), (Fraction(1, 2), "lose")])
def test_the_result_of_bets_with_different_results_is_that_of_their_gain_together(beside: Money, result: str) -> None:
    """A unit is lost, and what was put beside it wins more, as much, or less: half a unit lost is a loss."""
    lost = Bet("player-1", "box-1", "ante", 1, result="lose", net=-1)
    other = Bet("player-1", "box-1", "raise", 1, result="win", net=beside)
    found = whole([lost, other])
    assert (found.result, found.net) == (result, beside - 1)


def test_bets_of_which_one_is_not_settled_have_no_gain_together_and_each_is_still_a_part() -> None:
    """A bet that stands alone is no part of anything."""
    won = Bet("player-1", "box-1", "ante", 1, result="win", net=1)
    gap = Bet("player-1", "box-1", "raise", 2, undecided=Undecided("gap", "raise", ("art_4",)))
    found = whole([won, gap])
    assert (found.result, found.net, found.provisions) == (UNSETTLED, None, ("art_4",))
    assert found.parts == (EndPart("ante", "win", 1, 1), EndPart("raise", UNSETTLED, None, 2))
    assert whole([gap]).parts == ()


def test_one_bet_is_replaced_and_the_others_stay() -> None:
    bets = tuple(Bet(f"player-{n}", "", "ante", n) for n in (1, 2, 3))
    state = State(bets=bets)
    changed = state.with_bet(1, bets[1]._replace(stake=Fraction(1, 2)))
    assert [bet.stake for bet in changed.bets] == [1, Fraction(1, 2), 3]
    assert state.bets == bets


def test_a_party_that_received_nothing_holds_nothing() -> None:
    assert State().hand("dealer") == ()


def test_states_reached_by_the_same_events_are_equal_and_hash_alike() -> None:
    one, other = (Steps(TEXT, placed("ante", 1, 1)).give("3 2").choose("play").state for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one is not other


def test_states_differ_by_what_came_what_was_chosen_and_where_the_round_stands() -> None:
    begun = Steps(TEXT, placed("ante", 1, 1))
    states = {
        begun.state,
        begun.give("3").state,
        Steps(TEXT, placed("ante", 1, 1)).give("2").state,
        begun.give("1").state,
        begun.choose("play").state,
        Steps(TEXT, placed("ante", 1, 1)).give("3 1").choose("fold").state,
    }
    assert len(states) == 6


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_a_state_is_copied_and_pickled_as_an_equal_state(again: "type[State]") -> None:
    steps = Steps(TEXT, placed("ante", 1, 2), stock=StockState(Map({0: 1}), fresh=False, markers=Map({"white": 2})))
    for state in (steps.state, steps.give("3").state, steps.give("4").choose("fold").state):
        assert again(state) == state
        assert hash(again(state)) == hash(state)


def test_a_round_goes_on_from_a_pickled_state_as_from_the_state_itself() -> None:
    steps = Steps(TEXT, placed("ante", 1, 2)).give("3")
    restored = pickle.loads(pickle.dumps(steps.node))
    assert restored == steps.node
    after = steps.process.advance(steps.process.give(restored, steps.things("1")[0]))
    assert after == steps.give("1").node


def test_a_state_is_unchanged_after_everything_that_is_done_with_it() -> None:
    steps = Steps(TEXT, placed("ante", 1, 1), placed("ante", 2, 2))
    process, start = steps.process, steps.process.start()
    kept = pickle.dumps(start)
    process.advance(start)
    assert pickle.dumps(start) == kept
    node = steps.give("3").node
    assert isinstance(node, ChanceNode)
    kept = pickle.dumps(node)
    process.outcomes(node)
    for thing in steps.things("1 2 4"):
        process.advance(process.give(node, thing))
    process.happen(node.state, "misdeal", "box-1")
    assert pickle.dumps(node) == kept
    choice = steps.give("1 2").node
    assert isinstance(choice, DecisionNode)
    kept = pickle.dumps(choice)
    for action in choice.actions:
        process.advance(process.choose(choice, action))
    assert pickle.dumps(choice) == kept
