"""Pages of a small invented work that is amended, rectified, published anew, suspended in part and then repealed."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from lxml.html import HtmlElement, document_fromstring

from built import text, texts, values
from lexludi.base.errors import UnknownWork
from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.language.glossary import GlossaryEntry, Noun, make_glossary
from lexludi.law.files import on_shelves
from lexludi.site import library
from lexludi.site.articles import article_pages
from lexludi.site.feeds import feed_of
from lexludi.site.formal import Known, with_terms
from lexludi.site.library import WorkOnDate, work_in
from lexludi.site.pages import pages
from lexludi.site.portion import Portion, portion_of, portions
from lexludi.site.terms import uses
from small import COIN, rules_of

HEAD = "regulation: xx/die\ntitle: Die\nthis language is authentic.\n"
RULES = """
Article 1
1.
  | One die with three faces; the chief throws.
  “face”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “face”.
  there is one “chief”.
  “guest” bets.
  “lucky bet” is a bet.
2.
  | Hours are posted.
  no effect on the machine: hours
Article 2
1.
  | Bets, then the throw.
  bets are accepted.
  “chief” throws “die”.
"""
PAYS = """2.
  | Three pays {odds} to 1.
  settle “lucky bet”.
  when the total of “chief” is 3, then “lucky bet” pays {odds} to 1.
  when it is not so that the total of “chief” is 3, then “lucky bet” loses.
"""
GAP = """2.
  | Three pays 2 to 1, one loses.
  settle “lucky bet”.
  when the total of “chief” is 3, then “lucky bet” pays 2 to 1.
  when the total of “chief” is 1, then “lucky bet” loses.
"""
PT_HEAD = "regulamento: xx/die\ntítulo: Dado\nem vigor desde 1 de Janeiro de 2031.\nesta versão faz fé.\n"
PT_RULES = """
Artigo 1.º
1.
  | Um dado de três faces; o chefe lança.
  «face», por ordem decrescente: 3, 2 e 1.
  material: 1 «dado», mostrando cada peça um só «face».
  há um «chefe».
  «convidado» aposta.
  «aposta da sorte» é uma aposta.
2.
  | O horário é afixado.
  sem efeito na máquina: horário
Artigo 2.º
1.
  | Apostas e lançamento.
  aceitam-se apostas.
  «chefe» lança «dado».
2.
  | O três paga 2 para 1.
  liquida-se «aposta da sorte».
  quando o total de «chefe» é 3, então «aposta da sorte» é paga 2 por 1.
  quando não se verifica que o total de «chefe» é 3, então «aposta da sorte» perde.
"""
TERMS = (
    ("die-face", "骰面", "face", "face"),
    ("die-piece", "骰子", "dado", "die"),
    ("die-chief", "莊荷頭", "chefe", "chief"),
    ("die-guest", "來賓", "convidado", "guest"),
    ("lucky", "幸運注", "aposta da sorte", "lucky bet"),
)
GLOSSARY = "".join(f'[{name}]\nzh = ["{zh}"]\npt = ["{pt}"]\nen = ["{en}"]\n' for name, zh, pt, en in TERMS)


@pytest.fixture(scope="module", autouse=True)
def few_rounds() -> Iterator[None]:
    """No test here asks how often a provision decided something: its page is made of few rounds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "COVERED_ROUNDS", 20)
        yield


def instrument(number: int, published: str, since: str, change: str) -> str:
    return (
        f"regulation: xx/die/amendments/{number}-2031\ntitle: No. {number}\ninstrument: Order no. {number}/2031\n"
        f"amends: xx/die\npublished on {published}.\nin force from {since}.\nthis language is authentic.\n\n1.\n"
        f"{change}"
    )


def quoted(provision: str) -> str:
    return "".join(f"  > {line}\n" for line in provision.splitlines())


# Three of three faces, at 2 to 1: a fair bet. At 3 to 1 it gains 3/3 − 2/3, a third of the stake.
REPEALED = {
    "2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}",
    "amendments/1-2031.en.ludi": instrument(
        1,
        "15 March 2031",
        "16 March 2031",
        "  takes effect from 1 March 2031.\n  replace article 2, number 2 by:\n" + quoted(PAYS.format(odds=3)),
    ),
    "2031-10-01.en.ludi": (
        f"{HEAD}this wording in force from 1 October 2031.\nrepublished in full.\n{RULES}{PAYS.format(odds=3)}"
    ),
    "amendments/2-2031.en.ludi": instrument(
        2, "1 November 2031", "2 November 2031", "  suspend article 1, number 2 from 5 November 2031.\n"
    ),
    "amendments/3-2031.en.ludi": instrument(
        3, "1 December 2031", "2 December 2031", "  repeal the regulation, replaced by: xx/other\n"
    ),
}
RECTIFIED = {
    "2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}",
    "2031-01-01.pt.ludi": f"{PT_HEAD}{PT_RULES}",
    "amendments/1-2031.pt.ludi": (
        "regulamento: xx/die/amendments/1-2031\ntítulo: N.º 1\ndiploma: Diploma n.º 1/2031\naltera: xx/die\n"
        "publicado em 10 de Setembro de 2031.\nem vigor desde 10 de Setembro de 2031.\nesta versão faz fé.\n"
        "só é rectificado o texto nesta língua.\n\n1.\n  no artigo 1.º, n.º 2, onde se lê:\n"
        "  > 2.\n  >   | O horário é afixado.\n  deve ler-se:\n  > 2.\n  >   | O horário está afixado.\n"
    ),
}


def written(top: Path, texts_of_work: dict[str, str], name: str = "xx/die") -> Path:
    for file, content in {"glossary.toml": GLOSSARY, **texts_of_work}.items():
        path = top / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return top / name


@pytest.fixture(scope="module")
def repealed(tmp_path_factory: pytest.TempPathFactory) -> WorkOnDate:
    return work_in("xx/die", written(tmp_path_factory.mktemp("repealed"), REPEALED))


@pytest.fixture(scope="module")
def portion(repealed: WorkOnDate) -> Portion:
    return portion_of(repealed)


def page(portion: Portion, path: str) -> HtmlElement:
    (found,) = (one for one in portion.bulk.pages(path.partition("/")[0]) if one.path == path)
    return document_fromstring(f"<main>{found.body}</main>")


def cited(page: HtmlElement, eid: str) -> str:
    (button,) = page.cssselect(f".lx-copy[data-anchor={eid}]")
    return str(button.get("data-citation"))


# ── A work that is repealed ─────────────────────────────────────────────────


def test_of_a_repealed_work_nothing_is_run_and_every_page_says_so(portion: Portion) -> None:
    pages = portion.bulk.pages("en")
    paths = {one.path.removeprefix("en/xx/die").lstrip("/") for one in pages}
    assert not paths & {"odds", "rounds", "game", "coverage"}
    assert {"", "text", "art-1", "art-2", "doubts", "compare", "glossary"} <= paths
    assert not [path for path in portion.files if path.endswith((".odds.json", ".rounds.json"))]
    for one in (one for one in pages if not one.under):
        assert "epealed from 2 December 2031 by Order no. 3/2031" in text(document_fromstring(one.body)), one.path
    said = portion.said["en"]
    assert said.card.repealed.startswith("Repealed from 2 December 2031")
    assert not {way.path for way in said.card.ways} & {"play", "xx/die/odds"}
    assert said.worked == ""


@pytest.mark.parametrize(
    ("texts_of_work", "told"),
    [(REPEALED, "text in English, with its formal rules."), (RECTIFIED, "text in Portuguese and English, formal")],
    ids=["one language, repealed", "two languages"],
)
def test_descriptions_tell_the_languages_that_there_are(
    texts_of_work: dict[str, str], told: str, tmp_path: Path
) -> None:
    made = {one.path: one for one in portion_of(work_in("xx/die", written(tmp_path, texts_of_work))).bulk.pages("en")}
    assert made["en/xx/die"].description.startswith(f"Die: {told}")
    for path in ("en/xx/die/text", "en/xx/die/art-1"):
        assert "Chinese" not in made[path].description


