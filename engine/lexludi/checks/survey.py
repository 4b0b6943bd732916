"""The situations that the rules of a regulation can reach, question by question, under given settings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from lexludi.checks.deals import deal_of
from lexludi.checks.kept import Kept
from lexludi.checks.reachable import Key, Met, Reachable, Spot
from lexludi.checks.situations import Answer, Example, NotSearched, Question, Situation
from lexludi.checks.wagers import wagers
from lexludi.exact.budget import Budget
from lexludi.play.decide import Judge, Verdict
from lexludi.play.decide import Question as Group
from lexludi.play.hands import Hands
from lexludi.play.plan import Alter, Ask, Bets, Chance, Jump, Pc, Plan, Require, Settle, Tell
from lexludi.play.process import Questions
from lexludi.play.round_state import GAP
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, bind, observables_of
from lexludi.rules.model import Range, RuleSet, Value
from lexludi.rules.settings import decide


@dataclass(frozen=True, eq=False)
class Survey:
    """The answers to the questions of a regulation; `skipped` are those that the search does not cover, with why.

    `steps` are the questions whether a step with a condition is taken, or one that is repeated ends;
    `commissions` those on what is taken of a bet that wins. `cited` are the provisions by which something happens
    in some round; `categories` those that hands have when somebody looks at them.
    """

    questions: Questions = field(repr=False)
    answers: tuple[Answer, ...]
    steps: tuple[Answer, ...]
    commissions: tuple[Answer, ...]
    skipped: tuple[tuple[Question, str], ...]
    cited: frozenset[str]
    categories: frozenset[str]

    @property
    def rules(self) -> BoundRules:
        """The rules, with their settings decided."""
        return self.questions.judge.rules

    @property
    def hands(self) -> Hands:
        """The hands of the game."""
        return self.questions.judge.hands


def survey(rules: RuleSet, settings: Mapping[str, Value], budget: Budget | None = None) -> Survey:
    """Every situation that rounds can reach under some settings, in the terms of the regulation's own glossary."""
    terms = tuple((e.id, tuple(e.spellings.items()), e.symbol, e.sign) for e in rules.glossary.entries.values())
    own = budget or Budget()
    key = (rules.statements, terms, own.seconds)
    return _survey(key, Kept((rules, own)), tuple(sorted(settings.items())))


@lru_cache(16)
def _survey(key: object, kept: Kept[tuple[RuleSet, Budget]], settings: tuple[tuple[str, Value], ...]) -> Survey:
    rules, budget = kept.value
    bound = bind(decide(rules, dict(settings)))
    searched = _searched(_played(bound), budget.seconds, Kept((bound, budget)))
    return _Answers(Questions(Judge(bound)), searched).survey()


# ── What is played ──────────────────────────────────────────────────────────


@dataclass(frozen=True)
class _Searched:
    """The rounds of each wager that were searched; and the questions that those which were not might ask, with why."""

    rounds: tuple[Reachable, ...]
    refused: tuple[tuple[str, tuple[str, ...]], ...]  # why, and the kinds of the bets
    # What rules that are played alike answer: most settings leave most rules as they are.
    answers: dict[object, Answer] = field(default_factory=dict)


@lru_cache(24)
def _searched(key: object, seconds: float, kept: Kept[tuple[BoundRules, Budget]]) -> _Searched:
    """The rounds of rules that are played alike: what depends on how bets are settled is no part of them."""
    rules, budget = kept.value
    questions, rounds, refused = Questions(Judge(rules)), [], []
    for bets in wagers(rules):
        try:
            own = Reachable(questions, bets, budget)
            rounds.append(_run((_played(rules, by_stock=False), bets, own.stock_told), budget.seconds, Kept(own)))
        except NotSearched as reason:
            refused.append((str(reason), tuple(bet.bet for bet in bets)))
    return _Searched(tuple(rounds), tuple(refused))


@lru_cache(64)
def _run(key: object, seconds: float, kept: Kept[Reachable]) -> Reachable:
    """Rounds that were searched before, where nothing on which they depend is different."""
    return kept.value.run()


