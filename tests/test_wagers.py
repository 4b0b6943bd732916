"""Wagers: the bets of one bettor that norms let be placed together, in some order, place or status."""

from contextlib import suppress
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from lexludi.base.errors import IllegalAction, UnsettledCase
from lexludi.base.source import Source
from lexludi.checks import wagers
from lexludi.checks.law import Law
from lexludi.checks.searches import Searches
from lexludi.checks.survey import Survey, survey
from lexludi.exact import together
from lexludi.exact.budget import Budget
from lexludi.exact.odds import odds
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import Game
from lexludi.play.table import places
from small import COIN_AND_ANTE, THREE_FACES, game_of

TEXT = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  {bettors}
  “one” is a bet.
  “two” is a bet.
  “three” is a bet.
  bets are accepted.
  {norms}
  “dealer” throws “die”.
  settle “one”, “two” and “three”.

Article 2
1.
  when “player” has a bet on “two”, and the total of “dealer” is lower than 3, then “one” pays 1 to 1.
2.
  when it is not so that “player” has a bet on “two”, then “one” loses.
3.
  when “player” has a bet on “one”, and the total of “dealer” is 1, then “two” loses.
4.
  when it is not so that “player” has a bet on “one”, then “two” loses.
5.
  when “player” has a bet on “one”, and “player” has a bet on “two”, then “three” loses.
  in every other case, “three” is returned.
