"""Positions in units of UTF-16, against Python's own encoder."""

import pytest

from lexludi.base.source import Source, Span, common_ends
from lexludi.editor.positions import TextPosition, offset_of, position_of, range_of

TEXT = "第一條 用具\n  「𠮷牌」為「牌🂡」。\r\nabc\n\n«ç»"
SOURCE = Source("text", "zh", TEXT.replace("\r\n", "\n"))


def by_encoder(text: str, offset: int) -> TextPosition:
    """A position counted out by encoding everything before it."""
    before = text[:offset]
    last = before.rpartition("\n")[2]
    return TextPosition(before.count("\n"), len(last.encode("utf-16-le")) // 2)


@pytest.mark.parametrize("offset", range(len(SOURCE.text) + 1))
def test_every_offset_has_the_position_that_an_encoder_gives_and_comes_back(offset: int) -> None:
    position = position_of(SOURCE, offset)
    assert position == by_encoder(SOURCE.text, offset)
    assert offset_of(SOURCE.text, position) == offset


def test_a_character_beyond_the_basic_plane_takes_two_columns() -> None:
    assert position_of(SOURCE, SOURCE.text.index("牌」為")) == TextPosition(1, 5)
    assert range_of(SOURCE, Span(SOURCE.text.index("🂡"), SOURCE.text.index("🂡") + 1)).end.character == 12


def test_positions_beyond_a_line_or_the_text_are_its_end() -> None:
    assert offset_of("ab\ncd", TextPosition(0, 99)) == 2
    assert offset_of("ab\ncd", TextPosition(7, 0)) == 5
    assert offset_of("ab\ncd", TextPosition(1, -3)) == 3
    # The middle of a pair is after it: no character is ever cut.
    assert offset_of("a🂡b", TextPosition(0, 2)) == 2


def test_all_ends_of_lines_count_as_one() -> None:
    assert [offset_of("a\r\nb\rc\nd", TextPosition(line, 0)) for line in range(4)] == [0, 3, 5, 7]


@pytest.mark.parametrize(
    ("before", "after", "ends"),
    [
        ("abcd", "abXcd", (2, 2)),
        ("aa", "aaa", (2, 0)),
        ("", "x", (0, 0)),
        ("same", "same", (4, 0)),
        ("ab", "cd", (0, 0)),
    ],
)
def test_what_two_texts_have_in_common(before: str, after: str, ends: tuple[int, int]) -> None:
    assert common_ends(before, after) == ends
