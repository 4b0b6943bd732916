"""Amounts that outlast rounds: fed, paid out and made up in rounds one after another, and in exact odds."""

from fractions import Fraction
from time import monotonic, process_time

import numpy as np
import pytest

from lexludi.diff.edits import op_of
from lexludi.diff.finding import rule_edits
from lexludi.diff.outcomes import compare_outcomes
from lexludi.diff.sides import Side
from lexludi.exact import budget as limits
from lexludi.exact import chances, meters
from lexludi.exact.odds import BetShare, odds
from lexludi.play.actions import Deal, Irregularity, PlaceBet
from lexludi.play.session import Session
from lexludi.rules.model import RuleSet
from lexludi.rules.portable import rules_from_text, rules_to_text
from lexludi.rules.settings import decide, resolve_settings
from lexludi.simulate.sampler import automaton_of, code_of
from small import THREE_FACES, document_of, game_of, rules_of

# One die: a six takes all, a five a tenth, a four takes two; half of each stake goes in before the throw.
TEXT = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “jackpot” is a bet.
  “meter” is an amount kept from round to round, beginning with 20.
{more}
Article 2
  bets are accepted.
  half of the stake of “jackpot” is added to “meter”.
  “dealer” throws “die”.
  settle “jackpot”.

Article 3
1.
  “jackpot” loses.
2.
  when the total of “dealer” is 6, then “jackpot” receives the whole of “meter”.
3.
  when the total of “dealer” is 5, then “jackpot” receives 1/10 of “meter”.
4.
  when the total of “dealer” is 4, then “jackpot” receives 2 out of “meter”.
5.
  when “mishap” happens, then the round is void and so are its bets.
"""
MADE_UP = "  where a payment leaves less in “meter” than it began with, it is made up to that.\n"
FIVE = "  the stake of “jackpot” must be 5.\n"


def text(more: str = "") -> str:
    return TEXT.format(more=more)


def rounds(regulation: str, throws: str, bettors: int = 1) -> tuple[list[dict[str, object]], list[object]]:
    """The gains of rounds one after another with stakes of two, and what each has left in the meter."""
    session = Session(game_of(regulation), cards=throws)
    gains: list[dict[str, object]] = []
    left: list[object] = []
    for _ in throws.split():
        round_ = session.new_round()
        for number in range(1, bettors + 1):
            round_.apply(PlaceBet(f"player-{number}", "", "jackpot", 2))
        round_.apply(Deal())
        gains.append(dict(round_.returns()))
        left.append(round_.meters["meter"])
    return gains, left


def test_the_meter_outlasts_rounds_and_pays_what_is_in_it() -> None:
    """By hand: 21 stays; 22 pays 2.2; 20.8 pays 2; 19.8 pays all; 1 stays."""
    gains, left = rounds(text(), "1 5 4 6 1")
    assert [gain["player-1"] for gain in gains] == [-2, Fraction(1, 5), 0, Fraction(89, 5), -2]
    assert left == [21, Fraction(99, 5), Fraction(94, 5), 0, 1]


def test_amounts_are_told_as_exact_strings_whole_or_not() -> None:
    """Half of the stake is added; of 22 a tenth is paid, of 21.5 all is."""
    told = []
    for stake, throw in ((4, "5"), (3, "6")):
        round_ = game_of(text()).new_round(cards=throw)
        round_.apply(PlaceBet("player-1", "", "jackpot", stake))
        round_.apply(Deal())
        steps = {step.kind: step.values for step in round_.trace}
        told.append([(steps[kind]["amount"], steps[kind]["left"]) for kind in ("meter-fed", "meter-paid")])
    assert told == [[("2", "22"), ("11/5", "99/5")], [("3/2", "43/2"), ("43/2", "0")]]


def test_what_a_meter_lacks_is_told_to_be_paid_by_the_house() -> None:
    """With 1 beside 20, 21 that are due are there; of 30 that are due the house pays 9; out of nothing, all."""
    told = []
    for due, begins, fed in (("21", "20", "the stake"), ("30", "20", "the stake"), ("30", "0", "")):
        regulation = text().replace("receives 2 out", f"receives {due} out").replace("with 20", f"with {begins}")
        feeds = "  half of the stake of “jackpot” is added to “meter”.\n"
        regulation = regulation.replace(feeds, feeds.replace("half of the stake", fed) if fed else "")
        round_ = game_of(regulation).new_round(cards="4")
        round_.apply(PlaceBet("player-1", "", "jackpot", 1))
        round_.apply(Deal())
        told.append([(step.kind, step.values["amount"]) for step in round_.trace if "meter" in step.values])
    assert told == [
        [("meter-fed", "1"), ("meter-paid", "21")],
        [("meter-fed", "1"), ("meter-paid", "21"), ("meter-lacked", "9")],
        [("meter-lacked", "30")],
    ]


def test_what_a_payment_leaves_less_is_made_up() -> None:
    gains, left = rounds(text(MADE_UP), "5 6 6")
    assert [gain["player-1"] for gain in gains] == [Fraction(1, 10), 19, 19]
    assert left == [20, 20, 20]


@pytest.mark.parametrize(("more", "second"), [("", 0), (MADE_UP, 20)])
def test_several_are_paid_one_after_another(more: str, second: int) -> None:
    (gains,), _ = rounds(text(more), "6", bettors=2)
    assert gains == {"player-1": 22 - 2, "player-2": second - 2}


def test_a_void_round_leaves_the_meter_as_it_was() -> None:
    session = Session(game_of(text()), cards="1 1")
    for is_void, left in ((True, 20), (False, 21)):
        round_ = session.new_round()
        round_.apply(PlaceBet("", "", "jackpot", 2))
        if is_void:
            round_.apply(Irregularity("mishap", after=1))
        round_.apply(Deal())
        assert (round_.state.void, round_.meters["meter"]) == (is_void, left)
        restored = [(step.provisions, step.values["left"]) for step in round_.trace if step.kind == "meter-restored"]
        assert restored == ([(("art_3__para_5",), "20")] if is_void else [])


def test_each_step_cites_its_provision() -> None:
    round_ = game_of(text(MADE_UP)).new_round(cards="6")
    for action in (PlaceBet("", "", "jackpot", 2), Deal()):
        round_.apply(action)
    told = {step.kind: (step.provisions, step.values["left"]) for step in round_.trace if "left" in step.values}
    assert told == {
        "meter-fed": (("art_2",), "21"),
        "meter-paid": (("art_3__para_2",), "0"),
        "meter-made-up": (("art_1",), "20"),
    }


AT_LEAST = FIVE.replace("must be", "must be at least")


@pytest.mark.parametrize("held", [0, 1000])
@pytest.mark.parametrize(
    ("stake", "more"), [(1, ""), (5, FIVE), (5, AT_LEAST), (1, FIVE.replace("must be", "must be at most"))]
)
def test_exact_odds_are_those_of_a_round_that_begins_with_so_much(held: int, stake: int, more: str) -> None:
    """A sixth each: all of what is held then, a tenth of it, and two; in multiples of the stake."""
    rules = rules_of(text(more))
    found = odds(decide(rules, resolve_settings(rules, {"meter": held}, {})))
    now = held + Fraction(stake, 2)
    assert found.bets["jackpot"].expectation == Fraction(1, 6) * (now + now / 10 + 2) / stake - 1
    (meter,) = found.meters
    assert (meter.value, meter.stake, meter.slope) == (held, stake, Fraction(11, 60) / stake)
    # Of what is held then eleven tenths, and two, are six stakes.
    assert meter.break_even == (6 * stake - 2) * Fraction(10, 11) - Fraction(stake, 2)


RAISED = """\
  “player” with “jackpot” chooses to “raise” or “stay”.
  upon “raise”: an amount equal to half of the stake of “jackpot” is put on “side”.
  “dealer” throws “die”.
  settle “jackpot” and “side”.
  “side” pays 2 to 1.
