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
from lexludi.play.resting import ByInference, Inference
from lexludi.play.resting import inferences as inferences_of
from lexludi.play.telling import Teller
from small import game_of, pack

EQUAL = "Kh Kh 8d 8d 5c 5c"  # king high against the same king high, from two packs
LANGUAGES = ["zh", "pt"]
SCHEMA = Draft202012Validator(
    json.loads(files("lexludi").joinpath("schemas", "trace-1.schema.json").read_text("utf-8"))
)


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


PAID = (
    pack("2 and 1")
    + """\
  reading “way”: “mild” or “strict”; default “mild”; because: nothing is said.
Article 2
1)
  bets are accepted.
2)
  deal to “bank”, one “card” at a time, face up, until each has 1.
3)
  settle “ante”.
Article 3
  when “way” is “mild”, then “ante” pays 1 to 1.
  when “way” is “strict”, then “ante” pays 2 to 1.
"""
)


@pytest.mark.parametrize(
    ("beside", "net", "otherwise"),
    [
        ("", "10", ("win", "20")),
        ("from the winnings of “ante” a commission of 5% is taken.", "19/2", ("win", "19")),
        ("“ante” receives a bonus of 3 to 1.", "40", ("win", "50")),
    ],
)
def test_what_another_reading_would_pay_is_what_is_left_of_it_with_commission_and_bonus(
    beside: str, net: str, otherwise: tuple[str, str]
) -> None:
    round_ = game_of(PAID + (f"Article 4\n  {beside}\n" if beside else "")).new_round(cards="1")
    round_.apply(PlaceBet("", "", "ante", 10))
    round_.apply(Deal())
    record = round_.to_json()
    assert record["bets"][0]["net"] == net
    assert others(readings(step(record, "settled"))["way"]) == {"strict": otherwise}


GOES_ON = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “first” is a bet.
  “second” is a bet that names a number from 2 through 2.
  reading “way”: “mild” or “strict”; default “mild”; because: nothing is said.
Article 2
1.
  bets are accepted.
2.
  “dealer” throws “die”.
  settle “first” and “second”.
  repeat article 2, number 2 until every bet is decided.
Article 3
1.
  when the total of “dealer” is 1, then “first” loses.
2.
  when “way” is “mild”, and the total of “dealer” is 2 or 3, then “first” pays 1 to 1.
3.
  when “way” is “strict”, and the total of “dealer” is 2 or 3, then {}.
4.
  when the total of “dealer” is equal to the number named, then “second” pays 2 to 1.
5.
  in every other case, “second” loses.
