"""What lies on a table and what rules read there, for the second reading of a round: parties, conditions, norms.

Part of `generated.second_reading`: written from the reference of constructs, and from nothing that plays.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Several
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeVar

from generated.second_hands import Hands, NotRead, Thing, Things, item
from lexludi.language.nodes import Construct, Node, Number, Sequence, Share, Term, walk
from lexludi.rules.model import PLACE_BET, Rule, RuleSet, Value

T = TypeVar("T")


@dataclass
class Bet:
    """A bet as it stands: whose, of which kind, with which stake, where, played with whose hand, what became of it.

    `result` is empty while it is open; `problem` says why no rule decides it. `order` is that in which it was placed:
    one that stands beside another follows all that were placed like that one.
    """

    bettor: str
    kind: str
    stake: Fraction
    place: str
    naming: str = ""
    hand: str = ""
    result: str = ""
    net: Fraction = Fraction(0)
    problem: str = ""
    moved: bool = False
    order: tuple[int, int] = (0, 0)

    @property
    def party(self) -> tuple[str, str, str]:
        """Whose it is, where it stands, and with which hand it is played."""
        return self.bettor, self.place, self.hand

    @property
    def after(self) -> tuple[int, int]:
        """The order of a bet that stands beside it."""
        return self.order[0] + 1, self.order[1]


@dataclass(frozen=True)
class Given:
    """What is so before a round: statuses of bettors, acts of their own accord, reports, the kinds that are fresh."""

    statuses: Mapping[str, str] = field(default_factory=dict)
    acts: frozenset[tuple[str, str]] = frozenset()
    events: Mapping[tuple[str, str], int] = field(default_factory=dict)
    fresh: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Who:
    """The party of whom a rule is asked: the bettor, the hand, the bet; nobody where no party is concerned.

    `is_all`: the party is a holder, with all who play with its hand.
    """

    bettor: str = ""
    hand: str = ""
    bet: Bet | None = None
    is_all: bool = False


NOBODY = Who()


class Stopped(Exception):
    """The round stops: why, and about what."""


class Undecided(Exception):
    """No rule decides a question, or several that differ do: `gap` or `conflict`."""


@dataclass
class Held:
    """An object in a hand, and whether everybody sees it."""

    thing: Thing
    is_up: bool


class Table:
    """Bets, hands, throws and what else a round has so far; and what the conditions of rules say of it."""

    def __init__(self, rules: RuleSet, settings: Mapping[str, Value], bets: Several[Bet], given: Given) -> None:
        self.rules, self.settings, self.given = rules, settings, given
        self.meaning = Hands(rules, settings)
        self.steps = [rule for rule in rules.steps if self.can_apply(rule)]
        # A bet is played with the hand that lies where it stands, or with its bettor's own where bettors are dealt to.
        deals = [rule.effect for rule in self.steps if rule.effect.op == "deal"]
        self.own = any(holder_of(r) == rules.bettor_role() for deal in deals for r in deal.parts[0].items)
        self.coming = [
            replace(bet, hand=bet.bettor if self.own or not bet.place else bet.place, order=(0, number))
            for number, bet in enumerate(bets)
        ]
        self.bets: list[Bet] = []
        self.hands: dict[str, list[Held]] = {}
        self.thrown: dict[str, Things] = {}
        self.drawn: dict[str, list[Thing]] = {}
        self.parts: dict[str, Callable[[], Things]] = {}
        self.laid: dict[str, tuple[Held, ...]] = {}  # of hands that were divided, in the parts
        self.memories: dict[str, int] = {}
        self.chosen: set[tuple[str, str, str]] = {(bettor, "", act) for bettor, act in given.acts}
        self.stock = self.meaning.stock()
        self.meters = {name: Fraction(self.meaning.number(name)) for name in rules.meters}
        self.markers: dict[str, int] = {}
        self.is_over = False
        self.bettor_role = rules.bettor_role()
        self.definitions = {(d.role, d.status): d.condition for d in rules.definitions}
        self.material = {s.object for s in rules.stocks} | {t.object for t in rules.thrown}
        self.receiving = set(self._receiving())
        # At no place bettors have their turn by name where something lies or is done with each, else as they bet.
        self.by_name = self.own or any(self._acts(rule.effect) for rule in self.steps)

    # ── Parties ─────────────────────────────────────────────────────────────

    def is_fixed(self, role: str) -> bool:
        return self.rules.roles[role].kind == "one"

    def hand_of(self, role: str, who: Who) -> str:
        """Whose hand a role stands for."""
        if self.is_fixed(role):
            return role
        return who.hand

    def _receiving(self) -> Iterable[str]:
        """The roles that ever hold objects of a stock; one that stands for whoever bets does if another such does."""
        drawing = {u.action for u in self.rules.upons if any(effect.op == "draws" for effect in u.effects)}
        roles: set[str] = set()
        for rule in self.steps:
            match rule.effect:
                case Construct("deal", (recipients, *_)):
                    roles |= {holder_of(r) for r in recipients.items}
                case Construct("comply" | "comply_until", (Term(id=role), Term(id=action), *_)) if action in drawing:
                    roles.add(role)
                case Construct("choose" | "choose_until", (Term(id=role), _, actions, *_)):
                    if drawing & {action.id for action in actions.items}:
                        roles.add(role)
        # Of those who bet, and of where they bet unless they are dealt to themselves, the hands are the same.
        same = {role for role in self.rules.roles if not self.is_fixed(role)}
        same |= {role.at for role in self.rules.roles.values() if role.at and not self.own}
        return roles | same if roles & same else roles

    def _acts(self, step: Construct) -> bool:
        """True of a step by which each bettor throws, follows rules, or may come to draw."""
        drawing = {u.action for u in self.rules.upons if any(effect.op == "draws" for effect in u.effects)}
        match step:
            case Construct("throw", (thrower, _)):
                return holder_of(thrower) == self.bettor_role
            case Construct("comply" | "comply_until", (Term(id=role), *_)):
                return role == self.bettor_role
            case Construct("choose" | "choose_until", (Term(id=role), _, actions, *_)):
                return role == self.bettor_role and not drawing.isdisjoint(action.id for action in actions.items)
            case _:
                return False

    def everyone(self, role: str) -> list[str]:
        """The hands of those of a role who take part: for whom a bet is placed."""
        declared = self.rules.roles[role]
        if declared.kind == "one":
            return [role]
        if declared.kind == "many":
            count = self.meaning.number(declared.count)
            numbered = [f"{role}-{i + 1}" for i in range(count)]
            played = dict.fromkeys(bet.hand for bet in self.bets)
            return [hand for name in numbered for hand in played if hand.partition(".")[0] == name]
        # Bettors come where the first of their bets stands; a second hand comes right after the first.
        standing = sorted(self.bets, key=lambda bet: in_order(bet.place or bet.hand.partition(".")[0]))
        hands = dict.fromkeys(bet.hand for bet in standing)
        return [hand for whole in hands if "." not in whole for hand in hands if hand.partition(".")[0] == whole]

    def bettor_of(self, hand: str) -> str:
        return next((bet.bettor for bet in self.bets if bet.hand == hand), "")

    def things(self, role: str, who: Who) -> Things:
        """The objects that a party holds, or what it threw if it never holds any."""
        hand = self.hand_of(role, who)
        if role in self.receiving:
            return tuple(held.thing for held in self.hands.get(hand, ()))
        return self.thrown.get(hand, ())

    def _all_things(self, role: str, who: Who) -> Things:
        """What a party holds, and what it threw."""
        hand = self.hand_of(role, who)
        return (*(held.thing for held in self.hands.get(hand, ())), *self.thrown.get(hand, ()))

    def holding(self, node: Construct, who: Who) -> Things:
        """The objects of a hand, or of a part of one."""
        if node.op == "hand":
            return self.things(node.term(0), who)
        return self.parts.get(f"{self.hand_of(node.term(1), who)}.{node.term(0)}", tuple)()

    # ── Conditions ──────────────────────────────────────────────────────────

    def holds(self, condition: Node | None, who: Who) -> bool:
        """True of a condition that is met, for the party concerned."""
        match condition:
            case None:
                return True
            case Sequence("all_of", items):
                return all(self.holds(part, who) for part in items)
            case Sequence("any_of", items):
                return any(self.holds(part, who) for part in items)
            case Construct("negation", (inner,)):
                return not self.holds(inner, who)
            case Construct("param_is"):
                return self.meaning.is_set(condition)
            case Construct("greater" | "less" | "equal" as op, (first, second)):
                order = self._order(first, second, who)
                return order == {"greater": 1, "equal": 0, "less": -1}[op]
            case Construct("number_is", (amount, numbers)):
                return self._is_one_of(amount, numbers.items, who)
            case Construct("even" | "odd" as op, (amount,)):
                value = self.amount(amount, who)
                return value is not None and value % 2 == ("even", "odd").index(op)
            case Construct():
                return self._fact(condition, who)
        raise NotRead(f"a condition: {condition}")

    def _order(self, first: Node, second: Node, who: Who) -> int | None:
        if isinstance(first, Construct) and first.op in ("hand", "part_of") and isinstance(second, Construct):
            return self.meaning.compared(self.holding(first, who), self.holding(second, who))
        one, two = self.amount(first, who), self.amount(second, who)
        return None if one is None or two is None else (one > two) - (one < two)

    def _is_one_of(self, amount: Node, numbers: tuple[Node, ...], who: Who) -> bool:
        value = self.amount(amount, who)
        totals = ("total", "total_thrown", "lowest_total", "total_first", "drawn_value")
        is_total = isinstance(amount, Construct) and amount.op in totals
        for number in numbers:
            match number:
                case Number(value=low):
                    span = range(low, low + 1)
                case Construct("span", (Number(value=low), Number(value=high))):
                    span = range(low, high + 1)
                case _:
                    raise NotRead(f"a number: {number}")
            # «All whole numbers from the first to the second», each as a total counts it.
            if value in ({self.meaning.reduced(n) for n in span} if is_total else span):
                return True
        return False

    def _fact(self, fact: Construct, who: Who) -> bool:
        hands = self.meaning
        match fact:
            case Construct("category_is", (holding, Term(id=category))):
                return hands.category(self.holding(holding, who)) == category
            case Construct("shaped", (holding, shape)):
                return hands.has_shape(self.holding(holding, who), shape)
            case Construct("first_shaped", (Number(value=count), Term(id=role), shape)):
                return hands.has_shape(self.things(role, who)[:count], shape)
            case Construct("first_shows", (Term(id=role), what)):
                return any(hands.shows(thing, item(what)) for thing in self.things(role, who)[:1])
            case Construct("threw", (Term(id=role), shape)):
                return hands.has_shape(self.thrown.get(self.hand_of(role, who), ()), shape)
            case Construct("with_or_better", (holding, Term(id=category), Sequence(items=items))):
                return hands.is_worth_at_least(self.holding(holding, who), category, tuple(map(item, items)))
            case Construct("shows", (Term(id=role), Sequence("one_of", items))):
                shown = self._all_things(role, who)
                return any(hands.shows(thing, item(node)) for thing in shown for node in items)
            case Construct("shows", (Term(id=role), Construct("all_named"))):
                shown = self._all_things(role, who)
                named = [*self._named(None, who)]
                return bool(named) and all(any(hands.shows(thing, name) for thing in shown) for name in named)
            case Construct("shows", (Term(id=role), what)):
                return self._count_showing(role, what, who) > 0
            case Construct("status_is", (Term(id=role), Term(id=status))):
                if (role, status) in self.definitions:
                    return self.holds(self.definitions[role, status], who)
                return self._status(role, who) == status
            case Construct("drew_none", (Term(id=role),)):
                return not self.drawn.get(self.hand_of(role, who))
            case Construct("dealt" | "was_thrown", (Term(id=kind),)):
                lying = [held.thing for hand in self.hands.values() for held in hand]
                return any(t.kind == kind for t in (*lying, *(t for things in self.thrown.values() for t in things)))
            case Construct("use_begins", (Term(id=kind),)):
                return kind in self.given.fresh
            case Construct("appears", (Term(id=marker),)):
                left = [
                    sum(n for t, n in self.stock.items() if t.kind == kind) for kind in {t.kind for t in self.stock}
                ]
                return marker in self.markers and min(left, default=0) <= self.markers[marker]
            case Construct("round_over"):
                return self.is_over
            case Construct("dealing" | "happens" | "happens_to"):
                return False  # no rule is asked while objects come, and nothing is reported here
            case Construct("decided"):
                return all(bet.result or bet.problem for bet in self.bets)
            case _:
                return self._fact_of_bets(fact, who)

    def _fact_of_bets(self, fact: Construct, who: Who) -> bool:
        bet, bets = who.bet, [bet for bet in self.bets if bet.stake]
        # One that is only being placed counts where the bet concerned does.
        among = bets if bet is None or any(other is bet for other in bets) else [*bets, bet]
        match fact:
            case Construct("chose", (Term(id=role), Term(id=action))):
                hand = self.hand_of(role, who)
                return bool({(who.bettor, hand, action), (who.bettor, "", action)} & self.chosen)
            case Construct("has_bet", (Term(id=role),)):
                return any(self._has(role, placed, who) for placed in bets)
            case Construct("has_bet_on", (Term(id=role), Term(id=kind))):
                return any(placed.kind == kind and self._has(role, placed, who) for placed in bets)
            case Construct("bets_at_several", (_, Term(id=role))):
                at = {b.place for b in among if bet and b.bettor == bet.bettor and self._is_place(b.place, role)}
                return len(at) > 1
            case Construct("several_bet", (_, Term(id=role))):
                there = {b.bettor for b in among if bet and b.place == bet.place and self._is_place(b.place, role)}
                return len(there) > 1
            case Construct("combines"):
                own_kinds = {b.kind for b in among if bet and (b.bettor, b.place) == (bet.bettor, bet.place)}
                return len(own_kinds) > 1
            case Construct("placed_at", (Term(id=role),)):
                return bet is not None and self._is_place(bet.place, role)
            case Construct("largest_stake"):
                return self._has_most(who.bettor, {b.bettor for b in bets})
            case Construct("largest_stake_among", (Term(id=role), Term(id=status))):
                of_status = {b.bettor for b in bets if self._status(role, Who(b.bettor)) == status}
                return who.bettor in of_status and self._has_most(who.bettor, of_status)
            case Construct("stakes_exceed", (Term(id=first), Term(id=second), limit)):
                if bet is None or bet.kind != first:
                    return False
                on = {k: sum((b.stake for b in bets if b.kind == k), Fraction(0)) for k in (first, second)}
                return on[first] - on[second] > self.meaning.number(limit)
        raise NotRead(f"a fact: {fact.op}")

    def _has(self, role: str, bet: Bet, who: Who) -> bool:
        """True of a bet that the bettor concerned has placed, wherever, or that stands at the holder concerned."""
        if role == self.bettor_role:
            return bet.bettor == who.bettor
        if not self._is_place(bet.place, role):
            return False
        concerned = {who.bet.place} if who.bet else {other.place for other in self.bets if other.hand == who.hand}
        return self.is_fixed(role) or bet.place in concerned

    def _is_place(self, place: str, role: str) -> bool:
        return place == role if self.is_fixed(role) else place.rpartition("-")[0] == role

    def _has_most(self, bettor: str, among: set[str]) -> bool:
        staked = Counter[str]()
        for bet in self.bets:
            staked[bet.bettor] += bet.stake  # type: ignore[assignment]
        return all(staked[bettor] >= staked[other] for other in among)

    def _status(self, role: str, who: Who) -> str:
        declared = next(status for status in self.rules.statuses if status.role == role)
        return self.given.statuses.get(who.bettor, declared.values[0])

    def of_all(self, asked: Callable[[Who], T]) -> T:
        """What is so whoever of those who take part is meant, where a rule speaks of a party and none is concerned."""
        # In the order in which they bet: of several whose case is open, the first is told.
        parties = dict.fromkeys((bet.bettor, bet.hand) for bet in self.bets if bet.stake)
        answers = {asked(Who(bettor, hand)) for bettor, hand in parties} or {asked(NOBODY)}
        if len(answers) > 1:
            raise Stopped("parties-differ", "")
        return answers.pop()

    def is_so(self, condition: Node | None) -> bool:
        return condition is None or self.of_all(lambda who: self.holds(condition, who))

    def speaks_of_a_party(self, condition: Node | None) -> bool:
        """True of a condition that asks of the party concerned: of its role, what it named, or what is defined so."""
        if condition is None:
            return False
        loose = {role for role in self.rules.roles if not self.is_fixed(role)}
        for fact in walk(condition):
            if not isinstance(fact, Construct) or fact.op == "param_is":
                continue
            if "named" in fact.op or any(isinstance(part, Term) and part.id in loose for part in fact.parts):
                return True
            if fact.op == "status_is" and self.speaks_of_a_party(self.definitions.get((fact.term(0), fact.term(1)))):
                return True
        return False

    # ── Amounts ─────────────────────────────────────────────────────────────

    def amount(self, node: Node, who: Who) -> int | None:
        """A number that a rule reads; none where it has no value."""
        hands = self.meaning
        match node:
            case Number(value=value):
                return value
            case Construct("sum" | "difference" | "larger" | "smaller" as op, (first, second)):
                one, two = self.amount(first, who), self.amount(second, who)
                if one is None or two is None:
                    return None
                return {"sum": one + two, "difference": abs(one - two), "larger": max(one, two)}.get(op, min(one, two))
            case Construct("total", (Term(id=role),)):
                return hands.total(self.things(role, who))
            case Construct("total_thrown", (Term(id=role),)):
                return hands.total(self.thrown.get(self.hand_of(role, who), ()))
            case Construct("lowest_total", (Term(id=role),)):
                return hands.lowest_total(self.things(role, who))
            case Construct("total_first", (Number(value=count), Term(id=role))):
                return hands.total(self.things(role, who)[:count])
            case Construct("drawn_value", (Term(id=role),)):
                drawn = self.drawn.get(self.hand_of(role, who))
                return hands.total((drawn[-1],)) if drawn else None
            case Construct("count", (Term(id=what), Term(id=role))) if what in self.material:
                return sum(thing.kind == what for thing in self._all_things(role, who))
            case Construct("count", (Term(id=what), Term(id=role))):
                return sum(self.given.events.get((what, unit), 0) for unit in self._reported_of(role, who))
            case Construct("count_showing", (Term(id=role), what)):
                return self._count_showing(role, what, who)
            case Construct("named_number"):
                return int(who.bet.naming) if who.bet and who.bet.naming.isdigit() else None
            case Construct("value", (Term(id=memory),)):
                return self.memories.get(memory)
        raise NotRead(f"an amount: {node}")

    def _reported_of(self, role: str, who: Who) -> set[str]:
        """Those of a role of whom it is asked what was reported: of a bettor, with the hand that they play with."""
        if self.is_fixed(role):
            return {role}
        if role == self.bettor_role:
            return {who.hand, who.bettor}
        place = who.bet.place if who.bet else who.hand.partition(".")[0]
        return {unit for unit in (who.hand, place) if unit.partition("-")[0] == role}

    def _count_showing(self, role: str, what: Node, who: Who) -> int:
        things = self._all_things(role, who)
        match what:
            case Construct("named" | "any_named"):
                wanted = self._named(None, who)
            case Construct("named_as", (Term(id=slot),)):
                wanted = self._named(slot, who)
            case _:
                wanted = (item(what),)
        return sum(any(self.meaning.shows(thing, shown) for shown in wanted) for thing in things)

    def _named(self, slot: str | None, who: Who) -> tuple[str, ...]:
        """The items that the bet names, all or under one role."""
        if who.bet is None:
            raise NotRead("what a bet names, where none is concerned")
        parts = who.bet.naming.split("/") if who.bet.naming else []
        # A bet that has moved names what it named before, under whatever roles.
        slots = self.rules.bets[who.bet.kind].slots
        named = parts if slot is None else [part for part, s in zip(parts, slots, strict=False) if s.role == slot]
        return tuple(name for part in named for name in part.split("+"))

    # ── Which rule applies ──────────────────────────────────────────────────

    def can_apply(self, rule: Rule) -> bool:
        """False of a rule that the settings leave out: by what they decide alone, its condition does not hold."""

        def decided(node: Node | None) -> bool | None:
            match node:
                case Construct("param_is"):
                    return self.meaning.is_set(node)
                case Construct("negation", (inner,)):
                    verdict = decided(inner)
                    return None if verdict is None else not verdict
                case Sequence("all_of", items):
                    each = [decided(part) for part in items]
                    return False if False in each else None if None in each else True
                case Sequence("any_of", items):
                    each = [decided(part) for part in items]
                    return True if True in each else None if None in each else False
            return None

        return decided(rule.condition) is not False

    def _prevailing(self, rules: Iterable[Rule], who: Who) -> list[Rule]:
        """The rules that apply, without those over which another that applies prevails."""
        applying = [rule for rule in rules if self.holds(rule.condition, who)]
        return [rule for rule in applying if not any(self.prevails(other, rule) for other in applying)]

    def prevails(self, one: Rule, other: Rule) -> bool:
        return any(is_below(one, p.winner) and is_below(other, p.loser) for p in self.rules.precedences)

    def decided(self, rules: Several[Rule], who: Who) -> Construct | None:
        """The one effect that applies; none where no rule does.

        Raises:
            Undecided: several that differ apply.
        """
        applying = self._prevailing([rule for rule in rules if not rule.fallback], who)
        applying = applying or self._prevailing([rule for rule in rules if rule.fallback], who)
        if len({_plain(rule.effect) for rule in applying}) > 1:
            raise Undecided("conflict")
        return applying[0].effect if applying else None

    def norms(self, roles: set[str], action: str, who: Who, over: Rule | None = None) -> list[str]:
        """The norms on an action that apply: must, must not, may."""
        applying = self._prevailing([r for r in self._norms_on(roles, action) if self._is_on(r, who)], who)
        return [r.effect.op for r in applying if over is None or not self.prevails(over, r)]

    def _norms_on(self, roles: set[str], action: str) -> list[Rule]:
        norms = [rule for rule in self.rules.norms if rule.effect.op in ("must", "must_not", "may")]
        return [rule for rule in norms if rule.effect.term(0) in roles and rule.effect.term(1) == action]

    def duties(self, roles: set[str], actions: list[str], who: Who) -> list[str]:
        """The actions of several that must be chosen: by a norm that applies, and over which none on any prevails."""
        norms = [rule for action in actions for rule in self._norms_on(roles, action)]
        applying = self._prevailing([rule for rule in norms if self._is_on(rule, who)], who)
        return [rule.effect.term(1) for rule in applying if rule.effect.op == "must"]

    def is_free(self, roles: set[str], action: str, who: Who) -> bool:
        """True of an action that may be chosen: not forbidden, nor allowed by norms of which none applies."""
        ops, applying = {rule.effect.op for rule in self._norms_on(roles, action)}, self.norms(roles, action, who)
        return "must_not" not in applying and (ops != {"may"} or bool(applying))

    def admits(self, bet: Bet) -> bool:
        """True if norms let one unit be put on a bet beside those that are there."""
        who = Who(bet.bettor, bet.hand, bet)
        if "must_not" in self.norms({self.bettor_role}, PLACE_BET, who):
            return False
        return all(self._is_within(rule, bet) for rule in self.bounds_on(bet.kind) if self.holds(rule.condition, who))

    def bounds_on(self, kind: str) -> list[Rule]:
        """The norms that bound stakes on a kind of bets."""
        bounds = [rule for rule in self.rules.norms if rule.effect.op.startswith("stake_")]
        return [rule for rule in bounds if kind in [bet.id for bet in rule.effect.parts[0].items]]

    def _is_within(self, rule: Rule, bet: Bet) -> bool:
        """One unit on a bet is within a bound."""
        if any(is_below(rule, eid) for p in self.rules.precedences for eid in (p.winner, p.loser)):
            raise NotRead("a bound that prevails, or gives way")
        op, parts = rule.effect.op, rule.effect.parts
        if op == "stake_within":
            return self.meaning.number(parts[1]) <= 1 <= self.meaning.number(parts[2])
        if parts[1].op == "stake_number":
            limit = Fraction(self.meaning.number(parts[1].parts[0]))
        else:
            of, times = put(parts[1])
            limit = times * sum(
                other.stake
                for other in self.bets
                if (other.bettor, other.place, other.kind) == (bet.bettor, bet.place, of)
            )
        return {"stake_at_most": limit >= 1, "stake_at_least": limit <= 1, "stake_is": limit == 1}[op]

    @staticmethod
    def _is_on(rule: Rule, who: Who) -> bool:
        """True of a norm on the bet concerned: it names it, or none."""
        bets = rule.effect.parts[2] if len(rule.effect.parts) > 2 else None
        return bets is None or (who.bet is not None and who.bet.kind in [bet.id for bet in bets.items])

    def roles_of(self, role: str) -> set[str]:
        """A role with those that stand for the same party."""
        loose = {other for other in self.rules.roles if not self.is_fixed(other)}
        return loose if role in loose else {role}

    @staticmethod
    def is_open(bet: Bet) -> bool:
        return not bet.result and not bet.problem

    # ── What is seen ────────────────────────────────────────────────────────

    def sees(self, bettor: str) -> object:
        """What a bettor sees: own hands, what lies open in others and how many lie there, throws, and all bets."""
        own_hands = {bet.hand for bet in self.bets if bet.bettor == bettor}
        own_hands |= {part for part in self.laid if part.rpartition(".")[0] in own_hands}
        hands = tuple(
            (hand, tuple(held.thing if held.is_up or hand in own_hands else None for held in held_there))
            for hand, held_there in sorted({**self.hands, **self.laid}.items())
        )
        bets = tuple((bet.bettor, bet.kind, bet.stake, bet.result) for bet in self.bets)
        return hands, tuple(sorted(self.thrown.items())), bets


def holder_of(recipient: Construct | Term) -> str:
    """The role of those who receive or throw."""
    return recipient.id if isinstance(recipient, Term) else recipient.term(0)


def in_order(place: str) -> tuple[str, int]:
    """Places by role and number; nobody says who goes first where a role is asked, and so it is taken."""
    role, _, number = place.rpartition("-")
    return (role, int(number)) if number.isdigit() else (place, 0)


def who_has(bet: Bet) -> Who:
    return Who(bet.bettor, bet.hand, bet)


def is_below(rule: Rule, eid: str) -> bool:
    return any(provision == eid or provision.startswith(f"{eid}__") for provision in rule.provisions)


def _plain(effect: Construct) -> tuple[object, ...]:
    """An effect as what it does, whatever words say it."""
    match effect:
        case Construct("pays" | "wins_part"):
            return ("wins", effect.parts[1].value)
        case Construct("loses"):
            return ("loses", Fraction(1))
        case Construct("loses_part", (_, Share(value=part))):
            return ("loses", part)
        case _:
            return (effect.op, *(str(node) for node in walk(effect) if node is not effect))


def put(amount: Node) -> tuple[str, Fraction]:
    """An amount in proportion to a stake: of which bet, and how many times it."""
    match amount:
        case Construct("stake", (Term(id=bet),)):
            return bet, Fraction(1)
        case Construct("stake_times", (Number(value=times), Term(id=bet))):
            return bet, Fraction(times)
        case Construct("stake_part", (Share(value=part), Term(id=bet))):
            return bet, part
    raise NotRead(f"an amount of a stake: {amount}")
