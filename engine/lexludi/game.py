"""A regulation as a game: rounds with bets, decisions, hidden cards, returns and a trace."""

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from lexludi.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet, action_to_json
from lexludi.errors import IllegalAction, InvalidStack
from lexludi.interpreter import Program
from lexludi.loader import find, rules_of
from lexludi.nodes import Construct, walk
from lexludi.norms import actions_known, forbidding, permitting, speaking_of
from lexludi.rules import Range, RuleSet, Value, expressions
from lexludi.settings import decide, resolve_settings
from lexludi.state import Bet, Decision, Money, State
from lexludi.trace import SCHEMA, Trace, amount

PLACE_BET = "place-bet"


@dataclass(frozen=True)
class Game:
    """A regulation in force, with its options and readings decided."""

    rules: RuleSet
    version: str
    settings: Mapping[str, Value]
    program: Program

    @property
    def digest(self) -> str:
        """A digest of the rules: two games with the same digest play alike."""
        statements = repr([(eid, repr(s)) for eid, s in self.rules.statements])
        settings = repr(sorted((k, str(v)) for k, v in self.settings.items()))
        return hashlib.sha256((statements + settings).encode()).hexdigest()

    def new_round(
        self,
        *,
        seed: int | None = None,
        cards: str | Iterable[str] | None = None,
        statuses: Mapping[str, str] | None = None,
    ) -> "Round":
        """A round before its bets.

        Chance comes from `cards` (symbols in the order dealt), or from `seed`, or,
        with neither, from a seed of its own, which the round tells. `statuses`
        gives bettors a status other than the first (`{"player-2": "standing"}`).

        Raises:
            InvalidStack: an unknown object, or more of one than the material has.
        """
        return Round(self, seed=seed, cards=cards, statuses=statuses or {})

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
) -> Game:
    """The game of a work (`mo/q-poker`) or of a regulation file, as in force on a day.

    `text` says which language is executed: `zh`, `pt` or `en`.

    Raises:
        UnknownWork: no such work, date or language.
        InvalidRegulation: the text has errors.
        InvalidSetting: an option or reading that it does not have.
    """
    day = date.fromisoformat(on) if isinstance(on, str) else on
    file = find(work, day, text)
    return make_game(rules_of(file), file.version, options or {}, readings or {})


def make_game(rules: RuleSet, version: str, options: Mapping[str, object], readings: Mapping[str, object]) -> Game:
    """The game of a rule set."""
    settings = resolve_settings(rules, options, readings)
    return Game(rules, version, settings, Program(decide(rules, settings)))


def _constructs(rules: RuleSet) -> Iterable[Construct]:
    return (n for e in expressions(rules) for n in walk(e) if isinstance(n, Construct))


