"""The table: where bets may stand, and which there are."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from lexludi.base.errors import IllegalAction, InvalidSetting
from lexludi.play.actions import PlaceBet
from lexludi.play.material import meant
from lexludi.play.observe import role_of
from lexludi.play.plan import Chance, Placed, Unit, walk
from lexludi.play.process import Process
from lexludi.play.questions import Questions, as_placed, bound_of, staked_on
from lexludi.play.round_state import Bet, Map, Money, State, reduced
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_of, resolved
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, BetKind, Range, RuleSet
from lexludi.rules.naming import MAX_NAMES, SLOTS, items_named, name_of
from lexludi.rules.parts import MARK, whole_of
from lexludi.rules.throws import thrower

if TYPE_CHECKING:
    from lexludi.play.game import Game

__all__ = ["CLOSE_BETS", "PLACE_BET"]

ANYWHERE = ""

# More than any table has; each place is a name, and there may be a bet on it.
MOST_PLACES = 100_000

# Names of a bet that a refusal tells.
_MOST_NAMES = 24

# So many names of a bet, at the most, stand in rounds by chance or all together, each as likely as the others.
SOME_NAMES = 200

# Bounds that stakes can keep at all are kept after fewer passes, but for numbers that no table knows.
MOST_PASSES = 1_000


def places(game: "Game") -> list[str]:
    """The places for bets: numbered holders, one holder, or nowhere in particular (`""`).

    Raises:
        InvalidSetting: there would be more than `MOST_PLACES`.
    """
    return holders(game.questions.judge.rules)


def alone(rules: BoundRules, bet: str, naming: str = "") -> Placed:
    """A bet of one unit as the first bettor places it, at the first place of the table."""
    return Placed(f"{rules.bettor}-1", first_place(rules), bet, 1, naming, unit_alone(rules))


def elsewhere(rules: BoundRules, bets: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """Bets that stand at a place as they might stand at none, where rounds or what becomes of the bets differ by that.

    None, where bets are placed at a place alone, and where it makes no difference that they are.
    """
    if not bets or ANYWHERE not in holders(rules) or bets[0].holder == ANYWHERE:
        return ()
    unit = bets[0].unit
    there = tuple(moved_to(rules, bet, ANYWHERE) for bet in bets)
    here_plan, there_plan = walk(rules, bets), walk(rules, there)
    receives = any(isinstance(op, Chance) and unit in op.units for op in here_plan.ops)
    # A holder may be in the round only by the bets at its place: then it receives objects, or steps are written for it,
    # that make the program longer.
    takes_part = unit != there[0].unit and (receives or len(here_plan.ops) != len(there_plan.ops))
    return there if takes_part or _reads_places(rules, bets) else ()


def of_status(rules: BoundRules, status: str) -> Map[tuple[str, str], str]:
    """The statuses with which a round begins whose first bettor has one; none given where it has no name."""
    return Map({(f"{rules.bettor}-1", rules.bettor): status} if status else {})


def moved_to(rules: BoundRules, bet: Placed, place: str) -> Placed:
    """A bet as it stands at another place, or at none."""
    return bet._replace(holder=place, unit=_unit(rules, bet.bettor, place))


def _reads_places(rules: BoundRules, bets: tuple[Placed, ...]) -> bool:
    """In rounds, or of what becomes of some bets, rules read where a bet stands; not of who may bet, and on what."""
    conditions = [e.until for rule in rules.steps if isinstance(e := rule.effect, m.Repeat | m.Comply | m.Choose)]
    for norm in rules.norms:
        if rules.bets_within or norm.effect.action != PLACE_BET:
            conditions.append(norm.condition)
    kinds = {*rules.source.put_by_rule, *(kind for bet in bets for kind in rules.kinds[bet.bet])}
    settling = (*rules.outcomes, *rules.commissions, *rules.bonuses)
    conditions += [rule.condition for rule in settling if rule.effect.bet in kinds]
    conditions += [rule.condition for rule in (*rules.steps, *rules.events, *rules.closings)]
    read = (observable for condition in conditions for observable in resolved(observables_of(condition), rules))
    return any(
        isinstance(observable, m.PlacedAt)
        or (isinstance(observable, m.HasBet | m.HasBetOn) and rules.has_place(observable.role))
        for observable in read
    )


def unit_alone(rules: BoundRules) -> Unit:
    """The holder with whose hand the first bettor plays at the first place."""
    return _unit(rules, f"{rules.bettor}-1", first_place(rules)) if rules.bettor else first_place(rules)


def first_place(rules: BoundRules) -> Unit:
    """The first holder at which bets stand; none where they stand nowhere in particular."""
    return next(filter(None, holders(rules)), ANYWHERE)


def alone_on_each(rules: BoundRules, bet: str) -> list[Placed]:
    """The same bet, with each name that is followed: with all that it may have, or of too many the first."""
    return [alone(rules, bet, name) for name in rules.source.names[bet].followed]


def holders(rules: BoundRules) -> list[str]:
    """The places for bets by the rules alone (`places`)."""
    role = rules.roles.get(rules.bettor)
    if role is None or not role.at:
        return [ANYWHERE]
    at = rules.roles[role.at]
    elsewhere = [ANYWHERE] if role.elsewhere else []
    if at.kind == "one":
        return [*elsewhere, at.id]
    # Of a range of places, the fewest.
    count = at.count.low if isinstance(at.count, Range) else at.count
    assert isinstance(count, int), at
    if count > MOST_PLACES:
        raise InvalidSetting("too-many-places", (at.eid,), count=count, limit=MOST_PLACES)
    return [*elsewhere, *(f"{at.id}-{n}" for n in range(1, count + 1))]


def is_somebody(rules: BoundRules, name: str) -> bool:
    """A name may be that of somebody at the table: whoever bets has any, others that of a holder there is."""
    role, whole = rules.roles.get(role_of(name, rules)), whole_of(name)
    if role is None or role.kind == "bettor":
        return True
    if role.kind == "one":
        return whole == role.id
    most = role.count.high if isinstance(role.count, Range) else role.count
    assert most is None or isinstance(most, int), role
    number = whole.rpartition("-")[2]
    # As it is written, so that none is two: `box-1` is not `box-01`.
    return number.isdecimal() and number == str(int(number)) and 1 <= int(number) <= (most or MOST_PLACES)


def possible_bets(game: "Game", most: int = MAX_NAMES) -> list[PlaceBet]:
    """Every bet that exists, at every place, without a stake: with each of so many names at the most, or the first."""
    return [
        PlaceBet(bettor_at(game, place), place, bet.id, None, name)
        for place in places(game)
        for bet in game.rules.offered
        for names in [game.rules.names[bet.id].followed]
        for name in (names if len(names) <= most else names[:1])
    ]


def complete(game: "Game", action: PlaceBet) -> PlaceBet:
    """The bet with its place, bettor and item in full: `1` is `box-1`, whose own bettor is `player-1`.

    The items that a bet names may be given by their ids, symbols or signs, as objects are, in any order.
    """
    known = places(game)
    holder = action.holder
    if holder not in known:
        # Its number alone names a place: `1` is `box-1`.
        holder = next((p for p in known if p.rpartition("-")[2] == holder), holder)
    if not holder and len(known) == 1:
        holder = known[0]
    bettor = action.bettor or bettor_at(game, holder)
    return replace(action, holder=holder, bettor=bettor, naming=name_meant(game.rules, action.bet, action.naming))


def bettor_at(game: "Game", holder: str) -> str:
    """The bettor whose own place a holder is: of the same number, where it has one."""
    number = holder.rpartition("-")[2]
    return f"{game.rules.bettor_role()}-{number if number.isdigit() else 1}"


def least_stake(rules: BoundRules, bet: str, stake: int = 1) -> int:
    """The lowest whole stake, no lower than one that is given, that no bound forbids from below.

    Of bounds by another stake, that one is as low as may be too.
    """
    stakes = least_stakes(rules, bet, stake)
    numbers = (bound.times for bound in _bounds_on(rules, bet) if not bound.of and bound.sense is not m.Sense.AT_MOST)
    return stakes[bet] if stakes else max((stake, *map(ceil, numbers)))


def least_stakes(rules: BoundRules, bet: str, stake: int = 1, beside: Iterable[str] = ()) -> dict[str, int]:
    """The lowest whole stakes of a bet, no lower than one that is given, and of those beside it or never away from it.

    Nothing where no whole stakes keep all bounds. Whether a bound has a condition makes no difference.
    """
    first = {**dict.fromkeys(beside, Fraction(1)), bet: Fraction(stake)}
    least = _least(rules, first, Fraction(1), lambda stake: Fraction(ceil(stake)), MOST_PASSES)
    return {name: int(stake) for name, stake in least.items()}


def kept_stakes(rules: BoundRules, bet: str, beside: Iterable[str] = ()) -> Mapping[str, Money]:
    """Stakes of a bet, and of those beside it or never away from it, that keep all bounds: whole ones where there are.

    Nothing where there are none at all. Whether a bound has a condition makes no difference.
    """
    beside = tuple(beside)
    if whole := least_stakes(rules, bet, beside=beside):
        return whole
    bounds, count = [bound for name in rules.bets for bound in _bounds_on(rules, name)], len(rules.bets)
    # A stake follows from another along a way on which no bet comes twice, or they follow from one another without end:
    # of one so low as `lowest` no number is exceeded by those that follow, if any are kept.
    steep = max((*(max(bound.times, 1 / bound.times) for bound in bounds if bound.of), Fraction(1)))
    lowest = min((*(bound.times for bound in bounds if not bound.of and bound.times > 0), Fraction(1))) / steep**count
    first, stakes = Fraction(2), dict[str, Fraction]()
    while not stakes and first > lowest:
        first /= 2
        stakes = _least(rules, dict.fromkeys((*beside, bet), first), first, Fraction, count + 2)
    return {name: reduced(stake) for name, stake in stakes.items()}


def _least(
    rules: BoundRules,
    least: dict[str, Fraction],
    first: Fraction,
    fit: Callable[[Fraction], Fraction],
    passes: int,
) -> dict[str, Fraction]:
    """The lowest stakes no lower than given ones, nor than a `first`, as they `fit`; nothing where none keep bounds."""
    # Every bound says that one stake is no less than so many times another, or than a number, and such stakes have a
    # lowest solution: the least fixed point from below (of an exact stake both ways, since whole ones may go beyond).
    for _ in range(passes):
        before = dict(least)
        for bet in before:
            for bound in _bounds_on(rules, bet):
                if not bound.of:
                    if bound.sense is not m.Sense.AT_MOST:
                        least[bet] = max(least[bet], fit(bound.times))
                    continue
                if bound.sense is not m.Sense.AT_LEAST:  # in proportion to no stake it would be none
                    least[bound.of] = max(least.get(bound.of, first), fit(least[bet] / bound.times))
                if bound.sense is not m.Sense.AT_MOST and bound.of in least:
                    least[bet] = max(least[bet], fit(least[bound.of] * bound.times))
        if least == before:
            is_kept = not any(_is_too_much(bound, least[bet]) for bet in least for bound in _bounds_on(rules, bet))
            return least if is_kept else {}
    return {}


def _is_too_much(bound: m.Bound, stake: Fraction) -> bool:
    return not bound.of and bound.sense is not m.Sense.AT_LEAST and stake > bound.times


def stake_alone(questions: Questions, bet: Placed) -> Money | None:
    """The lowest stake from one on of which a bet may be placed before others, or else any; none where it may not."""
    state = Process(walk(questions.judge.rules, ()), questions).start()
    single = Bet(bet.bettor, bet.holder, bet.bet, 1, bet.naming, bet.unit)
    numbers = (bound.times for bound in _bounds_on(questions.judge.rules, bet.bet) if not bound.of and bound.times > 1)
    for stake in (1, *sorted(map(int, numbers))):
        placed = single._replace(stake=stake)
        if not questions.forbidding(as_placed(state, placed), PLACE_BET, bet.unit, placed):
            return placed.stake
    return stake_accepted(questions, state, single)


def _bounds_on(rules: BoundRules, bet: str) -> list[m.Bound]:
    """The bounds of the stake of a bet."""
    bounds = (rule.effect.bound for rule in rules.norms if bet in rule.effect.bets)
    return [bound for bound in bounds if bound is not None]


def stake_accepted(
    questions: Questions, state: State, bet: Bet, most: Money | None = None, against: tuple[str, ...] = ()
) -> Money | None:
    """A stake of which a bet may be placed at a table as it stands, no higher than `most`; none where there is none.

    `against` are the provisions by which it may be placed, whatever others say over which they prevail.
    """
    # Norms that forbid one stake forbid all up to the next of these, so that one of each stretch tells enough.
    turns = {turn for turn in _turns(questions, state, bet) if turn > 0 and (most is None or turn < most)}
    ends = [Fraction(0), *sorted(turns), *([] if most is None else [Fraction(most)])]
    between = [(low + high) / 2 for low, high in pairwise(ends)]
    for stake in (*([ends[-1] + 1] if most is None else []), *reversed(ends[1:]), *between):
        staked = bet._replace(stake=int(stake) if stake.denominator == 1 else stake)
        if not questions.forbidding(as_placed(state, staked), PLACE_BET, bet.unit, staked, against):
            return staked.stake
    return None


def _turns(questions: Questions, state: State, bet: Bet) -> Iterator[Fraction]:
    """The stakes of a bet that is being placed at which a bound, or what norms read, may come to be another."""
    totals = {
        placed.bettor: Fraction(sum(b.stake for b in state.bets if b.bettor == placed.bettor)) for placed in state.bets
    }
    yield from (total - totals.get(bet.bettor, 0) for total in totals.values())
    for question in questions.on_action(PLACE_BET, bet.bettor, bet.unit):
        for read in question.resolved:
            if isinstance(read, m.StakesExceed):
                signs = {read.first: -1, read.second: 1}
                yield Fraction(read.limit + sum(placed.stake * signs.get(placed.bet, 0) for placed in state.bets))
        for bound in (rule.effect.bound for rule in question.rules):
            if bound is not None:
                # What is left up to a bound is a linear function of the stake.
                one, two = (_left(bound, state, bet._replace(stake=stake)) for stake in (1, 2))
                if one != two:
                    yield 1 + Fraction(one) / Fraction(one - two)


def _left(bound: m.Bound, state: State, bet: Bet) -> Money:
    """The amount that a bound leaves beside a bet that is placed; below zero where it is beyond."""
    table = as_placed(state, bet)
    return bound_of(bound, table, bet) - staked_on(table, bet)


def name_meant(rules: RuleSet, bet: str, naming: str) -> str:
    """The name of a bet that somebody means, who may spell items and put them in another order; else as it is."""
    names = rules.names.get(bet)
    if names is None or naming in names:
        return naming
    spelt: dict[str, str] = {}
    for item in names.items:
        for spelling in {rules.glossary.sign(item), rules.glossary.symbol(item), item}:
            # What several items are spelt by is no name of one of them, but of the one whose id it is.
            spelt[spelling] = spelling if spelling in spelt else item
    wanted = name_of([meant(i, spelt) or i for i in items_named(part)] for part in naming.split(SLOTS))
    return names.found(wanted) or naming


def not_placed(rules: RuleSet, bet: BetKind) -> IllegalAction:
    """The refusal of a bet that nobody places before the round."""
    if opening := rules.opened.get(bet.id):
        return IllegalAction("bet-not-open", opening, bet=bet.id)
    return IllegalAction("bet-put-by-rule", (bet.eid,), bet=bet.id)


def names_wrongly(rules: RuleSet, bet: str) -> IllegalAction:
    """The refusal of a bet that names what it must not, with what it may name, as far as that is not too much."""
    names, provisions = rules.names[bet], (rules.bets[bet].eid,)
    if not names.slots:
        return IllegalAction("bet-names-nothing", provisions, bet=bet)
    known = (*names.followed[:_MOST_NAMES], *(("…",) if names.most > _MOST_NAMES else ()))
    return IllegalAction("bet-names-wrongly", provisions, bet=bet, known=known)


def bet_of(game: "Game", action: PlaceBet) -> Bet:
    """The bet of an action that is complete.

    Raises:
        IllegalAction: there is no such bet or place, or the bettor has the name of another holder.
    """
    kind = game.rules.bets.get(action.bet)
    if kind is None:
        raise IllegalAction("unknown-bet", bet=action.bet, known=tuple(game.rules.bets))
    if kind.id in game.rules.put_by_rule:
        raise not_placed(game.rules, kind)
    if action.holder not in (known := places(game)):
        key = "no-places" if not any(known) else "unknown-place" if action.holder else "place-needed"
        raise IllegalAction(key, place=action.holder, known=tuple(filter(None, known)))  # "or elsewhere" is no place
    if action.stake is None or action.stake <= 0:
        raise IllegalAction("stake-not-positive", stake=str(action.stake))
    if action.naming not in game.rules.names[kind.id]:
        raise names_wrongly(game.rules, kind.id)
    unit = _unit(game.questions.judge.rules, action.bettor, action.holder)
    if _is_taken(game.questions.judge.rules, action.bettor, unit):
        raise IllegalAction("name-of-holder", name=action.bettor)
    return Bet(action.bettor, action.holder, action.bet, action.stake, action.naming, unit)


def _is_taken(rules: BoundRules, bettor: str, unit: Unit) -> bool:
    """The name of a bettor is that of a holder or a place, whose hand and duties would be taken for theirs."""
    if (role := role_of(bettor, rules)) in rules.roles and role != rules.bettor:
        return True
    # Whoever holds a hand lends it their name: no part of another's is called so, nor what another threw.
    return unit == bettor and (MARK in bettor or thrower(bettor) != bettor)


def _unit(rules: BoundRules, bettor: str, holder: Unit) -> Unit:
    """The holder with whose hand a bet at a place is played: the bettor, or the place."""
    return bettor if has_own_hand(rules, holder) else holder


def has_own_hand(rules: BoundRules, holder: Unit) -> bool:
    """Bettors act and hold objects themselves, rather than the place at which they bet."""
    for rule in rules.steps:
        match rule.effect:
            case m.Deal(roles=roles) if rules.bettor in roles:
                return True
            # Whoever bets at no place throws and follows rules themselves: there is nobody else who could.
            case m.Throw(role=role) | m.Comply(role=role) if thrower(role) == rules.bettor and holder == ANYWHERE:
                return True
            # Whoever bets at no place and draws by a choice must hold what comes.
            case m.Choose(role=role, actions=actions) if role == rules.bettor and holder == ANYWHERE:
                if any(isinstance(effect, m.Draw) for effect in rules.consequences(actions)):
                    return True
            case _:
                pass
    return False
