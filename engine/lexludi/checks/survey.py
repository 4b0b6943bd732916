"""The situations that the rules of a regulation can reach, question by question, under given settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from lexludi.checks.enumeration import Enumerated, enumerate_rounds
from lexludi.checks.joining import Join
from lexludi.checks.situations import Answer, Reached
from lexludi.checks.slices import NotSearched, Question, Slice, played, questions
from lexludi.checks.walking import Played, Walk
from lexludi.exact.budget import Budget
from lexludi.play.interpreter import Program
from lexludi.rules.model import Range, RuleSet, Value
from lexludi.rules.settings import decide

KEPT = 64

_Any = TypeVar("_Any")


class _Kept(Generic[_Any]):
    """A value that is no part of what a cache looks at: the key beside it says all."""

    def __init__(self, value: _Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept)

    def __hash__(self) -> int:
        return 0


# What is reached, by everything it depends on: most readings leave most questions as they are.
_KNOWN: dict[object, Reached] = {}


@dataclass(frozen=True)
class Survey:
    """The answers to the questions of a regulation; `skipped` are those that the search does not cover, with why.

    `enumerated` is all that rounds reach, where the game is so small that each is played.
    """

    program: Program
    answers: tuple[Answer, ...]
    skipped: tuple[tuple[Question, str], ...]
    enumerated: Enumerated | None = None


def survey(rules: RuleSet, settings: Mapping[str, Value], budget: Budget | None = None) -> Survey:
    """Every situation that rounds can reach under some settings, in the terms of the regulation's own glossary."""
    terms = tuple((e.id, tuple(e.spellings.items()), e.symbol, e.sign) for e in rules.glossary.entries.values())
    own = budget or Budget()
    key = (rules.statements, terms, own.seconds)
    return _survey(key, _Kept((rules, own)), tuple(sorted(settings.items())))


@lru_cache(16)
def _survey(key: object, kept: _Kept[tuple[RuleSet, Budget]], settings: tuple[tuple[str, Value], ...]) -> Survey:
    rules, budget = kept.value
    program = Program(decide(rules, dict(settings)))
    try:
        every = enumerate_rounds(program, budget)
    except NotSearched:
        pass
    else:
        return Survey(program, every.answers, (), every)
    answers, skipped = [], []
    for question in questions(program):
        try:
            answers.append(answer(program, question, budget))
        except NotSearched as reason:
            skipped.append((question, str(reason)))
    return Survey(program, tuple(answers), tuple(skipped))


def answer(program: Program, question: Question, budget: Budget | None = None) -> Answer:
    """Every situation in which a question can arise.

    Raises:
        NotSearched: the search does not cover it.
    """
    part = Slice(program, question, budget)
    key = _key(part)
    found = _KNOWN.get(key)
    if found is None:
        found = Walk(part).run(_rounds) if part.grows else Join(part).run()
        if len(_KNOWN) < KEPT:
            _KNOWN[key] = found
    return found.answer(question)


def _rounds(walk: Walk) -> tuple[Played, ...]:
    """The rounds of a walk, shared by questions that read the same of rounds played alike."""
    question, part = walk.part.question, walk.part
    about = (question.about, question.role) if part.chooses or question.kind == "action" else ()
    # Rounds that come to a step are not those that come past it.
    at = question.step if question.kind == "step" else -1
    key = (about, at, frozenset(part.readings), frozenset(part.holders), played(part))
    return _played(key, _Kept(walk))


@lru_cache(4)
def _played(key: object, kept: _Kept[Walk]) -> tuple[Played, ...]:
    return tuple(kept.value.rounds())


def _key(part: Slice) -> object:
    """Everything that decides what is reached."""
    question = part.question
    return (question.kind, question.about, question.role, question.group.readings, played(part))


def defaults(rules: RuleSet) -> dict[str, Value]:
    """The default of every option and reading."""
    return {p.id: p.default for p in rules.parameters.values()}


def single_changes(rules: RuleSet, kind: str = "reading") -> list[tuple[str, Value]]:
    """Each value of each reading other than its default; of a range, its bounds and what is next to the lowest."""
    values = ((rules.parameters[name], value) for name, value in values_of(rules))
    return [(p.id, value) for p, value in values if p.kind == kind and value != p.default]


def values_of(rules: RuleSet) -> list[tuple[str, Value]]:
    """Each value of each option and reading; of a range, its bounds, what is next to the lowest, and the default."""
    out: list[tuple[str, Value]] = []
    for parameter in rules.parameters.values():
        values: dict[Value, None] = {}
        for choice in parameter.choices:
            if isinstance(choice, Range):
                near = (choice.low, choice.low + 1, choice.high)
                values.update(dict.fromkeys(v for v in near if v is not None and v in choice))
            else:
                values[choice] = None
        values.setdefault(parameter.default)
        out.extend((parameter.id, value) for value in values)
    return out
