"""The meaning of each observable, effect and step: small texts, and what comes of them, worked out by hand.

The expected values are ours, from the words of the sentence alone. What else is tested
by agreement (`test_generated`, generated code, exact odds) shares the engine's
observables and proves procedure and counting; meaning is proved here and by the oracles of the
shelf's games. Cards are written as rank and suit: `As 5h`.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from generated.stepping import End, Moves, step
from generated.vocabulary import glossary
from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import IllegalAction, UnsettledCase
from lexludi.base.messages import catalogue
from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.play.actions import Act, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Game, Round, make_game
from lexludi.play.session import Session
from lexludi.play.telling import Teller
from lexludi.rules.lowering import lower

HALF = Fraction(1, 2)

CARDS = """\
regulation: meaning
invented example, not law.

Article 1
  “rank”, from high to low: “ace”, “king”, “queen”, 5, 4, 3 and 2.
  “suit”, from high to low: “spades”, “hearts” and “clubs”.
  “run”, runs of “rank” from high to low: “ace”-“king”-“queen” and 4-3-2.
  material: 2 packs of “card”, each with one for each combination of “rank” and “suit”.
  “king” and “queen” count 10.
  “ace” counts 1.
  every other “card” counts its face value.
Article 2
  there is one “dealer”.
  there are 2 “box”.
  “player” bets at “box”.
  “bet 1” is a bet.
  “bet 2” is a bet.
  “bet 3” is a bet that names one “rank”.
  house option “manner”: “strict” or “lenient”.
Article 3
  each hand belongs to the first category that fits, from high to low:
1)
  “high hand”: they form a “run”; compared by: the order of “run”.
2)
  “middle hand”: 2 are of the same “rank”; compared by: the “rank” of the 2 alike in “rank”; the “rank” of each card other than the 2 alike in “rank”.
3)
  “low hand”: it is not so that 9 are of the same “rank”; compared by: the “rank” of each card, highest first; the “suit” of the card highest in “rank”.
"""  # noqa: E501

DEAL = """\
Article 4
1.
  bets are accepted.
2.
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has three.
"""

DICE = """\
regulation: meaning
invented example, not law.

Article 1
  “face of the die”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 3 “die”, each showing one “face of the die”.
  each “die” counts the number that it shows.
Article 2
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
  “bet 2” is a bet.
  “bet 3” is a bet that names one “face of the die”.
"""

THROW = """\
Article 3
1.
  bets are accepted.
2.
  “dealer” throws “die”.
