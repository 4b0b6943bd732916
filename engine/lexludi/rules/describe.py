"""A rule set in words of a language: each rule as one sentence, with its kind and provisions."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lexludi.base.frozen import dataclass
from lexludi.language.nodes import Construct, Node, Number, Reference, Sequence, Term
from lexludi.language.printer import Printer, nouns_of
from lexludi.language.prose import Prose
from lexludi.rules import model
from lexludi.rules.literals import node_of


@dataclass(frozen=True)
class DescribedRule:
    """One rule: its kind (`option`, `step`, `outcome` …), its sentence, the provisions behind it, and what it tells.

    Declarations of what there is are told as they were said.
    """

    kind: str
    sentence: str
    provisions: tuple[str, ...]
    about: "Ruled | Construct"


def prose_of(rules: model.RuleSet, language: str) -> Prose:
    """Tells the sentences of a rule set in a language."""
    return Prose(language, rules.glossary, rules.material(), rules.single_pieces())


def rulebook(rules: model.RuleSet, language: str) -> Iterator[DescribedRule]:
    """Every rule in words, in the order in which the machine asks for them."""
    names = _printer(rules, language)
    prose = prose_of(rules, language)
    # The amount that a meter begins with is told beside the meter.
    asked = (p for p in rules.parameters.values() if p.kind != "meter")
    # Options before readings; sorting is stable, so that each kind keeps the order of the text.
    for parameter in sorted(asked, key=lambda p: p.kind):
        sentence = names.node(statement(parameter))
        # The heading says whether it is an option or a reading: the name comes first.
        yield DescribedRule(
            parameter.kind, sentence[sentence.index(names.marks.quotes[0]) :], (parameter.eid,), parameter
        )
    yield from _declared(rules, names)
    for kind, ruled, provisions in _ruled(rules):
        yield DescribedRule(kind, prose.tell(statement(ruled)), provisions, ruled)


def _printer(rules: model.RuleSet, language: str) -> Printer:
    """Prints the sentences of a rule set in a language, each term as its glossary spells it."""
    glossary = rules.glossary

    def spell(term: Term) -> str:
        return glossary.spelling(term.id, language)

    def plural(term: Term) -> str:
        return glossary.plural(term.id, language) or spell(term)

    return Printer(language, spell, own=False, plural=plural, noun=nouns_of(glossary, language))


# Declarations that are told as they are said, by kind.
_SAID = {
    "scale": "scale runs groups comprises".split(),
    "material": "stock stock_besides stock_of thrown thrown_of heap".split(),
    "worth": "worth worth_face worth_own modulus best_within".split(),
    "party": "one_holder many_holders bettor bettor_at bettor_maybe_at status".split(),
    "bet": "bet bet_naming".split(),
    "memory": ["memory"],
    "ranking": "best_of wild wild_other".split(),
}


def _declared(rules: model.RuleSet, names: Printer) -> Iterator[DescribedRule]:
    for kind, ops in _SAID.items():
        for eid, said in rules.statements:
            if said.op in ops:
                yield DescribedRule(kind, names.node(said), (eid,), said)


def _ruled(rules: model.RuleSet) -> Iterator[tuple[str, "Ruled", tuple[str, ...]]]:
    for category in rules.categories:
        yield "category", category, (category.eid,)
    for meter in rules.meters.values():
        yield "meter", rules.parameters[meter.id], (meter.eid,)
        if meter.made_up:
            yield "meter", meter, (meter.made_up,)
    for definition in rules.definitions:
        yield "definition", definition, (definition.eid,)
    groups = {"step": rules.steps, "outcome": rules.outcomes, "closing": rules.closings}
    groups |= {"event": rules.events, "norm": rules.norms}
    for kind, group in groups.items():
        for rule in group:
            yield kind, rule, rule.provisions
    for upon in rules.upons:
        yield "upon", upon, (upon.eid,)
    for precedence in rules.precedences:
        yield "precedence", precedence, (precedence.winner,)


Ruled = (
    model.Parameter
    | model.Scale
    | model.Runs
    | model.Groups
    | model.ItemSet
    | model.Stock
    | model.Thrown
    | model.Role
    | model.BetKind
    | model.Worth
    | model.Wild
    | model.Category
    | model.Memory
    | model.Meter
    | model.Rule
    | model.Definition
    | model.Status
    | model.Upon
    | model.Precedence
)


def statement(entry: Ruled) -> Construct:
    """An entry of a rule set as a formal sentence; a doubt as an option, without its reason."""
    match entry:
        case model.Rule():
            return _rule(entry)
        case model.Category(term, condition, keys):
            return Construct("category", (_term(term), condition, Sequence("keys", keys) if keys else None))
        case model.Memory(term, range_):
            return Construct("memory", (_term(term), node_of(range_)))
        case model.Meter(term):
            return Construct("made_up", (_term(term),))
        case model.Definition(role, status, condition):
            return Construct("definition", (_term(role), _term(status), condition))
        case model.Upon(action, effects):
            return Construct("upon", (_term(action), Sequence("effects", effects)))
        case model.Precedence(_, loser):
            return Construct("prevails", (Sequence("refs", (Reference(loser),)),))
        case model.Parameter(id=term, kind="meter", default=default):
            return Construct("meter", (_term(term), node_of(default)))
        case model.Parameter(id=term, choices=choices, default=default):
            return Construct("option", (_term(term), Sequence("choices", _all(choices)), node_of(default)))
        case model.Scale(term, items):
            return Construct("scale", (_term(term), Sequence("items", _all(items))))
        case model.Runs(term, scale, lists) | model.Groups(term, scale, lists):
            listed = tuple(Sequence("run", _all(items)) for items in lists)
            op = "runs" if isinstance(entry, model.Runs) else "groups"
            return Construct(op, (_term(term), _term(scale), Sequence("run_list", listed)))
        # Before the plain stock: lowering has found a scale for the items that are counted, and it is not printed.
        case model.Stock(term, copies, counts=counts) if counts:
            return Construct("stock_of", (node_of(copies), _term(term), Sequence("copies", _counted("copy", counts))))
        case model.Thrown(term, count, counts=counts) if counts:
            return Construct(
                "thrown_of", (node_of(count), _term(term), Sequence("sectors", _counted("sector", counts)))
            )
        case model.Stock(term, copies, scales, size, besides=besides):
            sized = Number(size) if size is not None else None
            also = (Sequence("copies", _counted("copy", besides)),) if besides else ()
            op = "stock_besides" if besides else "stock"
            return Construct(op, (node_of(copies), _term(term), Sequence("terms", _all(scales)), *also, sized))
        case model.Thrown(term, _, scale, by=by) if by:
            return Construct("heap", (_term(term), Number(by), _term(scale)))
        case model.Thrown(term, count, scale):
            return Construct("thrown", (node_of(count), _term(term), _term(scale)))
        case model.ItemSet(term, items):
            return Construct("comprises", (_term(term), Sequence("members", _all(items))))
        case model.BetKind(term, ()):
            return Construct("bet", (_term(term),))
        case model.BetKind(term, slots):
            return Construct("bet_naming", (_term(term), Sequence("namings", tuple(map(_slot, slots)))))
        case model.Status(role, values):
            return Construct("status", (_term(role), Sequence("alternatives", _all(values))))
        case model.Wild(item, of, other, categories):
            then = Sequence("alternatives", _all(categories)) if categories else None
            return Construct("wild_other" if other else "wild", (*_all((item, of)), then))
        case model.Worth(items, numbers):
            return Construct("worth", (Sequence("items", _all(items)), Sequence("numbers", _all(numbers))))
        case model.Role():
            return _role(entry)


def _slot(slot: model.Slot) -> Construct:
    if slot.numbers is not None:
        return Construct("names_number", (node_of(slot.numbers),))
    role = _term(slot.role) if slot.role else None
    if slot.count == 1:
        return Construct("names_one", (_term(slot.of), role))
    return Construct("names_several", (Number(slot.count), _term(slot.of), role))


def _role(role: model.Role) -> Construct:
    term = _term(role.id)
    match role.kind, role.at:
        case "one", _:
            return Construct("one_holder", (term,))
        case "many", _:
            return Construct("many_holders", (node_of(role.count), term))
        case _, "":
            return Construct("bettor", (term,))
        case _, at:
            return Construct("bettor_maybe_at" if role.elsewhere else "bettor_at", (term, _term(at)))


def _all(values: Iterable[model.Value | model.Range]) -> tuple[Node, ...]:
    """Values as nodes; an item that is named by a number, as that number."""
    return tuple(map(node_of, (int(v) if isinstance(v, str) and v.isdecimal() else v for v in values)))


def _counted(op: str, counts: Iterable[tuple[str, int]]) -> tuple[Node, ...]:
    """Items as nodes, each with how many there are."""
    return tuple(Construct(op, (Number(count), *_all((item,)))) for item, count in counts)


def _rule(rule: model.Rule) -> Construct:
    if rule.fallback:
        return Construct("otherwise", (rule.effect,))
    if rule.condition is None:
        return rule.effect
    return Construct("guarded", (rule.condition, rule.effect))


def _term(term: str) -> Term:
    return Term(term, term)


def as_written(node: Node) -> Node:
    """«A is B» is one phrase, whether it tests a parameter or a status."""
    # Lowering tells them apart by what their terms were declared as (`_classify_is`).
    if isinstance(node, Construct) and node.op in ("param_is", "status_is"):
        return replace(node, op="term_is")
    return node
