"""Regulation files: how they are named, where they stand on the shelf, and their text; and what a work depends on."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from errno import ENAMETOOLONG
from pathlib import Path

from lexludi.base.boundary import MAX_TEXT_BYTES, bytes_of, text_of
from lexludi.base.cache import FileDigests, digest, stamped
from lexludi.base.errors import UnknownWork
from lexludi.base.frozen import dataclass
from lexludi.base.overlay import is_there, new_in, stamp_of
from lexludi.base.resources import data_folder, package_folder, shelves
from lexludi.base.source import Source
from lexludi.language.glossary import FILE_NAME, MAX_FOLDERS, inherited_by
from lexludi.language.phrases import LANGUAGES

SUFFIX = ".ludi"
# The folder of a work that holds the instruments that amend it.
AMENDMENTS = "amendments"
_SHOWN = 80  # characters of a name, which may be longer than any file's, that an error repeats
_FILE = re.compile(r"(?P<version>.+)\.(?P<language>zh|pt|en)\.ludi")


@dataclass(frozen=True)
class TextFile:
    """A regulation file: its version (a date, or the number of an instrument), language and place.

    A text that is consolidated from several files has the path of the one that the
    others amend, and as version the day from which it stands so. `is_rectified`: from
    the very day of that file, which was published with mistakes.
    """

    path: Path
    version: str
    language: str
    content: Source | None = None  # of a text that stands in no file, but came through a pipe
    is_rectified: bool = False

    @property
    def date(self) -> date | None:
        """The day from which the text is in force, when the file is named by it."""
        return day_of(self.version)

    @property
    def is_consolidated(self) -> bool:
        """True if the text stands in no file, but follows from several."""
        # A consolidated text has the path of the file that is amended, and a version of its own.
        return self.is_rectified or self.path.name != f"{self.version}.{self.language}{SUFFIX}"

    @property
    def is_amending(self) -> bool:
        """True if the file holds an instrument that amends the work of the folder above."""
        return self.path.parent.name == AMENDMENTS


def slug_of(work: str) -> str:
    """The name of a work within that of a file; folders below the second are told by a point, as `xx/a/b`: `xx-a.b`."""
    # No name of a folder has a point in it: `xx/a/b` and `xx/a-b` are files of two names.
    return work.replace("/", "-", 1).replace("/", ".")


def told_of(file: TextFile) -> str:
    """The name of a text in what is told of it: that of its file; of one that is consolidated, its work and day."""
    return f"{name_of(file.path.parent)}@{file.version}.{file.language}" if file.is_consolidated else file.path.name


def day_of(text: str) -> date | None:
    """The day that a text in the form of ISO 8601 names, if it does."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def text_file(path: Path) -> TextFile:
    """The file at a path.

    Raises:
        UnknownWork: there is no such file, or its name does not say its language.
    """
    match = _FILE.fullmatch(path.name)
    if match is None:
        raise UnknownWork("not-a-regulation-file", name=path.name)
    if not is_there(path):
        raise UnknownWork("unknown-work", name=str(path))
    return TextFile(path, match["version"], match["language"])


def language_in_name(path: Path) -> str:
    """The language that the name of a regulation file says; nothing where it says none."""
    match = _FILE.fullmatch(path.name)
    return match["language"] if match else ""


def read_file(path: Path, language: str) -> Source:
    """The text of a file, named as shown to people: relative to the current folder where possible."""
    return Source(name_of(path), language, text_of(bytes_of(path, MAX_TEXT_BYTES)))


