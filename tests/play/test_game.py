"""A round as it is played: answers before their turn, irregularities at their moment, settled or open bets."""

from fractions import Fraction

import pytest

from hidden_card import WITH_A_DIE
from lexludi.base.errors import IllegalAction, InvalidArgument, UnsettledCase
from lexludi.checks.coverage import cover
from lexludi.play.actions import Act, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Round, load
from lexludi.play.round_state import ChosenAction
from small import COIN_AND_ANTE, game_of, pack

CARDS = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 5 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there are 9 “box”.
  “player” bets at “box”.
  “ante” is a bet.
  “raise” is a bet.
Article 2
  bets are accepted.
Article 3
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has 1.
"""
SETTLE = (
    "Article 9\n  settle “ante” and “raise”.\n  “raise” pays 2 to 1.\n"
    "  when the total of “box” is higher than the total of “dealer”, then “ante” pays 1 to 1.\n"
    "  in every other case, “ante” loses.\n"
)
CHOICE = (
    CARDS + "Article 4\n  “player” with “ante” chooses “play” or “fold”.\n  upon “fold”: “ante” loses half.\n" + SETTLE
)


def dealt(text: str, cards: str, *bets: PlaceBet, before: tuple[Irregularity | Act, ...] = ()) -> Round:
    """A round with its bets, dealt."""
    round_ = game_of(text).new_round(cards=cards)
    for action in (*bets, *before, Deal()):
        round_.apply(action)
    return round_


def ante(box: int, stake: int = 10, player: int = 0) -> PlaceBet:
    return PlaceBet(f"player-{player or box}", f"box-{box}", "ante", stake)


def due(round_: Round) -> list[tuple[str, str]]:
    return [decision.party for decision in round_.decisions]


# ── The bets before the deal ────────────────────────────────────────────────


def test_the_deal_is_offered_where_the_bets_as_they_stand_allow_it() -> None:
    """A raise must be of the stake of the ante: of 10 and 10 it is, and no more when 10 are added to the ante."""
    text = CARDS + "Article 4\n  the stake of “raise” must be the stake of “ante”.\n" + SETTLE
    round_ = game_of(text).new_round(cards="4 3")
    raised = PlaceBet("player-1", "box-1", "raise", 10)
    offered = [Deal() in round_.legal_actions()]
    for bet in (ante(1), raised, ante(1)):
        round_.apply(bet)
        offered.append(Deal() in round_.legal_actions())
    assert offered == [False, True, True, False]
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Deal())
    assert (refusal.value.key, refusal.value.provisions) == ("stake-not-equal", ("art_4",))


# ── Answers before their turn ───────────────────────────────────────────────


def test_all_decisions_of_the_step_may_be_made_in_any_order() -> None:
    round_ = dealt(CHOICE, "4 3 2 1", ante(1), ante(2), ante(3))
    assert due(round_) == [("player-1", "box-1"), ("player-2", "box-2"), ("player-3", "box-3")]
    round_.apply(Choose("player-3", "box-3", "fold"))
    assert due(round_) == [("player-1", "box-1"), ("player-2", "box-2")]
    assert [step.kind for step in round_.steps if step.kind == "chosen"] == []
    round_.apply(Choose("player-1", "box-1", "play"))
    assert due(round_) == [("player-2", "box-2")]
    round_.apply(Choose("player-2", "box-2", "fold"))
    assert [step.party for step in round_.steps if step.kind == "chosen"] == ["player-1", "player-2", "player-3"]
    assert round_.returns() == {"player-1": 10, "player-2": -5, "player-3": -5}


def test_a_decision_that_was_announced_is_final() -> None:
    round_ = dealt(CHOICE, "4 3 2", ante(1), ante(2))
    round_.apply(Choose("player-2", "box-2", "fold"))
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Choose("player-2", "box-2", "play"))
    assert refusal.value.key == "no-decision"


def test_a_choice_without_a_holder_is_for_the_only_hand_for_which_one_is_due() -> None:
    round_ = dealt(CHOICE, "4 3 2", ante(1), ante(2))
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Choose("", "", "fold"))
    assert (refusal.value.key, refusal.value.args_by_name["known"]) == ("decisions-due", ("box-1", "box-2"))
    round_.apply(Choose("player-2", "", "fold"))
    assert due(round_) == [("player-1", "box-1")]
    round_.apply(Choose("", "", "play"))
    assert round_.returns() == {"player-1": 10, "player-2": -5}


def test_where_no_choice_is_due_one_without_a_holder_is_refused() -> None:
    round_ = game_of(CHOICE).new_round(cards="4 3")
    round_.apply(ante(1))
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Choose("", "", "fold"))
    assert refusal.value.key == "no-decision-due"


GUARDED = CHOICE.replace(
    "“player” with “ante” chooses", "when the total of “player” is lower than 4, then “player” with “ante” chooses"
)


def test_decisions_are_those_of_the_players_for_whom_the_condition_holds() -> None:
    round_ = dealt(GUARDED, "3 4 2 1", ante(1), ante(2), ante(3))
    assert due(round_) == [("player-1", "box-1"), ("player-3", "box-3")]
    with pytest.raises(IllegalAction):
        round_.apply(Choose("player-2", "box-2", "fold"))


def test_a_choice_of_the_hand_is_due_once_however_many_bets_play_with_it() -> None:
    text = CHOICE.replace("“player” with “ante”", "“box” with “ante”")
    round_ = dealt(text, "4 3 2", ante(1), ante(1, player=3), ante(2))
    assert due(round_) == [("player-1", "box-1"), ("player-2", "box-2")]


REPEATED = (
    CARDS
    + (
        "Article 4\n"
        "  “player” with “ante” repeatedly chooses “hit” or “stand”, until the total of “player” is higher than 5.\n"
        "  upon “hit”: takes one “card”.\n  upon “stand”: the turn ends.\n"
    )
    + SETTLE
)


def test_of_a_repeated_choice_one_answer_is_announced_at_a_time() -> None:
    round_ = dealt(REPEATED, "4 3 2 1 1", ante(1), ante(2))
    round_.apply(Choose("player-2", "box-2", "hit"))
    assert due(round_) == [("player-1", "box-1")]
    round_.apply(Choose("player-1", "box-1", "stand"))
    assert due(round_) == [("player-2", "box-2")]
    assert len(round_.hands["box-2"]) == 2


def test_a_repeated_choice_is_not_due_of_those_who_are_past_its_condition() -> None:
    text = REPEATED.replace("until each has 1", "until each has 2")
    round_ = dealt(text, "1 4 1 1 4 1", ante(1), ante(2))
    assert due(round_) == [("player-1", "box-1")]


TWICE = CHOICE.replace("Article 9\n", "Article 5\n  “player” with “ante” chooses “wave” or “bow”.\nArticle 9\n")


def test_an_answer_is_to_the_question_of_its_step() -> None:
    """The first player forbids the second to fold, after that was announced: it is asked again."""
    text = TWICE + "Article 10\n  when “player” combines bets, then “player” must not “fold”.\n"
    text = text.replace("upon “fold”: “ante” loses half.", "upon “play”: “raise” loses half.")
    round_ = dealt(text, "4 3 2", ante(1), ante(2))
    round_.apply(Choose("player-2", "box-2", "play"))
    round_.apply(Choose("player-1", "box-1", "play"))
    assert [d.alternatives for d in round_.decisions] == [("wave", "bow")] * 2


def test_an_announced_answer_that_has_become_illegal_is_asked_again() -> None:
    """Whoever has the largest stake must not fold; the first player halves theirs, so that the second has it."""
    text = CHOICE.replace("upon “fold”: “ante” loses half.", "upon “play”: the stake of “ante” is reduced.") + (
        "Article 10\n  when “player” has the largest stake, then “player” must not “fold”.\n"
    )
    round_ = dealt(text, "4 3 2", ante(1, 10), ante(2, 8))
    round_.apply(Choose("player-2", "box-2", "fold"))
    round_.apply(Choose("player-1", "box-1", "play", 5))
    assert due(round_) == [("player-2", "box-2")]
    assert Choose("player-2", "box-2", "fold") not in round_.legal_actions()
    round_.apply(Choose("player-2", "box-2", "play", 4))
    assert round_.returns() == {"player-1": 5, "player-2": 4}


WITHOUT_PLACES = (
    CARDS.replace("bets at “box”", "bets").replace("each “box” with a bet, and then ", "")
    + "Article 4\n  “player” with “ante” chooses “draw” or “stand”.\n  upon “draw”: takes one “card”.\n"
    + SETTLE.replace("“box”", "“player”")
)


def test_bettors_without_a_place_draw_to_hands_of_their_own() -> None:
    round_ = dealt(WITHOUT_PLACES, "2 4 1", PlaceBet("player-1", "", "ante", 10), PlaceBet("player-2", "", "ante", 10))
    round_.apply(Choose("player-1", "player-1", "draw"))
    round_.apply(Choose("player-2", "player-2", "draw"))
    assert round_.returns() == {"player-1": 10, "player-2": -10}


def test_a_place_is_refused_where_bets_have_none() -> None:
    with pytest.raises(IllegalAction) as refused:
        game_of(WITHOUT_PLACES).new_round().apply(PlaceBet("player-1", "1", "ante", 10))
    assert refused.value.key == "no-places"


def test_of_a_stake_that_is_settled_nothing_is_put_on_another_bet() -> None:
    text = f"""{COIN_AND_ANTE}\
  “other” is a bet.
  “side” is a bet.
