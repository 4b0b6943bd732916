"""Rounds for a page: a table that is asked in JSON and answers in JSON, in words of a language.

An answer depends on its question alone: the page asks with everything that has been
done so far, and the round is played from its beginning. A question is untrusted; what
is wrong with it is told like any other mistake. Nothing here needs a parser, Babel or
the shelf, so that all of it runs in a browser.
"""

import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import fields, replace
from typing import Any

from lexludi.base.boundary import Field, read_value
from lexludi.base.errors import IllegalAction, InvalidReplay, InvalidStack, LexludiError, UnsettledCase
from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.base.numbers import money
from lexludi.language.glossary import Glossary
from lexludi.language.phrases import LANGUAGES
from lexludi.play.actions import Action, Choose, action_to_json
from lexludi.play.game import Decision, Game, Round, make_game
from lexludi.play.hidden import numbers_hidden, provisions_hidden
from lexludi.play.plan import Chance, Verb
from lexludi.play.round_state import DECIDED
from lexludi.play.session import Session
from lexludi.play.table import bettor_at, places
from lexludi.play.table_plan import plan
from lexludi.play.telling import Teller
from lexludi.play.trace import Step
from lexludi.rules.grounds import said
from lexludi.rules.model import RuleSet
from lexludi.rules.parts import GIVEN_UP, part_in, part_of, whole_of
from lexludi.rules.portable import rules_from_text
from lexludi.site.series import (
    MAX_NAME,
    Earlier,
    in_use,
    read_actions,
    read_earlier,
    read_objects,
    series_told,
    session_after,
)

MAX_BYTES = 200_000
GAMES_KEPT = 16
# So many objects are added at once: each takes a round played again, and in one without an end there is always another.
MOST_ADDED = 500

_NEEDED = "stack-too-short"


@dataclass(frozen=True)
class RoundQuestion:
    """A question about a round: its game, its settings, its chance, and the actions taken so far.

    With `objects` (symbols in the order dealt) nothing is left to chance, unless
    `chance` asks to add to them, some hundreds at most, until somebody must act. `seen_by` is the party whose
    view is shown while the round lasts; nobody's (the empty string) shows everything.
    `rounds` are those that went before with the same objects, from the first on.
    """

    game: str
    language: str
    options: Mapping[str, object]
    readings: Mapping[str, object]
    actions: tuple[Action, ...] = ()
    seed: int | None = None
    objects: tuple[str, ...] | None = None
    chance: bool = False
    seen_by: str = ""
    rounds: tuple[Earlier, ...] = ()


class Table:
    """A table with the games that were put on it."""

    def __init__(self) -> None:
        self._rules: dict[str, tuple[RuleSet, str]] = {}
        self._games: dict[tuple[object, ...], Game] = {}

    def put(self, name: str, version: str, rules: str) -> None:
        """Put a game on the table: its name, its version, and its rules as `portable` writes them."""
        self._rules[name] = (rules_from_text(rules), version)

    def put_game(self, name: str, game: Game) -> None:
        """Put a game on the table as it is, with its settings and who chose them; questions then have no others."""
        self._rules[name] = (game.rules, game.version)
        self._games[name, frozenset(), frozenset()] = game

    def plan(self, text: str) -> str:
        """The choices before a round (`table_plan`) under the settings of a question."""
        return self._told(text, lambda game, question: {"plan": plan(game, question.language)})

    def play(self, text: str) -> str:
        """The state of the round of a question."""
        return self._told(text, _answer)

    def _told(self, text: str, answer: Callable[[Game, RoundQuestion], dict[str, Any]]) -> str:
        """The answer to a question, or the problem with it."""
        language, glossary = _language_of(text), Glossary()
        try:
            question = read_question(text)
            if question.game in self._rules:
                glossary = self._rules[question.game][0].glossary
            told = answer(self._game(question), question)
        except LexludiError as problem:
            told = {"problem": _problem(problem, (), Teller(catalogue(language), glossary))}
        return json.dumps(told, ensure_ascii=False)

    def _game(self, question: RoundQuestion) -> Game:
        # By `repr`, 1, true and "1" remain apart.
        options, readings = question.options, question.readings
        settings = (frozenset((name, repr(value)) for name, value in chosen.items()) for chosen in (options, readings))
        key = (question.game, *settings)
        if question.game not in self._rules:
            raise InvalidReplay("field-not-among", path="$.game", found=question.game[:80], known=tuple(self._rules))
        if key not in self._games:
            rules, version = self._rules[question.game]
            # Whoever changes settings again and again must not fill the memory of a page.
            if len(self._games) >= GAMES_KEPT:
                self._games.clear()
            # A page sends the readings that differ from the stance of the text, which it shows as what is taken.
            self._games[key] = make_game(rules, version, options, readings, own_stance=True, chosen=())
        return self._games[key]


