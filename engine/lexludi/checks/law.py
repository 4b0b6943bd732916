"""A text as the checks on the law see it: its rules, and what rounds reach under each single choice."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from lexludi.base.diagnostics import Hint
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Language
from lexludi.base.source import Source
from lexludi.checks.combinations import Combinations, Key, combinations, keys_of, never_there, rules_on, said_under_any
from lexludi.checks.events import event_answer
from lexludi.checks.findings import Asked, Chosen, OwnSettings, Setting, asked
from lexludi.checks.numbers import Numbers, numbers
from lexludi.checks.orders import Order, leaves_unranked
from lexludi.checks.searches import Searches
from lexludi.checks.situations import UNDECIDED, Answer, Situation
from lexludi.checks.survey import Survey, Surveys, defaults
from lexludi.checks.uses import RuleUse, Uses
from lexludi.exact.budget import Budget
from lexludi.play.questions import Questions
from lexludi.rules.bind import BoundRule
from lexludi.rules.model import Parameter, Range, RuleSet, Value
from lexludi.rules.settings import joint_stance

T = TypeVar("T")

# Of what category hands are, and what decides between them, as a question on which settings bear.
CATEGORY: Key = ("category", "", "")


@dataclass
class Law:
    """A rule set with its source; what is reached is worked out when first asked for."""

    rules: RuleSet
    source: Source
    budget: Budget = field(default_factory=Budget)
    searches: Searches = field(default_factory=Searches)
    _event_answers: dict[object, Answer] = field(default_factory=dict)
    _orders: dict[Survey, Order] = field(default_factory=dict)
    _combinations: dict[Key, Combinations] = field(default_factory=dict)

    @cached_property
    def _surveys(self) -> Surveys:
        return Surveys(self.rules, self.searches)

    def survey(self, settings: Mapping[str, Value], budget: Budget | None = None) -> Survey:
        """The survey of rounds under some settings."""
        return self._surveys.under(settings, budget or self.budget)

    @cached_property
    def default(self) -> Survey:
        """The survey of rounds under the defaults."""
        return self.survey(defaults(self.rules))

    @cached_property
    def numbers(self) -> dict[str, Numbers]:
        """The numbers that are tried of each option and reading with a range."""
        return {p.id: numbers(self.rules, p, self.survey) for p in self.rules.parameters.values()}

    @cached_property
    def changes(self) -> list[tuple[str, Value]]:
        """Each single choice other than the default that is tried, of readings and then of options."""
        parameters = [p for kind in ("reading", "option") for p in self.rules.parameters.values() if p.kind == kind]
        return [(p.id, value) for p in parameters for value in self._tried(p) if value != p.default]

    def _tried(self, parameter: Parameter) -> Iterator[Value]:
        yield from (choice for choice in parameter.choices if not isinstance(choice, Range))
        yield from self.numbers[parameter.id].tried

    @cached_property
    def surveys(self) -> list[tuple[Chosen, Survey]]:
        """Surveys of rounds under the defaults (no setting), each single change, and all that the text itself says."""
        out: list[tuple[Chosen, Survey]] = [(None, self.default)]
        for name, value in self.changes:
            chosen = Setting(name, value, self.rules.glossary)
            out.append((chosen, self.survey({**defaults(self.rules), name: value})))
        if stance := joint_stance(self.rules):
            said = tuple(Setting(name, value, self.rules.glossary) for name, value in stance.items())
            out.append(
                (OwnSettings(said, Language(self.rules.language)), self.survey({**defaults(self.rules), **stance}))
            )
        return out

    def once_each(
        self, rows: Callable[[Survey], Iterable[T]], key: Callable[[T], Hashable]
    ) -> Iterator[tuple[Chosen, Survey, T]]:
        """All that is found under some settings, each once: with the first of them, and its survey."""
        known: set[Hashable] = set()
        for setting, survey in self.surveys:
            for row in rows(survey):
                if (row_key := key(row)) not in known:
                    known.add(row_key)
                    yield setting, survey, row

    def unsearched(self) -> Iterator[tuple[Asked, str]]:
        """The questions that the search leaves open under the defaults, with why; and settings that are not tried."""
        yield from self._untried()
        for question, reason in self.default.skipped:
            yield asked(question, self.rules), reason
        for answer in (*self.default.answers, *self.default.choices, self._events(self.default)):
            if answer.undecided:
                yield asked(answer.question, self.rules), answer.undecided
        for question in self.default.parting:
            yield asked(question, self.rules), "parties-differ"
        for kind in self.default.perhaps_used_up:
            yield Asked("objects", kind, "", self.rules.glossary), UNDECIDED
        order, categories = self.order(self.default), self.default.rules.categories
        for reason in order.too_many:
            yield Asked("category", "", "", self.rules.glossary), reason
        if leaves_unranked(self.default.hands):
            yield Asked("category", "", "", self.rules.glossary), "grown"
        # What a hand is that is formed of two is told, and not searched; those that it is formed of say nothing of it.
        if categories and self.default.rules.combines:
            yield Asked("reached", "", "", self.rules.glossary), "formed"
        # By keys it is also decided what an object stands for that may stand for others: see `idle_key`.
        reason = "stands-for" if self.rules.wilds else order.open
        if reason and any(category.keys for category in categories):
            yield Asked("keys", "", "", self.rules.glossary), reason

    def _untried(self) -> Iterator[tuple[Asked, str]]:
        """Values that may bring something else about; questions with rules that are there under no settings tried."""
        for name, sample in self.numbers.items():
            if not sample.is_every:
                yield Asked("setting", name, "", self.rules.glossary), f"numbers:{_listed(sample.tried)}"
        values: dict[str, list[Value]] = {}
        open_by_default = _open_in(self.default)
        for setting, survey in self.surveys:
            chosen = setting.settings if isinstance(setting, OwnSettings) else (setting,) if setting else ()
            if _open_in(survey) - open_by_default:
                for each in chosen:
                    values.setdefault(each.name, []).append(each.value)
        for name, some in values.items():
            yield Asked("setting", name, "", self.rules.glossary), f"values:{_listed(dict.fromkeys(some))}"
        asked_somewhere = {answer.question.key for _, _, answer in self.every_answer()}
        met = {(use.question.key, use.rule.eid, use.rule.span) for use in self.uses}
        for key in self.keys:
            there = [rule for rule in self.said(key) if rule not in rules_on(self.never_there, key)]
            is_met = all((key, rule.eid, rule.span) in met for rule in there)
            if key in asked_somewhere and not is_met and not self.combinations(key).is_every:
                yield Asked(*key, self.rules.glossary), "combinations"

    @cached_property
    def answers(self) -> list[tuple[Chosen, Survey, Answer]]:
        """Every question under every setting, with what rounds reach; irregularities among them.

        What is the same under a setting as under one before it is left out.
        """
        return list(self._once(lambda survey: (*survey.answers, self._events(survey))))

    @cached_property
    def uses(self) -> tuple[RuleUse, ...]:
        """Every rule on bets, on what is taken or paid beside, and on required actions; its use under all settings.

        Of a question with a rule that is of no use under any single choice, under combinations too, until it is.
        """
        uses = Uses()
        for _, survey, answer in self.every_answer():
            uses.see(survey, answer)
        known = {id(answer) for _, _, answer in self.every_answer()}
        for key in dict.fromkeys(use.question.key for use in uses.all):
            # Nothing is said of the rules on a question that a single change leaves open, whatever combinations bring.
            if self.combinations(key).is_every and self._is_open_under((single for _, single in self.surveys), key):
                continue
            for survey in self.combined(key):
                if self._are_of_use(uses.all, key):
                    break
                for answer in self.answers_of(survey, key):
                    if id(answer) not in known:
                        known.add(id(answer))
                        uses.see(survey, answer)
        return uses.all

    def _are_of_use(self, uses: Iterable[RuleUse], key: Key) -> bool:
        """True if every rule on a question makes a difference somewhere."""
        on_key = [use for use in uses if use.question.key == key]
        there = {(use.rule.eid, use.rule.span) for use in on_key}
        there |= {(rule.eid, rule.span) for rule in rules_on(self.never_there, key)}
        return not any(use.is_idle for use in on_key) and all((r.eid, r.span) in there for r in self.said(key))

    def said(self, key: Key) -> tuple[BoundRule[Any], ...]:
        """The rules on a question, whatever the settings under which they are there."""
        return rules_on(self._said, key)

    @property
    def keys(self) -> list[Key]:
        """Every question on which rules speak under some settings."""
        return keys_of(self._said)

    @cached_property
    def _said(self) -> Questions:
        return said_under_any(self.rules)

    @cached_property
    def never_there(self) -> Questions:
        """The questions with the rules alone that are there under no settings."""
        return never_there(self.rules)

    def combinations(self, key: Key) -> Combinations:
        """The combinations of settings that are tried for a question."""
        if key not in self._combinations:
            self._combinations[key] = combinations(self.rules, self._said, key, self.changes, self.numbers)
        return self._combinations[key]

    def combined(self, key: Key) -> Iterator[Survey]:
        """The surveys of rounds under combinations of the settings on which a question depends."""
        return (self.survey(settings, self._budget_of_combinations) for settings in self.combinations(key).settings)

    @cached_property
    def _budget_of_combinations(self) -> Budget:
        # A limit of their own, since that of the check may be used up.
        return Budget(self.budget.seconds)

    def answers_of(self, survey: Survey, key: Key) -> list[Answer]:
        """The answers to a question under some settings."""
        answers = (self._events(survey),) if key[0] == "event" else (*survey.answers, *survey.beside, *survey.choices)
        return [answer for answer in answers if answer.question.key == key]

    def is_left_open(self, key: Key) -> bool:
        """True if under some settings, or numbers, not every situation is known in which a question is asked."""
        if self.depends_on_numbers(key):
            return True
        return self._is_open_under(chain((survey for _, survey in self.surveys), self.combined(key)), key)

    def _is_open_under(self, surveys: Iterable[Survey], key: Key) -> bool:
        """True if in some survey not every situation is known in which a question is asked."""
        # What is taken or paid beside the result of a bet is searched with it.
        asked = ("bet", key[1], "") if key[0] in ("commission", "bonus") else key
        return any(
            any(question.key == asked for question, _ in survey.skipped)
            or any(answer.undecided for answer in self.answers_of(survey, key))
            for survey in surveys
        )

    def depends_on_numbers(self, key: Key) -> bool:
        """True if numbers that are not tried may bear on a question."""
        bearing = {name: self.numbers[name] for name in self.combinations(key).bearing}
        if not all(sample.is_every for sample in bearing.values()):
            return True
        # So many copies may be enough under the defaults, and not with what else is changed.
        largest = {name: sample.widest[-1] for name, sample in bearing.items() if sample.goes_on}
        return any(
            not self.survey(settings, self._budget_of_combinations).is_plentiful
            for settings in (self.combinations(key).settings if largest else ())
            if largest.items() <= settings.items()
        )

    def _once(self, answers: Callable[[Survey], Iterable[Answer]]) -> Iterator[tuple[Chosen, Survey, Answer]]:
        # By identity: `Surveys` gives one answer for what is asked, said and reached alike.
        return self.once_each(answers, key=id)

    def _events(self, survey: Survey) -> Answer:
        """The answer on irregularities; most settings say the same."""
        rules = survey.rules
        # Equal rules of different sentences are told apart: findings mark the sentence.
        key = (rules.events, tuple(rule.span for rule in rules.events), rules.precedences)
        if key not in self._event_answers:
            self._event_answers[key] = event_answer(survey.questions)
        return self._event_answers[key]

    def is_open_on_events(self, survey: Survey) -> bool:
        """True if not all is known of what follows from an irregularity under some setting."""
        return bool(self._events(survey).undecided)

    def every_answer(self) -> Iterator[tuple[Chosen, Survey, Answer]]:
        """Every question under every setting, also of what is taken or paid beside the result of a bet."""
        yield from self.answers
        yield from self._once(lambda survey: (*survey.beside, *survey.choices))

    def situations(self) -> Iterator[tuple[Chosen, Survey, Answer, Situation]]:
        """Every situation under every setting in which something is decided: what may be chosen is only allowed."""
        for setting, survey, answer in self.every_answer():
            for situation in answer.situations if answer.question.kind != "choice" else ():
                yield setting, survey, answer, situation

    def order(self, survey: Survey) -> Order:
        """Every hand that is dealt under some setting, by category and strength."""
        if survey not in self._orders:
            self._orders[survey] = self.searches.order(survey.questions, self.budget)
        return self._orders[survey]


def limits_of(law: Law, *keys: Key) -> list[Hint]:
    """That not all settings were tried of which some finding depends, where that is so."""
    return [] if all(law.combinations(key).is_every for key in keys) else [Hint("some-settings")]


def _open_in(survey: Survey) -> set[Key]:
    """The questions to which not every situation was put under some settings."""
    undecided = {answer.question.key for answer in survey.answers if answer.undecided}
    return undecided | {question.key for question, _ in survey.skipped}


def _listed(values: Iterable[Value]) -> str:
    return ", ".join(map(str, values))
