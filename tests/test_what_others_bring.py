"""What other bets and other bettors bring about: it is said that it is not followed, and nothing is proved of it."""

import pytest

from lexludi.base.errors import LexludiError
from lexludi.checks.gap import gap
from lexludi.checks.idle_rules import unreachable_rule
from lexludi.checks.reach import NEVER, reach
from lexludi.checks.situations import SEVERAL
from lexludi.play.actions import Choose, Deal, PlaceBet
from small import COIN_AND_ANTE, game_of, law_of, pack

SEATS = "  there are 2 “seat”.\n"
AT_SEATS = pack("2 and 1", "9 packs").replace("  “player” bets.\n", f"{SEATS}  “player” bets at “seat”.\n")
CHOICE = COIN_AND_ANTE.replace("“dealer”", "“bank”") + (
    "Article 2\n1)\n  bets are accepted.\n2)\n  “player” with “ante” chooses “hold” or “leave”.\n"
    "  upon “leave”: “ante” is returned.\n3)\n  “bank” throws “die”.\n{step}5)\n  settle “ante”.\n{rules}"
    "Article 5\n  in every other case, “ante” loses.\n"
)

# A text, the provision that others bring about, and its own question.
TEXTS = {
    # One bettor leaves, and another one’s bet is open.
    "step": (
        CHOICE.format(
            step="4)\n  when “player” has chosen “leave”, and it is not so that every bet is decided, "
            "then “bank” throws “die”.\n",
            rules="",
        ),
        "art_2__point_4",
    ),
    "norm": (
        CHOICE.format(
            step="4)\n  “player” follows the rules on “nod”.\n",
            rules="Article 3\n1)\n  when “player” has chosen “leave”, and it is not so that every bet is decided, "
            "then “player” must “nod”.\n2)\n  in any case, “player” may “nod”.\n",
        ).replace("  in any case, “player” may “nod”.\n", "  “player” may “nod”.\n"),
        "art_3__point_1",
    ),
    # A seat with a 1 draws a token; another, with a 2, does not.
    "draw": (
        AT_SEATS.replace("  every other", "  material: 9 sets of “token”, each with 1 of 1.\n  every other")
        + "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to each “seat” with a bet, one “card” at a time, face up, until each has one.\n"
        "3)\n  “seat” follows the rules on “draw”.\n  upon “draw”: takes 1 “token”.\n4)\n  settle “ante”.\n"
        "Article 3\n1)\n  when the number of “card” of “seat” is 1, and the total of “seat” is 1, "
        "then “seat” must “draw”.\n"
        "2)\n  when the total of “seat” is 2, then “seat” must not “draw”.\n"
        "Article 4\n1)\n  when the total of “seat” is 2, and the number of “card” of “seat” is 1, "
        "and the number of “token” of “seat” is 0, and a “token” has been dealt, then “ante” pays 1 to 1.\n"
        "2)\n  in every other case, “ante” loses.\n",
        "art_4__point_1",
    ),
    # A card comes to a seat with a bet; whoever bets elsewhere has none.
    "deal": (
        AT_SEATS.replace("bets at “seat”", "bets at “seat” or elsewhere") + "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to each “seat” with a bet, one “card” at a time, face up, until each has one.\n3)\n  settle “ante”.\n"
        "Article 4\n1)\n  when it is not so that the bet is placed at “seat”, and a “card” has been dealt, "
        "then “ante” pays 1 to 1.\n2)\n  in every other case, “ante” loses.\n",
        "art_4__point_1",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_provision_that_others_bring_about_is_not_said_to_be_out_of_reach(name: str) -> None:
    text, eid = TEXTS[name]
    law = law_of(text)
    assert SEVERAL in {reason for _, reason in law.unsearched()}
    assert eid not in {label.eid for d in unreachable_rule(law) for label in d.labels}
    assert {row.eid: row.verdict for row in reach(game_of(text)).rows}[eid] != NEVER


def test_of_two_bettors_one_leaves_and_a_bet_is_open() -> None:
    """What is done once for the table would be done for the one who left, and not for the other: the round stops."""
    round_ = game_of(TEXTS["step"][0]).new_round(seed=1)
    for who in ("player-1", "player-2"):
        round_.apply(PlaceBet(who, "", "ante", 1))
    round_.apply(Deal())
    round_.apply(Choose("player-1", "", "leave"))
    with pytest.raises(LexludiError) as problem:
        round_.apply(Choose("player-2", "", "hold"))
    assert problem.value.key == "parties-differ"


CATEGORIES = """\
Article 5
  each hand belongs to the first category that fits, from high to low:
1)
  “three”: 3 are of the same “number”.
2)
  “pair”: 2 are of the same “number”.
3)
  “single”: 1 are of the same “number”.
"""


def test_a_category_that_two_bettors_at_a_seat_bring_about_is_not_said_to_be_out_of_reach() -> None:
    """Each draws one card to the one that the seat has."""
    text = AT_SEATS + (
        "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to each “seat” with a bet, one “card” at a time, face up, until each has one.\n"
        "3)\n  “player” with “ante” chooses “draw” or “stay”.\n  upon “draw”: takes 1 “card”.\n4)\n  settle “ante”.\n"
        f"Article 4\n  when the hand of “seat” is “three”, then “ante” pays 2 to 1.\n"
        f"  in every other case, “ante” loses.\n{CATEGORIES}"
    )
    law = law_of(text)
    assert list(unreachable_rule(law)) == []
    assert {row.eid: row.verdict for row in reach(game_of(text)).rows}["art_5__point_1"] != NEVER


@pytest.mark.parametrize(
    ("step", "norm"),
    [
        ("  when the hand of “bank” is “single”, then deal to “bank”, one “card” at a time, face up, "
         "until each has 3.\n", ""),
        ("  “player” with “ante” chooses “hold” or “leave”.\n  upon “leave”: “ante” is returned.\n",
         "Article 3\n  when the hand of “bank” is “single”, then “player” must not “leave”.\n"),
    ],
)  # fmt: skip
def test_a_category_that_a_step_or_a_norm_on_a_choice_asks_for_is_had(step: str, norm: str) -> None:
    """A 2 and a 1 are “single” before a third card comes; of two copies no three are alike."""
    text = pack("2 and 1", "2 packs") + (
        "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to “bank”, one “card” at a time, face up, until each has two.\n"
        f"3)\n{step}4)\n  deal to “bank”, one “card” at a time, face up, until each has three.\n"
        f"  settle “ante”.\n{norm}"
        f"Article 4\n  in every other case, “ante” loses.\n{CATEGORIES}"
    )
    law = law_of(text)
    assert [d.labels[0].eid for d in unreachable_rule(law)] == ["art_5__point_1"]


def test_a_gap_that_no_category_would_fill_is_told_beside_one_of_categories() -> None:
    """Two 1s count 2, on which no rule speaks, whatever the hand is; two 2s are of no category, and decided."""
    text = pack("2 and 1", "2 packs") + (
        "Article 2\n1)\n  bets are accepted.\n2)\n"
        "  deal to “bank”, one “card” at a time, face up, until each has two.\n  settle “ante”.\n"
        "Article 4\n1)\n  when the total of “bank” is 3, and the hand of “bank” is “mixed”, then “ante” pays 2 to 1.\n"
        "2)\n  when the total of “bank” is {loses}, then “ante” loses.\n"
        "Article 5\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “mixed”: each is of a different “number”.\n"
    )
    for loses, told in (("4", 1), ("2 or 4", 0)):
        variant = text.format(loses=loses)
        assert len(list(gap(law_of(variant)))) == told
