"""Article 9 of baccarat: who draws a third card, against the table of punto banco, written here by hand.

Every situation is played as a real round with chosen cards.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle, product

import pytest

from lexludi.base.errors import UnsettledCase
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import Game, Round, load, make_game
from lexludi.play.trace import Step

# Every situation in one language, each pair of cards once in it; in `make soak` all pairs with all, in all languages:
# that texts agree, and that cards count by their rank alone, is checked elsewhere.
LANGUAGES = ("zh", "pt", "en")
EACH_LANGUAGE = ("-", *(pytest.param(language, marks=pytest.mark.soak) for language in LANGUAGES))

# Rows: the total of the banker's two cards. Columns: what the player's third card counts,
# and `-` where the player stands with 6 or 7. D: the banker draws; S: stands. Against a
# banker's natural (n) the player draws no card, so none of those cards ever leaves the shoe.
BANKER = """
    0 1 2 3 4 5 6 7 8 9 -
 0  D D D D D D D D D D D
 1  D D D D D D D D D D D
 2  D D D D D D D D D D D
 3  D D D D D D D D S D D
 4  S S D D D D D D S S D
 5  S S S S D D D D S S D
 6  S S S S S S D D S S S
 7  S S S S S S S S S S S
 8  n n n n n n n n n n S
 9  n n n n n n n n n n S
"""

# Rows: the total of the player's two cards. Columns: the total of the banker's two cards.
PLAYER = """
    0 1 2 3 4 5 6 7 8 9
 0  D D D D D D D D S S
 1  D D D D D D D D S S
 2  D D D D D D D D S S
 3  D D D D D D D D S S
 4  D D D D D D D D S S
 5  D D D D D D D D S S
 6  S S S S S S S S S S
 7  S S S S S S S S S S
 8  S S S S S S S S S S
 9  S S S S S S S S S S
