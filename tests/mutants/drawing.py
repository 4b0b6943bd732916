"""Mutants: every small change that cosmic-ray makes of a module, and a sample of them by a seed."""

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ENGINE = Path(__file__).resolve().parent.parent.parent / "engine" / "lexludi"
ROOMS = ("rules", "play", "exact")

# An operator and the number of the place at which it is applied, among those that it applies to.
Change = tuple[str, int]
# Of names and numbers that are kept once, equal is identical.
_ALIKE = ("_Eq_Is", "_NotEq_IsNot", "_Is_Eq", "_IsNot_NotEq")
# Decorators without which the same values are given, only later.
_CACHES = ("cache", "lru_cache", "cached_property")


class Place(NamedTuple):
    """Where a family of operators changes something: the line as it is, and the number of the place among its like."""

    module: str
    family: str
    line: str
    number: int


@dataclass(frozen=True)
class Mutant:
    """A change of one place of a module: the lines of it as they are, and as they would be."""

    module: str  # as `play/process`
    operator: str
    occurrence: int
    line: int
    before: str
    after: str
    code: str

    @property
    def name(self) -> str:
        """A name by which a run can be taken up again."""
        return f"{self.module}:{self.line} {self.operator.rpartition('/')[2]} {self.occurrence}"


def sample(count: int, seed: int, modules: Sequence[str] = ()) -> list[Mutant]:
    """So many mutants, each at a place of its own: an operator with ten replacements is no likelier than one with two.

    Left out are those that change nothing that runs: annotations, caches, whether a value is frozen, and whether it is
    made sure that lists are as long as one another. A place is drawn by what stands there: code that is changed
    elsewhere leaves the sample as it is.
    """
    ranked = sorted(
        (sha256(f"{seed} {place}".encode()).digest(), place.module, changes)
        for module in modules or every_module()
        for place, changes in _places(module).items()
    )
    made = (make(module, *changes[rank[0] % len(changes)]) for rank, module, changes in ranked)
    return list(islice(filter(None, made), count))


def every_module() -> list[str]:
    """The modules of the rooms, as `play/process`."""
    files = (path for room in ROOMS for path in sorted((ENGINE / room).glob("*.py")) if path.stem != "__init__")
    return [path.relative_to(ENGINE).with_suffix("").as_posix() for path in files]


def _places(module: str) -> dict[Place, list[Change]]:
    """The places of a module, each with its changes of one family, of which one is drawn."""
    code = (ENGINE / f"{module}.py").read_text("utf-8")
    nodes, lines = list(ast_nodes(get_ast(code))), code.splitlines()
    at: dict[tuple[str, tuple[int, int]], list[Change]] = {}
    for name in sorted(operator_names()):
        operator = get_operator(name)
        if operator.arguments() or name.endswith(_ALIKE):
            continue  # those that need to be told names of variables; those that say the same of most values
        starts = (start for node in nodes for start, _ in operator().mutation_positions(node))
        for occurrence, start in enumerate(starts):
            at.setdefault((_family(name), start), []).append((name, occurrence))
    alike: Counter[Place] = Counter()
    places: dict[Place, list[Change]] = {}
    for (family, (line, _)), changes in sorted(at.items()):
        first = Place(module, family, lines[line - 1].strip(), 0)
        places[first._replace(number=alike[first])] = changes
        alike[first] += 1
    return places


def _family(operator: str) -> str:
    """What an operator of cosmic-ray changes, whatever it puts in its place."""
    return operator.rpartition("/")[2].partition("_")[0]


def make(module: str, operator: str, occurrence: int) -> Mutant | None:
    """The mutant of one change; nothing, where it changes nothing that runs."""
    code = (ENGINE / f"{module}.py").read_text("utf-8")
    changed = mutate_code(code, get_operator(operator)(), occurrence)
    if changed is None or not _parses(changed) or _running(changed) == _running(code):
        return None
    lines, others = code.splitlines(), changed.splitlines()
    blocks = SequenceMatcher(None, lines, others, autojunk=False).get_opcodes()
    (_, first, end, other_first, other_end) = next(block for block in blocks if block[0] != "equal")
    before, after = "\n".join(lines[first:end]), "\n".join(others[other_first:other_end])
    # A comment that goes with its statement is run by no test.
    line = next((at for at in range(first, end) if lines[at].partition("#")[0].strip()), first) + 1
    return Mutant(module, operator, occurrence, line, before.strip(), after.strip(), changed)


def _parses(code: str) -> bool:
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


def _running(code: str) -> str:
    """What of a module runs, apart from what only annotates, keeps values, or guards against a fault of the program."""
    return ast.dump(_Bare().visit(ast.parse(code)))


class _Bare(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        node.decorator_list = [each for each in node.decorator_list if _decorator(each) not in _CACHES]
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST | None:
        return None if node.arg in ("frozen", "slots", "maxsize", "strict") else self.generic_visit(node)


def _decorator(node: ast.expr) -> str:
    called = node.func if isinstance(node, ast.Call) else node
    return called.id if isinstance(called, ast.Name) else ""
