"""Hands that are split into two with a bet each: rounds by hand, the odds by every deal, the checks."""

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from generated.agreement import faults, read
from lexludi.base.errors import IllegalAction
from lexludi.checks.idle_rules import unreachable_rule
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.odds import Line, odds
from lexludi.play.actions import Choose, Deal, Irregularity, PlaceBet
from lexludi.play.gains import bounds
from lexludi.play.game import Round, load
from lexludi.play.plan import Placed, place
from lexludi.play.round_state import DecisionNode, Terminal
from lexludi.play.session import Session
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampler import CompiledSampler
from small import HEADER, Steps, diagnosed, game_of, glossary_of, law_of, plan_of

# Cards that show their number; a hand of two alike may be split, and each hand may take one more.
TEXT = """Article 1
  “face”, from high to low: {faces}.
  material: 1 set of “cards”, each with {copies}.
  each “card” counts the number that it shows.

Article 2
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
  “double” is a bet.

Article 3
1.
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
  when {pair}, then “player” with “main” chooses to “split” or “stay”.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
2.
  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “main”, and neither is split again.
3.
  “player” with “main” chooses to “hit”, “raise” or “stand”.
4.
  upon “hit”: takes one “card”.
5.
  upon “raise”: an amount equal to the stake of “main” is put on “double”; takes one “card”.
6.
  deal to “dealer”, one “card” at a time, face up, until each has two.
  settle “main” and “double”.

Article 4
  when {beats}, then “main” pays 1 to 1.
  when {beats}, then “double” pays 1 to 1.
  when {equal}, and “player” has chosen to “split”, then “main” is returned.
  in every other case, “main” loses.
  in every other case, “double” loses.
"""

ALIKE = "the hand of “player” is such that all are of the same “face”"
PAIR = f"the number of “cards” of “player” is 2, and {ALIKE}"
EQUAL = "the total of “player” is equal to the total of “dealer”"
BEATS = "the total of “player” is 5 through {most}, and the total of “player” is higher than the total of “dealer”"

MAIN = Placed("player-1", "", "main", 1, "", "player-1")
SECOND = "player-1.second-hand"
Cards = tuple[int, ...]


def text_of(copies: dict[int, int], most: int = 9) -> str:
    counts = [f"{count} of {face}" for face, count in copies.items()]
    faces = list(map(str, copies))
    return TEXT.format(
        faces=" and ".join([", ".join(faces[:-1]), faces[-1]]),
        copies=" and ".join([", ".join(counts[:-1]), counts[-1]]),
        pair=PAIR,
        beats=BEATS.format(most=most),
        equal=EQUAL,
    )


SMALL = {4: 4, 3: 3, 2: 3}


def twice(text: str) -> str:
    """The text with the choice that may split put once more, right behind."""
    choice = next(line for line in text.splitlines() if "to “split”" in line and "chooses" in line)
    return text.replace(choice, f"{choice}\n{choice}", 1)


class ByEveryDeal:
    """The mean gain on the best choices, by recursion over the cards that are left."""

    def __init__(self, copies: dict[int, int], most: int) -> None:
        self.copies, self.most = Counter(copies), most

    def mean(self, gone: Cards, value: Callable[[int], Fraction]) -> Fraction:
        left = self.copies - Counter(gone)
        return sum((count * value(card) for card, count in left.items()), Fraction(0)) / left.total()

    def round(self) -> Fraction:
        return self.mean((), lambda a: self.mean((a,), lambda b: self.dealt((a, b))))

    def dealt(self, hand: Cards) -> Fraction:
        kept = self.chosen((), (hand,), split=False)
        if hand[0] != hand[1]:
            return kept
        (one, two) = hand
        split = self.mean(
            hand,
            lambda a: self.mean((*hand, a), lambda b: self.chosen((), ((one, a), (two, b)), split=True)),
        )
        return max(kept, split)

    def chosen(self, done: tuple[tuple[Cards, bool], ...], to_come: tuple[Cards, ...], *, split: bool) -> Fraction:
        """Each hand in turn takes a card, takes one with a second stake, or takes none."""
        if not to_come:
            return self.settled(done, split=split)
        first, *rest = to_come
        others = tuple(rest)
        gone = (*(card for hand, _ in done for card in hand), *(card for hand in to_come for card in hand))

        def taking(*, raised: bool) -> Fraction:
            return self.mean(gone, lambda card: self.chosen((*done, ((*first, card), raised)), others, split=split))

        stands = self.chosen((*done, (first, False)), others, split=split)
        return max(stands, taking(raised=False), taking(raised=True))

    def settled(self, hands: tuple[tuple[Cards, bool], ...], *, split: bool) -> Fraction:
        gone = tuple(card for hand, _ in hands for card in hand)

        def against(dealer: int) -> Fraction:
            net = 0
            for hand, raised in hands:
                total = sum(hand)
                if 5 <= total <= self.most and total > dealer:
                    net += 1 + raised
                elif total == dealer and split:
                    net -= raised
                else:
                    net -= 1 + raised
            return Fraction(net)

        return self.mean(gone, lambda a: self.mean((*gone, a), lambda b: against(a + b)))


