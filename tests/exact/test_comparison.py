"""Comparisons of settings: which values are worth comparing, and what each does to each bet, by hand."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from lexludi.base.errors import InvalidSetting
from lexludi.exact.comparison import (
    MAX_VALUES,
    Comparison,
    RowEffect,
    Solver,
    changes_of,
    compare,
    under_same_names,
    values_of,
)
from lexludi.rules.model import Parameter, Range, RuleSet, Value
from small import pack, rules_of

# One card of four, of which the two highest pay; with the other reading only the highest does.
TEXT = (
    pack("4, 3, 2 and 1")
    + """\
  “odd” is a bet.
  reading “way”: “mild”, “strict” or “silent”; default “mild”; because: it is the plainer.
  house option “pace”: 1 or 2; default 1.
Article 2
1)
  bets are accepted.
2)
  deal to “bank”, one “card” at a time, face up, until each has 1.
3)
  settle “ante” and “odd”.
Article 3
  when the total of “bank” is 4, then “ante” pays 1 to 1.
  when “way” is “mild”, and the total of “bank” is 3, then “ante” pays 1 to 1.
  when “way” is “strict”, and the total of “bank” is 3, then “ante” loses.
  when the total of “bank” is lower than 3, then “ante” loses.
  when the total of “bank” is 1 or 3, then “odd” pays 1 to 1.
  when the total of “bank” is 2 or 4, then “odd” loses.
