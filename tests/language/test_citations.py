"""Citations of provisions: the gazette's own forms in three languages, printed and read back."""

import re

import pytest

from lexludi.base.folding import fold
from lexludi.base.resources import shelves
from lexludi.language.builder import build
from lexludi.language.citations import (
    FRAME_EIDS,
    cite,
    cite_row,
    provision_label,
    reference_eid,
    row_eids,
    with_article,
)
from lexludi.language.identifiers import provision_number
from lexludi.language.nodes import Level
from lexludi.language.phrases import LANGUAGES, phrase_table
from lexludi.law.files import read_file

# eId; Chinese; Portuguese short and in full; English short and in full. The Chinese and Portuguese forms of items are
# those of article 9(6) of Q Poker (「(四)項」, «alínea 4)») and of Despatch 56/2018 («subalínea (3)»).
FORMS = [
    ("art_9", "第九條", "artigo 9.º", "artigo 9.º", "article 9", "article 9"),
    ("art_9__point_7__point_4", "第九條(七)項(4)分項", "artigo 9.º, alínea 7), subalínea (4)",
     "subalínea (4) da alínea 7) do artigo 9.º", "article 9, item 7, subitem 4", "subitem 4 of item 7 of article 9"),
    ("art_5__para_1__point_2", "第五條第一款(二)項", "artigo 5.º, n.º 1, alínea 2)",
     "alínea 2) do n.º 1 do artigo 5.º", "article 5, paragraph 1, item 2", "item 2 of paragraph 1 of article 5"),
    ("art_13__para_1__point_4__point_3", "第十三條第一款(四)項(3)分項", "artigo 13.º, n.º 1, alínea 4), subalínea (3)",
     "subalínea (3) da alínea 4) do n.º 1 do artigo 13.º", "article 13, paragraph 1, item 4, subitem 3",
     "subitem 3 of item 4 of paragraph 1 of article 13"),
    ("art_9-A__para_2", "第九-A條第二款", "artigo 9.º-A, n.º 2", "n.º 2 do artigo 9.º-A", "article 9-A, paragraph 2",
     "paragraph 2 of article 9-A"),
    ("art_13__para_1__point_4__point_2__indent_4", "第十三條第一款(四)項(2)分項iv)",
     "artigo 13.º, n.º 1, alínea 4), subalínea (2), iv)", "iv) da subalínea (2) da alínea 4) do n.º 1 do artigo 13.º",
     "article 13, paragraph 1, item 4, subitem 2, iv)", "iv) of subitem 2 of item 4 of paragraph 1 of article 13"),
    ("art_2__point_1__indent_2", "第二條(一)項ii)", "artigo 2.º, alínea 1), ii)", "ii) da alínea 1) do artigo 2.º",
     "article 2, item 1, ii)", "ii) of item 1 of article 2"),
    ("art_1010__para_105", "第一千零一十條第一百零五款", "artigo 1010.º, n.º 105", "n.º 105 do artigo 1010.º",
     "article 1010, paragraph 105", "paragraph 105 of article 1010"),
    ("art_10000__point_105", "第一萬條(一百零五)項", "artigo 10000.º, alínea 105)", "alínea 105) do artigo 10000.º",
     "article 10000, item 105", "item 105 of article 10000"),
    ("para_2", "第二款", "n.º 2", "n.º 2", "paragraph 2", "paragraph 2"),
    ("att_1", "附件", "anexo", "anexo", "annex", "annex"),
]  # fmt: skip


@pytest.mark.parametrize(("eid", "zh", "pt", "pt_in_full", "en", "en_in_full"), FORMS)
def test_citations_as_the_gazette_writes_them(
    eid: str, zh: str, pt: str, pt_in_full: str, en: str, en_in_full: str
) -> None:
    assert [cite(eid, language) for language in LANGUAGES] == [zh, pt, en]
    assert [cite(eid, language, in_full=True) for language in LANGUAGES] == [zh, pt_in_full, en_in_full]


def is_reference(citation: str, language: str) -> bool:
    return bool(re.fullmatch(phrase_table(language).terminals["REFERENCE"], fold(citation).lower()))


def shelf_eids() -> set[str]:
    """The provisions of the shelf that have a number: the others are named in headings alone."""
    eids = set()
    for path in sorted(shelves()[0].rglob("*.ludi")):
        document, _ = build(read_file(path, path.suffixes[-2][1:]))
        assert document, path
        eids |= {provision.eid for provision in document.all()}
    return eids - set(FRAME_EIDS.values())


