"""What becomes of bets through all rounds at once: values by counting cards, here and without the engine."""

from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random

import pytest

from lexludi.exact import chances as chain_of_rounds
from lexludi.exact import draws, last_chain
from lexludi.exact.budget import Budget, NotAnalysed, TooLarge
from lexludi.exact.chances import Chances, chances_of, chances_of_each, eliminated
from lexludi.exact.odds import odds
from lexludi.play.game import Game
from lexludi.play.plan import Placed
from small import COIN_AND_ANTE, game_of
from test_meaning import DICE, THROW, game, settled

PACK = """\
regulation: meaning
invented example, not law.

Article 1
  “rank”, from high to low: 5 and 4.
  material: 2 packs of “card”, each with one for each combination of “rank”.
  every other “card” counts its face value.
Article 2
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
"""
TWO = """\
Article 3
1.
  bets are accepted.
2.
  deal to “dealer”, 1 “card” at a time, face up, until each has 2.
"""
STOCK = (5, 5, 4, 4)
OPEN = "1.\n  bets are accepted.\n2.\n  deal to “dealer”, 1 “card” at a time, face {}, until each has 1.\n"
OFFER = """\
3.
  “player” with “bet 1” chooses to “stand” or “half fold”.
4.
  upon “stand”: the turn ends.
5.
  upon “half fold”: “bet 1” loses half.
6.
  deal to “dealer”, 1 “card” at a time, face up, until each has 2.
"""
OTHERWISE = "in every other case, “bet 1” loses."
TENS = settled("when the total of “dealer” is 10, then “bet 1” pays 4 to 1.", OTHERWISE)


def chances(one_game: Game, budget: Budget | None = None) -> Chances:
    return chances_of(one_game.questions, Placed("player-1", "", "bet-1", 1), budget=budget)


def test_every_outcome_has_its_probability() -> None:
    """A total of nine: a five and a four, in either order."""
    nines = [sum(deal[:2]) == 9 for deal in permutations(STOCK)]
    found = chances(
        game(
            PACK,
            TWO,
            settled("when the total of “dealer” is 9, then “bet 1” pays 1 to 1.", OTHERWISE),
        )
    )
    won = Fraction(sum(nines), len(nines))
    assert {o.net: p for o, p in found.probabilities.items()} == {1: won, -1: 1 - won}
    assert found.expectation == 2 * won - 1
    assert (found.kept, found.goes_on, found.chooses) == (0, False, False)


def test_a_kept_bet_is_followed_until_it_is_decided() -> None:
    """Ten, eight and nine with 1/6, 1/6 and 2/3: kept at nine, the bet is won as often as it is lost."""
    rules = settled(
        "when the total of “dealer” is 10, then “bet 1” pays 2 to 1.",
        "when the total of “dealer” is 8, then “bet 1” loses.",
        "when the total of “dealer” is 9, then “bet 1” stays for the next round.",
    )
    found = chances(game(PACK, TWO, rules))
    assert found.kept == Fraction(2, 3)
    assert found.expectation == Fraction(1, 2)


def test_whoever_chooses_takes_into_account_what_a_kept_bet_is_worth() -> None:
    """To stand on a four loses in one way of three, else the bet is kept: it is better to fold where that is no gain.

    Standing on a five alone, the bet is worth V = (4/3 + 2/3 V) / 2, which is 1: the four is then worth 1/3, and more
    than nothing. Standing on both, V = (4/3 + 2/3 V - 1/3 + 2/3 V) / 2, which is 3/2.
    """
    rules = settled(
        "when the total of “dealer” is 10, then “bet 1” pays 4 to 1.",
        "when the total of “dealer” is 9, then “bet 1” stays for the next round.",
        OTHERWISE,
    )
    offer = OFFER.replace("loses half", "is returned")
    found = chances(game(PACK, "Article 3\n" + OPEN.format("up") + offer, rules))
    assert (found.expectation, found.kept) == (Fraction(3, 2), Fraction(2, 3))


