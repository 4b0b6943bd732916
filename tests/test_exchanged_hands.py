"""Objects of a hand that are given up for new ones: rounds by hand, odds by every deal, what is seen, the checks."""

import json
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from generated.agreement import faults, read
from lexludi.base.messages import catalogue
from lexludi.exact.budget import Budget, TooLarge
from lexludi.exact.odds import odds
from lexludi.language.phrases import LANGUAGES
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.plan import Placed
from lexludi.play.round_state import ChanceNode, DecisionNode
from lexludi.play.telling import Teller
from lexludi.rules.portable import rules_to_text
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampler import CompiledSampler
from lexludi.site.browser import Table
from small import HEADER, Steps, diagnosed, game_of, glossary_of, pack

TEXT = """Article 1
  “face”, from high to low: 5, 4, 3 and 2.
  material: 1 set of “cards”, each with {copies}.
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “face”; compared by: the “face” of the two alike in “face”.
2)
  “triple”: all are of the same “face”; compared by: the “face” of each card, highest first.
3)
  “points”: each is of a different “face”; compared by: the “face” of each card, highest first.

Article 2
  there is one “dealer”.
  “player” bets.
  “main” is a bet.

Article 3
1.
  bets are accepted.
2.
  deal to each “player” with a bet, and then “dealer”, one “card” at a time, face {facing}, until each has {size}.
3.
  “player” with “main” exchanges up to {most} of the {size} “cards” of the hand, face {new}.
4.
  turn up the hand of “dealer”.
5.
  settle “main”.

Article 4
1.
  when the hand of “player” is higher than the hand of “dealer”, then “main” pays 1 to 1.
2.
  when the hand of “player” is equal to the hand of “dealer”, then “main” is returned.
3.
  in every other case, “main” loses.
"""
COPIES = {5: 2, 4: 2, 3: 1, 2: 3}
MAIN = Placed("player-1", "", "main", 1, "", "player-1")
Cards = tuple[int, ...]


def text_of(size: int = 2, most: int = 2, facing: str = "down", new: str = "down") -> str:
    """The text with a hand of so many, of which so many may be given up."""
    counts = [f"{count} of {face}" for face, count in COPIES.items()]
    copies = " and ".join([", ".join(counts[:-1]), counts[-1]])
    return TEXT.format(copies=copies, size=size, most=most, facing=facing, new=new)


def worth(hand: Cards) -> tuple[int, ...]:
    """A value that is greater for a higher hand of two or three."""
    pairs = [face for face in hand if hand.count(face) == 2]
    if pairs:
        return (2, pairs[0])
    return (1 if len(set(hand)) == 1 else 0, *sorted(hand, reverse=True))


def by_every_deal(size: int, most: int) -> Fraction:
    """The mean of a bet of one on the best cards to give up of each hand, over every deal of single cards."""
    cards = [face for face, count in COPIES.items() for _ in range(count)]
    total, hands = Fraction(0), 0
    for mine in combinations(range(len(cards)), size):
        left = [place for place in range(len(cards)) if place not in mine]
        ways = [gone for count in range(most + 1) for gone in combinations(mine, count)]
        total += max(_mean(cards, [place for place in mine if place not in gone], left, size) for gone in ways)
        hands += 1
    return total / hands


def _mean(cards: list[int], kept: list[int], left: list[int], size: int) -> Fraction:
    gains = []
    for new in combinations(left, size - len(kept)):
        hand = worth(tuple(cards[place] for place in (*kept, *new)))
        for dealer in combinations([place for place in left if place not in new], size):
            other = worth(tuple(cards[place] for place in dealer))
            gains.append((hand > other) - (hand < other))
    return Fraction(sum(gains), len(gains))


@pytest.mark.parametrize(("size", "most"), [(2, 1), (2, 2), (3, 1), (3, 2)])
def test_odds_are_those_of_every_deal(size: int, most: int) -> None:
    assert odds(game_of(text_of(size, most)).decided).bets["main"].expectation == by_every_deal(size, most)


