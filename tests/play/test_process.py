"""The process of a round: each operation on one state, worked out by hand."""

from fractions import Fraction

import pytest

from lexludi.base.errors import UnsettledCase
from lexludi.play.actions import Deal, Irregularity, PlaceBet
from lexludi.play.plan import Alter, Placed, TurnUp, Who
from lexludi.play.process import Process
from lexludi.play.round_state import (
    BettingNode,
    ChanceNode,
    ChosenAction,
    DecisionNode,
    Map,
    Money,
    State,
    StockState,
    Terminal,
    Told,
    Undecided,
)
from small import Steps, game_of, pack, placed

# Cards that count 1 to 4 and 10, which counts zero; two of each.
CARDS = """\
Article 1
  “number”, from high to low: 10, 4, 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  every 10 in a total counts zero.
  there is one “dealer”.
  there are 9 “box”.
  “player” bets at “box”.
  “ante” is a bet.
  “raise” is a bet.
"""
DICE = """\
Article 1
  “face”, from high to low: 3, 2 and 1.
  material: 2 “die”, each showing one “face”.
  each “die” counts the number that it shows.
  there is one “thrower”.
  “player” bets.
  “high” is a bet.
  “low” is a bet.
"""
DEAL = (
    "Article 2\n"
    "  deal to each “box” with a bet, and then “dealer”, {batch} “card” at a time, face up, until each has {count}.\n"
)
SETTLE = "Article 9\n  settle “ante”.\n"

ONE, TWO = placed("ante", 1, 1, 10), placed("ante", 2, 2, 20)


def receivers(steps: Steps, symbols: str) -> list[str]:
    """Who receives each of some objects, as they come."""
    out = []
    for symbol in symbols.split():
        assert isinstance(steps.node, ChanceNode)
        out.append(steps.node.unit)
        steps.give(symbol)
    return out


def net(steps: Steps) -> list[object]:
    return [bet.net for bet in steps.state.bets]


def results(steps: Steps) -> list[str]:
    return [bet.result for bet in steps.state.bets]


# ── Nodes ───────────────────────────────────────────────────────────────────


def test_a_round_stops_where_bets_are_accepted_only_while_there_are_none() -> None:
    text = DICE + "Article 2\n  bets are accepted.\n"
    assert isinstance(Steps(text).node, BettingNode)
    assert isinstance(Steps(text, placed("high")).node, Terminal)
    # Where they stand already none are accepted, and nothing is told.
    assert (Steps(text).told, Steps(text, placed("high")).told) == ([Told("bets-open", ("art_2",), "", (), ())], [])


def test_a_round_begins_with_the_bets_of_its_program_and_the_objects_in_use() -> None:
    stock = StockState(Map({0: 1}), fresh=False)
    state = Steps(DICE, Placed("ana", "", "high", 7, "3")).process.start(stock, Map({("ana", "player"): "seated"}))
    (bet,) = state.bets
    assert (bet.bettor, bet.bet, bet.stake, bet.naming, bet.is_open) == ("ana", "high", 7, "3", True)
    assert state.stock == stock
    assert state.statuses == {("ana", "player"): "seated"}


def test_a_round_that_is_over_is_told_in_its_state() -> None:
    node = Steps(DICE).node
    assert node == Terminal(node.state, None)
    assert node.state.over
    assert not node.state.void


def test_nothing_is_told_where_nobody_listens() -> None:
    text = CARDS + DEAL.format(batch=1, count=1) + SETTLE + "  “ante” loses.\n"
    loud = Steps(text, ONE).give("3 2")
    process = loud.process
    node = process.advance(process.start())
    for thing in loud.things("3 2"):
        assert isinstance(node, ChanceNode)
        node = process.advance(process.give(node, thing))
    assert node == loud.node


# ── Deals ───────────────────────────────────────────────────────────────────


def test_a_deal_goes_round_one_at_a_time_until_each_has_its_number() -> None:
    steps = Steps(CARDS + DEAL.format(batch=1, count=2), ONE, TWO)
    assert receivers(steps, "1 2 3 4 10 1") == ["box-1", "box-2", "dealer"] * 2
    assert (steps.held("box-1"), steps.held("box-2"), steps.held("dealer")) == ("1 4", "2 10", "3 1")


def test_a_batch_is_given_at_once_and_the_last_is_smaller_where_less_is_missing() -> None:
    steps = Steps(CARDS + DEAL.format(batch=2, count=3), ONE)
    assert receivers(steps, "1 2 3 4 10 1") == ["box-1", "box-1", "dealer", "dealer", "box-1", "dealer"]


def test_a_deal_in_two_steps_gives_only_what_is_missing() -> None:
    more = "Article 3\n  deal to each “box” with a bet, one “card” at a time, face up, until each has 3.\n"
    steps = Steps(CARDS + DEAL.format(batch=1, count=2) + more, ONE)
    assert receivers(steps, "1 2 3 4 10") == ["box-1", "dealer", "box-1", "dealer", "box-1"]
    assert isinstance(steps.node, Terminal)


def test_a_deal_of_fewer_than_everybody_has_gives_nothing() -> None:
    less = "Article 3\n  deal to “dealer”, one “card” at a time, face up, until each has 1.\n"
    assert isinstance(Steps(CARDS + DEAL.format(batch=2, count=2) + less, ONE).give("1 2 3 4").node, Terminal)


def test_a_second_deal_passes_over_those_who_have_enough() -> None:
    """The dealer has drawn nothing yet; the box already has its two."""
    first = "Article 2\n  deal to each “box” with a bet, one “card” at a time, face up, until each has 2.\n"
    steps = Steps(CARDS + first + DEAL.format(batch=1, count=3).replace("Article 2", "Article 3"), ONE)
    assert receivers(steps, "1 2 3 4 10 1") == ["box-1", "box-1", "box-1", "dealer", "dealer", "dealer"]


def test_a_hand_dealt_face_up_is_open_from_its_first_object_and_one_face_down_is_not() -> None:
    down = "Article 3\n  deal to each “box” with a bet, one “card” at a time, face down, until each has 2.\n"
    steps = Steps(
        CARDS + "Article 2\n  deal to “dealer”, one “card” at a time, face up, until each has 1.\n" + down, ONE
    )
    assert steps.state.face_up == {"dealer"}
    assert steps.give("3 2").state.face_up == {"dealer"}


def test_each_object_that_is_dealt_is_told_with_its_receiver() -> None:
    steps = Steps(CARDS + DEAL.format(batch=1, count=1), ONE).give("3")
    (three,) = steps.things("3")
    assert steps.told == [Told("dealt", ("art_2",), "box-1", ("object",), (three,))]


# ── Draws, burns, throws ────────────────────────────────────────────────────

DRAW = (
    "Article 3\n  “dealer” must “draw”.\n  upon “draw”: takes two “card”.\n"
    "Article 4\n  “dealer” follows the rules on “draw”.\n"
)


def test_a_draw_joins_the_hand_and_the_last_object_drawn_is_remembered() -> None:
    steps = Steps(CARDS + DEAL.format(batch=1, count=1) + DRAW).give("1 2 3")
    assert steps.held("dealer") == "1 2 3"
    assert steps.state.drawn == {"dealer": steps.things("3")[0]}
    assert steps.kinds() == ["dealt", "required", "drawn", "drawn"]


def test_objects_that_are_dealt_are_not_drawn() -> None:
    assert Steps(CARDS + DEAL.format(batch=1, count=1)).give("1").state.drawn == {}


def test_a_burn_by_number_goes_to_nobody_and_out_of_play() -> None:
    steps = Steps(CARDS + "Article 2\n  burn a number of “card” equal to 2.\n").give("4 4")
    (four, _) = steps.things("4 4")
    assert steps.told == [Told("burned", ("art_2",), "", ("objects",), ((four, four),))]
    assert steps.state.hands == {}
    assert steps.state.stock.gone == {four: 2}
    assert steps.state.aside == ()


