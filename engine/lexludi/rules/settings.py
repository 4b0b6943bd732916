"""Options and readings: values for the parameters of a rule set, and the rule set with them decided."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from itertools import chain, product
from typing import TypeVar

from lexludi.base.errors import InvalidSetting
from lexludi.base.frozen import dataclass
from lexludi.language.identifiers import number_value
from lexludi.language.nodes import Construct, Node, Number, Reference, Sequence, Term, constructs_in, transform, walk
from lexludi.language.phrases import LANGUAGES, phrase_table
from lexludi.rules.literals import choice_of, plain
from lexludi.rules.model import (
    QUANTITIES,
    Condition,
    OtherReading,
    Parameter,
    Range,
    Rule,
    RuleSet,
    Value,
    action_of,
    admits,
    alternatives,
    asked_in,
    expressions,
    under,
)
from lexludi.rules.throws import throws_apart

N = TypeVar("N", bound=Node)


@dataclass(frozen=True)
class Truth(Node):
    """A condition that has been decided."""

    value: bool


class Origin(Enum):
    """The origin of the value of a setting: the default of the work, the stance of a text, or somebody's choice."""

    WORK = "work"
    TEXT = "text"
    CHOICE = "choice"


def stance_of(rules: RuleSet) -> dict[str, Value]:
    """The readings on which a text says something else than the default of the work, with the value that it takes.

    A text whose words bear the default, among other values, is executed with the
    default; one whose words do not, with the first value that they bear.
    """
    taken: dict[str, Value] = {}
    for divergence in rules.divergences:
        parameter = rules.parameters[divergence.id]
        if not any(admits(choice, parameter.default) for choice in divergence.stance):
            first = divergence.stance[0]
            taken[parameter.id] = first.low if isinstance(first, Range) else first
    return taken


def joint_stance(rules: RuleSet) -> dict[str, Value]:
    """The stance of a text on several options and readings; empty of one alone, which is a single change."""
    taken = stance_of(rules)
    return taken if len(taken) > 1 else {}


