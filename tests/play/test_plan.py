"""The program of a round: each step of a text, the operations that it becomes, and where they lead."""

from fractions import Fraction

import pytest

from lexludi.play import plan as p
from lexludi.play.plan import Alter, Ask, BetOpen, Bets, Branch, Chance, Finish, Jump, Plan, Stop, Tell, Verb, Who
from lexludi.rules import meaning as m
from lexludi.rules.model import Range
from small import bound, placed, plan_of

# Two dice of three faces; everybody bets nowhere in particular.
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
# Cards that count 1 to 4, three of each; players bet at boxes.
CARDS = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 3 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there are 9 “box”.
  “player” bets at “box”.
  “ante” is a bet.
  “raise” is a bet.
"""
TOTAL = m.Total("thrower")


def ops(plan: Plan) -> list[p.Op]:
    return list(plan.ops)


# ── One step after another ──────────────────────────────────────────────────


def test_steps_come_in_the_order_of_the_text_and_the_round_is_over_after_the_last() -> None:
    text = DICE + "Article 2\n  bets are accepted.\nArticle 3\n  “thrower” throws “die”.\n"
    assert ops(plan_of(text)) == [
        Bets(("art_2",)),
        Chance(Verb.THROW, "die", ("thrower",), 2, ("art_3",)),
        Finish(),
        Stop(),
    ]


def test_betting_is_where_bets_are_accepted() -> None:
    text = DICE + "Article 2\n  “thrower” throws “die”.\n  bets are accepted.\n  “thrower” throws “die”.\n"
    assert plan_of(text).betting == (1,)


def test_what_is_done_and_told_changes_nothing() -> None:
    text = CARDS + "Article 2\n  “dealer” shuffles “card”.\n  “dealer” performs “cut”.\n"
    assert ops(plan_of(text))[:2] == [
        Tell("shuffled", ("art_2",), "dealer", ("kind",), ("card",)),
        Tell("performed", ("art_2",), "dealer", ("action",), ("cut",)),
    ]


def test_a_marker_is_placed() -> None:
    assert ops(plan_of(CARDS + "Article 2\n  “marker” is placed above the last 3.\n"))[0] == Alter(
        m.PlaceMarker("marker", 3), Who(), ("art_2",)
    )


def test_burning_by_number_and_by_the_first() -> None:
    text = CARDS + (
        "Article 2\n  burn a number of “card” equal to 2.\n"
        "Article 3\n  burn as many “card” as the first one counts, but 4 if it counts zero.\n"
    )
    assert ops(plan_of(text))[:2] == [
        Chance(Verb.BURN, "card", (), 2, ("art_2",)),
        Chance(Verb.BURN, "card", (), None, ("art_3",), instead=4),
    ]


@pytest.mark.parametrize(("instead", "with_first", "more"), [(0, False, 0), (4, False, 4), (4, True, 3), (0, True, 0)])
def test_after_a_first_that_counts_zero_as_many_are_burned_as_the_sentence_says(
    instead: int, with_first: bool, more: int
) -> None:
    burn = Chance(Verb.BURN, "card", (), None, (), instead=instead, with_first=with_first)
    assert burn.more_after(0) == more
    assert burn.more_after(3) == 3 - with_first


def test_a_round_that_ends_leads_to_its_end() -> None:
    text = DICE + "Article 2\n  when the total of “thrower” is 2, then the round ends.\nArticle 3\n  settle “high”.\n"
    assert ops(plan_of(text, placed("high"))) == [
        Branch(m.InRanges(TOTAL, (Range(2, 2),)), Who(), 3, provisions=("art_2",)),
        Tell("round-ended", ("art_2",)),
        Jump(5),
        Branch(BetOpen("high"), Who("", 0), 5),
        p.Settle(0),
        Finish(),
        Stop(),
    ]


def test_what_is_looked_at_when_the_round_is_over_comes_after_its_end() -> None:
    text = CARDS + "Article 2\n  when use of “card” begins, then after this round 2 rounds remain.\n"
    assert ops(plan_of(text)) == [
        Finish(),
        Branch(m.Fact(m.UseBegins("card")), Who(), 3, provisions=("art_2",)),
        Alter(m.RoundsLeft(2), Who(), ("art_2",)),
        Stop(),
    ]
    assert plan_of(text).finish == 0


def test_a_condition_leads_past_the_step_where_it_does_not_hold() -> None:
    text = DICE + "Article 2\n  when the total of “thrower” is higher than 3, then “thrower” throws “die”.\n"
    assert ops(plan_of(text))[:3] == [
        Branch(m.Compare(TOTAL, 3, 1), Who(), 2, provisions=("art_2",)),
        Chance(Verb.THROW, "die", ("thrower",), 2, ("art_2",)),
        Finish(),
    ]


def test_a_throw_has_as_many_objects_as_the_material() -> None:
    text = DICE.replace("2 “die”", "3 “die”") + "Article 2\n  “thrower” throws “die”.\n"
    assert ops(plan_of(text))[0] == Chance(Verb.THROW, "die", ("thrower",), 3, ("art_2",))


# ── Who is concerned, in which order ────────────────────────────────────────

DEAL = (
    CARDS + "Article 2\n"
    "  deal to each “box” with a bet, and then “dealer”, two “card” at a time, face up, until each has 3.\n"
)


def test_a_deal_reaches_holders_with_bets_in_the_order_of_their_numbers_and_then_the_others() -> None:
    """Box 9 comes before box 10, whoever bet first, and a box with two bets once."""
    text = DEAL.replace("9 “box”", "12 “box”")
    plan = plan_of(text, placed("ante", 2, 10), placed("ante", 1, 9), placed("raise", 3, 10))
    assert ops(plan)[0] == Chance(
        Verb.DEAL, "card", ("box-9", "box-10", "dealer"), 3, ("art_2",), batch=2, face_up=True
    )


def test_a_deal_reaches_nobody_without_a_bet() -> None:
    assert ops(plan_of(DEAL))[0] == Chance(Verb.DEAL, "card", ("dealer",), 3, ("art_2",), batch=2, face_up=True)


def test_bettors_are_dealt_to_in_the_order_of_the_places_where_they_bet() -> None:
    text = CARDS + "Article 2\n  deal to each “player” with a bet, one “card” at a time, face down, until each has 1.\n"
    bets = (
        p.Placed("ana", "box-5", "ante", 1, "", "ana"),
        p.Placed("rui", "box-2", "ante", 1, "", "rui"),
        p.Placed("ana", "box-1", "ante", 1, "", "ana"),
    )
    first = ops(plan_of(text, *bets))[0]
    assert isinstance(first, Chance)
    assert (first.units, first.face_up) == (("ana", "rui"), False)


def test_each_hand_is_turned_up_by_itself() -> None:
    text = CARDS + "Article 2\n  turn up the hand of “box”.\n  turn up the hand of “dealer”.\n"
    assert ops(plan_of(text, placed("ante", 1, 4), placed("ante", 2, 2)))[:3] == [
        Alter(p.TurnUp(), Who("box-2"), ("art_2",)),
        Alter(p.TurnUp(), Who("box-4"), ("art_2",)),
        Alter(p.TurnUp(), Who("dealer"), ("art_2",)),
    ]


# ── Settling ────────────────────────────────────────────────────────────────


def test_bets_are_settled_by_kind_and_each_only_while_it_is_open() -> None:
    text = DICE + "Article 2\n  settle “low” and “high”.\n"
    assert ops(plan_of(text, placed("high"), placed("low", 2), placed("high", 3))) == [
        Branch(BetOpen("low"), Who("", 1), 2),
        p.Settle(1),
        Branch(BetOpen("high"), Who("", 0), 4),
        p.Settle(0),
        Branch(BetOpen("high"), Who("", 2), 6),
        p.Settle(2),
        Finish(),
        Stop(),
    ]


def test_a_condition_on_the_hand_of_the_bettor_is_asked_of_each_bet_that_is_settled() -> None:
    text = CARDS + "Article 2\n  when the total of “box” is higher than 5, then settle “ante”.\n"
    assert ops(plan_of(text, placed("ante", 1, 1), placed("ante", 2, 3)))[:6] == [
        Branch(BetOpen("ante"), Who("box-1", 0), 3),
        Branch(m.Compare(m.Total("box"), 5, 1), Who("box-1", 0), 3, provisions=("art_2",)),
        p.Settle(0, ("art_2",)),
        Branch(BetOpen("ante"), Who("box-3", 1), 6),
        Branch(m.Compare(m.Total("box"), 5, 1), Who("box-3", 1), 6, provisions=("art_2",)),
        p.Settle(1, ("art_2",)),
    ]


def test_a_condition_on_the_dealer_alone_is_asked_once_for_all_bets() -> None:
    text = CARDS + "Article 2\n  when the total of “dealer” is higher than 5, then settle “ante”.\n"
    assert ops(plan_of(text, placed("ante", 1, 1), placed("ante", 2, 3)))[:5] == [
        Branch(m.Compare(m.Total("dealer"), 5, 1), Who(), 5, provisions=("art_2",)),
        Branch(BetOpen("ante"), Who("box-1", 0), 3),
        p.Settle(0, ("art_2",)),
        Branch(BetOpen("ante"), Who("box-3", 1), 5),
        p.Settle(1, ("art_2",)),
    ]


def test_a_condition_on_a_choice_or_a_bet_is_asked_of_each_party() -> None:
    for condition in ("“player” has chosen “stay”", "“player” combines bets", "“box” has a bet"):
        text = CARDS + f"Article 2\n  when {condition}, then settle “ante”.\n  “player” with “ante” chooses “stay”.\n"
        first, second, *_ = ops(plan_of(text, placed("ante", 1, 1)))
        assert first == Branch(BetOpen("ante"), Who("box-1", 0), 3)
        assert isinstance(second, Branch)
        assert second.who == Who("box-1", 0)


def test_a_bet_that_may_move_to_a_kind_is_asked_about_where_that_kind_is_settled() -> None:
    """Also where it moves there in two moves."""
    text = DICE + (
        "  “middle” is a bet.\nArticle 2\n  upon “up”: “low” moves to “middle”.\n"
        "  upon “over”: “middle” moves to “high”.\n"
        "  settle “high”.\n  settle “low”.\n"
    )
    offered = "  “player” with “low” chooses “up” or “stay”.\n  “player” with “middle” chooses “over” or “stay”.\n"
    assert _settled(text + offered) == [0, 1, 0]
    assert _settled(text) == [1, 0], "nobody can do what moves it"
    assert _settled(text + "  “player” may “up”.\n  “player” may “over”.\n") == [0, 1, 0]


def _settled(text: str) -> list[int]:
    return [op.bet for op in ops(plan_of(text, placed("low"), placed("high"))) if isinstance(op, p.Settle)]


# ── Choices ─────────────────────────────────────────────────────────────────

CHOICE = CARDS + "Article 2\n  “player” with “ante” chooses “play” or “fold”.\n  upon “fold”: “ante” loses half.\n"


def test_each_action_of_a_choice_leads_to_what_follows_from_it() -> None:
    assert ops(plan_of(CHOICE, placed("ante", 1, 3))) == [
        Branch(BetOpen("ante"), Who("box-3", 0), 7),
        Ask(Who("box-3", 0), "player-1", False, ("play", "fold"), (2, 4), ("art_2",), after=7),
        Alter(p.Chosen("play"), Who("box-3", 0), ("art_2",), "player-1", False),
        Jump(7),
        Alter(p.Chosen("fold"), Who("box-3", 0), ("art_2",), "player-1", False),
        Alter(m.Lose("ante", Fraction(1, 2)), Who("box-3", 0), ("art_2",), "player-1", False),
        Jump(7),
        Finish(),
        Stop(),
    ]


def test_bettors_choose_in_the_order_of_their_places_and_only_with_the_bet_named() -> None:
    plan = plan_of(CHOICE, placed("ante", 2, 7), placed("raise", 3, 1), placed("ante", 1, 4))
    assert [op.who for op in ops(plan) if isinstance(op, Ask)] == [Who("box-4", 2), Who("box-7", 0)]


def test_a_choice_of_a_hand_is_asked_once_of_the_first_open_bet_that_plays_with_it() -> None:
    text = CARDS + "Article 2\n  “box” with “ante” chooses “play”.\n"
    assert ops(plan_of(text, placed("ante", 1, 3), placed("ante", 2, 3))) == [
        Branch(BetOpen("ante"), Who("box-3", 0), 5),
        Ask(Who("box-3", 0), "player-1", True, ("play",), (2,), ("art_2",), after=4),
        Alter(p.Chosen("play"), Who("box-3", 0), ("art_2",), "player-1", True),
        Jump(4),
        Jump(10),
        Branch(BetOpen("ante"), Who("box-3", 1), 10),
        Ask(Who("box-3", 1), "player-2", True, ("play",), (7,), ("art_2",), after=9),
        Alter(p.Chosen("play"), Who("box-3", 1), ("art_2",), "player-2", True),
        Jump(9),
        Jump(10),
        Finish(),
        Stop(),
    ]


def test_a_guarded_choice_is_asked_of_those_for_whom_the_condition_holds() -> None:
    text = (
        CARDS + "Article 2\n  when the total of “player” is lower than 4, then “player” with “ante” chooses “play”.\n"
    )
    guard = m.Compare(m.Total("player"), 4, -1)
    plan = ops(plan_of(text, placed("ante", 1, 1), placed("ante", 2, 2)))
    assert [op for op in plan if isinstance(op, Branch)] == [
        Branch(BetOpen("ante"), Who("box-1", 0), 5),
        Branch(guard, Who("box-1", 0), 5, provisions=("art_2",)),
        Branch(BetOpen("ante"), Who("box-2", 1), 10),
        Branch(guard, Who("box-2", 1), 10, provisions=("art_2",)),
    ]


def test_a_repeated_choice_is_asked_until_a_condition_holds_the_bet_is_decided_or_the_turn_ends() -> None:
    text = CARDS + (
        "Article 2\n"
        "  “player” with “ante” repeatedly chooses “hit” or “stand”, until the total of “player” is higher than 8.\n"
        "  upon “hit”: takes one “card”.\n  upon “stand”: the turn ends.\n"
    )
    who = Who("box-1", 0)
    assert ops(plan_of(text, placed("ante", 1, 1))) == [
        Branch(BetOpen("ante"), who, 11),
        Branch(m.Compare(m.Total("player"), 8, 1), who, 3, provisions=("art_2",)),
        Jump(11),
        Ask(who, "player-1", False, ("hit", "stand"), (4, 9), ("art_2",), again=True, after=11),
        Alter(p.Chosen("hit"), who, ("art_2",), "player-1", False),
        Chance(Verb.DRAW, "card", ("box-1",), 1, ("art_2",)),
        Branch(BetOpen(), who, 8),
        Jump(1, provisions=("art_2",)),
        Jump(11),
        Alter(p.Chosen("stand"), who, ("art_2",), "player-1", False),
        Jump(11),
        Finish(),
        Stop(),
    ]


# ── Actions that rules require ──────────────────────────────────────────────

COMPLY = CARDS + (
    "Article 2\n  when the total of “dealer” is lower than 5, then “dealer” must “draw”.\n"
    "Article 3\n  upon “draw”: takes two “card”.\n"
)


def test_what_is_required_is_asked_of_the_norms_and_done() -> None:
    text = COMPLY + "Article 4\n  “dealer” follows the rules on “draw”.\n"
    assert ops(plan_of(text))[:3] == [
        p.Require("dealer", "draw", Who("dealer"), 2),
        Chance(Verb.DRAW, "card", ("dealer",), 2, ("art_3",)),
        Finish(),
    ]


def test_what_is_required_again_and_again_ends_where_the_norms_or_the_condition_say_so() -> None:
    text = COMPLY + "Article 4\n  “dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is 9.\n"
    assert ops(plan_of(text))[:6] == [
        Branch(m.InRanges(m.Total("dealer"), (Range(9, 9),)), Who("dealer"), 2, provisions=("art_4",)),
        Jump(5),
        p.Require("dealer", "draw", Who("dealer"), 5),
        Chance(Verb.DRAW, "card", ("dealer",), 2, ("art_3",)),
        Jump(0, provisions=("art_4",)),
        Finish(),
    ]


def test_a_duty_under_a_condition_on_the_hand_is_asked_of_each_holder() -> None:
    text = CARDS + (
        "Article 2\n  when the total of “box” is lower than 5, then “box” must “draw”.\n"
        "  upon “draw”: takes one “card”.\n"
        "Article 3\n  when the number of “card” of “box” is 2, then “box” follows the rules on “draw”.\n"
    )
    plan = ops(plan_of(text, placed("ante", 1, 6), placed("ante", 2, 2)))
    guard = m.InRanges(m.CountOfKind("box", "card"), (Range(2, 2),))
    assert [op for op in plan if isinstance(op, Branch)] == [
        Branch(guard, Who("box-2"), 3, provisions=("art_3",)),
        Branch(guard, Who("box-6"), 6, provisions=("art_3",)),
    ]


# ── Where a repetition goes back to ─────────────────────────────────────────

REPEAT = DICE + (
    "Article 2\n1.\n  bets are accepted.\n2.\n  “thrower” throws “die”.\n"
    "Article 3\n  repeat article 2, number 2 until the total of “thrower” is 4.\n"
)


def test_a_repetition_goes_back_to_the_first_step_of_the_provision() -> None:
    assert ops(plan_of(REPEAT)) == [
        Bets(("art_2__para_1",)),
        Chance(Verb.THROW, "die", ("thrower",), 2, ("art_2__para_2",)),
        Branch(m.InRanges(TOTAL, (Range(4, 4),)), Who(), 4, provisions=("art_3",)),
        Jump(5),
        Jump(1, "art_2__para_2", ("art_3",)),
        Finish(),
        Stop(),
    ]


def test_a_repetition_of_a_whole_article_goes_back_to_the_first_provision_below_it() -> None:
    plan = plan_of(REPEAT.replace("repeat article 2, number 2", "repeat article 2"))
    assert [op for op in ops(plan) if isinstance(op, Jump) and op.repeats] == [Jump(0, "art_2", ("art_3",))]


def test_a_repetition_goes_back_to_the_condition_of_a_step_too() -> None:
    text = REPEAT.replace("2.\n  “thrower”", "2.\n  when a “die” has been thrown, then “thrower”")
    assert [op.to for op in ops(plan_of(text)) if isinstance(op, Jump) and op.repeats] == [1]


EARLY = DICE + (
    "Article 2\n1.\n  when “player” has a bet on “high”, then “thrower” throws “die”.\n2.\n  “thrower” throws “die”.\n"
    "Article 3\n  bets are accepted.\n  when “player” has a bet on “high”, then “thrower” throws “die”.\n"
)


def test_before_bets_are_accepted_nobody_has_one() -> None:
    """What is thrown for whoever has a bet is thrown for nobody there: the program before the bets is the same."""
    alone, bet = plan_of(EARLY), plan_of(EARLY, placed("high"))
    assert alone.betting == bet.betting
    assert ops(bet)[: bet.betting[0]] == ops(alone)[: alone.betting[0]]
    assert any(isinstance(op, Branch) and op.condition == m.Always(False) for op in ops(bet)[: bet.betting[0]])
    assert not any(isinstance(op, Branch) and op.condition == m.Always(False) for op in ops(bet)[bet.betting[0] :])


def test_a_step_before_bets_to_which_a_repetition_goes_back_finds_bets_then_and_only_then() -> None:
    """The step is written twice: first for nobody, and then as it is come back to."""
    text = EARLY + "Article 4\n  repeat article 2 until the total of “thrower” is 7.\n"
    plan = plan_of(text, placed("high"))
    (back,) = (op for op in ops(plan) if isinstance(op, Jump) and op.repeats)
    first, later = ops(plan)[: back.to], ops(plan)[back.to :]
    assert first[-1] == Jump(plan.betting[0])
    assert any(isinstance(op, Branch) and op.condition == m.Always(False) for op in first)
    assert not any(isinstance(op, Branch) and op.condition == m.Always(False) for op in later)


def test_what_is_repeated_before_bets_are_accepted_finds_none() -> None:
    text = EARLY.replace("Article 3\n", "3.\n  repeat article 2 until the total of “thrower” is 7.\nArticle 3\n", 1)
    plan = plan_of(text, placed("high"))
    assert ops(plan)[: plan.betting[0]] == ops(plan_of(text))[: plan.betting[0]]
    assert [op.to for op in ops(plan) if isinstance(op, Jump) and op.repeats] == [0]


# ── Rounds that only show the game ──────────────────────────────────────────

SHOW = CARDS + (
    "Article 2\n  demonstrate 2 rounds.\nArticle 3\n  bets are accepted.\n"
    "Article 4\n  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has 1.\n"
)


def test_rounds_that_are_shown_take_no_bets_and_deal_only_to_the_house() -> None:
    deal = Chance(Verb.DEAL, "card", ("dealer",), 1, ("art_4",), face_up=True)
    shown = [Alter(p.BeginShow(), Who(), ("art_2",)), deal, Alter(p.EndShow(), Who(), ("art_2",))]
    played = Chance(Verb.DEAL, "card", ("box-1", "dealer"), 1, ("art_4",), face_up=True)
    plan = plan_of(SHOW, placed("ante", 1, 1))
    assert ops(plan) == [*shown, *shown, Bets(("art_3",)), played, Finish(), Stop()]
    assert plan.betting == (6,)
    # The beginning and the end of a round that is shown belong to the step that has it shown, not to the steps in it.
    assert [basis.step for basis in plan.bases] == [0, 2, 0, 0, 2, 0, 1, 2, -1, -1]


def test_a_repetition_within_a_round_that_is_shown_stays_in_it() -> None:
    """Each of the rounds goes back to its own deal, and the round that is played to the one after the bets."""
    text = SHOW + "Article 5\n  repeat article 4 until the total of “dealer” is 3.\n"
    plan = plan_of(text)
    deals = [pc for pc, op in enumerate(plan.ops) if isinstance(op, Chance)]
    assert [op.to for op in ops(plan) if isinstance(op, Jump) and op.repeats] == deals
    assert len(deals) == 3


def test_a_shown_round_that_ends_goes_on_with_the_next() -> None:
    text = (
        SHOW
        + "Article 5\n  when the total of “dealer” is 3, then the round ends.\nArticle 6\n  “dealer” performs “bow”.\n"
    )
    plan = plan_of(text)
    ends = [pc for pc, op in enumerate(plan.ops) if isinstance(op, Alter) and op.change == p.EndShow()]
    assert [op.to for op in ops(plan) if isinstance(op, Jump)] == [*ends, plan.finish]


# ── The program as a graph ──────────────────────────────────────────────────


def test_successors_are_the_places_that_an_operation_may_lead_to() -> None:
    plan = plan_of(CHOICE, placed("ante", 1, 3))
    assert [plan.successors(pc) for pc in range(len(plan.ops))] == [
        (1, 7), (2, 4), (3,), (7,), (5,), (6,), (7,), (8,), (),
    ]  # fmt: skip


def test_what_lies_ahead_includes_a_place_itself_only_where_the_round_comes_back_to_it() -> None:
    plan = plan_of(REPEAT)
    assert plan.ahead[0] == frozenset(range(1, 7))
    assert plan.ahead[1] == frozenset(range(1, 7))
    assert plan.ahead[5] == {6}
    assert plan.ahead[6] == frozenset()


def test_the_program_of_an_act_is_what_follows_from_it_and_nothing_else() -> None:
    text = (
        CARDS + "Article 2\n  bets are accepted.\n  upon “leave”: after this round 0 rounds remain; takes one “card”.\n"
    )
    plan = p.follow_up(bound(text), "leave", "box-2", "ana")
    assert ops(plan) == [
        Alter(m.RoundsLeft(0), Who("box-2"), ("art_2",), "ana"),
        Chance(Verb.DRAW, "card", ("box-2",), 1, ("art_2",)),
        Stop(),
        # Where a round that becomes void meanwhile ends.
        Finish(),
        Stop(),
    ]
    assert ops(p.follow_up(bound(text), "stay", "box-2", "ana")) == [Stop(), Finish(), Stop()]


def test_holders_stand_in_the_order_of_their_numbers() -> None:
    assert sorted(["box-10", "dealer", "box-9", "player-2", "ana"], key=p.place) == [
        "ana", "box-9", "box-10", "dealer", "player-2",
    ]  # fmt: skip
