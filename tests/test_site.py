"""The website, built once: pages, languages, links, search, and what comes from the texts of others."""

import gzip
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date, datetime
from itertools import combinations
from os.path import normpath
from pathlib import Path
from xml.etree import ElementTree

import pytest
from lxml.html import document_fromstring

from built import BuiltPage, all_pages, faults, page_at, text, texts, values
from lexludi.base.messages import TAGS, catalogue
from lexludi.base.resources import cache_folder
from lexludi.base.source import Source
from lexludi.cli.main import main
from lexludi.language.builder import build
from lexludi.language.nodes import Mark, Words
from lexludi.language.phrases import LANGUAGES
from lexludi.law.chronicle import text_json
from lexludi.law.history import consolidate, load_history
from lexludi.law.loader import find, rules_of, works
from lexludi.rules.model import RuleSet
from lexludi.site.home import home, regulations_page
from lexludi.site.page import GeneratedPage
from lexludi.site.pages import pages
from lexludi.site.portion import Portion, portions
from lexludi.site.printed import in_full_width
from script import simplified

ROOT = Path(__file__).resolve().parent.parent
STANDINGS = ("authentic", "consolidated")
WORKS = list(works())


def latest(work: str, language: str = "") -> RuleSet:
    """The rules of the latest text of a work, however little is known of it."""
    history = load_history(work)
    return rules_of(history.file_on(history.dates[-1], language))


def text_of(site: Path, path: str) -> BuiltPage:
    return page_at(site / path / "index.html")


def generated(site: Path) -> list[BuiltPage]:
    """The pages of the site in their languages, without the pages that are there to be taken away."""
    return [page for page in all_pages(site) if page.file.parent != site and page.file.name == "index.html"]


# ── Links and requests ──────────────────────────────────────────────────────


def test_no_link_leads_nowhere(built_site: Path) -> None:
    assert list(faults(built_site)) == []


def test_a_dead_link_would_be_found(tmp_path: Path) -> None:
    page = (
        '<a id="here" href="#here">.</a><a href="#gone">.</a><a href="b/">.</a><img src="/x.png"><a href="../c">.</a>'
    )
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text(page, "utf-8")
    found = [line.split(": ", 1)[1] for line in faults(tmp_path / "site")]
    expected = ["#gone: no such anchor", "b/: no such file", "/x.png: from the root of the host", "../c: no such file"]
    assert found == expected


def test_nothing_is_asked_of_other_hosts(built_site: Path) -> None:
    for page in all_pages(built_site):
        for element, target in page.links():
            if element.tag == "a" or element.get("rel") == "canonical":
                continue
            assert not re.match(r"(https?:)?//", target), (page.file, target)
    for sheet in (built_site / "assets").rglob("*.css"):
        assert not re.search(r"url\(\s*[\"']?(https?:)?//|@import", sheet.read_text("utf-8")), sheet


def test_elements_are_closed_and_anchors_are_unique(built_site: Path) -> None:
    for page in generated(built_site):
        assert page.faults == [], page.file
        anchors = page.root.xpath("//@id")
        assert len(anchors) == len(set(anchors)), page.file


# Lists, tables, folds and paragraphs in which nothing stands, but for those that a script fills.
EMPTY = """
//article//*[self::ul or self::ol or self::dl][not(*)] | //article//table[not(.//td)] | //article//details[not(*[2])]
| //article//p[not(node()) and not(@role) and not(@hidden)]
"""


def test_nothing_on_a_page_is_empty(built_site: Path) -> None:
    for page in generated(built_site):
        assert page.file.parent.name == "play" or page.root.xpath(EMPTY) == [], page.file


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<section><p>a</p>", ["not closed: section"]),
        ("<p><i>a</p></i>", ["Opening and ending tag mismatch: p and i", "Unexpected end tag : i"]),
        ("<svg><path d='M0 0'/></svg><br>", []),
    ],
)
def test_an_element_that_is_not_closed_would_be_found(tmp_path: Path, body: str, expected: list[str]) -> None:
    (tmp_path / "index.html").write_text(f"<html><body>{body}</body></html>", "utf-8")
    assert page_at(tmp_path / "index.html").faults == expected


def test_what_the_first_page_needs_is_small(built_site: Path) -> None:
    """As sent by a host that compresses; the search index is asked for with the first query."""
    for language in LANGUAGES:
        page = text_of(built_site, language)
        files = [page.file, built_site / language / "search" / "search_index.json", built_site / "assets/search.js"]
        files += [
            (page.file.parent / target).resolve()
            for e, target in page.links()
            if e.tag in ("script", "img") or e.get("rel") in ("stylesheet", "icon")
        ]
        assert len(files) > 6
        assert sum(len(gzip.compress(f.read_bytes())) for f in files) < 200_000


def test_no_file_is_published_that_no_page_asks_for(built_site: Path) -> None:
    assert not list(built_site.rglob("*.map"))
    asked = {normpath(page.file.parent / target) for page in all_pages(built_site) for _, target in page.links()}
    asked |= {str(built_site / "assets/search.js"), str(built_site / "assets/play-worker.js")}
    scripts = {str(file) for file in (built_site / "assets").rglob("*.js") if "vendor" not in file.parts}
    assert scripts <= asked


# ── Languages ───────────────────────────────────────────────────────────────


def test_the_three_languages_have_the_same_pages(built_site: Path) -> None:
    found = [
        {p.relative_to(built_site / language).as_posix() for p in (built_site / language).rglob("index.html")}
        for language in LANGUAGES
    ]
    assert found[0] == found[1] == found[2]
    assert len(found[0]) > 80


def test_a_page_says_its_language_and_points_at_itself_in_the_others(built_site: Path) -> None:
    for page in generated(built_site):
        path = page.file.relative_to(built_site)
        assert page.root.get("lang") == TAGS[path.parts[0]]
        links = {e.attrib["hreflang"]: e.attrib["href"] for e in page.all("link[rel='alternate translation']")}
        expected = {TAGS[x]: (built_site / x / Path(*path.parts[1:])).parent.resolve() for x in LANGUAGES}
        assert {k: (page.file.parent / v).resolve() for k, v in links.items()} == expected, page.file
        assert not page.all("link[rel=alternate]")  # the theme would fetch a site map from each


def test_titles_name_the_work_and_differ(built_site: Path) -> None:
    for language in LANGUAGES:
        titles = [text(page_at(file).all("title")[0]) for file in (built_site / language / "mo").rglob("index.html")]
        assert len(titles) == len(set(titles))
        law = (rules_of(find(work, language=language)) for work in WORKS if work.startswith("mo/"))
        names = {in_full_width(rules.metadata.title) for rules in law}
        assert all(any(name in title for name in names) for title in titles)


