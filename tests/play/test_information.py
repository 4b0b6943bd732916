"""A party sees its own hand and what lies open, and remembers it; its string and tensor say that and no more."""

import pytest

from hidden_card import TEXT, WITH_A_DIE
from lexludi import PlaceBet, load
from lexludi.adapters.runnable import tree_of
from lexludi.play.information import Feature, information_state
from lexludi.play.position import Position, Tree
from lexludi.play.round_state import ChosenAction
from small import THREE_FACES, game_of, pack


def two_players() -> Tree:
    return game_of(TEXT).tree(PlaceBet("", "1", "ante", 1), PlaceBet("", "2", "ante", 1), fresh=False)


def test_each_sees_their_own_card_alone() -> None:
    at = two_players().parse(["4", "3", "2"])
    bets = "player-1@box-1:ante=1 player-2@box-2:ante=1"
    assert at.observation_string(0) == f"player-1 | box-1=4 box-2=1? dealer=1? | {bets}"
    assert at.observation_string(1) == f"player-2 | box-1=1? box-2=3 dealer=1? | {bets}"


def test_what_is_thrown_lies_open_and_what_its_thrower_holds_lies_as_it_was_dealt() -> None:
    tree = game_of(WITH_A_DIE).tree(PlaceBet("", "1", "ante", 1), fresh=False)
    at = tree.parse(["4", "2", "6"])
    bet = "player-1@box-1:ante=1"
    assert at.observation_string(0) == f"player-1 | box-1=4 dealer=6 dealer=1? | {bet}"
    # Four numbers, two faces, and how many are hidden: the box has a four; the dealer threw a six and hides one card.
    assert at.observation_tensor(0)[:14] == [1, 0, 0, 0, 0, 0, 0, *[0, 0, 0, 0, 1, 0, 1]]
    # The cards of the dealer are not told apart, the faces are.
    seen = {tree.parse(["4", card, face]).observation_string(0) for card in "4321" for face in "65"}
    assert len(seen) == 2


def test_who_has_chosen_is_seen_by_all_and_what_was_seen_then_is_remembered_by_each() -> None:
    at = two_players().parse(["4", "3", "2", "fold"])
    assert at.current_player == 1
    bets = ("player-1@box-1:ante=1 player-2@box-2:ante=1", "player-1@box-1:ante=1:surrender:-1/2 player-2@box-2:ante=1")
    now = f"{bets[1]} | box-1:fold"
    own, others = "box-1=4 box-2=1? dealer=1?", "box-1=1? box-2=3 dealer=1?"
    assert at.information_state_string(0) == f"player-1 | {own} | {bets[0]} > fold ; player-1 | {own} | {now}"
    assert (
        at.information_state_string(1)
        == f"player-2 | {others} | {bets[0]} > player-1:fold ; player-2 | {others} | {now}"
    )


# Invented: a throw that is replaced once all have chosen by it, and then all choose again.
THROWN_TWICE = f"""{THREE_FACES.replace("“player” bets", "“player” bets at “box”")}\
  there are 2 “box”.
  “ante” is a bet.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  “player” with “ante” chooses to “hold” or “fold”.
  “dealer” throws “die”.
  “player” with “ante” chooses to “raise” or “pass”.
  settle “ante”.
Article 3
  “ante” is returned.
"""


def test_what_another_saw_who_chose_is_remembered_by_all_who_saw_it() -> None:
    """By the throw at which the first of them raised or passed the second may tell why, when both threw again."""
    tree = game_of(THROWN_TWICE).tree(PlaceBet("", "1", "ante", 1), PlaceBet("", "2", "ante", 1))
    at = [tree.parse([face, "hold", "fold", "1", "raise"]) for face in "123"]
    assert {position.current_player for position in at} == {1}
    assert [[(made.by, made.choice) for made in each.information_state(1).before] for each in at] == 3 * [
        [("player-1", "hold"), ("player-2", "fold"), ("player-1", "raise")]
    ]
    assert len({position.information_state_string(1) for position in at}) == 3
    assert len({tuple(position.information_state_tensor(1)) for position in at}) == 3
    assert len({position.observation_string(1) for position in at}) == 1


