"""Amending instruments in an editor: what they cite, of the work as it stood or of their own, and whether they fit."""

import itertools
from pathlib import Path

import pytest

from lexludi.base.overlay import Unsaved, overlaid
from lexludi.editor.completing import completions
from lexludi.editor.hovering import hover
from lexludi.editor.occurrences import definitions, references
from lexludi.editor.problems import problems_of
from lexludi.editor.views import View, view_of

WORK = """regulation: law
published on 31 December 2029.
in force from 1 January 2030.

Article 1
1.
  | First words.
  no effect on the machine: test
2.
  | Second words.
  no effect on the machine: test
"""
FIRST = """regulation: law/amendments/1-2030
instrument: Instrument no. 1/2030
amends: law
published on 10 May 2030.
in force from 1 June 2030.
its content is known in full.

Article 1
1.
  | Replaces.
  replace article 1, paragraph 1 by:
  > 1.
  >   | New first words.
  >   no effect on the machine: test
2.
  | Renumbers.
  renumber article 1, paragraph 2 as article 1, paragraph 3.

Article 2
  | Article 1, paragraph 1 takes effect from 1 May 2030.
  from 1 May 2030, article 1, paragraph 1 takes effect.
"""
SECOND = """regulation: law/amendments/2-2030
instrument: Instrument no. 2/2030
amends: law
published on 10 July 2030.
in force from 1 August 2030.
its content is known in full.

Article 9
  | Repeals.
  repeal article 1, paragraph 3.
"""


@pytest.fixture
def law(tmp_path: Path) -> Path:
    home = tmp_path.resolve() / "law"
    (home / "amendments").mkdir(parents=True)
    (home / "2030-01-01.en.ludi").write_text(WORK, "utf-8")
    (home / "amendments" / "1-2030.en.ludi").write_text(FIRST, "utf-8")
    (home / "amendments" / "2-2030.en.ludi").write_text(SECOND, "utf-8")
    return home


@pytest.mark.parametrize(
    ("number", "was", "now", "codes"),
    [
        ("1", "renumber article 1, paragraph 2 as", "renumber article 1, paragraph 7 as", ["no-such-provision"]),
        ("1", "as article 1, paragraph 3", "as article 1, paragraph 1", ["provision-already-there"]),
        # The number that paragraph 2 had until the first amendment.
        ("2", "repeal article 1, paragraph 3", "repeal article 1, paragraph 2", ["no-such-provision"]),
        ("2", "Repeals", "Repeals it", []),
    ],
)
def test_a_change_that_does_not_fit_is_told_while_it_is_written(
    law: Path, number: str, was: str, now: str, codes: list[str]
) -> None:
    path = law / "amendments" / f"{number}-2030.en.ludi"
    with overlaid({path: Unsaved(path.read_text("utf-8").replace(was, now, 1).encode())}):
        assert [d.code for d in problems_of(path)[path]] == codes


def at(law: Path, number: str, words: str, before: str) -> tuple[View, int]:
    view = view_of(law / "amendments" / f"{number}-2030.en.ludi")
    assert view is not None
    return view, view.source.text.index(before + words) + len(before)


CASES = [
    # What is replaced, from 1 May, as it was until then; a renumbered provision, before and after.
    ("1", "article 1, paragraph 1", "replace ", "First words", "2030-01-01"),
    ("1", "article 1, paragraph 2", "renumber ", "Second words", "2030-01-01"),
    ("1", "article 1, paragraph 3", "paragraph 2 as ", "Second words", "2030-01-01"),
    # The instrument's own provision; and a number that the work has only since the first amendment.
    ("1", "article 1, paragraph 1", "2030, ", "Replaces", "1-2030"),
    ("2", "article 1, paragraph 3", "repeal ", "Second words", "2030-01-01"),
]


@pytest.mark.parametrize(("number", "words", "before", "quoted", "file"), CASES)
def test_a_citation_in_an_instrument_shows_what_it_cites_and_leads_to_it(
    law: Path, number: str, words: str, before: str, quoted: str, file: str
) -> None:
    view, offset = at(law, number, words, before)
    shown = hover(view, offset)
    assert shown is not None
    assert f"> {quoted}" in shown.text
    assert shown.text.count("\n> ") == 1
    (found,) = definitions(view, offset)
    assert found.path.name == f"{file}.en.ludi"
    assert quoted in found.source.text[found.span.start :].split("\n")[1]


def test_references_of_an_instrument_and_of_its_work_are_kept_apart(law: Path) -> None:
    view, of_instrument = at(law, "1", "article 1, paragraph 1", "2030, ")
    view, of_work = at(law, "1", "article 1, paragraph 1", "replace ")
    for offset in (of_instrument, of_work):
        (found,) = itertools.chain(*references(view, offset))
        assert (found.path, found.span.start) == (view.path, offset)


def test_completion_in_an_instrument_offers_what_it_amends_before_its_own(law: Path) -> None:
    view, offset = at(law, "2", "article 1, paragraph 3", "repeal ")
    offered = {one.text: one.documentation for one in completions(view, offset)}
    assert "Second words." in offered["article 1, paragraph 3"]
    # The number that a renumbering left is no more; its own article comes last.
    assert "article 1, paragraph 2" not in offered
    assert list(offered).index("article 1, paragraph 1") < list(offered).index("article 9")
