"""The objects of a game: which there are, what they show and count, and how they are written."""

import pickle
from collections import Counter
from dataclasses import replace

import pytest

from lexludi.base.errors import InvalidStack
from lexludi.language.glossary import GlossaryEntry, make_glossary
from lexludi.play.material import MAX_OBJECTS, Material, ObjectType, WildStanding
from lexludi.rules.model import RuleSet
from small import COIN, rules_of

TEXT = """\
Article 1
  “rank”, from high to low: “ace”, “king”, 10 and 2.
  “suit”, from high to low: “spades” and “hearts”.
  “face”, from high to low: 6 and 5.
  material: 2 packs of “card”, each with one for each combination of “rank” and “suit”.
  material: 3 “die”, each showing one “face”.
  “ace” counts 1 or 11.
  “king” counts 10.
  every other “card” counts its face value.
"""

GLOSSARY = make_glossary(
    [
        GlossaryEntry("ace", {"en": ("ace",)}, "A", "A"), GlossaryEntry("king", {"en": ("king",)}, "K", "K"),
        GlossaryEntry("10", {"en": ("10",)}, "T", "10"), GlossaryEntry("2", {"en": ("2",)}, "2", "2"),
        GlossaryEntry("spades", {"en": ("spades",)}, "s", "♠"), GlossaryEntry("hearts", {"en": ("hearts",)}, "h", "♥"),
    ]
)  # fmt: skip


def rules(text: str = TEXT) -> RuleSet:
    return replace(rules_of(text), glossary=GLOSSARY)


MATERIAL = Material(rules())
SYMBOLS = ["As", "Ah", "Ks", "Kh", "Ts", "Th", "2s", "2h", "6", "5"]


def refused(text: str) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(InvalidStack) as refusal:
        MATERIAL.parse_all(text)
    return refusal.value.key, refusal.value.provisions


# ── What there is ───────────────────────────────────────────────────────────


def test_there_is_one_object_for_each_combination_and_each_face() -> None:
    assert MATERIAL.symbols(range(len(MATERIAL.objects))) == SYMBOLS
    assert MATERIAL.objects[1] == ObjectType("card", (("rank", "ace"), ("suit", "hearts")), "Ah", "A♥")
    assert MATERIAL.objects[8] == ObjectType("die", (("face", "6"),), "6", "6")


def test_an_object_has_a_place_on_every_scale_where_one_of_its_items_alone_stands() -> None:
    material = Material(
        rules_of(
            "Article 1\n  “value”, from high to low: 2 and 1.\n  “colour”, from high to low: “red” and “blue”.\n"
            "  “lowest”, from high to low: 1, 2 and 3.\n  “mixed”, from high to low: “red” and 1.\n"
            "  material: 1 pack of “card”, each with one for each combination of “value” and “colour”.\n"
        )
    )
    assert [dict(o.items) for o in material.objects[:2]] == [
        {"value": "2", "colour": "red"}, {"value": "2", "colour": "blue"},
    ]  # fmt: skip
    assert material.height["value"] == [2, 2, 1, 1]
    assert material.height["lowest"] == [2, 2, 3, 3]
    # A red 2 stands there as red, a blue 2 not at all, a blue 1 as 1, and a red 1 twice over: nowhere.
    assert material.item["mixed"] == ["red", None, None, "1"]


def test_copies_are_the_same_object_and_faces_are_not_counted_out() -> None:
    assert Counter(MATERIAL.pools["card"]) == dict.fromkeys(range(8), 2)
    assert list(MATERIAL.pools) == ["card"]
    assert MATERIAL.faces == {"die": (8, 9)}
    assert MATERIAL.throws == {"die": 3}


def test_each_object_shows_an_item_of_each_of_its_scales_and_none_of_others() -> None:
    assert MATERIAL.item["rank"] == ["ace", "ace", "king", "king", "10", "10", "2", "2", None, None]
    assert MATERIAL.item["face"] == [None] * 8 + ["6", "5"]
    assert MATERIAL.shows(0, "ace")
    assert MATERIAL.shows(0, "spades")
    assert not MATERIAL.shows(0, "hearts")
    assert not MATERIAL.shows(8, "ace")


def test_the_highest_item_of_a_scale_is_as_high_as_the_scale_is_long() -> None:
    """Four ranks: ace 4, king 3, ten 2, two 1; what shows none of them, 0."""
    assert MATERIAL.height["rank"] == [4, 4, 3, 3, 2, 2, 1, 1, 0, 0]
    assert MATERIAL.height["suit"] == [2, 1] * 4 + [0, 0]


def test_an_object_counts_what_is_said_of_it_or_its_face() -> None:
    assert MATERIAL.numbers == [(1, 11)] * 2 + [(10,)] * 4 + [(2,)] * 2 + [(6,), (5,)]


def test_what_nothing_is_said_of_and_shows_no_number_counts_nothing() -> None:
    without = Material(rules(TEXT.replace("  “king” counts 10.\n", "")))
    assert without.numbers[2] == (0,)


def test_the_first_that_is_said_of_an_item_counts() -> None:
    twice = Material(rules(TEXT.replace("  “king” counts 10.\n", "  “king” counts 10.\n  “spades” counts 7.\n")))
    assert twice.numbers[:8] == [(1, 11), (1, 11), (10,), (10,), (7,), (10,), (7,), (2,)]


