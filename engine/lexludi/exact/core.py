"""What kernels work from: the groups of rules of a decided rule set, and the one bettor whose bet is followed."""

from functools import cached_property

from lexludi.exact.budget import Budget, NotAnalysed, TooLarge
from lexludi.language.nodes import Construct
from lexludi.play.decide import Judge
from lexludi.play.evaluation import Evaluator, Group
from lexludi.play.material import Material
from lexludi.play.process import Questions
from lexludi.play.settlement import Settlement
from lexludi.rules.bind import bind
from lexludi.rules.model import Rule, RuleSet

__all__ = ["Core", "NotAnalysed", "TooLarge"]


class Core:
    """The rules of a game in groups that answer one question each; `rules` must be decided."""

    def __init__(self, rules: RuleSet, budget: Budget | None = None) -> None:
        self.rules = rules
        self.budget = budget or Budget()
        self.material = Material(rules)
        self.evaluator = Evaluator(rules, self.material)
        self.settlement = Settlement(rules, self.evaluator)
        self.upons = {upon.action: upon for upon in rules.upons}
        found: dict[tuple[str, str], list[Rule]] = {}
        for rule in rules.norms:
            found.setdefault((rule.effect.term(0), rule.effect.term(1)), []).append(rule)
        self.norms: dict[tuple[str, str], Group] = {key: self.evaluator.group(group) for key, group in found.items()}
        self.bettor = f"{rules.bettor_role()}-1"
        self.unit = self._unit()

    @cached_property
    def questions(self) -> Questions:
        """The same rules bound, for the one procedure of a round."""
        return Questions(Judge(bind(self.rules)))

    def _unit(self) -> str:
        """The holder with whose hand the bettor plays."""
        role = self.rules.bettor_role()
        at = self.rules.roles[role].at if role else ""
        if self._deals_to_bettors():
            return self.bettor
        if not at:
            return ""
        return at if self.rules.roles[at].kind == "one" else f"{at}-1"

    def _deals_to_bettors(self) -> bool:
        dealt = (rule.effect.parts[0].items for rule in self.rules.steps if rule.effect.op == "deal")
        each = (r.term(0) for recipients in dealt for r in recipients if isinstance(r, Construct))
        return any(self.rules.roles[role].kind == "bettor" for role in each)

    def holder(self, role: str) -> str:
        """Who stands for a role: itself if there is one only, else the hand of the bettor."""
        return role if self.rules.roles[role].kind == "one" else self.unit

    def recipients(self, effect: Construct) -> list[str]:
        """The holders to whom a step deals."""
        roles = (r.term(0) if isinstance(r, Construct) else r.id for r in effect.parts[0].items)
        return [self.holder(role) for role in roles]

    def draws(self, action: str) -> int:
        """How many objects an action draws."""
        upon = self.upons.get(action)
        return sum(effect.number(0) for effect in upon.effects if effect.op == "draws") if upon else 0
