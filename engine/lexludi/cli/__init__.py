"""The command line: one module per command, in the order of `COMMANDS`."""

from lexludi.cli.main import main

__all__ = ["main"]
