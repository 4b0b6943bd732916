"""Steering the interactive parser: trials that change nothing, sentences given up, jumps in the text."""

import pytest
from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from lexludi.language.grammar import lark_parser
from lexludi.language.lexer import normalise
from lexludi.language.mistakes import Guess, Stand
from lexludi.language.steering import (
    accepts,
    lex,
    may_begin_line,
    mistake_at,
    moved,
    set_position,
    stand_in,
    start_of,
    token_for,
    trial_of,
    unwind,
)

TEXT = "“a” loses.\n“b” is void.\n"
SECOND = 1 + TEXT.index("“b”")  # the normalised text has a newline more, at its beginning


@pytest.fixture
def parser() -> InteractiveParser:
    return lark_parser("en").parse_interactive(normalise(TEXT, "en"))


def feed(parser: InteractiveParser, count: int) -> list[Token]:
    """Feed the next so many tokens."""
    fed = []
    for token in lex(parser):
        parser.feed_token(token)
        fed.append(token)
        if len(fed) == count:
            break
    return fed


def test_tokens_come_from_where_the_lexer_stands(parser: InteractiveParser) -> None:
    assert [str(token) for token in feed(parser, 2)] == ["«a»", "loses"]
    assert [str(token) for token in feed(parser, 9)] == [".", "«b»", "is void", "."]


def test_the_terminals_that_may_follow(parser: InteractiveParser) -> None:
    assert {"TERM", "COMMENT", "ARTICLE"} <= accepts(parser)
    assert "END" not in accepts(parser)
    feed(parser, 2)
    assert accepts(parser) == {"END", "FRACTION"}, "“a” loses, or loses half"


def test_a_line_may_begin_between_sentences_and_not_within_one(parser: InteractiveParser) -> None:
    begins = [may_begin_line(parser)]
    for _ in range(3):
        feed(parser, 1)
        begins.append(may_begin_line(parser))
    assert begins == [True, False, False, True]


def test_what_is_done_to_a_trial_is_not_done_to_the_parser(parser: InteractiveParser) -> None:
    feed(parser, 1)
    stack = list(parser.parser_state.value_stack)
    trial = trial_of(parser)
    trial.feed_token(token_for(Stand("_LOSES_0", "loses", 5, 10)))
    assert "END" in accepts(trial)
    assert "END" not in accepts(parser)
    assert parser.parser_state.value_stack == stack
    set_position(trial, SECOND)
    assert [str(token) for token in feed(parser, 2)] == ["loses", "."]
    tree = parser.feed_eof()  # type: ignore[no-untyped-call]
    assert [str(subtree.data) for subtree in tree.iter_subtrees_topdown()] == ["document", "sentence", "loses", "term"]


def test_a_sentence_that_was_begun_is_given_up(parser: InteractiveParser) -> None:
    feed(parser, 5)  # “a” loses. “b” is void
    assert not may_begin_line(parser)
    assert unwind(parser)
    assert may_begin_line(parser)
    tree = parser.feed_eof()  # type: ignore[no-untyped-call]
    assert [str(subtree.data) for subtree in tree.iter_subtrees_topdown()] == ["document", "sentence", "loses", "term"]


def test_between_sentences_there_is_nothing_to_give_up(parser: InteractiveParser) -> None:
    feed(parser, 3)
    stack = list(parser.parser_state.state_stack)
    assert unwind(parser)
    assert parser.parser_state.state_stack == stack


def test_the_lexer_goes_on_at_another_place(parser: InteractiveParser) -> None:
    set_position(parser, SECOND)
    (token,) = feed(parser, 1)
    assert (str(token), token.start_pos) == ("«b»", SECOND)


def test_after_a_jump_no_token_stands_before(parser: InteractiveParser) -> None:
    feed(parser, 3)
    set_position(parser, SECOND)
    state = parser.lexer_thread.state
    assert state is not None
    assert state.last_token is None


def test_a_mistake_is_made_at_a_token() -> None:
    token = Token("TEXT", "words", 7, 1, 1, 1, 1, 12)
    mistake = mistake_at(token)
    assert isinstance(mistake, UnexpectedInput)
    assert isinstance(mistake, UnexpectedToken)
    assert (mistake.token, mistake.pos_in_stream) == (token, 7)


def test_a_token_stands_where_what_was_meant_stands() -> None:
    token = token_for(Stand("ODDS", "2 to 1", 4, 7))
    assert (token.type, str(token), token.start_pos, token.end_pos) == ("ODDS", "2 to 1", 4, 7)


def test_a_guess_is_moved_to_its_place_in_the_text() -> None:
    guess = Guess(6, (Stand("TERM", "«»", -1, 3), Stand("END", ".", 3, 4)))
    assert moved(guess, 10) == [Stand("TERM", "«»", 9, 13), Stand("END", ".", 13, 14)]
    assert guess.tokens[0].start == -1


def test_the_start_of_what_is_on_the_stack(parser: InteractiveParser) -> None:
    tree = lark_parser("en").parse(normalise(TEXT, "en"))
    first, second = tree.children
    assert [start_of(first), start_of(second)] == [1, SECOND]
    assert start_of(Token("TERM", "«a»", 5)) == 5
    assert start_of(Tree("document", [])) is None
    assert start_of(None) is None


def test_a_stand_in_is_a_sentence_without_meaning_that_takes_no_place(parser: InteractiveParser) -> None:
    for stand in stand_in(SECOND):
        assert (stand.start, stand.end) == (SECOND, SECOND)
        parser.feed_token(token_for(stand))
    tree = parser.feed_eof()  # type: ignore[no-untyped-call]
    assert [str(subtree.data) for subtree in tree.iter_subtrees_topdown()] == ["document", "sentence", "introduces"]
