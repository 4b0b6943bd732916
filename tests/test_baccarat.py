"""Baccarat as of 18 May 2004 in action: bets, ties, irregularities, norms, and every house option.

Who draws a third card is tested in `test_third_card`. Official words are cited by eId.
"""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from lexludi.base.errors import IllegalAction, InvalidSetting
from lexludi.checks.checking import check_paths
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Game, Round, load
from lexludi.play.round_state import Money
from lexludi.play.session import Session
from lexludi.play.trace import Step
from lexludi.rules.model import Account

# Cards as the shoe deals them: player, banker, player, banker, then what is drawn.
PLAYER_WINS = "9h 3c Ks 4d"
BANKER_WINS = "3c 9h 4d Ks"
TIE = "9h 9c Ks Kd"
THREE_CARDS_EACH = "2h 3c 3s Kd 2d 4c"  # the player draws to 7, the banker to 7

READINGS = ("burned-first", "burn-at-zero", "tie-chooser", "difference-time", "largest-bet")


@cache
def game(*chosen: str) -> Game:
    """Baccarat with options and readings as at the command line: `dealing=shuffler`."""
    pairs = dict(choice.split("=") for choice in chosen)
    readings = {name: pairs.pop(name) for name in READINGS if name in pairs}
    return load("mo/baccarat@2004-05-18", options=pairs, readings=readings)


def bet(kind: str, stake: Money = 100, who: str = "", at: str = "") -> PlaceBet:
    return PlaceBet(who, at, kind, stake)


def played(cards: str, *actions: Action, on: Game | None = None) -> Round:
    """A round to its first decision or its end."""
    round_ = (on or game()).new_round(cards=cards)
    for action in (*actions, Deal()):
        if not round_.is_over:
            round_.apply(action)
    return round_


def outcome(round_: Round, kind: str) -> tuple[str, Money, tuple[str, ...]]:
    """Result, net and provisions of the only bet of a kind."""
    (found,) = (b for b in round_.state.bets if b.bet == kind)
    return found.result, found.net, found.provisions


def settled(cards: str, kind: str, stake: Money = 100) -> tuple[str, Money, tuple[str, ...]]:
    return outcome(played(cards, bet(kind, stake)), kind)


def steps(round_: Round, kind: str) -> list[Step]:
    return [step for step in round_.trace if step.kind == kind]


def refusal(round_: Round, action: Action) -> tuple[str, tuple[str, ...]]:
    """Why an action is refused: the key of the message, and the provisions."""
    before = len(round_.steps)
    with pytest.raises(IllegalAction) as caught:
        round_.apply(action)
    assert len(round_.steps) == before
    return caught.value.key, caught.value.provisions


# ── The texts ───────────────────────────────────────────────────────────────


def test_the_texts_agree_and_account_for_every_provision() -> None:
    report = check_paths(["mo/baccarat@2004-05-18"])
    assert [text.file.language for text in report.texts] == ["zh", "pt", "en"]
    assert report.diagnostics == []
    for text in report.texts:
        assert text.rules is not None
        assert Account.NONE not in text.rules.accounts.values()
        assert text.rules.accounts["art_19"] is Account.MISSING


def test_only_the_chinese_is_authentic_and_it_says_where_its_words_are_from() -> None:
    standing = {
        t.file.language: t.rules.metadata.standing for t in check_paths(["mo/baccarat@2004-05-18"]).texts if t.rules
    }
    assert standing == {"zh": "authentic", "pt": "translation", "en": "translation"}
    chinese = game().rules.document
    assert any("未經與公報核對" in repr(item) for item in chinese.header)


# ── Articles 17 and 18: prizes and commission ───────────────────────────────

WIN_LOSE_TIE = [
    (PLAYER_WINS, "player", "win", 100, ("art_17__para_1",)),
    (PLAYER_WINS, "banker", "lose", -100, ("art_11",)),
    (PLAYER_WINS, "tie", "lose", -100, ("art_17__para_2",)),
    (BANKER_WINS, "player", "lose", -100, ("art_11",)),
    (BANKER_WINS, "banker", "win", 95, ("art_17__para_1", "art_18")),
    (BANKER_WINS, "tie", "lose", -100, ("art_17__para_2",)),
    (TIE, "player", "void", 0, ("art_12__point_1",)),
    (TIE, "banker", "void", 0, ("art_12__point_1",)),
    (TIE, "tie", "win", 800, ("art_17__para_2",)),
    (THREE_CARDS_EACH, "tie", "win", 800, ("art_17__para_2",)),
]


