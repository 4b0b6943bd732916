"""Irregularities as the checks see them: whose “has a bet” may be true, by where bets stand and by whom it happens."""

import pytest

from lexludi.base.errors import IllegalAction, UnsettledCase
from lexludi.checks.conflict import conflict
from lexludi.checks.reach import reach
from lexludi.play.actions import Irregularity, PlaceBet
from small import DIE, THROW, game_of, law_of

# The round stands where a slip happens to somebody; under a condition, it is void too.
SLIPS = """Article 3
1.
  when “slip” happens to “{whom}”, then the round stands.
2.
  when “slip” happens to “{whom}”, and {condition}, then the round is void and so are its bets.
"""
SEATS = "there are 2 “seat”.\n  “player” bets at “seat”"


def text_of(bettors: str, whom: str, condition: str) -> str:
    head = DIE.replace("“player” bets", bettors)
    return f"{head}{THROW}  in every other case, “big” loses.\n{SLIPS.format(whom=whom, condition=condition)}"


@pytest.mark.parametrize(
    ("bettors", "whom", "condition", "conflicts"),
    [
        # Whoever bets elsewhere has a bet, and no seat has; at seats alone it stands at one.
        (f"{SEATS} or elsewhere", "player", "“player” has a bet, and it is not so that “seat” has a bet", True),
        (SEATS, "player", "“player” has a bet, and it is not so that “seat” has a bet", False),
        (f"{SEATS} or elsewhere", "player", "“seat” has a bet, and it is not so that “player” has a bet", False),
        # The banker has no bet, whatever others have; of a banker at whom bets stand one may be another’s.
        (SEATS, "banker", "“player” has a bet", False),
        (SEATS, "banker", "“seat” has a bet", False),
        ("“player” bets at “banker”", "banker", "“banker” has a bet", True),
        ("“player” bets at “banker”", "player", "“banker” has a bet, and it is not so that “player” has a bet", True),
        ("“player” bets at “banker”", "player", "“player” has a bet, and it is not so that “banker” has a bet", False),
        # A seat plays for the bets that stand there.
        (SEATS, "seat", "“seat” has a bet, and it is not so that “player” has a bet", False),
        (SEATS, "seat", "“seat” has a bet, and “player” has a bet", True),
        ("“player” bets", "player", "“player” has a bet", True),
    ],
)
def test_two_rules_conflict_where_somebody_may_have_a_bet_and_somebody_none(
    bettors: str, whom: str, condition: str, conflicts: bool
) -> None:
    text = text_of(bettors, whom, condition)
    law = law_of(text)
    assert [d.code for d in conflict(law)] == ["conflict"] * conflicts
    verdicts = {row.eid: row.verdict for row in reach(game_of(text)).rows}
    assert verdicts["art_3__para_2"] == ("reached" if conflicts else "never")


@pytest.mark.parametrize(
    ("bettors", "place", "whom", "condition", "conflicts"),
    [
        (f"{SEATS} or elsewhere", "", "player-1",
         "“player” has a bet, and it is not so that “seat” has a bet", True),
        (f"{SEATS} or elsewhere", "seat-1", "player-1",
         "“player” has a bet, and it is not so that “seat” has a bet", False),
        (SEATS, "seat-1", "banker", "“player” has a bet", False),
        (SEATS, "seat-1", "seat-1", "“seat” has a bet, and “player” has a bet", True),
        ("“player” bets at “banker”", "banker", "player-2",
         "“banker” has a bet, and it is not so that “player” has a bet", True),
    ],
)  # fmt: skip
def test_a_round_stops_where_the_checks_say_so(
    bettors: str, place: str, whom: str, condition: str, conflicts: bool
) -> None:
    round_ = game_of(text_of(bettors, whom.partition("-")[0], condition)).new_round(seed=1)
    round_.apply(PlaceBet("player-1", place, "big", 10))
    if conflicts:
        with pytest.raises(UnsettledCase) as problem:
            round_.apply(Irregularity("slip", whom))
        assert problem.value.provisions == ("art_3__para_1", "art_3__para_2")
    else:
        round_.apply(Irregularity("slip", whom))
    with pytest.raises(IllegalAction):
        round_.apply(Irregularity("fall", whom))
