"""Order as meaning: the lists and sentences whose order says something, and one order for those without."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from lexludi.language.nodes import Construct, Node, Sequence, transform
from lexludi.rules.literals import choices_of, first_of, node_of
from lexludi.rules.lowering import OUTCOMES, STEPS
from lexludi.rules.model import RuleSet

# Kinds of lists, as grammar/structure.lark names them, that have an order wherever they stand, and that have none.
ORDERED_LISTS = frozenset("keys effects recipients portions namings".split())
UNORDERED_LISTS = frozenset("any_of all_of one_of run several members sectors numbers refs".split())
# Of lists of other kinds it depends on the construct that they are a part of. Of a scale and of runs the first is the
# highest, of a score the last is the tie, and bets are settled as they are named; what a text says of a doubt is its
# stance in that order.
ORDERED_IN = frozenset("scale runs score settle divergence".split())
UNORDERED_IN = frozenset(
    "groups stock stock_besides stock_of worth wild wild_other reading opens with_or_better must_not choose "
    "choose_until row_odds stake_at_least stake_at_most stake_is stake_within".split()
)
# Only the first counts apart: it is the default of an option that names none, or holds unless another is given.
FIRST_COUNTS = frozenset({"option", "status"})
# The parts of constructs that may change places; no lists, but an order all the same.
SYMMETRIC = {"sum": (0, 1), "difference": (0, 1), "larger": (0, 1), "smaller": (0, 1), "equal": (0, 1),
             "two_alike": (0, 2)}  # fmt: skip

_N = TypeVar("_N", bound=Node)
_MATERIAL = frozenset({"stock", "stock_besides", "stock_of"})


def ordered_sentences(rules: RuleSet) -> frozenset[str]:
    """The constructs whose sentences mean something by their order in a text; of material, its lists do so too."""
    ordered = STEPS | {"category"}
    # Of sentences on what an object counts the first holds: of one that shows a suit and a rank, both may speak.
    counted = {item for worth in rules.worths for item in worth.items}
    named = {scale.id for scale in rules.scales.values() if counted.intersection(scale.items)}
    if any(len(named.intersection(stock.scales)) > 1 for stock in rules.stocks):
        ordered |= {"worth"}
    # Of ways to divide a hand that rank alike it is that of the objects which the material lists first.
    if any(rule.effect.op == "divides_highest" for rule in rules.steps):
        ordered |= _MATERIAL
    return ordered


def in_one_order(node: _N, ordered: Iterable[str] = ()) -> _N:
    """An expression in which every list without order has one of its own, the same for what is the same.

    It is for comparing, in one process. `ordered` are constructs that mean something by their order in this text.
    """
    kept = frozenset(ordered)

    def change(inner: Node) -> Node:
        match inner:
            case Sequence(op) if op in UNORDERED_LISTS:
                return _sorted(inner)
            case Construct(op, parts) if op in UNORDERED_IN and not (op in _MATERIAL and op in kept):
                return replace(inner, parts=tuple(_sorted(p) if isinstance(p, Sequence) else p for p in parts))
            case Sequence("effects", items):
                return replace(inner, items=tuple(_in_turn(items)))
            case Construct("option", (term, choices, default)):
                # What is said by the order alone is said in words.
                default = default if default is not None else node_of(first_of(choices_of(choices)))
                return replace(inner, parts=(term, _sorted(choices), default))
            case Construct("status", (role, values)):
                return replace(inner, parts=(role, _sorted(values, 1)))
            case Construct(op, parts) if op in SYMMETRIC:
                places = SYMMETRIC[op]
                changed = dict(zip(places, sorted((parts[i] for i in places), key=hash), strict=True))
                return replace(inner, parts=tuple(changed.get(i, part) for i, part in enumerate(parts)))
            case _:
                return inner

    return transform(node, change)


def _in_turn(effects: Iterable[Construct]) -> Iterator[Construct]:
    """Effects in their order; of what becomes of several bets alike, in one sentence or several, there is none."""
    for _, alike in groupby(effects, lambda e: (e.op, e.parts[1:] if e.op in OUTCOMES else e.parts)):
        yield from sorted(alike, key=hash)


def _sorted(sequence: Sequence, start: int = 0) -> Sequence:
    # By hash, which what is the same in another language has too: numbers and terms keep how they were written.
    return replace(sequence, items=(*sequence.items[:start], *sorted(sequence.items[start:], key=hash)))
