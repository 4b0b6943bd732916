"""Texts that once showed a fault of a machine: each is answered rightly, or refused with what makes it impossible.

The truths are worked out here by going through every round, with no code of the engine.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from lexludi.base.errors import UnsettledCase
from lexludi.checks.checking import check_paths
from lexludi.checks.meetings import ScarceKinds
from lexludi.cli.main import main
from lexludi.exact.budget import Budget, TooLarge
from lexludi.exact.kinds import Kind
from lexludi.exact.multisets import HandTable
from lexludi.exact.odds import Odds, odds
from lexludi.law.loader import find, rules_of
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game, load
from lexludi.play.material import Material
from lexludi.rules.settings import decide, resolve_settings
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampling import INTERPRETER, plan_of, sampler_of
from lexludi.simulate.simulation import make_run, simulate
from smaller import changed

TRIALS = Path(__file__).parent / "trials"


def text(name: str) -> Path:
    (found,) = (TRIALS / name).glob("*.en.ludi")
    return found


def analysed(path: Path, **options: object) -> Odds:
    rules = rules_of(find(str(path)))
    return odds(decide(rules, resolve_settings(rules, options, {})))


def expectation(path: Path, bet: str, **options: object) -> Fraction | None:
    found = analysed(path, **options)
    assert not found.skipped
    return found.bets[bet].expectation


def material_of(game: Game) -> Material:
    return game.questions.judge.hands.material


def codes(path: Path) -> list[str]:
    return [d.code for d in check_paths([str(path)], law=True).law]


def own(folder: Path, written: str, terms: dict[str, str]) -> Path:
    """A text with a glossary of English terms."""
    (folder / "glossary.toml").write_text(
        "".join(f'[{term}]\nzh = ["{term}z"]\npt = ["{term}p"]\nen = {spelled}\n' for term, spelled in terms.items()),
        "utf-8",
    )
    path = folder / "1.en.ludi"
    path.write_text(written, "utf-8")
    return path


TERMS = {
    "die": '["die", "dice"]',
    "face": '["number"]',
    "dealer": '["dealer"]',
    "player": '["player"]',
    "place-bet": '["bet"]',
    "high": '["high"]',
    "low": '["low"]',
}


# ── Codes that do not fit into machine integers ─────────────────────────────


def test_fifteen_bets_together_have_the_odds_of_each() -> None:
    found = analysed(text("dice/fifteen-bets"))
    assert len(found.bets) == 15
    # One number of four, two to one.
    assert {bet.expectation for bet in found.bets.values()} == {Fraction(2 * 1 - 3, 4)}


def test_a_layout_of_157_bets_has_the_odds_of_each(tmp_path: Path) -> None:
    faces = list(range(37, 0, -1))
    lines = [
        "regulation: layout",
        "invented example, not law.",
        "",
        "Article 1",
        f"  “number”, from high to low: {', '.join(map(str, faces[:-1]))} and 1.",
        "  material: 1 “dice”, each showing one “number”.",
        "  there is one “dealer”.",
        "  “player” bets.",
        *(f"  “bet {i}” is a bet." for i in range(157)),
        "  bets are accepted.",
        "  “dealer” throws “dice”.",
        *(f"  settle “bet {i}”." for i in range(157)),
    ]
    for i in range(157):
        lines.append(
            f"  when the number of times that “dealer” shows {i % 37 + 1} is 1, then “bet {i}” pays 35 to 1.\n"
            f"  in every other case, “bet {i}” loses."
        )
    path = own(tmp_path, "\n".join(lines) + "\n", {**TERMS, **{f"b{i}": f'["bet {i}"]' for i in range(157)}})
    found = analysed(path)
    assert len(found.bets) == 157
    assert {bet.expectation for bet in found.bets.values()} == {Fraction(35 - 36, 37)}


def test_seventy_conditions_leave_nothing_open() -> None:
    found = analysed(text("dice/seventy-conditions")).bets["high"]
    assert found.unsettled == 0
    assert found.expectation == Fraction(35 - 35, 70)


def test_seventy_tokens_are_thrown_in_more_ways_than_fit(tmp_path: Path) -> None:
    written = (TRIALS / "dice" / "seventy-conditions" / "1.en.ludi").read_text("utf-8").split("Article 1")[0]
    path = own(
        tmp_path,
        f"""{written}Article 1
  “number”, from high to low: 2 and 1.
  material: 70 “dice”, each showing one “number”.
  there is one “dealer”.
  “player” bets.
  “high” is a bet.
  bets are accepted.
  “dealer” throws “dice”.
  settle “high”.
  when the number of times that “dealer” shows 2 is 35, then “high” pays 1 to 1.
  in every other case, “high” loses.