"""


def game(*parts: str, **options: str) -> Game:
    """The game of a text; article numbers may start anew, as the parts are numbered in their order."""
    text = "".join(parts)
    source = Source("meaning.en.ludi", "en", text)
    document, found = build(source)
    assert document is not None
    assert not found, [d.code for d in found]
    rules, found = lower(document, glossary(), source)
    assert not has_errors(found), [d.code for d in found]
    return make_game(rules, "1", options, {})


def begun(played: Game, objects: str, bets: Sequence[PlaceBet]) -> Round:
    """A round with its bets, dealt."""
    round_ = played.new_round(cards=objects)
    for bet in bets:
        round_.apply(bet)
    round_.apply(Deal())
    return round_


def bet(name: str = "bet-1", stake: int = 1, naming: str = "", *, box: int = 1, player: int = 0) -> PlaceBet:
    return PlaceBet(f"player-{player or box}", f"box-{box}", name, stake, naming)


def thrown(name: str = "bet-1", stake: int = 1, naming: str = "") -> PlaceBet:
    return PlaceBet("player-1", "", name, stake, naming)


def dealt(hand: str, other: str) -> str:
    """The order in which two hands are dealt, one card each in turn."""
    return " ".join(card for pair in zip(hand.split(), other.split(), strict=True) for card in pair)


def settled(*rules: str, of: str = "bet 1") -> str:
    return "Article 9\n" + f"  settle “{of}”.\n" + "".join(f"  {rule}\n" for rule in rules)


def whether(condition: str, of: str = "bet 1") -> str:
    """A bet that wins where a condition holds, and loses where it does not."""
    return settled(f"when {condition}, then “{of}” pays 1 to 1.", f"in every other case, “{of}” loses.", of=of)


def net(round_: Round) -> Fraction:
    assert round_.is_over
    return Fraction(sum(round_.returns().values()))


# ── Observables of cards ────────────────────────────────────────────────────

OF_CARDS = [
    # The condition, the cards of the box, those of the dealer, and whether it holds.
    ("the total of “box” is 14", "Ks 3h As", "2s 2h 2c", True),  # 10 + 3 + 1
    ("the total of “box” is 13 or 15 through 20", "Ks 3h As", "2s 2h 2c", False),
    ("the total of “dealer” is 15 through 20", "2s 2h 2c", "5s 5h 5c", True),  # 15
    ("the total of the first 2 of “box” is 13", "Ks 3h As", "2s 2h 2c", True),
    ("the total of the first 2 of “box” is 13", "As Ks 3h", "2s 2h 2c", False),  # 11
    ("the total of “box” is higher than the total of “dealer”", "Ks 3h As", "Kc 3c 2c", False),  # 14 < 15
    ("the total of “box” is lower than the total of “dealer”", "Ks 3h As", "Kc 3c 2c", True),
    ("the total of “box” is equal to the total of “dealer”", "Ks 3h As", "Kc 2c 2h", True),  # 14 = 14
    ("the total of “box” is higher than 13", "Ks 3h As", "2s 2h 2c", True),
    ("the total of “box” is higher than 14", "Ks 3h As", "2s 2h 2c", False),
    ("the lowest total of “box” is 14", "Ks 3h As", "2s 2h 2c", True),
    ("the total of “box” is higher than the lowest total of “box”", "Ks 3h As", "2s 2h 2c", False),
    ("the number of “card” of “box” is 3", "Ks 3h As", "2s 2h 2c", True),
    ("the number of times that “box” shows “spades” is 2", "Ks 3h As", "2s 2h 2c", True),
    ("the number of times that “box” shows 3 is 2", "Ks 3h As", "2s 2h 2c", False),  # once
    ("“box” drew no card", "Ks 3h As", "2s 2h 2c", True),
    ("the hand of “box” is such that all are of the same “suit”", "Ks 3s As", "2s 2h 2c", True),
    ("the hand of “box” is such that all are of the same “suit”", "Ks 3s Ah", "2s 2h 2c", False),
    ("the hand of “box” is such that each is of a different “suit”", "Ks 3h Ac", "2s 2h 2c", True),
    ("the hand of “box” is such that each is of a different “suit”", "Ks 3h As", "2s 2h 2c", False),
    ("the hand of “box” is such that 2 are of the same “rank”", "Ks Kh As", "2s 2h 2c", True),
    ("the hand of “box” is such that 2 are of the same “rank”", "2s 2h 2c", "Ks Kh As", False),  # three are
    ("the hand of “box” is such that 2 are of the same “rank” and 1 others of another", "Ks Kh As", "2s 2h 2c", True),
    ("the hand of “box” is such that 1 are of the same “rank” and 1 others of another", "Ks Kh As", "2s 2h 2c", False),
    ("the hand of “box” is such that at least 2 are of the same “rank”", "Ks Kh As", "2s 2h 2c", True),
    ("the hand of “box” is such that at least 2 are of the same “rank”", "2s 2h 2c", "Ks Kh As", True),  # three are
    ("the hand of “box” is such that at least 2 are of the same “rank”", "2s 3h 4c", "Ks Kh As", False),
    ("the hand of “box” is such that 3 follow one another in “rank”", "4s 2h 3c", "2s 2h 2c", True),
    ("the hand of “box” is such that 3 follow one another in “rank”", "2s As Kc", "2s 2h 2c", False),  # no circle
    ("the hand of “box” is such that 2 follow one another in “rank”", "Qs 5h 2c", "2s 2h 2c", True),  # on the scale
    ("the hand of “box” is such that 2 follow one another in “rank”", "2s 2h 4c", "2s 2h 2c", False),
    ("among the first 2 of “box”, 2 follow one another in “rank”", "2s 5h 3c", "2s 2h 2c", False),
    ("the hand of “box” is such that they form a “run”", "Qs Ah Kc", "2s 2h 2c", True),
    ("the hand of “box” is such that they form a “run”", "5s 4h 3c", "2s 2h 2c", False),  # not listed
    ("the hand of “box” is such that they form 2-3-4", "4s 2h 3c", "2s 2h 2c", True),
    ("it is not so that the hand of “box” is such that they form 2-3-4", "4s 2h 3c", "2s 2h 2c", False),
    ("among the first 2 of “box”, all are of the same “suit”", "Ks 3s Ah", "2s 2h 2c", True),
    ("among the first 2 of “box”, all are of the same “suit”", "Ah 3s Ks", "2s 2h 2c", False),
    ("the hand of “box” is “high hand”", "4s 2h 3c", "2s 2h 2c", True),
    ("the hand of “box” is “middle hand”", "4s 4h 3c", "2s 2h 2c", True),
    ("the hand of “box” is “low hand”", "4s 4h 4c", "2s 2h 2c", True),  # three alike are no two alike
    ("the hand of “box” is worth at least “low hand” with “queen”", "Qs 4h 3c", "2s 2h 2c", True),
    ("the hand of “box” is worth at least “low hand” with “queen”", "5s 4h 2c", "2s 2h 2c", False),
    ("the hand of “box” is worth at least “low hand” with “ace”", "2s 2h 3c", "2s 2h 2c", True),  # a higher category
    ("the hand of “box” is worth at least “low hand” with “queen” and 3", "Qs 4h 2c", "2s 2h 2c", True),
    ("the hand of “box” is worth at least “low hand” with “queen” and 4", "Qs 3h 2c", "2s 2h 2c", False),
    ("the hand of “box” is worth at least “low hand” with “queen” and 5", "Ks 3h 2c", "2s 2h 2c", True),
    ("the hand of “box” is higher than the hand of “dealer”", "2s 2h 3c", "As Kh 5c", True),  # by category
    ("the hand of “box” is higher than the hand of “dealer”", "3s 3h 2c", "2s 2h Ac", True),  # by the pair
    ("the hand of “box” is lower than the hand of “dealer”", "3s 3h 2c", "3c 3s Ac", True),  # by the other card
    ("the hand of “box” is higher than the hand of “dealer”", "As Kh Qc", "4s 3h 2c", True),  # by the run listed first
    ("the hand of “box” is higher than the hand of “dealer”", "Ks 5h 2c", "Kh 5c 2s", True),  # by the suit of the king
    ("the hand of “box” is equal to the hand of “dealer”", "Ks 5h 2c", "Ks 5c 2s", True),  # two packs
    ("the hand of “box” is equal to the hand of “dealer”", "2s 2h 3c", "2c 2s 3s", True),
    ("the number of “card” of “box” is 3, and the total of “box” is 15", "Ks 3h As", "2s 2h 2c", False),
    ("the number of “card” of “box” is 3, or the total of “box” is 15", "Ks 3h As", "2s 2h 2c", True),
    ("the sum of the total of “box” and the total of “dealer” is 20", "Ks 3h As", "2s 2h 2c", True),  # 14 + 6
    ("the sum of the total of “box” and 3 is 17", "Ks 3h As", "2s 2h 2c", True),
    ("the difference between the total of “box” and the total of “dealer” is 8", "Ks 3h As", "2s 2h 2c", True),
    ("the difference between the total of “dealer” and the total of “box” is 8", "Ks 3h As", "2s 2h 2c", True),
    ("the larger of the total of “box” and the total of “dealer” is 14", "Ks 3h As", "2s 2h 2c", True),
    ("the larger of the total of “dealer” and the total of “box” is 6", "Ks 3h As", "2s 2h 2c", False),
    ("the smaller of the total of “box” and the total of “dealer” is 6", "Ks 3h As", "2s 2h 2c", True),
    (
        "the smaller of 5 and the total of “box” is equal to the number of “card” of “box”",
        "Ks Kh As",
        "2s 2h 2c",
        False,
    ),
    ("the total of “box” is lower than the sum of the total of “dealer” and 9", "Ks 3h As", "2s 2h 2c", True),  # < 15
    # Nobody drew a card: what is not there makes no sum, and no comparison with it holds.
    ("the sum of the card drawn by “box” and 1 is higher than 0", "Ks 3h As", "2s 2h 2c", False),
    ("“manner” is “strict”", "Ks 3h As", "2s 2h 2c", True),  # the first choice is the default
    ("“manner” is “lenient”", "Ks 3h As", "2s 2h 2c", False),
    ("“player” has a bet", "Ks 3h As", "2s 2h 2c", True),
    ("a “card” has been dealt", "Ks 3h As", "2s 2h 2c", True),
    ("dealing is under way", "Ks 3h As", "2s 2h 2c", False),
    ("the round is over", "Ks 3h As", "2s 2h 2c", False),
    ("the bet is placed at “box”", "Ks 3h As", "2s 2h 2c", True),
    ("the bet is placed at “dealer”", "Ks 3h As", "2s 2h 2c", False),
    ("use of “card” begins", "Ks 3h As", "2s 2h 2c", False),  # objects that are given are in use
]


@pytest.mark.parametrize(("condition", "own", "other", "holds"), OF_CARDS)
def test_an_observable_of_cards(condition: str, own: str, other: str, holds: bool) -> None:
    round_ = begun(game(CARDS, DEAL, whether(condition)), dealt(own, other), [bet()])
    assert net(round_) == (1 if holds else -1)


@pytest.mark.parametrize(("naming", "own", "won"), [("king", "Ks Kh 2c", 1), ("ace", "Ks Kh 2c", -1)])
def test_the_item_that_a_bet_names(naming: str, own: str, won: int) -> None:
    rules = whether("the number of times that “box” shows the one named is 2", of="bet 3")
    assert net(begun(game(CARDS, DEAL, rules), dealt(own, "2s 3h 4c"), [bet("bet-3", naming=naming)])) == won


OF_BETS = [
    # What is asked of the first bet, which other bets stand, and whether it holds.
    ("“player” combines bets", [], False),
    ("“player” combines bets", [bet("bet-2")], True),
    ("“player” combines bets", [bet("bet-2", box=2, player=1)], False),  # at another box
    ("“player” bets at more than one “box”", [bet("bet-2")], False),
    ("“player” bets at more than one “box”", [bet("bet-2", box=2, player=1)], True),
    ("“player” bets at more than one “box”", [bet("bet-2", box=2)], False),  # another player
    ("more than one “player” bets at the same “box”", [bet("bet-2")], False),
    ("more than one “player” bets at the same “box”", [bet("bet-2", box=1, player=2)], True),
    ("“player” has the largest stake", [], True),
    ("“player” has the largest stake", [bet("bet-2", 2, box=2)], False),
    ("“player” has the largest stake", [bet("bet-2", 1, box=2)], True),  # nobody has more
    ("the stakes on “bet 1” exceed those on “bet 2” by more than 2", [bet("bet-1", 2, player=2)], True),  # 3 > 2
    ("the stakes on “bet 1” exceed those on “bet 2” by more than 2", [bet("bet-1", 1, player=2)], False),
    ("the stakes on “bet 1” exceed those on “bet 2” by more than 2", [bet("bet-1", 2, player=2), bet("bet-2")], False),
]


@pytest.mark.parametrize(("condition", "others", "holds"), OF_BETS)
def test_an_observable_of_bets(condition: str, others: list[PlaceBet], holds: bool) -> None:
    both = whether(condition) + "Article 10\n  settle “bet 2”.\n  “bet 2” is returned.\n"
    objects = "2s 3s 4s " * 3 if any(b.holder == "box-2" for b in others) else dealt("2s 3s 4s", "2h 3h 4h")
    if any(b.holder == "box-2" for b in others):
        objects = "2s 2h 2c 3s 3h 3c 4s 4h 4c"
    round_ = begun(game(CARDS, DEAL, both), objects, [bet(), *others])
    first = next(b for b in round_.to_json()["bets"] if b["bet"] == "bet-1")
    assert first["net"] == ("1" if holds else "-1")


# ── Observables of what is thrown ───────────────────────────────────────────

OF_DICE = [
    ("the total of “dealer” is 9", "1 2 6", True),
    ("the number of times that “dealer” shows 6 is 1", "1 2 6", True),
    ("the number of times that “dealer” shows 6 is 1", "6 2 6", False),
    ("the number of “die” of “dealer” is 3", "1 2 6", True),
    ("among the faces thrown by “dealer”, all are of the same “face of the die”", "4 4 4", True),
    ("among the faces thrown by “dealer”, all are of the same “face of the die”", "4 4 5", False),
    ("among the faces thrown by “dealer”, each is of a different “face of the die”", "4 4 5", False),
    ("among the faces thrown by “dealer”, 2 are of the same “face of the die”", "4 5 4", True),
    ("among the faces thrown by “dealer”, 2 are of the same “face of the die”", "4 4 4", False),
    ("among the faces thrown by “dealer”, they form 1-2-3", "3 1 2", True),
    ("a “die” has been thrown", "1 2 6", True),
]


@pytest.mark.parametrize(("condition", "faces", "holds"), OF_DICE)
def test_an_observable_of_dice(condition: str, faces: str, holds: bool) -> None:
    assert net(begun(game(DICE, THROW, whether(condition)), faces, [thrown()])) == (1 if holds else -1)


# ── Values ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("said", "cards", "total"),
    [
        ("every 10 in a total counts zero.", "Ks 5h 4c", 9),  # 10 + 5 + 4, less 10
        ("every 10 in a total counts zero.", "Ks Kh Qc", 0),
        ("“hearts” counts 7.", "Ks 5h 4c", 21),  # 10 + 7 + 4: no other rule speaks of the five
        ("a total is the highest that does not exceed 21.", "Ks 5h 4c", 19),
    ],
)
def test_what_a_hand_counts(said: str, cards: str, total: int) -> None:
    rules = f"Article 4\n  {said}\n", DEAL.replace("Article 4", "Article 5")
    card_game = game(CARDS, *rules, whether(f"the total of “box” is {total}"))
    assert net(begun(card_game, dealt(cards, "2s 2h 2c"), [bet()])) == 1


def test_a_card_that_counts_one_or_eleven_counts_what_serves() -> None:
    text = CARDS.replace("“ace” counts 1.", "“ace” counts 1 or 11.\n  a total is the highest that does not exceed 21.")
    for cards, total in (("As Kh 5c", 16), ("As 2h 3c", 16), ("As Ah 5c", 17), ("Ks Qh 5c", 25)):
        # 1 + 10 + 5; 11 + 2 + 3; 11 + 1 + 5; and nothing within twenty-one.
        card_game = game(text, DEAL, whether(f"the total of “box” is {total}"))
        assert net(begun(card_game, dealt(cards, "2s 2h 2c"), [bet()])) == 1


# ── Effects on a bet ────────────────────────────────────────────────────────

EFFECTS = [
    ("“bet 1” loses.", "lose", Fraction(-2)),
    ("“bet 1” loses half.", "lose", Fraction(-1)),
    ("“bet 1” wins half.", "win", Fraction(1)),
    ("“bet 1” pays 3 to 2.", "win", Fraction(3)),
    ("“bet 1” is returned.", "push", Fraction(0)),
    ("“bet 1” is void.", "void", Fraction(0)),
]


@pytest.mark.parametrize(("effect", "result", "gain"), EFFECTS)
def test_an_effect_on_a_stake_of_two(effect: str, result: str, gain: Fraction) -> None:
    round_ = begun(game(DICE, THROW, settled(effect)), "1 2 3", [thrown(stake=2)])
    (entry,) = round_.to_json()["bets"]
    assert (entry["result"], Fraction(entry["net"])) == (result, gain)


def test_a_bet_that_stays_is_not_decided_and_gains_nothing() -> None:
    round_ = begun(game(DICE, THROW, settled("“bet 1” stays for the next round.")), "1 2 3", [thrown(stake=2)])
    (entry,) = round_.to_json()["bets"]
    assert (entry["result"], entry["kept"], net(round_)) == (None, True, 0)


def test_a_commission_is_taken_from_winnings_and_from_nothing_else() -> None:
    taken = "from the winnings of “bet 1” a commission of 5% is taken."
    assert net(begun(game(DICE, THROW, settled("“bet 1” pays 2 to 1.", taken)), "1 2 3", [thrown(stake=10)])) == 19
    assert net(begun(game(DICE, THROW, settled("“bet 1” loses.", taken)), "1 2 3", [thrown(stake=10)])) == -10


def test_a_bonus_is_paid_beside_a_result_whatever_that_is() -> None:
    """Of 10: lost, with 5 to 1 beside it, it gains 40; won 2 to 1, less 5 % of what is won, 19 and 50."""
    paid = "“bet 1” receives a bonus of 5 to 1."
    assert net(begun(game(DICE, THROW, settled("“bet 1” loses.", paid)), "1 2 3", [thrown(stake=10)])) == 40
    taken = "from the winnings of “bet 1” a commission of 5% is taken."
    assert (
        net(begun(game(DICE, THROW, settled("“bet 1” pays 2 to 1.", paid, taken)), "1 2 3", [thrown(stake=10)])) == 69
    )
    assert net(begun(game(DICE, THROW, settled("“bet 1” stays for the next round.", paid)), "1 2 3", [thrown()])) == 0


def test_a_table_pays_by_the_category_of_a_hand() -> None:
    rules = (
        "Article 9\n  settle “bet 1”.\n  “bet 1” pays by the hand of “box”:\n"
        "1)\n  “high hand” 5 to 1.\n2)\n  “middle hand” 2 to 1.\n3)\n  others 1 to 1.\n"
    )
    for cards, gain in (("4s 3h 2c", 5), ("4s 4h 2c", 2), ("5s 4h 2c", 1)):
        assert net(begun(game(CARDS, DEAL, rules), dealt(cards, "2s 2h 2c"), [bet()])) == gain


def test_a_table_pays_by_the_margin_of_two_totals() -> None:
    """Against a total of six: nine and three differ by three, eleven by five, six by nothing."""
    rules = (
        "Article 9\n  settle “bet 1”.\n"
        "  “bet 1” pays by the difference between the total of “box” and the total of “dealer”:\n"
        "1)\n  3 4 to 1.\n2)\n  0 and 1 1 to 1.\n3)\n  others 10 to 1.\n"
    )
    for cards, gain in (("4s 3h 2c", 4), ("As Ah Ac", 4), ("5s 4h 2c", 10), ("2s 2h 2c", 1)):
        assert net(begun(game(CARDS, DEAL, rules), dealt(cards, "2s 2h 2c"), [bet()])) == gain


@pytest.mark.parametrize(
    ("put", "choice", "gain", "stakes"),
    [
        # Of a stake of 10 that is lost; the second bet wins twice what is put on it.
        ("the stake of “bet 1”", "raise", 10, {"bet-1": "10", "bet-2": "10"}),
        ("3 times the stake of “bet 1”", "raise", 50, {"bet-1": "10", "bet-2": "30"}),
        ("half of the stake of “bet 1”", "raise", 0, {"bet-1": "10", "bet-2": "5"}),
        ("the stake of “bet 1”", "stand", -10, {"bet-1": "10"}),
    ],
)
def test_an_amount_that_a_choice_puts_on_another_bet(put: str, choice: str, gain: int, stakes: dict[str, str]) -> None:
    rules = (
        "Article 5\n  “player” with “bet 1” chooses to “raise” or “stand”.\n"
        f"  upon “raise”: an amount equal to {put} is put on “bet 2”.\n"
    )
    settling = "Article 9\n  settle “bet 1” and “bet 2”.\n  “bet 1” loses.\n  “bet 2” pays 2 to 1.\n"
    card_game = game(CARDS, DEAL, rules, settling)
    round_ = begun(card_game, dealt("4s 3h 2c", "2s 2h 2c"), [bet(stake=10)])
    round_.apply(Choose("player-1", "box-1", choice))
    assert net(round_) == gain
    assert {entry["bet"]: entry["stake"] for entry in round_.to_json()["bets"]} == stakes
    with pytest.raises(IllegalAction, match="bet-put-by-rule"):
        card_game.new_round(seed=1).apply(bet("bet-2"))


WINDOW = """\
Article 4
1.
  bets are accepted.
