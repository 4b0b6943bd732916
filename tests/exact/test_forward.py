"""Forward through all rounds of small texts: which rows there are at each place, how they end, what is refused."""

from fractions import Fraction

import numpy as np
import pytest

from choosing import BY_TOTAL, CHOICE, DEALT, chances, forward_of, start_of
from lexludi.exact import budget
from lexludi.exact import forward as forward_
from lexludi.exact.budget import Budget, NotAnalysed, TooLarge
from lexludi.exact.forward import Forward
from lexludi.exact.graph import EntryNode, Layer, Rows
from lexludi.exact.odds import odds
from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.exact.slices import HAND
from lexludi.exact.symmetry import Symmetry
from lexludi.play.plan import Ask, Chance, Settle
from small import pack, rules_of


def expanded(text: str) -> Forward:
    forward = forward_of(text)
    forward.expand([start_of(forward)])
    return forward


def rows_at(forward: Forward, kind: type) -> list[int]:
    """How many rows there are at each operation of a kind."""
    return [len(layer.rows) for layer in forward.layers if isinstance(forward.plan.ops[layer.pc], kind)]


def results(forward: Forward) -> set[tuple[str, Fraction | None]]:
    return {(end.result, end.net) for end in forward.states.ends if isinstance(end, Outcome)}


def test_all_rounds_are_followed_place_by_place() -> None:
    """One row before the first deal, three hands at the choice, three again before the bank's deal, six at the end."""
    forward = expanded(BY_TOTAL)
    assert rows_at(forward, Chance) == [1, 3]
    assert rows_at(forward, Ask) == [3]
    assert rows_at(forward, Settle) == [6]
    assert results(forward) == {("win", 1), ("lose", -1), ("surrender", Fraction(-1, 2))}


def test_edges_lead_to_the_rows_that_come_of_theirs() -> None:
    forward = expanded(BY_TOTAL)
    (met,) = forward.layers[0].edges
    assert len(forward.layers[met.layer].rows) == len(set(met.target.tolist())) == 3
    ((_, after, edge),) = forward.operate(Layer(forward.layers[0].pc, forward.rows_of(start_of(forward))))
    assert edge.source.tolist() == [0, 0, 0]
    assert edge.ways is not None
    assert edge.ways.tolist() == [1, 1, 1]
    hands = after.column((HAND, "player-1"))
    assert sorted(forward.table.objects(int(hand)) for hand in hands) == [(0,), (1,), (2,)]


@pytest.mark.parametrize("chooses", [False, True])
def test_rows_of_a_node_are_let_go_before_the_next_unless_somebody_chooses_among_them(chooses: bool) -> None:
    choice = "3)\n  “player” with “ante” chooses “play” or “fold”.\n4)"
    assert choice in BY_TOTAL
    forward = expanded(BY_TOTAL if chooses else BY_TOTAL.replace(choice, "3)"))
    of_one = forward.meter.rows
    for number in (2, 3):
        forward.expand([start_of(forward)])
        assert forward.meter.rows == of_one * (number if chooses else 1)


def test_equal_rows_are_one() -> None:
    """Four packs: of the 66 pairs of cards that the bettor may get there are six different hands."""
    two = BY_TOTAL.replace("1 pack", "4 packs").replace("face down, until each has 1", "face down, until each has 2")
    assert rows_at(expanded(two), Ask) == [6]


def test_every_end_of_the_last_layer_is_noted_with_its_rows() -> None:
    """The bettor is higher in three of the six deals of two of three cards."""
    forward = expanded(BY_TOTAL)
    (settle,) = [layer for layer in forward.layers if isinstance(forward.plan.ops[layer.pc], Settle)]
    (ended,) = settle.ended
    ends = [forward.states.ends[number] for number in ended.ends.tolist()]
    assert sorted(end.result for end in ends if isinstance(end, Outcome)) == ["lose"] * 3 + ["win"] * 3
    assert settle.edges == []