Article 2
  bets are accepted.
  “dealer” throws “die”.
Article 3
  “player” with “other” chooses “go” or “stop”.
  upon “go”: an amount equal to the stake of “ante” is put on “side”.
Article 4
  settle “ante”, “other” and “side”.
  “ante”, “other” and “side” lose.
"""
    bets = (PlaceBet("player-1", "", "ante", 10), PlaceBet("player-1", "", "other", 5))
    before = "Article 3\n"
    for regulation, gain in ((text, -25), (text.replace(before, f"  settle “ante”.\n{before}"), -15)):
        round_ = dealt(regulation, "2", *bets)
        round_.apply(Choose("player-1", "player-1", "go"))
        assert round_.returns() == {"player-1": gain}


# ── Irregularities at their moment ──────────────────────────────────────────

EVENTS = CHOICE + (
    "Article 20\n  when “fire” happens, then the round is void and so are its bets.\n"
    "Article 21\n  when “slip” happens, then the round stands.\n"
)


def test_an_irregularity_comes_after_as_many_objects_as_it_says() -> None:
    round_ = dealt(EVENTS, "4 3 2", ante(1), ante(2), before=(Irregularity("slip", "box-1", after=2),))
    assert [step.kind for step in round_.steps][3:7] == ["dealt", "dealt", "event", "round-stands"]


def test_an_irregularity_in_the_midst_of_a_deal_breaks_it_off() -> None:
    round_ = dealt(EVENTS, "4 3 2", ante(1), ante(2), before=(Irregularity("fire", after=1),))
    assert round_.is_over
    assert len(round_.drawn) == 1
    assert round_.returns() == {"player-1": 0, "player-2": 0}


def test_an_irregularity_whose_moment_has_passed_is_refused() -> None:
    """Two cards have come: nothing can happen any more as it would have after the first."""
    round_ = dealt(EVENTS, "4 3", ante(1))
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Irregularity("slip", after=1))
    assert (refusal.value.key, refusal.value.args_by_name) == ("event-too-late", {"after": 1, "dealt": 2})
    round_.apply(Irregularity("slip", "box-1", after=2))


def test_an_irregularity_whose_moment_does_not_come_is_refused_at_the_end() -> None:
    round_ = dealt(EVENTS, "4 3", ante(1), before=(Irregularity("slip", after=3),))
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Choose("player-1", "box-1", "play"))
    assert refusal.value.key == "event-never-came"


def test_a_round_void_after_a_settled_bet_gives_it_back() -> None:
    text = EVENTS.replace("Article 4\n", "Article 4\n  settle “raise”.\n")
    round_ = dealt(text, "4 3", ante(1), PlaceBet("player-1", "box-1", "raise", 5))
    assert [bet.result for bet in round_.state.bets] == ["", "win"]
    round_.apply(Irregularity("fire"))
    assert [bet.result for bet in round_.state.bets] == ["void", "void"]


def test_a_round_void_after_a_bet_that_no_rule_settles_is_void_and_no_open_case() -> None:
    text = EVENTS.replace("Article 4\n", "Article 4\n  settle “raise”.\n").replace(
        "“raise” pays 2 to 1", "when the total of “dealer” is 4, then “raise” pays 2 to 1"
    )
    round_ = dealt(text, "4 3", ante(1), PlaceBet("player-1", "box-1", "raise", 5))
    round_.apply(Irregularity("fire"))
    assert round_.is_over
    assert [bet.result for bet in round_.state.bets] == ["void", "void"]


def test_a_throw_is_seen_beside_a_hand_that_is_hidden() -> None:
    round_ = game_of(WITH_A_DIE).new_round(cards="4 2 6")
    for action in (PlaceBet("", "1", "ante", 1), Deal()):
        round_.apply(action)
    assert round_.information_state("player-1")["hands"] == {
        "box-1": {"objects": ["4"], "count": 1},
        "dealer": {"objects": None, "count": 1, "thrown": ["6"]},
    }


# Invented: a bet loses during the round by an article of its own where the card of the dealer is a 1, and a 2.
HIDDEN_END = CARDS.replace("face up", "face down") + (
    "Article 4\n  settle “raise”.\n  when the total of “dealer” is higher than 2, then “raise” pays 1 to 1.\n"
    "Article 5\n  when the total of “dealer” is 1, then “raise” loses.\n"
    "Article 6\n  when the total of “dealer” is 2, then “raise” loses.\n"
    "Article 7\n  “player” with “ante” chooses “play” or “fold”.\n  settle “ante”.\n  “ante” is returned.\n"
)


def test_what_a_party_sees_of_a_bet_does_not_tell_by_which_hidden_hand_it_lost() -> None:
    bets = (ante(1), PlaceBet("player-1", "box-1", "raise", 5))
    rounds = [dealt(HIDDEN_END, cards, *bets) for cards in ("4 1", "4 2")]
    assert [round_.state.bets[1].provisions for round_ in rounds] == [("art_5",), ("art_6",)]
    one, two = (round_.information_state("player-1") for round_ in rounds)
    assert one == two
    assert (one["bets"][1]["result"], one["bets"][1]["provisions"]) == ("lose", [])


def test_a_throw_is_seen_as_a_whole_before_an_irregularity_that_comes_after_it() -> None:
    text = (
        "Article 1\n  “face”, from high to low: 2 and 1.\n  material: 2 “die”, each showing one “face”.\n"
        "  there is one “thrower”.\n  “player” bets.\n  “high” is a bet.\n"
        "Article 2\n  bets are accepted.\n  “thrower” throws “die”.\n  settle “high”.\n  “high” loses.\n"
        "Article 3\n  when “slip” happens, then the round stands.\n"
    )
    bet, slip = PlaceBet("player-1", "", "high", 1), Irregularity("slip", after=2)
    round_ = dealt(text, "1 2", bet, before=(slip,))
    assert [step.kind for step in round_.steps] == [
        "bets-open", "bet-placed", "thrown", "event", "round-stands", "settled",
    ]  # fmt: skip


BURNS = EVENTS + (
    "Article 10\n  “player” may “change the shoe”.\n"
    "  upon “change the shoe”: burn a number of “card” equal to 2; after this round 0 rounds remain.\n"
    "Article 11\n  when use of “card” begins, then “dealer” performs “cut”.\n"
)
CHANGE = Act("player-1", "change-the-shoe")


def test_an_irregularity_comes_in_the_midst_of_what_follows_from_an_act() -> None:
    """Two cards are dealt; of the two that are burned then the first is the third that comes."""
    round_ = dealt(BURNS, "4 3 2 1", ante(1), before=(Irregularity("slip", after=3),))
    told = len(round_.steps)
    round_.apply(CHANGE)
    assert [step.kind for step in round_.steps[told:]] == ["acted", "event", "round-stands", "burned", "last-rounds"]
    round_.apply(Choose("player-1", "box-1", "play"))
    assert round_.returns() == {"player-1": 10}


def test_a_round_that_is_void_in_the_midst_of_what_follows_from_an_act_is_over() -> None:
    """Three cards have come, and are out of play; the fourth is not burned any more."""
    text = BURNS + "Article 12\n  when the round is over, then put “card” back into “shuffler”.\n"
    for rules, gone in ((BURNS, 3), (text, 0)):
        round_ = dealt(rules, "4 3 2 1", ante(1), before=(Irregularity("fire", after=3),))
        round_.apply(CHANGE)
        assert round_.is_over
        assert len(round_.drawn) == 3
        assert round_.returns() == {"player-1": 0}
        assert sum(round_.state.stock.gone.values()) == gone
        assert round_.actions[-1] == CHANGE


def test_before_the_deal_no_moment_of_an_irregularity_comes_by_an_act() -> None:
    """The slip is to come after two cards of the deal: those burned before it are not counted."""
    round_ = dealt(BURNS, "1 1 4 3", ante(1), before=(Irregularity("slip", after=2), CHANGE))
    kinds = [step.kind for step in round_.steps]
    assert kinds.index("event") > max(place for place, kind in enumerate(kinds) if kind == "dealt")


def test_use_of_the_objects_still_begins_with_the_round_after_an_act() -> None:
    round_ = game_of(BURNS).new_round(seed=1)
    for action in (ante(1), Deal(), CHANGE, Choose("player-1", "box-1", "play")):
        round_.apply(action)
    assert round_.steps[-1].kind == "performed"
    assert not round_.state.stock.fresh


# ── The end ─────────────────────────────────────────────────────────────────


def test_a_gap_is_named_after_every_other_bet_is_settled() -> None:
    text = CARDS + SETTLE.replace("  in every other case, “ante” loses.\n", "")
    round_ = game_of(text).new_round(cards="1 4 2")
    for bet in (ante(1), ante(2)):
        round_.apply(bet)
    with pytest.raises(UnsettledCase) as gap:
        round_.apply(Deal())
    assert (gap.value.key, gap.value.provisions) == ("gap-bet", ("art_9",))
    assert [bet.result for bet in round_.state.bets] == ["", "win"]


def test_a_bet_that_is_never_settled_is_an_open_case() -> None:
    with pytest.raises(UnsettledCase) as refusal:
        dealt(CARDS, "1 4", ante(1))
    assert refusal.value.key == "never-settled"


def test_chance_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A total of seven never comes with two dice of three faces; no state repeats, for every throw is new."""
    monkeypatch.setattr("lexludi.play.process.MAX_MOVES", 50)
    text = (
        "Article 1\n  “face”, from high to low: 3, 2 and 1.\n  material: 2 “die”, each showing one “face”.\n"
        "  each “die” counts the number that it shows.\n"
        "  there is one “thrower”.\n  “player” bets.\n  “high” is a bet.\n"
        "Article 2\n  bets are accepted.\nArticle 3\n  “thrower” throws “die”.\n"
        "Article 4\n  repeat article 3 until the total of “thrower” is 7.\n"
    )
    round_ = game_of(text).new_round(seed=1)
    round_.apply(PlaceBet("player-1", "", "high", 1))
    with pytest.raises(UnsettledCase) as refusal:
        round_.apply(Deal())
    assert (refusal.value.key, refusal.value.provisions) == ("too-many-repetitions", ("art_3",))


