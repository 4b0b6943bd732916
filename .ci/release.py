"""A release in `dist`: wheel and sdist, the same bytes wherever they are built, their sums, and what they depend on.

`python .ci/release.py [FOLDER]`. What they depend on is a CycloneDX 1.6 document: every package that an
installation brings, in the versions that are installed here, which are those that the tests ran with.
What only extras bring is optional there, with the names of the extras.
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
    own = distribution(NAME)
    extras = sorted(own.metadata.get_all("Provides-Extra") or ())
    required, whole = brought(NAME), brought(NAME, *extras)
    by_extra = {extra: brought(NAME, extra) for extra in extras}
    optional = {name: [extra for extra in extras if name in by_extra[extra]] for name in whole.keys() - required.keys()}
    refs = {name: reference(distribution(name)) for name in sorted(whole)}
    hashes = [{"alg": "SHA-256", "content": sha256(file)} for file in files[:1]]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, ' '.join(map(sha256, files)))}",
        "version": 1,
        "metadata": {"component": {**component(own, "application"), "hashes": hashes}},
        "components": [
            {**component(distribution(name), "library"), **scope(optional.get(name))} for name in refs if name != NAME
        ],
        "dependencies": [{"ref": refs[name], "dependsOn": sorted(refs[on] for on in whole[name])} for name in refs],
    }


def scope(extras: list[str] | None) -> dict[str, Any]:
    """The scope of a component: optional, where only extras bring it, with a property for each of them."""
    if extras is None:
        return {"scope": "required"}
    return {"scope": "optional", "properties": [{"name": f"{NAME}:extra", "value": extra} for extra in extras]}


def brought(name: str, *extras: str) -> dict[str, set[str]]:
    """A package with some of its extras and all that it needs, each with what it needs of the others."""
    found: dict[tuple[str, frozenset[str]], set[tuple[str, frozenset[str]]]] = {}
    ahead = [(name, frozenset(extras))]
    while ahead:
        if (own := ahead.pop()) not in found:
            found[own] = {need for need in needs(*own) if is_installed(need[0])}
            ahead += found[own]
    out: dict[str, set[str]] = {}
    for (own_name, _), needed in found.items():
        out.setdefault(own_name, set()).update(each for each, _ in needed)
    return out


def is_installed(name: str) -> bool:
    """Whether a package is here; what another system needs is not."""
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def needs(name: str, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """The packages that a package requires, with the extras of each, for itself and for some of its own extras."""
    for line in distribution(name).requires or ():
        requirement, _, marker = line.partition(";")
        asked = re.search(r"extra\s*==\s*[\"']([^\"']+)", marker)
        parts = re.match(r"([A-Za-z0-9._-]+)\s*(?:\[([^]]*)\])?", requirement.strip())
        if parts and (not asked or normal(asked[1]) in extras):
            yield normal(parts[1]), frozenset(map(normal, re.findall(r"[^,\s]+", parts[2] or "")))


def normal(name: str) -> str:
    """A name of a package or an extra in the form in which such names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


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
    return f"pkg:pypi/{normal(str(package.metadata['Name']))}@{package.version}"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"))
