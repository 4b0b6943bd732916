"""The stance of a text: a text that is named does what its own words say; a work, the default of its readings.

The hands are those of article 8(3): A♠ 2♣ 3♠ against A♦ K♦ Q♥, both straights (neither all of one suit). In the
Chinese text the points of the cards decide, in the order of article 4(3), where A 2 3 is last: the player loses
the stake. In the Portuguese the card of the highest rank decides («a carta de maior graduação»): ace against ace,
then the higher suit, spades over diamonds: the player wins, and article 9(7)(3) pays 3 to 2.
"""

import json
from fractions import Fraction

import pytest

from lexludi import Choose, Deal, Game, PlaceBet, load
from lexludi.checks.checking import check_paths
from lexludi.cli.main import main
from lexludi.law.loader import find, rules_of
from lexludi.play.game import Round
from lexludi.play.replay import read_records, replay
from lexludi.rules.settings import Origin, stance_of

WORK = "mo/q-poker"
FILE = "regulations/mo/q-poker/2005-01-18.{}.ludi"
TAKEN = {
    "zh": {"holding-limit": "no-leaving", "exposed-dealer-card": "only-one"},
    "pt": {
        "holding-limit": "no-holding-away",
        "dealt-to": "player",
        "run-order": "highest-card",
        "opened-by": "dealer",
        "decision-time": "after-result",
        "exposed-cards": "players-cards",
    },
}


def play(game: Game) -> Round:
    """The round of the two straights, played to its end."""
    round_ = game.new_round(cards="As Ad 2c Kd 3s Qh")
    round_.apply(PlaceBet("", "box-1", "ante", 10))
    round_.apply(Deal())
    while (due := round_.decision) is not None:
        round_.apply(Choose(due.bettor, due.unit, "play"))
    return round_


def net(game: Game) -> Fraction | int:
    return play(game).state.bets[0].net


@pytest.mark.parametrize("language", ["zh", "pt"])
def test_a_text_takes_what_its_words_do_not_leave_to_the_default(language: str) -> None:
    assert stance_of(rules_of(find(WORK, language=language))) == TAKEN[language]


def test_the_highest_card_of_a_straight_is_the_stance_of_the_portuguese_text_alone() -> None:
    assert net(load(WORK)) == -10
    assert net(load(WORK, text="zh")) == -10
    assert net(load(WORK, text="pt")) == 15


def test_a_file_is_a_text() -> None:
    assert net(load(FILE.format("zh"))) == -10
    assert net(load(FILE.format("pt"))) == 15


def test_a_reading_that_is_chosen_prevails_over_the_stance() -> None:
    assert net(load(WORK, text="pt", readings={"run-order": "listed"})) == -10
    assert net(load(WORK, text="zh", readings={"run-order": "highest-card"})) == 15


@pytest.mark.parametrize("language", ["zh", "pt"])
def test_each_reading_has_its_origin(language: str) -> None:
    game = load(WORK, text=language, readings={"not-qualified": "win-half"})
    assert {name for name, origin in game.origins.items() if origin is Origin.TEXT} == set(TAKEN[language])
    assert [name for name, origin in game.origins.items() if origin is Origin.CHOICE] == ["not-qualified"]
    assert set(load(WORK).origins.values()) == {Origin.WORK}


@pytest.mark.parametrize("language", ["zh", "pt"])
def test_under_the_defaults_of_the_work_both_texts_play_alike(language: str) -> None:
    game = load(WORK, text=language, own_stance=False)
    assert game.settings == load(WORK).settings
    assert net(game) == -10


# ── Records ─────────────────────────────────────────────────────────────────


def replayed(record: dict[str, object]) -> list[str]:
    """The paths of the fields of a record that are not as the rules have them."""
    (again,) = replay(read_records(json.dumps(record).encode()))
    return [difference.path for difference in again.differences]


@pytest.mark.parametrize("language", ["zh", "pt"])
def test_a_record_says_which_stances_were_taken_and_is_proved(language: str) -> None:
    record = play(load(WORK, text=language, readings={"not-qualified": "keep-half"})).to_json()
    assert record["origins"] == {**dict.fromkeys(TAKEN[language], "text"), "not-qualified": "choice"}
    assert replayed(record) == []


def test_a_forged_origin_is_named_with_its_path() -> None:
    record = play(load(WORK, text="pt")).to_json()
    forged = {**record, "origins": {**record["origins"], "packs": "text"}}
    assert "$.origins.packs" in replayed(forged)
    without = {name: value for name, value in record.items() if name != "origins"}
    assert "$.origins" in replayed(without)


def test_a_work_under_its_defaults_has_no_origins() -> None:
    assert "origins" not in play(load(WORK)).to_json()


# ── Commands ────────────────────────────────────────────────────────────────

COMMANDS = [
    ["play", WORK, "--cards", "As Ad 2c Kd 3s Qh", "--bet", "1:ante=10", "--action", "1:play"],
    ["analyze", WORK, "--bet", "pair-plus"],
    ["analyze", WORK, "--bet", "pair-plus", "--compare-readings", "--only", "not-qualified"],
    ["coverage", WORK, "--rounds", "20"],
    ["simulate", WORK, "--rounds", "20", "--kernel", "interpreter"],
    ["show", "kernel", WORK],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("language", ["zh", "pt"])
def test_every_command_that_runs_a_text_says_its_stances(
    arguments: list[str], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--text", language, "--format", "json", "--lang", "en"]) == 0
    assert json.loads(capsys.readouterr().out)["origins"] == dict.fromkeys(TAKEN[language], "text")
    assert main([*arguments, "--text", language, "--lang", "en"]) == 0
    assert "Stances of this text" in capsys.readouterr().out


def test_of_a_file_that_is_checked_alone_the_other_text_says_what_it_declares() -> None:
    codes = {d.code for language in ("zh", "pt") for d in check_paths([FILE.format(language)]).between}
    assert codes == {"divergence"}