def test_an_act_has_its_consequences_and_the_round_stands_where_it_stood() -> None:
    text = CHOICE + (
        "Article 10\n  “player” may “change the shoe”.\n  upon “change the shoe”: after this round 0 rounds remain.\n"
        "Article 11\n  when use of “card” begins, then “dealer” performs “cut”.\n"
    )
    round_ = dealt(text, "4 3", ante(1))
    node = round_.node
    round_.apply(Act("player-1", "change-the-shoe"))
    assert (round_.state.pc, round_.state.hands) == (node.state.pc, node.state.hands)
    assert ChosenAction("player-1", None, "change-the-shoe") in round_.state.chosen
    round_.apply(Choose("player-1", "box-1", "play"))
    assert round_.state.stock.rounds_left == 0


def acting(effect: str, acts: str = "player") -> str:
    """A text in which somebody may act of their own accord while the first card of each box is out."""
    return CHOICE + f"Article 10\n  “{acts}” may “press”.\n  upon “press”: {effect}.\n"


DOUBLED = "the stake of “ante” is doubled"


def test_an_act_changes_the_bets_of_the_bettor_who_acts_and_of_nobody_else() -> None:
    for effect, ends in ((DOUBLED, (20, "")), ("“ante” loses half", (10, "surrender"))):
        round_ = dealt(acting(effect), "4 3 2", ante(1), ante(2))
        round_.apply(Act("player-2", "press"))
        assert [(bet.bettor, bet.stake, bet.result) for bet in round_.state.bets] == [
            ("player-1", 10, ""), ("player-2", *ends),
        ]  # fmt: skip


