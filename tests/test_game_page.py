"""The page of the game: its sentences, its chart of a round, and the figures beside bets and payoffs."""

import re
from pathlib import Path

import pytest
from lxml import html

from built import BuiltPage, page_at, text, texts
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import on_shelves
from lexludi.play.plan import walk
from lexludi.play.table import alone
from lexludi.site.course import course
from lexludi.site.desk import Desk
from lexludi.site.equipment import equipment
from lexludi.site.flow_chart import Box, broken, flow_chart
from lexludi.site.library import WorkOnDate, work_in
from lexludi.site.norms import tabled_actions
from lexludi.site.playing import game_page
from small import COIN_AND_ANTE, DIE, pack, rules_of


@pytest.fixture(scope="module")
def works() -> dict[str, WorkOnDate]:
    return {name: work_in(name, folder) for name, folder in on_shelves().items()}


def game(site: Path, language: str, work: str) -> BuiltPage:
    return page_at(site / language / work / "game" / "index.html")


def said(page: BuiltPage, selector: str) -> list[str]:
    return [re.sub(r"\s+", " ", sentence).strip() for sentence in texts(page.all(selector))]


# ── Sentences ───────────────────────────────────────────────────────────────


def test_the_course_of_a_round_of_baccarat_is_told_in_each_language(built_site: Path) -> None:
    """Articles 2, 13, 7, 9 and 17, in that order, under the defaults: a shoe, a burn of eight, no demonstration."""
    zh, pt, en = (said(game(built_site, x, "mo/baccarat"), ".lx-course > ol > li") for x in ("zh", "pt", "en"))
    assert zh[0].startswith("如開始使用紙牌：莊荷洗紙牌。")
    assert "示範" not in zh[0]
    assert zh[2] == "派予閒家，繼而莊家，每次一張紙牌，牌面向下，直至各有兩張。 第七條第一款"
    assert pt[1] == "Aceitam-se apostas. artigo 13.º"
    assert en[2].startswith(
        "Deal to the player, and then the banker, one card at a time, face down, until each has two."
    )
    assert (
        en[4]
        == "For the player the rules say whether to draw. By the table below. article 9draw: takes one card. article 9"
    )
    assert len(zh) == len(pt) == len(en) == 7


def test_every_sentence_of_the_course_and_of_the_equipment_cites_a_provision(built_site: Path) -> None:
    for language in LANGUAGES:
        for folder in sorted((built_site / language).glob("[mx]*/*/game")):
            page = page_at(folder / "index.html")
            for line in page.all("ul.lx-said > li, .lx-course > ol > li"):
                assert line.cssselect("a.lx-cite"), (folder, text(line))


def test_equipment_is_counted(built_site: Path) -> None:
    material = said(game(built_site, "en", "mo/baccarat"), "#equipment ~ ul.lx-said > li")
    assert material[0].startswith("8 sets of cards, 52 in each and 416 in all")
    material = said(game(built_site, "zh", "xx/fantan"), "#equipment ~ ul.lx-said > li")
    assert material[0].startswith("攤子一堆，數目不詳，每4枚一數，餘數示1至4之一。")


def test_bets_stand_beside_their_exact_chances(built_site: Path) -> None:
    """A single number of a wheel with one zero: 35 to 1, won in 1 of 37, edge 1 of 37."""
    page = game(built_site, "en", "xx/roulette")
    rows = [texts(list(row)) for row in page.all("#glance ~ div table tr")]
    straight = next(row for row in rows if row[0].startswith("straight"))
    assert straight[1:4] == ["35", "2.70%", "2.7027%"]


def test_a_pay_table_has_the_share_of_hands_of_each_row(built_site: Path) -> None:
    """Of the 22,100 hands of three cards 48 are straight flushes and 52 three of a kind."""
    page = game(built_site, "en", "mo/q-poker")
    rows = [texts(list(row)) for row in page.all("table.lx-paytable tr")]
    assert rows[1][2] == f"{48 / 221:.4f}%"
    assert rows[2][2] == f"{52 / 221:.4f}%"


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_several_dice_each_shows_a_result(language: str) -> None:
    said = {
        "zh": ("擲得1或2之一", "每枚擲得1或2之一"),
        "pt": ("; mostra um destes", "; cada peça mostra um destes"),
        "en": ("it shows one of 1 and 2", "each shows one of 1 and 2"),
    }
    for number, told in enumerate(said[language], 1):
        law = COIN_AND_ANTE.replace("material: 1", f"material: {number}")
        page = html.fromstring(game_page(WorkOnDate("small", "1", {"en": rules_of(law)}, None), language).body)
        assert told in texts(page.cssselect("ul.lx-said > li"))[0]


