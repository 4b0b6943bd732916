"""Acts that somebody has and that change something: each check by a text that fails it and one that does not."""

import pytest

from small import HEADER, diagnosed
from unsound import codes

AT_BOXES = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there are 3 “box”.
  “player” bets at “box”.
  each “player” is either “seated” or “standing”.
  “player” is “tall” only if “player” is “standing”.
  “player” is “full” only if the total of “player” is higher than 3.
  “ante” is a bet.
  when “mishap” happens, then the round stands.
Article 2
  bets are accepted.
  {deal}{step}
  settle “ante”.
Article 3
  {norm}
  upon “draw”: takes 1 “card”.
"""


DRAWS, MUST = "“{}” follows the rules on “draw”.", "“{}” must “draw”."


TO_PLAYERS = "deal to each “player” with a bet, one “card” at a time, face up, until each has 1.\n  "


@pytest.mark.parametrize("role", ["box", "player", "dealer"])
@pytest.mark.parametrize("deal", ["", TO_PLAYERS])
@pytest.mark.parametrize(
    ("marked", "step", "norm"),
    [
        ("“player” is “standing”", f"when {{}}, then {DRAWS}", MUST),
        ("“player” is “standing”", "“{}” repeatedly follows the rules on “draw”, until {}.", MUST),
        ("“player” has the largest stake", DRAWS, f"when {{}}, then {MUST}"),
        ("“player” has the largest stake among those who are “seated”", DRAWS, f"when {{}}, then {MUST}"),
        ("the number of “mishap” of “player”", DRAWS, f"when {{}} is 0, then {MUST}"),
        # What is asked of a definition stands there, and not in the norm.
        ("“player” is “standing”", DRAWS, f"when “player” is “tall”, then {MUST}"),
        # One hand has one total, and somebody bets with it or nobody.
        ("", DRAWS, f"when “player” is “full”, and “player” has a bet on “ante”, then {MUST}"),
    ],
)
@pytest.mark.parametrize("at", ["box", "dealer"])
def test_a_hand_that_several_may_bet_with_is_asked_for_the_status_and_stakes_of_no_one(
    at: str, marked: str, step: str, norm: str, deal: str, role: str
) -> None:
    """Of a hand at which they bet; not of those dealt to themselves, and of the dealer once for the table."""

    def said(sentence: str) -> str:
        return sentence.replace("{}", role, 1) if "until" in sentence else sentence.replace("“{}”", f"“{role}”")

    text = AT_BOXES.format(deal=deal, step=said(step).replace("{}", marked), norm=said(norm).replace("{}", marked))
    text = text.replace("bets at “box”", f"bets at “{at}”")
    spans = [d.labels[0].span for d in diagnosed(text)[1] if d.code == "no-one-bettor"]
    words = [(HEADER + text)[span.start : span.end] for span in spans]
    assert words == ([marked] if marked and not deal and role in {at, "player"} - {"dealer"} else [])


@pytest.mark.parametrize(
    ("effect", "is_on_bets"),
    [
        ("“ante” pays 1 to 1", True),
        ("the stake of “ante” is doubled", True),
        ("“ante” moves to “side”", True),
        ("an amount equal to the stake of “ante” is put on “side”", True),
        ("takes one “card”; the stake of “ante” is reduced", True),
        ("takes one “card”", False),
        ("burn a number of “card” equal to 1", False),
    ],
)
@pytest.mark.parametrize(
    ("betting", "role", "has_bets"),
    [
        ("“player” bets", "dealer", False),
        ("“player” bets", "player", True),
        ("“player” bets at “dealer”", "dealer", True),
        ("there are 3 “box”. “player” bets at “box”", "dealer", False),
        ("there are 3 “box”. “player” bets at “box”", "box", True),
    ],
)
def test_an_act_by_which_bets_change_is_required_only_of_those_with_whose_hands_bets_are_played(
    effect: str, is_on_bets: bool, betting: str, role: str, has_bets: bool
) -> None:
    text = f"""\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  {betting}.
  “ante” is a bet.
  “side” is a bet.
Article 2
  bets are accepted.
  “{role}” follows the rules on “raise”.
  settle “ante” and “side”.
Article 3
  “{role}” must “raise”.
  upon “raise”: {effect}.
"""
    found = [d for d in diagnosed(text)[1] if d.code == "effect-on-no-bet"]
    assert [(d.labels[0].eid, d.args["party"]) for d in found] == (
        [("art_2", "dealer")] if is_on_bets and not has_bets else []
    )


def test_upon_what_is_only_performed_nothing_follows() -> None:
    assert codes("“dealer” performs “cut”") == []
    assert codes("“dealer” performs “cut”.\n  upon “cut”: takes 1 “card”") == ["performed-without-effect"]


@pytest.mark.parametrize(
    ("offered", "found"),
    [
        ("“player” with “ante” chooses to “draw” or “stay”", []),
        # An act of one's own is chosen too; what must be done is not, nor what another has chosen.
        ("“player” must not “draw”", []),
        ("“dealer” follows the rules on “draw”", ["never-chosen"]),
    ],
)
def test_only_what_somebody_may_do_or_leave_is_chosen(offered: str, found: list[str]) -> None:
    assert codes(f"{offered}.\n  when “player” has chosen to “draw”, then “ante” loses") == found


@pytest.mark.parametrize(
    ("norm", "found"),
    [
        ("“player” must not “bet” on “ante”", []),
        ("“player” must not “stay” on “ante”", []),
        ("“player” must not “leave”", []),
        ("“player” must not “leave” on “ante”", ["norm-on-no-bet"]),
    ],
)
def test_a_norm_on_a_bet_is_on_placing_it_or_on_what_a_step_offers(norm: str, found: list[str]) -> None:
    assert codes(f"“player” with “ante” chooses to “draw” or “stay”.\n  {norm}") == found
