"""Bets that are never alone: refused where the round of which they are part may go otherwise than theirs alone."""

from fractions import Fraction

import pytest

from lexludi.checks.survey import survey
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.company import needs_company, never_alone
from lexludi.exact.odds import odds
from lexludi.play.plan import Placed
from lexludi.play.questions import Questions
from lexludi.play.table import alone_on_each
from small import COIN, game_of, placed


def company_missed(questions: Questions, bet: Placed, beside: tuple[Placed, ...] = ()) -> tuple[str, ...]:
    """The provisions by which a bet is never alone, where rounds of it alone do not show its outcome; or none."""
    return never_alone(questions, bet, beside) if needs_company(questions, bet) else ()


TABLE = """Article 1
  “suit”, from high to low: “spades” and “hearts”.
  “rank”, from high to low: 3, 2 and “A”.
  material: 1 pack of “cards”, each with one for each combination of “suit” and “rank”; 6 in each.
  “A” counts 1.
  every other “card” counts its face value.
  there is one “dealer”.
  “player” bets.
  “main bet” is a bet.
  “side bet” is a bet.
  {norm}
  bets are accepted.
  when a “card” has been dealt, then “player” must not “bet”.

Article 2
  deal to each “player” with a bet, one “card” at a time, face up, until each has one.
  “player” with “main bet” chooses to “twist” or “stick”.
  upon “twist”: {effect}.
  settle “main bet” and “side bet”.

Article 3
  when the total of “player” is 3, then “main bet” pays 1 to 1.
  in every other case, “main bet” loses.

Article 4
  when {condition}, then “side bet” pays 3 to 1.
  in every other case, “side bet” loses.
"""
NEVER_ALONE = "when it is not so that “player” has a bet on “main bet”, then “player” must not “bet” on “side bet”."
DRAWS, DOUBLES = "takes one “card”", "the stake of “main bet” is doubled"
OF_CARDS, OF_TOTAL = "the number of “cards” of “player” is 2", "the total of “player” is 3"
OF_CHOICE = "“player” has chosen to “twist”"


@pytest.mark.parametrize(
    ("norm", "effect", "condition", "is_missed"),
    [
        (NEVER_ALONE, DRAWS, OF_CARDS, True),  # the card that only the other bet's choice brings
        (NEVER_ALONE, DOUBLES, OF_CHOICE, True),
        (NEVER_ALONE, DOUBLES, OF_TOTAL, False),
        (NEVER_ALONE, "“side bet” loses", OF_TOTAL, True),  # it is decided by what is chosen for the other
        ("the stake of “side bet” must be the stake of “main bet”.", "“side bet” is returned", OF_TOTAL, True),
        ("", DRAWS, OF_CARDS, False),  # it may be alone, and then nobody twists
    ],
)
def test_a_bet_is_refused_where_others_bets_lead_to_what_it_reads(
    norm: str, effect: str, condition: str, is_missed: bool
) -> None:
    game = game_of(TABLE.format(norm=norm, effect=effect, condition=condition))
    (bet,) = alone_on_each(game.questions.judge.rules, "side-bet")
    assert company_missed(game.questions, bet) == (("art_1",) if is_missed else ())
    found = odds(game.rules)
    assert set(found.skipped) == ({"side-bet"} if is_missed else set())
    if is_missed:
        assert isinstance(problem := found.skipped["side-bet"], NotAnalysed)
        assert (problem.reason, problem.provisions) == ("never-alone", ("art_1",))
    else:
        # One card in three counts 3: three to one, and one lost twice as often. Of one card nobody has two.
        assert found.bets["side-bet"].expectation == (Fraction(1, 3) if condition == OF_TOTAL else -1)


@pytest.mark.parametrize(
    ("norm", "is_placed"),
    [
        ("“player” must not “bet” on “side bet”.", False),
        ("when a “card” has been dealt, then “player” must not “bet” on “side bet”.", True),
        ("the stake of “side bet” must be at least 5.", True),
        ("“player” must not “bet” on “main bet”.", True),
    ],
)
def test_a_bet_that_nobody_may_ever_place_has_no_odds(norm: str, is_placed: bool) -> None:
    found = odds(game_of(TABLE.format(norm=norm, effect=DOUBLES, condition=OF_TOTAL)).rules)
    assert ("side-bet" in found.bets) is is_placed
    if not is_placed:
        problem = found.skipped["side-bet"]
        assert (problem.reason, problem.provisions) == ("never-placed", ("art_1",))


NEEDED = (
    COIN
    + """  “alpha” is a bet.
  “beta” is a bet.
  “gamma” is a bet.
Article 2
  bets are accepted.
  {norms}
  {steps}
Article 3
  {rules}
  “gamma” loses.
"""
)
BESIDE_GAMMA = "when it is not so that “player” has a bet on “gamma”, then “player” must not “bet” on “alpha”."
THROW, SETTLE = "“dealer” throws “die”.", "settle “alpha”, “beta” and “gamma”."
RAISE = (
    "“player” with “alpha” chooses “stand” or “double”.\n"
    "  upon “stand”: the turn ends.\n"
    "  upon “double”: the stake of “alpha” is doubled."
)
ON_TOTAL = "when the total of “dealer” is 2, then “alpha” pays 1 to 1.\n  in every other case, “alpha” loses."


