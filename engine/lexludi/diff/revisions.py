"""Texts as they stood in revisions of a git repository, put where they can be read with their glossaries."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from lexludi.base.errors import LexludiError
from lexludi.language.glossary import FILE_NAME, MAX_FOLDERS
from lexludi.law.loader import SUFFIX

_SECONDS = 60


class ChangedFile(NamedTuple):
    """A text that two revisions have differently: its path in each, none where it is not there."""

    before: str | None
    after: str | None


def git(*arguments: str) -> bytes:
    """The output of a git command.

    Raises:
        LexludiError: there is no git, no repository, or no such revision.
    """
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise LexludiError("git-failed", detail=str(problem)[:200]) from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"git {arguments[0]}"]
        raise LexludiError("git-failed", detail=lines[0][:200])
    return done.stdout


def commit(revision: str) -> str:
    """The commit that a revision names.

    Raises:
        LexludiError: there is none.
    """
    # A revision that begins with `-` is no option; `^{commit}` goes from a tag to what it names.
    return git("rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").decode().strip()


def changed_files(before: str, after: str, path: str) -> Iterator[ChangedFile]:
    """The texts that differ between two commits, at or below a path; a renamed file is one text.

    Raises:
        LexludiError: there is no such path in either.
    """
    below = ["--", path] if path else []
    # Fields end with NUL, and paths stand as they are: `M`, path; or `R087`, old path, new path.
    fields = git("diff-tree", "-r", "-z", "-M", "--name-status", before, after, *below)
    if path and not fields and not _holds(before, path) and not _holds(after, path):
        raise LexludiError("not-in-revisions", path=path[:200])
    # Names of files are bytes, in whatever code.
    parts = iter(os.fsdecode(fields).split("\0"))
    for status in parts:
        if not status:
            continue
        old = next(parts)
        new = next(parts) if status[0] in "RC" else old
        if old.endswith(SUFFIX) or new.endswith(SUFFIX):
            yield ChangedFile(None if status[0] == "A" else old, None if status[0] == "D" else new)


def _holds(commit_: str, path: str) -> bool:
    # Compared with a tree that is empty, for the path to be read as it is between two commits.
    empty = git("hash-object", "-t", "tree", os.devnull).decode().strip()
    return bool(git("diff-tree", "-r", "-z", "--name-only", empty, commit_, "--", path))


class Revision:
    """A commit whose texts are read from a folder, where they are put when asked for."""

    def __init__(self, commit_: str, folder: Path) -> None:
        self.commit = commit_
        # Glossaries are looked for in the folders above a text: not beyond what comes from the repository.
        self.folder = folder.joinpath(*["_"] * MAX_FOLDERS)
        names = git("ls-tree", "-r", "-z", "--full-tree", "--name-only", commit_)
        self.known = set(os.fsdecode(names).split("\0"))

    def file(self, path: str) -> Path:
        """The text of that path in the revision, with the glossaries that hold for it."""
        for parent in PurePosixPath(path).parents:
            if (glossary := str(parent / FILE_NAME)) in self.known:
                self._put(glossary)
        return self._put(path)

    def _put(self, path: str) -> Path:
        target = self.folder / path
        if not target.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(git("cat-file", "blob", f"{self.commit}:{path}"))
        return target
