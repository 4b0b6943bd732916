"""Bets that go on as bets of another kind and name a number: rounds by hand, the checks, odds and generated code."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from generated.agreement import read
from generated.vocabulary import glossary
from lexludi import load
from lexludi.base.errors import IllegalAction, UnsettledCase
from lexludi.base.messages import catalogue
from lexludi.checks.endings import number_out_of_range
from lexludi.checks.gap import gap
from lexludi.checks.survey import survey
from lexludi.exact.odds import odds
from lexludi.language.phrases import LANGUAGES
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Round
from lexludi.play.round_state import CONFLICT, DIFFER, GAP, OUT_OF_RANGE
from lexludi.play.telling import Teller
from lexludi.simulate.sampler import automaton_of, code_of
from small import DIE, Steps, game_of, glossary_of, law_of, placed, rules_of

# One die: a six wins and a one loses at once, any other number is named; then it wins before a one.
TEXT = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “first” is a bet.
  “second” is a bet that names a number from {low} through 5.

Article 2
1.
  bets are accepted.
2.
  “dealer” throws “die”.
  settle {settled}.
  repeat article 2, number 2 until every bet is decided.

Article 3
1.
  when the total of “dealer” is 6, then “first” pays 1 to 1.
2.
  when the total of “dealer” is 1, then “first” loses.
3.
  in every other case, “first” moves to “second”, naming the total of “dealer”.
4.
  when the total of “dealer” is equal to the number named, then “second” pays 2 to 1.
5.
  when the total of “dealer” is 1, then “second” loses.
{others}"""
STANDS = "6.\n  in every other case, “second” stands until it is decided.\n"


def text(*, settled: str = "“first” and “second”", low: int = 2, others: str = STANDS) -> str:
    return TEXT.format(settled=settled, low=low, others=others)


def played(written: str, throws: str) -> Round:
    round_ = game_of(written).new_round(cards=throws)
    for action in (PlaceBet("", "", "first", 10), Deal()):
        round_.apply(action)
    return round_


@pytest.mark.parametrize(
    ("throws", "gain"),
    [("6", 10), ("1", -10), ("4 4", 20), ("4 1", -10), ("3 2 6 5 3", 20), ("2 6 3 1", -10)],
)
@pytest.mark.parametrize("settled", ["“first” and “second”", "“second” and “first”"])
def test_a_bet_moves_to_the_number_thrown_and_no_throw_counts_twice(throws: str, gain: int, settled: str) -> None:
    round_ = played(text(settled=settled), throws)
    assert round_.is_over
    assert round_.returns() == {"player-1": gain}
    moved = [told for told in round_.steps if told.kind == "bet-gone-on"]
    assert [told.values[2] for told in moved] == ([throws[0]] if throws[0] in "2345" else [])
    # What says that it moves, and by what there is the bet that it is then.
    assert all(told.provisions == ("art_3__para_3", "art_1") for told in moved)


# Odds behind the number that a bet has moved to, three times on two or three and twice on four or five.
BEHIND = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “first” is a bet.
  “second” is a bet that names a number from 2 through 5.
  “behind” is a bet that names a number from 2 through 5.

Article 2
1.
  bets are accepted.
2.
  “dealer” throws “die”.
  settle “first”.
3.
  when the number named is 2 or 3, then bets on “behind” are accepted, up to 3 times the stake of “second”.
  when the number named is 4 or 5, then bets on “behind” are accepted, up to 2 times the stake of “second”.
  “dealer” throws “die”.
  settle “second” and “behind”.
  repeat article 2, number 3 until every bet is decided.

Article 3
1.
  when the total of “dealer” is 6, then “first” pays 1 to 1.
2.
  when the total of “dealer” is 1, then “first” loses.
3.
  in every other case, “first” moves to “second”, naming the total of “dealer”.
4.
  when the total of “dealer” is equal to the number named, then “second” pays 2 to 1.
5.
  when the total of “dealer” is 1, then “second” loses.
6.
  in every other case, “second” stands until it is decided.
7.
  when the total of “dealer” is equal to the number named, then “behind” pays {pays}.
8.
  when the total of “dealer” is 1, then “behind” loses.
9.
  in every other case, “behind” stands until it is decided.