"""

# The item of article 9(3) that makes the banker draw, and of 9(4) that makes it stand,
# after a card of the player: by the total of the banker's two cards.
MUST = {0: (1,), 1: (1,), 2: (1,), 3: (2,), 4: (3,), 5: (4,), 6: (5,)}
MUST_NOT = {3: (1,), 4: (2,), 5: (3,), 6: (4,), 7: (5,)}
# The same where the player stands with 6 or 7.
MUST_AFTER_NONE = dict.fromkeys(range(6), (6,))
MUST_NOT_AFTER_NONE = {6: (4,), 7: (5,), 8: (5,), 9: (5,)}
# And where the player has a natural.
MUST_NOT_AFTER_NATURAL = {**dict.fromkeys(range(6), (6,)), 6: (4, 6), 7: (5, 6), 8: (5, 6), 9: (5, 6)}

# Cards by what they count; the tens and face cards by turns.
_NOUGHTS = cycle("TJQK")
_SUITS = cycle("shcd")


def table(text: str) -> dict[tuple[int, str], str]:
    """The cells of a table, by the total of its row and the heading of its column."""
    head, *rows = (line.split() for line in text.strip("\n").splitlines())
    return {(int(row[0]), column): cell for row in rows for column, cell in zip(head, row[1:], strict=True)}


@cache
def game(language: str = "zh", dealing: str = "shoe") -> Game:
    return load("mo/baccarat@2004-05-18", text=language, options={"dealing": dealing})


def card(value: int) -> str:
    """A card that counts so much, of one rank and suit after another."""
    rank = next(_NOUGHTS) if value == 0 else "A" if value == 1 else str(value)
    return rank + next(_SUITS)


def pairs_of(total: int) -> list[tuple[int, int]]:
    """All the ways in which two cards come to a total."""
    return [(first, (total - first) % 10) for first in range(10)]


def played(player: tuple[int, int], banker: tuple[int, int], third: int, on: Game | None = None) -> Round:
    """A round of cards that count so much; `third` is the first card after the first four."""
    values = (player[0], banker[0], player[1], banker[1], third, 5)
    round_ = (on or game()).new_round(cards=[card(v) for v in values])
    round_.apply(PlaceBet("", "", "tie", 1))
    round_.apply(Deal())
    assert round_.is_over
    return round_


def drew(round_: Round, side: str) -> bool:
    return len(round_.state.hands[side]) == 3


def decision(round_: Round, side: str) -> Step:
    """The step in which the rules said whether a side draws."""
    (found,) = (s for s in round_.trace if s.kind in ("required", "not-allowed") and s.party == side)
    assert (found.kind == "required") == drew(round_, side)
    return found


def items(paragraph: int, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"art_9__point_{paragraph}__point_{n}" for n in numbers)


def players_for(column: str) -> list[tuple[int, int]]:
    """Two cards with which the player draws (0 to 5), or stands without a natural (6 and 7)."""
    totals = (6, 7) if column == "-" else range(6)
    return [pairs_of(total)[total] for total in totals]


# ── The banker ──────────────────────────────────────────────────────────────

CELLS = table(BANKER)


def test_the_table_has_110_situations() -> None:
    assert len(CELLS) == 110
    assert set(CELLS) == set(product(range(10), [*"0123456789", "-"]))


Pair = tuple[int, int]


def met(some: list[Pair], others: list[Pair], language: str) -> Iterator[tuple[Pair, Pair]]:
    """Pairs of cards of both sides: all with all in a language, or without one each at least once."""
    return product(some, others) if language != "-" else zip(some, cycle(others), strict=False)


def situations(language: str) -> Iterator[tuple[int, str, Round]]:
    """Every cell of the table, with every pair of cards of the banker, and totals of the player."""
    for total, column in CELLS:
        for banker, player in met(pairs_of(total), players_for(column), language):
            third = 5 if column == "-" else int(column)
            yield total, column, played(player, banker, third, game(language.replace("-", "zh")))


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_banker_draws_and_stands_as_the_table_says(language: str) -> None:
    count = 0
    for total, column, round_ in situations(language):
        count += 1
        cell = CELLS[total, column]
        assert drew(round_, "banker") == (cell == "D"), (total, column)
        assert drew(round_, "player") == (column != "-" and cell != "n"), (total, column)
    assert count == (10 * (100 + 10) if language == "-" else 10 * (100 * 6 + 10 * 2))


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_each_situation_is_decided_by_the_item_that_names_it(language: str) -> None:
    for total, column, round_ in situations(language):
        step = decision(round_, "banker")
        if CELLS[total, column] == "n":
            assert step.provisions == items(4, (5,)), (total, column)
        elif step.kind == "required":
            expected = MUST_AFTER_NONE if column == "-" else MUST
            assert step.provisions == items(3, expected[total]), (total, column)
        else:
            expected = MUST_NOT_AFTER_NONE if column == "-" else MUST_NOT
            assert step.provisions == items(4, expected[total]), (total, column)


@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("total", range(10))
def test_banker_stands_against_a_natural(natural: int, total: int) -> None:
    for player, banker in product(pairs_of(natural), pairs_of(total)):
        round_ = played(player, banker, 5)
        assert not drew(round_, "player")
        assert not drew(round_, "banker")
        assert decision(round_, "banker").provisions == items(4, MUST_NOT_AFTER_NATURAL[total])


def test_the_automatic_shuffler_deals_to_the_same_table() -> None:
    for (total, column), cell in CELLS.items():
        third = 5 if column == "-" else int(column)
        round_ = played(players_for(column)[-1], pairs_of(total)[3], third, game(dealing="shuffler"))
        assert drew(round_, "banker") == (cell == "D"), (total, column)


# ── The player ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_player_draws_and_stands_as_the_table_says(language: str) -> None:
    cells = table(PLAYER)
    assert len(cells) == 100
    for (total, column), cell in cells.items():
        for player, banker in met(pairs_of(total), pairs_of(int(column)), language):
            round_ = played(player, banker, 7, game(language.replace("-", "zh")))
            step = decision(round_, "player")
            assert drew(round_, "player") == (cell == "D"), (player, banker)
            assert step.provisions == (("art_9__point_1",) if cell == "D" else ("art_9__point_2",))


# ── Rules that contradict each other, but for the exceptions ────────────────


def without_exceptions() -> Game:
    rules = game().rules
    return make_game(replace(rules, precedences=()), "2004-05-18", {}, {})


def contradicted(player: tuple[int, int], banker: tuple[int, int]) -> tuple[str, ...]:
    with pytest.raises(UnsettledCase) as caught:
        played(player, banker, 5, without_exceptions())
    assert caught.value.key == "conflict-action"
    return caught.value.provisions


def test_a_natural_of_the_banker_would_leave_9_1_against_9_2() -> None:
    assert contradicted((2, 3), (9, 0)) == ("art_9__point_1", "art_9__point_2")


def test_a_natural_of_the_player_would_leave_9_3_against_9_4_6() -> None:
    assert contradicted((9, 0), (2, 3)) == (*items(3, (6,)), *items(4, (6,)))
    assert contradicted((9, 0), (1, 0)) == (*items(3, (6,)), *items(4, (6,)))


def test_nothing_else_in_article_9_is_contradictory() -> None:
    """Without the exceptions, the contradictions are those with a natural of the other side, and no more."""
    free = without_exceptions()
    for points, other in product(range(10), range(10)):
        player, banker = pairs_of(points)[0], pairs_of(other)[0]
        natural = (points < 6 and other > 7) or (points > 7 and other < 6)
        for third in range(10):
            try:
                played(player, banker, third, free)
            except UnsettledCase:
                assert natural, (points, other, third)
            else:
                assert not natural, (points, other, third)
