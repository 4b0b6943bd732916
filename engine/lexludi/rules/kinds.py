"""The check of kinds: each term is used as what it was declared to be, a scale as a scale, a bet as a bet."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.messages import AnyWord
from lexludi.base.source import Source
from lexludi.language.nodes import Construct, Node, Number, Sequence, Term, constructs_in
from lexludi.rules.literals import choice_of, item_of
from lexludi.rules.model import Parameter, Range, RuleSet, Value, expressions
from lexludi.rules.parts import HOLDINGS

# What the term in each part of a construct must have been declared as ("" = anything, "a+b" = either), with these.
_EXPECTED: dict[str, tuple[str, ...]] = {
    op: expected
    for expected, ops in {
        ("scale",): "all_same all_different each_key",
        ("runs",): "in_runs run_key",
        ("item+set",): "is_run all_showing",
        ("", "scale"): "alike alike_or_more two_alike in_sequence",
        ("", "item+set"): "showing showing_or_more",
        ("scale", "scale"): "highest_key",
        ("scale", "", "scale"): "alike_key rest_key",
        ("scale", "item"): "item_key",
        ("", "category"): "category_is",
        ("", "role"): "first_shaped total_first happens_to part_of count",
        ("role",): (
            "threw chose has_bet drew_none combines placed_at largest_stake hand total total_thrown lowest_total "
            "drawn_value divides_highest comply comply_until each each_betting"
        ),
        ("object",): "was_thrown dealt use_begins burn_by_first burn_with_first put_back",
        ("", "category", "item"): "with_or_better",
        ("parameter",): "param_is",
        ("role", "status"): "status_is largest_stake_among",
        ("role", "bet"): "has_bet_on choose choose_until divides",
        ("", "", "bet"): "must_not",
        ("bet",): (
            "stake_at_least stake_at_most stake_is stake_within opens stake settle loses loses_part wins_part "
            "pays bonus push void keep stays double reduces commission"
        ),
        ("memory",): "becomes value",
        ("", "meter"): "feeds",
        ("bet", "meter"): "receives_all",
        ("bet", "", "meter"): "receives_part receives_amount",
        ("role", "role"): "bets_at_several several_bet",
        ("bet", "bet"): "stakes_exceed moves_to moves_naming",
        ("", "bet"): "stakes splits stake_times stake_part",
        ("role", "item+set"): "count_showing shows first_shows",
        ("", "object"): "shuffle draws burn",
        ("role", "", "object"): "deal",
        ("role", "bet", "", "", "object"): "exchanges",
        ("role", "object"): "throw",
        ("role", "", "role"): "forms_hand",
    }.items()
    for op in ops.split()
}

_COMPARISONS = frozenset("greater less equal".split())

# What is read of whoever bets, whose name stands first; and choices about a bet, which the holder of a place may make
# for those who bet there.
_OF_BETTORS = frozenset("bets_at_several several_bet combines largest_stake largest_stake_among".split())
_CHOICES = frozenset("choose choose_until divides exchanges".split())


def check_kinds(rules: RuleSet, source: Source, unread: frozenset[str] = frozenset()) -> Iterator[Diagnostic]:
    """A diagnostic for each term that is used as what it is not, and for each impossible value.

    Terms of sentences that could not be read may have been declared there, as anything.
    """
    seen: set[tuple[str, int]] = set()
    for diagnostic in _all(rules, source, unread):
        # A condition of a table stands in the rule of each of its rows.
        place = (diagnostic.code, diagnostic.labels[0].span.start)
        if place not in seen:
            seen.add(place)
            yield diagnostic


def _all(rules: RuleSet, source: Source, unread: frozenset[str]) -> Iterator[Diagnostic]:
    declared = {kind: terms | unread for kind, terms in _declared(rules).items()}
    for node in constructs_in(*expressions(rules)):
        yield from _check(node, declared, rules, source)
    yield from _check_declarations(rules, declared, source)


def _declared(rules: RuleSet) -> dict[str, frozenset[str]]:
    return {
        "scale": frozenset(rules.scales),
        "runs": frozenset(rules.runs),
        "object": rules.objects,
        "role": frozenset(rules.roles),
        "bet": frozenset(rules.bets),
        "category": frozenset(c.id for c in rules.categories),
        # What is in a meter changes within a round and from one to another, and is no setting of it.
        "parameter": frozenset(rules.parameters.keys() - rules.meters.keys()),
        "status": frozenset(status for _, status in _statuses(rules)),
        "item": frozenset(i for scale in rules.scales.values() for i in scale.items),
        "set": frozenset(rules.sets),
        "memory": frozenset(rules.memories),
        "meter": frozenset(rules.meters),
        "groups": frozenset(rules.groups),
    }


def _statuses(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Each status, after a role that may have it."""
    yield from ((d.role, d.status) for d in rules.definitions)
    yield from _given(rules)


