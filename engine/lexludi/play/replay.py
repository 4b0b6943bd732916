"""Replay files: the JSON of a round, played again from the objects dealt and the actions taken."""

import json
from dataclasses import dataclass
from typing import Any

from lexludi.base.errors import InvalidReplay, LexludiError
from lexludi.play.actions import Action, action_from_json
from lexludi.play.game import Round, load
from lexludi.play.trace import SCHEMA, Step

MAX_CHARACTERS = 20_000_000


@dataclass(frozen=True)
class Recorded:
    """The contents of a replay file."""

    work: str
    on: str
    text: str
    file: str
    options: dict[str, str]
    readings: dict[str, str]
    rules: str
    seed: int | None
    drawn: list[str]
    fresh: bool
    statuses: dict[str, str]
    actions: list[Action]
    bets: list[dict[str, Any]]
    steps: list[dict[str, Any]]


@dataclass(frozen=True)
class Difference:
    """Something that goes otherwise now: what, as recorded and as replayed, by which provisions.

    For a `step`, `before` and `after` are steps; for a `bet`, its plain data; for
    `stopped`, `after` is the exception; for `length`, both are numbers of steps.
    """

    what: str
    before: Any
    after: Any
    provisions: tuple[str, ...]


def read_replay(text: str) -> Recorded:
    """The contents of a replay file.

    Raises:
        InvalidReplay: it is none, or of another version of the schema.
    """
    if len(text) > MAX_CHARACTERS:
        raise InvalidReplay("replay-too-long", limit=MAX_CHARACTERS)
    try:
        data = json.loads(text)
        if data.get("schema") != SCHEMA:
            raise InvalidReplay("other-schema", found=str(data.get("schema"))[:40], expected=SCHEMA)
        return Recorded(
            work=str(data["work"]),
            on=str(data["on"]),
            text=str(data["text"]),
            file=str(data.get("file", "")),
            options=_words(data["options"]),
            readings=_words(data["readings"]),
            rules=str(data["rules"]),
            seed=data["seed"],
            drawn=_symbols(data["drawn"]),
            fresh=bool(data.get("fresh", False)),
            statuses=_words(data.get("statuses", {})),
            actions=[action_from_json(a) for a in data["actions"]],
            bets=_objects(data["bets"]),
            steps=_objects(data["steps"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise InvalidReplay("not-a-replay", detail=str(problem)[:80]) from None


def _words(data: Any) -> dict[str, str]:
    if not isinstance(data, dict) or not all(isinstance(word, str) for word in data.values()):
        raise TypeError(data)
    return data


def _symbols(data: Any) -> list[str]:
    if not isinstance(data, list) or not all(isinstance(symbol, str) for symbol in data):
        raise TypeError(data)
    return data


def _objects(data: Any) -> list[dict[str, Any]]:
    if not isinstance(data, list) or not all(isinstance(entry, dict) for entry in data):
        raise TypeError(data)
    return data


def replay(recorded: Recorded, *, accept_unknown: bool = False) -> tuple[Round, LexludiError | None]:
    """The round played again under the rules as they are now, and what stopped it, if anything did.

    A text that is not wholly known is played only with `accept_unknown`.

    Raises:
        LexludiError: the work, a setting or an object does not exist any more.
    """
    name = recorded.file or f"{recorded.work}@{recorded.on}"
    game = load(
        name,
        text=recorded.text,
        options=recorded.options,
        readings=recorded.readings,
        accept_unknown=accept_unknown,
    )
    round_ = game.new_round(cards=recorded.drawn, statuses=recorded.statuses, fresh=recorded.fresh)
    try:
        for action in recorded.actions:
            round_.apply(action)
    except LexludiError as problem:
        return round_, problem
    return round_, None


def differences(recorded: Recorded, round_: Round, stopped: LexludiError | None) -> list[Difference]:
    """Differences from the record: the first step that differs, and every bet settled otherwise."""
    out = []
    now = round_.to_json()
    if stopped is not None:
        out.append(Difference("stopped", None, stopped, stopped.provisions))
    for before, after in zip(recorded.steps, now["steps"], strict=False):
        if before != after:
            out.append(Difference("step", step_from(before), step_from(after), tuple(after["provisions"])))
            break
    else:
        if len(recorded.steps) != len(now["steps"]) and stopped is None:
            out.append(Difference("length", len(recorded.steps), len(now["steps"]), ()))
    for before, after in zip(recorded.bets, now["bets"], strict=False):
        if (before.get("result"), before.get("net")) != (after.get("result"), after.get("net")):
            out.append(Difference("bet", before, after, tuple(after["provisions"])))
    return out


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
