"""Generated texts for as long as one likes; what disagrees is shrunk and kept in `found/`.

    python -m generated.fuzz SECONDS SEED [often]        (`make fuzz SECONDS=600 SEED=1 TEXTS=often`)

`often` makes frequent in the texts what is seldom in regulations, so that it meets.
Each seed gives a batch of texts; the next batch has the next seed. A text that
disagrees is shrunk while it disagrees in the same way, and kept with its glossary, and
with what each side says as comments. To keep it for good, give the folder a name that
says what was wrong.
"""

import gc
import sys
import time
from contextlib import suppress
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Flaky

from generated.agreement import Disagreement, Fault, faults, forms, read
from generated.oracle import NotEnumerated, TooLarge
from generated.texts import Regulation, regulations
from generated.vocabulary import glossary

FOUND = Path(__file__).parent / "found"
BATCH = 100
LIMIT = 3_000
LEAVES = 200
# What a generated text may be refused for.
REFUSED = {"settled-too-early", "nothing-thrown"}
# How many texts of one kind of disagreement are kept in one run.
OF_A_KIND = 3


def disagreements(regulation: Regulation, limit: int = LIMIT) -> list[Fault]:
    """Every disagreement on a text; of its form alone, if its rounds are too many."""
    found = list(forms(regulation))
    case, refused = read(regulation.text("en"), "en", glossary(), limit)
    if case is None:
        return [*found, *(Fault("form", "refused", d.code) for d in refused if d.code not in REFUSED)]
    try:
        return [*found, *faults(case)]
    except (TooLarge, NotEnumerated):
        return found


def keep(regulation: Regulation, found: list[Fault], name: str) -> Path:
    """Write a text into `found/`, with what was said of it."""
    folder = FOUND / name
    folder.mkdir(parents=True, exist_ok=True)
    said = "".join(f"# {fault}\n" for fault in found)
    (folder / "1.en.ludi").write_text(said + regulation.text("en"), "utf-8")
    (folder / "glossary.toml").write_text(regulation.glossary, "utf-8")
    return folder


class _Batch:
    """Texts of one seed, up to the first disagreement of a kind that is not full; it is shrunk."""

    def __init__(self, number: int, full: set[tuple[str, str]], often: bool) -> None:
        self.number, self.full, self.often = number, full, often
        self.count = 0
        self.target: tuple[str, str] | None = None
        self.smallest: tuple[Regulation, list[Fault]] | None = None

    def run(self, until: float) -> None:
        @seed(self.number)
        @settings(
            max_examples=BATCH,
            deadline=None,
            database=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
        )
        @given(regulations(LEAVES, self.often))
        def one(regulation: Regulation) -> None:
            if time.monotonic() > until:
                return
            self.count += self.target is None
            found = [f for f in disagreements(regulation) if (f.check, f.kind) not in self.full]
            if self.target is None and found:
                self.target = found[0].check, found[0].kind
            same = [f for f in found if (f.check, f.kind) == self.target]
            if same:
                if self.smallest is None or len(repr(regulation)) <= len(repr(self.smallest[0])):
                    self.smallest = regulation, same
                raise Disagreement(same[0])

        with suppress(Disagreement, Flaky):
            one()


def main(seconds: float, first: int, often: bool = False) -> int:
    """Run for so long; the number of disagreements found."""
    # To look for garbage takes a fifth of the time, and there is next to none.
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    until = time.monotonic() + seconds
    kept: list[tuple[str, str]] = []
    texts, number = 0, first
    while time.monotonic() < until:
        full = {kind for kind in kept if kept.count(kind) >= OF_A_KIND}
        batch = _Batch(number, full, often)
        batch.run(until)
        texts += batch.count
        if batch.smallest is not None and batch.target is not None:
            kept.append(batch.target)
            folder = keep(*batch.smallest, f"{'-'.join(batch.target)}-{number}".replace(" ", "-").lower())
            print(f"seed {number}: {batch.smallest[1][0]}\n  {folder}", flush=True)
        print(f"seed {number}: {batch.count} texts, {texts} so far", file=sys.stderr, flush=True)
        number += 1
    print(f"{texts} texts, seeds {first} to {number - 1}, {len(kept)} disagreements", flush=True)
    return len(kept)


if __name__ == "__main__":
    sys.exit(bool(main(float(sys.argv[1]), int(sys.argv[2]), "often" in sys.argv[3:])))
