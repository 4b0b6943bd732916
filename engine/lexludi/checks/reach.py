"""Exact coverage: for each provision, whether any round can reach it, shown by a round or proved by exhaustion.

Situations come from the search of `checks`: all there are, none by chance. Each is
played, in a round with the objects of its example and in every way in which whoever
bets can choose; what may be done and what may go wrong is tried out besides. A
provision that none of these rounds names is called out of reach only if every
situation in which it could decide has been examined, or if the options and readings
chosen leave it without effect. A category is reached where a round asks of a hand of it,
or tells it. For what is left open rounds at random are tried last: they may show that it
is reached, and prove nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Any

from lexludi.base.errors import InvalidStack, LexludiError
from lexludi.base.frozen import dataclass
from lexludi.checks.coverage import against, behind, deciding, one_of, ranking, rounds_at_random, with_amount
from lexludi.checks.distinctions import is_decided
from lexludi.checks.events import event_answer, times_of
from lexludi.checks.findings import Dealt, Setting, dealt
from lexludi.checks.searches import Searches
from lexludi.checks.situations import Answer, Situation
from lexludi.checks.survey import Survey, Surveys, values_of
from lexludi.exact.budget import Budget
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Game, Round
from lexludi.play.round_state import CONFLICT
from lexludi.play.session import Session
from lexludi.play.table import possible_bets
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules, bind, resolved
from lexludi.rules.grounds import provisions_of, said
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, Account, Value
from lexludi.rules.settings import decide, decide_alone

SEED = 1
MAX_LEAVES = 64  # ways to choose in one deal
MAX_ROUNDS = 500  # with the same objects
MAX_RANDOM = 2000
PATIENCE = 200
# Too little and too much for nearly any bounds of stakes.
STAKES = (1, 10**9)

REACHED, NEVER, OPEN = "reached", "never", "open"


@dataclass(frozen=True)
class Reach:
    """The reach of a provision: a verdict, and how it is known.

    `decides` is in how many of the situations examined (`of`) it decides; both are 0
    where it is not about such situations. Of what is never reached, `settings` are the
    single choices under which it is seen to decide something, and `proof` is `settings` or `exhausted`.
    """

    eid: str
    account: Account
    verdict: str
    decides: int = 0
    of: int = 0
    examined: int = 0
    proof: str = ""
    example: Dealt | None = None
    settings: tuple[Setting, ...] = ()


@dataclass(frozen=True)
class ExactCoverage:
    """The reach of every provision that can decide something; `rounds` were played to show it."""

    game: Game
    rows: tuple[Reach, ...]
    rounds: int

    def of(self, verdict: str) -> list[Reach]:
        """The provisions of one verdict."""
        return [row for row in self.rows if row.verdict == verdict]


def reach(
    game: Game,
    progress: Callable[[str], Any] = lambda name: None,
    *,
    patience: int = PATIENCE,
    searches: Searches | None = None,
) -> ExactCoverage:
    """Exact coverage of a game under its options and readings.

    `patience` is how many rounds at random in a row may show nothing new, before what is open stays so;
    `searches` are those of a check that has searched the same rounds, if there is one.
    """
    known = _Known(game, Surveys(game.rules, searches), progress)
    expected = deciding(game.rules)
    # What a situation shows need not be played.
    witness = known.witness = _Witness(game, {eid for eid in expected if not known.is_shown(eid)}, progress)
    witness.see_series()
    witness.see_deeds()
    # First what is new only; then everything, should that leave something unseen.
    rest = [(a, s) for a in known.answers for s in a.situations if not witness.see_new(a, s)]
    if any(_said(known.rules, eid) for eid in witness.unseen):
        for answered, situation in rest:
            witness.see_deal(answered, situation)
    accounts = [(eid, account) for eid, account in game.rules.accounts.items() if eid in expected]
    rows = [known.of(eid, account) for eid, account in accounts]
    # For what the searches leave open chance may find an example, though never a proof that there is none.
    if left := {row.eid for row in rows if row.verdict == OPEN}:
        with suppress(InvalidStack):  # too few objects may be left for what comes before the betting
            witness.see_random(left, patience)
        rows = [known.of(eid, account) for eid, account in accounts]
    return ExactCoverage(game, tuple(rows), witness.rounds)


# ── Rounds that show something ──────────────────────────────────────────────


class _Witness:
    """Plays rounds and notes which provisions their traces and refusals name, until those `wanted` are seen."""

    def __init__(self, game: Game, wanted: Set[str], progress: Callable[[str], Any]) -> None:
        self.game = game
        self.wanted = wanted
        self.progress = progress
        self.seen: set[str] = set()
        self.rounds = 0
        role = game.rules.bettor_role()
        values = game.questions.judge.rules.statuses_of(role)
        self.statuses = [{f"{role}-1": value} for value in values] or [{}]
        self.bettors = [f"{role}-1", f"{role}-2"] if role else []
        self.bets = _one_of_each(possible_bets(game))
        # Where every round puts objects back there is none but with use of them beginning.
        stock = game.process(()).stock_of_each
        self.begins = stock.fresh or bool(stock.anew)

    @property
    def unseen(self) -> Set[str]:
        """The provisions that are wanted and not seen yet."""
        return self.wanted - self.seen

    def _note(self, round_: Round) -> None:
        for _, provisions, _, _, _ in round_.steps:
            self.seen.update(provisions)
        self.seen.update(against(round_))
        self.rounds += 1
        self.progress(str(self.rounds))

    def _try(self, round_: Round, action: Action) -> bool:
        """Do something that may be refused: a refusal shows the provisions that it rests on."""
        try:
            round_.apply(action)
        except LexludiError as refused:
            self.seen.update(behind(refused))
            return False
        return True

    def see_series(self) -> None:
        """Rounds from the first use of the objects to their last."""
        session = Session(self.game, seed=SEED)
        for _ in range(MAX_ROUNDS if self.game.lasting else 3):
            if not self.unseen:
                return
            try:
                round_ = session.new_round()
            except InvalidStack:  # too few are left for what comes before the betting
                return
            # Beside one that stays from round to round they would be ever more, each with choices of its own.
            for bet in () if round_.state.bets else self.bets[:1]:
                self._try(round_, bet)
            self._finish(round_)
            self._note(round_)
            if session.is_exhausted:
                break

    def _finish(self, round_: Round) -> None:
        self._try(round_, Deal())
        while not round_.is_over and (choices := _choices(round_)):
            if not self._try(round_, choices[0]):
                break

    def see_new(self, answered: Answer, situation: Situation) -> bool:
        """The deal of a situation, if a provision that decides it has not been seen; whether it was played."""
        new = situation.verdict.problem != "" or not self.seen.issuperset(situation.verdict.provisions)
        if new:
            self.see_deal(answered, situation)
        return new

    def see_deal(self, answered: Answer, situation: Situation) -> None:
        """The deal of a situation, with every bet placed, in every way in which bettors can choose."""
        if not situation.example.order and not situation.example.hands:
            return
        material = self.game.questions.judge.hands.material
        # Should a round want more than the example, any others will do.
        left = sorted(set(range(len(material.objects))) - set(situation.example.order))
        cards = material.symbols([*situation.example.order, *left])
        statuses = {bettor: situation.example.status for bettor in self.bettors[:1] if situation.example.status}
        # Depth first: each prefix of choices is played from the beginning, with the same objects.
        waiting: list[tuple[Action, ...]] = [()]
        for _ in range(MAX_LEAVES):
            if not (waiting and self.unseen):
                return
            chosen = waiting.pop()
            try:
                round_ = self.game.new_round(cards=cards, fresh=self.begins, statuses=statuses)
            except InvalidStack:  # the search was not sure that there are as many objects
                return
            for bet in self.bets:
                naming = situation.example.naming if bet.bet == answered.question.about else ""
                self._try(round_, PlaceBet(bet.bettor, bet.holder, bet.bet, 10, naming or bet.naming))
            if self._try(round_, Deal()) and all(self._try(round_, choice) for choice in chosen):
                waiting.extend((*chosen, choice) for choice in _choices(round_))
            self._note(round_)

    def see_deeds(self) -> None:
        """Deeds of parties of each status at the table, and what may go wrong, before, in and after a deal."""
        acts = [Act(one_of(self.game, role, n), act) for role, act in self.game.questions.norms for n in (1, 2)]
        # Every two bets, by one bettor and by two, in every status: norms may bound one by the other. Where there are
        # none that do, two bets show no more than each of them does.
        alone = not acts and self.game.questions.about.keys().isdisjoint((PLACE_BET, CLOSE_BETS))
        pairs = [(placed, placed) for placed in self.bets] if alone else [*product(self.bets, self.bets)]
        for statuses, (first, second) in product(self.statuses, pairs):
            for one, two in product(self.bettors, self.bettors):
                if not self.unseen:
                    return
                round_ = self.game.new_round(seed=SEED, statuses=statuses)
                for bettor, bet, stake in ((one, first, STAKES[0]), (two, second, STAKES[1])):
                    self._try(round_, PlaceBet(bettor, bet.holder, bet.bet, stake, bet.naming))
                for act in acts:
                    self._try(round_, act)
                # What becomes of two bets without deeds of anybody, situations show.
                if acts or first is second:
                    self._try(round_, Deal())
                    for act in acts:
                        self._try(round_, act)
                    self._try(round_, first)
                self._note(round_)
        for event in self._irregularities():
            if not self.unseen:
                return
            round_ = self.game.new_round(seed=SEED)
            for bet in self.bets:
                self._try(round_, bet)
            self._try(round_, event)
            self._finish(round_)
            self._note(round_)

    def see_random(self, wanted: Set[str], patience: int) -> None:
        """Rounds at random, until all that is wanted is seen, or nothing of it has been for long."""
        last = 0
        for number, (cited, _) in enumerate(rounds_at_random(self.game, MAX_RANDOM, SEED)):
            if not wanted.isdisjoint(cited.keys() - self.seen):
                last = number
            self.seen.update(cited)
            self.rounds += 1
            self.progress(str(self.rounds))
            if self.seen >= wanted or number - last >= patience:
                return

    def _irregularities(self) -> Iterator[Irregularity]:
        # Of several, also one with whom no bet stands.
        each = (one_of(self.game, role, number) for role in self.game.rules.roles for number in (1, 2))
        holders = dict.fromkeys(["", *each, *(b.holder for b in self.bets)])
        for event, holder, count, after in product(
            self.game.events(), holders, times_of(self.game.questions), (0, 1, 3)
        ):
            yield Irregularity(event, holder, count, after)


def _one_of_each(bets: Iterable[PlaceBet]) -> list[PlaceBet]:
    """A bet of each kind in each kind of place."""
    by_kind: dict[tuple[str, str], PlaceBet] = {}
    for bet in bets:
        by_kind.setdefault((bet.bet, bet.holder.rpartition("-")[0] or bet.holder), bet)
    return [PlaceBet(b.bettor, b.holder, b.bet, 10, b.naming) for b in by_kind.values()]


def _choices(round_: Round) -> list[Choose]:
    due = round_.decision
    if due is None:
        return []
    choices = [
        a for a in round_.legal_actions() if isinstance(a, Choose) and (a.bettor, a.holder) == (due.bettor, due.unit)
    ]
    return [with_amount(round_, a) for a in choices]


# ── What follows ────────────────────────────────────────────────────────────


class _Known:
    """Knowledge of provisions from searches and rounds together."""

    witness: _Witness

    def __init__(self, game: Game, surveys: Surveys, progress: Callable[[str], Any]) -> None:
        self.game = game
        self.found = surveys.under(game.settings, Budget())
        self.answers = _answers(self.found)
        self.progress = progress
        self.rules = self.found.rules
        # Of each setting that is changed, the provisions that situations show, and those that rounds do.
        self._surveys = surveys
        self._shown: dict[tuple[str, Value], frozenset[str]] = {}
        self._played: dict[tuple[str, Value], Set[str]] = {}

    def of(self, eid: str, account: Account) -> Reach:
        """The verdict on a provision."""
        decided = self._decided_by(eid)
        situations = [s for _, decisive in decided for s in decisive]
        every = [s for a, _ in decided for s in a.situations]
        if self.is_shown(eid) or eid in self.witness.seen:
            shown = next(((a, decisive[0]) for a, decisive in decided if decisive and decisive[0].example.order), None)
            example = dealt(self.found.hands, shown[0].question, shown[1]) if shown else None
            return Reach(eid, account, REACHED, len(situations), len(every), example=example)
        settings = tuple(self._brought_in_by(eid))
        if not _said(self.rules, eid):
            return Reach(eid, account, NEVER, proof="settings", settings=settings)
        if self._is_exhausted(eid):
            examined = sum(a.examined for a, _ in decided) or max((a.examined for a in self.answers), default=0)
            return Reach(eid, account, NEVER, 0, len(every), examined, "exhausted", settings=settings)
        return Reach(eid, account, OPEN, 0, len(every))

    def is_shown(self, eid: str) -> bool:
        """True if a situation shows that a provision decides something."""
        # Where provisions contradict one another, a round comes to each of them.
        return eid in self.found.cited or any(
            decisive or any(s.verdict.problem == CONFLICT and eid in said(s.verdict.provisions) for s in a.situations)
            for a, decisive in self._decided_by(eid)
        )

    def _decided_by(self, eid: str) -> list[tuple[Answer, list[Situation]]]:
        """The questions on which a provision has a say, each with the situations that it decides."""
        return [
            (a, [s for s in a.situations if not s.verdict.problem and eid in provisions_of(s.verdict.provisions)])
            for a in self._about(eid)
        ]

    def _about(self, eid: str) -> list[Answer]:
        """The questions on which a provision has a say."""
        return [a for a in self.answers if any(eid in r.provisions for r in a.question.group.rules)]

    def _is_exhausted(self, eid: str) -> bool:
        """True if everything that the provision says answers a question of which every situation is known."""
        if any(c.eid == eid for c in self.rules.categories):
            return self.found.has_every_category
        if eid in _elsewhere(self.rules):
            return False
        answered = {id(r) for a in self._about(eid) if _is_complete(self.found, a) for r in a.question.group.rules}
        saying = [r for r in self.rules.every if eid in r.provisions]
        return bool(saying) and all(id(r) in answered for r in saying)

    def _brought_in_by(self, eid: str) -> Iterator[Setting]:
        """The single choices under which the provision has something to say that it has not now, and decides by it."""
        before = _said(self.rules, eid)
        for name, value, changed in self._changed:
            if _said(changed, eid) > before and self._decides_under(eid, name, value):
                yield Setting(name, value, self.game.rules.glossary)

    @cached_property
    def _changed(self) -> list[tuple[str, Value, BoundRules]]:
        """Every single choice other than those made, with the rules under it."""
        rules, settings = self.game.rules, self.game.settings
        return [
            (name, value, bind(decide_alone(rules, {**settings, name: value})))
            for name, value in values_of(rules)
            if settings[name] != value
        ]

    def _decides_under(self, eid: str, name: str, value: Value) -> bool:
        """True if a provision decides something with one setting changed, as a situation or a round shows."""
        settings = {**self.game.settings, name: value}
        if (name, value) not in self._shown:
            survey = self._surveys.under(settings, Budget())
            shown = {provision for answer in _answers(survey) for s in answer.situations for provision in _shown_by(s)}
            self._shown[name, value] = survey.cited | shown
        if eid not in self._shown[name, value] and (name, value) not in self._played:
            # What is done of somebody's own accord, and what may go wrong, is no situation of a hand: it is played.
            game = replace(self.game, settings=settings, decided=decide(self.game.rules, settings))
            witness = _Witness(game, deciding(game.rules) - self._shown[name, value], self.progress)
            with suppress(InvalidStack):  # there may be too few objects for what comes before the betting
                witness.see_series()
                witness.see_deeds()
            self._played[name, value] = witness.seen
        return eid in self._shown[name, value] or eid in self._played[name, value]


def _answers(survey: Survey) -> list[Answer]:
    """Every answer on hands, choices, irregularities and steps."""
    return [*survey.answers, event_answer(survey.questions), *survey.steps, *survey.beside, *survey.choices]


def _shown_by(situation: Situation) -> Iterable[str]:
    """The provisions that decide in a situation, or contradict each other in it."""
    verdict = situation.verdict
    if verdict.problem == CONFLICT:
        return said(verdict.provisions)
    return () if verdict.problem else provisions_of(verdict.provisions)


def _is_complete(survey: Survey, answered: Answer) -> bool:
    """True if a question was searched to the end, and nothing is read that other rounds may decide."""
    if answered.question.kind == "event":
        return not answered.undecided
    read = resolved(answered.question.group.observables, survey.rules)
    passing = (m.DealingUnderWay, m.RoundOver)
    return not answered.undecided and all(is_decided(o, survey.questions) and not isinstance(o, passing) for o in read)


def _elsewhere(rules: BoundRules) -> set[str]:
    """The provisions that decide otherwise than by a rule.

    What follows choices, definitions, bets, amounts made up, which objects of a hand rank it, and as what.
    """
    offered = rules.choosable | {norm.effect.action for norm in rules.norms}
    upons = {eid for action, (eid, _) in rules.upons.items() if action in offered}
    made_up = {meter.made_up for meter in rules.source.meters.values() if meter.made_up}
    declared = {d.eid for d in rules.definitions.values()} | {b.eid for b in rules.bets.values()}
    return upons | made_up | ranking(rules.source) | declared


def _said(rules: BoundRules, eid: str) -> int:
    """The number of things that a provision says, under some settings, that can have an effect."""
    saying = [r for r in rules.every if eid in r.provisions and not _is_idle(r, rules)]
    return len(saying) + sum(c.eid == eid for c in rules.categories) + (eid in _elsewhere(rules))


def _is_idle(rule: BoundRule[Any], rules: BoundRules) -> bool:
    """True if a rule does nothing: it concerns no rounds or objects, or waits for a marker that is not in the stock."""
    match rule.effect:
        case m.Demonstrate(rounds=0) | m.Burn(count=0):
            return True
        case _:
            pass
    placed = {step.effect.marker for step in rules.steps if isinstance(step.effect, m.PlaceMarker)}
    needed = rule.condition.items if isinstance(rule.condition, m.AllOf) else (rule.condition,)
    asked = {n.observable.marker for n in needed if isinstance(n, m.Fact) and isinstance(n.observable, m.MarkerAppears)}
    return bool(asked - placed)
