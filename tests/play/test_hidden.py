"""Hidden information: bettors are shown no number that tells of a hidden hand, and no less than everybody has seen."""

import pytest

from hidden_card import TEXT, WITH_A_DIE
from lexludi import NotObserved, PlaceBet
from lexludi.adapters.runnable import tree_of
from lexludi.play.position import Tree
from small import game_of, pack

DECLARED = "".join(f"  “{name}” is a number kept during the round: 0 through 9.\n" for name in ("mark", "other mark"))
KEPT = "“mark” becomes the total of “dealer”."


def tree(*steps: str, text: str = TEXT, after: str = "until each has 1.\n") -> Tree:
    """The tree of one bet, with some steps in a place of their own after a deal, or after another sentence."""
    text = text.replace("Article 2\n", f"{DECLARED}Article 2\n")
    added = "".join(f"  {step}\n" for step in steps)
    return game_of(text.replace(after, after + added)).tree(PlaceBet("", "1", "ante", 1))


@pytest.mark.parametrize(
    "steps",
    [
        (KEPT,),
        ("when the total of “dealer” is higher than 2, then “mark” becomes 1.",),
        (KEPT, "“other mark” becomes the value of “mark”.", "“mark” becomes 1."),
        (KEPT, "when the value of “mark” is 3, then “other mark” becomes 1.", "“mark” becomes 1."),
    ],
)
def test_a_number_that_rests_on_a_hidden_hand_is_shown_to_nobody_who_chooses(steps: tuple[str, ...]) -> None:
    at = tree(*steps).parse(["4", "3"])
    for asked in (at.information_state, at.information_state_string, at.observation_string, at.observation_tensor):
        with pytest.raises(NotObserved) as refused:
            asked(0)
        assert (refused.value.key, refused.value.provisions) == ("hidden-observed", ("art_3",))
    with pytest.raises(NotObserved):
        tree_of(at.tree.game, "1:ante")


AGAIN = "“player” with “ante” chooses “stay” or “fold”."
BY_DEALER = "when the total of “dealer” is 4, then"


# Invented: who holds less than 3 may place a side bet, which others see them do, or not do.
WINDOW = f"""{pack("3, 2 and 1", "2 packs")}\
  “side” is a bet.
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has one.
Article 3
  when the total of “player” is lower than 3, then bets on “side” are accepted, up to the stake of “ante”.
Article 4
  “player” with “ante” chooses “stay” or “fold”.
  settle “ante” and “side”.
  “ante” and “side” are returned.
"""


def test_that_a_hidden_hand_opened_a_window_to_another_is_remembered_by_those_who_choose_later() -> None:
    """Player 1, who places nothing, was asked, and so holds no 3; who holds a 3 is not asked."""
    one, other = (PlaceBet(f"player-{number}", "", "ante", 1) for number in (1, 2))
    tree = game_of(WINDOW).tree(one, other)
    asked, not_asked = tree.parse(["1", "3", "no-bet"]), tree.parse(["3", "3"])
    bets = "player-1:ante=1 player-2:ante=1"
    seen = f"player-2 | player-1=1? player-2=3 | {bets}"
    # Each may be put the window and the choice: they are the first and the third, the second and the fourth.
    assert tree.layout.asks == 4
    assert not_asked.information_state_string(1) == f"{seen} | #3"
    assert asked.information_state_string(1) == f"{seen} | #1 > player-1:no-bet ; {seen} | #3"
    assert asked.information_state_tensor(1) != not_asked.information_state_tensor(1)


@pytest.mark.parametrize(
    "steps",
    [
        (f"{BY_DEALER} “player” with “ante” chooses “stay” or “fold”.",),
        (AGAIN, f"{BY_DEALER} “player” must not “stay”."),
    ],
)
def test_what_a_hidden_hand_makes_a_choice_offer_is_shown_to_nobody(steps: tuple[str, ...]) -> None:
    """With a 4 and with a 3 of the dealer the same is seen, and another choice is offered."""
    at = tree(*steps).parse(["4", "3"])
    with pytest.raises(NotObserved) as refused:
        at.information_state_string(0)
    assert (refused.value.key, refused.value.provisions) == ("hidden-offered", ("art_2",))


