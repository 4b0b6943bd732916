"""Rounds in notation are read back as they were written, and what is none is refused by name."""

from fractions import Fraction

import pytest

from hidden_card import TEXT
from lexludi import IllegalAction, InvalidStack, LexludiError, PlaceBet, load
from lexludi.play.notation import bet_in, choice_in, choice_text
from small import game_of


@pytest.mark.parametrize(
    ("text", "bet"),
    [
        ("ante=10", PlaceBet("", "", "ante", 10)),
        ("1:ante=10", PlaceBet("", "1", "ante", 10)),
        ("player-2@box-1:ante=5/2", PlaceBet("player-2", "box-1", "ante", Fraction(5, 2))),
        ("total/9=2.5", PlaceBet("", "", "total", Fraction(5, 2), "9")),
        ("player-2@box-1:main bet=5", PlaceBet("player-2", "box-1", "main bet", 5)),
        ("two-numbers/2+5=5", PlaceBet("", "", "two-numbers", 5, "2+5")),
        ("Ana%20Maria%40casa@ante=1", PlaceBet("Ana Maria@casa", "", "ante", 1)),
        ("ante", None),
        ("ante=", None),
        ("ante=1/0", None),
        ("=3", None),
    ],
)
def test_a_bet_is_read(text: str, bet: PlaceBet | None) -> None:
    assert bet_in(text) == bet


def test_a_choice_has_an_amount_or_none() -> None:
    for text, choice in (("play", ("play", None)), ("lower=5/2", ("lower", Fraction(5, 2)))):
        assert choice_in(text) == choice
        assert choice_text(*choice) == text


@pytest.mark.parametrize("moves", ["", "3", "3 2", "3 2 play", "3 2 fold"])
def test_a_position_is_read_back_as_it_was_written(moves: str) -> None:
    game = game_of(TEXT)
    at = game.position(f"1:ante=3/2 | {moves}")
    assert str(at) == f"player-1@box-1:ante=3/2 | {moves}".strip()
    assert game.position(str(at)) == at


@pytest.mark.parametrize("name", ["Ana Maria", "a@b|c", "50%", "%40", "陳大文", "1:2=3/4", "tab\tnew\nline", "🂡"])
def test_whoever_bets_may_have_any_name(name: str) -> None:
    game = game_of(TEXT)
    at = game.tree(PlaceBet(name, "box-1", "ante", 1)).parse("3 2 play")
    assert game.position(str(at)) == at
    assert at.tree.bets[0].bettor == name


def test_objects_are_read_as_everywhere() -> None:
    game = load("mo/q-poker")
    first, second = (game.position(f"1:ante=1 | {cards}") for cards in ("Qs 10h", "Q♠ Th"))
    assert first == second


@pytest.mark.parametrize(
    ("text", "problem", "key"),
    [
        ("", IllegalAction, "no-bets"),
        ("ante", IllegalAction, "not-notation"),
        ("1:ante=1 | 7", InvalidStack, "unknown-object"),
        ("1:ante=1 | play", InvalidStack, "unknown-object"),
        ("1:ante=1 | 3 2 3", IllegalAction, "unknown-choice"),
        ("1:ante=1 | 3 2 play=x", IllegalAction, "not-notation"),
        ("1:ante=1 | 3 2 play=1", IllegalAction, "takes-no-amount"),
        ("1:ante=1 | 3 2 play play", IllegalAction, "round-over"),
    ],
)
def test_what_is_no_notation_is_refused(text: str, problem: type[LexludiError], key: str) -> None:
    with pytest.raises(problem) as refusal:
        game_of(TEXT).position(text)
    assert refusal.value.key == key
