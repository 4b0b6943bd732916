"""Checks on the law, against oracles that play every deal, and against tables written by hand.

The search of `lexludi.checks` is never asked here whether it is right: rounds are.
"""

import json
import shutil
from collections.abc import Iterable, Mapping
from contextlib import nullcontext, suppress
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lexludi.base.diagnostics import Diagnostic, Severity, render_text, to_json
from lexludi.base.errors import InvalidStack, UnsettledCase
from lexludi.base.messages import catalogue
from lexludi.base.resources import shelves
from lexludi.base.source import Source
from lexludi.checks.catalogue import search
from lexludi.checks.checking import Report, check_paths
from lexludi.checks.comparing import gap_in_order, idle_key
from lexludi.checks.conflict import conflict, idle_exception
from lexludi.checks.effects import effects
from lexludi.checks.findings import OwnSettings, Setting
from lexludi.checks.full_table import too_few_objects
from lexludi.checks.gap import gap
from lexludi.checks.idle_rules import redundant_rule, unreachable_rule
from lexludi.checks.law import Law
from lexludi.checks.reachable import Reachable
from lexludi.checks.regions import region
from lexludi.checks.searches import Searches
from lexludi.checks.situations import UNDECIDED, Answer, Situation
from lexludi.checks.survey import Survey, Surveys, defaults, single_changes, survey
from lexludi.checks.wagers import wagers
from lexludi.exact.budget import Budget
from lexludi.exact.odds import odds
from lexludi.language.glossary import Glossary
from lexludi.language.phrases import LANGUAGES
from lexludi.law.agreement import LoadedText
from lexludi.law.loader import find, read_source, rules_of, text_file
from lexludi.play.actions import Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Game, load, make_game
from lexludi.rules.meaning import Modality
from lexludi.rules.model import RuleSet, Value
from lexludi.rules.settings import decide, resolve_settings
from small import COIN, DIE, HEADER, THROW, document_of, game_of, pack
from small import law_of as law_of_text
from small import rules_of as of_text
from test_third_card import BANKER, PLAYER

ROOT = Path(__file__).resolve().parent.parent

TESTS = Path(__file__).resolve().parent
CORPUS = TESTS / "corpus" / "valid"
FOUND = TESTS / "generated" / "found"

# Two hands of two cards out of ten; hands of the same ranks are equal, and no rule says what then.
SMALL = """規章：small
本文為虛構示例，並非法律。

第一條
  「花色」由大至小：「黑桃」、「紅心」。
  「點數」由大至小：「A」、「K」、「Q」、「J」、9。
  用具：{packs}副「紙牌」，每副按「花色」、「點數」之每一組合各一張，共10張。
  設一名「莊荷」。
  設1個「門」。
  「博彩者」在「門」下注。
  「與莊荷博彩」為投注。
  接受下注。
  派予有投注之每一「門」，繼而「莊荷」，每次1張「紙牌」，牌面向下，直至各有2張。
  持牌屬下列首個相符之類別，由大至小：
一、
  「一對」：「點數」全部相同；比較「點數」最大一張之「點數」。
二、
  「同花」：「花色」全部相同；比較由大至小各張之「點數」。
三、
  「順」：非「點數」全部相同；比較由大至小各張之「點數」。

第二條
  結算「與莊荷博彩」。
一、
  如「莊荷」持牌大於「博彩者」持牌，則「與莊荷博彩」輸。
二、
  如「莊荷」持牌小於「博彩者」持牌，且「博彩者」持牌屬「一對」，則「與莊荷博彩」按一賠二賠彩。
三、
  如「莊荷」持牌小於「博彩者」持牌，且非「博彩者」持牌屬「一對」，則「與莊荷博彩」按一賠一賠彩。
"""


def small(folder: Path, packs: int) -> Game:
    shutil.copy(TESTS / "diagnostics-glossary.toml", folder / "glossary.toml")
    path = folder / f"{packs}.zh.ludi"
    path.write_text(SMALL.format(packs=packs), "utf-8")
    return load(str(path))


@cache
def searches() -> Searches:
    """The searches of all texts here: rounds that are played alike are searched once."""
    return Searches()


@cache
def surveyed(work: str, *chosen: str) -> Survey:
    """What rounds reach, with options and readings as at the command line."""
    rules = rules_of(find(work))
    pairs: dict[str, Value] = {}
    for choice in chosen:
        name, _, value = choice.partition("=")
        pairs[name] = int(value) if value.isdigit() else value
    return Surveys(rules, searches()).under({**defaults(rules), **pairs}, Budget())


def answer_about(found: Survey, kind: str, about: str, role: str = "") -> Answer:
    (answer,) = (
        a for a in found.answers if (a.question.kind, a.question.about, a.question.role) == (kind, about, role)
    )
    return answer


def readings(answer: Answer, situation: Situation) -> dict[str, Any]:
    return dict(zip(answer.question.group.names, situation.values, strict=True))


def settled_values(
    game: Game, cards: list[str], bet: str, naming: str = "", holder: str = ""
) -> tuple[Any, ...] | None:
    """What the rules read when they settled a bet in a round with chosen objects; nothing if they could not."""
    round_ = game.new_round(cards=cards)
    round_.apply(PlaceBet("", holder, bet, 1, naming))
    try:
        round_.apply(Deal())
        while (due := round_.decision) is not None:
            round_.apply(Choose(due.bettor, due.unit, "play" if "play" in due.alternatives else due.alternatives[0]))
    except UnsettledCase:
        return None
    names, values = next((n, v) for kind, _, _, n, v in round_.steps if kind == "settled")
    told = ("bet", "holder", "stake", "result", "net", "naming", "decided")
    return tuple(value for name, value in zip(names, values, strict=True) if name not in told)


# ── Against every deal ──────────────────────────────────────────────────────


