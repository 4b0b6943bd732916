"""Rows read by codes: what a search says that a question reads is what the round that shows it has to be read."""

import pytest

from lexludi.checks.deals import deal_of
from lexludi.checks.searches import Searches
from lexludi.exact.budget import Budget
from lexludi.play.game import load
from lexludi.play.questions import Questions
from play.test_no_category import TEXT as NO_CATEGORY
from small import game_of

# Read of the hand itself, not by way of a definition: of a hand of one colour, which is of no category, it is nothing.
DIRECTLY = NO_CATEGORY.replace(
    "when “dealer” is “qualified”", "when the hand of “dealer” is worth at least “mixed” with “king”"
)


def disagreements(questions: Questions) -> list[tuple[object, ...]]:
    """The readings of a search that those of the round shown are not, with both."""
    read_by = questions.judge.observer.reader
    found = []
    for rounds in Searches().of_rules(questions, Budget()).rounds:
        assert rounds.met
        for key, met in rounds.met.items():
            for values, spot in met.spots.items():
                state, _ = deal_of(rounds, spot, met.observables)
                bet = state.bet_at(spot.who.bet)
                of_round = tuple(read_by(observable)(state, spot.who.unit, bet) for observable in met.observables)
                if of_round != values:
                    found.append((key, values, of_round))
    return found


# Bets that move, and stay; a bet beside another; choices; a number that is kept; definitions; a shape in order.
@pytest.mark.parametrize("work", ["xx/craps", "xx/casino-war", "xx/three-card-poker", "xx/red-dog", "xx/two-up"])
def test_readings_of_rows_are_those_of_the_rounds_that_show_them(work: str) -> None:
    assert not disagreements(load(work).questions)


@pytest.mark.parametrize("text", [NO_CATEGORY, DIRECTLY])
def test_of_a_hand_without_category_nothing_is_read_where_the_interpreter_reads_nothing(text: str) -> None:
    assert not disagreements(game_of(text).questions)
