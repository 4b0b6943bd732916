"""The language server: requests of the Language Server Protocol handed to the functions of this room.

Nothing is worked out here. Positions are those of the protocol, in units of UTF-16; texts come whole with each change,
so that they are never pieced together. Changes that come one upon another are answered once, after the last.
"""

import asyncio
import gc
import logging
import os
import select
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, redirect_stdout, suppress
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import FeatureRequestError, JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from lexludi import __version__
from lexludi.base.diagnostics import Diagnostic, Label, Severity
from lexludi.base.errors import LexludiError, MachineFailure, from_system
from lexludi.base.messages import Catalogue, catalogue
from lexludi.base.overlay import is_there, resolved, unsaved
from lexludi.base.processes import processes
from lexludi.base.resources import shelves
from lexludi.base.source import Source, Span
from lexludi.editor.completing import completions
from lexludi.editor.cursor import term_at
from lexludi.editor.desk import OpenFiles
from lexludi.editor.fixes import fixes, formatting, unmarked
from lexludi.editor.glossaries import home_of_term, is_glossary, spelled_at
from lexludi.editor.highlighting import Colour, highlights
from lexludi.editor.hovering import hover
from lexludi.editor.occurrences import Occurrence, definitions, references, uses_of_term
from lexludi.editor.outline import COVERAGE, ODDS, PLAY, OutlineUnit, eids_beside, foldings, lenses, outline
from lexludi.editor.positions import TextPosition, offset_of, range_of
from lexludi.editor.problems import file_of, from_plain, searched_plainly
from lexludi.editor.renaming import refuse_inherited, rename
from lexludi.editor.running import told_round
from lexludi.editor.views import View, home_of, is_text, view_of
from lexludi.language.continuations import ContinuationKind
from lexludi.language.glossary import FILE_NAME
from lexludi.law.files import SUFFIX, language_in_name, read_file

# Seconds without another change before a text is looked at, and for how long at most others are waited for.
_REST, _LONGEST_WAIT = 0.004, 1.0
_LARGEST_SEED = 1 << 31
# Files that are looked through between two reports of how far a search for uses is.
_FILES_A_REPORT = 10
_LONGEST_DETAIL = 300

_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}
_COLOURS = tuple(Colour)
_LEGEND = lsp.SemanticTokensLegend([colour.value for colour in _COLOURS], [])
_KINDS = {
    ContinuationKind.PHRASE: lsp.CompletionItemKind.Keyword,
    ContinuationKind.TERM: lsp.CompletionItemKind.Variable,
    ContinuationKind.PROVISION: lsp.CompletionItemKind.Reference,
    ContinuationKind.LITERAL: lsp.CompletionItemKind.Value,
    ContinuationKind.HEADING: lsp.CompletionItemKind.Module,
    ContinuationKind.PROSE: lsp.CompletionItemKind.Text,
}

T = TypeVar("T")

# A command line run, and what it prints; at the command line there is one.
Run = Callable[[tuple[str, ...]], str]


