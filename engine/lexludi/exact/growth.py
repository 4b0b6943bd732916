"""Growth of hands: how many a holder may come to hold by what is dealt and drawn to it from a place on."""

from dataclasses import replace

import numpy as np

from lexludi.exact.budget import RowMeter
from lexludi.exact.graph import Rows
from lexludi.exact.multisets import Ints
from lexludi.exact.observed import Observed
from lexludi.exact.slices import HAND
from lexludi.play.plan import Alter, Ask, Branch, Chance, Pc, Unit, Verb
from lexludi.play.process import Process


def hands_grown(process: Process, observed: Observed, pc: Pc, unit: Unit, begun: Ints, rest: int) -> int:
    """The number of hands that a holder may come to hold from hands of one size, whatever others hold.

    A hand that is dealt to grows to that size, and beyond it as long as choices come again; `rest` is all else
    of a state. As if something could be drawn wherever a choice may lead to it, and all that comes were of one kind.
    """
    plan, table = process.plan, observed.table
    ahead = sorted(plan.ahead[pc])
    coming = [op for p in ahead if isinstance(op := plan.ops[p], Chance) and unit in op.units]
    if not coming:
        return len(begun)
    # What is dealt fills hands up to a size; only from there on may a choice come again.
    kind = coming[0].kind
    dealt = max((op.count or 0 for op in coming if op.verb is Verb.DEAL and op.kind == kind), default=0)
    singles = table.batch(kind, 1)
    number, hands = 0, begun
    # Breadth first by size: hands of one step hold equally many, and one that is met in several orders counts once.
    while len(hands):
        if table.held_of(kind, hands[:1])[0] >= dealt:
            number += len(hands)
            hands = hands[_may_go_on(process, observed, pc, unit, hands, rest)]
        grown = np.unique(table.join(np.repeat(hands, len(singles)), np.tile(singles, len(hands)), 0))
        # Hands stay within the stock, so that they cannot grow for ever.
        hands = grown[(table.counts(grown) <= table.stock).all(axis=1)] if len(hands) else hands
    return number


def _may_go_on(process: Process, observed: Observed, pc: Pc, unit: Unit, hands: Ints, rest: int) -> Ints:
    """Which hands are such that a choice comes again, where that is asked of the hand alone."""
    # As if nobody else held anything: only what is asked of this hand alone is looked at.
    zeros = np.zeros(len(hands), dtype=np.int64)
    columns = {place: hands if place == (HAND, unit) else zeros for place in observed.slice.columns}
    rows = Rows(columns, np.full(len(hands), rest, dtype=np.int64))
    going_on = zeros.astype(np.bool_)
    for place in process.plan.ahead[pc]:
        op = process.plan.ops[place]
        if not isinstance(op, Branch) or observed.slice.reads(place) != {(HAND, unit)}:
            continue
        asked = process.plan.ops[op.no]
        if isinstance(asked, Ask) and asked.again and asked.who.unit == unit:
            states, groups = observed.groups(place, rows)
            goes_on = [getattr(process.step(state), "pc", -1) == op.no for state in states]
            going_on |= np.array(goes_on, dtype=np.bool_)[groups]
    return going_on


def foresee_pairs(
    process: Process, observed: Observed, pc: Pc, op: Alter, units: tuple[Unit, Unit], rows: Rows, meter: RowMeter
) -> None:
    """Refuse what two hands that a split has made will come to: each of the first beside each of the second.

    Raises:
        TooLarge: naming for each how many hands it may come to hold.
    """
    halves = [rows.column((HAND, unit)) for unit in units]
    pairs = 0
    # Each half that the rows begin with by itself; the budget is asked after every one.
    for half, times in zip(*np.unique(halves[0], return_counts=True), strict=True):
        begun = np.array([half], dtype=np.int64)
        first, second = (hands_grown(process, observed, pc, unit, begun, int(rows.rest[0])) for unit in units)
        pairs += int(times) * first * second
        replace(meter, hands=((units[0], first), (units[1], second))).refuse_more(pairs, op.provisions)
