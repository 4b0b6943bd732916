"""Dragon tiger: every name of every bet counted over all pairs of cards of one, six and eight packs."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from gallery.asking import solved

GAME = "xx/dragon-tiger"
SUITS = ("spades", "hearts", "clubs", "diamonds")
CARDS = list(product(range(1, 14), SUITS))  # the ace is one, the king thirteen

FITS: dict[str, Callable[[int, str], bool]] = {
    "big": lambda rank, suit: rank > 7,
    "small": lambda rank, suit: rank < 7,
    "odd": lambda rank, suit: rank % 2 == 1,
    "even": lambda rank, suit: rank % 2 == 0,
    "red": lambda rank, suit: suit in ("hearts", "diamonds"),
    "black": lambda rank, suit: suit in ("spades", "clubs"),
}


def counted(packs: int, tie_prize: int) -> dict[tuple[str, str], Fraction]:
    """The expectation of each bet by its name: what each ordered pair of cards gives, times how many there are."""
    sums: dict[tuple[str, str], Fraction] = {}
    pairs = 0
    for dragon, tiger in product(CARDS, repeat=2):
        ways = packs * (packs - (dragon == tiger))
        pairs += ways
        tie = dragon[0] == tiger[0]
        nets: dict[tuple[str, str], Fraction | int] = {
            ("dragon-bet", ""): Fraction(-1, 2) if tie else 1 if dragon[0] > tiger[0] else -1,
            ("tiger-bet", ""): Fraction(-1, 2) if tie else 1 if tiger[0] > dragon[0] else -1,
            ("tie-bet", ""): tie_prize if tie else -1,
            ("suited-tie", ""): 50 if dragon == tiger else -1,
        }
        for place, (rank, suit) in (("dragon", dragon), ("tiger", tiger)):
            for name, fits in FITS.items():
                nets[f"{place}-chance", name] = 1 if rank != 7 and fits(rank, suit) else -1
            for name in SUITS:
                nets[f"{place}-suit", name] = 3 if rank != 7 and suit == name else -1
        for bet, net in nets.items():
            sums[bet] = sums.get(bet, Fraction(0)) + ways * net
    assert pairs == 52 * packs * (52 * packs - 1)
    return {bet: total / pairs for bet, total in sums.items()}


@pytest.mark.parametrize(("packs", "tie_prize"), [(1, 8), (6, 10), (8, 8), (8, 11)])
def test_each_name_has_the_expectation_counted_over_all_pairs(packs: int, tie_prize: int) -> None:
    found = solved(GAME, packs=packs, tie_prize=tie_prize).bets
    by_name = {
        (bet_odds.bet, name): bet_odds.expectation for bet_odds in found.values() for name in bet_odds.naming or ("",)
    }
    assert by_name == counted(packs, tie_prize)


@pytest.mark.parametrize(
    ("bet", "packs", "tie_prize", "expectation"),
    # Published (wizardofodds.com) as 3.73, 32.77, 10.36 and 7.69 %; the others are worked out.
    [
        ("dragon-bet", 8, 8, "-31/830"), ("tie-bet", 8, 8, "-136/415"), ("tie-bet", 8, 11, "-43/415"),
        ("dragon-chance", 8, 8, "-1/13"), ("tiger-suit", 8, 8, "-1/13"), ("tiger-bet", 6, 8, "-23/622"),
        ("tie-bet", 6, 10, "-58/311"), ("suited-tie", 6, 8, "-56/311"),
    ],
)  # fmt: skip
def test_a_bet_has_the_known_figure(bet: str, packs: int, tie_prize: int, expectation: str) -> None:
    found = solved(GAME, packs=packs, tie_prize=tie_prize).bets.values()
    assert {bet_odds.expectation for bet_odds in found if bet_odds.bet == bet} == {Fraction(expectation)}
