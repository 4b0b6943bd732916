"""The layer of outcomes as plain data, in the form of `schemas/diff-1.schema.json`."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from lexludi.diff.divergences import Weighed
from lexludi.diff.outcomes import BetChange, OutcomeExample, Outcomes
from lexludi.diff.rounds import Played
from lexludi.exact.odds import BetOdds
from lexludi.exact.outcomes import Outcome
from lexludi.rules.grounds import grounds_json


def outcomes_json(outcomes: Outcomes, divergences: tuple[Weighed, ...] = ()) -> dict[str, Any]:
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


def _weighed(weighed: Weighed) -> dict[str, Any]:
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


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _bets(changes: Iterable[BetChange]) -> dict[str, Any]:
    """The changes by the names of the bets; items that differ have names of their own, as in `lexludi.odds/1`."""
    told: dict[str, Any] = {}
    for change in changes:
        told[f"{change.bet}:{change.naming[0]}" if change.bet in told else change.bet] = _bet(change)
    return told


def _bet(change: BetChange) -> dict[str, Any]:
    edges = [odds.house_edge if odds else None for odds in (change.before, change.after)]
    return {
        "status": change.status,
        "before": _text(edges[0]),
        "after": _text(edges[1]),
        "difference": _text(change.difference),
        "unsettled_before": _unsettled(change.before),
        "unsettled_after": _unsettled(change.after),
        "probability_changed": _text(change.probability),
        "by_other_provisions": str(change.provisions_only),
        "changes": [
            {"before": _outcome(c.before), "after": _outcome(c.after), "probability": str(c.probability)}
            for c in change.changes
        ],
        **({"not_analysed": change.reason} if change.reason else {}),
        **({"naming": list(change.naming)} if change.naming else {}),
    }


def _unsettled(odds: BetOdds | None) -> str | None:
    return None if odds is None else str(odds.unsettled)


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {"result": outcome.result, "net": _text(outcome.net), **grounds_json(outcome.provisions)}


def _example(example: OutcomeExample) -> dict[str, Any]:
    deal = example.deal
    return {
        "bet": example.bet,
        **({"naming": deal.naming} if deal.naming else {}),
        "chosen": list(deal.chosen),
        **grounds_json(example.provisions),
        "before": _played(example.before, deal.cards[0]),
        "after": _played(example.after, deal.cards[1]),
    }


def _played(played: Played, objects: tuple[str, ...]) -> dict[str, Any]:
    return {
        "objects": list(objects),
        "result": played.result,
        "net": _text(played.net),
        **grounds_json(played.provisions),
        "steps": [step.to_json() for step in played.steps],
    }
