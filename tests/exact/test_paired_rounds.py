"""Two rule sets on the same chance: how often a bet ends differently, by counting throws and cards here."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from exact.test_chances import OFFER, OPEN, OTHERWISE, PACK, STOCK, TENS, TWO
from lexludi.diff.outcomes import play
from lexludi.exact import draws, paired_rounds
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.joint import JointOutcomes, compare
from lexludi.exact.odds import odds
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game
from small import DIE, game_of
from test_meaning import DICE, THROW, game, settled

BOTH = """\
regulation: meaning
invented example, not law.

Article 1
  “rank”, from high to low: “king” and “queen”.
  “face of the die”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “rank”.
  material: 1 “die”, each showing one “face of the die”.
  “king” counts 5.
  “queen” counts 4.
Article 2
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.
Article 3
1.
  bets are accepted.
2.
  “dealer” throws “die”.
3.
  deal to “dealer”, 1 “card” at a time, face up, until each has 1.
4.
  “dealer” follows the rules on “draw”.
5.
  “dealer” must “draw”.
6.
  upon “draw”: takes 1 “card”.
7.
  when the number of times that “dealer” shows 6 is 1, then “dealer” must not “draw”.
  prevails over article 3, number 5.
"""
MORE = """\
8.
  when the number of times that “dealer” shows 5 is 1, then “dealer” must not “draw”.
  prevails over article 3, number 5.
"""


def compared(before: Game, after: Game) -> JointOutcomes:
    """The comparison of the one bet; every way in which it ends differently is played under both."""
    (found,) = compare(before.decided, after.decided, "bet-1")
    assert sum((change.probability for change in found.changes), Fraction(0)) == found.probability
    for change in found.changes:
        for side, cards, chosen, outcome in zip(
            (before, after), change.example.cards, change.example.chosen, (change.before, change.after), strict=True
        ):
            assert net_of(side, cards, chosen) == outcome.net
    return found


def net_of(one_game: Game, cards: tuple[str, ...], chosen: tuple[str, ...]) -> Fraction:
    """The gain of a bet of one unit in a round of given objects and choices."""
    round_ = one_game.new_round(cards=" ".join(cards))
    round_.apply(PlaceBet("player-1", "", "bet-1", 1))
    round_.apply(Deal())
    for choice in chosen:
        assert round_.decision is not None
        round_.apply(Choose(round_.decision.bettor, round_.decision.unit, choice))
    return Fraction(round_.state.bets[0].net)


# ── Throws ──────────────────────────────────────────────────────────────────


def thrown_until(totals: str) -> Game:
    again = THROW + f"3.\n  repeat article 3, number 2 until the total of “dealer” is {totals}.\n"
    return game(DICE, again, settled("when the total of “dealer” is 18, then “bet 1” pays 1 to 1.", OTHERWISE))


def test_throws_that_are_repeated_under_other_conditions_are_the_same_throws() -> None:
    """Of 18, 3 and 4, which come in 1, 1 and 3 of 216 ways, 3 ends the round of one side, and 4 that of the other.

    After a 3, the other side still wins with 18 before 4; after a 4, the first with 18 before 3.
    """
    found = compared(thrown_until("18 or 3"), thrown_until("18 or 4"))
    assert found.probability == Fraction(1, 5) * Fraction(1, 4) + Fraction(3, 5) * Fraction(1, 2)


def test_a_throw_after_which_one_side_goes_on() -> None:
    """One side takes the first throw as it is; the other throws until it shows 18 or 3."""
    once = game(DICE, THROW, settled("when the total of “dealer” is 18, then “bet 1” pays 1 to 1.", OTHERWISE))
    # Neither 18 nor 3 at once, and 18 first later on.
    assert compared(once, thrown_until("18 or 3")).probability == Fraction(214, 216) / 2


def test_rounds_of_many_throws_are_followed_to_the_end() -> None:
    """Forty throws of which the last counts: a bet on 18 against one on 17, which come in 1 and 3 of 216 ways."""
    throws = THROW + "  “dealer” throws “die”.\n" * 39
    one, other = (settled(f"when the total of “dealer” is {n}, then “bet 1” pays 1 to 1.", OTHERWISE) for n in (18, 17))
    found = compared(game(DICE, throws, one), game(DICE, throws, other))
    assert found.probability == Fraction(1 + 3, 216)


def test_a_card_is_held_through_throws_that_are_repeated_on_one_side_alone() -> None:
    """One side throws until it shows 6, the other once: with a king the one wins, with a queen the other."""
    head = BOTH.partition("2.\n  “dealer” throws")[0]
    once = "2.\n  deal to “dealer”, 1 “card” at a time, face up, until each has 1.\n3.\n  “dealer” throws “die”.\n"
    again = "4.\n  repeat article 3, number 3 until the number of times that “dealer” shows 6 is 1.\n"
    king, queen = (
        settled(f"when “dealer” shows “{rank}”, then “bet 1” pays 1 to 1.", OTHERWISE) for rank in ("king", "queen")
    )
    for before, after in ((again, ""), ("", again)):
        assert compared(game(head, once, before, king), game(head, once, after, queen)).probability == 1


# ── Norms ───────────────────────────────────────────────────────────────────


def drawing(norms: str) -> Game:
    return game(BOTH + norms, settled("when the total of “dealer” is 4, then “bet 1” pays 1 to 1.", OTHERWISE))


@pytest.mark.parametrize("cells", [1, 10**6], ids=["row by row", "all rows at once"])
def test_a_prohibition_that_reads_a_throw(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer must not draw after a 6, and on the other side after a 5 too; half the first cards are fours."""
    monkeypatch.setattr(draws, "CELLS_AT_ONCE", cells)
    found = compared(drawing(""), drawing(MORE))
    assert found.probability == Fraction(1, 6) * Fraction(1, 2)
    assert {(change.before.net, change.after.net) for change in found.changes} == {(-1, 1)}


