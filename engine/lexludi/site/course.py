"""The course of a round: its steps in numbered items, and where the program of a round goes on from each of them."""

from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from lexludi.base.frozen import dataclass
from lexludi.language.nodes import Node, Sequence
from lexludi.play.plan import Plan, walk
from lexludi.play.table import alone
from lexludi.rules import meaning as m
from lexludi.rules.bind import BoundRule, BoundRules
from lexludi.rules.describe import prose_of, statement
from lexludi.rules.model import Rule, RuleSet, Upon
from lexludi.site.desk import Desk
from lexludi.site.flow_chart import Box, FlowChart, flow_chart
from lexludi.site.formal import SentencePiece
from lexludi.site.sentences import ReadingMark, reading_marks, told


@dataclass(frozen=True)
class ActionLine:
    """An action and its immediate consequences."""

    action: str
    sentence: tuple[SentencePiece, ...]
    provision: str


@dataclass(frozen=True)
class StepLine:
    """A step as a sentence, so many times in a row; what follows from the actions that it leaves open."""

    sentence: tuple[SentencePiece, ...]
    times: int
    provisions: tuple[str, ...]
    readings: tuple[ReadingMark, ...]
    actions: tuple[ActionLine, ...]
    has_table: bool


@dataclass(frozen=True)
class Item:
    """A numbered item: the condition that its steps share, if any, and the steps."""

    number: int
    condition: str
    lines: tuple[StepLine, ...]


@dataclass(frozen=True)
class Course:
    """The items of a round, and the chart of how it goes from one to the other."""

    items: tuple[Item, ...]
    chart: FlowChart
    told_actions: frozenset[str]


@dataclass(frozen=True)
class _Step:
    """A step of the rules with all bound steps that it says, by their places."""

    rule: Rule
    bound: tuple[BoundRule[m.Step], ...]
    places: tuple[int, ...]


def course(desk: Desk, tabled: frozenset[tuple[str, str]]) -> Course:
    """The course of a round under the defaults; `tabled` are the actions of roles that a table of the page decides."""
    bound = desk.work.game.questions.judge.rules
    groups = list(_grouped([step for step in _paired(bound) if not _is_nothing(step)]))
    lines = [tuple(_lines(desk, bound.source, group, tabled)) for group in groups]
    items = [
        Item(number, _condition(desk, group), group_lines)
        for number, (group, group_lines) in enumerate(zip(groups, lines, strict=True), 1)
    ]
    actions = frozenset(action for group in groups for step in group for action in _actions(step))
    return Course(tuple(items), _chart(desk, bound, groups), actions)


def _paired(bound: BoundRules) -> Iterator[_Step]:
    """The steps of the rules with what each was bound to: one step, or a window for each bet that it names."""
    # Bound steps stand in the order of the rules, at least one for each: `place` is the first that is not taken.
    place, rules = 0, bound.source.steps
    for index, rule in enumerate(rules):
        places = [place]
        # More than one for this rule, where others remain than the rules after it need.
        while places[-1] + 1 < len(bound.steps) - (len(rules) - index - 1) and (
            bound.steps[places[-1] + 1].span.is_same(rule.effect.span)
        ):
            places.append(places[-1] + 1)
        place = places[-1] + 1
        yield _Step(rule, tuple(bound.steps[p] for p in places), tuple(places))


def _grouped(steps: list[_Step]) -> Iterator[list[_Step]]:
    """Steps that follow one another under the same condition, or of the same kind without any."""
    group: list[_Step] = []
    for step in steps:
        if group and not _belongs(group[-1], step):
            yield group
            group = []
        group.append(step)
    if group:
        yield group


def _is_nothing(step: _Step) -> bool:
    """A step that options have left without anything to do."""
    return isinstance(demonstrate := step.bound[0].effect, m.Demonstrate) and not demonstrate.rounds


def _belongs(before: _Step, step: _Step) -> bool:
    if before.rule.condition != step.rule.condition or _decides(before) or _decides(step):
        return False
    return step.rule.condition is not None or _kind(before.bound[0].effect) == _kind(step.bound[0].effect)


def _decides(step: _Step) -> bool:
    """Somebody, or a rule, decides how the round goes on."""
    return isinstance(step.bound[0].effect, m.Choose | m.Comply | m.Repeat)


# ── In words ────────────────────────────────────────────────────────────────


def _condition(desk: Desk, group: list[_Step]) -> str:
    """The condition of a group, said once before its steps where there are several sentences."""
    condition = group[0].rule.condition
    if condition is None or all(step.rule.effect == group[0].rule.effect for step in group):
        return ""
    return desk.say("site.course.when", condition=_in_prose(desk, condition))


def _in_prose(desk: Desk, node: Node) -> str:
    return prose_of(desk.rules, desk.language).tell(node)


def _lines(desk: Desk, rules: RuleSet, group: list[_Step], tabled: frozenset[tuple[str, str]]) -> Iterator[StepLine]:
    apart = bool(_condition(desk, group))
    # Steps in a row that say the same.
    for _, row in groupby(group, lambda step: (step.rule.effect, step.rule.provisions)):
        alike = list(row)
        rule = alike[0].rule
        upons = [upon for action in _actions(alike[0]) for upon in rules.upons if upon.action == action]
        yield StepLine(
            told(desk, _in_prose(desk, rule.effect if apart else statement(rule))),
            len(alike),
            rule.provisions,
            tuple(reading_marks(rule, desk.rules)),
            tuple(_action(desk, upon) for upon in upons),
            any(isinstance(b.effect, m.Comply) and (b.effect.role, b.effect.action) in tabled for b in alike[0].bound),
        )


