"""Two texts compared: the words, the rules and the outcomes that differ, each tied to its provisions."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from lexludi.base.frozen import dataclass
from lexludi.diff.edits import (
    Added,
    Altered,
    ChoicesChanged,
    ConditionChanged,
    Relocated,
    Removed,
    Reordered,
    Replaced,
    RuleEdit,
)
from lexludi.diff.entries import ORDERED, ORDERED_WITH, Entry, condition_of, differs_in_order_alone
from lexludi.diff.explaining import EditGrounds, cited
from lexludi.diff.finding import rule_edits
from lexludi.diff.sides import Side, aligned, decided
from lexludi.diff.words import (
    Alignment,
    WordsEdit,
    header_edit,
    held_edits,
    reworded_edits,
    told_with_held,
    told_with_reworded,
    words_edits,
)
from lexludi.language.nodes import constructs_in
from lexludi.rules.model import Parameter, RuleSet, under
from lexludi.rules.ordering import ordered_sentences
from lexludi.rules.settings import Truth

if TYPE_CHECKING:
    from lexludi.diff.divergences import Weighed
    from lexludi.diff.outcomes import Outcomes

Layer = Literal["words", "rules", "outcomes"]
LAYERS: tuple[Layer, ...] = ("words", "rules", "outcomes")


@dataclass(frozen=True)
class Difference:
    """The differences of two texts; `layers` are those asked for, rules `None` where a text has none to compare.

    `divergences` are weighed where both texts speak for themselves and outcomes are compared.
    """

    before: Side
    after: Side
    layers: tuple[Layer, ...]
    alignment: Alignment
    words: tuple[WordsEdit, ...]
    rules: tuple[RuleEdit, ...] | None = None
    outcomes: "Outcomes | None" = None
    divergences: "tuple[Weighed, ...]" = ()

    @property
    def is_succession(self) -> bool:
        """True of texts of which the second follows the first: not in two languages, or one under two settings."""
        languages = {side.document.language for side in (self.before, self.after)}
        chosen = [{name: side.settings[name] for name in side.chosen} for side in (self.before, self.after)]
        return len(languages) == 1 and chosen[0] == chosen[1]

    @property
    def withheld(self) -> tuple[Side, ...]:
        """The texts that are repealed or not wholly known, of which no outcomes were worked out, though asked for."""
        if "outcomes" not in self.layers or self.outcomes is not None:
            return ()
        return tuple(side for side in (self.before, self.after) if side.is_repealed or side.not_wholly_known)

    @property
    def is_partly_unknown(self) -> bool:
        """True of texts of which one has changes that the other has not, and how these are is not known."""
        one, two = ({(a.number, a.since) for a in side.metadata.not_wholly_known} for side in (self.before, self.after))
        return one != two or any(edit.op == "reworded" or edit.is_missing for edit in self.words)

    def changes_rules(self, edit: WordsEdit) -> bool | None:
        """True if an edit of words comes with one of rules; `None` where words are not known, or law cannot be said."""
        if self.rules is None or edit.is_missing or self._is_reworded(edit):
            return None
        # A rule that only moved with its provision says nothing about the words there.
        changed = [at for rule, at in zip(self.rules, self.grounds, strict=True) if not isinstance(rule, Relocated)]
        sides = [(edit.eid_before, at.before) for at in changed] + [(edit.eid_after, at.after) for at in changed]
        if any(_is_about(edit, eid, eids) for eid, eids in sides):
            return True
        return None if self.is_beyond(edit) else False

    def _is_reworded(self, edit: WordsEdit) -> bool:
        """True of a provision that has words in one text which an instrument changed in ways that are not known."""
        sides = (self.before, edit.eid_before), (self.after, edit.eid_after)
        one, two = (Counter(i.id for i in side.notes.reworded.get(eid or "", ())) for side, eid in sides)
        return one != two

    @cached_property
    def grounds(self) -> tuple[EditGrounds, ...]:
        """The provisions of each edit of rules: before by their numbers in the text before, after by those in it."""
        # An edit of what has moved starts from the entry at its number after: that before is known from the move.
        moved: dict[tuple[str, int], Relocated] = {}
        grounds = []
        for edit in self.rules or ():
            was: RuleEdit = edit
            match edit:
                case Relocated(family, index):
                    moved[family, index] = edit
                case Reordered(family, _, entries):
                    first = (moved.get((family, place)) for place in range(len(entries)))
                    was = replace(edit, before=tuple(m.before if m else e for m, e in zip(first, entries, strict=True)))
                case Replaced(family, index) if (family, index) in moved:
                    was = replace(edit, before=moved[family, index].before)
            by = self._put_before if isinstance(edit, Reordered) and edit.family == "steps" else EditGrounds((), ())
            one, two = cited(was).before + by.before, cited(edit).after + by.after
            grounds.append(EditGrounds(tuple(dict.fromkeys(one)), tuple(dict.fromkeys(two))))
        return tuple(grounds)

    @property
    def _put_before(self) -> EditGrounds:
        """The provisions that put steps before others in one of the texts alone, in each text that has them."""
        became, sides = self.alignment.became, (self.before, self.after)
        put = [{(e.earlier, e.later) for s in side.rules.steps for e in s.put_before} for side in sides if side.rules]
        origin = {new: old for old, new in became.items()}
        was = {(became.get(earlier, ""), became.get(later, "")): earlier for earlier, later in put[0]}
        only = [earlier for pair, earlier in was.items() if pair not in put[1]]
        now = [earlier for earlier, later in put[1] if (earlier, later) not in was]
        before = {*only, *(origin[eid] for eid in now if eid in origin)}
        after = {*now, *(became[eid] for eid in only if eid in became)}
        return EditGrounds(tuple(sorted(before)), tuple(sorted(after)))

    def until(self, edit: WordsEdit) -> dict[str, date]:
        """The days to the end of which words in derogation hold, `before` and `after`, of a provision that has such."""
        sides = ("before", self.before, edit.eid_before), ("after", self.after, edit.eid_after)
        # A day is told with the words that it is about, not with those of both texts.
        days = {name: side.notes.until[eid] for name, side, eid in sides if eid is not None and eid in side.notes.until}
        # Of words that have moved as well, or were changed again, it is told once.
        is_told = edit.op != "change" and (edit.eid_before, edit.eid_after) in self._changed
        return {} if is_told or edit.op in ("suspend", "apply") or len({*days.values()}) < len(days) else days

    @cached_property
    def _changed(self) -> frozenset[tuple[str | None, str | None]]:
        """The provisions with other words, by their eIds in both texts."""
        return frozenset((edit.eid_before, edit.eid_after) for edit in self.words if edit.op == "change")

    def is_beyond(self, edit: WordsEdit) -> bool:
        """True of other words of a provision with law that the language cannot say: nobody follows what they change."""
        sides = (self.before, edit.eid_before), (self.after, edit.eid_after)
        return edit.op not in ("renumber", "move") and any(_is_about(edit, eid, side.beyond) for side, eid in sides)


def compare(
    before: Side,
    after: Side,
    layers: tuple[Layer, ...] = LAYERS,
    *,
    typography: bool = False,
    examples: int = 3,
    accept_unknown: bool = False,
    progress: Callable[[str], Any] = lambda bet: None,
) -> Difference:
    """The differences of two texts.

    `typography` shows what differs in typography alone as well; `examples` is how many
    deals that settle differently are shown; `progress` is told of each bet. The outcomes
    of a text that is not wholly known are worked out only with `accept_unknown`, and of
    one that is repealed, by which nothing is settled, never.
    """
    alignment = aligned(before, after)
    reworded = reworded_edits(alignment, before.notes.reworded, after.notes.reworded)
    unknown = (e for e in reworded if not any(_has_in_header(side, e) for side in (before, after)))
    held = (e for e in held_edits(alignment, before.notes.held, after.notes.held) if not _say_alike(before, after, e))
    edits = told_with_reworded(words_edits(alignment, exact=typography), before.notes.reworded, after.notes.reworded)
    body = told_with_held(edits, alignment, before.notes.held, after.notes.held)
    words = (*_header_edit(before, after), *body, *unknown, *held)
    rules = None
    amending = before.is_amending or after.is_amending
    if before.rules is not None and after.rules is not None and not amending:
        one, two = before.rules, after.rules
        # Undecided rule sets are compared with their parameters; a choice on either side decides both.
        if before.chosen or after.chosen:
            one, two = _decided_beside(before, after.rules), _decided_beside(after, before.rules)
        ordered = ordered_sentences(one) | ordered_sentences(two)
        changes = rule_edits(one, two, alignment.eid, alignment.sought)
        matters = tuple(e for e in changes if _matters(e, ordered))
        rules = _certain(_with_changed_moves(matters), one, two)
    outcomes = None
    is_known = accept_unknown or not (before.not_wholly_known or after.not_wholly_known)
    is_in_force = not (before.is_repealed or after.is_repealed)
    if "outcomes" in layers and rules is not None and is_known and is_in_force:
        # Loaded only here: words and rules are compared without exact odds.
        from lexludi.diff.outcomes import compare_outcomes

        outcomes = compare_outcomes(before, after, examples, progress)
    weighed: tuple[Weighed, ...] = ()
    are_two = before.document.language != after.document.language
    if outcomes is not None and before.speaks_alone and after.speaks_alone and are_two:
        from lexludi.diff.divergences import weigh

        weighed = weigh(before, after, progress)
    return Difference(before, after, layers, alignment, words, rules, outcomes, weighed)


def _say_alike(before: Side, after: Side, edit: WordsEdit) -> bool:
    """True of a provision whose formal sentences are the same in both texts, as in a file that one was printed to.

    Of what keeps a provision from applying a consolidated text has a sentence, and a file of it no history.
    """
    texts = (before.document, edit.eid_before), (after.document, edit.eid_after)
    one, two = (
        [s.statement for p in text.all() if under(p.eid, eid or "") for s in p.sentences()] for text, eid in texts
    )
    return bool(one) and one == two


def _has_in_header(side: Side, edit: WordsEdit) -> bool:
    """True of a text that was printed, and names in its header what changed a provision in ways not known."""
    names = {amended.instrument for amended in side.metadata.not_wholly_known}
    return not side.notes.is_consolidated and names >= {
        instrument.name(side.document.language) for instrument in edit.by
    }


def _is_about(edit: WordsEdit, about: str | None, eids: Collection[str]) -> bool:
    """True if an edit of words tells of one of some provisions: that it applies, or not, of all below it as well."""
    if about is not None and edit.op in ("suspend", "apply"):
        return any(under(eid, about) for eid in eids)
    return about in eids


def _header_edit(before: Side, after: Side) -> tuple[WordsEdit, ...]:
    """The change of the header of one text in one language, with the same amendments."""
    one, two = before.metadata, after.metadata
    is_one = (one.work, one.amended_by, before.document.language) == (two.work, two.amended_by, after.document.language)
    return header_edit(before.document, after.document) if is_one and one.work else ()


def _decided_beside(side: Side, other: RuleSet) -> RuleSet:
    """The rules as they run; what the other text cannot choose keeps the default that its own text has."""
    assert side.rules is not None
    kept = {name: p for name, p in side.rules.parameters.items() if name not in other.parameters}
    rules = decided(side)
    # Norms that never apply are there for the sake of permissions alone.
    norms = tuple(norm for norm in rules.norms if norm.condition != Truth(False))
    return replace(rules, norms=norms, parameters={**rules.parameters, **kept})


def _matters(edit: RuleEdit, ordered: frozenset[str]) -> bool:
    """True if an edit means anything: the order of most families and lists is only that of the text."""
    match edit:
        case Reordered(family):
            return family in ORDERED or ORDERED_WITH.get(family) in ordered
        case ChoicesChanged(before=Parameter()):
            return bool(edit.added or edit.removed)
        case Altered(before=old, after=new):
            return not differs_in_order_alone(old, new, ordered)
        case _:
            return True


def _with_changed_moves(edits: tuple[RuleEdit, ...]) -> tuple[RuleEdit, ...]:
    """The edits, of which those that move an entry say so where others change it too."""
    # Edits of one entry have one place, as it is between removals and the new order.
    changed = {(e.family, e.index) for e in edits if isinstance(e, Replaced) and not isinstance(e, Relocated)}
    return tuple(
        replace(e, is_changed=True) if isinstance(e, Relocated) and (e.family, e.index) in changed else e for e in edits
    )


# Families that give no condition another meaning: of a round as it stands, it reads the same whatever they say.
_READ_BY_NONE = frozenset("divergences norms closings score beyond".split())
# Families that do so for conditions alone that read what has become of bets.
_OF_BETS = frozenset("bets outcomes events precedences".split())
_READ_BETS = frozenset("decided has_bet_on round_over".split())


def _certain(edits: tuple[RuleEdit, ...], before: RuleSet, after: RuleSet) -> tuple[RuleEdit, ...]:
    """The edits, of which a condition is widened or narrowed only where what it reads means the same in both texts."""
    turning = [edit for edit in edits if _may_turn_conditions(edit)]
    # Through a definition any condition may read what has become of bets.
    defined = any(map(_reads_bets, (*before.definitions, *after.definitions)))

    def is_turned(edit: ConditionChanged) -> bool:
        of_bets = defined or _reads_bets(edit.before) or _reads_bets(edit.after)
        # An edit does not turn itself: «only if» of a status is compared with what it was.
        return any(other is not edit and (of_bets or other.family not in _OF_BETS) for other in turning)

    return tuple(
        replace(edit, change="changed")
        if isinstance(edit, ConditionChanged) and edit.change in ("widened", "narrowed") and is_turned(edit)
        else edit
        for edit in edits
    )


def _reads_bets(entry: Entry) -> bool:
    """True of an entry on the condition of what has become of bets."""
    return any(node.op in _READ_BETS for node in constructs_in(condition_of(entry)))


def _may_turn_conditions(edit: RuleEdit) -> bool:
    """True if other conditions may hold of other rounds for an edit: what is counted, dealt, defined or chosen."""
    match edit:
        case Relocated() | ConditionChanged(change="equivalent"):
            return False
        # What one text alone may choose stands in no condition of the other.
        case Added(family="parameters") | Removed(family="parameters"):
            return False
        case _:
            return edit.family not in _READ_BY_NONE