"""
PLAIN = "“player” bets."
STATUSES = "“player” bets.\n  each “player” is either “seated” or “standing”."
SPOTS = "there are 3 “spots”.\n  “player” bets at “spot”."
OR_NOT = "there are 2 “spots”.\n  “player” bets at “spot” or elsewhere."


def has(bet: str) -> str:
    return f"“player” has a bet on “{bet}”"


def lacks(bet: str) -> str:
    return f"it is not so that {has(bet)}"


def forbid(condition: str, bet: str = "") -> str:
    return f"when {condition}, then “player” must not “bet”{f' on “{bet}”' if bet else ''}."


COMBINES = forbid("“player” combines bets")
AT_SPOT = "the bet is placed at “spot”"
ONLY_APART = forbid(f"it is not so that {AT_SPOT}", "one") + "\n  " + forbid(AT_SPOT, "two")

# The bettors, the norms, and whether one is placed beside two, and three beside both.
CASES = [
    (PLAIN, "", True, True),
    # The second norm wants two after one, the first one after two: together only as two, one.
    (PLAIN, forbid(lacks("two"), "one") + "\n  " + forbid(has("one"), "two"), True, True),
    (PLAIN, forbid(has("two"), "one"), True, True),
    (PLAIN, forbid(has("two"), "one") + "\n  " + forbid(has("one"), "two"), False, False),
    # One before two, two before three, three before one: of three each two, and never all.
    (
        PLAIN,
        "\n  ".join([forbid(has("two"), "one"), forbid(has("three"), "two"), forbid(has("one"), "three")]),
        True,
        False,
    ),
    # Neither can be the first.
    (PLAIN, forbid(lacks("two"), "one") + "\n  " + forbid(lacks("one"), "two"), False, False),
    # Two needs three before it, so that one and two are never without it.
    (PLAIN, forbid(lacks("three"), "two"), True, True),
    (PLAIN, COMBINES, False, False),
    (PLAIN, "the stake of “two” must be at most half of the stake of “one”.", True, True),
    (STATUSES, forbid("“player” is “seated”, and “player” combines bets"), True, True),
    (STATUSES, COMBINES, False, False),
    (SPOTS, COMBINES, True, True),
    (SPOTS, forbid(has("one")), True, True),
    (OR_NOT, ONLY_APART, True, True),
    (OR_NOT, ONLY_APART + "\n  " + forbid(has("two"), "one") + "\n  " + forbid(has("one"), "two"), False, False),
]


def reached(game: Game) -> tuple[set[tuple[str, tuple[str, ...], str]], set[tuple[str, frozenset[str]]]]:
    """The ends of bets, and which were placed together, in all rounds that are played: any order, place and status."""
    statuses = game.questions.judge.rules.statuses_of(game.rules.bettor_role()) or ("",)
    kinds = [bet.id for bet in game.rules.offered]
    orders = [order for count in range(1, len(kinds) + 1) for order in permutations(kinds, count)]
    ends, company = set(), set()
    for status, order, thrown in product(statuses, orders, "123"):
        for where in product(places(game), repeat=len(order)):
            round_ = game.new_round(cards=[thrown], statuses={"player-1": status} if status else {})
            try:
                for bet, place in zip(order, where, strict=True):
                    # Of bets in proportion to another, as little as may be.
                    round_.apply(PlaceBet("player-1", place, bet, 1 if bet == "two" else 2))
            except IllegalAction:
                continue
            with suppress(UnsettledCase):
                round_.apply(Deal())
            for bet in round_.state.bets:
                problem = bet.undecided.problem if bet.undecided else ""
                ends.add((bet.bet, () if problem else bet.provisions, problem))
            company.add(frozenset(order))
    return ends, company


def found_in(found: Survey) -> set[tuple[str, tuple[str, ...], str]]:
    situations = [
        (answer.question.about, situation.verdict) for answer in found.answers for situation in answer.situations
    ]
    return {(about, () if verdict.problem else verdict.provisions, verdict.problem) for about, verdict in situations}


@pytest.mark.parametrize(("bettors", "norms", "pair", "all_three"), CASES)
def test_bets_are_searched_together_where_they_may_be_placed_so(
    bettors: str, norms: str, pair: bool, all_three: bool
) -> None:
    game = game_of(TEXT.format(bettors=bettors, norms=norms))
    found = survey(game.rules, game.settings)
    assert found.skipped == ()
    ends = found_in(found)
    # With two, one is without a rule where 3 is thrown; with one, two is where it is no 1.
    assert (("one", (), "gap") in ends, ("two", (), "gap") in ends) == (pair, pair)
    assert ("three", ("art_2__para_5",), "") in ends or not all_three
    played, company = reached(game)
    assert (any({"one", "two"} <= bets for bets in company), {"one", "two", "three"} in company) == (pair, all_three)
    assert ends == played


def _norm(random: Random, bettors: str) -> str:
    """A prohibition at random: on any bet, on one, or on one with more than twice the stake of another."""
    bets = ("one", "two", "three")
    if random.random() < 0.1:
        first, second = random.sample(bets, 2)
        return f"the stake of “{first}” must be at most 2 times the stake of “{second}”."
    facts = [*map(has, bets), *map(lacks, bets), "“player” combines bets"]
    if bettors == STATUSES:
        facts += ["“player” is “seated”", "“player” is “standing”"]
    if bettors == OR_NOT:
        facts += [AT_SPOT, f"it is not so that {AT_SPOT}"]
    return forbid(", and ".join(random.sample(facts, random.randint(1, 2))), random.choice(("", *bets)))


@pytest.mark.parametrize("bettors", [PLAIN, STATUSES, OR_NOT])
def test_norms_at_random_let_bets_be_placed_as_play_does(bettors: str) -> None:
    random = Random(bettors)
    for _ in range(15):
        norms = [_norm(random, bettors) for _ in range(random.randint(1, 4))]
        game = game_of(TEXT.format(bettors=bettors, norms="\n  ".join(norms)))
        found = survey(game.rules, game.settings)
        assert (found_in(found), found.skipped) == (reached(game)[0], ()), norms


BY_STATUS = (
    TEXT.partition("Article 2")[0].format(bettors=STATUSES, norms="{norms}")
    + """\
Article 2
1.
  when the total of “dealer” is 3, then “one” pays 1 to 1.
2.
  when the total of “dealer” is higher than 1, and “player” is “standing”, then “one” is returned.
3.
  when the total of “dealer” is 1, then “one” loses.
4.
  when “player” is “seated”, then “two” pays 1 to 1.
5.
  when “player” is “standing”, then “three” pays 1 to 1.
