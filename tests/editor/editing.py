"""An editor for tests: a real client of the Language Server Protocol, with a server in a process of its own."""

import asyncio
import io
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient
from pytest_lsp.client import make_test_lsp_client

T = TypeVar("T")

HANGS = 60  # seconds; nothing here takes a tenth of it


class Editor:
    """A client whose loop runs in a thread, so that tests can wait for its answers."""

    def __init__(self, root: Path, encodings: tuple[str, ...] = ()) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.client: LanguageClient = make_test_lsp_client()
        self.published: list[lsp.PublishDiagnosticsParams] = []
        self.versions: dict[str, int] = {}
        self.wait(self.client.start_io(sys.executable, "-m", "lexludi", "lsp"))
        self._listen()
        general = lsp.GeneralClientCapabilities(position_encodings=encodings) if encodings else None
        capabilities = lsp.ClientCapabilities(general=general)
        session = lsp.InitializeParams(capabilities=capabilities, root_uri=root.as_uri())
        self.server = self.wait(self.client.initialize_session(session))

    def _listen(self) -> None:
        told = self.client.protocol.fm.features[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

        def note(params: lsp.PublishDiagnosticsParams) -> None:
            told(params)
            self.published.append(params)

        self.client.protocol.fm._features[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = note

    def wait(self, answer: Coroutine[Any, Any, T]) -> T:
        """What the client is answered."""
        return asyncio.run_coroutine_threadsafe(answer, self.loop).result(HANGS)

    def say(self, method: str, params: object) -> None:
        """Send a notification, in the thread of the client."""

        async def send() -> None:
            self.client.protocol.notify(method, params)

        self.wait(send())

    def open(self, uri: str, text: str) -> list[lsp.Diagnostic]:
        """Open a file, with a version that it never had, and wait for its diagnostics."""
        self.versions[uri] = self.versions.get(uri, 0) + 1
        item = lsp.TextDocumentItem(uri, "ludi", self.versions[uri], text)
        self.say(lsp.TEXT_DOCUMENT_DID_OPEN, lsp.DidOpenTextDocumentParams(item))
        return self.told(uri, self.versions[uri])

    def change(self, uri: str, *texts: str) -> int:
        """Send the text of a file after each of some changes, all at one blow; the last version."""

        async def send() -> None:
            protocol, sent = self.client.protocol, io.BytesIO()
            writer = protocol.writer
            assert writer is not None
            # Written one by one, the server might rest between two of them, if this process had to.
            protocol.set_writer(sent)
            for text in texts:
                self.versions[uri] += 1
                params = lsp.DidChangeTextDocumentParams(
                    lsp.VersionedTextDocumentIdentifier(version=self.versions[uri], uri=uri),
                    [lsp.TextDocumentContentChangeWholeDocument(text=text)],
                )
                protocol.notify(lsp.TEXT_DOCUMENT_DID_CHANGE, params)
            protocol.set_writer(writer)
            written = writer.write(sent.getvalue())
            if written is not None:
                await written

        self.wait(send())
        return self.versions[uri]

    def told(self, uri: str, version: int) -> list[lsp.Diagnostic]:
        """The diagnostics of a version of a file, once they are there."""

        async def until() -> list[lsp.Diagnostic]:
            while True:
                for params in reversed(self.published):
                    if params.uri == uri and params.version == version:
                        return list(params.diagnostics)
                await asyncio.sleep(0.001)

        return self.wait(until())

    def codes(self, uri: str, awaited: str) -> set[str | int | None]:
        """The codes of the last diagnostics of a file, once one is among them."""

        async def until() -> set[str | int | None]:
            while True:
                last = next((p for p in reversed(self.published) if p.uri == uri), None)
                if last and awaited in (codes := {d.code for d in last.diagnostics}):
                    return codes
                await asyncio.sleep(0.01)

        return self.wait(until())

    def ask(self, method: str, params: object) -> Any:
        """The answer to a request."""
        return self.wait(self.client.protocol.send_request_async(method, params))

    def begin(self, method: str, params: object, number: str) -> "Future[Any]":
        """Send a request by a number of ours, and do not wait for the answer."""

        async def send() -> "Future[Any]":
            return self.client.protocol.send_request(method, params, msg_id=number)

        return self.wait(send())

    def close(self) -> None:
        """End the server and the thread."""
        self.wait(self.client.shutdown_session())
        self.wait(self.client.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(HANGS)
        self.loop.close()
