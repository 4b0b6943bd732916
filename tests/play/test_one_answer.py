"""Questions about those who bet have one answer, whatever the order of their bets: worked out from the words."""

import pytest

from lexludi.base.errors import UnsettledCase
from lexludi.play.actions import Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Round
from small import THREE_FACES, game_of, pack

HEAD = pack("3, 2 and 1", "2 packs").replace("“player” bets.", "there are 2 “box”.\n  “player” bets at “box”.")
ONE_EACH = "one “card” at a time, face up, until each has 1"
# One of the two at the box has a bet on the side.
SHARED = f"""{HEAD}  “side” is a bet.
Article 2
  bets are accepted.
  when “player” has a bet on “side”, then deal to each “box” with a bet, {ONE_EACH}.
  settle “ante” and “side”.
Article 3
  “ante” loses.
  “side” loses.
"""
# One of the two bets of a player stands at the seat.
PLACED = (
    pack("3, 2 and 1", "2 packs").replace(
        "“player” bets.", "there are 2 “seat”.\n  “player” bets at “seat” or elsewhere."
    )
    + """  “side” is a bet.
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has 1.
  when the bet is placed at “seat”, then deal to “bank”, one “card” at a time, face up, until each has 1.
  settle “ante” and “side”.
Article 3
  “ante” loses.
  “side” loses.
"""
)


def played(text: str, *actions: PlaceBet | Irregularity, cards: str = "1 2 3") -> Round:
    round_ = game_of(text).new_round(cards=cards)
    for action in (*actions, Deal()):
        round_.apply(action)
    return round_


@pytest.mark.parametrize(
    ("text", "bets"),
    [
        (SHARED, [PlaceBet("player-1", "box-1", "ante", 1), PlaceBet("player-2", "box-1", "side", 1)]),
        (PLACED, [PlaceBet("player-1", "seat-1", "ante", 1), PlaceBet("player-1", "", "side", 1)]),
    ],
)
def test_a_condition_on_which_those_who_bet_differ_is_left_open_in_any_order(text: str, bets: list[PlaceBet]) -> None:
    """One deal for both has no answer where the condition holds of one of them alone."""
    for order in (bets, bets[::-1]):
        with pytest.raises(UnsettledCase) as refused:
            played(text, *order)
        assert (refused.value.key, refused.value.provisions) == ("parties-differ", ("art_2",))


def test_a_condition_that_holds_of_all_who_share_a_hand_is_followed() -> None:
    both = [PlaceBet(f"player-{n}", "box-1", bet, 1) for n in (1, 2) for bet in ("ante", "side")]
    assert "dealt" in [step.kind for step in played(SHARED, *both).steps]


@pytest.mark.parametrize(("after", "void"), [(1, True), (2, True)])
def test_the_last_of_a_throw_belongs_to_it(after: int, void: bool) -> None:
    """Of two dice the second is thrown while the throw is under way, as the first is."""
    text = THREE_FACES.replace("1 “die”", "2 “dice”").replace("each “die”", "each “dice”") + (
        "  “ante” is a bet.\nArticle 2\n  bets are accepted.\n  “dealer” throws “dice”.\n  settle “ante”.\n"
        "Article 3\n  “ante” pays 1 to 1.\nArticle 4\n"
        "  when “cocked” happens, and dealing is under way, then the round is void and so are its bets.\nArticle 5\n"
        "  when “cocked” happens, and it is not so that dealing is under way, then the round stands.\n"
    )
    bet = PlaceBet("player-1", "", "ante", 1)
    assert played(text, bet, Irregularity("cocked", after=after), cards="3 2").state.void is void
    # With one die the first is the last; after the throw it is not under way.
    one = text.replace("2 “dice”", "1 “dice”")
    assert played(one, bet, Irregularity("cocked", after=1), cards="3").state.void


def test_a_definition_rests_on_the_readings_of_its_own_role() -> None:
    """Under the other reading the dealer is good with a two; whether the bank is rests on no reading."""
    text = pack("3, 2 and 1", "2 packs") + (
        "  there is one “dealer”.\n  reading “strict”: “yes” or “no”; default “yes”; because: invented.\n"
        "Article 2\n  bets are accepted.\n"
        "  deal to “bank”, and then “dealer”, one “card” at a time, face up, until each has 1.\n  settle “ante”.\n"
        "Article 3\n  “bank” is “good” only if the total of “bank” is 3.\n"
        "Article 4\n  “dealer” is “good” only if (“strict” is “yes”, and the total of “dealer” is 3), "
        "or (“strict” is “no”, and the total of “dealer” is 2).\n"
        "Article 5\n  when “bank” is “good”, and “dealer” is “good”, then “ante” pays 1 to 1.\n"
        "  in every other case, “ante” loses.\n"
    )
    round_ = played(text, PlaceBet("player-1", "", "ante", 1), cards="3 2")
    rests = {
        step.party: [basis.reading for basis in round_.rests_on(number).readings]
        for number, step in enumerate(round_.steps)
        if step.kind == "defined"
    }
    assert rests == {"bank": [], "dealer": ["strict"]}


