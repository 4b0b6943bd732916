"""The Play page and its files, as they are made with the site."""

import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lexludi.base.messages import catalogue
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import on_shelves
from lexludi.site import play, play_files
from lexludi.site.library import work_in
from lexludi.site.pages import files
from lexludi.site.portion import Portion, portion_of


@pytest.fixture(scope="module")
def found() -> list[Portion]:
    """Two examples that are soon worked out; the whole shelf takes long."""
    return [portion_of(work_in(name, on_shelves()[name])) for name in ("xx/dragon-tiger", "xx/fantan")]


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after `make vendor`, with files of no weight."""
    (tmp_path / "pyodide.mjs").write_text("// Pyodide", "utf-8")
    for module in (play, play_files):
        monkeypatch.setattr(module, "vendored", lambda name: tmp_path)


@pytest.fixture
def not_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (play, play_files):
        monkeypatch.setattr(module, "vendored", lambda name: None)


@pytest.mark.usefixtures("not_fetched")
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_pyodide_the_page_shows_rounds_instead(found: list[Portion], language: str) -> None:
    body = play.play_page([portion.said[language] for portion in found], language).body
    assert catalogue(language).sentences["site.play.absent"] in body
    assert "<script" not in body
    assert "<form" not in body
    assert body.count('<ol class="lx-trace">') == len(found)
    assert list(play_files.play_files()) == []


@pytest.mark.usefixtures("fetched")
@pytest.mark.parametrize("language", LANGUAGES)
def test_with_pyodide_every_text_can_be_played(found: list[Portion], language: str) -> None:
    body = play.play_page([portion.said[language] for portion in found], language).body
    data = json.loads(body.split('id="lx-play-data">')[1].split("</script>")[0])
    paths = {path for game in data["games"] for path in game["texts"].values()}
    made = dict(files(found))
    assert {f"assets/play/{path}.json" for path in paths} < set(made)
    for path in paths:
        shown = json.loads(made[f"assets/play/{path}.{language}.json"])
        assert {parameter["eid"] for parameter in shown["parameters"]} <= set(shown["links"])
    assert made["assets/vendor/pyodide/pyodide.mjs"] == b"// Pyodide"


def test_texts_of_one_name_are_told_apart_by_their_days(found: list[Portion]) -> None:
    titles = [game.title for portion in found for game in portion.said["en"].games]
    assert titles == ["Rules of “Dragon Tiger”", "Rules of “Fantan”"]
    works = [work_in("xx/three-card-poker", on_shelves()["xx/three-card-poker"])]
    several = {x: [game.title for work in works for game in play_files.games(work, x)] for x in LANGUAGES}
    assert several == {
        "zh": ["「三張牌撲克」規則（2025年7月1日）", "「三張牌撲克」規則（2025年1月1日）"],
        "pt": [f"Regras do «Póquer de Três Cartas» (1 de {month} de 2025)" for month in ("Julho", "Janeiro")],
        "en": [f"Rules of “Three Card Poker” (1 {month} 2025)" for month in ("July", "January")],
    }


def test_the_engine_for_the_browser_holds_what_playing_needs_and_no_more(tmp_path: Path) -> None:
    content = play_files.engine()
    assert play_files.engine() == content
    assert len(content) < 250_000
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path)
    assert (
        not {f"lexludi/{name}.py" for name in ("language/parser", "law/loader", "language/builder", "cli/main")} & names
    )
    # On its own, without the packages that a browser lacks, and with no other source of messages.
    program = (
        "import sys, json\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "for name in ('lark', 'babel', 'rich', 'numpy', 'jinja2', 'markupsafe'): sys.modules[name] = None\n"
        "import lexludi.site.browser, lexludi.base.messages\n"
        "print(lexludi.site.browser.__file__)\n"
        "print(json.dumps({x: lexludi.base.messages.catalogue(x).sentences for x in ('zh', 'pt', 'en')}))\n"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, timeout=50, check=True)
    where, sentences = done.stdout.splitlines()
    assert where.startswith(str(tmp_path))
    elsewhere = (
        "site help assumption bench collate coverage diff doctor editor import log odds reason rule-edit rulebook "
        "service simulate usage account change check effect export kind progress reach "
        "broken-glossary caption column hint"
    ).split()
    assert json.loads(sentences) == {
        language: {
            k: v
            for k, v in catalogue(language).sentences.items()
            if k.split(".")[0] not in elsewhere and k.split(".")[-1] != "headline"
        }
        for language in LANGUAGES
    }
    modules = {str(file.relative_to(tmp_path)): file.read_text("utf-8") for file in tmp_path.rglob("*.py")}
    telling = "lexludi/base/diagnostics.py"
    # Texts have been read by then: diagnostics, and their hints, are told by nothing beside their own module.
    assert {name for name, text in modules.items() if ".headline(" in text} <= {telling}
    asked = [line for name, text in modules.items() if name != telling for line in text.splitlines()]
    assert not [line for line in asked if re.search(rf'["\']({"|".join(elsewhere)})\.', line)]