def otherwise(condition: str, effect: str = "“alpha” loses") -> str:
    return f"when {condition}, then {effect}.\n  in every other case, “alpha” pays 1 to 1."


@pytest.mark.parametrize(
    ("norms", "steps", "rules", "reason"),
    [
        # Alone alpha always wins; beside gamma, where alone it may be, it always loses.
        (BESIDE_GAMMA, "", otherwise("“player” combines bets"), "never-alone"),
        (
            "when it is not so that “player” has a bet on “gamma”, then “dealer” must not “close the betting”.",
            "",
            otherwise("“player” has a bet on “gamma”"),
            "never-alone",
        ),
        # Alone it is doubled where it wins; beside gamma never.
        (
            BESIDE_GAMMA + "\n  when “player” has a bet on “gamma”, then “player” must not “double”.",
            RAISE,
            ON_TOTAL,
            "never-alone",
        ),
        # Half of what stands on gamma is in what alpha is paid.
        (
            BESIDE_GAMMA + "\n  “pot” is an amount kept from round to round, beginning with 6.",
            "half of the stake of “gamma” is added to “pot”.",
            "when the total of “dealer” is 2, then “alpha” receives the whole of “pot”.\n  “alpha” loses.",
            "never-alone",
        ),
        (BESIDE_GAMMA, RAISE, ON_TOTAL, ""),
        # Each needs the other before it.
        (
            BESIDE_GAMMA
            + "\n  "
            + BESIDE_GAMMA.replace("alpha", "delta").replace("gamma", "alpha").replace("delta", "gamma"),
            "",
            ON_TOTAL,
            "never-placed",
        ),
        ("“dealer” must not “close the betting”.", "", ON_TOTAL, "never-placed"),
        ("when “player” has the largest stake, then “player” must not “bet” on “alpha”.", "", ON_TOTAL, "never-alone"),
        (
            "the stake of “alpha” must be at least 5.\n  the stake of “alpha” must be at most 3.",
            "",
            ON_TOTAL,
            "never-placed",
        ),
    ],
)
def test_odds_of_a_bet_that_is_never_alone_are_those_of_no_round_with_it_alone(
    norms: str, steps: str, rules: str, reason: str
) -> None:
    text = NEEDED.format(norms=norms, steps=f"{THROW}\n  {steps}\n  {SETTLE}", rules=rules)
    found = odds(game_of("\n".join(line for line in text.splitlines() if line.strip()) + "\n").rules)
    if reason:
        problem = found.skipped["alpha"]
        assert isinstance(problem, NotAnalysed)
        assert problem.reason == reason
    else:
        # Whoever sees that it wins doubles it: two are won as often as one is lost.
        assert found.bets["alpha"].expectation == Fraction(1, 2)


ITS_LIKE = (
    COIN
    + """  “guess” is a bet that names a number from 1 through 2.
  when the number named is 2, and it is not so that “player” has a bet on “guess”, then “player” must not “bet”.
{meter}Article 2
  bets are accepted.
  “dealer” throws “die”.
{steps}  settle “guess”.
Article 3
  when the total of “dealer” is equal to the number named, then “guess” {result}.
  in every other case, “guess” loses.
"""
)


@pytest.mark.parametrize(
    ("meter", "steps", "result", "problem"),
    [
        ("", "", "pays 1 to 1", None),
        (
            "  “pot” is an amount kept from round to round, beginning with 6.\n",
            "  half of the stake of “guess” is added to “pot”.\n",
            "receives the whole of “pot”",
            "never-alone",
        ),
        (
            "",
            "  “player” with “guess” chooses “stand” or “double”.\n  upon “double”: the stake of “guess” is doubled.\n",
            "pays 1 to 1",
            "never-alone",
        ),
    ],
)
def test_a_name_that_is_only_placed_after_another_of_the_same_bet_is_not_left_out(
    meter: str, steps: str, result: str, problem: str | None
) -> None:
    """Whoever has bet on 1 may bet on 2, which wins as often; one pot, or choices on both, are not those of one bet."""
    found = odds(game_of(ITS_LIKE.format(meter=meter, steps=steps, result=result)).decided)
    if problem is None:
        assert [(set(bet_odds.naming), bet_odds.expectation) for bet_odds in found.bets.values()] == [({"1", "2"}, 0)]
    else:
        assert (set(found.bets), found.skipped["guess"].reason) == (set(), problem)


def test_a_bet_that_needs_its_like_at_another_place_is_one_that_may_be_placed() -> None:
    """Nobody may close the betting with one box alone; a face of two wins."""
    text = COIN.replace("  “player” bets.\n", "  there are 2 “box”.\n  “player” bets at “box”.\n") + (
        "  “ante” is a bet.\n"
        "  when it is not so that “player” bets at more than one “box”, then “player” must not “close the betting”.\n"
        "Article 2\n  bets are accepted.\n  “dealer” throws “die”.\n  settle “ante”.\n"
        "Article 3\n  when the total of “dealer” is 2, then “ante” pays 2 to 1.\n  in every other case, “ante” loses.\n"
    )
    found = odds(game_of(text).decided)
    assert [bet_odds.expectation for bet_odds in found.bets.values()] == [Fraction(1, 2)]


