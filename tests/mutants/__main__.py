"""`python -m mutants COUNT SEED [MODULE …]`: a sample of mutants tried, the survivors, and the share that is killed."""

import json
import sys
from pathlib import Path

from mutants.drawing import Mutant, sample
from mutants.footprints import Footprints
from mutants.survivors import accepted
from mutants.trying import ROOT, SURVIVED, copied

RECORD = ROOT / "build" / "mutants.jsonl"
FOOTPRINTS = ROOT / "build" / "footprints.json"
AIM = 0.9


def main(count: int, seed: int, modules: list[str]) -> int:
    """Try a sample; 1 when fewer are killed than is aimed at, or a survivor is not listed."""
    drawn, tried = sample(count, seed, modules), []
    outcomes = _recorded(RECORD)
    RECORD.parent.mkdir(exist_ok=True)
    with copied() as copy, RECORD.open("a", encoding="utf-8") as record:
        footprints = Footprints(FOOTPRINTS)
        copy.prepare(footprints)
        for number, mutant in enumerate(drawn, 1):
            key = f"{mutant.name} | {mutant.before} | {mutant.after}"
            if outcomes.get(key, SURVIVED) == SURVIVED:
                outcomes[key] = copy.trial(mutant, footprints)
                record.write(json.dumps({"mutant": key, "outcome": outcomes[key]}, ensure_ascii=False) + "\n")
                record.flush()
            print(f"{number}/{len(drawn)} {outcomes[key]}: {mutant.name}: {mutant.before} → {mutant.after}", flush=True)
            tried.append((mutant, outcomes[key]))
    return _report(tried)


def _report(tried: list[tuple[Mutant, str]]) -> int:
    """The score in a line, and each survivor that is not listed; survivors that are listed are not counted."""
    listed = accepted()
    survivors = [mutant for mutant, outcome in tried if outcome == SURVIVED]
    unlisted = [mutant for mutant in survivors if (mutant.module, mutant.before, mutant.after) not in listed]
    counted = len(tried) - len(survivors) + len(unlisted)
    killed = len(tried) - len(survivors)
    for mutant in unlisted:
        print(f"not noticed: {mutant.name}\n  - {mutant.before}\n  + {mutant.after}")
    print(f"{len(tried)} tried, {killed} killed, {len(survivors)} not, {len(survivors) - len(unlisted)} of them listed")
    return int(bool(unlisted) or killed < AIM * counted)


def _recorded(file: Path) -> dict[str, str]:
    """The outcomes of an earlier run: what survived is tried again; delete the file to have all tried anew."""
    if not file.is_file():
        return {}
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    return {row["mutant"]: row["outcome"] for row in rows}


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
