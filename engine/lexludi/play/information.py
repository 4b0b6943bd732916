"""The information state of a party: what it sees of a round and has chosen in it, as data, a string and a tensor.

A party sees its own hands, what lies open, of all other hands how many objects they have,
the bets, the numbers that the round keeps, and what everybody has chosen. It remembers what
it saw at each earlier decision, its own and those of others, who decided and what was chosen
(perfect recall).
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from lexludi.play.decide import Question
from lexludi.play.gains import NotBounded
from lexludi.play.material import Hand, Material
from lexludi.play.plan import Alter, Ask, BetOpen, Branch, Pc, Plan, Unit, place
from lexludi.play.questions import Questions
from lexludi.play.round_state import Bet, ChosenAction, State
from lexludi.rules import meaning as m
from lexludi.rules.bind import observables_in, observables_of, resolved
from lexludi.rules.parts import part_of, whole_of

_ORDERED = (m.Needs.FIRST, m.Needs.LAST)
# What stands for objects, and for a choice, that are not seen; and behind an own object that everybody sees.
_HIDDEN, _OPEN = "?", "^"


class SeenHand(NamedTuple):
    """A hand, or a throw, as a party sees it: how many objects it has, and those seen, or `None` where none are.

    `showing` says of each object of an own hand if everybody sees it; nothing where each choice finds that the same.
    """

    unit: Unit
    size: int
    objects: Hand | None
    showing: tuple[bool, ...] = ()


class InformationState(NamedTuple):
    """The information of a party at one moment; `before` is what it saw at each earlier decision of anybody.

    Objects of a hand are in the order received where the rules read that (`ordered`), and else in the order of the
    material. `bets` are all of the round, those of no stake too. `asked` is the number, from one, of the choice of the
    program that is due; zero where none is, or where no bettor is put more than one. In strings `^` follows an own
    object that everybody sees, where it might as well lie face down.
    """

    party: str
    hands: tuple[SeenHand, ...]
    bets: tuple[Bet, ...]
    kept: tuple[tuple[str, int], ...]
    chosen: tuple[ChosenAction, ...]
    ordered: bool
    before: "tuple[Decided, ...]" = ()
    asked: int = 0

    def text(self, material: Material) -> str:
        """The canonical string: equal for equal information states, and for no others of the same tree."""
        earlier = (f"{decided.seen.now(material)} > {self._decided_text(decided)}" for decided in self.before)
        return " ; ".join([*earlier, self.now(material)])

    def _decided_text(self, decided: "Decided") -> str:
        """The choice; with who made it, if another did, and `?` where only that is seen."""
        return decided.choice if decided.by == self.party else f"{decided.by}:{decided.choice or _HIDDEN}"

    def now(self, material: Material) -> str:
        """The canonical string of what is seen at this moment alone."""
        hands = " ".join(_hand_text(hand, material) for hand in self.hands)
        bets = " ".join(_bet_text(bet) for bet in self.bets if bet.stake)
        kept = " ".join(f"{name}={number}" for name, number in self.kept)
        chosen = " ".join(f"{self._chooser(choice)}:{choice.action}" for choice in self.chosen)
        asked = f"#{self.asked}" if self.asked else ""
        return " | ".join(part for part in (self.party, hands, bets, kept, chosen, asked) if part)

    def _chooser(self, choice: ChosenAction) -> str:
        """The hand that a choice was for; with the bettor, where several bet on it."""
        several = len({bet.bettor for bet in self.bets if bet.unit == choice.unit}) > 1
        return f"{choice.bettor}@{choice.unit}" if several else choice.unit or choice.bettor


class Decided(NamedTuple):
    """A decision as a party saw it: what there was to be seen, who decided, and the choice.

    How another divides a hand is not seen, but for what then lies open: `choice` is empty.
    """

    seen: InformationState
    by: str
    choice: str


def hands_seen(state: State, party: str) -> Iterator[SeenHand]:
    """The objects thrown in a round, then its hands as a party sees them, in the order received.

    Of a holder who has thrown and holds objects too there are both.
    """
    for unit, faces in state.thrown.items():
        yield SeenHand(unit, len(faces), faces)
    units = {bet.unit for bet in state.bets if bet.bettor == party}
    lying = state.open_hands
    for unit, hand in state.hands.items():
        # Parts of an own hand, and the second hand of a split, are named after it.
        if whole_of(unit) in units:
            down = state.face_down.get(unit, ())
            showing = tuple(unit in state.face_up and place not in down for place in range(len(hand)))
            yield SeenHand(unit, len(hand), hand, showing)
        else:
            yield SeenHand(unit, len(hand), lying[unit] if unit in state.face_up else None)


def information_state(
    state: State,
    party: str,
    *,
    ordered: bool,
    asks: Sequence[Pc] = (),
    turning: Collection[Unit] = (),
    before: tuple[Decided, ...] = (),
) -> InformationState:
    """The information state of a party; `ordered` says that the order of objects in a hand counts.

    `asks` are the places of choices of which it counts which is due, `turning` the holders of hands of which it counts
    what lies open.
    """
    # The sort is stable: a throw stays before the hand of its holder.
    hands = sorted(hands_seen(state, party), key=lambda hand: place(hand.unit))
    hands = [hand if whole_of(hand.unit) in turning else hand._replace(showing=()) for hand in hands]
    if not ordered:
        hands = list(map(_in_order_of_material, hands))
    # Neither sets nor maps have an order of their own: sorted, equal information is equal as data.
    chosen = sorted(state.chosen, key=lambda c: (c.bettor, c.unit or "", c.action))
    kept = tuple(sorted(state.memory.items()))
    bets = tuple(bet.as_seen for bet in state.bets)
    asked = asks.index(state.pc) + 1 if state.pc in asks else 0
    return InformationState(party, tuple(hands), bets, kept, tuple(chosen), ordered, before, asked)


def _in_order_of_material(hand: SeenHand) -> SeenHand:
    if not hand.showing:
        return hand._replace(objects=hand.objects and tuple(sorted(hand.objects)))
    lying = sorted(zip(hand.objects or (), hand.showing, strict=True))
    return hand._replace(objects=tuple(thing for thing, _ in lying), showing=tuple(shows for _, shows in lying))


def told_apart(plan: Plan) -> tuple[Pc, ...]:
    """The places of all choices, where some bettor is put several; what lies open may be alike at two of them."""
    bettors = {op.bettor for op in plan.asks.values()}
    return tuple(plan.asks) if len(bettors) < len(plan.asks) else ()


def reads_order(plan: Plan, questions: Questions) -> bool:
    """The rules of a round read in which order objects came to a hand, or name choices by it."""
    # A way to divide a hand is named by places, and what a split takes of it is what it received last.
    for op in plan.ops:
        if (isinstance(op, Ask) and op.is_of_objects) or (isinstance(op, Alter) and isinstance(op.change, m.Split)):
            return True
    return any(o.needs in _ORDERED for o in resolved(_observables(plan, questions), questions.judge.rules))


def _observables(plan: Plan, questions: Questions) -> Iterator[m.Observable]:
    for op in plan.ops:
        match op:
            case Branch(condition) if not isinstance(condition, BetOpen):
                yield from observables_of(condition)
            case Alter(change=m.Remember(amount=number)):
                yield from observables_in(number)
            case _:
                pass
    # What has no operation of its own is asked by questions; irregularities are no part of a tree.
    every: list[Question[m.Outcome] | Question[m.Commission] | Question[m.Beside] | Question[m.Norm]] = [
        *questions.outcomes.values(),
        *questions.commissions.values(),
        *questions.bonuses.values(),
        *questions.norms.values(),
    ]
    for question in every:
        yield from question.observables
    for rule in questions.judge.rules.outcomes:
        if isinstance(rule.effect, m.GoOn):
            yield from observables_in(rule.effect.number)


def _hand_text(hand: SeenHand, material: Material) -> str:
    seen = () if hand.objects is None else hand.objects
    hidden = hand.size - len(seen)
    marks = (_OPEN if shows else "" for shows in hand.showing or [False] * len(seen))
    symbols = [f"{symbol}{mark}" for symbol, mark in zip(material.symbols(seen), marks, strict=True)]
    return f"{hand.unit}={','.join([*symbols, *([f'{hidden}{_HIDDEN}'] if hidden else [])])}"


def _bet_text(bet: Bet) -> str:
    at = f"@{bet.at}" if bet.at else ""
    name = f"{bet.bet}/{bet.naming}" if bet.naming else bet.bet
    end = f":{bet.result}:{bet.net!s}" if bet.result else ""
    return f"{bet.bettor}{at}:{name}={bet.stake!s}{end}"


def may_be_chosen(plan: Plan) -> tuple[ChosenAction, ...]:
    """The choices that may have been made in a round: what is chosen for a hand is chosen for its second one, too."""
    units = {bet.unit: [bet.unit] for bet in plan.bets}
    for bet, hand in plan.seconds:
        units[plan.bets[bet].unit].append(part_of(plan.bets[bet].unit, hand))
    # What is placed in a window stands among the bets, and a division or an exchange among the hands.
    asks = (op for op in plan.asks.values() if op.window is None and not op.is_of_objects)
    every = (ChosenAction(op.bettor, unit, a) for op in asks for unit in units[op.who.unit] for a in op.actions)
    return tuple(dict.fromkeys(every))


# ── As numbers ──────────────────────────────────────────────────────────────


class Feature(NamedTuple):
    """A run of numbers of a tensor: where it begins, how many they are, and of what."""

    start: int
    size: int
    name: str


class Layout(NamedTuple):
    """The layout of the tensors of a round: players, holders, how many objects there are, bets, numbers kept, choices.

    A bet is all the kinds that it may come to be of, each with what it may name as that; most can be but one.
    `chosen` are the choices that may have been made, by whom and for which hand.
    `decisions` is no fewer than the decisions of a round; nothing where one may come again and again. `asks` is how
    many choices of the program are told apart; of hands of `turning` now more and now less lies open.
    """

    players: tuple[str, ...]
    units: tuple[Unit, ...]
    objects: int
    bets: tuple[tuple[tuple[str, str], ...], ...]
    kept: tuple[str, ...]
    choices: tuple[str, ...]
    chosen: tuple[ChosenAction, ...]
    decisions: int | None
    asks: int = 0
    turning: tuple[Unit, ...] = ()

    @property
    def features(self) -> tuple[Feature, ...]:
        """The runs of numbers of an observation tensor, in their order.

        Of each holder: of each object how many are seen, then how many are not seen. Where the order of objects
        counts, an object at place n, from zero, counts 2 to the power of -n in place of one. Of each
        bet: its stake, its gain, and 1 if it is settled; and where it may move, the number of what it is by now, from
        zero. Of each number that is kept: 1 if there is one, and the number. Of each choice that somebody may make for
        a hand: 1 if it has been made. Where a bettor is put several choices, of each of the program: 1 if it is due.
        Of each hand of which now more and now less may lie open, if it is one's own: of each object how many do.
        """
        sizes = [
            *((self.objects + 1, f"hand {unit}") for unit in self.units),
            *((3 + (len(names) > 1), f"bet {place}") for place, names in enumerate(self.bets)),
            *((2, f"kept {name}") for name in self.kept),
            *(
                (1, " ".join(filter(None, ("chosen", choice.bettor, choice.unit, choice.action))))
                for choice in self.chosen
            ),
            *((1, f"asked {number}") for number in range(1, self.asks + 1)),
            *((self.objects, f"open {unit}") for unit in self.turning),
        ]
        starts = accumulate((size for size, _ in sizes), initial=0)
        return tuple(Feature(start, *run) for start, run in zip(starts, sizes, strict=False))

    @property
    def size(self) -> int:
        """The length of an observation tensor."""
        of_bets = sum(3 + (len(names) > 1) for names in self.bets)
        of_choices = len(self.chosen) + self.asks
        of_hands = len(self.units) * (self.objects + 1) + len(self.turning) * self.objects
        return of_hands + of_bets + 2 * len(self.kept) + of_choices

    @property
    def whole_size(self) -> int | None:
        """The length of an information-state tensor; nothing where decisions have no bound."""
        if self.decisions is None:
            return None
        return self.size + self.decisions * (self.size + len(self._deciding) + len(self.choices))

    @property
    def _deciding(self) -> tuple[str, ...]:
        """Those of whom it must be said who decided: nobody, where there is but one."""
        return self.players if len(self.players) > 1 else ()

    def observation(self, seen: InformationState) -> list[float]:
        """The observation of one moment as numbers, in the order of `features`."""
        out = [0.0] * self.size
        starts = {unit: number * (self.objects + 1) for number, unit in enumerate(self.units)}
        for hand in seen.hands:
            start, objects = starts[hand.unit], hand.objects or ()
            for number, thing in enumerate(objects):
                # Distinct powers of two have distinct sums: the places can be read back, from hands of up to 53 objects
                # (the digits of a double).
                out[start + thing] += 2.0**-number if seen.ordered else 1.0
            # Added, since a holder may have thrown faces beside the hand.
            out[start + self.objects] += hand.size - len(objects)
        start = len(self.units) * (self.objects + 1)
        for bet, names in zip(seen.bets, self.bets, strict=True):
            out[start : start + 3] = float(bet.stake), float(bet.net), float(bool(bet.result))
            start += 3
            if len(names) > 1:
                out[start] = float(names.index((bet.bet, bet.naming)))
                start += 1
        kept = dict(seen.kept)
        for name in self.kept:
            if name in kept:
                out[start : start + 2] = 1.0, float(kept[name])
            start += 2
        for choice in seen.chosen:
            out[start + self.chosen.index(choice)] = 1.0
        if seen.asked:
            out[start + len(self.chosen) + seen.asked - 1] = 1.0
        start += len(self.chosen) + self.asks
        starts = {unit: start + number * self.objects for number, unit in enumerate(self.turning)}
        for hand in seen.hands:
            for number, (thing, shows) in enumerate(zip(hand.objects or (), hand.showing, strict=False)):
                if shows:
                    out[starts[hand.unit] + thing] += 2.0**-number if seen.ordered else 1.0
        return out

    def whole(self, seen: InformationState) -> list[float]:
        """An information state as numbers: what is seen now, then what was seen at each decision, and zeros.

        Of a decision: of each player, where there are several, 1 if that one decided; of each choice 1 if it was made,
        and is seen.

        Raises:
            NotBounded: decisions may come again and again.
        """
        if self.whole_size is None:
            raise NotBounded("decisions-not-bounded")
        out = self.observation(seen)
        for decided in seen.before:
            out += self.observation(decided.seen)
            out += [float(player == decided.by) for player in self._deciding]
            out += [float(choice == decided.choice) for choice in self.choices]
        # Learners need one length for all positions of a tree.
        return out + [0.0] * (self.whole_size - len(out))
