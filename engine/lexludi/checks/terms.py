"""Checks of terms: without translation, without use; options without grant."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lexludi.base.diagnostics import Diagnostic, Label, note, warning
from lexludi.base.messages import Language
from lexludi.base.source import NOWHERE, Source
from lexludi.checks.findings import Named, place, place_of_declaration
from lexludi.language.glossary import FILE_NAME, glossary_for, term_place, terms_in
from lexludi.language.nodes import Number, Term, Words, walk
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import AMENDMENTS, files_in, name_of
from lexludi.rules.literals import item_of
from lexludi.rules.model import RuleSet, Standing


def missing_translation(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A term of the text without a spelling in one of the languages."""
    told: set[str] = set()
    for eid, statement in rules.statements:
        for node in walk(statement):
            entry = rules.glossary.entries.get(node.id) if isinstance(node, Term) else None
            if entry is None or entry.id in told:
                continue
            told.add(entry.id)
            missing = [language for language in LANGUAGES if language not in entry.spellings]
            if missing:
                named = Named(entry.id, rules.glossary)
                yield warning(
                    "missing-translation",
                    place(rules, source, eid) if node.span == NOWHERE else Label(source, node.span, eid),
                    name=named,
                    languages=tuple(map(Language, missing)),
                )


def option_without_grant(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A house option declared where no words of the law grant it."""
    if rules.metadata.standing is Standing.INVENTED:
        return
    worded = {p.eid for p in rules.document.all() if any(isinstance(item, Words) for q in p.all() for item in q.body)}
    for parameter in rules.parameters.values():
        if parameter.kind == "option" and parameter.eid not in worded:
            yield warning(
                "option-without-grant",
                place_of_declaration(rules, source, parameter.eid, parameter.id),
                name=Named(parameter.id, rules.glossary),
            )


# What texts are checked for, one by one, beside what a search finds in their rules.
ON_TEXTS: tuple[Callable[[RuleSet, Source], Iterable[Diagnostic]], ...] = (missing_translation, option_without_grant)


def unused_term(texts: Iterable[tuple[RuleSet, Source, Path]]) -> Iterator[Diagnostic]:
    """An entry of a work's own glossary that none of its texts uses."""
    by_folder: dict[Path, list[tuple[RuleSet, Source]]] = {}
    for rules, source, path in texts:
        folder = path.resolve().parent
        if rules.metadata.work and folder.as_posix().endswith(f"/{rules.metadata.work}"):
            by_folder.setdefault(folder, []).append((rules, source))
    for folder, of_folder in by_folder.items():
        if len(of_folder) < len(files_in(folder)) or not (folder / FILE_NAME).is_file():
            continue
        if (folder / AMENDMENTS).is_dir() and not any(rules.metadata.amended_by for rules, _ in of_folder):
            continue
        nodes = [n for rules, _ in of_folder for _, s in rules.statements for n in walk(s)]
        used = {item_of(n) for n in nodes if isinstance(n, (Term, Number))}
        rules, source = of_folder[0]
        above = glossary_for(folder).entries if folder.parent != folder else {}
        for term in terms_in(folder / FILE_NAME):
            if term not in used and term not in above:
                file, text, span = term_place(folder / FILE_NAME, term)
                named = Named(term, rules.glossary)
                yield note("unused-term", Label(Source(name_of(file), source.language, text), span), name=named)
