"""The course of a round as far as some bets depend on it: the steps, the hands, and what is read of them.

Objects that nobody reads are left out: dealt from one stock, every object not yet seen
is as likely in one place as in another, so that hands are drawn when they are first
read, and what is burned, or dealt to others, makes no difference.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from lexludi.exact.core import Core, NotAnalysed
from lexludi.exact.handreadings import ROLE_PART, role_read
from lexludi.language.nodes import Construct, Node, Number
from lexludi.play.evaluation import readings_of
from lexludi.rules.model import Definition, Rule

_FIRST = frozenset("total_first first_shaped".split())
_IN_ORDER = _FIRST | {"drawn_value", "drew_none"}
# Readings that a bettor alone at the table can have: of what was chosen, and of what never changes here.
_PLAIN = frozenset("chose has_bet number round_over dealt was_thrown dealing placed_at combines".split())
_PLAIN |= frozenset("bets_at_several several_bet use_begins appears status_is".split())
_CHOICES = frozenset("choose choose_until".split())
_DUTIES = frozenset("comply comply_until".split())


class Course:
    """The part of a round on which the outcomes of some bets depend, and on which `also` does.

    Raises:
        NotAnalysed: they depend on something that one bettor's round does not have.
    """

    def __init__(self, core: Core, bets: tuple[str, ...], also: Iterable[Node] = ()) -> None:
        self.core = core
        self.also = tuple(also)
        self.bets = _with_targets(core, bets)
        self.steps = core.rules.steps
        settlement = core.settlement
        groups = [g for bet in self.bets for g in (settlement.outcomes[bet], settlement.commissions[bet])]
        read = resolved(core, (r for g in groups for r in g.readings))
        self.readings: dict[Node, None] = dict.fromkeys((*read, *self.also))
        self.playing: set[int] = set()
        while self._extend():
            pass
        for reading in self.readings:
            self._require_supported(reading)
        self.dealt_at_once = self._dealt_at_once()

    # ── What matters ────────────────────────────────────────────────────────

    def _extend(self) -> bool:
        """Take in the steps on which what is read depends, and what these steps read."""
        before = len(self.playing), len(self.readings)
        for index, rule in enumerate(self.steps):
            if index not in self.playing and self._matters(index, rule):
                self.playing.add(index)
                self.readings.update(dict.fromkeys(resolved(self.core, self._reads(rule))))
        return (len(self.playing), len(self.readings)) != before

    def _matters(self, index: int, rule: Rule) -> bool:
        effect, core = rule.effect, self.core
        match effect.op:
            case "deal":
                return bool(self.holders & set(core.recipients(effect)))
            case "throw":
                return core.holder(effect.term(0)) in self.holders
            case "comply" | "comply_until":
                grows = core.holder(effect.term(0)) in self.grown
                return grows and core.draws(effect.term(1)) > 0
            case "choose" | "choose_until":
                return effect.term(1) in self.bets
            case "repeat":
                return any(self.target(rule) <= i <= index for i in self.playing)
            case "settle":
                return any(term.id in self.bets for term in effect.parts[0].items)
            case _:
                return effect.op == "round_ends"

    def target(self, rule: Rule) -> int:
        """The step to which a repetition goes back."""
        eid = rule.effect.parts[0].target
        return next(i for i, r in enumerate(self.steps) if r.eid == eid or r.eid.startswith(f"{eid}__"))

    def _reads(self, rule: Rule) -> Iterator[Node]:
        effect = rule.effect
        if rule.condition is not None:
            yield from readings_of(rule.condition)
        if effect.op in _DUTIES:
            yield from self.core.norms[effect.term(0), effect.term(1)].readings
        if effect.op in ("comply_until", "choose_until", "repeat"):
            yield from readings_of(effect.parts[-1])
        if effect.op in _CHOICES:
            actions = [a.id for a in effect.parts[2].items]
            for (_, action), group in self.core.norms.items():
                if action in actions:
                    yield from group.readings

    def _require_supported(self, reading: Node) -> None:
        if isinstance(reading, Number) or not isinstance(reading, Construct):
            return
        if reading.op != "compare" and reading.op not in ROLE_PART and reading.op not in _PLAIN:
            raise NotAnalysed("not-analysed", self._asking(reading), reason=reading.op.replace("_", "-"))

    def _asking(self, reading: Node) -> tuple[str, ...]:
        """The provisions of the first rule that takes a reading."""
        rules = (r for r in self.core.rules.outcomes if r.effect.term(0) in self.bets)
        for rule in (*rules, *self.core.rules.steps, *self.core.rules.norms):
            found = (
                [*self._reads(rule)] if rule in self.steps else readings_of(rule.condition) if rule.condition else ()
            )
            if reading in resolved(self.core, found):
                return rule.provisions
        return ()

    def _dealt_at_once(self) -> dict[str, int]:
        """How many objects each hand has from the deal.

        Raises:
            NotAnalysed: fewer of them are read than were dealt, so that their order matters.
        """
        sizes: dict[str, int] = {}
        for index in self.playing:
            effect = self.steps[index].effect
            if effect.op == "deal":
                for unit in self.core.recipients(effect):
                    sizes[unit] = max(sizes.get(unit, 0), effect.number(4))
        for reading in self.readings:
            if not isinstance(reading, Construct) or reading.op not in _FIRST:
                continue
            if reading.parts[0].value < sizes.get(self.core.holder(role_read(reading)), 0):
                raise NotAnalysed("not-analysed", self._asking(reading), reason="order-of-receipt")
        return sizes

    # ── Hands ───────────────────────────────────────────────────────────────

    @property
    def holders(self) -> set[str]:
        """The holders whose hands are read."""
        return {self.core.holder(role) for r in self.readings for role in roles_of(r)}

    @property
    def grown(self) -> set[str]:
        """The holders whose hands are read beyond what was dealt first."""
        return {self.core.holder(role) for r in self.readings if not _is_first(r) for role in roles_of(r)}

    @cached_property
    def ordered(self) -> bool:
        """Whether the order in which a hand was received is read."""
        return any(isinstance(r, Construct) and r.op in _IN_ORDER for r in self.readings)

    @cached_property
    def received_first(self) -> dict[str, int]:
        """For each holder, of how many objects that are drawn the order is read, from the first of them on."""
        out: dict[str, int] = {}
        for reading in self.readings:
            if isinstance(reading, Construct) and reading.op in _FIRST:
                unit = self.core.holder(role_read(reading))
                out[unit] = max(out.get(unit, 0), reading.parts[0].value - self.dealt_at_once.get(unit, 0))
        return out

    @cached_property
    def reads_last(self) -> bool:
        """Whether the object that is drawn last is read by itself."""
        return any(isinstance(r, Construct) and r.op == "drawn_value" for r in self.readings)

    @cached_property
    def decides(self) -> bool:
        """Whether the bettor has a choice to make."""
        return any(self.steps[i].effect.op in _CHOICES for i in self.playing)

    def last_chance(self, index: int, but: tuple[str, ...] = ()) -> bool:
        """Whether nothing is dealt, thrown, drawn, repeated or chosen from a step on (some kinds of steps aside)."""
        moving = {"deal", "throw", "repeat", *_DUTIES, *_CHOICES} - set(but)
        return not any(i >= index and self.steps[i].effect.op in moving for i in self.playing)

    def readings_at(self, index: int) -> list[Node]:
        """The readings that a step takes."""
        rule = self.steps[index]
        if index not in self.playing:
            return []
        found: list[Node] = list(readings_of(rule.condition)) if rule.condition is not None else []
        if rule.effect.op in _DUTIES:
            found.extend(self.core.norms[rule.effect.term(0), rule.effect.term(1)].readings)
        elif rule.effect.op == "settle":
            for term in rule.effect.parts[0].items:
                found.extend(self.readings_on(term.id))
        if rule.effect.op in ("comply_until", "choose_until", "repeat"):
            found.extend(readings_of(rule.effect.parts[-1]))
        return found

    def readings_on(self, bet: str) -> tuple[Node, ...]:
        """What the rules on a bet read; nothing of a bet that is not followed."""
        if bet not in self.bets:
            return ()
        settlement = self.core.settlement
        return (*settlement.outcomes[bet].readings, *settlement.commissions[bet].readings, *self.also)

    def read_at(self, index: int) -> list[str]:
        """The holders whose hands a step reads, the bettor's first; or shows, where a choice may be made later."""
        effect = self.steps[index].effect
        shown: list[str] = []
        if effect.op in _DUTIES:
            shown.append(self.core.holder(effect.term(0)))
        elif effect.op in _CHOICES:
            shown = [self.core.unit, *self._face_up(index)]
        found = resolved(self.core, self.readings_at(index))
        read = {self.core.holder(role) for r in found for role in roles_of(r)}
        return sorted(read.union(shown), key=lambda unit: (unit != self.core.unit, unit))

    def seen_at(self, index: int) -> set[str]:
        """The holders whose hands whoever chooses at a step can see: their own, and what lies open."""
        thrown = {self.core.holder(r.effect.term(0)) for r in self.steps[:index] if r.effect.op == "throw"}
        return {self.core.unit, *thrown, *self._face_up(index)}

    def _face_up(self, index: int) -> list[str]:
        """The holders whose hands lie open before a choice."""
        out = []
        for rule in self.steps[:index]:
            if rule.effect.op == "deal" and rule.effect.parts[3].op == "face_up":
                out.extend(self.core.recipients(rule.effect))
            elif rule.effect.op == "reveal":
                out.append(self.core.holder(rule.effect.parts[0].term(0)))
        return out

    @cached_property
    def deals_in_steps(self) -> bool:
        """Whether a hand is dealt in more than one step."""
        deals = [self.steps[i].effect for i in self.playing if self.steps[i].effect.op == "deal"]
        dealt = [unit for effect in deals for unit in self.core.recipients(effect)]
        return any(dealt.count(unit) > 1 for unit in dealt if unit in self.holders)

    def deal_to(self, unit: str, before: int) -> Construct | None:
        """The deal that gives a holder its hand."""
        for i in range(before):
            effect = self.steps[i].effect
            if i in self.playing and effect.op == "deal" and unit in self.core.recipients(effect):
                return effect
        return None

    def signature(self) -> tuple[object, ...]:
        """Bets with the same signature can be followed through the same rounds."""
        steps = frozenset(i for i in self.playing if self.steps[i].effect.op != "settle")
        return (steps, frozenset(self.holders), self.ordered, frozenset(self.received_first.items()), self.reads_last)


