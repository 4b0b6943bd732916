"""Wild objects: odds of a game against every deal, ranked by trying all that the wild cards may stand for."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from generated.agreement import faults, read
from lexludi.base.errors import InvalidStack
from lexludi.checks.coverage import cover
from lexludi.checks.law import Law
from lexludi.checks.reach import NEVER, REACHED, reach
from lexludi.exact.many_hands import ManyHands
from lexludi.exact.odds import odds
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.hands import Hands
from lexludi.play.plan import Placed
from lexludi.rules.describe import statement
from lexludi.rules.model import Wild
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampler import CompiledSampler
from small import HEADER, Steps, diagnosed, document_of, game_of, glossary_of, rules_of

TEXT = """Article 1
  “rank”, from high to low: {ranks}.
  “suit”, from high to low: {suits}.
  “extra”, from high to low: “joker”.
  material: 1 pack of “cards”, each with one for each combination of “rank” and “suit”; also {jokers} of “joker”.

Article 2
{wild}

Article 3
  each hand belongs to the first category that fits, from high to low:
1)
  “straight flush”: all are of the same “suit”, and {size} follow one another in “rank”; compared by: {highest}.
2)
  “three of a kind”: at least three are of the same “rank”; compared by: {each}.
3)
  “straight”: {size} follow one another in “rank”; compared by: {highest}.
4)
  “flush”: all are of the same “suit”; compared by: {each}.
5)
  “pair”: two are of the same “rank”; compared by: {two}; {rest}.
6)
  “odd”: each is of a different “rank”; compared by: {each}.

Article 4
  there is one “dealer”.
  “player” bets.
  “main” is a bet.

Article 5
  bets are accepted.
  deal to each “player” with a bet, and then “dealer”, one “card” at a time, face down, until each has {dealt}.
  turn up the hand of “dealer”.
  settle “main”.

Article 6
1.
  when the hand of “player” is higher than the hand of “dealer”, then “main” pays by the hand of “player”:
1)
  “straight flush” 7 to 1.
2)
  “three of a kind” 5 to 1.
3)
  others 1 to 1.
2.
  when the hand of “player” is equal to the hand of “dealer”, then “main” is returned.
3.
  in every other case, “main” loses.
"""
KEYS = {
    "highest": "the “rank” of the card highest in “rank”",
    "each": "the “rank” of each card, highest first",
    "two": "the “rank” of the two alike in “rank”",
    "rest": "the “rank” of each card other than the two alike in “rank”",
}
ANY = "  “joker” may stand for any “card”, even one that the hand has.\n"
OTHER = "  “joker” may stand for any “card” that the hand does not have.\n"
BUG = (
    "  “joker” may stand for any 4, even one that the hand has.\n"
    "  “joker” may stand for any “card” that the hand does not have, "
    "where the hand is then “straight”, “flush” or “straight flush”.\n"
)
TWOS = "  2 may stand for any “card”, even one that the hand has.\n"
Card = tuple[int, str]  # a rank and a suit; of a joker zero and nothing
JOKER: Card = (0, "")
PACK: list[Card] = [(rank, suit) for rank in (4, 3, 2, 1) for suit in "rb"]


def text_of(wild: str, jokers: int, dealt: str = "three", best: str = "") -> str:
    ranks, suits = "4, 3, 2 and 1", "“r” and “b”"
    return TEXT.format(ranks=ranks, suits=suits, jokers=jokers, wild=wild + best, size="three", dealt=dealt, **KEYS)


def ranked(hand: tuple[Card, ...]) -> tuple[int, ...]:
    """A value that is greater for a higher hand of three, as it lies."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    suits = {suit for _, suit in hand}
    counts = Counter(ranks)
    shown = set(ranks) - {0}
    row = len(shown) == 3 and max(shown) - min(shown) == 2
    if len(suits) == 1 and row:
        return (6, max(ranks))
    if max(counts.values()) >= 3:
        return (5, *ranks)
    if row:
        return (4, max(ranks))
    if len(suits) == 1:
        return (3, *ranks)
    if max(counts.values()) == 2:
        two = next(rank for rank, count in counts.items() if count == 2)
        return (2, two, *(rank for rank in ranks if rank != two))
    return (1, *ranks)


