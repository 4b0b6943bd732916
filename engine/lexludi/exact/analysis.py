"""The analysis of a regulation: its exact odds under some settings, and what they are the odds of."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import Any

from lexludi.base.callers import expect, expect_list
from lexludi.base.errors import IllegalAction, InvalidArgument
from lexludi.base.frozen import dataclass
from lexludi.base.plain import given
from lexludi.exact.budget import SECONDS, Budget, NotAnalysed
from lexludi.exact.comparison import Comparison, changes_of, compare
from lexludi.exact.odds import SCHEMA, Odds, odds
from lexludi.exact.resting import with_readings
from lexludi.law.introductions import bet_not_yet
from lexludi.play.game import Game, load
from lexludi.play.record import origins_json
from lexludi.play.resting import ByInference, inferences
from lexludi.play.table import name_meant, names_wrongly, not_placed
from lexludi.rules.model import Parameter, RuleSet, Value
from lexludi.rules.naming import SLOTS
from lexludi.rules.standing import standing_json, unknown_json

COMPARISON_SCHEMA = "lexludi.odds-comparison/1"


@dataclass(frozen=True)
class Subject:
    """A game, and the bets that are asked about, alone (`total`) or with what is named (`total/6`); all without any."""

    game: Game
    bets: tuple[str, ...] = ()

    @cached_property
    def inferences(self) -> tuple[ByInference, ...]:
        """The inferences of the transcriber that the rules rest on, as they are decided."""
        return inferences(self.game.decided)

    def to_json(self) -> dict[str, Any]:
        """The request, as the schema has it."""
        game, metadata = self.game, self.game.rules.metadata
        return {
            "work": metadata.work,
            "on": game.version,
            **given(file=game.file),
            "text": game.rules.language,
            **standing_json(metadata),
            **unknown_json(metadata),
            "options": {name: str(value) for name, value in game.options.items()},
            "readings": {name: str(value) for name, value in game.readings.items()},
            **origins_json(game.origins),
            "rules": game.digest,
        }


def subject(
    work: str,
    *,
    on: date | None = None,
    text: str = "",
    options: Mapping[str, object] | None = None,
    readings: Mapping[str, object] | None = None,
    bets: Iterable[str] = (),
    accept_unknown: bool = False,
) -> Subject:
    """A request for an analysis: a work (`mo/q-poker`) or a regulation file, as in force on a day.

    A text after an amendment that is not wholly known is analysed only with `accept_unknown`.
    One that is named is analysed in its own stance (`game.load`).

    Raises:
        UnknownWork: no such work, date or language.
        InvalidRegulation: the text has errors.
        NotWhollyKnown: it was amended in ways that are not known, and that is not accepted.
        InvalidSetting: an option or reading that it does not have, or not yet.
        IllegalAction: a bet that it does not have, or not yet.
        NotAnalysed: it has no bets.
    """
    game = load(work, on=on, text=text, options=options, readings=readings, accept_unknown=accept_unknown)
    try:
        return Subject(game, bets_meant(game.rules, bets))
    except IllegalAction as problem:
        assert game.text is not None
        raise bet_not_yet(problem, game.text) if problem.key == "unknown-bet" else problem from None


def bets_meant(rules: RuleSet, bets: Iterable[str]) -> tuple[str, ...]:
    """The bets that somebody asks about, as the rules name them.

    Raises:
        NotAnalysed: the rules have no bets.
        IllegalAction: a bet that they do not have, or that nobody places.
    """
    if not rules.bets:
        raise NotAnalysed("not-analysed", reason="no-bets")
    asked = []
    for bet, slash, naming in (one.partition(SLOTS) for one in bets):
        if bet not in rules.bets:
            raise IllegalAction("unknown-bet", bet=bet, known=tuple(rules.bets))
        if bet in rules.put_by_rule:
            raise not_placed(rules, rules.bets[bet])
        meant = name_meant(rules, bet, naming)
        if slash and meant not in rules.names[bet]:
            raise names_wrongly(rules, bet)
        asked.append(f"{bet}{slash}{meant}")
    return tuple(asked)


def analyze(game: Game, bets: Iterable[str] = (), *, limit: float = SECONDS) -> Odds:
    """The exact odds of bets of a game (`ante`, `total/6`), of all of them unless some are given, as fractions.

    Of each bet one unit, by one bettor, with a fresh stock; where somebody decides, by the best play among the
    choices that need no amount. There are `limit` seconds of computing for all bets together: one for which they do
    not suffice, or which would take too much memory, is in `skipped`.

    >>> from lexludi import analyze, load
    >>> odds = analyze(load("mo/q-poker"), ["pair-plus"])
    >>> odds.bets["pair-plus"].house_edge
    Fraction(128, 5525)
    >>> [str(line.outcome.net) for line in odds.bets["pair-plus"].lines]
    ['40', '30', '6', '4', '1', '-1']

    Raises:
        InvalidArgument: an argument is of another type.
        IllegalAction: a bet that the game does not have, or that nobody places.
        NotAnalysed: the game has no bets.
    """
    expect("game", game, Game)
    wanted = expect_list("bets", bets)
    expect("limit", limit, int, float)
    if not limit >= 0:  # of what is no number no comparison is true, so that no limit would hold
        raise InvalidArgument("argument-not-among", name="limit", known=("≥ 0",), found=str(limit))
    meant = bets_meant(game.rules, (wanted,) if isinstance(wanted, str) else wanted or ())
    return odds(game.decided, meant, budget=Budget(limit))


def analyse(
    asked: Subject,
    step: Callable[[str], object] = lambda bet: None,
    limit: float = SECONDS,
    *,
    by_reading: bool = False,
) -> Odds:
    """The exact odds of the bets asked about, within a limit in seconds; `step` is called as each is done.

    With `by_reading`, each outcome has every reading that it rests on; else those that alone decide it. Those for
    which no time is left are among the readings that are not searched.
    """
    budget = Budget(limit)
    game = asked.game
    all_odds = odds(game.decided, asked.bets, step, budget)
    return with_readings(all_odds, game.rules, game.settings, game.origins, every=by_reading, budget=budget)


def analysis_json(asked: Subject, all_odds: Odds) -> dict[str, Any]:
    """The odds as plain data (`lexludi.odds/1`)."""
    rows = [{"inference": by.kind.value, "provision": by.provision, "other": by.other} for by in asked.inferences]
    return {"schema": SCHEMA, **asked.to_json(), **all_odds.to_json(), **given(inferences=rows)}


Changes = list[tuple[Parameter, Value]]


def changes(asked: Subject, kinds: Iterable[str], names: Iterable[str] = ()) -> Changes:
    """The values to compare of the parameters of some kinds (`option`, `reading`); of some of them, if named.

    Raises:
        InvalidSetting: there is no such parameter.
    """
    wanted = tuple(names)
    return [change for kind in kinds for change in changes_of(asked.game.rules, asked.game.settings, kind, wanted)]


def compare_settings(
    asked: Subject,
    compared: Changes,
    step: Callable[[str], object] = lambda name: None,
    limit: float = SECONDS,
) -> Comparison:
    """Effects of each of some values on each bet, within a limit in seconds each; `step` is called before each."""
    return compare(asked.game.rules, asked.game.settings, compared, asked.bets, step, limit)


def comparison_json(asked: Subject, comparison: Comparison) -> dict[str, Any]:
    """A comparison as plain data (`lexludi.odds-comparison/1`)."""
    return {"schema": COMPARISON_SCHEMA, **asked.to_json(), **comparison.to_json()}
