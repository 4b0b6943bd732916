"""Repetitions that some rounds never come out of: the search of the checks finds them, with what was thrown by then."""

from pathlib import Path

import pytest

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.errors import UnsettledCase
from lexludi.checks.coverage import cover
from lexludi.checks.endings import endless_repetition
from lexludi.cli.main import main
from lexludi.exact.odds import odds
from lexludi.play.actions import Choose, Deal, PlaceBet
from small import WAVING, folder_of, game_of, law_of, rules_of

# Invented. A die of 3, 2 and 1 is thrown, its number kept, and thrown again.
MATERIAL = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
"""
TEXT = (
    MATERIAL
    + """\
  “first” is a number kept during the round: 1 through 3.
Article 2
1.
  bets are accepted.
  “bank” throws “die”.
  “first” becomes the total of “bank”.
2.
  “bank” throws “die”.
  {within}
3.
  repeat article 2, number 2 until {until}.
4.
  settle “ante”.
Article 3
  “ante” loses.
"""
)


def found_in(text: str) -> list[Diagnostic]:
    return list(endless_repetition(law_of(text)))


@pytest.mark.parametrize(
    ("until", "within", "is_endless"),
    [
        ("the total of “bank” is 4", "settle “ante”.", True),  # never, whatever comes
        ("the total of “bank” is higher than the value of “first”", "settle “ante”.", True),  # not after a 3
        ("the total of “bank” is lower than the value of “first”", "settle “ante”.", True),  # not after a 1
        ("the total of “bank” is equal to the value of “first”", "settle “ante”.", False),
        ("the total of “bank” is 3", "settle “ante”.", False),  # perhaps only after many throws, but some time
        # A step of what is repeated ends the rounds that would not end.
        (
            "the total of “bank” is higher than the value of “first”",
            "when the value of “first” is 3, then the round ends.",
            False,
        ),
        (
            "the total of “bank” is higher than the value of “first”",
            "when the value of “first” is 2, then the round ends.",
            True,
        ),
        # The number that is kept changes, so that a 3 is left behind some time.
        ("the total of “bank” is higher than the value of “first”", "“first” becomes the total of “bank”.", True),
        (
            "the value of “first” is 1",
            "“first” becomes the smaller of the value of “first” and the total of “bank”.",
            False,
        ),
        (
            "the value of “first” is 1",
            "“first” becomes the larger of the value of “first” and the total of “bank”.",
            True,
        ),
    ],
)
def test_a_repetition_that_some_round_never_comes_out_of_is_found(until: str, within: str, is_endless: bool) -> None:
    found = found_in(TEXT.format(until=until, within=within))
    assert bool(found) is is_endless
    for diagnostic in found:
        assert diagnostic.labels[0].source.text[diagnostic.labels[0].span.start :].startswith("repeat article 2")


def test_the_example_is_a_round_that_never_ends() -> None:
    """Only a first 3 is never exceeded: the die lies there with some number after it."""
    text = TEXT.format(until="the total of “bank” is higher than the value of “first”", within="settle “ante”.")
    (found,) = found_in(text)
    assert found.hints[0].args["deal"].order[0] == "3"


COMPLYING = (
    MATERIAL
    + """\
Article 2
1.
  bets are accepted.
  “bank” throws “die”.
2.
  {step}
3.
  settle “ante”.
Article 3
  “bank” must “wave”.
  “ante” loses.
"""
)


@pytest.mark.parametrize(
    "step",
    [
        "“bank” repeatedly follows the rules on “wave”, until the total of “bank” is 2.",
        "“player” with “ante” repeatedly chooses to “wave” or “nod”, until the total of “bank” is 2.",
    ],
)
def test_a_duty_or_a_choice_that_comes_again_for_ever_is_found(step: str) -> None:
    """Where a 3 or a 1 was thrown, nothing makes a 2 of it."""
    (found,) = found_in(COMPLYING.format(step=step))
    assert found.labels[0].source.text[found.labels[0].span.start :].startswith(step)


def test_a_choice_that_may_end_the_turn_comes_to_an_end() -> None:
    step = "“player” with “ante” repeatedly chooses to “wave” or “nod”, until the total of “bank” is 2."
    assert not found_in(COMPLYING.format(step=step + "\n  upon “nod”: the turn ends."))


@pytest.mark.parametrize("between", [".\n  ", ".\n3-A.\n  "], ids=["one provision", "two provisions"])
@pytest.mark.parametrize(
    ("untils", "endless"),
    [
        (("4",), ["4"]),
        # The throw is repeated until it is 3, which comes to an end; then until it is 4, which never comes.
        (("3", "4"), ["4"]),
        # Nothing comes after what has no end.
        (("4", "3"), ["4"]),
        # Whoever goes back for a 2 comes through the other repetition again, with a 3.
        (("3", "2"), ["2"]),
        (("2 or 3", "2"), []),
    ],
)
def test_of_several_repetitions_the_one_that_has_no_end_is_marked(
    untils: tuple[str, ...], endless: list[str], between: str
) -> None:
    repeat = "repeat article 2, number 2 until the total of “bank” is {}"
    repeats = between.join(map(repeat.format, untils))
    text = TEXT.format(until="the total of “bank” is 4", within="settle “ante”.").replace(repeat.format("4"), repeats)
    marked = [
        label.source.text[label.span.start : label.span.end] for found in found_in(text) for label in found.labels
    ]
    assert marked == [*map(repeat.format, endless)]


# ── Choices ─────────────────────────────────────────────────────────────────

# Invented. Nothing makes a 3 of what was thrown: there is always another choice.
ALWAYS = WAVING.replace("  upon “nod”: the turn ends.\n", "")
# Who waves doubles the stake: no two states of such a round are the same.
GROWING = WAVING.replace("the turn ends.", "the turn ends.\n  upon “wave”: the stake of “ante” is doubled.")


def test_a_round_of_choices_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bet, the deal, a throw and seven choices are ten moves."""
    monkeypatch.setattr("lexludi.play.process.MAX_MOVES", 10)
    round_ = game_of(ALWAYS).new_round(seed=1)
    round_.apply(PlaceBet("player-1", "", "ante", 1))
    round_.apply(Deal())
    for _ in range(6):
        round_.apply(Choose("player-1", "", "wave"))
    with pytest.raises(UnsettledCase) as given_up:
        round_.apply(Choose("player-1", "", "wave"))
    assert (given_up.value.key, given_up.value.provisions) == ("too-many-repetitions", ("art_3",))


@pytest.mark.parametrize("text", [ALWAYS, WAVING, GROWING], ids=["always", "may-end", "growing"])
@pytest.mark.parametrize("kernel", ["auto", "interpreter"])
def test_a_simulation_of_choices_without_an_end_is_given_up(
    text: str, kernel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = folder_of(text, tmp_path)
    assert main(["simulate", work, "--rounds", "9", "--strategy", "wave", "--kernel", kernel, "--lang", "en"]) == 1
    assert "the procedure was repeated more than 10,000 times [article 3]" in capsys.readouterr().err


def test_coverage_of_choices_without_an_end_is_given_up() -> None:
    """The first round says it: others would have no end either."""
    with pytest.raises(UnsettledCase, match="too-many-repetitions"):
        cover(game_of(ALWAYS), 1_000, 1)


def test_the_exact_odds_say_that_a_stake_may_grow_without_end() -> None:
    """More time would be of no use, and is not offered."""
    problem = odds(rules_of(GROWING)).skipped["ante"]
    assert (problem.reason, problem.provisions) == ("stake-without-end", ("art_3",))
