"""Exhaustive enumeration of the rounds of a small game: every state that chance and choices lead to, each once.

A breadth-first search of the graph of states of the process of a round. It re-implements nothing
of a round, so every question is met exactly where a round meets it. Without weights: what is
kept of a state is what the rules were asked there, and the shortest way to it.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from math import comb, prod
from typing import Any

from lexludi.checks.situations import Answer, Example, Situation
from lexludi.checks.slices import NotSearched, Question, questions, unit_of
from lexludi.exact.budget import Budget
from lexludi.play.decide import Judge
from lexludi.play.decide import Question as Asking
from lexludi.play.evaluation import Verdict
from lexludi.play.interpreter import Program
from lexludi.play.plan import Alter, Chance, Jump, Op, Placed, Plan, Require, Settle, TurnUp, Who, walk
from lexludi.play.process import Process, Questions
from lexludi.play.round_state import BettingNode, ChanceNode, DecisionNode, State, Terminal, Told
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, bind, observables_of, resolved

# States that are looked at, of all rounds with all bets; it takes some 20 µs for each.
MAX_STATES = 50_000

# What a round by itself decides, played with new objects by a bettor of the first status.
_DECIDED = (m.Chose, m.NumberDrawn, m.DrewNone, m.CountShowingNamed, m.WasDealt, m.DealingUnderWay, m.RoundOver)


@dataclass(frozen=True)
class Enumerated:
    """What rounds reach: the answers; the provisions that some trace cites; the categories that hands have."""

    answers: tuple[Answer, ...]
    cited: frozenset[str]
    categories: frozenset[str]


def enumerate_rounds(program: Program, budget: Budget) -> Enumerated:
    """Every question of a game, with each situation in which a round asks it.

    A bet that is open at the end of a round is a gap, in an answer without rules.

    Raises:
        NotSearched: the rounds are too many, or something is read that one round does not decide.
    """
    rules = bind(program.rules)
    _require_decided(rules)
    search = _Search(program, Questions(Judge(rules)), budget)
    for bets in _wagers(program, rules):
        search.follow(walk(rules, bets))
    return search.found()


def _read(rules: BoundRules) -> Iterator[m.Observable]:
    """All that the procedure of a round reads, definitions resolved."""
    effects = [rule.effect for rule in rules.steps]
    actions = {e.action for e in effects if isinstance(e, m.Comply)}
    actions.update(action for e in effects if isinstance(e, m.Choose) for action in e.actions)
    norms = [rule for rule in rules.norms if rule.effect.action in actions]
    conditions = [rule.condition for rule in (*rules.steps, *rules.outcomes, *norms)]
    conditions += [e.until for e in effects if isinstance(e, m.Comply | m.Choose | m.Repeat)]
    yield from resolved((o for condition in conditions for o in observables_of(condition)), rules)


def _require_decided(rules: BoundRules) -> None:
    """Require that all that the procedure reads is decided by the round itself.

    Raises:
        NotSearched: something is not.
    """
    for observable in _read(rules):
        if observable.scope is not m.Scope.HAND and not isinstance(observable, _DECIDED):
            raise NotSearched(observable.name.partition(":")[0].replace("-", "_"))


def _wagers(program: Program, rules: BoundRules) -> Iterator[tuple[Placed, ...]]:
    """The bets of one bettor: each by itself, and with any of those that make a choice due."""
    unit = unit_of(program)
    holder = "" if program.per_bettor else unit

    def placed(kind: str) -> list[Placed]:
        naming = rules.bets[kind].naming
        items = rules.source.scales[naming].items if naming else ("",)
        return [Placed(f"{rules.bettor}-1", holder, kind, 1, item, unit) for item in items]

    if not rules.bets:
        yield ()  # a round that is only watched
    choosing = dict.fromkeys(rule.effect.bet for rule in rules.steps if isinstance(rule.effect, m.Choose))
    for kind in rules.bets:
        others = [other for other in choosing if other != kind]
        for count in range(len(others) + 1):
            for beside in combinations(others, count):
                yield from product(placed(kind), *map(placed, beside))


_Key = tuple[str, str, str]
# For each state the one before it, and the object that came in between.
_Before = dict[State, tuple[State | None, int | None]]


@dataclass
class _Asked:
    """A question with the situations in which it was met; `examined` counts the states."""

    question: Question
    situations: dict[tuple[Any, ...], Situation] = field(default_factory=dict)
    examined: int = 0


class _Search:
    """The states of rounds, met one after another."""

    def __init__(self, program: Program, own: Questions, budget: Budget) -> None:
        self.program, self.own, self.budget = program, own, budget
        self.asked: dict[_Key, _Asked] = {}
        for question in questions(program):
            self.asked.setdefault((question.kind, question.role, question.about), _Asked(question))
        self.open: dict[str, Answer] = {}
        self.cited: set[str] = set()
        self.categories: set[str] = set()
        self.states = 0
        # Whether hands that were received in another order may be read otherwise.
        self.ordered = any(o.needs is m.Needs.FIRST for o in _read(own.judge.rules))

    def found(self) -> Enumerated:
        """What was met."""
        asked = (Answer(a.question, tuple(a.situations.values()), a.examined) for a in self.asked.values())
        return Enumerated((*asked, *self.open.values()), frozenset(self.cited), frozenset(self.categories))

    def follow(self, plan: Plan) -> None:
        """Every state of the rounds of a program.

        Raises:
            NotSearched: they are too many.
        """
        process = Process(plan, self.own)
        self._foresee(plan)
        start = process.start()
        before: _Before = {start: (None, None)}
        waiting = deque([start])
        while waiting:
            state = waiting.popleft()
            for after, thing in self._following(process, state, before):
                alike = self._alike(after)
                if alike not in before:
                    before[alike] = (state, thing)
                    waiting.append(alike)
            if self.states + len(before) > MAX_STATES:
                raise NotSearched("too-many")
            if self.budget.is_over:
                raise NotSearched("too-long")
        self.states += len(before)

    def _foresee(self, plan: Plan) -> None:
        """Refuse at once what the first deal alone makes too many."""
        first = next((op for op in plan.ops if isinstance(op, Chance)), None)
        if first is None or first.count is None:
            return
        material = self.own.judge.hands.material
        kinds = len(material.faces.get(first.kind) or set(material.pools[first.kind]))
        choose = (
            comb(kinds + first.count - 1, first.count) if first.kind in material.faces else comb(kinds, first.count)
        )
        if (hands := prod([choose] * len(first.units))) > MAX_STATES:
            raise NotSearched(f"too-large:{hands}")

    def _alike(self, state: State) -> State:
        """The state that stands for all in which hands differ only in the order received, where nothing reads it."""
        if self.ordered:
            return state
        hands = {unit: tuple(sorted(hand)) for unit, hand in state.hands.items()}
        return state._replace(hands=type(state.hands)(hands), aside=tuple(sorted(state.aside)))

    def _following(self, process: Process, origin: State, before: _Before) -> Iterator[tuple[State, int | None]]:
        """The states that come next after a state, each with the object that came, if one did."""
        state = origin
        while True:
            op = process.plan.ops[state.pc]
            self._look(op, origin, state, before)
            match process.step(state, self._tell):
                case State() as state:
                    # Where rounds may come together again; a repetition without chance ends so too.
                    if isinstance(op, Chance | Jump):
                        yield state, None
                        return
                case ChanceNode() as node:
                    for thing, _ in process.outcomes(node):
                        yield process.give(node, thing, self._tell), thing
                    return
                case DecisionNode() as node:
                    for action in node.legal:
                        yield process.choose(node, action), None
                    return
                case Terminal(state, None):
                    self._end(origin, state, before)
                    return
                case Terminal() | BettingNode():
                    return

    def _tell(self, told: Told) -> None:
        self.cited.update(told.provisions)

    def _look(self, op: Op, origin: State, state: State, before: _Before) -> None:
        """Note what an operation asks of the rules."""
        match op:
            case Settle(index):
                bet = state.bets[index]
                self._note(
                    ("bet", "", bet.bet), self.own.outcomes[bet.bet], Who(bet.unit, index), origin, state, before
                )
            case Require(role, action, who, _, parties):
                for party in parties or (who,):
                    self._note(("action", role, action), self.own.norms[role, action], party, origin, state, before)
            case Alter(TurnUp()):
                pass
            case _:
                return
        if self.program.rules.categories:
            held = map(self.own.judge.hands.category, (*state.hands.values(), *state.thrown.values()))
            self.categories.update(category.id for category in held if category is not None)

    def _note(self, key: _Key, question: Asking[Any], who: Who, origin: State, state: State, before: _Before) -> None:
        asked = self.asked[key]
        bet = state.bets[who.bet] if who.bet >= 0 else None
        values = question.read(state, who.unit, bet)
        asked.examined += 1
        if values not in asked.situations:
            group = asked.question.group
            if question.names != group.names:
                raise NotSearched("reading")
            shown = _example(origin, state, before, bet.naming if bet else "")
            asked.situations[values] = Situation(values, group.decide(values), tuple(group.applicable(values)), shown)

    def _end(self, origin: State, state: State, before: _Before) -> None:
        """Note the bets that the rules were never asked about, though the round is over."""
        if not self.program.rules.steps:
            return  # the text has no round at all
        for bet in state.bets:
            if bet.is_open and bet.bet not in self.open:
                rule = Verdict(None, (), "gap", (self.program.rules.bets[bet.bet].eid,))
                shown = _example(origin, state, before, bet.naming)
                question = Question("bet", bet.bet, "", len(self.program.rules.steps), self.program.evaluator.group(()))
                self.open[bet.bet] = Answer(question, (Situation((), rule, (), shown),), 1)


def _example(origin: State, state: State, before: _Before, naming: str) -> Example:
    """The hands in a state that comes of another without chance, and every object in the order in which it came."""
    came: list[int] = []
    place: State | None = origin
    while place is not None:
        place, thing = before[place]
        came += [] if thing is None else [thing]
    return Example((*state.hands.items(), *state.thrown.items()), tuple(reversed(came)), naming)
