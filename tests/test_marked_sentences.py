"""The sentence that a finding of the search marks: the one at fault, where a provision has several."""

import pytest

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
    source = Source("small.en.ludi", "en", HEADER + text)
    law = Law(rules_of(text), source)
    [found] = [finding for check in ON_RULES for finding in check(law) if finding.code == code]
    spans = [source.text[label.span.start : label.span.end] for label in found.labels]
    assert [span.strip(" .") for span in spans] == [sentence.strip(".") for sentence in marked]
