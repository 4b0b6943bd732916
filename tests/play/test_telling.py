"""Telling: steps, problems and readings as sentences, from their data alone."""

from dataclasses import replace
from typing import Any

import pytest

from lexludi.base.errors import LexludiError, UnknownWork, UnsettledCase
from lexludi.base.messages import catalogue
from lexludi.language.glossary import GlossaryEntry, Noun, make_glossary
from lexludi.language.phrases import LANGUAGES
from lexludi.play.telling import Teller
from lexludi.play.trace import Step
from lexludi.rules.throws import THROWN
from small import rules_of

NOUNS = {"zh": Noun(), "pt": Noun("m"), "en": Noun()}
GLOSSARY = make_glossary(
    [
        GlossaryEntry("dealer", {"zh": ("莊荷",), "pt": ("croupier",), "en": ("dealer",)}, nouns=NOUNS),
        GlossaryEntry("player", {"zh": ("博彩者",), "pt": ("jogador",), "en": ("player",)}, nouns=NOUNS),
        GlossaryEntry("box", {"zh": ("座位",), "pt": ("lugar",), "en": ("box",)}, nouns=NOUNS),
        GlossaryEntry("ante", {"zh": ("底注",), "pt": ("aposta inicial",), "en": ("ante",)}, nouns={"pt": Noun("f")}),
        GlossaryEntry("card", {"zh": ("紙牌",), "pt": ("carta",), "en": ("card",)},
              nouns={"zh": Noun(), "pt": Noun("f", "cartas"), "en": Noun(plural="cards")}),
        GlossaryEntry("pair", {"zh": ("對子",), "pt": ("par",), "en": ("pair",)}),
        GlossaryEntry("high", {"zh": ("高",), "pt": ("alto",), "en": ("high",)}),
        GlossaryEntry("level", {"en": ("level",)}, says={"en": ("{} is even", "{} is not even")}),
        GlossaryEntry("10", {"en": ("10",)}, "T", "10"), GlossaryEntry("ace", {"en": ("ace",)}, "A", "A"),
        GlossaryEntry("spades", {"en": ("spades",)}, "s", "♠"), GlossaryEntry("hearts", {"en": ("hearts",)}, "h", "♥"),
    ]
)  # fmt: skip


def teller(language: str = "en") -> Teller:
    return Teller(catalogue(language), GLOSSARY, "player")


EN = teller()


def told(kind: str, party: str, values: dict[str, Any], language: str = "en") -> str:
    return teller(language).tell(Step(kind, ("art_1",), party, values))


# ── Names ───────────────────────────────────────────────────────────────────


def test_a_term_is_told_by_its_first_spelling_or_its_id() -> None:
    assert [teller(language).term("dealer") for language in LANGUAGES] == ["莊荷", "croupier", "dealer"]
    assert EN.term("unheard-of") == "unheard-of"
    assert EN.term(f"dealer{THROWN}") == "dealer", "what was thrown is told as its thrower’s"


@pytest.mark.parametrize(
    ("language", "hand", "grid"),
    [
        ("pt", "o croupier com 17", "O que é melhor: em linha, a mão do jogador n.º 1; em coluna, a mão do croupier"),
        ("en", "the dealer with 17", "What is best: rows by the hand of player 1, columns by that of the dealer"),
        ("zh", "莊荷17", "最佳選擇：橫列為1號博彩者之牌，直欄為莊荷之牌"),
    ],
)
def test_a_sentence_about_parties_has_their_articles(language: str, hand: str, grid: str) -> None:
    about = teller(language).about
    assert about("odds.table.hand", {"party": "dealer"}, hand="17") == hand
    assert about("site.odds.grid", {"rows": "player-1", "columns": "dealer"}) == grid


def test_a_decision_is_of_somebody_with_an_article_in_portuguese() -> None:
    told = teller("pt")
    assert told.about("play.decision", {"party": "player-1"}, holder="lugar n.º 1") == (
        "Decisão do jogador n.º 1 (lugar n.º 1)"
    )
    assert told.about("play.needed", {"holder": "dealer"}, object="carta", number=2) == (
        "N.º 2: «carta» para o croupier"
    )
    missing = LexludiError("decision-missing", holder="box-1", example="box-1:play", known=())
    assert told.problem(missing).startswith("falta a decisão do lugar n.º 1: ")


def test_a_party_is_a_role_perhaps_with_a_number_or_the_table() -> None:
    assert [EN.party(unit) for unit in ("dealer", "box-3", "", "ana", "seat-3")] == [
        "dealer", "box 3", "the table", "ana", "seat-3",
    ]  # fmt: skip


