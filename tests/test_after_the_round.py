"""What is said of times at which nothing is done: `check` tells that it never is."""

import pytest

from lexludi.checks.endings import after_the_round, at_an_irregularity
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
    found = list(after_the_round(law_of(TEXT.format(sentence=sentence))))
    assert [(d.code, d.labels[0].eid) for d in found] == [("after-the-round", "art_3")] * is_told


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
