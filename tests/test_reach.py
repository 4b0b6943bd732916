"""Exact coverage: what it says to be reachable is reached by a round, and rounds at random never reach the rest."""

import io
import json
import shutil
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from lexludi.checks.coverage import cover, deciding
from lexludi.checks.idle_rules import unreachable_rule
from lexludi.checks.reach import ExactCoverage, _Witness, reach
from lexludi.checks.survey import survey
from lexludi.cli.main import main
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Round, load
from small import DIE, THREE_FACES, THROW, game_of, law_of, pack

TESTS = Path(__file__).resolve().parent

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

第二條
  {settle}
一、
  如「莊荷」合計大於11，則「與莊荷博彩」按一賠一賠彩。
二、
  如「莊荷」合計大於{highest}，則「與莊荷博彩」按一賠二賠彩。
"""
OTHERWISE = """\
三、
  其餘情況，「與莊荷博彩」輸。
"""


@cache
def reached(work: str, *options: str) -> ExactCoverage:
    return reach(load(work, options=dict(o.split("=") for o in options)))


def never(found: ExactCoverage) -> dict[str, list[str]]:
    """What is never reached, with the choices that would bring it in."""
    assert not found.of("open")
    return {row.eid: [f"{s.name}={s.value}" for s in row.settings] for row in found.of("never")}


def test_q_poker_reaches_everything_but_the_other_way_of_shuffling() -> None:
    assert never(reached("mo/q-poker")) == {
        "art_3__point_2": ["dealing=shuffler"],
        "art_7__point_2": ["dealing=shuffler"],
        "art_11__point_5": ["dealing=shuffler"],
    }


@pytest.mark.soak
def test_baccarat_reaches_everything_that_its_options_let_in() -> None:
    assert never(reached("mo/baccarat@2004-05-18")) == {
        "art_2__para_2": ["demonstrations=1", "demonstrations=3"],
        "art_2__para_3": ["dealing=shuffler"],
        "art_7__para_2": ["dealing=shuffler"],
        "art_12__point_2": ["ties=keep"],
        "art_12__point_3": ["tie-chooser=bettor", "ties=change"],
        "art_12__point_3__point_1": ["tie-chooser=bettor", "ties=change"],
        "art_12__point_3__point_2": ["tie-chooser=bettor", "ties=change"],
        "art_14": ["stake-difference=1", "stake-difference=2"],
        "art_16__para_1": ["holding=not-allowed"],
    }
    assert never(reached("mo/baccarat@2004-05-18", "ties=change", "demonstrations=2", "holding=not-allowed")) == {
        "art_2__para_3": ["dealing=shuffler"],
        "art_7__para_2": ["dealing=shuffler"],
        "art_12__point_1": ["tie-chooser=bettor", "ties=cancel"],
        "art_12__point_2": ["ties=keep"],
        "art_14": ["stake-difference=1", "stake-difference=2"],
    }


@pytest.mark.soak
@pytest.mark.parametrize("work", ["mo/q-poker", "mo/baccarat"])
def test_rounds_at_random_reach_nothing_that_is_said_to_be_out_of_reach(work: str) -> None:
    game = load(work)
    counts = cover(game, 600, 5).counts
    found = reached(work)
    assert [row.eid for row in found.of("never") if counts.get(row.eid)] == []
    assert {row.eid for row in found.rows} == deciding(game.rules)


def test_the_example_of_a_provision_played_again_names_the_provision() -> None:
    game = load("mo/q-poker")
    shown = [row for row in reached("mo/q-poker").rows if row.example is not None]
    assert len(shown) > 10
    for row in shown:
        assert row.example is not None
        known = row.example.order
        left = [o.symbol for o in game.questions.judge.hands.material.objects if o.symbol not in known]
        round_ = game.new_round(cards=[*known, *left])
        for bet in ("ante", "pair-plus"):
            round_.apply(PlaceBet("", "box-1", bet, 10))
        round_.apply(Deal())
        round_.apply(Choose("", "box-1", "play"))
        assert row.eid in {eid for step in round_.trace for eid in step.provisions}, row.eid


@pytest.mark.soak
def test_the_situations_of_the_third_card_are_counted() -> None:
    rows = {row.eid: (row.decides, row.of) for row in reached("mo/baccarat@2004-05-18").rows}
    # Of the hundred pairs of totals: 0 to 5 without a natural of the banker; then the others.
    assert rows["art_9__point_1"] == (48, 100)
    assert rows["art_9__point_2"] == (52, 100)


def dice(
    folder: Path, settle: str = "結算「與莊荷博彩」。", number: int = 2, highest: int = 12, ending: str = OTHERWISE
) -> ExactCoverage:
    shutil.copy(TESTS / "diagnostics-glossary.toml", folder / "glossary.toml")
    text = DICE.format(settle=settle, number=number, highest=highest) + ending
    (folder / "1.zh.ludi").write_text(text, "utf-8")
    return reach(load(str(folder / "1.zh.ludi")))


def test_a_rule_that_no_throw_fulfils_is_proved_to_be_out_of_reach(tmp_path: Path) -> None:
    rows = {row.eid: row for row in dice(tmp_path).rows}
    assert (rows["art_2__para_1"].verdict, rows["art_2__para_1"].decides) == ("reached", 1)
    lost = rows["art_2__para_2"]
    assert (lost.verdict, lost.proof, lost.examined, lost.decides) == ("never", "exhausted", 21, 0)


def test_only_the_throws_in_which_a_rule_is_asked_count_as_examined() -> None:
    """Of three faces the bet wins on the 3 alone: of no other throw it is asked what is taken of its winnings."""
    text = f"""{DIE}Article 2
{THROW}Article 3
  when the total of “banker” is 3, then “big” pays 1 to 1.
  in every other case, “big” loses.
