"""Whether a rule set can be run at all: what would stop the interpreter is found here, in the text."""

from collections.abc import Callable, Iterable, Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import NOWHERE, Source
from lexludi.language.nodes import Construct, Document, Node, Number, Reference, Sequence, Term, walk
from lexludi.rules.model import Parameter, Range, RuleSet, expressions, under

MAX_COUNT = 10_000

_SHAPES = frozenset({"all_same", "all_different", "in_runs", "is_run", "alike", "negation", "param_is"})

# Constructs whose numbers count something that must be there.
_COUNTING = frozenset({"modulus", "stock", "thrown", "deal", "draws"})
_ABOUT_ANOTHER_TEXT = frozenset({"substitute", "insert", "repeal", "renumber", "reworded"})

Check = Callable[[RuleSet, Source], Iterator[Diagnostic]]


def numbers_in_bounds(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A count that is zero where something must be counted, or beyond any game."""
    for eid, statement in rules.statements:
        counts = {
            id(part)
            for node in walk(statement)
            if isinstance(node, Construct) and node.op in _COUNTING
            for part in node.parts
        }
        for node in walk(statement):
            if isinstance(node, Number) and (node.value > MAX_COUNT or (node.value == 0 and id(node) in counts)):
                yield error("number-out-of-bounds", Label(source, node.span, eid), value=node.value, limit=MAX_COUNT)


def stock_size_differs(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A pack said to have another number of objects than its items combine to."""
    for stock in rules.stocks:
        combinations = 1
        for scale in stock.scales:
            combinations *= len(rules.scales[scale].items) if scale in rules.scales else 1
        if stock.size is not None and stock.size != combinations:
            place = _place(rules, source, "stock", stock.eid)
            yield error("stock-size-differs", place, size=stock.size, combinations=combinations)


def copies_not_a_number(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A quantity named by a term that is no option or reading with numbers."""
    amounts = [("stock", s.copies, s.eid) for s in rules.stocks]
    amounts += [("thrown", t.count, t.eid) for t in rules.thrown]
    amounts += [("many_holders", r.count, r.eid) for r in rules.roles.values() if isinstance(r.count, str)]
    for op, amount, eid in amounts:
        if isinstance(amount, str) and not _is_numeric(rules.parameters.get(amount)):
            yield error(
                "not-a-number", _place(rules, source, op, eid), term=rules.glossary.spelling(amount, rules.language)
            )


def _is_numeric(parameter: Parameter | None) -> bool:
    return parameter is not None and all(isinstance(c, (int, Range)) for c in parameter.choices)


def item_not_on_scale(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A listed run with an item that its scale does not have."""
    for runs in rules.runs.values():
        scale = rules.scales.get(runs.scale)
        for run in runs.items:
            for item in run:
                if scale is not None and item not in scale.items:
                    name = rules.glossary.spelling(item, rules.language)
                    yield error("not-an-item", _place(rules, source, "runs", runs.eid), term=name)


def circular_definition(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A definition that relies on itself."""
    uses = {
        (d.role, d.status): {
            (n.term(0), n.term(1)) for n in walk(d.condition) if isinstance(n, Construct) and n.op == "status_is"
        }
        for d in rules.definitions
    }
    for definition in rules.definitions:
        start = (definition.role, definition.status)
        seen: set[tuple[str, str]] = set()
        ahead = list(uses[start])
        while ahead:
            current = ahead.pop()
            if current == start:
                term = rules.glossary.spelling(definition.status, rules.language)
                yield error(
                    "circular-definition", _place(rules, source, "definition", definition.eid, start), term=term
                )
                break
            if current not in seen:
                seen.add(current)
                ahead.extend(uses.get(current, ()))


def not_about_a_hand(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A category whose condition asks for something other than the hand itself."""
    for category in rules.categories:
        guards = [k.parts[0] for k in category.keys if isinstance(k, Construct) and k.op == "guarded_key"]
        for condition in (category.condition, *guards):
            for node in _conditions(condition):
                if isinstance(node, Construct) and node.op not in _SHAPES:
                    yield error("not-about-a-hand", Label(source, node.span, category.eid))


def _conditions(condition: Node) -> Iterator[Node]:
    if isinstance(condition, Sequence) and condition.op in ("all_of", "any_of"):
        for item in condition.items:
            yield from _conditions(item)
    elif isinstance(condition, Construct):
        yield condition
        if condition.op == "negation":
            yield from _conditions(condition.parts[0])


def impossible_step(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A step that cannot be taken: dealing what is thrown, following rules that are not there."""
    drawn = {s.object for s in rules.stocks}
    thrown = {t.object for t in rules.thrown}
    norms = {(r.effect.term(0), r.effect.term(1)) for r in rules.norms if isinstance(r.effect.parts[0], Term)}
    step_eids = [r.eid for r in rules.steps]
    for expression in expressions(rules):
        if not isinstance(expression, Construct):
            continue
        op, place = expression.op, Label(source, expression.span, expression.eid)
        if (op == "deal" and expression.term(2) not in drawn) or (op == "draws" and expression.term(1) not in drawn):
            yield error("cannot-be-dealt", place)
        elif op == "throw" and expression.term(1) not in thrown:
            yield error("cannot-be-thrown", place)
        elif op in ("comply", "comply_until") and (expression.term(0), expression.term(1)) not in norms:
            yield error("nothing-to-follow", place)
        elif op == "repeat" and not any(under(eid, expression.parts[0].target) for eid in step_eids):
            yield error("nothing-to-repeat", place, target=expression.parts[0].written)


def dealt_to_several(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Objects dealt to a role as if it had one holder, where it has several or is that of bettors."""
    for expression in expressions(rules):
        if isinstance(expression, Construct) and expression.op == "deal":
            for role in expression.parts[0].items:
                if isinstance(role, Term) and role.id in rules.roles and rules.roles[role.id].kind != "one":
                    place, name = (
                        Label(source, role.span, expression.eid),
                        rules.glossary.spelling(role.id, rules.language),
                    )
                    yield error("dealt-to-several", place, hints=[Hint("say-each")], term=name)


def _place(rules: RuleSet, source: Source, op: str, eid: str, terms: tuple[str, ...] = ()) -> Label:
    """The first sentence of a provision that says such a thing, about these terms if they are given."""
    for provision in rules.document.all():
        if provision.eid == eid:
            for sentence in provision.sentences():
                written = [p.written for p in sentence.statement.parts[: len(terms)] if isinstance(p, Term)]
                named = tuple(rules.glossary.resolve(rules.language, w) for w in written)
                if sentence.statement.op == op and named == terms:
                    return Label(source, sentence.span, eid)
    return Label(source, NOWHERE, eid)


SOUNDNESS: tuple[Check, ...] = (
    numbers_in_bounds,
    stock_size_differs,
    copies_not_a_number,
    item_not_on_scale,
    circular_definition,
    not_about_a_hand,
    impossible_step,
    dealt_to_several,
)


def check_soundness(rules: RuleSet, source: Source) -> Iterable[Diagnostic]:
    """Everything that would stop the interpreter."""
    return [d for check in SOUNDNESS for d in check(rules, source)]


def dangling_references(document: Document, source: Source) -> Iterator[Diagnostic]:
    """A reference to a provision that the text does not have; those to an amended text are not its own."""
    known = {provision.eid for provision in document.all()}
    for provision in document.all():
        for sentence in provision.sentences():
            if sentence.statement.op in _ABOUT_ANOTHER_TEXT:
                continue
            for node in walk(sentence.statement):
                if isinstance(node, Reference) and node.target not in known:
                    yield error("dangling-reference", Label(source, node.span, node.eid), target=node.written)
