"""What a difference of rules does to outcomes: exact, against counts made here by hand."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest

from choosing import BY_ORDER, BY_TOTAL, CLIMB, TWICE
from differing import edited, shelf_side, side, text_of
from exact.test_company import DOUBLES, NEVER_ALONE, OF_TOTAL, TABLE
from lexludi.base.messages import catalogue
from lexludi.diff.comparing import compare
from lexludi.diff.jsonform import to_json
from lexludi.diff.outcomelayout import OutcomeLayout
from lexludi.diff.outcomes import BetChange, Outcomes, compare_outcomes
from lexludi.diff.sides import Side, decided, read_side
from lexludi.exact import joint
from lexludi.exact.budget import Budget, NotAnalysed
from lexludi.exact.odds import Odds, odds
from lexludi.exact.paired_rounds import Both, PairedRounds
from lexludi.play.telling import Teller
from lexludi.rules.model import RuleSet
from small import DIE, THREE_FACES, THROW, document_of, pack, rules_of
from test_diff import PAYS, mistakes

FOUND = Path(__file__).parent / "generated" / "found"
PAIRS = 22_100 * 18_424  # of hands of three cards of one pack


def outcomes(before: Side, after: Side) -> Outcomes:
    return compare_outcomes(before, after)


@cache
def q_poker() -> tuple[RuleSet, Odds]:
    rules = decided(read_side("mo/q-poker"))
    return rules, odds(rules)


def from_q_poker(after: Side) -> Outcomes:
    """The outcomes of Q Poker, whose odds are worked out once, and of another text."""
    rules, known = q_poker()
    return compare_outcomes(
        read_side("mo/q-poker"), after, odds_of=lambda compared: known if compared == rules else odds(compared)
    )


def change(found: Outcomes, bet: str) -> BetChange:
    return next(c for c in found.bets if c.bet == bet)


# ── Nothing differs ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("work", ["mo/q-poker", "mo/baccarat"])
def test_the_texts_of_a_work_settle_alike(work: str) -> None:
    found = outcomes(shelf_side(work, "zh"), shelf_side(work, "pt"))
    assert found.is_same
    assert found.is_proved_equal
    assert {c.probability for c in found.bets} == {0}
    assert (found.examples, found.strategies) == ((), ())


def test_who_is_dealt_the_cards_makes_no_difference_with_one_bettor() -> None:
    """Article 7: the two texts differ, and the rules under the readings do; no deal does, and that is proved."""
    found = from_q_poker(read_side("mo/q-poker+dealt-to=player"))
    assert not found.is_same
    assert found.is_proved_equal
    assert {c.difference for c in found.bets} == {0}


# ── Edits whose effect can be counted by hand ───────────────────────────────


def test_a_payoff_changed_on_dice() -> None:
    """A triple comes up once in 36: 24 for 30 to 1 costs six units of one, once in 36."""
    found = outcomes(shelf_side("three-dice", "en"), edited("three-dice", "en", (PAYS, PAYS.replace("30", "24"))))
    bet_change = change(found, "any-triple")
    assert bet_change.probability == Fraction(1, 36)
    assert bet_change.difference == Fraction(6, 36)
    assert {c.probability for c in found.bets if c.bet != "any-triple"} == {0}
    (example,) = found.examples
    assert len(set(example.deal.cards[0])) == 1
    assert (example.before.net, example.after.net) == (30, 24)
    assert (example.apart, example.provisions) == (((), ()), ("art_8__para_1",))


RENUMBERED = (
    DIE
    + THROW
    + """
Article 2 High
  | The three wins.
  when the total of “banker” is 3, then “big” pays 1 to 1.

Article {commission} Commission
  | A tenth of what is won is taken.
  from the winnings of “big” a commission of 1/10 is taken.
{inserted}
Article {rest} All else
  | Whatever else comes loses.
  in every other case, “big” loses.
"""
)
INSERTED = """
Article 3 Two
  | The two is returned.
  when the total of “banker” is 2, then “big” is returned.
