"""The questions that a round puts to the rules, asked of one state: each answer worked out by hand."""

from fractions import Fraction

import pytest

from lexludi.play.decide import Verdict
from lexludi.play.questions import Questions, as_placed, bound_of, ends, is_beyond, same_bets, wins
from lexludi.play.round_state import GAP, Bet, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule
from lexludi.rules.model import PLACE_BET
from small import COIN, Steps, game_of, placed

# The face counts its number; of the one that is not two no rule on the line speaks.
TABLE = f"""\
{COIN}\
  “line” is a bet.
  “side” is a bet.
Article 2
1.
  the stake of “line” must be at least 5.
2.
  when it is not so that “player” has a bet on “line”, then “player” must not “bet” on “side”.
Article 3
  bets are accepted.
  “dealer” throws “die”.
  settle “line” and “side”.
Article 4
1.
  when the total of “dealer” is 2, then “line” pays 1 to 1.
2.
  from the winnings of “line” a commission of 5% is taken.
Article 5
1.
  “side” loses.
2.
  “side” receives a bonus of 2 to 1.
"""
PLAYER = "player-1"
LINE, SIDE = (Bet(PLAYER, "", bet, 10) for bet in ("line", "side"))


def thrown(symbol: str) -> tuple[Questions, State]:
    """The questions of the text, and a round with ten on each bet once it is thrown."""
    steps = Steps(TABLE, placed("line", 1, 0, 10), placed("side", 1, 0, 10)).give(symbol)
    return steps.game.questions, steps.state


def questions() -> Questions:
    return game_of(TABLE).questions


def test_a_bet_is_answered_by_the_rules_on_it_alone_or_by_none() -> None:
    asked, state = thrown("2")
    assert asked.result(state, LINE).provisions == ("art_4__para_1",)
    assert asked.result(state, SIDE).provisions == ("art_5__para_1",)
    asked, state = thrown("1")
    assert (asked.result(state, LINE).rule, asked.result(state, LINE).problem) == (None, GAP)


def test_a_commission_is_asked_of_what_wins_and_a_bonus_of_what_ends() -> None:
    """The line wins and has a commission and no bonus; the side loses and has a bonus and no commission."""
    asked, state = thrown("2")
    taken, paid = asked.beside(state, LINE, asked.result(state, LINE))
    assert (taken.provisions, paid.rule) == (("art_4__para_2",), None)
    taken, paid = asked.beside(state, SIDE, asked.result(state, SIDE))
    assert (taken.rule, paid.provisions) == (None, ("art_5__para_2",))


@pytest.mark.parametrize(
    ("outcome", "is_won", "is_over"),
    [
        (m.Pay("line", Fraction(1)), True, True),
        (m.Lose("line"), False, True),
        (m.Return("line"), False, True),
        (m.Keep("line"), False, False),
        (m.Stay("line"), False, False),
    ],
)
def test_only_what_is_paid_wins_and_what_stays_does_not_end(outcome: m.Outcome, is_won: bool, is_over: bool) -> None:
    verdict = Verdict(BoundRule(None, outcome, ("art_4",)), ("art_4",), "")
    assert (wins(verdict), ends(verdict)) == (is_won, is_over)


def test_a_bet_is_forbidden_for_want_of_another_until_that_is_there() -> None:
    asked = questions()
    alone = as_placed(State(), SIDE)
    assert asked.forbidding(alone, PLACE_BET, "", SIDE) == ("art_2__para_2",)
    assert asked.lacking(alone, PLACE_BET, "", SIDE) == ("line",)
    beside = as_placed(State(bets=(LINE,)), SIDE)
    assert asked.forbidding(beside, PLACE_BET, "", SIDE) == ()
    assert asked.lacking(beside, PLACE_BET, "", SIDE) == ()


def test_what_another_bettor_has_is_not_what_is_wanted() -> None:
    others = as_placed(State(bets=(LINE._replace(bettor="player-2"),)), SIDE)
    assert questions().forbidding(others, PLACE_BET, "", SIDE) == ("art_2__para_2",)


@pytest.mark.parametrize(("stake", "by"), [(4, ("art_2__para_1",)), (5, ()), (6, ())])
def test_a_stake_beyond_a_bound_is_forbidden_by_its_provision(stake: int, by: tuple[str, ...]) -> None:
    bet = LINE._replace(stake=stake)
    table = as_placed(State(), bet)
    assert questions().out_of_bounds(table, bet) == by
    assert questions().forbidding(table, PLACE_BET, "", bet) == by


def test_what_is_done_is_permitted_by_the_provision_that_speaks_of_it() -> None:
    assert questions().permitting(State(), PLACE_BET, "", LINE) == ()
    asked = game_of(f"{TABLE}Article 6\n  “player” may “bet”.\n").questions
    assert asked.permitting(State(), PLACE_BET, "", LINE) == ("art_6",)


@pytest.mark.parametrize(
    ("sense", "within"), [(m.Sense.AT_LEAST, [20, 21]), (m.Sense.AT_MOST, [19, 20]), (m.Sense.EQUAL, [20])]
)
def test_a_bound_in_proportion_is_of_what_the_bettor_has_on_the_other_there(sense: m.Sense, within: list[int]) -> None:
    """Twice the ten on the line; thirty of another bettor, and of a bet at another place, count for nothing."""
    bound = m.Bound(sense, Fraction(2), "line")
    others = (LINE._replace(bettor="player-2", stake=30), LINE._replace(holder="box-2", stake=30))
    for stake in (19, 20, 21):
        bet = SIDE._replace(stake=stake)
        state = State(bets=(LINE, *others, bet))
        assert bound_of(bound, state, bet) == 20
        assert is_beyond(bound, state, bet) is (stake not in within)


def test_bets_are_the_same_that_are_one_bettor_s_at_one_place_on_the_same_and_open() -> None:
    more, other = LINE._replace(stake=5), LINE._replace(naming="7")
    state = State(bets=(LINE, more, other, SIDE, LINE._replace(holder="box-2"), LINE._replace(result="lose")))
    assert same_bets(state, LINE) == [LINE, more]
