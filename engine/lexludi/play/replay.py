"""Replay: recorded rounds played again, from their objects and from their seed, and every field compared.

What went into a round is read as typed values: the work, its settings, the chance and
the actions. What came of it is computed anew, and compared field by field, so that
nothing in a record stands there unproved.
"""

import json
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import islice, zip_longest
from typing import Any

from lexludi.base.boundary import TOP, Field, Json, below, read_values
from lexludi.base.errors import InvalidReplay, InvalidStack, LexludiError
from lexludi.base.frozen import dataclass
from lexludi.base.messages import LOCALES, catalogue
from lexludi.play.actions import Action, action_from_json
from lexludi.play.game import Game, Round, load
from lexludi.play.session import Session
from lexludi.play.telling import Teller
from lexludi.play.trace import SCHEMA, Step
from lexludi.rules.settings import Origin

# Bounds of a file, which anybody may have written.
MAX_BYTES = 200_000_000
MAX_ROUNDS = 1_000_000


class Absent(Enum):
    """The mark of a field that is not there."""

    ABSENT = "–"


ABSENT = Absent.ABSENT


@dataclass(frozen=True)
class Recorded:
    """A record: what went into the round, as typed values; and the whole of it, as the file has it."""

    work: str
    on: str
    text: str
    file: str
    options: dict[str, str]
    readings: dict[str, str]
    origins: dict[str, str]
    seed: int | None
    number: int
    fresh: bool | None
    drawn: list[str]
    statuses: dict[str, str]
    actions: list[Action]
    refused: Action | None
    whole: dict[str, Json]

    @property
    def game(self) -> tuple[object, ...]:
        """The key of the game that was played."""
        settings = (tuple(sorted(s.items())) for s in (self.options, self.readings, self.origins))
        return (self.work, self.on, self.text, self.file, *settings)

    @property
    def series(self) -> tuple[object, ...]:
        """The key of the rounds that were played one after the other."""
        return (*self.game, self.seed, tuple(sorted(self.statuses.items())))


@dataclass(frozen=True)
class ReplayDifference:
    """A field that is not as recorded: its kind, its path, both values, and the provisions behind the value now.

    The kind is `step` (the first that differs; then both values are steps), `length` (the
    number of steps), `stopped` (the problem that ended the round) or `field` (any other).
    """

    kind: str
    path: str
    before: Any
    after: Any
    provisions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Replayed:
    """A record, the round played again, the problem that stopped it, and all that differs from the record."""

    recorded: Recorded
    round: Round
    stopped: LexludiError | None
    differences: list[ReplayDifference]


# ── Reading ─────────────────────────────────────────────────────────────────


def read_records(data: bytes) -> list[Recorded]:
    """The records of a file, one or many, as JSON one after another.

    Raises:
        InvalidReplay: it holds none, or one of another version of the schema, or a field is not of its type.
    """
    values = read_values(data, MAX_BYTES)
    if not values:
        raise InvalidReplay("json-not-one", count=0)
    return [_record(value) for value in values]


def _record(field: Field) -> Recorded:
    schema = field.members().get("schema", Field(None)).value
    if schema != SCHEMA:
        raise InvalidReplay("other-schema", found=str(schema)[:40], expected=SCHEMA)
    # The rest of the record is compared as it stands, whatever it is.
    field.member("lexludi").text()
    return Recorded(
        work=field.member("work").text(),
        on=field.member("on").text(),
        text=field.member("text").one_of(LOCALES),
        file=field.optional("file", Field.text, ""),
        options=field.member("options").texts(),
        readings=field.member("readings").texts(),
        origins=field.optional("origins", Field.texts, {}),
        seed=None if field.member("seed").value is None else field.member("seed").whole(0),
        number=field.optional("round", _number, 1),
        fresh=field.optional("fresh", Field.flag, None),
        drawn=[entry.text() for entry in field.member("drawn").entries()],
        statuses=field.member("statuses").texts(),
        actions=[action_from_json(entry) for entry in field.member("actions").entries()],
        refused=field.optional("error", _refused, None),
        whole={name: member.value for name, member in field.members().items()},
    )


