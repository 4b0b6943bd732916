"""Text to parse tree, with recovery: one run reports every mistake of a file.

Where it is plain what was meant, the parser reads that instead and goes on in the
same sentence. Otherwise it gives the sentence up and goes on with the next, so one
slip hides nothing else.

What is read of a provision without a mistake depends on its own characters alone: it is kept, and
stands for them wherever they come again, in a text of which one provision was changed most of all.
"""

import re
from dataclasses import field

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from lexludi.base.boundary import MAX_CHARACTERS, UNDECODED
from lexludi.base.diagnostics import Diagnostic, Hint, Label, error
from lexludi.base.folding import fold
from lexludi.base.frozen import dataclass
from lexludi.base.messages import AnyWord
from lexludi.base.source import Source, Span
from lexludi.language.citations import AND, cite_each, named_together
from lexludi.language.grammar import lark_parser, woven
from lexludi.language.lexer import COMMENT, HEADING, QUOTED, SUMMARY, WORDS, normalise
from lexludi.language.mistakes import (
    CONJUNCTIONS,
    PLAIN,
    SURE,
    Guess,
    Stand,
    asked_of,
    bold_guesses,
    contrary,
    guesses,
    last_word,
    likeness,
    named,
    values_listed,
    word_end,
)
from lexludi.language.phrases import CLASSIFIERS, phrase_table
from lexludi.language.steering import (
    accepts,
    lex,
    mistake_at,
    moved,
    set_position,
    stand_in,
    start_of,
    take,
    token_for,
    trial_of,
    unwind,
)
from lexludi.language.wordings import done_otherwise, prevailing, reworded, unsaid

MAX_DIAGNOSTICS = 200
# The longest sentences of law have some two hundred signs and words.
MAX_TOKENS = 5_000
# A work of law has some 40 characters in a line; a text of shorter ones takes longer to read than its length says.
MAX_LINES = 20_000

# Provisions whose trees are kept: those of the longest works, in all their texts.
_MOST_KEPT = 4_096

ParseTree = Tree[Token]

_LINE_MARKS = HEADING + WORDS + SUMMARY + COMMENT
_ANY_LINE = re.compile(f"[\n{_LINE_MARKS}{QUOTED}]")
# A guess is taken when the text after it can be read as far as this, or to the end of its line.
_ENOUGH_TOKENS = 4
_SHOWN_WORDS = 12
# What is worded otherwise begins so many tokens before the mistake, at most.
_WORDS_BACK = 24
_LONGEST_SENTENCE = 400
_LONGEST_WORDING = 2_000


class Moved(ParseTree):
    """The tree of a provision that was read elsewhere: it stands so many characters further on than its tokens say."""

    by: int

    @classmethod
    def of(cls, tree: ParseTree, start: int) -> "Moved":
        """The tree of a provision, as it stands where its heading begins."""
        head = tree.children[0]
        assert isinstance(head, Token)
        moved = cls(tree.data, tree.children)
        moved.by = start - (head.start_pos or 0)
        return moved


# Trees of provisions by language and normalised text; the one that was read last comes last.
_kept: dict[tuple[str, str], ParseTree] = {}


