"""Clauses that move or remove several provisions at once, in three languages, on invented instruments; by hand."""

import json
from datetime import date
from pathlib import Path

import pytest

from lexludi.base.messages import catalogue
from lexludi.base.source import Source
from lexludi.checks.checking import check_paths
from lexludi.cli.main import main
from lexludi.exchange.akn_history import history_data
from lexludi.language.builder import build
from lexludi.language.nodes import Words
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import Printer, print_document
from lexludi.law.chronicle import changes_told, note_lines
from lexludi.law.files import read_file
from lexludi.law.history import History, consolidate, history_of
from lexludi.law.loader import load_rules
from published import mistakes

DAY = date(2031, 4, 1)

# An invented text: articles 1 to 3, the second with four numbers, the third with three items; the last prevails.
BASE = {
    "zh": """規章：invented
本文為虛構示例，並非法律。

第一條 甲
  不影響程式運作：甲

第二條 乙
一、
  | 一
  不影響程式運作：一
二、
  | 二
  不影響程式運作：二
三、
  | 三
  不影響程式運作：三
四、
  | 四
  不影響程式運作：四

第三條 丙
(一)
  不影響程式運作：甲
(二)
  不影響程式運作：乙
(三)
  不影響程式運作：丙
  優先於第二條第三款。
""",
    "pt": """regulamento: invented
exemplo inventado, que não é lei.

Artigo 1.º A
  sem efeito na máquina: a

Artigo 2.º B
1.
  | um
  sem efeito na máquina: um
2.
  | dois
  sem efeito na máquina: dois
3.
  | três
  sem efeito na máquina: três
4.
  | quatro
  sem efeito na máquina: quatro

Artigo 3.º C
1)
  sem efeito na máquina: a
2)
  sem efeito na máquina: b
3)
  sem efeito na máquina: c
  prevalece sobre o n.º 3 do artigo 2.º.
""",
    "en": """regulation: invented
invented example, not law.

Article 1 A
  no effect on the machine: a

Article 2 B
1.
  | one
  no effect on the machine: one
2.
  | two
  no effect on the machine: two
3.
  | three
  no effect on the machine: three
4.
  | four
  no effect on the machine: four

Article 3 C
1)
  no effect on the machine: a
2)
  no effect on the machine: b
3)
  no effect on the machine: c
  prevails over paragraph 3 of article 2.
""",
}
HEAD = {
    "zh": "規章：a1\n法規：虛構法規第1/2031號\n修改：invented\n公佈於2031年3月3日。\n自2031年4月1日起生效。\n"
    "本文為虛構示例，並非法律。\n\n第一條\n",
    "pt": "regulamento: a1\ndiploma: Diploma inventado n.º 1/2031\naltera: invented\npublicado em 3 de Março de 2031.\n"
    "em vigor desde 1 de Abril de 2031.\nexemplo inventado, que não é lei.\n\nArtigo 1.º\n",
    "en": "regulation: a1\ninstrument: Invented instrument No. 1/2031\namends: invented\npublished on 3 March 2031.\n"
    "in force from 1 April 2031.\ninvented example, not law.\n\nArticle 1\n",
}
WORDS = {
    "zh": {"one": "一", "two": "二", "three": "三", "four": "四", "new": "新"},
    "pt": {"one": "um", "two": "dois", "three": "três", "four": "quatro", "new": "novo"},
    "en": {"one": "one", "two": "two", "three": "three", "four": "four", "new": "new"},
}
SILENT = {"zh": "不影響程式運作：新", "pt": "sem efeito na máquina: novo", "en": "no effect on the machine: new"}


def amended(folder: Path, language: str, *clauses: str) -> History:
    (folder / "amendments").mkdir(parents=True, exist_ok=True)
    (folder / f"1.{language}.ludi").write_text(BASE[language], "utf-8")
    body = "".join(f"  {line}\n" for clause in clauses for line in clause.split("\n"))
    (folder / "amendments" / f"1-2031.{language}.ludi").write_text(HEAD[language] + body, "utf-8")
    return history_of(folder, (language,))


