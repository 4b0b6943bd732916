"""One round, move by move, through the process of a game: the only module here that knows how to step.

A round is its moves: the objects that chance gave and the choices that were made, in
order. What comes by chance and what may be chosen is asked of the process; nothing is
kept between moves but the node where the round stands.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from lexludi.base.errors import UnsettledCase
from lexludi.play.actions import Act, PlaceBet
from lexludi.play.game import Game
from lexludi.play.plan import Ask, Branch, Finish, Jump, Op, Plan, Settle, Stop, Unit
from lexludi.play.process import Process
from lexludi.play.questions import as_placed
from lexludi.play.round_state import (
    DIFFER,
    KEPT,
    Bet,
    BettingNode,
    ChanceNode,
    DecisionNode,
    Map,
    Node,
    State,
    StockState,
    Terminal,
    Told,
)
from lexludi.rules import meaning as m
from lexludi.rules.grounds import said
from lexludi.rules.model import PLACE_BET
from lexludi.rules.parts import whole_of

Stakes = tuple[PlaceBet, ...]
Categories = tuple[tuple[Unit, str], ...]
# What a bettor sees: hands, of those of others the number and what lies open; what was thrown; bets.
Sight = tuple[tuple[tuple[Unit, Any], ...], tuple[tuple[Unit, tuple[int, ...]], ...], tuple[object, ...]]
# Which choice it is: the number of its step, the kind of bet that it is about, and for which hand.
Offer = tuple[int, str, Unit]


@dataclass(frozen=True)
class Moves:
    """What has happened in a round: objects by number, and choices."""

    objects: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chance:
    """An object comes next: each one that can, with its probability.

    `again` is the state of the round, where it has just gone back to an earlier step.
    """

    outcomes: tuple[tuple[int, Fraction], ...]
    again: State | None = None


@dataclass(frozen=True)
class Decision:
    """Somebody chooses: who, all that they saw, what they may do; which choice it is, and what they see now."""

    bettor: str
    sees: object
    choices: tuple[str, ...]
    offer: Offer
    now: Sight


@dataclass(frozen=True)
class Ended:
    """A bet at the end of a round: as it was placed, and what became of it; `net` is none where it is undecided.

    `stake` is that with which one that is kept begins another round. `categories` are those of its bettor's hand
    and of the parts of it, by their names, as they were settled last of those that end together; `parts` the ends of
    each of those, where there are several.
    """

    bet: str
    result: str
    net: Fraction | None
    provisions: tuple[str, ...]
    stake: Fraction = Fraction(1)
    categories: Categories = ()
    parts: tuple[tuple[str, str, Fraction | None], ...] = ()


@dataclass(frozen=True)
class End:
    """The end of a round: each bet in the order placed, the gains, and the provisions of the whole trace.

    `problem` is the key of what no rule decides (`gap-bet`, `conflict-action` …) and
    `about` the bet or action; `open` are all of these, since each bet is left open by itself;
    `stuck` says that the round cannot go on: no objects, or no choice, are left.
    """

    bets: tuple[Ended, ...]
    returns: tuple[tuple[str, Fraction], ...]
    cited: frozenset[str]
    problem: str = ""
    about: str = ""
    open: frozenset[tuple[str, str]] = frozenset()
    stuck: bool = False


class Sights(dict[str, Sight]):
    """What each bettor sees of a state: worked out when somebody chooses, since most rounds have no choice."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __missing__(self, bettor: str) -> Sight:
        self[bettor] = _sees(self.state, bettor)
        return self[bettor]


class Position(NamedTuple):
    """Where a round stands, after its moves, with the provisions cited on the way, and what any bettor saw there.

    What was seen is not forgotten: faces of a throw that another has replaced, which object came first to a hand
    that has been divided since. `settled` are the bets that have been settled, each with the categories of its hands.
    """

    node: Node
    cited: frozenset[str]
    moves: Moves = Moves()
    saw: tuple[Sights, ...] = ()
    turned_back: bool = False
    problem: UnsettledCase | None = None
    settled: tuple[tuple[int, Categories], ...] = ()


