"""Gaps, conflicts and hands without category by logic: z3, from portable JSON alone, says what the checks say.

The checks count what rounds reach; z3 solves formulas that `logic` makes of the rules, without the engine.
Every round that z3 gives is played to the very stop. What is not modelled, and where z3 answers alone, is named here.
"""

from collections import Counter
from dataclasses import replace

import pytest

from generated.agreement import LANGUAGES, read
from generated.texts import c, n, regulation_of, t
from generated.vocabulary import glossary
from lexludi.base.source import Source
from lexludi.law.loader import find, load_rules, read_document, works
from lexludi.rules.model import Rule, RuleSet
from logic.comparing import Compared, compare

# On these z3 alone gives an answer: there are more hands than the checks go through.
ALONE = {"xx/caribbean-stud": "ante raise-bet progressive-bet categories", "xx/pai-gow": "main-bet"}

SHELF = ("mo/baccarat", "mo/q-poker")
# How many bets and actions of generated texts must be answered, of how many texts at the most; the texts of a soak.
ANSWERED, MOST, TEXTS = 10, 100, 1000


def rules_on_shelf(work: str) -> tuple[RuleSet, Source]:
    file = find(work)
    rules, _ = load_rules(file)
    assert rules is not None
    return rules, read_document(file)[1]


@pytest.mark.parametrize("work", SHELF)
def test_z3_finds_no_gap_and_no_conflict_in_a_regulation_and_nor_do_the_checks(work: str) -> None:
    found = compare(*rules_on_shelf(work))
    assert not found.faults
    assert not found.not_modelled
    assert found.agreed.keys() >= {"player", "draw"} if work == "mo/baccarat" else {"ante", "categories"}
    assert not any(found.agreed.values())


def test_two_packs_leave_equal_hands_without_a_rule() -> None:
    found = compare(*rules_on_shelf("mo/q-poker"), {"packs": 2})
    assert not found.faults
    assert found.agreed == {"pair-plus": set(), "ante": {"gap"}, "categories": set()}


@pytest.mark.soak
def test_a_category_that_is_struck_out_leaves_hands_without_one() -> None:
    rules, source = rules_on_shelf("mo/q-poker")
    found = compare(replace(rules, categories=rules.categories[:-1], outcomes=_on(rules, "pair-plus")), source)
    assert not found.faults
    assert found.agreed["categories"] == {"gap"}


def test_a_rule_of_drawing_that_is_struck_out_leaves_a_gap() -> None:
    rules, source = rules_on_shelf("mo/baccarat")
    ruled = tuple(norm for norm in rules.norms if norm.eid != "art_9__point_4__point_4")
    found = compare(replace(rules, norms=ruled), source)
    assert (found.faults, found.agreed["draw"]) == ([], {"gap"})


@pytest.mark.soak
def test_an_exception_that_is_struck_out_leaves_a_conflict() -> None:
    rules, source = rules_on_shelf("mo/baccarat")
    excepted = tuple(each for each in rules.precedences if each.winner != "art_9__point_2")
    found = compare(replace(rules, precedences=excepted), source)
    assert (found.faults, found.agreed["draw"]) == ([], {"conflict"})


@pytest.mark.soak
@pytest.mark.parametrize(("cards", "alone"), [(4, False), (9, True)])
def test_a_duty_to_draw_that_ends_too_early_leaves_a_gap(cards: int, alone: bool) -> None:
    """With nine cards and less than seventeen a dealer holds nearly all aces and twos: this z3 alone finds."""
    rules, source = rules_on_shelf("xx/blackjack")
    early = c("less", c("count", t("card"), t("dealer")), n(cards))
    norms = tuple(replace(norm, condition=early) if norm.effect.op == "must" else norm for norm in rules.norms)
    found = compare(replace(rules, norms=norms), source)
    assert (found.faults, found.not_modelled) == ([], {})
    assert (found.alone if alone else found.agreed)["draw"] == {"gap"}
    assert not any(found.agreed[bet] for bet in rules.bets)


@pytest.mark.soak
def test_without_what_a_hand_in_play_wins_by_its_double_has_no_rule() -> None:
    """What is left on the double bet: it is returned if the totals are equal, or the dealer has a natural, or lost."""
    rules, source = rules_on_shelf("xx/blackjack")
    left = tuple(
        rule
        for rule in rules.outcomes
        if rule.effect.term(0) != "double-bet" or (rule.effect.op != "pays" and not rule.fallback)
    )
    found = compare(replace(rules, outcomes=left), source)
    assert not found.faults
    assert found.agreed == {"main-bet": set(), "double-bet": {"gap"}, "insurance": set(), "draw": set()}


