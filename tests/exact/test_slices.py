"""The slice of a program: what is live where, and deals put off within their own branch."""

from collections.abc import Mapping, Set

import pytest

from lexludi.exact.odds import odds
from lexludi.exact.slices import HAND, Place, Slice, atoms_of, dealt_late, reading_of, without_unread_draws
from lexludi.play.game import Game
from lexludi.play.plan import Branch, Chance, Placed, Plan, Settle, Verb, walk
from lexludi.rules import meaning as m
from small import rules_of
from test_meaning import CARDS, game

SETTLED = "Article 9\n  settle “bet 1”.\n  when the total of “box” is 9, then “bet 1” loses.\n  in every other case, “bet 1” pays 1 to 1.\n"  # noqa: E501
DEALS = """\
Article 4
1.
  bets are accepted.
2.
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has two.
"""
SECOND = """\
3.
  when the total of “box” is 8, then deal to “dealer”, one “card” at a time, face up, until each has three.
"""


def plans(one_game: Game) -> tuple[Plan, Plan]:
    plan = walk(one_game.questions.judge.rules, (Placed("player-1", "box-1", "bet-1", 1, unit="box-1"),))
    return plan, dealt_late(plan, one_game.questions)


def test_a_hand_that_nobody_reads_is_not_dealt_where_cards_suffice() -> None:
    _, late = plans(game(CARDS, DEALS, SETTLED))
    (settle,) = [pc for pc, op in enumerate(late.ops) if isinstance(op, Settle)]
    dealt = {op.units: pc for pc, op in enumerate(late.ops) if isinstance(op, Chance)}
    assert dealt["box-1",] < settle
    assert ("dealer",) not in dealt


def test_a_deal_under_a_condition_stays_under_it() -> None:
    """Where the condition fails, the round skips every deal of three."""
    _, late = plans(game(CARDS, DEALS + SECOND, SETTLED))
    (second,) = [pc for pc, op in enumerate(late.ops) if isinstance(op, Chance) and op.count == 3]
    branches = [op.no for pc, op in enumerate(late.ops) if isinstance(op, Branch) and pc < second]
    assert any(second < no for no in branches)


def test_a_hand_is_live_until_it_is_read_last() -> None:
    one_game = game(CARDS, DEALS, SETTLED)
    plan, _ = plans(one_game)
    (settle,) = [pc for pc, op in enumerate(plan.ops) if isinstance(op, Settle)]
    live = Slice(plan, one_game.questions).live
    assert (HAND, "box-1") in live[settle]
    assert (HAND, "dealer") not in live[settle]
    assert (HAND, "box-1") not in live[settle + 1]


def test_conditions_are_read_by_their_parts_and_definitions_by_what_they_say() -> None:
    one_game = game(CARDS, DEALS, "Article 9\n  settle “bet 1”.\n  “bet 1” loses.\n")
    total, other = m.Total("box", name=""), m.Total("dealer", name="")
    nine, ten, more = m.Compare(total, 9, 0), m.Compare(total, 10, 0), m.Compare(total, other, 1)
    atoms = list(atoms_of(m.AllOf((m.Not(nine), m.AnyOf((ten, more)), m.Always(True))), one_game.questions.judge.rules))
    assert atoms == [nine, ten, more]
    reading = reading_of(atoms)
    assert reading.alone == ((total, (nine, ten)),)
    assert reading.together == (more,)
    assert reading.observables == (total, other)


DRAW = """\
3.
  “dealer” follows the rules on “draw”.
4.
  “dealer” must “draw”.
5.
  upon “draw”: takes 1 “card”.
"""


def drawn(one_game: Game) -> list[Verb]:
    plan = walk(one_game.questions.judge.rules, (Placed("player-1", "box-1", "bet-1", 1, unit="box-1"),))
    return [op.verb for op in without_unread_draws(plan, one_game.questions).ops if isinstance(op, Chance)]


def test_a_card_that_nobody_reads_is_not_drawn() -> None:
    assert drawn(game(CARDS, DEALS + DRAW, SETTLED)) == [Verb.DEAL]
    # The first two are dealt before: a third is none of them.
    first = "when the total of the first {} of “dealer” is 9, then"
    assert drawn(game(CARDS, DEALS + DRAW, SETTLED.replace("when the total of “box” is 9, then", first.format(2)))) == [
        Verb.DEAL
    ]


