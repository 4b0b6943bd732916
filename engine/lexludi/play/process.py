"""The process of a round: its program run on one state, from one node to the next.

Pure: no random numbers, no trace, no cache. A driver decides what chance gives and what is
chosen: the interpreter picks one outcome and writes the trace, enumeration takes each with
its weight. Slow on purpose; whatever is faster runs the same program and must agree.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, assert_never

from lexludi.base.errors import UnsettledCase
from lexludi.play.decide import Question, Verdict, amount_of
from lexludi.play.faces import laid_apart, laid_out, lying, lying_as_before, turned_up
from lexludi.play.observe import role_of
from lexludi.play.payment import amount_beside, paid_beside, pay
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
    GiveUp,
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
)
from lexludi.play.questions import Questions, wins
from lexludi.play.round_state import (
    CONFLICT,
    DIFFER,
    GAP,
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
    reduced,
)
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_in
from lexludi.rules.parts import GIVEN_UP, part_in, part_of, whole_of

Teller = Callable[[Told], None]
Watcher = Callable[[Plan, State], None]

# A round of more moves, of chance and of choice, goes on for ever as far as anybody can tell.
MAX_MOVES = 10_000

_NEW = StockState()
_NO_STATUS: Map[tuple[str, str], str] = Map()

# The steps by which it is told that a choice alters a bet, and by whose choice, where it is another's.
_ALTERED = ("stake-doubled", "stake-reduced", "stake-put", "bet-moved", "hand-bet")
# The steps by which it is told that somebody follows the norms on an action.
_COMPLIED = {m.Modality.MUST: "required", m.Modality.MUST_NOT: "not-allowed", m.Modality.MAY: "not-required"}


def begun_to_show(state: State) -> State:
    """The state as it is once a round has been shown: use of the objects began with that."""
    return state._replace(stock=state.stock._replace(fresh=False, anew=()))


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
        self._meters: Map[str, Money] = Map(
            {meter.id: meter.value for meter in self.judge.rules.source.meters.values()}
        )

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
        verdicts = [question.decide(question.values(observed)) for observed in read]
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
            case GiveUp():
                return self._give_up(op, change, state, tell)
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
        amount = reduced(bet.stake * change.part)
        now = reduced(state.meters[change.meter] + amount)
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
        now, lacking = reduced(state.meters[meter.id] - taken), reduced(amount - taken)
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
        lying_at: dict[Unit, list[int]] = {}
        for part, ways in zip(change.parts, division, strict=True):
            # Of a hand that is too small the last places are empty.
            holder = part_of(unit, part.id)
            lying_at[holder] = [order[way] for way in ways if way < len(order)]
            things = tuple(whole[place] for place in lying_at[holder])
            if tell:
                tell(Told("divided", op.provisions, unit, ("part", "objects"), (part.id, things)))
            hands = hands.put(holder, things)
        return laid_out(state, unit, lying_at)._replace(hands=hands, views=state.views.put(unit, whole))

    def _give_up(self, op: Alter, change: GiveUp, state: State, tell: Teller | None) -> State:
        """Some objects of a hand lie with it no more."""
        unit, whole, holder = op.who.unit, state.hand(op.who.unit), part_of(op.who.unit, GIVEN_UP)
        # Of a hand that was made void meanwhile there is nothing to give up.
        going = [place for place in change.places if place < len(whole)]
        staying = [place for place in range(len(whole)) if place not in going]
        kept, gone = (tuple(whole[place] for place in places) for places in (staying, going))
        if tell:
            tell(Told("given-up", op.provisions, unit, ("objects", "places"), (gone, tuple(p + 1 for p in going))))
        hands = state.hands.put(unit, kept).put(holder, gone)
        return laid_out(state, unit, {unit: staying, holder: going})._replace(hands=hands)

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
        return lying_as_before(self.with_second(op, change, state, tell), unit, second)

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
                        amount = reduced(bet.stake * change.times)
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
                    # Taken always, or not at all (`settlement.commission_by_choice`).
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
        asked_for = None if op.shared or op.who.bet < 0 else state.bets[op.who.bet]
        if asked_for is not None and asked_for.bet == kind:
            return [op.who.bet] if asked_for.is_open else []
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
                asked = about[bet.bet]
                self._tell_behind(asked, asked.read_resolved(state, bet.unit, bet), state, who, tell)
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
        verdicts = [self.questions.events.decide(self.questions.events.read(after, holder, None)) for after in asked]
        verdict = verdicts[0]
        if any(other.rule != verdict.rule for other in verdicts):
            return Undecided(DIFFER, event, tuple(dict.fromkeys(eid for other in verdicts for eid in other.provisions)))
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
        for unit in [unit for unit in state.hands if holder in (unit, whole_of(unit)) and unit not in apart]:
            hand, places = state.hand(unit), state.face_down
            away += hand
            # What is still to come face down takes the first places of an empty hand.
            rest = range(coming.count(unit) if isinstance(op, Chance) and not op.face_up else 0)
            state = state._replace(
                hands=state.hands.without(unit),
                stock=_gone(state.stock, hand),
                face_down=places.put(unit, tuple(rest)) if rest else places.without(unit),
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
        for meter, before in state.meters_found.items():
            if tell and state.meters[meter] != before:
                tell(Told("meter-restored", provisions, "", ("meter", "left"), (meter, before)))
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


def end_of_show(plan: Plan, pc: Pc) -> Pc:
    """The place where a round ends that only shows the game, from that where it begins."""
    return next(at for at in range(pc, len(plan.ops)) if ends_show(plan.ops[at]))


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
