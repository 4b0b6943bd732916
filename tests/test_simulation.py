"""Simulation: the same seed gives the same counts on every engine, with any number of workers, and after a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from numpy.random import SeedSequence

from benchmarks import exact_baccarat, exact_q_poker
from lexludi.base.boundary import Field
from lexludi.base.errors import IllegalAction, InvalidSetting, LexludiError, UnknownWork
from lexludi.cli import bench
from lexludi.cli.main import main
from lexludi.exact.budget import NotAnalysed
from lexludi.exact.plays import BestPlays
from lexludi.exact.slices import HAND
from lexludi.play.game import load
from lexludi.play.round_state import Map
from lexludi.simulate import sampling
from lexludi.simulate.checkpoint import InvalidCheckpoint
from lexludi.simulate.choosing import choices_of, decisions
from lexludi.simulate.sampler import CompiledSampler
from lexludi.simulate.sampling import INTERPRETER, SimulationPlan, fastest, plan_of, sampler_of
from lexludi.simulate.simulation import Run, make_run, simulate
from lexludi.simulate.tally import TalliedOutcome, Tally
from lexludi.simulate.workers import executor_for
from published import free_places, mistakes
from small import COIN, COIN_AND_ANTE, ENDLESS, LOWERING, THREE_FACES, folder_of, game_of, pack
from smaller import q_poker_without_pairs

SAMPLES = Path(__file__).resolve().parent / "corpus" / "valid"
PATIENCE = 90.0

# The first text: later ones know other bets.
BACCARAT = "mo/baccarat@2004-05-18"

# (net gain, sum of squares, number) of each bet in 1,200 rounds from seed 7, in chunks of 500.
RECORDED: dict[str, dict[str, tuple[str, str, int]]] = {
    BACCARAT: {
        "player": ("-11", "1073", 1200),
        "banker": ("-161/10", "204031/200", 1200),
        "tie": ("-57", "9201", 1200),
        "banker-pair": ("-84", "12360", 1200),
        "player-pair": ("-228", "10920", 1200),
    },
    "mo/q-poker": {"pair-plus": ("131", "13403", 1200), "ante": ("-320", "647", 1200)},
    "three-dice": {
        "big": ("-36", "1200", 1200),
        "small": ("-36", "1200", 1200),
        "any-triple": ("-84", "33564", 1200),
        "single-face/6": ("-128", "1488", 1200),
        "single-face/5": ("-99", "1503", 1200),
        "single-face/4": ("-50", "1548", 1200),
        "single-face/3": ("-137", "1521", 1200),
        "single-face/2": ("-63", "1521", 1200),
        "single-face/1": ("-126", "1500", 1200),
    },
    "two-tokens": {"bet-heads": ("-339/10", "228339/200", 1200), "bet-tails": ("-261/10", "228261/200", 1200)},
    "draw-to-total": {"main-bet": ("-525", "2285", 1200)},
}


def run_of(work: str, rounds: int = 1_200, chunk: int = 500, **settings: Any) -> Run:
    strategy = settings.pop("strategy", {})
    return make_run(plan_of(load(work, **settings), strategy), 7, rounds, chunk)


def named(work: str) -> str:
    return work if work.startswith("mo/") else str(SAMPLES / work)


def sums(tally: Tally) -> dict[str, tuple[str, str, int]]:
    estimates = {bet: tally.estimate(bet) for bet in tally.bets}
    return {bet: (str(estimate.net), str(estimate.squares), estimate.count) for bet, estimate in estimates.items()}


# ── The same everywhere ─────────────────────────────────────────────────────


@pytest.mark.parametrize("work", RECORDED)
def test_a_seed_gives_the_recorded_sums(work: str) -> None:
    assert sums(simulate(run_of(named(work)))) == RECORDED[work]


# What is sent elsewhere: a work of the shelf, by its name, and a text by its path. Both have choices.
SENT = ("mo/q-poker", "draw-to-total")


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_give_the_same_sums_whatever_their_number(workers: int) -> None:
    with executor_for("process", workers) as (executor, ahead):
        for work in SENT:
            assert sums(simulate(run_of(named(work)), executor, ahead=ahead)) == RECORDED[work]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler of Dask with two workers, which work even while they wait: they end with the test."""
    with cluster_in(tmp_path) as (address, _):
        yield address


