"""Settings: values that are admitted, and what is left of the rules when they are decided."""

import pytest

from lexludi.base.errors import InvalidSetting
from lexludi.language.nodes import Construct, Number
from lexludi.play.actions import Deal, PlaceBet
from lexludi.rules import meaning as m
from lexludi.rules.bind import bind
from lexludi.rules.model import Range, RuleSet
from lexludi.rules.settings import (
    Origin,
    Truth,
    decide,
    digest,
    origins,
    read_parameters,
    resolve_settings,
    stance_of,
    values_of_application,
)
from small import game_of, rules_of

TEXT = """\
Article 1
  house option “packs”: 1 through 4 or 8; default 2.
  house option “boxes open”: 2 or more.
  reading “half”: “won” or “kept”; default “won”; because: invented.
  “number”, from high to low: 2 and 1.
  material: “packs” packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  there are “boxes open” “box”.
  “player” bets at “box”.
  “ante” is a bet.
Article 2
  burn a number of “card” equal to “packs”.
  deal to “dealer”, “packs” “card” at a time, face up, until each has 2.
Article 3
  when “half” is “won”, then “ante” wins half.
  when “half” is “kept”, and the total of “dealer” is 2, then “ante” loses half.
  when “packs” is 3 through 8, or the total of “dealer” is 4, then “ante” is returned.
  “dealer” is “ready” only if it is not so that “packs” is 8 or more.
"""
RULES = rules_of(TEXT)


def decided(**settings: object) -> RuleSet:
    readings = {name: settings.pop(name) for name in ("half",) if name in settings}
    return decide(RULES, resolve_settings(RULES, {k.replace("_", "-"): v for k, v in settings.items()}, readings))


def test_what_is_not_chosen_has_its_default_or_the_first_value_admitted() -> None:
    assert resolve_settings(RULES, {}, {}) == {"packs": 2, "boxes-open": 2, "half": "won"}


@pytest.mark.parametrize("given", [3, "3", " three ", "três", "三"])
def test_a_number_may_be_given_in_digits_or_in_words_of_any_language(given: object) -> None:
    assert resolve_settings(RULES, {"packs": given}, {})["packs"] == 3


@pytest.mark.parametrize("given", [0, 5, 9, "many", True, 1.0, None, "-1", "٣"])
def test_what_is_not_admitted_is_refused_with_the_choices_and_the_provision(given: object) -> None:
    with pytest.raises(InvalidSetting) as refusal:
        resolve_settings(RULES, {"packs": given}, {})
    assert (refusal.value.key, refusal.value.provisions) == ("value-not-admitted", ("art_1",))
    assert refusal.value.args_by_name["choices"] == ("1-4", "8")


@pytest.mark.parametrize(
    ("options", "readings", "key"),
    [
        ({"half": "won"}, {}, "unknown-option"),
        ({}, {"packs": 2}, "unknown-reading"),
        ({"tables": 1}, {}, "unknown-option"),
    ],
)
def test_an_option_is_no_reading_and_a_reading_no_option(
    options: dict[str, object], readings: dict[str, object], key: str
) -> None:
    with pytest.raises(InvalidSetting) as refusal:
        resolve_settings(RULES, options, readings)
    assert refusal.value.key == key


def test_a_range_holds_its_ends_and_one_without_end_every_number_above() -> None:
    assert [n in Range(2, 4) for n in (1, 2, 4, 5)] == [False, True, True, False]
    assert [n in Range(2) for n in (1, 2, 10**9)] == [False, True, True]
    assert "2" not in Range(2)


def test_rules_of_another_reading_are_left_out() -> None:
    won, kept = decided(half="won"), decided(half="kept")
    assert [rule.effect.op for rule in won.outcomes] == ["wins_part", "push"]
    assert [rule.effect.op for rule in kept.outcomes] == ["loses_part", "push"]


def test_of_a_condition_what_is_decided_goes_and_the_rest_stays() -> None:
    rest = decided(half="kept").outcomes[0].condition
    assert isinstance(rest, Construct)
    assert rest.op == "number_is"
    assert decided(packs=2).outcomes[1].condition is not None
    assert decided(packs=4).outcomes[1].condition is None  # «or» is decided by one that is true


def test_a_definition_keeps_its_condition_as_decided() -> None:
    assert [decided(packs=n).definitions[0].condition for n in (2, 8)] == [Truth(True), Truth(False)]


