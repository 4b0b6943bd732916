"""Positions: the tree of all rounds of some bets, node by node, chance left open.

A `Position` is a value. It stands where chance gives an object, where a bettor decides, or at the
end; a move gives another position and leaves the first as it was. All of it is the process of a
round (`play/process.py`): here are names, numbers and the order of moves.
"""

from collections.abc import Iterable
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from lexludi.base.callers import expect, expect_list
from lexludi.base.errors import IllegalAction, InvalidArgument, InvalidStack
from lexludi.base.frozen import dataclass
from lexludi.play.actions import PlaceBet
from lexludi.play.gains import Bounds, bounds, decisions_bounded
from lexludi.play.hidden import NotObserved, compares_hidden, require_observed, turning
from lexludi.play.information import (
    Decided,
    InformationState,
    Layout,
    information_state,
    may_be_chosen,
    reads_order,
    told_apart,
)
from lexludi.play.material import Material
from lexludi.play.notation import BAR, bet_text, choice_in, choice_text, parts
from lexludi.play.plan import Alter, Ask, Chance, Divide, GiveUp, Pc, Plan, Unit, Verb, place
from lexludi.play.process import Process
from lexludi.play.round_state import (
    GAP,
    KEPT,
    NO_CHOICE,
    Bet,
    BettingNode,
    ChanceNode,
    DecisionNode,
    Money,
    Node,
    State,
    StockState,
    Terminal,
    Undecided,
    whole,
)
from lexludi.rules.parts import GIVEN_UP, part_of, whole_of

if TYPE_CHECKING:
    from lexludi.play.game import Game

# Whose turn it is where it is nobody's, as OpenSpiel numbers them.
CHANCE, OVER = -1, -4


class Move(NamedTuple):
    """A move: the object that came, or the choice that was made, by number; `amount` as it was named with a choice."""

    number: int
    amount: Money | None = None


