"""Choices that are equally good: the first is taken and said to be, and nothing changes where only their order does."""

from fractions import Fraction

from lexludi.base.messages import catalogue
from lexludi.diff.outcomes import compare_outcomes
from lexludi.diff.sides import Side
from lexludi.exact.figures import Figures
from lexludi.exact.odds import odds
from lexludi.play.telling import Teller
from small import document_of, game_of, glossary_of, pack, rules_of

# Three cards, and a die: with a two to raise and to check are worth as much, nothing, but not with as much variance.
TEXT = (
    pack("3, 2 and 1")
    + """\
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has one.
  “player” with “ante” chooses to “{}” or “{}”.
  upon “raise”: the stake of “ante” is doubled.
  deal to “bank”, one “card” at a time, face down, until each has one.
  settle “ante”.
  when the total of “player” is higher than the total of “bank”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
)
ONE, TWO = TEXT.format("raise", "check"), TEXT.format("check", "raise")


def test_the_choice_that_is_named_first_is_taken_and_the_others_are_counted() -> None:
    """A three wins and is raised, a one loses; of a two half the rounds are won: 4, (4 or 1), 1, less (2 + 0 − 1)/3."""
    for text, counts, squares in ((ONE, (2, 1), 4 + 4 + 1), (TWO, (1, 2), 4 + 1 + 1)):
        found = odds(game_of(text).decided)
        (play,) = found.strategies
        assert (play.counts["raise"], play.counts["check"], play.tied) == (*counts, 1)
        assert found.bets["ante"].expectation == Fraction(1, 3)
        assert found.bets["ante"].variance == Fraction(squares, 3) - Fraction(1, 9)
        assert "first-of-equals" in found.assumptions
        assert play.to_json()["tied"] == 1
        sentences = [*Figures(Teller(catalogue("en"), glossary_of(text))).play(play)]
        assert "In 1 of 3 cases another choice is as good." in sentences


def test_where_no_choice_is_as_good_nothing_is_said_of_it() -> None:
    """With two packs a two meets one two and two of each other card, and wins two times in five: to raise it costs."""
    text = TEXT.replace("1 pack", "2 packs").format("raise", "check")
    found = odds(game_of(text).decided)
    assert "first-of-equals" not in found.assumptions
    assert "tied" not in found.strategies[0].to_json()


def sides(*texts: str) -> tuple[Side, ...]:
    return tuple(Side("small", document_of(text)[0], rules_of(text), {}) for text in texts)


def test_the_order_of_alternatives_changes_no_best_play() -> None:
    assert compare_outcomes(*sides(ONE, TWO)).strategies == ()
    assert compare_outcomes(*sides(TWO, ONE)).strategies == ()


def test_a_best_play_that_is_told_and_is_no_longer_as_good_changes() -> None:
    """Where whoever has a two always loses, to raise it, which was as good and named first, is worse."""
    loses = ONE.replace("  in every other", "  when the total of “player” is 2, then “ante” loses.\n  in every other")
    loses = loses.replace("is higher than the total of “bank”,", "is 3,")
    assert len(compare_outcomes(*sides(ONE, loses)).strategies) == 1