2.
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has three.
Article 5
  when the total of “dealer” is higher than 9, then bets on “bet 2” are accepted, up to half of the stake of “bet 1”.
"""


@pytest.mark.parametrize(
    ("dealer", "choice", "amount", "gain", "stakes"),
    [
        # Of a stake of 10 that is lost; what is placed in the window wins twice itself.
        ("5s 3h 2c", "bet-2", None, 0, {"bet-1": "10", "bet-2": "5"}),
        ("5s 3h 2c", "bet-2", Fraction(2), -6, {"bet-1": "10", "bet-2": "2"}),
        ("5s 3h 2c", "no-bet", None, -10, {"bet-1": "10"}),
        ("4s 3h 2c", "", None, -10, {"bet-1": "10"}),  # nine: no window
    ],
)
def test_a_bet_that_is_accepted_in_a_window(
    dealer: str, choice: str, amount: Fraction | None, gain: int, stakes: dict[str, str]
) -> None:
    settling = "Article 9\n  settle “bet 1” and “bet 2”.\n  “bet 1” loses.\n  “bet 2” pays 2 to 1.\n"
    card_game = game(CARDS, WINDOW, settling)
    with pytest.raises(IllegalAction, match="bet-not-open"):
        card_game.new_round(seed=1).apply(bet("bet-2"))
    round_ = begun(card_game, dealt("4s 3h 2c", dealer), [bet(stake=10)])
    if choice:
        for out_of_bounds in (Fraction(6), 0, -1):
            with pytest.raises(IllegalAction, match="amount-above-limit"):
                round_.apply(Choose("player-1", "box-1", "bet-2", out_of_bounds))
        with pytest.raises(IllegalAction, match="takes-no-amount"):
            round_.apply(Choose("player-1", "box-1", "no-bet", Fraction(2)))
        round_.apply(Choose("player-1", "box-1", choice, amount))
    assert net(round_) == gain
    assert {entry["bet"]: entry["stake"] for entry in round_.to_json()["bets"]} == stakes


def test_a_prohibition_of_betting_holds_in_a_window_unless_that_prevails() -> None:
    settling = "Article 9\n  settle “bet 1” and “bet 2”.\n  “bet 1” loses.\n  “bet 2” pays 2 to 1.\n"
    norm = "Article 6\n  when a “card” has been dealt, then “player” must not “bet”.\n"
    shut = begun(game(CARDS, WINDOW, norm, settling), dealt("4s 3h 2c", "5s 3h 2c"), [bet(stake=10)])
    assert [a.choice for a in shut.legal_actions() if isinstance(a, Choose)] == ["no-bet"]
    with pytest.raises(IllegalAction, match="forbidden"):
        shut.apply(Choose("player-1", "box-1", "bet-2"))
    prevailing = WINDOW + "  prevails over article 6.\n"
    free = begun(game(CARDS, prevailing, norm, settling), dealt("4s 3h 2c", "5s 3h 2c"), [bet(stake=10)])
    assert [a.choice for a in free.legal_actions() if isinstance(a, Choose)] == ["bet-2", "no-bet"]


def test_only_who_has_one_bet_may_place_another() -> None:
    norm = (
        "Article 6\n  when it is not so that “player” has a bet on “bet 1”, then “player” must not “bet” on “bet 2”.\n"
    )
    card_game = game(CARDS, DEAL, norm, settled("“bet 1” loses."))
    round_ = card_game.new_round(seed=1)
    with pytest.raises(IllegalAction, match="forbidden-bet-without") as refused:
        round_.apply(bet("bet-2"))
    assert refused.value.args_by_name["without"] == ("bet-1",)
    round_.apply(bet("bet-1"))
    round_.apply(bet("bet-2"))
    assert [placed.bet for placed in round_.state.bets] == ["bet-1", "bet-2"]


KEEPING = """\
Article 4
1.
  bets are accepted.
