"""Published schemas: every JSON that Lexludi writes keeps to one, and each says no to what has another form."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from lexludi.base.resources import package_folder
from lexludi.cli.main import main
from published import free_places, mistakes, schema_names, typical, validator

TESTS = Path(__file__).resolve().parent
DICE = str(TESTS / "corpus" / "valid" / "three-dice")
DRAW = str(TESTS / "corpus" / "valid" / "draw-to-total")
READING = str(TESTS / "generated" / "found" / "only-another-reading-reads-it")
SPLIT = str(TESTS / "generated" / "found" / "a-choice-put-once-that-splits")
RAW = TESTS / "witnesses" / "raw"
INVALID = TESTS / "corpus" / "invalid"
# A text with amendments that are not wholly known, run all the same.
UNKNOWN = ("mo/baccarat@2018-05-01", "--accept-unknown")
BET = ("play", "mo/q-poker", "--seed", "7", "--bet", "1:ante=10")

# For each schema, the commands whose JSON keeps to it.
OUTPUTS: dict[str, list[tuple[str, ...]]] = {
    "blame/1": [("blame", "mo/q-poker"), ("blame", "mo/baccarat@2018-04-24")],
    # Searched; left off at once; with a deal under another reading; with faults.
    "check/1": [("check", DICE), ("check", DICE, "--limit", "0.000001"), ("check", READING), ("check", str(INVALID))],
    "cited/1": [("show", "cited", DICE, "--text", "pt")],
    "collation/1": [("collate", "mo/q-poker", "--text", "zh", str(TESTS / "witnesses" / "q-poker-website.zh.ludi"))],
    "coverage/1": [
        ("coverage", DICE, "--rounds", "20"),
        ("coverage", "mo/q-poker", "--rounds", "20", "--text", "en"),
        ("coverage", *UNKNOWN, "--rounds", "2"),
        ("coverage", READING, "--rounds", "5"),
    ],
    "diff/1": [("diff", "mo/baccarat@2004-05-18", "mo/baccarat@2005-11-29")],
    "doctor/1": [("doctor",)],
    "history/1": [("log", "mo/q-poker"), ("log", "mo/baccarat")],
    "import/1": [
        ("import", str(RAW / "baccarat-forum.zh.txt"), "--work", "mo/baccarat", "--text", "zh"),
        ("import", str(RAW / "q-poker-gazette.zh+pt.md"), "--work", "mo/q-poker", "--text", "pt"),
    ],
    "kernel/1": [("show", "kernel", DICE), ("show", "kernel", "mo/q-poker", "--reading", "dealt-to=player")],
    "list/1": [("list",)],
    "odds/1": [("analyze", DICE), ("analyze", *UNKNOWN, "--bet", "tie")],
    "odds-comparison/1": [("analyze", "mo/baccarat@2004-05-18", "--compare-options", "--only", "ties")],
    "reach/1": [("coverage", "mo/q-poker", "--exact"), ("coverage", DRAW, "--exact", "--text", "en")],
    "rulebook/1": [("show", "rules", "mo/q-poker")],
    "simulation/1": [
        ("simulate", DICE, "--rounds", "50"),
        ("simulate", "mo/q-poker", "--rounds", "1", "--bet", "ante"),
        ("simulate", *UNKNOWN, "--rounds", "1", "--bet", "tie"),
    ],
    "syntax/1": [("show", "ast", DICE, "--text", "zh")],
    "text/1": [("at", "mo/q-poker"), ("at", "mo/baccarat", "2018-04-24")],
    "tokens/1": [("show", "tokens", DICE, "--text", "zh")],
    "trace/1": [
        (*BET, "--action", "1:play"),
        ("play", DICE, "--seed", "1", "--bet", "1:big=2"),
        # Choices for no hand, and of an amount.
        (
            "play",
            "xx/craps",
            "--cards",
            "1 3 2 2",
            "--bet",
            "pass-line=10",
            "--action",
            "1:odds=5",
            "--action",
            "1:no-bet",
        ),
        # Bets that name several items, hands that are divided, and hands that have come of a split.
        ("play", "xx/sic-bo", "--seed", "4", "--bet", "two-numbers/2+5=5"),
        ("play", "xx/pai-gow", "--seed", "3", "--bet", "main-bet=10", "--action", "1:1+2/3+4"),
        (
            *("play", "xx/blackjack", "--on", "2026-07-01", "--option", "splitting=offered", "--bet", "main-bet=10"),
            *("--cards", "8s Kh 8d 2c 9h 5s 5h 5d 6c 7c", "--action", "1:split"),
        ),
    ],
    "tree/1": [("show", "tree", DICE, "--text", "zh")],
}

# Where a schema leaves open what stands there: facts of a situation, arguments of a message, attributes of nodes.
OPEN = re.compile(r"(^|\.)(args|facts|values)(\.|$)")
# The form of differences promises that members may be added within a version.
GROWING = {"diff/1"}

# Not of a command: lines of files, what takes the time of the machine (see test_simulation), what programs ask and get.
ELSEWHERE = {"checkpoint/1", "bench/1", "question/1", "answer/1"}
# The form in which rules are kept and handed on between parts of one installation; no output.
WITHIN = {"rules/1"}


def written(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> Any:
    code = main([*arguments, "--format", "json", "--lang", "en"])
    out, err = capsys.readouterr()
    assert code in (0, 1), err
    return json.loads(out)


def test_every_name_of_a_schema_in_the_sources_is_published() -> None:
    named = set()
    for path in package_folder().rglob("*.py"):
        named |= set(re.findall(r'"lexludi\.([a-z-]+/\d+)"', path.read_text("utf-8")))
    assert sorted(named - WITHIN) == schema_names()
    assert OUTPUTS.keys() | ELSEWHERE == named - WITHIN


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_keeps_to_its_schema_and_the_schema_to_the_output(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in OUTPUTS[name]:
        data = written(arguments, capsys)
        assert data["schema"] == f"lexludi.{name}"
        assert mistakes(name, data) == [], arguments
        data = typical(name, data)
        free = {place for place in free_places(name, data) if not OPEN.search(place)}
        if name in GROWING:
            free = {place for place in free if not place.endswith(".bonus")}
        assert free == set(), arguments
        for member in validator(name).schema["required"]:
            assert mistakes(name, {key: value for key, value in data.items() if key != member}), member


def test_a_bet_beside_which_no_other_stands_has_shares_where_its_hand_may_be_split(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """All parts are of the same bet, so that one row tells what they are worth."""
    data = written(("analyze", SPLIT), capsys)
    assert [share["bet"] for share in data["bets"]["bet-1"]["shares"]] == ["bet-1"]
    assert mistakes("odds/1", data) == []


# A run of one bet, one of all bets, and one in which equal hands of two packs end by a reading.
BY_READING = ("mo/q-poker", "--bet", "ante", "--reading", "packs=2", "--reading", "equal-hands=push")


@pytest.mark.parametrize(
    ("run", "rounds"), [((DICE, "--bet", "big"), 10), ((DICE,), 10), ((*BY_READING, "--seed", "1"), 50_000)]
)
def test_lines_of_checkpoints_keep_to_their_schema(
    run: tuple[str, ...], rounds: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds.jsonl"
    chunks = ("--rounds", str(3 * rounds), "--chunk", str(rounds), "--engine", "inline")
    written(("simulate", *run, *chunks, "--checkpoint", str(file)), capsys)
    rows = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert len(rows) == 3
    assert any("by_reading" in end for row in rows for end in row["sums"]["bets"].get("ante", ())) == ("ante" in run)
    for row in rows:
        assert mistakes("checkpoint/1", row) == []
        assert free_places("checkpoint/1", row) == set()


def test_a_place_that_is_left_free_is_told() -> None:
    """The check itself: a member of no given form is found."""
    data = {"schema": "lexludi.rulebook/1", "rules": [{"kind": "a", "rule": "b", "provisions": []}]}
    assert free_places("rulebook/1", data) == set()
    node = {"node": "Text", "span": [0, 1], "eid": "", "value": 1}
    assert free_places("syntax/1", {"schema": "lexludi.syntax/1", "document": node}) == set()
