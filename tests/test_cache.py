"""The cache: what is kept says what was found, for as long as nothing changes, and whatever becomes of the files."""

import json
import os
import pickle
import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lexludi.base import cache
from lexludi.base.boundary import bytes_of
from lexludi.base.cache import CacheEntry, digest, file_digests
from lexludi.base.diagnostics import render_text
from lexludi.base.messages import catalogue
from lexludi.base.resources import cache_folder
from lexludi.checks import checking
from lexludi.checks.summary import Summary, check, summary_json
from lexludi.cli.main import main
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import works

TESTS = Path(__file__).parent
VALID = TESTS / "corpus" / "valid"
Failing = Callable[[], None]


def silent(name: str) -> None:
    """No progress."""


def said(summary: Summary) -> list[str]:
    """Everything that a summary says, in every language and as data."""
    return [
        told
        for words in map(catalogue, LANGUAGES)
        for told in (
            json.dumps(summary_json(summary, words)),
            *(render_text(d, words) for d in summary.diagnostics),
        )
    ]


def summaries(folder: Path) -> list[Path]:
    """The files of a cache folder that are neither the digests of files nor kept searches."""
    return [
        file
        for file in folder.iterdir()
        if file.is_file() and file != CacheEntry("digests of files", "1", folder)._file
    ]


@pytest.fixture
def no_check(monkeypatch: pytest.MonkeyPatch) -> Failing:
    """From its call on, a check of a text is a failure."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("checked again")

    return lambda: monkeypatch.setattr("lexludi.checks.checking.check_files", fail)


@pytest.fixture
def own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf of two invented works."""
    top = tmp_path / "shelf"
    for name in ("two-tokens", "three-dice"):
        shutil.copytree(VALID / name, top / "mo" / name)
        (top / "mo" / name / "amendments").mkdir()
    monkeypatch.setenv("LEXLUDI_SHELF", str(top))
    return top


# ── Digests of files ────────────────────────────────────────────────────────


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were read for their digests, where no file counts as changed of late."""
    names: list[str] = []

    def seen(file: Path, limit: int) -> bytes:
        names.append(file.name)
        return bytes_of(file, limit)

    monkeypatch.setattr(cache, "RECENT", -(10**12))
    monkeypatch.setattr(cache, "bytes_of", seen)
    return names


def kept_digest(file: Path, folder: Path) -> str:
    with file_digests(folder) as digests:
        return digests.of(file)


def test_a_file_that_is_as_it_was_is_not_read_again(read: list[str], tmp_path: Path) -> None:
    file, folder = tmp_path / "text", tmp_path / "cache"
    file.write_text("two", "utf-8")
    first = kept_digest(file, folder)
    assert kept_digest(file, folder) == first
    assert read.count("text") == 1


def test_a_file_of_the_same_size_and_time_is_another_one(read: list[str], tmp_path: Path) -> None:
    file, other, folder = tmp_path / "text", tmp_path / "other", tmp_path / "cache"
    file.write_text("two", "utf-8")
    first, before = kept_digest(file, folder), file.stat()
    file.write_text("six", "utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    second = kept_digest(file, folder)
    other.write_text("ten", "utf-8")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(file)
    assert len({first, second, kept_digest(file, folder), kept_digest(tmp_path / "none", folder)}) == 4


def test_a_file_that_was_changed_of_late_is_read_each_time(
    read: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "RECENT", 10**12)
    file, folder = tmp_path / "text", tmp_path / "cache"
    file.write_text("two", "utf-8")
    assert kept_digest(file, folder) == kept_digest(file, folder)
    assert read.count("text") == 2


def test_a_check_after_a_change_reads_the_work_that_changed(read: list[str], own_shelf: Path, tmp_path: Path) -> None:
    check([], silent, tmp_path / "cache")
    (text, *_) = sorted((own_shelf / "mo" / "two-tokens").glob("*.ludi"))
    text.write_text(text.read_text("utf-8") + "# Nothing but a comment.\n", "utf-8")
    read.clear()
    check([], silent, tmp_path / "cache")
    assert [name for name in read if not name.endswith(".json")] == [text.name]


# ── Entries ─────────────────────────────────────────────────────────────────


def test_data_are_read_under_their_digest_and_no_other(tmp_path: Path) -> None:
    CacheEntry("a", "1", tmp_path).write([1, {"b": None}, "二"])
    assert CacheEntry("a", "1", tmp_path).read(list) == [1, {"b": None}, "二"]
    assert CacheEntry("a", "2", tmp_path).read(list) is None
    assert CacheEntry("b", "1", tmp_path).read(list) is None


def test_new_data_take_the_place_of_old_ones_on_the_same_subject(tmp_path: Path) -> None:
    for number in range(100):
        CacheEntry("a", str(number), tmp_path).write(number)
    CacheEntry("b", "0", tmp_path).write(0)
    assert len(list(tmp_path.iterdir())) == 2
    assert CacheEntry("a", "99", tmp_path).read(int) == 99


@pytest.mark.parametrize("content", [b"", b"{}", b"[1, 2]", b"\xff\xfe", b"[" * 100_000, b'{"digest": "1"}', None])
def test_a_file_that_cannot_be_read_is_no_entry(content: bytes | None, tmp_path: Path) -> None:
    entry = CacheEntry("a", "1", tmp_path)
    entry.write(["whole"])
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-5] if content is None else content)
    assert entry.read(list) is None
    entry.write(["whole"])
    assert entry.read(list) == ["whole"]


class Planted:
    """An object whose pickle makes a folder when it is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[object, ...]:
        return Path.mkdir, (self.folder,)


