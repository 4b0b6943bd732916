"""Drawings show what a player may see, and nothing else; all that is drawn is escaped."""

from lxml import etree

from hidden_card import TEXT
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
