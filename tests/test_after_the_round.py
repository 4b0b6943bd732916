"""What is said of times at which nothing is done: `check` tells that it never is."""

import pytest

from lexludi.checks.endings import after_the_round, at_an_irregularity
from lexludi.checks.idle_rules import unreachable_rule
from lexludi.checks.idle_steps import unreachable_step
from lexludi.play.actions import Deal, Irregularity, PlaceBet
from small import game_of, law_of, pack

TEXT = (
    pack("3, 2 and 1")
    + """\
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  settle “ante”.
  “ante” loses.
Article 3
  {sentence}.
"""
)
OVER = "when the round is over"


@pytest.mark.parametrize(
    ("sentence", "is_told"),
    [
        (f"{OVER}, then burn a number of “cards” equal to 1", True),
        (f"{OVER}, then “ante” is returned", True),
        (f"{OVER}, and the total of “bank” is 3, then “bank” shuffles “cards”", True),
        ("when the total of “bank” is 3, or the round is over, then burn a number of “cards” equal to 1", False),
        ("when it is not so that the round is over, then burn a number of “cards” equal to 1", False),
        # What is done and said then.
        (f"{OVER}, then put “cards” back into “box”", False),
        (f"{OVER}, then after this round 1 round remains", False),
        (f"{OVER}, then “bank” may “change the cards”", False),
    ],
)
def test_what_is_to_happen_after_the_round_and_never_does_is_told(sentence: str, is_told: bool) -> None:
    law = law_of(TEXT.format(sentence=sentence))
    found = list(after_the_round(law))
    assert [(d.code, d.labels[0].eid) for d in found] == [("after-the-round", "art_3")] * is_told
    # One finding is enough.
    assert not [*unreachable_rule(law), *unreachable_step(law)]


OPTION = "  house option “rule”: “strict” or “lax”; default “strict”.\n"
# The statuses are said of the bank, whatever it holds.
STATUSES = """\
  “bank” is “late” only if {}.
  “bank” is “early” only if it is not so that “bank” is “late”.
"""
BURNT = "then burn a number of “cards” equal to 1"


@pytest.mark.parametrize(
    ("condition", "is_told"),
    [
        (f"when “rule” is “lax”, and {OVER.removeprefix('when ')}", True),
        (f"when “rule” is “strict”, and {OVER.removeprefix('when ')}", True),
        # Under the other value it is done in the round.
        (f"{OVER}, or “rule” is “lax”", False),
        (f"{OVER}, or “rule” is “strict”", False),
        # There is no third.
        (f"when “rule” is “lax”, and “rule” is “strict”, and {OVER.removeprefix('when ')}", False),
    ],
)
def test_it_is_told_of_any_value_of_an_option_if_it_is_so_of_all(condition: str, is_told: bool) -> None:
    text = TEXT.format(sentence=f"{condition}, {BURNT}").replace("Article 2\n", f"{OPTION}Article 2\n")
    assert [d.labels[0].eid for d in after_the_round(law_of(text))] == ["art_3"] * is_told


@pytest.mark.parametrize(
    ("late", "condition", "is_told"),
    [
        ("the round is over", "“bank” is “late”", True),
        ("the round is over, and the total of “bank” is 3", "“bank” is “late”", True),
        ("the round is over, or the total of “bank” is 3", "“bank” is “late”", False),
        ("the round is over", "it is not so that “bank” is “late”", False),
        # Of what is not early it is so that the round is over.
        ("the round is over", "it is not so that “bank” is “early”", True),
        ("the round is over, and “rule” is “lax”", "“bank” is “late”", True),
        ("the round is over, or “rule” is “lax”", "“bank” is “late”", False),
        # Not both: of a three it is so in the round.
        (
            "it is not so that (it is not so that the round is over, or the total of “bank” is 3)",
            "“bank” is “late”",
            True,
        ),
        (
            "it is not so that (it is not so that the round is over, and it is not so that the total of “bank” is 3)",
            "“bank” is “late”",
            False,
        ),
    ],
)
def test_it_is_told_of_what_a_definition_says(late: str, condition: str, is_told: bool) -> None:
    text = TEXT.format(sentence=f"when {condition}, {BURNT}").replace(
        "Article 2\n", f"{OPTION}{STATUSES.format(late)}Article 2\n"
    )
    law = law_of(text)
    assert [d.labels[0].eid for d in after_the_round(law)] == ["art_3"] * is_told
    assert not list(unreachable_step(law))