def _given(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Each status in which a party is put, and which follows from no definition, after the role."""
    yield from ((s.role, value) for s in rules.statuses for value in s.values)


def _check(
    node: Construct, declared: dict[str, frozenset[str]], rules: RuleSet, source: Source
) -> Iterator[Diagnostic]:
    # A construct may have more parts than are listed: nothing is expected of the terms in those.
    for part, kind in zip(node.parts, _EXPECTED.get(node.op, ()), strict=False):
        if kind:
            for term in _terms(part, kind):
                # Unknown terms have no id, and have been told of.
                if (identity := item_of(term)) and not _is_one(identity, kind, declared):
                    yield _wrong(term, kind, source, _asked_otherwise(term, kind, declared))
    # Material is counted, and irregularities, of which a rule speaks; and what appears is what a step has placed.
    thing = node.parts[0] if node.op in ("count", "appears") else None
    if isinstance(thing, Term) and thing.id:
        is_counted = node.op == "count" and thing.id in declared["object"] | _happening(rules)
        placed = {rule.effect.term(0) for rule in rules.steps if rule.effect.op == "place_marker"}
        if not is_counted and not (node.op == "appears" and thing.id in placed):
            hint = Hint("place-the-marker") if node.op == "appears" else Hint("report-it", {"term": thing.written})
            yield _wrong(thing, "object", source, [hint])
    # Each party has the statuses of its own role; by their stakes those are compared who are given one.
    if node.op in ("status_is", "largest_stake_among") and isinstance(node.parts[1], Term):
        role, status = node.parts
        statuses = _statuses(rules) if node.op == "status_is" else _given(rules)
        roles = [owner for owner, value in statuses if value == status.id]
        if role.id in rules.roles and status.id in declared["status"] and role.id not in roles:
            parties = AnyWord(rules.spelling(owner) for owner in dict.fromkeys(roles))
            party = rules.spelling(role.id)
            hints = [Hint("status-of-another", {"words": parties, "party": party})] if roles else []
            yield _wrong(status, "status", source, hints)
    yield from _check_party(node, rules, source)
    # Where objects are put back to is where they are drawn from, which nothing declares.
    into = node.parts[1] if node.op == "put_back" else None
    if isinstance(into, Term) and any(into.id in ids for ids in declared.values()):
        yield error("not-a-supply", Label(source, into.span, into.eid), term=into.span.words_in(source))
    # A hand is compared with a hand, and an amount with an amount.
    if node.op in _COMPARISONS and sum(isinstance(p, Construct) and p.op in HOLDINGS for p in node.parts) == 1:
        yield error("cannot-be-compared", Label(source, node.span, node.eid))
    if node.op == "param_is" and (parameter := rules.parameters.get(node.term(0))):
        yield from _check_choice(parameter, node.parts[1], rules, source)


def _happening(rules: RuleSet) -> frozenset[str]:
    """The irregularities of which rules on such speak: no other can be reported."""
    asked = constructs_in(*(rule.condition for rule in rules.events))
    return frozenset(node.term(0) for node in asked if node.op in ("happens", "happens_to", "count"))


def _check_choice(parameter: Parameter, choice: Node, rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A value that is said of an option or reading, and is none of its choices."""
    # The empty string is a choice that the glossary does not know, which has been told of.
    if not parameter.has_empty_range and not all(parameter.admits(value) for value in _values(choice) if value != ""):
        words = AnyWord(rules.spelling(str(c)) for c in parameter.choices)
        place, hint = Label(source, choice.span, choice.eid), Hint("expected", {"words": words})
        yield error("not-a-choice", place, hints=[hint], term=rules.spelling(parameter.id))


def _check_party(node: Construct, rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A party of which something is said, or that has a choice, as only those who bet can."""
    bettor = rules.bettor_role()
    if not bettor or node.op not in _OF_BETTORS | _CHOICES:
        return
    at = rules.roles[bettor].at
    allowed = [bettor, at] if at and node.op in _CHOICES else [bettor]
    party = node.parts[0]
    # What is no role has been told of.
    if isinstance(party, Term) and party.id in rules.roles and party.id not in allowed:
        words = AnyWord(rules.spelling(role) for role in allowed)
        place, hint = Label(source, party.span, party.eid), Hint("expected", {"words": words})
        yield error("not-who-bets", place, hints=[hint], term=party.span.words_in(source))


def _is_one(term: str, kind: str, declared: dict[str, frozenset[str]]) -> bool:
    """True of a term that was declared as a kind, or as one of several."""
    return any(term in declared[one] for one in kind.split("+"))


def _values(choice: Node) -> tuple[Value, ...]:
    """The values that a test of a parameter names: one value, or the ends of a range."""
    asked = choice_of(choice)
    if isinstance(asked, Range):
        return (asked.low,) if asked.high is None else (asked.low, asked.high)
    return (asked,)


def _terms(part: Node | None, kind: str) -> Iterable[Term | Number]:
    """The terms of a part; where items or a status are expected, also numbers in their place."""
    named = (Term, Number) if {"item", "status"}.intersection(kind.split("+")) else (Term,)
    parts = part.items if isinstance(part, Sequence) else (part,)
    return (term for term in parts if isinstance(term, named))


def _wrong(term: Term | Number, kind: str, source: Source, hints: Iterable[Hint] = ()) -> Diagnostic:
    # Of alternatives the first is named; the article is a part of the code of the diagnostic.
    kind = kind.partition("+")[0]
    article = "an" if kind[0] in "io" else "a"
    return error(
        f"not-{article}-{kind}", Label(source, term.span, term.eid), hints=hints, term=term.span.words_in(source)
    )


def _hint(kind: str, term: Term | Number) -> Iterator[Hint]:
    """The hint on what makes a term of a declaration an item, or what may stand in its place."""
    match kind:
        case "item" | "item+set":
            yield Hint("scale-of-its-own", {"term": term.written})
        case "object+item+set":
            yield Hint("wild-for")


def _asked_otherwise(term: Term | Number, expected: str, declared: dict[str, frozenset[str]]) -> Iterator[Hint]:
    """The hint on what may be asked of what a term is, where it stands for something else that is asked of."""
    for kind in ("parameter", "memory", "meter", *_MISTAKEN.get(expected.partition("+")[0], ())):
        if isinstance(term, Term) and term.id in declared[kind]:
            yield Hint(f"asked-of-a-{kind}", {"term": term.written})


# What a party shows, the category of its hand and its status are easily said for each other.
_MISTAKEN = {"category": ("item", "set"), "item": ("category",), "status": ("item", "set", "category")}


def _check_declarations(rules: RuleSet, declared: dict[str, frozenset[str]], source: Source) -> Iterator[Diagnostic]:
    # Read from the document and resolved again: the rule set keeps ids of declared things, without places.
    for statement in constructs_in(*(sentence.statement for sentence in rules.document.sentences())):
        for index, kind in _DECLARATIONS.get(statement.op, ()):
            for term in _terms(statement.parts[index], kind):
                is_term = isinstance(term, Term)
                identity = rules.glossary.resolve(rules.language, term.written) if is_term else item_of(term)
                if identity and not _is_one(identity, kind, declared):
                    yield _wrong(term, kind, source, _hint(kind, term))
        if statement.op == "divergence":
            yield from _check_stance(statement, rules, source)


def _check_stance(divergence: Construct, rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """The values that a text is declared to say of a reading, each of which must be one of its choices."""
    named, stance, _ = divergence.parts
    parameter = rules.parameters.get(rules.glossary.resolve(rules.language, named.written))
    if parameter is None:
        return
    for choice in stance.items:
        known = isinstance(choice, Term) and replace(choice, id=rules.glossary.resolve(rules.language, choice.written))
        yield from _check_choice(parameter, known or choice, rules, source)


_DECLARATIONS: dict[str, tuple[tuple[int, str], ...]] = {
    op: expected
    for expected, ops in {
        ((2, "scale"),): "stock stock_besides thrown heap",
        ((1, "item"),): "copy sector",
        ((1, "scale"),): "runs groups names_several",
        ((1, "role"),): "bettor_at bettor_maybe_at",
        ((0, "bet"), (1, "bet")): "score",
        ((1, "item+set"),): "comprises",
        ((0, "item"),): "worth",
        ((0, "item"), (1, "object+item+set"), (2, "category")): "wild wild_other",
        ((0, "scale+groups"),): "names_one",
        ((0, "role"),): "status definition",
        ((0, "parameter"),): "divergence",
        ((0, "meter"),): "made_up",
        ((0, "object"),): "worth_face worth_own",
    }.items()
    for op in ops.split()
}
