"""Differences between the dates of the real chain of amendments of baccarat."""

import json
from collections import Counter
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from benchmarks import exact_baccarat
from following import Edit, Line, at_first, expected_rules, expected_words, followed, remembered
from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.diff import rendering
from lexludi.diff.comparing import Difference, compare
from lexludi.diff.edits import apply, op_of
from lexludi.diff.entries import entries
from lexludi.diff.explaining import cited
from lexludi.diff.finding import rule_edits
from lexludi.diff.layout import lay_out
from lexludi.diff.outcomes import compare_outcomes
from lexludi.diff.sides import Side, read_side
from lexludi.diff.words import units
from lexludi.language.builder import build
from lexludi.language.phrases import LANGUAGES
from lexludi.law.history import load_history
from lexludi.law.loader import find, read_source
from lexludi.play.telling import Teller
from small import DIE, THROW, folder_of
from test_diff import mistakes

WORK = "mo/baccarat"
HISTORY = load_history(WORK)
DATES = HISTORY.dates
PAIRS = list(combinations(DATES, 2))


@cache
def on(day: date, language: str = "zh", chosen: str = "") -> Side:
    return read_side(f"{WORK}@{day.isoformat()}:{language}{chosen}")


@cache
def between(first: date, second: date, language: str = "zh") -> Difference:
    return compare(on(first, language), on(second, language), ("words", "rules"))


@cache
def by_hand(first: date, last: date, language: str) -> tuple[list[Line], list[Line]]:
    """The text on two dates, made of the first text and of what instruments declare, provision by provision."""
    document, _ = build(read_source(find(f"{WORK}@{DATES[0]}", language=language)))
    assert document is not None
    lines = start = at_first(document)
    for day in DATES[: DATES.index(last) + 1]:
        for instrument in HISTORY.instruments:
            lines = followed(lines, [m for m in instrument.text(language).modifications if m.in_force == day])
        if day == first:
            lines = start = remembered(lines)
    return start, lines


def found_words(found: Difference) -> Counter[Edit]:
    """The edits of words; that a provision moves elsewhere is a new number too."""
    return Counter(("renumber" if e.op == "move" else e.op, e.eid_before, e.eid_after) for e in found.words)


def found_rules(found: Difference) -> Counter[tuple[str, str]]:
    """The edits of rules, by kind and by provision: the one after, or before where it is gone."""
    kinds = {"added", "removed", "relocated"}
    return Counter(
        (op_of(e) if op_of(e) in kinds else "changed", (cited(e).after or cited(e).before)[0])
        for e in found.rules or ()
    )


BACKWARDS = {"insert": "remove", "remove": "insert", "added": "removed", "removed": "added"}


def test_of_what_is_not_known_nobody_says_that_no_rule_changes() -> None:
    found = between(date(2007, 2, 23), date(2009, 1, 6))
    lost = {e.eid_after for e in found.words if e.is_missing}
    assert {"art_13__para_2", "art_17__para_12", "art_13__para_1__point_4__point_2"} <= lost
    assert {found.changes_rules(e) for e in found.words if e.is_missing or e.op == "reworded"} == {None}
    assert {e.eid_after: tuple(i.number for i in e.by) for e in found.words if e.op == "reworded"} == {
        "art_13": ("64/2007", "2/2009"),
        "art_13__para_1__point_4__point_2": ("2/2009",),  # which 64/2007 has replaced
        "art_17": ("64/2007", "2/2009"),
        "art_18": ("2/2009",),
        "art_19": ("2/2009",),
    }
    # How they read after it is not known; of those of article 13 it is not known before, either.
    words = {e.eid_after: (e.before, e.after) for e in found.words if e.op == "reworded"}
    assert words["art_18"] == ("抽水", None)
    assert words["art_13"] == (None, None)


def test_there_is_a_chain() -> None:
    assert len(DATES) >= 6


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("day", DATES, ids=str)
def test_the_text_on_a_date_has_the_provisions_and_words_that_instruments_declare(day: date, language: str) -> None:
    _, lines = by_hand(DATES[0], day, language)
    assert sorted((n.eid, n.text) for n in lines) == sorted((u.eid, u.text) for u in units(on(day, language).document))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("first", "second"), PAIRS, ids=str)
def test_edits_between_two_dates_are_what_the_instruments_declare(first: date, second: date, language: str) -> None:
    """Of every pair of dates, whatever lies between: no edit more and none less."""
    expected = expected_words(*by_hand(first, second, language))
    assert expected
    found = between(first, second, language)
    assert found_words(found) == Counter(expected)
    assert found_rules(found) == expected_rules(*by_hand(first, second, language))


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=str)
def test_edits_backwards_undo_them(first: date, second: date) -> None:
    there, back = between(first, second), between(second, first)
    undone = Counter(
        {(BACKWARDS.get(op, op), after, before): n for (op, before, after), n in found_words(there).items()}
    )
    assert found_words(back) == undone
    kinds = Counter((op, family) for (op, family) in ((op_of(e), e.family) for e in there.rules or ()))
    assert Counter((op_of(e), e.family) for e in back.rules or ()) == Counter(
        {(BACKWARDS.get(op, op), family): n for (op, family), n in kinds.items()}
    )


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=str)
def test_edits_make_the_rules_of_one_date_of_those_of_another(first: date, second: date) -> None:
    one, two = on(first).rules, on(second).rules
    assert one is not None
    assert two is not None
    aligned = between(first, second).alignment.eid
    assert entries(apply(rule_edits(one, two, aligned), one)) == entries(two)
    assert entries(apply(rule_edits(two, one), two)) == entries(one)