"""


@pytest.mark.parametrize("pays", [Fraction(3), Fraction(1, 2)])
def test_odds_behind_a_bet_that_has_moved_stand_on_its_number(pays: Fraction) -> None:
    """A sixth wins and a sixth loses at once; a number then comes before a one, or after it, as probably.

    Odds are put behind where they are worth it: by how much depends on the number.
    """
    bet_odds = odds(rules_of(BEHIND.format(pays=f"{pays.numerator} to {pays.denominator}")), ("first",)).bets["first"]
    half, gain, staked = Fraction(1, 2), Fraction(0), Fraction(1)
    for number in (2, 3, 4, 5):
        times = (3 if number in (2, 3) else 2) if pays > 1 else 0
        gain += Fraction(1, 6) * (half * (2 + times * pays) - half * (1 + times))
        staked += Fraction(1, 6) * times
    assert (bet_odds.expectation, bet_odds.mean_stake) == (gain, staked)


def test_odds_behind_name_what_the_bet_before_them_names() -> None:
    round_ = game_of(BEHIND.format(pays="3 to 1")).new_round(cards="4 3 2 4")
    round_.apply(PlaceBet("", "", "first", 10))
    round_.apply(Deal())
    with pytest.raises(IllegalAction):
        round_.apply(Choose("", "", "behind", 21))
    round_.apply(Choose("", "", "behind", 20))
    assert round_.is_over
    assert [(bet.bet, bet.naming, bet.net) for bet in round_.state.bets] == [("second", "4", 20), ("behind", "4", 60)]


@pytest.mark.parametrize("kind", ["python", "numpy"])
def test_generated_code_puts_odds_behind_the_number(kind: str) -> None:
    """Of one unit, with the most behind, two on a 4 and three on a 3: they win thrice, or lose, with its number."""
    game = game_of(BEHIND.format(pays="3 to 1"))
    automaton = automaton_of(game, {"second": "behind"}, given=True)
    (die,) = game.questions.judge.hands.material.faces.values()
    numbers = {game.questions.judge.hands.material.symbols((thing,))[0]: thing for thing in die}
    columns = np.array([[numbers[face] for face in throws] for throws in ("4324", "4311", "3253", "6111")])
    arrivals = [automaton.arrivals[end] for end in code_of(automaton, kind).ends(columns.T).tolist()]
    assert [settled.net for arrival in arrivals for settled in arrival.settled] == [
        2 + 2 * 3,
        -1 - 2,
        2 + 3 * 3,
        1,
    ]


def test_no_gap_is_found_behind_a_bet_that_has_moved() -> None:
    whole = BEHIND.format(pays="3 to 1")
    assert not list(gap(law_of(whole)))


# A line that six wins and one loses; before every throw that comes after a three, one may come in.
LATER = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “line” is a bet.
  “first” is a bet.
  “second” is a bet that names a number from 2 through 5.

Article 2
1.
  bets are accepted.
2.
  when the total of “dealer” is 3, then bets on “first” are accepted, up to the stake of “line”.
  “dealer” throws “die”.
  settle “line”, “first” and “second”.
  repeat article 2, number 2 until every bet is decided.

Article 3
1.
  when the total of “dealer” is 6, then “line” pays 1 to 1.
2.
  when the total of “dealer” is 1, then “line” loses.
3.
  in every other case, “line” stands until it is decided.
4.
  when the total of “dealer” is 6, then “first” pays 1 to 1.
5.
  when the total of “dealer” is 1, then “first” loses.
6.
  in every other case, “first” moves to “second”, naming the total of “dealer”.
7.
  when the total of “dealer” is equal to the number named, then “second” pays 2 to 1.
8.
  when the total of “dealer” is 1, then “second” loses.
9.
  in every other case, “second” stands until it is decided.
"""


def test_a_bet_before_any_throw_is_made_once_and_moves_while_the_line_may_be_decided() -> None:
    """The line is fair; a three comes before a six or a one in a third of rounds, and coming in gains a third then."""
    bet_odds = odds(rules_of(LATER), ("line",)).bets["line"]
    coming_in = Fraction(4, 6) * (Fraction(1, 2) * 2 - Fraction(1, 2))
    assert (bet_odds.expectation, bet_odds.mean_stake) == (Fraction(1, 3) * coming_in, 1 + Fraction(1, 3))
    round_ = game_of(LATER).new_round(cards="2 3 4 3 6 4")
    round_.apply(PlaceBet("", "", "line", 10))
    round_.apply(Deal())
    round_.apply(Choose("", "", "first", 10))
    assert round_.is_over  # after the second three nobody is asked again
    assert [(bet.bet, bet.naming, bet.net) for bet in round_.state.bets] == [("line", "", 10), ("second", "4", 20)]


