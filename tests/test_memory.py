"""Memory that texts take whose hands or rounds are many: they are answered, or refused, long before it is used up."""

import os
import re
import resource
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from lexludi.checks.reachable import Reachable
from lexludi.checks.situations import NotSearched
from lexludi.exact.budget import Budget, NotAnalysed, TooLarge, resident
from lexludi.exact.chances import Chances, chances_of, chances_of_each
from lexludi.play.game import Game
from lexludi.play.plan import Placed
from lexludi.play.table import alone_on_each
from small import game_of

# Of twelve numbers one ball each, of the thirteenth 68; the bet is on all twelve.
DOZEN = f"""\
Article 1
  “number”, from high to low: {", ".join(str(n) for n in range(13, 1, -1))} and 1.
  material: 1 set of “balls”, each with {", ".join(f"1 of {n}" for n in range(1, 13))} and 68 of 13.
  there is one “board”.
  “player” bets.
  “dozen” is a bet.
Article 2
1.
  bets are accepted.
2.
  deal to “board”, one “ball” at a time, face up, until each has 20.
3.
  settle “dozen”.
4.
  when {", and ".join(f"“board” shows {n}" for n in range(1, 13))}, then “dozen” pays 1 to 1.
  in every other case, “dozen” loses.
"""

# Eighty balls, of which twenty are drawn: tickets of four and of six, and the halves of the numbers.
KENO = f"""\
Article 1
  “number”, from high to low: {", ".join(str(n) for n in range(80, 1, -1))} and 1.
  material: 1 set of “balls”, each with {", ".join(f"1 of {n}" for n in range(1, 80))} and 1 of 80.
  “ticket 4” comprises 1 through 4.
  “ticket 6” comprises 1 through 6.
  “upper half” comprises 1 through 40.
  “odd numbers” comprises {", ".join(str(n) for n in range(1, 78, 2))} and 79.
  there is one “board”.
  “player” bets.
  “pick 4” is a bet.
  “pick 6” is a bet.
  “upper” is a bet.
  “odd” is a bet.
Article 2
1.
  bets are accepted.
2.
  deal to “board”, one “ball” at a time, face up, until each has 20.
3.
  settle “pick 4”, “pick 6”, “upper” and “odd”.
Article 3
1.
  “pick 4” pays by the number of times that “board” shows “ticket 4”:
1)
  4 1 to 1.
2.
  “pick 6” pays by the number of times that “board” shows “ticket 6”:
1)
  6 1 to 1.
3.
  when the number of times that “board” shows “upper half” is higher than 10, then “upper” pays 1 to 1.
  when the number of times that “board” shows “odd numbers” is higher than 10, then “odd” pays 1 to 1.
4.
  in every other case, “pick 4”, “pick 6”, “upper” and “odd” lose.
"""

# Cards come to two sides in turn until one is of the rank that lies open.
IN_OR_OUT = """\
Article 1
  “suit”, from high to low: “spades”, “hearts”, “clubs” and “diamonds”.
  “rank”, from high to low: 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2 and 1.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”.
  every other “card” counts its face value.
  there is one “joker”.
  there is one “inside”.
  there is one “outside”.
  “player” bets.
  “in” is a bet.
Article 2
1.
  bets are accepted.
2.
  deal to “joker”, one “card” at a time, face up, until each has one.
3.
  “inside” follows the rules on “draw”.
  upon “draw”: takes one “card”.
  “inside” must “draw”.
  “outside” must “draw”.
4.
  when the card drawn by “inside” is equal to the total of “joker”, then settle “in”.
5.
  when every bet is decided, then the round ends.
6.
  “outside” follows the rules on “draw”.
7.
  when the card drawn by “outside” is equal to the total of “joker”, then settle “in”.
8.
  repeat article 2, paragraph 3 until every bet is decided.
Article 3
  when the card drawn by “inside” is equal to the total of “joker”, then “in” pays 1 to 1.
  in every other case, “in” loses.
"""

# Two rows of cards, each until it counts 31 or more.
ROWS = """\
Article 1
  “suit”, from high to low: “spades”, “hearts”, “clubs” and “diamonds”.
  “rank”, from high to low: 10, 9, 8, 7, 6, 5, 4, 3, 2 and 1.
  material: 6 packs of “cards”, each with one for each combination of “suit” and “rank”.
  every other “card” counts its face value.
  there is one “black row”.
  there is one “red row”.
  “player” bets.
  “black” is a bet.
Article 2
1.
  bets are accepted.
2.
  “black row” repeatedly follows the rules on “draw”, until the total of “black row” is higher than 30.
  upon “draw”: takes one “card”.
  “black row” must “draw”.
  “red row” must “draw”.
3.
  “red row” repeatedly follows the rules on “draw”, until the total of “red row” is higher than 30.
4.
  settle “black”.
Article 3
  when the total of “black row” is lower than the total of “red row”, then “black” pays 1 to 1.
  in every other case, “black” loses.
"""


