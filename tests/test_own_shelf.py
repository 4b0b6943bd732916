"""A shelf of one's own, made and read as a user would: `lexludi new`, `--shelf`, glossaries that inherit, packages."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from lexludi.base.resources import cache_folder, data_folder, shelves
from lexludi.cli.main import main
from lexludi.language.glossary import glossary_for
from lexludi.language.phrases import LANGUAGES
from lexludi.site import library, pages
from lexludi.site.folder import PAGES

ROOT = Path(__file__).resolve().parent.parent
# What is kept there of our own texts is as good for a command that is started.
CACHE = cache_folder()


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("LEXLUDI_LANG", "LEXLUDI_SHELF", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _pages_of_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the site what is of no shelf is left out, and there are few rounds at random: these take most of its time."""
    monkeypatch.setattr(pages, "play_files", lambda: iter(()))
    monkeypatch.setattr(pages, "written_pages", lambda *_: ())
    monkeypatch.setattr(library, "COVERED_ROUNDS", 20)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    given = capsys.readouterr()
    return code, given.out, given.err


def new(capsys: pytest.CaptureFixture[str], shelf: str, work: str = "xx/my-game", day: str = "2026-01-01") -> Path:
    Path(shelf).mkdir(exist_ok=True)
    assert run(capsys, "new", work, "--shelf", shelf, "--date", day)[0] == 0
    return Path(shelf) / work


@pytest.mark.parametrize("page", ["README.md", *(f"site/pages/{language}/guide.md" for language in LANGUAGES)])
def test_whoever_types_what_the_pages_show_has_a_shelf(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"(?ms)^```sh\n(.*?)^```$", (ROOT / page).read_text("utf-8"))
    (block,) = [block for block in blocks if "lexludi new" in block]
    for line in block.splitlines():
        program, *arguments = shlex.split(line, comments=True)
        if program == "mkdir":
            Path(arguments[0]).mkdir()
        else:
            assert main(arguments) == 0, line
    assert "2026-01-01" in capsys.readouterr().out


