"""The last draws followed once for all rows: hands and weights, against every order of what is left."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from choosing import forward_of
from lexludi.exact import last_chain
from lexludi.exact.kinds import Kind
from lexludi.exact.last_chain import Chain, Finals, chain_at, followed, grouped_weights
from lexludi.exact.multisets import HandTable, Ints
from lexludi.play.plan import Branch, Chance, Require, Verb
from small import pack

# Kinds 0 to 3 count 1 to 4; whoever has less than 5 draws.
COUNTS = (2, 2, 1, 2)
ENOUGH = 5
CHAIN = Chain(frozenset(), "bank", "card")


def table() -> HandTable:
    return HandTable([Kind("card", (kind,), count) for kind, count in enumerate(COUNTS)], [])


def total(hand_table: HandTable, hand: int) -> int:
    return sum(kind + 1 for kind in hand_table.objects(hand))


def drawn(hand_table: HandTable, start: int) -> Finals:
    def leaves(hands: Ints) -> Ints:
        """By way 0 with exactly enough, by way 1 with more."""
        totals = [total(hand_table, int(hand)) for hand in hands]
        return np.array([-1 if t < ENOUGH else int(t > ENOUGH) for t in totals])

    finals = followed(hand_table, CHAIN, start, 0, leaves)
    assert finals is not None
    return finals


def by_orders(held: tuple[int, ...], gone: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """The probability of each hand in the end, by every order of what is left."""
    left = [kind for kind, count in enumerate(COUNTS) for _ in range(count - gone[kind] - held.count(kind))]
    ends: Counter[tuple[int, ...]] = Counter()
    for order in permutations(left):
        hand = list(held)
        for kind in order:
            if sum(k + 1 for k in hand) >= ENOUGH:
                break
            hand.append(kind)
        ends[tuple(sorted(hand))] += 1
    return {hand: Fraction(count, ends.total()) for hand, count in ends.items()}


def test_every_hand_that_can_come_is_followed_with_the_way_in_which_it_leaves() -> None:
    hand_table = table()
    finals = drawn(hand_table, hand_table.number(((0,),)))
    ends = {hand_table.objects(int(hand)): int(way) for hand, way in zip(finals.hands, finals.leaves, strict=True)}
    assert set(ends) == set(by_orders((0,), (0, 0, 0, 0)))
    assert all(way == int(sum(kind + 1 for kind in hand) > ENOUGH) for hand, way in ends.items())


def test_what_was_added_and_in_how_many_orders() -> None:
    """From a one to one, one, two and two: a one and a two in either order, then a two."""
    hand_table = table()
    finals = drawn(hand_table, hand_table.number(((0,),)))
    place = [hand_table.objects(int(hand)) for hand in finals.hands].index((0, 0, 1, 1))
    assert finals.added[place].tolist() == [1, 2, 0, 0]
    # With 1 + 1 + 2 or 1 + 2 + 1 it is four, and another two makes six; 1 + 2 + 2 would be enough before.
    assert int(finals.orders[place]) == 2


@pytest.mark.parametrize("gone", [(0, 0, 0, 0), (0, 1, 1, 0), (1, 0, 0, 2), (0, 1, 0, 1)])
@pytest.mark.parametrize("held", [(), (0,), (1,)])
def test_weights_over_their_total_are_the_probabilities(held: tuple[int, ...], gone: tuple[int, ...]) -> None:
    hand_table = table()
    start = hand_table.number((held,))
    finals = drawn(hand_table, start)
    left = hand_table.stock - np.array([gone]) - hand_table.counts(np.array([start]))
    weights, totals = grouped_weights(finals, np.arange(len(finals.hands)), left)
    said = {
        hand_table.objects(int(hand)): Fraction(int(weight), int(totals[0]))
        for hand, weight in zip(finals.hands, weights[0], strict=True)
        if weight
    }
    assert said == by_orders(held, gone)


def test_hands_of_one_group_are_weighed_together_row_by_row() -> None:
    hand_table = table()
    start = hand_table.number(((0,),))
    finals = drawn(hand_table, start)
    left = hand_table.stock - np.array([(0, 0, 0, 0), (0, 1, 1, 0)]) - hand_table.counts(np.array([start]))
    weights, totals = grouped_weights(finals, finals.leaves, left)
    for row, gone in enumerate(((0, 0, 0, 0), (0, 1, 1, 0))):
        exactly = sum(
            (p for hand, p in by_orders((0,), gone).items() if sum(k + 1 for k in hand) == ENOUGH), Fraction(0)
        )
        assert [Fraction(int(w), int(totals[row])) for w in weights[row]] == [exactly, 1 - exactly]


# Of six objects: beyond 1 is all, beyond 10 what takes two draws or more, beyond 50 what takes three.
@pytest.mark.parametrize("safe", [1, 10, 50])
def test_numbers_beyond_64_bits_stay_exact(monkeypatch: pytest.MonkeyPatch, safe: int) -> None:
    hand_table = table()
    start = hand_table.number(((0,),))
    finals, left = drawn(hand_table, start), (hand_table.stock - hand_table.counts(np.array([start])))
    plain = grouped_weights(finals, finals.leaves, left)
    monkeypatch.setattr(last_chain, "SAFE", safe)
    large = grouped_weights(finals, finals.leaves, left)
    assert large[0].dtype == object
    assert [w.tolist() for w in large] == [w.tolist() for w in plain]


def test_the_time_may_be_asked_for_before_each_part_of_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of one, two and three draws, each with two rows that are worked out one by one."""
    hand_table = table()
    start = hand_table.number(((),))
    finals = drawn(hand_table, start)
    sizes = np.unique(finals.added.sum(axis=1))
    left = np.repeat(hand_table.stock[None, :], 2, axis=0)
    monkeypatch.setattr(last_chain, "CHAINED_AT_ONCE", 1)
    parts: list[None] = []
    grouped_weights(finals, finals.leaves, left, lambda: parts.append(None))
    assert len(parts) == 2 * len(sizes) > 2


