"""The site in a real browser: languages, columns, search, citations, accessibility, small screens."""

import base64
import json
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pdfplumber
import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browsing import COLOURS, DESKTOP, PHONE, RULES, Page
from lexludi.base.messages import catalogue
from lexludi.language.phrases import LANGUAGES

ARTICLE = "mo/q-poker/art-9/"
# Pages of each kind, as small as have what is found on any of the kind.
KINDS = (
    "",
    "mo/q-poker/",
    ARTICLE,
    "mo/q-poker/frame/",
    "mo/q-poker/game/",
    "mo/q-poker/rounds/",
    "mo/q-poker/doubts/",
    "mo/baccarat/game/",
    "mo/baccarat/coverage/",
    "mo/q-poker/odds/",
    "mo/baccarat/",
    "mo/baccarat/art-13/2004-05-18/",
    "xx/two-up/text/",
    "mo/baccarat/compare/",
    "mo/baccarat/compare/2004-05-18/2005-11-29/",
    "examples/",
    "xx/roulette/odds/",
    "glossary/",
    "xx/fantan/glossary/",
    "guide/",
    "reading/",
    "about/",
    "diagnostics/changed-twice/",
    "mo/baccarat/art-18/",  # far down in its navigation
)
# Pages of many thousand elements like those of the others.
LARGE = ("reference/", "mo/q-poker/text/", "mo/q-poker/glossary/")
PAGES = (*KINDS, *LARGE)


# ── Odds ────────────────────────────────────────────────────────────────────


def test_two_choices_change_the_figures_together(page: Page, built_site: Path) -> None:
    page.open("en/mo/q-poker/odds/")
    parts = json.loads((built_site / "en/mo/q-poker/odds/together.json").read_text("utf-8"))
    shown = "[data-bet=bet-ante][data-figure=full]"
    default = page.texts(f"p {shown}")[0]
    Select(page.one(".lx-under [name=under]")).select_by_value("straight-suits=all-different")
    page.until(lambda: page.texts(f"p {shown}")[0] != default)
    Select(page.one(".lx-under [name=and]")).select_by_value("not-qualified=keep-half")
    (part,) = (part for key, part in parts.items() if "packs" not in key)
    page.until(lambda: f"<code>{page.texts(f'p {shown}')[0].split()[-1]}</code>" in part)
    Select(page.one(".lx-under [name=under]")).select_by_value("")
    page.until(lambda: page.texts(f"p {shown}")[0] == default)
    page.open("en/xx/blackjack/odds/")
    for name, value in (("under", "packs=2"), ("and", "soft-seventeen=draw")):
        Select(page.one(f".lx-under [name={name}]")).select_by_value(value)
    told = "lexludi analyze xx/blackjack@2026-07-01 --option packs=2 --option soft-seventeen=draw"
    page.until(lambda: told in page.text(".lx-under [role=status]"))


# ── Languages and columns ───────────────────────────────────────────────────


def test_the_language_switch_keeps_the_article(page: Page) -> None:
    page.open(f"zh/{ARTICLE}")
    page.run("document.querySelector('.md-select__link[hreflang=pt-MO]').click()")
    page.until(lambda: page.address == f"pt/{ARTICLE}")
    assert page.text("h1").startswith("Artigo 9.º")


def test_the_language_switch_keeps_the_provision_that_is_read(page: Page) -> None:
    for path, eid in ((ARTICLE, "art_9__point_6"), ("mo/baccarat/text/2005-11-29/", "art_16__para_2")):
        page.open(f"zh/{path}")
        page.run("document.getElementById(arguments[0]).scrollIntoView()", eid)
        page.run("document.querySelector('.md-select__link[hreflang=pt-MO]').click()")
        page.until(lambda: page.address.startswith(f"pt/{path}#"))  # noqa: B023
        assert page.address == f"pt/{path}#{eid}"
        top = page.run("return document.getElementById(arguments[0]).getBoundingClientRect().top", eid)
        assert 0 <= top < DESKTOP[1] / 2


