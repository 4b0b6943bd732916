"""The language server, asked by a real client."""

import asyncio
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from editor.editing import HANGS, Editor
from lexludi.base.diagnostics import Label, note
from lexludi.base.errors import MachineFailure
from lexludi.base.messages import catalogue
from lexludi.base.source import Source, Span
from lexludi.checks.codec import FINDINGS
from lexludi.editor import server as server_module
from lexludi.editor.positions import TextPosition, offset_of, position_of
from lexludi.editor.server import Server
from lexludi.editor.views import view_of
from lexludi.language.phrases import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
CORPUS = ROOT / "tests" / "corpus" / "valid"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf").resolve()
    copytree(CORPUS / "two-tokens", folder / "two-tokens")
    (folder / "glossary.toml").write_text((ROOT / "regulations" / "glossary.toml").read_text("utf-8"), "utf-8")
    return folder


@pytest.fixture(scope="module")
def editor(shelf: Path) -> Iterator[Editor]:
    editor = Editor(shelf)
    yield editor
    editor.close()


class Text:
    """A text of the shelf that is open in the editor."""

    def __init__(self, editor: Editor, path: Path) -> None:
        self.editor, self.path = editor, path
        self.uri, self.text = path.as_uri(), path.read_text("utf-8")
        editor.open(self.uri, self.text)

    def now(self, text: str) -> list[lsp.Diagnostic]:
        return self.editor.told(self.uri, self.editor.change(self.uri, text))

    def at(self, words: str, more: int = 0, text: str = "") -> lsp.Position:
        source = Source("text", "", text or self.text)
        found = position_of(source, source.text.index(words) + more)
        return lsp.Position(found.line, found.character)

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)


@pytest.fixture
def opened(editor: Editor, shelf: Path) -> Iterator[dict[str, Text]]:
    texts = {language: Text(editor, next((shelf / "two-tokens").glob(f"*.{language}.ludi"))) for language in LANGUAGES}
    yield texts
    for text in texts.values():
        editor.say(lsp.TEXT_DOCUMENT_DID_CLOSE, lsp.DidCloseTextDocumentParams(text.document))


class Waiting(Executor):
    """Calls that are answered when the test says so."""

    def __init__(self) -> None:
        self.calls: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.calls.append(Future())
        return self.calls[-1]


# ── Diagnostics ─────────────────────────────────────────────────────────────


def test_a_mistake_is_told_with_the_key_that_makes_it_and_gone_with_the_next(opened: dict[str, Text]) -> None:
    text = opened["en"]
    (found,) = text.now(f"{text.text}  bets are acepted.\n")
    assert (found.code, found.source, found.severity) == ("unexpected-text", "lexludi", lsp.DiagnosticSeverity.Error)
    assert "bets are accepted" in found.message
    assert text.now(text.text) == []


def test_a_broken_glossary_is_told_with_its_cause(editor: Editor, shelf: Path) -> None:
    """Editors show the message of a diagnostic, and no caption of its place."""
    glossary = Text(editor, shelf / "two-tokens" / "glossary.toml")
    try:
        (found,) = glossary.now(f"{glossary.text}\n[")
        headline, cause = found.message.split("\n")
        assert headline.startswith("the glossary ")
        assert cause == "no TOML from here on"
        assert glossary.now(glossary.text) == []
    finally:
        editor.say(lsp.TEXT_DOCUMENT_DID_CLOSE, lsp.DidCloseTextDocumentParams(glossary.document))


@pytest.mark.parametrize("before", ["牌", "𠮷𠮷", "🂡a🂡"])
def test_columns_count_units_of_utf_16(opened: dict[str, Text], before: str) -> None:
    text = opened["zh"]
    written = f"{text.text}  結算「{before}」及「乙」。\n"
    found = text.now(written)
    codes = [d.code for d in found]
    assert "unknown-term" in codes
    ranges = {(d.range.start.character, d.range.end.character) for d in found if d.code == "unknown-term"}
    width = len(f"「{before}」".encode("utf-16-le")) // 2
    assert ranges == {(4, 4 + width), (5 + width, 5 + width + len("「乙」"))}
    assert all(d.range.start.line == written.count("\n") - 1 for d in found if d.code == "unknown-term")
    text.now(text.text)


