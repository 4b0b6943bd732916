"""The library as a program uses it: public names and their types, copies of rounds, and what is refused."""

import copy
import datetime
import pickle
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import lexludi
from lexludi import (
    Choose,
    Deal,
    IllegalAction,
    InvalidArgument,
    LexludiError,
    PlaceBet,
    Round,
    Session,
    UnknownWork,
    analyze,
    as_svg,
    as_text,
    load,
)
from lexludi.base.resources import shelves

ROOT = Path(__file__).resolve().parent.parent
VALID = ROOT / "tests" / "corpus" / "valid"

ANTE = PlaceBet("player-1", "box-1", "ante", 10)


# ── Names and types ─────────────────────────────────────────────────────────


def test_every_public_name_is_there_and_no_other_is_shown() -> None:
    assert dir(lexludi) == sorted(lexludi.__all__)
    for name in lexludi.__all__:
        assert getattr(lexludi, name) is not None
    homes = {name for names in lexludi.PUBLIC.values() for name in names}
    assert homes | {"__version__"} == set(lexludi.__all__)
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        lexludi.nothing_of_the_kind  # noqa: B018


def test_the_example_of_the_readme_is_that_which_lint_types() -> None:
    (example,) = re.findall(r"(?ms)^```python\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"))
    _, _, typed = (ROOT / "tests" / "readme_example.py").read_text("utf-8").partition("\n\n")
    assert typed == example
    assert "mypy tests/readme_example.py" in (ROOT / "Makefile").read_text("utf-8")


def test_a_game_and_a_round_are_shown_in_a_line() -> None:
    game = load("mo/q-poker")
    assert len(repr(game)) < 100
    assert "mo/q-poker@2005-01-18" in repr(game)
    assert len(repr(game.new_round(seed=1))) < 200


# ── Copies ──────────────────────────────────────────────────────────────────

COPIES: list[Callable[[Any], Any]] = [
    Round.clone,
    copy.copy,
    copy.deepcopy,
    lambda round_: pickle.loads(pickle.dumps(round_)),
]
WAYS = pytest.mark.parametrize("copied", COPIES, ids=["clone", "copy", "deepcopy", "pickle"])


@WAYS
@pytest.mark.parametrize("stage", [0, 1, 2, 3])
def test_a_copy_goes_on_by_itself_and_chance_gives_both_the_same(copied: Callable[[Round], Round], stage: int) -> None:
    actions = [ANTE, Deal(), Choose("player-1", "box-1", "play")]
    round_ = load("mo/q-poker").new_round(seed=5)
    for action in actions[:stage]:
        round_.apply(action)
    before = round_.to_json()
    other = copied(round_)
    assert other.to_json() == before
    for action in actions[stage:]:
        other.apply(action)
    assert round_.to_json() == before, "the first has not moved"
    for action in actions[stage:]:
        round_.apply(action)
    assert round_.to_json() == other.to_json()
    assert round_.is_over


@WAYS
def test_an_irregularity_that_is_to_come_is_copied(copied: Callable[[Round], Round]) -> None:
    round_ = load("mo/q-poker").new_round(seed=5)
    for action in (ANTE, lexludi.Irregularity("exposed-card", "box-1", 2, 3)):
        round_.apply(action)
    other = copied(round_)
    for one in (round_, other):
        one.apply(Deal())
    assert round_.to_json()["steps"] == other.to_json()["steps"]
    assert any(step["step"] == "event" for step in other.to_json()["steps"])


def test_a_game_comes_back_from_another_process_as_it_was() -> None:
    game = load("mo/baccarat", options={"packs": 6})
    again = pickle.loads(pickle.dumps(game))
    assert again.digest == game.digest
    assert again.new_round(seed=3).to_json() == game.new_round(seed=3).to_json()
    assert copy.deepcopy(game) is game


def test_a_session_is_copied_with_its_objects() -> None:
    session = Session(load("mo/baccarat"), seed=1)
    session.new_round().apply(PlaceBet("", "", "banker", 10))
    other = copy.deepcopy(session)
    for one in (session, other):
        assert one.last is not None
        one.last.apply(Deal())
    assert session.last is not None
    assert other.last is not None
    assert session.last.to_json() == other.last.to_json()
    assert session.new_round().to_json() == other.new_round().to_json()
    assert session.left("card") == other.left("card")


# ── What is refused ─────────────────────────────────────────────────────────


