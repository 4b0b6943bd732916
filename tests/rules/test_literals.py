"""Values of literal nodes, there and back, and expressions that are made of nodes."""

from datetime import date
from fractions import Fraction

import pytest

from lexludi.language.nodes import Construct, Date, Node, Number, Payoff, Reference, Sequence, Share, Term, Text
from lexludi.rules.literals import (
    MAX_COUNT,
    any_of,
    both,
    choice_of,
    choices_of,
    date_of,
    first_of,
    item_of,
    lowest_of,
    node_of,
    numbers_of,
    plain,
    value_of,
    without_prose,
)
from lexludi.rules.model import Range, Value

THREE_THROUGH_FIVE = Construct("span", (Number(3), Number(5)))
TWO_OR_MORE = Construct("at_least", (Number(2),))
KING = Term("King", "king")


def test_the_date_of_a_statement() -> None:
    assert date_of(Construct("signed", (Date(date(2031, 5, 1)),))) == date(2031, 5, 1)


def test_an_item_is_named_by_a_term_or_a_number() -> None:
    assert (item_of(KING), item_of(Number(10))) == ("king", "10")


@pytest.mark.parametrize(
    ("node", "choice"),
    [(Number(4), 4), (KING, "king"), (THREE_THROUGH_FIVE, Range(3, 5)), (TWO_OR_MORE, Range(2))],
)
def test_a_choice_is_a_value_or_a_range_and_is_written_as_it_was(node: Node, choice: Value | Range) -> None:
    assert choice_of(node) == choice
    assert choices_of(Sequence("choices", (node, Number(9)))) == (choice, 9)
    if node != KING:
        assert node_of(choice) == node


def test_a_value_is_written_as_a_number_or_by_its_id() -> None:
    assert (value_of(Number(4)), value_of(KING)) == (4, "king")
    assert (node_of(4), node_of("king")) == (Number(4), Term("king", "king"))


def test_of_a_range_the_lowest_number_is_taken() -> None:
    assert [lowest_of(node) for node in (THREE_THROUGH_FIVE, TWO_OR_MORE, Number(7), KING)] == [3, 2, 7, "king"]
    assert first_of((Range(3, 5), 1)) == 3
    assert first_of(("king", 1)) == "king"


def test_numbers_of_a_list_with_the_ends_of_ranges_among_them() -> None:
    """1; 3 through 5 is 3, 4, 5; 9."""
    assert numbers_of(Sequence("numbers", (Number(1), THREE_THROUGH_FIVE, Number(9)))) == (1, 3, 4, 5, 9)


def test_a_range_goes_no_further_than_a_text_may_count() -> None:
    endless = Construct("span", (Number(5), Number(10**9)))
    numbers = numbers_of(Sequence("numbers", (endless,)))
    assert (numbers[0], numbers[-1], len(numbers)) == (5, 5 + MAX_COUNT, MAX_COUNT + 1)


def test_two_statements_that_differ_in_prose_alone_are_the_same_without_it() -> None:
    def reading(default: int, reason: str) -> Construct:
        return Construct("reading", (KING, Number(default), Text(reason)))

    assert without_prose(reading(1, "because")) == without_prose(reading(1, "porque"))
    assert without_prose(reading(1, "because")) != without_prose(reading(2, "because"))
    assert without_prose(reading(1, "because")) == reading(1, "")


def test_one_of_some_conditions() -> None:
    first, second = Construct("dealing", ()), Construct("round_over", ())
    assert any_of([first]) == first
    assert any_of([first, second]) == Sequence("any_of", (first, second))


def test_both_of_two_conditions() -> None:
    first, second = Construct("dealing", ()), Construct("round_over", ())
    assert both(None, second) == second
    assert both(first, second) == Sequence("all_of", (first, second))


def test_a_node_as_plain_data() -> None:
    """Of a term its id, of a reference its target, of a literal its value as text; a part left out is nothing."""
    node = Construct(
        "x",
        (
            Sequence("terms", (KING, Number(3, "three"))),
            Reference("art_9", "article 9"),
            Payoff(Fraction(3, 2), "3 to 2"),
            Share(Fraction(1, 20), "5%"),
            None,
        ),
    )
    assert plain(node) == ["x", ["terms", "king", "3"], "art_9", "3/2", "1/20", None]