@pytest.mark.parametrize(
    ("role", "reports", "count"),
    [
        ("player", ("player-1", "player-1"), 2),
        ("player", ("player-1", "box-1"), 2),
        ("player", ("player-2", ""), 0),
        ("box", ("box-1", "player-1"), 1),
        ("box", ("box-1", "box-2"), 1),
    ],
)
def test_irregularities_are_counted_of_those_of_whom_they_were_reported(
    role: str, reports: tuple[str, ...], count: int
) -> None:
    """What happened to a hand happened to those who play with it, and not the other way round."""
    text = f"""{HEAD}Article 2
  bets are accepted.
  deal to each “box” with a bet, {ONE_EACH}.
  “player” with “ante” chooses to “hold” or “pass”.
  settle “ante”.
Article 3
  when the number of “slip” of “{role}” is {count}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
Article 4
  when “slip” happens, then the round stands.
"""
    round_ = played(
        text, PlaceBet("player-1", "box-1", "ante", 1), *(Irregularity("slip", at, after=1) for at in reports)
    )
    round_.apply(Choose("player-1", "box-1", "hold"))
    assert round_.returns() == {"player-1": 1}


def test_nobody_has_chosen_anything() -> None:
    """What happens to nobody happens to none who folded, where bettors hold no cards as where they do."""
    text = pack("3, 2 and 1", "2 packs") + (
        "Article 2\n  bets are accepted.\n  “player” with “ante” chooses to “fold” or “hold”.\n"
        "  deal to “bank”, one “card” at a time, face up, until each has 1.\n  settle “ante”.\n"
        "Article 3\n  “ante” loses.\n"
        "Article 4\n"
        "  when “slip” happens, and “player” has chosen to “fold”, then the round is void and so are its bets.\n"
        "Article 5\n"
        "  when “slip” happens, and it is not so that “player” has chosen to “fold”, then the round stands.\n"
    )
    for holder, void in (("", False), ("player-1", True)):
        round_ = game_of(text).new_round(cards="1")
        round_.apply(PlaceBet("player-1", "", "ante", 1))
        round_.apply(Irregularity("slip", holder, after=1))
        round_.apply(Deal())
        round_.apply(Choose("player-1", "", "fold"))
        assert round_.state.void is void


@pytest.mark.parametrize("deals", [True, False])
def test_an_irregularity_of_a_hand_concerns_the_status_of_those_who_bet_with_it(deals: bool) -> None:
    """By articles 4 and 5 the round is void for who stands, and stands for who sits; of both there is no answer."""
    dealt = f"  deal to each “box” with a bet, {ONE_EACH}.\n" if deals else ""
    text = (
        HEAD
        + "  each “player” is either “seated” or “standing”.\n"
        + (
            f"Article 2\n  bets are accepted.\n{dealt}  settle “ante”.\n"
            "Article 3\n  “ante” loses.\nArticle 4\n"
            "  when “slap” happens to “box”, and “player” is “standing”, then the round is void and so are its bets.\n"
            "Article 5\n  when “slap” happens to “box”, and “player” is “seated”, then the round stands.\n"
        )
    )
    bets = {n: PlaceBet(f"player-{n}", f"box-{place}", "ante", 1) for n, place in ((1, 1), (2, 1), (3, 2))}
    standing = {"player-1": "standing", "player-3": "standing"}

    def void(*betting: int, at: str = "box-1") -> bool:
        round_ = game_of(text).new_round(cards="1 2 3", statuses=standing)
        for n in betting:
            round_.apply(bets[n])
        round_.apply(Irregularity("slap", at))
        return round_.state.void

    assert void(1) is True
    assert void(2) is False
    assert void(2, 3) is False
    assert void(2, 3, at="box-2") is True
    for both in ((1, 2), (2, 1)):
        with pytest.raises(UnsettledCase) as refused:
            void(*both)
        assert (refused.value.key, sorted(refused.value.provisions)) == ("parties-differ", ["art_4", "art_5"])
