"""Chance on rows: throws, deals and draws with their ways, what has gone from the stock, and when it runs out."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, permutations

import numpy as np
import pytest

from choosing import BY_TOTAL, forward_of, start_of
from lexludi.exact import draws as limits
from lexludi.exact.budget import Budget, NotAnalysed, TooLarge
from lexludi.exact.chances import chances_of
from lexludi.exact.draws import Going
from lexludi.exact.forward import Forward
from lexludi.exact.graph import Rows
from lexludi.exact.slices import DRAWN, HAND, THROWN
from lexludi.play.plan import Chance, Pc
from lexludi.play.table import alone
from small import game_of

# Two packs of three cards, two of them to the bank: 3-3, 2-2 and 1-1 in one way each, others in 2 x 2.
TWO = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  “face”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  material: 2 “die”, each showing one “face”.
  every other “card” counts its face value.
  there is one “bank”.
  there is one “guest”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
  {}.
  settle “ante”.
  when the total of “bank” is {}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
DEAL = "deal to “bank”, and then “guest”, one “card” at a time, face up, until each has 2"
DEALT = TWO.format(DEAL, "higher than the total of “guest”")
THROWN_TEXT = TWO.format("“bank” throws “die”", "3")


def chance(forward: Forward) -> tuple[Pc, Chance]:
    return next((pc, op) for pc, op in enumerate(forward.plan.ops) if isinstance(op, Chance))


def rows_of(forward: Forward, *held: tuple[int, ...], unit: str = "bank") -> Rows:
    """Rows of the beginning, in each of which a party holds some objects by the number of their kind."""
    start = forward.rows_of(start_of(forward)).take(np.zeros(len(held), dtype=np.int64))
    return start.put((HAND, unit), np.array([forward.table.number((hand,)) for hand in held]))


def dealt(text: str, *held: tuple[int, ...]) -> list[dict[tuple[int, ...], int]]:
    """For each row the hands that the bank comes to by the first deal, with the ways of all that came with each."""
    forward = forward_of(text)
    pc, op = chance(forward)
    out: list[dict[tuple[int, ...], int]] = [{} for _ in held]
    for to, after, edge in forward.draws.deal(pc, op, rows_of(forward, *held)):
        assert to == pc + 1
        hands = after.column((HAND, "bank")).tolist()
        every = [1] * len(hands) if edge.ways is None else edge.ways.tolist()
        for source, hand, ways in zip(edge.source.tolist(), hands, every, strict=True):
            things = tuple(sorted(forward.table.objects(hand)))
            out[source][things] = out[source].get(things, 0) + ways
    return out


ALONE = TWO.format("deal to “bank”, one “card” at a time, face up, until each has 2", "6")


def test_every_hand_comes_in_as_many_ways_as_there_are_of_it() -> None:
    """C(6, 2) = 15 ways in all: three of two alike, and 2 x 2 of each of three others."""
    (found,) = dealt(ALONE, ())
    assert found == {(0, 0): 1, (1, 1): 1, (2, 2): 1, (0, 1): 4, (0, 2): 4, (1, 2): 4}


def test_what_is_held_already_is_not_dealt_again_and_counts_towards_the_number() -> None:
    """With a 3, one more of the other 3, two 2s and two 1s; with two cards nothing more comes, in one way."""
    one, full = dealt(ALONE, (0,), (1, 2))
    assert one == {(0, 0): 1, (0, 1): 2, (0, 2): 2}
    assert full == {(1, 2): 1}


def test_hands_of_several_parties_come_one_after_another() -> None:
    """15 hands of the bank, and of the four cards that are left C(4, 2) = 6 of the guest's to each."""
    (found,) = dealt(DEALT, ())
    assert sum(found.values()) == 15 * 6
    assert found[0, 0] == 6
    assert found[0, 1] == 4 * 6