def test_objects_are_told_by_their_signs() -> None:
    """An item of one character in a symbol each: T and s of Ts; a whole symbol where that is an item's own."""
    assert EN.objects(["As", "Th", "A"]) == "A♠ 10♥ A"
    assert EN.object("Xs") == "X♠"


def test_an_object_whose_item_has_no_sign_is_told_by_its_word() -> None:
    assert teller("zh").objects(("high", "pair")) == "高 對子"
    assert EN.object("crash") == "crash"  # an id that no glossary has: its letters are no suits


def test_provisions_are_cited_as_the_language_does() -> None:
    assert EN.provisions(("art_9__point_7", "art_2")) == "article 9, item 7; article 2"
    assert teller("pt").provision("art_9__point_7") == "artigo 9.º, alínea 7)"


def test_an_id_to_type_is_told_with_what_it_stands_for() -> None:
    assert EN.named("dealer") == "dealer"
    assert teller("pt").named("dealer") == "dealer (croupier)"


# ── Steps ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (("bets-open", "", {}), "bets are accepted"),
        (("dealt", "dealer", {"object": "As"}), "the dealer receives A♠"),
        (("dealt", "box-2", {"object": "Th"}), "box 2 receives 10♥"),
        (("shuffled", "dealer", {"kind": "card"}), "the dealer shuffles the cards"),
        (("burned", "", {"objects": ["As", "Th"]}), "burned: A♠ 10♥"),
        (("repeated", "", {"from": "art_9__point_7"}), "the procedure is repeated from article 9, item 7"),
        (("bet-placed", "player-1", {"bet": "ante", "stake": "5/2", "holder": "box-1"}),
         "player 1 bets 2.5 on ante at box 1"),
        (("bet-placed", "player-1", {"bet": "ante", "stake": "5", "holder": ""}), "player 1 bets 5 on ante"),
        (("bet-placed", "player-1", {"bet": "ante", "stake": "5", "holder": "box-1", "naming": "ace"}),
         "player 1 bets 5 on ante, naming ace, at box 1"),
        (("bet-placed", "player-1", {"bet": "ante", "stake": "5", "holder": "player-1", "naming": "ace"}),
         "player 1 bets 5 on ante, naming ace"),
        (("chosen", "player-1", {"action": "play", "holder": "box-1"}), "player 1 chooses “play” (box 1)"),
        (("chosen", "player-1", {"action": "play", "holder": "player-1"}), "player 1 chooses “play”"),
        (("revealed", "dealer", {"objects": ["As"], "category": "pair", "total": 3}),
         "the dealer’s hand is turned up: A♠, pair"),
        (("revealed", "dealer", {"objects": ["As"], "category": None, "total": 3}),
         "the dealer’s hand is turned up: A♠, total 3"),
        (("revealed", "dealer", {"objects": ["As"]}), "the dealer’s hand is turned up: A♠"),
        (("settled", "player-1", {"bet": "ante", "stake": "5", "holder": "box-1", "result": "win", "net": "15/2"}),
         "player 1 wins 7.5 on ante (box 1; stake 5)"),
        (("settled", "player-1", {"bet": "ante", "stake": "5", "holder": "", "result": "lose", "net": "-5"}),
         "player 1 loses 5 on ante (stake 5)"),
        (("event", "", {"event": "slip", "count": 1}), "an irregularity occurs: slip"),
        (("event", "box-1", {"event": "slip", "count": 1}), "an irregularity occurs: slip (box 1)"),
        (("event", "box-1", {"event": "slip", "count": 2}), "an irregularity occurs: slip (box 1; number: 2)"),
        (("performed", "dealer", {"action": "bow"}), "the dealer performs bow"),
        (("defined", "dealer", {"status": "high", "holds": True}), "the dealer is high"),
        (("defined", "dealer", {"status": "high", "holds": False}), "the dealer is not high"),
        (("defined", "dealer", {"status": "level", "holds": True}), "the dealer is even"),
    ],
)  # fmt: skip
def test_a_step_is_a_sentence(step: tuple[str, str, dict[str, Any]], sentence: str) -> None:
    kind, party, values = step
    assert told(kind, party, values) == sentence


def test_in_portuguese_a_bet_and_a_party_have_their_articles() -> None:
    values = {"bet": "ante", "stake": "5", "holder": "", "result": "lose", "net": "-5"}
    assert told("settled", "dealer", values, "pt") == "o croupier perde 5 na aposta inicial (valor apostado: 5)"


