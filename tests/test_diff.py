"""The difference of two texts in words and in rules."""

import json
import re
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from differing import WITNESS, edited, edits, file_of, shelf_side, side, text_of
from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.diff import rendering
from lexludi.diff.comparing import compare
from lexludi.diff.conditions import change_of
from lexludi.diff.edits import OPS, Added, EditDoesNotFit, apply, op_of
from lexludi.diff.entries import FAMILIES, entries
from lexludi.diff.finding import rule_edits
from lexludi.diff.jsonform import to_json
from lexludi.diff.layout import lay_out
from lexludi.diff.sides import asked, read_side, side_of
from lexludi.diff.typography import fold_typography, is_simplified
from lexludi.diff.words import align, redline, words_edits
from lexludi.language.builder import build
from lexludi.language.nodes import Construct, Node, Number, Sequence, Term
from lexludi.language.phrases import LANGUAGES
from lexludi.law.loader import read_source, text_file
from lexludi.rules.model import Parameter

NAMES = ("mo/q-poker", "mo/baccarat", "three-dice", "two-tokens", "draw-to-total")
TEXTS = [(name, language) for name in NAMES for language in LANGUAGES]


def ops(difference: Any) -> list[tuple[str, str]]:
    """The kind of each edit of rules, and the family it is about."""
    return [(op_of(edit), edit.family) for edit in difference.rules]


# ── What must hold of any two texts ─────────────────────────────────────────


@pytest.mark.parametrize(("name", "language"), TEXTS)
def test_a_text_does_not_differ_from_itself(name: str, language: str) -> None:
    original = shelf_side(name, language)
    assert original.rules is not None
    again = side(text_of(name, language), name, language)
    assert again is not None
    for typography in (False, True):
        difference = compare(original, again, ("words", "rules"), typography=typography)
        assert (difference.words, difference.rules) == ((), ())


@pytest.mark.parametrize(("first", "second"), list(permutations(NAMES, 2)))
def test_edits_make_one_rule_set_of_another_however_different(first: str, second: str) -> None:
    one, two = shelf_side(first, "zh").rules, shelf_side(second, "zh").rules
    assert one is not None
    assert two is not None
    found = rule_edits(one, two)
    assert found
    assert entries(apply(found, one)) == entries(two)
    assert entries(one) != entries(two)


@cache
def _lines(name: str, language: str) -> tuple[str, ...]:
    return tuple(text_of(name, language).split("\n"))


@st.composite
def mangled(draw: st.DrawFn) -> tuple[str, str, str]:
    """A text with lines deleted, doubled and moved, and digits changed: its name, language and lines."""
    name, language = draw(st.sampled_from([(n, x) for n in NAMES[:4] for x in ("zh", "en")]))
    lines = list(_lines(name, language))
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(("delete", "double", "move", "digit", "number"))):
            case "delete":
                del lines[place]
            case "double":
                lines.insert(draw(st.integers(0, len(lines))), lines[place])
            case "move":
                line = lines.pop(place)
                lines.insert(draw(st.integers(0, len(lines))), line)
            case "digit":
                lines[place] = "".join("7" if c.isdecimal() else c for c in lines[place])
            case _:
                lines[place] = lines[place].replace("一", "二").replace("1 to 1", "2 to 1")
    return name, language, "\n".join(lines)


@settings(max_examples=40)
@given(mangled(), st.booleans())
def test_edits_of_generated_texts_are_complete_both_ways(generated: tuple[str, str, str], backwards: bool) -> None:
    name, language, text = generated
    other = side(text, name, language)
    assume(other is not None)
    assert other is not None
    one, two = shelf_side(name, language), other
    if backwards:
        one, two = two, one
    assert one.rules is not None
    assert two.rules is not None
    alignment = align(one.document, two.document)
    for became in (alignment.eid, lambda eid: eid):
        found = rule_edits(one.rules, two.rules, became)
        assert entries(apply(found, one.rules)) == entries(two.rules)
    assert bool(found) == (entries(one.rules) != entries(two.rules))
    _check_words(one, two)


def _check_words(one: Any, two: Any) -> None:
    """Every provision is accounted for, and a redline holds both texts."""
    alignment = align(one.document, two.document)
    before, after = ([unit.eid for unit in side_] for side_ in (alignment.before, alignment.after))
    found = words_edits(alignment, exact=True)
    removed = [e.eid_before for e in found if e.op == "remove"]
    inserted = [e.eid_after for e in found if e.op == "insert"] + list(alignment.divided.values())
    paired = {*alignment.became, *alignment.united}
    assert sorted(filter(None, removed)) == sorted(eid for eid in before if eid not in paired)
    assert paired <= set(before)
    assert sorted(filter(None, {*inserted, *alignment.became.values()})) == sorted(set(after))
    for edit in found:
        if edit.op == "change":
            assert "".join(p.text for p in edit.pieces if p.kind != "added") == edit.before
            assert "".join(p.text for p in edit.pieces if p.kind != "removed") == edit.after