@pytest.mark.parametrize(
    ("sentence", "first", "more"),
    [
        ("burn as many “card” as the first one counts", "3", 3),
        ("burn as many “card” as the first one counts", "1", 1),
        ("burn as many “card” as the first one counts", "10", 0),
        ("burn as many “card” as the first one counts, but 4 if it counts zero", "10", 4),
        ("burn as many “card” as the first one counts, but 4 if it counts zero", "2", 2),
    ],
)
def test_a_burn_by_the_first_takes_as_many_more_as_it_counts(sentence: str, first: str, more: int) -> None:
    steps = Steps(CARDS + f"Article 2\n  {sentence}.\n")
    assert receivers(steps, first) == [""]
    rest = [symbol for symbol in "1 1 2 2 3 3 4 4".split() if symbol != first][:more]
    assert receivers(steps, " ".join(rest)) == [""] * more
    assert isinstance(steps.node, Terminal)
    assert sum(steps.state.stock.gone.values()) == 1 + more


def test_what_is_thrown_is_kept_apart_from_what_is_held() -> None:
    text = CARDS + (
        "  “face”, from high to low: 6 and 5.\n  material: 2 “die”, each showing one “face”.\n"
        "Article 2\n  deal to “dealer”, one “card” at a time, face down, until each has 1.\n"
        "Article 3\n  “dealer” throws “die”.\n"
    )
    steps = Steps(text).give("4 6 5")
    assert steps.held("dealer") == "4"
    assert steps.state.thrown == {"dealer": steps.things("6 5")}
    assert steps.told[-1] == Told("thrown", ("art_3",), "dealer", ("objects",), (steps.things("6 5"),))
    assert steps.state.face_up == frozenset()  # the throw lies open by itself, and the card as it was dealt


def test_a_throw_replaces_the_throw_before() -> None:
    text = DICE + "Article 2\n  “thrower” throws “die”.\n  “thrower” throws “die”.\n"
    steps = Steps(text).give("3 1")
    assert steps.give("2 2").state.thrown == {"thrower": steps.things("2 2")}


def test_faces_come_each_in_one_way_however_often_they_came() -> None:
    steps = Steps(DICE + "Article 2\n  “thrower” throws “die”.\n").give("3")
    assert isinstance(steps.node, ChanceNode)
    assert steps.process.outcomes(steps.node) == tuple((face, 1) for face in steps.things("3 2 1"))


def test_objects_come_in_as_many_ways_as_are_left_of_them() -> None:
    """Of two of each: one 3 is held, one 2 was burned in an earlier round, both 1 are gone."""
    steps = Steps(CARDS + DEAL.format(batch=1, count=2))
    ten, four, three, two, one = steps.things("10 4 3 2 1")
    steps = Steps(CARDS + DEAL.format(batch=1, count=2), stock=StockState(Map({two: 1, one: 2}))).give("3")
    assert isinstance(steps.node, ChanceNode)
    assert dict(steps.process.outcomes(steps.node)) == {ten: 2, four: 2, three: 1, two: 1}


def test_objects_set_aside_for_burning_cannot_come_again() -> None:
    steps = Steps(CARDS + "Article 2\n  burn a number of “card” equal to 3.\n").give("4 4")
    assert isinstance(steps.node, ChanceNode)
    assert steps.things("4")[0] not in dict(steps.process.outcomes(steps.node))


def test_no_object_can_come_where_none_is_left() -> None:
    text = CARDS.replace("2 packs", "1 pack") + DEAL.format(batch=1, count=6)
    steps = Steps(text).give("10 4 3 2 1")
    assert isinstance(steps.node, ChanceNode)
    assert steps.process.outcomes(steps.node) == ()


def test_dealing_is_under_way_from_the_first_object_to_the_last() -> None:
    steps = Steps(CARDS + DEAL.format(batch=1, count=2))
    assert [steps.state.given, steps.give("1").state.given, steps.give("2").state.given] == [0, 1, 0]


# ── Actions that rules require ──────────────────────────────────────────────

DUTY = CARDS + (
    "Article 2\n  deal to “dealer”, one “card” at a time, face up, until each has 1.\n"
    "Article 3\n  upon “draw”: takes one “card”.\n"
    "  when the total of “dealer” is lower than 3, then “dealer” must “draw”.\n"
    "  when the total of “dealer” is 3 through 4, then “dealer” must not “draw”.\n"
)


def test_what_must_be_done_is_done_and_told_with_what_was_read() -> None:
    steps = Steps(DUTY + "Article 4\n  “dealer” follows the rules on “draw”.\n").give("2")
    assert isinstance(steps.node, ChanceNode)
    assert steps.told[-1] == Told(
        "required", ("art_3",), "dealer", ("action", "total:dealer", "decided"), ("draw", 2, ("total:dealer",))
    )


def test_what_must_not_be_done_is_left_and_told() -> None:
    steps = Steps(DUTY + "Article 4\n  “dealer” follows the rules on “draw”.\n").give("4")
    assert isinstance(steps.node, Terminal)
    assert (steps.told[-1].kind, steps.last("not-allowed")["total:dealer"]) == ("not-allowed", 4)


def test_a_duty_that_depends_on_those_who_bet_is_told_with_the_first_of_them() -> None:
    duty = (
        "Article 3\n  upon “draw”: takes one “card”.\n"
        "  when the total of “box” is lower than 4, then “dealer” must “draw”.\n"
        "  when the total of “box” is 4, then “dealer” must not “draw”.\n"
        "Article 4\n  “dealer” follows the rules on “draw”.\n"
    )
    text = CARDS + DEAL.format(batch=1, count=1) + duty
    values = ("draw", "box-1", 2, ("total:box",))
    alike = Steps(text, ONE, TWO).give("2 3 1")
    assert alike.told[-1] == Told(
        "required", ("art_3",), "dealer", ("action", "holder", "total:box", "decided"), values
    )
    apart = Steps(text, ONE, TWO).give("2 4 1").node
    assert isinstance(apart, Terminal)
    assert apart.undecided == Undecided("parties-differ", "draw", ("art_3",))


def test_a_duty_is_followed_again_until_the_norms_forbid_it() -> None:
    steps = Steps(
        DUTY + "Article 4\n  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is 9.\n"
    )
    assert isinstance(steps.give("1 1 2").node, Terminal)
    assert steps.kinds() == ["dealt", "required", "drawn", "required", "drawn", "not-allowed"]


def test_a_duty_is_followed_again_until_its_condition_holds() -> None:
    steps = Steps(
        DUTY + "Article 4\n  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is 2.\n"
    )
    assert isinstance(steps.give("1 1").node, Terminal)
    assert steps.kinds() == ["dealt", "required", "drawn"]


def test_a_round_does_not_go_on_where_no_norm_decides() -> None:
    """Zero is lower than three; nothing is said of more than four."""
    steps = Steps(DUTY.replace("lower than 3", "1 through 2") + "Article 4\n  “dealer” follows the rules on “draw”.\n")
    steps.give("10")
    assert steps.node == Terminal(steps.state, Undecided("gap", "draw", ("art_3",)))
    assert not steps.state.over


def test_a_round_does_not_go_on_where_norms_contradict_each_other() -> None:
    text = DUTY.replace("3 through 4", "2 through 4") + "Article 4\n  “dealer” follows the rules on “draw”.\n"
    node = Steps(text).give("2").node
    assert isinstance(node, Terminal)
    assert node.undecided == Undecided("conflict", "draw", ("art_3",))


# ── Choices ─────────────────────────────────────────────────────────────────

CHOICE = (
    CARDS
    + DEAL.format(batch=1, count=1)
    + "Article 3\n  “player” with “ante” chooses “play”, “fold” or “raise it”.\n  upon “fold”: “ante” loses half.\n"
    + SETTLE
    + "  “ante” pays 1 to 1.\n"
)


def test_a_decision_says_who_chooses_for_which_hand_and_bet_among_what() -> None:
    node = Steps(CHOICE, placed("raise", 3, 3), TWO).give("1 2 3").node
    assert node == DecisionNode(
        node.state,
        "player-2",
        "box-2",
        1,
        ("play", "fold", "raise-it"),
        ("play", "fold", "raise-it"),
        ("art_3",),
        "ante",
    )


def test_a_choice_is_remembered_of_the_bettor_and_of_the_hand() -> None:
    state = Steps(CHOICE, ONE).give("1 2").choose("play").state
    assert state.chosen == {ChosenAction("player-1", "box-1", "play")}