def test_a_mark_of_unicode_that_an_editor_sends_is_a_column_to_it(editor: Editor, opened: dict[str, Text]) -> None:
    text = opened["en"]
    marked = "\ufeff" + text.text
    found = text.now(marked.replace("regulation:", "regulatoin:", 1))[0].range
    assert (found.start, found.end) == (lsp.Position(0, 1), lsp.Position(0, 1 + len("regulatoin:")))
    text.now(marked)
    tokens = editor.ask(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensParams(text.document))
    assert words_of(tokens.data, marked)[:2] == ["regulation:", "two-tokens"]
    # Before the mark stands nothing of the sentence; behind the last character its end still counts.
    last = text.at("two-tokens", len("two-tokens"), marked)
    shown = editor.ask(lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(text.document, last))
    assert (shown.range.start, shown.range.end) == (lsp.Position(0, 1), last)
    text.now(text.text)


@pytest.mark.parametrize("encodings", [("utf-8", "utf-16"), ("utf-32", "utf-16")])
def test_positions_are_utf_16_whatever_an_editor_likes_better(shelf: Path, encodings: tuple[str, ...]) -> None:
    editor = Editor(shelf, encodings)
    try:
        assert editor.server.capabilities.position_encoding == "utf-16"
        path = next((shelf / "two-tokens").glob("*.zh.ludi"))
        found = editor.open(path.as_uri(), f"{path.read_text('utf-8')}  結算「🂡」及「乙」。\n")
        # Two blanks, two characters, a mark, a pair, a mark, 及.
        assert [d.range.start.character for d in found if d.code == "unknown-term"] == [4, 9]
    finally:
        editor.close()


def test_a_burst_of_fifty_edits_is_answered_for_the_last_and_not_for_each(
    editor: Editor, opened: dict[str, Text]
) -> None:
    text = opened["pt"]
    before = len(editor.published)
    # Short, so that all fifty are on their way at once.
    short = f"{text.text.partition('Artigo')[0]}Artigo 1.º\n  sem efeito na máquina: nada\n"
    version = editor.change(text.uri, *(f"{short}  # {'x' * number}\n" for number in range(49)), f"{short}  não.\n")
    assert [d.code for d in editor.told(text.uri, version)] == ["unexpected-text"]
    answers = [p.version for p in editor.published[before:] if p.uri == text.uri]
    # Once, unless the machine has the server wait between two of them.
    assert answers[-1] == version
    assert len(answers) <= 10
    text.now(text.text)