def test_a_choice_that_is_good_only_for_what_a_kept_bet_is_worth_is_found() -> None:
    """As if kept bets were worth nothing, it is better to fold on a four, and then no bet is ever kept.

    To stand on both cards is worth V = ½ (10/3 − 2/3) + ½ (−2/3 + V/3), which is 6/5; to fold on the four 13/12.
    """
    rules = settled(
        "when the total of “dealer” is 10, then “bet 1” pays 10 to 1.",
        "when the total of “dealer” is 8, then “bet 1” stays for the next round.",
        OTHERWISE,
    )
    one_game = game(PACK, "Article 3\n" + OPEN.format("up") + OFFER, rules)
    assert chances(one_game).expectation == Fraction(6, 5)
    assert odds(one_game.decided).bets["bet-1"].expectation == Fraction(6, 5)


@pytest.mark.parametrize(("face", "worth"), [("down", Fraction(-1, 6)), ("up", Fraction(1, 12))])
def test_whoever_chooses_goes_by_what_they_see(face: str, worth: Fraction) -> None:
    """Both fives come once in six. After an open five, once in three (2/3 won); after a four, half is saved."""
    one_game = game(PACK, "Article 3\n" + OPEN.format(face) + OFFER, TENS)
    assert chances(one_game).expectation == worth
    assert odds(one_game.decided).bets["bet-1"].expectation == worth


def test_the_first_of_objects_dealt_together_is_told_from_the_others() -> None:
    """A five first, and then a four: four of the twelve orders of two cards."""
    rules = settled(
        "when the total of the first 1 of “dealer” is 5, and the total of “dealer” is 9, then “bet 1” pays 1 to 1.",
        OTHERWISE,
    )
    one_game = game(PACK, TWO, rules)
    found = odds(one_game.decided)
    assert found.bets["bet-1"].expectation == chances(one_game).expectation == Fraction(-1, 3)
    assert not found.skipped
    # Where an order is read, deals are counted as sequences.
    assert found.deals == 12


def test_a_round_that_is_sent_back_goes_on_until_it_ends() -> None:
    """Three dice, thrown anew until they show 18 or 3."""
    again = THROW + "3.\n  repeat article 3, number 2 until the total of “dealer” is 18 or 3.\n"
    rules = settled("when the total of “dealer” is 18, then “bet 1” pays 3 to 1.", OTHERWISE)
    found = chances(game(DICE, again, rules))
    assert found.goes_on
    assert found.expectation == 1


ONE_DIE = """\
Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
Article 2
1.
  “dealer” throws “die”.
2.
  bets are accepted.
  repeat article 2, number 1 until the total of “dealer” is {}.
  settle “bet 1”.
Article 3
  when the total of “dealer” is 6, then “bet 1” pays 1 to 1.
  when the total of “dealer” is 2, then “bet 1” stays for the next round.
  in every other case, “bet 1” loses.
"""


def test_a_round_that_is_sent_back_to_its_beginning_keeps_no_bet() -> None:
    found = chances(game_of(ONE_DIE.format("1 or 6")))
    assert (found.kept, found.goes_on, found.expectation) == (0, True, 0)


def test_a_bet_may_be_kept_after_its_round_was_sent_back() -> None:
    """The last throw is a 1, a 2 or a 6, each as often: kept with a 2, the bet wins as often as it loses."""
    found = chances(game_of(ONE_DIE.format("1, 2 or 6")))
    assert (found.kept, found.goes_on, found.expectation) == (Fraction(1, 3), True, 0)


def test_a_limit_on_time_is_kept() -> None:
    """It was up before it began: a clock may stand still from one reading to the next."""
    with pytest.raises(TooLarge):
        chances(game(PACK, TWO, TENS), Budget(-1.0))


SULKING = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
Article 2
  bets are accepted.
  “player” with “bet 1” chooses “play” or “sulk”.
Article 3
  “dealer” throws “die”.
Article 4
  repeat article 3 until “player” has chosen “play”.
  settle “bet 1”.
Article 5
  when the total of “dealer” is {}, then “bet 1” pays 1 to 1.
  in every other case, “bet 1” loses.
"""


def test_a_choice_after_which_a_round_never_ends_is_worth_nothing_and_refused_only_where_it_is_best() -> None:
    """Who plays wins with two faces of three, or with one; who sulks never does, and never loses."""
    found = chances(game_of(SULKING.format("higher than 1")))
    assert {outcome.result: p for outcome, p in found.probabilities.items()} == {
        "win": Fraction(2, 3),
        "lose": Fraction(1, 3),
    }
    with pytest.raises(NotAnalysed) as refused:
        chances(game_of(SULKING.format("higher than 2")))
    assert refused.value.reason == "never-ends"


def test_a_round_that_never_ends_is_refused() -> None:
    again = THROW + "3.\n  repeat article 3, number 2 until the total of “dealer” is 19.\n"
    with pytest.raises(NotAnalysed, match="never") as refused:
        chances(game(DICE, again, settled("“bet 1” loses.")))
    assert refused.value.reason == "never-ends"


DRAWN = """\
3.
  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is higher than {}.
