"""What is told of the best play against its enumeration: what an alternative costs, and in how many deals each is best.

Costs are compared where one play alone is the best. Deals are counted by what is seen, and rounds by how probable
they are: both are in proportion where every round comes to the choice once, after as many objects and with nothing
seen that is not dealt or thrown, so that there alone the counts are compared.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from generated.oracle import Ask, Branch, Leaf, Node, Policy, Solution, Tree
from generated.stepping import Offer
from lexludi.exact.best_table import DealRow, ShownHand
from lexludi.exact.strategy import Strategy
from lexludi.rules.parts import whole_of


def wrong_in_play(told: Strategy, tree: Tree, best: Solution) -> Iterator[str]:
    """What is wrong in what is told of the best play at one choice."""
    offer, policy = offer_of(told), best.policy
    if best.is_unique and told.cost:
        most = _worth(tree.root, policy, None, "")
        costs = {action: most - _worth(tree.root, policy, offer, action) for action in told.cost}
        if costs != told.cost:
            yield f"costs at {offer}: {_figures(told.cost)}, not {_figures(costs)}"
    met = _met(tree, policy, offer, is_unique=best.is_unique)
    every = sum(told.counts.values())
    if met is None:
        return
    if every:
        said = {action: Fraction(number, every) for action, number in told.counts.items() if number}
        if said != (shares := _shares(met, policy)):
            yield f"counts at {offer}: {_figures(said)}, not {_figures(shares)}"
    if told.cases:
        tied = sum((p for ask, p in met if _is_tied(ask, best, told)), Fraction(0))
        if Fraction(told.tied, told.cases) != tied:
            yield f"as good at {offer}: {Fraction(told.tied, told.cases)}, not {tied}"
    rows = told.table.rows if told.table else ()
    every = sum(number for row in rows for number in row.counts.values())
    if any(row.numbers or any(hand.drawn for hand in row.hands) for row in rows):
        return  # what an earlier object was, and numbers kept, are not told by what is seen
    for row in rows:
        said = {action: Fraction(number, every) for action, number in row.counts.items()}
        shares = _shares([(ask, p) for ask, p in met if _is_told_in(ask, row, told)], policy)
        if told.situations[0].choice.op.is_of_objects:
            # Of ways to divide a hand many are as good, and which is told depends on where its objects lie.
            said, shares = ({"": sum(each.values(), Fraction(0))} for each in (said, shares))
        if said != shares:
            shown = [(hand.holder, hand.objects or hand.total) for hand in row.hands]
            yield f"row {shown} at {offer}: {_figures(said)}, not {_figures(shares)}"


def offer_of(told: Strategy) -> Offer:
    """Which choice something is told of."""
    step, unit = told.offer
    return step, told.bet, unit


def _worth(node: Node, policy: Policy, offer: Offer | None, action: str) -> Fraction:
    """What rounds are worth under a policy; where a choice is offered for the first time, an action is chosen."""
    match node:
        case Leaf(end):
            return sum((worth for _, worth in end.returns), Fraction(0))
        case Branch(children):
            return sum((p * _worth(child, policy, offer, action) for p, child in children), Fraction(0))
        case Ask(seen=seen, offer=offered, children=by_choice) if offered == offer:
            return _worth(by_choice[action], policy, None, "")
        case Ask(seen=seen, children=by_choice):
            return _worth(by_choice[policy[seen]], policy, offer, action)
        case _:
            raise AssertionError(node)


Met = list[tuple[Ask, Fraction]]


def _met(tree: Tree, policy: Policy, offer: Offer, *, is_unique: bool) -> Met | None:
    """How probably rounds come to each decision.

    None where not every one does once, after as many objects, or by another choice of what may be as good.
    """
    found: Met = []
    ways = set[tuple[tuple[Offer, int], ...]]()

    def go(node: Node, p: Fraction, came: int, way: tuple[tuple[Offer, int], ...]) -> None:
        match node:
            case Leaf():
                ways.add(way[: 1 + max((place for place, (made, _) in enumerate(way) if made == offer), default=-1)])
            case Branch(children):
                for q, child in children:
                    go(child, p * q, came + 1, way)
            case Ask(seen=seen, offer=offered, children=by_choice):
                if offered == offer:
                    found.append((node, p))
                go(by_choice[policy[seen]], p, came, (*way, (offered, came)))

    go(tree.root, Fraction(1), 0, ())
    (way, *others) = ways
    is_one = not others and [offered for offered, _ in way].count(offer) == 1
    return found if is_one and (is_unique or len(way) == 1) else None


def _shares(met: Met, policy: Policy) -> dict[str, Fraction]:
    shares: dict[str, Fraction] = {}
    for ask, p in met:
        shares[policy[ask.seen]] = shares.get(policy[ask.seen], Fraction(0)) + p
    return shares


def _is_tied(ask: Ask, best: Solution, told: Strategy) -> bool:
    """Another choice is as good; of ways to divide a hand, one that puts other objects into a part."""
    as_good = best.tied.get(ask.seen, ())
    if not told.situations[0].choice.op.is_of_objects:
        return len(as_good) > 1
    hand = dict(ask.now[0])[ask.offer[2]]
    parts = {
        tuple(
            tuple(_kinds([hand[int(place) - 1] for place in part.split("+") if place != "0"], told))
            for part in way.split("/")
        )
        for way in as_good
    }
    return len(parts) > 1


def _is_told_in(ask: Ask, row: DealRow, told: Strategy) -> bool:
    """A row of a table speaks of what is seen at a decision."""
    offered = tuple(action for action in told.alternatives if action in ask.children)
    return row.offered == offered and all(_is_shown(_things(ask, shown, told), shown, told) for shown in row.hands)


def _things(ask: Ask, shown: ShownHand, told: Strategy) -> tuple[int, ...]:
    """The objects that are seen where a row shows a hand: of those of others what lies open, behind the number."""
    hands, thrown = dict(ask.now[0]), dict(ask.now[1])
    if shown.thrown or shown.holder not in hands:
        return thrown.get(shown.holder, ())
    seen = hands[shown.holder]
    if isinstance(seen, int):
        return ()
    return tuple(seen) if whole_of(shown.holder) == whole_of(ask.offer[2]) else tuple(seen[1:])


def _is_shown(things: tuple[int, ...], shown: ShownHand, told: Strategy) -> bool:
    hands = told.situations[0].layers.process.hands
    if shown.total is None:
        return _kinds(shown.places, told) == _kinds(things, told)
    least = sum(min(hands.material.numbers[thing]) for thing in things)
    return hands.total(things) == shown.total and shown.raised == (shown.total > least)


def _kinds(things: Iterable[int], told: Strategy) -> list[int]:
    """The kinds of objects, by number: those of a kind are told alike."""
    kinds = told.situations[0].layers.table.kinds
    of_each = {thing: number for number, kind in enumerate(kinds) for thing in kind.members}
    return sorted(of_each[thing] for thing in things)


def _figures(of_each: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{action} {worth}" for action, worth in of_each.items())