def test_the_readings_that_decided_follow_the_sentence() -> None:
    values = {"action": "draw", "total:dealer": 7, "dealt:card": True, "decided": ["total:dealer"]}
    assert told("required", "dealer", values) == "the dealer must draw, on these facts: the dealer’s total is 7"


def test_where_no_step_says_what_decided_all_readings_follow() -> None:
    sentence = told("required", "dealer", {"action": "draw", "total:dealer": 7, "dealing": True})
    assert sentence.endswith("on these facts: the dealer’s total is 7; dealing is under way")


# ── Readings ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "value", "unit", "sentence"),
    [
        ("total:dealer", 7, "", "the dealer’s total is 7"),
        ("total:box", 7, "box-2", "box 2’s total is 7"),
        ("total:player", 7, "player-1", "player 1’s total is 7"),
        ("total:player", 7, "box-2", "box 2’s total is 7"),  # the hand that the bet plays with
        ("lowest-total:dealer", 7, "", "the lowest total of the dealer is 7"),
        ("drawn-value:dealer", None, "", "the dealer drew no card"),
        ("total-first:2:dealer", 5, "", "the total of the first two cards of the dealer is 5"),
        ("count-showing:dealer:named", 2, "", "the number of times that the dealer shows the one named is 2"),
        ("count-showing:dealer:any-named", 1, "", "the number of times that the dealer shows any of those named is 1"),
        ("compare:box:dealer", "higher", "box-2", "box 2’s hand is higher than the dealer’s hand"),
        (
            *("compare:lowest-total:dealer:total:box", "higher", "box-2"),
            "the lowest total of the dealer is higher than box 2’s total",
        ),
        ("compare:box:dealer", None, "box-2", "box 2’s hand and the dealer’s hand cannot be compared"),
        ("category:dealer", "pair", "", "the category of the dealer’s hand is pair"),
        ("category:dealer", "", "", "the category of the dealer’s hand is none"),
        ("status-is:dealer:high", True, "", "the dealer is high"),
        ("status-is:dealer:level", False, "", "the dealer is not even"),
        ("has-bet:player", False, "player-1", "player 1 has no bet"),
        ("dealt:card", True, "", "dealing of the cards has begun"),
        ("happens-to:slip:box", True, "box-2", "there is an irregularity at box 2: slip"),
        ("stakes-exceed:ante:pair:10", True, "", "the stakes on ante exceed those on pair by more than 10"),
    ],
)
def test_a_reading_is_told_with_its_value(name: str, value: object, unit: str, sentence: str) -> None:
    assert EN.reading(name, value, unit) == sentence


@pytest.mark.parametrize(
    "amount",
    [
        *("total:dealer", "lowest-total:dealer", "total-thrown:dealer", "total-first:2:dealer", "drawn-value:dealer"),
        *("count:card:dealer", "count-showing:dealer:named", "named-number", "value:level"),
    ],
)
def test_an_amount_that_is_compared_is_told_with_the_other_after_it(amount: str) -> None:
    told = EN.reading(f"compare:{amount}:total:box", "higher", "box-2")
    assert told == f"{EN.amount_name(amount)} is higher than box 2’s total"


def test_one_of_several_values() -> None:
    assert EN.one_of("total:dealer", [7, None, 9]) == "the dealer’s total is 7, none or 9"
    assert EN.one_of("has-bet:player", [True, False]) == "the player has a bet or the player has no bet"


def test_an_amount_without_its_value() -> None:
    assert EN.amount_name("total:dealer") == "the dealer’s total"
    assert EN.amount_name("dealing") == ""


# ── Problems ────────────────────────────────────────────────────────────────


def test_a_gap_leads_up_to_the_provisions_that_come_closest() -> None:
    sentence = EN.problem(UnsettledCase("gap-bet", ("art_4", "art_5"), about="ante"))
    assert sentence == (
        "no rule settles the bet “ante” in this case; the provisions that come closest follow: article 4; article 5"
    )


def test_a_gap_and_a_conflict_on_an_action_are_about_the_action() -> None:
    gap, conflict = (UnsettledCase(f"{key}-action", ("art_4",), about="draw-card") for key in ("gap", "conflict"))
    action = EN.term("draw-card")
    assert EN.problem(gap).startswith(f"no rule says in this case whether “{action}” is to be done; ")
    assert f"contradict each other on whether “{action}” is to be done, and none prevails: " in EN.problem(conflict)


