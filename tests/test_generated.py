"""Generated texts: what the engine says of each is what enumeration of its rounds says, or a refusal.

Agreement proves procedure and counting only: both sides ask the same game what an observable is
(`generated.agreement`). Meaning is read a second time, by the words of the reference alone
(`generated.two_readings`). The texts are the same in every run; `make fuzz` goes on from there, and
what it finds stands in `generated/found/`.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import count
from pathlib import Path

import pytest

from generated import fuzz
from generated.agreement import LANGUAGES, Case, Fault, faults, forms, read, read_found
from generated.fuzz import FOUND, REFUSED, SMALL, Texts
from generated.oracle import NotEnumerated, TooLarge, solve
from generated.texts import Numbers, Regulation, regulation_of
from generated.two_readings import read_twice
from generated.vocabulary import glossary
from lexludi.base.source import Source
from lexludi.exact import forward
from lexludi.exact.odds import odds
from lexludi.law.files import works
from lexludi.play.game import Game, load
from lexludi.rules.model import Range

LIMIT, LEAVES = SMALL.limit, SMALL.leaves
# With those of `generated/found`, some 500.
TEXTS, TOGETHER = 400, 50
# Positions of a text at which its two readings are compared.
READ_TWICE = 30


@pytest.mark.parametrize("first", range(0, TEXTS, TOGETHER))
def test_generated_texts_are_read_back_as_they_were_meant_and_computed_as_they_are_enumerated(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if first % (2 * TOGETHER):  # half of them as if they were large: what is dealt last comes to a few rows at a time
        monkeypatch.setattr(forward, "DEALT_AT_ONCE", 4)
    for seed in range(first, first + TOGETHER):
        regulation = regulation_of(seed, LEAVES)
        language = LANGUAGES[seed % len(LANGUAGES)]
        assert not list(forms(regulation, (language,))), seed
        case, refused = read(regulation.text(language), language, glossary(), LIMIT)
        if case is None:
            assert {d.code for d in refused} <= REFUSED, seed
            continue
        assert not [str(f) for f in read_twice(case, READ_TWICE)[0]], regulation
        with suppress(TooLarge, NotEnumerated):
            assert not [str(f) for f in faults(case)], regulation


def test_generated_texts_say_the_same_in_three_languages() -> None:
    for seed in range(TEXTS, TEXTS + TOGETHER):
        assert not list(forms(regulation_of(seed, LEAVES))), seed


def test_of_a_text_that_disagrees_the_least_is_kept_that_disagrees_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def disagreements(regulation: Regulation, texts: Texts) -> list[Fault]:
        return [Fault("odds", "kind", "")] if "“bet 2” loses" in regulation.text("en") else []

    monkeypatch.setattr(fuzz, "disagreements", disagreements)
    numbers = next(n for n in map(Numbers, count()) if disagreements(SMALL.maker(n).make(), SMALL))
    regulation, found = fuzz.shrunk(numbers.used, SMALL, ("odds", "kind"))
    assert found
    # No more bets than the one that counts and the one before it, two articles that settle.
    assert [a.number for a in regulation.document.provisions] == list("1234567")
    assert "“bet 3”" not in regulation.text("en")


def read_alike(game: Game, positions: int) -> None:
    """A game as it is set is read twice alike, and whole."""
    case = Case(Source("", "", ""), game.rules, LIMIT)
    vars(case)["game"] = game  # with the readings that its text takes
    found, left_out = read_twice(case, positions)
    assert (left_out, [str(f) for f in found]) == ("", [])


@pytest.mark.parametrize("work", [*works()])
def test_the_rounds_of_the_shelf_are_read_twice_alike(work: str) -> None:
    read_alike(load(work), READ_TWICE)


@pytest.mark.soak
@pytest.mark.parametrize("work", [*works()])
def test_the_rounds_of_the_shelf_are_read_twice_alike_under_each_other_value_of_an_option_or_reading(work: str) -> None:
    for parameter in load(work).rules.parameters.values():
        named = [choice for choice in parameter.choices if not isinstance(choice, Range)]
        ends = [end for choice in parameter.choices if isinstance(choice, Range) for end in (choice.low, choice.high)]
        for value in {*named, *ends} - {parameter.default, None}:
            if parameter.kind in ("option", "reading"):
                read_alike(load(work, **{f"{parameter.kind}s": {parameter.id: value}}), READ_TWICE)


# ── What was found ──────────────────────────────────────────────────────────

TEXTS_FOUND = sorted(p for p in FOUND.iterdir() if p.is_dir())


def disagreements(case: Case) -> list[Fault]:
    """What disagrees on a text: with a second reading, with enumeration, and with what was worked out by hand."""
    return [*read_twice(case, 10 * READ_TWICE)[0], *faults(case), *untrue(case)]


def untrue(case: Case) -> Iterator[Fault]:
    """`# truth: bet-1 -1/2` is the expectation of a unit on it; `open`, that some round leaves it undecided."""
    for line in case.source.text.splitlines():
        if line.startswith("# truth: "):
            bet, truth = line.removeprefix("# truth: ").split()
            expected = None if truth == "open" else Fraction(truth)
            by: dict[str, Callable[[], Fraction | None]] = {
                "play": lambda bet=bet: solve(case.trees[bet, ""]).worth(),  # type: ignore[misc]
                "odds": lambda bet=bet: odds(case.decided).bets[bet].expectation,  # type: ignore[misc]
            }
            for check, figure in by.items():
                try:
                    found = figure()
                except Exception as problem:
                    yield Fault(check, "untrue", repr(problem))
                else:
                    if found != expected:
                        yield Fault(check, "untrue", f"{bet}: {found}, not {expected}")


@pytest.mark.parametrize("folder", TEXTS_FOUND, ids=lambda p: p.name)
def test_a_text_that_was_found_is_answered_rightly(folder: Path) -> None:
    assert not [str(f) for f in disagreements(read_found(folder, 20_000))]