# Invented: what is done before the choice may rest on the card of the bank, which lies face down.
DONE = (
    pack("4, 3, 2 and 1").replace("“player” bets.", "there is one “board”.\n  “player” bets.")
    + """\
  “face”, from high to low: 6 and 5.
  material: 1 “die”, each showing one “face”.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face down, until each has one.
{steps}Article 3
  “player” with “ante” chooses to “stay” or “leave”.
  settle “ante”.
  “ante” is returned.
"""
)
BY_BANK = "  when the total of “bank” is lower than 3, then "


def board(number: str, face: str = "up") -> str:
    return f"deal to “board”, one “card” at a time, face {face}, until each has {number}.\n"


def done(steps: str) -> Tree:
    return game_of(DONE.format(steps=steps)).tree(PlaceBet("", "", "ante", 1))


@pytest.mark.parametrize(
    "steps",
    [
        f"{BY_BANK}burn a number of “card” equal to 1.\n",
        f"{BY_BANK}“board” throws “die”.\n  “board” throws “die”.\n",
        f"  {board('one')}{BY_BANK}{board('two')}  {board('two')}",
        f"  {board('one', 'down')}{BY_BANK}turn up the hand of “board”.\n  turn up the hand of “board”.\n",
    ],
)
def test_what_a_hidden_hand_brings_about_and_passes_is_not_left_out(steps: str) -> None:
    """Everybody saw it done or not, and so whether the card is below 3; on the table it is the same afterwards."""
    with pytest.raises(NotObserved) as refused:
        done(steps).root.information_state_string(0)
    assert (refused.value.key, refused.value.provisions) == ("hidden-done", ("art_2",))


def test_what_a_hidden_hand_brings_about_and_stays_is_seen() -> None:
    """A 1 of the bank has the board take a card, and a 4 has not."""
    at = done(f"{BY_BANK}{board('one')}")
    seen = [at.parse(cards).information_state_string(0) for cards in (["1", "3"], ["4"])]
    assert seen == ["player-1 | bank=1? board=3 | player-1:ante=1", "player-1 | bank=1? | player-1:ante=1"]


def test_cards_stand_in_their_order_where_a_hidden_hand_was_compared_with_the_first() -> None:
    """A second card of the bank says that its first was below that of the board: below 2, or below 3."""
    more = "deal to “bank”, one “card” at a time, face down, until each has two.\n"
    at = done(
        f"  {board('one')}  when the total of “bank” is lower than the total of “board”, then {more}  {board('two')}"
    )
    seen = [at.parse(cards).information_state_string(0) for cards in (["1", "2", "4", "3"], ["1", "3", "4", "2"])]
    assert seen == [f"player-1 | bank=2? board={cards} | player-1:ante=1" for cards in ("2,3", "3,2")]


@pytest.mark.parametrize(
    "steps",
    [
        ("turn up the hand of “dealer”.", f"{BY_DEALER} “player” with “ante” chooses “stay” or “fold”."),
        ("when the total of “box” is 4, then “player” with “ante” chooses “stay” or “fold”.",),
        (AGAIN, "when the total of “box” is 4, then “player” must not “stay”."),
    ],
)
def test_what_is_seen_may_make_a_choice_offer_another(steps: tuple[str, ...]) -> None:
    assert tree(*steps).parse(["4", "3"]).information_state_string(0)


@pytest.mark.parametrize(
    ("steps", "kept"),
    [
        ((KEPT, "turn up the hand of “dealer”."), "mark=3"),
        ((KEPT, "“mark” becomes 1."), "mark=1"),
        (("“mark” becomes 5.", "when the value of “mark” is 5, then “other mark” becomes 2."), "mark=5 other-mark=2"),
    ],
)
def test_a_number_that_tells_of_nothing_hidden_is_shown(steps: tuple[str, ...], kept: str) -> None:
    assert tree(*steps).parse(["4", "3"]).observation_string(0).endswith(f" | {kept}")


def test_a_number_of_what_was_thrown_is_shown_and_one_kept_after_the_last_choice_too() -> None:
    thrown = "“mark” becomes the total thrown by “dealer”."
    at = tree(thrown, text=WITH_A_DIE, after="“dealer” throws “die”.\n").parse(["4", "2", "6"])
    assert at.observation_string(0).endswith(" | mark=6")
    late = tree(KEPT, after="Article 4\n").parse(["4", "3", "play"])
    assert " | mark=3 | " in late.observation_string(0)


