"""Placing bets: where, by whom, of what kind, and whether a provision forbids it."""

from dataclasses import replace

from lexludi.base.errors import IllegalAction
from lexludi.play.actions import Action, PlaceBet
from lexludi.play.interpreter import Program
from lexludi.play.norms import forbidding, permitting
from lexludi.play.state import Bet, State
from lexludi.rules.model import BetKind, Range

# The action of placing a bet, as glossaries name it.
PLACE_BET = "place-bet"

ANYWHERE = ""


def places(program: Program) -> list[str]:
    """Where bets may stand: numbered holders, one holder, or nowhere in particular (`""`)."""
    role = program.rules.roles.get(program.rules.bettor_role())
    if role is None or not role.at:
        return [ANYWHERE]
    at = program.rules.roles[role.at]
    elsewhere = [ANYWHERE] if role.elsewhere else []
    if at.kind == "one":
        return [*elsewhere, at.id]
    count = at.count.low if isinstance(at.count, Range) else at.count
    assert isinstance(count, int), at
    return [*elsewhere, *(f"{at.id}-{n}" for n in range(1, count + 1))]


def possible_bets(program: Program) -> list[Action]:
    """Every bet that exists, at every place, without a stake."""
    bettor = program.rules.bettor_role()
    return [
        PlaceBet(f"{bettor}-{place.rpartition('-')[2] or 1}", place, bet.id, None, item)
        for place in places(program)
        for bet in program.rules.bets.values()
        for item in (program.rules.scales[bet.naming].items if bet.naming else ("",))
    ]


def complete(program: Program, action: PlaceBet) -> PlaceBet:
    """The bet with its place, bettor and item in full: `1` is `box-1`, whose own bettor is `player-1`.

    The item that a bet names may be given by its id, symbol or sign, as objects are.
    """
    known = places(program)
    holder = action.holder
    if holder not in known:
        holder = next((p for p in known if p.rpartition("-")[2] == holder), holder)
    if not holder and len(known) == 1:
        holder = known[0]
    number = holder.rpartition("-")[2]
    bettor = action.bettor or f"{program.rules.bettor_role()}-{number if number.isdigit() else 1}"
    return replace(action, holder=holder, bettor=bettor, naming=_item(program, action))


def _item(program: Program, action: PlaceBet) -> str:
    kind, glossary, given = program.rules.bets.get(action.bet), program.rules.glossary, action.naming.lower()
    items = program.rules.scales[kind.naming].items if kind and kind.naming else ()
    if action.naming in items:
        return action.naming
    return next(
        (i for i in items if given in (i.lower(), glossary.symbol(i).lower(), glossary.sign(i).lower())), action.naming
    )


def place_bet(program: Program, state: State, action: PlaceBet) -> None:
    """Place a bet that is complete.

    Raises:
        IllegalAction: there is no such bet or place, or a provision forbids it.
    """
    kind = _kind(program, action)
    assert action.stake is not None
    unit = action.bettor if program.per_bettor else action.holder
    bet = Bet(action.bettor, action.holder, action.bet, action.stake, action.naming, unit)
    if forbidden := forbidding(program, state, PLACE_BET, unit, bet):
        raise IllegalAction("forbidden", forbidden, action=PLACE_BET, party=action.bettor)
    if not state.betting:
        raise IllegalAction("betting-closed")
    add_bet(state, bet, "bet-placed", (kind.eid, *permitting(program, state, PLACE_BET, unit, bet)))


def add_bet(state: State, bet: Bet, step: str, provisions: tuple[str, ...]) -> None:
    """Put a bet into the round and the trace."""
    state.bets.append(bet)
    names = ("bet", "holder", "stake", *(("naming",) if bet.naming else ()))
    values = (bet.bet, bet.holder, bet.stake, *((bet.naming,) if bet.naming else ()))
    state.trace.append((step, provisions, bet.bettor, names, values))


def _kind(program: Program, action: PlaceBet) -> BetKind:
    kind = program.rules.bets.get(action.bet)
    if kind is None:
        raise IllegalAction("unknown-bet", bet=action.bet, known=tuple(program.rules.bets))
    if action.holder not in (known := places(program)):
        raise IllegalAction("unknown-place", place=action.holder, known=tuple(known))
    if action.stake is None or action.stake <= 0:
        raise IllegalAction("stake-not-positive", stake=str(action.stake))
    items = program.rules.scales[kind.naming].items if kind.naming else ("",)
    if action.naming not in items:
        raise IllegalAction("bet-names-wrongly", (kind.eid,), bet=action.bet)
    return kind
