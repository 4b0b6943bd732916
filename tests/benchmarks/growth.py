"""Growth of a shelf: how time, memory and the size of a page grow with the number of works, as exponents.

    PYTHONPATH=tests python -m benchmarks.growth [WORKS…]

The works are copies of one under other names. An exponent is the slope between two shelves on logarithmic scales:
1 is in proportion, 0 is not at all. Seconds are those of the processor, in all processes. A growth of more than
`MOST`, or of the page by more than `PAGE`, is a failure.
"""

import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ORIGINAL = ROOT / "regulations" / "xx" / "fantan"
SHELVES = (1, 2, 4, 8, 16, 32)
MOST, PAGE = 1.1, 0.05
# A page of an article, and a line that every text has.
_PAGE = Path("en", "xx", "copy-1", "art-1", "index.html")
_COMMENT = "# Nothing but a comment.\n"


@dataclass(frozen=True)
class Spent:
    """The seconds of the processor that a command took, and the most memory of any of its processes in MB."""

    seconds: float
    memory: float


def shelf_of(count: int, top: Path) -> Path:
    """A shelf of copies of the original, `xx/copy-1` and so on."""
    for number in range(1, count + 1):
        home = top / "xx" / f"copy-{number}"
        shutil.copytree(ORIGINAL, home)
        for text in home.glob("*.ludi"):
            said = text.read_text("utf-8").replace("xx/fantan", f"xx/copy-{number}")
            text.write_text(said.replace("/fantan\n", f"/copy-{number}\n"), "utf-8")
    shutil.copy(ROOT / "regulations" / "glossary.toml", top)
    return top


def change(shelf: Path) -> None:
    """A comment put at the end of one text of the first work: no rule and no page says otherwise."""
    text = next((shelf / "xx" / "copy-1").glob("*.en.ludi"))
    text.write_text(text.read_text("utf-8") + _COMMENT, "utf-8")


def spent(command: Sequence[str], shelf: Path, cache: Path) -> Spent:
    """What a command spends on a shelf, with what is kept in a cache folder."""
    settings = {"LEXLUDI_SHELF": str(shelf), "XDG_CACHE_HOME": str(cache), "NO_MKDOCS_2_WARNING": "1"}
    child = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, command
    return Spent(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def measured(count: int, top: Path) -> dict[str, float]:
    """Everything that is measured of a shelf of so many works."""
    shelf, cache, site = shelf_of(count, top / "shelf"), top / "cache", top / "site"
    check, build = ("lexludi", "check"), ("mkdocs", "build", "--strict", "--site-dir", str(site))
    figures = {}
    for name, command in (("check", check), ("site", build)):
        cold = spent(command, shelf, cache)
        figures |= {f"{name}, first, s": cold.seconds, f"{name}, first, MB": cold.memory}
    change(shelf)
    for name, command in (("check", check), ("site", build)):
        again = spent(command, shelf, cache)
        figures |= {f"{name}, one change, s": again.seconds, f"{name}, one change, MB": again.memory}
    return {**figures, "page, kB": (site / _PAGE).stat().st_size / 1000}


def exponent(small: float, large: float, ratio: float) -> float:
    """The slope between two values on logarithmic scales, where the shelf grows by a ratio."""
    return math.log(large / small) / math.log(ratio)


def main(shelves: Sequence[int]) -> int:
    """Measure, print the table, and compare the two largest shelves; 1 when something grows too fast."""
    tables = {}
    for count in shelves:
        with tempfile.TemporaryDirectory() as folder:
            tables[count] = measured(count, Path(folder))
    *_, before, last = shelves
    print(f"{'':<24}" + "".join(f"{count:>10}" for count in shelves) + f"{'exponent':>10}")
    failed = False
    for name in tables[last]:
        slope = exponent(tables[before][name], tables[last][name], last / before)
        is_page = name.startswith("page")
        grown = tables[last][name] / tables[shelves[0]][name] - 1
        failed |= grown > PAGE if is_page else slope > MOST
        print(f"{name:<24}" + "".join(f"{tables[count][name]:>10.2f}" for count in shelves) + f"{slope:>10.2f}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]] or SHELVES))