""",
        TERMS,
    )
    wins = Fraction(comb(70, 35), 2**70)
    assert expectation(path, "high") == 2 * wins - 1


def test_a_hand_of_nearly_all_of_a_kind_has_as_many_ways_as_choices() -> None:
    table = HandTable([Kind("card", tuple(range(52)), 52)], [])
    assert table.ways(table.batch("card", 51), np.array([[52]]), np.int64).tolist() == [[52]]


@pytest.mark.parametrize(("limit", "count"), [(1, 1), (52, 1), (2080, 100)])
def test_hands_fit_on_one_table_as_long_as_there_are_objects(limit: int, count: int) -> None:
    hands = np.array([[limit - count], [limit - count + 1]])
    stock = ScarceKinds(np.array([limit]), np.array([[count]]), hands)
    assert stock.fits(np.array([0, 0]), np.array([0, 1])).tolist() == [True, False], "all objects; one too many"


# ── Dealing and throwing ────────────────────────────────────────────────────


def test_a_deal_until_each_has_two_deals_what_is_missing() -> None:
    path = text("cards/deal-in-two-steps")
    values = [min(rank, 10) for rank in range(1, 14) for _ in range(4)]
    wins = [1 if a + b > 10 else -1 for a, b in permutations(values, 2)]
    truth = Fraction(sum(wins), len(wins))
    assert truth == Fraction(313, 663)
    assert expectation(path, "ante") == truth
    round_ = load(str(path)).new_round(cards="As Ks")
    round_.apply(PlaceBet("player-1", "", "ante", 10))
    round_.apply(Deal())
    assert round_.is_over
    assert codes(path) == []


def test_a_deal_in_two_steps_gives_each_holder_what_that_holder_lacks(tmp_path: Path) -> None:
    path = changed(
        text("cards/deal-in-two-steps"),
        [
            (
                "  deal to “dealer”, one “card” at a time, face down, until each has two.\n",
                "  when the total of “dealer” is lower than 6, then deal to “dealer”, one “card” at a time, face down, "
                "until each has three.\n  deal to “dealer”, one “card” at a time, face down, until each has two.\n",
            )
        ],
        tmp_path,
    )
    values = [min(rank, 10) for rank in range(1, 14) for _ in range(4)]
    truth = Fraction(0)
    for a, b, c in permutations(values, 3):
        truth += 1 if a + b + (c if a < 6 else 0) > 10 else -1
    assert expectation(path, "ante") == truth / (52 * 51 * 50)


def test_dice_that_a_dealer_throws_do_not_join_the_tiles_of_its_hand() -> None:
    path = text("cards/mahjong-baccarat-dealer-throws")
    tiles = [kind for kind in range(10) for _ in range(2)]

    def worth(hand: tuple[int, ...]) -> tuple[int, int]:
        return (1, hand[0]) if hand[0] == hand[1] else (0, sum(hand) % 10)

    total, count = 0, 0
    # The king is the highest kind and counts nothing: of a pair it is the highest, in a total it is 0.
    order = {kind: kind or 10 for kind in range(10)}
    for first in combinations(range(20), 2):
        mine = worth(tuple(tiles[i] for i in first))
        mine = (mine[0], order[mine[1]]) if mine[0] else mine
        for second in combinations([i for i in range(20) if i not in first], 2):
            other = worth(tuple(tiles[i] for i in second))
            other = (other[0], order[other[1]]) if other[0] else other
            total += (mine > other) - (mine < other)
            count += 1
    assert expectation(path, "main-bet") == Fraction(total, count) == 0
    # Hands of points that rank alike are decided by their totals. A pair takes both tiles of its kind: none are equal.
    assert codes(path) == ["unreachable-rule"]
    round_ = load(str(path)).new_round(seed=3)
    round_.apply(PlaceBet("player-1", "box-1", "main-bet", 1))
    round_.apply(Deal())
    assert [len(step.values["objects"]) for step in round_.trace if step.kind == "revealed"] == [2, 2]


def test_faces_are_read_of_what_was_thrown_and_totals_of_what_is_held(tmp_path: Path) -> None:
    thrown = "among the faces thrown by “dealer”, all are of the same “face”"
    won = "when the hand of “player” is higher than the hand of “dealer”"
    rule = f"  {won}, then “main bet” pays 1 to 1.\n"
    split = (
        f"  {won}, and {thrown}, then “main bet” pays 5 to 1.\n"
        f"  {won}, and it is not so that {thrown}, then “main bet” pays 1 to 1.\n"
    )
    path = changed(text("cards/mahjong-baccarat-dealer-throws"), [(rule, split)], tmp_path)
    before = analysed(text("cards/mahjong-baccarat-dealer-throws")).bets["main-bet"]
    higher = sum(line.probability for line in before.lines if line.outcome.net == 1 and line.outcome.category == "pair")
    # A pair is higher than points, and any pair than a lower one: all wins of pairs come by the rule that was changed.
    gained = Fraction(4) * higher * Fraction(6, 6**4)
    assert expectation(path, "main-bet") == before.expectation + gained


# ── Conditions that concern a bettor ────────────────────────────────────────


def three_cards() -> tuple[list[int], list[int], list[bool], list[bool]]:
    """The strength of every hand of three cards, its cards as bits, whether it is a pair, and at least queen high."""
    strengths, masks, pairs, queens = [], [], [], []
    straights = [{14, 13, 12}, *({i + 2, i + 1, i} for i in range(11, 2, -1)), {4, 3, 2}, {14, 2, 3}]
    straights = [s for i, s in enumerate(straights) if s not in straights[:i]]
    for hand in combinations(range(52), 3):
        ranks = sorted((card // 4 + 2 for card in hand), reverse=True)
        flush = len({card % 4 for card in hand}) == 1
        straight = set(ranks) in straights and len(set(ranks)) == 3
        counts = Counter(ranks)
        alike = next((r for r, n in counts.items() if n == 2), 0)
        if straight:
            key = (6 if flush else 5, len(straights) - straights.index(set(ranks)))
        elif flush:
            key = (4, *ranks)
        elif max(counts.values()) == 3:
            key = (3, ranks[0])
        elif alike:
            key = (2, alike, next(r for r in ranks if r != alike))
        else:
            key = (1, *ranks)
        strengths.append(key)
        masks.append(sum(1 << card for card in hand))
        pairs.append(key[0] == 2)
        queens.append(key >= (1, 12))
    order = {key: i for i, key in enumerate(sorted(set(strengths)))}
    return [order[key] for key in strengths], masks, pairs, queens


def test_a_choice_on_condition_of_the_own_hand_has_exact_odds() -> None:
    strength, mask, pair, queen = (np.array(column) for column in three_cards())
    gains: dict[object, int] = {}
    total = 0
    for place, hand in enumerate(combinations(range(52), 3)):
        # No suit is above another: hands that differ only in which is which gain the same.
        suits: dict[int, int] = {}
        alike = tuple((card // 4, suits.setdefault(card % 4, len(suits))) for card in hand)
        if alike not in gains:
            free = (mask & mask[place]) == 0
            sign = np.sign(strength[place] - strength)
            # Half the stake of who stays, and the whole sign where the dealer qualifies; doubled by a raise.
            plain = int(np.where(queen, 2 * sign, 1)[free].sum())
            gains[alike] = max(2 * plain, -2 * int(free.sum())) if pair[place] else plain
        total += gains[alike]
    truth = Fraction(total, 2 * comb(52, 3) * comb(49, 3))
    found = analysed(text("cards/guarded-choice"))
    assert found.bets["ante"].expectation == truth == Fraction(1052067, 50896300)


def test_a_choice_on_condition_of_the_own_hand_is_offered_to_those_who_hold_it() -> None:
    # Box 1 has a pair of kings, box 2 has nothing.
    round_ = load(str(text("cards/guarded-choice"))).new_round(cards="Ks Kh 4d 2h 7d 8s 3c Tc Jc")
    round_.apply(PlaceBet("player-1", "box-1", "ante", 10))
    round_.apply(PlaceBet("player-2", "box-2", "ante", 10))
    round_.apply(Deal())
    assert round_.decision is not None
    assert [d.unit for d in round_.decisions] == ["box-1"]
    round_.apply(Choose("player-1", round_.decision.unit, "fold"))
    assert round_.is_over


def test_choices_on_condition_are_simulated_alike_by_interpreter_and_arrays() -> None:
    game = load(str(text("cards/guarded-choice")))
    for kernel, rounds in ((INTERPRETER, 2_000), ("numpy", 20_000)):
        tally = simulate(make_run(plan_of(game, {"ante": "fold"}, kernel), 5, rounds))
        folded = sum(n for outcome, n in tally.bets["ante"].items() if "art_6__para_2" in outcome.provisions)
        # One hand in six is a pair: 3744 of 22100.
        assert abs(folded - rounds * 3744 / 22100) < 4 * (rounds * 0.17 * 0.83) ** 0.5


def war() -> tuple[Fraction, Fraction]:
    """Casino war with six packs, war always declared on a tie: the odds of the main bet and of the tie."""
    of_rank, all_ = 24, 312
    tie = Fraction(of_rank - 1, all_ - 1)
    even = Fraction(0)
    left = all_ - 2
    for other in range(13):
        count = of_rank - 2 if other == 0 else of_rank
        even += Fraction(count * (count - 1), left * (left - 1))
    higher = (1 - even) / 2
    # Who goes to war wins one with a card as high or higher, and loses two with a lower.
    return tie * (higher + even - 2 * higher), 10 * tie - (1 - tie)


def test_casino_war_has_the_odds_that_counting_gives() -> None:
    main, tie = war()
    found = analysed(text("cards/casino-war-as-first-written"))
    assert found.bets["war-bet"].expectation == main == Fraction(-142853, 4965115)
    assert found.bets["tie"].expectation == tie == Fraction(-58, 311)
    assert "gap" not in codes(text("cards/casino-war-as-first-written"))


@pytest.mark.parametrize(("choice", "drawn"), [("war", 2), ("surrender", 0)])
def test_a_dealer_draws_if_the_bettor_has_gone_to_war(choice: str, drawn: int) -> None:
    round_ = load(str(text("cards/casino-war-as-first-written"))).new_round(cards="As Ah 2c 3c 4c Ks 9d")
    round_.apply(PlaceBet("player-1", "", "war-bet", 10))
    round_.apply(Deal())
    round_.apply(Choose("player-1", "1", choice))
    assert round_.is_over
    assert sum(step.kind == "drawn" for step in round_.trace) == drawn
    assert round_.returns() == {"player-1": {"war": 10, "surrender": -5}[choice]}


def test_a_duty_that_two_bettors_give_different_answers_to_is_not_guessed() -> None:
    round_ = load(str(text("cards/casino-war-as-first-written"))).new_round(cards="As Ad Ah 2c 3c 4c Ks 9d")
    for party in ("player-1", "player-2"):
        round_.apply(PlaceBet(party, "", "war-bet", 10))
    round_.apply(Deal())
    round_.apply(Choose("player-1", "1", "war"))
    with pytest.raises(UnsettledCase) as raised:
        round_.apply(Choose("player-2", "2", "surrender"))
    assert raised.value.key == "parties-differ"
    assert raised.value.provisions == ("art_6__para_3",)


# ── Gaps ────────────────────────────────────────────────────────────────────


def craps() -> tuple[Fraction, Fraction, Fraction]:
    """The probability that the pass line and the don't pass are left open, and the odds of the field."""
    ways = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    chance = {total: Fraction(n, 36) for total, n in ways.items()}
    open_pass = Fraction(0)
    for point in (4, 5, 6, 8, 9, 10):
        seven = chance[7] / (chance[7] + chance[point])
        # Nothing is said of a seven; and with the point 8, winning and losing are said at once.
        open_pass += chance[point] * (seven + (1 - seven if point == 8 else 0))
    field = sum(chance[t] for t in (3, 4, 9, 10, 11)) + 2 * (chance[2] + chance[12])
    field -= 1 - sum(chance[t] for t in (2, 3, 4, 9, 10, 11, 12))
    return open_pass, chance[12], field


