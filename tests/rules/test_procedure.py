"""Steps that can be taken, and by whom: each check by a text that fails it and one that does not."""

import pytest

from lexludi.rules.procedure import gone_back_to, is_repeated
from small import DIE, diagnosed, rules_of
from unsound import DEAL, codes


def test_only_what_is_drawn_is_dealt_and_only_what_is_thrown_is_thrown() -> None:
    assert codes(DEAL.format(to="“dealer”", batch=1, what="die", count=2)) == ["cannot-be-dealt"]
    assert codes("upon “draw”: takes one “die”") == ["cannot-be-dealt"]
    assert codes("burn a number of “die” equal to 1") == ["cannot-be-dealt"]
    assert codes("“dealer” throws “card”") == ["cannot-be-thrown"]
    assert codes("“dealer” throws “die”") == []


def test_rules_can_be_followed_only_where_there_are_some_for_that_role() -> None:
    assert codes("“dealer” follows the rules on “sit”") == ["nothing-to-follow"]
    assert codes("“box” follows the rules on “draw”") == ["nothing-to-follow"]
    assert codes("“dealer” follows the rules on “draw”") == []


def test_only_a_provision_with_a_step_can_be_repeated() -> None:
    until = "until a “die” has been thrown"
    assert codes(f"repeat article 2 {until}") == ["nothing-to-repeat"]
    assert codes(f"repeat article 3 {until}") == []
    assert codes(f"repeat article 9 {until}")[0] == "dangling-reference"


def test_only_steps_that_come_before_can_be_repeated() -> None:
    text = DIE + "Article 2\n  {}\nArticle 3\n  “banker” throws “die”.\nArticle 4\n  {}\n"
    again = "repeat article 3 until the total of “banker” is 3."
    assert [d.code for d in diagnosed(text.format("bets are accepted.", again))[1]] == []
    assert [d.code for d in diagnosed(text.format(again, "bets are accepted."))[1]] == ["nothing-to-repeat"]


def test_several_holders_are_dealt_to_each_and_one_as_such() -> None:
    each, several = "each “box” with a bet", "“box”"
    assert codes(DEAL.format(to=several, batch=1, what="card", count=2)) == ["dealt-to-several"]
    assert codes(DEAL.format(to=each, batch=1, what="card", count=2)) == []


def test_a_step_is_of_holders_with_whom_a_bet_can_stand() -> None:
    """“player” bets at “box”: a “seat” is dealt nothing in any round."""
    deal = DEAL.format(to="each “{}” with a bet", batch=1, what="card", count=1)
    assert codes(f"there are 2 “seat”.\n  {deal.format('box')}") == []
    assert codes(f"there are 2 “seat”.\n  {deal.format('seat')}") == ["step-for-nobody"]


@pytest.mark.parametrize(
    ("guards", "found"),
    [
        (("", ""), ["dealt-to-both"]),
        # One deal takes the place of the other.
        (("when “way” is “plain”, then ", "when “way” is “short”, then "), []),
    ],
)
def test_those_who_bet_are_dealt_to_or_the_places_at_which_they_bet(guards: tuple[str, str], found: list[str]) -> None:
    deals = (
        guard + DEAL.format(to=f"each “{to}” with a bet", batch=1, what="card", count=1)
        for guard, to in zip(guards, ("box", "player"), strict=True)
    )
    assert codes(".\n  ".join(["house option “way”: “plain” or “short”", *deals])) == found


@pytest.mark.parametrize(("thrower", "found"), [("dealer", []), ("box", ["nothing-thrown"])])
def test_a_throw_that_is_read_is_one_of_somebody_who_throws(thrower: str, found: list[str]) -> None:
    throws = "“dealer” throws “die”.\n  when the total thrown by “{}” is 4, then “ante” loses"
    assert codes(throws.format(thrower)) == found


@pytest.mark.parametrize(
    ("amount", "found"),
    [
        ("the total of “dealer”", []),
        ("the total of “box”", ["memory-of-a-party"]),
        ("the sum of the total of “box” and 2", ["memory-of-a-party"]),
    ],
)
def test_what_a_round_keeps_for_everybody_is_the_same_for_each(amount: str, found: list[str]) -> None:
    assert codes(f"“kept” is a number kept during the round: 2 through 6.\n  “kept” becomes {amount}") == found


def test_a_repetition_goes_back_to_the_first_step_of_a_provision() -> None:
    """Of steps 0 to 4, the fourth goes back to the second, and nothing after it goes back anywhere."""
    rules = rules_of(
        f"{DIE}Article 2\n  bets are accepted.\nArticle 3\n  “banker” throws “die”.\n  “banker” throws “die”.\n"
        "Article 4\n  repeat article 3 until the total of “banker” is 3.\n  settle “big”.\n"
    )
    assert [gone_back_to(rules, at) for at in range(5)] == [[1], [1], [1], [1], []]
    assert [is_repeated(rules, at) for at in range(5)] == [False, True, True, True, False]
