"""A difference as plain data, in the form of `schemas/diff-1.schema.json`."""

from typing import Any

from lexludi.base.messages import catalogue
from lexludi.diff.comparing import Difference
from lexludi.diff.edits import RuleEdit, op_of
from lexludi.diff.explaining import Explainer, cited
from lexludi.diff.sides import Side
from lexludi.diff.words import WordsEdit
from lexludi.language.phrases import LANGUAGES
from lexludi.rules.standing import standing_json
from lexludi.rules.uris import uri_json

SCHEMA = "lexludi.diff/1"


def to_json(difference: Difference, language: str) -> dict[str, Any]:
    """The difference as data; explanations in a language, and in all three."""
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "before": _side(difference.before),
        "after": _side(difference.after),
        "words": None,
        "rules": None,
        "outcomes": None,
        "outcomes_withheld": bool(difference.withheld),
    }
    if "words" in difference.layers:
        out["words"] = [_words(edit, difference.changes_rules(edit)) for edit in difference.words]
    if "rules" in difference.layers and difference.rules is not None:
        one, two = difference.before.glossary, difference.after.glossary
        explainers = {name: Explainer(catalogue(name), one, two) for name in LANGUAGES}
        out["rules"] = [_rule(edit, explainers, language) for edit in difference.rules]
    if difference.outcomes is not None:
        from lexludi.diff.outcomejson import outcomes_json

        out["outcomes"] = outcomes_json(difference.outcomes, difference.divergences)
    return out


def _side(side: Side) -> dict[str, Any]:
    metadata = side.metadata
    return {
        "name": side.name,
        "language": side.document.language,
        "work": metadata.work or None,
        **(uri_json(metadata.identifier, side.document.language, str(metadata.in_force)) if metadata.in_force else {}),
        **(standing_json(metadata) if metadata.work else {}),
        "in_force": metadata.in_force.isoformat() if metadata.in_force else None,
        "presumed": {p.day.isoformat(): p.reason for p in metadata.presumed},
        "not_wholly_known": list(side.not_wholly_known),
        "settings": {name: side.settings[name] for name in side.chosen},
        "stance": {name: side.settings[name] for name in side.stances},
    }


def _words(edit: WordsEdit, changes_rules: bool | None) -> dict[str, Any]:
    return {
        "op": edit.op,
        "eid_before": edit.eid_before,
        "eid_after": edit.eid_after,
        "before": edit.before,
        "after": edit.after,
        "pieces": [{"kind": p.kind, "text": p.text} for p in edit.pieces],
        "summary": edit.is_summary,
        "changes_rules": changes_rules,
        "missing": edit.is_missing,
        "mixed": edit.is_mixed,
        **({"by": list(edit.by)} if edit.by else {}),
    }


def _rule(edit: RuleEdit, explainers: dict[str, Explainer], language: str) -> dict[str, Any]:
    eids = cited(edit)
    explanations = {name: explainer.explain(edit) for name, explainer in explainers.items()}
    return {
        "op": op_of(edit),
        "about": edit.family,
        "eid_before": next(iter(eids.before), None),
        "eid_after": next(iter(eids.after), None),
        "provisions_before": list(eids.before),
        "provisions_after": list(eids.after),
        "explanation": explanations[language],
        "explanations": explanations,
    }