def test_nobody_bets_on_what_others_move_to() -> None:
    offered = [a for a in game_of(text()).new_round(seed=1).legal_actions() if isinstance(a, PlaceBet)]
    assert [bet.bet for bet in offered] == ["first"]


def test_the_odds_are_those_of_the_throws() -> None:
    """A sixth wins and a sixth loses at once; of the rest half wins twice the stake, and half loses."""
    bet_odds = odds(rules_of(text()), ("first",)).bets["first"]
    assert bet_odds.expectation == Fraction(1, 6) - Fraction(1, 6) + Fraction(4, 6) * (
        Fraction(1, 2) * 2 - Fraction(1, 2)
    )
    ends = Counter[Fraction | None]()
    for line in bet_odds.lines:
        ends[line.outcome.net] += line.probability  # type: ignore[assignment]
    assert ends == {Fraction(1): Fraction(1, 6), Fraction(2): Fraction(1, 3), Fraction(-1): Fraction(1, 2)}


def test_a_number_that_cannot_be_named_leaves_the_bet_undecided_and_is_foreseen() -> None:
    written = text(low=3)
    with pytest.raises(UnsettledCase, match="out-of-range-bet") as left:
        played(written, "2 1")
    assert "“second” is to name" in Teller(catalogue("en"), glossary_of(written)).problem(left.value)
    (found,) = number_out_of_range(law_of(written))
    assert found.labels[0].source.text[found.labels[0].span.start :].startswith("in every other case, “first” moves")
    ((_, thrown),) = found.hints[0].args["deal"].hands
    assert thrown == ("2",)
    whole = text()
    assert not list(number_out_of_range(law_of(whole)))


TOTAL = "the total of “dealer”"


@pytest.mark.parametrize(
    ("high", "low", "expected"),
    [
        # A two is named by the second rule alone.
        (TOTAL, TOTAL, [("art_3__para_7", "2")]),
        # Twice three, four or five is more than five; and twice two is four.
        (f"the sum of {TOTAL} and {TOTAL}", f"the sum of {TOTAL} and {TOTAL}", [("art_3__para_3", "3")]),
        (f"the sum of {TOTAL} and {TOTAL}", TOTAL, [("art_3__para_7", "2"), ("art_3__para_3", "3")]),
        (TOTAL, f"the sum of {TOTAL} and {TOTAL}", []),
    ],
)
def test_a_number_that_cannot_be_named_is_told_of_each_rule_by_which_it_would_be(
    high: str, low: str, expected: list[tuple[str, str]]
) -> None:
    move = "when the total of “dealer” is {}, then “first” moves to “second”, naming {}.\n"
    moves = move.format("3 through 5", high), STANDS + "7.\n  " + move.format("2", low)
    written = text(low=3, others=moves[1]).replace(
        f"in every other case, “first” moves to “second”, naming {TOTAL}.\n", moves[0]
    )
    found = [
        (diagnostic.labels[0].eid, diagnostic.hints[0].args["deal"].order)
        for diagnostic in number_out_of_range(law_of(written))
    ]
    assert sorted(found) == sorted((eid, (thrown,)) for eid, thrown in expected)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_leaves_a_bet_or_an_action_undecided_is_told(language: str) -> None:
    keys = [f"{problem}-{asked}" for problem in (GAP, CONFLICT) for asked in ("bet", "action")]
    keys += [OUT_OF_RANGE, f"{OUT_OF_RANGE}-bet", DIFFER, "conflict-event"]
    assert [key for key in keys if not catalogue(language).has(f"error.{key}")] == []


def test_a_gap_behind_a_move_is_found() -> None:
    """Without a rule on other throws, a bet that has moved is left open by the next throw of two to six but its own."""
    written = text(others="")
    (found,) = gap(law_of(written))
    assert found.args["question"].about == "second"


