"""Histories: what amends a text, the text on a date, what is not known, and what does not fit."""

import json
import shutil
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexludi.base.errors import IllegalAction, InvalidRegulation, InvalidSetting, NotWhollyKnown, UnknownWork
from lexludi.base.messages import catalogue
from lexludi.base.resources import shelves
from lexludi.base.source import Source
from lexludi.checks.checking import check_paths
from lexludi.cli.main import main
from lexludi.exchange.akn_history import events
from lexludi.exchange.renditions import export
from lexludi.language.builder import build
from lexludi.language.nodes import Comment, Document, Level, Mark, Provision, Reference, Words, walk
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document, provision_label
from lexludi.law.amendments import Citation, Instrument, number_of
from lexludi.law.chronicle import annotated, change_told, history_json, note_lines, own_note, renumbered_rows, text_json
from lexludi.law.files import text_file
from lexludi.law.history import History, consolidate, history_of, load_history, wholly_known_date
from lexludi.law.loader import expression_of, find, load_rules, read_source
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import load, make_game
from lexludi.play.replay import read_records, replay
from lexludi.play.telling import Teller
from lexludi.rules.header import metadata_of
from lexludi.rules.model import Amended, Copy, Knowledge, under
from small import DIE, THROW, rules_of

WORK = "mo/baccarat"
FIRST, HALF, PART, UNKNOWN, FREE_BURN, SIX = map(
    date.fromisoformat, ("2004-05-18", "2005-11-29", "2007-02-23", "2009-01-06", "2011-09-27", "2018-04-24")
)
CHAIN = load_history(WORK)


def text_on(day: date, language: str = "zh") -> Document:
    return consolidate(CHAIN, day, language).document


def eids(document: Document, under: str = "") -> list[str]:
    return [p.eid for p in document.all() if p.eid.startswith(under)]


# ── The chain of baccarat ───────────────────────────────────────────────────


def test_the_instruments_stand_in_the_order_of_their_entry_into_force() -> None:
    found = [(i.number, str(i.in_force), i.knowledge.value, bool(i.metadata.assumed)) for i in CHAIN.instruments]
    assert found == [
        ("73/2005", "2005-11-29", "full", False),
        ("30/2007", "2007-02-23", "part", True),
        ("64/2007", "2007-06-26", "part", True),
        ("2/2009", "2009-01-06", "unknown", True),
        ("69/2009", "2009-06-23", "delegation", False),
        ("83/2011", "2011-09-27", "full", False),
        ("56/2018", "2018-04-24", "full", False),
    ]
    assert CHAIN.dates == (FIRST, *(i.in_force for i in CHAIN.instruments))


def test_what_is_not_known_of_an_instrument_is_not_made_up() -> None:
    signed = {i.number: i.metadata.signed for i in CHAIN.instruments if i.metadata.signed}
    assert signed == {"73/2005": date(2005, 11, 23), "83/2011": date(2011, 9, 22)}
    unknown = CHAIN.instrument("2/2009")
    assert unknown is not None
    assert unknown.published is None
    assert [unknown.text(language).metadata.gazette for language in LANGUAGES] == ["", "", ""]


@pytest.mark.parametrize("instrument", CHAIN.instruments, ids=lambda i: i.number)
def test_an_instrument_changes_the_same_in_every_language(instrument: Instrument) -> None:
    changes = {
        language: [(m.op, m.target, m.to, m.in_force) for m in text.modifications]
        for language, text in instrument.texts.items()
    }
    assert set(changes) == set(LANGUAGES)
    assert changes["zh"] == changes["pt"] == changes["en"]


def test_no_words_of_an_instrument_pass_for_those_of_the_law() -> None:
    for instrument in CHAIN.instruments:
        for language, text in instrument.texts.items():
            assert text.document is not None
            assert text.metadata.standing == "summary"
            marks = {node.mark for node in walk(text.document) if isinstance(node, Words)}
            assert marks == {Mark.SUMMARY}, (instrument.number, language)


def test_articles_18_and_19_are_reenacted_whole_and_nothing_of_them_is_first_text() -> None:
    before, after = text_on(FIRST), text_on(HALF)
    assert eids(before, "art_18") == ["art_18"]
    assert eids(after, "art_18") == ["art_18", "art_18__para_1", "art_18__para_2"]
    notes = consolidate(CHAIN, HALF, "zh").notes
    assert {notes[eid].words_by for eid in ("art_18", "art_18__para_1", "art_18__para_2", "art_19")} == {"73-2005"}
    marks = {p.eid: [i.mark for i in p.body if isinstance(i, Words)] for p in after.all()}
    assert marks["art_18__para_1"] == marks["art_18__para_2"] == marks["art_19"] == [Mark.SUMMARY]


def test_article_13_is_reenacted_in_2007_in_words_not_known() -> None:
    """It is never told as first text, although what is shown are the words of 2004."""
    expression = consolidate(CHAIN, PART, "pt")
    for eid, note in expression.notes.items():
        if under(eid, "art_13"):
            assert list(note_lines(note, expression, catalogue("pt"), ())), eid
            assert note.reworded_by == ("30-2007",) or note.words_by == "30-2007", eid


@pytest.mark.parametrize(
    ("language", "mark"), [("zh", "日期屬推定"), ("pt", "dia presumido"), ("en", "a presumed day")]
)
def test_a_presumed_day_says_so_and_why(language: str, mark: str) -> None:
    """Law 3/1999: the first series appears on Mondays, and 1 January 2009, a holiday, was a Thursday."""
    assert UNKNOWN.weekday() == 1, "the day after a Monday"
    expression = consolidate(CHAIN, SIX, language)
    for eid, presumed in (("art_13__para_2", True), ("art_13__para_1", True), ("art_14", False)):
        note = expression.notes[eid]
        told = " ".join(note_lines(note, expression, catalogue(language), renumbered_rows({eid: note}).get(eid, ())))
        assert (mark in told) is presumed
        assert ("3/1999" in told) is (eid == "art_13__para_2")


def test_lucky_six_takes_the_place_of_an_item_that_moves_on() -> None:
    before, after = eids(text_on(FREE_BURN), "art_13__para_1__point_4"), eids(text_on(SIX), "art_13__para_1__point_4")
    assert before == [f"art_13__para_1__point_4{tail}" for tail in ("", "__point_1", "__point_2", "__point_3")]
    assert after == [*before, "art_13__para_1__point_4__point_4"]
    notes = consolidate(CHAIN, SIX, "pt").notes
    new, moved = notes["art_13__para_1__point_4__point_3"], notes["art_13__para_1__point_4__point_4"]
    assert (new.words_by, new.renumbered) == ("56-2018", ())
    assert (moved.words_by, [(m.was, m.instrument) for m in moved.renumbered]) == (
        "2-2009",
        [("art_13__para_1__point_4__point_3", "56-2018")],
    )


def test_the_later_numbers_of_article_17_move_by_one_together() -> None:
    notes = consolidate(CHAIN, SIX, "en").notes
    moved = {
        eid.removeprefix("art_17__para_"): note.renumbered[-1].was.removeprefix("art_17__para_")
        for eid, note in notes.items()
        if eid.startswith("art_17__") and note.renumbered
    }
    assert moved == {str(n + 1): str(n) for n in range(5, 16)}
    assert notes["art_17__para_5"].words_by == "56-2018"
    assert notes["art_17__para_16"].words_by == "69-2009"


