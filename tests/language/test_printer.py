"""Canonical text: numbers, odds, dates and references as each language writes them, and whole texts again."""

from datetime import date
from fractions import Fraction

import pytest

from lexludi.base.source import Source
from lexludi.language import printer as p
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, GlossaryEntry, Noun, make_glossary
from lexludi.language.nodes import Share, walk
from lexludi.language.phrases import LANGUAGES, phrase_table
from small import HEADER, document_of


@pytest.mark.parametrize(
    ("odds", "written"),
    [
        (Fraction(3), ("一賠三", "na proporção de 3 para 1", "3 to 1")),
        (Fraction(3, 2), ("二賠三", "na proporção de 3 para 2", "3 to 2")),
    ],
)
def test_odds(odds: Fraction, written: tuple[str, str, str]) -> None:
    assert tuple(p.show_odds(odds, language) for language in LANGUAGES) == written


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (Fraction(1, 2), ("一半", "metade", "half")),
        (Fraction(1, 20), ("5%", "5%", "5%")),
        (Fraction(6, 5), ("120%", "120%", "120%")),
        (Fraction(1, 40), ("2.5%", "2,5%", "2.5%")),
        (Fraction(21, 2000), ("1.05%", "1,05%", "1.05%")),
        (Fraction(1, 800), ("八百分之一", "1/800", "1/800")),
        (Fraction(2, 3), ("三分之二", "2/3", "2/3")),
    ],
)
def test_parts_of_an_amount(share: Fraction, written: tuple[str, str, str]) -> None:
    assert tuple(p.show_share(share, language) for language in LANGUAGES) == written


@pytest.mark.parametrize(
    ("language", "text"),
    [("zh", "第一條\n「甲」贏{}。\n"), ("pt", "Artigo 1.º\n  «a» ganha {}.\n"), ("en", "Article 1\n  “a” wins {}.\n")],
)
@pytest.mark.parametrize(
    "share", [Fraction(1, 1000), Fraction(7, 8), Fraction(2, 101), Fraction(999, 10_000), Fraction(203, 3), Fraction(0)]
)
def test_a_part_of_an_amount_is_read_as_it_is_printed(share: Fraction, language: str, text: str) -> None:
    document, problems = build(Source(f"1.{language}.ludi", language, text.format(p.show_share(share, language))))
    assert document is not None
    assert problems == []
    assert [node.value for node in walk(document) if isinstance(node, Share)] == [share]


@pytest.mark.parametrize(
    ("row", "printed"),
    [
        ("四 一賠六十。", "四 一賠六十。"),
        ("4 1賠60。", "4 1賠60。"),
        ("4、 17 1賠60。", "4、17 1賠60。"),
        # A number in digits ends where Chinese numerals begin.
        ("4 一賠六十。", "4一賠六十。"),
        ("「甲」 一賠六十。", "「甲」一賠六十。"),
    ],
)
def test_a_number_of_a_row_is_kept_from_its_odds(row: str, printed: str) -> None:
    document, problems = build(Source("1.zh.ludi", "zh", f"第一條\n  {row}\n"))
    assert document is not None
    assert problems == []
    written = p.print_document(document)
    assert written == f"第一條\n  {printed}\n"
    again, problems = build(Source("1.zh.ludi", "zh", written))
    assert again is not None
    assert problems == []
    assert list(walk(again)) == list(walk(document))


def test_high_numbers_of_provisions_are_read_as_they_are_printed() -> None:
    text = (
        "Article 1010\n105.\n1)\n  no effect on the machine: x\n1000-Z.\n"
        "  renumber articles 1010 to 1011 as articles 1012 to 1013.\n"
        "  renumber paragraphs 105 to 1000 of article 1010 as paragraphs 106 to 1001.\n"
        "Article 1011\n  prevails over article 1010, paragraph 105, item 1.\n"
        "105)\n  prevails over article 10000, item 1001.\n"
        "Article 10000\n1001)\n  no effect on the machine: y\n"
    )
    written = {}
    for language, then in (("en", "zh"), ("zh", "pt"), ("pt", "en")):
        document, problems = build(Source(f"1.{language}.ludi", language, written.get(language, text)))
        assert problems == []
        assert document is not None
        written[then] = p.print_rules(document, then, make_glossary([]))
    document, _ = build(Source("1.en.ludi", "en", text))
    assert document is not None
    assert written["en"] == p.print_rules(document, "en", make_glossary([]))
    for form in (
        "第一千零一十條\n",
        "一百零五、\n",
        "一千-Z、\n",
        "(一百零五)\n",
        "第一千零一十條及第一千零一十一條",
        "第一千零一十條第一百零五款(一)項",
        "第一千零一十條第一百零五款至第一千款改為第一百零六款",
        "第一萬條(一千零一)項",
        "第一萬條\n",
    ):
        assert form in written["zh"]