# ── Questions ───────────────────────────────────────────────────────────────


def read_question(text: str) -> RoundQuestion:
    """The question of a page.

    Raises:
        InvalidReplay: it is none.
    """
    question = read_value(text.encode("utf-8", "surrogatepass"), MAX_BYTES)
    question.only(*(field.name for field in fields(RoundQuestion)))
    return RoundQuestion(
        game=question.member("game").text(MAX_NAME),
        language=question.member("language").one_of(LANGUAGES),
        options=question.optional("options", _settings, {}),
        readings=question.optional("readings", _settings, {}),
        actions=question.optional("actions", read_actions, ()),
        seed=question.optional("seed", _seed, None),
        objects=question.optional("objects", read_objects, None),
        chance=question.optional("chance", Field.flag, False),
        seen_by=question.optional("seen_by", _name, ""),
        rounds=question.optional("rounds", read_earlier, ()),
    )


def _language_of(text: str) -> str:
    """The language of a text that may be no question at all."""
    # A question that is no JSON has a language too, in which to say so.
    match = re.search(r'"language": ?"(zh|pt|en)"', text[:MAX_BYTES])
    return match[1] if match else "en"


def _name(field: Field) -> str:
    return field.text(MAX_NAME)


def _settings(field: Field) -> dict[str, object]:
    return {
        name: part.whole() if isinstance(part.value, int) else _name(part) for name, part in field.members().items()
    }


def _seed(field: Field) -> int | None:
    return None if field.value is None else field.whole(0, (1 << 53) - 1)


# ── Answers ─────────────────────────────────────────────────────────────────


def _answer(game: Game, question: RoundQuestion) -> dict[str, Any]:
    """The state of a round: decisions due, trace, bets, and the problem that stopped it, if any."""
    teller = Teller.of(game.rules, catalogue(question.language))
    objects = list(question.objects) if question.objects is not None else None
    earlier = session_after(game, question.rounds, question.seed, by_choice=objects is not None)
    before = in_use(earlier, question.rounds)
    if objects is not None:
        # No more of an object than there are, whichever round it came in.
        game.questions.judge.hands.material.parse_all([*before, *objects])
    session, round_, done, stopped = _played(earlier, question, objects)
    for _ in range(MOST_ADDED):
        if not question.chance or objects is None or not _is_needed(stopped):
            break
        # Objects are given to a round as a whole: with each one more it is played again.
        objects.append(_by_chance(game, [*before, *objects], stopped))
        session, round_, done, stopped = _played(earlier, question, objects)
    _require_known(round_, question.seen_by)
    hidden = _hidden(round_, question.seen_by)
    burned = question.seen_by and any(step.kind == "burned" for step in round_.trace)
    shown, is_needed = round_.is_over or not (hidden or burned), _is_needed(stopped)
    problem = None
    if stopped and not is_needed:
        problem = _problem(stopped, teller.rest(round_.rest_of_problem()), teller)
    seen = list(_seen(round_, question.seen_by, hidden))
    return {
        "stage": _stage(round_, stopped),
        "done": done,
        "seed": round_.seed,
        "objects": objects,
        "problem": problem,
        "needed": _needed(game, before, objects or [], stopped, teller) if is_needed else None,
        "hands": list(_hands(round_, hidden, teller)),
        "decisions": [_decision(round_, d, hidden, teller) for d in round_.decisions],
        "bets": list(_bets(round_, [told for _, told in seen] if hidden else None, teller)),
        "returns": [
            {"party": teller.party(p), "net": money(n, question.language)} for p, n in round_.returns().items()
        ],
        "steps": list(_steps(seen, teller)),
        "record": round_.to_json() if shown else None,
        "series": series_told(session, teller),
    }


