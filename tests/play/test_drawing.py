"""Drawings show what a player may see, and nothing else; all that is drawn is escaped."""

from itertools import combinations

from lxml import etree

from hidden_card import TEXT, WITH_A_DIE
from lexludi.play.drawing import as_svg, as_text
from small import game_of

SVG = "{http://www.w3.org/2000/svg}"


def test_a_position_in_lines() -> None:
    at = game_of(TEXT).position("1:ante=2 | 3 2")
    assert as_text(at, 0).splitlines() == [
        "box-1   3",
        "dealer  ?",
        "player-1@box-1:ante=2",
        "player-1: play, fold",
    ]
    assert as_text(at).splitlines()[1] == "dealer  2"
    assert as_text(at.apply(0), 0).splitlines() == ["box-1   3", "dealer  2", "player-1@box-1:ante=2  win 2"]


def test_a_throw_is_drawn_beside_the_hand_of_its_thrower() -> None:
    at = game_of(WITH_A_DIE).position("1:ante=2 | 3 2 6")
    assert as_text(at, 0).splitlines()[:3] == ["box-1   3", "dealer  6", "dealer  ?"]
    assert as_text(at).splitlines()[:3] == ["box-1   3", "dealer  6", "dealer  2"]


def test_chance_is_three_dots() -> None:
    assert as_text(game_of(TEXT).position("1:ante=2 | 3"), 0).splitlines()[-1] == "…"


def test_a_hidden_hand_is_not_in_the_drawing() -> None:
    at = game_of(TEXT).position("1:ante=2 | 3 2")
    drawn = etree.fromstring(as_svg(at, 0))
    texts = [node.text for node in drawn.iter(f"{SVG}text")]
    assert texts == ["box-1", "3", "dealer", "?"]
    assert "2" not in (drawn.findtext(f"{SVG}title") or "").split()
    open_ = etree.fromstring(as_svg(at))
    assert [node.text for node in open_.iter(f"{SVG}text")] == ["box-1", "3", "dealer", "2"]
    assert len(list(open_.iter(f"{SVG}rect"))) == 2
    fills = [[node.get("fill") for node in picture.iter(f"{SVG}rect")] for picture in (open_, drawn)]
    assert (fills[0], fills[1][0]) == (["#fff", "#fff"], "#fff")
    assert fills[1][1] != "#fff", "the back of the card that lies hidden is no white face"


def test_no_card_is_drawn_over_another_and_the_drawing_has_room_for_all() -> None:
    """Two rows, of one card and of two, with as much room below the last row as above the first and between them."""
    text = TEXT.replace("deal to each “box” with a bet, and then “dealer”", "deal to each “box” with a bet").replace(
        "face down, until each has 1.",
        "face up, until each has 1.\n  deal to “dealer”, one “card” at a time, face up, until each has 2.",
    )
    drawn = etree.fromstring(as_svg(game_of(text).position("1:ante=2 | 3 2 1")))
    rects = [[int(node.get(name, "")) for name in ("x", "y", "width", "height")] for node in drawn.iter(f"{SVG}rect")]
    assert len(rects) == 3
    for (x, y, width, height), (other_x, other_y, _, _) in combinations(sorted(rects), 2):
        assert x + width < other_x or y + height < other_y or other_y + height < y
    tops = sorted({y for _, y, _, _ in rects})
    bottoms = sorted({y + height for _, y, _, height in rects})
    room = {top - bottom for top, bottom in zip([*tops, int(drawn.get("height", ""))], [0, *bottoms], strict=True)}
    assert len(room) == 1
    assert min(room) > 0
    assert max(x + width for x, _, width, _ in rects) < int(drawn.get("width", ""))
