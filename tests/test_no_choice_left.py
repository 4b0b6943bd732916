"""Choices that nobody can make: the search of the checks finds them, with what forbids each alternative, and a deal."""

from pathlib import Path

import pytest
from numpy.random import SeedSequence

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.errors import UnsettledCase
from lexludi.base.messages import catalogue
from lexludi.checks.coverage import rounds_at_random
from lexludi.checks.endings import no_choice_left
from lexludi.cli.main import main
from lexludi.simulate.sampler import CompiledSampler
from lexludi.simulate.sampling import InterpretedSampler
from small import HEADER, game_of, law_of, pack

# Invented. The bank's card lies open or not, and that of the player is the player's own.
TEXT = (
    pack("3, 2 and 1")
    + """Article 2
1.
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face down, until each has one.
  deal to “bank”, one “card” at a time, face {facing}, until each has one.
2.
  {first}“player” must not “play”.
3.
  {second}“player” must not “fold”.
4.
  “player” with “ante” chooses to “play” or “fold”.
  upon “fold”: “ante” loses half.
  settle “ante”.
Article 3
  when the total of “player” is higher than the total of “bank”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
)


def text_of(first: str, second: str, facing: str = "up") -> str:
    return TEXT.format(first=first, second=second, facing=facing)


def found_in(text: str) -> list[Diagnostic]:
    return list(no_choice_left(law_of(text)))


@pytest.mark.parametrize("facing", ["up", "down"])
def test_a_round_in_which_each_alternative_is_forbidden_is_found_with_its_cards(facing: str) -> None:
    """Both hold only where the bank has the 3 and the player the 1."""
    text = text_of("when the total of “bank” is 3, then ", "when the total of “player” is 1, then ", facing)
    (found,) = found_in(text)
    assert found.labels[0].source.text[found.labels[0].span.start :].startswith("“player” with “ante” chooses")
    assert found.args["provisions"].eids == ("art_2__para_2", "art_2__para_3")
    dealt = {unit: tuple(map(int, hand)) for unit, hand in found.hints[0].args["deal"].hands}
    assert dealt == {"player-1": (1,), "bank": (3,)}


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (
            "“player” must not “fold”.\n  ",
            "when the total of “player” is 9, then ",
            "paragraph 2 forbids each",
        ),
        ("", "", "article 2, paragraph 2; article 2, paragraph 3 forbid each"),
    ],
)
def test_what_forbids_each_alternative_is_told_as_one_or_several(first: str, second: str, told: str) -> None:
    (found,) = found_in(text_of(first, second))
    assert told in catalogue("en").say("no-choice-left.headline", **found.args)


def test_alternatives_that_are_forbidden_in_every_round_are_found() -> None:
    assert len(found_in(text_of("", ""))) == 1


def test_alternatives_that_are_forbidden_to_those_of_one_status_are_found_and_it_is_told_of_whom() -> None:
    standing = "when “player” is “standing”, then "
    declared = "each “player” is either “seated” or “standing”.\n  “ante” is a bet."
    text = text_of(standing, standing).replace("“ante” is a bet.", declared)
    (found,) = found_in(text)
    told = found.hints[0].args["deal"].told(catalogue("en"))
    assert told.endswith("facts: player 1 is standing")


def test_alternatives_that_are_never_forbidden_together_are_not_found() -> None:
    """One total is not two; and two cards of three different ones are never both the 3."""
    assert found_in(text_of("when the total of “bank” is 3, then ", "when the total of “bank” is 2, then ")) == []
    assert found_in(text_of("when the total of “bank” is 3, then ", "when the total of “player” is 3, then ")) == []
    assert found_in(text_of("", "when the total of “bank” is 7, then ")) == []


CHOICE = "“player” with “ante” chooses to “play” or “fold”"


@pytest.mark.parametrize(
    ("first", "norm", "marked"),
    [
        # Who has not chosen yet may choose either; who has played may neither play nor fold again.
        (CHOICE, "“player” has chosen to “play”", [CHOICE]),
        (f"when the total of “bank” is 9, then {CHOICE}", "the total of “bank” is 3", [CHOICE]),
        # Where both leave nothing, with another card each, both are told.
        (f"when the total of “bank” is 3, then {CHOICE}", "the total of “bank” is 2 through 3", None),
    ],
)
def test_of_equal_choices_in_one_provision_those_are_marked_that_leave_nothing(
    first: str, norm: str, marked: list[str] | None
) -> None:
    text = text_of(f"when {norm}, then ", f"when {norm}, then ").replace(f"  {CHOICE}", f"  {first}.\n  {CHOICE}")
    found = [(diagnostic.labels, diagnostic.labels[0].span) for diagnostic in found_in(text)]
    sentences = [labels[0].source.text[span.start : span.end] for labels, span in found]
    assert sentences == (marked or [first, CHOICE])
    assert all(len(labels) == 1 for labels, _ in found)
    assert [span.start for _, span in found][-1] == (HEADER + text).rindex(CHOICE)


@pytest.mark.parametrize("kernel", ["interpreter", "python", "numpy"])
def test_a_simulation_that_comes_to_such_a_choice_says_so(kernel: str) -> None:
    game = game_of(text_of("", ""))
    sampler = InterpretedSampler(game, {}) if kernel == "interpreter" else CompiledSampler(game, {}, kernel)
    with pytest.raises(UnsettledCase) as stopped:
        sampler.sample(SeedSequence(1), 20)
    assert (stopped.value.key, stopped.value.provisions) == ("no-choice-left", ("art_2__para_2", "art_2__para_3"))


def test_rounds_at_random_stop_at_such_a_choice_with_its_provisions() -> None:
    (_, refused), *_ = rounds_at_random(game_of(text_of("", "")), 20, 1)
    assert isinstance(refused, UnsettledCase)
    assert (refused.key, refused.provisions) == ("no-choice-left", ("art_2__para_2", "art_2__para_3"))


@pytest.mark.parametrize("action", [(), ("--action", "1:fold")])
def test_a_round_that_comes_to_such_a_choice_says_that_nothing_may_be_chosen(
    action: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terms = ("number", "card", "bank", "player", "ante", "play", "fold")
    glossary = "".join(f'[{term}]\nzh = ["{term}"]\npt = ["{term}"]\nen = ["{term}"]\n' for term in terms)
    (tmp_path / "glossary.toml").write_text(f'inherits = "lexludi"\n{glossary}', "utf-8")
    text = tmp_path / "1.en.ludi"
    text.write_text(HEADER + text_of("", ""), "utf-8")
    assert main(["play", str(text), "--cards", "1 3", "--bet", "ante=10", *action, "--lang", "en"]) == 1
    told = capsys.readouterr().err
    assert "may choose none of them" in told
    assert "[article 2, paragraph 2; article 2, paragraph 3]" in told


def test_each_of_two_choices_in_one_provision_is_told_where_it_stands() -> None:
    """With a 3 of the bank nobody may play or fold; with a 2 both may, and then neither keep nor give."""
    two, three = (f"when the total of “bank” is {n}, then " for n in (2, 3))
    chosen = ["“player” with “ante” chooses to “play” or “fold”.", "“player” with “ante” chooses “keep” or “give”."]
    text = text_of(three, three).replace(chosen[0], f"{chosen[0]}\n  {chosen[1]}")
    text = text.replace("4.\n", f"4.\n  {two}“player” must not “keep”.\n  {two}“player” must not “give”.\n")
    found = found_in(text)
    marked = [d.labels[0].source.text[d.labels[0].span.start :].split("\n")[0] for d in found]
    assert marked == chosen
