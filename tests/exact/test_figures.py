"""Figures in words: percentages, bars, bets, best plays and tables, from odds that are made up here."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lexludi.base.messages import catalogue
from lexludi.exact.best_table import BestTable, DealRow, ShownHand
from lexludi.exact.figures import BAR, Figures
from lexludi.exact.meters import MeterOdds
from lexludi.exact.odds import BetOdds, Line, Odds
from lexludi.exact.outcomes import UNSETTLED, Outcome
from lexludi.exact.strategy import Strategy, Threshold
from lexludi.language.glossary import GlossaryEntry, make_glossary
from lexludi.play.round_state import EndPart
from lexludi.play.telling import Teller

GLOSSARY = make_glossary(
    [
        GlossaryEntry("ante", {"en": ("big ante",)}),
        GlossaryEntry("raise", {"en": ("raise",)}),
        GlossaryEntry("bank", {"en": ("bank",)}),
        GlossaryEntry("queen", {"en": ("queen",)}, "Q", "Q"),
        GlossaryEntry("6", {"en": ("6",)}, "6", "6"),
        GlossaryEntry("spades", {"en": ("spades",)}, "s", "♠"),
        GlossaryEntry("high-card", {"en": ("high card",)}),
    ]
)
FIGURES = Figures(Teller(catalogue("en"), GLOSSARY))

WIN = Line(Outcome("ante", "win", Fraction(3, 2), ("art_4",)), Fraction(1, 4), 1)
LOSE = Line(Outcome("ante", "lose", Fraction(-1), ("art_4",)), Fraction(3, 4), 3)
OPEN = Line(Outcome("ante", UNSETTLED, None, ("art_4",)), Fraction(1, 4), 1)


def odds(*lines: Line, naming: tuple[str, ...] = (), kept: Fraction = Fraction(0)) -> BetOdds:
    return BetOdds("ante", lines, kept, False, naming)


def strategy(threshold: Threshold | None = None, table: BestTable | None = None, **counts: int) -> Strategy:
    return Strategy("choose", "ante", tuple(counts), counts, {}, threshold, table, (), ())


# ── Bets ────────────────────────────────────────────────────────────────────


def test_a_bet_is_told_with_its_expectation_edge_and_variance() -> None:
    """1/4 x 3/2 - 3/4 = -3/8; squares 1/4 x 9/4 + 3/4 = 21/16, less 9/64, are 75/64 = 1.171875."""
    assert FIGURES.bet(odds(WIN, LOSE)) == (
        "big ante: expectation −3/8 of the stake (−37.5000%); house edge 37.5000%; variance 1.1719"
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "bettor’s advantage 50.0000%"),
        ("pt", "vantagem do apostador 50,0000\N{NO-BREAK SPACE}%"),
        ("zh", "博彩者優勢 50.0000%"),
    ],
)
def test_where_the_house_has_no_edge_it_is_the_bettor_who_has_an_advantage(language: str, told: str) -> None:
    """1/4 x 3/2 + 3/4 x 1/6 = 1/2."""
    little = Line(Outcome("ante", "win", Fraction(1, 6), ("art_4",)), Fraction(3, 4), 3)
    figures = Figures(Teller(catalogue(language), GLOSSARY))
    assert told in figures.bet(odds(WIN, little))


def test_a_bet_that_no_rule_decides_has_no_expectation() -> None:
    assert FIGURES.bet(odds(LOSE, OPEN)) == (
        "big ante: no expectation, because with a probability of 1/4 (25.0000%) no rule decides the bet"
    )


def test_a_bet_is_named_with_the_items_that_it_may_name() -> None:
    assert FIGURES.name(odds()) == "big ante"
    assert FIGURES.name(odds(naming=("queen", "6"))) == "big ante (naming queen or 6)"
    assert FIGURES.name(odds(naming=("6",) * 7)) == "big ante (any of 7 namings, such as 6, 6 and 6)"


def test_a_result_is_told_with_what_the_bet_and_its_stake_had_become() -> None:
    moved = Line(Outcome("raise", "win", Fraction(2), (), stake=2), Fraction(1), None)
    assert FIGURES.result(WIN, "ante") == "win"
    assert FIGURES.result(moved, "ante") == "win (as “raise”; stake times 2)"
    assert FIGURES.result(moved, "raise") == "win (stake times 2)"


def test_what_outlasts_a_round_is_told_only_where_there_is_any() -> None:
    assert list(FIGURES.kept(odds(WIN))) == []
    (told,) = FIGURES.kept(odds(WIN, kept=Fraction(1, 8)))
    assert "1/8 (12.5000%)" in told


def test_bets_that_stand_beside_a_bet_are_told_with_what_each_is_worth_and_all_that_is_staked() -> None:
    """Three are staked in three of four rounds, of which two are won; one alone is lost in the fourth.

    So 3/2 - 3/4 - 1/4 is won of 9/4 + 1/4: a fifth.
    """
    won, lost = (
        Outcome(
            "ante",
            result,
            Fraction(3 * sign),
            (),
            parts=(EndPart("ante", result, sign, 1), EndPart("raise", result, 2 * sign, 2)),
        )
        for result, sign in (("win", 1), ("lose", -1))
    )
    assert FIGURES.result(Line(won, Fraction(1, 2), 2), "ante") == (
        "win (big ante: win; raise: win, staked 2 times the first stake)"
    )
    beside = odds(
        Line(won, Fraction(1, 2), 2), Line(lost, Fraction(1, 4), 1), replace(LOSE, probability=Fraction(1, 4))
    )
    assert list(FIGURES.shares(beside)) == [
        "Mean of all that is staked: 5/2 times the stake; bettor’s advantage 20.0000% of it.",
        "big ante: placed with a probability of 1 (100.0000%); expectation 0 of the first stake",
        "raise: placed with a probability of 3/4 (75.0000%); expectation 1/2 of the first stake",
    ]
    assert list(FIGURES.shares(odds(WIN, LOSE))) == []


@pytest.mark.parametrize(
    ("share", "bar"),
    [
        (Fraction(0), ""),
        (Fraction(1), "█" * BAR),
        (Fraction(1, 2), "█" * (BAR // 2)),
        (Fraction(1, 32), "▌"),  # 16 x 8 eighths over 32 are four
        (Fraction(1, 10**6), "▏"),  # never empty for what is possible
    ],
)
def test_a_bar_is_as_long_as_its_share_of_the_largest(share: Fraction, bar: str) -> None:
    assert FIGURES.bar(share, Fraction(1)) == bar
    assert FIGURES.bar(share / 7, Fraction(1, 7)) == bar


# ── Best plays ──────────────────────────────────────────────────────────────


def threshold(
    items: tuple[str, ...] = (), below: int = 0, exceptions: tuple[tuple[str, ...], ...] = (), category: str = ""
) -> Threshold:
    return Threshold("play", category, items, ("Qs", "6s"), below, exceptions)


@pytest.mark.parametrize(
    ("own", "sentences"),
    [
        (threshold(), ["“play” with Q♠ 6♠ or better."]),
        (threshold(("queen", "6")), ["“play” with Q-6 or better."]),
        (threshold(("queen", "6"), category="high-card"), ["“play” with Q-6 (high card) or better."]),
        (threshold(below=2, exceptions=(("6s",), ("Qs",))),
         ["“play” with Q♠ 6♠ or better.", "And with 2 hands below that one: 6♠; Q♠"]),
        (threshold(below=1234, exceptions=(("6s",),) * 9),
         ["“play” with Q♠ 6♠ or better.", "And with 1,234 hands below that one."]),
    ],
)  # fmt: skip
def test_a_threshold_is_told_with_its_exceptions(own: Threshold, sentences: list[str]) -> None:
    assert list(FIGURES.strategy(strategy(own))) == sentences


def test_counts_and_costs_are_told_action_by_action() -> None:
    best_play = Strategy("choose", "ante", (), {"play": 3, "fold": 1}, {"fold": Fraction(1, 8)}, None, None, (), ())
    assert list(FIGURES.strategy(best_play)) == [
        "“play” is best in 3 of 4 cases",
        "“fold” is best in 1 of 4 cases",
        "always choosing “fold” costs 1/8 of the stake of “big ante” (12.5000%)",
    ]
    *_, again = FIGURES.strategy(replace(best_play, comes_again=True))
    assert again == (
        "always choosing “fold” the first time that this step is taken, and then what is best, "
        "costs 1/8 of the stake of “big ante” (12.5000%)"
    )


def test_an_action_that_is_as_good_though_another_is_told_as_the_best_is_told_so() -> None:
    best_play = Strategy("choose", "ante", (), {"play": 4, "fold": 0}, {}, None, None, (), as_good=("fold",))
    assert list(FIGURES.play(best_play)) == ["“fold” is as good in every case."]
    # It is not told as the best in no case beside.
    told = [line for line in FIGURES.strategy(best_play) if "case" in line]
    assert told == ["“fold” is as good in every case.", "“play” is best in 4 of 4 cases"]
    assert not list(FIGURES.play(replace(best_play, as_good=())))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "What is best is not listed: by hands, or numbers kept, the list would have more than 64 rows."),
        ("pt", "O que é melhor não se enumera: por mãos, ou números guardados, a lista teria mais de 64 linhas."),
        ("zh", "最佳選擇不逐一列出：按持牌或所記之數列出，將多於 64 行。"),
    ],
)
def test_of_a_best_play_that_is_not_listed_the_length_is_told_alone(language: str, told: str) -> None:
    """Three bands of the order of hands, to fold, to keep and to double, are no threshold, and follow it still."""
    figures = Figures(Teller(catalogue(language), GLOSSARY))
    assert list(figures.play(replace(strategy(fold=35, keep=21, double=64), is_too_long=True))) == [told]


def test_hands_that_stand_for_others_are_counted_and_not_named() -> None:
    """Two deals of one hand that is listed: the six of either suit."""
    one_threshold = threshold(below=2, exceptions=(("6s",),))
    assert list(FIGURES.exceptions(one_threshold)) == ["And with 2 hands below that one."]


# ── Tables ──────────────────────────────────────────────────────────────────

BOTH = ("play", "fold")


def row(total: int, best: str, *others: ShownHand, raised: bool = False, offered: tuple[str, ...] = BOTH) -> DealRow:
    return DealRow(offered, (ShownHand("player-1", total, raised), *others), {best: 1})


# Whoever chooses.
OWN = ("player-1",)


def told(*rows: DealRow) -> list[str]:
    return list(FIGURES.table(BestTable(rows, OWN)))


def test_totals_that_follow_one_another_are_a_range() -> None:
    rows = [row(total, "play") for total in (1, 2, 3, 5)] + [row(total, "fold") for total in (4, 7, 8)]
    assert told(*rows) == ["“play” with a total of 1–3 and 5; “fold” with a total of 4 and 7–8."]


def test_totals_in_which_something_counts_more_are_told_apart() -> None:
    (sentence,) = told(row(12, "play"), row(12, "play", raised=True), row(13, "play", raised=True))
    assert sentence == ("“play” with a total of 12 or a total of 12–13 in which something counts its higher number.")


def test_hands_of_others_against_which_the_same_is_best_stand_together() -> None:
    """Against 2 and 3 one plays from 5 on; against 4 from 6 on."""
    rows = [
        row(points, "play" if points >= (6 if other == 4 else 5) else "fold", ShownHand("bank", other))
        for points in (4, 5, 6)
        for other in (2, 3, 4)
    ]
    assert told(*rows) == [
        "Against bank with a total of 2–3: “fold” with a total of 4; “play” with a total of 5–6.",
        "Against bank with a total of 4: “fold” with a total of 4–5; “play” with a total of 6.",
    ]


def test_where_the_bettor_holds_nothing_the_action_is_told_against_the_hands_of_others() -> None:
    best = {2: "fold", 3: "play", 4: "play"}
    rows = [DealRow(BOTH, (ShownHand("bank", total),), {action: 1}) for total, action in best.items()]
    assert told(*rows) == ["Against bank with a total of 2: “fold”.", "Against bank with a total of 3–4: “play”."]


def test_parts_of_the_hand_of_the_bettor_are_told_as_theirs() -> None:
    parts = ShownHand("player-1.high", 4), ShownHand("player-1.low", 2)
    row = DealRow(BOTH, (*parts, ShownHand("bank", 5)), {"fold": 1})
    (sentence,) = FIGURES.table(BestTable((row,), ("player-1", "player-1.high", "player-1.low")))
    against, _, play = sentence.partition(": ")
    assert (against, "with a total of 4 and" in play) == ("Against bank with a total of 5", True)


def test_hands_of_one_other_or_of_another_are_told_of_whose_they_are() -> None:
    assert told(row(4, "play", ShownHand("bank", 2)), row(4, "play", ShownHand("queen", 3))) == [
        "Against bank with a total of 2; queen with a total of 3: “play” with a total of 4."
    ]


def test_choices_that_offer_other_actions_are_told_apart_and_one_action_alone_is_no_choice() -> None:
    sentences = told(
        row(7, "play", offered=("play",)), row(4, "play"), row(5, "fold"), row(6, "play", offered=("play", "leave"))
    )
    assert sentences == [
        "Where the choice is between “play” and “fold”:",
        "“play” with a total of 4; “fold” with a total of 5.",
        "Where the choice is between “play” and “leave”:",
        "“play” with a total of 6.",
        "Elsewhere only “play” may be chosen.",
    ]


def test_several_actions_that_are_forced_elsewhere_are_told_in_one_sentence() -> None:
    """Each is forced in other places: no two sentences say of all of them that it is that action alone."""
    forced = (row(total, action, offered=(action,)) for total, action in ((2, "fold"), (7, "play"), (8, "leave")))
    assert told(row(4, "play"), *forced) == [
        "Where the choice is between “play” and “fold”:",
        "“play” with a total of 4.",
        "Elsewhere only “fold”, only “play” or only “leave” may be chosen.",
    ]


def test_where_every_action_is_forced_the_hands_tell_which() -> None:
    """Nothing is elsewhere where nobody has a choice anywhere."""
    forced = (row(total, action, offered=(action,)) for total, action in ((2, "fold"), (3, "play"), (4, "fold")))
    assert told(*forced) == ["“fold” with a total of 2 and 4; “play” with a total of 3."]


def test_how_often_the_objects_themselves_make_another_choice_better_is_told() -> None:
    """One of four deals of the row, and of five in all."""
    mixed = DealRow(BOTH, (ShownHand("player-1", 4),), {"play": 3, "fold": 1})
    assert told(mixed, row(5, "fold"))[-1] == (
        "In 1 of these cases (20.00%) the objects themselves make another choice better."
    )


@pytest.mark.parametrize(
    ("by_objects", "end"),
    [
        (False, "what was chosen, bet or settled before makes another choice better."),
        (True, "the objects themselves, or what was chosen, bet or settled before, make another choice better."),
    ],
)
def test_what_came_before_is_told_where_it_makes_another_choice_better(by_objects: bool, end: str) -> None:
    mixed = DealRow(BOTH, (ShownHand("player-1", 4),), {"play": 3, "fold": 1})
    *_, others = FIGURES.table(BestTable((mixed,), OWN, by_objects=by_objects, by_past=True))
    assert others == f"In 1 of these cases (25.00%) {end}"


def test_hands_without_totals_are_told_by_their_objects() -> None:
    rows = [DealRow(BOTH, (ShownHand("player-1", objects=(card,)),), {"play": 1}) for card in ("Qs", "6s")]
    assert told(*rows) == ["“play” with 6♠ or Q♠."]


def test_objects_that_are_alike_for_the_rules_are_told_beside_the_one_that_stands_for_them() -> None:
    row = DealRow(BOTH, (ShownHand("player-1", objects=("6s",)),), {"play": 1})
    assert list(FIGURES.table(BestTable((row,), OWN, (("6s", "5s"), ("4s", "3s"))))) == [
        "“play” with 6♠.",
        "Of objects that the rules treat alike, only one is named here: 6♠ and 5♠; 4♠ and 3♠.",
    ]


def test_assumptions_are_a_sentence_each() -> None:
    sentences = list(FIGURES.assumptions(Odds(1, {}, (), ("fresh-stock", "best-choices"))))
    assert len(sentences) == 2
    assert sentences[1] == "The bettor always makes the choice with the highest expectation."


def test_a_meter_is_told_with_what_one_more_in_it_adds_only_where_that_is_known() -> None:
    meter = MeterOdds("ante", "bank", 20, 5)
    (begins,) = FIGURES.meters(Odds(1, {"ante": odds(WIN)}, (), (), meters=(meter,)))
    assert begins == "The figures of big ante are those of a stake of 5 in a round that begins with 20 in “bank”."
    linear = replace(meter, slope=Fraction(1, 30), break_even=Fraction(85, 2))
    assert list(FIGURES.meters(Odds(1, {"ante": odds(WIN)}, (), (), meters=(linear,)))) == [
        begins,
        "Each unit more in “bank” adds 1/30 to the expectation of big ante per unit staked; "
        "the bet is worth nothing with 85/2 (42.50).",
    ]
    (_, above) = FIGURES.meters(
        Odds(1, {"ante": odds(WIN)}, (), (), meters=(replace(linear, break_even=Fraction(-1)),))
    )
    assert above == (
        "Each unit more in “bank” adds 1/30 to the expectation of big ante per unit staked, "
        "which is above zero even with nothing in it."
    )


def test_in_portuguese_the_bet_of_a_meter_comes_first() -> None:
    """A name after a preposition would want an article, which depends on the bet."""
    meter = MeterOdds("ante", "bank", 20, 5, slope=Fraction(1, 30), break_even=Fraction(85, 2))
    figures = Figures(Teller(catalogue("pt"), FIGURES.teller.glossary))
    begins, adds = figures.meters(Odds(1, {"ante": odds(WIN)}, (), (), meters=(meter,)))
    bet = figures.name(odds(WIN))
    assert begins.startswith(f"{bet}: os números são os de uma aposta de 5 numa jogada que começa com 20 em «")
    assert adds.startswith(f"{bet}: cada unidade a mais em «")
    assert adds.endswith("acrescenta 1/30 à expectativa por unidade apostada, que é nula com 85/2 (42,50).")


def test_what_a_meter_adds_is_told_of_the_items_that_a_bet_names_for_it() -> None:
    bets = {"ante:queen": odds(WIN, naming=("queen",)), "ante:6": odds(WIN, naming=("6",))}
    meters = (MeterOdds("ante:queen", "bank", 20, 5), MeterOdds("ante:6", "bank", 20, 5))
    assert [told.partition(" are ")[0] for told in FIGURES.meters(Odds(1, bets, (), (), meters=meters))] == [
        "The figures of big ante (naming queen)",
        "The figures of big ante (naming 6)",
    ]


def test_numbers_kept_are_told_as_ranges_before_hands() -> None:
    low, high = ShownHand("player-1", 4), ShownHand("player-1", 5)
    rows = [
        DealRow(("raise", "ante"), (), {"raise": 1}),
        *(DealRow(("raise", "ante"), (low,), {"raise": 1}, (("bank", number),)) for number in (1, 2, 4)),
        DealRow(("raise", "ante"), (low,), {"raise": 1}, (("bank", 6),)),
        DealRow(("raise", "ante"), (high,), {"ante": 1, "raise": 1}, (("bank", 6),)),
    ]
    assert list(FIGURES.table(BestTable(tuple(rows), OWN))) == [
        "Where nothing is kept yet:",
        "“raise” where no hand is seen yet.",
        "Where “bank” is 1–2 or 4:",
        "“raise” with a total of 4.",
        "Where “bank” is 6:",
        "“raise” with a total of 4; “big ante” with a total of 5.",
        "In some of these cases more than what is told here makes another choice better.",
    ]


def test_numbers_that_decide_alone_are_told_in_one_sentence() -> None:
    rows = [
        DealRow(("raise", "ante"), (), {"raise": 1}, (("bank", 1), ("queen", 2))),
        DealRow(("raise", "ante"), (), {"ante": 1}, (("bank", 1),)),
        DealRow(("raise", "ante"), (), {"raise": 1}),
    ]
    assert list(FIGURES.table(BestTable(tuple(rows), OWN))) == [
        "“raise” where “bank” is 1 and “queen” is 2 or nothing is kept yet; “big ante” where “bank” is 1."
    ]
