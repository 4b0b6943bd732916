"""Articles 3 to 11 of Q Poker in action: every rule, with cards picked by hand.

Official words are cited by eId. Hands are written as they are held; `stack` puts them
into the order in which the shoe deals them.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from lexludi.base.errors import IllegalAction, InvalidArgument, InvalidSetting, InvalidStack, UnsettledCase
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Game, Round, load
from lexludi.play.round_state import Money
from lexludi.play.session import Session
from lexludi.play.trace import Step
from lexludi.rules.grounds import said

HALF = Fraction(1, 2)
OPTIONS = ("dealing", "boxes")


@cache
def game(*chosen: str) -> Game:
    """Q Poker with options and readings as at the command line: `dealing=shuffler`."""
    pairs = dict(choice.split("=") for choice in chosen)
    options = {name: pairs.pop(name) for name in OPTIONS if name in pairs}
    return load("mo/q-poker", options=options, readings=pairs)


def ante(stake: Money, box: int = 1, who: str = "") -> PlaceBet:
    return PlaceBet(who or f"player-{box}", f"box-{box}", "ante", stake)


def pair_plus(stake: Money, box: int = 1, who: str = "") -> PlaceBet:
    return PlaceBet(who or f"player-{box}", f"box-{box}", "pair-plus", stake)


def stack(*hands: str) -> str:
    """The cards of some hands as the shoe deals them: one to each in turn, the dealer's hand being the last."""
    return " ".join(card for turn in zip(*(hand.split() for hand in hands), strict=True) for card in turn)


def dealt(cards: str, *bets: PlaceBet, on: Game | None = None) -> Round:
    """A round up to the first decision."""
    round_ = (on or game()).new_round(cards=cards)
    for bet in bets:
        round_.apply(bet)
    round_.apply(Deal())
    return round_


def dealt_with(event: Irregularity, *bets: PlaceBet, on: Game | None = None) -> Round:
    """A round up to the first decision, or to its end, in which something happens during the deal."""
    round_ = (on or game()).new_round(cards=stack("2s 2h 9c", QUEEN_HIGH))
    for action in (*bets, event, Deal()):
        round_.apply(action)
    return round_


def played(player: str, dealer: str, *bets: PlaceBet, choice: str = "play", on: Game | None = None) -> Round:
    """A round of one box to its end."""
    round_ = dealt(stack(player, dealer), *bets, on=on)
    while (due := round_.decision) is not None:
        round_.apply(Choose(due.bettor, due.unit, choice))
    return round_


def apply_all(round_: Round, *actions: Action) -> None:
    for action in actions:
        round_.apply(action)


def outcome(round_: Round, bet: str, who: str = "") -> tuple[str, Money, tuple[str, ...]]:
    """Result, net and provisions of the only bet of a kind (of somebody)."""
    (found,) = (b for b in round_.state.bets if b.bet == bet and who in ("", b.bettor))
    return found.result, found.net, found.provisions


def kinds(round_: Round) -> list[str]:
    return [step.kind for step in round_.trace]


def steps(round_: Round, kind: str) -> list[Step]:
    return [step for step in round_.trace if step.kind == kind]


def objects_dealt(round_: Round) -> list[tuple[str, str]]:
    return [(step.party, step.values["object"]) for step in steps(round_, "dealt")]


# ── Article 9(4) to 9(7): against the dealer ────────────────────────────────

QUEEN_HIGH = "Qd 5c 3d"

# The hand of the player, the odds, and the provision: article 9(7).
ANTE_PAYS = [
    ("9s 8s 7s", Fraction(3), "art_9__point_7__point_1"),
    ("As 2s 3s", Fraction(3), "art_9__point_7__point_1"),
    ("4s 4h 4c", Fraction(2), "art_9__point_7__point_2"),
    ("8s 7h 6h", Fraction(3, 2), "art_9__point_7__point_3"),
    ("As 2h 3h", Fraction(3, 2), "art_9__point_7__point_3"),
    ("Ks 9s 4s", Fraction(1), "art_9__point_7__point_4"),
    ("2s 2h 9c", Fraction(1), "art_9__point_7__point_4"),
    ("As Th 2c", Fraction(1), "art_9__point_7__point_4"),
]