def test_the_last_text_of_a_repealed_work_is_not_replaced_by_one_of_the_day_of_the_repeal(portion: Portion) -> None:
    """Its words stand to be read, under the day from which they are no longer in force."""
    ways = [" ".join(line.split()) for line in texts(page(portion, "en/xx/die/text/2031-11-05").cssselect(".lx-when"))]
    assert ways[-2:] == ["5 November 2031 superseded", "2 December 2031 repealed"]
    for day, told in (
        ("2031-10-01", "This text was replaced later, on 5 November 2031. The next text:"),
        ("2031-11-05", "Repealed from 2 December 2031 by Order no. 3/2031, and replaced by xx/other."),
    ):
        (banner,) = texts(page(portion, f"en/xx/die/text/{day}").cssselect(".lx-banner"))
        assert banner.startswith(told)


def test_before_its_repeal_a_work_can_be_played_as_it_then_stood(portion: Portion) -> None:
    versions = [game.version for game in portion.said["en"].games]
    assert versions == ["2031-11-05", "2031-10-01", "2031-03-01", "2031-01-01"]


def test_the_wordings_of_a_repealed_work_end_with_it(portion: Portion) -> None:
    first, second = (
        [" ".join(line.split()) for line in texts(page(portion, f"en/xx/die/art-{n}").cssselect(".lx-when"))]
        for n in (1, 2)
    )
    assert first == ["1 January 2031 to 4 November 2031 words kept", "5 November 2031 to 1 December 2031"]
    assert second == ["1 January 2031 to 28 February 2031 superseded", "1 March 2031 to 1 December 2031"]


def test_a_repealed_work_leads_to_the_one_in_its_place_while_that_is_there(tmp_path: Path) -> None:
    """Nothing else of the work changes: with the other, and without, it is made again all the same."""
    shelf, kept = tmp_path / "shelf", tmp_path / "kept"
    written(shelf, REPEALED)

    def links() -> set[str]:
        die = next(one for one in portions(shelf, folder=kept) if one.name == "xx/die")
        return {*values(page(die, "en/xx/die").cssselect(".lx-banner a"), "href")}

    assert links() == set()
    other = written(
        shelf, {"2031-01-01.en.ludi": REPEALED["2031-01-01.en.ludi"].replace("xx/die", "xx/other")}, "xx/other"
    )
    assert links() == links() == {"../other/"}
    for file in other.iterdir():
        file.unlink()
    # A folder without a text is no work.
    assert links() == links() == set()


def test_the_refusal_names_the_instrument_in_the_language_of_whoever_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "regulamento: xx/die/amendments/1-2031\ntítulo: N.º 1\ndiploma: Diploma n.º 1/2031\naltera: xx/die\n"
    days = "publicado em 1 de Março de 2031.\nem vigor desde 2 de Março de 2031.\nesta versão faz fé.\n\n1.\n"
    bases = {name: content for name, content in RECTIFIED.items() if name.startswith("2031")}
    repeals = {
        "amendments/1-2031.en.ludi": instrument(1, "1 March 2031", "2 March 2031", "  repeal the regulation.\n"),
        "amendments/1-2031.pt.ludi": f"{head}{days}  é revogado o regulamento.\n",
    }
    written(tmp_path, {**bases, **repeals})
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path))
    for language, name in (("en", "by Order no. 1/2031"), ("pt", "Diploma n.º 1/2031")):
        assert main(["play", "xx/die", "--lang", language]) == 1
        assert name in capsys.readouterr().err


# ── What instruments did ────────────────────────────────────────────────────


def test_each_day_of_an_instrument_is_told_and_compared(portion: Portion) -> None:
    steps = {e.get("id"): e for e in page(portion, "en/xx/die/compare").cssselect(".lx-timeline > li")}
    assert list(steps) == ["first", "instrument-1-2031", "text-2031-10-01", "instrument-2-2031", "instrument-3-2031"]
    money = {name: texts(e.cssselect(".lx-money")) for name, e in steps.items()}
    assert money["instrument-1-2031"] == [
        "1 March 2031: house edge of “lucky bet”: from 0.0000% to −33.3333% (−33.3333\xa0pp)"
    ]
    assert money["instrument-2-2031"] == ["5 November 2031: the house edge of no bet changes."]
    compared = {name: values(e.cssselect("a[href*='compare'], a[href^='2031']"), "href") for name, e in steps.items()}
    assert [href.strip("/").rpartition("compare/")[2] for href in compared["instrument-1-2031"]] == [
        "2031-01-01/2031-03-01"
    ]
    assert "Republished in full" in text(steps["text-2031-10-01"])


def test_bets_that_an_instrument_brings_takes_away_and_leaves_open_are_told(tmp_path: Path) -> None:
    """Of three faces one pays 1 to 1 and two lose: an edge of a third. Open rounds, where none did it, have no edge."""
    second = (
        "  “second bet” is a bet.\n  settle “second bet”.\n"
        "  when the total of “chief” is 3, then “second bet” pays 1 to 1.\n"
        "  when it is not so that the total of “chief” is 3, then “second bet” loses.\n"
    )
    changes = [
        instrument(n, f"{n} March 2031", f"{n} March 2031", "  replace article 2, number 2 by:\n" + quoted(words))
        for n, words in enumerate((PAYS.format(odds=2) + second, GAP, PAYS.format(odds=2)), 1)
    ]
    files = {f"amendments/{n}-2031.en.ludi": change for n, change in enumerate(changes, 1)}
    home = written(
        tmp_path, {"2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}", **files}
    )
    (home / "glossary.toml").write_text(f'{GLOSSARY}[second]\nen = ["second bet"]\n', "utf-8")
    shown = page(portion_of(work_in("xx/die", home)), "en/xx/die/compare")
    steps = [texts(e.cssselect(".lx-money")) for e in shown.cssselect(".lx-timeline > li")]
    assert steps == [
        [],
        ["“second bet” is accepted from then on; house edge: 33.3333%"],
        [
            "House edge of “lucky bet”: 0.0000%; from then on undetermined (no rule settles 33.3333% of rounds)",
            "“second bet” is no longer accepted.",
        ],
        ["House edge of “lucky bet”: undetermined (no rule settles 33.3333% of rounds); from then on 0.0000%"],
    ]


def test_a_bet_that_was_suspended_is_accepted_again_and_not_new(tmp_path: Path) -> None:
    """Of three faces one pays 1 to 1 and two lose; number 3 of article 2, all that there is of it, rests in March."""
    third = (
        "3.\n  | There is a second bet.\n  “second bet” is a bet.\n  settle “second bet”.\n"
        "  when the total of “chief” is 3, then “second bet” pays 1 to 1.\n"
        "  when it is not so that the total of “chief” is 3, then “second bet” loses.\n"
    )
    rest = "  suspend article 2, number 3 from 1 March 2031 until 31 March 2031.\n"
    home = written(
        tmp_path,
        {
            "2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}{third}",
            "amendments/1-2031.en.ludi": instrument(1, "15 February 2031", "1 March 2031", rest),
        },
    )
    (home / "glossary.toml").write_text(f'{GLOSSARY}[second]\nen = ["second bet"]\n', "utf-8")
    shown = page(portion_of(work_in("xx/die", home)), "en/xx/die/compare")
    assert [texts(e.cssselect(".lx-money")) for e in shown.cssselect(".lx-timeline > li")] == [
        [],
        [
            "“second bet” is no longer accepted.",
            "1 April 2031: “second bet” is accepted from then on; house edge: 33.3333%",
        ],
    ]


def test_what_two_instruments_of_one_day_did_to_bets_is_told_of_both(tmp_path: Path) -> None:
    """From 16 March 2031 one order pays 3 to 1 in place of 2, and another has other hours; a third comes later."""
    hours = "2.\n  | Hours will be posted.\n  no effect on the machine: hours\n"
    days = ("16 March", "16 March", "17 March")
    changed = (("article 2", PAYS.format(odds=3)), ("article 1", hours), ("article 2", PAYS.format(odds=2)))
    files = {
        f"amendments/{n}-2031.en.ludi": instrument(
            n, "15 March 2031", f"{day} 2031", f"  replace {place}, number 2 by:\n{quoted(words)}"
        )
        for n, (day, (place, words)) in enumerate(zip(days, changed, strict=True), 1)
    }
    home = written(tmp_path, {"2031-01-01.en.ludi": REPEALED["2031-01-01.en.ludi"], **files})
    shown = page(portion_of(work_in("xx/die", home)), "en/xx/die/compare")
    other = "The text was changed on the same day also by: Order no. {}/2031."
    steps = [texts(e.cssselect(".lx-money")) for e in shown.cssselect(".lx-timeline > li")]
    assert [lines[1:] for lines in steps] == [[], [other.format(2)], [other.format(1)], []]
    assert [line.partition(":")[0] for lines in steps for line in lines[:1]] == ["House edge of “lucky bet”"] * 3