@pytest.mark.parametrize(
    ("copies", "most"),
    [(SMALL, 9), pytest.param({4: 3, 3: 4, 1: 4}, 8, marks=pytest.mark.soak)],
)
def test_odds_are_those_of_every_deal(copies: dict[int, int], most: int) -> None:
    found = odds(game_of(text_of(copies, most)).decided).bets["main"]
    assert found.expectation == ByEveryDeal(copies, most).round()


def test_what_stands_in_the_end_is_told_of_both_bets() -> None:
    """The first bet always stands, once or twice; its mean stake is one and the probability of a split."""
    found = odds(game_of(text_of(SMALL)).decided).bets["main"]
    main, double = found.shares
    split = sum((line.probability for line in found.lines if _bets(line) > 1), Fraction(0))
    assert 0 < split < 1
    assert (main.bet, main.probability, main.stake) == ("main", Fraction(1), 1 + split)
    assert double.probability <= double.stake
    assert found.mean_stake == main.stake + double.stake
    assert [main.net, double.net].count(None) == 0
    assert (main.net or 0) + (double.net or 0) == found.expectation


def _bets(line: Line) -> int:
    return sum(part.bet == "main" for part in line.outcome.parts)


def test_each_hand_has_its_own_cards_bets_and_end() -> None:
    """Fours are split; the first hand, 4 and 2, takes a 3, the second, 4 and 4, doubles and takes a 2 too many."""
    round_ = Steps(text_of(SMALL), MAIN).give("4 4").choose("split").give("2 4")
    assert (round_.held("player-1"), round_.held(SECOND)) == ("4 2", "4 4")
    assert {"player-1", SECOND} <= round_.state.face_up
    round_.choose("hit").give("3").choose("raise").give("2").give("3 4")
    assert isinstance(round_.node, Terminal)
    ends = {(bet.bet, bet.unit): (bet.result, bet.net) for bet in round_.state.placed}
    assert ends == {
        ("main", "player-1"): ("win", 1),
        ("main", SECOND): ("lose", -1),
        ("double", SECOND): ("lose", -1),
    }


def test_without_a_split_there_is_no_second_hand() -> None:
    round_ = Steps(text_of(SMALL), MAIN).give("4 4").choose("stay").choose("stand").give("3 4")
    assert isinstance(round_.node, Terminal)
    assert [(bet.bet, bet.unit) for bet in round_.state.placed] == [("main", "player-1")]
    assert SECOND not in round_.state.hands


def test_where_no_step_offers_a_split_there_is_no_place_for_a_second_hand() -> None:
    """A bet on the double stands beside the one placed, and nothing beside these two."""
    step = f"  when {PAIR}, then “player”"
    option = "  house option “splitting”: “offered” or “not offered”; default “not offered”.\n"
    text = text_of(SMALL).replace(step, f"{option}  when “splitting” is “offered”, and {PAIR}, then “player”")
    plan = plan_of(text, MAIN)
    assert [(bet.bet, bet.unit) for bet in plan.bets] == [("main", "player-1"), ("double", "player-1")]
    assert plan.seconds == {}


def test_in_a_round_that_is_shown_no_hand_is_split() -> None:
    """Nobody bets in it: of the deals only that to the dealer takes place, two cards that leave the game."""
    shown = text_of(SMALL).replace("  bets are accepted.\n", "  demonstrate 1 round.\n  bets are accepted.\n")
    round_ = Steps(shown, MAIN).give("3 2")
    assert round_.last("demonstrated") == {"objects": round_.things("3 2")}
    round_.give("4 4").choose("split").give("2 4")
    assert (round_.held("player-1"), round_.held(SECOND)) == ("4 2", "4 4")