def _played(rules: BoundRules, *, by_stock: bool = True) -> object:
    """Everything that decides how rounds are played, and what is read in them; with the stock, or without it."""
    source = rules.source
    acting = {e.action for rule in rules.steps if isinstance(e := rule.effect, m.Comply)}
    acting |= {action for rule in rules.steps if isinstance(e := rule.effect, m.Choose) for action in e.actions}
    return (
        tuple(replace(rule, effect=_move(rule.effect, by_stock=by_stock)) for rule in rules.steps),
        tuple(tuple(observables) for observables in _read(rules)),
        tuple(rule for rule in rules.norms if rule.effect.action in acting),
        tuple((action, upon) for action, upon in rules.upons.items() if action in acting),
        # How many places there are makes no difference to one bettor.
        tuple((role.id, role.kind, role.at) for role in rules.roles.values()),
        (tuple(rules.bets.values()), rules.statuses, rules.precedences),
        (tuple(rules.definitions.values()), rules.categories),
        source.stocks if by_stock else tuple(stock.object for stock in source.stocks),
        (source.thrown, source.worths, source.modulus, source.best_within),
        (*source.scales.values(), *source.runs.values()),
    )


def _read(rules: BoundRules) -> Iterator[dict[m.Observable, None]]:
    """Observables that settle each bet, and a commission of it, in the order in which they are read."""
    for bet in rules.bets:
        for about in (rules.outcomes, rules.commissions):
            own = (rule.condition for rule in about if rule.effect.bet == bet)
            yield dict.fromkeys(o for condition in own for o in observables_of(condition))


def _move(step: m.Step, *, by_stock: bool) -> m.Step:
    """A step as far as it matters to rounds without weights: not whether objects lie face up, nor what is shown."""
    match step:
        case m.Burn(kind) if not by_stock:
            return m.Burn(kind, 1)
        case m.PlaceMarker():
            return m.PlaceMarker("", 0)
        case m.Demonstrate(rounds):
            return m.Demonstrate(min(rounds, 1))
        case m.Deal():
            return replace(step, face_up=False)
        case m.Ceremony():
            return m.Ceremony("", "", "")
        case _:
            return step


# ── Answers ─────────────────────────────────────────────────────────────────


