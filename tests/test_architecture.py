"""What holds of the project as a whole: its sizes, its layers, its catalogues and phrases, its package."""

import ast
import hashlib
import json
import os
import re
import statistics
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lexludi.base.messages import LOCALES, catalogue, placeholders
from lexludi.language.grammar import constructs, lark_parser
from lexludi.language.phrases import LANGUAGES, Hole, Optional, phrase_table
from script import simplified

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine" / "lexludi"
MODULES = sorted(ENGINE.rglob("*.py"))

MAX_MEDIAN_LINES = 10


@cache
def tree_of(module: Path) -> ast.Module:
    return ast.parse(module.read_text("utf-8"))


def functions() -> Iterator[ast.FunctionDef]:
    for module in MODULES:
        yield from (node for node in ast.walk(tree_of(module)) if isinstance(node, ast.FunctionDef))


# ── Sizes ───────────────────────────────────────────────────────────────────


def test_functions_are_short() -> None:
    lengths = [(function.end_lineno or 0) - function.lineno + 1 for function in functions()]
    assert statistics.median(lengths) < MAX_MEDIAN_LINES


# ── Tests ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("room", ["language", "rules", "play", "exact"])
def test_every_module_has_tests_of_its_own(room: str) -> None:
    modules = {path.stem for path in (ENGINE / room).glob("*.py")} - {"__init__"}
    assert modules <= {path.stem.removeprefix("test_") for path in (ROOT / "tests" / room).glob("test_*.py")}
    for module in modules:
        tests = tree_of(ROOT / "tests" / room / f"test_{module}.py").body
        assert any(isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in tests), module


# ── Layers and captions ─────────────────────────────────────────────────────


ROOMS = sorted(path.parent for path in ENGINE.glob("*/__init__.py"))


def test_the_import_contract_lists_every_room() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    assert contract["exhaustive"]
    listed = {name.strip() for layer in contract["layers"] for name in layer.split("|")}
    assert listed == {room.name for room in ROOMS}
    assert {path.stem for path in ENGINE.glob("*.py")} == {"__init__", *contract["exhaustive_ignores"]}


def caption(module: Path) -> str:
    return (ast.get_docstring(tree_of(module)) or "").partition("\n")[0]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_the_readme_has_the_captions_of_a_room_and_its_modules(room: Path) -> None:
    readme = (ROOT / "engine" / "README.md").read_text("utf-8")
    (section,) = re.findall(rf"^### `{room.name}`\n\n(.*?)\n(?=\n[^|\n]|\Z)", readme, re.MULTILINE | re.DOTALL)
    modules = sorted(path for path in room.glob("*.py") if path.stem != "__init__")
    table = ["| module | caption |", "|---|---|", *(f"| `{path.stem}` | {caption(path)} |" for path in modules)]
    assert section.splitlines() == [caption(room / "__init__.py"), "", *table]


# ── No game in the engine ───────────────────────────────────────────────────

_OF_A_GAME = re.compile(
    r"baccarat|poker|blackjack|roulette|banker|croupier|pair.?plus|three.?of.?a.?kind|straight.?flush|"
    r"high.?card|spades|hearts|clubs|diamonds|\bsuits?\b|\bace\b|\bking\b|\bqueen\b|\bjack\b|\bante\b|\bshoe\b",
    re.IGNORECASE,
)