def test_a_card_that_is_read_is_drawn() -> None:
    read = SETTLED.replace("when the total of “box” is 9, then", "when {} is 9, then")
    for what in ("the total of “dealer”", "the total of the first 3 of “dealer”"):
        assert drawn(game(CARDS, DEALS + DRAW, read.format(what))) == [Verb.DEAL, Verb.DRAW]


def test_a_card_that_counts_for_a_deal_is_drawn_and_one_that_counts_for_a_draw_is_not() -> None:
    """Whoever has drawn one is dealt one less; however many are drawn before, the next draw is of one."""
    deal = "{}.\n  deal to “dealer”, one “card” at a time, face up, until each has four.\n"
    assert drawn(game(CARDS, DEALS + DRAW + deal.format(6), SETTLED)) == [Verb.DEAL, Verb.DRAW, Verb.DEAL]
    twice = DRAW.replace("rules on “draw”.\n", "rules on “draw”.\n  “dealer” follows the rules on “draw”.\n")
    assert drawn(game(CARDS, DEALS + twice, SETTLED)) == [Verb.DEAL]


def test_a_draw_that_might_exhaust_the_stock_is_made() -> None:
    """Twelve cards: two for each of five holders, and two more, are not fewer than there are."""
    few = CARDS.replace("2 packs", "1 pack").replace("“spades”, “hearts” and “clubs”", "“spades” and “hearts”")
    many = DRAW.replace("takes 1 “card”", "takes 12 “card”")
    assert drawn(game(few, DEALS + many, SETTLED)) == [Verb.DEAL, Verb.DRAW]


def test_it_is_known_of_each_hand_how_many_objects_are_read_as_its_first() -> None:
    def first(*counts: int) -> Mapping[Place, Set[int]]:
        said = "".join(
            f"  when the total of the first {count} of “box” is 9, then “bet 1” loses.\n" for count in counts
        )
        settled = f"Article 9\n  settle “bet 1”.\n{said}  in every other case, “bet 1” pays 1 to 1.\n"
        one_game = game(CARDS, DEALS, settled)
        return Slice(plans(one_game)[0], one_game.questions).first

    assert (first(), first(2), first(2, 2)) == ({}, {(HAND, "box-1"): {2}}, {(HAND, "box-1"): {2}})
    assert first(2, 3) == {(HAND, "box-1"): {2, 3}}


ENDING_TOGETHER = """\
Article 1
  “suit”, from high to low: “spade” and “heart”.
  “rank”, from high to low: “K”, “Q” and “J”.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”; 6 in each.
  there is one “board”.
  “player” bets.
  “ante” is a bet.
  “call” is a bet.

Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: all are of the same “rank”.
2)
  “flush”: all are of the same “suit”.
3)
  “odd cards”: each is of a different “rank”.

Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has two.
  deal to “board”, one “card” at a time, face up, until each has two.
  “player” with “ante” chooses to “play” or “fold”.
  upon “play”: an amount equal to the stake of “ante” is put on “call”.
  upon “fold”: “ante” loses.
  settle {order}.
  when the hand of “player” is equal to the hand of “board”, then “call” is returned.
  in every other case, “call” pays 1 to 1.
1)
  when the hand of “player” is equal to the hand of “board”, then “ante” is returned.
2)
  when it is not so that the hand of “player” is equal to the hand of “board”, then “ante” pays by the hand of “player”:
(1)
  “pair” 3 to 1.
(2)
  others 1 to 1.
"""


@pytest.mark.parametrize("order", ["“ante” and “call”", "“call” and “ante”"])
def test_with_the_last_of_bets_that_end_together_the_category_of_the_first_is_told(order: str) -> None:
    """Of 15 hands 3 are pairs, 6 flushes and 6 others; the board has one of 6 pairs of the four cards left.

    After a pair 2 of them are pairs, after a flush 3 are flushes, after another hand 3 are others.
    """
    lines = odds(rules_of(ENDING_TOGETHER.format(order=order))).bets["ante"].lines
    assert {(line.outcome.net, line.outcome.category): line.ways for line in lines} == {
        (4, "pair"): 3 * 4,
        (2, "flush"): 6 * 3,
        (2, "odd-cards"): 6 * 3,
        (0, "pair"): 3 * 2,
        (0, "flush"): 6 * 3,
        (0, "odd-cards"): 6 * 3,
    }
