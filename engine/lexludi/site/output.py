"""The output folder of a build: files that are the same stay as they stand, others are put in their places at its end.

MkDocs empties its output folder and writes every file anew. Here it works in an empty folder beside it: a build after
one change writes little, whoever copies the site elsewhere copies little, and one that fails leaves the site as it was.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from lexludi.base.cache import MAX_BYTES, CacheEntry, FileDigests, digest_of_bytes


class Output:
    """The folder of a site, and the one in which it is built; the digests of its files are kept in a cache folder."""

    def __init__(self, site: Path, cache: Path) -> None:
        self.site = site
        site.parent.mkdir(parents=True, exist_ok=True)
        # Beside the site, and so on its file system: files are put in place by renaming them.
        self._building = TemporaryDirectory(prefix=f".{site.name}-", dir=site.parent)
        self._same: set[Path] = set()
        self._digests = FileDigests(CacheEntry("digests of a site", "1", cache), MAX_BYTES)

    @property
    def building(self) -> Path:
        """The folder in which files are written that may differ."""
        return Path(self._building.name)

    def stands(self, path: str, digest: str) -> bool:
        """True of a file that is in the site already, and whose content has this digest; it stays."""
        file = self.site / path
        if self._digests.of(file) != digest:
            return False
        self._same.add(file)
        return True

    def write(self, path: str, content: bytes) -> None:
        """Write a file, unless it stands."""
        if not self.stands(path, digest_of_bytes(content)):
            target = self.building / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def put(self) -> None:
        """Put what was written in its place, and take out whatever else there is; as in MkDocs, hidden files stay."""
        built = [file.relative_to(self.building) for file in self.building.rglob("*") if file.is_file()]
        # Compared here again, as MkDocs writes files of its own, past `write`.
        new = [
            path
            for path in built
            if not self.stands(path.as_posix(), digest_of_bytes((self.building / path).read_bytes()))
        ]
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
        self._digests.write(others=False)