@pytest.mark.parametrize("stake", [10, 15, 1, Fraction(5, 2)], ids=str)
@pytest.mark.parametrize(("hand", "odds", "provision"), ANTE_PAYS, ids=[row[0] for row in ANTE_PAYS])
def test_ante_pays_by_the_table_when_the_player_is_higher(
    hand: str, odds: Fraction, provision: str, stake: Money
) -> None:
    """Exactly, with odd stakes too: 15 at two to three (二賠三) wins 45/2."""
    round_ = played(hand, QUEEN_HIGH, ante(stake))
    assert outcome(round_, "ante") == ("win", stake * odds, (provision, "art_9__point_7"))
    assert round_.returns() == {"player-1": stake * odds}


def test_fifteen_on_a_straight_wins_twenty_two_and_a_half() -> None:
    data = played("8s 7h 6h", QUEEN_HIGH, ante(15)).to_json()
    assert [(bet["stake"], bet["net"]) for bet in data["bets"]] == [("15", "45/2")]


@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("Qh 5d 2s", QUEEN_HIGH),
        ("As Kh Jc", "2s 2d 3h"),
        ("9h 8h 7h", "9s 8s 7s"),
        ("As 2s 3h", "4d 3c 2h"),
        ("9s 9d Ah", "9h 9c As"),
    ],
)
def test_dealer_collects_the_ante_when_higher(player: str, dealer: str) -> None:
    assert outcome(played(player, dealer, ante(10)), "ante") == ("lose", -10, ("art_9__point_6",))


@pytest.mark.parametrize("dealer", ["Qs 3d 2h", "Ks 4d 2h", "As 5d 2h", "2s 2d 3h", "5d 3d 2d", "3d 2s Ah", "2h 2c 2d"])
def test_dealer_plays_with_queen_high_or_better(dealer: str) -> None:
    """Article 9(4): from Q-3-2, the lowest hand with a queen, upwards, jacks or not."""
    round_ = played("Jc Ts 9d", dealer, ante(10))
    (said,) = steps(round_, "defined")
    assert said.provisions == ("art_9__point_4",)
    assert said.values["holds"] is True
    assert outcome(round_, "ante")[2][-1] in ("art_9__point_6", "art_9__point_7")


@pytest.mark.parametrize("dealer", ["Js Td 8c", "Js 3d 2h", "9s 8d 6h", "5s 3d 2h"])
@pytest.mark.parametrize("player", ["As Ah Ad", "5c 3h 2d"], ids=["higher", "lower"])
@pytest.mark.parametrize(
    ("reading", "result", "factor"), [("win-half", "win", HALF), ("keep-half", "lose", -HALF)], ids=["win", "keep"]
)
@pytest.mark.parametrize("stake", [10, 15])
def test_dealer_without_a_queen_does_not_play(
    dealer: str, player: str, reading: str, result: str, factor: Fraction, stake: int
) -> None:
    """Article 9(5) in both readings, whichever hand is higher."""
    round_ = played(player, dealer, ante(stake), on=game(f"not-qualified={reading}"))
    (said,) = steps(round_, "defined")
    assert (said.provisions, said.values["holds"]) == (("art_9__point_4",), False)
    assert outcome(round_, "ante") == (result, stake * factor, ("art_9__point_5",))


def test_reading_of_half_is_by_default_that_half_is_won() -> None:
    assert outcome(played("5c 3h 2d", "Js Td 8c", ante(10)), "ante")[1] == 5


# ── Article 9(1) and article 10: pair plus ──────────────────────────────────

PAIR_PLUS_PAYS = [
    ("9s 8s 7s", 40, "art_10__point_1"),
    ("4s 4h 4c", 30, "art_10__point_2"),
    ("8s 7h 6h", 6, "art_10__point_3"),
    ("As 2h 3h", 6, "art_10__point_3"),
    ("Ks 9s 4s", 4, "art_10__point_4"),
    ("2s 2h 9c", 1, "art_10__point_5"),
]


@pytest.mark.parametrize("stake", [5, 7, Fraction(1, 3)], ids=str)
@pytest.mark.parametrize(("hand", "odds", "provision"), PAIR_PLUS_PAYS, ids=[row[0] for row in PAIR_PLUS_PAYS])
@pytest.mark.parametrize("dealer", ["Qd 5c 3d", "Jd 5c 3d", "Ad Ac Ah"])
def test_pair_plus_pays_by_the_hand_whatever_the_dealer_holds(
    hand: str, odds: int, provision: str, stake: Money, dealer: str
) -> None:
    round_ = played(hand, dealer, pair_plus(stake))
    assert outcome(round_, "pair-plus") == ("win", stake * odds, (provision, "art_10"))


