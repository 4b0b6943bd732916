"""Lexludi: game regulations that can be read as law, run as games and compared as history.

What this module names is public, and documented; everything else is internal and may change at any time.
"""

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
    from lexludi.exact.analysis import analyze
    from lexludi.exact.budget import NotAnalysed
    from lexludi.exact.odds import BetOdds, Line, Odds
    from lexludi.law.files import works
    from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
    from lexludi.play.drawing import as_svg, as_text
    from lexludi.play.gains import Bounds, NotBounded
    from lexludi.play.game import Decision, Game, Round, load
    from lexludi.play.hidden import NotObserved
    from lexludi.play.information import Decided, Feature, InformationState, Layout, SeenHand
    from lexludi.play.position import Move, Position, Tree
    from lexludi.play.round_state import Bet, State, Undecided
    from lexludi.play.session import Session
    from lexludi.play.trace import Step, Trace
    from lexludi.service.work import Expression, Work
    from lexludi.simulate.arrays import Simulated, simulate_rounds

__version__ = "0.1.0"

# Where each public name stands; it is imported when first asked for, so that `lexludi --version` needs none of them.
PUBLIC = {
    "lexludi.play.game": (
        "Decision",
        "Game",
        "Round",
        "load",
    ),
    "lexludi.play.session": ("Session",),
    "lexludi.play.position": (
        "Move",
        "Position",
        "Tree",
    ),
    "lexludi.play.round_state": (
        "Bet",
        "State",
        "Undecided",
    ),
    "lexludi.play.information": (
        "Decided",
        "Feature",
        "InformationState",
        "Layout",
        "SeenHand",
    ),
    "lexludi.play.gains": (
        "Bounds",
        "NotBounded",
    ),
    "lexludi.play.hidden": ("NotObserved",),
    "lexludi.play.drawing": (
        "as_svg",
        "as_text",
    ),
    "lexludi.play.actions": (
        "Act",
        "Action",
        "Choose",
        "Deal",
        "Irregularity",
        "PlaceBet",
    ),
    "lexludi.play.trace": (
        "Step",
        "Trace",
    ),
    "lexludi.exact.analysis": ("analyze",),
    "lexludi.exact.odds": (
        "BetOdds",
        "Line",
        "Odds",
    ),
    "lexludi.exact.budget": ("NotAnalysed",),
    "lexludi.simulate.arrays": (
        "Simulated",
        "simulate_rounds",
    ),
    "lexludi.law.files": ("works",),
    "lexludi.service.work": (
        "Expression",
        "Work",
    ),
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
    "Bet",
    "BetOdds",
    "Bounds",
    "Choose",
    "Deal",
    "Decided",
    "Decision",
    "Expression",
    "Feature",
    "Game",
    "IllegalAction",
    "InformationState",
    "InvalidArgument",
    "InvalidRegulation",
    "InvalidReplay",
    "InvalidSetting",
    "InvalidStack",
    "Irregularity",
    "Layout",
    "LexludiError",
    "Line",
    "MachineFailure",
    "Move",
    "NotAnalysed",
    "NotBounded",
    "NotObserved",
    "NotWhollyKnown",
    "Odds",
    "PlaceBet",
    "Position",
    "RepealedWork",
    "Round",
    "SeenHand",
    "Session",
    "Simulated",
    "State",
    "Step",
    "Trace",
    "Tree",
    "Undecided",
    "UnknownWork",
    "UnsettledCase",
    "Work",
    "__version__",
    "analyze",
    "as_svg",
    "as_text",
    "load",
    "simulate_rounds",
    "works",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    for home, names in PUBLIC.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
