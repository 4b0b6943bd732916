"""The door for programs that speak the Model Context Protocol: each kind of question is a tool, over stdio.

Needs the extra `mcp`. Nothing is said on the standard output but answers of the protocol.
"""

import json
from typing import Any

import anyio
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from lexludi import __version__
from lexludi.base.messages import Catalogue
from lexludi.service.desk import ProcessDesk
from lexludi.service.questions import KINDS, schema_of


def tools(words: Catalogue) -> list[Tool]:
    """The tools, one for each kind of question, none of which changes anything."""
    reading = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)
    return [
        Tool(name=kind, description=words.say(f"service.{kind}"), input_schema=schema_of(kind), annotations=reading)
        for kind in KINDS
    ]


def server(desk: ProcessDesk, words: Catalogue) -> Server[Any]:
    """The server of the protocol, whose tools ask at a desk."""

    async def list_tools(context: ServerRequestContext[Any], asked: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=tools(words))

    async def call_tool(context: ServerRequestContext[Any], asked: CallToolRequestParams) -> CallToolResult:
        try:
            # Written out as they come: as escapes, Chinese would take twice the bytes, and there may be so many.
            question = json.dumps(asked.arguments or {}, ensure_ascii=False).encode("utf-8", "surrogatepass")
        except RecursionError:
            question = b""  # which is no question
        answered = await anyio.to_thread.run_sync(desk.ask, asked.name, question)
        told = TextContent(type="text", text=json.dumps(answered, ensure_ascii=False))
        return CallToolResult(content=[told], structured_content=answered, is_error="problem" in answered)

    return Server("lexludi", version=__version__, on_list_tools=list_tools, on_call_tool=call_tool)


def serve(desk: ProcessDesk, words: Catalogue) -> None:
    """Answer over the standard input and output, until it ends."""

    async def run() -> None:
        protocol = server(desk, words)
        async with stdio_server() as (questions, answers):
            await protocol.run(questions, answers, protocol.create_initialization_options())

    anyio.run(run)
