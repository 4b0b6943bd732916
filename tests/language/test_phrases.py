"""Phrases: their parts, alternatives, plurals and options, as they are printed and as they are read."""

import re

import pytest

from lexludi.language.phrases import LANGUAGES, Hole, Optional, WordRun, parse_phrase, phrase_table, word_pattern


def reads(phrase: str, text: str) -> bool:
    """The words of a phrase with one run read a text."""
    (run,) = [segment for segment in parse_phrase(phrase) if isinstance(segment, WordRun)]
    return re.fullmatch(run.pattern, text) is not None


def test_a_phrase_is_made_of_parts_and_the_words_between() -> None:
    first, words, second = parse_phrase("{1} is lower than {2}")
    assert (first, second) == (Hole(1), Hole(2))
    assert isinstance(words, WordRun)
    assert words.text == " is lower than "


def test_parts_may_come_in_any_order() -> None:
    assert [s.number for s in parse_phrase("{2}小於{1}") if isinstance(s, Hole)] == [2, 1]


def test_of_alternatives_each_is_read_and_the_first_printed() -> None:
    (run, _) = parse_phrase("(when|if) {1}")
    assert isinstance(run, WordRun)
    assert run.text == "when "
    assert [reads("(when|if) {1}", word) for word in ("when", "if", "as")] == [True, True, False]


def test_an_alternative_may_be_empty() -> None:
    assert [reads("{1} has chosen (to|) {2}", text) for text in ("has chosen to", "has chosen", "has to")] == [
        True,
        True,
        False,
    ]


def test_a_plural_is_printed_by_a_part_and_both_forms_are_read() -> None:
    _, run = parse_phrase("{1} <1:round|rounds>")
    assert isinstance(run, WordRun)
    assert (run.text, run.singular, run.plural_by) == (" rounds", " round", 1)
    assert [reads("{1} <1:round|rounds>", word) for word in ("round", "rounds", "roun")] == [True, True, False]


def test_words_by_number_and_gender_have_four_forms_and_all_are_read() -> None:
    phrase = "{1} <1f:is a/is b|are c/are d> now"
    _, run = parse_phrase(phrase)
    assert isinstance(run, WordRun)
    forms = [run.printed(is_one, gender, "") for is_one in (True, False) for gender in ("f", "m", "")]
    assert forms == [" is a now", " is b now", " is a now", " are c now", " are d now", " are c now"]
    assert [reads(phrase, f"{words} now") for words in ("is a", "is b", "are c", "are d", "is c")] == [True] * 4 + [
        False
    ]


def test_what_stands_in_brackets_appears_together_or_not_at_all() -> None:
    first, option = parse_phrase("{1}[; default {2}]")
    assert first == Hole(1)
    assert isinstance(option, Optional)
    assert [type(s) for s in option.segments] == [WordRun, Hole]


def test_white_space_is_read_in_any_amount_and_marks_in_one_form() -> None:
    assert re.fullmatch(word_pattern("is lower than"), "is  lower\nthan")
    assert re.fullmatch(word_pattern("，則"), ",則")
    assert re.fullmatch(word_pattern("9.º"), "9xº") is None


def test_there_is_a_table_for_each_language_and_for_no_other() -> None:
    tables = [phrase_table(language) for language in LANGUAGES]
    assert [table.language for table in tables] == ["zh", "pt", "en"]
    with pytest.raises(KeyError):
        phrase_table("fr")


def test_every_language_words_the_same_constructs() -> None:
    zh, pt, en = (set(phrase_table(language).phrases) for language in LANGUAGES)
    assert zh == pt == en


def test_every_language_has_the_parts_of_a_phrase_that_the_others_have() -> None:
    def holes(segments: tuple[object, ...]) -> list[int]:
        found = [s.number for s in segments if isinstance(s, Hole)]
        return sorted(found + [n for s in segments if isinstance(s, Optional) for n in holes(s.segments)])

    tables = [phrase_table(language).phrases for language in LANGUAGES]
    for name in tables[0]:
        assert len({tuple(holes(table[name])) for table in tables}) == 1, name


def test_only_ascii_digits_are_digits_of_the_law() -> None:
    for language in LANGUAGES:
        assert re.fullmatch(phrase_table(language).terminals["NUMBER"], "٣") is None


def test_the_classifier_of_a_part_is_printed_and_any_is_read() -> None:
    (_, run, _) = parse_phrase("{1}各一<c2:張>{2}")
    assert isinstance(run, WordRun)
    assert [run.printed(False, "", classifier) for classifier in ("", "顆", "把")] == ["各一張", "各一顆", "各一張"]
    assert all(re.fullmatch(run.pattern, f"各一{classifier}") for classifier in "張枚顆個")
    assert not re.fullmatch(run.pattern, "各一把")
