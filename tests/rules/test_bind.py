"""Bound rules: each sentence of the language and the typed meaning that it becomes."""

from fractions import Fraction

import pytest

from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, bind, observables_of, resolved
from lexludi.rules.model import Range
from lexludi.rules.settings import decide, resolve_settings
from small import bound, rules_of

MATERIAL = """\
Article 1
  “number”, from high to low: 10, 4, 3, 2 and 1.
  “suit”, from high to low: “black” and “red”.
  “run”, runs of “number” from high to low: 4-3-2 and 3-2-1.
  “face”, from high to low: 6 and 5.
  material: 2 packs of “card”, each with one for each combination of “number” and “suit”.
  material: 2 “die”, each showing one “face”.
  every 10 in a total counts zero.
  there is one “dealer”.
  there are 9 “box”.
  “player” bets at “box”.
  each “player” is either “seated” or “standing”.
  “dealer” is “ready” only if the total of “dealer” is higher than 3.
  “ante” is a bet.
  “raise” is a bet.
  “guess” is a bet that names one “number”.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “number”.
2)
  “odd”: each is of a different “number”.
"""
DEALER = m.Total("dealer")


def of(*sentences: str) -> BoundRules:
    return bound(MATERIAL + "Article 3\n" + "".join(f"  {sentence}.\n" for sentence in sentences))


def condition(written: str) -> m.Condition | None:
    bet = "guess" if "named" in written else "ante"
    choice = ["“player” with “ante” chooses to “play”"] if "chosen" in written else []
    return of(f"when {written}, then “{bet}” loses", *choice).outcomes[0].condition


CONDITIONS = [
    ("the total of “dealer” is higher than 3", m.Compare(DEALER, 3, 1)),
    ("the total of “dealer” is lower than the total of “box”", m.Compare(DEALER, m.Total("box"), -1)),
    ("the total of “dealer” is equal to 3", m.Compare(DEALER, 3, 0)),
    ("the total of “dealer” is 1, 3 or 5 through 7", m.InRanges(DEALER, (Range(1, 1), Range(3, 3), Range(5, 7)))),
    ("the total of the first 2 of “dealer” is 3", m.InRanges(m.TotalOfFirst("dealer", 2), (Range(3, 3),))),
    ("the hand of “dealer” is higher than the hand of “box”", m.Stands(m.Compared("dealer", "box"), 1)),
    ("the hand of “dealer” is equal to the hand of “box”", m.Stands(m.Compared("dealer", "box"), 0)),
    ("the hand of “dealer” is “pair”", m.CategoryIs(m.CategoryOf("dealer"), "pair")),
    ("the hand of “dealer” is worth at least “pair” with 4", m.Fact(m.IsWorthAtLeast("dealer", "pair", ("4",)))),
    ("the hand of “box” is such that all are of the same “suit”", m.Fact(m.HasShape("box", m.AllSame("suit")))),
    ("the hand of “box” is such that they form a “run”", m.Fact(m.HasShape("box", m.InRuns("run")))),
    ("the hand of “box” is such that they form 4-3-2", m.Fact(m.HasShape("box", m.IsRun(("4", "3", "2"))))),
    ("among the first 2 of “box”, 2 are of the same “suit”", m.Fact(m.FirstHaveShape("box", 2, m.Alike(2, "suit")))),
    (
        "among the faces thrown by “dealer”, each is of a different “face”",
        m.Fact(m.ThrewShape("dealer", m.AllDifferent("face"))),
    ),
    (
        "the hand of “box” is such that exactly 2 show “red”",
        m.Fact(m.HasShape("box", m.Showing("red", Range(2, 2)))),
    ),
    ("the hand of “box” is such that at least 2 show 3", m.Fact(m.HasShape("box", m.Showing("3", Range(2))))),
    ("the hand of “box” is such that all show “red”", m.Fact(m.HasShape("box", m.AllShowing("red")))),
    ("the first that “box” received shows “red”", m.Fact(m.FirstHaveShape("box", 1, m.Showing("red", Range(1))))),
    ("the card drawn by “dealer” is 2", m.InRanges(m.NumberDrawn("dealer"), (Range(2, 2),))),
    ("“dealer” drew no card", m.Fact(m.DrewNone("dealer"))),
    ("the number of “card” of “dealer” is 2", m.InRanges(m.CountOfKind("dealer", "card"), (Range(2, 2),))),
    ("the number of times that “dealer” shows “red” is 2", m.InRanges(m.CountShowing("dealer", "red"), (Range(2, 2),))),
    (
        "the number of times that “dealer” shows the one named is 2",
        m.InRanges(m.CountShowingNamed("dealer"), (Range(2, 2),)),
    ),
    (
        "the number of times that “dealer” shows any of those named is 2",
        m.InRanges(m.CountShowingNamed("dealer"), (Range(2, 2),)),
    ),
    ("“dealer” shows 3", m.InRanges(m.CountShowing("dealer", "3"), (Range(1),))),
    ("“dealer” shows the one named", m.InRanges(m.CountShowingNamed("dealer"), (Range(1),))),
    ("“dealer” shows each of those named", m.Fact(m.ShowsAllNamed("dealer"))),
    ("the total of “dealer” is even", m.Leaves(DEALER, 2, 0)),
    ("the total of “dealer” is odd", m.Leaves(DEALER, 2, 1)),
    ("“player” is “standing”", m.Fact(m.HasStatus("player", "standing"))),
    ("“dealer” is “ready”", m.Fact(m.IsDefined("dealer", "ready"))),
    ("“player” has chosen “play”", m.Fact(m.Chose("player", "play"))),
    ("“box” has a bet", m.Fact(m.HasBet("box"))),
    ("a “card” has been dealt", m.Fact(m.WasDealt("card"))),
    ("a “die” has been thrown", m.Fact(m.WasDealt("die"))),
    ("dealing is under way", m.Fact(m.DealingUnderWay())),
    ("use of “card” begins", m.Fact(m.UseBegins("card"))),
    ("“player” bets at more than one “box”", m.Fact(m.BetsAtSeveral("box"))),
    ("more than one “player” bets at the same “box”", m.Fact(m.SeveralBet("box"))),
    ("“player” combines bets", m.Fact(m.CombinesBets())),
    ("the bet is placed at “box”", m.Fact(m.PlacedAt("box"))),
    ("“player” has the largest stake", m.Fact(m.HasLargestStake())),
    ("the stakes on “ante” exceed those on “raise” by more than 5", m.Fact(m.StakesExceed("ante", "raise", 5))),
    ("it is not so that dealing is under way", m.Not(m.Fact(m.DealingUnderWay()))),
    (
        "“dealer” drew no card, or dealing is under way, and “player” combines bets",
        m.AnyOf(
            (
                m.Fact(m.DrewNone("dealer")),
                m.AllOf((m.Fact(m.DealingUnderWay()), m.Fact(m.CombinesBets()))),
            )
        ),
    ),
]


