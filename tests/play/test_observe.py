"""Observables: each read once from a state made by hand, also where there is no bet, no hand, nobody concerned."""

from fractions import Fraction

import pytest

from lexludi.play.decide import Judge
from lexludi.play.observe import role_of
from lexludi.play.round_state import Bet, ChosenAction, Map, State, StockState
from lexludi.rules import meaning as m
from lexludi.rules.parts import part_of
from small import bound

# The dealer and the boxes hold cards; the thrower only throws; the dealer throws too.
TEXT = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  “face”, from high to low: 6 and 5.
  “run”, runs of “number” from high to low: 4-3-2 and 3-2-1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  material: 2 packs of “tile”, each with one for each combination of “face”.
  material: 2 “die”, each showing one “face”.
  every other “card” counts its face value.
  every 10 in a total counts zero.
  there is one “dealer”.
  there is one “thrower”.
  there are 9 “box”.
  “player” bets at “box” or elsewhere.
  each “player” is either “seated” or “standing”.
  “box” is “low” only if the total of “box” is lower than 3.
  “ante” is a bet.
  “raise” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “number”.
2)
  “odd”: each is of a different “number”; compared by: the “number” of each card, highest first.
Article 3
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face up, until each has 2.
"""
RULES = bound(TEXT)
JUDGE = Judge(RULES)
MATERIAL = JUDGE.hands.material


def things(symbols: str, kind: str = "card") -> tuple[int, ...]:
    """Objects of a kind by what they show."""
    shown = {thing.items[0][1]: i for i, thing in enumerate(MATERIAL.objects) if thing.object == kind}
    return tuple(shown[symbol] for symbol in symbols.split())


def held(**hands: str) -> Map[str, tuple[int, ...]]:
    return Map({unit.replace("_", "-"): things(symbols) for unit, symbols in hands.items()})


def read(observable: m.Observable, state: State, unit: str = "box-1", bet: Bet | None = None) -> object:
    return JUDGE.observer.reader(observable)(state, unit, bet)


HELD = State(hands=held(dealer="4 3", box_1="2 2", box_2="4 1 2"))
ANTE = Bet("player-1", "box-1", "ante", 10, "3", "box-1")
TWO = m.Alike(2, "number")

OF_HANDS = [
    # The observable; what is read of the party at box 1, at box 2, and where nobody is concerned.
    (m.Total("dealer"), 7, 7, 7),
    (m.Total("box"), 4, 7, 0),
    (m.LowestTotal("box"), 4, 7, 0),
    (m.TotalOfFirst("box", 2), 4, 5, 0),
    (m.TotalOfFirst("box", 1), 2, 4, 0),
    (m.CategoryOf("box"), "pair", "odd", None),
    (m.CategoryOf("dealer"), "odd", "odd", "odd"),
    (m.Compared("box", "dealer"), 1, -1, None),  # a pair; 4-2-1 against 4-3
    (m.Compared("dealer", "box"), -1, 1, None),
    (m.HasShape("box", TWO), True, False, False),
    (m.HasShape("box", m.InRuns("run")), False, False, False),
    (m.FirstHaveShape("box", 2, TWO), True, False, False),
    (m.FirstHaveShape("box", 2, m.AllDifferent("number")), False, True, True),
    (m.IsWorthAtLeast("box", "odd", ("4",)), True, True, None),
    (m.IsWorthAtLeast("box", "pair", ("4",)), False, False, None),
    (m.CountOfKind("box", "card"), 2, 3, 0),
    (m.CountOfKind("box", "tile"), 0, 0, 0),
    (m.CountShowing("box", "2"), 2, 1, 0),
    (m.CountShowing("dealer", "3"), 1, 1, 1),
    (m.IsDefined("box", "low"), False, False, True),
]


@pytest.mark.parametrize(("observable", "first", "second", "nobody"), OF_HANDS, ids=lambda v: type(v).__name__)
def test_what_is_read_of_hands(observable: m.Observable, first: object, second: object, nobody: object) -> None:
    assert [read(observable, HELD, unit) for unit in ("box-1", "box-2", "")] == [first, second, nobody]


def test_with_a_modulus_a_total_of_ten_is_read_as_zero() -> None:
    assert read(m.Total("dealer"), State(hands=held(dealer="4 3 3"))) == 0


def test_the_first_of_a_hand_are_those_received_first() -> None:
    assert read(m.TotalOfFirst("dealer", 2), State(hands=held(dealer="1 2 4"))) == 3
    assert read(m.TotalOfFirst("dealer", 2), State(hands=held(dealer="4 2 1"))) == 6


def test_the_item_counted_is_the_one_that_the_bet_names() -> None:
    """Three; no bet names nothing."""
    state = State(hands=held(box_1="3 3 1"))
    observable = m.CountShowingNamed("box")
    assert read(observable, state, "box-1", ANTE) == 2
    assert read(observable, state, "box-1", ANTE._replace(naming="1")) == 1
    assert read(observable, state, "box-1", None) == 0


def test_all_items_that_a_bet_names_are_shown_or_some_are_and_one_slot_is_read_alone() -> None:
    """Of 3 and 1, named two in one slot and one in another: 1+3 are both shown, of 1+2 one is."""
    state = State(hands=held(box_1="3 3 1"))
    named = [ANTE._replace(naming=name) for name in ("3+1", "2+1", "2+1/3", "3/2")]
    assert [read(m.ShowsAllNamed("box"), state, "box-1", bet) for bet in named] == [True, False, False, False]
    assert [read(m.CountShowingNamed("box"), state, "box-1", bet) for bet in named] == [3, 1, 3, 2]
    assert [read(m.CountShowingNamed("box", 0), state, "box-1", bet) for bet in named] == [3, 1, 1, 2]
    assert [read(m.CountShowingNamed("box", 1), state, "box-1", bet) for bet in named] == [0, 0, 2, 0]


def test_the_number_named_is_read_of_the_bet_alone() -> None:
    """A bet that names two items names no number, and neither does a bet that names nothing."""
    named = [ANTE._replace(naming=name) for name in ("17", "1+7", "")]
    assert [read(m.NamedNumber(), State(), "box-1", bet) for bet in named] == [17, None, None]


def test_kinds_are_counted_apart_in_one_hand() -> None:
    state = State(hands=Map({"box-1": things("4 3") + things("6", "tile")}))
    assert [read(m.CountOfKind("box", kind), state) for kind in ("card", "tile", "die")] == [2, 1, 0]


# ── What was thrown, and what was drawn ─────────────────────────────────────


def test_what_was_thrown_is_the_hand_of_those_who_never_hold_objects() -> None:
    state = State(thrown=Map({"thrower": things("6 6", "die")}))
    assert read(m.Total("thrower"), state) == 2  # twelve, with tens counting zero
    assert read(m.CountShowing("thrower", "6"), state) == 2
    assert read(m.HasShape("thrower", m.AllSame("face")), state) is True


def test_what_was_thrown_is_not_counted_to_what_is_held() -> None:
    state = State(hands=held(dealer="4 3"), thrown=Map({"dealer": things("6 5", "die")}))
    assert read(m.Total("dealer"), state) == 7
    assert read(m.CountOfKind("dealer", "die"), state) == 0
    assert read(m.ThrewShape("dealer", m.AllDifferent("face")), state) is True
    assert read(m.ThrewShape("dealer", m.AllSame("face")), state) is False


def test_before_a_throw_no_faces_are_the_same() -> None:
    assert read(m.ThrewShape("thrower", m.AllSame("face")), State()) is False


def test_the_number_drawn_is_that_of_the_last_object_drawn() -> None:
    (three,) = things("3")
    state = State(hands=held(dealer="4 4"), drawn=Map({"dealer": three, "box-2": things("1")[0]}))
    assert read(m.NumberDrawn("dealer"), state) == 3
    assert [read(m.NumberDrawn("box"), state, unit) for unit in ("box-1", "box-2")] == [None, 1]
    assert read(m.DrewNone("dealer"), state) is False
    assert [read(m.DrewNone("box"), state, unit) for unit in ("box-1", "box-2")] == [True, False]


def test_an_object_has_been_dealt_wherever_it_is() -> None:
    card, die = m.WasDealt("card"), m.WasDealt("die")
    assert [read(card, State()), read(die, State())] == [False, False]
    assert [read(card, HELD), read(die, HELD)] == [True, False]
    thrown = State(thrown=Map({"thrower": things("6", "die")}))
    assert [read(card, thrown), read(die, thrown)] == [False, True]


# ── Parties: statuses, choices, bets ────────────────────────────────────────


def test_a_status_is_that_of_the_bettor_and_the_first_where_nothing_is_said() -> None:
    state = State(statuses=Map({("player-1", "player"): "standing"}))
    seated, standing = m.HasStatus("player", "seated"), m.HasStatus("player", "standing")
    assert [read(seated, state, "box-1", ANTE), read(standing, state, "box-1", ANTE)] == [False, True]
    other = ANTE._replace(bettor="player-2")
    assert [read(seated, state, "box-1", other), read(standing, state, "box-1", other)] == [True, False]
    # With no bet: the party itself, whichever of its hands it plays.
    assert [read(standing, state, unit) for unit in ("player-1", part_of("player-1", "second"))] == [True, True]


def test_a_choice_is_that_of_the_bettor_of_the_hand_or_of_the_one_holder() -> None:
    state = State(
        chosen=frozenset({ChosenAction("player-1", "box-1", "play"), ChosenAction("dealer", "dealer", "draw")})
    )
    assert read(m.Chose("player", "play"), state, "box-1", ANTE) is True
    assert read(m.Chose("player", "play"), state, "box-1", ANTE._replace(bettor="player-2")) is False
    assert read(m.Chose("player", "fold"), state, "box-1", ANTE) is False
    assert read(m.Chose("box", "play"), state, "box-1", None) is True
    assert read(m.Chose("box", "play"), state, "box-2", None) is False
    assert read(m.Chose("dealer", "draw"), state, "box-2", None) is True


def test_a_bet_of_a_kind_is_the_bettors_or_where_nobody_bets_of_the_party_that_is_asked_of() -> None:
    """The first has raised at another box than that of the ante; the second has not."""
    raised = ANTE._replace(bet="raise", unit="box-2", holder="box-2")
    state = State(bets=(ANTE, raised, ANTE._replace(bettor="player-2", unit="box-3", holder="box-3")))
    observable = m.HasBetOn("player", "raise")
    assert [read(observable, state, bet.unit, bet) for bet in state.bets] == [True, True, False]
    assert [read(observable, state, unit) for unit in ("box-1", "box-2", "player-1", "player-2")] == [
        False, True, True, False,
    ]  # fmt: skip


def test_a_party_has_a_bet_as_its_bettor_or_as_the_hand_it_plays_with() -> None:
    state = State(bets=(ANTE,))
    assert [read(m.HasBet("box"), state, unit) for unit in ("box-1", "player-1", "box-2")] == [True, True, False]
    assert read(m.HasBet("box"), State()) is False


# ── Bets ────────────────────────────────────────────────────────────────────


def of_bet(observable: m.Observable, bet: Bet | None, *others: Bet) -> object:
    return read(observable, State(bets=(*((bet,) if bet else ()), *others)), "box-1", bet)


def test_a_bettor_bets_at_several_holders() -> None:
    observable = m.BetsAtSeveral("box")
    assert of_bet(observable, ANTE) is False
    assert of_bet(observable, ANTE, ANTE._replace(holder="box-2", bet="raise")) is True
    assert of_bet(observable, ANTE, ANTE._replace(bet="raise")) is False
    assert of_bet(observable, ANTE, ANTE._replace(bettor="player-2", holder="box-2")) is False
    # No place in particular is no box, and neither is a holder of another role.
    assert of_bet(observable, ANTE, ANTE._replace(holder="", bet="raise")) is False
    assert of_bet(m.BetsAtSeveral("dealer"), ANTE, ANTE._replace(holder="box-2", bet="raise")) is False


def test_several_bettors_bet_at_a_holder() -> None:
    observable = m.SeveralBet("box")
    assert of_bet(observable, ANTE, ANTE._replace(bet="raise")) is False
    assert of_bet(observable, ANTE, ANTE._replace(bettor="player-2")) is True
    assert of_bet(observable, ANTE, ANTE._replace(bettor="player-2", holder="box-2")) is False


def test_a_bettor_combines_bets_at_a_holder() -> None:
    observable = m.CombinesBets()
    assert of_bet(observable, ANTE, ANTE) is False
    assert of_bet(observable, ANTE, ANTE._replace(bet="raise")) is True
    assert of_bet(observable, ANTE, ANTE._replace(bet="raise", holder="box-2")) is False
    assert of_bet(observable, ANTE, ANTE._replace(bet="raise", bettor="player-2")) is False


def test_a_bet_is_placed_at_a_holder_or_elsewhere() -> None:
    assert of_bet(m.PlacedAt("box"), ANTE) is True
    assert of_bet(m.PlacedAt("box"), ANTE._replace(holder="")) is False
    assert of_bet(m.PlacedAt("dealer"), ANTE) is False


def test_the_largest_stake_is_of_all_bets_of_a_bettor_together_and_may_be_shared() -> None:
    observable = m.HasLargestStake()
    other = ANTE._replace(bettor="player-2", stake=15)
    assert of_bet(observable, ANTE, other) is False
    assert of_bet(observable, ANTE, other, ANTE._replace(bet="raise", stake=5)) is True
    assert of_bet(observable, ANTE, other._replace(stake=Fraction(19, 2))) is True


def test_with_no_bet_the_largest_stake_is_that_of_the_party_itself_whichever_of_its_hands_it_plays() -> None:
    """Of 10 and 15 the second; a box and the dealer have staked nothing."""
    state = State(bets=(ANTE, ANTE._replace(bettor="player-2", stake=15)))
    units = ("player-1", "player-2", part_of("player-2", "second"), "box-1", "dealer", "")
    assert [read(m.HasLargestStake(), state, unit) for unit in units] == [False, True, True, False, False, False]


def test_the_largest_stake_of_those_of_a_status_is_among_them_alone() -> None:
    """The second is seated, as the first status is everybody's of whom nothing is said; only the third stands."""
    bets = (ANTE, ANTE._replace(bettor="player-2", stake=20), ANTE._replace(bettor="player-3", stake=15))
    state = State(bets=bets, statuses=Map({("player-3", "player"): "standing"}))

    def largest(status: str) -> list[object]:
        return [read(m.HasLargestStake("player", status), state, "box-1", bet) for bet in bets]

    assert largest("seated") == [False, True, False]
    assert largest("standing") == [False, False, True]