def test_an_act_draws_to_the_one_hand_of_the_bettor_who_acts() -> None:
    round_ = dealt(acting("takes one “card”"), "4 3 2 1", ante(1), ante(2))
    round_.apply(Act("player-2", "press"))
    assert {unit: len(hand) for unit, hand in round_.hands.items()} == {"box-1": 1, "box-2": 2, "dealer": 1}


@pytest.mark.parametrize(
    ("text", "bets", "by", "key"),
    [
        (acting(DOUBLED), (PlaceBet("ana", "1", "ante", 1), PlaceBet("ana", "2", "ante", 1)), "ana", "no-one-hand"),
        (acting(DOUBLED), (ante(1),), "rui", "no-one-hand"),  # who has no bet
        (acting(DOUBLED, "dealer"), (ante(1),), "dealer", "no-one-hand"),
        (acting("takes one “card”", "dealer"), (ante(1),), "dealer", "no-one-hand"),
        (
            acting("an amount equal to the stake of “ante” is put on “raise”"),
            (ante(1),),
            "player-1",
            "act-not-followed",
        ),
        (acting("the turn ends"), (ante(1),), "player-1", "act-not-followed"),
    ],
)
def test_an_act_of_which_nothing_says_what_it_changes_is_refused(
    text: str, bets: tuple[PlaceBet, ...], by: str, key: str
) -> None:
    round_ = dealt(text, "4 3 2", *bets)
    before = round_.state
    with pytest.raises(IllegalAction, match=key) as refusal:
        round_.apply(Act(by, "press"))
    assert refusal.value.provisions == ("art_10",)
    assert round_.state == before


