"""Best play at a choice: counts, costs, and the threshold, against those worked out by hand in `choosing`."""

from dataclasses import replace
from fractions import Fraction

import pytest

from choosing import BY_ORDER, BY_TOTAL, CHOICE, CLIMB, DEALT, TWICE, chances
from exact.test_growth import TEXT as SPLIT
from lexludi.base.messages import catalogue
from lexludi.exact.figures import Figures
from lexludi.exact.odds import odds
from lexludi.exact.strategy import Strategy, Threshold, strategies
from lexludi.play.telling import Teller
from small import DIE, game_of, glossary_of


def strategy(text: str) -> Strategy:
    (found,) = strategies(chances(text))
    return found


@pytest.mark.parametrize("text", [BY_TOTAL, BY_ORDER])
def test_a_choice_has_its_counts_and_what_always_choosing_otherwise_costs(text: str) -> None:
    found = strategy(text)
    assert (found.decision, found.bet, found.provisions) == ("choose", "ante", CHOICE)
    assert found.alternatives == ("play", "fold")
    assert found.counts == {"play": 2, "fold": 1}
    assert found.cost == {"play": Fraction(1, 6), "fold": Fraction(2, 3)}
    assert not found.comes_again


# Three and two are thrown again while the bettor climbs; a one loses, and 3, 4 or 5 and more pay 1, 2 or 3 to 1.
CLIMBING = (
    DIE.replace("big", "ante")
    + """Article 2
1.
  bets are accepted.
  “banker” throws “die”.
  “rung” is a number kept during the round: 1 through 7.
  “rung” becomes the total thrown by “banker”.
2.
  when it is not so that “banker” shows 1, then “player” with “ante” chooses to “climb” or “stop”.
  when “player” has chosen to “stop”, then settle “ante”.
  when every bet is decided, then the round ends.
  “banker” throws “die”.
  when it is not so that “banker” shows 1, then “rung” becomes the sum of the value of “rung” and the total of “banker”.
  repeat article 2, paragraph 2 until “banker” shows 1, or the value of “rung” is higher than 4.
  settle “ante”.
Article 3
  when “banker” shows 1, then “ante” loses.
  when it is not so that “banker” shows 1, and the value of “rung” is 2, then “ante” is returned.
  when it is not so that “banker” shows 1, and the value of “rung” is 3, then “ante” pays 1 to 1.
  when it is not so that “banker” shows 1, and the value of “rung” is 4, then “ante” pays 2 to 1.
  when it is not so that “banker” shows 1, and the value of “rung” is 5 through 7, then “ante” pays 3 to 1.
"""
)


def test_what_is_chosen_again_and_again_costs_what_it_does_the_first_time() -> None:
    """`CLIMB`: to go on from 0 is worth nothing, to stop there −1/2; at 4 to go on is worse, which comes later."""
    found = strategy(CLIMB)
    assert found.comes_again
    assert found.cost == {"go-on": 0, "stop": Fraction(1, 2)}
    assert found.as_good == ()


def test_where_deals_tell_nothing_it_is_not_said_of_how_many_some_are_as_good() -> None:
    """Numbers kept decide, so that no deals are counted: the schema has no count of none."""
    told = replace(strategy(CLIMB), counts={}, tied=1, cases=0).to_json()
    assert (told["tied"], "cases" in told) == (1, False)


def test_what_may_come_first_when_the_round_is_sent_back_has_no_cost() -> None:
    """Whoever throws 1 first chooses nothing then, and may do so for the first time after the next throw."""
    found = strategy(CLIMBING)
    assert found.comes_again
    assert found.cost == {}


def test_what_a_choice_costs_is_exact_where_it_is_counted_beyond_64_bits() -> None:
    """The same as in units that are 2^60 times as large."""
    found = chances(BY_ORDER)
    (choice,) = found.choices
    choice.worth = {action: worth << 60 for action, worth in choice.worth.items()}
    choice.unit /= 1 << 60
    (best_play,) = strategies(found)
    assert best_play.cost == {"play": Fraction(1, 6), "fold": Fraction(2, 3)}


def test_two_choices_that_one_provision_offers_have_each_their_own_best_play() -> None:
    """Where the stake may still be taken back, to play is worth 1, 0 and 0, and nobody folds."""
    first, second = strategies(chances(TWICE))
    assert (first.provisions, second.provisions) == (CHOICE, CHOICE)
    assert first.counts == {"play": 3, "fold": 0}
    assert second.counts == {"hold": 2, "leave": 1}
    assert [play.alternatives for play in odds(game_of(TWICE).decided).strategies] == [
        ("play", "fold"),
        ("hold", "leave"),
    ]