OBJECT = pytest.param(object(), id="object")


@pytest.mark.parametrize("action", ["play", None, 3, ("player-1", "play"), Choose, OBJECT], ids=repr)
def test_what_is_no_action_is_refused_and_not_recorded(action: Any) -> None:
    round_ = load("mo/q-poker").new_round(seed=1)
    before = round_.to_json()
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(action)
    assert refusal.value.key == "not-an-action"
    assert round_.to_json() == before


@pytest.mark.parametrize("stake", [float("nan"), 0.1, 10.0, True, "10", Decimal(10), float("inf"), [10]], ids=repr)
def test_an_amount_that_is_not_exact_is_refused(stake: Any) -> None:
    round_ = load("mo/q-poker").new_round(seed=1)
    with pytest.raises(IllegalAction) as refusal:
        round_.apply(PlaceBet("player-1", "box-1", "ante", stake))
    assert refusal.value.key == "amount-not-exact"
    assert round_.state.bets == ()


def test_an_exact_amount_is_taken() -> None:
    round_ = load("mo/q-poker").new_round(seed=1)
    round_.apply(PlaceBet("player-1", "box-1", "ante", Fraction(5, 2)))
    assert round_.state.bets[0].stake == Fraction(5, 2)


@pytest.mark.parametrize("fields", [("player-1", 1, "ante", 10), (None, "box-1", "ante", 10)], ids=repr)
def test_a_field_of_another_type_is_refused(fields: Any) -> None:
    with pytest.raises(IllegalAction) as refusal:
        load("mo/q-poker").new_round(seed=1).apply(PlaceBet(*fields))
    assert refusal.value.key == "field-of-another-type"


@pytest.mark.parametrize("day", ["x", "", "2005-13-01", "yesterday"])
def test_what_is_no_day_is_refused(day: str) -> None:
    with pytest.raises(UnknownWork):
        load("mo/q-poker", on=day)


def test_a_day_beside_a_name_that_has_another_is_refused() -> None:
    """Despatch 73/2005 has amended the rules of baccarat from 29 November 2005 on: the texts of the days are two."""
    assert load("mo/baccarat@2006-06-01", on="2006-06-01").version == "2005-11-29"
    with pytest.raises(UnknownWork) as refusal:
        load("mo/baccarat@2005-02-01", on="2006-06-01")
    assert refusal.value.key == "two-days"


def test_a_file_on_a_day_is_the_text_of_its_work_on_that_day() -> None:
    """The first text of baccarat is of 18 May 2004, and is amended from 29 November 2005 on."""
    first = str(shelves()[0] / "mo" / "baccarat" / "2004-05-18.zh.ludi")
    assert load(first).version == load(first, on="2005-11-28").version == "2004-05-18"
    assert load(first, on="2006-06-01").version == "2005-11-29"
    with pytest.raises(UnknownWork):
        load(first, on="2004-05-17")


def test_a_name_longer_than_any_file_is_of_no_work() -> None:
    with pytest.raises(UnknownWork):
        load("a" * 10_000)
    with pytest.raises(UnknownWork):
        load("a" * 10_000, on="2005-01-18")


@pytest.mark.parametrize("number", ["0", None, 1.0, True], ids=repr)
@pytest.mark.parametrize("words", [(), ("Qs", "Kh", "Qd", "7c", "9h", "2s")], ids=["chance", "choice"])
def test_a_move_that_is_no_number_is_refused(words: tuple[str, ...], number: Any) -> None:
    position = load("mo/q-poker").tree(PlaceBet("player-1", "box-1", "ante", 10)).parse(words)
    with pytest.raises(InvalidArgument, match="number"):
        position.apply(number)


@pytest.mark.parametrize("words", [5, None, [5], b"Qs"], ids=repr)
def test_words_that_are_none_are_refused(words: Any) -> None:
    with pytest.raises(InvalidArgument, match="words"):
        load("mo/q-poker").tree(PlaceBet("player-1", "box-1", "ante", 10)).parse(words)


def test_a_limit_below_zero_or_that_is_no_number_and_a_drawing_of_nothing_are_refused() -> None:
    for limit in (float("nan"), -1):
        with pytest.raises(InvalidArgument, match="limit"):
            analyze(load("mo/q-poker"), ["pair-plus"], limit=limit)
    for draw in (as_svg, as_text):
        with pytest.raises(InvalidArgument, match="position"):
            draw(None)  # type: ignore[arg-type]


