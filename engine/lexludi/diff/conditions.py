"""Implication between conditions, by their form: what makes a change of it a widening or a narrowing.

By form alone: an answer «yes» is certain where both texts mean the same by what the conditions read, as which a
caller looks after; a «no» may mean that the forms do not tell.
"""

from collections.abc import Callable, Iterable
from math import inf
from operator import ge, le
from typing import Literal

from lexludi.language.nodes import Construct, Node, Number, Sequence, Term
from lexludi.rules.literals import choice_of
from lexludi.rules.model import Range
from lexludi.rules.ordering import in_one_order

Change = Literal["widened", "narrowed", "equivalent", "changed"]

Span = tuple[int, float]

# Comparisons with a number: whether the first being so for one number makes it so for the other.
_THRESHOLDS: dict[str, Callable[[int, int], bool]] = {"greater": ge, "less": le}


def change_of(before: Node | None, after: Node | None) -> Change:
    """The kind of change of a condition, by implication in either direction."""
    # What only names the same in another order implies it in both directions, of whatever form it is.
    before, after = (in_one_order(c) if c is not None else None for c in (before, after))
    narrower, wider = entails(after, before), entails(before, after)
    if narrower and wider:
        return "equivalent"
    return "widened" if wider else "narrowed" if narrower else "changed"


def entails(first: Node | None, second: Node | None) -> bool:
    """True if, by their forms, the second condition holds wherever the first does; `None` always holds."""
    if second is None or first == second:
        return True
    # Invertible rules first, as in a sequent calculus: «or» on the left and «and» on the right hold if all parts do.
    # The others try one part after another, which is sound and not complete.
    match first, second:
        case None, _:
            return False
        case Sequence("any_of", items), _:
            return all(entails(i, second) for i in items)
        case _, Sequence("all_of", items):
            return all(entails(first, i) for i in items)
        case Sequence("all_of", ones), Sequence("any_of", others):
            return any(entails(first, o) for o in others) or any(entails(i, second) for i in ones)
        case _, Sequence("any_of", items):
            return any(entails(first, i) for i in items)
        case Sequence("all_of", items), _:
            return any(entails(i, second) for i in items)
        case Construct("negation", (one,)), Construct("negation", (other,)):
            # Contraposition.
            return entails(other, one)
        case _:
            return _fact_entails(first, second)


def _fact_entails(first: Node, second: Node) -> bool:
    match first, second:
        case Construct("number_is", (one, Sequence(items=few))), Construct("number_is", (other, Sequence(items=many))):
            # Spans are joined first: «2 to 5» is within «1 to 3 or 4 to 6», though within neither part of it.
            kept, spans = joined(map(_span, many)), joined(map(_span, few))
            return bool(one == other) and all(any(a <= c and d <= b for a, b in kept) for c, d in spans)
        case (
            Construct(("param_is" | "term_is") as op, (Term(id=one), few)),
            Construct(("param_is" | "term_is") as same, (Term(id=other), many)),
        ):
            return op == same and one == other and _within(few, many)
        case Construct(op, (one, Number(value=a))), Construct(same, (other, Number(value=b))) if op in _THRESHOLDS:
            return op == same and bool(one == other) and _THRESHOLDS[op](a, b)
        case _:
            return False


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans of whole numbers, from and to, as spans that do not touch, from the lowest; `inf` is no limit."""
    out: list[Span] = []
    for low, high in sorted(spans):
        # Whole numbers: 1 to 3 and 4 to 6 touch.
        if out and low <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return out


def _span(number: Node) -> Span:
    asked = choice_of(number)
    if isinstance(asked, Range):
        return asked.low, inf if asked.high is None else asked.high
    assert isinstance(asked, int)
    return asked, asked


def _within(few: Node, many: Node) -> bool:
    """True if one choice of a parameter admits no more than another."""
    one, other = choice_of(few), choice_of(many)
    # A single value admits no more than itself.
    if not isinstance(other, Range):
        return one == other
    if isinstance(one, Range):
        return one.low in other and (other.high is None or (one.high is not None and one.high <= other.high))
    return one in other