@pytest.mark.parametrize(("written", "typed"), CONDITIONS, ids=[written for written, _ in CONDITIONS])
def test_a_condition_has_its_typed_meaning(written: str, typed: m.Condition) -> None:
    assert condition(written) == typed


def test_a_role_of_what_is_named_stands_for_its_slot_in_the_bet_that_is_settled() -> None:
    """“low” is the second thing that “ante” names, and the first of “raise”."""
    text = MATERIAL.replace(
        "“ante” is a bet.", "“ante” is a bet that names 2 “number” as “high” and one “number” as “low”."
    )
    text = text.replace("“raise” is a bet.", "“raise” is a bet that names one “number” as “low”.")
    sentences = (f"when “dealer” shows the “low” named, then “{bet}” loses." for bet in ("ante", "raise"))
    rules = bound(text + "Article 3\n" + "".join(f"  {sentence}\n" for sentence in sentences))
    slots = [rule.condition.amount for rule in rules.outcomes if isinstance(rule.condition, m.InRanges)]
    assert slots == [m.CountShowingNamed("dealer", 1), m.CountShowingNamed("dealer", 0)]


def test_the_number_with_which_a_bet_moves_on_is_read_in_the_slots_of_that_bet() -> None:
    """“low” is the second thing that “ante” names, and the first of “raise”, whichever rule stands before."""
    text = MATERIAL.replace(
        "“ante” is a bet.", "“ante” is a bet that names one “number” as “high” and one “number” as “low”."
    )
    text = text.replace("“raise” is a bet.", "“raise” is a bet that names one “number” as “low”.")
    text += "Article 3\n  “next” is a bet that names a number from 0 through 9.\n"
    shown = "the number of times that “dealer” shows the “low” named"
    text += "".join(
        f"  when {shown} is 1, then “{bet}” moves to “next”, naming {shown}.\n" for bet in ("raise", "ante")
    )
    rules = bound(text)
    assert [rule.effect for rule in rules.outcomes] == [
        m.GoOn("raise", "next", m.CountShowingNamed("dealer", 0)),
        m.GoOn("ante", "next", m.CountShowingNamed("dealer", 1)),
    ]


