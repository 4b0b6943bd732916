"""The page of the service: its questions are asked, its answers are parts of those that come, its bounds are kept."""

import json
import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lexludi.cli.main import COMMANDS
from lexludi.cli.serve import LOOPBACK, PORT
from lexludi.language.phrases import LANGUAGES
from lexludi.service.answers import answer
from lexludi.service.desk import AT_ONCE, MEMORY, SECONDS, WAITING
from lexludi.service.http_door import PATIENCE
from lexludi.service.questions import KINDS, MAX_BYTES, MAX_TEXT

PAGES = Path(__file__).parent.parent.parent / "site" / "pages"
LEFT_OUT = "…"
# Two, eight and ten, as the page has them.
WORDS = {
    "zh": ("同時回答兩項", "另有八項等候", "十秒內"),
    "pt": ("respondidas duas", "esperar oito", "de dez segundos"),
    "en": ("Two questions", "eight may wait", "within ten seconds"),
}


@cache
def page(language: str) -> str:
    return (PAGES / language / "service.md").read_text("utf-8")


def asked(language: str) -> list[tuple[str, str, dict[str, Any]]]:
    """The questions of a page: where each is asked, its kind, and the answer that is shown."""
    block = r"```console\n\$ (curl [^\n]*)\n```\n\n```json\n(.*?)\n```"
    found = []
    for command, shown in re.findall(block, page(language), re.DOTALL):
        _, _, address, option, question = shlex.split(command)
        assert option == "--json"
        host, _, kind = address.rpartition("/")
        assert host == f"http://{LOOPBACK}:{PORT}"
        found.append((kind, question, json.loads(shown)))
    return found


def is_part(shown: Any, whole: Any) -> bool:
    """Members may be left out, and entries where the mark of that stands."""
    if isinstance(shown, dict):
        return isinstance(whole, dict) and all(name in whole and is_part(shown[name], whole[name]) for name in shown)
    if not isinstance(shown, list):
        return bool(shown == whole)
    if not shown:
        return not whole
    if shown[0] == LEFT_OUT:
        return any(is_part(shown[1:], whole[skipped:]) for skipped in range(len(whole) + 1))
    return bool(whole) and is_part(shown[0], whole[0]) and is_part(shown[1:], whole[1:])


def test_a_part_of_an_answer_leaves_out_what_it_says_and_no_more() -> None:
    whole = {"a": [1, {"b": 2, "c": 3}, 4], "d": 5}
    assert is_part({"a": [LEFT_OUT, {"c": 3}, LEFT_OUT]}, whole)
    assert is_part({"a": [1, {}, 4]}, whole)
    for wrong in ({"a": [1]}, {"a": [LEFT_OUT, 5, LEFT_OUT]}, {"e": 1}, {"a": [LEFT_OUT, {"c": 4}, 4]}, {"a": []}):
        assert not is_part(wrong, whole), wrong


@pytest.mark.parametrize(
    ("language", "kind", "question", "shown"),
    [pytest.param(language, *each, id=f"{language}-{each[0]}") for language in LANGUAGES for each in asked(language)],
)
def test_an_answer_on_the_page_is_part_of_the_one_that_comes(
    language: str, kind: str, question: str, shown: dict[str, Any]
) -> None:
    found = answer(kind, question.encode())
    assert "answer" in found, found
    assert is_part(shown, found)
    assert "expressions" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_question_is_on_the_page(language: str) -> None:
    assert sorted(kind for kind, _, _ in asked(language)) == sorted(KINDS)
    assert re.findall(r"(?m)^\| `(\w+)` \|", page(language)) == list(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_on_the_page_are_commands(language: str) -> None:
    (servers,) = re.findall(r'(?m)^\{ "mcpServers".*$', page(language))
    entry = json.loads(servers)["mcpServers"]["lexludi"]
    written = [shlex.split(line) for line in re.findall(r"(?m)^\$ (lexludi .*)$", page(language))]
    assert written == [[entry["command"], *entry["args"]], ["lexludi", "serve", "--port", str(PORT)]]
    assert {command[1] for command in written} <= set(COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bounds_are_those_of_the_page(language: str) -> None:
    limits = page(language).rpartition("\n## ")[2].replace(LOOPBACK, "")
    figures = [int(re.sub(r"\D", "", figure)) for figure in re.findall(r"\d+(?:[,\N{NO-BREAK SPACE} ]\d{3})*", limits)]
    size = [MAX_BYTES, 413, MAX_TEXT, 422]
    unheard = [400, 404, 405, 408, 415]
    assert figures == [400, *size, SECONDS, 504, MEMORY >> 30, 503, 415, 408, 422, *unheard, 422, 500]
    assert (AT_ONCE, WAITING, PATIENCE) == (2, 8, 10)
    assert all(word in limits for word in WORDS[language])
