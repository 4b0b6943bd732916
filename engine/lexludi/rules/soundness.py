"""The soundness of a rule set: what would stop the interpreter, or let it count what is not there.

Each check is a function that yields diagnostics at the sentences at fault; they run,
in the order of `SOUNDNESS`, on texts in which every term is known and of its kind.
Those of `PRESUPPOSING` follow, each unless a fault was found that stands in its way.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import comb, prod

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error, warning
from lexludi.base.folding import fold
from lexludi.base.source import Source, Span
from lexludi.language.citations import names_no_point
from lexludi.language.nodes import (
    Construct,
    Document,
    Level,
    Node,
    Number,
    Reference,
    Sequence,
    Share,
    Term,
    children,
    constructs_in,
    terms_in,
    transform,
    walk,
)
from lexludi.rules.header import contradictory_header, dates_out_of_order, not_an_address, not_an_identifier
from lexludi.rules.holders import home, homes
from lexludi.rules.instruments import MODIFICATIONS, contradictory_knowledge
from lexludi.rules.literals import MAX_COUNT, MAX_STANDING, item_of
from lexludi.rules.model import (
    CLOSE_BETS,
    PAID_BESIDE,
    PLACE_BET,
    QUANTITIES,
    BetKind,
    Groups,
    Parameter,
    Precedence,
    Range,
    RuleSet,
    Runs,
    Slot,
    Stock,
    Value,
    Wild,
    action_of,
    alternatives,
    expressions,
    under,
)
from lexludi.rules.parts import ways_to_divide
from lexludi.rules.settings import Truth, simplify
from lexludi.rules.throws import places_asked, throwing, throwing_and_holding

_SHAPES = frozenset("all_same all_different in_runs is_run alike alike_or_more two_alike in_sequence".split())
# What the condition of a category, which is of a hand alone, may be made of.
_OF_A_HAND = _SHAPES | {"negation", "param_is"}
# Constructs whose conditions are of a hand, or of objects, that they name or that is meant.
_NAMING_A_HAND = frozenset("shaped first_shaped threw category guarded_key".split())

# Constructs whose numbers count something that must be there.
_COUNTING = frozenset(
    "modulus best_of stock stock_besides stock_of thrown thrown_of copy sector heap deal draws portion".split()
    + "names_several alike alike_or_more two_alike in_sequence alike_key rest_key total_first first_shaped".split()
    + ["many_holders"]
)

# Constructs whose numbers are amounts of money.
_OF_MONEY = frozenset("meter receives_amount stake_number stake_within stakes_exceed".split())
# The same with declarations: how much material there is, and how many holders.
_QUANTITIES = dict.fromkeys("stock stock_besides stock_of thrown thrown_of many_holders".split(), 0) | QUANTITIES
# Constructs that take a part of an amount, which cannot be more than all of it.
_PARTS_OF_AN_AMOUNT = frozenset({"loses_part", "commission", "receives_part"})
# What the acts are called whose ids the machine knows; in a glossary of one's own they may have been given others.
_WORDS_OF_BETTING = {
    PLACE_BET: {"bet", "place a bet", "place bets", "apostar", "fazer apostas", "fazer uma aposta", "下注", "投注"},
    CLOSE_BETS: {"close bets", "close the betting", "encerrar as apostas", "截止下注", "停止下注"},
}

# Which part of an observable is the holder of the objects that it counts.
_HOLDERS = {"hand": 0, "total": 0, "lowest_total": 0, "total_first": 1, "threw": 0, "first_shaped": 1} | {
    "total_thrown": 0,
    "part_of": 1,
    "count_showing": 0,
    "shows": 0,
}

# What asks which items or which number a bet names.
_NAMED = frozenset({"named", "named_as", "any_named", "all_named", "named_number"})
# What takes objects from a stock, or puts them back, and which part of it they are.
_TAKING = {"deal": 2, "draws": 1, "burn": 1, "burn_by_first": 0, "burn_with_first": 0, "put_back": 0}
# What reads the numbers that objects of a stock count.
_READING_NUMBERS = frozenset(
    "total lowest_total total_first drawn_value total_key burn_by_first burn_with_first".split()
)
# Steps that divide a hand, of which the last part says into what; and the most ways to do so.
_DIVIDING = frozenset({"divides", "divides_highest"})
MAX_WAYS = 500
# Steps by which a party follows rules, and what compares the stakes of those who bet.
_FOLLOWING = frozenset({"comply", "comply_until"})
_OF_STAKES = frozenset({"largest_stake", "largest_stake_among"})
# The highest amount of money, which is nowhere counted up one by one.
MAX_AMOUNT = 100_000_000
# The most that can be named with one bet: what is named is followed one by one.
MAX_NAMES = 5_000

# Numbers beyond this are not told one by one: nobody reads them, and those of thousands of digits Python refuses.
_MOST_TOLD = 10**12

Check = Callable[[RuleSet, Source], Iterator[Diagnostic]]


def numbers_in_bounds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A count that is zero where something must be counted, or a count or an amount beyond any game."""
    counting = [node for _, _, node in rules.nodes if isinstance(node, Construct) and node.op in _COUNTING]
    # By identity, as equal numbers may stand elsewhere and count nothing; `rules.nodes` keeps them alive. A copy and a
    # sector name their item, which may be a zero, after how many there are of it.
    counts = {id(part) for node in counting for part in node.parts[: 1 if node.op in ("copy", "sector") else None]}
    # What an option gives for such a count is one.
    named = {part.id for node in counting for part in node.parts if isinstance(part, Term)}
    options = (node for _, _, node in rules.nodes if isinstance(node, Construct) and node.op == "option")
    counts |= {id(part) for option in options if option.term(0) in named for part in walk(option)}
    money = (node for _, _, node in rules.nodes if isinstance(node, Construct) and node.op in _OF_MONEY)
    amounts = {id(part) for node in money for part in node.parts}
    for eid, _, node in rules.nodes:
        limit = MAX_AMOUNT if id(node) in amounts else MAX_COUNT
        if isinstance(node, Number) and (node.value > limit or (node.value == 0 and id(node) in counts)):
            yield error("number-out-of-bounds", Label(source, node.span, eid), value=node.value, limit=limit)


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
        if sum(any(i.isascii() and i.isdigit() for i in own) for own in items) > 1:
            place, hints = _place_of_stock(rules, source, stock), [Hint("one-number-each")]
            yield error("miscounted-items", place, hints=hints, term=rules.spelling(stock.object))


