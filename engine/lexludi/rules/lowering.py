"""AST to rule set: terms resolved, rows joined to their tables, rules sorted by what they do."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise, product
from typing import Any, ClassVar

from lexludi.base.diagnostics import Diagnostic, Hint, Label, error, has_errors
from lexludi.base.folding import fold
from lexludi.base.source import NOWHERE, Source
from lexludi.language.glossary import Glossary
from lexludi.language.nodes import (
    Construct,
    Document,
    Node,
    Number,
    Provision,
    Sentence,
    Sequence,
    Term,
    transform,
    walk,
)
from lexludi.rules import model
from lexludi.rules.accounting import account_for, beyond, parts_of
from lexludi.rules.extent import MAX_LEVELS, MAX_PARTS, Extent, extent, named_first
from lexludi.rules.header import metadata_of
from lexludi.rules.instruments import sentences_out_of_place
from lexludi.rules.kinds import check_kinds
from lexludi.rules.literals import (
    any_of,
    both,
    choice_of,
    choices_of,
    first_of,
    item_of,
    lowest_of,
    members_of,
    numbers_of,
    value_of,
    without_prose,
)
from lexludi.rules.parts import HOLDINGS
from lexludi.rules.soundness import check_soundness, dangling_references

# No construct is in two of these families: `_consequence` takes the first that has it.
STEPS = frozenset(
    "bets_open opens becomes feeds shuffle perform deal throw reveal settle choose choose_until divides "
    "divides_highest exchanges forms_hand comply comply_until repeat round_ends burn burn_by_first burn_with_first "
    "place_marker demonstrate".split()
)
# What is said of a bet beside how it ends.
BESIDE = model.PAID_BESIDE | {"commission"}
OUTCOMES = BESIDE | frozenset("loses loses_part wins_part pays push void keep stays moves_naming".split())
EVENTS = frozenset("round_void round_stands hand_void".split())
NORMS = frozenset("must must_not may stake_at_least stake_at_most stake_is stake_within".split())
# What is looked at when a round has ended.
CLOSINGS = frozenset("rounds_left put_back".split())
# What only the consequence of an action can be.
UPON_ONLY = frozenset("draws turn_ends double reduces stakes splits moves_to".split())
# The consequences that an action may have: a bet decided at once, objects that go, what remains of the rounds.
CONSEQUENCES = (
    UPON_ONLY
    | (OUTCOMES - BESIDE - {"moves_naming"})
    | frozenset("burn burn_by_first burn_with_first rounds_left".split())
)
# Those that are on a bet which the party has.
_ON_A_BET = (CONSEQUENCES & OUTCOMES) | {"double", "reduces", "moves_to", "splits"}
FAMILIES = {"steps": STEPS, "outcomes": OUTCOMES, "events": EVENTS, "norms": NORMS, "closings": CLOSINGS}


def lower(document: Document, glossary: Glossary, source: Source) -> tuple[model.RuleSet, list[Diagnostic]]:
    """The rule set of a text, and what is wrong with its meaning.

    The rule set is complete only when there are no errors among the diagnostics.
    """
    return _Lowering(document, glossary, source).run()


def _given_up(document: Document, source: Source) -> Iterator[tuple[int, str]]:
    """The sentences that were given up at a mistake, each with its place and folded, to the end of that line.

    There one without length stands in the tree.
    """
    end = 0
    for item in (*document.header, *(item for provision in document.all() for item in provision.sentences())):
        # What an instrument brings without words of its own stands nowhere, and was read.
        stands_in = isinstance(item, Sentence) and item.statement.op == "introduces" and item.span != NOWHERE
        if stands_in and item.span.start == item.span.end:
            at = item.span.start
            rest = source.text[at:].partition("\n")[0]
            yield at, fold(re.sub(r"(?m)^ *[|~#>].*", "", source.text[end:at] + rest))
        end = item.span.end


class _Lowering:
    def __init__(self, document: Document, glossary: Glossary, source: Source) -> None:
        self.document = document
        self.glossary = glossary
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self.given_up = [*_given_up(document, source)]
        # The terms of these, which may have been declared there, as anything.
        quoted = (written for _, text in self.given_up for written in re.findall("«([^«»\n]+)»", text))
        self.unread = {glossary.resolve(document.language, written) for written in quoted}
        # Each with the eId of its provision, empty in the header, and without prose: what two texts are compared by.
        self.statements: list[tuple[str, Construct]] = []
        self.parameters: dict[str, model.Parameter] = {}
        self.divergences: list[model.Divergence] = []
        self.scales: dict[str, model.Scale] = {}
        self.runs: dict[str, model.Runs] = {}
        self.groups: dict[str, model.Groups] = {}
        self.sets: dict[str, model.ItemSet] = {}
        self.memories: dict[str, model.Memory] = {}
        self.meters: dict[str, model.Meter] = {}
        # The provision that has a meter made up, by meter, which may be declared later.
        self.made_up: dict[str, str] = {}
        self.stocks: list[model.Stock] = []
        self.thrown: list[model.Thrown] = []
        self.counted: list[Construct] = []  # declarations of material that count its items
        self.worths: list[model.Worth] = []
        # What hands count, by `modulus`, `best_within` and `best_of`: the number, and the provision.
        self.counting: dict[str, tuple[int, str]] = {}
        self.wilds: list[model.Wild] = []
        self.roles: dict[str, model.Role] = {}
        self.bets: dict[str, model.BetKind] = {}
        self.statuses: list[model.Status] = []
        self.definitions: list[model.Definition] = []
        self.categories: list[model.Category] = []
        self.rules: dict[str, list[model.Rule]] = {family: [] for family in FAMILIES}
        self.upons: list[model.Upon] = []
        self.precedences: list[model.Precedence] = []
        # The provisions whose steps come first, each with the sentence that says so.
        self.preceding: list[tuple[str, Construct]] = []
        self.score = model.Score()
        # Tables of payoffs, each with its rows, which may stand several provisions below it.
        self.tables: list[tuple[Construct, list[model.Rule]]] = []

    def run(self) -> tuple[model.RuleSet, list[Diagnostic]]:
        for sentence in self.document.header_sentences():
            self._sentence(sentence, "", [])
        for provision in self.document.provisions:
            self._provision(provision, [])
        # Only now are all rows known, which «others» in a table stand against.
        for header, rows in self.tables:
            self._close_table(header, rows)
        self._give_scales()
        self._classify_is()
        self._name_shapes()
        self._order_steps()
        rule_set = self._rule_set()
        self.diagnostics.extend(check_kinds(rule_set, self.source, frozenset(self.unread)))
        self.diagnostics.extend(dangling_references(self.document, self.source))
        self.diagnostics.extend(sentences_out_of_place(self.document, self.source))
        # Soundness presupposes that all was read, and terms are known and of their kinds; else it would repeat what has
        # been said, or miss what a sentence says that has a mistake.
        if not (self.given_up or has_errors(self.diagnostics)):
            self.diagnostics.extend(check_soundness(rule_set, self.source))
        return rule_set, self.diagnostics

    def _shown(self) -> frozenset[str]:
        """The items that objects show."""
        scales = {scale for stock in self.stocks for scale in stock.scales} | {thrown.scale for thrown in self.thrown}
        besides = (item for stock in self.stocks for item, _ in stock.besides)
        return frozenset(besides).union(*(self.scales[scale].items for scale in scales if scale in self.scales))

    def _rule_set(self) -> model.RuleSet:
        return model.RuleSet(
            metadata=metadata_of(self.document),
            language=self.document.language,
            document=self.document,
            glossary=self.glossary.with_last(self._shown()),
            statements=tuple(self.statements),
            parameters=self.parameters,
            divergences=tuple(self.divergences),
            scales=self.scales,
            runs=self.runs,
            groups=self.groups,
            sets=self.sets,
            memories=self.memories,
            meters={k: replace(m, made_up=self.made_up.get(k, "")) for k, m in self.meters.items()},
            stocks=tuple(self.stocks),
            thrown=tuple(self.thrown),
            worths=tuple(self.worths),
            modulus=self.counting.get("modulus"),
            best_within=self.counting.get("best_within"),
            best_of=self.counting.get("best_of"),
            wilds=tuple(self.wilds),
            roles=self.roles,
            bets=self.bets,
            statuses=tuple(self.statuses),
            definitions=tuple(self.definitions),
            categories=tuple(self.categories),
            steps=tuple(self.rules["steps"]),
            outcomes=tuple(self.rules["outcomes"]),
            events=tuple(self.rules["events"]),
            norms=tuple(self.rules["norms"]),
            closings=tuple(self.rules["closings"]),
            upons=tuple(self.upons),
            score=self.score,
            precedences=tuple(self.precedences),
            accounts=account_for(self.document),
            parts=parts_of(self.document),
            beyond=beyond(self.document),
        )

    # ── Provisions and sentences ────────────────────────────────────────────

    def _provision(self, provision: Provision, openings: list[tuple[Construct, list[model.Rule]]]) -> None:
        # A table opened here holds for the provisions below, and not for those beside.
        openings = list(openings)
        for sentence in provision.sentences():
            self._sentence(sentence, provision.eid, openings)
        for below in provision.below:
            self._provision(below, openings)

    def _sentence(self, sentence: Sentence, eid: str, openings: list[tuple[Construct, list[model.Rule]]]) -> None:
        statement = self._resolve(sentence.statement)
        self.statements.append((eid, without_prose(statement)))
        op = statement.op
        # Of words that an instrument brings the terms alone can be told here; of a rectification, as they must read.
        for provision in sentence.corrected or sentence.quoted:
            for brought in (s for below in provision.all() for s in below.sentences()):
                self._resolve(brought.statement)
        if op in ("categories", "pays_by"):
            openings.append((statement, []))
            if op == "pays_by":
                # The same list of rows as in `openings`, to which `_row` adds.
                self.tables.append(openings[-1])
        elif op in ("row_odds", "row_others", "category"):
            self._row(statement, eid, openings)
        elif op == "guarded":
            for inner in self._of_each_bet(statement.parts[1]):
                self._consequence(inner, statement.parts[0], eid)
        elif op == "otherwise":
            for effect in self._of_each_bet(statement.parts[0]):
                if effect.op in OUTCOMES - BESIDE:
                    self.rules["outcomes"].append(model.Rule(None, effect, (eid,), fallback=True))
                elif effect.op in UPON_ONLY:
                    self._problem("only-upon-action", effect, ())
                else:
                    self._problem("not-otherwise", effect, ())
        elif op in UPON_ONLY:
            self._problem("only-upon-action", statement, ())
        elif any(op in ops for ops in FAMILIES.values()):
            for effect in self._of_each_bet(statement):
                self._consequence(effect, None, eid)
        elif op in self._DECLARATIONS:
            self._DECLARATIONS[op](self, statement, eid)

    def _resolve(self, statement: Construct) -> Construct:
        def change(node: Node) -> Node:
            if not isinstance(node, Term):
                return node
            identity = self.glossary.resolve(self.document.language, node.written)
            if not identity:
                near = self.glossary.nearest(self.document.language, node.written)
                hints = [Hint("did-you-mean", {"word": near})] if near else []
                self._problem("unknown-term", node, hints, term=node.written)
            # An unknown term has the empty id from here on: it is told of once, and no later check repeats it.
            return Term(identity, identity, span=node.span, eid=node.eid)

        return transform(statement, change)

    def _of_each_bet(self, effect: Construct) -> Iterator[Construct]:
        """The effects that a sentence on several bets has, on each by itself."""
        if effect.op in OUTCOMES:
            yield from (replace(effect, parts=(bet, *effect.parts[1:])) for bet in self._bets(effect.parts[0]))
        else:
            yield effect

    def _bets(self, bets: Node) -> Iterator[Term]:
        """The bets of a sentence on one or several; a number among them is none."""
        for bet in bets.items if isinstance(bets, Sequence) else (bets,):
            if isinstance(bet, Term):
                yield bet
            else:
                self._problem("not-a-bet", bet, (), term=item_of(bet))

    def _consequence(self, effect: Construct, condition: model.Condition | None, eid: str) -> None:
        family = next((name for name, ops in FAMILIES.items() if effect.op in ops), None)
        if family is None:
            self._problem("only-upon-action", effect, ())
        else:
            self.rules[family].append(model.Rule(condition, effect, (eid,)))

    def _row(self, row: Construct, eid: str, openings: list[tuple[Construct, list[model.Rule]]]) -> None:
        wanted = "categories" if row.op == "category" else "pays_by"
        # The nearest of its kind above the row: a table of the other kind between them does not matter.
        table = next((o for o in reversed(openings) if o[0].op == wanted), None)
        if table is None:
            # One that could not be read may have opened the table.
            if not any(at < row.span.start and text.rstrip().endswith(":") for at, text in self.given_up):
                self._problem("row-without-table", row, ())
            elif row.op == "category":
                self.unread.add(row.term(0))
        elif row.op == "category":
            self._once(row.term(0), {category.id for category in self.categories}, row)
            keys = row.parts[2].items if row.parts[2] is not None else ()
            self.categories.append(model.Category(row.term(0), row.parts[1], tuple(keys), eid))
        else:
            # The provision that decides comes first: that of the row, with the table behind it.
            table[1].append(model.Rule(None, row, (eid, table[0].eid)))

    def _close_table(self, header: Construct, rows: list[model.Rule]) -> None:
        condition, bets, operand = header.parts
        # «Others» in a table are those that none of its rows names: all, where there is no such row.
        named = [item for row in rows if row.effect.op == "row_odds" for item in row.effect.parts[0].items]
        for row, bet in product(rows, self._bets(bets)):
            items = row.effect.parts[0].items if row.effect.op == "row_odds" else named
            self._require_rows_of(operand, items)
            when = condition
            if items:
                belongs = _belongs(operand, tuple(items), row.eid)
                others = row.effect.op == "row_others"
                when = both(condition, Construct("negation", (belongs,), eid=row.eid) if others else belongs)
            # Each row becomes a rule for each bet, as if it had been written out.
            effect = Construct("pays", (bet, row.effect.parts[-1]), span=row.effect.span, eid=row.eid)
            self.rules["outcomes"].append(model.Rule(when, effect, row.provisions))

    def _require_rows_of(self, operand: Node, items: Iterable[Node]) -> None:
        """Rows stand for categories where a table pays by a hand, for numbers where it pays by an amount."""
        by_hand = isinstance(operand, Construct) and operand.op in HOLDINGS
        for item in items:
            if isinstance(item, Term) != by_hand:
                term = self._name(item.id) if isinstance(item, Term) else item_of(item)
                self._problem("not-a-category" if by_hand else "not-a-number", item, (), term=term)

    # ── Declarations ────────────────────────────────────────────────────────

    def _option(self, s: Construct, eid: str) -> None:
        choices = self._choices(s.parts[1])
        default = self._default(s.parts[2]) if s.parts[2] is not None else first_of(choices)
        self._parameter(s, model.Parameter(s.term(0), "option", choices, default, eid))

    def _reading(self, s: Construct, eid: str) -> None:
        reason = s.parts[3].value
        choices = self._choices(s.parts[1])
        self._parameter(s, model.Parameter(s.term(0), "reading", choices, self._default(s.parts[2]), eid, reason))

    def _default(self, node: Node) -> model.Value:
        """The value of a default; a range is none, and no parameter admits the empty string in its stead."""
        return "" if isinstance(choice_of(node), model.Range) else value_of(node)

    def _parameter(self, s: Construct, parameter: model.Parameter) -> None:
        if parameter.id and parameter.id in self.parameters:
            self._problem("declared-twice", s.parts[0], (), term=self._name(s.term(0)))
        # Without a default the first choice is one; of a range that is empty, that is said at the range.
        elif not parameter.admits(parameter.default) and s.parts[2] is not None and not parameter.has_empty_range:
            self._problem("default-not-among-choices", s.parts[2], (), term=self._name(s.term(0)))
        self.parameters[parameter.id] = parameter

    def _choices(self, node: Node) -> tuple[model.Value | model.Range, ...]:
        """The choices of a declaration, none of which may admit what another does."""
        choices = choices_of(node)
        assert isinstance(node, Sequence)
        for place, (choice, item) in enumerate(zip(choices, node.items, strict=True)):
            # Of unknown terms enough has been said.
            if choice != "" and any(model.overlap(choice, earlier) for earlier in choices[:place]):
                term = self._name(choice) if isinstance(choice, str) else str(choice)
                self._problem("declared-twice", item, (), term=term)
        return choices

    def _divergence(self, s: Construct, eid: str) -> None:
        if s.term(0) and any(divergence.id == s.term(0) for divergence in self.divergences):
            self._problem("declared-twice", s.parts[0], (), term=self._name(s.term(0)))
        self.divergences.append(model.Divergence(s.term(0), choices_of(s.parts[1]), eid, s.parts[2].value))

    def _scale(self, s: Construct, eid: str) -> None:
        items = tuple(map(item_of, s.parts[1].items))
        known = [item for item in items if item]  # of unknown terms enough has been said
        if len(set(known)) < len(known):
            self._problem("item-twice", s, (), term=self._name(s.term(0)))
        self._declare(self.scales, model.Scale(s.term(0), items, eid), s)

    def _runs(self, s: Construct, eid: str) -> None:
        runs = self._listed(s.parts[2])
        self._declare(self.runs, model.Runs(s.term(0), s.term(1), runs, eid), s)

    def _groups(self, s: Construct, eid: str) -> None:
        groups = self._listed(s.parts[2])
        # No bettor names an item twice: a group that has one twice nobody could name.
        for group, items in zip(s.parts[2].items, groups, strict=True):
            for place, item in enumerate(group.items):
                if items[place] in items[:place]:
                    self._once(items[place], items, item)
        self._declare(self.groups, model.Groups(s.term(0), s.term(1), groups, eid), s)

    def _listed(self, lists: Sequence) -> tuple[tuple[str, ...], ...]:
        """The items of listed runs or groups, none of which may be another in another order."""
        listed = tuple(tuple(map(item_of, group.items)) for group in lists.items)
        known: set[tuple[str, ...]] = set()
        for items, group in zip(listed, lists.items, strict=True):
            same = tuple(sorted(items))
            # Of unknown terms, which have no id, enough has been said.
            if same in known and all(items):
                self._problem("declared-twice", group, (), term="-".join(map(self._name, items)))
            known.add(same)
        return listed

    def _comprises(self, s: Construct, eid: str) -> None:
        self._declare(self.sets, model.ItemSet(s.term(0), tuple(members_of(s.parts[1])), eid), s)

    def _memory(self, s: Construct, eid: str) -> None:
        span = s.parts[1]
        self._declare(self.memories, model.Memory(s.term(0), model.Range(span.number(0), span.number(1)), eid), s)

    def _meter(self, s: Construct, eid: str) -> None:
        seed = s.number(1)
        # Where another parameter has its name, of an option or an earlier meter, that is told of the parameter.
        self.meters[s.term(0)] = model.Meter(s.term(0), seed, eid, seed)
        # What a round begins with can be set, as what a house chooses can.
        self._parameter(s, model.Parameter(s.term(0), "meter", (model.Range(0),), seed, eid))

    def _made_up(self, s: Construct, eid: str) -> None:
        self.made_up[s.term(0)] = eid

    def _stock(self, s: Construct, eid: str) -> None:
        scales, size = tuple(t.id for t in s.parts[2].items), s.parts[-1]
        self._material(s)
        besides = self._counts(s, s.parts[3]) if s.op == "stock_besides" else ()
        in_all = None if size is None else size.value
        self.stocks.append(model.Stock(s.term(1), lowest_of(s.parts[0]), scales, in_all, eid, besides=besides))

    def _thrown(self, s: Construct, eid: str) -> None:
        self._material(s)
        self.thrown.append(model.Thrown(s.term(1), lowest_of(s.parts[0]), s.term(2), eid))

    def _stock_of(self, s: Construct, eid: str) -> None:
        self._material(s)
        counts = self._counts(s, s.parts[2])
        self.counted.append(s)
        self.stocks.append(model.Stock(s.term(1), lowest_of(s.parts[0]), (), None, eid, counts))

    def _thrown_of(self, s: Construct, eid: str) -> None:
        self._material(s)
        self.counted.append(s)
        self.thrown.append(model.Thrown(s.term(1), lowest_of(s.parts[0]), "", eid, self._counts(s, s.parts[2])))

    def _heap(self, s: Construct, eid: str) -> None:
        self._material(s, 0)
        # One object, as it were, which shows the remainder.
        self.thrown.append(model.Thrown(s.term(0), 1, s.term(2), eid, by=s.number(1)))

    def _counts(self, s: Construct, copies: Sequence) -> tuple[tuple[str, int], ...]:
        """Of each item how many there are."""
        counts = tuple((item_of(copy.parts[1]), copy.number(0)) for copy in copies.items)
        known = [item for item, _ in counts if item]
        if len(set(known)) < len(known):
            self._problem("miscounted-items", s, [Hint("each-once")], term=self._name(s.term(1)))
        return counts

    def _give_scales(self) -> None:
        """Find the scale of the items that material counts, which may be declared after it."""
        for s in self.counted:
            items = {item_of(copy.parts[1]) for copy in s.parts[2].items}
            all_known = items <= {item for scale in self.scales.values() for item in scale.items}
            if all_known and not self._scale_with(items):
                self._problem("miscounted-items", s, [Hint("of-one-scale")], term=self._name(s.term(1)))
        self.stocks = [replace(k, scales=self._scale_with(dict(k.counts))) if k.counts else k for k in self.stocks]
        self.thrown = [
            replace(k, scale=next(iter(self._scale_with(dict(k.counts))), "")) if k.counts else k for k in self.thrown
        ]

    def _scale_with(self, items: Iterable[str]) -> tuple[str, ...]:
        """The scale that has all of some items, alone; nothing where there is none."""
        return tuple(scale.id for scale in self.scales.values() if set(items) <= set(scale.items))[:1]

    def _material(self, s: Construct, part: int = 1) -> None:
        self._once(s.term(part), self._materials(), s)

    def _materials(self) -> set[str]:
        return {s.object for s in self.stocks} | {t.object for t in self.thrown}

    def _worth(self, s: Construct, eid: str) -> None:
        items = tuple(map(item_of, s.parts[0].items))
        counted = {item for worth in self.worths for item in worth.items}
        for item in dict.fromkeys(items):
            self._once(item, counted, s)
        self.worths.append(model.Worth(items, numbers_of(s.parts[1]), eid))

    def _worth_face(self, s: Construct, eid: str) -> None:
        self.worths.append(model.Worth((), (), eid))

    def _counting(self, s: Construct, eid: str) -> None:
        self._only(self.counting.get(s.op), s)
        self.counting[s.op] = (s.number(0), eid)

    def _wild(self, s: Construct, eid: str) -> None:
        categories = tuple(t.id for t in s.parts[2].items) if s.parts[2] is not None else ()
        self.wilds.append(model.Wild(item_of(s.parts[0]), item_of(s.parts[1]), s.op == "wild_other", categories, eid))

    def _one_holder(self, s: Construct, eid: str) -> None:
        self._declare(self.roles, model.Role(s.term(0), "one", 1, "", eid), s)

    def _many_holders(self, s: Construct, eid: str) -> None:
        count = choices_of(Sequence("choices", (s.parts[0],)))[0]
        self._declare(self.roles, model.Role(s.term(1), "many", count, "", eid), s)

    def _bettor(self, s: Construct, eid: str) -> None:
        at = "" if s.op == "bettor" else s.term(1)
        role = model.Role(s.term(0), "bettor", 1, at, eid, elsewhere=s.op == "bettor_maybe_at")
        # Of those who bet there is one role.
        self._only(next((r for r in self.roles.values() if r.kind == "bettor" and r.id != role.id), None), s)
        self._declare(self.roles, role, s)

    def _status(self, s: Construct, eid: str) -> None:
        self._once(s.term(0), {status.role for status in self.statuses}, s)
        # A status is given or follows from a condition; who has it by one would not have it by the other.
        defined = {d.status for d in self.definitions if d.role == s.term(0)}
        for value in s.parts[1].items:
            self._once(value.id, defined, s)
        self.statuses.append(model.Status(s.term(0), tuple(t.id for t in s.parts[1].items), eid))

    def _bet(self, s: Construct, eid: str) -> None:
        slots = tuple(map(_slot, s.parts[1].items)) if s.op == "bet_naming" else ()
        self._declare(self.bets, model.BetKind(s.term(0), slots, eid), s)

    def _definition(self, s: Construct, eid: str) -> None:
        self._only(next((d for d in self.definitions if (d.role, d.status) == (s.term(0), s.term(1))), None), s)
        self._once(
            s.term(1),
            {value for status in self.statuses if status.role == s.term(0) for value in status.values},
            s,
        )
        self.definitions.append(model.Definition(s.term(0), s.term(1), s.parts[2], eid))

    def _upon(self, s: Construct, eid: str) -> None:
        self._once(s.term(0), {upon.action for upon in self.upons}, s)
        for effect in s.parts[1].items:
            if effect.op not in CONSEQUENCES:
                self._problem("not-upon-action", effect, ())
        effects = tuple(single for effect in s.parts[1].items for single in self._of_each_bet(effect))
        gone: set[str] = set()
        for effect in effects:
            # What has a result, or is another bet by now, the next effects would pass over.
            bet = effect.term(1 if effect.op == "splits" else 0) if effect.op in _ON_A_BET else ""
            if bet in gone:
                self._problem("not-upon-action", effect, [Hint("bet-gone-before")])
            elif bet and effect.op in OUTCOMES | {"moves_to"}:
                gone.add(bet)
        self.upons.append(model.Upon(s.term(0), effects, eid))

    def _score(self, s: Construct, eid: str) -> None:
        self._only(tuple(self.score), s)
        results, marked = (tuple(t.id for t in part.items) if part is not None else () for part in s.parts)
        self.score = model.Score(results, marked, eid)

    def _prevails(self, s: Construct, eid: str) -> None:
        reason = s.parts[1].value if s.op == "prevails_because" else ""
        self.precedences.extend(model.Precedence(eid, ref.target, reason) for ref in s.parts[0].items)

    def _precedes(self, s: Construct, eid: str) -> None:
        self.preceding.append((eid, s))

    _DECLARATIONS: ClassVar[dict[str, Callable[["_Lowering", Construct, str], None]]] = {
        "option": _option,
        "reading": _reading,
        "divergence": _divergence,
        "scale": _scale,
        "runs": _runs,
        "groups": _groups,
        "comprises": _comprises,
        "memory": _memory,
        "meter": _meter,
        "made_up": _made_up,
        "stock": _stock,
        "stock_besides": _stock,
        "stock_of": _stock_of,
        "thrown": _thrown,
        "thrown_of": _thrown_of,
        "heap": _heap,
        "worth": _worth,
        "worth_face": _worth_face,
        # Two wordings of one thing: whatever no other sentence counts is worth the number that it shows.
        "worth_own": _worth_face,
        **dict.fromkeys(("modulus", "best_within", "best_of"), _counting),
        "wild": _wild,
        "wild_other": _wild,
        "one_holder": _one_holder,
        "many_holders": _many_holders,
        **dict.fromkeys(("bettor", "bettor_at", "bettor_maybe_at"), _bettor),
        "status": _status,
        "bet": _bet,
        "bet_naming": _bet,
        "definition": _definition,
        "upon": _upon,
        "score": _score,
        "prevails": _prevails,
        "prevails_because": _prevails,
        "precedes": _precedes,
    }

    def _declare(self, table: dict[str, object] | dict, thing: object, s: Construct) -> None:  # type: ignore[type-arg]
        identity = thing.id  # type: ignore[attr-defined]
        self._once(identity, table, s)
        table[identity] = thing

    def _once(self, term: str, declared: Container[str], s: Node) -> None:
        if term and term in declared:  # the unknown have no id, and are told already
            self._problem("declared-twice", s, (), term=self._name(term))

    def _only(self, before: object, s: Construct) -> None:
        """Refuse a declaration after another that it would replace; it is about no one term, and named by its words."""
        if before:
            words = s.span.words_in(self.source)
            unquoted = words.translate(dict.fromkeys(map(ord, "“”«»「」")))
            self._problem("declared-twice", s, (), term=" ".join(unquoted.split()))

    # ── Afterwards ──────────────────────────────────────────────────────────

    def _classify_is(self) -> None:
        """Give constructs that share their words the meaning that their terms have.

        «A is B» is a test of a parameter or of a party's status, according to what A
        is; «the number of A of B» counts how often an item is shown where A is one.
        """
        items = {item for scale in self.scales.values() for item in scale.items}
        items |= self.sets.keys()
        # A term that is an item and material too is counted as material.
        items -= self._materials()

        def change(node: Node) -> Node:
            if isinstance(node, Construct) and node.op == "term_is":
                return replace(node, op="param_is" if node.term(0) in self.parameters else "status_is")
            if isinstance(node, Construct) and node.op == "count" and node.term(0) in items:
                return replace(node, op="count_showing", parts=(node.parts[1], node.parts[0]))
            return node

        self._rewrite(change)

    def _name_shapes(self) -> None:
        """Substitute the shape of a category where it is named as one, in other categories, rules and definitions."""
        named = {
            ("", category.id): category.condition
            for category in self.categories
            if category.id and category.id not in self.runs
        }
        written = named | {
            (definition.role, definition.status): definition.condition
            for definition in self.definitions
            if definition.status
        }
        ordered, circle = named_first(written, _named)
        shapes: dict[tuple[str, str], Node] = {}

        def change(node: Node) -> Node:
            return shapes.get(_named(node), node)

        if self._are_bounded(written, ordered):
            for name in ordered:
                if name in named:
                    shapes[name] = transform(named[name], change)
        if circle and circle[0] in named:
            self._problem("circular-definition", named[circle[0]], (), term=self._name(circle[0][1]))
        # What cannot be written out has been told of, and not of all that names it.
        shapes = {name: shapes.get(name, Sequence("all_of", ())) for name in named}
        self._rewrite(change)

    def _are_bounded(self, written: Mapping[tuple[str, str], Node], ordered: Iterable[tuple[str, str]]) -> bool:
        """True if nothing is too large to be followed with all that it names; else what is has been told."""
        extents: dict[tuple[str, str], Extent] = {}

        def size(node: Node) -> Extent:
            return extent(node, lambda part: extents.get(_named(part)))

        for name in ordered:
            extents[name] = size(written[name])
        said = [node for rule in chain.from_iterable(self.rules.values()) for node in rule.expressions]
        said += chain.from_iterable(category.keys for category in self.categories)
        too_large = [written[name] for name in ordered if not extents[name].is_bounded]
        too_large += [node for node in said if not size(node).is_bounded]
        for node in too_large:
            # It is told of where it becomes too large, and not again of what names that.
            if all(extents[name].is_bounded for name in map(_named, walk(node)) if name in extents):
                self._problem("too-much-named", node, (), limit=MAX_PARTS, levels=MAX_LEVELS)
        return not too_large

    def _order_steps(self) -> None:
        """Put the steps of provisions that are said to precede another before those of that one.

        Steps otherwise come in the order of the text. Where the other has no step, or comes later, nothing moves.
        """
        # With the places that they have in the text.
        steps = list(enumerate(self.rules["steps"]))
        pairs = [(eid, s.parts[0].target) for eid, s in self.preceding]
        turns, circle = _in_turn(pairs, [rule.eid for _, rule in steps])
        if circle:
            labels = [self._label(self.preceding[number][1]) for number in circle]
            eids = tuple(dict.fromkeys(pairs[number][0] for number in circle))
            hints = [Hint("steps-in-a-circle")]
            self.diagnostics.append(error("circular-precedence", *labels, hints=hints, provisions=eids))
        said: dict[int, list[int]] = {}  # by the place of a step, the sentences that move it
        for number in turns:
            earlier, moved, later = _put_before(steps, *pairs[number])
            steps = [*earlier, *moved, *later]
            for place, _rule in moved:
                said.setdefault(place, []).append(number)
        self.rules["steps"] = [
            # Those that stood before a step that now comes before them.
            self._inferred(rule, said.get(place, ()), [other.eid for p, other in steps[at:] if p < place])
            for at, (place, rule) in enumerate(steps)
        ]

    def _inferred(self, rule: model.Rule, said: Iterable[int], passed: Iterable[str]) -> model.Rule:
        """A step with the sentences by which it comes before others that the text has first."""
        eids = tuple(dict.fromkeys(passed))
        sentences = [self.preceding[number] for number in said] if eids else []
        before = (model.EarlierSteps(eid, s.parts[0].target, s.parts[1].value, eids) for eid, s in sentences)
        return replace(rule, put_before=(*rule.put_before, *before))

    def _rewrite(self, change: Callable[[Node], Node]) -> None:
        self.rules = {name: [rule.rewritten(change) for rule in rules] for name, rules in self.rules.items()}
        self.categories = [
            replace(c, condition=transform(c.condition, change), keys=tuple(transform(k, change) for k in c.keys))
            for c in self.categories
        ]
        self.definitions = [replace(d, condition=transform(d.condition, change)) for d in self.definitions]
        self.upons = [replace(u, effects=tuple(transform(e, change) for e in u.effects)) for u in self.upons]

    def _name(self, term: str) -> str:
        return self.glossary.spelling(term, self.document.language)

    def _label(self, node: Node) -> Label:
        return Label(self.source, node.span, node.eid)

    def _problem(self, code: str, node: Node, hints: Iterable[Hint], **args: Any) -> None:
        self.diagnostics.append(error(code, self._label(node), hints=hints, **args))


def _named(node: Node) -> tuple[str, str]:
    """The name in a node: of a shape, behind an empty string, or of a status, behind its role; else two empty ones."""
    match node:
        case Construct("in_runs", (Term(id=shape),)):
            return "", shape
        case Construct("status_is", (Term(id=role), Term(id=status))):
            return role, status
        case _:
            return "", ""


_Placed = tuple[int, model.Rule]
# The steps of a provision, or what comes before or after all of them.
_Mark = tuple[str, ...]


def _in_turn(said: list[tuple[str, str]], eids: Iterable[str]) -> tuple[list[int], list[int]]:
    """The sentences by which steps of a provision come before those of another, in turn; or those in a circle.

    Each comes after those that move what its steps are to come before, so that none undoes what another has done.
    """
    graph = TopologicalSorter[_Mark]()
    homes = {eid: [*_and_above(eid)] for eid in eids}
    stepping = {provision for above in homes.values() for provision in above}
    within: dict[str, list[str]] = {}  # by the later provision, those in it, which come before all else in it
    for eid, later in said:
        if later not in stepping or eid not in stepping or model.under(later, eid):
            continue
        if not model.under(eid, later):
            graph.add(("before", later), ("after", eid))
        elif all(model.under(eid, part) or model.under(part, eid) for part in within.setdefault(later, [])):
            graph.add(("before", later, eid), ("after", eid))
            within[later] += [eid] * (eid not in within[later])
        else:  # each would come before the other
            other = next(part for part in within[later] if not (model.under(eid, part) or model.under(part, eid)))
            return [], [said.index((other, later)), said.index((eid, later))]
    for eid, above in homes.items():
        for upper in above:
            graph.add(("after", upper), (eid,))
            rest = (("before", upper, part) for part in within.get(upper, ()) if not model.under(eid, part))
            graph.add((eid,), ("before", upper), *rest)
    try:
        places = {mark: place for place, mark in enumerate(graph.static_order())}
    except CycleError as problem:
        links = {*pairwise(problem.args[1])}
        met = {(eid, later): {("before", later), ("before", later, eid)} for eid, later in said}
        return [], [n for n, pair in enumerate(said) if any((("after", pair[0]), to) in links for to in met[pair])]
    return sorted(range(len(said)), key=lambda n: -places.get(("after", said[n][0]), 0)), []


def _and_above(eid: str) -> Iterator[str]:
    """A provision and those that it stands in."""
    while eid:
        yield eid
        eid = eid.rpartition("__")[0]


def _put_before(steps: list[_Placed], eid: str, later: str) -> tuple[list[_Placed], list[_Placed], list[_Placed]]:
    """The steps before any of the later provision; of the others those that are put before it, and the rest."""
    first = next(
        (at for at, (_, r) in enumerate(steps) if model.under(r.eid, later) and not model.under(r.eid, eid)), len(steps)
    )
    moved = [step for step in steps[first:] if model.under(step[1].eid, eid)]
    return steps[:first], moved, [step for step in steps[first:] if not model.under(step[1].eid, eid)]


def _belongs(operand: Node, items: tuple[Node, ...], eid: str) -> Node:
    """That what a table pays by is in one of some of its rows: a hand of a category, an amount of a number."""
    if isinstance(operand, Construct) and operand.op in HOLDINGS:
        return any_of([Construct("category_is", (operand, item), eid=eid) for item in items])
    return Construct("number_is", (operand, Sequence("numbers", items)), eid=eid)


def _slot(naming: Node) -> model.Slot:
    match naming:
        case Construct("names_one", (Term(id=of), role)):
            return model.Slot(1, of, role.id if role is not None else "")
        case Construct("names_several", (Number(value=count), Term(id=of), role)):
            return model.Slot(count, of, role.id if role is not None else "")
        case Construct("names_number", (span,)):
            return model.Slot(1, "", "", model.Range(span.number(0), span.number(1)))
        case _:
            raise AssertionError(naming)
