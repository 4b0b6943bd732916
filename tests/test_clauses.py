"""Clauses of amending instruments as they are written in practice, on invented instruments; words and days by hand."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
