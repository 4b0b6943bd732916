"""The edits between two rule sets: entries matched, and each difference given its kind."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from math import inf
from typing import Any

from lexludi.diff.conditions import Change, Span, change_of, joined
from lexludi.diff.edits import (
    Added,
    Altered,
    ChoicesChanged,
    ConditionChanged,
    DefaultChanged,
    ItemsReordered,
    PayoutChanged,
    Relocated,
    Removed,
    Reordered,
    RuleEdit,
)
from lexludi.diff.entries import Entry, condition_of, entries, in_order, name_of, renumbered
from lexludi.language.nodes import Node, Payoff, Share
from lexludi.rules.model import (
    Category,
    Definition,
    Divergence,
    Parameter,
    Precedence,
    Range,
    Rule,
    RuleSet,
    Runs,
    Scale,
    Value,
)

Became = Callable[[str], str]
Choices = tuple[Value | Range, ...]


def rule_edits(
    before: RuleSet, after: RuleSet, became: Became = lambda eid: eid, sought: Became | None = None
) -> tuple[RuleEdit, ...]:
    """The edits that make the rule set after of the one before; none if both mean the same.

    `became` gives the eId after of a provision before: what only moved with its
    provision is then told apart from what changed. `sought` gives the eId by which its rules
    are found, where that is another: none, of a provision that is gone.
    """
    one, two = entries(before), entries(after)
    by = became if sought is None else sought
    return tuple(e for family in one for e in _family_edits(family, one[family], two[family], became, by))


def _family_edits(
    family: str, olds: tuple[Entry, ...], news: tuple[Entry, ...], became: Became, sought: Became
) -> Iterator[RuleEdit]:
    if olds == news:
        return
    pairs = _matched(olds, news, sought)
    # An edit script in a fixed order: removals from the end, so that the places of the others hold; changes;
    # one permutation of what is kept; additions from the front, each at its place in the result.
    for index in reversed(range(len(olds))):
        if index not in pairs:
            yield Removed(family, index, olds[index])
    kept = sorted(pairs)
    for place, index in enumerate(kept):
        yield from _entry_edits(family, place, olds[index], news[pairs[index]], became)
    # At each place of what is kept, the place from which its entry comes.
    order = tuple(sorted(range(len(kept)), key=lambda place: pairs[kept[place]]))
    if order != tuple(range(len(kept))):
        yield Reordered(family, order, tuple(news[pairs[i]] for i in kept))
    taken = set(pairs.values())
    for index, entry in enumerate(news):
        if index not in taken:
            yield Added(family, index, entry)


# ── Matching ────────────────────────────────────────────────────────────────


def _matched(olds: tuple[Entry, ...], news: tuple[Entry, ...], became: Became) -> dict[int, int]:
    """The matching of entries, from places before to places after; the surest pairs first."""
    moved = [renumbered(old, became) for old in olds]
    pairs: dict[int, int] = {}
    # What says the same in another order is found by it, too, after what says it in the same.
    as_is = [[_keys(entry) for entry in side] for side in (moved, news)]
    ordered = [[_keys(in_order(entry)) for entry in side] for side in (moved, news)]
    # Greedy, pass by pass: a weaker key pairs only what the stronger ones have left.
    for strength in range(_PASSES):
        before, after = ordered if strength else as_is
        waiting: dict[Hashable, list[int]] = {}
        taken = set(pairs.values())
        for index, new in enumerate(after):
            if index not in taken and (key := new[strength]) is not None:
                waiting.setdefault(key, []).append(index)
        for index, old in enumerate(before):
            if index not in pairs and (key := old[strength]) is not None and waiting.get(key):
                # Entries with equal keys are paired in the order of the text.
                pairs[index] = waiting[key].pop(0)
    return pairs


# From the same entry to the same subject at the same provision.
_PASSES = 6


def _keys(entry: Entry) -> tuple[Hashable, ...]:
    """The key of an entry in each pass, the strongest first; names are keys of all that is no rule."""
    if not isinstance(entry, Rule):
        return entry, name_of(entry) or None, *[None] * (_PASSES - 2)
    about = entry.effect.op, entry.effect.parts[:1]
    meaning = entry.condition, entry.effect, entry.fallback  # wherever it stands
    at_provision = (entry.eid, entry.effect), (entry.eid, entry.condition, about), (entry.eid, *about)
    return entry, name_of(entry) or None, meaning, *at_provision


# ── What changed in an entry ────────────────────────────────────────────────


def _entry_edits(family: str, index: int, old: Entry, new: Entry, became: Became) -> Iterator[RuleEdit]:
    """One edit for each respect in which an entry changed, one upon the other."""
    # Each edit starts from what the one before has made, so that they apply one upon the other.
    moved = _placed(renumbered(old, became), new)
    if moved != old:
        yield Relocated(family, index, old, moved)
    match moved, new:
        case Parameter(), Parameter():
            yield from _parameter_edits(family, index, moved, new)
        case Divergence(), Divergence() if moved != new:
            yield ChoicesChanged(family, index, moved, new, *_choices(moved.stance, new.stance))
        case (Rule(), Rule()) | (Category(), Category()) | (Definition(), Definition()):
            yield from _rule_edits(family, index, moved, new)
        case (Scale() | Runs(), Scale() | Runs()) if moved != new:
            yield (ItemsReordered if _same_items(moved, new) else Altered)(family, index, moved, new)
        case _ if moved != new:
            yield Altered(family, index, moved, new)


def _same_items(old: Scale | Runs, new: Scale | Runs) -> bool:
    """True if only the order of items differs."""
    return sorted(old.items) == sorted(new.items) and type(old)(**{**vars(old), "items": new.items}) == new


def _placed(old: Entry, new: Entry) -> Entry:
    """The entry before, in the provisions of the entry after."""
    if isinstance(old, Rule) and isinstance(new, Rule):
        return replace(old, provisions=new.provisions)
    if isinstance(old, (Rule, Precedence)) or isinstance(new, (Rule, Precedence)):
        return old
    return replace(old, eid=new.eid)


def _parameter_edits(family: str, index: int, old: Parameter, new: Parameter) -> Iterator[RuleEdit]:
    if old.choices != new.choices:
        between = replace(old, choices=new.choices)
        yield ChoicesChanged(family, index, old, between, *_choices(old.choices, new.choices))
        old = between
    if old.default != new.default:
        between = replace(old, default=new.default)
        yield DefaultChanged(family, index, old, between)
        old = between
    if old != new:
        yield Altered(family, index, old, new)


def _choices(before: Choices, after: Choices) -> tuple[Choices, Choices]:
    """The values that only the text after admits, and those that only the text before does."""
    return _only(after, before), _only(before, after)


def _only(choices: Choices, others: Choices) -> Choices:
    """The values of the one that are not among those of the others: names as they stand, then numbers from the lowest.

    Numbers count however they are written: `1, 2 or 3` admits what `1 to 3` does.
    """
    names = tuple(c for c in choices if isinstance(c, str) and c not in others)
    spans = _spans(choices)
    for low, high in _spans(others):
        below: list[Span] = [(one, min(other, low - 1)) for one, other in spans]
        # What has no limit leaves nothing above it.
        above: list[Span] = [(max(one, int(high) + 1), other) for one, other in spans] if high != inf else []
        spans = sorted((one, other) for one, other in below + above if one <= other)
    return (*names, *(low if low == high else Range(low, None if high == inf else int(high)) for low, high in spans))


def _spans(choices: Choices) -> list[Span]:
    numbers = (c if isinstance(c, Range) else Range(c, c) for c in choices if not isinstance(c, str))
    return joined((n.low, inf if n.high is None else n.high) for n in numbers)


def _rule_edits(family: str, index: int, old: Any, new: Any) -> Iterator[RuleEdit]:
    if _when(old) != _when(new):
        between = replace(old, condition=condition_of(new))
        if isinstance(new, Rule):
            between = replace(between, fallback=new.fallback)
        yield ConditionChanged(family, index, old, between, _change_of_when(old, new))
        old = between
    if old == new:
        return
    before, after = _paid(old), _paid(new)
    if before is not None and after is not None and _repaid(old, new) == new:
        yield PayoutChanged(family, index, old, new, before.value, after.value)
    else:
        yield Altered(family, index, old, new)


def _when(entry: Entry) -> tuple[bool, Node | None]:
    """The cases in which an entry applies: all others, or those of its condition."""
    return isinstance(entry, Rule) and entry.fallback, condition_of(entry)


def _change_of_when(old: Entry, new: Entry) -> Change:
    (others, before), (others_now, after) = _when(old), _when(new)
    # «In every other case» rests on every other rule: no condition of its own tells when it applies.
    if others != others_now:
        return "changed"
    change = change_of(before, after)
    return "changed" if others and change != "equivalent" else change


def _repaid(old: Rule, new: Rule) -> Rule:
    """The rule before, with what the rule after pays."""
    effect = old.effect
    return replace(old, effect=replace(effect, parts=(*effect.parts[:-1], new.effect.parts[-1])))


def _paid(entry: Entry) -> Payoff | Share | None:
    """The number that says how much a rule pays, takes or leaves."""
    last = entry.effect.parts[-1] if isinstance(entry, Rule) and entry.effect.parts else None
    return last if isinstance(last, (Payoff, Share)) else None