# ── Cards ───────────────────────────────────────────────────────────────────


def test_the_first_objects_of_a_hand_may_be_drawn() -> None:
    """The dealer draws twice; the first card decides on one side, the second on the other."""
    draws = """\
Article 3
1.
  bets are accepted.
2.
  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is higher than 5.
3.
  “dealer” must “draw”.
4.
  upon “draw”: takes 1 “card”.
"""
    first = settled("when the total of the first 1 of “dealer” is 5, then “bet 1” pays 1 to 1.", OTHERWISE)
    tens = settled("when the total of “dealer” is 10, then “bet 1” pays 1 to 1.", OTHERWISE)
    differs = [(one == 5) != (one + two == 10) for one, two, *_ in permutations(STOCK)]
    found = compared(game(PACK, draws, first), game(PACK, draws, tens))
    assert found.probability == Fraction(sum(differs), len(differs))


def test_more_cards_for_one_side_than_for_the_other() -> None:
    """Two cards and three: each side receives the same cards as far as it goes."""
    until = (
        TWO + "3.\n  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is higher than {}.\n"
    )
    until += "4.\n  “dealer” must “draw”.\n5.\n  upon “draw”: takes 1 “card”.\n"
    nines = settled("when the total of “dealer” is 9 or 14, then “bet 1” pays 1 to 1.", OTHERWISE)

    def wins(deal: tuple[int, ...], most: int) -> bool:
        held = 2
        while sum(deal[:held]) <= most:
            held += 1
        return sum(deal[:held]) in (9, 14)

    differs = [wins(deal, 8) != wins(deal, 9) for deal in permutations(STOCK)]
    found = compared(game(PACK, until.format(8), nines), game(PACK, until.format(9), nines))
    assert found.probability == Fraction(sum(differs), len(differs)) > 0


SINGLE = PACK.replace("5 and 4", "6, 5, 4, 3 and 2").replace("2 packs", "1 pack")
DEALT = """\
Article 3
1.
  bets are accepted.
2.
  deal to each “player” with a bet, 1 “card” at a time, face up, until each has 1.
3.
  deal to “dealer”, 1 “card” at a time, face up, until each has 2.
"""


