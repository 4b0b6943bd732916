"""A rule set as families of entries: what edits take out, put in and replace."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.language.nodes import Construct, Node, Number, Reference, Sequence, Term, Text, transform
from lexludi.rules import model
from lexludi.rules.describe import Ruled, statement
from lexludi.rules.literals import node_of
from lexludi.rules.ordering import in_one_order


@dataclass(frozen=True)
class Figure:
    """A number that holds for all hands: of totals the modulus or the limit, or of objects that rank a hand."""

    name: str
    value: int
    eid: str


Entry = Ruled | model.Beyond | model.Divergence | Figure | model.Score
Families = Mapping[str, tuple[Entry, ...]]

_BY_ID = ("parameters", "scales", "runs", "groups", "sets", "memories", "meters", "roles", "bets")
_LISTS = (
    "divergences stocks thrown worths wilds statuses definitions categories steps outcomes events norms closings upons "
    "precedences beyond"
).split()
_FIGURES = ("modulus", "best_within", "best_of")

# In the order in which a reader wants them: what is played with, on what, how, and what comes of it.
FAMILIES = (
    "divergences parameters scales runs groups sets memories meters stocks thrown worths modulus best_within best_of "
    "wilds roles statuses bets definitions categories steps upons norms outcomes events closings precedences score "
    "beyond"
).split()

# Families that say something about the law and run nothing.
RUN_NOTHING = frozenset({"divergences", "parameters", "beyond"})

# Families whose order means something: which category fits first, which step is taken first.
ORDERED = frozenset({"categories", "steps", "score"})
# Those whose order does so where sentences of theirs have an order in the text, by the construct.
ORDERED_WITH = {"worths": "worth", "stocks": "stock"}


def entries(rules: model.RuleSet) -> dict[str, tuple[Entry, ...]]:
    """All that a rule set means, by family. Prose (reasons, notes) is no meaning and stays out of comparisons."""
    families: dict[str, tuple[Entry, ...]] = {name: tuple(getattr(rules, name).values()) for name in _BY_ID}
    families |= {name: tuple(getattr(rules, name)) for name in _LISTS}
    for name in _FIGURES:
        figure = getattr(rules, name)
        families[name] = (Figure(name, *figure),) if figure else ()
    families["score"] = (rules.score,) if rules.score.results else ()
    # What one begins with is the default of a parameter: of the amount itself only that it is made up is left to say.
    families["meters"] = tuple(
        model.Meter(meter.id, 0, meter.made_up, 0) for meter in rules.meters.values() if meter.made_up
    )
    families["divergences"] = tuple(replace(d, note="") for d in rules.divergences)
    return {name: families[name] for name in FAMILIES}


def begun(rules: model.RuleSet) -> tuple[tuple[str, int], ...]:
    """The amounts with which meters begin: a parameter for those who choose them, and of what runs a part."""
    return tuple((meter.id, meter.value) for meter in rules.meters.values())


def with_entries(rules: model.RuleSet, families: Families) -> model.RuleSet:
    """The rule set with other meaning; the text that it came from stays."""
    fields: dict[str, Any] = {name: families[name] for name in _LISTS}
    for name in _BY_ID:
        fields[name] = MappingProxyType({e.id: e for e in families[name]})  # type: ignore[union-attr]
    made_up = {e.id: e.eid for e in families["meters"] if isinstance(e, model.Meter)}
    fields["meters"] = MappingProxyType(
        {
            p.id: model.Meter(p.id, p.default, p.eid, p.default, made_up.get(p.id, ""))
            for p in families["parameters"]
            if isinstance(p, model.Parameter) and p.kind == "meter" and isinstance(p.default, int)
        }
    )
    for name in _FIGURES:
        fields[name] = next(((f.value, f.eid) for f in families[name]), None)  # type: ignore[union-attr]
    fields["score"] = next(iter(families["score"]), model.Score())
    return replace(rules, **fields)


def provisions_of(entry: Entry) -> tuple[str, ...]:
    """The provisions behind an entry, the one that decides first."""
    match entry:
        case model.Rule(provisions=provisions):
            return provisions
        case model.Precedence(winner, _):
            return (winner,)
        case _:
            # What the header says stands in no provision.
            return (entry.eid,) if entry.eid else ()


def name_of(entry: Entry) -> tuple[Any, ...]:
    """The key of an entry within its family; nothing for a rule, which is known only by what it says."""
    match entry:
        case (
            model.Parameter()
            | model.Divergence()
            | model.Scale()
            | model.Runs()
            | model.Groups()
            | model.ItemSet()
            | model.Memory()
            | model.Meter()
            | model.Role()
            | model.BetKind()
            | model.Category()
        ):
            return (entry.id,)
        case model.Beyond(eid):
            return (eid,)
        case model.Stock() | model.Thrown():
            return (entry.object,)
        case model.Definition(role, status, _):
            return (role, status)
        case model.Status(role, _):
            return (role,)
        case model.Upon(action, _):
            return (action,)
        case model.Precedence(winner, loser):
            return (winner, loser)
        case model.Worth(items, _):
            return (tuple(sorted(items)),)
        case model.Wild(item, of, other):
            return (item, of, other)
        case Figure() | model.Score():
            return ("only",)
        case model.Rule():
            return ()


def renumbered(entry: Entry, became: Callable[[str], str]) -> Entry:
    """The entry with every provision that it stands in, or refers to, under another number."""

    def node(part: Node) -> Node:
        return replace(part, target=became(part.target)) if isinstance(part, Reference) else part

    def all_of(nodes: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(transform(n, node) for n in nodes)

    match entry:
        case model.Rule(condition, effect, provisions):
            return replace(
                entry,
                condition=transform(condition, node) if condition is not None else None,
                effect=transform(effect, node),
                provisions=tuple(map(became, provisions)),
            )
        case model.Precedence(winner, loser):
            return model.Precedence(became(winner), became(loser))
        case model.Category(_, condition, keys, eid):
            return replace(entry, condition=transform(condition, node), keys=all_of(keys), eid=became(eid))
        case model.Definition(_, _, condition, eid):
            return replace(entry, condition=transform(condition, node), eid=became(eid))
        case model.Upon(_, effects, eid):
            return replace(entry, effects=all_of(effects), eid=became(eid))
        case _:
            return replace(entry, eid=became(entry.eid))


def condition_of(entry: Entry) -> Node | None:
    """The condition of a rule, category or definition; `None` where there is none."""
    return entry.condition if isinstance(entry, (model.Rule, model.Category, model.Definition)) else None


def expression_of(entry: Entry) -> Construct:
    """An entry as a construct: what sentences are printed from, and orders compared by."""
    match entry:
        case Figure(name, value):
            return Construct(name, (Number(value),))
        case model.Score(results, marked):
            listed = (tuple(Term(named, named) for named in names) for names in (results, marked))
            return Construct("score", tuple(Sequence("terms", terms) if terms else None for terms in listed))
        case model.Beyond(_, description):
            return Construct("beyond", (Text(description),))
        case model.Divergence(term, stance):
            choices: tuple[Node, ...] = tuple(map(node_of, stance))
            return Construct("term_is", (Term(term, term), Sequence("choices", choices)))
        case _:
            return statement(entry)


def differs_in_order_alone(before: Entry, after: Entry, ordered: frozenset[str]) -> bool:
    """True if two entries say the same in another order, which means nothing (`ordering.in_one_order`)."""
    one, two = expression_of(before), expression_of(after)
    # Entries that are printed alike differ in something that their expressions do not have.
    return one != two and in_one_order(one, ordered) == in_one_order(two, ordered)


def in_order(entry: Entry) -> Entry:
    """A rule of which every list without order is in one order, to be found by; any other entry as it is."""
    if not isinstance(entry, model.Rule):
        return entry
    condition = in_one_order(entry.condition) if entry.condition is not None else None
    return replace(entry, condition=condition, effect=in_one_order(entry.effect))