4.
  “dealer” must “draw”.
5.
  upon “draw”: takes 1 “card”.
"""


@pytest.mark.parametrize("rows", [0, 10**9], ids=["followed once for all rows", "row by row"])
def test_a_stock_that_may_run_out_is_no_figure(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of the four cards total 14 or 13, each in half of the deals; all four total 18, and never more."""
    monkeypatch.setattr(draws, "WORTH_CHAINING", rows)
    fourteen = settled("when the total of “dealer” is 14, then “bet 1” pays 1 to 1.", OTHERWISE)
    assert chances(game(PACK, TWO + DRAWN.format(13), fourteen)).expectation == 0
    with pytest.raises(NotAnalysed) as refused:
        chances(game(PACK, TWO + DRAWN.format(18), fourteen))
    assert refused.value.reason == "stock-exhausted"


@pytest.mark.parametrize("hands", [0, 3, 10**6])
def test_draws_are_as_probable_where_there_are_too_many_hands_to_follow_them_once(
    hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first two total ten in one deal of six, and nobody draws; with a third card, two in three have 14."""
    monkeypatch.setattr(draws, "WORTH_CHAINING", 0)
    monkeypatch.setattr(last_chain, "MAX_HANDS", hands)
    fourteen = settled("when the total of “dealer” is 14 or 10, then “bet 1” pays 1 to 1.", OTHERWISE)
    totals = [sum(deal[:2]) if sum(deal[:2]) > 9 else sum(deal[:3]) for deal in permutations(STOCK)]
    won = Fraction(sum(total in (14, 10) for total in totals), len(totals))
    assert chances(game(PACK, TWO + DRAWN.format(9), fourteen)).expectation == 2 * won - 1


TWO_BETS = PACK.replace("“bet 1” is a bet.", "“bet 1” is a bet.\n  “bet 2” is a bet.")
BOTH = """\
Article 4
  settle “bet 1” and “bet 2”.
  when the total of “dealer” is 9, then “bet 1” pays 1 to 1.
  in every other case, “bet 1” loses.
  when the total of “dealer” is 10, then “bet 2” pays 4 to 1.
  when the total of “dealer” is 9, then “bet 2” {}.
  when the total of “dealer” is 8, then “bet 2” loses.
"""


def each(one_game: Game) -> dict[str, Chances | NotAnalysed]:
    bets = [Placed("player-1", "", bet, 1) for bet in ("bet-1", "bet-2")]
    return {bet.bet: found for alike, found in chances_of_each(one_game.questions, bets) for bet in alike}


@pytest.mark.parametrize(
    ("nine", "worth"), [("is returned", Fraction(1, 2)), ("stays for the next round", Fraction(3, 2))]
)
def test_bets_of_one_round_have_the_chances_of_each_alone(nine: str, worth: Fraction) -> None:
    """Ten, eight and nine come with 1/6, 1/6 and 2/3; kept at nine, the second bet is won as often as it is lost."""
    one, two = each(game(TWO_BETS, TWO, BOTH.format(nine))).values()
    assert isinstance(one, Chances)
    assert isinstance(two, Chances)
    assert (one.expectation, two.expectation) == (Fraction(1, 3), worth)
    # A bet that may outlast its round is followed by itself.
    assert (one.layers is two.layers) == (nine == "is returned")
    assert two.kept == (0 if nine == "is returned" else Fraction(2, 3))


def test_of_bets_of_one_round_each_has_its_own_gap() -> None:
    rules = BOTH.format("is returned").replace("  when the total of “dealer” is 8, then “bet 2” loses.\n", "")
    one, two = each(game(TWO_BETS, TWO, rules)).values()
    assert isinstance(one, Chances)
    assert isinstance(two, Chances)
    assert one.layers is two.layers
    assert one.expectation == Fraction(1, 3)
    assert {o.result: p for o, p in two.probabilities.items()} == {
        "win": Fraction(1, 6),
        "push": Fraction(2, 3),
        "unsettled": Fraction(1, 6),
    }


def test_of_bets_of_one_round_one_may_be_settled_and_the_other_never() -> None:
    rules = BOTH.format("is returned").replace("settle “bet 1” and “bet 2”", "settle “bet 1”")
    one, two = each(game(TWO_BETS, TWO, rules)).values()
    assert isinstance(one, Chances)
    assert isinstance(two, Chances)
    assert one.layers is two.layers
    assert one.expectation == Fraction(1, 3)
    assert {o.result: p for o, p in two.probabilities.items()} == {"unsettled": 1}


def test_a_marker_that_no_step_places_under_some_settings_never_appears_then() -> None:
    """By the default the step that places it falls away, and every round is another case."""
    option = "  house option “manner”: “strict” or “lenient”; default “lenient”.\n"
    rules = settled("when “card” appears, then “bet 1” pays 1 to 1.", OTHERWISE)
    steps = f"when “manner” is “strict”, then “card” is placed above the last 3.\n  {rules}"
    assert chances(game(PACK + option, TWO, steps)).expectation == -1


@pytest.mark.parametrize("when", ["", "when use of “card” begins, then "])
def test_a_round_that_asks_for_a_marker_which_is_placed_is_refused(when: str) -> None:
    rules = settled("when “card” appears, then “bet 1” pays 1 to 1.", OTHERWISE)
    steps = f"{when}“card” is placed above the last 3.\n  {rules}"
    with pytest.raises(NotAnalysed) as refused:
        chances(game(PACK, TWO, steps))
    assert refused.value.reason == "marker"


LARGE = """\
regulation: meaning
invented example, not law.

Article 1
  “rank”, from high to low: “ace”, “king”, “queen”, 5, 4, 3 and 2.
  “suit”, from high to low: “spades”, “hearts” and “clubs”.
  material: 1 pack of “card”, each with one for each combination of “rank” and “suit”.
  every other “card” counts its face value.
Article 2
  there is one “dealer”.
  there are 1 “box”.
  “player” bets at “box”.
  “bet 1” is a bet.
Article 3
  each hand belongs to the first category that fits, from high to low:
1)
  “low hand”: it is not so that 9 are of the same “rank”; compared by: the “rank” of each card, highest first; the “suit” of the card highest in “rank”.