def test_edits_do_not_apply_to_another_rule_set() -> None:
    found = edits("three-dice", "en", ("“any triple” pays 30 to 1.\n2.", "“any triple” pays 24 to 1.\n2.")).rules
    assert found
    other = shelf_side("two-tokens", "en").rules
    assert other is not None
    with pytest.raises(EditDoesNotFit):
        apply(found, other)


# ── Redlines ────────────────────────────────────────────────────────────────

_WORDS = st.text(st.sampled_from("甲乙丙其它他「」“”,，。 \nab1１é-"), max_size=30)


@given(_WORDS, _WORDS)
def test_a_redline_holds_both_texts(before: str, after: str) -> None:
    pieces = redline(before, after, exact=True)
    assert "".join(p.text for p in pieces if p.kind != "added") == before
    assert "".join(p.text for p in pieces if p.kind != "removed") == after
    assert "".join(p.text for p in redline(before, after) if p.kind != "removed") == after


@given(_WORDS)
def test_folding_keeps_places(text: str) -> None:
    assert len(fold_typography(text)) == len(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("其它:一賠一。", "其他：一賠一．"),
        ("「莊」、“閒”兩家", '"莊"、『閒』兩家'),
        ("臺灣 裏", "台灣裡"),
        ("第１０條", "第10條"),
        ("a «mão» do\ncroupier", "a “mão”  do croupier"),
        ("9.° e 10.º", "9.º e 10.°"),
        # Signs of other classes than those that they are one with: a letter and a mark, a numeral and a mark.
        ("n.º 1º, 2ª", "n.º 1°, 2ª"),
        ("二〇〇四年", "二零零四年"),
        ("二〇〇四年", "二○○四年"),
    ],
)
def test_typography_means_nothing_unless_asked_for(before: str, after: str) -> None:
    assert [p.kind for p in redline(before, after)] == ["same"]
    assert {p.kind for p in redline(before, after, exact=True)} > {"same"}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("一賠八", "一賠九", "一賠[八]{九}"),
        ("paga 8 por 1", "paga 9 por 1", "paga [8]{9} por 1"),
        ("the bet loses", "the whole bet loses", "the{ whole} bet loses"),
        ("A、B", "A,B", "A[、]{,}B"),  # an enumeration is not a pause
        ("must draw", "Must draw", "[must]{Must} draw"),
        # Characters beyond the basic plane are by themselves too.
        ("派𠘨牌𥫗一", "派𠘨牌𥫗二", "派𠘨牌𥫗[一]{二}"),
    ],
)
def test_chinese_is_compared_by_character_and_the_others_by_word(before: str, after: str, expected: str) -> None:
    shown = {"same": "{}", "removed": "[{}]", "added": "{{{}}}"}
    assert "".join(shown[p.kind].format(p.text) for p in redline(before, after)) == expected


@pytest.mark.parametrize("is_before", [True, False])
def test_words_of_one_text_alone_are_in_the_language_of_that_text(is_before: bool) -> None:
    """The Portuguese text is without its last article, so that the last words of the Chinese are in that alone."""
    portuguese = text_of("two-tokens", "pt")
    short = side(portuguese[: portuguese.rindex("\nArtigo")] + "\n", "two-tokens", "pt")
    whole = shelf_side("two-tokens", "zh")
    assert short is not None
    difference = compare(whole, short, ("words",)) if is_before else compare(short, whole, ("words",))
    found = [block for block in lay_out(difference, catalogue("en")) if block.kind == "redline"]
    assert [(b.language, {p.kind for p in b.pieces}) for b in found] == [("zh", {"removed" if is_before else "added"})]


# ── Witnesses and languages ─────────────────────────────────────────────────


def test_the_copy_in_simplified_characters_has_the_same_words() -> None:
    """The website's copy writes 其它 twice where the gazette has 其他; all else is script and quotation marks."""
    copy = side_of(text_file(WITNESS), "copy", rules=False)
    gazette = side_of(file_of("mo/q-poker", "zh"), "own", rules=False)
    assert is_simplified("".join(u.text for u in align(copy.document, gazette.document).before))
    assert words_edits(align(copy.document, gazette.document)) == ()
    shown = words_edits(align(copy.document, gazette.document), exact=True)
    assert len(shown) > 50
    variants = {e.eid_after for e in shown if "其它" in (e.before or "") and "其他" in (e.after or "")}
    assert variants == {"art_6__point_1", "art_9__point_4"}


