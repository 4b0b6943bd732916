"""Coverage of the law: what rounds at random count, and that they never count what did not happen."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from lexludi.base.errors import IllegalAction
from lexludi.checks.coverage import cover, deciding
from lexludi.checks.reach import OPEN, REACHED, reach
from lexludi.cli.main import main
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import load
from lexludi.rules.model import Account
from small import COIN_AND_ANTE, THREE_FACES, game_of
from smaller import q_poker_without_pairs

WORKS = ("mo/q-poker", "mo/baccarat")
FOUR_CARDS = """\
Article 1
  “rank”, from high to low: 4, 3, 2 and 1.
  material: 1 pack of “cards”, each with one for each combination of “rank”.
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
Article 2
"""
METER = f"""{COIN_AND_ANTE}\
  “meter” is an amount kept from round to round, beginning with 10.
Article 2
  bets are accepted.
  1% of the stake of “ante” is added to “meter”.
  “dealer” throws “die”.
  settle “ante”.
Article 3
  where a payment leaves less in “meter” than it began with, it is made up to that.
Article 4
  “ante” loses.
  when the total of “dealer” is 2, then “ante” receives half of “meter”.
"""


def printed(*arguments: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["coverage", *arguments]) == 0
    return out.getvalue()


@pytest.mark.parametrize("work", WORKS)
def test_the_same_seed_gives_the_same_counts(work: str) -> None:
    first, again, other = (cover(load(work), 40, seed).counts for seed in (7, 7, 8))
    assert first == again != other


@pytest.mark.soak
def test_q_poker_uses_every_provision_but_those_on_the_other_way_of_dealing() -> None:
    # One hand in 460 is a straight flush, and it must win: 2,000 rounds with any seed have few, and some have none.
    found = cover(load("mo/q-poker"), 4000, 1)
    assert [eid for eid, _ in found.never] == ["art_3__point_2", "art_7__point_2"]
    assert found.stopped == 0
    other = cover(load("mo/q-poker", options={"dealing": "shuffler"}), 4000, 1)
    assert [eid for eid, _ in other.never] == ["art_3__point_1", "art_7__point_1"]


def test_rounds_that_no_rule_settles_are_counted(tmp_path: Path) -> None:
    assert cover(load(str(q_poker_without_pairs(tmp_path))), 100, 1).stopped > 0


def test_rounds_for_which_objects_are_too_few_are_counted_apart() -> None:
    """Of four cards one bettor and the dealer take two each, and three hands six; every bet is settled."""
    text = (
        FOUR_CARDS
        + """\
  bets are accepted.
  deal to each “player” with a bet, and then “dealer”, one “card” at a time, face down, until each has two.
  settle “main”.
  in every other case, “main” loses.
"""
    )
    found = cover(game_of(text), 100, 1)
    assert found.stopped == 0
    assert 0 < found.short < 100


@pytest.mark.parametrize("work", WORKS)
def test_what_is_declared_to_have_no_effect_never_decides(work: str) -> None:
    found = cover(load(work), 100, 3)
    assert not [eid for eid, account, _ in found.expected if account is Account.DECLARED]
    assert set(found.counts) <= {p.eid for p in found.game.rules.document.all()}


def test_json_names_every_provision_with_its_account() -> None:
    data = json.loads(printed("mo/q-poker", "--rounds", "50", "--format", "json"))
    assert data["schema"] == "lexludi.coverage/1"
    assert {row["eid"]: row["account"] for row in data["provisions"]} == {
        eid: account.value for eid, account in load("mo/q-poker").rules.accounts.items()
    }


def test_lcov_counts_the_lines_of_the_file() -> None:
    lines = printed("mo/q-poker", "--rounds", "50", "--format", "lcov").splitlines()
    rows = [line for line in lines if line.startswith("DA:")]
    assert lines[1].startswith("SF:")
    assert lines[1].endswith("2005-01-18.zh.ludi")
    assert f"LF:{len(rows)}" in lines
    assert f"LH:{sum(not row.endswith(',0') for row in rows)}" in lines


def test_rounds_that_lcov_cannot_tell_of_are_told_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pair has no rule, so that its rounds stop; in the whole text no round does, and nothing is said of any."""
    for work, told in ((str(q_poker_without_pairs(tmp_path)), True), ("mo/q-poker", False)):
        printed(work, "--rounds", "100", "--format", "lcov", "--lang", "en")
        assert ("rounds that no rule settled: " in capsys.readouterr().err) == told


