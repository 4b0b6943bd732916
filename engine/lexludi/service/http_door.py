"""The door for programs that speak HTTP: `POST /KIND` with a question as JSON; `GET /` gives the schemas.

Needs the extra `serve`. A page of another site can neither ask (its questions would have to be JSON, for
which browsers ask first) nor come in under a name of its own: only the names of this machine are answered to.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from socket import AF_INET, AF_INET6, create_server, socket
from typing import Any

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lexludi.base.errors import LexludiError, MachineFailure
from lexludi.base.messages import catalogue
from lexludi.service.answers import problem_json
from lexludi.service.desk import ProcessDesk
from lexludi.service.questions import KINDS, MAX_BYTES, language_of, question_schema

# Seconds that the body of a question may take to come.
PATIENCE = 10.0
# Connections at once; each question waits at the desk, which has fewer places.
CONNECTIONS = 64
_SHOWN = 60  # characters of an address that an error repeats

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
# What went wrong, for those who look at the status alone.
_STATUS = {"too-many-questions": 503, "question-too-long": 504, "question-too-big": 413}
_REFUSED, _FAILED = 422, 500


def application(desk: ProcessDesk, hosts: Sequence[str] = _LOOPBACK) -> Starlette:
    """The application, which asks at a desk, and answers to some names of its host."""
    routes = [
        Route("/", _schemas, methods=["GET"]),
        *(Route(f"/{kind}", _asking(desk, kind), methods=["POST"]) for kind in KINDS),
    ]
    application = Starlette(
        routes=routes,
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)],
        exception_handlers={HTTPException: _no_such_place},
    )
    # A place of another name is none, and not another place.
    application.router.redirect_slashes = False
    return application


async def _schemas(request: Request) -> Response:
    return JSONResponse(question_schema())


def _asking(desk: ProcessDesk, kind: str) -> Callable[[Request], Any]:
    async def ask(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return Response(status_code=415)
        try:
            body = await asyncio.wait_for(_body(request), PATIENCE)
        except (TimeoutError, ClientDisconnect):
            return Response(status_code=408)
        if request.url.query:  # `?language=pt` would be passed over
            problem = LexludiError("question-in-address", found=request.url.query[:_SHOWN])
            answered = problem_json(kind, problem, catalogue(language_of(body)))
        else:
            answered = await anyio.to_thread.run_sync(desk.ask, kind, body)
        return JSONResponse(answered, _status(answered), {"Cache-Control": "no-store"})

    return ask


async def _body(request: Request) -> bytes:
    """The body of a request, up to a byte more than there may be."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BYTES:
            break
    return bytes(body[: MAX_BYTES + 1])


def _status(answered: dict[str, Any]) -> int:
    if "problem" not in answered:
        return 200
    problem = answered["problem"]
    return _STATUS.get(problem["key"], _FAILED if problem["of_machine"] else _REFUSED)


async def _no_such_place(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    return Response(status_code=problem.status_code, headers=problem.headers)


def names_at(host: str) -> tuple[str, ...]:
    """The names to answer to when listening at an address, as questions write them; `*` stands for any."""
    if host in ("0.0.0.0", "::"):
        # To listen at every address is to be asked by names that are not known here.
        return ("*",)
    # In the address of a question, one of IPv6 stands in brackets.
    name = f"[{host}]" if ":" in host else host
    return tuple(dict.fromkeys((*_LOOPBACK, name)))


def listening(host: str, port: int) -> socket:
    """A socket at an address, with which somebody can be answered from now on.

    Raises:
        MachineFailure: another program has the address, or it is none of this machine.
    """
    try:
        return create_server((host, port), family=AF_INET6 if ":" in host else AF_INET)
    except OSError:
        raise MachineFailure("cannot-listen", address=f"{host}:{port}") from None


def serve(desk: ProcessDesk, host: str, at: socket) -> None:
    """Answer at a socket of a host, until interrupted."""
    config = uvicorn.Config(
        application(desk, names_at(host)),
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=5,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[at])