def test_what_follows_from_a_choice_that_is_not_shared_concerns_one_bet_alone() -> None:
    steps = Steps(CHOICE, ONE, placed("ante", 2, 1, 30)).give("1 2").choose("fold")
    assert results(steps) == ["surrender", ""]
    assert results(steps.choose("play")) == ["surrender", "win"]
    assert net(steps) == [-5, 30]


def test_what_follows_from_a_choice_of_the_hand_concerns_every_bet_that_plays_with_it() -> None:
    text = CHOICE.replace("“player” with “ante”", "“box” with “ante”")
    steps = Steps(text, ONE, TWO, placed("ante", 3, 1, 30)).give("1 2 3")
    assert isinstance(steps.node, DecisionNode)
    assert (steps.node.bettor, steps.node.unit) == ("player-1", "box-1")
    steps.choose("fold")
    assert results(steps) == ["surrender", "", "surrender"]
    assert isinstance(steps.node, DecisionNode)
    assert (steps.node.bettor, steps.node.unit) == ("player-2", "box-2")
    assert net(steps.choose("play")) == [-5, 20, -15]


def test_what_follows_on_another_kind_of_bet_concerns_those_of_the_bettor_at_the_hand() -> None:
    text = CHOICE.replace("upon “fold”: “ante”", "upon “fold”: “raise”")
    steps = Steps(text, ONE, placed("raise", 1, 1, 4), placed("raise", 2, 1, 6), placed("raise", 1, 2, 8))
    assert results(steps.give("1 2 3").choose("fold")) == ["win", "surrender", "", ""]


def test_a_bet_that_is_decided_is_asked_nothing() -> None:
    text = CHOICE.replace("Article 3\n", "Article 3\n  settle “ante”.\n")
    assert isinstance(Steps(text, ONE).give("1 2").node, Terminal)


def test_a_guarded_choice_is_offered_to_those_for_whom_the_condition_holds() -> None:
    text = CHOICE.replace(
        "“player” with “ante” chooses", "when the total of “player” is lower than 3, then “player” with “ante” chooses"
    )
    node = Steps(text, ONE, TWO).give("4 2 1").node
    assert isinstance(node, DecisionNode)
    assert node.bettor == "player-2"
    assert isinstance(Steps(text, ONE, TWO).give("4 3 1").node, Terminal)


def test_what_a_provision_forbids_is_offered_but_not_legal() -> None:
    text = CHOICE + "Article 10\n  when the total of “player” is 4, then “player” must not “fold”.\n"
    node = Steps(text, ONE, TWO).give("4 2 1").node
    assert isinstance(node, DecisionNode)
    assert node.actions == ("play", "fold", "raise-it")
    assert node.legal == ("play", "raise-it")


def test_a_commission_is_taken_of_what_a_choice_wins() -> None:
    """Half of 40 is won, and a tenth of it taken: 18 are left, by the choice and by the commission."""
    text = CHOICE.replace("upon “fold”: “ante” loses half", "upon “fold”: “ante” wins half")
    text += "Article 11\n  from the winnings of “ante” a commission of 10% is taken.\n"
    steps = Steps(text, ONE._replace(stake=40)).give("1 2")
    assert isinstance(steps.node, DecisionNode)
    (bet,) = steps.choose("fold").node.state.bets
    assert (bet.result, bet.net, bet.provisions) == ("win", 18, ("art_3", "art_11"))


REPEATED = (
    CARDS
    + "Article 2\n  deal to each “box” with a bet, one “card” at a time, face up, until each has 1.\n"
    + "Article 3\n  “player” with “ante” repeatedly chooses “hit”, “stand”, “double” or “give up”, "
    + "until the total of “player” is higher than 5.\n"
    + "  upon “hit”: takes one “card”.\n  upon “stand”: the turn ends.\n"
    + "  upon “double”: the stake of “ante” is doubled; takes one “card”; the turn ends.\n"
    + "  upon “give up”: “ante” loses half.\n"
    + "  when “player” has chosen “hit”, then “player” must not “double”.\n"
)


def test_a_repeated_choice_is_asked_again_until_its_condition_holds() -> None:
    steps = Steps(REPEATED, ONE).give("1")
    for symbol in ("2", "2"):
        assert isinstance(steps.node, DecisionNode)
        assert steps.node.again
        steps.choose("hit").give(symbol)
    assert isinstance(steps.node, DecisionNode)
    assert isinstance(steps.choose("hit").give("4").node, Terminal)
    assert steps.held("box-1") == "1 2 2 4"


def test_a_repeated_choice_is_not_asked_where_its_condition_holds_from_the_first() -> None:
    text = REPEATED.replace("until each has 1", "until each has 2")
    assert isinstance(Steps(text, ONE).give("3 4").node, Terminal)


def test_a_turn_that_ends_is_followed_by_the_next_bettor() -> None:
    node = Steps(REPEATED, ONE, TWO).give("1 2").choose("stand").node
    assert isinstance(node, DecisionNode)
    assert node.bettor == "player-2"


def test_a_repeated_choice_ends_where_the_bet_is_decided() -> None:
    steps = Steps(REPEATED, ONE).give("1").choose("give-up")
    assert isinstance(steps.node, Terminal)
    assert results(steps) == ["surrender"]


def test_a_stake_is_doubled_and_told() -> None:
    steps = Steps(REPEATED, ONE).give("1").choose("double").give("2")
    assert [bet.stake for bet in steps.state.bets] == [20]
    assert steps.last("stake-doubled") == {"bet": "ante", "stake": 20}
    assert isinstance(steps.node, Terminal)


def test_what_a_choice_forbids_is_forbidden_from_the_next_time_on() -> None:
    steps = Steps(REPEATED, ONE).give("1")
    assert isinstance(steps.node, DecisionNode)
    assert "double" in steps.node.legal
    steps.choose("hit").give("1")
    assert isinstance(steps.node, DecisionNode)
    assert steps.node.legal == ("hit", "stand", "give-up")


def test_a_stake_is_reduced_to_the_amount_chosen() -> None:
    text = CHOICE.replace("upon “fold”: “ante” loses half", "upon “fold”: the stake of “ante” is reduced")
    steps = Steps(text, ONE).give("1 2").choose("fold", 3)
    assert [(bet.stake, bet.net) for bet in steps.state.bets] == [(3, 3)]
    assert steps.last("stake-reduced") == {"bet": "ante", "stake": 3}


def test_no_stake_of_a_shared_hand_is_raised_by_reducing_another() -> None:
    text = CHOICE.replace("upon “fold”: “ante” loses half", "upon “fold”: the stake of “ante” is reduced")
    text = text.replace("“player” with “ante”", "“box” with “ante”")
    steps = Steps(text, placed("ante", 1, 1, 30), placed("ante", 2, 1, 4)).give("1 2").choose("fold", 10)
    assert [bet.stake for bet in steps.state.bets] == [10, 4]
    assert [told.party for told in steps.told if told.kind == "stake-reduced"] == ["player-1"]


def test_by_whose_choice_the_stake_of_another_is_altered_is_told() -> None:
    text = CHOICE.replace("upon “fold”: “ante” loses half", "upon “fold”: the stake of “ante” is reduced")
    text = text.replace("“player” with “ante”", "“box” with “ante”")
    steps = Steps(text, placed("ante", 1, 1, 3), placed("ante", 2, 1, 30)).give("1 2").choose("fold", 2)
    assert [(told.party, told.names, told.values) for told in steps.told if told.kind == "stake-reduced"] == [
        ("player-1", ("bet", "stake"), ("ante", 2)),
        ("player-2", ("bet", "stake", "by"), ("ante", 2, "player-1")),
    ]


@pytest.mark.parametrize(
    ("effect", "kind"),
    [("“ante” loses half", "settled"), ("“ante” moves to “raise”", "bet-moved")],
)
def test_by_whose_choice_a_bet_of_another_is_given_up_or_moves_is_told(effect: str, kind: str) -> None:
    text = CHOICE.replace("“ante” loses half", effect).replace("“player” with “ante”", "“box” with “ante”")
    steps = Steps(text, placed("ante", 1, 1, 3), placed("ante", 2, 1, 30)).give("1 2").choose("fold")
    told = [(t.party, dict(zip(t.names, t.values, strict=True)).get("by")) for t in steps.told if t.kind == kind]
    assert told[:2] == [("player-1", None), ("player-2", "player-1")]


