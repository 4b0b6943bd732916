"""Score roads as data: places, marks and ties, and signs that no two things share."""

from lexludi.base.messages import catalogue
from lexludi.play.game import load
from lexludi.play.roads import RoadCell, bead_plate, big_road, signs_of
from lexludi.play.telling import Teller
from lexludi.rules.model import Score

SCORE = Score(("a", "b", "tie"), ("x",))


def test_beads_follow_one_another_in_columns_of_six() -> None:
    rounds = [("a",), ("tie", "x"), *[("b",)] * 6]
    first, second = bead_plate(rounds, SCORE)
    assert list(first) == [RoadCell("a"), RoadCell("tie", ("x",)), *[RoadCell("b")] * 4]
    assert list(second) == [RoadCell("b")] * 2


def test_a_run_has_a_column_and_ties_are_counted_on_the_win_before() -> None:
    one, two = big_road([("tie",), ("a", "x"), ("tie",), ("a",), ("b",)], SCORE)
    assert list(one) == [RoadCell("a", ("x",), 2), RoadCell("a"), None, None, None, None]
    assert list(two) == [RoadCell("b"), *[None] * 5]


def test_each_thing_has_a_sign_of_its_own() -> None:
    for language in ("zh", "pt", "en"):
        rules = load("mo/baccarat", text=language).rules
        signs = signs_of(rules.score, Teller(catalogue(language), rules.glossary))
        assert list(signs) == list(rules.score)
        assert len(set(signs.values())) == len(signs)
