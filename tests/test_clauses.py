"""Clauses of amending instruments as they are written in practice, on invented instruments; words and days by hand."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.language.citations import cite_row
from lexludi.language.phrases import LANGUAGES
from lexludi.law.chronicle import changes_told
from lexludi.law.history import consolidate
from test_history import DAY, NEW, amendment, codes, prose, shelf_of

# ── The order of clauses ────────────────────────────────────────────────────


def test_a_number_freed_by_a_repeal_is_free_for_another(tmp_path: Path) -> None:
    """Invented: article 2 goes, article 3 becomes article 2, and article 4 becomes article 3."""
    sentences = ["renumber article 3 as article 2.", "repeal article 2.", "renumber article 4 as article 3."]
    history = shelf_of(tmp_path, amendment(1, *sentences))
    assert codes(history) == []
    assert prose(history) == {
        "art_1": "one",
        "art_2": "",
        "art_2__para_1": "three, one",
        "art_2__para_2": "three, two",
        "art_3": "four",
    }
    assert [(gone.eid, str(gone.since)) for gone in consolidate(history, DAY, "en").repealed] == [
        ("art_2", "2031-04-01")
    ]


CLAUSES = [
    "repeal article 1.",
    "renumber article 2 as article 1.",
    "replace article 3, number 1 by:\n> 1.\n>   no effect on the machine: new words",
    "insert after article 3, number 2:\n> 3.\n>   no effect on the machine: third",
    "insert after article 3, number 2:\n> 4.\n>   no effect on the machine: fourth",
    "insert after article 4:\n" + NEW.format("4-A"),
    "insert after article 4-A:\n" + NEW.format("4-B"),
    "in words not known, article 3 is changed.",
]
# By hand: article 2 stands first under the number that article 1 has left.
AFTER = [
    ("art_1", "two"),
    ("art_3", ""),
    ("art_3__para_1", "new words"),
    ("art_3__para_2", "three, two"),
    ("art_3__para_3", "third"),
    ("art_3__para_4", "fourth"),
    ("art_4", "four"),
    ("art_4-A", "new"),
    ("art_4-B", "new"),
]


@settings(max_examples=60, deadline=None)
@given(st.permutations(CLAUSES))
def test_the_order_of_clauses_does_not_matter(tmp_path_factory: pytest.TempPathFactory, clauses: list[str]) -> None:
    history = shelf_of(tmp_path_factory.mktemp("work"), amendment(1, *clauses))
    expression = consolidate(history, DAY, "en")
    assert expression.diagnostics == ()
    assert list(prose(history).items()) == AFTER
    # What is changed in words not known is what was there, and not what the same instrument words.
    reworded = {eid for eid, note in expression.notes.items() if note.reworded_by}
    assert reworded == {"art_3", "art_3__para_2"}
    assert expression.notes["art_1"].renumbered[0].was == "art_2"


@pytest.mark.parametrize("first", [0, 1])
def test_a_provision_cannot_be_repealed_and_have_another_number(first: int, tmp_path: Path) -> None:
    sentences = ["repeal article 2.", "renumber article 2 as article 5."]
    history = shelf_of(tmp_path, amendment(1, sentences[first], sentences[1 - first]))
    (problem,) = consolidate(history, DAY, "en").diagnostics
    assert problem.code == "changed-twice"
    later, earlier = problem.labels
    assert later.span.start > earlier.span.start


def test_a_number_that_a_later_instrument_frees_is_taken_before(tmp_path: Path) -> None:
    later = amendment(2, "repeal article 2.", day="in force from 1 May 2031.")
    history = shelf_of(tmp_path, amendment(1, "renumber article 3 as article 2."), later)
    assert [code for code, _ in codes(history)] == ["provision-already-there"]
    assert "art_2" not in prose(history, date(2031, 5, 1))


# ── Renumberings in a row ───────────────────────────────────────────────────

ROW = {
    "zh": "第十七條第五款至第十五款改為第六款至第十六款",
    "pt": "os n.os 5 a 15 do artigo 17.º passam a n.os 6 a 16",
    "en": "paragraphs 5 to 15 of article 17 become paragraphs 6 to 16",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_renumberings_in_a_row_are_told_as_one(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Despatch 56/2018 moves numbers 5 to 15 of article 17 of baccarat on by one."""
    assert main(["log", "mo/baccarat", "--lang", language]) == 0
    assert capsys.readouterr().out.count(ROW[language]) == 1
    assert (
        main(["diff", "mo/baccarat@2011-09-27", "mo/baccarat@2018-04-24", "--layer", "words", "--lang", language]) == 0
    )
    shown = capsys.readouterr().out
    assert shown.count(ROW[language].removeprefix("os ")) == 1
    formerly = {
        "zh": "第六款至第十六款〔原第五款至第十五款〕",
        "pt": "n.os 6 a 16: anteriores n.os 5 a 15;",
        "en": "paragraphs 6 to 16: formerly paragraphs 5 to 15;",
    }
    for command in ("at", "blame"):
        assert main([command, "mo/baccarat@2018-04-24", "--lang", language]) == 0
        shown = capsys.readouterr().out
        assert shown.count(formerly[language]) == 1
    # Of one provision alone, its own number is told.
    assert main(["blame", "mo/baccarat@2018-04-24", "art_17__para_9", "--lang", language]) == 0
    assert {"zh": "〔原第八款〕", "pt": "anterior n.º 8", "en": "formerly paragraph 8"}[
        language
    ] in capsys.readouterr().out


def test_a_row_ends_where_numbers_do_not_follow(tmp_path: Path) -> None:
    base = "regulation: invented\ninvented example, not law.\n" + "".join(
        f"\nArticle {n}\n  no effect on the machine: {n}\n" for n in range(1, 9)
    )
    moves = {2: 12, 1: 11, 3: 13, 5: 15, 6: 16, 7: 21}
    sentences = [f"renumber article {was} as article {now}." for was, now in moves.items()]
    history = shelf_of(tmp_path, amendment(1, *sentences), base=base)
    told = [said for said, _ in changes_told(history.instruments[0].modifications, catalogue("en"))]
    assert told == [
        "articles 1 to 3 become articles 11 to 13",
        "articles 5 to 6 become articles 15 to 16",
        "article 7 becomes article 21",
    ]


@pytest.mark.parametrize(
    ("first", "last", "cited"),
    [
        ("art_2", "art_4", ("第二條至第四條", "artigos 2.º a 4.º", "articles 2 to 4")),
        (
            "art_2__point_1",
            "art_2__point_3",
            ("第二條(一)項至(三)項", "alíneas 1) a 3) do artigo 2.º", "items 1 to 3 of article 2"),
        ),
    ],
)
def test_provisions_in_a_row_are_cited_as_the_gazette_does(first: str, last: str, cited: tuple[str, ...]) -> None:
    assert tuple(cite_row(first, last, language) for language in LANGUAGES) == cited