def test_a_gap_behind_a_conditional_throw_is_found_with_an_example() -> None:
    report = check_paths([str(text("dice/gap-after-a-conditional-throw"))], law=True)
    found = [
        (d.code, str(d.args["question"].name)) if hasattr(d.args["question"], "name") else d.code for d in report.law
    ]
    assert sorted(d.code for d in report.law) == ["conflict", "gap", "gap"], found
    assert not report.unsearched
    assert all(any(h.key == "example-deal" for h in d.hints) for d in report.law)


def test_bets_are_left_open_each_by_itself() -> None:
    path = text("dice/gap-after-a-conditional-throw")
    open_pass, open_dont, field = craps()
    found = analysed(path).bets
    assert found["pass"].unsettled == open_pass == Fraction(101, 220)
    assert found["dont"].unsettled == open_dont == Fraction(1, 36)
    assert found["field"].expectation == field == Fraction(-1, 18)
    rounds = 4_000
    tally = simulate(make_run(plan_of(load(str(path))), 11, rounds))
    for bet, left in (("pass", open_pass), ("dont", open_dont), ("field", Fraction(0))):
        expected, spread = rounds * float(left), (rounds * float(left) * (1 - float(left))) ** 0.5
        assert abs(tally.estimate(bet).unsettled - expected) <= 4 * spread