def test_with_a_whole_pack_the_best_of_three_cards_to_exchange_is_found() -> None:
    """Flushes pay 6 and three of a rank 25: by counting what of 49 cards makes each out of the cards that are kept."""
    deck = [(rank, suit) for rank in range(13) for suit in range(4)]

    def pays(hand: tuple[tuple[int, int], ...]) -> int:
        return 6 if len({suit for _, suit in hand}) == 1 else 25 if len({rank for rank, _ in hand}) == 1 else -1

    total = Fraction(0)
    for hand in combinations(deck, 3):
        left = [card for card in deck if card not in hand]
        best = Fraction(pays(hand))
        for kept in combinations(hand, 2):
            best = max(best, Fraction(sum(pays((*kept, card)) for card in left), 49))
        for rank, suit in hand:
            flushes, triples = (comb(sum(of == card[at] for card in left), 2) for at, of in ((1, suit), (0, rank)))
            lost = comb(49, 2) - flushes - triples
            best = max(best, Fraction(6 * flushes + 25 * triples - lost, comb(49, 2)))
        total += best
    ranks = ", ".join(map(str, range(13, 1, -1)))
    text = f"""Article 1
  “rank”, from high to low: {ranks} and 1.
  “suit”, from high to low: “spades”, “hearts”, “diamonds” and “clubs”.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”; 52 in each.
  “player” bets.
  “main” is a bet.
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has 3.
  “player” with “main” exchanges up to 2 of the 3 “cards” of the hand, face down.
  settle “main”.
Article 3
  each hand belongs to the first category that fits, from high to low:
1)
  “flush”: all are of the same “suit”.
2)
  “triple”: all are of the same “rank”.
3)
  “others”: it is not so that all are of the same “rank”.
Article 4
  when the hand of “player” is “flush”, then “main” pays 6 to 1.
  when the hand of “player” is “triple”, then “main” pays 25 to 1.
  in every other case, “main” loses.
"""
    assert odds(game_of(text).decided).bets["main"].expectation == total / comb(52, 3)
    # With five cards there are too many rows, which is said before the first of them is made.
    five = text.replace("until each has 3", "until each has 5").replace("up to 2 of the 3", "up to 5 of the 5")
    problem = odds(game_of(five).decided, budget=Budget(60)).skipped["main"]
    assert isinstance(problem, TooLarge)


def test_what_is_given_up_is_gone_and_new_objects_come_behind_what_stays() -> None:
    round_ = Steps(text_of(3, 2), MAIN).give("5 5 4 4 2 2")
    assert (round_.held("player-1"), round_.held("dealer")) == ("5 4 2", "5 4 2")
    round_.choose("2/1+3")
    assert round_.last("given-up") == {"objects": round_.things("5 2"), "places": (1, 3)}
    assert isinstance(round_.node, ChanceNode)
    left = round_.game.questions.judge.observer.left(round_.state, "card")
    assert dict(zip("5432", map(left.get, round_.things("5 4 3 2")), strict=True)) == {"5": 0, "4": 0, "3": 1, "2": 1}
    round_.give("3 2")
    assert (round_.held("player-1"), round_.held("player-1.given_up")) == ("4 3 2", "5 2")
    assert round_.state.bets[0].result == "lose"


def test_every_choice_of_objects_is_offered_once_and_none_may_be_given_up() -> None:
    round_ = Steps(text_of(3, 2), MAIN).give("5 5 4 4 2 2")
    assert isinstance(round_.node, DecisionNode)
    assert round_.node.legal == ("1+2+3/0", "1+2/3", "1+3/2", "2+3/1", "1/2+3", "2/1+3", "3/1+2")
    round_.choose("1+2+3/0")
    assert "given-up" not in round_.kinds()
    assert round_.held("player-1") == "5 4 2"
    assert round_.state.bets[0].result == "push"