def test_stakes_on_one_kind_exceed_those_on_another_by_more_than_a_limit() -> None:
    observable = m.StakesExceed("ante", "raise", 5)
    raised = ANTE._replace(bet="raise", stake=5)
    assert of_bet(observable, ANTE, raised) is False  # by five, which is not more
    assert of_bet(observable, ANTE, raised._replace(stake=4)) is True
    assert of_bet(observable, ANTE) is True
    assert of_bet(observable, raised, ANTE, ANTE) is False  # it is the ante that exceeds


@pytest.mark.parametrize(
    "observable",
    [
        m.BetsAtSeveral("box"),
        m.SeveralBet("box"),
        m.CombinesBets(),
        m.PlacedAt("box"),
        m.HasLargestStake(),
        m.StakesExceed("ante", "raise", 0),
    ],
    ids=lambda v: type(v).__name__,
)
def test_what_is_read_of_a_bet_is_not_so_where_there_is_none(observable: m.Observable) -> None:
    assert of_bet(observable, None, ANTE, ANTE._replace(bettor="player-2", holder="box-2")) is False


# ── The round ───────────────────────────────────────────────────────────────


def test_dealing_is_under_way_once_an_object_has_come() -> None:
    assert [read(m.DealingUnderWay(), State(given=given)) for given in (0, 1)] == [False, True]