def test_a_choice_has_what_is_seen_and_what_is_legal() -> None:
    forward = expanded(BY_TOTAL)
    (choice,) = forward.choices
    assert choice.op.provisions == CHOICE
    player, bank = choice.seen[HAND, "player-1"], choice.seen[HAND, "bank"]
    assert (player > 0).all()
    assert (bank == -1).all(), "the bank holds nothing yet: less one, less its size"
    assert choice.layer.legal is not None
    assert choice.layer.legal.tolist() == [[True, True]] * 3


def test_a_hand_that_lies_hidden_shows_its_size_and_an_open_one_itself() -> None:
    face_down = BY_TOTAL.replace(
        "3)\n  “player”", "3)\n  deal to “bank”, one “card” at a time, face down, until each has 1.\n4)\n  “player”"
    ).replace("4)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n5)", "5)")
    (hidden,) = expanded(face_down).choices
    assert set(hidden.seen[HAND, "bank"].tolist()) == {-2}
    (seen,) = expanded(
        face_down.replace("“bank”, one “card” at a time, face down", "“bank”, one “card” at a time, face up")
    ).choices
    assert (seen.seen[HAND, "bank"] > 0).all()


def test_a_hand_that_is_turned_up_is_seen_from_then_on() -> None:
    """In three of six deals the bettor is higher and plays; in the others half is lost."""
    first = "deal to each “player” with a bet, one “card” at a time, face down, until each has 1"
    both = first.replace("with a bet", "with a bet, and then “bank”")
    text = BY_TOTAL.replace(first, f"{both}.\n  turn up the hand of “bank”")
    assert chances(text).expectation == Fraction(1, 2) - Fraction(1, 4)
    # Not turned up, it might as well come later.
    assert chances(BY_TOTAL.replace(first, both)).expectation == Fraction(1, 6)


DIVIDED = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  each hand belongs to the first category that fits, from high to low:
1)
  “any”: 1 are of the same “number”; compared by: the “number” of each card, highest first.
Article 2
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has two.
  “player” divides the hand into one for “high hand” and one for “low hand”, each in turn as high as it can be.
  “player” with “ante” chooses “play” or “fold”.
  upon “fold”: “ante” loses half.
  settle “ante”.
  when the total of the first 1 of “player” is 3, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_whoever_divides_a_hand_still_knows_which_of_its_objects_came_first() -> None:
    """A third has the 3 first and plays; the others, of whom half have the 3 beside it, fold."""
    assert chances(DIVIDED).expectation == Fraction(1, 3) - Fraction(2, 3) / 2


# ── Ends ────────────────────────────────────────────────────────────────────


def test_what_no_rule_decides_is_unsettled_with_the_provisions_that_come_closest() -> None:
    """Nothing is said of a bank that is higher."""
    text = (
        DEALT + "Article 4\n  when the total of “player” is higher than the total of “bank”, then “ante” pays 1 to 1.\n"
    )
    ends = {end.result: end for end in expanded(text).states.ends if isinstance(end, Outcome)}
    assert set(ends) == {"win", "surrender", UNSETTLED}
    assert (ends[UNSETTLED].net, ends[UNSETTLED].provisions) == (None, ("art_4",))


def test_a_bet_that_is_never_settled_is_unsettled_by_what_declares_it() -> None:
    text = BY_TOTAL.replace("5)\n  settle “ante”.\n", "5)\n  the round ends.\n")
    ends = [end for end in expanded(text).states.ends if isinstance(end, Outcome) and end.result == UNSETTLED]
    assert [end.provisions for end in ends] == [("art_1",)]


def test_a_bet_that_is_settled_in_no_round_is_always_left_unsettled() -> None:
    found = chances(BEFORE_THE_LAST.partition("  settle")[0] + "  the round ends.\n")
    assert {end.result: probability for end, probability in found.probabilities.items()} == {UNSETTLED: 1}


