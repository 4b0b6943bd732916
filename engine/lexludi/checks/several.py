"""Several bets of a kind, and several bettors: whether rounds with them meet what those that are searched do not."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations, islice, product, takewhile

from lexludi.checks.wagers import effects_of_choices, read_in_rounds, read_of_choices
from lexludi.exact.company import never_alone
from lexludi.exact.together import Together
from lexludi.play.plan import Placed
from lexludi.play.questions import Questions
from lexludi.play.table import ANYWHERE, alone, moved_to
from lexludi.rules import meaning as m
from lexludi.rules.throws import thrower


def may_differ_for_several(questions: Questions) -> bool:
    """True if what comes of a bet may be otherwise beside others than in the rounds that are searched (`wagers`).

    Others are those of the same bettor on the same, which name another item or stand at another place, and those
    of other bettors. What is chosen on them reaches a bet by the hand that it plays with, where they share it, by
    rules that ask what has been chosen for that hand, on what their bettor has bets that only come in a round, or
    what has been dealt to anybody.
    """
    return _Beside(questions).reach


class _Beside:
    """Bets beside those that are searched, and the ways by which what is chosen on them reaches these."""

    def __init__(self, questions: Questions) -> None:
        self.questions = questions
        self.rules = questions.judge.rules
        self.together = Together(questions)
        self.choices = [rule.effect for rule in self.rules.steps if isinstance(rule.effect, m.Choose)]
        self.actions = {action for choice in self.choices for action in choice.actions}
        self.read = [*read_in_rounds(self.rules), *read_of_choices(self.rules)]
        self.asked = [*self._choices_asked(self.read)]

    @property
    def reach(self) -> bool:
        """A bet may be reached by choices on others."""
        effects = effects_of_choices(self.rules)
        # What another party chooses, or has to do by its hand, is there for all: what came to it, and that its bet is
        # decided, or one more is not.
        done = [*effects, *self._effects_of_duties]
        dealt = {e.kind for e in done if isinstance(e, m.Draw)} | self._dealt_to_some
        if any(isinstance(o, m.WasDealt) and o.kind in dealt - self._dealt_before for o in self.read):
            return True
        if any(isinstance(o, m.AllDecided) for o in self.read) and any(
            isinstance(e, m.Outcome | m.PutOn) for e in done
        ):
            return True
        changes_hands = any(isinstance(e, m.Draw | m.Split) for e in effects) or any(
            c.is_of_objects for c in self.choices
        )
        by_hand = changes_hands or bool(self.asked)
        coming = {kind for kinds in self.rules.kinds.values() for kind in kinds[1:]} | self.rules.source.put_by_rule
        by_bets = any(isinstance(o, m.HasBetOn) and o.bet in coming for o in self.read)
        return (
            ((by_hand or by_bets) and self._names_several)
            or (by_bets and bool(self._at_two_places))
            or (by_hand and any(one.unit == other.unit for one, other in self._at_two_places))
            or ((changes_hands or self._asks_choice_for_a_hand) and self._shares_a_hand)
        )

    @property
    def _dealt_before(self) -> set[str]:
        """The kinds of objects that have been dealt or thrown in any case before anybody chooses, or follows rules."""
        before = takewhile(lambda rule: not isinstance(rule.effect, m.Choose | m.Comply), self.rules.steps)
        dealt = [(rule, kind, role) for rule in before for kind, role in _dealt(rule.effect)]
        return {kind for rule, kind, role in dealt if rule.condition is None and self._takes_part(role)}

    @property
    def _dealt_to_some(self) -> set[str]:
        """The kinds of objects that others may be dealt, or throw, where the party concerned is not or does not."""
        dealt = [(rule, kind, role) for rule in self.rules.steps for kind, role in _dealt(rule.effect)]
        return {
            kind
            for rule, kind, role in dealt
            if not self._takes_part(role) or not (rule.condition is None or self.rules.fixed(role))
        }

    def _takes_part(self, role: str) -> bool:
        """Whoever bets, and wherever, some party of the role takes part in the round."""
        throwing_role = thrower(role)
        if self.rules.fixed(throwing_role) or throwing_role == self.rules.bettor:
            return True
        return self.rules.has_place(throwing_role) and not self.rules.roles[self.rules.bettor].elsewhere

    @property
    def _effects_of_duties(self) -> list[m.Consequence]:
        """The consequences of all that parties of a role do by rules."""
        duties = (rule.effect for rule in self.rules.steps if isinstance(rule.effect, m.Comply))
        actions = {duty.action for duty in duties if not self.rules.fixed(duty.role)}
        return self.rules.consequences(actions)

    def _choices_asked(self, read: Iterable[m.Observable]) -> Iterator[m.Chose]:
        return (o for o in read if isinstance(o, m.Chose) and o.action in self.actions)

    @property
    def _asks_choice_for_a_hand(self) -> bool:
        """It is asked what any of those who play with a hand has chosen, not only whoever has the bet concerned."""
        roles = {*(observable.role for observable in self.asked), *(choice.role for choice in self.choices)}
        of_steps = self._choices_asked(read_in_rounds(self.rules, tuple(self.rules.bets)))
        return bool(self.asked) and (roles != {self.rules.bettor} or any(True for _ in of_steps))

    @cached_property
    def _names_several(self) -> bool:
        """A bettor may have two bets on the same that name something else."""
        for bet in self.rules.source.offered:
            names = self.rules.source.names[bet.id]
            # Of too many to be followed none bears on whether bets are accepted together: two are as any two.
            followed = names.followed if names.is_listed else islice(names, 2)
            each = [alone(self.rules, bet.id, name) for name in followed]
            if any(self.together.of(pair) for pair in combinations(each, 2)):
                return True
        return False

    @cached_property
    def _at_two_places(self) -> list[tuple[Placed, Placed]]:
        """Bets that a bettor may have at two places."""
        kinds = [alone(self.rules, bet.id) for bet in self.rules.source.offered]
        pairs = (
            (moved_to(self.rules, first, one), moved_to(self.rules, second, other))
            for first, second in product(kinds, repeat=2)
            for one, other in combinations(self.together.places, 2)
        )
        return [pair for pair in pairs if self.together.of(pair)]

    @cached_property
    def _shares_a_hand(self) -> bool:
        """Two bettors may bet at one place, with whose hand both play."""
        offered = [alone(self.rules, bet.id) for bet in self.rules.source.offered]
        placed = [bet for bet in offered if bet.unit == bet.holder != ANYWHERE]
        another = [bet._replace(bettor=f"{self.rules.bettor}-2") for bet in placed]
        return any(not never_alone(self.questions, bet, (beside,)) for bet, beside in product(another, placed))


def _dealt(step: m.Step) -> Iterator[tuple[str, str]]:
    """The kind of objects that a step deals or has thrown, with each role to which it does."""
    match step:
        case m.Deal(roles=roles, kind=kind):
            yield from ((kind, role) for role in roles)
        case m.Throw(role=role, kind=kind):
            yield kind, role
        case _:
            return
