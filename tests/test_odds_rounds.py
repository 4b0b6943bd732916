"""Exact odds against rounds of the interpreter: the same ends by the same provisions, as often as they should."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path

import pytest

from lexludi.exact.chances import chances_of
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game, Round, load
from lexludi.play.table import alone
from smaller import CORPUS, drawing

STAKE = 60

# How a bet ends: the result, the net per unit staked, the provisions.
End = tuple[str, Fraction, tuple[str, ...]]


def exact(game: Game, bet: str, forced: str = "", naming: str = "") -> dict[End, Fraction]:
    """How probable each end is when one alternative is chosen wherever it is legal, else the first that is."""
    rules = game.questions.judge.rules
    found = chances_of(game.questions, alone(rules, bet, naming), forced)
    out: dict[End, Fraction] = {}
    for outcome, probability in found.probabilities.items():
        assert outcome.net is not None
        end = (outcome.result, outcome.net, outcome.provisions)
        if probability:
            out[end] = out.get(end, Fraction(0)) + probability
    return out


def play(round_: Round, bet: PlaceBet, forced: str) -> End:
    """The end of a bet in a round of the interpreter, played in the same way."""
    round_.apply(bet)
    round_.apply(Deal())
    while not round_.is_over:
        decision = round_.decision
        assert decision is not None
        legal = [a for a in round_.legal_actions() if isinstance(a, Choose)]
        names = [choice.choice for choice in legal]
        wanted = forced if forced in names else next(a for a in decision.alternatives if a in names)
        round_.apply(legal[names.index(wanted)])
    (placed,) = round_.state.bets
    return placed.result, Fraction(placed.net) / STAKE, placed.provisions


# ── Every deal of games with few objects ────────────────────────────────────


@pytest.fixture
def tiny(tmp_path: Path) -> Game:
    """Drawing to twenty-one with four kings and four sixes."""
    return load(str(drawing(tmp_path, ("king", "6"))))


def orders(kings: int, sixes: int) -> Iterator[str]:
    """Every order of so many kings and sixes."""
    if not kings and not sixes:
        yield ""
    if kings:
        yield from ("K" + rest for rest in orders(kings - 1, sixes))
    if sixes:
        yield from ("6" + rest for rest in orders(kings, sixes - 1))


@pytest.mark.parametrize("forced", ["draw", "stand", "double"])
def test_every_order_of_eight_cards(tiny: Game, forced: str) -> None:
    found: Counter[End] = Counter()
    for order in orders(4, 4):
        suits = {"K": iter("shcd"), "6": iter("shcd")}
        cards = " ".join(rank + next(suits[rank]) for rank in order)
        found[play(tiny.new_round(cards=cards), PlaceBet("player-1", "", "main-bet", STAKE), forced)] += 1
    assert found.total() == 70
    assert exact(tiny, "main-bet", forced) == {end: Fraction(ways, 70) for end, ways in found.items()}


@pytest.mark.parametrize(
    ("bet", "naming"), [("big", ""), ("any-triple", ""), ("single-face", "6"), ("single-face", "2")]
)
def test_every_throw_of_three_dice(bet: str, naming: str) -> None:
    game = load(str(CORPUS / "three-dice" / "1.en.ludi"))
    found: Counter[End] = Counter()
    for throw in product("123456", repeat=3):
        placed = PlaceBet("player-1", "", bet, STAKE, naming)
        found[play(game.new_round(cards=" ".join(throw)), placed, "")] += 1
    assert exact(game, bet, naming=naming) == {end: Fraction(ways, 216) for end, ways in found.items()}


# ── Rounds at random ────────────────────────────────────────────────────────

ROUNDS = 3_000
SAMPLED = [
    ("mo/q-poker", "ante", "box-1", "play", {}),
    ("mo/q-poker", "ante", "box-1", "surrender", {}),
    ("mo/q-poker", "ante", "box-1", "play", {"packs": 3, "equal-hands": "push", "not-qualified": "keep-half"}),
    ("mo/q-poker", "pair-plus", "box-1", "", {}),
    ("mo/baccarat@2004-05-18", "player", "", "", {}),
    ("mo/baccarat@2004-05-18", "banker", "", "", {}),
    ("mo/baccarat@2004-05-18", "tie", "", "", {}),
    ("mo/baccarat@2004-05-18", "banker-pair", "", "", {}),
    (str(CORPUS / "two-tokens" / "1.en.ludi"), "bet-heads", "", "", {}),
    (str(CORPUS / "draw-to-total" / "1.en.ludi"), "main-bet", "", "stand", {}),
    (str(CORPUS / "draw-to-total" / "1.en.ludi"), "main-bet", "", "double", {}),
]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("work", "bet", "holder", "forced", "readings"),
    SAMPLED,
    ids=[f"{Path(w).parent.name or w}-{b}-{f}-{len(r)}" for w, b, _, f, r in SAMPLED],
)
def test_rounds_end_as_often_as_is_computed(
    work: str, bet: str, holder: str, forced: str, readings: dict[str, object]
) -> None:
    game = load(work, readings=readings)
    expected = exact(game, bet, forced)
    bettor = f"{game.rules.bettor_role()}-1"
    found: Counter[End] = Counter()
    for seed in range(ROUNDS):
        found[play(game.new_round(seed=seed), PlaceBet(bettor, holder, bet, STAKE), forced)] += 1
    assert set(found) <= set(expected), "what happens is possible"
    assert sum(expected.values()) == 1
    for end, probability in expected.items():
        spread = sqrt(ROUNDS * probability * (1 - probability))
        assert abs(found[end] - ROUNDS * probability) < 5 * spread + 1, end
