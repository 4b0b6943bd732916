"""Portions of works: made once, kept as data, made again when their work changes, and that one alone."""

import shutil
from pathlib import Path

import pytest

from lexludi.base.errors import InvalidRegulation
from lexludi.language.phrases import LANGUAGES
from lexludi.site import portion as portions_module
from lexludi.site.library import shelf_works
from lexludi.site.pages import files, pages
from lexludi.site.portion import Portion, portion_of, portions

VALID = Path(__file__).parent / "corpus" / "valid"
NAMES = ("three-dice", "two-tokens")


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Two invented works."""
    for name in NAMES:
        shutil.copytree(VALID / name, tmp_path / "shelf" / "xx" / name)
    return tmp_path / "shelf"


def made(shelf: Path, kept: Path | None) -> tuple[list[Portion], list[str]]:
    """The portions of a shelf, and the names of the works that were made ready for them."""
    ready: list[str] = []

    def seen(place: tuple[str, Path]) -> str:
        ready.append(place[0])
        return really(place)

    really = portions_module._made
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portions_module, "_made", seen)
        return list(portions(shelf, folder=kept)), ready


def test_what_is_kept_is_what_was_made(shelf: Path, tmp_path: Path) -> None:
    plain = [portion_of(work) for work in shelf_works(shelf)]
    for expected in ([f"xx/{name}" for name in NAMES], []):
        found, ready = made(shelf, tmp_path / "kept")
        assert ready == expected
        assert list(pages(found)) == list(pages(plain))
        assert list(files(found)) == list(files(plain))
        assert found == plain
    assert {page.language for portion in found for page in portion.pages} == set(LANGUAGES)


def test_after_a_change_only_that_work_is_made_ready(shelf: Path, tmp_path: Path) -> None:
    before, _ = made(shelf, tmp_path / "kept")
    for text in (shelf / "xx" / "three-dice").glob("*.ludi"):
        text.write_text(text.read_text("utf-8") + "\n# note\n", "utf-8")
    after, ready = made(shelf, tmp_path / "kept")
    assert ready == ["xx/three-dice"]
    assert after[1] == before[1]


def test_nothing_in_the_cache_is_believed(shelf: Path, tmp_path: Path) -> None:
    whole, _ = made(shelf, tmp_path / "kept")
    for file in (tmp_path / "kept").iterdir():
        file.write_text(file.read_text("utf-8").replace('"data":"', '"data":"!'), "utf-8")
    again, ready = made(shelf, tmp_path / "kept")
    assert (again, len(ready)) == (whole, len(NAMES))


def test_a_text_with_errors_is_told(shelf: Path, tmp_path: Path) -> None:
    next((shelf / "xx" / "two-tokens").glob("*.ludi")).write_text("nothing of the kind\n", "utf-8")
    with pytest.raises(InvalidRegulation):
        made(shelf, tmp_path / "kept")
