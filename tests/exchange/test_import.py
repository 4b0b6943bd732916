"""Raw documents become skeletons: every provision, nothing of the frame, and an account of all that was done."""

import json
import re
import unicodedata
from datetime import date
from itertools import product
from pathlib import Path
from time import process_time

import pytest

from lexludi.base.messages import catalogue
from lexludi.base.script import simplified_forms
from lexludi.base.source import Source
from lexludi.cli import main
from lexludi.exchange.documents import (
    FORMS,
    MAX_LINE,
    MAX_TEXT,
    RawLine,
    UnreadableDocument,
    form_of,
    read_lines,
    read_raw,
)
from lexludi.exchange.importing import Imported, NothingFound, import_files, import_lines
from lexludi.exchange.numbering import loose_heading, numbered
from lexludi.exchange.renditions import export
from lexludi.language.builder import build
from lexludi.language.nodes import Comment, Level
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document
from lexludi.law.loader import find
from lexludi.rules.header import metadata_of
from seeds import FORUM, GAZETTE_PT, GAZETTE_ZH, PAGE, SEEDS, TRANSLATION, WEBSITE, Seed, imported, landed, words_of


def from_text(text: str, language: str = "zh") -> Imported:
    return import_lines(rows(text), language)


def rows(text: str) -> list[RawLine]:
    gap = True
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            lines.append(RawLine(line.strip(), "copy", number, gap=gap))
        gap = not line.strip()
    return lines


def words(found: Imported) -> dict[str, str]:
    return {provision.eid: words_of(provision) for provision in found.document.all()}


def spoken(found: Imported) -> dict[str, str]:
    """The words with their spaces."""
    return {p.eid: "\n".join(item.text for item in p.words()) for p in found.document.all()}


# ── The copies that were found ──────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.file}-{seed.language}")
def test_a_seed_gives_the_provisions_of_the_landed_text(seed: Seed) -> None:
    expected = [provision.eid for provision in landed(seed).all()]
    if seed.landed.startswith("mo/baccarat"):
        expected.remove("art_19")  # which no copy has
    assert list(imported(seed).eids) == expected
    assert len(expected) == 64


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.file}-{seed.language}")
def test_a_skeleton_reads_back_and_its_check_is_a_list_of_work(
    seed: Seed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = print_document(imported(seed).document)
    source = Source("skeleton", seed.language, text)
    document, problems = build(source)
    assert document is not None
    assert problems == []
    assert print_document(document) == text
    comments = [i for p in document.all() for i in p.body if isinstance(i, Comment)]
    assert len(comments) == 64
    assert {comment.text for comment in comments} == {"to transcribe"}
    file = tmp_path / f"1.{seed.language}.ludi"
    file.write_text(text, "utf-8")
    capsys.readouterr()
    assert main(["check", str(file), "--format", "json"]) == 1
    problems = json.loads(capsys.readouterr().out)["diagnostics"]
    open_work = [d["labels"][0]["eid"] for d in problems if d["code"] == "unaccounted-provision"]
    assert open_work == [p.eid for p in document.all() if words_of(p) or p.level is Level.ANNEX]
    assert {d["code"] for d in problems} == {"unaccounted-provision", "missing-entry-into-force"}


DIFFERING = {
    GAZETTE_ZH: {"art_4__point_3"},
    GAZETTE_PT: {"art_6__point_3", "art_8__point_5", "art_11__point_1", "art_11__point_3"},
    PAGE: {"art_6__point_4"},
    FORUM: set[str](),
}


@pytest.mark.parametrize("seed", DIFFERING, ids=lambda seed: f"{seed.file}-{seed.language}")
def test_words_and_titles_are_those_that_were_transcribed_by_hand(seed: Seed) -> None:
    transcribed = {provision.eid: provision for provision in landed(seed).all()}
    provisions = list(imported(seed).document.all())
    assert {p.eid for p in provisions if words_of(p) != words_of(transcribed[p.eid])} == DIFFERING[seed]
    assert [p.eid for p in provisions if p.title != transcribed[p.eid].title] == []


def test_words_in_simplified_characters_are_kept() -> None:
    skeleton = {provision.eid: provision for provision in imported(WEBSITE).document.all()}
    assert skeleton["art_2"].title == "门数"
    assert words_of(skeleton["art_3__point_2"]) == "庄荷利用洗牌机进行机械式洗牌,无须割牌。"
    assert skeleton["art_2"].label == "第二條"  # which the grammar reads
    assert imported(WEBSITE).simplified


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.file}-{seed.language}")
def test_nothing_of_the_frame_comes_through(seed: Seed, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(seed.path), "--work", "mo/x", "--text", seed.language, "--lang", "en"]) == 0
    skeleton, account = capsys.readouterr()
    raw = seed.path.read_text("utf-8")
    for passage in seed.frame:
        assert passage.lower() in raw.lower(), passage
        assert passage not in skeleton.replace(seed.file, "")
        assert passage not in account.replace(seed.file, "")


@pytest.mark.parametrize("seed", [GAZETTE_ZH, GAZETTE_PT, PAGE], ids=lambda seed: f"{seed.file}-{seed.language}")
def test_an_instrument_that_is_named_and_signed_gives_the_identifier_of_the_landed_text(seed: Seed) -> None:
    assert metadata_of(imported(seed).document).identifier == metadata_of(landed(seed)).identifier
    assert metadata_of(landed(seed)).identifier.endswith("/2004-12-31/89")


def test_no_identifier_is_made_up() -> None:
    assert metadata_of(imported(FORUM).document).identifier == ""
    assert metadata_of(imported(WEBSITE).document).identifier == ""


def test_an_article_whose_heading_was_lost_is_told_as_missing() -> None:
    found = imported(TRANSLATION)
    articles = [p for p in found.document.all() if p.level is Level.ARTICLE]
    assert found.foreign
    assert found.missing == ("art_3",)
    assert [d.kind for d in found.doubts] == ["lost-heading"]
    assert len(articles) == 18
    lost = next(p for p in articles if p.eid == "art_3")
    assert lost.title == "Das drittletzte Spiel"
    text = print_document(found.document)
    assert text.count("text missing: ") == 1
    assert "working translation, without authority." in text


def test_other_titles_of_the_foreign_copy_are_read_by_their_numbers() -> None:
    titles = {p.eid: p.title for p in imported(TRANSLATION).document.all() if p.level is Level.ARTICLE}
    assert titles["art_4"] == "Positives Unentschieden"  # Reihe 4
    assert titles["art_5"] == "Punkte"  # Regel fünf
    assert titles["art_7"] == "Deals nach Regel 7"
    assert titles["art_9"] == "Ergänzung"  # Titel IX


def test_header_data_come_from_the_instrument_and_the_page_of_the_gazette() -> None:
    header = print_document(imported(PAGE).document).partition("\n\n")[0]
    assert header.split("\n") == [
        "regulamento: mo/q-poker",
        "identificador: /akn/mo/act/despacho-regulamentar-externo/2004-12-31/89",
        "título: REGULAMENTO OFICIAL DO «Q POKER»",
        "diploma: Despacho Regulamentar Externo do Secretário para a Economia e Finanças n.º 89/2004",
        "entidade: Secretário para a Economia e Finanças",
        "signatário: Tam Pak Yuen",
        "assinado em 31 de Dezembro de 2004.",
        "publicado em 17 de Janeiro de 2005.",
        "boletim oficial: Boletim Oficial da Região Administrativa Especial de Macau, n.º 3/2005, págs. 99-103",
        "nota: importado de q-poker-page.pt.txt; não confrontado com o Boletim Oficial",
    ]


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        (
            "pt",
            "Despacho Regulamentar Externo do\nSecretário para a Economia n.º\n12/2006\n\nManda:\n\n1. Há um jogo.\n\n"
            "15 de Março\nde 2006.\n\nO Secretário para a Economia, Tam\nPak Yuen.\n\nREGRAS\n\nArtigo 1.º Fim\nAcaba.",
            ("Despacho Regulamentar Externo do Secretário para a Economia n.º 12/2006", "Tam Pak Yuen"),
        ),
        (
            "zh",
            "第12/2006號經濟財政司司長\n對外規範性批示\n\n作出本批示。\n\n一、核准規章。\n\n二零零六年三月\n十五日\n\n"
            "經濟財政司司長\n譚伯源\n\n骰寶規章\n\n第一條\n標的\n\n甲。",
            ("第12/2006號經濟財政司司長對外規範性批示", "譚伯源"),
        ),
    ],
)
def test_names_and_days_of_the_header_may_be_broken_over_lines(language: str, text: str, said: tuple[str, str]) -> None:
    """As in the columns of the gazette: half of a name is no name."""
    data = metadata_of(import_lines(rows(text), language, work="mo/x").document)
    assert (data.instrument, data.signatory, data.signed) == (*said, date(2006, 3, 15))
    assert data.identifier == "/akn/mo/act/despacho-regulamentar-externo/2006-03-15/12"


@pytest.mark.parametrize(
    "closing",
    [
        "Gabinete do Secretário para a Economia, aos 15 de Março de 2006. — O Secretário, Tam Pak Yuen.",
        "Aos 15 de Março de 2006.\nO Secretário para a Economia, Substituto, Tam Pak Yuen.",
        "15 de Março de 2006.\nO Secretário para a Economia, Tam Pak Yuen. (Custo desta publicação $ 1 200,00)",
    ],
)
def test_a_signature_is_no_words_of_the_number_before_it(closing: str) -> None:
    act = f"Manda:\n\n1. Há um jogo.\n\n2. Entra em vigor amanhã.\n\n{closing}\n\nREGRAS\n\nArtigo 1.º Fim\nAcaba."
    found = import_lines(rows(act.replace(". (", ".\n(")), "pt", work="mo/x")
    data = metadata_of(found.document)
    assert (data.signatory, data.signed) == ("Tam Pak Yuen", date(2006, 3, 15))
    assert (spoken(found)["para_2"], spoken(found)["conclusions"]) == ("Entra em vigor amanhã.", closing)


@pytest.mark.parametrize(
    ("language", "name", "kind", "publish", "by"),
    [
        ("pt", "Ordem Executiva n.º 12/2006", "ordem-executiva", "Publique-se.", "O Chefe do Executivo, Ho Hau Wah."),
        ("zh", "第12/2006號行政命令", "ordem-executiva", "命令公佈。", "行政長官 何厚鏵"),
        ("zh", "第12/2006號行政法規", "regulamento-administrativo", "命令公佈。", "行政長官 何厚鏵"),
        ("zh", "第12/2006號法律", "lei", "命令公佈。", "行政長官 何厚鏵"),
    ],
)
def test_an_act_that_names_no_authority_has_its_name_and_signature(
    language: str, name: str, kind: str, publish: str, by: str
) -> None:
    articles = {"zh": "第一條 標的\n\n甲。", "pt": "Artigo 1.º Fim\n\nAcaba."}
    day = {"zh": "二零零六年三月十五日", "pt": "15 de Março de 2006."}[language]
    found = import_lines(rows("\n\n".join((name, articles[language], day, publish, by))), language, work="mo/x")
    data = metadata_of(found.document)
    assert (data.instrument, data.identifier) == (name, f"/akn/mo/act/{kind}/2006-03-15/12")
    assert data.signatory == {"zh": "何厚鏵", "pt": "Ho Hau Wah"}[language]
    assert spoken(found)["conclusions"] == "\n".join((day, publish, by))


