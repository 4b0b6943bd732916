"""HTML made of values: whatever is not markup already is escaped on its way in."""

from collections.abc import Iterable
from html import escape

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "col"})


class Html(str):
    """Text that is markup; any other text is escaped wherever it meets markup."""

    __slots__ = ()


Child = str | None
Attribute = str | bool | int | None


def markup(value: Child) -> Html:
    """A value as markup: escaped, unless it is markup already; nothing for `None`."""
    if value is None:
        return Html("")
    return value if isinstance(value, Html) else Html(escape(value, quote=True))


def join(parts: Iterable[Child], between: str = "") -> Html:
    """Pieces one after another."""
    return Html(markup(between).join(markup(p) for p in parts))


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element. In names of attributes `_` is a hyphen, and a last one is dropped (`class_`, `data_column`)."""
    opening = name + "".join(_attribute(k, v) for k, v in attributes.items())
    return Html(f"<{opening}>") if name in _VOID else Html(f"<{opening}>{join(children)}</{name}>")


def _attribute(name: str, value: Attribute) -> str:
    name = name.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value), quote=True)}"'


def lines(text: str) -> Html:
    """Prose with its line breaks."""
    return join((markup(line) for line in text.split("\n")), Html("<br>"))


def table(
    head: Iterable[Child],
    rows: Iterable[Iterable[Child]],
    caption: Child = None,
    class_: str = "",
    *,
    is_grid: bool = False,
) -> Html:
    """A table; the first cell of a row is its heading. It can be scrolled, also by keyboard.

    On a small screen the cells of a row stand one below the other, each with its
    column's name, except in a grid, which only its columns make sense of. The roles
    say that it is a table still.
    """
    names = list(head)
    labels = [None if is_grid or isinstance(name, Html) else name for name in names]
    top = tag("tr", *(tag("th", cell, scope="col", role="columnheader") for cell in names), role="row")
    body = [
        tag("tr", *(_cell(i, cell, label) for i, (cell, label) in enumerate(zip(row, labels, strict=True))), role="row")
        for row in rows
    ]
    shown = tag(
        "table",
        tag("caption", tag("span", caption)) if caption else None,
        tag("thead", top, role="rowgroup"),
        tag("tbody", *body, role="rowgroup"),
        class_=f"lx-table{'' if is_grid else ' lx-stack'} {class_}".strip(),
        role="table",
    )
    label = {"aria_label": str(caption)} if caption and not isinstance(caption, Html) else {}
    return tag("div", shown, class_="lx-scroll", tabindex=0, role="region" if label else None, **label)


def _cell(index: int, cell: Child, label: Child) -> Html:
    if index == 0:
        return tag("th", cell, scope="row", role="rowheader")
    return tag("td", cell, role="cell", data_label=label)


def definitions(pairs: Iterable[tuple[Child, Child]], class_: str) -> Html:
    """A list of terms with what is said of each."""
    return tag("dl", *(tag("div", tag("dt", k), tag("dd", v)) for k, v in pairs), class_=class_)