def test_two_instruments_of_one_day_and_one_name_are_two_entries_of_the_feed(tmp_path: Path) -> None:
    """Both are in force from 16 March 2031, and each calls itself an order and no more."""
    words = "2.\n  | Hours will be posted.\n  no effect on the machine: hours\n"
    changes = (
        f"  replace article 2, number 2 by:\n{quoted(PAYS.format(odds=3))}",
        f"  replace article 1, number 2 by:\n{quoted(words)}",
    )
    files = {
        f"amendments/{n}-2031.en.ludi": instrument(n, "15 March 2031", "16 March 2031", change).replace(
            f"Order no. {n}/2031", "Order"
        )
        for n, change in enumerate(changes, 1)
    }
    work = work_in("xx/die", written(tmp_path, {"2031-01-01.en.ludi": REPEALED["2031-01-01.en.ludi"], **files}))
    told = feed_of(work, "en")[1].decode()
    assert re.findall("<title>(.*)</title>", told)[1:] == ["Die: Order", "Die: Order", "Die"]
    assert len(set(re.findall("<id>(.*)</id>", told))) == 4


def test_an_article_put_after_another_changes_what_it_brings(tmp_path: Path) -> None:
    """An order known in part puts article 1-A after article 1: article 1 is as before, and stands in no doubt."""
    brought = "Article 1-A\n  | Hours are kept.\n  no effect on the machine: hours\n"
    order = instrument(1, "1 April 2031", "2 April 2031", f"  insert after article 1:\n{quoted(brought)}")
    in_part = "its content is known in part: hours\n"
    texts_of_work = {
        "2031-01-01.en.ludi": REPEALED["2031-01-01.en.ludi"],
        "amendments/1-2031.en.ludi": order.replace("this language", f"{in_part}this language"),
    }
    work = work_in("xx/die", written(tmp_path, texts_of_work))
    shown = page(portion_of(work), "en/xx/die")
    (links,) = (values(e.cssselect("a[href^=art]"), "href") for e in shown.cssselect("#instrument-1-2031"))
    assert links == ["art-1-a/"]
    assert [unit for unit, ways in work.wordings.items() if any(way.is_reworded for way in ways)] == []


def test_an_instrument_leads_to_the_wordings_of_its_own_days(tmp_path: Path) -> None:
    """Order 1 changes article 2 from 1 March, before its own days; orders 2 to 4 are in force from 2 April.

    From then order 2 changes article 2, and order 3 article 1, of which order 4 suspends a number from 5 November.
    """
    words = "2.\n  | Hours will be posted.\n  no effect on the machine: hours\n"
    changes = (
        f"  replace article 2, number 2 by:\n{quoted(PAYS.format(odds=4))}",
        f"  replace article 1, number 2 by:\n{quoted(words)}",
        "  suspend article 1, number 2 from 5 November 2031.\n",
    )
    texts_of_work = {
        **{name: REPEALED[name] for name in ("2031-01-01.en.ludi", "amendments/1-2031.en.ludi")},
        **{
            f"amendments/{n}-2031.en.ludi": instrument(n, "1 April 2031", "2 April 2031", change)
            for n, change in enumerate(changes, 2)
        },
    }
    shown = page(portion_of(work_in("xx/die", written(tmp_path, texts_of_work))), "en/xx/die")
    links = {e.get("id"): values(e.cssselect("a[href^=art]"), "href") for e in shown.cssselect(".lx-timeline > li")}
    assert links == {
        "first": [],
        "instrument-1-2031": ["art-2/2031-03-01/"],
        "instrument-2-2031": ["art-2/"],
        "instrument-3-2031": ["art-1/2031-04-02/"],
        "instrument-4-2031": ["art-1/"],
    }


@pytest.mark.parametrize(
    ("gazette", "told"),
    [
        ("Boletim Oficial, n.º 20/2004, III Série, págs. 699-704", "BO N.º20/2004SérieIII SériePáginas699–704"),
        ("Boletim Oficial, n.º 20/2004, pág. 5", "BO N.º20/2004Páginas5"),
        ("Boletim Oficial, n.º 20/2004, I Série, 2.º suplemento, pág. 5", ""),
        ("Diário da República n.º 20/2004 de 3 a 5 de Maio", ""),
    ],
)
def test_of_an_issue_of_the_gazette_nothing_is_left_out(gazette: str, told: str, tmp_path: Path) -> None:
    """Number, series and pages are told one by one where nothing else is said; whatever has more stands as it is."""
    text_of_work = f"{PT_HEAD}boletim oficial: {gazette}\n{PT_RULES}"
    work = work_in("xx/die", written(tmp_path, {"2031-01-01.pt.ludi": text_of_work}))
    (block,) = page(portion_of(work), "pt/xx/die").cssselect(".lx-gazette")
    assert text(block).partition("Entrada")[0] == (told or f"BO N.º{gazette}")


# ── Doubts ──────────────────────────────────────────────────────────────────


DOUBTS = """
[three]
en = ["three"]
[two-to-one]
en = ["two to one"]
[three-to-one]
en = ["three to one"]
[other]
en = ["other"]
[small]
en = ["small bet"]
"""
DOUBTFUL = f"""{HEAD}in force from 1 January 2031.
{RULES.replace("is a bet.", "is a bet.{nl}  “small bet” is a bet.")}2.
  | Three pays two.
  reading “other”: “two to one” or “three to one”; default “two to one”; because: it seems so
  reading “three”: “two to one” or “three to one”; default “two to one”; because: it seems so
  settle “lucky bet” and “small bet”.
  when “three” is “two to one”, and the total of “chief” is 3, then “lucky bet” pays 2 to 1.
  when “three” is “three to one”, and the total of “chief” is 3, then “lucky bet” pays 3 to 1.
  when it is not so that the total of “chief” is 3, then “lucky bet” loses.
3.
  | Whatever else.
  divergence “three”: this text says “two to one”; note: the other text says three
  when the total of “chief” is 3, then “small bet” loses.
""".replace("{nl}", "\n")


def doubtful(top: Path, **amendments: str) -> Portion:
    texts_of_work = {f"amendments/{name.strip('_')}-2031.en.ludi": content for name, content in amendments.items()}
    home = written(top, {"2031-01-01.en.ludi": DOUBTFUL, **texts_of_work})
    (home / "glossary.toml").write_text(f"{GLOSSARY}{DOUBTS}", "utf-8")
    return portion_of(work_in("xx/die", home))


FIRST = f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}"
LATER = f"{HEAD}in force from 1 January 2032.\n{RULES.replace('are posted', 'will be posted')}{PAYS.format(odds=3)}"


@pytest.mark.parametrize("first", ["en", "en and pt"])
def test_a_language_may_come_or_go_with_a_later_text(first: str, tmp_path: Path) -> None:
    """One of both texts has a translation; pages in its language show that, and of the other text the English words."""
    texts_of_work = {"2031-01-01.en.ludi": FIRST, "2032-01-01.en.ludi": LATER}
    translated, alone = ("2031-01-01", "2032-01-01") if first == "en and pt" else ("2032-01-01", "2031-01-01")
    texts_of_work[f"{translated}.pt.ludi"] = (PT_HEAD + PT_RULES).replace("2031", translated[:4])
    work = work_in("xx/die", written(tmp_path, texts_of_work))
    assert [sorted(dated.texts) for dated in work.over_time] == (
        [["en", "pt"], ["en"]][:: 1 if translated < alone else -1]
    )
    die_portion = portion_of(work)
    for version, has_both in ((translated, True), (alone, False)):
        path = "" if version == "2032-01-01" else f"/{version}"
        for language in ("en", "pt"):
            said = text(page(die_portion, f"{language}/xx/die/art-1{path}"))
            assert "One die with three faces" in said
            assert ("Um dado de três faces" in said) is has_both


