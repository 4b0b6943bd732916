"""Steps that no round takes and alternatives that nobody can choose are told; and nothing where that is not known."""

import pytest

from lexludi.base.diagnostics import Severity
from lexludi.checks.idle_steps import idle_alternative, unreachable_step
from small import THREE_FACES, law_of, pack

# The bank has a card of three, of which there are two of each; who has an ante may choose.
TEXT = (
    pack("3, 2 and 1", "2 packs")
    + """  {more}
Article 2
1.
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has one.
  {steps}
  settle “ante”.
2.
  {norms}.
Article 3
  “ante” loses.
  when “mishap” happens, then the round stands.
"""
)
CHOICE = "“player” with “ante” chooses to “play” or “fold”"
NO_FOLD = "“player” must not “fold”"
BURN = "burn a number of “cards” equal to 1"
ELSEWHERE = "“bank” must not “wave”"  # a norm on what nobody does


def marked(steps: str = f"{CHOICE}.", norms: str = ELSEWHERE, more: str = "") -> list[tuple[str, str]]:
    """The code and the words of each place that is told."""
    law = law_of(TEXT.format(steps=steps, norms=norms, more=more))
    found = [*unreachable_step(law), *idle_alternative(law)]
    assert {d.severity for d in found} <= {Severity.WARNING}
    spans = [(d.code, d.labels[0].span) for d in found]
    return [(code, law.source.text[span.start : span.end]) for code, span in spans]


def of_total(words: str, norm: str = NO_FOLD) -> str:
    return f"when the total of “bank” is {words}, then {norm}"


def also(*norms: str) -> str:
    """Norms in paragraphs of their own, from the second on."""
    return ".\n".join(f"{number}.\n  {norm}" for number, norm in enumerate(norms, start=2)).removeprefix("2.\n  ")


RULE = "house option “rule”: “strict” or “lax”; default “strict”."
MANNER = f"{RULE}\n  house option “manner”: “soft” or “hard”; default “soft”."
STRICT, LAX = (f"when “rule” is “{value}”, then {NO_FOLD}" for value in ("strict", "lax"))
FOLD = [("idle-alternative", "“fold”")]


@pytest.mark.parametrize(
    ("norms", "more", "told"),
    [
        (NO_FOLD, "", FOLD),
        # Of a card of three each is higher than one, or lower than two.
        (also(of_total("higher than 1"), of_total("lower than 2")), "", FOLD),
        (also(of_total("higher than 2"), of_total("lower than 2")), "", []),
        (of_total("3"), "", []),
        # What must be done leaves nothing else; what may be in one case only, may not be in others.
        ("“player” must “play”", "", FOLD),
        (of_total("3", "“player” must “play”"), "", []),
        (of_total("9", "“player” may “fold”"), "", FOLD),
        (of_total("3", "“player” may “fold”"), "", []),
        # Where nothing can be chosen that is told; and not in addition that no bet is settled after it.
        (also(NO_FOLD, "“player” must not “play”"), "", []),
        ("when “player” is “standing”, then " + NO_FOLD, "each “player” is either “seated” or “standing”.", []),
        (STRICT, RULE, []),
        (LAX, RULE, []),
        (also(STRICT, LAX), RULE, FOLD),
        # It may be chosen under another value of both alone.
        (also(STRICT, f"when “manner” is “soft”, then {NO_FOLD}"), MANNER, []),
    ],
)
def test_an_alternative_that_is_forbidden_wherever_it_is_offered_is_told(
    norms: str, more: str, told: list[tuple[str, str]]
) -> None:
    assert marked(norms=norms, more=more) == told


def test_an_alternative_that_is_never_open_is_told_with_all_that_forbids_it_in_the_order_of_the_text() -> None:
    law = law_of(TEXT.format(steps=f"{CHOICE}.", norms=also(of_total("3"), of_total("2"), of_total("1")), more=""))
    (found,) = idle_alternative(law)
    assert found.args["provisions"].eids == ("art_2__para_2", "art_2__para_3", "art_2__para_4")