def bet_of(game: Game, kind: str) -> Placed:
    (bet,) = alone_on_each(game.questions.judge.rules, kind)
    return bet


def expectation(text: str, kind: str) -> Fraction | None:
    game = game_of(text)
    return chances_of(game.questions, bet_of(game, kind)).expectation


def searched(text: str, kind: str) -> Reachable:
    game = game_of(text)
    return Reachable(game.questions, (bet_of(game, kind),), Budget()).run()


# ── Each by itself, in a process of its own ─────────────────────────────────


def dozen() -> None:
    """All twelve, and eight of the 68: C(68, 8) of the C(80, 20) choices."""
    wins = Fraction(comb(68, 8), comb(80, 20))
    assert wins == Fraction(51, 24391353490)
    assert expectation(DOZEN, "dozen") == 2 * wins - 1
    assert len(searched(DOZEN, "dozen").met["bet", "dozen", ""].spots) == 2**12


def keno() -> None:
    """Each ticket has C(80 - n, 20 - n) of C(80, 20) draws; half of those without ten of each are above ten."""
    questions = game_of(KENO).questions
    bets = [bet for kind in ("pick-4", "pick-6", "upper", "odd") for bet in alone_on_each(questions.judge.rules, kind)]
    found = {bet.bet: chances for (bet,), chances in chances_of_each(questions, bets)}
    wins = {f"pick-{n}": Fraction(comb(80 - n, 20 - n), comb(80, 20)) for n in (4, 6)}
    wins["upper"] = wins["odd"] = (1 - Fraction(comb(40, 10) ** 2, comb(80, 20))) / 2
    layers = set()
    for kind, chances in found.items():
        assert isinstance(chances, Chances)
        assert chances.expectation == 2 * wins[kind] - 1
        layers.add(id(chances.layers))
    # Together they would tell apart some hundred thousand hands; alone they look at 53.
    assert len(layers) == 4


def in_or_out() -> None:
    with pytest.raises(NotAnalysed) as found:
        expectation(IN_OR_OUT, "in")
    assert found.value.reason == "chain-too-long"


def rows() -> None:
    """Either row ends with 31 to 40, whatever the other has: the last card brings it from at most 30 beyond."""
    ends = {(black, red) for black in range(31, 41) for red in range(31, 41)}
    assert set(searched(ROWS, "black").met["bet", "black", ""].spots) == ends


def rows_not_searched() -> None:
    """One card of ten kinds comes at a time: that there are ten is no reason."""
    game = game_of(ROWS)
    with pytest.raises(NotSearched) as found:
        Reachable(game.questions, (bet_of(game, "black"),), Budget(60, 20 << 20)).run()
    assert found.value.args == ("no-memory",)


def rows_refused() -> None:
    game = game_of(ROWS)
    with pytest.raises(TooLarge) as found:
        chances_of(game.questions, bet_of(game, "black"), budget=Budget(60, 300 << 20))
    # No hands are dealt of which it could be said that they are too many.
    assert (found.value.key, "hands" in found.value.args_by_name) == ("too-large-to-follow", False)


MEASURED = """
import sys, test_memory
print(test_memory.taken_by(getattr(test_memory, sys.argv[1])))
"""


def taken_by(work: object) -> int:
    """The megabytes that a function takes at most, beyond what the process has before."""
    assert callable(work)
    before = resident()
    work()
    # Not what `getrusage` says: that has the most of the process that started this one in it.
    highest = re.search(r"VmHWM:\s*([0-9]+) kB", Path("/proc/self/status").read_text("ascii"))
    assert highest
    return int(highest[1]) * 1024 - before >> 20


@pytest.mark.parametrize(
    ("work", "megabytes"),
    [("dozen", 60), ("keno", 60), ("in_or_out", 400), ("rows", 200), ("rows_not_searched", 60), ("rows_refused", 300)],
)
def test_no_more_memory_is_taken_than_what_is_asked_needs(work: str, megabytes: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, work],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (4 << 30, resource.RLIM_INFINITY)),
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) <= megabytes
