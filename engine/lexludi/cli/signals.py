"""Signals as exceptions: to be terminated, or to have used up its time, ends a command as an interruption does."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType


class Terminated(BaseException):
    """A signal is to end the process; an interruption is a `KeyboardInterrupt`, as ever."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class TimeUsedUp(BaseException):
    """The time that the process may compute is used up."""


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated(number)


def _use_up(number: int, frame: FrameType | None) -> None:
    raise TimeUsedUp


# What ends a process without a word, unless it is told otherwise; some systems lack some of them.
_ANSWERS: dict[str, Callable[[int, FrameType | None], None]] = {
    "SIGTERM": _terminate,
    "SIGHUP": _terminate,
    "SIGXCPU": _use_up,
}


@contextmanager
def signals_as_exceptions() -> Iterator[None]:
    """While this lasts, signals that would end the process raise; those that somebody else answers are left alone.

    Raises:
        Terminated: the process is to end.
        TimeUsedUp: its time limit is reached.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    changed = []
    try:
        for name, answer in _ANSWERS.items():
            number = getattr(signal, name, None)
            # `nohup`, for one, has SIGHUP ignored, and so it must stay.
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                changed.append(number)
                signal.signal(number, answer)
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


def end_quietly() -> None:
    """From here on, when a command has said its last, a signal ends the process without a traceback."""
    with suppress(ValueError):  # not the main thread
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
