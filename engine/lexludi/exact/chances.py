"""What becomes of a bet: its outcomes with their probabilities, however long it takes.

A round that is sent back, or begins anew with a bet that was kept, is a node of an absorbing
Markov chain; the nodes are eliminated in rational numbers, and nothing is cut off. Where
choices are made on the way, they are made again with what the nodes are then worth, until
nothing changes (policy iteration).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from lexludi.exact.budget import Budget, NotAnalysed
from lexludi.exact.layers import Choice, End, Layers, Node
from lexludi.exact.outcomes import Outcome
from lexludi.play.plan import Alter, Ask, Placed
from lexludi.play.process import Questions
from lexludi.rules import meaning as m

N = TypeVar("N")
E = TypeVar("E")

MAX_NODES = 3_000
MAX_IMPROVEMENTS = 50


@dataclass(frozen=True)
class Chances:
    """The outcomes of a bet of one unit with their probabilities, with the best play.

    `kept` is the probability that the bet outlasts its first round; `goes_on` that a round
    may be sent back; `chooses` that choices are made, `leaves_out_amounts` that some of them
    reduce the stake by an amount, which is taken to be nothing.
    """

    probabilities: dict[Outcome, Fraction]
    kept: Fraction
    goes_on: bool
    chooses: bool
    leaves_out_amounts: bool
    layers: Layers
    choices: tuple[Choice, ...]

    @property
    def expectation(self) -> Fraction | None:
        """The expected gain per unit staked; none where a round may be left unsettled."""
        if any(outcome.net is None for outcome in self.probabilities):
            return None
        return sum((p * (outcome.net or 0) for outcome, p in self.probabilities.items()), Fraction(0))


def chances_of(questions: Questions, bet: Placed, forced: str = "", budget: Budget | None = None) -> Chances:
    """What becomes of a bet of one unit that is placed alone.

    Raises:
        NotAnalysed: there are more rounds than can be followed, or choices without end.
    """
    return solved(Layers(questions, bet, budget), forced)


def solved(layers: Layers, forced: str = "") -> Chances:
    """What becomes of the bet of some layers.

    Raises:
        NotAnalysed: there are more rounds than can be followed, or choices without end.
    """
    start, worth = layers.start(), dict[Node, Fraction]()
    chooses = any(isinstance(op, Ask) for op in layers.plan.ops)
    for _ in range(MAX_IMPROVEMENTS):
        rows, choices = _rows(layers, start, worth, forced)
        in_the_end = eliminated(rows)
        now = {node: _net(row) for node, row in in_the_end.items()}
        goes_on = any(isinstance(end, Node) for row in rows.values() for end in row)
        if now == worth or not goes_on or not chooses:
            break
        worth = now
    else:
        raise NotAnalysed("not-analysed", reason="choices-without-end")
    first = rows[start]
    kept = sum((p for end, p in first.items() if isinstance(end, Node) and end.pc == 0), Fraction(0))
    sent_back = any(isinstance(end, Node) and end.pc != 0 for end in first)
    probabilities = {end: p for end, p in in_the_end[start].items() if isinstance(end, Outcome)}
    reduces = any(isinstance(op, Alter) and isinstance(op.change, m.Reduce) for op in layers.plan.ops)
    return Chances(probabilities, kept, sent_back, chooses, reduces, layers, choices)


def _rows(
    layers: Layers, start: Node, worth: dict[Node, Fraction], forced: str
) -> tuple[dict[Node, dict[End, Fraction]], tuple[Choice, ...]]:
    """Where each node leads, to outcomes and to other nodes; and the choices met on the way."""
    rows: dict[Node, dict[End, Fraction]] = {}
    choices: list[Choice] = []
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node in rows:
            continue
        if len(rows) >= MAX_NODES:
            raise NotAnalysed("not-analysed", reason="chain-too-long")
        row: dict[End, Fraction] = {}
        for end, probability in layers.solve(node, worth, forced).items():
            target = layers.target(end)
            row[target] = row.get(target, Fraction(0)) + probability
        rows[node] = row
        choices += layers.choices
        # Whatever a choice could lead to is followed, so that choices are made by what it is worth.
        waiting.extend(target for end in layers.ends if isinstance(target := layers.target(end), Node))
    return rows, tuple(choices)


def eliminated(rows: Mapping[N, Mapping[N | E, Fraction]]) -> dict[N, dict[N | E, Fraction]]:
    """Where each node leads in the end, with no nodes in between (Gaussian elimination in rational numbers)."""
    done = {node: dict(row) for node, row in rows.items()}
    for node, row in done.items():
        stay = row.pop(node, Fraction(0))
        if stay == 1:
            raise NotAnalysed("not-analysed", reason="never-ends")
        for target in row:
            row[target] /= 1 - stay
        for other in done.values():
            through = other.pop(node, None) if other is not row else None
            if through:
                for target, probability in row.items():
                    other[target] = other.get(target, Fraction(0)) + through * probability
    return done


def _net(row: dict[End, Fraction]) -> Fraction:
    return sum((p * (end.net or 0) for end, p in row.items() if isinstance(end, Outcome)), Fraction(0))
