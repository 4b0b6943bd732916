"""The sentence that a finding of the search marks: the one at fault, where a provision has several."""

import pytest

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.source import Source
from lexludi.checks.catalogue import ON_RULES
from lexludi.checks.law import Law
from small import HEADER, rules_of

# One die, and everything of a kind in one provision: the first sentence is never at fault.
TEXT = """Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “high” is a bet.
  “low” is a bet.

Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “high” and “low”.

Article 3
1.
  {high}
2.
  {others}

Article 4
  when the total of “dealer” is lower than 4, then “low” pays 1 to 1.
  in every other case, “low” loses.
"""
WINS = "when the total of “dealer” is higher than 3, then “high” pays 1 to 1."
LOSES = "in every other case, “high” loses."
SIX = "when the total of “dealer” is 6, then “high” pays 2 to 1."
TWO = "when the total of “dealer” is 2, then “high” loses."
SEVEN = "when the total of “dealer” is 7, then “high” loses."
FIVE = "when the total of “dealer” is 5, then “high” pays 1 to 1."
PREVAILS = "prevails over article 3, number 1."
OTHER = "when the total of “dealer” is 2, then “low” pays 1 to 1."


@pytest.mark.parametrize(
    ("code", "high", "others", "marked"),
    [
        # The two that contradict each other, behind one that contradicts nothing.
        ("conflict", [TWO, WINS, SIX], [LOSES], [WINS, SIX]),
        # All that say something of the bet: none of them speaks of a one or a three.
        ("gap", [OTHER, WINS, TWO], ["no effect on the machine: nothing more"], [WINS, TWO]),
        # The first has the same effect in the same provision, and does apply.
        ("unreachable-rule", [TWO, SEVEN, WINS], [LOSES], [SEVEN]),
        ("redundant-rule", [TWO, WINS, FIVE], [LOSES], [FIVE]),
        # What is said to prevail, and of what yields the sentence that it concerns.
        ("idle-exception", [OTHER, WINS], [TWO, LOSES, PREVAILS], ["article 3, number 1", WINS]),
    ],
)
def test_a_finding_marks_the_sentences_at_fault(
    code: str, high: list[str], others: list[str], marked: list[str]
) -> None:
    text = TEXT.format(high="\n  ".join(high), others="\n  ".join(others))
    [found] = diagnostics(text, code)
    assert [span.strip(" .") for span in sentences(text, found)] == [sentence.strip(".") for sentence in marked]


def test_of_a_bet_that_is_open_when_the_round_ends_the_step_that_settles_it_is_marked() -> None:
    """A three lets “high” stand, and nobody asks about it again; “last” no step ever settles."""
    text = TEXT.format(
        high="when the total of “dealer” is 3, then “high” stands until it is decided.\n  “last” is a bet.",
        others=LOSES,
    )
    high, last = diagnostics(text, "gap")
    assert sentences(text, high) == ["settle “high” and “low”"]
    assert sentences(text, last) == ["“last” is a bet"]
    assert [found.args["provisions"].eids for found in (high, last)] == [("art_2",), ("art_3__para_1",)]
    assert [[hint.key for hint in found.hints] for found in (high, last)] == [["left-open", "example-deal"]] * 2


def diagnostics(text: str, code: str) -> list[Diagnostic]:
    """The findings of a code of the search of a text."""
    law = Law(rules_of(text), Source("small.en.ludi", "en", HEADER + text))
    return [finding for check in ON_RULES for finding in check(law) if finding.code == code]


def sentences(text: str, found: Diagnostic) -> list[str]:
    """What a finding marks in a text."""
    return [(HEADER + text)[label.span.start : label.span.end] for label in found.labels]
