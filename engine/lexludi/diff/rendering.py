"""A laid-out difference as text for a terminal, as HTML or as Markdown."""

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape

from lexludi.base.messages import TAGS
from lexludi.base.source import display_width, harmless
from lexludi.diff.layout import Block
from lexludi.diff.words import PieceKind, RedlinePiece

# Columns beyond which a table is no longer read as one.
_WIDE = 160

_RESET = "\x1b[0m"
# Removed in red and struck through, added in green and underlined: told apart without colour too.
_COLOURS: dict[PieceKind, str] = {"removed": "\x1b[31;9m", "added": "\x1b[32;4m"}
_MARKS: dict[PieceKind, tuple[str, str]] = {"removed": ("[-", "-]"), "added": ("{+", "+}")}
_ELEMENTS: dict[PieceKind, str] = {"removed": "del", "added": "ins"}

# Marks with a meaning in Markdown; and `1.`, `1)`, `-` or `+` that would open a list at the beginning of a line.
_MARKDOWN = re.compile(r"([\\`*_{}\[\]#|~])|^([ ]*)(\d+)([.)])|^([ ]*)([-+])(?=\s)", re.MULTILINE)

_STYLE = (
    "body{font-family:serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "ins{background:#e6ffec;color:#116329}del{background:#ffebe9;color:#82071e}"
    ".redline{white-space:pre-wrap;border-left:.2rem solid #ccc;padding-left:1rem}.note{font-style:italic}"
    "table{border-collapse:collapse}"
    "td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left;overflow-wrap:anywhere}"
    "td:first-child{overflow-wrap:normal}"
)
_HEADINGS = {"title": "h1", "heading": "h2", "label": "h3"}


# ── Text ────────────────────────────────────────────────────────────────────


def text(blocks: Iterable[Block], *, colour: bool = False) -> str:
    """Lines for a terminal: with `colour` in colours, else with `[-…-]` and `{+…+}` around what changed."""
    return "\n".join(line for block in blocks for line in _text_lines(block, colour))


def _text_lines(block: Block, colour: bool) -> Iterator[str]:
    shown = "".join(_text_piece(p, colour) for p in block.pieces)
    match block.kind:
        case "title":
            yield f"\x1b[1m{shown}{_RESET}" if colour else shown
        case "heading":
            yield ""
            yield f"\x1b[1m{shown}{_RESET}" if colour else shown
        case "label":
            yield f"  {shown}"
        case "table":
            yield from ("    " + harmless(line) for line in _table(block.rows))
        case _:
            yield from (f"    {line}" for line in shown.split("\n"))


def _text_piece(piece: RedlinePiece, colour: bool) -> str:
    shown = harmless(piece.text)
    if piece.kind == "same":
        return shown
    if colour:
        # Each line by itself: some pagers forget a colour at the end of a line.
        return "\n".join(f"{_COLOURS[piece.kind]}{line}{_RESET}" if line else line for line in shown.split("\n"))
    start, end = _MARKS[piece.kind]
    return f"{start}{shown}{end}"


def _table(rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    """Columns side by side where a screen has room for them, else one cell under the other."""
    lines = list(_aligned(rows))
    if max(map(display_width, lines)) <= _WIDE:
        yield from lines
        return
    for row in rows[1:]:
        # What both sides have alike is said once.
        if len(set(row)) == 1:
            yield row[0]
            continue
        for heading, cell in zip(rows[0], row, strict=True):
            if cell:
                yield f"{heading} | {cell}"


def _aligned(rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


# ── HTML ────────────────────────────────────────────────────────────────────


def html(blocks: Iterable[Block], language: str) -> str:
    """A page of its own, with nothing to load."""
    listed = list(blocks)
    title = escape("".join(p.text for p in listed[0].pieces))
    body = "\n".join(map(html_block, listed))
    return (
        f'<!DOCTYPE html>\n<html lang="{TAGS[language]}">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>"
    )


def html_block(block: Block) -> str:
    """A paragraph, heading or table."""
    if block.kind == "table":
        return _html_table(block.rows)
    shown = "".join(_tagged(piece, escape(harmless(piece.text))) for piece in block.pieces)
    if tag := _HEADINGS.get(block.kind):
        return f"<{tag}>{shown}</{tag}>"
    lang = f' lang="{TAGS[block.language]}"' if block.language else ""
    return f'<p class="{block.kind}"{lang}>{shown}</p>'


def _tagged(piece: RedlinePiece, shown: str) -> str:
    tag = _ELEMENTS.get(piece.kind)
    return f"<{tag}>{shown}</{tag}>" if tag else shown


def _html_table(rows: tuple[tuple[str, ...], ...]) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>"

    return "<table>\n" + "\n".join([row(rows[0], "th"), *(row(r, "td") for r in rows[1:])]) + "\n</table>"


# ── Markdown ────────────────────────────────────────────────────────────────


def markdown(blocks: Iterable[Block]) -> str:
    """Markdown with `<ins>` and `<del>` around what changed, which Markdown has no signs for."""
    shown: dict[str, Callable[[str], str]] = {
        "title": lambda t: f"# {t}",
        "heading": lambda t: f"## {t}",
        "label": lambda t: f"### {t}",
        "redline": lambda t: "> " + t.replace("\n", "  \n> "),
        "note": lambda t: f"*{t}*",
    }
    out = []
    for block in blocks:
        if block.kind == "table":
            out.append(_markdown_table(block.rows))
        else:
            pieces = "".join(_tagged(piece, _escaped(piece.text)) for piece in block.pieces)
            out.append(shown.get(block.kind, str)(pieces))
    return "\n\n".join(out)


def _escaped(shown: str) -> str:
    # Tags of HTML are tags in Markdown too.
    plain = escape(harmless(shown), quote=False)
    return _MARKDOWN.sub(_backslashed, plain)


def _backslashed(match: re.Match[str]) -> str:
    # 1: a mark anywhere; 2 to 4: margin, number and its stop; 5 and 6: margin and dash.
    if match[1]:
        return f"\\{match[1]}"
    return f"{match[2]}{match[3]}\\{match[4]}" if match[3] else f"{match[5]}\\{match[6]}"


def _markdown_table(rows: tuple[tuple[str, ...], ...]) -> str:
    lines = ["| " + " | ".join(_escaped(c) for c in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])
