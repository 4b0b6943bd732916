"""Generated texts: what the engine says of each is what enumeration of its rounds says, or a refusal.

Agreement proves procedure and counting only, not meaning: both sides ask the same game
what an observable is (`generated.agreement`). The texts are the same in every run; `make fuzz`
goes on from there, and what it finds stands in `generated/found/`.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from generated.agreement import LANGUAGES, Case, Fault, faults, forms, read, read_found
from generated.fuzz import FOUND, REFUSED
from generated.oracle import NotEnumerated, TooLarge, solve
from generated.texts import Regulation, regulations
from generated.vocabulary import glossary
from lexludi.exact.odds import odds

LIMIT = 600
TEXTS = 200

same_texts_in_every_run = settings(
    max_examples=TEXTS,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


@same_texts_in_every_run
@given(regulations(leaves=100))
def test_generated_texts_are_read_back_as_they_were_meant_and_computed_as_they_are_enumerated(
    regulation: Regulation,
) -> None:
    language = LANGUAGES[len(repr(regulation)) % 3]
    assert not list(forms(regulation, (language,)))
    case, refused = read(regulation.text(language), language, glossary(), LIMIT)
    if case is None:
        assert {d.code for d in refused} <= REFUSED
        return
    try:
        found = faults(case)
    except (TooLarge, NotEnumerated):
        return
    assert not [str(f) for f in found]


@settings(same_texts_in_every_run, max_examples=40)
@given(regulations(leaves=100))
def test_generated_texts_say_the_same_in_three_languages(regulation: Regulation) -> None:
    assert not list(forms(regulation))


# ── What was found ──────────────────────────────────────────────────────────

TEXTS_FOUND = sorted(p for p in FOUND.iterdir() if p.is_dir())


def disagreements(case: Case) -> list[Fault]:
    """What disagrees on a text: with enumeration, and with what was worked out by hand."""
    return [*faults(case), *untrue(case)]


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
