"""The standing of a text: authority and state of the copy are told together, and presumed days as presumed."""

from datetime import date

import pytest

from lexludi.base.messages import catalogue
from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.phrases import LANGUAGES
from lexludi.law.history import consolidate, load_history
from lexludi.rules.header import metadata_of
from lexludi.rules.model import Copy, Metadata, Standing
from lexludi.rules.standing import day_told, presumed_lines, standing_json, standing_told

AUTHENTIC = {"zh": "本文為真確本。", "pt": "esta versão faz fé.", "en": "this language is authentic."}
COMPARED = {
    "zh": "副本已與公報核對：網頁",
    "pt": "cópia confrontada com o Boletim Oficial: página",
    "en": "copy compared with the gazette: page",
}
NOT_COMPARED = {
    "zh": "副本未與公報核對：論壇",
    "pt": "cópia não confrontada com o Boletim Oficial: fórum",
    "en": "copy not compared with the gazette: forum",
}


def header(language: str, *lines: str) -> Metadata:
    """The header of an invented text of some lines."""
    document, problems = build(Source("x", language, "\n".join(lines) + "\n"))
    assert document is not None
    assert not problems
    return metadata_of(document)


@pytest.mark.parametrize("language", LANGUAGES)
def test_authority_and_copy_are_two_attributes(language: str) -> None:
    compared = header(language, AUTHENTIC[language], COMPARED[language])
    assert (compared.standing, compared.copy_state) == (Standing.AUTHENTIC, Copy.COMPARED)
    other = header(language, AUTHENTIC[language], NOT_COMPARED[language])
    assert (other.standing, other.copy_state) == (Standing.AUTHENTIC, Copy.NOT_COMPARED)
    assert (compared.copy_note, other.copy_note) == (
        COMPARED[language].split(":")[-1].split("：")[-1].strip(),
        NOT_COMPARED[language].split(":")[-1].split("：")[-1].strip(),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_authentic_text_that_says_nothing_of_its_copy_was_not_compared(language: str) -> None:
    assert header(language, AUTHENTIC[language]).copy_state is Copy.NOT_COMPARED
    assert header(language).copy_state is None  # a working translation


def test_the_standing_as_a_sentence() -> None:
    told = {x: standing_told(header("zh", AUTHENTIC["zh"], NOT_COMPARED["zh"]), catalogue(x)) for x in LANGUAGES}
    assert told["zh"] == "真確本；副本未與公報核對。"
    assert told["pt"] == "Texto que faz fé; cópia não confrontada com o Boletim Oficial."
    assert told["en"] == "Authentic text; copy not compared with the gazette."
    compared = header("pt", AUTHENTIC["pt"], COMPARED["pt"])
    in_full = standing_told(compared, catalogue("pt"), in_full=True)
    assert in_full == "Texto que faz fé; cópia confrontada com o Boletim Oficial: página."
    assert standing_told(header("zh", "本文為虛構示例，並非法律。"), catalogue("zh")) == "虛構示例，並非法律。"


def test_a_text_says_of_its_copy_one_thing_only() -> None:
    from lexludi.rules.header import contradictory_header

    source = Source("x", "zh", f"{COMPARED['zh']}\n{NOT_COMPARED['zh']}\n")
    document, _ = build(source)
    assert document is not None
    assert [d.code for d in contradictory_header(document, source)] == ["contradictory-header"]


# From the notes on the sources: the Chinese of baccarat is a forum's copy, Q Poker was read against the gazette.
STANDINGS = {
    ("mo/baccarat", "zh"): {"standing": "authentic", "copy": "not-compared"},
    ("mo/baccarat", "pt"): {"standing": "translation", "copy": "not-compared"},
    ("mo/baccarat", "en"): {"standing": "translation", "copy": "not-compared"},
    ("mo/q-poker", "zh"): {"standing": "authentic", "copy": "compared"},
    ("mo/q-poker", "pt"): {"standing": "authentic", "copy": "compared"},
    ("mo/q-poker", "en"): {"standing": "translation", "copy": "compared"},
}


@pytest.mark.parametrize(("work", "language"), STANDINGS)
def test_the_standings_of_the_shelf(work: str, language: str) -> None:
    history = load_history(work, (language,))
    metadata = metadata_of(consolidate(history, history.dates[0], language).document)
    assert standing_json(metadata) == STANDINGS[work, language]


# Of these three the day of entry into force is not known; of the others it follows from that of publication.
PRESUMED = {date(2007, 2, 23), date(2007, 6, 26), date(2009, 1, 6)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_presumed_days_of_baccarat(language: str) -> None:
    history = load_history("mo/baccarat", (language,))
    assert {day for day in history.dates if history.ground_of(day, language)} == PRESUMED
    metadata = metadata_of(consolidate(history, date(2009, 1, 6), language).document)
    assert {p.day for p in metadata.presumed} == PRESUMED
    assert all(p.reason == history.ground_of(p.day, language) for p in metadata.presumed)
    last = metadata_of(consolidate(history, date(2018, 4, 24), language).document)
    assert {p.day for p in last.presumed} == PRESUMED


def test_a_presumed_day_is_told_as_such() -> None:
    history = load_history("mo/baccarat")
    zh = metadata_of(consolidate(history, date(2007, 2, 23), "zh").document)
    assert day_told(zh, catalogue("zh")) == "2007年2月23日（推定）"
    assert list(presumed_lines(zh, catalogue("zh"))) == ["2007年2月23日（日期屬推定：公佈之翌日，與其他各次修改相同）"]
    pt = metadata_of(consolidate(history, date(2007, 2, 23), "pt").document)
    assert day_told(pt, catalogue("pt")) == "23 de Fevereiro de 2007 (presumido)"
    known = metadata_of(consolidate(history, date(2005, 11, 29), "pt").document)
    assert day_told(known, catalogue("pt")) == "29 de Novembro de 2005"
    assert list(presumed_lines(known, catalogue("pt"))) == []


def test_the_day_of_a_text_that_is_assumed_is_told_with_its_ground() -> None:
    text = Metadata(in_force=date(2031, 6, 1), assumed="nothing else fits")
    assert list(presumed_lines(text, catalogue("en"))) == ["1 June 2031 (a presumed day: nothing else fits)"]
