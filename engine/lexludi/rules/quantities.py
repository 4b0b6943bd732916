"""Soundness of quantities: counts, amounts and ranges are numbers, within bounds, and no more than the whole."""

from collections.abc import Iterator
from dataclasses import replace

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Node, Number, Share, Term, transform, walk
from lexludi.rules.literals import MAX_COUNT
from lexludi.rules.model import QUANTITIES, Parameter, Range, RuleSet
from lexludi.rules.settings import Truth, simplify

# Constructs whose numbers count something that must be there.
_COUNTING = frozenset(
    "modulus best_of stock stock_besides stock_of thrown thrown_of copy sector heap deal draws portion".split()
    + "names_several alike alike_or_more two_alike in_sequence alike_key rest_key total_first first_shaped".split()
    + "showing showing_or_more many_holders".split()
)
# Of these, those that name an item, which may be a zero, after how many there are of it.
_OF_AN_ITEM = frozenset("copy sector showing showing_or_more".split())
# Constructs whose numbers are amounts of money.
_OF_MONEY = frozenset("meter receives_amount stake_number stake_within stakes_exceed".split())
# The same with declarations: how much material there is, and how many holders.
_QUANTITIES = dict.fromkeys("stock stock_besides stock_of thrown thrown_of many_holders".split(), 0) | QUANTITIES
# Constructs that take a part of an amount, which cannot be more than all of it.
_PARTS_OF_AN_AMOUNT = frozenset({"loses_part", "commission", "receives_part"})
# The highest amount of money, which is nowhere counted up one by one.
MAX_AMOUNT = 100_000_000
# Numbers beyond this are not told one by one: nobody reads them, and those of thousands of digits Python refuses.
MOST_TOLD = 10**12


def numbers_in_bounds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A count that is zero where something must be counted, or a count or an amount beyond any game."""
    constructs = [node for _, _, node in rules.nodes if isinstance(node, Construct)]
    counting = [node for node in constructs if node.op in _COUNTING]
    # By identity, as equal numbers may stand elsewhere and count nothing; `rules.nodes` keeps them alive.
    counts = {id(part) for node in counting for part in node.parts[: 1 if node.op in _OF_AN_ITEM else None]}
    # What an option gives for such a count is one.
    named = {part.id for node in counting for part in node.parts if isinstance(part, Term)}
    options = (node for node in constructs if node.op == "option" and node.term(0) in named)
    counts |= {id(part) for option in options for part in walk(option)}
    amounts = {id(part) for node in constructs if node.op in _OF_MONEY for part in node.parts}
    for eid, _, node in rules.nodes:
        limit = MAX_AMOUNT if id(node) in amounts else MAX_COUNT
        if isinstance(node, Number) and (node.value > limit or (node.value == 0 and id(node) in counts)):
            yield error("number-out-of-bounds", Label(source, node.span, eid), value=node.value, limit=limit)


def indefinite_quantity(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A quantity that is no one number: a range, or a term that is no option or reading with numbers.

    An option with other values too may be a quantity where its sentence says nothing under those.
    """
    for eid, statement, node in rules.nodes:
        quantity = node.parts[_QUANTITIES[node.op]] if isinstance(node, Construct) and node.op in _QUANTITIES else None
        if isinstance(quantity, Construct):
            yield error("indefinite-quantity", Label(source, quantity.span, eid), hints=[Hint("name-an-option")])
        elif isinstance(quantity, Term) and not (
            _is_numeric(parameter := rules.parameters.get(quantity.id)) or _asks_for(statement, quantity, parameter)
        ):
            yield error("not-a-number", Label(source, quantity.span, eid), term=rules.spelling(quantity.id))


def _asks_for(statement: Construct, quantity: Term, parameter: Parameter | None) -> bool:
    """True if a statement says nothing with a quantity where the parameter that it names is none."""
    words = [choice for choice in parameter.choices if isinstance(choice, str)] if parameter else []
    return bool(words) and all(_is_left_out(quantity, statement, word) for word in words)


def _is_left_out(quantity: Term, statement: Construct, value: str) -> bool:
    def asked(node: Node) -> Node:
        match node:
            case Construct("term_is", (Term(id=quantity.id), _)):
                return replace(node, op="param_is")
            case _:
                return node

    # What is asked of anything else stays open, as in rounds.
    parts = [simplify(transform(p, asked), {quantity.id: value}) for p in statement.parts if p is not None]
    if statement.op == "guarded" and parts[0] == Truth(False):
        return True
    # By its place: the same option may be named elsewhere in the sentence.
    return all(node.span != quantity.span for part in parts for node in walk(part))


def empty_range(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A range that ends before it begins, of numbers or of stakes: 6 through 4."""
    for eid, _, node in rules.nodes:
        match node:
            case Construct("span", (Number(value=first), Number(value=last))) | Construct(
                "stake_within", (_, Number(value=first), Number(value=last))
            ) if first > last:
                hint = Hint("lower-number-first", {"low": last, "high": first})
                yield error("empty-range", Label(source, node.span, eid), hints=[hint])


def more_than_the_whole(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A commission of more than the winnings, a loss of more than the stake, a payment of more than is in a meter.

    So is a deal of more at a time than each is to have, and an exchange of more than there are.
    """
    for eid, _, node in rules.nodes:
        match node:
            case Construct("deal", (_, Number(value=batch) as said, _, _, Number(value=count))) if batch > count:
                yield error("more-than-the-whole", Label(source, said.span, eid), share=batch)
            case Construct("exchanges", (_, _, Number(value=count) as said, Number(value=size), *_)) if count > size:
                yield error("more-than-the-whole", Label(source, said.span, eid), share=count)
        if isinstance(node, Construct) and node.op in _PARTS_OF_AN_AMOUNT:
            share = node.parts[1]
            if isinstance(share, Share) and share.value > 1:
                label = Label(source, share.span, eid)
                most = {"commission": "at-most-won", "receives_part": "at-most-all-kept"}.get(node.op, "at-most-all")
                yield error("more-than-the-whole", label, hints=[Hint(most)], share=share.value)


def _is_numeric(parameter: Parameter | None) -> bool:
    if parameter is None or parameter.kind == "meter":
        return False
    return all(isinstance(c, (int, Range)) for c in parameter.choices)


def told(count: int) -> int | str:
    """A count as it is told: of one that is very large, that it is."""
    return count if count <= MOST_TOLD else "> 10¹²"