def test_use_begins_with_a_fresh_stock() -> None:
    use = m.UseBegins("card")
    assert [read(use, State(stock=StockState(fresh=fresh))) for fresh in (True, False)] == [True, False]
    assert [read(use, State(stock=StockState(fresh=False, anew=(k,)))) for k in ("card", "tile")] == [True, False]


def test_the_round_is_over() -> None:
    assert [read(m.RoundOver(), State(over=over)) for over in (False, True)] == [False, True]


def test_the_marker_appears_when_as_many_are_left_as_it_was_placed_above() -> None:
    """Of eight cards and four tiles; the kind counts of which fewest are left."""
    observable = m.MarkerAppears("white")
    assert read(observable, State()) is False
    assert read(observable, State(stock=StockState(markers=Map({"white": 3})))) is False
    assert read(observable, State(stock=StockState(markers=Map({"white": 4})))) is True
    burned = StockState(Map({things("6", "tile")[0]: 2}), markers=Map({"white": 2}))
    assert read(observable, State(stock=burned)) is True
    assert read(observable, State(hands=held(dealer="4 3 2"), stock=StockState(markers=Map({"white": 3})))) is False


def test_an_irregularity_happens_while_it_is_asked_about_to_the_party_of_a_role() -> None:
    state = State(event=("misdeal", "box-3"))
    assert read(m.Happens("misdeal"), state) is True
    assert read(m.Happens("misdeal", "box"), state) is True
    assert read(m.Happens("misdeal", "dealer"), state) is False
    assert read(m.Happens("fire"), state) is False
    assert read(m.Happens("misdeal"), State()) is False
    assert read(m.Happens("misdeal", "box"), State(event=("misdeal", ""))) is False