@dataclass
class _Reader:
    """Reads a text to its end; turns each mistake into a diagnostic and goes on where it can."""

    source: Source
    text: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    # Where a stop was last supplied: never twice, so that reading ends.
    stopped: int = -1
    # Where reading was last led back to, one word earlier: never twice, so that it is told once.
    led_back: int = -1
    # Where reading stopped at a mistake.
    mistakes: list[int] = field(default_factory=list)

    def read(self) -> ParseTree | None:
        """The tree; nothing if there are too many mistakes, or too long a sentence, to go on."""
        interactive = lark_parser(self.source.language).parse_interactive(self.text)
        while len(self.diagnostics) < MAX_DIAGNOSTICS:
            try:
                tree = self._read_on(interactive)
                if tree is not None:
                    self._keep(tree)
                return tree
            except UnexpectedInput as mistake:
                self.mistakes.append(self._place(mistake))
                if not self._recover(interactive, self.mistakes[-1]):
                    return None
        return None

    def _read_on(self, interactive: InteractiveParser) -> ParseTree | None:
        # Tokens of the sentence so far; a stop ends it, and so does a line of another kind.
        length = 0
        for token in lex(interactive):
            ends = token.type == "END" or token[:1] in _LINE_MARKS
            length = 0 if ends else length + 1
            if length > MAX_TOKENS:
                at = token.start_pos or 0
                self.diagnostics.append(error("sentence-too-long", self._label(at, at + 1), limit=MAX_TOKENS))
                return None
            if token.type == "TEXT" and self._begins_line(token.start_pos or 0):
                raise mistake_at(token)  # prose stands on the line of its sentence
            interactive.feed_token(token)
            if token[0] == HEADING:
                start = token.start_pos or 0
                end = self._provision_end(start)
                # The tree of the whole provision takes the place of its heading, which has just been fed.
                if known := _kept.get((self.source.language, self.text[start:end])):
                    take(interactive, Moved.of(known, start), end)
        tree: ParseTree = interactive.feed_eof()  # type: ignore[no-untyped-call]
        return tree

    def _provision_end(self, start: int) -> int:
        """The offset of the next heading, or the end of the text."""
        end = self.text.find(HEADING, start + 1)
        return end if end >= 0 else len(self.text)

    def _keep(self, tree: ParseTree) -> None:
        """Keep the provisions in which no mistake stands; one that shows at the end of a provision is its own."""
        for provision in tree.children:
            if isinstance(provision, Tree) and provision.data == "provision":
                head = provision.children[0]
                assert isinstance(head, Token)
                start = (head.start_pos or 0) + (provision.by if isinstance(provision, Moved) else 0)
                end = self._provision_end(start)
                if not any(start <= at <= end for at in self.mistakes):
                    key = (self.source.language, self.text[start:end])
                    # Put at the end, since dictionaries keep the order of insertion: the first was read longest ago.
                    _kept[key] = _kept.pop(key, provision)
        while len(_kept) > _MOST_KEPT:
            _kept.pop(next(iter(_kept)))

    def _recover(self, interactive: InteractiveParser, at: int) -> bool:
        accepted = accepts(interactive)
        # From the narrowest to the widest: the last takes any mistake, and gives the sentence up if it must.
        attempts = (
            self._missing_prose,
            self._missing_stop,
            self._values_listed,
            self._bare_amount,
            self._unsaid,
            self._prevailing,
            self._otherwise_worded,
            self._named_together,
            self._done_otherwise,
            self._elsewhere,
        )
        return any(attempt(interactive, at, accepted) for attempt in attempts)

    def _place(self, mistake: UnexpectedInput) -> int:
        if isinstance(mistake, UnexpectedToken) and mistake.token.type == "$END":
            return len(self.text)
        return mistake.pos_in_stream or 0

    # ── Prose that is not there ─────────────────────────────────────────────

    def _missing_prose(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is that a remark has no text; that of a reading is a matter of its meaning."""
        if "TEXT" not in accepted or not self._begins_line(at):
            return False
        end = len(self.text[:at].rstrip())
        sentence = self._values_of_sentence(interactive)
        if not (isinstance(sentence[0], Token) and sentence[0].type == "_READING_0"):
            self.diagnostics.append(error("unexpected-end", self._label(end, end), hints=[self._expected(accepted)]))
        return self._go_on(interactive, [Stand("TEXT", "", end, end)], at)

    # ── A sentence that ends without its stop ───────────────────────────────

    def _missing_stop(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is that the sentence before it has no stop, or another mark for it."""
        before = self.text[:at].rstrip()
        wrong = re.compile(rf"[,;·•｡]+(?= *(?:[\n{_LINE_MARKS}]|$))").match(self.text, at)
        if "END" in accepted and wrong:
            self._report("common-slip", at, wrong.end(), [Hint("slip-missing-stop")])
            return self._go_on(interactive, [Stand("END", ".", at, wrong.end())], wrong.end())
        if "COMMENT" in accepted or not (before and self._begins_line(at)) or at <= self.stopped:
            return False
        end = len(before)
        if "END" in accepted:
            word = self._original(end - len(last_word(before)), end)
            hint = Hint("slip-missing-stop")
            self.diagnostics.append(error("common-slip", self._label(end, end), hints=[hint], found=word))
            self.stopped = at
            return self._go_on(interactive, [Stand("END", ".", end, end)], at)
        trial = trial_of(interactive)
        if not unwind(trial) or not self._reads(trial, [], at, enough=1):
            return False
        if before[-1] in ",;":
            self._report("common-slip", end - 1, end, [Hint("slip-missing-stop")])
        else:
            hint = self._expected(accepted)
            self.diagnostics.append(error("unexpected-end", self._label(end, end), hints=[hint]))
        unwind(interactive)
        self.stopped = at
        return self._go_on(interactive, stand_in(at), at)

    def _begins_line(self, at: int) -> bool:
        """True if nothing but white space stands before the place on its line."""
        if at >= len(self.text) or self.text[at] in _LINE_MARKS + QUOTED:
            return True
        before = at - 1
        while before > 0 and self.text[before] == " ":
            before -= 1
        return self.text[before] == "\n"

    # ── Conditions that say too much of a subject, or too little ────────────

    def _values_listed(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is that several values stand where a condition takes one, or a row of them.

        «is «a» or «b»», where it must be said of each by itself; «they form 1, 2 and 3», which hyphens join.
        """
        labels, here = woven(self.source.language)[1], self.text[at : at + _LONGEST_SENTENCE]
        joints = {name: labels[f"LIST_{name}"] for name in ("OR", "AND")}
        listed = ((name, values_listed(here, joint, joints.values())) for name, joint in joints.items())
        name, values = next((pair for pair in listed if pair[1]), ("", []))
        alone, in_row = accepted >= CONJUNCTIONS, "DASH" in accepted
        if not values or not (alone or in_row):
            return False
        *_, last = tokens = self._tokens_of_sentence(interactive, at) or [Token("", "")]
        if last.type not in ("TERM", "NUMBER"):
            return False
        begin, end = self._condition_start(interactive, tokens), at + values[-1][1]
        place = last.start_pos or 0
        several = [self._original(place, at), *(self._original(at + a, at + b) for a, b in values)]
        row = Hint("did-you-mean", {"word": "-".join(several)})
        if not alone:
            self._report("unexpected-text", place, end, [row])
            dash = Stand("DASH", "-", place, end)
            return self._go_on(interactive, [dash, Stand(last.type, str(last), place, end)], end)
        subject = self.source.text[begin - 1 : place - 1]
        joint = labels[name] + phrase_table(self.source.language).marks.space
        example = f"({joint.join(subject + value for value in several)})"
        self._report("common-slip", begin, end, [Hint("slip-one-value", {"example": example}), *[row] * in_row])
        return self._go_on(interactive, [], end)

    def _bare_amount(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is that a term by itself is compared as an amount."""
        labels = woven(self.source.language)[1]
        start = self._words_from(at)
        tokens = self._tokens_of_sentence(interactive, at)
        compared = [labels[f"{name}_0"] for name in ("GREATER", "LESS", "EQUAL", "EVEN", "ODD")]
        word = next((phrase for phrase in compared if self.text.startswith(phrase, start)), "")
        if word and tokens and tokens[-1].type == "TERM":
            begin, end = tokens[-1].start_pos or 0, start + len(word)
            stands_alone = self._condition_start(interactive, tokens) == begin
        else:
            begin, end = start, word_end(self.text, start)
            stands_alone = self.text.startswith("«", start) and "VALUE_0" in {name.lstrip("_") for name in accepted}
        if not stands_alone:
            return False
        term = self._original(begin, word_end(self.text, begin))
        amounts, values = (AnyWord(words) for words in asked_of(self.source.language, term))
        hint = Hint("slip-bare-amount", {"term": term, "words": amounts, "values": values})
        self._report("common-slip", begin, end, [hint])
        return self._pass_over(interactive, at)

    def _unsaid(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is that the rest of its sentence speaks of what the language cannot say."""
        start = self._words_from(at)
        beyond = unsaid(self.source.language, self.text[start : self._line_end(start)])
        if beyond is None or not self._is_sentence(start):
            return False
        end = start + beyond[1]
        hint = Hint(f"slip-{beyond[0]}", {"sentence": woven(self.source.language)[1]["BEYOND_0"]})
        self._report("common-slip", start, end, [hint])
        return self._pass_over(interactive, at)

    def _prevailing(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is that precedence is said of a provision, and not in it."""
        begin = self._sentence_start(interactive, self._words_from(at))
        match = prevailing(self.source.language, self.text[begin : self._line_end(begin)])
        if match is None:
            return False
        provision, other = (self._original(begin + match.start(group), begin + match.end(group)) for group in (1, 2))
        label = woven(self.source.language)[1]["PREVAILS_0"] + phrase_table(self.source.language).marks.space
        hint = Hint("slip-prevails", {"word": label + other, "provision": provision})
        self._report("common-slip", begin, begin + match.end(), [hint])
        return self._pass_over(interactive, at)

    def _named_together(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is that several provisions share a noun, which are named one by one."""
        language = self.source.language
        begin = self._sentence_start(interactive, self._words_from(at))
        end = self._line_end(begin)
        try:
            row = named_together(self.text[begin : min(end, begin + _LONGEST_SENTENCE)], language)
        except ValueError:  # a number that no provision has: no row of them is named
            return False
        # Their row may have been read for one that gets other numbers: «os artigos 3.º e 4.º passam a | ter …».
        if row is None or re.search(r"\d|^.{12}", self.text[begin + row[1] : at]):
            return False
        first, last, eids = begin + row[0], begin + row[1], row[2]
        cited = cite_each(eids, language)
        listed = AND[language].join((phrase_table(language).marks.list.join(cited[:-1]), cited[-1]))
        written = fold(listed).lower()
        # As the language has them, but for what a sentence begins with: the mistake is another.
        if row[0] and written == self.text[first:last]:
            return False
        instead = self.text[begin:first] + written + self.text[last:end]
        reads = self._reads_to(instead) > len(instead)
        hint = Hint("did-you-mean", {"word": listed}) if reads else Hint("each-provision", {"provisions": cited})
        self._report("unexpected-text", first, last, [hint])
        return self._pass_over(interactive, at)

    def _done_otherwise(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is that a sentence is to do what is done by other means."""
        begin = self._sentence_start(interactive, self._words_from(at))
        end = self._line_end(begin)
        name = done_otherwise(self.source.language, self.text[begin:end]) if self._is_sentence(begin) else ""
        if not name:
            return False
        signs = woven(self.source.language)[1]
        hint = Hint(name, {"sentence": signs["REPUBLISHED_0"]} if name == "republication" else {})
        self._report("unexpected-text", begin, end, [hint])
        return self._pass_over(interactive, at)

    def _otherwise_worded(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        """True if the mistake is a wording that is known, with whose words the sentence can be read further."""
        start = self._words_from(at)
        begin, end = self._sentence_start(interactive, start), self._line_end(start)
        tokens = self._tokens_of_sentence(interactive, at)
        places = [start, *(token.start_pos or 0 for token in reversed(tokens[-_WORDS_BACK:]))]
        # Wordings with two gaps would take the square of the length of what follows.
        line = self.text[: min(end, start + _LONGEST_WORDING)]
        for place in places:
            for after, instead in reworded(self.source.language, line, place, self._original):
                read = self._reads_to(f"{self.text[begin:place]}{normalise(instead, 'en')[1:]}{self.text[after:end]}")
                if not self.text[after:start].strip() and read > len(instead) + place - begin:
                    hint = Hint("did-you-mean", {"word": instead}) if instead else Hint("slip-article")
                    self._report("unexpected-text" if instead else "common-slip", place, after, [hint])
                    return self._pass_over(interactive, at)
        return False

    def _sentence_start(self, interactive: InteractiveParser, at: int) -> int:
        """The offset at which the sentence of a place begins."""
        read = self._values_of_sentence(interactive)
        begin = start_of(read[0]) if read else None
        return at if begin is None else begin

    def _reads_to(self, sentence: str) -> int:
        """The offset up to which a sentence can be read, or one beyond its end."""
        trial = trial_of(lark_parser(self.source.language).parse_interactive(f"\n{sentence}"))
        try:
            for token in lex(trial):
                trial.feed_token(token)
        except UnexpectedInput as mistake:
            return self._place(mistake) - 1
        return len(sentence) + 1

    def _condition_start(self, interactive: InteractiveParser, tokens: list[Token]) -> int:
        """The offset at which the last condition of a sentence begins, that is, where a bracket may open one; or -1."""
        trial = trial_of(interactive)
        unwind(trial)
        begin = -1
        for token in tokens:
            if "OPEN" in accepts(trial):
                begin = token.start_pos or 0
            trial.feed_token(token)
        return begin

    # ── Any other mistake ───────────────────────────────────────────────────

    def _elsewhere(self, interactive: InteractiveParser, at: int, accepted: set[str]) -> bool:
        start = len(self.text) - len(self.text[at:].lstrip(f" \n{_LINE_MARKS}{QUOTED}"))
        end = word_end(self.text, start)
        guess, taken = self._guess(interactive, start, accepted)
        if not taken and (earlier := self._one_word_earlier(interactive, at)):
            interactive, start, guess = earlier
            taken = True
        # Bold guesses come last: they would explain away mistakes that a milder one reads rightly.
        if not taken and (bold := self._bold_guess(interactive, start, accepted)):
            guess, taken = bold, True
        fitting: list[str] = []
        # With a single phrase that lets the rest of the line be read, there is nothing to choose.
        if not taken and end > start and "COMMENT" not in accepted:
            fitting = self._fitting(interactive, end, accepted)
            if guess is None and len(fitting) == 1:
                only = self._replacement(fitting[0], start, end)
                guess, taken = (None, False) if contrary(self.text[start:end], only.word) else (only, True)
        if not (taken or fitting):
            accepted = accepted | self._instead_of_a_comma(interactive, at)
        self._say(guess, taken, start, end, set(fitting) or accepted)
        if guess and taken and self._may_go_on(interactive, guess, start):
            return self._go_on(interactive, moved(guess, start), start + guess.end)
        target = self._next_line(at)
        stands = stand_in(target) if self._is_sentence(start) else []
        return unwind(interactive) and self._go_on(interactive, stands, target)

    def _may_go_on(self, interactive: InteractiveParser, guess: Guess, start: int) -> bool:
        """True if the sentence is whole, or has words left to be read, after what was guessed."""
        if self.text[start + guess.end : self._line_end(start + guess.end)].strip():
            return True
        trial = trial_of(interactive)
        for stand in moved(guess, start):
            trial.feed_token(token_for(stand))
        return bool({"END", "COMMENT"} & accepts(trial))

    def _one_word_earlier(self, interactive: InteractiveParser, at: int) -> tuple[InteractiveParser, int, Guess] | None:
        """The phrase that was meant where its first word, taken for another phrase, has been read already.

        The parser is led back to where that word begins, which may stand before an item taken for more of a list.
        """
        tokens = self._tokens_of_sentence(interactive, at)
        for back in (1, 2)[: len(tokens)]:
            start = tokens[-back].start_pos or 0
            if start <= self.led_back:
                continue
            trial = self._before_the_last(interactive, tokens, back)
            guess, taken = self._guess(trial, start, accepts(trial))
            if not (taken and guess and (guess.word or guess.slip)):
                continue
            joins = not {stand.terminal for stand in guess.tokens}.isdisjoint(CONJUNCTIONS)
            # What begins another condition has been taken for the end of a list: it is a word by itself.
            if joins or (back == 1 and start + guess.length > at):
                # The reading holds: what was done to the trial is done to the parser itself.
                unwind(interactive)
                for token in tokens[:-back]:
                    interactive.feed_token(token)
                self.led_back = start
                return interactive, start, guess
        return None

    def _before_the_last(self, interactive: InteractiveParser, tokens: list[Token], back: int = 1) -> InteractiveParser:
        trial = trial_of(interactive)
        unwind(trial)
        for token in tokens[:-back]:
            trial.feed_token(token)
        return trial

    def _instead_of_a_comma(self, interactive: InteractiveParser, at: int) -> set[str]:
        """The phrases that begin with the comma before a mistake, which was read as one of a list."""
        tokens = self._tokens_of_sentence(interactive, at)
        if not tokens or tokens[-1].type != "_COMMA":
            return set()
        phrases = self._phrases(accepts(self._before_the_last(interactive, tokens)))
        return {name for name, label in phrases.items() if label.startswith(self.text[tokens[-1].start_pos or 0])}

    def _tokens_of_sentence(self, interactive: InteractiveParser, at: int) -> list[Token]:
        """The tokens read of the sentence in which a mistake stands; none if some of it was guessed."""
        read = self._values_of_sentence(interactive)
        if not read or (begin := start_of(read[0])) is None:
            return []
        trial = trial_of(interactive)
        unwind(trial)
        set_position(trial, begin)
        tokens: list[Token] = []
        try:
            for token in lex(trial):
                if (token.start_pos or 0) >= at:
                    break
                trial.feed_token(token)
                tokens.append(token)
        except UnexpectedInput as mistake:
            return tokens if (mistake.pos_in_stream or 0) >= at else []
        return tokens

    def _guess(self, interactive: InteractiveParser, start: int, accepted: set[str]) -> tuple[Guess | None, bool]:
        """The likeliest repair, and whether to read that instead."""
        expected = self._phrases(accepted)
        here = self.text[start : start + _LONGEST_SENTENCE]
        likeliest: Guess | None = None
        behind = self.text[_line_start(self.text, start) : start]
        for guess in guesses(self.source.language, here, expected, behind=behind, at_line_start="COMMENT" in accepted):
            if self._reads(trial_of(interactive), moved(guess, start), start + guess.end, _ENOUGH_TOKENS):
                return guess, True
            if likeliest is None and guess.score >= SURE and not guess.bold:
                likeliest = guess
        return likeliest, likeliest is not None and likeliest.score >= PLAIN

    def _values_of_sentence(self, interactive: InteractiveParser) -> list[object]:
        """The part of the parser's value stack that belongs to the sentence that it is in."""
        # What unwinding would drop is what belongs to the sentence.
        trial = trial_of(interactive)
        unwind(trial)
        return interactive.parser_state.value_stack[len(trial.parser_state.value_stack) :]

    def _bold_guess(self, interactive: InteractiveParser, start: int, accepted: set[str]) -> Guess | None:
        here = self.text[start : start + _LONGEST_SENTENCE]
        for guess in bold_guesses(self.source.language, here, self._phrases(accepted)):
            more = self.text[start + guess.end : self._line_end(start + guess.end)].strip(" :")
            if not more or (guess.word and self._opens_prose(interactive, guess)):
                continue
            if self._reads(trial_of(interactive), moved(guess, start), start + guess.end, _ENOUGH_TOKENS):
                return guess
        return None

    def _opens_prose(self, interactive: InteractiveParser, guess: Guess) -> bool:
        """True if anything at all could be read after what was guessed."""
        trial = trial_of(interactive)
        for stand in guess.tokens:
            trial.feed_token(token_for(stand))
        return "TEXT" in accepts(trial)

    def _fitting(self, interactive: InteractiveParser, end: int, accepted: set[str]) -> list[str]:
        """The phrases with which, in the stead of the word that ends there, the rest of the line can be read."""
        return [
            name
            for name, label in self._phrases(accepted).items()
            if label and self._reads(trial_of(interactive), [Stand(name, label, end, end)], end, _ENOUGH_TOKENS)
        ]

    def _replacement(self, name: str, start: int, end: int) -> Guess:
        label = self._phrases({name})[name]
        return Guess(end - start, (Stand(name, label, 0, end - start),), word=label)

    def _reads(self, trial: InteractiveParser, stands: list[Stand], target: int, enough: int) -> bool:
        """True if those tokens and then the text from `target` can be read, to the end of its line or far enough."""
        end = self._line_end(target if stands else target + 1)
        count = 0
        for stand in stands:
            trial.feed_token(token_for(stand))
        set_position(trial, target)
        try:
            for token in lex(trial):
                if (token.start_pos or 0) >= end or count >= enough:
                    break
                trial.feed_token(token)
                count += 1
        except UnexpectedToken as mistake:
            return count >= enough or (mistake.token.start_pos or 0) >= end
        except UnexpectedCharacters:
            return count >= enough
        return True

    def _line_end(self, at: int) -> int:
        match = _ANY_LINE.search(self.text, at)
        return match.start() if match else len(self.text)

    def _words_from(self, at: int) -> int:
        """The offset of the first words from a place on."""
        return len(self.text) - len(self.text[at:].lstrip(" \n"))

    def _pass_over(self, interactive: InteractiveParser, at: int) -> bool:
        """True if reading can go on behind the sentence of a mistake, in the stead of which another stands."""
        return unwind(interactive) and self._go_on(interactive, stand_in(at), self._next_line(at))

    def _next_line(self, at: int) -> int:
        """The offset at which the next sentence or provision may begin: not on a line that continues this one."""
        indent = _indent(self.text, _line_start(self.text, at))
        line = at
        for match in _ANY_LINE.finditer(self.text, at + 1):
            # A list that goes on behind its comma, or on a line that is indented further, is the same sentence.
            open_ended = self.text[line : match.start()].rstrip()[-1:] in (",", ";")
            line = match.start()
            if match[0] in _LINE_MARKS:
                return line
            if match[0] == "\n" and not open_ended and _indent(self.text, line) <= indent:
                return line
        return len(self.text)

    def _is_sentence(self, start: int) -> bool:
        """True if the line of a place holds a formal sentence, and not words, a quotation or a heading."""
        return self.text[_line_start(self.text, start)] == "\n"

    def _go_on(self, interactive: InteractiveParser, stands: list[Stand], target: int) -> bool:
        for stand in stands:
            interactive.feed_token(token_for(stand))
        set_position(interactive, target)
        return True

    # ── Diagnostics ─────────────────────────────────────────────────────────

    def _say(self, guess: Guess | None, taken: bool, start: int, end: int, accepted: set[str]) -> None:
        if guess and guess.slip:
            example = {"example": guess.example} if guess.example else {}
            self._report("common-slip", start, start + guess.length, [Hint(f"slip-{guess.slip}", example)])
        elif guess:
            hints = [Hint("did-you-mean", {"word": guess.word})]
            more = [] if taken else [self._expected(accepted)]
            self._report("unexpected-text", start, start + guess.length, hints + more)
        else:
            hint = self._expected(accepted, self.text[start:end])
            self._report("unexpected-text" if end > start else "unexpected-end", start, end, [hint])

    def _report(self, code: str, start: int, end: int, hints: list[Hint]) -> None:
        text = self._original(start, end)
        self.diagnostics.append(error(code, self._label(start, end), hints=hints, found=text))

    def _label(self, start: int, end: int) -> Label:
        # The normalised text has one character more, at its beginning.
        return Label(self.source, Span(max(0, start - 1), max(0, end - 1)))

    def _original(self, start: int, end: int) -> str:
        return self.source.text[max(0, start - 1) : max(0, end - 1)].strip()

    def _expected(self, accepted: set[str], wrong: str = "") -> Hint:
        """The words that may stand at a place, those most like what was found first."""
        language = self.source.language
        words = {label or named(language, name.lstrip("_")) for name, label in self._phrases(accepted).items()}
        if words.issuperset(CLASSIFIERS):
            words -= {*CLASSIFIERS[2:]}  # that of cards, and that of anything, are told for all
        ranked = sorted(sorted(words - {""}), key=lambda word: -likeness(language, wrong, word))
        # Others that are left out are marked, so that nobody takes the list for the whole of it.
        return Hint("expected", {"words": AnyWord([*ranked[:_SHOWN_WORDS], *(["…"] if ranked[_SHOWN_WORDS:] else [])])})

    def _phrases(self, accepted: set[str]) -> dict[str, str]:
        """The accepted terminals, with the words of those that stand for words."""
        labels = woven(self.source.language)[1]
        return {name: labels.get(name.lstrip("_"), "") for name in sorted(accepted)}


# ── Places in the text ──────────────────────────────────────────────────────


def _line_start(text: str, at: int) -> int:
    """The offset of the mark or newline that begins the line of a place."""
    return max(text.rfind(mark, 0, at + 1) for mark in f"\n{_LINE_MARKS}{QUOTED}")


def _indent(text: str, line: int) -> int:
    rest = text[line + 1 : line + 200]
    return len(rest) - len(rest.lstrip(" "))


# A word of a sentence or of a heading with an accent that is a character of its own, behind its letter (NFD).
_DECOMPOSED = re.compile(r"[\n\ue001][^\n\ue001-\ue006]*?(\w{0,20}[a-zß-ɏ][\u0300-\u036f][\w\u0300-\u036f]*)")


def parse(source: Source) -> tuple[ParseTree | None, list[Diagnostic]]:
    """The parse tree of a text, and what is wrong with it.

    The tree is there whenever any of the text could be read; with errors it lacks
    the sentences that could not, and holds others as they were probably meant.
    Positions in the tree count from 1 (see `lexer.normalise`); those in a provision that is `Moved`, as it says.
    """
    if len(source.text) > MAX_CHARACTERS or source.text.count("\n") > MAX_LINES:
        return None, [error("file-too-long", Label(source, Span(0, 1)), limit=MAX_CHARACTERS, lines=MAX_LINES)]
    if (undecoded := source.text.find(UNDECODED)) >= 0:
        # In another encoding every accent would be a mistake of its own.
        return None, [error("other-encoding", Label(source, Span(undecoded, undecoded + 1)))]
    text = normalise(source.text, source.language)
    if decomposed := _DECOMPOSED.search(text):
        # As above; and on the screen nobody sees in what they differ.
        span = Span(decomposed.start(1) - 1, decomposed.end(1) - 1)
        hints = [Hint("slip-decomposed")]
        return None, [error("common-slip", Label(source, span), hints=hints, found=source.text[span.start : span.end])]
    reader = _Reader(source, text)
    return reader.read(), reader.diagnostics