def test_a_round_that_is_sent_back_ends_at_a_node() -> None:
    """Thrown until it is a 2: a 1 sends the round back to the throw, with nothing of it left."""
    text = """\
Article 1
  “face”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “face”.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
Article 3
  “bank” throws “die”.
Article 4
  repeat article 3 until the total of “bank” is 2.
  settle “ante”.
  “ante” loses.
"""
    forward = expanded(text)
    nodes = [end for end in forward.states.ends if isinstance(end, EntryNode)]
    assert [(node.columns, isinstance(forward.plan.ops[node.pc], Chance)) for node in nodes] == [((), True)]
    assert results(forward) == {("lose", -1)}


STOPPED = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  material: 1 “die”, each showing one “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has 1.
  “player” with “ante” repeatedly chooses to “stop” or “hit”, until the total of “player” is higher than 3.
  “bank” throws “die”.
  settle “ante”.
Article 3
  upon “hit”: takes one “card”.
  upon “stop”: the stake of “ante” is doubled; the turn ends.
Article 4
  when the number of times that “bank” shows 1 is 0, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_rounds_that_come_to_the_same_by_fewer_and_by_more_passes_are_no_cycle() -> None:
    """Whoever stops, with one card or with two, has doubled the stake, and the cards are read no more.

    The bank shows no 1 in two of three throws: stopping at once is worth 2/3 - 1/3 of two units.
    """
    found = chances(STOPPED)
    assert {end.net: probability for end, probability in found.probabilities.items()} == {
        2: Fraction(2, 3),
        -2: Fraction(1, 3),
    }


def test_an_object_that_is_burned_leaves_the_chances_as_they_are() -> None:
    """A burned card is as likely to be any as those that stay: to play and to fold are worth what `choosing` says."""
    text = BY_TOTAL.replace("Article 1\n", "Article 1\n  house option “number burned”: 1 or 2; default 1.\n")
    text = text.replace("4)\n  deal", "4)\n  burn a number of “card” equal to “number burned”.\n  deal")
    assert chances(text).expectation == Fraction(1, 6)


# ── What is refused ─────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cards", "burned", "reason"), [(4, 1, "stock-exhausted"), (5, 1, ""), (5, 2, "stock-exhausted")]
)
@pytest.mark.parametrize("burns_first", [True, False])
def test_there_must_be_objects_enough_for_those_that_are_burned_too(
    cards: int, burned: int, reason: str, burns_first: bool
) -> None:
    """The bettor and the bank are dealt four cards."""
    deal = "  deal to each “player” with a bet, and then “bank”, one “card” at a time, face down, until each has 2.\n"
    burn = f"  burn a number of “card” equal to {burned}.\n"
    numbers = "5, 4, 3, 2 and 1" if cards == 5 else "4, 3, 2 and 1"
    text = f"""{pack(numbers)}Article 2
  bets are accepted.
{burn + deal if burns_first else deal + burn}  settle “ante”.
Article 4
  when the total of “player” is higher than the total of “bank”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    skipped = odds(rules_of(text), ("ante",)).skipped
    assert [problem.reason for problem in skipped.values()] == ([reason] if reason else [])


SHOWN = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: {packs} pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “early” is a bet.
  “late” is a bet.
Article 2
  demonstrate {shows} rounds.
Article 3
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  settle “early”.
  deal to “bank”, one “card” at a time, face up, until each has two.
  settle “late”.
Article 4
  when the total of “bank” is higher than 2, then “early” pays 1 to 1.
  in every other case, “early” loses.
Article 5
  when the total of “bank” is higher than 4, then “late” pays 1 to 1.
  in every other case, “late” loses.
"""


@pytest.mark.parametrize(("packs", "most"), [(1, 1), (2, 3)])
def test_a_round_that_is_only_shown_takes_its_objects_and_no_other_part_in_the_next(packs: int, most: int) -> None:
    """Half of the single cards are higher than two; of pairs of one pack four in six, of two packs 18 in 28.

    Each round takes two of the four or eight cards.
    """
    for shows in range(most + 2):
        found = odds(rules_of(SHOWN.format(shows=shows, packs=packs)))
        if shows > most:
            assert {problem.reason for problem in found.skipped.values()} == {"stock-exhausted"}
            continue
        expected = {"early": Fraction(0), "late": Fraction(1, 3) if packs == 1 else Fraction(2, 7)}
        assert {bet: bet_odds.expectation for bet, bet_odds in found.bets.items()} == expected, shows