def test_a_text_may_not_have_more_objects_than_can_be_held() -> None:
    """Eight cards in a pack: 12,500 packs have 100,000, which is the limit."""
    most = MAX_OBJECTS // 8
    rule_set = rules()
    (stock,) = rule_set.stocks
    assert len(Material(replace(rule_set, stocks=(replace(stock, copies=most),))).pools["card"]) == MAX_OBJECTS
    with pytest.raises(InvalidStack) as refusal:
        Material(replace(rule_set, stocks=(replace(stock, copies=most + 1),)))
    assert (refusal.value.key, refusal.value.provisions) == ("too-many-objects", ("art_1",))
    assert refusal.value.args_by_name["count"] == MAX_OBJECTS + 8


# ── As it is written ────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("As", "As"), ("as", "As"), (" KH ", "Kh"), ("A♠", "As"), ("10♥", "Th"), ("T♥", ""), ("10h", "Th"),
        ("Th", "Th"),
        ("ace-spades", "As"), ("spades-ace", "As"), ("Hearts-10", "Th"), ("6", "6"),
    ],
)  # fmt: skip
def test_an_object_is_written_by_symbol_by_sign_or_by_its_items_in_either_order(text: str, symbol: str) -> None:
    if symbol:
        assert MATERIAL.symbols([MATERIAL.parse(text)]) == [symbol]
    else:
        assert refused(text) == ("unknown-object", ())


@pytest.mark.parametrize(("text", "item"), [("b", "blue"), ("B", "black"), ("♭", "blue"), ("BLUE", "blue")])
def test_of_two_symbols_that_differ_in_case_the_one_that_is_written_is_meant(text: str, item: str) -> None:
    two = [GlossaryEntry("blue", {}, "b", "♭"), GlossaryEntry("black", {}, "B", "♮")]
    colours = rules_of(
        COIN.replace("2 and 1", "“black” and “blue”").replace("  each “die” counts", "# each “die” counts")
    )
    material = Material(replace(colours, glossary=make_glossary(two)))
    assert dict(material.objects[material.parse(text)].items) == {"number": item}


def test_objects_have_symbols_of_their_own_however_their_items_read_together() -> None:
    """Worked out by hand: 1 and 111, 11 and 11, and 111 and 1 read alike."""
    numbers = "from high to low: 111, 11 and 1"
    grid = f"""Article 1
  “row”, {numbers}.
  “column”, {numbers}.
  material: 1 pack of “tile”, each with one for each combination of “row” and “column”.
"""
    material = Material(rules_of(grid))
    symbols = material.symbols(range(9))
    assert sorted(symbol.rpartition(":")[2] for symbol in symbols) == [
        "11", "111", "111", "1111", "1111", "1111", "11111", "11111", "111111",
    ]  # fmt: skip
    assert [material.parse(symbol) for symbol in symbols] == list(range(9))


def test_symbols_in_capitals_come_first_whatever_the_order_of_the_scales() -> None:
    turned = Material(rules(TEXT.replace("combination of “rank” and “suit”", "combination of “suit” and “rank”")))
    assert turned.objects[0].symbol == "As"
    assert turned.objects[0].names == ("spades-ace", "ace-spades")


def test_an_object_that_there_is_not_is_refused_with_some_that_there_are() -> None:
    with pytest.raises(InvalidStack) as refusal:
        MATERIAL.parse("  a card with a very long name ")
    assert refusal.value.args_by_name == {"text": "a card with a very l", "example": ("As", "Ah", "Ks", "Kh")}


def test_objects_are_listed_with_spaces_or_commas_or_one_by_one() -> None:
    expected = MATERIAL.parse_all("As Kh 6")
    assert expected == [0, 3, 8]
    assert MATERIAL.parse_all("As,Kh, 6") == MATERIAL.parse_all(["As", "Kh", "6"]) == expected


def test_no_more_of_an_object_is_given_than_there_are_but_a_face_comes_any_number_of_times() -> None:
    """Two packs have two aces of spades; dice are thrown again and again."""
    assert MATERIAL.parse_all("As As") == [0, 0]
    assert refused("As Kh As As") == ("too-many-of-one", ("art_1",))
    assert len(MATERIAL.parse_all("6 " * 9)) == 9


def test_a_copy_from_another_process_is_worked_out_anew() -> None:
    again = pickle.loads(pickle.dumps(MATERIAL))
    assert again.objects == MATERIAL.objects
    assert again.height == MATERIAL.height


def test_what_a_wild_object_may_stand_for_without_condition_it_may_not_with_one_besides() -> None:
    """A 2 stands for either rank, in whatever hand; that it also may where the hand has it not adds nothing."""
    text = """Article 1
  “rank”, from high to low: 3 and 2.
  material: 1 pack of “card”, each with one for each combination of “rank”.
  2 may stand for any “card”, even one that the hand has.
"""
    other = "  2 may stand for any 3 that the hand does not have.\n"
    for variant in (text, text + other):
        assert Material(rules_of(variant)).standing == [(WildStanding(0),), (WildStanding(0), WildStanding(1))]
    only = Material(rules_of(text.replace(text.splitlines()[-1] + "\n", "") + other)).standing
    assert only == [(WildStanding(0),), (WildStanding(0, other=True), WildStanding(1))]
