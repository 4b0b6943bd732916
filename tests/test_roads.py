"""The score roads of a shoe: the bead plate and the big road, as players of baccarat draw them."""

import re

import pytest

from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.cli.rounds import roads
from lexludi.play.game import load
from lexludi.play.roads import signs_of
from lexludi.play.telling import Teller
from small import THREE_FACES, rules_of


def drawn_road(rounds: list[str]) -> list[str]:
    """The rows of a big road; a round is its result and what is marked: `B`, `T`, `P'`."""
    names = {"P": "player", "B": "banker", "T": "tie", "'": "banker-pair", ".": "player-pair"}
    rules = load("mo/baccarat@2004-05-18").rules
    teller = Teller(catalogue("en"), rules.glossary)
    lines = list(roads([tuple(names[c] for c in r) for r in rounds], rules.score, teller))
    return [" ".join(line.split()) for line in lines[lines.index("Big road") + 1 : -1]]


def test_the_signs_are_letters_of_words_that_tell_the_results_apart() -> None:
    """“win bet” and “tie bet” share their last word, of which the letters would be those of others at a table."""
    rules = rules_of(
        THREE_FACES + "  “win bet” is a bet.\n  “tie bet” is a bet.\n  “pair bet” is a bet.\n"
        "  the score records “win bet” and “tie bet”, and marks “pair bet”.\n"
    )
    teller = Teller(catalogue("en"), rules.glossary)
    assert signs_of(rules.score, teller) == {"win-bet": "W", "tie-bet": "T", "pair-bet": "'"}


def test_the_big_road_turns_at_the_sixth_row_and_at_what_is_in_its_way() -> None:
    """Eight wins turn right under the next column, which then turns above them; the third side starts past the tail."""
    assert drawn_road(["P"] * 8 + ["B"] * 6 + ["P"]) == ["P B P", "P B", "P B", "P B", "P B B", "P P P"]


def test_ties_are_counted_on_the_win_before_them_and_those_that_open_a_shoe_on_the_first() -> None:
    assert drawn_road(["T", "T", "P'", "T'", "B'.", "T", "B"])[:2] == ["P'3 B'.1", "B"]
    assert drawn_road(["T"])[0] == "·1"


@pytest.mark.parametrize(
    ("language", "title", "last"),
    [
        ("en", r"── Score of rounds (\d+) to (\d+) ──", "rounds that remain after this one: 0"),
        ("pt", r"── Registo das jogadas (\d+) a (\d+) ──", "jogadas que restam depois desta: 0"),
        ("zh", r"── 第(\d+)局至第(\d+)局之牌路 ──", "本局之後尚餘0局"),
    ],
)
def test_each_shoe_ends_with_its_own_roads(
    language: str, title: str, last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = "play mo/baccarat@2004-05-18 --option packs=6 --seed 1 --bet tie=1 --rounds 90".split()
    assert main([*command, "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    rounds = [n for n, line in enumerate(lines) if re.match(r"── .*\d", line) and not re.fullmatch(title, line)]
    ends = [sum(r < n for r in rounds) for n, line in enumerate(lines) if last in line]
    assert len(rounds) == 90
    assert len(ends) == 1, "one whole shoe, and a part of the next"
    titles = [(n, tuple(map(int, m.groups()))) for n, line in enumerate(lines) if (m := re.fullmatch(title, line))]
    assert [numbers for _, numbers in titles] == [(1, ends[0]), (ends[0] + 1, 90)]
    for at, (first, until) in titles:
        assert sum(len(row.split()) for row in lines[at + 2 : at + 8]) == until - first + 1


def test_a_round_that_was_not_played_to_its_end_is_none_of_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    """Of thirteen cards two rounds take eleven: two remain for the third, which four open."""
    cards = "Qs Kh Qd 7c 9h 2s Qs Kh Qd 7c 9h 2s 3s"
    assert main(["play", "mo/baccarat", "--cards", cards, "--bet", "banker=100", "--rounds", "4", "--lang", "en"]) == 1
    out = capsys.readouterr().out
    assert "── Round 3 ──" in out
    assert "── Score of rounds 1 to 2 ──" in out