@pytest.mark.parametrize("packs", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_search_reaches_exactly_what_every_deal_reaches(packs: int, tmp_path: Path) -> None:
    game = small(tmp_path, packs)
    cards = [o.symbol for o in game.questions.judge.hands.material.objects] * packs
    reached: set[tuple[Any, ...]] = set()
    stopped = 0
    for player in combinations(range(len(cards)), 2):
        rest = [i for i in range(len(cards)) if i not in player]
        for dealer in combinations(rest, 2):
            order = [cards[player[0]], cards[dealer[0]], cards[player[1]], cards[dealer[1]]]
            values = settled_values(game, order, "ante")
            stopped += values is None
            reached |= {values} if values is not None else set()
    answer = answer_about(survey(game.rules, {}), "bet", "ante")
    assert {s.values for s in answer.situations if not s.verdict.problem} == reached
    gaps = [s for s in answer.situations if s.verdict.problem]
    assert all(s.verdict.problem == "gap" for s in gaps)
    assert bool(gaps) == bool(stopped)
    assert not answer.undecided


@pytest.mark.parametrize("bet", ["big", "small", "any-triple", "single-face"])
def test_search_reaches_exactly_what_every_throw_reaches(bet: str) -> None:
    game = load(str(CORPUS / "three-dice"))
    namings = [str(n) for n in range(1, 7)] if bet == "single-face" else [""]
    throws = product("123456", repeat=3)
    reached = {settled_values(game, list(throw), bet, naming) for throw in throws for naming in namings}
    answer = answer_about(surveyed(str(CORPUS / "three-dice")), "bet", bet)
    assert {s.values for s in answer.situations} == reached


@pytest.mark.parametrize(
    ("work", "chosen"),
    [
        ("mo/q-poker", ()),
        ("mo/q-poker", ("packs=2",)),
        ("mo/q-poker", ("dealing=shuffler",)),
        ("mo/baccarat@2004-05-18", ()),
    ],
)
def test_every_example_read_again_by_a_round_gives_the_situation_that_it_stands_for(
    work: str, chosen: tuple[str, ...]
) -> None:
    options = dict(c.split("=") for c in chosen if c.startswith("dealing"))
    game = load(work, options=options, readings=dict(c.split("=") for c in chosen if not c.startswith("dealing")))
    symbols = game.questions.judge.hands.material.symbols
    found = surveyed(work, *chosen)
    holder = "box-1" if work == "mo/q-poker" else ""
    for answer in found.answers:
        if answer.question.kind != "bet":
            continue
        for situation in answer.situations:
            left = sorted(set(range(len(game.questions.judge.hands.material.objects))) - set(situation.example.order))
            cards = symbols([*situation.example.order, *left])
            values = settled_values(game, cards, answer.question.about, situation.example.naming, holder)
            assert values == (None if situation.verdict.problem else situation.values)


@pytest.mark.parametrize(
    ("work", "bet", "kinds"),
    [
        (str(CORPUS / "draw-to-total"), "main-bet", ("settled",)),
        ("mo/baccarat@2004-05-18", "player", ("settled", "required", "not-allowed")),
    ],
)
def test_rounds_at_random_reach_nothing_that_the_search_excludes(work: str, bet: str, kinds: tuple[str, ...]) -> None:
    game, rng = load(work), Random(1)
    found = surveyed(work)
    reached = {(a.question.about, a.question.role): {s.values for s in a.situations} for a in found.answers}
    for seed in range(1500):
        round_ = game.new_round(seed=seed)
        round_.apply(PlaceBet("", "", bet, 1))
        round_.apply(Deal())
        while round_.decision is not None:
            round_.apply(rng.choice(round_.legal_actions()))
        for kind, _, party, _, values in round_.steps:
            if kind == "settled":
                assert values[5:-1] in reached[bet, ""]
            elif kind in kinds:
                assert values[1:-1] in reached[values[0], party]


# ── Baccarat: article 9 against tables written by hand ──────────────────────


def table(text: str) -> dict[tuple[str, str], str]:
    rows = [line.split() for line in text.strip("\n").splitlines()]
    return {(row[0], column): cell for row in rows[1:] for column, cell in zip(rows[0], row[1:], strict=True)}


def test_the_hundred_situations_of_the_players_third_card_are_reached_and_decided_as_the_table_has_them() -> None:
    answer = answer_about(surveyed("mo/baccarat@2004-05-18"), "action", "draw", "player")
    found = {}
    for situation in answer.situations:
        read = readings(answer, situation)
        assert situation.verdict.rule is not None
        cell = "D" if situation.verdict.rule.effect.modality is Modality.MUST else "S"
        found[str(read["total-first:2:player"]), str(read["total-first:2:banker"])] = cell
    assert found == table(PLAYER)


def test_the_situations_of_the_bankers_third_card_are_reached_and_decided_as_the_table_has_them() -> None:
    answer = answer_about(surveyed("mo/baccarat@2004-05-18"), "action", "draw", "banker")
    found: dict[tuple[str, str], set[str]] = {}
    for situation in answer.situations:
        read = readings(answer, situation)
        assert situation.verdict.rule is not None
        if read["total-first:2:player"] in (8, 9):
            assert situation.verdict.rule.effect.modality is Modality.MUST_NOT
            continue
        if read["drew-none:player"] and read["total-first:2:player"] < 6:
            assert read["total-first:2:banker"] in (8, 9), "only a natural of the banker keeps the player from drawing"
            continue
        card = "-" if read["drew-none:player"] else str(read["drawn-value:player"])
        cell = "D" if situation.verdict.rule.effect.modality is Modality.MUST else "S"
        found.setdefault((str(read["total-first:2:banker"]), card), set()).add(cell)
    expected = {place: {cell} for place, cell in table(BANKER).items() if cell != "n"}
    assert found == expected
    assert len(table(BANKER)) == 110


# ── Findings of the shelf ───────────────────────────────────────────────────


@cache
def report(work: str) -> Report:
    return check_paths([work], law=True)


def findings(work: str, code: str) -> list[Diagnostic]:
    return [d for d in report(work).law if d.code == code]


def test_equal_hands_of_q_poker_cannot_lie_together_with_one_pack_and_leave_a_gap_with_two() -> None:
    proof, order = findings("mo/q-poker", "gap-unreachable")
    assert proof.plain_args()["provisions"] == ["art_9__point_6", "art_9__point_7"]
    assert order.plain_args()["provisions"] == ["art_8"]
    assert order.plain_args()["question"] == {"kind": "order", "about": ""}
    assert proof.plain_args()["examined"] == order.plain_args()["examined"] == 22100 * 22100
    ante, equals = findings("mo/q-poker", "gap")
    assert ante.severity is Severity.NOTE
    assert ante.plain_args()["provisions"] == ["art_9__point_6", "art_9__point_7"]
    assert ante.plain_args()["setting"] == {"name": "packs", "value": "2"}
    assert equals.plain_args()["setting"] == {"name": "packs", "value": "2"}
    assert equals.plain_args()["count"] == 6, "in each category there are equal hands"
    deal = to_json(equals, catalogue("en"))["example-deal"]
    hands = load("mo/q-poker", readings={"packs": 2}).questions.judge.hands
    one, two = (hands.strength(tuple(map(hands.material.parse, hand))) for hand in deal["hands"].values())
    assert one == two


def test_the_example_of_the_gap_stops_a_round_at_the_provisions_it_names() -> None:
    ante = findings("mo/q-poker", "gap")[0]
    deal = to_json(ante, catalogue("en"))["example-deal"]
    round_ = load("mo/q-poker", readings={"packs": 2}).new_round(cards=deal["order"])
    round_.apply(PlaceBet("", "box-1", "ante", 10))
    round_.apply(Deal())
    with pytest.raises(UnsettledCase) as stopped:
        round_.apply(Choose("player-1", "box-1", "play"))
    assert {"art_9__point_6", "art_9__point_7"} <= set(stopped.value.provisions)
    assert deal["hands"] == {u: h["objects"] for u, h in round_.to_json()["holders"].items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_are_told_in_every_language(language: str) -> None:
    words = catalogue(language)
    for work in ("mo/q-poker", "mo/baccarat@2004-05-18"):
        for diagnostic in report(work).law:
            assert "{" not in render_text(diagnostic, words)
            json.dumps(to_json(diagnostic, words))


def test_the_prohibitions_of_article_9_4_of_baccarat_add_something_only_against_a_natural_of_the_player() -> None:
    restated = findings("mo/baccarat@2004-05-18", "restated-rule")
    added = {d.labels[0].eid: next(h.args for h in d.hints if h.key == "opposes-in") for d in restated}
    assert {eid: (a["adds"], a["applies"]) for eid, a in added.items()} == {
        "art_9__point_2": (12, 52),
        "art_9__point_4__point_1": (0, 6),
        "art_9__point_4__point_2": (0, 24),
        "art_9__point_4__point_3": (0, 36),
        "art_9__point_4__point_4": (0, 52),
        "art_9__point_4__point_5": (0, 84),
        "art_9__point_4__point_6": (12, 20),
    }
    # Read in the text: 9(1) requires what 9(2) forbids with six totals of the player, 9(3) what 9(4)(6) does with six
    # of the banker, of the situations in which these prohibitions apply at all.
    where = {d.labels[0].eid: [h.args["where"].to_json() for h in d.hints if h.key == "adds-where"] for d in restated}
    assert {eid: found for eid, found in where.items() if found} == {
        "art_9__point_2": [{"total-first:2:player": [0, 1, 2, 3, 4, 5]}],
        "art_9__point_4__point_6": [{"total-first:2:banker": [0, 1, 2, 3, 4, 5]}],
    }


def test_a_region_is_told_by_the_readings_that_it_needs_or_not_at_all() -> None:
    every = [(("a", a), ("b", b), ("c", 7)) for a in range(4) for b in (None, True, False)]
    glossary = Glossary()

    def told(of: list[tuple[tuple[str, Any], ...]]) -> Any:
        found = region(of, every, glossary)
        return found and found.to_json()

    assert told([f for f in every if f[0][1] > 1]) == {"a": [2, 3]}
    assert told([f for f in every if f[0][1] < 2 and f[1][1] is not True]) == {"a": [0, 1], "b": [False, None]}
    assert told(every) == {}
    assert told([f for f in every if (f[0][1] > 1) == (f[1][1] is None)]) is None
    assert told([]) is None


def test_the_shelf_has_no_gap_and_no_conflict_under_its_defaults() -> None:
    for work in ("mo/q-poker", "mo/baccarat@2004-05-18"):
        assert [d for d in report(work).law if d.severity is not Severity.NOTE] == []
        assert report(work).unsearched == ()


def test_what_each_reading_of_q_poker_changes() -> None:
    changed = {(s.name, str(s.value)): effect for _, s, effect in report("mo/q-poker").effects}
    assert changed == {
        ("packs", "2"): "reach",
        # Of so many packs no hand lacks a card: all rounds are there that any number of packs has.
        ("packs", "8"): "reach",
        ("holding-limit", "no-leaving"): "procedure",
        ("holding-limit", "no-holding-away"): "procedure",
        ("dealt-to", "player"): "procedure",
        ("suited-run-order", "card-by-card"): "hands",
        ("straight-suits", "all-different"): "hands",
        ("run-order", "card-by-card"): "hands",
        ("run-order", "highest-card"): "hands",
        ("low-run-suit", "suit-of-ace"): "hands",
        ("opened-by", "dealer"): "procedure",
        ("decision-time", "after-result"): "procedure",
        ("not-qualified", "keep-half"): "decisions",
        ("equal-hands", "push"): "none",
        ("equal-hands", "dealer-wins"): "none",
        ("equal-hands", "player-wins"): "none",
        ("exposed-cards", "players-cards"): "decisions",
        ("exposed-dealer-card", "only-one"): "decisions",
        ("exposure-time", "any-time"): "decisions",
    }


# ── Baccarat before the exceptions were declared ────────────────────────────


@pytest.fixture(scope="module")
def undecided_baccarat(tmp_path_factory: pytest.TempPathFactory) -> RuleSet:
    """Baccarat without the precedences that the transcription reads into article 9."""
    top = tmp_path_factory.mktemp("shelf")
    shutil.copy(shelves()[0] / "glossary.toml", top / "glossary.toml")
    folder = top / "baccarat"
    folder.mkdir()
    original = shelves()[0] / "mo" / "baccarat"
    shutil.copy(original / "glossary.toml", folder / "glossary.toml")
    lines = (original / "2004-05-18.zh.ludi").read_text("utf-8").splitlines(keepends=True)
    path = folder / "2004-05-18.zh.ludi"
    path.write_text("".join(line for line in lines if "優先於" not in line), "utf-8")
    return rules_of(text_file(path))


def test_without_its_exceptions_article_9_contradicts_itself(undecided_baccarat: RuleSet) -> None:
    source = read_source(find("mo/baccarat@2004-05-18"))
    law = Law(undecided_baccarat, source)
    found = {(d.labels[0].eid, d.labels[1].eid): d.plain_args()["count"] for d in conflict(law)}
    assert found == {
        # The player has 0 to 5, the banker a natural.
        ("art_9__point_1", "art_9__point_2"): 12,
        # The player has a natural and draws no card, the banker has 0 to 5.
        ("art_9__point_3__point_6", "art_9__point_4__point_6"): 12,
    }


def test_the_example_of_a_conflict_stops_a_round(undecided_baccarat: RuleSet) -> None:
    game = make_game(undecided_baccarat, "2004-05-18", {}, {})
    for answer in survey(undecided_baccarat, defaults(undecided_baccarat)).answers:
        if answer.question.kind != "action":
            continue
        for situation in answer.situations:
            if situation.verdict.problem == "conflict":
                round_ = game.new_round(cards=game.questions.judge.hands.material.symbols(situation.example.order))
                with pytest.raises(UnsettledCase) as stopped:
                    round_.apply(Deal())
                assert stopped.value.provisions == situation.verdict.provisions


def test_the_exceptions_of_the_shelf_matter() -> None:
    for work in ("mo/q-poker", "mo/baccarat@2004-05-18"):
        assert findings(work, "idle-exception") == []


DICE = """規章：dice
本文為虛構示例，並非法律。

第一條
  「骰面」由大至小：6、5、4、3、2、1。
  用具：{number}枚「骰子」，每枚擲得「骰面」之一。
  每一「骰子」按其所示之數計。
  設一名「莊荷」。
  「博彩者」下注。
  「與莊荷博彩」為投注。
  接受下注。
  「莊荷」擲「骰子」。
  {settle}

第二條
  如「莊荷」合計大於3，則「與莊荷博彩」按一賠一賠彩。
"""


def dice(folder: Path, settle: str, number: int = 1) -> Report:
    shutil.copy(TESTS / "diagnostics-glossary.toml", folder / "glossary.toml")
    (folder / "1.zh.ludi").write_text(DICE.format(settle=settle, number=number), "utf-8")
    return check_paths([str(folder)], law=True)


def test_what_the_search_does_not_cover_is_said_and_nothing_is_claimed_of_it() -> None:
    found = check_paths([str(FOUND / "has-bet-in-a-step")], law=True)
    assert [reason for _, _, reason in found.unsearched] == ["has_bet"]
    assert found.law == ()


def test_a_bet_that_is_open_when_the_round_is_over_is_a_gap(tmp_path: Path) -> None:
    (gap,) = dice(tmp_path, "如「莊荷」合計大於3，則結算「與莊荷博彩」。").law
    assert gap.plain_args() | {"question": gap.plain_args()["question"]["about"]} == {
        "question": "ante",
        "provisions": ["art_1"],
        "count": 1,
    }
    assert to_json(gap, catalogue("en"))["example-deal"]["order"] in (["1"], ["2"], ["3"])


def test_a_gap_under_the_defaults_is_a_warning(tmp_path: Path) -> None:
    (gap,) = dice(tmp_path, "結算「與莊荷博彩」。").law
    assert (gap.code, gap.severity, gap.plain_args()["count"]) == ("gap", Severity.WARNING, 3)


OTHERWISE = "\n\nArticle 3\n  in every other case, “ante” loses.\n"
ENGLISH_DICE = """regulation: invented
invented example, not law.
in force from 1 February 2031.
{head}
Article 1
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  bets are accepted.
  “dealer” throws “die”.
  settle “ante”.

Article 2
  when the total of “dealer” is higher than 3, then “ante” pays 1 to 1.
"""


@pytest.mark.parametrize(
    ("head", "amendments", "days"),
    [
        (
            "",
            [
                ("repeal article 3.", "1 March"),
                ("add to the regulation:\n  > Article 3 Rest\n  >   in every other case, “ante” loses.", "1 May"),
            ],
            {"2031-03-01"},
        ),
        ("", [("suspend article 3 from 1 March 2031 until 31 March 2031.", "1 March")], {"2031-03-01"}),
        ("on 1 April 2031, article 3 enters into force.\n", [], {"2031-02-01"}),
    ],
    ids=["repealed", "suspended", "awaited"],
)
def test_a_gap_in_the_text_of_any_day_is_told_with_the_day(
    head: str, amendments: list[tuple[str, str]], days: set[str], tmp_path: Path
) -> None:
    """Invented: with article 3 every throw is provided for, and 1, 2 and 3 are not while it does not apply."""
    history(tmp_path, OTHERWISE, amendments, head)
    report = check_paths([str(tmp_path)], law=True)
    assert report.diagnostics == [*report.law]
    (found,) = report.law
    assert (found.code, found.plain_args()["count"]) == ("gap", 3)
    assert {str(hint.args["day"]) for hint in found.hints if hint.key == "text-of-day"} == days


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        # Two sentences contradict each other: on another throw, in other words, and in the same.
        (
            "when the total of “dealer” is 4, then “ante” is returned.\n  in every other case, “ante” loses.",
            "when the total of “dealer” is 5, then “ante” is returned.\n  in every other case, “ante” loses.",
            [("conflict", "4", ""), ("conflict", "5", "2031-03-01")],
        ),
        (
            "when the total of “dealer” is 4, then “ante” is returned.\n  in every other case, “ante” loses.",
            "when the total of “dealer” is 4, then “ante” loses.\n  in every other case, “ante” loses.",
            [("conflict", "4", ""), ("conflict", "4", "2031-03-01")],
        ),
        (
            "when the total of “dealer” is 4, then “ante” is returned.\n  in every other case, “ante” loses.",
            "when the total of “dealer” is 4, then “ante” is returned.\n  in every other case, “ante” is returned.",
            [("conflict", "4", "")],
        ),
        # Throws are not provided for: others, others of which the first is the same, and the same beside another rule.
        (
            "when the total of “dealer” is 1 or 2, then “ante” loses.",
            "when the total of “dealer” is 2 or 3, then “ante” loses.",
            [("gap", "3", ""), ("gap", "1", "2031-03-01")],
        ),
        (
            "when the total of “dealer” is 2, then “ante” loses.",
            "when the total of “dealer” is 3, then “ante” loses.",
            [("gap", "1", ""), ("gap", "1", "2031-03-01")],
        ),
        (
            "when the total of “dealer” is 1 or 2, then “ante” loses.",
            "when the total of “dealer” is 1 or 2, then “ante” is returned.",
            [("gap", "3", "")],
        ),
    ],
    ids=["another-throw", "another-sentence", "the-same", "other-gap", "other-gaps", "the-same-gap"],
)
def test_what_an_amendment_brings_is_told_beside_what_was_there_at_the_same_provisions(
    before: str, after: str, told: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    """Invented: article 2 pays for 4, 5 and 6; on each day as many throws are doubtful between it and article 3."""
    history(tmp_path, f"\n\nArticle 3\n  {before}\n", [(replaced("3", after), "1 March")])
    assert throws_told(check_paths([str(tmp_path)], law=True)) == told


def test_a_conflict_by_default_is_told_beside_one_with_the_choice_that_an_amendment_makes_the_default(
    tmp_path: Path,
) -> None:
    """Invented: from 1 March a throw of 3 is paid and, by default, returned; from 1 May, by default, it loses."""
    reading = "reading “result of equal hands”: “return of the bet” or “dealer wins”; default “{}”; because: a doubt"
    rest = (
        "\n\nArticle 3\n"
        "  when “result of equal hands” is “return of the bet”, and the total of “dealer” is 3,"
        " then “ante” is returned.\n"
        "  when “result of equal hands” is “dealer wins”, and the total of “dealer” is 3, then “ante” loses.\n"
        "  in every other case, “ante” loses.\n"
        f"\nArticle 4\n  {reading.format('return of the bet')}\n  no effect on the machine: a doubt\n"
    )
    paid = "when the total of “dealer” is higher than 2, then “ante” pays 1 to 1."
    decided = f"{reading.format('dealer wins')}\n  no effect on the machine: a doubt"
    amendments = [(replaced("2", paid), "1 March"), (replaced("4", decided), "1 May")]
    history(tmp_path, rest, amendments)
    found = check_paths([str(tmp_path)], law=True).law
    told = []
    for diagnostic in found:
        label, day = diagnostic.labels[1], diagnostic.hints[-1].args["day"]
        *_, effect = label.source.text[label.span.start : label.span.end].split()
        told.append((diagnostic.severity.value, effect, str(day)))
    # The text of the last day is told first.
    assert told == [
        ("warning", "loses", "2031-05-01"),
        ("note", "returned", "2031-05-01"),
        ("warning", "returned", "2031-03-01"),
        ("note", "loses", "2031-03-01"),
    ]


def replaced(article: str, sentences: str) -> str:
    """The sentence of an instrument that gives an article other sentences."""
    quoted = f"Article {article}\n  {sentences}".replace("\n", "\n  > ")
    return f"replace article {article} by:\n  > {quoted}"


def history(folder: Path, rest: str, amendments: list[tuple[str, str]], head: str = "") -> None:
    """The text on a die with more articles, and instruments of one sentence each, with their days."""
    shutil.copy(TESTS / "diagnostics-glossary.toml", folder / "glossary.toml")
    (folder / "amendments").mkdir()
    (folder / "2031-02-01.en.ludi").write_text(ENGLISH_DICE.format(head=head) + rest, "utf-8")
    for number, (sentence, day) in enumerate(amendments, 1):
        head = f"regulation: a{number}\namends: invented\nin force from {day} 2031.\ninvented example, not law.\n\n"
        (folder / "amendments" / f"{number}-2031.en.ludi").write_text(f"{head}1.\n  {sentence}\n", "utf-8")


def throws_told(report: Report) -> list[tuple[str, str, str]]:
    """Of each finding the throw that shows it, and the day of the text that it is told of, but for the first text."""
    found = []
    for diagnostic in report.diagnostics:
        hints = {hint.key: hint.args for hint in diagnostic.hints}
        (throw,) = hints["example-deal"]["deal"].order
        found.append((diagnostic.code, throw, str(hints.get("text-of-day", {}).get("day", ""))))
    return found


def test_single_changes_leave_the_default_out_and_go_one_beyond_the_lowest_of_a_range() -> None:
    rules = rules_of(find("mo/q-poker"))
    assert ("packs", 2) in single_changes(rules)
    assert all(rules.parameters[name].default != value for name, value in single_changes(rules))


KEYS = """規章：keys
本文為虛構示例，並非法律。

第一條
  「花色」由大至小：「黑桃」、「紅心」。
  「點數」由大至小：「A」、「K」、「Q」、「J」。
  解讀「牌副數」：1或2；預設1；理由：虛構
  用具：「牌副數」副「紙牌」，每副按「花色」、「點數」之每一組合各一張，共8張。
  設一名「莊荷」。
  設1個「門」。
  「博彩者」在「門」下注。
  「與莊荷博彩」為投注。
  接受下注。
  派予有投注之每一「門」，繼而「莊荷」，每次1張「紙牌」，牌面向下，直至各有2張。
  持牌屬下列首個相符之類別，由大至小：
一、
  「一對」：「點數」全部相同；比較{keys}。
二、
  「順」：非「點數」全部相同；比較由大至小各張之「點數」。

第二條
  結算「與莊荷博彩」。
一、
  如「莊荷」持牌大於「博彩者」持牌，則「與莊荷博彩」輸。
二、
  其餘情況，「與莊荷博彩」按一賠一賠彩。
"""


@pytest.mark.parametrize(
    ("keys", "idle"),
    [
        ("「點數」最大一張之「點數」", []),
        # Two pairs of one rank cannot lie together with one pack; with two they can.
        ("「點數」最大一張之「點數」；「花色」最大一張之「花色」", []),
        # The rank of the pair, once more.
        ("「點數」最大一張之「點數」；由大至小各張之「點數」", [2]),
        ("由大至小各張之「點數」；「點數」最大一張之「點數」；2張同「點數」者之「點數」", [2, 3]),
    ],
)
def test_a_key_that_no_two_hands_need_is_found(keys: str, idle: list[int], tmp_path: Path) -> None:
    shutil.copy(TESTS / "diagnostics-glossary.toml", tmp_path / "glossary.toml")
    glossary = tmp_path / "glossary.toml"
    glossary.write_text(glossary.read_text("utf-8") + '\n[packs]\nzh = ["牌副數"]\npt = ["x"]\nen = ["x"]\n', "utf-8")
    (tmp_path / "1.zh.ludi").write_text(KEYS.format(keys=keys), "utf-8")
    found = [d.plain_args()["number"] for d in check_paths([str(tmp_path)], law=True).law if d.code == "idle-key"]
    assert found == idle


# Hands of one are compared first; of two later, where two of one rank are both of them that there are.
GROWING = """Article 1
  “suit”, from high to low: “spade” and “heart”.
  “rank”, from high to low: 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “suit” and “rank”.
  every other “card” counts its face value.
  there is one “bank”.
  there is one “house”.
  “player” bets.
  “early” is a bet.
  “late” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “same”: all are of the same “rank”; compared by: the “rank” of the card highest in “rank”{suit}.
2)
  “other”: it is not so that all are of the same “rank”; compared by: the “rank” of each card, highest first{always}.
Article 2
1)
  bets are accepted.
2)
  deal to “bank”, one “card” at a time, face up, until each has one.
  deal to “house”, one “card” at a time, face up, until each has {house}.
  settle “early”.
3)
  deal to “bank”, and then “house”, one “card” at a time, face up, until each has two.
  settle “late”.
Article 3
1)
  when the hand of “bank” is higher than the hand of “house”, then “early” pays 1 to 1.
2)
  when the hand of “bank” is lower than the hand of “house”, then “early” loses.
3)
  when the hand of “bank” is higher than the hand of “house”, then “late” pays 1 to 1.
4)
  when the hand of “bank” is lower than the hand of “house”, then “late” loses.
"""
SUIT = "; the “suit” of the card highest in “rank”"


@pytest.mark.parametrize(
    ("suit", "house", "keys", "order"),
    [
        # The suits decide between two cards of one rank, not between two pairs.
        (SUIT, "one", [], [("gap-unreachable", 6 * 6 + 15 * 15)]),
        # Said once more, they decide nothing more.
        (SUIT * 2, "one", [3], [("gap-unreachable", 6 * 6 + 15 * 15)]),
        # Without them two single cards of one rank are equal.
        ("", "one", [], [("gap", None)]),
        # One card is compared with two: of that nothing is said.
        (SUIT, "two", [], []),
    ],
)
def test_keys_are_judged_by_hands_of_every_size_that_is_compared(
    suit: str, house: str, keys: list[int], order: list[tuple[str, int | None]]
) -> None:
    text = GROWING.format(suit=suit, always=SUIT, house=house)
    law = Law(of_text(text), Source("small.en.ludi", "en", HEADER + text))
    assert [d.plain_args()["number"] for d in idle_key(law)] == keys
    assert [(d.code, d.plain_args().get("examined")) for d in gap_in_order(law)] == order


def test_a_key_is_idle_where_only_the_larger_hands_are_compared() -> None:
    text = GROWING.format(suit=SUIT, always=SUIT, house="one").replace("  settle “early”.\n", "")
    text = text.replace("  settle “late”", "  settle “early”.\n  settle “late”")
    law = Law(of_text(text), Source("small.en.ludi", "en", HEADER + text))
    assert [d.plain_args()["number"] for d in idle_key(law)] == [2]


ONE_CARD = """Article 1
  {options}
  “rank”, from high to low: 13, 10 and 9.
  material: {packs} of “card”, each with one for each combination of “rank”.
  13 counts {king}.
  every other “card” counts its face value.
  there is one “bank”.
  there is one “house”.
  “player” bets.
  “ante” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “one”: all are of the same “rank”; compared by: the total; the “rank” of the card highest in “rank”.
2)
  “other”: it is not so that all are of the same “rank”; compared by: the total.
Article 2
1)
  bets are accepted.
2)
  deal to “bank”, and then “house”, one “card” at a time, face up, until each has one.
3)
  {more}settle “ante”.
Article 3
1)
  {when} the hand of “bank” is higher than the hand of “house”, then “ante” pays 1 to 1.
2)
  {when} the hand of “bank” is lower than the hand of “house”, then “ante” loses.
{rest}"""
PLAIN = {"options": "“suit”, from high to low: “spade”.", "packs": "1 pack", "more": "", "when": "when", "rest": ""}
WAYS = PLAIN | {
    "options": "house option “way”: “by rank”, “by size” or “by total”; default “by rank”.\n"
    "  house option “packs”: 1 or 2; default 1.",
    "packs": "“packs” packs",
    "when": "when it is not so that “way” is “by total”, and",
    "rest": "3)\n  when “way” is “by total”, and the total of “bank” is higher than 9, then “ante” pays 1 to 1.\n",
}
TWO_OF_THE_HOUSE = (
    "when “way” is “by size”, then deal to “house”, one “card” at a time, face up, until each has two.\n  "
)


@pytest.mark.parametrize("kings", [(13, 10), (10, 13)])
def test_versions_that_count_cards_otherwise_do_not_share_the_order_of_hands(kings: tuple[int, int]) -> None:
    """Only where the 13 counts 10, like the 10 itself, are there two cards of one total, and the rank decides."""
    shared = Searches()
    for king in kings:
        text = ONE_CARD.format(king=king, **PLAIN)
        law = Law(*document_law(text), searches=shared)
        assert [d.plain_args()["number"] for d in idle_key(law)] == ([2] if king == 13 else [])


@pytest.mark.parametrize(
    ("more", "idle"),
    [
        # By total no hands are compared, so that no key decides there either: not even with two packs, where cards of
        # one rank have one total.
        ("", [2]),
        # One card is compared with two, of which nothing is known: no key is called idle.
        (TWO_OF_THE_HOUSE, []),
    ],
)
def test_settings_under_which_hands_are_not_compared_with_others_as_large_leave_the_others_to_be_looked_at(
    more: str, idle: list[int]
) -> None:
    law = Law(*document_law(ONE_CARD.format(king=13, **WAYS | {"more": more})))
    # Of one pack no two cards are equal; the second pack, tried after the three ways, leaves the gap.
    proof, found = gap_in_order(law)
    assert (proof.code, found.code, *chosen_in([found])) == ("gap-unreachable", "gap", ("packs", 2))
    assert [d.plain_args()["number"] for d in idle_key(law)] == idle


SUITS_OR_NOT = """Article 1
  reading “suits”: “equal” or “ranked”; default “{default}”; because: invented.
  “suit”, from high to low: “spade” and “heart”.
  “rank”, from high to low: 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “suit” and “rank”.
  every other “card” counts its face value.
  there is one “bank”.
  there is one “house”.
  “player” bets.
  “ante” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “one”: all are of the same “rank”; compared by: {keys}.
Article 2
  bets are accepted.
  deal to “bank”, and then “house”, one “card” at a time, face up, until each has one.
  settle “ante”.
Article 3
  when the hand of “bank” is higher than the hand of “house”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
RANK, BY_SUIT = "the “rank” of the card highest in “rank”", "the “suit” of the card highest in “rank”"


@pytest.mark.parametrize("default", ["equal", "ranked"])
@pytest.mark.parametrize(
    ("keys", "effect"),
    [
        # The spade of a rank is higher than its heart, or equal to it.
        (f"{RANK}; if “suits” is “ranked”, then {BY_SUIT}", "hands"),
        # What is read has no say where the suit has decided, whether or not it is told apart.
        (f"{RANK}; {BY_SUIT}; if “suits” is “ranked”, then {BY_SUIT}", "none"),
        (f"{RANK}; if “suits” is “ranked”, then {RANK}", "none"),
    ],
)
def test_a_reading_that_orders_cards_of_one_rank_changes_the_order_of_hands(
    keys: str, effect: str, default: str
) -> None:
    law = Law(*document_law(SUITS_OR_NOT.format(default=default, keys=keys)))
    assert [effect for _, effect in effects(law)] == [effect]


# Of so many cards that a reading has ranked by what is highest in rank, or by what is highest in suit.
RANKS_OR_SUITS = """Article 1
  reading “ways”: “ranks” or “suits”; default “ranks”; because: invented.
  “suit”, from high to low: “spade”, “heart”, “diamond” and “club”.
  “rank”, from high to low: 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “suit” and “rank”.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
  each hand belongs to the first category that fits, from high to low:
1)
  “any”: “ways” is “ranks”, or {other}; compared by: {first}if “ways” is “suits”, then {second}.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has {count}.
  settle “ante”.