def test_an_alternative_that_is_open_in_another_choice_is_told_where_it_is_not() -> None:
    """The first choice comes with any card, and only with a one may nobody fold; the second with a one alone."""
    second = of_total("1", CHOICE)
    assert marked(steps=f"{CHOICE}.\n  {second}.", norms=of_total("1")) == FOLD


@pytest.mark.parametrize(("norm", "is_open"), [("“player” must not “bet” on “raise”", False), (ELSEWHERE, True)])
def test_a_bet_that_a_window_never_accepts_is_told(norm: str, is_open: bool) -> None:
    window = "bets on “raise” are accepted, up to 1 times the stake of “ante”.\n  settle “raise”."
    told = [("unreachable-rule", "settle “raise”"), ("idle-alternative", "“raise”")]
    assert marked(window, norm, "“raise” is a bet.") == told * (not is_open)


def test_that_nobody_may_pass_a_window_by_is_no_alternative_that_the_text_names() -> None:
    """To place no bet goes by the id of a term “no bet”, as which it is forbidden here."""
    window = "bets on “raise” are accepted, up to 1 times the stake of “ante”.\n  settle “raise”."
    choice = "“player” with “ante” chooses to “play” or “no bet”"
    told = [("idle-alternative", "“no bet”")]
    assert marked(f"{choice}.\n  {window}", "“player” must not “no bet”", "“raise” is a bet.") == told


UNDER_WAY = f"when dealing is under way, then {BURN}"
HIGH = f"when the total of “bank” is higher than 3, then {CHOICE}"
UNDER_LAX = "when “rule” is “lax”, and the total of “bank” is"


@pytest.mark.parametrize(
    ("steps", "more", "told"),
    [
        (HIGH, "", [HIGH]),
        (of_total("3", CHOICE), "", []),
        (f"when “rule” is “lax”, then {CHOICE}", RULE, []),
        (f"{UNDER_LAX} 3, then {CHOICE}", RULE, []),
        (f"{UNDER_LAX} 4, then {CHOICE}", RULE, [f"{UNDER_LAX} 4, then {CHOICE}"]),
        (f"when “rule” is “lax”, and “manner” is “hard”, then {BURN}", MANNER, []),
        (
            f"when “rule” is “lax”, and “rule” is “strict”, then {BURN}",
            RULE,
            [f"when “rule” is “lax”, and “rule” is “strict”, then {BURN}"],
        ),
        # No step is taken while objects come.
        (UNDER_WAY, "", [UNDER_WAY]),
        (f"when it is not so that dealing is under way, then {BURN}", "", []),
        (f"when dealing is under way, or the total of “bank” is 3, then {BURN}", "", []),
        # No bet is open, and none is settled again.
        (f"settle “ante”.\n  {CHOICE}", "", [CHOICE, "settle “ante”"]),
        (f"the round ends.\n  {BURN}", "", [BURN, "settle “ante”"]),
        (f"{of_total('3', 'the round ends')}.\n  {BURN}", "", []),
        # That is told in other words.
        (f"when the round is over, then {BURN}", "", []),
        # What no round decides by itself may be so.
        (f"when the number of “mishap” of “player” is 1, then {CHOICE}", "", []),
        (f"when the number of “mishap” of “bank” is 1, then {BURN}", "", []),
    ],
)
def test_a_step_that_no_round_takes_is_told(steps: str, more: str, told: list[str]) -> None:
    assert marked(f"{steps}.", more=more) == [("unreachable-rule", words) for words in told]


DEALT = "deal to each “player” with a bet, one “card” at a time, face up, until each has one"


@pytest.mark.parametrize(
    ("step", "is_told"),
    [
        # Nobody has a bet, and nothing has been dealt.
        (CHOICE, True),
        ("settle “ante”", True),
        (DEALT, True),
        (f"when “player” has a bet on “ante”, then {BURN}", True),
        (f"when a “card” has been dealt, then {BURN}", True),
        (f"when it is not so that a “card” has been dealt, then {BURN}", False),
    ],
)
def test_of_what_stands_before_the_betting_that_is_told_which_never_comes_there(step: str, is_told: bool) -> None:
    text = TEXT.format(steps=f"{DEALT}.", norms=ELSEWHERE, more="").replace(
        "bets are accepted", f"{step}.\n  bets are accepted"
    )
    law = law_of(text)
    spans = [d.labels[0].span for d in unreachable_step(law)]
    assert [law.source.text[span.start : span.end] for span in spans] == [step] * is_told