"""


def test_a_provision_that_is_only_renumbered_is_no_other_provision() -> None:
    """Of an invented text: with 2 the bet lost by article 4 and is returned by the new article 3.

    The old articles 3 and 4 are now 4 and 5, and decide of 3 and of 1 as before.
    """
    before = _small(RENUMBERED.format(commission=3, rest=4, inserted=""))
    after = _small(RENUMBERED.format(commission=4, rest=5, inserted=INSERTED))
    found = outcomes(before, after)
    bet_change = change(found, "big")
    assert (bet_change.probability, bet_change.provisions_only) == (Fraction(1, 3), 0)
    (example,) = found.examples
    assert example.apart == (("art_4",), ("art_3",))


@pytest.mark.parametrize(
    ("three", "rest", "probability", "by_others", "apart"),
    [
        ("pays 1 to 1", "loses", Fraction(1, 3), 0, (("art_2",), ("art_2",))),
        ("is returned", "is returned", 0, Fraction(1, 3), None),
    ],
)
def test_a_provision_that_is_gone_is_not_the_one_that_has_its_number(
    three: str, rest: str, probability: Fraction, by_others: Fraction, apart: object
) -> None:
    """Invented: article 2, on the three, is repealed; article 3, on all else, becomes article 2 and decides of it."""
    gone = "Article 2 Threes\n  | A three is settled at once.\n  when the total of “banker” is 3, then “big” {}.\n"
    left = "Article {} Else\n  | Whatever else may come, this decides.\n  in every other case, “big” {}.\n"
    before, after = (
        DIE + THROW + articles for articles in (gone.format(three) + left.format(3, rest), left.format(2, rest))
    )
    found = outcomes(_small(before), _small(after))
    bet_change = change(found, "big")
    assert (bet_change.probability, bet_change.provisions_only) == (probability, by_others)
    assert [e.apart for e in found.examples] == ([apart] if apart else [])


def test_what_the_same_provisions_decide_differently_has_none_apart() -> None:
    """The same text, of which article 2 pays 2 to 1: with 3 the commission of article 3, now 4, is no other."""
    before = _small(RENUMBERED.format(commission=3, rest=4, inserted=""))
    text = RENUMBERED.format(commission=4, rest=5, inserted=INSERTED)
    example = next(
        e for e in outcomes(before, _small(text.replace("pays 1 to 1", "pays 2 to 1"))).examples if e.after.net
    )
    assert (example.before.net, example.after.net) == (Fraction(9, 10), Fraction(9, 5))
    assert (example.apart, example.provisions) == (((), ()), ("art_2", "art_4"))


def test_a_condition_narrowed_on_dice() -> None:
    """A total of four no longer wins: three of 216 throws, none of them a triple."""
    old = "when the total of “dealer” is 4 through 10,"
    found = outcomes(shelf_side("three-dice", "en"), edited("three-dice", "en", (old, old.replace("4", "5"))))
    bet_change = change(found, "small")
    throws = Counter(sum(t) for t in product(range(1, 7), repeat=3))
    assert bet_change.probability == Fraction(throws[4], 216) == Fraction(3, 216)
    assert bet_change.difference == Fraction(2 * 3, 216)
    assert {sum(map(int, e.deal.cards[0])) for e in found.examples} == {4}


def test_three_categories_permuted() -> None:
    """Invented: of straight, flush and pair, the straight becomes the lowest.

    Every hand of these is played, and the dealer qualifies with any of them, so that what
    differs are the pairs of hands of which one is a straight and the other a flush or a pair.
    """
    found = from_q_poker(_permuted())
    expected = _pairs_with_one_straight()
    bet_change = change(found, "ante")
    assert bet_change.probability == Fraction(expected, PAIRS)
    assert change(found, "pair-plus").probability == 0
    # Before, the straight wins three to two; after, what beats it wins one to one: as often the one as the other.
    half = Fraction(expected, 2 * PAIRS)
    assert bet_change.difference == half * (Fraction(3, 2) + 1) - half * (1 + 1)
    for example in found.examples:
        categories = {s.values.get("category") for s in example.before.steps if s.kind == "revealed"}
        assert "straight" in categories
        assert categories & {"flush", "pair"}


def _permuted() -> Side:
    text = text_of("mo/q-poker", "zh")
    article = text.index("\n第八條 ")
    places = [text.index(f"\n({n})\n", article) + 1 for n in "三四五六"]
    straight, flush, pair = (text[a:b] for a, b in pairwise(places))
    swapped = flush.replace("(四)", "(三)", 1) + pair.replace("(五)", "(四)", 1) + straight.replace("(三)", "(五)", 1)
    found = side(text[: places[0]] + swapped + text[places[3] :], "mo/q-poker", "zh")
    assert found is not None
    return found


RUNS = {frozenset({i, i + 1, i + 2}) for i in range(11)} | {frozenset({12, 0, 1})}


def _pairs_with_one_straight() -> int:
    """Ordered pairs of hands without a common card, of which just one is a straight, the other a flush or a pair."""
    straights, others = [], []
    for hand in combinations(product(range(13), range(4)), 3):
        ranks, suits = {r for r, _ in hand}, {s for _, s in hand}
        bits = sum(1 << (4 * r + s) for r, s in hand)
        if len(suits) > 1 and frozenset(ranks) in RUNS:
            straights.append(bits)
        elif len(ranks) == 2 or (len(suits) == 1 and frozenset(ranks) not in RUNS):
            others.append(bits)
    assert (len(straights), len(others)) == (720, 1096 + 3744)
    return 2 * sum(not one & other for one in straights for other in others)


def test_bets_that_are_new_or_gone() -> None:
    text = text_of("three-dice", "en")
    without = text.replace("  settle “any triple”.\n", "").replace("  “any triple” is a bet.\n", "")
    lines = [line for line in without.split("\n") if not ("any triple" in line and not line.startswith("  |"))]
    other = side("\n".join(lines), "three-dice", "en")
    assert other is not None
    for pair, status in (
        ((shelf_side("three-dice", "en"), other), "gone"),
        ((other, shelf_side("three-dice", "en")), "new"),
    ):
        bet_change = change(outcomes(*pair), "any-triple")
        assert bet_change.status == status
        assert bet_change.probability is None
        assert (bet_change.before is None) == (status == "new")
        assert (bet_change.after is None) == (status == "gone")
        assert not outcomes(*pair).is_proved_equal


def test_readings_change_the_best_play() -> None:
    found = from_q_poker(read_side("mo/q-poker+not-qualified=keep-half"))
    (strategy,) = found.strategies
    assert strategy.before is not None
    assert strategy.after is not None
    assert strategy.after.counts["play"] < strategy.before.counts["play"]


DRAWING = """regulation: drawing
invented example, not law.