def _played(
    earlier: Session, question: RoundQuestion, objects: list[str] | None
) -> tuple[Session, Round, int, LexludiError | None]:
    """The session with the round after its actions, the number of them accepted, and the problem that stopped it.

    The session with the earlier rounds stays as it is.
    """
    session = copy(earlier)
    round_ = session.new_round(objects)
    for done, action in enumerate(question.actions):
        try:
            round_.apply(action)
        except LexludiError as problem:
            # An action that only lacks objects has been accepted.
            return session, round_, done + _is_needed(problem), problem
    return session, round_, len(question.actions), None


def _is_needed(problem: LexludiError | None) -> bool:
    """True of a round that stopped only because more objects are needed."""
    return problem is not None and problem.key == _NEEDED


def _stage(round_: Round, stopped: LexludiError | None) -> str:
    if _is_needed(stopped):
        return "drawing"
    if round_.is_over:
        # Where the rules gave out there is no result, and no round goes on from it.
        return "stopped" if isinstance(stopped, UnsettledCase) else "over"
    if round_.is_betting:
        return "betting"
    return "deciding" if round_.decision else "stopped"


def _cited(eids: Iterable[str], teller: Teller) -> list[dict[str, str]]:
    return [{"eid": eid, "cited": teller.provision(eid)} for eid in dict.fromkeys(eids)]


def _problem(problem: LexludiError, rest: Iterable[str], teller: Teller) -> dict[str, Any]:
    """A problem in words, with sentences on the readings and inferences that it rests on."""
    return {
        "key": problem.key,
        "kind": "refused" if isinstance(problem, IllegalAction) else "problem",
        "sentence": teller.problem(problem),
        "provisions": _cited(
            (*problem.provisions, *(eid for other in problem.also for eid in other.provisions)), teller
        ),
        "readings": list(rest),
    }


# ── Objects that are chosen ─────────────────────────────────────────────────


def _left(game: Game, objects: list[str], kind: str) -> dict[str, int]:
    """The number left of each object of a kind; of what is thrown, always as many as there are equal faces."""
    material = game.questions.judge.hands.material
    if kind in material.faces:
        return {material.objects[thing].symbol: count for thing, count in Counter(material.faces[kind]).items()}
    drawn = Counter(map(material.parse, objects))
    pool = Counter(material.pools[kind])
    return {material.objects[thing].symbol: count - drawn[thing] for thing, count in pool.items()}


def _by_chance(game: Game, objects: list[str], stopped: LexludiError | None) -> str:
    """The next object, each of those left as likely as the others."""
    assert stopped is not None
    left = _left(game, objects, stopped.args_by_name["kind"])
    pool = [symbol for symbol, count in left.items() for _ in range(count)]
    if not pool:
        raise InvalidStack("stock-exhausted", kind=stopped.args_by_name["kind"])
    return secrets.choice(pool)


def _needed(
    game: Game, before: list[str], objects: list[str], stopped: LexludiError | None, teller: Teller
) -> dict[str, Any]:
    """The object that is needed next: of what kind, for whom, and how many of each are left."""
    assert stopped is not None
    kind, holder = stopped.args_by_name["kind"], stopped.args_by_name["holder"]
    key = "play.needed" if holder else "play.needed-aside"
    return {
        "kind": kind,
        "sentence": teller.about(key, {"holder": holder}, object=teller.term(kind), number=len(objects) + 1),
        "left": _left(game, [*before, *objects], kind),
    }


# ── What is seen ────────────────────────────────────────────────────────────


# Of holders the places of the objects that a party does not see, as they lie; none of a hand that is gone.
Hidden = Mapping[str, Collection[int]]
# The step by which a hand is taken away.
_VOIDED = "hand-void"
# Steps that do not tell what their provisions read.
_UNREAD = ("bonus-paid", "meter-paid", "bet-gone-on")