def test_every_provision_of_the_shelf_is_read_back_from_its_citation() -> None:
    eids = shelf_eids()
    assert len(eids) > 100
    for language in LANGUAGES:
        for in_full in (False, True):
            cited = {cite(eid, language, in_full=in_full): eid for eid in eids}
            assert len(cited) == len(eids)
            assert all(is_reference(citation, language) for citation in cited)
            assert {citation: reference_eid(fold(citation).lower()) for citation in cited} == cited


@pytest.mark.parametrize(
    ("citation", "language"),
    [("第九條第", "zh"), ("artigo 9.º, 7", "pt"), ("9.º", "pt"), ("article 9 item", "en"), ("artigo 9.º", "en")],
)
def test_what_is_no_citation_is_not_read_as_one(citation: str, language: str) -> None:
    assert not is_reference(citation, language)


ROWS = [
    ("art_5", "art_9"),
    ("art_15", "art_16"),
    ("art_4__para_2", "art_4__para_3"),
    ("art_4__point_1", "art_4__point_2"),
    ("art_13__point_2__point_1", "art_13__point_2__point_2"),
    ("art_9__point_1__indent_1", "art_9__point_1__indent_2"),
    ("art_17__para_5", "art_17__para_15"),
    ("art_9-A__point_3", "art_9-A__point_5"),
    ("art_9__point_7__point_1", "art_9__point_7__point_3"),
    ("art_13__para_1__point_4__point_2__indent_1", "art_13__para_1__point_4__point_2__indent_4"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("first", "last"), ROWS)
def test_neighbours_cited_together_are_read_back(first: str, last: str, language: str) -> None:
    cited = cite_row(first, last, language)
    pattern = phrase_table(language).terminals["REFERENCE_ROW"]
    for written in (cited, with_article(cited, language), cite_row(first, last, language, first.rpartition("__")[0])):
        assert re.fullmatch(pattern, fold(written).lower()), written
    assert row_eids(fold(cited).lower()) == (first, last)


def test_two_neighbours_are_joined_by_an_and_and_others_are_no_row() -> None:
    assert [cite_row("art_15", "art_16", language) for language in ("zh", "pt", "en")] == [
        "第十五條及第十六條",
        "artigos 15.º e 16.º",
        "articles 15 and 16",
    ]
    # Between articles 3 and 5 stands one that is not named; article 3 is no paragraph of article 8.
    for text in (
        "artigos 3.º e 5.º",
        "articles 3 and 5",
        "第三條及第五條",
        "第八條第二款及第三條",
        "第八條第二款至第四條",
    ):
        assert row_eids(text) == ("", ""), text
    assert row_eids("第八條第二款及第三款") == ("art_8__para_2", "art_8__para_3")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", [Level.ARTICLE, Level.PARAGRAPH, Level.POINT, Level.SUBPOINT])
@pytest.mark.parametrize("number", ["1", "10", "21", "105", "9-A", "12-C"])
def test_the_label_of_a_provision_gives_its_number_again(language: str, level: Level, number: str) -> None:
    assert provision_number(provision_label(level, number, language).lower()) == number


def test_the_frame_of_a_document_has_names_of_its_own() -> None:
    assert [provision_label(Level.ANNEX, "", language) for language in LANGUAGES] == ["附件", "Anexo", "Annex"]


@pytest.mark.parametrize(
    ("written", "eid"),
    [
        ("第九條", "art_9"),
        ("第九條之一(七)項", "art_9-A__point_7"),
        ("第九-a條(七)項", "art_9-A__point_7"),
        ("第九-a條第二-b款(七-c)項(4-d)分項", "art_9-A__para_2-B__point_7-C__point_4-D"),
        ("第九條第二款(七)項(1)", "art_9__para_2__point_7__point_1"),
        ("artigo 9.º, n.º 2, 7), (3)", "art_9__para_2__point_7__point_3"),
        ("artigo 9.º-a, 7)", "art_9-A__point_7"),
        ("article 9, number 2", "art_9__para_2"),
        ("article 19, (3)", "art_19__point_3"),
        ("number 2", "para_2"),
    ],
)
def test_a_reference_names_an_identifier(written: str, eid: str) -> None:
    assert reference_eid(written) == eid


def test_the_same_reference_is_the_same_in_three_languages() -> None:
    written = ("第九條第二款(七)項", "artigo 9.º, n.º 2, 7)", "article 9, number 2, 7)")
    assert len({reference_eid(text) for text in written}) == 1
