"""Outcomes that rest on readings: which rounds end otherwise, exactly."""

from fractions import Fraction

import pytest

from lexludi.exact.analysis import analyse, subject
from lexludi.exact.budget import Budget
from lexludi.exact.odds import Line, odds
from lexludi.exact.resting import with_readings
from lexludi.rules.model import Value
from lexludi.rules.settings import decide, resolve_settings
from small import pack, rules_of


def lines(readings: dict[str, object], *, every: bool, text: str = "") -> list[Line]:
    asked = subject("mo/q-poker", text=text, bets=["ante"], readings=readings)
    return list(analyse(asked, by_reading=every).bets["ante"].lines)


@pytest.mark.parametrize("language", ["zh", pytest.param("pt", marks=pytest.mark.soak)])
def test_odds_of_equal_hands_do_not_cite_article_9_6(language: str) -> None:
    """With two packs hands can be equal; what becomes of the bet then, only a reading says."""
    found = lines({"packs": 2, "equal-hands": "push"}, every=False, text=language)
    pushes = [line for line in found if line.outcome.result == "push"]
    assert pushes
    for line in pushes:
        assert line.provisions == ()
        (by,) = line.by_reading
        assert (by.reading, by.is_silent) == ("equal-hands", True)
        assert [(o.value, o.result, o.probability) for o in by.otherwise] == [
            ("unresolved", "unsettled", line.probability)
        ]
    assert all(line.provisions for line in found if line not in pushes)


def test_outcomes_under_the_defaults_have_their_provisions_and_no_search_is_made_unasked() -> None:
    assert not [line for line in lines({}, every=False) if line.by_reading]


@pytest.mark.soak
def test_half_won_against_a_dealer_who_does_not_qualify_rests_on_a_reading_whole() -> None:
    halves = [line for line in lines({}, every=True) if line.outcome.net == Fraction(1, 2)]
    assert halves
    for line in halves:
        (by,) = (by for by in line.by_reading if by.reading == "not-qualified")
        assert [(o.value, o.net, o.probability) for o in by.otherwise] == [
            ("keep-half", Fraction(-1, 2), line.probability)
        ]
        assert not by.is_silent
        assert line.provisions == ("art_9__point_5",)


@pytest.mark.soak
def test_straights_won_and_lost_by_the_order_of_runs_are_counted() -> None:
    """Half of the rounds that the order of runs turns are won, the other half lost (`test_divergences_weighed`)."""
    found = {
        line.outcome.net: o.probability
        for line in lines({}, every=True)
        for by in line.by_reading
        if by.reading == "run-order"
        for o in by.otherwise
        if o.value == "highest-card"
    }
    assert found == {Fraction(3, 2): Fraction(17643, 203585200), Fraction(-1): Fraction(17643, 203585200)}


NAMING = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “number”.
  every other “die” counts its face value.
  there is one “dealer”.
  “player” bets.
  “guess” is a bet that names one “number”.
  reading “way”: “mild” or “strict”; default “mild”; because: invented.
  bets are accepted.
  “dealer” throws “die”.
  settle “guess”.
Article 2
  when the number of times that “dealer” shows the one named is 1, and CONDITION, then “guess” pays 1 to 1.
  in every other case, “guess” loses.
"""


@pytest.mark.parametrize(
    ("condition", "otherwise", "refused"),
    [
        # Strict, no two wins: that ends bets on 2 otherwise, and those on 1 as before.
        ("(“way” is “mild”, or the total of “dealer” is 1)", set(), ["items-differ"]),
        # Strict, nobody wins: of each item the won half is lost.
        ("“way” is “mild”", {("win", "lose", Fraction(1, 2))}, []),
    ],
)
def test_readings_of_a_bet_that_names_an_item_are_told_of_all_items_or_not_at_all(
    condition: str, otherwise: set[tuple[str, str, Fraction | None]], refused: list[str]
) -> None:
    rules = rules_of(NAMING.replace("CONDITION", condition))
    settings = resolve_settings(rules, {}, {})
    found = with_readings(odds(decide(rules, settings)), rules, settings, {}, every=True)
    (bet,) = found.bets.values()
    assert set(bet.naming) == {"2", "1"}
    told = {
        (line.outcome.result, o.result, o.probability)
        for line in bet.lines for by in line.by_reading for o in by.otherwise
    }  # fmt: skip
    assert (told, [missing.reason for missing in found.not_searched]) == (otherwise, refused)


def test_readings_for_which_no_time_is_left_are_not_searched() -> None:
    rules = rules_of(NAMING.replace("CONDITION", "“way” is “mild”"))
    settings = resolve_settings(rules, {}, {})
    found = with_readings(odds(decide(rules, settings)), rules, settings, {}, every=True, budget=Budget(0))
    assert [missing.reason for missing in found.not_searched] == ["too-large"]
    assert not any(line.by_reading for bet in found.bets.values() for line in bet.lines)


DEALING = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  “player” bets.
  “guess” is a bet.
  reading “way”: “mild” or “strict”; default “mild”; because: invented.
  bets are accepted.
  when “way” is “mild”, then deal to “dealer”, one “card” at a time, face up, until each has 2.
  when “way” is “strict”, then deal to “dealer”, one “card” at a time, face up, until each has 3.
  settle “guess”.
Article 2
  when “dealer” shows 2, then “guess” pays 1 to 1.
  in every other case, “guess” loses.
"""