def test_provisions_changed_in_words_not_known_say_so_until_they_are_replaced() -> None:
    notes = consolidate(CHAIN, SIX, "zh").notes
    assert notes["art_17__para_1"].reworded_by == ("30-2007", "64-2007", "2-2009")
    assert notes["art_18__para_2"].reworded_by == ("2-2009",)
    assert notes["art_17__para_5"].reworded_by == ()
    assert notes["art_2__para_1"].words_by == "83-2011"
    assert notes["art_9__point_1"].is_changed is False


def test_every_node_knows_the_text_that_it_was_written_in() -> None:
    expression = consolidate(CHAIN, SIX, "pt")
    for provision in expression.document.all():
        words_by = expression.notes[provision.eid].words_by
        name = f"amendments/{words_by}.pt.ludi" if words_by else "2004-05-18.pt.ludi"
        for node in (n for item in provision.body for n in walk(item)):
            assert node.span.source is not None
            assert node.span.source.name.endswith(name)
            assert node.eid == provision.eid
    lucky = next(p for p in expression.document.all() if p.eid == "art_17__para_5")
    sentence = next(lucky.sentences())
    assert sentence.span.source is not None
    assert sentence.span.source.text[sentence.span.start : sentence.span.end] == "liquida-se «6 Sortudo»"


