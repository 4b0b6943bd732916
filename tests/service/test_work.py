"""Works for programs: their texts are those of the shelf, and their data those of commands."""

import json
import shutil
from datetime import date, datetime
from pathlib import Path

import numpy as np
import pytest

from lexludi import Expression, InvalidArgument, UnknownWork, Work
from lexludi.cli.main import main
from small import COIN_AND_ANTE, folder_of


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> object:
    main([*arguments, "--lang", "en", "--format", "json"])
    return json.loads(capsys.readouterr().out)


def test_a_work_has_its_texts_in_languages_and_over_time() -> None:
    work = Work("mo/q-poker")
    uri = "/akn/mo/act/despacho-regulamentar-externo/2004-12-31/89"
    assert (work.languages, work.dates, work.uri) == (("zh", "pt", "en"), (date(2005, 1, 18),), uri)
    assert work.expressions[1] == Expression("pt", date(2005, 1, 18), f"{uri}/por@2005-01-18")
    assert len(work.expressions) == 3


def test_a_text_that_is_not_there_in_a_language_on_a_day_is_none_of_a_work(tmp_path: Path) -> None:
    """The first text is in Chinese and English; the one that takes its place a year later in English and Portuguese."""
    main(["new", "xx/mine", "--shelf", str(tmp_path), "--date", "2026-01-01"])
    home = tmp_path / "xx" / "mine"
    (home / "2026-01-01.pt.ludi").rename(home / "2027-01-01.pt.ludi")
    shutil.copy(home / "2026-01-01.en.ludi", home / "2027-01-01.en.ludi")
    work = Work(str(home))
    found = [(each.since.year, each.language) for each in work.expressions]
    assert found == [(2026, "zh"), (2026, "en"), (2027, "pt"), (2027, "en")]
    for expression in work.expressions:
        assert work.text(expression.language, on=expression.since)["language"] == expression.language


def test_a_text_without_a_day_stands_from_the_first_of_the_calendar(tmp_path: Path) -> None:
    work = Work(folder_of(COIN_AND_ANTE, tmp_path))
    assert (work.dates, work.expressions) == ((date.min,), (Expression("en", date.min, ""),))
    assert work.text(on=date.min) == work.text()
    assert work.text()["since"] is None
    assert "date.min" in str(Work.dates.__doc__)


def test_the_text_on_a_day_is_that_of_the_day_and_in_the_language_asked_for() -> None:
    work = Work("mo/baccarat")
    before, after = work.text("pt", on=date(2005, 11, 28)), work.text("pt", on="2005-11-29")
    assert (before["since"], after["since"], after["language"]) == ("2004-05-18", "2005-11-29", "pt")
    assert work.text("pt", on=datetime(2005, 11, 28, 12, 30)) == before
    with pytest.raises(UnknownWork, match="not-a-date"):
        work.text("pt", on="")
    with pytest.raises(UnknownWork, match="not-in-force"):
        work.text(on="1999-01-01")
    with pytest.raises(UnknownWork, match="no-text-in-language"):
        work.text("fr")


def test_a_difference_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    found = Work("mo/q-poker").diff("", "+packs=2", layers=["rules"])
    assert found == told(capsys, "diff", "mo/q-poker", "mo/q-poker+packs=2", "--layer", "rules")
    assert found["rules"]


def test_one_layer_may_be_named_alone_and_without_any_all_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    work = Work("xx/fantan")
    assert work.diff("", ":pt", layers="words") == work.diff("", ":pt", layers=["words"])
    assert work.diff("", ":pt", layers=None) == told(capsys, "diff", "xx/fantan", "xx/fantan:pt", "--layer", "all")
    with pytest.raises(InvalidArgument):
        work.diff("", "", layers="w")


def test_the_check_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert Work("xx/roulette").check() == told(capsys, "check", "xx/roulette")


def test_a_work_is_a_value_by_its_name() -> None:
    assert Work("mo/q-poker") == Work("mo/q-poker") != Work("mo/baccarat")
    assert len({Work("mo/q-poker"), Work("mo/q-poker")}) == 1
    assert repr(Work("mo/q-poker")) == "Work('mo/q-poker')"


def test_what_is_no_argument_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mo/nothing", "x" * 5000):
        with pytest.raises(UnknownWork):
            Work(name)
    with pytest.raises(InvalidArgument):
        Work(3)
    work = Work("mo/q-poker")
    for layers in (["sums"], []):
        with pytest.raises(InvalidArgument):
            work.diff("", "", layers=layers)
    # Before anything is checked or compared, which may take minutes.
    monkeypatch.delattr("lexludi.service.work.check")
    monkeypatch.delattr("lexludi.service.work.compare")
    # An array of one text compares as that text does.
    for language in ("fr", np.array(["en"]), np.array(["en", "pt"])):
        with pytest.raises(InvalidArgument):
            work.check(language)
    with pytest.raises(InvalidArgument):
        work.diff("", "", language="fr")