# At boxes, of two cards the second face down, or the first; those that come after a split are face up.
PARTLY = """  “face”, from high to low: 3, 2 and 1.
  material: 9 packs of “card”, each with one for each combination of “face”.
  each “card” counts the number that it shows.
  there are 2 “box”.
  “player” bets at “box”.
  “main” is a bet.
Article 2
  bets are accepted.
  deal to each “box” with a bet, one “card” at a time, face {first}, until each has one.
  deal to each “box” with a bet, one “card” at a time, face {second}, until each has two.
  “player” with “main” chooses to “split” or “stay”.
  deal to each “box” with a bet, one “card” at a time, face up, until each has two.
  “player” with “main” chooses to “hold” or “pass”.
  settle “main”.
Article 3
  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “main”, and neither is split again.
Article 4
  when the total of “box” is 0, then “main” loses.
  in every other case, “main” pays 1 to 1.
Article 5
  when “misdeal” happens to “player”, then the hand of “box” is void.
  when “misdeal” happens to “box”, then the hand of “box” is void.
"""


@pytest.mark.parametrize(
    ("first", "second", "seen"),
    [("up", "down", ["box-1=2,3", "box-1.second-hand=3,1?"]), ("down", "up", ["box-1=3,1?", "box-1.second-hand=1,3"])],
)
def test_cards_lie_after_a_split_as_they_lay_before(first: str, second: str, seen: list[str]) -> None:
    """A two and a one, of which one lies face down; each hand takes a three face up, which everybody sees."""
    game = game_of("Article 1\n" + PARTLY.format(first=first, second=second))
    at = game.position("player-1@box-1:main=1 player-2@box-2:main=1 | 2 1 1 1 split stay 3 3 hold hold")
    assert at.observation_string(1).split(" | ")[1].split()[:2] == seen


def test_a_hand_that_may_be_split_is_void_by_itself() -> None:
    """Until the split it is the one hand of its bettor; then there are two, and one of them goes without the other."""
    game = game_of("Article 1\n" + PARTLY.format(first="up", second="up"))

    def misdealt(at: str, choice: str) -> Round:
        round_ = game.new_round(cards="2 1 3 3")
        for action in (PlaceBet("player-1", "box-1", "main", 1), Deal(), Choose("player-1", "box-1", choice)):
            round_.apply(action)
        round_.apply(Irregularity("misdeal", at))
        return round_

    for at in ("player-1", "box-1"):
        assert misdealt(at, "stay").state.hands == {}
    with pytest.raises(IllegalAction, match="event-not-covered"):
        misdealt("player-1", "split")
    assert [*misdealt("box-1", "split").state.hands] == ["box-1.second-hand"]
    assert [*misdealt("box-1.second-hand", "split").state.hands] == ["box-1"]


def test_what_happens_to_a_second_hand_concerns_the_status_of_its_bettor() -> None:
    """Whoever stands, stands with both hands."""
    text = PARTLY.replace("Article 2\n", "  each “player” is either “seated” or “standing”.\nArticle 2\n") + (
        "Article 6\n"
        "  when “slap” happens to “box”, and “player” is “standing”, then the round is void and so are its bets.\n"
        "Article 7\n  when “slap” happens to “box”, and “player” is “seated”, then the round stands.\n"
    )
    game = game_of("Article 1\n" + text.format(first="up", second="up"))
    for status, at in product(("seated", "standing"), ("box-1", "box-1.second-hand")):
        round_ = game.new_round(cards="2 1 3 3", statuses={"player-1": status})
        for action in (PlaceBet("player-1", "box-1", "main", 1), Deal(), Choose("player-1", "box-1", "split")):
            round_.apply(action)
        round_.apply(Irregularity("slap", at))
        assert round_.state.void is (status == "standing")


def test_a_hand_that_came_of_a_split_is_not_split_again() -> None:
    """Where the choice is put once more, and its condition holds of one card, only what is no split is left to each."""
    text = twice(text_of(SMALL).replace("the number of “cards” of “player” is 2, and ", ""))
    round_ = Steps(text, MAIN).give("4 4").choose("split")
    node = round_.node
    assert isinstance(node, DecisionNode)
    assert (node.unit, node.legal) == (SECOND, ("stay",))
    questions = round_.game.questions
    assert questions.forbidding(node.state, "split", SECOND, node.state.bets[node.bet]) == ("art_3__para_2",)