"""


def test_what_is_put_beside_a_bet_is_told_in_multiples_of_its_stake() -> None:
    """Beside five stand five halves, which always win five."""
    regulation = text(FIVE + "  “side” is a bet.\n")
    before, _, after = regulation.partition("  “dealer” throws “die”.\n  settle “jackpot”.\n")
    bet = odds(rules_of(before + RAISED + after)).bets["jackpot"]
    assert bet.mean_stake == Fraction(3, 2)
    assert bet.shares[1] == BetShare("side", Fraction(1), Fraction(1, 2), Fraction(1))


STAYS = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “first” is a bet.
  “meter” is an amount kept from round to round, beginning with 20.
Article 2
  bets are accepted.
{feeding}  “dealer” throws “die”.
  settle “first”.
Article 3
  when the total of “dealer” is 6, then “first” pays 0 to 1.
  when the total of “dealer” is 6, then “first” receives the whole of “meter”.
  when the total of “dealer” is 1, then “first” loses.
  in every other case, “first” stays for the next round.
"""


def test_a_kept_bet_that_feeds_the_meter_out_of_which_it_may_be_paid_is_refused() -> None:
    """It would find 41/2 in the meter with a six at once, and 21 and more in later rounds."""
    (refused,) = odds(
        rules_of(STAYS.format(feeding="  half of the stake of “first” is added to “meter”.\n"))
    ).skipped.values()
    assert (refused.reason, refused.provisions) == ("kept-with-meter", ("art_2",))


def test_a_kept_bet_finds_what_nothing_has_changed_in_the_meter() -> None:
    """Twenty are won as often as one is lost."""
    found = odds(rules_of(STAYS.format(feeding=""))).bets["first"]
    assert (found.expectation, found.kept) == (Fraction(20 - 1, 2), Fraction(4, 6))