BURNED = """  “raise bet” is a bet.
Article 2
{before}
  bets are accepted.
  {gone}.
  “player” with “ante” chooses to “raise” or “stay”.
  upon “raise”: an amount equal to the stake of “ante” is put on “raise bet”.
  deal to “bank”, one “card” at a time, face down, until each has 1.
  settle “ante” and “raise bet”.
  “ante” is returned.
  when the total of “bank” is 2, then “raise bet” pays 2 to 1.
  in every other case, “raise bet” loses.
"""
BY_FIRST = "burn as many “card” as the first one counts"


def burned(gone: str, before: str = "", *, fresh: bool = True) -> Tree:
    text = pack("3, 2 and 1", "2 packs") + BURNED.format(gone=gone, before=before)
    return game_of(text).tree(PlaceBet("", "", "ante", 1), fresh=fresh)


@pytest.mark.parametrize(
    ("gone", "before"),
    [
        (BY_FIRST, ""),
        (f"when use of “card” begins, then {BY_FIRST}", ""),
        ("burn a number of “card” equal to 1", "  demonstrate 1 round."),
    ],
)
def test_bettors_are_not_shown_less_than_everybody_has_seen(gone: str, before: str) -> None:
    with pytest.raises(NotObserved) as refused:
        burned(gone, before).root.observation_string(0)
    assert (refused.value.key, refused.value.provisions) == ("seen-not-observed", ("art_2",))


def test_what_nobody_saw_or_what_has_not_been_burned_is_not_missed() -> None:
    assert burned("burn a number of “card” equal to 1").parse(["3"]).observation_string(0)
    # Of objects that have been in use nothing is burned beforehand.
    assert burned(f"when use of “card” begins, then {BY_FIRST}", fresh=False).root.observation_string(0)


MARKED = (
    pack("3, 2 and 1", "2 packs")
    + "  there is one “board”.\n  “mark” is a number kept during the round: 0 through 9.\n"
)
CHOICE = "  “player” with “ante” chooses to “hold” or “fold”.\n"
ENDS = "Article 4\n  upon “fold”: “ante” loses half.\n  “ante” pays 1 to 1.\n"
# The bank draws before anything is dealt to it, so that only the bank sees what it drew.
DRAWN = f"""{MARKED}Article 2
  bets are accepted.
  “bank” follows the rules on “draw”.
  “mark” becomes the total of “bank”.
{CHOICE}  deal to “bank”, one “card” at a time, face up, until each has two.
  settle “ante”.
Article 3
  “bank” must “draw”.
  upon “draw”: takes one “card”.
{ENDS}"""
# A hand formed of one that lies open and one that does not.
FORMED = f"""{MARKED}Article 9
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “number”.
2)
  “high card”: each is of a different “number”; compared by: the “number” of each card, highest first.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  deal to “board”, one “card” at a time, face down, until each has 1.
  “bank” forms “full” from the hand and that of “board”.
  when the “full” of “bank” is “pair”, then “mark” becomes 1.
{CHOICE}  settle “ante”.
{ENDS}"""
# How often something is repeated tells the hidden total until which it is.
COUNTED = f"""{MARKED}Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face down, until each has 1.
  “mark” becomes 0.
Article 3
  “mark” becomes the sum of the value of “mark” and 1.
  repeat article 3 until the value of “mark” is equal to the total of “bank”.
Article 5
{CHOICE}  settle “ante”.
{ENDS}"""


@pytest.mark.parametrize(("text", "cards"), [(DRAWN, "3"), (FORMED, "3 2"), (COUNTED, "3")])
def test_a_number_is_hidden_by_whatever_way_it_rests_on_a_hidden_hand(text: str, cards: str) -> None:
    at = game_of(text).tree(PlaceBet("", "", "ante", 1)).parse(cards.split())
    with pytest.raises(NotObserved) as refused:
        at.information_state_string(0)
    assert refused.value.key == "hidden-observed"


def test_a_number_of_a_hand_that_lies_open_is_seen() -> None:
    open_ = COUNTED.replace("face down", "face up")
    assert "mark=3" in game_of(open_).tree(PlaceBet("", "", "ante", 1)).parse(["3"]).information_state_string(0)


def test_what_is_offered_by_a_formed_hand_that_is_hidden_is_not_followed() -> None:
    text = FORMED.replace("then “mark” becomes 1", "then “player” must not “hold”")
    text = text.replace("  when the “full”", "  “mark” becomes 1.\n  when the “full”")
    at = game_of(text).tree(PlaceBet("", "", "ante", 1)).parse(["3", "2"])
    with pytest.raises(NotObserved) as refused:
        at.information_state_string(0)
    assert refused.value.key == "hidden-offered"