def test_dates_that_a_website_gives_are_not_believed() -> None:
    header = print_document(imported(WEBSITE).document).partition("\n\n")[0]
    assert "簽署於2004年12月31日。" in header  # of the closing
    assert "2005" not in header
    assert "1900" not in header


def test_the_private_code_of_hong_kong_is_mended_and_told() -> None:
    mends = [mend for mend in imported(FORUM).mends if mend.kind == "private-use"]
    assert [(mend.before, mend.after) for mend in mends] == [("\ue834", "塲")]


def test_what_is_absent_is_told_beside_the_text_on_the_shelf(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(FORUM.path), "--work", "mo/baccarat", "--text", "zh", "--lang", "en"]) == 0
    account = capsys.readouterr().err.splitlines()
    assert account[0] == "18 articles, 46 numbers and 0 parts of the frame were found"
    assert account[-1] == "in the text on the shelf (mo/baccarat@2004-05-18), and not in this document: art_19"
    assert "left out, before the text: baccarat-forum.zh.txt:1,3,6" in account
    assert "left out, an addition behind the words of the last provision: baccarat-forum.zh.txt:167" in account


@pytest.mark.parametrize(
    ("day", "text", "extra"),
    [
        ([], "2031-01-01", "art_2"),
        (["--date", "2031-02-28"], "2031-02-01", "art_2"),
        (["--date", "2031-03-01"], "", ""),
        (["--date", "2030-12-31"], "2031-01-01", "art_2"),
    ],
)
def test_a_document_is_compared_with_the_text_of_its_day(
    day: list[str], text: str, extra: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: from 1 February article 1 has other words, from 1 March there is an article 2."""
    end = "invented example, not law.\n"
    none = "no effect on the machine: none"
    (tmp_path / "x" / "amendments").mkdir(parents=True)
    first = f"regulation: x\nin force from 1 January 2031.\n{end}\nArticle 1\n  | Bets are placed.\n  {none}\n"
    (tmp_path / "x" / "2031-01-01.en.ludi").write_text(first, "utf-8")
    changes = [
        ("February", f"replace article 1 by:\n  > Article 1\n  >   | Bets are accepted.\n  >   {none}"),
        ("March", f"add to the regulation:\n  > Article 2\n  >   | The round ends.\n  >   {none}"),
    ]
    for number, (month, change) in enumerate(changes, 1):
        head = f"regulation: a{number}\namends: x\nin force from 1 {month} 2031.\n{end}"
        (tmp_path / "x" / "amendments" / f"{number}-2031.en.ludi").write_text(f"{head}\n1.\n  {change}\n", "utf-8")
    document = tmp_path / "copy.txt"
    document.write_text("Article 1\nBets are accepted.\n\nArticle 2\nThe round ends.\n", "utf-8")
    command = ["import", str(document), "--work", str(tmp_path / "x"), "--text", "en", "--lang", "en", *day]
    assert main(command) == 0
    told = capsys.readouterr().err.splitlines()
    name = f"{tmp_path / 'x'}@{text}"
    beyond = [f"in this document, and not in the text on the shelf ({name}): {extra}"] if extra else []
    assert told == ["2 articles, 0 numbers and 0 parts of the frame were found", *beyond]


# ── Numbers and citations ───────────────────────────────────────────────────

ACT = """第一條 甲
本條之文字。

第二條 乙
一、首款如下:
(一)首項;
(二)次項。
二、次款。

第三條 丙
末條之文字。
"""


INDENTED = {
    "zh": "第一條 投注\n投注方式如下：\n(一)獨立投注；\n(二)累進投注：\n(1)首項：\ni)同花；\nii)四張相同；\n(2)次項。",
    "pt": "Artigo 1.º Apostas\nAs apostas são:\n1) simples;\n2) progressivas:\n(1) primeira:\ni) do mesmo naipe;\n"
    "ii) quatro iguais;\n(2) segunda.",
    "en": "Article 1 Bets\nThe bets are:\n1) single;\n2) progressive:\n(1) the first:\ni) of one suit;\n"
    "ii) four alike;\n(2) the second.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fourth_level_is_read_by_its_small_roman_numbers(language: str) -> None:
    assert list(from_text(INDENTED[language], language).eids) == [
        "art_1",
        "art_1__point_1",
        "art_1__point_2",
        "art_1__point_2__point_1",
        "art_1__point_2__point_1__indent_1",
        "art_1__point_2__point_1__indent_2",
        "art_1__point_2__point_2",
    ]


def test_a_citation_at_the_beginning_of_a_line_is_no_heading() -> None:
    found = from_text(ACT.replace("本條之文字。", "按照\n第二條\n第一款\n(二)項及\n第六十四條賦予之權。"))
    assert [p.eid for p in found.document.all()] == [p.eid for p in from_text(ACT).document.all()]
    assert words(found)["art_1"] == "按照第二條第一款(二)項及第六十四條賦予之權。"


def test_a_jump_in_the_numbering_is_told() -> None:
    found = from_text(ACT.replace("(一)首項;\n", "").replace("第二條 乙", "第四條 乙").replace("第三條", "第五條"))
    assert found.missing == ("art_2", "art_3", "art_4__para_1__point_1")
    assert "art_4__para_1__point_2" in found.eids


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Article 1 Prizes\nPair 1 to 1\nArticle 2 Losing bets\nAll other bets lose."),
        ("en", "Article 1 Prizes\n1) Pair 1 to 1\n2) Type A\nArticle 2 Losing bets\nAll other bets lose."),
        ("en", "Article 1 Prizes\nPair 1 to 1\nArticle 2 All other bets lose."),
        ("pt", "Artigo 1.º Prémios\n1) Par 1 por 1\n2) Cor 4 por 1\nArtigo 2.º Perda\nAs demais perdem."),
        ("zh", "第一條 彩金\n(一) 對子一賠一\n(二) 同花一賠四\n第二條 輸\n其他投注輸。"),
    ],
)
def test_a_heading_that_continues_the_numbering_is_one_behind_a_line_without_an_end(language: str, text: str) -> None:
    found = from_text(text, language)
    assert [eid for eid in found.eids if "__" not in eid] == ["art_1", "art_2"]
    assert found.doubts == ()


@pytest.mark.parametrize(
    ("language", "text", "doubts"),
    [
        ("en", "Article 1 Prizes\nThey are under the\nArticle 2 Losing bets\nset out.", ["Article 2"]),
        ("en", "Article 1 Prizes\nThey are\nArticle 2 Prizes\nand more.", ["Article 2"]),
        ("en", "Article 1 Prizes\nThey are in\nArticle 2 of the Law.", []),
        ("pt", "Artigo 1.º Prémios\nNos termos do\nArtigo 2.º Perda\nperdem-se.", ["Artigo 2.º"]),
        ("zh", "第一條 彩金\n同花一賠四\n第二條輸\n其他投注輸。", ["第二條"]),
        ("zh", "第一條 彩金\n按照\n第二條第一款派彩。", []),
    ],
)
def test_the_next_heading_within_a_sentence_is_words_and_told(language: str, text: str, doubts: list[str]) -> None:
    found = from_text(text, language)
    assert list(found.eids) == ["art_1"]
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == [("in-sentence", number) for number in doubts]


def test_an_identifier_is_made_of_an_instrument_with_its_day_and_told() -> None:
    act = "第89/2004號經濟財政司司長對外規範性批示\n\n經濟財政司司長作出本批示。\n\n一、核准附件。\n\n"
    undated = import_lines(rows(f"{act}附件 某規章\n\n{ACT}"), "zh", work="mo/x")
    assert metadata_of(undated.document).identifier == ""
    assert next(p.title for p in undated.document.all() if p.level is Level.ANNEX) == "某規章"
    dated = import_lines(rows(f"{act}二零零四年十二月三十一日\n\n附件 某規章\n\n{ACT}"), "zh", work="mo/x")
    made = "/akn/mo/act/despacho-regulamentar-externo/2004-12-31/89"
    assert metadata_of(dated.document).identifier == made
    assert [(d.kind, d.place, d.number) for d in dated.doubts] == [("made-identifier", "copy:1", made)]


def test_an_inserted_article_follows_the_one_it_is_inserted_after() -> None:
    found = from_text(ACT.replace("第三條 丙", "第二條之一 乙二\n加插之文字。\n\n第三條 丙"))
    assert "art_2-A" in found.eids
    assert found.missing == ()


def test_articles_out_of_order_are_put_in_order_and_told() -> None:
    blocks = ACT.strip().split("\n\n")
    found = from_text("\n\n".join([blocks[0], blocks[2], blocks[1]]))
    assert found.eids == from_text(ACT).eids
    assert [(d.kind, d.number) for d in found.doubts] == [("out-of-order", "2")]


@pytest.mark.parametrize(
    ("language", "name", "printed"),
    [("pt", "Artigo único", "Artigo 1.º"), ("zh", "獨一條", "第一條"), ("en", "Sole article", "Article 1")],
)
def test_an_article_that_is_the_only_one_is_the_first_and_told(language: str, name: str, printed: str) -> None:
    number = "一、" if language == "zh" else "1. "
    found = from_text(f"{name}\nX\n\n{number}A.", language)
    first, paragraph = found.document.all()
    assert (first.label, first.title, paragraph.eid) == (printed, "X", "art_1__para_1")
    assert [(d.kind, d.number) for d in found.doubts] == [("changed-number", f"{name} → {printed}")]
    # Beside other articles, as those of an annex, it has no place.
    both = from_text(f"{name}\n\nA.\n\n{printed} X\n\nA.\n", language)
    assert [p.title for p in both.document.all()] == ["X"]
    # In a sentence it is cited.
    assert from_text(f"A.\n\n{number}A, por\n{name}.", language).eids == ("para_1",)


def test_the_act_that_follows_is_left_out() -> None:
    found = from_text(
        f"{ACT}\n某某辦公室\n\n第9/2005號某某批示\n\n某某行使職權作出本批示。\n\n"
        "一、核准附件。\n\n第一條 丁\n另一文件。\n"
    )
    assert found.eids == from_text(ACT).eids
    assert words(found) == words(from_text(ACT))
    assert {line.text for left in found.left for line in left.lines} >= {"某某辦公室", "一、核准附件。", "另一文件。"}


def test_numbers_run_on_in_one_line_are_told_apart() -> None:
    found = from_text(ACT.replace("\n(一)", "(一)").replace("\n(二)", "(二)"))
    assert words(found) == words(from_text(ACT))


def test_a_number_out_of_sequence_is_words_and_told() -> None:
    found = from_text(ACT.replace("(二)次項。", "(二)次項。\n(九九)不接續。"))
    assert [(d.kind, d.number) for d in found.doubts] == [("out-of-sequence", "(九九)")]
    assert words(found)["art_2__para_1__point_2"] == "次項。(九九)不接續。"


@pytest.mark.parametrize(("front", "doubts"), [("Considering the law; 1) one.", ["1)"]), ("Whereas:\n1) one.", [])])
def test_a_list_before_the_first_number_is_announced_or_told(front: str, doubts: list[str]) -> None:
    found = from_text(f"{front}\n\nArticle 1 End\n\nIt ends.", "en")
    assert list(found.eids)[-2:] == ["point_1", "art_1"]
    assert [(d.kind, d.number) for d in found.doubts] == [("unannounced", number) for number in doubts]


def test_a_number_whose_line_is_left_out_is_not_told_as_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.txt"
    # No article 3 stands before 3-B: the table is no words of article 1.
    file.write_text(
        "Article 1 Aim\nThese are the rules. Whoever bets:\n9) bets.\n\nArticle 3-B Tables\nPair | 1 to 1\n\n"
        "Article 4 End\nThe end.\n",
        "utf-8",
    )
    assert main(["import", str(file), "--work", "xx/a", "--text", "en", "--lang", "en"]) == 0
    told = capsys.readouterr().err
    assert "a.txt:5: “Article 3-B” does not continue any numbering and was left out" in told
    assert "a.txt:3: “9)” does not continue any numbering and was taken for words" in told


def test_a_hyphen_at_the_end_of_a_line_is_mended_and_told() -> None:
    found = from_text("Artigo 1.º\nObjecto\nAs apostas an-\nteriores são\nnulas.\n\nArtigo 2.º\nFim\nSem efeito.", "pt")
    (mend,) = (mend for mend in found.mends if mend.kind == "hyphen")
    assert mend.before == "as an-|terior"
    assert words(found)["art_1"] == "Asapostasanterioressãonulas."


def test_a_summary_of_an_exported_text_is_none_of_the_words_of_the_law() -> None:
    found = from_text(
        "Article 1 Bets\n\nBets are placed.\n[Summary, not the words of the law] Two bets.\n\n"
        "Article 2\n\n~ High and low\n\nArticle 3 End\n\nIt ends.\n\n~ The end.\n\nElsewhere.",
        "en",
    )
    assert {p.eid: (p.title, [(w.mark.value, w.text) for w in p.words()]) for p in found.document.all()} == {
        "art_1": ("Bets", [("|", "Bets are placed."), ("~", "Two bets.")]),
        "art_2": ("", [("~", "High and low")]),
        "art_3": ("End", [("|", "It ends."), ("~", "The end.")]),
    }
    assert [(d.kind, d.place, d.number) for d in found.doubts] == [
        ("summary", "art_1", "Two bets."), ("summary", "art_2", "High and low"), ("summary", "art_3", "The end.")
    ]  # fmt: skip


def test_a_title_that_is_followed_by_words_on_its_line() -> None:
    found = from_text("第一條\n本條無標題，而有文字。\n第二條 乙\n文字。")
    titles = {p.eid: p.title for p in found.document.all()}
    assert titles == {"art_1": "", "art_2": "乙"}


def test_simplified_characters_among_traditional_ones_are_told_and_kept(tmp_path: Path) -> None:
    text = (
        "第一條\n標的\n本規章訂定虛構博彩之規則。\n第二條\n规则\n莊家于每局開始前宣布规则。\n第三條\n派彩\n可得兩倍。\n"
    )
    found = from_text(text)
    assert [(doubt.kind, doubt.place, doubt.number) for doubt in found.doubts] == [("simplified", "art_2", "规则")]
    assert spoken(found)["art_2"] == "莊家于每局開始前宣布规则。"
    assert import_lines(rows(text), "zh", traditional=True).doubts == ()
    # Where all is in that script, that is told once.
    assert not any(doubt.kind == "simplified" for doubt in imported(WEBSITE).doubts)
    document = export(find("mo/q-poker", language="zh"), "akn").decode()
    file = tmp_path / "mixed.akn"
    file.write_text(document.replace("規則", "规则", 1), "utf-8")
    assert [doubt.number for doubt in import_files([file], "zh").doubts if doubt.kind == "simplified"] == ["规则"]


def test_simplified_characters_of_akoma_ntoso_are_replaced_when_asked_for(tmp_path: Path) -> None:
    document = export(find("mo/q-poker", language="zh"), "akn").decode()
    file = tmp_path / "own.akn"
    file.write_text(document, "utf-8")
    expected = import_files([file], "zh", traditional=True)
    file.write_text(document.replace("規則", "规则"), "utf-8")
    found = import_files([file], "zh", traditional=True)
    assert print_document(found.document) == print_document(expected.document)
    assert "規則" in print_document(found.document)
    assert {(mend.before, mend.after) for mend in found.mends} >= {("规", "規"), ("则", "則")}


def test_simplified_characters_are_replaced_when_asked_for() -> None:
    path = WEBSITE.path
    skeleton = import_files([path], "zh", traditional=True)
    text = "".join(map(words_of, skeleton.document.all()))
    simplified = set(simplified_forms().values()) - set(simplified_forms())
    # Characters that both scripts have stand where the Traditional text has them too.
    allowed = set("".join(map(words_of, landed(GAZETTE_ZH).all()))) | set("枱台")
    assert {char for char in text if char in simplified} <= allowed
    assert len([mend for mend in skeleton.mends if mend.kind == "script"]) > 500
    assert skeleton.eids == imported(WEBSITE).eids


def test_terms_of_a_glossary_are_named_where_they_are_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    glossary = tmp_path / "words.toml"
    glossary.write_text('[box]\nzh = ["派牌盒"]\n[pack]\nzh = ["紙牌"]\n', "utf-8")
    arguments = ["--work", "mo/x", "--text", "zh", "--glossary", str(glossary), "--date", "2004-05-18"]
    assert main(["import", str(FORUM.path), *arguments]) == 0
    skeleton = capsys.readouterr().out
    assert "  # to transcribe: 「派牌盒」、「紙牌」\n" in skeleton
    assert "自2004年5月18日起生效。" in skeleton
    glossary.write_text("[box", "utf-8")
    assert main(["import", str(FORUM.path), *arguments, "--lang", "en"]) == 1
    assert "words.toml" in capsys.readouterr().err


def test_more_inserted_provisions_than_letters_are_told_and_not_counted_as_the_last() -> None:
    """Invented: 第一條之二十六 is 1-Z, after which there is no letter."""
    headings = ["第一條 甲", "第一條之二十六 乙", "第一條之二十七 丙", "第一條之二十八 丁", "第二條 戊"]
    found = from_text("\n\n".join(f"{heading}\n\n莊家派牌。" for heading in headings))
    assert list(found.eids) == ["art_1", "art_1-Z", "art_2"]
    assert [(d.kind, d.number) for d in found.doubts] == [
        ("out-of-sequence", "第一條之二十七"), ("out-of-sequence", "第一條之二十八")
    ]  # fmt: skip
    assert "丙" in words(found)["art_1-Z"]


def test_numbers_that_continue_nothing_take_little_time() -> None:
    """Thousands of lines, of which each is in question as the first number of another list."""
    started = process_time()
    for heading in ("", "Artigo 1.º A\n\nAs apostas:\n\n"):
        from_text(heading + "1) abc;\n" * 4_000 + "\nArtigo 3.º B\n\nAs apostas.", "pt")
    numbered("I" * 10_000 + ") abc", "en")
    loose_heading("Artikel " + "X" * 50)
    assert process_time() - started < 5


@pytest.mark.parametrize(
    ("language", "line", "is_left"),
    [
        ("pt", "1. O capital social não é inferior a 200 000 000 patacas.", False),
        ("pt", "A caução é de 1 200 000 000, em numerário.", False),
        ("pt", "A caução é de MOP 20000000, em numerário.", False),
        ("pt", "O capital é de 200000000 patacas.", False),
        ("zh", "公司資本不少於200000000元。", False),
        ("zh", "公司資本不少於200000000澳門元。", False),
        ("pt", "1. O contador começa em 10000000.", False),
        ("zh", "一、累積器由10000000起。", False),
        ("pt", "1. Ligue já: 28723333", True),
        ("pt", "Ligue já: 2872 3333", True),
        ("pt", "Ligue já: +853 28723333", True),
        ("zh", "歡迎查詢 13812345678", True),
    ],
)
def test_amounts_are_no_numbers_to_call(language: str, line: str, is_left: bool) -> None:
    heading = "第一條 資本" if language == "zh" else "Artigo 1.º Capital"
    found = from_text(f"{heading}\n\n{line}", language)
    assert [item.reason for item in found.left] == ["contact"] * is_left
    # Compared without spaces, and without the number of the provision.
    is_there = line.removeprefix("1. ").removeprefix("一、").replace(" ", "") in "".join(words(found).values())
    assert is_there is not is_left


@pytest.mark.parametrize("label", ["Publicado em: 2004.3.3", "Publicado em:\n2004.3.3"])
def test_a_label_of_the_gazette_may_stand_on_the_last_line(label: str) -> None:
    found = from_text(f"Artigo 1.º Apostas\n\nAs apostas são feitas.\n\n{label}", "pt")
    assert metadata_of(found.document).published == date(2004, 3, 3)
    bare = from_text("Artigo 1.º Apostas\n\nAs apostas são feitas.\n\nPublicado em:", "pt")
    assert metadata_of(bare.document).published is None


def test_a_mended_line_break_is_shown_with_what_stood_around_it() -> None:
    found = from_text("第一條 甲\n\n莊家派\n紙牌予各閒家。")
    assert [(m.before, m.after) for m in found.mends if m.kind == "line-break"] == [
        ("莊家派|紙牌予各閒家", "莊家派紙牌予各閒家。")
    ]


@pytest.mark.parametrize(
    ("heading", "number", "title"),
    [
        ("Artigo 2.º - A", "2-A", ""),
        ("Artigo 2.º – B", "2-B", ""),
        ("Art.º 2.º Apostas", "2", "Apostas"),
        ("Artº 2º Apostas", "2", "Apostas"),
        ("Artigo 2.º–D Apostas", "2-D", "Apostas"),
        # The article of the noun: a title that begins with a letter is no letter of a number.
        ("Artigo 2.º - A aposta", "2", "- A aposta"),
        ("第二-A條 投注", "2-A", "投注"),
        ("第廿條 投注", "20", "投注"),
        ("第卅一條 投注", "31", "投注"),
        ("第一千零一條 投注", "1001", "投注"),
    ],
)
def test_numbers_as_copies_write_them(heading: str, number: str, title: str) -> None:
    found = numbered(heading, "zh" if "條" in heading else "pt")
    assert found is not None
    assert (found.level, found.number, found.rest) == (Level.ARTICLE, number, title)


def test_a_number_that_has_no_form_here_is_told_and_its_words_are_kept() -> None:
    """«4.º bis» has no letter: its words stand with the article before, and the number is told."""
    found = from_text(
        "Artigo 4.º Apostas\n\nAposta-se.\n\nArtigo 4.º bis\n\nAposta-se outra vez.\n\nArtigo 5.º Fim\n\nVigora.", "pt"
    )
    assert [(d.kind, d.number) for d in found.doubts] == [("out-of-sequence", "Artigo 4.º bis")]
    assert found.left == ()
    assert spoken(found) == {"art_4": "Aposta-se.\nArtigo 4.º bis Aposta-se outra vez.", "art_5": "Vigora."}


def test_words_that_begin_with_a_small_letter_are_those_of_an_article_unless_they_go_on_citing() -> None:
    assert spoken(from_text("Article 1\nbets, in chips, are placed.", "en")) == {"art_1": "bets, in chips, are placed."}
    found = from_text("Article 1\n\nBets are placed.\n\nArticle 2\nof the Law applies.\n\nArticle 2\n\nEnd.", "en")
    assert spoken(found) == {"art_1": "Bets are placed.\nArticle 2 of the Law applies.", "art_2": "End."}


def test_the_same_words_below_several_articles_are_no_running_head() -> None:
    found = from_text("\n\n".join(f"Artigo {n}.º\n\n(Revogado)" for n in (1, 2)) + "\n\nArtigo 3.º\n\nVigora.", "pt")
    assert [(p.eid, p.title) for p in found.document.all()] == [
        ("art_1", "(Revogado)"), ("art_2", "(Revogado)"), ("art_3", "")
    ]  # fmt: skip
    assert found.left == ()


PRIZES = {
    "en": "<p>Article 1 Prizes</p><p>Bets are paid as follows:</p>{}<p>Article 2 End</p><p>All else loses.</p>",
    "pt": "<p>Artigo 1.º Prémios</p><p>Pagam-se assim:</p>{}<p>Artigo 2.º Fim</p><p>O mais perde.</p>",
    "zh": "<p>第一條 彩金</p><p>按下列賠率派彩：</p>{}<p>第二條 其他</p><p>其他投注輸。</p>",
}


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ["Pair", "1 to 1", "Flush", "4 to 1"]),
        ("en", ["Pair pays 1 to 1", "Flush pays 4 to 1"]),
        ("en", ["Pair", "1", "Two pairs", "2", "Straight", "3/2"]),
        ("pt", ["Par: 1 por 1;", "Cor: 4 por 1."]),
        ("pt", ["10 patacas", "20 patacas"]),
        ("zh", ["對子", "一賠一", "同花", "一賠四"]),
        ("zh", ["對子", "1賠1", "同花", "1賠4"]),
    ],
)
def test_prizes_that_stand_alone_below_a_colon_are_words_of_the_law(
    language: str, rows: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    table = "".join(f"<tr><td>{row}</td></tr>\n" for row in rows)
    file.write_text(PRIZES[language].format(f"<table>{table}</table>"), "utf-8")
    found = import_files([file], language)
    first, *others = spoken(found)["art_1"].split("\n")
    assert first[-1] in ":："
    assert others == rows
    assert list(found.eids) == ["art_1", "art_2"]
    assert found.left == ()


def test_prizes_of_the_last_article_are_kept_and_titles_of_parts_are_not() -> None:
    rows = "The bets are paid as follows:\n\nPair\n\n1 to 1\n\n"
    found = from_text(f"Article 1 Prizes\n\n{rows}Chapter II\n\nLosing bets\n\nArticle 2 More prizes\n\n{rows}", "en")
    said = "The bets are paid as follows:\nPair\n1 to 1"
    assert spoken(found) == {"art_1": said, "art_2": said}
    assert [(item.reason, [line.text for line in item.lines]) for item in found.left] == [
        ("loose", ["Chapter II"]), ("loose", ["Losing bets"])
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("heads", "are_left"),
    [
        (["Rules of the casino"] * 3, True),
        (["Rules of the casino 7", "Rules of the casino 8", "Rules of the casino 9"], True),
        # No number of a page: it does not go on with the pages.
        (["Pair pays 1 to 1", "Pair pays 4 to 1", "Pair pays 9 to 1"], False),
    ],
)
def test_running_heads_come_again_from_page_to_page(heads: list[str], are_left: bool, tmp_path: Path) -> None:
    file = tmp_path / "law.txt"
    pages = [f"{head}\n\nArticle {n} Bets\n\nThey are {n}:\n" for n, head in enumerate(heads, 1)]
    file.write_text("\f".join(pages), "utf-8")
    found = import_files([file], "en")
    # Before the first article nothing is a running head.
    left = [line.place for item in found.left if item.reason == "running-head" for line in item.lines]
    assert left == (["law.txt:p2:6", "law.txt:p3:11"] if are_left else [])
    assert list(found.eids) == ["art_1", "art_2", "art_3"]
    # Without form feeds it has no pages, and what comes again is no running head.
    file.write_text(file.read_text("utf-8").replace("\f", ""), "utf-8")
    assert "running-head" not in {item.reason for item in import_files([file], "en").left}


def test_a_bare_number_is_that_of_a_page_where_others_go_on_with_it() -> None:
    text = "Article 1 Bets\n\nThey stand\n\n{}\n\nin chips.\n\nArticle 2 End\n\nIt ends\n\n{}\n\nthen.\n"
    assert spoken(from_text(text.format(7, 8), "en")) == {
        "art_1": "They stand in chips.",
        "art_2": "It ends then.",
    }
    assert spoken(from_text(text.format(7, 20), "en")) == {
        "art_1": "They stand 7 in chips.", "art_2": "It ends 20 then."
    }  # fmt: skip


def test_signs_that_the_language_has_for_parts_are_doubted_in_words_of_the_law() -> None:
    found = from_text("第一條\n標的\n三項：①甲；②乙；見附表①。\n\n第二條\n生效\n即日生效。")
    assert [(d.kind, d.place, d.number) for d in found.doubts] == [("part-mark", "art_1", "①②")]


@pytest.mark.parametrize("hyphen", ["\u00ad", "\u2010", "-"])
def test_any_hyphen_at_the_end_of_a_line_divides_a_word(hyphen: str) -> None:
    found = from_text(f"Artigo 1.º Mesa\nO regula{hyphen}\nmento diz-se.", "pt")
    assert spoken(found) == {"art_1": "O regulamento diz-se."}
    assert [mend.kind for mend in found.mends] == ["hyphen"]


# ── Sentences that run on ──────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "text", "said", "told"),
    [
        # What a sentence cites, or counts, is no provision where a line happens to begin with it.
        (
            "pt",
            "Artigo 1.º Prémios\nO banco paga:\n1) O dobro da alínea\n2) do artigo 1.º;\n2) O triplo das 1) e\n"
            "3) do artigo 9.º",
            {
                "art_1": "O banco paga:",
                "art_1__point_1": "O dobro da alínea 2) do artigo 1.º;",
                "art_1__point_2": "O triplo das 1) e 3) do artigo 9.º",
            },
            ["2)", "3)"],
        ),
        (
            "pt", "Artigo 1.º Mesa\n1. A mesa fecha nos termos do n.º\n2. O banco paga.",
            {"art_1": "", "art_1__para_1": "A mesa fecha nos termos do n.º 2. O banco paga."}, ["2."],
        ),
        (
            "en", "Article 1 Bets\n1. As in article 5, paragraph\n2. They stand.",
            {"art_1": "", "art_1__para_1": "As in article 5, paragraph 2. They stand."}, ["2."],
        ),
        (
            "zh", "第一條 補牌\n點數為零、\n一、二、三或四時，補一張牌。",
            {"art_1": "點數為零、一、二、三或四時，補一張牌。"}, ["一、"],
        ),
        # A conjunction or a comma ends an item of a list.
        (
            "pt", "Artigo 1.º Prémios\nO banco paga:\n1) O dobro, e\n2) O triplo.",
            {"art_1": "O banco paga:", "art_1__point_1": "O dobro, e", "art_1__point_2": "O triplo."}, [],
        ),
        # Within a line, the full stop of an abbreviation ends no sentence.
        (
            "pt", "Artigo 1.º Prémios\nO banco paga:\n1) O dobro da al. 2) do artigo 9.º.",
            {"art_1": "O banco paga:", "art_1__point_1": "O dobro da al. 2) do artigo 9.º."}, [],
        ),
        # An article that was inserted, or before which others are lost, is told in a sentence as the next one is.
        ("en", "Article 1 Bets\nIt pays\nArticle 1-A Table", {"art_1": "It pays Article 1-A Table"}, ["Article 1-A"]),
        ("en", "Article 1 Bets\nIt pays the\nArticle 4 Table", {"art_1": "It pays the Article 4 Table"}, ["Article 4"]),
    ],
)  # fmt: skip
def test_a_number_in_a_sentence_that_runs_on_is_no_provision_and_told(
    language: str, text: str, said: dict[str, str], told: list[str]
) -> None:
    found = from_text(text, language)
    assert spoken(found) == said
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == [("in-sentence", number) for number in told]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "pt",
            "Artigo 1.º\nNúmeros\n1. A mesa fecha.\n2. A banca paga.",
            ["Números", "", "A mesa fecha.", "A banca paga."],
        ),
        (
            "en",
            "Article 1\nThrows for the point\n1. The dice are thrown.\n2. The bank pays.",
            ["Throws for the point", "", "The dice are thrown.", "The bank pays."],
        ),
        ("pt", "Artigo 1.º Números\n1. A mesa fecha.", ["Números", "", "A mesa fecha."]),
        # The paragraph of another article is cited.
        (
            "en",
            "Article 1\nAs in article 5, paragraph\n1. They stand.",
            ["", "As in article 5, paragraph 1. They stand."],
        ),
    ],
)
def test_the_first_paragraph_may_stand_below_a_title_that_ends_as_a_citation_begins(
    language: str, text: str, expected: list[str]
) -> None:
    found = from_text(text, language)
    assert [found.document.provisions[0].title, *spoken(found).values()] == expected


def test_ligatures_of_a_font_are_the_letters_that_they_stand_for_and_told() -> None:
    found = from_text("Artigo 1.º\nOﬁcial\nAs ﬁchas da mesa ﬂutuam.", "pt")
    assert found.document.provisions[0].title == "Oficial"
    assert spoken(found) == {"art_1": "As fichas da mesa flutuam."}
    assert [(mend.before, mend.after) for mend in found.mends] == [("ﬁ", "fi"), ("ﬁ", "fi"), ("ﬂ", "fl")]


@pytest.mark.parametrize(
    ("form", "by_number"), [("txt", False), ("md", False), *product(("html", "akn"), (False, True))]
)
def test_accents_that_stand_apart_are_one_character_with_their_letters(
    form: str, by_number: bool, tmp_path: Path
) -> None:
    """As systems of files and some programs of text keep them: the words, titles and header are those that are seen."""
    text = export(find("mo/q-poker", language="pt"), form).decode()
    whole, apart = tmp_path / f"whole.{form}", tmp_path / f"apart.{form}"
    whole.write_text(text, "utf-8")
    decomposed = unicodedata.normalize("NFD", text)
    if by_number:
        decomposed = re.sub("[\u0300-\u036f]", lambda accent: f"&#{ord(accent[0])};", decomposed)
    apart.write_text(decomposed, "utf-8")
    assert apart.read_bytes() != whole.read_bytes()
    expected, found = (import_files([file], "pt", work="mo/q-poker") for file in (whole, apart))
    told = print_document(found.document).replace("apart.", "whole.")
    assert told == print_document(expected.document)


@pytest.mark.parametrize("between", ["\n", ""])
def test_a_number_and_its_brackets_may_be_one_sign_and_a_comma_a_small_one(between: str) -> None:
    text = between.join(("一﹑銀行支付：", "㈠單：一賠一；", "㈡雙，依照\n㈠項：", "⑴大；", "⑵小。", "二﹑本局終了。"))
    assert spoken(from_text(f"第一條\n派彩\n{text}")) == {
        "art_1": "",
        "art_1__para_1": "銀行支付：",
        "art_1__para_1__point_1": "單：一賠一；",
        "art_1__para_1__point_2": "雙，依照㈠項：",
        "art_1__para_1__point_2__point_1": "大；",
        "art_1__para_1__point_2__point_2": "小。",
        "art_1__para_2": "本局終了。",
    }


def test_words_may_begin_as_what_follows_a_citation_does() -> None:
    """所有, 項目, 款項 and 及時 begin words; 項 and 款 alone, and 所指, go on citing."""
    text = "第一條\n所有投注\n規定：\n（一）所有投注；\n（二）項目；\n（三）款項；\n（四）及時，如第\n（五）項所指。"
    assert spoken(from_text(text)) == {
        "art_1": "規定：",
        "art_1__point_1": "所有投注；",
        "art_1__point_2": "項目；",
        "art_1__point_3": "款項；",
        "art_1__point_4": "及時，如第（五）項所指。",
    }


@pytest.mark.parametrize(
    ("language", "last", "signed", "gap"),
    [
        ("pt", "O despacho entra em vigor no dia seguinte.", "Macau, 3 de Março de 2004.", "\n\n"),
        ("pt", "Entra em vigor no dia seguinte.", "Macau, aos 3 de Março de 2004.", "\n"),
        ("zh", "即日起生效。", "澳門，二〇〇四年三月三日", "\n\n"),
        ("en", "It enters into force at once.", "Macao, 3 March 2004.", "\n"),
    ],
)
def test_the_sentence_before_a_date_of_signature_stays_in_its_provision(
    language: str, last: str, signed: str, gap: str
) -> None:
    number = "一、" if language == "zh" else "1. "
    heading = {"zh": "第一條 標的\n甲。", "pt": "Artigo 1.º Objecto\nÉ este.", "en": "Article 1 Bets\nThey stand."}[
        language
    ]
    said = spoken(from_text(f"{number}{last}{gap}{signed}\n\n{heading}", language))
    assert (said["para_1"], said["conclusions"]) == (last, signed)


@pytest.mark.parametrize(
    ("language", "words", "day"),
    [
        ("pt", "Entra em vigor no dia", "4 de Março\nde 2004."),
        ("zh", "生效日期為", "二〇〇四年三月四日。"),
        ("en", "It is in force from", "4 March 2004."),
    ],
)
def test_a_day_with_which_a_sentence_ends_on_a_line_of_its_own_is_no_day_of_signature(
    language: str, words: str, day: str
) -> None:
    """As the last words of all, and before the day on which the act was signed."""
    number = "一、" if language == "zh" else "1. "
    heading, place, signed = {
        "zh": ("第一條 標的\n甲。", "澳門，", "二〇〇四年三月三日"),
        "pt": ("Artigo 1.º Objecto\nÉ este.", "Macau, ", "3 de Março de 2004."),
        "en": ("Article 1 Bets\nThey stand.", "Macao, ", "3 March 2004."),
    }[language]
    sentence = f"{words}{'' if language == 'zh' else ' '}{day}".replace("\n", " ")
    said = spoken(from_text(f"{number}{words}\n{day}\n\n{place}{signed}\n\n{heading}", language))
    assert (said["para_1"], said["conclusions"]) == (sentence, f"{place}{signed}")
    found = from_text(f"{heading.partition(chr(10))[0]}\n{words}\n{day}", language)
    assert spoken(found) == {"art_1": sentence}


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("en", "Article 1 Bets\n1. They stand. 2. It pays 5. 6 is more. 3. It ends.", ["2.", "3."]),
        ("pt", "Artigo 1.º Mesa\nÉ esta. Artigo 2.º Banco\nPaga.", ["Artigo 2.º"]),
        # A figure, a number that does not continue, and what is cited are words.
        ("pt", "Artigo 1.º Mesa\n1. São 5. 7. Nada. Veja-se o art. 2. Mais.\n2. São 3. 4 são mais.", []),
    ],
)
def test_a_number_behind_a_sentence_on_its_line_is_told(language: str, text: str, told: list[str]) -> None:
    """In letters it may as well be a figure with which the sentence before ends, so that it stays among the words."""
    assert [(d.kind, d.number) for d in from_text(text, language).doubts] == [("in-line", number) for number in told]


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("O regula-", "mento.", "O regulamento."),
        # The hyphen of a word, at the end of a line: where it comes again on the next, it stands there once.
        ("Joga-", "-se.", "Joga-se."),
        ("O Vice-", "Presidente.", "O Vice-Presidente."),
        ("Das cartas 2-", "7.", "Das cartas 2-7."),
        ("Par -", "Trio.", "Par - Trio."),
    ],
)
def test_a_word_with_a_hyphen_at_the_end_of_a_line_is_one_word(first: str, second: str, whole: str) -> None:
    assert spoken(from_text(f"Artigo 1.º Mesa\n\n{first}\n{second}", "pt")) == {"art_1": whole}


ANNEXES = [
    ("pt", "Artigo 1.º Mesa\nÉ esta.", "ANEXO II\n(a que se refere o artigo 1.º)\nPar: 1.", "II"),
    ("pt", "Artigo 1.º Mesa\nPaga:\n1) Par: 1.", "Anexo\nTrio: 3", ""),
    # Numbers of an annex go on with none of the last article, and begin none in it.
    ("pt", "Artigo 1.º Mesa\nPaga:\n1) Par: 1.", "ANEXO I – Tabela\n2) Trio: 3.\n3) Cor: 4.", "I – Tabela"),
    ("pt", "Artigo 1.º Mesa\nÉ esta.", "ANEXO\n1. Trio: 3.\n2. Cor: 4.", ""),
    ("zh", "第一條 標的\n一、甲。", "附件一：派彩表\n二、乙。\n附件二\n一、丙。", "一：派彩表"),
    ("zh", "第一條 標的\n甲。", "附表一\n一對 1:1", "附表一"),
    ("en", "Article 1 Bets\nThey stand.", "Appendix A\nPair: 1.", "Appendix A"),
    ("en", "Article 1\nSchedule\nThey stand.", "Schedule 1\nPair: 1.", "Schedule 1"),
]


@pytest.mark.parametrize(("language", "text", "annex", "title"), ANNEXES)
def test_an_annex_behind_the_last_article_is_one_and_no_words_of_it(
    language: str, text: str, annex: str, title: str
) -> None:
    """Without an empty line before it, as a text has it that a PDF or a page was copied from."""
    found, (name, *words) = from_text(f"{text}\n{annex}", language), annex.split("\n")
    assert spoken(found) == {**spoken(from_text(text, language)), "att_1": "\n".join(words)}
    assert (found.document.provisions[-1].title, found.left) == (title, ())
    assert [(d.kind, d.number) for d in found.doubts if d.kind != "unannounced"] == [("annex-behind", name)]
    # Of the header it is not the title.
    assert metadata_of(found.document).title == ""


def test_an_annex_behind_the_articles_has_a_signature_below_it_and_ends_before_another_act() -> None:
    signed = "15 de Março de 2006.\n\nO Secretário para a Economia, Tam Pak Yuen."
    annex = f"ANEXO\n\nPar: 1\n\n[texto do Despacho n.º 1/2031]\n\nTrio: 3\n\n{signed}"
    found = from_text(f"Artigo 1.º Mesa\nÉ esta.\n\n{annex}\n\nDespacho n.º 2/2006\n\n1. Nada.", "pt")
    assert spoken(found) == {
        "art_1": "É esta.",
        "conclusions": signed.replace("\n\n", "\n"),
        "att_1": "Par: 1\nTrio: 3",
    }
    left = {left.reason: left.lines[0].text for left in found.left}
    assert left == {"after": "Despacho n.º 2/2006", "beside": "[texto do Despacho n.º 1/2031]"}


@pytest.mark.parametrize(
    ("text", "annex"),
    [
        ("1. Há um jogo.\n\nANEXO\n\nREGRAS\n\nArtigo 1.º Mesa\nÉ esta.", "ANEXO I\n\nPar: 1.\n\n2. Trio: 3."),
        ("Artigo 1.º Mesa\nÉ esta.", "ANEXO\n\nREGRAS\n\nArtigo 1.º Mesa\n\nÉ outra."),
    ],
)
def test_a_second_annex_and_one_with_articles_of_its_own_are_left_out(text: str, annex: str) -> None:
    """A text has one annex here, and each article once."""
    found = from_text(f"{text}\n\n{annex}", "pt")
    assert spoken(found) == spoken(from_text(text, "pt"))
    assert [line.text for left in found.left if left.reason == "after" for line in left.lines] == annex.split("\n\n")


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        (
            "pt",
            "Artigo 1.º Mesa\n1- É esta.\n2– As fichas:\n5- são poucas.",
            ["", "É esta.", "As fichas: 5- são poucas."],
        ),
        ("pt", "Artigo 1.º Mesa\n1 — É esta.\n2 — e nenhuma outra.", ["", "É esta.", "e nenhuma outra."]),
        ("en", "Article 1. Bets\nThey stand.\nArt. 2 Seats\nThere are five.", ["They stand.", "There are five."]),
    ],
)
def test_numbers_may_have_a_dash_behind_them_and_articles_a_short_name(
    language: str, text: str, said: list[str]
) -> None:
    found = from_text(text, language)
    assert [*spoken(found).values()] == said
    assert not any(provision.title.startswith(".") for provision in found.document.all())


def test_an_instrument_that_a_recital_cites_on_a_line_of_its_own_is_not_that_of_the_text() -> None:
    """The order was made in the year of the law that it cites; its recital is one sentence."""
    recital = "Nos termos do artigo 5.º da\nLei n.º 16/2001\ne do parecer, o Secretário manda:"
    rest = "1. Há um jogo.\n\n3 de Março de 2001.\n\nREGULAMENTO DO JOGO\n\nArtigo 1.º Fim\nAcaba."
    found = import_lines(rows(f"{recital}\n\n{rest}"), "pt", work="xx/y")
    said = metadata_of(found.document)
    assert (said.instrument, said.identifier, found.left, [doubt.kind for doubt in found.doubts]) == ("", "", (), [])
    assert spoken(found)["preamble"] == recital.replace("\n", " ")
    named = import_lines(rows(f"Lei n.º 16/2001\n\n{recital}\n\n{rest}"), "pt", work="xx/y")
    assert metadata_of(named.document).instrument == "Lei n.º 16/2001"
    cited = "一、按照經修改的\n第16/2001號法律\n第三條規定，作出批示。"
    assert metadata_of(from_text(cited).document).instrument == ""


@pytest.mark.parametrize(
    ("text", "titles", "said"),
    [
        # Without empty lines: a title ends before a sentence, and a part begins with its number.
        (
            "Artigo 1.º\nMesa\nTem sete lugares.\nCAPÍTULO II\nDas apostas\nArtigo 2.º\nApostas\nSão:\n1) Par;\n"
            "2) Trio\nSECÇÃO II\nPrémios\nArtigo 3.º\nFim\nAcaba.",
            ["Mesa", "Apostas", "Fim"], ["Tem sete lugares.", "São:", "Par;", "Trio", "Acaba."],
        ),
        # A part that is cited is words.
        ("Artigo 1.º\nMesa\nComo prevê o\nCapítulo II\nda lei.", ["Mesa"], ["Como prevê o Capítulo II da lei."]),
        # A line of its own with a comma is a title where something stands between it and a sentence.
        ("Artigo 1.º\nMesa, bola\n\nTem sete lugares.", ["Mesa, bola"], ["Tem sete lugares."]),
        ("Artigo 1.º\nMesa, bola\n1. Tem sete lugares.", ["Mesa, bola"], ["", "Tem sete lugares."]),
        ("Artigo 1.º\nA mesa, com o\n\nBanco, fecha.", [""], ["A mesa, com o Banco, fecha."]),
    ],
)  # fmt: skip
def test_titles_end_where_sentences_and_parts_begin(text: str, titles: list[str], said: list[str]) -> None:
    found = from_text(text, "pt")
    assert [p.title for p in found.document.all() if p.level is Level.ARTICLE] == titles
    assert list(spoken(found).values()) == said


def test_a_number_with_its_name_at_the_end_of_a_sentence_is_no_page() -> None:
    found = from_text(
        "Artigo 1.º Mesa\n\nFecha nos termos do\nn.º 4.\n\nArtigo 2.º Fim\n\nAcaba.\n\np. 12\n\nArtigo 3.º\n\nE.", "pt"
    )
    assert spoken(found) == {"art_1": "Fecha nos termos do n.º 4.", "art_2": "Acaba.", "art_3": "E."}
    assert [(item.reason, [line.text for line in item.lines]) for item in found.left] == [("page-number", ["p. 12"])]


# ── Forms of documents ──────────────────────────────────────────────────────


def as_page(text: str) -> str:
    """A page of HTML with a frame around the lines of a text."""
    body = "\n".join(f"<p>{line.replace('<', '&lt;')}</p>" for line in text.split("\n") if line.strip())
    menu = "<nav><p>Artigo 1.º</p><p>999 Publicidade</p></nav><script>var a = '第一條';</script>"
    head = "<!DOCTYPE html><html><head><title>Publicidade</title></head>"
    return f"{head}<body>{menu}{body}<footer>Fim</footer></body></html>"


def test_html_gives_what_its_text_gives(tmp_path: Path) -> None:
    page = tmp_path / "page.dat"
    page.write_text(as_page(PAGE.path.read_text("utf-8")), "utf-8")
    assert form_of(read_raw(page)) == "html"
    found = import_files([page], "pt")
    assert found.eids == imported(PAGE).eids
    assert words(found) == words(imported(PAGE))
    assert "Publicidade" not in print_document(found.document)


@pytest.mark.parametrize(
    "page",
    [
        # The ends of head and body, and their beginnings, may be left out, as browsers read them.
        "<html><head><meta charset=utf-8><title>Frame</title><body>{}</html>",
        "<html><head><title>Frame</title><script>var frame;</script>{}",
        "<!doctype html><title>Frame</title>{}",
        # Forms and the like that are never closed, or by what they stand in.
        "<body><form>{}",
        "<body><p>Article 1 Bets<form><p>Bets are placed.</p><aside><p>Article 2 End<p>The round ends.",
        "<body><div><aside>Frame</div>{}<table><tr><td><form>Frame</table>",
        "<body>{}<nav>Frame<nav>Frame</nav></nav></form></div>",
        "<body>{}<script>var frame;",
        # With the end of the page written, and as a block of its own between two lines.
        "<html><body><form>{}</body></html>",
        "<body>Article 1 Bets<br>Bets are placed.<aside><p>Frame</p></aside>Article 2 End<br>The round ends.</body>",
    ],
)
def test_html_without_the_ends_that_may_be_left_out(page: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(page.format("<p>Article 1 Bets<p>Bets are placed.<p>Article 2 End<p>The round ends."), "utf-8")
    found = [line.text for line in read_lines(read_raw(file), "html").lines]
    assert found == ["Article 1 Bets", "Bets are placed.", "Article 2 End", "The round ends."]


def test_superscripts_deletions_and_what_is_no_text_are_kept_or_told_with_their_places(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(
        "<html><body><!-- a\ncomment -->\n<p>Article 1</p>\n"
        "<p>It pays <del>20</del><ins>30</ins> to 1, the 1<sup>st</sup> time;\n"
        "the limit is 10<sup>6</sup>, of x<sub>2</sub>, or 2<sup>k</sup> <s>not</s> more; <img src=j alt=joker>.</p>\n"
        "<ol><li>one;</li></ol>\n<p>Tel: 12345678</p><nav>Menu</nav><p>Article 2<p>The round ends.</body></html>",
        "utf-8",
    )
    found = import_files([file], "en")
    assert spoken(found) == {
        "art_1": "It pays 30 to 1, the 1st time; the limit is 10⁶, of x₂, or 2k more; .\none;",
        "art_2": "The round ends.",
    }
    left = [(item.reason, line.text, line.place) for item in found.left for line in item.lines]
    assert sorted(left) == [
        ("contact", "Tel: 12345678", "page.html:7"),
        ("foreign", "joker", "page.html:5"),
        ("page", "Menu", "page.html:7"),
        ("struck", "20", "page.html:4"),
        ("struck", "not", "page.html:5"),
    ]
    assert [(d.kind, d.place, d.number) for d in found.doubts] == [
        ("counted", "page.html:6", ""), ("raised", "page.html:5", "k")
    ]  # fmt: skip


def from_page(body: str, path: Path, *, suffix: str = "html") -> Imported:
    """What a page of HTML holds after the heading of its first article."""
    file = path / f"page.{suffix}"
    file.write_text(f"<html><body><p>Article 1 Bets</p>{body}</body></html>", "utf-8")
    return import_files([file], "en")


@pytest.mark.parametrize(
    ("body", "left"),
    [
        # In a script, a style and a title a browser sees no comment; one that is not closed hides the rest of the page.
        ("<p>It stands.</p><script>a = '<!-- x';</script><p>Article 2</p><p>It ends.</p>", []),
        ("<p>It stands.</p><STYLE>/*<!--*/</STYLE ><p>Article 2</p><p>It ends.</p>", []),
        ("<p>It stands.</p><p>Article 2</p><p>It ends.</p><!-- never <p>closed", ["page"]),
        # Blocks of their own, one line each, as a browser shows them.
        ("It stands.<center>Article 2</center>It ends.", []),
        ("<figure><figcaption>It stands.</figcaption></figure><address>Article 2</address>It ends.", []),
        ("<pre>It\nstands.\n\nArticle 2\nIt ends.</pre>", []),
    ],
)
def test_lines_of_a_page_are_those_that_a_browser_shows(body: str, left: list[str], tmp_path: Path) -> None:
    found = from_page(body, tmp_path)
    assert spoken(found) == {"art_1": "It stands.", "art_2": "It ends."}
    assert [item.reason for item in found.left] == left


@pytest.mark.parametrize(
    ("body", "said", "doubts"),
    [
        # Letters behind a number are of it; behind a word they are the mark of a note, and would be its end.
        ("the 1<sup>st</sup>, n.<sup>o</sup> 2, 3.<sup>a</sup>, 2<sup>º</sup>", "the 1st, n.o 2, 3.a, 2º", []),
        ("the bank<sup>a</sup> or<sup>e</sup>", "the banka ore", [("raised", "a"), ("raised", "e")]),
        ("the word <q>bank</q>", "the word “bank”", []),
        ("ten<span style='vertical-align: super'>2</span>", "ten2", [("styled", "")]),
        ("<i style='text-decoration:line-through'>not</i> so", "not so", [("styled", "")]),
        ("<i style='display: none'>not</i> so", "not so", [("styled", "")]),
        ("<i hidden>not</i> so", "not so", [("styled", "")]),
    ],
)
def test_what_a_browser_shows_beside_the_words_is_kept_or_told(
    body: str, said: str, doubts: list[tuple[str, str]], tmp_path: Path
) -> None:
    found = from_page(f"<p>It is {body}.</p>", tmp_path)
    assert spoken(found) == {"art_1": f"It is {said}."}
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == doubts


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "第一條 用具\n一、\n一枚骰子。\n二、\n以下之一：\n(一)\n紙牌；\n(二)\n骨牌。\n第二條 開始\n擲骰。"),
        (
            "pt",
            "Artigo 1.º Material\n1.\nUm dado.\n2.\nUm destes:\n1)\nCartas;\n2)\nPedras.\nArtigo 2.º Início\nLança-se.",
        ),
        (
            "en",
            "Article 1 Material\n1.\nOne die.\n2.\nOne of:\n1)\nCards;\n2)\nTiles.\nArticle 2 Start\nIt is thrown.",
        ),
    ],
)
def test_numbers_may_stand_alone_on_their_lines(language: str, text: str) -> None:
    found = from_text(text, language)
    assert list(spoken(found)) == [
        "art_1", "art_1__para_1", "art_1__para_2", "art_1__para_2__point_1", "art_1__para_2__point_2", "art_2",
    ]  # fmt: skip
    assert [len(words) > 0 for words in spoken(found).values()] == [False, True, True, True, True, True]
    assert found.doubts == ()


@pytest.mark.parametrize(
    "text",
    [
        # The end of a sentence, though it is broken before its last word.
        "Article 1 Wins\n1. It wins with a total of more than\n2.\nElse it loses.",
        "Article 1 Wins\nIt wins with a total of\n1.\nElse it loses.",
        # The number of a page, with which the text of an article ends.
        "Article 1 Wins\nIt wins.\n1.\nArticle 2 Loses\nIt loses.",
    ],
)
def test_a_number_alone_on_its_line_is_no_heading_within_a_sentence_nor_with_nothing_behind_it(text: str) -> None:
    found = from_text(text, "en")
    assert not {"art_1__para_2"} & {*spoken(found)}
    assert ("art_1__para_1" in spoken(found)) is ("\n1. " in text)


def test_a_number_in_a_cell_or_block_of_its_own_is_that_of_the_words_behind_it(tmp_path: Path) -> None:
    found = from_page(
        "<p>It pays:</p><table><tr><td>1)</td><td>One;</td></tr><tr><td>2)</td><td>Two.</td></tr></table>"
        "<p>Article 2</p><p>1.</p><p>Three.</p>"
        "<p>7.</p><p>Article 3</p><p>Four.</p>",
        tmp_path,
    )
    assert spoken(found) == {
        "art_1": "It pays:", "art_1__point_1": "One;", "art_1__point_2": "Two.", "art_2": "",
        "art_2__para_1": "Three.\n7.", "art_3": "Four.",
    }  # fmt: skip
    assert found.left == ()


@pytest.mark.parametrize(
    ("rows", "is_told"),
    [
        ("<tr><td>Pair<td>3 to 1<tr><td>Trio<td>4 to 1", False),
        # A title over all columns, the cells of a layout, and rows without any word say nothing wrong.
        ("<tr><th colspan=2>Prizes<tr><td>Pair<td>3 to 1<tr><td><td>", False),
        ("<tr><td>&nbsp;<td><table><tr><td>Pair<td>3 to 1</table>", False),
        ("<tr><td>Pair<td rowspan=2>3 to 1<tr><td>Trio", True),
        ("<tr><td>Pair<td colspan='2'>3 to 1<tr><td>Trio<td>4 to 1<td>5 to 1", True),
        ("<tr><td>Pair<td>&nbsp;<td>3 to 1<tr><td>Trio<td>4 to 1<td></table>", True),
    ],
)
def test_a_table_in_which_words_may_belong_to_others_is_told_once(rows: str, is_told: bool, tmp_path: Path) -> None:
    found = from_page(f"<p>It pays:</p>\n<table>{rows}</table><p>Article 2</p><p>It ends.</p>", tmp_path)
    assert [(doubt.kind, doubt.place) for doubt in found.doubts] == [("cells", "page.html:2")] * is_told


@pytest.mark.parametrize(
    ("suffix", "said", "left"), [("xhtml", "It stands. Always.", []), ("html", "It stands.", ["page"])]
)
def test_a_section_of_plain_text_is_words_where_a_browser_shows_it(
    suffix: str, said: str, left: list[str], tmp_path: Path
) -> None:
    found = from_page("<p>It stands.<![CDATA[ Always.]]></p>", tmp_path, suffix=suffix)
    assert spoken(found) == {"art_1": said}
    assert [item.reason for item in found.left] == left


def test_markdown_is_read_as_it_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "law.md"
    file.write_text(
        "## Article 1\n\n1\\. The stake is 5 &amp; more; "
        "R&D \\*not\\* **ten** 2*3 or 4*5 &nbsp;x; \\&lt; 10<sup>6</sup>.\n\n"
        "&nbsp;&nbsp;&nbsp;&nbsp;2\\. Second.\n\n&nbsp;&nbsp;\n",
        "utf-8",
    )
    assert spoken(import_files([file], "en")) == {
        "art_1": "",
        "art_1__para_1": "The stake is 5 & more; R&D *not* ten 2*3 or 4*5 x; &lt; 10⁶.",
        "art_1__para_2": "Second.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "kinds", "said"),
    [
        (b"Artigo 1.\xba Apostas\n\nAposta \x81 v\xe1lida.", ["code", "lost-character"], "Aposta \ufffd válida."),
        ("Artigo 1.º Apostas\n\nAposta válida.".encode("cp1252"), ["code"], "Aposta válida."),
        ("Artigo 1.º Apostas\n\nAposta válida.".encode(), [], "Aposta válida."),
        ("Artigo 1.º Apostas\n\nAposta válida.".encode("utf-16"), [], "Aposta válida."),
    ],
)
def test_the_code_of_a_text_in_letters_is_told_where_nothing_says_it(
    data: bytes, kinds: list[str], said: str, tmp_path: Path
) -> None:
    file = tmp_path / "law.txt"
    file.write_bytes(data)
    found = import_files([file], "pt")
    assert [doubt.kind for doubt in found.doubts] == kinds
    assert spoken(found) == {"art_1": said}


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"PK\x03\x04 and so on", "document-of-a-program"),
        (b"{\\rtf1 Artigo 1.}", "document-of-a-program"),
        ("Artigo 1.º Apostas\n\nAposta válida.".encode("utf-16-le"), "document-no-text"),
        ("第一條\n標的。".encode("utf-16-be"), "document-no-text"),
        ("Artigo 1.º Apostas\n\nAposta válida.".encode("utf-32"), "document-no-text"),
    ],
)
def test_files_that_are_no_text_are_refused_by_what_they_are(data: bytes, key: str, tmp_path: Path) -> None:
    file = tmp_path / "law.docx"
    file.write_bytes(data)
    with pytest.raises(UnreadableDocument) as problem:
        import_files([file], "pt")
    assert problem.value.key == key


def test_the_name_of_a_file_stands_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "a\nregulation: evil.txt"
    file.write_text("Article 1 Bets\n\nBets are placed.\n", "utf-8")
    printed = print_document(import_files([file], "en").document)
    assert printed.startswith("note: imported from a regulation: evil.txt; not compared")


def test_other_codes_and_several_files_are_read(tmp_path: Path) -> None:
    lines = FORUM.path.read_text("utf-8").replace("\ue834", "場").split("\n")
    files = [tmp_path / "1.txt", tmp_path / "2.txt"]
    files[0].write_bytes("\r\n".join(lines[:60]).encode("big5hkscs"))
    files[1].write_bytes("\r\n".join(lines[60:]).encode("utf-16"))
    assert import_files(files, "zh").eids == imported(FORUM).eids


@pytest.mark.parametrize(
    ("text", "code", "doubts"),
    [
        # The bytes of each are valid in the other code too, as 菴珨沭 梓腔 in Big5.
        ("第一条 标的\n本规章规定百家乐的规则。", "gb18030", []),
        ("第一條 標的\n本規章訂定百家樂之規則。", "big5hkscs", []),
        # All characters are frequent, whichever of the codes they are read in.
        ("第一條 條\n第、條、條。", "big5hkscs", ["code"]),
    ],
)
def test_the_code_of_chinese_is_told_by_its_frequent_characters(
    text: str, code: str, doubts: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "law.txt"
    file.write_bytes(text.encode(code))
    assert [line.text for line in read_lines(read_raw(file), "text").lines] == text.split("\n")
    found = import_files([file], "zh")
    assert [doubt.kind for doubt in found.doubts if doubt.kind == "code"] == doubts
    for language in LANGUAGES:
        for doubt in found.doubts:
            said = catalogue(language).say(f"import.doubt.{doubt.kind}", place=doubt.place, number=doubt.number)
            assert "law.txt" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_failures_are_sentences(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, broken = tmp_path / "empty.txt", tmp_path / "broken.pdf"
    empty.write_text("", "utf-8")
    broken.write_bytes(b"%PDF-1.7 and nothing more")
    for file in (empty, broken, tmp_path / "none.txt", tmp_path):
        assert main(["import", str(file), "--work", "mo/x", "--text", "pt", "--lang", language]) == 1
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["import", str(empty), "--work", "mo/x"]) == 2
    assert catalogue("en").say("usage.wrong.no-language") in capsys.readouterr().err
    assert main(["import", str(empty), "--work", "mo/x", "--text", "pt", "--traditional"]) == 2
    assert "--text zh" in capsys.readouterr().err
    with pytest.raises(UnreadableDocument):
        import_files([broken], "pt")
    with pytest.raises(NothingFound):
        import_files([empty], "pt")


@pytest.mark.parametrize(
    ("text", "key"),
    [("\n" + "1" * (MAX_LINE + 1), "line-too-long"), ("a \n" * (MAX_TEXT // 3 + 1), "document-too-large")],
)
@pytest.mark.parametrize("form", ["text", "html", "ocr"])
def test_what_is_longer_than_a_law_is_refused_before_it_is_read(text: str, key: str, form: str, tmp_path: Path) -> None:
    file = tmp_path / "long"
    file.write_text(text, "utf-8")
    with pytest.raises(UnreadableDocument) as problem:
        import_files([file], "pt", form=form)
    assert problem.value.key == key


REFUSED = {
    "long.txt": (
        b"Artigo 1.\n" + b"a" * 10_001,
        "long.txt:2: the line has more than 10,000 characters, which no line of a regulation has",
    ),
    "large.txt": (b"a\n" * 600_000, "“large.txt” has more than 1 MB"),
    "deep.akn": (
        b"<a>\n<b>" * 60 + b"</b></a>" * 60,
        "deep.akn:51: elements stand within one another more than 100 deep",
    ),
    "cut.akn": (b"<a>\n<b>\n</a>", "cut.akn:3: the XML is not well formed"),
    "empty.akn": (b" \n", "“empty.akn” is empty"),
    "page.akn": (b"<html/>", "“page.akn” is no document of Akoma Ntoso"),
    "broken.pdf": (
        b"%PDF-1.4\ngarbage",
        "“broken.pdf” cannot be read as PDF: it is none, is broken, or has a password",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_names_its_reason_its_limit_and_its_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, said = REFUSED[name]
    (tmp_path / name).write_bytes(data)
    assert main(["import", str(tmp_path / name), "--work", "mo/x", "--text", "pt", "--lang", "en"]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"lexludi: {said}")


def test_the_forms_are_those_of_the_command() -> None:
    assert set(FORMS) == {"text", "html", "pdf", "ocr", "akn"}
    assert re.search(r"\bpdf\b", catalogue("en").say("help.import.files").lower())


def test_a_number_beside_what_is_left_out_on_its_line_is_told_as_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The frame of a page stands on the line of the heading that continues nothing, whose words are kept."""
    file = tmp_path / "a.html"
    file.write_text(
        "<p>Article 1 Aim</p>\n<p>1. The worth is 5</p>\n"
        "<p>Article 2-A Term</p><p>Words.</p><p>Article 4 End</p><p>Nothing.</p><footer>Printing Office</footer>",
        "utf-8",
    )
    assert main(["import", str(file), "--work", "xx/a", "--text", "en", "--lang", "en"]) == 0
    out, told = capsys.readouterr()
    assert "  | The worth is 5 Article 2-A Term Words.\n" in out
    assert "a.html:3: “Article 2-A” does not continue any numbering and was taken for words" in told


# By language, a text whose headings have marks between the numbers and what follows.
SET_APART = {
    "zh": "第一條：標的\n\n規範博彩。\n\n第二條－定義\n\n賭枱為桌。\n\n第三條：\n投注\n\n投注有效。\n\n"
    "第四條：派彩為一賠一。",
    "pt": "Artigo 1.º – Objecto\n\nRegula o jogo.\n\nArtigo 2.º: A mesa\n\nA mesa é redonda.\n\n"
    "Artigo 3.º.\nApostas\n\nAposta-se antes.\n\nArtigo 4.º - Os prémios são iguais.",
    "en": "Article 1 — Subject\n\nIt governs a game.\n\nArticle 2: Tables\n\nA table is round.\n\n"
    "Article 3.\nBets\n\nBets come first.\n\nArticle 4 - Prizes are equal.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_between_a_number_and_a_title_are_no_part_of_the_title_and_no_words(language: str) -> None:
    found = from_text(SET_APART[language], language)
    titles = {"zh": "標的|定義|投注|", "pt": "Objecto|A mesa|Apostas|", "en": "Subject|Tables|Bets|"}
    assert [p.title for p in found.document.all()] == titles[language].split("|")
    begun = {"zh": "規賭投派", "pt": "RAAO", "en": "IABP"}
    assert "".join(text[0] for text in spoken(found).values()) == begun[language]


def test_a_number_below_zero_behind_that_of_an_article_keeps_its_sign() -> None:
    assert spoken(from_text("Article 1 -5 points are lost.", "en")) == {"art_1": "-5 points are lost."}


# By language, a text with numbers in forms that the language has not, the eIds, and how the first of a list was read.
IN_OTHER_FORMS = [
    (
        "zh",
        "第一條\n賭枱\n1. 賭枱為圓形。\n2. 賭枱有：\n（一）枱面：1. 圓；2. 方，比例為1.5倍；\n"
        "（二）賠率：\n1、一賠一；\n2、一賠二。\n"
        "3. 上午10:30、下午3:20開始。\n\n第二條\n有：（1）甲：1. 紅；2. 藍；（2）乙；（3）丙。",
        "art_1 art_1__para_1 art_1__para_2 art_1__para_2__point_1 art_1__para_2__point_1__point_1 "
        "art_1__para_2__point_1__point_2 art_1__para_2__point_2 art_1__para_2__point_2__point_1 "
        "art_1__para_2__point_2__point_2 art_1__para_3 art_2 art_2__point_1 art_2__point_1__point_1 "
        "art_2__point_1__point_2 art_2__point_2 art_2__point_3",
        ["1. → 一、", "1. → (1)", "1、 → (1)", "1. → (1)"],
    ),
    (
        "pt",
        "Artigo 1.º\nFichas\n\n1. As fichas são:\na) brancas;\nb) azuis: (1) claras; (2) escuras.\n2. Joga-se.\n\n"
        "Artigo 2.º\nMesas\n\nSão mesas: i) a alta; ii) a baixa.\nNos termos da alínea\na) do artigo 1.º aposta-se.",
        "art_1 art_1__para_1 art_1__para_1__point_1 art_1__para_1__point_2 art_1__para_1__point_2__point_1 "
        "art_1__para_1__point_2__point_2 art_1__para_2 art_2 art_2__point_1 art_2__point_2",
        ["a) → 1)", "i) → 1)"],
    ),
    (
        "en",
        "Article 1\nRanks\n(a) The ranks are low or high.\n(b) These are: i) an ace; ii) a king (see a) above).\n"
        "(c) Low are:\n(i) a two;\n(ii) a three.\n\nArticle 2\n\nWhoever bets late loses;\na) so it is.",
        "art_1 art_1__point_1 art_1__point_2 art_1__point_2__indent_1 art_1__point_2__indent_2 "
        "art_1__point_3 art_1__point_3__point_1 art_1__point_3__point_2 art_2",
        ["(a) → 1)", "(i) → (1)"],
    ),
]


@pytest.mark.parametrize(("language", "text", "eids", "told"), IN_OTHER_FORMS, ids=[row[0] for row in IN_OTHER_FORMS])
def test_lists_in_forms_that_a_language_has_not_are_read_and_told(
    language: str, text: str, eids: str, told: list[str]
) -> None:
    found = from_text(text, language)
    assert found.eids == tuple(eids.split())
    assert [doubt.number for doubt in found.doubts if doubt.kind == "changed-number"] == told
    assert found.left == ()


@pytest.mark.parametrize("letters", ["abcdefghijklmn", "abcdefghijlmno"])
def test_a_list_of_letters_goes_on_with_i_and_may_pass_over_k(letters: str) -> None:
    text = "Artigo 1.º\nValores\n\nOs valores são:\n" + "\n".join(f"{letter}) um valor;" for letter in letters)
    found = from_text(text, "pt")
    assert found.eids == ("art_1", *(f"art_1__point_{n}" for n in range(1, 15)))
    assert found.missing == ()


@pytest.mark.parametrize(("language", "prize"), [("pt", "para"), ("en", "to")])
def test_a_table_of_prizes_is_not_taken_for_another_language(language: str, prize: str) -> None:
    """Numbers are no words of any language; a text of names and odds has few others."""
    head = {"pt": "Artigo 1.º\nPrémios\n\nA casa paga:\n", "en": "Article 1\nPrizes\n\nThe house pays:\n"}[language]
    text = head + "\n".join(f"{n}) Lucky Dragon: {n} {prize} 1 (0,{n});" for n in range(1, 13))
    found = from_text(text, language)
    assert not found.foreign
    assert len(found.eids) == 13


def test_private_codes_of_marks_in_chinese_fonts_of_pdf_are_mended_and_told() -> None:
    found = from_text("第一條\n標的\n\uf6f4…\uf6f5")
    assert found.private == ()
    assert [(mend.kind, mend.after) for mend in found.mends][:2] == [("private-use", "［"), ("private-use", "］")]


@pytest.mark.parametrize("between", [" ", "\n"])
@pytest.mark.parametrize("title", ["第三張牌", "至尊對子", "第一", "或然率"])
def test_a_title_may_begin_as_another_number_of_a_citation_does(title: str, between: str) -> None:
    text = f"第一條\n標的\n\n規範博彩。\n\n第二條{between}{title}\n\n投注有效。"
    assert [p.title for p in from_text(text).document.all()] == ["標的", title]


CITED = [
    "第二條(三)項",
    "第二條（第三款）",
    "第二條 第三款",
    "第二條至第四條",
    "第二條\n第一項",
    "第二條至\n第四條",
    "第二條\n至第四條",
]


@pytest.mark.parametrize("cited", CITED)
def test_an_article_that_is_cited_with_another_number_begins_none(cited: str) -> None:
    assert from_text(f"第一條\n標的\n\n規範博彩。\n{cited}適用之。").eids == ("art_1",)


def test_a_title_may_stand_in_brackets_behind_the_number_of_an_article() -> None:
    """As in codes, and where an article is repealed; a number in brackets is that of an item that is cited."""
    found = from_text("第一條（標的）\n規範博彩。\n第二條（廢止）\n第三條 (三公)\n三張牌；\n第四條(一)項除外。")
    titles = ["（標的）", "（廢止）", "(三公)"]
    assert [(p.title, words_of(p)) for p in found.document.all()] == list(
        zip(titles, ["規範博彩。", "", "三張牌；第四條(一)項除外。"], strict=True)
    )


TABLE = ["投注 派彩", "大小 1賠1", "圍骰 30"]


@pytest.mark.parametrize("form", ["text", "ocr"])
@pytest.mark.parametrize(
    "above", ["第一條\n派彩表", "第一條 派彩表\n甲。", "第一條 派彩表\n一、\t甲：", "第一條 派彩表\n一、\t甲。"]
)
@pytest.mark.parametrize("below", ["", "\n第二條\n附則\n乙。"])
def test_rows_of_a_table_are_lines_of_what_they_stand_below(form: str, above: str, below: str, tmp_path: Path) -> None:
    """With tabs, as they are copied from a page, or in Markdown: neither more of a title nor run together, nor lost."""
    file = tmp_path / "law"
    cells = [row.split(" ") for row in TABLE]
    table = ["\t".join(row) if form == "text" else f"| {' | '.join(row)} |" for row in cells]
    file.write_text("\n".join([above, *table]) + below, "utf-8")
    found = import_files([file], "zh", form=form)
    assert next(p.title for p in found.document.all()) == "派彩表"
    said = next(words for words in reversed(list(spoken(found).values())) if "30" in words)
    assert said.split("\n")[-3:] == TABLE
    assert (found.left, [mend for mend in found.mends if mend.kind == "space"]) == ((), [])


def test_rows_of_a_table_in_markdown_are_lines_and_links_are_their_words(tmp_path: Path) -> None:
    file = tmp_path / "law.md"
    file.write_text(
        "## Article 1 Prizes\n\nThe prizes are:\n\n| Hand | Prize |\n|:-----|------:|\n| *Pair* | 1 \\| 1 |\n"
        "| Trio | 10 to 1 |\n\n## Article 2 Bets<br>\n\n- A bet is [made](https://example.org/bets) (see [1]).\n",
        "utf-8",
    )
    found = import_files([file], "en")
    assert spoken(found) == {
        "art_1": "The prizes are:\nHand Prize\nPair 1 | 1\nTrio 10 to 1",
        "art_2": "A bet is made (see [1]).",
    }
    assert [p.title for p in found.document.all()] == ["Prizes", "Bets"]
    assert found.left == ()
