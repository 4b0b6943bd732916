"""Parsing with recovery: what is wrong, where, what is said to be meant, and that reading goes on after it."""

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from lark import Token

from lexludi.base.boundary import MAX_CHARACTERS
from lexludi.base.diagnostics import Diagnostic
from lexludi.base.source import Source
from lexludi.language import parser
from lexludi.language.builder import build
from lexludi.language.citations import reference_eid
from lexludi.language.nodes import walk
from lexludi.language.parser import MAX_DIAGNOSTICS, MAX_LINES, ParseTree, parse

CORPUS = Path(__file__).parent.parent / "corpus"
GOOD = "bets are accepted.\n"


def parsed(text: str, language: str = "en") -> tuple[list[str], list[Diagnostic]]:
    """The statements that were read, by their constructs, and the diagnostics."""
    tree, problems = parse(Source(f"small.{language}.ludi", language, text))
    assert tree is not None
    return [
        statement_of(sentence) for sentence in tree.iter_subtrees_topdown() if sentence.data == "sentence"
    ], problems


def statement_of(sentence: ParseTree) -> str:
    statement = sentence.children[0]
    assert not isinstance(statement, Token)
    return str(statement.data)


def only(text: str, language: str = "en") -> tuple[str, str, str, Mapping[str, Any]]:
    """The one diagnostic of a text: its code, the words that it marks, its first hint with what it says."""
    _, (problem,) = parsed(text, language)
    span = problem.labels[0].span
    return problem.code, text[span.start : span.end], problem.hints[0].key, problem.hints[0].args


def expected_words(problem: Diagnostic) -> list[str]:
    (hint,) = [hint for hint in problem.hints if hint.key == "expected"]
    return list(hint.args["words"])


# ── Without mistakes ────────────────────────────────────────────────────────


def test_a_text_without_mistakes_is_read_whole() -> None:
    assert parsed(GOOD + "“a” loses.\nnote: anything “at all.\n") == (["bets_open", "loses", "note"], [])


def test_an_empty_text_has_no_sentences() -> None:
    assert parsed("") == ([], [])


def test_places_count_from_one() -> None:
    tree, _ = parse(Source("small.en.ludi", "en", "“a” loses.\n"))
    assert tree is not None
    (term,) = tree.scan_values(lambda token: token.type == "TERM")
    assert (term.start_pos, term.end_pos) == (1, 4)


# ── Slips that are plain ────────────────────────────────────────────────────


@pytest.mark.parametrize("article", ["第五-A條", "第五條之一"])
def test_an_inserted_article_is_cited_in_chinese_as_in_the_laws_of_macau_or_as_elsewhere(article: str) -> None:
    tree, problems = parse(
        Source("1", "zh", f"第一條\n  優先於{article}第二款。\n\n{article} 甲\n二-B、\n  接受下注。\n")
    )
    assert tree is not None
    assert problems == []
    cited = tree.scan_values(lambda token: token is not None and token.type == "REFERENCE")
    assert [*map(reference_eid, cited)] == ["art_5-A__para_2"]


def test_a_citation_of_an_inserted_article_numbered_otherwise_is_read() -> None:
    tree, (problem,) = parse(Source("1", "zh", "第一條\n  優先於第5-A條第二款。\n"))
    assert tree is not None
    cited = tree.scan_values(lambda token: token is not None and token.type == "REFERENCE")
    assert [*map(reference_eid, cited)] == ["art_5-A__para_2"]
    assert [(hint.key, hint.args) for hint in problem.hints] == [("slip-heading", {"example": "第五-A條"})]


@pytest.mark.parametrize(
    ("text", "slip", "marked", "meant"),
    [
        ("“a” pays 2:1.", "slip-odds-colon", "2:1", "pays"),
        ("there is one 'dealer'.", "slip-wrong-quotes", "'dealer'", "one_holder"),
        ("there is one dealer.", "slip-unquoted-term", "dealer", "one_holder"),
        ("there is one “dealer.", "slip-open-quote", "“dealer", "one_holder"),
    ],
)
def test_a_common_slip_is_explained_and_read_as_it_was_meant(text: str, slip: str, marked: str, meant: str) -> None:
    assert only(f"{text}\n") == ("common-slip", marked, slip, {})
    assert parsed(f"{text}\n{GOOD}")[0] == [meant, "bets_open"]