def name_of(path: Path) -> str:
    """A path as shown to people: relative to the current folder where it lies below it, else as it is."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def files_in(folder: Path) -> list[Path]:
    """The files of a folder that are named like a text; none, where there is no such folder.

    A link is what it leads to. Folders, pipes and links that lead nowhere (editors leave such as locks) are no texts,
    but where there is nothing else it is told of them.

    Raises:
        OSError: the folder cannot be listed. `Path.glob` would pass over it, and with it over the law.
    """
    try:
        saved = list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        saved = []
    named = [path for path in (*saved, *new_in(folder)) if path.name.endswith(SUFFIX)]
    return [p for p in named if is_there(p)] or [p for p in named if p.is_dir() or not p.exists()]


def _below(top: Path) -> Iterator[Path]:
    """The files of a folder, and below it, that are named like a text; raises as `files_in` does."""
    for folder, below, files in os.walk(top, onerror=_unless_missing):
        named = (Path(folder) / name for name in (*below, *files) if name.endswith(SUFFIX))
        yield from (path for path in named if path.is_file() or path.is_dir() or not path.exists())


def _unless_missing(problem: OSError) -> None:
    if not isinstance(problem, FileNotFoundError | NotADirectoryError):
        raise problem


def works() -> Iterator[str]:
    """The names of all works on the shelves."""
    yield from on_shelves()


def on_shelves() -> dict[str, Path]:
    """The folders of the works on the shelves, by name, shelf by shelf."""
    out: dict[str, Path] = {}
    for top in shelves():
        for name, folder in works_under(top):
            out.setdefault(name, folder)
    return out


def works_under(top: Path) -> Iterator[tuple[str, Path]]:
    """The names and folders of the works of one shelf; not those of files alone whose names say no language."""
    folders = (folder for folder in folders_of_works(top) if texts_of(folder))
    yield from ((folder.relative_to(top).as_posix(), folder) for folder in folders)


def name_on_shelf(folder: Path) -> str:
    """The name of a work by its folder; empty where that is on no shelf."""
    place = folder.resolve()
    tops = (top.resolve() for top in shelves())
    return next((place.relative_to(top).as_posix() for top in tops if place.is_relative_to(top)), "")


def folders_of_works(top: Path) -> list[Path]:
    """The folders at or under another that hold a work; those of amending instruments are part of one."""
    folders = {p.parent for p in _below(top)}
    # A folder of that name is a work of its own where no work stands above it.
    return sorted(f for f in folders if f.name != AMENDMENTS or f == top or f.parent not in folders)


def texts_of(folder: Path) -> list[TextFile]:
    """The regulation files of a folder, by version, then zh, pt, en."""
    files = (TextFile(p, m["version"], m["language"]) for p in files_in(folder) if (m := _FILE.fullmatch(p.name)))
    # Texts of one version stand together, as `groupby` needs them; versions are in the order of their characters.
    return sorted(files, key=lambda f: (f.version, LANGUAGES.index(f.language)))


def without_language(folder: Path) -> list[Path]:
    """The files of a folder and below that would be texts, but do not say their language in their names."""
    return sorted(p for p in _below(folder) if p.is_file() and not _FILE.fullmatch(p.name))


def everything_in(folder: Path) -> list[TextFile]:
    """The regulation files of a folder, those of its amendments after them."""
    return [*texts_of(folder), *(texts_of(folder / AMENDMENTS) if folder.name != AMENDMENTS else [])]


def stamps_of(folder: Path) -> tuple[tuple[Path, int], ...]:
    """Every text of a work and of its amendments with the time of its last change."""
    return tuple((f.path, stamp_of(f.path)) for f in everything_in(folder))


def folder_of(name: str) -> Path:
    """The folder of a work: on a shelf, else a folder of that path; never outside by `..`.

    Raises:
        UnknownWork: there is none.
    """
    try:
        folder = folder_named(name)
    except OSError as problem:
        if problem.errno != ENAMETOOLONG:
            raise
        folder = None
    if folder is None:
        raise UnknownWork("unknown-work", name=name[:_SHOWN], known=tuple(works()))
    return folder


def folder_named(name: str) -> Path | None:
    """The folder that a name stands for on the first shelf that has it, else as a path; none, if there is no such.

    One that begins with `.` is a path alone.
    """
    # A name with `..` could leave the shelf.
    inside = bool(name) and name[0] != "." and not Path(name).is_absolute() and ".." not in Path(name).parts
    places = (*(top / name for top in shelves() if inside), *([Path(name)] if name else []))
    return next((folder for folder in places if folder.is_dir()), None)


# ── What a work depends on ──────────────────────────────────────────────────


def digest_of(home: Path, engine: str, digests: FileDigests) -> str:
    """A digest of the engine, the texts of the work in a folder, and its glossaries."""
    return digest((engine,), _near(home), digests)


def files_near(home: Path) -> list[tuple[object, ...]]:
    """The files that a digest of a work is of, with their sizes, times and places on the disk.

    They tell also of a change that was undone: what was worked out meanwhile is of neither digest.
    """
    stamps: list[tuple[object, ...]] = []
    for file in _near(home):
        with suppress(OSError):
            stamps.append((file, *stamped(file.stat())))
    return stamps


def engine_digest(digests: FileDigests) -> str:
    """A digest of the engine: its sources, sentences and templates, and of the grammar that it reads."""
    folders = (
        *((package_folder(), f"**/*.{ending}") for ending in ("py", "po", "html")),
        (data_folder("grammar"), "**/*.*"),
    )
    files = (sorted(folder.glob(pattern)) for folder, pattern in folders)
    return digest((), (file for paths in files for file in paths if file.is_file()), digests)


def _near(home: Path) -> Iterator[Path]:
    for folder in (home, home / AMENDMENTS):
        yield from sorted(files_in(folder))
        # There or not: a glossary that is added later makes another digest.
        yield folder / FILE_NAME
    yield from (above / FILE_NAME for above in list(home.parents)[:MAX_FOLDERS])
    yield from inherited_by(home / FILE_NAME)
