"""Text to parse tree, with recovery: one run reports every mistake of a file.

After a mistake the parser resumes at the next sentence or provision, whichever
comes first, so one slip hides nothing else.
"""

import difflib
import re
from dataclasses import dataclass

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from lexludi.diagnostics import Diagnostic, Hint, Label, error
from lexludi.grammar import lark_parser, woven
from lexludi.lexer import COMMENT, HEADING, SUMMARY, WORDS, normalise
from lexludi.mistakes import common_slip
from lexludi.source import Source, Span

MAX_CHARACTERS = 1_000_000
MAX_DIAGNOSTICS = 200

ParseTree = Tree[Token]

# Where a sentence or a provision may begin again after a mistake.
_RESUME = re.compile(rf"[{HEADING}{WORDS}{SUMMARY}{COMMENT}]|(?<=[.:]) *\n")
_LINE_STARTS = ("ARTICLE", "PARAGRAPH", "POINT", "SUBPOINT", "PREAMBLE", "CLOSING", "ANNEX", "WORDS", "COMMENT")
_NAMED = {
    "TERM": "term",
    "NUMBER": "number",
    "ODDS": "odds",
    "FRACTION": "fraction",
    "DATE": "date",
    "REFERENCE": "reference",
    "TEXT": "text",
    "QUOTED": "quoted",
}
_SIGNS = {"END": "stop", "COMMA": "comma", "SEMICOLON": "semicolon", "COLON": "colon"}


@dataclass
class _Recovery:
    """Turns each mistake into a diagnostic and moves the parser to where it can go on."""

    source: Source
    text: str
    diagnostics: list[Diagnostic]
    last: int = -1

    def __call__(self, mistake: UnexpectedInput) -> bool:
        interactive = mistake.interactive_parser  # type: ignore[attr-defined]
        at = mistake.pos_in_stream if mistake.pos_in_stream is not None else len(self.text)
        if isinstance(mistake, UnexpectedToken) and mistake.token.type == "$END":
            at = len(self.text)
        accepted = set(interactive.accepts())
        self.diagnostics.append(self._diagnose(at, accepted))
        if len(self.diagnostics) >= MAX_DIAGNOSTICS:
            return False
        return self._resume(interactive, max(at, self.last))

    def _resume(self, interactive: InteractiveParser, at: int) -> bool:
        match = _RESUME.search(self.text, max(at, 0) if at != self.last else at + 1)
        lexer_state = interactive.lexer_thread.state  # type: ignore[attr-defined]
        line_counter = lexer_state.line_ctr
        target = match.start() if match else len(self.text)
        if target <= self.last:
            target = self.last + 1
        self.last = target
        if target > line_counter.char_pos:
            line_counter.feed(self.text[line_counter.char_pos : target])
        else:  # the lexer ran ahead of the mistake
            line_counter.char_pos = target
        lexer_state.last_token = None
        return self._unwind(interactive)

    def _unwind(self, interactive: InteractiveParser) -> bool:
        """Drop what was begun until a line of the document may start."""
        state = interactive.parser_state
        while state.state_stack:
            if "WORDS" in (accepts := interactive.accepts()) or "COMMENT" in accepts:
                return True
            if len(state.state_stack) == 1:
                return bool(set(_LINE_STARTS) & accepts)
            state.state_stack.pop()
            state.value_stack.pop()
        return False

    def _diagnose(self, at: int, accepted: set[str]) -> Diagnostic:
        start, end = self._word(at)
        span = Span(max(0, start - 1), max(0, end - 1))
        label = Label(self.source, span)
        found = self.source.text[span.start : span.end].strip()
        if slip := common_slip(self.source.language, self.text[start:], self.text[:start]):
            return error("common-slip", label, hints=[Hint(f"slip-{slip}")], found=found)
        expected = self._expected(accepted)
        hints = []
        if near := difflib.get_close_matches(found.lower(), expected, n=1, cutoff=0.6):
            hints.append(Hint("did-you-mean", {"word": near[0]}))
        hints.append(Hint("expected", {"words": tuple(sorted(expected)[:12])}))
        if not found:
            return error("unexpected-end", label, hints=hints)
        return error("unexpected-text", label, hints=hints, found=found)

    def _word(self, at: int) -> tuple[int, int]:
        """The word at a place, or the quoted term, for the carets."""
        match = re.compile(r"[\ue001-\ue006\s]*(«[^»\n]*»?|[a-zà-ÿ0-9º.]+|[^\s\ue001-\ue006]{1,8})").match(
            self.text, at
        )
        if not match:
            return len(self.text), len(self.text)
        word = match[1]
        han = re.match(r"[\u3400-\u9fff]+", word)
        return match.start(1), match.start(1) + (len(han[0]) if han else len(word))

    def _expected(self, accepted: set[str]) -> list[str]:
        labels = woven(self.source.language)[1]
        words = []
        for terminal in accepted:
            name = terminal.lstrip("_")
            if name in labels:
                words.append(labels[name])
            elif name in _SIGNS:
                words.append(getattr(_marks(self.source.language), _SIGNS[name]).strip())
            elif name in _NAMED:
                words.append(f"<{_NAMED[name]}>")
        return words


def _marks(language: str):  # type: ignore[no-untyped-def]
    from lexludi.phrases import phrase_table

    return phrase_table(language).marks


def parse(source: Source) -> tuple[ParseTree | None, list[Diagnostic]]:
    """The parse tree of a text, and what is wrong with it.

    The tree is there whenever any of the text could be read; with errors it lacks
    the sentences that could not. Positions in the tree count from 1 (see
    `lexer.normalise`).
    """
    if len(source.text) > MAX_CHARACTERS:
        return None, [error("file-too-long", Label(source, Span(0, 1)), limit=MAX_CHARACTERS)]
    diagnostics: list[Diagnostic] = []
    text = normalise(source.text, source.language)
    try:
        recovery = _Recovery(source, text, diagnostics)
        return lark_parser(source.language).parse(text, on_error=recovery), diagnostics
    except (UnexpectedToken, UnexpectedCharacters):
        return None, diagnostics