2.
  “mark” is a number kept during the round: 4 through 17.
  “dealer” throws “die”.
  “mark” becomes the total of “dealer”.
3.
  “dealer” throws “die”.
  settle “bet 1”.
  repeat article 4, number 3 until every bet is decided.
"""


@pytest.mark.parametrize(
    ("throws", "gain"),
    [
        ("1 2 3 1 2 3", 1),  # six again
        ("1 2 3 1 1 1 2 2 2", 1),  # three does not decide; six does
        ("1 2 3 1 1 1 6 6 6", -1),  # eighteen loses
    ],
)
def test_a_number_is_kept_and_a_bet_stands_until_it_is_decided(throws: str, gain: int) -> None:
    settling = (
        "Article 9\n  when the total of “dealer” is equal to the value of “mark”, then “bet 1” pays 1 to 1.\n"
        "  when the total of “dealer” is 18, then “bet 1” loses.\n"
        "  in every other case, “bet 1” stands until it is decided.\n"
    )
    assert net(begun(game(DICE, KEEPING, settling), throws, [thrown()])) == gain


def test_a_number_out_of_its_range_stops_the_round() -> None:
    dice_game = game(DICE, KEEPING, settled("“bet 1” loses."))
    with pytest.raises(UnsettledCase, match="out-of-range") as stopped:
        begun(dice_game, "1 1 1 1 1 1", [thrown()])
    assert stopped.value.provisions == ("art_4__para_2",)


# ── Which rule decides ──────────────────────────────────────────────────────


def test_no_rule_is_a_gap_and_two_that_differ_are_a_conflict() -> None:
    high = "when the total of “dealer” is higher than 5, then “bet 1” loses."
    any_ = "when the total of “dealer” is higher than 1, then “bet 1” is returned."
    with pytest.raises(UnsettledCase) as gap:
        begun(game(DICE, THROW, settled(high)), "1 1 1", [thrown()])
    assert (gap.value.key, gap.value.provisions) == ("gap-bet", ("art_9",))
    with pytest.raises(UnsettledCase) as conflict:
        begun(game(DICE, THROW, settled(high, any_)), "6 6 6", [thrown()])
    assert conflict.value.key == "conflict-bet"
    assert net(begun(game(DICE, THROW, settled(high, any_)), "1 1 1", [thrown()])) == 0


def test_the_exception_prevails_where_both_apply() -> None:
    rules = (
        "Article 9\n  settle “bet 1”.\n1)\n  “bet 1” loses.\n"
        "2)\n  when the total of “dealer” is 3, then “bet 1” pays 7 to 1.\n  prevails over article 9, 1).\n"
    )
    assert net(begun(game(DICE, THROW, rules), "1 1 1", [thrown()])) == 7
    assert net(begun(game(DICE, THROW, rules), "1 1 2", [thrown()])) == -1


def test_a_definition_holds_only_if_its_condition_does() -> None:
    defined = "Article 8\n  “dealer” is “strong” only if the total of “dealer” is higher than 9.\n"
    dice_game = game(DICE, THROW, defined, whether("“dealer” is “strong”"))
    assert net(begun(dice_game, "4 3 3", [thrown()])) == 1
    assert net(begun(dice_game, "3 3 3", [thrown()])) == -1


# ── Steps ───────────────────────────────────────────────────────────────────


def hands(round_: Round) -> dict[str, str]:
    return {unit: " ".join(holder["objects"]) for unit, holder in round_.to_json()["holders"].items()}


def test_a_deal_of_two_at_a_time_until_each_has_three() -> None:
    two = DEAL.replace("one “card” at a time", "2 “card” at a time")
    round_ = begun(game(CARDS, two, settled("“bet 1” loses.")), "2s 3s 2h 3h 4s 4h", [bet()])
    assert hands(round_) == {"box-1": "2s 3s 4s", "dealer": "2h 3h 4h"}


def test_a_deal_reaches_every_box_with_a_bet_and_no_other() -> None:
    rules = settled("“bet 1” loses.")
    assert set(hands(begun(game(CARDS, DEAL, rules), dealt("2s 3s 4s", "2h 3h 4h"), [bet(box=2)]))) == {
        "box-2",
        "dealer",
    }
    round_ = begun(game(CARDS, DEAL, rules), "2s 2h 2c 3s 3h 3c 4s 4h 4c", [bet(box=2), bet(box=1)])
    assert hands(round_) == {"box-1": "2s 3s 4s", "box-2": "2h 3h 4h", "dealer": "2c 3c 4c"}


def test_what_lies_face_down_is_not_seen_by_the_other_party_until_it_is_turned_up() -> None:
    steps = """\