def test_dates() -> None:
    assert [p.show_date(date(2005, 1, 17), phrase_table(language)) for language in LANGUAGES] == [
        "2005年1月17日", "17 de Janeiro de 2005", "17 January 2005",
    ]  # fmt: skip


CANONICAL = """\
Article 1 Bets
  | Words of the law.
  # A comment.
  “player” bets.
  “ante” is a bet.
1.
  when the total of “dealer” is 1, 3 or 5 through 7, then “ante” pays 3 to 2.
  after this round 1 round remains.
"""


def test_a_canonical_text_is_printed_as_it_stands() -> None:
    document, _ = document_of(CANONICAL)
    assert p.print_document(document) == HEADER + CANONICAL


def test_of_ways_to_say_the_same_the_first_is_printed() -> None:
    written = CANONICAL.replace("when the total", "if the total").replace("1 round remains", "one rounds remain")
    document, _ = document_of(written)
    printed = p.print_document(document)
    assert "  when the total of “dealer” is 1, 3 or 5 through 7, then “ante” pays 3 to 2.\n" in printed
    assert "  after this round one round remains.\n" in printed


def test_the_rules_alone_are_printed_in_another_language_without_words_and_comments() -> None:
    document, _ = document_of(CANONICAL)
    printed = p.print_rules(document, "pt", Glossary())
    assert "Words of the law" not in printed
    assert "A comment" not in printed
    assert "  «player» aposta.\n" in printed
    assert "Artigo 1.º" in printed


TILES = make_glossary(
    [
        GlossaryEntry(
            "tile",
            {"zh": ("骨牌",), "pt": ("pedra", "pedras"), "en": ("tile", "tiles")},
            nouns={"pt": Noun(gender="f", plural="pedras"), "en": Noun(plural="tiles")},
        ),
        GlossaryEntry("dealer", {"zh": ("莊荷",), "en": ("dealer",)}, nouns={"en": Noun(plural="dealers")}),
    ]
)


def printed_from(chinese: str, language: str = "en") -> str:
    source = Source("small.zh.ludi", "zh", f"規章：small\n本文為虛構示例，並非法律。\n\n第一條\n{chinese}\n")
    document, found = build(source)
    assert document is not None
    assert not found
    return p.print_rules(document, language, TILES).splitlines()[-1]


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("「莊荷」洗「骨牌」。", "  “dealer” shuffles “tiles”."),
        ("派予「莊荷」，每次一張「骨牌」，牌面向下，直至各有兩張。",
         "  deal to “dealer”, 1 “tile” at a time, face down, until each has 2."),
        ("派予「莊荷」，每次兩張「骨牌」，牌面向下，直至各有兩張。",
         "  deal to “dealer”, 2 “tiles” at a time, face down, until each has 2."),
        # A plural that the glossary does not have as a spelling could not be read again.
        ("設兩個「莊荷」。", "  there are 2 “dealer”."),
        ("① 「莊荷」洗「骨牌」。", "  ① “dealer” shuffles “tiles”."),
    ],
)  # fmt: skip
def test_terms_stand_in_the_plural_and_sentences_with_their_marks_in_another_language(
    chinese: str, english: str
) -> None:
    assert printed_from(chinese) == english


DEALT = """\
  用具：1副「{0}」，每副按「號碼」之每一組合各一{1}，共80{1}。
  派予「莊荷」，每次2{1}「{0}」，牌面向上，直至各有20{1}。
  銷去1{1}「{0}」。
  有「底注」之「莊荷」就持牌5{1}「{0}」，牌面向上更換至多3{1}。
  一經「補牌」：增2{1}「{0}」。"""
OTHERS = """\
  用具：3{1}「{0}」，每{1}擲得「號碼」之一。
  用具：1{2}「{0}」，擲得9格「號碼」之一。
  用具：1套「牌」，每套有3{2}「{0}」。
  設3{2}「{0}」。
  「底注」為指定2{2}「{0}」之投注。"""
HEAD = "規章：small\n本文為虛構示例，並非法律。\n\n第一條\n"


