"""Rounds of Q Poker at random: what every round keeps to, and an oracle of our own for what it pays.

The oracle is written from the words of articles 4 and 7 to 10 and shares no code with the
engine. It takes the readings that these tests do not vary at their defaults.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from lexludi.play.actions import Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Game, Round, load
from lexludi.play.replay import read_records, replay
from lexludi.play.round_state import Money

HALF = Fraction(1, 2)


@cache
def game(*chosen: str) -> Game:
    """Q Poker with options and readings as at the command line: `dealing=shuffler`."""
    pairs = dict(choice.split("=") for choice in chosen)
    options = {"dealing": pairs.pop("dealing")} if "dealing" in pairs else {}
    return load("mo/q-poker", options=options, readings=pairs)


def ante(stake: Money, box: int = 1) -> PlaceBet:
    return PlaceBet(f"player-{box}", f"box-{box}", "ante", stake)


def pair_plus(stake: Money, box: int = 1) -> PlaceBet:
    return PlaceBet(f"player-{box}", f"box-{box}", "pair-plus", stake)


def objects_dealt(round_: Round) -> list[tuple[str, str]]:
    return [(step.party, step.values["object"]) for step in round_.trace if step.kind == "dealt"]


# ── The oracle ──────────────────────────────────────────────────────────────

RANKS = "23456789TJQKA"
SUITS = "dchs"
PACK = tuple(rank + suit for rank, suit in product(RANKS, SUITS))


@dataclass(frozen=True)
class Held:
    """A hand as this test understands articles 4 and 8: its category and what orders it."""

    category: str
    order: tuple[int, ...]


def held(cards: list[str]) -> Held:
    """The value of a hand in the default readings, worked out anew from the words of the law."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    suit_of = {RANKS.index(card[0]): SUITS.index(card[1]) for card in cards}
    one_suit = len({card[1] for card in cards}) == 1
    lowest_run = ranks == [12, 1, 0]
    top = 1 if lowest_run else ranks[0]  # in A-2-3 the three is the highest card
    is_run = lowest_run or (ranks[0] - 2 == ranks[1] - 1 == ranks[2])
    if is_run and one_suit:
        return Held("straight-flush", (6, top, suit_of[top]))
    if ranks[0] == ranks[2]:
        return Held("three-of-a-kind", (5, ranks[0]))
    if is_run:
        return Held("straight", (4, top, suit_of[top]))
    if one_suit:
        return Held("flush", (3, *ranks, suit_of[top]))
    if ranks[1] in (ranks[0], ranks[2]):
        odd = ranks[2] if ranks[0] == ranks[1] else ranks[0]
        return Held("pair", (2, ranks[1], odd, suit_of[odd]))
    return Held("high-card", (1, *ranks, suit_of[top]))


ANTE_ODDS = {"straight-flush": Fraction(3), "three-of-a-kind": Fraction(2), "straight": Fraction(3, 2)}
PAIR_PLUS_ODDS = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 4, "pair": 1}
EQUAL_NETS = {"push": Fraction(0), "dealer-wins": Fraction(-1)}


def net_of_ante(player: Held, dealer: Held, choice: str, readings: Mapping[str, str]) -> Fraction:
    """What an ante of one gains."""
    pays = ANTE_ODDS.get(player.category, Fraction(1))
    if choice == "surrender":
        return -HALF
    if dealer.order < (1, RANKS.index("Q")):
        return HALF if readings["not-qualified"] == "win-half" else -HALF
    if dealer.order == player.order:
        return EQUAL_NETS.get(readings["equal-hands"], pays)
    return pays if dealer.order < player.order else Fraction(-1)


def net_of_pair_plus(player: Held) -> Fraction:
    """What a pair plus of one gains."""
    return Fraction(PAIR_PLUS_ODDS.get(player.category, -1))


# ── Rounds ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Table:
    """A round to be played: readings, bets in the order placed, cards in the order dealt, choices by bet."""

    settings: tuple[tuple[str, str], ...]
    bets: tuple[PlaceBet, ...]
    cards: tuple[str, ...]
    choices: Mapping[tuple[str, str], str]

    @property
    def game(self) -> Game:
        return game(*(f"{name}={value}" for name, value in self.settings))

    def hands(self) -> dict[str, list[str]]:
        """The hands that articles 7(1) and 7(2) make of the cards."""
        boxes = sorted({bet.holder for bet in self.bets})
        units = [*boxes, "dealer"]
        if dict(self.settings)["dealing"] == "shoe":
            return {unit: list(self.cards[i :: len(units)]) for i, unit in enumerate(units)}
        return {unit: list(self.cards[3 * i : 3 * i + 3]) for i, unit in enumerate(units)}

    def nets(self) -> list[Fraction]:
        """The net of every bet by the oracle, in the order placed."""
        hands = {unit: held(cards) for unit, cards in self.hands().items()}
        readings = dict(self.settings)
        return [
            Fraction(bet.stake or 0)
            * (
                net_of_pair_plus(hands[bet.holder])
                if bet.bet == "pair-plus"
                else net_of_ante(hands[bet.holder], hands["dealer"], self.choices[bet.bettor, bet.holder], readings)
            )
            for bet in self.bets
        ]

    def start(self) -> Round:
        round_ = self.game.new_round(cards=self.cards)
        for bet in self.bets:
            round_.apply(bet)
        return round_

    def play(self) -> Round:
        round_ = self.start()
        round_.apply(Deal())
        while (due := round_.decision) is not None:
            round_.apply(Choose(due.bettor, due.unit, self.choices[due.bettor, due.unit]))
        return round_