@pytest.mark.parametrize("hand", ["As Kh Jc", "5s 3h 2h"])
def test_pair_plus_loses_on_odd_cards(hand: str) -> None:
    assert outcome(played(hand, QUEEN_HIGH, pair_plus(5)), "pair-plus") == ("lose", -5, ("art_9__point_1",))


def test_pair_plus_is_settled_before_the_choice() -> None:
    """Article 9(2): after pair plus has been paid, the players decide."""
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), ante(10), pair_plus(5))
    assert outcome(round_, "pair-plus")[:2] == ("win", 5)
    assert outcome(round_, "ante")[0] == ""
    assert round_.legal_actions() == [
        Choose("player-1", "box-1", "play"),
        Choose("player-1", "box-1", "surrender"),
    ]
    assert kinds(round_)[-2:] == ["revealed", "settled"]


def test_pair_plus_stays_won_when_the_ante_is_surrendered() -> None:
    round_ = played("2s 2h 9c", QUEEN_HIGH, ante(10), pair_plus(5), choice="surrender")
    assert (outcome(round_, "pair-plus")[1], outcome(round_, "ante")[1]) == (5, -5)
    assert round_.returns() == {"player-1": 0}


def test_pair_plus_alone_asks_for_no_decision() -> None:
    """Article 5(2): a bet may be placed alone; article 9(2) asks only those who play against the dealer."""
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), pair_plus(5))
    assert round_.is_over
    assert "chosen" not in kinds(round_)


# ── Article 9(2) and 9(3): the choice ───────────────────────────────────────


@pytest.mark.parametrize(("stake", "lost"), [(10, 5), (15, Fraction(15, 2)), (1, HALF)])
def test_surrender_loses_half_at_once(stake: int, lost: Money) -> None:
    """Article 9(3): before the dealer's cards are turned up, and whatever they are."""
    round_ = dealt(stack("As Ah Ad", "2s 3d 5h"), ante(stake))
    round_.apply(Choose("player-1", "box-1", "surrender"))
    assert outcome(round_, "ante") == ("surrender", -lost, ("art_9__point_3",))
    happened = kinds(round_)
    assert happened.index("settled") == happened.index("chosen") + 1
    assert [step.party for step in steps(round_, "revealed")] == ["box-1", "dealer"]


@pytest.mark.parametrize("first", ["play", "surrender"])
@pytest.mark.parametrize("second", ["play", "surrender"])
def test_decision_once_made_is_final(first: str, second: str) -> None:
    """Article 9(3), while another player has still to decide and the dealer's cards are down."""
    round_ = dealt(stack("As Ah Kd", "9s 8h 2d", QUEEN_HIGH), ante(10, 1), ante(10, 2))
    round_.apply(Choose("player-1", "box-1", first))
    before = len(round_.trace)
    with pytest.raises(IllegalAction):
        round_.apply(Choose("player-1", "box-1", second))
    assert len(round_.trace) == before
    assert round_.legal_actions() == [
        Choose("player-2", "box-2", "play"),
        Choose("player-2", "box-2", "surrender"),
    ]


def test_decision_cannot_be_made_after_the_round() -> None:
    round_ = played("As Ah Kd", QUEEN_HIGH, ante(10))
    with pytest.raises(IllegalAction):
        round_.apply(Choose("player-1", "box-1", "surrender"))


def test_decision_is_made_by_the_bettor_and_for_the_ante_only() -> None:
    round_ = dealt(stack("As Ah Kd", "9s 8h 2d", QUEEN_HIGH), ante(10, 1), pair_plus(10, 2))
    for who, box, choice in (
        ("player-2", "box-2", "play"),
        ("player-2", "box-1", "play"),
        ("player-1", "box-1", "double"),
    ):
        with pytest.raises(IllegalAction):
            round_.apply(Choose(who, box, choice))
    assert not round_.is_over


def test_players_cards_are_turned_up_first_and_the_dealers_last() -> None:
    """Articles 9(1) and 9(3)."""
    round_ = dealt(stack("As Ah Kd", "9s 8h 2d", QUEEN_HIGH), ante(10, 1), ante(10, 2))
    assert [step.party for step in steps(round_, "revealed")] == ["box-1", "box-2"]
    round_.apply(Choose("player-2", "box-2", "surrender"))
    assert "dealer" not in {step.party for step in steps(round_, "revealed")}
    round_.apply(Choose("player-1", "box-1", "play"))
    assert [step.party for step in steps(round_, "revealed")] == ["box-1", "box-2", "dealer"]
    assert round_.is_over


# ── Articles 5 and 6: bets ──────────────────────────────────────────────────


