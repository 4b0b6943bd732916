"""Throws held apart: of a role that throws and is dealt to, faces are read of its throw, all else of its hand."""

from fractions import Fraction

import pytest

from lexludi.exact.odds import odds
from lexludi.language.nodes import Construct, Node, Term, walk
from lexludi.rules.model import Role, RuleSet
from lexludi.rules.throws import THROWN, thrower, throws_apart
from small import game_of, rules_of

MATERIAL = """\
Article 1
  “number”, from high to low: 2 and 1.
  “face”, from high to low: “big” and “small”.
  material: 2 packs of “card”, each with one for each combination of “number”.
  material: 2 “die”, each showing one “face”.
  there is one “dealer”.
  there is one “banker”.
  “player” bets.
  “ante” is a bet.
  “guess” is a bet that names one “face”.
  bets are accepted.
Article 2
  “dealer” throws “die”.
"""
DEALT = "  deal to “dealer”, one “card” at a time, face up, until each has 2.\n"
APART = f"dealer{THROWN}"


def decided(text: str) -> RuleSet:
    return rules_of(MATERIAL + text)


def parties(rules: RuleSet, op: str) -> list[str]:
    """The roles that a construct of the rules names."""
    expressions: list[Node] = []
    for rule in (*rules.steps, *rules.outcomes, *rules.events, *rules.norms, *rules.closings):
        expressions += [rule.effect, *([rule.condition] if rule.condition is not None else [])]
    expressions += [definition.condition for definition in rules.definitions]
    return [
        part.id
        for expression in expressions
        for node in walk(expression)
        if isinstance(node, Construct) and node.op == op
        for part in node.parts
        if isinstance(part, Term) and part.id.removesuffix(THROWN) in rules.roles
    ]


def test_the_thrower_of_what_is_held_apart_is_the_role_itself() -> None:
    assert (thrower(APART), thrower("dealer")) == ("dealer", "dealer")


def test_a_role_that_only_throws_holds_what_it_threw() -> None:
    rules = decided("  when the number of times that “dealer” shows “big” is 2, then “ante” loses.\n")
    assert throws_apart(rules) is rules
    other = decided("  deal to “banker”, one “card” at a time, face up, until each has 2.\n")
    assert throws_apart(other) is other, "another is dealt to"


def test_a_role_that_is_dealt_to_as_well_throws_by_a_holder_of_its_own() -> None:
    apart = throws_apart(decided(DEALT))
    assert parties(apart, "throw") == [APART]
    assert parties(apart, "deal") == []
    assert apart.roles[APART] == Role(APART, "one", eid="art_1")
    assert apart.roles["dealer"] == Role("dealer", "one", eid="art_1")


def test_a_role_that_draws_by_choice_or_by_rule_holds_objects_too() -> None:
    draws = "  upon “draw”: takes 1 “card”.\n  upon “fold”: “ante” loses.\n"

    def holds(party: str, step: str) -> bool:
        norms = f"  “{party}” must “draw”.\n  “{party}” must “fold”.\n"
        # Who has a place for bets may choose for those who bet there.
        text = (MATERIAL + draws + norms + step).replace("“player” bets.", "“player” bets at “dealer”.")
        return APART in throws_apart(rules_of(text)).roles

    assert holds("dealer", "  “dealer” follows the rules on “draw”.\n")
    assert holds("dealer", "  “dealer” repeatedly follows the rules on “draw”, until dealing is under way.\n")
    assert holds("dealer", "  “dealer” with “ante” chooses “draw” or “fold”.\n")
    assert not holds("dealer", "  “dealer” follows the rules on “fold”.\n")
    assert not holds("banker", "  “banker” follows the rules on “draw”.\n")


def test_faces_are_read_of_the_throw_and_cards_of_the_hand() -> None:
    """Of a die it is the faces that are counted; «big» is a face, and 2 a number of cards."""
    text = DEALT + (
        "  when the number of “die” of “dealer” is 2, then “ante” loses.\n"
        "  when the number of “card” of “dealer” is 2, then “ante” loses.\n"
        "  when the number of times that “dealer” shows “big” is 2, then “ante” loses.\n"
        "  when the number of times that “dealer” shows 2 is 2, then “ante” loses.\n"
        "  when among the faces thrown by “dealer”, all are of the same “face”, then “ante” loses.\n"
        "  when the total of “dealer” is 2, then “ante” loses.\n"
    )
    apart = throws_apart(decided(text))
    assert parties(apart, "count") == [APART, "dealer"]
    assert parties(apart, "count_showing") == [APART, "dealer"]
    assert parties(apart, "threw") == [APART]
    assert parties(apart, "total") == ["dealer"]


