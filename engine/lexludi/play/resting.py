"""Readings that a step rests on: those under another value of which the same moment of a round is decided otherwise.

A step that is there only by a reading rests on it. What a question decides is asked again
of the same state under each other value of each reading, all others as they are. Where
no rule decides under one of them, it is the reading that decides, and not the provision
that is silent in that reading. So it is asked without each precedence that the file infers
and no words say; a step that comes where it does by an inference rests on that.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from lexludi.base.frozen import dataclass
from lexludi.base.plain import exactly, given
from lexludi.play.decide import Judge, Question, Verdict
from lexludi.play.material import Hand
from lexludi.play.observe import role_of
from lexludi.play.payment import amount_beside, paid_beside, pay
from lexludi.play.plan import Alter, Basis, Branch, Op, Require, Settle, Who
from lexludi.play.process import hand_meant
from lexludi.play.questions import Questions, staked_on
from lexludi.play.round_state import CONFLICT, Bet, EndPart, Money, State, Told
from lexludi.rules import meaning as m
from lexludi.rules.bind import bind
from lexludi.rules.grounds import applied
from lexludi.rules.model import Parameter, Precedence, RuleSet, Value, under
from lexludi.rules.settings import Origin, decide_alone, other_readings, other_values

# Results under another value: no rule decides; the bet goes on; the round takes another course before it comes so far;
# somebody would first choose what is not for choosing under the value taken.
UNSETTLED, OPEN, ELSEWHERE, DEPENDS = "unsettled", "open", "elsewhere", "depends"

# How a stake is beyond its bounds: keys of messages.
BEYOND_BOUNDS = TOO_LOW, TOO_HIGH, UNEQUAL = "stake-too-low", "stake-too-high", "stake-not-equal"

# What a question is about: an irregularity, a bet, an action, a status or the category of a hand.
_About = tuple[str, ...]


class Moment(NamedTuple):
    """The moment of a step: the operation of the program, what it is there by, and the state before it."""

    op: Op | None
    basis: Basis
    state: State


class Intent(NamedTuple):
    """An action that is to be done, and the state in which it is asked for: of a bet, or (without one) of the table."""

    action: str
    state: State
    unit: str = ""
    bet: Bet | None = None
    against: tuple[str, ...] = ()  # the provisions by which it may be done, whatever others say over which they prevail
    among: tuple[str, ...] = ()  # the alternatives, where it is chosen
    is_amount: bool = False  # only the stake of a bet that stands is asked about

    def forbidding(self, questions: Questions) -> tuple[str, ...]:
        """The provisions that forbid it."""
        if self.bet is None:
            return questions.forbidding_all(self.state, self.action)
        if self.is_amount:
            return questions.out_of_bounds(self.state, self.bet)
        return questions.forbidding(self.state, self.action, self.unit, self.bet, self.against, self.among)

    def refusing(self, questions: Questions) -> tuple[str, ...]:
        """The provisions that forbid it, then those of the definitions and categories that they read."""
        if self.bet is None:
            return questions.refusing_all(self.state, self.action)
        norms, actions = self.forbidding(questions), dict.fromkeys((self.action, *self.among))
        return questions.refusing(self.state, actions, self.unit, self.bet, norms)

    def lacking(self, questions: Questions) -> tuple[str, ...]:
        """The bets for want of which it is forbidden."""
        if self.bet is None or self.is_amount:
            return ()
        return questions.lacking(self.state, self.action, self.unit, self.bet, self.against)

    def beyond(self, questions: Questions) -> tuple[str, dict[str, str]] | None:
        """Of a stake that bounds alone forbid: how it is beyond them, the stake in all, and what is admitted."""
        if self.bet is None or (admitted := questions.admitted(self.state, self.bet, self.against)) is None:
            return None
        least, most = admitted
        stake = staked_on(self.state, self.bet)
        key = UNEQUAL if least == most else TOO_LOW if stake < least else TOO_HIGH
        return key, {"stake": str(stake), "limit": str(most if key == TOO_HIGH else least)}


@dataclass(frozen=True)
class Otherwise:
    """The answer under another value of a reading: a result, with the gain of a bet, or the category of a hand.

    Of a bet that goes on as one of another kind, `to` is that, and `naming` what it names then.
    Of a hand that is void, `party` is whose.
    Of an outcome of a bet, in all rounds that end so, `probability` is that of those which would end otherwise; `parts`
    are the ends of all bets that end together, where there are several.
    """

    value: Value
    result: str
    net: Money | None = None
    category: str = ""
    probability: Fraction | None = None
    to: str = ""
    naming: str = ""
    party: str = ""
    parts: tuple[EndPart, ...] = ()


@dataclass(frozen=True)
class ByReading:
    """A reading that a step rests on: its value, where that comes from, its provision, and what others would do.

    `default` is that of the work. Of a step that `is_silent` no provision says what was
    done, and `borrowed` are those whose consequence the reading applies.
    """

    reading: str
    value: Value
    origin: Origin
    default: Value
    provision: str
    otherwise: tuple[Otherwise, ...]
    is_silent: bool = False
    borrowed: tuple[str, ...] = ()


class Inference(Enum):
    """The kinds of inferences of a transcriber: which provision prevails, and whose steps come first."""

    PREVAILS = "prevails"
    PRECEDES = "precedes"


@dataclass(frozen=True)
class ByInference:
    """An inference that a step rests on: the file, and no words of the law, puts a provision before another.

    `reason` is in the language of the text. Without a precedence the answer would be `result`,
    as `Otherwise` has it; of an order of steps there is none.
    """

    kind: Inference
    provision: str
    other: str
    reason: str
    language: str
    result: str = ""
    net: Money | None = None
    to: str = ""
    naming: str = ""
    party: str = ""

    @classmethod
    def of(cls, inferred: Precedence, language: str) -> "ByInference":
        """That one provision prevails over another by an inference."""
        return cls(Inference.PREVAILS, inferred.winner, inferred.loser, inferred.reason, language)


def inferences(rules: RuleSet) -> tuple[ByInference, ...]:
    """All inferences that rules rest on, each once: of which provision prevails, and of whose steps come first.

    Of rules that are decided, those between provisions that still have any.
    """
    deciding = {
        eid for rule in (*rules.outcomes, *rules.norms, *rules.events, *rules.closings) for eid in rule.provisions
    }
    between = (
        ByInference.of(p, rules.language)
        for p in rules.precedences
        if p.is_inferred and all(any(under(eid, home) for home in deciding) for eid in (p.winner, p.loser))
    )
    there = {eid for step in rules.steps for eid in step.provisions}
    placed = (
        ByInference(Inference.PRECEDES, place.earlier, place.later, place.reason, rules.language)
        for step in rules.steps
        for place in step.put_before
        if there.intersection(place.passed)
    )
    return tuple(dict.fromkeys((*between, *placed)))


class Rest(NamedTuple):
    """All that a step rests on beside the words of the law."""

    readings: tuple[ByReading, ...] = ()
    inferences: tuple[ByInference, ...] = ()


@dataclass(frozen=True)
class _Alternative:
    """Another value of a reading, and the questions that the rules answer under it.

    `goes_alike`: a round goes the same way up to a question.
    """

    parameter: Parameter
    value: Value
    questions: Questions
    goes_alike: bool


class Resting:
    """The readings of a game, and what each other value of them would decide."""

    def __init__(
        self, rules: RuleSet, settings: Mapping[str, Value], origins: Mapping[str, Origin], questions: Questions
    ) -> None:
        self.rules = rules
        self.settings = settings
        self.origins = origins
        self.questions = questions
        self._alternatives = tuple(self._others())
        self._inferred = tuple(p for p in questions.judge.rules.precedences if p.is_inferred)
        # Each by itself, and all together: where two say the same, neither decides alone.
        self._without = {p: self._questions_without((p,)) for p in self._inferred}
        self._without_all = self._questions_without(self._inferred)
        # By what a question is about: the values under which it may have another answer.
        self._bearing: dict[_About, tuple[_Alternative, ...]] = {}

    def _others(self) -> Iterator[_Alternative]:
        """The values of readings under which rules answer any question otherwise."""
        here = self.questions.judge.rules.source
        for parameter, value in other_readings(self.rules, self.settings):
            other = decide_alone(self.rules, {**self.settings, parameter.id: value})
            if _answers(other) != _answers(here):
                goes_alike = (other.steps, other.norms, other.upons) == (here.steps, here.norms, here.upons)
                yield _Alternative(parameter, value, Questions(Judge(bind(other))), goes_alike)

    # ── Steps ───────────────────────────────────────────────────────────────

    def of_step(self, told: Told, moment: Moment) -> Rest:
        """The readings and inferences that a step rests on, told at a moment."""
        static = [self._there_for(name) for name in moment.basis.readings]
        asked = self._asked(told, moment)
        if asked is None:
            return Rest(tuple(static), tuple(self.placed(moment)))
        # A reading that the step is there for is told as that, and not a second time for what it decides.
        again = [by for by in self._asked_again(*asked, moment) if by.reading not in moment.basis.readings]
        return Rest((*static, *again), (*self.placed(moment), *self._prevailing(asked[1])))

    def _there_for(self, name: str) -> ByReading:
        others = other_values(self.rules, self.settings, self.rules.parameters[name])
        return self.by(name, tuple(Otherwise(value, ELSEWHERE) for value in others))

    def by(self, name: str, otherwise: tuple[Otherwise, ...], **more: Any) -> ByReading:
        """A reading that something rests on, with what its other values would do."""
        parameter = self.rules.parameters[name]
        origin = self.origins.get(name, Origin.WORK)
        return ByReading(name, self.settings[name], origin, parameter.default, parameter.eid, otherwise, **more)

    def _asked_again(self, about: _About, ask: "_Ask", moment: Moment | None = None) -> Iterator[ByReading]:
        answer = ask(self.questions)
        differing: dict[str, list[Otherwise]] = {}
        for other in self._bearing_on(about):
            if moment is not None and self._is_chosen_first(other, moment):
                differing.setdefault(other.parameter.id, []).append(Otherwise(other.value, DEPENDS))
                continue
            again = ask(other.questions)
            # Results are compared, not provisions: other provisions that say the same decide nothing otherwise.
            if again.otherwise(other) != answer.otherwise(other):
                differing.setdefault(other.parameter.id, []).append(again.otherwise(other))
        for name, others in differing.items():
            applies = applied(answer.provisions, name)
            borrowed = tuple(eid for eid in applies if eid != self.rules.parameters[name].eid)
            yield self.by(name, tuple(others), is_silent=bool(applies), borrowed=borrowed)

    def _is_chosen_first(self, other: _Alternative, moment: Moment) -> bool:
        """True where another value has the bettor of a bet choose, before it is settled, what nobody has chosen here.

        The state that the choice would be made in is not the one of the moment, and nobody knows what would be chosen.
        """
        if other.goes_alike or not isinstance(moment.op, Settle) or moment.state.event is not None:
            return False
        state, bet, questions = moment.state, moment.state.bets[moment.op.bet], other.questions
        here = {(rule.condition, rule.effect) for rule in self.questions.judge.rules.steps}
        chosen = {choice.action for choice in state.chosen if choice.bettor == bet.bettor}
        for rule in questions.judge.rules.steps:
            match step := rule.effect:
                case m.Settle(bets) if bet.bet in bets:
                    return False
                case m.Choose() if step.bet == bet.bet and (rule.condition, step) not in here:
                    is_put = rule.condition is None or questions.judge.test(rule.condition)(state, bet.unit, bet)
                    if is_put and not chosen.intersection(step.actions) and _matters(step, bet, questions):
                        return True
                case _:
                    pass
        return False

    def placed(self, moment: Moment) -> Iterator[ByInference]:
        """The inferences by which a step comes where it does."""
        for place in moment.basis.put_before:
            yield ByInference(Inference.PRECEDES, place.earlier, place.later, place.reason, self.rules.language)

    def _prevailing(self, ask: "_Ask") -> Iterator[ByInference]:
        """The inferred precedences without which the rules would answer otherwise; all, where only without all."""
        if not self._inferred:
            return
        answer = ask(self.questions)
        bearing = {p: again for p, without in self._without.items() if (again := ask(without)).differs(answer)}
        if not bearing:
            again = ask(self._without_all)
            bearing = dict.fromkeys(self._inferred, again) if again.differs(answer) else {}
        for p, again in bearing.items():
            inference = ByInference.of(p, self.rules.language)
            yield replace(
                inference, result=again.result, net=again.net, to=again.to, naming=again.naming, party=again.party
            )

    def _questions_without(self, inferred: tuple[Precedence, ...]) -> Questions:
        bound = self.questions.judge.rules
        kept = tuple(p for p in bound.precedences if not (p.is_inferred and p in inferred))
        return Questions(Judge(replace(bound, precedences=kept)))

    def _bearing_on(self, about: _About) -> tuple[_Alternative, ...]:
        """The values under which anything is said otherwise that answers a question."""
        bearing = self._bearing.get(about)
        if bearing is None:
            here = _saying(self.questions, about)
            # The same rules, read from the same state, give the same answer: most values are never asked.
            bearing = tuple(other for other in self._alternatives if _saying(other.questions, about) != here)
            self._bearing[about] = bearing
        return bearing

    def _asked(self, told: Told, moment: Moment) -> "tuple[_About, _Ask] | None":
        """The subject of the question that decided a step, with the way to ask it; none, where no question did."""
        state, op = moment.state, moment.op
        # First of all: what a hand or a bet comes to by an irregularity rests on the rules about that.
        if state.event is not None:
            return ("event",), lambda questions: _of_event(state, questions)
        match told.kind, op:
            case "settled" | "bet-stays" | "bet-gone-on", Settle(at):
                bet = state.bets[at]
                return ("bet", bet.bet), lambda questions: _of_bet(bet, state, questions)
            case "defined", Settle() | Require() | Branch() | Alter():
                who, status = _concerned(op, state), (self._role_of(told), str(told.values[0]))
                return ("status",), lambda questions: _of_definition(questions.definitions[status], state, who)
            case "required" | "not-allowed" | "not-required", Require():
                norm, party = (op.role, op.action), _concerned(op, state)
                bettor = state.bet_at(party.bet)
                return ("action", op.action), lambda questions: _of_norm(questions, norm, state, party.unit, bettor)
            case "revealed" | "ranked", _:
                hand = told.values[told.names.index("objects")]
                return ("category",), lambda questions: _of_hand(hand, questions)
            case "acted", None:
                intent = Intent(str(told.values[0]), state, "", Bet(told.party, "", "", 0))
                return ("action", intent.action), partial(_of_intent, intent)
            case _:
                return None

    def of_refusal(self, intent: Intent) -> Rest:
        """The readings and inferences by which an action is forbidden."""
        ask = partial(_of_intent, intent)
        about = ("action", *dict.fromkeys((intent.action, *intent.among)))
        return Rest(tuple(self._asked_again(about, ask)), tuple(self._prevailing(ask)))

    def _role_of(self, told: Told) -> str:
        """The role of which a status was told, by the provision that defines it; of several in one, the party's."""
        rules = self.questions.judge.rules
        told_of = [
            role
            for (role, status), definition in rules.definitions.items()
            if status == told.values[0] and definition.eid in told.provisions
        ]
        return next((role for role in told_of if role == role_of(told.party, rules)), told_of[0])


