"""Feeds and linked data of works: where their links lead from, when, and of whose law they say that it is."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lexludi.base.resources import data_folder
from lexludi.site.articles import article_page
from lexludi.site.desk import Desk
from lexludi.site.feeds import feed_of
from lexludi.site.library import WorkOnDate, work_in
from lexludi.site.linked_data import article_data, work_data
from lexludi.site.page import Hit

ATOM = "{http://www.w3.org/2005/Atom}"


@cache
def work_called(name: str) -> WorkOnDate:
    return work_in(name, data_folder("regulations") / name)


@pytest.mark.parametrize("name", ["dice", "xx/dice", "xx/old/dice", "xx/old/two/dice"])
def test_links_of_a_feed_lead_up_to_the_top_of_the_language_however_long_the_name(name: str) -> None:
    path, written = feed_of(replace(work_called("xx/fantan"), name=name), "en")
    folder = path.rpartition("/")[0].split("/")
    links = [link.get("href") or "" for link in ElementTree.fromstring(written).findall(f".//{ATOM}entry/{ATOM}link")]
    assert links
    for link in links:
        up = link.count("../")
        assert [*folder[:-up], *link.removeprefix("../" * up).split("/")][: 1 + len(name.split("/"))] == [
            "en",
            *name.split("/"),
        ]


def test_the_day_of_an_entry_is_its_day_from_one_end_of_the_world_to_the_other() -> None:
    """The first text of baccarat is of 18 May 2004, the instrument that was published first of 29 November 2005."""
    _, written = feed_of(work_called("mo/baccarat"), "en")
    moments = [
        datetime.fromisoformat(element.text or "") for element in ElementTree.fromstring(written).iter(f"{ATOM}updated")
    ]
    for hours in (-11, 0, 8, 11):
        zone = timezone(timedelta(hours=hours))
        assert {moment.astimezone(zone).date() for moment in moments} == {
            moment.astimezone(UTC).date() for moment in moments
        }
        assert "2005-11-29" in {moment.astimezone(zone).date().isoformat() for moment in moments}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh", "虛構示例，並非法律。"),
        ("pt", "Exemplo inventado. Não é lei."),
        ("en", "An invented example. It is not law."),
    ],
)
def test_each_entry_on_an_invented_work_says_that_it_is_no_law(language: str, said: str) -> None:
    for name, is_said in (("xx/blackjack", True), ("xx/fantan", True), ("mo/baccarat", False)):
        _, written = feed_of(work_called(name), language)
        summaries = [element.text or "" for element in ElementTree.fromstring(written).iter(f"{ATOM}summary")]
        assert summaries
        assert {said in summary.splitlines() for summary in summaries} == {is_said}


def test_a_feed_can_be_read_whatever_characters_a_text_has(tmp_path: Path) -> None:
    """U+0008 is none of XML 1.0 (production 2, Char), in whatever form it is written: the sign of a lost one is."""
    header = "regulation: xx/game\ntitle: Ga\x08me\nthis language is authentic.\nin force from 1 January 2031.\n"
    rules = "\nArticle 1\n  | Anybody.\n  no effect on the machine: invented\n"
    (tmp_path / "2031-01-01.en.ludi").write_text(f"{header}{rules}", "utf-8")
    _, written = feed_of(work_in("xx/game", tmp_path), "en")
    assert ElementTree.fromstring(written).findtext(f"{ATOM}title") == "Ga\ufffdme: changes"


def test_a_place_is_said_of_law_that_has_one_and_of_no_other() -> None:
    law, invented = (work_data(Desk(f"en/{name}", work_called(name))) for name in ("mo/baccarat", "xx/fantan"))
    assert law["spatialCoverage"] == {"@type": "Country", "identifier": "MO"}
    assert "spatialCoverage" not in invented


@pytest.mark.parametrize(
    ("header", "identifier"),
    [
        (
            "instrument: Invented regulation No. 1/2031\nidentifier: /akn/xx/act/2031/game\n",
            "Invented regulation No. 1/2031, article 1",
        ),
        ("identifier: /akn/xx/act/2031/game\n", "/akn/xx/act/2031/game, article 1"),
        ("", "xx/game, article 1"),
    ],
    ids=["the name of the instrument", "the identifier", "the name of the work"],
)
def test_an_article_is_identified_by_whatever_name_its_work_has(header: str, identifier: str, tmp_path: Path) -> None:
    text = f"regulation: xx/game\ntitle: Game\n{header}invented example, not law.\n\nArticle 1 Bets\n  | Anybody.\n"
    (tmp_path / "1.en.ludi").write_text(f"{text}  no effect on the machine: invented\n", "utf-8")
    desk = Desk("en/xx/game/art-1", work_in("xx/game", tmp_path))
    assert article_data(desk, "art-1", "Bets", None)["identifier"] == identifier


def test_of_invented_law_nothing_is_told_as_of_legislation() -> None:
    told = json.dumps(work_data(Desk("en/xx/fantan", work_called("xx/fantan"))))
    assert '"CreativeWork"' in told
    assert "egislation" not in told


def test_a_summary_is_no_text_of_the_law_and_parts_have_their_numbers() -> None:
    (once,) = (w for w in work_called("mo/baccarat").wordings["art-18"] if w.since == date(2005, 11, 29))
    summary = article_data(Desk(f"zh/{once.path}", once.work), "art-18", "", once)
    assert "text" not in summary
    assert summary["abstract"]
    words = article_data(Desk("pt/mo/q-poker/art-9", work_called("mo/q-poker")), "art-9", "", None)
    assert "abstract" not in words
    assert words["text"].splitlines()[1].startswith("1) ")


def test_words_of_another_language_are_not_told_to_be_in_that_of_the_page(tmp_path: Path) -> None:
    """The only text is English: also on Portuguese pages its words are English, and so is the text that is named."""
    header = "regulation: xx/game\ntitle: Game\nidentifier: /akn/mo/act/2031/game\nthis language is authentic.\n"
    rules = "\nArticle 1 Bets\n  | Anybody.\n  no effect on the machine: invented\n"
    (tmp_path / "2031-01-01.en.ludi").write_text(f"{header}in force from 1 January 2031.\n{rules}", "utf-8")
    desk = Desk("pt/xx/game/art-1", work_in("xx/game", tmp_path))
    article = article_data(desk, "art-1", "Article 1 Bets", None)
    assert (article["inLanguage"], article["text"]) == ("en", "Anybody.")
    assert article["@id"] == "/akn/mo/act/2031/game/eng@2031-01-01/!main~art_1"
    assert article["isPartOf"]["@id"] == "/akn/mo/act/2031/game/eng@2031-01-01"
    assert work_data(desk)["inLanguage"] == "en"


def _hits(work: WorkOnDate, number: int) -> tuple[Hit, ...]:
    return article_page(Desk(f"pt/xx/game/art-{number}", work), f"art-{number}").hits


def test_an_article_that_one_language_lacks_is_told_in_one_that_has_it(tmp_path: Path) -> None:
    """Article 2 is in the English text alone; of article 1 the Portuguese text has number 1, and lacks number 2."""
    nothing = "  no effect on the machine: invented\n"
    one = f"Article 1\n1.\n  | One.\n{nothing}2.\n  | Two.\n{nothing}"
    two = f"Article 2\n  | Three.\n{nothing}"
    english = (
        f"regulation: xx/game\ntitle: Game\nthis language is authentic.\nin force from 1 January 2031.\n\n{one}{two}"
    )
    header = "regulamento: xx/game\ntítulo: Jogo\nem vigor desde 1 de Janeiro de 2031.\nesta versão faz fé.\n\n"
    (tmp_path / "2031-01-01.en.ludi").write_text(english, "utf-8")
    portuguese = f"{header}Artigo 1.º\n1.\n  | Um.\n  sem efeito na máquina: inventado\n"
    (tmp_path / "2031-01-01.pt.ludi").write_text(portuguese, "utf-8")
    work = work_in("xx/game", tmp_path)
    first, second = (article_data(Desk(f"pt/xx/game/art-{n}", work), f"art-{n}", "", None) for n in (1, 2))
    assert (first["inLanguage"], first["text"]) == ("pt-MO", "1. Um.")
    found = {hit.eid: hit.title for number in (1, 2) for hit in _hits(work, number)}
    assert found == {"art_1": "Artigo 1.º", "art_1__para_1": "artigo 1.º, n.º 1", "art_2": "Article 2"} | {
        "art_1__para_2": "artigo 1.º, n.º 2"
    }
    assert (second["inLanguage"], second["text"], second["isPartOf"]["name"]) == ("en", "Three.", "Game")