def test_a_chain_with_too_many_hands_or_draws_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    hand_table = table()
    start = hand_table.number(((0,),))
    never = np.zeros(0, dtype=np.int64)
    assert (
        followed(hand_table, CHAIN, start, 0, lambda hands: np.full(len(hands), 0) if len(hands) else never) is not None
    )
    monkeypatch.setattr(last_chain, "MAX_DRAWS", 1)
    assert followed(hand_table, CHAIN, start, 0, lambda hands: np.full(len(hands), -1)) is None
    monkeypatch.setattr(last_chain, "MAX_HANDS", 0)
    assert followed(hand_table, CHAIN, start, 0, lambda hands: np.full(len(hands), 0)) is None


# ── Where a chain begins ────────────────────────────────────────────────────

DRAWING = (
    pack("4, 3, 2 and 1", "2 packs")
    + """\
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  “bank” repeatedly follows the rules on “draw”, until the total of “bank” is higher than 4.
  settle “ante”.
Article 3
  when the total of “bank” is lower than 5, then “bank” must “draw”.
  upon “draw”: takes 1 “card”.
  when the total of “bank” is 5, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
)


def chains(text: str) -> list[tuple[type, Chain]]:
    forward = forward_of(text)
    found = [(type(op), chain_at(forward.slice, pc)) for pc, op in enumerate(forward.plan.ops)]
    return [(kind, chain) for kind, chain in found if chain is not None]


def test_draws_to_one_party_by_rules_on_its_own_hand_are_a_chain() -> None:
    (kind, chain), *_ = chains(DRAWING)
    assert issubclass(kind, Branch | Require)
    assert (chain.unit, chain.kind) == ("bank", "card")
    plan = forward_of(DRAWING).plan
    draws = {pc for pc, op in enumerate(plan.ops) if isinstance(op, Chance) and op.verb is Verb.DRAW}
    assert draws
    assert draws <= chain.region


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("takes 1 “card”", "takes 2 “card”"),
        ("when the total of “bank” is 5, then", "when the card drawn by “bank” is 2, then"),
        ("  settle", "  “player” with “ante” chooses “stay” or “go”.\n  settle"),
    ],
)
def test_other_draws_are_no_chain(old: str, new: str) -> None:
    """Two at a time; where the last card drawn is read; where somebody chooses after them."""
    assert chains(DRAWING.replace(old, new)) == []