Article 3
  when the hand of “bank” is “any”, then “ante” pays 1 to 1.
"""


@pytest.mark.parametrize(
    ("count", "second", "other", "effect"),
    [
        (2, "suit", "“ways” is “suits”", "hands"),
        (2, "rank", "“ways” is “suits”", "none"),
        (7, "rank", "“ways” is “suits”", "none"),
        # 120 hands by their suits and 49 205 by their ranks are 133 million by both.
        (7, "suit", "“ways” is “suits”", "unsearched"),
        # Under the one setting rounds with as many hands are not searched, which says nothing of what they reach.
        (7, "suit", "it is not so that 53 are of the same “rank”", "unsearched"),
    ],
)
def test_hands_that_two_settings_read_otherwise_are_compared_as_long_as_they_are_not_too_many(
    count: int, second: str, other: str, effect: str
) -> None:
    first = "if “ways” is “ranks”, then the “rank” of the card highest in “rank”; "
    by = f"the “{second}” of the card highest in “{second}”"
    law = Law(*document_law(RANKS_OR_SUITS.format(count=count, other=other, first=first, second=by)))
    assert [found for _, found in effects(law)] == [effect]


# ── Texts that were generated ───────────────────────────────────────────────


def law_of(name: str) -> list[tuple[str, dict[str, Any]]]:
    return [(d.code, d.plain_args()) for d in check_paths([str(FOUND / name)], law=True).law]


def test_a_round_that_ends_before_the_settlement_leaves_a_gap_and_its_throw_is_shown() -> None:
    """Only the obverse ends the round; with the reverse the bet is settled."""
    (gap,) = check_paths([str(FOUND / "round-ends-before-the-settlement")], law=True).law
    assert (gap.code, gap.severity) == ("gap", Severity.WARNING)
    assert gap.plain_args()["question"] == {"kind": "bet", "about": "bet-1"}
    assert to_json(gap, catalogue("en"))["example-deal"]["order"] == ["obverse"]


def test_an_action_that_is_due_and_has_no_rule_under_a_setting_is_a_gap_of_the_step_that_makes_it_due() -> None:
    """The rules on drawing are there where the manner is lenient; it is strict."""
    found = check_paths([str(FOUND / "an-action-without-norms-that-is-due")], law=True).law
    (gap,) = (diagnostic for diagnostic in found if diagnostic.code == "gap")
    assert gap.plain_args()["question"] == {"kind": "action", "about": "draw", "role": "dealer"}
    assert gap.plain_args()["provisions"] == ["art_6__para_3"]
    assert [label.eid for label in gap.labels] == ["art_6__para_3"]


def test_a_throw_without_a_category_is_a_gap_of_the_bet_that_asks_for_it() -> None:
    """Two tokens that differ are no «high hand», the only category that there is."""
    (gap,) = check_paths([str(FOUND / "no-category-of-what-is-thrown")], law=True).law
    assert gap.plain_args()["question"] == {"kind": "bet", "about": "bet-1"}
    assert sorted(to_json(gap, catalogue("en"))["example-deal"]["order"]) == ["obverse", "reverse"]


@pytest.mark.parametrize(
    ("name", "unreachable"),
    [
        ("choice-without-a-place", []),
        ("dealt-where-no-hand-matters", []),
        # One card is always a «high hand»; two, which only a hand turned up has, may be a «middle hand».
        ("category-that-is-only-revealed", [["art_3__para_5"]]),
    ],
)
def test_what_every_round_settles_is_no_gap_and_what_some_round_reaches_is_not_out_of_reach(
    name: str, unreachable: list[list[str]]
) -> None:
    found = law_of(name)
    assert "gap" not in {code for code, _ in found}
    assert [args["provisions"] for code, args in found if code == "unreachable-rule"] == unreachable


def test_payments_beside_the_result_of_a_bet_that_contradict_each_other_are_a_conflict() -> None:
    body = (ROOT / "grammar" / "reference" / "examples" / "meter.en.ludi").read_text("utf-8").partition("\n\n")[2]
    # Of a 5 a share of the meter is paid, and of a 6 all of it; the bonus is for either.
    text = body + "5.\n  when the total of “dealer” is 5 or 6, then “jackpot” receives a bonus of 1 to 1.\n"
    _, source = document_of(text)
    found = list(conflict(Law(of_text(text), source)))
    assert [sorted(label.eid for label in diagnostic.labels) for diagnostic in found] == [
        ["art_4__para_3", "art_4__para_5"],
        ["art_4__para_2", "art_4__para_5"],
    ]


# ── Rules under several settings ────────────────────────────────────────────

THROWN = f"""\
{DIE}  there is one “helper”.
Article 2
{THROW.replace("settle", "{more}settle")}
Article 3
1.
  {{first}}
