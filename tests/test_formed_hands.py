"""Hands formed of two, as with cards on the table: the odds by every deal, the rounds, what is refused."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from generated.agreement import faults, read
from lexludi import load
from lexludi.base.errors import UnsettledCase
from lexludi.base.messages import catalogue
from lexludi.checks import reachable
from lexludi.checks.comparing import gap_in_order, idle_key
from lexludi.checks.gap import gap, gap_in_categories
from lexludi.checks.reach import OPEN, REACHED, reach
from lexludi.checks.reachable import Reachable
from lexludi.checks.situations import UNDECIDED, Answer
from lexludi.checks.survey import survey
from lexludi.exact.odds import odds
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.plan import Placed
from lexludi.play.round_state import DecisionNode
from lexludi.play.telling import Teller
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.sampler import CompiledSampler
from small import HEADER, Steps, diagnosed, game_of, glossary_of, law_of, rules_of

TEXT = """Article 1
  “face”, from high to low: 9, 8, 6, 5, 3 and 2.
  material: 1 set of “tiles”, each with {copies}.
  each hand belongs to the first category that fits, from high to low:
1)
  “triple”: three are of the same “face”.
2)
  “pair”: two are of the same “face”; compared by: the “face” of the two alike in “face”.
3)
  “points”: each is of a different “face”; compared by: the “face” of each card, highest first.

Article 2
  there is one “dealer”.
  there is one “board”.
  “player” bets.
  “main” is a bet.

Article 3
1.
  bets are accepted.
2.
  deal to each “player” with a bet, and then “dealer”, one “tile” at a time, face down, until each has two.
3.
  deal to “board”, one “tile” at a time, {facing}, until each has one.
4.
  “player” with “main” chooses to “stay” or “fold”.
5.
  “player” forms “final hand” from the hand and that of “board”.
  “dealer” forms “final hand” from the hand and that of “board”.
6.
  turn up the hand of “dealer”.
  settle “main”.

Article 4
  when “player” has chosen “fold”, then “main” loses half.
  prevails over article 5, number 1.
  prevails over article 5, number 2.

Article 5
1.
  when the “final hand” of “player” is higher than the “final hand” of “dealer”, then “main” pays by the “final hand” of “player”:
1)
  “triple” 10 to 1.
2)
  others 1 to 1.
2.
  when the “final hand” of “player” is equal to the “final hand” of “dealer”, then “main” is returned.
3.
  in every other case, “main” loses.
