"""Plugins of Lark that have a parser ready sooner: lexers made as they are met, and a parse table kept in few words.

Lark makes a lexer for each state of its parser, and for each lexer one expression of all terminals that it looks for,
which takes most of the time of a short command. A text meets few states, and a place in it few terminals: those that
can begin with its character. They are tried one by one, in the order in which Lark joins them, and found as Lark would.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from functools import cache
from re import _constants
from re import _parser as _expressions  # Lark measures expressions by them, too
from typing import Any, cast

from lark.common import LexerConf
from lark.grammar import Rule
from lark.lexer import AbstractBasicLexer, BasicLexer, ContextualLexer, TerminalDef
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser
from lark.utils import TextSlice

# A longer range of characters is taken for any.
_LONGEST_RANGE = 300

# Each expression when it is first tried.
_compiled = cache(re.compile)


class ScannerByCharacter:
    """The terminals of a lexer by the character with which they can begin, in their order."""

    def __init__(self, terminals: Collection[TerminalDef]) -> None:
        self.allowed_types = {terminal.name for terminal in terminals}
        # The expression and the name of each. What may begin with any character stands with each, and for the rest.
        self._by_character: dict[str, list[tuple[str, str]]] = {}
        self._rest: list[tuple[str, str]] = []
        for terminal in terminals:
            entry = (terminal.pattern.to_regexp(), terminal.name)
            first = beginnings(entry[0])
            if first is None:
                for others in (*self._by_character.values(), self._rest):
                    others.append(entry)
            else:
                for character in first:
                    self._by_character.setdefault(character, self._rest.copy()).append(entry)

    def match(self, text: TextSlice[str], position: int) -> tuple[str, str] | None:
        """The words at a position, and the name of the first terminal that reads them."""
        for expression, name in self._by_character.get(text.text[position], self._rest):
            if match := _compiled(expression).match(text.text, position, text.end):
                return match[0], name
        return None


class _Lexer(BasicLexer):
    def _build_scanner(self) -> ScannerByCharacter:  # type: ignore[override]
        # No literal is read by an expression as well, for which Lark has a rule (`lexer._create_unless`).
        self.callback = self.user_callbacks
        return ScannerByCharacter(self.terminals)


class _Lexers(dict[int, AbstractBasicLexer]):
    """The lexer of each state of the parser; states that accept the same terminals share one."""

    def __init__(self, conf: LexerConf, states: Mapping[int, Collection[str]]) -> None:
        self.conf, self.states = conf, states
        self.shared: dict[frozenset[str], AbstractBasicLexer] = {}

    def __missing__(self, state: int) -> AbstractBasicLexer:
        names = frozenset(self.states[state]) | frozenset(self.conf.ignore)
        if names not in self.shared:
            self.shared[names] = _lexer(self.conf, names)
        self[state] = lexer = self.shared[names]
        return lexer


def _lexer(conf: LexerConf, names: Iterable[str]) -> BasicLexer:
    lexer_conf = copy(conf)
    lexer_conf.terminals = [conf.terminals_by_name[name] for name in names if name in conf.terminals_by_name]
    lexer_conf.skip_validation = True
    return _Lexer(lexer_conf)


class LexersAsMet(ContextualLexer):
    """The contextual lexer, with the lexer of a state made when the state is first met."""

    def __init__(self, conf: LexerConf, states: Mapping[int, Collection[str]], always_accept: object = ()) -> None:
        self.lexers = _Lexers(conf, states)
        self.root_lexer = _lexer(conf, conf.terminals_by_name)


class CompactParser(LALR_Parser):
    """The parser, its table kept as a list of numbers for each state: a token, then what is done at it, and so on.

    A number from nought on is the state to which the parser shifts; below nought, rules by which it reduces.
    """

    def serialize(self, memo: Any = None) -> dict[str, Any]:
        """The table as lists of numbers, and the rules as `memo` numbers them."""
        table: Any = self._parse_table  # of numbers, whatever Lark's annotation says
        tokens = list(dict.fromkeys(token for row in table.states.values() for token in row))
        rules = list(dict.fromkeys(arg for row in table.states.values() for act, arg in row.values() if act is Reduce))
        number = {token: place for place, token in enumerate(tokens)} | {rule: ~n for n, rule in enumerate(rules)}
        rows = {
            state: [n for token, (_, done) in row.items() for n in (number[token], number.get(done, done))]
            for state, row in table.states.items()
        }
        return {
            "tokens": tokens,
            "rules": [rule.serialize(memo) for rule in rules],
            "rows": [rows[state] for state in range(len(rows))],
            "start_states": table.start_states,
            "end_states": table.end_states,
        }

    @classmethod
    def deserialize(  # type: ignore[override]
        cls, data: dict[str, Any], memo: Any, callbacks: Any, debug: bool = False
    ) -> "CompactParser":
        """The parser of a table that was kept."""
        tokens, rows = data["tokens"], data["rows"]
        # Rules from the end on: those are the places of numbers below nought.
        done: list[tuple[object, object]] = [(Shift, state) for state in range(len(rows))]
        done += [(Reduce, Rule.deserialize(rule, memo)) for rule in reversed(data["rules"])]
        states = {
            state: {tokens[token]: done[number] for token, number in zip(row[::2], row[1::2], strict=True)}
            for state, row in enumerate(rows)
        }
        parser, make_table = cls.__new__(cls), cast(Any, IntParseTable)
        parser._parse_table = make_table(states, data["start_states"], data["end_states"])
        parser.parser = _Parser(parser._parse_table, callbacks, debug)
        return parser


# As Lark's option `_plugins` takes them.
PLUGINS = {"ContextualLexer": LexersAsMet, "LALR_Parser": CompactParser}


@cache
def beginnings(pattern: str) -> frozenset[str] | None:
    """The characters with which words can begin that an expression reads; nothing, if it may be any."""
    characters, empty = _first_of(_expressions.parse(pattern))
    return None if characters is None or empty else frozenset(characters)


def _first_of(sequence: Iterable[tuple[Any, Any]]) -> tuple[set[str] | None, bool]:
    """The first characters of a sequence of parts, and whether it can be empty."""
    characters: set[str] = set()
    for operation, argument in sequence:
        first, empty = _first(operation, argument)
        if first is None:
            return None, False
        characters |= first
        if not empty:
            return characters, False
    return characters, True


def _first(operation: Any, argument: Any) -> tuple[set[str] | None, bool]:
    match operation:
        case _constants.LITERAL:
            return {chr(argument)}, False
        case _constants.IN:
            characters: set[str] = set()
            for kind, what in argument:
                first, last = what if kind is _constants.RANGE else (what, what)
                if kind not in (_constants.LITERAL, _constants.RANGE) or last - first > _LONGEST_RANGE:
                    return None, False
                characters |= {chr(code) for code in range(first, last + 1)}
            return characters, False
        case _constants.BRANCH:
            branches = [_first_of(branch) for branch in argument[1]]
            known = [first for first, _ in branches if first is not None]
            empty = any(empty for _, empty in branches)
            return (set().union(*known) if len(known) == len(branches) else None), empty
        case _constants.SUBPATTERN:
            return _first_of(argument[3])
        case _constants.MAX_REPEAT | _constants.MIN_REPEAT:
            first, empty = _first_of(argument[2])
            return first, empty or argument[0] == 0
        case _constants.ASSERT | _constants.ASSERT_NOT | _constants.AT:
            return set(), True
        case _:
            return None, False