# A table for each of two dice of another party, and two rows in one item.
TWO_TABLES = f"""{COIN_AND_ANTE.replace("2 and 1", "3, 2 and 1")}  there is one “rival”.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  “rival” throws “die”.
  settle “ante”.
Article 3
  when the total of “rival” is 3, then “ante” pays by the total of “dealer”:
1)
  1 4 to 1.
2)
  2 and 3 1 to 1.
Article 4
  when the total of “rival” is 1 or 2, then “ante” pays by the total of “dealer”:
1)
  1 2 to 1.
2)
  3 5 to 1.
  2 2 to 1.
"""


def test_two_pay_tables_of_a_bet_stand_under_their_own_conditions() -> None:
    """One throw of nine for each number of each die: the rival shows 3 in three, and 1 or 2 in six."""
    page = html.fromstring(game_page(WorkOnDate("small", "1", {"en": rules_of(TWO_TABLES)}, None), "en").body)
    assert [re.sub(r"\s+", " ", text(opening)) for opening in page.cssselect(".lx-opening")] == [
        "When the total of “rival” is 3, the bet on ante pays by the total of “dealer”. article 3",
        "When the total of “rival” is 1 or 2, the bet on ante pays by the total of “dealer”. article 4",
    ]
    tables = [[texts(list(row)[:3]) for row in table.cssselect("tbody tr")] for table in page.cssselect(".lx-paytable")]
    assert tables == [
        [["1", "4 to 1", "11.1111%"], ["2 or 3", "1 to 1", "22.2222%"]],
        # Of two rows in one item it is not known by the item which of them decided.
        [["1", "2 to 1", "22.2222%"], ["3", "5 to 1", "—"], ["2", "2 to 1", "—"]],
    ]


@pytest.mark.parametrize(
    ("paid", "others"),
    [("the total of “dealer”:\n1)\n  3", "os restantes"), ("the hand of “dealer”:\n1)\n  “pair”", "as restantes")],
    ids=["numbers", "hands"],
)
def test_in_portuguese_the_other_rows_of_a_pay_table_are_of_the_gender_of_its_column(paid: str, others: str) -> None:
    cards = pack("3, 2 and 1").replace("there is one “bank”", "there is one “dealer”")
    law = f"""{cards}  {CATEGORIES}
Article 2
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has 2.
  settle “ante”.
Article 3
  “ante” pays by {paid} 4 to 1.
2)
  others 1 to 1.
"""
    page = html.fromstring(game_page(WorkOnDate("small", "1", {"en": rules_of(law)}, None), "pt").body)
    assert texts(page.cssselect(".lx-paytable tbody th"))[-1] == others


def test_a_row_of_an_item_that_says_more_has_no_share_of_its_own() -> None:
    """Of nine throws of two dice the row of 1 decides one; its item has the bet lose in three more besides."""
    law = TWO_TABLES.partition("Article 4")[0].replace(
        "4 to 1.\n", "4 to 1.\n  when the total of “rival” is 1, then “ante” loses.\n"
    )
    law += "Article 4\n  when the total of “rival” is 2, then “ante” loses.\n"
    page = html.fromstring(game_page(WorkOnDate("small", "1", {"en": rules_of(law)}, None), "en").body)
    rows = [texts(list(row)[:3]) for row in page.cssselect(".lx-paytable tbody tr")]
    assert rows == [["1", "4 to 1", "—"], ["2 or 3", "1 to 1", "22.2222%"]]


