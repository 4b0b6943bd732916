"""A second reading of a round: what a rule set says of it, by its words alone, from bets to results.

Written from the reference of constructs (`grammar/REFERENCE.md`), and from nothing of the engine
that plays or computes: what a rule means is read anew from the tree of its sentence. It is an
oracle of meaning, as `generated.oracle` is one of counting (`generated.two_readings` compares it
with the process of a game). A round is a coroutine: it yields what chance may give and what may be
chosen, is sent what came, and returns how it ended. What it does not read raises `NotRead`.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from collections.abc import Sequence as Several
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from generated.second_hands import NotRead, Thing, Things
from generated.second_table import (
    NOBODY,
    Bet,
    Given,
    Held,
    Stopped,
    Table,
    Undecided,
    Who,
    holder_of,
    in_order,
    is_below,
    put,
    who_has,
)
from lexludi.language.nodes import Construct, Node, Number, Share, Term
from lexludi.rules.model import PLACE_BET, Rule, RuleSet, Value

NO_BET = "no-bet"
# More objects and choices than a round takes that ends.
MOST_STEPS = 2_000


@dataclass(frozen=True)
class Chance:
    """An object comes: each that can, with its probability."""

    weights: Mapping[Thing, Fraction]


@dataclass(frozen=True)
class Decision:
    """A bettor chooses among actions, by what they see."""

    bettor: str
    choices: tuple[str, ...]
    sees: tuple[object, ...] = ()


@dataclass(frozen=True)
class End:
    """The end of a round: every bet, what stopped it, if anything did, and how many rounds remain, if that is said."""

    bets: tuple[Bet, ...]
    problem: str = ""
    about: str = ""
    remaining: int | None = None


Play = Generator[Chance | Decision, Any, Any]


class Round:
    """One round of some bets."""

    def __init__(self, rules: RuleSet, settings: Mapping[str, Value], bets: Several[Bet], given: Given) -> None:
        self.table = Table(rules, settings, bets, given)
        self.steps = self.table.steps
        self.saw: dict[str, dict[object, None]] = {}
        self.taken = 0
        self.is_shown = False
        # How many rounds remain after this one, by each sentence that has said so.
        self.remaining: list[int] = []

    def play(self) -> Play:
        """The round, to its end."""
        if not any(rule.effect.op == "bets_open" for rule in self.steps):
            self._open_bets()
        steps = self._all()
        try:
            node = next(steps)
            while True:
                for bettor in dict.fromkeys(bet.bettor for bet in self.table.bets):
                    self.saw.setdefault(bettor, {})[self.table.sees(bettor)] = None
                if isinstance(node, Decision):
                    node = replace(node, sees=tuple(self.saw[node.bettor]))
                node = steps.send((yield node))
        except Stopped as why:
            problem, about = why.args
            return End(tuple(self.table.bets), problem, about)
        except StopIteration:
            self._close()
            return End(tuple(self.table.bets), remaining=min(self.remaining, default=None))

    def _close(self) -> None:
        """What is said of the end of a round; of how many rounds remain every sentence is heard."""
        self.table.is_over, is_put_back = True, False
        for rule in self.table.rules.closings:
            if not self.table.can_apply(rule) or not self.table.is_so(rule.condition):
                continue
            if rule.effect.op == "put_back":
                is_put_back = True
            elif is_put_back:
                raise NotRead("rounds that remain after objects have been put back")
            else:
                self.remaining.append(self.table.meaning.number(rule.effect.parts[0]))

    # ── Steps ───────────────────────────────────────────────────────────────

    def _open_bets(self) -> None:
        self.table.bets = [] if self.is_shown else self.table.coming

    def _all(self) -> Play:
        at = 0
        while at < len(self.steps):
            self.taken += 1
            if self.taken > MOST_STEPS:
                raise NotRead("a round without end")
            rule = self.steps[at]
            match rule.effect:
                case Construct("repeat", (reference, until)):
                    if self.table.is_so(rule.condition) and not self.table.is_so(until):
                        at = next(i for i, step in enumerate(self.steps) if is_below(step, reference.target))
                        continue
                case Construct("round_ends"):
                    if self.table.is_so(rule.condition):
                        return
                case _:
                    yield from self._step(rule)
            at += 1

    def _step(self, rule: Rule) -> Play:
        match rule.effect:
            case Construct("choose" | "choose_until" | "divides" | "exchanges" | "opens" | "comply" | "comply_until"):
                yield from self._acts(rule)
            case Construct("deal", (recipients, batch, Term(id=kind), facing, count)):
                holders = [h for r in recipients.items for h in self._taking_part(holder_of(r), rule)]
                if len(holders) > 1 and self.table.speaks_of_a_party(rule.condition):
                    raise NotRead("a deal in turn, of which each is asked")
                batch_, most = self.table.meaning.number(batch), count.value
                # Second hands are dealt to after all that there were before, one after another.
                for some in [[h for h in holders if "." not in h], *([h] for h in holders if "." in h)]:
                    yield from self._deal(some, batch_, kind, most, facing.op == "face_up")
            case Construct("throw", (thrower, Term(id=kind))):
                for holder in self._taking_part(holder_of(thrower), rule):
                    yield from self._throw(holder, kind)
            case Construct("reveal", (holding,)):
                for holder in self._taking_part(holding.term(0), rule):
                    for held in self.table.hands.get(holder, ()):
                        held.is_up = True
            case Construct("settle", (bets,)):
                placed = sorted(self.table.bets, key=lambda bet: bet.order)
                for bet in [bet for kind in bets.items for bet in placed if bet.kind == kind.id]:
                    if self.table.is_open(bet) and self.table.holds(rule.condition, who_has(bet)):
                        self._settle(bet)
            case Construct("feeds", (share, Term(id=meter))):
                bet_kind, times = put(share)
                for bet in self.table.bets:
                    if bet.kind == bet_kind and not bet.moved and self.table.holds(rule.condition, who_has(bet)):
                        self.table.meters[meter] += bet.stake * times
            case Construct("divides_highest", (Term(id=role), portions)):
                for holder in self._taking_part(role, rule):
                    self._divide_highest(holder, [(p.term(1), p.number(0)) for p in portions.items])
            case Construct("forms_hand", (Term(id=role), Term(id=part), Term(id=other))):
                for holder in self._taking_part(role, rule):
                    who = Who(self.table.bettor_of(holder), holder)
                    self.table.parts[f"{holder}.{part}"] = self._both(role, who, other)
            case _ if not self.table.is_so(rule.condition):
                return
            case Construct("bets_open"):
                self._open_bets()
            case Construct("shuffle" | "perform"):
                return
            case Construct("place_marker", (Term(id=marker), above)):
                self.table.markers[marker] = self.table.meaning.number(above)
            case Construct("burn" | "burn_by_first" | "burn_with_first"):
                yield from self._burn(rule.effect)
            case Construct("demonstrate", (rounds,)):
                for _ in range(self.table.meaning.number(rounds)):
                    yield from self._demonstrate(rule)
            case Construct("becomes", (Term(id=memory), amount)):
                value = self.table.amount(amount, NOBODY)
                if value is None or value not in self.table.rules.memories[memory].range:
                    raise Stopped("out-of-range-action", memory)
                self.table.memories[memory] = value
            case _:
                raise NotRead(f"a step: {rule.effect.op}")

    def _taking_part(self, role: str, rule: Rule) -> Iterable[str]:
        """Those of a role for whom the condition of a step holds: each asked in turn, or all of the table at once."""
        some = (hand for hand in self.table.everyone(role) if self._is_concerned(role, hand, rule.condition))
        # What is so for all alike is asked before any of them acts: a throw does not keep the next one from throwing.
        return some if self.table.speaks_of_a_party(rule.condition) else list(some)

    def _is_concerned(self, role: str, hand: str, condition: Node | None) -> bool:
        if self.table.is_fixed(role):
            return self.table.is_so(condition)
        # What is done once with a hand that several play with needs one answer of all.
        bettors = {bet.bettor for bet in self.table.bets if bet.hand == hand and bet.stake}
        answers = {self.table.holds(condition, Who(bettor, hand)) for bettor in bettors or {self.table.bettor_of(hand)}}
        if len(answers) > 1:
            raise Stopped("parties-differ", "")
        return answers.pop()

    def _both(self, role: str, who: Who, other: str) -> Callable[[], Things]:
        return lambda: (*self.table.things(role, who), *self.table.things(other, NOBODY))

    # ── What comes by chance ────────────────────────────────────────────────

    def _draw(self, kind: str) -> Generator[Chance, Thing, Thing]:
        there = {thing: count for thing, count in self.table.stock.items() if thing.kind == kind and count}
        total = sum(there.values())
        if not total:
            raise Stopped("stuck", kind)
        thing = yield Chance({thing: Fraction(count, total) for thing, count in there.items()})
        self.table.stock[thing] -= 1
        return thing

    def _deal(self, holders: list[str], batch: int, kind: str, count: int, is_up: bool) -> Play:
        def lacking(holder: str) -> int:
            return count - sum(held.thing.kind == kind for held in self.table.hands.get(holder, ()))

        while any(lacking(holder) > 0 for holder in holders):
            for holder in holders:
                hand = self.table.hands.setdefault(holder, [])
                for _ in range(min(batch, lacking(holder))):
                    thing = yield from self._draw(kind)
                    hand.append(Held(thing, is_up))

    def _throw(self, holder: str, kind: str) -> Play:
        count, faces = self.table.meaning.faces(kind)
        total, shown = sum(faces.values()), []
        for _ in range(count):
            shown.append((yield Chance({thing: Fraction(parts, total) for thing, parts in faces.items()})))
        self.table.thrown[holder] = tuple(shown)

    def _burn(self, effect: Construct) -> Play:
        match effect:
            case Construct("burn", (count, Term(id=kind))):
                left = self.table.meaning.number(count)
            case Construct("burn_by_first" | "burn_with_first" as op, (Term(id=kind), instead)):
                first = yield from self._draw(kind)
                number = self.table.meaning.total((first,))
                if op == "burn_by_first":
                    left = number or (instead.value if instead is not None else 0)
                else:
                    left = (number or (instead.value if instead is not None else 1)) - 1
            case _:
                raise NotRead(effect.op)
        for _ in range(left):
            yield from self._draw(kind)

    def _take(self, hand: str, count: int, kind: str) -> Play:
        lying = self.table.hands.setdefault(hand, [])
        is_up = any(held.is_up for held in lying)
        for _ in range(count):
            thing = yield from self._draw(kind)
            lying.append(Held(thing, is_up))
            self.table.drawn.setdefault(hand, []).append(thing)

    def _demonstrate(self, shown_by: Rule) -> Play:
        """A round by the same steps, without bets: what it leaves is what lacks in the stock."""
        # The round that is shown is the first with the objects.
        self.table.given = replace(self.table.given, fresh=frozenset())
        rounds = Round(self.table.rules, self.table.settings, (), self.table.given)
        rounds.table.stock, rounds.table.markers, rounds.is_shown = self.table.stock, self.table.markers, True
        rounds.steps = [rule for rule in self.steps if rule is not shown_by]
        end = yield from rounds.play()
        if end.problem:
            raise Stopped(end.problem, end.about)

    # ── What is chosen, and what rules require ──────────────────────────────

    def _acts(self, rule: Rule) -> Play:
        holds = self._asked(rule.condition)
        match rule.effect:
            case Construct("choose" | "choose_until", (Term(id=role), Term(id=kind), actions, *until)):
                # A choice that is put once is made for both hands that may come of it.
                asked = set[str]()
                for bet in self._in_turn(kind, until=bool(until)):
                    who = who_has(bet)
                    # What is chosen for a holder is chosen once for its hand, for all who play with it.
                    shared = self.table.rules.roles[role].kind != "bettor"
                    if shared and bet.hand in asked:
                        continue
                    if bet.kind == kind and self.table.is_open(bet):
                        asked.add(bet.hand)  # by the first of them, of whom the condition is asked
                        if holds(who):
                            yield from self._choose(
                                role, replace(who, is_all=shared), bet, [a.id for a in actions.items], until
                            )
            case Construct("divides", (_, Term(id=kind), portions)):
                parts = [(p.term(1), p.number(0)) for p in portions.items]
                by: dict[str, Bet] = {}
                for bet in self._in_turn(kind):
                    # Of several who play with a hand the first divides it, once.
                    divided = f"{bet.hand}.{parts[0][0]}" in self.table.parts
                    is_first = self.table.is_open(bet) and by.setdefault(bet.hand, bet) is bet
                    if is_first and not divided and holds(who_has(bet)):
                        yield from self._divide(bet, parts)
            case Construct("exchanges", (_, Term(id=kind), most, size, Term(id=thing), facing)):
                first: dict[str, Bet] = {}
                for bet in self._in_turn(kind):
                    is_first = self.table.is_open(bet) and first.setdefault(bet.hand, bet) is bet
                    if is_first and holds(who_has(bet)):
                        count, all_ = self.table.meaning.number(most), self.table.meaning.number(size)
                        yield from self._exchange(bet, count, all_, thing, facing.op == "face_up")
            case Construct("opens", (bets, limit)):
                of, times = put(limit)
                for kind in [bet.id for bet in bets.items]:
                    for bet in self._in_turn(of):
                        who = who_has(bet)
                        placed = any((other.party, other.kind) == (bet.party, kind) for other in self.table.bets)
                        # Several bets of one bettor at a place limit a window together; the first one is asked for.
                        alike = self._alike(bet, of)
                        is_first = bool(alike) and alike[0] is bet
                        if is_first and not placed and holds(who):
                            stake = sum((other.stake for other in alike), Fraction(0))
                            yield from self._accept(rule, kind, bet, stake * times)
            case Construct("comply" | "comply_until", (Term(id=role), Term(id=action), *until)):
                for hand in self._taking_part(role, rule):
                    yield from self._comply(role, Who(self.table.bettor_of(hand), hand), action, until)

    def _in_turn(self, kind: str, until: bool = False) -> Iterable[Bet]:
        """The bets of a kind by their places, else as they were placed; `until`: with what is split off them."""
        asked = list[Bet]()
        while True:
            waiting = [bet for bet in self.table.bets if bet.kind == kind and not any(bet is other for other in asked)]
            waiting.sort(key=lambda bet: in_order(bet.place or (bet.bettor if self.table.by_name else "")))
            for bet in waiting:
                asked.append(bet)
                yield bet
                if until:
                    break
            if not waiting or not until:
                return

    def _choose(self, role: str, who: Who, bet: Bet, actions: list[str], until: list[Node]) -> Play:
        kind = bet.kind
        while not (until and self.table.holds(until[0], who)):
            self.taken += 1
            roles = self.table.roles_of(role)
            can, duties = list(actions), self.table.duties(roles, actions, who)
            if "." in bet.hand or any(other.hand.startswith(f"{bet.hand}.") for other in self.table.bets):
                can = [option for option in actions if not self._splits(option)]
                duties = [duty for duty in duties if duty in can]
            # Of two duties each forbids what the other asks for.
            allowed = (option for option in can if all(option == duty for duty in duties))
            legal = tuple(option for option in allowed if self.table.is_free(roles, option, who))
            if not legal:
                raise Stopped("stuck", role)
            action = yield Decision(bet.bettor, legal)
            self.table.chosen.add((bet.bettor, bet.hand, action))
            over = yield from self._upon(action, who)
            if not until or over or bet.result or bet.kind != kind:
                return

    def _asked(self, condition: Node | None) -> Callable[[Who], bool]:
        """What says that a condition holds: asked of each when its turn comes, where it is of parties; else once."""
        if self.table.speaks_of_a_party(condition):
            return lambda who: self.table.holds(condition, who)
        holds = self.table.is_so(condition)
        return lambda who: holds

    def _splits(self, action: str) -> bool:
        return any(e.op == "splits" for u in self.table.rules.upons if u.action == action for e in u.effects)

    def _comply(self, role: str, who: Who, action: str, until: list[Node]) -> Play:
        def asked(question: Callable[[Who], bool]) -> bool:
            return self.table.of_all(question) if self.table.is_fixed(role) else question(who)

        while not (until and asked(lambda each: self.table.holds(until[0], each))):
            self.taken += 1
            if self.taken > MOST_STEPS:
                raise NotRead("a round without end")
            if not asked(lambda each: self._must(role, action, each)):
                return
            over = yield from self._upon(action, who)
            if not until or over:
                return

    def _must(self, role: str, action: str, who: Who) -> bool:
        """True if the norms on an action require it; false if they forbid or only allow it."""
        norms = self.table.norms(self.table.roles_of(role), action, who)
        if "must" in norms and "must_not" in norms:
            raise Stopped("conflict-action", action)
        if not norms:
            raise Stopped("gap-action", action)
        return "must" in norms

    def _upon(self, action: str, who: Who) -> Play:
        """What follows an action, for whoever did it; true if their turn ends."""
        over = False
        for effect in next((u.effects for u in self.table.rules.upons if u.action == action), ()):
            match effect:
                case Construct("draws", (Number(value=count), Term(id=kind))):
                    yield from self._take(who.hand, count, kind)
                case Construct("turn_ends"):
                    over = True
                case Construct("burn" | "burn_by_first" | "burn_with_first"):
                    yield from self._burn(effect)
                case Construct("rounds_left", (rounds,)):
                    self.remaining.append(self.table.meaning.number(rounds))
                case Construct("stakes", (amount, Term(id=to))):
                    of, times = put(amount)
                    for bet in self._of(who, of):
                        self._put_on(bet, to, times)
                case Construct("splits", (Term(id=hand), Term(id=kind))):
                    self._split(self._of(who, kind), who.hand, hand)
                case Construct("double", (Term(id=kind),)):
                    for bet in self._of(who, kind):
                        bet.stake *= 2
                case Construct("moves_to", (Term(id=kind), Term(id=to))):
                    for bet in self._of(who, kind):
                        bet.kind, bet.moved = to, True
                case Construct("reduces"):
                    continue  # to the amount that is named with the choice; none is named here
                case Construct("keep", (Term(id=kind),)):
                    for bet in self._of(who, kind):
                        bet.result = "kept"
                case _:
                    for bet in self._of(who, effect.term(0)):
                        self._end_bet(bet, effect)
        return over

    def _of(self, who: Who, kind: str) -> list[Bet]:
        """The open bets of a kind of the party concerned."""
        bets = [bet for bet in self.table.bets if (bet.hand, bet.kind) == (who.hand, kind) and not bet.result]
        if who.is_all:
            return bets
        only = who.bet if who.bet is not None and who.bet.kind == kind else None
        return [bet for bet in bets if bet.bettor == who.bettor and (only is None or bet is only)]

    def _alike(self, bet: Bet, kind: str) -> list[Bet]:
        """The open bets of a kind that stand where a bet does, of the same bettor and played with the same hand."""
        return [
            other
            for other in self.table.bets
            if other.party == bet.party and other.kind == kind and self.table.is_open(other)
        ]

    def _put_on(self, bet: Bet, to: str, times: Fraction) -> None:
        if any((other.bettor, other.hand, other.kind) == (bet.bettor, bet.hand, to) for other in self.table.bets):
            raise NotRead("an amount put on a bet that is there")
        naming = bet.naming if self.table.rules.bets[to].slots else ""
        self.table.bets.append(Bet(bet.bettor, to, bet.stake * times, bet.place, naming, bet.hand, order=bet.after))

    def _split(self, bets: list[Bet], whole: str, name: str) -> None:
        """What a hand received last lies with a second one, with bets of its own; both have chosen what it chose."""
        hand, second = self.table.hands[whole], f"{whole}.{name}"
        if len(hand) % 2 or self.table.drawn.get(whole):
            raise NotRead("a hand that has no half, or has drawn")
        if {bet.bettor for bet in self.table.bets if bet.hand == whole} != {bet.bettor for bet in bets}:
            raise NotRead("a hand of several, which one of them splits")
        half = len(hand) // 2
        self.table.hands[whole], self.table.hands[second] = hand[:half], hand[half:]
        self.table.chosen |= {
            (bettor, second, action) for bettor, of_hand, action in self.table.chosen if of_hand == whole
        }
        self.table.bets += [replace(bet, hand=second, order=bet.after) for bet in bets]

    def _accept(self, rule: Rule, kind: str, bet: Bet, limit: Fraction) -> Play:
        """A window: another bet, of whoever has those whose stakes limit it."""
        new = Bet(bet.bettor, kind, limit, bet.place, bet.naming, bet.hand, order=bet.after)
        who = Who(bet.bettor, bet.hand, new)
        norms = self.table.norms({self.table.bettor_role}, PLACE_BET, who, over=rule)
        most, is_open = new.stake, "must_not" not in norms
        for bound in self.table.bounds_on(kind):
            if not self.table.holds(bound.condition, who):
                continue
            if bound.effect.op == "stake_within" or bound.effect.parts[1].op == "stake_number":
                raise NotRead("a number that bounds a window")
            if any(bound.eid == p.loser or bound.eid == p.winner for p in self.table.rules.precedences):
                raise NotRead("a bound that prevails, or gives way")
            if "." in bet.hand or any(other.hand.startswith(f"{bet.hand}.") for other in self.table.bets):
                raise NotRead("a bound by stakes on both hands of a split")
            of, factor = put(bound.effect.parts[1])
            limit = sum((other.stake for other in self._alike(bet, of)), Fraction(0)) * factor
            if bound.effect.op == "stake_at_most":
                most = min(most, limit)
            elif bound.effect.op == "stake_at_least":
                is_open &= limit <= most
            else:
                is_open &= limit <= most
                most = limit
        is_open &= most > 0
        choice = yield Decision(bet.bettor, (*([kind] if is_open else []), NO_BET))
        if choice == kind:
            self.table.bets.append(replace(new, stake=most))

    # ── Parts of hands ──────────────────────────────────────────────────────

    def _divide(self, bet: Bet, portions: list[tuple[str, int]]) -> Play:
        held = self.table.hands.get(bet.hand, ())
        ways = {_spelt(way): way for way in _ways(tuple(range(len(held))), [count for _, count in portions])}
        if len(held) != sum(count for _, count in portions):
            raise NotRead("a hand that parts do not take up")
        chosen = yield Decision(bet.bettor, tuple(ways))
        self._lay(bet.hand, portions, ways[chosen])

    def _exchange(self, bet: Bet, most: int, size: int, kind: str, is_up: bool) -> Play:
        """Some objects go out of the hand, as few as none, and as many come; those that stay are named first."""
        held = self.table.hands.get(bet.hand, [])
        ways = [way for gone in range(most + 1) for way in _ways(tuple(range(size)), [size - gone, gone])]
        by_name = {"/".join(part or "0" for part in _spelt(way).split("/")): way for way in ways}
        staying, gone = by_name[(yield Decision(bet.bettor, tuple(by_name)))]
        if gone:
            # A hand that is void holds none of them; like any deal, what comes makes a hand up to its number.
            self.table.laid[f"{bet.hand}.gone"] = tuple(held[place] for place in gone if held)
            self.table.hands[bet.hand] = [held[place] for place in staying if held]
        yield from self._deal([bet.hand], 1, kind, size, is_up)

    def _lay(self, hand: str, portions: list[tuple[str, int]], way: tuple[tuple[int, ...], ...]) -> None:
        for (name, _), places in zip(portions, way, strict=True):
            lying = tuple(self.table.hands[hand][place] for place in places)
            self.table.laid[f"{hand}.{name}"] = lying
            self.table.parts[f"{hand}.{name}"] = lambda lying=lying: tuple(held.thing for held in lying)  # type: ignore[misc]

    def _divide_highest(self, hand: str, portions: list[tuple[str, int]]) -> None:
        things = tuple(held.thing for held in self.table.hands.get(hand, ()))
        if len(things) != sum(count for _, count in portions):
            raise NotRead("a hand that parts do not take up")
        listed = list(self.table.meaning.stock())

        def rank(way: tuple[tuple[int, ...], ...]) -> Any:
            lowest = -len(self.table.rules.categories), ()
            parts = [tuple(things[place] for place in part) for part in way]
            places = [best[0] if (best := self.table.meaning.best(part)) else lowest for part in parts]
            return places, [tuple(-place for place in sorted(listed.index(t) for t in part)) for part in parts]

        # Of objects that are alike those that came first lie with the first part.
        ways = _ways(tuple(range(len(things))), [count for _, count in portions])
        self._lay(hand, portions, max(ways, key=rank))

    # ── Settlement ──────────────────────────────────────────────────────────

    def _settle(self, bet: Bet) -> None:
        who = who_has(bet)
        on_bet = [r for r in self.table.rules.outcomes if r.effect.term(0) == bet.kind]
        beside = ("bonus", "receives_all", "receives_part", "receives_amount")
        try:
            effect = self.table.decided([r for r in on_bet if r.effect.op not in ("commission", *beside)], who)
            if effect is None:
                raise Undecided("gap")
            match effect:
                case Construct("stays"):
                    return
                case Construct("keep"):
                    bet.result = "kept"
                    return
                case Construct("moves_naming", (_, Term(id=to), amount)):
                    number = self.table.amount(amount, who)
                    if number is None or not self._can_name(to, number):
                        raise Undecided("out-of-range")
                    bet.kind, bet.naming, bet.moved = to, str(number), True
                    return
            wins = effect.op in ("pays", "wins_part")
            taken = self.table.decided([r for r in on_bet if r.effect.op == "commission"], who) if wins else None
            paid = self.table.decided([r for r in on_bet if r.effect.op in beside], who)
        except Undecided as why:
            bet.problem = str(why)
            return
        self._end_bet(bet, effect)
        if taken is not None:
            bet.net -= bet.net * taken.parts[1].value
        if paid is not None:
            bet.net += self._beside(bet, paid)

    def _can_name(self, kind: str, number: int) -> bool:
        (slot,) = self.table.rules.bets[kind].slots
        if slot.numbers is not None:
            return number in slot.numbers
        return (
            slot.of in self.table.rules.scales
            and slot.count == 1
            and str(number) in self.table.rules.scales[slot.of].items
        )

    @staticmethod
    def _end_bet(bet: Bet, effect: Construct) -> None:
        """A bet as an effect decides it."""
        match effect:
            case Construct("pays" | "wins_part"):
                bet.result, bet.net = "win", bet.stake * effect.parts[1].value
            case Construct("loses"):
                bet.result, bet.net = "lose", -bet.stake
            case Construct("loses_part", (_, Share(value=part))):
                bet.result, bet.net = "lose", -bet.stake * part
            case Construct("push" | "void" as op):
                bet.result = op
            case _:
                raise NotRead(f"an effect: {effect.op}")

    def _beside(self, bet: Bet, effect: Construct) -> Fraction:
        """What a bet is paid beside its result, out of what is kept for one."""
        if effect.op == "bonus":
            return bet.stake * Fraction(effect.parts[1].value)
        meter = effect.parts[-1].id
        kept = self.table.meters[meter]
        match effect:
            case Construct("receives_all"):
                paid = kept
            case Construct("receives_part", (_, Share(value=part), _)):
                paid = kept * part
            case _:
                paid = Fraction(effect.number(1))
        declared = self.table.rules.meters[meter]
        left = max(kept - paid, Fraction(0))
        self.table.meters[meter] = max(left, Fraction(declared.seed)) if declared.made_up else left
        return paid


Way = tuple[tuple[int, ...], ...]


def _ways(places: tuple[int, ...], counts: list[int]) -> list[Way]:
    """Every way to lay places out in parts of some sizes."""
    if not counts:
        return [()]
    out = []
    for part in combinations(places, counts[0]):
        left = tuple(place for place in places if place not in part)
        out += [(part, *others) for others in _ways(left, counts[1:])]
    return out


def _spelt(way: Way) -> str:
    """The name of a way to divide a hand: places counted from one."""
    return "/".join("+".join(str(place + 1) for place in part) for part in way)