@pytest.mark.parametrize(("rule", "stops"), [("", True), ("  “bank” must not “take”.\n", False)])
@pytest.mark.parametrize("shows", ["demonstrate 1 round", "when use of “card” begins, then demonstrate 1 round"])
def test_a_round_that_is_only_shown_and_may_stop_for_want_of_a_rule_leaves_no_odds(
    shows: str, rule: str, stops: bool
) -> None:
    """Nothing is said of a total that is not higher than 2: the round that is shown goes no further, nor do bets."""
    text = SHOWN.format(shows=1, packs=2).replace("demonstrate 1 rounds", shows)
    takes = "  “bank” follows the rules on “take”.\n  upon “take”: takes 1 “card”.\n"
    text = text.replace("  settle “early”.\n", f"{takes}{rule}  settle “early”.\n", 1)
    if stops:
        text += "  when the total of “bank” is higher than 2, then “bank” must not “take”.\n"
    found = odds(rules_of(text))
    assert {problem.reason for problem in found.skipped.values()} == ({"shown-round-stops"} if stops else set())
    assert bool(found.bets) is not stops


@pytest.mark.parametrize(("included", "left"), [("", 3), (", itself included", 4)])
def test_what_the_first_of_those_that_are_burned_counts_at_most_must_be_left(included: str, left: int) -> None:
    """Of six cards go a two and two more, or a two and one more."""
    for cards, reason in ((left, []), (left + 1, ["stock-exhausted"])):
        text = f"""{pack("2 and 1", "3 packs")}Article 2
  bets are accepted.
  burn as many “card” as the first one counts{included}.
  deal to “bank”, one “card” at a time, face up, until each has {cards}.
  settle “ante”.
  when the total of “bank” is higher than 5, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
        skipped = odds(rules_of(text), ("ante",)).skipped
        assert [problem.reason for problem in skipped.values()] == reason


def test_a_choice_with_nothing_left_to_choose_is_refused() -> None:
    text = BY_TOTAL + "Article 6\n  when the total of “player” is 3, then “player” must not “fold”.\n" \
        "  when the total of “player” is 3, then “player” must not “play”.\n"  # fmt: skip
    with pytest.raises(NotAnalysed) as refusal:
        expanded(text)
    assert (refusal.value.reason, refusal.value.provisions) == ("no-choice-left", CHOICE)


def test_an_offer_that_tells_of_a_hidden_hand_is_refused() -> None:
    text = BY_TOTAL.replace(
        "3)\n  “player”", "3)\n  deal to “bank”, one “card” at a time, face down, until each has 1.\n4)\n  “player”"
    ).replace("4)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n5)", "5)")
    with pytest.raises(NotAnalysed) as refusal:
        expanded(text + "Article 6\n  when the total of “bank” is 3, then “player” must not “fold”.\n")
    assert refusal.value.reason == "hidden-offer"


def test_a_hand_of_which_two_numbers_of_first_objects_are_read_is_refused_as_such() -> None:
    """The cards are dealt by separate steps, so that their order is known: it is followed for one number alone."""
    text = (
        BY_TOTAL.replace("until each has 1.\n3)", "until each has 2.\n3)")
        .replace("1 pack", "2 packs")
        .replace(
            "the total of “player” is higher",
            "the total of the first 1 of “player” is 1, and the total of the first 2 of “player” is higher",
        )
    )
    found = odds(rules_of(text), ("ante",))
    assert found.skipped["ante"].args_by_name["reason"] == "several-firsts"


WINDOW = """  “insurance” is a bet.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face {facing}, until each has 1.
  when the total of “bank” is {tells}, then the stake of “insurance” must be {bound} of the stake of “ante”.
  bets on “insurance” are accepted, up to half of the stake of “ante”.
  settle “ante” and “insurance”.
  when the total of “bank” is 2, then “insurance” pays 3 to 1.
  in every other case, “insurance” loses.
  “ante” is returned.