def test_a_small_screen_can_read_one_provision_in_another_language(page: Page) -> None:
    page.open(f"pt/{ARTICLE}", PHONE)
    peek = "#art_9__point_1 .lx-peek [lang=zh-Hant-MO]"
    page.click(peek)
    assert shown_columns(page) == ["zh"]
    others = [e.get_attribute("data-column") for e in page.shown("#art_9__point_2 [data-column]")]
    assert others == ["pt"]
    assert page.attribute(peek, "aria-pressed") == "true"
    page.click(peek)
    assert shown_columns(page) == ["pt"]


def shown_columns(page: Page) -> list[str]:
    """The columns of the provision that are shown; there is one always, waited for where a page is only coming."""
    page.one("#art_9__point_1 [data-column]")
    return [str(c.get_attribute("data-column")) for c in page.shown("#art_9__point_1 [data-column]")]


def test_the_choice_of_columns_survives_a_reload_and_another_article(page: Page) -> None:
    page.open(f"en/{ARTICLE}")
    assert shown_columns(page) == ["zh", "pt", "en"]
    page.click("[data-choose=zh]")
    assert not shown_rules(page)
    page.click("[data-choose=rules]")
    assert shown_rules(page)
    assert shown_columns(page) == ["pt", "en"]
    page.open(f"en/{ARTICLE}")
    assert shown_columns(page) == ["pt", "en"]
    assert shown_rules(page)
    assert page.attribute("[data-choose=zh]", "aria-pressed") == "false"
    page.open("pt/mo/baccarat/art-9/")
    assert shown_columns(page) == ["pt", "en"]


def shown_rules(page: Page) -> bool:
    return bool(page.shown(".lx-formal"))


def test_formal_rules_are_one_line_until_they_are_asked_for(page: Page) -> None:
    page.open(f"en/{ARTICLE}")
    assert not shown_rules(page)
    page.click("#art_9__point_4 [data-column=en] summary")
    assert len(page.shown(".lx-formal")) == len(page.all("#art_9__point_4 [data-column=en] .lx-formal"))
    # A sentence that is linked to is shown.
    page.open("en/mo/q-poker/art-11/#art_11__point_1.en.s.2")
    page.until(lambda: shown_rules(page))


def test_a_sentence_that_is_linked_to_is_shown_where_its_column_is_not(page: Page) -> None:
    page.open("en/mo/q-poker/art-11/")
    page.click("[data-choose=zh]")
    page.open("en/")
    page.open("en/mo/q-poker/art-11/#art_11__point_1.zh.s.2")
    page.until(lambda: page.shown("[data-column=zh] .lx-formal"))
    assert page.attribute("[data-choose=zh]", "aria-pressed") == "true"
    # What was chosen is chosen still.
    page.open(f"en/{ARTICLE}")
    assert shown_columns(page) == ["pt", "en"]


def test_one_column_always_stays(page: Page) -> None:
    page.open(f"en/{ARTICLE}")
    for name in ("zh", "pt", "en"):
        page.click(f"[data-choose={name}]")
    assert shown_columns(page) == ["en"]


def test_a_small_screen_begins_with_the_language_of_the_page(page: Page) -> None:
    page.open(f"pt/{ARTICLE}", PHONE)
    assert shown_columns(page) == ["pt"]
    page.click("[data-choose=en]")
    assert shown_columns(page) == ["pt", "en"]


# ── Permalinks and citations ────────────────────────────────────────────────