def numbers(history: History, language: str) -> dict[str, str]:
    """The words of the numbers of article 2 on the day, in English whatever the language."""
    english = {written: word for word, written in WORDS[language].items()}
    expression = consolidate(history, DAY, language)
    assert expression.diagnostics == ()
    return {
        p.eid.removeprefix("art_2__"): english[item.text]
        for p in expression.document.all()
        for item in p.body
        if isinstance(item, Words)
    }


def told(folder: Path, language: str, capsys: pytest.CaptureFixture[str], command: str = "log") -> str:
    capsys.readouterr()
    name = str(folder) if command == "log" else f"{folder}@2031-04-01"
    assert main([command, name, "--lang", language]) == 0
    return capsys.readouterr().out


def is_canonical(folder: Path, language: str) -> bool:
    source = read_file(folder / "amendments" / f"1-2031.{language}.ludi", language)
    document, problems = build(source)
    assert document is not None
    assert problems == []
    return print_document(document) == source.text


# ── A row of renumberings as one clause ─────────────────────────────────────

ROW = {
    "zh": "第二條第二款至第四款改為第三款至第五款。",
    "pt": "os n.os 2 a 4 do artigo 2.º passam a n.os 3 a 5.",
    "en": "renumber paragraphs 2 to 4 of article 2 as paragraphs 3 to 5.",
}
ITEMS = {
    "zh": "第三條(二)項至(三)項改為(三)項至(四)項。",
    "pt": "as alíneas 2) a 3) do artigo 3.º passam a alíneas 3) a 4).",
    "en": "renumber items 2 to 3 of article 3 as items 3 to 4.",
}
ROW_TOLD = {
    "zh": "第二條第二款至第四款改為第三款至第五款",
    "pt": "os n.os 2 a 4 do artigo 2.º passam a n.os 3 a 5",
    "en": "paragraphs 2 to 4 of article 2 become paragraphs 3 to 5",
}
FORMERLY = {
    "zh": "第三款至第五款〔原第二款至第四款〕",
    "pt": "n.os 3 a 5: anteriores n.os 2 a 4;",
    "en": "paragraphs 3 to 5: formerly paragraphs 2 to 4;",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_moves_by_one_clause(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = amended(tmp_path, language, ROW[language], ITEMS[language])
    assert numbers(history, language) == {"para_1": "one", "para_3": "two", "para_4": "three", "para_5": "four"}
    document = consolidate(history, DAY, language).document
    assert [p.eid for p in document.all() if p.eid.startswith("art_3__")] == [
        "art_3__point_1", "art_3__point_3", "art_3__point_4"
    ]  # fmt: skip
    # The exception follows the provision that it speaks of.
    assert ("prevails", ["art_2__para_4"]) in [
        (s.statement.op, [r.target for r in s.statement.parts[0].items])
        for p in document.all()
        for s in p.sentences()
        if s.statement.op == "prevails"
    ]
    assert told(tmp_path, language, capsys).count(ROW_TOLD[language]) == 1
    assert told(tmp_path, language, capsys, "blame").count(FORMERLY[language]) == 1
    assert is_canonical(tmp_path, language)


OTHER_FORMS = [
    ("zh", "第二條第二款至第四款改為第二條第三款至第五款。"),
    ("pt", "os n.os 2 a 4 do artigo 2.º passam a ser os n.os 3 a 5 do artigo 2.º."),
    ("pt", "artigo 2.º, n.os 2 a 4 passam a ser n.os 3 a 5."),
    ("en", "renumber article 2, paragraphs 2 to 4 as paragraphs 3 to 5."),
    ("en", "renumber paragraphs 2 to 4 of article 2 as paragraphs 3 to 5 of article 2."),
]


@pytest.mark.parametrize(("language", "clause"), OTHER_FORMS)
def test_a_row_may_be_written_in_other_forms(language: str, clause: str, tmp_path: Path) -> None:
    found = numbers(amended(tmp_path, language, clause), language)
    assert found == {"para_1": "one", "para_3": "two", "para_4": "three", "para_5": "four"}


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize(
    ("clause", "printed"),
    [
        ("os artigos 2.º a 4.º passam a artigos 3.º a 5.º.", "os artigos 2.º a 4.º passam a artigos 3.º a 5.º."),
        ("os artigos 2.º a 4.º passam a ser os artigos 3.º a 5.º.", "os artigos 2.º a 4.º passam a artigos 3.º a 5.º."),
        ("as alíneas 1) a 3) do artigo 3.º passam a alíneas 2) a 4).",) * 2,
        ("os artigos 2.º e 3.º passam a ser os artigos 3.º e 4.º.", "os artigos 2.º e 3.º passam a artigos 3.º e 4.º."),
    ],
)
def test_the_numbers_that_a_row_gets_are_printed_without_an_article(clause: str, printed: str, own: bool) -> None:
    document, problems = build(Source("row", "pt", f"{HEAD['pt']}  {clause}\n"))
    assert document is not None
    assert problems == []
    (sentence,) = (s for p in document.all() for s in p.sentences())
    assert Printer("pt", own=own).sentence(sentence.statement) == printed


@pytest.mark.parametrize(
    ("language", "clause"),
    [
        ("zh", "第二條第二款至第四款改為第三款至第四款。"),
        # No neighbours, and what lies between them is not named; a paragraph and an article.
        ("zh", "第二條第二款及第四款改為第三款及第五款。"),
        ("zh", "第二條第二款及第三條改為第三款及第四款。"),
        ("pt", "os n.os 2 e 4 do artigo 2.º passam a n.os 3 e 5."),
        ("pt", "os n.os 2 e 3 do artigo 2.º passam a n.os 3 e 5."),
        ("pt", "os n.os 2 a 4 do artigo 2.º passam a n.os 3 a 4."),
        ("en", "renumber paragraphs 4 to 2 of article 2 as paragraphs 5 to 3."),
    ],
)
def test_a_row_needs_as_many_numbers_as_it_has(language: str, clause: str, tmp_path: Path) -> None:
    amended(tmp_path, language, clause)
    (problem,) = [d for d in check_paths([str(tmp_path)]).diagnostics if d.severity.value == "error"]
    assert (problem.code, [hint.key for hint in problem.hints]) == (
        "sentence-out-of-place",
        ["sentence-out-of-place.uneven-row"],
    )


@pytest.mark.parametrize(
    ("language", "clause"),
    [
        ("zh", "第二條第二款至第三款改為第九萬九千九百九十八款至第九萬九千九百九十九款。"),
        ("pt", "os n.os 2 a 3 do artigo 2.º passam a n.os 99998 a 99999."),
        ("en", "renumber paragraphs 2 to 3 of article 2 as paragraphs 99998 to 99999."),
    ],
)
def test_a_row_whose_new_numbers_nothing_has_is_told_so(language: str, clause: str, tmp_path: Path) -> None:
    amended(tmp_path, language, clause)
    found = [d.code for d in check_paths([str(tmp_path)]).diagnostics if d.severity.value == "error"]
    assert "number-out-of-bounds" in found


@pytest.mark.parametrize(
    ("language", "clause"),
    [
        ("zh", "第二條第二款及第三款改為第三款及第四款。"),
        ("pt", "os n.os 2 e 3 do artigo 2.º passam a n.os 3 e 4."),
        ("en", "renumber paragraphs 2 and 3 of article 2 as paragraphs 3 and 4."),
    ],
)
def test_two_neighbours_joined_by_an_and_are_renumbered_together(language: str, clause: str, tmp_path: Path) -> None:
    history = amended(tmp_path, language, clause)
    assert [(m.target, m.to) for m in history.instruments[0].modifications] == [
        ("art_2__para_2", "art_2__para_3"),
        ("art_2__para_3", "art_2__para_4"),
    ]
    told = {"zh": clause, "pt": clause, "en": "paragraphs 2 and 3 of article 2 become paragraphs 3 and 4."}[language]
    changes = changes_told(history.instruments[0].modifications, catalogue(language))
    assert [said for said, _ in changes] == [told[:-1]]


@pytest.mark.parametrize(
    ("language", "clauses", "log"),
    [
        (
            "zh",
            [
                "第二條第四款改為第二條第五款。",
                "第二條第四款修改為：\n> 五、\n>   不影響程式運作：五",
                "在第二條第三款之後增加：\n> 四、\n>   不影響程式運作：四",
                "第二條第三款修改為：\n> 三、\n>   不影響程式運作：三",
            ],
            ["第二條第四款重新編號為第五款", "修改原第二條第四款", "第二條增加第四款", "修改第二條第三款"],
        ),
        (
            "pt",
            [
                "o n.º 4 do artigo 2.º passa a ser o n.º 5 do artigo 2.º.",
                "o n.º 4 do artigo 2.º passa a ter a seguinte redacção:\n> 5.\n>   sem efeito na máquina: cinco",
                "ao artigo 2.º é aditado:\n> 4.\n>   sem efeito na máquina: quatro",
                "é suspenso o n.º 4 do artigo 2.º, desde 1 de Abril de 2031.",
            ],
            [
                "o n.º 4 do artigo 2.º passa a n.º 5",
                "nova redacção: anterior artigo 2.º, n.º 4",
                "aditamento ao artigo 2.º: n.º 4",
                "suspensão, desde 1 de Abril de 2031: anterior artigo 2.º, n.º 4",
            ],
        ),
        (  # nothing else gets the number 4
            "en",
            [
                "renumber article 2, paragraph 4 as article 2, paragraph 5.",
                "replace article 2, paragraph 4 by:\n> 5.\n>   no effect on the machine: five",
            ],
            ["paragraph 4 of article 2 becomes paragraph 5", "reworded: article 2, paragraph 4"],
        ),
    ],
)
def test_what_is_reworded_and_leaves_its_number_to_another_is_told_as_the_former(
    language: str, clauses: list[str], log: list[str], tmp_path: Path
) -> None:
    history = amended(tmp_path, language, *clauses)
    assert consolidate(history, DAY, language).diagnostics == ()
    changes = changes_told(history.instruments[0].modifications, catalogue(language))
    assert [said for said, _ in changes] == log


# ── Several targets in one repeal ───────────────────────────────────────────

REPEAL = {
    "zh": "廢止第一條、第二條第二款及第三條(一)項。",
    "pt": "são revogados o artigo 1.º, o n.º 2 do artigo 2.º e a alínea 1) do artigo 3.º.",
    "en": "repeal article 1, paragraph 2 of article 2 and item 1 of article 3.",
}
ONE = {
    "zh": "廢止第三條(一)項。",
    "pt": "é revogada a alínea 1) do artigo 3.º.",
    "en": "repeal item 1 of article 3.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_clause_repeals_several_provisions(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = amended(tmp_path, language, REPEAL[language])
    expression = consolidate(history, DAY, language)
    assert [gone.eid for gone in expression.repealed] == ["art_1", "art_2__para_2", "art_3__point_1"]
    assert numbers(history, language) == {"para_1": "one", "para_3": "three", "para_4": "four"}
    assert told(tmp_path, language, capsys).count({"zh": "廢止", "pt": "revogação", "en": "repealed"}[language]) == 3
    assert is_canonical(tmp_path, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_provision_is_repealed_in_its_own_gender(language: str, tmp_path: Path) -> None:
    history = amended(tmp_path, language, ONE[language])
    assert [gone.eid for gone in consolidate(history, DAY, language).repealed] == ["art_3__point_1"]
    assert is_canonical(tmp_path, language)


# ── «[Anterior n.º 2]»: a number that takes the words of a former one ────────

REENACTED = {
    "zh": "第二條修改為：\n> 第二條 乙\n> 一、\n>   | ［…］\n> 二、\n>   | 新\n>   不影響程式運作：新\n"
    "> 三、\n>   | 〔原第二款〕\n> 四、\n>   | 〔原第三款〕。\n> 五、\n>   | ［原第四款］",
    "pt": "o artigo 2.º passa a ter a seguinte redacção:\n> Artigo 2.º B\n> 1.\n>   | [...].\n> 2.\n>   | novo\n"
    ">   sem efeito na máquina: novo\n> 3.\n>   | [Anterior n.º 2].\n> 4.\n>   | [anterior n.º 3]\n"
    "> 5.\n>   | [Anterior n.º 4].",
    "en": "replace article 2 by:\n> Article 2 B\n> 1.\n>   | [...]\n> 2.\n>   | new\n"
    ">   no effect on the machine: new\n> 3.\n>   | [Former paragraph 2]\n"
    "> 4.\n>   | [Former paragraph 3]\n> 5.\n>   | [Former paragraph 4].",
}
ONE_BY_ONE = {
    "zh": "第二條第二款修改為：\n> 二、\n>   | 新\n>   不影響程式運作：新\n"
    "@第二條第三款修改為：\n> 三、\n>   | 〔原第二款〕\n"
    "@第二條第四款修改為：\n> 四、\n>   | 〔原第三款〕\n@在第二條增加：\n> 五、\n>   | 〔原第四款〕",
    "pt": "o n.º 2 do artigo 2.º passa a ter a seguinte redacção:\n> 2.\n>   | novo\n>   sem efeito na máquina: novo\n"
    "@o n.º 3 do artigo 2.º passa a ter a seguinte redacção:\n> 3.\n>   | [Anterior n.º 2]\n"
    "@o n.º 4 do artigo 2.º passa a ter a seguinte redacção:\n> 4.\n>   | [Anterior n.º 3]\n"
    "@ao artigo 2.º é aditado:\n> 5.\n>   | [Anterior n.º 4]",
    "en": "replace paragraph 2 of article 2 by:\n> 2.\n>   | new\n>   no effect on the machine: new\n"
    "@replace paragraph 3 of article 2 by:\n> 3.\n>   | [Former paragraph 2]\n"
    "@replace paragraph 4 of article 2 by:\n> 4.\n>   | [Former paragraph 3]\n"
    "@add to article 2:\n> 5.\n>   | [Former paragraph 4]",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clauses", [REENACTED, ONE_BY_ONE], ids=["whole", "one-by-one"])
def test_a_number_takes_the_words_of_a_former_one(
    clauses: dict[str, str], language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = amended(tmp_path, language, *clauses[language].split("@"))
    assert numbers(history, language) == {
        "para_1": "one", "para_2": "new", "para_3": "two", "para_4": "three", "para_5": "four"
    }  # fmt: skip
    expression = consolidate(history, DAY, language)
    sources = {eid: (note.words_by, [m.was for m in note.renumbered]) for eid, note in expression.notes.items()}
    assert sources["art_2__para_1"] == ("", [])
    assert sources["art_2__para_2"] == ("1-2031", [])
    assert sources["art_2__para_4"] == ("", ["art_2__para_3"])
    assert {"zh": "優先於第二條第四款。", "pt": "prevalece sobre o artigo 2.º, n.º 4.",
            "en": "prevails over article 2, paragraph 4."}[language] in print_document(expression.document)  # fmt: skip
    assert told(tmp_path, language, capsys).count(ROW_TOLD[language]) == 1
    assert told(tmp_path, language, capsys, "blame").count(FORMERLY[language]) == 1


def test_what_stood_at_the_number_of_a_former_one_gives_way(tmp_path: Path) -> None:
    clause = "replace article 2 by:\n> Article 2 B\n> 1.\n>   | [Former paragraph 3]\n> 2.\n>   | [...]"
    assert numbers(amended(tmp_path, "en", clause), "en") == {"para_1": "three", "para_2": "two"}


def test_the_text_of_an_article_becomes_its_first_number(tmp_path: Path) -> None:
    clause = (
        "o artigo 1.º passa a ter a seguinte redacção:\n> Artigo 1.º A\n> 1.\n>   | [Anterior corpo do artigo]\n"
        f"> 2.\n>   | novo\n>   {SILENT['pt']}"
    )
    expression = consolidate(amended(tmp_path, "pt", clause), DAY, "pt")
    assert expression.diagnostics == ()
    assert [m.was for m in expression.notes["art_1__para_1"].renumbered] == ["art_1"]
    assert expression.notes["art_1__para_2"].words_by == "1-2031"


def test_a_former_number_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    clause = "replace article 2 by:\n> Article 2 B\n> 1.\n>   | [Former paragraph 9]"
    found = consolidate(amended(tmp_path, "en", clause), DAY, "en").diagnostics
    assert {d.code for d in found} == {"no-such-provision"}


# ── Texts of one instrument that are not alike ──────────────────────────────


def in_two(folder: Path, chinese: str, portuguese: str) -> list[tuple[str, list[str]]]:
    """What a check finds between the two texts, with the files of its places."""
    amended(folder, "zh", chinese)
    amended(folder, "pt", portuguese)
    report = check_paths([str(folder)])
    return [(d.code, [Path(label.source.name).name for label in d.labels]) for d in report.between]


KEPT = {
    "zh": "第二條修改為：\n> 第二條 乙\n> 一、\n>   | ［…］\n> 二、\n>   | ［…］\n> 三、\n>   | ［…］\n"
    "> 四、\n>   | ［…］",
    "pt": "o artigo 2.º passa a ter a seguinte redacção:\n> Artigo 2.º B\n> 1.\n>   | [...]\n> 2.\n>   | [...]\n> 3.\n"
    ">   | [...]\n> 4.\n>   | [...]",
}
NEW_SECOND = KEPT["zh"].replace("二、\n>   | ［…］", "二、\n>   | 新\n>   不影響程式運作：新")
FOURTH_MOVED = KEPT["pt"].replace("4.\n>   | [...]", "5.\n>   | [Anterior n.º 4]")


@pytest.mark.parametrize(
    ("chinese", "portuguese"),
    [
        (NEW_SECOND, KEPT["pt"]),
        (KEPT["zh"], FOURTH_MOVED),
        (ONE["zh"], REPEAL["pt"]),
        (ROW["zh"], ITEMS["pt"]),
    ],
    ids=["new-and-kept", "kept-and-moved", "one-and-several", "other-rows"],
)
def test_what_only_one_language_changes_is_reported(chinese: str, portuguese: str, tmp_path: Path) -> None:
    found = in_two(tmp_path, chinese, portuguese)
    assert ("undeclared-divergence", ["1-2031.zh.ludi", "1-2031.pt.ludi"]) in found


@pytest.mark.parametrize("clauses", [KEPT, REENACTED, REPEAL, ROW], ids=["kept", "former", "repeal", "row"])
def test_what_both_languages_change_alike_is_not(clauses: dict[str, str], tmp_path: Path) -> None:
    assert in_two(tmp_path, clauses["zh"], clauses["pt"]) == []


RECTIFIED = """regulamento: r1
diploma: Rectificação inventada n.º 2/2031
altera: invented
publicado em 10 de Março de 2031.
{own}exemplo inventado, que não é lei.

1.
  no n.º 2 do artigo 2.º, onde se lê:
  > 2.
  >   | dois
  deve ler-se:
  > 2.
  >   | duas
"""
OWN = "só é rectificado o texto nesta língua.\n"


@pytest.mark.parametrize("own", [True, False])
def test_a_rectification_may_be_of_one_language_alone(
    own: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "amendments").mkdir()
    for language in ("zh", "pt"):
        (tmp_path / f"1.{language}.ludi").write_text(BASE[language], "utf-8")
    (tmp_path / "amendments" / "2-2031.pt.ludi").write_text(RECTIFIED.format(own=OWN if own else ""), "utf-8")
    assert main(["show", "cited", str(tmp_path), "--text", "pt"]) == 0
    assert "| duas" in capsys.readouterr().out
    assert main(["show", "cited", str(tmp_path), "--text", "zh"]) == (0 if own else 1)
    assert ("| 二" in capsys.readouterr().out) is own
    if own:
        assert "só o texto em: português" in told(tmp_path, "pt", capsys)
        assert "只更正下列語文之文本：葡文" in told(tmp_path, "zh", capsys)
        assert check_paths([str(tmp_path)]).between == ()


RECTIFIED_IN_CHINESE = """規章：r1
法規：虛構更正書第2/2031號
修改：invented
公佈於2031年3月10日。
只更正本語文之文本。
本文為虛構示例，並非法律。

一、
  第二條第一款原文為：
  > 一、
  >   | 一
  應改為：
  > 一、
  >   | 壹
"""


def test_rectifications_of_each_language_by_itself_are_told_with_their_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: in Chinese number 1 was misprinted, in Portuguese number 2."""
    (tmp_path / "amendments").mkdir()
    for language, text in (("zh", RECTIFIED_IN_CHINESE), ("pt", RECTIFIED.format(own=OWN))):
        (tmp_path / f"1.{language}.ludi").write_text(BASE[language], "utf-8")
        (tmp_path / "amendments" / f"2-2031.{language}.ludi").write_text(text, "utf-8")
    lines = [line.strip() for line in told(tmp_path, "en", capsys).splitlines()]
    for line in ("- Chinese: rectified: article 2, paragraph 1", "- Portuguese: rectified: article 2, paragraph 2"):
        assert line in lines
    assert main(["log", str(tmp_path), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert not mistakes("history/1", data)
    (instrument,) = data["instruments"]
    assert [(m["language"], m["target"]) for m in instrument["modifications"]] == [
        ("zh", "art_2__para_1"),
        ("pt", "art_2__para_2"),
    ]


def test_an_instrument_is_named_in_the_language_of_whoever_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The words are those of the Chinese text; what is told of them is in Portuguese, or without a name in English."""
    amended(tmp_path, "zh", ROW["zh"], "廢止第三條(一)項。")
    amended(tmp_path, "pt", ROW["pt"], "é revogada a alínea 1) do artigo 3.º.")
    name = f"{tmp_path}@2031-04-01"
    for command, beyond in (("at", ()), ("export", ("txt",))):
        asked = [command, *beyond, name, "--text", "zh", "--lang"]
        capsys.readouterr()
        assert main([*asked, "pt"]) == 0
        assert "revogação determinada pelo Diploma inventado n.º 1/2031" in capsys.readouterr().out
        assert main([*asked, "en"]) == 0
        assert "repealed by 虛構法規第1/2031號" in capsys.readouterr().out


# ── A first text of which provisions enter into force on different days ─────

IN_PARTS = {
    "zh": """規章：invented
本文為虛構示例，並非法律。
公佈於2031年1月31日。
自2031年2月1日起生效。
第二條第三款自公佈後滿九十日起生效。

第一條 甲
  接受下注。

第二條 乙
一、
  | 一
  不影響程式運作：一
二、
  | 二
  不影響程式運作：二
三、
  | 三
  本局結束。

第三條 生效
  第二條第二款自2031年3月1日起生效。
""",
    "pt": """regulamento: invented
exemplo inventado, que não é lei.
publicado em 31 de Janeiro de 2031.
em vigor desde 1 de Fevereiro de 2031.
o n.º 3 do artigo 2.º entra em vigor 90 dias após a data da publicação.

Artigo 1.º A
  aceitam-se apostas.

Artigo 2.º B
1.
  | um
  sem efeito na máquina: um
2.
  | dois
  sem efeito na máquina: dois
3.
  | três
  a jogada termina.

Artigo 3.º Entrada em vigor
  o n.º 2 do artigo 2.º entra em vigor em 1 de Março de 2031.
""",
    "en": """regulation: invented
invented example, not law.
published on 31 January 2031.
in force from 1 February 2031.
90 days after publication, paragraph 3 of article 2 enters into force.

Article 1 A
  bets are accepted.

Article 2 B
1.
  | one
  no effect on the machine: one
2.
  | two
  no effect on the machine: two
3.
  | three
  the round ends.

Article 3 Entry into force
  on 1 March 2031, paragraph 2 of article 2 enters into force.
""",
}
WAITS = {
    "zh": "自2031年5月1日起方生效",
    "pt": "só entra em vigor em 1 de Maio de 2031",
    "en": "not in force before 1 May 2031",
}
IN_FORCE = {
    "zh": ("生效日期：2031年3月1日", "生效日期：2031年5月1日"),
    "pt": ("entrada em vigor em 1 de Março de 2031", "entrada em vigor em 1 de Maio de 2031"),
    "en": ("entry into force on 1 March 2031", "entry into force on 1 May 2031"),
}
LATER = {
    "zh": "第二條第二款自2031年3月1日起方生效",
    "pt": "o n.º 2 do artigo 2.º só entra em vigor em 1 de Março de 2031",
    "en": "paragraph 2 of article 2 is in force from 1 March 2031",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_provisions_of_a_first_text_enter_into_force_on_days_of_their_own(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Published on 31 January 2031: 90 days after it, the day itself not counted, is 1 May."""
    (tmp_path / f"2031-02-01.{language}.ludi").write_text(IN_PARTS[language], "utf-8")
    history = history_of(tmp_path, (language,))
    assert [str(day) for day in history.dates] == ["2031-02-01", "2031-03-01", "2031-05-01"]
    waiting = {
        day: [eid for eid, note in consolidate(history, day, language).notes.items() if note.suspended]
        for day in history.dates
    }
    assert list(waiting.values()) == [["art_2__para_2", "art_2__para_3"], ["art_2__para_3"], []]
    ends = [
        any(rule.effect.op == "round_ends" for rule in load_rules(history.file_on(day, language))[0].steps)
        for day in history.dates
    ]
    assert ends == [False, False, True]
    for command in ("at", "blame"):
        assert main([command, f"{tmp_path}@2031-03-01", "--lang", language]) == 0
        assert WAITS[language] in capsys.readouterr().out
        assert main([command, f"{tmp_path}@2031-05-01", "--lang", language]) == 0
        assert WAITS[language] not in capsys.readouterr().out
    # Once they are in force, it is told from when, of each by itself.
    assert main(["blame", f"{tmp_path}@2031-05-01", "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()[3:5]
    assert [line.endswith(said) for line, said in zip(lines, IN_FORCE[language], strict=True)] == [True, True]
    last = date(2031, 5, 1)
    data = history_data(history, "/akn/xx/act/2031/1", language, last, consolidate(history, last, language).notes)
    assert data.periods == {"art_2__para_2": "#period_2031-03-01", "art_2__para_3": "#period_2031-05-01"}
    assert LATER[language] in told(tmp_path, language, capsys)
    assert (
        main(["diff", f"{tmp_path}@2031-03-01", f"{tmp_path}@2031-05-01", "--layer", "rules", "--lang", language]) == 0
    )
    assert {"zh": "第二條第三款", "pt": "n.º 3", "en": "paragraph 3"}[language] in capsys.readouterr().out
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics if d.severity.value == "error"] == []


def test_what_is_suspended_before_its_entry_into_force_has_not_applied_before(tmp_path: Path) -> None:
    """Article 2, number 3 enters into force on 1 May 2031; it is suspended from 20 April to 10 May."""
    clause = "  suspend article 2, number 3 from 20 April 2031 until 10 May 2031.\n"
    (tmp_path / "amendments").mkdir()
    (tmp_path / "2031-02-01.en.ludi").write_text(IN_PARTS["en"], "utf-8")
    (tmp_path / "amendments" / "1-2031.en.ludi").write_text(HEAD["en"] + clause, "utf-8")
    history = history_of(tmp_path, ("en",))
    for day in (date(2031, 4, 20), date(2031, 5, 1), date(2031, 5, 11)):
        text = consolidate(history, day, "en")
        assert text.diagnostics == ()
        data = history_data(history, "/akn/xx/act/2031/1", "en", day, text.notes)
        assert data.periods["art_2__para_3"] == "#period_2031-05-11"
        told = " ".join(note_lines(text.notes["art_2__para_3"], text, catalogue("en"), ()))
        assert "entry into force on 1 May 2031" in told


@pytest.mark.parametrize("day", ["1 February 2031", "1 January 2031"])
def test_a_provision_does_not_enter_into_force_before_its_text(day: str, tmp_path: Path) -> None:
    path = tmp_path / "2031-02-01.en.ludi"
    path.write_text(IN_PARTS["en"].replace("on 1 March 2031", f"on {day}"), "utf-8")
    assert "sentence-out-of-place" in {d.code for d in check_paths([str(path)]).diagnostics}
