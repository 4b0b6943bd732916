"""Canonical text: numbers, odds, dates and references as each language writes them, and whole texts again."""

from datetime import date
from fractions import Fraction

import pytest

from lexludi.language import printer as p
from lexludi.language.identifiers import chinese_number, provision_number, reference_eid
from lexludi.language.nodes import Level
from lexludi.language.phrases import LANGUAGES, phrase_table
from small import HEADER, document_of


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "零"), (9, "九"), (10, "十"), (11, "十一"), (20, "二十"), (99, "九十九"), (100, "一百"), (105, "一百零五"),
        (110, "一百一十"), (999, "九百九十九"),
    ],
)  # fmt: skip
def test_chinese_numerals(value: int, written: str) -> None:
    assert p.chinese_numeral(value) == written


def test_every_chinese_numeral_is_read_as_it_was_meant() -> None:
    assert [chinese_number(p.chinese_numeral(value)) for value in range(1000)] == list(range(1000))


@pytest.mark.parametrize(
    ("odds", "written"),
    [(Fraction(3), ("一賠三", "3 por 1", "3 to 1")), (Fraction(3, 2), ("二賠三", "3 por 2", "3 to 2"))],
)
def test_odds(odds: Fraction, written: tuple[str, str, str]) -> None:
    assert tuple(p.show_odds(odds, language) for language in LANGUAGES) == written


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (Fraction(1, 2), ("一半", "metade", "half")),
        (Fraction(1, 20), ("5%", "5%", "5%")),
        (Fraction(2, 3), ("三分之二", "2/3", "2/3")),
    ],
)
def test_parts_of_an_amount(share: Fraction, written: tuple[str, str, str]) -> None:
    assert tuple(p.show_share(share, language) for language in LANGUAGES) == written


def test_dates() -> None:
    assert [p.show_date(date(2005, 1, 17), phrase_table(language)) for language in LANGUAGES] == [
        "2005年1月17日", "17 de Janeiro de 2005", "17 January 2005",
    ]  # fmt: skip


REFERENCES = [
    ("art_9__point_7__point_1", ("第九條(七)(1)", "artigo 9.º, 7), (1)", "article 9, 7), (1)")),
    ("art_9-A__para_2", ("第九條之一第二款", "artigo 9.º-A, n.º 2", "article 9-A, number 2")),
    ("para_2", ("第二款", "n.º 2", "number 2")),
]


@pytest.mark.parametrize(("eid", "written"), REFERENCES)
def test_references_are_written_so_that_they_are_read_as_the_same(eid: str, written: tuple[str, str, str]) -> None:
    assert tuple(p.show_reference(eid, language) for language in LANGUAGES) == written
    assert {reference_eid(text.lower()) for text in written} == {eid}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", [Level.ARTICLE, Level.PARAGRAPH, Level.POINT, Level.SUBPOINT])
@pytest.mark.parametrize("number", ["1", "10", "21", "105", "9-A", "12-C"])
def test_the_label_of_a_provision_gives_its_number_again(language: str, level: Level, number: str) -> None:
    assert provision_number(p.provision_label(level, number, language).lower()) == number


def test_the_frame_of_a_document_has_names_of_its_own() -> None:
    assert [p.provision_label(Level.ANNEX, "", language) for language in LANGUAGES] == ["附件", "Anexo", "Annex"]


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
    printed = p.print_rules(document, "pt", lambda term: term.written)
    assert "Words of the law" not in printed
    assert "A comment" not in printed
    assert "  «player» aposta.\n" in printed
    assert "Artigo 1.º" in printed