"""
)
TEXT = TEXT.replace("is 1 or 3,", "is 1, or the total of “bank” is 3,").replace(
    "is 2 or 4,", "is 2, or the total of “bank” is 4,"
)
SETTINGS: Mapping[str, Value] = {"way": "mild", "pace": 1}
NOTHING = Fraction(0)


def rules() -> RuleSet:
    return rules_of(TEXT)


def compared(kind: str, **settings: Value) -> Comparison:
    values = {**SETTINGS, **settings}
    return compare(rules(), values, changes_of(rules(), values, kind))


# ── Which values ────────────────────────────────────────────────────────────


def parameter(*choices: Value | Range, default: Value) -> Parameter:
    return Parameter("way", "option", choices, default, "art_1")


@pytest.mark.parametrize(
    ("choices", "default", "current", "values"),
    [
        (("b", "a"), "a", "a", ["b", "a"]),  # words in the order of the text
        ((3, 1, 2), 1, 1, [1, 2, 3]),  # numbers in their own
        ((2, "b", 1), 1, 1, ["b", 1, 2]),
        ((Range(1, MAX_VALUES),), 1, 1, list(range(1, MAX_VALUES + 1))),
        ((Range(1, MAX_VALUES + 1),), 1, 1, [1, MAX_VALUES + 1]),  # of a wide range the ends,
        ((Range(1, 50),), 7, 9, [1, 7, 9, 50]),  # the default and the current value
        ((Range(5),), 5, 5, [5, 6, 8, 12]),  # without limit: 0, 1, 3 and 7 above the lowest
    ],
)
def test_the_values_that_are_worth_comparing(
    choices: tuple[Value | Range, ...], default: Value, current: Value, values: list[Value]
) -> None:
    assert values_of(parameter(*choices, default=default), current) == values


def test_of_a_wide_range_the_numbers_that_rules_tell_apart_are_compared() -> None:
    assert values_of(parameter(Range(1, 90), default=1), 1, (4, 5, 6)) == [1, 4, 5, 6, 90]


def test_parameters_of_a_kind_are_compared_all_or_those_that_are_named() -> None:
    text = rules_of(TEXT.replace("Article 2\n", "  house option “speed”: 8 or 9; default 8.\nArticle 2\n", 1))
    settings = {**SETTINGS, "speed": 8}
    named = [(p.id, value) for p, value in changes_of(text, settings, "option", ["speed"])]
    assert named == [("speed", 8), ("speed", 9)]
    every = [(p.id, value) for p, value in changes_of(text, settings, "option")]
    assert every == [("pace", 1), ("pace", 2), ("speed", 8), ("speed", 9)]


@pytest.mark.parametrize(("kind", "name"), [("reading", "pace"), ("option", "way"), ("option", "none")])
def test_a_parameter_that_there_is_not_is_refused(kind: str, name: str) -> None:
    with pytest.raises(InvalidSetting) as refusal:
        changes_of(rules(), SETTINGS, kind, [name])
    assert refusal.value.key == f"unknown-{kind}"
    assert refusal.value.args_by_name["name"] == name


# ── What they do ────────────────────────────────────────────────────────────


def test_a_reading_has_its_effect_on_the_bets_that_it_concerns() -> None:
    """“ante” wins with 4 and 3, as often as not; read strictly with 4 alone: 1/4 - 3/4. “odd” is as it was."""
    mild, strict, silent = compared("reading").rows
    assert (mild.is_base, mild.is_default, mild.changes) == (True, True, False)
    assert mild.effects == dict.fromkeys(("ante", "odd"), RowEffect(NOTHING, NOTHING, NOTHING, False))
    assert (strict.is_base, strict.is_default, strict.changes) == (False, False, True)
    assert strict.effects["ante"] == RowEffect(Fraction(1, 2), Fraction(1, 2), NOTHING, True)
    assert strict.effects["odd"] == RowEffect(NOTHING, NOTHING, NOTHING, False)
    # Of a 3 nothing is said: one deal of four.
    assert silent.effects["ante"] == RowEffect(None, None, Fraction(1, 4), True)


def test_the_default_is_that_of_the_text_whatever_is_compared_with() -> None:
    mild, strict, _ = compared("reading", way="strict").rows
    assert (mild.is_default, mild.is_base, strict.is_default, strict.is_base) == (True, False, False, True)
    assert mild.effects["ante"].difference == Fraction(-1, 2)


def test_an_option_that_no_rule_reads_changes_nothing_and_is_solved_once() -> None:
    found = compared("option")
    assert [row.changes for row in found.rows] == [False, False]
    solver = Solver(rules(), SETTINGS)
    assert solver.odds(SETTINGS) is solver.odds({**SETTINGS, "pace": 2})
    assert solver.odds(SETTINGS) is not solver.odds({**SETTINGS, "way": "strict"})


PLACES = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 set of “cards”, each with 4 of 3, 4 of 2 and 4 of 1.
  each “card” counts the number that it shows.
  house option “places”: 1 through 9; default 1.
  there is one “bank”.
  there are “places” “box”.
  “player” bets at “box”.
  “ante” is a bet.
  “side” is a bet.
  when it is not so that “player” has a bet on “ante”, then “player” must not “bet” on “side”.
Article 2
  bets are accepted.
  deal to each “box” with a bet, one “card” at a time, face up, until each has 1.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  “box” follows the rules on “draw”.
  upon “draw”: takes 1 “card”.
  when the total of “box” is 1, then “box” must “draw”.
  when the total of “box” is higher than 1, then “box” must not “draw”.
  settle “ante” and “side”.
Article 3
  “ante” loses.
  when the total of “bank” is 3, then “side” pays 1 to 1.
  in every other case, “side” loses.
"""


def test_a_bet_that_is_refused_with_more_places_has_no_figure_there() -> None:
    """At one box the bet on the bank stands beside the ante, which is elsewhere perhaps where a box may draw for it."""
    rules = rules_of(PLACES)
    solver = Solver(rules, {"places": 1})
    found = compare(rules, {"places": 1}, [(rules.parameters["places"], number) for number in (1, 2)])
    edges = [(row.effects["side"].house_edge, row.effects["side"].problem is None) for row in found.rows]
    assert edges == [(Fraction(1, 3), True), (None, False)]
    assert found.rows[1].effects["side"].changes is None
    assert solver.odds({"places": 4}) is solver.odds({"places": 9}), "two bets stand at no more than so many"