Article 1
  “rank”, from high to low: 5, 4 and 3.
  material: {packs} of “card”, each with one for each combination of “rank”.
  every other “card” counts its face value.
  there is one “dealer”.
  “player” bets.
  “bet 1” is a bet.

Article 2
1.
  bets are accepted.
2.
  deal to each “player” with a bet, 1 “card” at a time, face up, until each has 1.
3.
  “player” with “bet 1” chooses to “stand” or “draw”.
4.
  upon “stand”: the turn ends.
5.
  upon “draw”: takes 1 “card”.

Article 3
  settle “bet 1”.
  when the total of “player” is 5, or the total of “player” is higher than {target}, then “bet 1” pays 1 to 1.
  in every other case, “bet 1” loses.
"""


def drawing(folder: Path, packs: str, target: int = 7) -> Side:
    folder.mkdir()
    shutil.copy(FOUND / "draw-to-a-hand-that-nobody-reads" / "glossary.toml", folder)
    (folder / "1.en.ludi").write_text(DRAWING.format(packs=packs, target=target), "utf-8")
    return read_side(str(folder / "1.en.ludi"))


def test_the_best_play_is_the_same_where_only_the_number_of_hands_is_another(tmp_path: Path) -> None:
    """A 5 stands, and only a 4 or a 3 draws; of two packs there are twice as many of each."""
    one, two = drawing(tmp_path / "one", "1 pack"), drawing(tmp_path / "two", "2 packs")
    found = outcomes(one, two)
    assert not found.is_same
    assert found.strategies == ()


def test_the_best_play_of_each_hand_is_compared_and_not_only_their_number(tmp_path: Path) -> None:
    """Above 8 a 3 never wins, whatever it draws, and stands, which is as good; above 7 it draws for a 5."""
    lower, higher = drawing(tmp_path / "lower", "1 pack"), drawing(tmp_path / "higher", "1 pack", target=8)
    (changed,) = outcomes(lower, higher).strategies
    assert changed.before is not None
    assert changed.after is not None
    assert changed.before.plays().best[(("player-1", ("3",)),)] == {("draw", frozenset({"draw"}))}
    assert changed.after.plays().best[(("player-1", ("3",)),)] == {("stand", frozenset({"draw", "stand"}))}


MORE = BY_TOTAL.replace("“play” or “fold”.", "{}.").replace("loses half.", "loses half.{}")
BOOSTED = "“play”, “fold” or “boost”", "\n  upon “boost”: the stake of “ante” is doubled."
REFUSED = "“play”, “fold” or “give up”", "\n  upon “give up”: “ante” loses."


@pytest.mark.parametrize(
    ("after", "by", "told"),
    [
        # Doubled with the 3 alone, which is worth 2 instead of 1: (2 + 0 - 1/2) / 3 instead of 1/6.
        (BOOSTED, Fraction(-1, 3), "with the same choices, no deal settles differently; the best play differs."),
        # Nobody gives up the whole stake who may fold for half.
        (REFUSED, 0, "with the same choices, no deal settles differently."),
    ],
)
def test_what_is_said_of_every_deal_is_said_of_the_same_choices(
    after: tuple[str, str], by: Fraction, told: str
) -> None:
    before = "“play” or “fold”", ""
    sides = [Side("small", rules.document, rules, {}) for rules in (rules_of(MORE.format(*t)) for t in (before, after))]
    found = outcomes(*sides)
    assert found.is_proved_equal
    assert [c.difference for c in found.bets] == [by]
    assert [change.after.counts["fold"] for change in found.strategies if change.after] == [1]
    english = catalogue("en")
    tellers = (Teller(english, side.glossary) for side in sides)
    said = ["".join(piece.text for piece in line.pieces) for line in OutcomeLayout(english, *tellers).run(found)]
    assert f"Every round of one bettor with one bet was compared: {told}" in said


def test_of_two_choices_about_a_bet_the_one_that_changes_is_told() -> None:
    """Whoever wins by folding folds the 2 and the 1; to take the stake back is as good as it was."""
    before, after = (
        Side("small", rules.document, rules, {})
        for rules in map(rules_of, (TWICE, TWICE.replace("“ante” loses half", "“ante” pays 1 to 2")))
    )
    (changed,) = outcomes(before, after).strategies
    assert changed.before is not None
    assert changed.after is not None
    assert (changed.before.counts, changed.after.counts) == ({"play": 3, "fold": 0}, {"play": 1, "fold": 2})


def test_a_best_play_that_is_turned_round_is_told_where_hands_are_told_apart_otherwise() -> None:
    """Whoever wins with the lower total plays the 1 and the 2: as many hands as the 3 and the 2."""
    colours = "  “colour”, from high to low: “red” and “black”.\n  material"
    higher = BY_TOTAL.replace("  material", colours).replace("of “number”.", "of “number” and “colour”.")
    red = "  when the number of times that “bank” shows “red” is 2, then “ante” pays 5 to 1.\n  in every other case"
    lower = higher.replace("is higher than", "is lower than").replace("  in every other case", red)
    before, after = (Side("small", rules.document, rules, {}) for rules in map(rules_of, (higher, lower)))
    (changed,) = outcomes(before, after).strategies
    assert changed.before is not None
    assert changed.after is not None
    assert changed.before.counts == changed.after.counts == {"play": 4, "fold": 2}


def test_other_material_is_not_compared_round_by_round(tmp_path: Path) -> None:
    found = outcomes(drawing(tmp_path / "one", "1 pack"), drawing(tmp_path / "two", "2 packs"))
    assert {(c.probability, c.reason) for c in found.bets} == {(None, "objects-differ")}
    assert all(c.difference is not None for c in found.bets)
    assert not found.is_proved_equal


def test_more_dice_are_other_objects_and_no_other_procedure() -> None:
    """With one die a third of all throws is a three, with two dice two ninths."""
    won = "  when the total thrown by “banker” is 3, then “big” pays 1 to 1.\n"
    text = f"{DIE}Article 2\n{THROW}Article 3\n{won}  in every other case, “big” loses.\n"
    (bet_change,) = outcomes(_small(text), _small(text.replace("1 “die”", "2 “die”"))).bets
    assert (bet_change.probability, bet_change.reason) == (None, "objects-differ")
    assert bet_change.difference == 2 * (Fraction(1, 3) - Fraction(2, 9))


def test_the_same_objects_in_another_order_are_compared_round_by_round() -> None:
    """The 1 becomes the highest: 3 and 2, which are played, beat it before, and lose to it after; 1 is folded.

    Of the six deals two settle differently, 3 against 1 and 2 against 1.
    """
    before, after = BY_ORDER, BY_ORDER.replace("from high to low: 3, 2 and 1", "from high to low: 1, 3 and 2")
    (bet_change,) = outcomes(_small(before), _small(after)).bets
    assert (bet_change.probability, bet_change.difference) == (Fraction(2, 6), 0)
    assert {(way.before.net, way.after.net, way.probability) for way in bet_change.changes} == {(1, -1, Fraction(2, 6))}


@pytest.mark.parametrize(
    "change",
    [("of “number” and “colour”", "of “colour” and “number”"), ("“red” and “black”", "“black” and “red”")],
)
def test_what_no_rule_reads_of_objects_may_come_in_any_order(change: tuple[str, str]) -> None:
    """No hand ranks by its colour: nothing settles differently, and what is best to play is the same."""
    colours = "  “colour”, from high to low: “red” and “black”.\n  material"
    before = BY_TOTAL.replace("  material", colours).replace("of “number”.", "of “number” and “colour”.")
    found = outcomes(_small(before), _small(before.replace(*change)))
    assert found.is_proved_equal
    assert found.strategies == ()


def test_what_may_be_named_in_one_text_alone_is_new_or_gone() -> None:
    """The number named comes up once in three: 2 and 3, which both texts have, then win two for one; 1 and 4 do not."""
    text = f"""{THREE_FACES}\
  “guess” is a bet that names a number from {{}}.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “guess”.
