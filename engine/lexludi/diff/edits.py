"""The edits of a rule set, a small closed set of kinds, and their application.

Applied in order to the rule set before, the edits give the rule set after, entry by
entry. Each changes one thing about one entry of one family: an entry that changed in
two ways has two edits.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from lexludi.base.frozen import dataclass
from lexludi.diff.conditions import Change
from lexludi.diff.entries import Entry, entries, with_entries
from lexludi.rules.model import Range, RuleSet, Value


@dataclass(frozen=True)
class Added:
    """An entry that was not there: a bet, an option, a step, a rule."""

    family: str
    index: int
    entry: Entry


@dataclass(frozen=True)
class Removed:
    """An entry that is no more."""

    family: str
    index: int
    entry: Entry


@dataclass(frozen=True)
class Replaced:
    """An entry that says something else in one respect; the kinds below say in which."""

    family: str
    index: int
    before: Entry
    after: Entry


@dataclass(frozen=True)
class Relocated(Replaced):
    """The same rule in another provision; it may change there as well (`is_changed`), as another edit says."""

    is_changed: bool = False


@dataclass(frozen=True)
class PayoutChanged(Replaced):
    """A change of what is paid, lost or taken: odds, or a part of an amount."""

    paid_before: Fraction
    paid_after: Fraction


@dataclass(frozen=True)
class ConditionChanged(Replaced):
    """When a rule, category or definition applies changed, to more cases, to fewer, or otherwise."""

    change: Change


@dataclass(frozen=True)
class ChoicesChanged(Replaced):
    """A change of the values of an option or reading, or of what a text says in a divergence."""

    added: tuple[Value | Range, ...]
    removed: tuple[Value | Range, ...]


@dataclass(frozen=True)
class DefaultChanged(Replaced):
    """A change of the default of an option or reading."""


@dataclass(frozen=True)
class ItemsReordered(Replaced):
    """The same items of a scale, list of runs or score in another order."""


@dataclass(frozen=True)
class Altered(Replaced):
    """Any other change of an entry."""


@dataclass(frozen=True)
class Reordered:
    """The entries of a family in another order: place by place, where each stood before."""

    family: str
    order: tuple[int, ...]
    before: tuple[Entry, ...]


RuleEdit = (
    Added
    | Removed
    | Relocated
    | PayoutChanged
    | ConditionChanged
    | ChoicesChanged
    | DefaultChanged
    | ItemsReordered
    | Altered
    | Reordered
)


class EditDoesNotFit(ValueError):
    """An edit speaks of an entry that is not there."""


def apply(edits: Iterable[RuleEdit], rules: RuleSet) -> RuleSet:
    """The rule set with the edits made.

    Raises:
        EditDoesNotFit: the edits were found between other rule sets.
    """
    families = {name: list(group) for name, group in entries(rules).items()}
    for edit in edits:
        _make(edit, families[edit.family])
    return with_entries(rules, {name: tuple(group) for name, group in families.items()})


def _make(edit: RuleEdit, group: list[Entry]) -> None:
    match edit:
        case Added(_, index, entry):
            if index > len(group):
                raise EditDoesNotFit(edit)
            group.insert(index, entry)
        case Removed(_, index, entry):
            _check(group, index, entry)
            del group[index]
        case Reordered(_, order, before):
            if tuple(group) != before:
                raise EditDoesNotFit(edit)
            # A permutation: for each place, where its entry stood before.
            group[:] = [before[i] for i in order]
        case Replaced(_, index, before, after):
            _check(group, index, before)
            group[index] = after
        case _:
            assert_never(edit)


def _check(group: list[Entry], index: int, entry: Entry) -> None:
    if index >= len(group) or group[index] != entry:
        raise EditDoesNotFit(entry)


def op_of(edit: RuleEdit) -> str:
    """The kind of an edit, as JSON and catalogues name it."""
    match edit:
        case ConditionChanged(change=change):
            return f"condition-{change}"
        case ItemsReordered() | Reordered():
            return "order-changed"
        case _:
            return _OPS[type(edit)]


_OPS: dict[type, str] = {
    Added: "added",
    Removed: "removed",
    Relocated: "relocated",
    PayoutChanged: "payout-changed",
    ChoicesChanged: "choices-changed",
    DefaultChanged: "default-changed",
    Altered: "changed",
}
OPS = (
    *_OPS.values(),
    "condition-widened",
    "condition-narrowed",
    "condition-equivalent",
    "condition-changed",
    "order-changed",
)