class _Answers:
    """The answers that the rules give in the situations of rounds."""

    def __init__(self, questions: Questions, searched: _Searched) -> None:
        self.questions = questions
        self.searched = searched
        self.rules = questions.judge.rules

    def survey(self) -> Survey:
        skipped = self._skipped()
        left_open = {(question.kind, question.about, question.role) for question, _ in skipped}
        asked = self._asked()
        answers = [self._answer(question) for question in asked if _key(question) not in left_open]
        every = [*answers, *map(self._open, self._bets_left_open())]
        # Of rounds that were not searched it is not known which steps they take.
        steps = [] if self.searched.refused else [self._answer(question) for question in self._steps()]
        commissions = [
            self._answer(Question("commission", bet, "", group))
            for bet, group in self.questions.commissions.items()
            if ("bet", bet, "") not in left_open
        ]
        return Survey(
            self.questions,
            tuple(every),
            tuple(steps),
            tuple(commissions),
            tuple(skipped),
            frozenset(self._cited(every, commissions)),
            frozenset(category for rounds in self.searched.rounds for category in rounds.categories),
        )

    def _asked(self) -> list[Question]:
        """Every question that a round asks of the rules about hands, in the order of the steps."""
        out: dict[Key, Question] = {}
        for rule in self.rules.steps:
            match rule.effect:
                case m.Settle(bets):
                    own = [Question("bet", bet, "", self.questions.outcomes[bet]) for bet in bets]
                case m.Comply(role, action):
                    own = [Question("action", action, role, self.questions.norms[role, action])]
                case _:
                    own = []
            for question in own:
                out.setdefault(_key(question), question)
        return list(out.values())

    def _steps(self) -> Iterator[Question]:
        """For each step with a condition, whether it is taken; for each that is repeated, whether it ends."""
        for rule in self.rules.steps:
            if rule.condition is not None:
                yield Question("step", rule.eid, str(rule.condition), Group(self.questions.judge, [rule]))
            if isinstance(rule.effect, m.Repeat):
                ends = BoundRule(rule.effect.until, rule.effect, rule.provisions)
                yield Question("step", rule.eid, str(rule.effect.until), Group(self.questions.judge, [ends]))

    def _met(self, question: Question) -> Iterator[tuple[Reachable, Met]]:
        for rounds in self.searched.rounds:
            if (met := rounds.met.get(_key(question))) is not None:
                yield rounds, met

    def _answer(self, question: Question) -> Answer:
        rules = question.group.rules
        # Rules that say the same in another text stand elsewhere.
        key = (_key(question), rules, tuple(rule.span for rule in rules), self.rules.precedences)
        if key not in self.searched.answers:
            self.searched.answers[key] = self._decided(question)
        return self.searched.answers[key]

    def _decided(self, question: Question) -> Answer:
        """The answer of the rules to a question, in each situation in which it is met."""
        situations: dict[tuple[Any, ...], Situation] = {}
        unsure: set[tuple[Any, ...]] = set()
        group, examined = question.group, 0.0
        for rounds, met in self._met(question):
            examined = max(examined, met.examined)
            unsure |= met.unsure
            for values, spot in met.spots.items():
                if values not in situations:
                    read = dict(zip(group.observables, values, strict=True))
                    shown = partial(_example, rounds, spot, met.observables)
                    situations[values] = Situation(values, group.decide(values), tuple(group.applying(read)), shown)
        return Answer(question, tuple(situations.values()), int(examined), len(unsure - situations.keys()))

    def _bets_left_open(self) -> Iterator[tuple[str, Reachable, Spot]]:
        """The bets that are open at the end of some round, each once."""
        seen: set[str] = set()
        for rounds in self.searched.rounds:
            for bet, spot in rounds.open.items():
                if bet not in seen:
                    seen.add(bet)
                    yield bet, rounds, spot

    def _open(self, left: tuple[str, Reachable, Spot]) -> Answer:
        """A bet of which no rule was asked: a gap, in an answer without rules."""
        bet, rounds, spot = left
        verdict: Verdict[Any] = Verdict(None, (self.rules.bets[bet].eid,), GAP)
        question = Question("bet", bet, "", Group(self.questions.judge, []))
        return Answer(question, (Situation((), verdict, (), partial(_example, rounds, spot, ())),), 1)

    # ── What is left out ────────────────────────────────────────────────────

    def _skipped(self) -> list[tuple[Question, str]]:
        reasons: dict[Key, str] = {}
        for rounds in self.searched.rounds:
            for pc, reason in rounds.told_apart.left_open.items():
                reasons.setdefault(next(_asked_at(rounds.plan, pc)), reason)
        for reason, kinds in self.searched.refused:
            for question in self._asked():
                if question.kind == "action" or question.about in kinds:
                    reasons.setdefault(_key(question), reason)
        return [(question, reasons[_key(question)]) for question in self._asked() if _key(question) in reasons]

    def _cited(self, answers: Iterable[Answer], commissions: Iterable[Answer]) -> Iterator[str]:
        """The provisions by which something happens in some round, or of which a hand is."""
        for rounds in self.searched.rounds:
            yield from (category.eid for category in self.rules.categories if category.id in rounds.categories)
            for pc in rounds.reached:
                match rounds.plan.ops[pc]:
                    case (
                        Tell(provisions=provisions)
                        | Chance(provisions=provisions)
                        | Alter(provisions=provisions)
                        | Bets(provisions=provisions)
                        | Jump(provisions=provisions)
                        | Ask(provisions=provisions)
                    ):
                        yield from provisions
                    case _:
                        pass
        for answer in (*answers, *commissions):
            for situation in answer.situations:
                if not situation.verdict.problem:
                    yield from situation.verdict.provisions
            if answer.question.kind == "bet" and answer.question.group.rules and answer.situations:
                read = self.questions.definitions_read[answer.question.about]
                yield from (self.rules.definitions[key].eid for key in read)


def _key(question: Question) -> Key:
    return (question.kind, question.about, question.role)


def _asked_at(plan: Plan, pc: Pc) -> Iterator[Key]:
    match plan.ops[pc]:
        case Settle(bet):
            yield ("bet", plan.bets[bet].bet, "")
        case Require(role, action):
            yield ("action", action, role)
        case _:
            return


def _example(rounds: Reachable, spot: Spot, observables: tuple[m.Observable, ...]) -> Example:
    _, example = deal_of(rounds, spot, observables)
    return example


# ── Settings ────────────────────────────────────────────────────────────────


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
