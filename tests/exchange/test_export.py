"""Texts leave in the forms that others read: nothing of them is lost, and what they are is said."""

import json
import os
import re
from collections.abc import Callable
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from lxml import html as html_reader

from lexludi.base.messages import Catalogue, catalogue
from lexludi.base.resources import data_folder
from lexludi.cli import main
from lexludi.exchange.importing import Imported, import_files
from lexludi.exchange.markup import as_html, as_xml, element
from lexludi.exchange.reading_copy import reading_copy
from lexludi.exchange.renditions import FORMS, _escaped
from lexludi.exchange.renditions import export as export_file
from lexludi.language.nodes import Document, Mark, Provision
from lexludi.language.phrases import LANGUAGES
from lexludi.law.chronicle import missing_reasons, text_json
from lexludi.law.files import text_file
from lexludi.law.history import TextOnDate, consolidate, history_of, load_history
from published import mistakes

LATEST = ("mo/baccarat", "2018-04-24")


def text_on(work: str, day: str, language: str) -> TextOnDate:
    history = load_history(work)
    return consolidate(history, next(d for d in history.dates if d.isoformat() == day), language)


TEXTS = [(*text, language) for text in (("mo/q-poker", "2005-01-18"), LATEST) for language in ("zh", "pt", "en")]


@pytest.fixture(params=TEXTS, ids=lambda text: "-".join(text[1:]))
def expression(request: pytest.FixtureRequest) -> TextOnDate:
    return text_on(*request.param)


def export(expression: TextOnDate, form: str, words: Catalogue | None = None) -> bytes:
    return export_file(expression.file, form, words)


@pytest.fixture(scope="module")
def came_back(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str, str, str], tuple[Path, Imported]]:
    """A text of a day in a form, once for all tests: its file, and what it is when it is read again."""
    folder = tmp_path_factory.mktemp("forms")

    @cache
    def made(work: str, day: str, language: str, form: str) -> tuple[Path, Imported]:
        file = folder / f"{work.replace('/', '-')}-{day}-{language}.{form}"
        file.write_bytes(export(text_on(work, day, language), form))
        return file, import_files([file], language, work=work)

    return made


def lines_of(provision: Provision) -> list[tuple[str, bool]]:
    return [(line, w.mark is Mark.SUMMARY) for w in provision.words() for line in w.text.split("\n")]


def test_a_page_has_every_provision_under_its_name_with_its_words(expression: TextOnDate) -> None:
    page: Any = html_reader.fromstring(export(expression, "html"))
    assert page.get("lang", "").startswith(expression.language)
    assert page.xpath("//script | //@src | //link | //@onload") == []
    sections = {section.get("id"): section for section in page.iter("section")}
    assert list(sections) == [provision.eid for provision in expression.document.all()]
    for provision in expression.document.all():
        paragraphs = sections[provision.eid].xpath("./p[not(@class = 'note')]")
        lines = [
            (p.xpath("string(span[not(@class)])") if len(p) else p.text, p.get("class") == "summary")
            for p in paragraphs
        ]
        said = [(line, is_summary) for line, is_summary in lines if line]
        assert said == [(f"~ {line}" if is_summary else line, is_summary) for line, is_summary in lines_of(provision)]
        shown = " ".join(sections[provision.eid].xpath("./*/span[@class]//text()")).split()
        assert "".join(shown) == "".join(f"{provision.label}{provision.title}".split())


def test_pages_of_one_work_are_told_apart_by_their_days() -> None:
    """The name of a page is all that a reader sees of it among others."""
    pages = [
        html_reader.fromstring(export(text_on("mo/baccarat", day, "pt"), "html")) for day in ("2004-05-18", LATEST[1])
    ]
    days = ("18 de Maio de 2004", "24 de Abril de 2018")
    title = "Regulamento Oficial do jogo de «Bacará»"
    assert [page.findtext("head/title") for page in pages] == [f"{title}: texto de {day}" for day in days]
    assert [page.findtext("body/header/h1") for page in pages] == [title, title]