def test_lcov_of_an_amended_text_counts_the_lines_of_each_of_its_files() -> None:
    """Article 18 alone, of two paragraphs with rules, stands since 2005 in the instrument that rewrote it."""
    folder = Path(__file__).parent.parent / "regulations" / "mo" / "baccarat"
    first, amending = folder / "2004-05-18.zh.ludi", folder / "amendments" / "73-2005.zh.ludi"
    command = ("mo/baccarat", "--rounds", "20", "--format", "lcov")
    amended = printed(*command, "--on", "2006-01-01").split("end_of_record\n")
    files = [next(line for line in part.splitlines() if line.startswith("SF:")) for part in amended if part]
    assert [Path(line.removeprefix("SF:")).resolve() for line in files] == [first, amending]
    rewritten = amending.read_text("utf-8").splitlines()
    paragraphs = [number for number, line in enumerate(rewritten, 1) if line in ("  > 一、", "  > 二、")]
    counted = [line for line in amended[1].splitlines() if line.startswith("DA:")]
    assert [int(line.removeprefix("DA:").partition(",")[0]) for line in counted] == paragraphs
    assert "LF:2" in amended[1]
    before = printed(*command, "--on", "2004-06-01")
    assert (first.name in before, before.count("SF:")) == (True, 1)


@pytest.mark.parametrize("language", ["zh", "pt", "en"])
def test_the_table_is_printed_in_every_language(language: str) -> None:
    assert "{" not in printed("mo/baccarat", "--rounds", "20", "--lang", language)


def test_where_objects_are_used_up_before_the_betting_rounds_go_on_with_all_of_them() -> None:
    """Of four cards a round burns two and deals one: a second round cannot begin with what is left."""
    text = (
        FOUR_CARDS
        + """\
  when use of “cards” begins, then “dealer” shuffles “cards”.
  burn a number of “cards” equal to 2.
  bets are accepted.
  deal to “dealer”, one “card” at a time, face up, until each has one.
  settle “main”.
Article 3
  in every other case, “main” loses.
"""
    )
    found = cover(game_of(text), 20, 1)
    assert (found.rounds, found.stopped, found.short) == (20, 0, 0)
    assert found.counts["art_3"] >= 20


def test_the_provision_by_which_an_amount_is_made_up_decides() -> None:
    """Half of the ten and of what is added is paid on a two, which leaves less than ten at stakes below a hundred."""
    game = game_of(METER)
    made_up, paid = "art_3", "art_4"
    assert {made_up, paid} <= deciding(game.rules)
    found = cover(game, 50, 1)
    assert 0 < found.counts[made_up] <= found.counts[paid]
    assert found.never == []


def test_an_amount_that_begins_with_nothing_is_never_made_up() -> None:
    game = game_of(METER.replace("beginning with 10", "beginning with 0"))
    assert [eid for eid, _ in cover(game, 50, 1).never] == ["art_3"]
    (row,) = (row for row in reach(game).rows if row.eid == "art_3")
    assert row.verdict == OPEN
    (row,) = (row for row in reach(game_of(METER)).rows if row.eid == "art_3")
    assert row.verdict == REACHED


@pytest.mark.parametrize(
    "step",
    [
        "when “dealer” is “qualified”, then deal to “dealer”, one “card” at a time, face up, until each has three.",
        "“dealer” follows the rules on “draw”.\n  upon “draw”: takes one “card”.\n"
        "  when “dealer” is “qualified”, then “dealer” must “draw”.\n"
        "  when it is not so that “dealer” is “qualified”, then “dealer” must not “draw”.",
        "“player” with “main” chooses “draw” or “stand”.\n  upon “draw”: takes one “card”.\n"
        "  upon “stand”: the turn ends.\n"
        "  when “dealer” is “qualified”, then “player” may “draw”.",
    ],
)
def test_definitions_and_categories_by_which_a_step_is_taken_are_counted_and_reached(step: str) -> None:
    text = f"""Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  “suit”, from high to low: “r” and “b”.
  material: 1 pack of “cards”, each with one for each combination of “number” and “suit”.
  there is one “dealer”.
  “player” bets.
  “main” is a bet.
Article 2
  “dealer” is “good” only if the hand of “dealer” is “pair”.
Article 3
  “dealer” is “qualified” only if “dealer” is “good”.
Article 4
  each hand belongs to the first category that fits, from high to low:
1)
  “pair”: two are of the same “number”.
Article 5
  bets are accepted.
  deal to each “player” with a bet, and then “dealer”, one “card” at a time, face up, until each has two.
Article 6
  {step}
Article 7
  settle “main”.
  “main” loses.
"""
    game = game_of(text)
    counts = {eid: count for eid, _, count in cover(game, 100, 1).expected}
    # Of 28 hands of two cards four are pairs. Where the dealer has none, a duty not to draw rests on both definitions.
    assert counts["art_2"] == counts["art_3"] >= counts["art_4__point_1"] > 0
    assert {row.eid for row in reach(game).of(REACHED)} >= {"art_2", "art_3", "art_4__point_1"}


