"""Steps that rest on a reading say so; no provision is cited for what it does not say. Values worked out by hand."""

import copy
import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lexludi import Act, Choose, Deal, Game, IllegalAction, Irregularity, PlaceBet, load
from lexludi.base.messages import catalogue
from lexludi.play.game import Round
from lexludi.play.replay import read_records, replay
from lexludi.play.telling import Teller

EQUAL = "Kh Kh 8d 8d 5c 5c"  # king high against the same king high, from two packs
LANGUAGES = ["zh", "pt"]


def played(game: Game, cards: str, *before: Irregularity, bet: str = "ante") -> Round:
    round_ = game.new_round(cards=cards)
    round_.apply(PlaceBet("", "box-1", bet, 10))
    for event in before:
        round_.apply(event)
    round_.apply(Deal())
    while (due := round_.decision) is not None:
        round_.apply(Choose(due.bettor, due.unit, "play"))
    return round_


def step(record: dict[str, Any], kind: str) -> dict[str, Any]:
    """The last step of a kind."""
    found: dict[str, Any] = [s for s in record["steps"] if s["step"] == kind][-1]
    return found


def readings(step: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {by["reading"]: by for by in step.get("by_reading", ())}


def others(by: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    return {o["value"]: (o["result"], o.get("net")) for o in by["otherwise"]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("value", "result", "net"), [("push", "push", "0"), ("dealer-wins", "lose", "-10")])
def test_equal_hands_end_by_the_reading_and_article_9_6_is_not_cited_for_it(
    language: str, value: str, result: str, net: str
) -> None:
    game = load("mo/q-poker", text=language, readings={"packs": 2, "equal-hands": value})
    record = played(game, EQUAL).to_json()
    settled = step(record, "settled")
    assert (settled["values"]["result"], settled["values"]["net"]) == (result, net)
    assert settled["provisions"] == record["bets"][0]["provisions"] == []
    by = readings(settled)["equal-hands"]
    assert (by["value"], by["origin"], by["provision"], by["silent"]) == (value, "choice", "art_9__point_6", True)
    assert others(by)["unresolved"] == ("unsettled", None)
    # King high pays one to one, by article 9(7)(4).
    assert others(by)["player-wins"] == ("win", "10")
    assert record["bets"][0]["by_reading"] == settled["by_reading"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_who_wins_with_equal_hands_is_paid_by_a_table_that_is_only_applied(language: str) -> None:
    game = load("mo/q-poker", text=language, readings={"packs": 2, "equal-hands": "player-wins"})
    settled = step(played(game, EQUAL).to_json(), "settled")
    assert settled["provisions"] == []
    assert readings(settled)["equal-hands"]["applies"] == ["art_9__point_7__point_4", "art_9__point_7"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_higher_hand_does_not_rest_on_the_reading_of_equal_hands(language: str) -> None:
    game = load("mo/q-poker", text=language, readings={"packs": 2, "equal-hands": "player-wins"})
    settled = step(played(game, "Kh Qh 8d 8d 5c 5c").to_json(), "settled")
    assert settled["provisions"] == ["art_9__point_7__point_4", "art_9__point_7"]
    assert readings(settled) == {}


def test_the_order_of_runs_decides_by_the_default_of_the_work_in_zh_and_by_the_stance_of_the_text_in_pt() -> None:
    cards = "As Ad 2c Kd 3s Qh"
    in_zh = step(played(load("mo/q-poker", text="zh"), cards).to_json(), "settled")
    by = readings(in_zh)["run-order"]
    assert (by["value"], by["origin"]) == ("listed", "work")
    # Card by card A K Q is the higher too; the highest card alone is level, and spades beat diamonds.
    assert others(by) == {"highest-card": ("win", "15")}
    in_pt = step(played(load("mo/q-poker", text="pt"), cards).to_json(), "settled")
    by = readings(in_pt)["run-order"]
    assert (by["value"], by["origin"]) == ("highest-card", "text")
    assert others(by) == {"listed": ("lose", "-10"), "card-by-card": ("lose", "-10")}
    assert in_pt["provisions"] == ["art_9__point_7__point_3", "art_9__point_7"], "what is read still says so"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_straight_of_two_suits_rests_on_the_reading_of_its_suits(language: str) -> None:
    record = played(load("mo/q-poker", text=language), "As Qd Ks Jc Qh 9h", bet="pair-plus").to_json()
    revealed = next(s for s in record["steps"] if s["step"] == "revealed")
    assert readings(revealed)["straight-suits"]["otherwise"] == [
        {"value": "all-different", "result": "category", "category": "high-card"}
    ]
    settled = step(record, "settled")
    assert settled["values"]["net"] == "60"
    assert others(readings(settled)["straight-suits"]) == {"all-different": ("lose", "-10")}


@pytest.mark.parametrize(("language", "result"), [("zh", "round-stands"), ("pt", "unsettled")])
def test_two_exposed_cards_of_the_dealer_void_the_round_by_a_reading(language: str, result: str) -> None:
    """By «one card» alone, the Chinese text lets the round stand by 11(2); 11(2) in Portuguese is about players."""
    game = load("mo/q-poker", text=language, readings={"exposed-dealer-card": "any-number"})
    record = played(game, "Kd 8h Ks 5d 8c 5s", Irregularity("exposed-card", "dealer", 2, 4)).to_json()
    void = step(record, "round-void")
    assert void["provisions"] == ["art_11__point_3"]
    assert others(readings(void)["exposed-dealer-card"]) == {"only-one": (result, None)}
    # The Portuguese text says itself what is done: it does not count the cards.
    assert readings(void)["exposed-dealer-card"]["silent"] is False


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_that_rests_on_a_reading_says_so(language: str) -> None:
    act = {"zh": "leave-table", "pt": "hold-away"}[language]
    round_ = load("mo/q-poker", text=language).new_round(cards="As Ad 2c Kd 3s Qh")
    round_.apply(PlaceBet("", "box-1", "ante", 10))
    round_.apply(Act("player-1", "hold-cards"))
    with pytest.raises(IllegalAction):
        round_.apply(Act("player-1", act))
    (by,) = round_.to_json()["error"]["by_reading"]
    assert (by["reading"], by["origin"]) == ("holding-limit", "text")
    assert [o["result"] for o in by["otherwise"]] == ["allowed"], "the other text alone does not forbid it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_of_the_house_is_no_reading(language: str) -> None:
    """On a tie the bets are cancelled by article 12(1), as the house chooses; that it does is a reading."""
    game = load("mo/baccarat@2004-05-18", text=language)
    round_ = game.new_round(cards="9h 9c Ks Kd")
    round_.apply(PlaceBet("", "", "player", 10))
    round_.apply(Deal())
    settled = step(round_.to_json(), "settled")
    assert settled["provisions"], "the article that says so is cited"
    assert set(readings(settled)) <= {"tie-chooser"}


# ── Records and words ───────────────────────────────────────────────────────


def records() -> Iterator[dict[str, Any]]:
    for value in ("push", "player-wins", "dealer-wins"):
        yield played(load("mo/q-poker", readings={"packs": 2, "equal-hands": value}), EQUAL).to_json()
    yield played(load("mo/q-poker", text="pt"), "As Ad 2c Kd 3s Qh").to_json()


@pytest.mark.parametrize("record", list(records()), ids=lambda r: str(r["readings"]["equal-hands"]))
def test_records_keep_to_the_schema_and_are_proved(record: dict[str, Any]) -> None:
    schema = json.loads(files("lexludi").joinpath("schemas", "trace-1.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(record)
    (again,) = replay(read_records(json.dumps(record).encode()))
    assert again.differences == []


def forged(change: dict[str, Any]) -> list[str]:
    record = copy.deepcopy(next(records()))
    place = max(i for i, s in enumerate(record["steps"]) if s["step"] == "settled")
    record["steps"][place]["by_reading"][0].update(change)
    (again,) = replay(read_records(json.dumps(record).encode()))
    return [d.path.replace(str(place), "N") for d in again.differences]


@pytest.mark.parametrize(
    ("member", "value"), [("value", "dealer-wins"), ("origin", "work"), ("silent", False), ("provision", "art_9")]
)
def test_a_forged_reading_is_named_with_its_path(member: str, value: object) -> None:
    assert forged({member: value}) == [f"$.steps[N].by_reading[0].{member}"]


def test_a_provision_put_back_for_what_it_does_not_say_is_named() -> None:
    record = next(records())
    record["bets"][0]["provisions"] = ["art_9__point_6"]
    (again,) = replay(read_records(json.dumps(record).encode()))
    assert [d.path for d in again.differences] == ["$.bets[0].provisions[0]"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "zh",
            "所依解讀：第九條(六)項「持牌相等」作「退還投注」，為自選（作品預設：「無規定」）；規定本身並無此言；"
            "否則：「無規定」（無規則可循）；「莊荷勝」（輸10）；「博彩者勝」（贏10）",
        ),
        (
            "pt",
            "segundo a leitura «resultado das mãos iguais» (artigo 9.º, alínea 6)): «devolução da aposta», por escolha "
            "(por omissão da obra: «sem regra»); a própria disposição não o diz; de outro modo: «sem regra» (nenhuma "
            "regra decide); «vitória do croupier» (perde 10); «vitória do jogador» (ganha 10)",
        ),
        (
            "en",
            "by the reading “result of equal hands” of article 9, item 6: “return of the bet”, as chosen (default of "
            "the work: “no rule”); the provision itself does not say so; otherwise: “no rule” (no rule decides); "
            "“dealer wins” (loses 10); “player wins” (wins 10)",
        ),
    ],
    ids=["zh", "pt", "en"],
)
def test_the_sentence_of_a_reading(language: str, said: str) -> None:
    game = load("mo/q-poker", readings={"packs": 2, "equal-hands": "push"})
    settled = [s for s in played(game, EQUAL).trace if s.kind == "settled"][-1]
    teller = Teller(catalogue(language), game.rules.glossary, game.rules.bettor_role())
    assert list(map(teller.resting, settled.by_reading)) == [said]
