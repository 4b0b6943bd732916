"""Bets as they are searched: those that are never placed alone, and names of one that nothing tells apart."""

from itertools import chain

from lexludi.exact.budget import NotAnalysed
from lexludi.exact.kinds import are_all_alike, profile
from lexludi.exact.meters import paid_from
from lexludi.exact.slices import Slice
from lexludi.exact.together import Company, Together
from lexludi.play.decide import provisions_of
from lexludi.play.observe import role_of
from lexludi.play.plan import Placed, walk
from lexludi.play.process import Process
from lexludi.play.questions import Questions
from lexludi.play.round_state import State
from lexludi.play.table import alone, elsewhere, holders, kept_stakes, moved_to, stake_alone
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRules, observables_of, resolved
from lexludi.rules.model import CLOSE_BETS, PLACE_BET, under


def never_alone(questions: Questions, bet: Placed, beside: tuple[Placed, ...] = ()) -> tuple[str, ...]:
    """The provisions that forbid a bet, whatever its stake, with none but those `beside` it, or to close the betting.

    None where it may be so.
    """
    state = _placed(questions, bet, *beside)
    forbidding = provisions_of(questions.prohibitions_of_any_stake(state, state.bets[0]))
    return forbidding or questions.forbidding_all(state, CLOSE_BETS)


def obstacle_alone(questions: Questions, bet: Placed) -> NotAnalysed | None:
    """The reason why rounds of a bet by itself do not show what becomes of it; none where they do.

    Nobody may ever place it (`never-placed`); what comes before decides whether it is accepted (`bets-by-chance`); or
    whoever is supposed to bet may not place it alone where they are supposed to, and rounds in which it is placed may
    go otherwise (`never-alone`).
    """
    rules = questions.judge.rules
    if forbidding := never_placed(questions, bet):
        return NotAnalysed("not-analysed", forbidding, reason="never-placed")
    together = Together(questions)
    if not together.accepts_bets:
        return NotAnalysed("not-analysed", (rules.bets[bet.bet].eid,), reason="never-placed")
    if together.is_by_chance:
        return NotAnalysed("not-analysed", (rules.bets[bet.bet].eid,), reason="bets-by-chance")
    forbidding = never_alone(questions, bet)
    if not forbidding and stake_alone(questions, bet) is not None:
        return None
    forbidding = forbidding or _bounding(rules, bet.bet)
    others = together.everywhere_but(bet)
    company = together.of((bet,), others)
    if not company and not any(together.of((moved_to(rules, bet, place),), others) for place in together.places):
        return NotAnalysed("not-analysed", forbidding, reason="never-placed")
    if (
        not company
        or not company.is_sure
        or needs_company(questions, bet)
        or is_changed_by_its_like(questions, bet, company)
        or _may_differ_for_others(questions, bet)
    ):
        return NotAnalysed("not-analysed", forbidding, reason="never-alone")
    return None


def _may_differ_for_others(questions: Questions, bet: Placed) -> bool:
    """By whom or where a bet may be placed depends on statuses or places, and so does what becomes of it."""
    rules = questions.judge.rules
    placing = [rule.condition for rule in rules.norms if rule.effect.action in (PLACE_BET, CLOSE_BETS)]
    read = [*resolved(chain.from_iterable(map(observables_of, placing)), rules)]
    by_status = any(isinstance(o, m.HasStatus) for o in read) and any(
        isinstance(o, m.HasStatus) for o in _read(questions, bet)
    )
    return by_status or (any(isinstance(o, m.PlacedAt) for o in read) and bool(elsewhere(rules, (bet,))))


def never_placed(questions: Questions, bet: Placed) -> tuple[str, ...]:
    """The provisions that forbid a bet, or every stake of it, without any condition; or none.

    None prevails over them.
    """
    # A rule without condition reads nothing, so that no round need be begun to know of it.
    rules = (rule for question in questions.on_action(PLACE_BET, bet.bettor, bet.unit) for rule in question.rules)
    bound = questions.judge.rules
    excepted = [precedence.loser for precedence in bound.precedences]
    forbidding = provisions_of(
        rule
        for rule in rules
        if rule.condition is None
        and not rule.fallback
        and rule.effect.modality is m.Modality.MUST_NOT
        and rule.effect.bound is None
        and bet.bet in (rule.effect.bets or (bet.bet,))
        and not any(under(rule.eid, loser) for loser in excepted)
    )
    are_bare = all(rule.condition is None for rule in bound.norms if rule.effect.bound is not None) and not excepted
    # Of bounds without condition that none keeps each stake is forbidden by one or another.
    return forbidding or (_bounding(bound, bet.bet) if are_bare and not kept_stakes(bound, bet.bet) else ())


def _bounding(rules: BoundRules, bet: str) -> tuple[str, ...]:
    """The provisions that bound the stake of a bet."""
    norms = (rule for rule in rules.norms if rule.effect.bound is not None)
    return tuple(dict.fromkeys(rule.eid for rule in norms if bet in rule.effect.bets))


def _placed(questions: Questions, *bets: Placed) -> State:
    """A round with some bets, before its first step."""
    return Process(walk(questions.judge.rules, bets), questions).start()