def _number(field: Field) -> int:
    return field.whole(2, MAX_ROUNDS)


def _refused(field: Field) -> Action | None:
    return field.optional("action", action_from_json, None)


# ── Playing again ───────────────────────────────────────────────────────────


def replay(records: Iterable[Recorded], *, accept_unknown: bool = False) -> Iterator[Replayed]:
    """Each round played again under the rules as they are now.

    Once from the objects recorded, and once from the seed, if there is one; the
    differences are those of the way that has fewer, so that a forged object is told as
    itself, and so is a forged seed. A text that is not wholly known is played only with
    `accept_unknown`.

    Raises:
        InvalidReplay: a round of a series stands there without those before it.
        LexludiError: the work, a setting or an object does not exist any more.
    """
    series: _Series | None = None
    for recorded in records:
        if series is None or not series.goes_on_with(recorded):
            if recorded.number > 1:
                raise InvalidReplay("round-alone", number=recorded.number)
            # Loading a game reads and parses its text: once for records of the same game that follow one another.
            same = series.game if series and series.last.game == recorded.game else None
            series = _Series(recorded, same or game_of(recorded, accept_unknown))
        yield series.next(recorded)


class _Series:
    """Rounds with one source of chance, each played after the one before it, in both ways."""

    def __init__(self, first: Recorded, game: Game) -> None:
        self.last, self.game = first, game

        def session() -> Session:
            # When use of objects begins depends on where they come from, even where each round is given its own.
            cards = () if first.seed is None else None
            return Session(game, seed=first.seed, cards=cards, statuses=first.statuses, fresh=first.fresh)

        self._of_objects = session()
        self._of_seed = session() if first.seed is not None else None

    def goes_on_with(self, recorded: Recorded) -> bool:
        return recorded.number == self.last.number + 1 and recorded.series == self.last.series

    def next(self, recorded: Recorded) -> Replayed:
        self.last = recorded
        if self._of_seed is None:
            return _compared(recorded, self._of_objects.new_round(recorded.drawn))
        of_seed = _compared(recorded, self._of_seed.new_round())
        drawn = _symbols(of_seed.round)
        try:
            round_ = self._of_objects.new_round(recorded.drawn)
        except InvalidStack:  # they cannot have come from any seed
            round_ = self._of_objects.new_round(drawn)
        of_objects = _compared(recorded, round_)
        if drawn != recorded.drawn:
            of_objects.differences.insert(0, ReplayDifference("field", f"{TOP}.seed", recorded.seed, ABSENT))
        # Of equally many differences those from the seed are told: `min` keeps the first.
        return min(of_seed, of_objects, key=lambda replayed: len(replayed.differences))


def _compared(recorded: Recorded, round_: Round) -> Replayed:
    stopped = _play(round_, recorded)
    return Replayed(recorded, round_, stopped, differences(recorded, round_))


def game_of(recorded: Recorded, accept_unknown: bool = False) -> Game:
    """The game of a record, under the rules as they are now.

    Raises:
        LexludiError: the work or a setting does not exist any more.
    """
    return load(
        recorded.file or f"{recorded.work}@{recorded.on}",
        text=recorded.text,
        options=recorded.options,
        readings=recorded.readings,
        accept_unknown=accept_unknown,
        # What somebody chose and which text was followed went into the round, and is compared with what they give.
        own_stance=Origin.TEXT.value in recorded.origins.values(),
        chosen=tuple(name for name, origin in recorded.origins.items() if origin == Origin.CHOICE.value),
    )


def _play(round_: Round, recorded: Recorded) -> LexludiError | None:
    """The actions of a record, and the one that was refused after them; the problem that stopped the round."""
    try:
        for action in recorded.actions:
            round_.apply(action)
        if recorded.refused is not None:
            round_.apply(recorded.refused)
    except LexludiError as problem:
        return problem
    return None


def _symbols(round_: Round) -> list[str]:
    return round_.game.questions.judge.hands.material.symbols(round_.drawn)