2.
  {{second}}
"""
WHO = "reading “who”: “the first” or “the second”; default “the first”; because: invented."
WHO_AS_OPTION = "house option “who”: “the first” or “the second”; default “the first”."


def law_of_throws(first: str, second: str, more: str = "") -> Law:
    """The law of a text in which the banker throws a die with the faces 3, 2 and 1."""
    text = THROWN.format(first=first, second=second, more=more)
    return Law(of_text(text), document_of(text)[1])


def words_of(found: Diagnostic) -> str:
    """The words at the first place of a diagnostic."""
    label = found.labels[0]
    return label.source.text[label.span.start : label.span.end]


def chosen_in(found: Iterable[Diagnostic]) -> list[tuple[str, Value] | None]:
    """The setting of each diagnostic; nothing of one under the defaults."""
    settings = [d.args.get("setting") for d in found]
    return [(s.name, s.value) if isinstance(s, Setting) else None for s in settings]


@pytest.mark.parametrize("declaration", [WHO, WHO_AS_OPTION])
def test_each_setting_has_the_gaps_of_what_it_reads(declaration: str) -> None:
    law = law_of_throws(
        f"{declaration}\n  when “who” is “the first”, and the total of “banker” is higher than 2, "
        "then “big” pays 1 to 1.",
        "when “who” is “the second”, and the total of “helper” is higher than 2, then “big” pays 1 to 1.",
        more="“helper” throws “die”.\n  ",
    )
    # Of the first, 1 and 2 are undecided whatever the second throws; so it is the other way round.
    assert chosen_in(gap(law)) == [None, ("who", "the-second")]
    if declaration is WHO:
        assert [(s.name, s.value, effect) for s, effect in effects(law)] == [("who", "the-second", "decisions")]


@pytest.mark.parametrize("declaration", [WHO, WHO_AS_OPTION])
def test_a_rule_that_decides_alone_under_one_setting_is_not_redundant(declaration: str) -> None:
    law = law_of_throws(
        f"{declaration}\n  when the total of “banker” is 1, then “big” loses.\n"
        "  when “who” is “the first”, and the total of “banker” is lower than 2, then “big” loses.",
        "when the total of “banker” is higher than 1, then “big” pays 1 to 1.",
    )
    # Of a 1 each says what the other does, but of “the second” only the first sentence is there.
    assert ["when “who” is" in words_of(d) for d in redundant_rule(law)] == [True]


def test_a_rule_by_which_others_yield_is_not_redundant() -> None:
    exception = "when the total of “banker” is 3, then “big” loses.\n  prevails over article 3, number 3."
    rest = "when the total of “banker” is odd, then “big” loses."
    paid = "\n3.\n  when the total of “banker” is higher than 1, then “big” pays 1 to 1."
    # Of a 3 the second sentence says the same as the first; but without the first, it contradicts the third.
    assert list(redundant_rule(law_of_throws(exception, rest + paid))) == []
    assert len(list(conflict(law_of_throws(exception.partition("\n")[0], rest + paid)))) == 2


@pytest.mark.parametrize(
    ("first", "others"),
    [
        # Of a 1 the first sentence, which loses too, yields to the last: the second is a party to two of the conflicts.
        (
            "when the total of “banker” is 1 or 2, then “big” loses.",
            [
                "when the total of “banker” is 1, then “big” loses.",
                "when the total of “banker” is 1, then “big” is returned.",
                "when the total of “banker” is 1 or 3, then “big” pays 1 to 1.\n  prevails over article 3, number 1.",
            ],
        ),
        # Of a 2 the third loses as well; but by the second the first is no party to a conflict.
        (
            "when the total of “banker” is 1 or 2, then “big” pays 1 to 1.",
            [
                "when the total of “banker” is 2, then “big” loses.\n  prevails over article 3, number 1.",
                "when the total of “banker” is 2 or 3, then “big” loses.",
                "when the total of “banker” is 2, then “big” is returned.",
            ],
        ),
    ],
)
def test_a_rule_that_makes_a_conflict_another_is_not_redundant(first: str, others: list[str]) -> None:
    law = law_of_throws(first, "\n".join(f"{n}.\n  {s}" for n, s in enumerate(others, 2)).removeprefix("2.\n  "))
    assert list(redundant_rule(law)) == []
    assert list(conflict(law))


def test_a_rule_over_which_another_always_prevails_decides_nothing() -> None:
    """Of a 3 both sentences of either pair apply, and only the later provision decides; of a 2 only that does."""
    loses = "when the total of “banker” is 3, then “big” loses"
    two = "when “banker” shows 3, then “big” receives a bonus of 2 to 1"
    law = law_of_throws(
        f"{loses}.\n  {two}.",
        "prevails over article 3, number 1.\n"
        "  when the total of “banker” is 2 or 3, then “big” pays 1 to 1.\n"
        "  when the total of “banker” is higher than 1, then “big” receives a bonus of 3 to 1.\n"
        "  in every other case, “big” loses.",
    )
    assert [words_of(d) for d in redundant_rule(law)] == [loses, two]


def test_what_is_paid_beside_and_never_is_said_to_be_out_of_reach() -> None:
    """One die has no 7; the commission on what a 3 wins is taken by no rule that asks for a 1."""
    law = law_of_throws(
        "when the total of “banker” is 3, then “big” pays 1 to 1.\n  in every other case, “big” loses.",
        "when the total of “banker” is 7, then “big” receives a bonus of 3 to 1.\n"
        "  when the total of “banker” is 1, then from the winnings of “big” a commission of 10% is taken.",
    )
    assert ["bonus" in words_of(d) or "commission" in words_of(d) for d in unreachable_rule(law)] == [True, True]


@pytest.mark.parametrize(
    ("bounds", "nobody_bets"),
    [
        (("at least 10", "at most 5"), True),
        (("at least 5", "at most 10"), False),
        (("at most 10", "10"), False),
        (("at least 7", "3"), True),
    ],
)
def test_a_bet_whose_bounds_exclude_each_other_is_never_placed(bounds: tuple[str, str], nobody_bets: bool) -> None:
    """Every stake is forbidden by one or the other: what becomes of the bet is out of reach, not left unsearched."""
    one, other = (f"  the stake of “big” must be {bound}.\n" for bound in bounds)
    law = law_of_text(f"{DIE}{one}{other}Article 2\n{THROW}Article 3\n  “big” pays 1 to 1.\n")
    assert [words_of(d) for d in unreachable_rule(law)] == ["“big” pays 1 to 1"] * nobody_bets
    assert not law.default.skipped


def test_what_is_paid_beside_a_result_that_no_rule_gives_is_not_said_to_be_out_of_reach() -> None:
    """Of a 2 nothing is said, of a 3 two things: a bonus on either waits for a result, one on a 7 never comes."""
    law = law_of_throws(
        "when the total of “banker” is 3, then “big” pays 1 to 1.\n  when “banker” shows 3, then “big” loses.\n"
        "  when the total of “banker” is 1, then “big” loses.",
        "when the total of “banker” is 2, then “big” receives a bonus of 3 to 1.\n"
        "  when the total of “banker” is 3, then from the winnings of “big” a commission of 10% is taken.\n"
        "  when the total of “banker” is 7, then “big” receives a bonus of 3 to 1.",
    )
    assert [words_of(d) for d in unreachable_rule(law)] == [
        "when the total of “banker” is 7, then “big” receives a bonus of 3 to 1"
    ]


PAID = "when the total of “banker” is 3, then “big” pays 1 to 1.\n  {more}\n  prevails over article 3, number 2."
LOST = "when the total of “banker” is lower than 3, then “big” loses.\n  {more}"


@pytest.mark.parametrize(
    ("one", "other", "idle"),
    [
        # Of a 3 there is a commission by both.
        (
            "when the total of “banker” is 3, then from the winnings of “big” a commission of 5% is taken.",
            "from the winnings of “big” a commission of 10% is taken.",
            False,
        ),
        # Of a 2 there is a bonus of one, and of a 3 of the other.
        (
            "when the total of “banker” is 3, then “big” receives a bonus of 5 to 1.",
            "when the total of “banker” is 2, then “big” receives a bonus of 6 to 1.",
            True,
        ),
        # What somebody may do is not asked of any round.
        ("“player” may “touch”.", "“player” must not “touch”.", False),
    ],
)
def test_an_exception_is_idle_only_where_nothing_contradicts_it(one: str, other: str, idle: bool) -> None:
    law = law_of_throws(PAID.format(more=one), LOST.format(more=other))
    assert bool(list(idle_exception(law))) == idle


def test_an_exception_is_idle_where_the_two_are_about_different_bets() -> None:
    law = law_of_throws("“big” loses.", "“small” is a bet.\n  “small” loses.\n  prevails over article 3, paragraph 1.")
    assert [found.args["loser"].eids for found in idle_exception(law)] == [("art_3__para_1",)]


@pytest.mark.parametrize(
    ("default", "beside"),
    [
        ("taken", "from the winnings of “big” a commission of 5% is taken."),
        ("free", "when the total of “banker” is 3, then “big” receives a bonus of 5 to 1."),
        ("free", "when the total of “banker” is 4, then “big” receives a bonus of 5 to 1."),
    ],
)
def test_a_reading_that_decides_what_is_taken_or_paid_beside_a_result(default: str, beside: str) -> None:
    tax = f"reading “tax”: “taken” or “free”; default “{default}”; because: invented.\n  "
    words = beside.replace("when ", "when “tax” is “taken”, and ")
    words = words if words != beside else f"when “tax” is “taken”, then {beside}"
    law = law_of_throws("when the total of “banker” is 3, then “big” pays 1 to 1.", f"{tax}{words}")
    # A die shows no 4.
    assert [effect for _, effect in effects(law)] == ["none" if "is 4" in beside else "decisions"]


@pytest.mark.parametrize(
    ("beside", "effect"),
    [
        # Of one die, which shows 3, 2 or 1: no two are alike, and one always is.
        ("the hand of “banker” is such that 2 are of the same “number”", "none"),
        ("the hand of “banker” is such that 1 are of the same “number”", "decisions"),
    ],
)
def test_a_reading_by_which_something_else_is_looked_at(beside: str, effect: str) -> None:
    """It is not said that other situations can be reached, since more is asked of the same ones."""
    reading = "reading “tax”: “taken” or “free”; default “free”; because: invented.\n  "
    reading += f"when “tax” is “taken”, and {beside}, then “big” loses.\n  prevails over article 3, paragraph 1."
    law = law_of_throws("“big” pays 1 to 1.", reading)
    assert [found for _, found in effects(law)] == [effect]


def test_a_reading_of_how_many_packs_there_are_changes_what_is_likely() -> None:
    text = (
        THROWN.format(first=PAID.partition("\n")[0], second=LOST.partition("\n")[0], more="")
        .replace(
            "material: 1 “die”, each showing one “number”",
            "material: “packs” packs of “card”, each with one for each combination of “number”",
        )
        .replace("each “die”", "each “card”")
        .replace("  material", "  reading “packs”: 2 or 8; default 2; because: invented.\n  material")
        .replace("“banker” throws “die”", "deal to “banker”, one “card” at a time, face up, until each has two")
    )
    law = Law(of_text(text), document_of(text)[1])
    # Two 3s come of 2 packs in 1 of 15 deals, of 8 in 28 of 276.
    assert [(s.name, s.value, effect) for s, effect in effects(law)] == [("packs", 8, "procedure")]


# ── A full table ────────────────────────────────────────────────────────────

FULL = """\
Article 1
  house option “packs”: 1 through 3; default {packs}.
  “number”, from high to low: 6, 5, 4, 3, 2 and 1.
  material: “packs” packs of “cards”, each with one for each combination of “number”.
  there is one “dealer”.
  {seats}
  “player” bets{at}.
  “ante” is a bet.
