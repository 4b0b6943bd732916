"""What a search found is kept between runs: for the same texts only, and never believed blindly."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from lexludi.base.diagnostics import render_text, to_json
from lexludi.base.messages import catalogue
from lexludi.base.resources import shelf
from lexludi.checks import searching
from lexludi.checks.checking import Report, check_paths
from lexludi.checks.summary import Summary, check
from lexludi.cli.check import report_json
from lexludi.cli.main import main
from lexludi.language.phrases import LANGUAGES

WORKS = ("mo/baccarat@2004-05-18",)
VALID = Path(__file__).parent / "corpus" / "valid"


def told(report: Report) -> list[str]:
    """Everything that a report says, in every language and as data."""
    out = []
    for language in LANGUAGES:
        words = catalogue(language)
        out += [json.dumps(to_json(d, words)) for d in report.diagnostics]
        out += [render_text(d, words) for d in report.diagnostics]
        out += [f"{source.name} {setting.told(words)} {effect}" for source, setting, effect in report.effects]
        out += [f"{source.name} {asked.told(words)} {reason}" for source, asked, reason in report.unsearched]
    return out


@pytest.fixture(scope="module")
def searched() -> Report:
    return check_paths(WORKS, law=True)


@pytest.fixture
def kept(searched: Report, tmp_path: Path) -> Path:
    """A folder with what is found on the shelf."""
    check_paths(WORKS, law=True, keep=tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    return tmp_path


def test_what_was_kept_says_the_same_as_what_was_found(
    kept: Path, searched: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("searched again")

    monkeypatch.setattr("lexludi.checks.checking.search", fail)
    assert told(check_paths(WORKS, law=True, keep=kept)) == told(searched)


def test_a_history_is_kept_by_its_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its texts are made of several files, and findings stand in any of them."""
    found = told(check_paths(["mo/baccarat"], law=True, keep=tmp_path))
    assert len(list(tmp_path.iterdir())) == 3, "the first text, the last wholly known one, the last one"
    monkeypatch.setattr("lexludi.checks.checking.search", None)
    assert told(check_paths(["mo/baccarat"], law=True, keep=tmp_path)) == found


def test_a_fresh_search_is_made_and_kept_in_the_place_of_the_old(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr("lexludi.checks.checking.search", lambda *a: calls.append(a) or searching.search(*a))
    before = {f.name: f.stat().st_mtime_ns for f in kept.iterdir()}
    check_paths(["mo/baccarat@2004-05-18"], law=True, keep=kept, fresh=True)
    assert len(calls) == 1
    after = {f.name: f.stat().st_mtime_ns for f in kept.iterdir()}
    assert before.keys() == after.keys()
    assert sum(before[name] != after[name] for name in before) == 1


def test_another_word_in_a_text_is_another_text(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    top = tmp_path_factory.mktemp("shelf")
    ignore = shutil.ignore_patterns("amendments")
    shutil.copytree(shelf() / "mo" / "baccarat", top / "mo" / "baccarat", ignore=ignore)
    shutil.copy(shelf() / "glossary.toml", top)
    check_paths([str(top / "mo" / "baccarat")], law=True, keep=kept)
    assert len(list(kept.iterdir())) == 1, "the same texts elsewhere are the same texts"
    path = top / "mo" / "baccarat" / "2004-05-18.zh.ludi"
    path.write_text(path.read_text("utf-8").replace("優先於第九條(一)項", "優先於第九條(二)項"), "utf-8")
    check_paths([str(top / "mo" / "baccarat")], law=True, keep=kept)
    assert len(list(kept.iterdir())) == 2
    glossary = top / "mo" / "baccarat" / "glossary.toml"
    glossary.write_text(glossary.read_text("utf-8") + '\n[spare-term]\nzh = ["備用詞"]\n', "utf-8")
    check_paths([str(top / "mo" / "baccarat")], law=True, keep=kept)
    assert len(list(kept.iterdir())) == 3


def tampered(text: str, change: str) -> str:
    """A kept file changed by somebody who knows how its checksum is made."""
    data = json.loads(text.partition("\n")[2])
    first = data["diagnostics"][0]
    match change:
        case "place":
            first["labels"][0][2] = 10**9
        case "text":
            first["labels"][0][0] = 7
        case "code":
            first["code"] = "../../x"
        case "severity":
            first["severity"] = ["note"]
        case "control characters":
            first["args"] = {"name": "\x1b[2J"}
        case "class":
            first["args"] = {"name": {"is": "Path", "path": "/"}}
        case "fields":
            first["args"] = {"provisions": {"is": "Cited", "eids": 5}}
        case "hint":
            first["hints"] = ["adds-in"]
        case "schema":
            data["schema"] = "lexludi.search/0"
        case "shape":
            data = [data]
    plain = json.dumps(data)
    return f"{hashlib.sha256(plain.encode()).hexdigest()}\n{plain}"


@pytest.mark.parametrize(
    "change",
    ["place", "text", "code", "severity", "control characters", "class", "fields", "hint", "schema", "shape"],
)
def test_a_file_that_was_tampered_with_is_not_believed(change: str, kept: Path, searched: Report) -> None:
    for file in kept.iterdir():
        file.write_text(tampered(file.read_text("utf-8"), change), "utf-8")
    assert told(check_paths(WORKS, law=True, keep=kept)) == told(searched)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"x\n{", b"[" * 100_000, None])