"""


@pytest.mark.parametrize("bound", ["1/4", "at most 1/4", "at least 1/4"])
def test_an_amount_accepted_that_tells_of_a_hidden_hand_is_refused(bound: str) -> None:
    """Of 3, 2 and 1 only the 2 pays: where more is accepted than otherwise, or less, it is known to lie there."""
    text = pack("3, 2 and 1") + WINDOW.format(facing="down", tells="3 or 1", bound=bound)
    found = odds(rules_of(text), ("ante",))
    assert found.skipped["ante"].args_by_name["reason"] == "hidden-offer"


def test_an_amount_accepted_that_depends_on_what_all_see_is_followed() -> None:
    """Of three cards one pays three times the half that is accepted; with the others nothing is placed."""
    text = pack("3, 2 and 1") + WINDOW.format(facing="up", tells="3 or 1", bound="1/4")
    found = odds(rules_of(text), ("ante",))
    assert found.bets["ante"].expectation == Fraction(1, 2)


GONE = """  “raise bet” is a bet.
Article 2
1.
{before}
  bets are accepted.
  {gone}.
  deal to “bank”, one “card” at a time, face {facing}, until each has 1.
  “player” with “ante” chooses to “raise” or “stay”.
  upon “raise”: an amount equal to the stake of “ante” is put on “raise bet”.
  settle “ante” and “raise bet”.
  “ante” is returned.
  when the total of “bank” is 2, then “raise bet” pays 2 to 1.
  in every other case, “raise bet” loses.
