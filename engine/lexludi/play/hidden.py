"""Hidden information: what bettors have seen leave the game, and numbers kept that tell of hidden hands."""

from collections.abc import Collection, Iterable, Iterator

from lexludi.base.errors import LexludiError
from lexludi.play import plan as ops
from lexludi.play.decide import Question
from lexludi.play.plan import Pc, Plan, Unit, Verb, Who, ahead, provisions_at, reachable
from lexludi.play.process import end_of_show
from lexludi.play.questions import Questions
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_in, observables_of, resolved
from lexludi.rules.grounds import said
from lexludi.rules.parts import part_of, whole_of

# A hand of which objects may lie face down: its unit, and "" or the number kept that rests on it.
_Veil = tuple[str, Unit]


class NotObserved(LexludiError):
    """The information of a bettor who chooses is more, or less, than an information state holds."""


def require_observed(plan: Plan, questions: Questions, *, fresh: bool) -> None:
    """Refuse a program of which information states would tell bettors too little or too much.

    Raises:
        NotObserved: everybody has seen objects leave the game that may tell something later; or a number that is kept,
            or what a choice offers, rests on a hand that whoever chooses does not see; or so did something that was
            done before, and is not seen any more.
    """
    gone = seen_leaving(plan) - (frozenset() if fresh else _only_at_first(plan))
    if gone:
        raise NotObserved("seen-not-observed", provisions_at(plan, min(gone)))
    unseen = list(_unseen(plan, questions))
    for choice, veils, _ in unseen:
        if any(memory for memory, _ in veils):
            raise NotObserved("hidden-observed", choice.provisions)
    # Two rounds that look alike would offer different choices.
    for choice, veils, read in unseen:
        if not veils.isdisjoint(read):
            raise NotObserved("hidden-offered", choice.provisions)
    for pc, _ in _done_by_hidden(plan, questions):
        if _passes(plan, pc):
            raise NotObserved("hidden-done", provisions_at(plan, pc))


def compares_hidden(plan: Plan, questions: Questions) -> bool:
    """True if what is done before a choice rests on a hidden hand and on another: on what that one held by then."""
    return any(read for _, read in _done_by_hidden(plan, questions))


def turning(plan: Plan) -> frozenset[Unit]:
    """The bettors' hands of which, at one and the same choice, now more and now less may lie open, or a part.

    Whoever holds such a hand knows what of it others see.
    """
    undealt, choices = _undealt(plan), plan.asks

    def varies(unit: Unit) -> bool:
        def following(node: tuple[Pc, frozenset[bool]]) -> list[tuple[Pc, frozenset[bool]]]:
            pc, lying = node
            match plan.ops[pc]:
                case ops.Chance(Verb.DEAL, units=units, face_up=face_up) if unit in map(whole_of, units):
                    lying |= {face_up}
                case ops.Chance(Verb.DRAW, _, (drawing,)) if whole_of(drawing) == unit and pc in undealt[drawing]:
                    lying = lying or frozenset({False})
                case ops.Alter(ops.TurnUp(), who) if whole_of(who.unit) == unit:
                    lying = lying and frozenset({True})
                case _:
                    pass
            return [(to, lying) for to in plan.successors(pc)]

        # With a place, if objects of the hand lie open there (True) and if some do not.
        found = {(pc, lying) for pc, lying in reachable([(0, frozenset[bool]())], following) if pc in choices and lying}
        return any(len(lying) > 1 for _, lying in found) or len(found) > len({pc for pc, _ in found})

    return frozenset(unit for unit in {whole_of(bet.unit) for bet in plan.bets} if varies(unit))


# ── What has left the game ──────────────────────────────────────────────────


def seen_leaving(plan: Plan) -> frozenset[Pc]:
    """The places from which on a choice may depend on objects that have left the game, and that everybody has seen.

    That is the first of those burned as it counts, and all that comes in a round which is only shown; where others of
    the kind may lie hidden at a choice, or come after it, before they are put back.
    """
    places = set()
    for pc, op in enumerate(plan.ops):
        match op:
            case ops.Chance(Verb.BURN, kind, count=None):
                seen, after = {kind}, pc + 1
            case ops.Alter(ops.BeginShow()):
                end = end_of_show(plan, pc)
                shown = (op for op in plan.ops[pc:end] if isinstance(op, ops.Chance) and op.verb is not Verb.THROW)
                seen, after = {op.kind for op in shown}, end + 1
            case _:
                continue
        if any(_may_tell(plan, after, kind) for kind in seen):
            places.add(pc)
    return frozenset(places)


def _may_tell(plan: Plan, after: Pc, kind: str) -> bool:
    """From a place on, what has left the stock of a kind may tell something at a choice of what nobody has seen."""

    def following(pc: Pc) -> tuple[Pc, ...]:
        op = plan.ops[pc]
        # What is put back may come again like any other.
        is_put_back = isinstance(op, ops.Alter) and isinstance(op.change, m.PutBack) and op.change.kind == kind
        return () if is_put_back else plan.successors(pc)

    choices = [pc for pc in reachable([after], following) if isinstance(plan.ops[pc], ops.Ask)]
    later = {pc for choice in choices for pc in plan.ahead[choice]}
    coming = (
        (pc, op) for pc, op in enumerate(plan.ops) if isinstance(op, ops.Chance) and op.verb in (Verb.DEAL, Verb.DRAW)
    )
    return bool(choices) and any(op.kind == kind and (not op.face_up or pc in later) for pc, op in coming)