def test_bets_on_both_hands_that_stay_go_on_as_one_on_the_hand_that_was_split() -> None:
    """In the next round there is no second hand; nor does what the rules now forbid stand against what stays."""
    kept = "in every other case, “main” stays for the next round"
    stays = text_of(SMALL).replace("in every other case, “main” loses", kept)
    game = game_of(stays + "Article 5\n  the stake of “main” must be 1.\n")
    session = Session(game, cards="2 2 3 2 4 4 3 2".split())
    round_ = session.new_round()
    for action in (PlaceBet("player-1", "", "main", 1), Deal(), Choose("player-1", "player-1", "split")):
        round_.apply(action)
    while (due := round_.decision) is not None:
        round_.apply(Choose(due.bettor, due.unit, "stand"))
    assert [bet.result for bet in round_.state.bets if bet.stake] == ["kept", "kept"]
    then = session.new_round()
    assert [(bet.unit, bet.stake) for bet in then.state.bets] == [("player-1", 2)]
    assert [step.kind for step in then.trace] == ["bets-open", "bet-kept", "bet-kept"]
    then.apply(Deal())
    assert then.decision is not None


def test_what_was_chosen_for_the_hand_counts_for_both() -> None:
    """Article 4 returns a bet on equal totals after a split, for either hand: 4 and 2, and 4 and 3."""
    for dealer, returned in (("4 2", "player-1"), ("4 3", SECOND)):
        round_ = Steps(text_of({4: 4, 3: 3, 2: 3}), MAIN).give("4 4").choose("split").give("2 3")
        round_.choose("stand").choose("stand").give(dealer)
        assert [bet.unit for bet in round_.state.placed if bet.result == "push"] == [returned]


def test_second_hands_come_after_the_hand_that_was_split() -> None:
    holders = [SECOND, "player-2", "player-10", "player-1", "dealer"]
    assert sorted(holders, key=place) == ["dealer", "player-1", SECOND, "player-2", "player-10"]


def at_boxes(text: str) -> str:
    return text.replace("“player” bets.", "there are 3 “box”.\n  “player” bets at “box”.")


def at_box(bettor: int, bet: str, box: int) -> Placed:
    return Placed(f"player-{bettor}", f"box-{box}", bet, 1, "", f"player-{bettor}")


@pytest.mark.parametrize(("chosen", "box"), [(("split",), "box-1"), (("stay", "split"), "box-2")])
def test_a_second_hand_is_dealt_to_whichever_bet_it_came_of(chosen: tuple[str, ...], box: str) -> None:
    """Two bets of a kind at two boxes are played with one hand; with the second hand the one by which it was split."""
    round_ = Steps(at_boxes(text_of(SMALL)), at_box(1, "main", 1), at_box(1, "main", 2)).give("4 4")
    for action in chosen:
        round_.choose(action)
    round_.give("2 3")
    assert (round_.held("player-1"), round_.held(SECOND)) == ("4 2", "4 3")
    assert [bet.holder for bet in round_.state.placed if bet.unit == SECOND] == [box]


def test_a_second_hand_plays_right_after_the_first_wherever_its_bet_stands() -> None:
    """The double stands at the first box, the main bet that is split at the third, and another bettor between them."""
    draws = """  “player” follows the rules on “hit”.
  “player” must “hit”.
"""
    text = at_boxes(text_of(SMALL)).replace("2.\n  upon “split”", f"{draws}2.\n  upon “split”")
    bets = at_box(1, "double", 1), at_box(2, "double", 2), at_box(1, "main", 3)
    round_ = Steps(text, *bets).give("4 3 4 2").choose("split").give("2 3 3 2 4")
    drawn = [told.party for told in round_.told if told.kind == "drawn"]
    assert drawn == ["player-1", SECOND, "player-2"]


def test_bounds_of_gains_are_those_of_both_hands_doubled() -> None:
    round_ = Steps(text_of(SMALL), MAIN)
    found = bounds(round_.process.plan, round_.game.questions, (1,))["player-1"]
    assert (found.low, found.high) == (Fraction(-4), Fraction(4))


def test_odds_checks_and_comparisons_agree_with_the_enumeration_of_rounds() -> None:
    text = text_of({4: 2, 2: 5})
    case, found = read(HEADER + text, "en", glossary_of(text), 20_000)
    assert case is not None, [d.code for d in found]
    assert [str(fault) for fault in faults(case)] == []


