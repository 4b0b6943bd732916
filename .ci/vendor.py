"""Fetching of what `site/vendor.toml` names: each package by `npm pack`, checked against its hash, then unpacked.

Arguments name packages; without any, all are fetched but those `on_request`.
"""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "site" / "vendor.toml"
TARGET = ROOT / "build" / "vendor"


def main() -> int:
    """Fetch what is not there yet; 1 when it cannot be had, 0 otherwise."""
    asked = sys.argv[1:]
    for name, pin in tomllib.loads(PINS.read_text("utf-8")).items():
        if name not in asked if asked else pin.get("on_request", False):
            continue
        folder = TARGET / name
        if is_there(folder, pin):
            continue
        npm = shutil.which("npm")
        if npm is None:
            return fail(f"{name}: npm is missing (Debian: apt-get install npm); the site builds without it")
        with tempfile.TemporaryDirectory() as work:
            packed = fetch(npm, f"{name}@{pin['version']}", Path(work))
            if packed is None:
                return fail(f"{name}: could not be fetched")
            if hashlib.sha512(packed.read_bytes()).hexdigest() != pin["sha512"]:
                return fail(f"{name}: not the file that site/vendor.toml pins")
            unpack(packed, pin["files"], folder)
        (folder / "SHA512").write_text(pin["sha512"], "ascii")
        print(f"{name} {pin['version']}")
    return 0


def is_there(folder: Path, pin: dict[str, Any]) -> bool:
    """Whether the pinned files have been unpacked before."""
    stamp = folder / "SHA512"
    wanted = all((folder / name).is_file() for name in pin["files"])
    return wanted and stamp.is_file() and stamp.read_text("ascii") == pin["sha512"]


def fetch(npm: str, package: str, folder: Path) -> Path | None:
    """The package as npm packs it; nothing where that fails three times."""
    command = [npm, "pack", "--silent", package]
    for _ in range(3):
        if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, timeout=300, check=False).returncode == 0:
            return next(folder.glob("*.tgz"))
    return None


def unpack(packed: Path, names: list[str], folder: Path) -> None:
    """Write the named files, and nothing else of the archive, into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(packed) as archive:
        for name in names:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise FileNotFoundError(name)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(member.read())


def fail(sentence: str) -> int:
    """Say what is wrong; 1."""
    print(f"vendor: {sentence}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
