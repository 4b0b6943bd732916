"""Manners of the command line: lists, suggestions, the standard input, forms for services, narrow terminals."""

import io
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from rich.table import Table
from rich.text import Text

from lexludi.base.diagnostics import Label, note
from lexludi.base.messages import catalogue
from lexludi.base.nearest import nearest
from lexludi.base.resources import package_folder, shelves
from lexludi.base.source import Source, Span
from lexludi.cli import main
from lexludi.cli.annotations import sarif
from lexludi.cli.main import chosen_language
from lexludi.cli.output import progress, write_table

Q_POKER = shelves()[0] / "mo" / "q-poker"
DICE = Path(__file__).parent / "corpus" / "valid" / "three-dice"
PLAY = ("play", "mo/q-poker", "--seed", "1", "--bet", "1:ante=5")


class Piped(io.TextIOWrapper):
    """A standard input that holds some bytes."""

    def __init__(self, content: bytes) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main([*arguments, "--lang", "en"])
    out, err = capsys.readouterr()
    return code, out, err


def validated(name: str, text: str) -> Any:
    """The JSON of a command, valid by its published schema."""
    data = json.loads(text)
    schema = json.loads((package_folder() / "schemas" / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert data["schema"] == schema["properties"]["schema"]["const"]
    assert [error.message for error in Draft202012Validator(schema).iter_errors(data)] == []
    for member in schema["required"]:
        without = {key: value for key, value in data.items() if key != member}
        assert list(Draft202012Validator(schema).iter_errors(without)), f"{member} is missing"
    assert list(Draft202012Validator(schema).iter_errors({**data, "bonus": 1})), "a member too many"
    return data


# ── list and doctor ─────────────────────────────────────────────────────────


def test_the_shelf_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "list")
    assert code == 0
    assert "mo/q-poker: Official Rules of “Q Poker”" in out
    assert "2005-01-18, Portuguese: Authentic text; copy compared with the gazette." in out
    code, out, _ = run(capsys, "list", "--format", "json")
    data = validated("list-1", out)
    works = {work["work"]: work for work in data["works"]}
    assert works["mo/baccarat"]["days"][0] == "2004-05-18"
    assert works["mo/baccarat"]["wholly-known"] == "2005-11-29"
    assert {text["language"]: text["standing"] for text in works["mo/q-poker"]["texts"]} == {
        "zh": "authentic",
        "pt": "authentic",
        "en": "translation",
    }


def test_a_shelf_without_works_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "list", "--shelf", str(tmp_path)) == (0, f"There are no regulations in: {tmp_path}\n", "")


def test_a_text_without_a_day_is_listed_with_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "xx" / "undated"
    folder.mkdir(parents=True)
    text = "regulation: undated\ninvented example, not law.\n\nArticle 1\n  words.\n"
    (folder / "1.en.ludi").write_text(text, "utf-8")
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path))
    code, out, _ = run(capsys, "list", "--format", "json")
    (work,) = (work for work in validated("list-1", out)["works"] if work["work"] == "xx/undated")
    assert (code, work["days"], work["wholly-known"], work["texts"][0]["version"]) == (0, [], None, "1")


def test_the_doctor_tells_of_the_shelf_the_cache_and_the_extras(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, out, _ = run(capsys, "doctor", "--format", "json")
    assert code == 0
    data = validated("doctor-1", out)
    assert data["shelves"][0]["works"][:2] == ["mo/baccarat", "mo/q-poker"]
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(data["extras"]) == set(project["optional-dependencies"])
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path / "nowhere"))
    monkeypatch.setattr("lexludi.cli.doctor.find_spec", lambda name: None)
    code, out, _ = run(capsys, "doctor")
    assert code == 1
    assert "works: –" in out
    assert "pip install 'lexludi[fast]'" in out


# ── Did you mean ────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("play", "mo/q-pokr"), "mo/q-poker"),
        (("play", "q-poker"), "mo/q-poker"),
        (("analyze", "mo/bacarat"), "mo/baccarat"),
        ((*PLAY, "--bet", "1:pair-plsu=5"), "pair-plus"),
        ((*PLAY, "--action", "1:plya"), "play"),
        ((*PLAY, "--option", "dealin=shoe"), "dealing"),
        ((*PLAY, "--reading", "paks=2"), "packs"),
        ((*PLAY, "--reading", "equal-hands=pus"), "push"),
        ((*PLAY, "--option", "dealing=shufler"), "shuffler"),
        ((*PLAY, "--event", "expsed-card"), "exposed-card"),
        ((*PLAY, "--act", "player-1:hold-crads"), "hold-cards"),
        ((*PLAY, "--status", "player-1=standin"), "standing"),
        (("chek",), "check"),
        (("play", "mo/q-poker", "--sed", "1"), "--seed"),
        (("show", "rulse", "mo/q-poker"), "rules"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[-2:]),
)
def test_a_misspelt_name_is_answered_with_the_one_meant(
    arguments: tuple[str, ...], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *arguments)
    assert code in (1, 2)
    assert f"did you mean {meant}?" in err