def test_irregularities_are_counted_by_party() -> None:
    state = State(events=Map({("misdeal", "box-1"): 2, ("misdeal", "dealer"): 1}))
    assert [read(m.CountOfEvents("box", "misdeal"), state, unit) for unit in ("box-1", "box-2")] == [2, 0]
    assert read(m.CountOfEvents("dealer", "misdeal"), state) == 1


def test_irregularities_of_whoever_holds_two_hands_are_counted_for_the_second_also_where_no_bet_is_asked_about() -> (
    None
):
    state = State(events=Map({("misdeal", "box-1"): 2, ("misdeal", "box-2.second-hand"): 1}))
    second = [f"box-{number}.second-hand" for number in (1, 2, 3)]
    assert [read(m.CountOfEvents("box", "misdeal"), state, unit) for unit in second] == [2, 1, 0]


@pytest.mark.parametrize(("happens_to", "of_box", "of_dealer"), [("box-1", 2, 1), ("dealer", 0, 1), ("", 0, 1)])
def test_while_one_happens_those_of_a_role_with_several_are_of_whom_it_happens_to(
    happens_to: str, of_box: int, of_dealer: int
) -> None:
    state = State(event=("slip", happens_to), events=Map({("misdeal", "box-1"): 2, ("misdeal", "dealer"): 1}))
    assert read(m.CountOfEvents("box", "misdeal"), state, happens_to) == of_box
    assert read(m.CountOfEvents("dealer", "misdeal"), state, happens_to) == of_dealer