@pytest.mark.parametrize("form", ["html", "txt", "md"])
def test_a_text_that_left_comes_back_with_its_numbers(form: str, tmp_path: Path) -> None:
    """Every paragraph and item of the dice has its own number; by itself in a line it would be that of a page.

    What the export says of the text is none of its words: the dice have no preamble.
    """
    expression = text_on("xx/craps", "2026-01-01", "pt")
    file = tmp_path / f"text.{form}"
    file.write_bytes(export(expression, form))
    found = import_files([file], "pt").document
    lines = {p.eid: lines_of(p) for p in found.all()}
    assert list(lines) == [p.eid for p in expression.document.all()]
    assert lines == {p.eid: lines_of(p) for p in expression.document.all()}


@pytest.mark.parametrize("form", ["html", "txt", "md", "pdf"])
@pytest.mark.parametrize("said_in", LANGUAGES)
@pytest.mark.parametrize("words", ["", "  | Paga:\n  | Par: 1\n", "  | Paga:\n", "  | Par: 1\n"])
def test_that_the_gazette_alone_has_force_is_none_of_the_words_before_it(
    words: str, said_in: str, form: str, tmp_path: Path
) -> None:
    """Behind a row of prizes, a colon or a title without words, a sentence would be more of the law."""
    folder = tmp_path / "x"
    folder.mkdir()
    text = folder / "2031-01-01.pt.ludi"
    text.write_text(f"regulamento: mo/x\ntítulo: Regras\n\nArtigo 1.º Prémios\n{words}  # to transcribe\n")
    file = tmp_path / f"text.{form}"
    file.write_bytes(export_file(text_file(text), form, catalogue(said_in)))
    (article,) = import_files([file], "pt").document.provisions
    # Plain text and paper do not tell a row of a list from a line that was broken.
    assert " ".join(line for line, _ in lines_of(article)) == " ".join(row.strip(" |") for row in words.splitlines())


@pytest.mark.parametrize("text", [("mo/q-poker", "2005-01-18"), ("mo/baccarat", "2005-11-29")])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["html", "txt", "md", "pdf"])
def test_frames_and_summaries_come_back_as_what_they_are(
    form: str, language: str, text: tuple[str, str], came_back: Callable[..., tuple[Path, Imported]]
) -> None:
    """One has a preamble, a closing and an annex with a title; of the other three numbers are summaries of ours."""
    expression = text_on(*text, language)
    _, found = came_back(*text, language, form)
    assert list(map(content_of, found.document.all())) == list(map(content_of, expression.document.all()))
    # Above the text stands what is said of it, below it that it has no force.
    assert {item.reason for item in found.left} <= {"page", "before", "after", "beside", "page-number", "running-head"}
    told = {doubt.place for doubt in found.doubts if doubt.kind == "summary"}
    assert told == {p.eid for p in expression.document.all() if any(w.mark is Mark.SUMMARY for w in p.words())}
    assert {doubt.kind for doubt in found.doubts} <= {"made-identifier", "summary"}


def content_of(provision: Provision) -> tuple[str, str, list[tuple[str, Mark]]]:
    """The eId, title and words of a provision, without the spaces that broken lines have or lack."""
    words = groupby(provision.words(), lambda item: item.mark)
    return (
        provision.eid,
        provision.title,
        [("".join("".join(item.text.split()) for item in items), mark) for mark, items in words],
    )


