"""A party that throws objects of two kinds: refused, since of what it threw the last throw alone would count."""

from fractions import Fraction

import pytest

from lexludi.exact.odds import odds
from small import DIE, HEADER, diagnosed, game_of

COIN = """\
  “rank”, from high to low: 2 and 1.
  material: 1 “coin”, each showing one “rank”.
  each “coin” counts the number that it shows.
"""
WAY = "  house option “way”: “plain” or “short”; default “plain”.\n"
AT_BOX = "  there are 2 “box”.\n  “player” bets at “box”.\n"
HEAD = DIE.replace("  there is one", f"{COIN}  there is one “helper”.\n  there is one")
BETS = "Article 2\n  bets are accepted.\n"
TOTAL = "the total thrown by “banker”"


def throw(kind: str, by: str = "“banker”") -> str:
    return f"  {by} throws “{kind}”.\n"


OTHER = WAY.replace("way", "other")


def under(choice: str, sentence: str, option: str = "way") -> str:
    return f"  when “{option}” is “{choice}”, then {sentence.lstrip()}"


def text_of(steps: str, total: str = TOTAL) -> str:
    end = f"  settle “big”.\n  when {total} is 4, then “big” pays 1 to 1.\n  in every other case, “big” loses.\n"
    return HEAD + BETS + steps + end


def refused(text: str) -> list[int]:
    """The lines of the throws that are refused, counted from that of the bets."""
    whole = HEADER + text
    begun = whole[: whole.index(BETS)].count("\n") + 1
    found = [d for d in diagnosed(text)[1] if d.code == "thrown-of-two-kinds"]
    return [whole[: d.labels[0].span.start].count("\n") - begun for d in found]


@pytest.mark.parametrize(
    ("steps", "lines"),
    [
        (throw("die") + throw("coin"), [2]),
        (throw("die") + throw("coin") + throw("die"), [2, 3]),
        (throw("die") + throw("die"), []),
        (throw("die") + throw("coin", "“helper”"), []),
        (throw("die") + f"  when {TOTAL} is 3, then {throw('coin').lstrip()}", [2]),
        (throw("die", "each “player” with a bet") + throw("coin", "each “player” with a bet"), [2]),
        # One of them is thrown in any case.
        (throw("die") + WAY + under("short", throw("coin")), [3]),
        (WAY + under("plain", throw("die")) + under("short", throw("coin")), []),
        (WAY + under("plain", throw("die")) + under("plain", throw("coin")), [3]),
        # Of two options each may have its value.
        (WAY + OTHER + under("plain", throw("die")) + under("short", throw("coin"), "other"), [4]),
    ],
)
def test_a_second_kind_is_refused_at_the_throw_that_would_replace_the_first(steps: str, lines: list[int]) -> None:
    assert refused(text_of(steps)) == lines


def test_those_who_bet_throw_as_those_at_whom_they_bet() -> None:
    steps = throw("die", "each “player” with a bet") + throw("coin", "each “box” with a bet")
    text = text_of(steps, "the total thrown by “player”").replace("  “player” bets.\n", AT_BOX)
    assert refused(text) == [2]


def test_what_two_parties_throw_is_added_up() -> None:
    """Of a die with three faces and a coin with two, two of six throws count four: 3 and 1, 2 and 2."""
    both = text_of(throw("die") + throw("coin", "“helper”"), f"the sum of {TOTAL} and the total thrown by “helper”")
    lines = odds(game_of(both).decided).bets["big"].lines
    assert {line.outcome.result: line.probability for line in lines} == {"win": Fraction(1, 3), "lose": Fraction(2, 3)}
