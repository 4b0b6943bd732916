"""What rounds may meet that the search does not follow: it is said, and nothing is called impossible for it."""

import pytest

from lexludi.checks.idle_rules import redundant_rule, unreachable_rule
from lexludi.checks.reach import NEVER, reach
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.joint import compare
from lexludi.exact.odds import odds
from lexludi.play.actions import Choose, Deal, Irregularity, PlaceBet
from lexludi.play.session import Session
from small import THREE_FACES, game_of, law_of, pack

DEALT = (
    pack("2 and 1")
    + """Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  settle “ante”.
"""
)
# The hand of the bank is void where a card of it is exposed: it totals nothing then.
VOIDED = (
    DEALT
    + """Article 3
1.
  when the total of “bank” is 1 or 2, then “ante” loses.
2.
  when the total of “bank” is 0, then “ante” {end}.
Article 4
  when “mishap” happens to “bank”{more}, then the hand of “bank” is void.
"""
)
# Who calls puts a bet beside the ante, which a 3 keeps for the next round: there nobody may have called.
STAYS = f"""\
{THREE_FACES}\
  “ante” is a bet.
  “call bet” is a bet.

Article 2
  bets are accepted.
  “player” with “ante” chooses to “call” or “stand”.
  upon “call”: an amount equal to the stake of “ante” is put on “call bet”.
  “dealer” throws “die”.
  settle “ante” and “call bet”.

Article 3
1.
  “ante” loses.
2.
  when the total of “dealer” is 3, then “call bet” stays for the next round.
3.
  when “player” has chosen to “call”, and the total of “dealer” is lower than 3, then “call bet” loses.
4.
  when “player” has chosen to “stand”, and the total of “dealer” is lower than 3, then “call bet” pays 9 to 1.
"""


@pytest.mark.parametrize(("text", "reason"), [(VOIDED.format(end="is void", more=""), "voided"), (STAYS, "stays")])
def test_what_only_rounds_can_meet_that_are_not_searched_is_not_called_impossible(text: str, reason: str) -> None:
    law = law_of(text)
    assert {why for _, why in law.unsearched()} == {reason}
    assert not list(unreachable_rule(law))
    assert not reach(game_of(text)).of(NEVER)


def test_a_void_hand_is_met_in_play() -> None:
    round_ = game_of(VOIDED.format(end="is void", more="")).new_round(cards=("2",))
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Irregularity("mishap", "bank", 1, 1))
    round_.apply(Deal())
    assert [(bet.result, bet.provisions) for bet in round_.state.bets] == [("void", ("art_3__para_2",))]


def test_a_bet_that_was_put_in_a_round_is_met_in_the_next_without_the_choice() -> None:
    session = Session(game_of(STAYS), cards=("3", "1"))
    ended = []
    for choice in ("call", "stand"):
        round_ = session.new_round()
        round_.apply(PlaceBet("player-1", "", "ante", 1))
        round_.apply(Deal())
        round_.apply(Choose("player-1", "player-1", choice))
        ended.append(
            [(bet.bet, bet.result, bet.net) for bet in round_.state.bets if bet.bet == "call-bet" and bet.stake]
        )
    assert ended == [[("call-bet", "kept", 0)], [("call-bet", "win", 9)]]


def test_odds_suppose_that_no_hand_is_void_and_outcomes_are_not_compared() -> None:
    texts = [VOIDED.format(end=end, more="") for end in ("is void", "pays 100 to 1")]
    one, two = (game_of(text).decided for text in texts)
    assert "steps-alone" in odds(one).assumptions
    with pytest.raises(NotAnalysed) as refusal:
        compare(one, two, "ante")
    assert refusal.value.reason == "circumstances"


def test_the_hand_of_a_party_that_has_no_bet_is_void_without_a_difference() -> None:
    """Of a place at which nobody bets no rule on bets is asked."""
    text = VOIDED.format(end="is void", more=", and it is not so that “bank” has a bet")
    assert "voided" not in {
        why for _, why in law_of(text.replace("“player” bets.", "“player” bets at “bank”.")).unsearched()
    }


def test_a_rule_decides_something_that_only_brings_a_conflict_about() -> None:
    """With a 2 the first yields to the third; the second, which says the same as the first, does not."""
    text = (
        DEALT
        + """Article 3
1.
  when the total of “bank” is 1 or 2, then “ante” pays 1 to 1.
2.
  when the total of “bank” is 2, then “ante” pays 1 to 1.
3.
  when the total of “bank” is 2, then “ante” pays 2 to 1.
  prevails over article 3, number 1.
"""
    )
    assert not list(redundant_rule(law_of(text)))


def test_rules_on_a_bet_that_nobody_comes_to_place_never_apply() -> None:
    """The window of side opens when the bet that limits it has been settled."""
    text = f"""\
{THREE_FACES}\
  “ante” is a bet.
  “side” is a bet.

Article 2
  bets are accepted.
  “dealer” throws “die”.
  {{first}}
  bets on “side” are accepted, up to the stake of “ante”.
  “dealer” throws “die”.
  settle {{then}}.

Article 3
  “ante” loses.

Article 4
  when the total of “dealer” is 3, then “side” loses.
  in every other case, “side” pays 1 to 1.
"""
    late = text.format(first="settle “ante”.", then="“side”")
    in_time = text.format(first="“dealer” throws “die”.", then="“ante” and “side”")
    assert [d.labels[0].eid for d in unreachable_rule(law_of(late))] == ["art_4", "art_4"]
    assert not list(unreachable_rule(law_of(in_time)))