# Invented: of three throws the first two put a choice if they are a three, each another.
ASKED_BY_THREE = f"""{THREE_FACES}  “ante” is a bet.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  when the total thrown by “dealer” is 3, then “player” with “ante” chooses to “hold” or “fold”.
  “dealer” throws “die”.
  when the total thrown by “dealer” is 3, then “player” with “ante” chooses to “raise” or “pass”.
  “dealer” throws “die”.
  settle “ante”.
Article 3
  “ante” is returned.
"""


@pytest.mark.parametrize("second", ["“raise” or “pass”", "“hold” or “fold”"])
def test_which_choice_is_due_is_seen_where_all_else_is_alike(second: str) -> None:
    """A first three puts the first choice, and a second one the other: the die is the same, nothing was chosen."""
    tree = game_of(ASKED_BY_THREE.replace("“raise” or “pass”", second)).tree(PlaceBet("", "", "ante", 1))
    first, other = tree.parse(["3"]), tree.parse(["1", "3"])
    seen = "player-1 | dealer=3 | player-1:ante=1"
    assert [at.information_state_string(0) for at in (first, other)] == [f"{seen} | #1", f"{seen} | #2"]
    assert [at.observation_tensor(0)[-2:] for at in (first, other)] == [[1, 0], [0, 1]]
    assert [feature.name for feature in tree.layout.features[-2:]] == ["asked 1", "asked 2"]
    # At chance, and at the end, none is due.
    assert tree.root.observation_tensor(0)[-2:] == tree.parse(["1", "1", "1"]).observation_tensor(0)[-2:] == [0, 0]


# Invented: two bettors with two cards each, and one of the bank that nobody sees.
TWO_CARDS = pack("3, 2 and 1", "3 packs").replace("“player” bets", "there are 2 “box”.\n  “player” bets at “box”")
TWO_CARDS += """\
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face down, until each has one.
  deal to each “box” with a bet, one “card” at a time, face up, until each has one.
  deal to each “box” with a bet, one “card” at a time, face down, until each has two.
  “player” with “ante” chooses to “hold” or “fold”.
  settle “ante”.
Article 3
  “ante” is returned.
"""