Article 2
1)
  bets are accepted.
2)
  deal to each {holder} with a bet, one “card” at a time, face down, until each has two.
3)
  deal to “dealer”, one “card” at a time, face up, until each has one.
4)
  {more}deal to each {holder} with a bet, one “card” at a time, face down, until each has three.
  settle “ante”.
Article 3
  “ante” loses.
"""
AT_SEATS = {"seats": "there are 4 “seats”.", "at": " at “seat”", "holder": "“seat”", "more": ""}
ANYWHERE = AT_SEATS | {"seats": "there are 4 “seats”.", "at": "", "holder": "“player”"}


@pytest.mark.parametrize(
    ("words", "packs", "expected"),
    [
        # Of 6 cards, 4 seats take 8; with the one of the dealer and one more each, 13: of 12, still one too many.
        (AT_SEATS, 1, [("art_2__point_2", 8, 6), ("art_2__point_4", 13, 12)]),
        (AT_SEATS, 2, [("art_2__point_4", 13, 12), ("art_2__point_2", 8, 6)]),
        # Under a condition, the last deal may never be of use.
        (AT_SEATS | {"more": "when “dealer” shows 6, then "}, 2, [("art_2__point_2", 8, 6)]),
        # How many play is not said where they have no places.
        (ANYWHERE, 1, []),
    ],
)
def test_a_deal_that_a_full_table_would_take_too_much_for(
    words: Mapping[str, str], packs: int, expected: list[tuple[str, int, int]]
) -> None:
    text = FULL.format(packs=packs, **words)
    found = list(too_few_objects(Law(of_text(text), document_of(text)[1])))
    assert [(d.eid, d.args["needed"], d.args["available"]) for d in found] == expected
    assert all((d.severity is Severity.NOTE) == ("setting" in d.args) for d in found)


# A die of three faces, that decides a bet.
FACES = f"{DIE}Article 2\n{THROW}Article 3\n"


@pytest.mark.parametrize(
    ("otherwise", "beside"),
    [
        ("loses", "from the winnings of “big” a commission of {}% is taken"),
        ("is returned", "from the winnings of “big” a commission of {}% is taken"),
        ("stays for the next round", "“big” receives a bonus of {} to 1"),
        ("stands until it is decided", "“big” receives a bonus of {} to 1"),
    ],
)
def test_what_is_not_asked_beside_a_result_is_no_conflict(otherwise: str, beside: str) -> None:
    """Of a 1 and a 2 nothing is won, or the bet has not ended: of the two amounts neither is due."""
    text = FACES + (
        "1.\n  when the total of “banker” is 3, then “big” pays 1 to 1.\n"
        f"  when the total of “banker” is lower than 3, then “big” {otherwise}.\n"
        f"2.\n  when the total of “banker” is lower than 3, then {beside.format(5)}.\n"
        f"3.\n  when the total of “banker” is 1, then {beside.format(6)}.\n"
    )
    _, source = document_of(text)
    assert list(conflict(Law(of_text(text), source))) == []


@pytest.mark.parametrize("default", ["silent", "lost"])
def test_bonuses_that_contradict_each_other_under_another_reading_are_found(default: str) -> None:
    """Of a 1 only the reading “lost” has a result, and so a bonus: by 5 and by 6 to 1. Of a 2 there is but one."""
    text = FACES + (
        f"1.\n  reading “one”: “silent” or “lost”; default “{default}”; because: invented.\n"
        "  when the total of “banker” is 3, then “big” pays 1 to 1.\n"
        "  when the total of “banker” is 2, then “big” loses.\n"
        "  when “one” is “lost”, and the total of “banker” is 1, then “big” loses.\n"
        "2.\n  when the total of “banker” is lower than 3, then “big” receives a bonus of 5 to 1.\n"
        "3.\n  when the total of “banker” is 1, then “big” receives a bonus of 6 to 1.\n"
    )
    _, source = document_of(text)
    law = Law(of_text(text), source)
    assert [[label.eid for label in diagnostic.labels] for diagnostic in conflict(law)] == [
        ["art_3__para_2", "art_3__para_3"]
    ]
    assert len(list(gap(law))) == 1


def test_a_version_that_ends_more_bets_brings_bonuses_into_conflict() -> None:
    """Rounds of versions that are played alike are searched once; by which rules their bets end is part of it."""
    text = FACES + (
        "1.\n  when the total of “banker” is 3, then “big” pays 1 to 1.\n"
        "  when the total of “banker” is {}, then “big” loses.\n"
        "2.\n  when the total of “banker” is lower than 3, then “big” receives a bonus of 5 to 1.\n"
        "3.\n  when the total of “banker” is 1, then “big” receives a bonus of 6 to 1.\n"
    )
    shared = Searches()
    for lost, conflicts in (("2", 0), ("lower than 3", 1)):
        _, source = document_of(text.format(lost))
        law = Law(of_text(text.format(lost)), source, searches=shared)
        assert len(list(conflict(law))) == conflicts


def test_a_commission_is_asked_in_rounds_like_those_of_a_bonus() -> None:
    """Neither reads anything: a bet with the one is played like a bet with the other."""
    text = FACES + "1.\n  “big” pays 1 to 1.\n2.\n  {}.\n3.\n  {}.\n"
    shared = Searches()
    for beside in ("“big” receives a bonus of {} to 1", "from the winnings of “big” a commission of {}% is taken"):
        doubled = text.format(beside.format(5), beside.format(6))
        _, source = document_of(doubled)
        assert len(list(conflict(Law(of_text(doubled), source, searches=shared)))) == 1


@pytest.mark.parametrize("default", ["standing", "lost"])
def test_a_bet_that_stands_under_another_reading_is_followed_to_its_gap(default: str) -> None:
    """A bet that stands of a 1 is settled again when the score is 1, and no rule says how; it has no gap if it lost."""
    text = FACES.replace("settle “big”.", "settle “big”.\n  “score” becomes 1.\n  settle “big”.")
    text = text.replace("  “banker” throws", "  “score” becomes 0.\n  “banker” throws")
    text = text.replace("is a bet.\n", "is a bet.\n  “score” is a number kept during the round: 0 through 9.\n") + (
        f"1.\n  reading “one”: “standing” or “lost”; default “{default}”; because: invented.\n"
        "  when the total of “banker” is 3, then “big” pays 1 to 1.\n"
        "  when the total of “banker” is 2, then “big” loses.\n"
        "  when “one” is “lost”, and the total of “banker” is 1, then “big” loses.\n"
        "  when “one” is “standing”, and the total of “banker” is 1, and the value of “score” is lower than 1,"
        " then “big” stands until it is decided.\n"
        "2.\n  when the value of “score” is 7, then “big” loses.\n"
    )
    _, source = document_of(text)
    assert [diagnostic.labels[0].eid for diagnostic in gap(Law(of_text(text), source))] == ["art_3__para_1"]


def test_settings_share_rounds_only_where_other_readings_ask_alike() -> None:
    """Under the first of «one» the other of «two» counts the twos that show; under the second nothing but the total."""
    text = f"""{DIE}{THROW}Article 2