Article 4
1.
  bets are accepted.
2.
  deal to each “box” with a bet, one “card” at a time, face up, until each has ten.
3.
  deal to “dealer”, one “card” at a time, face up, until each has one.
4.
  turn up the hand of “player”.
5.
  “player” with “bet 1” chooses to “stand” or “half fold”.
6.
  upon “stand”: the turn ends.
7.
  upon “half fold”: “bet 1” loses half.
8.
  deal to “dealer”, one “card” at a time, face up, until each has ten.
Article 5
  settle “bet 1”.
  when the hand of “dealer” is higher than the hand of “box”, then “bet 1” loses.
  in every other case, “bet 1” pays 1 to 1.
"""  # noqa: E501


def test_what_is_too_large_is_refused_at_its_first_deal() -> None:
    """Ten of 21 cards against ten: 352716 hands each, and nothing is made of them."""
    one_game = game(LARGE)
    with pytest.raises(TooLarge) as refused:
        chances_of(one_game.questions, Placed("player-1", "box-1", "bet-1", 1, unit="box-1"))
    assert refused.value.args_by_name["hands"] == (("box-1", comb(21, 10)), ("dealer", comb(21, 10)))
    assert refused.value.provisions == ("art_4__para_2",)


# ── Chains of rounds ────────────────────────────────────────────────────────


def by_equations(rows: dict[int, dict[object, Fraction]], end: str) -> dict[int, Fraction]:
    """The probability of an end from each node: the linear equations x = p + Q x, by Gauss and Jordan."""
    nodes = list(rows)
    table = [
        [Fraction(one == other) - rows[one].get(other, 0) for other in nodes] + [rows[one].get(end, Fraction(0))]
        for one in nodes
    ]
    for at in range(len(nodes)):
        pivot = next(row for row in range(at, len(nodes)) if table[row][at])
        table[at], table[pivot] = table[pivot], table[at]
        table[at] = [cell / table[at][at] for cell in table[at]]
        for row in range(len(nodes)):
            if row != at:
                table[row] = [
                    cell - table[row][at] * pivot_cell for cell, pivot_cell in zip(table[row], table[at], strict=True)
                ]
    return {node: table[at][-1] for at, node in enumerate(nodes)}


@pytest.mark.parametrize("seed", range(20))
def test_nodes_of_a_chain_are_eliminated_as_its_equations_are_solved(seed: int) -> None:
    """Chains with loops, of a node to itself and of several; each node may end."""
    rng = Random(seed)
    nodes = range(rng.randint(1, 9))
    rows: dict[int, dict[object, Fraction]] = {}
    for node in nodes:
        ways: list[object] = [*rng.sample(nodes, rng.randint(0, len(nodes))), "win", "lose"]
        weights = [rng.randint(1, 5) for _ in ways]
        rows[node] = {to: Fraction(weight, sum(weights)) for to, weight in zip(ways, weights, strict=True)}
    found = eliminated(rows)
    for end in ("win", "lose"):
        assert {node: found[node][end] for node in nodes} == by_equations(rows, end)
    assert all(ends.keys() == {"win", "lose"} for ends in found.values())


def test_a_chain_that_leads_everywhere_is_refused_before_it_takes_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain_of_rounds, "MAX_EDGES", 200)
    rows = {
        node: {(7 * node + k) % 40: Fraction(1, 5) for k in range(4)} | {"end": Fraction(1, 5)} for node in range(40)
    }
    with pytest.raises(NotAnalysed) as refused:
        eliminated(rows)
    assert refused.value.reason == "chain-too-long"


def test_two_sides_that_take_cards_by_turns_until_one_matches() -> None:
    """Of nine cards behind the first one matches, at each place as probably as at any other: the odd five of nine."""
    ranks = "5, 4, 3, 2 and 1"
    pack = " and ".join([", ".join(f"2 of {n}" for n in (5, 4, 3, 2)), "2 of 1"])
    match = "the card drawn by “{}” is equal to the total of “middle”"
    one, two = match.format("one"), match.format("two")
    text = (
        f"Article 1\n  “rank”, from high to low: {ranks}.\n  material: 1 set of “cards”, each with {pack}.\n"
        "  every other “card” counts its face value.\n"
        "  there is one “middle”.\n  there is one “one”.\n  there is one “two”.\n"
        "  “player” bets.\n  “bet 1” is a bet.\n  “bet 2” is a bet.\n"
        "Article 2\n1.\n  bets are accepted.\n2.\n"
        "  deal to “middle”, one “card” at a time, face up, until each has one.\n3.\n"
        "  upon “draw”: takes one “card”.\n  “one” must “draw”.\n  “one” follows the rules on “draw”.\n4.\n"
        f"  when it is not so that {one}, then “two” must “draw”.\n  when {one}, then “two” must not “draw”.\n"
        f"  “two” follows the rules on “draw”.\n5.\n  repeat article 2, number 3 until {one}, or {two}.\n6.\n"
        "  settle “bet 1” and “bet 2”.\n"
        f"Article 3\n  when {one}, then “bet 1” pays 9 to 10.\n  in every other case, “bet 1” loses.\n"
        f"Article 4\n  when {two}, then “bet 2” pays 1 to 1.\n  in every other case, “bet 2” loses.\n"
    )
    first, second = Fraction(5, 9), Fraction(4, 9)
    found = odds(game_of(text).decided)
    expected = [first * Fraction(9, 10) - second, second - first]
    assert [found.bets[bet].expectation for bet in ("bet-1", "bet-2")] == expected == [Fraction(1, 18), Fraction(-1, 9)]


@pytest.mark.parametrize("offered", ["“wait” or “hold”", "“hold” or “wait”"])
def test_of_choices_that_are_as_good_those_are_kept_by_which_the_bet_ends(offered: str) -> None:
    """Who may wait for an even throw wins: with one at hand to wait is worth as much, but must not be chosen always."""
    text = f"""{COIN_AND_ANTE}\
Article 2
  bets are accepted.
  “dealer” throws “die”.
  “player” with “ante” chooses to {offered}.
  upon “wait”: “ante” stays for the next round.
  settle “ante”.
  when the total of “dealer” is 2, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    found = chances_of(game_of(text).questions, Placed("player-1", "", "ante", 1))
    assert {(end.worth, p) for end, p in found.probabilities.items()} == {(1, 1)}
    assert found.kept == Fraction(1, 2)
