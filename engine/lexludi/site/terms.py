"""The glossary of each work: its terms in three languages, with its declarations and uses."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS
from lexludi.language.nodes import Term, walk
from lexludi.language.phrases import LANGUAGES
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate, title_of
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Here, Hit, told_apart

GLOSSARY = "glossary"

# Constructs that declare a term: the first that they name.
DECLARING = frozenset(
    "scale runs groups comprises stock stock_besides stock_of thrown thrown_of heap one_holder many_holders bettor "
    "bettor_at bettor_maybe_at status memory meter bet bet_naming option reading category definition".split()
)
# Of these, the place of the term among the parts, where it is not the first.
_PLACE = dict.fromkeys("stock stock_besides stock_of thrown thrown_of many_holders definition".split(), 1)


@dataclass(frozen=True)
class TermUse:
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
    use: TermUse


@dataclass(frozen=True)
class WorkTerms:
    """The glossary of a work: the path of its page, the title of the work, the number of its terms."""

    path: str
    title: str
    count: int


@dataclass(frozen=True)
class GlossaryView:
    """The glossary of a work: its terms in the order in which they appear."""

    rows: tuple[TermRow, ...]


@dataclass(frozen=True)
class GlossariesView:
    """The page of all glossaries: those of each work."""

    glossaries: tuple[WorkTerms, ...]


def glossary_page(work: WorkOnDate, language: str) -> GeneratedPage:
    """The glossary of a work, in all languages."""
    desk = Desk(f"{language}/{work.name}/{GLOSSARY}", work)
    page = desk.page("glossary", GlossaryView(tuple(_rows(work))))
    return replace(page, hits=(Hit("", page.title, page.description), *_hits(desk)))


def glossaries_page(works: Sequence[WorkTerms], language: str) -> GeneratedPage:
    """The page that leads to the glossary of each work."""
    here = Here(f"{language}/{GLOSSARY}")
    title, lead = here.say("site.nav.glossary"), here.say("site.glossary.lead")
    titles = told_apart([(terms.title, terms.path.removesuffix(f"/{GLOSSARY}")) for terms in works], here.words)
    shown = tuple(replace(terms, title=name) for terms, name in zip(works, titles, strict=True))
    return GeneratedPage(
        here.path,
        title,
        render("glossaries.html", here, GlossariesView(shown)),
        section=(),
        description=lead,
        kind="glossaries",
        hits=(Hit("", title, lead),),
    )


def terms_of(work: WorkOnDate, language: str) -> WorkTerms:
    """The name of the glossary of a work, and how much it holds."""
    return WorkTerms(f"{work.name}/{GLOSSARY}", title_of(work, language), len(uses(work)))


def _rows(work: WorkOnDate) -> Iterator[TermRow]:
    for term, use in uses(work).items():
        spellings = work.glossary.entries[term].spellings
        shown = (Spellings(TAGS[x], tuple(spellings.get(x, ())) or ("—",)) for x in LANGUAGES)
        yield TermRow(term, tuple(shown), use)


def uses(work: WorkOnDate) -> dict[str, TermUse]:
    """Every term that the texts of a work use, in the order in which it appears."""
    declared: dict[str, list[str]] = {}
    used: dict[str, list[str]] = {}
    for eid, statement in work.first.statements:
        place = _PLACE.get(statement.op, 0)
        brought = statement.parts[place] if statement.op in DECLARING else None
        for node in walk(statement):
            if isinstance(node, Term) and node.id in work.glossary.entries:
                used.setdefault(node.id, [])
                # By identity: a sentence may name the term that it declares once more, as a use.
                group = declared if node is brought else used
                if eid not in group.setdefault(node.id, []):
                    group[node.id].append(eid)
    return {
        term: TermUse(tuple(filter(None, declared.get(term, []))), tuple(filter(None, used[term]))) for term in used
    }


def _hits(desk: Desk) -> Iterator[Hit]:
    for term in uses(desk.work):
        spellings = desk.work.glossary.entries[term].spellings
        name, *synonyms = spellings.get(desk.language, (term,))
        others = " ".join(s for x in LANGUAGES if x != desk.language for s in spellings.get(x, ()))
        yield Hit(desk.term_anchor(term), name, " · ".join([*synonyms, desk.title]), others)