def test_a_permalink_leads_to_the_provision(page: Page) -> None:
    page.open(f"en/{ARTICLE}")
    link = page.one("#art_9__point_7__point_3 .lx-permalink")
    assert str(link.get_attribute("href")).endswith(f"/en/{ARTICLE}#art_9__point_7__point_3")
    page.open(f"en/{ARTICLE}#art_9__point_7__point_3")
    top = page.run("return document.getElementById('art_9__point_7__point_3').getBoundingClientRect().top")
    assert 0 <= top < DESKTOP[1] / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_citation_is_copied_in_the_language_of_the_page(page: Page, language: str) -> None:
    page.open(f"{language}/{ARTICLE}")
    page.run("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }")
    page.click("#art_9__point_4 .lx-copy")
    page.until(lambda: page.run("return window.copied"))
    button = page.one("#art_9__point_4 .lx-copy")
    assert page.run("return window.copied") == (
        f"{button.get_attribute('data-citation')} {page.home}{language}/{ARTICLE}#art_9__point_4"
    )
    assert page.text("#lx-said") == catalogue(language).say("site.copied")


def test_any_day_leads_to_the_wording_that_stood_on_it(page: Page) -> None:
    page.open("en/mo/baccarat/art-18/")
    page.run(
        "const field = document.querySelector('[data-versions]'); field.value = '28/11/2005';"
        "field.dispatchEvent(new Event('change'))"
    )
    page.until(lambda: page.address == "en/mo/baccarat/art-18/2004-05-18/")
    assert "replaced later, on 29 November 2005" in page.text(".lx-banner--past")
    page.run(
        "const field = document.querySelector('[data-versions]'); field.value = '2004-05-17';"
        "field.dispatchEvent(new Event('change'))"
    )
    assert page.text("#lx-said") == "There was no wording of this article on that day."
    # Of an article that is repealed, and later put in again, there is none between; no work on the shelves has one.
    page.run(
        "const field = document.querySelector('[data-versions]'); document.getElementById('lx-said').remove();"
        """field.dataset.versions = '[["2004-05-18", "./"], ["2006-01-01", ""], ["2007-01-01", "./"]]';"""
        "field.value = '2006-06-30'; field.dispatchEvent(new Event('change'))"
    )
    assert page.text("#lx-said") == "There was no wording of this article on that day."


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "28 November 2005"), ("pt", "28 de Novembro de 2005"), ("zh", "2005年11月28日")]
)
def test_a_day_can_be_typed_as_the_pages_write_it(page: Page, language: str, typed: str) -> None:
    page.open(f"{language}/mo/baccarat/art-18/")
    page.run(
        f"const field = document.querySelector('[data-versions]'); field.value = '{typed}';"
        "field.dispatchEvent(new Event('change'))"
    )
    page.until(lambda: page.address == f"{language}/mo/baccarat/art-18/2004-05-18/")


def test_what_is_no_day_leads_nowhere_and_is_said_to_be_none(page: Page) -> None:
    page.open("en/mo/baccarat/art-18/")
    for typed in ("2031", "nonsense 1", "30/02/2031", "99/99/2031"):
        page.run(
            f"const field = document.querySelector('[data-versions]'); field.value = '{typed}';"
            "document.getElementById('lx-said')?.remove(); field.dispatchEvent(new Event('change'))"
        )
        assert page.text("#lx-said").startswith("This is no day"), typed
        assert page.address == "en/mo/baccarat/art-18/"


def test_any_two_days_are_compared(page: Page) -> None:
    page.open("en/mo/baccarat/compare/")
    between(page, "2018-04-24", "2004-05-18")
    page.until(lambda: page.address == "en/mo/baccarat/compare/2004-05-18/2018-04-24/")
    between(page, "2005-11-29", "2005-11-29")
    page.until(lambda: page.texts(".lx-between [role=status]") == ["No amendment is recorded between these two days."])
    between(page, "2005-11-29", "2004-05-18")
    page.until(lambda: page.address == "en/mo/baccarat/compare/2004-05-18/2005-11-29/")


def between(page: Page, before: str, after: str) -> None:
    page.until(lambda: page.all(".lx-between:not([hidden])"))
    for name, day in (("from", before), ("to", after)):
        page.run("document.querySelector(`[name=${arguments[0]}]`).value = arguments[1]", name, day)
    page.click(".lx-between button")