def test_quantities_named_by_an_option_become_numbers() -> None:
    rules = decided(packs=3, boxes_open=5)
    assert [stock.copies for stock in rules.stocks] == [3]
    assert rules.roles["box"].count == 5
    burn, deal = (rule.effect for rule in rules.steps)
    assert (burn.parts[0], deal.parts[1]) == (Number(3), Number(3))


def test_the_rules_themselves_are_not_changed() -> None:
    before = RULES.outcomes, RULES.stocks
    decided(packs=4, half="kept")
    assert (RULES.outcomes, RULES.stocks) == before


def test_a_digest_tells_settings_and_statements_apart_and_nothing_else() -> None:
    plain = resolve_settings(RULES, {}, {})
    assert digest(RULES, plain) == digest(rules_of(TEXT), dict(reversed(plain.items())))
    assert digest(RULES, plain) != digest(RULES, {**plain, "packs": 3})
    assert digest(RULES, plain) != digest(rules_of(TEXT.replace("wins half", "wins 1/3")), plain)


def test_parameters_that_rules_ask_for_are_those_of_conditions_and_quantities() -> None:
    assert read_parameters(RULES) & set(RULES.parameters) == {"packs", "boxes-open", "half"}


def test_a_rule_applies_only_under_some_values_of_a_reading() -> None:
    rules = rules_of(
        "Article 1\n  “player” bets.\n  “ante” is a bet.\n"
        "  house option “limit”: “none” or 1 or more; default “none”.\n"
        "  reading “way”: “mild”, “strict” or “free”; default “mild”; because: it is the plainer.\n"
        "  reading “scope”: “all” or “one”; default “all”; because: so.\n"
        "Article 2\n"
        "  when “way” is “strict”, and “scope” is “one”, then “ante” loses.\n"
        "  when “way” is “strict”, or “scope” is “one”, then “ante” loses.\n"
        "  when it is not so that “limit” is “none”, and “way” is “mild”, and “player” has a bet, then “ante” loses.\n"
        "  when “way” is “mild”, and “player” has a bet, or “way” is “strict”, then “ante” loses.\n"
        "  when “limit” is 5, and “scope” is “one”, then “ante” loses.\n"
        "  when “player” has a bet, then “ante” loses.\n"
    )
    assert [values_of_application(rule, rules) for rule in rules.outcomes] == [
        {"way": ("strict",), "scope": ("one",)},
        {},  # under each value of either it may apply, by the other
        {"way": ("mild",)},
        {"way": ("mild", "strict")},
        {"scope": ("one",)},
        {},
    ]


def test_a_reading_is_of_the_work_or_of_the_text_or_chosen() -> None:
    rules = rules_of(
        "Article 1\n"
        "  reading “one”: “strict” or “lenient”; default “strict”; because: …\n"
        "  reading “two”: “strict” or “lenient”; default “strict”; because: …\n"
        "  reading “three”: “strict” or “lenient”; default “strict”; because: …\n"
    )
    settings = {"one": "strict", "two": "lenient", "three": "lenient"}
    found = origins(rules, settings, stance={"two": "lenient"}, chosen=())
    assert found == {"one": Origin.WORK, "two": Origin.TEXT, "three": Origin.CHOICE}
    assert origins(rules, settings, stance={"two": "lenient"}, chosen=("two",))["two"] is Origin.CHOICE


def test_a_meter_is_given_as_an_option_wherever_one_names_a_value_for_it() -> None:
    rules = rules_of("Article 1\n  “pot” is an amount kept from round to round, beginning with 50.\n")
    (parameter,) = rules.parameters.values()
    assert (parameter.kind, parameter.given_as) == ("meter", "option")
    assert resolve_settings(rules, {"pot": "70"}, {}) == {"pot": 70}
    with pytest.raises(InvalidSetting, match="no-readings"):
        resolve_settings(rules, {}, {"pot": "70"})


@pytest.mark.parametrize(
    ("said", "taken"), [("“kept” or “shared”", "kept"), ("“shared” or “kept”", "shared"), ("“kept” or “won”", None)]
)
def test_the_stance_of_a_text_is_the_first_value_that_its_words_bear_where_they_do_not_bear_the_default(
    said: str, taken: str | None
) -> None:
    text = TEXT.replace("“won” or “kept”;", "“won”, “kept” or “shared”;")
    rules = rules_of(f"{text}Article 4\n  divergence “half”: this text says {said}; note: the other says “won”.\n")
    assert stance_of(rules) == ({"half": taken} if taken else {})