Article 4
  when the total of “banker” is 1, then from the winnings of “big” a commission of 5% is taken.
Article 5
  when the total of “banker” is 1, and the total of “banker” is 2, then “big” loses.
"""
    rows = {row.eid: (row.verdict, row.proof, row.examined) for row in reach(game_of(text)).rows}
    assert rows["art_4"] == ("never", "exhausted", 1)
    assert rows["art_5"] == ("never", "exhausted", 3)


BY_READING = f"""\
{DIE}Article 2
{THROW}Article 3 Results
1.
  reading “who”: “the first” or “the second”; default “the first”; because: invented.
  when the total of “banker” is 1, then “big” loses.
2.
  when “who” is “the first”, and the total of “banker” is 2, then “big” loses.
3.
  when the total of “banker” is higher than 2, then “big” pays 1 to 1.
"""


def test_a_rule_that_comes_close_where_none_applies_is_not_reached(tmp_path: Path) -> None:
    # Of eleven and less nothing is said; the refusal names both sentences, as close as each other.
    rows = {row.eid: row for row in dice(tmp_path, ending="").rows}
    assert (rows["art_2__para_1"].verdict, rows["art_2__para_1"].decides) == ("reached", 1)
    assert (rows["art_2__para_2"].verdict, rows["art_2__para_2"].proof) == ("never", "exhausted")


def test_a_provision_that_decides_only_by_a_reading_is_reached() -> None:
    rows = {row.eid: (row.verdict, row.decides, row.of) for row in reach(game_of(BY_READING)).rows}
    # Of the three throws, each paragraph decides one.
    assert [rows[f"art_3__para_{number}"] for number in (1, 2, 3)] == [("reached", 1, 3)] * 3
    assert never(reach(game_of(BY_READING, readings={"who": "the-second"}))) == {"art_3__para_2": ["who=the-first"]}


def test_a_setting_is_named_only_where_the_provision_decides_under_it() -> None:
    """Of three faces, a lax mode finds a 3; it finds no 9, and a sum of 5 only with a second throw."""
    again = "  when “mode” is “lax”, and “doubt” is “no”, then “helper” throws “die”.\n"
    text = f"""{DIE}  house option “mode”: “strict” or “lax”; default “strict”.
  there is one “helper”.
  reading “doubt”: “yes” or “no”; default “yes”; because: invented.
Article 2
{THROW.replace("  settle", f"{again}  settle")}Article 3
1.
  when “mode” is “lax”, and the total of “banker” is 9, then “big” is returned.
2.
  when “mode” is “lax”, and the total of “banker” is 3, then “big” pays 1 to 1.
3.
  when “doubt” is “no”, and the sum of the total of “banker” and the total of “helper” is 5, then “big” pays 2 to 1.
4.
  in every other case, “big” loses.
"""
    settings = never(reach(game_of(text)))
    assert settings == {"art_3__para_1": [], "art_3__para_2": ["mode=lax"], "art_3__para_3": []}


FAULTS = (
    BY_READING.partition("Article 3")[0]
    + """\
Article 3 Results
  when the total of “banker” is 3, then “big” pays 1 to 1.
  in every other case, “big” loses.

Article 4 Faults
1.
  when “misdeal” happens to “banker”, or “slip” happens, then the round stands.
2.
  when {when}, then the round is void and so are its bets.
{more}"""
)
AFTER_TWO = "“slip” happens, and the number of “misdeal” of “banker” is 2"
VOID = """3.
  when “misdeal” happens to “banker”, and the number of “misdeal” of “banker” is higher than 1, {void}.
  prevails over article 4, number 1.