"""
)


def test_rounds_are_searched_with_a_bettor_of_each_status() -> None:
    """Who stands meets a conflict, who sits a gap; who stands may not bet on two, of which no rule speaks then."""
    game = game_of(BY_STATUS.format(norms=forbid("“player” is “standing”", "two")))
    found = survey(game.rules, game.settings)
    ends, _ = reached(game)
    assert found_in(found) == ends
    problems = {
        (answer.question.about, situation.verdict.problem, situation.example.status, situation.example.order)
        for answer in found.answers
        for situation in answer.situations
        if situation.verdict.problem
    }
    assert problems == {
        ("one", "conflict", "standing", (0,)),
        ("one", "gap", "seated", (1,)),
        ("three", "gap", "seated", (0,)),
    }
    assert not found.skipped


def test_rounds_that_ask_for_no_status_are_searched_once_for_all() -> None:
    """Only the rules on one ask for it: two and three, settled by the same, have the same rounds whoever bets."""
    rules, by_total = BY_STATUS.partition("4.\n")[0].format(norms=""), "when the total of “dealer” is 3, then"
    game = game_of(f"{rules}4.\n  {by_total} “two” loses.\n5.\n  {by_total} “three” loses.\n")
    found = Searches().of_rules(game.questions, Budget())
    bets = [(*(bet.bet for bet in rounds.bets), rounds.status) for rounds in found.rounds]
    assert bets == [("one", "seated"), ("two", "three", ""), ("one", "standing"), ("two", "three", "")]
    assert found.rounds[1] is found.rounds[3]


def test_bets_of_which_each_may_stand_elsewhere_alone_are_both_searched() -> None:
    text = TEXT.partition("Article 2")[0].replace(", “two” and “three”", " and “two”")
    text = text.replace("  “three” is a bet.\n", "") + "Article 2\n  when the total of “dealer” is 1, then {} lose.\n"
    game = game_of(text.format("“one” and “two”", bettors=OR_NOT, norms=ONLY_APART))
    found = survey(game.rules, game.settings)
    assert found.skipped == ()
    assert {(about, problem) for about, _, problem in found_in(found)} == {
        (bet, problem) for bet in ("one", "two") for problem in ("", "gap")
    }


@pytest.mark.parametrize("norms", ["", COMBINES])
def test_a_bet_that_needs_another_is_searched_with_that_elsewhere_too(norms: str) -> None:
    """A hand is divided where the first bet stands; the second needs the first at any spot, and loses with a whole."""
    game = game_of(f"""\
Article 1
  “rank”, from high to low: “ace” and “king”.
  material: 2 packs of “card”, each with one for each combination of “rank”.
  there are 2 “spots”.
  “player” bets at “spot”.
  “one” is a bet.
  “two” is a bet.
  {forbid(lacks("one"), "two")}
  {norms}
  a hand is ranked by the best 1 of its cards.
  each hand belongs to the first category that fits, from high to low:
1)
  “high card”: it is not so that 2 are of the same “rank”.

Article 2
  bets are accepted.
  deal to each “spot” with a bet, 1 “card” at a time, face up, until each has 2.
  “spot” with “one” divides the hand into 1 for “front” and 1 for “back”.
  settle “one” and “two”.
  “one” loses.
1.
  when the “front” of “spot” is “high card”, then “two” pays 1 to 1.
2.
  when it is not so that the “front” of “spot” is “high card”, then “two” loses.
""")
    found = survey(game.rules, game.settings)
    assert found.skipped == ()
    lost = {("one", ("art_2",), ""), ("two", ("art_2__para_2",), "")}
    assert found_in(found) == (lost if norms else lost | {("two", ("art_2__para_1",), "")})


@pytest.mark.parametrize("permitted", [has("one"), "“player” is “standing”"])
def test_a_bet_that_is_forbidden_but_for_an_exception_is_searched_where_that_holds(permitted: str) -> None:
    """The second bet is lost with a 1, and nothing is said of it with a 2 or a 3, whoever may place it."""
    game = game_of(f"""\
{THREE_FACES}\
  each “player” is either “seated” or “standing”.
  “one” is a bet.
  “two” is a bet.

Article 2
1.
  “player” must not “bet” on “two”.
2.
  when {permitted}, then “player” may “bet”.
  prevails over article 2, paragraph 1.

Article 3
  bets are accepted.
  “dealer” throws “die”.
  settle “one” and “two”.
  “one” loses.

Article 4
  when the total of “dealer” is 1, then “two” loses.
""")
    found = survey(game.rules, game.settings)
    assert found.skipped == ()
    assert found_in(found) == {("one", ("art_3",), ""), ("two", ("art_4",), ""), ("two", (), "gap")}
    assert odds(game.decided).bets["two"].unsettled == Fraction(2, 3)


# A throw decides whether bets are accepted, or a norm on placing them depends on it.
BY_CHANCE = (
    "“dealer” throws “die”.\n  when the total of “dealer” is 3, then bets are accepted.",
    "“dealer” throws “die”.\n  when the total of “dealer” is 2, then the round ends.\n  bets are accepted.",
    "when a “die” has been thrown, then “player” must not “bet”.\n  “dealer” throws “die”.\n  bets are accepted.",
)
FEW_RULES = f"""{THREE_FACES}\
  “one” is a bet.
