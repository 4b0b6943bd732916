"""What each choice does to the odds: the house edge of every bet under every reading and option."""

from fractions import Fraction

from lexludi.exact.odds import BetOdds
from lexludi.rules.model import Parameter
from lexludi.site.desk import Desk
from lexludi.site.markup import Child, Html, table, tag
from lexludi.site.numbers import percent, signed


def effect_of(desk: Desk, parameter: Parameter) -> Html | None:
    """A table of what other values of a parameter do, or a sentence that they change no odds."""
    base = desk.work.odds.bets
    others = {value: found.bets for (name, value), found in desk.work.effects.items() if name == parameter.id}
    if not others or not base:
        return None
    touched = [b for b in base if any(_differs(base[b], bets.get(b)) for bets in others.values())]
    if not touched:
        return tag("span", desk.say("site.effects.none"))
    head = [desk.teller.term(parameter.id), *(desk.teller.term(base[b].bet) for b in touched)]
    default = desk.teller.term(str(parameter.default))
    rows: list[list[Child]] = [
        [desk.say("site.effects.default", value=default), *(_edge(desk, base[b], None) for b in touched)]
    ]
    for value, bets in others.items():
        rows.append([desk.teller.term(str(value)), *(_edge(desk, bets.get(b), base[b]) for b in touched)])
    return table(head, rows, desk.say("site.effects.caption"), "lx-figures-table")


def _differs(one: BetOdds, other: BetOdds | None) -> bool:
    return other is None or one.house_edge != other.house_edge or one.unsettled != other.unsettled


def _edge(desk: Desk, bet: BetOdds | None, base: BetOdds | None) -> Html | str:
    if bet is None:
        return desk.say("site.effects.not-analysed")
    if bet.house_edge is None:
        return desk.say("site.odds.no-edge", share=percent(bet.unsettled, desk.language))
    shown = percent(bet.house_edge, desk.language)
    if base is None or base.house_edge is None:
        return shown
    change: Fraction = bet.house_edge - base.house_edge
    return (
        tag("span", shown, tag("small", f" ({signed(change, desk.language)})"))
        if change
        else desk.say("site.effects.same")
    )