# ── Hands that grow ─────────────────────────────────────────────────────────

Pays = Callable[[tuple[int, ...], tuple[int, ...]], Fraction]


def total(hand: tuple[int, ...]) -> int:
    soft = hand.count(1) and sum(hand) + 10 <= 21
    return sum(hand) + 10 * bool(soft)


def best_of_drawing(pays: Pays, stock: dict[int, int], surrender: bool) -> Fraction:
    """The expectation of the best play, by expectimax over what the bettor sees, every order of cards counted."""

    def left(*hands: tuple[int, ...]) -> Counter[int]:
        rest = Counter(stock)
        rest.subtract([card for hand in hands for card in hand])
        return +rest

    @lru_cache(None)
    def dealer(hand: tuple[int, ...], dealers: tuple[int, ...]) -> Fraction:
        # Who is bust has lost, whatever the dealer draws.
        if total(dealers) > 16 or total(hand) > 21:
            return pays(hand, dealers)
        rest = left(hand, dealers)
        return sum(
            (Fraction(n, rest.total()) * dealer(hand, (*dealers, card)) for card, n in rest.items()), Fraction(0)
        )

    @lru_cache(None)
    def player(hand: tuple[int, ...], dealers: tuple[int, ...], drew: bool) -> Fraction:
        if total(hand) > 20:
            return dealer(hand, dealers)
        rest = left(hand, dealers)
        after = [(Fraction(n, rest.total()), (*hand, card)) for card, n in rest.items()]
        values = [dealer(hand, dealers), sum((p * player(longer, dealers, True) for p, longer in after), Fraction(0))]
        if not drew:
            values.append(2 * sum((p * dealer(longer, dealers) for p, longer in after), Fraction(0)))
            if surrender:
                values.append(Fraction(-1, 2))
        return max(values)

    whole, worth = Fraction(0), Fraction(0)
    cards = [card for card, n in stock.items() for _ in range(n)]
    for a, b, c in permutations(range(len(cards)), 3):
        worth += player((cards[a], cards[b]), (cards[c],), False)
        whole += 1
    return worth / whole