def two_ways_to_total(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Totals that are reduced and have a limit: it is not said whether a sum is reduced before the limit is applied."""
    if rules.modulus and rules.best_within:
        ways = {"modulus": rules.modulus[1], "best_within": rules.best_within[1]}
        places = sorted((rules.place_of(source, op, eid) for op, eid in ways.items()), key=lambda p: p.span.start)
        yield error("two-ways-to-total", *reversed(places))


def indefinite_quantity(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A quantity that is no one number: a range, or a term that is no option or reading with numbers.

    An option with other values too may be a quantity where its sentence says nothing under those.
    """
    for eid, statement, node in rules.nodes:
        quantity = node.parts[_QUANTITIES[node.op]] if isinstance(node, Construct) and node.op in _QUANTITIES else None
        if isinstance(quantity, Construct):
            yield error("indefinite-quantity", Label(source, quantity.span, eid), hints=[Hint("name-an-option")])
        elif isinstance(quantity, Term) and not (
            _is_numeric(own := rules.parameters.get(quantity.id)) or _asks_for(statement, quantity, own)
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

    So is a deal of more at a time than each is to have.
    """
    for eid, _, node in rules.nodes:
        match node:
            case Construct("deal", (_, Number(value=batch) as said, _, _, Number(value=count))) if batch > count:
                yield error("more-than-the-whole", Label(source, said.span, eid), share=batch)
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


def item_not_on_scale(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A listed run or group with an item that its scale does not have; a set, pack or wild object with one of none."""
    for item, op, eid, *terms in _off_scale(rules):
        yield error("not-an-item", rules.place_of(source, op, eid, *terms), term=rules.spelling(item))


def _off_scale(rules: RuleSet) -> Iterator[tuple[str, ...]]:
    """The items that are not on a scale where one is named: each with its sentence, as `_place` finds that."""
    every = {item for scale in rules.scales.values() for item in scale.items}
    listings: tuple[Runs | Groups, ...] = (*rules.runs.values(), *rules.groups.values())
    for listing in listings:
        op = "runs" if isinstance(listing, Runs) else "groups"
        if scale := rules.scales.get(listing.scale):
            off = (item for run in listing.items for item in run if item not in scale.items)
            yield from ((item, op, listing.eid, listing.id) for item in off)
    for own in rules.sets.values():
        off = (item for item in own.items if item not in every | rules.sets.keys())
        yield from ((item, "comprises", own.eid, own.id) for item in off)
    for stock in rules.stocks:
        off = (item for item, _ in stock.besides if item not in every)
        yield from ((item, "stock_besides", stock.eid, stock.object) for item in off)
    known = every | rules.sets.keys() | rules.objects
    for wild in rules.wilds:
        off = (item for item in (wild.item, wild.of) if item not in known)
        yield from ((item, "wild_other" if wild.other else "wild", wild.eid, wild.item, wild.of) for item in off)


def names_out_of_bounds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet with which nothing can be named, or more than can be told apart one by one."""
    for bet in rules.bets.values():
        count = rules.most_names(bet)
        if count <= MAX_NAMES and not rules.names_of(bet):
            count = 0  # all of them would name an item twice
        if not 0 < count <= MAX_NAMES:
            place = rules.place_of(source, "bet_naming", bet.eid, bet.id)
            yield error("names-out-of-bounds", place, count=_told(count), limit=MAX_NAMES)


def _told(count: int) -> int | str:
    """A count as it is told: of one that is very large, that it is."""
    return count if count <= _MOST_TOLD else "> 10¹²"


def wild_out_of_bounds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Wild objects that can lie in one hand, and may together stand for more than can be tried one by one."""
    counting = rules.best_of[0] if rules.best_of else None
    for wild in rules.wilds:
        held = sum(_wild_objects(rules, stock, wild.item) for stock in rules.stocks)
        others = sum(_different_objects(rules, stock) for stock in rules.stocks)
        hands = [(held, counting or _largest_hand(rules), others)]
        # What is thrown makes a hand of its own, of as many objects as there are.
        faces = {thrown: dict(thrown.counts) or rules.scales[thrown.scale].items for thrown in rules.thrown}
        hands += [(_fewest(rules, own.count), counting, len(of)) for own, of in faces.items() if wild.item in of]
        ways = max(_ways_to_stand(min(held, most or held), others, wild) for held, most, others in hands)
        if ways > MAX_STANDING:
            place = rules.place_of(source, "wild_other" if wild.other else "wild", wild.eid, wild.item, wild.of)
            yield error("wild-out-of-bounds", place, count=_told(ways), limit=MAX_STANDING)


def _ways_to_stand(held: int, others: int, wild: Wild) -> int:
    """In how many ways so many wild objects may stand for so many others."""
    if not held:
        return 1
    # Those that show something beside may each count as themselves in another way: no further a power than is told.
    # Where all may stand for the same, they make a multiset: combinations with repetition.
    return others ** min(held, _MOST_TOLD.bit_length()) if wild.other else comb(others + held - 1, held)


def _largest_hand(rules: RuleSet) -> int | None:
    """The most objects that lie in one hand, if no draw may come again and again."""
    largest = max((rule.effect.number(4) for rule in rules.steps if rule.effect.op == "deal"), default=1)
    if any(rule.effect.op == "forms_hand" for rule in rules.steps):
        largest *= 2
    taken = {u.action: sum(e.number(0) for e in u.effects if e.op == "draws") for u in rules.upons}
    for at, rule in enumerate(rules.steps):
        if most := max((taken.get(term, 0) for term in terms_in(rule.effect)), default=0):
            if rule.effect.op in ("choose_until", "comply_until") or any(p <= at for p in _gone_back_to(rules, at)):
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
    if (own := dict(stock.counts) or dict(stock.besides)) and item in own:
        return copies * own[item]
    # Every item of a scale is on equally many objects of a pack.
    with_it = [len(rules.scales[scale].items) for scale in stock.scales if item in rules.scales[scale].items]
    return copies * (_different_objects(rules, stock) // with_it[0] if with_it and not stock.counts else 0)


def _fewest(rules: RuleSet, count: Value) -> int:
    """A number of packs or objects, or the lowest that an option admits."""
    if isinstance(count, int):
        return count
    return min(choice.low if isinstance(choice, Range) else int(choice) for choice in rules.parameters[count].choices)


def not_named(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A rule that asks what is named, where no bet is settled that names anything of the kind; or at no one place."""
    apart = throwing_and_holding(rules)

    def of_throw_and_hand(node: Construct, bets: Iterable[BetKind]) -> bool:
        """Each of those named is asked for of a role in whose throw some of them may be, and in whose hand others."""
        match node:
            case Construct("shows", (Term(id=role), Construct("all_named") as item)) if role in apart:
                return any(len(places) > 1 for places in places_asked(rules, item, (bet.id for bet in bets)))
            case _:
                return False

    # Norms and steps may be asked of any bet.
    every = tuple(rules.bets.values())
    asked: list[tuple[tuple[Node, ...], tuple[BetKind, ...]]] = [
        *((rule.expressions, (rules.bets[rule.effect.term(0)],)) for rule in rules.outcomes),
        *((rule.expressions, every) for rule in (*rules.steps, *rules.events, *rules.norms, *rules.closings)),
        *(((definition.condition,), every) for definition in rules.definitions),
    ]

    # By hint, if there is one, and by place, as equal nodes may stand in several sentences, and one sentence makes
    # several rules.
    faults = ("", "named-at-one-place", "named-one-of-several", "named-of-both")
    found: dict[str, dict[Span, Node]] = {hint: {} for hint in faults}
    for node, bets in ((node, bets) for own, bets in asked for node in constructs_in(*own)):
        if node.op in _NAMED and not any(_is_named(node, bet, rules) for bet in bets):
            found[""][node.span] = node
        elif node.op == "named" and not any(map(_names_one, bets)):
            found["named-one-of-several"][node.span] = node
        elif of_throw_and_hand(node, bets):
            found["named-of-both"][node.span] = node
        elif node.op == "named_as":
            # What is asked of any bet is read at one place, whichever bet is concerned.
            slots = {place for bet in bets for place, slot in enumerate(bet.slots) if slot.called == node.term(0)}
            if len(slots) > 1:
                found["named-at-one-place"][node.span] = node
    for hint, nodes in found.items():
        hints = [Hint(hint)] if hint else []
        yield from (error("not-named", Label(source, node.span, node.eid), hints=hints) for node in nodes.values())


def _names_one(bet: BetKind) -> bool:
    """True where a bet names a single thing, so that it is clear which is the one named."""
    return sum(slot.count for slot in bet.slots) == 1


def _is_named(node: Construct, bet: BetKind, rules: RuleSet) -> bool:
    """True where a bet names what a construct asks for; an item that is a number counts as one."""
    match node.op:
        case "named_number":
            return len(bet.slots) == 1 and _is_of_numbers(bet.slots[0], rules)
        case "named_as":
            return any(slot.called == node.term(0) for slot in bet.slots)
        case _:
            return bool(bet.slots)


def _is_of_numbers(slot: Slot, rules: RuleSet) -> bool:
    """True where one number is named in a slot, whichever of its choices is taken."""
    if slot.numbers is not None:
        return True
    if slot.of in rules.groups:
        return all(len(group) == 1 and group[0].isdecimal() for group in rules.groups[slot.of].items)
    return slot.count == 1 and all(item.isdecimal() for item in rules.scales[slot.of].items)


def threshold_on_another_scale(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A hand that must be worth a category with an item, which is on another scale than orders the hands in it."""
    scales = {c.id: _first_scale(c.keys[0], rules) for c in rules.categories if c.keys}
    for eid, _, node in rules.nodes:
        match node:
            case Construct("with_or_better", (_, Term(id=category), Sequence(items=items))):
                first = next((s for s in rules.scales.values() if item_of(items[0]) in s.items), None)
                ordering = rules.scales.get(scales.get(category, ""))
                scale = ordering or first
                by = rules.spelling(ordering.id) if ordering else ""
                hints = [Hint("threshold-scale", {"scale": by})] if by else []
                for item in items:
                    if scale is not None and (own := item_of(item)) not in scale.items:
                        label = Label(source, item.span, eid)
                        yield error("not-an-item", label, hints=hints, term=rules.spelling(own))


def threshold_without_key(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A hand that must be worth a category with an item, where what is alike in it is not what compares its hands."""
    first_keys = {c.id: next(constructs_in(*c.keys[:1]), None) for c in rules.categories}
    alike = {c.id: set(_alike(c.condition)) for c in rules.categories}
    for eid, _, node in rules.nodes:
        match node:
            case Construct("with_or_better", (_, Term(id=category) as term, Sequence(items=items))):
                on = {scale.id for scale in rules.scales.values() if item_of(items[0]) in scale.items}
                key = first_keys.get(category)
                if alike.get(category, set()) & on and (key is None or key.op != "alike_key"):
                    yield warning("threshold-without-key", Label(source, term.span, eid), term=rules.spelling(category))


def _alike(shape: Node) -> Iterator[str]:
    """The scales of which some objects of a shape show the same item, unless that is only denied."""
    match shape:
        case Construct("alike" | "alike_or_more" | "two_alike", (_, Term(id=scale), *_)):
            yield scale
        case Construct("negation"):
            return
        case _:
            for part in children(shape):
                yield from _alike(part)


def _first_scale(key: Node, rules: RuleSet) -> str:
    """The scale that a key compares by; of a list of runs, that of their items."""
    match key:
        case Construct("guarded_key", (_, Construct() as inner)):
            return _first_scale(inner, rules)
        case Construct("run_key", (Term(id=runs),)):
            return rules.runs[runs].scale if runs in rules.runs else ""
        case Construct(parts=(Term(id=scale), *_)):
            return scale
        case _:
            return ""


def circular_definition(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A definition that relies on itself: of a status, of a set, or of the amount of a bet that no other begins."""
    # By a role and a status, or the name of a set or a bet alone: where it is defined, and what it relies on.
    uses: dict[tuple[str, str], tuple[Label, set[tuple[str, str]]]] = {}
    for d in rules.definitions:
        asked = (node for node in constructs_in(d.condition) if node.op == "status_is")
        own = (d.role, d.status)
        uses[own] = (rules.place_of(source, "definition", d.eid, *own), {(n.term(0), n.term(1)) for n in asked})
    for own_set in rules.sets.values():
        place = rules.place_of(source, "comprises", own_set.eid, own_set.id)
        uses["", own_set.id] = (place, {("", item) for item in own_set.items})
    for bet, (place, others) in _never_placed(rules, source).items():
        uses["", bet] = (place, {("", other) for other in others})
    for start, (place, relied_on) in uses.items():
        seen: set[tuple[str, str]] = set()
        # Depth-first search from each definition through those that it relies on, until it is met again.
        ahead = list(relied_on)
        while ahead:
            current = ahead.pop()
            if current == start:
                yield error("circular-definition", place, term=rules.spelling(start[1]))
                break
            if current not in seen:
                seen.add(current)
                ahead.extend(uses[current][1] if current in uses else ())


def _never_placed(rules: RuleSet, source: Source) -> dict[str, tuple[Label, set[str]]]:
    """The bets that never come to stand: where rules first put or accept them, and the bets that must stand before."""
    found: dict[str, tuple[Label, set[str]]] = {}
    for eid, _, node in rules.nodes:
        match node:
            case Construct("opens", (Sequence(items=bets), Construct(parts=(*_, Term(id=other))))):
                placed = [bet.id for bet in bets if isinstance(bet, Term)]
            case Construct("stakes", (Construct(parts=(*_, Term(id=other))), Term(id=bet))):
                placed = [bet]
            case Construct("moves_to" | "moves_naming", (Term(id=other), Term(id=bet), *_)):
                placed = [bet]
            case _:
                continue
        for bet in placed:
            found.setdefault(bet, (Label(source, node.span, eid), set()))[1].add(other)
    standing = {bet.id for bet in rules.offered}
    while new := {bet for bet, (_, others) in found.items() if others & standing} - standing:
        standing |= new
    return {bet: own for bet, own in found.items() if bet not in standing}


def not_about_a_hand(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A category whose condition asks for something other than the hand itself."""
    for category in rules.categories:
        guards = [n.parts[0] for key in category.keys for n in constructs_in(key) if n.op == "guarded_key"]
        for condition in (category.condition, *guards):
            for node in _conditions(condition):
                if isinstance(node, Construct) and node.op not in _OF_A_HAND:
                    yield error("not-about-a-hand", Label(source, node.span, category.eid))


def shape_of_no_hand(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A shape of which it is not said what hand has it."""
    # Statements, not rules: a norm about which nobody asks is checked too.
    for eid, statement in rules.statements:
        for shape in _shapes_of_no_hand(statement):
            yield error("shape-of-no-hand", Label(source, shape.span, eid), hints=[Hint("name-the-hand")])


def _shapes_of_no_hand(node: Node) -> Iterator[Construct]:
    match node:
        case Construct(op=op) if op in _NAMING_A_HAND:
            return
        case Construct(op=op) if op in _SHAPES:
            yield node
        case Construct(parts=inner) | Sequence(items=inner):
            for part in inner:
                yield from _shapes_of_no_hand(part)
        case _:
            return


def _conditions(condition: Node) -> Iterator[Node]:
    if isinstance(condition, Sequence) and condition.op in ("all_of", "any_of"):
        for item in condition.items:
            yield from _conditions(item)
    elif isinstance(condition, Construct):
        yield condition
        if condition.op == "negation":
            yield from _conditions(condition.parts[0])


def impossible_step(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A step that cannot be taken: dealing what is thrown, following rules that are not there."""
    drawn = {s.object for s in rules.stocks}
    thrown = {t.object for t in rules.thrown}
    # Bounds of stakes have a list of bets in the first place, and are followed by nobody.
    norms = {(r.effect.term(0), r.effect.term(1)) for r in rules.norms if isinstance(r.effect.parts[0], Term)}
    for expression in expressions(rules):
        if not isinstance(expression, Construct):
            continue
        op, place = expression.op, Label(source, expression.span, expression.eid)
        if op in _TAKING and expression.term(_TAKING[op]) not in drawn:
            yield error("cannot-be-dealt", place)
        elif op == "throw" and expression.term(1) not in thrown:
            yield error("cannot-be-thrown", place)
        elif op in _FOLLOWING and (expression.term(0), expression.term(1)) not in norms:
            yield error("nothing-to-follow", place)
    for number, step in enumerate(rules.steps):
        # What is repeated has come before: a round goes back to it.
        if step.effect.op == "repeat":
            target = step.effect.parts[0]
            if not any(under(own.eid, target.target) for own in rules.steps[: number + 1]):
                place = Label(source, step.effect.span, step.effect.eid)
                yield error("nothing-to-repeat", place, target=target.written)


def dealt_to_several(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Objects dealt to a role, or thrown by it, as if it had one holder, where it has several or is that of bettors."""
    for expression in expressions(rules):
        if isinstance(expression, Construct) and expression.op in ("deal", "throw"):
            for role in expression.parts[0].items if expression.op == "deal" else expression.parts[:1]:
                if isinstance(role, Term) and role.id in rules.roles and rules.roles[role.id].kind != "one":
                    place, hints = Label(source, role.span, expression.eid), [Hint("say-each")]
                    yield error("dealt-to-several", place, hints=hints, term=rules.spelling(role.id))


def step_for_nobody(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A step of the holders of a role with which no bet can stand, so that none of them ever takes part."""
    at = {role.at for role in rules.roles.values() if role.kind == "bettor"}
    idle = {role.id for role in rules.roles.values() if role.kind == "many" and role.id not in at}
    for rule in rules.steps if at else ():
        for term in _doing_the_step(rule.effect):
            if term.id in idle:
                place, hints = Label(source, term.span, rule.eid), [Hint("bets-with-holders")]
                yield error("step-for-nobody", place, hints=hints, term=rules.spelling(term.id))


def dealt_to_both(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A deal to those at whom bets stand, where whoever bets there is dealt to as well, and plays with that hand.

    Of deals under options or readings one may take the place of the other.
    """
    deals = [rule for rule in rules.steps if rule.effect.op == "deal" and not _asks_settings(rule.condition)]
    dealt = [(rule.eid, term) for rule in deals for term in _doing_the_step(rule.effect)]
    names = {term.id for _, term in dealt}
    bettors = {role.at: role for role in rules.roles.values() if role.kind == "bettor" and role.id in names}
    # A party that has one holder is dealt to in any case.
    bettors = {at: role for at, role in bettors.items() if (own := rules.roles.get(at)) and own.kind == "many"}
    for eid, term in dealt:
        if bettor := bettors.get(term.id):
            name, other = map(rules.spelling, (term.id, bettor.id))
            place = Label(source, term.span, eid)
            yield error("dealt-to-both", place, hints=[Hint("one-hand-for-a-bet")], term=name, bettor=other)


def thrown_of_two_kinds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A party that throws objects of two kinds: what it threw is the last throw, to which the one before adds nothing.

    Of throws under different values of one option or reading one takes the place of the other.
    """
    # Bettors and those at whom they bet throw as one.
    stands_for = {role.id: role.at for role in rules.roles.values() if role.kind == "bettor" and role.at}
    throws = [rule for rule in rules.steps if rule.effect.op == "throw"]
    for number, rule in enumerate(throws):
        (thrower,), kind = _doing_the_step(rule.effect), rule.effect.term(1)
        for before in throws[:number]:
            (other,), earlier = _doing_the_step(before.effect), before.effect.term(1)
            alike = stands_for.get(thrower.id, thrower.id) == stands_for.get(other.id, other.id)
            if alike and kind != earlier and not _are_apart(rule.condition, before.condition):
                place = Label(source, rule.effect.span, rule.eid)
                name, of = map(rules.spelling, (thrower.id, earlier))
                yield error("thrown-of-two-kinds", place, hints=[Hint("another-throws")], term=name, other=of)
                break


def _are_apart(one: Node | None, other: Node | None) -> bool:
    """Two conditions that ask for different values of an option or reading, so that they never hold together."""
    chosen = _values_asked(other)
    return any(value != chosen.get(name, value) for name, value in _values_asked(one).items())


def _values_asked(condition: Node | None) -> dict[str, Node]:
    parts = condition.items if isinstance(condition, Sequence) and condition.op == "all_of" else (condition,)
    asked = (part for part in parts if isinstance(part, Construct) and part.op == "param_is")
    return {part.term(0): value for part in asked if isinstance(value := part.parts[1], Term | Number)}


def _asks_settings(condition: Node | None) -> bool:
    return any(node.op == "param_is" for node in constructs_in(condition))


def _doing_the_step(step: Construct) -> Iterator[Term]:
    """The roles whose holders receive, throw, act or turn up by a step."""
    match step:
        case Construct("deal", (Sequence(items=recipients), *_)):
            yield from (own for recipient in recipients for own in walk(recipient) if isinstance(own, Term))
        case Construct("throw" | "reveal" | "comply" | "comply_until" | "divides_highest" | "forms_hand", (first, *_)):
            yield from (own for own in walk(first) if isinstance(own, Term))
        case _:
            return


def circular_precedence(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Provisions that prevail over one another in a circle, so that each would prevail over itself.

    An exception leads to another when some provision is among those that yield by the
    first and among those that prevail by the second.
    """
    exceptions = list(dict.fromkeys(rules.precedences))
    # Provisions form a tree, so two of them share rules exactly when one stands at or below the other.
    after = {p: [q for q in exceptions if under(p.loser, q.winner) or under(q.winner, p.loser)] for p in exceptions}
    reported: set[Precedence] = set()
    for exception in exceptions:
        # A circle is told once, at the first of its exceptions.
        if exception not in reported and (circle := _shortest_circle(exception, after)):
            reported.update(circle)
            labels = [Label(source, where_said(rules, p).span, p.winner) for p in circle]
            provisions = tuple(dict.fromkeys(where_said(rules, p).eid for p in circle))
            yield error("circular-precedence", *labels, hints=[Hint("one-yields")], provisions=provisions)


def _shortest_circle(start: Precedence, after: dict[Precedence, list[Precedence]]) -> list[Precedence]:
    """The shortest way that leads from an exception back to itself, by breadth-first search; empty if there is none."""
    came_from: dict[Precedence, Precedence] = {}
    ahead = [start]
    while ahead:
        current = ahead.pop(0)
        for following in after[current]:
            if following == start:
                way = [current]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return way[::-1]
            if following not in came_from:
                came_from[following] = current
                ahead.append(following)
    return []


def where_said(rules: RuleSet, exception: Precedence) -> Node:
    """The reference by which a provision is said to prevail over another."""
    return next(
        node
        for eid, statement in rules.statements
        if eid == exception.winner and statement.op in ("prevails", "prevails_because")
        for node in walk(statement)
        if isinstance(node, Reference) and node.target == exception.loser
    )


def settled_too_early(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A settlement that counts the objects of a holder to whom no step before it has given any.

    Or those of a hand that only a step after it makes of others. A bet that may stand, and that is settled again
    after it, may wait for them.
    """
    standing = {o.effect.term(0) for o in rules.outcomes if o.effect.op == "stays"}
    drawing = rules.actions_with("draws")
    # Holders to whom some step so far has given objects, and hands that steps still to come make of others.
    served: set[str] = set()
    unmade = {pair for rule in rules.steps for pair in _made(rules, rule.effect)}
    for at, rule in enumerate(rules.steps):
        step = rule.effect
        unmade -= _made(rules, step)
        if step.op in ("deal", "throw", "choose", "choose_until", "comply", "comply_until"):
            terms = terms_in(step)
            # A step under a condition counts as taken: whether it is, only rounds can say.
            if step.op in ("deal", "throw") or terms & drawing:
                served |= homes(rules, step)
        elif step.op == "settle" and rule.condition is None:
            again = (terms_in(later.effect) for later in rules.steps[at + 1 :] if later.effect.op == "settle")
            bets = terms_in(step) - (standing & set().union(*again))
            outcomes = [o.condition for o in rules.outcomes if o.effect.term(0) in bets and o.condition is not None]
            counted = dict.fromkeys(role for condition in outcomes for role in _counted(condition, rules))
            asked = (node for condition in outcomes for node in rules.relied_on(condition) if node.op == "part_of")
            parts = dict.fromkeys(p.term(0) for p in asked if (home(rules, p.term(1)), p.term(0)) in unmade)
            if early := (*(role for role in counted if home(rules, role) not in served), *parts):
                holders = tuple(map(rules.spelling, early))
                label = Label(source, step.span, rule.eid)
                yield error("settled-too-early", label, hints=[Hint("settle-later")], holders=holders)


def nothing_thrown(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """The throw of a party is read, and no step has that party throw anything; not of a text without any procedure."""
    thrown_by = {home(rules, role) for rule in rules.steps for role in throwing(rule.effect)}
    for node in constructs_in(*expressions(rules)) if rules.steps else ():
        if node.op in ("threw", "total_thrown") and home(rules, role := node.term(0)) not in thrown_by:
            yield error("nothing-thrown", Label(source, node.span, node.eid), term=rules.spelling(role))


def never_chosen(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A condition on a choice that nobody has: none that is offered, and no act of a bettor's own.

    What a party does because it must, it has not chosen: of a duty the condition would never hold.
    """
    bettor = rules.bettor_role()
    at = rules.roles[bettor].at if bettor else ""
    choices = {term for step in rules.steps for term in alternatives(step)} | {
        action_of(norm.effect) for norm in rules.norms if terms_in(norm.effect.parts[0]) == {bettor}
    }
    for node in (node for node in constructs_in(*expressions(rules)) if node.op == "chose"):
        if node.term(0) not in (bettor, at) or node.term(1) not in choices:
            party, action = (rules.spelling(node.term(place)) for place in (0, 1))
            label = Label(source, node.span, node.eid)
            yield error("never-chosen", label, hints=[Hint("not-a-duty")], party=party, action=action)


def performed_without_effect(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """An act that a party only performs, which changes nothing, and upon which something is said to follow."""
    followed = {upon.action for upon in rules.upons}
    for step in rules.steps:
        if step.effect.op == "perform" and step.effect.term(1) in followed:
            act, term = step.effect.parts[1], rules.spelling(step.effect.term(1))
            yield error("performed-without-effect", Label(source, act.span, act.eid), term=term)


def commission_by_choice(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet that an action makes win at once, where it depends on more what commission is taken of it.

    What is taken in any case is taken then, too; a condition may ask for what is not known before bets are settled.
    """
    winning = ((upon, effect) for upon in rules.upons for effect in upon.effects if effect.op in ("pays", "wins_part"))
    for upon, effect in winning:
        taken = [r for r in rules.outcomes if r.effect.op == "commission" and r.effect.term(0) == effect.term(0)]
        if len(taken) > 1 or any(rule.condition is not None for rule in taken):
            labels = (Label(source, rule.effect.span, rule.eid) for rule in taken)
            term = rules.spelling(effect.term(0))
            hint = Hint("taken-always")
            yield error("commission-by-choice", Label(source, effect.span, upon.eid), *labels, hints=[hint], term=term)


def norm_on_no_bet(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A norm that is on bets, or on betting by its words, and on an act that no step offers and that places no bet."""
    offered = {PLACE_BET, CLOSE_BETS} | {term for step in rules.steps for term in alternatives(step)}
    offered |= {step.effect.term(1) for step in rules.steps if step.effect.op in _FOLLOWING}
    for norm in rules.norms:
        action = norm.effect.parts[1]
        if not isinstance(action, Term) or action.id in offered:
            continue
        entry = rules.glossary.entries.get(action.id)
        words = {word.casefold() for own in entry.spellings.values() for word in own} if entry else set()
        meant = next((own for own, theirs in _WORDS_OF_BETTING.items() if words & theirs), "")
        if meant or (len(norm.effect.parts) > 2 and norm.effect.parts[2] is not None):
            hint = Hint("reserved-id", {"id": meant or PLACE_BET})
            label = Label(source, action.span, norm.eid)
            yield warning("norm-on-no-bet", label, hints=[hint], term=rules.spelling(action.id))


def no_one_bettor(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """The status or the stakes of a bettor, or how often something was reported of one, asked of a hand of several.

    Of a step by which a hand follows rules that several may bet with.
    """
    bettor = rules.bettor_role()
    place = home(rules, bettor)
    # With the hand of a party of their own, nobody else bets; a single holder follows rules once for the table.
    hands = {role for role in (place, bettor) if place != bettor and rules.roles[role].kind != "one"}
    given = {value for status in rules.statuses if status.role == bettor for value in status.values}
    for rule in rules.steps:
        step, role = rule.effect, rule.effect.term(0) if rule.effect.op in _FOLLOWING else ""
        if role not in hands:
            continue
        norms = [
            norm.condition
            for norm in rules.norms
            if terms_in(norm.effect.parts[0]) == {role} and action_of(norm.effect) == step.term(1)
        ]
        asked = [n for c in (rule.condition, *step.parts[2:], *norms) if c is not None for n in rules.relied_on(c)]
        theirs = [n for n in asked if n.op in _OF_STAKES or (n.op == "status_is" and n.term(1) in given)]
        theirs = [n for n in theirs if n.term(0) == bettor]
        theirs += [n for n in asked if n.op == "count" and n.term(1) == bettor and n.term(0) not in rules.objects]
        # By their places, as equal nodes may stand in several sentences.
        for node in {node.span: node for node in theirs}.values():
            labels = (Label(source, own.span, own.eid) for own in (node, step))
            yield error("no-one-bettor", *labels, hints=[Hint("one-for-the-hand")], place=rules.spelling(place))


def effect_on_no_bet(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """An act by which bets change, on which one follows rules with whose hand no bets are played."""
    changing = {u.action for u in rules.upons if any(terms_in(effect) & rules.bets.keys() for effect in u.effects)}
    for step in (rule.effect for rule in rules.steps if rule.effect.op in _FOLLOWING):
        role, action = step.term(0), step.term(1)
        if rules.roles[role].kind == "one" and home(rules, rules.bettor_role()) != role and action in changing:
            party, term = map(rules.spelling, (role, action))
            label = Label(source, step.parts[1].span, step.eid)
            yield error("effect-on-no-bet", label, hints=[Hint("decide-by-rules")], party=party, term=term)


def not_a_part(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A part of a hand that no step divides so, nor forms of two."""
    divided = {pair for rule in rules.steps for pair in _made(rules, rule.effect)}
    for node in (node for node in constructs_in(*expressions(rules)) if node.op == "part_of"):
        part, role = node.term(0), node.term(1)
        if (home(rules, role), part) not in divided:
            term, party = map(rules.spelling, (part, role))
            yield error("not-a-part", Label(source, node.parts[0].span, node.eid), term=term, party=party)


def _made(rules: RuleSet, step: Construct) -> set[tuple[str, str]]:
    """The hands that a step makes of others: whose, and by what name."""
    if step.op == "forms_hand":
        return {(home(rules, step.term(0)), step.term(1))}
    portions = step.parts[-1].items if step.op in _DIVIDING else ()
    return {(home(rules, step.term(0)), portion.term(1)) for portion in portions}


def cannot_be_formed(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A hand formed with that of a role with several holders, of one that is divided, or before all is dealt."""
    drawing = rules.actions_with("draws") | rules.actions_with("splits")
    for at, rule in enumerate(rules.steps):
        step = rule.effect
        if step.op != "forms_hand":
            continue
        own, other = (home(rules, step.term(place)) for place in (0, 2))
        # A repetition after this step may go back to an earlier one: the steps from there come after it, too.
        before, after = rules.steps[:at], rules.steps[min([at, *_gone_back_to(rules, at)]) :]
        deals = [deal.effect for deal in before if deal.effect.op == "deal"]
        kinds = [{deal.term(2) for deal in deals if holder in homes(rules, deal)} for holder in (own, other)]
        changing = [later.effect for later in after if later.effect.op == "deal" or terms_in(later.effect) & drawing]
        changing += [dividing.effect for dividing in rules.steps if dividing.effect.op in _DIVIDING]
        changed = set[str]().union(*(homes(rules, effect) for effect in changing))
        hints = [Hint("form-with-one-holder")] if rules.roles[step.term(2)].kind != "one" or own == other else []
        if changed & {own, other} or kinds[0] != kinds[1] or len(kinds[0]) != 1:
            hints.append(Hint("form-when-all-is-dealt"))
        if hints:
            label = Label(source, step.span, step.eid)
            yield error("cannot-be-formed", label, hints=hints, part=rules.spelling(step.term(1)))


def cannot_be_divided(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A hand divided that has not just been dealt so many objects, or in more ways than can be chosen among.

    Once it is divided, nothing is added to it. One that may be split must have been dealt an even number, and
    a second hand has one bet, of the kind that the choice is with.
    """

    def fault(hint: str, party: str, *nodes: Node, **args: object) -> Diagnostic:
        labels = (Label(source, node.span, node.eid) for node in nodes)
        return error("cannot-be-divided", *labels, hints=[Hint(hint, args)], party=rules.spelling(party))

    bets: dict[str, str] = {}  # by the name of a second hand
    for upon in rules.upons:
        for place, effect in enumerate(effect for effect in upon.effects if effect.op == "splits"):
            second, bet = effect.term(0), effect.term(1)
            if place or bets.setdefault(second, bet) != bet:
                yield fault("one-bet-on-a-second-hand", second, effect)
    drawing = rules.actions_with("draws")
    splitting = rules.actions_with("splits")
    # By holder the number of objects that it is sure to hold; zero where that depends on the round.
    held: dict[str, int] = {}
    divided: set[str] = set()
    for at, rule in enumerate(rules.steps):
        step, terms = rule.effect, terms_in(rule.effect)
        if step.op == "deal" or terms & drawing:
            for role in sorted(divided & homes(rules, step)):
                yield fault("divide-when-all-is-dealt", role, step)
        chosen = (effect for u in rules.upons if u.action in alternatives(rule) for effect in u.effects)
        for effect in (own for own in chosen if own.op == "splits" and own.term(1) != step.term(1)):
            yield fault("one-bet-on-a-second-hand", effect.term(0), effect.parts[1], step.parts[1])
        actions = {step.term(1)} if step.op in _FOLLOWING else alternatives(rule)
        if actions & splitting and (not (count := held.get(home(rules, step.term(0)), 0)) or count % 2):
            yield fault("split-what-is-dealt", step.term(0), step)
        if step.op == "deal":
            # A deal under a condition may not have taken place.
            count = step.number(4) if rule.condition is None else 0
            held |= dict.fromkeys(homes(rules, step), count)
        elif terms & drawing:
            held |= dict.fromkeys(homes(rules, step), 0)
        elif step.op in _DIVIDING:
            counts = [portion.number(0) for portion in step.parts[-1].items]
            parts = [portion.term(1) for portion in step.parts[-1].items]
            own, ways = home(rules, step.term(0)), ways_to_divide(counts)
            if any(place <= at for place in _gone_back_to(rules, at)):
                yield fault("divide-when-all-is-dealt", step.term(0), step)
            elif held.get(own, 0) != sum(counts) or len(set(parts)) < len(parts):
                yield fault("divide-what-is-dealt", step.term(0), step)
            elif ways > MAX_WAYS:
                yield fault("fewer-ways", step.term(0), step, ways=_told(ways), limit=MAX_WAYS)
            held[own] = 0
            divided.add(own)


def put_after_settlement(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A choice that puts an amount on a bet which a step before it settles, or moves to another, in whichever order.

    That is in the order of the steps or by going back. What becomes of the second amount, no rule would say. Whoever
    had both settled together, in some rounds or before going back, has no choice about the other, unless it stands.
    """
    steps = rules.steps
    standing = {rule.effect.term(0) for rule in rules.outcomes if rule.effect.op in ("stays", "moves_naming")}
    consequences = [(u.action, effect) for u in rules.upons for effect in u.effects]
    # Each action with a bet on which it puts an amount, and with one that it moves.
    puts = {(action, effect.term(1)) for action, effect in consequences if effect.op == "stakes"}
    splits = {(action, effect.term(1)) for action, effect in consequences if effect.op == "splits"}
    moves = [(action, effect.term(0)) for action, effect in consequences if effect.op == "moves_to"]
    for at, rule in enumerate(steps):
        if rule.effect.op == "settle":
            gone, second = terms_in(rule.effect), puts | splits
        else:
            gone, second = {bet for action, bet in moves if action in alternatives(rule)}, puts
        # Of the actions of a choice that is put once only one follows.
        after = at + 1 if rule.effect.op == "choose" else at
        first = min([after, *_gone_back_to(rules, at)])
        # What is asked of names may hold of one of two bets alone.
        is_of_both = rule.condition is None or not any(n.op in _NAMED for n in constructs_in(rule.condition))
        for place, choice in enumerate(steps[first:], first):
            met = {(action, bet) for action, bet in second if bet in gone and action in alternatives(choice)}
            is_in_some = rule.effect.op == "settle" and is_of_both and (rule.condition is not None or place < at)
            if met and is_in_some and choice.effect.term(1) in gone - standing:
                met -= puts
            for bet in sorted(bet for _, bet in met):
                labels = (Label(source, own.effect.span, own.eid) for own in dict.fromkeys((choice, rule)))
                hints = [Hint("settle-after-choice")]
                yield error("put-after-settlement", *labels, hints=hints, bet=rules.spelling(bet))


def memory_of_a_party(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A number that the round keeps for everybody, made of what may differ between parties."""
    parties = _HOLDERS | {"drawn_value": 0, "count": 1}
    for step in rules.steps:
        if step.effect.op == "becomes":
            amount = step.effect.parts[1]
            nodes = [*constructs_in(amount)]
            read = {node.term(parties[node.op]) for node in nodes if node.op in parties}
            if any(rules.roles[role].kind != "one" for role in read) or any(node.op in _NAMED for node in nodes):
                yield error("memory-of-a-party", Label(source, amount.span, step.eid))


def meter_without_end(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A share of a stake that goes into a meter at each turn of a repetition: each time of the same stake."""
    for at, rule in enumerate(rules.steps):
        if rule.effect.op == "feeds" and any(place <= at for place in _gone_back_to(rules, at)):
            yield error("meter-without-end", Label(source, rule.effect.span, rule.eid))


def idle_meter(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A meter out of which nothing is paid, or into which nothing goes."""
    fed = {rule.effect.term(1) for rule in rules.steps if rule.effect.op == "feeds"}
    paid = {rule.effect.parts[-1].id for rule in rules.outcomes if rule.effect.op in PAID_BESIDE - {"bonus"}}
    for meter in rules.meters.values():
        if meter.id not in fed & paid:
            hint = Hint("meter-never-paid" if meter.id in fed else "meter-never-fed")
            place = rules.place_of(source, "meter", meter.eid, meter.id)
            yield warning("idle-meter", place, hints=[hint], term=rules.spelling(meter.id))


def moves_without_number(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet to which another moves, naming a number: it names none, or its rules ask which items it names."""
    for move in (rule.effect for rule in rules.outcomes if rule.effect.op == "moves_naming"):
        bet = rules.bets[move.term(1)]
        asked = constructs_in(*(rule.condition for rule in rules.outcomes if rule.effect.term(0) == bet.id))
        faults: list[Node] = [] if _is_named(Construct("named_number"), bet, rules) else [move.parts[1]]
        faults += [node for node in asked if node.op in _NAMED - {"named_number"}]
        for node in faults:
            yield error("moves-without-number", Label(source, node.span, node.eid), bet=rules.spelling(bet.id))


def amount_not_chosen(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bound of a stake that nobody chooses: of a bet on which rules put an amount, or a number in a window.

    What is placed in a window is in proportion to another stake, so that odds do not depend on amounts.
    """
    put = {effect.term(1) for upon in rules.upons for effect in upon.effects if effect.op == "stakes"}
    for norm in rules.norms:
        if not isinstance(bets := norm.effect.parts[0], Sequence):
            continue
        limits = norm.effect.parts[1:]
        proportional = all(isinstance(limit, Construct) and limit.op != "stake_number" for limit in limits)
        for bet in bets.items:
            if bet.id in put or (bet.id in rules.put_by_rule and not proportional):
                label = Label(source, bet.span, norm.eid)
                hint = Hint("put-by-rule" if bet.id in put else "in-proportion")
                yield error("amount-not-chosen", label, hints=[hint], bet=rules.spelling(bet.id))


def window_names(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A bet that is accepted during the round, and names something else than the bet whose stake limits it."""
    for step in rules.steps:
        for bet in step.effect.parts[0].items if step.effect.op == "opens" else ():
            beside = step.effect.parts[1].parts[-1].id
            if rules.bets[bet.id].slots and rules.names[bet.id] != rules.names[beside]:
                yield error("window-names", Label(source, bet.span, step.eid), bet=rules.spelling(bet.id))


def _gone_back_to(rules: RuleSet, at: int) -> list[int]:
    """The places of the steps to which repetitions after a step go back."""
    again = (step.effect.parts[0].target for step in rules.steps[at:] if step.effect.op == "repeat")
    places = ([place for place, rule in enumerate(rules.steps) if under(rule.eid, target)] for target in again)
    # A repetition goes back to the first step of the provision that it names.
    return [found[0] for found in places if found]


def _counted(condition: Node, rules: RuleSet) -> Iterator[str]:
    """The roles whose objects a condition counts."""
    for node in rules.relied_on(condition):
        if node.op in _HOLDERS:
            yield node.term(_HOLDERS[node.op])
        elif node.op == "count" and node.term(0) in rules.objects:
            yield node.term(1)


def header_of(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A header that contradicts itself, or has dates or an identifier that cannot be."""
    yield from contradictory_header(rules.document, source)
    yield from contradictory_knowledge(rules.document, source)
    yield from dates_out_of_order(rules.document, source)
    yield from not_an_identifier(rules.document, source)
    yield from not_an_address(rules.document, source)


def _place_of_stock(rules: RuleSet, source: Source, stock: Stock) -> Label:
    return rules.place_of(source, "stock_besides" if stock.besides else "stock", stock.eid, stock.object)


SOUNDNESS: tuple[Check, ...] = (
    numbers_in_bounds,
    stock_size_differs,
    heap_without_its_remainders,
    two_numbers_on_one_object,
    two_ways_to_total,
    indefinite_quantity,
    empty_range,
    more_than_the_whole,
    item_not_on_scale,
    threshold_on_another_scale,
    threshold_without_key,
    names_out_of_bounds,
    not_named,
    circular_definition,
    not_about_a_hand,
    shape_of_no_hand,
    impossible_step,
    dealt_to_several,
    step_for_nobody,
    dealt_to_both,
    thrown_of_two_kinds,
    circular_precedence,
    nothing_thrown,
    not_a_part,
    cannot_be_formed,
    put_after_settlement,
    meter_without_end,
    idle_meter,
    moves_without_number,
    amount_not_chosen,
    never_chosen,
    performed_without_effect,
    commission_by_choice,
    norm_on_no_bet,
    effect_on_no_bet,
    header_of,
)
# Checks that run where the others have not found certain faults: that numbers are too large for what they count, or
# none, that definitions are in a circle that they follow, or that there are too many names of a bet to list.
PRESUPPOSING: tuple[tuple[Check, frozenset[str]], ...] = (
    (wild_out_of_bounds, frozenset({"number-out-of-bounds", "not-a-number"})),
    (settled_too_early, frozenset({"circular-definition"})),
    (cannot_be_divided, frozenset({"number-out-of-bounds"})),
    (no_one_bettor, frozenset({"circular-definition"})),
    (memory_of_a_party, frozenset({"circular-definition"})),
    (window_names, frozenset({"names-out-of-bounds"})),
)


def check_soundness(rules: RuleSet, source: Source) -> Iterable[Diagnostic]:
    """Every unsound place of a rule set whose terms are all known and of their kinds."""
    found = [d for check in SOUNDNESS for d in check(rules, source)]
    codes = {d.code for d in found}
    return [*found, *(d for check, faults in PRESUPPOSING if codes.isdisjoint(faults) for d in check(rules, source))]


def dangling_references(document: Document, source: Source) -> Iterator[Diagnostic]:
    """A reference to a provision that the text does not have; those to an amended text are not its own."""
    levels = {provision.eid: provision.level for provision in document.all()}
    statements = (sentence.statement for provision in document.all() for sentence in provision.sentences())
    own = (node for said in statements if said.op not in MODIFICATIONS for node in walk(said))
    for node in (node for node in own if isinstance(node, Reference)):
        # Items and subitems have one name in eIds, which says of neither that it is there.
        is_item = levels.get(node.target) is Level.POINT
        if node.target not in levels or (is_item and names_no_point(fold(node.written))):
            yield error("dangling-reference", Label(source, node.span, node.eid), target=node.written)