""".format(void="then the round is void and so are its bets")


@pytest.mark.parametrize(
    ("when", "more", "verdict"),
    [
        # A round comes to both, and stops there.
        (AFTER_TWO, "", "reached"),
        # The second misdeal, and whatever comes with the first, ends the round.
        (AFTER_TWO, VOID, "never"),
        # Nothing that the die shows is 4, but what it shows is not searched for irregularities.
        ("“slip” happens, and the total of “banker” is 4", "", "open"),
        # The number of misdeals of the player is not that of the banker.
        ("“slip” happens to “banker”, and the number of “misdeal” of “player” is 1", "", "never"),
    ],
)
def test_an_irregularity_that_only_conflicts_is_reached_and_one_that_reads_more_stays_open(
    when: str, more: str, verdict: str
) -> None:
    rows = {row.eid: row for row in reach(game_of(FAULTS.format(when=when, more=more))).rows}
    assert (rows["art_4__para_2"].verdict, rows["art_4__para_2"].decides) == (verdict, 0)


def test_what_the_search_does_not_cover_stays_open(tmp_path: Path) -> None:
    settle = "如「莊荷」合計大於2，則結算「與莊荷博彩」。"
    rows = {row.eid: row.verdict for row in dice(tmp_path, settle).rows}
    assert rows["art_2__para_2"] == "never", "of two dice every throw is played"
    rows = {row.eid: row.verdict for row in dice(tmp_path, settle, number=70, highest=420).rows}
    assert rows["art_2__para_2"] == "open"


def test_a_settlement_under_a_condition_that_never_holds_is_out_of_reach() -> None:
    """One die of three: a total of four is none."""
    text = DIE + "Article 2\n1)\n  bets are accepted.\n  “banker” throws “die”.\n"
    text += "2)\n  when the total of “banker” is 4, then settle “big”.\n"
    text += "3)\n  when the total of “banker” is 1, then settle “big”.\n  “big” loses.\n"
    verdicts = {row.eid: row.verdict for row in reach(game_of(text)).rows}
    assert (verdicts["art_2__point_2"], verdicts["art_2__point_3"]) == ("never", "reached")


@pytest.mark.parametrize(
    ("otherwise", "beside"),
    [
        ("loses", "from the winnings of “big” a commission of 5% is taken"),
        ("stays for the next round", "“big” receives a bonus of 5 to 1"),
    ],
)
def test_what_would_be_due_only_beside_another_result_is_never_reached(otherwise: str, beside: str) -> None:
    """Nothing is taken of a bet that loses, and nothing paid beside one that stays: of 1 and 2 either."""
    found = reach(
        game_of(
            f"{DIE}Article 2\n{THROW}Article 3\n1.\n  when the total of “banker” is 3, then “big” pays 1 to 1.\n"
            f"  in every other case, “big” {otherwise}.\n"
            f"2.\n  when the total of “banker” is lower than 3, then {beside}.\n"
        )
    )
    rows = {row.eid: (row.verdict, row.decides) for row in found.rows if row.eid.startswith("art_3")}
    assert rows == {"art_3__para_1": ("reached", 3), "art_3__para_2": ("never", 0)}


def printed(*arguments: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["coverage", "--exact", *arguments]) == 0
    return out.getvalue()


def test_json_has_the_verdict_of_every_provision_with_its_proof() -> None:
    data = json.loads(printed("mo/q-poker", "--format", "json"))
    assert data["schema"] == "lexludi.reach/1"
    rows = {row["eid"]: row for row in data["provisions"]}
    assert rows["art_3__point_2"]["proof"] == {"kind": "settings"}
    assert rows["art_3__point_2"]["brought-in-by"] == [{"name": "dealing", "value": "shuffler"}]
    assert rows["art_9__point_5"]["situations"] == {"decides": 7, "of": 19, "share": "7/19"}
    assert len(rows["art_9__point_5"]["example-deal"]["hands"]) == 2


def test_lcov_has_a_line_for_each_provision_of_which_something_is_known() -> None:
    lines = printed("mo/q-poker", "--format", "lcov").splitlines()
    assert lines[1].endswith("2005-01-18.zh.ludi")
    assert lines[-3:] == ["LF:39", "LH:36", "end_of_record"]


def test_what_lcov_leaves_out_as_open_is_told_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of 70 dice not every throw is played, and no throw of theirs is looked at for a total above 420."""
    settle = "如「莊荷」合計大於2，則結算「與莊荷博彩」。"
    assert "art_2__para_2" in [row.eid for row in dice(tmp_path, settle, number=70, highest=420).of("open")]
    printed(str(tmp_path / "1.zh.ludi"), "--format", "lcov", "--lang", "en")
    told = "article 2, paragraph 2: the search does not cover it: there is neither an example nor a proof"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("language", ["zh", "pt", "en"])
