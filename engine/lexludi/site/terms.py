"""The glossary: each term in three languages, where it is declared and where it is used."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexludi.language.nodes import Term, walk
from lexludi.language.phrases import LANGUAGES
from lexludi.site.desk import Desk
from lexludi.site.library import Work
from lexludi.site.markup import Html, join, tag
from lexludi.site.page import TAGS, GeneratedPage, Heading, Here, Hit

# Constructs that bring a term into being: what they name first.
DECLARING = frozenset(
    "scale runs stock thrown one_holder many_holders bettor bettor_at bettor_maybe_at status bet bet_naming option "
    "reading category definition".split()
)
# Of these, the place of the term among the parts, where it is not the first.
_PLACE = {"stock": 1, "thrown": 1, "many_holders": 1, "definition": 1}


@dataclass(frozen=True)
class Use:
    """Where a term of a work is declared and used, by eId, in the order of the text."""

    declared: tuple[str, ...]
    used: tuple[str, ...]


def glossary_page(works: list[Work], language: str) -> GeneratedPage:
    """The glossary of a language: a list for each work."""
    here = Here(f"{language}/glossary")
    desks = [Desk(here.path, work) for work in works]
    parts = [part for desk in desks for part in _of_work(desk)]
    body = join([tag("h1", here.say("site.nav.glossary")), tag("p", here.say("site.glossary.lead")), *parts])
    return GeneratedPage(
        here.path,
        here.say("site.nav.glossary"),
        body,
        section=(),
        description=here.say("site.glossary.lead"),
        kind="glossary",
        headings=tuple(Heading(f"work-{d.work.slug}", d.title) for d in desks),
        hits=(Hit("", here.say("site.nav.glossary"), here.say("site.glossary.lead")), *_hits(desks)),
    )


def _of_work(desk: Desk) -> Iterator[Html]:
    yield tag("h2", desk.title, id=f"work-{desk.work.slug}")
    names = [*(f"column.{x}" for x in LANGUAGES), *(f"glossary.{x}" for x in ("declared", "used"))]
    head = [tag("th", desk.say(f"site.{name}"), scope="col", role="columnheader") for name in names]
    rows = [_row(desk, term, use) for term, use in uses(desk.work).items()]
    parts = tag("thead", tag("tr", *head, role="row"), role="rowgroup"), tag("tbody", *rows, role="rowgroup")
    table = tag("table", *parts, class_="lx-table lx-stack lx-terms", role="table")
    yield tag("div", table, class_="lx-scroll", tabindex=0, role="region", aria_label=desk.title)


def _row(desk: Desk, term: str, use: Use) -> Html:
    entry = desk.work.glossary.entries[term]
    cells = []
    for index, language in enumerate(LANGUAGES):
        first, *others = entry.spellings.get(language, ()) or ("—",)
        shown = join([tag("strong", first), *(tag("span", f" · {o}", class_="lx-other") for o in others)])
        said = tag("span", shown, lang=TAGS[language])
        if index == 0:
            cells.append(tag("th", said, scope="row", role="rowheader"))
        else:
            cells.append(_cell(desk, f"column.{language}", said))
    cells += [
        _cell(desk, "glossary.declared", desk.cites(use.declared)),
        _cell(desk, "glossary.used", _folded(desk, use.used)),
    ]
    return tag("tr", *cells, id=desk.term_anchor(term), role="row")


def _cell(desk: Desk, name: str, shown: Html) -> Html:
    return tag("td", shown, role="cell", data_label=desk.say(f"site.{name}"))


def _folded(desk: Desk, eids: tuple[str, ...]) -> Html:
    """Citations; the many are shown when asked for."""
    if len(eids) <= 4:
        return desk.cites(eids)
    count = tag("summary", desk.say("site.glossary.count", count=len(eids)))
    return tag("details", count, desk.cites(eids), class_="lx-fold")


def uses(work: Work) -> dict[str, Use]:
    """Every term that the texts of a work use, in the order in which it appears."""
    declared: dict[str, list[str]] = {}
    used: dict[str, list[str]] = {}
    for eid, statement in work.first.statements:
        place = _PLACE.get(statement.op, 0)
        own = statement.parts[place] if statement.op in DECLARING else None
        for node in walk(statement):
            if isinstance(node, Term) and node.id in work.glossary.entries:
                used.setdefault(node.id, [])
                group = declared if node is own else used
                if eid not in group.setdefault(node.id, []):
                    group[node.id].append(eid)
    return {term: Use(tuple(filter(None, declared.get(term, []))), tuple(filter(None, used[term]))) for term in used}


def _hits(desks: list[Desk]) -> Iterator[Hit]:
    for desk in desks:
        for term in uses(desk.work):
            spellings = desk.work.glossary.entries[term].spellings
            own = spellings.get(desk.language, (term,))
            others = " ".join(s for x in LANGUAGES if x != desk.language for s in spellings.get(x, ()))
            yield Hit(desk.term_anchor(term), own[0], " · ".join([*own[1:], desk.title]), others)
