"""The questions that a round puts to the rules: about each bet, action, status and irregularity.

Each is answered of one state, a party and a bet, with the rules that apply and the provisions behind them.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar, assert_never

from lexludi.play.decide import ANSWERS_KEPT, Judge, OtherRules, Question, Verdict, amount_of, provisions_of
from lexludi.play.observe import role_of
from lexludi.play.plan import Ask, BetOpen, Unit, reachable
from lexludi.play.round_state import GAP, Bet, Money, State, Told, reduced
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, observables_in
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, under
from lexludi.rules.parts import part_in, whole_of

E = TypeVar("E", bound=m.Outcome | m.Commission | m.Beside)

_NO_BET = Bet("", "", "", 0)
# The verdict on a question that is not put: no rule, and none that is missed.
_NOT_ASKED: Verdict[Any] = Verdict(None, (), GAP)
# What every definition is told with, before what was read.
_DEFINED = ("status", "holds")


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

    def values(self, observed: Mapping[m.Observable, Any]) -> tuple[Any, ...]:
        """The values of what the definition reads, by what was read from the round."""
        return self.question.values(tuple(observed[o] for o in self.question.resolved))

    def told(self, bettor: str, holder: Unit, observed: Mapping[m.Observable, Any]) -> Told:
        """The step of the trace, by what was read from the round."""
        values = self.values(observed)
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
            act: Question(judge, (r for r in rules.norms if (r.effect.role, r.effect.action) == act)) for act in actions
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
        read = (observable for group in groups for question in group.values() for observable in question.observables)
        return {observable.name: observable.roles for observable in read if observable.needs is not m.Needs.NOTHING}

    @cached_property
    def own_acts(self) -> frozenset[str]:
        """The actions that a party may take of its own accord: norms speak of them, and no step asks for them."""
        return frozenset(self.about) - {PLACE_BET, CLOSE_BETS, *self.asking}

    @cached_property
    def intervening(self) -> frozenset[str]:
        """The acts of a party's own accord that may change what becomes of hands or bets in the same round."""
        rules, idle = self.judge.rules, m.Burn | m.RoundsLeft
        return frozenset(
            act for act in self.own_acts if not all(isinstance(e, idle) for e in rules.consequences([act]))
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
        asked = reachable(_defined_in(question), lambda key: _defined_in(self.definitions[key]))
        of_bettors = rules.source.statuses_of_bettors
        return [
            Defined(
                defining,
                rules.fixed(role),
                status,
                (rules.definitions[role, status].eid,),
                role == rules.bettor and status in of_bettors,
            )
            for (role, status), defining in self.definitions.items()
            if (role, status) in asked
        ]

    def _behind(
        self, question: Question[Any], bettor: str, holder: Unit, read: tuple[Any, ...]
    ) -> tuple[tuple[str, ...], list[Told]]:
        observed, definitions = dict(zip(question.resolved, read, strict=True)), self.definitions_of(question)
        asked = [
            *((definition.question, definition.values(observed)) for definition in definitions),
            (question, question.values(read)),
        ]
        roles = dict.fromkeys(role for each, values in asked for role in each.ranking(values))
        return tuple(roles), [definition.told(bettor, holder, observed) for definition in definitions]

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
            if refusing := tuple(rule for rule in question.rules if not {*norms}.isdisjoint(rule.provisions)):
                apart = self.apart(refusing)
                told = self.told_behind(apart, apart.read_resolved(state, unit, bet), state, unit, bet)
                out.update(dict.fromkeys(eid for step in told for eid in step.provisions))
        return tuple(out)

    def on_action(self, action: str, bettor: str, unit: Unit) -> list[Question[m.Norm]]:
        """The norms on an action that concern a bettor or the holder they play with."""
        rules = self.judge.rules
        if action not in self.about:
            return []
        # A norm may speak of those who bet, of the holder whose hand is played, or of a party by itself.
        bettor_role = role_of(bettor, rules)
        # A holder that acts of its own accord, such as the dealer, is nobody who bets.
        roles = {rules.bettor if bettor_role not in rules.roles else bettor_role, role_of(unit, rules), bettor_role}
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
        effects = self.judge.rules.consequences([action])
        return any(isinstance(effect, m.Split) for effect in effects) and _has_been_split(state, unit)

    def _against_choice(
        self, state: State, action: str, unit: Unit, bet: Bet, among: tuple[str, ...]
    ) -> Iterator[BoundRule[m.Norm]]:
        """The rules by which an action is not chosen among several: another must be, or it may be, but not here.

        A duty to choose what there is not, such as a second split, is none.
        """
        if self._bidding.isdisjoint(among):
            return
        asked = {option: self.on_action(option, bet.bettor, unit) for option in among}
        applying = {
            option: [rule for question in questions for rule in _applying(question, state, unit, bet)]
            for option, questions in asked.items()
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
        there = {bet.bet, *(placed.bet for placed in state.placed if placed.bettor == bet.bettor)}
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

    def admitted(self, state: State, bet: Bet, against: tuple[str, ...] = ()) -> tuple[Money, Money | None] | None:
        """The least and the most (if there is one) that may be staked on a bet; nothing where no stake may be."""
        bounds = [rule.effect.bound for rule in self.prohibitions(state, PLACE_BET, bet.unit, bet, against)]
        limits = [(bound.sense, bound_of(bound, state, bet)) for bound in bounds if bound is not None]
        least = max((limit for sense, limit in limits if sense is not m.Sense.AT_MOST), default=0)
        most = min((limit for sense, limit in limits if sense is not m.Sense.AT_LEAST), default=None)
        if None in bounds or (most is not None and (most < least or most <= 0)):
            return None
        return least, most

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
        there = staked_on(state, bet)
        bounds = [
            (bound_of(bound, state, bet) - there, rule.provisions)
            for rule in self.prohibitions(table, PLACE_BET, bet.unit, bet, provisions)
            # A least stake makes no amount less.
            if (bound := rule.effect.bound) is not None and bound.sense is not m.Sense.AT_LEAST
        ]
        most = min((amount for amount, _ in bounds), default=bet.stake)
        if not 0 < most < bet.stake:
            return bet._replace(stake=reduced(bet.stake))
        by = tuple(dict.fromkeys(eid for amount, eids in bounds if amount == most for eid in eids))
        return bet._replace(stake=reduced(most), provisions=by)

    def limit(self, state: State, beside: Bet, window: m.Place) -> Money:
        """The most that a window accepts beside a bet: in proportion to all that its bettor has on such bets there."""
        there = (alike.stake for alike in state.bets if alike.is_open and self.is_alike(alike, beside, window))
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
    stake = staked_on(state, bet)
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
    return [other for other in state.bets if other[:3] == bet[:3] and other.naming == bet.naming and not other.result]


def staked_on(state: State, bet: Bet) -> Money:
    """The stakes of one bettor on the same at one place, together (`same_bets`)."""
    return sum((same.stake for same in same_bets(state, bet)), 0)


def _wants_no_bet(role: str, condition: m.Condition | None) -> bool:
    """A condition that holds only where a party has no bet."""
    match condition:
        case m.AllOf(items):
            return any(_wants_no_bet(role, item) for item in items)
        case m.Not(m.Fact(m.HasBet(party))):
            return party == role
        case _:
            return False


def bound_of(bound: m.Bound, state: State, bet: Bet) -> Money:
    """The amount that bounds the stake of a bet: of another that is not there it is nothing."""
    if not bound.of:
        return bound.times
    others = (other.stake for other in state.bets if other[:2] == bet[:2] and other.bet == bound.of)
    return bound.times * sum(others, 0)


def _defined_in(question: Question[Any]) -> set[tuple[str, str]]:
    return {(o.role, o.status) for o in question.observables if isinstance(o, m.IsDefined)}
