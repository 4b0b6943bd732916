"""Clauses of amending instruments as they are written in practice, on invented instruments; words and days by hand."""

import re
import shutil
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexludi.base.errors import InvalidRegulation, RepealedWork
from lexludi.base.messages import Catalogue, Language, catalogue
from lexludi.base.source import Source
from lexludi.checks.checking import check_paths
from lexludi.cli.inputs import retroactive_lines
from lexludi.cli.main import main
from lexludi.exchange.reading_copy import ReadingPart, reading_copy
from lexludi.exchange.renditions import markdown, notation, plain
from lexludi.language.builder import build
from lexludi.language.citations import cite_row
from lexludi.language.nodes import Comment, Words
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document
from lexludi.language.reference import folder as reference_folder
from lexludi.law.chronicle import (
    annotated,
    blame_json,
    changes_told,
    history_json,
    instrument_lines,
    note_json,
    note_lines,
    renumbered_rows,
    text_json,
)
from lexludi.law.history import History, TextOnDate, consolidate, history_of
from lexludi.law.loader import find, load_rules, rules_of
from lexludi.law.source_notes import TitleSource
from lexludi.play.game import load
from lexludi.rules.header import metadata_of
from lexludi.rules.model import under
from lexludi.rules.standing import cited
from published import validator
from test_history import BASE, DAY, NEW, amendment, codes, prose, shelf_of

# ── The order of clauses ────────────────────────────────────────────────────


def test_a_number_freed_by_a_repeal_is_free_for_another(tmp_path: Path) -> None:
    """Invented: article 2 goes, article 3 becomes article 2, and article 4 becomes article 3."""
    sentences = ["renumber article 3 as article 2.", "repeal article 2.", "renumber article 4 as article 3."]
    history = shelf_of(tmp_path, amendment(1, *sentences), base=BASE.replace("  prevails over article 2.\n", ""))
    assert codes(history) == []
    assert prose(history) == {
        "art_1": "one",
        "art_2": "",
        "art_2__para_1": "three, one",
        "art_2__para_2": "three, two",
        "art_3": "four",
    }
    assert [(gone.eid, str(gone.since)) for gone in consolidate(history, DAY, "en").repealed] == [
        ("art_2", "2031-04-01")
    ]


CLAUSES = [
    "repeal article 1.",
    "renumber article 2 as article 1.",
    "replace article 3, number 1 by:\n> 1.\n>   no effect on the machine: new words",
    "insert after article 3, number 2:\n> 3.\n>   no effect on the machine: third",
    "insert after article 3, number 2:\n> 4.\n>   no effect on the machine: fourth",
    "insert after article 4:\n" + NEW.format("4-A"),
    "insert after article 4-A:\n" + NEW.format("4-B"),
    "in words not known, article 3 is changed.",
]
# By hand: article 2 stands first under the number that article 1 has left.
AFTER = [
    ("art_1", "two"),
    ("art_3", ""),
    ("art_3__para_1", "new words"),
    ("art_3__para_2", "three, two"),
    ("art_3__para_3", "third"),
    ("art_3__para_4", "fourth"),
    ("art_4", "four"),
    ("art_4-A", "new"),
    ("art_4-B", "new"),
]


@settings(max_examples=60)
@given(st.permutations(CLAUSES))
def test_the_order_of_clauses_does_not_matter(tmp_path_factory: pytest.TempPathFactory, clauses: list[str]) -> None:
    history = shelf_of(tmp_path_factory.mktemp("work"), amendment(1, *clauses))
    expression = consolidate(history, DAY, "en")
    assert expression.diagnostics == ()
    assert list(prose(history).items()) == AFTER
    # What is changed in words not known is what was there, and not what the same instrument words.
    reworded = {eid for eid, note in expression.notes.items() if note.reworded_by}
    assert reworded == {"art_3", "art_3__para_2"}
    assert expression.notes["art_1"].renumbered[0].was == "art_2"


def test_words_that_become_a_number_of_their_article_keep_what_they_refer_to(tmp_path: Path) -> None:
    """Invented: what prevails over article 2 does so over the same, now article 6, and not over the new article 2."""
    base = BASE.replace("1.\n  no effect on the machine: three, one\n2.\n", "")
    sentences = [
        "renumber article 2 as article 6.",
        "insert after article 1:\n" + NEW.format("2"),
        "renumber article 3 as article 3, number 1.",
    ]
    history = shelf_of(tmp_path, amendment(1, *sentences), base=base)
    assert codes(history) == []
    assert prose(history)["art_3__para_1"] == "three, two"
    assert "prevails over article 6." in print_document(consolidate(history, DAY, "en").document)


@pytest.mark.parametrize("first", [0, 1])
def test_a_provision_cannot_be_repealed_and_have_another_number(first: int, tmp_path: Path) -> None:
    sentences = ["repeal article 2.", "renumber article 2 as article 5."]
    history = shelf_of(tmp_path, amendment(1, sentences[first], sentences[1 - first]))
    (problem,) = consolidate(history, DAY, "en").diagnostics
    assert problem.code == "changed-twice"
    later, earlier = problem.labels
    assert later.span.start > earlier.span.start


def test_a_number_that_a_later_instrument_frees_is_taken_before(tmp_path: Path) -> None:
    later = amendment(2, "repeal article 2.", day="in force from 1 May 2031.")
    history = shelf_of(tmp_path, amendment(1, "renumber article 3 as article 2."), later)
    assert [code for code, _ in codes(history)] == ["provision-already-there"]
    assert "art_2" not in prose(history, date(2031, 5, 1))


ADDED = "add to article 3:\n> 3.\n>   no effect on the machine: third"
MOVED_ON = "renumber article 3, number 2 as article 3, number 3."
SILENT = "\n>   no effect on the machine: new"
TWO = f"replace article 3 by:\n> Article 3 Third\n> 1.{SILENT}\n> 2.{SILENT}"
THREE = f"{TWO}\n> 3.{SILENT}"
OTHER = f"replace article 3, number 3 by:\n> 3.{SILENT}"
KEEPING = f"replace article 3 by:\n> Article 3 Third\n> 1.{SILENT}\n> 2.\n>   | […]\n> 3.\n>   | […]"


@pytest.mark.parametrize(
    "acts",
    [
        ([ADDED], [TWO]),
        ([ADDED], [THREE]),
        ([ADDED], ["repeal article 3."]),
        ([ADDED, OTHER],),
        ([MOVED_ON], [TWO]),
        ([MOVED_ON], [THREE]),
        ([MOVED_ON, TWO],),
        (["renumber article 2 as article 3, number 3.", TWO],),
        (["renumber article 2 as article 2, number 1.", "replace article 2 by:\n" + NEW.format(2)],),
    ],
)
def test_what_a_day_adds_or_moves_it_cannot_take_away(acts: tuple[list[str], ...], tmp_path: Path) -> None:
    """By hand: number 3 of article 3, or number 1 of article 2, would go, or have the words of the other alone."""
    base = BASE.replace("  prevails over article 2.\n", "")
    history = shelf_of(tmp_path, *(amendment(n, *act) for n, act in enumerate(acts, 1)), base=base)
    files = [f"{number}-2031.en.ludi" for number in range(len(acts), 0, -1)]
    assert codes(history) == [("changed-twice", files if len(acts) > 1 else files * 2)]


@pytest.mark.parametrize(
    ("acts", "third"),
    [
        # The article first, then what is added to it; within one act in whatever order.
        (([TWO], [ADDED]), "third"),
        (([ADDED, TWO],), "third"),
        # The sign keeps what has been added, or moved; and an act may reword what it moves.
        (([ADDED], [KEEPING]), "third"),
        (([MOVED_ON], [TWO + "\n> 3.\n>   | […]"]), "three, two"),
        (([MOVED_ON, THREE],), "new"),
        # A later act may name what an earlier one has added.
        (([ADDED], [OTHER]), "new"),
    ],
)
def test_what_a_day_adds_or_moves_may_stay_in_an_article_with_new_words(
    acts: tuple[list[str], ...], third: str, tmp_path: Path
) -> None:
    base = BASE.replace("three, one", "three, one\n  | Words.").replace("three, two\n", "three, two\n  | Words.\n")
    history = shelf_of(tmp_path, *(amendment(n, *act) for n, act in enumerate(acts, 1)), base=base)
    assert codes(history) == []
    assert prose(history)["art_3__para_3"] == third


# ── Renumberings in a row ───────────────────────────────────────────────────

ROW = {
    "zh": "第十七條第五款至第十五款改為第六款至第十六款",
    "pt": "os n.os 5 a 15 do artigo 17.º passam a n.os 6 a 16",
    "en": "paragraphs 5 to 15 of article 17 become paragraphs 6 to 16",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_renumberings_in_a_row_are_told_as_one(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Despatch 56/2018 moves numbers 5 to 15 of article 17 of baccarat on by one."""
    assert main(["log", "mo/baccarat", "--lang", language]) == 0
    sign = "・" if language == "zh" else "- "
    assert capsys.readouterr().out.count(sign + ROW[language]) == 1
    assert (
        main(["diff", "mo/baccarat@2011-09-27", "mo/baccarat@2018-04-24", "--layer", "words", "--lang", language]) == 0
    )
    shown = capsys.readouterr().out
    assert shown.count(ROW[language].removeprefix("os ")) == 1
    formerly = {
        "zh": "第六款至第十六款〔原第五款至第十五款〕",
        "pt": "n.os 6 a 16: anteriores n.os 5 a 15;",
        "en": "paragraphs 6 to 16: formerly paragraphs 5 to 15;",
    }
    for command in ("at", "blame"):
        assert main([command, "mo/baccarat@2018-04-24", "--lang", language]) == 0
        shown = capsys.readouterr().out
        assert shown.count(formerly[language]) == 1
    # Of one provision alone, its own number is told.
    assert main(["blame", "mo/baccarat@2018-04-24", "art_17__para_9", "--lang", language]) == 0
    assert {"zh": "〔原第八款〕", "pt": "anterior n.º 8", "en": "formerly paragraph 8"}[
        language
    ] in capsys.readouterr().out


def test_a_row_ends_where_numbers_do_not_follow(tmp_path: Path) -> None:
    base = "regulation: invented\ninvented example, not law.\n" + "".join(
        f"\nArticle {n}\n  no effect on the machine: {n}\n" for n in range(1, 9)
    )
    moves = {2: 12, 1: 11, 3: 13, 5: 15, 6: 16, 7: 21}
    sentences = [f"renumber article {was} as article {now}." for was, now in moves.items()]
    history = shelf_of(tmp_path, amendment(1, *sentences), base=base)
    told = [said for said, _ in changes_told(history.instruments[0].modifications, catalogue("en"))]
    assert told == [
        "articles 1 to 3 become articles 11 to 13",
        "articles 5 and 6 become articles 15 and 16",
        "article 7 becomes article 21",
    ]


@pytest.mark.parametrize(
    ("first", "last", "cited"),
    [
        ("art_2", "art_4", ("第二條至第四條", "artigos 2.º a 4.º", "articles 2 to 4")),
        (
            "art_2__point_1",
            "art_2__point_3",
            ("第二條(一)項至(三)項", "alíneas 1) a 3) do artigo 2.º", "items 1 to 3 of article 2"),
        ),
    ],
)
def test_provisions_in_a_row_are_cited_as_the_gazette_does(first: str, last: str, cited: tuple[str, ...]) -> None:
    assert tuple(cite_row(first, last, language) for language in LANGUAGES) == cited


# ── Numbers that stay as they are ───────────────────────────────────────────

WORDED = """regulation: invented
invented example, not law.
in force from 1 February 2031.

Article 1 Stakes
  | A stake is one chip.
  no effect on the machine: stakes

Article 2 Prizes
1.
  | The pair is paid 30 to 1.
  no effect on the machine: the pair, 30
2.
  | The others:
  no effect on the machine: the others
1)
  | red, 2 to 1;
  no effect on the machine: red
2)
  | black, 3 to 1.
  no effect on the machine: black
3.
  | The house keeps the rest.
  no effect on the machine: the house

Article 3 Closing
  | The game ends at midnight.
  no effect on the machine: the end
"""


def worded(folder: Path, *amendments: str, base: str = WORDED) -> History:
    """A history of that invented text, in a file of its day."""
    (folder / "amendments").mkdir(parents=True, exist_ok=True)
    (folder / "2031-02-01.en.ludi").write_text(base, "utf-8")
    for number, text in enumerate(amendments, 1):
        (folder / "amendments" / f"{number}-2031.en.ludi").write_text(text, "utf-8")
    return history_of(folder, ("en",))


def words_on(history: History, day: date = DAY) -> dict[str, str]:
    """The words of the law of each provision on a day, with its title."""
    document = consolidate(history, day, "en").document
    found = {}
    for provision in document.all():
        words = [item.text for item in provision.body if isinstance(item, Words)]
        found[provision.eid] = " ".join(filter(None, (provision.title, *words)))
    return found


PUBLISHED_WORDS = {
    "art_1": "Stakes A stake is one chip.",
    "art_2": "Prizes",
    "art_2__para_1": "The pair is paid 30 to 1.",
    "art_2__para_2": "The others:",
    "art_2__para_2__point_1": "red, 2 to 1;",
    "art_2__para_2__point_2": "black, 3 to 1.",
    "art_2__para_3": "The house keeps the rest.",
    "art_3": "Closing The game ends at midnight.",
}

REENACTED = """replace article 2 by:
> Article 2 […]
> 1.
>   | […].
> 2.
>   | […]:
> 1)
>   | [...];
> 2)
>   | black, 4 to 1;
>   no effect on the machine: black, more
> 3)
>   | green, 9 to 1.
>   no effect on the machine: green
> 3.
>   | ……"""


def test_the_sign_of_what_stays_keeps_words_and_their_source(tmp_path: Path) -> None:
    history = worded(tmp_path, amendment(1, REENACTED))
    expression = consolidate(history, DAY, "en")
    assert expression.diagnostics == ()
    assert words_on(history, date(2031, 3, 31)) == PUBLISHED_WORDS
    expected = {
        **PUBLISHED_WORDS,
        "art_2__para_2__point_2": "black, 4 to 1;",
        "art_2__para_2__point_3": "green, 9 to 1.",
    }
    assert words_on(history) == expected
    assert list(words_on(history)) == [
        "art_1",
        "art_2",
        "art_2__para_1",
        "art_2__para_2",
        "art_2__para_2__point_1",
        "art_2__para_2__point_2",
        "art_2__para_2__point_3",
        "art_2__para_3",
        "art_3",
    ]
    by_amendment = {eid for eid, note in expression.notes.items() if note.words_by}
    assert by_amendment == {"art_2__para_2__point_2", "art_2__para_2__point_3"}
    assert expression.notes["art_2"].is_of_first_text


NUMBER_1 = "\n> 1.\n>   | One chip.\n>   no effect on the machine: one"


@pytest.mark.parametrize(
    ("article", "title", "base", "by"),
    [
        ("Article 2 […]", "Prizes", WORDED, ""),
        # Said in full, be it with the same words; or of an article that had words of its own.
        ("Article 2 Prizes", "Prizes", WORDED, "1-2031"),
        ("Article 1 […]", "Stakes", WORDED, "1-2031"),
        # Without a title there is nothing but the number.
        ("Article 2", "", WORDED.replace("Article 2 Prizes", "Article 2"), ""),
        ("Article 2", "", WORDED, "1-2031"),
    ],
    ids=["a sign", "in full", "words that go", "none", "taken away"],
)
def test_a_title_that_stays_has_the_source_that_it_had(
    article: str, title: str, base: str, by: str, tmp_path: Path
) -> None:
    eid = f"art_{article.split()[1]}"
    number = NUMBER_1 if title == "Stakes" else "\n> 1.\n>   | […]" + NUMBER_1.replace("1.", "2.")
    clause = f"replace article {eid[-1]} by:\n> {article}{number}"
    text = consolidate(worded(tmp_path, amendment(1, clause), base=base), DAY, "en")
    assert text.diagnostics == ()
    assert (text.provisions[eid].title, text.notes[eid].words_by) == (title, by)


NOON = ">   | The game ends at noon.\n>   no effect on the machine: noon"


@pytest.mark.parametrize(
    ("clause", "by", "source", "told"),
    [
        (
            "replace article 3 by:\n> Article 3 Hours\n>   | […]",
            "",
            TitleSource("1-2031", date(2031, 4, 1)),
            ["title of Invented instrument No. 1/2031, from 1 April 2031"],
        ),
        (
            f"replace article 3 by:\n> Article 3 […]\n{NOON}",
            "1-2031",
            TitleSource(),
            ["words of Invented instrument No. 1/2031, from 1 April 2031", "title of the first text"],
        ),
        # Both from one source: of the title nothing is told by itself.
        (
            f"replace article 3 by:\n> Article 3 Hours\n{NOON}",
            "1-2031",
            None,
            ["words of Invented instrument No. 1/2031, from 1 April 2031"],
        ),
        ("replace article 3 by:\n> Article 3 […]\n>   | […]", "", None, []),
        (
            "from 1 April 2031 until 31 May 2031, article 3 reads:\n> Article 3 Hours\n>   | […]",
            "",
            TitleSource("1-2031", date(2031, 4, 1), until=date(2031, 5, 31)),
            ["title of Invented instrument No. 1/2031, from 1 April 2031", "title until 31 May 2031 only"],
        ),
    ],
    ids=["title", "words", "both", "neither", "for now"],
)
def test_a_title_of_another_source_than_the_words_is_told(
    clause: str, by: str, source: TitleSource | None, told: list[str], tmp_path: Path
) -> None:
    """Invented: article 3 gets a title over words that stay, or words under a title that stays, or both, or neither."""
    history = worded(tmp_path, amendment(1, clause))
    text = consolidate(history, DAY, "en")
    assert text.diagnostics == ()
    note = text.notes["art_3"]
    assert (note.words_by, note.titled, note.is_changed) == (by, source, bool(told))
    assert list(note_lines(note, text, catalogue("en"), ())) == told
    told_as_data = blame_json(text, {"art_3": note})
    assert not list(validator("blame/1").iter_errors(told_as_data))
    assert not list(validator("text/1").iter_errors(text_json(text)))
    title = told_as_data["provisions"]["art_3"].get("title")
    assert (title is None) == (source is None)
    if title is not None and source is not None:
        until = source.until and source.until.isoformat()
        assert (title["words_by"], title.get("until")) == (source.words_by or None, until)
    # Whoever reads the words alone is told at least that a title holds for a time only.
    assert ("[title until 31 May 2031 only]" in plain(text, catalogue("en"))) == ("until" in clause)


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_words_below_words_of_another_source_are_told_as_such(language: str, tmp_path: Path) -> None:
    """Invented: article 2 gets a title of 1/2031; below it numbers 1 to 3 stay, and point 2 of number 2 is new.

    Point 1 stands in number 2, which is of the first text as it is: of it nothing more is told.
    """
    history = worded(tmp_path, amendment(1, REENACTED.replace("Article 2 […]", "Article 2 Winnings")))
    text, words = consolidate(history, DAY, "en"), catalogue(language)
    first, new = words.say("source.first-text"), next(note_lines(text.notes["art_2"], text, words, ()))
    told = {
        "art_2": [new],
        "art_2__para_1": [first],
        "art_2__para_2": [first],
        "art_2__para_2__point_2": [new],
        "art_2__para_2__point_3": [new],
        "art_2__para_3": [first],
    }
    document = annotated(text, words)
    comments = {p.eid: [i.text for i in p.body if isinstance(i, Comment)] for p in document.all()}
    assert {eid: lines for eid, lines in comments.items() if lines} == told

    def parts(above: tuple[ReadingPart, ...]) -> Iterator[ReadingPart]:
        for part in above:
            yield part
            yield from parts(part.below)

    copy = reading_copy(text, words)
    assert {part.eid: list(part.notes) for part in parts(copy.parts) if part.notes} == told


def test_a_title_that_stays_does_not_hold_for_a_time_only(tmp_path: Path) -> None:
    """In April and May number 1 of article 2 reads otherwise; its title is that of the first text, without an end."""
    derogation = f"from 1 April 2031 until 31 May 2031, article 2 reads:\n> Article 2 […]{NUMBER_1}"
    text = consolidate(worded(tmp_path, amendment(1, derogation)), DAY, "en")
    assert text.diagnostics == ()
    assert {eid: note.until for eid, note in text.notes.items() if note.until} == {
        "art_2__para_1": date(2031, 5, 31)
    }  # fmt: skip


def test_the_sign_where_nothing_stands_is_an_error(tmp_path: Path) -> None:
    history = worded(tmp_path, amendment(1, "replace article 3 by:\n> Article 3 Closing\n> 1.\n>   | […]"))
    assert [code for code, _ in codes(history)] == ["no-such-provision"]


ONE_CHIP = "\n>   no effect on the machine: one"


@pytest.mark.parametrize(
    ("clause", "sign"),
    [
        (f"replace article 1 by:\n> Article 1 […]\n>   | […]{ONE_CHIP}", "| […]"),
        (f"replace article 1 by:\n> Article 1 […]\n>   | […]. Two are none.{ONE_CHIP}", "| […]. Two are none."),
        (
            f"replace article 1 by:\n> Article 1 […]\n>   | Two chips (…) are none.{ONE_CHIP}",
            "| Two chips (…) are none.",
        ),
        (f"replace article 1 by:\n> Article 1 […]\n>   | […].\n>   | Two are none.{ONE_CHIP}", "| […]."),
        (f"replace article 2, number 3 by:\n> 3.\n>   | [Former paragraph 1]{ONE_CHIP}", "| [Former paragraph 1]"),
        (f"replace article 1 by:\n> Article 1 [Former article 2]{ONE_CHIP}", "Article 1"),
        (f"replace article 1 by:\n> Article 1 Stakes, […]{ONE_CHIP}", "Article 1"),
        # Where there is nothing to keep.
        ("add to article 2:\n> 4.\n>   | […]", "| […]"),
        (f"insert after article 3:\n> Article 4 […]{ONE_CHIP}", "Article 4"),
        (
            "replace article 2, number 3 by:\n> 3.\n>   | […]\nadd to article 2:\n> 4.\n>   | [Former paragraph 3]",
            "| […]",
        ),
        # Numbers do not move for a time, nor by a rectification.
        (
            "from 1 April 2031 until 31 May 2031, article 2, number 3 reads:\n> 3.\n>   | [Former paragraph 2]",
            "| [Former paragraph 2]",
        ),
        ("in article 3, for:\n> Article 3\n>   | midnight\nread:\n> Article 3\n>   | […]", "| […]"),
    ],
)
def test_a_sign_that_stands_for_nothing_is_told_where_it_stands(clause: str, sign: str, tmp_path: Path) -> None:
    """Taken for words of the law, it would take the place of those that it was to keep; every clause has one."""
    history = worded(tmp_path, amendment(1, clause))
    (found,) = history.instruments[0].text().diagnostics
    assert (found.code, found.hints[0].key) == ("sentence-out-of-place", "sentence-out-of-place.sign")
    (label,) = found.labels
    assert label.source.text[label.span.start : label.span.end].startswith(sign)
    with pytest.raises(InvalidRegulation):
        consolidate(history, DAY, "en")


@pytest.mark.parametrize("sign", ["(…)", "（……）", "[. . .]", "( ... );", "⋯⋯"])
def test_a_sign_is_known_by_its_dots_whatever_its_brackets(sign: str, tmp_path: Path) -> None:
    """Number 1 alone reads otherwise; the title of the article, the other numbers and the items stay."""
    clause = f"replace article 2 by:\n> Article 2 {sign}{NUMBER_1}\n> 2.\n>   | {sign}\n> 3.\n>   | {sign}"
    history = worded(tmp_path, amendment(1, clause))
    assert codes(history) == []
    assert words_on(history) == {**PUBLISHED_WORDS, "art_2__para_1": "One chip."}


# ── Additions, and days of their own ────────────────────────────────────────


def test_an_addition_finds_its_place_by_its_number(tmp_path: Path) -> None:
    history = worded(
        tmp_path,
        amendment(
            1,
            "add to article 2:\n> 2-A.\n>   | Ties.\n>   no effect on the machine: ties",
            "add to the regulation:\n> Article 2-A New\n>   no effect on the machine: new",
            "add to article 2, number 2:\n> 3)\n>   | green.\n>   no effect on the machine: green",
        ),
    )
    assert codes(history) == []
    assert list(words_on(history)) == [
        "art_1", "art_2", "art_2__para_1", "art_2__para_2", "art_2__para_2__point_1", "art_2__para_2__point_2",
        "art_2__para_2__point_3", "art_2__para_2-A", "art_2__para_3", "art_2-A", "art_3",
    ]  # fmt: skip


def test_an_addition_at_a_number_that_is_taken(tmp_path: Path) -> None:
    history = worded(
        tmp_path, amendment(1, "add to the regulation:\n> Article 3 New\n>   no effect on the machine: new")
    )
    assert [code for code, _ in codes(history)] == ["provision-already-there"]


DAYS = """regulation: a1
instrument: Invented instrument No. 1/2031
amends: invented
published on 3 March 2031.
in force 30 days after publication.
{more}invented example, not law.