def test_who_holds_a_card_that_lies_open_and_one_that_does_not_knows_which_the_others_see() -> None:
    tree = game_of(TWO_CARDS).tree(PlaceBet("", "1", "ante", 1), PlaceBet("", "2", "ante", 1))
    positions = [tree.parse(cards.split()) for cards in ("1 3 2 1 2", "1 1 2 3 2")]
    seen = [[at.observation_string(player).split(" | ")[1] for player in (0, 1)] for at in positions]
    assert seen == [
        ["bank=1? box-1=3^,1 box-2=2,1?", "bank=1? box-1=3,1? box-2=2,2^"],
        ["bank=1? box-1=3,1^ box-2=2,1?", "bank=1? box-1=1,1? box-2=2,2^"],
    ]
    assert not tree.ordered
    (start,) = (feature.start for feature in tree.layout.features if feature.name == "open box-1")
    # Of the numbers 3, 2 and 1 of the first box, and then of the second, which is another's.
    assert [at.observation_tensor(0)[start:] for at in positions] == [[1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    assert sum(feature.size for feature in tree.layout.features) == tree.layout.size


def test_that_an_own_hand_was_turned_up_by_a_hidden_one_is_seen() -> None:
    """A three of the bank has the boxes turned up, which their bettors see no less than others."""
    turned = TWO_CARDS.replace("face up", "face down").replace(
        "  “player” with", "  when the total of “bank” is 3, then turn up the hand of “box”.\n  “player” with"
    )
    tree = game_of(turned).tree(PlaceBet("", "1", "ante", 1))
    seen = [tree.parse([card, "2", "1"]).information_state_string(0) for card in "321"]
    bet = "player-1@box-1:ante=1"
    assert seen == [f"player-1 | bank=1? {own} | {bet}" for own in ("box-1=2^,1^", "box-1=2,1", "box-1=2,1")]


def test_choices_stand_in_the_order_of_the_hands_for_which_they_were_made() -> None:
    bets = (PlaceBet("ana", "1", "ante", 1), PlaceBet("ana", "2", "ante", 1), PlaceBet("rui", "3", "ante", 1))
    at = game_of(TEXT).tree(*bets, fresh=False).parse(["4", "3", "2", "1", "play", "fold"])
    assert at.current_player == 1
    assert at.observation_string(1).endswith(" | box-1:play box-2:fold | #3")
    assert [(made.unit, made.action) for made in at.information_state(1).chosen] == [
        ("box-1", "play"),
        ("box-2", "fold"),
    ]


@pytest.mark.parametrize("who", ["ana", "rui"])
def test_which_of_several_bettors_on_a_hand_has_chosen_is_seen(who: str) -> None:
    """Ana and Rui bet on one hand, and Eva sees which of them has folded; with one bettor the hand is enough."""
    bets = (PlaceBet("ana", "1", "ante", 1), PlaceBet("rui", "1", "ante", 1), PlaceBet("eva", "2", "ante", 1))
    at = game_of(TEXT).tree(*bets, fresh=False).parse(["4", "3", "2"])
    chosen = frozenset({ChosenAction(who, "box-1", "fold"), ChosenAction("eva", "box-2", "play")})
    seen = information_state(at.state._replace(chosen=chosen), "eva", ordered=False)
    choices = seen.text(at.tree.material).rpartition(" | ")[2].split()
    assert sorted(choices) == sorted([f"{who}@box-1:fold", "box-2:play"])


DEAL_MORE = "then deal to “dealer”, one “card” at a time, face up, until each has 3"


@pytest.mark.parametrize(
    ("step", "ordered"),
    [
        (f"when the total of the first 1 of “dealer” is 3, {DEAL_MORE}", True),
        (f"when the total of “dealer” is 3, {DEAL_MORE}", False),
        ("“mark” becomes the total of the first 1 of “dealer”", True),
        ("“mark” becomes the total of “dealer”", False),
    ],
)
def test_the_order_of_a_hand_is_seen_where_a_step_reads_it(step: str, ordered: bool) -> None:
    text = TEXT.replace("until each has 1.", f"until each has 2.\n  {step}.")
    text = text.replace("Article 2\n", "  “mark” is a number kept during the round: 0 through 9.\nArticle 2\n")
    assert game_of(text).tree(PlaceBet("", "1", "ante", 1)).ordered is ordered


SPLIT = """\
Article 1
  “colour”, from high to low: “gold” and “blue”.
  material: 1 set of “balls”, each with 1 of “gold” and 1 of “blue”.
  “player” bets.
  “ante” is a bet.
  bets are accepted.
  deal to each “player” with a bet, one “ball” at a time, face up, until each has two.
  “player” with “ante” chooses to “split” or “keep”.
  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “ante”, and neither is split again.
  settle “ante”.
Article 2
  when “player” shows “gold”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_the_order_of_a_hand_is_seen_where_the_last_of_it_may_be_split_off() -> None:
    tree = game_of(SPLIT).tree(PlaceBet("", "", "ante", 1))
    seen = [tree.parse(balls).information_state_string(0) for balls in (["gold", "blue"], ["blue", "gold"])]
    assert tree.ordered
    assert seen[0] != seen[1]


def positions(at: Position) -> list[Position]:
    below = [] if at.is_over else [p for number in at.legal_actions() for p in positions(at.apply(number))]
    return [at, *below]


def test_what_cannot_be_told_apart_is_the_same_and_tensors_tell_apart_what_strings_do() -> None:
    every = positions(two_players().root)
    for player in range(2):
        strings: dict[str, set[tuple[float, ...]]] = {}
        tensors: dict[tuple[float, ...], set[str]] = {}
        for at in every:
            text, tensor = at.information_state_string(player), tuple(at.information_state_tensor(player))
            assert len(tensor) == at.tree.layout.whole_size
            strings.setdefault(text, set()).add(tensor)
            tensors.setdefault(tensor, set()).add(text)
        assert {len(alike) for alike in strings.values()} == {len(alike) for alike in tensors.values()} == {1}
        hidden = {at.information_state_string(player) for at in every if at.current_player == player}
        # Four cards of one's own; the second knows what the first has done.
        assert len(hidden) == (4, 8)[player]


def test_tensors_tell_apart_who_has_chosen_what() -> None:
    """A fold loses in the end alone: until then the third of three sees by the choices which of the others folded."""
    text = TEXT.replace("  upon “fold”: “ante” loses half.\n", "").replace(
        "  when the total", "  when “player” has chosen to “fold”, then “ante” loses.\n  when the total"
    )
    tree = game_of(text).tree(*(PlaceBet("", box, "ante", 1) for box in "123"), fresh=False)
    one, other = (tree.parse(["4", "3", "2", "1", *choices]) for choices in (("fold", "play"), ("play", "fold")))
    assert one.observation_string(2) != other.observation_string(2)
    assert one.observation_tensor(2) != other.observation_tensor(2)
    names = [feature.name for feature in tree.layout.features if feature.name.startswith("chosen")]
    assert names[:2] == ["chosen player-1 box-1 play", "chosen player-1 box-1 fold"]
    assert len(names) == 6


def test_features_say_where_everything_is() -> None:
    layout = two_players().layout
    assert layout.features[:2] == (Feature(0, 5, "hand box-1"), Feature(5, 5, "hand box-2"))
    assert sum(feature.size for feature in layout.features) == layout.size
    at = two_players().parse(["4", "3", "2"])
    assert at.observation_tensor(0)[:15] == [1, 0, 0, 0, 0, *[0, 0, 0, 0, 1], *[0, 0, 0, 0, 1]]
    assert at.tree.layout.units == ("box-1", "box-2", "dealer")


def test_the_order_of_cards_is_seen_where_a_rule_reads_it_and_only_there() -> None:
    q_poker, baccarat = (
        load(work).tree(bet)
        for work, bet in (("mo/q-poker", PlaceBet("", "1", "ante", 1)), ("mo/baccarat", PlaceBet("", "", "banker", 1)))
    )
    assert not q_poker.ordered
    assert baccarat.ordered
    one, other = (q_poker.parse(cards.split()) for cards in ("Qs 2h Kd 7c 9h 2s", "Kd 7c Qs 9h 2h 2s"))
    assert one.current_player == 0
    assert one.observation_string(0) != other.observation_string(0)
    same = q_poker.parse("Kd 7c 2h 2s Qs 9h".split())
    again = q_poker.parse("Qs 9h Kd 7c 2h 2s".split())
    assert same.observation_string(0) == again.observation_string(0)


def test_hands_open_in_part_show_that_part() -> None:
    """Five cards each as it is commonly played: one of the dealer's lies open."""
    at = load("xx/caribbean-stud").tree(PlaceBet("", "", "ante", 1)).parse("As Ks Qs Js Ts 9s 8s 7s 6s 5s".split())
    assert at.current_player == 0
    assert at.observation_string(0) == "player-1 | dealer=9s,4? player-1=As,Ks,Qs,Js,Ts | player-1:ante=1"


def test_the_parts_of_a_divided_hand_are_seen_by_whoever_holds_it_and_places_tell_ways_to_divide_it() -> None:
    """Seven cards divided, as it is commonly played: ways to divide are named by places, so their order is seen."""
    tree = tree_of(load("xx/pai-gow"))
    assert tree.ordered
    at = tree.root
    while at.current_player != 0:
        at = at.apply(at.legal_actions()[0])
    own_hands = [hand for hand in at.information_state(0).hands if hand.objects is not None]
    while not at.is_over:
        at = at.apply(at.legal_actions()[0])
    assert len(at.information_state_tensor(0)) == tree.layout.whole_size
    divided = {hand.unit: hand.size for hand in at.information_state(0).hands if hand.unit in tree.units}
    assert sum(divided.values()) == 2 * sum(hand.size for hand in own_hands)


def test_the_parts_of_a_hand_that_lies_open_in_part_show_that_part() -> None:
    """The bank shows the two, and nobody sees the three and the one; the three is the high part."""
    text = pack("3, 2 and 1") + (
        "Article 2\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face up, until each has 1.\n"
        "  deal to “bank”, one “card” at a time, face down, until each has 3.\n"
        "  “bank” divides the hand into 1 for “high” and 2 for “low”, each in turn as high as it can be.\n"
        "  “player” with “ante” chooses to “hold” or “pass”.\n  settle “ante”.\n"
        "Article 3\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “any”: it is not so that 9 are of the same “number”; compared by: the total.\n"
        "Article 4\n  “ante” loses.\n"
    )
    at = game_of(text).position("ante=1 | 2 3 1")
    assert at.observation_string(0) == "player-1 | bank.high=1? bank.low=2,1? | player-1:ante=1"
    # Of two twos that another player divides, it is the first that shows, and with it the one.
    chosen = (
        text.replace("1 pack", "2 packs")
        .replace("there is one “bank”.\n  “player” bets", "there are 2 “box”.\n  “player” bets at “box”")
        .replace("deal to “bank”", "deal to each “box” with a bet")
        .replace("“bank” divides", "“player” with “ante” divides")
        .replace(", each in turn as high as it can be", "")
    )
    at = game_of(chosen).position("1:ante=1 2:ante=1 | 2 3 2 3 1 1 2/1+3 2/1+3")
    seen = at.observation_string(1).split(" | ")[1].split()
    assert seen[:2] == ["box-1.high=1?", "box-1.low=2,1?"]
    # How another divided is seen by what shows, and by that alone.
    assert [made.choice for made in at.information_state(1).before] == ["", "2/1+3"]
    other = game_of(chosen).position("1:ante=1 2:ante=1 | 2 3 1 3 2 1 3/1+2 2/1+3")
    assert [position.information_state_string(1) for position in (at, other)] == [at.information_state_string(1)] * 2
    assert " > player-1:? ; " in at.information_state_string(1)


def test_by_which_provision_a_bet_has_ended_is_no_information() -> None:
    """A hidden one and a hidden two lose the side bet by provisions of their own: nobody sees by which."""
    text = pack("3, 2 and 1", "2 packs") + (
        "  “side” is a bet.\nArticle 2\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face down, until each has one.\n  settle “side”.\n"
        "  “player” with “ante” chooses to “hold” or “fold”.\n  settle “ante”.\nArticle 3\n"
        "  upon “fold”: “ante” loses half.\n  “ante” pays 1 to 1.\n"
        "Article 4\n  when the total of “bank” is 1, then “side” loses.\n"
        "Article 5\n  when the total of “bank” is 2, then “side” loses.\n"
        "Article 6\n  when the total of “bank” is 3, then “side” pays 1 to 1.\n"
    )
    tree = game_of(text).tree(PlaceBet("", "", "ante", 1), PlaceBet("", "", "side", 1))
    one, two, three = (tree.parse([card]).information_state(0) for card in "123")
    assert one == two != three


def test_tensors_tell_apart_what_bets_have_moved_to() -> None:
    text = THREE_FACES + (
        "  “come” is a bet.\n  “point” is a bet that names a number from 1 through 3.\n  “ante” is a bet.\n"
        "Article 2\n  bets are accepted.\n  “dealer” throws “die”.\n  settle “come”.\n  “dealer” throws “die”.\n"
        "  “player” with “ante” chooses to “hold” or “fold”.\n  “dealer” throws “die”.\n  settle “point” and “ante”.\n"
        "Article 5\n  upon “fold”: “ante” loses half.\n  “come” moves to “point”, naming the total of “dealer”.\n"
        "  when the total of “dealer” is equal to the number named, then “point” pays 1 to 1.\n"
        "  in every other case, “point” loses.\n  “ante” pays 1 to 1.\n"
    )
    tree = game_of(text).tree(PlaceBet("", "", "ante", 1), PlaceBet("", "", "come", 1))
    tensors = {tuple(tree.parse([face, "3"]).information_state_tensor(0)) for face in "123"}
    assert len(tensors) == 3
    assert {len(tensor) for tensor in tensors} == {tree.layout.whole_size}
