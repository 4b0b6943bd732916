"""Terms used as what they were not declared to be: which kind was expected, and where."""

import pytest

from small import HEADER, diagnosed

MATERIAL = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  “run”, runs of “number” from high to low: 3-2.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  there are 3 “box”.
  “player” bets at “box”.
  “ante” is a bet.
  house option “way”: “shoe” or “machine”.
  each “player” is either “seated” or “standing”.
  “dealer” is “ready” only if the total of “dealer” is 3.
  “player” is “bold” only if “player” combines bets.
  “pot” is an amount kept from round to round, beginning with 5.
  the stake of “ante” is added to “pot”.
  “ante” receives half of “pot”.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “number”.
Article 3
"""

WRONG = [
    # The sentence, the code, and the term that is marked.
    ("when “ante” has a bet, then “ante” loses", "not-a-role", "ante"),
    ("when “dealer” is 2, then “ante” loses", "not-a-status", "2"),
    ("when the total of “ante” is 2, then “ante” loses", "not-a-role", "ante"),
    ("when the hand of “dealer” is “run”, then “ante” loses", "not-a-category", "run"),
    ("when the hand of “dealer” is such that all are of the same “run”, then “ante” loses", "not-a-scale", "run"),
    ("when the hand of “dealer” is such that they form a “number”, then “ante” loses", "not-a-runs", "number"),
    ("when a “box” has been dealt, then “ante” loses", "not-an-object", "box"),
    ("when use of “dealer” begins, then “ante” loses", "not-an-object", "dealer"),
    # What no step places never appears, and what no rule speaks of nobody can report.
    ("when “gut” appears, then the round ends", "not-an-object", "gut"),
    ("when the number of “cough” of “dealer” is 1, then “ante” loses", "not-an-object", "cough"),
    ("settle “dealer”", "not-a-bet", "dealer"),
    ("“dealer” loses", "not-a-bet", "dealer"),
    ("the score records “dealer”, and marks “ante”", "not-a-bet", "dealer"),
    ("the score records “ante”, and marks “box”", "not-a-bet", "box"),
    ("“dealer” shuffles “number”", "not-an-object", "number"),
    ("burn a number of “run” equal to 2", "not-an-object", "run"),
    ("upon “draw”: burn a number of “run” equal to 2", "not-an-object", "run"),
    ("burn as many “ante” as the first one counts", "not-an-object", "ante"),
    ("burn as many “ante” as the first one counts, itself included", "not-an-object", "ante"),
    ("put “number” back into “shuffler”", "not-an-object", "number"),
    ("when the hand of “dealer” is such that they form 3-“pair”, then “ante” loses", "not-an-item", "pair"),
    ("when the hand of “dealer” is such that they form 3-7, then “ante” loses", "not-an-item", "7"),
    ("when “dealer” shows 7, then “ante” loses", "not-an-item", "7"),
    ("“ante” counts 5", "not-an-item", "ante"),
    ("3 and 7 count 5", "not-an-item", "7"),
    ("when “pot” is 8 or more, then “ante” loses", "not-a-parameter", "pot"),
    ("divergence “pot”: this text says 7; note: invented", "not-a-parameter", "pot"),
    ("when the stakes on “ante” exceed those on “ante” by more than “pot”, then “ante” loses", "not-a-number", "pot"),
    ("after this round “pot” rounds remain", "not-a-number", "pot"),
    ("there are “pot” “seat”", "not-a-number", "pot"),
    ("when “dealer” is “standing”, then “ante” loses", "not-a-status", "standing"),
    ("when “box” is “ready”, then “ante” loses", "not-a-status", "ready"),
    ("when “box” has the largest stake among those who are “standing”, then “ante” loses", "not-a-status", "standing"),
    ("when “player” has the largest stake among those who are “bold”, then “ante” loses", "not-a-status", "bold"),
]


@pytest.mark.parametrize(("sentence", "code", "term"), WRONG, ids=[sentence for sentence, _, _ in WRONG])
def test_a_term_that_is_used_as_what_it_is_not_is_marked(sentence: str, code: str, term: str) -> None:
    text = MATERIAL + f"  {sentence}.\n"
    found = [(d.code, d.labels[0].span) for d in diagnosed(text)[1]]
    assert code in [found_code for found_code, _ in found]
    span = dict(found)[code]
    assert term in (HEADER + text)[span.start : span.end]


@pytest.mark.parametrize(
    ("condition", "term", "hint"),
    [
        ("“pot” is 8", "pot", "asked-of-a-meter"),
        ("the value of “pot” is 8", "pot", "asked-of-a-meter"),
        ("the value of “way” is 8", "way", "asked-of-a-parameter"),
        ("the total of “way” is 8", "way", "asked-of-a-parameter"),
        ("“point” is 2", "point", "asked-of-a-memory"),
        ("the hand of “dealer” is “ace”", "ace", "asked-of-a-item"),
        ("“dealer” is “ace”", "ace", "asked-of-a-item"),
        ("the hand of “dealer” is “courts”", "courts", "asked-of-a-set"),
        ("“dealer” shows “pair”", "pair", "asked-of-a-category"),
        ("“dealer” is “pair”", "pair", "asked-of-a-category"),
        ("the number of “cough” of “dealer” is 1", "cough", "report-it"),
    ],
)
def test_what_may_be_asked_of_what_a_term_is_is_said(condition: str, term: str, hint: str) -> None:
    more = (
        "  “point” is a number kept during the round: 1 through 3.\n"
        "  “letter”, from high to low: “ace”.\n  “courts” comprises “ace”.\n"
    )
    first = diagnosed(f"{MATERIAL}{more}  when {condition}, then “ante” loses.\n")[1][0]
    assert [(own.key, own.args["term"]) for own in first.hints] == [(hint, term)]


def test_terms_used_as_what_they_are_have_no_diagnostics() -> None:
    text = MATERIAL + (
        "  when the hand of “dealer” is “pair”, and “box” has a bet, and “way” is “shoe”, then “ante” loses.\n"
        "  when the hand of “dealer” is such that they form a “run”, then “ante” is void.\n"
        "  “dealer” shuffles “card”.\n  “cut” is placed above the last 2.\n"
        "  when use of “card” begins, and “cut” appears, then the round ends.\n"
        "  when “cough” happens, then the round stands.\n"
        "  when the number of “cough” of “dealer” is 1, then “ante” loses.\n"
        "  deal to “dealer”, one “card” at a time, face up, until each has 2.\n  settle “ante”.\n"
    )
    assert diagnosed(text)[1] == []


def test_an_option_is_compared_only_with_a_value_that_it_may_have() -> None:
    found = diagnosed(MATERIAL + "  when “way” is “run”, then “ante” loses.\n")[1]
    assert [d.code for d in found] == ["not-a-choice"]


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ("2 through 4", []),
        ("3 through 3", []),
        ("2 through 5", ["not-a-choice"]),
        ("1 through 4", ["not-a-choice"]),
        ("4 or more", []),
        ("5 or more", ["not-a-choice"]),
        ("0", ["not-a-choice"]),
        ("0 through 4", ["not-a-choice"]),
    ],
)
def test_an_option_is_compared_only_with_a_range_of_which_it_may_have_both_ends(asked: str, codes: list[str]) -> None:
    text = (
        MATERIAL + f"  house option “packs”: 2 through 4; default 2.\n  when “packs” is {asked}, then “ante” loses.\n"
    )
    assert [d.code for d in diagnosed(text)[1]] == codes


@pytest.mark.parametrize(
    "sentence",
    [
        "when “{}” combines bets, then “ante” loses",
        "when “{}” has the largest stake, then “ante” loses",
        "when “{}” bets at more than one “box”, then “ante” loses",
        "when more than one “{}” bets at the same “box”, then “ante” loses",
        "“{}” with “ante” chooses to “stay” or “go”",
        "“{}” with “ante” repeatedly chooses to “stay” or “go”, until dealing is under way",
    ],
)
def test_what_only_those_can_do_who_bet_is_said_of_no_other(sentence: str) -> None:
    def codes(party: str) -> list[str]:
        return [d.code for d in diagnosed(MATERIAL + f"  {sentence.format(party)}.\n")[1]]

    assert (codes("player"), codes("dealer")) == ([], ["not-who-bets"])
    # The holder of a place chooses for those who bet there.
    assert codes("box") == ([] if "chooses" in sentence else ["not-who-bets"])


@pytest.mark.parametrize("into", ["dealer", "ante", "card", "number"])
def test_objects_are_put_back_to_where_they_are_drawn_from(into: str) -> None:
    def codes(into: str) -> list[str]:
        return [
            d.code for d in diagnosed(MATERIAL + f"  when the round is over, then put “card” back into “{into}”.\n")[1]
        ]

    assert (codes(into), codes("wheel")) == (["not-a-supply"], [])


@pytest.mark.parametrize(
    ("sentence", "hint"),
    [
        ("“joker” may stand for any “card” that the hand does not have", "scale-of-its-own"),
        ("“high” comprises “joker”", "scale-of-its-own"),
        ("1 may stand for any “dealer” that the hand does not have", "wild-for"),
    ],
)
def test_what_is_on_no_scale_is_told_to_have_one_of_its_own(sentence: str, hint: str) -> None:
    (found,) = diagnosed(MATERIAL + f"  {sentence}.\n")[1]
    assert [own.key for own in found.hints] == [hint]


def test_a_row_that_is_a_number_is_no_category_and_is_told_as_it_is_written() -> None:
    _, found = diagnosed(MATERIAL + "  “ante” pays by the hand of “dealer”:\n1)\n  7 3 to 1.\n")
    assert [d.args["term"] for d in found if d.code == "not-a-category"] == ["7"]