def _only_at_first(plan: Plan) -> frozenset[Pc]:
    """The places that are reached only where use of objects begins, and nothing is put back."""
    if any(isinstance(op, ops.Alter) and isinstance(op.change, m.PutBack) for op in plan.ops):
        return frozenset()
    guarded = (
        range(pc + 1, op.no)
        for pc, op in enumerate(plan.ops)
        if isinstance(op, ops.Branch)
        and isinstance(op.condition, m.Fact)
        and isinstance(op.condition.observable, m.UseBegins)
    )
    return frozenset(pc for inside in guarded for pc in inside)


# ── Numbers kept ────────────────────────────────────────────────────────────


def numbers_hidden(plan: Plan, questions: Questions, at: Pc, unseen: Collection[Unit]) -> frozenset[str]:
    """The numbers kept that may rest, where a round has come to, on hands which somebody does not see."""
    wholes = set(map(whole_of, unseen))
    return frozenset(memory for memory, unit in _veils(plan, questions).get(at, ()) if memory and unit in wholes)


def provisions_hidden(
    plan: Plan, questions: Questions, unseen: Collection[Unit], numbers: Collection[str]
) -> frozenset[str]:
    """The provisions of what is done or not by hands which somebody does not see, or by numbers that rest on them."""
    wholes, provisions = set(map(whole_of, unseen)), set[str]()
    for pc, read in _guards(plan, questions).items():
        if any(memory in numbers or unit in wholes for memory, unit in read):
            op = plan.ops[pc]
            provisions.update(said(op.provisions if isinstance(op, ops.Require) else provisions_at(plan, pc)))
    return frozenset(provisions)


def _unseen(plan: Plan, questions: Questions) -> Iterator[tuple[ops.Ask, frozenset[_Veil], frozenset[_Veil]]]:
    """Each choice with the hands that whoever chooses does not see, and the numbers kept that rest on them.

    And with what is read to tell whether the choice comes, and what is legal.
    """
    veils, guards = _veils(plan, questions), _guards(plan, questions)
    for pc, op in plan.asks.items():
        norms = [norm for act in op.acts for norm in questions.on_action(act, op.bettor, op.who.unit)]
        read = _read((o for norm in norms for o in norm.observables), (op.who,), plan.rules)
        read |= guards.get(pc, frozenset())
        yield op, _hidden_from(op.bettor, plan, veils.get(pc, ())), read


def _done_by_hidden(plan: Plan, questions: Questions) -> Iterator[tuple[Pc, frozenset[_Veil]]]:
    """The places of what is done or not by a hand that somebody who chooses later does not see; what else it reads."""
    veils, choices = _veils(plan, questions), plan.asks
    for pc, read in _guards(plan, questions).items():
        # A number tells of the hands that it rests on.
        rests_on = {
            ("", unit) for memory, unit in veils.get(pc, ()) if ((memory, "") if memory else ("", unit)) in read
        }
        for later in plan.ahead[pc] & choices.keys():
            hidden = _hidden_from(choices[later].bettor, plan, veils.get(later, ()))
            if not hidden.isdisjoint(rests_on):
                yield pc, frozenset(veil for veil in read if veil[1]) - hidden


def _hidden_from(bettor: str, plan: Plan, veils: Iterable[_Veil]) -> frozenset[_Veil]:
    """Of hands that may lie hidden, and numbers that rest on them, those of hands that are not a bettor's own."""
    hands = {whole_of(bet.unit) for bet in plan.bets if bet.bettor == bettor}
    return frozenset(veil for veil in veils if veil[1] not in hands)


def _passes(plan: Plan, pc: Pc) -> bool:
    """That something was done cannot be read off what lies on the table later, where more may have been done."""
    op = plan.ops[pc]
    others = [(other, plan.ops[other]) for other in range(len(plan.ops)) if other != pc]
    ahead_of = [other_op for other, other_op in others if other in plan.ahead[pc]]
    match op:
        case ops.Chance(Verb.BURN):
            return True
        case ops.Chance(Verb.THROW, _, units):
            # What is thrown takes the place of what was thrown before.
            beside = [other_op for other, other_op in others if other in plan.ahead[pc] or pc in plan.ahead[other]]
            throws = [throw for throw in beside if isinstance(throw, ops.Chance) and throw.verb is Verb.THROW]
            return pc in plan.ahead[pc] or any(not set(units).isdisjoint(throw.units) for throw in throws)
        case ops.Chance(units=units):
            return any(
                isinstance(chance, ops.Chance) and not set(units).isdisjoint(chance.units) for chance in ahead_of
            )
        case ops.Alter(ops.TurnUp(), who):
            turns = (turn for turn in ahead_of if isinstance(turn, ops.Alter) and isinstance(turn.change, ops.TurnUp))
            return any(turn.who.unit == who.unit for turn in turns)
        case _:
            return False


