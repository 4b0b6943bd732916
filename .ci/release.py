"""A release in `dist`: wheel and sdist, the same bytes wherever they are built, their sums, and what they depend on.

`python .ci/release.py [FOLDER]`. What they depend on is a CycloneDX 1.6 document: every package that an
installation brings, in the versions that are installed here, which are those that the tests ran with.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NAME = "lexludi"
# The time that files in archives have where no other is asked for: that of hatchling, 2 February 2020.
EPOCH = "1580601600"


def main(folder: Path) -> int:
    """Build, sum up and list."""
    folder.mkdir(parents=True, exist_ok=True)
    files = build(ROOT, folder)
    bill = folder / f"{files[0].stem.split('-py3')[0]}.cdx.json"
    bill.write_text(json.dumps(bill_of_materials(files), indent=2) + "\n", "utf-8")
    sums = "".join(f"{sha256(file)}  {file.name}\n" for file in (*files, bill))
    (folder / "SHA256SUMS").write_text(sums, "ascii")
    print(sums, end="")
    return 0


def build(source: Path, folder: Path) -> list[Path]:
    """The wheel and the sdist of a checkout, in a folder of their own."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", EPOCH)}
    subprocess.run(command, cwd=source, env=environment, check=True, stdout=subprocess.DEVNULL, timeout=300)
    return [next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))]


def sha256(file: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def bill_of_materials(files: list[Path]) -> dict[str, Any]:
    """The packages that an installation brings, as CycloneDX; the same for the same files and versions."""
    found = dict(sorted(brought(NAME).items()))
    own = found.pop(NAME)
    hashes = [{"alg": "SHA-256", "content": sha256(file)} for file in files[:1]]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, ' '.join(map(sha256, files)))}",
        "version": 1,
        "metadata": {"component": {**component(own, "application"), "hashes": hashes}},
        "components": [component(each, "library") for each in found.values()],
        "dependencies": [
            {
                "ref": reference(each),
                "dependsOn": sorted(reference(found[name]) for name in needs(each) if name in found),
            }
            for each in (own, *found.values())
        ],
    }


def brought(name: str) -> dict[str, Distribution]:
    """A package and all that it needs, by name."""
    out: dict[str, Distribution] = {}
    ahead = [name]
    while ahead:
        if (own := ahead.pop()) not in out:
            try:
                out[own] = distribution(own)
            except PackageNotFoundError:
                continue  # of another system
            ahead += needs(out[own])
    return out


def needs(package: Distribution) -> Iterator[str]:
    """The packages that a package requires, those of its extras aside."""
    for line in package.requires or ():
        requirement, _, marker = line.partition(";")
        if "extra" not in marker and (match := re.match(r"[A-Za-z0-9._-]+", requirement.strip())):
            yield re.sub(r"[-_.]+", "-", match[0]).lower()


def component(package: Distribution, kind: str) -> dict[str, Any]:
    """A package as a component: name, version, URL, licence."""
    metadata = package.metadata
    licence = metadata.get("License-Expression") or metadata.get("License") or ""
    # Some have the whole licence there instead of its name.
    licences = [{"license": {"name": licence}}] if licence and "\n" not in licence else []
    return {
        "type": kind,
        "bom-ref": reference(package),
        "name": metadata["Name"],
        "version": package.version,
        "purl": reference(package),
        **({"licenses": licences} if licences else {}),
    }


def reference(package: Distribution) -> str:
    """The package URL of a package."""
    name = re.sub(r"[-_.]+", "-", str(package.metadata["Name"])).lower()
    return f"pkg:pypi/{name}@{package.version}"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"))