def test_the_last_hand_counted_for_both_at_once_is_of_the_cards_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of five different cards one comes to the player, two to the dealer; seven is then made by one pair, or by two."""
    monkeypatch.setattr(paired_rounds, "WORTH_COUNTING", 0)
    seven = settled("when the total of “dealer” is 7, then “bet 1” pays 1 to 1.", OTHERWISE)
    level = "when the total of “dealer” is 7, and the total of “player” is lower than 5, then “bet 1” pays 1 to 1."
    differs = [one >= 5 and two + three == 7 for one, two, three in permutations((6, 5, 4, 3, 2), 3)]
    found = compared(game(SINGLE, DEALT, seven), game(SINGLE, DEALT, settled(level, OTHERWISE)))
    # With a six 5 2 and 4 3 are left, with a five 4 3 alone, each in two orders, of three cards in order.
    assert found.probability == Fraction(sum(differs), len(differs)) == Fraction(2 * 2 + 2, 60)


def test_a_hand_of_which_the_other_side_has_had_all_or_the_first_card() -> None:
    """One side has the second card only after a king, and wins with two kings; the other with a king and then a queen.

    Both win only with a 6, which one throws after the cards and the other before. Of a first king, which comes in half
    of the deals, one of three others is a king.
    """
    head = BOTH.partition("2.\n  “dealer” throws")[0]
    throw, deal = (
        "“dealer” throws “die”.\n",
        "deal to “dealer”, 1 “card” at a time, face up, until each has {}.\n",
    )
    after = f"2.\n  {deal.format(1)}3.\n  when the total of “dealer” is 5, then {deal.format(2)}4.\n  {throw}"
    before = f"2.\n  {throw}3.\n  {deal.format(2)}"
    wins = "when {}, and the number of times that “dealer” shows 6 is 1, then “bet 1” pays 1 to 1."
    kings, first = "the total of “dealer” is 10", "the total of the first 1 of “dealer” is 5"
    one, other = (wins.format(hand) for hand in (kings, f"{first}, and the total of “dealer” is 9"))
    found = compared(game(head, after, settled(one, OTHERWISE)), game(head, before, settled(other, OTHERWISE)))
    assert found.probability == Fraction(1, 6) * Fraction(1, 2) * (Fraction(1, 3) + Fraction(2, 3))


@pytest.mark.parametrize("enough", [0, 10**9])
def test_last_hands_of_different_numbers_of_cards_are_not_compared(
    enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two cards to the dealer are not the first two of three: hands are dealt at once, whether counted or not."""
    monkeypatch.setattr(paired_rounds, "WORTH_COUNTING", enough)
    nine = settled("when the total of “dealer” is 9, then “bet 1” pays 1 to 1.", OTHERWISE)
    before, after = (game(SINGLE, DEALT.replace("each has 2", f"each has {count}"), nine) for count in (2, 3))
    with pytest.raises(NotAnalysed) as refusal:
        compare(before.decided, after.decided, "bet-1")
    assert refusal.value.reason == "procedures-differ"


TAKEN = """\
Article 3
1.
  bets are accepted.
2.
  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is higher than 10.
3.
  “dealer” must “draw”.
4.
  upon “draw”: takes 1 “card”.
5.
  deal to each “player” with a bet, 1 “card” at a time, face up, until each has {}.
"""


