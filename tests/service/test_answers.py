"""Answers to other programs: by the forms that are published, with eIds and URIs; hostile questions get a sentence."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from lexludi.base.resources import cache_folder, data_folder, package_folder
from lexludi.cli.main import main
from lexludi.service.answers import answer
from lexludi.service.questions import KINDS, MAX_BYTES
from published import mistakes

Q_POKER = "/akn/mo/act/despacho-regulamentar-externo/2004-12-31/89"
BACCARAT = "/akn/mo/act/despacho-regulamentar-externo/2004-05-12/55"
ANTE = {"action": "bet", "bettor": "player-1", "holder": "box-1", "bet": "ante", "stake": 10}


def asked(kind: str, **question: Any) -> dict[str, Any]:
    answered = answer(kind, json.dumps(question).encode())
    assert mistakes("answer/1", answered) == []
    return answered


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    main([*arguments, "--format", "json", "--lang", "en"])
    return json.loads(capsys.readouterr().out)


def test_the_text_on_a_day_is_that_of_the_command_with_its_uri_and_eids(capsys: pytest.CaptureFixture[str]) -> None:
    answered = asked("text", work="mo/baccarat", on="2004-06-01", text="pt")
    assert answered["answer"] == printed(capsys, "at", "mo/baccarat", "2004-06-01", "--text", "pt")
    assert answered["expressions"] == [f"{BACCARAT}/por@2004-05-18"]
    assert {"art_9__point_4__point_6", "art_17__para_1"} <= set(answered["provisions"])


def test_a_text_that_is_sent_is_checked_with_the_terms_of_a_work() -> None:
    text = (data_folder("regulations") / "mo" / "q-poker" / "2005-01-18.en.ludi").read_text("utf-8")
    well = asked("check", source=text, text="en", work="mo/q-poker")
    assert well["expressions"] == [f"{Q_POKER}/eng@2005-01-18"]
    assert well["answer"]["diagnostics"] == []
    assert mistakes("check/1", well["answer"]) == []
    misspelt = text.replace("then “pair plus” loses.", "then “pear plus” loses.")
    ill = asked("check", source=misspelt, text="en", work="mo/q-poker")
    (found,) = (each for each in ill["answer"]["diagnostics"] if each["severity"] == "error")
    assert found["labels"][0]["eid"] == "art_9__point_1"


@pytest.mark.parametrize(("before", "end"), [("\ufeff", "\n"), ("", "\r"), ("", "\r\n")])
def test_a_text_that_is_sent_is_read_as_a_file_is(before: str, end: str) -> None:
    """Its mark of Unicode is no word, and each end of a line one."""
    text = (data_folder("regulations") / "mo" / "q-poker" / "2005-01-18.en.ludi").read_text("utf-8")
    sent = asked("check", source=before + text.replace("\n", end), text="en", work="mo/q-poker")
    assert sent == asked("check", source=text, text="en", work="mo/q-poker")


def test_a_difference_names_the_provisions_of_both_texts() -> None:
    sides = [{"work": "mo/baccarat", "on": day} for day in ("2004-05-18", "2005-11-29")]
    answered = asked("diff", before=sides[0], after=sides[1], layers=["words"])
    assert answered["expressions"] == [f"{BACCARAT}/zho@2004-05-18", f"{BACCARAT}/zho@2005-11-29"]
    assert {eid.partition("__")[0] for eid in answered["provisions"]} == {"art_18", "art_19"}
    assert mistakes("diff/1", answered["answer"]) == []


def test_an_option_that_is_given_as_a_reading_is_refused_in_a_difference_too() -> None:
    side = {"work": "mo/baccarat", "readings": {"commission": "five-percent"}}
    (key,) = {
        asked("diff", before=side, after={"work": "mo/baccarat"})["problem"]["key"],
        asked("analyze", **side)["problem"]["key"],
    }
    assert key in ("unknown-reading", "no-readings")


def test_a_round_is_told_with_what_may_come_next_and_then_with_its_record() -> None:
    begun = asked("play", work="mo/q-poker", seed=7, actions=[ANTE, {"action": "deal"}])
    (decision,) = begun["answer"]["decisions"]
    assert decision["alternatives"]
    choice = {"action": "choose", "bettor": "player-1", "holder": "box-1", "choice": "surrender"}
    ended = asked("play", work="mo/q-poker", seed=7, actions=[ANTE, {"action": "deal"}, choice])
    assert ended["answer"]["stage"] == "over"
    assert "art_9__point_3" in ended["provisions"]
    assert ended["expressions"] == [ended["answer"]["record"]["uri"]] == [f"{Q_POKER}/zho@2005-01-18"]
    assert mistakes("trace/1", ended["answer"]["record"]) == []


@pytest.mark.parametrize(
    ("settings", "origins"),
    [
        # Nobody chose: the work is played, and not as one of its texts, which has a stance of its own on two readings.
        ({}, {}),
        # The default of the work, but asked for.
        ({"readings": {"dealt-to": "box"}}, {"dealt-to": "choice"}),
        ({"text": "zh"}, {"holding-limit": "text", "exposed-dealer-card": "text"}),
    ],
)
def test_a_reading_is_told_to_be_chosen_where_it_was(settings: dict[str, Any], origins: dict[str, str]) -> None:
    choice = {"action": "choose", "bettor": "player-1", "holder": "box-1", "choice": "surrender"}
    ended = asked("play", work="mo/q-poker", seed=7, actions=[ANTE, {"action": "deal"}, choice], **settings)
    assert ended["answer"]["record"].get("origins", {}) == origins


def test_odds_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    answered = asked("analyze", work="mo/q-poker", bets=["pair-plus"])
    assert answered["answer"] == printed(capsys, "analyze", "mo/q-poker", "--bet", "pair-plus")
    assert answered["expressions"] == [f"{Q_POKER}/zho@2005-01-18"]
    assert "art_10__point_1" in answered["provisions"]


# ── Hostile questions ───────────────────────────────────────────────────────

HOSTILE: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"{}" * 2,
    b'{"work": "mo/q-poker", "work": "mo/baccarat"}',
    b'{"work": NaN}',
    b"[" * 50_000,
    b'{"a":' * 50_000,
    b'{"work": "' + b"a" * MAX_BYTES + b'"}',
    b'{"work": "mo/q-poker\\u0000"}',
    b'{"work": "\\ud800", "language": "\\ud800"}',
    *(
        json.dumps({"work": work} | {side: {"work": work} for side in ("before", "after")}).encode()
        for work in ("/etc/passwd", "../../etc/passwd", "file:///etc/passwd", "~", "-", "mo/q-poker/2005-01-18.zh.ludi")
    ),
    json.dumps({"work": "mo/q-poker", "readings": {"packs": 100_000}}).encode(),
    json.dumps({"work": "mo/q-poker", "options": {"boxes": 100_000}, "actions": [ANTE, {"action": "deal"}]}).encode(),
    json.dumps({"work": "mo/q-poker", "actions": [{"action": "bet", "stake": "1/0"}]}).encode(),
    json.dumps({"work": "mo/q-poker", "on": "9999-12-31"}).encode(),
    json.dumps({"source": "republished.\n" * 10, "text": "en"}).encode(),
    json.dumps({"source": "«" * 99_000, "text": "zh"}).encode(),
    json.dumps({"source": "regulation: ../../../etc/passwd\namends: /etc/passwd\n", "text": "en"}).encode(),
]


class Watch:
    """The files that this process opens, while it is on; what watches cannot be taken away again."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.on = False
        sys.addaudithook(self._note)

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.on and event == "open" and isinstance(arguments[0], str | bytes):
            self.opened.append(str(Path(os.fsdecode(arguments[0])).resolve()))


