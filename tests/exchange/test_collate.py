"""Collation finds what witnesses have otherwise, says it in lines that can be pasted, and invents nothing."""

import json
from functools import cache
from pathlib import Path

import pytest

from lexludi.base.source import Source
from lexludi.cli import main
from lexludi.exchange.collation import Collation, Group, ProvisionPart, Witness, collate, read_witness
from lexludi.exchange.variants import DifferencePattern, changes
from lexludi.language.builder import build
from lexludi.language.nodes import Document
from lexludi.law.loader import find, read_source
from seeds import FORUM, GAZETTE_PT, GAZETTE_ZH, PAGE, TRANSLATION, WEBSITE, Seed, landed

NAMES = {
    GAZETTE_ZH: "公報識別本",
    WEBSITE: "網站副本",
    GAZETTE_PT: "edição em PDF",
    PAGE: "Boletim Oficial",
    FORUM: "論壇副本",
}


@cache
def witness(seed: Seed) -> Witness:
    return read_witness(seed.path, seed.language, NAMES.get(seed, ""))


def document(text: str, language: str) -> Document:
    read, problems = build(Source("text", language, text))
    assert read is not None
    assert problems == []
    return read


def text_of(name: str, language: str) -> str:
    return read_source(find(name, language=language)).text


def found(collation: Collation) -> list[tuple[str, str, str, str, tuple[str, ...]]]:
    return [(v.eid, v.part.value, v.change.text, v.change.witness, v.witnesses) for v in collation.variants]


# ── The recorded variants ───────────────────────────────────────────────────


def test_the_recorded_variants_of_the_chinese_text_and_no_other() -> None:
    collation = collate(landed(GAZETTE_ZH), [witness(GAZETTE_ZH), witness(WEBSITE)])
    assert found(collation) == [
        ("art_4__point_3", "words", "", '"J、10"', ("公報識別本",)),
        ("art_6__point_1", "words", "其他", "其它", ("網站副本",)),
        ("art_9__point_4", "words", "其他", "其它", ("網站副本",)),
    ]
    assert [v.group for v in collation.variants] == [Group.SLIP, Group.REAL, Group.REAL]
    assert [v.change.pattern for v in collation.variants] == [
        DifferencePattern.REPETITION,
        DifferencePattern.WRITING,
        DifferencePattern.WRITING,
    ]
    assert collation.undeclared == 0


def test_the_recorded_variants_of_the_portuguese_text_and_no_other() -> None:
    collation = collate(landed(GAZETTE_PT), [witness(GAZETTE_PT), witness(PAGE)])
    pdf, page = ("edição em PDF",), ("Boletim Oficial",)
    assert found(collation) == [
        ("art_6__point_3", "words", "banca;", "banca:", pdf),
        ("art_6__point_4", "words", "anteriores,", "an-teriores,", page),
        ("art_8__point_5", "words", "(v.g:", "(v.g.", pdf),
        ("art_10", "label", "10.º", "10.°", pdf),
        ("art_11__point_1", "words", "cartas;", "cartas:", pdf),
        ("art_11__point_3", "words", "nulas;", "nulas:", pdf),
    ]
    assert [v.change.pattern.value for v in collation.variants] == ["mark", "hyphen", "mark", "sign", "mark", "mark"]
    assert collation.variants[3].group is Group.TYPOGRAPHY
    assert collation.undeclared == 0


def test_the_copy_from_which_a_text_was_made_has_its_words() -> None:
    collation = collate(landed(FORUM), [witness(FORUM)])
    assert found(collation) == []
    (agreement,) = collation.agreements
    assert (agreement.same, agreement.total, agreement.lacking, agreement.extra) == (64, 64, (), ())


def test_a_witness_in_another_language_is_compared_by_its_numbering_alone() -> None:
    collation = collate(landed(TRANSLATION), [witness(TRANSLATION)])
    assert found(collation) == []
    (agreement,) = collation.agreements
    assert agreement.witness.is_foreign
    assert agreement.same == 0
    assert agreement.lacking == ()


# ── What is a variant and what is not ───────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "copy"),
    [
        ("魚、蝦、蟹、雞之賭注", "鱼、虾、蟹、鸡之赌注"),  # characters that no text of the shelf has
        ("龍鳳攤貴錢蘆", "龙凤摊贵钱芦"),
        ("檯證、臺、枱", "台证、台、台"),
        ("公佈於裏，著數為後", "公布于里，着数为后"),
        ("（一）：「莊」；", '(一):"莊";'),
        ("第２款 ９點", "第2款9點"),
        ("«Par (Pair)», 10,9", "“Par (Pair)”, 10, 9"),
    ],
)
def test_script_width_quotation_marks_and_spaces_are_passed_over(text: str, copy: str) -> None:
    assert list(changes(text, copy)) == []