Article 4
1.
  bets are accepted.
2.
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face down, until each has 1.
3.
  “player” with “bet 1” chooses to “stand” or “fold”.
4.
  turn up the hand of “dealer”.
5.
  upon “fold”: “bet 1” loses half.
6.
  “player” with “bet 1” chooses to “stand” or “draw”.
"""
    round_ = begun(game(CARDS, steps, settled("“bet 1” loses.")), "2s 3h", [bet()])
    seen = round_.information_state("player-1")["hands"]
    assert (seen["box-1"]["objects"], seen["dealer"]["objects"], seen["dealer"]["count"]) == (["2s"], None, 1)
    round_.apply(Choose("player-1", "box-1", "stand"))
    assert round_.information_state("player-1")["hands"]["dealer"]["objects"] == ["3h"]


@pytest.mark.parametrize(("first", "second", "open_"), [("up", "down", "2s"), ("down", "up", "3h")])
def test_of_a_hand_dealt_face_up_in_part_the_rest_is_not_seen_until_it_is_turned_up(
    first: str, second: str, open_: str
) -> None:
    steps = f"""\
Article 4
1.
  bets are accepted.
2.
  deal to “dealer”, one “card” at a time, face {first}, until each has one.
3.
  deal to “dealer”, one “card” at a time, face {second}, until each has two.