def test_a_status_that_is_given_to_nobody_who_bets_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """In baccarat those who bet are called bettors, and no player is at the table whose status could count."""
    play = ("play", "mo/baccarat", "--seed", "3", "--bet", "banker=10", "--rounds", "2")
    code, out, err = run(capsys, *play, "--status", "player-1=standing")
    assert (code, err) == (1, "lexludi: “player-1”, to whom --status gives a status, never bets\n")
    assert "Round 2" in out
    assert run(capsys, *play, "--status", "bettor-1=standing")[::2] == (0, "")


def test_a_work_that_is_like_none_is_answered_with_all(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "play", "bridge")
    assert code == 1
    assert "there are: mo/baccarat, mo/q-poker, xx/blackjack, xx/caribbean-stud" in err


def test_what_is_like_nothing_suggests_nothing() -> None:
    assert nearest("frobnicate", ["play", "surrender"]) == []
    assert nearest("", ["play"]) == []
    assert nearest("x", []) == []


@pytest.mark.parametrize("seed", ["-1", "-9" * 20, "1.5", "x"])
def test_a_seed_is_no_negative_number(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "play", "mo/q-poker", "--seed", seed)
    assert code == 2
    assert "None" not in err


# ── The standard input ──────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["zh", "pt", "en"])
def test_a_text_may_come_through_a_pipe(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its language is seen from its form; the glossaries are those of the current folder."""
    content = (Q_POKER / f"2005-01-18.{language}.ludi").read_bytes()
    monkeypatch.chdir(Q_POKER)

    def piped(*arguments: str, given: bytes = content) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", Piped(given))
        return run(capsys, *arguments)

    code, out, err = piped("check", "-", "--format", "json")
    data = json.loads(out)
    assert code == 0
    assert err == "Of the standard input form and meaning are checked; no rounds are searched.\n"
    assert [(text["language"], text["work"]) for text in data["texts"]] == [(language, "mo/q-poker")]
    assert piped("check", "-", "--quiet", "--format", "line")[2] == ""
    code, out, _ = piped("fmt", "--check", "-")
    assert (code, out) == (0, "")
    monkeypatch.setattr(sys, "stdin", Piped(content + b"\n\n\n"))
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr().out.encode() == content
    code, out, _ = piped("show", "rules", "-", "--format", "json")
    assert code == 0
    assert len(json.loads(out)["rules"]) > 20


def test_from_which_line_on_a_text_is_not_in_canonical_form_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Another end of a line is a difference too, and does not show."""
    first, rest = (Q_POKER / "2005-01-18.pt.ludi").read_bytes().split(b"\n", 1)
    text = tmp_path / "2005-01-18.pt.ludi"
    text.write_bytes(first + b"\n" + rest.replace(b"\n", b"\r\n"))
    code, out, _ = run(capsys, "fmt", "--check", str(text))
    assert (code, out) == (1, f"Not in canonical form: {text}, from line 2 on\n")


@pytest.mark.parametrize("arguments", [("fmt", "-"), ("--lang", "pt", "fmt", "-")])
def test_what_is_wrong_with_a_text_does_not_go_into_the_file_that_takes_its_form(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = (Q_POKER / "2005-01-18.zh.ludi").read_text("utf-8").replace("接受下注", "接受賭注")
    monkeypatch.chdir(Q_POKER)
    monkeypatch.setattr(sys, "stdin", Piped(content.encode()))
    code = main(arguments)
    written = capsys.readouterr()
    assert (code, written.out) == (1, "")
    assert "unexpected-text" in written.err


def test_the_standard_input_is_read_alone(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "fmt"):
        code, _, err = run(capsys, command, "-", "mo/q-poker")
        assert code == 2
        assert "read alone" in err


# ── Forms for services ──────────────────────────────────────────────────────


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "1.en.ludi"
    path.write_text("regulation: example\ninvented example, not law.\n\nArticle 1 Bets\n  «ante» is a bett.\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return path


def test_github_is_told_file_line_and_column(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", broken.name, "--format", "github")
    assert code == 1
    first = out.splitlines()[0]
    assert first.startswith("::error title=")
    assert ",file=1.en.ludi,line=5,endLine=5,col=" in first


def test_sarif_has_a_result_for_each_diagnostic(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", broken.name, "--format", "json")
    diagnostics = json.loads(out)["diagnostics"]
    code, out, _ = run(capsys, "check", broken.name, "--format", "sarif")
    assert code == 1
    log = json.loads(out)
    (only,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert [result["ruleId"] for result in only["results"]] == [d["code"] for d in diagnostics]
    for result, diagnostic in zip(only["results"], diagnostics, strict=True):
        region = result["locations"][0]["physicalLocation"]["region"]
        start = diagnostic["labels"][0]["start"]
        assert (region["startLine"], region["startColumn"]) == (start["line"], start["column"])
        assert only["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


def test_the_name_of_a_file_is_a_uri_in_sarif() -> None:
    """RFC 3986: a space is %20, `#` is %23, and ã, in UTF-8, %C3%A3."""
    found = note("empty-range", Label(Source("jogos/a #1 não.pt.ludi", "pt", "a"), Span(0, 1)))
    (result,) = sarif([found], catalogue("en"))["runs"][0]["results"]
    (place,) = result["locations"]
    assert place["physicalLocation"]["artifactLocation"] == {"uri": "jogos/a%20%231%20n%C3%A3o.pt.ludi"}


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "C", "LANG": "pt_PT.UTF-8"}, "en"),
        ({"LC_ALL": "zh_TW.UTF-8", "LC_MESSAGES": "pt_PT", "LANG": "en_GB"}, "zh"),
        ({"LC_ALL": "", "LC_MESSAGES": "pt_PT", "LANG": "zh_TW"}, "pt"),
        ({"LC_MESSAGES": "POSIX", "LANG": "zh_TW"}, "en"),
        ({"LANG": "pt_BR"}, "pt"),
        ({"LEXLUDI_LANG": "zh", "LC_ALL": "pt_PT"}, "zh"),
        ({"LEXLUDI_LANG": "fr", "LC_ALL": "pt_PT"}, "pt"),
        ({}, "en"),
    ],
)
def test_the_first_variable_of_the_system_that_is_set_decides_the_language(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """POSIX, 8.2: LC_ALL, if it is set and not empty, else LC_MESSAGES, else LANG."""
    for name in ("LEXLUDI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert chosen_language([]) == language


def test_of_two_languages_that_are_asked_for_the_last_prevails_in_messages_as_in_texts() -> None:
    assert chosen_language(["--lang", "en", "list", "--lang=pt"]) == "pt"
    assert chosen_language(["--lang=pt", "list", "--lang", "nothing"]) == "pt"


def test_quiet_prints_only_what_is_wrong(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = str(Q_POKER / "2005-01-18.en.ludi")
    assert run(capsys, "fmt", "--quiet", "--check", text)[:2] == (0, "")
    assert run(capsys, "fmt", "--quiet", "--lang", "zh", "mo/baccarat")[2] == ""
    code, out, _ = run(capsys, "check", "--quiet", broken.name)
    assert code == 1
    assert "Texts:" not in out
    assert "error[" in out


# ── Narrow terminals ────────────────────────────────────────────────────────


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 120])
def test_no_number_is_cut_or_wrapped(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = ["302,890,512,000", "−128/5525", "16.9412%"]
    table = Table()
    table.add_column("Words")
    for name in ("Ways", "Exact", "Share"):
        table.add_column(name, justify="right")
    table.add_row("a pair of queens against king high", *numbers)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    write_table(table, catalogue("en"))
    shown = capsys.readouterr().out
    for number in numbers:
        assert number in shown, shown


def test_no_word_is_broken_where_the_words_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In 80 columns; the frame of seven columns takes 22, and their longest words 9 + 11 + 5 + 8 + 9 + 5 + 11 = 58."""
    headings = ["Apostador", "Aposta", "Lugar", "Valor apostado", "Resultado", "Saldo", "Disposições"]
    row = [
        "jogador n.º 1",
        "Par e combinações vitoriosas",
        "lugar n.º 1",
        "10",
        "perda",
        "−10",
        "artigo 9.º, alínea 6)",
    ]
    table = Table()
    for heading in headings:
        table.add_column(
            heading, justify="right" if heading in ("Valor apostado", "Saldo") else "left", overflow="fold"
        )
    table.add_row(*row)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    write_table(table, catalogue("pt"))
    lines = [Text.from_ansi(line).plain for line in capsys.readouterr().out.splitlines()]
    assert {len(line) for line in lines} == {80}
    words = {word for line in lines for word in line.split()}
    assert {word for cell in (*headings, *row) for word in cell.split()} <= words


@pytest.mark.parametrize("name", ["two [red]", "two [/red]", "two :game_die:"])
def test_a_name_stands_in_tables_and_beside_progress_as_it_is(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """“two [red]” and “two [black]” are two bets, not one called “two”; and no folder of such a name ends a command."""
    table = Table()
    table.add_column("Bet")
    table.add_row(name)
    write_table(table, catalogue("en"))
    assert name in capsys.readouterr().out
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress("Checking") as step:
        step(name)  # which raised nothing


# ── Forms that hold findings, or data, alone ────────────────────────────────


def test_a_stage_of_a_text_with_errors_is_data_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The errors stand beside the data, which would be no JSON with them."""
    broken = tmp_path / "2026-01-01.en.ludi"
    broken.write_text("regulation: xx/mine\nFoo bar.\n", "utf-8")
    code, out, err = run(capsys, "show", "tokens", str(broken), "--format", "json")
    assert code == 1
    assert json.loads(out)["schema"] == "lexludi.tokens/1"
    assert "error[" in err


@pytest.mark.parametrize("form", [("--format", "line"), ("--format", "github"), ("--format", "sarif"), ("--quiet",)])
def test_a_strict_check_that_fails_for_what_is_left_open_says_so(
    form: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """In a millionth of a second nothing is searched to the end; the text itself has no fault."""
    code, _, err = run(capsys, "check", str(DICE), "--strict", "--limit", "0.000001", *form)
    assert code == 1
    assert "three-dice" in err
