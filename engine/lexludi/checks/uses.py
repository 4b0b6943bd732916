"""Uses of rules: in how many situations each applies, and in how many of those it makes a difference."""

from collections.abc import Iterable
from dataclasses import field
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.checks.findings import Dealt, dealt
from lexludi.checks.regions import Facts
from lexludi.checks.situations import Answer, SearchedQuestion, Situation
from lexludi.checks.survey import Survey
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule


@dataclass
class RuleUse:
    """The situations in which a rule applies, and the number of those in which it makes a difference.

    Of a prohibition, `unopposed` are those in which nothing requires the action.
    """

    rule: BoundRule[Any]
    applies: int = 0
    adds: int = 0
    unopposed: int = 0
    example: Dealt | None = None
    question: Any = None
    seen: set[int] = field(default_factory=set)
    read: dict[Facts, bool] = field(default_factory=dict)  # what is read in each, and whether it adds anything there

    @property
    def is_idle(self) -> bool:
        """True of a rule that never makes a difference."""
        return not self.adds


class Uses:
    """The uses of rules in the answers seen so far."""

    def __init__(self) -> None:
        self._uses: dict[tuple[Any, ...], RuleUse] = {}
        # Situations by number: what they say, and which rules apply, is compared once, not for each rule that applies.
        self._known: dict[tuple[Any, ...], int] = {}

    @property
    def all(self) -> tuple[RuleUse, ...]:
        """Every rule that answers questions, by question, sentence and effect, with its use in all settings."""
        return tuple(self._uses.values())

    def see(self, survey: Survey, answer: Answer) -> None:
        """Count the situations of an answer."""
        if answer.question.kind == "event" or answer.undecided:
            return
        # What stops all rounds before a question is asked is told; not in addition that its rules never apply.
        stops = survey.endless or survey.no_choice or survey.out_of_range or survey.used_up
        if stops and not answer.situations:
            return
        question, uses = answer.question, {}
        for rule in question.group.rules:
            use = self._uses.setdefault((*question.key, rule.eid, rule.span, rule.effect), RuleUse(rule))
            use.question = question
            uses[id(rule)] = use
        for situation in answer.situations:
            saying = tuple((rule.eid, rule.span) for rule in situation.applicable)
            told = (situation.facts(question), situation.verdict, saying)
            number = self._known.setdefault(told, len(self._known))
            is_required = any(has_force(rule, m.Modality.MUST) for rule in situation.applicable)
            for rule in situation.applicable:
                use = uses[id(rule)]
                if number in use.seen:
                    continue
                use.seen.add(number)
                if question.kind == "choice":
                    adds = True  # of what may be chosen it is asked alone whether a norm ever applies
                elif has_force(rule, m.Modality.MUST_NOT):
                    # A prohibition makes a difference where, without it, the action would be required, or would not be
                    # in dispute: not where a duty prevails over it, or another prohibition over the duty.
                    use.unopposed += not is_required
                    others = [r for r in situation.applicable if uses[id(r)] is not use]
                    adds = _demanded(question, situation.applicable) != _demanded(question, others)
                else:
                    adds = _decides(question, situation, [r for r in situation.applicable if uses[id(r)] is use])
                _count(use, survey, answer, situation, adds=adds)


def has_force(rule: BoundRule[Any], force: m.Modality) -> bool:
    """A norm that commands, forbids or allows something."""
    return isinstance(rule.effect, m.Norm) and rule.effect.modality is force


def _decides(question: SearchedQuestion, situation: Situation, left_out: list[BoundRule[Any]]) -> bool:
    """Without some rules, those that decide would have other effects; a permission is one that no other gives, too."""
    group = question.group
    others = [rule for rule in situation.applicable if all(rule is not one for one in left_out)]
    if any(has_force(rule, m.Modality.MAY) and rule.effect not in {o.effect for o in others} for rule in left_out):
        return True
    with_them, without = ({r.effect for r in group.prevailing(rules)} for rules in (situation.applicable, others))
    return with_them != without


def _demanded(question: SearchedQuestion, applicable: Iterable[BoundRule[Any]]) -> set[bool]:
    """The verdict of rules that apply: the action is required, or is not; both where they contradict each other."""
    deciding = question.group.prevailing(list(applicable))
    return {has_force(rule, m.Modality.MUST) for rule in deciding} or {False}


def _count(use: RuleUse, survey: Survey, answer: Answer, situation: Situation, *, adds: bool) -> None:
    """Note a situation in which a rule applies, and whether it makes a difference there.

    A prohibition does where else the action would be required; any other rule, where without it those that
    decide would have other effects.
    """
    use.applies += 1
    facts = tuple(zip(answer.question.group.names, situation.values, strict=True))
    use.read[facts] = use.read.get(facts, False) or adds
    if adds:
        use.adds += 1
        use.example = use.example or dealt(survey.hands, answer.question, situation)