def test_where_hands_are_ordered_the_lowest_to_play_is_the_threshold() -> None:
    found = strategy(BY_ORDER)
    assert found.threshold == Threshold("play", "single", ("2",), ("2",), 0, ())
    assert found.table is None


def test_where_hands_have_no_order_there_is_a_table() -> None:
    found = strategy(BY_TOTAL)
    assert found.threshold is None
    assert found.table is not None
    assert len(found.table.rows) == 3


def test_hands_below_the_threshold_that_are_played_as_well_are_exceptions() -> None:
    """Of 5 to 1: from the 4 on it is played, as is the 2, which always wins 9 to 1; 3 and 1 are folded."""
    text = BY_ORDER.replace("3, 2 and 1", "5, 4, 3, 2 and 1").replace(
        "Article 4\n  when the hand of “player” is higher than the hand of “bank”, then “ante” pays 1 to 1.\n",
        "Article 4\n  when the total of “player” is 5, then “ante” pays 2 to 1.\n"
        "  when the total of “player” is 4, then “ante” pays 1 to 1.\n"
        "  when the total of “player” is 2, then “ante” pays 9 to 1.\n",
    )
    found = strategy(text)
    assert found.counts == {"play": 3, "fold": 2}
    assert found.threshold == Threshold("play", "single", ("4",), ("4",), 1, (("2",),))


# Of spades and hearts of 4, 3 and 2 each has one card: to raise is to bet that the other shows a spade.
SPADES = """Article 1
  “suit”, from high to low: “spades” and “hearts”.
  “rank”, from high to low: 4, 3 and 2.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
  “raise” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “single”: 1 are of the same “rank”; compared by: the “rank” of each card, highest first.

Article 2
  bets are accepted.
  deal to each “player” with a bet, and then “bank”, one “card” at a time, face down, until each has one.
  “player” with “ante” chooses to “play” or “fold”.
  upon “play”: an amount equal to the stake of “ante” is put on “raise”.
  turn up the hand of “bank”.
  settle “ante” and “raise”.

Article 3
  when the hand of “player” is higher than the hand of “bank”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
  when “bank” shows “spades”, then “raise” pays 1 to 1.
  in every other case, “raise” loses.
"""


def test_hands_of_equal_rank_are_on_one_side_of_a_threshold() -> None:
    """With a heart three of the five others are spades, and the raise is worth 1/5; with a spade it loses as much."""
    found = strategy(SPADES)
    assert found.threshold is None
    assert found.bands == ()
    assert found.table is not None
    assert {row.hands[0].objects: row.best for row in found.table.rows} == {
        **{(f"{rank}spades",): "fold" for rank in (4, 3, 2)},
        **{(f"{rank}hearts",): "play" for rank in (4, 3, 2)},
    }


def test_a_threshold_is_above_a_rank_of_which_only_some_hands_are_played_which_are_exceptions() -> None:
    """Where the raise is won with a 4 as well, either 4 is played; of 3 and 2 it is the hearts."""
    found = strategy(SPADES.replace("“bank” shows “spades”, then", "“player” shows 4, or “bank” shows “spades”, then"))
    assert found.threshold == Threshold(
        "play", "single", ("4",), found.threshold.objects, 2, (("3hearts",), ("2hearts",))
    )


def test_of_three_actions_that_are_best_with_some_hands_there_is_no_threshold() -> None:
    """The 3 wins twice when doubled; the 2 is worth nothing either way, played first; the 1 is folded for half."""
    found = strategy(
        BY_ORDER.replace("“play” or “fold”", "“play”, “fold” or “double”").replace(
            "upon “fold”: “ante” loses half.",
            "upon “fold”: “ante” loses half.\n  upon “double”: the stake of “ante” is doubled.",
        )
    )
    assert found.counts == {"play": 1, "fold": 1, "double": 1}
    assert found.threshold is None
    assert found.table is not None
    assert [row.best for row in found.table.rows] == ["double", "play", "fold"]


@pytest.mark.parametrize("text", [BY_TOTAL, BY_ORDER])
def test_a_play_that_is_the_same_with_every_hand_has_neither_a_threshold_nor_a_table(text: str) -> None:
    found = strategy(text.replace("loses half", "loses"))
    assert (found.threshold, found.table) == (None, None)
    assert found.counts == {"play": 3, "fold": 0}