def _on(rules: RuleSet, bet: str) -> tuple[Rule, ...]:
    """The rules on one bet that name no category that is struck out."""
    return tuple(rule for rule in rules.outcomes if rule.effect.term(0) == bet and rule.eid != "art_9__point_1")


@pytest.mark.soak
@pytest.mark.parametrize("work", sorted(set(works()) - set(SHELF)))
def test_z3_and_the_checks_agree_on_an_example(work: str) -> None:
    found = compare(*rules_on_shelf(work))
    assert not found.faults
    assert not found.not_modelled
    assert not any((found.agreed | found.alone).values())
    assert " ".join(found.alone) == ALONE.get(work, "")


@pytest.mark.soak
@pytest.mark.parametrize("work", sorted(set(works()) - set(SHELF)))
def test_without_what_holds_in_every_other_case_rounds_are_found_that_no_rule_decides(work: str) -> None:
    rules, source = rules_on_shelf(work)
    # What is left for a later settlement comes there only if it is.
    firm = tuple(rule for rule in rules.outcomes if not rule.fallback or rule.effect.op in ("stays", "moves_naming"))
    found = compare(replace(rules, outcomes=firm), source)
    assert not found.faults
    otherwise = {rule.effect.term(0) for rule in rules.outcomes if rule not in firm}
    gaps = {bet for bet, problems in found.agreed.items() if "gap" in problems}
    assert gaps == otherwise - found.not_modelled.keys()


# ── Generated texts ─────────────────────────────────────────────────────────

# What of generated texts is not modelled; whatever else comes is a fault.
LEFT_OUT = {
    *("repeat", "each", "dealing", "round_over", "placed_at", "dealt", "was_thrown"),
    *("an object that shows nothing of a scale", "best_of", "combines", "keep"),
    *("a bet that names other than items, a number or a group", "a choice that is permitted"),
    *("a role that holds nothing", "a throw by a holder", "each_betting"),
    "several items of a category that is ordered by those alike",
    *("a bet that is not settled", "a bet that is not settled where a round ends early"),
    *("has_bet", "has_bet_on", "several_bet", "bets_at_several", "largest_stake", "draws", "moves_to"),
    *("a deal of what is thrown", "value", "shows"),
    *("draws by rule", "count_showing", "threw", "total_thrown"),
    *("a bet that is placed on the way", "a hand that is divided", "a number named among others"),
    *("all of a hand that is divided", "forms_hand"),
    *("place_marker", "demonstrate", "burn_by_first", "burn_with_first", "reduces", "a status that somebody has"),
    *("happens", "stakes_exceed", "largest_stake_among", "appears"),
    *("rules of drawing that permit", "splits", "wild", "wild_other", "stock_besides"),
}


def on_generated_texts(count: int, enough: float = float("inf")) -> Counter[str]:
    """How many bets and actions are answered, and how many of them with a gap or a conflict; up to enough answers."""
    answered: Counter[str] = Counter()
    for seed in range(count):
        if answered["answered"] >= enough:
            break
        language = LANGUAGES[seed % len(LANGUAGES)]
        case, _ = read(regulation_of(seed, leaves=100).text(language), language, glossary(), 600)
        if case is None:
            continue
        found: Compared = compare(case.rules, case.source)
        assert not found.faults, (found.faults, seed)
        assert {*found.not_modelled.values()} <= LEFT_OUT, ({*found.not_modelled.values()} - LEFT_OUT, seed)
        answered.update(["answered"] * len(found.agreed))
        answered.update(problem for problems in found.agreed.values() for problem in problems)
    return answered


def test_z3_and_the_checks_agree_on_some_generated_texts() -> None:
    # How many of the texts say what is not modelled differs with what the generator makes.
    answered = on_generated_texts(MOST, ANSWERED)
    assert answered["answered"] >= ANSWERED


@pytest.mark.soak
def test_z3_and_the_checks_agree_on_generated_texts() -> None:
    answered = on_generated_texts(TEXTS)
    assert answered["answered"] >= TEXTS // 2
    assert answered["gap"]
    assert answered["conflict"]