@pytest.mark.parametrize(
    ("text", "copy", "shown", "differing", "pattern"),
    [
        ("與其他博彩者", "与其它博彩者", "其他", "其它", "writing"),
        ("未派牌前下注", "末派牌前下注", "未派", "末派", "shape"),
        ("一賠三十;", "一賠三;", "十", "", ""),
        ("可下注", "不可下注", "", "不", ""),
        ("閒家須補牌", "閒家補牌", "須", "", ""),
        ("甲、乙;", "甲、乙:", "乙;", "乙:", "mark"),
        ("o jogo é nulo.", "o jogo e nulo.", "é", "e", ""),
        ("aposta anterior;", "aposta an-terior;", "anterior;", "an-terior;", "hyphen"),
        ("artigo 3.º da Lei", "artigo 3.° da Lei", "3.º", "3.°", "sign"),
        ("罰款九十元。", "罰款十九元。", "九十", "十九", ""),
        ("共五十二張", "共二十五張", "五十二", "二十五", ""),
        ("莊或閒勝出", "閒或莊勝出", "莊或閒", "閒或莊", ""),
        ("a banca e o jogador", "o jogador e a banca", "a banca e o jogador", "o jogador e a banca", ""),
    ],
)
def test_a_variant_is_shown_in_whole_words_with_its_pattern(
    text: str, copy: str, shown: str, differing: str, pattern: str
) -> None:
    (change,) = changes(text, copy)
    assert change.pattern.value == pattern
    assert (change.text, change.witness) == (shown, differing)


# ── Texts that were changed ─────────────────────────────────────────────────


def test_a_change_that_is_not_declared_fails_and_its_printed_line_mends_that() -> None:
    text = (
        text_of("mo/q-poker", "zh")
        .replace("一副共五十二張的紙牌;", "一副共五十三張的紙牌;")
        .replace("第七條 派牌\n", "第七條 派發\n")
    )
    changed = collate(document(text, "zh"), [witness(WEBSITE)])
    undeclared = [v for v in changed.variants if not v.declared]
    assert [(v.eid, v.part) for v in undeclared] == [
        ("art_1__point_1", ProvisionPart.WORDS),
        ("art_7", ProvisionPart.TITLE),
    ]
    assert changed.undeclared == 2
    lines = [line for v in undeclared for line in v.lines("zh")]
    assert lines[0].startswith("異文「網站副本」：「十三」作「十二」")
    for words, line in zip(("一副共五十三張的紙牌;", "派牌方法如下:"), lines, strict=True):
        text = text.replace(f"  | {words}\n", f"  | {words}\n  {line}\n")
    assert collate(document(text, "zh"), [witness(WEBSITE)]).undeclared == 0


def test_a_declared_variant_does_not_hide_another_one() -> None:
    text = text_of("mo/q-poker", "zh").replace("得與其他博彩者作同門投注", "得和其他博彩者作同門投注")
    collation = collate(document(text, "zh"), [witness(WEBSITE)])
    assert [(v.eid, v.declared == v.witnesses) for v in collation.variants] == [
        ("art_6__point_1", False),
        ("art_6__point_1", True),
        ("art_9__point_4", True),
    ]


def test_a_variant_that_several_witnesses_have_is_one_and_no_slip() -> None:
    text = (
        text_of("mo/q-poker", "pt")
        .replace("Material\n  |", "Materiais\n  |")
        .replace("todas as apostas são", "as apostas são")
    )
    collation = collate(document(text, "pt"), [witness(GAZETTE_PT), witness(PAGE)])
    both = [v for v in collation.variants if len(v.witnesses) == 2]
    assert [(v.eid, v.part.value, v.change.witness) for v in both] == [
        ("art_1", "title", "Material"),
        ("art_11__point_3", "words", "todas"),
    ]
    assert {v.group for v in both} == {Group.REAL}
    assert collation.undeclared == 4


