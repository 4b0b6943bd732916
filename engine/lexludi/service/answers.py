"""Answers to questions of other programs: plain data that name the texts and the provisions that they rest on.

Pure: an answer depends on its question, on the shelf, and, where chance is asked for, on that. What
is wrong with a question is told in its place, as a problem, and so is every failure of the machine.
"""

import json
from collections.abc import Iterator
from typing import Any, assert_never

from lexludi.base.boundary import text_of
from lexludi.base.diagnostics import to_json
from lexludi.base.errors import InvalidRegulation, LexludiError, MachineFailure, from_system
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue, catalogue
from lexludi.base.resources import shelves
from lexludi.base.source import Source
from lexludi.checks.checking import check_file
from lexludi.checks.summary import Checked, Summary, summary_json
from lexludi.diff import jsonform
from lexludi.diff.comparing import compare
from lexludi.diff.sides import Side, read_side
from lexludi.exact.analysis import analyse, analysis_json, subject
from lexludi.exact.budget import SECONDS
from lexludi.language.glossary import Glossary
from lexludi.law.chronicle import text_json
from lexludi.law.files import SUFFIX, TextFile, on_shelves
from lexludi.law.loader import expression_of
from lexludi.play.game import load
from lexludi.play.telling import Teller
from lexludi.rules.settings import resolve_settings
from lexludi.rules.uris import uri_json
from lexludi.service.questions import (
    Analyze,
    Check,
    Diff,
    OnShelf,
    Play,
    Question,
    TextQuestion,
    language_of,
    read_question,
)
from lexludi.site.browser import Table

SCHEMA = "lexludi.answer/1"
# Under which names plain data have an eId, and several: as a list, as objects with one each, or as names of members.
_ONE = ("eid", "eid_before", "eid_after", "provision")
_SEVERAL = ("provisions", "provisions_before", "provisions_after", "accounts")
# The name of a text that was sent, and that of the one game on the table.
SENT, ONLY = "-", "game"


@dataclass(frozen=True)
class Answered:
    """An answer, with the URIs of the texts that it is about."""

    data: dict[str, Any]
    expressions: tuple[str, ...]


def answer(kind: str, data: bytes, seconds: float = SECONDS) -> dict[str, Any]:
    """The answer to a question as it came, or the problem with it; nothing is ever raised.

    Exact odds may take so many seconds of computing.
    """
    words = catalogue(language_of(data))
    try:
        answered = answered_to(read_question(kind, data), seconds)
    # Before the other mistakes, of which it is one: it has diagnostics besides.
    except InvalidRegulation as problem:
        diagnostics = [to_json(diagnostic, words) for diagnostic in problem.diagnostics]
        return problem_json(kind, problem, words) | {"diagnostics": diagnostics}
    except LexludiError as problem:
        return problem_json(kind, problem, words)
    except (OSError, MemoryError) as problem:
        return problem_json(kind, from_system(problem), words)
    except Exception as problem:
        # A fault of ours: what kind it is, and nothing of what was in memory.
        return problem_json(kind, MachineFailure("internal", detail=type(problem).__name__), words)
    # The provisions that are named anywhere in an answer, once each, in their order.
    cited = list(dict.fromkeys(_named_in(answered.data)))
    body = {"schema": SCHEMA, "question": kind, "expressions": list(answered.expressions), "provisions": cited}
    if answered.data.keys() == {"problem"}:  # of a round that cannot be begun
        key, sentence = (answered.data["problem"][name] for name in ("key", "sentence"))
        return body | {"problem": {"key": key, "of_machine": False, "sentence": sentence}}
    return body | {"answer": answered.data}


def problem_json(kind: str, problem: LexludiError, words: Catalogue) -> dict[str, Any]:
    """A problem in the place of an answer: its key, its sentence, and the provisions concerned."""
    return {
        "schema": SCHEMA,
        # The kind is whatever was sent.
        "question": kind[:20],
        "expressions": [],
        "provisions": list(problem.provisions),
        "problem": {
            "key": problem.key,
            "of_machine": isinstance(problem, MachineFailure),
            "sentence": Teller(words, Glossary()).problem(problem),
        },
    }