def test_words_of_a_text_given_as_a_whole_are_not_told_as_those_of_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second text of the work is no republication: all of its words are its own, from 2032."""
    home = written(tmp_path, {"2031-01-01.en.ludi": FIRST, "2032-01-01.en.ludi": LATER})
    die_portion = portion_of(work_in("xx/die", home))
    assert "Wording of Die, which entered into force on 1 January 2032." in text(page(die_portion, "en/xx/die/art-1"))
    earlier = text(page(die_portion, "en/xx/die/art-1/2031-01-01"))
    assert "Wording of the first text, which entered into force on 1 January 2031." in earlier
    words = catalogue("en")
    for day, told in (("2031-01-01", "source.first-text"), ("2032-01-01", "log.later-text")):
        assert main(["blame", f"{home}@{day}", "--lang", "en"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert {line.partition(": ")[2] for line in lines if line.startswith("article")} == {words.say(told)}


@pytest.mark.parametrize("default", ["never", "always"])
def test_a_bet_that_one_choice_alone_allows_is_shown_with_it_and_not_with_the_other(
    default: str, tmp_path: Path
) -> None:
    """Where it is allowed, two of three faces lose, and one pays 1 to 1: an edge of a third."""
    option = (
        f"3.\n  | Second bets.\n  house option “second bets”: “never” or “always”; default “{default}”.\n"
        "  “second bet” is a bet.\n"
        "  when “second bets” is “never”, then “guest” must not “bet” on “second bet”.\n"
        "  settle “second bet”.\n"
        "  when the total of “chief” is 3, then “second bet” pays 1 to 1.\n"
        "  when it is not so that the total of “chief” is 3, then “second bet” loses.\n"
    )
    text = f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}{option}"
    home = written(tmp_path, {"2031-01-01.en.ludi": text})
    terms = {"seconds": "second bets", "second": "second bet", "never": "never", "always": "always"}
    added = "".join(f'[{name}]\nen = ["{term}"]\n' for name, term in terms.items())
    (home / "glossary.toml").write_text(f'inherits = ["lexludi"]\n{GLOSSARY}{added}', "utf-8")
    edges = {"never": catalogue("en").say("obstacle.never-placed"), "always": "33.3333%"}
    other = next(value for value in edges if value != default)
    portion = portion_of(work_in("xx/die", home))
    first, *rows = (texts(row.cssselect("th, td")) for row in page(portion, "en/xx/die/doubts").cssselect("table tr"))
    assert first == ["second bets", "second bet"]
    for (name, edge), value, shown in zip(rows, (default, other), (f"{default} (default)", other), strict=True):
        assert name == shown
        assert edges[value] in edge
    (under,) = page(portion, "en/xx/die/odds").cssselect("[data-under]")
    assert under.get("data-under") == f"seconds={other}"
    (told,) = texts(under.cssselect("p"))
    assert told.startswith("second bet ·")
    assert edges[other] in told


@pytest.mark.parametrize(("pays", "is_told"), [(GAP, True), (PAYS.format(odds=2), False)])
def test_rounds_of_the_sample_that_stopped_are_told(pays: str, is_told: bool, tmp_path: Path) -> None:
    """Of three faces one settles nothing, and of a sample of rounds about a third stops."""
    home = written(tmp_path, {"2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{pays}"})
    work = work_in("xx/die", home)
    lines = texts(page(portion_of(work), "en/xx/die/coverage").cssselect("p"))
    told = [line for line in lines if "that stopped" in line]
    assert bool(told) is is_told
    if told:
        (count,) = (int(number) for number in re.findall("[0-9]+", told[0]))
        assert 0.2 < count / work.coverage.rounds < 0.5


@pytest.mark.parametrize(
    ("choices", "told"),
    [("3 through 9", "3, 4 and 9"), ("3 or more", "3 and 4"), ("3 through 5", ""), ("3, 4 or 5", "")],
)
def test_of_a_range_too_wide_to_try_the_page_says_which_numbers_were_tried(
    choices: str, told: str, tmp_path: Path
) -> None:
    """Where the odds stay the same under these alone, nothing is said of the others."""
    option = f"3.\n  | Boxes.\n  house option “boxes”: {choices}; default 3.\n  there are “boxes” “box”.\n"
    text = f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}{option}"
    home = written(tmp_path, {"2031-01-01.en.ludi": text})
    (home / "glossary.toml").write_text(f'{GLOSSARY}[boxes]\nen = ["boxes"]\n[box]\nen = ["box"]\n', "utf-8")
    shown = page(portion_of(work_in("xx/die", home)), "en/xx/die/doubts")
    words = catalogue("en")
    assert words.say("site.effects.none") in texts(shown.cssselect("span"))
    assert texts(shown.cssselect("small")) == ([words.say("site.effects.tried", values=told)] if told else [])


def test_a_divergence_leads_to_the_doubt_that_it_is_about_wherever_it_stands(tmp_path: Path) -> None:
    """It stands in number 3 and is about the second reading of number 2, which the page of doubts calls by its name."""
    die_portion = doubtful(tmp_path)
    (badge,) = page(die_portion, "en/xx/die/art-2").cssselect("a.lx-badge--divergence")
    assert badge.get("href") == "../doubts/#about-three"
    (heading,) = page(die_portion, "en/xx/die/doubts").cssselect("#about-three")
    assert text(heading).startswith("three")


def test_a_rule_is_not_marked_by_the_reading_of_one_at_the_same_place_of_another_file(tmp_path: Path) -> None:
    """A title as long as it takes: the effect of the order stands in its file where that of number 2 has its place."""
    lines = "3.\n  | Five.\n  when it is not so that the total of “chief” is 3, then “small bet” pays 2 to 1.\n"
    change = instrument(1, "1 April 2031", "2 April 2031", f"  replace article 2, number 3 by:\n{quoted(lines)}")
    further = DOUBTFUL.index("“lucky bet” pays 2 to 1") - change.index("“small bet” pays 2 to 1")
    die_portion = doubtful(tmp_path, _1=change.replace("title: No. 1", f"title: No. 1{'x' * further}"))
    marks = {
        text(rule): texts(rule.cssselect(".lx-by-reading"))
        for rule in page(die_portion, "en/xx/die/art-2").cssselect(".lx-formal--rule")
    }
    assert [told for rule, told in marks.items() if "“small bet” pays" in rule] == [[]]


def test_a_republication_is_in_the_timeline_and_in_the_feed(repealed: WorkOnDate, portion: Portion) -> None:
    assert "Republished in full" in text(page(portion, "en/xx/die").cssselect("#text-2031-10-01")[0])
    assert "<title>Die: Republished in full</title>" in feed_of(repealed, "en")[1].decode()
    assert "republished; day: 1 October 2031" in text(page(portion, "en/xx/die/art-2"))


def test_the_instrument_of_a_work_and_its_day_are_those_of_the_first_text_or_of_the_whole_that_came_later(
    tmp_path: Path,
) -> None:
    """Order 9 gives the whole text from October: as published anew the work is order 8's of January, else order 9's."""
    first, later = (
        f"{HEAD}instrument: Order no. {number}/2031\nin force from 1 {month} 2031.\n{{}}{RULES}{PAYS.format(odds=2)}"
        for number, month in ((8, "January"), (9, "October"))
    )
    told = {}
    for said in ("republished in full.\n", ""):
        texts_of_work = {"2031-01-01.en.ludi": first.format(""), "2031-10-01.en.ludi": later.format(said)}
        folder = written(tmp_path / ("anew" if said else "other"), texts_of_work)
        lines = texts(page(portion_of(work_in("xx/die", folder)), "en/xx/die").cssselect(".lx-gazette dd"))
        told[bool(said)] = [" ".join(line.split()) for line in lines[:2]]
    assert told == {
        True: ["Order no. 8/2031", "1 January 2031"],
        False: ["Order no. 9/2031", "1 October 2031"],
    }


def test_what_repealed_an_article_is_named_in_the_language_of_whoever_reads(tmp_path: Path) -> None:
    hours = "Artigo 3.º\n  | Das doze às vinte e quatro.\n  sem efeito na máquina: horário\n"
    english = "Article 3\n  | From noon to midnight.\n  no effect on the machine: hours\n"
    texts_of_work = {
        "2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}{english}",
        "2031-01-01.pt.ludi": f"{PT_HEAD}{PT_RULES}{hours}",
        "amendments/1-2031.en.ludi": instrument(
            1, "15 March 2031", "16 March 2031", "  repeal article 3 and article 1, number 2.\n"
        ),
        "amendments/1-2031.pt.ludi": (
            "regulamento: xx/die/amendments/1-2031\ntítulo: N.º 1\ndiploma: Diploma n.º 1/2031\naltera: xx/die\n"
            "publicado em 15 de Março de 2031.\nem vigor desde 16 de Março de 2031.\nesta versão faz fé.\n\n1.\n"
            "  são revogados o artigo 3.º e o artigo 1.º, n.º 2.\n"
        ),
    }
    found = portion_of(work_in("xx/die", written(tmp_path, texts_of_work)))
    told = [text(page(found, f"{language}/xx/die/art-3").cssselect(".lx-banner--past")[0]) for language in ("en", "pt")]
    assert told == [
        "This article was repealed by Order no. 1/2031; from: 16 March 2031.",
        "Este artigo foi revogado pelo Diploma n.º 1/2031; dia: 16 de Março de 2031.",
    ]
    numbers = {
        "en": "[article 1, paragraph 2: repealed by Order no. 1/2031, from 16 March 2031.]",
        "pt": "[artigo 1.º, n.º 2: revogação determinada pelo Diploma n.º 1/2031, desde 16 de Março de 2031.]",
    }
    for language, note in numbers.items():
        for path in ("art-1", "text"):
            assert note in texts(page(found, f"{language}/xx/die/{path}").cssselect(".lx-source"))


def test_each_page_of_each_wording_is_described_by_its_work_and_days(portion: Portion) -> None:
    for language, first in (("en", "1 January 2031"), ("pt", "1 de Janeiro de 2031"), ("zh", "2031年1月1日")):
        pages = portion.bulk.pages(language)
        told = {one.path: one.description for one in pages}
        assert len(set(told.values())) == len(pages)
        assert all(description.startswith(one.of) for one, description in zip(pages, told.values(), strict=True))
        assert first in told[f"{language}/xx/die/text/2031-01-01"]


def test_a_comparison_names_either_wording_by_its_day(portion: Portion) -> None:
    for language, days in (
        ("en", ["1 January 2031", "1 March 2031"]),
        ("pt", ["1 de Janeiro de 2031", "1 de Março de 2031"]),
        ("zh", ["2031年1月1日", "2031年3月1日"]),
    ):
        places = page(portion, f"{language}/xx/die/compare/2031-01-01/2031-03-01").cssselect("h3 small a")
        assert {link[0].tail for link in places} == set(days)


def test_a_comparison_says_what_has_effect_from_before_its_publication(
    portion: Portion, repealed: WorkOnDate, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = "Order no. 1/2031 was published on 15 March 2031 and has effect from 1 March 2031"
    assert told in text(page(portion, "en/xx/die/compare/2031-01-01/2031-03-01"))
    assert told not in text(page(portion, "en/xx/die/compare/2031-10-01/2031-11-05"))
    assert repealed.history is not None
    home = repealed.history.folder
    assert main(["diff", f"{home}@2031-01-01", f"{home}@2031-03-01", "--layer", "words", "--lang", "en"]) == 0
    assert told in capsys.readouterr().out


def test_of_an_article_that_is_repealed_and_put_in_again_each_day_leads_to_its_wording(tmp_path: Path) -> None:
    """Order 1 repeals article 3 from 16 March 2031, and order 2 puts one in again from 2 November."""
    hours = "Article 3\n  | {}\n  no effect on the machine: hours\n"
    work = work_in(
        "xx/die",
        written(
            tmp_path,
            {
                "2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}"
                + hours.format("Hours are noon to midnight."),
                "amendments/1-2031.en.ludi": instrument(1, "15 March 2031", "16 March 2031", "  repeal article 3.\n"),
                "amendments/2-2031.en.ludi": instrument(
                    2,
                    "1 November 2031",
                    "2 November 2031",
                    f"  insert after article 2:\n{quoted(hours.format('Hours are posted.'))}",
                ),
            },
        ),
    )
    die_portion = portion_of(work)
    changed = {
        str(event.get("id")): values(event.cssselect("a[href*=art-3]"), "href")
        for event in page(die_portion, "en/xx/die").cssselect("[id^=instrument-]")
    }
    assert changed == {"instrument-1-2031": ["art-3/2031-01-01/"], "instrument-2-2031": ["art-3/"]}
    links = re.findall(r'<link href="([^"]*)"', feed_of(work, "en")[1].decode())
    assert [link for link in links if "/text/" in link] == ["../../xx/die/text/2031-01-01/"]
    (field,) = page(die_portion, "en/xx/die/art-3").cssselect("input[data-versions]")
    assert json.loads(field.attrib["data-versions"]) == [
        ["2031-01-01", "2031-01-01/"],
        ["2031-03-16", ""],
        ["2031-11-02", "./"],
    ]


# ── Several works ───────────────────────────────────────────────────────────


def test_two_works_of_one_title_are_told_apart_wherever_several_are_listed(tmp_path: Path) -> None:
    """Both are called Die; the third, with a title of its own, has nothing behind it."""
    body = f"{HEAD.replace('this language is authentic.', 'invented example, not law.')}{RULES}{PAYS.format(odds=2)}"
    for name, content in (("xx/die", body), ("xx/dice", body), ("xx/cube", body.replace("title: Die", "title: Cube"))):
        written(tmp_path, {"1.en.ludi": content.replace("xx/die", name)}, name)
    found = {
        one.path: document_fromstring(f"<main>{one.body}</main>")
        for one in pages(tuple(portions(tmp_path)))
        if one.path in ("en", "en/examples", "en/glossary", "en/play")
    }
    titles = ["Cube", "Die (xx/dice)", "Die (xx/die)"]
    for path in ("en", "en/examples"):
        assert texts(found[path].cssselect(".lx-card-title")) == titles
    assert [told for told in texts(found["en/glossary"].cssselect("a")) if told in titles] == titles
    assert texts(found["en/play"].cssselect("option[value^=xx]")) in (titles, [])


@pytest.mark.parametrize("name", [".", "play"])
def test_no_page_takes_the_place_of_another(name: str, tmp_path: Path) -> None:
    """A work in the folder of the shelf itself would be the first page; one called `play` the page where games are."""
    body = f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}"
    written(tmp_path, {"2031-01-01.en.ludi": body}, name)
    with pytest.raises(UnknownWork, match="page-twice"):
        tuple(pages(tuple(portions(tmp_path))))


@pytest.mark.parametrize("name", on_shelves())
def test_a_glossary_cites_whatever_declares_a_term(name: str) -> None:
    """The rules know where each thing was declared, and so does the glossary, where a text calls it by its term."""
    work = work_in(name, on_shelves()[name])
    rules, found = work.first, uses(work)
    named = (rules.scales, rules.sets, rules.groups, rules.runs, rules.memories, rules.meters, rules.roles, rules.bets)
    declared = {
        *((item.id, item.eid) for several in named for item in several.values()),
        *((stock.object, stock.eid) for stock in (*rules.stocks, *rules.thrown)),
        *((parameter.id, parameter.eid) for parameter in rules.parameters.values()),
    }
    assert {(term, eid) for term, eid in declared if term in found and eid not in found[term].declared} == set()


@pytest.mark.parametrize(
    ("known", "linked"),
    [({"die"}, ["dice", "die"]), ({"die", "dice-game"}, ["die"]), ({"dice-game"}, ["dice"])],
    ids=["the other is not of the work", "both", "the other alone"],
)
def test_a_word_that_two_terms_have_is_linked_where_one_of_them_is_of_the_work(
    known: set[str], linked: list[str]
) -> None:
    """The plural of “die” is the name of the term `dice-game`, as a glossary may have it that a work inherits."""
    nouns = {"die": ("die", "dice"), "dice-game": ("dice", "games of dice")}
    terms = [GlossaryEntry(x, {"en": (one,)}, nouns={"en": Noun(plural=many)}) for x, (one, many) in nouns.items()]
    rules = replace(rules_of(f"{COIN}  “dealer” throws “die”.\n"), glossary=make_glossary(terms))
    pieces = with_terms("two dice and a die", rules, Known(known, ()))
    assert [piece.text for piece in pieces if piece.kind] == linked


# ── Whose words ─────────────────────────────────────────────────────────────


def test_a_first_text_without_an_instrument_is_called_so(portion: Portion) -> None:
    assert "All else: wording of the first text, which entered into force on 1 January 2031." in text(
        page(portion, "en/xx/die/art-2")
    )


def test_a_consolidated_text_without_summaries_is_not_said_to_have_some(portion: Portion) -> None:
    banner = texts(page(portion, "en/xx/die").cssselect(".lx-banner"))[0]
    assert "of later instruments, as transcribed" in banner
    assert "summary" not in banner


def test_a_day_that_only_names_a_file_is_not_told_as_one_of_law(tmp_path: Path) -> None:
    work = work_in("xx/die", written(tmp_path, {"2031-01-01.en.ludi": f"regulation: xx/die\n{WORDS_ALONE}"}))
    (made,) = (one for one in portion_of(work).bulk.pages("en") if one.path == "en/xx/die/art-1")
    shown = document_fromstring(f"<main>{made.body}</main>")
    assert shown.cssselect(".lx-source") == []
    assert cited(shown, "art_1") == "xx/die, article 1 (xx/die; invented example, not law)"
    assert "temporalCoverage" not in made.data


def test_of_a_first_text_it_is_told_what_is_in_words_in_a_summary_and_not_known(tmp_path: Path) -> None:
    """Article 2 is half in words; article 3 is in a summary, and of article 4 no words are known: so below a head."""
    first = FIRST.replace("| Three pays", "~ Three pays") + (
        "Article 3\n1.\n  ~ Hours.\n  no effect on the machine: hours\nArticle 4\n1.\n  text missing: nobody has it\n"
    )
    die_portion = portion_of(work_in("xx/die", written(tmp_path, {"2031-01-01.en.ludi": first})))
    shown = {number: page(die_portion, f"en/xx/die/art-{number}") for number in (2, 3, 4)}
    assert [texts(one.cssselect("p.lx-source")) for one in shown.values()] == [
        ["Wording of the first text, which entered into force on 1 January 2031."],
        ["Summary of our own of what is provided by the first text, which entered into force on 1 January 2031."],
        ["The wording of this article in the first text, which entered into force on 1 January 2031, is not known."],
    ]
    for eid, told in (
        ("art_2__para_2", "summary of our own, not the words of the law"),
        ("art_4__para_1", "in words not known"),
    ):
        assert f"(xx/die; {told}; wording from 1 January 2031;" in cited(shown[int(eid[4])], eid)


def test_a_citation_says_what_was_done_to_the_words(portion: Portion) -> None:
    one, two = (page(portion, f"en/xx/die/art-{number}") for number in (1, 2))
    assert "; changed in part by Order no. 2/2031; wording from 5 November 2031;" in cited(one, "art_1")
    assert "; suspended by Order no. 2/2031, from 5 November 2031; wording from" in cited(one, "art_1__para_2")
    assert "; changed in part by Order no. 1/2031; wording from 1 March 2031;" in cited(two, "art_2")
    assert "as worded by Order no. 1/2031" in cited(two, "art_2__para_2")
    assert cited(two, "art_2").endswith("repealed from 2 December 2031 by Order no. 3/2031)")


def test_a_citation_says_what_number_a_provision_had() -> None:
    """Item 4 of article 6, the flush, became item 3 on 1 July 2025; item 3 had been the straight until then."""
    work = work_in("xx/three-card-poker", on_shelves()["xx/three-card-poker"])
    (article,) = (one for one in article_pages(work, "en") if one.path == "en/xx/three-card-poker/art-6")
    told = cited(document_fromstring(f"<main>{article.body}</main>"), "art_6__point_3")
    assert "formerly item 4 of article 6, renumbered by" in told
    assert "from 1 July 2025" in told


def test_a_row_of_renumberings_is_told_on_the_page_of_each_of_its_articles(tmp_path: Path) -> None:
    texts_of_work = {
        "2031-01-01.en.ludi": REPEALED["2031-01-01.en.ludi"],
        "amendments/1-2031.en.ludi": instrument(
            1, "15 March 2031", "16 March 2031", "  renumber articles 1 to 2 as articles 3 to 4.\n"
        ),
    }
    die_portion = portion_of(work_in("xx/die", written(tmp_path, texts_of_work)))
    for number in (3, 4):
        sources = texts(page(die_portion, f"en/xx/die/art-{number}").cssselect(".lx-source"))
        assert sum("[articles 3 and 4: formerly articles 1 and 2; renumbered by" in told for told in sources) == 1


def test_words_that_stay_are_not_said_to_be_replaced(tmp_path: Path) -> None:
    """Invented: article 3 awaits May, 4 is suspended in June, 5 speaks of a number of 6 that moves; 7 is made anew."""
    rest = "".join(f"Article {n}\n  | Rest {n}.\n  no effect on the machine: rest\n" for n in (3, 4))
    rest += "Article 5\n  | Rest 5.\n  prevails over article 6, number 1.\n"
    rest += "Article 6\n1.\n  | Rest 6.\n  no effect on the machine: rest\n"
    rest += "Article 7\n  no effect on the machine: rest\n"
    first = REPEALED["2031-01-01.en.ludi"].replace("2031.\n", "2031.\non 1 May 2031, article 3 enters into force.\n", 1)
    change = "  suspend article 4 from 1 June 2031 until 30 June 2031.\n"
    change += "  renumber article 6, number 1 as article 6, number 2.\n"
    change += "  replace article 7 by:\n  > Article 7\n  >   no effect on the machine: other\n"
    texts_of_work = {
        "2031-01-01.en.ludi": f"{first}{rest}",
        "amendments/1-2031.en.ludi": instrument(1, "1 March 2031", "2 March 2031", change),
    }
    die_portion = portion_of(work_in("xx/die", written(tmp_path, texts_of_work)))
    marks = {
        n: [text(mark) for mark in page(die_portion, f"en/xx/die/art-{n}").cssselect(".lx-superseded")]
        for n in (3, 4, 5, 6, 7)
    }
    kept, superseded = "words kept", "superseded"
    assert marks == {3: [kept], 4: [kept, kept], 5: [kept], 6: [superseded], 7: [superseded]}
    (banner,) = texts(page(die_portion, "en/xx/die/art-4/2031-01-01").cssselect(".lx-banner--past"))
    assert banner.startswith(
        "The words stayed as they were; whether they apply, or their formal rules, changed, on 1 June"
    )


def test_the_timeline_and_the_feed_say_what_of_a_first_text_enters_into_force_later(tmp_path: Path) -> None:
    """Never amended: the day on which article 3 enters into force makes a second text all the same."""
    first = REPEALED["2031-01-01.en.ludi"].replace("2031.\n", "2031.\non 1 May 2031, article 3 enters into force.\n", 1)
    rest = "Article 3\n  | Rest 3.\n  no effect on the machine: rest\n"
    work = work_in("xx/die", written(tmp_path, {"2031-01-01.en.ludi": first + rest}))
    (event,) = page(portion_of(work), "en/xx/die").cssselect("#first")
    assert [text(item) for item in event.cssselect("ul li")] == ["article 3 is in force from 1 May 2031"]
    assert [link.get("href") for link in event.cssselect("a")] == ["compare/2031-01-01/2031-05-01/"]
    feed = feed_of(work, "en")[1].decode()
    assert "article 3 is in force from 1 May 2031" in feed
    assert 'href="../../xx/die/text/2031-01-01/"' in feed


def test_the_page_of_an_earlier_wording_says_what_became_of_the_article(tmp_path: Path) -> None:
    """Invented: article 3 is worded anew and becomes 5, with another in its place; 4 goes and comes again."""
    rest = "".join(f"Article {n}\n  | Rest {n}.\n  no effect on the machine: rest\n" for n in (3, 4))
    new = "  > Article {0}\n  >   | {1}.\n  >   no effect on the machine: rest\n"
    texts_of_work = {"2031-01-01.en.ludi": f"{REPEALED['2031-01-01.en.ludi']}{rest}"}
    changes = (
        f"  replace article 3 by:\n{new.format(3, 'Anew')}  repeal article 4.\n",
        f"  renumber article 3 as article 5.\n  insert after article 2:\n{new.format(3, 'Other')}",
        f"  add to the regulation:\n{new.format(4, 'Back')}",
        "  repeal article 5.\n",
    )
    for n, change in enumerate(changes, 2):
        day = f"{n} March 2031"
        texts_of_work[f"amendments/{n}-2031.en.ludi"] = instrument(n, day, day, change)
    die_portion = portion_of(work_in("xx/die", written(tmp_path, texts_of_work)))
    told = {
        path: texts(page(die_portion, f"en/xx/die/art-{path}").cssselect(".lx-banner--past"))
        for path in ("3/2031-01-01", "3/2031-03-02", "3", "4/2031-01-01", "4", "5")
    }
    marks = {
        n: [text(mark) for mark in page(die_portion, f"en/xx/die/art-{n}").cssselect(".lx-superseded")]
        for n in (3, 4, 5)
    }
    assert marks == {3: ["superseded", "renumbered"], 4: ["repealed"], 5: ["repealed"]}
    assert {path: [" ".join(line.split()) for line in lines] for path, lines in told.items()} == {
        "3/2031-01-01": [
            "This wording was replaced later, on 2 March 2031. The next wording: 2 March 2031 to 2 March 2031"
        ],
        "3/2031-03-02": ["This article was given another number; day: 3 March 2031. It became: article 5"],
        "3": [],
        "4/2031-01-01": [
            "This article was repealed by Order no. 2/2031; from: 2 March 2031.",
            "Later there was again an article of this number: from 4 March 2031; no later amendment recorded",
        ],
        "4": [],
        "5": ["This article was repealed by Order no. 5/2031; from: 5 March 2031."],
    }


def test_a_rectification_of_one_language_is_told_of_that_language(tmp_path: Path) -> None:
    portion = portion_of(work_in("xx/die", written(tmp_path, RECTIFIED)))
    for language, said in (("en", "rectified by"), ("pt", "rectificação feita pelo")):
        told = f"Português: [{said} Diploma n.º 1/2031"
        shown = page(portion, f"{language}/xx/die/art-1")
        sources = texts(shown.cssselect(".lx-source"))
        assert [line for line in sources if told in line], sources
        assert "rectif" not in cited(page(portion, "en/xx/die/art-1"), "art_1__para_2")
    assert "rectificação feita" in cited(page(portion, "pt/xx/die/art-1"), "art_1__para_2")


def test_a_title_over_words_that_stay_is_told_on_the_page_and_in_citations(tmp_path: Path) -> None:
    """From 16 March article 1 has another title; the words below it, and article 2, are those of the first text."""
    change = "  replace article 1 by:\n  > Article 1 Rules\n  >   | […]\n"
    first = REPEALED["2031-01-01.en.ludi"]
    texts_of_work = {
        "2031-01-01.en.ludi": first.replace("Article 1\n1.\n", "Article 1 Die\n").replace(
            "2.\n  | Hours are posted.\n  no effect on the machine: hours\n", ""
        ),
        "amendments/1-2031.en.ludi": instrument(1, "15 March 2031", "16 March 2031", change),
    }
    die_portion = portion_of(work_in("xx/die", written(tmp_path, texts_of_work)))
    shown = page(die_portion, "en/xx/die/art-1")
    assert "[title of Order no. 1/2031, from 16 March 2031.]" in texts(shown.cssselect(".lx-source"))
    assert "; title of Order no. 1/2031, from 16 March 2031;" in cited(shown, "art_1")
    assert "title of" not in text(page(die_portion, "en/xx/die/art-2"))


def test_the_source_of_words_and_that_of_a_summary_are_told_of_their_languages(tmp_path: Path) -> None:
    """Of order 1 the Portuguese text has the words, and the English translation a summary: so on pages of either."""
    translated = "working translation, without authority"
    bases = {name: content for name, content in RECTIFIED.items() if name.startswith("2031")}
    english = instrument(
        1,
        "1 April 2031",
        "2 April 2031",
        f"  replace article 1, number 2 by:\n{quoted('2.{nl}  ~ About hours.{nl}  no effect on the machine: hours')}",
    ).replace("{nl}", "\n  > ")
    portuguese = (
        "regulamento: xx/die/amendments/1-2031\ntítulo: N.º 1\ndiploma: Diploma n.º 1/2031\naltera: xx/die\n"
        "publicado em 1 de Abril de 2031.\nem vigor desde 2 de Abril de 2031.\nesta versão faz fé.\n\n1.\n"
        "  o artigo 1.º, n.º 2 passa a ter a seguinte redacção:\n"
        f"{quoted('2.')}{quoted('  | O horário está afixado.')}{quoted('  sem efeito na máquina: horário')}"
    )
    texts_of_work = {
        **bases,
        "2031-01-01.en.ludi": bases["2031-01-01.en.ludi"].replace("this language is authentic", translated),
        "amendments/1-2031.en.ludi": english.replace("this language is authentic", translated),
        "amendments/1-2031.pt.ludi": portuguese,
    }
    die_portion = portion_of(work_in("xx/die", written(tmp_path, texts_of_work)))
    assert texts(page(die_portion, "en/xx/die/art-1").cssselect(".lx-provision .lx-source")) == [
        "Português: Wording of Order no. 1/2031, from 2 April 2031. "
        "English: Provided by Order no. 1/2031, from 2 April 2031; the words are a summary of our own."
    ]


def test_a_summary_shown_alive_is_told_to_be_one(tmp_path: Path) -> None:
    """Number 2, whose reading changes the edge of the lucky bet, is given in a summary in place of its words."""
    for mark, told in (("|", []), ("~", [catalogue("en").say("site.summary")])):
        home = written(tmp_path, {"2031-01-01.en.ludi": DOUBTFUL.replace("| Three pays two", f"{mark} Three pays two")})
        (home / "glossary.toml").write_text(f"{GLOSSARY}{DOUBTS}", "utf-8")
        living = portion_of(work_in("xx/die", home)).said["en"].alive
        assert living
        assert texts(document_fromstring(living.body).cssselect(".lx-mark")) == told


def test_where_nothing_is_left_to_chance_there_is_no_picture_of_a_hundred_rounds(tmp_path: Path) -> None:
    for number, (odds, drawn) in enumerate((("", 0), (PAYS.format(odds=2).partition("settle “lucky bet”.\n")[2], 1))):
        pays = f"2.\n  | It pays.\n  settle “lucky bet”.\n{odds or '  “lucky bet” pays 1 to 1.'}\n"
        home = written(
            tmp_path / str(number), {"2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{pays}"}
        )
        assert len(page(portion_of(work_in("xx/die", home)), "en/xx/die/odds").cssselect(".lx-rounds")) == drawn


def test_an_outcome_that_no_rule_settles_has_no_part_in_the_mean(tmp_path: Path) -> None:
    """Of three faces one pays 2 to 1, one loses, and one is left open."""
    home = written(tmp_path, {"2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{GAP}"})
    rows = [texts(list(row)) for row in page(portion_of(work_in("xx/die", home)), "en/xx/die/odds").cssselect("tr")]
    assert {row[4] for row in rows if len(row) == 7 and row[1] == "—"} == {"—"}


def test_what_stands_outside_articles_is_no_despatch_whatever_it_is(tmp_path: Path) -> None:
    head, article = WORDS_ALONE.split("Article 1\n")
    annex = f"Annex Rules\n  no effect on the machine: invented\nArticle 1\n{article}"
    for number, (words, told) in enumerate(
        ((f"1.\n{article}", "Provisions outside articles"), (annex, "Instrument and annex"))
    ):
        home = written(tmp_path / str(number), {"1.en.ludi": f"regulation: xx/die\n{head}{words}"})
        assert text(page(portion_of(work_in("xx/die", home)), "en/xx/die/frame").cssselect("h1")[0]) == told


def test_not_every_provision_is_said_to_be_accounted_for_beside_one_that_is_not(tmp_path: Path) -> None:
    for number, (more, told) in enumerate((("", "The one provision is accounted"), ("2.\n  | Bets.\n", "Of the "))):
        words = WORDS_ALONE.replace("Article 1\n", "Article 1\n1.\n") if more else WORDS_ALONE
        home = written(tmp_path / str(number), {"1.en.ludi": f"regulation: xx/die\n{words}{more}"})
        shown = page(portion_of(work_in("xx/die", home)), "en/xx/die")
        assert text(shown.cssselect("#account + p")[0]).startswith(told)


def test_a_number_is_written_in_one_way_on_all_pages(tmp_path: Path) -> None:
    """Three of three faces pays 10,000 to 1, or 20,000 where the house so chooses, which is not bound to these two."""
    pays = (
        "2.\n  | The prize.\n  house option “prize”: 10000 or more; default 10000.\n  settle “lucky bet”.\n"
        "  when “prize” is 10000, and the total of “chief” is 3, then “lucky bet” pays 10000 to 1.\n"
        "  when it is not so that “prize” is 10000, and the total of “chief” is 3, then “lucky bet” pays 20000 to 1.\n"
        "  when it is not so that the total of “chief” is 3, then “lucky bet” loses.\n"
    )
    home = written(tmp_path, {"2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{pays}"})
    (home / "glossary.toml").write_text(f'{GLOSSARY}[prize]\nen = ["prize"]\n', "utf-8")
    die_portion = portion_of(work_in("xx/die", home))
    rows = texts(page(die_portion, "en/xx/die/game").cssselect("#glance ~ div tbody tr td"))
    assert rows[0] == "10,000"
    chosen = text(page(die_portion, "en/xx/die/game").cssselect("#choices ~ details")[0])
    assert chosen.startswith("prize: 10,000")
    assert "It may be: 10,000 or more." in chosen
    odds, doubts = (page(die_portion, f"en/xx/die/{name}") for name in ("odds", "doubts"))
    assert texts(odds.cssselect(".lx-settings-list dd")) == ["10,000"]
    assert "and +409,941 units" in text(odds.cssselect(".lx-rounds figcaption")[0])
    assert texts(doubts.cssselect(".lx-facts dd"))[:2] == ["10,000 or more", "10,000"]
    assert "10,000 (default)" in texts(doubts.cssselect("table th"))
    counts = texts(page(die_portion, "en/xx/die/coverage").cssselect(".lx-count"))
    assert [count for count in counts if len(count.replace(",", "")) > 3 and "," not in count] == []


# ── Of little ───────────────────────────────────────────────────────────────


WORDS_ALONE = "invented example, not law.\n\nArticle 1\n  | Anybody.\n  no effect on the machine: invented\n"


def test_a_text_without_any_step_of_a_round_has_its_pages(tmp_path: Path) -> None:
    work = work_in("xx/die", written(tmp_path, {"1.en.ludi": f"regulation: xx/die\ntitle: Die\n{WORDS_ALONE}"}))
    die_portion = portion_of(work)
    assert "entered into force" not in text(page(die_portion, "en/xx/die/art-1"))
    assert len(page(die_portion, "en/xx/die/coverage").cssselect("p:not([class])")) == 0
    for language in ("zh", "pt", "en"):
        assert "Anybody." in text(page(die_portion, f"{language}/xx/die/art-1"))
        assert page(die_portion, f"{language}/xx/die/game").cssselect("svg") == []


# ── Worked rounds ───────────────────────────────────────────────────────────


@cache
def ends(name: str) -> set[tuple[str, str]]:
    work = work_in(name, on_shelves()[name])
    assert work.worked.missing == ()
    return {(bet.bet, bet.result) for played in work.worked.rounds for bet in played.state.placed}


def test_rounds_show_win_loss_and_what_no_rule_settles(tmp_path: Path) -> None:
    work = work_in(
        "xx/die", written(tmp_path, {"2031-01-01.en.ludi": f"{HEAD}in force from 1 January 2031.\n{RULES}{GAP}"})
    )
    assert {bet.result for played in work.worked.rounds for bet in played.state.placed} == {"win", "lose", ""}
    assert len(work.worked.rounds) == 3
    assert (work.worked.missing, work.worked.without_odds) == ((), ())
    shown = text(page(portion_of(work), "en/xx/die/rounds"))
    assert "Every result of a bet that the exact odds list is shown" in shown
    assert "lucky bet: open" in shown


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mo/baccarat", {("banker-pair", "lose"), ("player-pair", "win"), ("banker", "win"), ("banker", "lose")}),
        ("xx/mahjong-baccarat", {("player-bet", "win"), ("banker-bet", "lose")}),
        ("xx/craps", {("place", "win"), ("hard-way", "win"), ("dont-pass", "push")}),
        ("xx/blackjack", {("main-bet", "push")}),
        ("xx/sic-bo", {("total", "win"), ("total", "lose")}),
    ],
)
def test_rounds_show_each_result_that_a_bet_can_have(name: str, expected: set[tuple[str, str]]) -> None:
    assert expected <= ends(name)


def test_a_bet_without_odds_has_rounds_and_is_named() -> None:
    work = work_in("xx/caribbean-stud", on_shelves()["xx/caribbean-stud"])
    assert work.worked.without_odds == ("ante",)
    results = {(bet.bet, bet.result) for played in work.worked.rounds for bet in played.state.placed}
    assert {("ante", "win"), ("ante", "lose"), ("progressive-bet", "win")} <= results


# ── What is repealed in part ────────────────────────────────────────────────

# Invented: number 2 of article 1 and article 3 go, with its two numbers; what was article 4 is article 3 from then on.
IN_PART = {
    "2031-01-01.en.ludi": (
        f"{HEAD}in force from 1 January 2031.\n{RULES}{PAYS.format(odds=2)}"
        "Article 3 Fines\n1.\n  no effect on the machine: fines\n2.\n  no effect on the machine: twice\n"
        "Article 4 Entry into force\n  no effect on the machine: entry into force\n"
    ),
    "amendments/1-2031.en.ludi": instrument(
        1,
        "15 March 2031",
        "16 March 2031",
        "  repeal article 1, number 2 and article 3.\n  renumber article 4 as article 3.\n",
    ),
}


def test_pages_say_what_was_repealed_of_them_and_by_what(tmp_path: Path) -> None:
    part = portion_of(work_in("xx/die", written(tmp_path, IN_PART)))

    def said(path: str) -> list[str]:
        return [" ".join(line.split()) for line in texts(page(part, path).cssselect(".lx-banner, p.lx-source"))]

    number = "[article 1, paragraph 2: repealed by Order no. 1/2031, from 16 March 2031.]"
    article = (
        "[article 3: repealed by Order no. 1/2031, from 16 March 2031; "
        "what has that number in this text is another provision.]"
    )
    assert number in said("en/xx/die/art-1")
    assert article in said("en/xx/die/art-3")
    assert [line for line in said("en/xx/die/text") if "repealed" in line] == [number, article]
    # Of what is in the text of the first day nothing is repealed; its page does not pass the other article for it.
    assert [line for line in said("en/xx/die/text/2031-01-01") if "repealed" in line] == []
    banners = said("en/xx/die/art-3/2031-01-01")[:2]
    assert banners[0] == "This article was repealed by Order no. 1/2031; from: 16 March 2031."
    assert banners[1].startswith("Another article has this number from then on:")


@pytest.mark.parametrize(
    ("texts_of_work", "lines"),
    [
        (RECTIFIED, ["Rectified by Diploma n.º 1/2031"]),
        # No. 3 repeals the work and amends nothing: it stands in the banner.
        (REPEALED, ["Amended by Order no. 1/2031 and Order no. 2/2031"]),
    ],
    ids=["rectified", "repealed"],
)
def test_the_header_tells_what_amends_a_work_from_what_rectifies_or_repeals_it(
    texts_of_work: dict[str, str], lines: list[str], tmp_path: Path
) -> None:
    die_portion = portion_of(work_in("xx/die", written(tmp_path, texts_of_work)))
    found = [" ".join(" ".join(div.itertext()).split()) for div in page(die_portion, "en/xx/die").iter("div")]
    assert [line for line in dict.fromkeys(found) if line.startswith(("Amended by", "Rectified by"))] == lines
