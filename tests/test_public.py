"""The public surface: its page is as generated, its examples run, and nothing else is promised."""

import doctest
import inspect
import re
from importlib.resources import files
from pathlib import Path

import pytest

import lexludi
from lexludi.language.phrases import LANGUAGES
from lexludi.site.api import library_page, public_names

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_every_public_name_stands_on_the_page_once() -> None:
    listed = [name for names in public_names().values() for name in names]
    assert sorted([*listed, "__version__"]) == sorted(lexludi.__all__)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_the_library_is_as_generated(language: str, accept: bool) -> None:
    file, text = ROOT / "site" / "pages" / language / "library.md", library_page(language)
    if accept:
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text, "generated anew with: pytest tests/test_public.py --accept"


def test_the_page_of_the_library_says_what_the_adapters_take() -> None:
    """The names of arguments, as `gymnasium.make` and `pyspiel.load_game` have them."""
    _, gym, vector, spiel = re.split(r"(?m)^### `lexludi\.adapters\.\w+`$", library_page("en"))
    for argument in ("bets", "text", "readings", "options", "fresh"):
        assert f"`{argument}`" in gym
        assert f"`{argument}`" in spiel
    assert "`vectorization_mode=" in vector


EXAMPLES = [
    test
    for name in lexludi.__all__
    if inspect.isclass(thing := getattr(lexludi, name)) or inspect.isfunction(thing)
    for test in doctest.DocTestFinder(exclude_empty=True).find(thing, name, globs={})
    if test.examples
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_does_what_it_says(example: doctest.DocTest) -> None:
    told: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=OPTIONS).run(example, out=told.append)
    assert not failed, "".join(told)


def test_the_example_of_the_readme_for_positions_does_what_it_says() -> None:
    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=OPTIONS)
    assert attempted > 5
    assert failed == 0


def test_what_a_program_does_first_has_an_example() -> None:
    assert {"load", "Game.tree", "Game.position", "Position", "Round", "analyze", "simulate_rounds", "Simulated"} <= {
        example.name for example in EXAMPLES
    }


def test_every_public_thing_and_its_members_are_documented() -> None:
    for name in lexludi.__all__:
        thing = getattr(lexludi, name)
        if inspect.isclass(thing):
            names = [member for member in vars(thing) if not member.startswith("_")]
            assert [m for m in names if inspect.isfunction(vars(thing)[m]) and not vars(thing)[m].__doc__] == []
        assert thing.__doc__, name


def test_the_package_is_typed_and_its_changes_are_listed() -> None:
    assert files("lexludi").joinpath("py.typed").is_file()
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## {lexludi.__version__}" in changes or "## Unreleased" in changes
    assert "semantic versioning" in changes.lower()
    assert "DeprecationWarning" in changes