def test_an_act_before_the_deal_does_not_end_the_first_use_of_the_objects() -> None:
    """Use begins with the first round, until its end: what is told then is told of it."""
    text = acting("burn a number of “card” equal to 1", "dealer").replace(
        "Article 3\n", "Article 3\n  when use of “card” begins, then “dealer” performs “cut”.\n", 1
    )
    round_ = game_of(text).new_round(cards="1 4 3", fresh=True)
    round_.apply(ante(1))
    round_.apply(Act("dealer", "press"))
    assert round_.state.stock.fresh
    round_.apply(Deal())
    assert "performed" in [step.kind for step in round_.trace]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_rounds_that_remain_after_this_one_are_counted_from_the_next(count: int) -> None:
    """Said in the midst of a round, by what follows from a choice."""
    text = CHOICE.replace("“ante” loses half", f"after this round {count} rounds remain")
    round_ = dealt(text, "4 3", ante(1))
    round_.apply(Choose("player-1", "box-1", "fold"))
    assert round_.state.stock.rounds_left == count


def test_a_tree_is_of_bets_alone() -> None:
    with pytest.raises(InvalidArgument, match="bets"):
        game_of(CARDS).tree(ante(1), "1:raise=5")  # type: ignore[arg-type]


def test_a_status_is_one_that_those_who_bet_may_have() -> None:
    others = "  there is one “witness”.\n  each “witness” is either “awake” or “asleep”.\n"
    statuses = "  each “player” is either “seated” or “standing”.\n  each “box” is either “near” or “far”.\n"
    game = game_of(CARDS.replace("  “ante” is a bet.\n", f"{others}{statuses}  “ante” is a bet.\n"))
    assert game.new_round(seed=1, statuses={"player-1": "standing"}).state.statuses == {
        ("player-1", "player"): "standing"
    }
    with pytest.raises(IllegalAction, match="unknown-status") as refusal:
        game.new_round(seed=1, statuses={"player-1": "far"})
    assert refusal.value.args_by_name["known"] == ("seated", "standing")