class Tree:
    """The tree of all rounds of a game with some bets.

    `players` are those who bet, in the order of their first bets; `objects` the symbols of all objects that may
    come, `choices` the ids of all choices: their places are the numbers of moves, the same for every
    position, in every process, and in whatever language the text is.

    Each round begins with the objects fresh, as regulations have it (with what is burned then); without `fresh`
    they have been in use, and nothing is burned beforehand. Irregularities and acts
    that nobody asks for (`Act`) are not part of the tree, nor are bettors of another status than the first: they can
    be had in a `Round`.

    Raises:
        IllegalAction: a provision forbids these bets, there are none, or there is no such bet.
    """

    def __init__(self, game: "Game", bets: Iterable[PlaceBet], *, fresh: bool = True) -> None:
        self.game = game
        self.fresh = fresh
        self.bets = _accepted(game, bets, fresh)
        self.players = tuple(dict.fromkeys(bet.bettor for bet in self.bets))
        # The program knows no amounts; what is staked stands in the states.
        self.process: Process = game.process(tuple(bet.as_placed for bet in self.bets))
        asks = self.process.plan.asks.values()
        self.choices = tuple(dict.fromkeys(action for ask in asks for action in ask.actions))
        self.numbers = {choice: number for number, choice in enumerate(self.choices)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[Any, ...]:
        # What it was made of travels; the program is written anew where it arrives.
        return _tree, (self.game, self.bets, self.fresh)

    def __repr__(self) -> str:
        return f"<Tree of {self.game!r}, {' '.join(map(bet_text, self.bets))}>"

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return self.game.digest, self.bets, self.fresh

    @property
    def material(self) -> Material:
        """The objects."""
        return self.game.questions.judge.hands.material

    @cached_property
    def objects(self) -> tuple[str, ...]:
        """The symbols of all objects that may come, by number."""
        return tuple(thing.symbol for thing in self.material.objects)

    @cached_property
    def ordered(self) -> bool:
        """The order in which objects came to a hand may tell a player something."""
        plan, questions = self.process.plan, self.game.questions
        return reads_order(plan, questions) or compares_hidden(plan, questions)

    @cached_property
    def _asks(self) -> tuple[Pc, ...]:
        return told_apart(self.process.plan)

    @cached_property
    def _turning(self) -> frozenset[Unit]:
        return turning(self.process.plan)

    def seen(self, state: State, party: str, before: tuple[Decided, ...] = ()) -> InformationState:
        """The information state of a party in a state of a round."""
        return information_state(
            state, party, ordered=self.ordered, asks=self._asks, turning=self._turning, before=before
        )

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """All holders of objects, in their order."""
        units: set[Unit] = set()
        for op in self.process.plan.ops:
            match op:
                case Chance(verb=verb) if verb is not Verb.BURN:
                    units.update(op.units)
                case Alter(change=Divide(parts=parts)):
                    units.update(part_of(op.who.unit, part.id) for part in parts)
                case Alter(change=GiveUp()):
                    units.add(part_of(op.who.unit, GIVEN_UP))
                case _:
                    pass
        return tuple(sorted(units, key=place))

    def require_observed(self) -> None:
        """Refuse to say what players see, where that would be more than they may see, or less than they have seen.

        Raises:
            NotObserved: it would be.
        """
        if self._not_observed is not None:
            raise self._not_observed

    @cached_property
    def _not_observed(self) -> NotObserved | None:
        try:
            require_observed(self.process.plan, self.game.questions, fresh=self.fresh)
        except NotObserved as problem:
            return problem
        return None

    @cached_property
    def layout(self) -> Layout:
        """The layout of tensors."""
        plan = self.process.plan
        kept = tuple(plan.rules.source.memories)
        bets = tuple(plan.may_be(place) for place in range(len(plan.bets)))
        chosen, decisions = may_be_chosen(plan), decisions_bounded(plan)
        turning = tuple(unit for unit in self.units if whole_of(unit) in self._turning)
        return Layout(
            self.players,
            self.units,
            len(self.objects),
            bets,
            kept,
            self.choices,
            chosen,
            decisions,
            len(self._asks),
            turning,
        )

    @cached_property
    def bounds(self) -> dict[str, Bounds]:
        """No less and no more than each player can gain and stake: bounds, which need not be reached.

        Raises:
            NotBounded: a stake may grow without end.
        """
        return bounds(self.process.plan, self.game.questions, tuple(bet.stake for bet in self.bets))

    @cached_property
    def root(self) -> "Position":
        """The position after the bets."""
        # The bets stand there from the first operation on: where bets are accepted the program then goes on by itself,
        # so that one program is enough.
        state = self.process.with_puts(self.process.start(StockState(fresh=self.fresh))._replace(bets=self.bets))
        return Position(self, reached(self.process, state), ())

    def parse(self, words: Iterable[str]) -> "Position":
        """The position after some moves: symbols of objects, and ids of choices (`play`, `lower=5/2`).

        Raises:
            InvalidArgument: an argument is of another type.
            IllegalAction: a choice that there is not, or that is not allowed; or the round is over.
            InvalidStack: an object that there is not, or that cannot come.
        """
        position = self.root
        expect("words", words, Iterable)
        given = expect_list("words", words)
        for word in given.split() if isinstance(given, str) else given or ():
            position = position.apply_word(word)
        return position


def _tree(game: "Game", bets: tuple[Bet, ...], fresh: bool) -> Tree:
    return Tree(game, [PlaceBet(b.bettor, b.holder, b.bet, b.stake, b.naming) for b in bets], fresh=fresh)


def _accepted(game: "Game", bets: Iterable[PlaceBet], fresh: bool) -> tuple[Bet, ...]:
    """The bets as a round takes them."""
    # A round asks the provisions; what chance gives in it is not used.
    round_ = game.new_round(seed=0, fresh=fresh)
    for bet in bets:
        round_.apply(bet)
    if not round_.state.bets:
        raise IllegalAction("no-bets")
    round_.require_bets_allowed()
    return round_.state.bets


def parse(game: "Game", text: str, *, fresh: bool = True) -> "Position":
    """The position that a line of notation says: `player-1@box-1:ante=10 | Qs Kh Qd 7c 9h 2s play`.

    Raises:
        IllegalAction: a bet or a choice that is not allowed, or a word that is neither.
        InvalidStack: an object that there is not, or that cannot come.
    """
    bets, words = parts(text)
    return Tree(game, bets, fresh=fresh).parse(words)


def reached(process: Process, state: State) -> Node:
    """The node that a round goes on to; where each alternative of a choice is forbidden, nothing says how it goes on.

    Raises:
        UnsettledCase: the round repeats itself for ever without anything happening.
    """
    node = process.advance(state)
    if not isinstance(node, DecisionNode) or node.legal:
        return node
    op = process.plan.ops[node.state.pc]
    if isinstance(op, Ask) and op.window is not None:  # what norms forbid of the most may be placed of less
        return node
    return Terminal(node.state, Undecided(NO_CHOICE, node.placed, process.no_choice_left(node).provisions))


def default_amount(plan: Plan, bet: Bet, choice: str) -> Money | None:
    """The amount of a choice on a bet that is made without one: half the stake, where it is lowered."""
    return Fraction(bet.stake) / 2 if plan.lowers(choice) else None


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a round: the node where it stands, after some moves.

    Two positions are equal if they are of equal trees and after the same moves. It never changes: a copy is the
    position itself.

    >>> from lexludi import load
    >>> position = load("mo/q-poker").position("1:ante=10 | Qs Kh Qd 7c 9h 2s")
    >>> position.current_player, position.legal_actions()
    (0, (0, 1))
    >>> position.information_state_string(0)
    'player-1 | box-1=Qs,9h,Qd dealer=3? | player-1@box-1:ante=10'
    >>> [position.apply(number).returns() for number in position.legal_actions()]
    [(10,), (-5,)]
    """

    tree: Tree
    node: Node = field(compare=False)
    moves: tuple[Move, ...]
    # The moves in notation: what a number stands for depends on the node at which it was chosen.
    words: tuple[str, ...] = field(default=(), compare=False, repr=False)
    # Each decision so far: the state, the player, and the choice.
    decided: tuple[tuple[State, str, str], ...] = field(default=(), compare=False, repr=False)

    def clone(self) -> "Position":
        """The position itself, which never changes."""
        return self

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def __str__(self) -> str:
        """The notation of the position, which `parse` reads."""
        bets = " ".join(map(bet_text, self.tree.bets))
        return f"{bets} {BAR} {' '.join(self.words)}".rstrip()

    def move_text(self, move: Move) -> str:
        """A move that can be made here, in notation."""
        if isinstance(self.node, ChanceNode):
            return self.tree.objects[move.number]
        return choice_text(self.tree.choices[move.number], move.amount)

    # ── Where it stands ─────────────────────────────────────────────────────

    @property
    def state(self) -> State:
        """The state of the round."""
        return self.node.state

    @property
    def is_over(self) -> bool:
        """The round has ended, or nothing says how it goes on."""
        return isinstance(self.node, Terminal)

    @property
    def is_chance(self) -> bool:
        """An object comes by chance."""
        return isinstance(self.node, ChanceNode)

    @property
    def current_player(self) -> int:
        """The player who decides, by number; `CHANCE` (-1) or `OVER` (-4) where it is nobody."""
        match self.node:
            case ChanceNode():
                return CHANCE
            case Terminal():
                return OVER
            case DecisionNode(bettor=bettor):
                return self.tree.players.index(bettor)
            case BettingNode():
                raise AssertionError(self.node)
        assert_never(self.node)

    @property
    def undecided(self) -> tuple[Undecided, ...]:
        """The open case of a round that is over: nothing, where every bet is settled."""
        if not isinstance(self.node, Terminal):
            return ()
        if self.node.undecided is not None:
            return (self.node.undecided, *(bet.undecided for bet in self.state.bets if bet.undecided is not None))
        open_bets = (bet for bet in self.state.bets if bet.undecided is not None or bet.is_open)
        kinds = self.tree.game.rules.bets
        # Of a bet that is open at the end no rule was asked.
        return tuple(bet.undecided or Undecided(GAP, bet.bet, (kinds[bet.bet].eid,)) for bet in open_bets)

    def legal_actions(self) -> tuple[int, ...]:
        """The numbers of the choices that no provision forbids, ascending; of objects that can come, at chance."""
        match self.node:
            case ChanceNode():
                return tuple(sorted(thing for thing, _ in self.ways()))
            case DecisionNode(legal=legal):
                return tuple(sorted(self.tree.numbers[choice] for choice in legal))
            case _:
                return ()

    def ways(self) -> tuple[tuple[int, int], ...]:
        """The objects that may come, by number, each with the number of equally likely ways.

        Raises:
            InvalidStack: no object is left.
        """
        if not isinstance(self.node, ChanceNode):
            return ()
        outcomes = self.tree.process.outcomes(self.node)
        if not outcomes:
            raise InvalidStack("stock-exhausted", kind=self.node.kind)
        return outcomes

    def chance_outcomes(self) -> tuple[tuple[int, Fraction], ...]:
        """The objects that may come, by number, each with its exact probability; none where nobody asks chance.

        Raises:
            InvalidStack: no object is left.
        """
        ways = self.ways()
        total = sum(number for _, number in ways)
        return tuple((thing, Fraction(number, total)) for thing, number in ways)

    def returns(self) -> tuple[Money, ...]:
        """The gain of each player (negative: loss) on bets settled so far, in the unit of the stakes; exact.

        What no rule settles counts nothing, nor does a bet that stays for the next round, with those beside it.
        """
        gains: dict[str, Money] = dict.fromkeys(self.tree.players, 0)
        for wager in self.tree.process.plan.wagers:
            bets = [self.state.bets[place] for place in wager]
            end = whole(bets)
            if end.result != KEPT:
                gains[bets[0].bettor] += end.worth
        return tuple(gains.values())

    # ── What is seen ────────────────────────────────────────────────────────

    def information_state(self, player: int) -> InformationState:
        """The information state of a player: what is seen now, and was seen and chosen at each earlier decision.

        Raises:
            InvalidArgument: there is no such player.
            NotObserved: it would be more than the player may see, or less than the player has seen.
        """
        party = self._observer(player)
        before = tuple(
            Decided(self.tree.seen(state, party), by, "" if by != party and self._divides(state) else choice)
            for state, by, choice in self.decided
        )
        return self.tree.seen(self.state, party, before)

    def information_state_string(self, player: int) -> str:
        """The canonical string of the information state of a player.

        Raises:
            InvalidArgument: there is no such player.
            NotObserved: it would be more than the player may see, or less than the player has seen.
        """
        return self.information_state(player).text(self.tree.material)

    def information_state_tensor(self, player: int) -> list[float]:
        """The information state of a player as numbers, `tree.layout.whole_size` of them.

        Raises:
            InvalidArgument: there is no such player.
            NotObserved: it would be more than the player may see, or less than the player has seen.
            NotBounded: decisions may come again and again.
        """
        return self.tree.layout.whole(self.information_state(player))

    def observation_string(self, player: int) -> str:
        """The canonical string of what a player sees now.

        Raises:
            InvalidArgument: there is no such player.
            NotObserved: it would be more than the player may see, or less than the player has seen.
        """
        return self._seen(player).now(self.tree.material)

    def observation_tensor(self, player: int) -> list[float]:
        """The observation of a player as numbers, in the order of `tree.layout.features`.

        Raises:
            InvalidArgument: there is no such player.
            NotObserved: it would be more than the player may see, or less than the player has seen.
        """
        return self.tree.layout.observation(self._seen(player))

    def _divides(self, state: State) -> bool:
        """True if what is chosen in a state is how a hand is divided."""
        op = self.tree.process.plan.ops[state.pc]
        return isinstance(op, Ask) and op.is_of_objects

    def _seen(self, player: int) -> InformationState:
        return self.tree.seen(self.state, self._observer(player))

    def _observer(self, player: int) -> str:
        self.tree.require_observed()
        expect("player", player, Integral)  # those of NumPy are no `int`
        if not 0 <= player < len(self.tree.players):
            known = tuple(map(str, range(len(self.tree.players))))
            raise InvalidArgument("argument-not-among", name="player", known=known, found=repr(player)[:40])
        return self.tree.players[player]

    # ── Moves ───────────────────────────────────────────────────────────────

    def apply(self, number: int, amount: Money | None = None) -> "Position":
        """The position after a move, by its number.

        A choice that lowers the stake takes the `amount` that it is lowered to, half of it if there is none; one that
        places a bet in a window takes the most that may be placed.

        Raises:
            InvalidArgument: an argument is of another type.
            IllegalAction: the choice is not there, or is not allowed; or the round is over.
            InvalidStack: the object cannot come.
            UnsettledCase: the round repeats itself for ever without anything happening.
        """
        expect("number", number, Integral)  # those of NumPy are no `int`
        number = int(number)
        match self.node:
            case ChanceNode(kind=kind):
                if number not in dict(self.ways()):
                    text = self.tree.objects[number] if 0 <= number < len(self.tree.objects) else str(number)
                    raise InvalidStack("cannot-come", text=text, kind=kind)
            case DecisionNode(actions=actions, legal=legal, provisions=provisions):
                choice = self._choice(number)
                if choice not in actions:
                    raise IllegalAction("unknown-choice", provisions, choice=choice or str(number), known=actions)
                if choice not in legal:
                    raise IllegalAction("forbidden", self.forbidding(number), action=choice, party=self.node.bettor)
                amount = self._amount(choice, amount)
            case _:
                raise IllegalAction("round-over")
        return self._moved(Move(number, amount))

    def apply_word(self, word: str) -> "Position":
        """The position after a move in notation.

        Raises:
            InvalidArgument: it is no text.
            IllegalAction: the choice is not there, or is not allowed; or the round is over.
            InvalidStack: the object is not there, or cannot come.
        """
        expect("word", word, str)
        if isinstance(self.node, ChanceNode):
            return self.apply(self.tree.material.parse(word))
        choice, amount = choice_in(word)
        number = self.tree.numbers.get(choice)
        if number is None:
            raise IllegalAction("unknown-choice", choice=choice, known=self.tree.choices)
        return self.apply(number, amount)

    def moved(self, number: int) -> "Position":
        """The position after a move that is among the legal ones, which is not looked at again."""
        return self._moved(Move(number))

    def _moved(self, move: Move) -> "Position":
        process, node, decided = self.tree.process, self.node, self.decided
        match node:
            case ChanceNode():
                state = process.give(node, move.number)
            case DecisionNode():
                choice = self.tree.choices[move.number]
                decided = (*decided, (node.state, node.bettor, choice))
                bet = node.state.bets[node.bet]
                # The move keeps the amount as it was named, so that notation repeats what was written.
                amount = default_amount(process.plan, bet, choice) if move.amount is None else move.amount
                state = process.choose(node, choice, amount)
            case _:
                raise IllegalAction("round-over")
        words = (*self.words, self.move_text(move))
        return Position(self.tree, reached(process, state), (*self.moves, move), words, decided)

    def forbidding(self, number: int) -> tuple[str, ...]:
        """The provisions that forbid a choice here, by its number; none where it is not one of those that are due.

        Raises:
            InvalidArgument: the number is of another type.
        """
        expect("number", number, Integral)
        choice = self._choice(int(number))
        if not isinstance(self.node, DecisionNode) or choice not in self.node.actions:
            return ()
        return self.tree.process.forbidding(self.node, choice)

    def _choice(self, number: int) -> str:
        """The choice that a number is of; nothing, where it is of none."""
        return self.tree.choices[number] if 0 <= number < len(self.tree.choices) else ""

    def _amount(self, choice: str, amount: Money | None) -> Money | None:
        """The amount that is named with a choice, if it takes that one."""
        if amount is None:
            return None
        expect("amount", amount, int, Fraction)
        assert isinstance(self.node, DecisionNode)
        stake = self.state.bets[self.node.bet].stake
        if not self.tree.process.plan.lowers(choice):
            raise IllegalAction("takes-no-amount", self.node.provisions, choice=choice)
        if not 0 < amount < stake:
            raise IllegalAction("amount-not-lower", self.node.provisions, stake=str(stake))
        return amount