# What a hand may count as: given the hand, the place of a wild card and a card, whether it may stand for that.
Standing = Callable[[tuple[Card, ...], int, Card], bool]


def any_card(hand: tuple[Card, ...], place: int, card: Card) -> bool:
    return True


def other_card(hand: tuple[Card, ...], place: int, card: Card) -> bool:
    return hand.count(card) == 1


def four_or_completing(hand: tuple[Card, ...], place: int, card: Card) -> bool:
    return card[0] == 4 or (hand.count(card) == 1 and ranked(hand)[0] in (3, 4, 6))


def best(hand: tuple[Card, ...], wild: Callable[[Card], bool], may: Standing) -> tuple[int, ...]:
    """The highest value among all choices of a card for each wild one, itself included."""
    places = [place for place, card in enumerate(hand) if wild(card)]
    found = []
    for chosen in product(*([*PACK, hand[place]] for place in places)):
        counted = list(hand)
        for place, card in zip(places, chosen, strict=True):
            counted[place] = card
        if all(card == hand[p] or may(tuple(counted), p, card) for p, card in zip(places, chosen, strict=True)):
            found.append(ranked(tuple(counted)))
    return max(found)


CASES = {
    "any": (ANY, 1, lambda card: card == JOKER, any_card),
    "two jokers": (ANY, 2, lambda card: card == JOKER, any_card),
    "not twice": (OTHER, 2, lambda card: card == JOKER, other_card),
    "completing": (BUG, 2, lambda card: card == JOKER, four_or_completing),
    "twos": (TWOS, 0, lambda card: card[0] == 2, any_card),
}


def without_jokers(text: str) -> str:
    return text.replace("; also 0 of “joker”", "")


@pytest.mark.parametrize("name", CASES)
def test_odds_are_those_of_every_deal_with_every_choice_for_the_wild_cards(name: str) -> None:
    wild, jokers, is_wild, may = CASES[name]
    cards = [*PACK, *[JOKER] * jokers]
    valued = cache(lambda hand: best(hand, is_wild, may))
    won: Counter[Fraction] = Counter()
    for mine in combinations(range(len(cards)), 3):
        rest = [place for place in range(len(cards)) if place not in mine]
        for theirs in combinations(rest, 3):
            one, two = (valued(tuple(cards[place] for place in hand)) for hand in (mine, theirs))
            pays = {6: 7, 5: 5}.get(one[0], 1)
            won[Fraction(pays if one > two else 0 if one == two else -1)] += 1
    expected = Fraction(sum(amount * count for amount, count in won.items()), sum(won.values()))
    engine = odds(game_of(without_jokers(text_of(wild, jokers))).decided).bets["main"]
    assert engine.expectation == expected


def interpreted(text: str) -> Hands:
    return game_of(without_jokers(text)).questions.judge.hands


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("best_of", ["", "  a hand is ranked by the best three of its cards.\n"])
def test_many_hands_are_ranked_at_once_as_each_by_itself(name: str, best_of: str) -> None:
    hands = interpreted(text_of(CASES[name][0], CASES[name][1], best=best_of))
    pool, many = hands.material.pools["card"], ManyHands(hands)
    dealt = np.array(sorted({tuple(sorted(hand)) for hand in combinations(pool, 4 if best_of else 3)}))
    ids = [*(category.id for category in hands.rules.categories), None]
    single = [hands.category(tuple(hand)) for hand in dealt.tolist()]
    assert [ids[place] for place in many.categories(dealt)] == [
        category.id if category else None for category in single
    ]
    strengths, numbers = [hands.strength(tuple(hand)) or () for hand in dealt.tolist()], many.strengths(dealt)
    assert numbers is not None
    order = {strength: place for place, strength in enumerate(sorted(set(strengths)))}
    assert len(set(numbers.tolist())) == len(order)
    assert [sorted(set(numbers.tolist())).index(number) for number in numbers] == [
        order[strength] for strength in strengths
    ]
    worth = many.are_worth_at_least(dealt, "pair", ("3",))
    assert worth.tolist() == [bool(hands.is_worth_at_least(tuple(hand), "pair", ("3",))) for hand in dealt.tolist()]


