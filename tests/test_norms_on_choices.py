"""Norms on what is chosen: they bind who chooses, and the checks say to which no round ever comes, and to no others."""

from fractions import Fraction

import pytest

from lexludi.base.errors import IllegalAction
from lexludi.checks.conflict import conflict, idle_exception
from lexludi.checks.endings import no_choice_left
from lexludi.checks.idle_rules import redundant_rule, unreachable_rule
from lexludi.checks.reach import NEVER, REACHED, reach
from lexludi.exact.odds import odds
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.rules.settings import decide
from small import game_of, law_of, pack

# The bank has a card of three; who has an ante plays or folds, where the norm does not forbid it.
TEXT = (
    pack("3, 2 and 1", "2 packs")
    + """  {more}
Article 2
1.
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  “player” with “ante” chooses to “play” or “fold”.
  settle “ante”.
2.
  {norm}.
Article 3
  “ante” loses.
"""
)


def text_of(norm: str, more: str = "") -> str:
    return TEXT.format(norm=norm, more=more)


def never_in(text: str) -> list[tuple[str, str]]:
    """The provisions of norms that are said never to apply, and what they are asked about."""
    found = unreachable_rule(law_of(text))
    return [(d.args["provisions"].eids[0], d.args["what"].kind) for d in found]


FORBIDDEN = "then “player” must not “fold”"


@pytest.mark.parametrize(
    "norm",
    [
        f"when the total of “bank” is higher than 3, {FORBIDDEN}",
        f"when the total of “bank” is 1, and the total of “bank” is 2, {FORBIDDEN}",
        f"when “player” has chosen to “play”, {FORBIDDEN}",
        "“bank” must not “fold”",  # who does not choose
    ],
)
def test_a_norm_on_a_choice_that_no_round_comes_to_is_told_and_proved(norm: str) -> None:
    text = text_of(norm)
    assert never_in(text) == [("art_2__para_2", "choice")]
    (row,) = (row for row in reach(game_of(text)).rows if row.eid == "art_2__para_2")
    assert (row.verdict, row.proof) == (NEVER, "exhausted")


@pytest.mark.parametrize(
    ("norm", "more"),
    [
        (f"when the total of “bank” is 3, {FORBIDDEN}", ""),
        (FORBIDDEN.removeprefix("then "), ""),
        # Of whoever is of another status than bettors begin with; of a value that an option does not have at first.
        (f"when “player” is “standing”, {FORBIDDEN}", "each “player” is either “seated” or “standing”."),
    ],
)
def test_of_norms_that_some_round_comes_to_nothing_is_told(norm: str, more: str) -> None:
    text = text_of(norm, more)
    assert never_in(text) == []
    law = law_of(text)
    assert not [*redundant_rule(law), *conflict(law)]
    (row,) = (row for row in reach(game_of(text)).rows if row.eid == "art_2__para_2")
    assert row.verdict == REACHED


def test_a_norm_that_applies_under_another_value_of_an_option_is_not_told() -> None:
    option = "house option “rule”: “strict” or “lax”; default “lax”."
    assert never_in(text_of(f"when “rule” is “strict”, and the total of “bank” is 3, {FORBIDDEN}", option)) == []
    other = f"when “rule” is “strict”, and the total of “bank” is 4, {FORBIDDEN}"
    assert never_in(text_of(other, option)) == [("art_2__para_2", "choice")]


