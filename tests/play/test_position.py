"""Positions are values in a tree: its chances and gains are those of enumeration, of hand and of rounds played."""

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from generated.oracle import enumerate_rounds, solve
from hidden_card import TEXT
from lexludi import Choose, Deal, IllegalAction, InvalidArgument, InvalidStack, PlaceBet, load
from lexludi.exact.odds import odds
from lexludi.play.position import CHANCE, OVER, Position, Tree
from small import game_of

ANTE = PlaceBet("", "1", "ante", 1)


def tree(text: str = TEXT, *bets: PlaceBet) -> Tree:
    return game_of(text).tree(*(bets or (ANTE,)), fresh=False)


def position(moves: str = "") -> Position:
    return tree().parse(moves.split())


def best(at: Position, reach: Fraction, wanted: dict[str, dict[int, Fraction]]) -> Fraction:
    """The worth of a position where choices are made by `chosen`; gathers the worth of each choice by what is seen."""
    if at.is_over:
        return reach * at.returns()[0]
    if at.is_chance:
        return sum((best(at.apply(n), reach * p, wanted) for n, p in at.chance_outcomes()), Fraction(0))
    by_choice = wanted.setdefault(at.information_state_string(0), {})
    for number in at.legal_actions():
        by_choice[number] = by_choice.get(number, Fraction(0)) + best(at.apply(number), reach, wanted)
    return Fraction(0)


def test_the_best_play_of_a_hidden_card_is_worth_what_was_worked_out_by_hand() -> None:
    wanted: dict[str, dict[int, Fraction]] = {}
    assert best(tree().root, Fraction(1), wanted) == 0
    assert {seen: worth for seen, worth in wanted.items() if "box-1=3" in seen} == {
        "player-1 | box-1=3 dealer=1? | player-1@box-1:ante=1": {0: Fraction(1, 44), 1: Fraction(-1, 8)}
    }
    assert len(wanted) == 4
    assert sum(max(worth.values()) for worth in wanted.values()) == Fraction(-5, 88)


def test_chance_is_exact_and_adds_up() -> None:
    at = position("3")
    assert dict(at.chance_outcomes()) == {
        0: Fraction(3, 11),
        1: Fraction(2, 11),
        2: Fraction(3, 11),
        3: Fraction(3, 11),
    }
    assert [at.tree.objects[n] for n in at.legal_actions()] == ["4", "3", "2", "1"]


def test_whose_turn_it_is_is_numbered_as_openspiel_does() -> None:
    assert [position(moves).current_player for moves in ("", "3", "3 2", "3 2 play")] == [CHANCE, CHANCE, 0, OVER]
    assert (CHANCE, OVER) == (-1, -4)


def test_who_chose_what_is_part_of_what_everybody_saw() -> None:
    bets = (PlaceBet("", "1", "ante", 1), PlaceBet("", "2", "ante", 1))
    at = tree(TEXT, *bets).parse("4 3 2 play fold".split())
    decided = [[(made.by, made.choice) for made in at.information_state(player).before] for player in (0, 1)]
    assert decided == [[("player-1", "play"), ("player-2", "fold")]] * 2


def test_returns_are_exact_in_the_unit_of_the_stakes() -> None:
    game_tree = game_of(TEXT).tree(PlaceBet("", "1", "ante", 5))
    assert game_tree.parse(["3", "2", "fold"]).returns() == (Fraction(-5, 2),)
    assert game_tree.parse(["3", "2", "play"]).returns() == (5,)
    assert game_tree.parse(["3", "2"]).returns() == (0,)


@pytest.mark.parametrize(
    "again", [Position.clone, copy.copy, copy.deepcopy, lambda at: pickle.loads(pickle.dumps(at))], ids=range(4)
)
def test_a_position_is_a_value(again: Callable[[Position], Position]) -> None:
    for moves in ("", "3", "3 2", "3 2 fold"):
        at = position(moves)
        other = again(at)
        assert other == at
        assert hash(other) == hash(at)
        assert other.state == at.state
    assert position("3 2") != position("3 1")
    assert position("3 2") != position("3 2 play")
    assert len({position("3 2"), position("3 2"), position("2 3")}) == 2


def test_a_move_leaves_the_position_as_it_was() -> None:
    at = position("3 2")
    kept = pickle.dumps(at)
    for number in at.legal_actions():
        at.apply(number)
    assert pickle.dumps(at) == kept


def test_numbers_of_moves_do_not_depend_on_the_language_of_the_text() -> None:
    trees = [load("mo/q-poker", text=text).tree(PlaceBet("", "1", "ante", 1)) for text in ("zh", "pt")]
    assert trees[0].choices == trees[1].choices == ("play", "surrender")
    assert trees[0].objects == trees[1].objects
    assert len(set(trees[0].objects)) == 52