"""
STANDS, MOVES = "“first” stands until it is decided", "“first” moves to “second”, naming the total of “dealer”"


@pytest.mark.parametrize(
    ("goes_on", "way", "throws", "kind", "otherwise"),
    [
        (STANDS, "mild", "2", "settled", {"strict": ("open", None)}),
        (MOVES, "mild", "2", "settled", {"strict": ("open", None)}),
        (MOVES, "mild", "3", "settled", {"strict": ("unsettled", None)}),  # a three cannot be named
        (STANDS, "strict", "2 1", "bet-stays", {"mild": ("win", "10")}),
        (MOVES, "strict", "2 2", "bet-gone-on", {"mild": ("win", "10")}),
    ],
)
def test_a_bet_that_goes_on_by_a_reading_is_open_and_ends_under_the_other(
    goes_on: str, way: str, throws: str, kind: str, otherwise: dict[str, tuple[str, str | None]]
) -> None:
    game = game_of(GOES_ON.format(goes_on), readings={"way": way})
    round_ = game.new_round(cards=throws)
    round_.apply(PlaceBet("", "", "first", 10))
    round_.apply(Deal())
    record = round_.to_json()
    SCHEMA.validate(record)
    assert others(readings(step(record, kind))["way"]) == otherwise
    (resting,) = next(told for told in round_.trace if told.kind == kind).rest.readings
    if way == "mild" and throws == "2":
        said = (
            ("not decided yet", "fica por decidir", "留待判定")
            if goes_on == STANDS
            else ("the bet moves to second, naming 2", "a aposta passa para", "投注轉投「second」，指定2")
        )
        for language, words in zip(("en", "pt", "zh"), said, strict=True):
            assert words in Teller(catalogue(language), game.rules.glossary, "player").resting(resting)


def test_a_bet_that_moves_elsewhere_under_another_reading_says_where() -> None:
    text = (
        GOES_ON.format("“first” moves to “third”, naming the total of “dealer”")
        .replace("then “first” pays 1 to 1", f"then {MOVES}")
        .replace("from 2 through 2", "from 2 through 3")
        .replace("  reading", "  “third” is a bet that names a number from 2 through 3.\n  reading")
        .replace("settle “first” and “second”", "settle “first”, “second” and “third”")
        + "6.\n  when the total of “dealer” is equal to the number named, then “third” pays 5 to 1.\n"
        + "7.\n  in every other case, “third” loses.\n"
    )
    for way, other, here, there in (("mild", "strict", "second", "third"), ("strict", "mild", "third", "second")):
        round_ = game_of(text, readings={"way": way}).new_round(cards="3 3")
        round_.apply(PlaceBet("", "", "first", 10))
        round_.apply(Deal())
        record = round_.to_json()
        SCHEMA.validate(record)
        moved = step(record, "bet-gone-on")
        assert (moved["values"]["to"], moved["values"]["naming"]) == (here, "3")
        assert readings(moved)["way"]["otherwise"] == [{"value": other, "result": "open", "to": there, "naming": "3"}]


@pytest.mark.parametrize(("cards", "now", "otherwise"), [("1", True, "fails"), ("2", False, "holds")])
def test_a_definition_by_a_reading_holds_or_fails_under_the_other(cards: str, now: bool, otherwise: str) -> None:
    text = PAID.partition("Article 3\n")[0] + (
        "  “bank” is “low” only if the total of “bank” is 1, and “way” is “mild”, "
        "or the total of “bank” is 2, and “way” is “strict”.\n"
        "Article 3\n  when “bank” is “low”, then “ante” pays 1 to 1.\n  in every other case, “ante” loses.\n"
    )
    round_ = game_of(text).new_round(cards=cards)
    round_.apply(PlaceBet("", "", "ante", 10))
    round_.apply(Deal())
    defined = step(round_.to_json(), "defined")
    assert defined["values"]["holds"] is now
    assert others(readings(defined)["way"]) == {"strict": (otherwise, None)}


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


# ── Inferences of the transcriber ───────────────────────────────────────────


def inferences(record: dict[str, Any]) -> list[tuple[str, tuple[str, str, str, str | None]]]:
    return [
        (s["step"], (by["inference"], by["provision"], by["other"], by.get("otherwise")))
        for s in record["steps"]
        for by in s.get("by_inference", ())
    ]


ORDER = ("bets-open", ("precedes", "art_13", "art_7", None))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        # Player 9, a natural, and banker 10: of the banker both (3)(6) and (4)(6) speak.
        (
            "9h 9c Ks Ad",
            [("not-allowed", ("prevails", "art_9__point_4__point_6", "art_9__point_3__point_6", "conflict"))],
        ),
        # Banker 9, a natural, and player 1: of the player both (1) and (2) speak.
        ("Ah 9c Ks Kd", [("not-allowed", ("prevails", "art_9__point_2", "art_9__point_1", "conflict"))]),
        # Player 3 draws the third card by (1), and the banker, who has 7, stands by (4)(5): only one speaks of each.
        ("3h 3c Ks 4d 8s", []),
    ],
)
def test_baccarat_names_the_inferences_where_two_provisions_of_article_9_apply(
    language: str, cards: str, expected: list[Any]
) -> None:
    game = load("mo/baccarat@2004-05-18", text=language)
    round_ = game.new_round(cards=cards)
    round_.apply(PlaceBet("", "", "player", 10))
    round_.apply(Deal())
    assert inferences(round_.to_json()) == [ORDER, *expected]


def test_a_precedence_that_the_law_states_is_no_inference_and_without_an_inferred_one_both_rules_speak() -> None:
    """Cards 2 and 1: article 2 lets every 2 win 1 to 1, article 3 has it lose."""
    text = """\
# Invented.
Article 1
  “number”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  deal to “dealer”, one “card” at a time, face up, until each has 1.
  settle “ante”.
Article 2
  when the total of “dealer” is 2, then “ante” pays 1 to 1.
Article 3
  when the total of “dealer” is 1 or 2, then “ante” loses.
  PRECEDENCE
Article 4
  bets are accepted.
  its steps come before those of article 1; because: nobody bets on what is known.