def test_the_item_that_a_bet_names_is_a_face_where_bets_name_faces() -> None:
    rule = "  when the number of times that “dealer” shows the one named is 2, then “guess” loses.\n"
    assert parties(throws_apart(decided(DEALT + rule)), "count_showing") == [APART]
    of_numbers = MATERIAL.replace("names one “face”", "names one “number”")
    assert parties(throws_apart(rules_of(of_numbers + DEALT + rule)), "count_showing") == ["dealer"]


def test_where_bets_name_faces_and_others_cards_each_is_read_of_what_it_names() -> None:
    """Two of four cards are dealt: both show the one named in 1 of 6, and one of two dice does not in 1 of 4."""
    text = DEALT + (
        "  “hunch” is a bet that names one “number”.\n"
        "  settle “guess” and “hunch”.\n"
        "Article 3\n  in every other case, “guess” and “hunch” lose.\n"
        "  when the number of times that “dealer” shows the one named is 2, then “hunch” pays 1 to 1.\n"
        "  when “dealer” shows the one named, then “guess” pays 1 to 1.\n"
    )
    apart = throws_apart(decided(text))
    assert parties(apart, "count_showing") == ["dealer"]
    assert parties(apart, "shows") == [APART]
    found = odds(game_of(MATERIAL + text).decided).bets
    assert (found["hunch"].expectation, found["guess"].expectation) == (Fraction(-2, 3), Fraction(1, 2))


def test_a_definition_asked_of_both_kinds_of_bets_reads_the_throw_and_the_hand() -> None:
    """The same as where the rules on the bets ask for themselves what is named."""
    text = DEALT + (
        "  “hunch” is a bet that names one “number”.\n"
        "  settle “guess” and “hunch”.\n"
        "Article 3\n  in every other case, “guess” and “hunch” lose.\n"
        "  “dealer” is “twice” only if the number of times that “dealer” shows the one named is 2.\n"
        "  “dealer” is “once” only if “dealer” shows the one named.\n"
        "  when “dealer” is “twice”, then “hunch” pays 1 to 1.\n"
        "  when “dealer” is “once”, then “guess” pays 1 to 1.\n"
    )
    apart = throws_apart(decided(text))
    assert parties(apart, "count_showing") == parties(apart, "shows") == [APART, "dealer"]
    found = odds(game_of(MATERIAL + text).decided).bets
    assert (found["hunch"].expectation, found["guess"].expectation) == (Fraction(-2, 3), Fraction(1, 2))


SAME_ITEMS = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  “figure”, from high to low: “king” and “queen”.
  material: 1 “die”, each showing one “number”.
  material: 1 pack of “ball”, each with one for each combination of “number”.
  material: 1 pack of “card”, each with one for each combination of “figure”.
  “odd ones” comprises 1 and 3.
  “lucky” comprises 3 and “king”.
  “any” comprises “odd ones” and 2.
  “colour”, from high to low: “odd ones” and “lucky”.
  there is one “dealer”.
  “player” bets.
  “guess” is a bet that names one “colour”.
  “ante” is a bet.
Article 2
  bets are accepted.
  deal to “dealer”, one “{of}” at a time, face up, until each has one.
  “dealer” throws “die”.
  settle “guess” and “ante”.
Article 3
  when “dealer” shows the one named, then “guess” pays 1 to 1.
  when {shows}, then “ante” pays 1 to 1.
  in every other case, “guess” and “ante” lose.