def test_bets_cite_the_articles_that_offer_them() -> None:
    round_ = dealt(stack("As Ah Kd", QUEEN_HIGH), ante(10))
    assert steps(round_, "bet-placed")[0].provisions == ("art_5__para_1__point_2",)
    round_ = dealt(stack("As Ah Kd", QUEEN_HIGH), pair_plus(10))
    assert steps(round_, "bet-placed")[0].provisions == ("art_5__para_1__point_1",)


def test_bets_may_be_combined() -> None:
    round_ = dealt(stack("As Ah Kd", QUEEN_HIGH), ante(10), pair_plus(5))
    assert steps(round_, "bet-placed")[1].provisions == ("art_5__para_1__point_1", "art_5__para_2")


def test_one_player_may_bet_at_several_boxes() -> None:
    """Article 6(1); each box has a hand and a decision of its own."""
    round_ = dealt(stack("As Ah Kd", "9s 8h 2d", QUEEN_HIGH), ante(10, 1, "ana"), ante(20, 4, "ana"))
    assert steps(round_, "bet-placed")[1].provisions == ("art_5__para_1__point_2", "art_6__point_1")
    round_.apply(Choose("ana", "box-4", "surrender"))
    round_.apply(Choose("ana", "box-1", "play"))
    assert [(b.holder, b.result, b.net) for b in round_.state.bets] == [
        ("box-1", "win", 10),
        ("box-4", "surrender", -10),
    ]
    assert round_.returns() == {"ana": 0}


def test_several_players_may_bet_at_one_box() -> None:
    """Article 6(1); they share the hand, and each decides for their own bet."""
    round_ = dealt(stack("As Ah Kd", QUEEN_HIGH), ante(10, 1), ante(30, 1, "player-2"), pair_plus(5, 1, "player-3"))
    assert steps(round_, "bet-placed")[1].provisions == ("art_5__para_1__point_2", "art_6__point_1")
    assert set(round_.to_json()["holders"]) == {"box-1", "dealer"}
    round_.apply(Choose("player-2", "box-1", "surrender"))
    round_.apply(Choose("player-1", "box-1", "play"))
    assert round_.returns() == {"player-1": 10, "player-2": -15, "player-3": 5}


def test_no_bet_is_accepted_after_the_first_card() -> None:
    round_ = dealt(stack("As Ah Kd", QUEEN_HIGH), ante(10))
    for late in (ante(10, 2), ante(10, 1), pair_plus(5, 1), pair_plus(5, 3, "player-1")):
        with pytest.raises(IllegalAction) as refusal:
            round_.apply(late)
        assert refusal.value.provisions == ("art_6__point_2",)
    assert len(round_.state.bets) == 1


@pytest.mark.parametrize(
    "bet",
    [
        PlaceBet("player-1", "box-1", "tie", 10),
        PlaceBet("player-1", "box-8", "ante", 10),
        PlaceBet("player-1", "dealer", "ante", 10),
        PlaceBet("player-1", "box-1", "ante", 0),
        PlaceBet("player-1", "box-1", "ante", -10),
        PlaceBet("player-1", "box-1", "ante", None),
        PlaceBet("player-1", "box-1", "ante", 10, "queen"),
    ],
    ids=["no such bet", "no such box", "the dealer's box", "nothing", "less than nothing", "no stake", "an item"],
)
def test_impossible_bets_are_refused(bet: PlaceBet) -> None:
    round_ = game().new_round(seed=1)
    with pytest.raises(IllegalAction):
        round_.apply(bet)
    assert round_.state.bets == ()


def test_round_needs_a_bet_and_is_dealt_once() -> None:
    round_ = game().new_round(seed=1)
    with pytest.raises(IllegalAction):
        round_.apply(Deal())
    round_.apply(ante(10))
    round_.apply(Deal())
    with pytest.raises(IllegalAction):
        round_.apply(Deal())


def test_legal_actions_before_the_deal_are_bets_at_every_box_and_with_a_bet_the_deal() -> None:
    round_ = game("boxes=9").new_round(seed=1)
    offered = round_.legal_actions()
    bets = [action for action in offered if isinstance(action, PlaceBet)]
    assert {(b.holder, b.bet) for b in bets} == set(product([f"box-{n}" for n in range(1, 10)], ["ante", "pair-plus"]))
    assert offered == bets
    round_.apply(ante(10))
    assert Deal() in round_.legal_actions()


