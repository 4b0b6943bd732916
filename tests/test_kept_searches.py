"""Kept searches: a remark costs no search and moves what is marked; a changed rule is searched anew."""

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from lexludi.base.cache import Results
from lexludi.base.diagnostics import Diagnostic, render_text
from lexludi.base.messages import catalogue
from lexludi.base.resources import shelves
from lexludi.checks.checking import Report, check_files, files_of
from lexludi.checks.codec import FINDINGS
from lexludi.checks.findings import SearchFindings
from lexludi.checks.summary import Summary, check, summary_json
from lexludi.language.phrases import LANGUAGES
from lexludi.law.agreement import LoadedText

FOUND = Path(__file__).parent / "generated" / "found"


def remarked(text: str) -> str:
    """A text with words and a note in each article with sentences, and a comment above each line below its first."""
    text = re.sub(r"(?m)^(Article .*\n)(?=  )", r"\1  | Words of the law.\n  note: a remark.\n", text)
    return text.replace("\n", "\n# A comment.\n")


def told(diagnostics: Sequence[Diagnostic]) -> list[str]:
    return [render_text(diagnostic, catalogue("en")) for diagnostic in diagnostics]


def marked(diagnostics: Sequence[Diagnostic]) -> list[str]:
    """The words at each place that is marked."""
    labels = [label for diagnostic in diagnostics for label in diagnostic.labels]
    return [label.source.text[label.span.start : label.span.end] for label in labels]


def searched(folder: Path, kept: Results | None) -> Report:
    return check_files(files_of([str(folder)]), law=True, kept=kept)


@pytest.mark.parametrize("name", sorted(folder.name for folder in FOUND.iterdir()))
def test_what_is_kept_is_told_at_the_sentences_where_they_now_stand(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(FOUND / name, folder)
    first = Results()
    before = searched(folder, first)
    for text in folder.glob("*.ludi"):
        text.write_text(remarked(text.read_text("utf-8")), "utf-8")
    second = Results(FINDINGS.decode(FINDINGS.encode(first.used)))
    after, fresh = searched(folder, second), searched(folder, None)
    assert second.used.keys() == first.used.keys(), "nothing is searched again"
    assert told(after.law) == told(fresh.law)
    assert (after.effects, after.unsearched) == (fresh.effects, fresh.unsearched)
    # A provision that is marked as a whole has more words than before.
    for one, two in zip(marked(before.law), marked(after.law), strict=True):
        assert two == one or two == remarked(one).removesuffix("# A comment.\n")


# ── By the command's way ────────────────────────────────────────────────────

RULES = """regulation: dice
invented example, not law.

Article 1
  “side”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “side”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “bet” is a bet.
  bets are accepted.
  “dealer” throws “die”.
  settle “bet”.

Article 2
  when the total of “dealer” is higher than 3, then “bet” pays 1 to 1.
"""
TERMS = ("bet", "dealer", "die", "player", "side")


@pytest.fixture
def text(tmp_path: Path) -> Path:
    glossary = "".join(f'[{term}]\nzh = ["{term}"]\npt = ["{term}"]\nen = ["{term}"]\n' for term in TERMS)
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "glossary.toml").write_text(glossary, "utf-8")
    file = tmp_path / "dice" / "1.en.ludi"
    file.write_text(RULES, "utf-8")
    return file


def said(summary: Summary) -> list[str]:
    """Everything that a summary says, in every language."""
    return [json.dumps(summary_json(summary, words)) for words in map(catalogue, LANGUAGES)]


def checked(text: Path, *, keep: bool = True) -> Summary:
    return check([str(text)], lambda _: None, text.parents[1] / "cache" if keep else None)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each search that is made."""
    from lexludi.checks import catalogue as checks_on_rules

    made, search = [], checks_on_rules.search

    def counted(texts: Sequence[LoadedText], *args: object) -> SearchFindings:
        made.append(len(texts))
        return search(texts, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(checks_on_rules, "search", counted)
    return made


def line_of_gap(summary: Summary) -> tuple[int, str]:
    (gap,) = summary.law
    assert gap.code == "gap"
    source, number = gap.labels[0].source, gap.labels[0].source.line_of(gap.labels[0].span.start)
    return number, source.line(number)


def test_after_a_comment_above_it_a_finding_marks_the_line_of_its_sentence(text: Path, searches: list[int]) -> None:
    number, line = line_of_gap(checked(text))
    assert line.startswith("  when the total of “dealer”")
    text.write_text(RULES.replace("Article 2\n", "Article 2\n  # A comment,\n  # of two lines.\n"), "utf-8")
    assert line_of_gap(checked(text)) == (number + 2, line)
    assert len(searches) == 1


def test_from_another_folder_nothing_is_searched_again(
    text: Path, searches: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = said(checked(text))
    (elsewhere := tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(elsewhere)
    assert said(checked(text)) == before
    assert len(searches) == 1


def test_changed_rules_are_searched_anew(text: Path, searches: list[int]) -> None:
    checked(text)
    for old, new in (("higher than 3", "higher than 2"), ("6, 5, 4, 3, 2 and 1", "6, 5, 4 and 3")):
        text.write_text(text.read_text("utf-8").replace(old, new), "utf-8")
        found = checked(text)
        assert said(found) == said(checked(text, keep=False))
    assert len(searches) == 1 + 2 * 2
    assert found.law == (), "no side is left of which nothing is said"


def test_a_changed_symbol_is_shown_in_the_deal_of_a_finding(text: Path) -> None:
    before = said(checked(text))
    glossary = text.parent / "glossary.toml"
    glossary.write_text(
        glossary.read_text("utf-8") + '[1]\nzh = ["幺"]\npt = ["ás"]\nen = ["ace"]\nsymbol = "A"\n', "utf-8"
    )
    found = said(checked(text))
    assert found != before
    assert found == said(checked(text, keep=False))


def test_a_file_of_kept_searches_that_cannot_be_read_is_made_anew(text: Path, searches: list[int]) -> None:
    before = said(checked(text))
    (file,) = (text.parents[1] / "cache" / "searches").iterdir()
    file.write_text(file.read_text("utf-8").replace("Placeless", "Nothing"), "utf-8")
    text.write_text(RULES + "# A comment.\n", "utf-8")
    assert said(checked(text)) == before
    assert len(searches) == 2


@pytest.mark.soak
def test_after_comments_in_every_text_the_shelf_says_what_a_fresh_check_says(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shutil.copytree(shelves()[0], shelf)
    check([str(shelf)], lambda _: None, tmp_path / "cache")
    kept = {file: file.read_bytes() for file in (tmp_path / "cache" / "searches").iterdir()}
    for text in shelf.rglob("*.ludi"):
        text.write_text(re.sub(r"(?m)^(  [^|>\s].*)$", r"  # A comment.\n\1", text.read_text("utf-8")), "utf-8")
    found = said(check([str(shelf)], lambda _: None, tmp_path / "cache"))
    assert kept == {file: file.read_bytes() for file in (tmp_path / "cache" / "searches").iterdir()}
    assert found == said(check([str(shelf)], lambda _: None))
