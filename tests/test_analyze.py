"""`lexludi analyze`: JSON that keeps to its schema, thresholds, comparisons, and what cannot be analysed."""

import csv
import io
import json
from contextlib import redirect_stdout
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.exact.analysis import changes, compare_settings, subject
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.comparison import Comparison
from lexludi.exact.figures import Figures
from lexludi.play.telling import Teller
from smaller import CORPUS


def schema(name: str = "odds-1") -> Any:
    return json.loads(files("lexludi").joinpath("schemas", f"{name}.schema.json").read_text("utf-8"))


def analyzed(*arguments: str, code: int = 0) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["analyze", *arguments, "--lang", "en"]) == code
    return out.getvalue()


CASES = [
    ("mo/q-poker",),
    ("mo/q-poker", "--reading", "packs=2"),
    ("mo/q-poker", "--reading", "straight-suits=all-different"),
    ("mo/baccarat@2004-05-18", "--option", "ties=keep"),
    ("mo/baccarat@2004-05-18", "--option", "ties=change"),
    *((str(CORPUS / game / "1.pt.ludi"),) for game in ("three-dice", "two-tokens", "draw-to-total")),
]


@pytest.mark.parametrize("arguments", CASES, ids=lambda a: "-".join(a)[-40:])
def test_json_keeps_to_its_schema_and_probabilities_add_up(arguments: tuple[str, ...]) -> None:
    found = json.loads(analyzed(*arguments, "--format", "json"))
    Draft202012Validator(schema()).validate(found)
    assert found["bets"]
    for bet in found["bets"].values():
        assert sum(Fraction(line["probability"]) for line in bet["outcomes"]) == 1
        if found["deals"] is not None:
            assert sum(line["ways"] for line in bet["outcomes"]) == found["deals"]
        unsettled = any(line["result"] == "unsettled" for line in bet["outcomes"])
        assert (bet["expectation"] is None) == unsettled


@pytest.mark.parametrize(
    ("part", "value"), [("schema", "lexludi.odds/2"), ("deals", 0.5), ("bets", {"ante": {}}), ("more", 1)]
)
def test_the_schema_says_no_to_what_is_none(part: str, value: object) -> None:
    Draft202012Validator.check_schema(schema())
    found = json.loads(analyzed("mo/q-poker", "--bet", "pair-plus", "--format", "json"))
    with pytest.raises(ValidationError):
        Draft202012Validator(schema()).validate({**found, part: value})


def test_csv_has_a_row_for_each_outcome() -> None:
    found = json.loads(analyzed("mo/q-poker", "--format", "json"))
    rows = list(csv.DictReader(io.StringIO(analyzed("mo/q-poker", "--format", "csv"))))
    assert len(rows) == sum(len(bet["outcomes"]) for bet in found["bets"].values())
    assert sum(Fraction(row["probability"]) for row in rows if row["bet"] == "ante") == 1


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("zh", "持 Q-6-4（三張散牌）或以上時選「跟隨」。"),
        ("pt", "«jogar» com Q-6-4 (Três cartas diferentes) ou melhor."),
        ("en", "“play” with Q-6-4 (high card) or better."),
    ],
)
def test_the_threshold_in_words(language: str, sentence: str) -> None:
    from lexludi.exact.analysis import analyse

    asked = subject("mo/q-poker", bets=("ante",))
    (strategy,) = analyse(asked).strategies
    first, *_ = Figures(Teller(catalogue(language), asked.game.rules.glossary)).strategy(strategy)
    assert first == sentence


def compared(work: str, kind: str, *names: str) -> Comparison:
    asked = subject(work)
    return compare_settings(asked, changes(asked, (kind,), names))


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("mo/q-poker", "--compare-readings", "--compare-options"), marks=pytest.mark.soak),
        ("mo/q-poker", "--compare-readings", "--only", "packs", "--bet", "ante"),
        ("mo/baccarat@2004-05-18", "--compare-options", "--only", "ties"),
        pytest.param((str(CORPUS / "draw-to-total" / "1.en.ludi"), "--compare-options"), marks=pytest.mark.soak),
    ],
    ids=lambda a: "-".join(a)[-40:],
)
def test_json_of_comparisons_keeps_to_its_schema(arguments: tuple[str, ...]) -> None:
    found = json.loads(analyzed(*arguments, "--format", "json"))
    validator = Draft202012Validator(schema("odds-comparison-1"))
    validator.validate(found)
    for row in found["rows"]:
        assert row["kind"] in (a.removeprefix("--compare-").removesuffix("s") for a in arguments)
        for bet, effect in row["bets"].items():
            before, after = found["house_edge"].get(bet), effect["house_edge"]
            if before is not None and after is not None:
                assert Fraction(effect["difference"]) == Fraction(after) - Fraction(before)
        with pytest.raises(ValidationError):
            validator.validate({**found, "rows": [{**row, "value": 1}]})