def test_a_bet_of_another_that_is_decided_by_a_choice_but_not_given_up_is_told_as_any() -> None:
    text = CHOICE.replace("“ante” loses half", "“ante” is returned").replace("“player” with", "“box” with")
    steps = Steps(text, placed("ante", 1, 1, 3), placed("ante", 2, 1, 30)).give("1 2").choose("fold")
    assert [t.names for t in steps.told if t.kind == "settled"] == [("bet", "holder", "stake", "result", "net")] * 2


def test_a_bet_that_moves_is_settled_as_what_it_has_become() -> None:
    text = CHOICE.replace("upon “fold”: “ante” loses half", "upon “fold”: “ante” moves to “raise”") + (
        "Article 10\n  settle “raise”.\n  “raise” pays 5 to 1.\n"
    )
    steps = Steps(text, ONE).give("1 2").choose("fold")
    assert [(bet.bet, bet.net) for bet in steps.state.bets] == [("raise", 50)]
    assert steps.last("bet-moved") == {"bet": "ante", "to": "raise", "stake": 10}


def test_a_bet_that_moves_twice_at_once_is_settled_as_the_last() -> None:
    text = CHOICE.replace(
        "upon “fold”: “ante” loses half", "upon “fold”: “ante” moves to “raise”; “raise” moves to “side”"
    ).replace("  “raise” is a bet.\n", "  “raise” is a bet.\n  “side” is a bet.\n")
    steps = Steps(text + "Article 10\n  settle “side”.\n  “side” pays 7 to 1.\n", ONE, TWO).give("1 2 3").choose("fold")
    steps.choose("play")
    assert [(bet.bet, bet.net) for bet in steps.state.bets] == [("side", 70), ("ante", 20)]


def test_a_bet_that_has_moved_is_not_asked_what_its_old_kind_is_asked() -> None:
    text = CHOICE.replace("upon “fold”: “ante” loses half", "upon “fold”: “ante” moves to “raise”") + (
        "Article 10\n  “player” with “ante” chooses “wave”.\n"
    )
    text = text.replace(SETTLE + "  “ante” pays 1 to 1.\n", "")
    assert isinstance(Steps(text, ONE).give("1 2").choose("fold").node, Terminal)
    assert isinstance(Steps(text, ONE).give("1 2").choose("play").node, DecisionNode)


# ── Settling ────────────────────────────────────────────────────────────────

SETTLED = CARDS + DEAL.format(batch=1, count=1) + SETTLE


@pytest.mark.parametrize(
    ("effect", "result", "gain"),
    [
        ("pays 3 to 2", "win", 15),
        ("wins 1/4", "win", Fraction(5, 2)),
        ("loses", "lose", -10),
        ("loses half", "lose", -5),
        ("loses 1/3", "lose", Fraction(-10, 3)),
        ("is returned", "push", 0),
        ("is void", "void", 0),
        ("stays for the next round", "kept", 0),
    ],
)
def test_a_bet_ends_by_the_rule_that_applies(effect: str, result: str, gain: object) -> None:
    steps = Steps(SETTLED + f"Article 10\n  “ante” {effect}.\n", ONE).give("1 2")
    assert [(b.result, b.net, b.provisions) for b in steps.state.bets] == [(result, gain, ("art_10",))]
    assert type(steps.state.bets[0].net) is type(gain)


def test_a_settled_bet_is_told_with_all_that_was_read_and_what_decided() -> None:
    text = SETTLED + (
        "Article 10\n  when the total of “box” is 1, or the total of “dealer” is 1, then “ante” pays 1 to 1.\n"
        "  in every other case, “ante” loses.\n"
    )
    assert Steps(text, ONE).give("1 2").told[-1] == Told(
        "settled",
        ("art_10",),
        "player-1",
        ("bet", "holder", "stake", "result", "net", "total:box", "total:dealer", "decided"),
        ("ante", "box-1", 10, "win", 10, 1, 2, ("total:box",)),
    )


def test_a_gap_of_one_bet_leaves_the_others_alone() -> None:
    """A box with two is higher than the dealer, one with one is equal: only this bet stays undecided."""
    text = (
        SETTLED
        + "Article 10\n  when the total of “box” is higher than the total of “dealer”, then “ante” pays 1 to 1.\n"
    )
    steps = Steps(text, ONE, TWO, placed("ante", 3, 3, 30)).give("2 1 3 1")
    assert [(b.result, b.net, b.undecided) for b in steps.state.bets] == [
        ("win", 10, None),
        ("", 0, Undecided("gap", "ante", ("art_10",))),
        ("win", 30, None),
    ]
    assert steps.state.over


def test_a_conflict_of_one_bet_leaves_the_others_alone() -> None:
    text = (
        SETTLED + "Article 10\n  “ante” loses.\nArticle 11\n  when the total of “box” is 2, then “ante” pays 1 to 1.\n"
    )
    steps = Steps(text, ONE, TWO).give("2 1 3")
    assert [(b.result, b.undecided) for b in steps.state.bets] == [
        ("", Undecided("conflict", "ante", ("art_10", "art_11"))),
        ("lose", None),
    ]


def test_a_bet_that_is_undecided_is_not_asked_about_again() -> None:
    """The second settling would know: by then the dealer holds two."""
    text = SETTLED + (
        "Article 10\n  when the total of “dealer” is 5, then “ante” pays 1 to 1.\n"
        "Article 11\n  deal to “dealer”, one “card” at a time, face up, until each has 2.\n"
        "Article 12\n  settle “ante”.\n"
    )
    assert [bet.undecided is None for bet in Steps(text, ONE).give("1 2 3").state.bets] == [False]


@pytest.mark.parametrize(
    ("odds", "result", "gain"), [("3 to 1", "win", 20), ("1 to 1", "push", 0), ("19 to 20", "lose", Fraction(-1, 2))]
)
def test_a_bet_that_loses_with_a_bonus_beside_has_the_result_of_both_together(
    odds: str, result: str, gain: Money
) -> None:
    """Ten are lost; half a unit that is still missing is a loss."""
    text = SETTLED + f"Article 10\n  “ante” loses.\nArticle 11\n  “ante” receives a bonus of {odds}.\n"
    (bet,) = Steps(text, ONE).give("1 2").state.bets
    assert (bet.result, bet.net, bet.provisions) == (result, gain, ("art_10", "art_11"))


def test_a_commission_is_taken_from_what_is_won_and_its_provision_told() -> None:
    text = (
        SETTLED
        + "Article 10\n  “ante” pays 2 to 1.\nArticle 11\n  from the winnings of “ante” a commission of 5% is taken.\n"
    )
    (bet,) = Steps(text, ONE).give("1 2").state.bets
    assert (bet.net, bet.provisions) == (19, ("art_10", "art_11"))


def test_a_commission_is_not_taken_from_what_is_lost_or_returned() -> None:
    for effect, gain in (("loses", -10), ("is returned", 0)):
        text = SETTLED + f"Article 10\n  “ante” {effect}.\n  from the winnings of “ante” a commission of 5% is taken.\n"
        assert net(Steps(text, ONE).give("1 2")) == [gain]


def test_commissions_that_contradict_each_other_leave_a_bet_that_wins_undecided() -> None:
    text = (
        SETTLED
        + "Article 10\n  “ante” pays 1 to 1.\nArticle 11\n"
        + "".join(f"  from the winnings of “ante” a commission of {part} is taken.\n" for part in ("5%", "4%"))
    )
    assert [bet.undecided for bet in Steps(text, ONE).give("1 2").state.bets] == [
        Undecided("conflict", "ante", ("art_11",))
    ]


def test_of_a_bet_that_does_not_win_no_commission_is_asked() -> None:
    """The two commissions contradict each other, of a bet that wins nothing of which they could be taken."""
    taken = "".join(f"  from the winnings of “ante” a commission of {part} is taken.\n" for part in ("5%", "4%"))
    for effect, result, gain in (("loses", "lose", -10), ("is returned", "push", 0)):
        (bet,) = Steps(SETTLED + f"Article 10\n  “ante” {effect}.\n" + taken, ONE).give("1 2").state.bets
        assert (bet.result, bet.net, bet.undecided) == (result, gain, None)


