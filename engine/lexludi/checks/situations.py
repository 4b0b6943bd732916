"""Situations: what the rules read in a round that can be reached, their verdict, and a deal that shows it."""

from collections.abc import Callable
from dataclasses import field
from functools import cached_property
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.play.decide import Question, Verdict
from lexludi.rules.bind import BoundRule

# Why rounds may reach more situations than a search has found: what it could neither reach nor exclude, what
# somebody may do of their own accord, hands that an irregularity takes out of the round, bets that come only in
# a round and stay for the next, which begins with them, and choices on other bets of a kind that reach a bet.
UNDECIDED, OWN_ACT, VOIDED, STAYS, SEVERAL = "undecided", "own-act", "voided", "stays", "several-bets"


class NotSearched(Exception):
    """A question that the exact search does not cover; the argument says what stands in the way."""


@dataclass(frozen=True)
class SearchedQuestion:
    """Rules that answer one question of a round."""

    kind: str  # "bet", "action", "event"; "step", "repeat": whether a step is taken, or repeated
    about: str  # the bet, the action, or the provision of the step
    role: str  # who acts; "" for a bet
    group: Question[Any]

    @property
    def key(self) -> tuple[str, str, str]:
        """The question apart from its rules: its kind, what it is about, who acts."""
        return self.kind, self.about, self.role


@dataclass(frozen=True)
class ExampleDeal:
    """A deal: the hands by holder, and the objects in the order dealt or thrown.

    With it the item that the bet names, the status of the bettor, where rounds are told apart by it,
    the `unit` whose hand it is about, where it is about one, and the numbers that the round has kept.
    """

    hands: tuple[tuple[str, tuple[int, ...]], ...]
    order: tuple[int, ...]
    naming: str = ""
    status: str = ""
    unit: str = ""
    kept: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Situation:
    """One combination of observables that can be reached: what the rules say, and which of them apply."""

    values: tuple[Any, ...]
    verdict: Verdict[Any]
    applicable: tuple[BoundRule[Any], ...]
    deal: Callable[[], ExampleDeal] = field(repr=False)

    @cached_property
    def example(self) -> ExampleDeal:
        """A deal that shows the situation."""
        return self.deal()

    def facts(self, question: SearchedQuestion) -> frozenset[tuple[str, Any]]:
        """The values read, by name: in another setting they may be of other observables, or in another order."""
        return frozenset(zip(question.group.names, self.values, strict=True))


@dataclass(frozen=True, eq=False)
class Answer:
    """Every situation in which a question can arise.

    `examined` is how many different deals were looked at, those alike counted once.
    `undecided` says why rounds may reach others, where that is not excluded; it is empty where these are all.
    Of irregularities, `perhaps` are then the rules that may apply, together, in each of the others.
    """

    question: SearchedQuestion
    situations: tuple[Situation, ...]
    examined: int
    undecided: str = ""
    perhaps: tuple[tuple[BoundRule[Any], ...], ...] = ()


def no_deal() -> ExampleDeal:
    """The deal of what needs none."""
    return ExampleDeal((), ())
