"""A regulation as a game: rounds with bets, decisions, hidden cards, returns and a trace."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import field, fields, replace
from datetime import date, datetime
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Any, assert_never

from lexludi.base.callers import expect, expect_list, expect_names, expect_one, expect_seed, expect_texts
from lexludi.base.errors import IllegalAction, InvalidSetting, LexludiError, UnknownWork, UnsettledCase
from lexludi.base.frozen import dataclass
from lexludi.language.nodes import Construct, constructs_in, terms_in
from lexludi.law.files import TextFile
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet, checked
from lexludi.play.again import rest_of_problem
from lexludi.play.decide import Judge, Question
from lexludi.play.information import hands_seen
from lexludi.play.observe import role_of
from lexludi.play.plan import Ask, Basis, Chance, Placed, Plan, Settle, Verb, follow_up
from lexludi.play.plan import walk as walk_round
from lexludi.play.position import Position, Tree, parse
from lexludi.play.process import Process, broken_off, refuse_more_moves
from lexludi.play.questions import Questions, as_placed
from lexludi.play.record import bet_json, record
from lexludi.play.resting import Intent, Moment, Rest, Resting
from lexludi.play.round_state import (
    CONFLICT,
    DECIDED,
    DIFFER,
    OUT_OF_RANGE,
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
    anew,
)
from lexludi.play.supply import Supply
from lexludi.play.table import (
    CLOSE_BETS,
    PLACE_BET,
    bet_of,
    complete,
    is_somebody,
    places,
    possible_bets,
    stake_accepted,
)
from lexludi.play.trace import NO_REST, Trace
from lexludi.rules import meaning as m
from lexludi.rules.bind import bind
from lexludi.rules.model import RuleSet, Value, expressions
from lexludi.rules.parts import whole_of
from lexludi.rules.settings import Origin, decide, digest, origins, other_readings, resolve_settings, stance_of
from lexludi.rules.throws import thrower

PLANS_KEPT = 64


# What a text says only of objects that are in use for more than a round.
_OF_USE = frozenset("use_begins appears rounds_left".split())
_AFTER_EACH = Construct("round_over")


@dataclass(frozen=True)
class Game:
    """A regulation in force, with its options and readings decided; `file` when it is not on the shelf.

    `text` is the text that it was loaded from, when it was loaded by name; `origins` says
    where the value of each reading comes from.
    """

    rules: RuleSet
    version: str
    settings: Mapping[str, Value]
    decided: RuleSet
    file: str = ""
    text: TextFile | None = None
    origins: Mapping[str, Origin] = field(default_factory=dict)

    # It never changes: a copy is the game itself, and what is worked out from it does not travel.
    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(self)}

    def __repr__(self) -> str:
        return f"<Game {self.rules.metadata.work}@{self.version}, {self.rules.language}, {self.digest[:12]}>"

    @cached_property
    def questions(self) -> Questions:
        """The questions that the rules answer, with the settings decided."""
        return Questions(Judge(bind(self.decided)))

    @cached_property
    def process(self) -> Callable[[tuple[Placed, ...]], Process]:
        """The process of a round with given bets; the last few are kept, since tables bet alike for many rounds."""
        return lru_cache(PLANS_KEPT)(lambda bets: Process(walk_round(self.questions.judge.rules, bets), self.questions))

    @cached_property
    def resting(self) -> Resting:
        """The readings and inferences that a step of a round may rest on."""
        return Resting(self.rules, self.settings, self.origins, self.questions)

    @cached_property
    def otherwise(self) -> tuple[tuple[str, Value, "Game"], ...]:
        """The game under each other value of each reading that makes it another, with name and value."""
        others = []
        for parameter, value in other_readings(self.rules, self.settings):
            settings = {**self.settings, parameter.id: value}
            decided = decide(self.rules, settings)
            # A value that changes nothing of what is decided under these settings makes no other game.
            if decided != self.decided:
                others.append((parameter.id, value, replace(self, settings=settings, decided=decided)))
        return tuple(others)

    @cached_property
    def throwing(self) -> frozenset[str]:
        """The roles that throw objects, as facts about their throws are named."""
        steps = (rule.effect for rule in self.questions.judge.rules.steps)
        return frozenset(step.role for step in steps if isinstance(step, m.Throw))

    @cached_property
    def lasting(self) -> bool:
        """The objects stay in use from round to round.

        The text says so by when their use begins, comes to its end, or after which rounds alone they are put back.
        """
        if any(node.op in _OF_USE for node in constructs_in(*expressions(self.decided))):
            return True
        return any(c.effect.op == "put_back" and c.condition != _AFTER_EACH for c in self.decided.closings)

    @cached_property
    def digest(self) -> str:
        """A digest of the rules: two games with the same digest play alike."""
        return digest(self.rules, self.settings)

    def new_round(
        self,
        *,
        seed: int | None = None,
        cards: str | Iterable[str] | None = None,
        statuses: Mapping[str, str] | None = None,
        fresh: bool | None = None,
    ) -> "Round":
        """A round before its bets.

        Chance comes from `cards` (symbols in the order dealt), or from `seed`, or,
        with neither, from a seed of its own, which the round tells. `statuses`
        gives bettors a status other than the first (`{"player-2": "standing"}`).
        `fresh` says whether use of the objects begins with this round: so it does,
        unless they are given (then they are what is dealt; what is done when use begins is
        not done, and a step that burns without that condition takes from them).

        Raises:
            InvalidArgument: an argument is of another type, or both `seed` and `cards` are given.
            InvalidStack: an unknown object, or more of one than the material has.
            IllegalAction: a status that there is not.
        """
        expect_seed(seed)
        expect_one(seed=seed, cards=cards)
        expect_texts("statuses", statuses)
        expect("fresh", fresh, bool, none=True)
        cards = expect_list("cards", cards)
        material = self.questions.judge.hands.material
        given = None if cards is None else material.parse_all(cards)
        # 53 bits: JavaScript, too, reads such a number exactly from a record.
        its_seed = None if given is not None else secrets.randbits(53) if seed is None else seed
        supply = Supply(material, None if its_seed is None else Random(its_seed), given)
        stock = StockState(fresh=given is None if fresh is None else fresh)
        return Round(self, seed=its_seed, supply=supply, stock=stock, statuses=statuses or {})

    def tree(self, *bets: PlaceBet, fresh: bool = True) -> Tree:
        """The tree of all rounds with some bets: chance is left open, and every position is a value.

        Without `fresh` nothing is burned beforehand, as where objects have been in use.

        >>> from lexludi import PlaceBet, load
        >>> tree = load("mo/q-poker").tree(PlaceBet("player-1", "box-1", "ante", 10))
        >>> tree.players, tree.choices, tree.objects[:3], tree.root.chance_outcomes()[0]
        (('player-1',), ('play', 'surrender'), ('As', 'Ks', 'Qs'), (0, Fraction(1, 52)))

        Raises:
            InvalidArgument: an argument is of another type.
            IllegalAction: a provision forbids these bets, there are none, or there is no such bet.
        """
        for bet in bets:
            expect("bets", bet, PlaceBet)
        expect("fresh", fresh, bool)
        return Tree(self, bets, fresh=fresh)

    def position(self, text: str, *, fresh: bool = True) -> Position:
        """The position that a line of notation says: bets, then objects and choices as they came.

        >>> from lexludi import load
        >>> position = load("mo/q-poker").position("1:ante=10 | Qs Kh Qd 7c 9h 2s play")
        >>> str(position), position.returns()
        ('player-1@box-1:ante=10 | Qs Kh Qd 7c 9h 2s play', (10,))

        Raises:
            InvalidArgument: an argument is of another type.
            IllegalAction: a bet or a choice that is not allowed, or a word that is neither.
            InvalidStack: an object that there is not, or that cannot come.
        """
        expect("text", text, str)
        expect("fresh", fresh, bool)
        return parse(self, text, fresh=fresh)

    @property
    def options(self) -> dict[str, Value]:
        """The house options, and the meters, with their values."""
        return {p.id: self.settings[p.id] for p in self.rules.parameters.values() if p.given_as == "option"}

    @property
    def readings(self) -> dict[str, Value]:
        """The readings of doubtful provisions and their values."""
        return {p.id: self.settings[p.id] for p in self.rules.parameters.values() if p.kind == "reading"}

    def events(self) -> list[str]:
        """The irregularities that the regulation speaks of."""
        return [*self._events]

    @cached_property
    def _events(self) -> list[str]:
        # Asked for with each that happens: to look through all rules took a tenth of rounds at random.
        said = constructs_in(*expressions(self.rules))
        return sorted({node.term(0) for node in said if node.op in ("happens", "happens_to")})


def load(
    work: str,
    *,
    on: date | str | None = None,
    text: str = "",
    options: Mapping[str, object] | None = None,
    readings: Mapping[str, object] | None = None,
    accept_unknown: bool = False,
    own_stance: bool | None = None,
    chosen: Iterable[str] | None = None,
) -> Game:
    """The game of a work (`mo/q-poker`, `mo/baccarat@2018-05-01`) or of a regulation file, as in force on a day.

    `text` says which language is executed. Without a day it is the most recent text that
    is wholly known; one after an amendment that is not runs only with `accept_unknown`.
    A work is played with the defaults of its readings; a text that is named, by language
    or as a file, takes its own stance where it declares that it diverges from another
    (`own_stance` says otherwise). `readings` prevail over both; `chosen` names those that
    somebody chose, where it is not all of them.

    >>> from lexludi import load
    >>> load("mo/q-poker", text="pt", readings={"packs": 2}).readings["packs"]
    2

    Raises:
        InvalidArgument: an argument is of another type.
        UnknownWork: no such work, date or language, or no date at all.
        InvalidRegulation: the text has errors.
        NotWhollyKnown: it was amended in ways that are not known.
        InvalidSetting: an option or reading that it does not have, or not yet.
    """
    # Ready-made rules (`make_game`) are played where there is no parser.
    from lexludi.law.introductions import setting_not_yet
    from lexludi.law.loader import find, name_off_shelf, rules_to_run

    expect("work", work, str)
    expect("text", text, str)
    expect_names("options", options)
    expect_names("readings", readings)
    expect("accept_unknown", accept_unknown, bool)
    expect("own_stance", own_stance, bool, none=True)
    chosen = expect_list("chosen", chosen)
    day = asked_day(on)
    file = find(on_day(work, day), language=text)
    rules = rules_to_run(file, accept_unknown=accept_unknown)
    try:
        game = make_game(
            rules,
            file.version,
            options or {},
            readings or {},
            file=name_off_shelf(file),
            own_stance=names_text(work, text) if own_stance is None else own_stance,
            chosen=chosen,
        )
    except InvalidSetting as problem:
        raise setting_not_yet(problem, file) from None
    return replace(game, text=file)


def asked_day(on: date | str | None) -> date | None:
    """The day that an argument of a caller names, or none.

    Raises:
        InvalidArgument: it is of another type.
        UnknownWork: a text that is no date.
    """
    if isinstance(on, datetime):  # a date to Python, which cannot be compared with one
        on = on.date()
    expect("on", on, date, str, none=True)
    if not isinstance(on, str):
        return on
    try:
        return date.fromisoformat(on)
    except ValueError:
        raise UnknownWork("not-a-date", text=on[:40]) from None


def on_day(work: str, day: date | str | None) -> str:
    """A work or a file as named, with the day of which its text is asked for besides, if it is.

    Raises:
        UnknownWork: the name has another day already.
    """
    if not day:
        return work
    with suppress(OSError):  # longer than any name of a file
        if Path(work).is_file():  # which may have `@` in its own name
            return f"{work}@{day}"
    _, sign, its_day = work.partition("@")
    if sign and its_day != str(day):
        raise UnknownWork("two-days", name=work, day=str(day))
    return work if sign else f"{work}@{day}"


def names_text(work: str, text: str = "") -> bool:
    """True where one text of a work is named: by its language, or as a file."""
    from lexludi.law.files import SUFFIX

    return bool(text) or work.partition("@")[0].endswith(SUFFIX)


def make_game(
    rules: RuleSet,
    version: str,
    options: Mapping[str, object],
    readings: Mapping[str, object],
    file: str = "",
    *,
    own_stance: bool = False,
    chosen: Iterable[str] | None = None,
) -> Game:
    """The game of a rule set; `file` is where its text is, when that is not on the shelf.

    With `own_stance` the text is executed as it says where it diverges from others.
    `chosen` are the readings that somebody chose: all that are given, unless it says otherwise.
    """
    stance = stance_of(rules) if own_stance else {}
    settings = resolve_settings(rules, options, readings, stance)
    by_choice = readings if chosen is None else chosen
    return Game(
        rules,
        version,
        settings,
        decide(rules, settings),
        file,
        origins=origins(rules, settings, stance, by_choice),
    )


def _forbids(question: Question[m.Norm], provisions: set[str]) -> bool:
    """A prohibition of a question is among some provisions."""
    forbidding = (rule for rule in question.rules if rule.effect.modality is m.Modality.MUST_NOT)
    return any(provisions.intersection(rule.provisions) for rule in forbidding)


def _speaking_of(action: str, rules: RuleSet) -> Iterator[str]:
    """The provisions that say something of an action, with whatever options and readings."""
    for rule in (*rules.norms, *rules.steps):
        if action in terms_in(rule.effect):
            yield rule.eid


@dataclass(frozen=True)
class Decision:
    """A choice that somebody must make: who, for which hand and bet, among what."""

    bettor: str
    unit: str
    bet: Bet
    alternatives: tuple[str, ...]
    provisions: tuple[str, ...]
    again: bool = False  # it is asked again until something holds
    window: m.Place | None = None  # where bets are accepted: which, and up to how much
    parts: tuple[m.Part, ...] = ()  # where the hand is divided: into what

    @property
    def party(self) -> tuple[str, str]:
        """The bettor who decides, and the hand that it is for."""
        return self.bettor, self.unit

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the hand: `box-1` or `1`; that of its bettor, where the hand is nobody's."""
        name = self.unit or self.bettor
        return (name, name.rpartition("-")[2], *(("",) if not self.unit else ()))