@pytest.mark.parametrize(("cards", "kind", "result", "net", "provisions"), WIN_LOSE_TIE)
def test_bets_on_the_sides_and_on_a_tie(
    cards: str, kind: str, result: str, net: Money, provisions: tuple[str, ...]
) -> None:
    assert settled(cards, kind) == (result, net, provisions)


@pytest.mark.parametrize(
    ("stake", "net"),
    [
        (1, Fraction(19, 20)),
        (7, Fraction(133, 20)),
        (10, Fraction(19, 2)),
        (15, Fraction(57, 4)),
        (20, 19),
        (33, Fraction(627, 20)),
        (100, 95),
        (9999, Fraction(189981, 20)),
        (Fraction(5, 2), Fraction(19, 8)),
    ],
)
def test_commission_is_exact_whatever_the_stake(stake: Money, net: Money) -> None:
    assert settled(BANKER_WINS, "banker", stake)[1] == net


@pytest.mark.parametrize("stake", [1, 15, 33])
def test_no_commission_on_anything_but_a_winning_bet_on_the_banker(stake: int) -> None:
    assert settled(PLAYER_WINS, "player", stake)[1] == stake
    assert settled(PLAYER_WINS, "banker", stake)[1] == -stake
    assert settled("9h 5c Ks 5d", "banker-pair", stake)[1] == 11 * stake


# ── Article 13(4): pairs ────────────────────────────────────────────────────

RANKS = "A23456789TJQK"


@pytest.mark.parametrize("first", RANKS)
def test_two_cards_of_one_rank_are_a_pair_and_no_others(first: str) -> None:
    """Suits and colours do not matter, and a ten is no jack though both count zero."""
    for second, suits in product(RANKS, ("hh", "hd", "hs", "cs")):
        hand = (first + suits[0], second + suits[1])
        pair = first == second
        net = 1100 if pair else -100
        result = ("win" if pair else "lose", net, ("art_17__para_3",))
        sides = (f"{hand[0]} 3c {hand[1]} 5d 7s 6s", f"3c {hand[0]} 5d {hand[1]} 7s 6s")
        for kind, other, cards in zip(
            ("player-pair", "banker-pair"), ("banker-pair", "player-pair"), sides, strict=True
        ):
            round_ = played(cards, bet(kind), bet(other))
            assert outcome(round_, kind) == result, cards
            assert outcome(round_, other) == ("lose", -100, ("art_17__para_3",)), cards


def test_a_pair_with_the_third_card_is_none() -> None:
    round_ = played("2h 3c 3s Kd 3d 4c", bet("player-pair"))
    assert round_.state.hands["player"] == tuple(
        map(round_.game.questions.judge.hands.material.parse, ("2h", "3s", "3d"))
    )
    assert outcome(round_, "player-pair")[0] == "lose"


def test_pairs_are_settled_on_a_tie_too() -> None:
    assert settled("Kh 9c Ks Kd", "player-pair") == ("win", 1100, ("art_17__para_3",))
    assert settled("4h 4c 4s 4d", "banker-pair") == ("win", 1100, ("art_17__para_3",))


def test_all_five_bets_may_be_combined() -> None:
    kinds = ("player", "banker", "tie", "player-pair", "banker-pair")
    round_ = played("4h 4c 4s 4d", *(bet(kind) for kind in kinds))
    assert [b.net for b in round_.state.bets] == [0, 0, 800, 1100, 1100]


# ── Article 12: bets after a tie ────────────────────────────────────────────


def after_a_tie(treatment: str, *actions: Action, then: str = PLAYER_WINS) -> tuple[Round, Round]:
    """A round that ends in a tie, and the next with the bets that are still there."""
    session = Session(game(f"ties={treatment}"), cards=f"{TIE} {then}")
    first = session.new_round()
    for action in actions:
        first.apply(action)
    assert first.is_over
    second = session.new_round()
    if not second.state.bets:
        second.apply(bet("tie", 1, "bettor-9"))
    second.apply(Deal())
    assert second.is_over
    return first, second