@pytest.mark.parametrize("kind", ["python", "numpy"])
def test_generated_code_plays_the_rounds_of_given_throws_as_they_were_worked_out(kind: str) -> None:
    game = game_of(text())
    automaton = automaton_of(game, {}, given=True)
    gains = {"61111": 1, "11111": -1, "44111": 2, "41111": -1, "32653": 2, "26311": -1}
    (die,) = game.questions.judge.hands.material.faces.values()
    numbers = {game.questions.judge.hands.material.symbols((thing,))[0]: thing for thing in die}
    columns = np.array([[numbers[face] for face in throws] for throws in gains], dtype=np.int64)
    arrivals = [automaton.arrivals[end] for end in code_of(automaton, kind).ends(columns.T).tolist()]
    assert [settled.net for arrival in arrivals for settled in arrival.settled] == list(gains.values())


def test_a_bet_that_has_moved_and_is_kept_begins_the_next_round_as_what_it_has_become() -> None:
    """Of three tokens no or one obverse, a half, cannot be named; with two or three it stays, until another number."""
    text = (Path(__file__).parent / "generated" / "found" / "kept-as-another-bet" / "1.en.ludi").read_text("utf-8")
    case, _ = read(text, "en", glossary(), 3_000)
    assert case is not None
    lines = odds(case.decided, ["bet-1"]).bets["bet-1"].lines
    ends = {(line.outcome.bet, line.outcome.result): line.probability for line in lines}
    assert ends == {("bet-1", "unsettled"): Fraction(1, 2), ("line-bet", "unsettled"): Fraction(1, 2)}


def test_what_a_bet_moves_to_is_left_open_with_it() -> None:
    """A round is not followed to where it reads the bets of others, whichever bet a bet is by then."""
    text = Path(__file__).parent / "generated" / "found" / "what-a-bet-moves-to-is-not-searched" / "1.en.ludi"
    game = load(str(text))
    skipped = survey(game.rules, game.settings).skipped
    assert {question.about for question, _ in skipped} == {"bet-1", "line-bet"}


# ── Amounts put on a kind to which a bet may move ───────────────────────────

# Beside the first bet comes a second one; by a choice of later the first becomes one of that kind itself.
BESIDE = (
    DIE.replace("banker", "dealer").replace("big", "first")
    + """  “second” is a bet.

Article 2
  bets are accepted.
  {offer}
  “player” with “first” chooses to “stay” or “switch”.
  upon “stay”: the turn ends.
  upon “switch”: “first” moves to “second”.
  “dealer” throws “die”.
  settle “first” and “second”.

Article 3
  when the total of “dealer” is 3, then “first” pays 1 to 1.
  in every other case, “first” loses.
  when the total of “dealer” is 3, then “second” pays 3 to 1.
  in every other case, “second” loses.
"""
)
PUT_BESIDE = {
    "window": "bets on “second” are accepted, up to the stake of “first”.",
    "put": (
        "“player” with “first” chooses to “second” or “no bet”.\n"
        "  upon “second”: an amount equal to the stake of “first” is put on “second”.\n"
        "  upon “no bet”: the turn ends."
    ),
}


@pytest.mark.parametrize("offer", PUT_BESIDE.values(), ids=PUT_BESIDE)
@pytest.mark.parametrize(
    ("second", "then", "bets", "net"),
    [
        ("second", "stay", [("first", 2), ("second", 2)], 2 + 6),
        ("second", "switch", [("second", 2), ("second", 2)], 6 + 6),
        ("no-bet", "switch", [("second", 2)], 6),
        ("no-bet", "stay", [("first", 2)], 2),
    ],
)
def test_an_amount_on_a_kind_that_its_bet_may_become_is_a_bet_beside_it(
    offer: str, second: str, then: str, bets: list[tuple[str, int]], net: int
) -> None:
    steps = Steps(BESIDE.format(offer=offer), placed("first", stake=2)).choose(second).choose(then)
    assert sorted((bet.bet, bet.stake) for bet in steps.state.placed) == bets
    assert sum(bet.net for bet in steps.give("3").state.placed) == net


@pytest.mark.parametrize("offer", PUT_BESIDE.values(), ids=PUT_BESIDE)
def test_the_best_of_an_amount_beside_a_bet_that_becomes_of_its_kind_is_to_take_both(offer: str) -> None:
    """A bet of the second kind gains 3/3 less 2/3 of its stake, one of the first 1/3 less 2/3: so two of the second."""
    assert odds(rules_of(BESIDE.format(offer=offer)), ("first",)).bets["first"].expectation == Fraction(2, 3)
