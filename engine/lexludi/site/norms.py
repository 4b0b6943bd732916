"""Decision tables: the actions that a side must or must not take, in every situation that rounds reach."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.checks.situations import Answer
from lexludi.play.trace import fact
from lexludi.site.desk import Desk

# The values of the readings of a question, for each of the situations that share a column.
Keys = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class NormCell:
    """A decision (`must`, `must_not`, a gap …) and the provisions behind it."""

    decision: str
    provisions: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """Rows by the first reading of a question; columns by the others, those that decide alike put together."""

    rows: tuple[Any, ...]
    columns: tuple[Keys, ...]
    cells: dict[tuple[Any, int], NormCell]


def grid(answer: Answer) -> Grid:
    """The situations of a question as a grid."""
    by_column: dict[tuple[Any, ...], dict[Any, NormCell]] = defaultdict(dict)
    for s in answer.situations:
        rule = s.verdict.rule
        decision = rule.effect.modality.value.replace("-", "_") if rule else s.verdict.problem
        # Of the readings of a situation the first gives the row, the others together the column.
        by_column[s.values[1:]][s.values[0]] = NormCell(decision, s.verdict.provisions)
    groups: list[tuple[list[tuple[Any, ...]], dict[Any, NormCell]]] = []
    # Columns with most cells first: one joins a group only if that has all its rows, so that groups never grow.
    for key in sorted(by_column, key=lambda k: (-len(by_column[k]), tuple(map(_order, k)))):
        for keys, shared in groups:
            # Columns put together are told reading by reading: all that is told so must decide alike.
            told = _told([*keys, key], range(len(key)))
            if all(
                _fits(column, shared) for other, column in by_column.items() if other == key or _covers(told, other)
            ):
                keys.append(key)
                break
        else:
            groups.append(([key], dict(by_column[key])))
    rows = tuple(sorted({r for column in by_column.values() for r in column}, key=_order))
    groups.sort(key=lambda g: min(tuple(map(_order, k)) for k in g[0]))
    cells = {(row, i): cell for i, (_, column) in enumerate(groups) for row, cell in column.items()}
    return Grid(rows, tuple(tuple(sorted(k, key=lambda x: tuple(map(_order, x)))) for k, _ in groups), cells)


def _fits(column: dict[Any, NormCell], shared: dict[Any, NormCell]) -> bool:
    return column.keys() <= shared.keys() and all(shared[row] == cell for row, cell in column.items())


def _told(keys: Iterable[tuple[Any, ...]], places: Iterable[int]) -> dict[int, frozenset[Any]]:
    """The values of some readings, by their places, that columns have between them."""
    return {place: frozenset(key[place] for key in keys) for place in places}


def _covers(told: dict[int, frozenset[Any]], key: tuple[Any, ...]) -> bool:
    return all(key[place] in values for place, values in told.items())


def _order(value: Any) -> tuple[bool, str, float]:
    """An order of readings of any kind: numbers by size, nothing last."""
    number = isinstance(value, (int, float))
    return value is None, "" if number else str(value), float(value) if number else 0.0


# ── In words ────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Condition:
    """A reading that all situations of a column share; without a value, it is a sentence by itself."""

    reading: str
    value: str


@dataclass(frozen=True)
class NormTable:
    """A decision table in words: a reading by rows, the conditions of each column; `None` where no round leads.

    Rows are numbers of an amount, which is the `reading`; of any other they are sentences.
    """

    caption: str
    reading: str
    columns: tuple[tuple[Condition, ...], ...]
    rows: tuple[tuple[str, tuple[NormCell | None, ...]], ...]


def norm_tables(desk: Desk) -> Iterator[NormTable]:
    """A table for each action that a side must or must not take; of one that depends on nothing there is none."""
    yield from (_table(desk, answer) for answer in _tabled(desk))


def tabled_actions(desk: Desk) -> frozenset[tuple[str, str]]:
    """The roles and actions that have a table."""
    return frozenset((answer.question.role, answer.question.about) for answer in _tabled(desk))


def _tabled(desk: Desk) -> Iterator[Answer]:
    for answer in desk.work.survey.answers:
        if answer.question.kind == "action" and answer.situations and answer.question.group.names:
            yield answer


def _table(desk: Desk, answer: Answer) -> NormTable:
    decided, names = grid(answer), answer.question.group.names
    places = range(len(decided.columns))
    role, action = map(desk.teller.term, (answer.question.role, answer.question.about))
    amount = desk.teller.amount_name(names[0])
    return NormTable(
        desk.say("site.norms.caption.open", role=role, action=action, reason=desk.say(f"reason.{answer.undecided}"))
        if answer.undecided
        else desk.say("site.norms.caption", role=role, action=action),
        amount or desk.say("site.head.when"),
        tuple(
            tuple(_conditions(desk, names[1:], keys, [other for other in decided.columns if other is not keys]))
            for keys in decided.columns
        ),
        tuple(
            (
                _number(desk, row) if amount else desk.teller.reading(names[0], fact(names[0], row), ""),
                tuple(decided.cells.get((row, place)) for place in places),
            )
            for row in decided.rows
        ),
    )


def _number(desk: Desk, value: Any) -> str:
    return desk.say("site.norms.none") if value is None else str(value)


def _distinguishing(keys: Keys, others: list[Keys]) -> list[int]:
    """The places of the readings that tell some columns from all others; those that these imply are left out."""
    kept = list(range(len(keys[0])))
    for place in reversed(kept[:]):
        # Backward elimination: a reading goes if without it no column of the others looks like one of these.
        rest = [p for p in kept if p != place]
        ours = _told(keys, rest)
        if not any(_covers(ours, key) for other in others for key in other):
            kept = rest
    return kept


def _conditions(desk: Desk, names: tuple[str, ...], keys: Keys, others: list[Keys]) -> Iterator[Condition]:
    """The conditions that the columns put together have in common, reading by reading."""
    for place in _distinguishing(keys, others):
        values = [fact(names[place], value) for value in sorted({key[place] for key in keys}, key=_order)]
        if amount := desk.teller.amount_name(names[place]):
            yield Condition(amount, desk.words.join((_number(desk, value) for value in values), "or"))
        else:
            yield Condition(desk.teller.one_of(names[place], values), "")