def test_with_a_modulus_a_total_said_to_be_ten_is_zero_and_a_count_of_ten_is_ten() -> None:
    assert condition("the total of “dealer” is 10") == m.InRanges(DEALER, (Range(0, 0),))
    assert condition("the number of “card” of “dealer” is 10") == m.InRanges(
        m.CountOfKind("dealer", "card"), (Range(10, 10),)
    )
    # «Is equal to» says the same of it, in either order; what is no total is left as it is.
    assert condition("the total of “dealer” is equal to 10") == m.Compare(DEALER, 0, 0)
    assert condition("12 is equal to the total of “dealer”") == m.Compare(2, DEALER, 0)
    count = m.CountOfKind("dealer", "card")
    assert condition("the number of “card” of “dealer” is equal to 10") == m.Compare(count, 10, 0)


@pytest.mark.parametrize(
    ("span", "totals"),
    [
        ("1 through 9", (Range(1, 9),)),
        ("8 through 10", (Range(8, 9), Range(0, 0))),  # 8, 9 or 0
        ("10 through 12", (Range(0, 2),)),
        ("18 through 21", (Range(8, 9), Range(0, 1))),
        ("1 through 10", (Range(0, 9),)),
        ("8 through 20", (Range(0, 9),)),
    ],
)
def test_with_a_modulus_a_span_of_totals_is_what_is_left_of_each_number_in_it(
    span: str, totals: tuple[Range, ...]
) -> None:
    assert condition(f"the total of “dealer” is {span}") == m.InRanges(DEALER, totals)
    count = m.CountOfKind("dealer", "card")
    low, high = map(int, span.split(" through "))
    assert condition(f"the number of “card” of “dealer” is {span}") == m.InRanges(count, (Range(low, high),))


def test_irregularities_are_read_as_such() -> None:
    events = of(
        "when “fire” happens, then the round is void and so are its bets",
        "when “slip” happens to “box”, then the hand of “box” is void",
        "when the number of “cough” of “dealer” is 2, then the round stands",
    ).events
    assert [rule.condition for rule in events] == [
        m.Fact(m.Happens("fire")),
        m.Fact(m.Happens("slip", "box")),
        m.InRanges(m.CountOfEvents("dealer", "cough"), (Range(2, 2),)),
    ]
    assert [rule.effect for rule in events] == [m.RoundVoid(), m.HandVoid("box"), m.RoundStands()]


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("“ante” pays 3 to 2", m.Pay("ante", Fraction(3, 2))),
        ("“ante” wins half", m.Pay("ante", Fraction(1, 2))),
        ("“ante” loses", m.Lose("ante", Fraction(1))),
        ("“ante” loses 1/4", m.Lose("ante", Fraction(1, 4))),
        ("“ante” is returned", m.Return("ante")),
        ("“ante” is void", m.Return("ante", void=True)),
        ("“ante” stays for the next round", m.Keep("ante")),
    ],
)
def test_an_outcome_has_its_typed_meaning(written: str, typed: m.Outcome) -> None:
    (rule,) = of(written).outcomes
    assert (rule.condition, rule.effect, rule.provisions, rule.fallback) == (None, typed, ("art_3",), False)


def test_commissions_stand_apart_from_outcomes() -> None:
    rules = of("“ante” pays 1 to 1", "from the winnings of “ante” a commission of 5% is taken")
    assert [rule.effect for rule in rules.outcomes] == [m.Pay("ante", Fraction(1))]
    assert [rule.effect for rule in rules.commissions] == [m.Commission("ante", Fraction(1, 20))]


def test_what_decides_otherwise_is_a_fallback() -> None:
    assert [r.fallback for r in of("“ante” loses", "in every other case, “ante” is returned").outcomes] == [False, True]


CONSEQUENCES = [
    ("takes 2 “card”", (m.Draw(2, "card"),)),
    ("the turn ends", (m.EndTurn(),)),
    ("after this round 2 rounds remain", (m.RoundsLeft(2),)),
    ("the stake of “ante” is doubled", (m.Double("ante"),)),
    ("the stake of “ante” is reduced", (m.Reduce("ante"),)),
    ("“ante” moves to “raise”; the turn ends", (m.Move("ante", "raise"), m.EndTurn())),
    ("“ante” loses half", (m.Lose("ante", Fraction(1, 2)),)),
]


@pytest.mark.parametrize(("written", "typed"), CONSEQUENCES, ids=[written for written, _ in CONSEQUENCES])
def test_what_follows_from_an_action_has_its_typed_meaning(written: str, typed: tuple[m.Consequence, ...]) -> None:
    assert of(f"upon “act”: {written}").upons == {"act": ("art_3", typed)}