def test_a_threshold_is_asked_of_the_best_hand_and_no_other() -> None:
    """Odd cards are ordered by total: a joker beside a king is a queen (9) and never an ace (5).

    Worth an ace are thus an ace with one of the four others (8 hands of 21), and with the joker (2).
    """
    text = """Article 1
  “rank”, from high to low: “ace”, “king” and “queen”.
  “suit”, from high to low: “r” and “b”.
  “extra”, from high to low: “joker”.
  material: 1 pack of “cards”, each with one for each combination of “rank” and “suit”; also 1 of “joker”.
  “ace” counts 1.
  “king” counts 4.
  “queen” counts 5.
  “joker” may stand for any “card” that the hand does not have, where the hand is then “odd”.
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “odd”: each is of a different “rank”; compared by: the total.
2)
  “pair”: two are of the same “rank”.
Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
  settle “main”.
  when the hand of “player” is worth at least “odd” with “ace”, then “main” pays 1 to 1.
  in every other case, “main” loses.
"""
    assert odds(game_of(without_jokers(text)).decided).bets["main"].expectation == Fraction(10 - 11, 21)
    case, found = read(HEADER + text, "en", glossary_of(text), 20_000)
    assert case is not None, [diagnostic.code for diagnostic in found]
    assert [str(fault) for fault in faults(case)] == []


@pytest.mark.parametrize("name", ["not twice", "completing", "twos"])
def test_interpreter_odds_checks_and_generated_code_agree(name: str) -> None:
    wild, jokers, _, _ = CASES[name]
    text = without_jokers(text_of(wild, jokers)).replace(", and then “dealer”", "")
    text = text.replace("  turn up the hand of “dealer”.\n", "").replace(
        "when the hand of “player” is higher than the ", ""
    )
    text = text.replace("hand of “dealer”, then “main” pays", "“main” pays")
    text = text.replace(
        "when the hand of “player” is equal to the hand of “dealer”", "when the hand of “player” is “odd”"
    )
    text = text.replace("3)\n  others", "3)\n  “straight”, “flush” and “pair”")
    case, found = read(HEADER + text, "en", glossary_of(text), 20_000)
    assert case is not None, [diagnostic.code for diagnostic in found]
    assert [str(fault) for fault in faults(case)] == []


@pytest.mark.parametrize(
    ("objects", "counted", "cited"),
    [
        ("4r 3b 1r", "", ()),  # no joker
        ("3r 1b joker", "3r 2r 1b", ("art_2__para_2",)),  # a straight, by the second sentence
        ("4r 1b joker", "4r 4r 1b", ("art_2__para_1",)),  # a pair of fours, by the first
        ("3r 2r joker", "4r 3r 2r", ("art_2__para_1",)),  # a straight flush with a four, which it may always be
        ("2r 1r joker", "3r 2r 1r", ("art_2__para_2",)),  # one with a three, which it may be in such a hand alone
        ("4b 1b joker", "4b 4b 1b", ("art_2__para_1",)),  # a flush, which is higher than one with a three
    ],
)
def test_who_turns_up_a_hand_is_told_what_a_joker_stands_for_by_the_sentence_that_says_so(
    objects: str, counted: str, cited: tuple[str, ...]
) -> None:
    first, second = BUG.splitlines()
    steps = Steps(text_of(f"1.\n{first}\n2.\n{second}", 1), Placed("player-1", "", "main", 1, "", "player-1"))
    symbols = {symbol.lower(): symbol for symbol in steps.hands.material.symbols(range(9))}
    spare = [symbol for symbol in symbols if symbol not in f"{objects} {counted}".split()][:3]
    order = [symbol for pair in zip(spare, objects.split(), strict=True) for symbol in pair]
    steps.give(" ".join(symbols[name] for name in order))
    told = [(entry.kind, entry.provisions, entry.values) for entry in steps.told if entry.kind == "counted-as"]
    things = tuple(sorted(steps.hands.material.parse(symbols[name]) for name in counted.split()))
    assert [(by, tuple(sorted(meant))) for _, by, (meant,) in told] == ([(cited, things)] if cited else [])
    revealed = next(entry for entry in steps.told if entry.kind == "revealed")
    assert not any(provision.startswith("art_2") for provision in revealed.provisions)