@dataclass(frozen=True)
class Circumstances:
    """What objects and choices of a round do not decide.

    The statuses of bettors, what they do of their own accord, irregularities so far, each with whom it concerns and how
    often it happened, and whether the objects are used for the first time.
    """

    statuses: tuple[tuple[str, str], ...] = ()
    acts: tuple[Act, ...] = ()
    events: tuple[tuple[tuple[str, str], int], ...] = ()
    fresh: bool = False


USUAL = Circumstances()


def put_back(game: Game) -> tuple[str, ...]:
    """The kinds of objects that every round puts back at its end, so that each round is the first with them."""
    always = (None, m.Fact(m.RoundOver()))
    return tuple(
        rule.effect.kind
        for rule in game.questions.judge.rules.closings
        if isinstance(rule.effect, m.PutBack) and rule.condition in always
    )


# The choice, in a window, of very little: a bet, this mark.
LITTLE = " little"
_LITTLE = Fraction(1, 1000)


class Stepper:
    """The rounds of some bets; where those of a window may be of very little too (`with_little`), with that choice."""

    def __init__(self, game: Game, bets: Stakes, given: Circumstances = USUAL, *, with_little: bool = False) -> None:
        self.game = game
        self.with_little = with_little
        # The steps that were taken so far, by number, and the alternatives that were open in those that are choices.
        self.taken: set[int] = set()
        self.open: set[tuple[int, str]] = set()
        betting = game.new_round(cards=(), statuses=dict(given.statuses))
        for action in (*bets, *given.acts):
            betting.apply(action)
        self._bets = betting.state.bets
        self._placed_by = frozenset(eid for told in betting.steps for eid in said(told.provisions))
        placed = tuple(bet.as_placed for bet in self._bets)
        self._process: Process = game.process(placed)
        stock = StockState(fresh=given.fresh, anew=() if given.fresh else put_back(game))
        self._begun = self._process.start(stock, betting.state.statuses)._replace(
            bets=self._bets, chosen=betting.state.chosen, events=Map(dict(given.events))
        )

    def left_out(self) -> frozenset[str]:
        """The choices that need an amount, which best play leaves out."""
        upons = self._process.plan.rules.upons.items()
        return frozenset(
            choice for choice, (_, effects) in upons if any(isinstance(effect, m.Reduce) for effect in effects)
        )

    def first(self) -> Position:
        """The round with its bets, run to where chance or somebody must act."""
        state = self._process.with_puts(self._begun)
        return self._run(Position(BettingNode(state), self._placed_by), Moves(), lambda tell: state)

    def given(self, position: Position, thing: int) -> Position:
        """The position after an object has come."""
        node = position.node
        assert isinstance(node, ChanceNode)
        moves = Moves((*position.moves.objects, thing), position.moves.choices)
        return self._run(position, moves, lambda tell: self._process.give(node, thing, tell))

    def chosen(self, position: Position, choice: str) -> Position:
        """The position after a choice."""
        node = position.node
        assert isinstance(node, DecisionNode)
        moves = Moves(position.moves.objects, (*position.moves.choices, choice))
        action, amount = choice.removesuffix(LITTLE), self._little(node) if choice.endswith(LITTLE) else None
        return self._run(position, moves, lambda tell: self._process.choose(node, action, amount))

    def _offer(self, node: DecisionNode) -> Offer:
        op = self._process.plan.ops[node.state.pc]
        assert isinstance(op, Ask)
        return self._process.plan.bases[node.state.pc].step, node.state.bets[op.who.bet].bet, op.who.unit

    def _little(self, node: DecisionNode) -> Fraction | None:
        """Very little of what may be placed in the window of a choice; none where it has none, or that is forbidden."""
        op = self._process.plan.ops[node.state.pc]
        assert isinstance(op, Ask)
        if op.window is None or not self.with_little:
            return None
        questions, beside = self.game.questions, node.state.bets[node.bet]
        little = Fraction(questions.placed(node.state, beside, op.window, op.provisions).stake) * _LITTLE
        placed = questions.placed(node.state, beside, op.window, op.provisions, little)
        forbidding = questions.forbidding(as_placed(node.state, placed), PLACE_BET, node.unit, placed, op.provisions)
        return None if forbidding else little

    def _run(self, before: Position, moves: Moves, move: Callable[[Callable[[Told], None]], State]) -> Position:
        told: list[Told] = []
        settled = list(before.settled)
        state = move(told.append)
        problem: UnsettledCase | None = None

        def watch(plan: Plan, at: State) -> None:
            op = plan.ops[at.pc]
            number = plan.bases[at.pc].step
            if _does(op) and number >= 0:  # what is looked at after the end is no step
                self.taken.add(number)
            if isinstance(op, Ask):
                allowed = (act for act in op.actions if not self.game.questions.forbidding_choice(at, op, act))
                self.open.update((number, act) for act in allowed)
            if isinstance(op, Settle) and at.bets[op.bet].is_open and self.game.decided.categories:
                settled.append((op.bet, self._categories(at, at.bets[op.bet].unit)))

        try:
            node = self._process.advance(state, told.append, watch)
        except UnsettledCase as found:
            node, problem = Terminal(state), found
        cited = before.cited | {eid for step in told for eid in step.provisions}
        # What comes last in a deal is seen before steps divide the hand that it lies in. What came in a round that is
        # only shown counts as little as what came in earlier ones.
        states = [reached for reached in (state, node.state) if reached.shown is None]
        saw = (*before.saw, *map(Sights, states))
        turned_back = any(step.kind == "repeated" for step in told)
        return Position(node, cited, moves, saw, turned_back, problem, tuple(settled))

    def _categories(self, state: State, bettor: Unit) -> Categories:
        """The categories of a hand and of its parts, by their names."""
        units = (unit for unit in sorted({*state.hands, *state.views}) if whole_of(unit) == bettor)
        found = ((unit, self._process.hands.category(state.view(unit))) for unit in units)
        return tuple((unit, "" if category is None else category.id) for unit, category in found)

    def step(self, position: Position) -> Chance | Decision | End:
        """What comes at a position."""
        node = position.node
        match node:
            case ChanceNode():
                outcomes = self._process.outcomes(node)
                total = sum(ways for _, ways in outcomes)
                if not total:
                    return End((), (), frozenset(), "used-up", stuck=True)
                shares = tuple((thing, Fraction(ways, total)) for thing, ways in outcomes)
                return Chance(shares, node.state if position.turned_back else None)
            case DecisionNode():
                if not node.legal:
                    return End((), (), frozenset(), "no-choice-left", stuck=True)
                saw = tuple(sights[node.bettor] for sights in position.saw)
                little = (node.actions[0] + LITTLE,) if self._little(node) is not None else ()
                choices = (*node.legal, *little)
                return Decision(node.bettor, tuple(dict.fromkeys(saw)), choices, self._offer(node), saw[-1])
            case Terminal():
                return self._end(position, node)
            case BettingNode():
                raise AssertionError(node)

    def after(self, moves: Moves) -> Chance | Decision | End:
        """What comes after some moves of a round."""
        objects, choices, position = iter(moves.objects), iter(moves.choices), self.first()
        while True:
            match position.node:
                case ChanceNode() if (thing := next(objects, None)) is not None:
                    position = self.given(position, thing)
                case DecisionNode() if (choice := next(choices, None)) is not None:
                    position = self.chosen(position, choice)
                case _:
                    return self.step(position)

    def _end(self, position: Position, node: Terminal) -> End:
        state = node.state
        left = list(self._open(position, node))
        key, about, provisions = left[0] if left else ("", "", ())
        bets, returns = [], dict[str, Fraction]()
        for wager in self._process.plan.wagers:
            ended = _ended([state.bets[i] for i in wager], provisions)
            bettor = state.bets[wager[0]].bettor
            last = [categories for bet, categories in position.settled if bet in wager][-1:]
            bets.append(replace(ended, categories=last[0]) if last and ended.net is not None else ended)
            # What is left open counts nothing, and what stands beside it what it has come to: so say the odds.
            each = [state.bets[i].net for i in wager if state.bets[i].result and ended.result != KEPT]
            returns[bettor] = returns.get(bettor, Fraction(0)) + sum(each, Fraction(0))
        open_ = frozenset((problem, asked) for problem, asked, _ in left)
        return End(tuple(bets), tuple(returns.items()), position.cited, key, about, open_)

    def _open(self, position: Position, node: Terminal) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """What no rule decides: its key, what was asked about, and the provisions; a round raises the first."""
        if position.problem is not None:
            yield position.problem.key, "", position.problem.provisions
        elif (stopped := node.undecided) is not None:
            differ = stopped.problem == DIFFER
            yield DIFFER if differ else f"{stopped.problem}-action", "" if differ else stopped.about, stopped.provisions
        else:
            for bet in node.state.bets:
                if (why := bet.undecided) is not None:
                    yield f"{why.problem}-bet", why.about, why.provisions
                elif bet.stake and not bet.result:
                    yield "never-settled", bet.bet, (self.game.rules.bets[bet.bet].eid,)


