"""Soundness of what rests on other provisions: no circle of definitions, nor of provisions that prevail."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Node, Reference, Sequence, Term, constructs_in, walk
from lexludi.rules.model import Precedence, RuleSet, under

_T = TypeVar("_T", bound=Hashable)


def circular_definition(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A definition that relies on itself: of a status, of a set, or of the amount of a bet that no other begins."""
    # By a role and a status, or the name of a set or a bet alone: where it is defined, and what it relies on.
    uses: dict[tuple[str, str], tuple[Label, set[tuple[str, str]]]] = {}
    for d in rules.definitions:
        asked = (node for node in constructs_in(d.condition) if node.op == "status_is")
        status = (d.role, d.status)
        uses[status] = (rules.place_of(source, "definition", d.eid, *status), {(n.term(0), n.term(1)) for n in asked})
    for item_set in rules.sets.values():
        place = rules.place_of(source, "comprises", item_set.eid, item_set.id)
        uses["", item_set.id] = (place, {("", item) for item in item_set.items})
    for bet, (place, others) in _never_placed(rules, source).items():
        uses["", bet] = (place, {("", other) for other in others})
    after = {name: relied_on for name, (_, relied_on) in uses.items()}
    for name, (place, _) in uses.items():
        if _shortest_circle(name, after):
            yield error("circular-definition", place, term=rules.spelling(name[1]))


def _never_placed(rules: RuleSet, source: Source) -> dict[str, tuple[Label, set[str]]]:
    """The bets that never come to stand: where rules first put or accept them, and the bets that must stand before."""
    placings: dict[str, tuple[Label, set[str]]] = {}
    for eid, _, node in rules.nodes:
        match node:
            case Construct("opens", (Sequence(items=bets), Construct(parts=(*_, Term(id=other))))):
                placed = [bet.id for bet in bets if isinstance(bet, Term)]
            case Construct("stakes", (Construct(parts=(*_, Term(id=other))), Term(id=bet))):
                placed = [bet]
            case Construct("moves_to" | "moves_naming", (Term(id=other), Term(id=bet), *_)):
                placed = [bet]
            case _:
                continue
        for bet in placed:
            placings.setdefault(bet, (Label(source, node.span, eid), set()))[1].add(other)
    standing = {bet.id for bet in rules.offered}
    while new := {bet for bet, (_, others) in placings.items() if others & standing} - standing:
        standing |= new
    return {bet: placing for bet, placing in placings.items() if bet not in standing}


def circular_precedence(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """Provisions that prevail over one another in a circle, so that each would prevail over itself.

    An exception leads to another when some provision is among those that yield by the
    first and among those that prevail by the second.
    """
    exceptions = list(dict.fromkeys(rules.precedences))
    # Provisions form a tree, so two of them share rules exactly when one stands at or below the other.
    after = {p: [q for q in exceptions if under(p.loser, q.winner) or under(q.winner, p.loser)] for p in exceptions}
    reported: set[Precedence] = set()
    for exception in exceptions:
        # A circle is told once, at the first of its exceptions.
        if exception not in reported and (circle := _shortest_circle(exception, after)):
            reported.update(circle)
            labels = [Label(source, where_said(rules, p).span, p.winner) for p in circle]
            provisions = tuple(dict.fromkeys(where_said(rules, p).eid for p in circle))
            yield error("circular-precedence", *labels, hints=[Hint("one-yields")], provisions=provisions)


def _shortest_circle(start: _T, after: Mapping[_T, Iterable[_T]]) -> list[_T]:
    """The shortest way that leads from one thing back to it, by breadth-first search; empty if there is none."""
    came_from: dict[_T, _T] = {}
    ahead = [start]
    while ahead:
        current = ahead.pop(0)
        for following in after.get(current, ()):
            if following == start:
                way = [current]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return way[::-1]
            if following not in came_from:
                came_from[following] = current
                ahead.append(following)
    return []


def where_said(rules: RuleSet, exception: Precedence) -> Node:
    """The reference by which a provision is said to prevail over another."""
    return next(
        node
        for eid, statement in rules.statements
        if eid == exception.winner and statement.op in ("prevails", "prevails_because")
        for node in walk(statement)
        if isinstance(node, Reference) and node.target == exception.loser
    )