Article 1
  repeal article 1.

Article 2
  repeal article 3.

Article 3
  repeal article 2, number 3.

Article 4
  {clauses}
"""


def test_days_after_publication_do_not_count_the_day_itself(tmp_path: Path) -> None:
    """Invented: published on 3 March; thirty days after it is 2 April, the day after it 4 March, 90 days 1 June."""
    clauses = "on the day after publication, article 2 enters into force.\n"
    clauses += "  90 days after publication, article 3 enters into force."
    history = worded(tmp_path, DAYS.format(more="", clauses=clauses))
    assert history.dates == (date(2031, 2, 1), date(2031, 3, 4), date(2031, 4, 2), date(2031, 6, 1))
    gone = {day: {g.eid for g in consolidate(history, day, "en").repealed} for day in history.dates}
    assert gone[date(2031, 3, 4)] == {"art_3"}
    assert gone[date(2031, 4, 2)] == {"art_3", "art_1"}
    assert gone[date(2031, 6, 1)] == {"art_3", "art_1", "art_2__para_3"}


def test_a_day_of_its_own_may_stand_in_the_header(tmp_path: Path) -> None:
    more = "on 1 July 2031, article 3 enters into force.\n"
    history = worded(tmp_path, DAYS.format(more=more, clauses="no effect on the machine: none"))
    assert date(2031, 7, 1) in history.dates
    assert "art_2__para_3" in words_on(history, date(2031, 6, 30))
    assert "art_2__para_3" not in words_on(history, date(2031, 7, 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_retroactive_effect_is_said_wherever_the_day_is_printed(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: published on 3 March, but with effect from 15 February."""
    text = amendment(1, REENACTED).replace("invented example", "takes effect from 15 February 2031.\ninvented example")
    history = worded(tmp_path, text)
    assert history.dates == (date(2031, 2, 1), date(2031, 2, 15))
    assert words_on(history, date(2031, 2, 14)) == PUBLISHED_WORDS
    assert words_on(history, date(2031, 2, 15))["art_2__para_2__point_2"] == "black, 4 to 1;"
    said = {"zh": "具追溯效力", "pt": "com efeitos retroactivos", "en": "with retroactive effect"}[language]
    for command in ("at", "blame"):
        assert main([command, f"{tmp_path}@2031-02-20", "--lang", language]) == 0
        shown = capsys.readouterr().out
        assert said in shown
        head = {"zh": "於2031年3月3日公佈", "pt": "foi publicado em 3 de Março", "en": "was published on 3 March"}[
            language
        ]
        assert (head in shown) is (command == "at")
    assert main(["log", str(tmp_path), "--lang", language]) == 0
    effect = {
        "zh": "效力追溯至2031年2月15日",
        "pt": "com efeitos retroactivos, desde 15 de Fevereiro",
        "en": "with retroactive effect, from 15 February",
    }
    assert effect[language] in capsys.readouterr().out
    # In the heads of a round and of odds.
    header, words = metadata_of(consolidate(history, date(2031, 2, 15), "en").document), catalogue(language)
    assert [head in line for line in retroactive_lines(header, words, f"{tmp_path}@2031-02-20")] == [True]
    before = metadata_of(consolidate(history, date(2031, 2, 14), "en").document)
    assert list(retroactive_lines(before, words, f"{tmp_path}@2031-02-14")) == []
    worded(tmp_path / "shelf" / "work", text)
    assert main(["list", "--shelf", str(tmp_path / "shelf"), "--lang", language]) == 0
    assert capsys.readouterr().out.count(said) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_retroactive_suspension_is_told_as_such(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: published on 3 March, suspends from 15 February until 31 May."""
    text = amendment(1, "suspend article 3 from 15 February 2031 until 31 May 2031.")
    history = worded(
        tmp_path, text.replace("invented example", "takes effect from 15 February 2031.\ninvented example")
    )
    assert suspended_on(history)[date(2031, 2, 15)] == ["art_3"]
    said = {"zh": "具追溯效力", "pt": "com efeitos retroactivos", "en": "with retroactive effect"}[language]
    assert main(["blame", f"{tmp_path}@2031-02-20", "art_3", "--lang", language]) == 0
    assert said in capsys.readouterr().out
    assert main(["log", str(tmp_path), "--lang", language]) == 0
    logged = {
        "zh": "效力追溯至2031年2月15日",
        "pt": "com efeitos retroactivos, desde",
        "en": "with retroactive effect, from",
    }
    assert logged[language] in capsys.readouterr().out


def test_what_an_instrument_of_retroactive_effect_does_later_does_not_go_back(tmp_path: Path) -> None:
    """Invented: published on 3 March, of effect from 15 February; what is suspended in June is so from June alone."""
    change = amendment(1, REENACTED, "suspend article 3 from 1 June 2031 until 30 June 2031.")
    of_effect = "takes effect from 15 February 2031.\ninvented example"
    history = worded(tmp_path, change.replace("invented example", of_effect))
    (instrument,) = history_json(history)["instruments"]
    assert [(m["op"], "retroactive" in m) for m in instrument["modifications"]] == [
        ("substitute", True),
        ("suspend", False),
    ]
    found = consolidate(history, JUNE, "en")
    assert "retroactive" not in note_json(found.notes["art_3"], found)["suspended"]


# ── Repeal of the whole, and replacement ────────────────────────────────────


def test_a_repealed_work_can_be_read_and_not_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = worded(tmp_path, amendment(1, "repeal the regulation."))
    assert find(f"{tmp_path}@2031-03-31").version == "2031-02-01"
    metadata = metadata_of(consolidate(history, DAY, "en").document)
    assert metadata.repealed is not None
    assert metadata.repealed.since == DAY
    with pytest.raises(RepealedWork) as caught:
        load(f"{tmp_path}@2031-04-01")
    assert "Invented instrument No. 1/2031" in caught.value.tell("en")
    assert main(["at", f"{tmp_path}@2031-05-01", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "Repealed by Invented instrument No. 1/2031, from 1 April 2031" in shown
    assert "repealed from 1 April 2031: Invented instrument No. 1/2031" in shown
    assert main(["diff", f"{tmp_path}@2031-03-31", f"{tmp_path}@2031-04-01", "--layer", "words", "--lang", "en"]) == 0
    assert "is repealed from 1 April 2031, by Invented instrument No. 1/2031" in capsys.readouterr().out
    assert main(["play", str(tmp_path), "--lang", "en"]) == 1
    assert "is repealed from 1 April 2031" in capsys.readouterr().err


REPEALS = {
    "zh": "規章：xx/ended/amendments/1-2031\n法規：虛構法規第1/2031號\n修改：xx/ended\n公佈於二零三一年三月三日。\n"
    "自二零三一年四月一日起生效。\n本文為虛構示例，並非法律。\n\n一、\n  廢止該規章。\n",
    "pt": "regulamento: xx/ended/amendments/1-2031\ndiploma: Ordem inventada n.º 1/2031\naltera: xx/ended\n"
    "publicado em 3 de Março de 2031.\nem vigor desde 1 de Abril de 2031.\nexemplo inventado, que não é lei.\n\n"
    "1.\n  é revogado o regulamento.\n",
    "en": "regulation: xx/ended/amendments/1-2031\ninstrument: Invented instrument No. 1/2031\namends: xx/ended\n"
    "published on 3 March 2031.\nin force from 1 April 2031.\ninvented example, not law.\n\n"
    "1.\n  repeal the regulation.\n",
}


def test_what_repeals_a_work_has_its_name_in_the_language_of_whoever_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = ("--shelf", str(tmp_path))
    assert main([*shelf, "new", "xx/ended", "--date", "2031-02-01"]) == 0
    (tmp_path / "xx" / "ended" / "amendments").mkdir()
    for language, text in REPEALS.items():
        (tmp_path / "xx" / "ended" / "amendments" / f"1-2031.{language}.ludi").write_text(text, "utf-8")
    sides = ("xx/ended@2031-03-01", "xx/ended@2031-05-01")
    commands = (
        ("analyze", "xx/ended"),
        ("play", "xx/ended", "--text", "pt"),
        ("diff", *sides),
        ("analyze", str(tmp_path / "xx" / "ended")),
    )
    for arguments in commands:
        for language, said in (
            ("zh", "由虛構法規第1/2031號廢止"),
            ("pt", "pela Ordem inventada n.º 1/2031"),
            ("en", "by Invented instrument No. 1/2031"),
        ):
            capsys.readouterr()
            main([*shelf, *arguments, "--lang", language])
            told = capsys.readouterr()
            assert said in told.out + told.err, arguments


def test_the_log_has_texts_and_instruments_in_the_order_of_their_days(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: amended on 1 April and 1 June, published anew in May; rectified in January, before its first day."""
    change = "replace article 3 by:\n> Article 3 Closing\n>   | At {}.\n>   no effect on the machine: {}"
    rectification = RECTIFICATION.format(number=3, of="", paragraph=1, wrong=WRONG, right=RIGHT)
    worded(
        tmp_path,
        amendment(1, change.format("one", "one")),
        amendment(2, change.format("two", "two"), day=IN_JUNE),
        rectification.replace("10 May 2031", "10 January 2031"),
    )
    anew = WORDED.replace("February 2031.", "May 2031.\nrepublished in full.").replace(
        "The game ends at midnight", "At one"
    )
    anew = anew.replace("no effect on the machine: the end", "no effect on the machine: one").replace("30", "24")
    (tmp_path / "2031-05-01.en.ludi").write_text(anew, "utf-8")
    assert main(["log", str(tmp_path), "--lang", "en"]) == 0
    days = [line[:10] for line in capsys.readouterr().out.splitlines() if line[:4] == "2031"]
    assert days == ["2031-02-01", "2031-01-10", "2031-04-01", "2031-05-01", "2031-06-01"]


def test_a_text_published_anew_after_a_repeal_is_not_repealed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: repealed on 1 April, published anew on 1 June, amended on 1 August, and repealed again on 1 October."""
    anew = WORDED.replace("in force from 1 February 2031.", "in force from 1 June 2031.")
    worded(
        tmp_path,
        amendment(1, "repeal the regulation."),
        amendment(2, "repeal article 3.", day="in force from 1 August 2031."),
        amendment(3, "repeal the regulation.", day="in force from 1 October 2031."),
    )
    (tmp_path / "2031-06-01.en.ludi").write_text(anew, "utf-8")
    for month, ended in ((4, DAY), (5, DAY), (6, None), (8, None), (9, None), (10, date(2031, 10, 1))):
        repealed = rules_of(find(str(tmp_path), date(2031, month, 1), "en")).metadata.repealed
        assert (repealed and repealed.since) == ended
    assert check_paths([str(tmp_path)]).diagnostics == []
    for month, is_repealed in ((4, True), (8, False), (10, True)):
        assert main(["at", f"{tmp_path}@2031-{month:02}-01", "--lang", "en"]) == 0
        said = capsys.readouterr()
        assert ("repealed from" in said.out + said.err) == is_repealed


def test_what_is_repealed_is_not_changed_any_more(tmp_path: Path) -> None:
    later = amendment(2, "repeal article 1.", day="in force from 1 May 2031.")
    history = worded(tmp_path, amendment(1, "repeal the regulation."), later)
    assert codes(history, date(2031, 5, 1)) == [("amended-after-repeal", ["2-2031.en.ludi", "1-2031.en.ludi"])]


def test_what_would_change_a_text_on_the_day_of_its_repeal_is_told(tmp_path: Path) -> None:
    """Invented: published before the repeal, with it and after it; a second repeal from that day changes nothing."""
    changes = ["repeal article 1.", "repeal the regulation.\n  repeal article 2.", "repeal article 3."]
    history = worded(
        tmp_path,
        *(amendment(number, change) for number, change in enumerate(changes, 1)),
        amendment(4, "repeal the regulation."),
    )
    assert codes(history) == [
        ("amended-after-repeal", [f"{number}-2031.en.ludi", "2-2031.en.ludi"]) for number in (1, 2, 3)
    ]


def test_the_log_says_of_a_successor_that_it_is_not_on_the_shelf(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: replaced by a work that is there; by one misspelt; the same in a folder that is on no shelf."""
    for name, successor in (("a/old", "a/new"), ("a/new", "a/odl")):
        repeal = amendment(1, f"repeal the regulation, replaced by: {successor}")
        text = WORDED.replace("regulation: invented", f"regulation: {name}")
        worded(tmp_path / name, repeal.replace("amends: invented", f"amends: {name}"), base=text)
    told = {}
    for work, shelf in (("a/old", tmp_path), ("a/new", tmp_path), (str(tmp_path / "a/new"), "lexludi")):
        assert main(["log", work, "--shelf", str(shelf), "--lang", "en"]) == 0
        lines = capsys.readouterr().out.splitlines()
        told[work] = [line for line in lines if "not on the shelf" in line or "did you mean" in line]
    assert [*told.values()] == [[], ["not on the shelf: a/odl", "hint: did you mean “a/old”?"], []]


def test_a_repealed_text_stays_as_it_stood_last(tmp_path: Path) -> None:
    """Invented: article 1 is suspended until June, article 3 awaits July; the text is repealed from May."""
    base = WORDED.replace("2031.\n", "2031.\non 1 July 2031, article 3 enters into force.\n", 1)
    held = amendment(1, "suspend article 1 from 1 April 2031 until 30 June 2031.")
    history = worded(tmp_path / "held", held, base=base)
    assert history.dates == (date(2031, 2, 1), date(2031, 4, 1), date(2031, 7, 1))
    repeal = amendment(2, "repeal the regulation.", day="in force from 1 May 2031.")
    history = worded(tmp_path / "gone", held, repeal, base=base)
    assert history.dates == (date(2031, 2, 1), date(2031, 4, 1), date(2031, 5, 1))
    last = consolidate(history, date(2032, 1, 1), "en")
    assert [eid for eid, note in last.notes.items() if note.suspended] == ["art_1", "art_3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_works_say_that_one_replaces_the_other(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worded(tmp_path / "old", amendment(1, "repeal the regulation, replaced by: invented/new"))
    worded(
        tmp_path / "new", base=WORDED.replace("regulation: invented", "regulation: invented/new\nreplaces: invented")
    )
    told = {
        "zh": ("由invented/new取代", "取代invented"),
        "pt": ("substituído por invented/new", "substitui invented"),
        "en": ("replaced by invented/new", "replaces invented"),
    }
    for name, said in zip(("old", "new"), told[language], strict=True):
        assert main(["log", str(tmp_path / name), "--lang", language]) == 0
        assert said in capsys.readouterr().out


# ── For a time only ─────────────────────────────────────────────────────────


def test_a_suspension_ends_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Invented: article 2 does not apply from 1 April to 31 May, the last day included."""
    history = worded(tmp_path, amendment(1, "suspend article 2 from 1 April 2031 until 31 May 2031."))
    assert history.dates == (date(2031, 2, 1), date(2031, 4, 1), date(2031, 6, 1))
    assert words_on(history) == words_on(history, date(2031, 6, 1)) == PUBLISHED_WORDS
    during, after = (consolidate(history, day, "en") for day in (date(2031, 5, 31), date(2031, 6, 1)))
    reasons = {p.eid: [s.statement.parts[0].value for s in p.sentences()] for p in during.document.all()}
    said = "suspended by Invented instrument No. 1/2031, from 1 April 2031 until 31 May 2031"
    assert reasons["art_2__para_1"] == reasons["art_2__para_2__point_2"] == [said]
    assert reasons["art_1"] == ["stakes"]
    assert {eid for eid, note in during.notes.items() if note.suspended} == {e for e in reasons if under(e, "art_2")}
    assert after.instruments == ()
    assert [d.code for d in load_rules(history.file_on(DAY, "en"))[1]] == []
    assert main(["at", f"{tmp_path}@2031-05-01", "--lang", "en"]) == 0
    assert capsys.readouterr().out.count(f"# {said}") == 1


def test_what_held_for_a_time_is_told_after_it_where_nothing_else_amends_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: article 3 does not apply in April, and a number of article 2 reads otherwise until the end of May."""
    history = worded(
        tmp_path, amendment(1, "suspend article 3 from 1 April 2031 until 30 April 2031."), amendment(2, DEROGATION)
    )
    before, after = (history.file_on(day, "en") for day in (date(2031, 3, 31), date(2031, 6, 2)))
    assert (before.version, before.is_consolidated) == ("2031-02-01", False)
    assert (after.version, after.is_consolidated, after.is_rectified) == ("2031-06-01", True, False)
    assert words_on(history, date(2031, 6, 2)) == PUBLISHED_WORDS
    ended = [
        "# was suspended by Invented instrument No. 1/2031, from 1 April 2031 until 30 April 2031",
        "# from 1 April 2031 until 31 May 2031 other words applied, by Invented instrument No. 2/2031",
    ]
    for day, told in (("2031-03-31", []), ("2031-06-02", ended)):
        assert main(["at", f"{tmp_path}@{day}", "--lang", "en"]) == 0
        lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
        assert {line for line in lines if "until" in line} == {*told}


def test_a_suspension_without_end(tmp_path: Path) -> None:
    history = worded(tmp_path, amendment(1, "suspend article 3 from 1 April 2031."))
    assert history.dates == (date(2031, 2, 1), date(2031, 4, 1))
    assert consolidate(history, date(2040, 1, 1), "en").notes["art_3"].suspended is not None


DEROGATION = """from 1 April 2031 until 31 May 2031, article 2, number 1 reads:
> 1.
>   | The pair is paid 40 to 1.
>   no effect on the machine: the pair, 40"""


def test_a_derogation_leaves_the_words_as_they_were(tmp_path: Path) -> None:
    """What changes the provision meanwhile shows when the derogation has ended."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 25 to 1.\n>   no effect on the machine: 25"
    history = worded(tmp_path, amendment(1, DEROGATION), amendment(2, change, day="in force from 1 May 2031."))
    pairs = {day: words_on(history, day)["art_2__para_1"] for day in history.dates}
    assert pairs == {
        date(2031, 2, 1): "The pair is paid 30 to 1.",
        date(2031, 4, 1): "The pair is paid 40 to 1.",
        date(2031, 5, 1): "The pair is paid 40 to 1.",
        date(2031, 6, 1): "The pair is paid 25 to 1.",
    }
    note = consolidate(history, DAY, "en").notes["art_2__para_1"]
    assert (note.words_by, note.until) == ("1-2031", date(2031, 5, 31))
    assert consolidate(history, date(2031, 6, 1), "en").notes["art_2__para_1"].until is None


@pytest.mark.parametrize(
    ("first", "until", "found"),
    [
        ("1 May 2031", "5 June 2031", ["changed-twice"]),  # both on all of May
        ("31 May 2031", "5 June 2031", ["changed-twice"]),  # both on one day
        ("1 June 2031", "5 June 2031", []),
    ],
)
def test_of_two_derogations_by_one_instrument_none_prevails(
    first: str, until: str, found: list[str], tmp_path: Path
) -> None:
    other = DEROGATION.replace("31 May 2031", until).replace("1 April 2031", first).replace("40", "45")
    last = date(2031, 5, 31)
    assert [code for code, _ in codes(worded(tmp_path / "one", amendment(1, DEROGATION, other)), last)] == found
    # Of two instruments the later prevails.
    assert codes(worded(tmp_path / "two", amendment(1, DEROGATION), amendment(2, other)), last) == []


def test_of_two_instruments_the_later_prevails_for_a_time_whichever_begins_first_to_hold(tmp_path: Path) -> None:
    """Invented: in force on 1 April the pair is paid 40 in May; in force on 10 April, 45 from 20 April to 10 May.

    A third, in force on 15 April, has the number rest from 25 April to 5 May, within the days of both.
    """
    later = DEROGATION.replace("1 April 2031 until 31 May", "20 April 2031 until 10 May").replace("40", "45")
    derogations = (
        amendment(1, DEROGATION.replace("1 April", "1 May")),
        amendment(2, later, day="in force from 10 April 2031."),
    )
    rests = amendment(
        3, "suspend article 2, number 1 from 25 April 2031 until 5 May 2031.", day="in force from 15 April 2031."
    )
    paid = {(4, 19): 30, (4, 20): 45, (5, 1): 45, (5, 10): 45, (5, 11): 40, (5, 31): 40, (6, 1): 30}
    for name, texts in (("two", derogations), ("three", (*derogations, rests))):
        history = worded(tmp_path / name, *texts)
        for (month, number), amount in paid.items():
            text = consolidate(history, day := date(2031, month, number), "en")
            assert not text.diagnostics
            assert words_on(history, day)["art_2__para_1"] == f"The pair is paid {amount} to 1."
            does_rest = name == "three" and date(2031, 4, 25) <= day <= date(2031, 5, 5)
            assert (text.notes["art_2__para_1"].suspended is not None) == does_rest


# ── Rectification ───────────────────────────────────────────────────────────

NEW_ARTICLE_4 = "insert after article 3:\n> Article 4 New\n>   no effect on the machine: new"
FOUR_FOR_NOW = (
    "from 1 April 2031 until 31 December 2031, article 4 reads:\n"
    "> Article 4 Fourth\n>   no effect on the machine: four for now"
)
JUNE = date(2031, 6, 1)
IN_JUNE = "in force from 1 June 2031."


def test_a_provision_in_derogation_follows_its_number(tmp_path: Path) -> None:
    """Invented: article 4 reads otherwise until December, and from June is article 5, after a new article 4."""
    later = amendment(2, "renumber article 4 as article 5.", NEW_ARTICLE_4, day=IN_JUNE)
    history = shelf_of(tmp_path, amendment(1, FOUR_FOR_NOW), later)
    assert prose(history)["art_4"] == "four for now"
    found = prose(history, JUNE)
    assert list(found)[-2:] == ["art_4", "art_5"]
    assert (found["art_4"], found["art_5"]) == ("new", "four for now")
    found = prose(history, date(2032, 1, 1))
    assert (found["art_4"], found["art_5"]) == ("new", "four")


def test_words_in_derogation_are_rectified_under_the_number_that_they_get(tmp_path: Path) -> None:
    later = amendment(2, "renumber article 4 as article 5.", NEW_ARTICLE_4, day=IN_JUNE)
    wrong, right = (f"> Article 4\n>   no effect on the machine: four {said}" for said in ("for now", "until then"))
    misprint = amendment(3, f"in article 4, for:\n{wrong}\nread:\n{right}", day="").replace(
        "amends: invented", "amends: invented\nrectifies: Invented instrument No. 1/2031"
    )
    history = shelf_of(tmp_path, amendment(1, FOUR_FOR_NOW), later, misprint)
    assert prose(history)["art_4"] == "four until then"
    assert (prose(history, JUNE)["art_4"], prose(history, JUNE)["art_5"]) == ("new", "four until then")
    assert not any(codes(history, day) for day in history.dates)


def test_a_number_in_derogation_follows_the_one_that_it_gets(tmp_path: Path) -> None:
    derogation = (
        "from 1 April 2031 until 31 December 2031, article 3, number 2 reads:\n"
        "> 2.\n>   no effect on the machine: two for now"
    )
    later = ["repeal article 3, number 1.", "renumber article 3, number 2 as article 3, number 1."]
    history = shelf_of(tmp_path, amendment(1, derogation), amendment(2, *later, day=IN_JUNE))
    assert {eid: said for eid, said in prose(history, JUNE).items() if under(eid, "art_3")} == {
        "art_3": "",
        "art_3__para_1": "two for now",
    }


def test_words_in_derogation_refer_to_provisions_as_numbered_when_they_were_brought(tmp_path: Path) -> None:
    """Invented: what prevails over article 4 in April does so in June over the same, which is article 5 then."""
    derogation = (
        "from 1 April 2031 until 31 December 2031, article 1 reads:\n"
        "> Article 1 First\n>   no effect on the machine: one for now\n>   prevails over article 4."
    )
    later = amendment(2, "renumber article 4 as article 5.", NEW_ARTICLE_4, day=IN_JUNE)
    history = shelf_of(tmp_path, amendment(1, derogation), later)
    for day, over in ((DAY, 4), (JUNE, 5)):
        assert f"prevails over article {over}." in print_document(consolidate(history, day, "en").document)


def test_words_in_derogation_that_are_put_right_refer_to_the_same_provisions(tmp_path: Path) -> None:
    """Invented: as before, where the reason was misprinted; and where the very reference was, which is to article 4."""
    derogation = (
        "from 1 April 2031 until 31 December 2031, article 1 reads:\n"
        "> Article 1 First\n>   no effect on the machine: one for now\n>   prevails over article {}."
    )
    later = amendment(2, "renumber article 4 as article 5.", NEW_ARTICLE_4, day=IN_JUNE)
    for published, wrong, right in (
        (4, "no effect on the machine: one for now", "no effect on the machine: one until then"),
        (2, "prevails over article 2.", "prevails over article 4."),
    ):
        quoted = (f"> Article 1\n>   {sentence}" for sentence in (wrong, right))
        misprint = amendment(3, f"in article 1, for:\n{next(quoted)}\nread:\n{next(quoted)}", day="").replace(
            "amends: invented", "amends: invented\nrectifies: Invented instrument No. 1/2031"
        )
        history = shelf_of(tmp_path / str(published), amendment(1, derogation.format(published)), later, misprint)
        for day, over in ((DAY, 4), (JUNE, 5)):
            text = print_document(consolidate(history, day, "en").document)
            assert right.replace("article 4", f"article {over}") in text
            assert f"prevails over article {over}." in text
            assert codes(history, day) == []


ARTICLE_2 = """replace article 2 by:
> Article 2 Prizes
> 1.
>   | The pair is paid 25 to 1.
>   no effect on the machine: 25
> 2.
>   | The rest.
>   no effect on the machine: rest"""
MAY = "in force from 1 May 2031."


def test_a_derogation_of_a_number_holds_over_new_words_of_its_article(tmp_path: Path) -> None:
    """Invented: until 31 May number 1 reads 40 to 1, and from 1 May the whole article reads otherwise."""
    history = worded(tmp_path, amendment(1, DEROGATION), amendment(2, ARTICLE_2, day=MAY))
    paid = {day: words_on(history, day)["art_2__para_1"] for day in history.dates}
    assert paid == {
        date(2031, 2, 1): "The pair is paid 30 to 1.",
        DAY: "The pair is paid 40 to 1.",
        date(2031, 5, 1): "The pair is paid 40 to 1.",
        date(2031, 6, 1): "The pair is paid 25 to 1.",
    }
    assert words_on(history, date(2031, 5, 1))["art_2__para_2"] == "The rest."
    assert not any(codes(history, day) for day in history.dates)


@pytest.mark.parametrize("number", [1, 3])
def test_a_suspension_of_a_number_holds_over_new_words_of_its_article(number: int, tmp_path: Path) -> None:
    """Invented: number 3 is not in the new article, and nothing is left of it to suspend."""
    suspension = amendment(1, f"suspend article 2, number {number} from 1 April 2031 until 31 May 2031.")
    history = worded(tmp_path, suspension, amendment(2, ARTICLE_2, day=MAY))
    suspended = {
        day: [eid for eid, note in consolidate(history, day, "en").notes.items() if note.suspended]
        for day in history.dates
    }
    eid = f"art_2__para_{number}"
    assert suspended == {
        date(2031, 2, 1): [],
        DAY: [eid],
        date(2031, 5, 1): [eid] if number == 1 else [],
        date(2031, 6, 1): [],
    }
    assert not any(codes(history, day) for day in history.dates)


REENACTED_2 = "replace article 2 by:\n> Article 2 […]\n> 1.\n>   | […]\n"
ADDED_3 = "add to article 2:\n> 3.\n>   | Ties.\n>   no effect on the machine: ties"
CHANGED_PLACES = "renumber article 2, number {} as article 2, number {}."


@pytest.mark.parametrize(
    ("number", "in_may", "in_june", "suspended"),
    [
        # Number 2 gives way, and what was number 3 moves there: it is another provision.
        (2, [REENACTED_2 + "> 2.\n>   | [Former paragraph 3]"], [], ([], [])),
        # Number 3 itself moves to number 2.
        (3, [REENACTED_2 + "> 2.\n>   | [Former paragraph 3]"], [], (["art_2__para_2"], ["art_2__para_2"])),
        # Number 3 is listed no more; that a later instrument adds another makes nothing of it.
        (3, [REENACTED_2 + "> 2.\n>   | […]"], [ADDED_3], ([], [])),
        # Number 1 has new words, and with these another number.
        (
            1,
            [ARTICLE_2],
            [CHANGED_PLACES.format(1, 2), CHANGED_PLACES.format(2, 1)],
            (["art_2__para_1"], ["art_2__para_2"]),
        ),
        # A number below a number that has new words, as long as these have it.
        (
            "2, 1)",
            [ARTICLE_2 + "\n> 1)\n>   | green\n>   no effect on the machine: green"],
            [],
            (["art_2__para_2__point_1"],) * 2,
        ),
        ("2, 2)", [ARTICLE_2 + "\n> 1)\n>   | green\n>   no effect on the machine: green"], [], ([], [])),
    ],
)
def test_a_suspension_goes_to_new_words_of_its_number_alone(
    number: int | str, in_may: list[str], in_june: list[str], suspended: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    later = [amendment(2, *in_may, day=MAY), *([amendment(3, *in_june, day=IN_JUNE)] if in_june else [])]
    history = worded(tmp_path, amendment(1, f"suspend article 2, number {number} from 1 April 2031."), *later)
    for day, eids in zip((date(2031, 5, 1), JUNE), suspended, strict=True):
        text = consolidate(history, day, "en")
        assert [eid for eid, note in text.notes.items() if note.suspended] == eids
        assert not text.diagnostics


@pytest.mark.parametrize(
    ("in_may", "codes_in_may"),
    [
        (ARTICLE_2 + "\n> 3.\n>   | Ties.\n>   no effect on the machine: ties", []),
        # Number 2 makes way for what was number 3, of which the derogation said nothing.
        (REENACTED_2 + "> 2.\n>   | [Former paragraph 3]", [("dangling-reference", ["1-2031.en.ludi"])]),
    ],
)
def test_words_in_derogation_refer_to_new_words_and_to_nothing_that_moves_to_a_number(
    in_may: str, codes_in_may: list[tuple[str, list[str]]], tmp_path: Path
) -> None:
    derogation = (
        "from 1 April 2031 until 31 July 2031, article 1 reads:\n> Article 1 Stakes\n"
        ">   no effect on the machine: now\n>   prevails over article 2, number 2."
    )
    history = worded(tmp_path, amendment(1, derogation), amendment(2, in_may, day=MAY))
    assert codes(history, DAY) == []
    assert codes(history, date(2031, 5, 1)) == codes_in_may
    assert codes(history, AUGUST) == []


@pytest.mark.parametrize("make", [plain, markdown])
def test_words_that_do_not_apply_are_marked_so_in_plain_text(
    make: Callable[[TextOnDate, Catalogue], str], tmp_path: Path
) -> None:
    """Invented: article 3 is suspended in April, and number 1 of article 2 reads otherwise until 31 May."""
    changes = ("suspend article 3 from 1 April 2031 until 30 April 2031.", DEROGATION)
    history = worded(tmp_path, amendment(1, *changes))
    text = make(consolidate(history, DAY, "en"), catalogue("en")).replace("\\", "")
    assert text.count("[suspended by Invented instrument No. 1/2031, from 1 April 2031 until 30 April 2031]") == 1
    assert text.index("The game ends at midnight.") < text.index("[suspended by")
    assert text.index("40 to 1") < text.index("31 May 2031") < text.index("The others:")
    assert "suspended" not in make(consolidate(history, JUNE, "en"), catalogue("en"))


def test_a_text_of_a_day_with_what_does_not_apply_says_that_it_is_of_that_day(tmp_path: Path) -> None:
    """Invented: number 3 of article 2 enters into force on 1 March; the text of February does not bring it then."""
    entry = "on 1 March 2031, article 2, number 3 enters into force.\n"
    base = WORDED.replace("2031.\n", f"2031.\n{entry}", 1)
    history = worded(tmp_path / "first", base=base)
    text = notation(consolidate(history, date(2031, 2, 1), "en"), catalogue("en"))
    assert "enters into force" not in text
    assert text.count("note: text of one day, 1 February 2031:") == 1
    again = worded(tmp_path / "again", base=text)
    assert again.dates == (date(2031, 2, 1),)
    assert codes(again, DAY) == []
    on_its_day = notation(consolidate(history, date(2031, 3, 1), "en"), catalogue("en"))
    assert "text of one day" not in on_its_day


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_log_says_of_an_instrument_without_a_day_that_no_text_contains_it(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worded(tmp_path, amendment(1, "repeal article 1.", day="note: invented"))
    assert main(["log", str(tmp_path), "--lang", language]) == 0
    said, words = capsys.readouterr().out, catalogue(language)
    assert words.say("log.undated") in said
    assert said.splitlines()[-1] == words.say("log.some-undated", instruments=cited(("1/2031",), words))
    assert words.say("log.all-known") not in said


def test_a_log_is_refused_where_an_instrument_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worded(tmp_path, amendment(1, "repeal article 1.", "repeal article 3 and the rest."))
    assert main(["log", str(tmp_path)]) != 0
    assert "wholly known" not in capsys.readouterr().out
    worded(tmp_path, amendment(1, "repeal article 1."))
    assert main(["log", str(tmp_path)]) == 0


RECTIFICATION = """regulation: a{number}
instrument: Invented rectification No. {number}/2031
amends: invented
published on 10 May 2031.
{of}invented example, not law.

Article 1
  in article 2, number {paragraph}, for:
{wrong}
  read:
{right}
"""
WRONG = "  > 1.\n  >   | 30 to 1\n  >   no effect on the machine: the pair, 30"
RIGHT = "  > 1.\n  >   | 24 to 1\n  >   no effect on the machine: the pair, 24"


def test_words_that_were_put_right_take_that_along_when_they_become_a_number(tmp_path: Path) -> None:
    """Invented: the words of article 3 are rectified, its title is not; then they become its number 1."""
    wrong, right = (f"  > Article 3\n  >   | {hour}" for hour in ("midnight", "noon"))
    rectified = RECTIFICATION.replace("article 2, number {paragraph}", "article 3")
    history = worded(
        tmp_path,
        rectified.format(number=1, of="", wrong=wrong, right=right),
        amendment(2, "renumber article 3 as article 3, number 1."),
    )
    notes = consolidate(history, DAY, "en").notes
    assert [notes[eid].rectified_by for eid in ("art_3", "art_3__para_1")] == [(), ("1-2031",)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rectification_holds_from_the_first_publication(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: published on 10 May; a day in February shows the words put right, and says by what, published when."""
    history = worded(tmp_path, RECTIFICATION.format(number=1, of="", paragraph=1, wrong=WRONG, right=RIGHT))
    assert history.dates == (date(2031, 2, 1),)
    assert words_on(history, date(2031, 2, 1)) == {**PUBLISHED_WORDS, "art_2__para_1": "The pair is paid 24 to 1."}
    expression = consolidate(history, date(2031, 2, 10), "en")
    (sentence,) = expression.provisions["art_2__para_1"].sentences()
    assert sentence.statement.parts[0].value == "the pair, 24"
    assert expression.notes["art_2__para_1"].rectified_by == ("1-2031",)
    said = {
        "zh": "2031年5月10日公佈，自首次公佈起產生效力",
        "pt": "publicado em 10 de Maio de 2031, com efeitos desde a primeira publicação",
        "en": "published on 10 May 2031, with effect from the first publication",
    }
    for command in ("at", "blame"):
        assert main([command, f"{tmp_path}@2031-02-10", "--lang", language]) == 0
        assert capsys.readouterr().out.count(said[language]) == 1
    assert main(["log", str(tmp_path), "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert "2031-05-10  Invented rectification No. 1/2031" in shown
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics] == []


def test_an_instrument_is_told_in_the_gender_of_its_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Invented: an order with effect from before its publication, and a notice that puts it right."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    order = amendment(1, change).replace("invented example", "takes effect from 15 February 2031.\ninvented example")
    wrong, right = (f"  > 1.\n  >   | {n} to 1\n  >   no effect on the machine: {n}" for n in (52, 25))
    of = "rectifies: Ordem Executiva n.º 1/2031\n"
    notice = RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=wrong, right=right)
    worded(
        tmp_path,
        order.replace("Invented instrument No.", "Ordem Executiva n.º"),
        notice.replace("Invented rectification No.", "Aviso n.º"),
    )
    assert main(["at", f"{tmp_path}@2031-02-20", "--lang", "pt"]) == 0
    assert "# A Ordem Executiva n.º 1/2031 foi publicada em 3 de Março de 2031 e" in capsys.readouterr().out
    assert main(["log", str(tmp_path), "--lang", "pt"]) == 0
    told = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "publicada em 3 de Março de 2031" in told
    assert "publicado em 10 de Maio de 2031" in told
    assert "rectifica a Ordem Executiva n.º 1/2031, com efeitos desde a sua publicação" in told


def test_a_rectification_of_an_instrument_holds_from_its_entry_into_force(tmp_path: Path) -> None:
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    wrong, right = (f"  > 1.\n  >   | {n} to 1\n  >   no effect on the machine: {n}" for n in (52, 25))
    of = "rectifies: Invented instrument No. 1/2031\n"
    history = worded(
        tmp_path,
        amendment(1, change),
        RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=wrong, right=right),
    )
    assert history.dates == (date(2031, 2, 1), DAY)
    assert words_on(history, date(2031, 3, 31)) == PUBLISHED_WORDS
    assert words_on(history)["art_2__para_1"] == "The pair is paid 25 to 1."
    note = consolidate(history, DAY, "en").notes["art_2__para_1"]
    assert (note.words_by, note.rectified_by) == ("1-2031", ("2-2031",))


def test_a_rectification_is_told_with_what_it_rectifies_once_beside_what_the_instrument_changes_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: the words with the misprint hold from 1 April, and again from 1 July; article 3 goes on 1 June."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    again = "".join(f"  {line}\n" for line in change.splitlines())
    first = amendment(1, change) + f"Article 2\n{again}  on 1 July 2031, article 2 enters into force.\n"
    wrong, right = (f"  > 1.\n  >   | {n} to 1\n  >   no effect on the machine: {n}" for n in (52, 25))
    of = f"rectifies: Invented instrument No. 1/2031\n{IN_JUNE}\n"
    rectification = RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=wrong, right=right)
    history = worded(tmp_path, first, f"{rectification}Article 2\n  repeal article 3.\n")
    assert [words_on(history, day)["art_2__para_1"] for day in history.dates[1:]] == ["The pair is paid 25 to 1."] * 3
    assert main(["log", str(tmp_path), "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("rectifies Invented instrument No. 1/2031, with effect from its publication") == 1
    assert shown.count("- rectified: article 2, paragraph 1") == 1


def test_a_rectification_is_of_the_words_that_were_misprinted_and_not_of_others_brought_on_another_day(
    tmp_path: Path,
) -> None:
    """Invented: in force from 1 April number 1 is paid 52; from 1 July article 2 has no number 1 any more."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    whole = "  replace article 2 by:\n  > Article 2 Payments\n  >   | Nothing.\n  >   no effect on the machine: none\n"
    first = amendment(1, change) + f"Article 2\n{whole}  on 1 July 2031, article 2 enters into force.\n"
    wrong, right = (f"  > 1.\n  >   | {n} to 1\n  >   no effect on the machine: {n}" for n in (52, 25))
    of = "rectifies: Invented instrument No. 1/2031\n"
    rectification = RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=wrong, right=right)
    history = worded(tmp_path, first, rectification)
    assert words_on(history)["art_2__para_1"] == "The pair is paid 25 to 1."
    assert words_on(history, date(2031, 7, 1))["art_2"] == "Payments Nothing."
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics] == []


def test_a_rectification_cites_what_an_instrument_re_enacts_by_the_number_that_it_quotes(tmp_path: Path) -> None:
    """Article 2 becomes article 1, with a title that stays; a new article 2 has words that are as in it."""
    number = "\n> 1.\n>   | One chip.\n>   no effect on the machine: one"
    clauses = (
        "repeal article 1.",
        "renumber article 2 as article 1.",
        f"replace article 2 by:\n> Article 1 […]{number}",
        f"add to the regulation:\n> Article 2 New{number}",
    )
    of = "rectifies: Invented instrument No. 1/2031\n"
    wrong, right = (
        f"  > 1.\n  >   | {words}\n  >   no effect on the machine: one" for words in ("One chip", "Two chips")
    )
    rectification = RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=wrong, right=right)
    text = consolidate(worded(tmp_path, amendment(1, *clauses), rectification), DAY, "en")
    assert text.diagnostics == ()
    assert [eid for eid, note in text.notes.items() if note.rectified_by] == ["art_2__para_1"]


def test_a_rectification_of_one_language_names_an_instrument_that_is_not_read_in_it(tmp_path: Path) -> None:
    """Invented: only the English text was misprinted, and the Portuguese one is read alone, as it was published."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    wrong, right = (f"  > 1.\n  >   | {n} to 1\n  >   no effect on the machine: {n}" for n in (52, 25))
    of = "rectifies: Invented instrument No. 1/2031\nonly the text in this language is rectified.\n"
    rectification = RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=wrong, right=right)
    authentic = rectification.replace("invented example, not law", "this language is authentic")
    worded(tmp_path, amendment(1, change), authentic)
    (tmp_path / "2031-02-01.pt.ludi").write_text(
        "regulamento: invented\nem vigor desde 1 de Fevereiro de 2031.\nexemplo inventado, que não é lei.\n\n"
        "Artigo 2.º\n1.\n  sem efeito na máquina: 30\n",
        "utf-8",
    )
    (tmp_path / "amendments" / "1-2031.pt.ludi").write_text(
        "regulamento: a1\ndiploma: Diploma inventado n.º 1/2031\naltera: invented\npublicado em 3 de Março de 2031.\n"
        "em vigor desde 1 de Abril de 2031.\nexemplo inventado, que não é lei.\n\nArtigo 1.º\n"
        "  o artigo 2.º, n.º 1 passa a ter a seguinte redacção:\n  > 1.\n  >   sem efeito na máquina: 52\n",
        "utf-8",
    )
    history = history_of(tmp_path, ("pt",))
    found = consolidate(history, DAY, "pt")
    assert found.diagnostics == ()
    assert "máquina: 52" in print_document(found.document)
    assert find(str(tmp_path), DAY, "pt").date == DAY
    # It has the days of what it rectifies: none of its own is missing.
    said = check_paths([str(tmp_path / "amendments" / "2-2031.en.ludi")]).diagnostics
    assert [d.code for d in said if d.code == "missing-entry-into-force"] == []


@pytest.mark.parametrize(("published", "codes_found"), [(52, []), (53, ["misprint-not-found"])])
def test_a_rectification_is_compared_with_what_it_rectifies_where_the_work_has_no_text(
    published: int, codes_found: list[str], tmp_path: Path
) -> None:
    """Invented: the Portuguese text of an instrument says 52, and of the work there is the English text alone."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    worded(tmp_path, amendment(1, change))
    head = (
        "regulamento: a{0}\ndiploma: Diploma inventado n.º {0}/2031\naltera: invented\n"
        "publicado em 3 de Março de 2031.\n{1}\nexemplo inventado, que não é lei.\n\nArtigo 1.º\n"
    )
    quoted = "  > 1.\n  >   | O par é pago {0} por 1.\n  >   sem efeito na máquina: {0}\n"
    texts = {
        1: head.format(1, "em vigor desde 1 de Abril de 2031.")
        + f"  o artigo 2.º, n.º 1 passa a ter a seguinte redacção:\n{quoted.format(52)}",
        2: head.format(2, "rectifica: Diploma inventado n.º 1/2031\nsó é rectificado o texto nesta língua.")
        + f"  no artigo 2.º, n.º 1, onde se lê:\n{quoted.format(published)}  deve ler-se:\n{quoted.format(25)}",
    }
    for number, text in texts.items():
        (tmp_path / "amendments" / f"{number}-2031.pt.ludi").write_text(text, "utf-8")
    found = check_paths([str(tmp_path)]).diagnostics
    assert [d.code for d in found if d.labels[0].source.language == "pt"] == codes_found


def test_the_log_says_in_which_languages_an_instrument_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: the text is there in English and Portuguese, the first instrument in both, the second in English."""
    worded(tmp_path, amendment(1, "repeal article 1."), amendment(2, "repeal article 3."))
    heads = {
        "2031-02-01": "regulamento: invented\nem vigor desde 1 de Fevereiro de 2031.",
        "amendments/1-2031": "altera: invented\npublicado em 3 de Março de 2031.\nem vigor desde 1 de Abril de 2031.",
    }
    for name, head in heads.items():
        text = f"{head}\nexemplo inventado, que não é lei.\n\nArtigo 1.º\n  é revogado o artigo 1.º.\n"
        (tmp_path / f"{name}.pt.ludi").write_text(text, "utf-8")
    said = {}
    for language in LANGUAGES:
        assert main(["log", str(tmp_path), "--lang", language]) == 0
        lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
        said[language] = [line for line in lines if line.startswith(("無", "sem", "no "))]
    # So does a check, at the text that is there.
    (missing,) = (d for d in check_paths([str(tmp_path)]).diagnostics if d.code == "missing-text")
    assert [Path(label.source.name).name for label in missing.labels] == ["2-2031.en.ludi"]
    assert missing.args["languages"] == (Language("pt"),)
    assert said == {
        "zh": ["無下列語文之文本，經其修改之規章亦然：葡文"],
        "pt": ["sem texto em: português; nem o regulamento, assim alterado, o tem"],
        "en": ["no text in: Portuguese; nor does the regulation, so changed, have one there"],
    }


def test_a_rectification_may_name_what_it_rectifies_in_another_language(tmp_path: Path) -> None:
    """Invented: the English notice names by its Portuguese name what has an English one too; the number is the same."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    wrong, right = (f"  > 1.\n  >   | {n} to 1\n  >   no effect on the machine: {n}" for n in (52, 25))
    of = "rectifies: Diploma inventado n.º 1/2031\n"
    notice = RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=wrong, right=right)
    history = worded(tmp_path, amendment(1, change), notice)
    assert words_on(history)["art_2__para_1"] == "The pair is paid 25 to 1."
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics] == []
    # Whoever reads finds it under the name that it has in the timeline.
    lines = [*instrument_lines(history.instruments[-1], history, catalogue("en"))]
    assert any("Invented instrument No. 1/2031" in line for line in lines)
    assert not any("Diploma" in line for line in lines)


def misprint_of(first: str, wrong: int, right: int, folder: Path) -> History:
    """A text with what an instrument brings, and the rectification of a number in it."""
    quoted = (f"  > 1.\n  >   | {n} to 1\n  >   no effect on the machine: {{}}{n}" for n in (wrong, right))
    said = "the pair, " if "the pair, " in first else ""
    published, put_right = (text.format(said) for text in quoted)
    of = "rectifies: Invented instrument No. 1/2031\n"
    return worded(folder, first, RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=published, right=put_right))


FIFTY_TWO = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"


@pytest.mark.parametrize(
    ("first", "day"),
    [
        (amendment(1, FIFTY_TWO, "on 1 July 2031, article 1 enters into force."), date(2031, 7, 1)),
        (amendment(1, FIFTY_TWO, day="in force from 1 April 2031.\ntakes effect from 1 March 2031."), date(2031, 3, 1)),
    ],
    ids=["in force later", "of effect before"],
)
def test_a_rectification_holds_from_the_day_of_the_words_that_it_rectifies(
    first: str, day: date, tmp_path: Path
) -> None:
    """Invented: never 52 to 1, and 30 to 1 until the day before."""
    history = misprint_of(first, 52, 25, tmp_path)
    assert history.dates == (date(2031, 2, 1), day)
    assert words_on(history, day - timedelta(days=1)) == PUBLISHED_WORDS
    assert words_on(history, day)["art_2__para_1"] == "The pair is paid 25 to 1."
    assert words_on(history, date(2032, 1, 1))["art_2__para_1"] == "The pair is paid 25 to 1."
    assert check_paths([str(tmp_path)]).diagnostics == []


def test_words_in_derogation_are_rectified_and_those_that_they_hold_off_are_not(tmp_path: Path) -> None:
    """Invented: from 1 April until 31 May, 40 to 1 was printed for 35 to 1; before and after it is 30 to 1."""
    history = misprint_of(amendment(1, DEROGATION), 40, 35, tmp_path)
    assert history.dates == (date(2031, 2, 1), DAY, date(2031, 6, 1))
    assert words_on(history)["art_2__para_1"] == "The pair is paid 35 to 1."
    note = consolidate(history, DAY, "en").notes["art_2__para_1"]
    assert (note.words_by, note.rectified_by) == ("1-2031", ("2-2031",))
    assert words_on(history, date(2031, 3, 31)) == words_on(history, date(2031, 6, 1)) == PUBLISHED_WORDS
    assert check_paths([str(tmp_path)]).diagnostics == []


@pytest.mark.parametrize(
    ("wrong", "right", "pieces"),
    [
        ("is paid 3 to 1", "is paid 13 to 1", ["The pair is paid 13 to 1", " and the triple 9 to 1", " at once."]),
        # The last words of a part, and the first of one.
        ("3 to 1", "3 to 1 twice", ["The pair is paid 3 to 1 twice", " and the triple 9 to 1", " at once."]),
        ("and the triple 9 to 1", "or the triple 9", ["The pair is paid 3 to 1", " or the triple 9", " at once."]),
        # Over a mark: the words on one side of it are as they were.
        ("1 and the triple 9", "1, the triple 99", ["The pair is paid 3 to 1", ", the triple 99 to 1", " at once."]),
        ("1 and the triple", "2 and the triple", ["The pair is paid 3 to 2", " and the triple 9 to 1", " at once."]),
    ],
)
def test_words_put_right_keep_their_parts(wrong: str, right: str, pieces: list[str], tmp_path: Path) -> None:
    """Invented: of a provision that says two things, and at last something of both, one passage is put right."""
    marked = "①The pair is paid 3 to 1② and the triple 9 to 1①② at once."
    base = WORDED.replace("The pair is paid 30 to 1.", marked)
    quoted = (f"  > 1.\n  >   | {words}" for words in (wrong, right))
    text = RECTIFICATION.format(number=1, of="", paragraph=1, wrong=next(quoted), right=next(quoted))
    history = worded(tmp_path, text, base=base)
    assert codes(history) == []
    (words,) = consolidate(history, DAY, "en").provisions["art_2__para_1"].words()
    assert [(piece.text, piece.parts) for piece in words.pieces()] == list(
        zip(pieces, [(1,), (2,), (1, 2)], strict=True)
    )


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("3 to 1 and the triple 9 to 1 at once", "X"),
        # The halves exchanged: words of the one part would be those of the other.
        ("The pair is paid 3 to 1 and the triple 9 to 1", "The triple is paid 9 to 1 and the pair 3 to 1"),
        ("pair is paid 3 to 1 and the triple 9 to 1", "triple 9 to 1 and the pair is paid 3 to 1"),
        ("1 and the triple 9", "2 and the triple 99"),
        ("9 to 1 at once", "9"),
        # Put in, or left out, at the mark itself.
        ("1 and", "1, and"),
        (" and the triple 9 to 1", ""),
        (" at once.", ""),
    ],
)
def test_words_of_which_it_is_not_certain_that_they_are_those_of_a_part_cannot_be_put_right(
    wrong: str, right: str, tmp_path: Path
) -> None:
    marked = "①The pair is paid 3 to 1② and the triple 9 to 1①② at once."
    quoted = (f"  > 1.\n  >   | {words}" for words in (wrong, right))
    text = RECTIFICATION.format(number=1, of="", paragraph=1, wrong=next(quoted), right=next(quoted))
    history = worded(tmp_path, text, base=WORDED.replace("The pair is paid 30 to 1.", marked))
    (problem,) = consolidate(history, DAY, "en").diagnostics
    assert (problem.code, [h.key for h in problem.hints]) == ("misprint-not-found", ["misprint-not-found.parts"])


def test_words_of_two_parts_are_put_right_part_by_part(tmp_path: Path) -> None:
    """Invented: 3 and 9 were exchanged by the printer, which two sentences say."""
    marked = "①The pair is paid 3 to 1② and the triple 9 to 1①② at once."
    pairs = (("paid 3", "paid 9"), ("triple 9", "triple 3"))
    first, second = (
        RECTIFICATION.format(number=1, of="", paragraph=1, wrong=f"  > 1.\n  >   | {a}", right=f"  > 1.\n  >   | {b}")
        for a, b in pairs
    )
    base = WORDED.replace("The pair is paid 30 to 1.", marked)
    history = worded(tmp_path, first + second.partition("Article 1\n")[2], base=base)
    assert codes(history) == []
    (words,) = consolidate(history, DAY, "en").provisions["art_2__para_1"].words()
    assert [p.text for p in words.pieces()] == ["The pair is paid 9 to 1", " and the triple 3 to 1", " at once."]


@pytest.mark.parametrize(
    "wrong", ["  > 1.\n  >   | 31 to 1", "  > 1.\n  >   | i", "  > 1.\n  >   no effect on the machine: x"]
)
def test_words_that_do_not_stand_there_once_cannot_be_rectified(wrong: str, tmp_path: Path) -> None:
    right = wrong.replace("31", "32")
    history = worded(tmp_path, RECTIFICATION.format(number=1, of="", paragraph=1, wrong=wrong, right=right))
    assert codes(history) == [("misprint-not-found", ["1-2031.en.ludi", "2031-02-01.en.ludi"])]


@pytest.mark.parametrize(
    ("of", "paragraph", "found"),
    [
        ("rectifies: Invented instrument No. 1/2031\n", 1, ["misprint-not-found"]),  # words of the first text
        ("", 1, []),
        ("rectifies: Invented instrument No. 1/2031\n", 2, []),
        ("", 2, ["misprint-not-found"]),  # which the first text has otherwise
    ],
)
def test_words_that_did_not_come_with_what_is_rectified_are_not_put_right(
    of: str, paragraph: int, found: list[str], tmp_path: Path
) -> None:
    """Instrument 1/2031 gives article 2, number 2 new words, and leaves number 1 as it was published at first."""
    change = "replace article 2, number 2 by:\n> 2.\n>   | Others, 30 to 1.\n>   no effect on the machine: others"
    wrong, right = (f"  > {paragraph}.\n  >   | {n} to 1" for n in (30, 31))
    text = RECTIFICATION.format(number=2, of=of, paragraph=paragraph, wrong=wrong, right=right)
    history = worded(tmp_path, amendment(1, change), text)
    assert [code for code, _ in codes(history)] == found
    words = words_on(history)
    assert {n: words[f"art_2__para_{n}"].count("31 to 1") for n in (1, 2)} == {paragraph: not found, 3 - paragraph: 0}


@pytest.mark.parametrize(
    ("named", "hint"),
    [
        ("Invented instrument No. 7/2030", "rectifies-first"),
        ("Diploma inventado n.º 7/2030", "rectifies-first"),  # its number is the same in any language
        ("Invented instrument No. 8/2030", "rectifies-nothing"),
    ],
)
def test_a_rectification_that_names_the_instrument_of_the_first_text_is_told_to_name_none(
    named: str, hint: str, tmp_path: Path
) -> None:
    wrong, right = (f"  > 1.\n  >   | {n} to 1" for n in (30, 31))
    text = RECTIFICATION.format(number=2, of=f"rectifies: {named}\n", paragraph=1, wrong=wrong, right=right)
    worded(tmp_path, amendment(1, "repeal article 3."), text)
    (first,) = tmp_path.glob("*.en.ludi")
    first.write_text(
        first.read_text("utf-8").replace("\n", "\ninstrument: Invented instrument No. 7/2030\n", 1), "utf-8"
    )
    found = [d for d in check_paths([str(tmp_path)]).diagnostics if d.code == "sentence-out-of-place"]
    assert [[h.key for h in d.hints] for d in found] == [[f"sentence-out-of-place.{hint}"]]


OF_THE_FIRST = "rectifies: Invented instrument No. 1/2031\n"


def title_put_right(wrong: str, right: str, of: str = OF_THE_FIRST, number: int = 2) -> str:
    """A rectification of an article, each time quoted with its title."""
    text = RECTIFICATION.format(number=number, of=of, paragraph=1, wrong=f"  > {wrong}", right=f"  > {right}")
    return text.replace("in article 2, number 1, for", f"in article {wrong.split()[1]}, for")


@pytest.mark.parametrize(
    "brings", ["replace article 3 by:", "from 1 April 2031 until 31 May 2031, article 3 reads:"], ids=["new", "for now"]
)
def test_words_under_a_title_that_is_put_right_refer_to_what_they_referred_to(brings: str, tmp_path: Path) -> None:
    """Article 3 prevails over article 2, which from 15 March is article 5, while article 4 is then article 2.

    On 1 April it gets a title over words that stay, which was misprinted: these speak of article 5 before and after.
    """
    moves = ("renumber article 2 as article 5.", "renumber article 4 as article 2.")
    history = worded(
        tmp_path,
        amendment(1, f"{brings}\n> Article 3 Clsoing hours\n>   | […]"),
        title_put_right("Article 3 Clsoing hours", "Article 3 Closing hours"),
        amendment(3, *moves, day="in force from 15 March 2031."),
        base=f"{WORDED}  prevails over article 2.\n\nArticle 4 Last\n  no effect on the machine: last\n",
    )
    assert codes(history) == []
    text = consolidate(history, DAY, "en")
    assert text.provisions["art_3"].title == "Closing hours"
    assert "prevails over article 5." in print_document(text.document)


@pytest.mark.parametrize(
    ("of", "clauses", "found"),
    [
        # The instrument brings the title, be it over words that stay, or with another number.
        (OF_THE_FIRST, ["replace article 3 by:\n> Article 3 Closing\n>   | […]"], []),
        (
            OF_THE_FIRST,
            ["renumber article 3 as article 4.", "replace article 3 by:\n> Article 4 Closing\n>   | […]"],
            [],
        ),
        # It brings words only, or nothing but another number: the title is that of the first text.
        (
            OF_THE_FIRST,
            [f"replace article 3 by:\n> Article 3 […]\n{NOON}"],
            ["elsewhere"],
        ),
        (OF_THE_FIRST, ["renumber article 3 as article 4."], ["elsewhere"]),
        ("", [f"replace article 3 by:\n> Article 3 […]\n{NOON}"], []),
    ],
)
def test_a_title_is_put_right_where_it_came_with_what_is_rectified(
    of: str, clauses: list[str], found: list[str], tmp_path: Path
) -> None:
    """Invented: the title of article 3 was misprinted, in the first text or in instrument 1/2031."""
    number = "4" if "renumber" in clauses[0] else "3"
    history = worded(
        tmp_path,
        amendment(1, *clauses),
        title_put_right(f"Article {number} Closing", f"Article {number} Closing hours", of),
    )
    expression = consolidate(history, DAY, "en")
    assert [h.key.rpartition(".")[2] for d in expression.diagnostics for h in d.hints] == found
    title = expression.provisions[f"art_{number}"].title
    assert title == ("Closing" if found else "Closing hours")


@pytest.mark.parametrize(
    ("wrong", "right", "found"),
    [
        # One for one, whatever stands between, and in whatever order they are quoted.
        ("one three", "1 3", "1 two 3 four"),
        ("three one", "3 1", "1 two 3 four"),
        ("two one", "one two", "two one three four"),
        # A row makes way for more, or for fewer.
        ("two three", "2 2-A 3", "one 2 2-A 3 four"),
        ("two three", "2", "one 2 four"),
        ("two", "", "one three four"),
        ("", "five", "one two three four five"),
        # Where two are not side by side, or are quoted in another order, nobody knows the place of what is right.
        ("one three", "1", None),
        ("three two", "2 2-A 3", None),
    ],
)
def test_sentences_put_right_stand_where_those_as_published_stood(
    wrong: str, right: str, found: str | None, tmp_path: Path
) -> None:
    """Invented: number 1 of article 2 says four things, one after another."""

    def saying(names: str) -> str:
        return "".join(f"\n  no effect on the machine: {name}" for name in names.split())

    quoted = [f"  > 1.{saying(names)}".replace("\n", "\n  >") for names in (wrong, right)]
    text = RECTIFICATION.format(number=1, of="", paragraph=1, wrong=quoted[0], right=quoted[1])
    published = saying("one two three four")
    base = WORDED.replace("\n  no effect on the machine: the pair, 30", published)
    expression = consolidate(worded(tmp_path, text, base=base), DAY, "en")
    assert [d.code for d in expression.diagnostics] == ([] if found else ["misprint-not-found"])
    said = [s.statement.parts[0].value for s in expression.provisions["art_2__para_1"].sentences()]
    assert " ".join(said) == (found or "one two three four")


@pytest.mark.parametrize(
    ("title", "wrong", "right", "found"),
    [
        ("", "", "Closing", "Closing"),  # left out by the printer
        ("Closing", "Closing", "Closing hours", "Closing hours"),
        # An article is cited without its title on neither side; with it on one side alone, it may only be cited by it.
        ("Closing", "", "Closing hours", None),
        ("Closing", "Closing", "", None),
        ("", "Closing", "Closing hours", None),
    ],
)
def test_a_title_is_put_right_where_it_reads_as_published(
    title: str, wrong: str, right: str, found: str | None, tmp_path: Path
) -> None:
    """Invented: the title of article 3 alone; `found` is that put right, none where the rectification is refused."""
    articles = [f"Article 3 {heading}".rstrip() for heading in (title, wrong, right)]
    history = worded(
        tmp_path, title_put_right(*articles[1:], of="", number=1), base=WORDED.replace("Article 3 Closing", articles[0])
    )
    assert [code for code, _ in codes(history)] == ([] if found else ["misprint-not-found"])
    assert consolidate(history, DAY, "en").provisions["art_3"].title == (found or title)


def test_a_title_that_was_put_right_is_so_over_other_words_and_not_under_another(tmp_path: Path) -> None:
    """Invented: the title of article 3 is put right in the first text; on 1 April it gets words, on 1 June a title."""
    clauses = (f"replace article 3 by:\n> Article 3 {title}\n{NOON}" for title in ("[…]", "Hours"))
    history = worded(
        tmp_path,
        amendment(1, next(clauses)),
        amendment(2, next(clauses), day="in force from 1 June 2031."),
        title_put_right("Article 3 Closing", "Article 3 Closing hours", of="", number=3),
    )
    notes = [consolidate(history, day, "en").notes["art_3"] for day in (date(2031, 3, 31), DAY, JUNE)]
    assert [(note.words_by, note.titled, note.rectified_by) for note in notes] == [
        ("", None, ("3-2031",)),
        ("1-2031", TitleSource(), ("3-2031",)),
        ("2-2031", None, ()),
    ]


SWAP = (
    "renumber article 2, number 4 as article 2, number 5.\nrenumber article 2, number 5 as article 2, number 4.".split(
        "\n"
    )
)
TWO_NEW = "insert after article 2, number 3:" + "".join(
    f"\n> {number}.\n>   | {name}, 7 to 1.\n>   no effect on the machine: {name}"
    for number, name in ((4, "Ten"), (5, "Seven"))
)


@pytest.mark.parametrize("entry", ["in force from 1 April 2031.", "in force from 1 May 2031."])
def test_a_rectification_cites_the_numbers_of_what_it_rectifies_whatever_another_renumbers(
    entry: str, tmp_path: Path
) -> None:
    """Invented: 1/2031 brings ten as number 4 and seven as 5; 2/2031 swaps them, of the same day or later."""
    of = "rectifies: Invented instrument No. 1/2031\n"
    wrong, right = (f"  > 5.\n  >   | , {n} to 1" for n in (7, 9))
    text = RECTIFICATION.format(number=3, of=of, paragraph=5, wrong=wrong, right=right)
    history = worded(tmp_path, amendment(1, TWO_NEW), amendment(2, *SWAP, day=entry), text)
    assert not codes(history, date(2031, 5, 1))
    words = words_on(history, date(2031, 5, 1))
    assert (words["art_2__para_4"], words["art_2__para_5"]) == ("Seven, 9 to 1.", "Ten, 7 to 1.")
    there = {"in force from 1 April 2031.": "art_2__para_4", "in force from 1 May 2031.": "art_2__para_5"}
    assert consolidate(history, DAY, "en").rectified == {("3-2031", "art_2__para_5"): there[entry]}


@pytest.mark.parametrize("article", [1, 3])
def test_a_rectification_cites_the_numbers_of_an_instrument_that_renumbers_what_it_brings(
    article: int, tmp_path: Path
) -> None:
    """Invented: 1/2031 gives number 1 of articles 1 and 3 new words, and swaps these: article 1 in it is 3 since."""
    base = WORDED
    for n, said in ((1, "A stake"), (3, "The game")):
        base = re.sub(rf"(Article {n} .*)\n(  \| {said}.*\n  .*\n)", r"\1\n1.\n\2", base)
    new = [
        f"replace article {n}, number 1 by:\n> 1.\n>   | {name}, 8 to 1.\n>   no effect on the machine: {name}"
        for n, name in ((1, "One"), (3, "Three"))
    ]
    swap = ["renumber article 1 as article 3.", "renumber article 3 as article 1."]
    of = "rectifies: Invented instrument No. 1/2031\n"
    wrong, right = (f"  > 1.\n  >   | , {n} to 1" for n in (8, 9))
    text = RECTIFICATION.format(number=2, of=of, paragraph=1, wrong=wrong, right=right)
    text = text.replace("in article 2", f"in article {article}")
    history = worded(tmp_path, amendment(1, *new, *swap), text, base=base)
    assert not codes(history)
    words, paid = words_on(history), {1: 8, 3: 8} | {article: 9}
    assert words["art_3__para_1"] == f"One, {paid[1]} to 1."
    assert words["art_1__para_1"] == f"Three, {paid[3]} to 1."


def test_a_rectification_does_not_cite_the_number_that_another_gives_on_the_same_day(tmp_path: Path) -> None:
    """Invented: number 1 is article 4, number 1 by another instrument of that day; the one rectified says article 2."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    of = "rectifies: Invented instrument No. 1/2031\n"
    wrong, right = (f"  > 1.\n  >   | {n} to 1" for n in (52, 25))
    text = RECTIFICATION.format(number=3, of=of, paragraph=1, wrong=wrong, right=right)
    moved = amendment(2, "renumber article 2 as article 4.")
    history = worded(tmp_path, amendment(1, change), moved, text)
    assert not codes(history)
    assert words_on(history)["art_4__para_1"] == "The pair is paid 25 to 1."
    history = worded(tmp_path, amendment(1, change), moved, text.replace("in article 2", "in article 4"))
    (problem,) = consolidate(history, DAY, "en").diagnostics
    assert (problem.code, [h.key for h in problem.hints]) == ("no-such-provision", ["no-such-provision.misprint"])


def test_a_rectification_of_nothing_known_is_an_error(tmp_path: Path) -> None:
    of = "rectifies: Invented instrument No. 9/2031\n"
    worded(tmp_path, RECTIFICATION.format(number=1, of=of, paragraph=1, wrong=WRONG, right=RIGHT))
    with pytest.raises(InvalidRegulation):
        find(str(tmp_path))
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics] == ["sentence-out-of-place"]


