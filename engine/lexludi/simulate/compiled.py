"""Compiled rounds: a decided rule set as a plan, and the plan as code of some kind."""

from lexludi.play.state import Money
from lexludi.rules.model import RuleSet
from lexludi.simulate.choosing import Choosing
from lexludi.simulate.plan import Plan
from lexludi.simulate.planning import Planner
from lexludi.simulate.python_source import PythonKernel

KINDS = ("python", "numpy", "numba")


def plan_of(
    rules: RuleSet, choosing: Choosing | None = None, *, stake: Money = 1, traced: bool = False, begins: bool = False
) -> Plan:
    """The plan of a decided rule set (`settings.decide`).

    `begins` says that the use of the stock begins with the round, as it does in a
    round of `Game.new_round` from a seed.

    Raises:
        NotCompiled: something for which no code is generated.
    """
    return Planner(rules, choosing or Choosing(), stake, traced=traced, begins=begins).plan()


def python_kernel(
    rules: RuleSet,
    choosing: Choosing | None = None,
    *,
    stake: Money = 1,
    traced: bool = False,
    begins: bool = False,
) -> PythonKernel:
    """Rounds in plain Python, with functions that trace if asked for.

    Raises:
        NotCompiled: something for which no code is generated.
    """
    fast = plan_of(rules, choosing, stake=stake, begins=begins)
    told = plan_of(rules, choosing, stake=stake, traced=True, begins=begins) if traced else None
    return PythonKernel(fast, told)