def test_each_page_is_described_and_none_as_another(built_site: Path) -> None:
    for language in LANGUAGES:
        mine = [page for page in generated(built_site) if page.file.relative_to(built_site).parts[0] == language]
        told = [content for page in mine for content in values(page.all("meta[name=description]"), "content")]
        assert all(told)
        assert len(set(told)) == len(told) == len(mine)


def test_the_names_of_languages_are_in_these_and_columns_say_that_they_are(built_site: Path) -> None:
    for page in generated(built_site):
        names = page.all(".md-select__link")
        assert values(names, "lang") == values(names, "hreflang") == list(TAGS.values())
        assert not page.all("th:not([scope])")


def test_the_site_map_names_each_page_in_each_language(built_site: Path) -> None:
    site_map = (built_site / "sitemap.xml").read_text("utf-8")
    assert site_map.count("<loc>") == len(generated(built_site))
    for page in generated(built_site):
        (front,) = page.all("link[hreflang=x-default]")
        assert (page.file.parent / front.attrib["href"]).resolve() == built_site.resolve()
    for tag in TAGS.values():
        assert site_map.count(f'hreflang="{tag}"') == site_map.count("<loc>")


def test_each_cell_of_an_article_says_its_language(built_site: Path) -> None:
    page = text_of(built_site, "pt/mo/q-poker/art-9")
    for language in LANGUAGES:
        cells = page.all(f"div[data-column={language}]")
        assert len(cells) == 12
        assert set(values(cells, "lang")) == {TAGS[language]}


def test_each_article_of_an_amended_work_can_be_had_as_of_any_day(built_site: Path) -> None:
    for work, amended in (("baccarat", True), ("q-poker", False)):
        pages = sorted((built_site / "pt" / "mo" / work).glob("art-*/index.html"))
        assert len(pages) > 10
        assert {bool(page_at(page).all("input[data-versions]")) for page in pages} == {amended}


def test_chinese_pages_have_no_simplified_characters(built_site: Path) -> None:
    for page in generated(built_site):
        if page.file.relative_to(built_site).parts[0] == "zh" and "simplified" not in page.file.parent.name:
            body = page.all("body")[0]
            assert simplified(text(body)) <= simplified_on_purpose(page), page.file


def simplified_on_purpose(page: BuiltPage) -> set[str]:
    """What a page shows as an example of a mistake."""
    shown = texts(page.all("code")) if "diagnostics" in page.file.parts else []
    return simplified("".join(shown))


def test_what_the_interface_says_comes_from_the_catalogues_of_its_language(built_site: Path) -> None:
    for language in LANGUAGES:
        page = text_of(built_site, f"{language}/mo/q-poker/art-9")
        assert texts(page.all("button[data-choose=rules]")) == [catalogue(language).say("site.rules")]
        assert set(values(page.all("button.lx-copy"), "data-done")) == {catalogue(language).say("site.copied")}


# ── The text of a regulation ────────────────────────────────────────────────


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_provision_is_shown_once_with_its_words(built_site: Path, work: str, language: str) -> None:
    provisions = {p.eid: p for p in latest(work, language).document.all()}
    whole = built_site / language / work / "text" / "index.html"
    articles = [file for file in sorted((built_site / language / work).glob("*/index.html")) if file != whole]
    for files in (articles, [whole]):
        sections = [section for file in files for section in page_at(file).all("section.lx-provision")]
        shown = {section.attrib["id"]: text(section) for section in sections}
        assert len(shown) == len(sections)
        assert shown.keys() == provisions.keys()
        for eid, provision in provisions.items():
            assert folded(provision.label) in folded(shown[eid])
            for item in provision.body:
                if isinstance(item, Words):
                    assert folded(item.text.replace("\n", "")) in folded(shown[eid])
                    if item.mark is Mark.SUMMARY:
                        assert catalogue(language).say("site.summary") in shown[eid]


def folded(words: str) -> str:
    """Words without a difference between marks of half and full width, straight and curved."""
    return words.translate(str.maketrans("，；：（）！？“”", ',;:()!?""'))


def test_chinese_words_have_the_marks_of_the_gazette(built_site: Path) -> None:
    """Half-width marks of a copy are shown in full width, between two figures or letters of Latin script alone not."""
    for work in ("mo/baccarat", "mo/q-poker"):
        (page,) = [page_at(built_site / "zh" / work / "text" / "index.html")]
        words = texts(page.all(".lx-cell[lang=zh-Hant-MO] .lx-words"))
        assert sum(map(len, words)) > 2000
        assert [w for w in words if re.search(r'[\u4e00-\u9fff)"][,;:("]|[,;:)"][\u4e00-\u9fff]', w)] == []
    assert "名為“Q撲克”的幸運博彩新方式而作出的闡述；" in "".join(words)


def test_marks_are_set_one_for_one() -> None:
    for words, printed in (
        ('名為"Q撲克"的博彩(Q Poker),共1,000元;(一)項:', "名為“Q撲克”的博彩（Q Poker），共1,000元；（一）項："),
        ('一個"引號', '一個"引號'),
        ("(1)", "(1)"),
        ("Poker(Q)規則", "Poker（Q）規則"),
        ("規則Poker(Q)", "規則Poker（Q）"),
        ("規則<script>alert(1)</script><!-- -->", "規則<script>alert(1)</script><!-- -->"),
    ):
        assert in_full_width(words) == printed
        assert len(printed) == len(words)


def test_the_whole_text_can_be_had_for_every_day_in_its_order(built_site: Path) -> None:
    history = load_history("mo/baccarat")
    for day in history.dates:
        path = f"zh/mo/baccarat/text{'' if day == history.dates[-1] else f'/{day}'}"
        page = text_of(built_site, path)
        eids = [p.eid for p in consolidate(history, day, "zh").document.all()]
        assert values(page.all("section.lx-provision"), "id") == eids
        (current,) = page.all("a.lx-when[aria-current]")
        assert text(current).startswith(catalogue("zh").say("list.day", day=day))
        assert bool(current.cssselect(".lx-superseded")) == (day != history.dates[-1])


def test_what_has_been_superseded_is_marked_wherever_wordings_are_listed(built_site: Path) -> None:
    mark = catalogue("pt").say("site.superseded")
    for file in sorted((built_site / "pt" / "mo" / "baccarat").glob("art-*/**/index.html")):
        *older, last = texts(page_at(file).all("a.lx-when"))
        assert all(mark in link for link in older), file
        assert mark not in last, file