def answered_to(question: Question, seconds: float = SECONDS) -> Answered:
    """The answer to a question; exact odds in so many seconds of computing.

    Raises:
        LexludiError: it cannot be answered.
    """
    match question:
        case Check():
            return _check(question)
        case TextQuestion():
            return _text(question)
        case Diff():
            return _diff(question)
        case Play():
            return _play(question)
        case Analyze():
            return _analyze(question, seconds)
    assert_never(question)


def _check(question: Check) -> Answered:
    # Beside the texts of a work its glossaries hold, and at the top of a shelf those that all works share.
    folder = on_shelves()[question.work] if question.work else shelves()[0]
    # As files are read; JSON may hold half a character, which none has.
    source = Source(SENT, question.text, text_of(question.source.encode("utf-8", "replace")))
    checked = check_file(TextFile(folder / f"{SENT}.{question.text}{SUFFIX}", SENT, question.text, source))
    text = Checked.of(SENT, question.text, checked.rules)
    return Answered(
        summary_json(Summary((text,), checked.diagnostics), catalogue(question.language)), _uris(text.uri or "")
    )


def _text(question: TextQuestion) -> Answered:
    data = text_json(expression_of(_named(question.of), question.of.text, wished=question.language))
    return Answered(data, _uris(data.get("uri", "")))


def _named(of: OnShelf) -> str:
    return f"{of.work}@{of.on}" if of.on else of.work


def _diff(question: Diff) -> Answered:
    # Words can be compared of texts whose rules have errors.
    with_rules = question.layers != ("words",)
    before, after = (_side(of, with_rules=with_rules) for of in (question.before, question.after))
    data = jsonform.to_json(compare(before, after, question.layers), question.language)
    return Answered(data, _uris(*(data[side].get("uri", "") for side in ("before", "after"))))


def _side(of: OnShelf, *, with_rules: bool) -> Side:
    side = read_side(_side_named(of), rules=with_rules)
    # The name of a side has options and readings in one row: each must be what it is given as.
    if side.rules is not None:
        resolve_settings(side.rules, of.options or {}, of.readings or {})
    return side


def _side_named(of: OnShelf) -> str:
    """A side as comparisons name it; a value that has the signs of such names in it is no value of a setting."""
    settings = {**(of.options or {}), **(of.readings or {})}
    chosen = "".join(f"+{name}={value}" for name, value in settings.items())
    return f"{_named(of)}{f':{of.text}' if of.text else ''}{chosen}"


def _play(question: Play) -> Answered:
    game = load(**vars(question.of), accept_unknown=question.accept_unknown)
    # The table of the pages plays it, so that a round is told alike everywhere; it reads questions as untrusted.
    table = Table()
    table.put_game(ONLY, game)
    asked = {"game": ONLY, "language": question.language, **question.round}
    uri = uri_json(game.rules.metadata.identifier, game.rules.language, game.version)
    return Answered(json.loads(table.play(json.dumps(asked))), tuple(uri.values()))


def _analyze(question: Analyze, seconds: float) -> Answered:
    asked = subject(**vars(question.of), bets=question.bets, accept_unknown=question.accept_unknown)
    rules = asked.game.rules
    uri = uri_json(rules.metadata.identifier, rules.language, asked.game.version)
    return Answered(analysis_json(asked, analyse(asked, limit=seconds)), tuple(uri.values()))


def _uris(*uris: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, uris)))


def _named_in(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for name, value in data.items():
            if name in _ONE:
                yield from [value] if isinstance(value, str) and value else []
            elif name in _SEVERAL:
                # An object is gone through by its names: those of `accounts` are eIds.
                yield from (each for each in value if isinstance(each, str))
                yield from _named_in(value)
            else:
                yield from _named_in(value)
    elif isinstance(data, list):
        for each in data:
            yield from _named_in(each)
