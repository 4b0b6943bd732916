"""The exceptions of the library, for a caller's mistakes; texts give diagnostics instead.

LexludiError
├── UnknownWork         no such work, date or language on the shelf
├── InvalidRegulation   the text has errors; carries the diagnostics
├── NotWhollyKnown      the text was amended in ways that are not known, and nobody has accepted that
├── RepealedWork        the work is repealed on that day, and cannot be played by
├── InvalidSetting      an option or reading that the text does not have, or a value it does not admit
├── IllegalAction       an action that a provision forbids, or that is not possible now
├── InvalidStack        objects that cannot be dealt from the material
├── UnsettledCase       no rule, or contradictory rules, for a situation that was reached
├── InvalidArgument     an argument of a call that is not as it must be; also a TypeError
├── InvalidReplay       data from outside, such as a replay file, that cannot be read
└── MachineFailure      the disk, the memory, a permission, the network or a limit, which no text and no caller can help
"""

import errno
from collections.abc import Mapping
from typing import Any

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.messages import LOCALES, catalogue


class LexludiError(Exception):
    """A caller's mistake: a key of the catalogues, arguments, and the provisions concerned.

    Of several bets that a round leaves open each has a problem of its own: all but the first are in `also`.

    >>> from lexludi import LexludiError, PlaceBet, load
    >>> try:
    ...     load("mo/q-poker").new_round(seed=1).apply(PlaceBet("player-1", "box-9", "ante", 10))
    ... except LexludiError as problem:
    ...     print(problem.tell("en"))
    bets cannot be placed at “box-9”, but at: box-1, box-2, box-3, box-4, box-5, box-6 and box-7
    """

    also: tuple["LexludiError", ...] = ()

    def __init__(self, key: str, provisions: tuple[str, ...] = (), **args: Any) -> None:
        super().__init__(key, provisions, args)
        self.key = key
        self.provisions = provisions
        self.args_by_name: Mapping[str, Any] = args

    def __reduce__(self) -> tuple[Any, ...]:
        # As it comes back from another process.
        return _blank, (type(self), self.args), self.__dict__

    def tell(self, language: str) -> str:
        """The sentence in one language (`zh`, `pt` or `en`), with the provisions behind it.

        Raises:
            InvalidArgument: there is no such language.
        """
        if language not in LOCALES:
            raise InvalidArgument("argument-not-among", name="language", known=tuple(LOCALES), found=language)
        messages, words = catalogue(language), dict(self.args_by_name)
        if "reason" in words:
            words["reason"] = messages.obstacle(words["reason"])
        sentence = messages.say(f"error.{self.key}", **words)
        return f"{sentence} ({', '.join(self.provisions)})" if self.provisions else sentence

    def __str__(self) -> str:
        details = ", ".join(f"{k}={v}" for k, v in self.args_by_name.items())
        return f"{self.key}: {details}" + (f" ({', '.join(self.provisions)})" if self.provisions else "")


def _blank(kind: type[LexludiError], args: tuple[Any, ...]) -> LexludiError:
    # Without `__init__`, which takes names with their values, or others in a subclass; attributes come with the state.
    return kind.__new__(kind, *args)


class UnknownWork(LexludiError):
    """No such work, date or language on the shelf."""


class InvalidRegulation(LexludiError):
    """The text has errors; they are in `diagnostics`, and `Work.check` has them in sentences."""

    def __init__(self, name: str, diagnostics: list[Diagnostic]) -> None:
        super().__init__("invalid-regulation", name=name, count=len(diagnostics))
        self.diagnostics = diagnostics


class NotWhollyKnown(LexludiError):
    """The text was amended in ways that are not known, or known in part; running it must be asked for."""


class RepealedWork(LexludiError):
    """The work is repealed on that day; what it said can be read, and not be played by."""


class InvalidSetting(LexludiError):
    """An option or reading that the text does not have, or a value that it does not admit."""


class IllegalAction(LexludiError):
    """An action that a provision forbids, or that is not possible now."""


class InvalidStack(LexludiError):
    """Objects that cannot be dealt from the material, or too few of them."""


class UnsettledCase(LexludiError):
    """A situation for which no rule, or contradictory rules, decide; `provisions` names those concerned."""


class InvalidArgument(LexludiError, TypeError):
    """An argument of a call to the library that is not as it must be, by its type above all."""

    def tell(self, language: str) -> str:
        """The sentence in one language; of one that was raised anew, as `gymnasium.make` does, that of the first."""
        first = self.__cause__
        return first.tell(language) if isinstance(first, InvalidArgument) else super().tell(language)


class InvalidReplay(LexludiError):
    """Data from outside, such as a replay file, that cannot be read."""


class MachineFailure(LexludiError):
    """The machine cannot do it: the disk is full, memory or a permission is lacking, the network fails."""


# Names that lead to nothing that could be read are the caller's; every other refusal is the machine's.
_NAMES = {
    **dict.fromkeys((errno.ENOENT, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL), "unreadable-file"),
    **dict.fromkeys((errno.ENOTDIR, errno.EEXIST), "not-a-folder"),
}
_REASONS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "disk-full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "no-permission"),
    errno.EBADF: "output-closed",
}


def from_system(problem: OSError | MemoryError) -> LexludiError:
    """The exception of this library for one of the system: a name that leads nowhere, or a failure of the machine."""
    if isinstance(problem, MemoryError):
        return MachineFailure("out-of-memory")
    name = problem.filename
    shown = name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name or "–")
    # Without a name, it is none of the caller's that leads nowhere.
    if problem.errno in _NAMES and name:
        return UnknownWork(_NAMES[problem.errno], name=shown if len(shown) <= 200 else shown[:200] + "…")
    if problem.errno in _REASONS:
        return MachineFailure(_REASONS[problem.errno], detail=shown)
    return MachineFailure("machine", detail=f"{problem.strerror or problem or type(problem).__name__} ({shown})")
