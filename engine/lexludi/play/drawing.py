"""Drawings of a position: its hands, bets and choices as lines of text, and its hands as SVG."""

from typing import NamedTuple
from xml.sax.saxutils import escape

from lexludi.base.callers import expect
from lexludi.play.information import SeenHand
from lexludi.play.notation import bet_text
from lexludi.play.plan import place
from lexludi.play.position import Position
from lexludi.play.round_state import DecisionNode

# An object that is not seen.
HIDDEN = "?"

# In units of SVG: an object, what lies between two, and the room for the name of a holder.
_WIDTH, _HEIGHT, _GAP, _NAME = 44, 60, 8, 110


class _Row(NamedTuple):
    """The objects that a holder has, or threw, in signs; `HIDDEN` where one is not seen."""

    unit: str
    signs: tuple[str, ...]


def as_text(position: Position, player: int | None = None) -> str:
    """A position as lines of text, as a player sees it; without one, with all hands open.

    Raises:
        InvalidArgument: it is no position, or there is no such player.
    """
    expect("position", position, Position)
    rows = _rows(position, player, signs=False)
    width = max((len(row.unit) for row in rows), default=0)
    lines = [f"{row.unit:<{width}}  {' '.join(row.signs)}" for row in rows]
    for bet in position.state.placed:
        lines.append(bet_text(bet) + (f"  {bet.result} {bet.net}" if bet.result else ""))
    if isinstance(position.node, DecisionNode):
        legal = ", ".join(position.tree.choices[number] for number in position.legal_actions())
        lines.append(f"{position.node.bettor}: {legal}")
    elif position.is_chance:
        lines.append("…")
    return "\n".join(lines)


def as_svg(position: Position, player: int | None = None) -> str:
    """The hands of a position as an SVG document, as a player sees them; without one, with all hands open.

    Raises:
        InvalidArgument: it is no position, or there is no such player.
    """
    expect("position", position, Position)
    rows = _rows(position, player, signs=True)
    columns = max((len(row.signs) for row in rows), default=0)
    width, height = _NAME + columns * (_WIDTH + _GAP) + _GAP, len(rows) * (_HEIGHT + _GAP) + _GAP
    # The text of the picture, for whoever has it read aloud.
    title = escape("; ".join(f"{row.unit} {' '.join(row.signs)}" for row in rows))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="16">',
        f"<title>{title}</title>",
    ]
    for number, row in enumerate(rows):
        top = _GAP + number * (_HEIGHT + _GAP)
        # SVG places text by its base line: letters of 16 look centred some 6 below the middle.
        middle = top + _HEIGHT // 2 + 6
        parts.append(f'<text x="{_GAP}" y="{middle}">{escape(row.unit)}</text>')
        for column, sign in enumerate(row.signs):
            left = _NAME + column * (_WIDTH + _GAP)
            fill = "#ccc" if sign == HIDDEN else "#fff"
            parts.append(
                f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" fill="{fill}" stroke="#333"/>'
            )
            parts.append(f'<text x="{left + _WIDTH // 2}" y="{middle}" text-anchor="middle">{escape(sign)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _rows(position: Position, player: int | None, *, signs: bool) -> list[_Row]:
    shown = position.tree.material.objects

    def row(hand: SeenHand) -> _Row:
        seen = hand.objects or ()
        names = tuple(shown[thing].sign if signs else shown[thing].symbol for thing in seen)
        return _Row(hand.unit, (*names, *[HIDDEN] * (hand.size - len(seen))))

    if player is not None:
        return [row(hand) for hand in position.information_state(player).hands]
    hands = [*position.state.thrown.items(), *position.state.hands.items()]
    return [row(SeenHand(unit, len(hand), hand)) for unit, hand in sorted(hands, key=lambda holding: place(holding[0]))]
