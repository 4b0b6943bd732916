"""The full shoe of the playthrough, read line by line against article 9 and the arithmetic written out by hand here."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

TEXT = (Path(__file__).parent / "playthroughs" / "baccarat-2004-05-18.txt").read_text("utf-8")
PLAY, ROADS = TEXT.split("Quadro de resultados («Bead Plate»)\n")
ROUNDS = re.split(r"(?m)^── \d+\n", PLAY)[1:]
PLAYER, BANKER = "grupo jogador", "grupo banqueiro"
RANKS = {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0}


def value(card: str) -> int:
    rank = card[:-1]
    return RANKS[rank] if rank in RANKS else int(rank)


def total(cards: list[str]) -> int:
    return sum(map(value, cards)) % 10


def dealt(text: str, side: str) -> list[str]:
    """The first two cards of a side, whose total the line must give."""
    found = re.search(rf"mão do {side}: (.*?), no total de (\d) ", text)
    assert found
    assert total(found[1].split()) == int(found[2])
    return found[1].split()


def drawn(text: str, side: str) -> list[str]:
    return re.findall(rf"o {side} tira (\S+)", text)


def burned(text: str) -> list[str]:
    found = re.search(r"inutilizam-se: (.*?)  \[", text)
    return found[1].split() if found else []


@cache
def cards(number: int) -> tuple[list[str], list[str], list[str], list[str]]:
    text = ROUNDS[number]
    return dealt(text, PLAYER), dealt(text, BANKER), drawn(text, PLAYER), drawn(text, BANKER)


def banker_must(two: int, third: int | None) -> set[str]:
    """The items of article 9, 3) that apply: the banker's total, and the card that the player drew."""
    items = {
        "(1)": third is not None and two in (1, 2, 0),
        "(2)": two == 3 and third in (1, 2, 3, 4, 5, 6, 7, 9, 0),
        "(3)": two == 4 and third in (2, 3, 4, 5, 6, 7),
        "(4)": two == 5 and third in (4, 5, 6, 7),
        "(5)": two == 6 and third in (6, 7),
        "(6)": third is None and two in (1, 2, 3, 4, 5, 0),
    }
    return {f"artigo 9.º, alínea 3), subalínea {item}" for item, applies in items.items() if applies}


def banker_must_not(two: int, third: int | None, player: int) -> set[str]:
    """The items of article 9, 4) that apply."""
    items = {
        "(1)": two == 3 and third == 8,
        "(2)": two == 4 and third in (1, 8, 9, 0),
        "(3)": two == 5 and third in (1, 2, 3, 8, 9, 0),
        "(4)": two == 6 and third in (None, 1, 2, 3, 4, 5, 8, 9, 0),
        "(5)": two in (7, 8, 9),
        "(6)": player in (8, 9),
    }
    return {f"artigo 9.º, alínea 4), subalínea {item}" for item, applies in items.items() if applies}


def ruled(text: str, side: str) -> tuple[bool, set[str]]:
    """Whether a side is told to draw, and the provisions cited for it."""
    found = re.search(rf"{side} (deve|não pode) tirar carta.*\[(.*)\]", text)
    assert found
    return found[1] == "deve", set(found[2].split("; "))


@pytest.mark.parametrize("number", range(len(ROUNDS)), ids=lambda n: f"round {n + 1}")
def test_article_9_is_followed_and_cited(number: int) -> None:
    player, banker, player_drew, banker_drew = cards(number)
    draws = total(player) < 6 and total(banker) < 8
    assert ruled(ROUNDS[number], PLAYER) == (draws, {"artigo 9.º, alínea 1)" if draws else "artigo 9.º, alínea 2)"})
    assert len(player_drew) == draws
    third = value(player_drew[0]) if player_drew else None
    must, must_not = banker_must(total(banker), third), banker_must_not(total(banker), third, total(player))
    draws = bool(must) and total(player) < 8
    assert ruled(ROUNDS[number], BANKER) == (draws, must if draws else must_not)
    assert len(banker_drew) == draws


def winner(number: int) -> str:
    player, banker, player_drew, banker_drew = cards(number)
    margin = total(player + player_drew) - total(banker + banker_drew)
    return "J" if margin > 0 else "B" if margin < 0 else "E"


def pairs(number: int) -> str:
    """The marks of pairs: the banker's, then the player's."""
    player, banker, _, _ = cards(number)
    return "".join(mark for (one, two), mark in ((banker, "'"), (player, ".")) if one[:-1] == two[:-1])


@pytest.mark.parametrize("number", range(len(ROUNDS)), ids=lambda n: f"round {n + 1}")
def test_the_five_bets_are_paid_to_the_cent(number: int) -> None:
    player, banker, player_drew, banker_drew = cards(number)
    won = winner(number)
    expected = {
        "player": {"J": ("win", "20"), "B": ("lose", "-20"), "E": ("void", "0")}[won],
        "banker": {"J": ("lose", "-15"), "B": ("win", "57/4"), "E": ("void", "0")}[won],  # 15 less 5 %: 14.25
        "tie": ("win", "40") if won == "E" else ("lose", "-5"),
        "player-pair": ("win", "22") if player[0][:-1] == player[1][:-1] else ("lose", "-2"),
        "banker-pair": ("win", "22") if banker[0][:-1] == banker[1][:-1] else ("lose", "-2"),
    }
    paid = re.findall(r"(?m)^  ([a-z-]+) (win|lose|void) (\S+)  \[", ROUNDS[number])
    assert {bet: (result, net) for bet, result, net in paid} == expected
    last = re.search(r"\{'player': (\d), 'banker': (\d)\}; (\S+)", ROUNDS[number])
    assert last
    assert (int(last[1]), int(last[2])) == (total(player + player_drew), total(banker + banker_drew))
    assert Fraction(last[3]) == sum(Fraction(net) for _, net in expected.values())


def test_the_shoe_holds_eight_packs_and_ends_at_the_cut_card() -> None:
    used = [[*burned(text), *(c for hand in cards(n) for c in hand)] for n, text in enumerate(ROUNDS)]
    assert [len(burned(text)) for text in ROUNDS] == [8] + [0] * (len(ROUNDS) - 1)
    copies = Counter(card for of_round in used for card in of_round)
    assert max(copies.values()) <= 8
    before_last = sum(map(len, used[:-1]))
    assert before_last < 416 - 12 <= before_last + len(used[-1]), "the white card appears in the last round"
    assert [n for n, text in enumerate(ROUNDS) if "jogadas que restam" in text] == [len(ROUNDS) - 1]


def test_the_bead_plate_and_the_big_road_tell_the_same_shoe() -> None:
    results = [winner(n) + pairs(n) for n in range(len(ROUNDS))]
    plate, road = ROADS.split("Estrada grande («Big Road»)\n")
    rows = [line.split() for line in plate.splitlines()]
    assert [rows[n % 6][n // 6] for n in range(len(results))] == results
    assert sum(map(len, rows)) == len(results)
    runs: list[list[str]] = []
    for result in results:
        if result[0] == "E":
            runs[-1][-1] += "E"  # this shoe does not begin with a tie
        elif runs and runs[-1][-1][0] == result[0]:
            runs[-1].append(result)
        else:
            runs.append([result])
    columns = [[win.replace("E", "") + (str(win.count("E")) if "E" in win else "") for win in run] for run in runs]
    assert max(map(len, columns)) == 6, "no run of this shoe is longer than a column"
    shown = [[line[2 + 4 * n : 6 + 4 * n].strip() for line in road.splitlines()[:6]] for n in range(len(columns))]
    assert [[cell for cell in column if cell] for column in shown] == columns
