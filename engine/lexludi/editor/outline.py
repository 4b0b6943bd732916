"""The outline of a text: its provisions as a tree, what can be folded, eIds beside headings, and what can be run."""

from itertools import pairwise

from lexludi.base.diagnostics import has_errors
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.base.source import Span
from lexludi.editor.cursor import sentences
from lexludi.editor.views import View
from lexludi.language.nodes import Provision, Term
from lexludi.rules.model import Account


@dataclass(frozen=True)
class OutlineUnit:
    """A provision: its number and title, the place of its heading, and of all that it holds."""

    name: str
    eid: str
    heading: Span
    whole: Span
    below: "tuple[OutlineUnit, ...]"


@dataclass(frozen=True)
class Lens:
    """A command about a text, or about a bet in it, shown above some words."""

    title: str
    command: str
    about: str
    span: Span


PLAY, ODDS, COVERAGE = "lexludi.play", "lexludi.odds", "lexludi.coverage"


def outline(view: View) -> tuple[OutlineUnit, ...]:
    """The provisions of a text, those below others within them."""
    if view.document is None:
        return ()
    # In the order of the text, above before below: a heading ends what stands before it, whatever its level.
    starts = [p.span.start for p in view.document.all()]
    ends = dict(pairwise([*starts, len(view.source.text)]))
    return tuple(_unit(view, provision, ends) for provision in view.document.provisions)


def _unit(view: View, provision: Provision, ends: dict[int, int]) -> OutlineUnit:
    below = tuple(_unit(view, p, ends) for p in provision.below)
    start = provision.span.start
    end = below[-1].whole.end if below else start + len(view.source.text[start : ends[start]].rstrip())
    name = f"{provision.label} {provision.title}".strip()
    return OutlineUnit(name, provision.eid, provision.span, Span(start, max(end, provision.span.end)), below)


def foldings(view: View) -> list[tuple[int, int]]:
    """First and last lines, from 0, of what can be folded: the header, and each provision of several lines."""
    spans = [unit.whole for unit in _all(outline(view))]
    first = min((span.start for span in spans), default=len(view.source.text))
    header = view.source.text[:first].rstrip()
    spans += [Span(0, len(header))] if header else []
    # From the line of the first character to that of the last, not to that of the one behind it.
    lines = ((view.source.line_of(s.start) - 1, view.source.line_of(max(s.start, s.end - 1)) - 1) for s in spans)
    return [(start, end) for start, end in lines if end > start]


def _all(units: tuple[OutlineUnit, ...]) -> list[OutlineUnit]:
    return [u for unit in units for u in (unit, *_all(unit.below))]


def eids_beside(view: View, within: Span) -> list[tuple[int, str]]:
    """The eIds of provisions, each at the end of the line of its heading, in some part of a text."""
    out = []
    for unit in _all(outline(view)):
        end = view.source.text.find("\n", unit.heading.start)
        at = end if end >= 0 else len(view.source.text)
        if within.start <= at <= within.end:
            out.append((at, unit.eid))
    return out


def lenses(view: View, words: Catalogue) -> list[Lens]:
    """A round, the odds and the coverage of a text that can be run; above each bet its odds."""
    rules = view.rules
    if rules is None or not rules.bets or has_errors(view.checked.diagnostics):
        return []
    accounts = list(rules.accounts.values())
    counted = {"done": accounts.count(Account.EXECUTED), "total": len(accounts)}
    top = Span(0, 0)
    out = [
        Lens(words.say("editor.play"), PLAY, "", top),
        Lens(words.say("editor.odds"), ODDS, "", top),
        Lens(words.say("editor.coverage", **counted), COVERAGE, "", top),
    ]
    for sentence in sentences(view):
        first = sentence.statement.parts[0] if sentence.statement.parts else None
        if sentence.statement.op in ("bet", "bet_naming") and isinstance(first, Term):
            bet = view.glossary.resolve(view.language, first.written)
            out.append(Lens(words.say("editor.odds-of-bet", bet=first.written), ODDS, bet, sentence.span))
    return out