def _veils(plan: Plan, questions: Questions) -> dict[Pc, frozenset[_Veil]]:
    """Before each operation, hands that may lie hidden, and numbers that may rest on them: data flow by a worklist."""
    veils: dict[Pc, frozenset[_Veil]] = {0: frozenset()}
    guards, undealt = _guards(plan, questions), _undealt(plan)
    waiting = [0]
    # Ends, since sets only grow.
    while waiting:
        pc = waiting.pop()
        after = _after(plan, pc, veils[pc], guards, undealt)
        for to in plan.successors(pc):
            before = veils.get(to)
            if before is None or not after <= before:
                veils[to] = after | (before or frozenset())
                waiting.append(to)
    return veils


def _after(
    plan: Plan,
    pc: Pc,
    before: frozenset[_Veil],
    guards: dict[Pc, frozenset[_Veil]],
    undealt: dict[Unit, frozenset[Pc]],
) -> frozenset[_Veil]:
    """The hands that lie hidden, and the numbers that rest on them, after an operation."""
    match plan.ops[pc]:
        case ops.Chance(Verb.DEAL, _, units, face_up=False):
            return before | {("", whole_of(unit)) for unit in units}
        case ops.Chance(Verb.DRAW, _, (unit,)) if pc in undealt[unit]:
            # What is drawn lies as the hand to which it comes; to none, only its holder sees it.
            return before | {("", whole_of(unit))}
        case ops.Alter(ops.TurnUp(), who):
            return frozenset(veil for veil in before if veil[1] != who.unit)
        case ops.Alter(m.Remember(memory, amount), who):
            read = _read(observables_in(amount), (who,), plan.rules) | guards.get(pc, frozenset())
            # A number of which another is made rests on what that one rests on.
            unseen = {
                unit
                for kind, unit in before
                for number, of in read
                if (number and number == kind) or (not kind and of == unit)
            }
            return frozenset(veil for veil in before if veil[0] != memory) | {(memory, unit) for unit in unseen}
        case _:
            return before


def _undealt(plan: Plan) -> dict[Unit, frozenset[Pc]]:
    """For each holder who draws, the places to which a round may come before anything is dealt to that holder."""
    drawing = {unit for op in plan.ops if isinstance(op, ops.Chance) and op.verb is Verb.DRAW for unit in op.units}

    def until_dealt(unit: Unit, pc: Pc) -> tuple[Pc, ...]:
        op = plan.ops[pc]
        is_dealt = isinstance(op, ops.Chance) and op.verb is Verb.DEAL and unit in op.units
        return () if is_dealt else plan.successors(pc)

    return {
        unit: frozenset({0}) | ahead({pc: until_dealt(unit, pc) for pc in range(len(plan.ops))})[0] for unit in drawing
    }


def _guards(plan: Plan, questions: Questions) -> dict[Pc, frozenset[_Veil]]:
    """For each place at which a number becomes another, what decides whether it comes to that."""
    guards: dict[Pc, frozenset[_Veil]] = {}
    for pc, op in enumerate(plan.ops):
        match op:
            case ops.Branch(condition, who, no, others) if not isinstance(condition, ops.BetOpen):
                read = _read(observables_of(condition), (who, *others), plan.rules)
            case ops.Require(role, action, no=no):
                rules: Question[m.Norm] = questions.norms[role, action]
                read = _read(rules.observables, op.parties or (op.who,), plan.rules)
            case _:
                continue
        # What is done under a condition stands between it and the place to which it leads else, or before it, where
        # it leads back; and it says how often all is done that is repeated until it holds.
        ends = any(pc not in plan.ahead[to] for to in plan.successors(pc))
        again = {place for place in plan.ahead[pc] if ends and pc in plan.ahead[place]}
        for inside in again.union(range(min(pc + 1, no), max(pc, no))):
            guards[inside] = guards.get(inside, frozenset()) | read
    return guards


def _read(observables: Iterable[m.Observable], parties: Iterable[Who], rules: BoundRules) -> frozenset[_Veil]:
    """The numbers and the hands that are read: of a number its name, of a hand its unit."""
    holders = rules.holders_of_objects()
    veils: set[_Veil] = set()
    parties = tuple(parties)
    for observable in resolved(observables, rules):
        match observable:
            case m.Value(memory):
                veils.add((memory, ""))
            case m.DrewNone():
                pass  # how many objects a hand has everybody sees
            case _ if observable.needs is not m.Needs.NOTHING:
                formed = {c.other for c in rules.combines if part_of(c.role, c.part) in observable.roles}
                roles = [role for role in (*observable.roles, *formed) if whole_of(role) in holders]
                veils |= {("", whole_of(rules.holder(role, who.unit))) for role in roles for who in parties}
            case _:
                pass
    return frozenset(veils)