def test_standing_player_may_bet_but_not_hold_the_cards() -> None:
    """Article 6(3)."""
    round_ = game().new_round(cards=stack("As Ah Kd", QUEEN_HIGH), statuses={"player-2": "standing"})
    round_.apply(ante(10, 1, "player-2"))
    round_.apply(Deal())
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Act("player-2", "hold-cards"))
    assert refusal.value.provisions == ("art_6__point_3",)
    round_.apply(Act("player-2", "leave-table"))
    round_.apply(Choose("player-2", "box-1", "play"))
    assert round_.is_over


def test_player_who_holds_the_cards_may_not_leave() -> None:
    """Article 6(3)."""
    round_ = dealt(stack("As Ah Kd", "9s 8h 2d", QUEEN_HIGH), ante(10, 1), ante(10, 2))
    round_.apply(Act("player-1", "hold-cards"))
    assert steps(round_, "acted")[0].provisions == ()  # the prohibition, on those who stand, does not apply
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Act("player-1", "leave-table"))
    assert refusal.value.provisions == ("art_6__point_3",)
    round_.apply(Act("player-2", "leave-table"))


def test_unknown_acts_and_statuses_are_refused() -> None:
    with pytest.raises(IllegalAction):
        game().new_round(seed=1).apply(Act("player-1", "whistle"))
    with pytest.raises(IllegalAction):
        game().new_round(seed=1, statuses={"player-1": "lying"})


# ── Articles 3 and 7: shuffling and dealing ─────────────────────────────────


def test_shoe_deals_one_card_at_a_time_from_left_to_right_and_to_the_dealer_last() -> None:
    """Articles 3(1) and 7(1); in the order of the boxes, whoever bet first."""
    round_ = dealt("As Kh 7d Qs Jh 8d Ts 9h 6c", ante(10, 5), pair_plus(10, 2))
    assert objects_dealt(round_) == [
        ("box-2", "As"), ("box-5", "Kh"), ("dealer", "7d"),
        ("box-2", "Qs"), ("box-5", "Jh"), ("dealer", "8d"),
        ("box-2", "Ts"), ("box-5", "9h"), ("dealer", "6c"),
    ]  # fmt: skip
    assert {step.provisions for step in steps(round_, "dealt")} == {("art_7__point_1",)}
    first, second = list(round_.trace)[:2]
    assert (first.kind, first.party, first.provisions) == ("shuffled", "dealer", ("art_3__point_1",))
    assert (second.kind, second.values, second.provisions) == ("performed", {"action": "cut"}, ("art_3__point_1",))


def test_shuffling_machine_deals_three_cards_at_once_and_to_the_dealer_last() -> None:
    """Articles 3(2) and 7(2)."""
    round_ = dealt("As Kh 7d Qs Jh 8d Ts 9h 6c", ante(10, 5), pair_plus(10, 2), on=game("dealing=shuffler"))
    assert objects_dealt(round_) == [
        ("box-2", "As"), ("box-2", "Kh"), ("box-2", "7d"),
        ("box-5", "Qs"), ("box-5", "Jh"), ("box-5", "8d"),
        ("dealer", "Ts"), ("dealer", "9h"), ("dealer", "6c"),
    ]  # fmt: skip
    assert {step.provisions for step in steps(round_, "dealt")} == {("art_7__point_2",)}
    first, second = list(round_.trace)[:2]
    assert (first.kind, first.party, first.provisions) == ("shuffled", "shuffler", ("art_3__point_2",))
    assert second.kind == "bets-open"


def test_cards_dealt_to_players_give_one_hand_for_two_boxes() -> None:
    """Reading `dealt-to`: to whoever has bet, as the Portuguese article 7 says."""
    round_ = dealt(
        stack("As Ah Kd", QUEEN_HIGH), ante(10, 1, "ana"), pair_plus(5, 2, "ana"), on=game("dealt-to=player")
    )
    assert {unit: holder["objects"] for unit, holder in round_.to_json()["holders"].items()} == {
        "ana": ["As", "Ah", "Kd"],
        "dealer": ["Qd", "5c", "3d"],
    }
    round_.apply(Choose("ana", "ana", "play"))
    assert [(b.holder, b.bet, b.result) for b in round_.state.bets] == [
        ("box-1", "ante", "win"),
        ("box-2", "pair-plus", "win"),
    ]


def test_cards_dealt_to_players_give_a_hand_to_each_at_one_box() -> None:
    round_ = dealt(
        stack("As Ah Kd", "9s 8h 2d", QUEEN_HIGH), ante(10, 1), ante(10, 1, "player-2"), on=game("dealt-to=player")
    )
    assert [party for party, _ in objects_dealt(round_)] == ["player-1", "player-2", "dealer"] * 3
    round_.apply(Choose("player-1", "player-1", "play"))
    round_.apply(Choose("player-2", "player-2", "play"))
    assert round_.returns() == {"player-1": 10, "player-2": -10}