def test_the_consequences_of_actions_come_in_the_order_of_these() -> None:
    """Of “third” nothing is said."""
    rules = of("upon “first”: takes 2 “card”; the turn ends", "upon “second”: the stake of “ante” is doubled")
    assert rules.consequences(["second", "third", "first"]) == [m.Double("ante"), m.Draw(2, "card"), m.EndTurn()]


STEPS = [
    ("bets are accepted", m.OpenBets()),
    ("“dealer” shuffles “card”", m.Ceremony("shuffled", "dealer", "card")),
    ("“dealer” performs “cut”", m.Ceremony("performed", "dealer", "cut")),
    ("“marker” is placed above the last 7", m.PlaceMarker("marker", 7)),
    ("burn a number of “card” equal to 2", m.Burn("card", 2)),
    ("burn as many “card” as the first one counts", m.Burn("card", None)),
    ("burn as many “card” as the first one counts, but 3 if it counts zero", m.Burn("card", None, 3)),
    ("demonstrate 3 rounds", m.Demonstrate(3)),
    (
        "deal to each “box” with a bet, and then “dealer”, two “card” at a time, face down, until each has 3",
        m.Deal(("box", "dealer"), 2, "card", False, 3),
    ),
    ("“dealer” throws “die”", m.Throw("dealer", "die")),
    ("turn up the hand of “box”", m.Reveal("box")),
    ("settle “ante” and “raise”", m.Settle(("ante", "raise"))),
    ("“player” with “ante” chooses “play” or “fold”", m.Choose("player", "ante", ("play", "fold"))),
    (
        "“player” with “ante” repeatedly chooses “play”, until the total of “dealer” is higher than 3",
        m.Choose("player", "ante", ("play",), m.Compare(DEALER, 3, 1)),
    ),
    ("repeat article 3 until the total of “dealer” is higher than 3", m.Repeat("art_3", m.Compare(DEALER, 3, 1))),
    ("the round ends", m.EndRound()),
]


@pytest.mark.parametrize(("written", "typed"), STEPS, ids=[written for written, _ in STEPS])
def test_a_step_has_its_typed_meaning(written: str, typed: m.Step) -> None:
    (rule,) = of(written).steps
    assert (rule.condition, rule.effect, rule.provisions) == (None, typed, ("art_3",))


def test_a_norm_on_bets_is_of_these_alone_and_one_without_of_every() -> None:
    rules = of(
        "“player” must not “bet” on “ante” and “raise”",
        "“player” must not “bet”",
    )
    assert [rule.effect for rule in rules.norms] == [
        m.Norm(m.Modality.MUST_NOT, "player", "place-bet", ("ante", "raise")),
        m.Norm(m.Modality.MUST_NOT, "player", "place-bet", ()),
    ]


def test_a_step_that_follows_norms_and_the_norms_themselves() -> None:
    rules = of(
        "“dealer” must “draw”", "“dealer” must not “sit”", "“dealer” may “rest”",
        "“dealer” follows the rules on “draw”",
        "“dealer” repeatedly follows the rules on “draw”, until the total of “dealer” is higher than 3",
    )  # fmt: skip
    assert [rule.effect for rule in rules.norms] == [
        m.Norm(m.Modality.MUST, "dealer", "draw"),
        m.Norm(m.Modality.MUST_NOT, "dealer", "sit"),
        m.Norm(m.Modality.MAY, "dealer", "rest"),
    ]
    assert [rule.effect for rule in rules.steps] == [
        m.Comply("dealer", "draw"),
        m.Comply("dealer", "draw", m.Compare(DEALER, 3, 1)),
    ]


def test_what_is_looked_at_when_the_round_is_over() -> None:
    rules = of(
        "“marker” is placed above the last 3",
        "when “marker” appears, then after this round 1 round remains",
        "when the round is over, then put “card” back into “shuffler”",
    )
    assert [(rule.condition, rule.effect) for rule in rules.closings] == [
        (m.Fact(m.MarkerAppears("marker")), m.RoundsLeft(1)),
        (m.Fact(m.RoundOver()), m.PutBack("card", "shuffler")),
    ]