def needs_company(questions: Questions, bet: Placed) -> bool:
    """True if rounds without others' bets may not show what becomes of a bet that is never alone.

    They show it where all that others' bets lead to passes it by: choices after which no hand is another, which do
    nothing to the bet, and which neither its rules nor steps read, unless these are such choices again. Where norms
    are asked of every hand, they may leave it open for another one how the round goes on for all.
    """
    rules = questions.judge.rules
    complying = (rule.effect.role for rule in rules.steps if isinstance(rule.effect, m.Comply))
    if len(holders(rules)) > 1 and not all(map(rules.fixed, complying)):
        return True
    if any(_is_of_others(o, bet, rules) for o in _read(questions, bet)) or _shares_a_meter(rules, bet.bet):
        return True
    read = [*resolved(questions.observables_on(bet.bet), rules)]
    by_others = [rule for rule in rules.steps if _is_chosen_by_another(rule.effect, bet.bet)]
    taken = [rule.condition for rule in rules.steps if rule not in by_others]
    read += resolved(chain.from_iterable(map(observables_of, taken)), rules)
    for choice in (rule.effect for rule in by_others):
        assert isinstance(choice, m.Choose)
        effects = rules.consequences(choice.actions)
        reads_it = any(isinstance(o, m.Chose) and o.action in choice.actions for o in read)
        if choice.is_of_objects or reads_it or any(_concerns(effect, bet.bet) for effect in effects):
            return True
    return False


def is_changed_by_its_like(questions: Questions, bet: Placed, company: Company) -> bool:
    """True if something else may become of a bet beside another of its kind in its company.

    Both are chosen about, with the hand that they share, or are paid out of the same amount.
    """
    rules, kinds = questions.judge.rules, questions.judge.rules.kinds[bet.bet]
    chosen = any(isinstance(step := rule.effect, m.Choose) and step.bet in {"", *kinds} for rule in rules.steps)
    has_its_like = any(other.bet == bet.bet and other != bet for other in company.bets)
    return has_its_like and (chosen or bool(paid_from(rules, bet.bet)))


def _is_of_others(observable: m.Observable, bet: Placed, rules: BoundRules) -> bool:
    """True of an observable that may be otherwise beside other bets, or other bettors."""
    match observable:
        case m.HasBetOn(bet=kind):
            return kind != bet.bet
        case m.HasBet(role):
            return role != rules.bettor and not (bet.holder and role_of(bet.holder, rules) == role)
        case m.CombinesBets() | m.BetsAtSeveral() | m.SeveralBet() | m.HasLargestStake() | m.StakesExceed():
            return True
        case _:
            return False


def _shares_a_meter(rules: BoundRules, bet: str) -> bool:
    """A bet may be paid out of what other bets feed, or are paid out of first."""
    meters = paid_from(rules, bet)
    if not meters:
        return False
    fed = any(isinstance(e := r.effect, m.Feed) and e.meter in meters and e.bet != bet for r in rules.steps)
    return fed or any(paid_from(rules, other.id) for other in rules.source.offered if other.id != bet)


def _read(questions: Questions, bet: Placed) -> list[m.Observable]:
    """The observables of the rules on a bet, of steps and what ends them, and of norms on what is done in a round."""
    rules = questions.judge.rules
    done, accepted = set[str](), set[str]()
    conditions = [rule.condition for rule in rules.steps]
    for rule in rules.steps:
        match rule.effect:
            case m.Choose() as choice if not _is_chosen_by_another(choice, bet.bet):
                done |= {*choice.actions}
                accepted |= {choice.window.to} if choice.window else set()
                conditions.append(choice.until)
            case m.Comply(action=action, until=until):
                done.add(action)
                conditions.append(until)
            case m.Repeat(until=until):
                conditions.append(until)
            case _:
                pass
    for norm in rules.norms:
        is_on_window = norm.effect.action == PLACE_BET and not accepted.isdisjoint(norm.effect.bets or accepted)
        if norm.effect.action in done or is_on_window:
            conditions.append(norm.condition)
    read = chain.from_iterable(map(observables_of, conditions))
    return [*resolved(chain(questions.observables_on(bet.bet), read), rules)]


def obstacle_to_one_name(questions: Questions, bet: str) -> NotAnalysed | None:
    """The reason why a bet with too many names to be followed one by one cannot be followed; none for any other."""
    rules = questions.judge.rules
    if rules.source.names[bet].is_listed or is_any_name_as_another(questions, bet):
        return None
    return NotAnalysed("not-analysed", (rules.bets[bet].eid,), reason="names")


def is_any_name_as_another(questions: Questions, bet: str) -> bool:
    """True of a bet on items of scales that can all change places; nobody chooses, and no norm asks what is named."""
    rules = questions.judge.rules
    if not rules.source.names[bet].is_of_scales or Together(questions).tells_names_apart:
        return False
    plan = walk(rules, (alone(rules, bet, rules.source.names[bet].followed[0]),))
    read = Slice(plan, questions).all_observables
    scales = {slot.of for slot in rules.bets[bet].slots}
    return not plan.asks and all(are_all_alike(questions.judge.hands, read, scale) for scale in scales)


def stand_ins(questions: Questions, bets: tuple[Placed, ...]) -> dict[Placed, Placed]:
    """For each of some bets that differ in their names alone, the first of those in whose rounds the same is read.

    Rounds of one become rounds of the other where objects change places, with the same weights.
    """
    if len(bets) == 1 or is_any_name_as_another(questions, bets[0].bet):
        return dict.fromkeys(bets, bets[0])
    read = Slice(walk(questions.judge.rules, bets[:1]), questions).all_observables
    first: dict[object, Placed] = {}
    return {bet: first.setdefault(profile(questions.judge.hands, read, bet.naming), bet) for bet in bets}


def _is_chosen_by_another(step: m.Step, bet: str) -> bool:
    """A step in which who has another bet chooses, and not by placing one."""
    return isinstance(step, m.Choose) and step.bet not in ("", bet) and step.window is None


def _concerns(effect: m.Consequence, bet: str) -> bool:
    """A consequence of a choice that makes another hand, or does something to bets of this kind."""
    if isinstance(effect, m.Outcome | m.Double | m.Reduce | m.Move):
        return effect.bet == bet
    return isinstance(effect, m.Draw | m.Split)
