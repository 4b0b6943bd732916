"""Situations: what is seen at a choice, in how many ways it comes, and the best action, counted by hand."""

from collections import Counter
from math import comb

import pytest

from choosing import BY_ORDER, BY_TOTAL, DEALT, TWICE, chances
from lexludi.exact.situations import Situations, situations

# The bank's first card lies open when the bettor chooses.
SEEN_BANK = BY_TOTAL.replace(
    "3)\n  “player”", "3)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n4)\n  “player”"
).replace("4)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n5)", "5)")


def only(text: str) -> Situations:
    found = chances(text)
    ((key, choice_situations),) = situations(found.layers, found.choices)
    assert key[1] == "ante"
    return choice_situations


def by_hands(choice_situations: Situations) -> dict[tuple[str, ...], tuple[str, int]]:
    """For each situation the symbols seen, party by party: the best action, and in how many ways it comes."""
    actions = choice_situations.choice.op.actions
    return {
        tuple("".join(symbols) for _, symbols in choice_situations.seen(row)): (
            actions[place],
            int(choice_situations.ways[row]),
        )
        for row, place in enumerate(choice_situations.best.tolist())
    }


def test_each_hand_that_is_seen_is_a_situation() -> None:
    """`choosing`: the 3 and the 2 are played, the 1 is folded."""
    assert by_hands(only(BY_TOTAL)) == {("3",): ("play", 1), ("2",): ("play", 1), ("1",): ("fold", 1)}


def test_the_key_of_a_choice_is_its_step_its_bet_and_the_hand() -> None:
    """The choice is offered by the third step, of those that follow in one provision each by a step of its own."""
    for text, steps in ((BY_TOTAL, [2]), (TWICE, [2, 3])):
        found = chances(text)
        keys = [key for key, _ in situations(found.layers, found.choices)]
        assert keys == [(step, "ante", "player-1") for step in steps]


def test_hands_that_lie_open_are_seen_by_holder_in_the_order_of_their_names() -> None:
    """Whoever sees both cards plays what wins: 3 over 2, 3 over 1 and 2 over 1."""
    found = by_hands(only(SEEN_BANK))
    assert found == {
        ("2", "3"): ("play", 1), ("1", "3"): ("play", 1), ("1", "2"): ("play", 1),
        ("3", "2"): ("fold", 1), ("3", "1"): ("fold", 1), ("2", "1"): ("fold", 1),
    }  # fmt: skip
    assert dict(only(SEEN_BANK).seen(0)).keys() == {"bank", "player-1"}


def test_a_hand_comes_in_as_many_ways_as_its_objects_are_chosen() -> None:
    """Four packs of three cards, two to the bettor: C(4, 2) = 6 of two alike, 4 x 4 = 16 of two others."""
    text = BY_TOTAL.replace("1 pack", "4 packs").replace("face down, until each has 1", "face down, until each has 2")
    assert {shown: ways for shown, (_, ways) in by_hands(only(text)).items()} == {
        ("33",): comb(4, 2), ("22",): comb(4, 2), ("11",): comb(4, 2),
        ("23",): 16, ("13",): 16, ("12",): 16,
    }  # fmt: skip


def test_what_one_holds_is_no_longer_there_for_the_other() -> None:
    """Two packs: of the two 3s one is the bettor's; the bank has the other, or a 2 in two ways: 2 x 1, 2 x 2."""
    text = SEEN_BANK.replace("1 pack", "2 packs")
    ways = {shown: number for shown, (_, number) in by_hands(only(text)).items()}
    assert (ways["3", "3"], ways["2", "3"]) == (2 * 1, 2 * 2)
    assert sum(ways.values()) == 6 * 5


def test_a_hand_that_has_been_divided_comes_in_as_many_ways_as_before() -> None:
    """Two packs, a 3 of which the bettor has: of two for the bank 2-2 come in one way, and 2-1 in 2 x 2."""
    text = BY_ORDER.replace("1 pack", "2 packs").replace(
        "3)\n  “player”",
        "3)\n  deal to “bank”, one “card” at a time, face up, until each has 2.\n"
        "  “bank” divides the hand into one for “high hand” and one for “low hand”, "
        "each in turn as high as it can be.\n"
        "4)\n  “player”",
    )
    text = text.replace("4)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n", "")
    ways = {shown: number for shown, (_, number) in by_hands(only(text)).items()}
    assert (ways["2", "2", "3"], ways["2", "1", "3"]) == (2 * 1, 2 * 2 * 2)
    assert sum(ways.values()) == comb(6, 2) * 4
    # Where it is told which came first, each order is a situation, and both come of the same cards.
    in_order = only(text + "  when the total of the first 1 of “bank” is 9, then “ante” is void.\n")
    assert int(in_order.ways.sum()) == 6 * 5 * 4


def thrown(read: str) -> Counter[tuple[str, str, int]]:
    """The situations after a throw of two dice with two faces, of which something is read that pays."""
    dice = "  “face”, from high to low: 2 and 1.\n  material: 2 “die”, each showing one “face”.\n"
    text = (
        DEALT.replace("  there is one “bank”.\n", dice + "  there is one “bank”.\n")
        .replace(
            "  deal to each “player” with a bet, one “card” at a time, face down, until each has 1.",
            "  “bank” throws “die”.",
        )
        .replace("4)\n  deal to “bank”, one “card” at a time, face up, until each has 1.\n", "")
    )
    text += f"Article 4\n  when {read}, then “ante” pays 1 to 1.\n  in every other case, “ante” loses.\n"
    choice_situations = only(text)
    best = [choice_situations.choice.op.actions[place] for place in choice_situations.best.tolist()]
    return Counter(
        ("".join(choice_situations.seen(row)[0][1]), best[row], int(choice_situations.ways[row]))
        for row in range(len(best))
    )


def test_faces_that_were_thrown_count_in_every_order() -> None:
    """Two dice with two faces: 2-2 and 1-1 in one way, 2-1 in two."""
    assert thrown("the total of “bank” is 3") == Counter(
        [("die:2die:2", "fold", 1), ("die:1die:2", "play", 2), ("die:1die:1", "fold", 1)]
    )


def test_where_the_first_of_them_is_read_each_order_is_a_situation() -> None:
    """Of the two throws of a 2 and a 1 the one that begins with the 2 pays; each comes in one way."""
    assert thrown("the total of the first 1 of “bank” is 2") == Counter(
        [("die:2die:2", "play", 1), ("die:1die:2", "play", 1), ("die:1die:2", "fold", 1), ("die:1die:1", "fold", 1)]
    )


@pytest.mark.parametrize("norm", ["", "Article 6\n  when the total of “player” is 3, then “player” must not “fold”.\n"])
def test_what_a_provision_forbids_is_not_offered(norm: str) -> None:
    choice_situations = only(BY_TOTAL + norm)
    offered = {choice_situations.seen(row)[0][1]: choice_situations.offered(row) for row in range(3)}
    assert offered["2",] == ("play", "fold")
    assert offered["3",] == (("play",) if norm else ("play", "fold"))
