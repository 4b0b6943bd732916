"""A bet under two rule sets: how probable it is that it ends differently, exactly, and by which rounds.

Both rule sets settle rounds of the same objects in the same hands. Where nothing differs,
that is because no round was left out.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from lexludi.base.frozen import dataclass
from lexludi.exact.budget import Budget, NotAnalysed
from lexludi.exact.circumstances import taken_for_granted
from lexludi.exact.company import is_any_name_as_another, obstacle_alone, obstacle_to_one_name
from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.exact.paired_rounds import Both, PairedEnds, PairedRounds
from lexludi.exact.slices import Slice
from lexludi.exact.together import Together
from lexludi.exact.witness import WitnessDeal, deal_of
from lexludi.play.decide import Judge
from lexludi.play.plan import walk
from lexludi.play.questions import Questions
from lexludi.play.table import alone, elsewhere
from lexludi.rules.bind import bind
from lexludi.rules.grounds import renumbered
from lexludi.rules.model import RuleSet


@dataclass(frozen=True)
class OutcomeChange:
    """Rounds in which a bet ends in one way under the first rule set and in another under the second."""

    before: Outcome
    after: Outcome
    probability: Fraction
    example: WitnessDeal


@dataclass(frozen=True)
class JointOutcomes:
    """The joint outcomes of a bet under two rule sets: `probability` that it ends differently, and every way to.

    `provisions_only` is the probability that it ends alike, by other provisions; `open_otherwise`
    that neither rule set settles it, for the conflict of other provisions. `if_chosen_otherwise` says, where it never
    ends differently with the choices that are best, whether it may with others; nothing where that was not found out.
    """

    bet: str
    naming: str  # empty, where one name has to stand for all of too many, too
    probability: Fraction
    changes: tuple[OutcomeChange, ...]
    provisions_only: Fraction
    open_otherwise: Fraction
    if_chosen_otherwise: bool | None = False


def compare(
    before: RuleSet,
    after: RuleSet,
    bet: str,
    budget: Budget | None = None,
    became: Callable[[str], str] = lambda eid: eid,
) -> list[JointOutcomes]:
    """Joint outcomes of a bet that two decided rule sets have, for every item that it may name under both.

    `became` gives the eId after of a provision before: one that is only renumbered is no other provision,
    and one that is gone is none of those after, though one may have its number.

    Raises:
        NotAnalysed: the analysis covers one of them only in part, their objects differ
            (`objects-differ`), their rounds cannot be followed side by side (`procedures-differ`), what
            is chosen under the first may not be under the second (`choice-not-allowed`), it matters
            whether the bet stands at a place (`stands-elsewhere`), what is done for the bet without
            which it is not placed (`never-alone`), or what of the round its objects and choices
            do not decide (`circumstances`); or nobody may ever place the bet (`never-placed`).
    """
    budget = budget or Budget()
    one = Questions(Judge(bind(before)))
    # A division of which several rank alike goes by the order of the objects, which is then its own.
    is_ordered = any(rule.effect.op == "divides_highest" for rule in after.steps)
    two = Questions(Judge(bind(after), None if is_ordered else one.judge.hands.material))
    names, others = before.names[bet], after.names[bet]
    items = tuple(name for name in names.followed if others.found(name) is not None)
    # Names of the same items in another order are not followed side by side; of too many names the first has to stand
    # for the same.
    is_same = names == others if not (names.is_listed and others.is_listed) else all(item in others for item in items)
    if not items or not is_same:
        raise NotAnalysed("not-analysed", (after.bets[bet].eid,), reason="objects-differ")
    for questions in (one, two):
        if obstacle := obstacle_to_one_name(questions, bet):
            raise obstacle
    items = _may_be_named(one, two, bet, items)
    # No other obstacle rests on which item is named: the first stands for all.
    for questions in (one, two) if items else ():
        rules = questions.judge.rules
        placed = (alone(rules, bet, items[0]),)
        if elsewhere(rules, placed):
            raise NotAnalysed("not-analysed", (rules.roles[rules.bettor].eid,), reason="stands-elsewhere")
        if taken_for_granted(Slice(walk(rules, placed), questions)):
            raise NotAnalysed("not-analysed", (rules.bets[bet].eid,), reason="circumstances")
    # What comes of one name comes of all that are like it.
    followed = items[:1] if names == others and all(is_any_name_as_another(q, bet) for q in (one, two)) else items
    out = []
    for item in followed:
        both = (one, alone(one.judge.rules, bet, item)), (two, alone(two.judge.rules, bet, item))
        paired = PairedRounds(both, budget)
        ends = paired.found()

        # To find a round takes a search of its own, made only for ends that differ.
        def example(
            events_of: tuple[Outcome, Outcome], paired: PairedRounds = paired, ends: PairedEnds = ends
        ) -> WitnessDeal:
            return deal_of(paired.sides, ends.events[events_of], paired.actions)

        outcomes = _outcomes(bet, item if names.is_listed else "", ends, example, became)
        if paired.chooses and not outcomes.probability:
            outcomes = replace(outcomes, if_chosen_otherwise=_differ_if_chosen_otherwise(both, budget))
        out.append(outcomes)
    if followed != items:
        return [replace(out[0], naming=item) for item in items]
    return out


def _may_be_named(one: Questions, two: Questions, bet: str, items: tuple[str, ...]) -> tuple[str, ...]:
    """The items that may be named with a bet: without those with which nobody may bet under one of the rule sets.

    Raises:
        NotAnalysed: there are no others, or rounds of the bet by itself do not show what becomes of it.
    """
    both = (one, two)
    told_apart = items if any(Together(questions).tells_names_apart for questions in both) else items[:1]
    obstacles = {
        item: [obstacle_alone(questions, alone(questions.judge.rules, bet, item)) for questions in both]
        for item in told_apart
    }
    never = {item for item, pair in obstacles.items() if any(o and o.reason == "never-placed" for o in pair)}
    left = tuple(item for item in items if item not in never) or items
    for item in left:
        for obstacle in filter(None, obstacles.get(item, ())):
            raise obstacle
    return left


def _differ_if_chosen_otherwise(both: Both, budget: Budget) -> bool | None:
    """With some choices that both rule sets allow a bet ends differently; nothing where that is too much to follow.

    Or where a choice names an amount: these are not followed.
    """
    try:
        paired = PairedRounds(both, budget, any_choice=True)
        plans = [side.plan for side in paired.sides]
        if any(plan.lowers(act) for plan in plans for op in plan.asks.values() for act in op.acts):
            return None
        return any(_shown(before) != _shown(after) for before, after in paired.found().probabilities)
    except NotAnalysed:
        return None


def _outcomes(
    bet: str,
    naming: str,
    ends: PairedEnds,
    example: Callable[[tuple[Outcome, Outcome]], WitnessDeal],
    became: Callable[[str], str],
) -> JointOutcomes:
    changes = [
        OutcomeChange(before, after, probability, example((before, after)))
        for (before, after), probability in ends.probabilities.items()
        if _shown(before) != _shown(after)
    ]
    changes.sort(key=lambda change: (-change.probability, change.before.result, change.after.result))
    by_others = {True: Fraction(0), False: Fraction(0)}
    for (before, after), probability in ends.probabilities.items():
        # Provisions that conflict are told in the order of each text: in another order they are no others.
        is_by_others = {*renumbered(before.provisions, became)} != {*after.provisions}
        if _shown(before) == _shown(after) and is_by_others:
            by_others[after.result != UNSETTLED] += probability
    differing = sum((change.probability for change in changes), Fraction(0))
    return JointOutcomes(bet, naming, differing, tuple(changes), by_others[True], by_others[False])


def _shown(outcome: Outcome) -> tuple[object, ...]:
    return outcome.result, outcome.net, *((part.bet, part.result, part.net) for part in outcome.parts)