@contextmanager
def cluster_in(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler of Dask with two workers, each a process of its own, on loopback: its address and its process."""
    contact = folder / "scheduler.json"
    local = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(contact))
    programs = [("scheduler", "--port", "0", *local)]
    programs += 2 * [("worker", *local, "--no-nanny", "--nthreads", "1", "--local-directory", str(folder))]
    started = []
    with (folder / "log").open("wb") as log:
        try:
            for program in programs:
                process = subprocess.Popen([sys.executable, "-m", "dask", *program], stdout=log, stderr=log)
                started.append(process)
                wait_until(contact.exists)
            address = json.loads(contact.read_text("utf-8"))["address"]
            wait_until(lambda: (folder / "log").read_text("utf-8", "replace").count("Registered to") == 2)
            yield address, started[0]
        finally:
            for process in reversed(started):
                process.kill()
            for process in started:
                process.wait(PATIENCE)


def wait_until(happened: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_cluster_gives_the_same_sums(cluster: str) -> None:
    with executor_for("dask", scheduler=cluster) as (executor, ahead):
        assert ahead == 4, "two for each worker"
        for work in SENT:
            assert sums(simulate(run_of(named(work)), executor, ahead=ahead)) == RECORDED[work]


@pytest.mark.soak
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_scheduler_that_ends_is_told_in_a_sentence(number: signal.Signals, tmp_path: Path) -> None:
    checkpoint = tmp_path / "rounds.jsonl"
    more = ("--rounds", "500000", "--chunk", "100", "--kernel", "interpreter", "--checkpoint", str(checkpoint))
    with cluster_in(tmp_path) as (address, scheduler):
        command = [*arguments("two-tokens", "--scheduler", address), *more]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
            wait_until(lambda: checkpoint.exists() and checkpoint.stat().st_size)
            scheduler.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE)
    told = [line for line in err.splitlines() if line != "Invented example, not law."]
    assert (process.returncode, out, len(told)) == (3, "", 1), told
    assert "--resume" in told[0]


@pytest.mark.soak
def test_a_cluster_without_an_answer_is_an_error() -> None:
    done = simulated("mo/q-poker", "--scheduler", "tcp://127.0.0.1:9", code=3)
    assert "there is no answer from a scheduler at tcp://127.0.0.1:9" in done.stderr


def arguments(work: str, *more: str) -> list[str]:
    fixed = ("--rounds", "1200", "--chunk", "500", "--seed", "7", "--format", "json", "--lang", "en")
    return [sys.executable, "-m", "lexludi", "simulate", named(work), *fixed, *more]


def simulated(work: str, *more: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(arguments(work, *more), capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    assert done.returncode == code, done.stderr
    return done


@pytest.mark.soak
def test_the_report_is_the_same_on_every_engine(cluster: str) -> None:
    engines = (("--engine", "inline"), ("--engine", "process", "--workers", "2"), ("--scheduler", cluster))
    assert len({simulated("mo/q-poker", *engine).stdout for engine in engines}) == 1


def test_few_rounds_do_not_wait_for_many_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of red dog there are 72 cases: more than of 2 rounds, fewer than of 20."""
    monkeypatch.setattr(sampling, "FEW_CASES", 1)
    assert fastest(load("xx/red-dog"), 2) == INTERPRETER
    assert fastest(load("xx/red-dog"), 20) == "numpy"
    assert fastest(load("mo/baccarat"), 200) == "numpy"
    few, many = (replace(plan_of(load("mo/baccarat"), {}, "numpy"), cases=cases) for cases in (1 << 15, 1 << 17))
    assert few == many, "what is played is the same"
    assert few.to_json() == many.to_json()


def test_another_seed_or_another_size_of_chunks_gives_other_rounds() -> None:
    run = run_of(BACCARAT, 400, 100)
    found = [sums(simulate(r)) for r in (run, Run(run.plan, 8, 400, 100), Run(run.plan, 7, 400, 200))]
    assert found[0] != found[1] != found[2] != found[0]


def test_rounds_of_a_text_without_bets_are_refused() -> None:
    with pytest.raises(IllegalAction, match="no-bets"):
        plan_of(game_of(f"{COIN}Article 2\n  bets are accepted.\n  the round ends.\n"))


def added(tallies: Iterable[Tally]) -> Tally:
    """All counts together."""
    out = Tally()
    for tally in tallies:
        out.add(tally)
    return out


def test_chunks_are_added_in_any_order() -> None:
    run = run_of(BACCARAT, 400, 100)
    sampler = sampler_of(run.plan)
    chunks = [sampler.sample(SeedSequence(7, spawn_key=(i,)), 100) for i in (3, 1, 0, 2)]
    assert added(chunks) == simulate(run)


# ── Killed and resumed ──────────────────────────────────────────────────────


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []


@pytest.mark.soak
@pytest.mark.parametrize(
    "engine",
    [pytest.param(("inline",), marks=pytest.mark.soak), ("process", "--workers", "2")],
    ids=["inline", "process"],
)
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, engine: tuple[str, ...]) -> None:
    file, chunks = tmp_path / "rounds.jsonl", 400
    size = ("--rounds", str(50 * chunks), "--chunk", "50", "--checkpoint", str(file), "--engine", *engine)
    process = subprocess.Popen(arguments(BACCARAT, *size), stdout=subprocess.DEVNULL)
    wait_until(lambda: len(file.read_bytes().splitlines()) >= 3 if file.exists() else False)
    started = children(process.pid)
    process.kill()
    process.wait(PATIENCE)
    wait_until(lambda: not any(map(is_running, started)))
    before = file.read_bytes()
    whole = before[: before.rfind(b"\n") + 1].splitlines()
    assert 3 <= len(whole) < chunks, "it was killed under way"
    resumed = simulated(BACCARAT, *size, "--resume").stdout
    assert file.read_bytes().splitlines()[: len(whole)] == whole, "what was done is not done again"
    assert sorted(row["index"] for row in lines(file)) == list(range(chunks))
    assert resumed == simulated(BACCARAT, "--rounds", str(50 * chunks), "--chunk", "50").stdout


def children(pid: int) -> list[int]:
    return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    run, file = run_of(BACCARAT, 300, 100), tmp_path / "rounds.jsonl"
    whole = simulate(run, checkpoint=file)
    written = file.read_bytes()
    file.write_bytes(written[:-40])
    assert simulate(run, checkpoint=file, resume=True) == whole
    assert file.read_bytes() == written


def test_a_finished_run_plays_nothing_again(tmp_path: Path) -> None:
    run, file = run_of(BACCARAT, 300, 100), tmp_path / "rounds.jsonl"
    whole = simulate(run, checkpoint=file)
    written = file.read_bytes()
    assert simulate(run, checkpoint=file, resume=True) == whole
    assert file.read_bytes() == written