def test_the_copies_differ_in_three_places() -> None:
    """With the gazette's slip as its scan has it, and variants of characters told apart: the three of facts.md."""
    scan = text_of("mo/q-poker", "zh").replace('"Q、J、10"、"J、10、9"', '"Q、J、10"、"J、10"、"J、10、9"')
    scanned, gazette = side(scan, "mo/q-poker", "zh"), shelf_side("mo/q-poker", "zh")
    assert scanned is not None
    copy = side_of(text_file(WITNESS), "copy", rules=False)
    (edit,) = words_edits(align(copy.document, scanned.document))
    assert edit.eid_after == "art_4__point_3"
    assert [p.text for p in edit.pieces if p.kind != "same"] == ['J、10"、"']
    same_script = read_source(text_file(WITNESS)).text
    document, _ = build(read_source(text_file(WITNESS)))
    assert document is not None
    told_apart = {
        e.eid_after
        for e in words_edits(align(copy.document, scanned.document), exact=True)
        if e.before is not None and e.after is not None and _in_one_script(e.before) != _in_one_script(e.after)
    }
    assert told_apart == {"art_4__point_3", "art_6__point_1", "art_9__point_4"}
    assert same_script.count("其它") == 3  # the third, 9(7)(4), is so in the gazette as well
    assert gazette.rules is not None


def _in_one_script(text: str) -> str:
    """Script, width and quotation marks aside, but not variants of words."""
    marked = text.replace("其它", "其X")
    return "".join(fold_typography(marked, script=True).split())


@pytest.mark.parametrize(("first", "second"), [("zh", "pt"), ("pt", "zh")])
def test_the_authentic_texts_differ_in_the_declared_divergences_alone(first: str, second: str) -> None:
    one, two = shelf_side("mo/q-poker", first), shelf_side("mo/q-poker", second)
    found = compare(one, two, ("words", "rules"))
    assert found.words == ()
    assert one.rules is not None
    assert {(op_of(e), e.family, e.after.id) for e in found.rules or ()} == {
        ("choices-changed", "divergences", d.id) for d in one.rules.divergences
    }
    assert [d.id for d in one.rules.divergences] == [
        "packs",
        "holding-limit",
        "dealt-to",
        "straight-suits",
        "run-order",
        "opened-by",
        "decision-time",
        "exposed-cards",
        "exposed-dealer-card",
        "exposure-time",
    ]


def test_translations_differ_in_nothing_that_they_do() -> None:
    found = compare(shelf_side("mo/baccarat", "zh"), shelf_side("mo/baccarat", "en"), ("words", "rules"))
    assert (found.words, found.rules) == ((), ())


# ── Kinds of edits ──────────────────────────────────────────────────────────

DICE = "three-dice"
PAYS = "“any triple” pays 30 to 1.\n2."

ONE_LINE: dict[str, tuple[tuple[tuple[str, str], ...], list[tuple[str, str]]]] = {
    "a payout": (((PAYS, PAYS.replace("30", "24")),), [("payout-changed", "outcomes")]),
    "words that mean the same": ((("The number of players is not limited.", "Anybody may play."),), []),
    "a condition with fewer numbers": (
        (("when the total of “dealer” is 4 through 10,", "when the total of “dealer” is 5 through 10,"),),
        [("condition-narrowed", "outcomes")],
    ),
    "a condition with more numbers": (
        (("when the total of “dealer” is 4 through 10,", "when the total of “dealer” is 3 through 10,"),),
        [("condition-widened", "outcomes")],
    ),
    "another condition": (
        (("when the total of “dealer” is 4 through 10,", "when the total of “dealer” is 5 through 11,"),),
        [("condition-changed", "outcomes")],
    ),
    "an exception dropped": (
        (("  prevails over article 7, number 1 and article 7, number 2.\n", ""),),
        [("removed", "precedences"), ("removed", "precedences")],
    ),
    "a bet that is gone": ((("  “big” is a bet.\n", "  introduces the provisions below.\n"),), [("removed", "bets")]),
    "a bet that is new": (
        (("  “big” is a bet.\n", "  “big” is a bet.\n  “dealer” is a bet.\n"),),
        [("added", "bets")],
    ),
    "a scale in another order": (
        (("from high to low: 6, 5, 4, 3, 2 and 1.", "from high to low: 1, 2, 3, 4, 5 and 6."),),
        [("order-changed", "scales")],
    ),
    "a step dropped": ((("  “dealer” throws “dice”.\n", ""),), [("removed", "steps")]),
    "more of a material": ((("material: 3 “dice”", "material: 2 “dice”"),), [("changed", "thrown")]),
    "a norm turned into its opposite": (
        (("then “player” must not “bet”", "then “player” may “bet”"),),
        [("removed", "norms"), ("added", "norms")],
    ),
}


