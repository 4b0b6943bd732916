"""Works as environments of Gymnasium: its own checks find nothing, and rewards are what the regulation pays."""

import subprocess
import sys
import warnings
from fractions import Fraction
from pathlib import Path
from shutil import copy, copytree

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import lexludi.adapters.gym as adapter
from lexludi import Deal, InvalidArgument, PlaceBet, UnsettledCase, works
from lexludi.adapters.gym import RoundEnv
from small import ENDLESS, LOWERING, WAVING, folder_of, game_of

CORPUS = Path(__file__).parent.parent / "corpus" / "valid"

# Cards that are dealt to places, a number that a round keeps, choices that come again, no choice at all.
SAMPLE = ("q-poker", "blackjack", "craps", "roulette")


def checked(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"lexludi/{name}-v0").unwrapped)


@pytest.mark.parametrize("name", SAMPLE)
def test_gymnasium_finds_nothing_wrong_with_a_work(name: str) -> None:
    checked(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", adapter.names())
def test_gymnasium_finds_nothing_wrong_with_any_work(name: str) -> None:
    checked(name)
    play(name, 2_000)


def test_a_choice_lowers_a_stake_to_half_as_the_module_says(tmp_path: Path) -> None:
    """Every ante loses."""
    environment = RoundEnv(folder_of(LOWERING, tmp_path))
    gains = {}
    for number, choice in enumerate(environment.tree.choices):
        environment.reset(seed=1)
        gains[choice] = environment.step(number)[1]
    assert gains == {"play": -1, "lower": -1 / 2}
    assert "lowers a stake to half" in str(adapter.__doc__)


def test_every_work_is_registered_under_a_name_of_its_own() -> None:
    assert sorted(adapter.names().values()) == sorted(works())
    for name in adapter.names():
        assert f"lexludi/{name}-v0" in gymnasium.registry


def test_whatever_a_folder_is_called_its_work_has_a_name_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that Gymnasium can have no name for would keep all others from being registered."""
    folders = ("xx/my game", "xx/a+b", "xx/百家樂", "xx/a:b", "xx/x-v2", "yy/mo.x", "mo/x", "yy/x", "alone")
    for folder in folders:
        copytree(CORPUS / "two-tokens", tmp_path / folder)
    copy(CORPUS.parent.parent.parent / "regulations" / "glossary.toml", tmp_path)
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path))
    assert sorted(adapter.names().values()) == sorted(folders)
    for name, work in adapter.names().items():
        gymnasium.register(f"test/{name}-v0", "lexludi.adapters.gym:RoundEnv", kwargs={"work": work})
        assert gymnasium.make(f"test/{name}-v0").reset(seed=1)
    assert {"my_20_game", "百家樂", "yy.mo.x", "mo.x", "alone"} < adapter.names().keys()


def test_no_work_is_read_before_it_is_asked_for() -> None:
    code = "import sys, lexludi.adapters.gym; print(*(name for name in sys.modules if name.startswith('lark')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""


def play(name: str, rounds: int) -> list[float]:
    """The gains of some rounds with legal choices at random; what is seen must lie within its bounds."""
    env, gains = gymnasium.make(f"lexludi/{name}-v0"), []
    _, info = env.reset(seed=3)
    for _ in range(rounds):
        over, total = False, 0.0
        while not over:
            seen, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
            assert env.observation_space.contains(seen)
            assert not cut
            total += reward
        (bounds,) = env.unwrapped.tree.bounds.values()
        assert bounds.low <= total <= bounds.high
        gains.append(total)
        _, info = env.reset()
    return gains


@pytest.mark.parametrize("name", SAMPLE)
def test_what_is_seen_and_gained_lies_within_its_bounds(name: str) -> None:
    assert len(play(name, 30)) == 30


def test_a_round_with_the_same_seed_is_the_same() -> None:
    one, other = (gymnasium.make("lexludi/q-poker-v0") for _ in range(2))
    first, _ = one.reset(seed=9)
    second, _ = other.reset(seed=9)
    assert np.array_equal(first, second)
    assert one.unwrapped.position == other.unwrapped.position
    assert one.step(0)[1] == other.step(0)[1]


def test_a_reward_is_what_the_regulation_pays() -> None:
    env = gymnasium.make("lexludi/q-poker-v0", bets="1:ante=10", readings={"not-qualified": "keep-half"}).unwrapped
    env.position = env.tree.parse("Qs Kh Qd 7c 9h 2s".split())
    _, reward, over, _, _ = env.step(env.tree.numbers["play"])
    assert over
    # King high does not qualify; by that reading the bet keeps half of what it would win (article 9, item 5).
    assert Fraction(reward) == env.position.returns()[0]


def test_what_a_provision_forbids_changes_nothing_and_names_it() -> None:
    """Surrender is not offered, unless the house so chooses."""
    env = gymnasium.make("lexludi/blackjack-v0").unwrapped
    env.reset(seed=1)
    before = env.position = env.tree.parse("6c Ks Th".split())
    _, reward, over, _, info = env.step(env.tree.numbers["surrender"])
    assert (env.position, reward, over) == (before, 0.0, False)
    assert info["forbidden"] == ("art_6__para_1__point_2",)
    assert info["action_mask"][env.tree.numbers["surrender"]] == 0


@pytest.mark.parametrize("action", [5, -1, 1.5, "1", None])
def test_what_is_no_action_is_refused(action: object) -> None:
    environment = gymnasium.make("lexludi/q-poker-v0", disable_env_checker=True).unwrapped
    environment.reset(seed=1)
    with pytest.raises(InvalidArgument, match="action"):
        environment.step(action)


def test_bets_are_a_text() -> None:
    with pytest.raises(InvalidArgument, match="bets"):
        gymnasium.make("lexludi/q-poker-v0", bets=5)


def test_one_bettor_bets() -> None:
    with pytest.raises(InvalidArgument, match="bets"):
        gymnasium.make("lexludi/q-poker-v0", bets="1:ante 2:ante")


def test_a_round_is_drawn_as_the_bettor_sees_it() -> None:
    env = gymnasium.make("lexludi/q-poker-v0", render_mode="ansi")
    env.reset(seed=2)
    drawn = env.render()
    assert isinstance(drawn, str)
    assert drawn.splitlines()[1:] == ["dealer  ? ? ?", "player-1@box-1:ante=1", "player-1: play, surrender"]


def test_a_round_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the interpreter does: no throw of two faces is a three, and a round would go on for ever."""
    monkeypatch.setattr(adapter, "load", lambda work, **_: game_of(work))
    made = RoundEnv(ENDLESS)
    with pytest.raises(UnsettledCase) as given_up:
        made.reset(seed=1)
    assert (given_up.value.key, given_up.value.provisions) == ("too-many-repetitions", ("art_3",))
    played = made.tree.game.new_round(seed=1)
    played.apply(PlaceBet("player-1", "", "ante", 1))
    with pytest.raises(UnsettledCase, match="too-many-repetitions"):
        played.apply(Deal())


def test_who_chooses_the_same_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw and nineteen choices are as many moves as there may be here."""
    monkeypatch.setattr("lexludi.play.process.MAX_MOVES", 20)
    monkeypatch.setattr(adapter, "load", lambda work, **_: game_of(work))
    made = RoundEnv(WAVING)
    made.reset(seed=1)
    wave = made.tree.numbers["wave"]
    for _ in range(18):
        made.step(wave)
    with pytest.raises(UnsettledCase, match="too-many-repetitions"):
        made.step(wave)


def test_who_places_bets_of_several_bettors_is_told_that_there_is_one() -> None:
    with pytest.raises(InvalidArgument) as refused:
        gymnasium.make("lexludi/q-poker-v0", bets="1:ante 2:ante")
    assert refused.value.tell("en") == (
        "an environment has one bettor, but here player-1 and player-2 bet: bets of one have the same name before "
        "them, as a@1:… a@2:…"
    )
    assert gymnasium.make("lexludi/q-poker-v0", bets="a@1:ante a@2:ante").unwrapped.tree.players == ("a",)


def test_a_mistake_that_gymnasium_raises_anew_is_told_as_it_was() -> None:
    """Gymnasium makes of a `TypeError` another, of the same type and of a sentence of its own."""
    with pytest.raises(InvalidArgument, match="raised from the environment creator") as refused:
        gymnasium.make("lexludi/q-poker-v0", bets=5)
    assert refused.value.tell("en") == "bets must be str, and cannot be 5"
    env = gymnasium.make("lexludi/q-poker-v0").unwrapped
    with pytest.raises(InvalidArgument) as refused:
        env.step("0")
    assert refused.value.tell("en") == "action must be among Discrete(2), and cannot be '0'"
