"""The desk: questions that take too long are ended, those that are too many turned away, and the next is answered."""

import json
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from lexludi.service.desk import WAITING, Clerk, ProcessDesk

TEXT = json.dumps({"work": "mo/q-poker"}).encode()
# The exact odds of blackjack from six packs take ten times the second that is given here, and more.
LONG = json.dumps({"work": "xx/blackjack", "on": "2026-01-01", "options": {"packs": 6}}).encode()


def test_a_question_that_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    with ProcessDesk(1, seconds=1) as desk:
        assert desk.ask("analyze", LONG)["problem"]["key"] == "question-too-long"
        desk.seconds = 60
        assert desk.ask("text", TEXT)["answer"]["work"] == "mo/q-poker"
        process = desk._clerks[0]._process
    assert process is not None
    assert not process.is_alive()


def test_a_question_that_takes_too_much_memory_gets_a_sentence_and_the_next_is_answered() -> None:
    # The exact odds of blackjack take more, whatever is asked of the text of Q Poker less.
    with ProcessDesk(1, memory=300 << 20) as desk:
        assert desk.ask("analyze", LONG)["problem"]["key"] == "out-of-memory"
        assert desk.ask("text", TEXT)["answer"]["work"] == "mo/q-poker"


def test_questions_that_are_too_many_are_turned_away_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Semaphore(0), threading.Event()

    def wait(clerk: Clerk, kind: str, data: bytes, seconds: float) -> dict[str, Any]:
        begun.release()
        go_on.wait(60)
        return {"answer": {}}

    monkeypatch.setattr(Clerk, "ask", wait)
    desk = ProcessDesk(1)
    answers: list[dict[str, Any]] = []
    threads = [threading.Thread(target=lambda: answers.append(desk.ask("text", TEXT))) for _ in range(1 + WAITING)]
    for thread in threads:
        thread.start()
    begun.acquire()
    while desk._places.acquire(blocking=False):  # until all of them have come
        desk._places.release()
    assert desk.ask("text", TEXT)["problem"] == {
        "key": "too-many-questions",
        "of_machine": True,
        "sentence": "too many questions are waiting; ask again later",
    }
    go_on.set()
    for thread in threads:
        thread.join(60)
    assert answers == [{"answer": {}}] * (1 + WAITING)


def test_a_question_that_is_too_long_is_handed_to_nobody() -> None:
    assert ProcessDesk(1).ask("text", b" " * 400_001)["problem"]["key"] == "question-too-big"


def test_the_time_of_a_question_goes_with_it_to_the_process() -> None:
    """The process has exact odds end within it, be it more than they have by themselves."""
    sent: list[bytes] = []
    line = SimpleNamespace(send_bytes=sent.append, poll=lambda seconds: True, recv_bytes=lambda: b"{}")
    clerk: Any = Clerk(0)
    clerk._process, clerk._pipes = SimpleNamespace(is_alive=lambda: True), (line,)
    clerk.ask("analyze", b"{}", 300.0)
    assert sent == [b"300.0\0analyze\0{}"]
