"""The slice of a program: what is live where, and deals put off within their own branch."""

from lexludi.exact.slices import HAND, Slice, dealt_late
from lexludi.play.game import Game
from lexludi.play.plan import Branch, Chance, Placed, Plan, Settle, walk
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


def plans(own: Game) -> tuple[Plan, Plan]:
    plan = walk(own.questions.judge.rules, (Placed("player-1", "box-1", "bet-1", 1, unit="box-1"),))
    return plan, dealt_late(plan, own.questions)


def test_a_hand_that_nobody_reads_is_dealt_after_all_that_matters() -> None:
    _, late = plans(game(CARDS, DEALS, SETTLED))
    (settle,) = [pc for pc, op in enumerate(late.ops) if isinstance(op, Settle)]
    dealt = {op.units: pc for pc, op in enumerate(late.ops) if isinstance(op, Chance)}
    assert dealt["box-1",] < settle < dealt["dealer",]


def test_a_deal_under_a_condition_stays_under_it() -> None:
    """Where the condition fails, the round skips every deal of three."""
    _, late = plans(game(CARDS, DEALS + SECOND, SETTLED))
    (second,) = [pc for pc, op in enumerate(late.ops) if isinstance(op, Chance) and op.count == 3]
    branches = [op.no for pc, op in enumerate(late.ops) if isinstance(op, Branch) and pc < second]
    assert any(second < no for no in branches)


def test_a_hand_is_live_until_it_is_read_last() -> None:
    own = game(CARDS, DEALS, SETTLED)
    plan, _ = plans(own)
    (settle,) = [pc for pc, op in enumerate(plan.ops) if isinstance(op, Settle)]
    live = Slice(plan, own.questions).live
    assert (HAND, "box-1") in live[settle]
    assert (HAND, "dealer") not in live[settle]
    assert (HAND, "box-1") not in live[settle + 1]
