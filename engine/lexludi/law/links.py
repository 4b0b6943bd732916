"""Links: the units that formal references speak of, whatever their numbers become.

A reference is written by the numbers of the day on which its words came; from then on it speaks of the provision.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from lexludi.base.diagnostics import Diagnostic, Label, error
from lexludi.base.source import Source, Span
from lexludi.language.nodes import Node, Reference, Sentence, walk
from lexludi.law.amendments import Citation, Modification, quoted_by
from lexludi.law.units import ConsolidatedUnit
from lexludi.rules.header import ENTRIES


def link(root: ConsolidatedUnit) -> None:
    """Remember which units formal sentences refer to, where that is not known from before."""
    by_eid = root.by_eid()
    for unit in root.all():
        link_as(unit, unit.eid, by_eid)


def link_as(unit: ConsolidatedUnit, eid: str, units_by_eid: dict[str, ConsolidatedUnit]) -> None:
    """Remember which of some units the formal sentences of one refer to, whose words were written under an eId."""
    # By identity: a body is walked again only when the unit has got another.
    if unit.read is not unit.body:
        unit.read = unit.body
        unit.targets = {n.target for item in unit.body for n in walk(item) if isinstance(n, Reference)}
    # A link that is there was made by the numbers of the day on which the words came.
    for target in unit.targets - unit.links.keys():
        full = full_target(target, eid)
        if full in units_by_eid:
            unit.links[target] = units_by_eid[full]


def link_to_new(units: dict[str, ConsolidatedUnit], before: dict[ConsolidatedUnit, str]) -> None:
    """Have references to what has made way for new words under its number speak of these."""
    # A link to a unit that stays is right wherever that unit has gone; only links out of the text are turned.
    there = set(units.values())
    for unit in there:
        for target, link in ((t, linked) for t, linked in unit.links.items() if linked not in there):
            new = units.get(before.get(link) or full_target(target, unit.written_at))
            # New in this instrument, and not moved to its number: it stands where what was meant stood.
            if new is None or new in before or new.renumbered:
                new = link
            unit.links[target] = link.heir or new


def moved_targets(unit: ConsolidatedUnit) -> dict[str, str]:
    """The eIds that a unit refers to under others."""
    return {t: link.eid for t, link in unit.links.items() if link.has_place and link.eid != t}


def renamed(node: Node, moved: dict[str, str]) -> Node:
    """A node, if it refers to a provision that has moved under the number that this has got."""
    if isinstance(node, Reference) and node.target in moved:
        return replace(node, target=moved[node.target], written="")
    return node


def lost_references(
    root: ConsolidatedUnit,
    units: Iterable[ConsolidatedUnit],
    gone: Mapping[ConsolidatedUnit, Modification],
    source: Source,
) -> Iterator[Diagnostic]:
    """The formal references of some units to what stands no more, whose number another provision has got."""
    by_eid = root.by_eid()
    there = set(by_eid.values())
    for unit in units:
        # A reference to a number that nobody bears any more is told when the result is lowered (`soundness`).
        moved = moved_targets(unit)
        lost = {
            t
            for t, link in unit.links.items()
            if link not in there and full_target(moved.get(t, t), unit.written_at) in by_eid
        }
        sentences = (i for i in unit.body if isinstance(i, Sentence) and i.statement.op not in ENTRIES)
        for node in (n for item in sentences if lost for n in walk(item)):
            if isinstance(node, Reference) and node.target in lost:
                target = Citation(full_target(node.target, unit.written_at))
                repeal = _repeal_of(unit.links[node.target], gone)
                yield error("dangling-reference", label_of(node, source), *repeal, target=target)


def repeals_of_targets(
    root: ConsolidatedUnit, gone: Mapping[ConsolidatedUnit, Modification], source: Source
) -> dict[tuple[str, Span], Label]:
    """The repeals of what references speak of, by the source and the place of these."""
    found = {}
    for unit in root.all():
        repeals = {target: repeal for target, link in unit.links.items() for repeal in _repeal_of(link, gone)}
        for node in (n for item in unit.body if repeals for n in walk(item)):
            if isinstance(node, Reference) and node.target in repeals:
                place = label_of(node, source)
                found[place.source.name, place.span] = repeals[node.target]
    return found


def _repeal_of(unit: ConsolidatedUnit, gone: Mapping[ConsolidatedUnit, Modification]) -> tuple[Label, ...]:
    """The place that repeals a provision, if one does."""
    m = gone.get(unit)
    return (replace(m.label(), key="caption.repealed-here"),) if m is not None else ()


def target_of(entry: Sentence) -> str:
    """The provision that a sentence on its entry into force speaks of."""
    of = entry.statement.parts[0]
    return of.target if isinstance(of, Reference) else ""


def full_target(target: str, eid: str) -> str:
    """A reference to a paragraph alone is to one of the same article."""
    article = eid.partition("__")[0]
    return f"{article}__{target}" if target.startswith("para_") and article.startswith("art_") else target


def cited_in(change: Modification) -> list[str]:
    """The provisions of which the words that a modification brings speak, as numbered when it does."""
    items = ((eid, item) for eid, provision in quoted_by(change) for item in provision.body)
    return [full_target(n.target, eid) for eid, item in items for n in walk(item) if isinstance(n, Reference)]


def label_of(node: Node, source: Source) -> Label:
    """The place of a node, in the source that it was written in, or else in another."""
    return Label(node.span.source or source, node.span, node.eid)
