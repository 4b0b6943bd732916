"""The page of the library: its public names, with signatures, docstrings and examples, as Markdown."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from types import UnionType

import lexludi
from lexludi.base.messages import catalogue
from lexludi.base.resources import package_folder

# The parts of the page: the key of its heading, and the modules whose public names it has.
PARTS = (
    ("works", ("law.files", "service.work")),
    ("rounds", ("play.game", "play.session", "play.actions", "play.round_state", "play.trace")),
    ("positions", ("play.position", "play.information", "play.hidden", "play.gains", "play.drawing")),
    ("odds", ("exact.analysis", "exact.odds", "exact.budget", "simulate.arrays")),
    ("errors", ("base.errors",)),
)
# Modules beside the public names; what they need may not be installed, and so they are read, not imported.
ADAPTERS = ("gym", "vector", "spiel")


def public_names() -> dict[str, list[str]]:
    """The public names by the key of their part, functions first, then classes."""
    homes = {name: home.partition(".")[2] for home, names in lexludi.PUBLIC.items() for name in names}
    return {
        key: sorted((n for n in homes if homes[n] in modules), key=lambda name: (name[0].isupper(), name))
        for key, modules in PARTS
    }


def library_page(language: str) -> str:
    """The page in Markdown; what stands around the docstrings, which are in English, is in a language."""
    say = catalogue(language).say
    out = [f"# {say('site.api.title')}", "", say("site.api.about"), "", say("site.api.versions"), ""]
    for key, names in public_names().items():
        out += [f"## {say(f'site.api.{key}')}", ""]
        for name in names:
            out += [*_entry(name, getattr(lexludi, name)), ""]
    out += [f"## {say('site.api.adapters')}", ""]
    for name in ADAPTERS:
        source = (package_folder() / "adapters" / f"{name}.py").read_text("utf-8")
        out += [f"### `lexludi.adapters.{name}`", "", *_text(ast.get_docstring(ast.parse(source)) or ""), ""]
    return "\n".join(out).rstrip() + "\n"


def _entry(name: str, thing: object) -> list[str]:
    if isinstance(thing, UnionType):
        parts = " | ".join(f"`{part.__name__}`" for part in thing.__args__)
        return [f"### `{name}`", "", parts]
    assert inspect.isclass(thing) or inspect.isfunction(thing), thing
    # From the source: annotations and defaults as they are written, which inspection would evaluate.
    tree = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
    if isinstance(tree, ast.FunctionDef):
        return [f"### `{name}`", "", *_signature(tree), *_text(ast.get_docstring(tree) or "")]
    assert isinstance(tree, ast.ClassDef), name
    return [f"### `{name}`", "", *_text(ast.get_docstring(tree) or ""), *_members(tree)]


def _members(tree: ast.ClassDef) -> Iterator[str]:
    """Fields with their types, then properties and methods with what they say."""
    fields = [
        member for member in tree.body if isinstance(member, ast.AnnAssign) and _is_public(ast.unparse(member.target))
    ]
    for field in fields:
        yield f"- `{ast.unparse(field.target)}: {ast.unparse(field.annotation)}`"
    if fields:
        yield ""
    for member in tree.body:
        if isinstance(member, ast.FunctionDef) and _is_public(member.name) and ast.get_docstring(member):
            yield from _member(member)


def _member(function: ast.FunctionDef) -> Iterator[str]:
    if any("property" in ast.unparse(decorator) for decorator in function.decorator_list):
        kind = ast.unparse(function.returns) if function.returns else ""
        yield from (f"#### `{function.name}: {kind}`", "")
    else:
        yield from (f"#### `{function.name}`", "", *_signature(function))
    yield from _text(ast.get_docstring(function) or "")


def _is_public(name: str) -> bool:
    return not name.startswith("_")


def _signature(function: ast.FunctionDef) -> list[str]:
    arguments = re.sub(r"^self(, )?", "", ast.unparse(function.args))
    returned = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return ["```python", f"{function.name}({arguments}){returned}", "```", ""]


def _text(docstring: str) -> Iterator[str]:
    """A docstring as Markdown: examples fenced, what it raises as a list."""
    for paragraph in docstring.split("\n\n"):
        lines = paragraph.splitlines()
        if not lines:
            continue
        if lines[0].startswith(">>>"):
            yield from ("```pycon", *lines, "```", "")
        elif lines[0] == "Raises:":
            # `    UnknownWork: there is none`; lines that go on are indented further.
            for raised in re.split(r"\n(?=    \w+: )", "\n".join(lines[1:])):
                error, _, why = " ".join(raised.split()).partition(": ")
                yield f"- raises `{error}`: {why}"
            yield ""
        else:
            yield from (*lines, "")
