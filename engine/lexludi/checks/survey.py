"""The situations that the rules of a regulation can reach, question by question, under given settings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property, partial
from itertools import chain
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.source import Span
from lexludi.checks.deals import deal_of, is_after_show, used_up
from lexludi.checks.layers import Ends, Key, Met, Spot
from lexludi.checks.reachable import Reachable
from lexludi.checks.searches import Searched, Searches
from lexludi.checks.several import may_differ_for_several
from lexludi.checks.situations import (
    OWN_ACT,
    SEVERAL,
    STAYS,
    UNDECIDED,
    VOIDED,
    Answer,
    ExampleDeal,
    NotSearched,
    SearchedQuestion,
    Situation,
)
from lexludi.checks.taken import Taken, taken
from lexludi.exact.budget import Budget
from lexludi.play import plan as ops
from lexludi.play.decide import Judge, Question, Verdict
from lexludi.play.hands import Hands
from lexludi.play.plan import Op, Pc, Plan, ends_with_parties, walk
from lexludi.play.questions import Questions
from lexludi.play.round_state import GAP, State
from lexludi.play.table import alone, holders, moved_to
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, bind
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, Range, RuleSet, Value
from lexludi.rules.settings import decide, told_apart


@dataclass(frozen=True, eq=False)
class Survey:
    """The answers to the questions of a regulation; `skipped` are those that the search does not cover, with why.

    `steps` are the questions whether a step with a condition is taken, or one that is repeated ends;
    `beside` those on what is taken of a bet that wins, and paid beside its result; `choices` those whether norms
    speak of what may be chosen. `cited` are
    the provisions by which something happens in some round; `categories` those that hands
    have where that is asked for, or told. With a deal that shows it: `out_of_range` are the rules by
    which a number is to be kept or named that cannot be, with what it is to be; `no_choice` the
    choices of which each alternative is forbidden in some round, with the provisions that forbid
    them; `endless` the steps by which something is repeated for ever in some round; `used_up`
    the provisions by which more objects are to come than are left, with their kind.
    `perhaps_used_up` are the kinds of which no such deal was found where there may be one.
    `parting` are the questions on what is done once for the table that may have one answer for one party and
    another for the next, since the search follows one. `taken` are the steps that rounds take. `is_plentiful` says that
    with more of the same objects there would be no other rounds.
    """

    questions: Questions = field(repr=False)
    answers: tuple[Answer, ...]
    steps: tuple[Answer, ...]
    beside: tuple[Answer, ...]
    choices: tuple[Answer, ...]
    skipped: tuple[tuple[SearchedQuestion, str], ...]
    out_of_range: tuple[tuple[BoundRule[Any], str, ExampleDeal], ...]
    no_choice: tuple[tuple[BoundRule[m.Step], tuple[str, ...], ExampleDeal], ...]
    endless: tuple[tuple[BoundRule[m.Step], ExampleDeal], ...]
    used_up: tuple[tuple[str, str, ExampleDeal], ...]
    perhaps_used_up: tuple[str, ...]
    parting: tuple[SearchedQuestion, ...]
    cited: frozenset[str]
    categories: frozenset[str]
    taken: Taken
    is_plentiful: bool

    @property
    def rules(self) -> BoundRules:
        """The rules, with their settings decided."""
        return self.questions.judge.rules

    @property
    def hands(self) -> Hands:
        """The hands of the game."""
        return self.questions.judge.hands

    @property
    def has_every_category(self) -> bool:
        """True if no hand is of another category that is asked for, or told.

        What a hand is that is formed of two is not searched; nor what norms on bets, deeds and irregularities ask.
        """
        answers = (*self.answers, *self.steps, *self.beside, *self.choices)
        alone, norms = {PLACE_BET, CLOSE_BETS, *self.questions.own_acts}, self.questions.norms.items()
        beside = (self.questions.events, *(question for (_, action), question in norms if action in alone))
        ranks = any(isinstance(o, m.OF_CATEGORY) for question in beside for o in question.resolved)
        return not (self.skipped or self.rules.combines or ranks or any(answer.undecided for answer in answers))


class Surveys:
    """The surveys of a text under any settings. What rules say the same, in rounds that are the same, is one answer.

    In other rounds it is decided by the same verdicts.
    """

    def __init__(self, rules: RuleSet, searches: Searches | None = None) -> None:
        self.rules = rules
        self.searches = searches or Searches()
        self._surveys: dict[tuple[tuple[str, Value], ...], Survey] = {}
        self._answers: dict[object, Answer] = {}
        self._asked: dict[object, Question[Any]] = {}

    def under(self, settings: Mapping[str, Value], budget: Budget) -> Survey:
        """Every situation that rounds can reach under some settings."""
        key = tuple(sorted(settings.items()))
        if key not in self._surveys:
            questions = Questions(Judge(bind(decide(self.rules, settings)), asked=self._asked))
            searched = self.searches.of_rules(questions, budget)
            self._surveys[key] = _Answers(questions, searched, self._answers).survey()
        return self._surveys[key]


def survey(rules: RuleSet, settings: Mapping[str, Value]) -> Survey:
    """Every situation that rounds can reach under some settings, in the terms of the regulation's own glossary."""
    return Surveys(rules).under(settings, Budget())