# The header of an invented text, its provisions, and of an instrument: what it repeals, and words in derogation.
REPEALED_IN_PART = {
    "zh": (
        "規章：xx/x\n標題：規章\n自2031年1月1日起生效。\n本文為虛構示例，並非法律。\n",
        "第一條　用具\n  | 用骰子。\n  不影響程式運作：無\n第二條　贏彩\n"
        "一、\n  | 一賠一。\n  不影響程式運作：無\n二、\n  | 一賠二。\n  不影響程式運作：無\n"
        "三、\n  | 其餘皆輸。\n  不影響程式運作：無\n第三條　賭枱\n  | 正午開啟。\n  不影響程式運作：無\n",
        "規章：xx/a\n法規：虛構法規第3/2031號\n修改：xx/x\n公佈於2031年1月10日。\n自2031年2月1日起生效。\n"
        "本文為虛構示例，並非法律。\n一、\n  廢止第二條第二款。\n  廢止第三條。\n"
        "  自2031年2月1日至2031年8月31日，第二條第一款暫改為：\n"
        "  > 一、\n  >   | 一賠九。\n  >   不影響程式運作：無\n",
    ),
    "pt": (
        "regulamento: xx/x\ntítulo: Regulamento\nem vigor desde 1 de Janeiro de 2031.\n"
        "exemplo inventado, que não é lei.\n",
        "Artigo 1.º (Material)\n  | Usa-se um dado.\n  sem efeito na máquina: nada\nArtigo 2.º (Ganhos)\n"
        "1.\n  | O três ganha um para um.\n  sem efeito na máquina: nada\n"
        "2.\n  | O dois ganha dois para um.\n  sem efeito na máquina: nada\n"
        "3.\n  | O resto perde.\n  sem efeito na máquina: nada\n"
        "Artigo 3.º (Mesas)\n  | As mesas abrem ao meio-dia.\n  sem efeito na máquina: nada\n",
        "regulamento: xx/a\ndiploma: Diploma inventado n.º 3/2031\naltera: xx/x\npublicado em 10 de Janeiro de 2031.\n"
        "em vigor desde 1 de Fevereiro de 2031.\nexemplo inventado, que não é lei.\n1.\n"
        "  é revogado o n.º 2 do artigo 2.º.\n  é revogado o artigo 3.º.\n"
        "  de 1 de Fevereiro de 2031 a 31 de Agosto de 2031, o artigo 2.º, n.º 1 tem a seguinte redacção:\n"
        "  > 1.\n  >   | O três ganha nove para um.\n  >   sem efeito na máquina: nada\n",
    ),
}


@pytest.mark.parametrize("form", ["html", "txt", "md", "pdf"])
@pytest.mark.parametrize("language", REPEALED_IN_PART)
def test_what_is_told_of_an_amended_text_is_read_as_none_of_it(language: str, form: str, tmp_path: Path) -> None:
    """Two notes stand between paragraph 1 and paragraph 3; above the text, that article 3 is repealed."""
    head, provisions, instrument = REPEALED_IN_PART[language]
    (tmp_path / "amendments").mkdir()
    (tmp_path / f"2031-01-01.{language}.ludi").write_text(head + provisions, "utf-8")
    (tmp_path / "amendments" / f"3-2031.{language}.ludi").write_text(instrument, "utf-8")
    expression = consolidate(history_of(tmp_path, (language,)), date(2031, 2, 1), language)
    assert [p.eid for p in expression.document.all()] == ["art_1", "art_2", "art_2__para_1", "art_2__para_3"]
    file = tmp_path / f"text.{form}"
    file.write_bytes(export(expression, form))
    found = import_files([file], language, work="xx/x").document
    assert list(map(content_of, found.all())) == list(map(content_of, expression.document.all()))


# The header of an invented text, its provisions, an instrument that suspends one of its articles, and these.
SUSPENDED = {
    "zh": (
        "規章：xx/x\n標題：規章\n自二零三一年一月一日起生效。\n本文為虛構示例，並非法律。\n",
        "第一條\n一、\n  | 接受投注。\n  無運算效力：無\n二、\n  | 該局結束。\n  無運算效力：無\n"
        "第二條\n  | 每注由5至50。\n  無運算效力：無\n",
        "規章：xx/a\n修改：xx/x\n自二零三一年二月一日起生效。\n一、\n"
        "  {}自二零三一年二月一日起暫停適用，至二零三一年二月二十八日為止。\n",
        ("第一條", "第二條"),
    ),
    "pt": (
        "regulamento: xx/x\ntítulo: Regulamento\nem vigor desde 1 de Janeiro de 2031.\n"
        "exemplo inventado, que não é lei.\n",
        "Artigo 1.º\n1.\n  | Aceitam-se apostas.\n  sem efeito na máquina: nenhum\n2.\n  | Acaba a jogada.\n"
        "  sem efeito na máquina: nenhum\nArtigo 2.º\n  | Cada aposta é de 5 a 50.\n  sem efeito na máquina: nenhum\n",
        "regulamento: xx/a\naltera: xx/x\nem vigor desde 1 de Fevereiro de 2031.\n1.\n"
        "  é suspenso o {}, desde 1 de Fevereiro de 2031 até 28 de Fevereiro de 2031.\n",
        ("artigo 1.º", "artigo 2.º"),
    ),
    "en": (
        "regulation: xx/x\ntitle: Regulation\nin force from 1 January 2031.\ninvented example, not law.\n",
        "Article 1\n1.\n  | Bets are placed.\n  no effect on the machine: none\n2.\n  | The round ends.\n"
        "  no effect on the machine: none\n"
        "Article 2\n  | Each bet is from 5 to 50.\n  no effect on the machine: none\n",
        "regulation: xx/a\namends: xx/x\nin force from 1 February 2031.\n1.\n"
        "  suspend {} from 1 February 2031 until 28 February 2031.\n",
        ("article 1", "article 2"),
    ),
}


