"""Bound rules: a rule set with its settings decided, every expression typed; what machines run.

Terms of the text have been resolved and options decided before (`lowering`, `settings`).
Here the constructs of the language become the classes of `meaning`; this is the only
place where the names of constructs decide what is meant.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from lexludi.base.frozen import dataclass
from lexludi.base.source import NOWHERE, Span
from lexludi.language.nodes import Construct, Node, Number, Payoff, Reference, Sequence, Share, Term
from lexludi.rules import meaning as m
from lexludi.rules.literals import item_of
from lexludi.rules.model import (
    PAID_BESIDE,
    PLACE_BET,
    BetKind,
    EarlierSteps,
    Precedence,
    Range,
    Role,
    Rule,
    RuleSet,
    Status,
)
from lexludi.rules.parts import HOLDINGS, divisions, exchanges, holding_of, name_of_division, part_in, part_of, whole_of
from lexludi.rules.settings import Truth
from lexludi.rules.throws import holders_of_objects, thrower

E = TypeVar("E", covariant=True)
T = TypeVar("T")


@dataclass(frozen=True)
class BoundRule(Generic[E]):
    """When a condition holds (always, if `None`), an effect; the provision that decides comes first.

    `span` is where the effect is written; rules that say the same elsewhere are equal.
    `readings` are those that the rule is there for; `put_before` says where a step stands by an inference.
    """

    condition: m.Condition | None
    effect: E
    provisions: tuple[str, ...]
    fallback: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    readings: tuple[str, ...] = field(default=(), compare=False, repr=False)
    put_before: tuple[EarlierSteps, ...] = field(default=(), compare=False, repr=False)

    @property
    def eid(self) -> str:
        """The provision that decides, the most specific one."""
        return self.provisions[0]


@dataclass(frozen=True)
class BoundOtherReading:
    """The rules on bets and irregularities under another value of a reading."""

    reading: str
    outcomes: tuple[BoundRule[m.Outcome], ...]
    events: tuple[BoundRule[m.EventEffect], ...]


@dataclass(frozen=True)
class BoundDefinition:
    """A party of a role has a status only if a condition holds."""

    role: str
    status: str
    condition: m.Condition
    eid: str


@dataclass(frozen=True)
class BoundCategory:
    """A category of hands: the shape of a hand, and the keys that order hands within it."""

    id: str
    shape: m.Condition
    keys: tuple[m.Key, ...]
    eid: str


@dataclass(frozen=True)
class BoundRules:
    """The rules that machines run: typed, and with every option and reading decided."""

    source: RuleSet = field(repr=False, compare=False)
    roles: Mapping[str, Role]
    bets: Mapping[str, BetKind]
    statuses: tuple[Status, ...]
    precedences: tuple[Precedence, ...]
    definitions: Mapping[tuple[str, str], BoundDefinition]
    categories: tuple[BoundCategory, ...]
    steps: tuple[BoundRule[m.Step], ...]
    outcomes: tuple[BoundRule[m.Outcome], ...]
    commissions: tuple[BoundRule[m.Commission], ...]
    bonuses: tuple[BoundRule[m.Beside], ...]
    events: tuple[BoundRule[m.EventEffect], ...]
    norms: tuple[BoundRule[m.Norm], ...]
    closings: tuple[BoundRule[m.Closing], ...]
    upons: Mapping[str, tuple[str, tuple[m.Consequence, ...]]]
    others: tuple[BoundOtherReading, ...] = field(default=(), compare=False)

    @property
    def every(self) -> tuple[BoundRule[Any], ...]:
        """All rules that may have a condition, by what they do."""
        settling = (*self.outcomes, *self.commissions, *self.bonuses)
        return (*self.steps, *settling, *self.events, *self.norms, *self.closings)

    @cached_property
    def choosable(self) -> frozenset[str]:
        """The actions that steps have somebody choose among."""
        return frozenset(
            action for rule in self.steps if isinstance(e := rule.effect, m.Choose) for action in e.actions
        )

    @cached_property
    def followed(self) -> frozenset[str]:
        """The actions on which steps have somebody follow the rules."""
        return frozenset(e.action for rule in self.steps if isinstance(e := rule.effect, m.Comply))

    @cached_property
    def bets_within(self) -> bool:
        """Bets may be placed within a round: a step opens a window for them."""
        return any(isinstance(rule.effect, m.Choose) and rule.effect.window for rule in self.steps)

    @cached_property
    def kinds(self) -> Mapping[str, tuple[str, ...]]:
        """For each bet the kinds that it may come to be of: its own, and those to which it can be moved."""
        # What no step offers to choose under these settings, and nobody may do of their own accord, moves nothing.
        done = {rule.effect.action for rule in self.norms} | self.choosable | self.followed
        upon = self.consequences(action for action in self.upons if action in done)
        effects = (*upon, *(rule.effect for rule in self.outcomes))
        moves = dict.fromkeys((e.bet, e.to) for e in effects if isinstance(e, m.Move | m.GoOn))
        found = {}
        for bet in self.bets:
            kinds = [bet]
            # The list grows while it is gone through: the transitive closure of the moves.
            for kind in kinds:
                kinds += [to for before, to in moves if before == kind and to not in kinds]
            found[bet] = tuple(kinds)
        return found

    @cached_property
    def bettor(self) -> str:
        """The role of those who bet, or the empty string."""
        return self.source.bettor_role()

    def consequences(self, actions: Iterable[str]) -> list[m.Consequence]:
        """The effects upon some actions, one action after the other; upon those of which nothing is said, none."""
        return [effect for action in actions for effect in self.upons.get(action, ("", ()))[1]]

    def statuses_of(self, role: str) -> tuple[str, ...]:
        """The statuses that parties of a role may have, the first to begin with first; none where none are declared."""
        return next((status.values for status in self.statuses if status.role == role), ())

    def has_place(self, role: str) -> bool:
        """Bets may stand with the holders of a role."""
        return bool(self.bettor) and self.roles[self.bettor].at == role

    def fixed(self, role: str) -> str:
        """The holder that a role stands for: itself if there is one, else "" for the party concerned."""
        # A part of a hand lies with whoever has the whole.
        return role if self.roles[whole_of(role)].kind == "one" else ""

    def holder(self, role: str, unit: str) -> str:
        """The holder that a role, or a part of its hand, stands for where a party is concerned."""
        return self.fixed(role) or (part_of(unit, part) if (part := part_in(role)) else unit)

    def parts_of(self, role: str) -> tuple[str, ...]:
        """The parts into which the hand of a role, or of those it stands for, may be divided."""
        dividing = (e for rule in self.steps if isinstance(e := rule.effect, m.Choose | m.DivideHighest) and e.parts)
        fixed = self.fixed(role)
        its_steps = (step for step in dividing if self.fixed(step.role) == fixed)
        return tuple(dict.fromkeys(part.id for step in its_steps for part in step.parts))

    def is_view(self, role: str) -> bool:
        """The hand of a role may lie with others: in parts, or with those whose hands it was formed of."""
        fixed, part = self.fixed(role), part_in(role)
        if part:
            return any((self.fixed(e.role), e.part) == (whole_of(fixed), part) for e in self.combines)
        return bool(self.parts_of(role))

    def with_bet(self, provisions: tuple[str, ...], bet: str) -> tuple[str, ...]:
        """The provisions by which something comes to stand on a bet, with the one by which there is such a bet."""
        return tuple(dict.fromkeys((*provisions, self.bets[bet].eid)))

    @cached_property
    def combines(self) -> tuple[m.Combine, ...]:
        """The steps by which a hand is formed of two."""
        return tuple(e for rule in self.steps if isinstance(e := rule.effect, m.Combine))

    def holders_of_objects(self) -> frozenset[str]:
        """The roles that ever receive objects from a stock; of the others, what they threw is read as their hand."""
        return holders_of_objects(self.source)


def bind(rules: RuleSet) -> BoundRules:
    """The bound rules of a decided rule set (`settings.decide`)."""
    commissions = [r for r in rules.outcomes if r.effect.op == "commission"]
    bonuses = [r for r in rules.outcomes if r.effect.op in PAID_BESIDE]
    typed = _Typing(rules)
    return BoundRules(
        source=rules,
        roles=rules.roles,
        bets=rules.bets,
        statuses=rules.statuses,
        precedences=rules.precedences,
        definitions={
            (d.role, d.status): BoundDefinition(d.role, d.status, typed.condition(d.condition), d.eid)
            for d in rules.definitions
        },
        categories=tuple(
            BoundCategory(c.id, typed.condition(c.condition), tuple(map(typed.key, c.keys)), c.eid)
            for c in rules.categories
        ),
        # One sentence may say several steps or norms.
        steps=tuple(step for r in rules.steps for step in typed.rules_of(r, typed.steps)),
        outcomes=tuple(typed.rule(r, typed.outcome) for r in _settling(rules.outcomes)),
        commissions=tuple(typed.rule(r, typed.commission) for r in commissions),
        bonuses=tuple(typed.rule(r, typed.paid_beside) for r in bonuses),
        events=tuple(typed.rule(r, typed.event_effect) for r in rules.events),
        norms=tuple(norm for r in rules.norms for norm in typed.rules_of(r, typed.norms)),
        closings=tuple(typed.rule(r, typed.closing) for r in rules.closings),
        upons={u.action: (u.eid, tuple(map(typed.consequence, u.effects))) for u in rules.upons},
        others=tuple(
            BoundOtherReading(
                other.reading,
                tuple(typed.rule(r, typed.outcome) for r in _settling(other.outcomes)),
                tuple(typed.rule(r, typed.event_effect) for r in other.events),
            )
            for other in rules.others
        ),
    )


def _settling(outcomes: Iterable[Rule]) -> Iterable[Rule]:
    """The rules that settle bets; others say what is taken of what is won, or paid beside it."""
    return (rule for rule in outcomes if rule.effect.op != "commission" and rule.effect.op not in PAID_BESIDE)


def observables_of(condition: m.Condition | None) -> Iterable[m.Observable]:
    """The observables that a condition reads, in the order written."""
    for atom in m.atoms(condition):
        match atom:
            case m.Fact(observable) | m.Stands(observable) | m.CategoryIs(observable):
                yield observable
            case m.Compare(first, second):
                yield from observables_in(first)
                yield from observables_in(second)
            case m.InRanges(amount) | m.Leaves(amount):
                yield from observables_in(amount)
            case m.Always():
                pass
            case m.AllSame() | m.AllDifferent() | m.InRuns() | m.IsRun() | m.InSequence():
                pass  # read from a hand that an observable names
            case m.Alike() | m.AlikeOrMore() | m.TwoAlike() | m.Showing() | m.AllShowing():
                pass  # read from a hand that an observable names


def observables_in(amount: m.Amount) -> Iterable[m.Observable]:
    """The observables that an amount is made of."""
    match amount:
        case int():
            return
        case m.Combined(_, first, second):
            yield from observables_in(first)
            yield from observables_in(second)
        case _:
            yield amount


def resolved(observables: Iterable[m.Observable], rules: BoundRules) -> Iterable[m.Observable]:
    """Observables with definitions replaced by what their conditions read, however deep."""
    for observable in observables:
        if isinstance(observable, m.IsDefined):
            # Ends, since no definition relies on itself (`circles.circular_definition`).
            definition = rules.definitions[observable.role, observable.status]
            yield from resolved(observables_of(definition.condition), rules)
        else:
            yield observable


class _Typing:
    """From resolved constructs to typed meaning."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        # «The number of X of Y» counts objects where X is material; else irregularities, which nothing declares.
        self.kinds = rules.objects
        # A status that a definition gives is computed from conditions; any other is kept in the state of a round.
        self.defined = {(d.role, d.status) for d in rules.definitions}
        # By what a slot is called its place: in the bet that a rule is on, or, of other rules, in any.
        self.every_slot = {s.called: place for bet in rules.bets.values() for place, s in enumerate(bet.slots)}
        self.slots: Mapping[str, int] = self.every_slot

    def rule(self, rule: Rule, typed: Callable[[Construct], T]) -> BoundRule[T]:
        (bound,) = self.rules_of(rule, lambda effect: (typed(effect),))
        return bound

    def rules_of(self, rule: Rule, typed: Callable[[Construct], Iterable[T]]) -> Iterator[BoundRule[T]]:
        """A rule for each of the effects that one sentence says, with its condition and its provisions."""
        bet = rule.effect.parts[0] if rule.effect.parts else None
        slots = self.rules.bets[bet.id].slots if isinstance(bet, Term) and bet.id in self.rules.bets else ()
        # Two bets may call slots at different places by one role: those of the bet concerned go before.
        self.slots = {**self.every_slot, **{slot.called: place for place, slot in enumerate(slots)}}
        condition = None if rule.condition is None else self.condition(rule.condition)
        span, provisions = rule.effect.span, rule.provisions
        # The effect is typed only now: it may ask for a slot of the same bet as the condition.
        for effect in tuple(typed(rule.effect)):
            yield BoundRule(condition, effect, provisions, rule.fallback, span, rule.readings, rule.put_before)

    # ── Conditions ──────────────────────────────────────────────────────────

    def condition(self, node: Node) -> m.Condition:
        match node:
            case Truth(value):
                return m.Always(value)
            case Sequence("all_of", items):
                return m.AllOf(tuple(map(self.condition, items)))
            case Sequence("any_of", items):
                return m.AnyOf(tuple(map(self.condition, items)))
            case Construct("negation", (inner,)):
                return m.Not(self.condition(inner))
            # The order of two hands is one observable, with three values; amounts are read each by itself.
            case Construct("greater" | "less" | "equal" as op, (first, second)):
                sign = {"greater": 1, "less": -1, "equal": 0}[op]
                if isinstance(first, Construct) and first.op in HOLDINGS:
                    return m.Stands(self._compared(first, second), sign)
                one, two = self.amount(first), self.amount(second)
                if op == "equal":
                    one, two = self._equalled(one, two), self._equalled(two, one)
                return m.Compare(one, two, sign)
            case Construct("category_is", (hand, Term(id=category))):
                # One observable for all categories: which of them a rule asks for is no part of its name.
                role = holding_of(hand)
                return m.CategoryIs(m.CategoryOf(role, name=f"category:{role}"), category)
            # A span of a total may become two ranges, where it goes over a multiple of the modulus (`_ranges`).
            case Construct("number_is", (amount, numbers)):
                read = self.amount(amount)
                return m.InRanges(read, tuple(span for n in numbers.items for span in self._ranges(n, read)))
            case Construct("even" | "odd" as op, (amount,)):
                # The place of the word in the pair is the remainder by two.
                return m.Leaves(self.amount(amount), 2, ("even", "odd").index(op))
            case Construct("shows", (role, Sequence("one_of", items))):
                return m.AnyOf(tuple(self.condition(replace(node, parts=(role, item))) for item in items))
            case Construct("shows", (_, item)) if not (isinstance(item, Construct) and item.op == "all_named"):
                # To show an item is to show it at least once.
                return m.InRanges(self.observable(replace(node, op="count_showing")), (Range(1),))
            case Construct("all_same", (Term(id=scale),)):
                return m.AllSame(scale)
            case Construct("all_different", (Term(id=scale),)):
                return m.AllDifferent(scale)
            case Construct("in_runs", (Term(id=runs),)):
                return m.InRuns(runs)
            case Construct("is_run", (Sequence(items=items),)):
                return m.IsRun(tuple(map(item_of, items)))
            case Construct("alike", (Number(value=count), Term(id=scale))):
                return m.Alike(count, scale)
            case Construct("alike_or_more", (Number(value=count), Term(id=scale))):
                return m.AlikeOrMore(count, scale)
            case Construct("in_sequence", (Number(value=count), Term(id=scale))):
                return m.InSequence(count, scale)
            case Construct("two_alike", (Number(value=count), Term(id=scale), Number(value=others))):
                return m.TwoAlike(count, scale, others)
            case Construct("showing", (Number(value=count), item)):
                return m.Showing(item_of(item), Range(count, count))
            case Construct("showing_or_more", (Number(value=count), item)):
                return m.Showing(item_of(item), Range(count))
            case Construct("all_showing", (item,)):
                return m.AllShowing(item_of(item))
            case Construct():
                return m.Fact(self.observable(node))
            case _:
                raise AssertionError(node)

    @staticmethod
    def _compared(first: Construct, second: Construct) -> m.Compared:
        one, two = holding_of(first), holding_of(second)
        return m.Compared(one, two, name=f"compare:{one}:{two}")

    def _equalled(self, amount: m.Amount, other: m.Amount) -> m.Amount:
        """An amount that is said to equal another: a number that a total equals is as totals count."""
        return self.rules.counted(amount) if isinstance(amount, int) and _is_total(other) else amount

    def _ranges(self, node: Node, amount: m.Amount) -> Iterable[Range]:
        """The ranges of an amount that a number or a span names: of a total, as totals count."""
        if isinstance(node, Number):
            low = high = node.value
        else:
            assert isinstance(node, Construct), node
            low, high = node.number(0), node.number(1)
        # With a modulus of ten, a total of «10» is zero; a count of ten is ten.
        if not (_is_total(amount) and self.rules.modulus):
            yield Range(low, high)
            return
        highest = self.rules.modulus[0] - 1
        first, last = self.rules.counted(low), self.rules.counted(high)
        # A span as long as the modulus leaves every remainder.
        if high - low >= highest:
            yield Range(0, highest)
        elif first <= last:
            yield Range(first, last)
        else:
            # With a modulus of ten, 8 through 11 are 8 and 9, and 0 and 1.
            yield from (Range(first, highest), Range(0, last))

    def amount(self, node: Node) -> m.Amount:
        match node:
            case Number(value=value):
                return value
            case Construct("sum" | "difference" | "larger" | "smaller" as op, (first, second)):
                return m.Combined(m.Arithmetic(op), self.amount(first), self.amount(second))
            case _:
                return self.observable(node)

    def observable(self, node: Node) -> m.Observable:
        assert isinstance(node, Construct), node
        name = _name(node)
        match node:
            case Construct("shaped", (hand, shape)):
                return m.HasShape(holding_of(hand), self.condition(shape), name=name)
            case Construct("threw", (Term(id=role), shape)):
                return m.ThrewShape(role, self.condition(shape), name=name)
            case Construct("first_shaped", (Number(value=count), Term(id=role), shape)):
                return m.FirstHaveShape(role, count, self.condition(shape), name=name)
            case Construct("first_shows", (Term(id=role), item)):
                return m.FirstHaveShape(role, 1, m.Showing(item_of(item), Range(1)), name=name)
            case Construct("with_or_better", (hand, Term(id=category), Sequence(items=items))):
                return m.IsWorthAtLeast(holding_of(hand), category, tuple(map(item_of, items)), name=name)
            case Construct("total" | "total_thrown", (Term(id=role),)):
                return m.Total(role, name=name)
            case Construct("lowest_total", (Term(id=role),)):
                return m.LowestTotal(role, name=name)
            case Construct("total_first", (Number(value=count), Term(id=role))):
                return m.TotalOfFirst(role, count, name=name)
            case Construct("drawn_value", (Term(id=role),)):
                return m.NumberDrawn(role, name=name)
            case Construct("drew_none", (Term(id=role),)):
                return m.DrewNone(role, name=name)
            case Construct("count", (Term(id=what), Term(id=role))):
                if what in self.kinds:
                    return m.CountOfKind(role, what, name=name)
                return m.CountOfEvents(role, what, name=name)
            case Construct("count_showing", (Term(id=role), Construct("named" | "any_named"))):
                return m.CountShowingNamed(role, name=name)
            case Construct("count_showing", (Term(id=role), Construct("named_as", (Term(id=slot),)))):
                return m.CountShowingNamed(role, self.slots[slot], name=name)
            # Only «each of those named» comes here: `condition` has read every other item as a count.
            case Construct("shows", (Term(id=role), _)):
                return m.ShowsAllNamed(role, name=name)
            case Construct("named_number"):
                return m.NamedNumber(name=name)
            case Construct("count_showing", (Term(id=role), item)):
                return m.CountShowing(role, item_of(item), name=name)
            case Construct("status_is", (Term(id=role), Term(id=status))):
                if (role, status) in self.defined:
                    return m.IsDefined(role, status, name=name)
                return m.HasStatus(role, status, name=name)
            case Construct("chose", (Term(id=role), Term(id=action))):
                return m.Chose(role, action, name=name)
            case Construct("has_bet", (Term(id=role),)):
                return m.HasBet(role, name=name)
            case Construct("has_bet_on", (Term(id=role), Term(id=bet))):
                return m.HasBetOn(role, bet, name=name)
            case Construct("decided"):
                return m.AllDecided(name=name)
            case Construct("value", (Term(id=memory),)):
                return m.Value(memory, name=name)
            case Construct("dealt" | "was_thrown", (Term(id=kind),)):
                return m.WasDealt(kind, name=name)
            case Construct("dealing"):
                return m.DealingUnderWay(name=name)
            case Construct("use_begins", (Term(id=kind),)):
                return m.UseBegins(kind, name=name)
            case Construct("appears", (Term(id=marker),)):
                return m.MarkerAppears(marker, name=name)
            case Construct("round_over"):
                return m.RoundOver(name=name)
            case Construct("happens", (Term(id=event),)):
                return m.Happens(event, name=name)
            case Construct("happens_to", (Term(id=event), Term(id=role))):
                return m.Happens(event, role, name=name)
            case Construct("bets_at_several", (_, Term(id=role))):
                return m.BetsAtSeveral(role, name=name)
            case Construct("several_bet", (_, Term(id=role))):
                return m.SeveralBet(role, name=name)
            case Construct("combines"):
                return m.CombinesBets(name=name)
            case Construct("placed_at", (Term(id=role),)):
                return m.PlacedAt(role, name=name)
            case Construct("largest_stake"):
                return m.HasLargestStake(name=name)
            case Construct("largest_stake_among", (Term(id=role), Term(id=status))):
                return m.HasLargestStake(role, status, name=name)
            case Construct("stakes_exceed", (Term(id=first), Term(id=second), Number(value=limit))):
                return m.StakesExceed(first, second, limit, name=name)
            case _:
                raise AssertionError(node)

    # ── Keys ────────────────────────────────────────────────────────────────

    def key(self, node: Node) -> m.Key:
        match node:
            case Construct("run_key", (Term(id=runs),)):
                return m.RunKey(runs)
            case Construct("each_key", (Term(id=scale),)):
                return m.EachKey(scale)
            case Construct("highest_key", (Term(id=scale), Term(id=by))):
                return m.HighestKey(scale, by)
            case Construct("alike_key", (Term(id=scale), Number(value=count), Term(id=by))):
                return m.AlikeKey(scale, count, by)
            case Construct("rest_key", (Term(id=scale), Number(value=count), Term(id=by))):
                return m.RestKey(scale, count, by)
            case Construct("total_key"):
                return m.TotalKey()
            case Construct("item_key", (Term(id=scale), item)):
                return m.ItemKey(scale, item_of(item))
            case Construct("guarded_key", (shape, key)):
                return m.GuardedKey(self.condition(shape), self.key(key))
            case _:
                raise AssertionError(node)

    # ── Effects ─────────────────────────────────────────────────────────────

    def outcome(self, node: Construct) -> m.Outcome:
        match node:
            case Construct("pays", (Term(id=bet), Payoff(value=odds))):
                return m.Pay(bet, odds)
            case Construct("wins_part", (Term(id=bet), Share(value=part))):
                return m.Pay(bet, part)
            case Construct("loses", (Term(id=bet),)):
                return m.Lose(bet)
            case Construct("loses_part", (Term(id=bet), Share(value=part))):
                return m.Lose(bet, part)
            case Construct("push" | "void" as op, (Term(id=bet),)):
                return m.Return(bet, void=op == "void")
            case Construct("keep", (Term(id=bet),)):
                return m.Keep(bet)
            case Construct("stays", (Term(id=bet),)):
                return m.Stay(bet)
            case Construct("moves_naming", (Term(id=bet), Term(id=to), number)):
                return m.GoOn(bet, to, self.amount(number))
            case _:
                raise AssertionError(node)

    def commission(self, node: Construct) -> m.Commission:
        return m.Commission(node.term(0), node.parts[1].value)

    def paid_beside(self, node: Construct) -> m.Beside:
        match node:
            case Construct("bonus", (Term(id=bet), Payoff(value=odds))):
                return m.Bonus(bet, odds)
            case Construct("receives_all", (Term(id=bet), Term(id=meter))):
                return m.Withdraw(bet, meter, Fraction(1))
            case Construct("receives_part", (Term(id=bet), Share(value=part), Term(id=meter))):
                return m.Withdraw(bet, meter, part)
            case Construct("receives_amount", (Term(id=bet), Number(value=amount), Term(id=meter))):
                return m.Withdraw(bet, meter, Fraction(0), amount)
            case _:
                raise AssertionError(node)

    def consequence(self, node: Node) -> m.Consequence:
        assert isinstance(node, Construct), node
        match node:
            case Construct("draws", (Number(value=count), Term(id=kind))):
                return m.Draw(count, kind)
            case Construct("turn_ends"):
                return m.EndTurn()
            case Construct("rounds_left", (Number(value=count),)):
                return m.RoundsLeft(count)
            case Construct("burn" | "burn_by_first" | "burn_with_first"):
                return self._burn(node)
            case Construct("double", (Term(id=bet),)):
                return m.Double(bet)
            case Construct("reduces", (Term(id=bet),)):
                return m.Reduce(bet)
            case Construct("stakes", (amount, Term(id=to))):
                return m.PutOn(*_put(amount, to))
            case Construct("splits", (Term(id=hand), Term(id=bet))):
                return m.Split(bet, hand)
            case Construct("moves_to", (Term(id=bet), Term(id=to))):
                return m.Move(bet, to)
            case _:
                return self.outcome(node)

    @staticmethod
    def _burn(node: Construct) -> m.Burn:
        match node:
            case Construct("burn", (Number(value=count), Term(id=kind))):
                return m.Burn(kind, count)
            # Without a count, as many as the first object counts: known only when that one is seen.
            case Construct("burn_by_first" | "burn_with_first" as op, (Term(id=kind), instead)):
                return m.Burn(kind, None, 0 if instead is None else instead.value, with_first=op == "burn_with_first")
            case _:
                raise AssertionError(node)

    @staticmethod
    def event_effect(node: Construct) -> m.EventEffect:
        match node:
            case Construct("round_void"):
                return m.RoundVoid()
            case Construct("round_stands"):
                return m.RoundStands()
            case Construct("hand_void", (hand,)):
                return m.HandVoid(holding_of(hand))
            case _:
                raise AssertionError(node)

    def norms(self, node: Construct) -> Iterable[m.Norm]:
        """The norms that a sentence says: of bounds of stakes, one for each."""
        match node:
            case Construct("stake_at_least" | "stake_at_most" | "stake_is" as op, (bets, limit)):
                sense = {"stake_at_least": m.Sense.AT_LEAST, "stake_at_most": m.Sense.AT_MOST}.get(op, m.Sense.EQUAL)
                yield self._bounded(bets, sense, limit)
            case Construct("stake_within", (bets, low, high)):
                yield self._bounded(bets, m.Sense.AT_LEAST, low)
                yield self._bounded(bets, m.Sense.AT_MOST, high)
            # Only a prohibition has a third part, the bets that it is on, and it may be absent.
            case Construct(op, (Term(id=role), Term(id=action), *rest)):
                bets = next((part for part in rest if part is not None), None)
                on = () if bets is None else tuple(bet.id for bet in bets.items)
                yield m.Norm(m.Modality(op.replace("_", "-")), role, action, on)
            case _:
                raise AssertionError(node)

    def _bounded(self, bets: Sequence, sense: m.Sense, limit: Node) -> m.Norm:
        match limit:
            case Number(value=number) | Construct("stake_number", (Number(value=number),)):
                bound = m.Bound(sense, Fraction(number))
            case _:
                of, _, times = _put(limit, "")
                bound = m.Bound(sense, times, of)
        # Whichever way the amount is bounded, what is forbidden is to place a stake that the bound does not allow.
        on = tuple(bet.id for bet in bets.items)
        return m.Norm(m.Modality.MUST_NOT, self.rules.bettor_role(), PLACE_BET, on, bound)

    @staticmethod
    def closing(node: Construct) -> m.Closing:
        match node:
            case Construct("rounds_left", (Number(value=count),)):
                return m.RoundsLeft(count)
            case Construct("put_back", (Term(id=kind), Term(id=into))):
                return m.PutBack(kind, into)
            case _:
                raise AssertionError(node)

    # ── Steps ───────────────────────────────────────────────────────────────

    def steps(self, node: Construct) -> Iterable[m.Step]:
        """The steps that a sentence says: a window is a choice for each bet that it accepts."""
        match node:
            case Construct("opens", (bets, limit)):
                for bet in bets.items:
                    window = m.Place(*_put(limit, bet.id))
                    yield m.Choose(self.rules.bettor_role(), window.bet, (bet.id, m.NO_BET), window=window)
            case _:
                yield self.step(node)

    def step(self, node: Construct) -> m.Step:
        match node:
            case Construct("becomes", (Term(id=memory), amount)):
                return m.Remember(memory, self.amount(amount), self.rules.memories[memory].range)
            case Construct("feeds", (share, Term(id=meter))):
                return m.Feed(*_put(share, meter))
            case Construct("bets_open"):
                return m.OpenBets()
            case Construct("shuffle", (Term(id=role), Term(id=kind))):
                return m.Ceremony("shuffled", role, kind)
            case Construct("perform", (Term(id=role), Term(id=action))):
                return m.Ceremony("performed", role, action)
            case Construct("place_marker", (Term(id=marker), Number(value=above))):
                return m.PlaceMarker(marker, above)
            case Construct("burn" | "burn_by_first" | "burn_with_first"):
                return self._burn(node)
            case Construct("demonstrate", (Number(value=rounds),)):
                return m.Demonstrate(rounds)
            case Construct("deal", (recipients, Number(value=batch), Term(id=kind), facing, Number(value=count))):
                # «each X» is a construct around its role; a role with one holder stands by itself.
                roles = tuple(r.term(0) if isinstance(r, Construct) else r.id for r in recipients.items)
                return m.Deal(roles, batch, kind, facing.op == "face_up", count)
            case Construct("throw", (Term(id=role) | Construct(parts=(Term(id=role),)), Term(id=kind))):
                return m.Throw(role, kind)
            case Construct("reveal", (hand,)):
                return m.Reveal(hand.term(0))
            case Construct("settle", (bets,)):
                return m.Settle(tuple(term.id for term in bets.items))
            case Construct("divides", (Term(id=role), Term(id=bet), portions)):
                parts = _parts(portions)
                ways = divisions([part.count for part in parts])
                return m.Choose(role, bet, tuple(map(name_of_division, ways)), parts=parts)
            case Construct("exchanges", (Term(id=role), Term(id=bet), Number(value=most), Number(value=size), *what)):
                kind, facing = what
                ways = exchanges(size, most)
                exchange = m.Exchange(kind.id, size, facing.op == "face_up")
                return m.Choose(role, bet, tuple(map(name_of_division, ways)), exchange=exchange)
            case Construct("divides_highest", (Term(id=role), portions)):
                return m.DivideHighest(role, _parts(portions))
            case Construct("forms_hand", (Term(id=role), Term(id=part), Term(id=other))):
                return m.Combine(role, part, other)
            case Construct("choose" | "choose_until", (Term(id=role), Term(id=bet), actions, *until)):
                # A choice that is asked once has no fourth part.
                condition = self.condition(until[0]) if until else None
                return m.Choose(role, bet, tuple(term.id for term in actions.items), condition)
            case Construct("comply" | "comply_until", (Term(id=role), Term(id=action), *until)):
                return m.Comply(role, action, self.condition(until[0]) if until else None)
            case Construct("repeat", (Reference(target=target), until)):
                return m.Repeat(target, self.condition(until))
            case Construct("round_ends"):
                return m.EndRound()
            case _:
                raise AssertionError(node)