@pytest.mark.parametrize(("facing", "new"), [("up", "up"), ("up", "down"), ("down", "up"), ("down", "down")])
def test_objects_lie_as_they_lay_and_new_ones_as_the_step_says(facing: str, new: str) -> None:
    round_ = Steps(text_of(3, 2, facing, new), MAIN).give("5 5 4 4 2 2").choose("2/1+3").give("3 2")
    seen = round_.state.open_hands if "player-1" in round_.state.face_up else {"player-1": ()}
    symbols = round_.hands.material.symbols
    assert symbols(seen["player-1"]) == [*(["4"] if facing == "up" else []), *(["3", "2"] if new == "up" else [])]
    assert ("player-1.given_up" in round_.state.face_up) == (facing == "up")


def test_another_sees_how_many_are_given_up_and_not_which() -> None:
    bets = [PlaceBet(f"player-{number}", "", "main", 1) for number in (1, 2)]
    tree = game_of(text_of(2, 2)).tree(*bets)
    # Player 1 holds 5 and 4, and so does player 2.
    after = {choice: tree.parse(f"5 4 2 4 5 2 {choice}".split()) for choice in ("1/2", "2/1", "1+2/0", "0/1+2")}
    seen = [{choice: at.information_state_string(player) for choice, at in after.items()} for player in (0, 1)]
    assert len({*seen[0].values()}) == 4
    assert seen[1]["1/2"] == seen[1]["2/1"]
    assert len({*seen[1].values()}) == 3


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("zh", ["換去2 5", "不換"]),
        ("pt", ["troca 2 5", "não troca nenhuma"]),
        ("en", ["exchanges 2 5", "exchanges none"]),
    ],
)
def test_a_choice_of_objects_is_told_by_them(language: str, words: list[str]) -> None:
    game = game_of(text_of(3, 2))
    round_ = game.new_round(cards="5 2 4 2 3 5")
    for action in (PlaceBet("player-1", "", "main", 1), Deal()):
        round_.apply(action)
    teller, decision = Teller.of(game.rules, catalogue(language)), round_.decision
    assert decision is not None
    symbols = round_.own(decision)
    assert symbols == ["5", "4", "3"]
    told = [teller.alternative(choice, decision.parts, ["5", "2", "5"]) for choice in ("1/2+3", "1+2+3/0")]
    assert told == words


def test_hands_that_are_exchanged_are_named() -> None:
    game = game_of(text_of(3, 2))
    for language in LANGUAGES:
        assert "given_up" not in Teller.of(game.rules, catalogue(language)).party("player-1.given_up")


def test_no_code_is_made() -> None:
    with pytest.raises(NotCompiled, match="exchanges"):
        CompiledSampler(game_of(text_of()), {"main": "1+2/0"}, "numpy")


@pytest.mark.parametrize("facing", ["down", "up"])
@pytest.mark.parametrize(("size", "most"), [(1, 1), (2, 1), (2, 2)])
def test_odds_checks_and_comparisons_agree_with_the_enumeration_of_rounds(size: int, most: int, facing: str) -> None:
    text = text_of(size, most, facing)
    case, found = read(HEADER + text, "en", glossary_of(text), 20_000)
    assert case is not None, [d.code for d in found]
    assert [str(fault) for fault in faults(case)] == []


def test_a_hand_that_is_void_is_made_up_like_any_other() -> None:
    """As by a deal that comes behind: what was void has left the game, and of it nothing can be given up."""
    text = text_of(2, 2) + "\nArticle 5\n  when “misdeal” happens to “player”, then the hand of “player” is void.\n"
    round_ = Steps(text, MAIN).give("5 5 4 4").happen("misdeal", "player-1").choose("1/2").give("3 2")
    assert (round_.held("player-1"), round_.held("player-1.given_up")) == ("3 2", "")


