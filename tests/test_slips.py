"""Slips that can be run and that nobody means: repetitions in lists, payments of nothing, bets at no time."""

import pytest

from lexludi.base.source import Source
from lexludi.checks.slips import amounts_to_nothing, bets_not_accepted, listed_twice
from small import HEADER, THREE_FACES, rules_of

TEXT = f"""{THREE_FACES}\
  “ante” is a bet.
  “side” is a bet.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  “player” with “ante” chooses to “raise” or “fold”.
  settle “ante” and “side”.
Article 3
  when the total of “dealer” is 2 or 3, then “ante” pays 2 to 1.
  when the total of “dealer” is 1, then “ante” loses half.
  when “player” has chosen to “fold”, then “side” wins half.
  from the winnings of “side” a commission of 5% is taken.
  “ante” and “side” lose.
"""


def marked(text: str) -> list[tuple[str, str]]:
    """The slips of a text by their codes, each with the words that it marks."""
    source = Source("small.en.ludi", "en", HEADER + text)
    found = [
        d for check in (listed_twice, amounts_to_nothing, bets_not_accepted) for d in check(rules_of(text), source)
    ]
    return [(d.code, source.text[d.labels[0].span.start : d.labels[0].span.end]) for d in found]


@pytest.mark.parametrize(
    ("right", "wrong", "slips"),
    [
        ("to “raise” or “fold”", "to “raise”, “fold” or “raise”", [("listed-twice", "“raise”")]),
        ("settle “ante” and “side”", "settle “ante”, “side” and “ante”", [("listed-twice", "“ante”")]),
        ("is 2 or 3", "is 2 or 2", [("listed-twice", "2")]),
        ("“ante” and “side” lose", "“side” and “side” lose", [("listed-twice", "“side”")]),
        ("pays 2 to 1", "pays 0 to 1", [("amounts-to-nothing", "0 to 1")]),
        ("wins half", "wins 0%", [("amounts-to-nothing", "0%")]),
        ("loses half", "loses 0/2", [("amounts-to-nothing", "0/2")]),
        ("  bets are accepted.\n", "", [("bets-not-accepted", "settle “ante” and “side”")]),
        # A law may say that no commission is taken where one might be expected, and deals go round.
        ("commission of 5%", "commission of 0%", []),
    ],
)
def test_what_nobody_means_is_marked(right: str, wrong: str, slips: list[tuple[str, str]]) -> None:
    assert marked(TEXT) == []
    assert right in TEXT
    assert marked(TEXT.replace(right, wrong)) == slips
