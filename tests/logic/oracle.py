"""The questions of a rule set put to z3: rounds that leave a bet without a rule, or with two, and hands of no category.

Rounds are followed as far as chance, hands, rules of drawing and choices go: objects dealt and thrown whatever they
show, and what comes again until something holds as often as some round comes to it. Where a text goes further,
`NotModelled` names the operator, and no answer is given; nor where z3 finds a round with a bet that another has become,
or a divided hand, which nothing plays.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import Any

import z3

from logic.encoding import BITS, Hand, Json, Material, NotModelled, Object, count, number, parts, term

# A choice that nobody made, because the bet on which it is made was not placed.
NOBODY = -1
MILLISECONDS = 60_000
# Ways are only left out early: each that is kept is asked about again.
MILLISECONDS_OF_WAYS = 1_000
# No round is followed for more objects.
LONGEST = 40

_TOTALS = ("total", "lowest_total", "total_first", "total_thrown", "drawn_value")
# Steps that change nothing of what rules ask here.
_SILENT = ("bets_open", "shuffle", "perform", "reveal", "feeds")
_HANDS = ("hand", "part_of")
# Effects that say how a bet ends, and those that leave it for a later settlement.
_ENDS = ("loses", "loses_part", "wins_part", "pays", "push", "void")
_LEFT = ("stays", "moves_naming")
# Effects of a choice on which nothing depends but objects that come, and bets that are put.
_CHOSEN = ("turn_ends", "double", "stakes", "draws", "burn")
# Effects beside how a bet ends, of which nothing is asked here: it ends without them too.
_BESIDE = ("commission", "bonus", "receives_all", "receives_part", "receives_amount")


# What a bettor names with a bet: the items in each slot of it.
Naming = tuple[tuple[str, ...], ...]


class Nothing(Exception):
    """An amount that there is not: no condition on it holds."""


@dataclass(frozen=True)
class Deal:
    """A round that z3 gives: objects in the order in which they come, each by the items it shows; who chose what."""

    objects: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    naming: str
    others: tuple[str, ...]  # bets that stand beside the one asked about
    choices: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]  # who holds which of the objects, by their places


@dataclass(frozen=True)
class Answer:
    """The answer on one bet: a round for a gap and for a conflict, where there is one; or what is not modelled."""

    gap: Deal | None = None
    conflict: Deal | None = None
    not_modelled: str = ""


@dataclass(frozen=True)
class Choice:
    """A choice that was offered: on which bet, of what; and which was made, as a number."""

    bet: str
    actions: list[str]
    made: z3.BitVecRef


@dataclass
class Round:
    """A round so far: all objects that came, who holds which, and what was chosen."""

    drawn: list[Object] = field(default_factory=list)
    held: dict[str, list[Object]] = field(default_factory=dict)
    thrown: dict[str, list[Object]] = field(default_factory=dict)
    drew: dict[str, list[Object]] = field(default_factory=dict)  # by rule, after the deal
    choices: list[Choice] = field(default_factory=list)
    settled: "dict[str, list[Round]]" = field(default_factory=dict)  # for each bet the rounds as they stood then
    memory: dict[str, z3.BitVecRef] = field(default_factory=dict)
    windows: dict[str, z3.BoolRef] = field(default_factory=dict)  # for each bet that it was accepted on the way
    bounds: list[z3.BoolRef] = field(default_factory=list)
    stocked: list[z3.BoolRef] = field(default_factory=list)  # that no more came of a stock than there are

    def where(self, condition: z3.BoolRef) -> "Round":
        """The round as it stands, by itself, where a condition holds."""
        return Round(
            [*self.drawn],
            {role: [*hand] for role, hand in self.held.items()},
            {role: [*hand] for role, hand in self.thrown.items()},
            {role: [*hand] for role, hand in self.drew.items()},
            [*self.choices],
            {bet: [*rounds] for bet, rounds in self.settled.items()},
            {**self.memory},
            {**self.windows},
            [*self.bounds, condition],
            [*self.stocked],
        )


class Oracle:
    """A rule set from its portable JSON, with its parameters at their defaults but for some."""

    def __init__(self, text: str, settings: Mapping[str, object] | None = None) -> None:
        self.rules: Json = json.loads(text)["rules"]
        self.values = {name: parameter["default"] for name, parameter in self.rules["parameters"]["items"]} | dict(
            settings or {}
        )
        self.material = Material(self.rules, self._decided)
        self.roles = dict(self.rules["roles"]["items"])
        self.stocks = {stock["object"]: stock for stock in self.rules["stocks"]}
        self.faces = {thrown["object"]: thrown for thrown in self.rules["thrown"]}
        self.bets = dict(self.rules["bets"]["items"])
        self._complied: list[tuple[str, str, Round]] = []  # whose action by rule, and the rounds as they stood then
        self._ended: list[Round] = []  # those that a step ends
        self._choices: list[Naming] = []  # what can be named with the bet that is asked about
        self._slots: list[str] = []  # the roles of its slots

    def _decided(self, node: Json) -> bool:
        """A test of a parameter, answered."""
        return str(self.values[term(parts(node)[0])]) == term(parts(node)[1])

    # ── The round ───────────────────────────────────────────────────────────

    @cached_property
    def settled(self) -> list[tuple[str, Round]]:
        """Each bet that is settled, with the round as it stands then, in every way that rounds come there.

        Raises:
            NotModelled: a step is not.
        """
        return list(self._settled())

    def _settled(self) -> Iterator[tuple[str, Round]]:
        ways = [Round()]
        for step in self.rules["steps"]:
            if step["effect"]["op"] in _SILENT:
                continue
            before, ways = ways, []
            if step["condition"] is not None or step["effect"]["op"] != "settle":
                before = [round_ for round_ in before if self._is_possible(round_)]
            for round_ in before:
                holds = z3.simplify(self._guard(round_, step["condition"]))
                if step["effect"]["op"] == "opens":
                    self._accept(round_, holds, step)
                    ways.append(round_)
                    continue
                if not z3.is_true(holds):
                    ways.append(round_.where(z3.Not(holds)))
                if z3.is_false(holds):
                    continue
                taken = round_.where(holds)
                match step["effect"]["op"], parts(step["effect"]):
                    case "settle", [bets]:
                        yield from self._settle(taken, bets)
                        ways.append(taken)
                    case "round_ends", []:
                        self._ended.append(taken)
                    case _:
                        ways += self._taken(taken, step["effect"])

    def _guard(self, round_: Round, condition: Json) -> z3.BoolRef:
        return z3.BoolVal(True) if condition is None else self.holds(round_, condition)

    def _settle(self, round_: Round, bets: Json) -> Iterator[tuple[str, Round]]:
        for bet in map(term, parts(bets)):
            now = round_.where(z3.BoolVal(True))
            round_.settled.setdefault(bet, []).append(now)
            yield bet, now

    def _goes_on(self, round_: Round, role: str, condition: z3.BoolRef) -> bool:
        """Some round comes so far that a step is repeated under a condition.

        What so many objects count at least is asked with the condition alone: beside all else it takes long.
        """
        if len(round_.drawn) > LONGEST:
            raise NotModelled("a hand of any size")
        counted = _solver([condition, *self._lowest(self.hand(round_, role))], MILLISECONDS_OF_WAYS).check()
        return counted != z3.unsat and self._is_possible(round_.where(condition))

    def _lowest(self, hand: Hand) -> Iterator[z3.BoolRef]:
        """What follows of a hand, but is long to find: it counts no less than so many of the lowest of a stock do."""
        if not self.rules["modulus"]:
            yield self.material.total(hand) >= self.material.least(hand)
        for kind, numbers in self._numbers.items():
            things = [thing for thing in hand if thing.kind == kind]
            yield z3.And(len(things) <= len(numbers), self.material.least(things) >= sum(numbers[: len(things)]))

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        """The least that each object of a stock counts, the lowest first."""
        scales = self.material.scales
        found: dict[str, list[int]] = {}
        for kind, stock in self.stocks.items():
            each = list(product(*(scales[scale] for scale in stock["scales"])))
            objects = [((item,), most) for item, most in stock["counts"]] or [(items, 1) for items in each]
            for items, most in objects:
                shows = {scale: number(scales[scale].index(i)) for scale, i in zip(stock["scales"], items, strict=True)}
                least = z3.simplify(self.material.least([Object(kind, shows)])).as_long()
                found.setdefault(kind, []).extend([least] * most * self._copies(stock))
        return {kind: sorted(numbers) for kind, numbers in found.items()}

    def _copies(self, stock: Json) -> int:
        return stock["copies"] if isinstance(stock["copies"], int) else int(self.values[stock["copies"]])

    def _is_possible(self, round_: Round) -> bool:
        """Some round comes this way, were the stocks larger; one that takes too long to find is taken to be there."""
        return _solver(round_.bounds, MILLISECONDS_OF_WAYS).check() != z3.unsat

    def _taken(self, round_: Round, step: Json) -> list[Round]:
        """The rounds that come of one, by a step."""
        match step["op"], parts(step):
            case "deal", [recipients, batch, kind, _, wanted]:
                self._deal(round_, [self._holder(each) for each in parts(recipients)], batch, term(kind), wanted)
            case "throw", [role, kind]:
                self._throw(round_, term(role), term(kind))
            case "burn", [quantity, kind]:
                for _ in range(self._quantity(quantity)):
                    self._draw(round_, term(kind))
            case "choose" | "choose_until", [role, bet, alternatives, *until]:
                actions = [term(each) for each in parts(alternatives)]
                return self._choose(round_, term(role), term(bet), actions, actions, *until)
            case "comply" | "comply_until", [role, action, *until]:
                return self._comply(round_, term(role), term(action), *until)
            case "becomes", [memory, amount]:
                self._become(round_, term(memory), amount)
            case "divides", [role, _, portions]:
                self._divide(round_, term(role), portions)
            case "divides_highest", [role, portions]:
                self._divide(round_, term(role), portions)
            case "repeat", [target, until]:
                return self._repeat(target["target"], until)
            case op, _:
                raise NotModelled(op)
        return [round_]

    def _become(self, round_: Round, memory: str, amount: Json) -> None:
        """A number is kept; where it is none of those declared, the round stops."""
        declared = dict(self.rules["memories"]["items"])[memory]["range"]
        value = round_.memory[memory] = self.amount(round_, amount)
        round_.bounds.append(z3.And(value >= declared["low"], value <= declared["high"]))

    def _divide(self, round_: Round, role: str, portions: Json) -> None:
        """A hand in parts: as any object may come at any place, those that come first go to the first part.

        Also where the highest division is to be made: what no division brings about, that one does not.
        """
        hand = round_.held.pop(role)
        for quantity, portion in map(parts, parts(portions)):
            many = self._quantity(quantity)
            round_.held[_part(portion, role)], hand = hand[:many], hand[many:]

    def _repeat(self, target: str, until: Json) -> list[Round]:
        """Nothing goes on: where throws are made anew and bets settled on them, the first time is as good as any."""
        body = [step for step in self.rules["steps"] if any(_under(eid, target) for eid in step["provisions"])]
        effects = [step["effect"]["op"] for step in body]
        throws = effects.count("throw")
        again = all(step["condition"] is None for step in body) and set(effects[throws:]) <= {"settle", "repeat"}
        if not (again and effects[:throws] == ["throw"] * throws and until and until["op"] == "decided"):
            raise NotModelled("repeat")
        return []

    def _comply(self, round_: Round, role: str, action: str, until: Json = None) -> list[Round]:
        """The rounds in which a party does what rules bid, and those in which it does not, as they forbid it.

        Until something holds they are asked again. Rounds for which there is no rule, or two, end there: they are a
        question of their own (`unruled`).
        """
        over = []
        if until is not None:
            enough = self.holds(round_, until)
            over = [round_.where(enough)]
            if not self._goes_on(round_, role, z3.Not(enough)):
                return over
            round_ = round_.where(z3.Not(enough))
        if any(norm["effect"]["op"] == "may" and self._is_on(norm["effect"], action) for norm in self.rules["norms"]):
            raise NotModelled("rules of drawing that permit")
        must, must_not = self._norms(round_, role, action)
        self._complied.append((role, action, round_.where(z3.BoolVal(True))))
        done, left = round_.where(z3.And(must, z3.Not(must_not))), round_.where(z3.And(must_not, z3.Not(must)))
        effects = self._effects(action)
        for effect in effects:
            if effect["op"] != "draws":
                raise NotModelled(f"{effect['op']} by rule")
            self._drawn(done, role, *parts(effect))
        if until is None:
            return [done, left]
        # What changes nothing is repeated without end: such a round is never settled.
        return [*over, left, *(self._comply(done, role, action, until) if effects else [])]

    def _effects(self, action: str) -> list[Json]:
        return [effect for upon in self.rules["upons"] if upon["action"] == action for effect in upon["effects"]]

    def _drawn(self, round_: Round, role: str, quantity: Json, kind: Json) -> None:
        """Somebody draws to what they hold."""
        if role not in round_.held:
            raise NotModelled("draws by rule")
        drawn = [self._draw(round_, term(kind)) for _ in range(self._quantity(quantity))]
        round_.drew.setdefault(role, []).extend(drawn)
        round_.held[role] += drawn

    def _norms(self, round_: Round, role: str, action: str) -> tuple[z3.BoolRef, z3.BoolRef]:
        """A rule bids a party to act, over which no other prevails; and one forbids it."""
        rules = [rule for rule in self.rules["norms"] if self._is_on_action(rule["effect"], role, action)]
        prevailing = self._prevailing(round_, rules)
        by = [(rule["effect"]["op"], formula) for rule, formula in zip(rules, prevailing, strict=True)]
        return z3.Or(*(formula for op, formula in by if op == "must")), z3.Or(
            *(formula for op, formula in by if op == "must_not")
        )

    def _is_on_action(self, norm: Json, role: str, action: str) -> bool:
        if norm["op"] not in ("must", "must_not"):
            return False
        return [each["id"] for each in parts(norm)[:2] if each and each["is"] == "Term"] == [role, action]

    def _quantity(self, node: Json) -> int:
        """A number, or the value of the parameter that stands for one."""
        return int(node["value"]) if node["is"] == "Number" else int(self.values[term(node)])

    def _holder(self, node: Json) -> str:
        if node.get("op") == "each":
            raise NotModelled("each")  # boxes at which nobody has bet are dealt to as well
        return term(parts(node)[0]) if node["is"] == "Construct" else term(node)

    def _deal(self, round_: Round, holders: list[str], batch: Json, kind: str, wanted: Json) -> None:
        """So many at a time to each in turn, until each has as many as is wanted."""
        each, most = self._quantity(batch), self._quantity(wanted)
        if any(holder in round_.thrown for holder in holders):
            raise NotModelled("a throw by a holder")
        for holder in holders:
            round_.held.setdefault(holder, [])
        while any(len(round_.held[holder]) < most for holder in holders):
            for holder in holders:
                for _ in range(min(each, most - len(round_.held[holder]))):
                    round_.held[holder].append(self._draw(round_, kind))

    def _draw(self, round_: Round, kind: str) -> Object:
        """An object of a stock: of those that are equal there are only so many."""
        if kind not in self.stocks:
            raise NotModelled("a deal of what is thrown")
        stock = self.stocks[kind]
        if stock["besides"]:
            raise NotModelled("stock_besides")
        thing = self._new(round_, kind, stock["scales"], dict(stock["counts"]))
        copies = self._copies(stock)
        before = [other for other in round_.drawn[:-1] if other.kind == kind]
        alike = [z3.And(*(self.material.is_alike(thing, other, s) for s in stock["scales"])) for other in before]
        for item, most in stock["counts"] or [(None, 1)]:
            if len(before) >= copies * most:
                few = z3.AtMost(*alike, copies * most - 1)
                round_.stocked.append(few if item is None else z3.Implies(self.material.shows(thing, item), few))
        return thing

    def _throw(self, round_: Round, role: str, kind: str) -> None:
        """What was thrown before, by whoever throws, lies there no longer."""
        thrown = self.faces[kind]
        many = thrown["count"] if isinstance(thrown["count"], int) else int(self.values[thrown["count"]])
        made = [self._new(round_, kind, [thrown["scale"]], dict(thrown["counts"])) for _ in range(many)]
        if role in round_.held and role not in round_.thrown:
            raise NotModelled("a throw by a holder")
        round_.thrown[role] = round_.held[role] = made

    def _new(self, round_: Round, kind: str, scales: list[str], counts: dict[str, int]) -> Object:
        shows = {scale: z3.BitVec(f"{len(round_.drawn)}-{scale}", BITS) for scale in scales}
        thing = Object(kind, shows)
        for scale, place in shows.items():
            items = self.material.scales[scale]
            round_.bounds += [place >= 0, place < len(items)]
            if counts:
                round_.bounds.append(z3.Or(*(place == items.index(item) for item in counts)))
        round_.drawn.append(thing)
        return thing

    def _choose(
        self, round_: Round, role: str, bet: str, actions: list[str], offered: list[str], until: Json = None
    ) -> list[Round]:
        """The rounds with a choice, if the bet stands; by itself each action upon which objects come.

        Until something holds, the choice comes again. What changes nothing but that it was chosen is then offered once:
        chosen again, it leads nowhere else.
        """
        asked = z3.And(*self._open(bet, round_))
        if until is not None:
            enough = self.holds(round_, until)
            if not self._goes_on(round_, role, z3.Not(enough)):
                return [round_]
            asked = z3.And(asked, z3.Not(enough))
        made = z3.BitVec(f"chosen-{len(round_.choices)}", BITS)
        round_.choices.append(Choice(bet, actions, made))
        round_.bounds += [made >= NOBODY, made < len(actions), asked == (made != NOBODY)]
        round_.bounds += [
            z3.Or(made != place, z3.Not(forbidden)) for place, forbidden in self._forbidden(round_, actions)
        ]
        round_.bounds += [made != place for place, action in enumerate(actions) if action not in offered]
        ways, others = [], round_
        for place, action in enumerate(actions):
            effects = self._effects(action)
            for effect in effects:
                if effect["op"] not in (*_ENDS, *_CHOSEN):
                    raise NotModelled(effect["op"])
            coming = [effect for effect in effects if effect["op"] in ("draws", "burn")]
            again = until is not None and all(effect["op"] != "turn_ends" for effect in effects)
            if not coming and not again:
                continue
            way, others = others.where(made == place), others.where(made != place)
            for effect in coming:
                if effect["op"] == "burn":
                    self._taken(way, effect)
                else:
                    self._drawn(way, role, *parts(effect))
            if again:
                left = [other for other in offered if coming or other != action]
                ways += self._choose(way, role, bet, actions, left, until)
            else:
                ways.append(way)
        return [*ways, others]

    def _forbidden(self, round_: Round, actions: list[str]) -> Iterator[tuple[int, z3.BoolRef]]:
        """The places of actions on which there are prohibitions, and that one of these prevails."""
        concerned = (bettor := self._bettor(), self.roles[bettor]["at"])
        for place, action in enumerate(actions):
            norms = [norm for norm in self.rules["norms"] if self._is_on(norm["effect"], action)]
            norms = [norm for norm in norms if term(parts(norm["effect"])[0]) in concerned]
            if any(norm["effect"]["op"] != "must_not" for norm in norms):
                raise NotModelled("a choice that is permitted")
            yield place, z3.Or(*self._prevailing(round_, norms))

    def _is_on(self, norm: Json, action: str) -> bool:
        return any(each["is"] == "Term" and each["id"] == action for each in parts(norm) if each)

    def _accept(self, round_: Round, holds: z3.BoolRef, step: Json) -> None:
        """Bets are accepted beside one that stands."""
        bets, amount = parts(step["effect"])
        beside = term(next(node for node in reversed(parts(amount)) if node["is"] == "Term"))
        for bet in map(term, parts(bets)):
            accepted = z3.And(holds, *self._open(beside, round_))
            round_.windows[bet] = z3.Or(round_.windows.get(bet, z3.BoolVal(False)), accepted)

    # ── Conditions ──────────────────────────────────────────────────────────

    def hand(self, round_: Round, role: str) -> Hand:
        """The objects of a role; those of a bettor without any lie where the bet stands."""
        if role in round_.held:
            return round_.held[role]
        if any(holder.startswith(f"{role}:") for holder in round_.held):
            raise NotModelled("all of a hand that is divided")
        declared = self.roles[role]
        if declared["kind"] == "bettor" and declared["at"] in round_.held:
            return round_.held[declared["at"]]
        if declared["kind"] == "many" and (bettor := self._bettor()) in round_.held:
            return round_.held[bettor]
        if declared["kind"] == "one" and self._may_hold(role):
            return []
        raise NotModelled("a role that holds nothing")

    def _may_hold(self, role: str) -> bool:
        """A party is dealt to, or throws, at some step."""
        effects = (step["effect"] for step in self.rules["steps"] if step["effect"]["op"] in ("deal", "throw"))
        return any(node.get("id") == role for effect in effects for node in _nodes(effect))

    def _bettor(self) -> str:
        return next((name for name, declared in self.roles.items() if declared["kind"] == "bettor"), "")

    def amount(self, round_: Round, node: Json) -> z3.BitVecRef:
        """An amount as a number.

        Raises:
            Nothing: there is none, as nothing was drawn.
        """
        if node["is"] == "Number":
            return number(node["value"])
        match node["op"], parts(node):
            case "total", [role]:
                return self.material.total(self.hand(round_, term(role)))
            case "lowest_total", [role]:
                return self.material.lowest_total(self.hand(round_, term(role)))
            case "total_thrown", [role] if term(role) in round_.thrown:
                return self.material.total(round_.thrown[term(role)])
            case "drawn_value", [role]:
                drawn = round_.drew.get(term(role), [])
                if not drawn:
                    raise Nothing
                return self.material.total(drawn[-1:])
            case "total_first", [many, role]:
                return self.material.total(self.hand(round_, term(role))[: many["value"]])
            case "count", [kind, role]:
                return number(sum(thing.kind == term(kind) for thing in self.hand(round_, term(role))))
            case "count_showing", [role, item] if item["is"] in ("Term", "Number"):
                showing = [self.material.shows(thing, term(item)) for thing in self.hand(round_, term(role))]
                return count(showing)
            case "count_showing", [role, {"op": "named" | "any_named" | "named_as"} as name]:
                return count([self._is_named(thing, name) for thing in self.hand(round_, term(role))])
            case "named_number", []:
                return self._number_named()
            case "sum", [one, other]:
                return self.amount(round_, one) + self.amount(round_, other)
            case "difference", [one, other]:
                first, second = self.amount(round_, one), self.amount(round_, other)
                return z3.If(first < second, second - first, first - second)
            case "larger", [one, other]:
                first, second = self.amount(round_, one), self.amount(round_, other)
                return z3.If(first < second, second, first)
            case "smaller", [one, other]:
                first, second = self.amount(round_, one), self.amount(round_, other)
                return z3.If(first < second, first, second)
            case "value", [memory]:
                if term(memory) not in round_.memory:
                    raise Nothing
                return round_.memory[term(memory)]
            case op, _:
                raise NotModelled(op)

    @property
    def _named(self) -> z3.BitVecRef:
        """What the bettor named, as its place among what can be."""
        return z3.BitVec("named", BITS)

    def _by_name(self, formula: Callable[[Naming], z3.BoolRef]) -> z3.BoolRef:
        """A formula of what is named."""
        return z3.Or(*(z3.And(self._named == place, formula(naming)) for place, naming in enumerate(self._choices)))

    def _items(self, naming: Naming, name: Json) -> list[str]:
        """The items of a name, or those in one slot of it."""
        if name["op"] == "named_as":
            return list(naming[self._slots.index(term(parts(name)[0]))])
        return [item for slot in naming for item in slot]

    def _is_named(self, thing: Object, name: Json) -> z3.BoolRef:
        """An object shows one of the items that are named."""
        shows = self.material.shows
        return self._by_name(lambda naming: z3.Or(*(shows(thing, item) for item in self._items(naming, name))))

    def _number_named(self) -> z3.BitVecRef:
        """The number that is named."""
        if any([*map(len, naming)] != [1] or not naming[0][0].isdecimal() for naming in self._choices):
            raise NotModelled("a number named among others")
        found = number(0)
        for place, naming in enumerate(self._choices):
            found = z3.If(self._named == place, number(int(naming[0][0])), found)
        return found

    def holds(self, round_: Round, node: Json) -> z3.BoolRef:
        """A condition as a formula."""
        match node["op"], parts(node):
            case "all_of", inner:
                return z3.And(*(self.holds(round_, each) for each in inner))
            case "any_of", inner:
                return z3.Or(*(self.holds(round_, each) for each in inner))
            case "negation", [inner]:
                return z3.Not(self.holds(round_, inner))
            case "param_is", _:
                return z3.BoolVal(self._decided(node))
            case "status_is", [role, status]:
                return self._defined(round_, term(role), term(status))
            case "chose", [_, action]:
                return z3.Or(
                    *(c.made == c.actions.index(term(action)) for c in round_.choices if term(action) in c.actions)
                )
            case "category_is", [hand, name]:
                return self.material.is_of(self._of(round_, hand), term(name))
            case "with_or_better", [hand, name, items]:
                return self.material.is_worth_at_least(
                    self._of(round_, hand), term(name), [term(item) for item in parts(items)]
                )
            case "shaped", [hand, shape]:
                return self.material.shape(self._of(round_, hand), shape)
            case "first_shaped", [many, role, shape]:
                return self.material.shape(self.hand(round_, term(role))[: many["value"]], shape)
            case "first_shows", [role, item]:
                return z3.Or(*(self.material.shows(thing, term(item)) for thing in self.hand(round_, term(role))[:1]))
            case "threw", [role, shape] if term(role) in round_.thrown:
                return self.material.shape(round_.thrown[term(role)], shape)
            case "drew_none", [role]:
                return z3.BoolVal(not round_.drew.get(term(role), []))
            case "decided", []:
                return z3.BoolVal(False)  # the bet that is asked about stands
            case "use_begins", _:
                return z3.BoolVal(False)  # in the middle of a shoe of which nothing has come
            case ("greater" | "less" | "equal" | "number_is" | "odd" | "even") as op, _:
                try:
                    return self._measured(round_, op, *parts(node))
                except Nothing:
                    return z3.BoolVal(False)
            case "shows", [role, item] if item["is"] in ("Term", "Number"):
                return z3.Or(*(self.material.shows(thing, term(item)) for thing in self.hand(round_, term(role))))
            case "shows", [role, {"op": "named" | "any_named" | "named_as"} as name]:
                return z3.Or(*(self._is_named(thing, name) for thing in self.hand(round_, term(role))))
            case "shows", [role, {"op": "all_named"} as name]:
                hand, shows = self.hand(round_, term(role)), self.material.shows
                return self._by_name(
                    lambda naming: z3.And(
                        *(z3.Or(*(shows(thing, item) for thing in hand)) for item in self._items(naming, name))
                    )
                )
            case op, _:
                raise NotModelled(op)

    def _of(self, round_: Round, node: Json) -> Hand:
        if node["op"] == "part_of":
            portion, role = parts(node)
            return round_.held[_part(portion, term(role))]
        return self.hand(round_, term(parts(node)[0]))

    def _measured(self, round_: Round, op: str, one: Json, other: Json | None = None) -> z3.BoolRef:
        if one.get("op") in _HANDS:
            return self._compared(op, self._of(round_, one), self._of(round_, other))
        first = self.amount(round_, one)
        if op == "number_is":
            return z3.Or(*(self._lies_in(first, one["op"], each) for each in parts(other)))
        if other is None:
            return z3.SRem(first, number(2)) == (op == "odd")
        second = self.amount(round_, other)
        return {"greater": first > second, "less": first < second, "equal": first == second}[op]

    def _compared(self, op: str, first: Hand, second: Hand) -> z3.BoolRef:
        higher, lower = self.material.is_higher(first, second), self.material.is_higher(second, first)
        both = z3.And(z3.Or(*self.material.fitting(first)), z3.Or(*self.material.fitting(second)))
        return {"greater": higher, "less": lower, "equal": z3.And(both, z3.Not(higher), z3.Not(lower))}[op]

    def _lies_in(self, value: z3.BitVecRef, measured: str, node: Json) -> z3.BoolRef:
        """A number is the one that is written, or lies in a range; where totals begin anew, ten points are none."""
        modulus = self.rules["modulus"][0] if measured in _TOTALS and self.rules["modulus"] else None
        if node["is"] == "Number":
            return value == (node["value"] % modulus if modulus else node["value"])
        match node["op"], parts(node):
            case "span", [low, high] if modulus:
                return z3.Or(
                    *(value == residue for residue in {n % modulus for n in range(low["value"], high["value"] + 1)})
                )
            case "span", [low, high]:
                return z3.And(value >= low["value"], value <= high["value"])
            case "at_least", [low]:
                return value >= low["value"]
            case op, _:
                raise NotModelled(op)

    def _defined(self, round_: Round, role: str, status: str) -> z3.BoolRef:
        """A party has a status that is defined: if its condition holds."""
        definitions = [each for each in self.rules["definitions"] if (each["role"], each["status"]) == (role, status)]
        if not definitions:
            raise NotModelled("a status that somebody has")
        return z3.Or(*(self.holds(round_, each["condition"]) for each in definitions))

    # ── Questions ───────────────────────────────────────────────────────────

    def answers(self) -> dict[str, Answer]:
        """For each bet that can be placed the answer on it; on one that is never settled, or settled twice, none."""
        try:
            settled = self.settled
        except NotModelled as reason:
            return {bet: Answer(not_modelled=str(reason)) for bet in self.bets}
        out: dict[str, Answer] = {}
        for bet in self.bets:
            rounds = [round_ for other, round_ in settled if other == bet]
            try:
                if not rounds:
                    raise NotModelled("a bet that is not settled")
                if any(bet not in ended.settled and self._is_possible(ended) for ended in self._ended):
                    raise NotModelled("a bet that is not settled where a round ends early")
                out[bet] = Answer()
                for round_ in sorted(rounds, key=lambda each: len(each.drawn)):
                    out[bet] = self._answer(bet, round_, out[bet])
            except NotModelled as reason:
                out[bet] = Answer(not_modelled=str(reason))
        return out

    def unruled(self) -> dict[str, Answer]:
        """For each action that rules bid and forbid the answer on it.

        Raises:
            NotModelled: a step is not.
        """
        out: dict[str, Answer] = {}
        for role, action, before in self._complied if self.settled else ():
            must, must_not = self._norms(before, role, action)
            first = [bet for bet in self.bets if not self._is_put(bet) and bet not in self._placed_later()]
            dealt = [*before.bounds, z3.Or(*map(_placed, first))]
            found = out.get(action, Answer())
            out[action] = Answer(
                found.gap or self._deal_of("", before, [*dealt, z3.Not(must), z3.Not(must_not)]),
                found.conflict or self._deal_of("", before, [*dealt, must, must_not]),
            )
        return out

    def _answer(self, bet: str, round_: Round, found: Answer) -> Answer:
        """What is found of a bet, with what is of one more way of rounds."""
        self._choices, self._slots = self._namings(bet), [slot["role"] for slot in self.bets[bet]["slots"]]
        asked = [*round_.bounds, *self._open(bet, round_)]
        if self._choices:
            asked += [self._named >= 0, self._named < len(self._choices)]
        firm, loose = self._rules_on(bet)
        rules = [*firm, *loose]
        asked += [z3.Or(*self.material.fitting(hand)) for hand in self._ranked(round_, rules)]
        prevails = self._prevailing(round_, firm)
        # Where one outranks another that outranks it, none decides.
        none = z3.Not(z3.Or(*prevails))
        conflicts = [
            z3.And(prevails[i], prevails[j])
            for i, one in enumerate(firm)
            for j, other in enumerate(firm[:i])
            if _said(one) != _said(other)
        ]
        if len({_said(rule) for rule in loose}) > 1:
            conflicts.append(none)
        answer = Answer(
            found.gap or (None if loose else self._deal_of(bet, round_, [*asked, none])),
            found.conflict or self._deal_of(bet, round_, [*asked, z3.Or(*conflicts)]),
        )
        if answer != Answer() and bet in self._placed_later() and not self._is_at_will(bet, round_):
            raise NotModelled("a bet that is placed on the way")
        if answer != Answer() and any(step["effect"]["op"].startswith("divides") for step in self.rules["steps"]):
            raise NotModelled("a hand that is divided")
        return answer

    def _rules_on(self, bet: str) -> tuple[list[Json], list[Json]]:
        """The rules on what becomes of a bet, and those for every other case."""
        rules = [rule for rule in self.rules["outcomes"] if self._is_about(rule, bet)]
        return [rule for rule in rules if not rule["fallback"]], [rule for rule in rules if rule["fallback"]]

    def _windows(self) -> set[str]:
        """The bets that are accepted on the way."""
        opened = (parts(step["effect"])[0] for step in self.rules["steps"] if step["effect"]["op"] == "opens")
        return {term(bet) for bets in opened for bet in parts(bets)}

    def _placed_later(self) -> set[str]:
        """The bets of windows, and those that others become."""
        effects = (rule["effect"] for rule in self.rules["outcomes"])
        moved = (term(parts(effect)[1]) for effect in effects if effect["op"] == "moves_naming")
        return {*moved, *self._windows()}

    def _is_at_will(self, bet: str, round_: Round) -> bool:
        """A bet that is accepted on the way is forbidden by nothing there, and was not settled before."""
        steps = [step for step in self.rules["steps"] if step["effect"]["op"] == "opens"]
        norms = [
            norm
            for norm in self.rules["norms"]
            if norm["effect"]["op"] not in ("must", "must_not") or self._is_on(norm["effect"], "place-bet")
        ]
        prevail = all(self._outranks(step, norm) for step in steps for norm in norms)
        return bet in self._windows() and prevail and bet not in round_.settled

    def _prevailing(self, round_: Round, rules: list[Json]) -> list[z3.BoolRef]:
        """Of each rule that it applies, and no other that applies prevails over it."""
        applies = [self._guard(round_, rule["condition"]) for rule in rules]
        return [
            z3.And(applied, *(z3.Not(applies[at]) for at, other in enumerate(rules) if self._outranks(other, rule)))
            for rule, applied in zip(rules, applies, strict=True)
        ]

    def _is_about(self, rule: Json, bet: str) -> bool:
        effect = rule["effect"]
        if term(parts(effect)[0]) != bet or effect["op"] in _BESIDE:
            return False
        if effect["op"] not in (*_ENDS, *_LEFT, "keep"):
            raise NotModelled(effect["op"])
        return True

    def _namings(self, bet: str) -> list[Naming]:
        """What the bettor may name: in each slot a number, a group, or so many items of a scale, none of them twice."""
        slots = [self._choices_of(slot) for slot in self.bets[bet]["slots"]]
        named = product(*slots) if slots else ()
        return [naming for naming in named if len({i for slot in naming for i in slot}) == sum(map(len, naming))]

    def _choices_of(self, slot: Json) -> list[tuple[str, ...]]:
        groups = dict(self.rules["groups"]["items"])
        if slot["numbers"]:
            return [(str(named),) for named in range(slot["numbers"]["low"], slot["numbers"]["high"] + 1)]
        if slot["of"] in self.material.scales:
            return list(combinations(self.material.scales[slot["of"]], slot["count"]))
        if slot["of"] not in groups or slot["count"] != 1:
            raise NotModelled("a bet that names other than items, a number or a group")
        return [tuple(group) for group in groups[slot["of"]]["items"]]

    def _open(self, bet: str, round_: Round) -> Iterator[z3.BoolRef]:
        """The bet stands, and is still open when it is settled: no choice has decided it, and one has put it."""
        if self._is_put(bet):
            yield z3.Or(
                *(
                    choice.made == i
                    for choice in round_.choices
                    for i, action in enumerate(choice.actions)
                    if self._upon(action, ("stakes",), bet)
                )
            )
        else:
            yield _placed(bet)
            yield round_.windows.get(bet, z3.BoolVal(bet not in self._windows()))
        for choice in round_.choices:
            yield from (choice.made != i for i, action in enumerate(choice.actions) if self._upon(action, _ENDS, bet))
        if bet not in self._placed_later():
            yield from (self._is_left(bet, before) for before in round_.settled.get(bet, ()))

    def _is_put(self, bet: str) -> bool:
        """An amount is put on a bet by a choice."""
        return any(self._upon(upon["action"], ("stakes",), bet) for upon in self.rules["upons"])

    def _is_left(self, bet: str, before: Round) -> z3.BoolRef:
        """At an earlier settlement a bet was left for a later one."""
        firm, loose = self._rules_on(bet)
        prevails = self._prevailing(before, firm)
        stays = [formula for formula, rule in zip(prevails, firm, strict=True) if rule["effect"]["op"] == "stays"]
        ends = [formula for formula, rule in zip(prevails, firm, strict=True) if rule["effect"]["op"] != "stays"]
        otherwise = bool(loose) and all(rule["effect"]["op"] == "stays" for rule in loose)
        return z3.And(z3.Not(z3.Or(*ends)), z3.Or(*stays, otherwise))

    def _upon(self, action: str, operators: tuple[str, ...], bet: str) -> list[Json]:
        """The effects of an action on a bet."""
        effects = (effect for effect in self._effects(action) if effect["op"] in operators)
        return [effect for effect in effects if term(parts(effect)[1 if effect["op"] == "stakes" else 0]) == bet]

    def _ranked(self, round_: Round, rules: list[Json]) -> Iterator[Hand]:
        """The hands whose category or order the rules ask for; that some have none is a question of its own."""
        for node in _walk([rule["condition"] for rule in rules]):
            if node["op"] == "category_is" or (
                node["op"] in ("greater", "less", "equal") and parts(node)[0].get("op") in _HANDS
            ):
                yield from (self._of(round_, each) for each in parts(node) if each.get("op") in _HANDS)

    def _outranks(self, one: Json, other: Json) -> bool:
        return any(
            _under(one["provisions"][0], each["winner"]) and _under(other["provisions"][0], each["loser"])
            for each in self.rules["precedences"]
        )

    def without_category(self) -> Deal | None:
        """A hand as it is dealt that has no category, where there are categories.

        Raises:
            NotModelled: something that bears on it.
        """
        if not self.rules["categories"]:
            return None
        for _, round_ in self.settled:
            hands = [hand for hand in round_.held.values() if hand and hand[0].kind in self.stocks]
            empty = z3.Or(*(z3.Not(z3.Or(*self.material.fitting(hand))) for hand in hands))
            if found := self._deal_of("", round_, [*round_.bounds, empty]):
                return found
        return None

    def _deal_of(self, bet: str, round_: Round, formulas: list[z3.BoolRef]) -> Deal | None:
        # Most is answered whatever is left of the stocks, and much faster.
        solver = _solver(formulas)
        found = solver.check()
        if found == z3.sat:
            solver.add(*round_.stocked)
            found = solver.check()
        if found == z3.unknown:
            raise NotModelled("undecided in time")
        if found == z3.unsat:
            return None
        model = solver.model()

        def value(variable: z3.BitVecRef) -> int:
            return int(model.eval(variable, model_completion=True).as_signed_long())

        objects = tuple(
            (thing.kind, tuple((s, self.material.scales[s][value(place)]) for s, place in thing.shows.items()))
            for thing in round_.drawn
        )
        places = {id(thing): place for place, thing in enumerate(round_.drawn)}
        named = self._choices[value(self._named)] if bet and self._choices else ()
        naming = "/".join("+".join(slot) for slot in named)
        chosen = [(choice, value(choice.made)) for choice in round_.choices]
        placed = [other for other in self.bets if other != bet and z3.is_true(model.eval(_placed(other)))]
        return Deal(
            objects,
            naming,
            tuple(placed),
            tuple(choice.actions[made] for choice, made in chosen if made != NOBODY),
            tuple(tuple(places[id(thing)] for thing in hand) for hand in round_.held.values()),
        )


def _solver(formulas: list[z3.BoolRef], milliseconds: int = MILLISECONDS) -> z3.Solver:
    solver = z3.SolverFor("QF_BV")
    solver.set("timeout", milliseconds)
    solver.add(*formulas)
    return solver


def _placed(bet: str) -> z3.BoolRef:
    """The bettor places a bet, before the round or when it is accepted on the way."""
    return z3.Bool(f"placed-{bet}")


def _part(portion: Json, role: str) -> str:
    """The name of a part of a hand, as a holder of its own."""
    return f"{role}:{term(portion)}"


def _said(rule: Json) -> str:
    """What a rule says becomes of a bet, without where and in which words."""

    def bare(node: Any) -> Any:
        if isinstance(node, dict):
            return {name: bare(part) for name, part in node.items() if name not in ("eid", "written")}
        return [bare(each) for each in node] if isinstance(node, list) else node

    return json.dumps(bare(rule["effect"]), sort_keys=True)


def _under(eid: str, ancestor: str) -> bool:
    return eid == ancestor or eid.startswith(f"{ancestor}__")


def _walk(node: Any) -> Iterator[Json]:
    """The operators of some nodes, from the outside in."""
    return (operator for operator in _nodes(node) if "op" in operator)


def _nodes(node: Any) -> Iterator[Json]:
    if isinstance(node, dict):
        yield node
        for each in node.values():
            yield from _nodes(each)
    elif isinstance(node, list):
        for each in node:
            yield from _nodes(each)