FACE_UP = text_of(ANY, 2, best="  a hand is ranked by the best three of its cards.\n").replace("face down", "face up")
FACE_UP = FACE_UP.replace("until each has three", "until each has four")


@pytest.mark.parametrize("revealed", [True, False])
def test_a_hand_by_which_a_bet_is_settled_is_told_once_with_what_makes_it_rank(revealed: bool) -> None:
    text = FACE_UP if revealed else FACE_UP.replace("  turn up the hand of “dealer”.\n", "")
    # The player has 3r 2r 1b and a joker: a straight flush with a red one or four. The dealer has two fours and 3b 1r.
    round_ = game_of(text).new_round(cards="3r 4r 2r 4b 1b 3b joker 1r".split())
    for action in (PlaceBet("player-1", "", "main", 1), Deal()):
        round_.apply(action)
    told = [(step.kind, step.party, step.provisions) for step in round_.trace if step.party and step.kind != "dealt"]
    of_dealer = ("ranked", "dealer", ("art_3__point_5", "art_2"))
    if revealed:
        of_dealer = ("revealed", "dealer", ("art_5", "art_3__point_5", "art_2"))
    of_player = ("ranked", "player-1", ("art_3__point_1", "art_2"))
    settled = ("settled", "player-1", ("art_6__para_1__point_1", "art_6__para_1"))
    ranked = [of_dealer, of_player] if revealed else [of_player, of_dealer]
    assert told[1:] == [*ranked, settled]


def test_coverage_counts_the_hands_by_which_bets_are_settled_and_what_makes_them_rank() -> None:
    game = game_of(FACE_UP.replace("  turn up the hand of “dealer”.\n", ""))
    # Of four cards two are of the same rank, or three follow one another: no hand is odd.
    ranking, odd = {"art_2", *(f"art_3__point_{number}" for number in range(1, 6))}, "art_3__point_6"
    counts = {eid: count for eid, _, count in cover(game, 200, 1).expected}
    assert {eid for eid in (*ranking, odd) if counts.get(eid)} == ranking
    found = reach(game)
    assert {row.eid for row in found.of(REACHED)} >= ranking
    assert [(row.eid, row.proof) for row in found.of(NEVER)] == [(odd, "exhausted")]


def test_a_wild_object_is_described_as_it_was_said() -> None:
    rules, _ = diagnosed(text_of(BUG, 1))
    said = [construct for _, construct in rules.statements if construct.op in ("wild", "wild_other")]
    assert list(map(statement, rules.wilds)) == said
    assert rules.wilds[1] == Wild("joker", "card", True, ("straight", "flush", "straight-flush"), "art_2")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (text_of(ANY, 20, "twenty"), "wild-out-of-bounds"),
        (text_of(ANY, 2).replace("“joker” may", "7 may"), "not-an-item"),
        (text_of(ANY, 2).replace("any “card”", "any “player”"), "not-an-object"),
        (text_of(BUG, 2).replace("is then “straight”", "is then “extra”"), "not-a-category"),
        (text_of(ANY, 2).replace("also 2 of “joker”", "also 2 of 9"), "not-an-item"),
    ],
)
def test_what_cannot_be_wild_is_refused_where_it_is_said(text: str, code: str) -> None:
    assert code in {diagnostic.code for diagnostic in diagnosed(text)[1]}


