"""A regulation as a game: rounds with bets, decisions, hidden cards, returns and a trace."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from lexludi.base.errors import IllegalAction, InvalidSetting
from lexludi.language.nodes import Construct, walk
from lexludi.law.files import TextFile
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet, action_to_json
from lexludi.play.betting import PLACE_BET, add_bet, complete, place_bet, possible_bets
from lexludi.play.interpreter import Program
from lexludi.play.norms import actions_known, forbidding, of_others, permitted_if_only_permitted, speaking_of
from lexludi.play.readings import role_of
from lexludi.play.settlement import KEPT
from lexludi.play.state import Bet, Decision, Money, State, Stock
from lexludi.play.trace import SCHEMA, Trace, amount
from lexludi.rules.model import RuleSet, Value, expressions
from lexludi.rules.settings import decide, digest, resolve_settings
from lexludi.rules.throws import thrower


@dataclass(frozen=True)
class Game:
    """A regulation in force, with its options and readings decided; `file` when it is not on the shelf.

    `text` is the text that it was loaded from, when it was loaded by name.
    """

    rules: RuleSet
    version: str
    settings: Mapping[str, Value]
    program: Program
    file: str = ""
    text: TextFile | None = None

    @property
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
        unless they are given (then they are what is dealt, with nothing burned).

        Raises:
            InvalidStack: an unknown object, or more of one than the material has.
        """
        given = None if cards is None else self.program.material.parse_all(cards)
        own = None if given is not None else secrets.randbits(53) if seed is None else seed
        stock = self.program.dealing.new_stock()
        stock.fresh = given is None if fresh is None else fresh
        rng = None if own is None else Random(own)
        return Round(self, seed=own, rng=rng, given=given, stock=stock, statuses=statuses or {})

    @property
    def options(self) -> dict[str, Value]:
        """The house options and their values."""
        return {p.id: self.settings[p.id] for p in self.rules.parameters.values() if p.kind == "option"}

    @property
    def readings(self) -> dict[str, Value]:
        """The readings of doubtful provisions and their values."""
        return {p.id: self.settings[p.id] for p in self.rules.parameters.values() if p.kind == "reading"}

    def events(self) -> list[str]:
        """The irregularities that the regulation speaks of."""
        return sorted({n.term(0) for n in _constructs(self.rules) if n.op in ("happens", "happens_to")})


def load(
    work: str,
    *,
    on: date | str | None = None,
    text: str = "",
    options: Mapping[str, object] | None = None,
    readings: Mapping[str, object] | None = None,
    accept_unknown: bool = False,
) -> Game:
    """The game of a work (`mo/q-poker`, `mo/baccarat@2018-05-01`) or of a regulation file, as in force on a day.

    `text` says which language is executed. Without a day it is the most recent text that
    is wholly known; one after an amendment that is not runs only with `accept_unknown`.

    Raises:
        UnknownWork: no such work, date or language.
        InvalidRegulation: the text has errors.
        NotWhollyKnown: it was amended in ways that are not known.
        InvalidSetting: an option or reading that it does not have, or not yet.
    """
    # Ready-made rules (`make_game`) are played where there is no parser.
    from lexludi.law.introductions import setting_not_yet
    from lexludi.law.loader import find, name_off_shelf, rules_to_run

    day = date.fromisoformat(on) if isinstance(on, str) else on
    file = find(work, day, text)
    rules = rules_to_run(file, accept_unknown=accept_unknown)
    try:
        game = make_game(rules, file.version, options or {}, readings or {}, file=name_off_shelf(file))
    except InvalidSetting as problem:
        raise setting_not_yet(problem, file) from None
    return replace(game, text=file)


def make_game(
    rules: RuleSet, version: str, options: Mapping[str, object], readings: Mapping[str, object], file: str = ""
) -> Game:
    """The game of a rule set; `file` is where its text is, when that is not on the shelf."""
    settings = resolve_settings(rules, options, readings)
    return Game(rules, version, settings, Program(decide(rules, settings)), file)


def _constructs(rules: RuleSet) -> Iterable[Construct]:
    return (n for e in expressions(rules) for n in walk(e) if isinstance(n, Construct))


