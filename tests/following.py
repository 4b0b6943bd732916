"""Provisions followed by hand through what instruments declare: an oracle that knows neither consolidation nor diff.

A text is a plain list of lines, one for each provision. Each line remembers under which
number it stood in the text that one begins with; a later change acts upon what the
earlier ones have made of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lexludi.language.identifiers import eid as joined
from lexludi.language.nodes import Construct, Document, Provision, Words
from lexludi.law.amendments import Modification
from lexludi.rules.model import under

Edit = tuple[str, str | None, str | None]

# Sentences that say of a provision that it is no rule, or in which order its steps come.
_NO_RULES = frozenset({"no_effect", "introduces", "missing", "precedes"})


@dataclass(frozen=True)
class Line:
    """A provision: its eId now, its title and words, where it stood at first, and whether its words were replaced."""

    eid: str
    title: str
    words: str
    origin: str | None = None
    is_replaced: bool = False
    sentences: tuple[Construct, ...] = ()
    reworded_by: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return "\n".join(filter(None, (self.title, self.words)))


def lines_of(provisions: Iterable[Provision], above: str = "") -> list[Line]:
    """The provisions of a text, or of what a modification brings."""
    found = []
    for provision in provisions:
        eid = provision.eid if provision.level.rank == 0 else joined(above, provision.level.value[0], provision.number)
        words = "\n".join(item.text for item in provision.body if isinstance(item, Words))
        said = tuple(s.statement for s in provision.sentences() if s.statement.op not in _NO_RULES)
        found += [Line(eid, provision.title, words, sentences=said), *lines_of(provision.below, eid)]
    return found


def at_first(document: Document) -> list[Line]:
    """A text as one begins with it."""
    return remembered(lines_of(document.provisions))


def remembered(lines: list[Line]) -> list[Line]:
    """A text as one begins to follow it from here on."""
    return [replace(line, origin=line.eid, is_replaced=False) for line in lines]


def followed(lines: list[Line], group: Iterable[Modification]) -> list[Line]:
    """What the changes of one instrument make of a text: renumberings first and together, then one after another."""
    rest = list(group)
    there = {line.eid for line in lines}
    together = {m.target: m.to for m in rest if m.op == "renumber" and m.target in there}
    lines = [moved for line in lines for moved in _moved(line, together)]
    for m in (m for m in rest if not (m.op == "renumber" and m.target in there)):
        lines = _changed(lines, m)
    return lines


def _moved(line: Line, numbers: dict[str, str]) -> list[Line]:
    """A line under its new number; one that gets a number below itself keeps its title, and gives its words away."""
    for target in (t for t in numbers if under(line.eid, t)):
        to = numbers[target] + line.eid.removeprefix(target)
        if line.eid != target or not under(numbers[target], target):
            return [replace(line, eid=to)]
        shell = replace(line, words="", sentences=(), origin=line.origin if line.title else None)
        return [shell, replace(line, eid=to, title="")]
    return [line]


def _changed(lines: list[Line], m: Modification) -> list[Line]:
    match m.op:
        case "renumber":
            return [moved for line in lines for moved in _moved(line, {m.target: m.to})]
        case "repeal":
            return [line for line in lines if not under(line.eid, m.target)]
        case "insert":
            after = max(i for i, line in enumerate(lines) if under(line.eid, m.target)) + 1
            new = lines_of(m.brought, m.target.rpartition("__")[0])
            return [*lines[:after], *new, *lines[after:]]
        case "substitute":
            return _replaced(lines, m)
        case _:  # in words not known
            return [
                replace(line, reworded_by=(*line.reworded_by, m.instrument)) if under(line.eid, m.target) else line
                for line in lines
            ]


def _replaced(lines: list[Line], m: Modification) -> list[Line]:
    origins = {line.eid: line.origin for line in lines}
    new = [
        replace(line, origin=origins.get(line.eid), is_replaced=True)
        for line in lines_of(m.brought, m.target.rpartition("__")[0])
    ]
    place = next(i for i, line in enumerate(lines) if line.eid == m.target)
    kept = [line for line in lines if not under(line.eid, m.target)]
    return [*kept[:place], *new, *kept[place:]]


# ── What a diff must find ───────────────────────────────────────────────────


def expected_words(first: list[Line], last: list[Line]) -> set[Edit]:
    """The edits of words, one for each provision; numbers that follow from the provision above are none."""
    texts = {line.eid: line.text for line in first}
    places: dict[str, list[str]] = {}
    for line in last:
        if line.origin is not None:
            places.setdefault(line.origin, []).append(line.eid)
    found: set[Edit] = {("remove", eid, None) for eid in texts if eid not in places}
    for line in last:
        if line.origin is None:
            found.add(("insert", None, line.eid))
            continue
        if line.eid not in _numbers(line.origin, places):
            found.add(("renumber", line.origin, line.eid))
        if line.is_replaced and line.text != texts[line.origin]:
            found.add(("change", line.origin, line.eid))
    return found | _reworded(first, last)


def _reworded(first: list[Line], last: list[Line]) -> set[Edit]:
    """What one text has in words that were changed in ways not known, and the other not; said of the whole at once."""
    stood = {line.eid: line.reworded_by for line in first}
    apart = {n.eid: {*stood[n.origin]} ^ {*n.reworded_by} for n in last if n.origin is not None}
    found: set[Edit] = set()
    for line in last:
        above = line.eid.rpartition("__")[0]
        while above and above not in apart:
            above = above.rpartition("__")[0]
        if apart.get(line.eid) and apart.get(above) != apart[line.eid]:
            found.add(("reworded", line.origin, line.eid))
    return found


def _numbers(origin: str, places: dict[str, list[str]]) -> set[str]:
    """The numbers that need no word: its own, and those that follow from what became of the provision above."""
    above, _, last = origin.rpartition("__")
    return {origin, *(f"{place}__{last}" for place in places.get(above, ()) if above)}


def expected_rules(first: list[Line], last: list[Line]) -> Counter[tuple[str, str]]:
    """How many edits of rules of each kind there are in each provision, told from the sentences alone."""
    stood = {line.eid: line.sentences for line in first}
    found = Counter({("removed", eid): _count(stood[eid]) for eid in stood if eid not in {n.origin for n in last}})
    for line in last:
        if line.origin is None:
            found["added", line.eid] += _count(line.sentences)
        elif line.sentences or line.is_replaced:
            found += _of_one(line, stood[line.origin])
    for eid, place in _reenacted(first, last):
        found += Counter({("removed", eid): -1, ("added", place): -1, ("relocated", place): 1})
    return Counter({edit: count for edit, count in found.items() if count})


def _reenacted(first: list[Line], last: list[Line]) -> Iterator[tuple[str, str]]:
    """Sentences that new words of a provision no longer have, and that stand in a provision which came with them."""
    for old in first:
        new = next((line for line in last if line.origin == old.eid and line.is_replaced), None)
        gone = [s for s in old.sentences if new is not None and s not in new.sentences]
        for line in (n for n in last if n.origin is None and new is not None and under(n.eid, new.eid)):
            yield from ((old.eid, line.eid) for s in line.sentences if s in gone)


def _of_one(line: Line, stood: tuple[Construct, ...]) -> Counter[tuple[str, str]]:
    """In new words, a sentence about the same has changed; others are no more, or new. What remains goes along."""
    gone = [s for s in stood if s not in line.sentences]
    found: Counter[tuple[str, str]] = Counter()
    for new in (s for s in line.sentences if s not in stood):
        same = next((s for s in gone if (s.op, s.parts[0]) == (new.op, new.parts[0])), None)
        if same is not None:
            gone.remove(same)
        found["changed" if same else "added", line.eid] += _count((new,))
    found["removed", line.origin or ""] += _count(tuple(gone))
    if line.eid != line.origin:
        found["relocated", line.eid] += _count(line.sentences) - found["added", line.eid]
    return found


def _count(sentences: tuple[Construct, ...]) -> int:
    """Rules that sentences are: to prevail is one for each provision that yields."""
    return sum(len(s.parts[0].items) if s.op.startswith("prevails") else 1 for s in sentences)