def test_only_the_bets_that_are_asked_about_are_compared() -> None:
    steps: list[str] = []
    found = compare(rules(), SETTINGS, changes_of(rules(), SETTINGS, "reading"), ["odd"], steps.append)
    assert [list(row.effects) for row in found.rows] == [["odd"]] * 3
    assert steps == ["way=mild", "way=strict", "way=silent"]


def test_a_comparison_as_json_is_what_the_schema_has() -> None:
    found = compared("reading").to_json()
    assert found["house_edge"] == {"ante": "0", "odd": "0"}
    assert found["rows"][1] == {
        "kind": "reading", "name": "way", "value": "strict", "default": False, "compared": False,
        "provision": "art_1", "changes": True,
        "bets": {
            "ante": {"house_edge": "1/2", "difference": "1/2", "unsettled": "0", "changes": True},
            "odd": {"house_edge": "0", "difference": "0", "unsettled": "0", "changes": False},
        },
    }  # fmt: skip
    assert found["rows"][2]["bets"]["ante"] == {
        "house_edge": None, "difference": None, "unsettled": "1/4", "changes": True,
    }  # fmt: skip


def test_rows_are_told_apart_by_the_kind_of_their_parameter() -> None:
    changes = [*changes_of(rules(), SETTINGS, "reading"), *changes_of(rules(), SETTINGS, "option")]
    found = compare(rules(), SETTINGS, changes, ["odd"])
    assert [row.parameter.id for row in found.of_kind("option")] == ["pace", "pace"]
    assert [row.value for row in found.of_kind("reading")] == ["mild", "strict", "silent"]


# ── Bets that name items ────────────────────────────────────────────────────

# One card of three, of which a bet names one; with the other reading the 1 pays nothing.
NAMED = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “one” is a bet that names one “number”.
  reading “way”: “mild” or “strict”; default “mild”; because: it is the plainer.
Article 2
1)
  bets are accepted.
2)
  deal to “bank”, one “card” at a time, face up, until each has 1.
3)
  settle “one”.
Article 3
1)
  when the number of times that “bank” shows the one named is 1, then “one” pays 2 to 1.
2)
  when “way” is “strict”, and the total of “bank” is 1, then “one” loses.
  prevails over article 3, item 1.
3)
  when the number of times that “bank” shows the one named is 0, then “one” loses.