# ── Republication ───────────────────────────────────────────────────────────

REPUBLISHED = WORDED.replace("in force from 1 February 2031.", "in force from 1 June 2031.\nrepublished in full.")


def republished(folder: Path, text: str) -> list[tuple[str, str]]:
    worded(folder, amendment(1, "repeal article 3."))
    (folder / "2031-06-01.en.ludi").write_text(text, "utf-8")
    found = check_paths([str(folder)]).diagnostics
    return [(d.code, str(d.args["target"].eid)) for d in found]


def test_a_republication_is_compared_with_the_text_as_amended(tmp_path: Path) -> None:
    """Invented: republished with article 3, which has been repealed, and with another prize."""
    found = republished(tmp_path, REPUBLISHED.replace("30 to 1", "35 to 1"))
    assert found == [("republication-differs", "art_2__para_1"), ("republication-differs", "art_3")]
    with pytest.raises(InvalidRegulation):
        find(f"{tmp_path}@2031-06-01")
    assert find(f"{tmp_path}@2031-05-31").is_consolidated


def test_a_republication_has_the_provisions_in_the_order_of_the_text_as_amended(tmp_path: Path) -> None:
    """Invented: republished with number 3 of article 2 before number 1, and so before what comes first as amended."""
    text = REPUBLISHED[: REPUBLISHED.index("\nArticle 3")]
    start, third = text.index("1.\n", text.index("Article 2")), text.index("3.\n")
    assert republished(tmp_path, f"{text[:start]}{text[third:]}{text[start:third]}") == [
        ("republication-differs", "art_2__para_3")
    ]


