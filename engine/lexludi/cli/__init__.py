"""The command line: one module per command, in the order of `COMMANDS`."""

try:
    from lexludi.cli.main import main
except KeyboardInterrupt:
    raise SystemExit(130) from None  # interrupted before anything was begun

__all__ = ["main"]
