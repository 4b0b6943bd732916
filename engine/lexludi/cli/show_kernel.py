"""`lexludi show kernel`: the code that the rules of a text become, each line with its provisions."""

from typing import Any

from lexludi.cli.arguments import Settings
from lexludi.cli.output import write, write_json


def show_kernel(path: str, text: str, settings: Settings, kind: str, form: str) -> int:
    """Print generated code, with the contents of its tables."""
    from lexludi.play.game import load

    game = load(path, text=text, **settings)
    kernel = _kernel(kind, game.program.rules)
    tables = {name: (_size(table), kernel.captions[name]) for name, table in kernel.tables.items()}
    if form == "json":
        rows = [{"name": name, "size": size, "holds": caption} for name, (size, caption) in tables.items()]
        write_json({"kind": kernel.kind, "rules": game.digest, "source": kernel.source, "tables": rows})
        return 0
    for name, (size, caption) in tables.items():
        write(f"# {name}[{size}]: {caption}")
    write("\n" + kernel.source.rstrip())
    return 0


def _kernel(kind: str, rules: Any) -> Any:
    from lexludi.simulate.compiled import plan_of
    from lexludi.simulate.numba_source import NumbaKernel
    from lexludi.simulate.numpy_kernel import NumpyKernel
    from lexludi.simulate.python_source import PythonKernel

    if kind == "python":
        return PythonKernel(plan_of(rules), plan_of(rules, traced=True))
    return (NumpyKernel if kind == "numpy" else NumbaKernel)(plan_of(rules))


def _size(table: Any) -> int:
    return len(table) if hasattr(table, "__len__") else 1
