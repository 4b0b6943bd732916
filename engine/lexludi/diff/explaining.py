"""Edits of rules in words: each as one sentence in zh, pt or en."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, assert_never

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.diff.edits import (
    Added,
    Altered,
    ChoicesChanged,
    ConditionChanged,
    DefaultChanged,
    ItemsReordered,
    PayoutChanged,
    Relocated,
    Removed,
    Reordered,
    RuleEdit,
    op_of,
)
from lexludi.diff.entries import Entry, expression_of, provisions_of
from lexludi.language.glossary import Glossary, Noun
from lexludi.language.nodes import Payoff, Sequence, Term, transform
from lexludi.language.printer import Printer, show_odds, show_share
from lexludi.play.telling import Teller
from lexludi.rules.describe import as_written
from lexludi.rules.literals import node_of
from lexludi.rules.model import Category, Divergence, Parameter, Range, Rule, Runs, Scale, Value, Worth


@dataclass(frozen=True)
class EditGrounds:
    """The provisions that an edit is about, before and after; a side that has none is empty."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def cited(edit: RuleEdit) -> EditGrounds:
    """The provisions of an edit: for a condition, every one behind the rule; else the one that decides."""
    match edit:
        case Added(entry=entry):
            return EditGrounds((), provisions_of(entry))
        case Removed(entry=entry):
            return EditGrounds(provisions_of(entry), ())
        case Reordered(order=order, before=before):
            # An edit of order is about what no longer stands at its place.
            moved = [before[i] for place, i in enumerate(order) if i != place]
            eids = tuple(dict.fromkeys(provisions_of(e)[0] for e in moved if provisions_of(e)))
            return EditGrounds(eids, eids)
        case ConditionChanged(before=old, after=new) | Relocated(before=old, after=new):
            return EditGrounds(provisions_of(old), provisions_of(new))
        case _:
            return EditGrounds(provisions_of(edit.before)[:1], provisions_of(edit.after)[:1])


