"""Two parties that follow rules on one action by the same facts: each is asked, found open and compared by itself."""

from lexludi.checks.effects import effects
from lexludi.checks.gap import gap
from lexludi.checks.searches import Searches
from small import THREE_FACES, law_of, pack

# Invented. By the card of a judge either the bank or its rival draws, as the card of the bank says.
TEXT = (
    pack("3, 2 and 1", "2 packs")
    + """\
  there is one “rival”.
  there is one “judge”.
{reading}Article 2
1)
  bets are accepted.
2)
  deal to “judge”, and then “bank”, one “card” at a time, face up, until each has one.
3)
  when the total of “judge” is 1, then “bank” follows the rules on “draw”.
4)
  when the total of “judge” is 2, then “rival” follows the rules on “draw”.
5)
  settle “ante”.
Article 3
1)
  when the total of “bank” is 1, then “bank” must “draw”.
2)
  when the total of “bank” is 2, then “bank” must not “draw”.
3)
  when the total of “bank” is 1, then “rival” must “draw”.
4)
  when the total of “bank” is 2, then “rival” must not “draw”.
5)
  upon “draw”: takes 1 “card”.
{more}Article 4
  “ante” loses.
"""
)


def test_a_gap_of_each_party_is_told() -> None:
    """With a 3 the bank draws or not, as nobody says; and so does its rival."""
    found = list(gap(law_of(TEXT.format(reading="", more=""))))
    assert [{label.eid for label in d.labels} for d in found] == [
        {"art_3__point_1", "art_3__point_2"},
        {"art_3__point_3", "art_3__point_4"},
    ]


def test_a_reading_that_decides_what_one_of_them_does_changes_decisions() -> None:
    reading = "  reading “rule on three”: “draws” or “stays”; default “draws”; because: it is so.\n"
    more = """6)
  when the total of “bank” is 3, and “rule on three” is “draws”, then “bank” must “draw”.
7)
  when the total of “bank” is 3, and “rule on three” is “stays”, then “bank” must not “draw”.
8)
  when the total of “bank” is 3, then “rival” must “draw”.
"""
    ((setting, effect),) = effects(law_of(TEXT.format(reading=reading, more=more)))
    assert (setting.name, effect) == ("rule-on-three", "decisions")


NAMED = f"""\
{THREE_FACES}  “first” is a bet.
  “second” is a bet that names a number from {{low}} through 3.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “first”.
  “dealer” throws “die”.
  settle “second”.
Article 3
  “first” moves to “second”, naming the total of “dealer”.
  “second” loses.
"""


def test_searches_of_texts_in_which_a_bet_may_name_other_numbers_are_not_shared() -> None:
    """A bet moves to the number thrown: to a 1 it cannot where only 2 and 3 may be named."""
    shared = Searches()
    found = []
    for low in (1, 2):
        text = NAMED.format(low=low)
        law = law_of(text, searches=shared)
        found.append(len(law.default.out_of_range))
    assert found == [0, 1]
