"""A difference as plain data, in the form of `schemas/diff-1.schema.json`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lexludi.base.messages import catalogue
from lexludi.base.plain import exactly, given
from lexludi.diff.comparing import Difference
from lexludi.diff.edits import RuleEdit, op_of
from lexludi.diff.explaining import EditGrounds, Explainer
from lexludi.diff.sides import Side
from lexludi.diff.words import Held, WordsEdit
from lexludi.language.phrases import LANGUAGES
from lexludi.rules.grounds import grounds_json
from lexludi.rules.standing import standing_json
from lexludi.rules.uris import uri_json

if TYPE_CHECKING:
    from lexludi.diff.divergences import Weighed
    from lexludi.diff.outcomes import BetChange, OutcomeExample, Outcomes, Played
    from lexludi.exact.outcomes import Outcome

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
        out["words"] = [_words(edit, difference) for edit in difference.words]
    if "rules" in difference.layers and difference.rules is not None:
        one, two = difference.before.glossary, difference.after.glossary
        explainers = {name: Explainer(catalogue(name), one, two) for name in LANGUAGES}
        out["rules"] = [
            _rule(edit, grounds, explainers, language)
            for edit, grounds in zip(difference.rules, difference.grounds, strict=True)
        ]
    if difference.outcomes is not None:
        out["outcomes"] = _outcomes(difference.outcomes, difference.divergences)
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
        **(
            {"repealed": {"from": gone.since.isoformat(), "by": gone.instrument}} if (gone := metadata.repealed) else {}
        ),
        **given(retroactive=_retroactive(side)),
        "beyond": list(side.beyond),
        "settings": {name: side.settings[name] for name in side.chosen},
        "stance": {name: side.settings[name] for name in side.stances},
    }


def _retroactive(side: Side) -> list[dict[str, Any]]:
    """The instruments with effect in a text from before their publication: until then it did not read like this."""
    return [
        {
            "by": instrument.number,
            "published": instrument.published and instrument.published.isoformat(),
            "from": day.isoformat(),
        }
        for instrument, day in side.notes.retroactive
    ]


def _words(edit: WordsEdit, difference: Difference) -> dict[str, Any]:
    return {
        "op": edit.op,
        "eid_before": edit.eid_before,
        "eid_after": edit.eid_after,
        "before": edit.before,
        "after": edit.after,
        "pieces": [{"kind": p.kind, "text": p.text} for p in edit.pieces],
        "summary": edit.is_summary,
        "changes_rules": difference.changes_rules(edit),
        "missing": edit.is_missing,
        "mixed": edit.is_mixed,
        **given(
            in_derogation={place: day.isoformat() for place, day in difference.until(edit).items()},
            by=list(dict.fromkeys(instrument.number for instrument in edit.by)),
        ),
        **(_held(edit.held) if edit.held else {}),
    }


def _held(held: Held) -> dict[str, Any]:
    days = {"from": held.change.in_force, "until": held.change.until}
    by = {"by": [held.instrument.number]} if held.instrument else {}
    return by | {name: day.isoformat() for name, day in days.items() if day}


def _rule(edit: RuleEdit, eids: EditGrounds, explainers: dict[str, Explainer], language: str) -> dict[str, Any]:
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


# ── Outcomes ────────────────────────────────────────────────────────────────


def _outcomes(outcomes: "Outcomes", divergences: "tuple[Weighed, ...]") -> dict[str, Any]:
    """The outcomes as data, with the divergences that were weighed one at a time."""
    return {
        "bets": _bets(outcomes.bets),
        "no_deal_settles_differently": outcomes.is_proved_equal,
        "strategies": [
            {"before": s.before.to_json() if s.before else None, "after": s.after.to_json() if s.after else None}
            for s in outcomes.strategies
        ],
        "examples": [_example(example) for example in outcomes.examples],
        "divergences": [_weighed(divergence) for divergence in divergences],
    }


def _weighed(weighed: "Weighed") -> dict[str, Any]:
    return {
        "reading": weighed.id,
        "provisions": list(weighed.eids),
        "pairs": [
            {
                "before": str(pair.before),
                "after": str(pair.after),
                "taken": pair.is_taken,
                "rules": list(pair.families),
                "no_deal_settles_differently": pair.is_proved_equal,
                "bets": _bets(pair.bets),
            }
            for pair in weighed.pairs
        ],
    }


def _bets(changes: "Iterable[BetChange]") -> dict[str, Any]:
    """The changes by the names of the bets; items that differ have names of their own, as in `lexludi.odds/1`."""
    told: dict[str, Any] = {}
    for change in changes:
        told[f"{change.bet}:{change.naming[0]}" if change.bet in told else change.bet] = _bet(change)
    return told


def _bet(change: "BetChange") -> dict[str, Any]:
    edges = [odds.house_edge if odds else None for odds in (change.before, change.after)]
    return {
        "status": change.status,
        "before": exactly(edges[0]),
        "after": exactly(edges[1]),
        "difference": exactly(change.difference),
        "unsettled_before": exactly(change.before.unsettled if change.before else None),
        "unsettled_after": exactly(change.after.unsettled if change.after else None),
        "probability_changed": exactly(change.probability),
        # Known together with the probability that it is settled differently, or not at all.
        "by_other_provisions": None if change.probability is None else str(change.provisions_only),
        "open_by_other_provisions": None if change.probability is None else str(change.open_otherwise),
        "changes": [
            {"before": _outcome(c.before), "after": _outcome(c.after), "probability": str(c.probability)}
            for c in change.changes
        ],
        **({} if change.if_chosen_otherwise is False else {"if_chosen_otherwise": change.if_chosen_otherwise}),
        **given(not_analysed=change.reason, naming=list(change.naming)),
        **given(not_computed_before=change.skipped[0], not_computed_after=change.skipped[1]),
    }


def _outcome(outcome: "Outcome") -> dict[str, Any]:
    return {
        "result": outcome.result,
        "net": exactly(outcome.net),
        **given(parts=[part.to_json() for part in outcome.parts]),
        **grounds_json(outcome.provisions),
    }


def _example(example: "OutcomeExample") -> dict[str, Any]:
    deal = example.deal
    return {
        "bet": example.bet,
        **given(naming=deal.naming),
        "chosen": list(deal.chosen[0]),
        **grounds_json(example.provisions),
        "before": _played(example.before, deal.cards[0]),
        "after": _played(example.after, deal.cards[1]),
    }


def _played(played: "Played", objects: tuple[str, ...]) -> dict[str, Any]:
    return {
        "objects": list(objects),
        "result": played.result,
        "net": exactly(played.net),
        **grounds_json(played.provisions),
        "steps": [step.to_json() for step in played.steps],
    }
