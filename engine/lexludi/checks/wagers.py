"""Wagers: the bets of one bettor with which, together, rounds meet every situation."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from lexludi.base.frozen import dataclass
from lexludi.exact.company import (
    is_changed_by_its_like,
    needs_company,
    never_placed,
    obstacle_to_one_name,
    stand_ins,
)
from lexludi.exact.together import Together
from lexludi.play.plan import Placed
from lexludi.play.questions import Questions
from lexludi.play.table import ANYWHERE, alone, alone_on_each, elsewhere, moved_to
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_of
from lexludi.rules.model import PLACE_BET

# Kinds of bets that are placed at several places in all ways: as many ways as sets have partitions, and more.
MOST_APART = 4


@dataclass(frozen=True)
class Wager:
    """Bets of one bettor, of a `status` where rules ask for it; `reason` says why rounds are not searched, if not."""

    bets: tuple[Placed, ...]
    reason: str = ""
    status: str = ""


def wagers(questions: Questions) -> Iterator[Wager]:
    """The bets of one bettor at one place; and elsewhere, if they may be placed there and rounds differ by that.

    Where it matters of which bets the bettor has others, wherever they stand, they are at several places too.
    Where rounds ask for the status of the bettor, there are those of each.
    """
    rules = questions.judge.rules
    read = (*read_in_rounds(rules), *read_of_choices(rules))
    asked = any(isinstance(observable, m.HasStatus) for observable in read)
    # Those asked for may be of others, who have the first that is declared.
    for status in (rules.statuses_of(rules.bettor) if asked else ()) or ("",):
        yield from (replace(wager, status=status) for wager in dict.fromkeys(_Wagers(questions, status).every()))


class _Wagers:
    """The bets of one bettor: each on which nobody chooses, with any of those that make a choice due.

    Bets on which nobody chooses make no difference to others, unless it is asked whether they were
    placed, when they are as those that make a choice due; those that are settled by the same
    observables are placed together. Where what is chosen makes no difference to them either, only
    the first of them are placed beside bets that make a choice due. Of the names of a bet that
    nothing tells apart, one stands for all. Bets that may not be placed together are placed so that each
    of them is with all that it may be with, and with those without which it may not be. One that nobody may
    ever place is in no wager.
    """

    def __init__(self, questions: Questions, status: str) -> None:
        self.questions = questions
        self.rules = questions.judge.rules
        self.together = Together(questions, status)
        self.places = self.together.places
        read = (*read_in_rounds(self.rules), *read_of_choices(self.rules))
        self.read = [observable for observable in read if isinstance(observable, m.HasBetOn)]
        self.apart = any(o.role == self.rules.bettor for o in self.read)

    def every(self) -> Iterator[Wager]:
        """Every wager that is searched, or would have to be."""
        rules = self.rules
        if not rules.bets:
            yield Wager(())  # a round that is only watched
            return
        asked = dict.fromkeys(rule.effect.bet for rule in rules.steps if isinstance(rule.effect, m.Choose))
        asked |= dict.fromkeys(o.bet for o in self.read)
        offered = [bet.id for bet in rules.source.offered if self._is_ever_placed(bet.id)]
        choosing = [bet for bet in asked if bet in offered]
        # Every subset of the bets that make a choice due, the empty one first: exponential in their number.
        chosen_for = [kinds for count in range(len(choosing) + 1) for kinds in combinations(choosing, count)]
        watched = [bet for bet in offered if bet not in choosing]
        for number, kinds in enumerate(list(_watching(rules, offered, choosing)) or [()]):
            every, left = number == 0 or _matters(rules, choosing), set(kinds)
            # Without any bet there is no round.
            for beside in chosen_for if kinds else chosen_for[1:]:
                for wager in self._placed(kinds, beside, watched):
                    left -= set() if wager.reason else {bet.bet for bet in wager.bets}
                    yield wager
                # What is chosen on others makes no difference to these: the first company that is allowed will do.
                if kinds and not left and not every:
                    break

    def _is_ever_placed(self, kind: str) -> bool:
        """Rounds may begin with a bet of a kind, somewhere, with whatever others."""
        if never_placed(self.questions, alone(self.rules, kind)):
            return False
        return any(
            self.together.of((bet,), self.together.everywhere_but(bet)) for bet in self.together.everywhere([kind])
        )

    def _placed(self, kinds: tuple[str, ...], beside: tuple[str, ...], watched: list[str]) -> Iterator[Wager]:
        """Bets of some kinds on which nobody chooses, and of others beside them: at one place, elsewhere, and apart."""
        if self._names_too_many((*kinds, *beside)):
            yield Wager(tuple(alone(self.rules, kind) for kind in (*kinds, *beside)), "names")
            return
        # All others, and the same elsewhere, are placed with them only where they may not be without.
        others = self.together.everywhere(dict.fromkeys((*kinds, *beside, *watched)))
        for bets in product(*self._named((*kinds, *beside))):
            wagers = list(self._allowed(bets, len(kinds), others))
            yield from wagers
            if ANYWHERE in self.places and bets[0].holder != ANYWHERE:
                there = tuple(moved_to(self.rules, bet, ANYWHERE) for bet in bets)
                placed = {bet for wager in wagers for bet in wager.bets}
                if not placed.issuperset(bets) or elsewhere(self.rules, bets):
                    yield from self._allowed(there, len(kinds), others)
            # With a hand of their own bettors play at all places, with bets that may not stand at one, too: unless one
            # may only be placed with another, which is as if it were alone where the other stands elsewhere.
            is_whole = any(not wager.reason and {*bets} <= {*wager.bets} for wager in wagers)
            is_as_alone = all(self.together.of((bet,)) for bet in bets)
            if self.apart or not is_as_alone or not (is_whole or self._has_a_hand_at_each(bets)):
                yield from self._apart(bets, len(kinds), others)

    def _names_too_many(self, kinds: tuple[str, ...]) -> bool:
        """The first name of a bet with too many to be followed does not stand for all; beside others it never does."""
        naming = [kind for kind in kinds if self.rules.bets[kind].slots]
        if len(naming) > 1 and not all(self.rules.source.names[kind].is_listed for kind in naming):
            return True
        return any(obstacle_to_one_name(self.questions, kind) for kind in naming)

    def _has_a_hand_at_each(self, bets: tuple[Placed, ...]) -> bool:
        """At every place bets are played with another hand."""
        return all(len({moved_to(self.rules, bet, p).unit for p in self.places}) == len(self.places) for bet in bets)

    def _allowed(self, bets: tuple[Placed, ...], watched: int, others: tuple[Placed, ...]) -> Iterator[Wager]:
        """Bets together, if they may be or it does not matter; else each of those that are watched with the rest."""
        if self.together.is_by_chance:
            yield Wager(bets, "bets-by-chance")
            return
        if (company := self.together.of(bets)) and company.is_sure:
            yield Wager(bets)
            return
        # Of bets whose rounds no other's change it does not show with which of them they were placed.
        shows = any(needs_company(self.questions, bet) for bet in bets)
        companies = ((bet, self.together.of((bet,), self.together.everywhere_but(bet))) for bet in bets)
        if not shows and all(
            company and company.is_sure and not is_changed_by_its_like(self.questions, bet, company)
            for bet, company in companies
        ):
            yield Wager(bets)
            return
        rest, any_placed = bets[watched:], False
        # Those that go with none of the first are placed without them.
        for wanted in (*((bet, *rest) for bet in bets[:watched]), rest):
            if not wanted or (wanted is rest and any_placed):
                continue
            beside = tuple(bet for bet in (*bets[:watched], *others) if bet not in wanted)
            if company := self.together.of(wanted, beside):
                any_placed = True
                # In the order of the text, as far as it goes, since rounds of the same bets are one.
                every = (*wanted, *(bet for bet in company.bets if bet not in wanted))
                yield Wager(every) if company.is_sure else Wager(wanted, "never-alone")

    def _apart(self, bets: tuple[Placed, ...], watched: int, others: tuple[Placed, ...]) -> Iterator[Wager]:
        """Bets at several places, in every way in which these can be told apart; those that are watched at one."""
        blocks = [block for block in (bets[:watched], *((bet,) for bet in bets[watched:])) if block]
        if len(blocks) < 2 or len(self.places) < 2:
            return
        if len(blocks) > MOST_APART:
            yield Wager(bets, "bets_at_several")
            return
        numbered = [place for place in self.places if place != ANYWHERE]
        for places in product(self.places, repeat=len(blocks)):
            # Which place is the first, and which the next, makes no difference.
            used = list(dict.fromkeys(place for place in places if place != ANYWHERE))
            if len(set(places)) > 1 and used == numbered[: len(used)]:
                at = zip(blocks, places, strict=True)
                placed = tuple(moved_to(self.rules, bet, place) for block, place in at for bet in block)
                yield from self._allowed(placed, watched, others)

    def _named(self, kinds: tuple[str, ...]) -> list[list[Placed]]:
        """Each bet of some kinds with all its names; with those told apart, where no other bet names anything."""
        placed = [alone_on_each(self.rules, kind) for kind in kinds]
        # Names that nothing tells apart are found for one bet by itself: beside another that names something they may
        # differ.
        if sum(len(bets) > 1 for bets in placed) > 1 or self.together.tells_names_apart:
            return placed
        return [list(dict.fromkeys(stand_ins(self.questions, tuple(bets)).values())) for bets in placed]


def _matters(rules: BoundRules, choosing: list[str]) -> bool:
    """True if a bet that makes a choice due may matter to others: objects come or move by it, or others read it."""
    effects = effects_of_choices(rules)
    divides = any(isinstance(rule.effect, m.Choose) and rule.effect.is_of_objects for rule in rules.steps)
    return (
        divides
        or any(isinstance(effect, m.Draw | m.Burn | m.PutOn | m.Split) for effect in effects)
        or any(isinstance(observable, m.Chose | m.HasBetOn) for observable in read_in_rounds(rules, choosing))
    )


def effects_of_choices(rules: BoundRules) -> list[m.Consequence]:
    """The consequences of all that may be chosen in a round."""
    return rules.consequences(action for action in rules.upons if action in rules.choosable)


def read_of_choices(rules: BoundRules) -> Iterator[m.Observable]:
    """The observables of norms that say what may be chosen."""
    for rule in rules.norms:
        if rule.effect.action in rules.choosable:
            yield from observables_of(rule.condition)


def read_in_rounds(rules: BoundRules, choosing: Sequence[str] = ()) -> Iterator[m.Observable]:
    """The observables of steps, required actions, windows, and rules on bets that make no choice due."""
    # Norms on a choice itself only say what may be chosen; those on what nobody does in a round say nothing of it.
    done = {*rules.followed}
    if rules.bets_within:
        done.add(PLACE_BET)
    conditions = [
        *(rule.condition for rule in rules.steps),
        *(rule.condition for rule in rules.norms if rule.effect.action in done),
        *(
            rule.condition
            for rule in (*rules.outcomes, *rules.commissions, *rules.bonuses)
            if rule.effect.bet not in choosing
        ),
        *(definition.condition for definition in rules.definitions.values()),
        *(e.until for rule in rules.steps if isinstance(e := rule.effect, m.Repeat | m.Comply | m.Choose)),
    ]
    return (observable for condition in conditions for observable in observables_of(condition))


def _watching(rules: BoundRules, offered: list[str], choosing: list[str]) -> Iterator[tuple[str, ...]]:
    """The bets on which nobody chooses, those that are settled by the same observables together."""
    together: dict[tuple[str, frozenset[m.Observable]], list[str]] = {}
    for kind in offered:
        if kind not in choosing:
            read = frozenset(o for r in rules.outcomes if r.effect.bet == kind for o in observables_of(r.condition))
            together.setdefault((kind if rules.bets[kind].slots else "", read), []).append(kind)
    yield from map(tuple, together.values())