FEW = """Article 1
  “rank”, from high to low: “ace”, “king”, “queen” and “jack”.
  {material}
  “ace” may stand for any “{thing}”, even one that the hand has.
  “king” may stand for any “{thing}”, even one that the hand has.
  there is one “dealer”.
  “player” bets.
  “main” is a bet.

Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “rank”; compared by: the “rank” of the two alike in “rank”.
2)
  “odd”: each is of a different “rank”.

Article 3
  bets are accepted.
  {step}
  settle “main”.
  when the hand of “dealer” is worth at least “pair” with “ace”, then “main” pays 1 to 1.
  in every other case, “main” loses.
"""
DEALT = "deal to “dealer”, one “card” at a time, face up, until each has two."


@pytest.mark.parametrize(
    ("material", "thing", "step", "won"),
    [
        # Two of eight cards: two aces, two kings, or one of two aces with one of two kings, in 1 + 1 + 4 of 28 ways.
        ("material: 2 packs of “cards”, each with one for each combination of “rank”.", "card", DEALT, (6, 28)),
        (
            "material: 1 set of “cards”, each with 2 of “ace”, 2 of “king”, 2 of “queen” and 2 of “jack”.",
            "card",
            DEALT,
            (6, 28),
        ),
        # Each of two dice shows one of two of its four faces.
        ("material: 2 “dice”, each showing one “rank”.", "dice", "“dealer” throws “dice”.", (4, 16)),
    ],
)
def test_what_is_wild_may_stand_for_another_wild_one_drawn_or_thrown(
    material: str, thing: str, step: str, won: tuple[int, int]
) -> None:
    lines = odds(game_of(FEW.format(material=material, thing=thing, step=step)).decided).bets["main"].lines
    assert sum(line.probability for line in lines if line.outcome.net == 1) == Fraction(*won)


def test_dice_that_may_count_as_more_than_can_be_tried_are_refused() -> None:
    """Each of 100 dice may show the wild face, and be any of four: C(103, 3) = 176,851 ways; of 200, C(203, 3)."""
    texts = [
        FEW.format(
            material=f"material: {count} “dice”, each showing one “rank”.", thing="dice", step="“dealer” throws “dice”."
        )
        for count in (100, 200)
    ]
    first, second = ([(d.code, d.args["count"]) for d in diagnosed(text)[1]] for text in texts)
    assert first == []
    assert second == [("wild-out-of-bounds", comb(203, 3))] * 2


# ── Five cards of a whole pack ──────────────────────────────────────────────

WHOLE = """Article 1
  “rank”, from high to low: “ace”, “king”, “queen”, “jack”, 10, 9, 8, 7, 6, 5, 4, 3 and 2.
  “suit”, from high to low: “s”, “h”, “d” and “c”.
  “extra”, from high to low: “joker”.
  “wheel”, runs of “rank” from high to low: 5-4-3-2-“ace”.
  material: 1 pack of “cards”, each with one for each combination of “rank” and “suit”; also 1 of “joker”; 53 in each.
  “joker” may stand for any “card”, even one that the hand has.

Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “five of a kind”: five are of the same “rank”.
2)
  “straight flush”: all are of the same “suit”, and five follow one another in “rank”, or all are of the same “suit”, and they form a “wheel”.
3)
  “four of a kind”: four are of the same “rank”.
4)
  “full house”: three are of the same “rank” and two others of another.
5)
  “flush”: all are of the same “suit”.
6)
  “straight”: five follow one another in “rank”, or they form a “wheel”.
7)
  “three of a kind”: three are of the same “rank”.
8)
  “two pairs”: two are of the same “rank” and two others of another.
9)
  “pair”: two are of the same “rank”.
10)
  “odd”: each is of a different “rank”.

Article 3
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
  bets are accepted.
  deal to “dealer”, one “card” at a time, face down, until each has five.
  settle “main”.

Article 4
  “main” pays by the hand of “dealer”:
{rows}
"""  # noqa: E501
NAMES = (
    "five of a kind,straight flush,four of a kind,full house,flush,straight,three of a kind,two pairs,pair,odd"
).split(",")


