"""Deals that give nobody anything: all hold as many objects by then, whatever happens and is chosen."""

import pytest

from lexludi.checks.full_table import idle_deal
from small import law_of, pack

BALLS = "  material: 2 packs of “ball”, each with one for each combination of “number”.\n"
# The lines of the procedure begin below these.
HEAD = f"{pack('3, 2 and 1', '2 packs')}{BALLS}Article 2\n"
END = "  settle “ante”.\nArticle 4\n  “ante” loses.\n"
BETS = "  bets are accepted.\n"
CHOICE = "  “player” with “ante” chooses to “play” or “fold”.\n"
REPEAT = "  repeat article 3 until the total of “bank” is higher than 4.\n"


def deal(count: str, kind: str = "card", to: str = "“bank”") -> str:
    return f"  deal to {to}, one “{kind}” at a time, face up, until each has {count}.\n"


def under(condition: str, sentence: str) -> str:
    return f"  {condition}, then {sentence.lstrip()}"


def idle_in(steps: str) -> list[int]:
    """The lines of the deals that are told, counted from the first of the procedure."""
    law = law_of(HEAD + steps + END)
    found = list(idle_deal(law))
    assert all(d.code == "idle-deal" for d in found)
    before = law.source.text[: law.source.text.index("Article 2\n")].count("\n") + 1
    return [law.source.text[: d.labels[0].span.start].count("\n") - before for d in found]


@pytest.mark.parametrize(
    ("steps", "lines"),
    [
        (BETS + deal("one") + deal("one"), [2]),
        (BETS + deal("one") + deal("two"), []),
        (BETS + deal("two") + deal("one"), [2]),
        (BETS + deal("one") + deal("one", "ball"), []),  # objects of another kind do not count
        (BETS + deal("one") + deal("one", "ball") + deal("one"), [3]),
        (BETS + deal("one") + deal("one", to="each “player” with a bet"), []),
        (
            BETS
            + deal("one", to="each “player” with a bet")
            + deal("one", to="each “player” with a bet, and then “bank”"),
            [],
        ),
        # What may not come is not counted on.
        (BETS + CHOICE + under("when “player” has chosen to “play”", deal("one")) + deal("one"), []),
        (BETS + deal("one") + CHOICE + under("when “player” has chosen to “play”", deal("one")), [3]),
        # What is repeated deals at first, if at all.
        (BETS + "Article 3\n" + deal("two") + REPEAT + deal("two"), [4]),
        (BETS + deal("two") + "Article 3\n" + deal("one") + REPEAT, [3]),
        # Who bets later has had no part in the first.
        (BETS + deal("one") + BETS + deal("one"), []),
    ],
)
def test_a_deal_to_who_holds_as_many_is_told(steps: str, lines: list[int]) -> None:
    assert idle_in(steps) == lines


def test_a_deal_that_another_setting_needs_is_not_told() -> None:
    option = "  house option “way”: “plain” or “short”; default “plain”.\n"
    first = under("when “way” is “plain”", deal("one"))
    assert idle_in(option + BETS + first + deal("one")) == []
    assert idle_in(option + BETS + deal("one") + under("when “way” is “short”", deal("one"))) == [3]


def test_a_deal_that_two_settings_need_together_is_not_told() -> None:
    """With both at “no” the bank has nothing before the last deal; with one of them at “yes” it has its card."""
    options = "".join(f"  house option “{name}”: “yes” or “no”; default “yes”.\n" for name in ("one", "two"))
    first, second = (under(f"when “{name}” is “yes”", deal("one")) for name in ("one", "two"))
    assert idle_in(options + BETS + first + second + deal("one")) == []
    # The second is of use where the first is not made; what comes after one that is always made never is.
    assert idle_in(options + BETS + first + second + deal("one") + deal("one")) == [6]


def test_hands_that_are_split_may_be_dealt_to_again() -> None:
    dealt = deal("two", to="each “player” with a bet")
    split = (
        "  upon “play”: half of the hand becomes the “second hand”, with an equal bet on “ante”, "
        "and neither is split again.\n"
    )
    assert idle_in(BETS + dealt + CHOICE + dealt) == [3]
    assert idle_in(BETS + dealt + CHOICE + split + dealt) == []


def test_what_is_put_back_after_the_round_was_held_in_it() -> None:
    last = "  when the round is over, then put “card” back into “case”.\n"
    assert idle_in(BETS + deal("one") + deal("one") + last) == [2]