# The bank's card lies open: of six deals the player wins three.
OPEN = (
    pack("3, 2 and 1")
    + """Article 2
1.
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has one.
  deal to “bank”, one “card” at a time, face up, until each has one.
  “player” with “ante” chooses to “play” or “fold”.
  upon “fold”: “ante” loses half.
  settle “ante”.
2.
  {first}.
3.
  {second}.
Article 3
  when the total of “player” is higher than the total of “bank”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
)
OF_THREE, OF_ONE = ("when the total of “bank” is 3, then ", "when the total of “bank” is 1, then ")
OUTSIDE = "“bank” must “draw”"  # a norm on what nobody chooses


def of_open(first: str, second: str = OUTSIDE) -> str:
    return OPEN.format(first=first, second=second)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # Whoever plays wins with 3 over 2 or 1, and with 2 over 1; with the other three deals it is best to fold.
        (OUTSIDE, OUTSIDE, Fraction(3, 1) - Fraction(3, 2)),
        # With 2 or 1 against the 3 all is lost; with 1 against 2, half.
        (f"{OF_THREE}“player” must “play”", OUTSIDE, 3 - 2 - Fraction(1, 2)),
        # Of the deals that are won, 3 and 2 against 1 must be folded.
        (f"{OF_ONE}“player” must “fold”", OUTSIDE, 1 - Fraction(5, 2)),
        # 1 against 2 may not be folded.
        (f"{OF_THREE}“player” may “fold”", OUTSIDE, Fraction(3 - 1 - 1)),
        (
            "“player” must “play”",
            f"{OF_THREE}“player” may “fold”.\n  prevails over article 2, paragraph 2",
            Fraction(3 - 1 - 1),
        ),
    ],
)
def test_norms_bind_whoever_chooses(first: str, second: str, expected: Fraction) -> None:
    found = odds(game_of(of_open(first, second)).decided)
    assert found.bets["ante"].expectation == expected / 6


READING = "reading “manner”: “strict” or “lenient”; default “strict”; because: …"


@pytest.mark.parametrize(("manner", "expected"), [("strict", Fraction(3 - 3)), ("lenient", 3 - Fraction(3, 2))])
def test_a_permission_for_other_settings_is_none(manner: str, expected: Fraction) -> None:
    """Read strictly, nobody may fold: three deals of six are lost whole."""
    text = of_open("when “manner” is “lenient”, then “player” may “fold”", READING)
    found = odds(decide(law_of(text).rules, {"manner": manner}))
    assert found.bets["ante"].expectation == expected / 6


@pytest.mark.parametrize("force", ["must", "must not"])
def test_what_is_bidden_or_forbidden_under_other_settings_is_not_only_permitted(force: str) -> None:
    """Then nothing is said of other cases than that in which it may be done: what is lost is folded in all."""
    text = of_open(
        f"when “manner” is “lenient”, then “player” {force} “fold”", f"{READING}.\n  {OF_ONE}“player” may “fold”"
    )
    found = odds(decide(law_of(text).rules, {"manner": "strict"}))
    assert found.bets["ante"].expectation == (3 - Fraction(3, 2)) / 6


def test_a_permission_that_no_settings_let_in_is_told_once() -> None:
    both = "when “manner” is “lenient”, and “manner” is “strict”, then “player” may “fold”"
    assert [eid for eid, _ in never_in(of_open(both, READING))] == ["art_2__para_2"]


@pytest.mark.parametrize("norm", ["“player” must “play”", f"{OF_ONE}“player” may “fold”"])
def test_what_a_norm_on_another_choice_or_on_another_case_forbids_is_refused_by_it(norm: str) -> None:
    round_ = game_of(of_open(norm)).new_round(cards=["3", "2"])
    round_.apply(PlaceBet("player-1", "", "ante", 2))
    round_.apply(Deal())
    with pytest.raises(IllegalAction) as told:
        round_.apply(Choose("player-1", "player-1", "fold"))
    assert (told.value.key, told.value.provisions) == ("forbidden", ("art_2__para_2",))


@pytest.mark.parametrize("norm", ["“player” must “play”", "“player” may “play”"])
def test_a_choice_that_is_bid_or_permitted_is_told_with_the_provision(norm: str) -> None:
    round_ = game_of(of_open(norm)).new_round(cards=["3", "2"])
    round_.apply(PlaceBet("player-1", "", "ante", 2))
    round_.apply(Deal())
    round_.apply(Choose("player-1", "player-1", "play"))
    (told,) = (step for step in round_.trace if step.kind == "chosen")
    assert told.provisions == ("art_2__para_1", "art_2__para_2")


@pytest.mark.parametrize("second", ["“player” must “fold”", "“player” must not “play”"])
def test_where_what_must_be_chosen_may_not_nothing_is_left_to_choose(second: str) -> None:
    """No conflict about one action is told, but that nobody can choose, with what forbids each."""
    text = of_open(f"{OF_THREE}“player” must “play”", f"{OF_THREE}{second}")
    law = law_of(text)
    assert not list(conflict(law))
    (found,) = no_choice_left(law)
    assert found.args["provisions"].eids == ("art_2__para_3", "art_2__para_2")


# Who has an ante may draw; and so must, for the table, who holds the role of the norms.
BOTH = (
    pack("3, 2 and 1", "4 packs")
    + """Article 2
1.
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has one.
  deal to “bank”, one “card” at a time, face up, until each has one.
  “player” with “ante” chooses to “draw” or “stand”.
  upon “draw”: takes one “card”.
  “{role}” follows the rules on “draw”.
  settle “ante”.
2.
  when the number of “card” of “{role}” is {count}, then “{role}” must “draw”.
3.
  when the total of “{role}” is higher than 9, then “{role}” must not “draw”.
Article 3
  “ante” loses.
"""
)


def test_norms_on_what_somebody_must_do_are_not_asked_of_the_choice_of_another() -> None:
    """The bank has one card whenever it follows the rules; what bettors may draw is no matter of it."""
    text = BOTH.format(role="bank", count=1)
    assert never_in(text) == [("art_2__para_3", "action")]


def test_where_the_same_may_be_chosen_and_must_be_done_nothing_is_proved_of_norms_on_it() -> None:
    """Bettors with two cards are not asked to choose, and follow the rules all the same."""
    text = BOTH.format(role="player", count=3)
    assert not {eid for eid, _ in never_in(text)} & {"art_2__para_2", "art_2__para_3"}
    assert {(question.about, why) for question, why in law_of(text).unsearched()} >= {("draw", "undecided")}


@pytest.mark.parametrize(
    ("more", "idle"),
    [
        # Of a two both duties hold, of what is offered together, and the one sets the other aside.
        ("when the total of “bank” is lower than 3, then “player” must “play”", False),
        # To be allowed sets aside as well.
        ("when the total of “bank” is lower than 3, then “player” may “play”", False),
        # What no choice offers sets aside nothing.
        ("“player” must not “wave”", True),
    ],
)
def test_a_precedence_between_norms_on_what_is_offered_together_is_not_idle(more: str, idle: bool) -> None:
    norm = f"when the total of “bank” is higher than 1, then “player” must “fold”.\n3.\n  {more}"
    text = text_of(f"{norm}.\n  prevails over article 2, paragraph 2")
    # By hand: of 1 and of 2 only playing is left by the first, since the duty to fold yields; of 3 only folding.
    assert bool(list(idle_exception(law_of(text)))) is idle