def test_a_run_may_be_made_longer(tmp_path: Path) -> None:
    run, file = run_of(BACCARAT, 250, 100), tmp_path / "rounds.jsonl"
    simulate(run, checkpoint=file)
    longer = Run(run.plan, 7, 400, 100)
    assert simulate(longer, checkpoint=file, resume=True) == simulate(longer)


def test_every_line_says_of_what_it_is(tmp_path: Path) -> None:
    run, file = run_of("mo/q-poker", 300, 100, readings={"not-qualified": "keep-half"}), tmp_path / "rounds.jsonl"
    whole = simulate(run, checkpoint=file)
    rows = lines(file)
    assert [row["index"] for row in rows] == [0, 1, 2]
    for row in rows:
        assert row["work"] == "mo/q-poker@2005-01-18"
        assert row["rules"] == load("mo/q-poker", readings={"not-qualified": "keep-half"}).digest
        assert row["readings"]["not-qualified"] == "keep-half"
        assert (row["seed"], row["chunk"], row["rounds"]) == (7, 100, 100)
    assert added(Tally.from_json(Field(row["sums"])) for row in rows) == whole


OTHERS = {
    "rules": {"options": {"packs": 6}},
    "text": {"text": "pt"},
    "seed": {"seed": 8},
    "chunk": {"chunk": 50},
    "work": {"work": "mo/q-poker"},
    "placed": {"placed": ("tie",)},
}


@pytest.mark.parametrize("about", OTHERS)
def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path, about: str) -> None:
    file, changes = tmp_path / "rounds.jsonl", {"work": BACCARAT, "seed": 7, "chunk": 100, **OTHERS[about]}
    simulate(run_of(BACCARAT, 200, 100), checkpoint=file)
    written = file.read_bytes()
    work, seed, chunk, placed = (changes.pop(name, ()) for name in ("work", "seed", "chunk", "placed"))
    other = Run(plan_of(load(work, **changes), placed=placed), seed, 200, chunk)  # type: ignore[arg-type]
    with pytest.raises(InvalidCheckpoint) as refused:
        simulate(other, checkpoint=file, resume=True)
    assert refused.value.key == "checkpoint-other"
    assert file.read_bytes() == written


def test_a_checkpoint_is_never_written_over(tmp_path: Path) -> None:
    run, file = run_of(BACCARAT, 200, 100), tmp_path / "rounds.jsonl"
    file.write_text("precious\n", "utf-8")
    for resume, key in ((False, "checkpoint-exists"), (True, "checkpoint-broken")):
        with pytest.raises(InvalidCheckpoint) as refused:
            simulate(run, checkpoint=file, resume=resume)
        assert refused.value.key == key
    assert file.read_text("utf-8") == "precious\n"
    file.write_text("precious, without an end of line", "utf-8")
    with pytest.raises(InvalidCheckpoint, match="checkpoint-broken"):
        simulate(run, checkpoint=file, resume=True)
    assert file.read_text("utf-8") == "precious, without an end of line"
    with pytest.raises(UnknownWork) as nowhere:
        simulate(run, checkpoint=tmp_path / "nowhere" / "rounds.jsonl")
    assert nowhere.value.key == "no-such-folder"


@pytest.mark.parametrize("line", ["{}", "[]", "1", '{"sums": 3}', "\udc80"])
def test_a_broken_line_is_an_error_and_no_traceback(tmp_path: Path, line: str) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(line.encode("utf-8", "surrogateescape") + b"\n")
    with pytest.raises(InvalidCheckpoint):
        simulate(run_of(BACCARAT, 200, 100), checkpoint=file, resume=True)


def test_no_forged_line_is_taken_up(tmp_path: Path) -> None:
    """Each value of a line in another form, left out, or with another beside it."""
    file, run = tmp_path / "rounds.jsonl", run_of(BACCARAT, 100, 100)
    simulate(run, checkpoint=file)
    row = json.loads(file.read_bytes())
    others = (None, True, 1.0, -1, "1e9", [], {})
    forged = [{**row, name: value} for name in row for value in others if row[name] != value]
    forged += [{key: value for key, value in row.items() if key != name} for name in row]
    outcome = {"result": "win", "net": "1", "provisions": [], "count": 1}
    changes = [
        {"net": "1e999999"},
        {"net": "1" * 4_001},
        {"net": "1/0"},
        {"net": 0.5},
        {"count": 0},
        {"count": 101},
        {"count": True},
        {"result": 1},
        {"provisions": "art_1"},
    ]
    for change in ({}, *changes, {"more": 1}):
        sums = {"rounds": 100, "bets": {"tie": [{**outcome, **change}]}}
        forged += [{**row, "sums": sums}] * bool(change) + [{**row, "sums": {**sums, "rounds": 99}}]
    forged += [{**row, "more": 1}]
    for line in forged:
        file.write_text(json.dumps(line) + "\n", "utf-8")
        with pytest.raises(InvalidCheckpoint):
            simulate(run, checkpoint=file, resume=True)


def test_a_chunk_that_stands_twice_is_counted_once_and_must_be_the_same(tmp_path: Path) -> None:
    file, run = tmp_path / "rounds.jsonl", run_of(BACCARAT, 100, 100)
    whole = simulate(run, checkpoint=file)
    written = file.read_bytes()
    file.write_bytes(2 * written)
    assert simulate(run, checkpoint=file, resume=True) == whole
    row = json.loads(written)
    row["sums"]["bets"]["tie"][0]["count"] += 1
    file.write_bytes(written + json.dumps(row).encode() + b"\n")
    with pytest.raises(InvalidCheckpoint) as refused:
        simulate(run, checkpoint=file, resume=True)
    assert (refused.value.key, refused.value.args_by_name["line"]) == ("checkpoint-broken", 2)


