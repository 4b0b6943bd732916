"""Failures that no text can help: what is said, the exit code, and that no file is left half written."""

import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from lexludi.base import errors
from lexludi.base.resources import shelves
from lexludi.base.writing import replace_file
from lexludi.cli import main
from lexludi.law.files import texts_of
from lexludi.simulate.sampling import sampler_of

TEXT = shelves()[0] / "mo" / "q-poker" / "2005-01-18.en.ludi"


def run(command: str, *, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """A command of a shell, in which `lexludi` is ours."""

    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    script = f'lexludi() {{ "{sys.executable}" -m lexludi "$@"; }}\n{command}'
    return subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "LANG": "C.UTF-8", "LEXLUDI_LANG": "en"},
        preexec_fn=limited,
    )


# ── The output ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", ["--version", "--help", "log mo/baccarat", "log mo/baccarat --format json"])
@pytest.mark.parametrize(("where", "sentence"), [(">/dev/full", "no room left"), (">&-", "output is closed")])
def test_an_output_that_takes_nothing_is_told(command: str, where: str, sentence: str) -> None:
    done = run(f"lexludi {command} {where}")
    assert done.returncode == 3
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("where", [">/dev/full 2>/dev/full", ">&- 2>&-", "2>&-", "2>/dev/full"])
def test_where_nobody_can_be_told_the_code_tells(where: str) -> None:
    assert run(f"lexludi log mo/nothing {where}").returncode == 1
    assert run(f"lexludi --version {where}").returncode == (0 if where.startswith("2") else 3)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "big5", "utf-16", "utf-8"])
def test_json_is_whole_in_any_encoding(encoding: str) -> None:
    done = run(f"export PYTHONIOENCODING={encoding}; lexludi log mo/q-poker --format json --lang zh | base64 -w0")
    import base64
    import json

    content = base64.b64decode(done.stdout)
    data = json.loads(content.decode("utf-8" if encoding == "utf-8" else "ascii"))
    assert "?" not in json.dumps(data)
    assert data["schema"] == "lexludi.history/1"


# ── The input ───────────────────────────────────────────────────────────────


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main([*arguments, "--lang", "en"])
    return code, "".join(capsys.readouterr())


LONG = "x" * 300


