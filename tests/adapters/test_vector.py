"""Many rounds at once: what is seen, masked, refused and gained, and that lanes begin anew in the same step."""

from pathlib import Path

import gymnasium
import numpy as np
import pytest

import lexludi.adapters.gym  # registers the environments
import lexludi.adapters.vector
from hidden_card import TEXT, WITH_A_DIE
from lexludi import InvalidArgument, PlaceBet, UnsettledCase, load
from lexludi.adapters.gym import RoundEnv
from lexludi.adapters.runnable import runnable, tree_of
from lexludi.adapters.vector import RoundVectorEnv
from lexludi.base.messages import catalogue
from lexludi.simulate.automaton import Pick
from lexludi.simulate.memory import NotCompiled
from lexludi.simulate.stepping import Lanes, asked_layout
from small import COIN_AND_ANTE, WAVING, folder_of, game_of, pack

N = 500

METER = """Article 1
  “number”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “jackpot” is a bet.
  “meter” is an amount kept from round to round, beginning with 20.

Article 2
  bets are accepted.
  half of the stake of “jackpot” is added to “meter”.
  “dealer” throws “die”.
  settle “jackpot”.
  when the total of “dealer” is 2, then “jackpot” receives the whole of “meter”.
  in every other case, “jackpot” loses.
"""


def env(name: str = "q-poker", **arguments: object) -> RoundVectorEnv:
    made = gymnasium.make_vec(f"lexludi/{name}-v0", num_envs=N, **arguments)
    assert isinstance(made, RoundVectorEnv)
    return made


# Invented: of four cards the bank has one face down, and a second one with a 1 or a 2: that it has is seen.
DRAWN_UNSEEN = f"""{pack("4, 3, 2 and 1")}\
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face down, until each has 1.
  “bank” follows the rules on “draw”.
  when the total of “bank” is lower than 3, then “bank” must “draw”.
  when the total of “bank” is higher than 2, then “bank” must not “draw”.
  upon “draw”: takes one “card”.
  “player” with “ante” chooses to “stay” or “leave”.
  upon “leave”: “ante” loses half.
  settle “ante”.
  when the total of “bank” is higher than 3, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""


def test_of_a_hidden_hand_one_sees_how_many_objects_it_has(tmp_path: Path) -> None:
    """Two cards in half of the rounds, of which two in three total 4 or more; of those with one, every other is a 4."""
    one = RoundVectorEnv(folder_of(DRAWN_UNSEEN, tmp_path), N)
    seen, _ = one.reset(seed=1)
    assert (one.places, one.hidden) == ((), (("hand", "bank"),))
    assert one.observation_space.contains(seen)
    _, gains, over, _, info = one.step(np.full(N, one.tree.numbers["stay"]))
    assert over.all()
    assert not info["final_obs"][:, 1].any()
    for count, won in ((1, 1 / 2), (2, 2 / 3)):
        lanes = seen[:, 1] == count
        assert abs(lanes.mean() - 1 / 2) < 0.1
        assert abs((gains[lanes] == 1).mean() - won) < 0.12


def test_spaces_have_what_is_seen_and_done() -> None:
    assert lexludi.adapters.gym.names()["q-poker"] == "mo/q-poker"
    one = env()
    seen, info = one.reset(seed=1)
    assert seen.shape == (N, 1 + len(one.places))
    assert one.places == (("hand", "box-1"),)
    assert one.observation_space.contains(seen)
    assert one.action_space.contains(np.ones(N, dtype=np.int64))
    assert info["action_mask"].shape == (N, 2)
    assert info["action_mask"].all()


def test_a_round_begins_anew_where_one_ends_and_what_was_seen_last_is_told() -> None:
    one = env()
    first, _ = one.reset(seed=1)
    seen, rewards, over, cut, info = one.step(np.full(N, one.tree.numbers["surrender"]))
    assert over.all()
    assert not cut.any()
    assert (rewards == -0.5).all()
    assert info["_final_obs"].all()
    assert not np.array_equal(first, seen)
    assert one.observation_space.contains(seen)


def test_of_whoever_throws_and_holds_the_faces_are_seen_and_not_the_hand() -> None:
    automaton = asked_layout(game_of(WITH_A_DIE).tree(PlaceBet("", "1", "ante", 1), fresh=False)).automaton
    (asked,) = (station.node for station in automaton.order if isinstance(station.node, Pick))
    assert automaton.seen_at(asked.pc) == {("hand", "box-1"), ("thrown", "dealer")}


def test_who_bets_on_two_hands_sees_both_at_the_choice_on_each(tmp_path: Path) -> None:
    """As in the single environment: the tree says so of each hand that is the bettor's own."""
    bets = "player-1@box-1:ante=1 player-1@box-2:ante=1"
    one = RoundVectorEnv(folder_of(TEXT, tmp_path), N, bets=bets)
    assert one.places == (("hand", "box-1"), ("hand", "box-2"))
    first, _ = one.reset(seed=1)
    second, *_ = one.step(np.zeros(N, dtype=np.int64))
    assert first[:, 1:].all()
    assert np.array_equal(first[:, 1:], second[:, 1:])
    single = RoundEnv(folder_of(TEXT, tmp_path), bets=bets)
    single.reset(seed=1)
    hands = single.position.information_state(0).hands
    assert {hand.unit for hand in hands if hand.objects} == {"box-1", "box-2"}