def test_any_other_problem_has_its_provisions_after_it() -> None:
    with_provision = EN.problem(LexludiError("too-many-of-one", ("art_1",), text="As", available=2))
    without = EN.problem(LexludiError("too-many-of-one", text="As", available=2))
    assert with_provision == f"{without} [article 1]"


def test_a_name_that_is_not_known_is_told_with_those_that_may_be_meant() -> None:
    near = EN.problem(UnknownWork("unknown-work", name="mo/q-pokr", known=("mo/q-poker", "mo/baccarat")))
    assert near.endswith("; did you mean mo/q-poker?")
    far = EN.problem(UnknownWork("unknown-work", name="zzzzzzzz", known=("mo/q-poker", "mo/baccarat")))
    assert far.endswith("; there are: mo/q-poker and mo/baccarat")


def test_a_choice_that_there_is_not_is_told_with_those_that_there_are() -> None:
    def told(*known: str) -> str:
        return EN.problem(LexludiError("unknown-choice", choice="zzzzzzzz", known=known))

    assert told("dealer", "pair").endswith(": dealer and pair")
    assert told().endswith(": –")


def test_a_teller_of_rules_has_their_terms_those_who_bet_and_their_modulus() -> None:
    rules = rules_of(
        "Article 1\n  every 10 in a total counts zero.\n  there is one “dealer”.\n  “guest” bets.\n  “ante” is a bet.\n"
    )
    one_teller = Teller.of(rules, catalogue("en"))
    assert (one_teller.bettor, one_teller.modulus, one_teller.term("dealer")) == ("guest", 10, "dealer")
    assert one_teller.number("total", 0) == "10 (zero)"
    assert Teller.of(rules_of("Article 1\n  there is one “dealer”.\n"), catalogue("en")).number("total", 0) == "0"


def test_a_total_of_zero_is_told_as_the_law_calls_it_where_totals_have_a_modulus() -> None:
    points = {
        "zh": ("0點", "10點（零點）", "7點", "1點"),
        "pt": ("0 pontos", "10 pontos (zero)", "7 pontos", "1 ponto"),
        "en": ("0", "10 (zero)", "7", "1"),
    }
    for language, told in points.items():
        plain, tens = (Teller(catalogue(language), modulus=modulus) for modulus in (0, 10))
        assert (plain.number("total", 0), *(tens.number("total", value) for value in (0, 7, 1))) == told
        assert tens.number("count", 0) == 0, "no card is not ten cards"


# ── Amounts ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "lacked", "doubled"),
    [
        ("zh", "彩池不足之5.5由場方支付", "因1號博彩者之選擇，2號博彩者於「底注」之注額加倍至2"),
        (
            "pt",
            "a casa paga 5,5, que faltam no acumulado",
            "por escolha do jogador n.º 1, o valor apostado pelo jogador n.º 2 na aposta inicial é duplicado "
            "e passa a ser de 2",
        ),
        (
            "en",
            "the house pays the 5.5 that the pot lacks",
            "by the choice of player 1, the stake of player 2 on ante is doubled to 2",
        ),
    ],
)
def test_who_pays_and_by_whose_choice_is_told(language: str, lacked: str, doubled: str) -> None:
    pot = GlossaryEntry("pot", {"zh": ("彩池",), "pt": ("acumulado",), "en": ("pot",)}, nouns=NOUNS)
    one = Teller(catalogue(language), make_glossary([*GLOSSARY.entries.values(), pot]), "player")
    values = {"amount": "11/2", "meter": "pot"}
    assert one.tell(Step("meter-lacked", ("art_1",), "", values)) == lacked
    assert told("stake-doubled", "player-2", {"bet": "ante", "stake": "2", "by": "player-1"}, language) == doubled


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "zh",
            (
                "因1號博彩者之選擇，2號博彩者於「底注」之注2轉投「底注」",
                "因1號博彩者之選擇，2號博彩者之2就1號座位投注於「底注」",
                "因1號博彩者之選擇，放棄2號博彩者於「底注」之注，輸1（1號座位；注額2）",
            ),
        ),
        (
            "pt",
            (
                "por escolha do jogador n.º 1, o que o jogador n.º 2 colocou na aposta inicial, no valor de 2, passa "
                "para a aposta inicial",
                "por escolha do jogador n.º 1, são colocados 2 do jogador n.º 2 na aposta inicial (lugar n.º 1)",
                "por escolha do jogador n.º 1, desiste-se, quanto ao jogador n.º 2, da aposta inicial, com perda de 1 "
                "(lugar n.º 1; valor apostado: 2)",
            ),
        ),
        (
            "en",
            (
                "by the choice of player 1, player 2’s bet of 2 moves from ante to ante",
                "by the choice of player 1, 2 of player 2 is bet on ante with box 1",
                "by the choice of player 1, player 2’s bet on ante is surrendered and 1 is lost (box 1; stake 2)",
            ),
        ),
    ],
)
def test_what_another_chose_for_a_bettor_is_not_told_as_done_by_the_bettor(
    language: str, sentences: tuple[str, ...]
) -> None:
    by = {"bet": "ante", "stake": "2", "by": "player-1"}
    steps = (
        ("bet-moved", {**by, "to": "ante"}),
        ("hand-bet", {**by, "holder": "box-1"}),
        ("settled", {**by, "holder": "box-1", "result": "surrender", "net": "-1"}),
    )
    assert tuple(told(kind, "player-2", values, language) for kind, values in steps) == sentences