@pytest.mark.parametrize("article", [0, 1])
@pytest.mark.parametrize("form", ["html", "txt", "md"])
@pytest.mark.parametrize("language", SUSPENDED)
def test_no_sentence_of_the_header_and_no_note_comes_back_as_words(
    language: str, form: str, article: int, tmp_path: Path
) -> None:
    """Invented: of the words of one article it is said that they are suspended."""
    head, provisions, amendment, articles = SUSPENDED[language]
    (tmp_path / "amendments").mkdir()
    (tmp_path / f"2031-01-01.{language}.ludi").write_text(f"{head}\n{provisions}", "utf-8")
    text = amendment.format(articles[article])
    (tmp_path / "amendments" / f"1-2031.{language}.ludi").write_text(text, "utf-8")
    expression = consolidate(history_of(tmp_path), date(2031, 2, 1), language)
    assert any(note.suspended for note in expression.notes.values())
    file = tmp_path / f"text.{form}"
    file.write_bytes(export(expression, form))
    found = import_files([file], language).document
    assert {p.eid: lines_of(p) for p in found.all()} == {p.eid: lines_of(p) for p in expression.document.all()}


NOT_KNOWN = "texto em falta: a existência deste número resulta do despacho n.º 69/2009; conteúdo desconhecido"
IN_2004 = "texto em falta: a cópia termina no artigo 18.º; não se conhece a redacção de 2004"
LATER = "alteração posterior, em termos desconhecidos, por: Despacho do Secretário para a Economia e Finanças n.º"


@pytest.mark.parametrize("form", ["html", "txt", "md"])
def test_words_that_are_missing_and_changes_that_are_not_known_are_told_with_their_provision(form: str) -> None:
    """Nobody knows what numbers 4 and 6 to 13 of article 17 say in 2018, nor how 13, 17, 18 and 19 were changed."""
    written = export(text_on(*LATEST, "pt"), form).decode()
    shown = " ".join(re.sub(r"&nbsp;|<[^>]+>", " ", written.replace("\\", "")).split())
    article = shown[shown.index("Artigo 17.º") :]
    assert all(f"{number}. [{NOT_KNOWN}]" in article for number in (4, 6, 7, 8, 9, 10, 11, 12, 13))
    places = [match.start() for match in re.finditer(re.escape(LATER), shown)]
    articles = [re.findall(r"Artigo (\d+)\.º", shown[:place])[-1] for place in places]
    assert articles == ["13", "17", "18", "19"]
    assert IN_2004 in re.sub(r"\\", "", export(text_on("mo/baccarat", "2004-05-18", "pt"), form).decode())


