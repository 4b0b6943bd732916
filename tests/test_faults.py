"""Faults at every point: whatever call of the system fails, wherever a signal comes, one sentence, and no file lost."""

import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet

from faults import FAILURES, Blow, coming, faults
from lexludi.base.resources import data_folder
from lexludi.cli.main import main

TOKENS = Path(__file__).resolve().parent / "corpus" / "valid" / "two-tokens"
# What `make soak` strikes at every call, the ordinary suite strikes at so many.
FEW = 6

CHECK, ANALYZE, SHOW = ("check", "game"), ("analyze", "game"), ("show", "rules", "game/1.en.ludi")
FMT, SITE = ("fmt", "game/1.en.ludi"), ("site", "out")
SIMULATE = (
    *("simulate", "game", "--rounds", "40", "--chunk", "10", "--kernel", "interpreter", "--engine", "inline"),
    *("--format", "json", "--checkpoint", "rounds.jsonl"),
)


class Place:
    """A folder of its own for each attempt, so that nothing read before is remembered: a text, a cache, outputs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.text = folder / "game" / "1.en.ludi"
        shutil.copytree(TOKENS, folder / "game")
        shutil.copytree(TOKENS, folder / "shelf" / "xx" / "two-tokens")
        shutil.copy(data_folder("regulations") / "glossary.toml", folder / "shelf")

    def files(self) -> dict[str, bytes]:
        """All files but those of the cache."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and "cache" not in path.parts
        }

    def lines(self) -> str:
        """The checkpoint, without the name of the folder."""
        file = self.folder / "rounds.jsonl"
        return file.read_text("utf-8").replace(str(self.folder), "") if file.exists() else ""


@dataclass(frozen=True)
class Attempt:
    """A command with a call struck (or none), what became of it, and where; the name of its folder is left out."""

    struck: str
    code: int
    out: str
    err: str
    place: Place


class Attempts:
    """A command in places of their own, with one call after another struck; `unstruck`: the last when none was."""

    unstruck: Attempt

    def __init__(self, top: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.top, self.patch, self.capture, self.count = top, patch, capture, 0
        patch.setenv("LEXLUDI_LANG", "en")
        patch.setattr("lexludi.site.library.COVERED_ROUNDS", 20)  # a page of the site that takes a third of its time
        # Of all modules of the engine, none of which is in a place: it takes a third of the time of a check.
        patch.setattr("lexludi.checks.summary.engine_digest", lambda digests: "engine")

    def whole(self, command: tuple[str, ...], more: str = "") -> tuple[Attempt, int]:
        """The command when nothing is struck, with `more` after the text; and the number of its calls."""
        self.unstruck, calls = self._made(command, more, 0, FAILURES[0])
        return self.unstruck, calls

    def struck(
        self, command: tuple[str, ...], blows: tuple[Blow, ...] = FAILURES, few: int = 0, more: str = ""
    ) -> Iterator[Attempt]:
        """The command with each of its calls struck in turn, or so few, taken by a seed."""
        _, calls = self.whole(command, more)
        assert calls > 5, "calls are seen"
        turns = range(1, calls + 1)
        for turn in Random(1).sample(turns, min(few, calls)) if few else turns:
            attempt, _ = self._made(command, more, turn, blows[turn % len(blows)])
            assert attempt.struck
            yield attempt
            shutil.rmtree(attempt.place.folder)

    def again(self, command: tuple[str, ...], place: Place) -> Attempt:
        """The command once more, where it has been."""
        return self._run(command, place, 0, FAILURES[0])[0]

    def _made(self, command: tuple[str, ...], more: str, turn: int, blow: Blow) -> tuple[Attempt, int]:
        self.count += 1
        place = Place(self.top / str(self.count))
        place.text.write_text(place.text.read_text("utf-8") + more, "utf-8")
        return self._run(command, place, turn, blow)

    def _run(self, command: tuple[str, ...], place: Place, turn: int, blow: Blow) -> tuple[Attempt, int]:
        self.patch.setenv("XDG_CACHE_HOME", str(place.folder / "cache"))
        self.patch.setenv("LEXLUDI_SHELF", str(place.folder / "shelf"))
        self.patch.chdir(place.folder)
        with faults(place.folder, turn, blow) as put:
            code = main(list(command))
        out, err = (shown.replace(str(place.folder), "") for shown in self.capture.readouterr())
        return Attempt(put.struck, code, out, err, place), put.calls


@pytest.fixture
def attempts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Attempts:
    return Attempts(tmp_path, monkeypatch, capsys)


def is_one_sentence(err: str) -> bool:
    lines = [line for line in err.splitlines() if not line.startswith(("Invented", "the text"))]
    return len(lines) == 1 and "internal" not in err and "Traceback" not in err


# ── Calls that fail ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", [CHECK, ANALYZE, SHOW])
def test_what_only_reads_answers_as_ever_or_fails_with_a_sentence(command: tuple[str, ...], attempts: Attempts) -> None:
    whole, _ = attempts.whole(command)
    assert whole.code == 0
    codes = set()
    for tried in attempts.struck(command):
        codes.add(tried.code)
        if tried.code == 0:
            assert tried.out == whole.out, tried.struck
        else:
            assert tried.code == 3, tried
            assert is_one_sentence(tried.err), tried
        assert tried.place.files() == whole.place.files()
    assert codes == {0, 3}


def test_fmt_has_the_old_text_or_the_new_one(attempts: Attempts) -> None:
    more = "\n\n\n"
    new = attempts.whole(FMT, more)[0].place.files()
    old = {**new, "game/1.en.ludi": new["game/1.en.ludi"] + more.encode()}
    codes = set()
    for tried in attempts.struck(FMT, more=more):
        codes.add(tried.code)
        assert tried.place.files() == (old if tried.code else new), (tried.struck, "nothing is left lying about")
        assert tried.code == 0 or is_one_sentence(tried.err), tried
    assert codes == {0, 3}


def test_a_file_with_two_names_keeps_both_and_the_old_text_or_the_new_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = (TOKENS / "1.en.ludi").read_bytes()
    turn, struck = 0, "not yet"
    while struck:
        turn += 1
        file, other = tmp_path / f"{turn}.en.ludi", tmp_path / f"{turn}.link"
        file.write_bytes(new + b"\n\n\n")
        other.hardlink_to(file)
        with faults(tmp_path, turn, FAILURES[turn % len(FAILURES)]) as put:
            code = main(["fmt", str(file)])
        capsys.readouterr()
        struck = put.struck
        assert file.samefile(other), struck
        assert file.read_bytes() == (new + b"\n\n\n" if code else new), struck
    assert (code, turn > 5) == (0, True)


def test_a_simulation_whose_checkpoint_fails_is_resumed_to_the_same_sums(attempts: Attempts) -> None:
    _goes_on(attempts, attempts.struck(SIMULATE), 3)


def _goes_on(attempts: Attempts, struck: Iterator[Attempt], code: int) -> None:
    """What was struck ends with a code and with whole lines, and is resumed to the sums of what was not."""
    whole, _ = attempts.whole(SIMULATE)
    lines = whole.place.lines()
    assert lines.count("\n") == 4
    for tried in struck:
        if tried.code == 0:
            assert tried.out == whole.out, tried.struck
            continue
        assert tried.code == code, tried
        assert is_one_sentence(tried.err), tried
        assert lines.startswith(tried.place.lines()), tried.struck
        resumed = attempts.again((*SIMULATE, "--resume"), tried.place)
        assert (resumed.code, resumed.out) == (0, whole.out), tried.struck


def _writes_whole_pages(attempts: Attempts, struck: Iterator[Attempt], code: int) -> None:
    """What was struck ends with a code, a sentence, and some of the pages, each whole."""
    for tried in struck:
        whole = attempts.unstruck.place.files()
        assert len(whole) > 40
        if tried.code == 0:
            assert tried.place.files() == whole, tried.struck
            continue
        assert tried.code == code, tried
        assert is_one_sentence(tried.err), tried
        assert tried.place.files().items() <= whole.items(), tried.struck


@pytest.mark.soak
def test_a_site_whose_writing_fails_has_whole_pages_only(attempts: Attempts) -> None:
    _writes_whole_pages(attempts, attempts.struck(SITE, few=FEW), 3)


@pytest.mark.soak
def test_a_site_has_whole_pages_only_whatever_fails(attempts: Attempts) -> None:
    _writes_whole_pages(attempts, attempts.struck(SITE), 3)


# ── Signals that come ───────────────────────────────────────────────────────

ENDINGS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGXCPU: 3}