def test_what_a_bettor_has_done_before_rounds_that_are_shown_stays_done() -> None:
    """Article 3 decides by what was done in this round, which is not over when another is shown."""
    text = (
        "Article 1\n  “face”, from high to low: 2 and 1.\n  material: 1 “die”, each showing one “face”.\n"
        "  there is one “dealer”.\n  “player” bets.\n  “player” may “touch”.\n  “main” is a bet.\n"
        "Article 2\n  bets are accepted.\n  demonstrate 1 round.\n  “dealer” throws “die”.\n"
        "Article 3\n  settle “main”.\n  when “player” has chosen to “touch”, then “main” pays 1 to 1.\n"
        "  in every other case, “main” loses.\n"
    )
    for acts, gain in (((Act("player-1", "touch"),), 1), ((), -1)):
        round_ = game_of(text).new_round(cards=["2", "1"])
        for action in (PlaceBet("player-1", "", "main", 1), *acts, Deal()):
            round_.apply(action)
        assert round_.returns() == {"player-1": gain}


# ── Norms on what parties do of their own accord ────────────────────────────


def leaving(norms: str, acts: str = "player-1") -> tuple[str, ...]:
    """The provisions by which somebody leaves the game, before the deal."""
    round_ = game_of(f"{CARDS}Article 4\n{norms}{SETTLE}").new_round(cards="4 3")
    round_.apply(ante(1))
    round_.apply(Act(acts, "leave"))
    return round_.steps[-1].provisions


def test_an_act_cites_the_norms_that_are_its_ground_and_no_prohibition_that_does_not_apply() -> None:
    never = "when the total of “dealer” is 1, and the total of “dealer” is 2, then “player” must not “leave”.\n"
    assert leaving(f"1)\n  {never}") == ()
    assert leaving(f"1)\n  {never}2)\n  “player” may “leave”.\n") == ("art_4__point_2",)
    assert leaving(f"1)\n  {never}2)\n  “player” must “leave”.\n") == ("art_4__point_2",)


def test_the_norms_on_who_bets_are_none_on_another_holder() -> None:
    norms = "1)\n  “player” must not “leave”.\n2)\n  “player” may “leave”.\n  prevails over article 4, 1).\n"
    assert leaving(norms) == ("art_4__point_2",)
    with pytest.raises(IllegalAction, match="not-theirs"):
        leaving(norms, "dealer")
    with pytest.raises(IllegalAction, match="not-theirs"):
        leaving("1)\n  “dealer” may “leave”.\n")


@pytest.mark.parametrize("nobody", ["dealer-2", "box-10", "box-0", "box-01", "box-x"])
def test_nothing_is_done_by_a_holder_that_there_is_not_and_nothing_happens_to_one(nobody: str) -> None:
    """There are one dealer, and nine boxes."""
    text = CARDS + (
        "Article 4\n1)\n  “dealer” may “leave”.\n2)\n  “box” may “leave”.\n"
        "3)\n  when “slip” happens to “dealer”, then the round is void and so are its bets.\n"
        "4)\n  when “slip” happens to “box”, then the round is void and so are its bets.\n"
    )
    for somebody in ("dealer", "box-1", "box-9"):
        round_ = game_of(text + SETTLE).new_round(cards="4 3")
        round_.apply(Act(somebody, "leave"))
        round_.apply(Irregularity("slip", somebody))
        assert round_.state.void
    round_ = game_of(text + SETTLE).new_round(cards="4 3")
    with pytest.raises(IllegalAction, match="not-theirs"):
        round_.apply(Act(nobody, "leave"))
    with pytest.raises(IllegalAction, match="event-at-unknown-place"):
        round_.apply(Irregularity("slip", nobody))


def test_who_may_not_close_the_betting_is_told_of_whom_the_prohibition_speaks() -> None:
    norms = "1)\n  “player” may “close bets”.\n2)\n  “dealer” must not “close bets”.\n"
    text = f"{CARDS}Article 4\n{norms}{SETTLE}"
    with pytest.raises(IllegalAction) as refusal:
        dealt(text, "4 3", ante(1))
    assert (refusal.value.provisions, refusal.value.args_by_name["party"]) == (("art_4__point_2",), "dealer")


def test_an_irregularity_at_no_holder_is_refused_with_those_it_may_concern() -> None:
    round_ = game_of(EVENTS).new_round(cards="4 3")
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(Irregularity("fire", "1"))
    assert refusal.value.key == "event-at-unknown-place"
    assert refusal.value.args_by_name["known"] == ("dealer", *(f"box-{n}" for n in range(1, 10)))


def test_an_act_is_asked_of_all_bets_of_who_acts() -> None:
    """Two kinds of bets at one box are combined; at two boxes they are at several, and are not combined."""
    raised = PlaceBet("player-1", "box-2", "raise", 10)
    for condition, bets, legal in (
        ("“player” combines bets", [ante(2, player=1), raised], True),
        ("“player” combines bets", [ante(1), raised], False),
        ("“player” bets at more than one “box”", [ante(1), raised], True),
        ("“player” bets at more than one “box”", [ante(2, player=1), raised], False),
    ):
        norm = f"Article 4\n  when {condition}, then “player” may “leave”.\n"
        round_ = game_of(CARDS + norm + SETTLE).new_round(cards="4 3")
        for bet in bets:
            round_.apply(bet)
        if legal:
            round_.apply(Act("player-1", "leave"))
        else:
            with pytest.raises(IllegalAction, match="not-now"):
                round_.apply(Act("player-1", "leave"))


