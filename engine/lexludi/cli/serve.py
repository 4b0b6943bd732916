"""`lexludi serve`: questions of other programs, answered over HTTP on this machine; nothing is changed."""

import click

from lexludi.base.errors import LexludiError
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import Integer, limit_option
from lexludi.cli.command import command
from lexludi.cli.mcp import at_once_option
from lexludi.cli.output import complain

LOOPBACK, PORT = "127.0.0.1", 8089


@command
@click.option("--host", default=LOOPBACK, metavar="ADDRESS")
@click.option("--port", type=Integer(1, 65535), default=PORT, metavar="PORT")
@at_once_option
@limit_option
def run(words: Catalogue, host: str, port: int, at_once: int, limit: float | None) -> int:
    """Answer until interrupted."""
    try:
        from lexludi.service import http_door
    except ModuleNotFoundError:
        raise LexludiError("extra-missing", extra="serve", package="starlette") from None
    from lexludi.service.desk import SECONDS, ProcessDesk

    with http_door.listening(host, port) as at, ProcessDesk(at_once, limit or SECONDS) as desk:
        complain(words.say("serve.at", address=f"http://{f'[{host}]' if ':' in host else host}:{port}/"))
        http_door.serve(desk, host, at)
    return 0