def test_of_a_bet_that_stays_no_bonus_is_asked() -> None:
    """The two bonuses contradict each other, for a box with one; then nothing of the bet has ended yet."""
    text = SETTLED + (
        "Article 10\n  when the total of “box” is 1, then “ante” {stays}.\n"
        "  when the total of “box” is higher than 1, then “ante” loses.\n"
        "Article 11\n  when the total of “box” is lower than 3, then “ante” receives a bonus of 2 to 1.\n"
        "Article 12\n  when the total of “box” is 1, then “ante” receives a bonus of 3 to 1.\n"
    )
    for stays, result in (("stays for the next round", "kept"), ("stands until it is decided", "")):
        (bet,) = Steps(text.format(stays=stays), ONE).give("1 2").state.bets
        assert (bet.result, bet.net, bet.undecided) == (result, 0, None)
        # A box with two ends the bet: ten are lost, and the one bonus that is due is twenty.
        (bet,) = Steps(text.format(stays=stays), ONE).give("2 2").state.bets
        assert (bet.result, bet.net) == ("win", 10)


def test_a_definition_that_a_bet_relies_on_is_told_of_the_party() -> None:
    text = SETTLED + (
        "  “box” is “low” only if the total of “box” is lower than 3.\n"
        "  “dealer” is “low” only if the total of “dealer” is 1.\n"
        "Article 10\n  when “box” is “low”, and “dealer” is “low”, then “ante” pays 1 to 1.\n"
        "  in every other case, “ante” loses.\n"
    )
    steps = Steps(text, ONE).give("2 2")
    told = [(t.party, dict(zip(t.names, t.values, strict=True))) for t in steps.told if t.kind == "defined"]
    assert told == [
        ("box-1", {"status": "low", "holds": True, "total:box": 2, "decided": ("total:box",)}),
        ("dealer", {"status": "low", "holds": False, "total:dealer": 2, "decided": ("total:dealer",)}),
    ]
    assert results(steps) == ["lose"]


def test_a_definition_that_what_bettors_do_decides_is_told_of_the_bettor() -> None:
    text = SETTLED + (
        "  “player” is “first” only if “player” has the largest stake.\n"
        "  “player” is “served” only if “player” is “first”, and the total of “player” is 2.\n"
        "  “player” is “low” only if the total of “player” is 1.\n"
        "Article 10\n  when “player” is “served”, then “ante” pays 1 to 1.\n"
        "  when “player” is “low”, then “ante” is returned.\n"
        "  in every other case, “ante” loses.\n"
    )
    steps = Steps(text, placed("ante", 1, 1, 10), placed("ante", 2, 1, 30)).give("2 2")
    told = [(t.party, dict(zip(t.names, t.values, strict=True))) for t in steps.told if t.kind == "defined"]
    found = [(party, read["status"], read["holds"], read.get("holder")) for party, read in told]
    # What a hand alone decides is told of the hand; a round tells it once. One definition relies on another.
    of_hand = ("box-1", "low", False, None)
    assert found == [
        *(("player-1", "first", False, "box-1"), ("player-1", "served", False, "box-1"), of_hand),
        *(("player-2", "first", True, "box-1"), ("player-2", "served", True, "box-1"), of_hand),
    ]
    assert results(steps) == ["lose", "win"]


def test_a_bet_would_win_though_nobody_placed_it() -> None:
    text = (
        SETTLED + "Article 10\n  when the total of “dealer” is 3, then “raise” pays 8 to 1.\n"
        "  in every other case, “raise” loses.\n"
    )
    won, lost = Steps(text).give("3"), Steps(text).give("2")
    assert won.process.would_win(won.state, "raise")
    assert not lost.process.would_win(lost.state, "raise")
    assert not won.process.would_win(won.state, "ante")


# ── Hands turned up ─────────────────────────────────────────────────────────


def test_a_hand_that_is_turned_up_is_open_and_told_with_its_total() -> None:
    text = (
        CARDS
        + DEAL.format(batch=1, count=2).replace("face up", "face down")
        + "Article 3\n  turn up the hand of “dealer”.\n"
    )
    steps = Steps(text).give("4 10")
    assert steps.state.face_up == {"dealer"}
    assert steps.told[-1] == Told("revealed", ("art_3",), "dealer", ("objects", "total"), (steps.things("4 10"), 4))


def test_a_hand_that_is_turned_up_is_told_with_its_category_and_the_provision_of_it() -> None:
    text = (
        CARDS
        + DEAL.format(batch=1, count=2)
        + (
            "Article 3\n  each hand belongs to the first category that fits, from high to low:\n"
            "1)\n  “pair”: 2 are of the same “number”.\nArticle 4\n  turn up the hand of “dealer”.\n"
        )
    )
    steps = Steps(text).give("4 4")
    assert (steps.told[-1].provisions, steps.last("revealed")["category"]) == (("art_4", "art_3__point_1"), "pair")
    steps = Steps(text).give("4 3")
    assert (steps.told[-1].provisions, steps.last("revealed")["category"]) == (("art_4",), None)


def test_where_there_is_no_hand_nothing_is_turned_up() -> None:
    steps = Steps(CARDS + "Article 2\n  turn up the hand of “dealer”.\n")
    assert steps.process.plan.ops[0] == Alter(TurnUp(), Who("dealer"), ("art_2",))
    assert (steps.told, steps.state.face_up) == ([], frozenset())


# ── The objects in use ──────────────────────────────────────────────────────


def test_a_marker_says_how_many_are_left_when_it_appears() -> None:
    steps = Steps(CARDS + "Article 2\n  “white card” is placed above the last 4.\n")
    assert steps.state.stock.markers == {"white-card": 4}
    assert steps.told == [Told("marker-placed", ("art_2",), "", ("marker", "count"), ("white-card", 4))]


LASTING = CARDS + (
    "Article 2\n  when use of “card” begins, then “white card” is placed above the last 8.\n"
    "Article 3\n  deal to “dealer”, one “card” at a time, face up, until each has 1.\n"
    "Article 4\n  when “white card” appears, then after this round 2 rounds remain.\n"
)


def test_rounds_are_counted_down_from_the_one_in_which_the_marker_appears() -> None:
    """Ten cards: nine are left, then eight, which is the marker; two rounds more are played."""
    left, stock = [], StockState()
    for symbol in "1 2 3 4".split():
        steps = Steps(LASTING, stock=stock).give(symbol)
        stock = steps.state.stock
        left.append(stock.rounds_left)
    assert left == [None, 2, 1, 0]
    assert not stock.fresh
    assert stock.gone == {steps.things(symbol)[0]: 1 for symbol in "1 2 3 4".split()}


def test_the_end_of_the_objects_is_announced_once() -> None:
    first = Steps(LASTING).give("1")
    second = Steps(LASTING, stock=first.state.stock).give("2")
    third = Steps(LASTING, stock=second.state.stock).give("3")
    assert [kinds.count("last-rounds") for kinds in (first.kinds(), second.kinds(), third.kinds())] == [0, 1, 0]
    assert [kinds.count("marker-placed") for kinds in (first.kinds(), second.kinds(), third.kinds())] == [1, 0, 0]


SOONER = "  when “dealer” shows 4, then after this round 0 rounds remain.\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        # Of two that hold one after the other: by the first two rounds remain, by the second the use ends at once.
        (LASTING + SOONER, ([None, 2, 0], ["2", "4"])),
        (LASTING.replace("Article 4\n", "Article 4\n" + SOONER), ([None, 2, 0], ["2", "4"])),
        # One that would have it end later changes nothing, and is not told.
        (LASTING + SOONER.replace("0 rounds", "3 rounds"), ([None, 2, 1], ["2"])),
    ],
)
def test_of_several_sentences_that_one_counts_by_which_the_use_of_objects_ends_first(
    text: str, left: tuple[list[int | None], list[str]]
) -> None:
    found, told, stock = [], [], StockState()
    for symbol in "1 2 4".split():
        steps = Steps(text, stock=stock).give(symbol)
        stock = steps.state.stock
        found.append(stock.rounds_left)
        told += [symbol] * steps.kinds().count("last-rounds")
    assert (found, told) == left


