"""Literate cases: each heading in `cases/*.md` tells why, gives the files, and shows what commands print.

    ## A heading is a case

    Why the case is here.

    ```ludi zh file=x.zh.ludi
    (a file, written to a folder of the case's own)
    ```

    ```console
    $ lexludi check x.zh.ludi
    (exactly what is printed: standard output, then errors)
    [exit 1]
    ```

A text of the shelf can be changed for a case; it then stands in the folder under the path that it has on the
shelf, with its glossaries. Each line marked `-` must stand in the text once, and makes room for those marked `+`
below it; `…` at the end of a line is whatever follows.

    ```diff of=mo/baccarat/2004-05-18.zh.ludi
    -   優先於第九條(三)項；理由：…
    ```

Files above the first heading are there in every case of the file. Commands run in that
folder, without a terminal; `corpus` in it leads to `corpus/valid`,
`> FILE` writes what a command prints to a file, and `cat FILE` shows a file.
`pytest --accept` rewrites what stands under the commands: read the difference like law.
"""

import difflib
import io
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from lexludi.base.resources import shelves
from lexludi.cli.main import main
from lexludi.language.glossary import FILE_NAME

TESTS = Path(__file__).resolve().parent
CASES = TESTS / "cases"

_BLOCK = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE_NAME = re.compile(r"\bfile=(\S+)")
_CHANGED = re.compile(r"\bof=(\S+)")


@dataclass(frozen=True)
class Case:
    """One heading of a file of cases: what stands above all headings, where its own text begins, and that text."""

    path: Path
    title: str
    shared: str
    start: int
    text: str

    def files(self) -> Iterator[tuple[str, str]]:
        """The files of the case, by name."""
        for block in _BLOCK.finditer(self.shared + self.text):
            if name := _FILE_NAME.search(block["info"]):
                yield name[1], block["text"]

    def changes(self) -> Iterator[tuple[str, str]]:
        """The texts of the shelf that the case changes, and how."""
        for block in _BLOCK.finditer(self.shared + self.text):
            if name := _CHANGED.search(block["info"]):
                yield name[1], block["text"]

    def consoles(self) -> list[re.Match[str]]:
        """The blocks of commands with what they print."""
        return [block for block in _BLOCK.finditer(self.text) if block["info"] == "console"]


def cases_of(path: Path) -> list[Case]:
    text = path.read_text("utf-8")
    blank = _BLOCK.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)  # `##` in a block is no heading
    heads = list(re.finditer(r"^## (.+)$", blank, re.MULTILINE))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    shared = text[: heads[0].start()]
    return [Case(path, h[1], shared, h.start(), text[h.start() : end]) for h, end in zip(heads, ends, strict=True)]


ALL = [case for path in sorted(CASES.glob("*.md")) for case in cases_of(path)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run commands in, the same on every machine."""
    for name in ("LEXLUDI_LANG", "LEXLUDI_SHELF", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus").symlink_to(TESTS / "corpus" / "valid")
    return tmp_path


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.path.stem}: {case.title}")
def test_case(case: Case, folder: Path, accept: bool) -> None:
    for name, text in case.files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for name, change in case.changes():
        write_changed(folder, name, change)
    consoles = case.consoles()
    assert consoles, "a case without a command shows nothing"
    for index, block in enumerate(consoles):
        found = "".join(command + run(command[2:]) for command in commands_in(block["text"]))
        if accept:
            rewrite(case, index, found)
        elif found != block["text"]:
            line = case.path.read_text("utf-8").count("\n", 0, case.start + block.start()) + 1
            pytest.fail(f"{case.path}:{line}\n" + difference(block["text"], found), pytrace=False)


def write_changed(folder: Path, name: str, change: str) -> None:
    """A text of the shelf with some lines changed, under the same path, with the glossaries above it."""
    for above in Path(name).parents:
        (folder / above).mkdir(parents=True, exist_ok=True)
        if (glossary := shelves()[0] / above / FILE_NAME).is_file():
            shutil.copy(glossary, folder / above / FILE_NAME)
    (folder / name).write_text(changed((shelves()[0] / name).read_text("utf-8"), change), "utf-8")


def changed(text: str, change: str) -> str:
    """A text with the lines marked `-` gone, and those marked `+` in the place of the one before them."""
    lines: list[str] = text.splitlines()
    place = -1
    for marked in change.splitlines():
        mark, wanted = marked[:1], marked[2:]
        if mark == "-":
            found = [i for i, line in enumerate(lines) if is_like(line, wanted)]
            assert len(found) == 1, f"lines like {wanted!r}: {len(found)}"
            place = found[0]
            del lines[place]
        else:
            assert mark == "+", marked
            assert place >= 0, "nothing was taken away before"
            lines.insert(place, wanted)
            place += 1
    return "".join(f"{line}\n" for line in lines)


def is_like(line: str, wanted: str) -> bool:
    return line.startswith(wanted[:-1]) if wanted.endswith("…") else line == wanted


def test_a_change_must_fit_the_text_exactly() -> None:
    assert changed("a\nb\nc\n", "- b\n+ x\n+ y\n- c") == "a\nx\ny\n"
    assert changed("a\nlong line\n", "- long…") == "a\n"
    for wrong in ("- d", "+ x", "* a"):
        with pytest.raises(AssertionError):
            changed("a\nb\n", wrong)
    with pytest.raises(AssertionError):
        changed("a\na\n", "- a")


def commands_in(text: str) -> list[str]:
    found = [line + "\n" for line in text.split("\n") if line.startswith("$ ")]
    assert found, f"no command: {text}"
    return found


def run(command: str) -> str:
    """What a command prints, and its exit code when that is not 0."""
    words, _, target = command.partition(" > ")
    program, *arguments = shlex.split(words)
    if program == "cat":
        return "".join(Path(name).read_text("utf-8") for name in arguments)
    assert program == "lexludi", command
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    if target:
        Path(target.strip()).write_text(out.getvalue(), "utf-8")
        out = io.StringIO()
    printed = (out.getvalue() + err.getvalue()).replace(f"{TESTS.parent}/", "").replace(f"{Path.cwd()}/", "")
    lines = [line.rstrip() for line in printed.splitlines()] + ([f"[exit {code}]"] if code else [])
    return "".join(f"{line}\n" for line in lines)


def difference(expected: str, found: str) -> str:
    return "\n".join(difflib.unified_diff(expected.splitlines(), found.splitlines(), "expected", "found", lineterm=""))


def rewrite(case: Case, index: int, found: str) -> None:
    """Put what was found in the place of what was expected; other cases of the file may have changed by now."""
    now = next(c for c in cases_of(case.path) if c.title == case.title)
    block = now.consoles()[index]
    whole = case.path.read_text("utf-8")
    start, end = now.start + block.start("text"), now.start + block.end("text")
    case.path.write_text(whole[:start] + found + whole[end:], "utf-8")


def test_every_case_has_a_title_of_its_own() -> None:
    titles = [(case.path.name, case.title) for case in ALL]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.path.stem}: {case.title}")
def test_every_case_says_why(case: Case) -> None:
    assert _BLOCK.sub("", case.text).partition("\n")[2].strip()


def test_there_are_enough_cases_to_read() -> None:
    assert len(ALL) >= 65
