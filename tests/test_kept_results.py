"""Kept results: new words stand on the pages and cost no odds; changed rules and moved provisions do."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import combinations, starmap
from pathlib import Path

import pytest

from lexludi.base.cache import Results
from lexludi.base.resources import shelves
from lexludi.exact import comparison
from lexludi.exact.budget import Budget, NotAnalysed, TooLarge
from lexludi.exact.odds import Odds
from lexludi.law.files import works_under
from lexludi.rules.model import Amended, Knowledge
from lexludi.site import changes, library
from lexludi.site.kept_results import RESULTS
from lexludi.site.library import work_in
from lexludi.site.portion import Portion, portion_of, portions

HEAD = """regulation: xx/dice
title: Dice
in force from 1 March 2031.
invented example, not law.

"""
TEXT = f"""{HEAD}Article 1
  | The die, the dealer and the player.
  “side”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “side”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “line” is a bet.
  bets are accepted.
  “dealer” throws “die”.
  settle “line”.

Article 2
  | More than three wins.
  when the total of “dealer” is higher than 3, then “line” pays 1 to 1.
  in every other case, “line” loses.
"""
AMENDING = """regulation: xx/a{number}
instrument: Invented instrument No. {number}/2031
amends: xx/dice
published on 3 March 2031.
in force from 1 {month} 2031.
invented example, not law.

Article 1
  replace article 2 by:
  > Article 2
  >   | More than three wins {times}.
  >   when the total of “dealer” is higher than 3, then “line” pays {times} to 1.
  >   in every other case, “line” loses.
"""
TERMS = ("dealer", "die", "line", "player", "side")


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A text of a work that two instruments have amended: “line” paid once, then twice, then three times the stake."""
    home = tmp_path / "shelf" / "xx" / "dice"
    (home / "amendments").mkdir(parents=True)
    glossary = "".join(f'[{term}]\nzh = ["{term}"]\npt = ["{term}"]\nen = ["{term}"]\n' for term in TERMS)
    (home / "glossary.toml").write_text(glossary, "utf-8")
    for number, month in ((1, "April"), (2, "May")):
        amending = AMENDING.format(number=number, month=month, times=number + 1)
        (home / "amendments" / f"{number}-2031.en.ludi").write_text(amending, "utf-8")
    file = home / "2031-03-01.en.ludi"
    file.write_text(TEXT, "utf-8")
    return file


Build = Callable[[Path], tuple[Portion, list[str]]]


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Build:
    """What the site has of the work, as without anything kept; and what was worked out for it."""
    made: list[str] = []

    def counting(module: object, name: str) -> None:
        really = getattr(module, name)

        def counted(*args: object, **named: object) -> object:
            made.append(name)
            return really(*args, **named)

        monkeypatch.setattr(module, name, counted)

    monkeypatch.setattr(library, "COVERED_ROUNDS", 20)  # rounds are counted by another test
    counting(comparison, "odds")
    counting(changes, "compare_outcomes")
    counting(library, "cover")

    def build(text: Path) -> tuple[Portion, list[str]]:
        shelf = text.parents[2]
        (found,) = portions(shelf, folder=shelf.parent / "cache")
        counts = made.copy()
        (fresh,) = (portion_of(work_in(*named)) for named in works_under(shelf))
        assert found == fresh
        assert found.bulk.pages("en") == fresh.bulk.pages("en")
        made.clear()
        return fresh, counts  # whose pages stay what they are

    return build


def page(portion: Portion, path: str) -> str:
    return next(str(page.body) for page in portion.bulk.pages("en") if page.path == f"en/xx/dice/{path}")


def edges(portion: Portion) -> list[str]:
    """The house edges on the page of odds, as fractions."""
    return re.findall(r'data-figure="edge"><span title="([^"]+)"', page(portion, "odds"))


def edit(file: Path, old: str, new: str) -> None:
    said = file.read_text("utf-8")
    assert old in said
    file.write_text(said.replace(old, new), "utf-8")


def test_new_words_stand_on_the_pages_and_nothing_is_worked_out(text: Path, build: Build) -> None:
    """Of six sides three win: three times the stake has an edge of 1/2 - 3/2."""
    first, made = build(text)
    assert (edges(first), made) == (["−1"], ["odds", *["compare_outcomes"] * 3, "cover"])
    edit(
        text,
        "| The die, the dealer and the player.",
        "| A die, a dealer and players.\n  note: a remark.\n  # A comment.",
    )
    edit(text.parent / "amendments" / "2-2031.en.ludi", "| More than three wins 3.", "| Four and more win 3.")
    second, made = build(text)
    assert made == []
    assert (edges(second), page(second, "odds")) == (edges(first), page(first, "odds"))
    assert "A die, a dealer and players." in page(second, "art-1")
    assert "a remark." in page(second, "art-1")
    assert "Four and more win 3." in page(second, "art-2")
    assert "Four and more" in page(second, "compare/2031-04-01/2031-05-01")