@pytest.mark.parametrize(("until", "is_told"), [("lower than 4", True), ("lower than 3", False)])
def test_a_repetition_by_which_nothing_is_ever_repeated_is_told(until: str, is_told: bool) -> None:
    repeat = f"repeat article 3 until the total thrown by “dealer” is {until}"
    law = law_of(
        f"{THREE_FACES}  “ante” is a bet.\nArticle 2\n  bets are accepted.\nArticle 3\n  “dealer” throws “die”.\n"
        f"Article 4\n  {repeat}.\n  settle “ante”.\n  “ante” loses.\n"
    )
    spans = [d.labels[0].span for d in unreachable_step(law)]
    assert [law.source.text[span.start : span.end] for span in spans] == [repeat] * is_told


@pytest.mark.parametrize(("becomes", "is_told"), [("stands until it is decided", False), ("is returned", True)])
def test_of_what_is_done_with_a_bet_that_may_be_open_nothing_is_told(becomes: str, is_told: bool) -> None:
    """After a mishap the bet may stand, be chosen about, and be settled once more."""
    text = TEXT.format(steps=f"settle “ante”.\n  {CHOICE}.", norms=ELSEWHERE, more="").replace(
        "  “ante” loses.\n",
        f"  when the number of “mishap” of “bank” is 1, then “ante” {becomes}.\n  in every other case, “ante” loses.\n",
    )
    assert len(list(unreachable_step(law_of(text)))) == 2 * is_told


# Of two bettors, the one whose bet is settled with a three may be dealt another card while the other's is open.
WITH_OTHERS = (
    pack("3, 2 and 1", "2 packs")
    + """Article 2
  bets are accepted.
  deal to each “player” with a bet, one “card” at a time, face up, until each has one.
  when the total of “player” is 3, then settle “ante”.
  {guard}, and the total of “player” is 3, then deal to each “player” with a bet, one “card” at a time, face up, \
until each has two.
  settle “ante”.
Article 3
  “ante” loses.
"""
)


@pytest.mark.parametrize(
    ("guard", "is_told"),
    [("when it is not so that every bet is decided", False), ("when the number of “card” of “player” is 2", True)],
)
def test_of_a_step_that_the_bets_of_others_bring_nothing_is_told(guard: str, is_told: bool) -> None:
    assert [d.code for d in unreachable_step(law_of(WITH_OTHERS.format(guard=guard)))] == ["unreachable-rule"] * is_told


BEGINS, SHOWN = ("when use of “card” begins, then " + what for what in (BURN, "demonstrate 1 round"))
BESIDE_CARDS = f"when use of “card” begins, and the total of “bank” is 3, then {BURN}"


@pytest.mark.parametrize(
    ("steps", "idle"),
    [
        (BEGINS, ""),
        (f"{BEGINS}.\n  {SHOWN}", ""),
        (f"{SHOWN}.\n  {BEGINS}", BEGINS),
        (f"demonstrate 1 round.\n  {BEGINS}", BEGINS),
        (f"{SHOWN}.\n  {BESIDE_CARDS}", BESIDE_CARDS),
        (f"when the total of “bank” is 3, then demonstrate 1 round.\n  {BEGINS}", ""),
    ],
)
def test_a_step_for_when_use_begins_is_told_after_a_round_that_is_shown_then(steps: str, idle: str) -> None:
    """With the round that is shown use has begun."""
    assert marked(f"{steps}.") == ([("unreachable-rule", idle)] if idle else [])


def test_of_a_round_that_is_only_watched_use_may_begin() -> None:
    watched = pack("3, 2 and 1").replace("  “ante” is a bet.\n", "")
    deal = "  deal to “bank”, one “card” at a time, face up, until each has one.\n"
    assert not list(unreachable_step(law_of(f"{watched}Article 2\n{deal}  {BEGINS}.\n")))