def test_versions_are_compared_with_a_stake_that_may_be_placed() -> None:
    """Five win 20 out of the meter instead of a tenth of it, which is 2."""
    sides = []
    for regulation in (text(AT_LEAST), text(AT_LEAST).replace("1/10 of", "the whole of")):
        document, _ = document_of(regulation)
        sides.append(Side("side", document, rules_of(regulation), {"meter": 20}))
    (bet,) = compare_outcomes(*sides).bets
    assert (bet.probability, bet.reason) == (Fraction(1, 6), "")


def test_a_bet_whose_rounds_cannot_be_followed_a_second_time_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up once the rounds have been followed with the meter as it is."""
    used = {"more": 0.0}
    for clock in (process_time, monotonic):
        monkeypatch.setattr(limits, clock.__name__, lambda clock=clock: clock() + used["more"])

    def one_more(source: RuleSet, meter: str) -> object:
        used["more"] += 60
        return meters.one_more(source, meter)

    monkeypatch.setattr(chances, "one_more", one_more)
    found = odds(rules_of(text()))
    assert not found.bets
    assert found.skipped["jackpot"].reason == "too-large"


def test_portable_rules_keep_the_meter() -> None:
    rules = rules_of(text(MADE_UP))
    assert rules_from_text(rules_to_text(rules)).meters == rules.meters


@pytest.mark.parametrize("kind", ["python", "numpy"])
def test_generated_code_plays_each_round_with_what_the_settings_say(kind: str) -> None:
    game = game_of(text())
    automaton = automaton_of(game, {}, given=True)
    (die,) = game.questions.judge.hands.material.faces.values()
    faces = {game.questions.judge.hands.material.symbols((thing,))[0]: thing for thing in die}
    columns = np.array([[faces[face] for face in "654321"]], dtype=np.int64)
    arrivals = [automaton.arrivals[end] for end in code_of(automaton, kind).ends(columns).tolist()]
    held = Fraction(41, 2)
    assert [settled.net for arrival in arrivals for settled in arrival.settled] == [
        held - 1,
        held / 10 - 1,
        1,
        -1,
        -1,
        -1,
    ]


def test_the_bounds_of_a_round_know_what_the_meter_can_hold() -> None:
    low, high, _ = game_of(text()).tree(PlaceBet("", "", "jackpot", 2)).bounds["player-1"]
    assert low == -2
    assert high >= 21 - 2


def test_the_bounds_of_a_round_know_what_goes_into_the_meter() -> None:
    """Of a stake of 100 half goes in, where 20 are: who wins as much and all that is there gains 170."""
    regulation = text().replace(
        "  “jackpot” loses.", "  when the total of “dealer” is lower than 6, then “jackpot” loses."
    )
    regulation = regulation.replace(
        "3.\n  when", "3.\n  when the total of “dealer” is 6, then “jackpot” pays 1 to 1.\n  when"
    )
    tree = game_of(regulation).tree(PlaceBet("", "", "jackpot", 100))
    assert max(tree.root.moved(number).returns()[0] for number in tree.root.legal_actions()) == 170
    assert tree.bounds["player-1"].high == 170


def test_what_is_made_up_is_compared_by_itself() -> None:
    """Taken away it is an amount that goes, by its own provision; another beginning changes a parameter alone."""
    before, without = rules_of(text(MADE_UP)), rules_of(text())
    (gone,) = rule_edits(before, without)
    assert (op_of(gone), gone.family) == ("removed", "meters")
    other = rules_of(text(MADE_UP).replace("beginning with 20", "beginning with 30"))
    assert [(op_of(edit), edit.family) for edit in rule_edits(before, other)] == [("default-changed", "parameters")]


NAMED = f"""{THREE_FACES}  “big” is a bet that names a number from 1 through 2.
  “pot” is an amount kept from round to round, beginning with 10.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “big”.
Article 3
  when the total of “dealer” is 3, then “big” pays 1 to 1.
  in every other case, “big” loses.
Article 4
  when the total of “dealer” is 3, and the number named is 1, then “big” receives the whole of “pot”.
  when the total of “dealer” is 3, and the number named is 2, then “big” receives 10 out of “pot”.
"""


def test_items_named_that_a_meter_pays_otherwise_are_told_apart_though_it_holds_as_much() -> None:
    """With ten in it both win eleven on a three; of the second it makes no difference what is in it."""
    found = odds(rules_of(NAMED))
    assert {(bet.naming, bet.expectation) for bet in found.bets.values()} == {(("1",), 3), (("2",), 3)}
    assert {meter.bet: (meter.slope, meter.break_even) for meter in found.meters} == {
        "big": (Fraction(1, 3), 1),
        "big:2": (0, None),
    }