@dataclass(frozen=True)
class _Answer:
    """The answer of rules at a moment, with the provisions that say so."""

    result: str
    provisions: tuple[str, ...]
    net: Money | None = None
    category: str = ""
    to: str = ""
    naming: str = ""
    party: str = ""

    def otherwise(self, other: _Alternative) -> Otherwise:
        """The answer as that of another value; a gap tells nothing where the round would not have come so far."""
        elsewhere = self.result in (UNSETTLED, CONFLICT) and not other.goes_alike
        result = ELSEWHERE if elsewhere else self.result
        return Otherwise(other.value, result, self.net, self.category, to=self.to, naming=self.naming, party=self.party)

    def differs(self, other: "_Answer") -> bool:
        """True of an answer with another result."""
        return replace(self, provisions=()) != replace(other, provisions=())


_Ask = Callable[[Questions], _Answer]


def _answers(rules: RuleSet) -> tuple[Any, ...]:
    """All that rules answer questions by."""
    return rules.outcomes, rules.events, rules.norms, rules.definitions, rules.categories


def _saying(questions: Questions, about: _About) -> tuple[Any, ...]:
    """All that rules answer a question by that is about something."""
    read = questions.judge.rules.definitions, questions.judge.rules.categories
    match about:
        case ("event",):
            return *read, questions.events.rules
        case ("bet", bet):
            groups = (questions.outcomes[bet], questions.commissions[bet], questions.bonuses[bet])
            return *read, *(group.rules for group in groups)
        case ("action", *actions):
            every = (norm for action in actions for norm in questions.about.get(action, ()))
            return *read, [(role, question.rules) for role, question in every]
        case _:
            return read


