"""Hands, amounts and conditions as terms of z3: bit vectors and truth values over the items that objects show."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import permutations, product
from operator import or_
from typing import Any

import z3

# Wide enough for every total, count and code of an object; all of them are compared as signed numbers.
BITS = 16

Json = Any


class NotModelled(Exception):
    """What of a rule set is not said in logic here: an operator, or a form of it."""


@dataclass(frozen=True, eq=False)
class Object:
    """An object that came by chance: its kind, and for each scale the place of its item, 0 being the highest."""

    kind: str
    shows: dict[str, z3.BitVecRef]


Hand = Sequence[Object]


def number(value: int) -> z3.BitVecRef:
    """A number."""
    return z3.BitVecVal(value, BITS)


def parts(node: Json) -> list[Json]:
    """The parts of a construct, or the items of a sequence."""
    return node["parts"] if node["is"] == "Construct" else node["items"]


def term(node: Json) -> str:
    """The id of a term; of a number, its digits."""
    match node:
        case {"is": "Term", "id": name}:
            return str(name)
        case {"is": "Number", "value": value}:
            return str(value)
    raise NotModelled(node.get("op", node["is"]))


def count(conditions: Iterable[z3.BoolRef]) -> z3.BitVecRef:
    """The number of conditions that hold."""
    return total(z3.If(condition, number(1), number(0)) for condition in conditions)


def total(numbers: Iterable[z3.BitVecRef]) -> z3.BitVecRef:
    """A sum; nothing at all is zero."""
    return sum(numbers, number(0))


def highest(numbers: Sequence[z3.BitVecRef]) -> z3.BitVecRef:
    """The highest of some numbers, and at least zero."""
    found = number(0)
    for each in numbers:
        found = z3.If(each > found, each, found)
    return found


def lowest(numbers: Sequence[z3.BitVecRef]) -> z3.BitVecRef:
    """The lowest of some numbers."""
    found = numbers[0]
    for each in numbers[1:]:
        found = z3.If(each < found, each, found)
    return found


def falling(numbers: Sequence[z3.BitVecRef]) -> list[z3.BitVecRef]:
    """Numbers from the highest to the lowest, by a network of exchanges."""
    row = list(numbers)
    for last in range(len(row) - 1, 0, -1):
        for place in range(last):
            first, second = row[place], row[place + 1]
            row[place], row[place + 1] = z3.If(first < second, second, first), z3.If(first < second, first, second)
    return row


def higher(first: Sequence[z3.BitVecRef], second: Sequence[z3.BitVecRef]) -> z3.BoolRef:
    """One list comes before another: at the first place at which they differ it has the higher number."""
    found = z3.BoolVal(False)
    for one, other in reversed(list(zip(first, second, strict=True))):
        found = z3.Or(one > other, z3.And(one == other, found))
    return found


class Material:
    """The scales and numbers of a rule set, and what can be asked of hands by them."""

    def __init__(self, rules: Json, decided: Callable[[Json], bool]) -> None:
        self.rules = rules
        self.decided = decided  # of a test of a parameter, its answer
        self.scales: dict[str, list[str]] = {name: scale["items"] for name, scale in rules["scales"]["items"]}
        self.runs = dict(rules["runs"]["items"])
        self.sets = {name: each["items"] for name, each in rules["sets"]["items"]}
        self.categories = rules["categories"]
        # Formulas are asked for with every rule, and are the same for the same objects.
        self._fitting: dict[tuple[Object, ...], list[z3.BoolRef]] = {}
        self._totals: dict[tuple[Object, ...], z3.BitVecRef] = {}
        self._higher: dict[tuple[tuple[Object, ...], tuple[Object, ...]], z3.BoolRef] = {}

    # ── Items and numbers ───────────────────────────────────────────────────

    def height(self, thing: Object, scale: str) -> z3.BitVecRef:
        """How high an object stands on a scale; the lowest item stands at 1."""
        if scale not in thing.shows:
            raise NotModelled("an object that shows nothing of a scale")
        return number(len(self.scales[scale])) - thing.shows[scale]

    def is_alike(self, one: Object, other: Object, scale: str) -> z3.BoolRef:
        """Two objects show the same item of a scale."""
        return self.height(one, scale) == self.height(other, scale)

    def shows(self, thing: Object, item: str) -> z3.BoolRef:
        """An object shows an item, or one of a set of items."""
        wanted = {item}
        while inner := {member for each in wanted for member in self.sets.get(each, ())} - wanted:
            wanted |= inner
        return z3.Or(
            *(
                thing.shows[scale] == number(items.index(each))
                for each in wanted
                for scale, items in self.scales.items()
                if scale in thing.shows and each in items
            )
        )

    def counts(self, thing: Object) -> list[z3.BitVecRef]:
        """The numbers that an object may count by itself: of the first rule on its items, else its face.

        Of an object that may count fewer numbers than others, the last is repeated.
        """
        face = number(0)
        for scale, place in thing.shows.items():
            for at, item in enumerate(self.scales[scale]):
                if item.isascii() and item.isdigit():
                    face = z3.If(place == number(at), number(int(item)), face)
        worths = [worth for worth in self.rules["worths"] if worth["items"]]
        found = [face] * max((len(worth["numbers"]) for worth in worths), default=1)
        for worth in reversed(worths):
            is_so, numbers = z3.Or(*(self.shows(thing, item) for item in worth["items"])), worth["numbers"]
            found = [z3.If(is_so, number((numbers + numbers[-1:] * at)[at]), value) for at, value in enumerate(found)]
        return found

    def total(self, hand: Hand) -> z3.BitVecRef:
        """The total of a hand: of several the highest, or the one that comes closest to a limit from below."""
        things = tuple(hand)
        if things not in self._totals:
            self._totals[things] = self._total(hand)
        return self._totals[things]

    def _total(self, hand: Hand) -> z3.BitVecRef:
        if not self.rules["best_within"]:
            return highest([self._reduced(total(chosen)) for chosen in product(*map(self.counts, hand))])
        limit, least = self.rules["best_within"][0], self.least(hand)
        reached = z3.BitVecVal(1, max(limit + 1, BITS))  # of each total up to the limit a bit, that it can be reached
        for thing in hand:
            shifts = {z3.ZeroExt(reached.size() - BITS, amount) for amount in self.counts(thing)}
            reached = reduce(or_, (reached << shift for shift in shifts))
        best = number(0)
        for value in range(limit + 1):
            best = z3.If(z3.Extract(value, value, reached) == 1, number(value), best)
        return z3.If(least > limit, least, best)

    def lowest_total(self, hand: Hand) -> z3.BitVecRef:
        """The total of a hand of which each object counts the least that it may."""
        return self._reduced(self.least(hand))

    def least(self, hand: Hand) -> z3.BitVecRef:
        """The least that the objects of a hand count together."""
        return total(lowest(self.counts(thing)) for thing in hand)

    def _reduced(self, whole: z3.BitVecRef) -> z3.BitVecRef:
        return z3.SRem(whole, number(self.rules["modulus"][0])) if self.rules["modulus"] else whole

    # ── Shapes ──────────────────────────────────────────────────────────────

    def shape(self, hand: Hand, node: Json) -> z3.BoolRef:
        """A hand has a shape."""
        match node["op"]:
            case "all_of":
                return z3.And(*(self.shape(hand, part) for part in parts(node)))
            case "any_of":
                return z3.Or(*(self.shape(hand, part) for part in parts(node)))
            case "negation":
                return z3.Not(self.shape(hand, parts(node)[0]))
            case "param_is":
                return z3.BoolVal(self.decided(node))
            case "all_same":
                scale = term(parts(node)[0])
                return z3.And(bool(hand), *(self.is_alike(hand[0], thing, scale) for thing in hand))
            case "all_different":
                return z3.Distinct(*(self.height(thing, term(parts(node)[0])) for thing in hand))
            case "in_runs":
                runs = self.runs[term(parts(node)[0])]
                return z3.Or(*(self._shows_just(hand, run, runs["scale"]) for run in runs["items"]))
            case "is_run":
                items = [term(item) for item in parts(parts(node)[0])]
                if len(hand) != len(items):
                    return z3.BoolVal(False)
                ways = permutations(items)
                return z3.Or(*(z3.And(*map(self.shows, hand, way)) for way in ways))
            case "alike" | "alike_or_more" as op:
                wanted, scale = number(parts(node)[0]["value"]), term(parts(node)[1])
                sizes = [self._size_of_group(hand, thing, scale) for thing in hand]
                return z3.Or(*(size == wanted if op == "alike" else size >= wanted for size in sizes))
            case "showing" | "showing_or_more" as op:
                wanted, item = number(parts(node)[0]["value"]), term(parts(node)[1])
                shown = count(self.shows(thing, item) for thing in hand)
                return shown == wanted if op == "showing" else shown >= wanted
            case "all_showing":
                return z3.And(bool(hand), *(self.shows(thing, term(parts(node)[0])) for thing in hand))
            case "two_alike":
                first, scale, second = parts(node)
                return self._two_groups(hand, first["value"], second["value"], term(scale))
            case "in_sequence":
                wanted, scale = parts(node)[0]["value"], term(parts(node)[1])
                heights = [self.height(thing, scale) for thing in hand]
                return z3.Or(
                    *(
                        z3.And(*(z3.Or(*(other == height + number(up) for other in heights)) for up in range(wanted)))
                        for height in heights
                    )
                )
            case op:
                raise NotModelled(op)

    def _shows_just(self, hand: Hand, items: Sequence[str], scale: str) -> z3.BoolRef:
        """A hand shows some items, each as often as it is listed, and no others."""
        if len(hand) != len(items):
            return z3.BoolVal(False)
        return z3.And(
            *(count(self.shows(thing, item) for thing in hand) == number(items.count(item)) for item in set(items))
        )

    def _size_of_group(self, hand: Hand, thing: Object, scale: str) -> z3.BitVecRef:
        return count(self.is_alike(thing, other, scale) for other in hand)

    def _two_groups(self, hand: Hand, first: int, second: int, scale: str) -> z3.BoolRef:
        """So many are alike, and so many others of another item."""
        sizes = [self._size_of_group(hand, thing, scale) for thing in hand]
        return z3.Or(
            *(
                z3.And(sizes[i] == first, sizes[j] == second, z3.Not(self.is_alike(one, other, scale)))
                for i, one in enumerate(hand)
                for j, other in enumerate(hand)
                if i != j
            )
        )

    # ── Categories and their order ──────────────────────────────────────────

    def fitting(self, hand: Hand) -> list[z3.BoolRef]:
        """For each category, that it is the first that a hand fits; for none, that it has no category."""
        things = tuple(hand)
        if things not in self._fitting:
            self._fitting[things] = self._fit(hand)
        return self._fitting[things]

    def _fit(self, hand: Hand) -> list[z3.BoolRef]:
        if self.rules["wilds"]:
            raise NotModelled("wild")
        if self.rules["best_of"] and len(hand) > self.rules["best_of"][0]:
            raise NotModelled("best_of")
        if not hand:
            return [z3.BoolVal(False) for _ in self.categories]
        firsts, before = [], z3.BoolVal(False)
        for category in self.categories:
            fits = self.shape(hand, category["condition"])
            firsts.append(z3.And(fits, z3.Not(before)))
            before = z3.Or(before, fits)
        return firsts

    def is_of(self, hand: Hand, name: str) -> z3.BoolRef:
        """A hand is of a category."""
        names = [category["id"] for category in self.categories]
        return self.fitting(hand)[names.index(name)]

    def is_higher(self, first: Hand, second: Hand) -> z3.BoolRef:
        """A hand is higher than another: of a higher category, or of the same with higher keys."""
        hands = tuple(first), tuple(second)
        if hands not in self._higher:
            self._higher[hands] = self._is_higher(first, second)
        return self._higher[hands]

    def _is_higher(self, first: Hand, second: Hand) -> z3.BoolRef:
        ones, others = self.fitting(first), self.fitting(second)
        found = z3.BoolVal(False)
        for place, category in enumerate(self.categories):
            keys = [(self.key(first, key), self.key(second, key)) for key in category["keys"]]
            # Lists of a key are as long as the hand; zeros at their end stand for what is not there.
            one = [value for key, other in keys for value in _as_long(key, other)]
            two = [value for key, other in keys for value in _as_long(other, key)]
            found = z3.Or(
                found,
                z3.And(ones[place], z3.Or(*others[place + 1 :])),
                z3.And(ones[place], others[place], higher(one, two)),
            )
        return found

    def key(self, hand: Hand, node: Json) -> list[z3.BitVecRef]:
        """The value of a key, the highest number first."""
        match node["op"], parts(node):
            case "guarded_key", [condition, inner]:
                holds = self.shape(hand, condition)
                return [z3.If(holds, value, number(0)) for value in self.key(hand, inner)]
            case "run_key", [runs]:
                listed = self.runs[term(runs)]
                place = number(0)
                for at, run in reversed(list(enumerate(listed["items"]))):
                    here = number(len(listed["items"]) - at)
                    place = z3.If(self._shows_just(hand, run, listed["scale"]), here, place)
                return [place]
            case "each_key", [scale]:
                return falling([self.height(thing, term(scale)) for thing in hand])
            case "highest_key", [scale, by]:
                # Of several that are highest, the one that is highest on the first scale too.
                on, along = term(scale), term(by)
                top = highest([self.height(thing, along) for thing in hand])
                return [highest([z3.If(self.height(t, along) == top, self.height(t, on), number(0)) for t in hand])]
            case "alike_key", [scale, size, by]:
                return self._alike_key(hand, term(scale), size["value"], term(by))
            case "rest_key", [scale, size, by]:
                rest = [self._size_of_group(hand, thing, term(by)) != size["value"] for thing in hand]
                heights = (self.height(thing, term(scale)) for thing in hand)
                return falling([z3.If(is_so, height, number(0)) for is_so, height in zip(rest, heights, strict=True)])
            case "item_key", [scale, item]:
                shown = [z3.If(self.shows(t, term(item)), self.height(t, term(scale)), number(0)) for t in hand]
                return [highest(shown)]
            case "total_key", []:
                return [self.total(hand) + number(1)]
            case op, _:
                raise NotModelled(op)

    def _alike_key(self, hand: Hand, scale: str, size: int, by: str) -> list[z3.BitVecRef]:
        """Of each group of so many the highest item of a scale, told by the first object of the group."""
        out = []
        for place, thing in enumerate(hand):
            is_first = z3.Not(z3.Or(*(self.is_alike(thing, earlier, by) for earlier in hand[:place])))
            shown = [z3.If(self.is_alike(thing, other, by), self.height(other, scale), number(0)) for other in hand]
            counted = z3.And(is_first, self._size_of_group(hand, thing, by) == size)
            out.append(z3.If(counted, highest(shown), number(0)))
        return falling(out)

    def is_worth_at_least(self, hand: Hand, name: str, items: Sequence[str]) -> z3.BoolRef:
        """A hand is of a higher category, or of this one with the items, or better ones."""
        names = [category["id"] for category in self.categories]
        fits, place = self.fitting(hand), names.index(name)
        scale = next(scale_name for scale_name, listed in self.scales.items() if items[0] in listed)
        least = sorted((len(self.scales[scale]) - self.scales[scale].index(item) for item in items), reverse=True)
        heights = falling([self.height(thing, scale) for thing in hand])
        match self.categories[place]["keys"][:1]:
            case [{"op": "alike_key"} as key] if term(parts(key)[0]) == scale:
                # A category that is ordered first by those alike is worth what these are.
                if len(least) > 1:
                    raise NotModelled("several items of a category that is ordered by those alike")
                heights = self.key(hand, key)[:1]
            case _:
                pass
        wanted = list(map(number, least))
        # A list that ends first is the lower one, if it is the same so far.
        short = min(len(heights), len(wanted))
        same = z3.And(*(a == b for a, b in zip(heights[:short], wanted[:short], strict=True)))
        enough = z3.Or(higher(heights[:short], wanted[:short]), z3.And(same, len(heights) >= len(wanted)))
        return z3.Or(*fits[:place], z3.And(fits[place], enough))


def _as_long(key: list[z3.BitVecRef], other: list[z3.BitVecRef]) -> list[z3.BitVecRef]:
    """A key of a hand, as long as that of another, which may hold more objects."""
    return key + [number(0)] * (max(len(key), len(other)) - len(key))
