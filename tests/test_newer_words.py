"""Words of an instrument published later that give way to one published before it, and in force after it."""

from datetime import date
from pathlib import Path

import pytest

from lexludi.checks.checking import check_paths
from lexludi.law.history import history_of
from test_history import BASE, DAY, amendment, codes, prose, shelf_of

LATE, ENTRY = "in force from 1 July 2031.", date(2031, 7, 1)
NUMBER = "> {0}.\n>   no effect on the machine: {1}"


def words(article: int, said: str) -> str:
    return f"replace article {article} by:\n> Article {article} Title\n>   no effect on the machine: {said}"


def newer(*sentences: str) -> str:
    """An instrument published a month after the other, and in force three months before it."""
    text = amendment(2, *sentences).replace("published on 3 March", "published on 31 March")
    assert "31 March" in text
    return text


@pytest.mark.parametrize(
    ("older", "later"),
    [
        (words(2, "older"), words(2, "newer")),
        ("repeal article 4.", words(4, "newer")),
        # A number that the newer has put in goes with the article that the older rewrites.
        (words(3, "older"), f"add to article 3:\n{NUMBER.format(3, 'newer')}"),
        (
            "replace number 1 of article 3 by:\n" + NUMBER.format(1, "older"),
            f"replace article 3 by:\n> Article 3 Third\n{NUMBER.format(1, 'newer')}",
        ),
        ("repeal number 1 of article 3.", "replace number 1 of article 3 by:\n" + NUMBER.format(1, "newer")),
    ],
)
def test_newer_words_that_an_older_instrument_takes_away_are_told(older: str, later: str, tmp_path: Path) -> None:
    history = shelf_of(tmp_path, amendment(1, older, day=LATE), newer(later))
    assert codes(history, DAY) == []
    assert "newer" in prose(history, DAY).values()
    assert codes(history, ENTRY) == [("newer-words-lost", ["1-2031.en.ludi", "2-2031.en.ludi"])]
    assert "newer" not in prose(history, ENTRY).values()
    # It is no fault of the texts, each of which is shown; it is told once, whatever comes later.
    last = amendment(3, words(1, "last"), day="in force from 1 August 2031.")
    (tmp_path / "amendments" / "3-2031.en.ludi").write_text(last, "utf-8")
    assert [(d.code, d.severity.value) for d in check_paths([str(tmp_path)]).diagnostics] == [
        ("newer-words-lost", "note")
    ]


@pytest.mark.parametrize(
    ("older", "later"),
    [
        (words(2, "older"), words(1, "newer")),
        # The sign of what stays keeps the words of the newer one.
        (
            f"replace article 3 by:\n> Article 3 Third\n{NUMBER.format(1, 'older')}\n> 2.\n>   | […]",
            "replace number 2 of article 3 by:\n" + NUMBER.format(2, "newer"),
        ),
        ("renumber article 2 as article 7.", words(2, "newer")),
    ],
)
def test_newer_words_that_stay_are_not_told(older: str, later: str, tmp_path: Path) -> None:
    history = shelf_of(tmp_path, amendment(1, older, day=LATE), newer(later))
    assert codes(history, ENTRY) == []
    assert "newer" in prose(history, ENTRY).values()


def test_words_that_give_way_in_the_order_of_publication_are_not_told(tmp_path: Path) -> None:
    later = newer(words(2, "newer")).replace("1 April", "1 August")
    history = shelf_of(tmp_path, amendment(1, words(2, "older"), day=LATE), later)
    assert codes(history, date(2031, 8, 1)) == []


def test_of_instruments_published_on_one_day_neither_is_newer(tmp_path: Path) -> None:
    history = shelf_of(tmp_path, amendment(1, words(2, "older"), day=LATE), amendment(2, words(2, "newer")))
    assert codes(history, ENTRY) == []


def test_newer_words_that_were_published_anew_give_way_as_well(tmp_path: Path) -> None:
    """The text is published anew on 1 June, with the words of the newer instrument; the older comes on 1 July."""
    shelf_of(tmp_path, amendment(1, words(2, "older"), day=LATE), newer(words(2, "newer")))
    (tmp_path / "1.en.ludi").rename(tmp_path / "2031-01-01.en.ludi")
    first = BASE.replace("invented example", "in force from 1 January 2031.\ninvented example", 1)
    (tmp_path / "2031-01-01.en.ludi").write_text(first, "utf-8")
    anew = BASE.replace("Article 2 Second", "Article 2 Title").replace("machine: two", "machine: newer")
    anew = anew.replace("invented example", "republished in full.\nin force from 1 June 2031.\ninvented example", 1)
    (tmp_path / "2031-06-01.en.ludi").write_text(anew, "utf-8")
    history = history_of(tmp_path, ("en",))
    assert codes(history, date(2031, 6, 1)) == []
    assert [code for code, _ in codes(history, ENTRY)] == ["newer-words-lost"]