def _require_known(round_: Round, party: str) -> None:
    """Refuse a party that there is not: who bets is known once bets are no longer accepted."""
    if not party or round_.is_betting:
        return
    at, holders = places(round_.game), [role.id for role in round_.game.rules.roles.values() if role.kind == "one"]
    bettors = [*(bet.bettor for bet in round_.state.bets), *(bettor_at(round_.game, place) for place in at)]
    known = tuple(dict.fromkeys(filter(None, (*bettors, *holders, *at, *round_.hands))))
    if party not in known:
        raise InvalidReplay("field-not-among", path="$.seen_by", found=party[:80], known=known)


def _hidden(round_: Round, party: str) -> Hidden:
    if not party or round_.is_over:
        return {}
    hidden: dict[str, Collection[int]] = {}
    for unit, hand in round_.information_state(party)["hands"].items():
        if hand["objects"] is None:
            hidden[unit] = range(hand["count"])
        elif len(hand["objects"]) < hand["count"]:
            # Part of the hand is seen: what lies face down is the rest.
            hidden[unit] = round_.state.face_down[unit]
    for step in round_.trace:
        if step.kind == _VOIDED and not _was_seen(round_, party, step.party):
            hidden.setdefault(step.party, ())
    return hidden


def _was_seen(round_: Round, party: str, unit: str) -> bool:
    """A party saw all of a hand that has been taken away: its own, or one to which nothing came face down."""
    own_hands = {whole_of(bet.unit) for bet in round_.state.bets if bet.bettor == party}
    came = [op for op in round_.plan.ops if isinstance(op, Chance) and whole_of(unit) in map(whole_of, op.units)]
    lay_open = unit in round_.state.face_up and all(op.face_up for op in came if op.verb is Verb.DEAL)
    return whole_of(unit) in own_hands or lay_open or all(op.verb is Verb.THROW for op in came)


def _hands(round_: Round, hidden: Hidden, teller: Teller) -> Iterator[dict[str, Any]]:
    # What a hand is worth is said once the rules have it revealed, not while it is dealt.
    told = {step.party for step in round_.trace if step.kind == "revealed"}
    symbols = round_.game.questions.judge.hands.material.symbols
    for unit, hand in round_.hands.items():
        open_ = [thing for place, thing in enumerate(hand) if place not in hidden.get(unit, ())]
        seen = symbols(open_) if open_ or unit not in hidden else None
        yield {
            "holder": unit,
            "name": teller.party(unit),
            "count": len(hand),
            "objects": seen,
            "thrown": symbols(round_.thrown_beside.get(unit, ())),
            "worth": _worth(round_, unit, teller) if seen and unit in told else "",
        }


def _worth(round_: Round, unit: str, teller: Teller) -> str:
    """The worth of a hand in words: its category, or its total."""
    hands, hand = round_.game.questions.judge.hands, round_.hands[unit]
    if round_.game.rules.categories and (category := hands.category(hand)):
        return teller.term(category.id)
    if round_.game.rules.worths:
        return teller.catalogue.say("play.total", total=teller.number("total", hands.total(hand)))
    return ""


def _seen(round_: Round, party: str, hidden: Hidden) -> Iterator[tuple[Step, Step]]:
    """The steps of which a party sees anything, each with what it sees of it."""
    view = _View(round_, hidden, keeps_burned=not party or round_.is_over)
    for number, step in enumerate(round_.trace):
        told = view.of(number, step)
        if told is not None:
            yield step, told


def _steps(seen: Iterable[tuple[Step, Step]], teller: Teller) -> Iterator[dict[str, Any]]:
    """The steps in words as a party sees them, each with its provisions and the readings that it rests on."""
    before = None
    for step, told in seen:
        yield {
            "kind": told.kind,
            "holder": step.party,
            "objects": _received(told),
            "sentence": teller.tell(told),
            "provisions": _cited(told.provisions, teller),
            # What another reading would do may tell of what lies hidden, as the facts do that a step was told without.
            "readings": teller.told_anew(step, before) if told is step else [],
        }
        before = step


