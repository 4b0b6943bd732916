"""What the README files say, done: every command runs, every example reads, every claim holds."""

import io
import re
import shlex
import shutil
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from lexludi.base.source import Source
from lexludi.cli.main import main
from lexludi.language.parser import parse

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
TOUR = (ROOT / "grammar" / "README.md").read_text("utf-8")


def blocks(text: str, info: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{info}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    lines = (line for block in blocks(README, "console") for line in block.splitlines())
    return [line[2:].split(" #")[0].strip() for line in lines if line.startswith("$ ")]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what the commands work on, as the current folder."""
    shutil.copytree(ROOT / "regulations", tmp_path / "regulations")
    for name in ("LEXLUDI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path / "regulations"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str) -> str:
    """Run a command of ours, which must succeed; what it prints."""
    words, _, target = command.partition(" > ")
    program, *arguments = shlex.split(words)
    assert program == "lexludi", command
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(arguments) == 0, command
    if target:
        Path(target).write_text(out.getvalue(), "utf-8")
    return out.getvalue()


# Commands that take long, and are run by other tests too: `make demo` below, and the cases.
LONG = {
    "lexludi check",
    "lexludi check --strict --limit 120 mo/q-poker",
    "lexludi diff mo/q-poker:zh mo/q-poker:pt",
}


@pytest.mark.soak
def test_the_long_commands_of_the_readme_succeed(checkout: Path) -> None:
    for command in LONG:
        run(command)


def test_every_command_of_the_readme_succeeds(checkout: Path) -> None:
    ours = [command for command in commands() if command.startswith("lexludi")]
    assert set(ours) > LONG
    ours = [command for command in ours if command not in LONG]
    for command in ours:
        run(command)
    assert {path.name for path in checkout.iterdir()} == {"regulations", "round.json"}


def test_the_other_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    others = [command for command in commands() if not command.startswith("lexludi")]
    assert others
    for command in others:
        program, target = command.split()
        assert program == "make"
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def recipe(target: str) -> list[str]:
    """The commands of a target of the Makefile, without the folder of the environment."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    variables = dict(re.findall(r"^(\w+) :?= ?(.*)$", makefile, re.MULTILINE))
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert found, target
    lines = found[1].replace("\t", "").replace("$(BIN)/", "")
    return re.sub(r"\$\((\w+)\)", lambda m: variables[m[1]], lines).splitlines()


@pytest.mark.soak
def test_the_demonstration_checks_the_shelf_and_plays_a_traced_round(checkout: Path) -> None:
    check, play = recipe("demo")
    assert "errors: 0" in run(check)
    shown = run(play)
    assert "[article 9, " in shown, "the round is traced to its provisions"
    assert "Net" in shown, "and settled"


def test_the_provisions_that_decide_the_example_are_those_named(checkout: Path) -> None:
    command = next(command for command in commands() if "--cards" in command)
    steps = [line for line in run(command).splitlines() if re.match(r" *\d+ ", line)]
    pair, qualified, paid = steps[-5], steps[-2], steps[-1]
    assert "pair" in pair
    assert "article 8, item 5" in pair
    assert "dealer is qualified" in qualified
    assert qualified.endswith("[article 9, item 4]")
    assert "player 1 wins 10" in paid
    assert "[article 9, item 7, subitem 4" in paid
    for claim in ("by article 9, item 4", "by article 8, item 5", "by article 9, item 7, subitem 4"):
        assert claim in README


def test_the_transcribed_provision_stands_in_the_regulation() -> None:
    name, excerpt = re.findall(r"\(`(regulations/\S+\.ludi)`\):\n\n```\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)[
        0
    ]
    text = (ROOT / name).read_text("utf-8")
    pattern = r"\n".join(re.escape(line).replace("…", ".*") for line in excerpt.splitlines())
    assert re.search(pattern, text), excerpt


def test_the_library_example_runs(checkout: Path) -> None:
    (example,) = blocks(README, "python")
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(example, "README.md", "exec"), {})
    assert "player-1" in out.getvalue()
    assert "art_9" in out.getvalue(), "the last step names its provisions"


def test_the_folders_of_the_readme_are_there() -> None:
    for folder in re.findall(r"^\| `([\w/]+)/` \|", README, re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder


@pytest.mark.parametrize("readme", ["README.md", "engine/README.md", "grammar/README.md", "regulations/README.md"])
def test_links_between_the_files_lead_somewhere(readme: str) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", (ROOT / readme).read_text("utf-8")):
        assert ((ROOT / readme).parent / target).exists(), target


LUDI = [(language, text) for language in ("zh", "pt", "en") for text in blocks(TOUR, f"ludi {language}")]


@pytest.mark.parametrize(("language", "text"), LUDI, ids=[f"{lang}-{i}" for i, (lang, _) in enumerate(LUDI)])
def test_every_example_of_the_tour_parses(language: str, text: str) -> None:
    tree, diagnostics = parse(Source("grammar/README.md", language, text))
    assert tree is not None
    assert [d.code for d in diagnostics] == []


def test_the_tour_shows_all_three_languages() -> None:
    assert {language for language, _ in LUDI} == {"zh", "pt", "en"}
    assert len(LUDI) > 10