def open_bets(round_: Round) -> list[tuple[str, str, Money]]:
    return [(b.bettor, b.bet, b.stake) for b in round_.state.bets]


BOTH = (bet("player", 100, "bettor-1"), bet("banker", 60, "bettor-2"), Deal())


def test_cancelled_bets_are_void_and_gone() -> None:
    first, second = after_a_tie("cancel", *BOTH)
    assert outcome(first, "player") == outcome(first, "banker") == ("void", 0, ("art_12__point_1",))
    assert open_bets(second) == [("bettor-9", "tie", 1)]


def test_kept_bets_decide_in_the_next_round() -> None:
    first, second = after_a_tie("keep", *BOTH)
    assert outcome(first, "player") == outcome(first, "banker") == ("kept", 0, ("art_12__point_2",))
    assert first.returns() == {"bettor-1": 0, "bettor-2": 0}
    assert open_bets(second) == [("bettor-1", "player", 100), ("bettor-2", "banker", 60)]
    assert second.returns() == {"bettor-1": 100, "bettor-2": -60}


def test_kept_bets_outlast_a_second_tie() -> None:
    _, second = after_a_tie("keep", *BOTH, then=TIE)
    assert outcome(second, "player")[0] == "kept"


@pytest.mark.parametrize("treatment", ["cancel", "keep"])
def test_other_bets_are_settled_whatever_the_treatment(treatment: str) -> None:
    first, second = after_a_tie(treatment, bet("tie"), bet("player-pair"), Deal())
    assert [b.result for b in first.state.bets] == ["win", "lose"]
    assert open_bets(second) == [("bettor-9", "tie", 1)]


CHANGES: list[tuple[str, str, Money | None, str, Money, str]] = [
    ("player", "stay", None, "player", 100, "art_12__point_3"),
    ("player", "reduce-player", 40, "player", 40, "art_12__point_3"),
    ("player", "move-to-banker", None, "banker", 100, "art_12__point_3__point_2"),
    ("player", "move-to-banker-and-reduce", 40, "banker", 40, "art_12__point_3"),
    ("banker", "stay", None, "banker", 100, "art_12__point_3"),
    ("banker", "reduce-banker", 40, "banker", 40, "art_12__point_3"),
    ("banker", "move-to-player", None, "player", 100, "art_12__point_3__point_2"),
    ("banker", "move-to-player-and-reduce", 40, "player", 40, "art_12__point_3"),
]


@pytest.mark.parametrize(("kind", "choice", "amount", "then", "stake", "provision"), CHANGES)
def test_a_bet_is_changed_once_and_stays_for_the_next_round(
    kind: str, choice: str, amount: Money | None, then: str, stake: Money, provision: str
) -> None:
    first, second = after_a_tie("change", bet(kind), Deal(), Choose("bettor-1", "", choice, amount))
    assert outcome(first, then) == ("kept", 0, (provision,))
    assert open_bets(second) == [("bettor-1", then, stake)]
    assert second.returns() == {"bettor-1": stake if then == "player" else -stake}


def test_each_bettor_chooses_for_himself() -> None:
    _, second = after_a_tie(
        "change",
        *BOTH,
        Choose("bettor-1", "", "move-to-banker"),
        Choose("bettor-2", "", "move-to-player-and-reduce", 10),
    )
    assert open_bets(second) == [("bettor-1", "banker", 100), ("bettor-2", "player", 10)]


@pytest.mark.parametrize("amount", [None, 0, -1, 100, 101])
@pytest.mark.parametrize(
    ("choice", "by"),
    # To reduce and to move at once is by both options, and so by the provision that has both.
    [("reduce-player", "art_12__point_3__point_1"), ("move-to-banker-and-reduce", "art_12__point_3")],
)
def test_a_stake_is_reduced_only_to_less(choice: str, by: str, amount: Money | None) -> None:
    round_ = played(TIE, bet("player"), on=game("ties=change"))
    key, provisions = refusal(round_, Choose("bettor-1", "", choice, amount))
    assert (key, provisions) == ("amount-not-lower", (by,))


@pytest.mark.parametrize(("cards", "treatment"), [(PLAYER_WINS, "change"), (TIE, "cancel"), (TIE, "keep")])
def test_nobody_is_asked_without_a_tie_or_where_bets_cannot_be_changed(cards: str, treatment: str) -> None:
    assert played(cards, bet("player"), on=game(f"ties={treatment}")).decision is None