class _View:
    """The steps of a round as somebody sees them who does not see some hands, nor, unless it `keeps_burned`, these."""

    def __init__(self, round_: Round, hidden: Hidden, *, keeps_burned: bool) -> None:
        self.keeps_burned = keeps_burned
        # Nothing is asked of what has been given up: it may stay unseen while the hand itself is turned up.
        read = {unit: down for unit, down in hidden.items() if part_in(unit) != GIVEN_UP}
        self.hidden, self.units = hidden, frozenset(map(whole_of, read))
        plan, questions = round_.plan, round_.game.questions
        self.numbers = numbers_hidden(plan, questions, round_.state.pc, read) if read else frozenset[str]()
        burns = [op for op in plan.ops if isinstance(op, Chance) and op.verb is Verb.BURN]
        # Of what is burned, the first object is seen where it says how many.
        self.by_first = {said(op.provisions) for op in burns if op.count is None} - {
            said(op.provisions) for op in burns if op.count is not None
        }
        self.guarded = provisions_hidden(plan, questions, self.units, self.numbers) if read else frozenset[str]()
        self.asked = list(plan.asks.values())
        self._unseen = _unseen(round_, hidden)

    def of(self, number: int, step: Step) -> Step | None:
        """The step as it is seen: the same, or without what is not seen; nothing where all of it is not."""
        told = self._of(number, step)
        if told is None or self.guarded.isdisjoint(told.provisions):
            return told
        return replace(told, provisions=tuple(eid for eid in told.provisions if eid not in self.guarded))

    def _of(self, number: int, step: Step) -> Step | None:
        values = step.values
        if "object" in values:
            return Step("dealt-unseen", step.provisions, step.party, {}) if number in self._unseen else step
        if step.kind == "burned" and not self.keeps_burned:
            seen = values["objects"][: step.provisions in self.by_first]
            told = {"objects": seen, "count": len(values["objects"]) - len(seen)}
            return Step("burned-in-part" if seen else "burned-unseen", step.provisions, step.party, told)
        if step.kind == "remembered" and values["memory"] in self.numbers:
            return None
        is_hidden = whole_of(step.party) in self.units
        if step.kind in ("counted-as", "combined", "divided", "ranked") and is_hidden:
            return None
        if step.kind == "given-up" and part_of(step.party, GIVEN_UP) in self.hidden:
            return replace(step, kind="given-up-unseen", values={"count": len(values["objects"])})
        if step.kind in _UNREAD and self.units:
            return replace(step, provisions=())
        if step.kind == "chosen" and whole_of(values["holder"]) in self.units:
            # By which provision it may be chosen tells of the hand, and not by which it is asked for.
            asked = {eid for op in self.asked if values["action"] in op.actions for eid in said(op.provisions)}
            return replace(step, provisions=tuple(eid for eid in step.provisions if eid in asked))
        # Facts are named `total:dealer`: what is read, and of whom, or of the hand that the step concerns.
        of_hand = not self.units.isdisjoint({whole_of(step.party), whole_of(values.get("holder", ""))})
        facts = [name for name in values if ":" in name]
        unseen = {name for name in facts if of_hand or any(map(self._is_unseen, name.split(":")[1:]))}
        if not unseen:
            return step
        # That nothing is done is seen, and not why.
        if step.kind in ("defined", "not-required", "not-allowed"):
            return None
        kept = {name: value for name, value in values.items() if name not in unseen}
        if DECIDED in kept:
            kept[DECIDED] = [name for name in kept[DECIDED] if name not in unseen]
        # By which of several provisions the same is done, or a bet ends alike, may tell of what they read.
        return Step(step.kind, (), step.party, kept)

    def _is_unseen(self, name: str) -> bool:
        return name in self.numbers or whole_of(name) in self.units


