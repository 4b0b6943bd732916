"""The faces of objects: which of a hand show, and how they lie once it is dealt, divided, split or turned up."""

from collections.abc import Iterable, Mapping, Sequence

from lexludi.play.plan import Chance, Unit
from lexludi.play.round_state import State
from lexludi.rules.parts import part_of


def lying(state: State, deal: Chance, held: Mapping[Unit, int], coming: Mapping[Unit, int]) -> State:
    """The state with the faces of a deal marked: whose objects show, and which of them lie face down.

    `held` is how many objects each of the recipients holds before it, and `coming` how many come to it.
    """
    face_up, face_down = state.face_up, state.face_down
    if not deal.face_up and face_up.isdisjoint(deal.units):
        return state
    for unit in deal.units:
        if coming[unit] <= 0:
            continue  # to whom nothing comes nothing is shown
        if deal.face_up:
            # What the party holds already was dealt face down, and stays so beside the new objects.
            if held[unit] and unit not in face_up:
                face_down = face_down.put(unit, tuple(range(held[unit])))
            face_up |= {unit}
        elif unit in face_up:
            # From the first new object to that with which the deal ends, by place in the hand.
            new = range(held[unit], held[unit] + coming[unit])
            face_down = face_down.put(unit, (*face_down.get(unit, ()), *new))
    return state._replace(face_up=face_up, face_down=face_down)


def laid_apart(state: State, unit: Unit, parts: Iterable[str]) -> State:
    """The state with the parts of a divided hand face up, where all of the hand lay so."""
    if unit not in state.face_up or state.face_down.get(unit, ()):
        return state
    return state._replace(face_up=state.face_up | {part_of(unit, part) for part in parts})


def lying_as_before(state: State, unit: Unit, second: Unit) -> State:
    """The state with each object of a hand just split, and of its second hand, as it lay, where some lay face down."""
    if not (places := state.face_down.get(unit, ())):
        return state
    count = len(state.hand(unit))
    first, rest = [place for place in places if place < count], [place - count for place in places if place >= count]
    face_down = state.face_down.put(unit, tuple(first)) if first else state.face_down.without(unit)
    if len(rest) == len(state.hand(second)):  # of this one nothing shows
        return state._replace(face_down=face_down)
    face_down = face_down.put(second, tuple(rest)) if rest else face_down
    return state._replace(face_up=state.face_up | {second}, face_down=face_down)


def laid_out(state: State, unit: Unit, places: Mapping[Unit, Sequence[int]]) -> State:
    """The state with each object of a hand as it lay, wherever it lies now: by holder, those at some places of it."""
    if unit not in state.face_up:
        return state
    face_up, face_down, down = state.face_up, state.face_down.without(unit), state.face_down.get(unit, ())
    for holder, lying_there in places.items():
        hidden = tuple(number for number, place in enumerate(lying_there) if place in down)
        shows = not hidden or len(hidden) < len(lying_there)
        face_up = face_up | {holder} if shows else face_up - {holder}
        face_down = face_down.put(holder, hidden) if shows and hidden else face_down
    return state._replace(face_up=face_up, face_down=face_down)


def turned_up(state: State, unit: Unit) -> State:
    """The state with all objects of a party face up."""
    return state._replace(face_up=state.face_up | {unit}, face_down=state.face_down.without(unit))
