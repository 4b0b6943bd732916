"""Portions of works: made once, kept as data, made again when their work changes, and that one alone."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lexludi.base.errors import InvalidRegulation
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import works_under
from lexludi.site import library
from lexludi.site import pages as pages_module
from lexludi.site import portion as portions_module
from lexludi.site.library import work_in
from lexludi.site.page import GeneratedPage
from lexludi.site.pages import files, leaves, pages
from lexludi.site.portion import Portion, portion_of, portions

VALID = Path(__file__).parent / "corpus" / "valid"
NAMES = ("three-dice", "two-tokens")


@pytest.fixture(scope="module", autouse=True)
def of_works_alone() -> Iterator[None]:
    """The engine for the browser is of no work; and no test here asks how often a provision decided something."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "COVERED_ROUNDS", 20)
        patch.setattr(pages_module, "play_files", lambda: iter(()))
        yield


@dataclass(frozen=True)
class Made:
    """A shelf of two invented works, their portions as made without a cache, and a cache folder with them.

    The pages written by hand, which are of no work, are kept in a folder of their own.
    """

    shelf: Path
    kept: Path
    written: Path
    portions: list[Portion]
    pages: list[GeneratedPage]
    files: list[tuple[str, bytes]]


def made(shelf: Path, kept: Path | None) -> tuple[list[Portion], list[str]]:
    """The portions of a shelf, and the names of the works that were made ready for them."""
    ready: list[str] = []

    def seen(place: portions_module.Place) -> object:
        ready.append(place[0])
        return really(place)

    really = portions_module._made
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portions_module, "_made", seen)
        return list(portions(shelf, folder=kept)), ready


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Made:
    top = tmp_path_factory.mktemp("portions")
    for name in NAMES:
        shutil.copytree(VALID / name, top / "shelf" / "xx" / name)
    plain = [portion_of(work_in(*named)) for named in works_under(top / "shelf")]
    found, ready = made(top / "shelf", top / "kept")
    assert (found, ready) == (plain, [f"xx/{name}" for name in NAMES])
    written = top / "written"
    return Made(top / "shelf", top / "kept", written, plain, list(pages(plain, written)), list(files(plain)))


@pytest.fixture
def kept(first: Made, tmp_path: Path) -> Path:
    """A cache folder to be changed."""
    return shutil.copytree(first.kept, tmp_path / "kept")


def test_what_is_kept_is_what_was_made(first: Made) -> None:
    found, ready = made(first.shelf, first.kept)
    assert ready == []
    assert found == first.portions
    assert list(pages(found, first.written)) == first.pages
    assert list(files(found)) == first.files
    assert {leaf.language for portion in found for leaf in portion.leaves} == set(LANGUAGES)
    assert [page.source for page in leaves(found, first.written)] == [page.source for page in first.pages]


def test_after_a_change_only_that_work_is_made_ready(first: Made, kept: Path) -> None:
    texts = list((first.shelf / "xx" / "three-dice").glob("*.ludi"))
    before = {text: text.read_text("utf-8") for text in texts}
    try:
        for text in texts:
            text.write_text(before[text] + "\n# note\n", "utf-8")
        after, ready = made(first.shelf, kept)
    finally:
        for text in texts:
            text.write_text(before[text], "utf-8")
    assert ready == ["xx/three-dice"]
    assert after[1] == first.portions[1]


def test_nothing_in_the_cache_is_believed(first: Made, kept: Path) -> None:
    for file in kept.iterdir():
        file.write_text(file.read_text("utf-8").replace('"data":', '"data":7,"other":'), "utf-8")
    again, ready = made(first.shelf, kept)
    assert (again, len(ready)) == (first.portions, len(NAMES))


@pytest.mark.parametrize("is_lost", [False, True])
def test_pages_and_files_that_are_lost_are_made_again(is_lost: bool, first: Made, kept: Path) -> None:
    found, ready = made(first.shelf, kept)
    assert ready == []
    for file in kept.iterdir():
        if is_lost:
            file.unlink()
        else:
            said = file.read_text("utf-8").replace('"en":"', '"en":"!').replace('"files":"', '"files":"!')
            file.write_text(said, "utf-8")
    assert (list(pages(found, first.written)), list(files(found))) == (first.pages, first.files)


def test_where_nothing_can_be_kept_the_site_is_made_all_the_same(first: Made, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file where a folder should be", "utf-8")
    found, ready = made(first.shelf, tmp_path / "kept")
    assert list(pages(found, first.written)) == first.pages
    assert len(ready) == len(NAMES), "each once"


def test_a_text_with_errors_is_told(tmp_path: Path) -> None:
    shutil.copytree(VALID / "two-tokens", tmp_path / "xx" / "two-tokens")
    next((tmp_path / "xx" / "two-tokens").glob("*.ludi")).write_text("nothing of the kind\n", "utf-8")
    with pytest.raises(InvalidRegulation):
        made(tmp_path, tmp_path / "kept")
