"""Faults at every point: whichever call of the system fails, one sentence, the right code, and no file lost."""

import shutil
from pathlib import Path

import pytest

from faults import PROBLEMS, faults
from lexludi.cli.main import main

TOKENS = Path(__file__).resolve().parent / "corpus" / "valid" / "two-tokens"
MANY = 400


class Place:
    """A folder of its own for each attempt, so that nothing read before is remembered: a text, a cache, outputs."""

    def __init__(self, top: Path, number: int) -> None:
        self.folder = top / str(number)
        self.work = self.folder / "game"
        shutil.copytree(TOKENS, self.work)
        self.text = self.work / "1.en.ludi"
        self.checkpoint = self.folder / "rounds.jsonl"

    def files(self) -> dict[str, bytes]:
        """All files but those of the cache."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and "cache" not in path.parts
        }


def attempts(
    command: tuple[str, ...],
    top: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    prepare: str = "",
) -> list[tuple[str, int, str, str, Place]]:
    """The command with the first call failing, the second, and so on, until it runs through without a failure.

    Each row has the call that failed (none in the last), the exit code, the output, the errors, and the place.
    """
    rows = []
    for turn in range(1, MANY):
        place = Place(top, turn)
        place.text.write_text(place.text.read_text("utf-8") + prepare, "utf-8")
        monkeypatch.setenv("XDG_CACHE_HOME", str(place.folder / "cache"))
        monkeypatch.setenv("LEXLUDI_LANG", "en")
        monkeypatch.chdir(place.folder)
        arguments = [part.format(work="game", text="game/1.en.ludi", out="rounds.jsonl") for part in command]
        with faults(place.folder, turn, PROBLEMS[turn % len(PROBLEMS)]) as fault:
            code = main(arguments)
        out, err = capsys.readouterr()
        rows.append((fault.failed, code, out, err, place))
        if not fault.failed:
            assert turn > 5, "calls are seen"
            return rows
    raise AssertionError("it does not come to its end")


def is_one_sentence(err: str) -> bool:
    lines = [line for line in err.splitlines() if not line.startswith(("Invented", "the text"))]
    return len(lines) == 1 and "internal" not in err and "Traceback" not in err


@pytest.mark.parametrize("command", [("check", "{work}"), ("analyze", "{work}"), ("show", "rules", "{text}")])
def test_what_only_reads_answers_as_ever_or_fails_with_a_sentence(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = attempts(command, tmp_path, monkeypatch, capsys)
    _, well, answer, _, untouched = rows[-1]
    assert well == 0
    for failed, code, out, err, place in rows:
        if code == 0:
            assert out == answer, failed
        else:
            assert code == 3, (failed, out, err)
            assert is_one_sentence(err), (failed, err)
        assert place.files() == untouched.files()
    assert {code for _, code, *_ in rows} == {0, 3}


def test_fmt_has_the_old_text_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = attempts(("fmt", "{text}"), tmp_path, monkeypatch, capsys, prepare="\n\n\n")
    new = rows[-1][4].text.read_bytes()
    old = new + b"\n\n\n"
    for failed, code, _, err, place in rows:
        assert place.text.read_bytes() == (old if code else new), failed
        assert set(place.files()) == set(rows[-1][4].files()), (failed, "nothing is left lying about")
        assert code in (0, 3), (failed, err)
        assert code == 0 or is_one_sentence(err), (failed, err)
    assert {code for _, code, *_ in rows} == {0, 3}


def test_a_file_with_two_names_keeps_both_and_the_old_text_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new = (TOKENS / "1.en.ludi").read_bytes()
    for turn in range(1, MANY):
        file, other = tmp_path / f"{turn}.en.ludi", tmp_path / f"{turn}.link"
        file.write_bytes(new + b"\n\n\n")
        other.hardlink_to(file)
        with faults(tmp_path, turn, PROBLEMS[turn % len(PROBLEMS)]) as fault:
            code = main(["fmt", str(file)])
        capsys.readouterr()
        assert file.samefile(other), fault.failed
        assert file.read_bytes() == (new + b"\n\n\n" if code else new), fault.failed
        if not fault.failed:
            assert (code, turn > 5) == (0, True)
            return


SIMULATE = ("simulate", "{work}", "--rounds", "40", "--chunk", "10", "--kernel", "interpreter", "--engine", "inline")


def test_a_simulation_whose_checkpoint_fails_is_resumed_to_the_same_sums(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = (*SIMULATE, "--format", "json", "--checkpoint", "{out}")
    rows = attempts(command, tmp_path, monkeypatch, capsys)
    whole, last = rows[-1][2].replace(str(rows[-1][4].folder), ""), rows[-1][4]
    lines = last.checkpoint.read_text("utf-8").replace(str(last.folder), "").splitlines()
    assert len(lines) == 4
    for failed, code, out, err, place in rows[:-1]:
        if code == 0:
            assert out.replace(str(place.folder), "") == whole, failed
            continue
        assert code == 3, (failed, err)
        assert is_one_sentence(err), (failed, err)
        done = place.checkpoint.read_text("utf-8") if place.checkpoint.exists() else ""
        done = done.replace(str(place.folder), "")
        assert done == "\n".join(lines)[: len(done)] or done == "\n".join(lines) + "\n", failed
        monkeypatch.chdir(place.folder)
        arguments = [part.format(work="game", out="rounds.jsonl") for part in command]
        assert main([*arguments, "--resume", "--lang", "en"]) == 0
        assert capsys.readouterr().out.replace(str(place.folder), "") == whole, failed