@pytest.mark.parametrize(("term", "classifier"), [("珠", "顆"), ("骰", "枚"), ("把手", "張"), ("牌", "張")])
def test_what_a_stock_holds_is_counted_in_chinese_with_its_classifier(term: str, classifier: str) -> None:
    """That of the glossary, if it is one that is read; whichever of these is written is read as any other."""
    nouns = {"珠": "顆", "骰": "枚", "把手": "把"}
    known = make_glossary(
        [GlossaryEntry(f"t{n}", {"zh": (name,)}, nouns={"zh": Noun(classifier=own)})
         for n, (name, own) in enumerate(nouns.items())]
    )  # fmt: skip
    others = ("枚", "個") if classifier == "張" else (classifier, classifier)
    meant = f"{HEAD}{DEALT.format(term, classifier)}\n{OTHERS.format(term, *others)}\n"
    documents = []
    for sign in ("張", "枚", "粒", "名", classifier):
        written = f"{HEAD}{DEALT.format(term, sign)}\n{OTHERS.format(term, sign, sign)}\n"
        document, found = build(Source("small.zh.ludi", "zh", written))
        assert document is not None
        assert not found
        documents.append(document)
        assert p.print_document(document, known) == meant
    assert all(document == documents[0] for document in documents)


def test_the_others_are_several_in_portuguese_and_each_in_english() -> None:
    chinese = "其餘「骨牌」照牌面點數計。"
    assert printed_from(chinese, "pt") == "  as outras «pedras» valem o seu valor facial."
    assert printed_from(chinese) == "  every other “tile” counts its face value."


def test_a_term_without_a_spelling_in_the_other_language_stays_as_it_is_written() -> None:
    # Its id is how another term is spelt there, which it would be read as.
    bank = GlossaryEntry("bank", {"zh": ("莊",)})
    other = GlossaryEntry("house", {"zh": ("場",), "en": ("bank",)})
    document, _ = build(Source("1.zh.ludi", "zh", "第一條\n設一名「莊」。\n設一名「場」。\n"))
    assert document is not None
    printed = p.print_rules(document, "en", make_glossary([bank, other]))
    assert printed == "Article 1\n  there is one “莊”.\n  there is one “bank”.\n"


PROSE = """\
regulamento: small
exemplo inventado, que não é lei.
nota: em vez de o total indicado, dá valor a o número e a a mão
fonte «cópia»: em vez de o número

Artigo 1.º Apostas
  variante «cópia»: «em vez de o total»
  quando a mão de «casa» é igual à mão de «total de o número maior», então «aposta a a mão fechada» perde.
"""


def test_words_of_others_and_quoted_terms_are_not_contracted() -> None:
    document, found = build(Source("small.pt.ludi", "pt", PROSE))
    assert document is not None
    assert found == []
    assert p.print_document(document) == PROSE


@pytest.mark.parametrize(
    ("read", "printed"),
    [
        ("效力追溯至二零三一年一月一日。", "自二零三一年一月一日起產生效力。"),
        ("自二零三一年一月一日起產生效力。", "自二零三一年一月一日起產生效力。"),
    ],
)
def test_other_words_of_a_construct_are_read_and_those_of_the_phrase_printed(read: str, printed: str) -> None:
    """A day of effect may come after the entry into force: only where it does not is it retroactive."""
    text = f"規章：example\n{read}\n本文為虛構示例，並非法律。\n"
    document, diagnostics = build(Source("example.zh.ludi", "zh", text))
    assert not diagnostics
    assert printed in p.Printer("zh").document(document)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "1.\n  insert after article 1:\n  > # one\n  > # two\n  > Article 1-A\n  >   # three\n  >   | Words.\n"),
        ("en", "1.\n  in article 1, for:\n  > # as printed\n  > Article 1\n  read:\n  > # as meant\n  > Article 1\n"),
        ("zh", "一、\n  在第一條之後增加：\n  > # 甲\n  > 第一條之一\n  >   | 文字。\n"),
        ("pt", "1.\n  a seguir ao artigo 1.º é aditado:\n  > # um\n  > Artigo 1.º-A\n  >   | Palavras.\n"),
    ],
)
def test_a_comment_before_the_first_quoted_heading_stays_there(language: str, text: str) -> None:
    document, problems = build(Source(f"1.{language}.ludi", language, text))
    assert document is not None
    assert problems == []
    assert p.print_document(document) == text
