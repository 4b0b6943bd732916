"""What other tools are given: hooks for pre-commit, a workflow, manual pages, and the page about editors."""

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from lexludi.base.messages import catalogue
from lexludi.cli.main import COMMANDS, main
from lexludi.language.phrases import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
CORPUS = ROOT / "tests" / "corpus" / "valid"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of one work, as somebody else has it, and the current folder."""
    shutil.copytree(CORPUS / "two-tokens", tmp_path / "two-tokens")
    shutil.copy(ROOT / "regulations" / "glossary.toml", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def hooks() -> dict[str, dict[str, object]]:
    return {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}


def run(command: str, *more: str) -> int:
    """Run a command of ours as it is written somewhere."""
    name, *arguments = shlex.split(command)
    assert name == "lexludi"
    return main([*arguments, *more])


def hooked(name: str, files: list[str]) -> int:
    """Run a hook as pre-commit does: with the files that it asks for, or without any."""
    hook = hooks()[name]
    concerned = [file for file in files if re.search(str(hook["files"]), file)]
    assert concerned
    given = concerned if hook.get("pass_filenames", True) else []
    return run(str(hook["entry"]), *hook.get("args", ()), *given)


def test_the_hooks_find_a_mistake_and_put_texts_in_form(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = repository / "two-tokens" / "1.en.ludi"
    good = text.read_text("utf-8")
    files = ["README.md", "glossary.toml", "two-tokens/1.en.ludi", "two-tokens/glossary.toml"]
    assert hooked("lexludi-check", files) == 0
    assert hooked("lexludi-fmt", files) == 0
    assert text.read_text("utf-8") == good
    text.write_text(good.replace("  bets are accepted.", "  bets   are accepted."), "utf-8")
    hooked("lexludi-fmt", files)
    assert text.read_text("utf-8") == good
    text.write_text(good.replace("  bets are accepted.", "  bets are acepted."), "utf-8")
    assert hooked("lexludi-check", files) == 1
    assert hooked("lexludi-fmt", files) == 1
    assert "unexpected-text" in capsys.readouterr().out


def test_the_workflow_runs_and_marks_the_lines_of_mistakes(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workflow = yaml.safe_load((ROOT / "editors" / "github" / "regulations.yml").read_text("utf-8"))
    steps = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    commands = [step for step in steps if step.startswith("lexludi ")]
    assert [run(command) for command in commands] == [0, 0]
    text = repository / "two-tokens" / "1.en.ludi"
    text.write_text(text.read_text("utf-8").replace("bets are accepted", "bets are acepted"), "utf-8")
    assert [run(command) for command in commands] == [1, 1]
    assert re.search(r"(?m)^::error .*file=.*1\.en\.ludi,line=\d+", capsys.readouterr().out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_manual_page_made_from_its_help(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["man", str(tmp_path), "--lang", language]) == 0
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert set(made) == {"lexludi.1", *(f"lexludi-{name}.1" for name in COMMANDS)}
    words = catalogue(language)
    capsys.readouterr()
    main(["check", "--help", "--lang", language])
    page, shown = made["lexludi-check.1"], capsys.readouterr().out
    options = re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", shown)
    assert len(options) >= 6
    for option in options:
        assert option.replace("-", r"\-") in page
    assert words.say("help.check").replace("-", r"\-") in page
    for name, text in made.items():
        assert text.startswith('.TH "LEXLUDI'), name
        # A line that begins with a dot or an apostrophe is an instruction: only those that we write.
        found = {line.split()[0] for line in text.splitlines() if line[:1] in (".", "'")}
        assert found <= {".TH", ".SH", ".TP", ".nf", ".fi"}, name


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_manual_pages_are_formatted_without_complaint(tmp_path: Path) -> None:
    main(["man", str(tmp_path), "--lang", "en"])
    pages = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run(
        ["groff", "-K", "utf8", "-man", "-Tutf8", "-ww", *pages], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert "--format" in done.stdout


# ── The page about editors ──────────────────────────────────────────────────


def page(language: str) -> str:
    return (ROOT / "site" / "pages" / language / "editors.md").read_text("utf-8")


def blocks(language: str, kind: str) -> list[str]:
    return re.findall(rf"(?ms)^```{kind}\n(.*?)^```$", page(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_settings_on_the_page_are_the_same_in_every_language(language: str) -> None:
    for kind in ("lua", "lisp", "toml", "yaml", "json"):
        assert blocks(language, kind) == blocks("en", kind), kind
    assert (len(blocks(language, "lua")), len(blocks(language, "lisp")), len(blocks(language, "toml"))) == (1, 1, 1)
    tomllib.loads(blocks(language, "toml")[0])
    (hook,) = yaml.safe_load(blocks(language, "yaml")[0])["repos"]
    assert {entry["id"] for entry in hook["hooks"]} == hooks().keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_on_the_page_is_one(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.removeprefix("$ ") for block in blocks(language, "console") for line in block.splitlines()]
    ours = [shlex.split(line)[1] for line in lines if line.startswith("lexludi ")]
    assert ours
    assert set(ours) <= set(COMMANDS)
    settings = "".join(blocks(language, "lua") + blocks(language, "lisp") + blocks(language, "toml"))
    assert len(re.findall(r'"lexludi"[^\n]*"lsp"', settings)) + len(re.findall(r'args = \["lsp"\]', settings)) >= 3