ONE = f"""{pack("4, 3, 2 and 1")}\
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has 2.
  {{}}
  settle “ante”.
  “ante” is returned.
"""
EXCHANGE = "“player” with “ante” exchanges up to 2 of the 2 “cards” of the hand, face down."
AGAIN = "deal to each “player” with a bet, one “card” at a time, face down, until each has 3."


@pytest.mark.parametrize(
    ("steps", "hints"),
    [
        (EXCHANGE.replace("2 of the 2", "1 of the 3"), ["exchange-what-is-dealt"]),
        (f"{EXCHANGE}\n  {EXCHANGE}", ["exchange-what-is-dealt"]),
        (f"{EXCHANGE}\n  {AGAIN}", ["divide-when-all-is-dealt"]),
        (f"{AGAIN}\n  {EXCHANGE}", ["exchange-what-is-dealt"]),
        (
            f"{EXCHANGE}\n  “player” with “ante” divides the hand into 1 for “a” and 1 for “b”.",
            ["divide-what-is-dealt"],
        ),
        (
            f"“player” with “ante” divides the hand into 1 for “a” and 1 for “b”.\n  {EXCHANGE}",
            ["exchange-what-is-dealt"],
        ),
        (
            f"“player” with “ante” chooses to “split” or “stay”.\n  {EXCHANGE}\n"
            "  upon “split”: half of the hand becomes the “second”, with an equal bet on “ante”, "
            "and neither is split again.",
            ["exchange-what-is-dealt"],
        ),
    ],
)
def test_a_hand_is_exchanged_once_when_it_holds_what_is_named(steps: str, hints: list[str]) -> None:
    _, found = diagnosed(ONE.format(steps))
    assert [[hint.key for hint in d.hints] for d in found if d.code == "cannot-be-divided"] == [hints]


def test_no_more_can_be_given_up_than_there_are() -> None:
    _, found = diagnosed(ONE.format(EXCHANGE.replace("up to 2 of", "up to 3 of")))
    assert "more-than-the-whole" in [d.code for d in found]


def test_a_hand_of_objects_of_two_kinds_is_neither_exchanged_nor_divided() -> None:
    """The second deal fills the hand up to two cards, beside the tile that lies there already."""
    tiles = "  “side”, from high to low: 2 and 1.\n  material: 1 set of “tiles”, each with 2 of 2 and 2 of 1.\n"
    deal = "deal to each “player” with a bet, one “tile” at a time, face down, until each has 1.\n  deal to each"
    for step in (EXCHANGE, "“player” with “ante” divides the hand into 1 for “a” and 1 for “b”."):
        text = ONE.format(step).replace("Article 2", f"{tiles}Article 2", 1).replace("deal to each", deal, 1)
        _, found = diagnosed(text)
        assert "cannot-be-divided" in [d.code for d in found]


def test_on_the_page_another_sees_that_cards_were_exchanged_and_not_which() -> None:
    text = text_of(2, 2)
    game, table = game_of(text), Table()
    table.put("exchange", "1", rules_to_text(game.rules))
    bets = [{"action": "bet", "bettor": f"player-{number}", "bet": "main", "stake": "1"} for number in (1, 2)]
    choice = {"action": "choose", "bettor": "player-1", "holder": "player-1", "choice": "1/2"}
    objects = "5 4 2 4 5 2 3".split()
    asked = {"game": "exchange", "language": "en", "objects": objects, "actions": [*bets, {"action": "deal"}, choice]}
    seen = {who: json.loads(table.play(json.dumps({**asked, "seen_by": who}))) for who in ("player-1", "player-2")}
    kinds = {party: [step["kind"] for step in answer["steps"]] for party, answer in seen.items()}
    assert ("given-up" in kinds["player-1"], "given-up" in kinds["player-2"]) == (True, False)
    assert "given-up-unseen" in kinds["player-2"]
    hands = {hand["holder"]: hand["objects"] for hand in seen["player-2"]["hands"]}
    assert (hands["player-1"], hands["player-1.given_up"]) == (None, None)
    assert kinds["player-2"].count("dealt") == 2
