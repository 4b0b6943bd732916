"""Templates of the site: what they are given is escaped, what they are not given is an error."""

import json
from types import SimpleNamespace

import pytest
from jinja2 import UndefinedError
from lxml.html import HtmlElement, fragment_fromstring

from built import text, texts, values
from lexludi.base.messages import TAGS
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import on_shelves
from lexludi.site.articles import ArticleView, Formal, ProvisionCell, ProvisionProse, ProvisionRow, columns
from lexludi.site.desk import Desk
from lexludi.site.formal import SentencePiece
from lexludi.site.library import WorkOnDate, work_in
from lexludi.site.markup import environment, render
from lexludi.site.parts import About, MarkedWords, PartMark
from lexludi.site.terms import GlossaryView, Spellings, TermRow, TermUse
from lexludi.site.versions import Banner, Picker, WordingLink
from lexludi.site.written import listing

HOSTILE = "<script>alert(\"1\")</script> & 'q' {{ 7*7 }} {% x %}"


@pytest.fixture(scope="module")
def work() -> WorkOnDate:
    return work_in("mo/q-poker", on_shelves()["mo/q-poker"])


def tree(markup: str) -> HtmlElement:
    return fragment_fromstring(markup, create_parent="div")


def in_line(source: str, **context: object) -> str:
    return environment().from_string(source).render(**context)


# ── Escaping ────────────────────────────────────────────────────────────────


def test_a_term_is_shown_as_itself(work: WorkOnDate) -> None:
    row = TermRow("dealer", tuple(Spellings(TAGS[x], (HOSTILE, HOSTILE)) for x in LANGUAGES), TermUse((), ()))
    desk = Desk("en/mo/q-poker/glossary", work)
    page = tree(render("glossary.html", desk, GlossaryView((row,))))
    assert texts(page.cssselect("strong")) == [HOSTILE] * 3
    assert texts(page.cssselect("span.lx-other")) == [f" · {HOSTILE}"] * 3
    assert page.cssselect("script") == []


def test_a_summary_a_comment_a_sentence_and_a_title_are_shown_as_themselves(work: WorkOnDate) -> None:
    pieces = (
        SentencePiece(HOSTILE),
        SentencePiece(HOSTILE, "key"),
        SentencePiece(HOSTILE, "term", next(iter(work.terms))),
    )
    about = About(HOSTILE, (1, 2), (PartMark(HOSTILE, HOSTILE), PartMark(HOSTILE, "")))
    words = (MarkedWords(f"{HOSTILE}\n", about), MarkedWords(HOSTILE, About("", ())))
    items = (
        ProvisionProse("summary", f"{HOSTILE}\n{HOSTILE}", HOSTILE, words),
        ProvisionProse("comment", HOSTILE),
        Formal("rule", pieces, about),
    )
    row = ProvisionRow("art_1", 0, (), (ProvisionCell(HOSTILE, HOSTILE, items), None, None), HOSTILE)
    picker = Picker(HOSTILE, HOSTILE, (WordingLink(HOSTILE, HOSTILE, HOSTILE, True, HOSTILE),), HOSTILE)
    desk = Desk("pt/mo/q-poker/art-1", work)
    banner = Banner(HOSTILE, HOSTILE, HOSTILE)
    whole = "pt/mo/q-poker/text"
    view = ArticleView(
        HOSTILE, whole, "art_1", None, None, (banner,), picker, columns(desk), (row,), (HOSTILE,), HOSTILE
    )
    page = tree(render("article.html", desk, view))
    assert texts(page.cssselect("h1")) == [HOSTILE]
    assert [text(p) for p in page.cssselect("p.lx-words--summary")] == [HOSTILE * 3]
    assert len(page.cssselect("p.lx-words--summary br")) == 1
    assert texts(page.cssselect("p.lx-formal")) == [HOSTILE * 3]
    part, term = values(page.cssselect("p.lx-formal a"), "href")
    assert part == f"#{HOSTILE}"
    assert term.startswith("../glossary/#term-")
    assert values(page.cssselect(".lx-part"), "data-part") == ["1 2"]
    assert values(page.cssselect(".lx-part, .lx-formal"), "id") == [HOSTILE] * 2
    assert values(page.cssselect(".lx-part-mark"), "data-sign") == [HOSTILE] * 4
    assert values(page.cssselect("a.lx-when"), "href") == [HOSTILE]
    (field,) = page.cssselect("input[data-versions]")
    assert json.loads(field.attrib["data-versions"]) == [[HOSTILE, HOSTILE]]
    assert page.cssselect("script") == []


def test_a_fenced_text_is_shown_as_itself() -> None:
    page = tree(listing(f"~ {HOSTILE}\n  “{HOSTILE}” is\n\nend\n", "ludi en"))
    assert texts(page.cssselect("pre")) == [f"~ {HOSTILE}\n  “{HOSTILE}” is\n \nend"]
    assert texts(page.cssselect("span.lx-code-summary")) == [f"~ {HOSTILE}"]
    assert page.cssselect("script") == []


# ── The environment ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("source", ["{{ unknown }}", "{% if unknown %}{% endif %}", "{{ view.unknown }}"])
def test_a_name_that_is_not_given_is_an_error(source: str) -> None:
    with pytest.raises(UndefinedError, match="unknown"):
        in_line(source, view=HOSTILE)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>\n  {{ a }}\n  <b>\n    c\n  </b>\n</p>\n", "<p>A<b>c</b></p>"),
        ("{% if a %}\n  <i></i>\n\n{% endif %}\n<b></b>", "<i></i><b></b>"),
        ("<i></i> <b></b> {{ a }} {{ a }}", "<i></i> <b></b> A A"),
        ('<a href="b"\n   class="c">two\n  words</a>', '<a href="b" class="c">two words</a>'),
        ("<pre>{{ lines }}</pre>", "<pre>one\n\n  two</pre>"),
    ],
)
def test_the_layout_of_a_template_is_not_content(source: str, expected: str) -> None:
    assert in_line(source, a="A", lines="one\n\n  two") == expected


def test_what_a_text_is_worth_is_read_in_words_apart(work: WorkOnDate) -> None:
    """Badges stand beside each other on the screen; who hears or copies them needs the spaces between."""
    macros = '{% import "macros.html" as lx with context %}{{ lx.language(text) }}'
    of = SimpleNamespace(tag="pt-MO", language="pt", standing="authentic", copy="compared")
    told = tree(in_line(macros, text=of, say=Desk("pt/mo/q-poker", work).say))
    assert text(told) == "Português faz fé cópia confrontada com o Boletim Oficial"


def test_an_error_in_a_template_names_its_line() -> None:
    template = environment().from_string("<p>\n</p>\n\n{{ 1 / nothing }}")
    with pytest.raises(ZeroDivisionError) as caught:
        template.render(nothing=0)
    assert caught.traceback[-1].lineno == 3  # counted from 0