@pytest.mark.parametrize(
    ("language", "defined", "settled"),
    [
        ("zh", "2號博彩者（1號座位）為「高」；所據事實：2號博彩者", "2號博彩者為「高」"),
        ("pt", "o jogador n.º 2 (lugar n.º 1) está na situação «alto», com base", "o jogador n.º 2 está na situação"),
        ("en", "player 2 (box 1) is high, on these facts: player 2 has the largest stake", "player 2 is high"),
    ],
)
def test_a_status_that_is_of_bettors_is_told_of_the_bettor_with_the_place(
    language: str, defined: str, settled: str
) -> None:
    one_teller = replace(teller(language), of_bettors=frozenset({"high"}))
    values: dict[str, Any] = {"status": "high", "holds": True, "holder": "box-1", "largest-stake:player": True}
    assert one_teller.tell(Step("defined", ("art_1",), "player-2", values)).startswith(defined)
    by_name = replace(EN, of_bettors=one_teller.of_bettors).tell(Step("defined", ("art_1",), "ana", values))
    assert by_name == "ana (box 1) is high, on these facts: ana has the largest stake"
    values = {
        "bet": "ante",
        "stake": "2",
        "holder": "box-1",
        "result": "push",
        "net": "0",
        "status-is:player:high": True,
    }
    assert settled in one_teller.tell(Step("settled", ("art_1",), "player-2", values))
    # A status that the hand gives is told of the hand.
    assert settled not in teller(language).tell(Step("settled", ("art_1",), "player-2", values))
    assert "box 1 is high" in EN.tell(Step("settled", ("art_1",), "player-2", values))


def test_what_a_bettor_without_a_place_has_not_chosen_is_not_told_of_the_table() -> None:
    assert EN.reading("chose:player:high", False, "") == "the player has not chosen “high”"


@pytest.mark.parametrize(
    ("language", "said"),
    [("zh", "不小於0之整數"), ("pt", "um número inteiro a partir de 0"), ("en", "a whole number from 0")],
)
def test_the_numbers_that_a_setting_admits_are_told_in_words(language: str, said: str) -> None:
    problem = LexludiError("value-not-admitted", name="pot", value="1/3", choices=("0+", "1-9"))
    assert said in teller(language).problem(problem)


def test_an_amount_in_a_refusal_is_told_as_in_a_trace() -> None:
    problem = LexludiError("forbidden-bet", ("art_1",), party="player-1", bet="ante", stake="4938269/4")
    assert "1 234 567,25" in teller("pt").problem(problem).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh", "1號博彩者在此情況下投注於「底注」之金額不得少於5，現為1.5"),
        ("pt", "nestas circunstâncias, o jogador n.º 1 deve colocar pelo menos 5 na aposta inicial, e não 1,5"),
        ("en", "as things stand, player 1 must bet at least 5 on “ante”, not 1.5"),
    ],
)
def test_a_stake_beyond_a_bound_is_told_with_the_bound(language: str, said: str) -> None:
    problem = LexludiError("stake-too-low", party="player-1", bet="ante", stake="3/2", limit="5")
    assert teller(language).problem(problem) == said


def test_the_hands_of_a_refusal_are_of_somebody_with_an_article() -> None:
    """What there are too many hands of is told in the sentence, contracted: «do croupier», «do jogador n.º 1»."""
    hands = (("dealer", 60), ("player-1", 70))
    problem = LexludiError("too-large", ("art_1",), reason="too-large", gigabytes=2, hands=hands)
    assert "60 mãos diferentes do croupier; 70 mãos diferentes do jogador n.º 1" in teller("pt").problem(problem)
    assert "60 different hands of the dealer; 70 different hands of player 1" in EN.problem(problem)
