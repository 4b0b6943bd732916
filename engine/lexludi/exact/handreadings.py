"""What the rules read of hands, as arrays over the numbers of a hand table."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexludi.exact.classify import Classifier
from lexludi.exact.hands import HandTable, Ids
from lexludi.language.nodes import Construct, Node
from lexludi.play.evaluation import Evaluator
from lexludi.play.state import Bet, State, Stock
from lexludi.rules.literals import item_of

# The codes of a reading over all hands, and the values that the codes stand for.
Column = tuple[Ids, list[Any]]

_VECTORISED = frozenset("category with_or_better shaped threw first_shaped".split())
# Readings of one hand, with the place of the role among their parts.
ROLE_PART = {
    "category": 0,
    "shaped": 0,
    "threw": 0,
    "with_or_better": 0,
    "total": 0,
    "total_first": 1,
    "first_shaped": 1,
    "drawn_value": 0,
    "drew_none": 0,
    "count": 1,
    "count_showing": 0,
}


def role_read(reading: Construct) -> str:
    """The role whose hand a reading of one hand looks at."""
    part = reading.parts[ROLE_PART[reading.op]]
    return part.term(0) if isinstance(part, Construct) else str(part.id)


class HandReadings:
    """The readings of hands under one rule set."""

    def __init__(self, evaluator: Evaluator, table: HandTable) -> None:
        self.evaluator = evaluator
        self.table = table
        self.classifier = Classifier(evaluator.material)
        self._columns: dict[Node, Column] = {}

    def column(self, reading: Construct, naming: str = "") -> Column:
        """What a reading of one hand gives for every hand."""
        known = self._columns.get(reading)
        if known is None or len(known[0]) < self.table.size:
            known = self._columns[reading] = self._worked_out(reading, naming)
        return known

    def _worked_out(self, reading: Construct, naming: str) -> Column:
        if reading.op in _VECTORISED:
            return self._by_size(reading)
        get = self.evaluator.readings.getter(reading)
        holder = "hand"
        state = State(None, None, Stock({}))
        bet = Bet("", "", "", 1, naming, holder)
        fixed = self.evaluator.readings.unit(role_read(reading))
        known = self._columns.get(reading, (np.empty(0, dtype=np.int64), []))
        values = {value: code for code, value in enumerate(known[1])}
        codes = np.empty(self.table.size, dtype=np.int64)
        codes[: len(known[0])] = known[0]
        for number in range(len(known[0]), self.table.size):
            _, drawn = self.table.entry(number)
            stands = self.table.things(number)
            state.hands = {fixed or holder: stands}
            state.drawn_by = {fixed or holder: stands[-1]} if drawn else {}
            codes[number] = values.setdefault(get(state, holder, bet), len(values))
        return codes, list(values)

    def _by_size(self, reading: Construct) -> Column:
        """A reading that the classifier answers for all hands of one size at once."""
        codes = np.zeros(self.table.size, dtype=np.int64)
        values: list[Any] = [None, *(c.id for c in self.evaluator.material.rules.categories)]
        if reading.op != "category":
            values = [False, True]
        for rows, hands in self.table.sizes():
            codes[rows] = self._ask(reading, hands)
        return codes, values

    def _ask(self, reading: Construct, hands: NDArray[np.int64]) -> NDArray[np.int64]:
        classifier = self.classifier
        match reading.op:
            case "category":
                return classifier.category(hands) + 1
            case "with_or_better":
                return classifier.at_least(hands, reading.term(1), item_of(reading.parts[2])).astype(np.int64)
            case "first_shaped":
                return classifier.has_shape(hands[:, : reading.parts[0].value], reading.parts[2]).astype(np.int64)
            case _:
                return classifier.has_shape(hands, reading.parts[1]).astype(np.int64)

    def strengths(self) -> Ids:
        """What orders the hands, higher is better; -1 where nothing does."""
        key = Construct("strengths")
        known = self._columns.get(key)
        if known is None or len(known[0]) < self.table.size:
            ranks = np.full(self.table.size, -1, dtype=np.int64)
            sizes = self.table.sizes()
            for (rows, _), own in zip(sizes, self.classifier.strength([hands for _, hands in sizes]), strict=True):
                ranks[rows] = own
            known = self._columns[key] = (ranks, [])
        return known[0]