def settling(rules: BoundRules, bet: str) -> list[BoundRule[m.Step]]:
    """The steps that settle a kind of bet."""
    return [rule for rule in rules.steps if isinstance(rule.effect, m.Settle) and bet in rule.effect.bets]


# ── Answers ─────────────────────────────────────────────────────────────────


class _Answers:
    """The answers that the rules give in the situations of rounds."""

    def __init__(self, questions: Questions, searched: Searched, answers: dict[object, Answer]) -> None:
        self.questions = questions
        self.searched = searched
        self.answers = answers
        self.rules = questions.judge.rules

    def survey(self) -> Survey:
        skipped = self._skipped()
        left_open = {question.key for question, _ in skipped}
        asked = self._asked()
        answers = [self._answer(question) for question in asked if question.key not in left_open]
        every = [*answers, *map(self._open, self._bets_left_open())]
        # Of rounds that were not searched it is not known which steps they take.
        steps = [] if self.searched.refused else [self._answer(question) for question in self._steps()]
        beside = [
            self._answer(SearchedQuestion(kind, bet, "", group))
            for kind, groups in (("commission", self.questions.commissions), ("bonus", self.questions.bonuses))
            for bet, group in groups.items()
            if group.rules and ("bet", bet, "") not in left_open
        ]
        used_up, perhaps_used_up = self._used_up()
        places = [
            (plan.ops[pc], self._is_shown(rounds, spot))
            for rounds, plan in zip(self.searched.rounds, self.searched.plans, strict=True)
            for pc, spot in rounds.reached.items()
        ]
        return Survey(
            self.questions,
            tuple(every),
            tuple(steps),
            tuple(beside),
            tuple(self._choices()),
            tuple(skipped),
            tuple(self._out_of_range()),
            tuple(self._no_choice()),
            tuple(self._endless()),
            used_up,
            perhaps_used_up,
            tuple(self._parting(left_open)),
            frozenset(self._cited([op for op, is_shown in places if is_shown], every, beside)),
            frozenset(category for rounds in self.searched.rounds for category in rounds.categories),
            self._taken(),
            not self.searched.refused
            and not any(rounds.is_short or rounds.lacking or rounds.used_up for rounds in self.searched.rounds)
            and all(is_shown for _, is_shown in places),
        )

    def _asked(self) -> list[SearchedQuestion]:
        """Every question that a round asks of the rules about hands, in the order of the steps."""
        out: dict[Key, SearchedQuestion] = {}
        for rule in self.rules.steps:
            match rule.effect:
                case m.Settle(bets):
                    questions = [SearchedQuestion("bet", bet, "", self.questions.outcomes[bet]) for bet in bets]
                case m.Comply(role, action):
                    questions = [SearchedQuestion("action", action, role, self.questions.norms[role, action])]
                case _:
                    questions = []
            for question in questions:
                out.setdefault(question.key, question)
        return list(out.values())

    def _steps(self) -> Iterator[SearchedQuestion]:
        """For each step with a condition, whether it is taken; for each that is repeated, whether it ends."""
        for rule in self.rules.steps:
            if rule.condition is not None:
                yield SearchedQuestion("step", rule.eid, str(rule.condition), Question(self.questions.judge, [rule]))
            step = rule.effect
            if isinstance(step, m.Repeat) or (isinstance(step, m.Comply) and ends_with_parties(step, self.rules)):
                ends = BoundRule[m.Step](step.until, step, rule.provisions)
                yield SearchedQuestion("step", rule.eid, str(step.until), Question(self.questions.judge, [ends]))

    def _choices(self) -> Iterator[Answer]:
        """The answers of norms on what may be chosen; of rounds that were not searched nothing is known of these."""
        required = {(e.role, e.action) for rule in self.rules.steps if isinstance(e := rule.effect, m.Comply)}
        for (role, action), group in self.questions.norms.items():
            if action in self._chosen and (role, action) not in required:
                answer = self._answer(SearchedQuestion("choice", action, role, group))
                yield replace(answer, undecided=UNDECIDED) if self.searched.refused else answer

    @cached_property
    def _chosen(self) -> dict[str, set[str]]:
        """The actions that may be chosen, each with the roles of those whose norms then speak of it."""
        roles_by_action: dict[str, set[str]] = {}
        bettors = [(role.id, role.at) for role in self.rules.roles.values() if role.kind == "bettor"]
        for step in (rule.effect for rule in self.rules.steps):
            if isinstance(step, m.Choose):
                for action in step.actions:
                    roles_by_action.setdefault(action, set()).update((step.role, *chain.from_iterable(bettors)))
        return roles_by_action

    def _met(self, question: SearchedQuestion) -> Iterator[tuple[Reachable, Met]]:
        for rounds in self.searched.rounds:
            if (met := rounds.met.get(question.key)) is not None:
                yield rounds, met

    def _answer(self, question: SearchedQuestion) -> Answer:
        met = tuple(rounds for rounds, _ in self._met(question))
        rules = question.group.rules
        # `met` goes by identity: rounds that are alike are one search (`Searches`).
        spans = tuple(rule.span for rule in rules)
        # Where other readings leave it open, what decides is cited with these.
        others = question.group.others
        key = (question.key, rules, spans, others, self.rules.precedences, met, self._not_followed)
        if key not in self.answers:
            self.answers[key] = self._decided(question)
        return self.answers[key]

    def _decided(self, question: SearchedQuestion) -> Answer:
        """The answer of the rules to a question, in each situation in which it is met."""
        situations: dict[tuple[Any, ...], Situation] = {}
        unsure: set[tuple[Any, ...]] = set()
        group, examined = question.group, 0.0
        for rounds, met in self._met(question):
            # The same deals come back with every wager: they are not added up.
            examined = max(examined, met.examined)
            unsure |= met.unsure
            for values, spot in met.spots.items():
                if values not in situations:
                    verdict = group.decide(values)
                    shown = partial(_example, rounds, spot, met.observables)
                    if self._is_shown(rounds, spot, met.observables):
                        situations[values] = Situation(values, verdict, group.speaking(values), shown)
                    else:
                        unsure.add(values)
        # What is met surely as well is no longer in doubt. Norms on what must be done may speak of a choice as well.
        is_chosen_too = question.kind == "action" and question.role in self._chosen.get(question.about, ())
        undecided = UNDECIDED if is_chosen_too or unsure - situations.keys() else self._not_followed
        return Answer(question, tuple(situations.values()), int(examined), undecided)

    @cached_property
    def _not_followed(self) -> str:
        """Why rounds may reach more than those do that are searched; nothing where they cannot."""
        kept = {rule.effect.bet for rule in self.rules.outcomes if isinstance(rule.effect, m.Keep)}
        if kept & self.rules.source.put_by_rule:
            return STAYS
        if self.questions.intervening or self.questions.voiding:
            return OWN_ACT if self.questions.intervening else VOIDED
        return SEVERAL if may_differ_for_several(self.questions) else ""

    def _is_shown(self, rounds: Reachable, spot: Spot, observables: tuple[m.Observable, ...] = ()) -> bool:
        """A deal shows a row: the round that is shown before it, if one is, comes to its end, with objects for all."""
        ends = self.searched.shown
        if ends is not Ends.ALWAYS and not is_after_show(rounds, spot):
            ends = Ends.ALWAYS
        if ends is Ends.ALWAYS and not rounds.used_up and not rounds.lacking:
            return True
        try:
            return ends is not Ends.NEVER and bool(deal_of(rounds, spot, observables))
        except NotSearched:
            return False

    def _bets_left_open(self) -> Iterator[tuple[str, Reachable, Spot]]:
        """The bets that are open at the end of some round, each once."""
        seen: set[str] = set()
        for rounds in self.searched.rounds:
            for bet, spot in rounds.open.items():
                if bet not in seen and self._is_shown(rounds, spot):
                    seen.add(bet)
                    yield bet, rounds, spot

    def _open(self, left: tuple[str, Reachable, Spot]) -> Answer:
        """A bet of which no rule was asked: a gap, in an answer without rules, by the steps that settle it."""
        bet, rounds, spot = left
        eids = dict.fromkeys(eid for rule in settling(self.rules, bet) for eid in rule.provisions)
        verdict: Verdict[Any] = Verdict(None, tuple(eids) or (self.rules.bets[bet].eid,), GAP)
        question = SearchedQuestion("bet", bet, "", Question(self.questions.judge, []))
        return Answer(question, (Situation((), verdict, (), partial(_example, rounds, spot, ())),), 1)

    def _out_of_range(self) -> Iterator[tuple[BoundRule[Any], str, ExampleDeal]]:
        """The rules by which a number is to be kept or named that cannot be, each once, with what it is to be."""
        seen: set[tuple[str, Span]] = set()
        for rounds, plan in zip(self.searched.rounds, self.searched.plans, strict=True):
            for (pc, _), spot in rounds.out_of_range.items():
                if self._is_shown(rounds, spot):
                    state, example = deal_of(rounds, spot, ())
                    rule, about = self._keeping(plan, pc, state)
                    if (rule.eid, rule.span) not in seen:
                        seen.add((rule.eid, rule.span))
                        yield rule, about, example

    def _no_choice(self) -> Iterator[tuple[BoundRule[m.Step], tuple[str, ...], ExampleDeal]]:
        """The choices of which every alternative is forbidden in some round, each once, with what forbids them."""
        seen: set[int] = set()
        for rounds, plan in zip(self.searched.rounds, self.searched.plans, strict=True):
            for pc, spot in rounds.no_choice.items():
                op = plan.ops[pc]
                assert isinstance(op, ops.Ask)
                if (step := plan.bases[pc].step) not in seen and self._is_shown(rounds, spot):
                    seen.add(step)
                    state, example = deal_of(rounds, spot, ())
                    forbidding = (self.questions.forbidding_choice(state, op, action) for action in op.actions)
                    eids = tuple(dict.fromkeys(eid for provisions in forbidding for eid in provisions))
                    yield self.rules.steps[step], eids, example

    def _endless(self) -> Iterator[tuple[BoundRule[m.Step], ExampleDeal]]:
        """The steps by which something is repeated for ever in some round, each once."""
        seen: set[int] = set()
        # What bettors do of their own accord may end a round, and is not searched.
        every = zip(self.searched.rounds, self.searched.plans, strict=True)
        for rounds, plan in () if self.questions.intervening else every:
            for pc, spot in rounds.endless.items():
                if (step := plan.bases[pc].step) not in seen and self._is_shown(rounds, spot):
                    seen.add(step)
                    yield self.rules.steps[step], _example(rounds, spot, ())

    def _taken(self) -> Taken:
        """The steps that rounds take: not all of them, where rounds may reach more than those that are searched."""
        steps_taken = taken(self.rules, self.searched)
        return replace(steps_taken, is_whole=False) if self._not_followed else steps_taken

    def _used_up(self) -> tuple[tuple[tuple[str, str, ExampleDeal], ...], tuple[str, ...]]:
        """The provisions by which more objects are to come than are left, each once, with the kind of the objects.

        And the kinds of which that is not known.
        """
        examples: dict[tuple[str, str], ExampleDeal] = {}
        perhaps: dict[str, None] = {}
        for rounds, written in zip(self.searched.rounds, self.searched.written, strict=True):
            perhaps.update(dict.fromkeys(rounds.lacking))
            for pc, spot in rounds.used_up.items():
                try:
                    place, example = used_up(rounds, spot)
                    op = written.ops[place]
                    assert isinstance(op, ops.Chance)
                    examples.setdefault((op.provisions[0], op.kind), example)
                except NotSearched:
                    comes = rounds.plan.ops[pc]
                    assert isinstance(comes, ops.Chance)
                    perhaps[comes.kind] = None
        known = {kind for _, kind in examples}
        return tuple((*key, deal) for key, deal in examples.items()), tuple(
            kind for kind in perhaps if kind not in known
        )

    def _parting(self, left_open: set[Key]) -> Iterator[SearchedQuestion]:
        """The questions on what is done once for the table to which rounds give both answers, whoever is asked."""
        asked = {*_asked_of_all(self.rules)}
        for question in (*self._asked(), *self._steps()):
            if question.key in asked - left_open:
                verdicts = [situation.verdict for situation in self._answer(question).situations]
                rules = [verdict.rule for verdict in verdicts if not verdict.problem or question.kind == "step"]
                if len({None if rule is None else _is_done(rule) for rule in rules}) > 1:
                    yield question

    def _keeping(self, plan: Plan, pc: Pc, state: State) -> tuple[BoundRule[Any], str]:
        """The rule by which a number is kept or named at a place of a round, and what it is to be."""
        if not isinstance(op := plan.ops[pc], ops.Settle):
            step = self.rules.steps[plan.bases[pc].step]
            assert isinstance(step.effect, m.Remember)
            return step, step.effect.memory
        rule = self.questions.result(state, state.bets[op.bet]).rule
        assert rule is not None
        assert isinstance(rule.effect, m.GoOn)
        return rule, rule.effect.to

    # ── What is left out ────────────────────────────────────────────────────

    def _skipped(self) -> list[tuple[SearchedQuestion, str]]:
        reasons: dict[Key, str] = {}
        for rounds in self.searched.rounds:
            for pc, reason in rounds.told_apart.left_open.items():
                for key in self._asked_at(rounds.plan, pc):
                    reasons.setdefault(key, reason)
        put = self.rules.source.put_by_rule  # in any round, with whichever bets it began
        asked = self._asked()
        # A bet that no step settles may be decided otherwise, or be left open.
        settled = {question.about for question in asked if question.kind == "bet"}
        # What is staked on a bet may be moved to another, and is settled as that.
        refused = [
            (why, {kind for bet in bets for kind in self.rules.kinds[bet]}) for why, bets in self.searched.refused
        ]
        kinds_refused = dict.fromkeys(kind for _, kinds in refused for kind in sorted(kinds))
        asked += [
            SearchedQuestion("bet", kind, "", self.questions.outcomes[kind])
            for kind in kinds_refused
            if kind not in settled
        ]
        for reason, kinds in refused:
            for question in asked:
                if question.kind == "action" or question.about in {*kinds, *put}:
                    reasons.setdefault(question.key, reason)
        return [(question, reasons[question.key]) for question in asked if question.key in reasons]

    def _asked_at(self, plan: Plan, pc: Pc) -> Iterator[Key]:
        """The questions that are asked at a place: of a bet by the rules on whatever it may be by then."""
        match plan.ops[pc]:
            case ops.Settle(bet):
                yield from (("bet", kind, "") for kind in self.rules.kinds[plan.bets[bet].bet])
            case ops.Require(role, action):
                yield ("action", action, role)
            case _:
                return

    def _cited(self, program: Iterable[Op], answers: Iterable[Answer], beside: Iterable[Answer]) -> Iterator[str]:
        """The provisions by which something happens in some round, or of which a hand is."""
        # Of what category the hands are of which another is formed, nobody asks.
        categories = () if self.rules.combines else self.rules.categories
        for rounds in self.searched.rounds:
            yield from (category.eid for category in categories if category.id in rounds.categories)
        for op in program:
            if not isinstance(op, ops.Branch | ops.Finish | ops.Stop):
                yield from op.provisions
        for answer in (*answers, *beside):
            for situation in answer.situations:
                if not situation.verdict.problem:
                    yield from situation.verdict.provisions
            if answer.question.kind == "bet" and answer.question.group.rules and answer.situations:
                for definition in self.questions.definitions_of(answer.question.group):
                    yield from definition.provisions