class Explainer:
    """Explains edits in the language of a catalogue, with the terms of a text before and one after."""

    def __init__(self, catalogue: Catalogue, before: Glossary, after: Glossary) -> None:
        self.say = catalogue.say
        self.catalogue = catalogue
        # A term may be of one text alone; where both have it, it is spelt as the text after does.
        self.glossaries = after, before
        self.teller = Teller(catalogue)
        self.printer = Printer(
            catalogue.language,
            lambda term: self._spelling(term.id),
            own=False,
            plural=self._plural,
            noun=self._noun,
        )

    def _spelling(self, term: str) -> str:
        return self._glossary_of(term).spelling(term, self.catalogue.language)

    def _plural(self, term: Term) -> str:
        return self._glossary_of(term.id).plural(term.id, self.catalogue.language) or self._spelling(term.id)

    def _glossary_of(self, term: str) -> Glossary:
        return next((g for g in self.glossaries if term in g.entries), self.glossaries[0])

    def _noun(self, term: Term) -> Noun | None:
        nouns = (g.noun(term.id, self.catalogue.language) for g in self.glossaries)
        return next(filter(None, nouns), None)

    def explain(self, edit: RuleEdit) -> str:
        """The sentence of an edit."""
        match edit:
            case Added(entry=entry) | Removed(entry=entry):
                return self._say(edit, entry, sentence=self.sentence(entry))
            case Reordered(order=order, before=before):
                after = [before[i] for i in order]
                return self._say(edit, before[0], before=self._listed(before), after=self._listed(after))
            case Relocated(before=old, after=new):
                eids = cited(edit)
                is_moved = eids.before[:1] != eids.after[:1]
                places = {"before": self._at(eids.before), "after": self._at(eids.after)} if is_moved else {}
                key = "rule-edit.relocated" if is_moved else "rule-edit.followed"
                things = {"thing": self.say(f"rule-edit.thing.{kind_of(edit, new)}")} if is_moved else {}
                # Of what changes as well the sentence is that of the text before: the next edit has the one after.
                if edit.is_changed:
                    return self.say(f"{key}.changed", **things, **places, **self._of(old))
                return self.say(key, **things, **places, **self._of(new))
            case PayoutChanged(before=old, after=new):
                paid = (self._amount(new, value) for value in (edit.paid_before, edit.paid_after))
                return self._say(edit, new, **dict(zip(("before", "after"), paid, strict=True)), **self._of(new))
            case ChoicesChanged(before=old, after=new):
                return self._choices(edit, old, new)
            case DefaultChanged(before=old, after=new):
                return self._default(old, new)
            case ConditionChanged(before=old, after=new) | ItemsReordered(before=old, after=new):
                return self._say(edit, new, before=self.sentence(old), after=self.sentence(new))
            case Altered(before=Parameter(kind=was), after=Parameter(kind=now) as new) if was != now:
                kinds = (
                    self.say(f"rule-edit.thing.{kind_of(edit, parameter)}") for parameter in (edit.before, edit.after)
                )
                return self.say(
                    "rule-edit.kind-changed",
                    **dict(zip(("before", "after"), kinds, strict=True)),
                    name=self._spelling(new.id),
                )
            case Altered(before=old, after=new):
                return self._say(edit, new, before=self.sentence(old), after=self.sentence(new))
            case _:
                assert_never(edit)

    def _say(self, edit: RuleEdit, entry: Entry, **words: Any) -> str:
        return self.say(f"rule-edit.{op_of(edit)}", thing=self.say(f"rule-edit.thing.{kind_of(edit, entry)}"), **words)

    def _of(self, entry: Entry) -> dict[str, str]:
        return {"sentence": self.sentence(entry)}

    def _at(self, eids: tuple[str, ...]) -> str:
        return self.teller.provisions(eids[:1]) if eids and eids[0] else self.say("rule-edit.nowhere")

    def _amount(self, entry: Entry, value: Fraction) -> str:
        assert isinstance(entry, Rule)
        show = show_odds if isinstance(entry.effect.parts[-1], Payoff) else show_share
        return show(value, self.catalogue.language)

    def _choices(self, edit: ChoicesChanged, old: Entry, new: Entry) -> str:
        if isinstance(old, Divergence) and isinstance(new, Divergence):
            stances = self._values(old.stance), self._values(new.stance)
            name = self._spelling(new.id)
            return self.say("rule-edit.divergence", name=name, before=stances[0], after=stances[1])
        assert isinstance(new, Parameter)
        which = "both" if edit.added and edit.removed else "added" if edit.added else "removed"
        words = {"added": self._values(edit.added), "removed": self._values(edit.removed)}
        used = {k: v for k, v in words.items() if which in ("both", k)}
        return self.say(f"rule-edit.choices-changed.{which}", name=self._spelling(new.id), **used)

    def _values(self, values: Iterable[Value | Range]) -> str:
        nodes = tuple(map(node_of, values))
        return self.printer.node(Sequence("choices", nodes)) if nodes else ""

    def _default(self, old: Entry, new: Entry) -> str:
        assert isinstance(old, Parameter)
        assert isinstance(new, Parameter)
        before, after = (self.printer.node(node_of(p.default)) for p in (old, new))
        return self.say("rule-edit.default-changed", name=self._spelling(new.id), before=before, after=after)

    def _listed(self, group: Iterable[Entry]) -> str:
        names = [self._spelling(e.id) if isinstance(e, Category) else self.sentence(e) for e in group]
        return self.say("list.separator").join(names)

    # ── Entries ─────────────────────────────────────────────────────────────

    def sentence(self, entry: Entry) -> str:
        """The sentence of an entry, without its stop."""
        if isinstance(entry, Worth) and not entry.items:
            return self.say("rule-edit.face")
        sentence = self.printer.node(transform(expression_of(entry), as_written))
        # What comes before the name only says that it is an option, which is said already.
        return sentence[sentence.index(self.printer.marks.quotes[0]) :] if isinstance(entry, Parameter) else sentence


def kind_of(edit: RuleEdit, entry: Entry) -> str:
    """The kind of thing that an edit is about: the family, or for a parameter whether it is an option or a reading."""
    if isinstance(entry, Parameter):
        return entry.kind
    return {Scale: "scales", Runs: "runs"}.get(type(entry), edit.family)