@pytest.fixture(scope="module")
def watch() -> Watch:
    return Watch()


# All kinds are read by one reader; those whose questions reach furthest are asked in every run.
OFTEN = ("check", "play")
SELDOM = [pytest.param(kind, marks=pytest.mark.soak) for kind in KINDS if kind not in OFTEN]


@pytest.mark.parametrize("kind", [*OFTEN, *SELDOM])
def test_a_hostile_question_gets_a_sentence_and_opens_no_file_outside(kind: str, watch: Watch) -> None:
    inside = [package_folder(), data_folder("grammar"), data_folder("regulations"), cache_folder().resolve()]
    # And what Python itself opens: its modules, the time zones of the machine, the memory that it takes.
    inside += [Path(place).resolve() for place in (sys.prefix, sys.base_prefix, *sys.path[1:], "/usr/share/zoneinfo")]
    inside += [Path("/proc/self/statm").resolve()]
    watch.opened.clear()
    for question in HOSTILE:
        watch.on = True
        answered = answer(kind, question)
        watch.on = False
        assert mistakes("answer/1", answered) == [], question[:80]
        told = json.dumps(answered)
        assert "Traceback" not in told
        assert "root:" not in told  # as the file of users has it
        assert answered.get("problem", {}).get("key") != "internal", question[:80]
    outside = [file for file in watch.opened if not any(Path(file).is_relative_to(folder) for folder in inside)]
    assert outside == []


def test_a_text_is_not_given_in_another_language_than_the_one_demanded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "xx" / "alone"
    work.mkdir(parents=True)
    (work / "2031-01-01.en.ludi").write_text("regulation: xx/alone\ninvented example, not law.\n", "utf-8")
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path))
    assert asked("text", work="xx/alone", text="pt")["problem"]["key"] == "no-text-in-language"
    assert asked("text", work="xx/alone", language="pt")["answer"]["language"] == "en"


def test_a_fault_of_ours_is_told_by_its_kind_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("secret of the process")

    monkeypatch.setattr("lexludi.service.answers.expression_of", fail)
    answered = asked("text", work="mo/q-poker")
    assert answered["problem"]["key"] == "internal"
    assert answered["problem"]["of_machine"]
    assert "secret" not in json.dumps(answered)


def test_a_text_is_checked_where_no_work_is_on_the_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path))
    answered = asked("check", source="nonsense\n", text="en")
    assert "unexpected-text" in {each["code"] for each in answered["answer"]["diagnostics"]}


def test_exact_odds_have_as_many_seconds_as_there_are() -> None:
    """In a millionth of a second no bet is analysed; in a minute each of them is."""
    question = json.dumps({"work": "mo/q-poker"}).encode()
    short, long = answer("analyze", question, 0.000001)["answer"], answer("analyze", question)["answer"]
    assert (len(short["bets"]), len(short["not_analysed"])) == (0, len(long["bets"]))
    assert "not_analysed" not in long
