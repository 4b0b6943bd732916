"""The values of literal nodes (items, numbers, choices, dates), and small expressions made of nodes."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from lexludi.language.nodes import Construct, Date, Node, Number, Reference, Sequence, Term, Text, transform
from lexludi.rules.model import Range, Value

# The highest number that a text may count to.
MAX_COUNT = 10_000
# The most hands as which one with wild objects may count.
MAX_STANDING = 400_000


def date_of(statement: Construct, index: int = 0) -> date:
    """The date that is a part of a statement."""
    part = statement.parts[index]
    assert isinstance(part, Date)
    return part.value


def item_of(node: Node) -> str:
    """The id of an item as written: a term, or a number that is an item's name."""
    return node.id if isinstance(node, Term) else str(node.value)  # type: ignore[attr-defined]


def choices_of(node: Node) -> tuple[Value | Range, ...]:
    """The values and ranges of a list of choices."""
    assert isinstance(node, Sequence)
    return tuple(map(choice_of, node.items))


def choice_of(node: Node) -> Value | Range:
    """One value or range."""
    if isinstance(node, Construct) and node.op == "span":
        return Range(node.number(0), node.number(1))
    if isinstance(node, Construct) and node.op == "at_least":
        return Range(node.number(0))
    return value_of(node)


def value_of(node: Node) -> Value:
    """A number, or the id of a term."""
    if isinstance(node, Number):
        return node.value
    assert isinstance(node, Term), node
    return node.id


def lowest_of(node: Node) -> Value:
    """A quantity; of a range the lowest number, for a place where `soundness` refuses ranges."""
    return first_of((choice_of(node),))


def numbers_of(node: Node) -> tuple[int, ...]:
    """The numbers of a list of numbers and ranges."""
    assert isinstance(node, Sequence)
    out: list[int] = []
    for choice in map(choice_of, node.items):
        if isinstance(choice, Range) and choice.high is not None:
            # No further than `soundness` lets numbers go: the text may say any.
            out.extend(range(choice.low, min(choice.high, choice.low + MAX_COUNT) + 1))
        elif isinstance(choice, int):
            out.append(choice)
    return tuple(out)


def members_of(node: Node) -> Iterator[str]:
    """The ids of listed items; of a range, of each number in it, as far as `soundness` lets numbers go."""
    assert isinstance(node, Sequence)
    for member in node.items:
        # «1 through 3» is three items, each with a number for its name.
        if isinstance(member, Construct):
            low, high = member.number(0), member.number(1)
            yield from map(str, range(low, min(high, low + MAX_COUNT) + 1))
        else:
            yield item_of(member)


def first_of(choices: tuple[Value | Range, ...]) -> Value:
    """The first value that choices admit."""
    first = choices[0]
    return first.low if isinstance(first, Range) else first


def node_of(value: Value | Range) -> Node:
    """A value or range as a node, to be printed."""
    if isinstance(value, Range):
        low = Number(value.low)
        if value.high is None:
            return Construct("at_least", (low,))
        return Construct("span", (low, Number(value.high)))
    return Number(value) if isinstance(value, int) else Term(value, value)


def without_prose(statement: Construct) -> Construct:
    """The statement with its prose blanked: what two languages are compared by. The name of a work is no prose."""
    if statement.op in ("replaces", "replaced_by"):
        return statement

    def change(node: Node) -> Node:
        return replace(node, value="") if isinstance(node, Text) else node

    return transform(statement, change)


def any_of(conditions: list[Construct]) -> Node:
    """The condition that one of some conditions holds."""
    return conditions[0] if len(conditions) == 1 else Sequence("any_of", tuple(conditions))


def both(first: Node | None, second: Node) -> Node:
    """The condition that both hold; the second alone where there is no first."""
    return second if first is None else Sequence("all_of", (first, second))


def plain(node: Node | None) -> object:
    """A node as lists, strings and numbers: a form that outlives changes to our classes."""
    match node:
        case Construct(op, parts):
            return [op, *map(plain, parts)]
        case Sequence(op, items):
            return [op, *map(plain, items)]
        case Term(id=term):
            return term
        case Reference(target):
            return target
        case None:
            return None
        case _:
            return str(getattr(node, "value", ""))
