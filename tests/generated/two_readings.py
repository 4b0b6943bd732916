"""Two readings of a round: the process of a game, and `generated.second_reading`, move by move.

Both walk the same rounds in lock-step: the same kind of node at every position, the same
probabilities, the same choices, the same results, and positions that look alike to a bettor on
one side look alike to them on the other. Choices without an alternative count for nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from random import Random

from generated import second_reading as second
from generated import second_table
from generated import stepping as first
from generated.agreement import FEW, Case, Fault
from generated.second_hands import NotRead, Thing
from generated.second_table import Bet, Given
from lexludi.base.errors import IllegalAction
from lexludi.play.actions import PlaceBet
from lexludi.play.table import places

# Objects and choices of one round that are followed.
LONGEST = 60
# Ways at random in which many kinds of bets are placed.
WAYS = 10


@dataclass
class Seen:
    """What bettors saw of positions, on either side: one for one, or a fault."""

    there: dict[object, object] = field(default_factory=dict)
    back: dict[object, object] = field(default_factory=dict)

    def agree(self, one: object, two: object) -> bool:
        """True if what was seen before is in keeping with this."""
        return self.there.setdefault(one, two) == two and self.back.setdefault(two, one) == one


@dataclass(frozen=True)
class Path:
    """A position of a round on the side of the process, with the moves that lead there on the other side."""

    position: first.Position
    moves: tuple[Thing | str, ...] = ()
    seen: tuple[tuple[object, ...], ...] = ()
    looked: tuple[tuple[object, ...], ...] = ()


class _Walk:
    def __init__(self, case: Case, bets: first.Stakes, given: first.Circumstances) -> None:
        self.case, self.bets = case, bets
        self.stepper = first.Stepper(case.game, bets, given)
        self.things = [Thing(o.object, o.items) for o in case.game.questions.judge.hands.material.objects]
        self.given = Given(
            dict(given.statuses),
            frozenset((act.bettor, act.act) for act in given.acts),
            dict(given.events),
            frozenset(thing.kind for thing in self.things if given.fresh or thing.kind in first.put_back(case.game)),
        )
        self.seen = Seen()

    def round(self) -> second.Round:
        """The round on the side of the second reading, before anything has happened."""
        bets = [Bet(b.bettor, b.bet, Fraction(b.stake or 1), b.holder, b.naming) for b in self.bets]
        return second.Round(self.case.rules, self.case.game.settings, bets, self.given)

    def faults(self, limit: int, random: Random) -> Iterator[Fault]:
        """The first disagreement of each kind, over so many positions."""
        waiting: list[Callable[[], Path]] = [lambda: Path(self.stepper.first())]
        left = limit
        while waiting and left > 0:
            path = waiting.pop(random.randrange(len(waiting)))()
            left -= 1
            for found in self._follow(path, waiting, random):
                left -= 1
                if found is not None:
                    yield found
                    return

    def _follow(self, path: Path, waiting: list[Callable[[], Path]], random: Random) -> Iterator[Fault | None]:
        """A round from a position to its end, one of its ways; the others wait, and few of them are ever gone."""
        play = self.round().play()
        try:
            node: object = next(play)
            for move in path.moves:
                node = play.send(move)
        except StopIteration as ended:
            node = ended.value
        while True:
            step = self.stepper.step(path.position)
            fault, ways = self._compare(step, node, path)
            yield fault
            if fault is not None or not ways or len(path.moves) > LONGEST:
                return
            number = random.randrange(len(ways))
            others = (way for place, way in enumerate(ways) if place != number)
            waiting += [partial(self._moved, path, step, node, way) for way in others]
            path = self._moved(path, step, node, ways[number])
            try:
                node = play.send(path.moves[-1])
            except StopIteration as ended:
                node = ended.value

    def _moved(self, path: Path, step: object, node: object, way: int | str) -> Path:
        if isinstance(way, int):
            moves = (*path.moves, self.things[way])
            return replace(path, position=self.stepper.given(path.position, way), moves=moves)
        assert isinstance(step, first.Decision)
        assert isinstance(node, second.Decision)
        seen, looked = path.seen, path.looked
        if len(step.choices) > 1:
            seen, looked = (*seen, (step.bettor, step.sees, way)), (*looked, (node.bettor, node.sees, way))
        return Path(self.stepper.chosen(path.position, way), (*path.moves, way), seen, looked)

    def _compare(self, step: object, node: object, path: Path) -> tuple[Fault | None, tuple[int | str, ...]]:
        match step, node:
            case first.Chance(outcomes), second.Chance(weights):
                shares = dict[Thing, Fraction]()
                for number, p in outcomes:
                    shares[self.things[number]] = shares.get(self.things[number], Fraction(0)) + p
                if shares != dict(weights):
                    return self._fault("chance", path, shares, weights), ()
                return None, tuple({self.things[number]: number for number, _ in outcomes}.values())
            case first.Decision(bettor, sees, choices), second.Decision(other, actions, looks):
                if (bettor, sorted(choices)) != (other, sorted(actions)):
                    return self._fault("choices", path, (bettor, choices), (other, actions)), ()
                sight, other_sight = (path.seen, bettor, sees), (path.looked, bettor, looks)
                if len(choices) > 1 and not self.seen.agree(sight, other_sight):
                    return self._fault("sees", path, sees, looks), ()
                return None, choices
            case first.End() as one, second.End() as two:
                ends, others = self._ended(one, path.position), _result(two)
                return (None if ends == others else self._fault("end", path, ends, others)), ()
        return self._fault("node", path, step, node), ()

    def _ended(self, end: first.End, position: first.Position) -> object:
        if end.stuck:
            return "stuck"
        node = position.node
        if position.problem is not None or getattr(node, "undecided", None) is not None:
            return end.problem
        bets = [bet for bet in node.state.bets if bet.stake]
        results = sorted(
            (bet.bettor, bet.bet, str(bet.stake), _class(bet.result), str(bet.net if bet.result else 0)) for bet in bets
        )
        return results, sorted(_open(problem, about) for problem, about in end.open), node.state.stock.rounds_left

    def _fault(self, kind: str, path: Path, one: object, two: object) -> Fault:
        bets = [(bet.holder, bet.bet, bet.naming) for bet in self.bets]
        moves = [move if isinstance(move, str) else "/".join(move.items) for move in path.moves]
        return Fault("second", kind, f"{bets} after {moves}: {one}\n   not {two}")


def _result(end: second.End) -> object:
    if end.problem:
        return end.problem
    bets = [bet for bet in end.bets if bet.stake]
    open_ = {_open(bet.problem or "never-settled", bet.kind) for bet in bets if not bet.result}
    results = sorted(
        (bet.bettor, bet.kind, str(bet.stake), _class(bet.result), str(bet.net if bet.result else 0)) for bet in bets
    )
    return results, sorted(open_), end.remaining


def _open(problem: str, about: str) -> tuple[str, str]:
    """What leaves a bet open; of a number that cannot be named it is told which bet would name it."""
    return (problem.removesuffix("-bet"), "" if problem.startswith("out-of-range") else about)


def _class(result: str) -> str:
    """Whether a bet was settled, stays for the next round, or is open; how it is called is told, and no meaning."""
    return {"": "open", "kept": "kept"}.get(result, "settled")


Table = tuple[first.Stakes, first.Circumstances]


def tables(case: Case) -> Iterator[Table]:
    """Bets whose rounds are followed, and in which circumstances: each by itself, then several, then unusual ones."""
    one_each = tuple({bet.bet: bet for bet in reversed(case.wagers)}.values())[::-1]
    yield from (((bet,), first.USUAL) for bet in case.wagers)
    if not one_each:
        return
    yield one_each, first.USUAL
    # Another bettor, with other stakes: at the same place, and at another.
    others = tuple(replace(bet, bettor=_other(bet.bettor), stake=Fraction(2)) for bet in one_each[:2])
    yield (*one_each, *others), first.USUAL
    places = dict.fromkeys(bet.holder for bet in (*case.wagers, *case.elsewhere)) | dict.fromkeys(case.places)
    for place in [place for place in places if place != one_each[0].holder][:2]:
        yield (*one_each, *(replace(bet, holder=place) for bet in others)), first.USUAL
        yield (*one_each, *(replace(bet, holder=place) for bet in one_each)), first.USUAL
    following = {upon.action for upon in case.rules.upons}
    for _, given in case.circumstances():
        # What follows an act of one's own accord is not read.
        if following.isdisjoint(act.act for act in given.acts):
            yield one_each, given
    yield one_each, first.Circumstances(fresh=True)


def placings(case: Case) -> Iterator[Fault]:
    """Disagreements on which bets of two bettors are accepted, in every order, place and status, one unit on each.

    Of many bets, in some ways at random.
    """
    bettor = f"{case.decided.bettor_role()}-1"
    kinds = [bet.id for bet in case.decided.offered if not case.decided.names[bet.id].slots]
    random, at = Random(0), places(case.game)
    some = [(random.sample(kinds, len(kinds)), random.choices(at, k=len(kinds))) for _ in range(WAYS)]
    every = product(permutations(kinds), product(at, repeat=len(kinds)))
    for order, where in every if len(kinds) <= FEW else some:
        for status in case.statuses:
            placed = [PlaceBet(bettor, place, kind, 1) for kind, place in zip(order, where, strict=True)]
            # The other bettor has the bets that may be placed the other way round.
            for bets in (placed, [*(replace(bet, bettor=_other(bettor)) for bet in reversed(placed)), *placed]):
                round_ = case.game.new_round(cards=(), statuses={bettor: status} if status else {})
                given = Given({bettor: status} if status else {})
                coming = [Bet(bet.bettor, bet.bet, Fraction(1), bet.holder) for bet in bets]
                table = second_table.Table(case.rules, case.game.settings, coming, given)
                for action, bet in zip(bets, table.coming, strict=True):
                    admitted = table.admits(bet)
                    try:
                        round_.apply(action)
                    except IllegalAction as refused:
                        if admitted:
                            yield Fault("second", "admitted", f"{action} after {table.bets}: {refused}")
                            return
                    else:
                        if not admitted:
                            yield Fault("second", "forbidden", f"{action} after {table.bets}")
                            return
                        table.bets.append(bet)


def _other(bettor: str) -> str:
    role, _, number = bettor.rpartition("-")
    return f"{role}-{int(number) + 1}"


def read_twice(case: Case, limit: int) -> tuple[list[Fault], str]:
    """Disagreements of the two readings over about so many positions of a text, one for each table of bets.

    With them, why the text is not read whole, if it is not.
    """
    random, found, reasons = Random(0), list[Fault](), dict[str, None]()
    try:
        found += placings(case) if case.bounds_placing else ()
    except NotRead as reason:
        reasons[str(reason)] = None
    these = list(tables(case))
    for bets, given in these:
        try:
            walk = _Walk(case, bets, given)
        except IllegalAction:
            continue  # such bets may not be placed together
        try:
            found += walk.faults(max(limit // len(these), 4), random)
        except NotRead as reason:
            reasons[str(reason)] = None
    return found, "; ".join(reasons)