# ── What is simulated ───────────────────────────────────────────────────────


def close(tally: Tally, bet: str, expected: Fraction) -> bool:
    estimate = tally.estimate(bet)
    assert estimate.mean is not None
    assert estimate.standard_error is not None
    return abs(float(estimate.mean - expected)) < 4 * estimate.standard_error


@pytest.mark.soak
def test_baccarat_comes_close_to_its_exact_odds() -> None:
    found = simulate(run_of(BACCARAT, 20_000, 5_000))
    odds = exact_baccarat.odds(8)
    for bet in found.bets:
        assert close(found, bet, odds[bet].expectation), bet


def test_q_poker_comes_close_to_its_exact_odds() -> None:
    found = simulate(run_of("mo/q-poker", 2_000, 2_000, strategy={"ante": "surrender"}))
    assert found.estimate("ante").net == Fraction(-2_000, 2)
    assert close(found, "pair-plus", exact_q_poker.solve().expectation["pair-plus"])


@cache
def best_plays() -> BestPlays:
    return BestPlays(load("mo/q-poker").decided, "ante")


def test_the_best_plays_are_those_worked_out_by_hand() -> None:
    material, solved = load("mo/q-poker").questions.judge.hands.material, exact_q_poker.solve()
    for choice, hands in (("play", solved.played), ("surrender", solved.surrendered)):
        for hand in hands:
            things = tuple(map(material.parse, exact_q_poker.name(hand).split()))
            held = {(HAND, "box-1"): things}
            assert best_plays().best(*best_plays().choices, held, Map(), lambda choice: True) == choice


@pytest.mark.soak
def test_the_best_plays_come_close_to_the_exact_odds() -> None:
    found = simulate(run_of("mo/q-poker", 15_000, 5_000, strategy={"ante": "optimal"}))
    assert close(found, "ante", exact_q_poker.solve().expectation["ante"])


def test_what_the_analysis_does_not_tell_apart_is_said() -> None:
    with pytest.raises(NotAnalysed) as refused:
        best_plays().best(*best_plays().choices, {(HAND, "box-1"): (0, 1)}, Map(), lambda choice: True)
    assert refused.value.key == "no-best-play"


@pytest.mark.soak
def test_the_report_has_the_exact_mean_where_bets_are_played_as_it_assumes() -> None:
    exact = exact_q_poker.solve().expectation
    fixed, best = (json.loads(simulated("mo/q-poker", "--strategy", s).stdout)["bets"] for s in ("play", "optimal"))
    assert best["ante"]["exact"] == str(exact["ante"])
    assert fixed["ante"]["exact"] is None
    assert fixed["pair-plus"]["exact"] == best["pair-plus"]["exact"] == str(exact["pair-plus"])