def test_unlike_cards_that_are_split_are_refused_with_the_reason() -> None:
    """Which of two unlike cards came last, rows do not tell."""
    text = text_of(SMALL).replace(f", and {ALIKE}", "")
    problem = odds(game_of(text).decided).skipped["main"]
    assert isinstance(problem, NotAnalysed)
    assert (problem.reason, problem.provisions) == ("order-of-receipt", ("art_3__para_2",))


def test_what_is_done_once_for_the_table_by_each_hand_is_refused_with_the_reason() -> None:
    text = text_of(SMALL).replace(
        "  deal to “dealer”, one", "  when the total of “player” is higher than 4, then deal to “dealer”, one"
    )
    problem = odds(game_of(text).decided).skipped["main"]
    assert isinstance(problem, NotAnalysed)
    assert (problem.reason, problem.provisions) == ("hands-of-a-split", ("art_3__para_6",))


@pytest.mark.parametrize("size", ["one", "three"])
def test_a_hand_that_may_be_split_is_dealt_an_even_number(size: str) -> None:
    _, found = diagnosed(text_of(SMALL).replace("until each has two", f"until each has {size}", 1))
    assert [(d.code, d.labels[0].eid, d.hints[0].key) for d in found] == [
        ("cannot-be-divided", "art_3__para_1", "split-what-is-dealt")
    ]


def test_a_hand_that_rules_require_to_be_split_is_dealt_an_even_number() -> None:
    one_bet = text_of_one_bet(FOLLOWED + SPLIT)
    assert diagnosed(one_bet)[1] == []
    _, found = diagnosed(one_bet.replace("until each has 2", "until each has 3"))
    assert [(d.code, d.labels[0].eid, d.hints[0].key) for d in found] == [
        ("cannot-be-divided", "art_2__point_2", "split-what-is-dealt")
    ]


@pytest.mark.parametrize(("own", "of_dealer", "found"), [(2, 3, []), (3, 2, ["split-what-is-dealt"])])
def test_whoever_bets_at_a_holder_and_is_dealt_to_splits_a_hand_of_their_own(
    own: int, of_dealer: int, found: list[str]
) -> None:
    text = text_of(SMALL).replace("“player” bets.", "“player” bets at “dealer”.")
    deal = "deal to {}, one “card” at a time, face up, until each has {}.\n"
    both = f"  {deal.format('each “player” with a bet', own)}  {deal.format('“dealer”', of_dealer)}"
    text = re.sub(r"  deal to each “player” with a bet, .*\n", both, text, count=1)
    assert [d.hints[0].key for d in diagnosed(text)[1]] == found


AGAIN = "half of the hand becomes the “{second}”, with an equal bet on “{bet}”, and neither is split again"


@pytest.mark.parametrize(
    ("more", "bet", "second"), [("; ", "main", "third hand"), (".\n  upon “cut”: ", "double", "second hand")]
)
def test_an_action_splits_once_and_a_second_hand_has_one_bet(more: str, bet: str, second: str) -> None:
    text = text_of(SMALL).replace("is split again", "is split again" + more + AGAIN.format(second=second, bet=bet), 1)
    (problem,) = diagnosed(text)[1]
    assert (problem.code, problem.labels[0].eid, problem.hints[0].key) == (
        "cannot-be-divided",
        "art_3__para_2",
        "one-bet-on-a-second-hand",
    )


def test_a_second_hand_has_a_bet_of_the_kind_that_the_choice_is_with() -> None:
    """With an equal bet of another kind it had none, unless its bettor had that bet too."""
    text = text_of(SMALL).replace("equal bet on “main”", "equal bet on “double”", 1)
    (problem,) = diagnosed(text)[1]
    assert (problem.code, problem.labels[0].eid, problem.hints[0].key) == (
        "cannot-be-divided",
        "art_3__para_2",
        "one-bet-on-a-second-hand",
    )


def test_what_came_of_a_split_is_not_split_under_another_name() -> None:
    text = text_of(SMALL).replace("is split again", f"is split again.\n  upon “cut”: {AGAIN}", 1)
    text = text.format(second="third hand", bet="main").replace("to “split” or", "to “split”, “cut” or")
    steps = Steps(twice(text.replace(f"when {PAIR}, then ", "")), MAIN).give("4 4").choose("split")
    assert isinstance(steps.node, DecisionNode)
    assert steps.node.legal == ("stay",)