def test_a_heading_in_another_form_still_begins_its_provision() -> None:
    tree, problems = parse(Source("small.en.ludi", "en", f"Art. 9 Prizes\n  {GOOD}"))
    assert tree is not None
    assert [hint.key for hint in problems[0].hints] == ["slip-heading"]
    (provision,) = tree.find_data("provision")
    assert [str(s.data) for s in provision.iter_subtrees_topdown()] == ["provision", "sentence", "bets_open"]


@pytest.mark.parametrize(
    ("language", "heading", "meant"),
    [
        ("zh", "第104條", "第一百零四條"),
        ("zh", "第廿條", "第二十條"),
        ("zh", "第卅一条", "第三十一條"),
        ("zh", "第5-A條 未成年人", "第五-A條"),
        ("zh", "第12－B條", "第十二-B條"),
        ("pt", "Art. 9 º", "Artigo 9.º"),
        ("en", "Art. 12", "Article 12"),
    ],
)
def test_the_heading_that_was_meant_is_shown_in_the_language_of_the_text(
    language: str, heading: str, meant: str
) -> None:
    _, (problem,) = parse(Source("1", language, f"{heading}\n  # a\n"))
    assert [(hint.key, hint.args) for hint in problem.hints] == [("slip-heading", {"example": meant})]


@pytest.mark.parametrize(
    ("language", "sentence", "marked", "meant"),
    [
        ("en", "on 1 January 2031, article 1, 6 enters into force.", ", 6", "paragraph 6"),
        ("en", "repeal article 2-A, 3.", "3", "paragraph 3"),
        ("pt", "o artigo 1.º, 6 entra em vigor em 1 de Janeiro de 2031.", ", 6", "n.º 6"),
        ("zh", "第一條第16款自2031年1月1日起生效。", "第16款", "第十六款"),
    ],
)
def test_a_paragraph_that_is_cited_by_its_number_alone_is_not_taken_for_nothing(
    language: str, sentence: str, marked: str, meant: str
) -> None:
    source = Source("1", language, f"{sentence}\n")
    _, (problem,) = parse(source)
    span = problem.labels[0].span
    assert source.text[span.start : span.end] == marked
    assert [(hint.key, hint.args) for hint in problem.hints] == [("slip-paragraph", {"example": meant})]


@pytest.mark.parametrize(
    ("text", "marked", "word", "meant"),
    [
        ("“a” losses.", "losses", "loses", "loses"),
        ("“a” is bet.", "is bet", "is a bet", "bet"),
        ("the rounds ends.", "the rounds ends", "the round ends", "round_ends"),
    ],
)
def test_the_phrase_that_comes_nearest_is_named_and_read(text: str, marked: str, word: str, meant: str) -> None:
    assert only(f"{text}\n") == ("unexpected-text", marked, "did-you-mean", {"word": word})
    assert parsed(f"{text}\n{GOOD}")[0] == [meant, "bets_open"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "when “a” drew some card, then “b” loses.\n"),
        ("pt", "quando «a» não optara por «b», então «b» perde.\n"),
        ("zh", "如「甲」不發生，則「乙」輸。\n"),
        ("en", "“b” never loses.\n"),
        ("pt", "«b» nunca perde.\n"),
        # That something need not be done is no prohibition.
        ("zh", "「甲」不必「乙」。\n"),
        ("zh", "「甲」不須「乙」。\n"),
        ("pt", "«a» não precisa de «b».\n"),
    ],
)
def test_what_is_denied_is_never_taken_for_what_is_affirmed(language: str, text: str) -> None:
    assert only(text, language)[2] == "expected"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "when the hand of “a” is such that at most two are of the same “c”, then “b” loses.\n"),
        ("en", "when “a” has the smallest stake, then “b” loses.\n"),
        ("en", "when among the last two of “a”, all are of the same “c”, then “b” loses.\n"),
        ("en", "“c” is placed below the last 3.\n"),
        ("en", "bets are refused.\n"),
        ("en", "when any “a” is “c”, then “b” loses.\n"),
        ("pt", "quando o maior total de «a» é 5, então «b» perde.\n"),
        ("pt", "quando entre as últimas duas de «a», todas são do mesmo «c», então «b» perde.\n"),
        ("pt", "quando «a» tem a menor importância apostada, então «b» perde.\n"),
        ("zh", "如「甲」之注額最小，則「乙」輸。\n"),
        ("zh", "如「甲」持牌中至多2張「丙」相同，則「乙」輸。\n"),
        ("zh", "如「甲」末2張合計為5，則「乙」輸。\n"),
    ],
)
def test_words_are_never_taken_for_their_opposite(language: str, text: str) -> None:
    assert only(text, language)[2] == "expected"