def _matters(step: m.Choose, bet: Bet, questions: Questions) -> bool:
    """A choice brings something about, or the rules on a bet read it."""
    read = {o.action for o in questions.observables_on(bet.bet) if isinstance(o, m.Chose)}
    effects = questions.judge.rules.upons.keys() | read
    return step.window is not None or step.is_of_objects or not effects.isdisjoint(step.actions)


def _undecided(verdict: Verdict[Any]) -> _Answer:
    return _Answer(CONFLICT if verdict.problem == CONFLICT else UNSETTLED, verdict.provisions)


def _of_bet(bet: Bet, state: State, questions: Questions) -> _Answer:
    verdict = questions.result(state, bet)
    if verdict.rule is None:
        return _undecided(verdict)
    effect = verdict.rule.effect
    if isinstance(effect, m.Stay):
        return _Answer(OPEN, verdict.provisions)
    if isinstance(effect, m.GoOn):
        if naming := questions.naming(state, bet, effect):
            return _Answer(OPEN, verdict.provisions, to=effect.to, naming=naming)
        return _Answer(UNSETTLED, verdict.provisions)
    commission, bonus = questions.beside(state, bet, verdict)
    for beside in (commission, bonus):
        if beside.problem == CONFLICT:
            return _undecided(beside)
    # Settled as the process does it, so that the gains that are compared are those that would be paid.
    settled, _ = pay(bet, effect, verdict.provisions, commission=commission.rule)
    if bonus.rule is not None:
        amount = amount_beside(settled, bonus.rule.effect, state)
        settled, _ = paid_beside(settled, bonus.rule, amount)
    return _Answer(settled.result, verdict.provisions, settled.net)


def _concerned(op: Settle | Require | Branch | Alter, state: State) -> Who:
    """The party that an operation concerns, and the bet; of several of whom the same is required, the first."""
    match op:
        case Settle(bet):
            return Who(state.bets[bet].unit, bet)
        case Require(parties=(first, *_)):
            return first
        case _:
            return op.who


def _of_definition(question: Question[str], state: State, who: Who) -> _Answer:
    verdict = question.decide(question.read(state, who.unit, state.bet_at(who.bet)))
    return _Answer("holds" if verdict.rule is not None else "fails", verdict.provisions)


def _of_norm(questions: Questions, norm: tuple[str, str], state: State, unit: str, bet: Bet | None) -> _Answer:
    question = questions.norms.get(norm)
    if question is None:
        return _Answer(UNSETTLED, ())
    verdict = question.decide(question.read(state, unit, bet))
    if verdict.rule is None:
        return _undecided(verdict)
    return _Answer(verdict.rule.effect.modality.value, verdict.provisions)


_EVENTS = {m.RoundVoid: "round-void", m.RoundStands: "round-stands", m.HandVoid: "hand-void"}


def _of_intent(intent: Intent, questions: Questions) -> _Answer:
    return _Answer("forbidden" if intent.forbidding(questions) else "allowed", ())