1.
  reading “one”: “first” or “second”; default “first”; because: invented.
2.
  reading “two”: “first” or “second”; default “first”; because: invented.
Article 3
1)
  when “one” is “first”, and “two” is “first”, and the total of “banker” is 3, then “big” pays 1 to 1.
2)
  when “one” is “second”, and the total of “banker” is 3, then “big” pays 2 to 1.
3)
  when “one” is “first”, and “two” is “second”, and the number of times that “banker” shows 2 is 1,
  then “big” pays 1 to 1.
4)
  in every other case, “big” loses.
"""
    surveys = Surveys(of_text(text))
    met = [
        {
            tuple(situation.values)
            for answer in surveys.under(chosen, Budget()).answers
            for situation in answer.situations
        }
        for chosen in ({"one": "first", "two": "first"}, {"one": "second", "two": "first"})
    ]
    # The three faces: their total, and where it is asked how many of them are a 2.
    assert met == [{(1, 0), (2, 1), (3, 0)}, {(1,), (2,), (3,)}]


# ── Rules and exceptions without use, under settings together ───────────────

MODES = f"""{DIE}  house option “mode”: “strict” or “lax”; default “strict”.
  house option “third”: 2 or 3; default 2.
{THROW}Article 2
"""


def idle_in(text: str) -> list[tuple[str, str]]:
    """The rules and exceptions of a text that are of no use, with the words of each."""
    law = Law(*document_law(text))
    return [(d.code, words_of(d)) for check in (unreachable_rule, redundant_rule, idle_exception) for d in check(law)]


def test_a_rule_whose_settings_exclude_each_other_never_applies() -> None:
    """No round has both modes; no die has a 4, whichever two settings let the rule in."""
    both = "when “mode” is “strict”, and “mode” is “lax”, then “big” is returned"
    four = "when “mode” is “lax”, and “third” is 3, and the total of “banker” is 4, then “big” pays 1 to 1"
    three = "when “mode” is “lax”, and “third” is 3, and the total of “banker” is 3, then “big” pays 1 to 1"
    found = idle_in(f"{MODES}  {both}.\n  {four}.\n  {three}.\n  in every other case, “big” loses.\n")
    assert found == [("unreachable-rule", four), ("unreachable-rule", both)]


def test_a_rule_that_wants_two_settings_in_different_places_is_not_out_of_reach() -> None:
    """Two dice are thrown only with both settings: together they come to 5, and never to 7."""
    twice = MODES.replace(
        "settle", "when “mode” is “lax”, and “third” is 3, then “helper” throws “die”.\n  settle"
    ).replace("“player” bets", "there is one “helper”.\n  “player” bets")
    rule = "when the sum of the total of “banker” and the total of “helper” is {}, then “big” pays 1 to 1"
    rest = ".\n  in every other case, “big” loses.\n"
    assert idle_in(f"{twice}  {rule.format(5)}{rest}") == []
    assert idle_in(f"{twice}  {rule.format(7)}{rest}") == [("unreachable-rule", rule.format(7))]


def test_a_rule_that_decides_alone_only_under_two_settings_is_not_redundant() -> None:
    """The second sentence is alone where the mode is lax and the third 3; the first is never without the second."""
    first = "when the total of “banker” is 1, and (“mode” is “strict”, or “third” is 2), then “big” loses"
    second = "when the total of “banker” is 1, then “big” loses"
    rest = "when the total of “banker” is higher than 1, then “big” pays 1 to 1"
    assert idle_in(f"{MODES}  {first}.\n  {second}.\n  {rest}.\n") == [("redundant-rule", first)]


def test_what_a_text_says_of_two_readings_at_once_is_searched_as_it_says_it() -> None:
    """A 1 is decided unless both readings say yes, as the text does itself: neither change alone leaves it open."""
    values = "“yes” or “no”; default “no”; because: the text does not say"
    text = f"""{DIE}Article 2
{THROW}Article 3
  reading “one”: {values}
  reading “other”: {values}
  divergence “one”: this text says “yes”; note: the other says no
  when the total of “banker” is higher than 1, then “big” loses.
  when the total of “banker” is 1, and “one” is “no”, then “big” is void.
  when the total of “banker” is 1, and “other” is “no”, then “big” is void.
"""
    higher = "  when the total of “banker” is higher"
    said = "  divergence “other”: this text says “yes”; note: the other says no\n"
    assert chosen_in(gap(Law(*document_law(text)))) == []
    (found,) = gap(Law(*document_law(text.replace(higher, said + higher))))
    assert found.severity is Severity.NOTE
    stance = found.args["setting"]
    assert isinstance(stance, OwnSettings)
    assert [(setting.name, setting.value) for setting in stance.settings] == [("one", "yes"), ("other", "yes")]
    assert [(hint.key, hint.args["language"].code) for hint in found.hints[:1]] == [("only-as-it-speaks", "en")]


@pytest.mark.parametrize(
    ("loser", "winner", "is_idle"),
    [
        ("“mode” is “strict”", "“mode” is “lax”", True),
        # Both are there where the mode is lax and the third 3.
        ("“mode” is “lax”", "“third” is 3", False),
        ("“mode” is “lax”, and “third” is 3", "“mode” is “lax”", False),
        ("“mode” is “lax”, and “third” is 3", "“mode” is “strict”, and “third” is 3", True),
    ],
)
def test_an_exception_is_idle_where_no_settings_let_both_in(loser: str, winner: str, is_idle: bool) -> None:
    text = f"{MODES}1.\n  when {loser}, then “big” loses.\n2.\n  when {winner}, then “big” pays 1 to 1.\n"
    found = idle_in(f"{text}  prevails over article 2, number 1.\n3.\n  in every other case, “big” loses.\n")
    assert any(code == "idle-exception" for code, _ in found) is is_idle


def test_what_is_said_of_too_many_combinations_bears_the_limit() -> None:
    """Seven options let a step in, with 128 combinations; a rule that wants one of them and an eighth is reached."""
    names = [f"mode {number}" for number in range(7)]
    options = "".join(f"  house option “{name}”: “on” or “off”; default “off”.\n" for name in names)
    steps = "".join(
        f"  when “{name}” is “on”, then “helper {number}” throws “die”.\n" for number, name in enumerate(names)
    )
    roles = "".join(f"  there is one “helper {number}”.\n" for number in range(7))
    die = DIE.replace("  “player” bets", f"{roles}  “player” bets")
    option = "  house option “own”: “on” or “off”; default “off”.\n"
    throw = THROW.replace("  settle", f"{steps}  settle")
    reached = "when “own” is “on”, and the total of “helper 6” is 3, then “big” pays 2 to 1"
    four = "when the total of “banker” is 4, then “big” is returned"
    text = f"{die}{options}{option}{throw}Article 2\n  {reached}.\n  {four}.\n  in every other case, “big” loses.\n"
    (found,) = unreachable_rule(Law(*document_law(text)))
    assert words_of(found) == four
    assert [hint.key for hint in found.hints] == ["some-settings"]


DUTIES = f"""{pack("3, 2 and 1")}  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  “bank” follows the rules on “draw”.
  upon “draw”: takes one “card”.
  settle “ante”.
Article 2
1.
  when the total of “bank” is {{forbidden}}, then “bank” must not “draw”.
2.
  when the total of “bank” is 1 or 2, then “bank” must “draw”.
  {{exception}}
Article 3
  “ante” loses.
"""


@pytest.mark.parametrize(
    ("forbidden", "exception", "found"),
    [
        # A 1 must draw all the same.
        ("1", "prevails over article 2, number 1.", [("redundant-rule", 1, 0)]),
        # Of a 3 nothing requires it; a 1 must draw all the same.
        ("1 or 3", "prevails over article 2, number 1.", [("restated-rule", 2, 0)]),
        # Of a 1 the two contradict each other.
        ("1 or 3", "", [("restated-rule", 2, 1)]),
        ("1", "", []),
    ],
)
def test_a_prohibition_adds_nothing_where_a_duty_prevails_over_it(
    forbidden: str, exception: str, found: list[tuple[str, int, int]]
) -> None:
    law = Law(*document_law(DUTIES.format(forbidden=forbidden, exception=exception)))
    counts = "adds-in", "opposes-in"
    notes = [(d, next(h.args for h in d.hints if h.key in counts)) for d in redundant_rule(law)]
    assert [(d.code, args["applies"], args["adds"]) for d, args in notes] == found
    assert all(d.args["idle"] == 1 for d, _ in notes if d.code == "restated-rule")


# ── Irregularities ──────────────────────────────────────────────────────────

FAULTS = f"""{DIE}{THROW}Article 2
  when the total of “banker” is 3, then “big” pays 1 to 1.
  in every other case, “big” loses.
Article 3
1.
  when “misdeal” happens to “banker”, then the round stands.
2.
  when {{when}}, then the round is void and so are its bets.
"""


def test_an_irregularity_comes_as_often_as_a_rule_names() -> None:
    law = Law(*document_law(FAULTS.format(when="the number of “misdeal” of “banker” is 3")))
    (found,) = conflict(law)
    assert found.code == "conflict"
    assert {label.eid for label in found.labels} == {"art_3__para_1", "art_3__para_2"}
    (answer,) = (a for _, _, a in law.answers if a.question.kind == "event")
    # The third misdeal, and no other; none happens to anybody else.
    assert [s.values for s in answer.situations if s.verdict.problem == "conflict"] == [(True, 3)]
    assert not list(law.unsearched())


HANDS_TOO = """3.
  when “misdeal” happens to “banker”, and the total of “banker” is 3, then the round is void and so are its bets.
  prevails over article 3, number 1.