def test_a_throw_replaces_what_was_shown_before() -> None:
    forward = forward_of(THROWN_TEXT)
    pc, op = chance(forward)
    before = rows_of(forward, (), ())
    before = before.put((THROWN, "bank"), np.array([1, 0]))
    going: Going = forward.draws.throw(pc, op, before)
    to, after, edge = going
    assert to == pc + 1
    assert edge.source.tolist() == [0, 0, 0, 1, 1, 1]
    assert edge.ways is not None
    faces = [
        forward.process.hands.material.symbols(forward.table.objects(int(n))) for n in after.column((THROWN, "bank"))
    ]
    ways = dict(zip(map(tuple, map(sorted, faces)), edge.ways.tolist(), strict=False))
    assert ways == {("die:2", "die:2"): 1, ("die:1", "die:2"): 2, ("die:1", "die:1"): 1}


def test_what_parties_hold_has_gone_from_the_stock() -> None:
    forward = forward_of(DEALT)
    rows = rows_of(forward, (0, 0), (1,)).put((HAND, "guest"), np.array([forward.table.number(((2,),)), 0]))
    assert forward.draws.gone(rows)[:, :3].tolist() == [[2, 0, 1], [0, 1, 0]]


@pytest.mark.parametrize("enough", [0, 10**9])
def test_a_stock_that_runs_out_is_refused(enough: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six cards: four to the bank leave two for a guest who is to have four, counted or dealt out."""
    monkeypatch.setattr(limits, "WORTH_COUNTING", enough)
    questions = game_of(DEALT.replace("until each has 2", "until each has 4")).questions
    with pytest.raises(NotAnalysed) as refusal:
        chances_of(questions, alone(questions.judge.rules, "ante"))
    assert (refusal.value.reason, refusal.value.provisions) == ("stock-exhausted", ("art_2",))


def test_more_rows_than_the_budget_allows_are_refused() -> None:
    forward = forward_of(DEALT, Budget(60, 0))
    pc, op = chance(forward)
    with pytest.raises(TooLarge):
        list(forward.draws.deal(pc, op, rows_of(forward, ())))


def test_an_object_that_is_drawn_is_noted_only_where_it_is_read() -> None:
    drawing = "“bank” follows the rules on “draw”.\n  “bank” must “draw”.\n  upon “draw”: takes 1 “card”"
    read = TWO.format(drawing, "3").replace("the total of “bank” is", "the card drawn by “bank” is")
    for text, noted in ((read, [1, 2, 3]), (TWO.format(drawing, "3"), [0, 0, 0])):
        forward = forward_of(text)
        pc, op = chance(forward)
        ((_, after, edge),) = forward.draws.deal(pc, op, rows_of(forward, ()))
        assert after.column((DRAWN, "bank")).tolist() == noted
        assert edge.ways is not None
        assert edge.ways.tolist() == [2, 2, 2]


def test_the_last_hand_is_one_after_which_nothing_comes_and_nobody_chooses() -> None:
    for text, last in ((ALONE, [True]), (BY_TOTAL, [False, True])):
        forward = forward_of(text)
        deals = [(pc, op) for pc, op in enumerate(forward.plan.ops) if isinstance(op, Chance)]
        assert [forward.draws.is_last_hand(pc, op) for pc, op in deals] == last


def test_the_last_hand_counted_is_as_probable_as_dealt_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 15 pairs of cards one is a total of 6."""
    for enough in (0, 10**9):
        monkeypatch.setattr(limits, "WORTH_COUNTING", enough)
        questions = game_of(ALONE).questions
        found = chances_of(questions, alone(questions.judge.rules, "ante")).probabilities
        assert {outcome.result: p for outcome, p in found.items()} == {"win": Fraction(1, 15), "lose": Fraction(14, 15)}


@pytest.mark.parametrize("packs", ["2 packs", "1 pack"])
def test_a_last_hand_that_is_full_in_some_rounds_is_as_probable_as_dealt_out(
    packs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A three has a second card drawn, any other has one dealt: a third has 3 and 1 in either order, or twice 2.

    Of one pack nobody has twice 2, and a third has 3 and 1.
    """
    one = "deal to “bank”, one “card” at a time, face up, until each has {}"
    draw = "“bank” follows the rules on “draw”.\n  when the total of “bank” is 3, then “bank” must “draw”.\n"
    draw += "  when the total of “bank” is lower than 3, then “bank” must not “draw”.\n  upon “draw”: takes 1 “card”"
    steps = ".\n  ".join((one.format(1), draw, one.format(2)))
    monkeypatch.setattr(limits, "WORTH_CHAINING", 0)
    for enough in (0, 10**9):
        monkeypatch.setattr(limits, "WORTH_COUNTING", enough)
        questions = game_of(TWO.replace("2 packs", packs).format(steps, "4")).questions
        found = chances_of(questions, alone(questions.judge.rules, "ante")).probabilities
        assert {outcome.result: p for outcome, p in found.items()} == {"win": Fraction(1, 3), "lose": Fraction(2, 3)}


@pytest.mark.parametrize("enough", [0, 10**9])
def test_a_last_hand_that_has_more_than_is_dealt_gets_nothing(enough: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A three has two more drawn, any other one dealt: 4 is twice 2, or 3 and 1 after the 1, in 2 + 4 of 30 deals.

    After a three it takes three cards, and the least of them are 3, 1 and 1.
    """
    one = "deal to “bank”, one “card” at a time, face up, until each has {}"
    draw = "“bank” follows the rules on “draw”.\n  when the total of “bank” is 3, then “bank” must “draw”.\n"
    draw += "  when the total of “bank” is lower than 3, then “bank” must not “draw”.\n  upon “draw”: takes 2 “card”"
    steps = ".\n  ".join((one.format(1), draw, one.format(2)))
    monkeypatch.setattr(limits, "WORTH_CHAINING", 0)
    monkeypatch.setattr(limits, "WORTH_COUNTING", enough)
    questions = game_of(TWO.format(steps, "4")).questions
    found = chances_of(questions, alone(questions.judge.rules, "ante")).probabilities
    assert {outcome.result: p for outcome, p in found.items()} == {"win": Fraction(1, 5), "lose": Fraction(4, 5)}


BESIDE = """\
deal to “guest”, and then “bank”, one “card” at a time, face up, until each has 1.
  “bank” repeatedly follows the rules on “draw”, until {}.
  upon “draw”: takes 1 “card”.
  “bank” must “draw”"""
ORDER = """\
Article 3
  each hand belongs to the first category that fits, from high to low:
1)
  “any”: it is not so that 9 are of the same “number”; compared by: the total.
"""


@pytest.mark.parametrize("enough", [0, 10**9])
@pytest.mark.parametrize(
    ("until", "stays"),
    [
        (
            "(the total of “guest” is 3, or the total of “bank” is higher than 3)",
            lambda guest, bank: guest == 3 or bank > 3,
        ),
        ("the hand of “bank” is higher than the hand of “guest”", lambda guest, bank: bank > guest),
    ],
)
def test_last_draws_that_go_by_the_hand_of_another_are_as_probable_as_in_every_order(
    until: str, stays: Callable[[int, int], bool], enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def total(order: tuple[int, ...]) -> int:
        return next(reached for reached in accumulate(order[1:]) if stays(order[0], reached))

    monkeypatch.setattr(limits, "WORTH_CHAINING", enough)
    questions = game_of(TWO.format(BESIDE.format(until), "4") + ORDER).questions
    found = chances_of(questions, alone(questions.judge.rules, "ante")).probabilities
    orders = [*permutations((3, 3, 2, 2, 1, 1))]
    won = Fraction(sum(total(order) == 4 for order in orders), len(orders))
    assert {outcome.result: p for outcome, p in found.items()} == {"win": won, "lose": 1 - won}


@pytest.mark.parametrize("enough", [0, 10**9])
def test_last_draws_of_which_no_rule_says_whether_they_come_leave_the_bet_unsettled(
    enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is said of a bank that has 3 while the guest has not."""
    until = "the total of “guest” is 3, or the total of “bank” is higher than 3"
    must = "“bank” must “draw”"
    text = TWO.format(BESIDE.format(until).replace(must, f"when the total of “bank” is lower than 3, then {must}"), "4")

    def result(order: tuple[int, ...]) -> str:
        total = next(reached for reached in accumulate(order[1:]) if order[0] == 3 or reached >= 3)
        return "unsettled" if order[0] != 3 and total == 3 else "win" if total == 4 else "lose"

    monkeypatch.setattr(limits, "WORTH_CHAINING", enough)
    questions = game_of(text).questions
    found = chances_of(questions, alone(questions.judge.rules, "ante")).probabilities
    orders = Counter(map(result, permutations((3, 3, 2, 2, 1, 1))))
    assert {outcome.result: p for outcome, p in found.items()} == {
        name: Fraction(count, orders.total()) for name, count in orders.items()
    }
    (gap,) = (outcome for outcome in found if outcome.result == "unsettled")
    assert (gap.net, gap.provisions) == (None, ("art_2",))


@pytest.mark.parametrize("enough", [0, 10**9])
def test_a_way_out_of_the_last_draws_by_which_no_round_goes_is_no_outcome(
    enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is said of a bank that has four, a 3 and a 1, while the guest has the only 3."""
    until = "(the total of “bank” is higher than 4, or (the total of “bank” is 4, and it is not so that "
    text = TWO.format(BESIDE.format(until + "the total of “guest” is 3))"), "4").replace("2 packs", "1 pack")
    text = text.replace("to low: 3, 2 and 1", "to low: 5, 3, 2 and 1")
    must = "“bank” must “draw”"
    text = text.replace(must, f"when the total of “bank” is lower than 4, then {must}")

    def total(order: tuple[int, ...]) -> int:
        return next(reached for reached in accumulate(order[1:]) if reached >= 4)

    monkeypatch.setattr(limits, "WORTH_CHAINING", enough)
    questions = game_of(text).questions
    found = chances_of(questions, alone(questions.judge.rules, "ante")).probabilities
    orders = [*permutations((5, 3, 2, 1))]
    won = Fraction(sum(total(order) == 4 for order in orders), len(orders))
    assert {outcome.result: p for outcome, p in found.items()} == {"win": won, "lose": 1 - won}


def test_the_hands_with_which_one_is_compared_later() -> None:
    ordered = DEALT.replace(
        "the total of “bank” is higher than the total of “guest”",
        "the hand of “bank” is higher than the hand of “guest”",
    )
    ordered += "Article 3\n  each hand belongs to the first category that fits, from high to low:\n"
    ordered += "1)\n  “any”: it is not so that 9 are of the same “number”; "
    ordered += "compared by: the “number” of each card, highest first.\n"
    forward = forward_of(ordered)
    pc, _ = chance(forward)
    assert forward.draws.compared_later(pc + 1, (HAND, "bank")) == {(HAND, "guest")}
    forward = forward_of(ALONE)
    assert forward.draws.compared_later(chance(forward)[0] + 1, (HAND, "bank")) == set()


def test_products_of_weights_that_64_bits_do_not_hold_are_exact() -> None:
    many = np.array([2**40, 1], dtype=np.int64)
    assert limits._product(many, many).tolist() == [2**80, 1]
    assert limits._product(np.array([3]), np.array([5])).dtype == np.int64


OF_THREE = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “bank”.
  there is one “guest”.
  there is one “host”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
  deal to “guest”, and then “host”, and then “bank”, one “card” at a time, face up, until each has 1.
  settle “ante”.
  when the hand of “bank” is higher than the hand of “guest”, and the hand of “bank” is higher than the hand of “host”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
Article 3
  each hand belongs to the first category that fits, from high to low:
1)
  “any”: 1 are of the same “number”; compared by: the “number” of each card, highest first.
"""  # noqa: E501


@pytest.mark.parametrize("enough", [0, 10**9])
def test_a_last_hand_that_is_compared_with_two_others_is_as_probable_as_dealt_out(
    enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 6 x 5 x 4 cards in order, the bank has the highest in 2 x 4 x 3 with a 3, and with a 2 in 2 x 2."""
    monkeypatch.setattr(limits, "WORTH_COUNTING", enough)
    questions = game_of(OF_THREE).questions
    found = chances_of(questions, alone(questions.judge.rules, "ante")).probabilities
    assert {outcome.result: p for outcome, p in found.items()} == {"win": Fraction(28, 120), "lose": Fraction(92, 120)}