def test_a_precedence_is_a_sentence_of_each_language(works: dict[str, WorkOnDate]) -> None:
    """Article 9(2) prevails over 9(1): in Portuguese each with its article, in Chinese without blanks."""
    first = []
    for language in ("zh", "pt", "en"):
        page = html.fromstring(game_page(works["mo/baccarat"], language).body)
        first.append(texts(page.cssselect("#precedence ~ ul.lx-said > li"))[0])
    assert first[0].startswith("第九條(二)項優先於第九條(一)項。")
    assert first[1].startswith("A alínea 2) do artigo 9.º prevalece sobre a alínea 1) do artigo 9.º.")
    assert first[2].startswith("Item 2 of article 9 prevails over item 1 of article 9.")


# ── What a side must do ─────────────────────────────────────────────────────


def drawing(numbers: str, norms: str, declared: str = "", held: int = 1) -> str:
    """The rival, then the bank receive cards in view of all; then norms say whether the bank draws."""
    return f"""{pack(numbers, "4 packs")}\
  there is one “rival”.
  {declared}
Article 2
  bets are accepted.
  deal to “rival”, one “card” at a time, face up, until each has {held}.
  deal to “bank”, one “card” at a time, face up, until each has {held}.
  “bank” follows the rules on “draw”.
  upon “draw”: takes one “card”.
  settle “ante”.
Article 3
  {norms}
Article 4
  “ante” loses.
"""


def norm_table(law: str) -> tuple[str, list[list[str]]]:
    """The caption of the decision table of a law, and its rows with the head; of each cell the decision alone."""
    page = html.fromstring(game_page(WorkOnDate("small", "1", {"en": rules_of(law)}, None), "en").body)
    (table,) = page.cssselect("table.lx-norms")
    for cited in table.cssselect("small"):
        cited.clear()
    rows = [[" ".join(text(cell).split()) for cell in row] for row in table.cssselect("tr")]
    return " ".join(text(table.cssselect("caption")[0]).split()), rows


def test_a_column_of_the_number_zero_or_one_says_so() -> None:
    """The bank draws where the rival has more: with 0 against 1 and 2, with 1 against 2, with 2 never."""
    higher = "the total of “rival” is higher than the total of “bank”"
    law = drawing(
        "2, 1 and 0",
        f"when {higher}, then “bank” must “draw”.\n  when it is not so that {higher}, then “bank” must not “draw”.",
    )
    assert norm_table(law)[1] == [
        ["rival’s total", "bank’s total: 0", "bank’s total: 1", "bank’s total: 2"],
        ["0", "must not", "must not", "must not"],
        ["1", "must", "must not", "must not"],
        ["2", "must", "must", "must not"],
    ]


CATEGORIES = """each hand belongs to the first category that fits, from high to low:
1)
  “pair”: 2 are of the same “number”; compared by: the “number” of each card, highest first.
2)
  “single”: it is not so that 9 are of the same “number”; compared by: the “number” of each card, highest first."""
OF_PAIRS = [
    ["the category of rival’s hand is pair", "must"],
    ["the category of rival’s hand is single", "must not"],
]
OF_HANDS = [
    ["rival’s hand is lower than bank’s hand", "must not"],
    ["rival’s hand is equal to bank’s hand", "must not"],
    ["rival’s hand is higher than bank’s hand", "must"],
]


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("the hand of “rival” is “pair”", OF_PAIRS),
        ("the hand of “rival” is higher than the hand of “bank”", OF_HANDS),
        ("“player” has a bet on “ante”", [["player has a bet on “ante”", "must"]]),
    ],
)
def test_rows_by_what_is_no_number_are_sentences(condition: str, told: list[list[str]]) -> None:
    otherwise = f"when it is not so that {condition}, then “bank” must not “draw”."
    norms = f"when {condition}, then “bank” must “draw”.\n  {otherwise}"
    assert norm_table(drawing("2 and 1", norms, CATEGORIES, 2))[1] == [["When", ""], *told]