def test_a_damaged_file_is_searched_for_again(content: bytes | None, kept: Path, searched: Report) -> None:
    for file in kept.iterdir():
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) // 2] if content is None else content)
    assert told(check_paths(WORKS, law=True, keep=kept)) == told(searched)
    assert all(file.read_bytes()[64:65] == b"\n" for file in kept.iterdir()), "and kept again"


def check_kept(folder: Path) -> int:
    return len(check_paths(["mo/baccarat@2004-05-18"], law=True, keep=folder, fresh=True).law)


def test_several_writers_at_once_leave_one_whole_file(tmp_path: Path, searched: Report) -> None:
    with ProcessPoolExecutor(4) as pool:
        assert len(set(pool.map(check_kept, [tmp_path] * 8))) == 1
    (file,) = tmp_path.iterdir()
    checksum, _, text = file.read_text("utf-8").partition("\n")
    assert checksum == hashlib.sha256(text.encode()).hexdigest()


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path, searched: Report) -> None:
    (tmp_path / "file").write_text("")
    assert told(check_paths(WORKS, law=True, keep=tmp_path / "file" / "folder")) == told(searched)


def test_no_more_files_are_kept_than_a_folder_should_hold(tmp_path: Path) -> None:
    for number in range(80):
        file = tmp_path / f"search-{number}.json"
        file.write_text("")
        os.utime(file, (number, number))
    (tmp_path / "zh-0123.lark").write_text("not ours")
    check_paths(["mo/baccarat@2004-05-18"], law=True, keep=tmp_path)
    names = {f.name for f in tmp_path.iterdir()}
    assert len(names) == 64 + 1
    assert "zh-0123.lark" in names
    assert "search-79.json" in names
    assert "search-0.json" not in names


# ── The whole check ─────────────────────────────────────────────────────────


def said(summary: Summary) -> list[str]:
    """Everything that a summary says, in every language and as data."""
    return [
        told
        for words in map(catalogue, LANGUAGES)
        for told in (
            json.dumps(report_json(summary, words)),
            *(render_text(d, words) for d in summary.diagnostics),
        )
    ]


def silent(name: str) -> None:
    """No progress."""