def classes(hands: np.ndarray) -> np.ndarray:
    """The place of the category of each hand of five natural cards: hands by five, cards from 0 through 51."""
    ranks, suits = np.sort(hands // 4, axis=1), hands % 4
    counts = np.sort((ranks[:, :, None] == np.arange(13)).sum(axis=1), axis=1)[:, ::-1]
    flush = (suits == suits[:, :1]).all(axis=1)
    row = (np.diff(ranks, axis=1) == 1).all(axis=1) | (ranks == [0, 1, 2, 3, 12]).all(axis=1)
    tests = [counts[:, 0] == 5, flush & row, counts[:, 0] == 4, (counts[:, 0] == 3) & (counts[:, 1] == 2)]
    tests += [flush, row, counts[:, 0] == 3, counts[:, 1] == 2, counts[:, 0] == 2]
    return np.select(tests, list(range(9)), 9)


def with_a_joker() -> Iterator[np.ndarray]:
    """The categories of all hands of five among 53 cards."""
    yield classes(np.array(list(combinations(range(52), 5)), dtype=np.int8))
    fours = np.array(list(combinations(range(52), 4)), dtype=np.int8)
    best = np.full(len(fours), 9)
    for card in range(52):
        best = np.minimum(best, classes(np.column_stack([fours, np.full(len(fours), card, dtype=np.int8)])))
    yield best


@pytest.mark.soak
def test_five_cards_of_a_pack_with_a_joker_are_counted_by_category() -> None:
    counted = sum(np.bincount(categories, minlength=10) for categories in with_a_joker())
    # As published for a pack of 53 with one fully wild joker; here worked out above.
    published = [13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540]
    assert counted.tolist() == published
    rows = "\n".join(f"{place})\n  “{name}” {place} to 1." for place, name in enumerate(NAMES, 1))
    lines = odds(game_of(WHOLE.format(rows=rows)).decided).bets["main"].lines
    assert sorted((line.outcome.net, line.probability * comb(53, 5)) for line in lines) == list(enumerate(published, 1))


# As many packs as are chosen, each with two jokers, of which as many as are dealt may come to one hand.
PACKS = """Article 1
  “rank”, from high to low: 9, 8, 7, 6, 5, 4, 3, 2 and 1.
  “suit”, from high to low: “spades”, “hearts” and “clubs”.
  “extra”, from high to low: “joker”.
  house option “packs”: 1 through 8; default {packs}.
  material: “packs” packs of “cards”, each with one for each combination of “rank” and “suit”; also 2 of “joker”.
  “joker” may stand for any “card”, even one that the hand has.
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: at least two are of the same “rank”.
2)
  “odd”: each is of a different “rank”.
Article 2
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has 6.
  settle “main”.
  when the hand of “dealer” is “pair”, then “main” pays 1 to 1.
  in every other case, “main” loses.
"""


def test_wild_objects_of_more_packs_than_can_be_tried_are_refused_before_they_are() -> None:
    """A joker is itself or any of 27 cards: six of them stand for C(28 + 5, 6) = 1 107 568 hands, and two for 406."""
    one, many = (game_of(PACKS.format(packs=packs)) for packs in (1, 8))
    assert odds(one.decided).bets
    (refusal,) = odds(many.decided).skipped.values()
    assert (refusal.reason, refusal.provisions) == ("wild", ("art_1",))
    with pytest.raises(NotCompiled, match="wild"):
        CompiledSampler(many, {}, "numpy")
    hands = many.questions.judge.hands
    joker = hands.material.parse("joker")
    with pytest.raises(InvalidStack) as refused:
        hands.category((joker,) * 6)
    assert refused.value.args_by_name["count"] == comb(33, 6)
    text = PACKS.format(packs=8)
    assert ("bet", "wild") in {(q.kind, why) for q, why in Law(rules_of(text), document_of(text)[1]).unsearched()}


def test_keys_by_which_it_is_decided_what_a_wild_card_stands_for_are_said_not_to_be_searched() -> None:
    for wild, jokers, said in ((ANY, 1, ["stands-for"]), ("", 0, [])):
        text = without_jokers(text_of(wild, jokers))
        law = Law(rules_of(text), document_of(text)[1])
        assert [why for question, why in law.unsearched() if question.kind == "keys"] == said