def test_of_a_choice_with_neither_numbers_nor_a_table_there_is_nothing_to_tell() -> None:
    assert not Strategy("choose", "ante", ("play", "fold"), {}, {}, None, None, CHOICE, ()).is_told


def test_a_table_that_would_be_too_long_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """The 3 always wins, and nothing else does: it is played, and the rest is folded."""
    text = DEALT + (
        "Article 4\n  when “player” shows 3, then “ante” pays 1 to 1.\n  in every other case, “ante” loses.\n"
    )
    assert not strategy(text).is_too_long
    assert strategy(text).is_told
    monkeypatch.setattr("lexludi.exact.best_table.MAX_ROWS", 1)
    found = strategy(text)
    assert (found.counts, found.threshold, found.table) == ({"play": 1, "fold": 2}, None, None)
    assert found.is_too_long
    assert found.is_told
    same = strategy(text.replace("loses half", "loses"))
    assert (same.table, same.is_too_long) == (None, False), "one plays with every hand"


def test_an_alternative_that_is_not_always_offered_has_no_cost() -> None:
    found = strategy(BY_TOTAL + "Article 6\n  when the total of “player” is 3, then “player” must not “fold”.\n")
    assert found.counts == {"play": 2, "fold": 1}
    assert found.cost == {"play": Fraction(1, 6)}


def test_where_a_choice_comes_again_the_cost_is_that_of_the_first_time() -> None:
    """Of the cards 1, 1, 2 and 2, a total of 2 or 3 wins: with the 2 one stops, with the 1 one draws, and stops at 2.

    So every hand wins. To stop at once loses with the 1, half of the hands: it costs 1. To draw at once
    loses with the 2 if the other 2 comes, in 1 of 6 rounds: it costs 1/3. The second time, it would cost 2.
    """
    found = strategy(
        BY_TOTAL.replace("1 pack", "2 packs")
        .replace("3, 2 and 1", "2 and 1")
        .replace(
            "chooses “play” or “fold”", "repeatedly chooses “stop” or “hit”, until the total of “player” is 3 or 4"
        )
        .replace("4)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n", "")
        .replace("upon “fold”: “ante” loses half", "upon “hit”: takes one “card”.\n  upon “stop”: the turn ends")
        .replace("higher than the total of “bank”", "2 or 3")
    )
    assert found.decision == "choose-until"
    assert found.cost == {"stop": 1, "hit": Fraction(1, 3)}
    assert found.comes_again


def test_a_cost_is_what_the_expectation_loses_where_the_choice_does_not_always_come() -> None:
    """Only with the 2 and the 1 is there a choice: to play 1 loses half a stake more in a third of rounds, 1/6.

    To fold 2, which is worth nothing, loses as much. Of the rounds in which the choice comes either is a quarter.
    """
    asked = "“player” with “ante” chooses “play”"
    found = strategy(BY_TOTAL.replace(asked, f"when the total of “player” is 1 or 2, then {asked}"))
    assert found.cost == {"play": Fraction(1, 6), "fold": Fraction(1, 6)}


def test_of_a_later_choice_is_told_what_the_best_play_comes_to() -> None:
    """With the 1 one folds for half, since to leave later loses more; so one leaves never, and holds with 3 and 2.

    Always to hold costs nothing. Always to leave costs 3/4 + 1 with the 3 and 3/4 with the 2, each in a third of
    rounds: 5/6.
    """
    text = TWICE.replace("upon “leave”: “ante” is returned", "upon “leave”: “ante” loses 3/4")
    _, later = strategies(chances(text))
    assert later.counts == {"hold": 2, "leave": 0}
    assert later.cost == {"hold": 0, "leave": Fraction(5, 6)}


def test_a_table_is_that_of_the_choices_that_the_best_play_has_made_before() -> None:
    """Whoever risks wins three to one: so does everybody. To leave wins half of the stake.

    To hold 2 is worth (3 - 1) / 2 after that, and would be worth nothing after playing safe, when it would be left.
    """
    risked = "“player” has chosen to “risk”"
    text = (
        TWICE.replace("“play” or “fold”", "“risk” or “play safe”")
        .replace("upon “fold”: “ante” loses half.\n", "")
        .replace("upon “leave”: “ante” is returned", "upon “leave”: “ante” wins half")
        .replace("then “ante” pays 1 to 1", f"and it is not so that {risked}, then “ante” pays 1 to 1")
    )
    text += f"Article 5\n  when {risked}, and the total of “player” is higher than the total of “bank”, "
    _, later = strategies(chances(text + "then “ante” pays 3 to 1.\n"))
    assert later.counts == {"hold": 2, "leave": 1}
    assert later.table is not None
    assert [(row.hands[0].total, row.best, row.others) for row in later.table.rows] == [
        (1, "leave", 0), (2, "hold", 0), (3, "hold", 0),
    ]  # fmt: skip


