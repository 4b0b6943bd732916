"""The faces of objects, each state worked out by hand: places in a hand are counted from zero."""

import pytest

from lexludi.play.faces import laid_apart, laid_out, lying, lying_as_before, turned_up
from lexludi.play.plan import Chance, Verb
from lexludi.play.round_state import Map, State
from lexludi.rules.parts import part_of


def deal(face_up: bool) -> Chance:
    return Chance(Verb.DEAL, "card", ("box-1", "dealer"), 2, ("art_1",), face_up=face_up)


def held(box: int, dealer: int) -> dict[str, int]:
    return {"box-1": box, "dealer": dealer}


@pytest.mark.parametrize(
    ("shown", "face_up", "before", "coming", "face_down"),
    [
        # From nothing, face up: all show, and none lies face down.
        ({}, True, held(0, 0), held(2, 1), {}),
        # One that came face down lies so beside those that come face up.
        ({}, True, held(1, 0), held(2, 1), {"box-1": (0,)}),
        # Of hands that show, those that come face down lie so, behind what is there.
        ({"box-1", "dealer"}, False, held(2, 1), held(1, 2), {"box-1": (2,), "dealer": (1, 2)}),
    ],
)
def test_a_deal_marks_what_lies_face_down_in_hands_that_show(
    shown: set[str],
    face_up: bool,
    before: dict[str, int],
    coming: dict[str, int],
    face_down: dict[str, tuple[int, ...]],
) -> None:
    state = lying(State(face_up=frozenset(shown)), deal(face_up), before, coming)
    assert (state.face_up, state.face_down) == ({"box-1", "dealer"}, face_down)


def test_a_deal_face_down_to_hands_of_which_nothing_shows_marks_nothing() -> None:
    assert lying(State(), deal(face_up=False), held(0, 0), held(2, 2)) == State()


def test_to_whom_nothing_comes_nothing_is_shown() -> None:
    assert lying(State(), deal(face_up=True), held(0, 2), held(1, 0)).face_up == {"box-1"}


def test_parts_of_a_hand_show_where_all_of_it_did() -> None:
    first, second = part_of("dealer", "front"), part_of("dealer", "back")
    shown = State(face_up=frozenset({"dealer"}))
    assert laid_apart(shown, "dealer", ("front", "back")).face_up == {"dealer", first, second}
    assert laid_apart(State(), "dealer", ("front", "back")) == State()
    half = shown._replace(face_down=Map({"dealer": (1,)}))
    assert laid_apart(half, "dealer", ("front", "back")) == half


@pytest.mark.parametrize(
    ("down", "face_up", "face_down"),
    [
        ((), {"one"}, {}),
        ((0,), {"one", "two"}, {"one": (0,)}),
        ((3,), {"one", "two"}, {"two": (1,)}),
        # Of the second hand nothing shows.
        ((1, 2, 3), {"one"}, {"one": (1,)}),
    ],
)
def test_objects_of_a_hand_that_is_split_lie_as_before(
    down: tuple[int, ...], face_up: set[str], face_down: dict[str, tuple[int, ...]]
) -> None:
    """Four lay in one hand: the first two stay, and the last two are the second hand."""
    state = State(
        hands=Map({"one": (5, 5), "two": (6, 6)}),
        face_up=frozenset({"one"}),
        face_down=Map({"one": down} if down else {}),
    )
    after = lying_as_before(state, "one", "two")
    assert (after.face_up, after.face_down) == (face_up, face_down)


def test_all_of_a_hand_that_is_turned_up_shows() -> None:
    state = turned_up(State(face_down=Map({"one": (0,), "two": (1,)})), "one")
    assert (state.face_up, state.face_down) == ({"one"}, {"two": (1,)})


@pytest.mark.parametrize(
    ("down", "face_up", "face_down"),
    [
        (None, set(), {}),
        ((), {"one", "two"}, {}),
        ((0,), {"one", "two"}, {"two": (0,)}),
        ((2, 3), {"one", "two"}, {"one": (1,), "two": (1,)}),
        # Of what goes nothing shows, or of what stays.
        ((0, 2), {"one"}, {}),
        ((1, 3), {"two"}, {}),
    ],
)
def test_objects_lie_as_they_lay_wherever_they_go(
    down: tuple[int, ...] | None, face_up: set[str], face_down: dict[str, tuple[int, ...]]
) -> None:
    """Of four objects the second and the fourth stay; the first and the third go, in this order. `None`: none shows."""
    state = State(
        hands=Map({"one": (5, 6, 7, 8)}),
        face_up=frozenset() if down is None else frozenset({"one"}),
        face_down=Map({"one": down} if down else {}),
    )
    after = laid_out(state, "one", {"one": (1, 3), "two": (0, 2)})
    assert (after.face_up, after.face_down) == (face_up, face_down)