@pytest.mark.parametrize("enough", [0, 10**9])
@pytest.mark.parametrize("count", [2, 4, 6])
def test_rounds_for_which_there_may_be_too_few_cards_are_not_compared(
    count: int, enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of five cards the dealer takes two or more: for four of the player's never enough; for two not after 2, 3, 4.

    Six there never are.
    """
    monkeypatch.setattr(paired_rounds, "WORTH_COUNTING", enough)
    wins = "when the total of “dealer” is {}, and the total of “player” is 7, then “bet 1” pays 1 to 1."
    before, after = (game(SINGLE, TAKEN.format(count), settled(wins.format(n), OTHERWISE)) for n in ("11", "11 or 12"))
    with pytest.raises(NotAnalysed) as refusal:
        compare(before.decided, after.decided, "bet-1")
    assert (refusal.value.reason, refusal.value.provisions) == ("stock-exhausted", ("art_3__para_5",))


# ── Choices ─────────────────────────────────────────────────────────────────


def test_choices_are_made_as_is_best_under_the_first() -> None:
    """After an open four half is lost on both sides; after a five the bet is played, for a total of ten or of nine."""
    nine = settled("when the total of “dealer” is 9, then “bet 1” pays 4 to 1.", OTHERWISE)
    offer = "Article 3\n" + OPEN.format("up") + OFFER
    found = compared(game(PACK, offer, TENS), game(PACK, offer, nine))
    assert found.probability == Fraction(1, 2)  # with a five either side wins what the other loses
    assert {change.example.chosen[0] for change in found.changes} == {("stand",)}


def test_what_the_first_side_throws_before_it_chooses_the_other_has_afterwards() -> None:
    """Who sees a 6 stands, which wins; the other side does what the first does, and wins with a 5 alone."""
    head = BOTH.partition("2.\n  “dealer” throws")[0]
    throw = "  “dealer” throws “die”.\n"
    offer = "  “player” with “bet 1” chooses to “stand” or “half fold”.\n  upon “half fold”: “bet 1” loses half.\n"
    six, five = (
        settled(f"when the number of times that “dealer” shows {face} is 1, then “bet 1” pays 1 to 1.", OTHERWISE)
        for face in (6, 5)
    )
    found = compared(game(head, "2.\n", throw, offer, six), game(head, "2.\n", offer, throw, five))
    assert found.probability == Fraction(1, 6)
    assert [(change.before.net, change.after.net, change.example.chosen) for change in found.changes] == [
        (1, -1, (("stand",), ("stand",)))
    ]


ASKED = """\
  bets are accepted.
{early}  “banker” throws “die”.
  “player” with “big” chooses to “stand” or “fold”.
  upon “fold”: “big” loses half.
  settle “big”.
  when the total of “banker” is {winning}, then “big” pays 1 to 1.
  in every other case, “big” loses.
"""


def test_one_of_two_choices_alike_is_not_taken_for_the_one_that_is_left() -> None:
    """Whoever stands before the throw folds after a one, whether asked before or not: nothing tells which is which."""
    offer = "  “player” with “big” chooses to “stand” or “fold”.\n"
    before, after = (game_of(DIE + ASKED.format(early=early, winning="2 through 3")) for early in (offer, ""))
    for one, two in ((before, after), (after, before)):
        with pytest.raises(NotAnalysed) as refusal:
            compare(one.decided, two.decided, "big")
        assert refusal.value.reason == "procedures-differ"


def test_a_choice_that_the_other_side_no_longer_offers_is_left_aside() -> None:
    """Nobody leaves before the throw; after it half is lost of a one on both sides, and a three wins on one alone."""
    offer = "  “player” with “big” chooses to “stand” or “leave”.\n  upon “leave”: “big” loses.\n"
    before = game_of(DIE + ASKED.format(early=offer, winning="2 through 3"))
    after = game_of(DIE + ASKED.format(early="", winning="2"))
    (found,) = compare(before.decided, after.decided, "big")
    assert [(c.probability, c.before.net, c.after.net, c.example.chosen) for c in found.changes] == [
        (Fraction(1, 3), 1, -1, (("stand", "stand"), ("stand",)))
    ]
    (change,) = found.changes
    assert [play(side, "big", change.example, n).net for n, side in enumerate((before, after))] == [1, -1]


FORBIDDEN = OFFER + "7.\n  when the total of “dealer” is 4, then “player” must not “half fold”.\n"


@pytest.mark.parametrize("other", [FORBIDDEN, OFFER.replace("or “half fold”", "or “draw”")])
def test_what_is_chosen_and_not_allowed_to_the_other_is_not_compared(other: str) -> None:
    """An open four is folded, which the other text forbids then, or does not offer: the procedure is the same."""
    before, after = (game(PACK, "Article 3\n" + OPEN.format("up") + offer, TENS) for offer in (OFFER, other))
    with pytest.raises(NotAnalysed) as refusal:
        compare(before.decided, after.decided, "bet-1")
    assert refusal.value.reason == "choice-not-allowed"
    # The odds of each stand by themselves.
    assert odds(before.decided).bets["bet-1"].expectation != odds(after.decided).bets["bet-1"].expectation


# ── Deals ───────────────────────────────────────────────────────────────────


def test_deals_are_sets_of_cards_or_sequences_where_cards_are_drawn() -> None:
    dealt = game(PACK, TWO, TENS)
    assert odds(dealt.decided).deals == 6
    one_more = TWO + "3.\n  “dealer” follows the rules on “draw”.\n4.\n  “dealer” must “draw”.\n"
    drawn = odds(game(PACK, one_more + "5.\n  upon “draw”: takes 1 “card”.\n", TENS).decided)
    assert drawn.deals == 4 * 3 * 2
    thrown = odds(
        game(DICE, THROW, settled("when the total of “dealer” is 18, then “bet 1” pays 1 to 1.", OTHERWISE)).decided
    )
    assert (thrown.deals, [line.ways for line in thrown.bets["bet-1"].lines]) == (
        len(list(product(range(6), repeat=3))),
        [1, 215],
    )


# ── The best play as a table ────────────────────────────────────────────────


def test_a_best_play_without_a_threshold_is_a_table_by_totals() -> None:
    """An open five is played, an open four is not: of each there are two."""
    (best,) = odds(game(PACK, "Article 3\n" + OPEN.format("up") + OFFER, TENS).decided).strategies
    assert best.threshold is None
    assert best.table is not None
    told = {tuple((hand.holder, hand.total) for hand in row.hands): dict(row.counts) for row in best.table.rows}
    assert told == {(("dealer", 5),): {"stand": 2}, (("dealer", 4),): {"half-fold": 2}}


def test_a_choice_that_only_the_other_side_offers_is_not_compared() -> None:
    offer = "Article 3\n" + OPEN.format("up") + OFFER
    without = offer.partition("3.\n")[0]
    before, after = game(PACK, without, TENS), game(PACK, offer, TENS)
    with pytest.raises(NotAnalysed) as refusal:
        compare(before.decided, after.decided, "bet-1")
    assert refusal.value.reason == "procedures-differ"


def test_a_choice_that_the_first_side_never_makes_is_refused_before_that_side_goes_on() -> None:
    """What the first side would still be dealt is not followed: nine cards of four."""
    offer = "Article 3\n" + OPEN.format("up") + OFFER
    dealt = "7.\n  deal to “dealer”, 1 “card” at a time, face up, until each has {}.\n"
    before = game(PACK, offer.partition("3.\n")[0] + dealt.format(9), TENS)
    with pytest.raises(NotAnalysed) as refusal:
        compare(before.decided, game(PACK, offer + dealt.format(3), TENS).decided, "bet-1")
    assert refusal.value.reason == "procedures-differ"


def test_rounds_that_go_on_without_end_and_without_chance_are_not_compared() -> None:
    """A stake is doubled again and again, unless a 3 was thrown: nothing comes that could end it."""
    one_game = game_of(
        f"{DIE}Article 2\n  bets are accepted.\n  “banker” throws “die”.\n"
        "  “player” repeatedly follows the rules on “raise”, until the total of “banker” is 3.\n"
        "  upon “raise”: the stake of “big” is doubled.\n  “player” must “raise”.\n  settle “big”.\n"
        "Article 3\n  “big” loses.\n"
    )
    with pytest.raises(NotAnalysed) as refusal:
        compare(one_game.decided, one_game.decided, "big")
    assert (refusal.value.reason, refusal.value.provisions) == ("too-large", ("art_2",))