@pytest.mark.parametrize(
    ("table", "forbidden", "pays", "provisions"),
    [
        ("“player” bets", "“player” is “seated”", "“player” is “standing”, and", ("art_1",)),
        ("“player” bets", "“player” is “seated”", "", ()),
        ("there are 2 “spots”.\n  “player” bets at “spot” or elsewhere", "the bet is placed at “spot”", "", ("art_1",)),
    ],
)
def test_a_bet_is_refused_that_is_not_placed_by_whom_or_where_odds_suppose(
    table: str, forbidden: str, pays: str, provisions: tuple[str, ...]
) -> None:
    """Those seated, or with a hand at a spot, have no such bet; what becomes of it with others is not computed."""
    norm = f"when {forbidden}, then “player” must not “bet” on “side bet”."
    text = TABLE.format(norm=norm, effect=DOUBLES, condition=f"{pays} {OF_TOTAL}".strip())
    text = text.replace("“player” bets", table).replace(
        "  “main bet” is a bet.", "  each “player” is either “seated” or “standing”.\n  “main bet” is a bet."
    )
    if "spot" in table:
        text = text.replace("deal to each “player”", "deal to each “spot”").replace("of “player” is", "of “spot” is")
    found = odds(game_of(text).rules)
    if provisions:
        problem = found.skipped["side-bet"]
        assert (problem.reason, problem.provisions) == ("never-alone", provisions)
    else:
        assert found.bets["side-bet"].expectation == Fraction(1, 3)


@pytest.mark.parametrize(
    ("step", "is_missed"),
    [
        ("deal to each “player” with a bet, one “card” at a time, face up, until each has two", True),
        ("the round ends", True),
        ("“player” with “main bet” chooses to “twist” or “stick”", False),
    ],
)
def test_a_bet_is_refused_where_steps_read_what_is_chosen_for_another(step: str, is_missed: bool) -> None:
    """One card in three counts 3 where nothing but another choice follows; else a twist brings more, or no end."""
    text = TABLE.format(norm=NEVER_ALONE, effect=DOUBLES, condition=OF_TOTAL)
    text = text.replace("  settle", f"  when “player” has chosen to “twist”, then {step}.\n  settle")
    assert ("side-bet" in odds(game_of(text).rules).skipped) is is_missed


BESIDE = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  “player” bets.
  “ante” is a bet.
  “line” is a bet.
  “side” is a bet.
Article 2
  bets are accepted.
  when it is not so that “player” has a bet on “{needed}”, then “player” must not “bet” on “side”.
  deal to each “player” with a bet, one “card” at a time, face down, until each has 1.
  “player” with “ante” chooses “draw” or “double”.
  settle “ante”, “line” and “side”.
Article 3
  upon “draw”: takes one “card”.
  upon “double”: takes one “card”.
Article 4
  “ante” and “line” lose.
  when the total of “player” is 2 through 6, then “side” pays 1 to 1.
"""


def test_the_search_does_not_follow_alone_a_bet_that_is_never_alone() -> None:
    """Beside the ante there are always two cards, which count 2 to 6: a total of 1, of which nothing is said, never."""
    game = game_of(BESIDE.format(needed="ante"))
    found = survey(game.rules, game.settings)
    (side,) = (answer for answer in found.answers if answer.question.about == "side")
    assert [(*situation.values, situation.verdict.problem) for situation in side.situations] == [
        (total, "") for total in (2, 3, 4, 5, 6)
    ]
    assert found.skipped == ()


def test_the_search_places_the_other_bet_without_which_one_is_never_placed() -> None:
    """Beside the line alone there is one card, which may count 1, of which nothing is said; with the ante two."""
    game = game_of(BESIDE.format(needed="line"))
    found = survey(game.rules, game.settings)
    (side,) = (answer for answer in found.answers if answer.question.about == "side")
    assert {situation.values: situation.verdict.problem for situation in side.situations} == {
        (1,): "gap",
        **{(total,): "" for total in (2, 3, 4, 5, 6)},
    }
    assert found.skipped == ()


@pytest.mark.parametrize(("stake", "needed"), [(0, True), (1, False)])
def test_a_bet_in_proportion_to_another_is_missed_without_it_and_with_it_not(stake: int, needed: bool) -> None:
    """Twice a line of one unit is more than one; twice a line that nobody has placed is nothing, and forbids."""
    norm = "when it is not so that “player” has a bet on “{needed}”, then “player” must not “bet” on “side”."
    assert norm in BESIDE
    game = game_of(BESIDE.replace(norm, "the stake of “side” must be at most 2 times the stake of “line”."))
    line, side = placed("line", stake=1), placed("side", stake=1)
    assert company_missed(game.questions, side, (line,) * stake) == (("art_2",) if needed else ())
