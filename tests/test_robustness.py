"""No input leads to anything but an AST or diagnostics, within bounded time; and no accepted text crashes a game."""

import contextlib
import shutil
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexludi.builder import build
from lexludi.checking import check_file
from lexludi.diagnostics import has_errors, render_text
from lexludi.errors import LexludiError
from lexludi.game import make_game
from lexludi.loader import text_file
from lexludi.messages import catalogue
from lexludi.resources import shelf
from lexludi.source import Source

SECONDS = 10  # for 64 kB; a slow machine under load included
LANGUAGES = ("zh", "pt", "en")
FOLDER = shelf() / "mo" / "q-poker"
TEXTS = {language: (FOLDER / f"2005-01-18.{language}.ludi").read_text("utf-8") for language in LANGUAGES}


def survives(language: str, text: str) -> None:
    """Parse, build and render; only values may come back, and soon."""
    start = time.perf_counter()
    document, diagnostics = build(Source("x.ludi", language, text))
    assert document is not None or diagnostics
    for diagnostic in diagnostics[:20]:
        assert render_text(diagnostic, catalogue(language))
    assert time.perf_counter() - start < SECONDS


@given(st.sampled_from(LANGUAGES), st.text(max_size=2_000))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_values(language: str, text: str) -> None:
    survives(language, text)


@given(st.sampled_from(LANGUAGES), st.data())
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_real_text_cut_and_pasted_gives_values(language: str, data: st.DataObject) -> None:
    lines = TEXTS[language].split("\n")
    places = st.integers(0, len(lines))
    for _ in range(data.draw(st.integers(1, 4))):
        start, end = sorted((data.draw(places), data.draw(places)))
        to = data.draw(places)
        piece = lines[start : min(end, start + 12)]
        lines = [*lines[:start], *lines[end:]] if data.draw(st.booleans()) else [*lines[:to], *piece, *lines[to:]]
    cut = data.draw(st.integers(0, len("\n".join(lines))))
    survives(language, "\n".join(lines)[:cut])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "(" * 65_000,
        "第九條\n  當" + "(" * 2_000 + "發生「牌」",
        "Article 1\n  when " + "it is not so that " * 3_000 + "dealing is under way, then the round stands.",
        "Artigo 1.º\n  " + "«" * 64_000,
        "一、\n" * 16_000,
        "9" * 10_000 + ")\n  | x",
        "Article 1\n  “x” counts " + "9" * 10_000 + ".",
        "\x00\x01\x02" * 20_000,
        "| " + "字" * 64_000,
        "> > > " * 10_000,
        "\ue001\ue002\ue003" * 20_000,
    ],
    ids=range(11),
)
def test_hostile_text_gives_values(language: str, text: str) -> None:
    survives(language, text[:65_536])


@given(language=st.sampled_from(LANGUAGES), data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_text_that_is_accepted_makes_a_game(
    language: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("work")
    for file in (FOLDER / "glossary.toml", shelf() / "glossary.toml"):
        shutil.copy(file, folder / ("glossary.toml" if file.parent == FOLDER else "shared.toml"))
    glossary = (folder / "shared.toml").read_text("utf-8") + "\n" + (folder / "glossary.toml").read_text("utf-8")
    (folder / "glossary.toml").write_text(glossary, "utf-8")
    lines = TEXTS[language].split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        lines[place : place + 1] = data.draw(st.sampled_from([[], [lines[place]] * 2, [lines[place // 2]]]))
    path = folder / f"x.{language}.ludi"
    path.write_text("\n".join(lines), "utf-8")
    checked = check_file(text_file(path))
    if checked.rules is not None and not has_errors(checked.diagnostics):
        with contextlib.suppress(LexludiError):  # a refusal with its reason is an answer
            make_game(checked.rules, "x", {}, {}).new_round(seed=1)
