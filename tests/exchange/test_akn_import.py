"""Akoma Ntoso comes in: our own documents as they went out, others' with their own words; hostile ones are refused."""

import sys
from datetime import date
from io import BytesIO, TextIOWrapper
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexludi.base.errors import LexludiError
from lexludi.base.source import Source
from lexludi.cli import main
from lexludi.exchange.akn import akn_of_text
from lexludi.exchange.akn_reading import MAX_DEPTH, number_of
from lexludi.exchange.documents import UnreadableDocument
from lexludi.exchange.importing import Imported, import_files
from lexludi.language.builder import build
from lexludi.language.nodes import Level, Provision, Text
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document
from lexludi.law.history import TextOnDate, consolidate, history_of, load_history

WORKS = ("mo/q-poker", "mo/baccarat", "xx/three-card-poker")
HEAD = '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act name="act">'
TAIL = "</act></akomaNtoso>"

# Invented, in the manner of another jurisdiction: parts, sections, paragraphs with letters, a list, a note.
FOREIGN = f"""{HEAD}<meta/><preface><p>Gazette of Nowhere</p></preface>
<preamble><p>Whereas games are played;</p><p>it is ordered:</p></preamble>
<body><part eId="part_1"><num>Part I</num><heading>Games</heading>
<section eId="sec_1"><num>1.</num><heading>Dice</heading>
  <intro><p>There are <b>two</b>
     dice<authorialNote><p>Found in the margin.</p></authorialNote>:</p></intro>
  <paragraph eId="sec_1__para_a"><num>(a)</num><content><p>one red;</p></content></paragraph>
  <paragraph eId="sec_1__para_b"><num>(b)</num><content><p>one white.</p></content></paragraph>
  <wrapUp><p>Both are thrown.</p></wrapUp>
</section>
<section eId="sec_2"><num>2.</num><heading>Bets</heading>
  <subsection><num>(1)</num><content><p>Anybody may bet on:</p><blockList><listIntroduction>these:</listIntroduction>
    <item><num>(i)</num><p>seven;</p></item><item><num>(ii)</num><p>eleven.</p></item></blockList></content></subsection>
  <subsection><num/><content><p>Nobody else may.</p></content></subsection>
  <subsection><num>(1)</num><content><p>Again the first.</p></content></subsection>
</section></part></body>
<conclusions><p>Nowhere, 1 May 2031</p></conclusions>{TAIL}"""


def content_of(provision: Provision) -> tuple[object, ...]:
    words = [(w.mark, w.text) for w in provision.words()]
    lines = [(mark, line) for mark, text in words for line in text.split("\n")]
    return provision.eid, provision.level, provision.number, provision.label, provision.title, lines


def reasons_of(provision: Provision) -> list[str]:
    """The reasons why words of a provision are missing."""
    said = [sentence.statement for sentence in provision.sentences() if sentence.statement.op == "missing"]
    return [text.value for statement in said for text in statement.parts if isinstance(text, Text)]


def changed_in_unknown_words(work: str, day: date) -> tuple[int, ...]:
    """The articles that instruments 30/2007, 64/2007 and 2/2009 have changed, nobody knows how."""
    if work != "mo/baccarat" or day < date(2007, 2, 23):
        return ()
    return (13, 17, 19) if day < date(2009, 1, 6) else (13, 17, 18, 19)


def read(text: str, folder: Path, language: str = "en") -> Imported:
    file = folder / "document.akn"
    file.write_text(text, "utf-8")
    return import_files([file], language)