def test_cards_dealt_to_players_go_from_left_to_right_too() -> None:
    """By where the players have bet, whoever bet first."""
    round_ = dealt(
        stack("As Ah Kd", "9s 8h 2d", QUEEN_HIGH), ante(10, 6, "ana"), ante(10, 2, "rui"), on=game("dealt-to=player")
    )
    assert [party for party, _ in objects_dealt(round_)] == ["rui", "ana", "dealer"] * 3


def test_cards_are_refused_that_the_pack_does_not_have() -> None:
    with pytest.raises(InvalidStack) as refusal:
        game().new_round(cards="As Kh As")
    assert refusal.value.provisions == ("art_1__point_1",)
    assert game("packs=2").new_round(cards="As Kh As").seed is None
    for cards in ("As Kh 1d", "Xx", "As K"):
        with pytest.raises(InvalidStack):
            game().new_round(cards=cards)
    with pytest.raises(InvalidStack):
        dealt("As Kh", ante(10))


@pytest.mark.parametrize("begin", [lambda **given: game().new_round(**given), lambda **given: Session(game(), **given)])
def test_chance_and_objects_are_not_given_together(begin: Callable[..., object]) -> None:
    """One of them would be passed over."""
    with pytest.raises(InvalidArgument) as refused:
        begin(seed=1, cards="As Kh")
    assert (refused.value.key, refused.value.args_by_name["names"]) == ("one-argument-alone", ("seed", "cards"))


def test_cards_may_be_written_in_signs_and_figures() -> None:
    round_ = dealt("A♠, kh, 10d, QS, Jh, 8d", ante(10))
    assert [card for _, card in objects_dealt(round_)] == ["As", "Kh", "Td", "Qs", "Jh", "8d"]


def test_settings_are_refused_that_the_text_does_not_admit() -> None:
    for options, readings, provision in (
        ({"boxes": "6"}, {}, "art_2__para_1"),
        ({"dealing": "by-hand"}, {}, "art_3"),
        ({}, {"packs": 0}, "art_1__point_1"),
        ({}, {"equal-hands": "split"}, "art_9__point_6"),
    ):
        with pytest.raises(InvalidSetting) as refusal:
            load("mo/q-poker", options=options, readings=readings)
        assert refusal.value.provisions == (provision,)
    with pytest.raises(InvalidSetting):
        load("mo/q-poker", readings={"dealing": "shoe"})


# ── Article 11: irregularities ──────────────────────────────────────────────


def assert_void(round_: Round, provision: str) -> None:
    """The round is void by a provision, or by a reading that applies it."""
    assert round_.is_over
    assert steps(round_, "round-void")[0].provisions == said([provision])
    assert {(b.result, b.net, b.provisions) for b in round_.state.bets} == {("void", 0, (provision,))}
    assert set(round_.returns().values()) == {0}
    assert round_.legal_actions() == round_.irregularities() == []
    for action in (Deal(), ante(10, 2), Choose("player-1", "box-1", "play"), Irregularity("wrong-order")):
        with pytest.raises(IllegalAction):
            round_.apply(action)


@pytest.mark.parametrize("event", [Irregularity("wrong-order"), Irregularity("wrong-count", "box-1")], ids=str)
def test_wrong_dealing_voids_round_and_bets(event: Irregularity) -> None:
    """Article 11(1), even after pair plus has been paid."""
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), ante(10), pair_plus(5))
    assert outcome(round_, "pair-plus")[1] == 5
    round_.apply(event)
    assert_void(round_, "art_11__point_1")


def test_wrong_order_during_the_deal_stops_it() -> None:
    round_ = game().new_round(cards="As Kh 7d Qs Jh 8d")
    round_.apply(ante(10))
    round_.apply(Irregularity("wrong-order", after=4))
    round_.apply(Deal())
    assert len(objects_dealt(round_)) == 4
    assert_void(round_, "art_11__point_1")