"""


@pytest.mark.parametrize(
    ("of", "shows", "wins", "odd", "lucky"),
    [
        # Of the nine ways in which a ball and a die show two numbers, and the six of a card and a die.
        ("ball", "“dealer” shows 3", Fraction(5, 9), Fraction(8, 9), Fraction(5, 9)),
        ("ball", "the number of times that “dealer” shows 3 is 2", Fraction(1, 9), Fraction(8, 9), Fraction(5, 9)),
        ("card", "“dealer” shows “lucky”", Fraction(2, 3), Fraction(2, 3), Fraction(2, 3)),
        (
            "card",
            "the number of times that “dealer” shows “lucky” is 2",
            Fraction(1, 6),
            Fraction(2, 3),
            Fraction(2, 3),
        ),
        ("card", "“dealer” shows “odd ones”", Fraction(2, 3), Fraction(2, 3), Fraction(2, 3)),
        ("card", "“dealer” shows “any”", Fraction(1), Fraction(2, 3), Fraction(2, 3)),
    ],
)
def test_what_may_be_in_the_throw_and_in_the_hand_is_looked_for_in_both(
    of: str, shows: str, wins: Fraction, odd: Fraction, lucky: Fraction
) -> None:
    found = odds(game_of(SAME_ITEMS.format(of=of, shows=shows)).decided).bets
    by_name = {name: own for own in found.values() for name in own.naming}
    assert found["ante"].expectation == 2 * wins - 1
    assert (by_name["odd-ones"].expectation, by_name["lucky"].expectation) == (2 * odd - 1, 2 * lucky - 1)


def test_what_a_pack_has_besides_is_looked_for_in_the_hand_too() -> None:
    """Of two cards and a joker, and a die of which one of two faces is a joker, none is shown in 2 of 6 ways."""
    text = """\
Article 1
  “number”, from high to low: 2 and 1.
  “face”, from high to low: 5 and “joker”.
  material: 1 pack of “card”, each with one for each combination of “number”; also 1 of “joker”.
  material: 1 “die”, each showing one “face”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has one.
  “dealer” throws “die”.
  settle “ante”.
  when “dealer” shows “joker”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    assert odds(game_of(text).decided).bets["ante"].expectation == Fraction(4, 6) - Fraction(2, 6)


def test_norms_events_and_definitions_read_the_throw_too() -> None:
    shows = "the number of times that “dealer” shows “big” is 2"
    text = DEALT + (
        f"  when {shows}, then “player” must not “leave”.\n"
        f"  when “slip” happens, and {shows}, then the round stands.\n"
        f"  “dealer” is “high” only if {shows}.\n"
        f"  when {shows}, then after this round 3 rounds remain.\n"
    )
    assert parties(throws_apart(decided(text)), "count_showing") == [APART] * 4
    assert parties(decided(text), "count_showing") == ["dealer"] * 4


# ── A bettor at the place of whoever holds ──────────────────────────────────

AT_THE_DEALER = """\
Article 1
  “rank”, from high to low: “ace”, “king” and “queen”.
  material: 1 pack of “card”, each with one for each combination of “rank”.
  “face”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “face”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets at “dealer”.
  “ante” is a bet.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  “dealer” follows the rules on “draw”.
  “dealer” must “draw”.
  upon “draw”: takes 1 “card”.
  settle “ante”.
  when {condition}, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


@pytest.mark.parametrize(
    ("condition", "expectation"),
    [
        ("the number of times that “player” shows “ace” is 1", Fraction(1, 3) - Fraction(2, 3)),
        ("“player” shows “ace” or “king”", Fraction(2, 3) - Fraction(1, 3)),
        ("the number of “card” of “player” is 1", Fraction(1)),
        ("the total thrown by “player” is 3", Fraction(1, 3) - Fraction(2, 3)),
        ("the total of “player” is 0", Fraction(1)),
        ("“player” drew no card", Fraction(-1)),
    ],
)
def test_who_bets_at_the_dealer_and_is_dealt_nothing_plays_with_the_hand_that_lies_there(
    condition: str, expectation: Fraction
) -> None:
    """One card of three drawn by the dealer, one face of three thrown: each is read of the bettor as of the dealer."""
    for role in ("player", "dealer"):
        found = odds(game_of(AT_THE_DEALER.replace("{condition}", condition.replace("player", role))).decided)
        assert found.bets["ante"].expectation == expectation, role


def test_who_bets_at_the_dealer_and_is_dealt_to_plays_with_a_hand_of_their_own() -> None:
    dealt = "  deal to each “player” with a bet, one “card” at a time, face up, until each has 1.\n  “dealer” follows"
    text = AT_THE_DEALER.replace("  “dealer” follows", dealt)
    both = "the number of times that “player” shows “ace” is 1, and the number of times that “dealer” shows “ace” is 0"
    found = odds(game_of(text.replace("{condition}", both)).decided)
    assert found.bets["ante"].expectation == Fraction(-1, 3)