def test_columns_are_put_together_where_no_other_is_told_so() -> None:
    """It draws where the rival and a third have the same: one column of 0 or 1 beside 0 or 1 would say all of them."""
    norms = "\n  ".join(
        f"when the total of “bank” is 0 or 1, and the total of “third” is {third}, and the total of “rival” is {rival},"
        f" then “bank” {'must' if third == rival else 'must not'} “draw”."
        for third in (0, 1)
        for rival in (0, 1)
    )
    law = drawing("1 and 0", norms, "there is one “third”.")
    dealt = "  deal to “third”, one “card” at a time, face up, until each has 1.\n"
    _, rows = norm_table(law.replace("  “bank” follows", f"{dealt}  “bank” follows"))
    columns = [f"third’s total: {third} rival’s total: {rival}" for third in (0, 1) for rival in (0, 1)]
    decided = ["must", "must not", "must not", "must"]
    assert rows == [["bank’s total", *columns], ["0", *decided], ["1", *decided]]


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("", "bank: “draw”, in every situation that a round can reach"),
        (
            "  “player” may “touch”.\n  upon “touch”: takes one “card”.\n",
            "bank: “draw”, in the situations that were found; there may be others: "
            "somebody may act of their own accord, and the search follows the steps of the round alone",
        ),
    ],
)
def test_a_table_that_may_lack_situations_says_why(act: str, told: str) -> None:
    norms = "\n  ".join(
        f"when the total of “bank” is {total}, then “bank” {word} “draw”."
        for total, word in ((1, "must"), (2, "must not"))
    )
    assert norm_table(f"{drawing('2 and 1', norms)}{act}")[0] == told


def test_a_text_without_steps_is_told_to_be_one_by_which_nothing_is_played() -> None:
    told = "The text has no step of a round: nothing is played by it."
    for law, is_told in ((COIN_AND_ANTE, True), (TWO_TABLES, False)):
        page = html.fromstring(game_page(WorkOnDate("small", "1", {"en": rules_of(law)}, None), "en").body)
        assert (told in texts(page.cssselect("p"))) is is_told


@pytest.mark.parametrize(
    ("work", "language", "sentences"),
    [
        ("mo/baccarat", "zh", ["花色：黑桃、紅心、梅花及鑽石。", "點數：A、K、Q、J及10至2。"]),
        (
            "mo/baccarat",
            "pt",
            ["Naipe: espadas, copas, paus e ouros.", "Valor facial: Ás, Rei, Dama, Valete e 10 a 2."],
        ),
        ("mo/q-poker", "zh", ["花色由大至小：黑桃、紅心、梅花及鑽石。", "點數由大至小：A、K、Q、J及10至2。"]),
        (
            "xx/three-card-poker",
            "en",
            [
                "Suit: spades, hearts, clubs and diamonds.",
                "Rank, from high to low: ace, king, queen, jack and 10 to 2.",
            ],
        ),
        ("xx/craps", "en", ["Point number: 10, 9, 8, 6, 5 and 4.", "Hard number: 10, 8, 6 and 4."]),
    ],
)
def test_items_are_said_to_go_from_high_to_low_where_a_rule_compares_them(
    works: dict[str, WorkOnDate], work: str, language: str, sentences: list[str]
) -> None:
    """Baccarat compares totals, and asks of a pair only whether its cards are alike; three card poker, no suits."""
    assert listings(Desk(f"{language}/{work}/game", works[work])) == sentences


@pytest.mark.parametrize(
    ("category", "rule", "order"),
    [
        ("2 are of the same “number”.", "", ""),
        ("2 follow one another in “number”.", "", ", from high to low"),
        (
            "2 are of the same “number”; compared by: the “number” of each card, highest first.",
            "",
            ", from high to low",
        ),
        (
            "2 are of the same “number”.",
            "  when the hand of “bank” is worth at least “double” with 3, then “ante” loses.\n",
            ", from high to low",
        ),
    ],
)
def test_a_sequence_a_key_and_an_item_or_better_read_the_order_of_a_scale(category: str, rule: str, order: str) -> None:
    head = CATEGORIES.splitlines()[0]
    law = f"{pack('3, 2 and 1')}{rule}Article 2\n  {head}\n1)\n  “double”: {category}\n"
    desk = Desk("en/small/game", WorkOnDate("small", "1", {"en": rules_of(law)}, None))
    assert listings(desk) == [f"Number{order}: 3, 2 and 1."]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Two “die”; each shows one of 1, 2 and 3."),
        ("pt", "Dois «die»; cada peça mostra um destes resultados: 1, 2 e 3."),
        ("zh", "Die兩枚，每枚擲得1、2或3之一。"),
    ],
)
def test_several_of_a_thing_without_a_plural_are_told_by_its_name(language: str, said: str) -> None:
    """“Two die” is no English; a glossary that gives no noun has the term told as a name, as in a formal sentence."""
    rules = rules_of(DIE.replace("1 “die”", "2 “die”"))
    desk = Desk(f"{language}/small/game", WorkOnDate("small", "1", {language: rules}, None))
    (material, *_) = equipment(desk, rules).material
    assert "".join(piece.text for piece in material.sentence) == said