@pytest.mark.parametrize("work", WORKS)
def test_our_own_documents_come_back_with_their_numbers_titles_and_words(work: str, tmp_path: Path) -> None:
    history = load_history(work)
    for day in history.dates:
        for language in LANGUAGES:
            expression = consolidate(history, day, language)
            found = read(akn_of_text(expression), tmp_path, language)
            ours = [content_of(provision) for provision in expression.document.all()]
            assert [content_of(provision) for provision in found.document.all()] == ours, (day, language)
            # Our rules are for machines, and what a document says about its authority is for whoever brings it.
            missing = [provision.label for provision in expression.document.all() if reasons_of(provision)]
            unknown = [f"art_{number}" for number in changed_in_unknown_words(work, day)]
            marked = [p.label for p in expression.document.provisions if p.eid in unknown]
            told = [*(("incomplete", label) for label in missing), *(("unknown", label) for label in marked)]
            told += [("presumed-day", str(day))] if history.ground_of(day, language) else []
            assert sorted((doubt.kind, doubt.number) for doubt in found.doubts) == sorted(told)
            assert ({item.reason for item in found.left}, found.missing) == ({"header"}, ())
            ours = [reasons_of(provision) for provision in expression.document.all()]
            assert [reasons_of(provision) for provision in found.document.all()] == ours


