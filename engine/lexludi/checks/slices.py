"""What a question depends on: the readings behind it, whose hands, and the steps that make these hands."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from lexludi.exact.budget import Budget
from lexludi.language.nodes import Construct, Node, Number, Term, walk
from lexludi.play.evaluation import Group, readings_of
from lexludi.play.interpreter import Program
from lexludi.play.state import Bet, Stock
from lexludi.rules.model import Definition, Rule

_FIRST = frozenset("total_first first_shaped".split())
# Readings of a hand, with the place of the role among their parts.
_ROLE_PART = {
    "category": 0,
    "shaped": 0,
    "threw": 0,
    "with_or_better": 0,
    "total": 0,
    "total_first": 1,
    "first_shaped": 1,
    "drawn_value": 0,
    "drew_none": 0,
    "count": 1,
    "count_showing": 0,
}
# Readings that are the same in every round that this search plays.
_PLAIN = frozenset("chose number use_begins round_over dealing".split())

# Of these, what another round may decide otherwise: nothing about it is proved here.
PASSING = _PLAIN - {"chose"}


class NotSearched(Exception):
    """A question that the exact search does not cover; the argument says what stands in the way."""


# Hands that are looked at in a second, and the bytes that each takes up with what is read of it.
HANDS_PER_SECOND = 30_000
BYTES_PER_HAND = 600


def require_few(budget: Budget, hands: int) -> None:
    """Foresee whether so many hands can be looked at within the limits.

    Raises:
        NotSearched: they cannot.
    """
    if hands / HANDS_PER_SECOND > budget.seconds or not budget.has_room(hands * BYTES_PER_HAND):
        raise NotSearched(f"too-large:{hands}")


@dataclass(frozen=True)
class Question:
    """Rules that answer one question: how a bet is settled, whether an action is required."""

    kind: str  # "bet", "action", or "step": whether a step with a condition is taken
    about: str  # the bet, or the action
    role: str  # who acts; "" for a bet
    step: int  # the step at which it is asked
    group: Group


def questions(program: Program) -> Iterator[Question]:
    """Every question that a round asks of the rules about hands."""
    for index, rule in enumerate(program.rules.steps):
        match rule.effect.op:
            case "settle":
                for term in rule.effect.parts[0].items:
                    yield Question("bet", term.id, "", index, program.settlement.outcomes[term.id])
            case "comply" | "comply_until":
                role, action = rule.effect.term(0), rule.effect.term(1)
                yield Question("action", action, role, index, program.norms[role, action])


def guards(program: Program) -> Iterator[Question]:
    """For each step with a condition, the question whether it is taken."""
    for index, rule in enumerate(program.rules.steps):
        if rule.condition is not None:
            yield Question("step", rule.eid, "", index, program.evaluator.group([rule]))


def role_read(reading: Node) -> str:
    """The role whose hand a reading looks at, or the empty string."""
    if not isinstance(reading, Construct) or reading.op not in _ROLE_PART:
        return ""
    part = reading.parts[_ROLE_PART[reading.op]]
    return part.term(0) if isinstance(part, Construct) else str(part.id)


def basic(program: Program, readings: Iterable[Node]) -> list[Node]:
    """The readings behind some readings: definitions resolved to what they read themselves."""
    out: dict[Node, None] = {}
    for reading in readings:
        definition = _definition(program, reading)
        for found in basic(program, readings_of(definition.condition)) if definition else [reading]:
            out[found] = None
    return list(out)


def _definition(program: Program, reading: Node) -> Definition | None:
    if not isinstance(reading, Construct) or reading.op != "status_is":
        return None
    asked = (reading.term(0), reading.term(1))
    return next((d for d in program.rules.definitions if (d.role, d.status) == asked), None)


class Slice:
    """The part of a round that a question depends on.

    Raises:
        NotSearched: it depends on something that the search does not play.
    """

    def __init__(self, program: Program, question: Question, budget: Budget | None = None) -> None:
        self.program = program
        self.budget = budget or Budget()
        self.question = question
        self._bets: dict[str, Bet] = {}
        self.unit = unit_of(program)
        self.steps = program.rules.steps[: question.step + 1]
        self._unguarded()
        self.readings = basic(program, question.group.readings)
        self.playing: set[int] = set()
        while self._extend():
            pass
        for reading in self.readings:
            _supported(reading)
        self.holders = list(dict.fromkeys(self.holder(role) for r in self.readings for role in roles_of(r)))

    def _unguarded(self) -> None:
        """What is dealt must not depend on anything that only a round decides, nor whether a bet is open."""
        asked = self.steps[self.question.step]
        if any(rule.effect.op == "deal" and rule.condition is not None for rule in self.steps if rule is not asked):
            raise NotSearched("guarded")
        if self.question.kind != "bet":
            return
        if any(rule.effect.op == "round_ends" for rule in self.steps):
            raise NotSearched("guarded")
        # A bet that is not settled where its step is not taken would be open, whatever the rules on it say.
        settling = [r for r in self.program.rules.steps if r.effect.op == "settle" and self._settles(r)]
        if any(rule.condition is not None for rule in settling):
            raise NotSearched("guarded")

    def _settles(self, rule: Rule) -> bool:
        return any(term.id == self.question.about for term in rule.effect.parts[0].items)

    def _extend(self) -> bool:
        """Take in the steps by which the hands that are read may grow, and what these steps read."""
        before = len(self.readings) + len(self.playing)
        full = {self.holder(role) for r in self.readings for role in _grown(r)}
        for index, rule in enumerate(self.steps):
            if index in self.playing or not self._moves(rule, full, last=index == self.question.step):
                continue
            self.playing.add(index)
            self.readings = list(dict.fromkeys([*self.readings, *basic(self.program, self._reads(rule))]))
        return len(self.readings) + len(self.playing) > before

    def _moves(self, rule: Rule, full: set[str], *, last: bool) -> bool:
        """Whether a step may make a hand grow that is read beyond its beginning."""
        effect = rule.effect
        # Whether the question arises, and whether something is thrown, may depend on what was thrown before.
        if rule.condition is not None and (effect.op == "throw" or (last and self.question.kind != "step")):
            return True
        match effect.op:
            case "repeat" | "round_ends":
                return True
            case "comply":
                return not last and self.holder(effect.term(0)) in full
            case "comply_until":
                return self.holder(effect.term(0)) in full
            case "choose" | "choose_until":
                actions = {a.id for a in effect.parts[2].items}
                read = any(isinstance(r, Construct) and r.op == "chose" and r.term(1) in actions for r in self.readings)
                return read or (self.unit in full and any(map(self.draws, actions)))
            case _:
                return False

    def _reads(self, rule: Rule) -> Iterator[Node]:
        """The readings that a step takes."""
        effect = rule.effect
        if rule.condition is not None:
            yield from readings_of(rule.condition)
        if effect.op in ("comply", "comply_until"):
            yield from self.program.norms[effect.term(0), effect.term(1)].readings
        if effect.op in ("comply_until", "choose_until", "repeat"):
            yield from readings_of(effect.parts[-1])
        if effect.op in ("choose", "choose_until"):
            for (_, action), group in self.program.norms.items():
                if action in [a.id for a in effect.parts[2].items]:
                    yield from group.readings

    def draws(self, action: str) -> bool:
        """Whether an action makes a hand grow."""
        upon = self.program.upons.get(action)
        return upon is not None and any(e.op == "draws" for e in upon.effects)

    def holder(self, role: str) -> str:
        """Who stands for a role: itself if there is one only, else the one concerned."""
        return role if self.program.rules.roles[role].kind == "one" else self.unit

    @cached_property
    def actions(self) -> frozenset[str]:
        """The actions that the steps played ask for."""
        effects = [self.steps[i].effect for i in self.playing]
        required = {e.term(1) for e in effects if e.op in ("comply", "comply_until")}
        chosen = {a.id for e in effects if e.op in ("choose", "choose_until") for a in e.parts[2].items}
        return frozenset(required | chosen)

    @property
    def chooses(self) -> bool:
        """Whether somebody makes a choice that matters."""
        return any(self.steps[i].effect.op in ("choose", "choose_until") for i in self.playing)

    @cached_property
    def bettor(self) -> str:
        """The role of those who bet."""
        return self.program.rules.bettor_role()

    @cached_property
    def stock(self) -> Stock:
        """A stock that nothing is read of."""
        return Stock({}, fresh=False)

    def bet(self, naming: str) -> Bet:
        """The one bet of the round."""
        if naming not in self._bets:
            kind = self.question.about if self.question.kind == "bet" else next(iter(self.program.rules.bets), "")
            holder = self.unit if not self.program.per_bettor else ""
            self._bets[naming] = Bet(f"{self.bettor}-1", holder, kind, 1, naming, self.unit)
        return self._bets[naming]

    @property
    def grows(self) -> bool:
        """Whether hands change after they have been dealt or thrown."""
        return bool(self.playing)


def played(part: Slice) -> object:
    """Everything that decides how rounds are played: two slices alike in it reach the same hands."""
    rules = part.program.rules
    moves = tuple(_move(r) for i, r in enumerate(part.steps) if i in part.playing or r.effect.op in ("deal", "throw"))
    norms = tuple(r for r in rules.norms if r.effect.term(1) in part.actions)
    return (
        (part.unit, moves, norms, tuple(u for u in rules.upons if u.action in part.actions)),
        (rules.precedences, rules.definitions),
        (rules.stocks, rules.thrown, rules.worths, rules.modulus, rules.best_within, rules.categories),
        (*rules.scales.values(), *rules.runs.values(), *rules.bets.values()),
    )


def _move(rule: Rule) -> object:
    """A step as far as it matters to hands: not whether objects lie face up or face down."""
    if rule.effect.op != "deal":
        return rule
    recipients, batch, kind, _, count = rule.effect.parts[:5]
    return (recipients, batch, kind, count)


def unit_of(program: Program) -> str:
    """The holder with whose hand the one bettor of the search plays."""
    bettor = program.rules.bettor_role()
    at = program.rules.roles[bettor].at if bettor else ""
    if program.per_bettor:
        return f"{bettor}-1"
    if not at:
        return ""
    return at if program.rules.roles[at].kind == "one" else f"{at}-1"


def roles_of(reading: Node) -> list[str]:
    """The roles whose hands a reading looks at."""
    if isinstance(reading, Construct) and reading.op == "compare":
        return [part.term(0) for part in reading.parts]
    role = role_read(reading)
    return [role] if role else []


def _grown(reading: Node) -> list[str]:
    """The roles whose hands a reading looks at beyond the first objects."""
    if isinstance(reading, Construct) and reading.op in _FIRST:
        return []
    return roles_of(reading)


def _supported(reading: Node) -> None:
    if isinstance(reading, Number) or not isinstance(reading, Construct):
        return
    if reading.op != "compare" and reading.op not in _ROLE_PART and reading.op not in _PLAIN:
        raise NotSearched(reading.op)
    if reading.op == "count" and any(isinstance(n, Term) and not n.id for n in walk(reading)):
        raise NotSearched(reading.op)