@pytest.mark.parametrize(
    "arguments", [("check", LONG), ("play", LONG), ("show", "rules", LONG), ("replay", LONG), ("log", LONG)]
)
def test_a_name_that_no_file_can_have_is_unknown(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = said(capsys, *arguments)
    assert code == 1
    assert "internal" not in text
    assert len(text.splitlines()) == 1


@pytest.mark.parametrize("command", ["check", "fmt"])
def test_a_folder_or_a_link_to_nothing_in_the_place_of_a_text_is_told(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.en.ludi").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "1.en.ludi").symlink_to("nothing")
    for folder in ("a", "b"):
        for path in (tmp_path / folder, tmp_path / folder / "1.en.ludi"):
            code, text = said(capsys, command, str(path))
            assert code == 1
            assert "1.en.ludi" in text
            assert "internal" not in text


@pytest.mark.parametrize("command", [("check",), ("fmt",), ("fmt", "--check"), ("show", "ast"), ("show", "rules")])
def test_a_text_in_another_encoding_is_one_diagnostic(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shelves()[0] / "mo" / "q-poker" / "2005-01-18.pt.ludi"
    path = tmp_path / "1.pt.ludi"
    content = text.read_text("utf-8").encode("latin-1", "replace")
    path.write_bytes(content)
    code, shown = said(capsys, *command, str(path))
    assert code == 1
    assert shown.count("[other-encoding]") == 1
    assert "error[" not in shown.replace("error[other-encoding]", "", 1)
    assert path.read_bytes() == content


# ── The machine ─────────────────────────────────────────────────────────────


def test_too_little_memory_and_a_missing_permission_are_the_machine_s(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    problems = {
        MemoryError(): "not enough memory",
        PermissionError(13, "Permission denied", "/secret"): "does not permit it (/secret)",
        OSError(5, "Input/output error", "/dev/sda"): "Input/output error (/dev/sda)",
    }
    for problem, sentence in problems.items():

        def fail(*_: object, _problem: BaseException = problem) -> int:
            raise _problem

        monkeypatch.setattr(sys.modules["lexludi.cli.main"], "_run", fail)
        code, text = said(capsys, "check")
        assert code == 3
        assert sentence in text


def test_every_failure_of_the_machine_has_its_sentence() -> None:
    for number in (*errors._REASONS, 5):
        problem = errors.from_system(OSError(number, os.strerror(number), "name"))
        assert isinstance(problem, errors.MachineFailure)
        for language in ("zh", "pt", "en"):
            assert "name" in problem.tell(language)


# ── Files ───────────────────────────────────────────────────────────────────


def test_fmt_keeps_the_mode_and_the_link(tmp_path: Path) -> None:
    file, link = tmp_path / "real.en.ludi", tmp_path / "1.en.ludi"
    file.write_text(TEXT.read_text("utf-8") + "\n\n\n", "utf-8")
    file.chmod(0o640)
    link.symlink_to(file.name)
    assert main(["fmt", str(link)]) == 0
    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert file.read_text("utf-8") == TEXT.read_text("utf-8")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["1.en.ludi", "real.en.ludi"]


def test_a_file_that_cannot_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "1.en.ludi"
    before = TEXT.read_text("utf-8") + "\n\n\n"
    file.write_text(before, "utf-8")
    done = run(f"trap '' XFSZ; lexludi fmt {file}", limit=4096)
    assert done.returncode == 3, done.stderr
    assert done.stdout == ""  # nor is it said to have been put into canonical form
    assert file.read_text("utf-8") == before
    assert [p.name for p in tmp_path.iterdir()] == ["1.en.ludi"]


def test_a_file_with_the_longest_name_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 255)
    file.write_bytes(b"before")
    replace_file(file, b"after")
    assert file.read_bytes() == b"after"


@pytest.mark.parametrize("linked", [False, True], ids=["pipe", "link"])
def test_a_pipe_is_written_into_and_stays(linked: bool, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    got: list[bytes] = []
    reader = Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    replace_file(tmp_path / ("link" if linked else "pipe"), b"content")
    reader.join(60)
    assert got == [b"content"]
    assert pipe.is_fifo()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link", "pipe"]


def test_what_is_no_file_beside_a_text_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for file, source in (("1.en.ludi", TEXT), ("glossary.toml", shelves()[0] / "glossary.toml")):
        (tmp_path / file).write_bytes(source.read_bytes())
    os.mkfifo(tmp_path / "2.en.ludi")
    (tmp_path / "3.en.ludi").symlink_to("nowhere")
    (tmp_path / "4.en.ludi").mkdir()
    (tmp_path / "5.en.ludi").symlink_to("1.en.ludi")
    assert [file.path.name for file in texts_of(tmp_path)] == ["1.en.ludi", "5.en.ludi"]
    code, text = said(capsys, "export", "txt", str(tmp_path / "1.en.ludi"), "--lang", "en")
    assert code == 0, text
    for name in ("2.en.ludi", "3.en.ludi"):
        code, text = said(capsys, "export", "txt", str(tmp_path / name), "--lang", "en")
        assert (code, "there is no regulation" in text) == (1, True), text


# After the first signal others come, as many as there is time for.
_SIGNALLED_TWICE = """
import os, signal, sys
from importlib import import_module
program = import_module("lexludi.cli.main")
really = program.complain
def complain(text):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        os.kill(os.getpid(), number)
    really(text)
program.complain = complain
signal.signal(signal.SIGINT, signal.default_int_handler)
number, sys.argv[1:] = sys.argv[1], ["list", "--lang", "en"]
program._told = lambda arguments: os.kill(os.getpid(), int(number)) or 0
sys.exit(program.main())
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_second_signal_does_not_break_the_sentence_of_the_first(number: int, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SIGNALLED_TWICE, str(int(number))], capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert done.stderr.strip() in ("Terminated.", "Interrupted.")


def test_a_kernel_that_needs_an_extra_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    sampler_of.cache_clear()
    code, text = said(capsys, "simulate", "mo/q-poker", "--kernel", "numba", "--rounds", "10")
    assert code == 1
    assert 'pip install "lexludi[fast]"' in text


def test_a_choice_that_no_bet_has_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, "simulate", "mo/q-poker", "--strategy", "best", "--rounds", "10")
    assert code == 1
    assert "best" in text
    assert "optimal" in text
    assert "“”" not in text
