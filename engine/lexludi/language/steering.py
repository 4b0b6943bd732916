"""Steering Lark's interactive parser: trying a reading without harm, giving a sentence up, moving on."""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser

from lexludi.language.mistakes import Guess, Stand


def accepts(interactive: InteractiveParser) -> set[str]:
    """The terminals that may follow: those that are shifted at last, whatever is reduced before."""
    state = interactive.parser_state
    states = state.parse_conf.states

    def is_shifted(terminal: str) -> bool:
        # As Lark's `accepts`, without a parser of its own for each terminal.
        stack = list(state.state_stack)
        while terminal in (row := states[stack[-1]]):
            # The LALR automaton on its states alone: a reduction takes as many as its rule is long, and adds one.
            action, rule = row[terminal]
            if action is Shift:
                return True
            del stack[len(stack) - len(rule.expansion) :]
            stack.append(states[stack[-1]][rule.origin.name][1])
            if stack[-1] == state.parse_conf.end_state:
                return True
        return False

    return {name for name in states[state.position] if name.isupper() and is_shifted(name)}


def lex(interactive: InteractiveParser) -> Iterator[Token]:
    """The tokens from where the lexer stands."""
    tokens: Iterator[Token] = interactive.lexer_thread.lex(interactive.parser_state)  # type: ignore[no-untyped-call]
    return tokens


def mistake_at(token: Token) -> UnexpectedInput:
    """A mistake at a token that the grammar alone would let pass."""
    return UnexpectedToken(token, set())  # type: ignore[no-untyped-call]


def trial_of(interactive: InteractiveParser) -> InteractiveParser:
    """A parser that can be led astray without harm; it builds nothing."""
    # Values are shared, not copied: without callbacks nothing is built of them, and a trial is made for every guess.
    trial: InteractiveParser = interactive.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
    trial.parser_state.parse_conf = copy(trial.parser_state.parse_conf)
    trial.parser_state.parse_conf.callbacks = {}
    return trial


def unwind(interactive: InteractiveParser) -> bool:
    """Panic-mode recovery: drop what was begun until a line of the document may start; false if it never may."""
    state = interactive.parser_state
    # The document is the outermost rule, so that a line may start once all begun inside it is dropped.
    while not may_begin_line(interactive):
        if len(state.state_stack) == 1:
            return False
        state.state_stack.pop()
        state.value_stack.pop()
    return True


def may_begin_line(interactive: InteractiveParser) -> bool:
    """True if a line of the document may start here."""
    # `accepts` tries every terminal; `choices` reads one row of the table, and rules most places out.
    quick = interactive.choices()  # type: ignore[no-untyped-call]
    return "COMMENT" in quick and "COMMENT" in accepts(interactive)


def set_position(interactive: InteractiveParser, target: int) -> None:
    """Have the lexer go on at a place."""
    state = interactive.lexer_thread.state
    assert state is not None
    state.line_ctr.char_pos = target
    # Lark tells of the token before in its exceptions; after a jump that one stands elsewhere.
    state.last_token = None


def take(interactive: InteractiveParser, provision: Tree[Token], end: int) -> None:
    """Put a provision that is known in the place of its heading, which was read last, and go on at its end."""
    state = interactive.parser_state
    state.state_stack.pop()
    state.value_stack.pop()
    # The goto of the LALR table for a whole provision, in the state from before its heading.
    _, after = state.parse_conf.states[state.position][str(provision.data)]
    state.state_stack.append(after)
    state.value_stack.append(provision)
    set_position(interactive, end)


def token_for(stand: Stand) -> Token:
    """The token that stands for what was meant."""
    return Token(stand.terminal, stand.text, stand.start, 1, 1, 1, 1, stand.end)


def moved(guess: Guess, start: int) -> list[Stand]:
    """The tokens of a guess, at their places in the text."""
    return [replace(s, start=s.start + start, end=s.end + start) for s in guess.tokens]


def start_of(value: object) -> int | None:
    """The offset at which a value on the parser's stack begins."""
    if isinstance(value, Token):
        return value.start_pos
    return None if not isinstance(value, Tree) or value.meta.empty else value.meta.start_pos


def stand_in(at: int) -> list[Stand]:
    """A sentence without meaning for one that is given up, or its provision would also be reported as empty."""
    return [Stand("_INTRODUCES_0", "", at, at), Stand("END", ".", at, at)]
