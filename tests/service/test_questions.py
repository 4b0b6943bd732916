"""Questions of other programs: what the schema admits is read, and what it does not is refused with its place."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lexludi.base.errors import LexludiError
from lexludi.language.phrases import LANGUAGES
from lexludi.service.questions import (
    KINDS,
    MAX_BYTES,
    MAX_TEXT,
    Analyze,
    Diff,
    OnShelf,
    Play,
    language_of,
    question_schema,
    read_question,
    schema_of,
)

GOOD: list[tuple[str, dict[str, Any]]] = [
    ("check", {"source": "regulation: a", "text": "en"}),
    ("check", {"source": "regulation: a", "text": "en", "work": "mo/q-poker", "language": "zh"}),
    ("text", {"work": "mo/baccarat", "on": "2005-11-29", "text": "pt"}),
    ("diff", {"before": {"work": "mo/q-poker"}, "after": {"work": "mo/q-poker", "readings": {"packs": 2}}}),
    ("play", {"work": "mo/q-poker", "seed": 1, "actions": [{"action": "deal"}], "options": {"dealing": "shoe"}}),
    ("analyze", {"work": "xx/sic-bo", "bets": ["big"], "accept_unknown": True}),
]
BAD: list[tuple[str, Any]] = [
    ("check", {"source": "a"}),
    ("check", {"source": "a", "text": "la"}),
    ("check", {"source": "a" * (MAX_TEXT + 1), "text": "en"}),
    ("check", {"source": "a", "text": "en", "path": "/etc/passwd"}),
    ("text", {"work": 1}),
    ("text", {"work": "mo/q-poker", "on": "tomorrow"}),
    ("text", []),
    ("diff", {"before": {"work": "mo/q-poker"}}),
    ("diff", {"before": {"work": "mo/q-poker"}, "after": {"work": "mo/q-poker"}, "layers": ["all"]}),
    ("diff", {"before": {"work": "mo/q-poker"}, "after": {"work": "mo/q-poker"}, "layers": []}),
    ("play", {"work": "mo/q-poker", "readings": {"packs+x": 2}}),
    ("play", {"work": "mo/q-poker", "accept_unknown": 1}),
    ("analyze", {"work": "mo/q-poker", "bets": ["ante"] * 21}),
    ("analyze", {"work": "mo/q-poker", "options": {"a": 1.5}}),
    ("play", {"work": "mo/q-poker", "options": {"boxes": 10**9}}),
]


@pytest.mark.parametrize(("kind", "data"), GOOD)
def test_what_the_schema_admits_is_read(kind: str, data: dict[str, Any]) -> None:
    assert list(Draft202012Validator(schema_of(kind)).iter_errors(data)) == []
    whole = {"schema": "lexludi.question/1", "kind": kind, "question": data}
    assert list(Draft202012Validator(question_schema()).iter_errors(whole)) == []
    read_question(kind, json.dumps(data).encode())


@pytest.mark.parametrize(("kind", "data"), BAD)
def test_what_the_schema_does_not_admit_is_refused(kind: str, data: Any) -> None:
    assert list(Draft202012Validator(schema_of(kind)).iter_errors(data))
    with pytest.raises(LexludiError):
        read_question(kind, json.dumps(data).encode())


# The schema does not know the shelf, nor the lines in which comparisons name a side.
@pytest.mark.parametrize(
    "work", ["../mo/q-poker", "/etc", ".", "", "mo", "mo/q-poker@2005-01-18", "tests/corpus/valid"]
)
def test_nothing_but_a_work_on_the_shelf_has_a_name(work: str) -> None:
    with pytest.raises(LexludiError) as refused:
        read_question("text", json.dumps({"work": work}).encode())
    assert refused.value.key == "field-not-among"


@pytest.mark.parametrize("value", ["a+b=c", "a:pt+b", "\n", "x" * 81, "1000000000", "1" * 5000, "-1000000000"])
def test_a_setting_cannot_say_more_than_its_value(value: str) -> None:
    sides = {"before": {"work": "mo/q-poker"}, "after": {"work": "mo/q-poker", "options": {"dealing": value}}}
    with pytest.raises(LexludiError) as refused:
        read_question("diff", json.dumps(sides).encode())
    assert refused.value.key == "field-not-setting"


def test_dashes_before_a_number_make_a_word_of_it() -> None:
    asked = read_question("analyze", json.dumps({"work": "mo/q-poker", "options": {"dealing": "--5"}}).encode())
    assert isinstance(asked, Analyze)
    assert asked.of.options == {"dealing": "--5"}


@pytest.mark.parametrize(
    ("round_", "refused"),
    [
        ({"seed": 7, "objects": ["As"]}, "seed-beside-objects"),
        ({"seed": 0, "objects": [], "chance": True}, "seed-beside-objects"),
        ({"chance": True}, "chance-without-objects"),
        ({"chance": True, "objects": None, "seed": 7}, "chance-without-objects"),
        ({"seed": 7, "objects": None, "chance": False}, ""),
        ({"seed": None, "objects": ["As"]}, ""),
        ({"objects": [], "chance": True}, ""),
    ],
)
def test_what_a_round_would_not_heed_is_refused(round_: dict[str, Any], refused: str) -> None:
    """Whoever gives a seed wants the same round again, which it would not be."""
    question = json.dumps({"work": "mo/q-poker", **round_}).encode()
    if not refused:
        assert isinstance(read_question("play", question), Play)
        return
    with pytest.raises(LexludiError) as found:
        read_question("play", question)
    assert found.value.key == refused
    assert all("objects" in found.value.tell(language) for language in LANGUAGES)


def test_words_and_rules_are_compared_unless_it_is_said() -> None:
    sides = json.dumps({"before": {"work": "mo/q-poker"}, "after": {"work": "mo/baccarat"}}).encode()
    assert read_question("diff", sides) == Diff(OnShelf("mo/q-poker"), OnShelf("mo/baccarat"), ("words", "rules"))


def test_every_kind_has_a_schema_and_no_other_kind_is_read() -> None:
    assert question_schema()["properties"]["kind"]["enum"] == list(KINDS)
    with pytest.raises(LexludiError):
        read_question("write", b"{}")


@pytest.mark.parametrize(
    ("data", "language"),
    [
        (b'{"language": "pt"', "pt"),
        (b'{"work": NaN, "language":"zh"}', "zh"),
        (b'{"language": "pt", "source": "' + b"x" * MAX_BYTES + b'"}', "pt"),
        (b'{"source": "' + b"x" * MAX_BYTES + b'", "language": "pt"}', "pt"),
        (b'{"language": "' + b"pt" * MAX_BYTES, "en"),
        (json.dumps({"source": '"language": "pt"' + "x" * MAX_BYTES}).encode(), "en"),
        (b"[" * 100_000, "en"),
    ],
    ids=["half", "no-number", "long", "long-before", "no-language", "in-a-text", "deep"],
)
def test_what_is_no_question_is_refused_in_the_language_that_it_names(data: bytes, language: str) -> None:
    assert language_of(data) == language