class Round:
    """One round: apply actions until it is over; everything that happened is in `trace`."""

    def __init__(
        self, game: Game, *, seed: int | None, cards: str | Iterable[str] | None, statuses: Mapping[str, str]
    ) -> None:
        self.game = game
        self.program = game.program
        given = self._given(cards) if cards is not None else None
        self.seed = None if given is not None else (secrets.randbits(53) if seed is None else seed)
        self.state: State = self.program.start(Random(self.seed) if given is None else None, given)
        self.actions: list[Action] = []
        self._set_statuses(statuses)
        self.program.advance(self.state)

    def _given(self, cards: str | Iterable[str]) -> list[int]:
        symbols = cards.replace(",", " ").split() if isinstance(cards, str) else list(cards)
        material = self.program.material
        given = [material.parse(s) for s in symbols]
        available: Counter[int] = Counter()
        for pool in material.pools.values():
            available.update(pool)
        for thing, count in Counter(given).items():
            if material.objects[thing].object in material.pools and count > available[thing]:
                eid = next(s.eid for s in self.game.rules.stocks if s.object == material.objects[thing].object)
                shown = material.objects[thing].symbol
                raise InvalidStack("too-many-of-one", (eid,), text=shown, available=available[thing])
        return given

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
            return [*self._possible_bets(), Deal()]
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
            out.extend(Irregularity(event, unit) for unit in self.state.hands)
        return out

    def _possible_bets(self) -> list[Action]:
        bettor = self.game.rules.bettor_role()
        return [
            PlaceBet(f"{bettor}-{place.rpartition('-')[2] or 1}", place, bet.id, None, item)
            for place in self._places()
            for bet in self.game.rules.bets.values()
            for item in (self.game.rules.scales[bet.naming].items if bet.naming else ("",))
        ]

    def _places(self) -> list[str]:
        """Where bets may stand: numbered holders, one holder, or nowhere in particular."""
        role = self.program.rules.roles.get(self.game.rules.bettor_role())
        if role is None or not role.at:
            return [""]
        at = self.program.rules.roles[role.at]
        if at.kind == "one":
            return [at.id]
        count = at.count.low if isinstance(at.count, Range) else at.count
        assert isinstance(count, int), at
        return [f"{at.id}-{n}" for n in range(1, count + 1)]

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
                action = self._complete(action)
                self._place_bet(action)
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

    def _complete(self, action: PlaceBet) -> PlaceBet:
        """The bet with its place and bettor in full: `1` is `box-1`, whose own bettor is `player-1`."""
        places = self._places()
        role = self.game.rules.bettor_role()
        holder = action.holder
        if holder not in places:
            holder = next((p for p in places if p.rpartition("-")[2] == holder), holder)
        if not holder and len(places) == 1:
            holder = places[0]
        number = holder.rpartition("-")[2]
        bettor = action.bettor or f"{role}-{number if number.isdigit() else 1}"
        return replace(action, holder=holder, bettor=bettor)

    def _place_bet(self, action: PlaceBet) -> None:
        kind = self.game.rules.bets.get(action.bet)
        if kind is None:
            raise IllegalAction("unknown-bet", bet=action.bet, known=tuple(self.game.rules.bets))
        if action.holder not in (places := self._places()):
            raise IllegalAction("unknown-place", place=action.holder, known=tuple(places))
        if action.stake is None or action.stake <= 0:
            raise IllegalAction("stake-not-positive", stake=str(action.stake))
        if bool(kind.naming) != bool(action.naming) or (
            kind.naming and action.naming not in self.game.rules.scales[kind.naming].items
        ):
            raise IllegalAction("bet-names-wrongly", (kind.eid,), bet=action.bet)
        unit = action.bettor if self.program.per_bettor else action.holder
        bet = Bet(action.bettor, action.holder, action.bet, action.stake, action.naming, unit)
        if forbidden := forbidding(self.program, self.state, PLACE_BET, unit, bet):
            raise IllegalAction("forbidden", forbidden, action=PLACE_BET, party=action.bettor)
        if not self.state.betting:
            raise IllegalAction("betting-closed")
        allowed = permitting(self.program, self.state, PLACE_BET, unit, bet)
        self.state.bets.append(bet)
        names = ("bet", "holder", "stake", *(("naming",) if bet.naming else ()))
        values = (bet.bet, bet.holder, bet.stake, *((bet.naming,) if bet.naming else ()))
        self.state.trace.append(("bet-placed", (kind.eid, *allowed), bet.bettor, names, values))

    def _close_betting(self) -> None:
        if not self.state.betting:
            raise IllegalAction("already-dealt")
        if not self.state.bets:
            raise IllegalAction("no-bets")
        self.state.betting = False

    def _choose(self, action: Choose) -> None:
        for decision in self.state.queue:
            if action.holder == decision.unit and action.bettor in ("", decision.bettor):
                break
        else:
            raise IllegalAction("no-decision", party=action.bettor, holder=action.holder)
        if action.choice not in decision.alternatives:
            raise IllegalAction("unknown-choice", choice=action.choice, known=decision.alternatives)
        if forbidden := forbidding(self.program, self.state, action.choice, decision.unit, decision.bet):
            raise IllegalAction("forbidden", forbidden, action=action.choice, party=decision.bettor)
        self.program.choose(self.state, decision, action.choice)

    def _act(self, action: Act) -> None:
        known = actions_known(self.program) - {PLACE_BET}
        if action.act not in known:
            raise IllegalAction("unknown-act", act=action.act, known=tuple(sorted(known)))
        if forbidden := forbidding(self.program, self.state, action.act, "", _nobody(action.bettor)):
            raise IllegalAction("forbidden", forbidden, action=action.act, party=action.bettor)
        self.state.chosen.add((action.bettor, action.act))
        provisions = speaking_of(self.program, action.act, action.bettor)
        self.state.trace.append(("acted", provisions, action.bettor, ("action",), (action.act,)))

    def _happen(self, action: Irregularity) -> None:
        if self.state.over:
            raise IllegalAction("round-over")
        if action.event not in (known := self.game.events()):
            raise IllegalAction("unknown-event", event=action.event, known=tuple(known))
        if action.after > len(self.state.drawn):
            scheduled = self.state.scheduled = self.state.scheduled or {}
            due = scheduled.setdefault(action.after, [])
            due.append((action.event, action.holder, action.count))
        elif not self.program.happen(self.state, action.event, action.holder, action.count):
            concerned = tuple(dict.fromkeys(r.eid for r in self.game.rules.events))
            raise IllegalAction("event-not-covered", concerned, event=action.event)

    # ── What is known ───────────────────────────────────────────────────────

    @property
    def trace(self) -> Trace:
        """Every step so far."""
        return Trace(self.state.trace, self.program.material)

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
            "text": rules.language,
            "options": {k: str(v) for k, v in self.game.options.items()},
            "readings": {k: str(v) for k, v in self.game.readings.items()},
            "rules": self.game.digest,
            "seed": self.seed,
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
        hand, material = tuple(self.state.hands[unit]), self.program.material
        out: dict[str, Any] = {"objects": material.symbols(hand)}
        if self.game.rules.categories and (category := material.category(hand)):
            out["category"] = category.id
        if self.game.rules.worths:
            out["total"] = material.total(hand)
        return out


def _bet_json(bet: Bet) -> dict[str, Any]:
    out = {
        "bet": bet.bet,
        "holder": bet.holder,
        "bettor": bet.bettor,
        "stake": amount(bet.stake),
        "naming": bet.naming,
        "result": bet.result or None,
        "net": amount(bet.net) if bet.result else None,
        "provisions": list(bet.provisions),
    }
    return {k: v for k, v in out.items() if v != ""}


def _nobody(bettor: str) -> Bet:
    """A bet of no amount, for norms that ask only who acts."""
    return Bet(bettor, "", "", Fraction(0))