def test_a_word_behind_that_denies_keeps_words_from_being_taken_for_what_is_affirmed() -> None:
    assert only("the round does not end.\n")[2] == "expected"


@pytest.mark.parametrize(("language", "text", "word"), [("pt", "«a» perdi.\n", "perde"), ("zh", "「甲」输。\n", "輸")])
def test_the_nearest_phrase_is_one_of_the_language_of_the_text(language: str, text: str, word: str) -> None:
    assert only(text, language)[2:] == ("did-you-mean", {"word": word})
    assert parsed(text, language)[0] == ["loses"]


@pytest.mark.parametrize(
    ("language", "condition", "marked", "word"),
    [
        ("en", "the total of “a” is 1 and the total of “b” is 2", "and", ", and"),
        ("en", "the total of “a” is 1 or 2 or the total of “b” is 2", "or", ", or"),
        ("en", "the total of “a” is 1 or “b” shows 2", "or", ", or"),
        ("en", "“a” shows 1 and “b” shows 2", "and", ", and"),
        ("en", "“a” shows “b” or “c” shows 2", "or", ", or"),
        ("en", "“a” shows 1, 3 or “b” shows 2", "or", ", or"),
        ("pt", "«a» mostra 1 e «b» mostra 2", "e", ", e"),
        ("pt", "o total de «a» é 1 e o total de «b» é 2", "e", ", e"),
        ("pt", "o total de «a» é 1 ou o total de «b» é 2", "ou", ", ou"),
    ],
)
def test_another_condition_is_not_taken_for_more_of_a_list(
    language: str, condition: str, marked: str, word: str
) -> None:
    text = {"en": f"when {condition}, then “c” loses.\n", "pt": f"quando {condition}, então «c» perde.\n"}[language]
    assert only(text, language) == ("unexpected-text", marked, "did-you-mean", {"word": word})
    assert parsed(text, language)[0] == ["guarded"]


WHEN = {"en": "when {}, then “c” loses.", "pt": "quando {}, então «c» perde.", "zh": "如{}，則「丙」輸。"}


@pytest.mark.parametrize(
    ("language", "condition", "marked", "meant"),
    [
        ("en", "“a” is “b” or “c”", "“a” is “b” or “c”", "(“a” is “b”, or “a” is “c”)"),
        ("en", "“a” is “b”, “c” or “d”", "“a” is “b”, “c” or “d”", "(“a” is “b”, or “a” is “c”, or “a” is “d”)"),
        (
            "en",
            "it is not so that the total of “a” is higher than 1 or 2, and “a” has a bet",
            "the total of “a” is higher than 1 or 2",
            "(the total of “a” is higher than 1, or the total of “a” is higher than 2)",
        ),
        (
            "en",
            "“a” has a bet on “b” and “c”",
            "“a” has a bet on “b” and “c”",
            "(“a” has a bet on “b”, and “a” has a bet on “c”)",
        ),
        ("pt", "«Á» é «b» ou «c»", "«Á» é «b» ou «c»", "(«Á» é «b», ou «Á» é «c»)"),
        ("zh", "「甲」為「乙」或「丁」", "「甲」為「乙」或「丁」", "(「甲」為「乙」，或「甲」為「丁」)"),
    ],
)
def test_several_values_where_one_is_asked_of_are_written_out(
    language: str, condition: str, marked: str, meant: str
) -> None:
    text = WHEN[language].format(condition) + "\n"
    assert only(text, language) == ("common-slip", marked, "slip-one-value", {"example": meant})
    assert parsed(text, language)[0] == ["guarded"]
    assert parsed(text.replace(marked, meant), language) == (["guarded"], [])