"""
    for written, without in (("prevails over article 2.", None), ("prevails over article 2; because: so.", "conflict")):
        game = game_of(text.replace("PRECEDENCE", written))
        round_ = game.new_round(cards="2")
        round_.apply(PlaceBet("", "", "ante", 10))
        round_.apply(Deal())
        prevailing = [("settled", ("prevails", "art_3", "art_2", without))] if without else []
        assert inferences(round_.to_json()) == [("bets-open", ("precedes", "art_4", "art_1", None)), *prevailing]
        assert bool(round_.to_json()["bets"][0].get("by_inference")) is bool(without)
        low = game.new_round(cards="1")
        low.apply(PlaceBet("", "", "ante", 10))
        low.apply(Deal())
        assert inferences(low.to_json())[1:] == [], "of a 1 only article 3 speaks"


def test_steps_that_stand_where_the_text_has_them_rest_on_no_inference() -> None:
    text = "Article 1\n  “player” bets.\n  there is one “dealer”.\n  bets are accepted.\n  ORDER\n"
    text += "Article 2\n  “dealer” performs “show”.\n"
    first = game_of(text.replace("ORDER", "its steps come before those of article 2; because: so."))
    assert not any(rule.put_before for rule in first.decided.steps)
    (moved,) = (
        rule
        for rule in game_of(
            text.replace("ORDER", "") + "  its steps come before those of article 1; because: so.\n"
        ).decided.steps
        if rule.put_before
    )
    assert (moved.eid, moved.put_before[0].passed) == ("art_2", ("art_1",))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "zh",
            "所依推斷：第九條(二)項優先於第九條(一)項，法律並無明文；理由見第九條(二)項之抄錄；若無此推斷：規則互相抵觸",
        ),
        (
            "pt",
            "inferência de quem transcreveu, que a lei não diz: a alínea 2) do artigo 9.º prevalece sobre a alínea 1) "
            "do artigo 9.º; o fundamento consta da transcrição da alínea 2) do artigo 9.º; sem ela: as regras "
            "contradizem-se",
        ),
        (
            "en",
            "inferred by the transcriber, and not said by the law: item 2 of article 9 prevails over item 1 of "
            "article 9; so it is; without it: the rules contradict one another",
        ),
    ],
    ids=["zh", "pt", "en"],
)
def test_the_sentence_of_an_inference_has_the_reason_where_it_is_of_the_language(language: str, said: str) -> None:
    by = ByInference(Inference.PREVAILS, "art_9__point_2", "art_9__point_1", "so it is", "en", "conflict")
    assert Teller(catalogue(language)).inference(by) == said


# ── Records and words ───────────────────────────────────────────────────────


def records() -> Iterator[dict[str, Any]]:
    for value in ("push", "player-wins", "dealer-wins"):
        yield played(load("mo/q-poker", readings={"packs": 2, "equal-hands": value}), EQUAL).to_json()
    yield played(load("mo/q-poker", text="pt"), "As Ad 2c Kd 3s Qh").to_json()
    exposed = Irregularity("exposed-card", "dealer", 1, 4)
    record = played(load("mo/q-poker", text="zh"), "Kd 8h Ks 5d 8c 5s", exposed).to_json()
    assert inferences(record), "article 11(3) over 11(2)"
    yield record


def test_records_keep_to_the_schema_and_are_proved() -> None:
    every = list(records())
    assert len(every) == 5
    for record in every:
        SCHEMA.validate(record)
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
            "所依解讀：第九條(六)項「持牌相等」作「退還投注」，為自選（規章預設：「無規定」）；規定本身並無明文；"
            "否則：「無規定」（無規則可循）；「莊荷勝」（輸10）；「博彩者勝」（贏10）",
        ),
        (
            "pt",
            "segundo a leitura «resultado das mãos iguais», do artigo 9.º, alínea 6): «devolução da aposta», por "
            "escolha (valor por omissão do regulamento: «sem regra»); a própria disposição não o diz; de outro modo: "
            "«sem regra» (nenhuma regra decide); «vitória do croupier» (perde 10); «vitória do jogador» (ganha 10)",
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
    assert list(map(teller.resting, settled.rest.readings)) == [said]


PREVAILING = """Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  reading “way”: “mild” or “strict”; default “mild”; because: it is the plainer.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “ante”.
Article 3
1.
  “ante” loses.
2.
  when the total of “dealer” is 2, then “ante” pays 1 to 1.
  prevails over article 3, number 1; because: it is about one case.
3.
  when the total of “dealer” is 3, then “ante” pays 2 to 1.
  prevails over article 3, number 1.
4.
  when “way” is “strict”, and the total of “dealer” is 1, then “ante” is returned.
  prevails over article 3, number 1; because: it is about another.
"""


def test_the_inferences_of_rules_are_those_that_no_provision_says_and_of_which_both_sides_still_decide() -> None:
    """Number 3 says itself over which it prevails; of number 4 nothing is left under the plainer reading."""
    for way, found in (("mild", ["art_3__para_2"]), ("strict", ["art_3__para_2", "art_3__para_4"])):
        inferred = inferences_of(game_of(PREVAILING, readings={"way": way}).decided)
        assert [(each.kind.value, each.provision, each.other) for each in inferred] == [
            ("prevails", eid, "art_3__para_1") for eid in found
        ]