class Round:
    """One round: apply actions until it is over; everything that happened is in `trace`."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None,
        rng: Random | None,
        given: list[int] | None,
        stock: Stock,
        statuses: Mapping[str, str],
    ) -> None:
        self.game = game
        self.program = game.program
        self.seed = seed
        self.begins_stock = stock.fresh
        self.state: State = self.program.start(rng, given, stock)
        self.actions: list[Action] = []
        for amended in game.rules.metadata.not_wholly_known:
            values = (amended.number, amended.knowledge.value)
            self.state.trace.append(("amendment-not-known", (), "", ("instrument", "knowledge"), values))
        self._set_statuses(statuses)
        self.program.advance(self.state)

    def _set_statuses(self, statuses: Mapping[str, str]) -> None:
        role = self.game.rules.bettor_role()
        known = [v for s in self.game.rules.statuses if s.role == role for v in s.values]
        for party, status in statuses.items():
            if status not in known:
                raise IllegalAction("unknown-status", status=status, known=tuple(known))
            self.state.statuses = {**(self.state.statuses or {}), party: {role: status}}

    # ── What can be done ────────────────────────────────────────────────────

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.state.over

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, if any."""
        return self.state.queue[0] if self.state.queue else None

    def legal_actions(self) -> list[Action]:
        """What may be done now; a `PlaceBet` with no stake stands for any stake."""
        if self.state.over:
            return []
        if self.state.betting:
            return [*possible_bets(self.program), Deal()]
        return [
            Choose(d.bettor, d.unit, choice)
            for d in self.state.queue
            for choice in d.alternatives
            if not forbidding(self.program, self.state, choice, d.unit, d.bet)
        ]

    def irregularities(self) -> list[Irregularity]:
        """The irregularities that the regulation speaks of, at each holder that they can concern."""
        if self.state.over:
            return []
        out = []
        for event in self.game.events():
            out.append(Irregularity(event))
            out.extend(Irregularity(event, unit) for unit in dict.fromkeys(map(thrower, self.state.hands)))
        return out

    # ── Doing it ────────────────────────────────────────────────────────────

    def apply(self, action: Action) -> None:
        """Do something and run on until somebody must act again.

        Raises:
            IllegalAction: a provision forbids it (it is named), or it is not possible now.
            UnsettledCase: no rule, or contradictory rules, decide what was reached.
            InvalidStack: the given objects are used up.
        """
        match action:
            case PlaceBet():
                action = complete(self.program, action)
                self._place(action)
            case Deal():
                self._close_betting()
            case Choose():
                self._choose(action)
            case Act():
                self._act(action)
            case Irregularity():
                self._happen(action)
        self.actions.append(action)
        self.program.advance(self.state)

    def _place(self, bet: PlaceBet) -> None:
        try:
            place_bet(self.program, self.state, bet)
        except IllegalAction as problem:
            if problem.key == "unknown-bet" and self.game.text is not None:
                from lexludi.law.introductions import bet_not_yet

                raise bet_not_yet(problem, self.game.text) from None
            raise

    def _close_betting(self) -> None:
        if not self.state.betting:
            raise IllegalAction("already-dealt")
        if not self.state.bets and self.program.deals_to_bets:
            raise IllegalAction("no-bets")
        self.state.betting = False
        self.state.set_aside = len(self.state.drawn)

    def _choose(self, action: Choose) -> None:
        for decision in self.state.queue:
            if action.holder in decision.names and action.bettor in ("", decision.bettor):
                break
        else:
            raise IllegalAction("no-decision", party=action.bettor, holder=action.holder)
        if action.choice not in decision.alternatives:
            raise IllegalAction("unknown-choice", choice=action.choice, known=decision.alternatives)
        if forbidden := forbidding(self.program, self.state, action.choice, decision.unit, decision.bet):
            raise IllegalAction("forbidden", forbidden, action=action.choice, party=decision.bettor)
        self.state.amount = self._amount(action, decision)
        self.program.choose(self.state, decision, action.choice)

    def _amount(self, action: Choose, decision: Decision) -> Money | None:
        """The amount that a choice needs: the lower stake, where the stake is to be reduced."""
        upon = self.program.upons.get(action.choice)
        if upon is None or not any(effect.op == "reduces" for effect in upon.effects):
            return None
        if action.amount is None or not 0 < action.amount < decision.bet.stake:
            raise IllegalAction("amount-not-lower", (upon.eid,), stake=str(decision.bet.stake))
        return action.amount

    def _act(self, action: Act) -> None:
        known = actions_known(self.program) - {PLACE_BET}
        if action.act not in known:
            raise IllegalAction("unknown-act", act=action.act, known=tuple(sorted(known)))
        if forbidden := forbidding(self.program, self.state, action.act, "", _nobody(action.bettor)):
            raise IllegalAction("forbidden", forbidden, action=action.act, party=action.bettor)
        provisions = speaking_of(self.program, action.act, action.bettor)
        if not provisions:
            theirs, others = of_others(self.program, action.act)
            raise IllegalAction("not-theirs", others, action=action.act, party=action.bettor, known=theirs)
        if not permitted_if_only_permitted(self.program, self.state, action.act, _nobody(action.bettor)):
            raise IllegalAction("not-now", provisions, action=action.act, party=action.bettor)
        self.state.chosen.add((action.bettor, action.act))
        self.state.trace.append(("acted", provisions, action.bettor, ("action",), (action.act,)))
        if upon := self.program.upons.get(action.act):
            for effect in upon.effects:
                self.program.perform(self.state, effect, (upon.eid,), "", None)

    def _happen(self, action: Irregularity) -> None:
        if self.state.over:
            raise IllegalAction("round-over")
        if action.event not in (known := self.game.events()):
            raise IllegalAction("unknown-event", event=action.event, known=tuple(known))
        if action.holder and role_of(action.holder, self.game.rules) not in self.game.rules.roles:
            raise IllegalAction("unknown-place", place=action.holder, known=tuple(self.game.rules.roles))
        if action.after > (0 if self.state.betting else len(self.state.drawn) - self.state.set_aside):
            scheduled = self.state.scheduled = self.state.scheduled or {}
            due = scheduled.setdefault(action.after, [])
            due.append((action.event, action.holder, action.count))
        elif not self.program.happen(self.state, action.event, action.holder, action.count):
            raise self.program.not_covered(action.event)

    # ── What is known ───────────────────────────────────────────────────────

    @property
    def trace(self) -> Trace:
        """Every step so far."""
        return Trace(self.state.trace, self.program.material)

    def keep(self, bet: Bet) -> None:
        """Take over a bet that stays from the round before."""
        own = Bet(bet.bettor, bet.holder, bet.bet, bet.stake, bet.naming, bet.unit)
        add_bet(self.state, own, "bet-kept", bet.provisions)

    def scored(self) -> tuple[str, ...]:
        """What the score records of the round: those of its bets that would win, placed or not."""
        return tuple(bet for bet in self.game.rules.score if self.program.settlement.would_win(self.state, bet))

    def returns(self) -> dict[str, Money]:
        """What each bettor has gained (negative: lost) on bets settled so far."""
        out: dict[str, Money] = {}
        for bet in self.state.bets:
            out[bet.bettor] = out.get(bet.bettor, 0) + bet.net
        return out

    def information_state(self, party: str) -> dict[str, Any]:
        """What a party may know: hands turned up and its own; of others only how many objects.

        `party` is a bettor, or a holder such as `dealer`, who sees what lies open.
        """
        own = {b.unit for b in self.state.bets if b.bettor == party}
        material = self.program.material
        hands = {
            unit: {
                "objects": material.symbols(hand) if unit in self.state.face_up or unit in own else None,
                "count": len(hand),
            }
            for unit, hand in self.state.hands.items()
        }
        decisions = [
            {"holder": d.unit, "alternatives": list(d.alternatives)} for d in self.state.queue if d.bettor == party
        ]
        return {
            "party": party,
            "hands": hands,
            "bets": [_bet_json(b) for b in self.state.bets],
            "decisions": decisions,
            "over": self.state.over,
        }

    def to_json(self) -> dict[str, Any]:
        """The round as plain data (`lexludi.trace/1`); also a replay file."""
        rules, state, material = self.game.rules, self.state, self.program.material
        return {
            "schema": SCHEMA,
            "work": rules.metadata.work,
            "on": self.game.version,
            **({"file": self.game.file} if self.game.file else {}),
            "text": rules.language,
            "options": {k: str(v) for k, v in self.game.options.items()},
            "readings": {k: str(v) for k, v in self.game.readings.items()},
            "rules": self.game.digest,
            "seed": self.seed,
            **({"fresh": self.begins_stock} if self.program.lasting else {}),
            "drawn": material.symbols(state.drawn),
            "statuses": {p: s for p, by_role in (state.statuses or {}).items() for s in by_role.values()},
            "actions": [action_to_json(a) for a in self.actions],
            "holders": {unit: self._holder_json(unit) for unit in state.hands},
            "bets": [_bet_json(b) for b in state.bets],
            "returns": {p: amount(n) for p, n in self.returns().items()},
            "over": state.over,
            "void": state.void,
            "steps": self.trace.to_json(),
        }

    def _holder_json(self, unit: str) -> dict[str, Any]:
        hand, material = self.state.hands[unit], self.program.material
        out: dict[str, Any] = {"objects": material.symbols(hand)}
        if self.game.rules.categories and (category := material.category(hand)):
            out["category"] = category.id
        if self.game.rules.worths:
            out["total"] = material.total(hand)
        return out


def _bet_json(bet: Bet) -> dict[str, Any]:
    decided = bet.result not in ("", KEPT)
    out = {
        "bet": bet.bet,
        "holder": bet.holder,
        "bettor": bet.bettor,
        "stake": amount(bet.stake),
        "naming": bet.naming,
        "result": bet.result if decided else None,
        "net": amount(bet.net) if decided else None,
        "kept": True if bet.result == KEPT else "",
        "provisions": list(bet.provisions),
    }
    return {k: v for k, v in out.items() if v != ""}


def _nobody(bettor: str) -> Bet:
    """A bet of no amount, for norms that ask only who acts."""
    return Bet(bettor, "", "", Fraction(0))
