"""Tables of what a side must do: decisions for every situation that rounds reach, worked out from the rules."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from lexludi.checks.situations import Answer
from lexludi.site.desk import Desk
from lexludi.site.markup import Child, Html, join, table, tag

# What each row looks like in each group of columns: what must be done, and the provisions that say so.
Cell = tuple[str, tuple[str, ...]]
Keys = tuple[tuple[Any, ...], ...]


def norm_tables(desk: Desk) -> Html | None:
    """A table for each action that a side must or must not take, or nothing."""
    answers = [a for a in desk.work.survey.answers if a.question.kind == "action" and a.situations]
    return join(_table(desk, a) for a in answers) if answers else None


@dataclass(frozen=True)
class Grid:
    """Rows by the first reading of a question; columns by the others, those that decide alike put together."""

    rows: tuple[Any, ...]
    columns: tuple[Keys, ...]
    cells: dict[tuple[Any, int], Cell]


def grid(answer: Answer) -> Grid:
    """The situations of a question as a grid."""
    by_column: dict[tuple[Any, ...], dict[Any, Cell]] = defaultdict(dict)
    for s in answer.situations:
        does = s.verdict.rule.effect.op if s.verdict.rule else s.verdict.problem
        by_column[s.values[1:]][s.values[0]] = (does, s.verdict.provisions)
    groups: list[tuple[list[tuple[Any, ...]], dict[Any, Cell]]] = []
    for key in sorted(by_column, key=lambda k: (-len(by_column[k]), tuple(map(_order, k)))):
        column = by_column[key]
        for keys, shared in groups:
            if (
                all(shared[row] == cell for row, cell in column.items() if row in shared)
                and column.keys() <= shared.keys()
            ):
                keys.append(key)
                break
        else:
            groups.append(([key], dict(column)))
    rows = tuple(sorted({r for column in by_column.values() for r in column}, key=_order))
    groups.sort(key=lambda g: min(tuple(map(_order, k)) for k in g[0]))
    cells = {(row, i): cell for i, (_, column) in enumerate(groups) for row, cell in column.items()}
    return Grid(rows, tuple(tuple(sorted(k, key=lambda x: tuple(map(_order, x)))) for k, _ in groups), cells)


def _order(value: Any) -> tuple[bool, str, float]:
    """An order of readings of any kind: numbers by size, nothing last."""
    number = isinstance(value, (int, float))
    return value is None, "" if number else str(value), float(value) if number else 0.0


def _table(desk: Desk, answer: Answer) -> Html:
    found = grid(answer)
    names = answer.question.group.names
    first = desk.teller.reading_name(names[0])
    head: list[Child] = [
        first,
        *(_heading(desk, names[1:], k, [o for o in found.columns if o is not k]) for k in found.columns),
    ]
    rows = [
        [str(row), *(_cell(desk, found.cells.get((row, i))) for i in range(len(found.columns)))] for row in found.rows
    ]
    caption = desk.say(
        "site.norms.caption",
        role=desk.teller.term(answer.question.role),
        action=desk.teller.term(answer.question.about),
    )
    return table(head, rows, caption, "lx-norms", is_grid=True)


def _telling(keys: Keys, others: list[Keys]) -> list[int]:
    """The places of the readings that tell some columns from all others; what these imply is left out."""
    kept = list(range(len(keys[0])))
    for place in reversed(kept[:]):
        rest = [p for p in kept if p != place]
        own = {tuple(k[p] for p in rest) for k in keys}
        if not any(tuple(k[p] for p in rest) in own for group in others for k in group):
            kept = rest
    return kept


def _heading(desk: Desk, names: tuple[str, ...], keys: Keys, others: list[Keys]) -> Html:
    """What the columns put together have in common, reading by reading."""
    out = []
    for place in _telling(keys, others):
        name = names[place]
        values = sorted({k[place] for k in keys}, key=_order)
        if all(v is None for v in values) or (values == [False]):
            continue
        shown = (
            None
            if values == [True]
            else desk.words.join((desk.say("site.norms.none") if v is None else str(v) for v in values), "or")
        )
        out.append(
            tag(
                "span",
                desk.teller.reading_name(name),
                tag("strong", f"{desk.words.colon}{shown}") if shown else None,
                class_="lx-condition",
            )
        )
    return join(out)


def _cell(desk: Desk, cell: Cell | None) -> Html:
    if cell is None:
        return tag("span", desk.say("site.norms.unreached"), class_="lx-unreached")
    does, provisions = cell
    return join(
        [
            tag("span", desk.say(f"site.norms.{does}"), class_=f"lx-does lx-does--{does}"),
            tag("small", desk.cites(provisions)),
        ]
    )