def _is_stopped(attempts: Attempts, command: tuple[str, ...], number: int, few: int) -> None:
    struck = attempts.struck(command, (coming(number),), few)
    if command == SIMULATE:
        _goes_on(attempts, struck, ENDINGS[number])
        return
    if command == SITE:
        _writes_whole_pages(attempts, struck, ENDINGS[number])
        return
    whole = attempts.whole(command)[0].place.files()
    for tried in struck:
        assert tried.code == ENDINGS[number], tried
        assert is_one_sentence(tried.err), tried
        assert tried.place.files() == whole, tried.struck


COMMANDS = (CHECK, ANALYZE, SIMULATE, SITE)


def _signalled() -> Iterator[ParameterSet]:
    """Each command with each signal; the site, which takes seconds each time, mostly in `make soak`."""
    for command in COMMANDS:
        for number in ENDINGS:
            rare = [pytest.mark.soak] if command == SITE and number != signal.SIGTERM else []
            yield pytest.param(command, number, id=f"{command[0]}-{int(number)}", marks=rare)


@pytest.mark.parametrize(("command", "number"), list(_signalled()))
def test_a_signal_ends_a_command_with_a_sentence(command: tuple[str, ...], number: int, attempts: Attempts) -> None:
    _is_stopped(attempts, command, number, FEW if command != SITE else 1)


@pytest.mark.soak
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_signal_ends_a_command_at_any_point(command: tuple[str, ...], number: int, attempts: Attempts) -> None:
    _is_stopped(attempts, command, number, 0)


@pytest.mark.parametrize("number", ENDINGS)
def test_a_signal_that_comes_while_a_text_is_written_leaves_the_old_one_or_the_new_one(
    number: int, attempts: Attempts
) -> None:
    more = "\n\n\n"
    new = attempts.whole(FMT, more)[0].place.files()
    old = {**new, "game/1.en.ludi": new["game/1.en.ludi"] + more.encode()}
    left = []
    for tried in attempts.struck(FMT, (coming(number),), more=more):
        assert tried.code == ENDINGS[number], tried
        assert is_one_sentence(tried.err), tried
        assert tried.place.files() in (old, new), (tried.struck, "nothing is left lying about")
        left.append(tried.place.files() == new)
    assert set(left) == {False, True}