"""
BY_FIRST = "burn as many “card” as the first one counts"


@pytest.mark.parametrize(
    ("before", "gone"),
    [
        ("", BY_FIRST),
        ("", f"{BY_FIRST}, itself included"),
        ("  demonstrate 1 round.", "burn a number of “card” equal to 1"),
    ],
)
def test_what_everybody_has_seen_leave_the_stock_before_a_choice_is_refused(before: str, gone: str) -> None:
    """Two of each of 3, 2 and 1: where a 2 has gone one of five pays, else two of five, which is worth 1/5."""
    text = pack("3, 2 and 1", "2 packs") + GONE.format(before=before, gone=gone, facing="down")
    found = odds(rules_of(text), ("ante",))
    assert found.skipped["ante"].args_by_name["reason"] == "seen-and-gone"


@pytest.mark.parametrize(
    ("gone", "facing", "expected"),
    [("burn a number of “card” equal to 1", "down", Fraction(0)), (BY_FIRST, "up", Fraction(2, 3))],
)
def test_what_nobody_saw_or_what_tells_nothing_is_followed(gone: str, facing: str, expected: Fraction) -> None:
    """A third pays two and the rest lose one; of a card that lies open it is known which."""
    text = pack("3, 2 and 1", "2 packs") + GONE.format(before="", gone=gone, facing=facing)
    assert odds(rules_of(text), ("ante",)).bets["ante"].expectation == expected


@pytest.mark.parametrize(
    ("before", "gone"),
    [
        ("", f"when use of “card” begins, then {BY_FIRST}"),
        ("  when use of “card” begins, then demonstrate 1 round.", "burn a number of “card” equal to 1"),
    ],
)
def test_what_is_seen_to_go_from_fresh_objects_alone_is_said_not_to_have_gone(before: str, gone: str) -> None:
    """Of a round with objects in use it is right that a third pays two and the rest lose one; not of the first."""
    text = pack("3, 2 and 1", "2 packs") + GONE.format(before=before, gone=gone, facing="down")
    found = odds(rules_of(text), ("ante",))
    assert (found.bets["ante"].expectation, "in-use" in found.assumptions) == (Fraction(0), True)


def test_what_is_seen_to_go_under_another_condition_is_refused() -> None:
    """In every round but the first with the objects, the first that is burned is seen."""
    gone = f"when it is not so that use of “card” begins, then {BY_FIRST}"
    text = pack("3, 2 and 1", "2 packs") + GONE.format(before="", gone=gone, facing="down")
    assert odds(rules_of(text), ("ante",)).skipped["ante"].reason == "seen-and-gone"


def test_what_nobody_sees_go_needs_no_assumption() -> None:
    gone = "when use of “card” begins, then burn a number of “card” equal to 1"
    text = pack("3, 2 and 1", "2 packs") + GONE.format(before="", gone=gone, facing="down")
    found = odds(rules_of(text), ("ante",))
    assert (found.bets["ante"].expectation, "in-use" in found.assumptions) == (Fraction(0), False)


@pytest.mark.parametrize(("action", "comes_back"), [("takes one “card”", False), ("the turn ends", True)])
def test_rounds_come_back_as_they_were_only_where_nothing_is_drawn_on_the_way(action: str, comes_back: bool) -> None:
    text = pack("3, 2 and 1") + (
        "Article 2\n  bets are accepted.\n"
        "  “bank” repeatedly follows the rules on “draw”, until the total of “bank” is higher than 3.\n"
        f"  settle “ante”.\nArticle 3\n  “bank” must “draw”.\n  upon “draw”: {action}.\nArticle 4\n  “ante” loses.\n"
    )
    assert bool(forward_of(text).loops) is comes_back


TWICE_REACHED = """\
Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has one.
  “player” with “ante” repeatedly chooses to “double”, “hit” or “stand”, until the number of “card” of “player” is 3.
  when “player” has chosen to “double”, then “player” must not “double”.
  upon “double”: the stake of “ante” is doubled.
  upon “hit”: takes one “card”.
  upon “stand”: the turn ends.
  settle “ante”.
  when the total of “player” is even, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_what_two_ways_lead_to_is_no_round_without_end() -> None:
    """To double and then hit comes to the same as to hit and then double; neither may be done for ever.

    Of 3, 2 and 1 all three total 6, an even number: whoever takes them all, doubled, wins 2.
    """
    bet_odds = odds(rules_of(pack("3, 2 and 1") + TWICE_REACHED)).bets["ante"]
    assert (bet_odds.expectation, bet_odds.variance) == (2, 0)


def test_a_choice_after_which_all_is_as_before_and_which_comes_again_is_refused() -> None:
    """Whoever waits holds what they held, and may wait again."""
    text = STOPPED.replace("chooses to “stop” or “hit”", "chooses to “wait” or “stop”")
    text = text.replace("  upon “hit”: takes one “card”.\n", "")
    forward = forward_of(text, Budget(seconds=1))
    with pytest.raises(NotAnalysed) as refusal:
        forward.expand([start_of(forward)])
    assert refusal.value.reason == "choices-without-end"


def test_rows_beyond_the_budget_are_refused() -> None:
    forward = forward_of(BY_TOTAL, Budget(seconds=60, memory=0))
    with pytest.raises(TooLarge):
        forward.expand([start_of(forward)])


BEFORE_THE_LAST = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  there is one “guest”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 2.
  deal to “guest”, one “card” at a time, face up, until each has 2.
  settle “ante”.
  when the total of “bank” is higher than the total of “guest”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def assert_foreseen(forward: Forward, *, is_enough: bool) -> None:
    """The first deal is made, of six hands, where there is room enough for what comes of it, and else refused."""
    first = next(pc for pc, op in enumerate(forward.plan.ops) if isinstance(op, Chance))
    going = forward.operate(Layer(first, forward.rows_of(start_of(forward))))
    if is_enough:
        ((_, after, _),) = going
        assert len(after) == 6
    else:
        with pytest.raises(TooLarge):
            list(going)