CALLS: dict[str, Callable[[Any], object]] = {
    "work": load,
    "on": lambda value: load("mo/q-poker", on=value),
    "text": lambda value: load("mo/q-poker", text=value),
    "options": lambda value: load("mo/q-poker", options=value),
    "readings": lambda value: load("mo/q-poker", readings=value),
    "accept_unknown": lambda value: load("mo/q-poker", accept_unknown=value),
    "own_stance": lambda value: load("mo/q-poker", own_stance=value),
    "chosen": lambda value: load("mo/q-poker", chosen=value),
    "seed": lambda value: load("mo/q-poker").new_round(seed=value),
    "cards": lambda value: load("mo/q-poker").new_round(cards=value),
    "statuses": lambda value: load("mo/q-poker").new_round(statuses=value),
    "fresh": lambda value: load("mo/q-poker").new_round(fresh=value),
    "game": Session,
    "kind": lambda value: Session(load("mo/q-poker"), seed=1).left(value),
    "objects": lambda value: Session(load("mo/q-poker"), seed=1).new_round(value),
    "party": lambda value: load("mo/q-poker").new_round(seed=1).information_state(value),
    "action": lambda value: load("mo/q-poker").new_round(seed=1).limit(value),
}
# Of each type that some argument has one value: what is no such thing must be named, and what is expected of it.
VALUES = [3, True, 2.5, "x", b"x", ["x"], [1], {"x": "y"}, {1: 2}, object(), datetime.date(2005, 1, 18), -1]


@pytest.mark.parametrize("name", CALLS)
def test_an_argument_of_another_type_is_named_with_what_is_expected(name: str) -> None:
    refusals = [found for value in VALUES if isinstance(found := refusal_of(CALLS[name], value), InvalidArgument)]
    assert len(refusals) >= 5
    for refusal in refusals:
        assert isinstance(refusal, TypeError)
        assert refusal.args_by_name["name"].startswith(name)
        assert refusal.args_by_name.keys() & {"expected", "known"}


def refusal_of(call: Callable[[Any], object], value: object) -> LexludiError | None:
    """The error of a call; nothing where the value is taken."""
    try:
        call(value)
    except LexludiError as refusal:
        return refusal
    return None


def test_a_time_of_day_is_as_good_as_its_day() -> None:
    assert load("mo/q-poker", on=datetime.datetime(2010, 1, 1, 12)).version == "2005-01-18"


def test_a_seed_below_nothing_is_refused_as_it_would_be_another(tmp_path: Path) -> None:
    """The generator of chance takes -1 for 1."""
    for begin in (load("mo/q-poker").new_round, lambda seed: Session(load("mo/q-poker"), seed=seed)):
        with pytest.raises(LexludiError, match="seed"):
            begin(seed=-1)


# ── Legal actions ───────────────────────────────────────────────────────────


def test_the_deal_is_offered_once_there_are_bets() -> None:
    round_ = load("mo/q-poker").new_round(seed=1)
    assert Deal() not in round_.legal_actions()
    round_.apply(ANTE)
    assert Deal() in round_.legal_actions()


@pytest.mark.parametrize("game", ["draw-to-total", "three-dice", "two-tokens"])
def test_legal_actions_are_each_offered_once_and_accepted(game: str) -> None:
    """Of a bet any stake, of a choice with a limit any amount below it; everything else as it stands."""
    for seed in range(8):
        round_ = load(str(VALID / game / "1.en.ludi")).new_round(seed=seed)
        bet = next(a for a in round_.legal_actions() if isinstance(a, PlaceBet))
        for who in ("ana", "rui"):
            round_.apply(PlaceBet(who, bet.holder, bet.bet, 10, bet.naming))
        round_.apply(Deal())
        while not round_.is_over:
            offered = round_.legal_actions()
            assert len(set(offered)) == len(offered)
            for action in offered:
                assert isinstance(action, Choose)
                limit = round_.limit(action)
                amount = None if limit is None else Fraction(limit, 2)
                round_.clone().apply(Choose(action.bettor, action.holder, action.choice, amount))
            last = offered[-1]
            assert isinstance(last, Choose)
            limit = round_.limit(last)
            amount = None if limit is None else Fraction(limit, 2)
            round_.apply(Choose(last.bettor, last.holder, last.choice, amount))