SENTENCES = {
    "zh": r"「(本文為[^」]*)」",
    "pt": r"linha seguinte: (.*\.) Ou: (.*\.)",
    "en": r"next line: (.*\.) Or: (.*\.)",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_that_a_new_text_names_in_a_comment_are_read(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = new(capsys, "rules").glob(f"*.{language}.ludi")
    text = file.read_text("utf-8")
    comment = next(line for line in text.splitlines() if re.search(SENTENCES[language], line))
    named = [words for match in re.finditer(SENTENCES[language], comment) for words in match.groups()]
    assert len(named) == 2
    below = text.splitlines()[text.splitlines().index(comment) + 1]
    for sentence in named:
        file.write_text(text.replace(below, sentence, 1), "utf-8")
        assert run(capsys, "check", str(file))[0] == 0, sentence


def test_what_is_new_has_no_fault_and_is_canonical(capsys: pytest.CaptureFixture[str]) -> None:
    folder = new(capsys, "rules")
    code, out, _ = run(capsys, "check", "--shelf", "rules", "--strict", "--format", "json")
    found = json.loads(out)
    assert (code, found["diagnostics"], found["unsearched"]) == (0, [], [])
    assert {text["language"] for text in found["texts"]} == set(LANGUAGES)
    assert run(capsys, "fmt", "--check", str(folder))[0] == 0
    _, out, _ = run(capsys, "analyze", "xx/my-game", "--shelf", "rules", "--format", "json")
    assert {bet: odds["expectation"] for bet, odds in json.loads(out)["bets"].items()} == {"high": "0"}


def test_a_new_work_stands_in_the_current_folder_where_no_shelf_is_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    before = date.today()
    code, out, _ = run(capsys, "new", "my-game", "--text", "pt")
    assert code == 0
    # At midnight, today is not the same day after as before.
    days = {before, date.today()}
    assert out.splitlines() in [["my-game/glossary.toml", f"my-game/{day}.pt.ludi"] for day in days]
    assert run(capsys, "check", "my-game")[0] == 0


def test_new_works_of_one_last_name_in_several_folders_have_identifiers_of_their_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("xx/poker/basic", "xx/craps/basic", "dice", "mo"):
        assert run(capsys, "new", name, "--text", "en", "--date", "2026-01-01")[0] == 0
    texts = [path.read_text("utf-8") for path in Path().rglob("*.ludi")]
    found = {match[1] for text in texts if (match := re.search("^identifier: (.+)$", text, re.MULTILINE))}
    names = ("xx/act/2026/poker-basic", "xx/act/2026/craps-basic", "xx/act/2026/dice", "mo/act/2026/mo")
    assert found == {f"/akn/{name}" for name in names}


def test_files_of_works_in_a_folder_and_of_works_named_like_one_stand_side_by_side(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("files").mkdir()
    for name in ("xx/a/b", "xx/a-b"):
        new(capsys, "rules", name)
        assert run(capsys, "export", "txt", name, "--text", "en", "-o", "files", "--shelf", "rules")[0] == 0
    assert sorted(file.name for file in Path("files").iterdir()) == [
        "xx-a-b-2026-01-01.en.txt",
        "xx-a.b-2026-01-01.en.txt",
    ]


def test_the_first_day_of_the_calendar_which_stands_for_none_is_the_day_of_no_new_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, "new", "xx/old", "--date", "0001-01-01", "--lang", "en")
    assert (code, out, "0001-01-01" in err, list(Path().iterdir())) == (1, "", True, [])
    new(capsys, "rules", "xx/old", "0001-01-02")


def test_a_folder_of_files_without_a_language_is_no_work_and_hides_none(capsys: pytest.CaptureFixture[str]) -> None:
    new(capsys, "rules")
    stray = Path("rules") / "xx" / "other" / "rules.ludi"
    stray.parent.mkdir()
    stray.write_text("regulation: xx/other\n", "utf-8")
    code, out, _ = run(capsys, "list", "--shelf", "rules", "--format", "json")
    assert (code, [work["work"] for work in json.loads(out)["works"]]) == (0, ["xx/my-game"])
    for path in (["--shelf", "rules"], [str(stray.parent)]):
        code, out, _ = run(capsys, "check", *path, "--format", "line")
        assert (code, "file-without-language" in out) == (1, True)


@pytest.mark.parametrize("name", ["../out", "/tmp/out", "Game", "a//b", "a b", "mo/x/amendments", "a/b/c/d/e", ""])
def test_a_name_that_is_no_folder_of_a_shelf_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "new", name)[0] == 2
    assert not list(Path().rglob("*.ludi"))


@pytest.mark.parametrize("name", ["amendments", "mo/x/amendments", "mo/amendments/x"])
def test_the_folder_of_instruments_is_no_name_of_a_work(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "new", name, "--lang", "en")
    assert code == 2
    assert "“amendments” is the folder of the instruments that amend a work" in err
    assert not list(Path().rglob("*.ludi"))


def test_a_day_of_the_first_years_has_four_digits_in_the_identifier(capsys: pytest.CaptureFixture[str]) -> None:
    Path("rules").mkdir()
    assert run(capsys, "new", "xx/old", "--shelf", "rules", "--date", "0001-01-02")[0] == 0
    assert run(capsys, "check", "xx/old", "--shelf", "rules", "--strict")[0] == 0


def test_nothing_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    folder = new(capsys, "rules")
    text = folder / "2026-01-01.en.ludi"
    text.write_text("mine", "utf-8")
    code, _, err = run(capsys, "new", "xx/my-game", "--shelf", "rules", "--date", "2027-01-01")
    assert (code, text.read_text("utf-8")) == (2, "mine")
    assert "nothing was written" in err
    assert len(list(folder.iterdir())) == 4


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "rules", "xx/my-game"),
        ("log", "xx/my-game"),
        ("at", "xx/my-game", "2026-02-01"),
        ("blame", "xx/my-game", "art_1"),
        ("play", "xx/my-game", "--cards", "5", "--bet", "high=1"),
        ("coverage", "xx/my-game", "--rounds", "5"),
        ("simulate", "xx/my-game", "--rounds", "5"),
        ("diff", "xx/my-game:pt", "xx/my-game:en"),
        ("site", "pages"),
        ("doctor",),
        ("list",),
    ],
    ids=lambda value: value[0],
)
def test_every_command_that_reads_the_shelf_reads_the_one_chosen(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    new(capsys, "rules")
    before = shelves()
    code, _, err = run(capsys, *arguments, "--shelf", "rules")
    assert code == 0, err
    assert run(capsys, "--shelf", "rules", *arguments)[0] == 0
    assert shelves() == before
    if "xx/my-game" in arguments:
        assert run(capsys, *arguments)[0] == 1


def test_pages_are_those_of_the_shelf_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    new(capsys, "rules")
    assert run(capsys, "site", "made", "--shelf", "rules")[0] == 0
    written = Path("made") / PAGES / "en"
    assert (written / "xx" / "my-game").is_dir()
    assert not (written / "mo").exists()


def test_a_round_of_a_shelf_chosen_is_played_again(capsys: pytest.CaptureFixture[str]) -> None:
    new(capsys, "rules")
    _, out, _ = run(capsys, *shlex.split("play xx/my-game --shelf rules --seed 1 --bet high=10 --format json"))
    Path("round.json").write_text(out, "utf-8")
    assert run(capsys, "replay", "round.json", "--check", "--shelf", "rules")[0] == 0
    code, _, told = run(capsys, "replay", "round.json", "--lang", "en")
    assert code == 1
    assert told == "lexludi: the round was played by “xx/my-game”, which is not on this shelf; --shelf names another\n"


def test_of_several_shelves_the_first_that_has_a_work_counts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    new(capsys, "one", "xx/a", "2026-01-01")
    new(capsys, "two", "xx/a", "2027-01-01")
    new(capsys, "two", "xx/b", "2027-01-01")
    _, out, _ = run(capsys, "list", "--shelf", "one", "--shelf", "two", "--format", "json")
    listed = json.loads(out)
    assert [Path(shelf).name for shelf in listed["shelves"]] == ["one", "two"]
    assert {work["work"]: work["days"] for work in listed["works"]} == {"xx/a": ["2026-01-01"], "xx/b": ["2027-01-01"]}
    monkeypatch.setenv("LEXLUDI_SHELF", os.pathsep.join(["two", "one"]))
    _, out, _ = run(capsys, "list", "--format", "json")
    assert [work["days"] for work in json.loads(out)["works"]] == [["2027-01-01"], ["2027-01-01"]]


def test_our_shelf_has_a_name_and_what_is_no_shelf_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    new(capsys, "rules")
    _, out, _ = run(capsys, "list", "--shelf", "rules", "--shelf", "lexludi", "--format", "json")
    assert {"xx/my-game", "mo/q-poker"} <= {work["work"] for work in json.loads(out)["works"]}
    code, _, err = run(capsys, "check", "--shelf", "rulse")
    assert code == 2
    assert "rulse" in err


# ── Glossaries that inherit ─────────────────────────────────────────────────


def test_a_glossary_inherits_from_a_folder_and_replaces_what_it_names_anew(tmp_path: Path) -> None:
    for name, content in (
        ("common", '[dealer]\nen = ["dealer"]\n[player]\nen = ["player"]\n'),
        ("own", 'inherits = "../common"\n[dealer]\nen = ["croupier"]\n'),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "glossary.toml").write_text(content, "utf-8")
    glossary = glossary_for(tmp_path / "own" / "1.en.ludi")
    assert {term: glossary.spelling(term, "en") for term in glossary.entries} == {
        "dealer": "croupier",
        "player": "player",
    }


def test_glossaries_that_inherit_in_a_circle_have_the_terms_of_all(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        (tmp_path / name).mkdir()
        content = f'inherits = ["./../{other}", "lexludi/mo/baccarat"]\n[{name}]\nen = ["{name}"]\n'
        (tmp_path / name / "glossary.toml").write_text(content, "utf-8")
    assert {"a", "b", "banker"} <= set(glossary_for(tmp_path / "a" / "1.en.ludi").entries)


@pytest.mark.parametrize("heritage", ['"lexludii"', '"lexludi/no"', '"./no"', '["lexludi", 3]', "3"])
def test_a_heritage_that_is_not_there_is_told_at_its_place(
    heritage: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    glossary = new(capsys, "rules") / "glossary.toml"
    glossary.write_text(glossary.read_text("utf-8").replace('"lexludi"', heritage), "utf-8")
    code, out, _ = run(capsys, "check", "xx/my-game", "--shelf", "rules", "--format", "json")
    found = {(d["code"], d["labels"][0]["file"].rsplit("/")[-1]) for d in json.loads(out)["diagnostics"]}
    assert (code, found) == (1, {("broken-glossary", "glossary.toml")})


def test_a_check_is_made_again_when_what_is_inherited_changes(capsys: pytest.CaptureFixture[str]) -> None:
    folder = new(capsys, "rules")
    common = Path("rules/common/glossary.toml")
    common.parent.mkdir()
    common.write_text((data_folder("regulations") / "glossary.toml").read_text("utf-8"), "utf-8")
    glossary = folder / "glossary.toml"
    glossary.write_text(glossary.read_text("utf-8").replace('"lexludi"', '"./../../common"'), "utf-8")
    assert run(capsys, "check", "xx/my-game", "--shelf", "rules")[0] == 0
    common.write_text("[dealer", "utf-8")
    assert run(capsys, "check", "xx/my-game", "--shelf", "rules")[0] == 1


def test_terms_that_are_inherited_are_not_told_as_unused(capsys: pytest.CaptureFixture[str]) -> None:
    folder = new(capsys, "rules")
    glossary = folder / "glossary.toml"
    glossary.write_text(glossary.read_text("utf-8") + '\n[idle]\nen = ["idle"]\n', "utf-8")
    _, out, _ = run(capsys, "check", "--shelf", "rules", "--format", "json")
    assert [(d["code"], d["args"]["name"]) for d in json.loads(out)["diagnostics"]] == [("unused-term", "idle")]


# ── A package that brings a shelf ───────────────────────────────────────────


def test_an_installed_package_brings_its_shelf(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    new(capsys, "my_rules", "zz/my-game")
    package = tmp_path / "my_rules-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: my-rules\nVersion: 1.0\n", "utf-8")
    (package / "entry_points.txt").write_text("[lexludi.shelves]\nmacau = my_rules\nlost = no_such.package\n", "utf-8")
    path = os.pathsep.join([str(tmp_path), *sys.path])

    def works(*arguments: str) -> list[str]:
        command = [sys.executable, "-m", "lexludi", "list", "--format", "json", *arguments]
        settings = {**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(CACHE.parent)}
        done = subprocess.run(command, env=settings, capture_output=True, check=True)
        return [work["work"] for work in json.loads(done.stdout)["works"]]

    assert {"mo/q-poker", "zz/my-game"} <= {*works()}
    assert works("--shelf", "macau") == ["zz/my-game"]


def test_a_term_that_only_another_glossary_has_is_to_be_inherited(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (new(capsys, "rules", f"xx/{name}") for name in ("one", "two"))
    with (two / "glossary.toml").open("a") as glossary:
        glossary.write('\n[gadget]\nen = ["gadget"]\n')
    (text,) = one.glob("*.en.ludi")
    # The glossary of craps has a “shooter”, but other terms of it are spelt as some of ours.
    terms = ("gadget", "dragon", "shooter")
    whole = text.read_text("utf-8") + "".join(f"  “{term}” is a bet.\n" for term in terms)
    text.write_text(whole, "utf-8")
    _, out, _ = run(capsys, "check", str(text), "--shelf", "rules", "--lang", "en")
    found = re.findall(r"unknown term “(.*)”|hint: another glossary has it; add “(.*)” to", out)
    lenders = ["".join(words) for words in found]
    assert lenders == ["gadget", "../two", "dragon", "lexludi/xx/dragon-tiger", "shooter"]
    for term in lenders[1:4:2]:
        glossary_file = one / "glossary.toml"
        plain = glossary_file.read_text("utf-8")
        glossary_file.write_text(plain.replace('inherits = "lexludi"', f'inherits = ["lexludi", "{term}"]'), "utf-8")
        assert glossary_for(text).resolve("en", lenders[lenders.index(term) - 1])
        glossary_file.write_text(plain, "utf-8")


def test_a_text_in_the_folder_of_another_work_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever names a round, a page or a comparison takes the name from the header, and looks for it on the shelf."""
    folder = new(capsys, "shelf")
    folder.rename("shelf/xx/other")
    code, out, _ = run(capsys, "check", "--shelf", "shelf", "--lang", "en")
    assert code == 1
    assert "error[work-differs]: the text is of the regulation “xx/my-game”" in out


def test_a_copy_of_a_work_that_keeps_its_identifier_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A work that begins as a copy of another names itself, by its folder, and its identifier."""
    folder = new(capsys, "shelf")
    copy = Path(shutil.copytree(folder, folder.with_name("my-copy")))
    texts = {text: text.read_text("utf-8").replace("xx/my-game", "xx/my-copy") for text in copy.glob("*.ludi")}
    for text, words in texts.items():
        text.write_text(words, "utf-8")
    code, out, _ = run(capsys, "check", "--shelf", "shelf", "--lang", "en")
    assert code == 1
    assert out.count("error[identifier-of-another]") == 1
    assert "is the identifier of the work “xx/my-copy” as well" in out
    for text, words in texts.items():
        text.write_text(re.sub(r"(?m)^(.*/akn/.*)$", r"\g<0>-copy", words), "utf-8")
    assert run(capsys, "check", "--shelf", "shelf", "--lang", "en")[0] == 0


@pytest.mark.parametrize("value", ["[" * 5000, "[" * 5000 + "]" * 5000], ids=["open", "closed"])
def test_a_glossary_that_is_nested_without_end_is_told(
    value: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    glossary = new(capsys, "rules") / "glossary.toml"
    glossary.write_text(glossary.read_text("utf-8") + f"\n[more]\nen = {value}\n", "utf-8")
    code, out, err = run(capsys, "check", "xx/my-game", "--shelf", "rules", "--lang", "en")
    assert (code, "nests lists or tables too deeply" in out) == (1, True), (out, err)


@pytest.mark.parametrize(
    ("name", "is_refused"),
    [("xx/my-game/amendments/1-2027", False), ("xx/my-game", False), ("xx/my-game-2", True), ("foo/bar", True)],
)
def test_an_instrument_in_the_folder_of_another_work_is_refused(
    name: str, is_refused: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new(capsys, "shelf") / "amendments"
    folder.mkdir()
    header = f"regulation: {name}\namends: xx/my-game\ninvented example, not law.\nin force from 1 February 2027.\n"
    (folder / "1-2027.en.ludi").write_text(f"{header}Article 1 Repeal\n  repeal article 1.\n", "utf-8")
    _, out, _ = run(capsys, "check", "--shelf", "shelf", "--lang", "en")
    assert ("error[work-differs]" in out) is is_refused


@pytest.mark.parametrize("here", [".", "..", "./xx/craps"])
def test_a_name_that_begins_with_a_dot_is_a_folder_and_no_work_of_a_shelf(
    here: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of one's own may be named as a work of a shelf is."""
    made = new(capsys, "rules")
    shutil.move(made.parent, "xx")
    Path("xx/my-game").rename("xx/craps")
    shutil.copytree("xx/craps/.", "xx/craps/below")
    monkeypatch.chdir({".": "xx/craps", "..": "xx/craps/below"}.get(here, "."))
    told = [run(capsys, command, here, "--lang", "en") for command in ("at", "log", "blame", "check")]
    assert [code for code, _, _ in told] == [0, 0, 0, 0]
    code, played, _ = run(capsys, "play", here, "--seed", "1", "--bet", "high=10", "--format", "json")
    assert (code, [bet["bet"] for bet in json.loads(played)["bets"]]) == (0, ["high"])
    assert run(capsys, "play", "xx/craps", "--seed", "1", "--bet", "pass-line=10", "--format", "json")[0] == 0
