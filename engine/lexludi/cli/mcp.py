"""`lexludi mcp`: questions of programs, answered by the Model Context Protocol over stdio; nothing is changed."""

import click

from lexludi.base.errors import LexludiError
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import Integer, limit_option
from lexludi.cli.command import command

at_once_option = click.option("--at-once", type=Integer(1, 64), default=2, metavar="N")


@command
@at_once_option
@limit_option
def run(words: Catalogue, at_once: int, limit: float | None) -> int:
    """Answer until the input ends."""
    try:
        from lexludi.service import mcp_door
    except ModuleNotFoundError:
        raise LexludiError("extra-missing", extra="mcp", package="mcp") from None
    from lexludi.service.desk import SECONDS, ProcessDesk

    with ProcessDesk(at_once, limit or SECONDS) as desk:
        mcp_door.serve(desk, words)
    return 0
