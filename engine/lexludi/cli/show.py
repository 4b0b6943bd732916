"""`lexludi show`: what each stage made of a text: tokens, tree, ast, rules."""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import Enum
from typing import Any

from lark import Token

from lexludi.builder import build
from lexludi.cli.output import write
from lexludi.diagnostics import Diagnostic, has_errors, render_text
from lexludi.loader import TextFile, find, load_rules, read_source
from lexludi.messages import Catalogue
from lexludi.nodes import Construct, Node
from lexludi.parser import parse
from lexludi.printer import Printer
from lexludi.rules import Rule, RuleSet


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    parser.add_argument("stage", choices=tuple(STAGES), help=words.say("help.show.stage"))
    parser.add_argument("path", metavar="PATH", help=words.say("help.show.path"))
    parser.add_argument("--text", choices=("zh", "pt", "en"), default="", help=words.say("help.option.text"))
    parser.add_argument("--format", choices=("text", "json"), default="text", help=words.say("help.option.format"))


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Print a stage; 1 when the text has errors, which are printed as well."""
    file = find(arguments.path, language=arguments.text)
    diagnostics = STAGES[arguments.stage](file, words, arguments.format)
    for diagnostic in diagnostics:
        write(render_text(diagnostic, words))
    return int(has_errors(diagnostics))


def _tokens(file: TextFile, words: Catalogue, form: str) -> list[Diagnostic]:
    source = read_source(file)
    tree, diagnostics = parse(source)
    found = [] if tree is None else sorted(tree.scan_values(lambda v: isinstance(v, Token)), key=_start)
    rows = []
    for token in found:
        line, column = source.position(max(0, _start(token) - 1))
        rows.append({"line": line, "column": column, "type": token.type, "text": str(token).strip()})
    _emit(rows, form, lambda r: f"{r['line']:>4}:{r['column']:<3} {r['type']:<14} {_visible(r['text'])}")
    return diagnostics


def _start(token: Token) -> int:
    return token.start_pos or 0


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() and not "\ue000" <= c <= "\uf8ff" else " " for c in text).strip()


def _emit(rows: list[dict[str, Any]], form: str, line: Callable[[dict[str, Any]], str]) -> None:
    write(json.dumps(rows, ensure_ascii=False, indent=2) if form == "json" else "\n".join(map(line, rows)))


def _tree(file: TextFile, words: Catalogue, form: str) -> list[Diagnostic]:
    source = read_source(file)
    tree, diagnostics = parse(source)
    if tree is not None:
        write(json.dumps(_tree_json(tree), ensure_ascii=False) if form == "json" else _visible_lines(tree.pretty("  ")))
    return diagnostics


def _visible_lines(text: str) -> str:
    return "\n".join(line if line.isprintable() else _keep_indent(line) for line in text.split("\n"))


def _keep_indent(line: str) -> str:
    indent = len(line) - len(line.lstrip(" "))
    return " " * indent + _visible(line)


def _tree_json(tree: Any) -> Any:
    if isinstance(tree, Token):
        return {"type": tree.type, "text": _visible(str(tree))}
    return None if tree is None else {"rule": str(tree.data), "children": [_tree_json(c) for c in tree.children]}


def _ast(file: TextFile, words: Catalogue, form: str) -> list[Diagnostic]:
    document, diagnostics = build(read_source(file))
    if document is not None:
        write(
            json.dumps(_node_json(document), ensure_ascii=False) if form == "json" else "\n".join(_node_lines(document))
        )
    return diagnostics


def _node_lines(node: Node, depth: int = 0) -> Iterator[str]:
    scalars, below = [], []
    for field in fields(node):
        value = getattr(node, field.name)
        items = value if isinstance(value, tuple) else (value,)
        nodes = [v for v in items if isinstance(v, Node)]
        below.extend(nodes)
        if not nodes and field.name not in ("span", "eid") and value not in ("", (), None):
            scalars.append(f"{field.name}={value.name if isinstance(value, Enum) else value!r}")
    where = f"  @{node.span.start}-{node.span.end} {node.eid}".rstrip()
    yield f"{'  ' * depth}{type(node).__name__} {' '.join(scalars)}{where}".rstrip()
    for child in below:
        yield from _node_lines(child, depth + 1)


def _node_json(value: Any) -> Any:
    if isinstance(value, Node):
        shown = {f.name: _node_json(getattr(value, f.name)) for f in fields(value) if f.name != "span"}
        return {"node": type(value).__name__, "span": [value.span.start, value.span.end], **shown}
    if isinstance(value, tuple):
        return [_node_json(v) for v in value]
    if isinstance(value, Enum):
        return value.name.lower()
    return value if isinstance(value, (str, int, type(None))) else str(value)


def _rules(file: TextFile, words: Catalogue, form: str) -> list[Diagnostic]:
    rules, diagnostics = load_rules(file)
    if rules is not None and not has_errors(diagnostics):
        rows = list(rule_rows(rules, words.language))
        _emit(rows, form, lambda r: f"{r['kind']:<10} {r['rule']}  [{', '.join(r['provisions'])}]")
    return diagnostics


def rule_rows(rules: RuleSet, language: str) -> Iterator[dict[str, Any]]:
    """Every rule in words of a language, with its kind and provisions."""
    printer = Printer(language, lambda term: rules.glossary.spelling(term.id, language), own=False)
    for parameter in rules.parameters.values():
        choices = " | ".join(str(c) for c in parameter.choices)
        yield {
            "kind": parameter.kind,
            "rule": f"{parameter.id}: {choices} = {parameter.default}",
            "provisions": [parameter.eid],
        }
    for category in rules.categories:
        yield {
            "kind": "category",
            "rule": f"{category.id}: {printer.node(category.condition)}",
            "provisions": [category.eid],
        }
    groups = {"step": rules.steps, "outcome": rules.outcomes, "event": rules.events, "norm": rules.norms}
    for kind, group in groups.items():
        for rule in group:
            yield {"kind": kind, "rule": _in_words(rule, printer), "provisions": list(rule.provisions)}
    for precedence in rules.precedences:
        yield {
            "kind": "precedence",
            "rule": f"{precedence.winner} > {precedence.loser}",
            "provisions": [precedence.winner],
        }


def _in_words(rule: Rule, printer: Printer) -> str:
    if rule.fallback:
        return printer.node(Construct("otherwise", (rule.effect,)))
    if rule.condition is None:
        return printer.node(rule.effect)
    return printer.node(Construct("guarded", (rule.condition, rule.effect)))


STAGES: dict[str, Callable[[TextFile, Catalogue, str], list[Diagnostic]]] = {
    "tokens": _tokens,
    "tree": _tree,
    "ast": _ast,
    "rules": _rules,
}