"""


def test_items_that_a_reading_tells_apart_are_compared_each_with_itself() -> None:
    """Mild: 1/3 of 2 less 2/3 is 0, whatever is named. Strict: who names 1 never wins and loses 1; others as before."""
    named = rules_of(NAMED)
    settings: Mapping[str, Value] = {"way": "mild"}
    mild, strict = compare(named, settings, changes_of(named, settings, "reading")).rows
    edges = {name: (effect.house_edge, effect.difference) for name, effect in strict.effects.items()}
    assert edges == {"one": (NOTHING, NOTHING), "one:1": (Fraction(1), Fraction(1))}
    assert set(mild.effects) == {"one", "one:1"}
    assert [effect.changes for effect in mild.effects.values()] == [False, False]


def test_items_that_are_not_told_apart_stay_with_the_bet_and_a_bet_without_items_has_none() -> None:
    settings: list[Mapping[str, Value]] = [{"way": "mild"}, {"way": "strict"}]
    for odds in under_same_names([Solver(rules_of(NAMED), values).odds(values) for values in settings]):
        assert {name: bet.naming for name, bet in odds.bets.items()} == {"one": ("3", "2"), "one:1": ("1",)}
    (odds,) = under_same_names([Solver(rules(), SETTINGS).odds(SETTINGS)])
    assert {name: bet.naming for name, bet in odds.bets.items()} == {"ante": (), "odd": ()}


def test_a_push_of_twice_the_stake_is_another_outcome_than_a_push_of_the_stake() -> None:
    """Nobody gains anything, whichever of the two it is; under the stricter reading, two are staked for that."""
    text = pack("4, 3, 2 and 1") + (
        "  reading “way”: “mild” or “strict”; default “mild”; because: it is the plainer.\n"
        "Article 2\n  bets are accepted.\n  “player” with “ante” chooses “double” or “stay”.\n  settle “ante”.\n"
        "Article 3\n  upon “double”: the stake of “ante” is doubled.\n"
        "  when “way” is “mild”, then “player” must not “double”.\n"
        "  when “way” is “strict”, then “player” must not “stay”.\n  “ante” is returned.\n"
    )
    source = rules_of(text)
    rows = compare(source, {"way": "mild"}, changes_of(source, {"way": "mild"}, "reading")).rows
    assert {row.value: row.effects["ante"] for row in rows} == {
        "mild": RowEffect(NOTHING, NOTHING, NOTHING, changes=False),
        "strict": RowEffect(NOTHING, NOTHING, NOTHING, changes=True),
    }


def test_of_a_bet_that_cannot_be_analysed_nothing_is_said_but_why() -> None:
    """There is no time for anything, under whatever reading."""
    for row in compare(rules(), SETTINGS, changes_of(rules(), SETTINGS, "reading"), ["ante"], limit=0).rows:
        assert (row.changes, row.is_whole) == (None, False)
        assert row.effects["ante"].to_json() == {
            "house_edge": None, "difference": None, "unsettled": None, "changes": None, "not_analysed": "too-large",
        }  # fmt: skip


def test_of_a_bet_that_is_analysed_under_one_reading_alone_its_edge_is_said_and_not_that_it_changes() -> None:
    """What lies face down is kept as a number before the choice, unless the reading is mild: two of four cards pay."""
    text = pack("4, 3, 2 and 1") + (
        "  reading “way”: “mild” or “strict”; default “mild”; because: it is the plainer.\n"
        "  “mark” is a number kept during the round: 1 through 4.\n"
        "Article 2\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face down, until each has 1.\n"
        "  when “way” is “strict”, then “mark” becomes the total of “bank”.\n"
        "  “player” with “ante” chooses “double” or “stay”.\n  settle “ante”.\n"
        "Article 3\n  upon “double”: the stake of “ante” is doubled.\n"
        "  when the total of “bank” is higher than 2, then “ante” pays 1 to 1.\n  in every other case, “ante” loses.\n"
    )
    source = rules_of(text)
    for way, other in (("mild", "strict"), ("strict", "mild")):
        rows = {
            row.value: row for row in compare(source, {"way": way}, changes_of(source, {"way": way}, "reading")).rows
        }
        mild, strict = rows["mild"].effects["ante"], rows["strict"].effects["ante"]
        assert (mild.house_edge, mild.unsettled, rows[other].changes) == (NOTHING, NOTHING, None)
        assert (strict.house_edge, strict.unsettled, strict.changes) == (None, None, None)
        assert strict.problem is not None
        assert strict.problem.reason == "hidden-hand"


def test_what_puts_objects_back_after_a_round_decides_the_next_one() -> None:
    """Only where use of the cards begins with every round does one of the four pay."""
    rules = rules_of(
        pack("4, 3, 2 and 1")
        + """\
  house option “how”: “strict” or “lenient”; default “strict”.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  settle “ante”.
  when the round is over, and “how” is “lenient”, then put “card” back into “case”.
Article 3
  when the total of “bank” is 4, and use of “card” begins, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    )
    values: Mapping[str, Value] = {"how": "strict"}
    (row,) = (row for row in compare(rules, values, changes_of(rules, values, "option")).rows if row.value == "lenient")
    assert row.effects["ante"].house_edge == Fraction(1, 2)
    assert row.effects["ante"].difference == Fraction(-1, 2)