def _of_hand(hand: Hand, questions: Questions) -> _Answer:
    category = questions.judge.hands.category(hand)
    return _Answer("category", (), category=category.id if category else "")


def _of_event(state: State, questions: Questions) -> _Answer:
    assert state.event is not None
    values = questions.events.read(state, state.event[1], None)
    verdict: Verdict[m.EventEffect] = questions.events.decide(values)
    if verdict.rule is None:
        return _undecided(verdict)
    effect, party = verdict.rule.effect, ""
    if isinstance(effect, m.HandVoid) and not (party := hand_meant(questions.judge.rules, effect.role, state)):
        return _Answer(UNSETTLED, verdict.provisions)
    return _Answer(_EVENTS[type(effect)], verdict.provisions, party=party)


def rest_json(rest: Rest) -> dict[str, Any]:
    """The readings and inferences that something rests on, as members of plain data; none without any."""
    rows = [
        {
            "inference": by.kind.value,
            "provision": by.provision,
            "other": by.other,
            **given(otherwise=by.result, net=exactly(by.net)),
            **({"to": by.to, "naming": by.naming} if by.to else {}),
            **given(party=by.party),
        }
        for by in rest.inferences
    ]
    return {**by_reading_json(rest.readings), **given(by_inference=rows)}


def by_reading_json(resting: Iterable[ByReading]) -> dict[str, Any]:
    """The readings that something rests on, as a member of plain data; none without any."""
    rows = [
        {
            "reading": by.reading,
            "value": str(by.value),
            "origin": by.origin.value,
            "provision": by.provision,
            "silent": by.is_silent,
            **given(applies=list(by.borrowed)),
            "otherwise": [_otherwise_json(o) for o in by.otherwise],
        }
        for by in resting
    ]
    return given(by_reading=rows)


def _otherwise_json(otherwise: Otherwise) -> dict[str, Any]:
    return {
        "value": str(otherwise.value),
        "result": otherwise.result,
        **given(net=exactly(otherwise.net), category=otherwise.category),
        **({"to": otherwise.to, "naming": otherwise.naming} if otherwise.to else {}),
        **given(party=otherwise.party, parts=[part.to_json() for part in otherwise.parts]),
        **given(probability=exactly(otherwise.probability)),
    }
