"""Both doors, each as a command that a real client talks to: the same answers, and nothing for those who come amiss."""

import errno
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, MutableMapping
from contextlib import suppress
from functools import partial
from typing import Any

import anyio
import pytest

from lexludi.base.errors import MachineFailure
from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.service import http_door
from lexludi.service.answers import problem_json
from lexludi.service.questions import KINDS, MAX_BYTES, question_schema, schema_of
from published import mistakes

TEXT = {"work": "mo/q-poker", "text": "pt", "language": "pt"}
URI = "/akn/mo/act/despacho-regulamentar-externo/2004-12-31/89/por@2005-01-18"


def test_a_client_of_the_protocol_finds_tools_that_only_read_and_gets_answers() -> None:
    from mcp import ClientSession, StdioServerParameters, stdio_client  # a second, which every process would spend

    async def talk() -> None:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "lexludi", "mcp", "--at-once", "1"], env=dict(os.environ)
        )
        async with stdio_client(command) as (questions, answers), ClientSession(questions, answers) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            assert [tool.name for tool in tools] == list(KINDS)
            assert all(tool.annotations is not None and tool.annotations.read_only_hint for tool in tools)
            assert [tool.input_schema for tool in tools] == [schema_of(kind) for kind in KINDS]
            found = await session.call_tool("text", TEXT)
            assert not found.is_error
            assert found.structured_content is not None
            assert mistakes("answer/1", found.structured_content) == []
            assert found.structured_content["expressions"] == [URI]
            assert json.loads(found.content[0].text) == found.structured_content
            # Nearly as many characters as there may be; each is three bytes, or six as an escape.
            law = await session.call_tool("check", {"source": f"# {'牌' * 99_000}", "text": "zh"})
            assert not law.is_error
            for name, arguments in (("write", {}), ("text", {"work": "../../etc/passwd"}), ("x" * 10_000, TEXT)):
                refused = await session.call_tool(name, arguments)
                assert refused.is_error
                assert refused.structured_content["problem"]["key"] == "field-not-among"

    anyio.run(talk)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    command = [sys.executable, "-m", "lexludi", "serve", "--port", str(number), "--at-once", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", number), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield number
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    assert out == b""
    assert b"Traceback" not in err


def test_an_address_that_another_program_has_is_refused_in_a_sentence(
    port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", str(port), "--lang", "en"]) == 3  # a failure of the machine
    said = capsys.readouterr().err
    assert said.startswith(f"lexludi: nothing can be answered at 127.0.0.1:{port}: another program has this address")
    assert len(said.splitlines()) == 1


def asked(port: int, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        content = response.read()
        return response.status, json.loads(content) if content.startswith(b"{") else None
    finally:
        connection.close()


def test_a_question_by_http_gets_the_same_answer(port: int) -> None:
    status, answered = asked(port, "POST", "/text", json.dumps(TEXT).encode())
    assert status == 200
    assert mistakes("answer/1", answered) == []
    assert answered["expressions"] == [URI]
    assert asked(port, "GET", "/") == (200, question_schema())


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("/text", {"work": "mo/q-poker", "on": "\ud800"}),
        ("/play", {"work": "mo/q-poker", "objects": ["\ud800"]}),
        ("/analyze", {"work": "mo/q-poker", "bets": ["\ud800"]}),
    ],
)
def test_half_a_character_is_refused_as_any_other_that_is_none(port: int, path: str, question: dict[str, Any]) -> None:
    status, answered = asked(port, "POST", path, json.dumps(question).encode())
    assert status == 422
    assert answered["problem"]["sentence"]
    assert mistakes("answer/1", answered) == []


def test_half_a_character_in_a_text_is_told_of_the_text(port: int) -> None:
    status, answered = asked(port, "POST", "/check", json.dumps({"text": "en", "source": "\ud800"}).encode())
    assert status == 200
    assert mistakes("answer/1", answered) == []
    assert json.dumps(answered["answer"]).count("?")


def test_who_comes_amiss_gets_a_status_and_no_more(port: int) -> None:
    question = json.dumps(TEXT).encode()
    assert asked(port, "POST", "/text", b"{")[1]["problem"]["key"] == "not-json"
    assert asked(port, "POST", "/text", json.dumps({"work": "/etc/passwd"}).encode())[0] == 422
    assert asked(port, "POST", "/text", b" " * (MAX_BYTES + 100))[0] == 413
    # A page of another site: by a form, or by a name of its own for this machine.
    assert asked(port, "POST", "/text", question, **{"Content-Type": "text/plain"}) == (415, None)
    assert asked(port, "POST", "/text", question, Host="evil.example")[0] == 400
    assert asked(port, "GET", "/text") == (405, None)
    status, answered = asked(port, "POST", "/text?language=zh", question)
    assert (status, answered["problem"]["key"]) == (422, "question-in-address")
    assert "«?language=zh»" in answered["problem"]["sentence"]
    assert asked(port, "POST", "/../../etc/passwd", question) == (404, None)
    assert asked(port, "POST", "/text/", question) == (404, None)


def test_only_this_machine_is_answered_unless_it_is_told_otherwise(port: int) -> None:
    addresses = [each[4][0] for each in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)]
    for address in {address for address in addresses if not address.startswith("127.")}:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((address, port), 5)