# Smaller packs make rare hands frequent: few ranks, few suits, and the ends of the order.
DECKS = (
    PACK,
    tuple(card for card in PACK if card[0] in "AKQ23"),
    tuple(card for card in PACK if card[0] in "6789T"),
    tuple(card for card in PACK if card[1] == "s" or card[0] in "QJ"),
)
STAKES = st.one_of(
    st.integers(1, 10**6),
    st.fractions(Fraction(1, 60), 1_000, max_denominator=60).map(
        lambda stake: stake.numerator if stake.denominator == 1 else stake
    ),
)


@st.composite
def tables(draw: st.DrawFn, packs: int = 1) -> Table:
    """Rounds of one to three boxes, with up to two bettors at each."""
    boxes = draw(st.lists(st.integers(1, 7), min_size=1, max_size=3, unique=True))
    bets: list[PlaceBet] = []
    for box in boxes:
        for who in draw(
            st.lists(st.sampled_from(["ana", "rui", f"player-{box}"]), min_size=1, max_size=2, unique=True)
        ):
            for bet in draw(st.sampled_from([("ante",), ("pair-plus",), ("ante", "pair-plus")])):
                bets.append(PlaceBet(who, f"box-{box}", bet, draw(STAKES)))
    bets = draw(st.permutations(bets))
    deck = draw(st.sampled_from(DECKS)) * packs
    count = 3 * (len(boxes) + 1)
    places = draw(st.lists(st.integers(0, len(deck) - 1), min_size=count, max_size=count, unique=True))
    asked = sorted({(bet.bettor, bet.holder) for bet in bets})
    return Table(
        settings=(
            ("packs", str(packs)),
            ("dealing", draw(st.sampled_from(["shoe", "shuffler"]))),
            ("not-qualified", draw(st.sampled_from(["win-half", "keep-half"]))),
            ("equal-hands", draw(st.sampled_from(["push", "dealer-wins", "player-wins"]))),
        ),
        bets=tuple(bets),
        cards=tuple(deck[place] for place in places),
        choices={who: draw(st.sampled_from(["play", "surrender"])) for who in asked},
    )


ALL_TABLES = st.one_of(tables(), tables(packs=2))


# ── What they pay ───────────────────────────────────────────────────────────


@given(ALL_TABLES)
@settings(max_examples=60)
def test_money_is_conserved_as_an_oracle_of_our_own_has_it(table: Table) -> None:
    round_ = table.play()
    assert round_.is_over
    assert [bet.net for bet in round_.state.bets] == table.nets()
    assert sum(round_.returns().values()) == sum(table.nets())
    assert all(bet.net >= -bet.stake for bet in round_.state.bets)


@given(ALL_TABLES)
@settings(max_examples=25)
def test_hands_and_categories_are_those_of_the_oracle(table: Table) -> None:
    holders = table.play().to_json()["holders"]
    assert {unit: holder["objects"] for unit, holder in holders.items()} == table.hands()
    assert {unit: holder["category"] for unit, holder in holders.items()} == {
        unit: held(cards).category for unit, cards in table.hands().items()
    }


@given(ALL_TABLES)
@settings(max_examples=25)
def test_returns_are_the_sums_of_what_bets_gained(table: Table) -> None:
    gained: dict[str, Fraction] = {}
    for bet, net in zip(table.bets, table.nets(), strict=True):
        gained[bet.bettor] = gained.get(bet.bettor, Fraction(0)) + net
    round_ = table.play()
    assert round_.returns() == gained
    assert {who: Fraction(text) for who, text in round_.to_json()["returns"].items()} == gained


@given(ALL_TABLES)
@settings(max_examples=25)
def test_every_settlement_cites_articles_9_and_10_only(table: Table) -> None:
    for bet in table.play().state.bets:
        article = "art_10" if bet.bet == "pair-plus" else "art_9"
        assert bet.provisions
        assert all(eid.startswith((article, "art_9__point_1")) for eid in bet.provisions)


# ── What is dealt, and who knows it ─────────────────────────────────────────