@pytest.mark.parametrize(
    ("language", "condition", "marked", "meant"),
    [
        ("en", "among the first two of “a”, they form “b” and “c”", "“b” and “c”", "“b”-“c”"),
        ("en", "among the faces thrown by “a”, they form 4, 5 and 6", "4, 5 and 6", "4-5-6"),
        ("pt", "entre as faces lançadas por «a», formam 4, 5 e 6", "4, 5 e 6", "4-5-6"),
        ("zh", "「甲」所擲成4、5及6", "4、5及6", "4-5-6"),
    ],
)
def test_the_items_of_a_row_are_joined_by_hyphens(language: str, condition: str, marked: str, meant: str) -> None:
    text = WHEN[language].format(condition) + "\n"
    assert only(text, language) == ("unexpected-text", marked, "did-you-mean", {"word": meant})
    assert parsed(text, language)[0] == ["guarded"]
    assert parsed(text.replace(marked, meant), language) == (["guarded"], [])


@pytest.mark.parametrize(
    "condition",
    [
        "five are of the same “a” and follow one another in “b”",
        "the total of the first two of “a” is 1, 2 or low, in 10, and “b” drew no card",
        "“a” shows “b”, and “a” shows “d”,  and 1",
    ],
)
def test_a_mistake_is_told_once_though_it_shows_again_where_a_word_before_it_is_read_otherwise(condition: str) -> None:
    _, found = parsed(WHEN["en"].format(condition) + "\n")
    told = [(problem.code, problem.labels[0].span) for problem in found]
    assert told
    assert len(told) == len({*told})


def test_a_row_of_terms_is_proposed_too_where_one_term_may_stand() -> None:
    _, (problem,) = parsed(WHEN["zh"].format("「甲」所擲成「乙」及「丁」") + "\n", "zh")
    (one, row) = problem.hints
    assert (one.key, row.key, row.args) == ("slip-one-value", "did-you-mean", {"word": "「乙」-「丁」"})


@pytest.mark.parametrize(
    ("language", "condition", "marked"),
    [
        ("en", "“a” is higher than 2", "“a” is higher than"),
        ("en", "the total of “b” is 1, and “a” is even", "“a” is even"),
        ("en", "the total of “b” is higher than “a”", "“a”"),
        ("pt", "«a» é superior a 2", "«a» é superior a"),
        ("zh", "「a」大於2", "「a」大於"),
    ],
)
def test_a_term_by_itself_is_no_amount_and_what_may_be_asked_of_it_is_said(
    language: str, condition: str, marked: str
) -> None:
    found = only(WHEN[language].format(condition) + "\n", language)
    term = {"en": "“a”", "pt": "«a»", "zh": "「a」"}[language]
    assert (found[:3], found[3]["term"]) == (("common-slip", marked, "slip-bare-amount"), term)
    for amount in found[3]["words"]:
        other = {"en": f"{amount} is equal to {amount}", "pt": f"{amount} é igual a {amount}"}
        condition = other.get(language, f"{amount}等於{amount}")
        assert parsed(WHEN[language].format(condition) + "\n", language) == (["guarded"], [])
    for condition in found[3]["values"]:
        assert parsed(WHEN[language].format(condition) + "\n", language) == (["guarded"], [])


# ── Sentences without their stop ────────────────────────────────────────────


def test_a_sentence_without_its_stop_is_whole_and_the_mistake_is_at_its_end() -> None:
    text = f"“a” loses\n{GOOD}"
    statements, (problem,) = parsed(text)
    assert statements == ["loses", "bets_open"]
    assert (problem.code, problem.hints[0].key, problem.args["found"]) == ("common-slip", "slip-missing-stop", "loses")
    assert problem.labels[0].span.start == problem.labels[0].span.end == text.index("\n")


@pytest.mark.parametrize("mark", [",", ";"])
def test_another_mark_for_the_stop_is_marked(mark: str) -> None:
    assert only(f"“a” loses{mark}\n{GOOD}") == ("common-slip", mark, "slip-missing-stop", {})
    assert parsed(f"“a” loses{mark}\n{GOOD}")[0] == ["loses", "bets_open"]