# ── Statuses, and what is no question at all ────────────────────────────────


class Turned:
    """A desk that turns every question away, for one reason."""

    def __init__(self, key: str) -> None:
        self.key = key

    def ask(self, kind: str, data: bytes) -> dict[str, Any]:
        args = {"seconds": 1} if self.key == "question-too-long" else {}
        return problem_json(kind, MachineFailure(self.key, **args), catalogue("en"))


async def told(desk: Any, *messages: dict[str, Any], at: str = "127.0.0.1", host: str = "localhost") -> int:
    """The status that the application gives to a question that comes in these pieces; after them nothing comes."""
    pieces, statuses = iter(messages), []

    async def receive() -> dict[str, Any]:
        for piece in pieces:
            return piece
        await anyio.sleep_forever()
        raise AssertionError

    async def send(message: MutableMapping[str, Any]) -> None:
        statuses.extend([message["status"]] if message["type"] == "http.response.start" else [])

    headers = [(b"host", host.encode()), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/text", "query_string": b"", "headers": headers}
    with anyio.fail_after(60):
        await http_door.application(desk, http_door.names_at(at))(scope, receive, send)
    (status,) = statuses
    return int(status)


@pytest.mark.parametrize(
    ("key", "status"),
    [("too-many-questions", 503), ("question-too-long", 504), ("process-lost", 500), ("out-of-memory", 500)],
)
def test_what_keeps_a_question_from_being_answered_has_its_status(key: str, status: int) -> None:
    assert anyio.run(told, Turned(key), {"type": "http.request", "body": b"{}"}) == status


@pytest.mark.parametrize(
    ("at", "host", "is_answered"),
    [
        ("fd00::1", "[fd00::1]:8089", True),
        ("fd00::1", "[::1]:8089", True),
        ("fd00::1", "[fd00::2]:8089", False),
        ("192.168.1.2", "192.168.1.2", True),
        ("::", "[fd00::2]", True),
        ("::1", "evil.example", False),
    ],
)
def test_the_address_listened_at_is_a_name_to_answer_to(at: str, host: str, is_answered: bool) -> None:
    asking = partial(told, at=at, host=host)
    assert anyio.run(asking, Turned("too-many-questions"), {"type": "http.request", "body": b"{}"}) == (
        503 if is_answered else 400
    )


def test_a_question_that_does_not_come_in_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_door, "PATIENCE", 0.05)
    first = {"type": "http.request", "body": b"{", "more_body": True}
    assert anyio.run(told, Turned("process-lost"), first) == 408
    assert anyio.run(told, Turned("process-lost"), first, {"type": "http.disconnect"}) == 408


HEAD = b"POST /text HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "said",
    [
        b"\x00\xff\x16\x03\x01" * 50,
        b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"POST /text HTTP/9.9\r\n\r\n",
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
        HEAD + b"X: " + b"x" * 200_000 + b"\r\n\r\n",
    ],
    ids=["noise", "long-path", "version", "negative-length", "two-lengths", "chunks", "long-header"],
)
def test_what_is_no_question_is_refused_and_the_next_one_answered(port: int, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as line, suppress(ConnectionError):
        line.sendall(said)
        try:
            line.shutdown(socket.SHUT_WR)
        except OSError as gone:  # it need not hear all of it before it hangs up
            if gone.errno != errno.ENOTCONN:
                raise
        answered = line.recv(4_096)
        assert answered == b"" or re.match(rb"HTTP/1.1 4\d\d ", answered)
    assert asked(port, "GET", "/") == (200, question_schema())
