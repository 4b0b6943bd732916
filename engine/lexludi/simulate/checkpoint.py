"""Checkpoints of a simulation: a file with one line of JSON for each chunk that is done.

Every line says of what it is, so that no file is added to, or taken up, for another
rule set, other settings or another seed. Lines come from outside and are read as such;
one that was cut off is dropped. Their form is `schemas/checkpoint-1.schema.json`.
"""

import json
import os
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from lexludi.base.boundary import Field, read_value
from lexludi.base.errors import InvalidReplay, LexludiError
from lexludi.base.writing import nowhere
from lexludi.simulate.tally import Tally

SCHEMA = "lexludi.checkpoint/1"

_BEGINNING = f'{{"schema": "{SCHEMA}"'.encode()

MAX_LINE = 10_000_000


class InvalidCheckpoint(LexludiError):
    """A checkpoint file that is none, or that belongs to something else."""


class Checkpoint:
    """A file of finished chunks; `params` is what every line must say, such as rules, work and seed.

    Raises:
        InvalidCheckpoint: there is such a file and it is not to be resumed, or it is
            not a checkpoint, or one of something else.
        UnknownWork: there is no folder for it.
        OSError: it cannot be read or written.
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
        except FileNotFoundError as problem:
            raise nowhere(self.path, problem) from problem

    def _read(self) -> None:
        whole = 0  # bytes of lines that are whole
        with self.path.open("rb") as file:
            for number in count(1):
                line = file.readline(MAX_LINE + 1)
                if not line.endswith(b"\n"):
                    break
                self._take_up(number, line[:-1])
                whole += len(line)
        if line:
            # Only the beginning of a line of ours is cut off: whatever else stands there is somebody's.
            if len(line) > MAX_LINE or not (_BEGINNING.startswith(line) or line.startswith(_BEGINNING)):
                self._take_up(number, line)
            os.truncate(self.path, whole)

    def _take_up(self, number: int, line: bytes) -> None:
        try:
            row = read_value(line, MAX_LINE)
            row.only(*self.params, "index", "rounds", "sums")
            members = {name: row.member(name) for name in self.params}
            place = row.member("index").whole(0), row.member("rounds").whole(1)
            tally = Tally.from_json(row.member("sums"))
            if tally.rounds != place[1]:
                raise InvalidReplay("field-out-of-bounds", path="$.sums.rounds", found=str(tally.rounds))
        except InvalidReplay as problem:
            where, detail = str(self.path), _detail(problem)
            raise InvalidCheckpoint("checkpoint-broken", path=where, line=number, detail=detail) from None
        for name, value in self.params.items():
            if not _is_same(members[name], value):
                raise InvalidCheckpoint("checkpoint-other", path=str(self.path), line=number, about=name)
        # Chunks have their own seeds: one that stands twice must have come out alike.
        if self.done.setdefault(place, tally) != tally:
            raise InvalidCheckpoint("checkpoint-broken", path=str(self.path), line=number, detail="$.index")

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


def _is_same(field: Field, value: Any) -> bool:
    """True of a field that writes a value as we do: `true` and `1.0` are equal to 1, and are not 1."""
    return json.dumps(field.value, sort_keys=True) == json.dumps(value, sort_keys=True)


def _detail(problem: InvalidReplay) -> str:
    """The path of the field that is wrong, if the line can be read."""
    return str(problem.args_by_name.get("path") or "JSON")