def compared(hand: tuple[int, ...], dealers: tuple[int, ...]) -> Fraction:
    if total(hand) > 21:
        return Fraction(-1)
    return (
        Fraction(1)
        if total(dealers) > 21
        else Fraction((total(hand) > total(dealers)) - (total(hand) < total(dealers)))
    )


def natural(hand: tuple[int, ...], dealers: tuple[int, ...]) -> Fraction:
    """Twenty-one without a card drawn is paid 3 to 2, whatever the dealer has."""
    return Fraction(3, 2) if len(hand) == 2 and total(hand) == 21 else compared(hand, dealers)


def black_jack(hand: tuple[int, ...], dealers: tuple[int, ...]) -> Fraction:
    """Twenty-one with the first two cards beats every other hand, and is paid 3 to 2; both return the bet."""
    mine, theirs = total(hand[:2]) == 21, total(dealers[:2]) == 21
    if mine or theirs:
        return Fraction(0) if mine and theirs else Fraction(3, 2) if mine else Fraction(-1)
    return compared(hand, dealers)


@pytest.mark.parametrize("ranks", [("ace", "king", 6), ("ace", 5, 4)])
def test_a_natural_is_found_by_cards_dealt_and_cards_drawn(ranks: tuple[str | int, ...], tmp_path: Path) -> None:
    items = " and ".join([", ".join(_quoted(r) for r in ranks[:-1]), _quoted(ranks[-1])])
    worth = "  “king”, “queen”, “jack” and 10 count 10." if "king" in ranks else ""
    line = next(x for x in text("cards/natural").read_text("utf-8").splitlines() if "“rank”, from high" in x)
    changes = [(line, f"  “rank”, from high to low: {items}."), ("52 in each", f"{4 * len(ranks)} in each")]
    changes.append(
        (
            "  “king”, “queen”, “jack” and 10 count 10.",
            worth.replace(", “queen”, “jack” and 10", "") or "  no effect on the machine: none of them",
        )
    )
    path = changed(text("cards/natural"), changes, tmp_path)
    if "king" not in ranks:
        # After a hand of 25 the dealer, at 15, would have to draw from nothing.
        assert analysed(path).skipped["main-bet"].reason == "stock-exhausted"
        return
    stock = {{"ace": 1, "king": 10}.get(str(r), r): 4 for r in ranks}
    assert expectation(path, "main-bet") == best_of_drawing(natural, stock, surrender=False)