@given(st.integers(0, 2**53), st.sampled_from([1, 2]), st.sampled_from(["shoe", "shuffler"]), st.integers(1, 7))
@settings(max_examples=40)
def test_no_card_is_dealt_twice(seed: int, packs: int, dealing: str, boxes: int) -> None:
    round_ = game(f"packs={packs}", f"dealing={dealing}").new_round(seed=seed)
    for box in range(1, boxes + 1):
        round_.apply(pair_plus(1, box))
    round_.apply(Deal())
    drawn = [card for _, card in objects_dealt(round_)]
    assert len(drawn) == 3 * (boxes + 1)
    assert set(drawn) <= set(PACK)
    assert max(Counter(drawn).values()) <= packs


def all_seen(round_: Round, table: Table) -> dict[str, dict[str, Any]]:
    parties = {bet.bettor for bet in table.bets} | {"dealer", "nobody"} | {bet.holder for bet in table.bets}
    return {party: round_.information_state(party)["hands"] for party in parties}


@given(tables())
@settings(max_examples=25)
def test_dealers_cards_are_hidden_until_all_have_decided(table: Table) -> None:
    """Article 9(3), for every party and by any way: the symbols stand nowhere in what a party may know."""
    round_ = table.start()
    round_.apply(Deal())
    hands = table.hands()
    while (due := round_.decision) is not None:
        for party, seen in all_seen(round_, table).items():
            assert seen["dealer"] == {"objects": None, "count": 3}
            assert all(seen[unit]["objects"] == cards for unit, cards in hands.items() if unit != "dealer")
            told = json.dumps(round_.information_state(party))
            assert not any(f'"{card}"' in told for card in hands["dealer"])
        round_.apply(Choose(due.bettor, due.unit, table.choices[due.bettor, due.unit]))
    assert all(seen["dealer"]["objects"] == hands["dealer"] for seen in all_seen(round_, table).values())


@given(tables(), st.integers(1, 12))
@settings(max_examples=25)
def test_cards_lie_face_down_until_they_are_turned_up(table: Table, after: int) -> None:
    """Article 7: in a deal broken off, everybody knows their own cards and of the others only the number."""
    round_ = table.start()
    round_.apply(Irregularity("wrong-order", after=min(after, len(table.cards))))
    round_.apply(Deal())
    assert round_.state.void
    for party, seen in all_seen(round_, table).items():
        holders = {bet.holder for bet in table.bets if bet.bettor == party}
        for unit, hand in seen.items():
            assert (hand["objects"] is not None) == (unit in holders)
            assert hand["count"] == len(round_.state.hands[unit])


@given(tables())
@settings(max_examples=25)
def test_decisions_are_told_to_those_who_must_make_them(table: Table) -> None:
    round_ = table.start()
    round_.apply(Deal())
    asked = {(bet.bettor, bet.holder) for bet in table.bets if bet.bet == "ante"}
    told = {
        (party, decision["holder"])
        for party in {bet.bettor for bet in table.bets}
        for decision in round_.information_state(party)["decisions"]
    }
    assert told == asked
    assert {(action.bettor, action.holder) for action in round_.legal_actions() if isinstance(action, Choose)} == asked


# ── Rounds again ────────────────────────────────────────────────────────────


@given(ALL_TABLES)
@settings(max_examples=20)
def test_json_of_a_round_is_a_replay_of_it(table: Table) -> None:
    data = table.play().to_json()
    (again,) = replay(read_records(json.dumps(data).encode()))
    assert again.stopped is None
    assert again.differences == []
    assert again.round.to_json() == data


@given(st.integers(0, 2**53), st.lists(st.sampled_from(["play", "surrender"]), min_size=3, max_size=3))
@settings(max_examples=20)
def test_seed_gives_the_same_round_again(seed: int, choices: list[str]) -> None:
    def once() -> dict[str, Any]:
        round_ = game().new_round(seed=seed)
        for box in (1, 2, 3):
            round_.apply(ante(10, box))
        round_.apply(Deal())
        for box, choice in enumerate(choices, 1):
            round_.apply(Choose(f"player-{box}", f"box-{box}", choice))
        return round_.to_json()

    first = once()
    assert first == once()
    assert first["seed"] == seed
    (again,) = replay(read_records(json.dumps(first).encode()))
    assert again.differences == []


@given(st.integers(0, 2**53), st.integers(1, 6), st.sampled_from(["shoe", "shuffler"]))
@settings(max_examples=25)
def test_irregularity_that_leaves_the_round_standing_changes_no_card(seed: int, after: int, dealing: str) -> None:
    def cards(*events: Irregularity) -> list[tuple[str, str]]:
        round_ = game(f"dealing={dealing}").new_round(seed=seed)
        actions: list[Action] = [ante(10), *events, Deal()]
        for action in actions:
            round_.apply(action)
        return objects_dealt(round_)

    assert cards() == cards(Irregularity("exposed-card", "box-1", after=after))


def test_seeds_give_different_rounds_and_a_round_tells_its_own() -> None:
    drawn = set()
    for seed in range(50):
        round_ = game().new_round(seed=seed)
        round_.apply(pair_plus(1))
        round_.apply(Deal())
        drawn.add(tuple(objects_dealt(round_)))
    assert len(drawn) == 50
    assert game().new_round().seed is not None