"""  # noqa: E501
TILES = (9, 9, 9, 8, 6, 6, 5, 3, 3, 2)
FEW = (9, 9, 9, 6, 6, 3, 3)
MAIN = Placed("player-1", "", "main", 1, "", "player-1")


def text_of(tiles: tuple[int, ...] = TILES, facing: str = "face up") -> str:
    counts = [f"{count} of {tile}" for tile, count in Counter(tiles).items()]
    text = TEXT.format(copies=" and ".join([", ".join(counts[:-1]), counts[-1]]), facing=facing)
    return text if tiles == TILES else text.replace("9, 8, 6, 5, 3 and 2", "9, 6 and 3")


def worth(hand: tuple[int, ...]) -> tuple[int, ...]:
    """A value that is greater for a higher hand of three."""
    tile, times = Counter(hand).most_common(1)[0]
    return {3: (3,), 2: (2, tile), 1: (1, *sorted(hand, reverse=True))}[times]


@pytest.mark.parametrize("facing", ["face up", "face down"])
def test_odds_are_those_of_every_deal(facing: str) -> None:
    """The best of staying and folding, by what the player sees: two tiles, and the one on the table if it lies open."""
    gains: defaultdict[object, list[int]] = defaultdict(list)
    for mine in combinations(range(len(TILES)), 2):
        for board in set(range(len(TILES))) - set(mine):
            seen = (TILES[mine[0]], TILES[mine[1]], TILES[board] if facing == "face up" else 0)
            for theirs in combinations(set(range(len(TILES))) - {*mine, board}, 2):
                value, other = (worth((TILES[a], TILES[b], TILES[board])) for a, b in (mine, theirs))
                prize = 10 if value[0] == 3 else 1
                gains[seen].append(prize if value > other else -1 if value < other else 0)
    best = sum(max(Fraction(sum(each)), Fraction(-len(each), 2)) for each in gains.values())
    found = odds(game_of(text_of(facing=facing)).decided).bets["main"]
    assert found.expectation == best / sum(map(len, gains.values()))


def test_an_outcome_tells_the_category_of_the_hand_that_the_rules_ask_for() -> None:
    """A prize of ten is that of three nines, two of which are held with one on the table, or the other way round."""
    found = odds(game_of(text_of()).decided).bets["main"]
    prizes = {line.outcome.category: line.outcome.net for line in found.lines if line.outcome.result == "win"}
    assert prizes == {"triple": 10, "pair": 1, "points": 1}


@pytest.mark.parametrize("facing", ["face up", "face down"])
def test_odds_and_checks_agree_with_the_enumeration_of_rounds(facing: str) -> None:
    text = text_of(FEW, facing)
    case, found = read(HEADER + text, "en", glossary_of(text), 20_000)
    assert case is not None, [d.code for d in found]
    assert [str(fault) for fault in faults(case)] == []


def test_objects_stay_where_they_are_and_count_once_for_what_is_left() -> None:
    round_ = Steps(text_of(), MAIN).give("9 8 6 5 9").choose("stay")
    assert [(told.party, *told.values) for told in round_.told if told.kind == "combined"] == [
        ("player-1", "final-hand", round_.things("9 6 9"), "pair"),
        ("dealer", "final-hand", round_.things("8 5 9"), "points"),
    ]
    assert [round_.held(unit) for unit in ("player-1", "dealer", "board")] == ["9 6", "8 5", "9"]
    assert round_.state.bets[0].net == 1
    assert sum(round_.game.questions.judge.observer.left(round_.state, "tile").values()) == len(TILES) - 5


def test_a_hidden_tile_on_the_table_is_not_seen_in_the_hand_that_is_formed_with_it() -> None:
    text = text_of(facing="face down")
    choice = "4.\n  “player” with “main” chooses to “stay” or “fold”.\n"
    text = text.replace(choice, "").replace("6.\n  turn", choice.replace("4.", "6.") + "7.\n  turn")
    round_ = Steps(text, MAIN).give("9 8 6 5 9")
    assert isinstance(round_.node, DecisionNode)
    assert "final-hand" in "".join(round_.state.views)
    assert odds(game_of(text).decided).bets["main"].expectation == (
        odds(game_of(text_of(facing="face down")).decided).bets["main"].expectation
    )


SHARED = """Article 1
  “face”, from high to low: 9, 8, 6 and 5.
  material: 1 set of “tiles”, each with 2 of 9, 1 of 8, 1 of 6 and 1 of 5.
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “face”; compared by: the “face” of the two alike in “face”; the “face” of each card other than the two alike in “face”.
2)
  “points”: each is of a different “face”; compared by: the “face” of each card, highest first.

Article 2
  there is one “dealer”.
  there is one “board”.
  “player” bets.
  “main” is a bet.

Article 3
  bets are accepted.
  deal to each “player” with a bet, and then “dealer”, one “tile” at a time, face up, until each has one.
  deal to “board”, one “tile” at a time, face up, until each has two.
  “player” forms “final hand” from the hand and that of “board”.
  “dealer” forms “final hand” from the hand and that of “board”.
  settle “main”.

Article 4
  when the “final hand” of “player” is higher than the “final hand” of “dealer”, then “main” pays 1 to 1.
  when the “final hand” of “player” is lower than the “final hand” of “dealer”, then “main” loses.
"""  # noqa: E501


def test_hands_that_share_objects_may_be_told_apart_and_equal_where_two_with_their_own_could_not() -> None:
    """With both nines on the table, two pairs of nines differ by the other tile; with one of each hand they are equal.

    No two hands of three with tiles of their own can both be a pair of nines, nor both show 9, 8 and 6.
    """
    law = law_of(SHARED)
    assert [*gap_in_order(law), *idle_key(law)] == []


def test_a_search_that_leaves_a_doubt_is_made_again_by_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the shared tile leaves for the hands is told apart then; without that the doubt is said."""

    def searched() -> Answer:
        game = game_of(SHARED)
        (answer,) = (a for a in survey(game.rules, game.settings).answers if a.question.kind == "bet")
        return answer

    whole = searched()
    monkeypatch.setattr(reachable, "ROWS_BY_STOCK", 20)
    again = searched()
    assert (again.undecided, {s.values for s in again.situations}) == ("", {s.values for s in whole.situations})
    monkeypatch.setattr(Reachable, "_make_sure", lambda rounds: None)
    assert searched().undecided == UNDECIDED


def test_an_example_tells_whose_the_formed_hand_is() -> None:
    (found,) = gap(law_of(SHARED))
    told = found.hints[0].args["deal"].told(catalogue("en"))
    assert told.endswith("facts: final hand of player 1 is equal to final hand of dealer")


def test_a_formed_hand_of_no_category_is_found() -> None:
    """Three nines alone; of the two tiles that each holds by itself no category is asked."""
    text = (
        text_of(FEW)
        .replace("1)\n  “triple”: three are of the same “face”.\n2)", "1)")
        .replace("3)\n  “po", "2)\n  “po")
    )
    text = text.replace("  “triple” 10 to 1.\n2)\n", "")
    (found,) = gap_in_categories(law_of(text))
    assert found.args["count"] == 1