def test_an_article_opens_as_it_was_last_worded_and_says_what_is_run(built_site: Path) -> None:
    """Article 2 was changed by 83/2011, 13 and 17 by 56/2018; the machine runs the text of 29 November 2005."""
    for article, first in (("art-2", "2011-09-27"), ("art-13", "2018-04-24"), ("art-17", "2018-04-24")):
        page = text_of(built_site, f"en/mo/baccarat/{article}")
        (current,) = page.all("a.lx-when[aria-current]")
        assert catalogue("en").say("list.day", day=date.fromisoformat(first)) in text(current)
        (run,) = (e for e in page.all(".lx-banner--past") if catalogue("en").say("site.banner.run") in text(e))
        (link,) = values(run.cssselect("a"), "href")
        older = page_at((page.file.parent / link / "index.html").resolve())
        assert older.all("span.lx-badge--executed, span.lx-badge--enforced, span.lx-badge--declared")
    # What rests on the text that is run leads to its wording.
    cited = values(text_of(built_site, "en/mo/baccarat/odds").all("a.lx-cite"), "href")
    assert any(href.startswith("../art-17/2004-05-18/#") for href in cited)


# ── Files and feeds ─────────────────────────────────────────────────────────


def test_each_text_can_be_taken_away_in_each_form(built_site: Path) -> None:
    history = load_history("mo/baccarat")
    for day in history.dates:
        expression = consolidate(history, day, "pt")
        stem = built_site / "pt/mo/baccarat/text" / f"mo-baccarat-{day}.pt"
        plain = stem.with_name(f"{stem.name}.txt").read_text("utf-8")
        data = json.loads(stem.with_name(f"{stem.name}.json").read_text("utf-8"))
        assert data == json.loads(json.dumps(text_json(expression)))
        for provision in expression.document.all():
            for item in provision.body:
                if isinstance(item, Words):
                    assert item.text.replace("\n", " ") in plain
        assert catalogue("pt").say("export.authority") in plain
        document, problems = build(Source("again", "pt", stem.with_name(f"{stem.name}.ludi").read_text("utf-8")))
        assert problems == []
        assert document is not None
        assert [p.eid for p in document.all()] == [p.eid for p in expression.document.all()]


def test_a_summary_is_marked_in_what_is_taken_away(built_site: Path) -> None:
    folder = built_site / "en/mo/baccarat/text"
    for ending in ("txt", "md"):
        words = (folder / f"mo-baccarat-2018-04-24.en.{ending}").read_text("utf-8").replace("\\", "")
        assert f"(3) [{catalogue('en').say('site.summary')}] “Lucky Six”" in words
        assert "64/2007" in words[: words.index("Article 1")]


def test_references_say_what_the_text_is(built_site: Path) -> None:
    folder = built_site / "en/mo/q-poker/text"
    ris = built_site / "pt/mo/q-poker/text/mo-q-poker-2005-01-18.pt.ris"
    lines = ris.read_text("utf-8").splitlines()
    assert lines[0] == "TY  - STAT"
    assert lines[-1] == "ER  - "
    assert all(re.fullmatch(r"[A-Z][A-Z0-9]  - .*", line) for line in lines)
    assert "TI  - Regulamento Oficial do «Q Poker»" in lines
    assert "AN  - /akn/mo/act/despacho-regulamentar-externo/2004-12-31/89/por@2005-01-18" in lines
    bibtex = (folder / "mo-q-poker-2005-01-18.en.bib").read_text("utf-8")
    assert bibtex.count("{") == bibtex.count("}")
    assert "author = {{Secretary for Economy and Finance}}" in bibtex
    assert "note = {{text of 18 January 2005: Working translation" in bibtex


ATOM = "{http://www.w3.org/2005/Atom}"


def test_feeds_are_valid_and_lead_to_pages(built_site: Path) -> None:
    """RFC 4287, 4.1: what a feed and an entry must have, once; moments as RFC 3339; ids that differ."""
    files = sorted(built_site.rglob("*.atom"))
    assert len(files) == len(LANGUAGES) * (1 + len(WORKS))
    ids: list[str] = []
    for file in files:
        feed = ElementTree.parse(file).getroot()
        assert feed.tag == f"{ATOM}feed"
        assert [e.get("href") for e in feed.findall(f"{ATOM}link[@rel='self']")] == [file.name]
        assert feed.findtext(f"{ATOM}author/{ATOM}name")
        entries = feed.findall(f"{ATOM}entry")
        assert entries, file
        for element in (feed, *entries):
            for name in ("id", "title", "updated"):
                assert len(element.findall(f"{ATOM}{name}")) == 1
            assert datetime.fromisoformat(element.findtext(f"{ATOM}updated") or "").utcoffset() is not None
            for link in element.findall(f"{ATOM}link"):
                target = (file.parent / (link.get("href") or "")).resolve()
                assert target.is_file() or (target / "index.html").is_file(), link.get("href")
        ids.append(feed.findtext(f"{ATOM}id") or "")
        entry_ids = [entry.findtext(f"{ATOM}id") for entry in entries]
        assert len(entry_ids) == len(set(entry_ids))
    assert len(ids) == len(set(ids))
    told = (built_site / "pt/changes.atom").read_text("utf-8")
    assert all(i.name("pt") in told for i in load_history("mo/baccarat").instruments if i.listed)