# ── What is left ────────────────────────────────────────────────────────────


def test_what_is_left_is_all_without_what_is_held_set_aside_and_gone() -> None:
    four, three, two, one = things("4 3 2 1")
    state = State(hands=held(dealer="4 3"), aside=(three,), stock=StockState(Map({two: 1})))
    assert JUDGE.observer.left(state, "card") == {four: 1, three: 0, two: 1, one: 2}
    assert sum(JUDGE.observer.left(state, "tile").values()) == 4


def test_what_was_held_when_the_round_ended_is_counted_as_gone_and_not_twice() -> None:
    four, three, two, one = things("4 3 2 1")
    state = State(hands=held(dealer="4 3"), stock=StockState(Map({four: 1, three: 1})), over=True)
    assert JUDGE.observer.left(state, "card") == {four: 1, three: 1, two: 2, one: 2}


def test_fewest_are_left_of_the_smallest_kind() -> None:
    assert JUDGE.observer.fewest_left(State()) == 4
    assert JUDGE.observer.fewest_left(State(hands=held(dealer="4 4 3 3 2"))) == 3


def test_the_role_of_a_holder_is_its_name_without_its_number() -> None:
    assert [role_of(unit, RULES) for unit in ("box-3", "dealer", "player-12", "")] == ["box", "dealer", "player", ""]


