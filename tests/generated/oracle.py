"""Plain enumeration: every chance outcome and every choice of a round, with exact weights.

It is slow on purpose: no cache, no symmetry, no arrays. It proves procedure and
counting only, not meaning: whatever a condition means is asked of the same game.

A choice is made by what the bettor has seen and done so far (perfect recall), as is
best for that bettor, never by what lies hidden. Rounds that go back to an earlier step
are the equations that they are, solved exactly.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from fractions import Fraction

from generated.stepping import (
    USUAL,
    Chance,
    Circumstances,
    Decision,
    End,
    Ended,
    Moves,
    Offer,
    Position,
    Sight,
    Stakes,
    Stepper,
)
from lexludi.play.game import Game


class TooLarge(Exception):
    """More rounds than are worth enumerating."""


class NotEnumerated(Exception):
    """A round of a kind that this oracle does not follow; the reason is the argument."""


@dataclass
class Leaf:
    """A round that has ended, with its moves."""

    end: End
    moves: Moves


@dataclass
class Branch:
    """A chance node."""

    children: list[tuple[Fraction, "Node"]]


@dataclass
class Ask:
    """A decision: `seen` is everything that the bettor has seen and done before it, `now` what is seen at it.

    `offer` says which choice it is.
    """

    bettor: str
    seen: tuple[object, ...]
    offer: Offer
    now: Sight
    children: dict[str, "Node"]


@dataclass
class Back:
    """A place in the round that comes again: the node is in `Tree.places`."""

    place: object


Node = Leaf | Branch | Ask | Back


@dataclass
class Tree:
    """All rounds of some bets, in given circumstances. `places` are nodes to which rounds go back.

    `taken` are the steps that some round takes, by number, and `open` the alternatives that it offers in them.
    """

    root: Node
    bets: Stakes = ()
    given: Circumstances = USUAL
    places: dict[object, Node] = field(default_factory=dict)
    leaves: list[Leaf] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    steps: int = 0
    left_out: frozenset[str] = frozenset()
    taken: Set[int] = frozenset()
    open: Set[tuple[int, str]] = frozenset()

    @property
    def stuck(self) -> bool:
        """Whether a round can come to where it cannot go on."""
        return any(leaf.end.stuck for leaf in self.leaves)

    @property
    def endless(self) -> bool:
        """Whether a round can come to where it goes on for ever, whatever comes."""
        try:  # where rounds go back nobody chooses
            _solved({place: _row(node, {}) for place, node in self.places.items()})
        except NotEnumerated:
            return True
        return False


class _Growing:
    def __init__(self, stepper: Stepper, limit: int) -> None:
        self.stepper, self.limit = stepper, limit
        self.tree = Tree(Branch([]))

    def node(self, position: Position, seen: tuple[object, ...]) -> Node:
        self.tree.steps += 1
        if self.tree.steps > self.limit:
            raise TooLarge
        match self.stepper.step(position):
            case End() as end:
                leaf = Leaf(end, position.moves)
                self.tree.leaves.append(leaf)
                return leaf
            case Chance(outcomes, None):
                return self._chance(outcomes, position, seen)
            case Chance(outcomes, place):
                if seen:
                    raise NotEnumerated("a choice, and rounds that go back")
                if place not in self.tree.places:
                    self.tree.places[place] = Branch([])
                    self.tree.places[place] = self._chance(outcomes, position, seen)
                return Back(place)
            case Decision(bettor, sees, choices, offer, now):
                if self.tree.places:
                    raise NotEnumerated("a choice, and rounds that go back")
                offered = (*seen, bettor, sees, choices)
                ask = Ask(bettor, offered, offer, now, {})
                self.tree.asks.append(ask)
                for choice in choices:
                    ask.children[choice] = self.node(self.stepper.chosen(position, choice), (*offered, choice))
                return ask
        raise AssertionError

    def _chance(
        self, outcomes: tuple[tuple[int, Fraction], ...], position: Position, seen: tuple[object, ...]
    ) -> Branch:
        return Branch([(p, self.node(self.stepper.given(position, thing), seen)) for thing, p in outcomes])


def enumerate_rounds(
    game: Game, bets: Stakes, limit: int, given: Circumstances = USUAL, *, with_little: bool = False
) -> Tree:
    """Every round of some bets, in given circumstances; where bets of a window may be of very little, with these.

    Raises:
        TooLarge: it takes more than `limit` steps.
        NotEnumerated: a choice in rounds that go back to an earlier step.
    """
    growing = _Growing(Stepper(game, bets, given, with_little=with_little), limit)
    growing.tree.bets, growing.tree.given = bets, given
    growing.tree.left_out = growing.stepper.left_out()
    growing.tree.taken, growing.tree.open = growing.stepper.taken, growing.stepper.open
    growing.tree.root = growing.node(growing.stepper.first(), ())
    return growing.tree


# ── Best play ───────────────────────────────────────────────────────────────

Policy = dict[tuple[object, ...], str]
Distribution = dict[tuple[Ended, ...], Fraction]


@dataclass(frozen=True)
class Solution:
    """Rounds under the best play: how each bet ends with which probability.

    `tied` are the information sets in which several choices are worth most, with these.
    """

    distribution: Distribution
    tied: dict[tuple[object, ...], tuple[str, ...]]
    policy: Policy

    @property
    def is_unique(self) -> bool:
        """No other play is worth as much; else only its worth can be compared."""
        return not self.tied

    def worth(self) -> Fraction | None:
        """The expected gain of all bets; none where a round may be left undecided."""
        if any(bet.net is None for ends in self.distribution for bet in ends):
            return None
        return sum((p * sum(b.net or 0 for b in ends) for ends, p in self.distribution.items()), Fraction(0))

    def variance(self) -> Fraction | None:
        """The variance of the gain."""
        mean = self.worth()
        if mean is None:
            return None
        squares = (p * sum(b.net or 0 for b in ends) ** 2 for ends, p in self.distribution.items())
        return sum(squares, Fraction(0)) - mean**2


def solve(tree: Tree, again: Fraction = Fraction(0)) -> Solution:
    """The best play of each bettor, and what comes of it, where a bet that is kept is worth so much.

    Raises:
        NotEnumerated: a round can go on without end.
    """
    policy, tied = _best(tree, again)
    return Solution(distribution(tree, policy), tied, policy)


def _best(tree: Tree, again: Fraction) -> tuple[Policy, dict[tuple[object, ...], tuple[str, ...]]]:
    """By information set, the latest first: the choice that is worth most over all rounds that look alike."""
    reach = dict(_reached(tree.root, Fraction(1)))
    together: dict[tuple[object, ...], list[Ask]] = {}
    for ask in tree.asks:
        together.setdefault(ask.seen, []).append(ask)
    policy: Policy = {}
    tied: dict[tuple[object, ...], tuple[str, ...]] = {}
    for seen in sorted(together, key=len, reverse=True):
        asks = together[seen]
        worth = {
            choice: sum((reach[id(a)] * _worth(a.children[choice], a.bettor, policy, again) for a in asks), Fraction(0))
            for choice in asks[0].children
            # What needs an amount is left out, but where nothing else may be chosen.
            if choice not in tree.left_out or tree.left_out.issuperset(asks[0].children)
        }
        best = max(worth.values())
        if list(worth.values()).count(best) > 1:
            tied[seen] = tuple(choice for choice, value in worth.items() if value == best)
        policy[seen] = next(choice for choice, value in worth.items() if value == best)
    return policy, tied


def _reached(node: Node, probability: Fraction) -> Iterator[tuple[int, Fraction]]:
    """The probability that chance leads to each decision."""
    match node:
        case Branch(children):
            for p, child in children:
                yield from _reached(child, probability * p)
        case Ask(children=by_choice):
            yield id(node), probability
            for child in by_choice.values():
                yield from _reached(child, probability)
        case _:
            return


def _worth(node: Node, bettor: str, policy: Policy, again: Fraction) -> Fraction:
    match node:
        case Leaf(end):
            kept = sum(1 for bet in end.bets if bet.result == "kept")
            return dict(end.returns).get(bettor, Fraction(0)) + kept * again
        case Branch(children):
            return sum((p * _worth(child, bettor, policy, again) for p, child in children), Fraction(0))
        case Ask(seen=seen, children=by_choice):
            return _worth(by_choice[policy[seen]], bettor, policy, again)
        case Back():
            raise NotEnumerated("a choice, and rounds that go back")


def distribution(tree: Tree, policy: Policy) -> Distribution:
    """How the bets end, with which probability, under a policy."""
    rows = {place: _row(node, policy) for place, node in tree.places.items()}
    ends, back = _row(tree.root, policy)
    solved = _solved(rows)
    out = dict(ends)
    for place, p in back.items():
        for end, q in solved[place].items():
            out[end] = out.get(end, Fraction(0)) + p * q
    return out


_Row = tuple[Distribution, dict[object, Fraction]]


def _row(node: Node, policy: Policy) -> _Row:
    """Where a node leads to: ends, and places that come again."""
    ends: Distribution = {}
    back: dict[object, Fraction] = {}

    def go(node: Node, p: Fraction) -> None:
        match node:
            case Leaf(end):
                ends[end.bets] = ends.get(end.bets, Fraction(0)) + p
            case Branch(children):
                for q, child in children:
                    go(child, p * q)
            case Ask(seen=seen, children=by_choice):
                go(by_choice[policy[seen]], p)
            case Back(place):
                back[place] = back.get(place, Fraction(0)) + p

    go(node, Fraction(1))
    return ends, back


def _solved(rows: dict[object, _Row]) -> dict[object, Distribution]:
    """The ends of each place that comes again: Gauss and Jordan, in fractions."""
    left = {place: (dict(ends), dict(back)) for place, (ends, back) in rows.items()}
    for place, (ends, back) in left.items():
        stay = back.pop(place, Fraction(0))
        if stay == 1:
            raise NotEnumerated("a round without end")
        for shares in (ends, back):
            for key in shares:
                shares[key] /= 1 - stay  # type: ignore[index]
        for other, (their_ends, their_back) in left.items():
            through = their_back.pop(place, Fraction(0)) if other != place else Fraction(0)
            if through:
                for end, p in ends.items():
                    their_ends[end] = their_ends.get(end, Fraction(0)) + through * p
                for to, p in back.items():
                    their_back[to] = their_back.get(to, Fraction(0)) + through * p
    return {place: ends for place, (ends, _) in left.items()}