def _quoted(rank: str | int) -> str:
    return f"“{rank}”" if isinstance(rank, str) else str(rank)


def test_a_natural_by_definition_is_found_by_the_first_two_cards(tmp_path: Path) -> None:
    name = "cards/black-jack-natural-by-definition"
    path = changed(
        text(name),
        [
            ("“A”, “K”, “Q”, “J”, 10, 9, 8, 7, 6, 5, 4, 3 and 2", "“A”, “K” and 6"),
            ("52 in each", "12 in each"),
            ("“K”, “Q”, “J” and 10 count 10.", "“K” counts 10."),
        ],
        tmp_path,
    )
    assert expectation(path, "main-bet") == best_of_drawing(black_jack, {1: 4, 10: 4, 6: 4}, surrender=True)


# ── Sizes and limits ────────────────────────────────────────────────────────

DICE = """regulation: thrown
invented example, not law.

Article 1
  “number”, from high to low: {faces}.
  material: {dice} “dice”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “high” is a bet.
  bets are accepted.

Article 2
  “dealer” throws “dice”.

Article 3
{repeat}  settle “high”.
  when the total of “dealer” is higher than {over}, then “high” pays 1 to 1.
  in every other case, “high” loses.
"""


def thrown(folder: Path, faces: int, dice: int, over: int, repeat: str = "") -> Path:
    listed = ", ".join(map(str, range(faces, 1, -1))) + " and 1"
    return own(folder, DICE.format(faces=listed, dice=dice, over=over, repeat=repeat), TERMS)


def test_what_is_too_large_is_refused_before_it_is_begun_with_what_makes_it_large(tmp_path: Path) -> None:
    path = thrown(tmp_path, 1000, 3, 1500)
    (problem,) = analysed(path).skipped.values()
    assert isinstance(problem, TooLarge)
    assert problem.args_by_name["hands"] == (("dealer", comb(1002, 3)),)
    assert problem.provisions == ("art_2",)
    ((_, asked, reason),) = check_paths([str(path)], law=True).unsearched
    assert (asked.about, reason) == ("high", f"no-room:{comb(1002, 3)}")


def test_a_raise_that_loses_three_times_the_stake_is_refused_at_its_sentence() -> None:
    (found,) = check_paths([str(text("cards/stud-poker"))], law=True).diagnostics
    assert found.code == "more-than-the-whole"
    (label,) = found.labels
    assert label.eid == "art_6__point_2"
    assert label.source.text[label.span.start : label.span.end] == "300%"


def test_five_cards_against_five_are_refused_with_both_hands(tmp_path: Path) -> None:
    path = changed(text("cards/stud-poker"), [("“ante” loses 300%", "“ante” loses")], tmp_path)
    (problem,) = analysed(path).skipped.values()
    assert isinstance(problem, TooLarge)
    assert sorted(problem.args_by_name["hands"]) == [("box-1", comb(52, 5)), ("dealer", comb(52, 5))]
    # Nothing is said of what is not searched.
    assert check_paths([str(path)], law=True).law == ()