MARKED = ("| The game ends at midnight.\n", "| ①The game ends ②at midnight.\n")
SENTENCES = "  {} no effect on the machine: the end\n  {} no effect on the machine: the hour\n"


@pytest.mark.parametrize(
    ("words", "marks", "expected"),
    [
        (MARKED[1], "①②", []),
        # Other numbers for the same words, or none.
        ("| ②The game ends ①at midnight.\n", "②①", []),
        (MARKED[0], ("", ""), []),
        (MARKED[1], "②①", [("republication-differs", "art_3")]),
    ],
)
def test_a_republication_sets_sentences_to_the_words_of_the_text_as_amended(
    words: str, marks: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    """Invented: the one sentence is on the end of the game, and the other on the hour."""
    one = "  no effect on the machine: the end\n"
    base, anew = (
        text.replace(MARKED[0], marked).replace(one, SENTENCES.format(*numbers))
        for text, marked, numbers in ((WORDED, MARKED[1], "①②"), (REPUBLISHED, words, marks))
    )
    republished_after(tmp_path, anew, base=base)
    found = check_paths([str(tmp_path)]).diagnostics
    assert [(d.code, d.args["target"].eid) for d in found if d.code == "republication-differs"] == expected


def test_a_republication_as_amended_raises_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert republished(tmp_path, REPUBLISHED[: REPUBLISHED.index("\nArticle 3")]) == []
    assert find(f"{tmp_path}@2031-06-01").version == "2031-06-01"
    assert main(["log", str(tmp_path), "--lang", "en"]) == 0
    assert "republished in full" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_republication_are_those_of_the_instrument_that_brought_them(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: 1/2031 pays 52 and makes article 3 article 4 in April; republished in June; 2/2031 is of July."""
    change = "replace article 2, number 1 by:\n> 1.\n>   | The pair is paid 52 to 1.\n>   no effect on the machine: 52"
    later = "replace article 1 by:\n> Article 1 Stakes\n>   | Two chips.\n>   no effect on the machine: two"
    text = REPUBLISHED.replace("30 to 1", "52 to 1").replace("the pair, 30", "52").replace("Article 3", "Article 4")
    history = republished_after(
        tmp_path,
        text,
        amendment(1, change, "renumber article 3 as article 4."),
        amendment(2, later, day="in force from 1 July 2031."),
    )
    assert check_paths([str(tmp_path)]).diagnostics == []
    for day in (date(2031, 5, 31), JUNE, date(2031, 7, 1)):
        expression = consolidate(history, day, "en")
        note = expression.notes["art_2__para_1"]
        assert (note.words_by, note.since, note.place, note.republished) == ("1-2031", DAY, "art_1", None)
        assert [(m.was, m.instrument) for m in expression.notes["art_4"].renumbered] == [("art_3", "1-2031")]
        assert expression.notes["art_2"].is_of_first_text
        july = ["2-2031"] if day.month == 7 else []
        assert text_json(expression)["amended_by"] == ["1-2031", *july]
    assert main(["blame", f"{tmp_path}@2031-06-01", "art_2__para_1", "--lang", language]) == 0
    assert "Invented instrument No. 1/2031" in capsys.readouterr().out
    assert main(["at", f"{tmp_path}@2031-07-01", "--lang", language]) == 0
    sources = {
        "zh": "原文本、第1/2031號及第2/2031號",
        "pt": "primeiro texto, 1/2031 e 2/2031",
        "en": "first text, 1/2031 and 2/2031",
    }
    assert sources[language] in capsys.readouterr().out


def test_a_text_published_anew_has_titles_of_those_who_gave_them(tmp_path: Path) -> None:
    """Invented: in April article 3 gets a title over words that stay, and article 1 has not changed."""
    clause = "replace article 3 by:\n> Article 3 Hours\n>   | […]"
    history = republished_after(tmp_path, REPUBLISHED.replace("Closing", "Hours"), amendment(1, clause))
    assert check_paths([str(tmp_path)]).diagnostics == []
    notes = consolidate(history, JUNE, "en").notes
    assert (notes["art_3"].words_by, notes["art_3"].titled) == ("", TitleSource("1-2031", DAY))
    assert not notes["art_1"].is_changed


def test_a_title_that_was_put_right_stays_so_told_after_a_republication(tmp_path: Path) -> None:
    """Invented: the title of the first text is put right, republished in June, and stays over new words in July."""
    clause = f"replace article 3 by:\n> Article 3 […]\n{NOON}"
    later = amendment(2, clause, day="in force from 1 July 2031.")
    right = title_put_right("Article 3 Closing", "Article 3 Hours", of="", number=1)
    history = republished_after(tmp_path, REPUBLISHED.replace("Closing", "Hours"), right, later)
    note = consolidate(history, date(2031, 7, 1), "en").notes["art_3"]
    assert (note.words_by, note.titled, note.rectified_by) == ("2-2031", TitleSource(), ("1-2031",))


def test_a_misprint_that_a_republication_repeats_is_put_right_there_too(tmp_path: Path) -> None:
    """Invented: 30 to 1 was misprinted for 24 at first, and in June again; the first text is rectified in August."""
    text = RECTIFICATION.format(number=1, of="", paragraph=1, wrong=WRONG, right=RIGHT).replace("10 May", "10 August")
    history = republished_after(tmp_path, REPUBLISHED, text)
    (found,) = check_paths([str(tmp_path)]).diagnostics
    assert (found.code, [h.key for h in found.hints]) == (
        "republication-differs",
        ["republication-differs.rectified"],
    )
    assert found.hints[0].args["instrument"] == "Invented rectification No. 1/2031"
    anew = REPUBLISHED.replace("30 to 1", "24 to 1").replace("the pair, 30", "the pair, 24")
    (tmp_path / "2031-06-01.en.ludi").write_text(anew, "utf-8")
    assert check_paths([str(tmp_path)]).diagnostics == []
    history = history_of(tmp_path, ("en",))
    assert consolidate(history, JUNE, "en").notes["art_2__para_1"].rectified_by == ("1-2031",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_only_a_republication_tells_are_of_the_text_as_republished(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: article 3 was changed in words not known; they are neither the first text's nor certainly 1/2031's."""
    text = REPUBLISHED.replace("midnight", "noon")
    history = republished_after(tmp_path, text, amendment(1, "in words not known, article 3 is changed."))
    expression = consolidate(history, JUNE, "en")
    note = expression.notes["art_3"]
    assert (note.words_by, note.republished, note.reworded_by) == ("", JUNE, ())
    assert blame_json(expression, expression.notes)["provisions"]["art_3"]["republished"] == "2031-06-01"
    assert expression.notes["art_1"].is_of_first_text
    assert main(["blame", f"{tmp_path}@2031-06-01", "art_3", "--lang", language]) == 0
    said = {
        "zh": "2031年6月1日重新公佈之文本",
        "pt": "texto republicado em 1 de Junho de 2031",
        "en": "text as republished on 1 June 2031",
    }
    assert said[language] in capsys.readouterr().out


def test_words_of_a_republication_without_its_earlier_text_are_not_those_of_a_first_text(tmp_path: Path) -> None:
    """Invented: the first text is there in English, and the republication in Portuguese too."""
    history = republished_after(tmp_path, REPUBLISHED)
    (tmp_path / "2031-06-01.pt.ludi").write_text(
        "regulamento: invented\nexemplo inventado, que não é lei.\nem vigor desde 1 de Junho de 2031.\n"
        "republicação integral.\n\nArtigo 1.º Paradas\n  sem efeito na máquina: paradas\n",
        "utf-8",
    )
    history = history_of(tmp_path)
    assert {note.republished for note in consolidate(history, JUNE, "pt").notes.values()} == {JUNE}
    assert {note.republished for note in consolidate(history, JUNE, "en").notes.values()} == {None}


UNTIL_JULY = "from 1 April 2031 until 31 July 2031"
PRIZE_FOR_NOW = (
    f"{UNTIL_JULY}, article 2, number 1 reads:\n> 1.\n>   | The pair is paid 40 to 1.\n>   no effect on the machine: 40"
)
SUSPENDED = f"suspend article 3 {UNTIL_JULY}."
AUGUST = date(2031, 8, 1)


def republished_after(folder: Path, text: str, *amendments: str, base: str = WORDED) -> History:
    """An invented text with amendments, published anew on 1 June."""
    worded(folder, *amendments, base=base)
    (folder / "2031-06-01.en.ludi").write_text(text, "utf-8")
    return history_of(folder, ("en",))


def suspended_on(history: History) -> dict[date, list[str]]:
    return {
        day: [eid for eid, note in consolidate(history, day, "en").notes.items() if note.suspended]
        for day in history.dates
    }


def test_what_holds_for_a_time_is_not_in_a_republication_and_holds_on_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: from April until July number 1 reads 40 to 1, and article 3 does not apply; republished in June."""
    history = republished_after(tmp_path, REPUBLISHED, amendment(1, PRIZE_FOR_NOW, SUSPENDED))
    assert history.dates == (date(2031, 2, 1), DAY, JUNE, AUGUST)
    assert check_paths([str(tmp_path)]).diagnostics == []
    paid = [words_on(history, day)["art_2__para_1"] for day in history.dates]
    assert paid == [f"The pair is paid {odds} to 1." for odds in (30, 40, 40, 30)]
    assert list(suspended_on(history).values()) == [[], ["art_3"], ["art_3"], []]
    june, august = (consolidate(history, day, "en") for day in (JUNE, AUGUST))
    note = june.notes["art_2__para_1"]
    assert (note.words_by, note.since, note.until) == ("1-2031", DAY, date(2031, 7, 31))
    assert [i.id for i in june.instruments] == ["1-2031"]
    assert august.instruments == ()
    effects = {
        d: [s.statement.parts[0].value for s in e.provisions["art_3"].sentences()] for d, e in ((6, june), (8, august))
    }
    assert effects == {
        6: ["suspended by Invented instrument No. 1/2031, from 1 April 2031 until 31 July 2031"],
        8: ["the end"],
    }
    assert words_on(history, AUGUST) == PUBLISHED_WORDS
    for day, times in ((date(2031, 7, 31), 1), (AUGUST, 0)):
        assert main(["at", f"{tmp_path}@{day}", "--lang", "en"]) == 0
        assert capsys.readouterr().out.count("# suspended by Invented instrument No. 1/2031") == times


def test_a_change_on_the_day_of_a_republication_shows_when_the_derogation_has_ended(tmp_path: Path) -> None:
    """Invented: as it would without a republication; 25 to 1 is published anew, and paid from August."""
    change = amendment(2, FIFTY_TWO.replace("52", "25"), day=IN_JUNE)
    prize = "30 to 1.\n  no effect on the machine: the pair, 30"
    text = REPUBLISHED.replace(prize, "25 to 1.\n  no effect on the machine: 25")
    history = republished_after(tmp_path, text, amendment(1, PRIZE_FOR_NOW), change)
    paid = [words_on(history, day)["art_2__para_1"] for day in history.dates]
    assert paid == [f"The pair is paid {odds} to 1." for odds in (30, 40, 40, 25)]
    assert check_paths([str(tmp_path)]).diagnostics == []


def test_what_holds_for_a_time_holds_on_over_a_second_republication(tmp_path: Path) -> None:
    history = republished_after(tmp_path, REPUBLISHED, amendment(1, SUSPENDED))
    again = REPUBLISHED.replace("1 June", "1 July")
    (tmp_path / "2031-07-01.en.ludi").write_text(again, "utf-8")
    history = history_of(tmp_path, ("en",))
    assert list(suspended_on(history).values()) == [[], ["art_3"], ["art_3"], ["art_3"], []]
    assert check_paths([str(tmp_path)]).diagnostics == []


def test_what_the_instrument_of_the_day_of_a_republication_suspends_is_suspended(tmp_path: Path) -> None:
    """Invented: from 1 June, without end, and article 1 repealed, of which the words published anew know."""
    on_the_day = amendment(1, "suspend article 3 from 1 June 2031.", "repeal article 1.", day=IN_JUNE)
    text = REPUBLISHED[: REPUBLISHED.index("\nArticle 1")] + REPUBLISHED[REPUBLISHED.index("\nArticle 2") :]
    history = republished_after(tmp_path, text, on_the_day)
    assert suspended_on(history) == {date(2031, 2, 1): [], JUNE: ["art_3"]}
    assert check_paths([str(tmp_path)]).diagnostics == []


def test_a_provision_that_a_republication_no_more_has_is_suspended_no_more(tmp_path: Path) -> None:
    """Invented: suspended until 31 July, repealed on 1 May; from 15 May article 3 has its number."""
    later = [
        amendment(2, "repeal article 1.", day="in force from 1 May 2031."),
        amendment(3, "renumber article 3 as article 1.", day="in force from 15 May 2031."),
    ]
    closing = REPUBLISHED.index("\nArticle 3")
    text = (
        REPUBLISHED[: REPUBLISHED.index("\nArticle 1")]
        + REPUBLISHED[closing:].replace("Article 3", "Article 1")
        + REPUBLISHED[REPUBLISHED.index("\nArticle 2") : closing]
    )
    history = republished_after(tmp_path, text, amendment(1, f"suspend article 1 {UNTIL_JULY}."), *later)
    assert list(suspended_on(history).values()) == [[], ["art_1"], [], [], [], []]
    assert check_paths([str(tmp_path)]).diagnostics == []


def test_words_in_derogation_keep_over_a_republication_what_they_refer_to(tmp_path: Path) -> None:
    """Invented: 1 and 3 change places in May; what prevails over article 3 in April does so over article 1 then."""
    derogation = f"{UNTIL_JULY}, article 1 reads:\n> Article 1 Stakes\n>   no effect on the machine: now\n"
    derogation += ">   prevails over article 3."
    later = amendment(2, "renumber article 1 as article 3.", "renumber article 3 as article 1.", day=MAY)
    first, second, third = (REPUBLISHED.index(f"\nArticle {n}") for n in (1, 2, 3))
    text = (
        REPUBLISHED[:first]
        + REPUBLISHED[third:].replace("Article 3", "Article 1")
        + REPUBLISHED[second:third]
        + REPUBLISHED[first:second].replace("Article 1", "Article 3")
    )
    history = republished_after(tmp_path, text, amendment(1, derogation), later)
    for day, number, other in ((DAY, 1, 3), (date(2031, 5, 1), 3, 1), (JUNE, 3, 1)):
        expression = consolidate(history, day, "en")
        assert expression.notes[f"art_{number}"].until == date(2031, 7, 31)
        assert f"prevails over article {other}." in print_document(expression.document)
    assert check_paths([str(tmp_path)]).diagnostics == []


def test_a_text_without_a_day_comes_before_those_with_one(tmp_path: Path) -> None:
    worded(tmp_path, base=WORDED.replace("30 to 1", "35 to 1"))
    (tmp_path / "first.en.ludi").write_text(WORDED.replace("in force from 1 February 2031.\n", ""), "utf-8")
    history = history_of(tmp_path, ("en",))
    paid = [words_on(history, day)["art_2__para_1"] for day in (date(2031, 1, 31), date(2031, 2, 1))]
    assert paid == ["The pair is paid 30 to 1.", "The pair is paid 35 to 1."]


def test_a_text_enacted_anew_has_nothing_of_what_held_for_a_time(tmp_path: Path) -> None:
    text = REPUBLISHED.replace("republished in full.\n", "")
    history = republished_after(tmp_path, text, amendment(1, SUSPENDED))
    assert list(suspended_on(history).values()) == [[], ["art_3"], [], []]


@pytest.mark.parametrize("said", [True, False])
def test_what_is_not_yet_in_force_waits_over_a_republication(said: bool, tmp_path: Path) -> None:
    """Invented: article 3 enters into force on 1 July, which the header of the republication need not say again."""
    line = "on 1 July 2031, article 3 enters into force.\n"
    base, anew = (text.replace("in force from", f"{line}in force from") for text in (WORDED, REPUBLISHED))
    history = republished_after(tmp_path, anew if said else REPUBLISHED, base=base)
    assert suspended_on(history) == {date(2031, 2, 1): ["art_3"], JUNE: ["art_3"], date(2031, 7, 1): []}
    assert check_paths([str(tmp_path)]).diagnostics == []


def test_a_republication_does_not_put_off_what_is_in_force(tmp_path: Path) -> None:
    line = "on 1 July 2031, article 3 enters into force.\n"
    republished_after(tmp_path, REPUBLISHED.replace("in force from", f"{line}in force from"))
    with pytest.raises(InvalidRegulation):
        find(f"{tmp_path}@2031-06-01")
    (found,) = check_paths([str(tmp_path)]).diagnostics
    assert (found.code, found.args["target"].eid) == ("republication-differs", "art_3")


def test_days_after_publication_are_those_after_the_first(tmp_path: Path) -> None:
    """Invented: article 1 is in force 90 days after 31 January, on 1 May, and so it is when republished on 31 May."""
    clause = "the end\n  90 days after publication, article 1 enters into force."
    clause += "\n  on 1 March 2031, article 2 enters into force."
    base, anew = (
        text.replace("the end", clause).replace("in force from", f"published on 31 {month} 2031.\nin force from", 1)
        for text, month in ((WORDED, "January"), (REPUBLISHED, "May"))
    )
    history = republished_after(tmp_path, anew, base=base)
    assert history.dates == (date(2031, 2, 1), date(2031, 3, 1), date(2031, 5, 1), JUNE)
    assert {day: [eid for eid in found if "__" not in eid] for day, found in suspended_on(history).items()} == {
        date(2031, 2, 1): ["art_1", "art_2"],
        date(2031, 3, 1): ["art_1"],
        date(2031, 5, 1): [],
        JUNE: [],
    }
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics if d.severity.value == "error"] == []


@pytest.mark.parametrize(
    ("change", "day", "code"),
    [
        ("suspend article 9 from 1 June 2031.", IN_JUNE, "no-such-provision"),
        (
            "suspend article 4 from 1 June 2031.",
            "in force from 1 April 2031.",
            "modification-does-not-fit",
        ),
    ],
)
def test_what_does_not_fit_on_the_day_of_a_republication_is_told(
    change: str, day: str, code: str, tmp_path: Path
) -> None:
    """Invented: article 3 is article 4 from May; no text but the one compared with the republication has the change."""
    text = REPUBLISHED.replace("Article 3", "Article 4")
    moved = amendment(2, "renumber article 3 as article 4.", day=MAY)
    republished_after(tmp_path, text, amendment(1, change, day=day), moved)
    assert code in {d.code for d in check_paths([str(tmp_path)]).diagnostics}
    with pytest.raises(InvalidRegulation) as caught:
        find(f"{tmp_path}@2031-06-01")
    assert [d.code for d in caught.value.diagnostics] == [code]


def test_words_not_known_are_told_by_a_republication(tmp_path: Path) -> None:
    """Invented: article 3 is changed, and numbers 1 and 2 of article 2; the republication says how, and no more."""
    unknown = [f"in words not known, article {said} is changed." for said in ("3", "2, number 1", "2, number 2")]
    text = REPUBLISHED.replace("midnight", "noon").replace("30 to 1", "35 to 1").replace("black, 3", "black, 4")
    history = republished_after(tmp_path, text, amendment(1, *unknown))
    assert check_paths([str(tmp_path)]).diagnostics == []
    assert words_on(history, JUNE)["art_3"] == "Closing The game ends at noon."
    closing = text.index("\nArticle 3")
    for other, eid in ((text.replace("one chip", "a chip"), "art_1"), (text[:closing], "art_3")):
        (tmp_path / "2031-06-01.en.ludi").write_text(other, "utf-8")
        (found,) = check_paths([str(tmp_path)]).diagnostics
        assert (found.code, found.args["target"].eid) == ("republication-differs", eid)


# ── What the law leaves open ────────────────────────────────────────────────


def found_on(history: History) -> dict[date, list[str]]:
    """The codes of what does not fit, on each day on which anything does not."""
    return {day: found for day in history.dates if (found := [code for code, _ in codes(history, day)])}


SUSPENDED_PRIZE = "suspend article 2, number 1 from 1 April 2031 until 31 July 2031."


@pytest.mark.parametrize(
    ("first", "second"),
    [(DEROGATION, DEROGATION.replace("40", "50")), (DEROGATION, SUSPENDED_PRIZE), (SUSPENDED_PRIZE, DEROGATION)],
)
def test_two_that_hold_from_one_day_for_a_time_contradict_each_other(first: str, second: str, tmp_path: Path) -> None:
    assert DAY in found_on(worded(tmp_path / "two", amendment(1, first), amendment(2, second)))
    history = worded(tmp_path / "one", amendment(1, first, second))
    assert found_on(history)[DAY] == ["changed-twice"]


def test_suspensions_from_one_day_do_not_contradict_each_other(tmp_path: Path) -> None:
    until_may = "suspend article 2 from 1 April 2031 until 31 May 2031."
    history = worded(tmp_path, amendment(1, SUSPENDED_PRIZE), amendment(2, until_may))
    assert found_on(history) == {}
    suspended = {day: "art_2__para_1" in found for day, found in suspended_on(history).items()}
    assert suspended == {date(2031, 2, 1): False, DAY: True, JUNE: True, AUGUST: False}


def test_words_given_to_what_is_suspended_are_refused_while_it_is(tmp_path: Path) -> None:
    """Invented: suspended until 31 July, and other words from 1 May until 31 May, which may apply or not."""
    later = amendment(2, DEROGATION.replace("1 April", "1 May"), day=MAY)
    history = worded(tmp_path, amendment(1, SUSPENDED_PRIZE), later)
    assert found_on(history) == {date(2031, 5, 1): ["changed-twice"]}


def test_words_given_to_what_waits_are_refused_while_it_does(tmp_path: Path) -> None:
    base = WORDED.replace("in force from", "on 1 May 2031, article 2, number 1 enters into force.\nin force from")
    history = worded(tmp_path, amendment(1, DEROGATION), base=base)
    assert found_on(history) == {DAY: ["changed-twice"]}


def test_what_is_suspended_after_other_words_were_given_is_suspended(tmp_path: Path) -> None:
    suspension = amendment(2, "suspend article 2 from 1 May 2031 until 31 May 2031.", day=MAY)
    history = worded(tmp_path, amendment(1, DEROGATION.replace("31 May", "31 July")), suspension)
    assert found_on(history) == {}
    suspended = {day: "art_2__para_1" in found for day, found in suspended_on(history).items()}
    assert suspended == {date(2031, 2, 1): False, DAY: False, date(2031, 5, 1): True, JUNE: False, AUGUST: False}


MOVED = amendment(2, "renumber article 4 as article 5.", NEW_ARTICLE_4, day=MAY)
FROM_JULY = "in force from 1 April 2031.\non 1 July 2031, article 1 enters into force."


@pytest.mark.parametrize(
    "first",
    [
        amendment(1, "suspend article 4 from 1 July 2031."),
        amendment(1, "repeal article 4.", day=FROM_JULY),
        amendment(1, "repeal article 5.", day=FROM_JULY),
        amendment(1, "renumber article 3, number 2 as article 4, number 2.", day=FROM_JULY),
        amendment(1, "replace article 3, number 2 by:\n> 2.\n>   prevails over article 4.", day=FROM_JULY),
        amendment(1, "add to the regulation:\n> Article 9\n>   prevails over article 4.", day=FROM_JULY),
        amendment(1, "replace article 4 by:\n> Article 4 […]\n>   no effect on the machine: new", day=FROM_JULY),
    ],
    ids=[
        "suspended",
        "repealed",
        "repealed under the new number",
        "moved into",
        "cited",
        "cited in what is new",
        "kept",
    ],
)
def test_a_number_that_is_another_provisions_when_the_change_comes_is_refused(first: str, tmp_path: Path) -> None:
    """Invented: in force from 1 April, of a change from 1 July; on 1 May article 4 becomes 5, after a new article 4."""
    history = shelf_of(tmp_path, first, MOVED)
    assert found_on(history) == {date(2031, 7, 1): ["modification-does-not-fit"]}


@pytest.mark.parametrize(
    ("entry", "is_refused"), [("1 April", True), ("31 March", False), ("1 July", False), ("2 July", False)]
)
def test_what_moves_a_number_counts_from_its_turn_on_the_day(entry: str, is_refused: bool, tmp_path: Path) -> None:
    """Invented: No. 1, in force from 1 April, suspends article 4 from 1 July; No. 2 makes it article 5.

    On one day No. 2 comes after No. 1: on 1 April its numbers are not those of which No. 1 speaks, on 1 July it
    finds article 4 suspended. Before 1 April what No. 1 speaks of is the new article 4.
    """
    second = MOVED.replace(MAY, f"in force from {entry} 2031.")
    history = shelf_of(tmp_path, amendment(1, "suspend article 4 from 1 July 2031."), second)
    assert found_on(history) == ({date(2031, 7, 1): ["modification-does-not-fit"]} if is_refused else {})
    if not is_refused:
        suspended = "art_4" if entry == "31 March" else "art_5"
        found = prose(history, date(2031, 7, 2))
        assert [eid for eid, text in found.items() if text.startswith("suspended")] == [suspended]


def test_an_article_whose_words_become_its_first_number_is_the_same(tmp_path: Path) -> None:
    """Invented: on 1 May the words of article 4 become its number 1; No. 1, of April, speaks of the article in July."""
    moves = "renumber article 4 as article 4, number 1.", "add to article 4:\n> 2.\n>   no effect on the machine: two"
    later = amendment(2, *moves, day=MAY)
    history = shelf_of(tmp_path / "whole", amendment(1, "suspend article 4 from 1 July 2031."), later)
    assert found_on(history) == {}
    found = prose(history, date(2031, 7, 1))
    assert [eid for eid, text in found.items() if text.startswith("suspended")] == ["art_4__para_1", "art_4__para_2"]
    history = shelf_of(tmp_path / "number", amendment(1, "suspend article 4, number 1 from 1 July 2031."), later)
    assert found_on(history) == {date(2031, 7, 1): ["modification-does-not-fit"]}


def test_a_number_of_what_stays_in_an_article_is_one_that_is_spoken_of(tmp_path: Path) -> None:
    """Invented: on 1 July number 2 of article 3 is to stay; since 1 May it is number 3, after a new number 2."""
    words = "replace article 3 by:\n> Article 3 Third\n> 1.\n>   no effect on the machine: new\n> 2.\n>   | […]"
    moves = "renumber article 3, number 2 as article 3, number 3.", "add to article 3:\n> 2.\n>   | Between."
    history = shelf_of(tmp_path, amendment(1, words, day=FROM_JULY), amendment(2, *moves, day=MAY))
    assert found_on(history) == {date(2031, 7, 1): ["modification-does-not-fit"]}


def test_numbers_that_an_instrument_itself_has_moved_before_are_not_certain(tmp_path: Path) -> None:
    """Invented: article 4 becomes 5 on 1 April, after a new article 4; on 1 July the same instrument speaks of one.

    A change of article 4 may be of either; words that it quotes cite by the numbers after its changes.
    """
    text = amendment(1, "renumber article 4 as article 5.", NEW_ARTICLE_4) + "Article 2\n  {}\n"
    text += "Article 3\n  on 1 July 2031, article 2 enters into force.\n"
    july = date(2031, 7, 1)
    history = shelf_of(tmp_path / "change", text.format("repeal article 4."))
    assert found_on(history) == {july: ["modification-does-not-fit"]}
    words = "replace article 3, number 2 by:\n  > 2.\n  >   prevails over article 4."
    history = shelf_of(tmp_path / "words", text.format(words))
    assert found_on(history) == {}
    assert "prevails over article 4." in print_document(consolidate(history, july, "en").document)


@pytest.mark.parametrize(
    ("early", "number"),
    [
        ("renumber article 4 as article 5.", "5"),
        ("replace article 4 by:\n> Article 4 New\n>   | New.", "4"),
        ("suspend article 4 from 1 April 2031.", "4"),
    ],
    ids=["renumbers", "words", "suspends"],
)
def test_a_part_that_enters_into_force_first_speaks_and_is_spoken_of_from_then(
    early: str, number: str, tmp_path: Path
) -> None:
    """Invented: No. 1 is in force from 1 July, its article 1 from 1 April; No. 2 in between, on 1 May.

    No. 2 finds article 4 under the number 5, to which article 1 of No. 1 has moved it, and repeals it; or it makes
    article 5 of the article 4 that has had new words, or been suspended, since April. Nothing is uncertain.
    """
    parts = "in force from 1 July 2031.\non 1 April 2031, article 1 enters into force."
    first = amendment(1, early, day=parts) + "Article 2\n  repeal article 1.\n"
    change = "repeal article 5." if number == "5" else "renumber article 4 as article 5."
    history = shelf_of(tmp_path, first, amendment(2, change, day=MAY))
    assert found_on(history) == {}
    found = prose(history, date(2031, 5, 1))
    assert ("art_4" in found, "art_5" in found) == (False, number == "4")


def test_what_a_part_in_force_first_has_changed_is_changed_before_what_goes_back(tmp_path: Path) -> None:
    """Invented: article 4 has words from 1 March by No. 2, of 15 May, and others from 1 May, by a part of No. 1."""
    words = "replace article 4 by:\n> Article 4 New\n>   no effect on the machine: new"
    parts = "in force from 1 July 2031.\non 1 May 2031, article 1 enters into force."
    first = amendment(1, words, day=parts) + "Article 2\n  repeal article 1.\n"
    back = "in force from 15 May 2031.\ntakes effect from 20 March 2031."
    history = shelf_of(tmp_path, first, amendment(2, words, day=back))
    assert set().union(*found_on(history).values()) == {"changed-twice"}


def test_words_may_cite_what_comes_with_them(tmp_path: Path) -> None:
    """Invented: article 4 is repealed on 1 May; on 1 July comes another, and words that cite it."""
    words = (
        "insert after article 3:\n" + NEW.format("4"),
        "replace article 3, number 2 by:\n> 2.\n>   prevails over article 4.",
    )
    history = shelf_of(tmp_path, amendment(1, *words, day=FROM_JULY), amendment(2, "repeal article 4.", day=MAY))
    assert found_on(history) == {}


def test_a_number_that_was_another_provisions_when_the_change_took_effect_is_refused(tmp_path: Path) -> None:
    """Invented: what is article 4 in April was article 1 on 1 March, from which its new words have effect."""
    moves = ["renumber article 4 as article 5.", "renumber article 1 as article 4."]
    words = "replace article 4 by:\n> Article 4 New\n>   no effect on the machine: new"
    effect = "in force from 1 April 2031.\ntakes effect from 1 March 2031."
    history = shelf_of(
        tmp_path, amendment(1, *moves, day="in force from 15 March 2031."), amendment(2, words, day=effect)
    )
    assert set(found_on(history)) == {date(2031, 3, 1), date(2031, 3, 15)}


def test_a_change_from_another_day_fits_where_nothing_has_moved(tmp_path: Path) -> None:
    history = shelf_of(tmp_path, amendment(1, "repeal article 1.", day=FROM_JULY), MOVED)
    assert found_on(history) == {}
    assert "art_1" not in prose(history, date(2031, 7, 1))


RETROACTIVE = "in force from 1 May 2031.\ntakes effect from 1 March 2031."


@pytest.mark.parametrize(
    ("earlier", "later", "is_refused"),
    [
        ("replace article 4 by:\n" + NEW.format("4"), "replace article 4 by:\n" + NEW.format("4"), True),
        ("replace article 4 by:\n" + NEW.format("4"), "renumber article 4 as article 5.", True),
        ("replace article 3, number 1 by:\n> 1.\n>   | New.", "replace article 3 by:\n" + NEW.format("3"), True),
        ("replace article 3 by:\n" + NEW.format("3"), "repeal article 3, number 1.", True),
        ("insert after article 3, number 2:\n> 3.\n>   | New.", "replace article 3 by:\n" + NEW.format("3"), True),
        ("insert after article 3, number 2:\n> 3.\n>   | New.", "repeal article 3, number 1.", False),
        ("replace article 4 by:\n" + NEW.format("4"), "repeal article 1.", False),
        ("suspend article 4 from 1 April 2031.", "replace article 4 by:\n" + NEW.format("4"), False),
    ],
)
def test_a_retroactive_change_of_what_was_changed_since_is_refused(
    earlier: str, later: str, is_refused: bool, tmp_path: Path
) -> None:
    """Invented: in force from 1 May with effect from 1 March, but another change is in force since 1 April."""
    history = shelf_of(tmp_path, amendment(1, earlier), amendment(2, later, day=RETROACTIVE))
    found = found_on(history)
    assert ("changed-twice" in found.get(date(2031, 3, 1), [])) is is_refused
    assert bool(found) is is_refused


CITED = "add to the regulation:\n> Article 9\n>   prevails over article {}."


@pytest.mark.parametrize(
    ("earlier", "days"),
    [
        ("suspend article 4 from 1 April 2031.", [DAY]),
        ("suspend article 4 from 1 June 2031.", [JUNE]),
        (FOUR_FOR_NOW, [DAY]),
        ("insert after article 4:\n" + NEW.format("4-A"), [DAY]),
        (CITED.format(4), [DAY]),
        (CITED.format(3), []),
    ],
    ids=["suspended", "suspended later", "other words for now", "place", "cited", "another cited"],
)
def test_a_number_that_is_moved_by_effect_from_before_is_refused_where_another_has_named_it(
    earlier: str, days: list[date], tmp_path: Path
) -> None:
    """Invented: in force from 1 May with effect from 1 March, article 4 becomes 5, after a new article 4.

    No. 1, in force from 1 April, spoke of what was article 4 then; from when that holds it would meet the new one.
    """
    later = amendment(2, "renumber article 4 as article 5.", NEW_ARTICLE_4, day=RETROACTIVE)
    history = shelf_of(tmp_path, amendment(1, earlier), later)
    assert found_on(history) == {day: ["changed-twice"] for day in days}


@pytest.mark.parametrize(
    ("inserted", "row", "more", "found"),
    [
        ("insert after article 2:\n" + NEW.format("2-A"), "articles 2 to 4 as articles 3 to 5", [], True),
        ("insert after article 2:\n" + NEW.format("2-A"), "articles 3 to 4 as articles 4 to 5", [], False),
        (
            "insert after article 2:\n" + NEW.format("2-A"),
            "articles 2 to 4 as articles 3 to 5",
            ["repeal article 2-A."],
            False,
        ),
        (
            "insert after article 2:\n" + NEW.format("2-A"),
            "articles 2 to 4 as articles 3 to 5",
            ["renumber article 2-A as article 3-A."],
            False,
        ),
    ],
    ids=["stays", "before the row", "goes", "moves too"],
)
def test_what_stands_within_a_row_does_not_stay_without_a_word(
    inserted: str, row: str, more: list[str], found: bool, tmp_path: Path
) -> None:
    later = amendment(2, f"renumber {row}.", *more, day=MAY)
    history = shelf_of(tmp_path, amendment(1, inserted), later)
    assert found_on(history) == ({date(2031, 5, 1): ["modification-does-not-fit"]} if found else {})


def test_a_reference_to_what_is_repealed_does_not_speak_of_what_gets_its_number(tmp_path: Path) -> None:
    """Invented: number 2 of article 3 prevails over article 2, which goes; article 4 has its number on 1 May."""
    later = amendment(2, "renumber article 4 as article 2.", day=MAY)
    history = shelf_of(tmp_path, amendment(1, "repeal article 2."), later)
    assert codes(history, date(2031, 5, 1)) == [("dangling-reference", ["1.en.ludi", "1-2031.en.ludi"])]


def test_a_reference_speaks_of_what_is_enacted_anew_under_its_number_and_follows_it(tmp_path: Path) -> None:
    """Invented: a new article 2 in May, which becomes article 6 in June, after which article 4 becomes article 2."""
    later = [
        amendment(2, "insert after article 1:\n" + NEW.format("2"), day=MAY),
        amendment(3, "renumber article 2 as article 6.", "renumber article 4 as article 2.", day=IN_JUNE),
    ]
    history = shelf_of(tmp_path, amendment(1, "repeal article 2."), *later)
    assert "prevails over article 2." in print_document(consolidate(history, date(2031, 5, 1), "en").document)
    assert "prevails over article 6." in print_document(consolidate(history, JUNE, "en").document)
    assert found_on(history) == {}


def test_a_reference_to_a_number_follows_the_new_words_of_its_article(tmp_path: Path) -> None:
    """Invented: number 2 of article 2 is said anew with its article, which is article 6 from May."""
    base = WORDED.replace("the end", "the end\n  prevails over article 2, number 2.")
    moved = amendment(2, "renumber article 2 as article 6.", "insert after article 1:\n" + NEW.format("2"), day=MAY)
    history = worded(tmp_path, amendment(1, ARTICLE_2), moved, base=base)
    for day, said in ((DAY, "article 2, number 2"), (date(2031, 5, 1), "article 6, paragraph 2")):
        assert f"prevails over {said}." in print_document(consolidate(history, day, "en").document)
    assert found_on(history) == {}


WAITING = WORDED.replace("the end", "the end\n  on 1 May 2031, article 1 enters into force.")
CLOSING = "replace article 3 by:\n> Article 3 Closing\n>   no effect on the machine: the end{0}"
ENTERS = "\n>   on 1 {0} 2031, article 1 enters into force."


@pytest.mark.parametrize(
    ("base", "change", "day", "is_refused"),
    [
        (WAITING, CLOSING.format(ENTERS.format("July")), DAY, True),
        (WAITING, CLOSING.format(""), DAY, True),
        (WAITING, "repeal article 3.", DAY, True),
        (WORDED, CLOSING.format(ENTERS.format("July")), DAY, True),
        (WAITING, CLOSING.format(ENTERS.format("May")), DAY, False),
        (WAITING, "renumber article 1 as article 4.", DAY, False),
        (WAITING, CLOSING.format(""), JUNE, False),
        (WAITING, "repeal article 3.", JUNE, False),
    ],
    ids=[
        "later",
        "not said any more",
        "repealed",
        "new",
        "as before",
        "under another number",
        "since",
        "since, repealed",
    ],
)
def test_an_entry_into_force_that_another_instrument_changes_is_refused(
    base: str, change: str, day: date, is_refused: bool, tmp_path: Path
) -> None:
    """Invented: article 1 is in force from 1 May, says article 3, which is changed before that, or after."""
    history = worded(tmp_path, amendment(1, change, day=f"in force from {day.day} {day:%B} 2031."), base=base)
    found = {code for found in found_on(history).values() for code in found}
    assert found == ({"sentence-out-of-place"} if is_refused else set())
    if is_refused:
        assert set(found_on(history)) == {d for d in history.dates if d >= day}


WAITS = "on 1 July 2031, article 3, number 2 enters into force."
BY_HEADER = ("in force from 1 February 2031.\n" + WAITS + "\ninvented example", "four")
BY_ARTICLE = ("in force from 1 February 2031.\ninvented example", "four\n  " + WAITS)
NEW_ARTICLE_6 = TWO.replace("rticle 3", "rticle 6")


@pytest.mark.parametrize(("head", "four"), [BY_HEADER, BY_ARTICLE])
@pytest.mark.parametrize(
    "acts",
    [(TWO,), ("replace article 3, number 2 by:\n> 2." + SILENT,), ("renumber article 3 as article 6.", NEW_ARTICLE_6)],
    ids=["with its article", "alone", "with its article under another number"],
)
def test_new_words_wait_for_the_day_of_those_whose_place_they_take(
    acts: tuple[str, ...], head: str, four: str, tmp_path: Path
) -> None:
    """Invented: number 2 of article 3 enters into force on 1 July; in April, or May, it gets new words."""
    base = BASE.replace("invented example", head).replace("four", four).replace("  prevails over article 2.\n", "")
    months = {1: "April", 2: "May"}
    amendments = [amendment(n, act, day=f"in force from 1 {months[n]} 2031.") for n, act in enumerate(acts, 1)]
    history = shelf_of(tmp_path, *amendments, base=base)
    article = len(acts) * 3
    for day, words in ((date(2031, 6, 30), "not in force before 1 July 2031"), (date(2031, 7, 1), "new")):
        assert codes(history, day) == []
        assert prose(history, day)[f"art_{article}__para_2"] == words
        text = consolidate(history, day, "en").document
        assert re.search(rf"on 1 July 2031, article {article}, \w+ 2 enters into force\.", print_document(text))
    # What is printed says the same where it is read.
    june = tmp_path / "printed" / "2031-06-30.en.ludi"
    june.parent.mkdir()
    june.write_text(print_document(consolidate(history, date(2031, 6, 30), "en").document), "utf-8")
    assert prose(history_of(june.parent, ("en",)), date(2031, 6, 30)) == prose(history, date(2031, 6, 30))


@pytest.mark.parametrize("change", ["repeal article 3, number 2.", TWO.replace("> 2.", "> 3.")])
def test_a_header_says_nothing_of_what_is_gone_before_its_entry_into_force(change: str, tmp_path: Path) -> None:
    """Invented: number 2 waits for July and goes in April; number 3 becomes number 2 in May, and waits for nothing."""
    base = BASE.replace("invented example", BY_HEADER[0]).replace(
        "  prevails over article 2.", "3.\n  no effect on the machine: new"
    )
    later = amendment(2, "renumber article 3, number 3 as article 3, number 2.", day="in force from 1 May 2031.")
    history = shelf_of(tmp_path, amendment(1, change), later, base=base)
    assert WAITS in print_document(consolidate(history, date(2031, 3, 31), "en").document)
    for day in (DAY, date(2031, 5, 1)):
        assert codes(history, day) == []
        assert "enters into force" not in print_document(consolidate(history, day, "en").document)
    assert prose(history, date(2031, 5, 1))["art_3__para_2"] == "new"


def test_a_header_speaks_of_provisions_by_their_present_numbers(tmp_path: Path) -> None:
    base = BASE.replace(
        "invented example",
        "in force from 1 February 2031.\non 1 July 2031, article 4 enters into force.\ninvented example",
    )
    history = shelf_of(tmp_path, amendment(1, "renumber article 4 as article 5.", NEW_ARTICLE_4), base=base)
    document = consolidate(history, DAY, "en").document
    assert "on 1 July 2031, article 5 enters into force." in print_document(document)
    assert found_on(history) == {}


@pytest.mark.parametrize(
    "head",
    [
        FROM_JULY + "\non 1 June 2031, article 1 enters into force.",
        "in force from 1 May 2031.\nin force from 1 April 2031.",
    ],
)
def test_an_instrument_that_contradicts_itself_on_its_days_amends_nothing(head: str, tmp_path: Path) -> None:
    worded(tmp_path, amendment(1, "repeal article 3.", day=head))
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics] == ["contradictory-header"]
    with pytest.raises(InvalidRegulation):
        find(str(tmp_path))


@pytest.mark.parametrize("clause", [SUSPENDED_PRIZE, DEROGATION])
def test_what_ends_before_it_begins_is_an_error(clause: str, tmp_path: Path) -> None:
    ended = re.sub("until 31 (May|July)", "until 31 March", clause)
    worded(tmp_path, amendment(1, ended))
    assert [d.code for d in check_paths([str(tmp_path)]).diagnostics] == ["sentence-out-of-place"]
    one_day = worded(tmp_path, amendment(1, re.sub("until 31 (May|July)", "until 1 April", clause)))
    assert one_day.dates == (date(2031, 2, 1), DAY, date(2031, 4, 2))
    assert check_paths([str(tmp_path)]).diagnostics == []


def test_log_does_not_end_with_a_repeal_after_which_the_text_was_enacted_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worded(tmp_path, amendment(1, "repeal the regulation."))
    for enacted, is_repealed in ((False, True), (True, False)):
        if enacted:
            (tmp_path / "2031-06-01.en.ludi").write_text(WORDED.replace("1 February", "1 June"), "utf-8")
        assert main(["log", str(tmp_path), "--lang", "en"]) == 0
        assert ("repealed from 1 April 2031" in capsys.readouterr().out) is is_repealed


# ── Sentences of which nothing could come ───────────────────────────────────


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (WORDED.replace("in force", "on 1 January 2031, article 2 enters into force.\nin force"), 3),
        (WORDED.replace("in force", "bets are accepted.\nin force"), 3),
        (WORDED.replace("  no effect on the machine: stakes", "  repeal article 2."), 7),
        (amendment(1, "bets are accepted."), 9),
        (amendment(1, "repeal article 1.").replace("\n\nArticle", "\nrepeal article 2.\n\nArticle"), 7),
    ],
)
def test_a_sentence_of_which_nothing_could_come_is_an_error(text: str, line: int, tmp_path: Path) -> None:
    path = tmp_path / "1.en.ludi"
    path.write_text(text, "utf-8")
    found = [d for d in check_paths([str(path)]).diagnostics if d.code == "sentence-out-of-place"]
    assert [d.labels[0].source.line_of(d.labels[0].span.start) for d in found] == [line]


def test_an_instrument_with_such_a_sentence_amends_nothing(tmp_path: Path) -> None:
    worded(tmp_path, amendment(1, "repeal article 1.", "bets are accepted."))
    with pytest.raises(InvalidRegulation):
        find(str(tmp_path))


# ── Below the sub-point ─────────────────────────────────────────────────────

DEEP = {
    "zh": (
        "規章：invented\n本文為虛構示例，並非法律。\n\n第一條 大獎\n一、\n(一)\n(1)\n  | 組合為：\n  列出下列各項。\n"
        "i)\n  | 五張同花；\n  不影響程式運作：甲\nii)\n  | 四張相同；\n  不影響程式運作：乙\niii)\n  | 其他。\n"
        "  不影響程式運作：丙\n",
        "廢止第一條第一款(一)項(1)分項i)。",
        "第一條第一款(一)項(1)分項ii)改為第一條第一款(一)項(1)分項i)。",
        "第一條第一款(一)項(1)分項iii)改為第一條第一款(一)項(1)分項ii)。",
    ),
    "pt": (
        "regulamento: invented\nexemplo inventado, que não é lei.\n\nArtigo 1.º Prémio\n1.\n1)\n(1)\n"
        "  | As combinações:\n  introduz as disposições seguintes.\ni)\n  | cinco do mesmo naipe;\n"
        "  sem efeito na máquina: a\nii)\n"
        "  | quatro iguais;\n  sem efeito na máquina: b\niii)\n  | outras.\n  sem efeito na máquina: c\n",
        "é revogado i) da subalínea (1) da alínea 1) do n.º 1 do artigo 1.º.",
        "o artigo 1.º, n.º 1, alínea 1), subalínea (1), ii) passa a ser o artigo 1.º, n.º 1, 1), (1), i).",
        "o artigo 1.º, n.º 1, alínea 1), subalínea (1), iii) passa a ser o artigo 1.º, n.º 1, 1), (1), ii).",
    ),
    "en": (
        "regulation: invented\ninvented example, not law.\n\nArticle 1 Prize\n1.\n1)\n(1)\n  | The combinations:\n"
        "  introduces the provisions below.\ni)\n  | five of a suit;\n  no effect on the machine: a\nii)\n"
        "  | four alike;\n  no effect on the machine: b\niii)\n  | others.\n  no effect on the machine: c\n",
        "repeal i) of subitem 1 of item 1 of paragraph 1 of article 1.",
        "renumber article 1, number 1, 1), (1), ii) as article 1, number 1, 1), (1), i).",
        "renumber article 1, number 1, item 1, subitem 1, iii) as article 1, number 1, 1), (1), ii).",
    ),
}
HEADS = {
    "zh": "法規：虛構法規第1/2031號\n修改：invented\n公佈於二零三一年三月三日。\n自公佈翌日起生效。\n\n第一條\n",
    "pt": "diploma: Diploma inventado n.º 1/2031\naltera: invented\npublicado em 3 de Março de 2031.\n"
    "em vigor no dia seguinte ao da publicação.\n\nArtigo 1.º\n",
    "en": "instrument: Invented instrument No. 1/2031\namends: invented\npublished on 3 March 2031.\n"
    "in force on the day after publication.\n\nArticle 1\n",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_indents_below_a_subpoint_are_amended_as_any_provision(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: i) goes, ii) and iii) become i) and ii)."""
    base, *clauses = DEEP[language]
    amending = HEADS[language] + "".join(f"  {clause}\n" for clause in clauses)
    history = shelf_of(tmp_path, amending, language=language, base=base)
    expression = consolidate(history, DAY, language)
    assert expression.diagnostics == ()
    above = "art_1__para_1__point_1__point_1"
    assert list(expression.provisions)[3:] == [above, f"{above}__indent_1", f"{above}__indent_2"]
    last = expression.provisions[f"{above}__indent_2"]
    assert (last.label, [item.text for item in last.body if isinstance(item, Words)]) == (
        "ii)",
        [{"zh": "其他。", "pt": "outras.", "en": "others."}[language]],
    )
    assert main(["log", str(tmp_path), "--lang", language]) == 0
    rows = {"zh": "分項ii)及iii)改為i)及ii)", "pt": "ii) e iii) da subalínea (1)", "en": "ii) and iii) of subitem 1"}
    assert rows[language] in capsys.readouterr().out
    printed = print_document(expression.document)
    again, problems = build(Source("copy", language, printed))
    assert problems == []
    assert again == expression.document


# ── In three languages ──────────────────────────────────────────────────────


def example(folder: Path, name: str) -> History:
    """The invented work of the reference on dice, with its invented instrument 1/2031 and another, or that alone."""
    examples = reference_folder() / "examples"
    (folder / "amendments").mkdir(parents=True)
    shutil.copy(examples / "glossary.toml", folder)
    for language in LANGUAGES:
        shutil.copy(examples / f"dice.{language}.ludi", folder / f"2031-01-01.{language}.ludi")
        # Instrument 5/2031 adds the same bet as instrument 1/2031, of which it knows nothing.
        sources = [(2, name)] if name == "amending-clauses" else [(1, "amending"), (2, name)]
        for number, source in sources:
            target = folder / "amendments" / f"{number}-2031.{language}.ludi"
            shutil.copy(examples / f"{source}.{language}.ludi", target)
    return history_of(folder)


@pytest.mark.parametrize(
    ("name", "days"),
    [
        ("amending-clauses", ["2031-11-04", "2031-12-01", "2032-01-01", "2032-02-01"]),
        ("amending-rectifying", ["2031-03-04", "2031-07-01"]),
        ("amending-repealing", ["2031-11-01"]),
        ("amending-replacing", ["2031-12-02"]),
    ],
)
def test_clauses_do_the_same_in_every_language(name: str, days: list[str], tmp_path: Path) -> None:
    """By hand: instrument 5/2031 is published on 3 November, and 90 days after that it is 1 February."""
    history = example(tmp_path, name)
    assert set(map(date.fromisoformat, days)) <= set(history.dates)
    for day in history.dates:
        found = [consolidate(history, day, language) for language in LANGUAGES]
        assert [expression.diagnostics for expression in found] == [()] * 3
        notes = [
            {
                eid: (note.words_by, note.since, note.until, note.rectified_by, bool(note.suspended))
                for eid, note in expression.notes.items()
            }
            for expression in found
        ]
        assert notes[0] == notes[1] == notes[2]
        repealed = {bool(metadata_of(expression.document).repealed) for expression in found}
        assert repealed == {name in ("amending-repealing", "amending-replacing") and day >= date.fromisoformat(days[0])}


def test_a_rectified_prize_is_paid_as_rectified(tmp_path: Path) -> None:
    """Invented instrument 1/2031 was published with 2 to 3, and must read 3 to 2, from its own entry into force."""
    example(tmp_path, "amending-rectifying")
    for day, odds in (("2031-02-01", None), ("2031-03-04", Fraction(3, 2)), ("2032-01-01", Fraction(3, 2))):
        rules = rules_of(find(f"{tmp_path}@{day}", language="en"))
        paid = {
            rule.effect.parts[1].value
            for rule in rules.outcomes
            if rule.effect.op == "pays" and rule.provisions[0] == "art_7__para_5"
        }
        assert odds is None or paid == {odds}
        assert (odds is None) is (Fraction(3, 2) not in paid)


def test_instruments_of_one_number_are_told_by_their_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Invented: two authorities have each numbered an order of the year 1, and neither is known."""
    names = [f"Invented order of {authority} No. 1/2031" for authority in ("one", "another")]
    text = (
        "regulation: a\ninstrument: {}\namends: invented\npublished on 3 March 2031.\nin force from 1 April 2031.\n"
        "its content is unknown: not seen\ninvented example, not law.\n"
    )
    worded(tmp_path, *map(text.format, names))
    told = " and ".join(names)
    assert main(["log", str(tmp_path), "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(f": {told}")
    of_day = f"{tmp_path}@2031-04-01"
    for command in (["at", of_day], ["at", str(tmp_path)], ["show", "cited", of_day]):
        assert main([*command, "--lang", "en"]) == 0
        assert f": {told}\n" in "".join(capsys.readouterr())


def test_a_repealed_article_is_told_apart_from_another_that_has_come_to_its_number(tmp_path: Path) -> None:
    """Invented: article 2 goes in April, and another is put in at its number in May."""
    new = "insert after article 1:\n> Article 2 Prizes\n>   | All is kept.\n>   no effect on the machine: kept"
    later = amendment(2, new, day="in force from 1 May 2031.")
    history = worded(tmp_path, amendment(1, "repeal article 2."), later)
    told = "article 2: repealed by Invented instrument No. 1/2031, from 1 April 2031"
    other = "; what has that number in this text is another provision"
    for day, expected in ((DAY, told), (date(2031, 5, 1), told + other)):
        expression = consolidate(history, day, "en")
        assert f"\n[{expected}]\n" in plain(expression, catalogue("en"))
        assert f"# {expected}\n" in print_document(annotated(expression, catalogue("en")))


def test_renumberings_are_told_in_their_order_by_the_numbers_that_they_gave(tmp_path: Path) -> None:
    """Invented: points 1 and 2 became 2 and 3 in April, and are 1 and 2 again from May; so paragraph 3 by way of 5.

    Of article 1, which stands before them, the second instrument alone says something.
    """
    row = "renumber items {} to {} of paragraph 2 of article 2 as items {} to {}."
    one = amendment(1, row.format(1, 2, 2, 3), "renumber article 2, paragraph 3 as article 2, paragraph 5.")
    back = (
        row.format(2, 3, 1, 2),
        "renumber article 2, paragraph 5 as article 2, paragraph 3.",
        "renumber article 1 as article 1-A.",
    )
    history = worded(tmp_path, one, amendment(2, *back, day="in force from 1 May 2031."))
    text, words = consolidate(history, date(2031, 5, 1), "en"), catalogue("en")
    first, second = (
        f"renumbered by Invented instrument No. {number}/2031, from 1 {month} 2031"
        for number, month in ((1, "April"), (2, "May"))
    )
    rows = renumbered_rows(text.notes)
    assert {eid: list(note_lines(text.notes[eid], text, words, found)) for eid, found in rows.items()} == {
        "art_1-A": [f"formerly article 1; {second}"],
        "art_2__para_2__point_1": [
            f"formerly items 1 and 2, which became items 2 and 3; {first}",
            f"items 1 and 2: formerly items 2 and 3; {second}",
        ],
        "art_2__para_3": [
            f"formerly paragraph 3, which became paragraph 5; {first}",
            f"formerly paragraph 5; {second}",
        ],
    }
    note = text.notes["art_2__para_3"]
    alone = renumbered_rows({note.eid: note})[note.eid]
    assert list(note_lines(note, text, words, alone)) == [
        f"formerly paragraph 3, which became paragraph 5; {first}",
        f"formerly paragraph 5; {second}",
    ]


def test_what_amends_another_work_is_no_part_of_the_timeline(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: the second instrument amends the first, before that is in force."""
    first = amendment(1, "repeal article 1.", day="in force from 1 June 2031.")
    worded(tmp_path, first, amendment(2, "repeal article 1.").replace("amends: invented", "amends: a1"))
    assert main(["log", str(tmp_path), "--lang", "en"]) == 1
    assert "error[amends-another-work]" in capsys.readouterr().err
    with pytest.raises(InvalidRegulation):
        find(str(tmp_path))
    assert find(f"{tmp_path}@2031-03-31").version == "2031-02-01"


@pytest.mark.parametrize(
    ("sentence", "hints"),
    [
        ("article 4 is repealed.", ["heading-of-sentence"]),
        ("article 4 is replaced by the following:", ["heading-of-sentence"]),
        ("article 4 What is repealed", []),
    ],
)
def test_a_clause_that_begins_as_a_heading_is_told_that_it_is_read_as_one(
    tmp_path: Path, sentence: str, hints: list[str]
) -> None:
    """Also where no other article of the instrument has its number; a title ends with no full stop or colon."""
    shelf_of(tmp_path, amendment(1, "repeal article 5.", sentence))
    found = check_paths([str(tmp_path)]).diagnostics
    assert [[hint.key for hint in one.hints] for one in found if one.code == "unaccounted-provision"] == [hints]