def test_a_slip_that_a_witness_has_twice_in_a_provision_is_one_variant() -> None:
    """Invented: 日 is printed for 曰, in two places."""
    text = "規章：invented\n本文為虛構示例，並非法律。\n\n第一條 甲\n  | {}\n  不影響程式運作：甲\n"
    base, other = (document(text.format(words), "zh") for words in ("莊曰甲，閒亦莊曰甲。", "莊日甲，閒亦莊日甲。"))
    (variant,) = collate(base, [Witness("甲本", other)]).variants
    assert (variant.witnesses, variant.group) == (("甲本",), Group.SLIP)
    assert len([*variant.lines("zh")]) == 1


def test_provisions_that_only_one_side_has_are_told() -> None:
    text = text_of("mo/q-poker", "zh")
    without = text[: text.index("(五)\n  | ①如派牌過程中")]
    collation = collate(document(without, "zh"), [witness(GAZETTE_ZH)])
    assert collation.agreements[0].extra == ("art_11__point_5",)
    assert collation.undeclared == 1
    more = collate(document(f"{text}(六)\n  | 加插之文字。\n", "zh"), [witness(GAZETTE_ZH)])
    assert more.agreements[0].lacking == ("art_11__point_6",)


# ── What a remark declares ──────────────────────────────────────────────────

_OWN = "檯證上不得擺放雜物，違者罰款九十元。"
_OWN_PT = "É proibido pôr objectos na banca, sob pena de multa de noventa patacas."
_TEXT = "規章：invented\n本文為虛構示例，並非法律。\n\n第一條 甲\n  | {words}\n{remark}  不影響程式運作：甲\n"
_TEXT_PT = """\
regulamento: invented
exemplo inventado, que não é lei.

Artigo 1.º A
  | {words}
{remark}  sem efeito na máquina: a
"""


@pytest.mark.parametrize(
    ("language", "copy", "remark", "is_declared"),
    [
        # Both readings, the text's before the copy's, with more of the words around them or less.
        ("zh", "檯證上不得擺放雜物，違者罰款十九元。", "「九十」作「十九」", True),
        ("zh", "檯證上不得擺放雜物，違者罰款十九元。", "「九十元」誤作「十九元」，數字顛倒", True),
        ("zh", "檯證上不得擺放雜物，違者罰款十九元。", "「十九」作「九十」", False),
        ("zh", "檯證上不得擺放雜物，違者罰款十九元。", "「九十」作「八十」", False),
        ("zh", "檯證上不得擺放雜物，違者罰款十九元。", "多出「十」", False),
        ("zh", "用證上不得擺放雜物，違者罰款九十元。", "「檯」作「用」", True),
        ("zh", "用證上不得擺放雜物，違者罰款九十元。", "該副本之「檯證上」作「用證上」", True),
        ("zh", "用證上不得擺放雜物，違者罰款九十元。", "「用證」作「檯證」", False),
        ("zh", "用證上不得擺放雜物，違者罰款九十元。", "「檯證」作「桌證」", False),
        ("zh", "用證上不得擺放雜物，違者罰款九十元。", "「雜物」作「物件」", False),
        ("zh", "檯證上得擺放雜物，違者罰款九十元。", "缺「不」", True),
        ("zh", "檯證上得擺放雜物，違者罰款九十元。", "「不得擺放」作「得擺放」", True),
        ("zh", "檯證上得擺放雜物，違者罰款九十元。", "該副本無「不」字", True),
        ("zh", "檯證上得擺放雜物，違者罰款九十元。", "多出「不」", False),
        ("zh", "檯證上得擺放雜物，違者罰款九十元。", "該副本無「違者」二字", False),
        # Portuguese says the copy's before «em vez de».
        ("pt", _OWN_PT.replace("noventa", "dezanove"), "«dezanove» em vez de «noventa»", True),
        ("pt", _OWN_PT.replace("noventa", "dezanove"), "onde está «noventa», essa cópia diz «dezanove»", True),
        ("pt", _OWN_PT.replace("noventa", "dezanove"), "«noventa» em vez de «dezanove»", False),
        ("pt", _OWN_PT.replace("noventa", "dezanove"), "onde está «noventa», essa cópia diz «doze»", False),
        ("pt", _OWN_PT.replace("objectos", "objetos"), "«pôr objetos» em vez de «pôr objectos»", True),
        # Of a mark either may come first; without a quotation it is the one at the end.
        ("pt", _OWN_PT.replace("proibido", "proi-bido"), "essa cópia tem «proi-bido»; a outra «proibido»", True),
        ("pt", _OWN_PT.replace("patacas.", "patacas;"), "termina com ponto e vírgula", True),
        ("pt", _OWN_PT.replace("banca,", "banca;"), "termina com ponto e vírgula", False),
        ("zh", "檯證上得擺放雜物，違者罰款九十元。", "句末為分號", False),
        ("zh", "檯證上得擺放雜物，違者罰款九十元。", "用語不同", False),
        ("zh", "檯證上不得擺放雜物，違者罰款九十元；", "句末為分號", True),
    ],
)
def test_a_remark_declares_the_readings_that_it_quotes(
    language: str, copy: str, remark: str, is_declared: bool
) -> None:
    """Invented words."""
    name, words, text = {"zh": ("副本", _OWN, _TEXT), "pt": ("cópia", _OWN_PT, _TEXT_PT)}[language]
    witness = Witness(name, document(text.format(words=copy, remark=""), language))
    remark = {"zh": f"  異文「副本」：{remark}\n", "pt": f"  variante «cópia»: {remark}\n"}[language]
    (variant,) = collate(document(text.format(words=words, remark=remark), language), [witness]).variants
    assert bool(variant.declared) is is_declared
    # With the line that is printed for it the difference is declared.
    printed = "".join(f"  {line}\n" for line in variant.lines(language))
    (variant,) = collate(document(text.format(words=words, remark=remark + printed), language), [witness]).variants
    assert variant.declared