# ── Comparing ───────────────────────────────────────────────────────────────


def differences(recorded: Recorded, round_: Round) -> list[ReplayDifference]:
    """The fields of a record that are not those of a round; of its steps only the first, from which others follow."""
    # By way of JSON, so that both sides are made of the same types (lists, no tuples).
    now: dict[str, Any] = json.loads(json.dumps(round_.to_json()))
    # Played from its objects, a round has no seed of its own; which version wrote a record cannot be computed.
    now |= {name: recorded.whole[name] for name in ("seed", "lexludi")}
    before = dict(recorded.whole)
    if "uri" not in before:
        now.pop("uri", None)  # records of texts that had no identifier yet
    out = []
    if (problem := _problem_differs(before.pop("error", ABSENT), now.pop("error", ABSENT), round_)) is not None:
        out.append(problem)
    steps, steps_now = before.pop("steps", ABSENT), now.pop("steps")
    out += _steps_differ(steps, steps_now)
    for path, old, new in _differing(TOP, before, now):
        out.append(ReplayDifference("field", path, old, new, _behind(path, now)))
    return out


def _differing(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    """The innermost fields that differ: path, value before, value after."""
    match before, after:
        case dict(), dict():
            for name in {**after, **before}:
                yield from _differing(below(path, name), before.get(name, ABSENT), after.get(name, ABSENT))
        case list(), list():
            for place, (old, new) in enumerate(zip_longest(before, after, fillvalue=ABSENT)):
                yield from _differing(below(path, place), old, new)
        case _:
            # In Python, but not in JSON, 1 is true and 1.0.
            if type(before) is not type(after) or before != after:
                yield path, before, after


def _steps_differ(before: Any, after: list[Any]) -> Iterator[ReplayDifference]:
    path = f"{TOP}.steps"
    if not isinstance(before, list):
        yield ReplayDifference("length", path, before, len(after))
        return
    for place, (old, new) in enumerate(zip(before, after, strict=False)):
        # Two are enough to know: one difference is told by its own path, several by that of the step.
        if inner := list(islice(_differing(below(path, place), old, new), 2)):
            where = inner[0][0] if len(inner) == 1 else below(path, place)
            yield ReplayDifference("step", where, step_from(old), step_from(new), tuple(new["provisions"]))
            return
    if len(before) != len(after):
        yield ReplayDifference("length", path, len(before), len(after))


def _problem_differs(before: Any, after: Any, round_: Round) -> ReplayDifference | None:
    """The problem that ended the round, if it is another; its sentence may be in any of the languages."""
    if isinstance(before, dict) and isinstance(after, dict) and round_.problem is not None:
        tellers = (Teller.of(round_.game.rules, catalogue(language)) for language in LOCALES)
        sentence = before.get("message", ABSENT)
        if sentence is ABSENT or sentence in [teller.problem(round_.problem[0]) for teller in tellers]:
            before = {name: value for name, value in before.items() if name != "message"}
    difference = next(_differing(f"{TOP}.error", before, after), None)
    if difference is None:
        return None
    path, old, new = difference
    if path == f"{TOP}.error" and round_.problem is not None:
        return ReplayDifference("stopped", path, old, round_.problem[0], round_.problem[0].provisions)
    return ReplayDifference("stopped", path, old, new)


def _behind(path: str, now: dict[str, Any]) -> tuple[str, ...]:
    """The provisions that decided a bet whose field is at a path."""
    for place, bet in enumerate(now["bets"]):
        # The path of a place ends in a bracket, so that that of 1 does not begin that of 10.
        if path.startswith(below(f"{TOP}.bets", place)):
            return tuple(bet["provisions"])
    return ()


def step_from(data: Any) -> Step:
    """The step of its plain data, as far as that is one."""
    members = data if isinstance(data, dict) else {}
    provisions, values = members.get("provisions"), members.get("values")
    return Step(
        str(members.get("step", "")),
        tuple(map(str, provisions)) if isinstance(provisions, list) else (),
        str(members.get("party", "")),
        values if isinstance(values, dict) else {},
    )