def test_commission_of_2005_by_default_changes_no_round() -> None:
    """73/2005 only adds an alternative: until it is chosen, no deal settles differently, and that is proved."""
    found = compare_outcomes(on(date(2004, 5, 18)), on(date(2005, 11, 29)))
    assert not found.is_same
    assert found.is_proved_equal


def test_half_on_six_against_a_count_by_hand() -> None:
    found = compare_outcomes(on(date(2005, 11, 29)), on(date(2005, 11, 29), "zh", "+commission=half-on-six"))
    changed = {c.bet: c for c in found.bets if c.probability}
    assert set(changed) == {"banker"}
    oracle = exact_baccarat.odds(8, commission="half-on-six")["banker"]
    banker = changed["banker"]
    wins = sum(ways for net, ways in oracle.ways.items() if net > 0)
    assert banker.probability == Fraction(wins, oracle.deals)  # whenever the banker's side wins
    assert banker.after is not None
    assert banker.after.expectation == oracle.expectation


@cache
def accepted() -> Difference:
    """The outcomes of the last two texts, although these are not wholly known."""
    return compare(on(DATES[-2]), on(DATES[-1]), ("outcomes",), accept_unknown=True)


def test_lucky_six_is_a_new_bet_and_nothing_else() -> None:
    found = between(date(2011, 9, 27), date(2018, 4, 24))
    assert found.rules is not None
    assert {(op_of(e), e.family) for e in found.rules} == {("added", "bets"), ("added", "steps"), ("added", "outcomes")}
    outcomes = accepted().outcomes
    assert outcomes is not None
    (new,) = (c for c in outcomes.bets if c.status == "new")
    assert new.bet == "lucky-six"
    assert new.after is not None
    assert new.after.expectation == exact_baccarat.odds(8)["lucky-six"].expectation
    assert {c.probability for c in outcomes.bets if c is not new} == {0}


