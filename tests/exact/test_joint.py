"""Two rule sets on the same rounds: what ends differently, against all pairs of hands, dealt one by one."""

import shutil
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from lexludi.exact.budget import NotAnalysed
from lexludi.exact.joint import JointOutcomes, compare
from lexludi.exact.odds import odds
from lexludi.exact.resting import with_readings
from lexludi.law.loader import find, rules_of
from lexludi.play.hands import Hands
from lexludi.rules.bind import bind
from lexludi.rules.model import RuleSet
from lexludi.rules.settings import decide, resolve_settings
from small import game_of, pack
from small import rules_of as small_rules

HANDS = list(combinations(range(52), 3))
PAIRS = 22_100 * 18_424


@cache
def rules(work: str, **readings: str) -> RuleSet:
    found = rules_of(find(work))
    given = {name.replace("_", "-"): value for name, value in readings.items()}
    kinds = {name: found.parameters[name].kind for name in given}
    split = ({n: v for n, v in given.items() if kinds[n] == kind} for kind in ("option", "reading"))
    return decide(found, resolve_settings(found, *split))


def compared(work: str, bet: str, **readings: str) -> JointOutcomes:
    (found,) = compare(rules(work), rules(work, **readings), bet)
    return found


def settled(**readings: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """By the interpreter's tables: the rank and the odds (in halves) of each hand, and whether a dealer qualifies."""
    order = Hands(bind(rules("mo/q-poker", **readings)))
    strengths = [order.strength(hand) for hand in HANDS]
    ranks = {s: rank for rank, s in enumerate(sorted(s for s in set(strengths) if s is not None))}
    pays = {"straight-flush": 6, "three-of-a-kind": 4, "straight": 3}
    categories = [order.category(hand) for hand in HANDS]
    return (
        np.array([ranks[s] if s is not None else -1 for s in strengths], dtype=np.int16),
        np.array([pays.get(c.id if c else "", 2) for c in categories], dtype=np.int8),
        np.array([order.is_worth_at_least(hand, "high-card", ("queen",)) for hand in HANDS]),
    )


def nets(hand: int, tables: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
    """What the ante wins, in halves, with one hand against every other; 99 where no rule says."""
    rank, pays, qualified = tables
    won = np.select([rank > rank[hand], rank < rank[hand]], [-2, pays[hand]], 99)
    won = np.where((rank == -1) | (rank[hand] == -1), 99, won)
    return np.where(qualified, won, 1)


@pytest.mark.parametrize(
    "changed",
    [{"run_order": "highest-card"}, {"straight_suits": "all-different"}],
)
@pytest.mark.soak
def test_ante_under_another_reading_against_all_pairs_of_hands(changed: dict[str, str]) -> None:
    """Every hand that is played, against every hand of the dealer that can be dealt with it."""
    found = compared("mo/q-poker", "ante", **changed)
    first, second = settled(), settled(**changed)
    bits = np.array([sum(1 << card for card in hand) for hand in HANDS])
    surrendered = _surrendered()
    count = 0
    for player in range(len(HANDS)):
        if player not in surrendered:
            differs = (nets(player, first) != nets(player, second)) & ((bits & bits[player]) == 0)
            count += int(differs.sum())
    assert found.probability == Fraction(count, PAIRS)
    assert count > 0


@cache
def _surrendered() -> frozenset[int]:
    """The hands with which the dealer is better not met, worked out from all pairs of hands."""
    tables = settled()
    bits = np.array([sum(1 << card for card in hand) for hand in HANDS])
    out = set()
    for player in range(len(HANDS)):
        against = (bits & bits[player]) == 0
        if nets(player, tables)[against].sum() < -int(against.sum()):
            out.add(player)
    return frozenset(out)


def test_readings_that_change_nothing_for_a_bet_are_proved_to() -> None:
    found = compared("mo/q-poker", "pair-plus", not_qualified="keep-half")
    assert (found.probability, found.changes, found.provisions_only) == (0, (), 0)


def test_dealer_not_qualified_is_all_that_the_other_reading_changes() -> None:
    found = compared("mo/q-poker", "ante", not_qualified="keep-half")
    assert {(c.before.net, c.after.net) for c in found.changes} == {(Fraction(1, 2), Fraction(-1, 2))}
    hands = Hands(bind(rules("mo/q-poker")))
    for change in found.changes:
        assert change.example is not None
        dealer = hands.material.parse_all(change.example.cards[0][1::2])
        assert not hands.is_worth_at_least(tuple(dealer), "high-card", ("queen",))


def test_ties_kept_differ_from_ties_cancelled_on_ties_alone() -> None:
    for bet in ("player", "banker"):
        found = compared("mo/baccarat@2004-05-18", bet, ties="keep")
        assert found.probability == Fraction(475_627_426_473_216, 4_998_398_275_503_360)
    assert compared("mo/baccarat@2004-05-18", "tie", ties="keep").probability == 0


def test_bets_that_end_together_are_told_apart_though_they_come_to_the_same() -> None:
    """A lost ante beside a raise that wins twice its stake, and the other way round: both come to one."""
    text = """\
  “raise” is a bet.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  “player” with “ante” chooses “play”.
  upon “play”: an amount equal to the stake of “ante” is put on “raise”.
  settle “ante” and “raise”.
  “{}” loses.
  “{}” pays 2 to 1.
"""
    both = [
        game_of(pack("3, 2 and 1") + text.format(*order)).decided for order in (("ante", "raise"), ("raise", "ante"))
    ]
    (found,) = compare(both[0], both[1], "ante")
    (change,) = found.changes
    assert (found.probability, change.before.net, change.after.net) == (1, 1, 1)
    assert [[(part.bet, part.net) for part in outcome.parts] for outcome in (change.before, change.after)] == [
        [("ante", -1), ("raise", 2)],
        [("ante", 2), ("raise", -1)],
    ]


def test_games_with_other_objects_are_not_compared_round_by_round() -> None:
    with pytest.raises(NotAnalysed) as refusal:
        compared("mo/q-poker", "pair-plus", packs="2")
    assert refusal.value.args_by_name["reason"] == "objects-differ"


# ── Rounds that take another course ─────────────────────────────────────────

DRAWS_ON_SIX = "the card drawn by “player” is 6 or 7, then “banker” must “draw”"
STANDS_ON_SIX = "the card drawn by “player” is 1, 2, 3, 4, 5, 8, 9 or 10, or"


def test_another_rule_on_the_third_card_against_every_order_of_six_cards(tmp_path: Path) -> None:
    """Invented: with six points the banker's side draws on a seven alone."""
    folder = tmp_path / "baccarat"
    shutil.copytree("regulations/mo/baccarat", folder)
    shutil.copy("regulations/glossary.toml", tmp_path / "glossary.toml")
    file = folder / "2004-05-18.en.ludi"
    text = file.read_text(encoding="utf-8")
    assert DRAWS_ON_SIX in text
    assert STANDS_ON_SIX in text
    text = text.replace(DRAWS_ON_SIX, DRAWS_ON_SIX.replace("6 or 7", "7"))
    file.write_text(text.replace(STANDS_ON_SIX, STANDS_ON_SIX.replace("5, 8", "5, 6, 8")), encoding="utf-8")
    changed = rules_of(find(str(file)))
    after = decide(changed, resolve_settings(changed, {}, {}))
    expected = _third_card_oracle()
    for bet in ("player", "banker", "tie"):
        (found,) = compare(rules("mo/baccarat@2004-05-18"), after, bet)
        assert found.probability == expected[bet]
        assert all(len(change.example.cards[0]) == 6 for change in found.changes if change.example)


def _third_card_oracle() -> dict[str, Fraction]:
    """By hand: the rounds in which the banker's side has six, the third card of the other is six, and it matters."""
    stock = [128, *[32] * 9]
    changed = dict.fromkeys(("player", "banker", "tie"), 0)
    total = 0
    for cards in product(range(10), repeat=4):
        ways, left = 1, stock.copy()
        for card in cards:
            ways *= left[card]
            left[card] -= 1
        total += ways
        player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        if player > 5 or banker != 6:
            continue
        third, left_now = left[6], [n - (card == 6) for card, n in enumerate(left)]
        standing = _winner((player + 6) % 10, banker)
        for fourth, n in enumerate(left_now):
            drawing = _winner((player + 6) % 10, (banker + fourth) % 10)
            for bet in changed:
                if _ends(bet, standing) != _ends(bet, drawing):
                    changed[bet] += ways * third * n
    return {bet: Fraction(count, total * 412 * 411) for bet, count in changed.items()}


def _winner(player: int, banker: int) -> str:
    return "tie" if player == banker else "player" if player > banker else "banker"


def _ends(bet: str, winner: str) -> str:
    if winner == "tie" and bet != "tie":
        return "void"
    return "wins" if winner == bet else "loses"


MANY = (
    pack("2 and 1", "200 packs")
    + """\
Article 2
1)
  bets are accepted.
2)
  deal to “bank”, 12 “card” at a time, face up, until each has 12.
3)
  settle “ante”.
Article 3
  when the total of “bank” is 18, then “ante” pays {0} to 1.
  in every other case, “ante” loses.
"""
)


def test_hands_that_come_in_more_ways_than_64_bits_hold_are_counted() -> None:
    """Of 400 cards, half of them ones, twelve come to 18 with six of each."""
    before, after = (game_of(MANY.format(odds)).decided for odds in (1, 2))
    (found,) = compare(before, after, "ante")
    assert comb(400, 12) > 1 << 63
    assert found.probability == Fraction(comb(200, 6) ** 2, comb(400, 12))


@pytest.mark.parametrize(
    ("forbidden", "compared"),
    [("3", {"1": 0, "2": 0}), ("1", {"2": 0, "3": Fraction(1, 3)})],
    ids=["the last name", "the first name"],
)
@pytest.mark.parametrize("strict", ["", "“how” is “on”, and "], ids=["in both", "in the second"])
def test_a_name_with_which_nobody_may_bet_is_not_compared(
    strict: str, forbidden: str, compared: dict[str, Fraction | int]
) -> None:
    """Only a bet on 3 that wins, one throw in three, is paid otherwise; what may not be placed ends in no way."""
    source = small_rules(f"""\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “pick” is a bet that names a number from 1 through 3.
  reading “how”: “off” or “on”; default “off”; because: invented.
  bets are accepted.
  “dealer” throws “die”.
  settle “pick”.
Article 2
  when {strict}the number named is {forbidden}, then “player” must not “bet” on “pick”.
Article 3
  in every other case, “pick” loses.
  when the total of “dealer” is equal to the number named, then “pick” pays 1 to 1.
Article 4
  when “how” is “on”, and the total of “dealer” is 3, and the number named is 3, then “pick” pays 2 to 1.
  prevails over article 3.
""")
    before, after = (decide(source, {"how": how}) for how in ("off", "on"))
    assert {outcomes.naming: outcomes.probability for outcomes in compare(before, after, "pick")} == compared
    # By readings, what may be placed under one alone is told as not followed, as are names that come to differ.
    found = with_readings(odds(before), source, resolve_settings(source, {}, {}), {}, every=True)
    told = ["never-placed"] if strict else ["items-differ"] if "3" in compared else []
    assert [skipped.reason for skipped in found.not_searched] == told