def test_a_reading_under_which_hands_are_dealt_otherwise_is_said_not_to_have_been_searched() -> None:
    """Of four cards two are twos: in one of six pairs of cards there is none."""
    rules = rules_of(DEALING)
    settings = resolve_settings(rules, {}, {})
    found = with_readings(odds(decide(rules, settings)), rules, settings, {}, every=True)
    assert [(skipped.bet, skipped.reading, skipped.value, skipped.reason) for skipped in found.not_searched] == [
        ("guess", "way", "strict", "procedures-differ")
    ]
    assert found.bets["guess"].expectation == Fraction(5, 6) - Fraction(1, 6)
    assert not any(line.by_reading for line in found.bets["guess"].lines)


MOVED = (
    pack("3, 2 and 1", "2 packs")
    + """\
  “big” is a bet.
  reading “tie”: “tie wins” or “tie loses”; default “tie wins”; because: nothing is said
Article 2
1)
  bets are accepted.
2)
  deal to each “player” with a bet, one “card” at a time, face down, until each has 1.
3)
  “player” with “ante” chooses “raise” or “fold”.
4)
  deal to “bank”, one “card” at a time, face up, until each has 1.
5)
  settle “ante” and “big”.
Article 3
  upon “fold”: “ante” loses half.
  upon “raise”: “ante” moves to “big”.
Article 4
1.
  when the total of “player” is higher than the total of “bank”, then “big” pays 1 to 1.
2.
  when the total of “player” is equal to the total of “bank”, and “tie” is “tie wins”, then “big” pays 1 to 1.
3.
  when the total of “player” is equal to the total of “bank”, and “tie” is “tie loses”, then “big” loses.
4.
  when the total of “player” is lower than the total of “bank”, then “big” loses.
  in every other case, “ante” loses.
"""
)


PUT_BESIDE = MOVED.replace("“ante” moves to “big”", "an amount equal to the stake of “ante” is put on “big”")
PUT_BESIDE = PUT_BESIDE.replace("in every other case, “ante” loses", "in every other case, “ante” is returned")


@pytest.mark.parametrize("text", [MOVED, PUT_BESIDE])
def test_a_reading_that_decides_a_bet_after_it_has_moved_or_one_put_beside_it_is_told(text: str) -> None:
    """Of six cards a pair comes in 3 of 15 ways; who has a 1 folds: two of the three are lost if ties lose."""
    rules = rules_of(text)
    settings = {"tie": "tie-wins"}
    found = with_readings(odds(decide(rules, settings)), rules, settings, {}, every=True)
    told = {
        (outcome.value, outcome.result, outcome.probability)
        for line in found.bets["ante"].lines
        for by in line.by_reading
        for outcome in by.otherwise
    }
    assert told == {("tie-loses", "lose", Fraction(2, 15))}
    assert not found.not_searched


PUT_BACK = "  when the round is over, and “way” is “lenient”, then put “card” back into “case”.\n"


@pytest.mark.parametrize(
    ("packs", "reading", "then", "other"),
    [
        ("1 pack", "“way”: “strict” or “lenient”; default “strict”", PUT_BACK, "lenient"),
        ("“way” packs", "“way”: 1 or 2; default 1", "", 2),
    ],
)
def test_a_reading_by_which_there_are_other_objects_is_not_passed_over(
    packs: str, reading: str, then: str, other: Value
) -> None:
    """Which ones there are, and whether use of them begins, decides here what is won."""
    rules = rules_of(
        f"{pack('4, 3, 2 and 1', packs)}  reading {reading}; because: nothing says it.\n"
        "Article 2\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face up, until each has 2.\n  settle “ante”.\n"
        f"{then}Article 3\n  in every other case, “ante” loses.\n"
        "  when the hand of “bank” is such that all are of the same “number”, and use of “card” begins, "
        "then “ante” pays 1 to 1.\n"
    )
    settings = resolve_settings(rules, {}, {})
    found = with_readings(odds(decide(rules, settings)), rules, settings, {}, every=True)
    assert [(skipped.reading, skipped.value) for skipped in found.not_searched] == [("way", other)]