def test_a_category_that_is_only_told_of_a_formed_hand_is_reached() -> None:
    """Rounds end before anything is decided by it; that two aces can be formed is told of them all the same."""
    folder = Path(__file__).parent / "generated" / "found" / "coverage-of-a-category-of-a-hand-that-is-formed"
    game = load(str(folder / "1.en.ludi"))
    verdicts = {row.eid: row.verdict for row in reach(game).rows}
    assert verdicts["art_4__point_1"] == REACHED
    round_ = game.new_round(cards=["A", "A"])
    round_.apply(PlaceBet("player-1", "", "bet-1", 1))
    with pytest.raises(UnsettledCase):
        round_.apply(Deal())
    assert "art_4__point_1" in {eid for step in round_.steps for eid in step.provisions}


# The best five of two cards and five on the board, of four ranks in three suits.
SEVEN = """Article 1
  “suit”, from high to low: “spades”, “hearts” and “clubs”.
  “rank”, from high to low: “ace”, “king”, “queen” and “jack”.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”; 12 in each.
  there is one “board”.
  “player” bets.
  “ante” is a bet.
Article 2
  a hand is ranked by the best five of its cards.
  each hand belongs to the first category that fits, from high to low:
1)
  “full house”: three are of the same “rank” and two others of another.
2)
  “three of a kind”: three are of the same “rank”.
3)
  “two pairs”: two are of the same “rank” and two others of another.
4)
  “one pair”: two are of the same “rank”.
5)
  “unlike”: each is of a different “rank”.
Article 3
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
  deal to “board”, one “card” at a time, face up, until each has five.
  “player” forms “final hand” from the hand and that of “board”.
  settle “ante”.
Article 4
  when the “final hand” of “player” is “full house”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_a_category_that_only_hands_are_of_which_nobody_asks_about_is_not_said_to_be_reached() -> None:
    """Seven of twelve cards have two pairs at least, and with three of one rank two of another.

    The five on the board may be three of a kind, and nobody asks of what category they are.
    """
    verdicts = {row.eid: row.verdict for row in reach(game_of(SEVEN)).rows}
    found = {number: verdicts[f"art_2__point_{number}"] for number in range(1, 6)}
    assert found == {1: REACHED, 2: OPEN, 3: REACHED, 4: OPEN, 5: OPEN}


def test_no_code_is_made() -> None:
    with pytest.raises(NotCompiled, match="combines"):
        CompiledSampler(game_of(text_of()), {"main": "stay"}, "numpy")


DEALT = "  deal to “board”, one “tile” at a time, face up, until each has one.\n"
FORMED = "  “dealer” forms “final hand” from the hand and that of “board”.\n"
SPLIT = """\
  “player” with “main” chooses to “split” or “rest”.
  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “main”, and neither is split again.
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "hint"),
    [
        ("from the hand and that of “board”", "from the hand and that of “player”", "cannot-be-formed", "one-holder"),
        (FORMED, FORMED.replace("“board”", "“dealer”"), "cannot-be-formed", "one-holder"),
        (DEALT, "", "cannot-be-formed", "dealt"),
        ("  turn up", DEALT.replace("has one", "has two") + "  turn up", "cannot-be-formed", "dealt"),
        (FORMED, FORMED + "  repeat article 3, number 2 until “player” has a bet.\n", "cannot-be-formed", "dealt"),
        (FORMED, FORMED + SPLIT, "cannot-be-formed", "dealt"),
        (FORMED, "", "not-a-part", ""),
    ],
)
def test_what_cannot_be_formed_is_refused_where_it_is_said(old: str, new: str, code: str, hint: str) -> None:
    text = text_of().replace(old, new)
    assert text != text_of()
    found = [d for d in diagnosed(text)[1] if d.code == code]
    assert found
    assert not hint or any(hint in h.key for d in found for h in d.hints)


def test_a_settlement_before_the_hand_is_formed_is_refused() -> None:
    early = (
        text_of()
        .replace("  settle “main”.\n", "")
        .replace("5.\n  “player” forms", "5.\n  settle “main”.\n  “player” forms")
    )
    assert "settled-too-early" in {d.code for d in diagnosed(early)[1]}


@pytest.mark.parametrize("name", ["shaped:player.final-hand:alike:2:face", "with-or-better:player.final-hand:pair:9"])
def test_what_is_read_of_a_formed_hand_is_told_by_its_name(name: str) -> None:
    said = Teller.of(rules_of(text_of()), catalogue("en")).reading(name, True, "player-1")
    assert said.startswith("final hand of player 1 ")
