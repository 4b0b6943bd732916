"""Generated texts: what the engine says of each is what enumeration of its rounds says, or a refusal.

Agreement proves procedure and counting only, not meaning: both sides ask the same game
what an observable is (`generated.agreement`). The texts are the same in every run; `make fuzz`
goes on from there, and what it finds stands in `generated/found/`.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from generated import known as table
from generated.agreement import LANGUAGES, faults, forms, read, read_found
from generated.fuzz import FOUND
from generated.oracle import NotEnumerated, TooLarge
from generated.texts import Regulation, regulations
from generated.vocabulary import glossary

LIMIT = 1_000
TEXTS = 500

same_texts_in_every_run = settings(
    max_examples=TEXTS,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


@same_texts_in_every_run
@given(regulations())
def test_generated_texts_are_read_back_as_they_were_meant_and_computed_as_they_are_enumerated(
    regulation: Regulation,
) -> None:
    language = LANGUAGES[len(repr(regulation)) % 3]
    assert not list(forms(regulation, (language,)))
    case, refused = read(regulation.text(language), language, glossary(), LIMIT)
    assert case is not None, refused
    try:
        found = faults(case)
    except (TooLarge, NotEnumerated):
        return
    assert not [str(f) for f in found if not table.excused(f, case)]


@settings(same_texts_in_every_run, max_examples=100)
@given(regulations())
def test_generated_texts_say_the_same_in_three_languages(regulation: Regulation) -> None:
    assert not list(forms(regulation))


# ── What was found ──────────────────────────────────────────────────────────

KNOWN = {known.name: known for known in table.KNOWN}


@pytest.mark.parametrize("folder", sorted(p for p in FOUND.iterdir() if p.is_dir()), ids=lambda p: p.name)
def test_a_text_that_was_found_is_answered_rightly_unless_it_is_known(folder: Path) -> None:
    found = faults(read_found(folder, 20_000))
    if folder.name in KNOWN:
        assert {f.check for f in found} & KNOWN[folder.name].spoils, "mended: take it out of the table of known faults"
    else:
        assert not [str(f) for f in found]


def test_every_known_fault_has_its_text() -> None:
    assert {p.name for p in FOUND.iterdir() if p.is_dir()} >= set(KNOWN)
