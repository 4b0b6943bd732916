"""Rounds that go on until something happens: solved as a chain, exactly, without cutting it off.

A round that goes back to an earlier step, or begins anew with a bet that was kept, is a
node; from each node the others and the outcomes are reached with rational
probabilities. What remains when the nodes are eliminated is the distribution of the
outcomes. Where choices are made on the way, they are made again with what the nodes
are then worth, until nothing changes.
"""

from dataclasses import dataclass
from fractions import Fraction

from lexludi.exact.core import NotAnalysed
from lexludi.exact.course import Course
from lexludi.exact.ends import Again, Choice, kept
from lexludi.exact.outcomes import Outcome
from lexludi.exact.results import Result
from lexludi.exact.rounds import Exact

# How many nodes a chain may have, and how often choices are made again.
MAX_NODES = 3_000
MAX_IMPROVEMENTS = 50

# What a node leads to: other nodes, and whatever ends there.
Target = Again | Outcome | tuple[int, ...]
Row = dict[Target, Fraction]


@dataclass(frozen=True)
class Followed:
    """What becomes of one bet: outcomes with their probabilities.

    `ways` counts, among `deals` equally likely ones, those of each outcome, where the
    round is over once everything is dealt; `kept` is the probability that the bet
    outlasts a round; `goes_on` whether a round can go back to an earlier step.
    """

    probabilities: dict[Outcome, Fraction]
    ways: dict[Outcome, int] | None
    deals: int
    kept: Fraction
    goes_on: bool
    choices: tuple[Choice, ...]
    exact: Exact


def follow(course: Course, bets: tuple[str, ...], naming: str = "", forced: str = "") -> dict[str, Followed]:
    """What becomes of bets of one unit, each placed alone.

    Raises:
        NotAnalysed: the analysis does not cover the regulation, or choices without end.
    """
    worth: dict[Again, Fraction] = {}
    for _ in range(MAX_IMPROVEMENTS):
        exact = Exact(course, bets, naming, forced)
        exact.ends.worth = worth
        result = exact.solve(0, exact.start(bets[0]))
        if not exact.ends.going_on and not any(o.is_kept for o in exact.ends.outcomes):
            return {bet: _at_once(exact, place, result) for place, bet in enumerate(bets)}
        (bet,) = bets
        chain = _Chain(exact, result, bet)
        if not exact.choices or chain.worth == worth:
            return {bet: chain.followed()}
        worth = chain.worth
    raise NotAnalysed("not-analysed", reason="choices-without-end")


def _at_once(exact: Exact, place: int, result: Result) -> Followed:
    """The outcomes of a bet whose rounds end with what is dealt."""
    ways: dict[Outcome, int] = {}
    for number, column in result.items():
        end = exact.ends.list[number]
        assert isinstance(end, tuple)
        outcome = exact.ends.outcomes[end[place]]
        ways[outcome] = ways.get(outcome, 0) + int(column[0])
    deals = sum(ways.values())
    probabilities = {outcome: Fraction(count, deals) for outcome, count in ways.items()}
    return Followed(probabilities, ways, deals, Fraction(0), False, tuple(exact.choices), exact)


class _Chain:
    """The nodes of a chain with what each leads to."""

    def __init__(self, exact: Exact, result: Result, bet: str) -> None:
        self.exact = exact
        self.first = Again(0, (bet, 1))
        self.first_row = self._row(result)
        self.rows: dict[Again, Row] = {self.first: self.first_row}
        # Whatever a choice could lead to is followed, so that choices are made by what it is worth.
        waiting = self._unknown(self.first_row) + self._possible()
        while waiting:
            node = waiting.pop()
            if node in self.rows:
                continue
            if len(self.rows) > MAX_NODES:
                raise NotAnalysed("not-analysed", reason="chain-too-long")
            self.rows[node] = self._row(self._solve(node))
            waiting.extend(self._unknown(self.rows[node]) + self._possible())
        self.solved = eliminate(self.rows)
        self.worth = {node: self._net(row) for node, row in self.solved.items()}

    def _unknown(self, row: Row) -> list[Again]:
        return [target for target in row if isinstance(target, Again) and target not in self.rows]

    def _possible(self) -> list[Again]:
        """Every place where a round can go on."""
        ends = self.exact.ends
        nodes = [*ends.going_on, *(kept(outcome) for outcome in ends.outcomes if outcome.is_kept)]
        return [node for node in dict.fromkeys(nodes) if node not in self.rows]

    def _solve(self, node: Again) -> Result:
        if node.step == 0 and isinstance(node.key[0], str):
            bet, stake = node.key
            assert isinstance(stake, int)
            return self.exact.solve(0, self.exact.start(str(bet), stake))
        return self.exact.solve(node.step, self.exact.ends.going_on[node])

    def _row(self, result: Result) -> Row:
        ways = {end: int(column[0]) for end, column in result.items()}
        total = sum(ways.values())
        row: Row = {}
        for number, count in ways.items():
            target = self._target(number)
            row[target] = row.get(target, Fraction(0)) + Fraction(count, total)
        return row

    def _target(self, number: int) -> Target:
        end = self.exact.ends.list[number]
        if isinstance(end, Again):
            return end
        outcome = self.exact.ends.outcomes[end[0]]
        return kept(outcome) if outcome.is_kept else outcome

    @staticmethod
    def _net(row: Row) -> Fraction:
        return sum((p * o.net for o, p in row.items() if isinstance(o, Outcome) and o.net is not None), Fraction(0))

    def followed(self) -> Followed:
        """What becomes of the bet in the end."""
        outcomes = {o: p for o, p in self.solved[self.first].items() if isinstance(o, Outcome)}
        again = [(t, p) for t, p in self.first_row.items() if isinstance(t, Again)]
        kept_on = sum((p for t, p in again if t.step == 0 and isinstance(t.key[0], str)), Fraction(0))
        goes_on = any(not isinstance(t.key[0], str) for t, _ in again)
        return Followed(outcomes, None, 0, kept_on, goes_on, tuple(self.exact.choices), self.exact)


def eliminate(rows: dict[Again, Row]) -> dict[Again, Row]:
    """What each node leads to in the end, with no nodes in between.

    Raises:
        NotAnalysed: a chain that never ends.
    """
    done = {node: dict(row) for node, row in rows.items()}
    for node, row in done.items():
        stay = row.pop(node, Fraction(0))
        if stay == 1:
            raise NotAnalysed("not-analysed", reason="never-ends")
        if stay:
            for target in row:
                row[target] /= 1 - stay
        for other in done.values():
            through = other.pop(node, None) if other is not row else None
            if through:
                for target, probability in row.items():
                    other[target] = other.get(target, Fraction(0)) + through * probability
    return done