def test_another_number_in_one_version_has_other_odds_and_compares_that_version_alone(text: Path, build: Build) -> None:
    first, _ = build(text)
    edit(text.parent / "amendments" / "2-2031.en.ludi", "pays 3 to 1", "pays 5 to 1")
    second, made = build(text)
    assert (edges(second), made) == (["−2"], ["odds", *["compare_outcomes"] * 2, "cover"])
    same, other = "compare/2031-03-01/2031-04-01", "compare/2031-04-01/2031-05-01"
    assert page(second, same) == page(first, same)
    # From twice to five times the stake, where three of six sides win: three halves less for the house.
    assert "−150.0000" in page(second, other)
    assert "−50.0000" in page(first, other)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("higher than 3", "higher than 4", marks=pytest.mark.soak),
        pytest.param("6, 5, 4, 3, 2 and 1", "6, 5, 4, 3 and 2", marks=pytest.mark.soak),
        ("  bets are accepted.\n  “dealer” throws “die”.\n", "  “dealer” throws “die”.\n  bets are accepted.\n"),
    ],
)
def test_any_other_rule_is_worked_out_anew(old: str, new: str, text: Path, build: Build) -> None:
    build(text)
    for file in (text, *(text.parent / "amendments").iterdir()):
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    _, made = build(text)
    assert made[0] == "odds"


def test_provisions_are_told_where_they_now_stand(text: Path, build: Build) -> None:
    first, _ = build(text)
    for file in (text, *(text.parent / "amendments").iterdir()):
        file.write_text(re.sub("(?i)(article) 2", r"\1 7", file.read_text("utf-8")), "utf-8")
    second, _ = build(text)
    assert "art-2/" in page(first, "odds")
    assert "art-7/" in page(second, "odds")
    assert not [found.path for found in second.bulk.pages("en") if "art-2/" in found.body]


def test_a_changed_symbol_is_shown_in_the_rounds_that_settle_differently(text: Path, build: Build) -> None:
    build(text)
    glossary = text.parent / "glossary.toml"
    glossary.write_text(
        glossary.read_text("utf-8") + '[6]\nzh = ["陸"]\npt = ["seis"]\nen = ["six"]\nsymbol = "VI"\n', "utf-8"
    )
    second, made = build(text)
    assert "deal: VI" in re.sub("<[^>]+>", "", page(second, "compare/2031-04-01/2031-05-01"))
    assert "compare_outcomes" in made


def test_a_text_of_which_less_is_known_is_worked_out_anew(text: Path) -> None:
    """Its rounds tell so."""
    (work,) = starmap(work_in, works_under(text.parents[2]))
    metadata = work.first.metadata
    less = replace(metadata, amended_by=(Amended("Instrument No. 3/2031", date(2031, 5, 1), Knowledge.PART),))
    other = replace(work, texts={"en": replace(work.first, metadata=less)}, kept=Results())
    for one in (work, other):
        assert one.odds
    assert work.kept.used.keys().isdisjoint(other.kept.used)


def test_results_that_cannot_be_read_are_worked_out_anew(text: Path, build: Build) -> None:
    first, made = build(text)
    before = made
    for name, spoilt in (("Odds", "Path"), ("probability", "odd"), ('"1/2"', '"1/0"')):
        for file in (text.parents[3] / "cache").iterdir():
            file.write_text(file.read_text("utf-8").replace(name, spoilt), "utf-8")
        edit(text, TEXT[-10:], f"{TEXT[-10:]}# A comment.\n")
        found, made = build(text)
        assert (page(found, "odds"), made) == (page(first, "odds"), before)


def test_obstacles_and_lists_are_read_as_they_were_written() -> None:
    problem = TooLarge(("art_1",), Budget(), (("player", 9),))
    read: Odds = RESULTS.decode(json.loads(json.dumps(RESULTS.encode(Odds(None, {}, (), (), {"line": problem})))))
    found = read.skipped["line"]
    assert isinstance(found, NotAnalysed)
    assert (found.key, found.provisions, found.args_by_name) == (
        problem.key,
        problem.provisions,
        dict(problem.args_by_name),
    )
    values = {"a": ["b", ("c", True, 1, None)]}
    assert RESULTS.decode(RESULTS.encode(values)) == values


def test_what_is_of_no_kind_of_results_is_not_written() -> None:
    with pytest.raises(TypeError):
        RESULTS.encode({"a": Path()})


@pytest.mark.soak
def test_after_comments_in_every_text_the_shelf_has_what_it_has_without_anything_kept(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shutil.copytree(shelves()[0], shelf)
    list(portions(shelf, folder=tmp_path / "cache"))
    for text in shelf.rglob("*.ludi"):
        text.write_text(re.sub(r"(?m)^(  [^|>\s].*)$", r"  # A comment.\n\1", text.read_text("utf-8")), "utf-8")
    assert list(portions(shelf, folder=tmp_path / "cache")) == [
        portion_of(work_in(*named)) for named in works_under(shelf)
    ]


def test_no_outcomes_are_worked_out_for_a_day_of_repeal(text: Path) -> None:
    """The work of 1 March, 1 April and 1 May 2031 is repealed on 1 June: three pairs of days without it."""
    repealing = (
        AMENDING.format(number=3, month="June", times=9).partition("  replace")[0] + "  repeal the regulation.\n"
    )
    (text.parent / "amendments" / "3-2031.en.ludi").write_text(repealing, "utf-8")
    (work,) = starmap(work_in, works_under(text.parents[2]))
    days = [on.version for on in work.over_time]
    assert days == ["2031-03-01", "2031-04-01", "2031-05-01", "2031-06-01"]
    assert set(work.changes) == set(combinations(days[:3], 2))
    pages = {page.path: str(page.body) for page in portion_of(work).bulk.pages("en")}
    said = "A text is repealed, and nothing is settled by it"
    for path in ("compare", "compare/2031-05-01/2031-06-01"):
        assert said in pages[f"en/xx/dice/{path}"]
    assert said not in pages["en/xx/dice/compare/2031-04-01/2031-05-01"]
