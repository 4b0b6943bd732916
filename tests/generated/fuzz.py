"""Generated texts for as long as one likes; what disagrees is shrunk and kept in `found/`.

    python -m generated.fuzz SECONDS SEED [often] [small]        (`make fuzz SECONDS=600 SEED=1 TEXTS=often`)

`often` makes frequent in the texts what is seldom in regulations, so that it meets; `small`
has texts as the tests have them, each in one language, of which several times as many are tried.
Each seed gives a text, the same in every run. A text that disagrees is shrunk while it
disagrees in the same way, and kept with its glossary, and with what each side says as
comments. To keep it for good, give the folder a name that says what was wrong.
"""

import gc
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generated.agreement import Fault, faults, forms, read
from generated.oracle import NotEnumerated, TooLarge
from generated.texts import Maker, Numbers, Regulation
from generated.two_readings import read_twice
from generated.vocabulary import glossary

FOUND = Path(__file__).parent / "found"
TOLD_EACH = 100
# What a generated text may be refused for.
REFUSED = {"settled-too-early", "nothing-thrown", "cannot-be-divided", "not-an-object", "no-one-bettor"}
# How many texts of one kind of disagreement are kept in one run, and for how many seconds each is shrunk.
OF_A_KIND = 3
SHRINKING = 120


@dataclass(frozen=True)
class Texts:
    """Texts of a kind: about how many rounds one bet of them has, and how many of a text are enumerated at the most."""

    leaves: int = 200
    limit: int = 3_000
    often: bool = False
    languages: tuple[str, ...] = ("en", "zh", "pt")
    by_turns: bool = False  # each text in one of the languages

    def of(self, number: int) -> "Texts":
        """The same for one of the texts."""
        return replace(self, languages=(self.languages[number % len(self.languages)],)) if self.by_turns else self

    def maker(self, numbers: Numbers) -> Maker:
        """What makes a text of numbers."""
        return Maker(numbers, self.leaves, self.often)


SMALL = Texts(leaves=60, limit=400, by_turns=True)


def disagreements(regulation: Regulation, texts: Texts) -> list[Fault]:
    """Every disagreement on a text, read in the first language; of its form alone, if its rounds are too many."""
    found = list(forms(regulation, texts.languages))
    first, limit = texts.languages[0], texts.limit
    case, refused = read(regulation.text(first), first, glossary(), limit)
    if case is None:
        return [*found, *(Fault("form", "refused", d.code) for d in refused if d.code not in REFUSED)]
    found += read_twice(case, limit // 10)[0]
    try:
        return [*found, *faults(case)]
    except (TooLarge, NotEnumerated):
        return found


def keep(regulation: Regulation, found: list[Fault], name: str) -> Path:
    """Write a text into `found/`, with what was said of it."""
    folder = FOUND / name
    folder.mkdir(parents=True, exist_ok=True)
    said = "".join(f"# {line}\n" for fault in found for line in str(fault).splitlines())
    (folder / "1.en.ludi").write_text(said + regulation.text("en"), "utf-8")
    (folder / "glossary.toml").write_text(regulation.glossary, "utf-8")
    return folder


Kind = tuple[str, str]


def shrunk(numbers: Sequence[int], texts: Texts, kind: Kind) -> tuple[Regulation, list[Fault]]:
    """A text as small as can soon be that disagrees in the same way: numbers are left out in runs, then made less.

    As hypothesis shrinks its choices: fewer come before less.
    """
    best, found = tried(numbers, texts, kind)
    until = time.monotonic() + SHRINKING
    while True:
        before = best
        for size in (64, 16, 4, 2, 1):
            start = 0
            while start < len(best) and time.monotonic() < until:
                fewer, faults_left = tried([*best[:start], *best[start + size :]], texts, kind)
                if faults_left and len(fewer) < len(best):
                    best, found = fewer, faults_left
                else:
                    start += size
        for place in range(len(before)):
            for less in (0, best[place] // 2, best[place] - 1) if place < len(best) else ():
                if 0 <= less < best[place] and time.monotonic() < until:
                    lower, faults_left = tried([*best[:place], less, *best[place + 1 :]], texts, kind)
                    if faults_left and (len(lower), lower) < (len(best), best):
                        best, found = lower, faults_left
                        break
        if best == before or time.monotonic() >= until:
            return texts.maker(Numbers(given=best)).make(), found


def tried(numbers: Sequence[int], texts: Texts, kind: Kind) -> tuple[list[int], list[Fault]]:
    """The numbers that a text takes of some, without the least at its end; and how it disagrees in a way."""
    drawn = Numbers(given=numbers)
    found = [f for f in disagreements(texts.maker(drawn).make(), texts) if (f.check, f.kind) == kind]
    used = drawn.used[: len(numbers)]
    return used, found


def main(seconds: float, first: int, texts: Texts = Texts()) -> int:
    """Run for so long; the number of disagreements found."""
    # To look for garbage takes a fifth of the time, and there is next to none.
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    until = time.monotonic() + seconds
    kept: list[Kind] = []
    number = first
    while time.monotonic() < until:
        numbers, of_number = Numbers(number), texts.of(number)
        full = {kind for kind in kept if kept.count(kind) >= OF_A_KIND}
        disagreed = disagreements(of_number.maker(numbers).make(), of_number)
        found = [f for f in disagreed if (f.check, f.kind) not in full]
        if found:
            kind = found[0].check, found[0].kind
            kept.append(kind)
            print(f"seed {number}: disagrees ({', '.join(kind)}), and is shrunk", file=sys.stderr, flush=True)
            regulation, found = shrunk(numbers.used, of_number, kind)
            folder = keep(regulation, found, f"{'-'.join(kind)}-{number}".replace(" ", "-").lower())
            print(f"seed {number}: {found[0]}\n  {folder}", flush=True)
        number += 1
        if number % TOLD_EACH == 0:
            print(f"seed {number}: {number - first} texts so far", file=sys.stderr, flush=True)
    print(f"{number - first} texts, seeds {first} to {number - 1}, {len(kept)} disagreements", flush=True)
    return len(kept)


if __name__ == "__main__":
    chosen = SMALL if "small" in sys.argv[3:] else Texts()
    sys.exit(bool(main(float(sys.argv[1]), int(sys.argv[2]), replace(chosen, often="often" in sys.argv[3:]))))
