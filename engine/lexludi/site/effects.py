"""Effects of choices on the odds: the house edge of each bet under every value of a reading or option."""

from collections.abc import Container
from fractions import Fraction

from lexludi.base.frozen import dataclass
from lexludi.base.numbers import percent, points
from lexludi.exact.comparison import under_same_names
from lexludi.exact.figures import Figures
from lexludi.exact.odds import BetOdds, Odds
from lexludi.rules.model import Parameter, Range, Value
from lexludi.site.desk import Desk


@dataclass(frozen=True)
class HouseEdge:
    """A house edge in words, and by how much it differs from the default, if it does."""

    shown: str
    change: str = ""


@dataclass(frozen=True)
class EffectRow:
    """The edges under one value."""

    value: str
    edges: tuple[HouseEdge, ...]


@dataclass(frozen=True)
class ChoiceEffect:
    """The bets whose house edge some value changes, and a row for each value; no rows where none does.

    `tried` are the values for which odds were worked out, where these are not all that may be chosen.
    """

    bets: tuple[str, ...] = ()
    rows: tuple[EffectRow, ...] = ()
    tried: str = ""


def effect_of(desk: Desk, parameter: Parameter) -> ChoiceEffect | None:
    """The effect of other values of a parameter; `None` where no odds are known."""
    values = {value: odds for (name, value), odds in desk.work.effects.items() if name == parameter.id}
    default, *others = under_same_names([desk.work.odds, *values.values()])
    if not others or not default.bets:
        return None
    named = {key: bet for odds in (default, *others) for key, bet in odds.bets.items()}
    touched = [key for key in named if any(differs(default.bets.get(key), odds.bets.get(key)) for odds in others)]
    values_tried = [*values, parameter.default]
    is_whole = all(_is_tried(choice, values_tried) for choice in parameter.choices)
    numbers = sorted(value for value in values_tried if isinstance(value, int))
    tried = "" if is_whole else desk.words.join(map(desk.value, numbers))
    if not touched:
        return ChoiceEffect(tried=tried)
    name = desk.say("site.effects.default", value=desk.value(parameter.default))
    rows = [EffectRow(name, tuple(_edge(desk, default, key, named[key]) for key in touched))]
    for value, odds in zip(values, others, strict=True):
        edges = tuple(_edge(desk, odds, key, named[key], default.bets.get(key)) for key in touched)
        rows.append(EffectRow(desk.value(value), edges))
    return ChoiceEffect(tuple(Figures(desk.teller).name(named[key]) for key in touched), tuple(rows), tried)


def _is_tried(choice: Value | Range, values: Container[Value]) -> bool:
    """True unless a choice is a range of which only some numbers are among those values."""
    if not isinstance(choice, Range):
        return True
    return choice.high is not None and all(number in values for number in range(choice.low, choice.high + 1))


def differs(one: BetOdds | None, other: BetOdds | None) -> bool:
    """True of a bet whose house edge, or whose chance to stay unsettled, is another, or is known on one side alone."""
    if one is None or other is None:
        return one is not other
    return one.house_edge != other.house_edge or one.unsettled != other.unsettled


def without_odds(desk: Desk, odds: Odds, bet: str) -> str:
    """The reason for which a bet is not among some odds, in words."""
    problem = odds.skipped.get(bet)
    return desk.teller.problem(problem) if problem else desk.say("site.effects.not-analysed")


def edge_told(desk: Desk, bet: BetOdds) -> str:
    """The house edge of a bet in words, or why there is none."""
    if bet.house_edge is None:
        return desk.say("site.odds.no-edge", share=percent(bet.unsettled, desk.language))
    return percent(bet.house_edge, desk.language)


def _edge(desk: Desk, odds: Odds, key: str, named: BetOdds, default: BetOdds | None = None) -> HouseEdge:
    bet = odds.bets.get(key)
    if bet is None:
        return HouseEdge(without_odds(desk, odds, named.bet))
    edge = edge_told(desk, bet)
    if bet.house_edge is None or default is None or default.house_edge is None:
        return HouseEdge(edge)
    change: Fraction = bet.house_edge - default.house_edge
    return HouseEdge(edge, points(change, desk.language)) if change else HouseEdge(desk.say("site.effects.same"))
