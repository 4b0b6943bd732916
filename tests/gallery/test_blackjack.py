"""Blackjack: every choice over every order of the cards of a small pack, and the known figures of one whole pack."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from gallery.asking import solved
from generated.agreement import read
from lexludi.exact.odds import odds
from lexludi.language.glossary import glossary_for
from lexludi.law.loader import find
from lexludi.rules.settings import decide, resolve_settings

GAME = "xx/blackjack"
PACK = "“rank”, from high to low: “A”, “K”, “Q”, “J”, 10, 9, 8, 7, 6, 5, 4, 3 and 2."
SMALL = "“rank”, from high to low: “A”, “K”, 7, 6 and 5."
Cards = tuple[int, ...]
HALF = Fraction(1, 2)


def total(hand: Cards) -> int:
    """The total, with one ace as eleven where that does not exceed twenty-one."""
    least = sum(hand)
    return least + 10 if 1 in hand and least <= 11 else least


def is_natural(hand: Cards) -> bool:
    return len(hand) == 2 and total(hand) == 21


class Table:
    """The game by recursion over the cards that are left: the value of a round under the best choices."""

    def __init__(self, pack: Cards, *, draws_soft: bool, surrenders: bool) -> None:
        self.pack, self.draws_soft, self.surrenders = pack, draws_soft, surrenders
        self.ended = cache(self._ended)
        self.played_on = cache(self._played_on)

    def mean(self, gone: Cards, value: Callable[[int], Fraction]) -> Fraction:
        """The mean of a value over the next card."""
        left = Counter(self.pack) - Counter(gone)
        return sum((n * value(card) for card, n in left.items()), Fraction(0)) / left.total()

    def round(self) -> Fraction:
        return self.mean((), lambda a: self.mean((a,), lambda up: self.mean((a, up), lambda b: self.dealt((a, b), up))))

    def dealt(self, own: Cards, up: int) -> Fraction:
        own = tuple(sorted(own))
        insured = max(Fraction(0), self.insurance((*own, up), up)) if up == 1 else Fraction(0)
        if total(own) == 21:
            return insured + self.ended(own, (up,), 1, False)
        doubled = self.mean((*own, up), lambda card: self.ended(tuple(sorted((*own, card))), (up,), 2, False))
        options = [doubled, self.played_on(own, up)]
        if self.surrenders:
            options.append(self.ended(own, (up,), 1, True))
        return insured + max(options)

    def insurance(self, gone: Cards, up: int) -> Fraction:
        return HALF * self.mean(gone, lambda card: Fraction(2 if is_natural((up, card)) else -1))

    def _played_on(self, own: Cards, up: int) -> Fraction:
        if total(own) > 21:
            return Fraction(-1)
        stands = self.ended(own, (up,), 1, False)
        if total(own) == 21:
            return stands
        return max(stands, self.mean((*own, up), lambda card: self.played_on(tuple(sorted((*own, card))), up)))

    def _ended(self, own: Cards, dealer: Cards, stakes: int, surrendered: bool) -> Fraction:
        """The gain once the player is done: on the main bet, and on the double where there are two stakes."""
        if self.draws(dealer):
            return self.mean(
                (*own, *dealer), lambda card: self.ended(own, self.joined(dealer, card), stakes, surrendered)
            )
        if is_natural(dealer):
            return Fraction(0 if is_natural(own) else -1)
        if surrendered:
            return -HALF
        if is_natural(own):
            return Fraction(3, 2)
        if total(own) > 21:
            return Fraction(-stakes)
        return Fraction(stakes) * (
            1 if total(dealer) > 21 else (total(own) > total(dealer)) - (total(own) < total(dealer))
        )

    @staticmethod
    def joined(dealer: Cards, card: int) -> Cards:
        return tuple(sorted((*dealer, card)))

    def draws(self, dealer: Cards) -> bool:
        soft = total(dealer) > sum(dealer)
        return total(dealer) < 17 or (self.draws_soft and total(dealer) == 17 and soft)


@pytest.mark.parametrize(("soft", "offered"), [("stand", "no"), ("draw", "no"), ("stand", "yes"), ("draw", "yes")])
def test_a_small_pack_is_as_counted_card_by_card(soft: str, offered: str) -> None:
    """Twenty cards: aces, kings, sevens, sixes and fives; otherwise the text as it stands."""
    file = find(GAME, None, "en")
    text = file.path.read_text("utf-8")
    assert PACK in text
    own = text.replace(PACK, SMALL).replace("52 in each", "20 in each")
    own = own.replace("“K”, “Q” and “J” count 10", "“K” counts 10")
    case, found = read(own, "en", glossary_for(file.path), 0)
    assert case is not None, [d.code for d in found]
    settings = resolve_settings(case.rules, {"soft-seventeen": soft, "surrender-offered": offered}, {})
    engine = odds(decide(case.rules, settings), ("main-bet",)).bets["main-bet"]
    table = Table((1, 10, 7, 6, 5) * 4, draws_soft=soft == "draw", surrenders=offered == "yes")
    assert engine.expectation == table.round()


@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({}, "-8156063521025297/2445657885231561000"),
        ({"soft_seventeen": "draw"}, "-3255975161491571/623402990353143000"),
        ({"surrender_offered": "yes"}, "-303144604001321/97826315409262440"),
    ],
)
def test_one_pack_has_the_figure_worked_out_apart(options: dict[str, str], known: str) -> None:
    """Without splitting, doubling any two cards, a natural at 3 to 2: worked out by another program."""
    assert solved(GAME, "main-bet", **options).bets["main-bet"].expectation == Fraction(known)


@pytest.mark.soak
def test_eight_packs_are_refused_with_the_reason() -> None:
    found = solved(GAME, "main-bet", packs=8)
    assert "main-bet" not in found.bets
    assert found.skipped["main-bet"].key == "too-large"