def test_an_unsaved_glossary_holds_for_open_texts(editor: Editor, shelf: Path, opened: dict[str, Text]) -> None:
    glossary = shelf / "two-tokens" / "glossary.toml"
    text = glossary.read_text("utf-8")
    uri, en = glossary.as_uri(), opened["en"]
    assert editor.open(uri, text.replace("en = ", "# en = ", 1)) == []
    assert "unknown-term" in editor.codes(en.uri, "unknown-term")
    editor.say(lsp.TEXT_DOCUMENT_DID_CLOSE, lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
    assert en.now(f"{en.text}\n") == []


def test_what_others_change_on_the_disk_is_looked_at(editor: Editor, shelf: Path, opened: dict[str, Text]) -> None:
    """A glossary that is fetched, a text in another language that is removed: nobody presses a key in this one."""
    path, en = shelf / "two-tokens" / "glossary.toml", opened["en"]
    text = path.read_text("utf-8")
    changed = lsp.DidChangeWatchedFilesParams([lsp.FileEvent(path.as_uri(), lsp.FileChangeType.Changed)])
    path.write_text(text.replace("en = ", "# en = ", 1), "utf-8")
    editor.say(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, changed)
    assert "unknown-term" in editor.codes(en.uri, "unknown-term")
    path.write_text(text, "utf-8")
    editor.published.clear()
    editor.say(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, changed)
    editor.wait(_until(lambda: any(p.uri == en.uri and not p.diagnostics for p in editor.published)))


def test_an_editor_that_can_is_asked_to_watch_texts_and_glossaries() -> None:
    server, sent = Server(Waiting, lambda line: "", catalogue("en")), io.BytesIO()
    server_module._texts(server)
    server.protocol.set_writer(sent)
    for can in (False, True):
        watched = lsp.DidChangeWatchedFilesClientCapabilities(dynamic_registration=can)
        workspace = lsp.WorkspaceClientCapabilities(did_change_watched_files=watched)
        server.protocol.client_capabilities = lsp.ClientCapabilities(workspace=workspace)
        server.protocol.fm.features[lsp.INITIALIZED](lsp.InitializedParams())
        patterns = re.findall(rb'"globPattern": "([^"]*)"', sent.getvalue())
        assert patterns == ([b"**/*.ludi", b"**/glossary.toml"] if can else [])


def test_a_saved_work_is_searched(editor: Editor, shelf: Path, opened: dict[str, Text]) -> None:
    text, glossary = opened["en"], shelf / "two-tokens" / "glossary.toml"
    before = glossary.read_text("utf-8")
    # That no text uses a term is found among all texts of a work, and not with each key.
    glossary.write_text(f'{before}\n[unused]\nzh = ["無用"]\npt = ["inútil"]\nen = ["unused"]\n', "utf-8")
    editor.say(lsp.TEXT_DOCUMENT_DID_SAVE, lsp.DidSaveTextDocumentParams(text.document))
    assert editor.codes(glossary.as_uri(), "unused-term") == {"unused-term"}
    glossary.write_text(before, "utf-8")
    # A glossary that is saved is one on which the works of all open texts may depend.
    saved = lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(glossary.as_uri()))
    editor.published.clear()
    editor.say(lsp.TEXT_DOCUMENT_DID_SAVE, saved)
    editor.wait(_until(lambda: any(p.uri == glossary.as_uri() and not p.diagnostics for p in editor.published)))


async def _until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def server_with(*pools: Executor) -> Server:
    """A server whose calls are made in the first pool, and in the next of them where one is lost."""
    return Server(partial(next, iter(pools)), lambda line: "", catalogue("pt"))


