"""The output folder of the site: what is the same is not written again, and nothing is left of earlier builds."""

import os
import warnings
from pathlib import Path

import pytest

from lexludi.base.cache import digest_of_bytes
from lexludi.site.output import Output


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site of an earlier build, long ago."""
    top = tmp_path / "www" / "site"
    for name in ("index.html", "pt/a/index.html", "pt/b/index.html", "zh/index.html", ".nojekyll"):
        file = top / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("words", "utf-8")
        os.utime(file, (0, 0))
    return top


def seen(site: Path) -> dict[str, tuple[str, bool]]:
    """The files of a site, each with its content, and whether it is the one of the earlier build."""
    files = (file for file in site.rglob("*") if file.is_file())
    return {file.relative_to(site).as_posix(): (file.read_text("utf-8"), file.stat().st_mtime == 0) for file in files}


def test_a_file_that_is_the_same_stays_and_what_is_no_longer_made_goes(site: Path) -> None:
    output = Output(site, site.parent.parent / "cache")
    assert output.stands("index.html", digest_of_bytes(b"words"))
    assert not output.stands("pt/a/index.html", digest_of_bytes(b"sword")), "as long, and not the same"
    assert not output.stands("pt/c/index.html", digest_of_bytes(b"words"))
    (output.building / "pt" / "a").mkdir(parents=True)
    (output.building / "pt" / "a" / "index.html").write_bytes(b"sword")  # as MkDocs writes
    output.write("zh/index.html", b"words")
    output.write("en/search.json", b"{}")
    assert seen(site)["pt/a/index.html"] == ("words", True), "until all is built, the site is as it was"
    output.put()
    assert seen(site) == {
        "index.html": ("words", True),
        "zh/index.html": ("words", True),
        ".nojekyll": ("words", True),
        "pt/a/index.html": ("sword", False),
        "en/search.json": ("{}", False),
    }
    assert not (site / "pt" / "b").exists()
    assert [*site.parent.iterdir()] == [site]


def test_what_a_build_writes_as_it_stands_stays_too(site: Path) -> None:
    output = Output(site, site.parent.parent / "cache")
    (output.building / "index.html").write_bytes(b"words")
    output.put()
    assert seen(site) == {"index.html": ("words", True), ".nojekyll": ("words", True)}


def test_a_folder_where_a_file_was_and_a_file_where_a_folder_was(site: Path) -> None:
    output = Output(site, site.parent.parent / "cache")
    output.write("index.html/index.html", b"words")
    output.write("pt/a", b"words")
    output.put()
    assert {*seen(site)} == {"index.html/index.html", "pt/a", ".nojekyll"}


def test_a_build_that_fails_leaves_the_site_as_it_was(site: Path) -> None:
    before = seen(site)
    output = Output(site, site.parent.parent / "cache")
    output.write("index.html", b"other")
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        del output
    assert seen(site) == before
    assert [*site.parent.iterdir()] == [site]


def test_a_file_that_was_changed_by_hand_is_written_anew(site: Path) -> None:
    for _ in range(2):  # its digest is kept with the first
        output = Output(site, site.parent.parent / "cache")
        output.write("index.html", b"words")
        output.put()
        assert seen(site) == {"index.html": ("words", True), ".nojekyll": ("words", True)}
    (site / "index.html").write_text("sword", "utf-8")
    output = Output(site, site.parent.parent / "cache")
    assert not output.stands("index.html", digest_of_bytes(b"words"))
    output.write("index.html", b"words")
    output.put()
    assert (site / "index.html").read_text("utf-8") == "words"


def test_a_long_file_is_compared_to_its_end(site: Path) -> None:
    long = bytes(5_000_000)
    (site / "index.html").write_bytes(long)
    output = Output(site, site.parent.parent / "cache")
    assert output.stands("index.html", digest_of_bytes(long))
    assert not output.stands("index.html", digest_of_bytes(long[:-1] + b"1"))
    output.put()