Article 2
  {{}}
  settle “one”.
Article 3
  when the total of “dealer” is 3, then “one” loses.
  when the total of “dealer” is 2, then “one” pays 1 to 1.
"""


@pytest.mark.parametrize("steps", BY_CHANCE)
def test_where_it_depends_on_what_came_whether_bets_are_accepted_nothing_is_claimed(steps: str) -> None:
    game = game_of(FEW_RULES.format(steps))
    found = survey(game.rules, game.settings)
    assert {(question.about, reason) for question, reason in found.skipped} == {("one", "bets-by-chance")}
    assert [problem.args_by_name["reason"] for problem in odds(game.decided).skipped.values()] == ["bets-by-chance"]


def test_what_is_named_may_have_been_thrown_before_bets_are_accepted() -> None:
    """A prohibition reads the throw by what the bet names, which is no fact of bets alone."""
    steps = BY_CHANCE[-1].replace("a “die” has been thrown", "“dealer” shows the one named")
    named = FEW_RULES.replace("“one” is a bet.", "“one” is a bet that names one “number”.")
    game = game_of(named.format(steps))
    assert {reason for _, reason in survey(game.rules, game.settings).skipped} == {"bets-by-chance"}
    assert {problem.args_by_name["reason"] for problem in odds(game.decided).skipped.values()} == {"bets-by-chance"}


def test_where_no_step_accepts_bets_nobody_may_place_one() -> None:
    game = game_of(FEW_RULES.format("“dealer” throws “die”."))
    found = survey(game.rules, game.settings)
    assert (found.skipped, found_in(found)) == ((), set())
    assert [problem.args_by_name["reason"] for problem in odds(game.decided).skipped.values()] == ["never-placed"]


def test_bets_that_are_accepted_in_every_round_after_a_throw_are_searched() -> None:
    game = game_of(FEW_RULES.format("“dealer” throws “die”.\n  bets are accepted."))
    assert survey(game.rules, game.settings).skipped == ()
    assert odds(game.decided).bets["one"].unsettled == Fraction(1, 3)


def test_where_others_bets_may_let_a_bet_be_placed_the_search_says_so() -> None:
    """Whoever bets on the first needs the second at that spot: somebody else's, if their own is not there.

    What becomes of the second, with and without the first, their own show.
    """
    game = game_of(TEXT.format(bettors=SPOTS, norms=forbid("it is not so that “spot” has a bet on “two”", "one")))
    found = survey(game.rules, game.settings)
    assert {(question.about, reason) for question, reason in found.skipped} == {
        (bet, "never-alone") for bet in ("one", "three")
    }


def test_a_bet_whose_least_stake_exceeds_others_by_too_much_is_not_said_to_be_searched() -> None:
    """No stake is at least ten and no more than five above the others: nobody bets, and there is no gap to be told."""
    few = "when the stakes on “one” exceed those on “two” by more than {most}, then “player” must not “bet”."
    norms = "the stake of “one” must be at least 10.\n  “player” must not “bet” on “two” and “three”.\n  "
    games = [game_of(TEXT.format(bettors=PLAIN, norms=norms + few.format(most=most))) for most in (5, 10)]
    found = [survey(game.rules, game.settings).skipped for game in games]
    assert [{reason for question, reason in skipped if question.about == "one"} for skipped in found] == [
        {"never-alone"},
        set(),
    ]


@pytest.mark.parametrize(("most", "skipped"), [("MOST_APART", "bets_at_several"), ("MOST_ASKED", "never-alone")])
def test_too_many_ways_of_placing_bets_are_not_searched(
    most: str, skipped: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = wagers if most == "MOST_APART" else together
    monkeypatch.setattr(module, most, 1)
    game = game_of(TEXT.format(bettors=SPOTS, norms=COMBINES))
    assert skipped in {reason for _, reason in survey(game.rules, game.settings).skipped}


CHOICE = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “one” is a bet.
  “two” is a bet.
  “three” is a bet.
  bets are accepted.
  “dealer” throws “die”.
  “player” with “two” chooses “swap” or “double”.
  settle “three”, “two” and “one”.
  when it is not so that “player” has a bet on “three”, then “player” must not “double”.
  upon “swap”: “two” loses.
  upon “double”: the stake of “two” is doubled.

Article 2
  when the total of “dealer” is 3, then “two” pays 1 to 1.
  when the total of “dealer” is 1, then “two” loses.
  “one” loses.
  when the total of “dealer” is 2, then “three” loses.
  in every other case, “three” is returned.
"""