"""


def test_an_exception_between_irregularities_that_reads_hands_is_not_idle() -> None:
    """Of a 3 both apply: without the exception a round that is played stops there."""
    text = FAULTS.format(when="“slip” happens") + HANDS_TOO
    law = Law(*document_law(text))
    assert list(idle_exception(law)) == []
    assert [(question.kind, reason) for question, reason in law.unsearched()] == [("event", UNDECIDED)]
    stands = text.replace("  prevails over article 3, number 1.\n", "")
    settled = []
    for face in "321":
        round_ = game_of(stands).new_round(cards=[face])
        round_.apply(PlaceBet("", "", "big", 10))
        with suppress(UnsettledCase):
            round_.apply(Irregularity("misdeal", "banker", 1, 1))
            round_.apply(Deal())
            settled.append(face)
    assert settled == ["2", "1"]


def test_irregularities_that_read_no_hand_are_searched_beside_one_that_does() -> None:
    """Of a slip it depends on the throw; a misdeal voids the round, and stands, whatever is thrown."""
    text = FAULTS.format(when="“misdeal” happens") + "  prevails over article 3, number 1.\n"
    reads = "3.\n  when “slip” happens, and the total of “banker” is 3, then the round stands.\n"
    law = Law(*document_law(text + reads))
    assert list(idle_exception(law)) == list(conflict(law)) == []
    law = Law(*document_law(text.replace("  prevails over article 3, number 1.\n", "") + reads))
    (found,) = conflict(law)
    assert {label.eid for label in found.labels} == {"art_3__para_1", "art_3__para_2"}
    # A slip and a misdeal never come at once.
    idle = text + reads + "  prevails over article 3, number 1.\n"
    assert [d.code for d in idle_exception(Law(*document_law(idle)))] == ["idle-exception"]


@pytest.mark.parametrize(
    ("step", "is_idle"), [("bets on “late” are accepted, up to the stake of “main”", False), ("the round ends", True)]
)
def test_bets_that_are_accepted_in_spite_of_a_prohibition_make_no_idle_exception(step: str, is_idle: bool) -> None:
    # Of “follow”, of which the one provision has a norm, the other says nothing.
    text = f"""{COIN}\
  “main” is a bet.
  “late” is a bet.
Article 2
1.
  bets are accepted.
  when a “die” has been thrown, then “player” must not “bet”.
2.
  “dealer” throws “die”.
  “dealer” must “follow”.
  “dealer” follows the rules on “follow”.
  when the total of “dealer” is 2, then {step}.
  prevails over article 2, number 1.
3.
  settle “main” and “late”.
  “main” and “late” lose.
"""
    assert ([d.code for d in idle_exception(Law(*document_law(text)))] == ["idle-exception"]) is is_idle


def test_an_irregularity_comes_after_others_that_leave_the_round_standing() -> None:
    """A slip after two misdeals is spoken of twice; after a second misdeal that voids the round none comes."""
    both = FAULTS.replace("to “banker”, then", "to “banker”, or “slip” happens, then")
    text = both.format(when="“slip” happens, and the number of “misdeal” of “banker” is 2")
    (found,) = conflict(Law(*document_law(text)))
    assert {label.eid for label in found.labels} == {"art_3__para_1", "art_3__para_2"}
    round_ = game_of(text).new_round()
    round_.apply(PlaceBet("", "", "big", 10))
    round_.apply(Irregularity("misdeal", "banker", 2))
    with pytest.raises(UnsettledCase):
        round_.apply(Irregularity("slip"))
    voided = "3.\n  when “misdeal” happens to “banker”, and the number of “misdeal” of “banker” is higher than 1, "
    voided += "then the round is void and so are its bets.\n  prevails over article 3, number 1.\n"
    assert not list(conflict(Law(*document_law(text + voided))))


@pytest.mark.parametrize(
    ("counted", "before"),
    [
        # A misdeal more than any number that is named, and one more: the first of these that are even, or odd.
        ("is even, and the number of “misdeal” of “banker” is higher than 4", 6),
        ("is odd, and the number of “misdeal” of “banker” is higher than 5", 7),
        ("is higher than 4, and the number of “misdeal” of “banker” is odd", 5),
        # From 3 the number is 4 apart only if it is 7: a number that is not written.
        ("is 1, and the difference between the number of “misdeal” of “banker” and 3 is higher than 3", None),
        ("is higher than 1, and the difference between the number of “misdeal” of “banker” and 3 is higher than 3", 7),
    ],
)
def test_irregularities_are_counted_until_no_condition_tells_more_of_them_apart(
    counted: str, before: int | None
) -> None:
    """After so many misdeals, and none fewer, a slip is spoken of twice: so it is in rounds that are played."""
    both = FAULTS.replace("to “banker”, then", "to “banker”, or “slip” happens, then")
    text = both.format(when=f"“slip” happens, and the number of “misdeal” of “banker” {counted}")

    def is_settled(misdeals: int) -> bool:
        round_ = game_of(text).new_round()
        round_.apply(PlaceBet("", "", "big", 10))
        for _ in range(misdeals):
            round_.apply(Irregularity("misdeal", "banker"))
        try:
            round_.apply(Irregularity("slip"))
        except UnsettledCase:
            return False
        return True

    assert next((n for n in range(10) if not is_settled(n)), None) == before
    law = Law(*document_law(text))
    assert len(list(conflict(law))) == (before is not None)
    assert not list(law.unsearched())


def test_irregularities_of_which_two_numbers_are_compared_are_not_all_searched() -> None:
    """However many of both there are, one more of the one kind may decide."""
    both = FAULTS.replace("to “banker”, then", "to “banker”, or “slip” happens to “banker”, then")
    apart = "the difference between the number of “misdeal” of “banker” and the number of “slip” of “banker” is {}"
    law = Law(*document_law(both.format(when=f"“slip” happens to “banker”, and {apart.format('higher than 7')}")))
    assert [(asked.kind, reason) for asked, reason in law.unsearched()] == [("event", "undecided")]
    assert len(list(conflict(law))) == 1


def test_what_happens_to_one_is_not_counted_of_the_role_of_another() -> None:
    both = FAULTS.replace("to “banker”, then", "to “banker”, or “slip” happens, then")
    text = both.format(when="“slip” happens, and the number of “misdeal” of “player” is 1")
    round_ = game_of(text).new_round()
    round_.apply(PlaceBet("", "", "big", 10))
    for event in ("misdeal", "slip"):
        round_.apply(Irregularity(event, "banker"))
    assert [step.kind for step in round_.trace].count("round-stands") == 2
    assert not list(conflict(Law(*document_law(text))))


def test_irregularities_that_depend_on_what_was_thrown_are_not_searched() -> None:
    law = Law(*document_law(FAULTS.format(when="“misdeal” happens to “banker”, and the total of “banker” is 3")))
    assert [(asked.kind, reason) for asked, reason in law.unsearched()] == [("event", "undecided")]


# ── Rounds that are only shown ──────────────────────────────────────────────


def test_a_deal_that_the_search_puts_off_is_not_left_out() -> None:
    """Blackjack: the dealer's card is put off, and what is drawn may come again and again."""
    questions = load("xx/blackjack@2026-01-01").questions
    (wager,) = wagers(questions)
    assert Reachable(questions, wager.bets, Budget()).lacking == frozenset()


@pytest.mark.parametrize(("seconds", "searched"), [(60, True), (0, False)])
def test_a_bet_that_no_step_settles_is_found_or_told_as_not_searched(seconds: int, searched: bool) -> None:
    """No rule speaks of “small”; “big” always loses."""
    text = f"{DIE}{THROW}Article 2\n  “big” loses.\nArticle 3\n  “small” is a bet.\n"
    law = Law(*document_law(text), budget=Budget(seconds))
    assert [found.args["question"].about for found in gap(law)] == (["small"] if searched else [])
    assert [asked.about for asked, _ in law.unsearched()] == ([] if searched else ["big", "small"])


@pytest.mark.parametrize(("shows", "searched"), [(1, True), (2, False)])
def test_where_a_round_that_nothing_reads_may_lack_objects_that_is_told(shows: int, searched: bool) -> None:
    """A round takes two of four cards: after two that are shown nothing is left for one with a bet."""
    text = f"""Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  there is one “bank”.
  “player” bets.
  “big” is a bet.
  demonstrate {shows} rounds.
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has two.
"""
    law = Law(of_text(text), Source("small.en.ludi", "en", HEADER + text))
    assert [found.code for found in gap(law)] == (["gap"] if searched else [])
    assert [(asked.kind, asked.about) for asked, _ in law.unsearched()] == ([] if searched else [("objects", "card")])


@pytest.mark.parametrize(("shows", "searched"), [(0, True), (1, True), (2, False)])
def test_what_is_dealt_after_rounds_that_are_shown_must_be_left(shows: int, searched: bool) -> None:
    """Each round takes two of four cards, and begins without any."""
    text = f"""Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “big” is a bet.
  “small” is a bet.
  demonstrate {shows} rounds.
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  settle “small”.
  deal to “bank”, one “card” at a time, face up, until each has two.
  settle “big”.
Article 2
  when the total of “bank” is higher than 4, then “big” pays 1 to 1.
  in every other case, “big” loses.
Article 3
  when the total of “bank” is 1, 2, 3 or 4, then “small” loses.
"""
    law = Law(of_text(text), Source("small.en.ludi", "en", HEADER + text))
    assert {asked.kind for asked, _ in law.unsearched()} == (set() if searched else {"bet"})
    read = {a.question.about: {s.values[0] for s in a.situations} for a in law.default.answers}
    assert read == ({"small": {1, 2, 3, 4}, "big": {3, 4, 5, 6, 7}} if searched else {})
    round_ = game_of(text).new_round(seed=1)
    round_.apply(PlaceBet("", "", "big", 10))
    with nullcontext() if searched else pytest.raises(InvalidStack):
        round_.apply(Deal())


# The round that is shown takes of four cards, and so does the one with bets.
DRAWN = """Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “big” is a bet.
  demonstrate 1 round.
  bets are accepted.
  {deal} to “bank”, one “card” at a time, face up, until each has one.
  “bank” follows the rules on “draw”.
  settle “big”.
Article 2
  {must}
  upon “draw”: takes one “card”.
Article 3
  “big” pays 1 to 1.
"""


def test_a_round_that_is_shown_comes_to_its_end_in_an_example() -> None:
    """It does with 2, or with 1 and any other: what is left brings 2, or 1 with 3 or 4, and never 1 with 2."""
    must = """when the total of “bank” is 1, then “bank” must “draw”.
  when the total of “bank” is 2, then “bank” must not “draw”."""
    settled = "when the total of “bank” is higher than 0, then “big” pays"
    text = DRAWN.format(deal="deal", must=must).replace("“big” pays", settled)
    law = Law(of_text(text), Source("small.en.ludi", "en", HEADER + text))
    (of_bet,) = (a for a in law.default.answers if a.question.kind == "bet")
    shown = {s.values[0]: s.example.order for s in of_bet.situations}
    assert shown.keys() == {2, 4, 5}
    assert of_bet.undecided
    (of_action,) = (a for a in law.default.answers if a.question.kind == "action")
    assert {s.values[0] for s in of_action.situations if s.verdict.problem} == {3, 4}
    objects = law.default.hands.material.objects
    for total, order in shown.items():
        round_ = game_of(text).new_round(cards=" ".join(objects[thing].symbol for thing in order))
        round_.apply(PlaceBet("", "", "big", 10))
        round_.apply(Deal())
        (read,) = (step.values["total:bank"] for step in round_.trace if step.kind == "settled")
        assert read == total