class _Protocol(LanguageServerProtocol):
    """The protocol with positions in UTF-16 alone, which every client has to know; faults are told in a sentence."""

    _server: "Server"

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, lsp.InitializeResult]:
        """The answer to `initialize`."""
        # Left to itself, pygls agrees to whatever encoding the client likes best, in which nothing here is counted.
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        # Of what nobody waits for, such as a look at changes.
        asyncio.get_running_loop().set_exception_handler(self._server.report_unawaited)
        return (yield from super().lsp_initialize(params))

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message in some data; a request that is none is answered so, and no editor waits for more."""
        try:
            return super().structure_message(data)
        except JsonRpcException as problem:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=problem.to_response_error())
            raise

    def _send_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        # Left to itself, pygls sends all lines of where a fault of ours is.
        if error is not None and error.code == JsonRpcInternalError.CODE:
            error = lsp.ResponseError(error.code, self._server.internal(error.message))
        super()._send_response(msg_id, result, error)


class Server(LanguageServer):
    """The state of one connection: the desk, the processes that search, and when to look at changes."""

    def __init__(self, begin: Callable[[], Executor], run: Run, words: Catalogue) -> None:
        super().__init__(
            "lexludi",
            __version__,
            text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
            protocol_cls=_Protocol,
        )
        self.run, self.words = run, words
        self._begin, self._pool = begin, begin()
        self.desk = OpenFiles()
        self.versions: dict[Path, int | None] = {}
        self.uris: dict[Path, str] = {}
        self.searching: set[asyncio.Task[None]] = set()
        self._is_saved: dict[Path, bool] = {}  # of each work that is searched: it was saved since that began
        self._due: asyncio.TimerHandle | None = None
        self._since = 0.0

    # ── Changes and what is said of them ────────────────────────────────────

    def note(self, uri: str, version: int | None, text: str) -> None:
        """A text was opened or changed: it will be looked at."""
        if (file := _file(uri)) is None:
            return
        self.uris[file], self.versions[file] = uri, version
        self.desk.change(file, text)
        self._later()

    def forget(self, uri: str) -> None:
        """A text was closed."""
        if (file := _file(uri)) is not None:
            self.versions.pop(file, None)
            self.desk.close(file)
            self._later()

    def note_on_disk(self, uris: Iterable[str]) -> None:
        """Files were changed on the disk: what is said of open ones may depend on them."""
        for file in filter(None, map(_file, uris)):
            self.desk.change_on_disk(file)
        self._later()

    def _later(self) -> None:
        loop = asyncio.get_running_loop()
        if self._due is None:
            self._since = loop.time()
        else:
            self._due.cancel()
        self._due = loop.call_later(_REST, self._look)

    def _look(self) -> None:
        if _more_to_read() and asyncio.get_running_loop().time() - self._since < _LONGEST_WAIT:
            self._later()
            return
        self._due = None
        _, news = self.desk.look()
        with self.desk.overlay():
            for file, problems in news.items():
                self._publish(file, problems)

    def _publish(self, file: Path, problems: tuple[Diagnostic, ...]) -> None:
        words = _words_for(file)
        diagnostics = [_diagnostic(d, words, self.uri_of) for d in problems]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(self.uri_of(file), diagnostics, self.versions.get(file))
        )

    def uri_of(self, file: Path) -> str:
        """The URI of a file, as the editor wrote it where it has done so."""
        return self.uris.get(file) or file.as_uri()

    def search(self, uri: str) -> None:
        """Have the work of a saved text searched, in another process; for a glossary those of all open texts."""
        file = _file(uri)
        texts = [] if file is None else [*self.desk.files] if is_glossary(file) else [file]
        for home in dict.fromkeys(map(home_of, filter(is_text, texts))):
            # One search of a work at a time: however often it is saved meanwhile, one more is enough.
            is_searched = home in self._is_saved
            self._is_saved[home] = True
            if not is_searched:
                task = asyncio.get_running_loop().create_task(self._search(home))
                self.searching.add(task)
                task.add_done_callback(self.searching.discard)

    async def _search(self, home: Path) -> None:
        try:
            while self._is_saved[home]:
                self._is_saved[home] = False
                await self._search_once(home)
        finally:
            del self._is_saved[home]

    async def _search_once(self, home: Path) -> None:
        try:
            findings = await self.elsewhere(searched_plainly, str(home))
        except MachineFailure as problem:
            # Where nothing was searched, nothing is said to be well.
            self.show(problem.tell(self.words.language), lsp.MessageType.Error)
        except (LexludiError, OSError):
            pass  # which is said of the texts themselves
        else:
            self.desk.search(home, from_plain(findings))
            self._later()

    async def elsewhere(self, call: Callable[[Any], T], argument: object) -> T:
        """The result of a call in another process.

        Raises:
            MachineFailure: memory was used up, or the process lost; others take the place of all.
        """
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, call, argument)
        except MemoryError as problem:
            raise from_system(problem) from None
        except BrokenExecutor:
            # Of several calls that are lost with a pool, the first has it replaced.
            if pool is self._pool:
                self._pool = self._begin()
            raise MachineFailure("process-lost") from None

    # ── What goes wrong ─────────────────────────────────────────────────────

    def show(self, text: str, kind: lsp.MessageType = lsp.MessageType.Info) -> None:
        """Have the editor show a message."""
        self.window_show_message(lsp.ShowMessageParams(kind, text))

    def internal(self, detail: object) -> str:
        """The sentence about a fault of ours."""
        return self.words.say("error.internal", detail=str(detail)[:_LONGEST_DETAIL])

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Tell what went wrong, unless it is told as the answer to a request."""
        if source is JsonRpcException:
            told = self.words.say("editor.message-not-read", detail=str(error)[:_LONGEST_DETAIL])
            self.show(told, lsp.MessageType.Error)
        elif source is not FeatureRequestError:
            self.show(self.internal(error), lsp.MessageType.Error)

    def report_unawaited(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Tell what went wrong where nobody waited for it."""
        self.show(self.internal(repr(context.get("exception"))), lsp.MessageType.Error)

    # ── Texts ───────────────────────────────────────────────────────────────

    def view(self, uri: str) -> View | None:
        """The text at a URI, as it is in the editor; to be asked within the overlay."""
        file = _file(uri)
        return view_of(file) if file is not None and is_text(file) else None

    def tops(self) -> list[Path]:
        """The folders whose texts may inherit a glossary: those that are open in the editor, and the shelves."""
        opened = (*self.workspace.folders, self.workspace.root_uri or "")
        return [*filter(None, map(_file, opened)), *shelves()]


def serve(run: Run, words: Catalogue) -> None:
    """Serve one editor over standard input and output, until it leaves; `run` runs a command line."""
    with ExitStack() as pools:
        server = Server(lambda: pools.enter_context(processes(2))[0], run, words)
        for add in (_texts, _questions, _names, _looks, _edits, _commands):
            add(server)
        # What is loaded by now is never garbage: no collection goes through it again.
        gc.freeze()
        # What goes wrong is told in sentences. Developers set LEXLUDI_DEBUG to see where.
        if not os.environ.get("LEXLUDI_DEBUG"):
            logging.getLogger("pygls").setLevel(logging.CRITICAL)
        # Whatever else is printed here must not come between the messages of the protocol.
        with (
            os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out,
            redirect_stdout(sys.stderr),
            suppress(BrokenPipeError),
        ):
            server.start_io(stdout=out)
        # Searches that go on for nobody end with their processes.
        raise EditorLeft


class EditorLeft(Exception):
    """The editor has closed its end, or asked the server to exit."""


def _more_to_read() -> bool:
    """True if the editor has written something that is not read yet; where that cannot be known, false."""
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):
        return False


# ── From the protocol and to it ─────────────────────────────────────────────


def _file(uri: str) -> Path | None:
    """The file of a URI, if it is one of a file."""
    if not uri.startswith("file:"):
        return None
    try:
        path = to_fs_path(uri)
        return resolved(Path(path)) if path and "\0" not in path else None
    except (ValueError, OSError):
        return None


def _words_for(file: Path) -> Catalogue:
    """The messages in the language of a text; those of a glossary in English."""
    return catalogue(language_in_name(file) or "en")


def _mark(path: Path, line: int) -> int:
    """The columns of the mark of Unicode on a line: to an editor that sends it, it is a character of the text."""
    held = unsaved(path) if line == 0 else None
    return int(held is not None and held.content.startswith(BOM_UTF8))


def _offset(path: Path, source: Source, position: lsp.Position) -> int:
    line = position.line
    return offset_of(source.text, TextPosition(line, position.character - _mark(path, line)))


def _place(view: View, params: Any) -> int:
    return _offset(view.path, view.source, params.position)


def _span(view: View, wanted: lsp.Range) -> Span:
    start, end = sorted(_offset(view.path, view.source, at) for at in (wanted.start, wanted.end))
    return Span(start, end)


def _range(source: Source, span: Span) -> lsp.Range:
    extent, path = range_of(source, span), Path(source.name)
    return lsp.Range(*(lsp.Position(at.line, at.character + _mark(path, at.line)) for at in (extent.start, extent.end)))


def _location(server: Server, occurrence: Occurrence) -> lsp.Location:
    return lsp.Location(server.uri_of(occurrence.path), _range(occurrence.source, occurrence.span))


def _diagnostic(diagnostic: Diagnostic, words: Catalogue, uri_of: Callable[[Path], str]) -> lsp.Diagnostic:
    first = diagnostic.labels[0]
    captions = [_caption(first, diagnostic, words)] if first.key else []
    hints = [words.say(f"hint.{hint.key}", **hint.args) for hint in diagnostic.hints]
    return lsp.Diagnostic(
        range=_range(first.source, first.span),
        message="\n".join([diagnostic.headline(words), *captions, *hints]),
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        source="lexludi",
        related_information=[
            lsp.DiagnosticRelatedInformation(
                lsp.Location(uri_of(file_of(label)), _range(label.source, label.span)),
                _caption(label, diagnostic, words),
            )
            for label in diagnostic.labels[1:]
        ],
    )


def _caption(label: Label, diagnostic: Diagnostic, words: Catalogue) -> str:
    return words.say(label.key, **label.args) if label.key else label.eid or diagnostic.code


def _symbol(source: Source, unit: OutlineUnit) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        name=unit.name or unit.eid,
        detail=unit.eid,
        kind=lsp.SymbolKind.Namespace,
        range=_range(source, unit.whole),
        selection_range=_range(source, unit.heading),
        children=[_symbol(source, below) for below in unit.below],
    )


def _text_edit(source: Source, span: Span, text: str) -> lsp.TextEdit:
    return lsp.TextEdit(_range(source, span), text)


# ── What is offered ─────────────────────────────────────────────────────────


def _of_text(
    server: Server, method: str, nothing: Callable[[], object], options: Any = None
) -> Callable[[Callable[[View, Any], object]], None]:
    """A decorator of answers about a text: of its view and the parameters; of what is no text the answer is nothing."""

    def add(answer: Callable[[View, Any], object]) -> None:
        @server.feature(method, options)
        def _(params: Any) -> object:
            with server.desk.overlay():
                view = server.view(params.text_document.uri)
                return answer(view, params) if view else nothing()

    return add


def _texts(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _(params: lsp.DidOpenTextDocumentParams) -> None:
        server.note(params.text_document.uri, params.text_document.version, params.text_document.text)
        server.search(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _(params: lsp.DidChangeTextDocumentParams) -> None:
        if params.content_changes:
            document = params.text_document
            server.note(document.uri, document.version, params.content_changes[-1].text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def _(params: lsp.DidSaveTextDocumentParams) -> None:
        server.search(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(lsp.INITIALIZED)
    def _(params: lsp.InitializedParams) -> None:
        workspace = server.protocol.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace else None
        if watched and watched.dynamic_registration:
            watchers = [lsp.FileSystemWatcher(f"**/{name}") for name in (f"*{SUFFIX}", FILE_NAME)]
            options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
            wanted = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            server.client_register_capability(lsp.RegistrationParams([wanted]))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _(params: lsp.DidChangeWatchedFilesParams) -> None:
        server.note_on_disk(change.uri for change in params.changes)


def _questions(server: Server) -> None:
    @_of_text(server, lsp.TEXT_DOCUMENT_HOVER, lambda: None)
    def _(view: View, params: lsp.HoverParams) -> lsp.Hover | None:
        shown = hover(view, _place(view, params))
        if shown is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, shown.text), _range(view.source, shown.span))

    options = lsp.CompletionOptions(trigger_characters=list(" 「“«，、"))

    @_of_text(server, lsp.TEXT_DOCUMENT_COMPLETION, lambda: lsp.CompletionList(is_incomplete=True, items=[]), options)
    def _(view: View, params: lsp.CompletionParams) -> lsp.CompletionList:
        items = [
            lsp.CompletionItem(
                label=one.text,
                kind=_KINDS[one.kind],
                detail=one.detail,
                documentation=one.documentation,
                # Editors sort by this, and drop what does not fit what was written; here both are done already.
                sort_text=f"{number:05}",
                filter_text=one.written or one.text,
                text_edit=_text_edit(view.source, one.span, one.text),
                additional_text_edits=[_text_edit(view.source, one.above, "")] if one.above else None,
            )
            for number, one in enumerate(completions(view, _place(view, params)))
        ]
        return lsp.CompletionList(is_incomplete=True, items=items)


def _names(server: Server) -> None:
    @_of_text(server, lsp.TEXT_DOCUMENT_DEFINITION, list)
    def _(view: View, params: lsp.DefinitionParams) -> list[lsp.Location]:
        return [_location(server, one) for one in definitions(view, _place(view, params))]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES, lsp.ReferenceOptions(work_done_progress=True))
    async def _(params: lsp.ReferenceParams) -> list[lsp.Location]:
        with server.desk.overlay():
            view = server.view(params.text_document.uri)
            named = _in_glossary(params.text_document.uri, params.position) if view is None else None
            if view is not None:
                find = partial(references, view, _place(view, params), server.tops())
            elif named is not None:
                find = partial(uses_of_term, *named[:2], server.tops())
            else:
                return []
            uses = await _in_steps(server, find, params)
            # The spellings in a glossary are what declares a term; of a provision no heading is among its citations.
            is_all = params.context.include_declaration
            return [_location(server, one) for one in uses if is_all or not is_glossary(one.path)]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(work_done_progress=True))
    async def _(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        with server.desk.overlay():
            named = _named(server, params.text_document.uri, params.position)
            if named is None:
                return None
            try:
                refuse_inherited(*named[:2], _file(params.text_document.uri) or named[0])
                tops = server.tops()
                uses = await _in_steps(server, partial(uses_of_term, *named[:2], tops), params)
                edits = rename(uses, *named, params.new_name, tops)
            except LexludiError as problem:
                raise _refused(problem, params.text_document.uri) from None
            changes: dict[str, list[lsp.TextEdit]] = {}
            for edit in edits:
                changes.setdefault(server.uri_of(edit.path), []).append(_text_edit(edit.source, edit.span, edit.text))
            return lsp.WorkspaceEdit(changes=changes)


async def _in_steps(
    server: Server,
    find: Callable[[], Iterable[list[Occurrence]]],
    params: lsp.ReferenceParams | lsp.RenameParams,
) -> list[Occurrence]:
    """The occurrences in some files, where between one and the next other messages are read: one may cancel this.

    Another may change a file that was looked at: its places are then others, and all are looked for anew, in what is
    kept of the other files. How far it is is told to an editor that asks for it.
    """
    out: list[Occurrence] = []
    progress, token = server.work_done_progress, params.work_done_token
    words = _words_for(_file(params.text_document.uri) or Path())
    if token is not None:
        progress.begin(token, lsp.WorkDoneProgressBegin(words.say("editor.uses")))
    try:
        for number, occurrences in enumerate(find(), 1):
            out += occurrences
            if token is not None and number % _FILES_A_REPORT == 0:
                progress.report(token, lsp.WorkDoneProgressReport(message=words.say("editor.files-read", count=number)))
            # Overlays are context variables, of one task each: messages read meanwhile have their own.
            await asyncio.sleep(0)
    finally:
        if token is not None:
            progress.end(token, lsp.WorkDoneProgressEnd())
    sources = {one.path: one.source for one in out}
    with suppress(OSError):  # a file that is gone is another too
        if all(read_file(path, "").text == source.text for path, source in sources.items()):
            return out
    return await _in_steps(server, find, params)


def _named(server: Server, uri: str, position: lsp.Position) -> tuple[Path, str, str, str] | None:
    """The term at a position: its glossary, its id, and a language with the spelling that it has there."""
    view = server.view(uri)
    if view is None:
        return _in_glossary(uri, position)
    term = term_at(view, _offset(view.path, view.source, position))
    home = home_of_term(view.path, term.id) if term and term.id else None
    return (home, term.id, term.language, term.written) if home and term else None


def _in_glossary(uri: str, position: lsp.Position) -> tuple[Path, str, str, str] | None:
    file = _file(uri)
    if file is None or not is_glossary(file) or not is_there(file):
        return None
    source = read_file(file, "")
    spelled = spelled_at(source.text, _offset(file, source, position))
    return (file, spelled.term, spelled.language, spelled.spelling) if spelled else None


def _refused(problem: LexludiError, uri: str) -> JsonRpcInvalidParams:
    file = _file(uri)
    return JsonRpcInvalidParams(problem.tell(_words_for(file or Path()).language))


def _looks(server: Server) -> None:
    options = lsp.SemanticTokensRegistrationOptions(_LEGEND, full=True)

    @_of_text(server, lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lambda: lsp.SemanticTokens([]), options)
    def _(view: View, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens(_encoded(view))

    @_of_text(server, lsp.TEXT_DOCUMENT_FOLDING_RANGE, list)
    def _(view: View, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return [lsp.FoldingRange(start, end) for start, end in foldings(view)]

    @_of_text(server, lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, list)
    def _(view: View, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return [_symbol(view.source, unit) for unit in outline(view)]

    @_of_text(server, lsp.TEXT_DOCUMENT_INLAY_HINT, list)
    def _(view: View, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        return [
            lsp.InlayHint(_range(view.source, Span(at, at)).start, eid, padding_left=True)
            for at, eid in eids_beside(view, _span(view, params.range))
        ]


def _encoded(view: View) -> list[int]:
    """Highlights as the protocol has them: each by its distance from the one before."""
    # Five numbers for each: lines and columns from the one before, length, number of the kind, no modifiers.
    out: list[int] = []
    line, column = 0, 0
    for highlight in highlights(view):
        place = _range(view.source, highlight.span)
        same = place.start.line == line
        out += [
            place.start.line - line,
            place.start.character - (column if same else 0),
            place.end.character - place.start.character,
            _COLOURS.index(highlight.colour),
            0,
        ]
        line, column = place.start.line, place.start.character
    return out


def _edits(server: Server) -> None:
    @_of_text(server, lsp.TEXT_DOCUMENT_FORMATTING, list)
    def _(view: View, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return [_text_edit(view.source, span, text) for span, text in formatting(view)]

    options = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])

    @_of_text(server, lsp.TEXT_DOCUMENT_CODE_ACTION, list, options)
    def _(view: View, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        words = catalogue(view.language)
        offered = fixes(view, _span(view, params.range))
        return [
            lsp.CodeAction(
                title=words.say("editor.fix", text=unmarked(fix.text.strip())),
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(fix.diagnostic, words, server.uri_of)],
                is_preferred=len(offered) == 1,
                edit=lsp.WorkspaceEdit(
                    changes={params.text_document.uri: [_text_edit(view.source, fix.span, fix.text)]}
                ),
            )
            for fix in offered
        ]


def _commands(server: Server) -> None:
    @_of_text(server, lsp.TEXT_DOCUMENT_CODE_LENS, list)
    def _(view: View, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return [
            lsp.CodeLens(
                _range(view.source, lens.span),
                lsp.Command(lens.title, lens.command, arguments=[params.text_document.uri, lens.about]),
            )
            for lens in lenses(view, catalogue(view.language))
        ]

    @server.command(PLAY)
    def _(uri: str = "", about: str = "") -> str:
        file = _text_at(uri)
        with server.desk.overlay():
            try:
                told = told_round(file, _words_for(file).language, SystemRandom().randrange(_LARGEST_SEED))
            except LexludiError as problem:
                raise _refused(problem, uri) from None
        return _shown(server, told)

    @server.command(ODDS)
    async def _(uri: str = "", about: str = "") -> str:
        bets = ("--bet", about) if about else ()
        return await _ran(server, uri, ("analyze", *bets))

    @server.command(COVERAGE)
    async def _(uri: str = "", about: str = "") -> str:
        return await _ran(server, uri, ("coverage",))


def _text_at(uri: str) -> Path:
    file = _file(uri)
    if file is None or not is_text(file):
        raise JsonRpcInvalidParams
    return file


async def _ran(server: Server, uri: str, arguments: tuple[str, ...]) -> str:
    """The output of a command on a saved text; it runs in another process."""
    file = _text_at(uri)
    line = (*arguments, "--lang", _words_for(file).language, "--", str(file))
    try:
        return _shown(server, await server.elsewhere(server.run, line))
    except MachineFailure as problem:
        raise _refused(problem, uri) from None


def _shown(server: Server, text: str) -> str:
    """A text for the editor: an editor that says so shows what a command answers; to others it is sent as a message."""
    options: Any = server.protocol.client_capabilities.experimental
    if not (isinstance(options, dict) and options.get("lexludiShows")):
        server.show(text)
    return text
