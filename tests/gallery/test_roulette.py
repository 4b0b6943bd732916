"""Roulette with one zero: its layout worked out from the place of each number, its odds by counting pockets."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from lexludi.base.errors import IllegalAction
from lexludi.exact.odds import odds
from lexludi.play.actions import PlaceBet
from lexludi.play.game import load
from lexludi.play.table import complete, possible_bets

WORK = "xx/roulette"
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
PLACE = {n: (n, (n - 1) // 3, (n - 1) % 3) for n in range(1, 37)}  # number, row, column
PAYS = {
    "straight": 35, "split": 17, "street": 11, "corner": 8, "first-four": 8, "line": 5,
    "column-bet": 2, "dozen-bet": 2, "even-chance": 1,
}  # fmt: skip


def layout() -> Iterator[tuple[str, frozenset[int]]]:
    """Every bet of the layout, as the numbers that win it: from rows and columns, not from a list."""
    yield from (("straight", frozenset({n})) for n in range(37))
    for one, other in combinations(range(37), 2):
        if one == 0:
            touching = other <= 3
        else:
            (_, row, column), (_, row_2, column_2) = PLACE[one], PLACE[other]
            touching = abs(row - row_2) + abs(column - column_2) == 1
        if touching:
            yield "split", frozenset({one, other})
    rows = [frozenset(n for n, row, _ in PLACE.values() if row == number) for number in range(12)]
    yield from (("street", row) for row in (*rows, frozenset({0, 1, 2}), frozenset({0, 2, 3})))
    for row, column in ((row, column) for row in range(11) for column in range(2)):
        yield "corner", frozenset(n for n, r, c in PLACE.values() if r - row in (0, 1) and c - column in (0, 1))
    yield "first-four", frozenset(range(4))
    yield from (("line", one | other) for one, other in pairwise(rows))
    yield from (("column-bet", frozenset(n for n, _, c in PLACE.values() if c == column)) for column in range(3))
    yield from (("dozen-bet", frozenset(range(first, first + 12))) for first in (1, 13, 25))
    numbers = frozenset(range(1, 37))
    for half in (RED, numbers - RED, range(1, 37, 2), range(2, 37, 2), range(1, 19), range(19, 37)):
        yield "even-chance", frozenset(half)


def test_the_layout_has_the_157_bets_that_rows_and_columns_make() -> None:
    game = load(WORK)
    shows = game.questions.judge.hands.material
    found = []
    for bet in possible_bets(game):
        named = bet.naming or "first-four-numbers"
        winning = {int(o.symbol) for thing, o in enumerate(shows.objects) if shows.shows(thing, named)}
        found.append((bet.bet, frozenset(winning)))
    assert len(found) == 157
    assert sorted((bet, sorted(numbers)) for bet, numbers in found) == sorted(
        (bet, sorted(numbers)) for bet, numbers in layout()
    )


@pytest.mark.parametrize(("partage", "of_an_even_chance"), [("not-adopted", "-1/37"), ("adopted", "-1/74")])
def test_every_bet_has_the_expectation_counted_over_37_pockets(partage: str, of_an_even_chance: str) -> None:
    """The published edges: 2.7 % on every bet, 1.35 % on an even chance with la partage."""
    rules = load(WORK, options={"la-partage": partage}).questions.judge.rules.source
    found = odds(rules).bets
    assert {each.bet for each in found.values()} == PAYS.keys()
    by_zero = Fraction(-1, 2) if partage == "adopted" else Fraction(-1)
    for bet, winning in layout():
        zero = by_zero if bet == "even-chance" else Fraction(-1)
        nets = [PAYS[bet] if n in winning else zero if n == 0 else Fraction(-1) for n in range(37)]
        (bet_odds,) = [o for o in found.values() if o.bet == bet]  # all names of a bet have the same odds
        assert bet_odds.expectation == Fraction(sum(nets), 37)
    assert found["even-chance"].expectation == Fraction(of_an_even_chance)
    assert found["straight"].expectation == Fraction(-1, 37)


def test_rounds_are_played_with_what_is_named_in_any_order() -> None:
    game = load(WORK)
    assert complete(game, PlaceBet("", "", "corner", 1, "5+2+4+1")).naming == "1+2+4+5"
    with pytest.raises(IllegalAction):
        game.new_round(seed=1).apply(complete(game, PlaceBet("", "", "split", 1, "1+36")))
