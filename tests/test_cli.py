"""The command line at a terminal, in a pipe, in another encoding, and given nonsense."""

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import pytest

from lexludi.base.errors import UnsettledCase
from lexludi.base.messages import catalogue
from lexludi.base.source import display_width
from lexludi.cli import main
from lexludi.cli.play import _play
from lexludi.cli.rounds import Script, show_table
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import load
from lexludi.play.telling import Teller
from small import DIE, STAYING, WAVING, folder_of, game_of

# What a command prints, by its arguments and what it finds in the environment.
Printed = Callable[..., str]
PROGRAM = [sys.executable, "-m", "lexludi"]
PATIENCE = 60.0
CARDS = ("--cards", "Qs Kh Qd 7c 9h 2s")
PLAY = ("play", "mo/q-poker", *CARDS, "--bet", "1:ante=10", "--action", "1:play")


def environment(**changes: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LEXLUDI_DEBUG", "LEXLUDI_LANG")}
    return kept | {"LANG": "C.UTF-8", "TERM": "dumb", "COLUMNS": "120"} | changes


# ── At a terminal ───────────────────────────────────────────────────────────


# A test run in the background ignores interruptions, and so would what it starts.
_AT_A_TERMINAL = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from lexludi.cli import main
sys.exit(main())
"""


class Terminal:
    """A command at a pseudo-terminal; nothing is waited for longer than `PATIENCE`."""

    def __init__(self, *arguments: str, output: IO[str] | None = None) -> None:
        self.master, slave = pty.openpty()
        command = [sys.executable, "-c", _AT_A_TERMINAL, *arguments]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=output or slave, stderr=slave, env=environment(), start_new_session=True
        )
        os.close(slave)
        self.shown = ""

    def read_until(self, awaited: str) -> str:
        """What is printed from now on until some words, or to the end when they are empty."""
        found, deadline = b"", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if not select.select([self.master], [], [], 0.1)[0]:
                continue
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # the other side is closed
                break
            found += piece
            if not piece or (awaited and found.decode("utf-8", "ignore").endswith(awaited)):
                break
        text = found.decode("utf-8", "replace").replace("\r\n", "\n")
        self.shown += text
        assert not awaited or text.endswith(awaited), f"waited for {awaited!r} and saw:\n{text}"
        return text

    def type(self, line: str) -> str:
        """Type a line; what is printed until the next question, or to the end."""
        os.write(self.master, f"{line}\n".encode())
        return self.read_until("> ")

    def end(self, line: str) -> str:
        """Type the last line; what is printed to the end."""
        os.write(self.master, f"{line}\n".encode())
        return self.read_until("")

    def close(self) -> int:
        """Wait for the end; the exit code."""
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            os.close(self.master)


@pytest.fixture
def table() -> Iterator[Terminal]:
    """Q Poker with known cards, before the bets."""
    terminal = Terminal("play", "mo/q-poker", *CARDS, "--lang", "en")
    terminal.read_until("> ")
    yield terminal
    if terminal.process.poll() is None:
        terminal.process.kill()
        terminal.process.wait(PATIENCE)


def test_the_bet_that_is_given_as_an_example_names_what_it_must() -> None:
    terminal = Terminal("play", "xx/keno", "--seed", "1", "--lang", "en")
    assert "for example one-number/80=10;" in terminal.read_until("> ")
    terminal.type("one-number/80=10")
    terminal.type("ten-numbers/1+2+3+4+5+6+7+8+9+10=5")
    played = " ".join(terminal.end("").split())
    assert "player 1 bets 10 on one number, naming 80" in played
    assert "player 1 bets 5 on ten numbers, naming 10+9+8+7+6+5+4+3+2+1" in played
    assert terminal.close() == 0


@pytest.mark.parametrize("accepting", ["", "  bets are accepted.\n"])
def test_a_round_without_bets_is_played_at_a_terminal_and_asks_for_none(
    accepting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    game = game_of(DIE.replace("  “big” is a bet.\n", f"{accepting}  “banker” throws “die”.\n"))
    round_ = game.new_round(seed=1)
    _play(round_, Script(), Teller.of(game.rules, catalogue("en")))
    assert round_.is_over


def test_a_round_without_an_end_is_given_up_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bet, the deal, a throw and seventeen choices are twenty moves; the choice is not asked for again."""
    monkeypatch.setattr("lexludi.play.process.MAX_MOVES", 20)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    typed = iter(["ante=1", "", *["wave"] * 17])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    game = game_of(WAVING)
    with pytest.raises(UnsettledCase, match="too-many-repetitions"):
        _play(game.new_round(seed=1), Script(), Teller.of(game.rules, catalogue("en")))
    assert not [*typed]


# A term that no glossary has, and a title, with what would write in red, name the window, or turn the direction.
OBEYED = (
    "regulation: game\ntitle: A\x1b]0;b\x07\ninvented example, not law.\n\nArticle 1\n  “c\x1b[31md\u202ee” is a bet.\n"
)


def test_a_terminal_obeys_nothing_that_a_text_has_in_it(tmp_path: Path) -> None:
    (tmp_path / "1.en.ludi").write_text(OBEYED, "utf-8")
    check = ("check", str(tmp_path), "--lang", "en")
    terminal = Terminal(*check)
    shown = terminal.read_until("")
    assert terminal.close() == 1
    assert "unknown term “c\ufffd[31md\ufffde”" in shown
    assert not {"\x1b", "\x07", "\u202e"} & {*shown}
    # Into a file the words go as they are.
    assert "unknown term “c\x1b[31md\u202ee”" in run(*check).stdout.decode()


def test_the_name_of_whoever_bets_is_not_obeyed_in_a_table() -> None:
    terminal = Terminal("play", "xx/sic-bo", "--cards", "2 5 1", "--bet", "a%1b%5b31mb%07@big=10", "--lang", "en")
    shown = re.sub("\x1b\\[[0-9;]*m", "", terminal.read_until(""))  # headings are bold
    assert terminal.close() == 0
    assert "a\ufffd[31mb\ufffd bets 10 on big" in shown
    assert "│ a\ufffd[31mb\ufffd │" in shown
    assert not {"\x1b", "\x07"} & {*shown}


def test_a_round_is_played_by_typing(table: Terminal) -> None:
    assert "pair-plus" in table.shown, "the bets are named"
    assert "box-1:pair-plus=10" in table.shown, "and an example given"
    table.type("1:ante=10")
    table.type("1:pair-plus=5")
    assert "play or surrender" in table.type("")
    outcome = table.end("play")
    assert "player 1 wins 10 on ante" in outcome
    assert "[article 9, item 7, subitem 4" in outcome
    assert table.close() == 0


def test_of_a_hand_of_which_a_part_lies_open_the_rest_is_shown_as_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    """In Caribbean stud the dealer has five cards, the first of them face up."""
    game = load("xx/caribbean-stud")
    round_ = game.new_round(cards="2s 3s 4s 5s 7h Kh 9d 8d 6c 2c")
    round_.apply(PlaceBet("player-1", "", "ante", 10))
    round_.apply(Deal())
    show_table(round_, Teller.of(game.rules, catalogue("en")), "player-1")
    assert capsys.readouterr().out.splitlines() == ["  player 1: 2♠ 3♠ 4♠ 5♠ 7♥", "  dealer: K♥ ?? ?? ?? ??"]


def test_the_dealer_s_cards_are_hidden_before_the_choice_and_what_is_refused_is_asked_again(table: Terminal) -> None:
    table.type("1:ante=10")
    table.type("")
    assert "box 1: Q♠ Q♦ 9♥" in table.shown
    assert "dealer: ?? ?? ??" in table.shown
    late = table.type("1:pair-plus=5")
    assert "as things stand, player 1 must not bet 5 on “pair plus” [article 6, item 2]" in late
    assert "play or surrender" in late, "the question is asked again"
    assert "“double” is not among the choices: play and surrender" in table.type("double")
    assert not re.search("[K72][♠♥♣♦]", table.shown)
    ended = table.end("s")
    assert "surrenders" in ended, "a beginning of a choice is enough"
    assert "dealer’s hand is turned up: K♥ 7♣ 2♠" in ended
    assert table.close() == 0


def test_questions_do_not_go_into_the_file_that_takes_the_answer(tmp_path: Path) -> None:
    with (tmp_path / "round.json").open("w+") as file:
        table = Terminal("play", "mo/q-poker", *CARDS, "--lang", "en", "--format", "json", output=file)
        table.read_until("> ")
        table.type("1:ante=10")
        assert "play or surrender" in table.type("")
        table.end("play")
        assert table.close() == 0
        file.seek(0)
        assert [bet["net"] for bet in json.load(file)["bets"]] == ["10"]


BAD_BETS = {
    "ten on the ante": "does not have the form [WHO@][BOX:]BET[/ITEM…]=STAKE",
    "split/1,2=5": "several items are joined by +",
    "1:tie=5": "there is no bet “tie”; there are: pair-plus (pair plus) and ante",
    "1:ante=0": "the stake must be more than zero",
    "1:ante=10.000": "“10.000” may be read in two ways",
    "9:ante=5": "bets cannot be placed at “9”",
}


def test_a_bad_bet_is_answered_and_asked_again(table: Terminal) -> None:
    for typed, answer in BAD_BETS.items():
        assert answer in table.type(typed)
    table.type("1:ante=10")
    table.type("")
    table.end("play")
    assert table.close() == 0


def test_a_round_without_bets_does_not_begin(table: Terminal) -> None:
    assert "there are no bets, so the round cannot begin" in table.end("")
    assert table.close() == 1


@pytest.mark.parametrize("lines", [[], ["1:ante=10"], ["1:ante=10", ""]], ids=["at once", "betting", "deciding"])
def test_the_end_of_input_ends_politely(table: Terminal, lines: list[str]) -> None:
    for line in lines:
        table.type(line)
    os.write(table.master, b"\x04")
    assert "the input ended before the round did" in table.read_until("")
    assert "Traceback" not in table.shown
    assert table.close() == 1


def test_an_interruption_ends_politely(table: Terminal) -> None:
    for _ in range(50):
        # The question is printed a moment before the answer is waited for: once may be too early.
        os.killpg(table.process.pid, signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            table.process.wait(timeout=2)  # whoever is ending politely is not interrupted again
            break
    assert "Interrupted." in table.read_until("")
    assert "Traceback" not in table.shown
    assert table.close() == 130


def test_the_terminal_speaks_chinese() -> None:
    terminal = Terminal("play", "mo/q-poker", *CARDS, "--lang", "zh")
    assert "pair-plus（多寶）" in terminal.read_until("> ")
    terminal.type("1:ante=10")
    assert "play（跟隨）或surrender（不跟隨）" in terminal.type("")
    assert "第九條(六)項" not in terminal.end("play")
    assert terminal.close() == 0


# ── In a pipe and in another encoding ───────────────────────────────────────


def run(*arguments: str, **changes: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env=environment(**changes),
    )


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Printed:
    """What a command prints that succeeds in this process, in an environment of its own."""

    def printed(*arguments: str, **changes: str) -> str:
        with monkeypatch.context() as patch:
            for name in os.environ.keys() - environment().keys():
                patch.delenv(name)
            for name, value in environment(**changes).items():
                patch.setenv(name, value)
            code = main(arguments)
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return printed


@pytest.mark.soak
@pytest.mark.parametrize("command", ["check", "show ast mo/q-poker", "show tree mo/q-poker --format json", "--help"])
def test_a_reader_may_leave_early(command: str) -> None:
    process = subprocess.Popen(
        [*PROGRAM, *command.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    process.stdout.read(1)
    process.stdout.close()
    assert process.wait(PATIENCE) == 0
    assert process.stderr is not None
    assert process.stderr.read() == run(*command.split()).stderr
    process.stderr.close()


@pytest.mark.parametrize("columns", ["1", "50", "1000"])
@pytest.mark.parametrize("language", ["zh", "pt", "en"])
def test_help_fits_the_terminal_within_reason(language: str, columns: str, printed: Printed) -> None:
    shown = printed("check", "--help", "--lang", language, COLUMNS=columns)
    explained = shown[: shown.rindex("\n\n")].splitlines()  # the examples stand as one types them
    assert max(map(display_width, explained)) in range(40, 53 if columns != "1000" else 79)


# Each encoding once; the other language, and encodings that are like these, in `make soak`.
ENCODED = {("ascii", "zh"), ("big5", "pt"), ("utf-16", "zh")}


@pytest.mark.parametrize(
    ("encoding", "language"),
    [
        pytest.param(*pair, marks=[] if pair in ENCODED else pytest.mark.soak)
        for pair in product(("ascii", "big5", "utf-16", "latin-1", "cp1252"), ("zh", "pt"))
    ],
)
def test_a_terminal_that_lacks_characters_gets_what_it_has(encoding: str, language: str) -> None:
    done = run(*PLAY, "--lang", language, PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert done.stderr == b""
    assert "10" in done.stdout.decode(encoding)


def test_a_terminal_without_the_minus_sign_gets_a_hyphen_and_no_number_loses_its_sign(
    capsys: pytest.CaptureFixture[str],
) -> None:
    analyze = ("analyze", "mo/q-poker", "--bet", "pair-plus", "--lang", "en")
    assert main(analyze) == 0
    whole = capsys.readouterr().out
    lacking = run(*analyze, PYTHONIOENCODING="latin-1").stdout.decode("latin-1")
    assert "expectation −128/5525 of the stake (−2.3167%)" in whole
    assert "expectation -128/5525 of the stake (-2.3167%)" in lacking
    assert re.search(r"loss .* -1 ", lacking)


def test_a_simulation_says_of_which_bets_the_exact_mean_would_take_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate = ("simulate", "mo/q-poker", "--bet", "pair-plus", "--rounds", "10", "--lang", "en")
    assert main(simulate) == 0
    assert "−0.023167" in capsys.readouterr().out
    monkeypatch.setattr("lexludi.cli.simulate.EXACT_SECONDS", 0)
    assert main(simulate) == 0
    told = capsys.readouterr().out
    assert "−0.023167" not in told
    assert told.splitlines()[-1].startswith("No exact mean, which would take more than 0 s")
    assert "pair plus" in told.splitlines()[-1]


@pytest.mark.parametrize("language", ["zh", "pt", "en"])
def test_the_language_of_the_environment_is_spoken(language: str, printed: Printed) -> None:
    spoken = {"zh": "檢查文本", "pt": "verifica os textos", "en": "check texts"}[language]
    locale = {"zh": "zh_TW.UTF-8", "pt": "pt_PT.UTF-8", "en": "en_GB.UTF-8"}[language]
    assert spoken in printed("--help", LANG=locale)
    assert spoken in printed("--help", LEXLUDI_LANG=language)


@cache
def recorded() -> bytes:
    """The record of a round, as a command of its own writes it."""
    return run(*PLAY, "--format", "json").stdout


def test_a_replay_file_may_come_through_a_pipe() -> None:
    done = subprocess.run(
        [*PROGRAM, "replay", "-", "--check"],
        input=recorded(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env=environment(),
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("stake", ["1/0", "x", "1e999999"])
def test_a_recorded_step_that_no_round_has_is_told_as_it_stands(
    stake: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(recorded())
    step = next(step for step in record["steps"] if "stake" in step["values"])
    step["values"]["stake"] = stake
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record), "utf-8")
    assert main(["replay", str(file), "--check"]) == 1
    told = capsys.readouterr()
    assert told.err == ""
    assert stake in told.out


# ── Completion by a shell ───────────────────────────────────────────────────


def completions(printed: Printed, line: str, shell: str = "bash", **changes: str) -> list[str]:
    """What a shell is given for the last word of a line, which may be empty."""
    asked = {"_LEXLUDI_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    return printed(**asked, **changes).split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("lexludi s", ["plain,show", "plain,simulate", "plain,site", "plain,serve"]),
        ("lexludi --l", ["plain,--lang"]),
        ("lexludi --lang ", ["plain,zh", "plain,pt", "plain,en"]),
        ("lexludi check --format j", ["plain,json"]),
        ("lexludi check --s", ["plain,--strict", "plain,--shelf"]),
        ("lexludi --lang pt play mo/q", ["plain,mo/q-poker", "file,mo/q"]),
        ("lexludi show ", [f"plain,{stage}" for stage in ("tokens", "tree", "ast", "rules", "cited", "kernel")]),
        (
            "lexludi play mo/q-poker --on never --bet what --ac",
            ["plain,--action", "plain,--act", "plain,--accept-unknown"],
        ),
        ("lexludi nonsense x", []),
    ],
)
def test_a_shell_completes_the_last_word(line: str, expected: list[str], printed: Printed) -> None:
    assert completions(printed, line) == expected


def test_completions_are_explained_in_the_language_of_the_environment(printed: Printed) -> None:
    assert completions(printed, "lexludi rep", "zsh", LEXLUDI_LANG="zh") == [
        "plain",
        "replay",
        "按所記錄之牌及決定重演一局",
    ]
    assert completions(printed, "lexludi check --st", "zsh", LEXLUDI_LANG="pt") == [
        *("plain", "--strict", *"os avisos também contam como falha".split())
    ]


def test_the_lines_of_the_readme_define_a_completion() -> None:
    for shell in ("bash", "zsh", "fish"):
        done = run(_LEXLUDI_COMPLETE=f"{shell}_source")
        assert done.returncode == 0
        assert b"_LEXLUDI_COMPLETE=" + shell.encode() + b"_complete" in done.stdout


# ── Nonsense ────────────────────────────────────────────────────────────────

_PLAY = "play mo/q-poker --seed 1"
NONSENSE = {
    "": 2,
    "nonsense": 2,
    "--nonsense": 2,
    "--lang": 2,
    "--lang fr check": 2,
    "check --format": 2,
    "check --=x": 2,
    "check -x": 2,
    "check --lang": 2,
    "check --strict=yes": 2,
    "diff mo/q-poker": 2,
    "analyze mo/q-poker --only packs": 2,
    "show ast mo/q-poker --kind numpy": 2,
    "diff mo/q-poker:zh mo/q-poker:pt regulations": 2,
    "diff --git HEAD HEAD --beside regulations": 2,
    "coverage mo/q-poker --exact --rounds 5": 2,
    "coverage mo/q-poker --exact --seed 1": 2,
    "analyze mo/q-poker --compare-readings --by-reading": 2,
    "analyze mo/q-poker --format csv --by-reading": 2,
    "fmt mo/q-poker --check --text pt": 2,
    "play mo/q-poker --seed 1 --cards Qs": 2,
    "simulate mo/q-poker --engine inline --workers 2": 2,
    "simulate mo/q-poker --engine process --scheduler tcp://127.0.0.1:9": 2,
    "simulate mo/q-poker --strategy ante=play --strategy ante=surrender": 1,
    "simulate mo/q-poker --strategy play --strategy surrender": 1,
    "at mo/baccarat@2005-01-01 2018-05-01": 1,
    "log mo/baccarat@2005-01-01": 2,
    "import nothing.txt --text pt --work Mo/my_game": 2,
    "check - --strict": 2,
    "play mo/baccarat@2005-01-01 --on 2018-05-01": 1,
    "analyze mo/baccarat@2005-01-01 --on 2018-05-01": 1,
    "simulate mo/q-poker --resume": 2,
    "bench --seconds nan": 2,
    "play mo/q-poker --seed 9" + "9" * 5000: 2,
    "check /nowhere": 1,
    "check \ufffd": 1,
    "show": 2,
    "show rules": 2,
    "show rules mo/q-poker extra": 2,
    "show rules mo/": 1,
    "show rules mo/q-poker@": 0,
    "show rules mo/q-poker@2005-13-01": 1,
    "show tokens /dev/null": 1,
    "fmt": 2,
    "fmt --lang zh nothing": 1,
    "play": 2,
    "play ..": 1,
    "play .": 1,
    "play mo/q-poker/2005-01-18.zh.ludi": 1,
    f"{_PLAY} --on": 2,
    f"{_PLAY} --on 9999999999": 1,
    f"{_PLAY} --bet": 2,
    f"{_PLAY} --bet ante": 2,
    f"{_PLAY} --bet @:ante=1": 2,
    f"{_PLAY} --bet 1:ante=-1": 2,
    f"{_PLAY} --bet 1:ante=..": 2,
    f"{_PLAY} --bet 1:ante=1/0": 2,
    f"{_PLAY} --bet 1:ante/queen=5": 1,
    f"{_PLAY} --bet 1:ante=99999999999999999999999999999999999999999999": 2,
    f"{_PLAY} --bet 1:ante=5 --action 7:play": 1,
    f"{_PLAY} --bet 1:ante=5 --event nothing": 1,
    f"{_PLAY} --bet 1:ante=5 --event exposed-card@nowhere": 1,
    f"{_PLAY} --bet 1:ante=5 --event exposed-card*0": 1,
    f"{_PLAY} --status player-1": 2,
    f"{_PLAY} --option dealing": 2,
    f"{_PLAY} --option dealing=": 2,
    f"{_PLAY} --option =shoe": 2,
    f"{_PLAY} --reading packs=0": 1,
    f"{_PLAY} --reading packs=999999": 1,
    f"{_PLAY} --reading packs=-2": 1,
    f"{_PLAY} --option boxes=100000000": 1,
    "play mo/q-poker --cards ,,, --bet 1:ante=1": 1,
    "play mo/q-poker --seed 1.5": 2,
    "play mo/q-poker --rounds 0": 2,
    "replay": 2,
    "replay /": 1,
    "replay /dev/null": 1,
    "replay -": 1,
}


@pytest.mark.parametrize(("command", "code"), NONSENSE.items(), ids=[command or "nothing" for command in NONSENSE])
def test_nonsense_is_answered_in_a_sentence(
    command: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    found = main(command.split())  # an exception would be a traceback
    said = "".join(capsys.readouterr())
    assert found == code, said
    assert "internal error" not in said
    assert said.strip(), "something is always said"


# ── Refusals of bets and choices ────────────────────────────────────────────

ANTE = ("play", "xx/caribbean-stud", "--seed", "3", "--bet", "ante=10")
BLACKJACK = ("play", "xx/blackjack", "--seed", "5", "--bet", "main-bet=10", "--action", "player-1:play-on")
LINE = ("play", "xx/craps", "--seed", "5", "--bet", "pass-line=10")


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        # A choice that was made before is not taken for the one that is wrong; nor for one that is missing.
        ((*BLACKJACK, "--action", "player-1:hitt"),
         "“hitt” is not among the choices: hit and stand; did you mean hit? [article 6, paragraph 2]"),
        # A trace tells a choice by its term, and `--action` takes its id: of the two the refusal tells.
        ((*BLACKJACK[:-1], "player-1:play on"),
         "“play on” is not among the choices: play-on (play on) and double; did you mean play-on? "
         "[article 6, paragraph 1]"),
        (BLACKJACK,
         "a decision for “player 1” is missing: give it with --action player-1:hit; the choices are: hit and stand "
         "[article 6, paragraph 2]"),
        # Of the choices that are listed none is forbidden: by default no house offers surrender.
        (BLACKJACK[:-2],
         "a decision for “player 1” is missing: give it with --action player-1:play-on; the choices are: play-on "
         "(play on) and double [article 6, paragraph 1]"),
        ((*ANTE, "--action", "player-1:加注", "--lang", "zh"),
         "「加注」不在可選之列；可選：raise（加碼）及fold（棄牌）〔第七條第一款〕"),
        ((*ANTE, "--action", "player:raise"),
         "a decision for “player 1” is missing: give it with --action player-1:raise; the choices are: raise and fold; "
         "--action player:raise is for nobody who has a decision to make now [article 7, paragraph 1]"),
        # Its term may have a blank, and is no id.
        (("play", "xx/blackjack", "--seed", "5", "--bet", "main bet=10"),
         "there is no bet “main bet”; there are: main-bet (main bet), double-bet (double bet) and insurance; did "
         "you mean main-bet?"),
        (("play", "xx/sic-bo", "--seed", "4", "--bet", "player-1:total/9=10"),
         "bets have no place of their own in this game: leave “player-1” out; whoever bets stands before @, as in "
         "player-1@BET=STAKE"),
        (("play", "xx/caribbean-stud", "--bet", "progressive-bet=1"),
         "as things stand, player 1 must not bet 1 on “progressive bet”, without a bet on: ante "
         "[article 3, paragraph 3]"),
        (("play", "xx/caribbean-stud", "--bet", "progressive-bet=1", "--lang", "pt"),
         "nestas circunstâncias, o jogador n.º 1 não pode colocar 1 na aposta progressiva, sem aposta em: "
         "aposta inicial [artigo 3.º, n.º 3]"),
        ((*LINE, "--bet", "odds=10"),
         "bets on “odds” are accepted only later in the round, as a choice then (--action) [article 6, paragraph 1]"),
        ((*ANTE, "--bet", "raise-bet=10"),
         "nobody places “raise bet”: only by a rule is an amount put on it, or another bet moved to it "
         "[article 3, paragraph 2]"),
    ],
)  # fmt: skip
def test_a_bet_or_choice_that_is_refused_is_named_with_its_provision(
    arguments: tuple[str, ...], refusal: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    if "--lang" not in arguments:
        arguments = (*arguments, "--lang", "en")
    assert main(arguments) == 1
    assert f"lexludi: {refusal}\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Amounts kept, as the round begins: meter = 500"),
        ("pt", "Importâncias guardadas, no começo da jogada: acumulado = 500"),
        ("zh", "逐局保存之金額（本局開始時）：彩池 = 500"),
    ],
)
def test_a_meter_is_no_choice_of_the_house(
    language: str, line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    setting = ("--option", "meter=500", "--lang", language)
    assert main([*ANTE, "--action", "player-1:raise", *setting]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert line in shown
    assert not [row for row in shown if row.startswith(("House options", "Opções da casa", "場方選項"))]


@pytest.mark.parametrize("setting", [["--option", "dealing=shuffler"], ["--reading", "nothing=at-all"]])
def test_options_are_not_taken_where_they_are_not_decided(
    setting: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "rules", "mo/q-poker", *setting, "--lang", "en"]) == 2
    assert "for `kernel` alone" in capsys.readouterr().err


def test_the_code_of_bets_of_which_one_alone_may_stand_is_shown_of_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    either = """\
  “small” is a bet.
  when “player” has a bet on “big”, then “player” must not “bet” on “small”.
Article 2
  bets are accepted.
  “banker” throws “die”.
  settle “big” and “small”.
  “big” and “small” lose.
"""
    shown = ("show", "kernel", folder_of(f"{DIE}{either}", tmp_path), "--lang", "en")
    assert main(shown) == 1
    assert "(--bet) all are placed together, and then nobody may bet on “small” [article 1]" in capsys.readouterr().err
    assert main([*shown, "--bet", "small"]) == 0
    assert "def rounds(" in capsys.readouterr().out
    assert main(["show", "rules", "mo/q-poker", "--bet", "ante", "--lang", "en"]) == 2


@pytest.mark.parametrize(("text", "stances"), [
    ("pt", ["art_6__point_3", "art_7", "art_8__point_3", "art_9__point_1", "art_9__point_2", "art_11__point_2"]),
    ("zh", ["art_6__point_3", "art_11__point_3"]),
])  # fmt: skip
def test_rules_are_shown_with_what_their_text_says_otherwise_than_another(
    text: str, stances: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    shown = ["show", "rules", "mo/q-poker", "--text", text, "--lang", "pt"]
    assert main([*shown, "--format", "json"]) == 0
    rows = [row for row in json.loads(capsys.readouterr().out)["rules"] if row["kind"] == "stance"]
    assert [row["provisions"] for row in rows] == [[eid] for eid in stances]
    assert main(shown) == 0
    heading, first, *_ = capsys.readouterr().out.splitlines()
    assert heading == "Posições próprias deste texto, que diverge de outro"
    assert first.startswith(f"  {rows[0]['rule']}  [artigo 6.º, alínea 3)]")
    assert rows[0]["rule"].endswith("(valor por omissão do regulamento: ambas)")


def test_rules_of_a_text_that_diverges_from_none_have_no_stances(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "rules", "xx/roulette", "--lang", "en"]) == 0
    assert not capsys.readouterr().out.startswith("Stances")


def test_of_bets_that_name_something_each_is_placed_again_unless_it_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two of the three faces are named: in each round the one shown wins, and is placed anew in the next."""
    bets = ("--bet", "pick/1=10", "--bet", "pick/2=5")
    work = folder_of(STAYING, tmp_path)
    assert main(["play", work, "--rounds", "8", "--seed", "1", *bets, "--format", "json", "--lang", "en"]) == 0
    rounds = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ended = [{bet["naming"]: (bet["stake"], bet["result"]) for bet in round_["bets"]} for round_ in rounds]
    assert [{name: stake for name, (stake, _) in results.items()} for results in ended] == [{"1": "10", "2": "5"}] * 8
    assert {result for results in ended for _, result in results.values()} == {"win", None}
