"""A rule set in words of a language: each rule as one sentence, with its kind and provisions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lexludi.literals import node_of
from lexludi.nodes import Construct, Node, Reference, Sequence, Term, transform
from lexludi.printer import Printer
from lexludi.rules import Parameter, Rule, RuleSet


@dataclass(frozen=True)
class Entry:
    """One rule: its kind (`option`, `step`, `outcome` …), its sentence, the provisions behind it."""

    kind: str
    sentence: str
    provisions: tuple[str, ...]


def rulebook(rules: RuleSet, language: str) -> Iterator[Entry]:
    """Every rule in words, in the order in which the machine asks for them."""
    printer = Printer(language, lambda term: rules.glossary.spelling(term.id, language), own=False)
    for parameter in sorted(rules.parameters.values(), key=lambda p: p.kind):
        sentence = printer.node(_parameter(parameter))
        # The heading says whether it is an option or a reading: the name comes first.
        yield Entry(parameter.kind, sentence[sentence.index(printer.marks.quotes[0]) :], (parameter.eid,))
    for kind, node, provisions in _nodes(rules):
        yield Entry(kind, printer.node(transform(node, as_written)), provisions)


def _nodes(rules: RuleSet) -> Iterator[tuple[str, Node, tuple[str, ...]]]:
    for scale in rules.scales.values():
        items = Sequence("items", tuple(Term(i, i) for i in scale.items))
        yield "scale", Construct("scale", (_term(scale.id), items)), (scale.eid,)
    for category in rules.categories:
        keys = Sequence("keys", category.keys) if category.keys else None
        yield "category", Construct("category", (_term(category.id), category.condition, keys)), (category.eid,)
    for d in rules.definitions:
        yield "definition", Construct("definition", (_term(d.role), _term(d.status), d.condition)), (d.eid,)
    groups = {"step": rules.steps, "outcome": rules.outcomes, "closing": rules.closings}
    groups |= {"event": rules.events, "norm": rules.norms}
    for kind, group in groups.items():
        for rule in group:
            yield kind, _rule(rule), rule.provisions
    for upon in rules.upons:
        yield "upon", Construct("upon", (_term(upon.action), Sequence("effects", upon.effects))), (upon.eid,)
    for precedence in rules.precedences:
        loser = Sequence("refs", (Reference(precedence.loser),))
        yield "precedence", Construct("prevails", (loser,)), (precedence.winner,)


def _parameter(parameter: Parameter) -> Construct:
    choices = Sequence("choices", tuple(map(node_of, parameter.choices)))
    return Construct("option", (_term(parameter.id), choices, node_of(parameter.default)))


def _rule(rule: Rule) -> Construct:
    if rule.fallback:
        return Construct("otherwise", (rule.effect,))
    if rule.condition is None:
        return rule.effect
    return Construct("guarded", (rule.condition, rule.effect))


def _term(term: str) -> Term:
    return Term(term, term)


def as_written(node: Node) -> Node:
    """«A is B» is one phrase, whether it tests a parameter or a status."""
    if isinstance(node, Construct) and node.op in ("param_is", "status_is"):
        return replace(node, op="term_is")
    return node