def test_what_a_choice_about_a_bet_beside_the_first_costs_is_told_in_stakes_of_the_first() -> None:
    """Beside the ante three times as much lies on the side, which is won or lost with it: 3, 0 or -3 for one staked.

    Who always holds loses 3 with the 1, who always leaves does not win 3 with the 3, each in a third of rounds: 1.
    """
    text = DEALT.replace("“ante” is a bet.", "“ante” is a bet.\n  “side” is a bet.")
    text = text.replace("bets are accepted.", "bets are accepted.\n  “player” with “ante” chooses to “post”.")
    text = text.replace(
        "“player” with “ante” chooses “play” or “fold”", "“player” with “side” chooses “hold” or “leave”"
    )
    text = text.replace("upon “fold”: “ante” loses half", "upon “leave”: “side” is returned").replace(
        "settle “ante”", "settle “ante” and “side”"
    )
    text += """  upon “post”: an amount equal to 3 times the stake of “ante” is put on “side”.
Article 4
  when the total of “player” is higher than the total of “bank”, then “ante” and “side” pay 1 to 1.
  in every other case, “ante” and “side” lose.
"""
    _, best_play = strategies(chances(text))
    assert (best_play.bet, best_play.staked) == ("side", "ante")
    assert best_play.cost == {"hold": 1, "leave": 1}
    figures = Figures(Teller(catalogue("en"), glossary_of(text)))
    assert "always choosing “hold” costs 1 of the stake of “ante” (100.0000%)" in list(figures.strategy(best_play))
    assert best_play.to_json()["staked"] == "ante"


def test_to_reduce_the_stake_by_an_amount_that_nothing_says_is_no_play() -> None:
    reducing = BY_TOTAL.replace("“play” or “fold”", "“play”, “fold” or “lower”")
    found = strategy(reducing + "Article 6\n  upon “lower”: the stake of “ante” is reduced.\n")
    assert set(found.counts) == set(found.cost) == {"play", "fold"}


def test_among_which_choices_the_best_is_is_said_with_it() -> None:
    reducing = BY_TOTAL.replace("“play” or “fold”", "“play”, “fold” or “lower”")
    text = reducing + "Article 6\n  upon “lower”: the stake of “ante” is reduced.\n"
    found = strategy(text)
    assert (found.left_out, found.to_json()["left_out"]) == (("lower",), ["lower"])
    said = list(Figures(Teller(catalogue("en"), glossary_of(text))).play(found))
    assert any("“lower” is left out" in sentence and "may be worth more" in sentence for sentence in said)
    assert strategy(BY_TOTAL).left_out == ()


def test_odds_are_refused_where_a_stake_must_be_lowered() -> None:
    """To no round of such a text belongs a whole stake won or lost."""
    text = BY_TOTAL.replace("“play” or “fold”", "“lower” or “play”")
    text = text.replace("upon “fold”: “ante” loses half", "upon “lower”: the stake of “ante” is reduced")
    text += "Article 6\n  when “player” shows 3, then “player” must not “play”.\n"
    problem = odds(game_of(text).decided).skipped["ante"]
    assert (problem.reason, problem.provisions) == ("amount-not-named", CHOICE)


@pytest.mark.parametrize("wins", ["", "when “player” has chosen to “lower”, then “ante” pays 1 to 1.\n  "])
def test_what_is_left_out_is_not_the_best_though_it_is_named_first_or_wins(wins: str) -> None:
    """To play is worth 1, 0 and -1, nothing in the mean, as it is with a stake that is not lowered; or that wins."""
    text = (
        BY_TOTAL.replace("“play” or “fold”", "“lower” or “play”")
        .replace("upon “fold”: “ante” loses half", "upon “lower”: the stake of “ante” is reduced")
        .replace("Article 4\n  ", f"Article 4\n  {wins}")
    )
    found = strategy(text)
    assert (found.counts, found.as_good, found.cost) == ({"play": 3}, (), {"play": 0})
    assert found.table is None
    assert odds(game_of(text).decided).bets["ante"].expectation == 0


