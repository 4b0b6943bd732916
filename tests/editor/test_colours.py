"""Colours without a server: the files of the extension in step with the phrase tables, and what they colour."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, Generic, Keyword, Name, Number, String

from lexludi.base.folding import fold
from lexludi.base.source import Source
from lexludi.editor.colouring import patterns
from lexludi.editor.textmate import grammar, snippets
from lexludi.language.builder import build
from lexludi.language.nodes import Comment as CommentNode
from lexludi.language.nodes import Document, Sentence, Term, Words, walk
from lexludi.language.phrases import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
EXTENSION = ROOT / "editors" / "vscode"
SHELF = ROOT / "regulations" / "mo" / "q-poker"


def written(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_of_the_extension_are_in_step_with_the_phrase_tables(language: str, accept: bool) -> None:
    for name, content in (
        (f"syntaxes/{language}.tmLanguage.json", grammar(language)),
        (f"snippets/{language}.json", snippets(language)),
    ):
        file = EXTENSION / name
        if accept:
            file.write_text(written(content), "utf-8")
        assert file.read_text("utf-8") == written(content), name


def text_and_tree(language: str) -> tuple[str, Document]:
    path = next(SHELF.glob(f"*.{language}.ludi"))
    document, _ = build(Source(path.name, language, path.read_text("utf-8")))
    assert document is not None
    return path.read_text("utf-8"), document


@pytest.mark.parametrize("language", LANGUAGES)
def test_pygments_colours_a_text_as_its_tree_says(language: str) -> None:
    text, document = text_and_tree(language)
    lexer = get_lexer_for_filename(f"2005-01-18.{language}.ludi")
    token_at: dict[int, object] = {}
    for start, token, words in lexer.get_tokens_unprocessed(text):
        token_at.update(dict.fromkeys(range(start, start + len(words)), token))
    assert "".join(words for _, words in lexer.get_tokens(text)) == text
    for provision in document.all():
        assert token_at[provision.span.start] is Generic.Heading
    for item in (i for p in document.all() for i in p.body):
        if isinstance(item, Words):
            assert token_at[item.span.start] is String.Doc
        elif isinstance(item, CommentNode):
            assert token_at[item.span.start] is Comment.Single
    sentences = [s for s in walk(document) if isinstance(s, Sentence)]
    terms = [t for s in sentences for t in walk(s) if isinstance(t, Term)]
    assert all(token_at[t.span.start + 1] is Name.Variable for t in terms)
    # What a sentence begins with is a phrase, unless it is a term or a number.
    for sentence in sentences:
        first = token_at[sentence.statement.span.start]
        assert first in (Keyword, Name.Variable, Number, Name.Label), text[sentence.span.start :][:40]


@pytest.mark.parametrize("quoted", ["“big”", "‘big’", "‘player’s hand’", "「大」", "《大》", "«big»", "｢大｣", '"big"'])
def test_a_term_is_coloured_between_whatever_marks_it_is_read_in(quoted: str) -> None:
    lexer = get_lexer_for_filename("1.en.ludi")
    coloured = [words for token, words in lexer.get_tokens(f"  settle {quoted}.\n") if token is Name.Variable]
    assert coloured == [quoted]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_snippet_is_a_sentence_of_the_language_once_it_is_filled_in(language: str) -> None:
    begun = {"zh": "第一條 甲\n", "pt": "Artigo 1.º A\n", "en": "Article 1 A\n"}[language]
    assert len(snippets(language)) > 100
    for name, snippet in snippets(language).items():
        body = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", snippet["body"])
        assert "$" not in body, name
        assert fold(body).strip(), name
        quoted = build(Source("text", language, f"{begun}  {body}\n"))[1]
        # The words before the first part are read: what is wrong, if anything, stands in a part.
        at = min((d.labels[0].span.start for d in quoted), default=len(begun) + 3)
        begins_with_part = snippet["body"].startswith(("${", "「${", "«${", "“${"))
        assert at > len(begun) + 2 or begins_with_part, (name, body)


@pytest.mark.parametrize("language", LANGUAGES)
def test_patterns_stay_on_a_line_and_end_whatever_the_text(language: str) -> None:
    for pattern in patterns(language):
        regex = re.compile(pattern.regex, re.IGNORECASE | re.MULTILINE)
        assert regex.groups in (0, len(pattern.looks)) or len(pattern.looks) == 1
        for line in ("「" * 2_000, "(" * 2_000, "1" * 2_000, " " * 2_000, "no " * 700, "一" * 2_000):
            assert "\n" not in "".join(m[0] for m in regex.finditer(line))


@pytest.mark.soak
def test_the_extension_is_packed_and_its_grammars_colour_as_before(tmp_path: Path, accept: bool) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path / "editors" / "vscode"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules"))
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, check=True, capture_output=True, timeout=600)
    (tmp_path / "build").mkdir()
    scripts = [[f"snap:{language}", *(["--", "--updateSnapshot"] if accept else [])] for language in LANGUAGES]
    for script in (*scripts, ["vsix"]):
        done = subprocess.run(
            ["npm", "run", *script], cwd=folder, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "build" / "lexludi.vsix").stat().st_size > 100_000
    if accept:
        for snapshot in (folder / "tests").glob("*.snap"):
            shutil.copy(snapshot, EXTENSION / "tests")


@pytest.mark.parametrize(
    ("language", "share"),
    [("en", "2.5 per cent"), ("pt", "2,5\u00a0%"), ("pt", "2,5 por cento"), ("zh", "百分之二點五"), ("zh", "2.5％")],
)
def test_a_percentage_is_coloured_as_one_number(language: str, share: str) -> None:
    lexer = get_lexer_for_filename(f"1.{language}.ludi")
    assert (Number, share) in lexer.get_tokens(f"  {share}\n")


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", "1 January 2026"), ("en", "21 May 2030"), ("pt", "1 de Janeiro de 2026"), ("zh", "2026年1月1日")],
)
def test_a_date_is_coloured_as_one_number(language: str, day: str) -> None:
    lexer = get_lexer_for_filename(f"1.{language}.ludi")
    assert (Number, day) in lexer.get_tokens(f"  {day}\n")


@pytest.mark.parametrize("quoting", ["  ", "  > ", "  ＞　", ">"])
@pytest.mark.parametrize(
    ("line", "look"),
    [("| The round is void.", String.Doc), ("~ The round is void.", String.Other), ("# The", Comment.Single)],
)
def test_a_line_of_quoted_text_is_coloured_as_one_that_is_not_quoted(quoting: str, line: str, look: object) -> None:
    (coloured, _) = get_lexer_for_filename("1.en.ludi").get_tokens(f"{quoting}{line}\n")
    assert coloured == (look, quoting + line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_has_a_mark_where_the_number_of_times_stands(language: str) -> None:
    assert not [p.regex for p in patterns(language) if re.search(r"\{[^}]*\[", p.regex)]