def test_a_remark_without_a_quotation_declares_no_second_difference() -> None:
    words, copy = "甲：「莊」、「閒」勝出。", "甲：「莊」、「和」勝出；"
    remark = "  異文「副本」：句末為分號\n"
    witness = Witness("副本", document(_TEXT.format(words=copy, remark=""), "zh"))
    first, second = collate(document(_TEXT.format(words=words, remark=remark), "zh"), [witness]).variants
    assert (first.declared, second.declared) == ((), ("副本",))
    (printed,) = first.lines("zh")
    text = _TEXT.format(words=words, remark=f"{remark}  {printed}\n")
    assert collate(document(text, "zh"), [witness]).undeclared == 0


@pytest.mark.parametrize(("own", "copy"), [("1,5", "15"), ("3:1", "31"), ("5-3", "53"), ("-5", "5"), ("1.5", "15")])
def test_a_mark_in_a_number_makes_another_number_of_it(own: str, copy: str) -> None:
    """It is no slip of print, and a remark with both readings in the wrong order does not declare it."""
    witness = Witness("cópia", document(_TEXT_PT.format(words=f"Paga {copy} fichas.", remark=""), "pt"))
    remark = f"  variante «cópia»: onde está «{copy}», essa cópia diz «{own}»\n"
    (variant,) = collate(
        document(_TEXT_PT.format(words=f"Paga {own} fichas.", remark=remark), "pt"), [witness]
    ).variants
    assert (variant.group, variant.change.pattern, variant.declared) == (Group.REAL, DifferencePattern.NONE, ())


def test_words_that_a_copy_alone_has_are_compared_where_the_text_has_the_provision_without_words() -> None:
    """An article whose opening words, or whose title, the text lacks."""
    text = (
        "regulamento: xx/y\n\nArtigo 1.º\n  sem efeito na máquina: nada\n1)\n  | Par.\n  sem efeito na máquina: nada\n"
    )
    words = text.replace("Artigo 1.º\n", "Artigo 1.º Mãos\n  | São estas:\n")
    collation = collate(document(text, "pt"), [Witness("cópia", document(words, "pt"))])
    assert found(collation) == [
        ("art_1", "title", "", "Mãos", ("cópia",)), ("art_1", "words", "", "São estas:", ("cópia",))
    ]  # fmt: skip
    assert (collation.undeclared, collation.agreements[0].same, collation.agreements[0].total) == (2, 1, 2)


# ── The command ─────────────────────────────────────────────────────────────


