"""The kinds of objects that what is read tells apart."""

from lexludi.exact.kinds import kinds_of
from lexludi.play.hands import Hands
from lexludi.rules import meaning as m
from lexludi.rules.model import Range
from test_meaning import CARDS, game

RULES = "Article 9\n  settle “bet 1”.\n  “bet 1” loses.\n"


def hands() -> Hands:
    return game(CARDS, RULES).questions.judge.hands


def counted(observable: m.Observable, naming: str = "") -> list[int]:
    """How many cards of each kind there are in two packs of seven ranks in three suits."""
    return sorted(kind.count for kind in kinds_of(hands(), [observable], naming))


def test_cards_of_which_nothing_is_read_are_all_alike() -> None:
    assert [kind.count for kind in kinds_of(hands(), [], "")] == [42]


def test_a_total_tells_cards_apart_by_what_they_count() -> None:
    """Kings and queens count ten alike; aces one; the others their face value."""
    assert counted(m.Total("box", name="")) == [6, 6, 6, 6, 6, 12]


def test_a_count_of_an_item_tells_those_that_show_it_from_all_others() -> None:
    assert counted(m.CountShowing("box", "ace", name="")) == [6, 36]
    assert counted(m.CountShowingNamed("box", name=""), "ace") == [6, 36]


def test_a_shape_of_an_item_tells_those_that_show_it_from_all_others() -> None:
    assert counted(m.HasShape("box", m.Showing("ace", Range(1)), name="")) == [6, 36]
    assert counted(m.FirstHaveShape("box", 1, m.AllShowing("ace"), name="")) == [6, 36]


def test_categories_tell_apart_what_their_shapes_and_keys_read() -> None:
    """Rank and suit are both keys: every card is a kind of its own, twice in the stock."""
    assert counted(m.CategoryOf("box", name="")) == [2] * 21
