"""Soundness of the material: as many objects as is said, with items of their scales, counted in one way."""

from collections.abc import Container, Iterable, Iterator
from itertools import chain
from math import comb, prod

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import constructs_in, terms_in
from lexludi.rules.literals import MAX_STANDING
from lexludi.rules.model import Groups, Range, RuleSet, Runs, Stock, Value, Wild, expressions
from lexludi.rules.procedure import is_repeated
from lexludi.rules.quantities import MOST_TOLD, told

# What reads the numbers that objects of a stock count.
_READING_NUMBERS = frozenset(
    "total lowest_total total_first drawn_value total_key burn_by_first burn_with_first".split()
)


def stock_size_differs(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A pack said to have another number of objects than its items combine to."""
    for stock in rules.stocks:
        combinations = prod(len(rules.scales[scale].items) for scale in stock.scales if scale in rules.scales)
        combinations += sum(count for _, count in stock.besides)
        if stock.size is not None and stock.size != combinations:
            place = _place_of_stock(rules, source, stock)
            yield error("stock-size-differs", place, size=stock.size, combinations=combinations)


def heap_without_its_remainders(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A heap counted off so many at a time, where the scale has not as many items."""
    for heap in rules.thrown:
        if heap.by and heap.scale in rules.scales and len(rules.scales[heap.scale].items) != heap.by:
            place = rules.place_of(source, "heap", heap.eid, heap.object)
            hints = [Hint("one-for-each-remainder")]
            yield error("miscounted-items", place, hints=hints, term=rules.spelling(heap.object))


def two_numbers_on_one_object(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Objects that show two numbers, where it is read what they count and no sentence says which: their sum, or one."""
    is_read = any(node.op in _READING_NUMBERS for node in constructs_in(*expressions(rules)))
    counted = {item for worth in rules.worths for item in worth.items}
    for stock in rules.stocks if is_read else ():
        items = ({i for i in rules.scales[scale].items if i not in counted} for scale in stock.scales)
        if sum(any(i.isascii() and i.isdigit() for i in uncounted) for uncounted in items) > 1:
            place, hints = _place_of_stock(rules, source, stock), [Hint("one-number-each")]
            yield error("miscounted-items", place, hints=hints, term=rules.spelling(stock.object))


def two_ways_to_total(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Totals that are reduced and have a limit: it is not said whether a sum is reduced before the limit is applied."""
    if rules.modulus and rules.best_within:
        ways = {"modulus": rules.modulus[1], "best_within": rules.best_within[1]}
        places = sorted((rules.place_of(source, op, eid) for op, eid in ways.items()), key=lambda p: p.span.start)
        yield error("two-ways-to-total", *reversed(places))


def item_not_on_scale(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A listed run or group with an item that its scale does not have; a set, pack or wild object with one of none."""

    def among(known: Container[str], items: Iterable[str], op: str, eid: str, *terms: str) -> Iterator[Diagnostic]:
        for item in (item for item in items if item not in known):
            yield error("not-an-item", rules.place_of(source, op, eid, *terms), term=rules.spelling(item))

    every = {item for scale in rules.scales.values() for item in scale.items}
    listings: tuple[Runs | Groups, ...] = (*rules.runs.values(), *rules.groups.values())
    for listing in listings:
        op = "runs" if isinstance(listing, Runs) else "groups"
        if scale := rules.scales.get(listing.scale):
            yield from among(scale.items, chain(*listing.items), op, listing.eid, listing.id)
    for item_set in rules.sets.values():
        yield from among(every | rules.sets.keys(), item_set.items, "comprises", item_set.eid, item_set.id)
    for stock in rules.stocks:
        yield from among(every, (item for item, _ in stock.besides), "stock_besides", stock.eid, stock.object)
    for wild in rules.wilds:
        shown = (wild.item, wild.of)
        yield from among(every | rules.sets.keys() | rules.objects, shown, _op_of(wild), wild.eid, *shown)


def wild_out_of_bounds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Wild objects that can lie in one hand, and may together stand for more than can be tried one by one."""
    counting = rules.best_of[0] if rules.best_of else None
    for wild in rules.wilds:
        held = sum(_wild_objects(rules, stock, wild.item) for stock in rules.stocks)
        others = sum(_different_objects(rules, stock) for stock in rules.stocks)
        hands = [(held, counting or _largest_hand(rules), others)]
        # What is thrown makes a hand of its own, of as many objects as there are.
        faces = {thrown: dict(thrown.counts) or rules.scales[thrown.scale].items for thrown in rules.thrown}
        hands += [(_fewest(rules, thrown.count), counting, len(of)) for thrown, of in faces.items() if wild.item in of]
        ways = max(_ways_to_stand(min(held, most or held), others, wild) for held, most, others in hands)
        if ways > MAX_STANDING:
            place = rules.place_of(source, _op_of(wild), wild.eid, wild.item, wild.of)
            yield error("wild-out-of-bounds", place, count=told(ways), limit=MAX_STANDING)


def _op_of(wild: Wild) -> str:
    return "wild_other" if wild.other else "wild"


def _ways_to_stand(held: int, others: int, wild: Wild) -> int:
    """In how many ways so many wild objects may stand for so many others."""
    if not held:
        return 1
    # Those that show something beside may each count as themselves in another way: no further a power than is told.
    # Where all may stand for the same, they make a multiset: combinations with repetition.
    return others ** min(held, MOST_TOLD.bit_length()) if wild.other else comb(others + held - 1, held)


def _largest_hand(rules: RuleSet) -> int | None:
    """The most objects that lie in one hand, if no draw may come again and again."""
    largest = max((rule.effect.number(4) for rule in rules.steps if rule.effect.op == "deal"), default=1)
    if any(rule.effect.op == "forms_hand" for rule in rules.steps):
        largest *= 2
    taken = {u.action: sum(e.number(0) for e in u.effects if e.op == "draws") for u in rules.upons}
    for at, rule in enumerate(rules.steps):
        if most := max((taken.get(term, 0) for term in terms_in(rule.effect)), default=0):
            if rule.effect.op in ("choose_until", "comply_until") or is_repeated(rules, at):
                return None
            largest += most
    return largest


def _different_objects(rules: RuleSet, stock: Stock) -> int:
    return len(stock.counts) or prod(len(rules.scales[scale].items) for scale in stock.scales)


def _wild_objects(rules: RuleSet, stock: Stock, item: str) -> int:
    """The number of objects of a stock that show an item, in the fewest packs that an option admits.

    More are a matter of whoever chooses them: the text can be played, but for hands that are then refused.
    """
    copies = _fewest(rules, stock.copies)
    if (counts := dict(stock.counts) or dict(stock.besides)) and item in counts:
        return copies * counts[item]
    # Every item of a scale is on equally many objects of a pack.
    with_it = [len(rules.scales[scale].items) for scale in stock.scales if item in rules.scales[scale].items]
    return copies * (_different_objects(rules, stock) // with_it[0] if with_it and not stock.counts else 0)


def _fewest(rules: RuleSet, count: Value) -> int:
    """A number of packs or objects, or the lowest that an option admits."""
    if isinstance(count, int):
        return count
    return min(choice.low if isinstance(choice, Range) else int(choice) for choice in rules.parameters[count].choices)


def _place_of_stock(rules: RuleSet, source: Source, stock: Stock) -> Label:
    return rules.place_of(source, "stock_besides" if stock.besides else "stock", stock.eid, stock.object)
