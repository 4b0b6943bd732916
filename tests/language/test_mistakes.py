"""Repairs: the slip or the nearest phrase at a place, how much is wrong, and the tokens that it stands for."""

import pytest

from lexludi.language.lexer import HEADING, TITLE
from lexludi.language.mistakes import (
    PLAIN,
    SURE,
    Guess,
    Stand,
    bold_guesses,
    example,
    guesses,
    last_word,
    likeness,
    word_end,
)
from lexludi.language.phrases import LANGUAGES

TERM = {"TERM": ""}
ODDS = {"ODDS": ""}


def phrase(words: str, terminal: str = "_P") -> dict[str, str]:
    """A terminal that may follow, and the words that it stands for."""
    return {terminal: words}


def first(language: str, here: str, expected: dict[str, str]) -> Guess | None:
    return next(guesses(language, here, expected), None)


# ── Headings ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "written", "meant"),
    [
        ("en", "art. 9", "article 9"),
        ("en", "article 9.", "article 9"),
        ("pt", "artigo 9", "artigo 9.º"),
        ("pt", "art. 9.o", "artigo 9.º"),
        ("zh", "第9條", "第九條"),
        ("zh", "第十條", "第十條"),
        ("zh", "第九条", "第九條"),
    ],
)
def test_a_heading_in_another_form_stands_for_the_gazettes(language: str, written: str, meant: str) -> None:
    (guess,) = [g for g in guesses(language, written, {}, at_line_start=True) if g.slip == "heading"]
    assert guess.tokens == (Stand("ARTICLE", f"{HEADING}{meant}", 0, len(written)),)
    assert (guess.length, guess.end) == (len(written), len(written))


def test_the_title_after_a_heading_is_kept_and_reading_goes_on_after_it() -> None:
    """«art. 9» has six characters, the title begins with the gap before it, the line has thirteen."""
    guess = next(guesses("en", "art. 9 prizes\nmore", {}, at_line_start=True))
    assert guess.tokens[1] == Stand("TITLE", f"{TITLE}prizes", 6, 13)
    assert (guess.length, guess.end) == (6, 13)


def test_a_heading_is_looked_for_at_the_start_of_a_line_alone() -> None:
    assert list(guesses("en", "art. 9", {})) == []


# ── Odds ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "written", "length", "slip"),
    [
        ("en", "2:1.", 3, "odds-colon"),
        ("pt", "10 : 1.", 6, "odds-colon"),
        ("zh", "一:二.", 3, "odds-colon"),
        ("en", "2 to.", 4, "odds-number"),
        ("en", "2 to one.", 8, "odds-number"),
        ("pt", "2 por.", 5, "odds-number"),
        ("zh", "一賠.", 2, "odds-number"),
        ("zh", "賠二.", 2, "odds-number"),
    ],
)
def test_odds_with_a_colon_or_without_a_number(language: str, written: str, length: int, slip: str) -> None:
    guess = first(language, written, ODDS)
    assert guess is not None
    assert (guess.length, guess.slip, [stand.terminal for stand in guess.tokens]) == (length, slip, ["ODDS"])


def test_odds_as_they_should_be_and_odds_where_none_may_stand_are_no_slip() -> None:
    assert first("zh", "一賠二.", ODDS) is None
    assert first("en", "2:1.", TERM | {"NUMBER": ""}) is None


# ── Quotation marks ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("written", ["'a b' x", "‹a b› x", "[a b] x", "(a b) x", "{a b} x"])
def test_a_term_in_other_marks_is_a_term(written: str) -> None:
    guess = first("en", written, TERM)
    assert guess == Guess(5, (Stand("TERM", "«»", 0, 5),), "wrong-quotes")


def test_brackets_are_no_quotation_marks_where_a_bracket_may_open() -> None:
    assert "wrong-quotes" not in [g.slip for g in guesses("en", "(a b) x", TERM | {"OPEN": ""})]
    assert first("en", "'a b' x", TERM | {"OPEN": ""}) is not None


def test_a_mark_that_never_closes_may_end_after_any_word_or_at_the_end() -> None:
    """«ab c: ends after a, b or c as a bold guess; if none fits, the rest of the line is given up."""
    offered = [g for g in guesses("en", "«ab c", TERM) if g.slip == "open-quote"]
    assert [(g.length, g.bold, len(g.tokens)) for g in offered] == [
        (2, True, 1), (3, True, 1), (5, True, 1), (5, False, 0),
    ]  # fmt: skip


def test_a_mark_that_opens_twice_closes_at_the_second() -> None:
    assert Guess(4, (Stand("TERM", "«»", 0, 4),), "open-quote", score=SURE) in list(guesses("en", "«ab« x", TERM))


def test_a_mark_that_only_closes() -> None:
    assert first("en", "ab» loses", TERM) == Guess(3, (Stand("TERM", "«»", -1, 3),), "lone-close-quote", score=SURE)
    assert first("en", "» loses", {}) == Guess(1, (), "lone-close-quote")


def test_a_term_without_marks_is_guessed_boldly_after_its_article() -> None:
    """“the red dog”: “red” and “red dog”, which start after the four characters of «the », and end where words do."""
    offered = list(bold_guesses("en", "the red dog, x", TERM))
    assert [(g.length, g.tokens[0].start, g.tokens[0].end) for g in offered] == [(7, 3, 8), (11, 3, 12)]
    assert {(g.slip, g.bold) for g in offered} == {("unquoted-term", True)}
    assert list(bold_guesses("en", "the dog", {})) == []
    # Chinese does not set words apart: any beginning may be one.
    assert [g.length for g in bold_guesses("zh", "莊家輸", TERM)] == [1, 2, 3]


