"""The guide to writing a regulation: every text, command and answer on its pages is run, in each language."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexludi.base.source import Source
from lexludi.cli.main import main
from lexludi.language.builder import build
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document

PAGES = Path(__file__).resolve().parent.parent / "site" / "pages"
BLOCK = re.compile(r"(?ms)^```(?P<kind>\S+)(?: (?P<language>zh|pt|en))?\n(?P<text>.*?)^```$")
# An instrument, which names its file in its first line.
INSTRUMENT = re.compile(r".*one-die/(amendments/\S+)\n")


def blocks(language: str, name: str) -> Iterator[tuple[str, str]]:
    text = (PAGES / language / f"{name}.md").read_text("utf-8")
    return ((m["kind"], m["text"]) for m in BLOCK.finditer(text))


def matches(shown: str, given: str) -> bool:
    """Whether an answer is as shown, where a line «…» stands for any lines."""
    pattern = "".join("(?s:.*)" if line.strip() == "…" else re.escape(line) for line in shown.splitlines(keepends=True))
    return re.fullmatch(pattern, given.rstrip("\n") + "\n") is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_follows_the_guide_gets_what_it_shows(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEXLUDI_LANG", language)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "one-die"
    folder.mkdir()
    text, glossary = folder / f"1.{language}.ludi", folder / "glossary.toml"
    commands = 0
    for kind, block in blocks(language, "guide"):
        match kind:
            case "toml":
                known = glossary.read_text("utf-8") + "\n" if glossary.exists() else ""
                glossary.write_text(known + block, "utf-8")
            case "ludi" if matched := INSTRUMENT.match(block):
                (folder / "amendments").mkdir()
                (folder / f"{matched[1]}.{language}.ludi").write_text(block, "utf-8")
            case "ludi":
                text.write_text(amended(text, block), "utf-8")
            case "console":
                command, _, shown = block.partition("\n")
                assert command.startswith("$ lexludi ")
                main(shlex.split(command)[2:])
                assert matches(shown, capsys.readouterr().out), command
                commands += 1
    assert commands == 9


def amended(file: Path, block: str) -> str:
    """A whole text, or the text with its last article in another form."""
    if not re.match(r"(第|Artigo|Article)", block):
        return block
    before = file.read_text("utf-8")
    heading = block.partition("\n")[0]
    return before[: before.index(heading)] + block


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["guide", "reading"])
def test_texts_in_the_guides_are_in_canonical_form(name: str, language: str) -> None:
    texts = [text for kind, text in blocks(language, name) if kind == "ludi"]
    assert len(texts) >= 3
    for text in texts:
        # A sentence alone stands in some article.
        whole = f"{ARTICLES[language]}\n{text}" if text.startswith(" ") else text
        document, diagnostics = build(Source("guide", language, whole))
        assert diagnostics == []
        assert document is not None
        assert print_document(document) == whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_within_the_lines_of_the_guide_are_read(language: str) -> None:
    text = BLOCK.sub("", (PAGES / language / "guide.md").read_text("utf-8"))
    sentences = [sentence for sentence in re.findall(r"`([^`\n]+)`", text) if re.search(r"[“«「].*[.。]$", sentence)]
    assert len(sentences) >= 25
    assert [sentence for sentence in sentences if build(Source("guide", language, f"  {sentence}\n"))[1]] == []


ARTICLES = {"zh": "第一條", "pt": "Artigo 1.º", "en": "Article 1"}


@pytest.mark.parametrize("name", ["guide", "reading", "about"])
def test_the_guides_are_alike_in_the_three_languages(name: str) -> None:
    shapes = [
        re.findall(r"(?m)^(#+ |```\w+|- |\d\. )", (PAGES / x / f"{name}.md").read_text("utf-8")) for x in LANGUAGES
    ]
    assert shapes[0] == shapes[1] == shapes[2]