def test_a_bet_on_one_side_cannot_be_moved_there() -> None:
    round_ = played(TIE, bet("player"), on=game("ties=change"))
    assert refusal(round_, Choose("bettor-1", "", "move-to-player"))[0] == "unknown-choice"


# ── Articles 4 and 10: irregularities ───────────────────────────────────────


@pytest.mark.parametrize("after", range(7))
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
@pytest.mark.parametrize(("event", "provision"), [("exposed-card", "art_4"), ("misdeal-corrected", "art_10")])
def test_the_round_stands(event: str, provision: str, dealing: str, after: int) -> None:
    event_ = Irregularity(event, after=after)
    round_ = played(THREE_CARDS_EACH, bet("tie"), event_, on=game(f"dealing={dealing}"))
    assert [s.provisions for s in steps(round_, "round-stands")] == [(provision,)]
    assert outcome(round_, "tie") == ("win", 800, ("art_17__para_2",))


@pytest.mark.parametrize("after", range(7))
def test_an_error_beyond_correction_voids_the_round_and_every_bet(after: int) -> None:
    round_ = played(THREE_CARDS_EACH, bet("tie"), bet("banker-pair"), Irregularity("misdeal", after=after))
    assert round_.is_over
    assert round_.state.void
    assert len(round_.drawn) == after
    assert [b.result for b in round_.state.bets] == ["void", "void"]
    assert {b.provisions for b in round_.state.bets} == {("art_10",)}
    assert round_.returns() == {"bettor-1": 0}


def test_these_are_all_the_irregularities() -> None:
    assert game().events() == ["exposed-card", "misdeal", "misdeal-corrected"]
    round_ = game().new_round(cards=TIE)
    assert refusal(round_, Irregularity("dropped-card"))[0] == "unknown-event"


# ── House options ───────────────────────────────────────────────────────────

DEFAULTS = {
    "packs": 8,
    "seats": 7,
    "dealing": "shoe",
    "cut-by": "bettor",
    "cards-behind": 12,
    "burn": "number-of-packs",
    "demonstrations": 0,
    "rounds-left": 0,
    "ties": "cancel",
    "stake-difference": "unlimited",
    "holding": "allowed",
}


def test_these_are_all_the_options_and_their_defaults() -> None:
    assert dict(game().options) == DEFAULTS
    assert dict(game().readings) == {
        "burned-first": "in-addition",
        "burn-at-zero": "ten-cards",
        "tie-chooser": "house",
        "difference-time": "at-close",
        "largest-bet": "among-seated",
    }