def listings(desk: Desk) -> list[str]:
    """The sentences on scales."""
    rules = desk.work.text(desk.language)
    material = equipment(desk, rules).material[len(rules.stocks) + len(rules.thrown) :]
    return ["".join(piece.text for piece in said.sentence) for said in material[: len(rules.scales)]]


# ── The chart ───────────────────────────────────────────────────────────────


def test_the_chart_goes_on_as_the_program_of_a_round(works: dict[str, WorkOnDate]) -> None:
    """Craps: out from item 5, when every bet is decided, and back from the repetition to the second throw."""
    desk = Desk("en/xx/craps/game", works["xx/craps"])
    chart = course(desk, tabled_actions(desk)).chart
    assert [arrow.kind for arrow in chart.arrows if arrow.kind in ("back", "out")] == ["back", "out"]
    assert "From 16 back to 14, until the condition is met." in chart.description
    assert chart.description.endswith("From 5 to the end of the round, if its condition is met.")


def test_every_item_of_the_chart_is_an_operation_of_the_program(works: dict[str, WorkOnDate]) -> None:
    for work in works.values():
        bound = work.game.questions.judge.rules
        plan = walk(bound, tuple(alone(bound, bet, bound.source.names[bet].followed[0]) for bet in bound.bets))
        places = {basis.step for basis in plan.bases if basis.step >= 0}
        assert places <= set(range(len(bound.steps)))
        desk = Desk(f"en/{work.name}/game", work)
        told = course(desk, tabled_actions(desk))
        assert [box.number for box in told.chart.boxes] == [item.number for item in told.items]


def test_a_question_of_the_chart_ends_in_its_own_mark() -> None:
    """The norms decide whether the bank draws: a box asks it, and the next is another sentence."""
    law = drawing("2 and 1", "“bank” must “draw”.")
    desk = Desk("en/small/game", WorkOnDate("small", "1", {"en": rules_of(law)}, None))
    told = course(desk, tabled_actions(desk)).chart.description
    assert ". 3. bank: draw? 4. Settlement." in told
    assert "?." not in told
    chinese = Desk("zh/small/game", desk.work)
    assert "。3、bank：draw？4、結算。" in course(chinese, tabled_actions(chinese)).chart.description


def test_boxes_of_a_chart_do_not_touch_and_hold_their_lines() -> None:
    chart = flow_chart([Box(1, "one"), Box(2, "two " * 30, "if so")], [(2, 1)], [], "over", "title", "words")
    first, second = chart.boxes
    assert first.y + first.height < second.y
    assert all(second.y < line.y < second.y + second.height for line in second.lines)
    assert second.y + second.height < chart.over_y < chart.height


@pytest.mark.parametrize("words", ["紙牌" * 40, "carta branca " * 20, "x" * 100])
def test_broken_lines_lose_nothing(words: str) -> None:
    lines = list(broken(words, 300, 15))
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert len(lines) > 1 or " " not in words


def test_the_chart_says_in_words_what_it_shows(built_site: Path) -> None:
    for language in LANGUAGES:
        (drawing,) = game(built_site, language, "mo/baccarat").all(".lx-flow svg[role=img]")
        names = [drawing.cssselect(f"#{name}")[0] for name in drawing.attrib["aria-labelledby"].split()]
        assert [name.tag for name in names] == ["title", "desc"]
        assert all(text(name).strip() for name in names)