@pytest.mark.parametrize("counts", [(2, 0), (0, 2), (0, 0)])
def test_of_several_that_hold_at_once_one_alone_is_told(counts: tuple[int, int]) -> None:
    first, second = (f"  when “white card” appears, then after this round {count} rounds remain.\n" for count in counts)
    text = LASTING.partition("Article 4\n")[0] + f"Article 4\n{first}Article 5\n{second}"
    stock = Steps(text).give("1").state.stock
    steps = Steps(text, stock=stock).give("2")
    assert steps.state.stock.rounds_left == 0
    by = "art_5" if counts == (2, 0) else "art_4"
    assert [(t.provisions, t.values) for t in steps.told if t.kind == "last-rounds"] == [((by,), (0,))]


def test_rounds_that_remain_by_a_choice_do_not_put_off_an_end_that_is_nearer() -> None:
    text = CHOICE.replace("“ante” loses half", "after this round 2 rounds remain")
    for before, after in ((None, 2), (2, 1), (5, 2)):
        steps = Steps(text, ONE, stock=StockState(rounds_left=before)).give("1 2").choose("fold")
        assert steps.state.stock.rounds_left == after


def test_what_was_held_is_out_of_play_in_the_next_round_of_lasting_objects() -> None:
    steps = Steps(LASTING, stock=Steps(LASTING).give("1").state.stock)
    assert isinstance(steps.node, ChanceNode)
    assert dict(steps.process.outcomes(steps.node))[steps.things("1")[0]] == 1


def test_objects_that_are_put_back_are_all_there_again() -> None:
    text = (
        CARDS
        + DEAL.format(batch=1, count=2)
        + "Article 3\n  when the round is over, then put “card” back into “shuffler”.\n"
    )
    steps = Steps(text).give("1 2")
    assert steps.state.stock == StockState()
    assert steps.told[-1] == Told("put-back", ("art_3",), "", ("kind",), ("card",))


TWO_STOCKS = """\
Article 1
  “number”, from high to low: 2 and 1.
  “pip”, from high to low: 6 and 5.
  material: 1 pack of “card”, each with one for each combination of “number”.
  material: 1 pack of “tile”, each with one for each combination of “pip”.
  every other “card” counts its face value.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
Article 2
  when use of “card” begins, then “dealer” performs “cut”.
  when use of “tile” begins, then “dealer” performs “mix”.
  deal to “dealer”, one “card” at a time, face up, until each has 1.
  deal to “dealer”, one “tile” at a time, face up, until each has 1.
Article 3
  when the round is over, then put “card” back into “shuffler”.
"""


def test_of_two_stocks_the_one_that_is_put_back_is_there_again_and_its_use_begins_anew() -> None:
    first = Steps(TWO_STOCKS).give("2 6")
    (tile,) = first.things("6")
    assert first.state.stock == StockState(Map({tile: 1}), fresh=False, anew=("card",))
    second = Steps(TWO_STOCKS, stock=first.state.stock)
    assert [told.values for told in first.told if told.kind == "performed"] == [("cut",), ("mix",)]
    assert [told.values for told in second.told if told.kind == "performed"] == [("cut",)]
    assert isinstance(second.node, ChanceNode)
    assert dict(second.process.outcomes(second.node)) == dict.fromkeys(second.things("2 1"), 1)
    second.give("2")
    assert dict(second.process.outcomes(second.node)) == {second.things("5")[0]: 1}


# ── Rounds that only show the game ──────────────────────────────────────────

SHOW = CARDS + (
    "Article 2\n  demonstrate 2 rounds.\nArticle 3\n  bets are accepted.\n"
    + DEAL.format(batch=1, count=2).replace("Article 2", "Article 4")
)


def test_a_round_that_is_shown_is_told_by_its_objects_alone_and_they_leave_the_game() -> None:
    steps = Steps(SHOW).give("1 2 3 4")
    one, two, three, four = steps.things("1 2 3 4")
    assert isinstance(steps.node, BettingNode)
    assert steps.told[:2] == [
        Told("demonstrated", ("art_2",), "", ("objects",), ((one, two),)),
        Told("demonstrated", ("art_2",), "", ("objects",), ((three, four),)),
    ]
    assert steps.kinds()[2:] == ["bets-open"]
    assert steps.state.hands == {}
    assert steps.state.face_up == frozenset()
    assert steps.state.stock.gone == {one: 1, two: 1, three: 1, four: 1}


def test_a_round_that_is_shown_leaves_what_the_round_itself_holds_and_keeps() -> None:
    """The bank holds the two, of which the round keeps the number; in the round that is shown it is dealt the one."""
    text = pack("3, 2 and 1") + (
        "  “mark” is a number kept during the round: 1 through 3.\n"
        "Article 2\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n"
        "  “mark” becomes the total of “bank”.\n  demonstrate 1 round.\n  bets are accepted.\n  settle “ante”.\n"
        "Article 3\n  when the value of “mark” is 2, and the total of “bank” is 2, then “ante” pays 1 to 1.\n"
        "  in every other case, “ante” loses.\n"
        "Article 4\n  when “slip” happens, then the round is void and so are its bets.\n"
    )
    steps = Steps(text).give("2")
    # While the one comes the two is held, too.
    assert isinstance(steps.node, ChanceNode)
    assert dict(steps.process.outcomes(steps.node)) == dict.fromkeys(steps.things("3 1"), 1)
    void = steps.process.happen(steps.state, "slip", "")
    assert isinstance(void, State)
    assert void.stock.gone == dict.fromkeys(steps.things("2"), 1)

    round_ = game_of(text).new_round(cards="2 1")
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Deal())
    assert round_.trace[2].values == {"objects": ["1"]}
    assert round_.returns() == {"player-1": 1}
    two, one = Steps(text).things("2 1")
    assert round_.state.stock.gone == {one: 1, two: 1}


def test_a_repetition_in_a_round_that_is_shown_repeats_that_round_only() -> None:
    """Thrown until a double: 3 1 and 2 2 in the first that is shown, 1 1 in the second."""
    text = DICE + (
        "Article 2\n  demonstrate 2 rounds.\nArticle 3\n  “thrower” throws “die”.\n"
        "Article 4\n  repeat article 3 until among the faces thrown by “thrower”, all are of the same “face”.\n"
    )
    steps = Steps(text).give("3 1 2 2 1 1 2 3 3 3")
    assert steps.kinds() == ["demonstrated", "demonstrated", "thrown", "repeated", "thrown"]
    assert [told.values[0] for told in steps.told[:2]] == [steps.things("3 1 2 2"), steps.things("1 1")]
    assert isinstance(steps.node, Terminal)


# ── Provisions by which something happens now ───────────────────────────────


@pytest.mark.parametrize(
    ("condition", "provisions"),
    [
        ("when the total of “thrower” is 2, then ", ("art_9", "art_3")),
        ("when “player” has a bet on “high”, then ", ("art_9", "art_3")),  # asked of each bet, and not for all at once
        ("", ("art_9",)),
    ],
)
def test_a_bet_that_is_settled_under_a_condition_is_told_with_the_provision_of_that(
    condition: str, provisions: tuple[str, ...]
) -> None:
    text = DICE + (
        f"Article 2\n  “thrower” throws “die”.\nArticle 3\n  {condition}settle “high”.\nArticle 9\n  “high” loses.\n"
    )
    steps = Steps(text, placed("high")).give("1 1")
    (settled,) = (told for told in steps.told if told.kind == "settled")
    assert settled.provisions == provisions
    # What the bet ends by is another question.
    assert steps.state.bets[0].provisions == ("art_9",)


@pytest.mark.parametrize(
    ("effect", "kind"),
    [
        ("“high” stands until it is decided", "bet-stays"),
        ("“high” moves to “mark”, naming the total of “thrower”", "bet-gone-on"),
    ],
)
def test_what_stands_or_moves_under_a_condition_is_told_with_the_provision_of_that(effect: str, kind: str) -> None:
    text = DICE + (
        "  “mark” is a bet that names a number from 2 through 6.\n"
        "Article 2\n  “thrower” throws “die”.\nArticle 3\n  when the total of “thrower” is 2, then settle “high”.\n"
        f"Article 9\n  {effect}.\n"
    )
    steps = Steps(text, placed("high")).give("1 1")
    (told,) = (told for told in steps.told if told.kind == kind)
    # And a bet that moves with the one by which there is a bet such as it is then.
    assert told.provisions == (("art_9", "art_3") if kind == "bet-stays" else ("art_9", "art_1", "art_3"))


