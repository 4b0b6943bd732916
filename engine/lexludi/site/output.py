"""The output folder of a build: files that are the same stay as they stand, others are put in their places at its end.

MkDocs empties its output folder and writes every file anew. Here it works in an empty folder beside it: a build after
one change writes little, whoever copies the site elsewhere copies little, and one that fails leaves the site as it was.
"""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

# Where MkDocs writes a page that is not wanted: it writes each.
UNCHANGED = ".unchanged"


class Output:
    """The folder of a site, and the one in which it is built."""

    def __init__(self, site: Path) -> None:
        self.site = site
        site.parent.mkdir(parents=True, exist_ok=True)
        self._building = TemporaryDirectory(prefix=f".{site.name}-", dir=site.parent)
        self._same: set[Path] = set()

    @property
    def building(self) -> Path:
        """The folder in which files are written that may differ."""
        return Path(self._building.name)

    def stands(self, path: str, content: bytes) -> bool:
        """True of a file that is in the site already, and has this content; it stays."""
        file = self.site / path
        with suppress(OSError):
            if file.stat().st_size == len(content) and file.read_bytes() == content:
                self._same.add(file)
                return True
        return False

    def write(self, path: str, content: bytes) -> None:
        """Write a file, unless it stands."""
        if not self.stands(path, content):
            target = self.building / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def put(self) -> None:
        """Put what was written in its place, and take out whatever else there is; as in MkDocs, hidden files stay."""
        (self.building / UNCHANGED).unlink(missing_ok=True)
        built = [file.relative_to(self.building) for file in self.building.rglob("*") if file.is_file()]
        new = [path for path in built if not self.stands(path.as_posix(), (self.building / path).read_bytes())]
        for top in self.site.glob("[!.]*"):
            for file in [*sorted(top.rglob("*"), reverse=True), top]:  # what is in a folder comes before it
                if not file.is_dir() and file not in self._same:
                    file.unlink()
                elif file.is_dir() and not any(file.iterdir()):
                    file.rmdir()
        for path in new:
            target = self.site / path
            target.parent.mkdir(parents=True, exist_ok=True)
            (self.building / path).replace(target)
        self._building.cleanup()