def _unseen(round_: Round, hidden: Hidden) -> frozenset[int]:
    """The numbers of the steps by which objects came that are not seen, wherever they have gone since."""
    trace, lying, unseen = [*round_.trace] if hidden else [], dict[str, list[int]](), set[int]()
    for number, step in enumerate(trace):
        hand = lying.setdefault(step.party, [])
        if "object" in step.values:
            hand.append(number)
        elif step.kind == "divided":
            # Of alike objects the last, as a split takes them.
            for thing in reversed(step.values["objects"]):
                gone = next(earlier for earlier in reversed(hand) if trace[earlier].values["object"] == thing)
                hand.remove(gone)
                lying.setdefault(part_of(step.party, step.values["part"]), []).insert(0, gone)
        elif step.kind == "given-up":
            gone_at = [place - 1 for place in step.values["places"]]
            lying[part_of(step.party, GIVEN_UP)] = [hand[place] for place in gone_at]
            lying[step.party] = [earlier for place, earlier in enumerate(hand) if place not in gone_at]
        elif step.kind == _VOIDED:
            apart = {bet.unit for bet in round_.state.placed} - {step.party}
            for unit in [other for other in lying if step.party in (other, whole_of(other)) and other not in apart]:
                away = lying.pop(unit)
                unseen.update(away if step.party in hidden else ())
    for unit, down in hidden.items():
        unseen.update(number for place, number in enumerate(lying.get(unit, ())) if place in down)
    return frozenset(unseen)


def _received(step: Step) -> list[str]:
    """The objects that come to the holder of a step by it."""
    if step.kind == "thrown":
        return list(step.values["objects"])
    return [step.values["object"]] if "object" in step.values else []


def _bets(round_: Round, steps: Iterable[Step] | None, teller: Teller) -> Iterator[dict[str, Any]]:
    """The bets, each with the provisions by which it ended: if steps as seen are given, where its own cites them."""
    say = teller.catalogue.say
    seen = {
        (step.party, step.values["bet"], step.values["holder"], step.values.get("naming", "")): step.provisions
        for step in steps or ()
        if step.kind == "settled"
    }
    for bet in round_.state.placed:
        ended_by = said(bet.provisions)
        told = seen.get((bet.bettor, bet.bet, bet.unit or bet.holder, bet.naming), ())
        is_told = steps is None or set(told).issuperset(ended_by)
        yield {
            "bettor": teller.party(bet.bettor),
            "bet": teller.term(bet.bet),
            "naming": teller.name(bet.naming) if bet.naming else "",
            "holder": teller.party(bet.at) if bet.at else "",
            "stake": money(bet.stake, teller.catalogue.language),
            "result": say(f"result.{bet.result}") if bet.result else say("result.open"),
            "net": money(bet.net, teller.catalogue.language) if bet.result else "",
            "provisions": _cited(ended_by if is_told else (), teller),
        }


# ── What can be done ────────────────────────────────────────────────────────


def _decision(round_: Round, decision: Decision, hidden: Hidden, teller: Teller) -> dict[str, Any]:
    """A decision that is due: whose, by which provisions, and each alternative, allowed or not.

    Which there are, and what is allowed, may tell of the hand: nothing of it is said to who does not see that.
    """
    # A choice in a window may be legal of some amount alone.
    legal = {replace(action, amount=None) for action in round_.legal_actions() if isinstance(action, Choose)}
    symbols = round_.own(decision)
    alternatives = []
    is_unseen = whole_of(decision.bet.unit) in set(map(whole_of, hidden))
    for choice in () if is_unseen else decision.alternatives:
        action = Choose(decision.bettor, decision.unit, choice)
        most = round_.most(action)
        alternatives.append(
            {
                "label": teller.alternative(choice, decision.parts, symbols),
                "action": action_to_json(action),
                "allowed": action in legal,
                "against": _cited(() if action in legal else round_.forbidding(action), teller),
                "amount": round_.limit(action) is not None or most is not None,
                "most": "" if most is None else str(most),
            }
        )
    return {
        "bettor": decision.bettor,
        "sentence": _decided_by(decision, teller),
        "provisions": _cited(decision.provisions, teller),
        "alternatives": alternatives,
    }


def _decided_by(decision: Decision, teller: Teller) -> str:
    """Whose decision it is, and for which hand, where that has a name besides theirs."""
    key = "play.decision-alone" if decision.unit in ("", decision.bettor) else "play.decision"
    return teller.about(key, {"party": decision.bettor}, holder=teller.party(decision.unit))