@pytest.mark.parametrize(
    ("moves", "number", "problem"),
    [
        ("", 9, InvalidStack),
        ("", -1, InvalidStack),
        ("3 2", 2, IllegalAction),
        ("3 2", -1, IllegalAction),
        ("3 2 play", 0, IllegalAction),
    ],
)
def test_what_cannot_be_done_is_refused(moves: str, number: int, problem: type[Exception]) -> None:
    with pytest.raises(problem):
        position(moves).apply(number)


def test_an_object_comes_no_more_often_than_it_is_there() -> None:
    game_tree = tree(TEXT.replace("3 packs", "1 pack"))
    with pytest.raises(InvalidStack, match="cannot-come"):
        game_tree.parse(["3", "3"])


def test_players_and_moves_may_be_numbers_of_numpy() -> None:
    at = position().apply(np.int64(0))
    assert at.observation_tensor(np.int64(0)) == at.observation_tensor(0)


def test_a_player_who_is_not_there_sees_nothing() -> None:
    for player in (1, -1, True):
        with pytest.raises(InvalidArgument, match="player"):
            position().information_state_string(player)


def test_the_bets_of_a_tree_are_those_of_a_round_with_objects_as_fresh_as_its_own() -> None:
    text = TEXT + "Article 90\n  when use of “card” begins, then “player” must not “bet”.\n"
    assert game_of(text).tree(ANTE, fresh=False).root.is_chance
    with pytest.raises(IllegalAction, match="forbidden-bet"):
        game_of(text).tree(ANTE)


EARLY = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 5 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there is one “guest”.
  “player” bets.
  “ante” is a bet.
Article 2
  when “player” has a bet on “ante”, then deal to “dealer”, one “card” at a time, face up, until each has 1.
  bets are accepted.
Article 3
  deal to “guest”, one “card” at a time, face up, until each has 1.
  settle “ante”.
Article 4
  when the total of “dealer” is higher than the total of “guest”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


@pytest.mark.parametrize(
    "text",
    [
        EARLY,
        # What is repeated before the betting, and a repetition after it that never comes, change nothing of that.
        EARLY.replace("  bets are", "  repeat article 2 until the total of “dealer” is lower than 1.\n  bets are"),
        EARLY.replace("Article 4", "  repeat article 2 until the total of “guest” is higher than 0.\nArticle 4"),
    ],
)
def test_before_bets_are_accepted_nobody_has_one_in_a_round_in_the_tree_and_in_the_odds(text: str) -> None:
    """Nobody has a bet at the first deal, so that the dealer holds nothing, and the ante always loses."""
    ante, game = PlaceBet("player-1", "", "ante", 1), game_of(text)
    round_ = game.new_round(seed=1)
    for action in (ante, Deal()):
        round_.apply(action)
    assert [step.kind for step in round_.steps] == ["bets-open", "bet-placed", "dealt", "settled"]
    root = game.tree(ante).root
    assert {root.apply(number).returns() for number in root.legal_actions()} == {(-1,)}
    assert odds(game.decided).bets["ante"].expectation == -1


def test_what_forbids_a_choice_is_asked_by_a_number_of_the_tree_and_by_no_other() -> None:
    at = load("mo/q-poker").tree(PlaceBet("player-1", "box-1", "ante", 1)).root
    assert at.forbidding(99) == at.forbidding(-1) == ()
    for number in ("0", 1.0, None):
        with pytest.raises(InvalidArgument):
            at.forbidding(number)  # type: ignore[arg-type]


def test_a_tree_has_bets() -> None:
    with pytest.raises(IllegalAction, match="no-bets"):
        game_of(TEXT).tree()
    with pytest.raises(IllegalAction, match="unknown-bet"):
        game_of(TEXT).tree(PlaceBet("", "1", "nothing", 1))


# ── Against enumeration, and rounds ─────────────────────────────────────────


def ends(at: Position, probability: Fraction, found: dict[tuple[object, ...], Fraction]) -> None:
    """The probability of each combination of choices and gains, each choice as likely as another."""
    if at.is_over:
        found[at.returns()] = found.get(at.returns(), Fraction(0)) + probability
    elif at.is_chance:
        for number, p in at.chance_outcomes():
            ends(at.apply(number), probability * p, found)
    else:
        legal = at.legal_actions()
        for number in legal:
            ends(at.apply(number), probability / len(legal), found)


def test_two_players_at_one_table_gain_what_plain_enumeration_says() -> None:
    game, bets = game_of(TEXT), (ANTE, PlaceBet("", "2", "ante", 2))
    found: dict[tuple[object, ...], Fraction] = {}
    game_tree = game.tree(*bets, fresh=False)
    assert game_tree.players == ("player-1", "player-2")
    ends(game_tree.root, Fraction(1), found)
    tables = [PlaceBet("player-1", "box-1", "ante", 1), PlaceBet("player-2", "box-2", "ante", 2)]
    enumerated = enumerate_rounds(game, tuple(tables), 10_000)
    expected: dict[tuple[object, ...], Fraction] = {}
    for policy in _policies(enumerated):
        for result, p in policy.items():
            expected[result] = expected.get(result, Fraction(0)) + p
    assert found == expected


