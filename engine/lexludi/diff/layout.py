"""A difference laid out for people: headings, items and redlines, whatever form they are printed in."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Literal

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.diff.comparing import Difference
from lexludi.diff.edits import Replaced, RuleEdit
from lexludi.diff.explaining import EditGrounds, Explainer
from lexludi.diff.sides import Side, asked
from lexludi.diff.words import RedlinePiece, Retroactive, WordsEdit
from lexludi.language.citations import cite_row
from lexludi.law.amendments import Instrument
from lexludi.law.chronicle import RenumberingRow, held_told, rows
from lexludi.law.loader import SUFFIX, header_in
from lexludi.play.telling import Teller
from lexludi.rules.model import Metadata, Standing
from lexludi.rules.standing import cited, presumed_lines, standing_told

BlockKind = Literal["title", "heading", "label", "redline", "text", "note", "table"]


@dataclass(frozen=True)
class Block:
    """A paragraph of its kind: pieces of a line, or the rows of a table, its headings first."""

    kind: BlockKind
    pieces: tuple[RedlinePiece, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    language: str = ""  # of words of the law, which need not be that of the reader
    eids: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # the provisions that a label is about, before and after


def block(kind: BlockKind, text: str, language: str = "") -> Block:
    """A paragraph of plain text."""
    return Block(kind, (RedlinePiece("same", text),), language=language)


def lay_out(difference: Difference, words: Catalogue) -> Iterator[Block]:
    """The whole difference in a language."""
    yield from _Layout(difference, words).run()


# Words that are no summary are those of the law only where the text is none of a translation or an invented example.
_WORDS_KINDS = {Standing.TRANSLATION: "translation", Standing.INVENTED: "text"}


def _words_kind(side: Side) -> str:
    return _WORDS_KINDS.get(side.metadata.standing, "law")


@dataclass(frozen=True)
class _EditRow:
    """Renumberings in a row, with the edit of each."""

    row: RenumberingRow
    edits: tuple[WordsEdit, ...]


def _entry_and_grounds(told: tuple[RuleEdit, EditGrounds]) -> tuple[object, EditGrounds]:
    """The entry that an edit changes, by its place, and its provisions; another edit is told by itself."""
    edit, eids = told
    return (edit.family, edit.index) if isinstance(edit, Replaced) else edit, eids


class _Layout:
    def __init__(self, difference: Difference, words: Catalogue) -> None:
        self.difference = difference
        self.words = words
        self.say = words.say
        self.teller = Teller(words)
        self.explainer = Explainer(words, difference.before.glossary, difference.after.glossary)
        self.texts = [
            {u.eid: u.text for u in side} for side in (difference.alignment.before, difference.alignment.after)
        ]

    def run(self) -> Iterator[Block]:
        sides = (self.difference.before, self.difference.after)
        yield block("title", self.say("diff.title", before=self._named(sides[0]), after=self._named(sides[1])))
        for side in sides:
            if side.metadata.work:
                standing = standing_told(side.metadata, self.words)
                yield block("note", self.say("diff.standing", name=self._named(side), standing=standing))
            if side.not_wholly_known:
                numbers = cited(self._header(side).unknown_numbers, self.words)
                yield block("note", self.say("diff.unknown", name=side.name, instruments=numbers))
            if repealed := side.metadata.repealed:
                named = self._header(side).repealed or repealed
                about = {"since": repealed.since, "instrument": named.instrument}
                yield block("note", self.say("diff.repealed", name=side.name, **about))
        for side in sides:
            if side.stances:
                yield block("note", self._stances(side))
        presumed = (line for side in sides for line in presumed_lines(self._header(side), self.words))
        yield from (block("note", line) for line in dict.fromkeys(presumed))
        yield from self._retroactive(sides[0].notes.retroactive, sides[1].notes.retroactive)
        if "words" in self.difference.layers:
            yield block("heading", self.say("diff.words"))
            yield from self._words(self.difference.words)
        if "rules" in self.difference.layers and self.difference.rules is not None:
            yield block("heading", self.say("diff.rules"))
            for side in sides:
                if side.is_repealed:
                    yield block("note", self.say("diff.rules.repealed", name=side.name))
            yield from self._rules(self.difference.rules)
        if any(side.is_amending for side in sides) and self.difference.layers != ("words",):
            yield block("heading", self.say("diff.rules"))
            yield block("note", self.say("diff.amending"))
        if self.difference.withheld:
            yield block("heading", self.say("diff.outcomes"))
            is_repealed = any(side.is_repealed for side in sides)
            yield block("note", self.say(f"diff.outcomes.{'repealed' if is_repealed else 'withheld'}"))
        if self.difference.outcomes is not None:
            from lexludi.diff.outcomelayout import OutcomeLayout

            yield block("heading", self.say("diff.outcomes"))
            if any(side.not_wholly_known for side in sides):
                yield block("note", self.say("diff.outcomes.accepted"))
            if beyond := tuple(dict.fromkeys(eid for side in sides for eid in side.beyond)):
                yield block("note", self.say("diff.outcomes.beyond", provisions=self.teller.provisions(beyond)))
            one, two = (
                Teller.of(side.rules, self.words) if side.rules else Teller(self.words, side.glossary) for side in sides
            )
            layout = OutcomeLayout(self.words, one, two, is_succession=self.difference.is_succession)
            yield from layout.run(self.difference.outcomes, self.difference.divergences)

    def _retroactive(self, before: Retroactive, after: Retroactive) -> Iterator[Block]:
        """The instruments with effect from before their publication that are in one of the texts alone."""
        both = {(instrument.id, day) for instrument, day in before} & {
            (instrument.id, day) for instrument, day in after
        }
        for instrument, day in (*before, *after):
            if (instrument.id, day) not in both:
                about = {
                    "instrument": instrument.name(self.words.language),
                    "published": instrument.published,
                    "day": day,
                }
                yield block("note", self.say("standing.retroactive", **about))

    def _header(self, side: Side) -> Metadata:
        """The header of a side in the language of whoever reads, where there is such a text."""
        language = self.words.language
        name = asked(side.name).name
        # A file, which may be a copy, by the work that it says it is of.
        work = "" if name.endswith(SUFFIX) else name
        return side.metadata if side.document.language == language else header_in(side.metadata, language, work)

    def _stances(self, side: Side) -> str:
        """The readings on which a text speaks for itself, each with its value."""
        terms = Teller(self.words, side.glossary)
        taken = (f"{terms.term(name)} = {terms.term(str(side.settings[name]))}" for name in side.stances)
        return self.say("diff.stances", name=side.name, values=self.say("list.separator").join(taken))

    def _numbered(self, instrument: Instrument) -> str:
        """The number of an instrument; its name, where another of the work has that number too."""
        alike = self.difference.before.notes.alike | self.difference.after.notes.alike
        return instrument.name(self.words.language) if instrument.number in alike else instrument.number

    def _named(self, side: Side) -> str:
        return self.say("diff.side", name=side.name, language=self.say(f"language.{side.document.language}"))

    def _none(self, key: str) -> str:
        """That nothing differs, as far as the texts are known."""
        return self.say(f"{key}.known" if self.difference.is_partly_unknown else key)

    # ── Words ───────────────────────────────────────────────────────────────

    def _words(self, edits: tuple[WordsEdit, ...]) -> Iterator[Block]:
        if not self.difference.alignment.is_comparable:
            yield block("note", self.say("diff.words.two-languages" if edits else "diff.words.two-languages.none"))
        elif not edits:
            yield block("note", self._none("diff.words.none"))
        in_rows = self._rows_of(edits)
        for edit in edits:
            # A row is told with the first of its edits, and passed over with the others.
            if row := in_rows.get(edit):
                if edit is row.edits[0]:
                    yield from self._row(row)
                continue
            about = tuple((eid,) if eid else () for eid in (edit.eid_before, edit.eid_after))
            yield replace(block("label", self._label(edit)), eids=(about[0], about[1]))
            is_summed_up = edit.is_mixed or edit.is_summary or self._is_now_summed_up(edit, edits)
            # Words changed in ways not known are nothing to set beside those of the other text.
            if is_summed_up and edit.op != "reworded":
                yield from self._one_after_the_other(edit)
            elif edit.pieces:
                # Words of two languages are in no redline together: all are removed, or none.
                is_gone = all(piece.kind == "removed" for piece in edit.pieces)
                side = self.difference.before if is_gone else self.difference.after
                yield Block("redline", edit.pieces, language=side.document.language)
            if edit.is_missing:
                yield block("note", self.say("diff.words.missing"))
            if edit.by:
                instruments = cited(map(self._numbered, edit.by), self.words)
                yield block("note", self.say("diff.words.by", instruments=instruments))
            if edit.held is not None:
                yield block("note", held_told(edit.held.change, edit.held.instrument, self.words))
            for place, until in self.difference.until(edit).items():
                yield block("note", self.say(f"diff.words.until.{place}", until=until))
            if self.difference.changes_rules(edit) is False:
                yield block("note", self.say("diff.words.no-rule"))
            elif self.difference.is_beyond(edit):
                yield block("note", self.say("diff.words.beyond"))

    @staticmethod
    def _is_now_summed_up(edit: WordsEdit, edits: tuple[WordsEdit, ...]) -> bool:
        """True of words of the law in the place of which new provisions below stand in a summary."""
        below = f"{edit.eid_after}__"
        has_lost = any(piece.kind == "removed" for piece in edit.pieces)
        return has_lost and any(
            e.op == "insert" and e.is_summary and (e.eid_after or "").startswith(below) for e in edits
        )

    def _one_after_the_other(self, edit: WordsEdit) -> Iterator[Block]:
        """Words of which one side is a summary: that is said first, and nothing is struck out."""
        is_both = edit.is_summary and not edit.is_mixed
        # Of words of the law beside a summary, `is_summary` tells which the text after has.
        after = "summary" if edit.is_summary else _words_kind(self.difference.after)
        is_summed_up_before = is_both or (edit.is_mixed and not edit.is_summary)
        before = "summary" if is_summed_up_before else _words_kind(self.difference.before)
        full = after if is_summed_up_before else before
        yield block("note", self.say("diff.words.summary" if is_both else f"diff.words.mixed.{full}"))
        sides = (
            ("before", before, edit.before, self.difference.before),
            ("after", after, edit.after, self.difference.after),
        )
        for place, kind, words, side in sides:
            if words:
                yield block("text", self.say(f"diff.words.{place}.{kind}"))
                yield block("redline", words, side.document.language)

    @staticmethod
    def _rows_of(edits: tuple[WordsEdit, ...]) -> dict[WordsEdit, "_EditRow"]:
        """Renumberings in a row, by each of them."""
        by_move = {(e.eid_before or "", e.eid_after or ""): e for e in edits if e.op == "renumber"}
        edit_rows = [_EditRow(row, tuple(by_move[move] for move in zip(row.was, row.now, strict=True)))
                 for row in rows(by_move) if not row.is_single]  # fmt: skip
        return {edit: row for row in edit_rows for edit in row.edits}

    def _row(self, edit_row: "_EditRow") -> Iterator[Block]:
        row, language = edit_row.row, self.words.language
        before = cite_row(*row.before(), language)
        after = cite_row(*row.after(), language, row.was[0].rpartition("__")[0])
        said = self.say("diff.op.renumber.row", before=before, after=after)
        yield replace(block("label", said), eids=(row.was, row.now))
        if all(self.difference.changes_rules(edit) is False for edit in edit_row.edits):
            yield block("note", self.say("diff.words.no-rule"))

    def _label(self, edit: WordsEdit) -> str:
        eids = (edit.eid_before, edit.eid_after)
        before, after = (self.teller.provision(eid) if eid else self.say("rule-edit.nowhere") for eid in eids)
        match edit.op:
            case "insert":
                return self.say("diff.op.insert", provision=after)
            case "remove":
                return self.say("diff.op.remove", provision=before)
            case "renumber":
                return self.say("diff.op.renumber", before=before, after=after)
            case "move" if before == after:
                return self.say("diff.op.move.below", provision=after)
            case "move":
                return self.say("diff.op.move", before=before, after=after)
            case "reworded":
                return self.say("diff.op.reworded", provision=after)
            case "suspend" | "apply":
                return self.say(f"diff.op.{edit.op}", provision=after)
            case "change" if before != after:
                return self.say("diff.op.change-moved", before=before, after=after)
            case _:
                return self.say("diff.op.change", provision=after)

    # ── Rules ───────────────────────────────────────────────────────────────

    def _rules(self, edits: tuple[RuleEdit, ...]) -> Iterator[Block]:
        if not edits:
            yield block("note", self._none("diff.rules.none"))
        # What is told of one entry, that it moves and what changes in it, stands below one heading.
        for (_, eids), group in groupby(zip(edits, self.difference.grounds, strict=True), _entry_and_grounds):
            yield replace(block("label", self._provisions(eids.before, eids.after)), eids=(eids.before, eids.after))
            yield from (block("text", self.explainer.explain(edit)) for edit, _ in group)
            # Words of two languages have no redline: those of both texts stand below the edits of the rule.
            if not self.difference.alignment.is_comparable:
                yield from self._both_words(eids.before[:1], eids.after[:1])

    def _provisions(self, before: Iterable[str], after: Iterable[str]) -> str:
        """The provisions of an edit: those before, and those after where they are others."""
        one, two = (self.teller.provisions(e for e in eids if e) for eids in (before, after))
        if one and two and one != two:
            return self.say("diff.from-to", before=one, after=two)
        return one or two or self.say("rule-edit.nowhere")

    def _both_words(self, before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[Block]:
        """The words of the provision in each of two languages."""
        languages = (self.difference.before.document.language, self.difference.after.document.language)
        for eids, texts, language in zip((before, after), self.texts, languages, strict=True):
            if eids and texts.get(eids[0]):
                yield block("redline", texts[eids[0]], language)