def _action(desk: Desk, upon: Upon) -> ActionLine:
    effects = _in_prose(desk, Sequence("effects", upon.effects))
    return ActionLine(desk.teller.term(upon.action), told(desk, effects, after_colon=True), upon.eid)


def _actions(step: _Step) -> Iterator[str]:
    """The actions that a step leaves to a choice or to norms."""
    for bound in step.bound:
        match bound.effect:
            case m.Choose(actions=actions) as choice if not choice.is_of_objects:
                yield from actions
            case m.Comply(action=action):
                yield action
            case _:
                pass


# ── The chart ───────────────────────────────────────────────────────────────


def _kind(step: m.Step) -> str:
    """The kind of a step, as the chart names it."""
    match step:
        case m.OpenBets():
            return "bets"
        case m.Ceremony() | m.PlaceMarker() | m.Burn() | m.Demonstrate():
            return "prepare"
        case m.Deal():
            return "deal"
        case m.Throw():
            return "throw"
        case m.Reveal():
            return "reveal"
        case m.Settle():
            return "settle"
        case m.Choose(parts=parts, exchange=exchange):
            return "divide" if parts else "exchange" if exchange is not None else "choose"
        case m.DivideHighest():
            return "divide"
        case m.Combine():
            return "combine"
        case m.Remember():
            return "remember"
        case m.Feed():
            return "feed"
        case m.Comply():
            return "comply"
        case m.Repeat():
            return "repeat"
        case m.EndRound():
            return "end"
    assert_never(step)


def _named(step: m.Step) -> tuple[str, ...]:
    """The terms that the chart names with a step."""
    match step:
        case m.Deal(roles=roles):
            return roles
        case m.Throw(kind=kind):
            return (kind,)
        case m.Reveal(role=role):
            return (role,)
        case m.Choose(window=window) if window is not None:
            return (window.to,)
        case m.Choose(parts=parts) | m.DivideHighest(parts=parts) if parts:
            return tuple(part.id for part in parts)
        case m.Combine(part=part):
            return (part,)
        case m.Choose(exchange=m.Exchange()):
            return ()
        case m.Choose(actions=actions):
            return actions
        case m.Comply(role=role):
            return (role,)
        case m.Remember(memory=memory):
            return (memory,)
        case m.Feed(meter=meter):
            return (meter,)
        case _:
            return ()


def _label(desk: Desk, group: list[_Step]) -> str:
    """The kinds of the steps of an item, each with the terms that it names."""
    terms: dict[str, dict[str, None]] = {}
    for step in group:
        for bound in step.bound:
            kind = _kind(bound.effect)
            if isinstance(bound.effect, m.Choose) and bound.effect.window is not None:
                kind = "window"
            terms.setdefault(kind, {}).update(dict.fromkeys(_named(bound.effect)))
    action = next((desk.teller.term(action) for step in group for action in _actions(step)), "")
    labels = []
    for kind, named in terms.items():
        told_terms = desk.words.join(map(desk.teller.term, named), "or" if kind == "choose" else "and")
        labels.append(desk.say(f"site.course.{kind}", terms=told_terms, action=action))
    return desk.say("list.separator").join(labels)


def _chart(desk: Desk, bound: BoundRules, groups: list[list[_Step]]) -> FlowChart:
    # Items are numbered from 0 here, and from 1 on the page; the number behind the last is the end.
    of_step = {place: number for number, group in enumerate(groups) for step in group for place in step.places}
    for place in range(len(bound.steps)):  # a step with nothing to do is passed with the one before it
        of_step.setdefault(place, of_step.get(place - 1, 0))
    # The program of a round in which every bet is placed, so that every step that may come does.
    plan = walk(bound, tuple(alone(bound, bet, bound.source.names[bet].followed[0]) for bet in bound.bets))
    reached = passages(plan, of_step)
    boxes = [Box(number, _label(desk, group), _if(desk, group)) for number, group in enumerate(groups, 1)]
    # Not from the last item, which leads there as each leads to the next.
    ends = [n + 1 for n, to in reached if to == len(groups) and n + 1 < len(groups)]
    backs = [(n + 1, to + 1) for n, to in reached if to < n]
    sentences = (
        *(_box_told(desk, box) for box in boxes),
        *(desk.say("site.course.back", number=number, to=to) for number, to in backs),
        *(desk.say("site.course.out", number=number) for number in ends),
    )
    title = desk.say("site.course.chart", title=desk.title)
    description = desk.words.space.join(sentences)
    return flow_chart(boxes, backs, ends, desk.say("site.course.over"), title, description)


def _box_told(desk: Desk, box: Box) -> str:
    """A box as a sentence, which has no stop where it is a question."""
    told = desk.say("site.course.box", number=box.number, label=box.label)
    return told if told.endswith(("?", "？")) else f"{told}{desk.say('site.stop')}"


def _if(desk: Desk, group: list[_Step]) -> str:
    """The condition under which an item is gone through, or until which it is gone back from."""
    condition = group[0].rule.condition
    return desk.say("site.course.if", condition=_in_prose(desk, condition)) if condition is not None else ""


def passages(plan: Plan, of_step: dict[int, int]) -> list[tuple[int, int]]:
    """The edges between items: the pairs of which a round can go from one to the other; the last number is the end.

    Operations of one item are one place; those that come after the steps are the end.
    """
    last = max(of_step.values(), default=-1) + 1
    # For each operation of the program the item of the step that it is there for.
    item = [of_step.get(basis.step, last) for basis in plan.bases]
    pairs = {(item[pc], item[to]) for pc in range(len(plan.ops)) for to in plan.successors(pc)}
    return sorted((before, after) for before, after in pairs if before != after)
