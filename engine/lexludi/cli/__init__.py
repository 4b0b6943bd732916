"""The command line: one module per command, in the order of `COMMANDS`."""

import sys

try:
    from lexludi.cli.main import main
except KeyboardInterrupt:
    raise SystemExit(130) from None  # interrupted before anything was begun
except MemoryError:
    # No catalogue can be read either.
    print("lexludi: there is not enough memory", file=sys.stderr)
    raise SystemExit(3) from None

__all__ = ["main"]
