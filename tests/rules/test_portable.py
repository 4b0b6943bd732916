"""Portable rule sets: to JSON and back without loss of meaning, and what is refused."""

import json
from dataclasses import replace

import pytest

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
    [
        "",
        "[]",
        "7",
        "{}",
        json.dumps({"version": "lexludi.rules/0", "rules": {}}),
        json.dumps({"rules": {}}),
        json.dumps({"version": VERSION}),
        json.dumps({"version": VERSION, "rules": 7}),
        json.dumps({"version": VERSION, "rules": {}}),
        json.dumps({"version": VERSION, "rules": {"glossary": [7]}}),
        json.dumps({"version": VERSION, "rules": {"glossary": [], "law": 1}}),
        json.dumps({"version": VERSION, "rules": {"steps": {"is": "Nothing"}}}),
        json.dumps({"version": VERSION, "rules": {"steps": {"is": "Fraction", "value": "1/0"}}}),
    ],
)
def test_what_is_no_rule_set_or_another_version_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"lexludi\.rules/1|Expecting value"):
        rules_from_text(text)