@pytest.mark.parametrize(
    ("enough", "foreseen"),
    [
        (36, 6 + 6 * 6),  # six hands of two of three numbers, and with each the last hand dealt out
        (35, 6 + 6 * 2**2 + 2 * 6),  # and with each the choices of two cards; and each of two places of six last hands
    ],
)
def test_what_comes_of_the_first_deal_is_refused_before_it_is_made(
    enough: int, foreseen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forward_, "WORTH_COUNTING", enough)
    monkeypatch.setattr(budget, "resident", lambda: 0)
    for rows, is_enough in ((foreseen, True), (foreseen - 1, False)):
        forward = forward_of(BEFORE_THE_LAST, Budget(memory=rows * budget.ROW))
        assert sum(isinstance(op, Chance) for op in forward.plan.ops) == 2
        assert_foreseen(forward, is_enough=is_enough)


def test_a_deal_to_which_few_rounds_come_is_not_foreseen_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The round ends before the second deal: there are six rows, the hands of the first."""
    ends = BEFORE_THE_LAST.replace(
        "  deal to “guest”", "  when the total of “bank” is higher than 1, then the round ends.\n  deal to “guest”"
    )
    monkeypatch.setattr(budget, "resident", lambda: 0)
    for text, is_enough in ((ends, True), (BEFORE_THE_LAST, False)):
        forward = forward_of(text, Budget(memory=6 * budget.ROW))
        assert_foreseen(forward, is_enough=is_enough)


RIDES = """\
Article 1
  “rank”, from high to low: 2 and 1.
  “suit”, from high to low: “cup”, “coin” and “club”.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”.
  each hand belongs to the first category that fits, from high to low:
1)
  “flush”: all are of the same “suit”.
2)
  “mixed”: each is of a different “suit”.
Article 2
  there is one “board”.
  “player” bets.
  “ante” is a bet.
Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has 2.
  “player” with “ante” chooses to “take” or “ride”.
  upon “take”: “ante” is returned.
  deal to “board”, one “card” at a time, face up, until each has 1.
  deal to “board”, one “card” at a time, face up, until each has 2.
  settle “ante”.
  when the hand of “player” is “flush”, and the hand of “board” is “flush”, then “ante” pays 5 to 1.
  in every other case, “ante” loses.
"""


def test_what_is_dealt_when_nobody_chooses_any_more_is_foreseen_as_an_exchange_of_suits_leaves_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A row, and six hands by suits until they have chosen; with each then three cards, 3! alike, and three last."""
    monkeypatch.setattr(budget, "resident", lambda: 0)
    foreseen = 1 + 6 + 6 + 6 * 3 // 6 + 6 * 3 // 6 * 3
    for rows, is_enough in ((foreseen, True), (foreseen - 1, False)):
        forward = forward_of(RIDES, Budget(memory=rows * budget.ROW))
        forward.symmetry = Symmetry(forward.table, [[0], [1], [2]])
        assert_foreseen(forward, is_enough=is_enough)


def test_a_bet_that_may_be_taken_back_before_the_board_is_dealt_has_its_exact_odds() -> None:
    """Of 15 hands three are flushes; then 2 of the 6 boards left are. To ride is worth 2/6 · 5 − 4/6 = 1, else −1."""
    assert odds(rules_of(RIDES)).bets["ante"].expectation == Fraction(3, 15)