@pytest.mark.parametrize(
    ("kernel", "before"), [("auto", "Every round begins with all objects."), ("interpreter", "The exact mean assumes")]
)
@pytest.mark.parametrize("condition", ["use of “die” begins", "“dealer” shows 2"])
def test_where_rules_ask_whether_use_of_objects_begins_it_is_said_that_it_does_not(
    kernel: str, before: str, condition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By tables no round is the first with the die, nor is any of which the exact mean is told."""
    rules = f"when {condition}, then “ante” pays 1 to 1.\n  in every other case, “ante” loses."
    text = f"{COIN_AND_ANTE}Article 2\n  bets are accepted.\n  “dealer” throws “die”.\n  settle “ante”.\n  {rules}\n"
    command = ["simulate", folder_of(text, tmp_path), "--rounds", "9", "--kernel", kernel, "--lang", "en"]
    assert main([*command, "--format", "json"]) == 0
    assert ("in-use" in json.loads(capsys.readouterr().out)["assumptions"]) == condition.startswith("use")
    assert main(command) == 0
    told = capsys.readouterr().out
    sentence = "No round is the first in which its objects are in use; a rule here depends on that."
    assert told.count(sentence) == condition.startswith("use")
    assert sentence not in told.partition(before)[0]
    assert before in told


def test_where_a_demonstration_comes_before_the_bets_no_code_is_made_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bets of the round behind it are settled: one of two faces wins."""
    rules = "settle “ante”.\n  when “dealer” shows 2, then “ante” pays 1 to 1.\n  in every other case, “ante” loses."
    steps = f"demonstrate 2 rounds.\n  bets are accepted.\n  “dealer” throws “die”.\n  {rules}"
    command = ["simulate", folder_of(f"{COIN_AND_ANTE}Article 2\n  {steps}\n", tmp_path), "--rounds", "9"]
    assert main([*command, "--kernel", "numpy", "--lang", "en"]) == 1
    assert "No code is made of these rules: rounds that only show the game come first." in capsys.readouterr().err
    assert main([*command, "--kernel", "interpreter", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["bets"]["ante"]["exact"] == "0"


# Whoever is dealt the 3 of three cards receives what is kept from round to round.
METER = (
    pack("3, 2 and 1")
    + """\
  “meter” is an amount kept from round to round, beginning with 20.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  settle “ante”.
  when the total of “bank” is 3, then “ante” receives the whole of “meter”.
  in every other case, “ante” loses.
"""
)


@pytest.mark.parametrize(
    ("work", "kernel", "assumed"),
    [
        (BACCARAT, "auto", ["fresh-stock"]),
        (BACCARAT, "interpreter", []),
        ("", "interpreter", ["fresh-stock", "meters-stand"]),
    ],
)
def test_data_have_what_is_taken_for_granted(
    work: str, kernel: str, assumed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The packs of baccarat are dealt from for many rounds, by the interpreter; a pack of three cards is dealt anew."""
    work = work or folder_of(METER, tmp_path)
    assert main(["simulate", work, "--rounds", "2", "--kernel", kernel, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["assumptions"] == assumed


@pytest.mark.parametrize(
    ("strategy", "lowered"), [("lower", True), ("random", True), ("play", False), ("optimal", False)]
)
def test_a_stake_that_is_lowered_is_said_to_be_lowered_to_half(
    strategy: str, lowered: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every ante loses: of one unit that is lowered to half, a half."""
    command = ["simulate", folder_of(LOWERING, tmp_path), "--rounds", "20", "--strategy", strategy, "--lang", "en"]
    assert main(command) == 0
    said = "The stake that is lowered by a choice (here: lower) is lowered to half."
    assert (said in capsys.readouterr().out) == lowered
    assert main([*command, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["assumptions"] == ["fresh-stock", *(["lowered-to-half"] if lowered else [])]
    nets = {outcome["net"] for outcome in found["bets"]["ante"]["outcomes"]}
    assert nets == {"lower": {"-1/2"}, "random": {"-1", "-1/2"}}.get(strategy, {"-1"})


def test_the_report_has_no_exact_mean_where_a_bet_moves_to_one_that_is_played_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ante moves on a 2, and wins if pressed: at best as often as it loses; at random once of four times."""
    text = f"""{COIN_AND_ANTE}\
  “other” is a bet that names a number from 1 through 2.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “ante”.
  “player” with “other” chooses to “press” or “stay”.
  settle “other”.
Article 3
  when the total of “dealer” is 1, then “ante” loses.
  in every other case, “ante” moves to “other”, naming the total of “dealer”.
Article 4
  when “player” has chosen to “press”, then “other” pays 1 to 1.
  in every other case, “other” loses.
"""
    command = ["simulate", folder_of(text, tmp_path), "--bet", "ante", "--rounds", "9", "--format", "json"]
    for strategy, exact in (("random", None), ("press", None), ("optimal", "0")):
        assert main([*command, "--strategy", strategy]) == 0
        assert json.loads(capsys.readouterr().out)["bets"]["ante"]["exact"] == exact


STAYING = (
    COIN_AND_ANTE
    + """\
  “side” is a bet.
  “third” is a bet.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “ante”, “side” and “third”.
Article 3
  when the total of “dealer” is 2, then “ante” pays 1 to 1.
  in every other case, “ante” stays for the next round.
Article 4
  when the total of “dealer” is 1, then “side” loses.
  in every other case, “side” stays for the next round.
Article 5
  “third” stays for the next round.
"""
)


@pytest.mark.parametrize("kernel", [INTERPRETER, "numpy"])
def test_bets_stand_in_one_order_whichever_ends_first_and_those_too_that_have_not_ended(
    kernel: str, tmp_path: Path
) -> None:
    """By the first throw the ante ends, or the other; the third bet never does."""
    plan = plan_of(load(folder_of(STAYING, tmp_path)), {}, kernel)
    for seed in range(4):
        found = simulate(make_run(plan, seed, 20, 5))
        assert [*found.bets] == ["ante", "side", "third"]
        assert not found.bets["third"]
    assert [*simulate(make_run(plan, 1, 0)).bets] == ["ante", "side", "third"]


def test_a_gain_of_many_digits_is_taken_up_again(tmp_path: Path) -> None:
    """Of the stake (a/b) (c/d) (1 − e/f) are won, of nine digits each: nobody writes an amount of so many digits."""
    text = f"""{COIN_AND_ANTE}\
  “side” is a bet.
Article 2
  bets are accepted.
  “player” with “ante” chooses to “raise” or “stay”.
  upon “raise”: an amount equal to 999999929/999999937 of the stake of “ante” is put on “side”.
  “dealer” throws “die”.
  settle “ante” and “side”.
Article 3
  when the total of “dealer” is 2, then “side” pays 999999893 to 999999883.
  in every other case, “side” loses.
  “ante” loses.
Article 4
  from the winnings of “side” a commission of 999999733/999999761 is taken.
"""
    run = make_run(plan_of(load(folder_of(text, tmp_path)), {"ante": "raise"}, placed=("ante",)), 1, 20, 10)
    whole = simulate(run, checkpoint=tmp_path / "rounds.jsonl")
    won = Fraction(999999929, 999999937) * Fraction(999999893, 999999883) * Fraction(28, 999999761)
    assert {outcome.net for outcome in whole.bets["ante"]} == {won - 1, -1 - Fraction(999999929, 999999937)}
    assert len(str(won - 1)) > 40
    assert simulate(run, checkpoint=tmp_path / "rounds.jsonl", resume=True) == whole


def test_objects_that_are_put_back_are_there_again_in_the_next_of_many_rounds() -> None:
    """A pack of two cards, one of which is dealt in each round: without putting back it ends after two rounds."""
    text = """Article 1
  “number”, from high to low: 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
Article 2
  bets are accepted.
  when use of “card” begins, then “bank” performs “cut”.
  deal to “bank”, one “card” at a time, face up, until each has one.
  settle “ante”.
  when the total of “bank” is 2, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
Article 3
  when the round is over, then put “card” back into “shuffler”.
"""
    counts = sampling.InterpretedSampler(game_of(text), {}).sample(SeedSequence(2), 50).bets["ante"]
    assert sum(counts.values()) == 50
    assert {outcome.result for outcome in counts} == {"win", "lose"}


def test_a_kept_bet_counts_when_it_is_decided() -> None:
    found = simulate(run_of(BACCARAT, 2_400, 800, options={"ties": "keep"}))
    odds = exact_baccarat.odds(8, ties="keep")
    for bet in ("player", "banker"):
        assert close(found, bet, odds[bet].expectation)
        assert {outcome.result for outcome in found.bets[bet]} == {"win", "lose"}
    ties = sum(n for outcome, n in found.bets["tie"].items() if outcome.result == "win")
    # One that is still undecided at the end of a chunk is not counted.
    assert 0 <= 2_400 - ties - found.estimate("player").count <= 3


def test_changed_bets_are_counted_under_their_first_name() -> None:
    found = simulate(run_of(BACCARAT, 800, 400, options={"ties": "change"}))
    assert set(found.bets) == {"player", "banker", "tie", "player-pair", "banker-pair"}
    assert Fraction(1, 2) in {outcome.net for outcome in found.bets["player"]}, "reduced before it won"


def test_what_no_rule_settles_is_counted_and_left_out_of_the_mean(tmp_path: Path) -> None:
    run = run_of(str(q_poker_without_pairs(tmp_path)), 800, 400, strategy={"ante": "play"})
    found = simulate(run).estimate("pair-plus")
    assert found.unsettled > 0
    assert found.count + found.unsettled == 800


def exact_tokens() -> dict[str, Fraction]:
    return {"bet-heads": Fraction(-1, 40), "bet-tails": Fraction(-1, 40)}


def exact_dice() -> dict[str, Fraction]:
    throws = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    triple = Counter(len(set(t)) == 1 for t in throws)[True]
    half = Fraction(sum(4 <= sum(t) <= 10 and len(set(t)) > 1 for t in throws), 216)
    single = sum((Fraction(t.count(1) or -1) for t in throws), Fraction(0)) / 216
    singles = {f"single-face/{n}": single for n in range(1, 7)}
    return {"big": 2 * half - 1, "small": 2 * half - 1, "any-triple": Fraction(31 * triple, 216) - 1, **singles}


@pytest.mark.parametrize(("work", "exact"), [("two-tokens", exact_tokens()), ("three-dice", exact_dice())])
def test_invented_regulations_simulate_too(work: str, exact: dict[str, Fraction]) -> None:
    found = simulate(run_of(named(work), 2_000, 2_000))
    assert set(found.bets) == set(exact)
    for bet, expected in exact.items():
        assert close(found, bet, expected), bet


# Of the two bets whoever places one must not place the other.
ONE_OF_TWO = f"""{THREE_FACES}\
  “high” is a bet.
  “exact” is a bet that names one “number”.
  when “player” combines bets, then “player” must not “bet”.
  bets are accepted.
  “player” with “high” chooses to “stay” or “leave”.
  upon “leave”: “high” loses half.
  “dealer” throws “die”.
  settle “high” and “exact”.
Article 2
  when the total of “dealer” is 3, then “high” pays 1 to 1.
  in every other case, “high” loses.
Article 3
  when the number of times that “dealer” shows the one named is 1, then “exact” pays 2 to 1.
  in every other case, “exact” loses.
"""


@pytest.mark.parametrize("kernel", [INTERPRETER, "python", "numpy"])
def test_of_bets_that_may_not_stand_together_those_named_are_placed(kernel: str) -> None:
    game = game_of(ONE_OF_TWO)

    def counted(*bets: str, choice: str = "stay") -> dict[str, set[tuple[str, Fraction | None]]]:
        strategy = dict.fromkeys(decisions(game, bets), choice)
        sampler = (
            sampling.InterpretedSampler(game, strategy, bets)
            if kernel == INTERPRETER
            else CompiledSampler(game, strategy, kernel, bets)
        )
        found = sampler.sample(SeedSequence(1), 100).bets
        assert {sum(counts.values()) for counts in found.values()} == {100}
        return {bet: {(outcome.result, outcome.net) for outcome in counts} for bet, counts in found.items()}

    # Where none is named it is said that all were placed, and how some are.
    for together, refused in (((), "forbidden-among-all"), (("high", "exact/2"), "forbidden-bet")):
        with pytest.raises(IllegalAction, match=refused):
            counted(*together)
    assert counted("exact").keys() == {"exact/1", "exact/2", "exact/3"}
    assert counted("exact/2") == {"exact/2": {("win", Fraction(2)), ("lose", Fraction(-1))}}
    assert counted("high") == {"high": {("win", Fraction(1)), ("lose", Fraction(-1))}}
    assert counted("high", choice="leave") == {"high": {("surrender", Fraction(-1, 2))}}


@pytest.mark.parametrize("kernel", [INTERPRETER, "numpy"])
def test_a_bet_by_itself_has_the_ends_that_it_has_among_others(kernel: str) -> None:
    """Three dice come to the same in each round, whatever is bet on them."""
    game = load(named("three-dice"))
    among = simulate(make_run(plan_of(game, {}, kernel), 7, 500)).bets
    alone = simulate(make_run(plan_of(game, {}, kernel, ("big", "single-face/6")), 7, 500)).bets
    assert alone == {bet: among[bet] for bet in ("big", "single-face/6")}
    assert set(simulate(make_run(plan_of(game, {}, kernel, ("single-face",)), 7, 500)).bets) == {
        f"single-face/{number}" for number in range(1, 7)
    }


def test_on_bets_that_are_not_placed_nothing_is_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    game = load("mo/q-poker")
    assert choices_of(game, {}, ["pair-plus"]) == {}
    assert choices_of(game, {}, ["ante"]) == {"ante": "random"}
    with pytest.raises(InvalidSetting) as refused:
        choices_of(game, {"ante": "play"}, ["pair-plus"])
    assert refused.value.key == "no-decision-on-bet"
    command = [
        "simulate",
        "mo/q-poker",
        "--bet",
        "pair-plus",
        "--rounds",
        "20",
        "--strategy",
        "optimal",
        "--lang",
        "en",
    ]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "ante" not in told
    assert "The exact mean assumes" in told
    assert main(["simulate", "mo/q-poker", "--bet", "pear", "--lang", "en"]) == 1
    assert "there is no bet “pear”" in capsys.readouterr().err


def test_a_choice_that_comes_again_is_made_again() -> None:
    results = {
        choice: {
            outcome.net
            for outcome in simulate(run_of(named("draw-to-total"), 400, strategy={"main-bet": choice})).bets["main-bet"]
        }
        for choice in ("draw", "stand", "double", "random")
    }
    assert results["double"] == {-2, 0, 1, 2}  # with 21 there is nothing to choose
    assert results["stand"] == {-1, 0, 1}
    assert results["draw"] == {-1, 0, 1}
    assert results["random"] == {-2, -1, 0, 1, 2}


@pytest.mark.parametrize(
    ("work", "strategy", "sentence"),
    [
        ("mo/baccarat", "best", "“best” is not among the choices: random and optimal"),
        ("mo/baccarat", "player=play", "there is no choice to be made on “player”; there is on: –"),
        ("mo/q-poker", "best", "“best” is not among the choices: play, surrender, random and optimal"),
    ],
)
def test_a_strategy_that_nobody_knows_is_told(
    work: str, strategy: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nobody decides it was once taken, and nothing came of it."""
    assert main(["simulate", work, "--strategy", strategy, "--rounds", "10", "--lang", "en"]) == 1
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("strategy", [{"pair-plus": "play"}, {"ante": "double"}])
def test_a_strategy_that_cannot_be_is_refused(strategy: dict[str, str]) -> None:
    with pytest.raises(InvalidSetting):
        plan_of(load("mo/q-poker"), strategy)


# ── Other processes ─────────────────────────────────────────────────────────


def test_a_worker_with_other_rules_says_so() -> None:
    plan = plan_of(load(BACCARAT))
    other = SimulationPlan(**{**vars(plan), "rules": "0" * 64})
    with executor_for("process", 1) as (executor, ahead), pytest.raises(LexludiError) as refused:
        simulate(Run(other, 1, 10, 10), executor, ahead=ahead)
    assert refused.value.key == "other-rules"
    assert refused.value.args_by_name == {"work": BACCARAT}


# Invented: two choices, one after the other; nothing is won by either.
TWICE = (
    pack("3, 2 and 1")
    + """Article 2
1.
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  “player” with “ante” chooses to “stay” or “leave”.
2.
  “player” with “ante” chooses to “look” or “wait”.
  settle “ante”.
  “ante” is returned.
"""
)


@pytest.mark.parametrize("kernel", [INTERPRETER, "numpy"])
@pytest.mark.parametrize(("choice", "place"), [("stay", 2), ("look", 1)])
def test_a_choice_that_a_decision_does_not_offer_is_refused_with_that_decision(
    kernel: str, choice: str, place: int
) -> None:
    offered = (("stay", "leave"), ("look", "wait"))[place - 1]
    game, strategy = game_of(TWICE), {"ante": choice}
    play = {
        INTERPRETER: lambda: sampling.InterpretedSampler(game, strategy).sample(SeedSequence(1), 10),
        "numpy": lambda: CompiledSampler(game, strategy, "numpy").sample(SeedSequence(1), 10),
    }[kernel]
    with pytest.raises(IllegalAction) as refused:
        play()
    assert (refused.value.key, refused.value.provisions) == ("unknown-choice", (f"art_2__para_{place}",))
    assert refused.value.args_by_name == {"choice": choice, "known": offered}


# A bet on which two decisions are made: who raises stakes 2, who quits has lost, and of the others a throw of 2 wins.
# Who has raised may not quit.
RAISED = f"""{COIN_AND_ANTE}\
Article 2
1.
  bets are accepted.
  “dealer” throws “die”.
  “player” with “ante” chooses to “raise” or “hold”.
  upon “raise”: the stake of “ante” is doubled.
2.
  “player” with “ante” chooses to “quit” or “play”.
  upon “quit”: “ante” loses.
  settle “ante”.
  when the total of “dealer” is 1, then “ante” loses.
  when the total of “dealer” is 2, then “ante” pays 1 to 1.
Article 3
  when “player” has chosen to “raise”, then “player” must not “quit”.
"""


@pytest.mark.parametrize("kernel", [INTERPRETER, "numpy"])
@pytest.mark.parametrize(
    ("choices", "nets"),
    [
        ("raise,play", {2, -2}),
        ("hold,play", {1, -1}),
        ("play,hold", {1, -1}),
        ("hold,quit", {-1}),
        # The first that may be chosen: who has raised plays, as it may not quit.
        ("raise,quit,play", {2, -2}),
        ("hold,quit,play", {-1}),
    ],
)
def test_on_a_bet_with_two_decisions_each_has_the_first_choice_named_that_it_allows(
    kernel: str, choices: str, nets: set[int]
) -> None:
    game = game_of(RAISED)
    assert choices_of(game, {"ante": choices}) == {"ante": choices}
    sampler = {
        INTERPRETER: lambda: sampling.InterpretedSampler(game, {"ante": choices}),
        "numpy": lambda: CompiledSampler(game, {"ante": choices}, "numpy"),
    }[kernel]
    tally = sampler().sample(SeedSequence(1), 100)
    assert {outcome.net for outcome in tally.bets["ante"]} == nets


def test_choices_that_are_named_for_all_bets_go_to_those_on_which_they_can_be_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = folder_of(RAISED, tmp_path)
    told = []
    for given in ("raise,play", "ante=raise,play"):
        assert main(["simulate", work, "--rounds", "100", "--lang", "en", "--strategy", given]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "Choice on “ante”: raise and play" in told[0]


@pytest.mark.parametrize(
    "given", ["raise,wave", "ante=raise,wave", "raise,optimal", "ante=random,play", "ante=", "raise,"]
)
def test_what_is_none_of_the_choices_is_none_among_several(
    given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", folder_of(RAISED, tmp_path), "--rounds", "9", "--lang", "en", "--strategy", given]) > 0
    assert " is not among the choices: raise, hold, quit" in capsys.readouterr().err


def test_a_worker_that_dies_is_an_error() -> None:
    run = run_of(BACCARAT, 200_000, 100_000)
    with executor_for("process", 1) as (executor, ahead):
        assert executor is not None
        executor.submit(os.kill, executor.submit(os.getpid).result(), signal.SIGKILL)
        with pytest.raises(LexludiError) as refused:
            simulate(run, executor, ahead=ahead)
    assert refused.value.key == "worker-lost"


def test_an_exception_comes_back_from_another_process_as_it_was() -> None:
    import pickle

    refused = IllegalAction("forbidden", ("art_1",), action="x", party="y")
    again = pickle.loads(pickle.dumps(refused))
    assert (type(again), str(again)) == (IllegalAction, str(refused))


def test_a_tally_is_the_same_after_json() -> None:
    counts = Counter(
        {TalliedOutcome("win", Fraction(19, 20), ("art_1", "art_2")): 3, TalliedOutcome("unsettled", None, ()): 1}
    )
    tally = Tally(4, {"bet": counts})
    assert Tally.from_json(Field(json.loads(json.dumps(tally.to_json())))) == tally
    estimate = tally.estimate("bet")
    assert (estimate.count, estimate.net, estimate.squares, estimate.unsettled) == (
        3,
        Fraction(57, 20),
        Fraction(3 * 361, 400),
        1,
    )
    assert estimate.standard_error == pytest.approx(sqrt(0.0))


# ── What this machine can do ────────────────────────────────────────────────


@pytest.mark.soak
def test_bench_measures_rounds_odds_and_commands() -> None:
    command = [sys.executable, "-m", "lexludi", "bench", "mo/q-poker", "--seconds", "0.01", "--format", "json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=True)
    data = json.loads(done.stdout)
    assert mistakes("bench/1", data) == []
    assert free_places("bench/1", data) == set()
    machine = ("numba", "numba-two") if find_spec("numba") else ()
    measured = [(m["what"], m["work"], m["unit"]) for m in data["measures"]]
    assert measured == [
        *((what, "mo/q-poker", "rounds") for what in ("interpreter", "python", "numpy", *machine)),
        ("exact", "mo/q-poker", "seconds"),
        ("command", "--version", "seconds"),
        ("command", "check", "seconds"),
        ("command", "analyze mo/q-poker", "seconds"),
        *[("memory", "analyze mo/q-poker", "megabytes")][: bench.STATUS.exists()],
    ]
    assert all(m["value"] > 0 for m in data["measures"])
    assert all(20 < m["value"] < 500 for m in data["measures"] if m["what"] == "memory")


@pytest.mark.parametrize("work", ["xx/blackjack", "xx/craps"])
def test_bench_plays_games_in_which_not_every_decision_offers_the_same(work: str) -> None:
    """Insurance is offered before anybody draws, and odds behind a bet only once it has moved."""
    what, rounds, play = next(bench._players(work))
    assert (what, rounds) == ("interpreter", bench.ROUNDS)
    play(1)


ON_A_THROW = (
    f"{COIN_AND_ANTE}Article 2\n  bets are accepted.\n  “dealer” throws “die”.\n  settle “ante”.\n  “ante” loses.\n"
)


@pytest.mark.parametrize(("text", "are_measured"), [(ON_A_THROW, True), (ENDLESS, False), (COIN, False)])
def test_a_refusal_of_exact_odds_is_not_measured_as_if_they_had_been_computed(
    text: str, are_measured: bool, tmp_path: Path
) -> None:
    assert (bench._exact(folder_of(text, tmp_path)) is not None) is are_measured


WINDOW = (
    THREE_FACES
    + """\
  “ante” is a bet.
  “late” is a bet.
  bets are accepted.
  bets on “late” are accepted, up to the stake of “ante”.
  “player” with “ante” chooses to “stay” or “fold”.
  upon “fold”: “ante” loses half.
  “dealer” throws “die”.
  settle “late” and “ante”.
Article 2
  “late” loses.
  “ante” pays 1 to 1.
"""
)


def test_whoever_always_chooses_the_same_places_no_bet_in_a_window() -> None:
    game, strategy = game_of(WINDOW), {"ante": "stay"}
    for sampler in (CompiledSampler(game, strategy, "python"), sampling.InterpretedSampler(game, strategy)):
        (outcome,) = sampler.sample(SeedSequence(1), 50).bets["ante"]
        assert (outcome.result, outcome.net) == ("win", 1)
