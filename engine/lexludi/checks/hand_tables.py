"""Tables of hands: hands by number with what is read of them, shared by searches of rules that read them alike."""

from collections.abc import Iterable

from lexludi.exact.kinds import Kind
from lexludi.exact.multisets import HandColumn, HandTable, Ints
from lexludi.exact.observed import HandColumns
from lexludi.play.decide import Judge
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules


class HandTables:
    """Hands by number with what is read of them, shared by rules that read them alike."""

    def __init__(self) -> None:
        self._columns: dict[object, HandColumns] = {}
        self._growths: dict[tuple[HandColumns, int, object], HandColumn] = {}

    def columns(self, judge: Judge, kinds: list[Kind]) -> HandColumns:
        """The hands of some kinds of objects."""
        source = judge.rules.source
        # Numbers of hands hold for one partition of the objects, and what is read of them for one way to count and
        # rank.
        key = (tuple(kinds), source.stocks, source.thrown, meaning_of_hands(judge.rules))
        if key not in self._columns:
            self._columns[key] = HandColumns(HandTable(kinds, judge.hands.material.faces), judge)
        return self._columns[key]

    def growth(self, hands: HandColumns, first: int, observables: tuple[tuple[m.Observable, str], ...]) -> HandColumn:
        """Codes of hands as far as what is read of larger ones depends on them: of shorter ones than `first`, all."""
        key = (hands, first, observables)
        if key not in self._growths:

            def grown(numbers: Ints) -> list[object]:
                return [_grown(hands.judge, first, observables, hands.table.objects(n)) for n in numbers.tolist()]

            self._growths[key] = HandColumn(hands.table, grown)
        return self._growths[key]


def _grown(judge: Judge, first: int, observables: Iterable[tuple[m.Observable, str]], hand: tuple[int, ...]) -> object:
    if len(hand) < first:
        return hand  # more will be read as the first of it
    out: list[object] = []
    for observable, naming in observables:
        if isinstance(observable, m.Total):
            out.append(_sums(judge, hand))
        elif isinstance(observable, m.WasDealt):
            objects = judge.hands.material.objects
            out.append(any(objects[thing].object == observable.kind for thing in hand))
        else:
            read = judge.observer.of_hand(observable, naming)
            assert read is not None
            out.append(read(hand))
    return tuple(out)


def _sums(judge: Judge, hand: tuple[int, ...]) -> frozenset[int]:
    """The sums that a hand can count, as far as they make a difference to any larger hand."""
    numbers, source = judge.hands.material.numbers, judge.rules.source
    sums = {0}
    for thing in hand:
        sums = {s + n for s in sums for n in numbers[thing]}
    if source.best_within is not None:
        # Past the limit a sum stays past it, and a hand with no other counts the lowest.
        return frozenset({min(sums)} | {s for s in sums if s <= source.best_within[0]})
    return frozenset(map(source.counted, sums)) if source.modulus else frozenset({max(sums)})


def meaning_of_hands(rules: BoundRules) -> tuple[object, ...]:
    """All that decides what hands of the same objects count, of which category they are, and which are higher."""
    source = rules.source
    counting = (source.worths, source.modulus, source.best_within, source.best_of, source.wilds)
    return (*counting, source.listings, rules.categories)
