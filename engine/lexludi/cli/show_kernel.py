"""`lexludi show kernel`: the code that the rules of a text become, each line with its provisions."""

import argparse
import json
import sys
from typing import Any

from lexludi.cli.output import write
from lexludi.cli.play import _pairs
from lexludi.cli.rounds import BadArgument
from lexludi.messages import Catalogue


def show_kernel(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Print generated code, with what its tables hold."""
    from lexludi.game import load

    try:
        options, readings = _pairs(arguments.option), _pairs(arguments.reading)
    except BadArgument as problem:
        detail = problem.told(words)
        print(words.say("usage.wrong", prog="lexludi show", detail=detail), file=sys.stderr)
        return 2
    game = load(arguments.path, text=arguments.text, options=options, readings=readings)
    kernel = _kernel(arguments.kind, game.program.rules)
    tables = {name: (_size(table), kernel.captions[name]) for name, table in kernel.tables.items()}
    if arguments.format == "json":
        rows = [{"name": name, "size": size, "holds": caption} for name, (size, caption) in tables.items()]
        found = {"kind": kernel.kind, "rules": game.digest, "source": kernel.source, "tables": rows}
        write(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    for name, (size, caption) in tables.items():
        write(f"# {name}[{size}]: {caption}")
    write("\n" + kernel.source.rstrip())
    return 0


def _kernel(kind: str, rules: Any) -> Any:
    from lexludi.kernels.compiled import plan_of
    from lexludi.kernels.numba_source import NumbaKernel
    from lexludi.kernels.numpy_kernel import NumpyKernel
    from lexludi.kernels.python_source import PythonKernel

    if kind == "python":
        return PythonKernel(plan_of(rules), plan_of(rules, traced=True))
    return (NumpyKernel if kind == "numpy" else NumbaKernel)(plan_of(rules))


def _size(table: Any) -> int:
    return len(table) if hasattr(table, "__len__") else 1