def test_a_limit_on_time_is_kept() -> None:
    rules = rules_of(find(str(text("cards/natural"))))
    found = odds(decide(rules, resolve_settings(rules, {}, {})), budget=Budget(0.2))
    assert [problem.reason for problem in found.skipped.values()] == ["too-large"]


def test_check_is_strict_with_what_is_not_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = thrown(tmp_path, 1000, 3, 1500)
    assert main(["check", str(path), "--fresh"]) == 0
    assert main(["check", "--strict", str(path), "--limit", "30"]) == 1
    lines = capsys.readouterr().out.splitlines()
    left = next(place for place, line in enumerate(lines) if "167,167,000" in line)
    assert lines[left - 1] == f"{path}: not searched exhaustively"


# ── Repetitions, exceptions, places ─────────────────────────────────────────


def test_a_repetition_that_never_ends_is_found_and_not_simulated(tmp_path: Path) -> None:
    again = "  repeat article 2 until the total of “dealer” is higher than 6.\n"
    path = thrown(tmp_path, 6, 1, 3, again)
    (found,) = check_paths([str(path)], law=True).law
    assert found.code == "endless-repetition"
    assert found.labels[0].source.text[found.labels[0].span.start :].startswith("repeat article 2")
    with pytest.raises(UnsettledCase) as raised:
        simulate(make_run(plan_of(load(str(path))), 1, 10))
    assert raised.value.key == "too-many-repetitions"
    with pytest.raises(NotCompiled):
        sampler_of(plan_of(load(str(path)), kernel="numpy"))


@pytest.mark.parametrize(("total", "is_endless"), [(6, False), (7, True)])
def test_a_repetition_of_steps_of_which_one_may_end_the_round_is_no_endless_one(
    tmp_path: Path, total: int, is_endless: bool
) -> None:
    ends = f"  when the total of “dealer” is {total}, then the round ends.\n"
    again = "  repeat article 2 until the total of “dealer” is higher than 6.\n"
    assert ("endless-repetition" in codes(thrown(tmp_path, 6, 1, 3, ends + again))) is is_endless


def test_a_repetition_that_may_end_is_none_that_never_does(tmp_path: Path) -> None:
    again = "  repeat article 2 until the total of “dealer” is higher than 5.\n"
    assert "endless-repetition" not in codes(thrown(tmp_path, 6, 1, 3, again))


def test_a_chain_of_exceptions_is_ordered_as_it_says(tmp_path: Path) -> None:
    faces = 60
    written = thrown(tmp_path, faces, 1, 0).read_text("utf-8")
    rules = "".join(
        f"\nArticle {i + 3}\n  when the total of “dealer” is higher than {i - 1}, then “high” pays {i} to 1.\n"
        + (f"  prevails over article {i + 2}.\n" if i > 1 else "")
        for i in range(1, faces + 1)
    )
    head = written.split("  when the total")[0]
    path = own(tmp_path, head + rules, TERMS)
    assert expectation(path, "high") == Fraction(sum(range(1, faces + 1)), faces)


def test_a_conflict_within_a_provision_marks_both_sentences(tmp_path: Path) -> None:
    path = thrown(tmp_path, 6, 1, 3)
    other = "  when the total of “dealer” is 6, then “high” is returned.\n  in every other case"
    path.write_text(path.read_text("utf-8").replace("  in every other case", other), "utf-8")
    (found,) = check_paths([str(path)], law=True).law
    shown = [label.source.text[label.span.start : label.span.end] for label in found.labels]
    assert shown == [
        "when the total of “dealer” is higher than 3, then “high” pays 1 to 1",
        "when the total of “dealer” is 6, then “high” is returned",
    ]


def test_a_provision_with_a_sentence_that_failed_is_not_executed(tmp_path: Path) -> None:
    path = thrown(tmp_path, 6, 1, 3)
    path.write_text(path.read_text("utf-8").replace("  settle “high”", "  gibberish of “high”"), "utf-8")
    (checked,) = check_paths([str(path)]).texts
    assert checked.accounts["executed"] == 2
    assert checked.accounts["unaccounted"] == 1