4.
  “player” with “bet 1” chooses to “stand” or “fold”.
5.
  turn up the hand of “dealer”.
6.
  “player” with “bet 1” chooses to “stand” or “draw”.
"""
    round_ = begun(game(CARDS, steps, settled("“bet 1” loses.")), "2s 3h", [bet()])
    seen = round_.information_state("player-1")["hands"]["dealer"]
    assert (seen["objects"], seen["count"]) == ([open_], 2)
    round_.apply(Choose("player-1", "box-1", "stand"))
    assert round_.information_state("player-1")["hands"]["dealer"]["objects"] == ["2s", "3h"]


def test_what_is_thrown_again_replaces_what_was_thrown() -> None:
    again = THROW + "3.\n  when the total of “dealer” is 3, then “dealer” throws “die”.\n"
    dice_game = game(DICE, again, whether("the total of “dealer” is 18"))
    assert net(begun(dice_game, "1 1 1 6 6 6", [thrown()])) == 1
    assert net(begun(dice_game, "1 1 2", [thrown()])) == -1


def test_a_provision_is_repeated_until_a_condition_holds() -> None:
    again = THROW + "3.\n  repeat article 3, number 2 until the total of “dealer” is higher than 15.\n"
    dice_game = game(DICE, again, whether("the total of “dealer” is 17"))
    assert net(begun(dice_game, "1 1 1 2 2 2 6 6 5", [thrown()])) == 1


def test_a_round_that_ends_settles_nothing_after() -> None:
    ending = THROW + "3.\n  “bet 1” loses.\n  settle “bet 1”.\n4.\n  the round ends.\n5.\n  settle “bet 2”.\n"
    dice_game = game(DICE, ending, "Article 9\n  “bet 2” loses.\n")
    assert net(begun(dice_game, "1 1 1", [thrown()])) == -1
    with pytest.raises(UnsettledCase, match="never-settled"):
        begun(dice_game, "1 1 1", [thrown("bet-2")])


DRAWING = """\
Article 5
  upon “draw”: takes 1 “card”.
1)
  when the total of “dealer” is lower than 12, then “dealer” must “draw”.
2)
  when it is not so that the total of “dealer” is lower than 12, then “dealer” must not “draw”.
"""


def test_rules_on_drawing_are_followed_once_or_again_and_again() -> None:
    once = DEAL + "3.\n  “dealer” follows the rules on “draw”.\n"
    rules = whether("the card drawn by “dealer” is 2")
    round_ = begun(game(CARDS, once, DRAWING, rules), dealt("2s 3s 4s", "2h 3h 4h") + " 2c", [bet()])
    assert (hands(round_)["dealer"], net(round_)) == ("2h 3h 4h 2c", 1)
    round_ = begun(game(CARDS, once, DRAWING, rules), dealt("2s 3s 4s", "Kh 3h 4h"), [bet()])
    assert (hands(round_)["dealer"], net(round_)) == ("Kh 3h 4h", -1)  # what was not drawn has no value
    often = (
        DEAL + "3.\n  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is higher than 11.\n"
    )
    round_ = begun(game(CARDS, often, DRAWING, rules), dealt("2s 3s 4s", "2h 3h 4h") + " 2c Ac", [bet()])
    assert hands(round_)["dealer"] == "2h 3h 4h 2c Ac"  # 9, 11, 12


CHOOSING = """\
Article 6
  upon “draw”: takes 1 “card”.
  upon “stand”: the turn ends.
  upon “double”: the stake of “bet 1” is doubled; takes 1 “card”; the turn ends.
  upon “fold”: “bet 1” loses.
  upon “half fold”: “bet 1” loses half.
  upon “switch”: “bet 1” moves to “bet 2”.