@pytest.mark.parametrize("day", CHAIN.dates, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_consolidated_text_written_to_a_file_is_the_same_text(day: date, language: str) -> None:
    expression = consolidate(CHAIN, day, language)
    printed = print_document(expression.document)
    again, found = build(Source("copy", language, printed))
    assert found == []
    assert again == expression.document
    assert again is not None
    assert eids(again) == eids(expression.document) == list(expression.notes)
    assert print_document(again) == printed


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_at_prints_is_that_text_with_comments(language: str) -> None:
    expression = consolidate(CHAIN, SIX, language)
    again, found = build(Source("copy", language, print_document(annotated(expression, catalogue(language)))))
    assert found == []
    assert again is not None
    kept = _without_comments(expression.document)
    assert _without_comments(again) == kept


def _without_comments(document: Document) -> Document:
    def bare(provision: Provision) -> Provision:
        body = tuple(i for i in provision.body if not isinstance(i, Comment))
        return replace(provision, body=body, below=tuple(map(bare, provision.below)))

    header = tuple(i for i in document.header if not isinstance(i, Comment))
    return replace(document, header=header, provisions=tuple(map(bare, document.provisions)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_put_together_here_says_that_it_is_authentic(language: str) -> None:
    """Nor does a copy of it in a file; which lines are words, and which summaries of what, is said at its head."""
    first = metadata_of(text_on(FIRST, language)).standing
    assert first == ("authentic" if language == "zh" else "translation")
    for day in CHAIN.dates[1:]:
        expression = consolidate(CHAIN, day, language)
        assert metadata_of(expression.document).standing == ("consolidated" if language == "zh" else "translation")
        shown = print_document(annotated(expression, catalogue(language)))
        again, _ = build(Source("copy", language, shown))
        assert again is not None
        assert metadata_of(again).standing != "authentic"
        (told,) = (line for line in shown.splitlines() if line.startswith("#") and "~" in line)
        summed_up = {n.words_by for n in expression.notes.values()} - {"", "30-2007", "2-2009"}
        assert all(number.replace("-", "/") in told for number in summed_up)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summary_is_not_called_the_words_of_an_instrument(language: str) -> None:
    expression, words = consolidate(CHAIN, SIX, language), catalogue(language)
    for eid, kind in {
        "art_17__para_5": "summary",
        "art_13__para_1__point_4__point_2": "part",
        "art_13__para_2": "missing",
    }.items():
        note = expression.notes[eid]
        instrument = CHAIN.instrument(note.words_by)
        assert instrument is not None
        assumed = instrument.text(language).metadata.assumed
        since = words.say("day.presumed", day=note.since, reason=assumed) if assumed else note.since
        told = words.say(f"source.{kind}", instrument=instrument.name(language), since=since)
        assert told in note_lines(note, expression, words, ())


def test_every_text_of_the_chain_checks_without_errors_and_the_languages_agree() -> None:
    report = check_paths([WORK])
    assert len(report.texts) == 3 + 3 * 7 + 3 * 7
    assert [d.code for d in report.diagnostics] == []


# ── The text on a date ──────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "version"),
    [
        (WORK, "2005-11-29"),
        (f"{WORK}@2004-05-18", "2004-05-18"),
        (f"{WORK}@2005-11-28", "2004-05-18"),
        (f"{WORK}@2005-11-29", "2005-11-29"),
        (f"{WORK}@2018-04-23", "2011-09-27"),
        (f"{WORK}@2018-05-01", "2018-04-24"),
        (f"{WORK}@9999-12-31", "2018-04-24"),
        ("mo/q-poker", "2005-01-18"),
    ],
)
def test_a_name_means_the_text_on_its_day(name: str, version: str) -> None:
    for language in LANGUAGES:
        assert find(name, language=language).version == version


def test_there_is_no_text_before_the_first() -> None:
    with pytest.raises(UnknownWork) as caught:
        find(f"{WORK}@2004-05-17")
    assert caught.value.key == "not-in-force"


def test_the_most_recent_text_that_is_wholly_known_is_that_of_73_2005() -> None:
    assert wholly_known_date(CHAIN) == HALF
    assert CHAIN.not_wholly_known(HALF) == ()
    assert [i.number for i in CHAIN.not_wholly_known(SIX)] == ["30/2007", "64/2007", "2/2009"]


def test_a_file_is_named_by_the_day_from_which_it_stands_so() -> None:
    file = find(f"{WORK}@2018-05-01", language="pt")
    assert file.is_consolidated
    assert "em vigor desde 24 de Abril de 2018." in read_source(file).text
    rules, found = load_rules(file)
    assert found == []
    assert rules is not None
    assert rules.metadata.in_force == SIX
    assert [(a.number, a.knowledge) for a in rules.metadata.amended_by] == [
        (i.number, i.knowledge) for i in CHAIN.instruments
    ]


# ── Running what is not wholly known ────────────────────────────────────────


@pytest.mark.parametrize("day", ["2007-02-23", "2009-07-01", "2018-05-01"])
def test_a_text_that_is_not_wholly_known_runs_only_when_asked(day: str) -> None:
    with pytest.raises(NotWhollyKnown) as caught:
        load(f"{WORK}@{day}")
    assert "30/2007" in caught.value.args_by_name["instruments"].to_json()
    game = load(f"{WORK}@{day}", accept_unknown=True)
    steps = [step for step in game.new_round(seed=1).trace if step.kind == "amendment-not-known"]
    numbers = [a.number for a in game.rules.metadata.amended_by if not a.knowledge.is_whole]
    assert [step.values["instrument"] for step in steps] == numbers
    for language in LANGUAGES:
        told = Teller(catalogue(language), game.rules.glossary).tell(steps[0])
        assert "30/2007" in told


def test_an_instrument_that_is_known_in_part_is_told_once_whatever_its_days() -> None:
    """Invented: one instrument, of which two days apply, and another; each is told of once."""
    rules = rules_of(f"{DIE}{THROW}  in every other case, “big” loses.\n")
    amended = tuple(
        Amended(f"Invented instrument No. {number}/2031", date(2031, month, 1), Knowledge.PART)
        for number, month in ((1, 2), (2, 3), (1, 4))
    )
    rules = replace(rules, metadata=replace(rules.metadata, amended_by=amended))
    trace = make_game(rules, "1", {}, {}).new_round(seed=1).trace
    assert [s.values["instrument"] for s in trace if s.kind == "amendment-not-known"] == ["1/2031", "2/2031"]


def test_a_printed_text_that_is_not_wholly_known_asks_as_well(tmp_path: Path) -> None:
    folder = tmp_path / "mo" / "baccarat"
    folder.mkdir(parents=True)
    for name in ("glossary.toml", "mo/baccarat/glossary.toml"):
        shutil.copy(shelves()[0] / name, tmp_path / name)
    path = folder / "2018-04-24.zh.ludi"
    path.write_text(read_source(find(f"{WORK}@2018-05-01")).text, "utf-8")
    with pytest.raises(NotWhollyKnown):
        load(str(path))


def test_a_replay_of_such_a_round_asks_again() -> None:
    game = load(f"{WORK}@2018-05-01", accept_unknown=True)
    round_ = game.new_round(cards="2c 3d 4h 2s 8d 9c".split())
    round_.apply(PlaceBet("bettor-1", "", "lucky-six", 10))
    round_.apply(Deal())
    records = read_records(json.dumps(round_.to_json()).encode())
    with pytest.raises(NotWhollyKnown):
        list(replay(records))
    (again,) = replay(records, accept_unknown=True)
    assert again.stopped is None
    assert again.differences == []


# ── What instruments brought ────────────────────────────────────────────────


def settled(day: str, cards: str, bet: str, **options: object) -> tuple[str, object, tuple[str, ...]]:
    game = load(f"{WORK}@{day}", options=options, accept_unknown=True)
    round_ = game.new_round(cards=cards)
    round_.apply(PlaceBet("bettor-1", "", bet, 100))
    round_.apply(Deal())
    (done,) = round_.state.bets
    return done.result, done.net, done.provisions


# Dealt to the player and the banker in turn, then the third cards.
BANKER_SEVEN = "Kc 2d 6h 5s"
BANKER_SIX_TWO = "Kh 2d Qh 4s 5c"
BANKER_SIX_THREE = "Kc 2d 2h 2s 3c 2c"


@pytest.mark.parametrize(
    ("cards", "five", "half"),
    [(BANKER_SEVEN, 95, 100), (BANKER_SIX_TWO, 95, 50), (BANKER_SIX_THREE, 95, 50)],
    ids=["seven", "six of two cards", "six of three cards"],
)
def test_half_on_six_takes_the_place_of_the_commission(cards: str, five: int, half: int) -> None:
    day = "2005-11-29"
    assert settled(day, cards, "banker")[:2] == ("win", five)
    assert settled(day, cards, "banker", commission="five-percent")[:2] == ("win", five)
    result, net, provisions = settled(day, cards, "banker", commission="half-on-six")
    assert (result, net) == ("win", half)
    assert "art_18__para_2" in provisions


@pytest.mark.parametrize(
    ("cards", "result", "net"),
    [
        (BANKER_SIX_TWO, "win", 1200),
        (BANKER_SIX_THREE, "win", 2000),
        (BANKER_SEVEN, "lose", -100),
        ("6c 2d Kh 4s", "lose", -100),
        ("7c 2d Kh 4s", "lose", -100),
    ],
    ids=["two cards", "three cards", "seven", "six each", "the player wins"],
)
def test_lucky_six(cards: str, result: str, net: int) -> None:
    assert settled("2018-05-01", cards, "lucky-six") == (result, net, ("art_17__para_5",))


@pytest.mark.parametrize("count", range(1, 9))
def test_a_fixed_number_of_cards_is_burned(count: int) -> None:
    round_ = load(f"{WORK}@2011-09-27", options={"burn": count}, accept_unknown=True).new_round(seed=5)
    burned = [step for step in round_.trace if step.kind == "burned"]
    assert sum(len(step.values["objects"]) for step in burned) == count
    assert {step.provisions for step in burned} == {("art_2__para_1",)}


@pytest.mark.parametrize(
    ("day", "options", "key", "number"),
    [
        ("2004-06-01", {"commission": "half-on-six"}, "option-not-yet", "73/2005"),
        ("2004-06-01", {"commission": "five-percent"}, "option-not-yet", "73/2005"),
        ("2005-12-01", {"burn": "3"}, "value-not-yet", "83/2011"),
        ("2005-12-01", {"burn": "9"}, "value-not-admitted", ""),
        ("2005-12-01", {"commission": ""}, "value-not-admitted", ""),
        ("2005-12-01", {"nothing": "1"}, "unknown-option", ""),
    ],
)
def test_a_choice_before_its_time_is_refused_by_name(day: str, options: dict[str, str], key: str, number: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        load(f"{WORK}@{day}", options=options)
    assert caught.value.key == key
    for language in LANGUAGES:
        assert number in Teller(catalogue(language)).problem(caught.value)


def test_a_difference_refuses_a_later_value_by_the_name_of_the_instrument_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["diff", f"{WORK}@2005-12-01+burn=3", f"{WORK}@2005-12-01", "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert "does not admit “3” yet" in said
    assert "83/2011" in said


@pytest.mark.parametrize("day", ["2004-06-01", "2005-11-29"])
def test_a_bet_before_its_time_is_refused_by_name(day: str) -> None:
    round_ = load(f"{WORK}@{day}").new_round(seed=1)
    with pytest.raises(IllegalAction) as caught:
        round_.apply(PlaceBet("bettor-1", "", "lucky-six", 10))
    assert caught.value.key == "bet-not-yet"
    assert caught.value.provisions == ("art_13__para_1__point_4__point_3",)
    for language in LANGUAGES:
        assert "56/2018" in Teller(catalogue(language)).problem(caught.value)
    # The id is what has to be typed, and stands with the term.
    assert "投注「lucky-six（幸運六）」自" in Teller(catalogue("zh"), round_.game.rules.glossary).problem(caught.value)


@pytest.mark.parametrize(("day", "key"), [("2031-02-01", "bet-not-yet"), ("2031-04-05", "bet-not-that-day")])
def test_a_bet_that_is_suspended_did_not_come_when_the_suspension_ends(day: str, key: str, tmp_path: Path) -> None:
    """Invented: the bet came on 1 March, and is suspended in April."""
    shelf = tmp_path / "xx" / "dice"
    (shelf / "amendments").mkdir(parents=True)
    shutil.copy(Path(__file__).parent / "diagnostics-glossary.toml", shelf / "glossary.toml")
    head = "invented example, not law.\nin force from {} 2031.\n\n"
    numbers = "“number”, from high to low: 2 and 1.\n  material: 1 “die”, each showing one “number”."
    rest = "bets are accepted.\n  “dealer” throws “die”.\n  in every other case, “ante” loses."
    base = f"Article 1\n  {numbers}\n  there is one “dealer”.\n  “player” bets.\n  {rest}\n"
    base = base.replace("  in every", "  settle “ante”.\n  in every").replace(
        "  bets are", "  “ante” is a bet.\n  bets are"
    )
    (shelf / "2031-02-01.en.ludi").write_text("regulation: xx/dice\n" + head.format("1 February") + base, "utf-8")
    lines = (
        "Article 2 More",
        "  “side bet” is a bet.",
        "  settle “side bet”.",
        "  in every other case, “side bet” loses.",
    )
    added = "\n".join(["add to the regulation:", *(f"  > {line}" for line in lines)])
    for number, day_, change in (
        (1, "1 March", added),
        (2, "1 April", "suspend article 2 from 1 April 2031 until 30 April 2031."),
    ):
        text = f"amends: xx/dice\n{head.format(day_)}1.\n  {change}\n"
        (shelf / "amendments" / f"{number}-2031.en.ludi").write_text(text, "utf-8")
    round_ = load(f"{shelf}@{day}", text="en").new_round(seed=1)
    with pytest.raises(IllegalAction) as caught:
        round_.apply(PlaceBet("player-1", "", "side-bet", 1))
    since = "2031-05-01" if key == "bet-not-that-day" else "2031-03-01"
    assert (caught.value.key, str(caught.value.args_by_name["since"])) == (key, since)


# ── Invented histories ──────────────────────────────────────────────────────


def shelf_of(folder: Path, *amendments: str, language: str = "en", base: str = "") -> History:
    """A history of an invented text of five articles, the third with two numbers."""
    (folder / "amendments").mkdir(parents=True, exist_ok=True)
    (folder / f"1.{language}.ludi").write_text(base or BASE, "utf-8")
    for number, text in enumerate(amendments, 1):
        (folder / "amendments" / f"{number}-2031.{language}.ludi").write_text(text, "utf-8")
    return history_of(folder, (language,))


BASE = """regulation: invented
invented example, not law.

Article 1 First
  no effect on the machine: one

Article 2 Second
  no effect on the machine: two

Article 3 Third
1.
  no effect on the machine: three, one
2.
  no effect on the machine: three, two
  prevails over article 2.

Article 4 Fourth
  no effect on the machine: four
"""


def amendment(number: int, *sentences: str, day: str = "in force from 1 April 2031.") -> str:
    head = f"regulation: a{number}\ninstrument: Invented instrument No. {number}/2031\namends: invented\n"
    body = "".join(f"  {line}\n" for sentence in sentences for line in sentence.split("\n"))
    return f"{head}published on 3 March 2031.\n{day}\ninvented example, not law.\n\nArticle 1\n{body}"


DAY = date(2031, 4, 1)


def prose(history: History, day: date = DAY) -> dict[str, str]:
    """The provisions of the text on a day, each with the reason that it gives."""
    document = consolidate(history, day, "en").document
    return {p.eid: next((s.statement.parts[0].value for s in p.sentences()), "") for p in document.all()}


def codes(history: History, day: date = DAY) -> list[tuple[str, list[str]]]:
    """What does not fit, with the files of both places."""
    found = consolidate(history, day, "en").diagnostics
    return [(d.code, [Path(label.source.name).name for label in d.labels]) for d in found]


NEW = "> Article {0} New\n>   no effect on the machine: new"


def in_part(text: str) -> str:
    return text.replace("invented example", "its content is known in part: the rest was not seen\ninvented example", 1)


@pytest.mark.parametrize(
    ("sentences", "day"),
    [
        (["suspend article 2 from 1 April 2031 until 31 May 2031."], date(2031, 6, 1)),
        (["repeal article 2.", "on 1 July 2031, article 1 enters into force."], date(2031, 5, 1)),
    ],
    ids=["after the known change", "before it"],
)
def test_what_is_not_known_of_an_instrument_is_in_force_with_it_and_does_not_end(
    sentences: list[str], day: date, tmp_path: Path
) -> None:
    """Invented: in force from 1 April; what was not seen may change anything from then on."""
    history = shelf_of(tmp_path, in_part(amendment(1, *sentences)))
    assert [i.id for i in history.not_wholly_known(day)] == ["1-2031"]
    assert history.not_wholly_known(date(2031, 3, 31)) == ()
    assert wholly_known_date(history) == history.bases[0].since
    assert [a.knowledge for a in metadata_of(consolidate(history, day, "en").document).amended_by] == [Knowledge.PART]


@pytest.mark.parametrize("day", ["31 January 2031", "1 February 2031"], ids=["older", "as old"])
def test_an_instrument_not_known_cannot_be_older_than_the_first_text(
    day: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: the text is in force from 1 February, and says nothing of an instrument that amended it by then."""
    unknown = amendment(1, day=f"in force from {day}.").replace(
        "invented example", "its content is unknown: it was not seen\ninvented example", 1
    )
    unknown = unknown.replace("published on 3 March 2031.\n", "").partition("\nArticle 1")[0]
    base = BASE.replace("invented example", "in force from 1 February 2031.\ninvented example", 1)
    shelf_of(tmp_path, unknown, base=base)
    (tmp_path / "1.en.ludi").rename(tmp_path / "2031-02-01.en.ludi")
    for name in (str(tmp_path), f"{tmp_path}@2031-03-01"):
        with pytest.raises(InvalidRegulation) as caught:
            find(name)
        (problem,) = caught.value.diagnostics
        assert problem.code == "modification-too-early"
        assert [Path(label.source.name).name for label in problem.labels] == ["1-2031.en.ludi", "2031-02-01.en.ludi"]
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics] == ["modification-too-early"]
    # What lists instruments lists this one too.
    assert main(["log", str(tmp_path), "--lang", "en"]) == 0
    assert "1/2031" in capsys.readouterr().out


@pytest.mark.parametrize("knowledge", ["known in part", "unknown"])
@pytest.mark.parametrize("entry", ["1 January 2031", "1 April 2031"], ids=["before the first text", "after it"])
@pytest.mark.parametrize("effect", ["15 February 2031", "1 May 2031"])
def test_what_is_not_known_of_an_instrument_has_effect_when_the_whole_of_it_has(
    effect: str, entry: str, knowledge: str, tmp_path: Path
) -> None:
    """Invented: the first text is of 1 February; what was not seen matters from the effect, whatever the entry."""
    sentences = ["repeal article 1."] if knowledge == "known in part" else []
    text = amendment(1, *sentences, day=f"in force from {entry}.\ntakes effect from {effect}.")
    text = text.replace("published on 3 March 2031.\n", "").replace(
        "invented example", f"its content is {knowledge}: the rest was not seen\ninvented example", 1
    )
    base = BASE.replace("invented example", "in force from 1 February 2031.\ninvented example", 1)
    shelf_of(tmp_path, text if sentences else text.partition("\nArticle 1")[0], base=base)
    (tmp_path / "1.en.ludi").rename(tmp_path / "2031-02-01.en.ludi")
    history, day = history_of(tmp_path), date(2031, 2, 15) if "February" in effect else date(2031, 5, 1)
    before = day - timedelta(days=1)
    assert history.dates == (date(2031, 2, 1), day)
    assert [history.not_wholly_known(d) for d in (date(2031, 2, 1), before)] == [(), ()]
    assert [[i.id for i in history.not_wholly_known(d)] for d in (day, date(2031, 9, 1))] == [["1-2031"], ["1-2031"]]
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics] == []
    # The most recent text that is wholly known is that of the days before.
    assert [find(name).version for name in (str(tmp_path), f"{tmp_path}@{before}")] == ["2031-02-01"] * 2
    assert find(f"{tmp_path}@{day}").version == str(day)
    assert [event.day for event in events(history, "en")] == [date(2031, 2, 1), day]


def test_what_is_not_known_with_effect_before_the_first_text_is_refused_where_its_effect_is_said(
    tmp_path: Path,
) -> None:
    """Invented: in force from 1 April with effect from 1 January, a month before the first text."""
    day = "in force from 1 April 2031.\ntakes effect from 1 January 2031."
    base = BASE.replace("invented example", "in force from 1 February 2031.\ninvented example", 1)
    shelf_of(tmp_path, in_part(amendment(1, day=day).partition("\nArticle 1")[0]), base=base)
    (tmp_path / "1.en.ludi").rename(tmp_path / "2031-02-01.en.ludi")
    with pytest.raises(InvalidRegulation) as caught:
        find(f"{tmp_path}@2031-03-01")
    (problem,) = caught.value.diagnostics
    source, span = problem.labels[0].source, problem.labels[0].span
    assert (problem.code, source.text[span.start : span.end]) == (
        "modification-too-early", "takes effect from 1 January 2031"
    )  # fmt: skip


def test_an_inserted_article_is_numbered_as_macau_does(tmp_path: Path) -> None:
    history = shelf_of(tmp_path, amendment(1, "insert after article 2:\n" + NEW.format("2-A")))
    assert list(prose(history)) == [
        "art_1", "art_2", "art_2-A", "art_3", "art_3__para_1", "art_3__para_2", "art_4"
    ]  # fmt: skip
    assert [provision_label(Level.ARTICLE, "9-A", language) for language in LANGUAGES] == [
        "第九-A條",
        "Artigo 9.º-A",
        "Article 9-A",
    ]


def test_renumberings_of_one_day_take_place_together(tmp_path: Path) -> None:
    history = shelf_of(tmp_path, amendment(1, "renumber article 1 as article 2.", "renumber article 2 as article 1."))
    found = prose(history)
    assert (found["art_1"], found["art_2"]) == ("two", "one")
    assert codes(history) == []


def test_a_formal_reference_follows_what_it_refers_to(tmp_path: Path) -> None:
    history = shelf_of(tmp_path, amendment(1, "renumber article 2 as article 5.", "renumber article 4 as article 2."))
    document = consolidate(history, DAY, "en").document
    assert "prevails over article 5." in print_document(document)
    assert [d.code for d in load_rules(history.file_on(DAY, "en"))[1]] == []


def test_a_fault_of_a_later_text_is_told_with_its_day_and_what_repeals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Article 2, of which number 2 of article 3 speaks, becomes article 5 in April, and is repealed in May."""
    repeal = amendment(2, "repeal article 5.", day="in force from 1 May 2031.")
    shelf_of(tmp_path, amendment(1, "renumber article 2 as article 5."), repeal)
    (found,) = (d for d in check_paths([str(tmp_path)]).diagnostics if d.code == "dangling-reference")
    places = [
        (Path(label.source.name).name, label.source.line_of(label.span.start), label.key) for label in found.labels
    ]
    assert places == [("1.en.ludi", 15, ""), ("2-2031.en.ludi", 9, "caption.repealed-here")]
    assert [(hint.key, hint.args) for hint in found.hints] == [("text-of-day", {"day": date(2031, 5, 1)})]
    # The text of that day is named as that, and not by the file of the first, which has no fault.
    assert main(["at", f"{tmp_path}@2031-04-01", "--lang", "en"]) == 0
    assert main(["analyze", f"{tmp_path}@2031-05-01", "--lang", "en"]) == 1
    assert f"“{tmp_path}@2031-05-01.en” has errors" in capsys.readouterr().err
    # Another provision has got the number that was repealed.
    later = amendment(3, "renumber article 4 as article 2.", day="in force from 1 June 2031.")
    repealed = amendment(1, "repeal article 2.")
    shelf_of(tmp_path / "other", repealed, later)
    found, other = (d for d in check_paths([str(tmp_path / "other")]).diagnostics if d.code == "dangling-reference")
    assert [[Path(label.source.name).name for label in d.labels] for d in (found, other)] == [
        ["1.en.ludi", "1-2031.en.ludi"]
    ] * 2
    assert [d.hints[0].args["day"] for d in (found, other)] == [DAY, date(2031, 6, 1)]


@pytest.mark.parametrize(
    "sentence",
    [
        "replace article 7, number 1 by:\n> 1.\n>   no effect on the machine: new",
        "replace article 7 by:\n" + NEW.format("7"),
        "insert after article 7:\n" + NEW.format("8"),
        "add to article 7:\n> 3.\n>   no effect on the machine: new",
        "suspend article 7 from 1 April 2031.",
        "in words not known, article 7, number 2 is changed.",
        "repeal article 7.",
        "renumber article 7 as article 8.",
    ],
    ids="replace within insert append suspend reword repeal renumber".split(),
)
def test_what_an_instrument_renumbers_it_cites_by_the_number_before(sentence: str, tmp_path: Path) -> None:
    """Invented: article 3 becomes article 7, of which there was none; the same sentence on article 3 is right."""
    history = shelf_of(tmp_path / "new", amendment(1, "renumber article 3 as article 7.", sentence))
    (problem,) = consolidate(history, DAY, "en").diagnostics
    _, given = problem.labels
    assert (problem.code, given.key) == ("no-such-provision", "caption.renumbered-here")
    assert given.source.text[given.span.start : given.span.end] == "renumber article 3 as article 7"
    if not sentence.startswith(("repeal", "renumber", "insert")):
        right = sentence.replace("article 7", "article 3", 1)
        assert codes(shelf_of(tmp_path / "old", amendment(1, "renumber article 3 as article 7.", right))) == []


@pytest.mark.parametrize("sentence", ["repeal article 3.", "suspend article 3 from 1 May 2031."])
def test_a_number_that_a_provision_has_left_is_shown_where_it_left_it(sentence: str, tmp_path: Path) -> None:
    """Invented: order 2, of May, speaks of article 3, which has been article 7 since April."""
    first = amendment(1, "renumber article 3 as article 7.")
    history = shelf_of(tmp_path, first, amendment(2, sentence, day="in force from 1 May 2031."))
    (problem,) = consolidate(history, date(2031, 5, 1), "en").diagnostics
    _, left = problem.labels
    assert (problem.code, left.key) == ("no-such-provision", "caption.number-left")
    assert left.source.text[left.span.start : left.span.end] == "renumber article 3 as article 7"


def test_what_an_instrument_brings_it_cites_by_the_number_that_it_brings(tmp_path: Path) -> None:
    """Invented: an article that is inserted, and the number that the words of article 2 become, with what is added."""
    inserted = "insert after article 4:\n" + NEW.format("5"), "insert after article 5:\n" + NEW.format("6")
    number = "insert after article 2, number 1:\n> 2.\n>   no effect on the machine: new"
    history = shelf_of(tmp_path, amendment(1, *inserted, "renumber article 2 as article 2, number 1.", number))
    assert codes(history) == []
    assert list(prose(history))[1:4] == ["art_2", "art_2__para_1", "art_2__para_2"]
    assert list(prose(history))[-2:] == ["art_5", "art_6"]


def test_a_later_instrument_speaks_of_the_numbers_of_its_own_day(tmp_path: Path) -> None:
    first = amendment(1, "renumber article 4 as article 5.")
    second = amendment(2, "repeal article 5.", day="in force from 1 May 2031.")
    history = shelf_of(tmp_path, first, second)
    assert "art_5" in prose(history)
    assert "art_5" not in prose(history, date(2031, 5, 1))
    assert [g.eid for g in consolidate(history, date(2031, 5, 1), "en").repealed] == ["art_5"]


def test_entry_into_force_decides_and_not_publication(tmp_path: Path) -> None:
    change = "replace article 1 by:\n> Article 1\n>   no effect on the machine: "
    early = amendment(1, change + "last", day="in force from 1 June 2031.")
    late = amendment(2, change + "between", day="in force from 1 May 2031.")
    history = shelf_of(tmp_path, early, late)
    assert [i.number for i in history.instruments] == ["2/2031", "1/2031"]
    assert prose(history, date(2031, 5, 1))["art_1"] == "between"
    assert prose(history, date(2031, 7, 1))["art_1"] == "last"


def test_changes_of_one_day_are_made_in_the_order_of_publication(tmp_path: Path) -> None:
    """Invented: No. 2 of 3 March enacts article 3 anew on 1 June; No. 1 of 20 March, in force since April, adds to it.

    The number that comes with the later publication stays, though its instrument entered into force first.
    """
    added = amendment(1, "add to article 3:\n> 3.\n>   no effect on the machine: added")
    added = added.replace("on 3 March", "on 20 March") + "Article 2\n  on 1 June 2031, article 1 enters into force.\n"
    anew = amendment(2, "replace article 3 by:\n" + NEW.format("3"), day="in force from 1 June 2031.")
    history = shelf_of(tmp_path, added, anew)
    june = date(2031, 6, 1)
    assert [i.id for i, _ in history.applied(june)] == ["2-2031", "1-2031"]
    found = prose(history, june)
    assert (found["art_3"], found["art_3__para_3"]) == ("new", "added")
    assert codes(history, june) == []


def test_instruments_of_one_day_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """Invented: No. 9 inserts article 2-A with number 1, and No. 10 number 2 after it, on the same day."""
    ninth = amendment(9, "insert after article 2:\n> Article 2-A New\n> 1.\n>   no effect on the machine: first")
    tenth = amendment(10, "insert after article 2-A, number 1:\n> 2.\n>   no effect on the machine: second")
    shelf_of(tmp_path)
    for number, text in ((9, ninth), (10, tenth)):
        (tmp_path / "amendments" / f"{number}-2031.en.ludi").write_text(text, "utf-8")
    history = history_of(tmp_path, ("en",))
    assert [i.id for i in history.instruments] == ["9-2031", "10-2031"]
    assert codes(history) == []
    assert list(prose(history))[1:5] == ["art_2", "art_2-A", "art_2-A__para_1", "art_2-A__para_2"]


def test_the_day_after_publication_is_computed_and_a_provision_may_have_its_own(tmp_path: Path) -> None:
    text = amendment(1, "repeal article 1.", day="in force on the day after publication.")
    text += "Article 2\n  repeal article 2.\nArticle 3\n  on 1 July 2031, article 2 enters into force.\n"
    history = shelf_of(tmp_path, text)
    assert history.dates[1:] == (date(2031, 3, 4), date(2031, 7, 1))
    assert "art_1" not in prose(history, date(2031, 3, 4))
    assert "art_2" in prose(history, date(2031, 6, 30))
    assert "art_2" not in prose(history, date(2031, 7, 1))


@pytest.mark.parametrize(
    ("sentences", "code", "there"),
    [
        (["repeal article 7."], "no-such-provision", "1.en.ludi"),
        (["repeal article 3, number 9."], "no-such-provision", "1.en.ludi"),
        (["repeal article 1.", "renumber article 2 as article 3."], "provision-already-there", "1.en.ludi"),
        (["insert after article 1:\n" + NEW.format("2")], "provision-already-there", "1.en.ludi"),
        (["insert after article 1:\n" + NEW.format("5")], "number-out-of-order", "1.en.ludi"),
        (["replace article 1 by:\n" + NEW.format("2")], "modification-does-not-fit", "1.en.ludi"),
        (["insert after article 1:\n> 1.\n>   no effect on the machine: n"], "modification-does-not-fit", "1.en.ludi"),
        (["renumber article 3 as article 3, number 1."], "modification-does-not-fit", "1.en.ludi"),
        (["replace article 1 by:\n" + NEW.format("1"), "repeal article 1."], "changed-twice", "1-2031.en.ludi"),
        (["replace article 3 by:\n" + NEW.format("3"), "repeal article 3."], "changed-twice", "1-2031.en.ludi"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_reported_with_both_places(
    sentences: list[str], code: str, there: str, tmp_path: Path
) -> None:
    history = shelf_of(tmp_path, amendment(1, *sentences))
    assert codes(history) == [(code, ["1-2031.en.ludi", there])]
    with pytest.raises(InvalidRegulation):
        load(f"{tmp_path}@2031-04-01")


def test_new_words_of_what_is_renumbered_are_quoted_under_its_new_number(tmp_path: Path) -> None:
    """Invented: article 4 becomes 5 and is worded anew; quoted as article 4, it is told to quote it as article 5."""
    change = "renumber article 4 as article 5.\n  replace article 4 by:\n" + NEW
    wrong = consolidate(shelf_of(tmp_path / "old", amendment(1, change.format("4"))), DAY, "en").diagnostics
    assert [(d.code, [hint.key for hint in d.hints]) for d in wrong] == [
        ("modification-does-not-fit", ["modification-does-not-fit.renumbered"])
    ]
    assert codes(shelf_of(tmp_path / "new", amendment(1, change.format("5")))) == []


def test_numbers_move_within_an_article_that_gets_another_number_itself(tmp_path: Path) -> None:
    """Invented: article 3 becomes 6. Its number 1 cannot become 2 beside number 2; by a sign, which says so, it can."""
    moves = "renumber article 3 as article 6.", "renumber article 3, number 1 as article 3, number 2."
    history = shelf_of(tmp_path / "taken", amendment(1, *moves))
    assert codes(history) == [("provision-already-there", ["1-2031.en.ludi", "1.en.ludi"])]
    words = (
        "replace article 3 by:\n> Article 6 […]\n> 1.\n>   no effect on the machine: new\n> 2.\n>   | [former number 1]"
    )
    history = shelf_of(tmp_path / "sign", amendment(1, moves[0], words))
    assert codes(history) == []
    one = prose(history, history.dates[0])["art_3__para_1"]
    found = {eid: text for eid, text in prose(history).items() if eid.startswith("art_6__")}
    assert found == {"art_6__para_1": "new", "art_6__para_2": one}


CITING = BASE.replace(
    "prevails over article 2.", "prevails over article 2.\n3.\n  no effect on the machine: three, three"
).replace("machine: one\n", "machine: one\n  prevails over article 3, number 2.\n", 1)


def test_a_reference_to_a_number_of_what_is_repealed_says_so_as_it_was_written(tmp_path: Path) -> None:
    """Invented: without its article, number 2 of article 3 is not number 2 of the article that cites it."""
    history = shelf_of(tmp_path, amendment(1, "repeal article 3."), base=CITING)
    assert "prevails over article 3, number 2." in print_document(consolidate(history, DAY, "en").document)


def test_a_reference_is_not_turned_to_what_takes_a_number_in_an_article_renumbered(tmp_path: Path) -> None:
    """Invented: article 3 becomes 5, and its number 3 its number 2. Of what was number 2 nothing is left."""
    words = "replace article 3 by:\n> Article 5\n> 1.\n>   no effect on the machine: new\n> 2.\n>   | [former number 3]"
    history = shelf_of(tmp_path, amendment(1, "renumber article 3 as article 5.", words), base=CITING)
    assert codes(history) == [("dangling-reference", ["1.en.ludi"])]


NUMBERED = CITING.replace("article 3, number 2.", "article 3, number 1.").replace("prevails over article 2.", "| Two.")


@pytest.mark.parametrize(
    "first",
    [
        "replace article 3, number 2 by:\n> 2.\n>   no effect on the machine: new\n>   prevails over number 1.",
        "renumber article 3 as article 5.",
    ],
    ids=["cited without the article", "its article renumbered"],
)
def test_a_reference_follows_new_words_to_where_they_go(first: str, tmp_path: Path) -> None:
    """Invented: number 1 is cited; in May it has new words, and in June becomes 4, before a new number 1."""
    article = "article 5" if "renumber" in first else "article 3"
    new = "> {}.\n>   no effect on the machine: new"
    words = f"replace {article} by:\n> A{article[1:]} […]\n{new.format(1)}\n> 2.\n>   | […]\n> 3.\n>   | […]"
    moves = f"renumber {article}, number 1 as {article}, number 4.", f"add to {article}:\n{new.format(1)}"
    days = ("in force from 1 May 2031.", "in force from 1 June 2031.")
    texts = amendment(1, first), amendment(2, words, day=days[0]), amendment(3, *moves, day=days[1])
    history = shelf_of(tmp_path, *texts, base=NUMBERED)
    cited = {}
    for day in (DAY, date(2031, 5, 1), date(2031, 6, 1)):
        assert codes(history, day) == []
        document = consolidate(history, day, "en").document
        found = {n.target for p in document.all() for s in p.sentences() for n in walk(s) if isinstance(n, Reference)}
        cited[day.month] = {target.removeprefix("art_3__").removeprefix("art_5__") for target in found}
    assert cited == {4: {"para_1"}, 5: {"para_1"}, 6: {"para_4"}}


@pytest.mark.parametrize("year", ["2031", "99/M"])
def test_instruments_of_one_day_follow_their_numbers_whatever_their_files_are_called(year: str, tmp_path: Path) -> None:
    """Invented: No. 9 makes article 6 of article 4, and brings another article 4, which No. 10 suspends.

    By their names alone `order-10` would come first, and suspend what is article 6.
    """
    brought = "add to the regulation:\n> Article 4 New\n>   no effect on the machine: new"
    texts = (
        amendment(9, "renumber article 4 as article 6.", brought),
        amendment(10, "suspend article 4 from 1 April 2031."),
    )
    shelf_of(tmp_path)
    for number, text in zip((9, 10), texts, strict=True):
        named = text.replace(f"{number}/2031", f"{number}/{year}")
        (tmp_path / "amendments" / f"order-{number}.en.ludi").write_text(named, "utf-8")
    history = history_of(tmp_path, ("en",))
    assert [i.number for i in history.instruments] == [f"9/{year}", f"10/{year}"]
    found = prose(history)
    assert "suspended" in found["art_4"]
    assert "suspended" not in found["art_6"]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("第64/99/M號法令", "64/99/M"),
        ("Decreto-Lei n.º 64/99/M", "64/99/M"),
        ("第73/2005號批示", "73/2005"),
        ("Act 6/99", ""),
    ],
)
def test_the_number_of_an_instrument_has_the_year_that_its_name_gives(name: str, number: str) -> None:
    assert number_of(name, "") == number


def test_two_instruments_that_change_one_provision_on_one_day(tmp_path: Path) -> None:
    first = amendment(1, "replace article 3, number 1 by:\n> 1.\n>   no effect on the machine: new")
    second = amendment(2, "replace article 3 by:\n> Article 3\n>   no effect on the machine: newer")
    history = shelf_of(tmp_path, first, second)
    assert codes(history) == [("changed-twice", ["2-2031.en.ludi", "1-2031.en.ludi"])]


def test_what_an_earlier_instrument_repealed_is_pointed_to(tmp_path: Path) -> None:
    later = amendment(2, "repeal article 1.", day="in force from 1 May 2031.")
    history = shelf_of(tmp_path, amendment(1, "repeal article 1."), later)
    assert codes(history, date(2031, 5, 1)) == [("no-such-provision", ["2-2031.en.ludi", "1-2031.en.ludi"])]


def test_an_amendment_that_cannot_be_read_leaves_no_text_of_which_anything_is_certain(tmp_path: Path) -> None:
    shelf_of(tmp_path, amendment(1, "repeal nothing at all."))
    with pytest.raises(InvalidRegulation):
        find(str(tmp_path))
    assert find(f"{tmp_path}@1").version == "1"


# ── Generated histories ─────────────────────────────────────────────────────

COUNT = 8


@st.composite
def plans(draw: st.DrawFn) -> list[tuple[str, int, int]]:
    """Changes to the articles of a text, at most one each: replaced, repealed, followed by another, moved."""
    chosen = draw(st.lists(st.integers(1, COUNT), unique=True, max_size=COUNT))
    spare = iter(range(20, 40))
    return [(draw(st.sampled_from(["replace", "repeal", "insert", "renumber"])), n, next(spare)) for n in chosen]


def sentence(op: str, article: int, to: int) -> str:
    match op:
        case "replace":
            return f"replace article {article} by:\n> Article {article}\n>   no effect on the machine: r{article}"
        case "repeal":
            return f"repeal article {article}."
        case "insert":
            return f"insert after article {article}:\n> Article {article}-A\n>   no effect on the machine: i{article}"
        case _:
            return f"renumber article {article} as article {to}."


def applied(plan: list[tuple[str, int, int]]) -> list[tuple[str, str]]:
    """The same changes made to a plain list of numbers and words."""
    articles = [(str(n), f"w{n}") for n in range(1, COUNT + 1)]
    moved = []
    for op, n, to in plan:
        at = next(i for i, (number, _) in enumerate(articles) if number == str(n))
        match op:
            case "replace":
                articles[at] = (str(n), f"r{n}")
            case "repeal":
                del articles[at]
            case "insert":
                articles.insert(at + 1, (f"{n}-A", f"i{n}"))
            case _:
                moved.append((str(to), f"w{n}"))
                del articles[at]
    return articles + sorted(moved, key=lambda pair: int(pair[0]))


@settings(max_examples=40)
@given(plans(), st.integers(1, 3))
def test_generated_changes_do_what_they_say_in_one_instrument_or_several(
    tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[str, int, int]], instruments: int
) -> None:
    base = "regulation: invented\ninvented example, not law.\n" + "".join(
        f"\nArticle {n}\n  no effect on the machine: w{n}\n" for n in range(1, COUNT + 1)
    )
    texts = [amendment(k + 1, *(sentence(*change) for change in plan[k::instruments])) for k in range(instruments)]
    history = shelf_of(tmp_path_factory.mktemp("work"), *texts, base=base)
    expression = consolidate(history, DAY, "en")
    assert expression.diagnostics == ()
    found = [(p.number, next(p.sentences()).statement.parts[0].value) for p in expression.document.all()]
    assert found == applied(plan)
    again, problems = build(Source("copy", "en", print_document(expression.document)))
    assert problems == []
    assert again == expression.document


# ── In words and as data ────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_is_told(language: str) -> None:
    words = catalogue(language)
    told = [change_told(m, words) for i in CHAIN.instruments for m in i.modifications]
    assert len(set(told)) >= 25
    assert not any("{" in sentence or "art_" in sentence for sentence in told)


def test_histories_and_texts_are_plain_data() -> None:
    data = json.loads(json.dumps(history_json(CHAIN)))
    assert data["schema"] == "lexludi.history/1"
    assert data["wholly_known"] == "2005-11-29"
    assert [i["number"] for i in data["instruments"]][-1] == "56/2018"
    text = json.loads(json.dumps(text_json(consolidate(CHAIN, SIX, "zh"))))
    assert text["not_wholly_known"] == ["30-2007", "64-2007", "2-2009"]
    lucky = next(p for p in text["provisions"] if p["eid"] == "art_17__para_5")
    assert lucky["source"]["words_by"] == "56-2018"
    assert [w["mark"] for w in lucky["words"]] == ["summary"]


def test_what_is_known_of_an_instrument_is_plain_data_in_the_words_of_each_text() -> None:
    instruments = {i["number"]: i for i in json.loads(json.dumps(history_json(CHAIN)))["instruments"]}
    known, in_part = instruments["56/2018"], instruments["30/2007"]
    assert (known["in_force_ground"], in_part["in_force_ground"].keys()) == ({}, {"zh", "pt", "en"})
    assert in_part["in_force_ground"]["en"] == "the day after publication, as with the other amendments"
    for language, fact in {"zh": "編為第一款", "pt": "o seu n.º 1", "en": "its paragraph 1"}.items():
        assert fact in in_part["inferred"][language][0]
    assert in_part["knowledge_ground"]["pt"].startswith("dá nova redacção aos artigos 13.º, 17.º e 19.º")
    assert in_part["not_known"]["zh"] == ["法規之全稱、簽署日期、生效日期"]


def test_a_note_says_once_what_follows_for_all_below() -> None:
    expression = consolidate(CHAIN, SIX, "en")
    article = next(p for p in expression.document.all() if p.eid == "art_13__para_1")
    pairs = next(p for p in article.below if p.number == "2")
    assert expression.notes[pairs.eid].renumbered
    assert own_note(pairs, article, expression).renumbered == ()
    assert Citation("art_13__para_1").told(catalogue("en")) == "article 13, paragraph 1"


def test_an_instrument_that_is_not_there_is_refused_with_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf_of(tmp_path, amendment(1, "repeal article 4."), amendment(2, "repeal article 1."))
    assert main(["export", "akn", f"{tmp_path}/amendments@9-2031", "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert "there is no “9-2031”" in said
    assert "there are: 1-2031 and 2-2031" in said


def test_a_text_is_not_printed_in_another_language_than_the_one_demanded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf_of(tmp_path, amendment(1, "repeal article 4."))
    for name in (tmp_path, f"{tmp_path}@2031-04-01"):
        assert main(["at", str(name), "--text", "pt", "--lang", "en"]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert "in Portuguese" in said.err
        # The language of messages is a wish alone.
        assert main(["at", str(name), "--lang", "pt"]) == 0
        assert "Article 1" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["at", "blame"])
def test_commands_say_which_date_was_taken_and_why(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, WORK, "--lang", "en"]) == 0
    assert "the most recent text that is wholly known, that of 29 November 2005" in capsys.readouterr().err
    assert main([command, f"{WORK}@2018-05-01", "--lang", "en"]) == 0
    said = capsys.readouterr()
    assert "that is wholly known, that of" not in said.err
    assert "not known, or only in part: 30/2007, 64/2007 and 2/2009" in said.out + said.err


def test_half_on_six_is_paid_exactly() -> None:
    game = load(f"{WORK}@2005-11-29", options={"commission": "half-on-six"})
    round_ = game.new_round(cards=BANKER_SIX_TWO)
    round_.apply(PlaceBet("bettor-1", "", "banker", 5))
    round_.apply(Deal())
    assert round_.returns() == {"bettor-1": Fraction(5, 2)}
    assert Knowledge.DELEGATION.is_whole


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("this language is authentic.\ncopy compared with the gazette: a print", Copy.COMPARED),
        ("this language is authentic.\ncopy not compared with the gazette: a print", Copy.NOT_COMPARED),
        ("this language is authentic.", Copy.NOT_COMPARED),
        ("summary of our own, not the official words.", Copy.NOT_COMPARED),
    ],
)
def test_a_consolidated_text_is_compared_with_the_gazette_if_all_of_its_words_are(
    said: str, expected: Copy, tmp_path: Path
) -> None:
    """Invented: the first text is; the words of article 2 are those of the instrument."""
    example = "invented example, not law."
    compared = "this language is authentic.\ncopy compared with the gazette: a print"
    change = amendment(1, "replace article 2 by:", NEW.format(2)).replace(example, said)
    history = shelf_of(tmp_path, change, base=BASE.replace(example, compared))
    before, after = (metadata_of(consolidate(history, day, "en").document) for day in (date(2031, 3, 31), DAY))
    assert (before.copy_state, after.copy_state) == (Copy.COMPARED, expected)
    # Which words were not compared is told in the note on the copy.
    assert expected is Copy.COMPARED or after.copy_note == "Invented instrument No. 1/2031"


@pytest.mark.parametrize(
    ("language", "note"),
    [("zh", "甲書第1號；甲書第2號"), ("en", "Invented instrument No. 1/2031; Invented instrument No. 2/2031")],
)
def test_instruments_that_were_not_compared_are_listed_with_the_marks_of_the_language(
    language: str, note: str, tmp_path: Path
) -> None:
    """Invented: the first text is compared, and two instruments that bring words are not."""
    base = {
        "zh": "規章：invented\n自2031年1月1日起生效。\n本文為真確本。\n副本已與公報核對：甲\n\n"
        "第一條 甲\n  不影響程式運作：甲\n第二條 乙\n  不影響程式運作：乙\n",
        "en": "regulation: invented\nin force from 1 January 2031.\nthis language is authentic.\n"
        "copy compared with the gazette: a\n\nArticle 1 A\n  no effect on the machine: a\n"
        "Article 2 B\n  no effect on the machine: b\n",
    }[language]
    change = {
        "zh": "規章：a{0}\n法規：甲書第{0}號\n修改：invented\n自2031年4月1日起生效。\n本文為真確本。\n\n"
        "第一條\n  第{1}條修改為：\n  > 第{1}條 丙\n  >   不影響程式運作：丙\n",
        "en": "regulation: a{0}\ninstrument: Invented instrument No. {0}/2031\namends: invented\n"
        "in force from 1 April 2031.\nthis language is authentic.\n\n"
        "Article 1\n  replace article {0} by:\n  > Article {0} C\n  >   no effect on the machine: c\n",
    }[language]
    (tmp_path / "amendments").mkdir()
    (tmp_path / f"1.{language}.ludi").write_text(base, "utf-8")
    for number, chinese in ((1, "一"), (2, "二")):
        text = change.format(number, chinese)
        (tmp_path / "amendments" / f"{number}-2031.{language}.ludi").write_text(text, "utf-8")
    found = consolidate(history_of(tmp_path, (language,)), DAY, language)
    assert found.diagnostics == ()
    assert metadata_of(found.document).copy_note == note


@pytest.mark.parametrize("wished", ["", "zh", "en"])
def test_a_file_whose_name_is_no_day_is_itself_whatever_stands_beside_it(wished: str, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        text = f"regulation: xx/{name}\ntitle: {name}\ninvented example, not law.\n\nArticle 1\n  | {name}\n"
        (tmp_path / f"{name}.en.ludi").write_text(text, "utf-8")
    for name in ("a", "b", "c"):
        found = expression_of(str(tmp_path / f"{name}.en.ludi"), wished=wished)
        assert [item.text for p in found.document.all() for item in p.words()] == [name]
        assert f"\n{name}\n" in f"\n{export(text_file(tmp_path / f'{name}.en.ludi'), 'txt').decode()}"


@pytest.mark.parametrize(("said", "day"), [("in force from 3 March 2031.\n", "2031-03-03"), ("", None)])
def test_the_day_of_a_file_whose_name_is_no_day_is_that_of_its_header(
    said: str, day: str | None, tmp_path: Path
) -> None:
    head = f"regulation: xx/a\nidentifier: /akn/xx/act/2031/a\ntitle: a\n{said}invented example, not law.\n"
    (tmp_path / "a.en.ludi").write_text(f"{head}\nArticle 1\n  | a\n", "utf-8")
    told = text_json(expression_of(str(tmp_path / "a.en.ludi")))
    assert told["since"] == day
    assert told.get("uri") == (f"/akn/xx/act/2031/a/eng@{day}" if day else None)
    reference = export(text_file(tmp_path / "a.en.ludi"), "bib").decode()
    assert ("identifier" in reference) == (day is not None)


@pytest.mark.parametrize(
    ("language", "days"),
    [
        ("zh", ["2004年5月12日簽署", "2004年5月17日公佈"]),
        ("pt", ["assinado em 12 de Maio de 2004", "publicado em 17 de Maio de 2004"]),
        ("en", ["signed on 12 May 2004", "published on 17 May 2004"]),
    ],
)
def test_the_log_says_when_the_first_text_was_signed_and_published(
    language: str, days: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["log", WORK, "--lang", language]) == 0
    assert [line.strip() for line in capsys.readouterr().out.splitlines()[1:3]] == days
