"""`lexludi diff` and git: hunks headed by provisions, difftool, revisions; with a real git in a folder of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from differing import TESTS
from lexludi.cli.main import main

ROOT = TESTS.parent
SAMPLE = TESTS / "corpus" / "valid" / "three-dice"
BEFORE, AFTER = "“any triple” pays 30 to 1.", "“any triple” pays 24 to 1."

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="no git on this machine")


class Repository:
    """A repository with nobody's settings but its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        nobody = {
            f"GIT_{role}_{what}": f"{what.lower()}@example.org"
            for role in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        self.environment = {
            **os.environ,
            **nobody,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "LC_ALL": "C.UTF-8",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "LEXLUDI_LANG": "en",
        }
        self.git("init", "-q", "-b", "main")
        # The attributes are those of this project; the settings, those that its README gives.
        shutil.copy(ROOT / ".gitattributes", folder / ".gitattributes")
        for line in readme_settings():
            self.git(*line.split(" ", 3)[1:3], line.split(" ", 3)[3].strip("'"))

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def commit(self, **texts: str | None) -> None:
        for name, text in texts.items():
            path = self.folder / "work" / name.replace("__", ".")
            path.parent.mkdir(exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text, "utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "a state of the texts")


def readme_settings() -> list[str]:
    """The commands by which the README sets git up."""
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.findall(r"^git config .+$", text, re.MULTILINE)
    assert len(found) == 3
    return found


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Three commits: a text; one payoff changed; another text added and the first in other words."""
    found = Repository(tmp_path)
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"):
        monkeypatch.setenv(name, found.environment[name])
    monkeypatch.chdir(tmp_path)
    text = (SAMPLE / "1.en.ludi").read_text("utf-8")
    changed = text.replace(BEFORE, AFTER)
    glossary = (SAMPLE / "glossary.toml").read_text("utf-8")
    found.commit(**{"glossary__toml": glossary, "1__en__ludi": text})
    found.commit(**{"1__en__ludi": changed})
    portuguese = (SAMPLE / "1.pt.ludi").read_text("utf-8")
    found.commit(**{"1__en__ludi": changed.replace("is not limited", "is open"), "1__pt__ludi": portuguese})
    return found


def test_hunks_are_headed_by_provisions(repository: Repository) -> None:
    shown = repository.git("diff", "--no-textconv", "--unified=0", "HEAD~2", "HEAD~1")
    headings = re.findall(r"^@@ .+ @@ (.+)$", shown, re.MULTILINE)
    assert headings
    assert set(headings) == {"1."}


def test_with_the_text_conversion_they_are_cited_in_full(repository: Repository) -> None:
    shown = repository.git("diff", "--unified=0", "HEAD~2", "HEAD~1")
    headings = re.findall(r"^@@ .+ @@ (.+)$", shown, re.MULTILINE)
    assert set(headings) == {"article 8, paragraph 1"}
    assert "+  when among" in shown


def test_a_text_that_cannot_be_read_is_shown_all_the_same(repository: Repository) -> None:
    repository.commit(**{"1__en__ludi": "Article 1 Broken\n  nonsense (((\n"})
    assert "+  nonsense (((" in repository.git("diff", "HEAD~1", "HEAD")


def test_the_layers_between_two_revisions(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["diff", "--git", "HEAD~2", "HEAD", "--layer", "rules", "--format", "json", "--lang", "en"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert [d["after"]["name"] for d in found] == ["HEAD:work/1.en.ludi", "HEAD:work/1.pt.ludi"]
    assert [(e["op"], e["eid_before"], e["eid_after"]) for e in found[0]["rules"]] == [
        ("payout-changed", "art_8__para_1", "art_8__para_1")
    ]
    assert {e["op"] for e in found[1]["rules"]} == {"added"}
    assert found[1]["before"]["name"] == "/dev/null"


def test_the_texts_of_two_revisions_run_in_their_own_stances_as_their_files_do(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """A triple comes once in 36 throws; it is paid, or the stake lost, as the text itself says."""
    terms = "".join(f'\n[{name}]\nen = ["{name} of triples"]\n' for name in ("doubt", "payment", "loss"))
    repository.commit(glossary__toml=(SAMPLE / "glossary.toml").read_text("utf-8") + terms)
    rule = "  when among the faces thrown by “dealer”, all are of the same “number”, {}then “any triple” {}.\n"
    doubt = "and “doubt of triples” is “{} of triples”, "
    text = (SAMPLE / "1.en.ludi").read_text("utf-8")
    original = rule.format("", "pays 30 to 1")
    assert original in text
    for said in ("payment", "loss"):
        declared = (
            "  reading “doubt of triples”: “payment of triples” or “loss of triples”; default “payment of triples”; "
            f"because: invented\n  divergence “doubt of triples”: this text says “{said} of triples”; note: invented\n"
        )
        rules = rule.format(doubt.format("payment"), "pays 30 to 1") + rule.format(doubt.format("loss"), "loses")
        changed = text.replace(original, declared + rules)
        repository.commit(**{"1__en__ludi": changed})
        (repository.folder / "work" / f"{said}.en.ludi").write_text(changed, "utf-8")
    found = []
    for sides in (("--git", "HEAD~1", "HEAD", "work/1.en.ludi"), ("work/payment.en.ludi", "work/loss.en.ludi")):
        assert main(["diff", *sides, "--layer", "outcomes", "--format", "json", "--lang", "en"]) == 0
        read = json.loads(capsys.readouterr().out)
        (difference,) = read if isinstance(read, list) else [read]
        found.append(difference["outcomes"]["bets"]["any-triple"])
    assert found[0] == found[1]
    assert (found[0]["before"], found[0]["after"], found[0]["probability_changed"]) == ("5/36", "1", "1/36")


def test_between_two_revisions_of_one_path(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "--git", "HEAD~1", "HEAD", "work/1.en.ludi", "--layer", "words", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "[-not limited-]{+open+}" in shown
    assert "1.pt.ludi" not in shown
    for path in ((), ("work/1.en.ludi",), ("work",), ("*.ludi",)):
        assert main(["diff", "--git", "HEAD", "HEAD", *path, "--lang", "en"]) == 0
        assert capsys.readouterr().out == "No text of a regulation has changed.\n"


def test_a_path_that_is_in_neither_revision_is_an_error(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", "--git", "HEAD~1", "HEAD", "work/2.en.ludi", "--lang", "en"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "there is no “work/2.en.ludi” in either revision" in said.err


def test_between_two_revisions_of_the_texts_of_a_language(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in ("en", "pt"):
        assert (
            main(["diff", "--git", "HEAD~1", "HEAD", "--text", language, "--layer", "words", "--format", "json"]) == 0
        )
        (found,) = json.loads(capsys.readouterr().out)
        assert found["after"]["name"].endswith(f"1.{language}.ludi")
    assert main(["diff", "--git", "HEAD~1", "HEAD", "--text", "zh", "--lang", "en"]) == 0
    assert capsys.readouterr().out == "No text of a regulation has changed.\n"


def test_a_text_that_is_gone(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    repository.commit(**{"1__pt__ludi": None})
    assert main(["diff", "--git", "HEAD~1", "HEAD", "--layer", "words", "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert {e["op"] for e in found["words"]} == {"remove"}


def test_texts_with_errors_are_told_and_the_others_compared(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (repository.folder / "work" / "1.pt.ludi").read_text("utf-8")
    repository.commit(**{"1__pt__ludi": text + "Artigo 99.º Mau\n  isto não é nada (((\n", "1__en__ludi": "x"})
    assert main(["diff", "--git", "HEAD~1", "HEAD", "--lang", "en"]) == 1
    assert "error[" in capsys.readouterr().err


@pytest.mark.parametrize("revision", ["no-such-branch", "--output=x", "HEAD:work/1.en.ludi"])
def test_what_is_no_revision(repository: Repository, revision: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["diff", "--git", "--lang", "en", "--", revision, "HEAD"])
    assert code == 1
    assert capsys.readouterr().err.startswith("lexludi: git did not succeed:")
    assert not (repository.folder / "x").exists()


def test_difftool_shows_the_layers(repository: Repository) -> None:
    shown = repository.git("difftool", "--no-prompt", "--tool=lexludi", "HEAD~2", "HEAD", "--", "work")
    assert "Changes the amount, 30 to 1 → 24 to 1" in shown
    assert "{+open+}" in shown
    assert "Artigo" not in shown.split("work/1.pt.ludi")[0]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are characters on this machine")
def test_names_of_files_may_be_in_any_code(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """A name in Latin-1, as old systems left them, is beside the text, and is one."""
    name = os.fsdecode(b"caf\xe9.en.ludi")
    (repository.folder / "work" / name).write_text((SAMPLE / "1.en.ludi").read_text("utf-8"), "utf-8")
    repository.commit()
    assert main(["diff", "--git", "HEAD~1", "HEAD", "--layer", "words", "--lang", "en"]) == 0
    assert "HEAD:work/caf?.en.ludi (English)" in capsys.readouterr().out
    assert main(["diff", "--git", "HEAD~2", "HEAD~1", "--layer", "words", "--lang", "en"]) == 0
