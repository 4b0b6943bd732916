"""Rounds one after another: what lasts from one to the next, what begins afresh, and what is kept."""

import pickle
from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import copy, deepcopy

import pytest

from lexludi.base.errors import InvalidStack, UnsettledCase
from lexludi.play.actions import Deal, Irregularity, PlaceBet
from lexludi.play.game import Round
from lexludi.play.session import Session
from small import game_of, pack

# Three numbers, four of each: twelve cards; each round deals one to the bank and one to the guest.
RETURNED = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 4 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  there is one “guest”.
  “player” bets.
  “high” is a bet.
  “low” is a bet.
  “level” is a bet.
  the score records “high”, “low” and “level”.
Article 2
1)
  bets are accepted.
2)
  deal to “bank”, and then “guest”, one “card” at a time, face up, until each has 1.
3)
  settle “high”, “low” and “level”.
Article 3
  when the total of “bank” is higher than the total of “guest”, then “high” pays 1 to 1.
  when the total of “bank” is lower than the total of “guest”, then “high” loses.
  when the total of “bank” is equal to the total of “guest”, then “high” stays for the next round.
  when the total of “bank” is lower than the total of “guest”, then “low” pays 1 to 1.
  in every other case, “low” loses.
  when the total of “bank” is equal to the total of “guest”, then “level” pays 1 to 1.