def test_a_bet_with_which_alone_something_may_be_chosen_is_placed_beside_the_choice() -> None:
    """Only who has the third bet doubles; who swaps has lost, and of them no rule is asked."""
    game = game_of(CHOICE)
    found = survey(game.rules, game.settings)
    (second,) = (answer for answer in found.answers if answer.question.about == "two")
    assert {situation.values: situation.verdict.problem for situation in second.situations} == {
        (3,): "",
        (2,): "gap",
        (1,): "",
    }


PARTIES = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there are 2 “spots”.
  “player” bets at “spot”.
  each “player” is either “seated” or “standing”.
  “one” is a bet.
  bets are accepted.
  deal to each “spot” with a bet, and then “dealer”, one “card” at a time, face up, until each has one.
  {step}
  upon “draw”: takes one “card”.
  settle “one”.

Article 2
  {norms}

Article 3
  when the total of “dealer” is 3, then “one” pays 1 to 1.
  in every other case, “one” loses.
"""
DRAWS = "“dealer” follows the rules on “draw”."
REPEATS = "“dealer” repeatedly follows the rules on “draw”, until the total of {} is higher than 2."
BY_SPOT = (
    "when the total of “spot” is 1, then “dealer” must “draw”.\n"
    "  when the total of “spot” is 2 or 3, then “dealer” must not “draw”."
)


@pytest.mark.parametrize(
    ("step", "norms", "told"),
    [
        (DRAWS, BY_SPOT, ("action", "draw")),
        (DRAWS, BY_SPOT.replace("“spot”", "“dealer”"), None),  # of one hand, whoever bets
        (DRAWS, "when the total of “spot” is 1, 2 or 3, then “dealer” must “draw”.", None),  # whoever is asked
        ("when the total of “spot” is 1, then the round ends.", "“dealer” must not “draw”.", ("step", "art_1")),
        ("when “player” is “seated”, then the round ends.", "“dealer” must not “draw”.", ("step", "art_1")),
        (REPEATS.format("“spot” is 1, or the total of “dealer”"), "“dealer” must “draw”.", ("step", "art_1")),
        (REPEATS.format("“dealer”"), "“dealer” must “draw”.", None),
    ],
)
def test_what_is_done_once_and_may_differ_between_parties_is_not_searched(
    step: str, norms: str, told: tuple[str, str] | None
) -> None:
    """With a 1 at the first spot and a 2 at the second, no rule says what the dealer does; one spot alone has it."""
    text = PARTIES.format(step=step, norms=norms)
    rules = game_of(text).rules
    unsearched = Law(rules, Source("", "en", text)).unsearched()
    left = [(asked.kind, asked.about) for asked, reason in unsearched if reason == "parties-differ"]
    assert left == ([] if told is None else [told])


def test_of_bets_those_are_legal_that_norms_allow_at_the_table_as_it_stands() -> None:
    game = game_of(TEXT.format(bettors=PLAIN, norms=forbid(lacks("two"), "one") + "\n  " + forbid(has("one"), "two")))
    round_ = game.new_round(seed=0)
    for placed, legal in (("", "two three"), ("two", "one two three"), ("one", "one three")):
        if placed:
            round_.apply(PlaceBet("player-1", "", placed, 1))
        assert [a.bet for a in round_.legal_actions() if isinstance(a, PlaceBet)] == legal.split()


def legal(norm: str, *placed: tuple[str, str, int]) -> str:
    """The bets on “one” and “two” that are legal, and `deal`, after some bets of some bettors."""
    round_ = game_of(TEXT.format(bettors=PLAIN, norms=norm)).new_round(seed=0)
    for bettor, bet, stake in placed:
        round_.apply(PlaceBet(bettor, "", bet, stake))
    found = (a.bet if isinstance(a, PlaceBet) else "deal" for a in round_.legal_actions())
    return " ".join(action for action in found if action != "three")


AHEAD = forbid("it is not so that the stakes on “one” exceed those on “two” by more than 3", "one")
LARGEST = forbid("it is not so that “player” has the largest stake", "one")
WITH_TWO = "when “player” has a bet on “two”, then the stake of “one” must be 3."


@pytest.mark.parametrize(
    ("norm", "placed", "found"),
    [
        (AHEAD, [], "one two deal"),  # of 4, but not of 3
        ("the stake of “one” must be 3.", [("player-1", "one", 3)], "two deal"),
        ("the stake of “one” must be at most 3.", [("player-1", "one", 3)], "two deal"),
        ("the stake of “one” must be at most 3.", [("player-1", "one", 2)], "one two deal"),
        ("the stake of “one” must be from 2 through 3.", [("player-1", "one", 3)], "two deal"),
        ("the stake of “one” must be from 2 through 3.", [("player-1", "one", 2)], "one two deal"),
        ("the stake of “one” must be at least 5.\n  the stake of “one” must be at most 3.", [], "two deal"),
        (LARGEST, [("player-2", "two", 5)], "one two deal"),  # of 5, but not of 4
        (WITH_TWO, [("player-1", "one", 4), ("player-1", "two", 1)], "two"),  # 4 are more than 3 already
        (WITH_TWO, [("player-1", "two", 1)], "one two deal"),
    ],
)  # fmt: skip
def test_a_bet_is_legal_of_which_some_stake_may_still_be_placed(
    norm: str, placed: list[tuple[str, str, int]], found: str
) -> None:
    assert legal(norm, *placed) == found


SEATS = TEXT.replace("{bettors}", "there are 2 “seat”.\n  “player” bets at “seat”.")


@pytest.mark.parametrize(
    ("norm", "first", "bet", "told"),
    [
        (forbid("it is not so that “seat” has a bet on “one”", "two"), None, "two", "forbidden-bet-without"),
        # The bettor has one, at the other seat.
        (forbid("it is not so that “seat” has a bet on “one”", "two"), "one", "two", "forbidden-bet"),
        # It would need itself.
        (forbid("it is not so that “seat” has a bet on “one”", "one"), None, "one", "forbidden-bet"),
        # With one it would be forbidden just as well.
        (forbid(lacks("one"), "two") + "\n  “player” must not “bet” on “two”.", None, "two", "forbidden-bet"),
    ],
)
def test_a_refusal_tells_the_bet_that_is_lacking_where_that_would_do(
    norm: str, first: str | None, bet: str, told: str
) -> None:
    round_ = game_of(SEATS.format(norms=norm)).new_round(seed=0)
    if first:
        round_.apply(PlaceBet("player-1", "seat-2", first, 1))
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(PlaceBet("player-1", "seat-1", bet, 1))
    assert refusal.value.key == told


def test_a_prohibition_to_close_the_betting_holds_with_no_bets_too() -> None:
    assert legal("") == "one two deal"
    assert legal("“dealer” must not “close bets”.") == "one two"
    with pytest.raises(IllegalAction, match="forbidden"):
        game_of(TEXT.format(bettors=PLAIN, norms="“dealer” must not “close bets”.")).new_round(seed=0).apply(Deal())


def test_a_bet_that_nobody_is_said_to_place_may_be_offered_later() -> None:
    """Where no role bets, odds are told of a bet all the same: as of one that loses in any case."""
    text = (
        COIN_AND_ANTE.replace("  “player” bets.\n", "")
        + "  “side” is a bet.\nArticle 2\n  bets are accepted.\n"
        + "  bets on “side” are accepted, up to the stake of “ante”.\n  settle “ante” and “side”.\n"
        + "Article 3\n  “ante” loses.\n  “side” loses.\n"
    )
    assert odds(game_of(text).decided).bets["ante"].expectation == -1


@pytest.mark.parametrize(("party", "places"), [("dealer", PLAIN), ("spot", SPOTS)])
def test_a_status_that_is_not_of_the_bettor_is_the_first_that_is_declared(party: str, places: str) -> None:
    """Nobody gives it another: one loses in every round, and of a 3 another rule says otherwise."""
    text = BY_STATUS.partition("Article 2")[0].replace("each “player” is", f"each “{party}” is")
    text = text.replace(PLAIN, places).replace(", “two” and “three”", "").replace("{norms}", "")
    text = text.replace("  “two” is a bet.\n  “three” is a bet.\n", "")
    game = game_of(f"""{text}Article 2
1.
  when “{party}” is “seated”, then “one” loses.
2.
  when “{party}” is “standing”, then “one” is returned.
3.
  when the total of “dealer” is 3, then “one” pays 1 to 1.
""")
    found = survey(game.rules, game.settings)
    assert found_in(found) == reached(game)[0] == {("one", ("art_2__para_1",), ""), ("one", (), "conflict")}
