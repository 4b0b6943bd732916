"""Checkpoints of a simulation: a file with one line of JSON for each chunk that is done.

Every line says of what it is, so that no file is added to, or taken up, for another
rule set, other settings or another seed. A line that was cut off is dropped.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from lexludi.base.errors import LexludiError
from lexludi.simulate.tally import Tally

SCHEMA = "lexludi.checkpoint/1"


class InvalidCheckpoint(LexludiError):
    """A checkpoint file that cannot be read or written, or that belongs to something else."""


class Checkpoint:
    """A file of finished chunks; `params` is what every line must say, such as rules, work and seed.

    Raises:
        InvalidCheckpoint: there is such a file and it is not to be resumed, or it is
            not a checkpoint, or one of something else.
    """

    def __init__(self, path: Path, params: Mapping[str, Any], *, resume: bool) -> None:
        self.path = path
        self.params = {"schema": SCHEMA, **params}
        self.done: dict[tuple[int, int], Tally] = {}
        if path.exists():
            if not resume:
                raise InvalidCheckpoint("checkpoint-exists", path=str(path))
            self._read()
        self._file = self._open()

    def _open(self) -> TextIO:
        try:
            return self.path.open("a", encoding="utf-8")
        except OSError as problem:
            raise InvalidCheckpoint("checkpoint-unusable", path=str(self.path), detail=str(problem.strerror)) from None

    def _read(self) -> None:
        try:
            data = self.path.read_bytes()
        except OSError as problem:
            raise InvalidCheckpoint("checkpoint-unusable", path=str(self.path), detail=str(problem.strerror)) from None
        whole = data[: data.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            self._take_up(number, line)
        if len(whole) < len(data):
            os.truncate(self.path, len(whole))

    def _take_up(self, number: int, line: bytes) -> None:
        try:
            row = json.loads(line)
            found = {name: row[name] for name in self.params}
            place, tally = (row["index"], row["rounds"]), Tally.from_json(row["sums"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise InvalidCheckpoint("checkpoint-broken", path=str(self.path), line=number) from None
        for name, value in self.params.items():
            if found[name] != value:
                raise InvalidCheckpoint("checkpoint-other", path=str(self.path), line=number, about=name)
        if tally.rounds == place[1]:
            self.done[place] = tally

    def write(self, index: int, tally: Tally) -> None:
        """Put down a finished chunk, for good."""
        row = {**self.params, "index": index, "rounds": tally.rounds, "sums": tally.to_json()}
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> "Checkpoint":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