def test_a_gap_in_a_round_that_is_shown_is_found_and_what_follows_is_left_open() -> None:
    """Only after a player does the bank receive a card: in the round before the betting it holds nothing."""
    must = "when the total of “bank” is higher than 0, then “bank” must not “draw”."
    deal = """deal to each “player” with a bet, one “card” at a time, face up, until each has one.
  when the total of “player” is higher than 0, then deal"""
    text = DRAWN.format(deal=deal, must=must)
    law = Law(of_text(text), Source("small.en.ludi", "en", HEADER + text))
    assert [d.code for d in gap(law)] == ["gap"]
    (of_action,) = (a for a in law.default.answers if a.question.kind == "action")
    assert [s.values for s in of_action.situations] == [(0,)]
    assert ("bet", "undecided") in {(asked.kind, reason) for asked, reason in law.unsearched()}
    with pytest.raises(UnsettledCase, match="gap"):
        game_of(text).new_round(seed=1)


# ── Numbers of a range that rules tell apart ────────────────────────────────


@pytest.mark.parametrize(
    "kind",
    [
        "house option “tier”: 1 through 9; default 1",
        "reading “tier”: 1 through 9; default 1; because: invented",
    ],
)
def test_the_numbers_of_a_range_that_rules_name_are_tried(kind: str) -> None:
    tiers = f"""Article 4
  {kind}.
  when “tier” is 5, and the total of “banker” is 3, then “big” loses.
"""
    text = FAULTS.partition("Article 3")[0] + tiers
    (found,) = conflict(Law(*document_law(text)))
    assert {label.eid for label in found.labels} == {"art_2", "art_4"}
    rounds = of_text(text)
    assert {value for name, value in single_changes(rounds, rounds.parameters["tier"].kind) if name == "tier"} == {
        2, 4, 5, 6, 9,
    }  # fmt: skip


@pytest.mark.parametrize("values", ["1 or 2", "1 through 2"])
def test_what_only_one_number_of_a_reading_decides_rests_on_the_reading(values: str) -> None:
    tiers = f"""Article 4
  reading “tier”: {values}; default 1; because: invented.
  when “tier” is 1, and the total of “banker” is 3, then “big” pays 1 to 1.
  when the total of “banker” is lower than 3, then “big” loses.
"""
    round_ = game_of(FAULTS.partition("Article 2")[0] + tiers).new_round(cards="3")
    round_.apply(PlaceBet("player-1", "", "big", 5))
    round_.apply(Deal())
    (grounds,) = (provisions for kind, provisions, *_ in round_.steps if kind == "settled")
    assert grounds == ("art_4?tier",)


def document_law(text: str) -> tuple[RuleSet, Source]:
    """The rules of a text, and its source."""
    return of_text(text), document_of(text)[1]


def test_an_example_shows_every_hand_that_a_definition_reads() -> None:
    """Of 2 and 1 in two packs the two sides are level with the same card: nobody says what follows."""
    text = pack("2 and 1", "2 packs") + (
        "  there is one “other”.\n"
        "Article 2\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face up, until each has one.\n"
        "  deal to “other”, one “card” at a time, face up, until each has one.\n"
        "  settle “ante”.\n"
        "  “bank” is “level” only if the total of “bank” is equal to the total of “other”.\n"
        "Article 3\n  when it is not so that “bank” is “level”, then “ante” loses.\n"
    )
    (found,) = gap(Law(of_text(text), Source("small.en.ludi", "en", HEADER + text)))
    shown = dict(found.hints[0].args["deal"].hands)
    assert shown.keys() == {"bank", "other"}
    assert shown["bank"] == shown["other"]


def test_an_example_tells_what_is_read_at_the_place_of_the_bet() -> None:
    """The hand at box 1 is not divided, since the bet by which hands are stands at box 2."""
    boxes = "there are 2 “box”.\n  “player” bets at “box”."
    text = pack("2 and 1", "2 packs").replace("“player” bets.", boxes) + (
        "  “divided bet” is a bet.\n  “whole bet” is a bet.\n"
        "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “any hand”: 1 are of the same “number”; compared by: the “number” of each card, highest first.\n"
        "2)\n  “no hand”: 2 are of the same “number”.\n"
        "Article 3\n  bets are accepted.\n"
        "  deal to each “box” with a bet, one “card” at a time, face up, until each has 2.\n"
        "  “box” with “divided bet” divides the hand into 1 for “front” and 1 for “back”.\n"
        "  settle “ante”, “divided bet” and “whole bet”.\n"
        "Article 4\n  “ante” loses.\n  “divided bet” loses.\n"
        "  when “player” has a bet on “divided bet”, then “whole bet” wins 1/3.\n"
        "  when it is not so that the “front” of “box” is “any hand”, then “whole bet” is returned.\n"
    )
    (found,) = conflict(Law(of_text(text), Source("small.en.ludi", "en", HEADER + text)))
    (deal,) = (hint.args["deal"] for hint in found.hints if "deal" in hint.args)
    assert deal.told(catalogue("en")).endswith("the category of front of box 1 is none")


def test_two_sentences_of_one_provision_are_two_findings() -> None:
    """Totals 2 and 3 are each settled in two ways, in the same words by the same provision."""
    text = f"""{DIE}{THROW}Article 2
  when the total of “banker” is higher than 1, then “big” pays 1 to 1.
  when the total of “banker” is 2, then “big” is returned.
  when the total of “banker” is 3, then “big” is void.
  in every other case, “big” loses.
"""
    found = search([LoadedText(*document_law(text))]).diagnostics
    assert [diagnostic.code for diagnostic in found] == ["conflict", "conflict"]
    assert len({diagnostic.labels[1].span for diagnostic in found}) == 2


@pytest.mark.parametrize(
    ("second", "precedence", "found", "expectation"),
    [
        ("is returned", "", ["conflict"], None),
        ("is returned", "  prevails over article 2, number 2.\n", ["redundant-rule"], Fraction(1, 3)),
        ("loses", "", ["redundant-rule", "redundant-rule"], Fraction(-1, 3)),
    ],
)
def test_rules_for_every_other_case_contradict_and_outrank_each_other_as_others_do(
    second: str, precedence: str, found: list[str], expectation: Fraction | None
) -> None:
    """A total of 3, one of three, wins one to one."""
    text = f"""{DIE}{THROW}Article 2
1.
  when the total of “banker” is 3, then “big” pays 1 to 1.
2.
  in every other case, “big” loses.
3.
  in every other case, “big” {second}.
{precedence}"""
    rules, source = document_law(text)
    assert [diagnostic.code for diagnostic in search([LoadedText(rules, source)]).diagnostics] == found
    assert odds(game_of(text).decided).bets["big"].expectation == expectation


@pytest.mark.parametrize(("norm", "found"), [("“player” must not “bet” on “big”", []), ("bets are accepted", ["gap"])])
def test_where_nobody_may_place_a_bet_it_has_no_gap(norm: str, found: list[str]) -> None:
    """Under the option a total of 2 is not provided for, and there no bet is accepted on it."""
    text = f"""{DIE}  “small” is a bet.
  house option “mode”: “lenient” or “strict”.
{THROW}Article 2
  when “mode” is “strict”, then {norm}.
  settle “small”.
  in every other case, “small” loses.
Article 3
  when the total of “banker” is 1 or 3, then “big” pays 1 to 1.
  when the total of “banker” is 2, and “mode” is “lenient”, then “big” loses.
"""
    assert [diagnostic.code for diagnostic in search([LoadedText(*document_law(text))]).diagnostics] == found


def test_an_exception_is_not_idle_that_sets_aside_what_would_contradict_a_third_provision() -> None:
    """Of two losses and a win, each over the one before, the first loss would contradict the win but for the second.

    Where the win prevails over both, that exception is idle.
    """
    chain = "1.\n  “big” loses.\n2.\n  “big” loses.\n  prevails over article 2, number 1.\n3.\n  “big” pays 1 to 1.\n"
    text = DIE + THROW + f"\nArticle 2\n{chain}"
    for over, idle in (
        ("article 2, number 2", []),
        ("article 2, number 1 and article 2, number 2", ["idle-exception"]),
    ):
        law = Law(*document_law(f"{text}  prevails over {over}.\n"))
        assert [d.code for d in idle_exception(law)] == idle
        assert list(conflict(law)) == []


HOW = "  reading “how”: “strict” or “lenient”; default “strict”; because: invented.\n"
LENIENT = "(“how” is “lenient”, and the total of “banker” is 2)"
STRONG = f"“banker” is “strong” only if {LENIENT}, or the total of “banker” is 3.\n"
OF_THREE = (
    "  when the total of “banker” is higher than 2, then “big” pays 1 to 1.\n  in every other case, “big” loses.\n"
)


@pytest.mark.parametrize(
    ("rules", "won"),
    [
        # Asked of a bet: one face of three wins, or two.
        (f"{THROW}  when “banker” is “strong”, then “big” pays 1 to 1.\n  in every other case, “big” loses.\n", (1, 2)),
        # Asked by a step: only a three is thrown again, or a two as well.
        (
            THROW.replace("  settle", "  when “banker” is “strong”, then “banker” throws “die”.\n  settle") + OF_THREE,
            (Fraction(1, 3), Fraction(2, 3)),
        ),
    ],
)
def test_a_reading_within_a_definition_is_not_said_to_change_nothing(
    rules: str, won: tuple[Fraction, Fraction]
) -> None:
    text = f"{DIE}{HOW}Article 2\n  {STRONG}Article 3\n{rules}"
    law = Law(of_text(text), document_of(text)[1])
    assert [effect for _, effect in effects(law)] == ["unsearched"]
    for value, faces in zip(("strict", "lenient"), won, strict=True):
        found = odds(decide(law.rules, resolve_settings(law.rules, {}, {"how": value})))
        assert found.bets["big"].expectation == 2 * Fraction(faces) / 3 - 1


GROWN = f"""{pack("3, 2 and 1", "2 packs")}Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  “bank” follows the rules on “draw”.
  upon “draw”: takes one “card”.
  settle “ante”.
Article 3
  when the total of “bank” is 1 through 3, then “bank” must “draw”.
Article 4
  each hand belongs to the first category that fits, from high to low:
1)
  “good”: {{good}}.
2)
  “any”: {{any}}.
Article 5
  when the hand of “bank” is “good”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""
PAIR, NO_PAIR = "2 are of the same “number”", "it is not so that 2 are of the same “number”"


def test_hands_that_grow_by_draws_are_said_not_to_be_looked_at() -> None:
    """Of two cards drawn one after another a 3 and a 2 are of no category: nobody looks, and it is said."""
    text = GROWN.format(good=PAIR, any=PAIR)
    law = Law(of_text(text), document_of(text)[1])
    assert ("category", "grown") in {(asked.kind, reason) for asked, reason in law.unsearched()}


def test_categories_of_what_is_thrown_are_said_not_to_be_looked_at() -> None:
    """A pair of two dice wins, or what is none: a reading that decides which is not said to change nothing."""
    good = f"(“how” is “strict”, and {PAIR}), or (“how” is “lenient”, and {NO_PAIR})"
    text = (
        f"{DIE.replace('1 “die”', '2 “die”')}{HOW}Article 2\n{THROW}Article 3\n"
        f"  each hand belongs to the first category that fits, from high to low:\n1)\n  “good”: {good}.\n2)\n"
        "  “any”: it is not so that 5 are of the same “number”.\n"
        "Article 4\n  when the hand of “banker” is “good”, then “big” pays 1 to 1.\n"
        "  in every other case, “big” loses.\n"
    )
    assert [effect for _, effect in effects(Law(of_text(text), document_of(text)[1]))] == ["unsearched"]


def test_what_is_so_before_anything_has_come_is_not_told_of_any_round() -> None:
    """Nobody has thrown where the bettor stops at once; that is so of a round, and not of each."""
    text = (
        f"{DIE}Article 2\n  bets are accepted.\n  “player” with “big” chooses to “go” or “stop”.\n"
        "  when it is not so that “player” has chosen to “stop”, then “banker” throws “die”.\n  settle “big”.\n"
        "  when the total of “banker” is higher than 0, then “big” pays 1 to 1.\n"
    )
    (found,) = gap(Law(of_text(text), document_of(text)[1]))
    told = next(hint.args["deal"] for hint in found.hints if "deal" in hint.args).told(catalogue("en"))
    assert told == "a round; facts: banker’s total is 0"