@pytest.fixture
def no_check(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From its call on, a check of a text is a failure."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("checked again")

    return lambda: monkeypatch.setattr("lexludi.checks.checking.check_paths", fail)


@pytest.fixture(scope="module")
def found() -> Summary:
    return check(list(WORKS), silent)


def test_the_check_of_the_whole_shelf_is_kept_and_says_the_same(tmp_path: Path, no_check: Callable[[], None]) -> None:
    first = said(check([], silent, tmp_path))
    no_check()
    assert said(check([], silent, tmp_path)) == first
    with pytest.raises(AssertionError, match="checked again"):
        check([], silent, tmp_path, fresh=True)


def test_texts_with_every_fault_are_kept_too(tmp_path: Path, no_check: Callable[[], None]) -> None:
    broken = str(Path(__file__).parent / "corpus" / "invalid")
    found = check([broken], silent, tmp_path)
    assert len(found.diagnostics) > 100
    no_check()
    assert said(check([broken], silent, tmp_path)) == said(found)


@pytest.mark.parametrize("change", ["text", "glossary", "glossary above", "new text", "amendment", "another folder"])
def test_any_change_on_which_a_check_depends_is_seen(
    change: str, tmp_path: Path, no_check: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "shelf" / "mo" / "two-tokens"
    shutil.copytree(VALID / "two-tokens", work)
    shutil.copytree(VALID / "three-dice", work.parent / "three-dice")
    (work / "amendments").mkdir()
    text = next(work.glob("*.zh.ludi"))
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path / "shelf"))
    keep = tmp_path / "kept"
    check(["mo/two-tokens"], silent, keep)
    match change:
        case "text":
            text.write_text(text.read_text("utf-8") + "# 附註\n", "utf-8")
        case "glossary":
            (work / "glossary.toml").write_text((work / "glossary.toml").read_text("utf-8") + "\n", "utf-8")
        case "glossary above":
            (tmp_path / "glossary.toml").write_text('[spare]\nzh = ["備用"]\n', "utf-8")
        case "new text":
            shutil.copy(text, work / "9.zh.ludi")
        case "amendment":
            shutil.copy(text, work / "amendments" / "9.zh.ludi")
        case "another folder":
            monkeypatch.chdir(tmp_path)
    no_check()
    with pytest.raises(AssertionError, match="checked again"):
        check(["mo/two-tokens"], silent, keep)


def test_what_is_beside_a_file_that_is_checked_counts_too(tmp_path: Path, no_check: Callable[[], None]) -> None:
    work = tmp_path / "mo" / "three-dice"
    shutil.copytree(VALID / "three-dice", work)
    name = str(next(work.glob("*.zh.ludi")))
    check([name], silent, tmp_path / "kept")
    with (work / "glossary.toml").open("a", encoding="utf-8") as file:
        file.write('[spare]\nzh = ["備用"]\n')
    no_check()
    with pytest.raises(AssertionError, match="checked again"):
        check([name], silent, tmp_path / "kept")


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (("schema",), "lexludi.summary/0"),
        (("texts", 0, 1), "de"),
        (("texts", 0, 4, 0, 1), "perhaps"),
        (("diagnostics", 0, "labels", 0, 0), 99),
        (("diagnostics", 0, "code"), 5),
        (("glossaries", 0), 3),
        (("glossaries", 0, 0, 0), "\x1b[31m"),
        (("sources", 0, 2), None),
        (("effects", 0), []),
    ],
)
def test_a_summary_that_was_tampered_with_is_not_believed(
    place: tuple[str | int, ...], wrong: object, tmp_path: Path, found: Summary
) -> None:
    check(list(WORKS), silent, tmp_path)
    (file,) = [f for f in tmp_path.iterdir() if "lexludi.summary/1" in f.read_text("utf-8")]
    data = json.loads(file.read_text("utf-8").partition("\n")[2])
    inner = data
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = wrong
    plain = json.dumps(data)
    file.write_text(f"{hashlib.sha256(plain.encode()).hexdigest()}\n{plain}", "utf-8")
    assert said(check(list(WORKS), silent, tmp_path)) == said(found)


def test_the_command_searches_afresh_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lexludi.cli.check.cache_folder", lambda: tmp_path)
    assert main(["check", WORKS[0]]) == 0
    first = capsys.readouterr().out
    for file in tmp_path.iterdir():
        plain = file.read_text("utf-8").partition("\n")[2].replace('"severity":"note"', '"severity":"error"')
        file.write_text(f"{hashlib.sha256(plain.encode()).hexdigest()}\n{plain}", "utf-8")
    assert main(["check", WORKS[0]]) == 1, "what is kept is what is told"
    capsys.readouterr()
    assert main(["check", WORKS[0], "--fresh"]) == 0
    assert capsys.readouterr().out == first
    assert main(["check", WORKS[0]]) == 0