@pytest.mark.parametrize(("number", "kind"), [(2, "required"), (4, "not-allowed")])
def test_norms_that_are_asked_under_a_condition_are_told_with_the_provision_of_that(number: int, kind: str) -> None:
    text = DUTY + (
        "Article 5\n  when the total of “dealer” is lower than 5, then “dealer” follows the rules on “draw”.\n"
    )
    steps = Steps(text, ONE).give(str(number))
    assert [told.provisions for told in steps.told if told.kind == kind] == [("art_3", "art_5")]


def test_an_amount_that_is_put_on_a_bet_is_told_with_the_provision_by_which_there_is_that_bet() -> None:
    text = CHOICE.replace(
        "upon “fold”: “ante” loses half", "upon “fold”: an amount equal to the stake of “ante” is put on “raise”"
    )
    steps = Steps(text, ONE).give("1 2").choose("fold")
    (told,) = (told for told in steps.told if told.kind == "stake-put")
    assert told.provisions[-1] == "art_1"
    assert len(told.provisions) == 2


def test_of_a_bet_that_names_something_it_is_told_what() -> None:
    text = DICE + (
        "  “mark” is a bet that names a number from 2 through 3.\n"
        "Article 2\n  “thrower” throws “die”.\nArticle 3\n  settle “mark” and “high”.\n"
        "  “mark” loses.\n  “high” loses.\n"
    )
    bets = (Placed("ana", "", "mark", 1, "2"), Placed("ana", "", "mark", 1, "3"), Placed("ana", "", "high", 1, ""))
    steps = Steps(text, *bets).give("1 1")
    told = [dict(zip(t.names, t.values, strict=True)) for t in steps.told if t.kind == "settled"]
    assert [values.get("naming") for values in told] == ["2", "3", None]


# ── Irregularities ──────────────────────────────────────────────────────────

EVENTS = SETTLED + (
    "  when the total of “box” is higher than the total of “dealer”, then “ante” pays 1 to 1.\n"
    "Article 10\n  “player” with “raise” chooses “stay”.\n"
    "Article 20\n  when “fire” happens, then the round is void and so are its bets.\n"
    "Article 21\n"
    "  when “misdeal” happens to “box”, and it is not so that “box” has a bet, then the hand of “box” is void.\n"
    "Article 22\n  when “slip” happens, then the round stands.\n"
    "Article 23\n  when “slip” happens to “dealer”, then the round is void and so are its bets.\n"
    "  prevails over article 22.\n"
    "Article 24\n"
    "  when “cough” happens to “box”, and dealing is under way, then the round is void and so are its bets.\n"
    "Article 25\n  when the number of “sneeze” of “dealer” is 2, then the round is void and so are its bets.\n"
    "  when “sneeze” happens, then the round stands.\n  prevails over article 22.\n"
)


FORMED = (
    pack("3, 2 and 1", "3 packs")
    + """  there is one “board”.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “number”.
2)
  “high card”: each is of a different “number”; compared by: the “number” of each card, highest first.
Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has 1.
  deal to “board”, one “card” at a time, face up, until each has 1.
  “player” forms “final hand” from the hand and that of “board”.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  settle “ante”.
Article 4
  when the “final hand” of “player” is “pair”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
Article 5
  when “misdeal” happens to “player”, then the hand of “player” is void.
  when “misdeal” happens to “board”, then the hand of “board” is void.
"""
)


@pytest.mark.parametrize(("to", "result"), [("", "win"), ("player-1", "lose"), ("board", "lose")])
def test_what_is_taken_away_is_taken_from_hands_formed_of_it(to: str, result: str) -> None:
    """Two twos are a pair until one of them is taken away, whosever it was."""
    round_ = game_of(FORMED).new_round(cards="2 2 1")
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    if to:
        round_.apply(Irregularity("misdeal", to, after=3))
    round_.apply(Deal())
    assert [bet.result for bet in round_.state.bets] == [result]


def test_a_deal_in_which_nothing_comes_to_a_hand_leaves_it_as_it_lies() -> None:
    """The bank holds two cards face down, is dealt none face up, and what it takes lies with them."""
    text = pack("3, 2 and 1", "3 packs") + (
        "Article 3\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face down, until each has 2.\n"
        "  deal to “bank”, one “card” at a time, face up, until each has 2.\n"
        "  “bank” follows the rules on “draw”.\n  settle “ante”.\nArticle 4\n  “ante” loses.\n"
        "  “bank” must “draw”.\n  upon “draw”: takes 1 “card”.\n"
    )
    round_ = game_of(text).new_round(cards="2 2 1")
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Deal())
    assert round_.information_state("player-1")["hands"] == {"bank": {"objects": None, "count": 3}}


def test_a_card_that_comes_after_the_hand_was_void_lies_as_it_is_dealt() -> None:
    """The first card came face down, the second up, and both are taken away: of the deal face up one is to come."""
    text = pack("3, 2 and 1", "3 packs") + (
        "Article 3\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face down, until each has 1.\n"
        "  deal to “bank”, one “card” at a time, face up, until each has 3.\n"
        "  settle “ante”.\nArticle 4\n  “ante” loses.\n"
        "Article 5\n  when “misdeal” happens, then the hand of “bank” is void.\n"
    )
    round_ = game_of(text).new_round(cards="2 2 1")
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Irregularity("misdeal", after=2))
    round_.apply(Deal())
    assert round_.information_state("player-1")["hands"] == {"bank": {"objects": ["1"], "count": 1}}
    # Dealt the other way round, the one that is to come is seen by nobody.
    turned = text.replace("down, until each has 1", "up, until each has 1").replace(
        "up, until each has 3", "down, until each has 3"
    )
    round_ = game_of(turned).new_round(cards="2 2 1")
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Irregularity("misdeal", after=2))
    round_.apply(Deal())
    assert round_.information_state("player-1")["hands"] == {"bank": {"objects": [], "count": 1}}


def test_a_round_that_is_void_ends_at_once_with_every_bet() -> None:
    steps = Steps(EVENTS, ONE, TWO).give("4").happen("fire")
    assert isinstance(steps.node, Terminal)
    assert (steps.state.over, steps.state.void) == (True, True)
    assert [(b.result, b.net, b.provisions) for b in steps.state.bets] == [("void", 0, ("art_20",))] * 2
    assert steps.kinds() == ["dealt", "event", "round-void", "settled", "settled"]
    assert (steps.state.due, steps.state.given, steps.state.aside) == (None, 0, ())


def test_a_round_that_is_void_takes_back_what_was_settled() -> None:
    steps = Steps(EVENTS, ONE, placed("raise", 2, 2)).give("4 2 1")
    assert results(steps) == ["win", ""]
    assert results(steps.happen("fire")) == ["void", "void"]


def test_a_round_that_is_void_takes_back_what_no_rule_settled() -> None:
    steps = Steps(EVENTS, ONE, placed("raise", 2, 2)).give("1 2 4")
    assert steps.state.bets[0].undecided is not None
    (first, _) = steps.happen("fire").state.bets
    assert (first.result, first.undecided) == ("void", None)


def test_a_hand_that_is_void_in_a_deal_receives_what_was_still_due_and_no_more() -> None:
    text = (
        CARDS
        + DEAL.format(batch=1, count=2)
        + ("Article 20\n  when “slip” happens to “box”, then the hand of “box” is void.\n")
    )
    steps = Steps(text, ONE).give("4").happen("slip", "box-1").give("3 2 1")
    assert (steps.held("box-1"), steps.held("dealer")) == ("2", "3 1")
    assert isinstance(steps.node, Terminal)


def test_what_was_dealt_in_a_round_that_is_void_is_out_of_play() -> None:
    steps = Steps(EVENTS, ONE).give("4").happen("fire")
    assert steps.state.stock.gone == {steps.things("4")[0]: 1}


def test_what_was_set_aside_for_burning_in_a_round_that_is_void_is_out_of_play() -> None:
    text = (
        CARDS + "Article 2\n  burn a number of “card” equal to 2.\nArticle 3\n"
        "  when “fire” happens, then the round is void and so are its bets.\n"
    )
    steps = Steps(text).give("4").happen("fire")
    assert steps.state.stock.gone == {steps.things("4")[0]: 1}


