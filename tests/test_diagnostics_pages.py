"""Every diagnostic has a page in each language, and the examples on the pages do what they say."""

import re
from pathlib import Path

import pytest

from lexludi.base.source import Source
from lexludi.checks.checking import check_paths
from lexludi.language.builder import build
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document
from test_corpus import ABOUT_AMENDMENTS, ABOUT_THE_LAW, HERE, codes_in_source

PAGES = HERE.parent / "site" / "pages"
GLOSSARY = HERE / "diagnostics-glossary.toml"
CODES = sorted(codes_in_source())

SECTIONS = {
    "zh": ("意思", "為何重要", "示例", "改為"),
    "pt": ("O que diz", "Porque importa", "Exemplo", "Em vez disso"),
    "en": ("What it says", "Why it matters", "Example", "Instead"),
}
# A text of a million characters is no example; what nobody uses is found in the folder of a work.
NOT_EXECUTED = frozenset({"file-too-long", "sentence-too-long", "other-encoding", "unused-term", "work-differs"})
# Found between two texts, which the example shows one after the other.
BETWEEN_TEXTS = frozenset(
    "undeclared-divergence parts-differ provision-without-counterpart divergence one-sided-divergence "
    "divergence-without-difference".split()
)
# Found between the texts of two works, both in the language of the page.
BETWEEN_WORKS = frozenset({"identifier-of-another"})
# A glossary is no text: the example shows the part of it that is wrong.
IN_A_GLOSSARY = frozenset({"broken-glossary"})
EXECUTED = [code for code in CODES if code not in NOT_EXECUTED]

_BLOCK = re.compile(r"(?ms)^```(ludi (?P<language>zh|pt|en)|toml|text)\n(?P<text>.*?)^```$")
_FILE_NAME = re.compile(r"(?m)^# (\S+\.ludi)$")


def page(language: str, code: str) -> str:
    return (PAGES / language / "diagnostics" / f"{code}.md").read_text("utf-8")


def section(language: str, code: str, number: int) -> str:
    """The text of one of the four sections of a page, counted from 0."""
    pieces = re.split(r"(?m)^## .*$", page(language, code))
    return pieces[number + 1]


def texts(part: str) -> list[tuple[str, str]]:
    """The regulation texts in a section, with their languages."""
    return [(m["language"], m["text"]) for m in _BLOCK.finditer(part) if m["language"]]


def codes_given(code: str, number: int, folder: Path, language: str) -> set[str]:
    """The codes that a check gives of the texts in a section, under the glossary of the examples or its own."""
    part = section(language, code, number)
    glossaries = re.findall(r"(?ms)^```toml\n(.*?)^```$", part)
    (folder / "glossary.toml").write_text("".join(glossaries) or GLOSSARY.read_text("utf-8"), "utf-8")
    found = texts(part) or [(language, HEADERS[language])]
    for own_language, text in found:
        named = _FILE_NAME.search(text)
        path = folder / (named[1] if named else f"1.{own_language}.ludi")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return {d.code for d in check_paths([str(folder)], law=code in ABOUT_THE_LAW).diagnostics}


# A text for the pages that show only a glossary.
HEADERS = {
    "zh": "規章：example\n本文為虛構示例，並非法律。\n",
    "pt": "regulamento: example\nexemplo inventado, que não é lei.\n",
    "en": "regulation: example\ninvented example, not law.\n",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_page_and_every_page_a_code(language: str) -> None:
    found = {path.stem for path in (PAGES / language / "diagnostics").glob("*.md")}
    assert found == {*CODES, "index"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_lists_every_code_once(language: str) -> None:
    listed = re.findall(r"(?m)^- \[`([a-z-]+)`\]\(\1\.md\)", page(language, "index"))
    assert sorted(listed) == CODES


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_its_title_and_four_sections(language: str, code: str) -> None:
    lines = page(language, code).splitlines()
    assert re.fullmatch(rf"# \S.* `{code}`", lines[0])
    assert tuple(line[3:] for line in lines if line.startswith("## ")) == SECTIONS[language]
    for number in range(4):
        assert section(language, code, number).strip()
    for number in (2, 3):
        assert _BLOCK.search(section(language, code, number))


@pytest.mark.parametrize("code", EXECUTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_raises_its_code_and_no_other(language: str, code: str, tmp_path: Path) -> None:
    assert codes_given(code, 2, tmp_path, language) == {code}


@pytest.mark.parametrize("code", EXECUTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_instead_raises_nothing(language: str, code: str, tmp_path: Path) -> None:
    allowed = {"divergence"} if code in ("one-sided-divergence", "divergence-without-difference") else set()
    assert codes_given(code, 3, tmp_path, language) == allowed


@pytest.mark.parametrize("code", EXECUTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_instead_is_in_canonical_form(language: str, code: str) -> None:
    for own_language, text in texts(section(language, code, 3)):
        document, diagnostics = build(Source(code, own_language, text))
        assert document is not None
        assert diagnostics == []
        assert print_document(document) == text


@pytest.mark.parametrize("code", sorted(set(CODES) - NOT_EXECUTED - IN_A_GLOSSARY))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_a_page_are_in_its_language(language: str, code: str) -> None:
    """Where a page shows two texts, the first is in the language of the page."""
    for number in (2, 3):
        languages = [text_language for text_language, _ in texts(section(language, code, number))]
        assert languages[0] == language
        shown = 2 if code in BETWEEN_TEXTS | BETWEEN_WORKS | ABOUT_AMENDMENTS else 1
        # What is missing in a language is shown beside the regulation in two; an older instrument beside a newer.
        more = {"missing-text": number, "newer-words-lost": 1}
        assert len(languages) == shown + more.get(code, 0)