# ── The nearest phrase ──────────────────────────────────────────────────────


def test_a_number_is_not_taken_for_part_of_words_that_have_none() -> None:
    """«to 5; default» is as like «; default» as a slip of it, and the number would be gone."""
    assert list(guesses("en", "to 5; default 2", phrase("; default"))) == []


def test_a_phrase_written_nearly_right_is_named_with_its_likeness() -> None:
    """Twice the five letters in common of «losses» and «loses», over six and five: 10/11; five of six are covered."""
    guess = first("en", "losses.", phrase("loses"))
    assert guess is not None
    assert guess.tokens == (Stand("_P", "loses", 0, 6),)
    assert (guess.word, guess.length, guess.bold) == ("loses", 6, False)
    assert (guess.score, guess.cover) == (pytest.approx(10 / 11), pytest.approx(5 / 6))
    assert guess.score > PLAIN > SURE


def test_the_likeliest_phrase_comes_first() -> None:
    offered = guesses("en", "losses.", {"_A": "closes", "_B": "loses"})
    assert [g.word for g in offered] == ["loses", "closes"]


def test_a_phrase_that_is_written_right_is_no_mistake() -> None:
    assert list(guesses("en", "loses.", phrase("loses"))) == []


def test_a_phrase_that_is_less_like_is_guessed_boldly_or_not_at_all() -> None:
    """«lost» and «loses» have three letters in common: 6/9 is possible, and not sure."""
    assert list(guesses("en", "lost.", phrase("loses"))) == []
    (bold,) = bold_guesses("en", "lost.", phrase("loses"))
    assert (bold.bold, bold.score) == (True, pytest.approx(6 / 9))
    assert list(bold_guesses("en", "xyz.", phrase("loses"))) == []


def test_accents_are_overlooked_in_phrases_but_not_in_a_letter_alone() -> None:
    guess = first("pt", "nao e.", phrase("não"))
    assert guess is not None
    assert (guess.word, guess.score) == ("não", 1)
    assert list(guesses("pt", "e.", phrase("é"))) == []


def test_simplified_characters_are_overlooked() -> None:
    guess = first("zh", "赔.", phrase("賠"))
    assert guess is not None
    assert (guess.word, guess.score, guess.length) == ("賠", 1, 1)


def test_a_literal_in_simplified_characters_is_read_in_traditional_ones() -> None:
    guess = next(g for g in guesses("zh", "一赔二.", ODDS) if not g.slip)
    assert guess.tokens == (Stand("ODDS", "一賠二", 0, 3),)


def test_a_phrase_of_several_words_may_break_off_after_one_of_them() -> None:
    """«stays for» are nine characters of «stays for the next round»; «stays f» is no whole word."""
    expected = phrase("stays for the next round")
    (guess,) = bold_guesses("en", "stays for.", expected)
    assert (guess.length, guess.bold, guess.score) == (9, True, SURE)
    (guess,) = bold_guesses("en", "stays f.", expected)
    assert guess.length == 5


# ── Words and samples ───────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "end"), [("ab cd", 2), ("«a b» x", 5), ("«a b", 4), ("莊荷 x", 2), ("9.º-A", 1), (", x", 1), (" x", 0)]
)
def test_the_end_of_a_word_or_quoted_term(text: str, end: int) -> None:
    assert word_end(text, 0) == end
    assert word_end(f"xy{text}", 2) == 2 + end


@pytest.mark.parametrize(
    ("text", "word"), [("a bc", "bc"), ("x «a b»", "«a b»"), ("「莊荷」 閒家", "閒家"), ("a ", "")]
)
def test_the_last_word_or_quoted_term(text: str, word: str) -> None:
    assert last_word(text) == word


def test_likeness_is_twice_what_is_common_over_both() -> None:
    assert likeness("en", "abcd", "abxd") == pytest.approx(6 / 8)
    assert likeness("pt", "NÃO", "nao") == 1
    assert likeness("zh", "赔付", "賠付") == 1
    assert likeness("en", "abc", "xyz") == 0


@pytest.mark.parametrize(
    ("terminal", "samples"),
    [
        ("TERM", ("「…」", "«…»", "“…”")),
        ("ODDS", ("一賠二", "2 por 1", "2 to 1")),
        ("END", ("。", ".", ".")),
        ("COMMENT", ("# …", "# …", "# …")),
        ("LOSES_0", ("", "", "")),
    ],
)
def test_a_terminal_without_words_has_a_sample(terminal: str, samples: tuple[str, str, str]) -> None:
    assert tuple(example(language, terminal) for language in LANGUAGES) == samples


@pytest.mark.parametrize(
    ("language", "behind", "here", "length"),
    [
        ("en", "beginning with 10", ",000.", 4),
        ("en", "beginning with 1", ",000,000.", 8),
        ("zh", "起始為10", ",000.", 4),
        ("zh", "起始為一", "萬二千.", 3),
        ("zh", "起始為1", "萬.", 1),
        ("pt", "que começa em 10.000", ".", 1),
    ],
)
def test_a_number_in_groups_is_told_how_it_is_written(language: str, behind: str, here: str, length: int) -> None:
    found = next(guesses(language, here, {}, behind=behind))
    assert (found.slip, found.length) == ("grouped-number", length)


def test_digits_that_are_no_group_are_no_number_in_groups() -> None:
    for behind, here in (("from 2", ", 3."), ("from 2", ",0000."), ("item 10", "."), ("with 萬", "萬.")):
        assert "grouped-number" not in [found.slip for found in guesses("en", here, {}, behind=behind)]
