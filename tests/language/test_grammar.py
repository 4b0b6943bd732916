"""Grammars: the constructs with their parts, and the phrases of a language woven into what Lark reads."""

import re

import pytest
from lark import Lark, lexer
from lark.exceptions import UnexpectedInput

from lexludi.language.grammar import constructs, lark_parser, woven
from lexludi.language.lexer import normalise
from lexludi.language.phrases import LANGUAGES


def data_of(language: str, sentence: str) -> list[str]:
    """The rules of the parse tree of a sentence of the header, from the top down."""
    tree = lark_parser(language).parse(normalise(sentence, language))
    return [str(subtree.data) for subtree in tree.iter_subtrees_topdown()]


def productions(language: str) -> dict[str, str]:
    """The productions and terminals of a woven grammar, by name."""
    found = re.findall(r"^\??(\w+)(?:\.-?\d+)?: *(.*)$", woven(language)[0], re.MULTILINE)
    return dict(found)


# ── Constructs ──────────────────────────────────────────────────────────────


def test_a_construct_has_its_parts_in_canonical_order_with_optional_ones_in_brackets() -> None:
    parts = constructs()
    assert parts["less"] == ("operand", "operand")
    assert parts["stock"] == ("quantity", "term", "terms", "[number]")
    assert parts["round_ends"] == ()


def test_a_choice_among_constructs_is_no_construct() -> None:
    assert {"step", "effect", "norm", "statement", "condition"} & set(constructs()) == set()


# ── Weaving ─────────────────────────────────────────────────────────────────


def test_each_run_of_words_is_a_terminal_and_each_hole_its_part() -> None:
    """English: «burn a number of {2} equal to {1}»; the parts are a quantity and a term."""
    grammar, labels = productions("en"), woven("en")[1]
    pieces = grammar["burn"].split()
    assert pieces[1::2] == ["term", "quantity"]
    assert [labels[piece.removeprefix("_")] for piece in pieces[0::2]] == ["burn a number of", "equal to"]


def test_an_optional_part_is_optional_with_its_words() -> None:
    """English: «… of {3}[; {4} in each]»."""
    grammar, labels = productions("en"), woven("en")[1]
    inner = re.search(r"\[(.*)\]", grammar["stock"])
    assert inner is not None
    semicolon, part, words = inner[1].split()
    assert (semicolon, part, labels[words.removeprefix("_")]) == ("_SEMICOLON", "number", "in each")


def test_the_same_words_are_one_terminal_wherever_they_stand() -> None:
    """«, then» is the same in «if {1}, then {2}» of keys and of rules; «is a bet» is not «is a bet that names one»."""
    grammar = productions("en")
    assert grammar["guarded_key"].split()[-2] == grammar["guarded"].split()[-2]
    assert grammar["bet"].split()[1] != grammar["bet_naming"].split()[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_construct_has_its_production(language: str) -> None:
    assert set(constructs()) <= set(productions(language))


# ── Reading ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("zh", "「投注甲」輸。"), ("pt", "«aposta a» perde."), ("en", "“bet a” loses.")],
)
def test_one_rule_reads_the_phrases_of_each_language(language: str, sentence: str) -> None:
    assert data_of(language, sentence) == ["document", "sentence", "loses", "term"]


def test_the_longer_of_two_phrases_with_the_same_beginning_is_read() -> None:
    assert "loses_part" in data_of("en", "“a” loses half.")
    assert "bet_naming" in data_of("en", "“a” is a bet that names one “b”.")
    assert "burn_with_first" in data_of("en", "burn as many “a” as the first one counts, itself included.")


def test_a_phrase_of_an_alphabet_ends_with_its_word() -> None:
    """«deal to each» is not written «deal toeach»; next to a quotation mark, or in Chinese, words need no space."""
    dealt = "deal to each “a”, 1 “c” at a time, face up, until each has 2."
    assert "deal" in data_of("en", dealt)
    assert "deal" in data_of("en", dealt.replace("each “a”", "each“a”"))
    with pytest.raises(UnexpectedInput):
        data_of("en", dealt.replace("to each", "toeach"))


def test_an_optional_part_leaves_its_place_empty() -> None:
    tree = lark_parser("en").parse(normalise("house option “a”: 1 or 2.", "en"))
    (option,) = tree.find_data("option")
    assert option.children[-1] is None


def test_only_the_digits_of_ascii_are_digits() -> None:
    with pytest.raises(UnexpectedInput):
        data_of("en", "demonstrate \N{ARABIC-INDIC DIGIT THREE} rounds.")


def test_a_parser_is_made_once() -> None:
    parser = lark_parser("pt")
    assert isinstance(parser, Lark)
    assert lark_parser("pt") is parser


def test_the_proof_that_lark_would_look_for_is_switched_on_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexer, "has_interegular", True)
    lark_parser.cache_clear()
    lark_parser("en")
    assert lexer.has_interegular


def test_there_is_no_grammar_of_a_language_without_phrases() -> None:
    with pytest.raises(KeyError, match="fr"):
        woven("fr")
