"""The glossary: each term in three languages, with its declarations and uses."""

from collections.abc import Iterator
from dataclasses import dataclass

from lexludi.language.nodes import Term, walk
from lexludi.language.phrases import LANGUAGES
from lexludi.site.desk import Desk
from lexludi.site.library import Work, title_of
from lexludi.site.markup import render
from lexludi.site.page import TAGS, GeneratedPage, Heading, Here, Hit

# Constructs that declare a term: the first that they name.
DECLARING = frozenset(
    "scale runs stock thrown one_holder many_holders bettor bettor_at bettor_maybe_at status bet bet_naming option "
    "reading category definition".split()
)
# Of these, the place of the term among the parts, where it is not the first.
_PLACE = {"stock": 1, "thrown": 1, "many_holders": 1, "definition": 1}


@dataclass(frozen=True)
class Use:
    """The provisions that declare a term and those that use it, in the order of the text."""

    declared: tuple[str, ...]
    used: tuple[str, ...]


@dataclass(frozen=True)
class Spellings:
    """The spellings of a term in a language, the usual one first; `tag` is that of the language."""

    tag: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class TermRow:
    """A term: its spellings in the order zh, pt, en, and its uses."""

    id: str
    spellings: tuple[Spellings, ...]
    use: Use


@dataclass(frozen=True)
class WorkTerms:
    """The terms of a work; `desk` cites its provisions."""

    desk: Desk
    rows: tuple[TermRow, ...]


@dataclass(frozen=True)
class GlossaryView:
    """The glossary: a table for each work."""

    works: tuple[WorkTerms, ...]


def glossary_page(works: list[Work], language: str) -> GeneratedPage:
    """The glossary of a language."""
    here = Here(f"{language}/glossary")
    listed = tuple(WorkTerms(Desk(here.path, work), tuple(_rows(work))) for work in works)
    return GeneratedPage(
        here.path,
        here.say("site.nav.glossary"),
        render("glossary.html", here, GlossaryView(listed)),
        section=(),
        description=here.say("site.glossary.lead"),
        kind="glossary",
        headings=tuple(Heading(f"work-{work.slug}", title_of(work, language)) for work in works),
        hits=(Hit("", here.say("site.nav.glossary"), here.say("site.glossary.lead")), *_hits(listed)),
    )


def _rows(work: Work) -> Iterator[TermRow]:
    for term, use in uses(work).items():
        spellings = work.glossary.entries[term].spellings
        shown = (Spellings(TAGS[x], tuple(spellings.get(x, ())) or ("—",)) for x in LANGUAGES)
        yield TermRow(term, tuple(shown), use)


def uses(work: Work) -> dict[str, Use]:
    """Every term that the texts of a work use, in the order in which it appears."""
    declared: dict[str, list[str]] = {}
    used: dict[str, list[str]] = {}
    for eid, statement in work.first.statements:
        place = _PLACE.get(statement.op, 0)
        brought = statement.parts[place] if statement.op in DECLARING else None
        for node in walk(statement):
            if isinstance(node, Term) and node.id in work.glossary.entries:
                used.setdefault(node.id, [])
                group = declared if node is brought else used
                if eid not in group.setdefault(node.id, []):
                    group[node.id].append(eid)
    return {term: Use(tuple(filter(None, declared.get(term, []))), tuple(filter(None, used[term]))) for term in used}


def _hits(works: tuple[WorkTerms, ...]) -> Iterator[Hit]:
    for desk in (work.desk for work in works):
        for term in uses(desk.work):
            spellings = desk.work.glossary.entries[term].spellings
            name, *synonyms = spellings.get(desk.language, (term,))
            others = " ".join(s for x in LANGUAGES if x != desk.language for s in spellings.get(x, ()))
            yield Hit(desk.term_anchor(term), name, " · ".join([*synonyms, desk.title]), others)
