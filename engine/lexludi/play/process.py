"""The process of a round: its program run on one state, from one node to the next.

Pure: no random numbers, no trace, no cache. A driver decides what chance gives and what is
chosen: the interpreter picks one outcome and writes the trace, enumeration takes each with
its weight. Slow on purpose; whatever is faster runs the same program and must agree.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar, assert_never

from lexludi.base.errors import UnsettledCase
from lexludi.play.decide import ANSWERS_KEPT, Judge, OtherRules, Question, Verdict, amount_of, provisions_of
from lexludi.play.observe import role_of
from lexludi.play.plan import (
    Alter,
    Ask,
    BeginShow,
    BetOpen,
    Bets,
    Branch,
    Chance,
    Chosen,
    Divide,
    EndShow,
    Finish,
    Jump,
    Op,
    Pc,
    Plan,
    Require,
    Settle,
    Stop,
    Tell,
    TurnUp,
    Unit,
    Verb,
    Who,
    provisions_at,
    reachable,
)
from lexludi.play.round_state import (
    CONFLICT,
    DIFFER,
    GAP,
    KEPT,
    OUT_OF_RANGE,
    SURRENDER,
    Bet,
    BettingNode,
    ChanceNode,
    ChosenAction,
    DecisionNode,
    Map,
    Money,
    Node,
    State,
    StockState,
    Terminal,
    Told,
    Undecided,
)
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, observables_in
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, under
from lexludi.rules.parts import part_in, part_of, whole_of

E = TypeVar("E", bound=m.Outcome | m.Commission | m.Beside)

Teller = Callable[[Told], None]
Watcher = Callable[[Plan, State], None]

# A round of more moves, of chance and of choice, goes on for ever as far as anybody can tell.
MAX_MOVES = 10_000

_NEW = StockState()
_NOTHING = Fraction(0)
_NO_BET = Bet("", "", "", 0)
_NO_STATUS: Map[tuple[str, str], str] = Map()
# The verdict on a question that is not put: no rule, and none that is missed.
_NOT_ASKED: Verdict[Any] = Verdict(None, (), GAP)

# What every settled bet, and every definition, is told with, before what was read.
_OUTCOME = ("bet", "holder", "stake", "result", "net")
_DEFINED = ("status", "holds")
# The steps by which it is told that a choice alters a bet, and by whose choice, where it is another's.
_ALTERED = ("stake-doubled", "stake-reduced", "stake-put", "bet-moved", "hand-bet")
# The steps by which it is told that somebody follows the norms on an action.
_COMPLIED = {
    m.Modality.MUST: "required",
    m.Modality.MUST_NOT: "not-allowed",
    m.Modality.MAY: "not-required",
}


class Defined(NamedTuple):
    """A definition that a bet relies on: the question, whom it is about, its status and its provision.

    `party` is the only holder that it can be about; the empty string, where it is about whoever's bet it is.
    `of_bettor`: it is about the bettor, of whom it may hold where it does not of another at the same place.
    """

    question: Question[str]
    party: Unit
    status: str
    provisions: tuple[str, ...]
    of_bettor: bool

    def values(self, found: Mapping[m.Observable, Any]) -> tuple[Any, ...]:
        """The values of what the definition reads, by what was read from the round."""
        return self.question.values(tuple(found[o] for o in self.question.resolved))

    def told(self, bettor: str, holder: Unit, found: Mapping[m.Observable, Any]) -> Told:
        """The step of the trace, by what was read from the round."""
        values = self.values(found)
        holds = self.question.decide(values).rule is not None
        about, of = (self.status, holds), self.question.told(values)
        if self.of_bettor:
            names = (*_DEFINED, "holder", *self.question.told_names)
            return Told("defined", self.provisions, bettor, names, (*about, holder, *of))
        return Told(
            "defined", self.provisions, self.party or holder, (*_DEFINED, *self.question.told_names), (*about, *of)
        )


class Questions:
    """The questions that the rules of a game answer: about each bet, action, status and irregularity."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        rules, others = judge.rules, judge.rules.others
        self.outcomes = {
            bet: Question(
                judge, _on(bet, rules.outcomes), (OtherRules(o.reading, _on(bet, o.outcomes)) for o in others)
            )
            for bet in rules.bets
        }
        self.commissions = {bet: Question(judge, _on(bet, rules.commissions)) for bet in rules.bets}
        self.bonuses = {bet: Question(judge, _on(bet, rules.bonuses)) for bet in rules.bets}
        # Of an action that a step asks about a setting may leave no norm: that is a gap.
        asked = [(s.effect.role, s.effect.action) for s in rules.steps if isinstance(s.effect, m.Comply)]
        actions = dict.fromkeys([*((r.effect.role, r.effect.action) for r in rules.norms), *asked])
        self.norms = {
            own: Question(judge, (r for r in rules.norms if (r.effect.role, r.effect.action) == own)) for own in actions
        }
        self.about: dict[str, list[tuple[str, Question[m.Norm]]]] = {}
        for (role, action), question in self.norms.items():
            self.about.setdefault(action, []).append((role, question))
        self._bidding = {rule.effect.action for rule in rules.norms if rule.effect.modality is not m.Modality.MUST_NOT}
        self.events = Question(judge, rules.events, (OtherRules(o.reading, o.events) for o in others))
        self.definitions = {
            (d.role, d.status): Question(judge, [BoundRule(d.condition, d.status, (d.eid,))])
            for d in rules.definitions.values()
        }
        # For each question the definitions that its rules rely on, in the order of the text.
        self.definitions_of = lru_cache(None)(self._definitions_of)
        self.on_step = lru_cache(None)(self._on_step)
        # The question that some norms alone put.
        self.apart = lru_cache(None)(lambda norms: Question(judge, norms))
        # The roles whose hands decide by their category, and the steps in which definitions are told: kept like
        # verdicts, since the same few are told with every bet.
        self.behind = lru_cache(ANSWERS_KEPT)(self._behind)

    @cached_property
    def asking(self) -> dict[str, tuple[str, ...]]:
        """The actions that steps have somebody choose or be bound to, each with the provisions of its steps."""
        out: dict[str, tuple[str, ...]] = {}
        for rule in self.judge.rules.steps:
            effect = rule.effect
            actions = effect.actions if isinstance(effect, m.Choose) else ()
            for action in (effect.action,) if isinstance(effect, m.Comply) else actions:
                out[action] = tuple(dict.fromkeys((*out.get(action, ()), *rule.provisions)))
        return out

    @cached_property
    def hands_read(self) -> Mapping[str, tuple[str, ...]]:
        """The roles of whose hands, or throws, what decides a bet, an action or a status is read, by how it is told."""
        groups = (self.outcomes, self.norms, self.definitions)
        read = (own for group in groups for question in group.values() for own in question.observables)
        return {own.name: own.roles for own in read if own.needs is not m.Needs.NOTHING}

    @cached_property
    def own_acts(self) -> frozenset[str]:
        """The actions that a party may take of its own accord: norms speak of them, and no step asks for them."""
        return frozenset(self.about) - {PLACE_BET, CLOSE_BETS, *self.asking}

    @cached_property
    def intervening(self) -> frozenset[str]:
        """The acts of a party's own accord that may change what becomes of hands or bets in the same round."""
        upons = self.judge.rules.upons
        idle = m.Burn | m.RoundsLeft
        return frozenset(
            act for act in self.own_acts if not all(isinstance(e, idle) for e in upons.get(act, ("", ()))[1])
        )

    @cached_property
    def voiding(self) -> bool:
        """An irregularity may take a hand out of a round; not one of a party that then has no bet."""
        return any(
            isinstance(rule.effect, m.HandVoid) and not _wants_no_bet(rule.effect.role, rule.condition)
            for rule in self.judge.rules.events
        )

    def observables_on(self, bet: str) -> Iterator[m.Observable]:
        """The observables that the rules on a kind of bet read: on its result, and on what is taken or paid beside."""
        for group in (self.outcomes, self.commissions, self.bonuses):
            yield from group[bet].observables

    def _on_step(self, condition: m.Condition | BetOpen, provisions: tuple[str, ...]) -> Question[None] | None:
        """The question that the condition of a step puts; nothing where no provision is behind what it reads."""
        if isinstance(condition, BetOpen):
            return None
        question = Question(self.judge, [BoundRule(condition, None, provisions)])
        return question if question.of_category or self.definitions_of(question) else None

    def _definitions_of(self, question: Question[Any]) -> list[Defined]:
        rules = self.judge.rules
        # One definition may rely on another.
        asked = reachable(_defined_in(question), lambda own: _defined_in(self.definitions[own]))
        of_bettors = rules.source.statuses_of_bettors
        return [
            Defined(
                own,
                rules.fixed(role),
                status,
                (rules.definitions[role, status].eid,),
                role == rules.bettor and status in of_bettors,
            )
            for (role, status), own in self.definitions.items()
            if (role, status) in asked
        ]

    def _behind(
        self, question: Question[Any], bettor: str, holder: Unit, read: tuple[Any, ...]
    ) -> tuple[tuple[str, ...], list[Told]]:
        found, definitions = dict(zip(question.resolved, read, strict=True)), self.definitions_of(question)
        asked = [*((own.question, own.values(found)) for own in definitions), (question, question.values(read))]
        roles = dict.fromkeys(role for each, values in asked for role in each.ranking(values))
        return tuple(roles), [own.told(bettor, holder, found) for own in definitions]

    def told_behind(
        self, question: Question[Any], read: tuple[Any, ...], state: State, unit: Unit, bet: Bet | None
    ) -> Iterator[Told]:
        """The steps that tell by what the facts are so that decide a question: the categories of hands, definitions."""
        hands, rules = self.judge.hands, self.judge.rules
        # An irregularity may concern somebody who bets, and no bet.
        bettor = bet.bettor if bet else unit if role_of(unit, rules) == rules.bettor else ""
        roles, definitions = self.behind(question, bettor, unit, read)
        for role in roles:
            hand = self.judge.observer.hand_of(role)(state, unit)
            if category := hands.category(hand):
                by = (category.eid, *hands.made_by(hand))
                holder = rules.holder(role, unit)
                yield Told("ranked", by, holder, ("objects", "category"), (hand, category.id))
        yield from definitions

    def told_behind_norms(self, state: State, action: str, unit: Unit, bet: Bet) -> Iterator[Told]:
        """The steps that tell by what the facts are so by which norms allow an action that is being done."""
        state = _asked(state, action, bet)
        for question in self.on_action(action, bet.bettor, unit):
            yield from self.told_behind(question, question.read_resolved(state, unit, bet), state, unit, bet)

    def refusing(
        self, state: State, actions: Iterable[str], unit: Unit, bet: Bet, norms: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The provisions of norms that refuse an action, then those of the definitions and categories they read."""
        return self._refusing(
            norms,
            (
                (question, _asked(state, action, bet), unit, bet)
                for action in actions
                for question in self.on_action(action, bet.bettor, unit)
            ),
        )

    def refusing_all(self, state: State, action: str) -> tuple[str, ...]:
        """The provisions that forbid everybody an action, then those of the definitions and categories they read."""
        return self._refusing(
            self.forbidding_all(state, action),
            (
                (question, state, bet.unit, bet)
                for _, question in self.about.get(action, ())
                for bet in state.bets or (_NO_BET,)
            ),
        )

    def _refusing(
        self, norms: tuple[str, ...], asked: Iterable[tuple[Question[m.Norm], State, Unit, Bet]]
    ) -> tuple[str, ...]:
        out = dict.fromkeys(norms)
        for question, state, unit, bet in asked if norms else ():
            # Of a group only those that refuse: what the others read is no ground of it.
            if own := tuple(rule for rule in question.rules if not {*norms}.isdisjoint(rule.provisions)):
                apart = self.apart(own)
                told = self.told_behind(apart, apart.read_resolved(state, unit, bet), state, unit, bet)
                out.update(dict.fromkeys(eid for step in told for eid in step.provisions))
        return tuple(out)

    def on_action(self, action: str, bettor: str, unit: Unit) -> list[Question[m.Norm]]:
        """The norms on an action that concern a bettor or the holder they play with."""
        rules = self.judge.rules
        if action not in self.about:
            return []
        # A norm may speak of those who bet, of the holder whose hand is played, or of a party by itself.
        own = role_of(bettor, rules)
        # A holder that acts of its own accord, such as the dealer, is nobody who bets.
        roles = {rules.bettor if own not in rules.roles else own, role_of(unit, rules), own}
        return [question for role, question in self.about[action] if role in roles]

    def result(self, state: State, bet: Bet) -> Verdict[m.Outcome]:
        """The verdict on a bet that is settled."""
        question = self.outcomes[bet.bet]
        return question.decide(question.read(state, bet.unit, bet))

    def beside(
        self, state: State, bet: Bet, result: Verdict[m.Outcome]
    ) -> tuple[Verdict[m.Commission], Verdict[m.Beside]]:
        """The commission on the winnings of a bet that wins, and the bonus beside the result of one that ends."""
        taken, paid = self.commissions[bet.bet], self.bonuses[bet.bet]
        return (
            taken.decide(taken.read(state, bet.unit, bet)) if taken.rules and wins(result) else _NOT_ASKED,
            paid.decide(paid.read(state, bet.unit, bet)) if paid.rules and ends(result) else _NOT_ASKED,
        )

    def naming(self, state: State, bet: Bet, change: m.GoOn) -> str:
        """The number that a bet names as one of another kind; nothing where that cannot be named with it."""
        read = {o: self.judge.observer.reader(o)(state, bet.unit, bet) for o in observables_in(change.number)}
        number = str(amount_of(change.number, read))
        return number if number in self.judge.rules.source.names[change.to] else ""

    def forbidding(
        self,
        state: State,
        action: str,
        unit: Unit,
        bet: Bet,
        against: tuple[str, ...] = (),
        among: tuple[str, ...] = (),
    ) -> tuple[str, ...]:
        """The provisions that forbid an action now to the bettor of `bet`; none if it is allowed.

        A permission with a condition does not lift a prohibition unless it is said to
        prevail over it; nor do the provisions by which something may be done, `against` which it stands.
        A hand that has come of a split is not split again, by the provision of the split itself.
        Of several actions, `among` which one is chosen, norms that bid or permit are followed as well.
        """
        if self._is_second_split(state, action, unit):
            return (self.judge.rules.upons[action][0],)
        prohibitions = (
            rule
            for rule in self.prohibitions(state, action, unit, bet, against)
            if rule.effect.bound is None or is_beyond(rule.effect.bound, state, bet)
        )
        return provisions_of((*prohibitions, *self._against_choice(state, action, unit, bet, among)))

    def _is_second_split(self, state: State, action: str, unit: Unit) -> bool:
        _, effects = self.judge.rules.upons.get(action, ("", ()))
        return any(isinstance(effect, m.Split) for effect in effects) and _has_been_split(state, unit)

    def _against_choice(
        self, state: State, action: str, unit: Unit, bet: Bet, among: tuple[str, ...]
    ) -> Iterator[BoundRule[m.Norm]]:
        """The rules by which an action is not chosen among several: another must be, or it may be, but not here.

        A duty to choose what there is not, such as a second split, is none.
        """
        if self._bidding.isdisjoint(among):
            return
        asked = {own: self.on_action(own, bet.bettor, unit) for own in among}
        applying = {
            own: [rule for question in questions for rule in _applying(question, state, unit, bet)]
            for own, questions in asked.items()
        }
        eids = tuple(rule.eid for rules in applying.values() for rule in rules)
        for other, rules in applying.items():
            if other != action and not self._is_second_split(state, other, unit):
                duties = (rule for rule in rules if rule.effect.modality is m.Modality.MUST)
                yield from (rule for rule in duties if not self._prevail(eids, rule))
        speaking = [rule for question in asked[action] for rule in question.rules]
        if not applying[action] and all(rule.effect.modality is m.Modality.MAY for rule in speaking):
            yield from speaking

    def prohibitions_of_any_stake(self, state: State, bet: Bet) -> Iterator[BoundRule[m.Norm]]:
        """The rules that forbid to place a bet now, whatever its stake, such as in proportion to none."""
        for rule in self.prohibitions(state, PLACE_BET, bet.unit, bet):
            bound = rule.effect.bound
            if bound is None or (bound.of and not bound_of(bound, state, bet) and is_beyond(bound, state, bet)):
                yield rule

    def lacking(
        self, state: State, action: str, unit: Unit, bet: Bet, against: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """The bets for want of which alone an action is forbidden now to the bettor of `bet`, who has none such."""
        rules = self.prohibitions(state, action, unit, bet, against)
        needed = dict.fromkeys(other for rule in rules for other in _needed(rule.condition))
        there = {bet.bet, *(own.bet for own in state.placed if own.bettor == bet.bettor)}
        if there.intersection(needed):
            return ()
        # It is for want of them only where with them it would be allowed.
        with_them = state._replace(bets=(*(bet._replace(bet=other) for other in needed), *state.bets))
        return () if self.forbidding(with_them, action, unit, bet, against) else tuple(needed)

    def out_of_bounds(self, state: State, bet: Bet) -> tuple[str, ...]:
        """The provisions whose bounds the stake of a bet is beyond, at the table as it stands."""
        return provisions_of(
            rule
            for rule in self.prohibitions(state, PLACE_BET, bet.unit, bet)
            if rule.effect.bound is not None and is_beyond(rule.effect.bound, state, bet)
        )

    def prohibitions(
        self, state: State, action: str, unit: Unit, bet: Bet, against: tuple[str, ...] = ()
    ) -> Iterator[BoundRule[m.Norm]]:
        """The rules in force that forbid an action to the bettor of a bet, whatever its stake."""
        state = _asked(state, action, bet)
        for question in self.on_action(action, bet.bettor, unit):
            for rule in _prohibitions(question, state, unit, bet):
                if not self._prevail(against, rule):
                    yield rule

    def placed(
        self, state: State, beside: Bet, window: m.Place, provisions: tuple[str, ...], amount: Money | None = None
    ) -> Bet:
        """A bet as it is placed in a window beside another: of an amount, or of the most that may still be.

        Where it names anything, it names what the other does.
        Its provisions are those of the bounds that make it less than the window would have. Where
        they leave no amount it is that of the window, which they forbid.
        """
        naming = beside.naming if self.judge.rules.bets[window.to].slots else ""
        bet = beside._replace(bet=window.to, naming=naming, stake=self.limit(state, beside, window))
        if amount is not None:
            return bet._replace(stake=amount)
        table = as_placed(state, bet)
        there = sum((own.stake for own in same_bets(state, bet)), 0)
        bounds = [
            (bound_of(bound, state, bet) - there, rule.provisions)
            for rule in self.prohibitions(table, PLACE_BET, bet.unit, bet, provisions)
            # A least stake makes no amount less.
            if (bound := rule.effect.bound) is not None and bound.sense is not m.Sense.AT_LEAST
        ]
        most = min((amount for amount, _ in bounds), default=bet.stake)
        if not 0 < most < bet.stake:
            return bet._replace(stake=_whole(bet.stake))
        by = tuple(dict.fromkeys(eid for amount, eids in bounds if amount == most for eid in eids))
        return bet._replace(stake=_whole(most), provisions=by)

    def limit(self, state: State, beside: Bet, window: m.Place) -> Money:
        """The most that a window accepts beside a bet: in proportion to all that its bettor has on such bets there."""
        there = (own.stake for own in state.bets if own.is_open and self.is_alike(own, beside, window))
        return window.times * sum(there, 0)

    def is_alike(self, bet: Bet, beside: Bet, window: m.Place) -> bool:
        """A bet limits a window together with another: of one kind, bettor and hand, and naming the same if need be."""
        is_named = bool(self.judge.rules.bets[window.to].slots)
        party = (bet.bet, bet.bettor, bet.holder, bet.unit) == (window.bet, beside.bettor, beside.holder, beside.unit)
        return party and not (is_named and bet.naming != beside.naming)

    def accepted(self, state: State, op: Ask) -> tuple[Money, Money]:
        """The least and the most that bounds let be placed in the window of a choice; nothing where it has none."""
        if op.window is None:
            return 0, 0
        bet = self.placed(state, state.bets[op.who.bet], op.window, op.provisions)
        least = (
            bound_of(bound, state, bet)
            for rule in self.prohibitions(state, PLACE_BET, bet.unit, bet, op.provisions)
            if (bound := rule.effect.bound) is not None and bound.sense is not m.Sense.AT_MOST
        )
        return max(least, default=0), bet.stake

    def forbidding_choice(self, state: State, op: Ask, action: str) -> tuple[str, ...]:
        """The provisions that forbid an alternative of a choice; none if it may be chosen."""
        bet = state.bets[op.who.bet]
        if op.window is None or action != op.window.to:
            return self.forbidding(state, action, op.who.unit, bet, among=op.actions)
        placed = self.placed(state, bet, op.window, op.provisions)
        return self.forbidding(as_placed(state, placed), PLACE_BET, op.who.unit, placed, op.provisions)

    def refusing_choice(self, state: State, op: Ask, action: str) -> tuple[str, ...]:
        """The provisions that forbid an alternative of a choice, with those of the definitions that they read."""
        norms, bet = self.forbidding_choice(state, op, action), state.bets[op.who.bet]
        if op.window is None or action != op.window.to:
            return self.refusing(state, op.actions, op.who.unit, bet, norms)
        placed = self.placed(state, bet, op.window, op.provisions)
        return self.refusing(as_placed(state, placed), (PLACE_BET,), op.who.unit, placed, norms)

    def read_of_choice(self, op: Ask) -> Iterator[m.Condition | None]:
        """The conditions of norms that say which alternatives of a choice are forbidden."""
        for act in op.acts:
            for question in self.on_action(act, op.bettor, op.who.unit):
                yield from (
                    rule.condition
                    for rule in question.rules
                    if op.window is None or self._bears_on(rule, op.window, op.provisions)
                )

    def read_of_bounds(
        self, window: m.Place, provisions: tuple[str, ...], bettor: str, unit: Unit
    ) -> Iterator[m.Condition | None]:
        """The conditions of norms that bound what is placed in a window, or lift such bounds."""
        for question in self.on_action(PLACE_BET, bettor, unit):
            if any(rule.effect.bound is not None for rule in question.rules):
                yield from (rule.condition for rule in question.rules if self._bears_on(rule, window, provisions))

    def _bears_on(self, rule: BoundRule[m.Norm], window: m.Place, provisions: tuple[str, ...]) -> bool:
        """A norm on bets may forbid one of a window, or lift what forbids it."""
        if rule.effect.modality is not m.Modality.MUST_NOT:
            return any(under(rule.eid, p.winner) for p in self.judge.rules.precedences)
        return window.to in (rule.effect.bets or (window.to,)) and not self._prevail(provisions, rule)

    def _prevail(self, provisions: tuple[str, ...], over: BoundRule[m.Norm]) -> bool:
        """One of some provisions is said to prevail over a rule."""
        precedences = self.judge.rules.precedences
        return any(under(eid, p.winner) and under(over.eid, p.loser) for p in precedences for eid in provisions)

    def forbidding_all(self, state: State, action: str) -> tuple[str, ...]:
        """The provisions that forbid everybody an action at the table as it stands, by any of its bets."""
        return provisions_of(
            rule
            for _, question in self.about.get(action, ())
            for bet in state.bets or (_NO_BET,)
            for rule in _prohibitions(question, state, bet.unit, bet)
            if rule.effect.bound is None
        )

    def permitting(self, state: State, action: str, unit: Unit, bet: Bet) -> tuple[str, ...]:
        """The provisions that speak of what is being done and allow it: what must be done is allowed."""
        state = _asked(state, action, bet)
        return provisions_of(
            rule
            for question in self.on_action(action, bet.bettor, unit)
            for rule in question.applying_to(state, unit, bet)
            if rule.effect.modality is not m.Modality.MUST_NOT
        )


def _on(bet: str, rules: Iterable[BoundRule[E]]) -> tuple[BoundRule[E], ...]:
    return tuple(rule for rule in rules if rule.effect.bet == bet)


def _asked(state: State, action: str, bet: Bet) -> State:
    """The state of which norms on an action are asked: nobody has a bet yet that is only being placed."""
    return state._replace(placing=bet) if action == PLACE_BET else state


def _applying(question: Question[m.Norm], state: State, unit: Unit, bet: Bet) -> list[BoundRule[m.Norm]]:
    """The rules on an action that apply in a round to a bet: those that name bets are on these alone."""
    return [rule for rule in question.applying_to(state, unit, bet) if bet.bet in (rule.effect.bets or (bet.bet,))]


def _prohibitions(question: Question[m.Norm], state: State, unit: Unit, bet: Bet) -> list[BoundRule[m.Norm]]:
    """The rules on an action that forbid it in a round and are not outranked there."""
    rules = _applying(question, state, unit, bet)
    forbidding = [rule for rule in rules if rule.effect.modality is m.Modality.MUST_NOT]
    return [rule for rule in forbidding if not any(question.outranks(other, rule) for other in rules)]


def _needed(condition: m.Condition | None) -> tuple[str, ...]:
    """The bets that there are not, where a condition holds."""
    match condition:
        case m.Not(m.Fact(m.HasBetOn(bet=bet))):
            return (bet,)
        case m.AllOf(items):
            return tuple(bet for item in items for bet in _needed(item))
        case _:
            return ()


def _has_been_split(state: State, unit: Unit) -> bool:
    """A hand is one of the two that another has become, whatever the second is called."""
    seconds = (bet.unit for bet in state.bets if bet.stake and part_in(bet.unit))
    return whole_of(unit) in map(whole_of, seconds)


def lying(state: State, deal: Chance, held: Mapping[Unit, int], coming: Mapping[Unit, int]) -> State:
    """The state with the faces of a deal marked: whose objects show, and which of them lie face down.

    `held` is how many objects each of the recipients holds before it, and `coming` how many come to it.
    """
    face_up, face_down = state.face_up, state.face_down
    if not deal.face_up and face_up.isdisjoint(deal.units):
        return state
    for unit in deal.units:
        if coming[unit] <= 0:
            continue  # to whom nothing comes nothing is shown
        if deal.face_up:
            # What the party holds already was dealt face down, and stays so beside the new objects.
            if held[unit] and unit not in face_up:
                face_down = face_down.put(unit, tuple(range(held[unit])))
            face_up |= {unit}
        elif unit in face_up:
            # From the first new object to that with which the deal ends, by place in the hand.
            new = range(held[unit], held[unit] + coming[unit])
            face_down = face_down.put(unit, (*face_down.get(unit, ()), *new))
    return state._replace(face_up=face_up, face_down=face_down)


def laid_apart(state: State, unit: Unit, parts: Iterable[str]) -> State:
    """The state with the parts of a divided hand face up, where all of the hand lay so."""
    if unit not in state.face_up or state.face_down.get(unit, ()):
        return state
    return state._replace(face_up=state.face_up | {part_of(unit, part) for part in parts})


def begun_to_show(state: State) -> State:
    """The state as it is once a round has been shown: use of the objects began with that."""
    return state._replace(stock=state.stock._replace(fresh=False, anew=()))


def _lying_as_before(state: State, unit: Unit, second: Unit) -> State:
    """The state with each object of a hand just split, and of its second hand, as it lay, where some lay face down."""
    if not (places := state.face_down.get(unit, ())):
        return state
    count = len(state.hand(unit))
    first, rest = [place for place in places if place < count], [place - count for place in places if place >= count]
    face_down = state.face_down.put(unit, tuple(first)) if first else state.face_down.without(unit)
    if len(rest) == len(state.hand(second)):  # of this one nothing shows
        return state._replace(face_down=face_down)
    face_down = face_down.put(second, tuple(rest)) if rest else face_down
    return state._replace(face_up=state.face_up | {second}, face_down=face_down)


def _shown_anew(state: State) -> State:
    """A round that only shows the game, before its first step: of the round before it has what outlasts rounds."""
    begun = begun_to_show(state)
    return State(
        pc=begun.pc,
        bets=begun.bets,
        chosen=begun.chosen,
        stock=begun.stock,
        statuses=begun.statuses,
        events=begun.events,
        meters=begun.meters,
        meters_found=begun.meters_found,
        shown=(),
        before=begun,
    )


def turned_up(state: State, unit: Unit) -> State:
    """The state with all objects of a party face up."""
    return state._replace(face_up=state.face_up | {unit}, face_down=state.face_down.without(unit))


def wins(result: Verdict[m.Outcome]) -> bool:
    """The one rule that applies to a bet pays it: from nothing else a commission is taken."""
    return result.rule is not None and isinstance(result.rule.effect, m.Pay)


def ends(result: Verdict[m.Outcome]) -> bool:
    """The one rule that applies to a bet decides it: one that goes on, or stays, is paid no bonus."""
    return result.rule is not None and isinstance(result.rule.effect, m.Pay | m.Lose | m.Return)


def as_placed(state: State, bet: Bet) -> State:
    """The table as it would be with a bet that is being placed, of which norms on it are asked."""
    return state._replace(bets=(*state.bets, bet))


def is_beyond(bound: m.Bound, state: State, bet: Bet) -> bool:
    """The stake of a bet, with what its bettor has on the same at the place already, is beyond a bound."""
    # The bet is among those of the table, which is asked as it would then be.
    stake = sum((own.stake for own in same_bets(state, bet)), 0)
    limit = bound_of(bound, state, bet)
    match bound.sense:
        case m.Sense.AT_LEAST:
            return stake < limit
        case m.Sense.AT_MOST:
            return stake > limit
        case m.Sense.EQUAL:
            return stake != limit
    assert_never(bound.sense)


def same_bets(state: State, bet: Bet) -> list[Bet]:
    """The bets of one bettor on the same at one place that are not settled."""
    return [own for own in state.bets if own[:3] == bet[:3] and own.naming == bet.naming and not own.result]


def _wants_no_bet(role: str, condition: m.Condition | None) -> bool:
    """A condition that holds only where a party has no bet."""
    match condition:
        case m.AllOf(items):
            return any(_wants_no_bet(role, item) for item in items)
        case m.Not(m.Fact(m.HasBet(own))):
            return own == role
        case _:
            return False


def bound_of(bound: m.Bound, state: State, bet: Bet) -> Money:
    """The amount that bounds the stake of a bet: of another that is not there it is nothing."""
    if not bound.of:
        return bound.times
    others = (own.stake for own in state.bets if own[:2] == bet[:2] and own.bet == bound.of)
    return bound.times * sum(others, 0)


def _defined_in(question: Question[Any]) -> set[tuple[str, str]]:
    return {(o.role, o.status) for o in question.observables if isinstance(o, m.IsDefined)}


class Process:
    """The program of a round on one state. `tell` receives the steps of the trace as they happen."""

    def __init__(self, plan: Plan, questions: Questions) -> None:
        self.plan = plan
        self._ops = plan.ops
        self.questions = questions
        self.judge = questions.judge
        self.hands = self.judge.hands
        # Made once for each branch, since rounds ask them over and over.
        branches = [(pc, op) for pc, op in enumerate(plan.ops) if isinstance(op, Branch)]
        self._tests = {pc: self._test(op.condition) for pc, op in branches}
        self._past = {pc: past(op, plan) for pc, op in branches}
        # Where a round goes back, by the provisions that send it.
        self._back = {pc: op.provisions for pc, op in enumerate(plan.ops) if isinstance(op, Jump) and op.to <= pc}
        self._bets = tuple(Bet(*placed) for placed in plan.bets)
        self._meters: Map[str, Money] = Map({own.id: own.value for own in self.judge.rules.source.meters.values()})

    def _test(self, condition: m.Condition | BetOpen) -> Callable[[State, Who], bool]:
        """A function that says of a state, and of whom an operation concerns, that a condition holds."""
        match condition:
            case BetOpen(window=m.Place() as window):
                return lambda state, who: self._is_first(window, state, who.bet)
            case BetOpen(placed=True):
                return lambda state, who: bool(state.bets[who.bet].stake)
            case BetOpen(""):
                return lambda state, who: state.bets[who.bet].is_open
            case BetOpen(kind):
                return lambda state, who: (bet := state.bets[who.bet]).bet == kind and bet.is_open
            case _:
                test = self.judge.test(condition)
                return lambda state, who: test(state, who.unit, state.bet_at(who.bet))

    def _is_first(self, window: m.Place, state: State, place: int) -> bool:
        """The first open one of several bets that limit a window together, where nothing has been placed in it."""
        bet = state.bets[place]
        if bet.bet != window.bet or not bet.is_open:
            return False
        for (beside, to), put in self.plan.puts.items():
            other = state.bets[beside]
            stands_for_all = (beside < place and other.is_open) or state.bets[put].stake
            if to == window.to and stands_for_all and self.questions.is_alike(other, bet, window):
                return False
        return True

    def start(
        self,
        stock: StockState = _NEW,
        statuses: Map[tuple[str, str], str] = _NO_STATUS,
        meters: Map[str, Money] | None = None,
    ) -> State:
        """A round with the bets of the plan, before its first step; `meters` are as earlier rounds have left them."""
        if meters is None:
            meters = self._meters
        return State(bets=self._bets, stock=stock, statuses=statuses, meters=meters, meters_found=meters)

    @cached_property
    def stock_of_each(self) -> StockState:
        """The objects with which rounds begin, but for the very first: put back already where every round does that."""
        always, pc = list[str](), self.plan.finish
        while not isinstance(op := self.plan.ops[pc], Stop):
            if isinstance(op, Alter) and isinstance(op.change, m.PutBack):
                always.append(op.change.kind)
            # Every round is over here. What follows only where anything else holds is passed by.
            is_asked = isinstance(op, Branch) and op.condition != m.Fact(m.RoundOver())
            pc = op.no if isinstance(op, Branch) and is_asked else pc + 1
        every = bool(always) and self.hands.material.pools.keys() <= {*always}
        return StockState(fresh=every, anew=() if every else tuple(dict.fromkeys(always)))

    def with_puts(self, state: State) -> State:
        """The state of a round whose bets have been placed, with those on which rules may put an amount."""
        return state._replace(bets=(*state.bets, *self._bets[len(state.bets) :]))

    def advance(self, state: State, tell: Teller | None = None, watch: Watcher | None = None) -> Node:
        """Run until chance or somebody must act, or to the end; `watch` is shown each state before its operation.

        Raises:
            UnsettledCase: the round repeats itself for ever without anything happening.
        """
        # Until chance or a choice comes, a state says all about what follows: one that comes again comes for ever. Each
        # loop has a jump back in it, and there it is enough to look.
        repeated: set[State] = set()
        while True:
            if self._back and state.pc in self._back:
                if state in repeated:
                    raise UnsettledCase("too-many-repetitions", self._back[state.pc], limit=len(repeated))
                repeated.add(state)
            if watch:
                watch(self.plan, state)
            following = self.step(state, tell)
            if not isinstance(following, State):
                return following
            state = following

    def step(self, state: State, tell: Teller | None = None) -> State | Node:
        """One operation: the state after it, or the node at which somebody must act."""
        op = self._ops[state.pc]
        # A round that is only shown is told as a whole, by the objects that came in it.
        if state.shown is not None and not ends_show(op):
            tell = None
        match op:
            case Branch():
                test = self._tests[state.pc]
                holds = test(state, op.who)
                if op.others and any(test(state, other) != holds for other in _taking_part(op.others, state)):
                    return Terminal(state, Undecided(DIFFER, "", op.provisions))
                # That a step is not taken is not told, nor what is behind that.
                if tell and holds and (question := self.questions.on_step(op.condition, op.provisions)):
                    read = question.read_resolved(state, op.who.unit, state.bet_at(op.who.bet))
                    self._tell_behind(question, read, state, op.who, tell)
                return state.at(state.pc + 1 if holds else self._past[state.pc])
            case Settle():
                state, bet = self._settle(op, state, tell)
                return state.with_bet(op.bet, bet, state.pc + 1)
            case Chance():
                return ChanceNode(state, op.kind, state.due[0]) if state.due else self._chance(op, state, tell)
            case Require():
                return self._require(op, state, tell)
            case Tell(kind, provisions, party, names, values):
                if tell:
                    tell(Told(kind, provisions, party, names, values))
                return state.at(state.pc + 1)
            case Jump(to, repeats, provisions):
                if tell and repeats:
                    tell(Told("repeated", provisions, "", ("from",), (repeats,)))
                return state.at(to)
            case Ask():
                return self._ask(op, state)
            case Alter(change=m.Remember() as change):
                return self._remember(op, change, state, tell)
            case Alter():
                return self._alter(op, state, tell).at(state.pc + 1)
            case Bets(provisions):
                if state.bets or state.unbet:  # they are accepted once in a round
                    return state.at(state.pc + 1)
                if tell:
                    tell(Told("bets-open", provisions, "", (), ()))
                return BettingNode(state)
            case Finish():
                return _over(state).at(state.pc + 1)
            case Stop():
                # Use of the objects began with the first round with them, until its very end.
                stock = state.stock
                if stock.fresh or stock.put_back or stock.anew:
                    every = bool(stock.put_back) and self.hands.material.pools.keys() <= {*stock.put_back}
                    anew = () if every else stock.put_back
                    stock = stock._replace(fresh=every, put_back=(), anew=anew)
                return Terminal(state._replace(stock=stock))
        assert_never(op)

    # ── Actions that the rules require ──────────────────────────────────────

    def _require(self, op: Require, state: State, tell: Teller | None) -> State | Terminal:
        question = self.questions.norms[op.role, op.action]
        parties = (op.parties and _taking_part(op.parties, state)) or (op.who,)
        read = [question.read_resolved(state, party.unit, state.bet_at(party.bet)) for party in parties]
        verdicts = [question.decide(question.values(own)) for own in read]
        for verdict in verdicts:
            if verdict.rule is None:
                return Terminal(state, Undecided(verdict.problem, op.action, verdict.provisions))
        is_required = _requires(verdicts[0])
        if any(_requires(verdict) != is_required for verdict in verdicts[1:]):
            every = tuple(dict.fromkeys(eid for verdict in verdicts for eid in verdict.provisions))
            return Terminal(state, Undecided(DIFFER, op.action, every))
        if tell:
            self._tell_behind(question, read[0], state, parties[0], tell)
            names, values = question.told_names, question.told(question.values(read[0]))
            if op.parties:  # of a single holder's duty that depends on a party, it is told which
                holder = parties[0].unit or state.bets[parties[0].bet].bettor
                names, values = ("holder", *names), (holder, *values)
            decided = verdicts[0].rule
            assert decided is not None
            kind = _COMPLIED[decided.effect.modality]
            told = Told(kind, verdicts[0].provisions, op.who.unit, ("action", *names), (op.action, *values))
            _telling_with(op.provisions, tell)(told)
        return state.at(state.pc + 1 if is_required else op.no)

    # ── Chance ──────────────────────────────────────────────────────────────

    def _chance(self, op: Chance, state: State, tell: Teller | None) -> State | ChanceNode:
        # `None` is before the first object, when nobody knows yet how many are missing; `()` is after the last.
        if state.due is None:
            due = self._recipients(op, state)
            # Whoever receives objects face up shows them from the first on.
            if op.verb is Verb.DEAL:
                held = {unit: len(state.hand(unit)) for unit in op.units}
                state = lying(state, op, held, {unit: due.count(unit) for unit in op.units})
            if due:
                return ChanceNode(state._replace(due=due), op.kind, due[0])
        match op.verb:
            case Verb.THROW:
                (unit,) = op.units
                if tell:
                    tell(Told("thrown", op.provisions, unit, ("objects",), (state.aside,)))
                # What is thrown replaces what the party threw before. It lies open by itself: what the same party holds
                # lies as it was dealt.
                state = state._replace(thrown=state.thrown.put(unit, state.aside))
            case Verb.BURN:
                if tell:
                    tell(Told("burned", op.provisions, "", ("objects",), (state.aside,)))
                state = state._replace(stock=_gone(state.stock, state.aside))
            case Verb.DEAL | Verb.DRAW:
                pass
        return state._replace(pc=state.pc + 1, due=None, given=0, aside=())

    def _recipients(self, op: Chance, state: State) -> tuple[Unit, ...]:
        """The recipients of the objects of an operation that begins, one after another."""
        match op.verb:
            case Verb.DEAL:
                assert op.count is not None
                # A deal fills hands up: round by round of `batch` objects, whoever holds some of them is dealt fewer.
                held_of = self.hands.material.held_of
                missing = {unit: op.count - held_of(op.kind, state.hand(unit)) for unit in op.units}
                return tuple(
                    unit
                    for first in range(0, op.count, op.batch)
                    for unit in op.units
                    for _ in range(first, min(first + op.batch, missing[unit]))
                )
            case Verb.DRAW | Verb.THROW:
                assert op.count is not None
                return op.units * op.count
            case Verb.BURN:
                # The first object says how many follow it: see `give`.
                return ("",) * (1 if op.count is None else op.count)
        assert_never(op.verb)

    def outcomes(self, node: ChanceNode) -> tuple[tuple[int, int], ...]:
        """The objects that may come, each with the number of ways; none where no object is left."""
        faces = self.hands.material.faces.get(node.kind)
        if faces is not None:
            return tuple(Counter(faces).items())
        left = self.judge.observer.left(node.state, node.kind)
        return tuple([(thing, ways) for thing, ways in left.items() if ways])  # a list is built in half the time

    def give(self, node: ChanceNode, thing: int, tell: Teller | None = None) -> State:
        """The state after an object has come; `advance` goes on from it."""
        state, unit = node.state, node.unit
        op = self.plan.ops[state.pc]
        assert isinstance(op, Chance)
        due, given = (state.due or ())[1:], state.given + 1
        if state.shown is not None:
            state, tell = state._replace(shown=(*state.shown, thing)), None
        match op.verb:
            case Verb.DEAL | Verb.DRAW:
                if tell:
                    tell(Told(op.verb.value, op.provisions, unit, ("object",), (thing,)))
                hands = state.hands.put(unit, (*state.hand(unit), thing))
                drawn = state.drawn.put(unit, thing) if op.verb is Verb.DRAW else state.drawn
                return state._replace(hands=hands, drawn=drawn, due=due, given=given)
            case Verb.THROW | Verb.BURN:
                if op.count is None and not state.aside:
                    due = ("",) * op.more_after(self.hands.number(thing))
                return state._replace(aside=(*state.aside, thing), due=due, given=given)
        assert_never(op.verb)

    # ── Choices ─────────────────────────────────────────────────────────────

    def _ask(self, op: Ask, state: State) -> DecisionNode:
        legal = tuple(a for a in op.actions if not self.questions.forbidding_choice(state, op, a))
        return self.decision(op, state, legal)

    def decision(self, op: Ask, state: State, legal: tuple[str, ...]) -> DecisionNode:
        """A choice among what no provision forbids."""
        who, placed = op.who, self.plan.bets[self.plan.first[op.who.bet]].bet
        return DecisionNode(state, op.bettor, who.unit, who.bet, op.actions, legal, op.provisions, placed, op.again)

    def forbidding(self, node: DecisionNode, action: str) -> tuple[str, ...]:
        """The provisions that forbid an alternative, with the definitions that they read; none if it may be chosen."""
        op = self.plan.ops[node.state.pc]
        assert isinstance(op, Ask)
        return self.questions.refusing_choice(node.state, op, action)

    def no_choice_left(self, node: DecisionNode) -> UnsettledCase:
        """The error of a round that cannot go on, since provisions forbid every alternative of a choice."""
        by = tuple(dict.fromkeys(eid for action in node.actions for eid in self.forbidding(node, action)))
        return UnsettledCase("no-choice-left", by, holder=node.unit or node.bettor, known=node.actions)

    def choose(self, node: DecisionNode, action: str, amount: Money | None = None) -> State:
        """The state after a choice; `amount` is the new stake, where the action reduces it, or what is placed."""
        op = self.plan.ops[node.state.pc]
        assert isinstance(op, Ask)
        return node.state._replace(pc=op.to[op.actions.index(action)], amount=amount)

    def asked_after(self, node: DecisionNode) -> Iterator[Ask]:
        """The choices of the same step that come after one, as far as can be said before what follows from it."""
        state, op = node.state, self.plan.ops[node.state.pc]
        while isinstance(op, Ask | Branch | Jump):
            match op:
                case Ask(actions=actions, provisions=provisions, after=after):
                    if (actions, provisions) != (node.actions, node.provisions):
                        return
                    if state.pc != node.state.pc:
                        yield op
                    pc = after
                case Branch(who=who, no=no):
                    pc = state.pc + 1 if self._tests[state.pc](state, who) else no
                case Jump(to):
                    pc = to
            if pc <= state.pc:
                return  # the round repeats itself: what is asked then is asked anew
            state = state.at(pc)
            op = self.plan.ops[pc]

    # ── Changes ─────────────────────────────────────────────────────────────

    def _alter(self, op: Alter, state: State, tell: Teller | None) -> State:
        change, unit = op.change, op.who.unit
        match change:
            case Chosen(action):
                if tell:
                    bet = state.bets[op.who.bet]
                    by = self.questions.permitting(state, action, unit, bet)
                    for told in self.questions.told_behind_norms(state, action, unit, bet) if by else ():
                        tell(told)
                    tell(Told("chosen", (*op.provisions, *by), op.bettor, ("action", "holder"), (action, unit)))
                return state._replace(chosen=state.chosen | {ChosenAction(op.bettor, unit, action)})
            case TurnUp():
                return self._turn_up(op, state, tell)
            case m.Split():
                return self._split(op, change, state, tell)
            case Divide():
                return self._divide(op, change, state, tell)
            case m.Combine():
                return self._combine(op, change, state, tell)
            case m.PlaceMarker(marker, above):
                if tell:
                    tell(Told("marker-placed", op.provisions, "", ("marker", "count"), (marker, above)))
                return state._replace(stock=state.stock._replace(markers=state.stock.markers.put(marker, above)))
            case m.RoundsLeft(count):
                # A round that is still being played is one of those to come.
                left = count if state.over else count + 1
                # What has been said of the end already holds, unless use of the objects is to end sooner.
                if state.stock.rounds_left is not None and state.stock.rounds_left <= left:
                    return state
                if tell:
                    tell(Told("last-rounds", op.provisions, "", ("count",), (count,)))
                return state._replace(stock=state.stock._replace(rounds_left=left))
            case m.PutBack(kind):
                if tell:
                    tell(Told("put-back", op.provisions, "", ("kind",), (kind,)))
                objects, stock = self.hands.material.objects, state.stock
                # Objects of other kinds stay out of play.
                gone = Map({thing: number for thing, number in stock.gone.items() if objects[thing].object != kind})
                back = tuple(dict.fromkeys((*stock.put_back, kind)))
                return state._replace(stock=stock._replace(gone=gone, put_back=back))
            case m.Remember():
                raise AssertionError(change)  # `_remember`, by which a round may end
            case m.Feed():
                return self._feed(op, change, state, tell)
            case BeginShow():
                return _shown_anew(state)
            case EndShow():
                return self._end_show(op, state, tell)
            case _:
                return self._alter_bets(op, change, state, tell)

    def _remember(self, op: Alter, change: m.Remember, state: State, tell: Teller | None) -> State | Terminal:
        """The state with a number kept; a round cannot go on with one that is not among those that it keeps."""
        # Read of no party: soundness refuses an amount that may differ between parties (memory-of-a-party).
        read = {o: self.judge.observer.reader(o)(state, "", None) for o in observables_in(change.amount)}
        number = amount_of(change.amount, read)
        if number is None or number not in change.range:
            return Terminal(state, Undecided(OUT_OF_RANGE, change.memory, op.provisions))
        if tell:
            tell(Told("remembered", op.provisions, "", ("memory", "number"), (change.memory, number)))
        return state._replace(memory=state.memory.put(change.memory, number)).at(state.pc + 1)

    def _feed(self, op: Alter, change: m.Feed, state: State, tell: Teller | None) -> State:
        """The state with a share of the stake of a bet, if it is of that kind and placed, in a meter."""
        bet = state.bets[op.who.bet]
        if bet.bet != change.bet or not bet.stake:
            return state
        amount = _whole(bet.stake * change.part)
        now = _whole(state.meters[change.meter] + amount)
        if tell:
            values = (bet.bet, amount, change.meter, now)
            tell(Told("meter-fed", op.provisions, bet.bettor, ("bet", "amount", "meter", "left"), values))
        return state._replace(meters=state.meters.put(change.meter, now))

    def _withdrawn(
        self, change: m.Withdraw, amount: Money, provisions: tuple[str, ...], state: State, tell: Teller | None
    ) -> State:
        """The state with an amount paid out of a meter: what is not in it the house pays, which may make it up, too."""
        meter = self.judge.rules.source.meters[change.meter]
        taken = min(amount, state.meters[meter.id])
        now, lacking = _whole(state.meters[meter.id] - taken), _whole(amount - taken)
        # Out of a meter in which there is nothing nothing is told to be taken, unless nothing was due.
        if tell and (taken or not lacking):
            tell(Told("meter-paid", provisions, "", ("amount", "meter", "left"), (taken, meter.id, now)))
        if tell and lacking:
            tell(Told("meter-lacked", provisions, "", ("amount", "meter"), (lacking, meter.id)))
        if meter.made_up and now < meter.seed:
            now = meter.seed
            if tell:
                tell(Told("meter-made-up", (meter.made_up,), "", ("meter", "left"), (meter.id, now)))
        return state._replace(meters=state.meters.put(meter.id, now))

    def _turn_up(self, op: Alter, state: State, tell: Teller | None) -> State:
        unit, hand = op.who.unit, state.hand(op.who.unit)
        if not hand:
            return state
        if tell:
            if self.judge.rules.categories:
                category = self.hands.category(hand)
                by = (*op.provisions, category.eid) if category else op.provisions
                by = (*by, *self.hands.chosen_by(hand))
                tell(Told("revealed", by, unit, ("objects", "category"), (hand, category and category.id)))
                counted, wild_by = self.hands.counted_as(hand)
                if wild_by:
                    tell(Told("counted-as", wild_by, unit, ("objects",), (counted,)))
            else:
                tell(Told("revealed", op.provisions, unit, ("objects", "total"), (hand, self.hands.total(hand))))
        return turned_up(state, unit)

    def _tell_behind(
        self, question: Question[Any], read: tuple[Any, ...], state: State, who: Who, tell: Teller
    ) -> None:
        """Tell by what the facts are so that decide a question: the categories of hands, and definitions."""
        for told in self.questions.told_behind(question, read, state, who.unit, state.bet_at(who.bet)):
            tell(told)

    def _divide(self, op: Alter, change: Divide, state: State, tell: Teller | None) -> State:
        """The objects of a hand lie with its parts; what is said of the hand is still said of all of them."""
        unit = op.who.unit
        # Moved and not copied, so that what is in the stock is still counted right.
        whole, hands = state.hand(unit), state.hands.without(unit)
        counts, division, order = tuple(part.count for part in change.parts), change.division, [*range(len(whole))]
        if division is None:
            order.sort(key=whole.__getitem__)
            division = self.hands.highest_division(tuple(whole[place] for place in order), counts)
        face_up, face_down, hidden = state.face_up, state.face_down.without(unit), state.face_down.get(unit, ())
        for part, ways in zip(change.parts, division, strict=True):
            # Of a hand that is too small the last places are empty.
            holder, places = part_of(unit, part.id), [order[way] for way in ways if way < len(order)]
            things = tuple(whole[place] for place in places)
            down = tuple(number for number, place in enumerate(places) if place in hidden)
            if unit in state.face_up and (not down or len(down) < len(things)):
                face_up |= {holder}
                face_down = face_down.put(holder, down) if down else face_down
            if tell:
                tell(Told("divided", op.provisions, unit, ("part", "objects"), (part.id, things)))
            hands = hands.put(holder, things)
        views = state.views.put(unit, whole)
        return state._replace(hands=hands, views=views, face_up=face_up, face_down=face_down)

    def _combine(self, op: Alter, change: m.Combine, state: State, tell: Teller | None) -> State:
        """A hand formed of that of a party and that of another, which stay as they are."""
        unit = op.who.unit
        hand = (*state.hand(unit), *state.hand(change.other))
        if tell:
            category = self.hands.category(hand)
            values = (change.part, hand, category and category.id)
            by = (*op.provisions, category.eid) if category else op.provisions
            tell(Told("combined", by, unit, ("part", "objects", "category"), values))
        return state._replace(views=state.views.put(part_of(unit, change.part), hand))

    def _split(self, op: Alter, change: m.Split, state: State, tell: Teller | None) -> State:
        """A split hand: the half received last lies with the second one, and each of its bets has its like there."""
        unit = op.who.unit
        hand, second = state.hand(unit), part_of(unit, change.hand)
        rest, half = hand[: len(hand) - len(hand) // 2], hand[len(hand) - len(hand) // 2 :]
        if tell:
            tell(Told("divided", op.provisions, unit, ("part", "objects"), (change.hand, half)))
        state = state._replace(hands=state.hands.put(unit, rest).put(second, half))
        return _lying_as_before(self.with_second(op, change, state, tell), unit, second)

    def with_second(self, op: Alter, change: m.Split, state: State, tell: Teller | None = None) -> State:
        """The state with the bets on a second hand, and with what was chosen for both, whatever they hold."""
        unit = op.who.unit
        second = part_of(unit, change.hand)
        for place in self._concerned(op, change.bet, state):
            bet, beside = state.bets[place], self.plan.seconds[place, change.hand]
            state = state.with_bet(beside, bet._replace(unit=second))
            if tell:
                values = (bet.bet, bet.stake, second)
                told = Told("hand-bet", op.provisions, bet.bettor, ("bet", "stake", "holder"), values)
                tell(_by_another(told, op.bettor))
        chosen = frozenset(c._replace(unit=second) for c in state.chosen if c.unit == unit)
        return laid_apart(state._replace(chosen=state.chosen | chosen), unit, (change.hand,))

    def _end_show(self, op: Alter, state: State, tell: Teller | None) -> State:
        assert state.shown is not None
        assert state.before is not None
        if tell:
            tell(Told("demonstrated", op.provisions, "", ("objects",), (state.shown,)))
        held = tuple(thing for hand in state.hands.values() for thing in hand)
        # The round as it stood, with no more of the one that was shown than what outlasts rounds, and was reported.
        return state.before._replace(pc=state.pc, stock=_gone(state.stock, held), events=state.events)

    def _alter_bets(
        self,
        op: Alter,
        change: m.Outcome | m.Double | m.Reduce | m.PutOn | m.Place | m.Move,
        state: State,
        tell: Teller | None,
    ) -> State:
        for concerned in self._concerned(op, change.bet, state):
            index, bet = concerned, state.bets[concerned]
            match change:
                case m.PutOn(_, to) | m.Place(_, to):
                    by, naming = op.provisions, ""
                    if isinstance(change, m.Place):
                        placed = self.questions.placed(state, bet, change, op.provisions)
                        amount = placed.stake if state.amount is None else min(placed.stake, state.amount)
                        by, naming = tuple(dict.fromkeys((*by, *placed.provisions))), placed.naming
                    else:
                        amount = _whole(bet.stake * change.times)
                    index = self.plan.puts[concerned, to]
                    # It has had a place from the beginning (`Plan.puts`), so that no place of a bet ever shifts.
                    altered = state.bets[index]._replace(stake=state.bets[index].stake + amount, naming=naming)
                    names = ("bet", "amount", "stake")
                    told = Told("stake-put", by, bet.bettor, names, (altered.bet, amount, altered.stake))
                case m.Double():
                    altered = bet._replace(stake=bet.stake * 2)
                    told = Told("stake-doubled", op.provisions, bet.bettor, ("bet", "stake"), (bet.bet, altered.stake))
                case m.Reduce():
                    # Of bets that share a hand, one may be as low already: no stake is raised, and nothing is told.
                    if state.amount is None or bet.stake <= state.amount:
                        continue
                    altered = bet._replace(stake=state.amount)
                    told = Told("stake-reduced", op.provisions, bet.bettor, ("bet", "stake"), (bet.bet, altered.stake))
                case m.Move(_, to):
                    altered = bet._replace(bet=to)
                    told = Told(
                        "bet-moved", op.provisions, bet.bettor, ("bet", "to", "stake"), (bet.bet, to, bet.stake)
                    )
                case _:
                    # Taken always, or not at all (`soundness.commission_by_choice`).
                    taken = next(iter(self.questions.commissions[bet.bet].rules), None)
                    altered, told = pay(bet, change, op.provisions, commission=taken, surrendered=True)
            if tell:
                tell(_by_another(told, op.bettor, surrendered=altered.result == SURRENDER))
            state = state.with_bet(index, altered)
        return state

    def _concerned(self, op: Alter, kind: str, state: State) -> list[int]:
        """The open bets of a kind that an action concerns: the bet it was asked for, if it is of that kind."""
        # An action may alter another kind of bet than that for which it was chosen: then all of that kind which its
        # bettor has with the hand, as where it was chosen for no bet, but of the bettor's own accord. What is chosen
        # for a hand as a whole alters the bets of all who play with it.
        own = None if op.shared or op.who.bet < 0 else state.bets[op.who.bet]
        if own is not None and own.bet == kind:
            return [op.who.bet] if own.is_open else []
        return [
            index
            for index, bet in enumerate(state.bets)
            if bet.bet == kind and bet.is_open and bet.unit == op.who.unit and (op.shared or bet.bettor == op.bettor)
        ]

    # ── Settling ────────────────────────────────────────────────────────────

    def _settle(self, op: Settle, state: State, tell: Teller | None) -> tuple[State, Bet]:
        """A bet as it ends by the one rule that applies to it; where none does, it stays undecided by itself.

        It is told by what the bet ends, and by what it does so now; the bet itself keeps the former. The state is
        another only where a meter pays.
        """
        bet = state.bets[op.bet]
        tell_end = tell and _telling_with(op.provisions, tell)
        question = self.questions.outcomes[bet.bet]
        # Read once, definitions resolved: the verdict, the definitions that are told and the trace are functions of it.
        read, who = question.read_resolved(state, bet.unit, bet), Who(bet.unit, op.bet)
        values = question.values(read)
        verdict = question.decide(values)
        if tell:
            self._tell_behind(question, read, state, who, tell)
        if verdict.rule is None:
            return state, _undecided(bet, verdict)
        if isinstance(verdict.rule.effect, m.GoOn):
            return state, self._gone_on(bet, verdict.rule.effect, verdict.provisions, state, tell_end)
        commission, bonus = self.questions.beside(state, bet, verdict)
        for beside in (commission, bonus):
            # A gap says that nothing is taken or paid; a conflict leaves open how much.
            if beside.problem == CONFLICT:
                return state, _undecided(bet, beside)
        for about, beside in ((self.questions.commissions, commission), (self.questions.bonuses, bonus)):
            if tell and beside.rule is not None:
                own = about[bet.bet]
                self._tell_behind(own, own.read_resolved(state, bet.unit, bet), state, who, tell)
        settled, told = pay(
            bet,
            verdict.rule.effect,
            verdict.provisions,
            commission=commission.rule,
            names=question.told_names,
            values=question.told(values) if tell else (),
        )
        if tell_end:
            tell_end(told)
        if bonus.rule is not None:
            amount = amount_beside(settled, bonus.rule.effect, state)
            settled, told = paid_beside(settled, bonus.rule, amount)
            if tell:
                tell(told)
            if isinstance(bonus.rule.effect, m.Withdraw):
                state = self._withdrawn(bonus.rule.effect, amount, bonus.rule.provisions, state, tell)
        return state, settled

    def _gone_on(self, bet: Bet, change: m.GoOn, provisions: tuple[str, ...], state: State, tell: Teller | None) -> Bet:
        """A bet as one of another kind that names a number; undecided, where that cannot be named with it."""
        naming = self.questions.naming(state, bet, change)
        if not naming:
            return bet._replace(undecided=Undecided(OUT_OF_RANGE, change.to, provisions))
        if tell:
            values = (bet.bet, change.to, naming, bet.stake)
            by = self.judge.rules.with_bet(provisions, change.to)
            tell(Told("bet-gone-on", by, bet.bettor, ("bet", "to", "naming", "stake"), values))
        return bet._replace(bet=change.to, naming=naming)

    def would_win(self, state: State, kind: str) -> bool:
        """A bet of a kind wins in a round that has ended, placed or not."""
        return wins(self.questions.result(state, Bet("", "", kind, 1)))

    # ── Irregularities ──────────────────────────────────────────────────────

    def reported(self, state: State, event: str, holder: Unit, times: int) -> tuple[State, ...]:
        """The states in which rules are asked about an irregularity: counted, since they may speak of the second time.

        One reported of a hand concerns all who bet with it: each has a status, as which the hand has it here.
        """
        key, role = (event, holder), self.judge.rules.bettor
        counted = state._replace(events=state.events.put(key, state.events.get(key, 0) + times), event=key)
        known = [state.statuses.get((bet.bettor, role)) for bet in state.bets if holder in (bet.unit, bet.holder)]
        if not any(known):
            return (counted,)
        first = self.judge.rules.statuses_of(role)[0]
        each = dict.fromkeys(status or first for status in known)
        return tuple(counted._replace(statuses=state.statuses.put((whole_of(holder), role), status)) for status in each)

    def happen(
        self, state: State, event: str, holder: Unit, times: int = 1, tell: Teller | None = None
    ) -> State | Undecided:
        """The state after an irregularity; the question that is open, where no provision decides what it means."""
        asked = self.reported(state, event, holder, times)
        verdicts = [self.questions.events.decide(self.questions.events.read(own, holder, None)) for own in asked]
        verdict = verdicts[0]
        if any(own.rule != verdict.rule for own in verdicts):
            return Undecided(DIFFER, event, tuple(dict.fromkeys(eid for own in verdicts for eid in own.provisions)))
        if verdict.rule is None:
            return Undecided(verdict.problem, event, verdict.provisions)
        # Counted whatever follows; the rest of what is asked stands for the question alone.
        state = state._replace(events=asked[0].events)
        effect = verdict.rule.effect
        unit = holder
        if isinstance(effect, m.HandVoid):
            unit = hand_meant(self.judge.rules, effect.role, asked[0])
            if not unit:
                return Undecided(GAP, event, verdict.provisions)
        if tell:
            question = self.questions.events
            read = question.read_resolved(asked[0], holder, None)
            for told in self.questions.told_behind(question, read, asked[0], holder, None):
                tell(told)
            tell(Told("event", verdict.provisions, holder, ("event", "count"), (event, times)))
        match effect:
            case m.RoundVoid():
                return self._void(state, verdict.provisions, tell)
            case m.HandVoid():
                if tell:
                    tell(Told("hand-void", verdict.provisions, unit, (), ()))
                return self._without_hand(state, unit)
            case m.RoundStands():
                if tell:
                    tell(Told("round-stands", verdict.provisions, "", (), ()))
                return state
        assert_never(effect)

    def _without_hand(self, state: State, holder: Unit) -> State:
        """The hand of a party is void: what it holds, or what it threw where it never holds objects."""
        rules = self.judge.rules
        if role_of(holder, rules) not in rules.holders_of_objects():
            return state._replace(thrown=state.thrown.without(holder))
        # With the whole go its parts, but no second hand, which is one by itself; a part by itself may be void, too.
        away: list[int] = []
        apart = {bet.unit for bet in state.placed} - {holder}
        op, coming = self.plan.ops[state.pc], state.due or ()
        for own in [unit for unit in state.hands if holder in (unit, whole_of(unit)) and unit not in apart]:
            hand, places = state.hand(own), state.face_down
            away += hand
            # What is still to come face down takes the first places of an empty hand.
            rest = range(coming.count(own) if isinstance(op, Chance) and not op.face_up else 0)
            state = state._replace(
                hands=state.hands.without(own),
                stock=_gone(state.stock, hand),
                face_down=places.put(own, tuple(rest)) if rest else places.without(own),
            )
        views = {
            unit: _without(hand, away) if self._holds_of(unit, holder) else hand
            for unit, hand in state.views.items()
            if unit != holder
        }
        return state._replace(views=Map(views))

    def _holds_of(self, view: Unit, holder: Unit) -> bool:
        """A hand that is seen as one, of parts or formed of two, holds what a party does."""
        formed = self.judge.rules.combines
        others = {c.other for c in formed if c.part == part_in(view) and c.role == role_of(view, self.judge.rules)}
        return whole_of(view) == whole_of(holder) or whole_of(holder) in others

    def _void(self, state: State, provisions: tuple[str, ...], tell: Teller | None) -> State:
        if tell:
            tell(Told("round-void", provisions, "", (), ()))
        for index, bet in enumerate(state.bets):
            voided, told = pay(bet, m.Return(bet.bet, void=True), provisions)
            # On a bet that rules might have put beside another nothing was staked.
            if tell and bet.stake:
                tell(told)
            state = state.with_bet(index, voided)
        for meter, found in state.meters_found.items():
            if tell and state.meters[meter] != found:
                tell(Told("meter-restored", provisions, "", ("meter", "left"), (meter, found)))
        state = state._replace(meters=state.meters_found)
        return broken_off(state, self.plan)._replace(pc=self.plan.finish + 1, void=True)


def refuse_more_moves(plan: Plan, pc: Pc, moves: int) -> None:
    """Give up a round that has had as many moves as a round may have, and is not over.

    Raises:
        UnsettledCase: it has.
    """
    if moves >= MAX_MOVES:
        raise UnsettledCase("too-many-repetitions", provisions_at(plan, pc), limit=MAX_MOVES)


def _by_another(told: Told, chooser: str, *, surrendered: bool = False) -> Told:
    """The step by which a bet is altered, with who chose it, where it was not the bettor.

    Of those who share a hand one chooses for all, and alters the bets of the others.
    """
    if not (surrendered or told.kind in _ALTERED) or chooser in ("", told.party):
        return told
    return told._replace(names=(*told.names, "by"), values=(*told.values, chooser))


def hand_meant(rules: BoundRules, role: str, state: State) -> Unit:
    """The hand of a role where an irregularity is reported; "" where that is no one hand of the role.

    A role with several holders, or of bettors, stands for whoever the report names: for that holder, or
    for the hand that the bettor plays with.
    """
    assert state.event is not None
    if fixed := rules.fixed(role):
        return fixed
    _, holder = state.event
    # A second hand is there only from the split on, when there is a stake on it.
    hands = {bet.unit for bet in state.placed if bet.bettor == holder and bet.unit} or {holder}
    theirs = {bet.unit for bet in state.placed} if role == rules.bettor else set()
    unit = hands.pop()
    return unit if not hands and unit and (role_of(unit, rules) == role or unit in theirs) else ""


def pay(
    bet: Bet,
    outcome: m.Outcome,
    provisions: tuple[str, ...],
    *,
    commission: BoundRule[m.Commission] | None = None,
    surrendered: bool = False,
    names: tuple[str, ...] = (),
    values: tuple[Any, ...] = (),
) -> tuple[Bet, Told]:
    """The bet as an outcome settles it, and the step of the trace; `names` and `values` are what was read."""
    if bet.naming:
        names, values = ("naming", *names), (bet.naming, *values)
    result, factor, sign = "push", _NOTHING, 1
    match outcome:
        case m.Pay():
            result, factor = "win", outcome.odds
            if commission is not None:
                # The commission is taken on what is won, not on the stake.
                factor *= 1 - commission.effect.part
                provisions = tuple(dict.fromkeys((*provisions, *commission.provisions)))
        case m.Lose():
            result, factor, sign = SURRENDER if surrendered and outcome.part != 1 else "lose", outcome.part, -1
        case m.Return():
            result = "void" if outcome.void else "push"
        case m.Keep():
            result = KEPT
        case m.Stay():
            told = (bet.bet, bet.unit or bet.holder, bet.stake, *values)
            return bet, Told("bet-stays", provisions, bet.bettor, (*_OUTCOME[:3], *names), told)
        case m.GoOn():
            raise AssertionError(outcome)  # `_gone_on`: by it nothing ends
        case _:
            assert_never(outcome)
    # A quotient of whole numbers, which takes a third of the time of a product of fractions.
    whole, rest = divmod(bet.stake * factor.numerator, factor.denominator)
    net: Money = sign * (bet.stake * factor if rest else whole)
    # The first six fields say what was staked by whom; an open question does not outlast the settlement.
    settled = Bet(*bet[:6], result, net, provisions)
    told = (bet.bet, bet.unit or bet.holder, bet.stake, result, net, *values)
    return settled, Told("settled", provisions, bet.bettor, (*_OUTCOME, *names), told)


def amount_beside(bet: Bet, effect: m.Beside, state: State) -> Money:
    """The amount that a bet is paid beside its own result, in a round as it stands."""
    match effect:
        case m.Bonus(_, odds):
            return _whole(bet.stake * odds)
        case m.Withdraw(_, meter, part, amount):
            return _whole(state.meters[meter] * part + amount)
    assert_never(effect)


def paid_beside(bet: Bet, bonus: BoundRule[m.Beside], amount: Money) -> tuple[Bet, Told]:
    """A bet that is settled with an amount that it is paid beside its own result, and the step of the trace.

    Of both together it wins or loses as they come to.
    """
    net = _whole(Fraction(bet.net + amount))
    result = "win" if net > 0 else "lose" if net < 0 else "push"
    provisions = tuple(dict.fromkeys((*bet.provisions, *bonus.provisions)))
    told = Told("bonus-paid", bonus.provisions, bet.bettor, ("bet", "amount"), (bet.bet, amount))
    return bet._replace(result=result, net=net, provisions=provisions), told


def _whole(amount: Money) -> Money:
    """An amount, as a whole number where it is one."""
    return amount.numerator if amount.denominator == 1 else amount


def _undecided(bet: Bet, verdict: Verdict[Any]) -> Bet:
    return bet._replace(undecided=Undecided(verdict.problem, bet.bet, verdict.provisions))


def _taking_part(parties: tuple[Who, ...], state: State) -> tuple[Who, ...]:
    """Parties of a round, without those whose hand has not come of a split."""
    return tuple(party for party in parties if state.bets[party.bet].stake)


def _telling_with(when: tuple[str, ...], tell: Teller) -> Teller:
    """A teller that adds to the provisions of what is done those by whose condition it is done now."""
    if not when:
        return tell
    return lambda told: tell(told._replace(provisions=tuple(dict.fromkeys((*told.provisions, *when)))))


def _requires(verdict: Verdict[m.Norm]) -> bool:
    return verdict.rule is not None and verdict.rule.effect.modality is m.Modality.MUST


def ends_show(op: Op) -> bool:
    """Of a round that only shows the game nothing is told but what it showed, at its end."""
    return isinstance(op, Alter) and isinstance(op.change, EndShow)


def past(branch: Branch, plan: Plan) -> Pc:
    """The place where a round goes on from a branch whose condition fails, past those that ask the very same."""
    asked, to = (branch.condition, branch.who, branch.others), branch.no
    while isinstance(op := plan.ops[to], Branch) and (op.condition, op.who, op.others) == asked:
        to = op.no
    return to


def _over(state: State) -> State:
    """The round is over: what was held is out of play, and one round less is to come with the objects in use."""
    stock = _gone(state.stock, state.held)
    if stock.rounds_left is not None:
        stock = stock._replace(rounds_left=stock.rounds_left - 1)
    return state._replace(over=True, stock=stock)


def broken_off(state: State, plan: Plan) -> State:
    """A round that ends where it stands: the objects that came into play are used, as by a burn, but by no throw."""
    op = plan.ops[state.pc]
    if isinstance(op, Chance) and op.verb is Verb.BURN:
        state = state._replace(stock=_gone(state.stock, state.aside))
    return _over(state)._replace(shown=None, before=None, due=None, given=0, aside=())


def _without(hand: tuple[int, ...], away: Iterable[int]) -> tuple[int, ...]:
    """A hand from which objects have been taken, as many of each as it has."""
    left = list(hand)
    for thing in away:
        if thing in left:
            left.remove(thing)
    return tuple(left)


def _gone(stock: StockState, things: tuple[int, ...]) -> StockState:
    # A copy, which may be changed until it is handed out and perhaps hashed.
    gone = Map(stock.gone)
    for thing in things:
        gone[thing] = gone.get(thing, 0) + 1
    return stock._replace(gone=gone)
