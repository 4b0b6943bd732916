"""Holders of objects: who is dealt any, and with whose hand a party plays that is dealt none."""

import pytest

from lexludi.rules.holders import dealt, home, homes
from small import pack, rules_of

AT_BOXES = pack("3, 2 and 1").replace("“player” bets.", "there are 3 “box”.\n  “player” bets at “box”.")
DEAL = "  deal to {}, one “card” at a time, face up, until each has 1.\n"
EACH_BOX, EACH_PLAYER = "each “box” with a bet", "each “player” with a bet"


@pytest.mark.parametrize(
    ("text", "to", "roles", "holder"),
    [
        # Those at one box play with the hand that is dealt to it.
        (AT_BOXES, f"{EACH_BOX}, and then “bank”", ["box", "bank"], "box"),
        (AT_BOXES, "“bank”", ["bank"], "box"),
        # Whoever is dealt to has a hand of his own, wherever his bet stands.
        (AT_BOXES, f"“bank”, and then {EACH_PLAYER}", ["bank", "player"], "player"),
        # Who bets at no holder plays with no other hand.
        (pack("3, 2 and 1"), "“bank”", ["bank"], "player"),
    ],
)
def test_who_bets_plays_with_the_hand_at_which_the_bet_stands_unless_dealt_to(
    text: str, to: str, roles: list[str], holder: str
) -> None:
    rules = rules_of(text + DEAL.format(to))
    assert list(dealt(rules)) == roles
    assert [home(rules, role) for role in ("player", "box", "bank")] == [holder, "box", "bank"]


def test_the_holders_of_a_step_are_those_whose_hands_it_names() -> None:
    """A choice of the player is about the hand of the box, and names neither bet nor action as a holder."""
    rules = rules_of(
        AT_BOXES
        + DEAL.format(f"{EACH_BOX}, and then “bank”")
        + "  “player” with “ante” chooses to “stay” or “draw”.\n  upon “draw”: takes one “card”.\n"
    )
    deal, choice = (rule.effect for rule in rules.steps)
    assert homes(rules, deal) == {"box", "bank"}
    assert homes(rules, choice) == {"box"}