@pytest.mark.parametrize(
    ("choice", "provision"),
    [
        ("packs=5", "art_1__point_1"),
        ("packs=13", "art_1__point_1"),
        ("seats=6", "art_1__point_5"),
        ("dealing=by-hand", "art_2"),
        ("cut-by=house", "art_2__para_1"),
        ("cards-behind=11", "art_2__para_1"),
        ("burn=none", "art_2__para_1"),
        ("demonstrations=4", "art_2__para_2"),
        ("rounds-left=2", "art_3__para_1"),
        ("ties=push", "art_12"),
        ("stake-difference=0", "art_14"),
        ("holding=often", "art_16__para_1"),
    ],
)
def test_what_the_law_does_not_offer_is_refused_with_the_provision(choice: str, provision: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        game(choice)
    assert caught.value.provisions == (provision,)


def opened(*chosen: str, seed: int = 1) -> Round:
    """The first round of a shoe, before its bets."""
    return game(*chosen).new_round(seed=seed)


def burned(round_: Round) -> tuple[str, ...]:
    (step,) = steps(round_, "burned")
    return tuple(step.values["objects"])


@pytest.mark.parametrize("packs", range(6, 13))
def test_as_many_cards_are_burned_as_there_are_packs(packs: int) -> None:
    round_ = opened(f"packs={packs}")
    assert len(burned(round_)) == packs
    assert sum(round_.game.questions.judge.observer.left(round_.state, "card").values()) == 52 * packs - packs


@pytest.mark.parametrize("reading", ["ten-cards", "no-cards"])
@pytest.mark.parametrize("first", ["in-addition", "included"])
def test_the_first_card_says_how_many_are_burned(reading: str, first: str) -> None:
    nought = 10 if reading == "ten-cards" else 0
    seen = set()
    for seed in range(60):
        found = burned(opened("burn=first-card", f"burn-at-zero={reading}", f"burned-first={first}", seed=seed))
        rank = found[0][0]
        said = nought if rank in "TJQK" else 1 if rank == "A" else int(rank)
        # The first card has left the shoe whatever it counts.
        assert len(found) == (1 + said if first == "in-addition" else max(said, 1))
        seen.add(rank)
    assert seen == set(RANKS)


@pytest.mark.parametrize("who", ["bettor", "dealer"])
def test_who_cuts(who: str) -> None:
    (cut,) = steps(opened(f"cut-by={who}"), "performed")
    assert (cut.party, cut.values["action"], cut.provisions) == (who, "cut", ("art_2__para_1",))


@pytest.mark.parametrize("count", range(4))
def test_rounds_are_demonstrated_when_a_shoe_begins_and_only_then(count: int) -> None:
    session = Session(game(f"demonstrations={count}"), seed=3)
    first = session.new_round()
    shown = [s.values["objects"] for s in steps(first, "demonstrated")]
    assert len(shown) == count
    assert all(4 <= len(objects) <= 6 for objects in shown)
    assert len(first.drawn) == 8 + sum(map(len, shown))
    first.apply(bet("player"))
    first.apply(Deal())
    assert len(first.state.bets) == 1
    second = session.new_round()
    assert not any(steps(second, kind) for kind in ("shuffled", "burned", "demonstrated"))


def whole_shoe(*chosen: str, seed: int = 7) -> list[int]:
    """How many cards are left after each round of one shoe."""
    session = Session(game(*chosen), seed=seed)
    left = []
    while not session.is_exhausted:
        round_ = session.new_round()
        round_.apply(bet("player"))
        round_.apply(Deal())
        left.append(session.left("card"))
    return left


@pytest.mark.parametrize("behind", [12, 14, 60])
@pytest.mark.parametrize("seed", range(4))
def test_the_white_card_ends_the_shoe_at_once_or_after_one_more_round(behind: int, seed: int) -> None:
    left = whole_shoe(f"cards-behind={behind}", seed=seed)
    assert left[-1] <= behind < left[-2]
    one_more = whole_shoe(f"cards-behind={behind}", "rounds-left=1", seed=seed)
    assert one_more[:-1] == left
    assert 4 <= left[-1] - one_more[-1] <= 6


def test_a_new_shoe_is_shuffled_cut_and_burned_before_bets_are_accepted() -> None:
    kinds = [step.kind for step in opened().trace]
    assert kinds == ["shuffled", "performed", "marker-placed", "burned", "bets-open"]


def test_with_the_shuffler_cards_lie_open_and_return_after_every_round() -> None:
    session = Session(game("dealing=shuffler", "packs=6"), seed=2)
    for _ in range(120):
        round_ = session.new_round()
        assert [step.kind for step in round_.trace] == ["shuffled", "bets-open"]
        assert session.left("card") == 312
        round_.apply(bet("player"))
        round_.apply(Deal())
        assert {"player", "banker"} <= round_.state.face_up
        assert not steps(round_, "revealed")
        assert [s.provisions for s in steps(round_, "put-back")] == [("art_7__para_2",)]
    assert not session.is_exhausted


def test_cards_are_dealt_by_turns_from_the_player_who_turns_them_up_first() -> None:
    round_ = played(THREE_CARDS_EACH, bet("tie"))
    dealt = [(s.party, s.values["object"]) for s in steps(round_, "dealt")]
    assert dealt == [("player", "2h"), ("banker", "3c"), ("player", "3s"), ("banker", "Kd")]
    assert [s.party for s in steps(round_, "revealed")] == ["player", "banker"]
    assert [(s.party, s.values["object"]) for s in steps(round_, "drawn")] == [("player", "2d"), ("banker", "4c")]


# ── Rights of the house: articles 3(2) and 8 ────────────────────────────────

CHANGE_SHOE, BURN_CARD = Act("house", "change-shoe"), Act("house", "burn-card")


def test_the_house_may_change_the_shoe_after_any_round_and_not_during_one() -> None:
    session = Session(game(), seed=5)
    round_ = session.new_round()
    round_.apply(bet("player"))
    assert refusal(round_, CHANGE_SHOE) == ("not-now", ("art_3__para_2",))
    round_.apply(Deal())
    round_.apply(CHANGE_SHOE)
    assert [s.provisions for s in steps(round_, "last-rounds")] == [("art_3__para_2",)]
    assert session.is_exhausted
    assert steps(session.new_round(), "shuffled")


def test_the_house_may_burn_at_the_start_of_a_round_and_not_later() -> None:
    session = Session(game("ties=change"), seed=5)
    for _ in range(2):
        round_ = session.new_round()
        if session.number > 1:
            before = session.left("card")
            round_.apply(BURN_CARD)
            assert session.left("card") == before - 1
            assert [s.provisions for s in steps(round_, "burned")] == [("art_8",)]
        round_.apply(bet("tie"))
        round_.apply(Deal())
        assert refusal(round_, BURN_CARD) == ("not-now", ("art_8",))


def test_what_a_step_asks_for_is_not_done_of_ones_own_accord() -> None:
    round_ = game().new_round(cards=TIE)
    assert refusal(round_, Act("banker", "draw")) == ("asked-in-a-step", ("art_9",))


def test_neither_right_is_a_bettors_nor_goes_with_the_shuffler() -> None:
    round_ = game().new_round(cards=TIE)
    assert refusal(round_, Act("bettor-1", "burn-card")) == ("not-theirs", ("art_8",))
    shuffler = game("dealing=shuffler").new_round(seed=1)
    for action, by in ((BURN_CARD, "art_8"), (CHANGE_SHOE, "art_3__para_2")):
        assert refusal(shuffler, action) == ("act-without-provision", (by,))
    assert refusal(shuffler, Act("house", "dance"))[0] == "unknown-act"
    assert refusal(shuffler, Act("bettor-1", "place-bet"))[0] == "no-own-act"


@pytest.mark.parametrize("option", ["cancel", "keep"])
def test_after_a_tie_the_end_under_the_other_reading_depends_on_a_choice(option: str) -> None:
    """By `tie-chooser=bettor` the bettor may cancel the bet, keep or change it: the house's choice tells nothing."""
    round_ = played(TIE, bet("player"), bet("tie"), on=game(f"ties={option}"))
    kinds = {"settled", "bet-stays"}
    by_bet = {s.values["bet"]: s.rest.readings for s in round_.trace if s.kind in kinds}
    assert [(by.reading, [o.result for o in by.otherwise]) for by in by_bet["player"]] == [("tie-chooser", ["depends"])]
    assert not by_bet["tie"], "the bet on a tie is paid whoever chooses"


# ── Articles 14 to 16: stakes, seats, who holds the cards ───────────────────


@pytest.mark.parametrize(("side", "other"), [("player", "banker"), ("banker", "player")])
def test_stakes_may_differ_up_to_the_limit(side: str, other: str) -> None:
    round_ = game("stake-difference=50", "difference-time=each-bet").new_round(cards=TIE)
    assert refusal(round_, bet(side, 51)) == ("forbidden-bet", ("art_14",))
    round_.apply(bet(side, 50))
    assert refusal(round_, bet(side, 1, "bettor-2")) == ("forbidden-bet", ("art_14",))
    assert refusal(round_, bet(other, 101)) == ("forbidden-bet", ("art_14",))
    round_.apply(bet(other, 100))
    round_.apply(bet(side, 100))
    round_.apply(bet("tie", 9000))


@pytest.mark.parametrize("order", [(("banker", 150), ("player", 100)), (("player", 100), ("banker", 150))])
def test_the_difference_is_that_of_the_stakes_when_betting_closes(order: tuple[tuple[str, int], ...]) -> None:
    round_ = game("stake-difference=100").new_round(cards=PLAYER_WINS)
    for side, stake in order:
        round_.apply(bet(side, stake))
    round_.apply(Deal())
    assert round_.is_over


@pytest.mark.parametrize(("side", "other"), [("player", "banker"), ("banker", "player")])
def test_betting_does_not_close_on_a_greater_difference(side: str, other: str) -> None:
    round_ = game("stake-difference=100").new_round(cards=PLAYER_WINS)
    round_.apply(bet(side, 151))
    round_.apply(bet(other, 50))
    assert Deal() not in round_.legal_actions()
    assert refusal(round_, Deal()) == ("forbidden", ("art_14",))
    round_.apply(bet(other, 1))
    assert Deal() in round_.legal_actions()
    round_.apply(Deal())


def test_without_a_prescribed_limit_no_difference_is_too_great() -> None:
    for difference_time in ("at-close", "each-bet"):
        round_ = game(f"difference-time={difference_time}").new_round(cards=PLAYER_WINS)
        round_.apply(bet("banker", 20_000_000))
        round_.apply(Deal())
        assert round_.is_over


def test_a_standing_bettor_may_not_bet_at_a_seat() -> None:
    round_ = game().new_round(cards=TIE, statuses={"bettor-2": "standing"})
    for kind in ("player", "banker", "tie", "player-pair", "banker-pair"):
        assert refusal(round_, bet(kind, 1, "bettor-2", "seat-2")) == ("forbidden-bet", ("art_15",))
        round_.apply(bet(kind, 1, "bettor-2"))
        round_.apply(bet(kind, 1, "bettor-1", "seat-1"))


@pytest.mark.parametrize("seats", [7, 9])
def test_there_are_as_many_seats_as_the_house_says(seats: int) -> None:
    round_ = game(f"seats={seats}").new_round(cards=TIE)
    round_.apply(bet("tie", 1, at=f"seat-{seats}"))
    assert refusal(round_, bet("tie", 1, at=f"seat-{seats + 1}"))[0] == "unknown-place"


def at_the_table(*chosen: str) -> Round:
    """A round with three bettors: the first seated, the second with the largest bet, the third standing."""
    round_ = game(*chosen).new_round(cards=TIE, statuses={"bettor-3": "standing"})
    for number, stake in enumerate((50, 70, 60), 1):
        round_.apply(bet("player", stake, f"bettor-{number}"))
    return round_


HOLD = "hold-cards"


def test_the_seated_bettor_with_the_largest_bet_holds_the_cards() -> None:
    round_ = at_the_table()
    for who in ("bettor-1", "bettor-3", "bettor-4"):
        assert refusal(round_, Act(who, HOLD)) == ("forbidden", ("art_16__para_2",))
    round_.apply(Act("bettor-2", HOLD))


def test_a_standing_bettor_never_holds_the_cards() -> None:
    round_ = at_the_table()
    round_.apply(bet("player", 500, "bettor-3"))
    for who in ("bettor-1", "bettor-3"):
        assert refusal(round_, Act(who, HOLD)) == ("forbidden", ("art_16__para_2",))
    round_.apply(Act("bettor-2", HOLD))  # the largest among those seated


def test_where_the_largest_bet_of_all_counts_a_larger_standing_one_keeps_everybody_from_the_cards() -> None:
    round_ = at_the_table("largest-bet=whole-table")
    round_.apply(bet("player", 500, "bettor-3"))
    for who in ("bettor-1", "bettor-2", "bettor-3"):
        assert refusal(round_, Act(who, HOLD)) == ("forbidden", ("art_16__para_2",))


@pytest.mark.parametrize("act", ["leave-table", "view-together"])
def test_the_holder_neither_leaves_the_table_nor_sees_the_cards_together(act: str) -> None:
    round_ = at_the_table()
    round_.apply(Act("bettor-2", act))
    round_.apply(Act("bettor-2", HOLD))
    assert refusal(round_, Act("bettor-2", act)) == ("forbidden", ("art_16__para_2",))
    round_.apply(Act("bettor-1", act))


def test_nobody_holds_the_cards_where_the_house_does_not_allow_it() -> None:
    assert refusal(at_the_table("holding=not-allowed"), Act("bettor-2", HOLD)) == ("forbidden", ("art_16__para_1",))


# ── The score ───────────────────────────────────────────────────────────────


def test_the_score_records_who_won_and_leaves_out_void_rounds() -> None:
    session = Session(game(), cards=f"{PLAYER_WINS} {BANKER_WINS} {TIE} 2h 2c {BANKER_WINS}")
    for events in ((), (), (), (Irregularity("misdeal", after=2),), ()):
        round_ = session.new_round()
        for action in (bet("player"), *events, Deal()):
            round_.apply(action)
    assert session.score() == [("player",), ("banker",), ("tie",), ("banker",)]
