"""Disagreements that are known and not mended yet: each with a reason, and the texts that it excuses.

`tests/generated/found/<name>` holds a smallest text of each. An entry whose text no longer
disagrees is an error: then the entry goes, and the text stays as a test.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from generated.agreement import Case, Fault
from lexludi.language.nodes import Construct, Node, walk
from lexludi.rules.model import RuleSet, expressions


@dataclass(frozen=True)
class Known:
    """A known fault: the comparisons that it spoils, why, and in which texts; `said` is part of what is then said."""

    name: str
    spoils: frozenset[str]
    reason: str
    applies: Callable[[RuleSet], bool]
    said: str = ""

    def excuses(self, fault: Fault, case: Case) -> bool:
        """Whether a disagreement is this one."""
        return fault.check in self.spoils and self.said in str(fault) and self.applies(case.rules)


def recipients(effect: Construct) -> list[str]:
    """The roles that a step deals to."""
    return [r.term(0) if isinstance(r, Construct) else r.id for r in effect.parts[0].items]


def asks_setting(node: Node) -> bool:
    """Whether a condition asks for an option or a reading."""
    return any(isinstance(n, Construct) and n.op == "param_is" for n in walk(node))


def deals_twice(rules: RuleSet) -> bool:
    """Whether a holder is dealt to in more than one step."""
    found = Counter(role for r in rules.steps if r.effect.op == "deal" for role in recipients(r.effect))
    return any(count > 1 for count in found.values())


def asks_setting_until(rules: RuleSet) -> bool:
    """Whether something is repeated until an option or a reading has a value."""
    return any(asks_setting(rule.effect) for rule in rules.steps)


def chooses(rules: RuleSet) -> bool:
    """Whether a bettor chooses."""
    return any(rule.effect.op in ("choose", "choose_until") for rule in rules.steps)


def ends_early(rules: RuleSet) -> bool:
    """Whether a round may end before every bet is settled."""
    return any(rule.effect.op == "round_ends" for rule in rules.steps)


def guards_keys_of_several(rules: RuleSet) -> bool:
    """Whether a key under a condition is one that gives several ranks."""
    keys = (n for category in rules.categories for key in category.keys for n in walk(key))
    guarded = (n.parts[1] for n in keys if isinstance(n, Construct) and n.op == "guarded_key")
    return any(inner.op in ("each_key", "rest_key") for inner in guarded)


def asks_for_a_bet_in_a_step(rules: RuleSet) -> bool:
    """Whether a step, a duty or a definition depends on somebody's having a bet."""
    conditions = [r.condition for r in (*rules.steps, *rules.norms) if r.condition is not None]
    conditions += [d.condition for d in rules.definitions]
    conditions += [p for r in rules.steps for p in r.effect.parts if isinstance(p, Node)]
    return any(isinstance(n, Construct) and n.op == "has_bet" for c in conditions for n in walk(c))


def has_many_bets(rules: RuleSet) -> bool:
    """Whether bets are so many that their outcomes together, as one number, can exceed 63 bits."""
    return len(rules.bets) > 9


def reveals(rules: RuleSet) -> bool:
    """Whether the category of a hand is told without being asked for."""
    return bool(rules.categories) and any(rule.effect.op == "reveal" for rule in rules.steps)


def draws_by_rule(rules: RuleSet) -> bool:
    """Whether somebody draws as the rules say, or as the bettor chooses."""
    return any(effect.op == "draws" for upon in rules.upons for effect in upon.effects)


def asks_for_first(rules: RuleSet) -> bool:
    """Whether somebody draws, and the first objects of a hand are asked for."""
    found = {n.op for e in expressions(rules) for n in walk(e) if isinstance(n, Construct)}
    return draws_by_rule(rules) and bool(found & {"total_first", "first_shaped"})


def classifies_more_than_deals(rules: RuleSet) -> bool:
    """Whether what is thrown or drawn may be of no category."""
    return bool(rules.categories) and (bool(rules.thrown) or draws_by_rule(rules))


def asks_what_has_been_dealt(rules: RuleSet) -> bool:
    """Whether anything depends on there having been a deal or a throw."""
    found = (n.op for e in expressions(rules) for n in walk(e) if isinstance(n, Construct))
    return bool({*found} & {"dealt", "was_thrown"})


EVERYTHING = frozenset("play odds checks coverage code diff outcomes".split())

KNOWN: tuple[Known, ...] = (
    Known(
        "round-ends-before-the-settlement",
        frozenset({"checks", "coverage"}),
        "a bet that is open when the round ends is a gap that the checks do not report",
        ends_early,
    ),
    Known(
        "category-that-is-only-revealed",
        frozenset({"checks", "coverage"}),
        "a category that only a hand turned up has, larger than those asked about, is called unreachable",
        reveals,
    ),
    Known(
        "first-objects-that-are-drawn",
        frozenset({"odds", "diff", "outcomes", "checks"}),
        "the first objects of a hand are taken from its deal, even where they are drawn",
        asks_for_first,
    ),
    Known(
        "no-category-of-what-is-thrown",
        frozenset({"checks"}),
        "hands without a category are looked for among those dealt, and not among those thrown or drawn",
        classifies_more_than_deals,
        "gap-missed",
    ),
    Known(
        "coverage-of-one-card-twice",
        frozenset({"coverage"}),
        "an example deal of the search holds a card more often than the pack, and coverage breaks off",
        draws_by_rule,
        "too-many-of-one",
    ),
    Known(
        "draw-to-a-hand-that-nobody-reads",
        frozenset({"odds", "diff", "outcomes"}),
        "a choice that draws to a hand on which no bet depends breaks off the analysis: KeyError",
        chooses,
        "KeyError",
    ),
    Known(
        "dealt-where-no-hand-matters",
        frozenset({"checks", "coverage"}),
        "the search of the checks takes nothing as dealt where no rule on the bet reads a hand",
        asks_what_has_been_dealt,
    ),
)


def excused(fault: Fault, case: Case) -> bool:
    """Whether a disagreement is a known one."""
    return any(known.excuses(fault, case) for known in KNOWN)