def test_a_choice_that_is_put_once_is_made_for_both_hands() -> None:
    """Each hand is chosen for by itself in the steps that follow: next the two are dealt to, and then asked."""
    text = text_of(SMALL).replace("the number of “cards” of “player” is 2, and ", "")
    round_ = Steps(text, MAIN).give("4 4").choose("split")
    assert not isinstance(round_.node, DecisionNode)
    node = round_.give("2 3").node
    assert isinstance(node, DecisionNode)
    assert (node.unit, node.legal) == ("player-1", ("hit", "raise", "stand"))


def test_no_code_is_made() -> None:
    with pytest.raises(NotCompiled, match="splits"):
        CompiledSampler(game_of(text_of(SMALL)), {"main": "stay"}, "numpy")


def test_a_rule_is_called_unreachable_only_where_the_search_was_whole() -> None:
    """With unlike cards split nothing is searched: of no rule is it said that no round reaches it."""
    text = text_of(SMALL, 9).replace("5 through 9", "50 through 90")
    assert {d.labels[0].eid for d in unreachable_rule(law_of(text))} == {"art_4"}
    unlike = text.replace(f", and {ALIKE}", "")
    assert list(unreachable_rule(law_of(unlike))) == []


def test_a_trace_cites_the_provisions_of_a_split() -> None:
    game = load("xx/blackjack", options={"splitting": "offered"})
    round_ = game.new_round(cards="8s 6h 8d 3c Ts")
    for action in (PlaceBet("player-1", "", "main-bet", 10), Deal(), Choose("player-1", "player-1", "split")):
        round_.apply(action)
    told = {step.kind: step.provisions for step in round_.trace}
    assert told["divided"] == told["hand-bet"] == ("art_5-A__para_2",)


# Eight cards, of which two are dealt; with two alike a rule requires the act, and each hand draws. First cards of three
# in all win.
REQUIRED = """Article 1
  “number”, from high to low: 2 and 1.
  material: 1 set of “cards”, each with 4 of 2 and 4 of 1.
  each “card” counts the number that it shows.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
  “raise” is a bet.
Article 2
1)
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has 2.
2)
{steps}3)
  “player” follows the rules on “draw”.
  upon “draw”: takes 1 “card”.
  “player” must “draw”.
  settle “ante” and “raise”.
Article 4
  when the hand of “player” is such that all are of the same “number”, then “player” must “act”.
  when it is not so that the hand of “player” is such that all are of the same “number”, then “player” must not “act”.
  when the total of the first 2 of “player” is 3, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
  “raise” pays 2 to 1.
"""
FOLLOWED = "  “player” follows the rules on “act”.\n"
SPLIT = (
    "  upon “act”: half of the hand becomes the “second hand”, with an equal bet on “ante”, "
    "and neither is split again.\n"
)
PUT = "  upon “act”: an amount equal to the stake of “ante” is put on “raise”.\n"


def text_of_one_bet(steps: str) -> str:
    raised = ("  “raise” is a bet.\n", "  “raise” pays 2 to 1.\n", " and “raise”")
    text = REQUIRED.format(steps=steps)
    for words in raised:
        text = text.replace(words, "")
    return text


@pytest.mark.parametrize(
    ("steps", "cards", "gained", "expected"),
    [
        # Unlike cards come in 4/7 and win; of two alike, 3/7, each half draws the other number in 4 of 6 ways.
        (FOLLOWED + SPLIT, "2 2 1 2", 0, Fraction(4, 7) + Fraction(3, 7) * 2 * Fraction(1, 3)),
        # What has been split is not split again, though each single card is of one number.
        (FOLLOWED + FOLLOWED + SPLIT, "2 2 1 2", 0, Fraction(6, 7)),
        # With two alike the ante loses, and twice as much is won beside it.
        (FOLLOWED + PUT, "2 2 1", 1, Fraction(4, 7) + Fraction(3, 7) * (2 - 1)),
    ],
    ids=["split", "split once", "put beside"],
)
def test_a_rule_may_require_what_puts_a_bet_beside_another(
    steps: str, cards: str, gained: int, expected: Fraction
) -> None:
    text = text_of_one_bet(steps) if "second" in steps else REQUIRED.format(steps=steps)
    round_ = Session(game_of(text), cards=cards).new_round()
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Deal())
    assert round_.returns() == {"player-1": gained}
    assert odds(game_of(text).decided).bets["ante"].expectation == expected
    case, found = read(HEADER + text, "en", glossary_of(text), 2_000)
    assert case is not None, [diagnostic.code for diagnostic in found]
    assert [str(fault) for fault in faults(case)] == []