def test_what_another_s_document_marks_as_incomplete_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two numbers, the second without words: that it is incomplete stands there, and why does not."""
    file = tmp_path / "a.akn"
    numbers = "<paragraph><num>1.</num><content><p>Text.</p></content></paragraph>\n"
    numbers += '<paragraph status="incomplete"><num>2.</num></paragraph>'
    file.write_text(f"{HEAD}<meta/><body><article><num>Article 1</num>{numbers}</article></body>{TAIL}", "utf-8")
    assert main(["import", str(file), "--work", "xx/a", "--text", "en", "--lang", "en"]) == 0
    out, told = capsys.readouterr()
    assert out.endswith(
        "1.\n  | Text.\n  # to transcribe\n2.\n  text missing: {}\n  # to transcribe\n".format(
            "the document marks this provision as incomplete"
        )
    )
    assert told.splitlines()[1:] == ["a.akn:2: the document marks “2.” as incomplete: words of it are missing"]


def test_the_header_comes_back_as_far_as_the_standard_has_it(tmp_path: Path) -> None:
    expression: TextOnDate = consolidate(load_history("mo/q-poker"), load_history("mo/q-poker").dates[0], "pt")
    printed = print_document(read(akn_of_text(expression), tmp_path, "pt").document)
    for line in (
        "identificador: /akn/mo/act/despacho-regulamentar-externo/2004-12-31/89",
        "título: Regulamento Oficial do «Q Poker»",
        "diploma: Despacho Regulamentar Externo do Secretário para a Economia e Finanças n.º 89/2004",
        "entidade: Secretário para a Economia e Finanças",
        "signatário: Tam Pak Yuen",
        "assinado em 31 de Dezembro de 2004.",
        "publicado em 17 de Janeiro de 2005.",
        "em vigor desde 18 de Janeiro de 2005.",
    ):
        assert line in printed.splitlines()
    document, problems = build(Source("skeleton", "pt", printed))
    assert problems == []
    assert document is not None


def test_a_gazette_of_an_unknown_day_comes_back_and_a_day_that_is_presumed_is_told(tmp_path: Path) -> None:
    """The standard has no place for a gazette without the day of publication, nor for a day that is only presumed."""
    head = "regulation: a\nidentifier: /akn/xx/act/order/2030-12-30/5\ngazette: Gazette No. 5/2031\n{day}\n"
    day = "in force from a day not known, taken to be 1 January 2031: the day after its publication"
    file = tmp_path / "2031-01-01.en.ludi"
    file.write_text(f"{head.format(day=day)}invented example, not law.\n\nArticle 1\n  | Words.\n", "utf-8")
    written = akn_of_text(consolidate(history_of(tmp_path), date(2031, 1, 1), "en"))
    assert 'date="2031-01-01" source="#ref_original" type="generation" ludi:presumed="true"/>' in written
    found = read(written, tmp_path)
    assert "gazette: Gazette No. 5/2031" in print_document(found.document).splitlines()
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == [("presumed-day", "2031-01-01")]


HEADER = """<meta><identification source="#s"><FRBRWork>
<FRBRuri value="{uri}"/>
<FRBRdate date="{signed}" name="signature"/>
<FRBRprescriptive value="true"/></FRBRWork><FRBRExpression>
<FRBRdate date="{version}" name="version"/>
<FRBRauthoritative value="true"/></FRBRExpression></identification>
<publication name="gazette" date="{published}" showAs="Gazette"/>
<lifecycle source="#s">
<eventRef date="2010-01-01" source="#o" type="generation"/></lifecycle></meta>"""


def test_what_a_header_says_is_carried_or_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.akn"
    names = ("uri", "signed", "version", "published")

    def imported(*values: str) -> tuple[list[str], list[str]]:
        head = HEADER.format(**dict(zip(names, values, strict=True)))
        preface = "<preface><p>An <docTitle>Act of Dice</docTitle></p></preface>"
        annex = "<attachments><attachment><heading>Annex: Tables</heading><doc name='a'/></attachment></attachments>"
        file.write_text(f"{HEAD}{head}{preface}<body>{article('Article 1')}</body>{annex}{TAIL}", "utf-8")
        assert main(["import", str(file), "--work", "xx/a", "--text", "en", "--lang", "en"]) == 0
        out, told = capsys.readouterr()
        assert "\nAnnex Tables\n" in out
        header, _, _ = out.partition("\n\n")
        return header.splitlines()[1:-1], told.splitlines()[1:]

    left = [
        "left out, before the text: a.akn:9",
        "left out, what else the header of the document says (whether it is authentic, its history, its rules), which "
        "has no place here: a.akn:4,6,9",
    ]
    assert imported("/akn/xx/act/2010/5", "2010-03-04", "2010-03-06", "2010-03-05") == (
        [
            "identifier: /akn/xx/act/2010/5",
            "title: Act of Dice",
            "signed on 4 March 2010.",
            "published on 5 March 2010.",
            "in force from 6 March 2010.",
            "gazette: Gazette",
        ],
        left,
    )
    assert imported("/akn/../a", "2010-13-45", "2010-02-30", "soon") == (
        ["title: Act of Dice", "gazette: Gazette"],
        [
            *left,
            "a.akn:3: “2010-13-45” in the header is no day of the calendar, and was left out",
            "a.akn:7: “soon” in the header is no day of the calendar, and was left out",
            "a.akn:2: “/akn/../a” in the header is no identifier of a work, and was left out",
            "a.akn:5: “2010-02-30” in the header is no day of the calendar, and was left out",
        ],
    )


def test_a_sentence_of_our_own_in_the_words_is_none_of_the_header(tmp_path: Path) -> None:
    header = '<x:header xmlns:x="urn:lexludi:akn-1">{}</x:header>'
    said = "".join(
        header.format(line) for line in ("signatory: X", "gazette address: https://bo.example/1", "note: ours")
    )
    meta = f"<meta><identification><FRBRWork/></identification><analysis>\n{said}\n</analysis></meta>"
    found = read(f"{HEAD}{meta}<body>{article('Article 1')}</body>{TAIL}", tmp_path)
    assert print_document(found.document).startswith("signatory: X\ngazette address: https://bo.example/1\nnote: imp")
    assert [(item.reason, [line.text for line in item.lines]) for item in found.left] == [("header", ["note: ours"])]
    header = header.format("signatory: X")
    found = read(f"{HEAD}<meta/><body>{article('Article 1').replace('Text.', header)}</body>{TAIL}", tmp_path)
    assert "signatory" not in print_document(found.document)
    assert [item.reason for item in found.left] == ["foreign"]


def test_what_has_a_title_and_no_name_of_an_instrument_gets_none(tmp_path: Path) -> None:
    expression = consolidate(load_history("xx/craps"), load_history("xx/craps").dates[0], "en")
    lines = print_document(read(akn_of_text(expression), tmp_path).document).splitlines()
    assert "title: Regulation of “Craps”" in lines
    assert not [line for line in lines if line.startswith("instrument:")]


def test_another_hand_s_document_keeps_its_words_and_says_what_it_lost(tmp_path: Path) -> None:
    found = read(FOREIGN, tmp_path)
    words = {p.eid: "\n".join(w.text for w in p.words()) for p in found.document.all()}
    assert words == {
        "preamble": "Whereas games are played;\nit is ordered:",
        "art_1": "There are two dice:\nBoth are thrown.",
        "art_1__para_1": "one red;",
        "art_1__para_2": "one white.",
        "art_2": "Nobody else may.",
        "art_2__para_1": "Anybody may bet on:\nthese:",
        "art_2__para_1__point_1": "seven;",
        "art_2__para_1__point_2": "eleven.",
        "conclusions": "Nowhere, 1 May 2031",
    }
    left = {item.reason: [line.text for line in item.lines] for item in found.left}
    assert left == {
        "before": ["Gazette of Nowhere"],
        "loose": ["Part I", "Games"],
        "beside": ["Found in the margin."],
        "repeated": ["(1)Again the first."],
    }
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == [
        ("changed-number", "(a) → 1."),
        ("changed-number", "(b) → 2."),
        ("behind-numbers", "Both are thrown."),
        ("changed-number", "(i) → 1)"),
        ("changed-number", "(ii) → 2)"),
        ("no-number", ""),
        ("behind-numbers", "Nobody else may."),
    ]
    printed = print_document(found.document)
    assert build(Source("skeleton", "en", printed))[1] == []


OTHER = 'xmlns:x="urn:other"'


@pytest.mark.parametrize(
    ("body", "said", "left", "doubts"),
    [
        ("<subheading>LAW</subheading><content><p>a.</p></content>", "a.", {"unread": ["LAW"]}, []),
        ("<content><tblock><heading>LAW</heading><p>a.</p></tblock></content>", "LAW\na.", {}, []),
        ("<content><embeddedText>LAW</embeddedText></content>", "LAW", {}, []),
        (f"<content><p>a</p><foreign><x:m {OTHER}>LAW</x:m></foreign></content>", "a", {"foreign": ["LAW"]}, []),
        (f"<content><p>a <x:m {OTHER}>LAW</x:m> b</p></content>", "a b", {"foreign": ["LAW"]}, []),
        (
            '<content><p>a <h:b xmlns:h="http://www.w3.org/1999/xhtml">not</h:b> b</p></content>', "a not b", {}, []
        ),
        (
            "<content><ol><li>Ace<ul><li>King</li></ul></li></ol></content>", "Ace\nKing", {}, [("counted", "")]
        ),
        (
            "<content><p>10<sup>6</sup> <sup>k</sup> <del>no</del></p></content>",
            "10⁶ k", {"struck": ["no"]}, [("raised", "k")],
        ),
        ("<content><p>a <sup>b</sup> 1<sup>st</sup></p></content>", "a b 1st", {}, [("raised", "b")]),
        # Marks of quotations in attributes; what is removed, or is no part of the text for the time being.
        ('<content><p>a <quotedText startQuote="«" endQuote="»">b</quotedText> c</p></content>', "a «b» c", {}, []),
        ('<content><embeddedText startQuote="“" endQuote="”">a</embeddedText></content>', "“a”", {}, []),
        ('<content><p status="removed">a</p><p>b</p></content>', "b", {"struck": ["a"]}, []),
        ('<rule status="ignored"><num>1.</num></rule><content><p>b</p></content>', "b", {"struck": ["1."]}, []),
        ('<content><p status="temporarilyRemoved">a</p></content>', "a", {}, [("suspended", "a")]),
        (
            "<heading>T<authorialNote><p>n</p></authorialNote></heading><content><p>a</p></content>",
            "a", {"beside": ["n"]}, [],
        ),
    ],
)  # fmt: skip
def test_no_words_of_a_document_are_lost_without_a_word(
    body: str, said: str, left: dict[str, list[str]], doubts: list[tuple[str, str]], tmp_path: Path
) -> None:
    found = read(f"{HEAD}<meta/><body><article><num>Article 1</num>{body}</article></body>{TAIL}", tmp_path)
    assert ["\n".join(w.text for w in p.words()) for p in found.document.all()] == [said]
    assert {item.reason: [line.text for line in item.lines] for item in found.left} == left
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == doubts


def test_provisions_that_are_not_in_the_text_are_left_out_or_told(tmp_path: Path) -> None:
    statuses = {"removed": "It pays.", "temporarilyRemoved": "It stands.", "edited": "It ends."}
    body = "".join(
        f'<article status="{status}"><num>Article {n}</num><content><p>{words}</p></content></article>'
        for n, (status, words) in enumerate(statuses.items(), 1)
    )
    found = read(f"{HEAD}<meta/><body>{body}</body>{TAIL}", tmp_path)
    assert found.eids == ("art_2", "art_3")
    assert [(item.reason, line.text) for item in found.left for line in item.lines] == [("struck", "Article 1It pays.")]
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == [("suspended", "Article 2")]


def test_signs_for_twenty_are_the_number_that_they_are(tmp_path: Path) -> None:
    """廿一 is 21: not the 1 at its end."""
    body = "<article><num>第廿一條</num><content><p>甲。</p></content></article>"
    found = read(f"{HEAD}<meta/><body>{body}</body>{TAIL}", tmp_path, "zh")
    assert (found.eids, found.doubts) == (("art_21",), ())


def test_a_section_that_holds_articles_is_none(tmp_path: Path) -> None:
    """The usual order of Portuguese law: a section of a chapter, a subsection, and articles below it."""
    articles = "".join(
        f"<article><num>Artigo {n}.º</num><heading>{title}</heading><content><p>{words}</p></content></article>"
        for n, title, words in ((1, "Objecto", "Há um jogo."), (2, "Apostas", "Há apostas."))
    )
    heading = "<num>Secção I</num><heading>Disposições gerais</heading>"
    for body in (f"{articles}", f"<subsection><num>Subsecção I</num>{articles}</subsection>"):
        found = read(f"{HEAD}<meta/><body><section>{heading}{body}</section></body>{TAIL}", tmp_path, "pt")
        assert [(p.eid, p.title) for p in found.document.all()] == [("art_1", "Objecto"), ("art_2", "Apostas")]
        assert {item.reason for item in found.left} == {"loose"}
        assert not found.doubts


def test_what_stands_deeper_than_there_are_levels_keeps_its_number_and_words(tmp_path: Path) -> None:
    deep = "<point><num>A)</num><content><p>five.</p></content></point>"
    for label in ("i)", "b)", "a)"):
        deep = f"<point><num>{label}</num>{deep}</point>"
    article = f"<article><num>Article 1</num><paragraph><num>1.</num>{deep}</paragraph></article>"
    found = read(f"{HEAD}<meta/><body>{article}</body>{TAIL}", tmp_path)
    *_, (level, text) = [(p.level, [w.text for w in p.words()]) for p in found.document.all()]
    assert (level, text) == (Level.INDENT, ["A) five."])
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == [
        ("changed-number", "a) → 1)"), ("changed-number", "b) → (2)"), ("too-deep", "A)")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("Artigo 9.º-A", "9-A"), ("第九條之一", "9-A"), ("(b)", "2"), ("iv)", "4"), ("Section 12.", "12"),
        ("Part", ""), ("", ""), ("§", ""), ("99999999999", ""), ("0", ""),
        ("Art. II", "2"), ("Section 9A", "9-A"), ("第二-A條", "2-A"), ("Art. 1o", "1"), ("1st", "1"),
        ("Artigo 5.º (Revogado)", "5"),
        # What has another number than its first one says.
        ("Artigo 12.º bis", ""), ("1.1.", ""), ("1.º-1", ""), ("1.a)", ""), ("9AA", ""), ("Artigos 3.º a 5.º", ""),
        ("第三條第一款", ""),
    ],
)  # fmt: skip
def test_numbers_whatever_stands_around_them(label: str, number: str) -> None:
    assert number_of(label) == number


def article(label: str, *points: str, title: str = "") -> str:
    """An article of the words «Text.», with points of a label each, whose words are the label."""
    below = "".join(f"<point><num>{point}</num><content><p>{point[0]}.</p></content></point>" for point in points)
    heading = f"<heading>{title}</heading>" if title else ""
    return f"<article><num>{label}</num>{heading}<content><p>Text.</p></content>{below}</article>"


@pytest.mark.parametrize(
    ("label", "points", "doubts"),
    [
        ("Artigo 1.º", ["1)", "2)"], []),
        ("Art. 1", ["1.", "(2)"], []),
        ("Artigo IV", ["a)", "b)"], ["Artigo IV → Artigo 4.º", "a) → 1)", "b) → 2)"]),
        ("§ 3.", ["z)"], ["§ 3. → Artigo 3.º", "z) → 26)"]),
        ("Artigo 2.º", ["i)", "ii)"], ["i) → 1)", "ii) → 2)"]),
    ],
)
def test_a_number_that_is_written_otherwise_here_is_told_with_both(
    label: str, points: list[str], doubts: list[str], tmp_path: Path
) -> None:
    found = read(f"{HEAD}<body>{article(label, *points)}</body>{TAIL}", tmp_path, "pt")
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == [("changed-number", text) for text in doubts]
    assert len(found.eids) == 1 + len(points)


def test_a_number_that_has_no_form_here_is_words_as_in_a_text(tmp_path: Path) -> None:
    body = (
        article("Artigo 1.º", "1)")
        + article("Artigo 1.º bis", "1)", title="Novo")
        + article("Artigo 2.º", "1.1.", "1.10.")
    )
    found = read(f"{HEAD}<body>{body}</body>{TAIL}", tmp_path, "pt")
    assert {p.eid: [line for w in p.words() for line in w.text.split("\n")] for p in found.document.all()} == {
        "art_1": ["Text."],
        "art_1__point_1": ["1.", "Artigo 1.º bis Novo", "Text.", "1) 1."],
        "art_2": ["Text.", "1.1. 1.", "1.10. 1."],
    }
    assert [(doubt.kind, doubt.number) for doubt in found.doubts] == [
        ("unwritable", "Artigo 1.º bis"), ("no-number", "1.1."), ("no-number", "1.10.")
    ]  # fmt: skip
    assert found.left == ()
    # One without any number, too, is not lost.
    body = f"{article('Artigo 1.º')}<article><heading>Novo</heading><content><p>Palavras.</p></content></article>"
    found = read(f"{HEAD}<body>{body}</body>{TAIL}", tmp_path, "pt")
    assert [line for w in found.document.provisions[0].words() for line in w.text.split("\n")] == [
        "Text.", "Novo", "Palavras."
    ]  # fmt: skip
    # Before the first article there are no words to which it could belong.
    found = read(f"{HEAD}<body>{article('Artigo 1.º bis')}{article('Artigo 2.º')}</body>{TAIL}", tmp_path, "pt")
    assert [(item.reason, [line.text for line in item.lines]) for item in found.left] == [
        ("unwritable", ["Artigo 1.º bis", "Text."])
    ]  # fmt: skip


@pytest.mark.parametrize(("points", "kept"), [(["a)", "1)", "2)"], "1)"), (["1)", "a)", "2)"], "a)")])
def test_a_letter_does_not_take_the_place_of_a_number(points: list[str], kept: str, tmp_path: Path) -> None:
    found = read(f"{HEAD}<body>{article('Article 1', *points)}</body>{TAIL}", tmp_path)
    assert [p.eid for p in found.document.all()] == ["art_1", "art_1__point_1", "art_1__point_2"]
    # The same number twice is another thing.
    again = read(f"{HEAD}<body>{article('Article 1', *points, points[0])}</body>{TAIL}", tmp_path)
    assert [(item.reason, len(item.lines)) for item in again.left] == [("repeated", 1)]
    assert ("no-number", kept) in [(doubt.kind, doubt.number) for doubt in found.doubts]
    assert found.left == ()


def test_the_title_of_an_annex_in_its_preface_is_none_of_its_words(tmp_path: Path) -> None:
    title = "<preface><p><docTitle>Table</docTitle></p></preface>"
    doc = f"<doc name='annex'><meta/>{title}<mainBody><p>Pair: 1.</p></mainBody></doc>"
    annex = f"<attachments><attachment>{doc}</attachment></attachments>"
    found = read(f"{HEAD}<body>{article('Article 1')}</body>{annex}{TAIL}", tmp_path)
    *_, last = found.document.provisions
    assert (last.title, [words.text for words in last.words()]) == ("Table", ["Pair: 1."])
    assert found.left == ()


@pytest.mark.parametrize(
    ("rows", "doubts"),
    [
        ("<tr><td>Pair</td><td>1</td></tr><tr><td colspan='2'>All</td></tr>", []),
        ("<tr><td>Pair</td><td rowspan='2'>1</td></tr><tr><td>Trio</td></tr>", ["cells"]),
        ("<tr><td>Pair</td><td/></tr>", ["cells"]),
    ],
)
def test_a_table_of_which_cells_are_empty_or_wide_is_told(rows: str, doubts: list[str], tmp_path: Path) -> None:
    content = f"<content><p>It pays:</p><table>{rows}</table></content>"
    found = read(f"{HEAD}<body><article><num>Article 1</num>{content}</article></body>{TAIL}", tmp_path)
    assert [doubt.kind for doubt in found.doubts] == doubts


def test_articles_of_an_annex_that_begin_again_are_told_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doc = f"<doc name='a'><mainBody>{article('Article 1')}{article('Article 1-A')}{article('bis')}</mainBody></doc>"
    file = tmp_path / "a.akn"
    annex = f"<attachments><attachment><num>Annex</num>{doc}</attachment></attachments>"
    file.write_text(f"{HEAD}<body>{article('Article 1')}</body>{annex}{TAIL}", "utf-8")
    assert main(["import", str(file), "--work", "xx/a", "--text", "en", "--lang", "en"]) == 0
    out, told = capsys.readouterr()
    assert "numbers that stand there before already (a text, with its annex, has each number once): a.akn:1" in told
    assert "Annex\n  | bis Text.\n  # to transcribe\n\nArticle 1-A\n" in out


@pytest.mark.parametrize(
    ("row", "numbers"),
    [
        ("a b c d e f g h i j", list(range(1, 11))),
        # Where the alphabet has no k, w and y, as in older Portuguese law, each letter keeps its place.
        ("j l m t u v x z", [10, 12, 13, 20, 21, 22, 24, 26]),
        ("i ii iii iv v vi ix x xi", [1, 2, 3, 4, 5, 6, 9, 10, 11]),
    ],
)
def test_a_letter_is_a_roman_number_only_where_no_letter_is_before_it(
    row: str, numbers: list[int], tmp_path: Path
) -> None:
    points = "".join(f"<point><num>{letter})</num><content><p>{letter}</p></content></point>" for letter in row.split())
    # A row of its own below the first, which changes nothing for those that follow.
    points = points.replace("</content>", "</content><indent><num>i)</num><p>below</p></indent>", 1)
    found = read(f"{HEAD}<body><article><num>Article 1</num>{points}</article></body>{TAIL}", tmp_path)
    below = found.document.provisions[0].below
    assert [int(p.number) for p in below] == numbers
    assert [next(p.words()).text for p in below] == row.split()
    assert [p.number for p in below[0].below] == ["1"]
    assert found.left == ()
    # What is printed is read back under the same numbers.
    again, _ = build(Source("skeleton", "en", print_document(found.document)))
    assert again is not None
    assert [p.eid for p in again.all()] == [p.eid for p in found.document.all()]


# ── What comes from outside ─────────────────────────────────────────────────

LAUGHS = (
    '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>' + HEAD + "<body><p>&b;</p></body>" + TAIL,
    '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + HEAD + "<body><p>&a;</p></body>" + TAIL,
    '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">' + HEAD + TAIL,
)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *((text, "xml-with-doctype") for text in LAUGHS),
        (HEAD, "malformed-xml"),
        ("", "document-empty"),
        ("<akomaNtoso/>", "no-akn"),
        (f"{HEAD}{'<part>' * MAX_DEPTH}{'</part>' * MAX_DEPTH}{TAIL}", "document-too-deep"),
        (f"{HEAD}<x xmlns='y'>{'<z>' * MAX_DEPTH}{'</z>' * MAX_DEPTH}</x>{TAIL}", "document-too-deep"),
        (f"{HEAD}<body/>{TAIL}", "no-provision-found"),
    ],
)
def test_what_is_no_law_is_refused(text: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(LexludiError) as problem:
        read(text, tmp_path)
    assert problem.value.key == key


def test_a_document_in_another_language_or_beside_others_is_refused(tmp_path: Path) -> None:
    expression = consolidate(load_history("mo/q-poker"), load_history("mo/q-poker").dates[0], "pt")
    with pytest.raises(UnreadableDocument) as problem:
        read(akn_of_text(expression), tmp_path, "zh")
    assert problem.value.key == "akn-in-another-language"
    with pytest.raises(UnreadableDocument) as problem:
        import_files([tmp_path / "document.akn"] * 2, "pt")
    assert problem.value.key == "akn-alone"


def test_many_elements_take_little_time(tmp_path: Path) -> None:
    articles = "".join(f"<article><num>Article {n}</num><content><p>x</p></content></article>" for n in range(1, 5_000))
    started = process_time()
    assert len(read(f"{HEAD}<body>{articles}</body>{TAIL}", tmp_path).eids) == 4_999
    assert process_time() - started < 5


_TAGS = st.sampled_from(
    "body article paragraph point num heading content intro p hcontainer part list item mod".split()
)
_TREES = st.recursive(
    st.text(st.sampled_from("1a(). 第一條é"), max_size=4),
    lambda below: st.tuples(_TAGS, st.lists(below, max_size=4)).map(
        lambda node: f"<{node[0]}>{''.join(node[1])}</{node[0]}>"
    ),
    max_leaves=20,
)


@given(st.lists(_TREES, max_size=5), st.sampled_from(LANGUAGES))
@settings(max_examples=60)
def test_whatever_the_tree_is_the_skeleton_reads_back(
    tmp_path_factory: pytest.TempPathFactory, trees: list[str], language: str
) -> None:
    try:
        found = read(f"{HEAD}<body>{''.join(trees)}</body>{TAIL}", tmp_path_factory.getbasetemp(), language)
    except LexludiError:
        return
    document, problems = build(Source("skeleton", language, print_document(found.document)))
    assert [problem.code for problem in problems] == []
    assert document is not None
    assert tuple(p.eid for p in document.all()) == found.eids


def test_standard_input_is_a_document(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(FOREIGN.encode())))
    assert main(["import", "-", "--work", "xx/nowhere", "--text", "en", "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("regulation: xx/nowhere\n")
    assert "left out, notes and quoted texts: -:" in err


def test_a_second_annex_is_words_of_the_first_and_told(tmp_path: Path) -> None:
    """A text has one annex here: two would have one eId, and could not be written as a text."""
    annexes = "".join(
        f"<attachment>{number}<heading>{title}</heading>"
        f"<doc name='annex'><mainBody><p>{words}</p></mainBody></doc></attachment>"
        for number, title, words in (
            ("<num>Annex I</num>", "Prizes", "Pair: 1."),
            ("<num>Annex II</num>", "Marks", "Round."),
            ("", "Signs", "Square."),
        )
    )
    text = f"{HEAD}<body>{article('Article 1')}</body><attachments>{annexes}</attachments>{TAIL}"
    found = read(text, tmp_path)
    assert [(p.eid, p.title) for p in found.document.provisions[1:]] == [("att_1", "Prizes")]
    assert [item.text for item in found.document.provisions[1].words()] == [
        "Pair: 1.",
        "Annex II Marks\nRound.\nSigns\nSquare.",
    ]
    assert [doubt.number for doubt in found.doubts if doubt.kind == "second-annex"] == ["Annex II", "Signs"]
    _, problems = build(Source("skeleton", "en", print_document(found.document)))
    assert problems == []