def test_a_sentence_that_breaks_off_is_given_up_and_says_what_was_expected() -> None:
    text = f"settle\n{GOOD}"
    statements, (problem,) = parsed(text)
    assert statements == ["introduces", "bets_open"], "a sentence without meaning stands for it"
    assert problem.code == "unexpected-end"
    assert expected_words(problem) == ["“…”"]
    assert problem.labels[0].span.start == len("settle")


def test_of_the_classifiers_that_may_stand_two_are_told() -> None:
    _, (problem,) = parsed("派予「甲」，每次1幅「乙」，牌面向上，直至各有3張。", "zh")
    assert (problem.code, expected_words(problem)) == ("unexpected-text", ["個", "張"])


def test_a_sentence_that_breaks_off_after_a_comma_has_that_for_its_stop() -> None:
    assert only(f"settle “a”,\n{GOOD}") == ("common-slip", ",", "slip-missing-stop", {})


def test_a_remark_without_its_text_is_told_and_the_next_line_is_not_taken_for_it() -> None:
    statements, (problem,) = parsed(f"note:\n{GOOD}")
    assert statements == ["note", "bets_open"]
    assert (problem.code, problem.labels[0].span.start) == ("unexpected-end", len("note:"))


def test_a_reading_without_its_reason_is_left_to_the_check_of_its_meaning() -> None:
    assert parsed(f"reading “a”: 1 or 2; default 1; because:\n{GOOD}") == (["reading", "bets_open"], [])


def test_a_missing_mark_is_among_what_was_expected() -> None:
    """«pays by …» opens a table and ends with a colon; nothing else may stand there."""
    _, (problem,) = parsed("“a” pays by the hand of “b”\n")
    assert expected_words(problem) == [":"]


# ── Other mistakes ──────────────────────────────────────────────────────────


def test_what_nobody_can_guess_is_marked_and_hides_nothing_after_it() -> None:
    text = f"“a” xyz qqq.\n{GOOD}“b” losses.\n"
    statements, problems = parsed(text)
    assert statements == ["introduces", "bets_open", "loses"]
    marked = [text[p.labels[0].span.start : p.labels[0].span.end] for p in problems]
    assert marked == ["xyz", "losses"]
    words = expected_words(problems[0])
    assert (len(words), words[-1]) == (13, "…")


def test_what_is_expected_is_named_with_the_likeliest_first() -> None:
    _, (problem,) = parsed("“a” lost everything at once.\n")
    assert expected_words(problem)[0] == "loses"


@pytest.mark.parametrize(
    ("language", "text", "word", "likeliest"),
    [
        ("pt", "«a» com «b» opta repetidamente por «c» ou «d», até «a» passar de 14.\n", "até",
         ", até se verificar que"),
        ("en", "when the total of “a” is 3, 4, it loses.\n", "it", ", then"),
    ],
)  # fmt: skip
def test_a_phrase_may_be_expected_that_begins_with_the_comma_of_a_list(
    language: str, text: str, word: str, likeliest: str
) -> None:
    _, (problem,) = parsed(text, language)
    span = problem.labels[0].span
    assert text[span.start : span.end] == word
    assert expected_words(problem)[0] == likeliest


def test_a_sentence_that_is_given_up_ends_with_its_last_line() -> None:
    """A line that is indented deeper, or follows a comma, belongs to the sentence before it."""
    statements, problems = parsed(f"“a” xyz qqq,\nqqq “b”\n  qqq loses.\n{GOOD}")
    assert len(problems) == 1
    assert statements == ["introduces", "bets_open"]


def test_no_more_mistakes_are_told_than_anybody_reads() -> None:
    tree, problems = parse(Source("small.en.ludi", "en", "note:\n" * (MAX_DIAGNOSTICS + 5)))
    assert tree is None
    assert len(problems) == MAX_DIAGNOSTICS


# ── Texts that are not read at all ──────────────────────────────────────────


