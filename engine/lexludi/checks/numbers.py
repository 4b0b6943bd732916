"""Numbers of ranges: those that `check` tries of an option or reading, and if others may bring anything else about."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from lexludi.base.frozen import dataclass
from lexludi.checks.survey import Survey, defaults
from lexludi.language.nodes import Term, constructs_in
from lexludi.rules.model import QUANTITIES, Parameter, Range, RuleSet, Value, expressions
from lexludi.rules.settings import told_apart

# Numbers that are tried one by one, of an option or reading that has no more of them in its ranges.
MOST_NUMBERS = 64
# Copies that are enough for most games: these are tried first.
_ENOUGH = 8

# What makes no difference to one round of one bettor beyond the first numbers: a number that is only tested (each that
# tests tell apart is tried), one of places, and what the search leaves open or has no part of: where a marker lies, how
# many rounds are to come, a bound on the stakes of several.
_TESTED, _COPIES = "tests", "copies"
_FEW = frozenset((_TESTED, "places", "place_marker", "rounds_left", "stakes_exceed"))
# What makes a difference only by how many objects there are, or are left, for all that may come.
_STOCK = frozenset((_COPIES, "burn"))


@dataclass(frozen=True)
class Numbers:
    """Numbers that are tried of a range; `is_every` if no others can bring anything else about.

    `widest` are those that stand for all where settings are combined: of a number of copies the largest, with
    which there are all rounds that there are with fewer. Else they are those that are tried. `goes_on` is true of
    copies that may be more than are tried.
    """

    tried: tuple[int, ...] = ()
    is_every: bool = True
    widest: tuple[int, ...] = ()
    goes_on: bool = False


def numbers(rules: RuleSet, parameter: Parameter, survey: Callable[[Mapping[str, Value]], Survey]) -> Numbers:
    """The numbers of a range of an option or reading that are tried; none where there is no range, or nothing asks."""
    ranges = [choice for choice in parameter.choices if isinstance(choice, Range)]
    uses = {*_uses(rules, parameter.id)}
    if not ranges or not uses:
        return Numbers()
    # Within a stretch of numbers that tests do not tell apart, both ends are among these.
    apart = told_apart(rules, parameter)
    near = (
        n
        for interval in ranges
        for n in (interval.low, interval.low + 1, interval.high)
        if n is not None and n in interval
    )
    some = tuple(sorted({*near, *apart}))
    if uses <= _FEW:
        return Numbers(some, widest=some)

    def under(number: int) -> Survey:
        return survey(defaults(rules) | {parameter.id: number})

    is_open = any(interval.high is None for interval in ranges)
    if uses <= _FEW | _STOCK:
        ends = {interval.low for interval in ranges} | {
            interval.high for interval in ranges if interval.high is not None
        }
        # One more than the fewest shows a reader best what comes of more.
        tried = tuple(sorted({*ends, *apart, *(some if parameter.kind == "reading" else ())}))
        # Where nothing lacks with the fewest left, all numbers have the same rounds.
        if (not is_open or uses <= _FEW | {_COPIES}) and all(under(number).is_plentiful for number in sorted(ends)):
            return Numbers(tried, widest=tuple(sorted({max(ends), *apart})), goes_on=is_open)
    if not is_open and len(every := _each(ranges)) <= MOST_NUMBERS:
        is_of_copies = uses <= _FEW | {_COPIES}
        return Numbers(every, widest=tuple(sorted({every[-1], *apart})) if is_of_copies else every)
    if not uses <= _FEW | {_COPIES}:
        return Numbers(some, is_every=False, widest=some)
    # With more copies there are all rounds that there are with fewer, and no others once nothing that comes in a
    # round can be too many.
    default = parameter.default if isinstance(parameter.default, int) else 0
    largest = max(*some, default, _ENOUGH)
    while not under(largest).is_plentiful and parameter.admits(2 * largest) and largest < MOST_NUMBERS:
        largest *= 2
    largest = min(largest, max((interval.high or largest) for interval in ranges))
    # Objects are used up with the fewest, if ever: where they are, those between would have to be asked, too.
    fewest = under(tried[0])
    if fewest.used_up or fewest.perhaps_used_up:
        tried = some
        fewest = under(some[1] if len(some) > 1 else some[0])
    is_every = under(largest).is_plentiful and not (fewest.used_up or fewest.perhaps_used_up)
    return Numbers(tuple(sorted({*tried, largest})), is_every, tuple(sorted({largest, *apart})), goes_on=True)


def _each(ranges: Iterable[Range]) -> tuple[int, ...]:
    """Every number of closed ranges, as far as there are not too many."""
    every = (range(r.low, min(r.high or 0, r.low + MOST_NUMBERS) + 1) for r in ranges)
    return tuple(sorted({*chain.from_iterable(every)}))


def _uses(rules: RuleSet, name: str) -> Iterator[str]:
    """The uses of a number: tests, and what there is or comes so many of."""
    if any(stock.copies == name for stock in rules.stocks):
        yield _COPIES
    if any(role.count == name for role in rules.roles.values()):
        yield "places"
    if any(thrown.count == name for thrown in rules.thrown):
        yield "throw"
    for node in constructs_in(*expressions(rules)):
        if node.op == "param_is" and node.term(0) == name:
            yield _TESTED
        elif node.op in QUANTITIES and isinstance(part := node.parts[QUANTITIES[node.op]], Term) and part.id == name:
            yield node.op
