"""Analyses of a regulation file: what is asked, what is refused, and that the answer names what it is about."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from lexludi import load
from lexludi.base.errors import IllegalAction, InvalidArgument, InvalidSetting, UnknownWork
from lexludi.exact.analysis import (
    COMPARISON_SCHEMA,
    analyse,
    analysis_json,
    analyze,
    changes,
    compare_settings,
    comparison_json,
    subject,
)
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.odds import SCHEMA
from lexludi.rules.settings import digest
from smaller import CORPUS

# Three dice: a triple is one of 6 of the 216 throws.
DICE = str(CORPUS / "three-dice" / "1.en.ludi")
TOTAL = str(CORPUS / "draw-to-total" / "1.en.ludi")
POKER = "mo/q-poker"


def test_a_file_off_the_shelf_is_asked_about_by_its_path() -> None:
    asked = subject(DICE)
    assert (asked.game.rules.language, asked.bets) == ("en", ())
    assert asked.game.file.endswith("1.en.ludi")
    assert asked.to_json()["file"] == asked.game.file


def test_a_work_of_the_shelf_is_asked_about_by_its_name() -> None:
    asked = subject(POKER, text="pt", readings={"packs": 2}, options={"boxes": 9}, bets=["ante"])
    assert (asked.game.rules.language, asked.bets, asked.game.file) == ("pt", ("ante",), "")
    assert asked.game.options["boxes"] == 9
    assert asked.game.readings["packs"] == 2
    assert "packs" not in asked.game.options
    data = asked.to_json()
    assert (data["work"], data["text"], data["options"]["boxes"], data["readings"]["packs"]) == (POKER, "pt", "9", "2")
    assert data["rules"] == digest(asked.game.rules, asked.game.settings)
    assert "file" not in data


@pytest.mark.parametrize(
    ("arguments", "error", "key"),
    [
        ({"bets": ["big", "none"]}, IllegalAction, "unknown-bet"),
        ({"options": {"none": 1}}, InvalidSetting, "no-options"),
        ({"readings": {"none": 1}}, InvalidSetting, "no-readings"),
    ],
)
def test_what_a_text_does_not_have_is_refused(arguments: dict, error: type[Exception], key: str) -> None:
    with pytest.raises(error) as refusal:
        subject(DICE, **arguments)
    assert getattr(refusal.value, "key", "") == key


def test_a_work_or_a_day_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownWork):
        subject("mo/none")
    with pytest.raises(UnknownWork):
        subject(POKER, on=date(1900, 1, 1))


def test_a_text_without_bets_is_not_analysed(tmp_path: Path) -> None:
    file = tmp_path / "1.en.ludi"
    file.write_text(
        "regulation: small\ninvented example, not law.\n\nArticle 1\n  no effect on the machine: form\n", "utf-8"
    )
    with pytest.raises(NotAnalysed) as refusal:
        subject(str(file))
    assert refusal.value.reason == "no-bets"


def test_the_answer_is_about_the_bets_that_were_asked_about_and_says_so() -> None:
    """Any triple pays 30 to 1: 6 of 216 throws win 30, 210 lose 1, which is (180 - 210) / 216 = -5/36."""
    asked, steps = subject(DICE, bets=["any-triple"]), []
    found = analyse(asked, steps.append)
    assert steps == ["any-triple"]
    assert list(found.bets) == ["any-triple"]
    assert found.bets["any-triple"].expectation == Fraction(-5, 36)
    data = analysis_json(asked, found)
    assert (data["schema"], data["work"]) == (SCHEMA, asked.game.rules.metadata.work)
    assert data["bets"]["any-triple"]["expectation"] == "-5/36"


def test_without_time_the_bets_are_skipped() -> None:
    asked = subject(DICE, bets=["any-triple"])
    found = analyse(asked, limit=-1)
    assert found.bets == {}
    assert found.skipped["any-triple"].reason == "too-large"


def test_changes_of_several_kinds_stand_one_after_another() -> None:
    asked = subject(POKER)
    every = [parameter.kind for parameter, _ in changes(asked, ["reading", "option"])]
    assert every == sorted(every, reverse=True)
    assert set(every) == {"reading", "option"}
    assert {p.id for p, _ in changes(asked, ["reading"], ["packs"])} == {"packs"}
    with pytest.raises(InvalidSetting):
        changes(asked, ["option"], ["packs"])


def test_a_comparison_names_what_it_compares_with() -> None:
    asked = subject(DICE, bets=["any-triple"])
    data = comparison_json(asked, compare_settings(asked, []))
    assert (data["schema"], data["work"], data["rows"]) == (COMPARISON_SCHEMA, asked.game.rules.metadata.work, [])
    assert data["house_edge"] == {"any-triple": "5/36"}


# ── As a call ───────────────────────────────────────────────────────────────


def test_a_game_is_analysed_as_its_subject_is() -> None:
    game = load(POKER, readings={"packs": 2})
    found = analyze(game, ["pair-plus"])
    assert found == analyse(subject(POKER, readings={"packs": 2}, bets=["pair-plus"]))
    assert isinstance(found.bets["pair-plus"].expectation, Fraction)
    assert analyze(game, "pair-plus") == found


def test_a_bet_that_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(IllegalAction, match="unknown-bet"):
        analyze(load(POKER), ["red"])
    with pytest.raises(InvalidArgument, match="game"):
        analyze(POKER)  # type: ignore[arg-type]