def test_nothing_that_is_planted_runs(tmp_path: Path) -> None:
    entry = CacheEntry("a", "1", tmp_path)
    entry.write([])
    (file,) = tmp_path.iterdir()
    file.write_bytes(pickle.dumps(Planted(tmp_path / "it ran")))
    assert entry.read(list) is None
    assert not (tmp_path / "it ran").exists()


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    entry = CacheEntry("a", "1", tmp_path / "file" / "folder")
    entry.write([])
    assert entry.read(list) is None


def _write(folder: Path) -> None:
    for number in range(20):
        CacheEntry("a", "1", folder).write([number] * 1000)


def test_a_user_without_a_home_keeps_nothing_and_works(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", none)
    entry = CacheEntry("subject", "digest")
    assert not entry.write([1])
    assert entry.read(list) is None
    assert main(["check", str(VALID / "two-tokens"), "--quiet"]) == 0


@pytest.mark.parametrize("base", ["", "relative", "./relative"])
def test_a_relative_folder_of_the_environment_is_no_place_for_a_cache(
    base: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_folder() == tmp_path / ".cache" / "lexludi"


def test_of_several_writers_at_once_one_leaves_a_whole_file(tmp_path: Path) -> None:
    with ProcessPoolExecutor(3) as pool:
        list(pool.map(_write, [tmp_path] * 6))
    found = CacheEntry("a", "1", tmp_path).read(list)
    assert found is not None
    assert len(found) == 1000
    assert len(set(found)) == 1
    assert len(list(tmp_path.iterdir())) == 1


def test_a_digest_tells_words_files_and_their_names_apart(tmp_path: Path) -> None:
    one, two = tmp_path / "1", tmp_path / "2"
    one.write_text("same")
    two.write_text("same")
    digests = {digest(["a", "b"]), digest(["ab"]), digest(["a"], [one]), digest(["a"], [two])}
    one.write_text("other")
    digests |= {digest(["a"], [one]), digest(["a"], [one, two]), digest(["a"], [tmp_path / "none"])}
    assert len(digests) == 7


# ── Checks ──────────────────────────────────────────────────────────────────


@pytest.mark.soak
def test_the_check_of_the_whole_shelf_is_kept_and_says_the_same(tmp_path: Path, no_check: Failing) -> None:
    first = said(check([], silent, tmp_path))
    assert len(summaries(tmp_path)) == len(list(works())), "an entry for each work"
    no_check()
    assert said(check([], silent, tmp_path)) == first
    with pytest.raises(AssertionError, match="checked again"):
        check([], silent, tmp_path, fresh=True)


def test_texts_with_every_fault_are_kept_too(tmp_path: Path, no_check: Failing) -> None:
    broken = [str(TESTS / "corpus" / "invalid"), str(TESTS / "corpus" / "histories")]
    found = check(broken, silent, tmp_path)
    assert len(found.diagnostics) > 100
    no_check()
    assert said(check(broken, silent, tmp_path)) == said(found)


def changed(change: str, work: Path) -> None:
    """Change something on which the check of a work depends."""
    text = next(work.glob("*.zh.ludi"))
    match change:
        case "text":
            text.write_text(text.read_text("utf-8") + "# 附註\n", "utf-8")
        case "glossary":
            (work / "glossary.toml").write_text((work / "glossary.toml").read_text("utf-8") + "\n", "utf-8")
        case "glossary above":
            (work.parent / "glossary.toml").write_text('[spare]\nzh = ["備用"]\n', "utf-8")
        case "new text":
            shutil.copy(text, work / "9.zh.ludi")
        case "amendment":
            shutil.copy(text, work / "amendments" / "9.zh.ludi")


@pytest.mark.parametrize("change", ["text", "glossary", "glossary above", "new text", "amendment"])
@pytest.mark.parametrize("place", ["mo/two-tokens", "a file", ""])
def test_any_change_on_which_a_check_depends_is_seen(
    change: str, place: str, own_shelf: Path, tmp_path: Path, no_check: Failing
) -> None:
    work = own_shelf / "mo" / "two-tokens"
    named = str(next(work.glob("*.zh.ludi"))) if place == "a file" else place
    paths, keep = [named] if named else [], tmp_path / "kept"
    check(paths, silent, keep)
    changed(change, work)
    no_check()
    with pytest.raises(AssertionError, match="checked again"):
        check(paths, silent, keep)


def test_what_was_found_while_a_text_changed_is_not_kept(
    own_shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_check: Failing
) -> None:
    """A text is saved and the change undone during the check: what was found is of neither, and of no digest."""
    text, real = next((own_shelf / "mo" / "two-tokens").glob("*.zh.ludi")), checking.check_files

    def while_it_changes(*given: Any, **named: Any) -> Any:
        before = text.read_text("utf-8")
        text.write_text("…", "utf-8")
        found = real(*given, **named)
        text.write_text(before, "utf-8")
        return found

    monkeypatch.setattr(checking, "check_files", while_it_changes)
    check([str(text)], silent, tmp_path / "kept")
    no_check()
    with pytest.raises(AssertionError, match="checked again"):
        check([str(text)], silent, tmp_path / "kept")


def test_after_a_change_of_one_work_only_that_one_is_checked(own_shelf: Path, tmp_path: Path) -> None:
    keep, names = tmp_path / "kept", []
    check([], silent, keep)
    changed("text", own_shelf / "mo" / "two-tokens")
    found = check([], names.append, keep)
    assert names
    assert all((own_shelf / "mo" / "two-tokens" / Path(name).name).is_file() for name in names)
    assert said(found) == said(check([], silent))
    assert len(summaries(keep)) == 2, "the new entry stands in the place of the old one"


def test_works_are_kept_however_many_there_are(tmp_path: Path, no_check: Failing) -> None:
    """No number of entries is too many: a larger shelf is not checked again and again."""
    for number in range(80):
        work = tmp_path / "shelf" / f"work-{number}"
        work.mkdir(parents=True)
        (work / "1.en.ludi").write_text(f"# {number}\n", "utf-8")
    found = said(check([str(tmp_path / "shelf")], silent, tmp_path / "kept"))
    no_check()
    assert said(check([str(tmp_path / "shelf")], silent, tmp_path / "kept")) == found


def test_the_same_texts_elsewhere_are_named_as_they_stand_there(
    own_shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = tmp_path / "kept"
    for folder in (own_shelf, own_shelf / "mo"):
        monkeypatch.chdir(folder)
        assert said(check([], silent, keep)) == said(check([], silent))


def test_the_command_tells_what_is_kept_unless_it_is_to_check_afresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lexludi.cli.check.cache_folder", lambda: tmp_path)
    name = str(TESTS / "generated" / "found" / "act-that-leaves-nothing-to-choose")  # of which there is a note
    assert main(["check", name]) == 0
    first = capsys.readouterr().out
    (file,) = summaries(tmp_path)
    note, fault = '["Severity","note"]', '["Severity","error"]'
    file.write_text(file.read_text("utf-8").replace(note, fault), "utf-8")
    assert main(["check", name]) == 1, "what is kept is what is told"
    capsys.readouterr()
    assert main(["check", name, "--fresh"]) == 0
    assert capsys.readouterr().out == first
    assert main(["check", name]) == 0
