"""The desk: questions handed to processes that are ended at their time, a few at once, the others waiting.

A process answers many questions, one after another. Whatever a question makes it do, it
has so much memory and so many seconds; then it is ended, and another takes its place.
"""

import json
import os
import sys
from contextlib import suppress
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from lexludi.base.errors import LexludiError, MachineFailure
from lexludi.base.limits import limit_memory
from lexludi.base.messages import catalogue
from lexludi.base.processes import live_by
from lexludi.service.answers import answer, problem_json
from lexludi.service.questions import MAX_BYTES, MAX_NAME, language_of

SECONDS = 60.0
AT_ONCE = 2
WAITING = 8  # questions that may wait, for each that is being answered
MEMORY = 4 << 30
# Seconds in which a process must have begun.
BEGINNING = 60.0
# A process is replaced after so many answers, so that what it keeps does not grow for ever.
ANSWERS = 200


class ProcessDesk:
    """A desk with so many processes, each of which has so many seconds for a question, and so many bytes of memory."""

    def __init__(self, at_once: int = AT_ONCE, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.seconds = seconds
        # Places for those who are answered, and for those who wait; whoever finds none is turned away at once.
        self._places = BoundedSemaphore(at_once * (1 + WAITING))
        self._clerks = [Clerk(memory) for _ in range(at_once)]
        self._free: SimpleQueue[Clerk] = SimpleQueue()
        for clerk in self._clerks:
            self._free.put(clerk)

    def __enter__(self) -> "ProcessDesk":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """End the processes, whatever they are at."""
        for clerk in self._clerks:
            clerk.end()

    def ask(self, kind: str, data: bytes) -> dict[str, Any]:
        """The answer to a question, or the problem with it; from any thread, in the time there is."""
        words = catalogue(language_of(data))
        try:
            return self._asked(kind, data)
        except LexludiError as problem:
            return problem_json(kind, problem, words)

    def _asked(self, kind: str, data: bytes) -> dict[str, Any]:
        if len(data) > MAX_BYTES:
            raise LexludiError("question-too-big", limit=MAX_BYTES)
        if not self._places.acquire(blocking=False):
            raise MachineFailure("too-many-questions")
        try:
            until = monotonic() + self.seconds
            try:
                clerk = self._free.get(timeout=self.seconds)
            except Empty:
                raise MachineFailure("too-many-questions") from None
            try:
                # Whoever has waited for nearly all of the time still has a second.
                return clerk.ask(kind, data, max(1.0, until - monotonic()))
            finally:
                self._free.put(clerk)
        finally:
            self._places.release()


class Clerk:
    """A process that answers questions; begun with the first one, and anew after it was ended."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: BaseProcess | None = None
        self._pipes: tuple[Connection, ...] = ()
        self._answers = 0

    def ask(self, kind: str, data: bytes, seconds: float) -> dict[str, Any]:
        """The answer to a question.

        Raises:
            MachineFailure: the time is used up, or the process was lost.
        """
        try:
            if self._process is None or not self._process.is_alive() or self._answers >= ANSWERS:
                self._begin()
            line = self._pipes[0]
            head = f"{seconds}\0{kind[:MAX_NAME]}\0"
            line.send_bytes(head.encode("utf-8", "replace") + data)
            if not line.poll(seconds):
                self.end()
                raise MachineFailure("question-too-long", seconds=ceil(seconds))
            answered: dict[str, Any] = json.loads(line.recv_bytes())
        except (EOFError, OSError):
            self.end()
            raise MachineFailure("process-lost") from None
        self._answers += 1
        # The limit is on the process, which may not give back what it took: the next question has another.
        if answered.get("problem", {}).get("key") == "out-of-memory":
            self.end()
        return answered

    def _begin(self) -> None:
        self.end()
        context = get_context("spawn")
        line, theirs = context.Pipe()
        lifeline, held = context.Pipe(duplex=False)
        self._process = context.Process(target=_answer_all, args=(theirs, lifeline, self._memory), daemon=True)
        self._process.start()
        # Held by that process alone, so that the line ends when the process does.
        theirs.close()
        lifeline.close()
        # Nothing is sent on `held`: whatever ends us closes it, and that ends the process (`live_by`).
        self._pipes, self._answers = (line, held), 0
        # The time of a question does not begin before whoever is to answer it is there.
        if not line.poll(BEGINNING):
            raise EOFError
        line.recv_bytes()

    def end(self) -> None:
        """End the process, whatever it is at."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        for pipe in self._pipes:
            pipe.close()
        self._process, self._pipes = None, ()


def _answer_all(line: Connection, lifeline: Connection, memory: int) -> None:
    """In a process of its own: answer what comes, until nothing more does."""
    live_by(lifeline)
    limit_memory(memory)
    # What another program reads of whoever started us is no place for anything of ours.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    with suppress(EOFError):
        line.send_bytes(b"ready")
        while True:
            # The time that there is, a zero, the kind, a zero, and the question as it came.
            seconds, kind, data = line.recv_bytes(2 * MAX_BYTES).split(b"\0", 2)
            answered = json.dumps(answer(kind.decode("utf-8", "replace"), data, float(seconds)), ensure_ascii=False)
            # Half a character, as an escape of a question may have it, is none that an answer can repeat.
            line.send_bytes(answered.encode("utf-8", "replace"))
