"""Portable rule sets: to JSON and back without loss of meaning, and what is refused."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import reduce
from operator import getitem
from typing import Any

import pytest

from lexludi.base.errors import InvalidReplay
from lexludi.language.glossary import GlossaryEntry, Noun, make_glossary
from lexludi.rules.model import RuleSet
from lexludi.rules.portable import VERSION, rules_from_text, rules_to_text
from lexludi.rules.settings import digest
from small import HEADER, rules_of

TEXT = """\
Article 1 Bets
  | The words of the law stay behind.
  signed on 1 May 2031.
  “number”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
  house option “pace”: 3 or more; default 5.
  reading “way”: 1 or 2; default 1; because: it is the plainer.
Article 2
  deal to “dealer”, one “card” at a time, face up, until each has 2.
  settle “ante”.
  when the total of “dealer” is higher than 3, then “ante” pays 3 to 2.
  in every other case, “ante” loses half.
  when the total of “dealer” is higher than 3, and dealing is under way, then “player” must not “leave”.
Article 3
  no effect on the machine: a matter of form
"""
RULES = rules_of(TEXT)


def again(rules: RuleSet) -> RuleSet:
    return rules_from_text(rules_to_text(rules))


def test_everything_but_the_text_comes_back() -> None:
    back = again(RULES)
    assert replace(back, document=RULES.document, glossary=RULES.glossary) == RULES
    assert back.statements == RULES.statements
    assert back.outcomes[0].effect.parts[1] == RULES.outcomes[0].effect.parts[1]
    assert back.metadata.signed == RULES.metadata.signed


def test_a_rule_set_that_came_back_has_the_same_digest() -> None:
    settings = {"pace": 5, "way": 1}
    assert digest(again(RULES), settings) == digest(RULES, settings)
    other = rules_of(TEXT.replace("3 to 2", "3 to 1"))
    assert digest(again(other), settings) != digest(RULES, settings)


def test_terms_come_back_with_their_grammar() -> None:
    entry = GlossaryEntry("card", {"en": ("card", "cards"), "pt": ("carta",)}, "c", "♣", {"pt": Noun("f", "cartas")})
    glossary = again(replace(RULES, glossary=make_glossary([entry]))).glossary
    assert glossary.entries["card"] == entry
    assert glossary.resolve("en", "Cards") == "card"
    assert (glossary.noun("card", "pt"), glossary.sign("card")) == (Noun("f", "cartas"), "♣")


def test_neither_words_of_the_law_nor_places_in_files_travel() -> None:
    text = rules_to_text(RULES)
    assert "stay behind" not in text
    assert '"span"' not in text
    assert again(RULES).document.provisions == ()
    assert HEADER.splitlines()[0].partition(": ")[2] in text, "its name does"


def test_the_json_names_its_version_and_holds_characters_as_they_are() -> None:
    text = rules_to_text(replace(RULES, metadata=replace(RULES.metadata, title="百家樂")))
    assert json.loads(text)["version"] == VERSION
    assert "百家樂" in text


def test_a_mapping_with_keys_that_are_no_strings_comes_back_in_its_order() -> None:
    assert list(again(RULES).parameters) == list(RULES.parameters) == ["pace", "way"]
    assert list(again(RULES).accounts.items()) == list(RULES.accounts.items())


@pytest.mark.parametrize(
    "text",
    ["", "[]", "7", "{}", json.dumps({"version": "lexludi.rules/0", "rules": {}}), json.dumps({"rules": {}})],
)
def test_what_is_no_rule_set_or_another_version_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"lexludi\.rules/1|Expecting value"):
        rules_from_text(text)


@pytest.mark.parametrize(
    ("data", "key", "path"),
    [
        ({}, "field-missing", "$.rules"),
        ({"rules": 7}, "field-not-object", "$.rules"),
        ({"rules": {}}, "field-missing", "$.rules.metadata"),
        ({"rules": {"glossary": [7]}}, "field-of-another-kind", "$.rules.glossary"),
        ({"rules": {"glossary": [], "law": 1}}, "field-unknown", "$.rules.law"),
        ({"rules": {"steps": {"is": "Nothing"}}}, "field-not-a-part", "$.rules.steps"),
        ({"rules": {"steps": [{"is": "Fraction", "value": "1/0"}]}}, "field-not-a-part", "$.rules.steps[0]"),
        ({"rules": {"steps": [{"is": "map", "items": [[[], 1]]}]}}, "field-not-a-part", "$.rules.steps[0]"),
        ({"rules": {"steps": [{"is": "Account", "name": []}]}}, "field-not-a-part", "$.rules.steps[0]"),
        ({"rules": {"modulus": [10]}}, "field-of-another-kind", "$.rules.modulus"),
        ({"rules": {"modulus": [10, "art_1", "art_2"]}}, "field-of-another-kind", "$.rules.modulus"),
    ],
)
def test_a_field_that_is_missing_unknown_or_of_another_type_is_named(data: dict[str, Any], key: str, path: str) -> None:
    with pytest.raises(InvalidReplay) as refusal:
        rules_from_text(json.dumps({"version": VERSION, **data}))
    assert (refusal.value.key, refusal.value.args_by_name["path"]) == (key, path)


def places(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every value in JSON, but of the names of classes and the keys of mappings."""
    yield path
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, own in entries:
        if name == "items" and isinstance(data, dict) and data["is"] == "map":
            yield (*path, name)
            for place, (_, value) in enumerate(own):
                yield from places(value, (*path, name, place, 1))
        elif name != "is":
            yield from places(own, (*path, name))


def value_at(data: Any, path: tuple[str | int, ...]) -> Any:
    return reduce(getitem, path, data)


def is_name(part: str | int) -> bool:
    return isinstance(part, str)


EVERYWHERE = list(places(json.loads(rules_to_text(RULES))["rules"], ("rules",)))


@pytest.mark.parametrize(
    ("wrong", "admitted"),
    [
        (2.5, set()),
        (True, set()),
        ({}, set()),
        ([], set()),
        # Values of options, and the numbers of packs or holders that they may be, are texts or whole numbers.
        ("x", {"choices", "default", "copies", "count"}),
        # A range without an end may have one, and a pack that says no size may say it.
        (7, {"choices", "high", "size"}),
        # A day may be left out, and a condition; and any part of a construct, of which only it knows what it needs.
        (None, {"signed", "condition", "parts"}),
    ],
)
def test_a_value_of_another_type_is_refused_wherever_it_stands_and_its_field_is_named(
    wrong: object, admitted: set[str]
) -> None:
    whole = json.loads(rules_to_text(RULES))
    found = set()
    # Of values of one type that differ only in their places in lists the first.
    alike = {(type(value_at(whole, path)), *filter(is_name, path)): path for path in reversed(EVERYWHERE)}
    for path in alike.values():
        changed = deepcopy(whole)
        above = changed
        for name in path[:-1]:
            above = above[name]
        before, above[path[-1]] = above[path[-1]], wrong
        if type(before) is type(wrong):
            continue
        # Of what is no list or object in itself, such as a day, the field that holds it is named.
        field = next(
            name for name in reversed(path) if name not in ("items", "value", "name") and isinstance(name, str)
        )
        named = ""
        try:
            rules_from_text(json.dumps(changed))
        except InvalidReplay as refusal:
            named = refusal.args_by_name["path"]
        if named:
            assert field in named, path
        else:
            found.add(field)
    assert found == admitted