def test_of_a_throw_that_never_took_place_no_fact_is_told() -> None:
    """The second turn shows one dragon, so that the round ends; by 7(4) “two dragons three times” loses."""
    round_ = load("xx/two-up").new_round(seed=4)
    round_.apply(PlaceBet("", "", "spinner-dragons", 1))
    round_.apply(Deal())
    assert [s.party for s in round_.trace if s.kind == "thrown"] == ["first-turn"] * 4 + ["second-turn"] * 5
    (settled,) = (s for s in round_.trace if s.kind == "settled")
    assert settled.values["decided"] == ["count-showing:second-turn:dragon"]


def test_what_somebody_chose_who_may_throw_is_no_fact_of_a_throw() -> None:
    """Who stops throws nothing, and loses the bet by that."""
    text = f"""{COIN_AND_ANTE}\
Article 2
  bets are accepted.
  “player” with “ante” chooses to “go” or “stop”.
  when “player” has chosen to “go”, then each “player” throws “die”.
  settle “ante”.
  when “player” has chosen to “go”, and the total of “player” is higher than 0, then “ante” pays 1 to 1.
  when “player” has chosen to “stop”, then “ante” loses.
"""
    for choice, decided in (("stop", ["chose:player:stop"]), ("go", ["chose:player:go", "total:player"])):
        round_ = game_of(text).new_round(seed=1)
        for action in (PlaceBet("player-1", "", "ante", 1), Deal(), Choose("player-1", "player-1", choice)):
            round_.apply(action)
        assert round_.trace[-1].values["decided"] == decided


def test_of_a_throw_of_who_holds_cards_that_never_took_place_no_fact_is_told() -> None:
    """With a five the dealer throws nothing, and the bet loses without a fact of a throw."""
    text = f"""{COIN_AND_ANTE}\
  “rank”, from high to low: 6 and 5.
  material: 1 set of “cards”, each with 1 of 6 and 1 of 5.
Article 2
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has one.
  when “dealer” shows 6, then “dealer” throws “die”.
  settle “ante”.
  when it is not so that the total thrown by “dealer” is 3, then “ante” loses.
"""
    for cards, decided in (("5", []), ("6 2", ["total-thrown:dealer"])):
        round_ = game_of(text).new_round(cards=cards)
        round_.apply(PlaceBet("player-1", "", "ante", 1))
        round_.apply(Deal())
        assert round_.trace[-1].values["decided"] == decided


def test_where_a_bet_stands_is_no_fact_of_a_throw() -> None:
    """At no seat, whose holder alone would throw, a bet wins half its stake by that."""
    seats = COIN_AND_ANTE.replace("“player” bets.", "there are 2 “seat”.\n  “player” bets at “seat” or elsewhere.")
    text = f"""{seats}\
Article 2
  bets are accepted.
  each “seat” throws “die”.
  settle “ante”.
  when the bet is placed at “seat”, then “ante” loses.
  when it is not so that the bet is placed at “seat”, then “ante” wins half.
"""
    round_ = game_of(text).new_round(seed=1)
    round_.apply(PlaceBet("player-1", "", "ante", 2))
    round_.apply(Deal())
    assert round_.trace[-1].values["decided"] == ["placed-at:seat"]


@pytest.mark.parametrize(
    ("reported", "gains"),
    [(("player-1",), 0), (("player-2",), 1), (("",), 1), (("dealer",), 1), (("dealer", "player-1"), 0)],
)
def test_an_irregularity_of_a_bettor_without_a_hand_is_counted_of_that_bettor_alone(
    reported: tuple[str, ...], gains: int
) -> None:
    game = game_of(
        f"{COIN_AND_ANTE}"
        "Article 2\n  when “slip” happens, then the round stands.\n"
        "Article 3\n  bets are accepted.\n  “dealer” throws “die”.\n  settle “ante”.\n"
        "Article 4\n  when the number of “slip” of “player” is 0, then “ante” pays 1 to 1.\n"
        "Article 5\n  in every other case, “ante” is returned.\n"
    )
    round_ = game.new_round(seed=1)
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    for holder in reported:
        round_.apply(Irregularity("slip", holder))
    round_.apply(Deal())
    assert round_.returns() == {"player-1": gains}


# Before the deal the ante may be taken back whole, or half of it; a tenth of each goes into the pot.
TAKEN_BACK = f"""{COIN_AND_ANTE}\
  “pot” is an amount kept from round to round, beginning with 0.
Article 2
  bets are accepted.
  “player” may “{{act}}”.
  upon “{{act}}”: “ante” {{effect}}.
  the stake of “ante” must be at most 10.
  10% of the stake of “ante” is added to “pot”.
  “dealer” throws “die”.
  settle “ante”.
  “ante” loses.
"""


@pytest.mark.parametrize(
    ("act", "effect", "net", "pot"),
    [
        # Of the ten nothing is left on the table: the four alone are lost, and a tenth of them is in the pot.
        ("withdraw", "is returned", -4, Fraction(2, 5)),
        ("withdraw", "is void", -4, Fraction(2, 5)),
        # Five are lost at once, and the four by the throw.
        ("forfeit", "loses half", -9, Fraction(7, 5)),
    ],
)
def test_what_is_put_on_a_bet_after_it_was_taken_back_is_a_bet_by_itself(
    act: str, effect: str, net: int, pot: Fraction
) -> None:
    round_ = game_of(TAKEN_BACK.format(act=act, effect=effect)).new_round(seed=1)
    for action in (PlaceBet("ana", "", "ante", 10), Act("ana", act), PlaceBet("ana", "", "ante", 4)):
        round_.apply(action)
    round_.apply(Deal())
    assert round_.returns() == {"ana": net}
    assert round_.meters["pot"] == pot


def test_who_has_taken_a_bet_back_before_the_deal_has_none() -> None:
    text = TAKEN_BACK.format(act="withdraw", effect="is returned").replace(
        "  bets are accepted.\n",
        "  bets are accepted.\n"
        "  “side” is a bet.\n"
        "  when it is not so that “player” has a bet on “ante”, then “player” must not “bet” on “side”.\n",
    )
    round_ = game_of(text).new_round(seed=1)
    for action in (PlaceBet("ana", "", "ante", 10), Act("ana", "withdraw")):
        round_.apply(action)
    with pytest.raises(IllegalAction, match="forbidden-bet-without"):
        round_.apply(PlaceBet("ana", "", "side", 1))


# The bank draws as long as a bet is open, and the ante is decided by a first card of one.
AS_LONG_AS_OPEN = f"""{pack("3, 2 and 1")}\
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  when the total of “bank” is 1, then settle “ante”.
  “bank” follows the rules on “draw”.
  when it is not so that every bet is decided, then “bank” must “draw”.
  when every bet is decided, then “bank” must not “draw”.
  upon “draw”: takes one “card”.
  settle “ante”.
  “ante” loses.
"""


@pytest.mark.parametrize(("cards", "decided"), [("1", True), ("2 3", False)])
def test_that_every_bet_is_decided_is_told_among_the_facts_of_a_step(cards: str, decided: bool) -> None:
    round_ = game_of(AS_LONG_AS_OPEN).new_round(cards=cards)
    round_.apply(PlaceBet("ana", "", "ante", 1))
    round_.apply(Deal())
    (step,) = (step for step in round_.trace if "all-decided" in step.values)
    assert step.values["all-decided"] is decided
    assert step.values["decided"] == ["all-decided"]


# Stakes of one and five, as rounds at random have them, are below the bound.
THROWN_AGAIN = f"""{COIN_AND_ANTE}\
  the stake of “ante” must be from 6 through 9.
Article 2
  bets are accepted.
  “dealer” throws “die”.
Article 3
  repeat article 2 until the total of “dealer” is 2.
  settle “ante”.
  “ante” loses.
"""


@pytest.mark.parametrize("bets", [(), (PlaceBet("ana", "", "ante", 6),)])
def test_bets_are_accepted_once_also_in_a_round_in_which_nobody_has_bet(bets: tuple[PlaceBet, ...]) -> None:
    """The round goes back to the step that accepts bets, with a throw that everybody has seen."""
    round_ = dealt(THROWN_AGAIN, "1 1 2", *bets)
    assert round_.is_over
    steps = [step.kind for step in round_.trace if step.kind in ("bets-open", "thrown")]
    assert steps == ["bets-open", "thrown", "thrown", "thrown"]


LEFT_WITH_NOTHING = f"""{COIN_AND_ANTE}\
  “player” may “shout”.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  “player” with “ante” chooses to “stand” or “fold”.
  upon “fold”: “ante” loses.
  when “player” has chosen to “shout”, then “player” must not “stand”.
  when “player” has chosen to “shout”, then “player” must not “fold”.
  settle “ante”.
  “ante” loses.
"""


def test_an_act_that_leaves_nothing_to_choose_stops_the_round() -> None:
    """Who shouts before choosing may do neither; where another has chosen before, nobody else is waited for."""
    bets = [PlaceBet(bettor, "", "ante", 2) for bettor in ("ana", "bia")]
    round_ = dealt(LEFT_WITH_NOTHING, "1", *bets)
    round_.apply(Choose("bia", "", "stand"))
    with pytest.raises(UnsettledCase) as stopped:
        round_.apply(Act("ana", "shout"))
    assert stopped.value.key == "no-choice-left"
    assert cover(game_of(LEFT_WITH_NOTHING), 50, 1).stopped > 0


def test_rounds_at_random_without_a_bet_that_go_back_to_the_betting_end() -> None:
    assert cover(game_of(THROWN_AGAIN), 50, 1).stopped == 0