"""
NO_DOUBLE = "  when “player” has chosen to “draw”, then “player” must not “double”.\n"


def choices(played: Game, objects: str, *made: str) -> Round:
    round_ = begun(played, objects, [bet(stake=2)])
    for choice in made:
        round_.apply(Choose("player-1", "box-1", choice))
    return round_


def test_what_follows_at_once_from_a_choice() -> None:
    once = DEAL + "3.\n  “player” with “bet 1” chooses to “stand”, “fold”, “half fold”, “double” or “switch”.\n"
    pays = "Article 10\n  settle “bet 2”.\n  “bet 2” pays 3 to 1.\n"
    card_game = game(CARDS, once, CHOOSING, settled("“bet 1” pays 1 to 1."), pays)
    objects = dealt("2s 3s 4s", "2h 3h 4h")
    assert net(choices(card_game, objects, "stand")) == 2
    assert net(choices(card_game, objects, "fold")) == -2
    assert net(choices(card_game, objects, "half-fold")) == -1
    assert net(choices(card_game, objects + " 5c", "double")) == 4
    assert net(choices(card_game, objects, "switch")) == 6


def test_a_choice_is_repeated_until_the_turn_ends_or_the_condition_holds() -> None:
    often = DEAL + (
        "3.\n  “player” with “bet 1” repeatedly chooses to “draw”, “stand” or “double”, "
        "until the total of “box” is higher than 14.\n"
    )
    card_game = game(CARDS, often, CHOOSING, NO_DOUBLE, whether("“player” has chosen to “draw”"))
    objects = dealt("2s 3s 4s", "2h 3h 4h")
    assert net(choices(card_game, objects, "stand")) == -2
    assert net(choices(card_game, objects + " Ac", "draw", "stand")) == 2  # 9, 10
    assert hands(choices(card_game, objects + " 4c 5c", "draw", "draw"))["box-1"] == "2s 3s 4s 4c 5c"  # 9, 13, 18
    with pytest.raises(IllegalAction, match="forbidden"):
        choices(card_game, objects + " Ac", "draw", "double")
    # What is no choice is told with those that nothing forbids now.
    for made, known in ((), ("draw", "stand", "double")), (("draw",), ("draw", "stand")):
        with pytest.raises(IllegalAction) as refused:
            choices(card_game, objects + " Ac", *made, "fold")
        assert (refused.value.key, refused.value.args_by_name["known"]) == ("unknown-choice", known)


def test_a_step_under_a_condition_is_taken_only_where_it_holds() -> None:
    once = DEAL + "3.\n  when the total of “dealer” is 9, then “player” with “bet 1” chooses to “stand” or “fold”.\n"
    card_game = game(CARDS, once, CHOOSING, settled("“bet 1” pays 1 to 1."))
    assert net(choices(card_game, dealt("2s 3s 4s", "2h 3h 4h"), "fold")) == -2
    assert net(choices(card_game, dealt("2s 3s 4s", "2h 3h 5h"))) == 2


def test_objects_are_burned_by_number_and_by_what_the_first_counts() -> None:
    burning = DEAL.replace("2.\n", "2.\n  burn a number of “card” equal to 2.\n")
    rules = settled("“bet 1” loses.")
    round_ = begun(game(CARDS, burning, rules), "Ks Qs " + dealt("2s 3s 4s", "2h 3h 4h"), [bet()])
    assert hands(round_)["box-1"] == "2s 3s 4s"
    burning = DEAL.replace("2.\n", "2.\n  burn as many “card” as the first one counts.\n")
    round_ = begun(game(CARDS, burning, rules), "2c Ks Qs " + dealt("2s 3s 4s", "2h 3h 4h"), [bet()])
    assert hands(round_)["box-1"] == "2s 3s 4s"  # the first, and two more


# ── Norms and events ────────────────────────────────────────────────────────


def test_what_is_forbidden_is_refused_with_the_provision() -> None:
    norm = "Article 8\n  when a “card” has been dealt, then “player” must not “fold”.\n  “player” may “stand”.\n"
    once = DEAL + "3.\n  “player” with “bet 1” chooses to “stand” or “fold”.\n"
    round_ = begun(game(CARDS, once, norm, settled("“bet 1” loses.")), dealt("2s 3s 4s", "2h 3h 4h"), [bet()])
    assert [a.choice for a in round_.legal_actions() if isinstance(a, Choose)] == ["stand"]
    with pytest.raises(IllegalAction) as refused:
        round_.apply(Choose("player-1", "box-1", "fold"))
    assert refused.value.provisions == ("art_8",)


def test_what_may_be_done_is_noted_and_what_nobody_speaks_of_is_refused() -> None:
    norm = "Article 8\n  “player” may “stand”.\n"
    round_ = game(CARDS, DEAL, norm, settled("“bet 1” loses.")).new_round(cards=dealt("2s 3s 4s", "2h 3h 4h"))
    round_.apply(Act("player-1", "stand"))
    with pytest.raises(IllegalAction, match="unknown-act"):
        round_.apply(Act("player-1", "fold"))


@pytest.mark.parametrize(
    ("consequence", "void", "gain"),
    [("the round is void and so are its bets", True, 0), ("the round stands", False, -1)],
)
def test_an_irregularity_voids_the_round_or_not(consequence: str, void: bool, gain: int) -> None:
    event = f"Article 8\n  when “switch” happens to “dealer”, then {consequence}.\n"
    round_ = game(CARDS, DEAL, event, settled("“bet 1” loses.")).new_round(cards=dealt("2s 3s 4s", "2h 3h 4h"))
    round_.apply(bet())
    round_.apply(Irregularity("switch", "dealer", after=2))
    round_.apply(Deal())
    assert (round_.to_json()["void"], net(round_)) == (void, gain)


def test_a_count_of_irregularities() -> None:
    event = (
        "Article 8\n  when “switch” happens, and the number of “switch” of “dealer” is 2, then the round is void "
        "and so are its bets.\n  when “switch” happens, and it is not so that the number of “switch” of “dealer” is 2, "
        "then the round stands.\n"
    )
    for times, gain in ((1, -1), (2, 0)):
        round_ = game(CARDS, DEAL, event, settled("“bet 1” loses.")).new_round(cards=dealt("2s 3s 4s", "2h 3h 4h"))
        round_.apply(bet())
        round_.apply(Irregularity("switch", "dealer", times, after=2))
        round_.apply(Deal())
        assert net(round_) == gain


# ── Meaning that was once wrong ─────────────────────────────────────────────

BOTH = CARDS.replace(
    "Article 2\n",
    "  “face of the die”, from high to low: “sun” and “moon”.\n"
    "  material: 2 “die”, each showing one “face of the die”.\nArticle 2\n",
)


def test_a_second_deal_goes_on_until_each_has_so_many() -> None:
    twice = DEAL.replace("until each has three", "until each has one") + (
        "3.\n  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has two.\n"
    )
    round_ = begun(game(CARDS, twice, settled("“bet 1” loses.")), "2s 2h 3s 3h 4s 4h", [bet()])
    assert hands(round_) == {"box-1": "2s 3s", "dealer": "2h 3h"}


def test_a_choice_under_a_condition_on_the_bettors_own_hand_is_offered_where_it_holds() -> None:
    once = DEAL + "3.\n  when the total of “box” is 9, then “player” with “bet 1” chooses to “stand” or “fold”.\n"
    card_game = game(CARDS, once, CHOOSING, settled("“bet 1” pays 1 to 1."))
    assert net(choices(card_game, dealt("2s 3s 4s", "2h 3h 4h"), "fold")) == -2


def test_what_is_thrown_is_one_thing_and_what_is_held_another() -> None:
    steps = DEAL + "3.\n  “dealer” throws “die”.\n"
    mixed_game = game(BOTH, steps, whether("the number of “card” of “dealer” is 3"))
    assert net(begun(mixed_game, dealt("2s 3s 4s", "2h 3h 4h") + " sun moon", [bet()])) == 1


def test_nothing_has_been_thrown_where_cards_were_dealt() -> None:
    mixed_game = game(BOTH, DEAL, whether("a “die” has been thrown"))
    assert net(begun(mixed_game, dealt("2s 3s 4s", "2h 3h 4h"), [bet()])) == -1


def test_the_number_of_cards_that_show_an_item_is_counted_or_refused() -> None:
    text = CARDS + DEAL + whether("the number of “ace” of “box” is 2")
    source = Source("meaning.en.ludi", "en", text)
    document, _ = build(source)
    assert document is not None
    rules, found = lower(document, glossary(), source)
    if not has_errors(found):
        card_game = make_game(rules, "1", {}, {})
        assert net(begun(card_game, dealt("As Ah 4s", "2h 3h 4h"), [bet()])) == 1


def test_each_bet_is_settled_or_open_by_itself() -> None:
    rules = "Article 9\n  settle “bet 1” and “bet 2”.\n  when the total of “dealer” is 18, then “bet 1” loses.\n"
    dice_game = game(DICE, THROW, rules, "Article 10\n  “bet 2” pays 1 to 1.\n")
    end = step(
        dice_game, (thrown(), thrown("bet-2")), Moves(dice_game.questions.judge.hands.material.parse_all("1 1 1"))
    )
    assert isinstance(end, End)
    assert [(b.result, b.net) for b in end.bets] == [("unsettled", None), ("win", 1)]


def test_a_repetition_may_end_by_an_option() -> None:
    again = THROW + "3.\n  repeat article 3, number 2 until “manner” is “strict”.\n"
    text = DICE + "  house option “manner”: “strict” or “lenient”.\n"
    assert net(begun(game(text, again, settled("“bet 1” pays 1 to 1.")), "1 1 1", [thrown()])) == 1


def test_a_key_under_a_condition_orders_hands_without_it_below() -> None:
    text = CARDS[: CARDS.index("Article 3")] + (
        "Article 3\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “high hand”: it is not so that 9 are of the same “rank”; "
        "compared by: if 2 are of the same “rank”, then the “rank” of each card, highest first.\n"
    )
    card_game = game(text, DEAL, whether("the hand of “box” is higher than the hand of “dealer”"))
    assert net(begun(card_game, dealt("2s 2h 3s", "As Kh 4h"), [bet()])) == 1


# ── Rules at the end of a round ─────────────────────────────────────────────


def test_use_of_the_objects_has_begun_at_the_end_of_the_first_round_with_them_and_of_no_other() -> None:
    """A closing rule that asks it announces the last rounds once, and again when other objects come into use."""
    card_game = game(
        CARDS,
        "Article 4\n1.\n  bets are accepted.\n2.\n  deal to “dealer”, 1 “card” at a time, face up, until each has 1.\n",
        settled("in every other case, “bet 1” loses."),
        "Article 10\n  when use of “card” begins, then after this round 2 rounds remain.\n",
    )
    session = Session(card_game, seed=1)
    announced = []
    for _ in range(7):
        round_ = session.new_round()
        for action in (bet(), Deal()):
            round_.apply(action)
        announced.append([step.values["count"] for step in round_.trace if step.kind == "last-rounds"])
    assert announced == [[2], [], [], [2], [], [], [2]]


@pytest.mark.parametrize(
    ("norms", "told", "by"),
    [
        ("2)\n  “dealer” may “draw”.\n  prevails over article 7, 1).\n", "not-required", "point_2"),
        ("", "not-allowed", "point_1"),
        (
            "2)\n  “dealer” must not “draw”.\n  prevails over article 7, 1).\n"
            "3)\n  “dealer” may “draw”.\n  prevails over article 7, 2).\n",
            "not-required",
            "point_3",
        ),
        (
            "2)\n  “dealer” must “draw”.\n  prevails over article 7, 1).\n"
            "3)\n  “dealer” may “draw”.\n  prevails over article 7, 1).\n",
            "required",
            "point_2",
        ),
    ],
)
def test_what_norms_leave_of_a_prohibition_is_told_as_it_is(norms: str, told: str, by: str) -> None:
    """A permission that prevails leaves the dealer free, who then does nothing, and need not."""
    once = DEAL + "3.\n  “dealer” follows the rules on “draw”.\n"
    rules = f"Article 7\n1)\n  “dealer” must not “draw”.\n  upon “draw”: takes 1 “card”.\n{norms}"
    objects = dealt("2s 3s 4s", "2h 3h 4h") + " 2c"
    round_ = begun(game(CARDS, once, rules, whether("the card drawn by “dealer” is 2")), objects, [bet()])
    (step,) = [s for s in round_.trace if s.values.get("action") == "draw"]
    assert (step.kind, step.provisions) == (told, (f"art_7__{by}",))
    assert net(round_) == (1 if told == "required" else -1)
    for language, words in (("en", "need not"), ("pt", "não tem de"), ("zh", "無須")):
        said = Teller.of(round_.game.rules, catalogue(language)).tell(step)
        assert (words in said) is (told == "not-required")


def test_of_bets_in_a_window_an_amount_is_legal_where_norms_forbid_the_most() -> None:
    """Beside 10, up to half: 5, which exceeds nothing on the third bet by more than 3; 3 does not."""
    settling = "Article 9\n  settle “bet 1” and “bet 2”.\n  “bet 1” loses.\n  “bet 2” pays 2 to 1.\n"
    ahead = "the stakes on “bet 2” exceed those on “bet 3” by more than 3"
    norm = f"Article 6\n  when {ahead}, then “player” must not “bet”.\n"
    round_ = begun(game(CARDS, WINDOW, norm, settling), dealt("4s 3h 2c", "5s 3h 2c"), [bet(stake=10)])
    placing, _ = [a for a in round_.legal_actions() if isinstance(a, Choose)]
    assert placing.choice == "bet-2"
    assert placing.amount is not None
    assert placing.amount <= 3
    round_.apply(placing)