@pytest.mark.parametrize("name", ONE_LINE)
def test_a_change_of_one_line_is_an_edit_of_its_kind(name: str) -> None:
    replacements, expected = ONE_LINE[name]
    found = edits(DICE, "en", *replacements)
    assert ops(found) == expected
    before, after = shelf_side(DICE, "en").rules, found.after.rules
    assert before is not None
    assert after is not None
    assert entries(apply(found.rules or (), before)) == entries(after)


OPTION = "  場方選項「洗牌方法」：「派牌盒」或「洗牌機」；預設「派牌盒」。\n"
BOTH = ["choices-changed", "default-changed"]
PARAMETERS = {
    "a choice less": ("「派牌盒」或「洗牌機」；預設「派牌盒」", "「派牌盒」；預設「派牌盒」", ["choices-changed"]),
    "another default": ("；預設「派牌盒」", "；預設「洗牌機」", ["default-changed"]),
    "both": (
        "「派牌盒」或「洗牌機」；預設「派牌盒」",
        "「洗牌機」；預設「洗牌機」",
        ["choices-changed", "default-changed"],
    ),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_options_change_by_their_choices_and_their_default(name: str) -> None:
    old, new, expected = PARAMETERS[name]
    found = edits("mo/q-poker", "zh", (OPTION, OPTION.replace(old, new)))
    assert ops(found) == [(op, "parameters") for op in expected]


def test_an_order_of_categories_permuted_is_one_edit_of_rules() -> None:
    """An invented amendment: flush above straight, as with five cards."""
    text = text_of("mo/q-poker", "zh")
    start, middle, end = _places(text)
    straight, flush = text[start:middle], text[middle:end]
    swapped = flush.replace("(四)", "(三)", 1) + straight.replace("(三)", "(四)", 1)
    after = side(text[:start] + swapped + text[end:], "mo/q-poker", "zh")
    assert after is not None
    found = compare(shelf_side("mo/q-poker", "zh"), after, ("words", "rules"))
    assert ("order-changed", "categories") in ops(found)
    assert {e.op for e in found.words or ()} == {"move"}
    assert {(e.eid_before, e.eid_after) for e in found.words or ()} == {
        ("art_8__point_3", "art_8__point_4"),
        ("art_8__point_4", "art_8__point_3"),
    }


def _places(text: str) -> tuple[int, int, int]:
    """Where the third, fourth and fifth point of article 8 begin."""
    article = text.index("\n第八條 ")
    return tuple(text.index(f"\n({n})\n", article) + 1 for n in "三四五")  # type: ignore[return-value]


PAIR_BEFORE_IT = """4)
  | “Pair”: two dice show it.
  no effect on the machine: invented
5)
  | “Single number”"""


def test_a_provision_inserted_moves_those_after_it_and_changes_no_rule_of_theirs() -> None:
    replacements = (
        (
            "4)\n  | “Single number”",
            PAIR_BEFORE_IT,
        ),
    )
    found = edits(DICE, "en", *replacements)
    assert [(e.op, e.eid_before, e.eid_after) for e in found.words or ()] == [
        ("insert", None, "art_4__point_4"),
        ("renumber", "art_4__point_4", "art_4__point_5"),
    ]
    assert ops(found) == [("relocated", "bets")]
    assert [found.changes_rules(e) for e in found.words or ()] == [False, False]


def test_an_article_renumbered_takes_its_points_with_it() -> None:
    text = text_of(DICE, "en")
    moved = text.replace("Article 7 Prizes", "Article 6-A Prizes").replace("article 7, number", "article 6-A, number")
    after = side(moved, DICE, "en")
    assert after is not None
    found = compare(shelf_side(DICE, "en"), after)
    assert [(e.op, e.eid_before, e.eid_after) for e in found.words or ()] == [("renumber", "art_7", "art_6-A")]
    assert {op for op, _ in ops(found)} == {"relocated"}


def test_of_what_moves_and_changes_too_nobody_says_that_it_is_unchanged() -> None:
    """Article 8 becomes 8-A and “any triple” pays 24 to 1 there; in every other case it loses as before."""
    found = edits(DICE, "en", ("Article 8 Prize", "Article 8-A Prize"), (PAYS, PAYS.replace("30", "24")))
    assert ops(found) == [
        ("relocated", "steps"),
        ("relocated", "outcomes"),
        ("payout-changed", "outcomes"),
        ("relocated", "outcomes"),
    ]
    said = {language: [e["explanation"] for e in to_json(found, language)["rules"]] for language in LANGUAGES}
    for language, same, other in (
        ("en", "unchanged:", "and changes it. Before:"),
        ("pt", "sem alteração,", "com alteração,"),
        ("zh", "內容不變", "內容亦有更改。原為"),
    ):
        marks = [(same in told, other in told) for told in said[language]]
        assert marks == [(True, False), (False, True), (False, False), (True, False)]
    assert "30 to 1" in said["en"][1]
    assert "24 to 1" not in said["en"][1]


def test_a_rule_that_leaves_the_header_comes_from_it() -> None:
    score = "the score records “player”, “banker” and “tie”, and marks “banker pair” and “player pair”.\n"
    found = edits("mo/baccarat", "en", (score, ""), ("Article 2 ", f"  {score}\nArticle 2 "), layers=("rules",))
    (told,) = (edit["explanation"] for edit in to_json(found, "pt")["rules"])
    assert told.startswith("Passa do cabeçalho para o artigo 1.º, alínea 5), sem alteração, as apostas do registo: ")


def test_a_rule_that_is_told_has_its_terms_in_the_number_in_which_they_stand() -> None:
    dice = "material: 3 “dice”, each showing one “number”."
    found = edits("xx/sic-bo", "en", (dice, dice.replace("3 “dice”", "1 “die”")), layers=("rules",))
    for language, before, after in (("en", "3 “dice”", "1 “die”"), ("pt", "3 «dados»", "1 «dado»")):
        (told,) = (edit["explanation"] for edit in to_json(found, language)["rules"])
        assert f"material: {before}," in told
        assert f"material: {after}," in told


def test_of_a_step_that_changes_too_nobody_says_that_only_its_reference_follows() -> None:
    """The throw becomes number 2-A, and what repeats it repeats it until both tokens show heads."""
    until = "until among the faces thrown by “thrower”, all are of the same “side”."
    found = edits(
        "two-tokens",
        "en",
        ("2.\n  | The thrower", "2-A.\n  | The thrower"),
        (f"number 2 {until}", "number 2-A until the number of times that “thrower” shows “heads” is 2."),
    )
    assert ops(found) == [("relocated", "steps"), ("relocated", "steps"), ("changed", "steps")]
    told = to_json(found, "en")["rules"][1]["explanation"]
    assert told == (
        "A reference follows the renumbering, and something else changes too. "
        f"Before: repeat article 4, paragraph 2 {until.removesuffix('.')}"
    )


def _like_each_other(text: str) -> list[str]:
    """Three-dice with the same words in number 2 of articles 7 and 8, cut before these articles and the next."""
    for words in ("If the total is four to ten, “small” pays 1 to 1.", "In every other case, the bet loses."):
        assert text.count(f"2.\n  | {words}") == 1
        text = text.replace(words, "Settled at once.")
    return re.split(r"(?=^Article [789] )", text, flags=re.M)


def test_the_same_words_in_two_articles_go_with_their_articles() -> None:
    """Articles 7 and 8 change places, or each moves by one; “any triple” pays 24 to 1 there, in the second case."""
    head, seven, eight, rest = _like_each_other(text_of(DICE, "en"))
    before = side(head + seven + eight + rest, DICE, "en")
    as_seven, as_eight = eight.replace("Article 8", "Article 7"), seven.replace("rticle 7", "rticle 8")
    swapped = side(head + as_seven + as_eight + rest, DICE, "en")
    assert before is not None
    assert swapped is not None
    found = compare(before, swapped)
    told = [(e.op, e.eid_before, e.eid_after) for e in found.words]
    assert told == [("move", "art_8", "art_7"), ("move", "art_7", "art_8")]
    assert [found.alignment.eid(f"art_{n}__para_2") for n in (7, 8)] == ["art_8__para_2", "art_7__para_2"]
    assert [op for op, _ in ops(found) if op not in ("relocated", "order-changed")] == []
    assert found.outcomes is not None
    assert {change.provisions_only for change in found.outcomes.bets} == {0}
    # What stands before both takes their place, with words that one of them has at the same number.
    new = "Article 7 Dealer\n1.\n  | The dealer is seated.\n  no effect on the machine: invented\n2.\n"
    new += "  | Settled at once.\n  no effect on the machine: invented\n\n"
    paid = eight.replace("Article 8", "Article 9").replace("30 to 1", "24 to 1")
    moved = side(head + new + as_eight + paid + rest.replace("Article 9 ", "Article 9-A "), DICE, "en")
    assert moved is not None
    found = compare(before, moved, ("words", "rules"))
    told = [(e.op, e.eid_before, e.eid_after) for e in found.words if e.op in ("move", "renumber", "change")]
    assert told == [
        ("renumber", "art_7", "art_8"),
        ("renumber", "art_8", "art_9"),
        ("change", "art_8__para_1", "art_9__para_1"),
        ("renumber", "art_9", "art_9-A"),
    ]


LOST = "  text missing: the copy ends here\n"


def test_provisions_whose_words_are_lost_are_renumbered_with_the_others() -> None:
    """An insertion before three numbers of which nothing is known moves each of them by one."""
    lost = "".join(f"{n}.\n{LOST}" for n in (5, 6, 7))
    later = "5.\n  | “Pair” pays 8 to 1.\n  no effect on the machine: invented\n"
    later += "".join(f"{n}.\n{LOST}" for n in (6, 7, 8))
    ahead = "\nArticle 8 Prize of “any triple”"
    before, after = (edited(DICE, "en", (ahead, new + ahead)) for new in (lost, later))
    found = compare(before, after)
    assert [(e.op, e.eid_before, e.eid_after) for e in found.words] == [
        ("insert", None, "art_7__para_5"),
        ("renumber", "art_7__para_5", "art_7__para_6"),
        ("renumber", "art_7__para_6", "art_7__para_7"),
        ("renumber", "art_7__para_7", "art_7__para_8"),
    ]
    assert found.rules == ()


def test_an_article_that_is_divided_stays_itself() -> None:
    """Its words go to its first number; its rule is the same, in another provision."""
    old = "Article 6 Throw\n  | The dealer shakes"
    found = edits(DICE, "en", (old, "Article 6 Throw\n  introduces the provisions below.\n1.\n  | The dealer shakes"))
    assert [(e.op, e.eid_before, e.eid_after) for e in found.words] == [("renumber", "art_6", "art_6__para_1")]
    assert ops(found) == [("relocated", "steps")]
    assert [found.changes_rules(e) for e in found.words] == [False]
    back = compare(found.after, found.before)
    assert [(e.op, e.eid_before, e.eid_after) for e in back.words] == [("renumber", "art_6__para_1", "art_6")]
    assert ops(back) == [("relocated", "steps")]


def test_words_and_rules_are_tied() -> None:
    """The label «no rule changes» stands at the provision whose words alone changed."""
    words = "If the three dice show the same number, “any triple” pays 30 to 1."
    found = edits(
        DICE, "en", (words, words.replace("30", "24")), (PAYS, PAYS.replace("30", "24")), ("is not limited", "is open")
    )
    assert {e.eid_after: found.changes_rules(e) for e in found.words or ()} == {
        "art_3__para_2": False,
        "art_8__para_1": True,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_instrument_brings_is_compared_in_words(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is no rule before it is in force, and nobody says of a changed one that nothing changed."""
    payoff = {"zh": "一賠二十四", "pt": "24 por 1", "en": "24 to 1"}[language]
    text = text_of("amendment-sample", language)
    assert text.count(payoff) == 2
    other = side(text.replace(payoff, payoff.replace("四", "五").replace("24", "25")), "amendment-sample", language)
    assert other is not None
    found = compare(shelf_side("amendment-sample", language), other)
    assert [(e.op, e.eid_before) for e in found.words] == [("change", "art_1")]
    assert sum(p.kind == "added" for p in found.words[0].pieces) == 2
    assert (found.rules, found.outcomes) == (None, None)
    assert found.changes_rules(found.words[0]) is None
    assert mistakes(json.loads(json.dumps(to_json(found, language)))) == []
    shown = rendering.markdown(list(lay_out(found, catalogue(language))))
    assert catalogue(language).say("diff.amending") in shown


def test_a_summary_is_said_to_be_one() -> None:
    found = edits(DICE, "en", ("  | The number of players is not limited.", "  ~ Anybody may play."))
    assert [(e.op, e.is_summary, e.is_mixed) for e in found.words or ()] == [("change", True, True)]
    back = compare(found.after, found.before)
    assert [(e.op, e.is_summary, e.is_mixed) for e in back.words or ()] == [("change", False, True)]
    for difference in (found, back):
        shown = rendering.markdown(list(lay_out(difference, catalogue("en"))))
        assert catalogue("en").say("diff.words.mixed.text") in shown, "the example is invented, and no law"


@pytest.mark.parametrize(("language", "kind"), [("zh", "law"), ("pt", "translation"), ("en", "translation")])
def test_a_working_translation_is_not_called_words_of_the_law(language: str, kind: str) -> None:
    """Article 18 of 2004 is the law's in Chinese, else a translation; that of 2005 is a summary, title and all."""
    before, after = (shelf_side(f"mo/baccarat@{day}", language) for day in ("2004-05-18", "2005-11-29"))
    difference, say = compare(before, after, layers=("words",)), catalogue("en").say
    (edit,) = (e for e in difference.words if e.eid_before == "art_18")
    assert (edit.is_mixed, edit.is_summary) == (True, True)
    shown = rendering.markdown(list(lay_out(difference, catalogue("en"))))
    article = shown[: shown.index("paragraph 1")]
    for key in (f"mixed.{kind}", f"before.{kind}", "after.summary"):
        assert say(f"diff.words.{key}") in article
    assert (say("diff.words.before.law") in shown) == (kind == "law")
    assert say("diff.words.after.law") not in shown


# ── Conditions ──────────────────────────────────────────────────────────────


def fact(name: str) -> Construct:
    return Construct("happens", (Term(name, name),))


def total(*numbers: int) -> Construct:
    return Construct(
        "number_is", (Construct("total", (Term("a", "a"),)), Sequence("numbers", tuple(map(Number, numbers))))
    )


def every(*parts: Node) -> Sequence:
    return Sequence("all_of", parts)


def some(*parts: Node) -> Sequence:
    return Sequence("any_of", parts)


def no(part: Node) -> Construct:
    return Construct("negation", (part,))


A, B, C = fact("a"), fact("b"), fact("c")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (A, None, "widened"),
        (None, A, "narrowed"),
        (every(A, B), A, "widened"),
        (A, some(A, B), "widened"),
        (every(A, B), every(B, A), "equivalent"),
        (every(A, some(B, C)), some(every(A, B), every(A, C)), "narrowed or equivalent"),
        (no(some(A, B)), no(A), "widened"),
        (total(1, 2), total(1, 2, 3), "widened"),
        (no(total(1, 2)), no(total(1, 2, 3)), "narrowed"),
        (A, B, "changed"),
        (every(A, B), every(A, C), "changed"),
    ],
)
def test_conditions_widen_and_narrow_by_their_form(before: Node | None, after: Node | None, expected: str) -> None:
    assert change_of(before, after) in expected


_FORMULAS = st.recursive(
    st.sampled_from([A, B, C]),
    lambda inner: st.one_of(st.builds(no, inner), st.builds(every, inner, inner), st.builds(some, inner, inner)),
    max_leaves=6,
)


def truth(node: Node | None, world: frozenset[str]) -> bool:
    """An oracle: whether a formula holds where just these facts do."""
    match node:
        case None:
            return True
        case Construct("happens", (Term(id=name),)):
            return name in world
        case Construct("negation", (inner,)):
            return not truth(inner, world)
        case Sequence("all_of", items):
            return all(truth(i, world) for i in items)
        case Sequence("any_of", items):
            return any(truth(i, world) for i in items)
        case _:
            raise AssertionError(node)


WORLDS = [
    frozenset(n for n, bit in zip("abc", bits, strict=True) if bit)
    for bits in [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
]


@given(_FORMULAS, _FORMULAS)
def test_what_is_called_wider_is_wider(before: Node, after: Node) -> None:
    one, two = ({w for w in WORLDS if truth(n, w)} for n in (before, after))
    match change_of(before, after):
        case "widened":
            assert one <= two
        case "narrowed":
            assert one >= two
        case "equivalent":
            assert one == two


# ── Sides ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mo/q-poker", ("mo/q-poker", "", ())),
        ("mo/q-poker:pt", ("mo/q-poker", "pt", ())),
        ("mo/q-poker@2005-02-01:en+packs=2", ("mo/q-poker@2005-02-01", "en", (("packs", "2"),))),
        ("a+b.zh.ludi", ("a+b.zh.ludi", "", ())),
        ("x.zh.ludi+packs=2+equal-hands=push", ("x.zh.ludi", "", (("packs", "2"), ("equal-hands", "push")))),
    ],
)
def test_the_name_of_a_side(text: str, expected: tuple[str, str, tuple[tuple[str, str], ...]]) -> None:
    found = asked(text)
    assert (found.name, found.language, found.settings) == expected