def test_quantities_are_decided_in_definitions_and_in_what_follows_from_an_action() -> None:
    text = """\
Article 1
  house option “notice”: 0 or 1.
  “number”, from high to low: 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  “player” bets.
  “ante” is a bet.
  “raise” is a bet.
  “player” is “bold” only if the stakes on “ante” exceed those on “raise” by more than “notice”.
  upon “stop”: after this round “notice” rounds remain; burn a number of “card” equal to “notice”.
"""
    rules = rules_of(text)
    bound = bind(decide(rules, resolve_settings(rules, {"notice": 1}, {})))
    assert bound.definitions["player", "bold"].condition == m.Fact(m.StakesExceed("ante", "raise", 1))
    assert bound.upons["stop"][1] == (m.RoundsLeft(1), m.Burn("card", 1))


@pytest.mark.parametrize(
    ("notice", "keys"), [(0, ()), (1, (m.GuardedKey(m.AllSame("suit"), m.EachKey("number")),))], ids=["no", "yes"]
)
def test_an_option_is_decided_under_the_condition_of_a_key(notice: int, keys: tuple[m.Key, ...]) -> None:
    text = """\
Article 1
  house option “notice”: 0 or 1.
  “number”, from high to low: 2 and 1.
  “suit”, from high to low: “sun” and “moon”.
  material: 1 pack of “card”, each with one for each combination of “number” and “suit”.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “two”: 2 are of the same “suit”; compared by: if all are of the same “suit”, then if “notice” is 1, then {}.
"""
    rules = rules_of(text.format("the “number” of each card, highest first"))
    (category,) = bind(decide(rules, resolve_settings(rules, {"notice": notice}, {}))).categories
    assert category.keys == keys


@pytest.mark.parametrize(("strict", "conditions"), [("no", [None]), ("yes", [m.Alike(2, "number"), None])])
def test_an_option_is_decided_in_the_shape_of_a_category_that_a_rule_names(
    strict: str, conditions: list[m.Condition | None]
) -> None:
    # No hand is of the category unless the house is strict: the rule that names it never applies.
    rules = rules_of("""\
Article 1
  house option “strict”: “yes” or “no”.
  “number”, from high to low: 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
Article 2
  each hand belongs to the first category that fits, from high to low:
1)
  “twin”: 2 are of the same “number”, and “strict” is “yes”.
Article 3
  when the hand of “dealer” is such that they form a “twin”, then “ante” loses.
  in every other case, “ante” is returned.
""")
    found = [rule.condition for rule in bind(decide(rules, resolve_settings(rules, {"strict": strict}, {}))).outcomes]
    shapes = [own.observable.shape if isinstance(own, m.Fact) else own for own in found]  # type: ignore[attr-defined]
    assert shapes == conditions


@pytest.mark.parametrize(("greeting", "target"), [("yes", "art_2__para_2"), ("no", "art_2__para_3")])
def test_a_repetition_goes_back_to_where_steps_would_stand_that_an_option_leaves_out(
    greeting: str, target: str
) -> None:
    """A die of 3, 2 and 1 is thrown until it is no 1; each time it is greeted, or not."""
    text = """\
Article 1
  house option “greeting”: “yes” or “no”.
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
Article 2
1.
  bets are accepted.
2.
  when “greeting” is “yes”, then “dealer” performs “welcome”.
3.
  “dealer” throws “die”.
  settle “ante”.
4.
  repeat article 2, number 2 until every bet is decided.
Article 3
  when the total of “dealer” is 3, then “ante” pays 1 to 1.
  when the total of “dealer” is 2, then “ante” loses.
  in every other case, “ante” stands until it is decided.
"""
    *_, again = decide(rules_of(text), {"greeting": greeting}).steps
    assert again.effect.parts[0].target == target
    round_ = game_of(text, {"greeting": greeting}).new_round(cards="1 1 3")
    for action in (PlaceBet("player-1", "", "ante", 1), Deal()):
        round_.apply(action)
    assert [bet.net for bet in round_.state.bets] == [1]
    kinds = [step.kind for step in round_.trace if step.kind in ("performed", "repeated")]
    assert kinds.count("repeated") == 2
    assert kinds.count("performed") == (3 if greeting == "yes" else 0)
