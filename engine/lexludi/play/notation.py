"""Notation of a round: its bets, then the objects that came and the choices that were made, in one line.

    player-1@box-1:ante=10 | Qs Kh Qd 7c 9h 2s play

Bets are written as the command line takes them, objects by their symbols, choices by
their ids. Which of the two a word is follows from where the round stands, so that each is
read by what is expected there.
"""

import re
from urllib.parse import quote, unquote

from lexludi.base.boundary import amount_of
from lexludi.base.errors import IllegalAction
from lexludi.play.actions import PlaceBet
from lexludi.play.round_state import Bet, Money

# Between the bets and what came of them.
BAR = "|"
# Before the amount of a bet or of a choice.
OF = "="

# `player-1@box-1:ante=10`, `1:ante=5/2`, `ante/ace+king=10`: all but the bet and its stake may be left out. At the
# command line the name of a bet may have blanks; that of whoever bets has them as in an address, `Ana%20Maria`.
_BET = re.compile(
    r"(?:(?P<who>[\w.%-]+)@)?(?:(?P<holder>[\w.-]+):)?"
    r"(?P<bet>[\w.-]+(?: [\w.-]+)*)(?:/(?P<naming>[\w.+/-]+))?=(?P<stake>[\d/.]+)"
)


def bet_text(bet: Bet) -> str:
    """A bet in full, as `bet_in` reads it."""
    holder = f"{bet.holder}:" if bet.holder else ""
    naming = f"/{bet.naming}" if bet.naming else ""
    bettor = re.sub(r"[^\w.-]", lambda sign: quote(sign[0], safe=""), bet.bettor)
    return f"{bettor}@{holder}{bet.bet}{naming}{OF}{bet.stake!s}"


def bet_in(text: str) -> PlaceBet | None:
    """The bet of `[WHO@][HOLDER:]BET[/ITEM…]=STAKE`; nothing where a text is of another form."""
    match = _BET.fullmatch(text.strip())
    stake = amount_of(match["stake"]) if match else None
    if match is None or stake is None:
        return None
    return PlaceBet(unquote(match["who"] or ""), match["holder"] or "", match["bet"], stake, match["naming"] or "")


def choice_text(choice: str, of: Money | None) -> str:
    """A choice, with its amount if it has one."""
    return choice if of is None else f"{choice}{OF}{of!s}"


def choice_in(text: str) -> tuple[str, Money | None]:
    """A choice and its amount, if it has one.

    Raises:
        IllegalAction: what stands for the amount is none.
    """
    choice, of, number = text.partition(OF)
    value = amount_of(number) if of else None
    if of and value is None:
        raise IllegalAction("not-notation", text=text[:40])
    return choice, value


def parts(text: str) -> tuple[tuple[PlaceBet, ...], tuple[str, ...]]:
    """The bets of a line and the words that follow them.

    Raises:
        IllegalAction: a bet is not of the form of one.
    """
    before, _, after = text.partition(BAR)
    bets = []
    for word in before.split():
        bet = bet_in(word)
        if bet is None:
            raise IllegalAction("not-notation", text=word[:40])
        bets.append(bet)
    return tuple(bets), tuple(after.split())
