"""The answers of z3 beside those of the checks; and rounds that z3 gives, played by the interpreter."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from generated.stepping import Chance, Decision, End, Moves, step
from lexludi.base.source import Source
from lexludi.checks.law import Law
from lexludi.checks.survey import Survey, defaults
from lexludi.play.actions import PlaceBet
from lexludi.play.game import Game, make_game
from lexludi.rules import meaning as m
from lexludi.rules.model import RuleSet, Value
from lexludi.rules.portable import rules_to_text
from logic.encoding import NotModelled
from logic.oracle import Answer, Deal, Oracle

# No round here goes on for more objects.
LONGEST = 100

# A gap or a conflict, in a bet or an action, and which.
Problem = tuple[str, str, str]


@dataclass
class Compared:
    """A rule set asked twice: what was answered, what was not modelled, and what disagrees."""

    agreed: dict[str, set[str]] = field(default_factory=dict)  # for each bet the problems that both find
    alone: dict[str, set[str]] = field(default_factory=dict)  # the same, where the checks do not come to an end
    not_modelled: dict[str, str] = field(default_factory=dict)  # for each bet, `actions` or `categories`, the reason
    faults: list[str] = field(default_factory=list)


def compare(rules: RuleSet, source: Source, settings: Mapping[str, Value] | None = None) -> Compared:
    """Ask z3 and the checks the same of a rule set, under its defaults but for some settings."""
    out, settings = Compared(), settings or {}
    oracle, game = Oracle(rules_to_text(rules), settings), _game(rules, settings)
    law = Law(rules, source)
    survey = law.survey({**defaults(rules), **settings})
    said = set(_said(survey))
    left_open = {question.about for question, _ in survey.skipped} | {
        answer.question.about for answer in survey.answers if answer.undecided
    }
    for bet, answer in oracle.answers().items():
        _compare(out, game, "bet", bet, answer, said, left_open)
    try:
        for action, answer in oracle.unruled().items():
            _compare(out, game, "action", action, answer, said, left_open)
    except NotModelled as reason:
        out.not_modelled["actions"] = str(reason)
    if not rules.categories:
        return out
    try:
        _compare_categories(oracle, law, survey, game, out)
    except NotModelled as reason:
        out.not_modelled["categories"] = str(reason)
    return out


def _compare(
    out: Compared, game: Game, kind: str, about: str, answer: Answer, said: set[Problem], left_open: set[str]
) -> None:
    """The answer of z3 on a bet or an action beside that of the checks; what z3 gives is played."""
    if answer.not_modelled:
        out.not_modelled[about] = answer.not_modelled
        return
    found = (out.alone if about in left_open else out.agreed).setdefault(about, set())
    for problem, deal in (("gap", answer.gap), ("conflict", answer.conflict)):
        if about not in left_open and (deal is not None) != ((problem, kind, about) in said):
            out.faults.append(f"{about}: {problem}: z3 {deal}, the checks {sorted(said)}")
        elif deal is not None:
            found.add(problem)
        if deal is not None:
            stops = played(game, about, deal).open
            if (f"{problem}-{kind}", about) not in stops:
                out.faults.append(f"{about}: {problem}: played to {sorted(stops)}, not to it: {deal}")


def _compare_categories(oracle: Oracle, law: Law, survey: Survey, game: Game, out: Compared) -> None:
    deal = oracle.without_category()
    hands = game.questions.judge.hands
    order = law.order(survey)
    engine = any(ranked.without_category() for ranked in order.ranked)
    if not order.too_many and (deal is not None) != engine:
        out.faults.append(f"categories: z3 {deal}, the checks {engine}")
    (out.alone if order.too_many else out.agreed)["categories"] = {"gap"} if deal is not None else set()
    if deal is not None:
        things = things_of(game, deal)
        held = [tuple(things[place] for place in hand) for hand in deal.hands if hand]
        if all(hands.category(hand) is not None for hand in held):
            out.faults.append(f"categories: each hand of {deal} has one")


def _game(rules: RuleSet, settings: Mapping[str, Value]) -> Game:
    kinds = {name: rules.parameters[name].kind for name in settings}
    options = {name: value for name, value in settings.items() if kinds[name] == "option"}
    readings = {name: value for name, value in settings.items() if kinds[name] == "reading"}
    return make_game(rules, "1", options, readings)


def _said(survey: Survey) -> Iterator[Problem]:
    """The problems that the checks find; a hand without category is a gap of its own."""
    for answer in survey.answers:
        for situation in answer.situations:
            read = zip(answer.question.group.observables, situation.values, strict=True)
            if any(value is None and isinstance(o, m.CategoryOf | m.Compared) for o, value in read):
                continue
            if situation.verdict.problem:
                yield situation.verdict.problem, answer.question.kind, answer.question.about


def things_of(game: Game, deal: Deal) -> tuple[int, ...]:
    """The objects of a deal by their numbers."""
    objects = game.questions.judge.hands.material.objects
    numbers = {(thing.object, frozenset(thing.items)): place for place, thing in enumerate(objects)}
    return tuple(numbers[kind, frozenset(items)] for kind, items in deal.objects)


def played(game: Game, about: str, deal: Deal) -> End:
    """The end of the round of a deal, with the bet asked about, if it is one, and those beside it."""
    offered = [a for a in game.new_round(cards=()).legal_actions() if isinstance(a, PlaceBet)]
    # A bet that a choice puts is placed by nobody; of an action, any bet has the round dealt.
    asked = [a for a in offered if (a.bet, a.naming) == (about, deal.naming)]
    beside = [next((a for a in offered if a.bet == name), None) for name in deal.others]
    stakes = tuple(replace(a, stake=Fraction(1)) for a in (*asked[:1], *beside) if a is not None)
    objects, choices = iter(things_of(game, deal)), iter(deal.choices)
    moves = Moves()
    while len(moves.objects) < LONGEST:
        match step(game, stakes, moves):
            case Chance(outcomes=outcomes):
                # A bet is settled before the round ends: whatever comes after it may.
                moves = replace(moves, objects=(*moves.objects, next(objects, outcomes[0][0])))
            case Decision(choices=offered_now):
                if m.NO_BET in offered_now:  # a bet is accepted, if nothing forbids it
                    choice = next((name for name in offered_now if name in (about, *deal.others)), m.NO_BET)
                else:
                    choice = next(choices, "")
                if choice not in offered_now:
                    break
                moves = replace(moves, choices=(*moves.choices, choice))
            case End(stuck=False) as end:
                return end
            case _:
                break
    return End((), (), frozenset())