def test_the_same_seed_gives_the_same_rounds() -> None:
    one, other = env(), env()
    for made in (one, other):
        made.reset(seed=3)
    actions = np.arange(N) % 2
    for _ in range(3):
        first, second = one.step(actions), other.step(actions)
        assert np.array_equal(first[0], second[0])
        assert np.array_equal(first[1], second[1])
    assert not np.array_equal(one.reset(seed=4)[0], other.reset(seed=5)[0])


def test_hands_are_numbers_and_features_count_their_objects() -> None:
    one = env()
    seen, _ = one.reset(seed=2)
    features = one.features(seen)
    assert features.shape == (N, 52)
    for lane in range(20):
        symbols = one.hand(one.places[0], int(seen[lane, 1]))
        assert len(symbols) == 3
        assert sorted(one.tree.objects[n] for n in np.flatnonzero(features[lane])) == sorted(symbols)


def test_what_is_not_legal_changes_nothing_in_its_lane() -> None:
    one = env("craps")
    seen, info = one.reset(seed=1)
    mask = info["action_mask"]
    lanes = np.flatnonzero(~mask.all(axis=1))
    assert lanes.size
    actions = mask.argmin(axis=1)  # the first that is not legal, where there is one
    after, rewards, over, _, info = one.step(actions)
    assert info["refused"][lanes].all()
    assert np.array_equal(after[lanes], seen[lanes])
    assert not rewards[lanes].any()
    assert not over[lanes].any()


@pytest.mark.parametrize("action", [2, -1, 0.5])
def test_what_is_no_action_is_refused_in_every_lane(action: float) -> None:
    # Counted from the end, -1 would be the last choice.
    one = env(bets="1:ante=10")
    one.reset(seed=1)
    with pytest.raises(InvalidArgument, match="action"):
        one.step(np.array([action, *[0] * (N - 1)]))


def test_without_decisions_a_step_is_a_round() -> None:
    one = env("roulette")
    one.reset(seed=1)
    _, rewards, over, _, _ = one.step(np.zeros(N, dtype=np.int64))
    assert over.all()
    assert set(rewards.tolist()) <= {-1.0, 35.0}


REFUSED = {"xx/caribbean-stud": "face-up-in-part", "xx/pai-gow": "divides"}


def test_every_work_that_runs_has_one_or_says_in_words_why_not() -> None:
    every = tuple(runnable())
    assert REFUSED.keys() < set(every)
    for work in every:
        if work not in REFUSED:
            assert asked_layout(tree_of(load(work))).stations, work
            continue
        with pytest.raises(NotCompiled, match=REFUSED[work]) as refused:
            RoundVectorEnv(work)
        (note,) = refused.value.__notes__
        assert catalogue("en").obstacle(REFUSED[work]) in note
        assert f"* `{work}` (`{REFUSED[work]}`): " in (lexludi.adapters.vector.__doc__ or "")


def test_blackjack_is_refused_only_where_hands_may_be_split() -> None:
    with pytest.raises(NotCompiled, match="splits"):
        env("blackjack", options={"splitting": "offered"})