def test_plays_are_told_by_what_is_seen_with_the_kinds_that_are_told_apart() -> None:
    plays = strategy(BY_TOTAL).plays()
    assert plays.kinds == (("1",), ("2",), ("3",))
    assert plays.best == {
        (("player-1", (card,)),): {(action, frozenset({action}))}
        for card, action in (("3", "play"), ("2", "play"), ("1", "fold"))
    }


def test_the_place_of_a_choice_is_where_it_stands_in_the_round() -> None:
    found = strategy(BY_TOTAL)
    assert found.place == found.situations[0].choice.layer.pc
    assert found.situations[0].layers.plan.ops[found.place].provisions == CHOICE  # type: ignore[union-attr]


def test_a_strategy_as_json_is_what_the_schema_has() -> None:
    assert strategy(BY_ORDER).to_json() == {
        "decision": "choose",
        "bet": "ante",
        "counts": {"play": 2, "fold": 1},
        "cost": {"play": "1/6", "fold": "2/3"},
        "threshold": {
            "action": "play", "category": "single", "items": ["2"], "objects": ["2"], "below": 0, "exceptions": [],
        },
        "provisions": ["art_2__point_3"],
    }  # fmt: skip
    assert Threshold("play", "", (), (), 1, (("2", "1"),)).to_json() == {
        "action": "play", "category": None, "items": [], "objects": [], "below": 1, "exceptions": [["2", "1"]],
    }  # fmt: skip


def test_each_hand_of_a_split_has_its_own_best_play() -> None:
    text = SPLIT.replace("main", "ante").replace("chooses to “split”", "chooses to “split” or “stay”")
    text = text.replace("  “player” with “ante” repeatedly", "Article 4\n  “player” with “ante” repeatedly")
    text = text.replace("is 7,", "is 5, or the total of “player” is 7,")  # to stand is best with 5
    first, second = (best_play for best_play in strategies(chances(text)) if "hit" in best_play.alternatives)
    assert first.place < second.place
    assert [best_play.offer[1] for best_play in (first, second)] == ["player-1", "player-1.second-hand"]
    assert [best_play.to_json().get("hand") for best_play in (first, second)] == [None, "player-1.second-hand"]
    figures = Figures(Teller(catalogue("en"), glossary_of(text)))
    # A comparison of settings lets go of the situations that a play was read from, and tells the play.
    kept = [replace(best_play, situations=()) for best_play in (first, second)]
    assert [figures.name(best_play) for best_play in kept] == ["ante", "ante (second hand of player 1)"]
    for of_hand in (first, second):
        assert of_hand.table is not None
        assert {row.hands[0].holder for row in of_hand.table.rows} == {of_hand.offer[1]}


SUITED = """Article 1
  “suit”, from high to low: “spades” and “hearts”.
  “rank”, from high to low: 4, 3, 2 and 1.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”.
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: all are of the same “rank”; compared by: the “rank” of each card, highest first.
2)
  “odd cards”: each is of a different “rank”.

Article 2
  there is one “bank”.
  “player” bets.
  “ante” is a bet.

Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
  “player” with “ante” chooses to “play” or “fold”.
  upon “fold”: “ante” loses half.
  settle “ante”.

Article 4
  when the hand of “player” is “pair”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_the_lowest_hand_to_play_is_told_by_the_ranks_that_make_it_and_not_by_suits() -> None:
    """Pairs are played and the rest is folded: the lowest is the pair of ones, whatever its suits."""
    found = strategy(SUITED).threshold
    assert found is not None
    assert (found.category, found.items) == ("pair", ("1", "1"))


# Invented. “main” is lost by rule in every round; “side”, that no rule ever pays, can only lose beside it.
PARTLY_OPEN = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “dice”, each showing one “number”.
  each “dice” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
  “side” is a bet.
Article 2
  bets are accepted.
  bets on “side” are accepted, up to the stake of “main”.
  “dealer” throws “dice”.
  settle “main” and “side”.
Article 3
  “main” loses.
  when the total of “dealer” is 1, then “side” loses.
"""


def test_what_is_settled_counts_where_a_bet_beside_it_is_not() -> None:
    """To lose one, or one and with a chance of one in three another."""
    game = game_of(PARTLY_OPEN)
    found = odds(game.decided, ["main"])
    assert found.bets["main"].expectation == -1
    (play,) = found.strategies
    assert dict(play.cost) == {"side": Fraction(1, 3), "no-bet": 0}
    # One unit on each, and a 2: by then “main” has lost, and nothing says what becomes of “side”.
    position = game.position("player-1@main=1 | side 2")
    assert (position.is_over, position.returns()) == (True, (-1,))