def _with_targets(core: Core, bets: tuple[str, ...]) -> tuple[str, ...]:
    """The bets with those that choices can move them to."""
    found = dict.fromkeys(bets)
    choices = [rule.effect for rule in core.rules.steps if rule.effect.op in _CHOICES]
    for _ in core.rules.bets:
        actions = {a.id for effect in choices if effect.term(1) in found for a in effect.parts[2].items}
        effects = [e for action in actions if action in core.upons for e in core.upons[action].effects]
        found.update(dict.fromkeys(e.term(1) for e in effects if e.op == "moves_to"))
    return tuple(found)


def resolved(core: Core, readings: Iterable[Node]) -> list[Node]:
    """The readings behind some readings: definitions resolved to what they read themselves."""
    out: dict[Node, None] = {}
    for reading in readings:
        found = definition_of(core, reading)
        for inner in resolved(core, readings_of(found.condition)) if found else [reading]:
            out[inner] = None
    return list(out)


def definition_of(core: Core, reading: Node) -> Definition | None:
    """The definition behind a reading of a status, if there is one."""
    if not isinstance(reading, Construct) or reading.op != "status_is":
        return None
    asked = (reading.term(0), reading.term(1))
    return next((d for d in core.rules.definitions if (d.role, d.status) == asked), None)


def roles_of(reading: Node) -> list[str]:
    """The roles whose hands a reading looks at."""
    if not isinstance(reading, Construct):
        return []
    if reading.op == "compare":
        return [part.term(0) for part in reading.parts]
    return [role_read(reading)] if reading.op in ROLE_PART else []


def _is_first(reading: Node) -> bool:
    return isinstance(reading, Construct) and reading.op in _FIRST
