"""Series of rounds for a page: the earlier ones played again from what was done in them, and their roads as data.

As of a single round, an answer depends on its question alone. A whole shoe is played again
in a fraction of a second, so nothing is kept between questions.
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from lexludi.base.boundary import Field
from lexludi.base.errors import InvalidReplay
from lexludi.base.frozen import dataclass
from lexludi.play.actions import Action, action_from_json
from lexludi.play.game import Game
from lexludi.play.roads import RoadCell, bead_plate, big_road, signs_of
from lexludi.play.round_state import KEPT
from lexludi.play.session import Session
from lexludi.play.telling import Teller

MAX_ROUNDS = 500
MAX_ACTIONS = 1_000
MAX_OBJECTS = 5_000
MAX_NAME = 200


@dataclass(frozen=True)
class Earlier:
    """Rounds that went before, one after another, with the same actions; `objects` are those of a round, if chosen."""

    actions: tuple[Action, ...]
    objects: tuple[str, ...] | None = None
    times: int = 1


def read_earlier(field: Field) -> tuple[Earlier, ...]:
    """The rounds that went before, as a question names them.

    Raises:
        InvalidReplay: they are none, or too many.
    """
    rounds = tuple(map(_earlier, field.entries(MAX_ROUNDS)))
    # A short question can ask for many rounds: entries are counted with their repetitions.
    if sum(earlier.times for earlier in rounds) > MAX_ROUNDS:
        raise InvalidReplay("field-too-many", path=field.path, found="…", limit=MAX_ROUNDS)
    return rounds


def _earlier(field: Field) -> Earlier:
    field.only(*(part.name for part in fields(Earlier)))
    return Earlier(
        read_actions(field.member("actions")),
        field.optional("objects", read_objects, None),
        field.optional("times", lambda times: times.whole(1, MAX_ROUNDS), 1),
    )


def read_actions(field: Field) -> tuple[Action, ...]:
    """The actions of a round."""
    return tuple(map(action_from_json, field.entries(MAX_ACTIONS)))


def read_objects(field: Field) -> tuple[str, ...] | None:
    """The objects of a round by their symbols; nothing where chance gives them."""
    return None if field.value is None else tuple(entry.text(MAX_NAME) for entry in field.entries(MAX_OBJECTS))


def session_after(game: Game, rounds: Sequence[Earlier], seed: int | None, *, by_choice: bool) -> Session:
    """The session in which these rounds have been played; `by_choice`, where objects are given round by round.

    Raises:
        LexludiError: one of them cannot be played, or is not over with its actions.
    """
    session = Session(game, seed=None if by_choice else seed, cards=() if by_choice else None)
    for earlier in rounds:
        for _ in range(earlier.times):
            round_ = session.new_round(earlier.objects)
            for action in earlier.actions:
                round_.apply(action)
            if not round_.is_over:
                raise InvalidReplay("round-not-over", number=session.number)
    return session


def in_use(session: Session, rounds: Sequence[Earlier]) -> list[str]:
    """The objects chosen in earlier rounds that are out of play in the next, as far as they stay so."""
    if not session.game.lasting or session.is_exhausted:
        return []
    each = [earlier for earlier in rounds for _ in range(earlier.times)]
    return [thing for earlier in each[session.first - 1 :] for thing in earlier.objects or ()]


def series_told(session: Session, teller: Teller) -> dict[str, Any] | None:
    """The state of a series of rounds; nothing where each round of the game stands alone.

    `goes_on` is true where another round can follow with the same objects, and `ended`
    once they have had their last; `kept` are the bets that stand in the next round, `meters` says what is kept for it.
    """
    game, last = session.game, session.last
    bets = [bet for bet in last.state.bets if bet.result == KEPT] if last is not None else []
    meters = last.meters if last is not None else {}
    if not (game.lasting or game.rules.score.results or bets or meters):
        return None
    return {
        "number": session.number,
        "first": session.first,
        "goes_on": last is not None and last.is_over and not session.is_exhausted and session.number < MAX_ROUNDS,
        "ended": session.is_exhausted,
        "kept": [{"bettor": bet.bettor, "holder": bet.holder, "bet": bet.bet, "naming": bet.naming} for bet in bets],
        "meters": [teller.meter(name, held) for name, held in meters.items()],
        **_roads(session, teller),
    }


def _roads(session: Session, teller: Teller) -> dict[str, Any]:
    """The roads of the rounds with the objects in use, their columns from the left; none without a score."""
    score, rounds = session.game.rules.score, session.score()
    if not score.results:
        return {"roads": [], "legend": []}
    signs = signs_of(score, teller)
    kinds = {item: place for place, item in enumerate(score.results)}

    def shown(cell: RoadCell | None) -> dict[str, Any] | None:
        if cell is None:
            return None
        noted = ((cell.result,) if cell.result else ()) + cell.marked
        words = [teller.term(item) for item in noted]
        if cell.ties:
            words.append(f"{teller.term(score.results[-1])} × {cell.ties}")
        return {
            "kind": kinds.get(cell.result, -1),
            "sign": signs.get(cell.result, "·") + "".join(signs[item] for item in cell.marked),
            "ties": cell.ties,
            "words": teller.catalogue.say("list.separator").join(words),
        }

    roads = (("bead-plate", bead_plate(rounds, score)), ("big-road", big_road(rounds, score)))
    return {
        "roads": [
            {
                "title": teller.catalogue.say(f"road.{name}"),
                "columns": [[shown(c) for c in column] for column in columns],
            }
            for name, columns in roads
        ],
        "legend": [
            *({"kind": kinds.get(item, -1), "sign": sign, "words": teller.term(item)} for item, sign in signs.items()),
            {"kind": -1, "sign": "", "words": teller.catalogue.say("road.ties", term=teller.term(score.results[-1]))},
        ],
    }