@pytest.mark.parametrize("by_class", [True, False])
def test_of_what_is_dealt_last_one_hand_stands_for_those_with_which_a_row_ends_alike(
    by_class: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bank holds a card, the guest two others, dealt to a row at a time: one pair is above 4, two above 3.

    Also where it is not known beforehand which hands of the guest are read alike.
    """
    text = pack("4, 3, 2 and 1").replace(
        "  there is one “bank”.\n", "  there is one “bank”.\n  there is one “guest”.\n"
    )
    text += """\
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  deal to “guest”, one “card” at a time, face down, until each has 2.
  settle “ante”.
  when the total of “guest” is higher than the total of “bank”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    plain = expanded(text)
    monkeypatch.setattr(forward_, "DEALT_AT_ONCE", 1)
    if not by_class:
        monkeypatch.setattr(Forward, "_classes", lambda *_: None)
    forward = expanded(text)
    # Of twelve hands dealt, and of as many rows at the two places that follow, six are held.
    assert plain.meter.rows - forward.meter.rows == 3 * (12 - 6)
    last = next(layer for layer in forward.layers if isinstance(forward.plan.ops[layer.pc], Chance) and layer.pc > 1)
    ways = [row for edge in last.edges if edge.ways is not None for row in zip(edge.source, edge.ways, strict=True)]
    assert [source for source, _ in ways] == [0, 0, 1, 1, 2, 3]
    assert sorted(ways) == [(0, 1), (0, 2), (1, 1), (1, 2), (2, 3), (3, 3)]
    assert odds(rules_of(text)).bets["ante"].expectation == Fraction(1 + 2 + 3 + 3, 12) * 2 - 1


# ── What is forgotten ───────────────────────────────────────────────────────


def test_what_nothing_reads_any_more_is_forgotten() -> None:
    forward = forward_of(BY_TOTAL)
    rows = Rows({(HAND, "bank"): np.array([1, 2]), (HAND, "player-1"): np.array([3, 1])}, np.array([0, 0]))
    (settle,) = [pc for pc, op in enumerate(forward.plan.ops) if isinstance(op, Settle)]
    assert forward.forget(settle, rows, merges=False).column((HAND, "bank")).tolist() == [1, 2]
    after = forward.forget(settle + 1, rows, merges=False)
    assert (after.column((HAND, "bank")).tolist(), after.column((HAND, "player-1")).tolist()) == ([0, 0], [0, 0])


def test_the_row_of_a_node_holds_what_the_node_holds() -> None:
    forward = forward_of(BY_TOTAL)
    start = start_of(forward)
    rows = forward.rows_of(EntryNode(start.pc, (((HAND, "bank"), 2),), start.rest))
    assert {place: column.tolist() for place, column in rows.columns.items()} == {(HAND, "bank"): [2]}
    assert rows.column((HAND, "player-1")).tolist() == [0]


HOLE = """\
Article 1
  “rank”, from high to low: 4, 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “rank”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
  “raise bet” is a bet.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face {}, until each has one.
  deal to “bank”, one “card” at a time, face {}, until each has two.
{}  “player” with “ante” chooses to “raise” or “fold”.
  upon “raise”: an amount equal to the stake of “ante” is put on “raise bet”.
  upon “fold”: “ante” loses.
  settle “ante” and “raise bet”.
  when the total of “bank” is higher than 5, then “ante” pays 1 to 1.
  when the total of “bank” is higher than 5, then “raise bet” pays 1 to 1.
  in every other case, “ante” loses.
  in every other case, “raise bet” loses.
"""
LOOK = "  when the total of “bank” is 7, then settle “ante”.\n"


def test_the_second_card_of_a_hand_that_shows_one_is_not_seen_before_the_choice() -> None:
    """Who raises wins or loses two: beside a four two of three cards win, beside a three or a two one, else none.

    So a quarter of 2/3 − 2/3 − 2/3 − 1, folding only where a one is shown.
    """
    found = odds(rules_of(HOLE.format("up", "down", "")), ("ante",))
    assert found.bets["ante"].expectation == Fraction(-5, 12)


@pytest.mark.parametrize(("first", "second", "look"), [("down", "up", ""), ("up", "down", LOOK)])
def test_a_hand_that_lies_open_in_part_at_a_choice_is_refused(first: str, second: str, look: str) -> None:
    """The card face down is in the row already: it came before the other, or was looked at."""
    found = odds(rules_of(HOLE.format(first, second, look)), ("ante",))
    assert not found.bets
    assert found.skipped["ante"].args_by_name["reason"] == "half-open-hand"