def given_once(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Values that are given by name.

    Raises:
        InvalidSetting: two of them have one name.
    """
    values: dict[str, str] = {}
    for name, value in pairs:
        if name in values:
            raise InvalidSetting("setting-twice", name=name)
        values[name] = value
    return values


def resolve_settings(
    rules: RuleSet,
    options: Mapping[str, object],
    readings: Mapping[str, object],
    stance: Mapping[str, Value] | None = None,
) -> dict[str, Value]:
    """The value of every parameter: those given, else those of a stance, else the defaults.

    Raises:
        InvalidSetting: an unknown name, a name of the other kind, or a value that is not admitted.
    """
    # The later go before the earlier: defaults, a stance, what is given.
    settings = {p.id: p.default for p in rules.parameters.values()} | dict(stance or {})
    for kind, given in (("option", options), ("reading", readings)):
        for name, raw in given.items():
            parameter = rules.parameters.get(name)
            if parameter is None or parameter.given_as != kind:
                raise _unknown(rules, kind, name)
            settings[name] = _admitted(parameter, raw)
    return settings


def origins(
    rules: RuleSet, settings: Mapping[str, Value], stance: Mapping[str, Value], chosen: Iterable[str]
) -> dict[str, Origin]:
    """The origin of each reading, and of each option on which a text has a stance.

    A value that is neither the default nor the stance must have been chosen.
    """
    named = frozenset(chosen)

    def origin(parameter: Parameter) -> Origin:
        value = settings[parameter.id]
        if parameter.id in named or value != stance.get(parameter.id, parameter.default):
            return Origin.CHOICE
        return Origin.TEXT if parameter.id in stance else Origin.WORK

    return {p.id: origin(p) for p in rules.parameters.values() if p.kind == "reading" or p.id in stance}


def _unknown(rules: RuleSet, kind: str, name: str) -> InvalidSetting:
    names = tuple(sorted(p.id for p in rules.parameters.values() if p.given_as == kind))
    return InvalidSetting(f"unknown-{kind}" if names else f"no-{kind}s", name=name, known=names)


def _admitted(parameter: Parameter, raw: object) -> Value:
    for value in _candidates(raw):
        if parameter.admits(value):
            return value
    raise InvalidSetting(
        "value-not-admitted",
        (parameter.eid,) if parameter.eid else (),
        name=parameter.id,
        value=str(raw),
        choices=tuple(str(c) for c in parameter.choices),
    )


def _candidates(raw: object) -> Iterable[Value]:
    """The values that an input may mean: an id, or a number in digits or in words of any language."""
    # To Python a bool is an integer, and would pass for 0 or 1.
    if isinstance(raw, bool) or not isinstance(raw, (int, str)):
        return
    yield raw
    if isinstance(raw, str):
        text = raw.strip().lower()
        yield text
        for language in LANGUAGES:
            with suppress(ValueError):
                yield number_value(text, phrase_table(language).numerals)


def digest(rules: RuleSet, settings: Mapping[str, Value]) -> str:
    """A digest of the rules under some settings: what has the same digest plays alike."""
    statements = [(eid, plain(statement)) for eid, statement in rules.statements]
    chosen = sorted((name, str(value)) for name, value in settings.items())
    return hashlib.sha256(json.dumps([statements, chosen]).encode()).hexdigest()


def decide(rules: RuleSet, settings: Mapping[str, Value]) -> RuleSet:
    """The rule set under those settings: tests of parameters answered, rules that cannot apply left out.

    What a role throws stands apart from what it holds (`throws`). With the rules come
    those of other readings, which tell what no provision says without the one taken.
    """
    decided = _decided(rules, settings)
    return replace(throws_apart(decided), others=tuple(_others(rules, settings, decided)))


def decide_alone(rules: RuleSet, settings: Mapping[str, Value]) -> RuleSet:
    """The rule set under those settings, as `decide` has it, without the rules of other readings."""
    return throws_apart(_decided(rules, settings))


def _others(rules: RuleSet, settings: Mapping[str, Value], decided: RuleSet) -> Iterable[OtherReading]:
    """The rules of other readings under which rounds go alike, and bets or irregularities may be left open."""
    asked = {name for rule in (*decided.outcomes, *decided.events) for name in rule.readings}
    # Asked for by more than what settles bets: under another value rounds may go another way.
    on_the_way = read_parameters(replace(rules, outcomes=(), events=()))
    for parameter, value in other_readings(rules, settings):
        if parameter.id not in asked or _is_said(rules, settings, parameter, value):
            continue
        under = {**settings, parameter.id: value}
        if parameter.id in on_the_way:
            other = _decided(rules, under)
            if _course(other) != _course(decided):
                continue
        else:
            # Nothing else asks for the parameter, so that these two groups alone are decided anew.
            outcomes, events = _kept(rules, rules.outcomes, under), _kept(rules, rules.events, under)
            other = replace(decided, outcomes=outcomes, events=events)
        other = throws_apart(other)
        yield OtherReading(parameter.id, other.outcomes, other.events)


def other_readings(rules: RuleSet, settings: Mapping[str, Value]) -> Iterator[tuple[Parameter, Value]]:
    """Each reading with each other value by name, and with numbers of a range that rules tell apart.

    Another number of objects makes other rounds, not other answers.
    """
    for parameter in rules.parameters.values():
        if parameter.kind == "reading":
            for value in other_values(rules, settings, parameter):
                yield parameter, value


def other_values(rules: RuleSet, settings: Mapping[str, Value], parameter: Parameter) -> Iterator[Value]:
    """Each other value of a parameter by name, and numbers of a range that rules tell apart."""
    named = (choice for choice in parameter.choices if not isinstance(choice, Range))
    for value in dict.fromkeys((*named, *told_apart(rules, parameter))):
        if value != settings[parameter.id]:
            yield value


def told_apart(rules: RuleSet, parameter: Parameter) -> tuple[int, ...]:
    """Numbers of a parameter with a range, among them one for each that the rules tell apart, where they test it."""
    if not any(isinstance(choice, Range) for choice in parameter.choices):
        return ()
    asked = constructs_in(*expressions(rules))
    tests = (node for node in asked if node.op == "param_is" and node.term(0) == parameter.id)
    return tuple(n for n in sorted({n for test in tests for n in _near(test)}) if parameter.admits(n))


def _is_said(rules: RuleSet, settings: Mapping[str, Value], parameter: Parameter, other: Value) -> bool:
    """True if the text executed says the value that was taken, and does not bear another."""
    stances = [d.stance for d in rules.divergences if d.id == parameter.id]
    taken = settings[parameter.id]
    return any(
        any(admits(choice, taken) for choice in stance) and not any(admits(choice, other) for choice in stance)
        for stance in stances
    )


def _course(rules: RuleSet) -> tuple[object, ...]:
    """The rules that decide how a round goes, and the definitions and categories that its conditions read."""
    return rules.steps, rules.norms, rules.upons, rules.definitions, rules.categories


def _kept(rules: RuleSet, group: tuple[Rule, ...], settings: Mapping[str, Value]) -> tuple[Rule, ...]:
    """The rules of a group that can apply under those settings, with what depends on these decided."""
    out = []
    for rule in group:
        # Most rules ask for no parameter, and are kept as they are: settings are decided for each comparison anew.
        if not rule.asked:
            out.append(rule)
            continue
        condition = simplify(rule.condition, settings) if rule.condition is not None else None
        if not (isinstance(condition, Truth) and not condition.value):
            always = condition is None or isinstance(condition, Truth)
            # A condition until which something is repeated is part of the effect.
            effect = replace(rule.effect, parts=tuple(simplify(part, settings) for part in rule.effect.parts))
            effect = _with_numbers(effect, settings)
            if condition is not None:
                condition = _with_numbers(condition, settings)
            read = tuple(n for n in rule.asked if n in rules.parameters and rules.parameters[n].kind == "reading")
            out.append(replace(rule, condition=None if always else condition, effect=effect, readings=read))
    return tuple(out)


def _decided(rules: RuleSet, settings: Mapping[str, Value]) -> RuleSet:
    """The rule set under those settings, before throws stand apart from hands."""
    steps = tuple(_steps(rules, settings))
    return replace(
        rules,
        steps=steps,
        outcomes=_kept(rules, rules.outcomes, settings),
        events=_kept(rules, rules.events, settings),
        norms=tuple(_norms(rules, steps, settings)),
        closings=_kept(rules, rules.closings, settings),
        # A count is a number or the id of a parameter; a number is looked up too, and is the id of none.
        stocks=tuple(replace(s, copies=settings.get(str(s.copies), s.copies)) for s in rules.stocks),
        thrown=tuple(replace(t, count=settings.get(str(t.count), t.count)) for t in rules.thrown),
        roles={k: replace(r, count=_count(r.count, settings)) for k, r in rules.roles.items()},
        meters={k: replace(m, value=int(settings[k])) for k, m in rules.meters.items()},
        categories=tuple(
            replace(c, condition=simplify(c.condition, settings), keys=tuple(_keys(c.keys, settings)))
            for c in rules.categories
        ),
        definitions=tuple(
            replace(d, condition=_with_numbers(simplify(d.condition, settings), settings)) for d in rules.definitions
        ),
        upons=tuple(replace(u, effects=tuple(_with_numbers(e, settings) for e in u.effects)) for u in rules.upons),
    )


def _norms(rules: RuleSet, steps: Iterable[Rule], settings: Mapping[str, Value]) -> Iterator[Rule]:
    """The norms under those settings: those on what is chosen also where they never apply.

    What may be chosen in some cases alone, and is neither bidden nor forbidden in any, may not be in others.
    """
    offered = alternatives(*steps)
    for norm in rules.norms:
        if kept := _kept(rules, (norm,), settings):
            yield from kept
        elif action_of(norm.effect) in offered:
            yield replace(norm, condition=Truth(False))


def _steps(rules: RuleSet, settings: Mapping[str, Value]) -> Iterator[Rule]:
    """The steps under those settings; what repeats a provision of which none is left goes back to where they stood."""
    kept = [_kept(rules, (step,), settings) for step in rules.steps]
    for step in chain.from_iterable(kept):
        match step.effect:
            case Construct("repeat", (Reference(target=target) as reference, until)):
                stood = [number for number, other in enumerate(rules.steps) if under(other.eid, target)]
                if not any(kept[number] for number in stood):
                    following = next(chain.from_iterable(kept[stood[0] :]))
                    reference = replace(reference, target=following.eid)
                    yield replace(step, effect=replace(step.effect, parts=(reference, until)))
                    continue
        yield step


def _with_numbers(expression: N, settings: Mapping[str, Value]) -> N:
    """An expression with a number for every quantity in it that names an option or a reading."""
    return transform(expression, lambda node: _quantified(node, settings))


def _quantified(node: Node, settings: Mapping[str, Value]) -> Node:
    """A construct with the number in place of a quantity that names an option or a reading."""
    if not (isinstance(node, Construct) and node.op in QUANTITIES):
        return node
    index = QUANTITIES[node.op]
    part = node.parts[index]
    value = settings.get(part.id) if isinstance(part, Term) else None
    if not isinstance(value, int):
        return node
    number = Number(value, span=part.span, eid=part.eid)
    return replace(node, parts=(*node.parts[:index], number, *node.parts[index + 1 :]))


def _count(count: Value | Range, settings: Mapping[str, Value]) -> Value | Range:
    return settings.get(count, count) if isinstance(count, str) else count


def _keys(keys: Iterable[Node], settings: Mapping[str, Value]) -> Iterable[Node]:
    for key in keys:
        if isinstance(key, Construct) and key.op == "guarded_key":
            condition = simplify(key.parts[0], settings)
            # A key under a condition that holds stands by itself; under one that does not, it compares nothing.
            for inner in _keys(key.parts[1:], settings):
                if not isinstance(condition, Truth):
                    yield replace(key, parts=(condition, inner))
                elif condition.value:
                    yield inner
        else:
            yield key


def simplify(condition: Condition, settings: Mapping[str, Value]) -> Condition:
    """The condition with every test of a parameter answered, as far as that decides it."""
    match condition:
        case Construct("param_is", (Term(id=name), choice)):
            # Partial evaluation: what remains asks only for what happens in a round.
            return Truth(admits(choice_of(choice), settings[name]))
        case Construct("negation", (inner,)):
            inner = simplify(inner, settings)
            return Truth(not inner.value) if isinstance(inner, Truth) else replace(condition, parts=(inner,))
        # A shape may be that of a category, with what its provision asks of settings.
        case Construct("shaped" | "threw" | "first_shaped", (*before, shape)):
            shape = simplify(shape, settings)
            return shape if isinstance(shape, Truth) else replace(condition, parts=(*before, shape))
        case Sequence(("all_of" | "any_of") as op, items):
            return _simplify_list(condition, op, [simplify(i, settings) for i in items])
        case _:
            return condition


def _simplify_list(whole: Sequence, op: str, items: list[Node]) -> Condition:
    decisive = op == "any_of"  # one true decides «or», one false decides «and»
    # As in Kleene's logic of three values: one decisive part is enough, whatever is still open.
    if any(isinstance(i, Truth) and i.value is decisive for i in items):
        return Truth(decisive)
    open_items = [i for i in items if not isinstance(i, Truth)]
    if not open_items:
        return Truth(not decisive)
    return open_items[0] if len(open_items) == 1 else replace(whole, items=tuple(open_items))


def values_of_application(rule: Rule, rules: RuleSet) -> dict[str, tuple[Value, ...]]:
    """For each reading without which a rule does not apply, the values by which it does.

    A reading is none of them where the rule may apply under each of its values, whatever the others are.
    """
    if rule.condition is None:
        return {}
    asked = _parameters_of(rule, rules)
    applying = list(_applying(rule.condition, asked))
    values = {p.id: _representatives(p, rule.condition) for p in asked}
    by_reading: dict[str, tuple[Value, ...]] = {}
    for p in asked:
        by = tuple(value for value in values[p.id] if any(chosen[p.id] == value for chosen in applying))
        if p.kind == "reading" and by and len(by) < len(values[p.id]):
            by_reading[p.id] = by
    return by_reading


def can_apply(rule: Rule, rules: RuleSet) -> bool:
    """True if a rule may apply under some settings: its tests of parameters do not exclude each other."""
    if rule.condition is None:
        return True
    return any(True for _ in _applying(rule.condition, _parameters_of(rule, rules)))


def _parameters_of(rule: Rule, rules: RuleSet) -> list[Parameter]:
    return [p for name in rule.asked if (p := rules.parameters.get(name))]


def _applying(condition: Condition, asked: Iterable[Parameter]) -> Iterator[dict[str, Value]]:
    """The combinations of values under which a condition may hold."""
    values = {p.id: _representatives(p, condition) for p in asked}
    # Every combination of values is tried: exponential in the parameters of one condition, of which there are few.
    for combined in product(*values.values()):
        chosen = dict(zip(values, combined, strict=True))
        if simplify(condition, chosen) != Truth(False):
            yield chosen


def _representatives(parameter: Parameter, condition: Condition) -> tuple[Value, ...]:
    """Values of a parameter, among them one for each that a condition tells apart."""
    numbers = _near(condition)
    named = [choice.low if isinstance(choice, Range) else choice for choice in parameter.choices]
    return tuple(dict.fromkeys([*named, *(n for n in numbers if parameter.admits(n))]))


def _near(node: Node) -> list[int]:
    """The numbers written in a construct, with those next to them."""
    # A test of a number changes its answer only at a number that is written, or beside it.
    written = (n.value for n in walk(node) if isinstance(n, Number))
    return [number + step for number in written for step in (-1, 0, 1)]


def read_parameters(rules: RuleSet) -> frozenset[str]:
    """The parameters, and other terms that stand for quantities, that rules ask for."""
    names = {str(s.copies) for s in rules.stocks} | {str(r.count) for r in rules.roles.values()}
    names |= {str(t.count) for t in rules.thrown} | rules.meters.keys()
    return frozenset(names.union(asked_in(*expressions(rules))))