# ── Search ──────────────────────────────────────────────────────────────────


# A query put into the field whole: each key would be a query of its own. By keys it is typed in `test_tasks`.
_PUT = """
const field = document.querySelector(".md-search__input");
field.focus();
field.value = arguments[0];
field.dispatchEvent(new KeyboardEvent("keyup"));
"""


def found(page: Page, query: str) -> list[str]:
    """The addresses that a search finds, best first."""
    page.run(_PUT, "")
    # What an earlier query found is gone before the next is put.
    page.until(lambda: not shown_results(page))
    page.run(_PUT, query)
    page.until(lambda: query_done(page, query))
    return shown_results(page)


def shown_results(page: Page) -> list[str]:
    """The addresses that the search shows at present."""
    links = page.run("return Array.from(document.querySelectorAll('.md-search-result__link'), link => link.href)")
    return [link.removeprefix(page.home).partition("?")[0] + fragment(link) for link in links]


def fragment(address: str) -> str:
    return f"#{address.partition('#')[2]}" if "#" in address else ""


def query_done(page: Page, query: str) -> bool:
    shown = page.run("return document.querySelector('.md-search-result__meta').textContent")
    return any(c.isdigit() for c in shown) or "no" in shown.lower() or "找不到" in shown or "Nada" in shown