def test_faces_of_a_throw_that_is_broken_off_are_not_out_of_play() -> None:
    text = (
        DICE + "Article 2\n  “thrower” throws “die”.\nArticle 3\n"
        "  when “fire” happens, then the round is void and so are its bets.\n"
    )
    assert Steps(text).give("3").happen("fire").state.stock.gone == {}


def test_a_hand_that_is_void_leaves_the_game_and_the_round_goes_on() -> None:
    text = EVENTS.replace(", and it is not so that “box” has a bet", "")
    steps = Steps(text, ONE, TWO).give("4 2").happen("misdeal", "box-1")
    assert steps.state.hands == {"box-2": steps.things("2")}
    assert steps.state.stock.gone == {steps.things("4")[0]: 1}
    assert isinstance(steps.node, ChanceNode)
    assert steps.node.unit == "dealer"


DEALERS = EVENTS.replace("the hand of “box” is void", "the hand of “dealer” is void").replace(
    "to “box”, and it is not so that “box” has a bet", ""
)
BOXES = EVENTS.replace(" happens to “box”, and it is not so that “box” has a bet", " happens")


@pytest.mark.parametrize("reported", ["", "dealer", "box-1", "player-1", "box-7"])
def test_the_hand_that_a_rule_names_is_void_whoever_is_reported(reported: str) -> None:
    steps = Steps(DEALERS.replace("happens ,", "happens,"), ONE, placed("raise", 2, 2)).give("4 2 1")
    steps.happen("misdeal", reported)
    assert steps.state.hands == {"box-1": steps.things("4"), "box-2": steps.things("2")}
    assert steps.state.stock.gone == {steps.things("1")[0]: 1}
    assert steps.told[-1] == Told("hand-void", ("art_21",), "dealer", (), ())


@pytest.mark.parametrize(("reported", "box"), [("box-1", "box-1"), ("player-2", "box-2"), ("box-7", "box-7")])
def test_the_hand_of_a_role_with_several_holders_is_that_of_the_one_reported(reported: str, box: str) -> None:
    """A box without a hand has none to lose; a bettor is where their only bet stands."""
    steps = Steps(BOXES, ONE, TWO).give("4 2").happen("misdeal", reported)
    held = {"box-1": steps.things("4"), "box-2": steps.things("2")}
    assert steps.state.hands == {holder: hand for holder, hand in held.items() if holder != box}
    assert steps.told[-1] == Told("hand-void", ("art_21",), box, (), ())


@pytest.mark.parametrize("reported", ["", "dealer", "player-1", "player-9"])
def test_a_report_that_is_of_no_one_hand_of_the_role_is_an_open_question(reported: str) -> None:
    """The first player bets at two boxes, and the ninth at none."""
    steps = Steps(BOXES, ONE, placed("ante", 1, 2)).give("4 2")
    after = steps.process.happen(steps.state, "misdeal", reported)
    assert after == Undecided("gap", "misdeal", ("art_21",))


def test_the_hand_of_a_bettor_is_the_one_with_which_the_bet_is_played() -> None:
    text = BOXES.replace("the hand of “box” is void", "the hand of “player” is void")
    for reported in ("player-2", "box-2"):
        steps = Steps(text, ONE, TWO).give("4 2").happen("misdeal", reported)
        assert steps.state.hands == {"box-1": steps.things("4")}


def test_a_throw_that_is_void_is_as_if_it_had_not_been_thrown() -> None:
    text = DICE + (
        "Article 2\n  “thrower” throws “die”.\n  “player” with “high” chooses “stay”.\n"
        "Article 3\n  when “cocked” happens to “thrower”, then the hand of “thrower” is void.\n"
    )
    assert Steps(text, placed("high")).give("3 3").happen("cocked", "thrower").state.thrown == {}


def test_an_irregularity_that_changes_nothing_is_counted_and_told() -> None:
    steps = Steps(EVENTS, ONE).give("4").happen("slip", "box-1", 2)
    assert steps.state.events == {("slip", "box-1"): 2}
    assert [(t.kind, t.provisions, t.values) for t in steps.told[1:]] == [
        ("event", ("art_22",), ("slip", 2)),
        ("round-stands", ("art_22",), ()),
    ]
    assert isinstance(steps.node, ChanceNode)


def test_the_exception_for_one_party_prevails() -> None:
    assert Steps(EVENTS, ONE).give("4").happen("slip", "dealer").state.void


def test_an_irregularity_that_no_provision_covers_is_an_open_question() -> None:
    steps = Steps(EVENTS, ONE).give("4 3")
    after = steps.process.happen(steps.state, "misdeal", "box-1")
    assert isinstance(after, Undecided)
    assert (after.problem, after.about) == ("gap", "misdeal")


def test_a_condition_on_dealing_holds_only_in_the_midst_of_it() -> None:
    steps = Steps(EVENTS, ONE, placed("raise", 2, 2)).give("4")
    assert isinstance(steps.process.happen(steps.state, "cough", "box-1"), State)
    assert isinstance(steps.process.happen(steps.give("2 1").state, "cough", "box-1"), Undecided)


def test_irregularities_of_a_party_add_up() -> None:
    """Twice at once or one after the other; those of others do not count."""
    steps = Steps(EVENTS, ONE).give("4").happen("sneeze", "box-1").happen("sneeze", "dealer")
    assert not steps.state.over


# ── Repetitions ─────────────────────────────────────────────────────────────


def test_a_repetition_is_told_by_the_provision_that_sends_back() -> None:
    text = DICE + (
        "Article 2\n  “thrower” throws “die”.\nArticle 3\n  repeat article 2 until the total of “thrower” is 4.\n"
    )
    steps = Steps(text).give("3 3 2 2")
    assert steps.kinds() == ["thrown", "repeated", "thrown"]
    assert steps.told[1] == Told("repeated", ("art_3",), "", ("from",), ("art_2",))


@pytest.mark.parametrize(
    ("guard", "norm"), [("when {}, then ", ""), ("", "when {}, then ")], ids=["of-the-step", "of-the-norm"]
)
@pytest.mark.parametrize(("second", "drawing"), [(5, ["player-1"]), (10, ["player-1", "player-2"])])
def test_each_bettor_who_follows_rules_is_asked_for_their_own_stakes(
    guard: str, norm: str, second: int, drawing: list[str]
) -> None:
    """Beside the 10 of the first, 5 are not the largest stake, and other 10 are, too."""
    largest = "“player” has the largest stake"
    text = pack("3, 2 and 1", "2 packs") + (
        f"Article 2\n  bets are accepted.\n  {guard.format(largest)}“player” follows the rules on “draw”.\n"
        f"Article 3\n  {norm.format(largest)}“player” must “draw”.\n  upon “draw”: takes one “card”.\n"
        f"  when it is not so that {largest}, then “player” must not “draw”.\n"
    )
    bets = (Placed(f"player-{n}", "", "ante", stake, "", f"player-{n}") for n, stake in ((1, 10), (2, second)))
    steps = Steps(text, *bets).give("1 2 3"[: 2 * len(drawing) - 1])
    assert [told.party for told in steps.told if told.kind == "drawn"] == drawing


def test_a_round_that_repeats_itself_for_ever_is_refused() -> None:
    """Nothing happens between one repetition and the next, so that no other state can come."""
    text = DICE + (
        "Article 2\n  “thrower” performs “bow”.\nArticle 3\n  repeat article 2 until the total of “thrower” is 4.\n"
    )
    with pytest.raises(UnsettledCase) as refusal:
        Steps(text)
    assert (refusal.value.key, refusal.value.provisions) == ("too-many-repetitions", ("art_3",))


def test_a_duty_that_changes_nothing_and_never_ends_is_refused() -> None:
    text = CARDS + (
        "Article 2\n  “dealer” must “wait”.\nArticle 3\n"
        "  “dealer” repeatedly follows the rules on “wait”, until the total of “dealer” is 4.\n"
    )
    with pytest.raises(UnsettledCase) as refusal:
        Steps(text)
    assert refusal.value.key == "too-many-repetitions"


def test_a_process_may_be_stepped_one_operation_at_a_time() -> None:
    steps = Steps(CARDS + DEAL.format(batch=1, count=1))
    process: Process = steps.process
    state = process.start()
    node = process.step(state)
    assert isinstance(node, ChanceNode)
    after = process.step(process.give(node, steps.things("3")[0]))
    assert isinstance(after, State)
    assert after.pc == state.pc + 1
