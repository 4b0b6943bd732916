"""Portions of works: made once, kept as data, made again when their work changes, and that one alone."""

import shutil
from pathlib import Path

import pytest

from lexludi.base.errors import InvalidRegulation
from lexludi.language.phrases import LANGUAGES
from lexludi.site import portion as portions_module
from lexludi.site.library import shelf_works
from lexludi.site.pages import files, leaves, pages
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
    assert {leaf.language for portion in found for leaf in portion.leaves} == set(LANGUAGES)
    assert [page.source for page in leaves(found)] == [page.source for page in pages(found)]


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
        file.write_text(file.read_text("utf-8").replace('"data":', '"data":7,"other":'), "utf-8")
    again, ready = made(shelf, tmp_path / "kept")
    assert (again, len(ready)) == (whole, len(NAMES))


@pytest.mark.parametrize("is_lost", [False, True])
def test_pages_and_files_that_are_lost_are_made_again(is_lost: bool, shelf: Path, tmp_path: Path) -> None:
    whole = list(pages(made(shelf, None)[0])), list(files(made(shelf, None)[0]))
    made(shelf, tmp_path / "kept")
    found, ready = made(shelf, tmp_path / "kept")
    assert ready == []
    for file in (tmp_path / "kept").iterdir():
        if is_lost:
            file.unlink()
        else:
            file.write_text(file.read_text("utf-8").replace('"en":"', '"en":"!').replace('"files":"', '"files":"!'))
    assert (list(pages(found)), list(files(found))) == whole


def test_where_nothing_can_be_kept_the_site_is_made_all_the_same(shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file where a folder should be", "utf-8")
    found, ready = made(shelf, tmp_path / "kept")
    assert len(ready) == len(NAMES)
    assert list(pages(found)) == list(pages(made(shelf, None)[0]))
    assert len(ready) == len(NAMES), "each once"


def test_a_text_with_errors_is_told(shelf: Path, tmp_path: Path) -> None:
    next((shelf / "xx" / "two-tokens").glob("*.ludi")).write_text("nothing of the kind\n", "utf-8")
    with pytest.raises(InvalidRegulation):
        made(shelf, tmp_path / "kept")