KEYS = [
    ("the order of “run”", m.RunKey("run")),
    ("the “number” of each card, highest first", m.EachKey("number")),
    ("the “suit” of the card highest in “number”", m.HighestKey("suit", "number")),
    ("the “suit” of the 2 alike in “number”", m.AlikeKey("suit", 2, "number")),
    ("the “suit” of each card other than the 2 alike in “number”", m.RestKey("suit", 2, "number")),
    ("the “suit” of the card 3", m.ItemKey("suit", "3")),
    (
        "if they form 3-2-1, then the “suit” of the card 3",
        m.GuardedKey(m.IsRun(("3", "2", "1")), m.ItemKey("suit", "3")),
    ),
]


@pytest.mark.parametrize(("written", "typed"), KEYS, ids=[written for written, _ in KEYS])
def test_a_key_has_its_typed_meaning(written: str, typed: m.Key) -> None:
    text = MATERIAL.replace("2 are of the same “number”.", f"2 are of the same “number”; compared by: {written}.")
    first, second = bound(text).categories
    assert (first.id, first.shape, first.keys, first.eid) == ("pair", m.Alike(2, "number"), (typed,), "art_2__point_1")
    assert (second.id, second.keys) == ("odd", ())


def test_observables_have_stable_names_for_traces() -> None:
    names = [observable.name for written, _ in CONDITIONS[:12] for observable in observables_of(condition(written))]
    assert names == [
        "total:dealer", "total:dealer", "total:box", "total:dealer", "total:dealer", "total-first:2:dealer",
        "compare:dealer:box", "compare:dealer:box", "category:dealer", "with-or-better:dealer:pair:4",
        "shaped:box:all-same:suit", "shaped:box:in-runs:run", "shaped:box:is-run:4:3:2",
    ]  # fmt: skip


def test_names_do_not_tell_observables_apart() -> None:
    assert m.Total("dealer", name="total:dealer") == DEALER
    assert hash(m.Total("dealer", name="total:dealer")) == hash(DEALER)


def test_the_observables_of_a_condition_come_in_the_order_written() -> None:
    read = condition("“dealer” drew no card, or the total of “dealer” is lower than the total of “box”")
    assert list(observables_of(read)) == [m.DrewNone("dealer"), DEALER, m.Total("box")]
    assert list(observables_of(None)) == []


def test_a_definition_is_resolved_into_what_it_reads() -> None:
    rules = of("when “dealer” is “ready”, then “ante” loses")
    assert list(resolved([m.IsDefined("dealer", "ready"), m.DrewNone("box")], rules)) == [DEALER, m.DrewNone("box")]


def test_a_role_with_one_holder_stands_for_it_and_any_other_for_the_party_concerned() -> None:
    rules = of("bets are accepted")
    assert [rules.fixed(role) for role in ("dealer", "box", "player")] == ["dealer", "", ""]
    assert rules.bettor == "player"


def test_those_hold_objects_who_are_dealt_some_or_draw() -> None:
    """Boxes and their bettors hold the same hand; who only throws holds nothing."""
    assert of("“dealer” throws “die”").holders_of_objects() == set()
    dealt = "deal to “dealer”, one “card” at a time, face up, until each has 1"
    assert of(dealt).holders_of_objects() == {"dealer"}
    assert of(dealt.replace("“dealer”", "each “box” with a bet")).holders_of_objects() == {"box", "player"}
    drawn = "upon “hit”: takes one “card”"
    assert of(drawn, "“dealer” must “hit”", "“dealer” follows the rules on “hit”").holders_of_objects() == {"dealer"}
    assert of(drawn, "“player” with “ante” chooses “hit”").holders_of_objects() == {"box", "player"}
    assert of(drawn, "“player” with “ante” chooses “stay”").holders_of_objects() == set()


def test_a_decided_reading_leaves_only_the_rules_that_apply() -> None:
    rules = rules_of(
        MATERIAL + "Article 3\n  reading “half”: “won” or “kept”; default “won”; because: invented.\n"
        "  when “half” is “won”, then “ante” wins half.\n  when “half” is “kept”, then “ante” loses half.\n"
    )
    for reading, effect in (("won", m.Pay("ante", Fraction(1, 2))), ("kept", m.Lose("ante", Fraction(1, 2)))):
        (rule,) = bind(decide(rules, resolve_settings(rules, {}, {"half": reading}))).outcomes
        assert (rule.condition, rule.effect) == (None, effect)


def test_a_reading_in_a_definition_becomes_a_condition_that_is_decided() -> None:
    text = MATERIAL + (
        "Article 3\n  reading “strictness”: “strict” or “lenient”; default “strict”; because: invented.\n"
        "  “box” is “fit” only if “strictness” is “lenient”.\n"
    )
    assert bound(text).definitions["box", "fit"].condition == m.Always(False)
