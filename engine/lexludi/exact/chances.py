"""The chances of bets: their outcomes with exact probabilities, however long a round takes.

A round that is sent back, or begins anew with a bet that was kept, is a node of an absorbing
Markov chain; the nodes are eliminated in rational numbers, and nothing is cut off. Where
choices are made on the way, they are made again with what the nodes are then worth, until
nothing changes (policy iteration).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain, groupby, islice
from typing import TypeVar

from lexludi.base.frozen import dataclass
from lexludi.exact.budget import Budget, NotAnalysed
from lexludi.exact.company import obstacle_alone, stand_ins
from lexludi.exact.graph import Choice, End, EntryNode
from lexludi.exact.layers import MAX_EDGES, MAX_NODES, Layers, Tables
from lexludi.exact.meters import MeterOdds, one_more, paid_from
from lexludi.exact.outcomes import Outcome
from lexludi.exact.together import Together
from lexludi.play.plan import Alter, Ask, Jump, Placed, reachable, walk
from lexludi.play.questions import Questions
from lexludi.rules import meaning as m
from lexludi.rules.bind import resolved

N = TypeVar("N")
E = TypeVar("E")

# Hands that are told apart by several bets together, from which on it is seen how many they are for each.
MANY_HANDS = 10_000

# Passes of policy iteration that are tried before an analysis is given up.
MAX_IMPROVEMENTS = 50


@dataclass(frozen=True)
class Chances:
    """The outcomes of a bet of one unit with their probabilities, with the best play.

    `kept` is the probability that the bet outlasts its first round; `goes_on` that a round
    may be sent back; `chooses` that choices are made, `leaves_out_amounts` that some of them
    lower the stake to an amount that is not known: the best play is that among the others.
    """

    probabilities: dict[Outcome, Fraction]
    kept: Fraction
    goes_on: bool
    chooses: bool
    leaves_out_amounts: bool
    layers: Layers
    choices: tuple[Choice, ...]

    @property
    def expectation(self) -> Fraction | None:
        """The expected gain per unit staked; none where a round may be left unsettled."""
        if any(outcome.net is None for outcome in self.probabilities):
            return None
        return sum((p * (outcome.net or 0) for outcome, p in self.probabilities.items()), Fraction(0))

    def meters(self) -> Iterator[MeterOdds]:
        """The meters out of which the bet may be paid; the bet is named by whoever tells of it.

        Raises:
            NotAnalysed: to follow the rounds a second time, with one more in a meter, is too much.
        """
        layers, before = self.layers, self.expectation
        rules, unit = layers.plan.rules, layers.unit
        paid = [paid_from(rules, bet.bet) for bet in layers.plan.bets]
        # Choices may go by the amount, a bet that is kept meets it again, one of several payments changes what is left.
        is_linear = before is not None and not self.chooses and sum(map(bool, paid)) == 1 and not self.kept
        for meter in dict.fromkeys(name for names in paid for name in names):
            odds = MeterOdds("", meter, rules.source.meters[meter].value, unit)
            if is_linear:
                assert before is not None
                layers.meters = one_more(rules.source, meter)
                try:
                    slope = (solved(layers).expectation or Fraction(0)) - before
                finally:
                    layers.meters = None
                odds = replace(odds, slope=slope, break_even=odds.value - before / slope if slope else None)
            yield odds

    def release(self) -> None:
        """Let go of the graph of all rounds, which is large; what is chosen where stays known."""
        self.layers.release()
        for choice in self.choices:
            choice.worth, choice.reaching, choice.passing = {}, None, None
            choice.layer.edges.clear()


def chances_of_each(
    questions: Questions,
    bets: Iterable[Placed],
    budget: Budget | None = None,
) -> Iterator[tuple[tuple[Placed, ...], Chances | NotAnalysed]]:
    """Chances of each of several bets of one unit that are placed alone, or the obstacle to knowing them.

    Bets that read the same of the same hands, and in whose rounds nobody chooses and nothing
    comes again, are followed through the same rows. Of the names of one bet that nothing tells apart,
    one is followed for all, and given with them. Rows of a bet take memory until they are released.
    """
    groups: dict[object, list[Placed]] = {}
    followed_as = dict[Placed, Placed]()
    # The names of one bet follow one another in the list.
    for _, named in groupby(bets, key=lambda bet: bet._replace(naming="")):
        followed_as |= _stand_ins(questions, tuple(named))
    for bet in dict.fromkeys(followed_as.values()):
        alone = bet if _goes_alone(questions, bet) else None
        # Bets of one key may go through the same rounds; one that must go alone is a key of its own.
        groups.setdefault((alone, bet._replace(bet="", naming=""), _read(questions, bet)), []).append(bet)
    tables: Tables = {}
    chooses = False
    for group in groups.values():
        for bet, chances in _of_group(questions, tuple(group), budget, tables):
            chooses |= isinstance(chances, Chances) and chances.chooses
            yield tuple(placed for placed, first in followed_as.items() if first == bet), chances
    if not chooses:  # best plays are read from what was read of hands
        for columns in tables.values():
            columns.release()


def _of_group(
    questions: Questions, group: tuple[Placed, ...], budget: Budget | None, tables: Tables
) -> Iterator[tuple[Placed, Chances | NotAnalysed]]:
    """Chances of bets that could go through the same rounds: together, or one after another where that cannot be."""
    if together := _together(questions, group, budget, tables):
        yield from together.items()
        return
    for bet in group:
        try:
            yield bet, chances_of(questions, bet, budget=budget, tables=tables)
        except NotAnalysed as problem:
            # Its traceback would keep all rows that were made.
            yield bet, problem.with_traceback(None)


def _stand_ins(questions: Questions, bets: tuple[Placed, ...]) -> dict[Placed, Placed]:
    """For each name of a bet the one that is followed for it; itself where choices or norms may go by what is named."""
    chooses = any(isinstance(op, Ask) for op in walk(questions.judge.rules, bets[:1]).ops)
    if len(bets) > 1 and (chooses or Together(questions).tells_names_apart):
        return {bet: bet for bet in bets}
    return stand_ins(questions, bets)


def _goes_alone(questions: Questions, bet: Placed) -> bool:
    """A bet that may outlast its round or move, is paid out of a meter, or is of several kinds by what they name."""
    if bet.naming or paid_from(questions.judge.rules, bet.bet):
        return True
    return any(isinstance(rule.effect, m.Keep | m.GoOn) for rule in questions.outcomes[bet.bet].rules)


def _read(questions: Questions, bet: Placed) -> frozenset[object]:
    """Readings by the rules on a bet, and of whom; not which item they count or which number they ask for."""
    read = resolved(questions.observables_on(bet.bet), questions.judge.rules)
    return frozenset((type(o), o.roles) for o in read)


def _together(
    questions: Questions, bets: tuple[Placed, ...], budget: Budget | None, tables: Tables
) -> dict[Placed, Chances]:
    """Chances of bets that are followed through the same rounds, each as if it were placed alone.

    Nothing for a single bet, where one bears on another, and where all of them together are too much, or more than one
    after another.
    """
    if len(bets) == 1 or any(obstacle_alone(questions, bet) for bet in bets):
        return {}
    try:
        layers = Layers(questions, bets[0], budget, bets[1:], tables)
        # Together tell apart what any of them does: hands may be many more than those that each looks at for itself.
        if layers.hands_dealt > MANY_HANDS and layers.hands_dealt > sum(
            Layers(questions, bet, budget, tables=tables).hands_dealt for bet in bets
        ):
            return {}
        start = layers.start()
        ends = layers.solve([start], {})[0][start] if _is_apart(layers) else {}
    except NotAnalysed:
        # Too much for all together may still be little enough for each.
        return {}
    each: dict[Placed, dict[Outcome, Fraction]] = {bet: {} for bet in bets} if ends else {}
    by_kind = {bet.bet: bet for bet in bets}
    for end, probability in ends.items():
        assert isinstance(end, Outcome)
        # Bets that are apart never move, so that the kind tells of which bet an end is.
        each[by_kind[end.bet]][end] = probability
    nothing = Fraction(0)
    return {
        bet: Chances(probabilities, nothing, False, False, False, layers, ()) for bet, probabilities in each.items()
    }


def _is_apart(layers: Layers) -> bool:
    """In the rounds of several bets, what becomes of one has no part in what becomes of another."""
    for pc, op in enumerate(layers.plan.ops):
        match op:
            case Ask() | Alter(m.Move() | m.Reduce() | m.Double() | m.PutOn()):
                return False
            case Jump(repeats=provision) if provision:
                return False
            case _:
                pass
        if any(o.scope is m.Scope.BET or isinstance(o, m.HasBetOn) for o in layers.slice.observables(pc)[1]):
            return False
    return True


def chances_of(
    questions: Questions,
    bet: Placed,
    forced: str = "",
    budget: Budget | None = None,
    tables: Tables | None = None,
) -> Chances:
    """Chances of a bet of one unit that is placed alone; `tables` hold what is known of hands already.

    Raises:
        NotAnalysed: there are more rounds than can be followed, or choices without end; or the bet is never placed, or
            never alone.
    """
    if obstacle := obstacle_alone(questions, bet):
        raise obstacle
    return solved(Layers(questions, bet, budget, tables=tables), forced)


def solved(layers: Layers, forced: str = "") -> Chances:
    """Chances of the bet of some layers.

    Raises:
        NotAnalysed: there are more rounds than can be followed, or choices or rounds without end.
    """
    start, before, worth = layers.start(), dict[EntryNode, Fraction](), dict[EntryNode, Fraction]()
    chooses = any(isinstance(op, Ask) for op in layers.plan.ops)
    # Policy iteration (Howard, 1960): values of all nodes under the present choices, then the best choices by these.
    for _ in range(MAX_IMPROVEMENTS):
        rows, choices, may_go_on = _rows(layers, start, worth, forced)
        rounds, in_the_end = _followed(layers, rows)
        now = {node: _net(row) for node, row in in_the_end.items()}
        # Where no round goes on, or nobody chooses, nothing rests on what nodes are worth: one pass is enough.
        if now == worth or not may_go_on or not chooses:
            break
        if worth and _is_best(layers, rows, worth):
            # The choices before are as good, and these put the end off for ever.
            rows, choices, _ = _rows(layers, start, before, forced)
            rounds, in_the_end = _followed(layers, rows)
            break
        before, worth = worth, now
    else:
        raise NotAnalysed("not-analysed", reason="choices-without-end")
    # Of the round in which the bet was placed alone: one that is kept later has outlasted its first already.
    kept = sum((p for end, p in rounds[start].items() if isinstance(end, Outcome) and end.is_kept), Fraction(0))
    # The nodes to which rounds come with the choices that are made.
    reached = reachable(
        [start], lambda node: (to for to in map(layers.target, rows[node]) if isinstance(to, EntryNode))
    )
    for choice in choices:
        choice.is_met = choice.node in reached
    sent_back = any(isinstance(end, EntryNode) for node in reached for end in rows[node])
    probabilities = {end: p for end, p in ending(in_the_end[start]).items() if isinstance(end, Outcome)}
    reduces = any(isinstance(op, Alter) and isinstance(op.change, m.Reduce) for op in layers.plan.ops)
    return Chances(probabilities, kept, sent_back, chooses, reduces, layers, choices)


def _rows(
    layers: Layers, start: EntryNode, worth: dict[EntryNode, Fraction], forced: str
) -> tuple[dict[EntryNode, dict[End, Fraction]], tuple[Choice, ...], bool]:
    """The edges of each node to the ends of its rounds; the choices met; whether another choice may go on."""
    rows: dict[EntryNode, dict[End, Fraction]] = {}
    choices: list[Choice] = []
    targets: dict[EntryNode, None] = {start: None}
    looked_at, goes_on = 0, False
    wave = [start]
    while wave:
        if len(rows) + len(wave) > MAX_NODES:
            raise NotAnalysed("not-analysed", reason="chain-too-long")
        edges, met = layers.solve(wave, worth, forced)
        rows |= edges
        choices += met
        # Whatever a choice could lead to is followed, so that choices are made by what it is worth.
        known = len(targets)
        for end in layers.ends[looked_at:]:
            if isinstance(target := layers.target(end), EntryNode):
                targets[target] = None
                goes_on = True
        looked_at = len(layers.ends)
        wave = [*islice(targets, known, None)]
    return rows, tuple(choices), goes_on


_Followed = dict[EntryNode, dict[End, Fraction]]


def _followed(layers: Layers, rows: _Followed) -> tuple[_Followed, _Followed]:
    """Each node with its ends: a round that is sent back is followed to its end, then a bet that was kept as well."""
    rounds = eliminated(rows)
    return rounds, eliminated({node: _from_round_to_round(layers, row) for node, row in rounds.items()})


def _is_best(
    layers: Layers, rows: Mapping[EntryNode, Mapping[End, Fraction]], worth: Mapping[EntryNode, Fraction]
) -> bool:
    """The best choices of one round, by what the nodes are worth to which it leads, make no node worth more."""
    targets = {node: [(layers.target(end), p) for end, p in row.items()] for node, row in rows.items()}
    return worth == {
        node: sum((p * (worth[end] if isinstance(end, EntryNode) else end.worth) for end, p in row), Fraction(0))
        for node, row in targets.items()
    }


def _from_round_to_round(layers: Layers, row: Mapping[End, Fraction]) -> dict[End, Fraction]:
    """The edges of a node, those to bets that were kept leading to the rounds that begin with them."""
    merged: dict[End, Fraction] = {}
    for end, probability in row.items():
        target = layers.target(end)
        merged[target] = merged.get(target, Fraction(0)) + probability
    return merged


def eliminated(rows: Mapping[N, Mapping[N | E, Fraction]]) -> dict[N, dict[N | E, Fraction]]:
    """Absorption probabilities of a Markov chain: for each node those of its ends, by elimination in rational numbers.

    Those of a node add up to less than one where rounds may go on for ever.

    Raises:
        NotAnalysed: so many nodes lead to so many others that there is no room for it (`chain-too-long`).
    """
    # By numbers, which are found sooner than nodes and ends.
    names: list[N | E] = list(dict.fromkeys(chain(rows, *rows.values())))
    number = {name: place for place, name in enumerate(names)}
    done = {number[node]: {number[to]: p for to, p in row.items()} for node, row in rows.items()}
    sources: dict[int, set[int]] = {}
    for node, row in done.items():
        for to in row:
            sources.setdefault(to, set()).add(node)
    edges = sum(map(len, done.values()))
    # After each pass no row leads to the nodes passed so far, but only to ends and to nodes still to come. Those met
    # last come first: where rounds never come back to where they were, rows then lead to ends alone.
    for node in reversed(done):
        row = done[node]
        # A node that comes back to itself leaves in the end by its other edges, in their proportions.
        stay = row.pop(node, Fraction(0))
        for target in row:
            # Nothing else follows a node that does nothing but come back to itself.
            row[target] /= 1 - stay
        for source in sources.pop(node, set()) - {node}:
            other = done[source]
            edges -= len(other)
            through = other.pop(node)
            for target, probability in row.items():
                other[target] = other.get(target, Fraction(0)) + through * probability
                sources.setdefault(target, set()).add(source)
            edges += len(other)
        if edges > MAX_EDGES:
            raise NotAnalysed("not-analysed", reason="chain-too-long")
    return {node: {names[to]: p for to, p in done[number[node]].items()} for node in rows}


def ending(row: dict[E, Fraction]) -> dict[E, Fraction]:
    """The probabilities of ends, which are all that there is.

    Raises:
        NotAnalysed: rounds may go on for ever (`never-ends`).
    """
    if sum(row.values()) != 1:
        raise NotAnalysed("not-analysed", reason="never-ends")
    return row


def _net(row: dict[End, Fraction]) -> Fraction:
    return sum((p * end.worth for end, p in row.items() if isinstance(end, Outcome)), Fraction(0))