@pytest.mark.parametrize("text", ["#" * (MAX_CHARACTERS + 1), "\n" * (MAX_LINES + 1)])
def test_a_text_that_is_too_long_is_not_read(text: str) -> None:
    tree, (problem,) = parse(Source("small.en.ludi", "en", text))
    assert tree is None
    assert (problem.code, dict(problem.args)) == ("file-too-long", {"limit": MAX_CHARACTERS, "lines": MAX_LINES})


LIST = "“side”, from high to low: " + "“a”, " * 100_000


@pytest.mark.parametrize("sentence", ["when " + "(" * 400_000, LIST])
def test_a_sentence_that_is_too_long_is_read_no_further(sentence: str) -> None:
    start = "Article 1 Sides\n  when “a” has a bet, then “b” wins.\n  "
    tree, problems = parse(Source("small.en.ludi", "en", start + sentence))
    assert tree is None
    assert problems[-1].code == "sentence-too-long"
    assert len(problems) <= MAX_DIAGNOSTICS


def test_a_text_of_as_many_lines_as_there_may_be_is_read() -> None:
    _, problems = parse(Source("small.en.ludi", "en", "#\n" * MAX_LINES))
    assert "file-too-long" not in {problem.code for problem in problems}


def test_a_text_in_another_encoding_is_not_read_and_its_first_byte_is_marked() -> None:
    tree, (problem,) = parse(Source("small.en.ludi", "en", "# Jogo de fortuna\nnote: ac\N{REPLACEMENT CHARACTER}ao\n"))
    assert tree is None
    assert (problem.code, problem.labels[0].span.start) == ("other-encoding", len("# Jogo de fortuna\nnote: ac"))


def test_accents_apart_from_their_letters_are_told_once_and_do_no_harm_in_words_of_the_law() -> None:
    def read(text: str) -> tuple[bool, list[tuple[str, str, str]]]:
        source = Source("small.pt.ludi", "pt", unicodedata.normalize("NFD", text))
        tree, problems = parse(source)
        spans = [problem.labels[0].span for problem in problems]
        marked = [unicodedata.normalize("NFC", source.text[span.start : span.end]) for span in spans]
        hints = [problem.hints[0].key for problem in problems]
        return tree is not None, list(zip((p.code for p in problems), marked, hints, strict=True))

    text = "# é\nArtigo 1.º Prémios\n  | Há à\n  ~ é\n"
    assert read(text) == (True, [])
    assert read(f"{text}  há um «dado à número»; há.\n") == (False, [("common-slip", "há", "slip-decomposed")])
    assert read("Preâmbulo\n") == (False, [("common-slip", "preâmbulo".capitalize(), "slip-decomposed")])


# ── Provisions that are kept ────────────────────────────────────────────────

TEXTS = sorted(CORPUS.rglob("*.ludi"))


def built(text: str, language: str) -> tuple[object, ...]:
    """Everything that is read of a text, with all places and all that is said."""
    document, problems = build(Source(f"text.{language}.ludi", language, text))
    nodes = [(node, node.span, node.eid) for node in walk(document)] if document is not None else []
    return nodes, [(p, p.plain_args(), [(hint.key, str(hint.args)) for hint in p.hints]) for p in problems]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: "/".join(path.parts[-2:]))
def test_a_text_is_read_the_same_when_its_provisions_were_read_before_elsewhere(path: Path) -> None:
    text, language = path.read_text("utf-8", errors="replace"), path.name.split(".")[-2]
    half = text.find("\n", len(text) // 2)
    # Moved, and without a line in its middle: what is kept of these two is right only in part of the text itself.
    others = (f"# 𠮷\n{text}", text[:half] + text[text.find("\n", half + 1) :])
    parser._kept.clear()
    anew = built(text, language)
    for other in others:
        parser._kept.clear()
        anew_there = built(other, language)
        assert built(text, language) == anew
        assert built(other, language) == anew_there


def test_provisions_are_kept_where_nothing_is_wrong_with_them() -> None:
    parser._kept.clear()
    text = f"Article 1 Bets\n  {GOOD}Article 2 Ends\n  “a” loses\nArticle 3 More\n  {GOOD}Article 4 Last\n  {GOOD}"
    parsed(text)
    kept = [tree.children[0] for tree in parser._kept.values()]
    assert [str(head)[1:] for head in kept] == ["article 1", "article 4"]
