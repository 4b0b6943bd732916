"""Soundness of categories: conditions on the hand alone, shapes of some hand, thresholds on the scale that orders."""

from collections.abc import Iterator

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error, warning
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Node, Sequence, Term, children, constructs_in
from lexludi.rules.literals import item_of
from lexludi.rules.model import RuleSet

_SHAPES = frozenset(
    "all_same all_different in_runs is_run alike alike_or_more two_alike in_sequence".split()
    + "showing showing_or_more all_showing".split()
)
# What the condition of a category, which is of a hand alone, may be made of.
_OF_A_HAND = _SHAPES | {"negation", "param_is"}
# Constructs whose conditions are of a hand, or of objects, that they name or that is meant.
_NAMING_A_HAND = frozenset("shaped first_shaped threw category guarded_key".split())


def threshold_on_another_scale(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A hand that must be worth a category with an item, which is on another scale than orders the hands in it."""
    scales = {c.id: _first_scale(c.keys[0], rules) for c in rules.categories if c.keys}
    for eid, category, items in _thresholds(rules):
        ordering = rules.scales.get(scales.get(category.id, ""))
        scale = ordering or next((s for s in rules.scales.values() if item_of(items[0]) in s.items), None)
        hints = [Hint("threshold-scale", {"scale": rules.spelling(ordering.id)})] if ordering else []
        for item in items:
            if scale is not None and (item_id := item_of(item)) not in scale.items:
                yield error("not-an-item", Label(source, item.span, eid), hints=hints, term=rules.spelling(item_id))


def threshold_without_key(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A hand that must be worth a category with an item, where what is alike in it is not what compares its hands."""
    first_keys = {c.id: next(constructs_in(*c.keys[:1]), None) for c in rules.categories}
    alike = {c.id: set(_alike(c.condition)) for c in rules.categories}
    for eid, category, items in _thresholds(rules):
        on = {scale.id for scale in rules.scales.values() if item_of(items[0]) in scale.items}
        key = first_keys.get(category.id)
        if alike.get(category.id, set()) & on and (key is None or key.op != "alike_key"):
            label = Label(source, category.span, eid)
            yield warning("threshold-without-key", label, term=rules.spelling(category.id))


def _thresholds(rules: RuleSet) -> Iterator[tuple[str, Term, tuple[Node, ...]]]:
    """The least that hands must be worth, by provision: a category, and the items in it."""
    for eid, _, node in rules.nodes:
        match node:
            case Construct("with_or_better", (_, Term() as category, Sequence(items=items))):
                yield eid, category, items


def _alike(shape: Node) -> Iterator[str]:
    """The scales of which some objects of a shape show the same item, unless that is only denied."""
    match shape:
        case Construct("alike" | "alike_or_more" | "two_alike", (_, Term(id=scale), *_)):
            yield scale
        case Construct("negation"):
            return
        case _:
            for part in children(shape):
                yield from _alike(part)


def _first_scale(key: Node, rules: RuleSet) -> str:
    """The scale that a key compares by; of a list of runs, that of their items."""
    match key:
        case Construct("guarded_key", (_, Construct() as inner)):
            return _first_scale(inner, rules)
        case Construct("run_key", (Term(id=runs),)):
            return rules.runs[runs].scale if runs in rules.runs else ""
        case Construct(parts=(Term(id=scale), *_)):
            return scale
        case _:
            return ""


def not_about_a_hand(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A category whose condition asks for something other than the hand itself."""
    for category in rules.categories:
        guards = [n.parts[0] for key in category.keys for n in constructs_in(key) if n.op == "guarded_key"]
        for condition in (category.condition, *guards):
            for node in _conditions(condition):
                if isinstance(node, Construct) and node.op not in _OF_A_HAND:
                    yield error("not-about-a-hand", Label(source, node.span, category.eid))


def shape_of_no_hand(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A shape of which it is not said what hand has it."""
    # Statements, not rules: a norm about which nobody asks is checked too.
    for eid, statement in rules.statements:
        for shape in _shapes_of_no_hand(statement):
            yield error("shape-of-no-hand", Label(source, shape.span, eid), hints=[Hint("name-the-hand")])


def _shapes_of_no_hand(node: Node) -> Iterator[Construct]:
    match node:
        case Construct(op=op) if op in _NAMING_A_HAND:
            return
        case Construct(op=op) if op in _SHAPES:
            yield node
        case Construct(parts=inner) | Sequence(items=inner):
            for part in inner:
                yield from _shapes_of_no_hand(part)
        case _:
            return


def _conditions(condition: Node) -> Iterator[Node]:
    if isinstance(condition, Sequence) and condition.op in ("all_of", "any_of"):
        for item in condition.items:
            yield from _conditions(item)
    elif isinstance(condition, Construct):
        yield condition
        if condition.op == "negation":
            yield from _conditions(condition.parts[0])