# What serves a norm, or an irregularity, alone: article 4 says when the dealer is high.
SERVING = f"""{THREE_FACES}\
  “ante” is a bet.
  “side” is a bet.
Article 2
  {{steps}}
  settle “ante” and “side”.
Article 3
  when “dealer” is “high”, {{rule}}.
Article 4
  “dealer” is “high” only if the total of “dealer” is 3.
Article 5
  “ante” loses.
  “side” loses.
"""
THROWN_FIRST = "“dealer” throws “die”.\n  bets are accepted."
CHOOSING = "bets are accepted.\n  “dealer” throws “die”.\n  “player” with “ante” chooses to “play” or “fold”."
WINDOW = f"{THROWN_FIRST}\n  bets on “side” are accepted, up to 2 times the stake of “ante”."
ANTE, SIDE = (PlaceBet("player-1", "", bet, 10) for bet in ("ante", "side"))
FOLD = Choose("player-1", "", "fold")


@pytest.mark.parametrize(
    ("steps", "rule", "before", "refused"),
    [
        (CHOOSING, "then “player” must not “fold”", [ANTE, Deal()], FOLD),
        (CHOOSING, "then “player” must “play”", [ANTE, Deal()], FOLD),
        (WINDOW, "then “player” must not “bet” on “side”", [ANTE, Deal()], Choose("player-1", "", "side")),
        (THROWN_FIRST, "then “player” must not “bet” on “side”", [], SIDE),
        (THROWN_FIRST, "then the stake of “side” must be at most 5", [], SIDE),
        (THROWN_FIRST, "then “dealer” must not “close the betting”", [ANTE], Deal()),
        (THROWN_FIRST, "then “player” must not “leave”", [], Act("player-1", "leave")),
    ],
)
def test_a_refusal_rests_on_the_definition_that_the_prohibition_reads(
    steps: str, rule: str, before: list[Action], refused: Action
) -> None:
    game = game_of(SERVING.format(steps=steps, rule=rule))
    round_ = game.new_round(cards="3")
    for action in before:
        round_.apply(action)
    with pytest.raises(IllegalAction) as found:
        round_.apply(refused)
    assert found.value.provisions == ("art_3", "art_4")
    if isinstance(refused, Choose):
        assert round_.forbidding(refused) == ("art_3", "art_4")
    assert {eid: count for eid, _, count in cover(game, 300, 1).expected}["art_4"] > 0
    assert "art_4" in {row.eid for row in reach(game).of(REACHED)}


def test_who_may_do_something_only_when_a_definition_holds_is_refused_by_it_too() -> None:
    game = game_of(SERVING.format(steps=THROWN_FIRST, rule="then “player” may “leave”"))
    with pytest.raises(IllegalAction) as found:
        game.new_round(cards="2").apply(Act("player-1", "leave"))
    assert (found.value.key, found.value.provisions) == ("not-now", ("art_3", "art_4"))


@pytest.mark.parametrize(
    ("steps", "rule", "done", "told"),
    [
        (THROWN_FIRST, "then “player” may “leave”", Act("player-1", "leave"), ["acted"]),
        (THROWN_FIRST, "then “player” may “bet”", ANTE, ["bet-placed"]),
        (
            THROWN_FIRST,
            "and “misdeal” happens, then the round is void and so are its bets",
            Irregularity("misdeal"),
            ["event", "round-void"],
        ),
    ],
)
def test_the_definition_by_which_something_may_be_done_or_goes_wrong_is_told_before_it(
    steps: str, rule: str, done: Action, told: list[str]
) -> None:
    game = game_of(SERVING.format(steps=steps, rule=rule))
    round_ = game.new_round(cards="3")
    before = len(round_.trace)
    round_.apply(done)
    after = round_.trace[before:]
    assert [step.kind for step in after] == ["defined", *told]
    assert (after[0].provisions, after[0].values["holds"]) == (("art_4",), True)
    assert "art_4" in {row.eid for row in reach(game).of(REACHED)}


def test_of_an_irregularity_it_is_told_of_whom_a_definition_holds() -> None:
    rule = "and “misdeal” happens to “player”, then the round is void and so are its bets"
    text = SERVING.format(steps=THROWN_FIRST, rule=rule).replace("“dealer” is “high”", "“player” is “high”")
    text = text.replace("if the total of “dealer” is 3", "if “player” has a bet on “ante”")
    round_ = game_of(text).new_round(cards="3")
    for action in (ANTE, Irregularity("misdeal", "player-1")):
        round_.apply(action)
    (defined,) = (step for step in round_.trace if step.kind == "defined")
    assert (defined.party, defined.values["holds"]) == ("player-1", True)