def test_every_observable_can_be_read_of_an_empty_round() -> None:
    """With no bet, no hand and nobody concerned; each kind of observable once."""
    observables: list[m.Observable] = [
        m.Compared("box", "dealer"), m.CategoryOf("box"), m.HasShape("box", TWO), m.ThrewShape("thrower", TWO),
        m.FirstHaveShape("box", 2, TWO), m.IsWorthAtLeast("box", "odd", ("4",)), m.Total("box"),
        m.TotalOfFirst("box", 2), m.LowestTotal("box"), m.ObjectsOf("box"), m.AllDecided(),
            m.Value("mark"), m.HasBetOn("player", "ante"),
        m.NumberDrawn("box"), m.DrewNone("box"), m.CountOfKind("box", "card"), m.CountShowing("box", "2"),
        m.CountShowingNamed("box"), m.ShowsAllNamed("box"), m.NamedNumber(),
        m.HasStatus("player", "standing"), m.IsDefined("box", "low"),
        m.Chose("player", "play"), m.HasBet("player"), m.WasDealt("card"), m.DealingUnderWay(), m.UseBegins("card"),
        m.MarkerAppears("white"), m.RoundOver(), m.Happens("misdeal"), m.CountOfEvents("box", "misdeal"),
        m.BetsAtSeveral("box"), m.SeveralBet("box"), m.CombinesBets(), m.PlacedAt("box"), m.HasLargestStake(),
        m.StakesExceed("ante", "raise", 0),
    ]  # fmt: skip
    assert {type(o) for o in observables} == set(m.Observable.__args__)
    assert [type(o).__name__ for o in observables if read(o, State(), "") not in (False, None, 0, ())] == [
        "AllDecided",
        "DrewNone",
        "IsDefined",  # nothing is lower than three
        "UseBegins",
    ]


def test_a_choice_is_for_the_hand_that_it_was_made_for() -> None:
    state = State(
        chosen=frozenset({ChosenAction("player-1", "box-1", "fold"), ChosenAction("player-2", None, "leave")})
    )
    folded, left = m.Chose("player", "fold"), m.Chose("player", "leave")
    bets = {box: Bet("player-1", f"box-{box}", "ante", 1, unit=f"box-{box}") for box in (1, 2)}
    assert [read(folded, state, f"box-{box}", bets[box]) for box in (1, 2)] == [True, False]
    # Whoever stands behind the first hand has not chosen; who is asked about without a bet has, whichever hand it was.
    assert not read(folded, state, "box-1", Bet("player-2", "box-1", "ante", 1, unit="box-1"))
    assert read(folded, state, "", Bet("player-1", "", "", 0))
    # What somebody does of their own accord is for no hand in particular.
    assert read(left, state, "box-3", Bet("player-2", "box-3", "ante", 1, unit="box-3"))
    assert read(m.Chose("box", "fold"), state, "box-1")
    assert not read(m.Chose("box", "fold"), state, "box-2")