def test_the_command_checks_and_prints_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    witnesses = [f"公報識別本={GAZETTE_ZH.path}", f"網站副本={WEBSITE.path}"]
    assert main(["collate", "mo/q-poker", *witnesses, "--text", "zh", "--lang", "en", "--check"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[:2] == ["Variants", "  art_6__point_1 (一)"]
    assert "“網站副本” is in Simplified characters throughout; compared in that script" in out
    # Behind the text the gazette has another act, and the page its own words.
    assert err.startswith("the text and its witnesses differ only where it says so, but")

    copy = tmp_path / "1.zh.ludi"
    copy.write_text(text_of("mo/q-poker", "zh").replace("  異文「網站副本」：「其他」作「其它」\n", "", 1), "utf-8")
    assert main(["collate", str(copy), *witnesses, "--lang", "en", "--check"]) == 1
    out, err = capsys.readouterr()
    assert "    異文「網站副本」：「其他」作「其它」（一詞之兩種寫法）" in out.splitlines()
    assert err == "1 difference that the text does not declare\n"
    assert main(["collate", str(copy), *witnesses, "--lang", "en"]) == 0


def test_the_command_gives_plain_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["collate", "mo/q-poker", f"edição em PDF={GAZETTE_PT.path}", "--text", "pt", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["schema"], data["language"], data["undeclared"]) == ("lexludi.collation/1", "pt", 0)
    assert [v["eid"] for v in data["variants"]] == [
        "art_6__point_3",
        "art_8__point_5",
        "art_10",
        "art_11__point_1",
        "art_11__point_3",
    ]
    # Behind the text the gazette has another act.
    assert {left["reason"] for left in data["witnesses"][0].pop("left")} == {"after"}
    assert data["witnesses"] == [
        {
            "name": "edição em PDF",
            "provisions": 64,
            "same": 59,
            "lacking": [],
            "extra": [],
            "simplified": False,
            "foreign": False,
        }
    ]


def test_what_a_copy_has_besides_its_provisions_is_said_not_to_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Line 5 is no sentence between two articles, line 11 stands behind the last; the name of a page is no word."""
    text, copy = tmp_path / "1.pt.ludi", tmp_path / "copy.txt"
    effect = "\n  sem efeito na máquina: nada\n"
    text.write_text(
        f"regulamento: xx/y\n\nArtigo 1.º Fim\n  | Acaba.{effect}\nArtigo 2.º Par\n  | Paga.{effect}", "utf-8"
    )
    copy.write_text(
        "Artigo 1.º Fim\n\nAcaba.\n\nExcepto aos domingos\n\nArtigo 2.º Par\n\nPaga.\n\nSalvo em caso de empate.\n",
        "utf-8",
    )
    assert main(["collate", str(text), f"W={copy}", "--lang", "en", "--check"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "“W”: the same words in 2 of 2 provisions",
        "“W”: not compared, between provisions, no sentence and no number of a provision: copy.txt:5",
        "“W”: not compared, after the text: copy.txt:11",
    ]
    assert err == (
        "the text and its witnesses differ only where it says so, but some of what they hold was not compared\n"
    )
    assert main(["collate", str(text), f"W={copy}", "--format", "json"]) == 0
    (witness,) = json.loads(capsys.readouterr().out)["witnesses"]
    assert [(left["reason"], left["line"]) for left in witness["left"]] == [("loose", 5), ("after", 11)]


def test_a_skeleton_is_a_witness_as_its_raw_document_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(WEBSITE.path), "--work", "mo/q-poker", "--text", "zh"]) == 0
    skeleton = tmp_path / "copy.zh.ludi"
    skeleton.write_text(capsys.readouterr().out, "utf-8")
    raw, read = (read_witness(path, "zh", "網站副本") for path in (WEBSITE.path, skeleton))
    text = landed(WEBSITE)
    assert found(collate(text, [raw])) == found(collate(text, [read]))
    assert main(["collate", "mo/q-poker", "none.txt", "--text", "zh", "--lang", "en"]) == 1
    assert "none.txt" in capsys.readouterr().err


@pytest.mark.parametrize(
    "transcribed",
    [
        "  | As fichas são:\n  | a) vermelhas;\n  | b) azuis.\n",
        "  | As fichas são:\n1)\n  | vermelhas;\n2)\n  | azuis.\n",
    ],
    ids=["words", "points"],
)
def test_a_list_of_letters_is_read_as_the_text_has_it(transcribed: str, tmp_path: Path) -> None:
    source = Source("text", "pt", f"regulamento: xx/x\n\nArtigo 1.º Fichas\n{transcribed}")
    document, problems = build(source)
    assert document is not None
    assert problems == []
    copy = tmp_path / "copy.txt"
    copy.write_text("Artigo 1.º\nFichas\n\nAs fichas são:\na) vermelhas;\nb) azuis.\n", "utf-8")
    collation = collate(document, [read_witness(copy, "pt", like=[p.eid for p in document.all()])])
    assert (collation.variants, collation.undeclared) == ((), 0)