def words_of(tree: ast.Module) -> Iterator[str]:
    """Every name and every string of a module, docstrings aside."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield text
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
                yield name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(ENGINE)))
def test_the_engine_knows_no_game(module: Path) -> None:
    found = [word for word in words_of(tree_of(module)) if _OF_A_GAME.search(word.replace("_", " "))]
    assert found == []


# ── Message catalogues ──────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogues_have_the_same_keys_and_placeholders(language: str) -> None:
    sentences, english = catalogue(language).sentences, catalogue("en").sentences
    assert list(sentences) == list(english), "the same keys, in the same order"
    assert {key: placeholders(text) for key, text in sentences.items()} == {
        key: placeholders(text) for key, text in english.items()
    }
    assert [key for key, text in sentences.items() if not text.strip()] == []


@pytest.mark.parametrize(
    ("instrument", "told"),
    [
        ("Despacho n.º 1/2031", "pelo Despacho n.º 1/2031"),
        ("Decreto-Lei n.º 1/2031", "pelo Decreto-Lei n.º 1/2031"),
        ("Ordem Executiva n.º 1/2031", "pela Ordem Executiva n.º 1/2031"),
        ("Lei n.º 1/2031", "pela Lei n.º 1/2031"),
        ("Portaria n.º 1/2031", "pela Portaria n.º 1/2031"),
        ("Resolução n.º 1/2031", "pela Resolução n.º 1/2031"),
    ],
)
def test_an_instrument_has_its_gender_in_portuguese(instrument: str, told: str) -> None:
    said = catalogue("pt").say("source.repealed", target="n.º 1", instrument=instrument, since="hoje")
    assert said == f"n.º 1: revogação determinada {told}, desde hoje"


def test_every_sentence_asked_for_is_there() -> None:
    known = catalogue("en").sentences
    for module in MODULES:
        for node in ast.walk(tree_of(module)):
            match node:
                case ast.Call(func=ast.Name(id="say") | ast.Attribute(attr="say"), args=[ast.Constant(value=key), *_]):
                    assert key in known, (module.name, key)


def test_a_catalogue_has_no_key_twice() -> None:
    for name in LOCALES.values():
        keys = re.findall(
            r'^msgid "(.+)"$', (ENGINE / "base" / "messages" / f"{name}.po").read_text("utf-8"), re.MULTILINE
        )
        assert sorted(set(keys)) == sorted(keys)


# ── Phrases ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_construct_has_a_phrase_with_its_parts(language: str) -> None:
    phrases = phrase_table(language).phrases
    assert set(phrases) == set(constructs())
    for name, parts in constructs().items():
        required: list[int] = []
        optional: list[int] = []
        for segment in phrases[name]:
            if isinstance(segment, Hole):
                required.append(segment.number)
            elif isinstance(segment, Optional):
                optional.extend(s.number for s in segment.segments if isinstance(s, Hole))
        brackets = [i for i, part in enumerate(parts, 1) if part.startswith("[")]
        assert sorted(optional) == brackets, name
        assert sorted(required) == [i for i in range(1, len(parts) + 1) if i not in brackets], name


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_phrases_can_be_confused(language: str) -> None:
    """Lark proves it, with `strict`: no conflict in the grammar, no two terminals that match the same text."""
    lark_parser(language, strict=True)


# ── Traditional Chinese ─────────────────────────────────────────────────────

ZH_FILES = [
    *(ROOT / "regulations").rglob("*.zh.ludi"),
    *(ROOT / "tests" / "corpus" / "valid").rglob("*.zh.ludi"),
    *(ROOT / "regulations").rglob("glossary.toml"),
    *(ROOT / "grammar").rglob("*.zh.ludi"),
    *(ROOT / "grammar").rglob("glossary.toml"),
    *(ROOT / "grammar").rglob("zh.toml"),
    ENGINE / "base" / "messages" / "zh_Hant_MO.po",
]


@pytest.mark.parametrize("path", ZH_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_chinese_is_traditional(path: Path) -> None:
    # A variant records what another copy has, in its own characters.
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.strip().startswith("異文")]
    assert [line for line in lines if simplified(line)] == []


# ── Portuguese as in Macau ──────────────────────────────────────────────────

# Beginnings of words as Brazil spells them, or Portugal since 1990; Macau writes «exacto», «acção», «ficheiro».
_SPELT_ELSEWHERE = re.compile(
    r"\b(in)?exat[oa]|\bexatamente|\batua[lr]|\bativ[oa]|\b(re|inter)?aç(ão|ões)\b|\bredaç|\b(in)?corret[oa]|\bobjet[oi]|"
    r"\bafet[ao]|\baspeto|\bsele(ç|cion)|\bcoleç|\bdire(t[oa]|ç)|\bprojet[oa]|\brespetiv|\bfator|\bsetor|\befet[iu]|"
    r"\beletr|\bdetet|\bado(t|ç)|\bperspetiv|\barquitet|\bexce(t|ç[õã])|\breceç|\btransaç|\binfraç|\bfraç|\bproteç|"
    r"\bregistro|\busuári|\btela\b|\barquivo|\bgerenci|\bdelet|\bvocê|\bequipe\b|\bplanej|\bcadastr|\bleem\b|\bveem\b",
    re.IGNORECASE,
)

PT_FILES = [
    *(ROOT / "regulations").rglob("*.pt.ludi"),
    *(ROOT / "tests" / "corpus" / "valid").rglob("*.pt.ludi"),
    *(ROOT / "site" / "pages" / "pt").rglob("*.md"),
    *(ROOT / "grammar").rglob("*.pt.ludi"),
    *(ROOT / "grammar").rglob("pt.toml"),
    ENGINE / "base" / "messages" / "pt_MO.po",
]


def test_other_spellings_of_portuguese_would_be_found() -> None:
    text = "O efeito exato da ação; objetos, diretos e eletrónicos. Uma acção exacta, directa; o objecto, a detecção."
    found = [m.group() for m in _SPELT_ELSEWHERE.finditer(text)]
    assert found == ["exato", "ação", "objeto", "direto", "eletr"]


@pytest.mark.parametrize("path", PT_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_portuguese_is_spelt_as_in_macau(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("msgid ") and _SPELT_ELSEWHERE.search(line)] == []


# ── What a command costs, and the package ───────────────────────────────────


# Seconds of work that a command may take, however long it waits for its turn; and when it is taken to hang.
WORK, HANGS = 50, 600


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    before = os.times()
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=HANGS,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )
    after = os.times()
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    assert worked < WORK
    return done


def test_saying_the_version_loads_nothing_heavy() -> None:
    program = "import sys, lexludi.cli; lexludi.cli.main(['--version']); print(*sys.modules)"
    first, modules = python("-c", program).stdout.splitlines()
    assert re.fullmatch(r"lexludi \d+\.\d+\.\d+", first)
    assert {"lark", "babel", "rich", "json"} & set(modules.split()) == set()


def test_a_text_that_was_checked_before_is_told_of_without_what_checks_and_searches(tmp_path: Path) -> None:
    text = ROOT / "tests" / "corpus" / "valid" / "two-tokens" / "1.en.ludi"
    program = f"import sys, lexludi.cli; lexludi.cli.main(['check', '-q', {str(text)!r}]); print(*sys.modules)"
    first, second = (set(python("-c", program, XDG_CACHE_HOME=str(tmp_path)).stdout.split()) for _ in range(2))
    heavy = {"numpy", "lexludi.checks.checking", "lexludi.checks.catalogue"}
    assert heavy <= first
    assert not heavy & second


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a release of this checkout: wheel, sdist, sums, and what they depend on."""
    folder = tmp_path_factory.mktemp("release")
    subprocess.run([sys.executable, ".ci/release.py", str(folder)], cwd=ROOT, check=True, timeout=HANGS)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path) -> Path:
    """A folder with the contents of the wheel."""
    (wheel,) = built.glob("lexludi-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(built / "site")
    return built / "site"


def test_wheel_and_sdist_are_the_same_bytes_when_another_builds_them(built: Path, tmp_path: Path) -> None:
    """In another folder, at another time, by somebody whose files nobody else may read."""
    copy = tmp_path / "of-another"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, os.fsdecode(listed.stdout).split("\0")):
        if (ROOT / name).is_file():
            target = copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
            target.chmod(0o700 if os.access(ROOT / name, os.X_OK) else 0o600)
            os.utime(target, (1_000_000_000, 1_000_000_000))
    command = [sys.executable, str(copy / ".ci" / "release.py"), str(tmp_path / "dist")]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=HANGS, env={**os.environ, "TZ": "Asia/Macau"})
    for file in sorted(built.iterdir()):
        if file.is_file():
            assert file.read_bytes() == (tmp_path / "dist" / file.name).read_bytes(), file.name