@pytest.mark.parametrize("form", ["html", "txt", "md", "pdf"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_that_words_are_missing_comes_back_as_that(
    language: str, form: str, came_back: Callable[..., tuple[Path, Imported]]
) -> None:
    # In 2018 numbers of articles are missing, in 2004 a whole article.
    for day, count in ((LATEST[1], 13), *([("2004-05-18", 1)] if language == "pt" else [])):
        _, found = came_back("mo/baccarat", day, language, form)
        reasons = reasons_of(found.document)
        assert reasons == reasons_of(text_on("mo/baccarat", day, language).document)
        assert len(reasons) == count


@pytest.mark.parametrize("form", ["html", "txt", "md", "pdf"])
def test_that_an_article_without_a_title_is_missing_comes_back_as_no_title(form: str, tmp_path: Path) -> None:
    """Invented: of the second of two articles nothing is known but its number."""
    text = tmp_path / "2031-01-01.en.ludi"
    known = "Article 1\n  | Bets are placed.\n  no effect on the machine: none\n"
    text.write_text(f"{SUSPENDED['en'][0]}\n{known}\nArticle 2\n  text missing: nobody has seen it\n", "utf-8")
    file = tmp_path / f"text.{form}"
    file.write_bytes(export(consolidate(history_of(tmp_path), date(2031, 1, 1), "en"), form))
    found = import_files([file], "en").document
    assert [p.title for p in found.all()] == ["", ""]
    assert reasons_of(found) == {"art_2": ["nobody has seen it"]}


def reasons_of(document: Document) -> dict[str, list[str]]:
    """The reasons why words are missing, by provision."""
    found = {p.eid: missing_reasons(p) for p in document.all()}
    return {eid: reasons for eid, reasons in found.items() if reasons}


@pytest.mark.parametrize("form", ["md", "txt"])
def test_all_words_stand_in_their_order_and_no_mark_of_markdown_in_them(expression: TextOnDate, form: str) -> None:
    plain = re.sub(r"\\(.)", r"\1", export(expression, form).decode())
    at = 0
    for provision in expression.document.all():
        for line, _ in lines_of(provision):
            assert line in plain[at:], (provision.eid, line)
            at = plain.index(line, at) + len(line)


def test_an_entity_in_the_words_is_not_read_as_one_in_markdown() -> None:
    assert _escaped("R&D &amp; &nbsp;<b>") == r"R\&D \&amp; \&nbsp;\<b\>"


def test_a_character_that_xml_cannot_hold_is_told_with_its_provision(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "regulation: x\nidentifier: /akn/xx/act/2030/1\nin force from 1 January 2030.\ninvented example, not law.\n"
    text += "\nArticle 1\n  | Words.\n  no effect on the machine: none\n"
    text += "\nArticle 2\n  | Wor\x01ds.\n  no effect on the machine: none\n"
    (tmp_path / "2030-01-01.en.ludi").write_text(text, "utf-8")
    for form in ("akn", "html"):
        assert main(["export", form, str(tmp_path), "--lang", "en"]) == 1
        assert capsys.readouterr().err.endswith("a character that XML cannot hold: U+0001, at art_2\n")


def test_plain_data_are_those_of_the_text_and_keep_to_their_schema(expression: TextOnDate) -> None:
    data = json.loads(export(expression, "json"))
    assert data == text_json(expression)
    assert mistakes("text/1", data) == []


def test_plain_data_say_what_the_text_is_and_which_words_are_missing() -> None:
    """Number 4 of article 17 is missing in 2018; item 4 of article 13, number 1, has no words but those below it."""
    data = json.loads(export(text_on(*LATEST, "pt"), "json"))
    name = "Despacho Regulamentar Externo do Secretário para a Economia e Finanças n.º 55/2004"
    assert (data["title"], data["instrument"]) == ("Regulamento Oficial do jogo de «Bacará»", name)
    assert data["gazette"].endswith("n.º 20/2004, I Série, págs. 699-704")
    assert (data["signed"], data["published"]) == ("2004-05-12", "2004-05-17")
    assert [note.partition(";")[0] for note in data["notes"]][-1] == "não se verificou se foi depois revogado"
    provisions = {provision["eid"]: provision for provision in data["provisions"]}
    missing, heading = provisions["art_17__para_4"], provisions["art_13__para_1__point_4"]
    assert missing["words"] == heading["words"] == []
    assert "missing" not in heading
    assert [f"texto em falta: {reason}" for reason in missing["missing"]] == [NOT_KNOWN]
    assert "signed" not in json.loads(export(text_on("xx/craps", "2026-01-01", "pt"), "json"))


def test_a_file_by_itself_leaves_in_its_own_language_whatever_that_of_messages(tmp_path: Path) -> None:
    alone, written = tmp_path / "1.en.ludi", tmp_path / "1.md"
    (text,) = (data_folder("regulations") / "xx" / "fantan").glob("*.en.ludi")
    alone.write_text(text.read_text("utf-8"), "utf-8")
    (tmp_path / "glossary.toml").write_text((data_folder("regulations") / "glossary.toml").read_text("utf-8"), "utf-8")
    assert main(["export", "md", str(alone), "--lang", "pt", "-o", str(written)]) == 0
    assert "Article 1" in written.read_text("utf-8")


@pytest.mark.parametrize("form", ["html"])
def test_what_a_text_is_stands_in_it_in_the_language_asked_for(form: str) -> None:
    told = catalogue("en").say("standing.lines.summary", mark="~", sources=("73/2005", "64/2007"))
    begin = told.partition(" ")[0]
    assert begin in export(text_on(*LATEST, "zh"), form, catalogue("en")).decode()
    assert "/akn/mo/act/despacho-regulamentar-externo/2004-05-12/55" in export(text_on(*LATEST, "zh"), form).decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sign_is_explained_that_a_reading_copy_has_not(language: str) -> None:
    """Words of the first text have `|` in a file of the shelf; on a page and on paper only summaries have a sign."""
    words = catalogue(language)
    copy = reading_copy(text_on(*LATEST, language), words)
    # The Chinese text is no translation; of no amendment are the words at hand, in whichever language.
    kind = "words" if language == "zh" else "translation"
    assert words.say(f"standing.unmarked.{kind}", sources=(words.say("source.first-text"),)) in copy.standing
    assert not any("|" in line for line in copy.standing)
    assert any("~" in line for line in copy.standing)


@pytest.mark.parametrize("form", ["html", "txt", "md", "pdf"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_a_gazette_it_is_told_that_it_alone_has_force(
    language: str, form: str, tmp_path: Path, came_back: Callable[..., tuple[Path, Imported]]
) -> None:
    """Of two-up, an invented text, there is none; what is told is none of the words."""
    force = "".join(catalogue(language).say("export.authority").split())
    law, found = came_back("mo/q-poker", "2005-01-18", language, form)
    assert force in "".join(shown(law, form).split())
    words = "".join(item.text for provision in found.document.all() for item in provision.words())
    assert force not in "".join(words.split())
    invented = tmp_path / f"text.{form}"
    invented.write_bytes(export(text_on("xx/two-up", "2000-01-01", language), form))
    assert force not in "".join(shown(invented, form).split())


def shown(file: Path, form: str) -> str:
    """What a reader sees of a file."""
    if form == "pdf":
        with pdfplumber.open(file) as document:
            return "".join(page.extract_text() for page in document.pages)
    return re.sub(r"\\", "", file.read_text("utf-8"))


@pytest.mark.parametrize(("form", "begin"), [("ris", "N1  - "), ("bib", "  note = {{")])
def test_a_reference_says_as_much_of_its_text_as_the_text_itself(form: str, begin: str) -> None:
    """Of baccarat in 2018 three amendments are not wholly known; Q Poker was read by recognition of characters."""
    of_2018 = "texto de 24 de Abril de 2018: Tradução de trabalho, sem valor oficial; feita a partir de cópia não "
    unknown = "[atenção: não se conhece, ou só em parte, o que alteraram: 30/2007, 64/2007 e 2/2009]"
    (note,) = [line for line in export(text_on(*LATEST, "pt"), form).decode().split("\n") if line.startswith(begin)]
    assert note.startswith(f"{begin}{of_2018}")
    assert unknown in note
    (limit,) = [
        line
        for line in export(text_on("mo/q-poker", "2005-01-18", "pt"), form).decode().split("\n")
        if line.startswith(begin)
    ]
    assert "não com o exemplar impresso" in limit


def test_a_bibtex_entry_is_whole_whatever_signs_its_text_has(tmp_path: Path) -> None:
    """Invented: a brace without its partner, which BibTeX counts after a backslash too; a key ends at a blank."""
    signs = r"A {B 100% \or ~5^2 & x_1 #2 $3"
    head = f"regulation: my, game\ntitle: {signs}\nin force from 1 January 2031.\ninvented example, not law.\n"
    (tmp_path / "2031-01-01.en.ludi").write_text(f"{head}\nArticle 1\n  | a\n", "utf-8")
    first, title, *_ = export_file(text_file(tmp_path / "2031-01-01.en.ludi"), "bib").decode().split("\n")
    assert first == "@misc{my-game-2031-01-01-en,"
    told = r"A \textbraceleft{}B 100\% \textbackslash{}or \textasciitilde{}5\textasciicircum{}2 \& x\_1 \#2 \$3"
    assert title == f"  title = {{{{{told}}}}},"


@pytest.mark.parametrize("form", FORMS)
def test_the_same_text_gives_the_same_bytes(form: str) -> None:
    first = export(text_on(*LATEST, "pt"), form)
    assert first == export(text_on(*LATEST, "pt"), form)
    assert len(first) > 300


# ── The command ─────────────────────────────────────────────────────────────


def test_the_command_writes_a_file_whole_or_to_its_output(tmp_path: Path, capfdbinary: pytest.CaptureFixture) -> None:  # type: ignore[type-arg]
    assert main(["export", "akn", "mo/baccarat@2005-11-29", "--text", "pt", "-o", str(tmp_path)]) == 0
    written = tmp_path / "mo-baccarat-2005-11-29.pt.akn"
    assert os.listdir(tmp_path) == [written.name]
    capfdbinary.readouterr()
    assert main(["export", "akn", "mo/baccarat@2005-11-29", "--text", "pt"]) == 0
    out, _ = capfdbinary.readouterr()
    assert out == written.read_bytes()
    assert main(["export", "md", "mo/q-poker", "--text", "en", "-o", str(tmp_path / "q.md")]) == 0
    assert (tmp_path / "q.md").read_bytes().startswith("# Official Rules of “Q Poker”".encode())


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["md", "mo/baccarat/amendments@73-2005"], 1, "written as akn alone"),
        (["html", "mo/q-poker@2004-01-01"], 1, "1 January 2004"),
        (["akn", "mo/none"], 1, "mo/none"),
        (["docx", "mo/q-poker"], 2, "FORM"),
        (["akn"], 2, "WORK"),
    ],
)
def test_what_cannot_be_written_is_said(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["export", *arguments, "--lang", "en", "-o", str(tmp_path / "none")]) == code
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_missing_is_named_with_how_to_make_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = tmp_path / "exports"
    assert main(["export", "md", "xx/fantan", "--lang", "en", "-o", str(missing / "rules.md")]) == 1
    told = f"lexludi: there is no folder “{missing}” to write into; to make it: mkdir -p '{missing}'\n"
    assert capsys.readouterr().err == told
    assert not missing.exists()


def test_a_text_without_identifier_has_no_form_in_akoma_ntoso(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = "regulation: x\ninvented example, not law.\n\nArticle 1\n  | Words.\n  no effect on the machine: none\n"
    (tmp_path / "2031-01-01.en.ludi").write_text(text, "utf-8")
    assert main(["export", "akn", str(tmp_path), "--lang", "en"]) == 1
    assert "its header has no identifier" in capsys.readouterr().err
    assert main(["export", "html", str(tmp_path), "--lang", "en"]) == 0


def test_empty_elements_of_html_have_an_end_unless_they_are_void() -> None:
    """A browser reads `<title/>` as the beginning of a title; in XML it is one that is empty."""
    page = element("html", element("title"), element("br"), element("ul", element("li")))
    assert as_html(page).split() == "<!doctype html> <html> <title></title> <br/> <ul> <li></li> </ul> </html>".split()
    assert as_xml(page).split("\n", 1)[1].split() == "<html> <title/> <br/> <ul> <li/> </ul> </html>".split()
