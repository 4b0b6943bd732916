"""Witness deals: the objects of a round for given events, each in its place, the others from what is left."""

from choosing import BY_TOTAL
from lexludi.exact.pairs import CHOSEN, PairedSide, SharedEvent
from lexludi.exact.witness import WitnessDeal, deal_of
from lexludi.play.table import alone
from small import game_of

CHOICE = (CHOSEN, "0", "")
OWN, BANK = ("dealt", "card", "*"), ("dealt", "card", "bank")
# The bank is dealt to before the bettor; and both at once, of whom the bettor comes last.
TURNED = (
    BY_TOTAL.replace("deal to each “player” with a bet", "deal to the")
    .replace("deal to “bank”", "deal to each “player” with a bet")
    .replace("deal to the", "deal to “bank”")
)


def side(text: str = BY_TOTAL) -> PairedSide:
    game = game_of(text)
    return PairedSide(game.questions, alone(game.questions.judge.rules, "ante"))


def hand(one_side: PairedSide, *things: int) -> int:
    """The number of a hand of objects, of which each is a kind of its own: 0 is the 3, 1 the 2, 2 the 1."""
    return one_side.table.number((tuple(sorted(things)),))


def test_each_receives_the_objects_of_its_own_event() -> None:
    one_side = side()
    events = [SharedEvent(OWN, hand(one_side, 2)), SharedEvent(CHOICE, 0), SharedEvent(BANK, hand(one_side, 0))]
    assert deal_of([one_side], events, ["play", "fold"]) == WitnessDeal((("1", "3"),), (("play",),))


def test_the_objects_of_a_hand_come_one_after_another() -> None:
    one_side = side(BY_TOTAL.replace("face up, until each has 1", "face up, until each has 2"))
    events = [SharedEvent(OWN, hand(one_side, 1)), SharedEvent(CHOICE, 0), SharedEvent(BANK, hand(one_side, 0, 2))]
    assert deal_of([one_side], events, ["play", "fold"]).cards == (("2", "3", "1"),)


def test_whoever_matters_to_nobody_receives_what_is_left() -> None:
    one_side = side()
    deal = deal_of([one_side], [SharedEvent(OWN, hand(one_side, 0)), SharedEvent(CHOICE, 1)], ["play", "fold"])
    assert deal == WitnessDeal((("3", "2"),), (("fold",),))


def test_each_side_has_the_objects_in_the_order_of_its_own_program() -> None:
    one, two = side(), side(TURNED)
    events = [SharedEvent(OWN, hand(one, 2)), SharedEvent(CHOICE, 0), SharedEvent(BANK, hand(one, 0))]
    assert deal_of([one, two], events, ["play", "fold"]).cards == (("1", "3"), ("3", "1"))


def test_of_objects_that_are_alike_each_is_taken_while_there_is_one() -> None:
    """Two suits that nothing reads: the bettor's and the bank's 3 are one of each, and no third is left."""
    suited = BY_TOTAL.replace(
        "each with one for each combination of “number”.",
        "each with one for each combination of “number” and “suit”.\n  “suit”, from high to low: “sun” and “moon”.",
    )
    one_side = side(suited)
    threes = one_side.table.number(((0,),))
    (cards,) = deal_of(
        [one_side], [SharedEvent(OWN, threes), SharedEvent(CHOICE, 0), SharedEvent(BANK, threes)], ["play", "fold"]
    ).cards
    symbols = one_side.process.hands.material.symbols(one_side.table.kinds[0].members)
    assert sorted(cards) == sorted(symbols)
    assert len(set(cards)) == 2


def test_what_the_bet_names_is_told() -> None:
    text = BY_TOTAL.replace("“ante” is a bet.", "“ante” is a bet that names one “number”.")
    game = game_of(text)
    one_side = PairedSide(game.questions, alone(game.questions.judge.rules, "ante", "2"))
    assert deal_of([one_side], [SharedEvent(OWN, hand(one_side, 0)), SharedEvent(CHOICE, 0)], ["play"]).naming == "2"