def test_whoever_has_the_sdist_has_all_of_the_checkout(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    assert {*filter(None, os.fsdecode(listed.stdout).split("\0"))} <= held


def test_a_release_names_its_sums_and_all_that_it_depends_on(built: Path) -> None:
    sums = dict(reversed(line.split("  ")) for line in (built / "SHA256SUMS").read_text("ascii").splitlines())
    files = [file for file in built.iterdir() if file.is_file() and file.name != "SHA256SUMS"]
    assert sums == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    (bill,) = (json.loads(file.read_text("utf-8")) for file in files if file.suffix == ".json")
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    named = {part["name"].lower(): part["purl"] for part in bill["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = {part["name"].lower() for part in bill["components"] if part["scope"] == "required"}
    assert set(map(name_of, project["dependencies"])) <= required
    of_extras: dict[str, set[str]] = {}
    for part in bill["components"]:
        for extra in part.get("properties", ()):
            assert (part["scope"], extra["name"]) == ("optional", "lexludi:extra")
            of_extras.setdefault(extra["value"], set()).add(part["name"].lower().replace("_", "-"))
    assert of_extras.keys() == project["optional-dependencies"].keys()
    for extra, wanted in project["optional-dependencies"].items():
        assert set(map(name_of, wanted)) <= of_extras[extra]
        assert not of_extras[extra] & required
    known = {*named.values(), bill["metadata"]["component"]["purl"]}
    assert {part["ref"] for part in bill["dependencies"]} == known
    assert {on for part in bill["dependencies"] for on in part["dependsOn"]} <= known


def name_of(requirement: str) -> str:
    """The name of what is required."""
    return re.split("[><=]", requirement)[0].replace("_", "-")


def test_the_wheel_works_outside_the_checkout(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(installed.parent)
    path = str(installed)
    where = python("-c", "import lexludi; print(lexludi.__file__)", PYTHONPATH=path).stdout
    assert where.startswith(path), "the wheel, not the checkout"
    checked = python("-m", "lexludi", "check", "xx/two-up", "--lang", "en", PYTHONPATH=path)
    assert checked.returncode == 0, checked.stderr
    assert "errors: 0" in checked.stdout
    round_ = ("mo/q-poker", "--seed", "7", "--bet", "1:ante=10", "--action", "1:play", "--lang", "zh")
    played = python("-m", "lexludi", "play", *round_, PYTHONPATH=path)
    assert played.returncode == 0, played.stderr
    assert "第九條" in played.stdout


def test_the_wheel_holds_what_it_needs_and_nothing_else(installed: Path) -> None:
    data = {"lexludi/_data/grammar/constructs.lark", "lexludi/_data/regulations/glossary.toml", "lexludi/py.typed"}
    data |= {f"lexludi/site/templates/{path.name}" for path in (ENGINE / "site" / "templates").iterdir()}
    assert len(data) > 10
    held = {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}
    assert data <= held
    tops = {name.split("/")[0] for name in held}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"lexludi"}
