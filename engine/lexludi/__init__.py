"""Lexludi: game regulations that can be read as law, run as games and compared as history."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexludi.base.errors import (
        IllegalAction,
        InvalidArgument,
        InvalidRegulation,
        InvalidReplay,
        InvalidSetting,
        InvalidStack,
        LexludiError,
        MachineFailure,
        NotWhollyKnown,
        RepealedWork,
        UnknownWork,
        UnsettledCase,
    )
    from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
    from lexludi.play.game import Decision, Game, Round, load
    from lexludi.play.session import Session

__version__ = "0.1.0"

# Where each public name stands; it is imported when first asked for, so that `lexludi --version` needs none of them.
_HOMES = {
    "lexludi.play.game": ("Decision", "Game", "Round", "load"),
    "lexludi.play.session": ("Session",),
    "lexludi.play.actions": ("Act", "Action", "Choose", "Deal", "Irregularity", "PlaceBet"),
    "lexludi.base.errors": (
        "IllegalAction",
        "InvalidArgument",
        "InvalidRegulation",
        "InvalidReplay",
        "InvalidSetting",
        "InvalidStack",
        "LexludiError",
        "MachineFailure",
        "NotWhollyKnown",
        "RepealedWork",
        "UnknownWork",
        "UnsettledCase",
    ),
}

__all__ = [
    "Act",
    "Action",
    "Choose",
    "Deal",
    "Decision",
    "Game",
    "IllegalAction",
    "InvalidArgument",
    "InvalidRegulation",
    "InvalidReplay",
    "InvalidSetting",
    "InvalidStack",
    "Irregularity",
    "LexludiError",
    "MachineFailure",
    "NotWhollyKnown",
    "PlaceBet",
    "RepealedWork",
    "Round",
    "Session",
    "UnknownWork",
    "UnsettledCase",
    "__version__",
    "load",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