class Round:
    """One round: apply actions until it is over; everything that happened is in `trace`.

    `number` counts the rounds of a series with the same source of chance. A copy, however
    made (`clone`, `copy`, `pickle`), goes on by itself, and chance gives both the same.

    >>> from lexludi import Choose, Deal, PlaceBet, load
    >>> round_ = load("mo/q-poker").new_round(cards="Qs Kh Qd 7c 9h 2s")
    >>> for action in (PlaceBet("player-1", "box-1", "ante", 10), Deal(), Choose("player-1", "box-1", "play")):
    ...     round_.apply(action)
    >>> round_.returns(), round_.trace[-1].provisions
    ({'player-1': 10}, ('art_9__point_7__point_4', 'art_9__point_7'))
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None,
        supply: Supply,
        stock: StockState,
        statuses: Mapping[str, str],
        number: int = 1,
        meters: Map[str, Money] | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.number = number
        self.begins_stock = stock.fresh
        # What the round began with.
        self._begun_with, self._statuses_given = stock, dict(statuses)
        self._kept: tuple[Bet, ...] = ()
        self.actions: list[Action] = []
        # The last problem, with the action that it refused, unless that was taken and the rules gave out later.
        self._problem: tuple[LexludiError, Action | None] | None = None
        self._refused: Intent | None = None  # where a provision forbids what was to be done
        self.drawn: list[int] = []
        self._supply = supply
        self._set_aside = 0  # how many of the objects drawn were drawn before the deal
        self._scheduled: dict[int, list[Irregularity]] = {}
        # Choices made before their turn, by party and step.
        self._announced: dict[tuple[str, str, tuple[str, ...]], Choose] = {}
        self._steps: list[Told] = []
        # Where the program stands, and where it stood at each step: by that the step can be asked again.
        self._moment: Moment | None = None
        self._moments: list[Moment | None] = []
        self._rests_on: dict[int, Rest] = {}
        self._told_once: set[object] = set()
        # An instrument of which several days apply is told once.
        unknown = game.rules.metadata.not_wholly_known
        for values in dict.fromkeys((amended.number, amended.knowledge.value) for amended in unknown):
            self._tell(Told("amendment-not-known", (), "", ("instrument", "knowledge"), values))
        self._placed: tuple[Placed, ...] = ()  # the bets that the program of the round knows
        self._process = game.process(self._placed)
        self._node: Node = BettingNode(self._process.start(stock, self._statuses(statuses), meters))
        self._run(self._node.state)

    # ── Copies ──────────────────────────────────────────────────────────────

    def clone(self) -> "Round":
        """The round as it stands, to be gone on with by itself."""
        return self.__deepcopy__({})

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> "Round":
        out = object.__new__(Round)
        memo[id(self)] = out
        vars(out).update(vars(self))
        # What is changed in place; all else is values.
        out.actions, out.drawn = self.actions.copy(), self.drawn.copy()
        out._supply = deepcopy(self._supply, memo)
        out._scheduled = {after: due.copy() for after, due in self._scheduled.items()}
        out._announced = self._announced.copy()
        out._steps, out._told_once = self._steps.copy(), self._told_once.copy()
        out._moments, out._rests_on = self._moments.copy(), self._rests_on.copy()
        return out

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_process"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._process = self.game.process(self._placed)

    def __repr__(self) -> str:
        stage = type(self._node).__name__.removesuffix("Node")
        return f"<Round of {self.game!r}, {stage}, {len(self.actions)} actions>"

    def _statuses(self, given: Mapping[str, str]) -> Map[tuple[str, str], str]:
        role = self.game.rules.bettor_role()
        known = self.game.questions.judge.rules.statuses_of(role)
        for status in given.values():
            if status not in known:
                raise IllegalAction("unknown-status", status=status, known=known)
        return Map({(party, role): status for party, status in given.items()})

    # ── Running ─────────────────────────────────────────────────────────────

    def _tell(self, told: Told) -> None:
        # A definition on which several bets rely is told once for all of them, and so is of what category a hand is.
        said = _said_by(told)
        if told.kind in ("defined", "ranked") and said in self._told_once:
            return
        if said is not None:
            self._told_once.add(said)
        if told.names[-1:] == (DECIDED,):
            # That nothing was thrown is no fact about a throw, although rules read of it that it shows nothing.
            decided = tuple(name for name in told.values[-1] if not any(self._unthrown(name, told)))
            told = told._replace(values=(*told.values[:-1], decided))
        # One provision may both have a bet or a choice made and permit it.
        self._steps.append(told._replace(provisions=tuple(dict.fromkeys(told.provisions))))
        self._moments.append(self._moment)

    def _unthrown(self, name: str, told: Told) -> Iterator[bool]:
        """For each throw of which a fact is read: that it never took place in this round."""
        if self._moment is None:
            return
        rules, state = self.game.questions.judge.rules, self._moment.state
        holder = dict(zip(told.names, told.values, strict=True)).get("holder") or told.party
        for role in self.game.throwing.intersection(self.game.questions.hands_read.get(name, ())):
            yield not state.thrown.get(thrower(rules.fixed(role)) or str(holder), ())

    def _watch(self, plan: Plan, state: State) -> None:
        self._moment = Moment(plan.ops[state.pc], plan.bases[state.pc], state)

    def _run(self, state: State) -> None:
        """Let chance have its way until somebody must act, or to the end."""
        self._node = self._process.advance(state, self._tell, self._watch)
        while True:
            if isinstance(self._node, ChanceNode | DecisionNode):
                refuse_more_moves(self._process.plan, self._node.state.pc, len(self.drawn) + len(self.actions))
            if isinstance(self._node, ChanceNode):
                # What happens here may end the round between two objects: `advance` then runs its closing rules.
                state = self._draw(self._process, self._node)
            elif isinstance(self._node, DecisionNode) and (announced := self._answer_to(self._node)):
                state = self._process.choose(self._node, announced.choice, announced.amount)
            else:
                break
            self._node = self._process.advance(state, self._tell, self._watch)
        if isinstance(self._node, Terminal):
            self._end(self._node)
        elif isinstance(self._node, DecisionNode) and not self._node.legal:
            raise self._process.no_choice_left(self._node)

    def _draw(self, process: Process, node: ChanceNode) -> State:
        op = process.plan.ops[node.state.pc]
        assert isinstance(op, Chance)
        # Each object is recorded as it comes: a round is played again from these, whatever its chance was.
        thing = self._supply.take(node.kind, node.unit)
        self.drawn.append(thing)
        # What is given must be among those in use, of which earlier rounds may have had some.
        if self._supply.is_given and thing not in dict(process.outcomes(node)):
            raise self.game.questions.judge.hands.material.too_many(thing)
        self._watch(process.plan, node.state)
        state = process.give(node, thing, self._tell)
        if op.verb is Verb.THROW and not state.due:
            # A throw is seen as a whole before anything else happens.
            self._watch(process.plan, state)
            thrown = process.step(state, self._tell)
            assert isinstance(thrown, State)
            # It is under way until what happens with the last of its objects has happened.
            return self._let_happen(process, thrown._replace(given=state.given))._replace(given=0)
        return self._let_happen(process, state)

    def _let_happen(self, process: Process, state: State) -> State:
        """Let the irregularities happen that are scheduled for this moment.

        Raises:
            IllegalAction: no provision speaks of one in this situation.
        """
        if self.is_betting:  # before the deal no moment of an irregularity has come
            return state
        for due in self._scheduled.pop(len(self.drawn) - self._set_aside, ()):
            # After one that voids the round there is nothing left to which the others could happen.
            if not state.over:
                state = self._happening(process, state, due)
        return state

    def _end(self, node: Terminal) -> None:
        if node.undecided is not None:
            problem, about, provisions = node.undecided
            if problem == DIFFER:
                raise UnsettledCase(DIFFER, provisions)
            if problem == OUT_OF_RANGE:
                raise UnsettledCase(OUT_OF_RANGE, provisions, about=about)
            raise UnsettledCase(f"{problem}-action", provisions, about=about)
        state = node.state
        self._supply.renew_after(state.stock)
        # By the key and what is told with it, so that the same of several bets is told once.
        problems: dict[object, UnsettledCase] = {}
        for bet in state.bets:
            if bet.undecided is not None:
                problem, about, provisions = bet.undecided
                problems.setdefault(bet.undecided, UnsettledCase(f"{problem}-bet", provisions, about=about))
            elif bet.is_open:
                never = UnsettledCase("never-settled", (self.game.rules.bets[bet.bet].eid,), bet=bet.bet)
                problems.setdefault(bet.bet, never)
        if problems:
            first, *others = problems.values()
            first.also = tuple(others)
            raise first
        if self._scheduled and not state.void:
            dealt = len(self.drawn) - self._set_aside
            raise IllegalAction("event-never-came", after=min(self._scheduled), dealt=dealt)

    # ── What can be done ────────────────────────────────────────────────────

    @property
    def state(self) -> State:
        """The state of the round, as a value."""
        return self._node.state

    @property
    def meters(self) -> Map[str, Money]:
        """The amounts that are kept from round to round; a round that is void leaves them as it found them."""
        return self.state.meters

    @property
    def stock_left(self) -> StockState:
        """The objects in use as the round leaves them: of one that is broken off those that came into play are used."""
        if self.is_over:
            return self.state.stock
        return broken_off(self.state, self._process.plan).stock._replace(fresh=False, anew=())

    @property
    def node(self) -> Node:
        """The node that the round stands at: bets are accepted, a decision is due, or it is over."""
        return self._node

    @property
    def is_over(self) -> bool:
        """The round has ended."""
        return self.state.over

    @property
    def plan(self) -> Plan:
        """The program of the round with its bets."""
        return self._process.plan

    @property
    def is_betting(self) -> bool:
        """Bets are accepted."""
        return isinstance(self._node, BettingNode)

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, if any."""
        return next(iter(self.decisions), None)

    @property
    def decisions(self) -> list[Decision]:
        """The decisions of the step that has been reached: the one that is due, then those not announced yet."""
        if not isinstance(self._node, DecisionNode):
            return []
        # Where nothing says who answers first, whoever is asked in the same step may do so before their turn.
        due = self._process.plan.ops[self.state.pc]
        assert isinstance(due, Ask)
        out: dict[tuple[str, str], Decision] = {}
        for op in (due, *self._process.asked_after(self._node)):
            bet = self.state.bets[op.who.bet]
            decision = Decision(op.bettor, op.who.unit, bet, op.actions, op.provisions, op.again, op.window, op.parts)
            if op is due or (*decision.party, op.provisions) not in self._announced:
                # Of several bets of one bettor at one hand the next is asked about when this one has been answered.
                out.setdefault(decision.party, decision)
        return list(out.values())

    def own(self, decision: Decision) -> list[str]:
        """The objects of the hand that a decision is for, by their symbols, in the order of receipt."""
        return self.game.questions.judge.hands.material.symbols(self.state.hand(decision.bet.unit))

    @property
    def hands(self) -> dict[str, tuple[int, ...]]:
        """The objects of each party: those it holds, or those it threw where it holds none."""
        return {**self.state.thrown, **self.state.hands}

    @property
    def thrown_beside(self) -> dict[str, tuple[int, ...]]:
        """The throws of parties who hold objects too, beside their `hands`."""
        return {unit: faces for unit, faces in self.state.thrown.items() if unit in self.state.hands}

    def legal_actions(self) -> list[Action]:
        """The legal actions, each once; acts (`Act`) and irregularities (`irregularities`) are not among them.

        A `PlaceBet` with no stake stands for any stake that norms let be placed, and is here where some stake
        is; one that names nothing, of a bet with more names than are listed (`rules.naming`), for each of them. A
        `Choose` with no amount, where `limit` gives one, stands for any amount below that limit. Where bets are
        accepted in a window, one with no amount places the most that may be, and one with an amount says that
        norms forbid the most, but not this. Others than the bettor whose place it is may place a bet too, where
        no norm keeps them from it.
        """
        match self._node:
            case BettingNode():
                forbidden = (intent.forbidding(self.game.questions) for _, intent in self._closing_bets())
                closed = not self._may_deal() or any(forbidden)
                names = self.game.rules.names
                bets = (
                    bet if names[bet.bet].is_listed else replace(bet, naming="")
                    for bet in possible_bets(self.game)
                    if self._accepts_some_stake(bet)
                )
                return [*bets, *([] if closed else [Deal()])]
            case DecisionNode():
                choices = (self._legal_choice(choice, d) for d in self.decisions for choice in d.alternatives)
                return list(dict.fromkeys(choice for choice in choices if choice is not None))
            case ChanceNode() | Terminal():
                return []
        assert_never(self._node)

    def _accepts_some_stake(self, action: PlaceBet) -> bool:
        """A bet may be placed at the table as it stands, of some stake."""
        bet = bet_of(self.game, replace(action, stake=1))
        return stake_accepted(self.game.questions, self.state, bet) is not None

    def _legal_choice(self, choice: str, decision: Decision) -> Choose | None:
        """A choice that no norm forbids; in a window, of an amount where norms forbid the most, and not that."""
        intent = self._intent(choice, decision)
        if not intent.forbidding(self.game.questions):
            return Choose(decision.bettor, decision.unit, choice)
        if decision.window is None or choice != decision.window.to or intent.bet is None:
            return None
        most = self.game.questions.limit(self.state, decision.bet, decision.window)
        amount = stake_accepted(self.game.questions, self.state, intent.bet, most, decision.provisions)
        return None if amount is None else Choose(decision.bettor, decision.unit, choice, amount)

    def limit(self, action: Choose) -> Money | None:
        """The stake that the amount of a choice must stay below; nothing where the choice takes no amount.

        Raises:
            InvalidArgument: it is no choice.
        """
        expect("action", action, Choose)
        decision = self._decision_of(action)
        return decision.bet.stake if decision is not None and self._process.plan.lowers(action.choice) else None

    def most(self, action: Choose) -> Money | None:
        """The most that a choice places where bets are accepted in a window, or less where norms forbid that much.

        Nothing where the choice places no bet.

        Raises:
            InvalidArgument: it is no choice.
        """
        expect("action", action, Choose)
        decision = self._decision_of(action)
        if decision is None or decision.window is None or action.choice != decision.window.to:
            return None
        legal, bet = self._legal_choice(action.choice, decision), self._intent(action.choice, decision).bet
        assert bet is not None
        return bet.stake if legal is None or legal.amount is None else legal.amount

    def forbidding(self, action: Choose) -> tuple[str, ...]:
        """The provisions that forbid a choice now, by their eIds; none if it is allowed, or not asked for.

        After them come those of the definitions and categories that they read.

        Raises:
            InvalidArgument: it is no choice.
        """
        expect("action", action, Choose)
        decision = self._decision_of(action)
        if decision is None or action.choice not in decision.alternatives:
            return ()
        return self._intent(action.choice, decision, action.amount).refusing(self.game.questions)

    def irregularities(self) -> list[Irregularity]:
        """The irregularities that the regulation speaks of, at each holder that they can concern."""
        if self.is_over:
            return []
        return [Irregularity(event, unit) for event in self.game.events() for unit in ("", *self.hands)]

    # ── Doing it ────────────────────────────────────────────────────────────

    def apply(self, action: Action) -> None:
        """Do something and run on until somebody must act again.

        Raises:
            IllegalAction: a provision forbids it (it is named), or it is not possible now.
            UnsettledCase: no rule, or contradictory rules, decide what was reached.
            InvalidStack: the given objects are used up.
        """
        action = checked(action)
        taken, self._refused = len(self.actions), None
        try:
            self._do(action)
        except LexludiError as problem:
            self._problem = problem, None if len(self.actions) > taken else action
            raise
        self._problem = None

    def _do(self, action: Action) -> None:
        state: State | None = None
        match action:
            case PlaceBet():
                action = complete(self.game, action)
                self._place(action)
            case Deal():
                state = self._close_betting()
            case Choose():
                state = self._choose(action)
            case Act():
                state = self._act(action)
            case Irregularity():
                state = self._happen(action)
        self.actions.append(action)
        if state is not None:
            self._run(state)

    def _stay(self, state: State) -> None:
        """Stand where the round stood, in another state."""
        self._node = self._node._replace(state=state)

    def _place(self, action: PlaceBet) -> None:
        try:
            bet = bet_of(self.game, action)
        except IllegalAction as problem:
            if problem.key == "unknown-bet" and self.game.text is not None:
                from lexludi.law.introductions import bet_not_yet

                raise bet_not_yet(problem, self.game.text) from None
            raise
        placed = as_placed(self.state, bet)
        # Asked before it is said that betting is closed, so that a provision that forbids the bet is named.
        self._unless_forbidden(bet.bettor, Intent(PLACE_BET, placed, bet.unit, bet))
        if not self.is_betting:
            raise IllegalAction("betting-closed")
        permitting = self.game.questions.permitting(placed, PLACE_BET, bet.unit, bet)
        if permitting:
            self._moment = Moment(None, Basis(), placed)
            self._tell_behind(PLACE_BET, placed, bet.unit, bet)
        self._add(bet, "bet-placed", (self.game.rules.bets[bet.bet].eid, *permitting))

    def _tell_behind(self, action: str, state: State, unit: str, bet: Bet) -> None:
        """Tell by what the facts are so that norms read which allow an action."""
        for told in self.game.questions.told_behind_norms(state, action, unit, bet):
            self._tell(told)

    def _unless_forbidden(self, party: str, intent: Intent) -> None:
        """Raise where provisions forbid what is to be done; it is kept, so that it can be asked again."""
        forbidden = intent.refusing(self.game.questions)
        if not forbidden:
            return
        self._refused = intent
        bet = intent.bet
        if intent.action != PLACE_BET or bet is None:
            raise IllegalAction("forbidden", forbidden, action=intent.action, party=party)
        about = {"party": party, "bet": bet.bet, "stake": str(bet.stake)}
        if lacking := intent.lacking(self.game.questions):
            raise IllegalAction("forbidden-bet-without", forbidden, **about, without=lacking)
        if beyond := intent.beyond(self.game.questions):
            key, stakes = beyond
            raise IllegalAction(key, forbidden, **about | stakes)
        raise IllegalAction("forbidden-bet", forbidden, **about)

    def keep(self, bet: Bet) -> None:
        """Take over a bet that stays from the round before: that of a second hand, on the hand that was split."""
        bet = bet._replace(unit=whole_of(bet.unit))
        self._kept = (*self._kept, bet)
        self._add(anew(bet), "bet-kept", bet.provisions)

    def _add(self, bet: Bet, step: str, provisions: tuple[str, ...]) -> None:
        """Put a bet on the table; what its bettor has on the same at the same place already is one bet with it."""
        bets = self.state.bets
        same = (place for place, placed in enumerate(bets) if placed.as_placed == bet.as_placed and not placed.result)
        place = next(same, len(bets))
        stake = sum((placed.stake for placed in bets[place : place + 1]), bet.stake)
        self._stay(self.state._replace(bets=(*bets[:place], bet._replace(stake=stake), *bets[place + 1 :])))
        self._moment = None
        names = ("bet", "holder", "stake", *(("naming",) if bet.naming else ()))
        values = (bet.bet, bet.holder, bet.stake, *((bet.naming,) if bet.naming else ()))
        self._tell(Told(step, provisions, bet.bettor, names, values))

    def _close_betting(self) -> State:
        if not self.is_betting:
            raise IllegalAction("already-dealt")
        if not self._may_deal():
            raise IllegalAction("no-bets")
        state = self.state
        self.require_bets_allowed()
        self._set_aside = len(self.drawn)
        before = self._process.plan
        # The program knows no amounts: with one stake for all it is found again, whatever is staked.
        self._placed = tuple(bet.as_placed for bet in state.bets)
        self._process = self.game.process(self._placed)
        # The same place in the program that knows the bets.
        # Both programs come of the same steps, and number the places where bets are accepted alike.
        place = self._process.plan.betting[before.betting.index(state.pc)]
        return self._process.with_puts(state)._replace(pc=place + 1, unbet=not state.bets)

    def require_bets_allowed(self) -> None:
        """See to it that no provision forbids to close the betting on the bets as they stand.

        Raises:
            IllegalAction: one does, or the stake of one is beyond a bound.
        """
        for party, intent in self._closing_bets():
            self._unless_forbidden(party, intent)

    def _closing_bets(self) -> Iterator[tuple[str, Intent]]:
        """All that must be allowed for the betting to be closed, each with whom that concerns."""
        closing = Intent(CLOSE_BETS, self.state)
        by, about = set(closing.forbidding(self.game.questions)), self.game.questions.about.get(CLOSE_BETS, ())
        yield next((role for role, question in about if _forbids(question, by)), ""), closing
        # One that stayed, and to which nothing was added, was placed before: a choice may have made it what it is.
        stayed: dict[Placed, Money] = {}
        for bet in self._kept:
            stayed[bet.as_placed] = stayed.get(bet.as_placed, 0) + bet.stake
        for bet in self.state.bets:  # a bound in proportion to another stake may have moved since
            if stayed.get(bet.as_placed) != bet.stake and not bet.result:
                yield bet.bettor, Intent(PLACE_BET, self.state, bet.unit, bet, is_amount=True)

    def _may_deal(self) -> bool:
        """There are bets, or nobody is dealt to whom only a bet brings in."""
        rules = self.game.questions.judge.rules
        dealt = [role for r in rules.steps if isinstance(r.effect, m.Deal) for role in r.effect.roles]
        return bool(self.state.bets) or all(map(rules.fixed, dealt))

    def _choose(self, action: Choose) -> State | None:
        decision = self._decision_of(action)
        if action.choice not in decision.alternatives:
            open_now = tuple(c for c in decision.alternatives if self._legal_choice(c, decision))
            raise IllegalAction("unknown-choice", decision.provisions, choice=action.choice, known=open_now)
        self._unless_forbidden(decision.bettor, self._intent(action.choice, decision, action.amount))
        amount = self._amount(action, decision)
        node = self._node
        assert isinstance(node, DecisionNode)
        if decision.party != (node.bettor, node.unit):
            # No provision says who answers first: the answer is kept until its turn comes.
            self._announced[(*decision.party, decision.provisions)] = action
            return None
        return self._process.choose(node, action.choice, amount)

    def _decision_of(self, action: Choose) -> Decision:
        """The decision that a choice is made for, by its holder and perhaps its bettor; without a holder, the only one.

        Raises:
            IllegalAction: there is none, or without a holder there are several.
        """
        due = [decision for decision in self.decisions if action.bettor in ("", decision.bettor)]
        if named := [decision for decision in due if action.holder in decision.names]:
            return named[0]
        if action.holder:
            raise IllegalAction("no-decision", party=action.bettor, holder=action.holder)
        if not due:
            raise IllegalAction("no-decision-due")
        if len(due) > 1:
            raise IllegalAction("decisions-due", known=tuple(decision.names[0] for decision in due))
        return due[0]

    def _intent(self, choice: str, decision: Decision, amount: Money | None = None) -> Intent:
        """The intent of a choice: in a window, to place the bet, of an amount if one is named, else of the most."""
        if decision.window is None or choice != decision.window.to:
            return Intent(choice, self.state, decision.unit, decision.bet, among=decision.alternatives)
        questions, window = self.game.questions, decision.window
        placed = questions.placed(self.state, decision.bet, window, decision.provisions, amount)
        return Intent(PLACE_BET, as_placed(self.state, placed), decision.unit, placed, decision.provisions)

    def _answer_to(self, node: DecisionNode) -> Choose | None:
        """The choice that was announced for a decision that is now due; one that may no longer be made is forgotten."""
        choice = self._announced.pop((node.bettor, node.unit, node.provisions), None)
        return choice if choice is not None and choice.choice in node.legal else None

    def _amount(self, action: Choose, decision: Decision) -> Money | None:
        """The amount that a choice needs: the lower stake, where the stake is to be reduced.

        Raises:
            IllegalAction: it is no such amount, or the choice takes none.
        """
        if decision.window is not None and action.choice == decision.window.to and action.amount is not None:
            limit = self.game.questions.limit(self.state, decision.bet, decision.window)
            if not 0 < action.amount <= limit:
                raise IllegalAction("amount-above-limit", decision.provisions, limit=str(limit))
            return action.amount
        plan = self._process.plan
        if not plan.lowers(action.choice):
            if action.amount is not None:
                raise IllegalAction("takes-no-amount", decision.provisions, choice=action.choice)
            return None
        if action.amount is None or not 0 < action.amount < decision.bet.stake:
            raise IllegalAction(
                "amount-not-lower", (plan.rules.upons[action.choice][0],), stake=str(decision.bet.stake)
            )
        return action.amount

    def _act(self, action: Act) -> State | None:
        # A bet of no kind and no stake stands for the party: norms are asked of one.
        questions, nobody = self.game.questions, Bet(action.bettor, "", "", 0)
        if action.act in questions.asking:
            raise IllegalAction("asked-in-a-step", questions.asking[action.act], action=action.act)
        if action.act not in questions.own_acts:
            if action.act in questions.about:  # to place a bet, or to close the betting
                raise IllegalAction("no-own-act", action=action.act)
            if speaking := tuple(dict.fromkeys(_speaking_of(action.act, self.game.rules))):
                raise IllegalAction("act-without-provision", speaking, action=action.act)
            raise IllegalAction("unknown-act", act=action.act, known=tuple(sorted(questions.own_acts)))
        self._unless_forbidden(action.bettor, Intent(action.act, self.state, "", nobody))
        is_somebody_there = is_somebody(questions.judge.rules, action.bettor)
        asked = questions.on_action(action.act, action.bettor, "") if is_somebody_there else []
        provisions = tuple(dict.fromkeys(eid for q in asked for rule in q.rules for eid in rule.provisions))
        if not provisions:
            theirs = {role: q for (role, act), q in questions.norms.items() if act == action.act}
            others = tuple(dict.fromkeys(eid for q in theirs.values() for rule in q.rules for eid in rule.provisions))
            raise IllegalAction("not-theirs", others, action=action.act, party=action.bettor, known=tuple(theirs))
        # Where the norms say only when an action is permitted, it is so only then.
        only_permitted = all(rule.effect.modality is m.Modality.MAY for q in asked for rule in q.rules)
        permitting = questions.permitting(self.state, action.act, "", nobody)
        # An act that norms bid, or only forbid, none need permit. A prohibition that does not apply is no ground of it.
        if only_permitted and not permitting:
            by = questions.refusing(self.state, (action.act,), "", nobody, provisions)
            raise IllegalAction("not-now", by, action=action.act, party=action.bettor)
        eid, effects = questions.judge.rules.upons.get(action.act, ("", ()))
        unit = self._acting_for(action, eid, effects)
        self._stay(self.state._replace(chosen=self.state.chosen | {ChosenAction(action.bettor, None, action.act)}))
        self._moment = Moment(None, Basis(), self.state)
        if permitting:
            self._tell_behind(action.act, self.state, "", nobody)
        self._tell(Told("acted", permitting, action.bettor, ("action",), (action.act,)))
        if effects:
            return self._follow_up(action, unit)
        # Norms that ask for the act may leave nothing of a choice that is due.
        return self.state if isinstance(self._node, DecisionNode) else None

    def _acting_for(self, action: Act, eid: str, effects: tuple[m.Consequence, ...]) -> str:
        """The hand, if any, with which a party plays whose act of its own accord changes bets or draws objects.

        Raises:
            IllegalAction: no provision says which bets or hand the act changes, or it changes more than that.
        """
        about = {"action": action.act, "party": action.bettor}
        if any(isinstance(effect, m.PutOn | m.Split | m.Reduce | m.EndTurn) for effect in effects):
            # Such a bet has a place in the program, such a stake an amount, and such a turn an end, only where a step
            # asks.
            raise IllegalAction("act-not-followed", (eid,), **about)
        bets = [bet for bet in self.state.placed if bet.bettor == action.bettor and bet.is_open]
        kinds = {e.bet for e in effects if not isinstance(e, m.Burn | m.RoundsLeft | m.EndTurn | m.Draw)}
        hands = {bet.unit for bet in bets if bet.bet in kinds}
        draws = any(isinstance(effect, m.Draw) for effect in effects)
        if draws:
            hands |= {bet.unit for bet in bets}
        if (kinds or draws) and (len(hands) != 1 or (draws and "" in hands)):
            raise IllegalAction("act-of-no-one-hand", (eid,), **about)
        return next(iter(hands), "")

    def _follow_up(self, action: Act, unit: str) -> State | None:
        """The immediate consequences of an act, after which the round stands where it stood.

        The state from which the round runs on, where an irregularity has made it void meanwhile.
        """
        before, questions = self.state, self.game.questions
        process = Process(follow_up(questions.judge.rules, action.act, unit, action.bettor), questions)
        node = process.advance(before._replace(pc=0, due=None, given=0, aside=()), self._tell, self._watch)
        while isinstance(node, ChanceNode):
            node = process.advance(self._draw(process, node), self._tell, self._watch)
        # The end of this program is not that of the round, with which first use of the objects would end.
        stock = node.state.stock._replace(fresh=before.stock.fresh, anew=before.stock.anew)
        after = node.state._replace(stock=stock)
        if self.is_betting:  # who takes a bet back before the deal has none
            after = after._replace(bets=tuple(bet for bet in after.bets if bet.result not in ("push", "void")))
        if after.over:
            return after._replace(pc=self._process.plan.finish + 1)
        self._stay(after._replace(pc=before.pc, due=before.due, given=before.given, aside=before.aside))
        return None

    # ── Irregularities ──────────────────────────────────────────────────────

    def _happen(self, action: Irregularity) -> State | None:
        if self.is_over:
            raise IllegalAction("round-over")
        if action.event not in (known := self.game.events()):
            raise IllegalAction("unknown-event", event=action.event, known=tuple(known))
        rules = self.game.questions.judge.rules
        if action.holder and not (role_of(action.holder, rules) in rules.roles and is_somebody(rules, action.holder)):
            raise IllegalAction("event-at-unknown-place", place=action.holder, known=tuple(self._concerned()))
        # Objects that came before the deal are not counted, so that before it every later moment is still to come.
        dealt = 0 if self.is_betting else len(self.drawn) - self._set_aside
        if 0 < action.after < dealt:
            raise IllegalAction("event-too-late", after=action.after, dealt=dealt)
        if action.after > dealt:
            self._scheduled.setdefault(action.after, []).append(action)
            return None
        state = self._happening(self._process, self.state, action)
        if state.over:
            return state
        self._stay(state)
        return None

    def _concerned(self) -> list[str]:
        """Whom an irregularity can concern: every single holder, places for bets, who bets, and who holds a hand."""
        rules = self.game.questions.judge.rules
        single = (role for role in rules.roles if rules.fixed(role))
        betting = (name for bet in self.state.placed for name in (bet.bettor, bet.unit))
        known = dict.fromkeys([*single, *filter(None, places(self.game)), *betting, *self.hands])
        return [name for name in known if name and role_of(name, rules) in rules.roles]

    def _happening(self, process: Process, state: State, action: Irregularity) -> State:
        report = (action.event, action.holder, action.count)
        # Of the step under way an irregularity is no part: it does not rest on what that is there by.
        self._moment = Moment(None, Basis(), process.reported(state, *report)[0])
        after = process.happen(state, *report, self._tell)
        if isinstance(after, Undecided):
            if after.problem == DIFFER:
                raise UnsettledCase(DIFFER, after.provisions)
            if after.problem == CONFLICT:
                raise UnsettledCase("conflict-event", after.provisions, about=action.event)
            speaking = (eid for eid, statement in self.game.rules.statements if _speaks_of(statement, action.event))
            raise IllegalAction("event-not-covered", tuple(dict.fromkeys(speaking)), event=action.event)
        return after

    # ── What is known ───────────────────────────────────────────────────────

    @property
    def steps(self) -> tuple[Told, ...]:
        """Every step so far, with objects and amounts as values."""
        return tuple(self._steps)

    @property
    def trace(self) -> Trace:
        """Every step so far, with objects by their symbols, and the readings and inferences that it rests on."""
        material = self.game.questions.judge.hands.material
        return Trace(self._steps, material, self.rests_on)

    def rests_on(self, index: int) -> Rest:
        """The readings and inferences that a step rests on."""
        # Under each other value of each reading the step is decided anew: only for whoever looks, and once.
        if index not in self._rests_on:
            moment = self._moments[index]
            rest = NO_REST if moment is None else self.game.resting.of_step(self._steps[index], moment)
            self._rests_on[index] = rest
        return self._rests_on[index]

    def rest_of_bet(self, place: int) -> Rest:
        """The readings and inferences that the outcome of a bet rests on, by its place among the bets."""
        for index in reversed(range(len(self._steps))):
            kind, op = self._steps[index].kind, moment.op if (moment := self._moments[index]) else None
            # An irregularity that makes the round void ends every bet.
            if kind == "round-void" or (kind == "settled" and isinstance(op, Settle) and op.bet == place):
                return self.rests_on(index)
        return NO_REST

    def scored(self) -> tuple[str, ...]:
        """Entries of the score for the round: those of its bets that would win, placed or not."""
        return tuple(bet for bet in self.game.rules.score if self._process.would_win(self.state, bet))

    def returns(self) -> dict[str, Money]:
        """Gains of each bettor (negative: losses) on bets settled so far.

        Once the round is over, none of a bettor with a bet that no rule has settled.
        """
        unsettled = {bet.bettor for bet in self.state.bets if self.is_over and bet.stake and not bet.result}
        out: dict[str, Money] = {}
        for bet in self.state.bets:
            if bet.bettor not in unsettled:
                out[bet.bettor] = out.get(bet.bettor, 0) + bet.net
        return out

    def information_state(self, party: str) -> dict[str, Any]:
        """The information state of a party: what lies open, and its own hand; of others only how many objects.

        `party` is a bettor, or a holder such as `dealer`, who sees what lies open. What a holder threw is
        its hand where it holds nothing, and else `thrown`, beside it. Bets have no provisions, by which one that has
        ended during the round may tell of a hand.

        Raises:
            InvalidArgument: it is no text.
        """
        expect("party", party, str)
        symbols = self.game.questions.judge.hands.material.symbols
        hands: dict[str, dict[str, Any]] = {}
        for hand in hands_seen(self.state, party):
            # A throw comes before the hand of the same holder, which takes its place.
            hands[hand.unit] = {"objects": None if hand.objects is None else symbols(hand.objects), "count": hand.size}
        for unit, faces in self.thrown_beside.items():
            hands[unit]["thrown"] = symbols(faces)
        decisions = [d for d in self.decisions if d.bettor == party]
        return {
            "party": party,
            "hands": hands,
            "bets": [bet_json(b.as_seen) for b in self.state.placed],
            "decisions": [{"holder": d.unit, "alternatives": list(d.alternatives)} for d in decisions],
            "over": self.is_over,
        }

    def to_json(self) -> dict[str, Any]:
        """The round as plain data (`lexludi.trace/1`); also a replay file."""
        return record(self)

    @property
    def moment(self) -> Moment | None:
        """The moment that the round has come to: its operation, what that rests on, and the state."""
        return self._moment

    def rest_of_problem(self) -> Rest:
        """The readings and inferences that the last problem rests on."""
        if self._refused is not None:
            return self.game.resting.of_refusal(self._refused)
        return rest_of_problem(self)

    def begun_anew(self, game: Game) -> "Round":
        """A round of another game as this one was before its first action, which is given what this one drew.

        Raises:
            LexludiError: the other game does not have such objects, or comes to an end at once.
        """
        drawn = self.game.questions.judge.hands.material.symbols(self.drawn)
        material = game.questions.judge.hands.material
        supply = Supply(material, None, material.parse_all(drawn))
        out = Round(
            game,
            seed=None,
            supply=supply,
            stock=self._begun_with,
            statuses=self._statuses_given,
            number=self.number,
            meters=self.state.meters_found,
        )
        # Bets that stayed from the round before are no actions of this one.
        for bet in self._kept:
            out.keep(bet)
        return out

    @property
    def problem(self) -> tuple[LexludiError, Action | None] | None:
        """The problem of the last action, if it had one, and that action, if it was refused.

        An action that was taken before the rules gave out, or the objects, is none that was refused.
        """
        return self._problem


def _said_by(told: Told) -> object:
    """The statement of a step that need not be made again, a definition or of what category a hand is; or nothing."""
    match told.kind:
        case "defined":
            return told
        case "ranked" | "revealed" | "combined":
            return whole_of(told.party), told.values[told.names.index("objects")]
        case _:
            return None


def _speaks_of(statement: Construct, event: str) -> bool:
    return any(node.op in ("happens", "happens_to") and node.term(0) == event for node in constructs_in(statement))