def test_a_meter_begins_in_each_round_with_what_it_began_with() -> None:
    """Of a stake of 2, one goes into the meter, where 20 are: a two then takes 21, 19 more than was staked."""
    made = Lanes(asked_layout(game_of(METER).tree(PlaceBet("", "", "jackpot", 2))), N, np.random.default_rng(1))
    for _ in range(3):
        made.begin(np.arange(N))
        assert set(made.gain.tolist()) == {-2.0, 19.0}


def test_use_of_the_objects_begins_with_each_round_as_in_a_single_environment() -> None:
    """The bet wins in the first round with the die alone, and in every round begun with it anew."""
    text = f"""{COIN_AND_ANTE}
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “ante”.
  when use of “die” begins, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
    for fresh, gain in ((True, 1), (False, -1)):
        tree = game_of(text).tree(PlaceBet("player-1", "", "ante", 1), fresh=fresh)
        made = Lanes(asked_layout(tree), N, np.random.default_rng(1))
        for _ in range(2):
            made.begin(np.arange(N))
            assert set(made.gain.tolist()) == {gain}
        assert tree.root.apply(0).returns() == (gain,)


GUESS = f"""{pack("3, 2 and 1")}\
  “side” is a bet.
  “meter” is an amount kept from round to round, beginning with 20.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face down, until each has one.
  SETTLED
  “player” with “ante” chooses to “high” or “low”.
  settle “ante” and “side”.
Article 3
  when “player” has chosen to “high”, and the total of “bank” is 2, then “ante” pays 1 to 1.
  when “player” has chosen to “low”, and the total of “bank” is 1, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
Article 4
1.
  when the total of “bank” is 3, then “side” pays 1 to 1.
2.
  when the total of “bank” is 2, then “side” loses.
3.
  when the total of “bank” is 1, then “side” loses.
"""


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        # It shows that the bet has lost, and not by which of two provisions.
        (GUESS.replace("SETTLED", "settle “side”."), 2),
        # Nobody sees what is added to a meter, nor that no rule settles a bet.
        (GUESS.replace("SETTLED", "when the total of “bank” is 1, then the stake of “side” is added to “meter”."), 1),
        (
            GUESS.replace("SETTLED", "when the total of “bank” is 1, then settle “side”.").replace(
                "3.\n  when the total of “bank” is 1, then “side” loses.\n", ""
            ),
            1,
        ),
    ],
)
def test_no_number_tells_of_a_card_that_lies_hidden(text: str, numbers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three cards a one and a two look alike to whoever guesses, in an information state and in a lane."""
    monkeypatch.setattr(lexludi.adapters.vector, "load", lambda work, **_: game_of(work))
    made = RoundVectorEnv(text, N, bets="ante side")
    seen, _ = made.reset(seed=1)
    root = made.tree.root
    states = {root.apply(card).information_state_string(0) for card in root.legal_actions()}
    assert len(set(seen[:, 0].tolist())) == len(states) == numbers
    assert made.observation_space.contains(seen)


def test_what_is_refused_is_stepped_one_by_one_where_that_is_asked_for() -> None:
    single = gymnasium.make_vec("lexludi/caribbean-stud-v0", num_envs=2, vectorization_mode="sync")
    seen, _ = single.reset(seed=1)
    assert seen.shape[0] == 2


def test_who_chooses_the_same_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of two lanes ends at its nineteenth choice and begins anew; the other has twenty, and no more."""
    monkeypatch.setattr("lexludi.play.process.MAX_MOVES", 20)
    monkeypatch.setattr(lexludi.adapters.vector, "load", lambda work, **_: game_of(work))
    made = RoundVectorEnv(WAVING, 2)
    made.reset(seed=1)
    wave, nod = (made.tree.numbers[choice] for choice in ("wave", "nod"))
    for turn in range(20):
        _, _, over, _, _ = made.step(np.array([nod if turn == 18 else wave, wave]))
        assert over.tolist() == [turn == 18, False]
    with pytest.raises(UnsettledCase) as given_up:
        made.step(np.array([wave, wave]))
    assert (given_up.value.key, given_up.value.provisions) == ("too-many-repetitions", ("art_3",))