def test_the_table_is_told_in_every_language(language: str, tmp_path: Path) -> None:
    dice(tmp_path)
    text = printed(str(tmp_path / "1.zh.ludi"), "--lang", language)
    assert "{" not in text
    assert "21" in text


KEPT = f"""\
{THREE_FACES}\
  “line” is a bet.
  bets are accepted.
  “dealer” throws “die”.
  “player” with “line” chooses to “stand” or “retire”.
  settle “line”.

Article 2
  when the total of “dealer” is higher than 9, then “line” loses.

Article 3
  in every other case, “line” stays for the next round.
"""


def test_beside_a_bet_that_stays_for_the_next_rounds_no_other_is_placed_in_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many choices as rounds would come in the last of them."""
    bets: list[int] = []
    noted = _Witness._note

    def note(self: _Witness, round_: Round) -> None:
        bets.append(len(round_.state.bets))
        noted(self, round_)

    monkeypatch.setattr(_Witness, "_note", note)
    game = game_of(KEPT)
    assert reach(game).rounds == len(bets)
    assert bets[:3] == [1, 1, 1]


@pytest.mark.parametrize(
    ("norm", "rounds"),
    [("", 12), ("  when “player” has a bet on “big”, then “player” must not “bet” on “small”.\n", 36)],
)
def test_two_bets_are_placed_together_where_a_norm_may_bound_one_by_the_other(norm: str, rounds: int) -> None:
    """By one bettor and by two, in four ways: each of three bets with itself, or with each of the three."""
    bets = "  “small” is a bet.\n  “middle” is a bet.\n"
    game = game_of(f"{DIE}{bets}Article 2\n{norm}Article 3\n{THROW}Article 4\n  “big” loses.\n")
    witness = _Witness(game, {"art_2", "what nothing shows"}, lambda name: None)
    witness.see_deeds()
    assert (witness.rounds, "art_2" in witness.seen) == (rounds, bool(norm))


@pytest.mark.parametrize("work", ["xx/casino-war", "xx/pai-gow", "xx/red-dog", "xx/three-card-poker"])
def test_what_the_searches_leave_open_chance_may_reach(work: str) -> None:
    """Bets that an act puts, and irregularities of what is not searched: any round may come to them."""
    game = load(work)
    assert reached(work).of("open") == []
    assert {row.eid for row in reached(work).of("reached")} >= set(cover(game, 50, 1).counts) & deciding(game.rules)


def test_a_step_that_only_says_when_others_settle_is_counted_by_rounds_as_by_situations() -> None:
    """A bet of more than twenty-one loses at once: how much, another provision says, and when, this one."""
    game = load("xx/blackjack")
    assert "art_6__para_3" in deciding(game.rules)
    assert cover(game, 100, 1).counts["art_6__para_3"] > 0
    assert survey(game.rules, game.settings).cited >= {"art_6__para_3"}


PAIRS = (
    pack("3, 2 and 1", "2 packs")
    + """  “other” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: at least two are of the same “number”.
2)
  “rest”: it is not so that at least two are of the same “number”.
Article 3
  {steps}
  settle “ante” and “other”.
Article 4
  when {condition}.
  in every other case, “ante” loses.
  “other” loses.
"""
)
DEALT = "deal to “bank”, one “card” at a time, face down, until each has two."


@pytest.mark.parametrize(
    ("condition", "verdict"),
    [
        ("the hand of “bank” is “pair”, then “ante” pays 1 to 1", "reached"),
        ("the hand of “bank” is “pair”, then “player” may “leave”", "reached"),
        (
            "the hand of “bank” is “pair”, and “misdeal” happens, then the round is void and so are its bets",
            "open",  # chance seldom lets a pair and an irregularity come together
        ),
        # The hand lies there, and nobody asks of what category it is: in no round is any provision on that cited.
        ("the total of “bank” is higher than 3, then “ante” pays 1 to 1", "never"),
    ],
)
def test_a_category_is_reached_where_a_hand_of_it_is_asked_for_and_not_where_it_only_lies(
    condition: str, verdict: str
) -> None:
    text = PAIRS.format(steps=f"bets are accepted.\n  {DEALT}", condition=condition)
    game = game_of(text)
    (row,) = (row for row in reach(game).rows if row.eid == "art_2__point_1")
    assert row.verdict == verdict
    never_applying = [found.labels[0].eid for found in unreachable_rule(law_of(text))]
    assert ("art_2__point_1" in never_applying) == (verdict == "never")
    counts = {eid: count for eid, _, count in cover(game, 500, 2).rows}
    assert verdict == "open" or bool(counts["art_2__point_1"]) == (verdict == "reached")