def test_outcomes_of_what_is_not_wholly_known_are_worked_out_on_request_alone() -> None:
    before, after = on(date(2011, 9, 27)), on(date(2018, 4, 24))
    assert "2/2009" in after.not_wholly_known
    withheld = compare(before, after)
    assert withheld.outcomes is None
    assert withheld.withheld == (before, after)
    assert accepted().outcomes is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_withheld_is_said_and_what_is_accepted_as_well(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """All layers show what can be shown; outcomes alone are refused, as a round would be."""
    names = [f"{WORK}@{day}" for day in DATES[-2:]]
    words = catalogue(language)
    arguments = ["diff", *names, "--lang", language]
    assert main(arguments) == 0
    assert words.say("diff.outcomes.withheld") in capsys.readouterr().out
    assert main([*arguments, "--layer", "outcomes"]) == 1
    refused = capsys.readouterr()
    assert refused.out == ""
    assert "2/2009" in refused.err
    assert "--accept-unknown" in refused.err
    shown = rendering.markdown(list(lay_out(accepted(), words)))
    for key in ("diff.outcomes.accepted", "diff.outcomes.none-kept", "diff.outcomes.new"):
        assert words.say(key) in shown


@pytest.mark.parametrize("accepted", [False, True])
def test_json_tells_what_was_withheld_from_what_was_not_asked_for(
    accepted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["diff", *(f"{WORK}@{day}" for day in DATES[-2:]), "--format", "json"]
    assert main([*arguments, *(["--accept-unknown"] if accepted else [])]) == 0
    found = json.loads(capsys.readouterr().out)
    assert mistakes(found) == []
    assert found["outcomes_withheld"] is not accepted
    assert (found["outcomes"] is None) is not accepted
    assert main([*arguments, "--layer", "words"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["outcomes"], found["outcomes_withheld"]) == (None, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_article_that_an_instrument_words_anew_appears_although_it_is_only_known_by_summaries(language: str) -> None:
    # 73/2005 re-enacts articles 18 and 19; of 2004 there is only what our summary says of it.
    found = between(DATES[0], date(2005, 11, 29), language).words
    (edit,) = [edit for edit in found if edit.eid_after == "art_19"]
    assert (edit.op, edit.eid_before, edit.is_summary) == ("change", "art_19", True)


@pytest.mark.parametrize(
    "asked",
    [
        ["diff", "mo/baccarat@2005-11-29:zh", "mo/baccarat@2007-02-23:zh", "--layer", "words"],
        ["coverage", "mo/baccarat@2007-02-23", "--text", "zh", "--accept-unknown", "--rounds", "1"],
    ],
)
def test_the_ground_of_a_presumed_day_is_told_in_the_language_of_the_reader(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    grounds = {"zh": "公佈之翌日", "pt": "o dia seguinte ao da publicação", "en": "the day after publication"}
    for language, ground in grounds.items():
        assert main([*asked, "--lang", language]) == 0
        told = "".join(capsys.readouterr())
        assert ground in told
        assert not [other for other in grounds.values() if other != ground and other in told]


SUSPENDING = """\
regulation: xx/game/1
instrument: Invented instrument no. 5/2031
published on 3 November 2031.
in force from 1 December 2031.
amends: xx/game
invented example, not law.

Article 1
  suspend article 2 from 1 January 2032 until 31 January 2032.
"""
HELD = """\
regulation: xx/game
in force from 1 January 2031.
invented example, not law.

Article 1
  | Bets are taken.
  bets are accepted.
  on 1 June 2031, article 3 enters into force.

Article 2
  | Two tables may be opened.
1.
  no effect on the machine: tables

Article 3
  | Three tables may be opened.
"""


@pytest.fixture
def suspended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shelf with a work of which article 3 waits until June 2031, and article 2 is suspended in January 2032."""
    (tmp_path / "xx" / "game" / "amendments").mkdir(parents=True)
    (tmp_path / "xx" / "game" / "2031-01-01.en.ludi").write_text(HELD, "utf-8")
    (tmp_path / "xx" / "game" / "amendments" / "1-2031.en.ludi").write_text(SUSPENDING, "utf-8")
    monkeypatch.setenv("LEXLUDI_SHELF", str(tmp_path))


@pytest.mark.usefixtures("suspended")
@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("2031-01-01", "2031-02-01", []),
        ("2031-01-01", "2031-06-01", [("apply", "art_3", None, "2031-01-01", "2031-05-31")]),
        ("2031-06-01", "2031-01-01", [("suspend", "art_3", None, "2031-01-01", "2031-05-31")]),
        ("2031-12-31", "2032-01-01", [("suspend", "art_2", ["5/2031"], "2032-01-01", "2032-01-31")]),
        ("2032-01-31", "2032-02-01", [("apply", "art_2", ["5/2031"], "2032-01-01", "2032-01-31")]),
        ("2031-12-31", "2032-02-01", []),
    ],
)
def test_a_provision_that_applies_in_one_text_alone_is_told_with_what_holds_it(
    first: str, second: str, told: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    sides = [f"xx/game@{day}" for day in (first, second)]
    assert main(["diff", *sides, "--layer", "words", "--format", "json"]) == 0
    edits = json.loads(capsys.readouterr().out)["words"]
    found = [tuple(e.get(key) for key in ("op", "eid_after", "by", "from", "until")) for e in edits]
    # Below article 2 nothing is said again.
    assert found == told
    for language in LANGUAGES:
        main(["diff", *sides, "--layer", "words", "--lang", language])
        out = capsys.readouterr().out
        assert (catalogue(language).say("diff.words.none") in out) == (not told)
        assert ("Invented instrument no. 5/2031" in out) == any(edit[2] for edit in told)


@pytest.mark.usefixtures("suspended")
def test_a_text_and_the_file_that_it_was_printed_to_hold_the_same(tmp_path: Path) -> None:
    """Of article 2 the file says in a sentence that it is suspended; printed on another day, that it is not."""
    for day, told in (("2032-01-15", []), ("2031-12-15", [("apply", "art_2")])):
        path = tmp_path / day / "1.en.ludi"
        path.parent.mkdir()
        path.write_text(read_source(find(f"xx/game@{day}")).text, "utf-8")
        edits = compare(read_side("xx/game@2032-01-15"), read_side(str(path)), ("words",)).words
        assert [(e.op, e.eid_after) for e in edits if e.eid_after] == told


def test_a_text_and_the_file_that_it_was_printed_to_are_as_little_known(tmp_path: Path) -> None:
    """Invented: how an instrument changed article 3 is not known; printed on the first day, nothing has changed it."""
    first, second = game_with(tmp_path, "  in words not known, article 3 is changed.\n")
    path = tmp_path / "amendments" / "1-2031.en.ludi"
    unknown = "amends: game\nits content is unknown: nobody has it\n"
    path.write_text(path.read_text("utf-8").replace("amends: game\n", unknown), "utf-8")
    for name, told in ((second, []), (first, [("reworded", "art_3")])):
        (tmp_path / name[-5:]).mkdir()
        (tmp_path / name[-5:] / "glossary.toml").write_text((tmp_path / "glossary.toml").read_text("utf-8"), "utf-8")
        (tmp_path / name[-5:] / "1.en.ludi").write_text(read_source(find(name)).text, "utf-8")
        edits = compare(read_side(second), read_side(str(tmp_path / name[-5:] / "1.en.ludi")), ("words",)).words
        assert [(e.op, e.eid_after) for e in edits if e.eid_after] == told


def test_a_suspension_changes_the_rules_of_the_numbers_below_the_article(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: the rules of article 3 stand in its numbers, and the suspension is told of the article alone."""
    wins = [f"{n}.\n  when the total of “banker” is {n}, then “big” pays 1 to 1.\n" for n in (1, 2)]
    text = f"{DIE}{THROW}Article 2\n  in every other case, “big” loses.\nArticle 3 Wins\n{''.join(wins)}"
    head = "regulation: game\nin force from 1 January 2031.\ninvented example, not law.\n\n"
    folder_of(text, tmp_path)
    (tmp_path / "1.en.ludi").rename(tmp_path / "2031-01-01.en.ludi").write_text(head + text, "utf-8")
    (tmp_path / "amendments").mkdir()
    suspending = SUSPENDING.replace("xx/game", "game").replace("article 2", "article 3")
    (tmp_path / "amendments" / "1-2031.en.ludi").write_text(suspending, "utf-8")
    before, after = (f"{tmp_path}@{day}" for day in ("2031-12-31", "2032-01-01"))
    for names, op in (((before, after), "suspend"), ((after, before), "apply")):
        assert main(["diff", *names, "--layer", "words", "--layer", "rules", "--format", "json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert [(e["op"], e["eid_after"], e["changes_rules"]) for e in data["words"]] == [(op, "art_3", True)]
        assert {e["eid_before"] or e["eid_after"] for e in data["rules"]} == {"art_3__para_1", "art_3__para_2"}


@pytest.mark.parametrize("second", ["instrument: Invented Order no. 5/2031", ""])
def test_words_changed_again_in_ways_not_known_are_told_of_another_instrument_and_of_another_day(
    second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: an order with the number of the law before it changes article 2 in June; or the law does so again."""
    changes = "in words not known, article 2 is changed.\n"
    (tmp_path / "2031-01-01.en.ludi").write_text(HELD.replace("xx/game", "game"), "utf-8")
    (tmp_path / "amendments").mkdir()
    law = SUSPENDING.replace("xx/game", "game").replace("November", "March").replace("1 December", "1 April")
    law = law.replace("  suspend article 2 from 1 January 2032 until 31 January 2032.\n", f"  {changes}")
    law = law.replace("invented", "its content is unknown: all that is known is that it touches article 2\ninvented", 1)
    again = law + f"Article 2\n  on 1 June 2031, article 3 enters into force.\nArticle 3\n  {changes}"
    (tmp_path / "amendments" / "1-2031.en.ludi").write_text(law if second else again, "utf-8")
    if second:
        order = law.replace("instrument: Invented instrument no. 5/2031", second).replace("game/1", "game/2")
        (tmp_path / "amendments" / "2-2031.en.ludi").write_text(order.replace("1 April", "1 June"), "utf-8")
    names = [f"{tmp_path}@2031-{day}" for day in ("05-01", "06-01")]
    assert main(["diff", *names, "--layer", "words", "--format", "json"]) == 0
    told = [edit for edit in json.loads(capsys.readouterr().out)["words"] if edit["op"] != "apply"]
    assert [(e["op"], e["eid_after"], e["by"]) for e in told] == [("reworded", "art_2", ["5/2031"])]


TRACED = f"""{DIE}{THROW}Article 2 Wins
1.
  | A throw of three wins, one to one.
  when the total of “banker” is 3, then “big” pays 1 to 1.
2.
  | A throw of two wins, two to one.
  when the total of “banker” is 2, then “big” pays 2 to 1.
3.
  | All else loses.
  in every other case, “big” loses.
Article 3
  | Tables open at noon.
"""
# Paragraph 1 becomes 2 and is worded anew, and what comes in its place reads much as it did.
RENUMBERED = """\
  renumber article 2, paragraphs 1 to 3 as article 2, paragraphs 2 to 4.
  add to article 2:
  > 1.
  >   | A throw of three wins, five to one.
  >   when the total of “banker” is 3, then “big” pays 5 to 1.
"""
WORDED_ANEW = """\
  replace article 2, paragraph 2 by:
  > 2.
  >   | Of the last throw nothing is told.
  >   no effect on the machine: nothing
"""
# Another paragraph with much the same words at the number of one that is repealed.
PUT_IN = """\
  repeal article 2, paragraph 3.
  add to article 2:
  > 3.
  >   | A throw of two wins, two to one, and no more.
  >   when the total of “banker” is 2, then “big” pays 2 to 1.
"""
# The words of an article without a title become its first number, which is then worded anew.
PASSED_DOWN = "  renumber article 3 as article 3, paragraph 1.\n"
NUMBER_ANEW = """\
  replace article 3, paragraph 1 by:
  > 1.
  >   | Doors close late.
"""


def game_with(folder: Path, *amendments: str, text: str = TRACED) -> list[str]:
    """The names of the text of an invented game before and after instruments, each in force a month after the last."""
    folder_of(text, folder)
    head = "regulation: game\nin force from 1 January 2031.\ninvented example, not law.\n\n"
    (folder / "1.en.ludi").rename(folder / "2031-01-01.en.ludi").write_text(head + text, "utf-8")
    (folder / "amendments").mkdir()
    for number, (month, clauses) in enumerate(zip(("February", "March", "April"), amendments, strict=False), 1):
        text = (
            SUSPENDING.replace("xx/game", "game").replace("3 November", "3 January").replace("1 December", f"1 {month}")
        )
        text = text.replace("no. 5/2031", f"no. {number}/2031").partition("  suspend")[0] + clauses
        (folder / "amendments" / f"{number}-2031.en.ludi").write_text(text, "utf-8")
    return [f"{folder}@2031-01-01", f"{folder}@2031-0{len(amendments) + 1}-01"]


def test_what_was_put_in_is_found_again_in_a_work_of_another_history(tmp_path: Path) -> None:
    """Invented: a copy of the work elsewhere, of which the instruments of the first say nothing."""
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
    _, after = game_with(tmp_path / "one", PUT_IN)
    _, copied = game_with(tmp_path / "two", PUT_IN)
    for names in ((after, copied), (after, game_with(tmp_path / "three")[0])):
        found = compare(*map(read_side, names), ("words",))
        assert found.alignment.became["art_2__para_3"] == "art_2__para_3"


@pytest.mark.parametrize(
    ("amendments", "words", "rules"),
    [
        (
            (RENUMBERED, WORDED_ANEW),
            {
                ("insert", None, "art_2__para_1"),
                *(("renumber", f"art_2__para_{n}", f"art_2__para_{n + 1}") for n in (1, 2, 3)),
                ("change", "art_2__para_1", "art_2__para_2"),
            },
            {
                ("removed", "art_2__para_1", None),
                ("added", None, "art_2__para_1"),
                *(("relocated", f"art_2__para_{n}", f"art_2__para_{n + 1}") for n in (2, 3)),
            },
        ),
        (
            (RENUMBERED, PUT_IN),
            {
                ("insert", None, "art_2__para_1"),
                ("renumber", "art_2__para_1", "art_2__para_2"),
                ("insert", None, "art_2__para_3"),
                ("remove", "art_2__para_2", None),
                ("renumber", "art_2__para_3", "art_2__para_4"),
            },
            # The new paragraph says what the repealed one said: that rule stands at another number.
            {
                ("added", None, "art_2__para_1"),
                *(("relocated", f"art_2__para_{n}", f"art_2__para_{n + 1}") for n in (1, 2, 3)),
            },
        ),
        (
            (PASSED_DOWN, NUMBER_ANEW),
            {
                ("insert", None, "art_3"),
                ("move", "art_3", "art_3__para_1"),
                ("change", "art_3", "art_3__para_1"),
            },
            set(),
        ),
    ],
    ids=["renumbered", "at-a-number", "passed-down"],
)
def test_provisions_of_two_days_are_those_of_which_the_instruments_between_them_speak(
    amendments: tuple[str, ...],
    words: set[Edit],
    rules: set[tuple[str, str | None, str | None]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Invented: by the words alone, another provision would be taken for the one that an instrument changed."""
    sides = game_with(tmp_path, *amendments)
    backwards = {"insert": "remove", "remove": "insert", "added": "removed", "removed": "added"}
    for names, turned in ((sides, False), (sides[::-1], True)):
        assert main(["diff", *names, "--layer", "words", "--layer", "rules", "--format", "json"]) == 0
        data = json.loads(capsys.readouterr().out)
        for layer, expected in (("words", words), ("rules", rules)):
            found = [(e["op"], e["eid_before"], e["eid_after"]) for e in data[layer]]
            assert len(found) == len({*found})
            undone = {(backwards.get(op, op), after, before) for op, before, after in expected}
            assert {*found} == (undone if turned else expected)


IN_DEROGATION = """\
  from 1 February 2031 until 31 December 2031, article 2, paragraph 1 reads:
  > 1.
  >   | A throw of three wins, five to one.
  >   when the total of “banker” is 3, then “big” pays 5 to 1.
"""
MOVED = "  renumber article 2, paragraph 1 as article 2, paragraph 4.\n"


def test_the_last_day_of_words_that_moved_as_well_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: words in derogation leave paragraph 1 of article 2 its number, which then becomes 4."""
    names = game_with(tmp_path, IN_DEROGATION, MOVED)
    for sides, place in ((names, "after"), (names[::-1], "before")):
        assert main(["diff", *sides, "--layer", "words", "--format", "json"]) == 0
        edits = json.loads(capsys.readouterr().out)["words"]
        assert [(e["op"], e.get("in_derogation")) for e in edits] == [("move", None), ("change", {place: "2031-12-31"})]
        for language in LANGUAGES:
            assert main(["diff", *sides, "--layer", "words", "--lang", language]) == 0
            said = catalogue(language).say(f"diff.words.until.{place}", until=date(2031, 12, 31))
            assert capsys.readouterr().out.count(said) == 1


def test_words_that_passed_below_their_title_and_then_elsewhere_are_moved(tmp_path: Path) -> None:
    """Invented: the words of article 3 become its paragraph 1, and that paragraph 4 of article 2; the title stays."""
    text = f"{TRACED.replace('Article 3', 'Article 3 Tables')}  no effect on the machine: hours\n"
    elsewhere = "  renumber article 3, paragraph 1 as article 2, paragraph 4.\n"
    before, after = game_with(tmp_path, PASSED_DOWN, elsewhere, text=text)
    between = before.replace("01-01", "02-01")
    for names, op, eids in (
        ((before, between), "renumber", ("art_3", "art_3__para_1")),
        ((before, after), "move", ("art_3", "art_2__para_4")),
    ):
        for sides, told in ((names, eids), (names[::-1], eids[::-1])):
            found = compare(*map(read_side, sides), ("words",))
            assert [(e.op, e.eid_before, e.eid_after) for e in found.words] == [(op, *told)]


def test_what_is_repealed_and_stands_there_again_as_it_was_is_the_same(tmp_path: Path) -> None:
    """Invented: paragraph 1 of article 2 is repealed and added again, in the same words or with another payoff.

    Beside it paragraph 2, worded anew, makes rounds to compare; of the same words, none goes by another provision.
    """
    anew = RENUMBERED.partition("  > 1.\n")[2]
    beside = f"  replace article 2, paragraph 2 by:\n  > 2.\n{anew}".replace("3, then", "2, then")
    again = "  add to article 2:\n  > 1.\n  >   | A throw of three wins, {0} to one.\n" + (
        "  >   when the total of “banker” is 3, then “big” pays {1} to 1.\n"
    )
    repeal = f"  repeal article 2, paragraph 1.\n{beside}"
    for name, said in (("same", ("one", 1)), ("other", ("five", 5))):
        (tmp_path / name).mkdir()
        names = game_with(tmp_path / name, repeal, again.format(*said))
        is_same = name == "same"
        for sides in (names, names[::-1]):
            found = compare(*map(read_side, sides), ("words", "outcomes"))
            assert (found.alignment.became.get("art_2__para_1") == "art_2__para_1") is is_same
            eids = [e.eid_before or e.eid_after for e in found.words]
            assert eids == ["art_2__para_2"] if is_same else eids.count("art_2__para_1") == 2
            assert found.outcomes is not None
            assert [bet.provisions_only for bet in found.outcomes.bets] == [0]
            for language in LANGUAGES:
                words = catalogue(language)
                lines = ["".join(piece.text for piece in block.pieces) for block in lay_out(found, words)]
                cited = Teller(words).provision("art_2__para_1")
                assert (words.say("diff.example.same-number", provisions=cited) in lines) is not is_same


def test_paragraphs_of_an_article_that_moved_are_changed_under_their_numbers(tmp_path: Path) -> None:
    """Invented: article 3 is replaced whole, of whose paragraphs the instrument says nothing, and then renumbered."""
    said = ("Doors open at noon.", "The inspector is called in the case of a doubt.")
    anew = ("Doors are shut from ten to two.", "Nobody is called.")
    one, other = (
        "".join(
            f"{mark}{n}.\n{mark}  | {words}\n{mark}  no effect on the machine: it\n"
            for n, words in enumerate(paragraphs, 1)
        )
        for mark, paragraphs in (("", said), ("  > ", anew))
    )
    text = f"{TRACED.partition('Article 3')[0]}Article 3\n{one}"
    moved = "  renumber article 3 as article 5.\n"
    before, after = game_with(tmp_path, f"  replace article 3 by:\n  > Article 3\n{other}", moved, text=text)
    for sides, was, now in (((before, after), 3, 5), ((after, before), 5, 3)):
        edits = compare(*map(read_side, sides), ("words",)).words
        assert [(e.op, e.eid_before, e.eid_after) for e in edits] == [
            ("renumber", f"art_{was}", f"art_{now}"),
            *(("change", f"art_{was}__para_{n}", f"art_{now}__para_{n}") for n in (1, 2)),
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_what_is_not_known_it_is_not_said_that_nothing_differs(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: of one instrument nothing is known, of the next that it changes article 3; the third is known."""
    names = game_with(tmp_path, "", "  in words not known, article 3 is changed.\n", "  repeal article 3.\n")
    for number in (1, 2):
        path = tmp_path / "amendments" / f"{number}-2031.en.ludi"
        unknown = "amends: game\nits content is unknown: nobody has it\n"
        path.write_text(path.read_text("utf-8").replace("amends: game\n", unknown), "utf-8")
    first, second, third, last = (f"{tmp_path}@2031-0{month}-01" for month in (1, 2, 3, 4))
    assert [first, last] == names
    say = catalogue(language).say
    for sides, told in (
        ((first, first), ("diff.words.none", "diff.rules.none")),
        ((first, second), ("diff.words.none.known", "diff.rules.none.known")),
        ((second, third), ("diff.rules.none.known",)),
        ((third, third), ("diff.words.none", "diff.rules.none")),
        ((third, last), ("diff.rules.none.known",)),
    ):
        assert main(["diff", *sides, "--layer", "words", "--layer", "rules", "--lang", language]) == 0
        lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
        keys = [f"diff.{layer}.none{known}" for layer in ("words", "rules") for known in ("", ".known")]
        assert tuple(key for key in keys if say(key) in lines) == told


def test_of_words_not_known_that_are_gone_or_others_since_it_is_not_said_that_no_rule_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: how an instrument changed article 3 is not known; the next one repeals it, or words it anew."""
    anew = "  replace article 3 by:\n  > Article 3\n  >   | Tables open early.\n  >   no effect on the machine: it\n"
    gone = {"missing": True, "by": ["1/2031"], "changes_rules": None}
    other = {"missing": False, "by": None, "changes_rules": None}
    told = {
        "repeal": [("remove", "insert", gone)],
        "replace": [("change", "change", other), ("reworded", "reworded", {**other, "by": ["1/2031"]})],
    }
    for name, clauses in (("repeal", "  repeal article 3.\n"), ("replace", anew)):
        (tmp_path / name).mkdir()
        game_with(tmp_path / name, "  in words not known, article 3 is changed.\n", clauses)
        path = tmp_path / name / "amendments" / "1-2031.en.ludi"
        unknown = "amends: game\nits content is unknown: nobody has it\n"
        path.write_text(path.read_text("utf-8").replace("amends: game\n", unknown), "utf-8")
        sides = [f"{tmp_path / name}@2031-0{month}-01" for month in (2, 3)]
        for place, names in ((0, sides), (1, sides[::-1])):
            assert main(["diff", *names, "--layer", "words", "--layer", "rules", "--format", "json"]) == 0
            data = json.loads(capsys.readouterr().out)
            assert mistakes(data) == []
            found = [(e["op"], {key: e.get(key) for key in gone}) for e in data["words"]]
            assert found == [(row[place], row[2]) for row in told[name]]


def test_the_title_and_words_that_an_article_has_since_its_own_words_passed_on_are_told(tmp_path: Path) -> None:
    """Invented: the words of article 3 become its paragraph 1; it gets another title, and once that has gone, words."""
    text = f"{TRACED.replace('Article 3', 'Article 3 Tables')}  no effect on the machine: hours\n"
    titled = "  replace article 3 by:\n  > Article 3 Hours\n  >   | […]\n"
    moved = (
        "  renumber article 3, paragraph 1 as article 2, paragraph 4.\n"
        "  replace article 3 by:\n  > Article 3 End\n  >   | Nothing ends.\n  >   no effect on the machine: it\n"
    )
    for name, clauses, op, place, title, words in (
        ("titled", titled, "renumber", "art_3__para_1", "Hours", "Hours"),
        ("moved", moved, "move", "art_2__para_4", "End", "End\nNothing ends."),
    ):
        (tmp_path / name).mkdir()
        names = game_with(tmp_path / name, PASSED_DOWN, clauses, text=text)
        there, back = (compare(*map(read_side, sides), ("words",)).words for sides in (names, names[::-1]))
        told = [(op, "art_3", place), ("change", "art_3", "art_3")]
        assert [(e.op, e.eid_before, e.eid_after) for e in there] == told
        assert [(e.op, e.eid_after, e.eid_before) for e in back] == told
        for edit, (before, after) in ((there[1], ("Tables", words)), (back[1], (words, "Tables"))):
            assert (edit.before, edit.after) == (before, after)
            assert "Tables open" not in "".join(piece.text for piece in edit.pieces)
            assert title in "".join(piece.text for piece in edit.pieces)


def test_what_new_words_of_an_article_leave_out_and_an_instrument_puts_back_is_the_same(tmp_path: Path) -> None:
    """Invented: article 2 is replaced without its paragraph 3, which is then added as it was."""
    article = TRACED.partition("Article 2")[2].partition("Article 3")[0]
    kept, last = article.split("3.\n  | All")
    replaced, added = (
        "".join(f"  > {line}\n" for line in part.splitlines()) for part in (f"Article 2{kept}", f"3.\n  | All{last}")
    )
    names = game_with(tmp_path, f"  replace article 2 by:\n{replaced}", f"  add to article 2:\n{added}")
    between = names[0].replace("01-01", "02-01")
    assert [e.op for e in compare(*map(read_side, (names[0], between)), ("words",)).words] == ["remove"]
    for sides in (names, names[::-1]):
        assert compare(*map(read_side, sides), ("words",)).words == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_that_moves_and_changes_is_told_below_one_heading(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: paragraph 1 becomes 2, which then pays five to one."""
    moved, _, _ = RENUMBERED.partition("  add")
    paid = WORDED_ANEW.partition("  >   | Of")[0] + RENUMBERED.partition("  > 1.\n")[2]
    names = game_with(tmp_path, moved, paid)
    assert main(["diff", *names, "--layer", "rules", "--format", "markdown", "--lang", language]) == 0
    headings = [line for line in capsys.readouterr().out.splitlines() if line.startswith("### ")]
    assert len(headings) == len({*headings}) == 3


@pytest.mark.parametrize("other", [1, 2], ids=["alike", "in-conflict"])
def test_articles_that_change_places_are_no_other_provisions(other: int, tmp_path: Path) -> None:
    """Invented: of a throw of 3 two articles say the same, or are in conflict; renumbered they are the same two."""
    three = "  when the total of “banker” is 3, then “big” pays {} to 1.\n"
    rest = "Article 4\n  in every other case, “big” loses.\n"
    text = f"{DIE}{THROW}Article 2 First\n{three.format(1)}Article 3 Second\n{three.format(other)}{rest}"
    exchange = "  renumber article 2 as article 3.\n  renumber article 3 as article 2.\n"
    before, after = game_with(tmp_path, exchange, text=text)
    (big,) = compare_outcomes(read_side(before), read_side(after)).bets
    assert (big.probability, big.provisions_only, big.open_otherwise) == (0, 0, 0)


def test_rules_go_with_words_that_become_a_number_of_their_article(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: the words of article 2 become its paragraph 1 below its title, and then pay six to one.

    A throw of 3, one in three, is settled by the same words before and after the first instrument.
    """
    pays = "  when the total of “banker” is 3, then “big” pays {} to 1.\n"
    text = f"{DIE}{THROW}Article 2 Wins\n{pays.format(1)}Article 3\n  in every other case, “big” loses.\n"
    down = "  renumber article 2 as article 2, paragraph 1.\n"
    anew = f"  replace article 2, paragraph 1 by:\n  > 1.\n  > {pays.format(6)}"
    before, after = game_with(tmp_path, down, anew, text=text)
    between = before.replace("01-01", "02-01")
    for one, two in ((before, between), (between, before)):
        (big,) = compare_outcomes(read_side(one), read_side(two)).bets
        assert (big.probability, big.provisions_only) == (0, 0)
    for names, places in (((before, after), ("art_2", "art_2__para_1")), ((after, before), ("art_2__para_1", "art_2"))):
        assert main(["diff", *names, "--layer", "rules", "--format", "json"]) == 0
        edits = json.loads(capsys.readouterr().out)["rules"]
        found = [(e["op"], e["eid_before"], e["eid_after"]) for e in edits]
        assert found == [("relocated", *places), ("payout-changed", *places)]


def test_two_days_in_two_languages_go_by_what_the_instruments_say(tmp_path: Path) -> None:
    """Invented: articles 1 and 2 change places, in the text of each language."""
    heads = {
        "en": "regulation: game\nin force from 1 January 2031.\ninvented example, not law.\n",
        "pt": "regulamento: game\nem vigor desde 1 de Janeiro de 2031.\nexemplo inventado, que não é lei.\n",
    }
    said = {
        "en": "Article 1\n  no effect on the machine: cards\nArticle 2\n  no effect on the machine: hours\n",
        "pt": "Artigo 1.º\n  sem efeito na máquina: cartas\nArtigo 2.º\n  sem efeito na máquina: horas\n",
    }
    instruments = {
        "en": "instrument: Invented instrument no. 1/2031\namends: game\npublished on 3 January 2031.\n"
        "in force from 1 February 2031.\ninvented example, not law.\nArticle 1\n"
        "  renumber article 1 as article 2.\n  renumber article 2 as article 1.\n",
        "pt": "diploma: Diploma inventado n.º 1/2031\naltera: game\npublicado em 3 de Janeiro de 2031.\n"
        "em vigor desde 1 de Fevereiro de 2031.\nexemplo inventado, que não é lei.\nArtigo 1.º\n"
        "  o artigo 1.º passa a ser o artigo 2.º.\n  o artigo 2.º passa a ser o artigo 1.º.\n",
    }
    (tmp_path / "amendments").mkdir()
    for language, head in heads.items():
        (tmp_path / f"2031-01-01.{language}.ludi").write_text(head + said[language], "utf-8")
        work, _, _ = head.partition("\n")
        amending = f"{work}/1\n{instruments[language]}"
        (tmp_path / "amendments" / f"1-2031.{language}.ludi").write_text(amending, "utf-8")
    sides = [read_side(f"{tmp_path}@{day}") for day in ("2031-01-01:pt", "2031-02-01:en")]
    assert compare(*sides, ("words",)).alignment.became == {"art_1": "art_2", "art_2": "art_1"}
    same = [read_side(f"{tmp_path}@{day}") for day in ("2031-02-01:pt", "2031-02-01:en")]
    assert compare(*same, ("words",)).alignment.became == {"art_1": "art_1", "art_2": "art_2"}


def test_instruments_are_named_in_the_language_of_the_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: a law and an order of one number each change an article, how is not known; the order suspends another.

    The Portuguese text is compared, refused and played for a reader of English.
    """
    heads = {
        "en": "regulation: game\nin force from 1 January 2031.\ninvented example, not law.\n",
        "pt": "regulamento: game\nem vigor desde 1 de Janeiro de 2031.\nexemplo inventado, que não é lei.\n",
    }
    articles = {
        "en": [f"Article {n}\n  no effect on the machine: hours\n" for n in (1, 2, 3)],
        "pt": [f"Artigo {n}.º\n  sem efeito na máquina: horas\n" for n in (1, 2, 3)],
    }
    instruments = {
        "en": "instrument: Invented {0} no. 5/2031\namends: game\nits content is unknown: lost\npublished on 3 January "
        "2031.\nin force from 1 {1} 2031.\ninvented example, not law.\nArticle 1\n"
        "  in words not known, article {2} is changed.\n",
        "pt": "diploma: {0} n.º 5/2031\naltera: game\no conteúdo da alteração é desconhecido: perdeu-se\npublicado em "
        "3 de Janeiro de 2031.\nem vigor desde 1 de {1} de 2031.\nexemplo inventado, que não é lei.\nArtigo 1.º\n"
        "  o artigo {2}.º é alterado em termos desconhecidos.\n",
    }
    suspends = {
        "en": "  suspend article 3 from 1 April 2031.\n",
        "pt": "  é suspenso o artigo 3.º, desde 1 de Abril de 2031.\n",
    }
    made = {"1": {"en": ("Law", "February", 1), "pt": ("Lei inventada", "Fevereiro", 1)}}
    made["2"] = {"en": ("Order", "March", 2), "pt": ("Ordem inventada", "Março", 2)}
    (tmp_path / "amendments").mkdir()
    for language, head in heads.items():
        (tmp_path / f"2031-01-01.{language}.ludi").write_text(f"{head}{''.join(articles[language])}", "utf-8")
        work, _, _ = head.partition("\n")
        for number, about in made.items():
            text = f"{work}/{number}\n{instruments[language].format(*about[language])}"
            text += suspends[language] if number == "2" else ""
            (tmp_path / "amendments" / f"{number}-2031.{language}.ludi").write_text(text, "utf-8")
    for name, reader, other in (("pt", "en", "inventada"), ("en", "pt", "Invented")):
        sides = [f"{tmp_path}@{day}:{name}" for day in ("2031-01-01", "2031-04-01")]
        assert main(["diff", *sides, "--layer", "words", "--lang", reader]) == 0
        told = capsys.readouterr().out
        assert other not in told
        for number in made:
            kind = made[number][reader][0]
            named = f"Invented {kind} no. 5/2031" if reader == "en" else f"{kind} n.º 5/2031"
            assert told.count(catalogue(reader).say("diff.words.by", instruments=(named,))) == 1
        assert main(["diff", *sides, "--layer", "outcomes", "--lang", reader]) == 1
        assert main(["play", f"{tmp_path}@2031-04-01", "--text", name, "--lang", reader]) == 1
        refused = capsys.readouterr().err
        assert other not in refused
        assert refused.count("5/2031") == 4
    assert main(["diff", *sides, "--layer", "words", "--format", "json"]) == 0
    edits = json.loads(capsys.readouterr().out)["words"]
    assert [(e["op"], e["eid_after"], e["by"]) for e in edits] == [
        ("reworded", "art_1", ["5/2031"]),
        ("reworded", "art_2", ["5/2031"]),
        ("suspend", "art_3", ["5/2031"]),
    ]


def test_the_text_of_a_day_with_a_fault_is_named_by_its_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Invented: the fault stands in the instrument, and in no file of the work."""
    names = game_with(tmp_path, "  repeal article 9.\n")
    assert main(["diff", *names, "--layer", "words", "--lang", "en"]) == 1
    path = tmp_path / "amendments" / "1-2031.en.ludi"
    path.write_text(path.read_text("utf-8").replace("repeal article 9", "repeal all this"), "utf-8")
    assert main(["diff", *names, "--layer", "words", "--lang", "en"]) == 1
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("lexludi:")]
    assert len(told) == 2
    assert all(f"{tmp_path.name}@2031-02-01.en" in line for line in told)
