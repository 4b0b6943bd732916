"""Sentences out of place in a header, in a regulation and in an amending instrument: each is told, with its place."""

import pytest

from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.rules.instruments import sentences_out_of_place

AMENDS = "amends: invented\n"
COMES_LATER = "on 2 March 2031, article 1 enters into force"
REPEALS = "repeal article 3"
REPLACED = "repeal the regulation, replaced by"
RULE = "there is one “dealer”"


def found(text: str) -> list[tuple[str, str]]:
    """The hint of each problem, and the words that it marks."""
    source = Source("small.en.ludi", "en", text)
    document, problems = build(source)
    assert document is not None
    assert problems == []
    told = []
    for problem in sentences_out_of_place(document, source):
        assert problem.code == "sentence-out-of-place"
        (label,), (hint,) = problem.labels, problem.hints
        told.append((hint.key.removeprefix("sentence-out-of-place."), source.text[label.span.start : label.span.end]))
    return told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"invented example, not law.\nArticle 1\n  {RULE}.\n", []),
        (f"{RULE}.\nArticle 1\n", [("header", RULE)]),
        (f"{COMES_LATER}.\nArticle 1\n", [("amends-nothing", COMES_LATER)]),
        (f"Article 1\n  {REPEALS}.\n", [("amends-nothing", REPEALS)]),
        (f"{AMENDS}Article 1\n  {REPEALS}.\n", []),
        (f"{AMENDS}{COMES_LATER}.\nArticle 1\n  {REPEALS}.\n", []),
        (f"{AMENDS}Article 1\n  {RULE}.\n", [("rule-of-instrument", RULE)]),
        (f"{AMENDS}{RULE}.\nArticle 1\n  {RULE}.\n", [("header", RULE), ("rule-of-instrument", RULE)]),
        ("regulation: invented\nreplaces: invented\nArticle 1\n", [("replaces-itself", "replaces: invented")]),
        ("regulation: invented\nreplaces: older\nArticle 1\n", []),
        (f"{AMENDS}Article 1\n  {REPLACED}: invented\n", [("replaces-itself", f"{REPLACED}: invented")]),
        (f"{AMENDS}Article 1\n  {REPLACED}: newer\n", []),
        (f"{AMENDS}Article 1\n  no effect on the machine: it says who approves.\n", []),
    ],
)
def test_what_is_out_of_place_is_marked_with_why(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected
