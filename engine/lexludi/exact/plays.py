"""The best play at a choice, looked up by what whoever chooses can see."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from lexludi.exact.budget import NotAnalysed
from lexludi.exact.chances import chances_of
from lexludi.exact.dividing import in_order_of_kinds
from lexludi.exact.graph import Choice
from lexludi.exact.layers import Layers
from lexludi.exact.slices import DRAWN, HAND, Place
from lexludi.exact.symmetry import Orbit
from lexludi.play.decide import Judge
from lexludi.play.plan import Unit
from lexludi.play.questions import Questions
from lexludi.play.round_state import Map
from lexludi.play.table import alone
from lexludi.rules.bind import bind
from lexludi.rules.model import RuleSet
from lexludi.rules.parts import division_named, name_of_division

# The hands that are seen, in kinds of objects or as the orbit that they are of, which actions are legal, and the
# numbers that the round keeps.
View = tuple[tuple[tuple[int, ...], ...] | Orbit, tuple[bool, ...], Map[str, int]]
# The provisions of a choice, of which one may offer several, its actions, and the kind of bet that it is about.
Which = tuple[tuple[str, ...], tuple[str, ...], str]


class BestPlays:
    """Best play on one bet, at every choice that a bettor can come to who is alone at the table.

    Raises:
        NotAnalysed: the analysis does not cover the bet.
    """

    def __init__(self, rules: RuleSet, bet: str) -> None:
        questions = Questions(Judge(bind(rules)))
        if rules.bets[bet].slots:
            raise NotAnalysed("not-analysed", (rules.bets[bet].eid,), reason="bet-names-an-item")
        chances = chances_of(questions, alone(questions.judge.rules, bet))
        self._kind_of = {
            thing: number for number, kind in enumerate(chances.layers.table.kinds) for thing in kind.members
        }
        # Where items are exchanged, hands are looked up as whatever they can be exchanged into.
        self._symmetry = next((choice.symmetry for choice in chances.choices if choice.symmetry), None)
        # For each choice the best action by view: where it comes again, by whose hands are seen then.
        self._known: dict[Which, dict[tuple[Place, ...], dict[View, str]]] = {}
        dividing = (choice.op for choice in chances.choices if choice.op.is_of_objects)
        self._dividing = {(op.provisions, op.actions): op.who.unit for op in dividing}
        for choice in chances.choices:
            self._learn(chances.layers, choice)

    @property
    def choices(self) -> tuple[Which, ...]:
        """The choices that come."""
        return tuple(self._known)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Those whose hands, or throws, are looked at."""
        return tuple(sorted({unit for views in self._known.values() for places in views for _, unit in places}))

    def kind_of(self, thing: int) -> int:
        """The number of the kind of an object: objects of one kind are not told apart."""
        return self._kind_of[thing]

    def _kinds(self, things: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(self._kind_of[thing] for thing in things))

    def _looked_up(self, hands: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...] | Orbit:
        """The key by which hands are looked up: those of each place in kinds of objects, or their orbit."""
        return self._symmetry.orbit(tuple(hands)) if self._symmetry else tuple(hands)

    def _learn(self, layers: Layers, choice: Choice) -> None:
        op, layer = choice.op, choice.layer
        assert layer.chosen is not None
        assert layer.legal is not None
        # Looked at are hands as they lie: by what was drawn last to them the best must not differ.
        seen = tuple(place for place, column in choice.seen.items() if place[0] != DRAWN and (column > 0).any())
        hands = [[layers.table.kinds_in(int(hand)) for hand in choice.seen[place]] for place in seen]
        rests = [layers.rest[int(rest)] for rest in layer.rows.rest]
        # A hand to divide mostly lies in the order of its kinds, as it is looked up; this one, as it came.
        whole = choice.seen.get((HAND, op.who.unit)) if op.is_of_objects else None
        came = whole if whole is not None and layers.table.is_split(np.maximum(whole, 0)) else None
        for row, place in enumerate(layer.chosen.tolist()):
            which = (op.provisions, op.actions, rests[row].bets[op.who.bet].bet)
            views = self._known.setdefault(which, {})
            view = self._looked_up(column[row] for column in hands), tuple(layer.legal[row].tolist()), rests[row].memory
            action = op.actions[place]
            if came is not None:
                action = in_order_of_kinds(action, layers.table.kinds_lying(int(came[row])))
            # Choices that differ by more than what is seen here have no one answer.
            if views.setdefault(seen, {}).setdefault(view, action) != action:
                raise NotAnalysed("no-best-play", op.provisions, bet=which[2])

    def best(
        self,
        which: Which,
        hands: Mapping[Place, Sequence[int]],
        memory: Map[str, int],
        is_legal: Callable[[str], bool],
    ) -> str:
        """The best action at a choice, given what is held and thrown, by place, in the order of receipt, and kept.

        Raises:
            NotAnalysed: the analysis put this situation together with others, and tells them apart by more.
        """
        provisions, actions, bet = which
        legal = tuple(is_legal(action) for action in actions)
        # A situation is met by the view of its own time, and may be by that of another, which then must say the same.
        answers = {
            best[view]
            for places, best in self._known.get(which, {}).items()
            if (view := (self._looked_up(self._kinds(hands.get(place, ())) for place in places), legal, memory)) in best
        }
        if len(answers) != 1:
            raise NotAnalysed("no-best-play", provisions, bet=bet)
        (only,) = answers
        if (provisions, actions) not in self._dividing:
            return only
        # Places were counted in the order of the kinds, and are to be counted in that of receipt.
        hand = hands[HAND, self._dividing[provisions, actions]]
        order = sorted(range(len(hand)), key=lambda place: self._kind_of[hand[place]])
        return name_of_division(tuple(tuple(sorted(order[p] for p in part)) for part in division_named(only)))