@pytest.mark.parametrize(
    "beside", ["“ante” receives a bonus of 1 to 1", "from the winnings of “ante” a commission of 5 % is taken"]
)
def test_what_is_paid_or_taken_beside_a_result_when_the_round_is_over_never_is(beside: str) -> None:
    text = TEXT.format(sentence=f"{OVER}, then {beside}").replace("“ante” loses", "“ante” pays 1 to 1")
    (found,) = after_the_round(law_of(text))
    assert found.labels[0].eid == "art_3"
    round_ = game_of(text).new_round(seed=1)
    round_.apply(PlaceBet("ana", "", "ante", 100))
    round_.apply(Deal())
    assert round_.returns() == {"ana": 100}


def test_nothing_is_burned_when_the_round_is_over() -> None:
    """The one card that lies with the bank is all that has left the supply, by hand."""
    round_ = game_of(TEXT.format(sentence=f"{OVER}, then burn a number of “cards” equal to 1")).new_round(seed=1)
    round_.apply(PlaceBet("ana", "", "ante", 1))
    round_.apply(Deal())
    assert round_.is_over
    assert sum(round_.stock_left.gone.values()) == 1


SLIP = "“mishap” happens"


@pytest.mark.parametrize(
    ("sentence", "is_told"),
    [
        (f"when {SLIP}, then burn a number of “cards” equal to 1", True),
        (f"when {SLIP} to “bank”, then “ante” is returned", True),
        (f"when {SLIP}, and the total of “bank” is 3, then “player” must not “bet”", True),
        (f"when {SLIP}, then put “cards” back into “box”", True),
        (f"when the total of “bank” is 3, or {SLIP}, then “ante” is returned", False),
        (f"when {SLIP} to “bank”, then the round is void and so are its bets", False),
    ],
)
def test_what_is_to_hold_when_an_irregularity_happens_and_never_does_is_told(sentence: str, is_told: bool) -> None:
    found = list(at_an_irregularity(law_of(TEXT.format(sentence=sentence))))
    assert [(d.code, d.labels[0].eid) for d in found] == [("at-an-irregularity", "art_3")] * is_told


@pytest.mark.parametrize(
    ("condition", "is_told"),
    [
        (f"when “rule” is “lax”, and {SLIP}", True),
        (f"when {SLIP}, or “rule” is “lax”", False),
        ("when “bank” is “late”", True),
        ("when “bank” is “early”", False),
    ],
)
def test_it_is_told_of_an_irregularity_under_any_setting_and_by_definitions(condition: str, is_told: bool) -> None:
    text = TEXT.format(sentence=f"when {SLIP}, then the round stands.\n  {condition}, {BURNT}").replace(
        "Article 2\n", f"{OPTION}{STATUSES.format(SLIP)}Article 2\n"
    )
    assert [d.labels[0].eid for d in at_an_irregularity(law_of(text))] == ["art_3"] * is_told


@pytest.mark.parametrize(
    ("condition", "net"), [(f"{SLIP} to “bank”", -1), ("the number of “mishap” of “bank” is 1", 0)]
)
def test_no_bet_is_settled_at_the_moment_of_an_irregularity(condition: str, net: int) -> None:
    """Two sentences that read alike: the one is never so, the other from the report on."""
    text = TEXT.replace("  “ante” loses.\n", "").format(
        sentence=f"when {SLIP}, then the round stands.\n  when {condition}, then “ante” is returned.\n"
        "  in every other case, “ante” loses"
    )
    round_ = game_of(text).new_round(seed=1)
    for action in (PlaceBet("ana", "", "ante", 1), Irregularity("mishap", "bank"), Deal()):
        round_.apply(action)
    assert round_.returns() == {"ana": net}