def test_readings_are_compared_by_the_rules_as_they_run() -> None:
    found = compare(read_side("mo/q-poker"), read_side("mo/q-poker+equal-hands=push"), ("words", "rules"))
    assert ops(found) == [("default-changed", "parameters"), ("added", "outcomes")]
    assert found.words == ()


def test_a_choice_that_one_text_alone_has_is_told_with_the_default_of_its_text() -> None:
    """The option that 73/2005 brings; whatever is chosen, its default is the one that the provision says."""
    chosen = read_side("mo/baccarat@2005-12-01+commission=half-on-six")
    found = compare(read_side("mo/baccarat@2004-06-01"), chosen, layers=("words", "rules"))
    added = [e.entry for e in found.rules or () if isinstance(e, Added) and e.family == "parameters"]
    assert chosen.settings["commission"] == "half-on-six"
    assert {p.id: p.default for p in added if isinstance(p, Parameter)}["commission"] == "five-percent"


# ── JSON and HTML ───────────────────────────────────────────────────────────


@cache
def schema() -> dict[str, Any]:
    text = files("lexludi").joinpath("schemas", "diff-1.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def mistakes(data: object) -> list[str]:
    return [f"{m.json_path}: {m.message}" for m in Draft202012Validator(schema()).iter_errors(data)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())
    assert set(schema()["$defs"]["rule"]["properties"]["op"]["enum"]) == set(OPS)
    assert set(schema()["$defs"]["rule"]["properties"]["about"]["enum"]) == set(
        entries(shelf_side("mo/q-poker", "zh").rules)  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_has_a_word(language: str) -> None:
    things = {"option", "reading", *FAMILIES} - {"parameters"}
    assert [name for name in sorted(things) if not catalogue(language).has(f"rule-edit.thing.{name}")] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("first", "second"), [("mo/q-poker", "mo/baccarat"), ("two-tokens", DICE), (DICE, DICE)])
def test_differences_as_json_keep_to_the_schema(first: str, second: str, language: str) -> None:
    found = to_json(compare(shelf_side(first, language), shelf_side(second, language)), language)
    assert mistakes(json.loads(json.dumps(found))) == []
    for edit in found["rules"]:
        assert edit["explanation"] == edit["explanations"][language]
        assert len(set(edit["explanations"].values())) == 3


def test_an_order_that_changes_is_named_once() -> None:
    """A scale is an order already in Portuguese and Chinese: no order of an order is spoken of."""
    (edit,) = to_json(edits(DICE, "en", ("6, 5, 4, 3, 2 and 1", "1, 6, 5, 4, 3 and 2")), "en")["rules"]
    assert edit["explanations"]["en"].startswith("Changes the order of a scale: ")
    assert edit["explanations"]["pt"].startswith("Dispõe de outro modo uma ordem: ")
    assert edit["explanations"]["zh"].startswith("大小次序之先後改為：")


def test_the_schema_says_no_to_what_is_no_difference() -> None:
    found = to_json(edits(DICE, "en", (PAYS, PAYS.replace("30", "24"))), "en")
    assert mistakes(found) == []
    for broken in (
        {**found, "schema": "lexludi.diff/2"},
        {**found, "rules": [{**found["rules"][0], "op": "improved"}]},
        {**found, "words": [{}]},
        {k: v for k, v in found.items() if k != "outcomes"},
    ):
        assert mistakes(broken)


def test_words_are_escaped_on_their_way_to_html(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    text = text_of(DICE, "en")
    hostile = text.replace("is not limited.", "is <script>alert(1)</script> & \x1b[31mred.")
    for name, content in (("a.en.ludi", text), ("b.en.ludi", hostile)):
        (tmp_path / name).write_text(content, "utf-8")
    (tmp_path / "glossary.toml").write_text((file_of(DICE, "en").path.parent / "glossary.toml").read_text("utf-8"))
    names = [str(tmp_path / "a.en.ludi"), str(tmp_path / "b.en.ludi")]
    for form in ("html", "markdown"):
        assert main(["diff", *names, "--layer", "words", "--format", form, "--lang", "en"]) == 0
        shown = capsys.readouterr().out
        assert "<script" not in shown
        assert "&lt;script" in shown
        assert "<ins>" in shown
        assert "\x1b" not in shown
    assert main(["diff", *names, "--layer", "words", "--lang", "en"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_every_kind_of_edit_has_its_sentence() -> None:
    for language in LANGUAGES:
        known = catalogue(language).sentences
        for op in OPS:
            assert any(key == f"rule-edit.{op}" or key.startswith(f"rule-edit.{op}.") for key in known), op