def _does(op: Op) -> bool:
    """An operation does what its step says: it does not only ask whether to, or lead on."""
    return bool(op.repeats) if isinstance(op, Jump) else not isinstance(op, Branch | Finish | Stop)


def step(game: Game, bets: Stakes, moves: Moves, given: Circumstances = USUAL) -> Chance | Decision | End:
    """What comes after some moves of a round with some bets, in given circumstances."""
    return Stepper(game, bets, given).after(moves)


def _sees(state: State, bettor: str) -> Sight:
    """What a bettor sees: own hands, what lies open, what was thrown, own bets; of all else, how many objects."""
    own_units = {bet.unit for bet in state.bets if bet.bettor == bettor}

    def seen(unit: Unit, hand: tuple[int, ...]) -> object:
        covered = state.face_down.get(unit, ())
        open_ = tuple(thing for place, thing in enumerate(hand) if place not in covered)
        return hand if whole_of(unit) in own_units else (len(hand), *open_) if unit in state.face_up else len(hand)

    hands = tuple(sorted((unit, seen(unit, hand)) for unit, hand in state.hands.items()))
    bets = tuple((bet.bettor, bet.bet, bet.stake, bet.result) for bet in state.bets)
    return hands, tuple(sorted(state.thrown.items())), bets


def _ended(bets: list[Bet], provisions: tuple[str, ...]) -> Ended:
    """A bet and those that were put beside it, at the end of a round.

    What no rule decides leaves open what was not settled before, by each bet's own reason or else by that of the round;
    several together end as their sum does.
    """
    first, placed = bets[0], [bet for bet in bets if bet.stake]
    each = [(bet.bet, bet.result, Fraction(bet.net) if bet.result else None) for bet in placed]
    parts = tuple(each) if len(each) > 1 else ()
    if left := [bet for bet in placed if not bet.result]:
        reasons = [bet.undecided.provisions if bet.undecided else provisions for bet in left]
        by = tuple(dict.fromkeys(eid for reason in reasons for eid in reason))
        return Ended(first.bet, "unsettled", None, by, parts=parts)
    net = Fraction(0) if first.result == KEPT else Fraction(sum(bet.net for bet in placed))
    by = tuple(dict.fromkeys(eid for bet in placed for eid in bet.provisions))
    if len({bet.result for bet in placed}) == 1:
        stake = Fraction(first.stake if first.result == KEPT else 1)
        return Ended(first.bet, first.result, net, by, stake, parts=parts)
    return Ended(first.bet, "push" if net == 0 else "win" if net > 0 else "lose", net, by, parts=parts)