"""
LEVEL_LOSES = "  when it is not so that the total of “bank” is equal to the total of “guest”, then “level” loses.\n"
RETURNED += LEVEL_LOSES
# The marker appears with ten cards left, after the first round; two rounds more are played with the objects in use.
LASTING = RETURNED.replace(
    "Article 2\n1)\n", "Article 2\n1)\n  when use of “card” begins, then “marker” is placed above the last 10.\n"
)
LASTING += "Article 4\n  when “marker” appears, then after this round 2 rounds remain.\n"


def play(round_: Round, *bets: str) -> Round:
    for bet in bets:
        round_.apply(PlaceBet("", "", bet, 10))
    round_.apply(Deal())
    return round_


def drawn(round_: Round) -> list[str]:
    return round_.game.questions.judge.hands.material.symbols(round_.drawn)


def play_all(session: Session, rounds: int) -> list[list[str]]:
    return [drawn(play(session.new_round())) for _ in range(rounds)]


# ── Rounds that begin afresh ────────────────────────────────────────────────


def test_rounds_are_counted_and_the_last_is_at_hand() -> None:
    session = Session(game_of(RETURNED), seed=1)
    assert (session.number, session.last) == (0, None)
    first = session.new_round()
    assert (session.number, session.last) == (1, first)
    second = session.new_round()
    assert (session.number, session.last, second.number) == (2, second, 2)


def test_objects_that_are_returned_are_all_there_again() -> None:
    session = Session(game_of(RETURNED), seed=1)
    play(session.new_round())
    assert session.left("card") == 10
    session.new_round()
    assert session.left("card") == 12
    assert not session.is_exhausted


def test_the_same_seed_gives_the_same_rounds_and_one_differs_from_the_next() -> None:
    rounds = play_all(Session(game_of(RETURNED), seed=5), 6)
    assert rounds == play_all(Session(game_of(RETURNED), seed=5), 6)
    assert len({tuple(cards) for cards in rounds}) > 1
    assert rounds != play_all(Session(game_of(RETURNED), seed=6), 6)


def test_without_a_seed_the_session_tells_the_one_that_it_made() -> None:
    session = Session(game_of(RETURNED))
    assert session.seed is not None
    assert play_all(session, 3) == play_all(Session(game_of(RETURNED), seed=session.seed), 3)


# ── Objects that last ───────────────────────────────────────────────────────


def test_objects_that_last_are_used_up_round_by_round() -> None:
    """Twelve cards, two a round; after the first round two more follow, and then all twelve are there again."""
    session = Session(game_of(LASTING), seed=1)
    left, exhausted, first = [], [], []
    for _ in range(4):
        play(session.new_round())
        left.append(session.left("card"))
        exhausted.append(session.is_exhausted)
        first.append(session.first)
    assert left == [10, 8, 6, 10]
    assert exhausted == [False, False, True, False]
    assert first == [1, 1, 1, 4]


def test_what_is_said_of_the_last_rounds_is_of_objects_that_last() -> None:
    """No word of when their use begins: the marker still stands above the last ten of twelve, and two rounds follow."""
    session = Session(game_of(LASTING.replace("when use of “card” begins, then ", "")), seed=1)
    left = []
    for _ in range(4):
        play(session.new_round())
        left.append(session.left("card"))
    assert left == [10, 8, 6, 10]


def test_objects_put_back_in_some_cases_alone_stay_out_in_the_others() -> None:
    """Two of twelve cards go with each round, and all return with one in which the bank has a 1; by hand from that."""
    back = "Article 4\n  when the round is over{}, then put “cards” back into “shoe”.\n"
    session = Session(game_of(RETURNED + back.format(", and the total of “bank” is 1")), seed=5)
    expected, left, ones = 12, [], 0
    for _ in range(12):
        bank, _guest = drawn(play(session.new_round()))
        ones += bank == "1"
        expected = 12 if bank == "1" else expected - 2
        left.append(session.left("card") == expected)
    assert left == [True] * 12
    assert 0 < ones < 12
    always = game_of(RETURNED + back.format(""))
    assert not always.lasting


def test_no_card_comes_more_often_than_it_is_there_while_objects_last() -> None:
    session = Session(game_of(LASTING), seed=3)
    cards = [card for round_ in play_all(session, 3) for card in round_]
    assert max(cards.count(card) for card in "321") <= 4


def test_use_begins_with_the_first_round_unless_the_objects_are_given() -> None:
    def fresh(session: Session) -> list[bool]:
        return [play(session.new_round()).begins_stock for _ in range(2)]

    assert fresh(Session(game_of(LASTING), seed=1)) == [True, False]
    assert fresh(Session(game_of(LASTING), cards="1 2 3 1")) == [False, False]
    assert fresh(Session(game_of(LASTING), cards="1 2 3 1", fresh=True))[0] is True
    assert fresh(Session(game_of(LASTING), seed=1, fresh=False))[0] is False


# Two markers among twelve cards, two of which come in a round: seven and three are left behind them.
MARKED = RETURNED.replace(
    "Article 2\n1)\n",
    "Article 2\n1)\n  when use of “card” begins, then “{0}” is placed above the last {1}.\n"
    "  when use of “card” begins, then “{2}” is placed above the last {3}.\n",
)
MARKED += (
    "  “by marker” is a bet.\n  settle “by marker”.\n"
    "  when “first” appears, and “second” appears, then “by marker” pays 4 to 1.\n"
    "  when “first” appears, and it is not so that “second” appears, then “by marker” pays 3 to 1.\n"
    "  when “second” appears, and it is not so that “first” appears, then “by marker” pays 2 to 1.\n"
    "  in every other case, “by marker” loses.\n"
    "Article 4\n  when “second” appears, then after this round 0 rounds remain.\n"
)


@pytest.mark.parametrize("placed", [("first", 7, "second", 3), ("second", 3, "first", 7)])
def test_each_marker_has_its_own_place(placed: tuple[object, ...]) -> None:
    """Ten, eight, six, four and two cards are left: the first appears with six, the second with two."""
    session = Session(game_of(MARKED.format(*placed)), seed=1)
    gains, exhausted = [], []
    for _ in range(6):
        gains.append(play(session.new_round(), "by-marker").returns()["player-1"])
        exhausted.append(session.is_exhausted)
    assert gains == [-10, -10, 30, 30, 40, -10]
    assert exhausted == [False, False, False, False, True, False]


# The marker lies in its place whether use begins or not, so that three rounds are played with the objects either way.
BURNED = RETURNED.replace(
    "Article 2\n1)\n",
    "Article 2\n1)\n  “marker” is placed above the last 10.\n"
    "  when use of “card” begins, then burn a number of “card” equal to 1.\n",
)
BURNED += "Article 4\n  when “marker” appears, then after this round 2 rounds remain.\n"


def test_use_of_new_objects_begins_with_their_first_round_whatever_was_said_of_those_before() -> None:
    """One card is burned when use begins, and two are dealt; of objects that are given none, unless it is said."""

    def drawn_each(session: Session) -> list[int]:
        return [len(cards) for cards in play_all(session, 7)]

    assert drawn_each(Session(game_of(BURNED), seed=1)) == [3, 2, 2, 3, 2, 2, 3]
    assert drawn_each(Session(game_of(BURNED), seed=1, fresh=False)) == [2, 2, 2, 3, 2, 2, 3]
    cards = "3 1 2 2 1 3 2 1 3 2 1 1 3 2 1 2 3"
    assert drawn_each(Session(game_of(BURNED), cards=cards, fresh=True)) == [3, 2, 2, 3, 2, 2, 3]
    assert drawn_each(Session(game_of(BURNED), cards=cards)) == [2] * 7


# ── Objects that are given ──────────────────────────────────────────────────


@pytest.mark.parametrize("text", [RETURNED, LASTING])
def test_given_objects_come_round_after_round_in_their_order(text: str) -> None:
    session = Session(game_of(text), cards="3 1 2 2 1 3")
    assert session.seed is None
    assert play_all(session, 3) == [["3", "1"], ["2", "2"], ["1", "3"]]
    with pytest.raises(InvalidStack):
        play(session.new_round())


def test_an_object_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidStack):
        Session(game_of(RETURNED), cards="4")


def test_of_objects_that_are_returned_each_round_may_be_given_all() -> None:
    """Of four threes each round takes two, and they are there again."""
    assert play_all(Session(game_of(RETURNED), cards="3 3 3 3 3 3"), 3) == [["3", "3"]] * 3


@pytest.mark.parametrize("listed", [True, False], ids=["in one list", "round by round"])
def test_of_objects_that_last_no_more_may_be_given_than_are_left(listed: bool) -> None:
    """Two rounds take all four threes, so that the fifth is refused; the third round may have other cards."""
    session = Session(game_of(LASTING), cards="3 3 3 3 3 1" if listed else ())
    for left in (10, 8):
        play(session.new_round(None if listed else ["3", "3"]))
        assert session.left("card") == left
    with pytest.raises(InvalidStack) as refusal:
        play(session.new_round(None if listed else ["3", "1"]))
    assert refusal.value.key == "too-many-of-one"
    assert refusal.value.args_by_name == {"text": "3", "available": 4}
    assert refusal.value.provisions == ("art_1",)


def test_the_objects_of_a_record_come_in_place_of_chance_for_one_round() -> None:
    session = Session(game_of(RETURNED), seed=1)
    assert drawn(play(session.new_round(["3", "1"]))) == ["3", "1"]
    assert drawn(play(session.new_round(["2", "2"]))) == ["2", "2"]


# ── What goes from round to round ───────────────────────────────────────────


def test_a_bet_that_stays_is_there_when_the_next_round_opens() -> None:
    """2 and 2 are level: “high” stays, and is decided by 3 over 1."""
    session = Session(game_of(RETURNED), cards="2 2 3 1 3 1")
    play(session.new_round(), "high", "low")
    second = session.new_round()
    assert [(bet.bet, bet.stake, bet.result) for bet in second.state.bets] == [("high", 10, "")]
    play(second)
    assert second.returns() == {"player-1": 10}
    assert session.new_round().state.bets == ()


def test_statuses_are_those_of_every_round() -> None:
    text = RETURNED + "Article 5\n  each “player” is either “seated” or “standing”.\n"
    session = Session(game_of(text), seed=1, statuses={"ana": "standing"})
    rounds: Iterable[Round] = (session.new_round(), session.new_round())
    for round_ in rounds:
        assert [status for (party, _), status in round_.state.statuses.items() if party == "ana"] == ["standing"]


def test_the_score_has_the_bets_that_win_in_each_round_with_the_objects_in_use() -> None:
    """3 over 1, then 2 and 2, then 1 under 3, placed or not; a round in progress is not yet scored."""
    session = Session(game_of(RETURNED), cards="3 1 2 2 1 3 1 1")
    scores = [session.score()]
    for _ in range(3):
        round_ = session.new_round()
        scores.append(session.score())
        play(round_)
    assert scores == [[], [], [("high",)], [("high",), ("level",)]]
    assert session.score() == [("high",), ("level",), ("low",)]


def test_a_void_round_is_not_scored() -> None:
    text = RETURNED + "Article 4\n  when “slip” happens, then the round is void and so are its bets.\n"
    session = Session(game_of(text), cards="3 1 3 1 2 2")
    first = session.new_round()
    first.apply(Irregularity("slip", after=1))
    first.apply(Deal())
    assert first.state.void
    assert session.score() == []
    play(session.new_round())
    assert len(session.score()) == 1


def test_what_came_in_a_round_that_was_broken_off_does_not_come_again() -> None:
    """Three cards, one a round; a three is no number that the round keeps, and breaks it off."""
    text = pack("3, 2 and 1") + (
        "  “mark” is a number kept during the round: 1 through 2.\n"
        "Article 2\n  when use of “card” begins, then “bank” shuffles “card”.\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face up, until each has 1.\n"
        "  “mark” becomes the total of “bank”.\n  settle “ante”.\nArticle 3\n  “ante” loses.\n"
    )
    for seed in range(9):
        session, left, shuffled = Session(game_of(text), seed=seed), [], 0
        for _ in range(3):
            round_ = session.new_round()
            round_.apply(PlaceBet("player-1", "", "ante", 1))
            with suppress(UnsettledCase):
                round_.apply(Deal())
            left.append(session.left("card"))
            shuffled += sum(step.kind == "shuffled" for step in round_.steps)
        assert (left, shuffled) == ([2, 1, 0], 1)


def test_the_score_begins_again_with_new_objects() -> None:
    session = Session(game_of(LASTING), seed=1)
    lengths = []
    for _ in range(4):
        play(session.new_round())
        lengths.append(len(session.score()))
    assert lengths == [1, 2, 3, 1]


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda session: pickle.loads(pickle.dumps(session))])
@pytest.mark.parametrize("text", [RETURNED, LASTING])
def test_a_copy_goes_on_by_itself_with_the_same_chance(text: str, copied: Callable[[Session], Session]) -> None:
    session = Session(game_of(text), seed=1)
    play(session.new_round(), "low")
    other = copied(session)
    found = [[drawn(play(each.new_round(), "low")) for _ in range(6)] for each in (other, session)]
    assert found[0] == found[1]
    assert other.score() == session.score()