def _is_total(amount: m.Amount) -> bool:
    """True of what is reduced where totals are: the number of a single object, too."""
    return isinstance(amount, m.Total | m.LowestTotal | m.TotalOfFirst | m.NumberDrawn)


def _parts(portions: Sequence) -> tuple[m.Part, ...]:
    return tuple(m.Part(portion.term(1), portion.number(0)) for portion in portions.items)


def _put(amount: Node, to: str) -> tuple[str, str, Fraction]:
    """The proportion of a stake that an amount is: the bet that this is of, the bet that it goes to, and the factor."""
    match amount:
        case Construct("stake", (Term(id=bet),)):
            return bet, to, Fraction(1)
        case Construct("stake_times", (Number(value=times), Term(id=bet))):
            return bet, to, Fraction(times)
        case Construct("stake_part", (Share(value=part), Term(id=bet))):
            return bet, to, part
        case _:
            raise AssertionError(amount)


def _name(node: Node) -> str:
    """The stable name of an observable: `total:banker`, `threw:thrower:all-same:number`."""
    return ":".join(_name_parts(node))


def _name_parts(node: Node) -> Iterable[str]:
    match node:
        case Construct("hand" | "part_of"):
            yield holding_of(node)
        case Construct("named" | "all_named"):
            yield "named"
        case Construct("any_named"):
            yield "any-named"
        case Construct("decided"):
            yield "all-decided"  # among the values of a step, `decided` are the names of those that decided
        case Construct("named_as", (Term(id=slot),)):
            yield f"named/{slot}"
        case Construct("count_showing" | "shows" as op, (Term(id=party), *_) as parts):
            # What a party shows that throws and holds is told of its throw and of its hand.
            yield op.replace("_", "-") + ("-thrown" if party != thrower(party) else "")
            for part in parts:
                yield from _name_parts(part)
        case Construct(op, parts):
            yield op.replace("_", "-")
            for part in parts:
                yield from _name_parts(part)
        case Sequence(items=items):
            for item in items:
                yield from _name_parts(item)
        case Term(id=term):
            # Throws that stand apart from hands (`throws`) are told of whoever threw.
            yield thrower(term)
        case Number(value=value):
            yield str(value)
        case _:
            return