def _asked_of_all(rules: BoundRules) -> Iterator[Key]:
    """The questions on what is done once for the table that are asked of each of two who bet."""
    offered, places = rules.source.offered, [place for place in holders(rules) if place]
    if not offered:
        return
    bet = alone(rules, offered[0].id)
    other = moved_to(rules, bet._replace(bettor=f"{rules.bettor}-2"), places[1] if len(places) > 1 else bet.holder)
    for op in walk(rules, (bet, other)).ops:
        match op:
            case ops.Branch(condition, others=(_, *_), provisions=(eid, *_)):
                yield ("step", eid, str(condition))
            case ops.Require(role, action, parties=(_, _, *_)):
                yield ("action", action, role)
            case _:
                pass


def _is_done(rule: BoundRule[Any]) -> bool:
    """By a rule something is done: it is a step that is taken, or requires an action."""
    return not isinstance(rule.effect, m.Norm) or rule.effect.modality is m.Modality.MUST


def _example(rounds: Reachable, spot: Spot, observables: tuple[m.Observable, ...]) -> ExampleDeal:
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
    """Each value of each option and reading; of a range its bounds, what is next to the lowest, and the default.

    With them come the numbers of a range that rules tell apart.
    """
    out: list[tuple[str, Value]] = []
    for parameter in rules.parameters.values():
        values: dict[Value, None] = {}
        for choice in parameter.choices:
            if isinstance(choice, Range):
                # An open range has no highest value.
                near = (choice.low, choice.low + 1, choice.high)
                values.update(dict.fromkeys(v for v in near if v is not None and v in choice))
            else:
                values[choice] = None
        values.update(dict.fromkeys(told_apart(rules, parameter)))
        values.setdefault(parameter.default)
        out.extend((parameter.id, value) for value in values)
    return out