def _policies(tree: object) -> list[dict[tuple[object, ...], Fraction]]:
    """The gains of both under choices that are all as likely, by the nodes of the oracle."""
    from generated.oracle import Ask, Branch, Leaf, Node, Tree

    assert isinstance(tree, Tree)
    out: dict[tuple[object, ...], Fraction] = {}

    def go(node: Node, p: Fraction) -> None:
        match node:
            case Leaf(end):
                gains = tuple(dict(end.returns).values())
                out[gains] = out.get(gains, Fraction(0)) + p
            case Branch(children):
                for q, child in children:
                    go(child, p * q)
            case Ask(children=by_choice):
                for child in by_choice.values():
                    go(child, p / len(by_choice))
            case _:
                raise AssertionError(node)

    go(tree.root, Fraction(1))
    return [out]


def test_the_oracle_finds_the_same_worth() -> None:
    oracle = solve(enumerate_rounds(game_of(TEXT), (PlaceBet("player-1", "box-1", "ante", 1),), 10_000))
    assert oracle.worth() == Fraction(-5, 88)


@pytest.mark.parametrize("work", ["mo/q-poker", "xx/blackjack", "xx/craps"])
def test_a_round_with_the_same_objects_and_choices_ends_alike(work: str) -> None:
    from lexludi.adapters.runnable import usual_bet

    game, rng = load(work), Random(5)
    game_tree = game.tree(usual_bet(game))
    for _ in range(5):
        at = game_tree.root
        while not at.is_over:
            at = at.apply(rng.choice(at.legal_actions()))
        choices = [word for word in at.words if word in game_tree.choices]
        round_ = game.new_round(cards=[w for w in at.words if w not in game_tree.choices], fresh=True)
        round_.apply(usual_bet(game))
        round_.apply(Deal())
        for choice in choices:
            assert round_.decision is not None
            round_.apply(Choose(round_.decision.bettor, round_.decision.unit, choice))
        assert round_.is_over
        assert tuple(round_.returns().values()) == at.returns()
        assert round_.state.bets == at.state.bets


LOWERED = TEXT.replace("“play” or “fold”", "“play” or “lower”").replace(
    "upon “fold”: “ante” loses half", "upon “lower”: the stake of “ante” is reduced"
)


def test_a_stake_is_lowered_to_the_amount_that_is_named_and_to_half_without_one() -> None:
    at = tree(LOWERED, PlaceBet("", "1", "ante", 10)).parse(["3", "2"])
    lower = at.tree.numbers["lower"]
    assert at.apply(lower).returns() == (5,)
    assert at.apply(lower, 3).returns() == (3,)
    assert at.apply(at.tree.numbers["play"]).returns() == (10,)
    for amount in (0, 10, 11, -1):
        with pytest.raises(IllegalAction, match="amount-not-lower"):
            at.apply(lower, amount)
    with pytest.raises(IllegalAction, match="takes-no-amount"):
        at.apply(at.tree.numbers["play"], 3)


def test_the_open_case_of_a_round_is_where_it_stopped_and_of_each_bet_that_is_not_settled() -> None:
    """The dealer neither must nor must not draw; a 2 against a 2 is settled by no rule."""
    drawing = "  “dealer” follows the rules on “draw”.\n  upon “draw”: takes one “card”.\n"
    drawing += "  when the total of “dealer” is 1, then “dealer” must “draw”.\n"
    stopped = tree(TEXT.replace("Article 4\n", f"Article 4\n{drawing}")).parse(["3", "2", "play"])
    assert [(undecided.problem, undecided.about) for undecided in stopped.undecided] == [("gap", "draw")]
    open_ = tree(TEXT.replace("in every other case,", "when the total of “box” is 1, then"))
    assert [(undecided.problem, undecided.about) for undecided in open_.parse(["2", "2", "play"]).undecided] == [
        ("gap", "ante")
    ]
    assert open_.parse(["1", "2", "play"]).undecided == ()
    # With a 2 of the dealer no step settles it.
    never = tree(TEXT.replace("settle", "when the total of “dealer” is 3, then settle")).parse(["3", "2", "play"])
    assert (never.is_over, [(undecided.problem, undecided.about) for undecided in never.undecided]) == (
        True,
        [("gap", "ante")],
    )


def test_where_each_alternative_is_forbidden_the_round_is_over_and_says_which_provisions_forbid_them() -> None:
    forbidden = "".join(
        f"  when the total of “dealer” is 3, then “player” must not “{choice}”.\n" for choice in ("play", "fold")
    )
    stopped, free = (
        tree(TEXT.replace("Article 4\n", f"{forbidden}Article 4\n")).parse(cards.split()) for cards in ("2 3", "3 2")
    )
    assert (stopped.is_over, stopped.current_player, stopped.legal_actions()) == (True, OVER, ())
    assert [(undecided.problem, undecided.provisions) for undecided in stopped.undecided] == [
        ("no-choice-left", ("art_3",))
    ]
    assert (free.is_over, len(free.legal_actions()), free.undecided) == (False, 2, ())