@pytest.mark.parametrize("where", ["box-1", "box-2", ""])
def test_exposed_card_of_a_player_leaves_the_round_standing(where: str) -> None:
    """Article 11(2)."""
    round_ = game().new_round(cards=stack("2s 2h 9c", "Ks 8h 2d", QUEEN_HIGH))
    for action in (ante(10, 1), ante(10, 2), Irregularity("exposed-card", where, count=2, after=5), Deal()):
        round_.apply(action)
    assert steps(round_, "event")[0].provisions == ("art_11__point_2",)
    assert steps(round_, "round-stands")[0].provisions == ("art_11__point_2",)
    for box in (1, 2):
        round_.apply(Choose(f"player-{box}", f"box-{box}", "play"))
    assert round_.returns() == {"player-1": 10, "player-2": 10}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_exposed_card_of_the_dealer_voids_the_round(count: int) -> None:
    """Article 11(3) prevails over article 11(2), for any number of cards by default."""
    round_ = dealt_with(Irregularity("exposed-card", "dealer", count, after=6), ante(10), pair_plus(5))
    assert steps(round_, "event")[0].provisions == ("art_11__point_3",)
    assert_void(round_, "art_11__point_3")


def test_exposed_cards_of_the_dealer_may_be_read_as_one_only() -> None:
    """Reading `exposed-dealer-card`: one card voids by article 11(3), two leave the round standing by 11(2)."""
    read = game("exposed-dealer-card=only-one")
    round_ = dealt_with(Irregularity("exposed-card", "dealer", 1, after=6), ante(10), on=read)
    assert_void(round_, "art_11__point_3")
    round_ = dealt_with(Irregularity("exposed-card", "dealer", 2, after=6), ante(10), on=read)
    assert steps(round_, "event")[0].provisions == ("art_11__point_2",)
    assert not round_.is_over


def test_of_exposed_cards_of_players_alone_nothing_is_said_of_two_of_the_dealer() -> None:
    """Reading `exposed-cards`, the stance of the Portuguese text: 11(2) is of the hands of the players."""
    read = game("exposed-cards=players-cards", "exposed-dealer-card=only-one")
    with pytest.raises(IllegalAction) as refused:
        dealt_with(Irregularity("exposed-card", "dealer", 2, after=6), ante(10), on=read)
    assert refused.value.key == "event-not-covered"
    round_ = dealt_with(Irregularity("exposed-card", "box-1", 2, after=6), ante(10), on=read)
    assert steps(round_, "round-stands")[0].provisions == ("art_11__point_2",)


@pytest.mark.parametrize("where", ["dealer", "box-1", ""])
def test_article_11_2_and_3_are_of_cards_exposed_while_dealing(where: str) -> None:
    """派牌時, no decurso de distribuição: once pair plus has been paid, no provision takes it back."""
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), ante(10), pair_plus(5))
    assert outcome(round_, "pair-plus")[0] == "win"
    with pytest.raises(IllegalAction) as refused:
        round_.apply(Irregularity("exposed-card", where))
    assert refused.value.key == "event-not-covered"


def test_article_11_3_by_itself_does_not_say_when() -> None:
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), ante(10), on=game("exposure-time=any-time"))
    round_.apply(Irregularity("exposed-card", "dealer"))
    assert_void(round_, "art_11__point_3?exposure-time")
    (rest,) = steps(round_, "round-void")[0].rest.readings
    assert (rest.reading, rest.provision, rest.is_silent) == ("exposure-time", "art_11__point_3", True)


def test_cards_dealt_to_a_box_without_a_bet_are_void_and_the_round_goes_on() -> None:
    """Article 11(4)."""
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), ante(10))
    round_.apply(Irregularity("misdealt-box", "box-3"))
    assert steps(round_, "hand-void")[0].provisions == ("art_11__point_4",)
    assert "box-3" not in round_.to_json()["holders"]
    round_.apply(Choose("player-1", "box-1", "play"))
    assert round_.returns() == {"player-1": 10}


def test_box_with_a_bet_is_not_misdealt() -> None:
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), ante(10))
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Irregularity("misdealt-box", "box-1"))
    assert "art_11__point_4" in refusal.value.provisions
    assert set(round_.to_json()["holders"]) == {"box-1", "dealer"}


def test_failure_of_the_shuffling_machine_during_the_deal_voids_the_round() -> None:
    """Article 11(5)."""
    round_ = game("dealing=shuffler").new_round(cards="As Kh 7d Qs Jh 8d")
    for action in (ante(10), pair_plus(5), Irregularity("shuffler-failure", after=2), Deal()):
        round_.apply(action)
    assert len(objects_dealt(round_)) == 2
    assert_void(round_, "art_11__point_5")