Article 3
  when the total thrown by “dealer” is equal to the number named, then “guess” pays {{}} to 1.
  in every other case, “guess” loses.
"""
    found = outcomes(_small(text.format("1 through 3", 1)), _small(text.format("2 through 4", 2)))
    by_naming = {naming: (c.status, c.probability, c.reason) for c in found.bets for naming in c.naming}
    kept = ("kept", Fraction(1, 3), "")
    assert by_naming == {"1": ("gone", None, ""), "2": kept, "3": kept, "4": ("new", None, "")}


def _small(text: str) -> Side:
    document, _ = document_of(text)
    return Side("small", document, rules_of(text), {})


CHOSEN_SHORT = (
    pack("2 and 1")
    + """\
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  “player” with “ante” chooses “play” or “leave”.
  upon “leave”: “ante” is returned.
Article 3
  when “player” has chosen “play”, then deal to “bank”, one “card” at a time, face up, until each has {}.
  settle “ante”.
  “ante” loses.
"""
)


def test_of_a_bet_that_one_text_cannot_be_analysed_for_it_is_said_why_and_no_change_of_play() -> None:
    """The pack has two cards: who plays cannot be dealt a third. Who leaves, which is best before, ends alike."""
    before, after = sides = [_small(CHOSEN_SHORT.format(number)) for number in ("two", "three")]
    found = outcomes(before, after)
    own = change(found, "ante")
    assert own.before is not None
    assert (own.before.house_edge, own.after, own.skipped) == (0, None, ("", "stock-exhausted"))
    assert (own.probability, found.strategies) == (0, ())
    english = catalogue("en")
    layout = OutcomeLayout(english, *(Teller(english, side.glossary) for side in sides))
    said = ["".join(piece.text for piece in block.pieces) for block in layout.run(found)]
    assert "House edge after: that of “ante” is not worked out: there may be too few objects" in said
    # The other way round, and where both texts cannot be analysed, too.
    assert change(outcomes(after, before), "ante").skipped == ("stock-exhausted", "")
    assert change(outcomes(after, after), "ante").skipped == ("stock-exhausted",) * 2


def test_a_bet_that_is_never_alone_is_compared_without_an_example() -> None:
    """Nothing that is chosen for the main bet bears on it: of six cards two count 3, for which it wins 3 or 2."""
    text = TABLE.format(norm=NEVER_ALONE, effect=DOUBLES, condition=OF_TOTAL)
    found = compare_outcomes(_small(text), _small(text.replace("pays 3 to 1", "pays 2 to 1")))
    assert change(found, "side-bet").probability == Fraction(1, 3)
    assert found.examples == ()


def test_a_bet_that_another_brings_to_an_end_is_not_compared_alone() -> None:
    text = TABLE.format(norm=NEVER_ALONE, effect="“side bet” loses", condition=OF_TOTAL)
    found = compare_outcomes(_small(text), _small(text.replace("pays 3 to 1", "pays 2 to 1")))
    assert (change(found, "side-bet").probability, change(found, "side-bet").reason) == (None, "never-alone")


# ── Forms ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["zh", "pt", "en"])
def test_outcomes_as_json_keep_to_the_schema(language: str) -> None:
    after = edited("three-dice", "en", (PAYS, PAYS.replace("30", "24")))
    found = json.loads(json.dumps(to_json(compare(shelf_side("three-dice", "en"), after), language)))
    assert mistakes(found) == []
    assert found["outcomes"]["bets"]["any-triple"]["probability_changed"] == "1/36"
    assert found["outcomes"]["examples"][0]["before"]["net"] == "30"
    broken: dict[str, Any] = json.loads(json.dumps(found))
    broken["outcomes"]["bets"]["any-triple"]["before"] = 0.05
    assert mistakes(broken)


SETTLED = """  when the total of “player” is 5, or the total of “player” is higher than 7, then “bet 1” pays 1 to 1.
  in every other case, “bet 1” loses.
