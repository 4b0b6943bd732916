"""Grammars in the cache: read as data, made anew where they are broken."""

import json
from pathlib import Path

import pytest
from lark import Lark

from lexludi.language.grammar import compiled

GRAMMAR = 'document: line+\nline: WORD "."\nWORD: /[a-z]+/\n%ignore " "\n'
OPTIONS = {"start": "document", "parser": "lalr", "lexer": "contextual", "propagate_positions": True}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "lexludi"


def test_a_grammar_from_the_cache_reads_as_the_one_it_was_made_of(cache: Path) -> None:
    first = compiled("en", GRAMMAR, OPTIONS)
    (kept,) = cache.iterdir()
    assert json.loads(kept.read_text("utf-8"))
    before = kept.stat().st_ino
    again = compiled("en", GRAMMAR, OPTIONS)
    assert again is not first
    assert again.parse("win. lose.") == first.parse("win. lose.") == Lark(GRAMMAR, **OPTIONS).parse("win. lose.")
    assert [file.stat().st_ino for file in cache.iterdir()] == [before], "it was not written again"


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1, 2]", b"\xff\xfe", b"[" * 100_000, b'{"digest": "", "data": "[{\\"#\\": 1}, {}]"}']
)
def test_a_broken_file_is_made_anew(cache: Path, content: bytes) -> None:
    whole = compiled("en", GRAMMAR, OPTIONS).parse("win.")
    (kept,) = cache.iterdir()
    kept.write_bytes(content)
    assert compiled("en", GRAMMAR, OPTIONS).parse("win.") == whole
    assert json.loads(json.loads(kept.read_bytes())["data"])[0]["options"]["start"] == ["document"]


def test_a_folder_that_cannot_be_written_is_done_without(cache: Path) -> None:
    cache.write_text("a file in the place of the folder", "utf-8")
    assert compiled("en", GRAMMAR, OPTIONS).parse("win.")