def test_failure_of_the_shuffling_machine_after_the_deal_changes_nothing() -> None:
    round_ = dealt("2s 2h 9c Qd 5c 3d", ante(10), on=game("dealing=shuffler"))
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Irregularity("shuffler-failure"))
    assert "art_11__point_5" in refusal.value.provisions
    round_.apply(Choose("player-1", "box-1", "play"))
    assert round_.returns() == {"player-1": 10}


def test_failure_of_the_shuffling_machine_does_not_concern_the_shoe() -> None:
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), ante(10))
    with pytest.raises(IllegalAction):
        round_.apply(Irregularity("shuffler-failure"))
    assert not round_.is_over


def test_irregularity_foreseen_that_cannot_come_is_refused_when_its_moment_has_come() -> None:
    """With the shoe no machine can fail, and after a sixth card no seventh is dealt to one box."""
    for event, provisions in (
        (Irregularity("shuffler-failure", after=2), {"art_11__point_5"}),
        (Irregularity("wrong-order", after=7), set()),
    ):
        round_ = game().new_round(cards=stack("2s 2h 9c", QUEEN_HIGH))
        with pytest.raises(IllegalAction) as refusal:
            apply_all(round_, ante(10), event, Deal(), Choose("player-1", "box-1", "play"))
        assert set(refusal.value.provisions) == provisions


def test_irregularities_are_those_of_article_11() -> None:
    names = {"wrong-order", "wrong-count", "exposed-card", "misdealt-box", "shuffler-failure"}
    assert set(game().events()) == names
    round_ = dealt(stack("2s 2h 9c", QUEEN_HIGH), ante(10))
    assert {event.event for event in round_.irregularities()} == names
    with pytest.raises(IllegalAction):
        round_.apply(Irregularity("earthquake"))


# ── Several packs: equal hands ──────────────────────────────────────────────

EQUAL = [
    ("Qs 9d 4h", "Qs 9d 4h", Fraction(1)),
    ("9s 9d Ah", "9c 9h Ah", Fraction(1)),
    ("Ks 9s 4s", "Ks 9s 4s", Fraction(1)),
    ("8s 7h 6h", "8s 7c 6d", Fraction(3, 2)),
    ("4s 4h 4c", "4d 4h 4c", Fraction(2)),
    ("9s 8s 7s", "9s 8s 7s", Fraction(3)),
]


@pytest.mark.parametrize(("player", "dealer", "odds"), EQUAL, ids=[row[0] for row in EQUAL])
def test_equal_hands_are_settled_by_no_rule(player: str, dealer: str, odds: Fraction) -> None:
    """Articles 9(6) and 9(7) speak of higher and lower: the case is named, never quietly a push."""
    round_ = dealt(stack(player, dealer), ante(10), on=game("packs=2"))
    with pytest.raises(UnsettledCase) as gap:
        round_.apply(Choose("player-1", "box-1", "play"))
    assert {"art_9__point_6", "art_9__point_7"} <= set(gap.value.provisions)
    assert outcome(round_, "ante")[0] == ""


@pytest.mark.parametrize(("player", "dealer", "odds"), EQUAL, ids=[row[0] for row in EQUAL])
def test_equal_hands_in_the_three_other_readings(player: str, dealer: str, odds: Fraction) -> None:
    def under(reading: str) -> tuple[str, Money, str]:
        result, net, by = outcome(
            played(player, dealer, ante(15), on=game("packs=2", f"equal-hands={reading}")), "ante"
        )
        return result, net, by[-1]

    # The provision says nothing of equal hands: it is the reading that applies it.
    assert under("push") == ("push", 0, "art_9__point_6?equal-hands")
    assert under("dealer-wins") == ("lose", -15, "art_9__point_6?equal-hands")
    assert under("player-wins") == ("win", 15 * odds, "art_9__point_7?equal-hands")


@pytest.mark.parametrize("reading", ["push", "dealer-wins", "player-wins"])
def test_equal_hands_below_a_queen_are_not_played(reading: str) -> None:
    round_ = played("Js 9d 4h", "Js 9d 4h", ante(10), on=game("packs=2", f"equal-hands={reading}"))
    assert outcome(round_, "ante") == ("win", 5, ("art_9__point_5",))


def test_a_run_that_is_no_straight_loses_pair_plus_as_three_odd_cards() -> None:
    """Reading `straight-suits=all-different`: 8-7-6 in two suits is no straight, and so article 8(6) has it."""
    round_ = played("8s 7s 6h", QUEEN_HIGH, pair_plus(10), on=game("straight-suits=all-different"))
    assert outcome(round_, "pair-plus") == ("lose", -10, ("art_9__point_1",))