"""
OTHERWISE = """  when the total of “player” is higher than 7, then “bet 1” pays 3 to 1.
  when the total of “player” is 5, then “bet 1” pays 2 to 1.
  in every other case, “bet 1” loses half.
"""


def test_as_many_examples_as_asked_for_the_simplest_first(tmp_path: Path) -> None:
    """All that a round of `drawing` may gain is another: only the 5, at which one stands, shows it by one card."""
    before, path = drawing(tmp_path / "before", "1 pack"), tmp_path / "after" / "1.en.ludi"
    drawing(path.parent, "1 pack")
    path.write_text(path.read_text("utf-8").replace(SETTLED, OTHERWISE), "utf-8")
    found, two = (compare_outcomes(before, read_side(str(path)), count=count) for count in (9, 2))
    assert [len(e.deal.cards[0]) for e in found.examples] == [1, 2, 2]
    assert two.examples == found.examples[:2]


def test_words_and_rules_do_not_pay_for_arrays() -> None:
    program = (
        "import sys, lexludi.cli\n"
        "for layer in ('words', 'rules', 'outcomes'):\n"
        "    lexludi.cli.main(['diff', 'xx/red-dog:zh', 'xx/red-dog:pt', '--layer', layer])\n"
        "    print('numpy', 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8", timeout=60
    )
    told = [line for line in done.stdout.splitlines() if line.startswith("numpy")]
    assert told == ["numpy False", "numpy False", "numpy True"]


def test_a_best_play_that_changes_places_with_another_by_a_number_kept_is_a_change() -> None:
    """In `choosing` 4 is stopped at and 2 is not.

    Where 2 pays 3 to 1 and 4 pays 1 to 1, going on at 4 is worth (5 - 1) / 2 = 2, and 2 is stopped at, so that nobody
    comes to 4. The die lies there with the same face each time.
    """
    other = CLIMB.replace("  2 1 to 2.", "  2 3 to 1.").replace("  4 3 to 1.", "  4 1 to 1.")
    sides = [Side("small", document_of(text)[0], rules_of(text), {}) for text in (CLIMB, other)]
    (strategy,) = outcomes(*sides).strategies
    assert strategy.before is not None
    assert strategy.after is not None
    told = [[row.best for row in play.table.rows] for play in (strategy.before, strategy.after) if play.table]
    assert told == [["go-on", "go-on", "stop"], ["go-on", "stop"]]


CALLED = (
    THREE_FACES
    + """\
  “ante” is a bet.
  “call bet” is a bet.
  {meter}

