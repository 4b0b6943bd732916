"""`lexludi show`: the stages of a text: tokens, tree, ast, rules; or the text, cited in full."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import Enum
from typing import Any, Unpack

import click
from lark import Token

from lexludi.base.diagnostics import Diagnostic, has_errors, render_text
from lexludi.base.errors import IllegalAction
from lexludi.base.messages import Catalogue, catalogue
from lexludi.cli.arguments import (
    GivenSettings,
    Misuse,
    WordChoice,
    WorkName,
    format_option,
    refuse_idle,
    settings_options,
    text_option,
)
from lexludi.cli.command import command
from lexludi.cli.inputs import say_date, say_standing, text_at, tokens_of
from lexludi.cli.output import complain, write, write_json
from lexludi.language.builder import build
from lexludi.language.lexer import COMMENT, HEADING, QUOTED, SUMMARY, TITLE, WORDS
from lexludi.language.nodes import Node
from lexludi.language.parser import ParseTree, parse
from lexludi.law.loader import TextFile, load_rules, read_document, read_source
from lexludi.play.resting import ByInference, inferences
from lexludi.play.telling import Teller
from lexludi.rules.accounting import count_parts
from lexludi.rules.describe import DescribedRule, rulebook
from lexludi.rules.header import metadata_of
from lexludi.rules.model import Precedence, RuleSet
from lexludi.rules.settings import stance_of

# Not a stage of one text alone: options and readings are decided first.
KERNEL = "kernel"
KINDS = ("python", "numpy", "numba")


def _tokens(file: TextFile, words: Catalogue, form: str) -> list[Diagnostic]:
    source = read_source(file)
    rows = []
    for token in tokens_of(source.text, source.language):
        line, column = source.position(_place(token))
        # The runs of words of a construct are numbered: `_GUARDED_0` and `_GUARDED_1` are words of `guarded`.
        kind = re.sub(r"_\d+$", "", token.type.lstrip("_"))
        rows.append({"line": line, "column": column, "type": kind, "text": _visible(token)})
    if form == "json":
        write_json({"schema": "lexludi.tokens/1", "tokens": rows})
    else:
        write(*(f"{row['line']:>4}:{row['column']:<3} {row['type']:<14} {row['text']}" for row in rows))
    return parse(source)[1]


def _place(token: Token) -> int:
    """The place at which a token begins in the file: after the mark of its line, at its first visible character."""
    # In the normalised text places are one further than in the file, and a mark stands for the newline before a line.
    marked = token[:1] in (HEADING, WORDS, SUMMARY, COMMENT, QUOTED, TITLE)
    text = token[1:] if marked else str(token)
    return max(0, (token.start_pos or 0) - (not marked) + len(text) - len(text.lstrip(" ")))


def _visible(text: str) -> str:
    return "".join(c if c.isprintable() and not "\ue000" <= c <= "\uf8ff" else " " for c in text).strip()


def _tree(file: TextFile, words: Catalogue, form: str) -> list[Diagnostic]:
    source = read_source(file)
    tree, diagnostics = parse(source)
    if tree is not None:
        if form == "json":
            write_json({"schema": "lexludi.tree/1", "tree": _tree_json(tree)}, indent=None)
        else:
            write("\n".join(_tree_lines(tree)))
    return diagnostics


def _tree_lines(tree: ParseTree) -> Iterator[str]:
    ahead: list[tuple[Any, int]] = [(tree, 0)]
    while ahead:
        node, depth = ahead.pop()
        if isinstance(node, Token):
            yield f"{'  ' * depth}{node.type} {_visible(node)}"
        elif node is not None:
            yield f"{'  ' * depth}{node.data}"
            ahead.extend((child, depth + 1) for child in reversed(node.children))


def _tree_json(tree: Any) -> Any:
    if isinstance(tree, Token):
        return {"type": tree.type, "text": _visible(str(tree))}
    return None if tree is None else {"rule": str(tree.data), "children": [_tree_json(c) for c in tree.children]}


def _ast(file: TextFile, words: Catalogue, form: str) -> list[Diagnostic]:
    document, diagnostics = build(read_source(file))
    if document is not None:
        if form == "json":
            write_json({"schema": "lexludi.syntax/1", "document": _node_json(document)}, indent=None)
        else:
            write("\n".join(_node_lines(document)))
    return diagnostics


def _node_lines(node: Node, depth: int = 0) -> Iterator[str]:
    scalars, below = [], []
    for field in fields(node):
        value = getattr(node, field.name)
        items = value if isinstance(value, tuple) else (value,)
        nodes = [v for v in items if isinstance(v, Node)]
        below.extend(nodes)
        if not nodes and field.name not in ("span", "eid") and value not in ("", (), None):
            scalars.append(f"{field.name}={_scalar(value)}")
    where = f" @{node.span.start}-{node.span.end} {node.eid}".rstrip()
    yield "  " * depth + " ".join([type(node).__name__, *scalars, where])
    for child in below:
        yield from _node_lines(child, depth + 1)


def _scalar(value: Any) -> str:
    if isinstance(value, Enum):
        return value.name.lower()
    return repr(value) if isinstance(value, str) else str(value)


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
        teller = Teller(words, rules.glossary)
        entries = [*_stances(rules, teller), *rulebook(rules, words.language)]
        if form == "json":
            rows = [{"kind": e.kind, "rule": e.sentence, "provisions": list(e.provisions)} for e in entries]
            rows += [
                {"kind": "inference", "rule": teller.inference(by), "provisions": [by.provision]}
                for by in inferences(rules)
            ]
            write_json({"schema": "lexludi.rulebook/1", "rules": rows})
        else:
            _print_rulebook(entries, inferences(rules), teller)
            write("\n" + count_parts(rules).told(words))
    return diagnostics


def _stances(rules: RuleSet, teller: Teller) -> Iterator[DescribedRule]:
    """The options and readings on which a text has a stance of its own, where it diverges from another."""
    for name, value in stance_of(rules).items():
        parameter = rules.parameters[name]
        reading, stance, default = map(teller.term, (name, str(value), str(parameter.default)))
        sentence = teller.catalogue.say("rulebook.stance.value", reading=reading, value=stance, default=default)
        yield DescribedRule("stance", sentence, (parameter.eid,), parameter)


def _print_rulebook(entries: list[DescribedRule], inferred: tuple[ByInference, ...], teller: Teller) -> None:
    """Each kind of rule under a heading, each rule with its provisions; and what the law does not say."""
    last = ""
    for entry in entries:
        if isinstance(entry.about, Precedence) and entry.about.is_inferred:
            continue
        if entry.kind != last:
            write(("\n" if last else "") + teller.catalogue.say(f"rulebook.{entry.kind}"))
            last = entry.kind
        cited = teller.provisions(entry.provisions)
        write("  " + teller.catalogue.say("rulebook.rule", sentence=entry.sentence, provisions=cited))
    if inferred:
        write("\n" + teller.catalogue.say("rulebook.inference"))
    write(*("  " + teller.inference(by, listed=True) for by in inferred))


def _cited(file: TextFile, words: Catalogue, form: str) -> list[Diagnostic]:
    """The text with each number cited in full: what `git diff` shows, which is for any text, broken or not."""
    source = read_source(file)
    document, _ = build(source)
    headings = {}
    for provision in document.all() if document is not None else ():
        line = source.position(provision.span.start)[0]
        # By line, as the words of a text are kept as they stand, and its headings alone are told anew.
        headings[line] = f"{Teller(catalogue(source.language)).provision(provision.eid)} {provision.title}".rstrip()
    lines = source.text.removesuffix("\n").split("\n")
    rows = [
        {"line": n, "text": headings.get(n, line)} for n, line in enumerate(lines[: -1 if not lines[-1] else None], 1)
    ]
    if form == "json":
        write_json({"schema": "lexludi.cited/1", "lines": rows})
    else:
        write("\n".join(str(row["text"]) for row in rows))
    return []


STAGES: dict[str, Callable[[TextFile, Catalogue, str], list[Diagnostic]]] = {
    "tokens": _tokens,
    "tree": _tree,
    "ast": _ast,
    "rules": _rules,
    "cited": _cited,
}


@command
@click.argument("stage", type=WordChoice((*STAGES, KERNEL)), metavar="STAGE")
@click.argument("path", type=WorkName())
@text_option
@click.option("--bet", "bets", multiple=True, metavar="BET")
@click.option("--kind", type=WordChoice(KINDS), default="python")
@settings_options
@format_option("text", "json")
def run(
    words: Catalogue,
    stage: str,
    path: str,
    text: str,
    bets: tuple[str, ...],
    kind: str,
    form: str,
    **settings: Unpack[GivenSettings],
) -> int:
    """Print a stage; 1 when the text has errors, which are printed as well."""
    if stage == KERNEL:
        return show_kernel(path, text, settings, bets, kind, form, words)
    refuse_idle("bets", "kind", without=KERNEL)
    # The other stages come before options and readings are decided.
    if given := settings["options"] | settings["readings"]:
        name, value = next(iter(given.items()))
        raise Misuse("kernel-alone", text=f"{name}={value}"[:80], stage=stage)
    file = text_at(path, text)
    say_date(path, words)
    document, _, _ = read_document(file)
    if document is not None:
        say_standing(metadata_of(document), words)
    diagnostics = STAGES[stage](file, words, form)
    for diagnostic in diagnostics:
        # Behind plain data they would be no part of it.
        told = render_text(diagnostic, words) + "\n"
        write(told) if form == "text" else complain(told)
    return int(has_errors(diagnostics))


def show_kernel(
    path: str, text: str, settings: GivenSettings, bets: tuple[str, ...], kind: str, form: str, words: Catalogue
) -> int:
    """Print generated code, with the contents of its tables; 1 where the bets may not stand together."""
    from lexludi.cli.rounds import origin_lines
    from lexludi.exact.analysis import bets_meant
    from lexludi.play.game import load
    from lexludi.play.record import origins_json
    from lexludi.simulate.choosing import decisions
    from lexludi.simulate.sampler import automaton_of, code_of

    game = load(path, text=text, **settings)
    try:
        placed = bets_meant(game.rules, bets) if bets else ()
        first = {bet: actions[0] for bet, actions in decisions(game, placed).items()}
        code = code_of(automaton_of(game, first, placed), kind)
    except IllegalAction as problem:
        complain(f"lexludi: {Teller.of(game.rules, words).problem(problem)}")
        return 1
    tables = {name: (len(table), code.captions[name]) for name, table in code.tables.items()}
    if form == "json":
        rows = [{"name": name, "size": size, "holds": caption} for name, (size, caption) in tables.items()]
        code_json = {"kind": code.kind, "rules": game.digest, "source": code.source, "tables": rows}
        write_json({"schema": "lexludi.kernel/1", **code_json, **origins_json(game.origins)})
        return 0
    taken = origin_lines(game, Teller(words, game.rules.glossary))
    write(*(f"# {line}" for line in taken))
    write(*(f"# {name}[{size}]: {caption}" for name, (size, caption) in tables.items()))
    write("\n" + code.source.rstrip())
    return 0