# What is searched for, and a place where it is to be found.
QUERIES = {
    "zh": [
        ("同花順", "mo/q-poker/art-8/#art_8__point_1"),
        ("花顺", "mo/q-poker/art-8/#art_8__point_1"),
        ("第九條(七)", "mo/q-poker/art-9/#art_9__point_7"),
        ("第9條", "mo/baccarat/art-9/"),
        ("第九条第七项", "mo/q-poker/art-9/#art_9__point_7"),
        ("第九條第七項", "mo/q-poker/art-9/#art_9__point_7"),
        ("第九條(七)項(4)分項", "mo/q-poker/art-9/#art_9__point_7__point_4"),
        ("2018", "mo/baccarat/#instrument-56-2018"),
        ("幸運六", "mo/baccarat/art-13/#art_13__para_1__point_4__point_3"),
        ("第五-A條", "xx/blackjack/art-5-a/"),
        ("第5條之一", "xx/blackjack/art-5-a/"),
    ],
    "pt": [
        ("Sequência", "mo/q-poker/art-8/#art_8__point_1"),
        ("sequencia", "mo/q-poker/art-8/#art_8__point_1"),
        ("Sequência de Naipe", "mo/q-poker/art-9/#art_9__point_7__point_1"),
        ("sequencia de naipe", "mo/q-poker/art-9/#art_9__point_7__point_1"),
        ("art. 9.º, 7)", "mo/q-poker/art-9/#art_9__point_7"),
        ("subalínea (4) da alínea 7) do artigo 9.º", "mo/q-poker/art-9/#art_9__point_7__point_4"),
        ("9.º, 7)", "mo/q-poker/art-9/#art_9__point_7"),
        ("18.2", "mo/baccarat/art-18/#art_18__para_2"),
        ("vantagem da casa", "mo/q-poker/odds/#bet-ante"),
        ("comissao", "mo/baccarat/art-18/#art_18__para_1"),
        ("o que mudou 2018", "mo/baccarat/compare/2011-09-27/2018-04-24/"),
    ],
    "en": [
        ("article 9, item 7, subitem 4", "mo/q-poker/art-9/#art_9__point_7__point_4"),
        ("art. 9", "mo/q-poker/art-9/"),
        ("straight flush", "mo/q-poker/art-8/#art_8__point_1"),
        ("同花順", "mo/q-poker/art-8/#art_8__point_1"),
        ("9(7)", "mo/q-poker/art-9/#art_9__point_7"),
        ("56/2018", "mo/baccarat/#instrument-56-2018"),
        ("lucky six", "mo/baccarat/art-13/#art_13__para_1__point_4__point_3"),
        ("house edge ante", "mo/q-poker/odds/#bet-ante"),
        ("dealer qualifies", "xx/three-card-poker/art-8/#art_8__para_1"),
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_finds_the_provision(page: Page, language: str) -> None:
    page.open(f"{language}/")
    for query, place in QUERIES[language]:
        found(page, query)
        page.until(lambda: f"{language}/{place}" in shown_results(page))  # noqa: B023


def test_what_was_found_is_marked_on_arrival_in_whatever_script_it_was_typed(page: Page) -> None:
    for language, query, marked in (("zh", "花顺", "花順"), ("pt", "sequencia", "Sequência")):
        page.open(f"{language}/")
        found(page, query)
        link = f".md-search-result__link[href*='q-poker/art-8'][href*='{quote(marked)}']"
        page.until(lambda: page.all(link))  # noqa: B023
        page.run("document.querySelector(arguments[0]).click()", link)
        page.until(lambda: "q-poker/art-8" in page.address)
        page.until(lambda: marked in page.texts("mark[data-md-highlight]"))  # noqa: B023


def test_the_index_is_asked_for_with_the_first_query(page: Page) -> None:
    page.open("pt/")
    asked = "return performance.getEntriesByType('resource').map(e => e.name).filter(n => n.includes('/search/'))"
    before = [name for name in page.run(asked) if name.endswith("/index.json")]
    assert before == []
    found(page, "Bacará")
    page.until(lambda: shown_results(page))
    titles = page.texts(".md-search-result__article h1")
    assert titles
    assert not [title for title in titles if "/" in title]


def test_search_leads_into_an_article(page: Page) -> None:
    page.open("zh/mo/baccarat/art-9/")
    found(page, "對子")
    page.until(lambda: shown_results(page))
    page.run("document.querySelector('.md-search-result__link').click()")
    page.until(lambda: "h=" in page.address or "#" in page.address)


# ── For everybody ───────────────────────────────────────────────────────────


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["light", "dark"])
@pytest.mark.parametrize(
    "kind", [*KINDS, *(pytest.param(large, marks=pytest.mark.soak) for large in LARGE)], ids=lambda k: k or "home"
)
def test_pages_are_accessible(page: Page, kind: str, dark: bool) -> None:
    language = LANGUAGES[PAGES.index(kind) % 3]
    page.open(f"{language}/{kind}", dark=dark)
    assert scheme(page) == ("slate" if dark else "default")
    assert page.violations(COLOURS if dark else RULES) == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", PAGES, ids=lambda k: k or "home")
def test_pages_fit_a_small_screen(page: Page, kind: str) -> None:
    # Portuguese has the longest words.
    for language in ("pt", ("zh", "en")[PAGES.index(kind) % 2]):
        page.open(f"{language}/{kind}", PHONE)
        assert page.overflow() <= 0, language


@pytest.mark.parametrize("kind", ["mo/baccarat/odds/", "mo/baccarat/text/"])
def test_nothing_stands_in_the_margin_of_a_small_screen(page: Page, kind: str) -> None:
    """The list of the readings assumed went past the words above it, though not past the screen."""
    page.open(f"zh/{kind}", PHONE)
    edges = """
      const edge = document.querySelector('#content').getBoundingClientRect().right;
      return [...document.querySelectorAll('#content :is(dl, dl div, summary)')]
        .filter(one => one.getBoundingClientRect().right > edge + 1).map(one => one.textContent);
    """
    assert page.run(edges) == []


@pytest.mark.parametrize("kind", ["", ARTICLE, "mo/q-poker/odds/", "mo/baccarat/compare/2004-05-18/2005-11-29/"])
def test_small_screens_are_accessible(page: Page, kind: str) -> None:
    page.open(f"zh/{kind}", PHONE)
    assert page.violations() == []


def test_pages_outside_the_languages(page: Page, built_site: Path) -> None:
    page.open("")
    assert page.violations() == []
    page.open("404.html")
    assert page.violations() == []
    assert [a.get_attribute("href") for a in page.all("a")] == [f"{page.home}{x}/" for x in LANGUAGES]


def test_columns_are_chosen_by_keyboard(page: Page) -> None:
    page.open(f"en/{ARTICLE}")
    page.run("document.querySelector('[data-choose=zh]').focus()")
    page.driver.switch_to.active_element.send_keys(" ")
    assert shown_columns(page) == ["pt", "en"]


def test_an_article_is_reached_and_left_by_keyboard_alone(page: Page) -> None:
    page.open("en/mo/baccarat/art-18/")
    press(page, Keys.TAB)
    assert focused(page) == "Skip to content"
    press(page, Keys.ENTER)
    names = []
    for _ in range(12):
        press(page, Keys.TAB)
        names.append(focused(page))
    assert "18 May 2004 to 28 November 2005 superseded" in names
    page.run("document.querySelector('a.lx-when').focus()")
    press(page, Keys.ENTER)
    page.until(lambda: page.address == "en/mo/baccarat/art-18/2004-05-18/")


LIT = "return [...document.querySelectorAll('#art_11__point_1 .lx-lit')].map(e => e.id)"
# Part ② of Q Poker 11(1), the new round: its words and its sentence, in the three languages.
NEW_ROUND = [f"art_11__point_1.{x}" for x in LANGUAGES for _ in range(2)]


def lit(page: Page) -> list[str]:
    return [name.rpartition(".w.")[0] or name.rpartition(".s.")[0] for name in page.run(LIT)]


def test_words_and_their_formal_sentence_are_lit_together(page: Page) -> None:
    page.open("pt/mo/q-poker/art-11/")
    page.click("[data-choose=rules]")
    page.point_away()
    for kind in (".lx-formal", ".lx-part"):
        place = f"#art_11__point_1 [data-column=zh] {kind}[data-part='2']"
        # By keyboard: the mark of the part is a link.
        page.run(f'document.querySelector("{place} a.lx-part-mark").focus()')
        assert lit(page) == NEW_ROUND
        page.run("document.activeElement.blur()")
        assert lit(page) == []
        # By pointer.
        page.run(f"document.querySelector(\"{place}\").dispatchEvent(new MouseEvent('mouseover', {{bubbles: true}}))")
        assert lit(page) == NEW_ROUND
        page.run("document.body.dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))")
        assert lit(page) == []


def test_words_without_marks_are_lit_with_their_sentences_by_keyboard(page: Page) -> None:
    page.open("pt/mo/q-poker/art-11/")
    page.run("document.querySelector('#art_11__point_4 [data-column=pt] .lx-part').focus()")
    lit_there = page.run("return document.querySelectorAll('#art_11__point_4 .lx-lit').length")
    assert lit_there == page.run("return document.querySelectorAll('#art_11__point_4 [data-part]').length") > 0
    assert page.violations() == []


def test_a_mark_leads_from_the_words_to_the_sentence_by_keyboard(page: Page) -> None:
    page.open("zh/mo/q-poker/art-11/")
    page.click("[data-choose=rules]")
    page.run("document.querySelector('#art_11__point_1 [data-column=zh] .lx-part[data-part=\"2\"] a').focus()")
    press(page, Keys.ENTER)
    page.until(lambda: page.run("return document.querySelector('.lx-formal:target') !== null"))
    assert page.violations() == []


def press(page: Page, key: str) -> None:
    page.driver.switch_to.active_element.send_keys(key)


def focused(page: Page) -> str:
    return str(page.run("return document.activeElement.textContent.trim()"))


def test_the_scheme_follows_the_system_until_one_is_chosen(page: Page) -> None:
    for dark in (False, True):
        page.open("en/about/", dark=dark)
        page.until(lambda: scheme(page) == ("slate" if dark else "default"))  # noqa: B023
    page.click("[for=__palette_1]")  # light, whatever the system has
    page.until(lambda: scheme(page) == "default")
    page.open("en/", dark=True)
    page.until(lambda: scheme(page) == "default")


def scheme(page: Page) -> str:
    return str(page.run("return document.body.dataset.mdColorScheme"))


def test_an_open_search_is_accessible(page: Page) -> None:
    page.open("zh/")
    found(page, "同花順")
    page.until(lambda: shown_results(page))
    assert page.violations() == []


def printed(page: Page, *hidden: str) -> list[str]:
    """The words of each page of the PDF that the browser prints, without some columns."""
    for column in hidden:
        page.click(f"[data-choose={column}]")
    made = page.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    with pdfplumber.open(BytesIO(base64.b64decode(made["data"]))) as document:
        return [sheet.extract_text() for sheet in document.pages]


def test_article_9_in_two_languages_is_printed_on_three_pages_and_says_what_it_is(page: Page) -> None:
    page.open(f"pt/{ARTICLE}")
    sheets = printed(page, "en")
    assert len(sheets) <= 3
    first = sheets[0].replace("\n", " ")
    for said in ("n.º 89/2004", "18 de Janeiro de 2005", "faz fé", "n.º 3/2005, I Série", "Só o texto publicado"):
        assert said in first, said
    for number, sheet in enumerate(sheets, 1):
        assert f"{number} / {len(sheets)}" in sheet
        assert f"pt/{ARTICLE}" in sheet
        assert "Regulamento Oficial do «Q Poker»" in sheet
    whole = "".join(sheets)
    assert "subalínea" not in whole  # no frame, no permalinks
    assert "Outras: 1 por 1." in whole
    assert "Others: 1 to 1." not in whole


def test_rules_are_printed_when_they_are_chosen(page: Page) -> None:
    page.open(f"en/{ARTICLE}")
    without = printed(page, "zh", "pt")
    page.click("[data-choose=rules]")
    assert len("".join(printed(page))) > 1.5 * len("".join(without))


def test_a_dark_page_is_printed_dark_on_light(page: Page) -> None:
    page.open(f"pt/{ARTICLE}", dark=True)
    colour = (
        "return getComputedStyle(document.querySelector('.lx-words')).color.match(/[0-9]+/g).slice(0, 3).map(Number)"
    )
    assert min(page.run(colour)) > 128
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert max(page.run(colour)) < 128
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_lines_beside_a_number_are_printed_below_each_other(page: Page) -> None:
    """Only the first line stands in beside the number of a provision; a number higher than it moved the second, too."""
    page.open(f"pt/{ARTICLE}")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    lefts = """
      return [...document.querySelectorAll('.lx-depth-1 .lx-words')].map(words => {
        const lines = new Map();
        for (const part of words.querySelectorAll('span'))
          for (const box of part.getClientRects())
            lines.set(Math.round(box.bottom), Math.min(Math.round(box.left), lines.get(Math.round(box.bottom)) ?? 1e4));
        return [...lines.values()].slice(1);
      });
    """
    found = page.run(lefts)
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert max(map(len, found)) > 2
    assert [set(lines) for lines in found if len(set(lines)) > 1] == []


def test_pages_are_read_without_scripts(page: Page) -> None:
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        page.open(f"en/{ARTICLE}")
        assert shown_columns(page) == ["zh", "pt", "en"]
        assert not page.shown(".lx-toolbar")
    finally:
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_what_is_remembered_is_what_was_chosen(page: Page) -> None:
    page.open(f"en/{ARTICLE}")
    page.click("[data-choose=pt]")
    kept = json.loads(page.run("return localStorage.getItem('lexludi.shown')"))
    assert kept == {"zh": True, "pt": False, "en": True, "rules": False}
