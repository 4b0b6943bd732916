"""Text made ready for the parser: marks of lines, one form for each sign, places kept."""

import pytest

from lexludi.language.lexer import COMMENT, HEADING, QUOTED, SUMMARY, TITLE, WORDS, normalise


@pytest.mark.parametrize(
    ("language", "text", "marks"),
    [
        (
            "en",
            "  | words\n  ~ summary\n  # comment\n  > quoted\n  bets are accepted.",
            f"{WORDS}{SUMMARY}{COMMENT}{QUOTED}\n",
        ),
        ("zh", "　｜條文\n　～摘要\n　＃註\n　＞引文\n　接受下注。", f"{WORDS}{SUMMARY}{COMMENT}{QUOTED}\n"),
        ("en", "Article 9\n1.\n7)\n(1)\nAnnex\nPreamble\nClosing", HEADING * 7),
        ("pt", "Artigo 9.º\n1.\n7)\n(1)\nAnexo\nPreâmbulo\nFecho", HEADING * 7),
        ("zh", "第九條\n一、\n(七)\n(1)\n附件\n前言\n簽署", HEADING * 7),
    ],
)
def test_each_line_begins_with_the_mark_of_its_kind(language: str, text: str, marks: str) -> None:
    read = normalise(text, language)
    places = [0, *(i + 1 for i, char in enumerate(text) if char == "\n")]
    assert "".join(read[place] for place in places) == marks


def test_a_place_in_the_text_is_the_next_place_in_what_is_read() -> None:
    text = "Article 9 Prizes\n  | The “Ante”.\n  when “a” has been dealt, then “Ante” loses."
    read = normalise(text, "en")
    assert len(read) == len(text) + 1
    assert read[text.index("when") + 1 :].startswith("when")


def test_the_gap_before_a_title_is_marked_and_a_number_alone_has_none() -> None:
    assert normalise("Article 9 Prizes", "en") == f"{HEADING}article 9{TITLE}prizes"
    assert normalise("Article 9 ", "en") == f"{HEADING}article 9 "
    assert normalise("1. Prizes", "en") == "\n1. prizes"  # only articles and annexes have titles


def test_marks_of_any_width_and_letters_of_any_case_have_one_form() -> None:
    assert normalise("「莊荷」，ＡＢ：（三）", "zh") == "\n«莊荷»,ab:(三)"
    assert normalise("«Croupier» – 9.°", "pt") == "\n«croupier» - 9.º"


@pytest.mark.parametrize("quoted", ["〝{}〞", "〝{}〟", "﹁{}﹂", "﹃{}﹄", "„{}“", "„{}”", "‟{}”", "『{}』", "“{}”"])
def test_double_quotation_marks_of_any_kind_are_those_of_a_term(quoted: str) -> None:
    line = f"{quoted.format('a')}, {quoted.format('b c')}"
    assert normalise(line, "en") == "\n«a», «b c»"


def test_straight_quotation_marks_open_and_close_by_turns_anew_on_each_line() -> None:
    assert normalise('"a" and "b"\n"c', "en") == "\n«a» and «b»\n«c"
    assert normalise('“a" and "b”', "en") == "\n«a» and «b»"


def test_characters_that_mark_lines_within_cannot_be_written_in_a_text() -> None:
    assert normalise(f"  a{HEADING}b", "en") == "\n  a\ufffdb"


def test_an_empty_text_is_one_line() -> None:
    assert normalise("", "en") == "\n"