Article 2
  bets are accepted.
  “player” with “ante” chooses to “call” or “stand”.
  upon “call”: an amount equal to the stake of “ante” is put on “call bet”.
  “dealer” throws “die”.
  settle “ante” and “call bet”.

Article 3
  when the total of “dealer” is 3, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
  when the total of “dealer” is 3, then “call bet” pays {odds}.
  in every other case, “call bet” loses.
"""
)


@pytest.mark.parametrize(
    ("after", "differs", "told"),
    [
        # To call is worth 1/3 - 2/3 and 1/15 - 2/3: nobody should, and who does with a 3 has 2, or 6/5.
        ("1 to 5", True, "never with the best choices; with others it may"),
        ("1 to 1", False, None),
    ],
)
def test_rounds_that_the_best_play_does_not_choose_are_compared_too(
    after: str, differs: bool, told: str | None
) -> None:
    sides = _small(CALLED.format(odds="1 to 1", meter="")), _small(CALLED.format(odds=after, meter=""))
    found = outcomes(*sides)
    (bet_change,) = found.bets
    assert (bet_change.probability, bet_change.if_chosen_otherwise) == (0, differs)
    assert found.is_proved_equal is not differs
    english = catalogue("en")
    layout = OutcomeLayout(english, *(Teller(english, side.glossary) for side in sides))
    cells = [cell for block in layout.run(found) for row in block.rows for cell in row]
    assert told is None or told in cells


def test_choices_that_are_too_many_to_follow_are_not_called_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def follow(both: Both, budget: Budget, *, any_choice: bool = False) -> PairedRounds:
        if any_choice:
            raise NotAnalysed("not-analysed", reason="too-large")
        return PairedRounds(both, budget)

    monkeypatch.setattr(joint, "PairedRounds", follow)
    sides = _small(CALLED.format(odds="1 to 1", meter="")), _small(CALLED.format(odds="1 to 5", meter=""))
    (bet_change,) = outcomes(*sides).bets
    assert bet_change.if_chosen_otherwise is None
    assert not bet_change.never_differs


def test_what_a_meter_begins_with_runs() -> None:
    """Of 40 a 3 brings 20 more than of 20."""
    meter = "“meter” is an amount kept from round to round, beginning with {}."
    text = CALLED.replace("“call bet” pays {odds}", "“ante” receives the whole of “meter”")
    sides = [_small(text.format(meter=meter.format(amount))) for amount in (20, 40)]
    sides = [replace(bare, settings={"meter": amount}) for bare, amount in zip(sides, (20, 40), strict=True)]
    found = outcomes(*sides)
    (bet_change,) = found.bets
    assert not found.is_same
    assert bet_change.probability == Fraction(1, 3)
    assert bet_change.difference == -Fraction(20, 3)


SAME = "the hand of “player” is such that all are of the same “face”"
SPLIT = f"""\
Article 1
  “face”, from high to low: 2 and 1.
  material: 1 set of “cards”, each with 3 of 2 and 3 of 1.
  each “card” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.

Article 2
1.
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has two.
  when {SAME}, then “player” with “ante” chooses to “split” or “stay”.
  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “ante”, and neither is split again.
2.
  “player” with “ante” chooses to “hit” or “stand”.
  upon “hit”: takes one “card”.
  settle “ante”.

Article 3
  when the total of “player” is {{}}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_a_choice_for_a_second_hand_is_told_as_such() -> None:
    """Of two choices in one provision, by the first hand and by the second, it is said which is which."""
    sides = _small(SPLIT.format("even")), _small(SPLIT.format("odd"))
    english = catalogue("en")
    layout = OutcomeLayout(english, *(Teller(english, side.glossary) for side in sides))
    said = ["".join(piece.text for piece in line.pieces) for line in layout.run(outcomes(*sides))]
    assert [line for line in said if line.startswith("the best play")] == [
        "the best play of “ante” changes [article 2, paragraph 1]",
        "the best play of “ante” changes [article 2, paragraph 2]",
        "the best play of “ante (second hand of player 1)” changes [article 2, paragraph 2]",
    ]
