"""The dependence of a work: a digest of all that what is found about it depends on."""

from collections.abc import Iterator
from pathlib import Path

from lexludi.base.cache import FileDigests, digest
from lexludi.base.resources import data_folder, package_folder
from lexludi.language.glossary import FILE_NAME, MAX_FOLDERS, inherited_by
from lexludi.law.files import AMENDMENTS, files_in


def digest_of(home: Path, engine: str, digests: FileDigests) -> str:
    """A digest of the engine, the texts of the work in a folder, and its glossaries."""
    return digest((engine,), _near(home), digests)


def engine_digest(digests: FileDigests) -> str:
    """A digest of the engine: its sources, sentences and templates, and of the grammar that it reads."""
    folders = (
        *((package_folder(), f"**/*.{ending}") for ending in ("py", "po", "html")),
        (data_folder("grammar"), "**/*.*"),
    )
    files = (sorted(folder.glob(pattern)) for folder, pattern in folders)
    return digest((), (file for found in files for file in found if file.is_file()), digests)


def _near(home: Path) -> Iterator[Path]:
    for folder in (home, home / AMENDMENTS):
        yield from sorted(files_in(folder))
        # There or not: a glossary that is added later makes another digest.
        yield folder / FILE_NAME
    yield from (above / FILE_NAME for above in list(home.parents)[:MAX_FOLDERS])
    yield from inherited_by(home / FILE_NAME)