def test_comparing_readings_tells_what_changes_and_what_is_left_open() -> None:
    found = compared("mo/q-poker", "reading", "run-order", "equal-hands", "not-qualified", "packs")
    rows = {(r.parameter.id, r.value): r for r in found.rows}
    assert not rows["run-order", "highest-card"].changes
    assert not rows["equal-hands", "push"].changes, "with one pack no hands are equal"
    half = rows["not-qualified", "keep-half"].effects
    assert not half["pair-plus"].changes
    assert half["ante"].difference == Fraction(10770107, 58167200)
    packs = rows["packs", 2].effects["ante"]
    assert packs.house_edge is None
    assert packs.unsettled == Fraction(23219, 172429725)


def test_comparing_one_option_goes_through_its_whole_range() -> None:
    found = compared("mo/baccarat@2004-05-18", "option", "packs")
    assert [row.value for row in found.rows] == [6, 7, 8, 9, 10, 11, 12]
    assert [row.changes for row in found.rows] == [True, True, False, True, True, True, True]
    assert [row.is_default for row in found.rows].index(True) == 2


def test_a_text_without_bets_is_not_analysed() -> None:
    with pytest.raises(NotAnalysed) as problem:
        subject(str(CORPUS / "amendment-sample" / "1.en.ludi"))
    sentences = {language: Teller(catalogue(language)).problem(problem.value) for language in ("zh", "pt", "en")}
    assert "並無任何投注" in sentences["zh"]
    assert "não tem apostas" in sentences["pt"]
    assert "has no bets" in sentences["en"]


@pytest.mark.parametrize(("language", "heading", "told"), [
    ("zh", "抄錄者之推斷（法律並無明文）", "  第九條(二)項優先於第九條(一)項；“莊家”例牌而"),
    ("pt", "Inferências de quem transcreveu, que a lei não diz", "  os passos do artigo 13.º precedem os do artigo 7"),
    ("en", "Inferences of the transcriber, which the law does not say", "  item 2 of article 9 prevails over item 1"),
])  # fmt: skip
def test_rules_and_odds_name_the_inferences_that_they_rest_on(
    language: str, heading: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Articles 9(2) and 13 of baccarat; 18(2), which replaces the commission, bears on odds only where it applies."""
    assert main(["show", "rules", "mo/baccarat", "--lang", language]) == 0
    shown = capsys.readouterr().out.split(heading)[1].split("\n\n")[0]
    assert told in shown
    assert shown.strip().count("\n") == 4
    assert main(["analyze", "mo/baccarat", "--bet", "tie", "--lang", language]) == 0
    assert told.strip() in capsys.readouterr().out
    for option, names_it in (("five-percent", False), ("half-on-six", True)):
        arguments = ["analyze", "mo/baccarat", "--bet", "tie", "--option", f"commission={option}", "--format", "json"]
        assert main(arguments) == 0
        found = json.loads(capsys.readouterr().out)["inferences"]
        assert {"inference": "precedes", "provision": "art_13", "other": "art_7"} in found
        assert any(row["provision"] == "art_18__para_2" for row in found) is names_it


def test_a_bet_is_analysed_with_what_is_named_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Six of three dice comes in ten of 216 throws, at fourteen to one; five and two may be named in either order."""
    code = main(["analyze", "xx/sic-bo", "--bet", "total/6", "--bet", "two-numbers/2+5", "--format", "json"])
    bets = json.loads(capsys.readouterr().out)["bets"]
    assert code == 0
    assert [(bet, entry["naming"], entry["expectation"]) for bet, entry in bets.items()] == [
        ("total", ["6"], str(Fraction(15 * 10, 216) - 1)),
        ("two-numbers", ["5+2"], str(6 * Fraction(30, 216) - 1)),
    ]


@pytest.mark.parametrize("bet", ["total/99", "small/3", "two-numbers/2", "total/"])
def test_a_bet_that_names_what_it_cannot_is_refused_with_its_provision(
    bet: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", "xx/sic-bo", "--bet", bet, "--lang", "en"]) == 1
    assert "[article 4, item" in capsys.readouterr().err