def test_a_work_that_is_saved_while_it_is_searched_is_searched_once_more(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is saved; the newest findings count."""
    # What is to be published is looked at below, however long that takes.
    monkeypatch.setattr(server_module, "_REST", 3_600)
    file, pool = next((shelf / "two-tokens").glob("*.en.ludi")), Waiting()
    source = Source(str(file), "en", file.read_text("utf-8"))

    async def answered() -> list[str]:
        server = server_with(pool)
        server.desk.change(file, source.text)
        told: list[str] = []
        server.search(file.as_uri())
        for number, code in enumerate(("gap", "conflict")):
            await _until(lambda number=number: len(pool.calls) > number)
            told += [d.code for d in server.desk.look()[1][file]]
            for _ in range(9 * (1 - number)):
                server.search(file.as_uri())
            pool.calls[number].set_result(FINDINGS.encode((note(code, Label(source, Span(0, 1))),)))
        await asyncio.gather(*server.searching)
        return told + [d.code for d in server.desk.look()[1][file]]

    assert asyncio.run(answered()) == ["gap", "conflict"]
    assert len(pool.calls) == 2


# ── What goes wrong ─────────────────────────────────────────────────────────


def test_a_process_that_is_lost_is_told_and_others_take_its_place(shelf: Path) -> None:
    lost, sound = Waiting(), Waiting()
    file = next((shelf / "two-tokens").glob("*.en.ludi"))

    async def told() -> list[str]:
        server, shown = server_with(lost, sound), []
        server.show = lambda text, kind: shown.append(text)
        server.search(file.as_uri())
        second = asyncio.ensure_future(server.elsewhere(str, 1))
        await _until(lambda: len(lost.calls) == 2)
        for call in lost.calls:
            call.set_exception(BrokenExecutor())
        with pytest.raises(MachineFailure):
            await second
        await asyncio.gather(*server.searching)
        third = asyncio.ensure_future(server.elsewhere(str, 2))
        await _until(lambda: len(sound.calls) == 1)
        sound.calls[0].set_result("2")
        return [*shown, await third]

    assert asyncio.run(told()) == [catalogue("pt").say("error.process-lost"), "2"]


def test_a_fault_of_ours_is_told_in_a_sentence_without_its_lines() -> None:
    server, sent = server_with(Waiting()), io.BytesIO()
    server.protocol.set_writer(sent)

    @server.feature("fault")
    @server.feature("fault/unasked")
    def _(params: Any) -> None:
        raise ZeroDivisionError("of ours")

    for message in ({"id": 1, "method": "fault"}, {"method": "fault/unasked"}):
        server.protocol.handle_message(server.protocol.structure_message({"jsonrpc": "2.0", "params": {}, **message}))

    async def unawaited() -> None:
        asyncio.get_running_loop().set_exception_handler(server.report_unawaited)
        asyncio.get_running_loop().call_soon(lambda: 1 // 0)
        await asyncio.sleep(0)

    asyncio.run(unawaited())
    answer, *notices = (json.loads(line) for line in re.findall(r"{.*}(?=Content|$)", sent.getvalue().decode()))
    said = "lexludi: erro interno; queira comunicá-lo: "
    assert answer["error"] == {"code": -32603, "message": f"{said}ZeroDivisionError: of ours"}
    assert [notice["params"]["message"] for notice in notices] == [
        f"{said}ZeroDivisionError: of ours",
        f"{said}ZeroDivisionError('integer division or modulo by zero')",
    ]


def test_what_is_no_request_is_refused(editor: Editor, opened: dict[str, Text]) -> None:
    """Else an editor waits for the answer without end."""
    document, place = opened["en"].document, lsp.Position(0, 0)
    object.__setattr__(place, "line", -1)  # by the constructor it cannot be made
    for number, (method, params) in enumerate(
        (
            (lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(document, place)),
            (lsp.WORKSPACE_EXECUTE_COMMAND, lsp.ExecuteCommandParams("lexludi.play")),
            (lsp.WORKSPACE_EXECUTE_COMMAND, lsp.ExecuteCommandParams("lexludi.odds", [document.uri])),
        )
    ):
        with pytest.raises(JsonRpcException) as refused:
            editor.begin(method, params, f"no request {number}").result(HANGS)
        assert refused.value.code == lsp.ErrorCodes.InvalidParams


# ── Questions ───────────────────────────────────────────────────────────────


def test_every_question_of_the_protocol_is_answered(editor: Editor, opened: dict[str, Text]) -> None:
    text = opened["en"]
    term = next(t for t in view_of(text.path).glossary.entries if f"“{t}”" in text.text)
    place = text.at(f"“{term}”", 2)
    hover = editor.ask(lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(text.document, place))
    assert f"`{term}`" in hover.contents.value
    assert hover.range.start == text.at(f"“{term}”", 1)
    (definition,) = editor.ask(lsp.TEXT_DOCUMENT_DEFINITION, lsp.DefinitionParams(text.document, place))
    assert definition.uri.endswith("glossary.toml")
    context = lsp.ReferenceContext(include_declaration=True)
    uses = editor.ask(lsp.TEXT_DOCUMENT_REFERENCES, lsp.ReferenceParams(context, text.document, place))
    assert {Path(u.uri).name for u in uses} >= {"glossary.toml", *(t.path.name for t in opened.values())}
    context = lsp.ReferenceContext(include_declaration=False)
    fewer = editor.ask(lsp.TEXT_DOCUMENT_REFERENCES, lsp.ReferenceParams(context, text.document, place))
    assert list(fewer) == [use for use in uses if not use.uri.endswith("glossary.toml")]
    edit = editor.ask(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameParams(text.document, place, "another name"))
    assert {Path(uri).name for uri in edit.changes} == {"glossary.toml", text.path.name}
    tokens = editor.ask(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensParams(text.document))
    assert words_of(tokens.data, text.text)[:2] == ["regulation:", "two-tokens"]
    symbols = editor.ask(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lsp.DocumentSymbolParams(text.document))
    assert symbols[0].detail
    assert editor.ask(lsp.TEXT_DOCUMENT_FOLDING_RANGE, lsp.FoldingRangeParams(text.document))
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(9_999, 0))
    hints = editor.ask(lsp.TEXT_DOCUMENT_INLAY_HINT, lsp.InlayHintParams(text.document, everything))
    assert next(hint.label for hint in hints).startswith(("art_", "preamble"))
    options = lsp.FormattingOptions(2, True)
    assert editor.ask(lsp.TEXT_DOCUMENT_FORMATTING, lsp.DocumentFormattingParams(text.document, options)) == ()


def words_of(data: list[int], text: str) -> list[str]:
    """The highlighted words, from the numbers that stand for them."""
    out, line, column = [], 0, 0
    for at in range(0, len(data), 5):
        line, column = line + data[at], data[at + 1] + (column if not data[at] else 0)
        start = offset_of(text, TextPosition(line, column))
        out.append(text[start : offset_of(text, TextPosition(line, column + data[at + 2]))])
    return out


def test_what_can_stand_at_a_place_and_how_to_mend_it(editor: Editor, opened: dict[str, Text]) -> None:
    text = opened["en"]
    written = f"{text.text}  bets are acepted.\n"
    (found,) = text.now(written)
    params = lsp.CodeActionParams(text.document, found.range, lsp.CodeActionContext([found]))
    (action,) = editor.ask(lsp.TEXT_DOCUMENT_CODE_ACTION, params)
    assert [e.new_text for edits in action.edit.changes.values() for e in edits] == ["bets are accepted"]
    place = text.at("bets are acepted", 5, written)
    answer = editor.ask(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionParams(text.document, place))
    assert "bets are accepted" in [item.label for item in answer.items]
    text.now(text.text)


@pytest.mark.parametrize("written", ["  bets are\n  acc", "  bets\n\tare acc", "  bets are acc"])
def test_a_completion_replaces_words_of_one_line_and_those_above_go(
    editor: Editor, opened: dict[str, Text], written: str
) -> None:
    """By the protocol the range of its edit is one of a single line, and others may not overlap it."""
    text = opened["en"]
    whole = text.text + written
    text.now(whole)
    line, last = whole.count("\n"), whole.rpartition("\n")[2]
    place = lsp.Position(line, len(last))
    answer = editor.ask(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionParams(text.document, place))
    item = next(item for item in answer.items if item.label == "bets are accepted")
    assert item.text_edit.range.start.line == item.text_edit.range.end.line == line
    assert item.text_edit.range.end == place
    assert item.filter_text == last[item.text_edit.range.start.character :]
    now = whole
    for edit in (item.text_edit, *(item.additional_text_edits or ())):  # from the last to the first
        start, end = (offset_of(now, TextPosition(at.line, at.character)) for at in (edit.range.start, edit.range.end))
        now = now[:start] + edit.new_text + now[end:]
    assert now == f"{text.text}  bets are accepted"
    text.now(text.text)


def test_lenses_play_a_round_and_compute_odds(editor: Editor, opened: dict[str, Text]) -> None:
    text = opened["en"]
    lenses = editor.ask(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensParams(text.document))
    by_name = {lens.command.command: lens.command for lens in lenses}
    assert set(by_name) == {"lexludi.play", "lexludi.odds", "lexludi.coverage"}
    for name, said in (("lexludi.play", "[article"), ("lexludi.odds", "%")):
        command = by_name[name]
        params = lsp.ExecuteCommandParams(command.command, arguments=command.arguments)
        assert said in editor.ask(lsp.WORKSPACE_EXECUTE_COMMAND, params)
    assert any("%" in message.message for message in editor.client.messages)


def test_an_inherited_term_is_not_renamed_from_a_text_that_inherits_it(editor: Editor, shelf: Path) -> None:
    home = shelf.parent / f"{shelf.name}-heir"
    home.mkdir()
    (home / "glossary.toml").write_text(f'inherits = "../{shelf.name}"\n', "utf-8")
    path = home / "1.en.ludi"
    path.write_text("regulation: x\n\nArticle 1\n  “dealer” shuffles “cards”.\n", "utf-8")
    text = Text(editor, path)
    with pytest.raises(JsonRpcException) as refused:
        editor.ask(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameParams(text.document, text.at("dealer"), "x"))
    assert "inherited from" in refused.value.message
    editor.say(lsp.TEXT_DOCUMENT_DID_CLOSE, lsp.DidCloseTextDocumentParams(text.document))


def test_a_term_is_renamed_in_every_folder_of_the_workspace_that_inherits_it(editor: Editor, shelf: Path) -> None:
    lent, heir = shelf / "lent" / "glossary.toml", shelf / "heir" / "work" / "1.en.ludi"
    for path, text in (
        (lent, '[lent]\nen = ["lent"]\n'),
        (heir.parent.parent / "glossary.toml", 'inherits = "../lent"\n'),
        (heir, "regulation: x\n\nArticle 1\n  settle “lent”.\n"),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    document = lsp.TextDocumentIdentifier(lent.as_uri())
    asked = lsp.RenameParams(document, lsp.Position(1, 8), "x")
    changes = editor.ask(lsp.TEXT_DOCUMENT_RENAME, asked).changes
    assert changes.keys() == {lent.as_uri(), heir.as_uri()}
    rmtree(lent.parent)
    rmtree(heir.parent.parent)


# ── Uses in many texts ──────────────────────────────────────────────────────

MANY = 60


@pytest.fixture
def many(shelf: Path) -> Iterator[Path]:
    """As many works below the glossary of two tokens, each in a text of its own words, for none to be known before."""
    folder = shelf / "two-tokens" / "many"
    (text,) = (path.read_text("utf-8") for path in (shelf / "two-tokens").glob("*.en.ludi"))
    for number in range(MANY):
        work = folder / f"work-{number}"
        work.mkdir(parents=True)
        (work / "1.en.ludi").write_text(f"# {number}\n{text}", "utf-8")
    yield folder
    rmtree(folder)


def test_uses_are_looked_for_file_by_file_while_keys_are_answered(
    editor: Editor, many: Path, opened: dict[str, Text]
) -> None:
    text = opened["en"]
    context, place = lsp.ReferenceContext(include_declaration=True), text.at("“thrower”", 2)
    asked = lsp.ReferenceParams(context, text.document, place, work_done_token="uses")
    reports = editor.client.progress_reports["uses"] = []
    given_up = editor.begin(lsp.TEXT_DOCUMENT_REFERENCES, asked, "given up")
    editor.say(lsp.CANCEL_REQUEST, lsp.CancelParams("given up"))
    with pytest.raises(JsonRpcException) as refused:
        given_up.result(HANGS)
    assert refused.value.code == lsp.LSPErrorCodes.RequestCancelled
    found = editor.begin(lsp.TEXT_DOCUMENT_REFERENCES, asked, "wanted")
    version = editor.change(text.uri, f"{text.text}  bets are acepted.\n")
    editor.told(text.uri, version)
    assert not found.done()
    paths = [Path(use.uri.removeprefix("file://")) for use in found.result(HANGS)]
    assert {path.parent.name for path in paths} >= {f"work-{number}" for number in range(MANY)}
    kinds = [report.kind for report in reports]
    assert (kinds[0], kinds[-1], kinds.count("begin")) == ("begin", "end", kinds.count("end"))
    assert kinds.count("report") >= MANY // 10
    text.now(text.text)


def test_a_text_that_is_changed_while_a_term_is_renamed_has_its_new_places(
    editor: Editor, many: Path, opened: dict[str, Text]
) -> None:
    """Edits at its old places would fall between other words."""
    text = opened["en"]
    asked = lsp.RenameParams(text.document, text.at("“thrower”", 2), "x")
    begun = editor.begin(lsp.TEXT_DOCUMENT_RENAME, asked, "renaming")
    written = f"# a line\n{text.text}"
    editor.change(text.uri, written)
    edits = begun.result(HANGS).changes[text.uri]
    lines = written.split("\n")
    found = {lines[e.range.start.line][e.range.start.character : e.range.end.character] for e in edits}
    assert found == {"thrower"}
    text.now(text.text)


# ── Hostile inputs ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "untitled:1.en.ludi",
        "file:///nowhere/1.en.ludi",
        "file:///nowhere/glossary.toml",
        "file:///%00.en.ludi",
        "http://x/1.en.ludi",
        "file:///etc/passwd",
    ],
)
def test_a_text_that_is_none_is_answered_with_nothing(editor: Editor, uri: str) -> None:
    document, place = lsp.TextDocumentIdentifier(uri), lsp.Position(2**31 - 1, 2**31 - 1)
    assert editor.ask(lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(document, place)) is None
    assert editor.ask(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionParams(document, place)).items == ()
    assert editor.ask(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameParams(document, place, "x")) is None
    assert editor.ask(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensParams(document)) == ()
    if not uri.startswith("file:///nowhere"):
        for command in ("lexludi.play", "lexludi.odds", "lexludi.coverage"):
            with pytest.raises(JsonRpcException):
                editor.ask(lsp.WORKSPACE_EXECUTE_COMMAND, lsp.ExecuteCommandParams(command, arguments=[uri, ""]))


@pytest.mark.parametrize(
    "written",
    [
        "",
        "\x00\ud800".encode("utf-8", "replace").decode(),
        "\u2028\x0b\x85第",
        "「" * 3_000,
        "\ue001\ue005",
        "> > >\n" * 400,
    ],
)
def test_whatever_is_written_is_answered(editor: Editor, opened: dict[str, Text], written: str) -> None:
    text = opened["zh"]
    text.now(written)
    place = lsp.Position(0, 1)
    editor.ask(lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(text.document, place))
    editor.ask(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionParams(text.document, place))
    editor.ask(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensParams(text.document))
    assert text.now(text.text) == []


def test_a_bet_of_another_name_is_no_option_of_a_command(editor: Editor, opened: dict[str, Text]) -> None:
    arguments = [opened["en"].uri, "--shelf=/etc"]
    params = lsp.ExecuteCommandParams("lexludi.odds", arguments=arguments)
    assert "%" not in editor.ask(lsp.WORKSPACE_EXECUTE_COMMAND, params)


def test_a_command_on_a_text_that_is_not_there_says_so(editor: Editor) -> None:
    for command in ("lexludi.odds", "lexludi.coverage"):
        params = lsp.ExecuteCommandParams(command, arguments=["file:///nope.en.ludi", ""])
        assert "there is no regulation “/nope.en.ludi”" in editor.ask(lsp.WORKSPACE_EXECUTE_COMMAND, params)


# ── The end ─────────────────────────────────────────────────────────────────

CLIENT = """
import json, subprocess, sys
server = subprocess.Popen([sys.executable, "-m", "lexludi", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
    server.stdin.flush()
send({"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}})
send({"method": "initialized", "params": {}})
document = {"uri": sys.argv[1], "languageId": "ludi", "version": 1, "text": open(sys.argv[2]).read()}
send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
told = b""
while b"publishDiagnostics" not in told:
    told += server.stdout.read1()
print(server.pid, flush=True)
sys.stdin.read()
"""


def below(pid: int) -> list[int]:
    """A process and all that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    started = children.read_text().split() if children.exists() else []
    return [pid, *(p for child in started for p in below(int(child)))]


def is_alive(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    try:
        return state.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
def test_a_client_that_is_killed_leaves_no_process(shelf: Path) -> None:
    path = next((shelf / "two-tokens").glob("*.en.ludi"))
    command = [sys.executable, "-c", CLIENT, path.as_uri(), str(path)]
    client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert client.stdout is not None
    server = int(client.stdout.readline())
    end = time.monotonic() + HANGS
    while len(started := below(server)) < 2 and time.monotonic() < end:  # the search begins
        time.sleep(0.05)
    os.kill(client.pid, signal.SIGKILL)
    client.communicate()
    while any(map(is_alive, started)) and time.monotonic() < end:
        time.sleep(0.05)
    assert [pid for pid in started if is_alive(pid)] == []