def test_the_first_page_names_macau_and_shows_a_provision_alive(built_site: Path) -> None:
    for language, name in (("zh", "澳門"), ("pt", "Macau"), ("en", "Macau")):
        page = text_of(built_site, language)
        assert name in text(page.all("h1")[0])
        (alive,) = page.all("section.lx-alive")
        assert [e.attrib["lang"] for e in alive.cssselect("p.lx-words")] == [TAGS["zh"], TAGS["pt"]]
        assert alive.cssselect("p.lx-formal")
        assert alive.cssselect("a.lx-cite")
        assert len(alive.cssselect("table tbody tr")) >= 2
        assert len(page.all("ul.lx-tasks a")) == 3
        assert "56/2018" in text(page.all("ul.lx-latest li")[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_article_shows_the_sources_of_its_texts_and_their_variants(language: str, built_site: Path) -> None:
    (shown,) = text_of(built_site, f"{language}/mo/q-poker/art-6").all(".lx-witnesses dl")
    names = [element.text_content() for element in shown if element.tag == "dt"]
    assert names == ["公報識別本", "網站副本", "Boletim Oficial", "edição em PDF"]
    recorded, name = [], ""
    for element in shown:
        name = text(element) if element.tag == "dt" else name
        recorded += [(name, target) for target in values(element.cssselect("a"), "href")]
    assert recorded == [
        ("網站副本", "#art_6__point_1"),
        ("Boletim Oficial", "#art_6__point_4"),
        ("edição em PDF", "#art_6__point_3"),
    ]
    assert "「其他」作「其它」" in text(shown)


def test_terms_and_references_of_a_rule_are_links(built_site: Path) -> None:
    page = text_of(built_site, "zh/mo/q-poker/art-11")
    (rule,) = (e for e in page.all("p.lx-formal") if "優先於第十一條(二)項" in text(e))
    assert values(rule.cssselect("a.lx-ref"), "href") == ["#art_11__point_2"]
    terms = {text(e): e.attrib["href"] for e in page.all("a.lx-term")}
    assert terms["「錯誤陽開」"] == "../glossary/#term-exposed-card"


def test_marks_say_what_a_provision_is_for_the_machine(built_site: Path) -> None:
    for work in WORKS:
        accounts = rules_of(find(work)).accounts
        for file in (built_site / "en" / work).glob("*/index.html"):
            page = page_at(file)
            is_run = not any("is not run by the machine" in text(e) for e in page.all(".lx-banner--past"))
            for section in page.all("section.lx-provision"):
                marks = {c for e in section.cssselect("span.lx-badge") for c in e.classes}
                account = accounts.get(section.attrib["id"])
                assert {m for m in marks if m[10:] in ("executed", "enforced", "declared", "beyond", "missing")} == (
                    {f"lx-badge--{account.value}"} if account and is_run else set()
                )


def test_rules_that_apply_only_by_a_reading_say_which_and_its_default(built_site: Path) -> None:
    """Article 11(2): any card by default, the players' cards by the other reading; 11(3) prevails by inference."""
    sentence = (
        "só se aplica se a leitura «cartas abrangidas» for «{}»; "
        "o valor por omissão do regulamento é «qualquer carta», pelo que"
    )
    applies, not_so = sentence.format("qualquer carta"), sentence.format("cartas dos jogadores")
    for path in ("mo/q-poker/art-11", "mo/q-poker/game"):
        page = page_at(built_site / "pt" / path / "index.html")
        marks = [re.sub(r"\s+", " ", mark).strip() for mark in texts(page.all(".lx-by-reading"))]
        assert f"{applies} se aplica" in marks
        assert f"{not_so} não se aplica" in marks
        assert all(link.startswith("../doubts/#about-") for link in values(page.all(".lx-by-reading a"), "href"))
    assert any("a alínea 3) do artigo 11.º prevalece sobre a alínea 2)" in mark for mark in marks)


def test_every_page_about_an_example_says_that_it_is_no_law(built_site: Path) -> None:
    for language in LANGUAGES:
        told = catalogue(language).say("standing.invented")
        pages = sorted((built_site / language / "xx").rglob("index.html"))
        assert len(pages) > 20
        for file in pages:
            page = page_at(file)
            (said,) = texts(page.all(".lx-stand--invented, .lx-banner--invented"))
            assert said.startswith(told) or said == catalogue(language).say("site.banner.invented"), file
        for file in (built_site / language / "mo").rglob("index.html"):
            assert not page_at(file).all(".lx-stand--invented, .lx-banner--invented"), file


@pytest.mark.parametrize(
    ("path", "stand"),
    [
        (
            "zh/mo/baccarat/odds",
            "2005年11月29日之文本 · 整合文本，無正式效力；真確本為公報所載各文本；副本未與公報核對 · 其後之修改並非全部已知 · 其他日期",  # noqa: E501
        ),
        (
            "pt/mo/q-poker/game",
            "texto de 18 de Janeiro de 2005 · Texto que faz fé; cópia confrontada com o Boletim Oficial",
        ),
    ],
)
def test_a_page_says_what_it_rests_on(built_site: Path, path: str, stand: str) -> None:
    assert texts(page_at(built_site / path / "index.html").all(".lx-stand")) == [stand]


def test_a_citation_names_provision_title_instrument_and_date(built_site: Path) -> None:
    found = {
        language: text_of(built_site, f"{language}/mo/q-poker/art-9")
        .all("button.lx-copy[data-anchor=art_9__point_7__point_1]")[0]
        .attrib["data-citation"]
        for language in LANGUAGES
    }
    assert found["zh"].startswith("《“Q撲克”法定規章》第九條(七)項(1)分項（第89/2004號經濟財政司司長對外規範性批示，《")
    assert found["pt"].startswith(
        "Regulamento Oficial do «Q Poker», subalínea (1) da alínea 7) do artigo 9.º (Despacho Regulamentar Externo"
    )
    assert found["pt"].endswith(
        "n.º 89/2004, Boletim Oficial da Região Administrativa Especial de Macau, n.º 3/2005, I Série, págs. 99-103; "
        "redacção desde 18 de Janeiro de 2005; texto em português; "
        "/akn/mo/act/despacho-regulamentar-externo/2004-12-31/89/por@2005-01-18/!main~art_9__point_7__point_1)"
    )
    assert found["en"].endswith(
        "; wording from 18 January 2005; working translation in English; "
        "/akn/mo/act/despacho-regulamentar-externo/2004-12-31/89/eng@2005-01-18/!main~art_9__point_7__point_1)"
    )


@pytest.mark.parametrize(
    ("path", "anchor", "ends"),
    [
        (
            "pt/mo/baccarat/art-18",
            "art_18__para_2",
            "; resumo nosso do que dispõe o Despacho do Secretário para a Economia e Finanças n.º 73/2005, Boletim "
            "Oficial da Região Administrativa Especial de Macau, n.º 48/2005, I Série, e não as suas palavras; "
            "depois alterado, em termos não conhecidos: Despacho do Secretário para a Economia e Finanças "
            "n.º 2/2009; "
            "redacção desde 29 de Novembro de 2005; tradução de trabalho em português; "
            "/akn/mo/act/despacho-regulamentar-externo/2004-05-12/55/por@2005-11-29/!main~art_18__para_2)",
        ),
        (
            "zh/mo/baccarat/art-18",
            "art_18__para_2",
            "；所引為第73/2005號經濟財政司司長批示，《澳門特別行政區公報》第48/2005期，第一組所訂內容之自撰摘要，並非條文原文；"
            "其後經第2/2009號經濟財政司司長批示修改，內容不詳；"
            "自2005年11月29日起適用之行文；中文，自行整合之文本；"
            "/akn/mo/act/despacho-regulamentar-externo/2004-05-12/55/zho@2005-11-29/!main~art_18__para_2）",
        ),
    ],
)
def test_a_citation_of_a_summary_names_the_amending_instrument_and_says_so(
    built_site: Path, path: str, anchor: str, ends: str
) -> None:
    (button,) = text_of(built_site, path).all(f"button.lx-copy[data-anchor={anchor}]")
    assert button.attrib["data-citation"].endswith(ends)


def test_words_of_the_page_within_a_text_in_another_language_say_of_which_they_are(built_site: Path) -> None:
    page = text_of(built_site, "pt/mo/q-poker/art-9")
    words = page.all(".lx-cell summary, .lx-cell [aria-label]")
    assert {element.tag for element in words} == {"summary", "a"}
    assert {element.attrib["lang"] for element in words} == {TAGS["pt"]}


def test_data_for_machines_is_legislation(built_site: Path) -> None:
    for language in LANGUAGES:
        for path in ("mo/q-poker", "mo/q-poker/art-9", "mo/baccarat/art-18"):
            (script,) = text_of(built_site, f"{language}/{path}").all("script[type='application/ld+json']")
            data = json.loads(text(script))
            assert (data["@type"], data["inLanguage"]) == ("Legislation", TAGS[language])
            assert data["@id"].startswith("https://example.org/akn/mo/act/despacho-regulamentar-externo/2004-")
    (script,) = text_of(built_site, "en/mo/baccarat/text").all("script[type='application/ld+json']")
    consolidated = json.loads(text(script))["legislationConsolidates"]
    assert [item["@id"].rpartition("/act/")[2] for item in consolidated[:3]] == [
        "despacho-regulamentar-externo/2004-05-12/55/eng@2004-05-18",
        "despacho/2005-11-23/73",
        "despacho/2007/30",
    ]
    assert {item["legislationChanges"]["@id"] for item in consolidated[1:]} == {
        "https://example.org/akn/mo/act/despacho-regulamentar-externo/2004-05-12/55"
    }
    (old,) = text_of(built_site, "en/mo/baccarat/art-18/2004-05-18").all("script[type='application/ld+json']")
    assert json.loads(text(old))["temporalCoverage"] == "2004-05-18/2005-11-28"


def test_every_page_has_data_for_machines_in_its_language(built_site: Path) -> None:
    for language in LANGUAGES:
        for page in (page_at(file) for file in (built_site / language).rglob("index.html")):
            (script,) = page.all("script[type='application/ld+json']")
            assert json.loads(text(script))["inLanguage"] == TAGS[language], page.file


# ── What is drawn from the rules ────────────────────────────────────────────


def rows_of(page: BuiltPage, class_: str) -> list[list[str]]:
    return [texts(list(row)) for row in page.all(f"table.{class_} tr")]


def test_payout_tables_of_q_poker(built_site: Path) -> None:
    rows = rows_of(text_of(built_site, "en/mo/q-poker/game"), "lx-paytable")
    assert [row[:2] for row in rows] == [
        ["Hand", "Pays"],
        ["“straight flush”", "40 to 1"],
        ["“three of a kind”", "30 to 1"],
        ["“straight”", "6 to 1"],
        ["“flush”", "4 to 1"],
        ["“pair”", "1 to 1"],
        ["Hand", "Pays"],
        ["“straight flush”", "3 to 1"],
        ["“three of a kind”", "2 to 1"],
        ["“straight”", "3 to 2"],
        ["all others", "1 to 1"],
    ]


# The usual tableau of the third card: on which of the player's third cards the banker draws, by the banker's total.
BANKER_DRAWS = {3: "0 1 2 3 4 5 6 7 9", 4: "2 3 4 5 6 7", 5: "4 5 6 7", 6: "6 7"}


def test_the_third_card_table_is_the_usual_one(built_site: Path) -> None:
    page = text_of(built_site, "en/mo/baccarat/game")
    tables = page.all("table.lx-norms")
    assert len(tables) == 2
    cells = [texts(list(row)) for row in tables[1].cssselect("tr")]
    numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
    body = [row for row in cells if row[0].isdigit()]
    heads = [head for head in cells[-len(body) - 1] if head.strip()]
    columns = {i: {int(n) for n in re.findall(r"\d", head.rpartition(":")[2])} for i, head in enumerate(heads[-7:])}
    drawn = [i for i in columns if i < 5]
    assert set().union(*(columns[i] for i in drawn)) == numbers
    for row in body:
        total = int(row[0])
        if total > 7:
            continue
        draws = {n for i in drawn if "must not" not in row[-7:][i] for n in columns[i]}
        expected = numbers if total < 3 else {int(n) for n in BANKER_DRAWS.get(total, "").split()}
        assert draws == expected, total


def test_worked_rounds_show_every_rule_that_settles_a_bet_of_q_poker(built_site: Path) -> None:
    page = text_of(built_site, "en/mo/q-poker/rounds")
    cited = {href.partition("#")[2] for href in values(page.all("a.lx-cite"), "href")}
    rules = rules_of(find("mo/q-poker"))
    unreached = {"art_9__point_6"} - cited
    assert not unreached
    assert {r.eid for r in rules.outcomes} <= cited


# ── Search ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_index_has_every_provision_and_leads_to_it(built_site: Path, language: str) -> None:
    index = json.loads((built_site / language / "search" / "index.json").read_text("utf-8"))
    assert {doc["location"].partition("#")[0] for doc in index["docs"]} <= index["config"]["titles"].keys()
    for doc in index["docs"]:
        path, _, anchor = doc["location"].partition("#")
        page = text_of(built_site, f"{language}/{path}".rstrip("/"))
        assert not anchor or anchor in page.anchors, doc["location"]
    for work in WORKS:
        eids = {p.eid for p in latest(work, language).document.all()}
        assert {d["eid"] for d in index["docs"] if d["location"].startswith(work) and "eid" in d} == eids
    assert index["config"]["simplified"]["順"] == "顺"
    assert not (built_site / "search" / "search_index.json").exists()


# ── Texts of others ─────────────────────────────────────────────────────────

HOSTILE = (
    "<script>alert(1)</script> {{ 7*7 }} {% x %} [y](javascript:alert(2)) </title></textarea> & "
    "\"q\" 's' <img src=x onerror=z>"
)


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a shelf on which every piece of prose is hostile."""
    shelf = tmp_path_factory.mktemp("shelf")
    folder = shelf / "mo" / "hostile"
    folder.mkdir(parents=True)
    base = ROOT / "tests" / "corpus" / "valid" / "three-dice"
    for file in base.iterdir():
        text = file.read_text("utf-8").replace("three-dice", "mo/hostile")
        text = re.sub(r"(?m)^(\s*\| ).*$", lambda m: m[1] + HOSTILE, text)
        text = re.sub(r"(?m)^(título|title|標題)(: |：).*$", lambda m: m[1] + m[2] + HOSTILE, text)
        text = re.sub(r"(?m)^(Artigo 1\.º|Article 1|第一條) .*$", lambda m: f"{m[1]} {HOSTILE}", text)
        text = re.sub(r"(?m)^(nota|note|附註)(: |：).*$", lambda m: m[1] + m[2] + HOSTILE, text)
        (folder / file.name).write_text(text, "utf-8")
    out = tmp_path_factory.mktemp("hostile-site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)]
    settings = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "LEXLUDI_SHELF": str(shelf)}
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def test_what_a_text_holds_is_shown_as_itself(hostile_site: Path) -> None:
    for language in LANGUAGES:
        for path in ("", "mo/hostile", "mo/hostile/art-1"):
            page = text_of(hostile_site, f"{language}/{path}".rstrip("/"))
            assert HOSTILE in text(page.all("body")[0])


def test_nothing_of_a_text_is_run(hostile_site: Path) -> None:
    for page in all_pages(hostile_site):
        scripts = page.all("script:not([type='application/ld+json'])")
        assert not [e for e in scripts if "alert(1)" in text(e)], page.file
        assert not page.root.xpath("//@*[starts-with(name(), 'on')]"), page.file
        assert not [t for _, t in page.links() if t.startswith("javascript:alert")], page.file
        assert not page.all("img[src=x]"), page.file
    assert list(faults(hostile_site)) == []


def test_hostile_words_survive_in_search_and_data(hostile_site: Path) -> None:
    index = json.loads((hostile_site / "en" / "search" / "index.json").read_text("utf-8"))
    assert any(HOSTILE in doc["text"] for doc in index["docs"])
    (script,) = text_of(hostile_site, "en/mo/hostile").all("script[type='application/ld+json']")
    assert json.loads(text(script))["name"] == HOSTILE


# ── Pages as files ──────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def two(built_site: Path) -> list[Portion]:
    """A regulation and an example, as they were made for the site."""
    assert built_site
    return [portion for portion in portions(folder=cache_folder()) if portion.name in ("mo/q-poker", "xx/fantan")]


@pytest.fixture(scope="module")
def made(two: list[Portion]) -> list[GeneratedPage]:
    """The pages of these two."""
    return list(pages(two))


def test_the_first_page_has_few_cards_and_the_shelf_all_by_jurisdiction(two: list[Portion]) -> None:
    law = [replace(two[0], name=f"{code}/game-{number}") for number in range(4) for code in ("mo", "de")]
    first, shelf = (document_fromstring(make(law, "pt").body) for make in (home, regulations_page))
    assert len(first.cssselect(".lx-card")) == 6
    (link,) = [a for a in first.cssselect("a") if a.attrib["href"] == "regulations/"]
    assert text(link) == "Todos os 8 regulamentos"
    assert texts(shelf.cssselect("h2")) == ["Alemanha", "Macau, RAE da China"]
    assert len(shelf.cssselect(".lx-card")) == 8


def test_a_card_counts_what_the_page_of_the_work_calls_executed_and_enforced(built_site: Path) -> None:
    """Of the 62 provisions of Q Poker 44 are executed and 4 enforced, of the 62 of baccarat 37 and 16."""
    for language, words in (
        ("zh", "{} 項由程式執行或用以約束行為"),
        ("pt", "{} de 62 disposições executadas ou impostas pela máquina"),
        ("en", "{} of 62 provisions executed or enforced by the machine"),
    ):
        cards = {
            card.cssselect("a")[0].attrib["href"]: text(card.cssselect(".lx-figures")[0])
            for card in page_at(built_site / language / "index.html").all(".lx-card")
        }
        for work, count in (("mo/q-poker", 48), ("mo/baccarat", 53)):
            accounts = page_at(built_site / language / work / "index.html").all(".lx-account li")
            assert sum(int(text(account).split()[-1]) for account in accounts[:2]) == count
            assert words.format(count) in cards[f"{work}/"]


def test_a_house_edge_that_no_rule_decides_is_not_called_none(built_site: Path) -> None:
    """With two packs hands can be equal, for which the law says nothing: an edge of none would read as one of zero."""
    for language, words in (
        ("zh", "無從計算（0.0135% 之牌局並無規則可循）"),
        ("pt", "indeterminada (nenhuma regra decide 0,0135 % das jogadas)"),
        ("en", "undetermined (no rule settles 0.0135% of rounds)"),
    ):
        for kind in ("odds", "doubts"):
            (main,) = text_of(built_site, f"{language}/mo/q-poker/{kind}").all("main")
            assert words in " ".join(text(main).split())


@pytest.mark.parametrize("language", ["pt", "en"])
def test_the_words_of_a_button_begin_with_a_capital(built_site: Path, language: str) -> None:
    pages_with_buttons = ("play", "mo/baccarat/compare", "mo/baccarat/art-13", "mo/baccarat/odds")
    pages_of = (text_of(built_site, f"{language}/{path}") for path in pages_with_buttons)
    words = [text(button) for page in pages_of for button in page.all("main button")]
    assert len([label for label in words if label]) > len(pages_with_buttons)
    assert [label for label in words if label[:1].islower()] == []


def test_the_navigation_lists_the_own_work_and_no_other(built_site: Path) -> None:
    for work, path in (
        ("mo/q-poker", "pt/mo/q-poker/art-1"),
        ("mo/baccarat", "zh/mo/baccarat"),
        ("xx/fantan", "en/xx/fantan"),
    ):
        page = text_of(built_site, path)
        listed = {
            normpath(f"{path}/{href}").partition("/")[2]
            for href in values(page.all("nav.md-nav a, nav.md-tabs a"), "href")
        }
        assert {name for name in WORKS if name in listed} == {work}


def test_the_command_writes_every_page(
    made: list[GeneratedPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lexludi.cli.site.portions", lambda **settings: [])  # which take long to make
    monkeypatch.setattr("lexludi.cli.site.pages", lambda found: iter(made))
    assert main(["site", str(tmp_path / "site"), "--lang", "en"]) == 0
    assert capsys.readouterr().out == f"{len(made)} pages written to {tmp_path / 'site'}\n"
    for page in made:
        written = (tmp_path / "site" / "pages" / page.source).read_text("utf-8")
        head = json.loads(written.split("---\n")[1])
        assert head["title"] == page.title
        assert page.body in written
    assert len(list((tmp_path / "site" / "pages").rglob("*.md"))) == len(made)


def test_every_page_is_one_block_of_markup_for_markdown(built_site: Path) -> None:
    """A blank line would end the block, and what follows would be read as Markdown."""
    assert built_site
    for page in pages(list(portions(folder=cache_folder()))):
        assert "\n\n" not in page.body, page.path


@pytest.mark.soak
def test_pages_cannot_be_written_where_a_file_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert main(["site", str(tmp_path / "file"), "--lang", "pt"]) == 1
    assert capsys.readouterr().err.startswith("lexludi: onde devia estar uma pasta está um ficheiro")


def test_the_page_generator_knows_nothing_of_mkdocs() -> None:
    script = "import lexludi.site.pages, sys; print([m for m in sys.modules if m.partition('.')[0] == 'mkdocs'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ── Over time ───────────────────────────────────────────────────────────────


def test_each_wording_of_an_article_has_its_page_and_says_whether_it_stands(built_site: Path) -> None:
    history = load_history("mo/baccarat")
    for language in LANGUAGES:
        shown = text_of(built_site, f"{language}/mo/baccarat/art-18")
        old = text_of(built_site, f"{language}/mo/baccarat/art-18/2004-05-18")
        assert values(old.all("section.lx-provision"), "id") == ["art_18"]
        assert texts(old.all("title")) != texts(shown.all("title"))
        assert "art_18__para_2" in values(shown.all("section.lx-provision"), "id")
        said = catalogue(language).say("site.banner.past", next=date(2005, 11, 29))
        assert [said in banner for banner in texts(old.all("p.lx-banner--past"))] == [True]
        assert values(shown.all("a.lx-when"), "href")[:2] == ["2004-05-18/", "./"]
    assert history.dates[0] == date(2004, 5, 18)


def test_a_provision_names_the_instrument_that_its_words_come_from(built_site: Path) -> None:
    page = text_of(built_site, "en/mo/baccarat/art-18")
    notes = {note.getparent().attrib["id"]: text(note) for note in page.all("section > p.lx-source")}
    assert notes["art_18__para_2"].startswith("Provided by ")
    assert notes["art_18__para_2"].endswith("the words are a summary of our own.")
    assert "73/2005" in notes["art_18__para_2"]
    # 73/2005 enacted the whole article anew, with its first words as the first number.
    assert notes["art_18__para_1"].startswith("Provided by ")


def test_what_is_known_in_part_is_said_to_be(built_site: Path) -> None:
    page = text_of(built_site, "pt/mo/baccarat/art-13")
    assert "30/2007" in texts(page.all("p.lx-banner--past"))[0]
    assert not page.all("span.lx-badge--executed")


def test_an_article_changed_later_in_unknown_ways_says_so(built_site: Path) -> None:
    """2/2009 changed articles 13, 17, 18 and 19; its text is not known, and no later one touches 18."""
    (banner,) = text_of(built_site, "en/mo/baccarat/art-18").all("p.lx-banner--past")
    assert "2/2009" in text(banner)
    assert not text_of(built_site, "en/mo/baccarat/art-9").all("p.lx-banner--past")
    (listed,) = text_of(built_site, "en/mo/baccarat").all("ol.lx-timeline")
    assert "day of entry into force not known" in text(listed)


def test_a_wording_that_was_changed_in_unknown_words_before_the_next_says_no_last_day(built_site: Path) -> None:
    """30/2007 and 64/2007 re-enacted article 17; the next words that are known are of 2/2009."""
    page = text_of(built_site, "en/mo/baccarat/art-17/2004-05-18")
    banners = " ".join(texts(page.all("p.lx-banner--past")))
    assert "30/2007" in banners
    assert "64/2007" in banners
    assert "2/2009" not in banners
    (current,) = page.all("a.lx-when[aria-current]")
    assert "2009" not in text(current)
    data = json.loads(page.all("script[type='application/ld+json']")[0].text)
    assert data["temporalCoverage"] == "2004-05-18/"


def test_the_contents_mark_what_was_amended_later_in_words_known_or_not(built_site: Path) -> None:
    """13 and 17 have later words that are known; 2/2009 changed 18 and 19 in words that are not."""
    lines = {text(e.cssselect("a")[0]): e for e in text_of(built_site, "en/mo/baccarat").all("li") if e.cssselect("a")}
    newer = {line for line, e in lines.items() if e.cssselect(".lx-badge--newer")}
    assert {"2", "13", "17", "18", "19"} == {line.removeprefix("Article ").split()[0] for line in newer}


def test_a_citation_has_the_same_reserve_on_the_page_of_an_article_and_in_the_whole_text(built_site: Path) -> None:
    said = "later changed, in words not known, by Despatch of the Secretary for Economy and Finance No. 2/2009"
    for address in ("art-18", "text"):
        (cited,) = (
            c
            for c in values(text_of(built_site, f"en/mo/baccarat/{address}").all("[data-citation]"), "data-citation")
            if "paragraph 1 of article 18 (" in c
        )
        assert said in cited


def test_the_timeline_has_every_instrument(built_site: Path) -> None:
    history = load_history("mo/baccarat")
    for language in LANGUAGES:
        (listed,) = text_of(built_site, f"{language}/mo/baccarat").all("ol.lx-timeline")
        places = [text(listed).index(i.name(language)) for i in history.instruments]
        assert places == sorted(places)


def test_a_text_that_was_consolidated_here_is_not_called_authentic(built_site: Path) -> None:
    for language in LANGUAGES:
        words = catalogue(language)
        shown = text_of(built_site, f"{language}/mo/baccarat/art-18")
        old = text_of(built_site, f"{language}/mo/baccarat/art-18/2004-05-18")
        badges = [[e for p in (shown, old) for e in texts(p.all(f"span.lx-badge--{s}"))] for s in STANDINGS]
        assert badges == [[words.say("site.standing.authentic")], [words.say("site.standing.consolidated")]]
        overview = text_of(built_site, f"{language}/mo/baccarat")
        assert not overview.all("span.lx-badge--authentic")
    (banner,) = text_of(built_site, "zh/mo/baccarat").all("p.lx-banner--consolidated")
    assert "並非真確本" in text(banner)


def test_the_header_of_a_work_is_that_of_the_gazette(built_site: Path) -> None:
    for language, work, numbers in (
        ("pt", "q-poker", "99–103"),
        ("pt", "baccarat", "699–704"),
        ("zh", "q-poker", "99–103"),
    ):
        (block,) = text_of(built_site, f"{language}/mo/{work}").all("dl.lx-gazette")
        assert catalogue(language).say("site.gazette.pages") + numbers in text(block)
    told = block_of(built_site, "pt/mo/baccarat")
    assert all(i.name("pt") in told for i in load_history("mo/baccarat").instruments)


def block_of(site: Path, path: str) -> str:
    (block,) = text_of(site, path).all("dl.lx-gazette")
    return text(block)


def test_a_copy_that_was_not_compared_is_never_called_authentic_alone(built_site: Path) -> None:
    for language in LANGUAGES:
        say = catalogue(language).say
        for path in ("mo/baccarat/art-9", "mo/baccarat/art-19/2004-05-18", "mo/baccarat"):
            page = text_of(built_site, f"{language}/{path}")
            found = {*texts(page.all(".lx-badge--not-compared"))}
            assert found == {say("copy.not-compared"), say("copy.not-compared.of-translation")}, path
        compared = text_of(built_site, f"{language}/mo/q-poker/art-9")
        assert texts(compared.all(".lx-heads .lx-badge--authentic")) == [say("site.standing.authentic")] * 2
        told = texts(compared.all(".lx-badge--compared"))
        assert {*told} == {say("copy.compared"), say("copy.compared.of-translation")}


def test_presumed_days_are_marked_with_their_ground(built_site: Path) -> None:
    # The day of 2/2009 is presumed, which worded article 17 anew; that of 56/2018 follows from its publication.
    page = text_of(built_site, "pt/mo/baccarat/art-17")
    links = texts(page.all("a.lx-when"))
    assert any("6 de Janeiro de 2009 (presumido)" in link for link in links)
    assert not any("24 de Abril de 2018 (presumido)" in link for link in links)
    past = text_of(built_site, "zh/mo/baccarat/art-17/2009-01-06")
    assert any("2009年1月6日（日期屬推定：批示屬2009年1月" in banner for banner in texts(past.all("p.lx-banner--past")))


def test_no_page_says_that_a_wording_is_in_force_or_that_nothing_changed(built_site: Path) -> None:
    claims = ("in force since", "Nothing changed", "em vigor desde 1", "Nada mudou", "並無變更")
    for page in (built_site / "en" / "mo", built_site / "pt" / "mo", built_site / "zh" / "mo"):
        for file in (
            *page.rglob("art-17/index.html"),
            *page.rglob("compare/index.html"),
            *page.rglob("art-9/index.html"),
        ):
            words = file.read_text("utf-8")
            assert [claim for claim in claims if claim in words] == [], file


def test_the_words_of_a_formal_sentence_are_led_to_and_back(built_site: Path) -> None:
    # Q Poker 11(1): the new round has no effect; the words stand unchanged, their marks are not among them.
    for language, words in (
        ("zh", "此時應重新開始牌局並重新派牌；"),
        ("pt", "e dá-se início a nova jogada e à distribuição de novas cartas;"),
    ):
        page = text_of(built_site, f"{language}/mo/q-poker/art-11")
        (stretch,) = page.all(f"#art_11__point_1 [data-column={language}] .lx-part[data-part='2']")
        (sentence,) = page.all(f"#art_11__point_1 [data-column={language}] .lx-formal[data-part='2']")
        assert text(stretch) == words
        assert values(stretch.cssselect("a.lx-part-mark"), "href") == [f"#{sentence.attrib['id']}"]
        assert values(sentence.cssselect("a.lx-part-mark"), "href") == [f"#{stretch.attrib['id']}"]
        assert values(stretch.cssselect("a"), "data-sign") == ["②"]


def test_words_without_marks_take_the_focus_and_words_with_marks_leave_it_to_these(built_site: Path) -> None:
    page = text_of(built_site, "pt/mo/q-poker/art-11")
    for eid, focus in (("art_11__point_4", ["0"]), ("art_11__point_5", [None, None])):
        stretches = page.all(f"#{eid} [data-column=pt] .lx-part")
        assert [stretch.get("tabindex") for stretch in stretches] == focus


def test_unchanged_words_stand_since_the_first_text(built_site: Path) -> None:
    notes = text_of(built_site, "en/mo/baccarat/art-9").all("p.lx-source")
    assert "55/2004, which entered into force on 18 May 2004" in text(notes[-1])


def test_any_two_dates_can_be_compared(built_site: Path) -> None:
    days = [day.isoformat() for day in load_history("mo/baccarat").dates]
    for before, after in combinations(days, 2):
        assert (built_site / "zh/mo/baccarat/compare" / before / after / "index.html").is_file()
    page = text_of(built_site, f"pt/mo/baccarat/compare/{days[0]}/{days[1]}")
    # The law of 2004 and our summary of 73/2005 stand one after the other: nothing is struck out.
    assert any("50%" in words for words in texts(page.all(".redline")))
    shown = [element.text_content() for element in page.all(".redline")]
    assert any(words.startswith("Comissão\nQuando") for words in shown), "a title stands on a line of its own"
    assert not page.all("del")
    assert len(page.all("h2")) == 3
    links = values(page.all("small > a"), "href")
    assert {"../../../art-18/2004-05-18/#art_18", "../../../art-18/#art_18__para_2"} <= {*links}


def test_what_changed_tells_each_instrument_with_what_it_did_to_bets(built_site: Path) -> None:
    """73/2005 allows a commission on wins by six alone; after it the text is not wholly known."""
    for language in LANGUAGES:
        page = text_of(built_site, f"{language}/mo/baccarat/compare")
        steps = page.all("ol.lx-timeline > li")
        assert len(steps) == 1 + len(load_history("mo/baccarat").instruments)
        (second,) = (e for e in steps if e.get("id") == "instrument-73-2005")
        money = texts(second.cssselect(".lx-money"))
        assert money
        assert all("→" not in line for line in money)
        told = catalogue(language).say("site.changes.not-known")
        assert {told} == {line for e in steps[2:] for line in texts(e.cssselect(".lx-money"))}


def test_the_effect_of_an_amendment_is_exact_and_shown_by_rounds(built_site: Path) -> None:
    """Half on six against 5 %: a bet of one that wins by six, 0.0539 of all rounds, gains half instead of 19/20."""
    page = text_of(built_site, "en/mo/baccarat/compare/2004-05-18/2005-11-29")
    told = "\n".join(texts(page.all("td")))
    assert "1.4581% (284694798368/19524993263685)" in told
    assert "1.0579% (114753351728/10847218479825)" in told
    assert sum("example" in heading for heading in texts(page.all("h3"))) == 2
    # Of what is not wholly known nothing is said to settle alike, as `diff` refuses to.
    for days in ("2004-05-18/2018-04-24", "2011-09-27/2018-04-24"):
        unknown = text_of(built_site, f"en/mo/baccarat/compare/{days}")
        assert not unknown.all("th")
        assert catalogue("en").say("site.compare.not-known") in text(unknown.all(".lx-difference")[0])
        assert "30/2007" in text(unknown.all("p.lx-banner--past")[0])
    told = "\n".join(texts(text_of(built_site, "en/mo/baccarat/compare/2007-06-26/2009-01-06").all("h3")))
    assert all(f"changed in words not known: article {number}" in told for number in (13, 17, 18, 19))


def test_pages_that_are_not_listed_stand_beside_those_that_are(built_site: Path) -> None:
    for path, title in (
        ("art-18/2004-05-18", "Article 18 Commission"),
        ("compare/2004-05-18/2005-11-29", "What changed"),
    ):
        active = text_of(built_site, f"en/mo/baccarat/{path}").all("li.md-nav__item--active")
        assert title in {text(e).strip() for e in active}
