"""`lexludi play`: a round, scripted or at the terminal, and why it ended as it did."""

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from typing import Any

from lexludi.base.errors import LexludiError
from lexludi.base.messages import Catalogue
from lexludi.cli.dated import named_on, say_date
from lexludi.cli.output import BadArgument, progress, write
from lexludi.cli.roads import roads
from lexludi.cli.rounds import (
    Script,
    parse_amount,
    parse_bet,
    parse_choice,
    script_from,
    show_game,
    show_steps,
    show_table,
)
from lexludi.cli.usage import add_rules, pairs, rules_asked
from lexludi.play.actions import Action, Choose, Deal, PlaceBet
from lexludi.play.game import Game, Round, load
from lexludi.play.session import Session
from lexludi.play.table import complete
from lexludi.play.telling import Teller

MAX_ROUNDS = 1_000_000


def configure(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """The arguments of the command."""
    add = parser.add_argument
    add("work", metavar="WORK", help=words.say("help.play.work"))
    add("--seed", type=int, metavar="SEED", help=words.say("help.play.seed"))
    add("--cards", metavar='"Qs 7h …"', help=words.say("help.play.cards"))
    add("--bet", action="append", default=[], metavar="[WHO@]BOX:BET=STAKE", help=words.say("help.play.bet"))
    add("--action", action="append", default=[], metavar="[WHO@]BOX:CHOICE", help=words.say("help.play.action"))
    add(
        "--event",
        action="append",
        default=[],
        metavar="EVENT[@WHERE][*TIMES][+AFTER]",
        help=words.say("help.play.event"),
    )
    add("--act", action="append", default=[], metavar="WHO:ACT[+end]", help=words.say("help.play.act"))
    add("--rounds", type=_count, metavar="N", help=words.say("help.play.rounds"))
    add("--status", action="append", default=[], metavar="WHO=STATUS", help=words.say("help.play.status"))
    add_rules(parser, words)


def run(arguments: argparse.Namespace, words: Catalogue) -> int:
    """Play; 1 when an action is refused or the rules do not settle the case."""
    script, statuses = script_from(arguments), pairs(arguments.status, "WHO=STATUS")
    game = load(arguments.work, **rules_asked(arguments))
    if arguments.format == "json":
        say_date(named_on(arguments.work, arguments.on), words)
    teller = Teller(words, game.rules.glossary, game.rules.bettor_role())
    session = Session(game, seed=arguments.seed, cards=arguments.cards, statuses=statuses)
    rounds = arguments.rounds or 1
    with _progress(rounds, words) as advance:
        for number in range(1, rounds + 1):
            round_ = session.new_round()
            _open(session, arguments, teller)
            try:
                with _on_screen():
                    _play(round_, script_from(arguments) if number > 1 else script, teller)
            except LexludiError as problem:
                return _stopped(session, problem, arguments, teller)
            _close(session, arguments, teller)
            advance(str(number))
    return 0


def _progress(rounds: int, words: Catalogue) -> AbstractContextManager[Callable[[str], Any]]:
    """A bar for many rounds, where it does not get in the way of what is printed or asked."""
    if rounds > 1 and not sys.stdout.isatty():
        return progress(words.say("progress.play"), rounds)
    return nullcontext(lambda name: None)


def _on_screen() -> AbstractContextManager[Any]:
    """Questions go where somebody reads them, not into a file that takes the output."""
    return nullcontext() if sys.stdout.isatty() else redirect_stdout(sys.stderr)


def _count(text: str) -> int:
    number = int(text)
    if not 0 < number <= MAX_ROUNDS:
        raise ValueError(text)
    return number


def _open(session: Session, arguments: argparse.Namespace, teller: Teller) -> None:
    """Before the first round, what is played; before each of several, its number."""
    if arguments.format == "json":
        return
    if session.number == 1:
        show_game(session.game, session.seed, teller, named_on(arguments.work, arguments.on))
    if arguments.rounds:
        write("\n" + teller.catalogue.say("play.round", number=session.number))


def _close(session: Session, arguments: argparse.Namespace, teller: Teller) -> None:
    """What happened in the round; after the last one with some objects, or the last of all, the roads."""
    assert session.last is not None
    if arguments.format == "json":
        _write_json(session.last.to_json(), arguments)
        return
    show_steps(session.last, teller)
    if arguments.rounds and (session.is_exhausted or session.number == arguments.rounds):
        _show_roads(session, teller)


def _write_json(round_: dict[str, Any], arguments: argparse.Namespace) -> None:
    """One object per round; with several, one on each line."""
    write(json.dumps(round_, ensure_ascii=False, indent=None if arguments.rounds else 2))


def _show_roads(session: Session, teller: Teller) -> None:
    """The rounds with the objects in use, as players note them, if the regulation says what of them is noted."""
    score = session.game.rules.score
    if not score.results or session.number == session.first:
        return
    write("\n" + teller.catalogue.say("road.title", first=session.first, last=session.number))
    for line in roads(session.score(), score, teller, shutil.get_terminal_size((120, 0)).columns):
        write(line)


def _stopped(session: Session, problem: LexludiError, arguments: argparse.Namespace, teller: Teller) -> int:
    """What happened until the rules gave out, or answers ended, then why."""
    sentence = teller.problem(problem)
    assert session.last is not None
    if arguments.format == "json":
        error = {"error": problem.key, "message": sentence, "provisions": list(problem.provisions)}
        _write_json({**session.last.to_json(), "error": error}, arguments)
    else:
        show_steps(session.last, teller)
        _show_roads(session, teller)
    print(f"lexludi: {sentence}", file=sys.stderr)
    return 1


def _play(round_: Round, script: Script, teller: Teller) -> None:
    asking = sys.stdin.isatty() and not script.bets
    if asking:
        _ask_bets(round_, teller)
    kept = {(b.bettor, b.bet, b.holder) for b in round_.state.bets}
    for bet in script.bets:
        full = complete(round_.game, bet)
        if (full.bettor, full.bet, full.holder) not in kept:
            round_.apply(full)
    for act, at_end in script.acts:
        if not at_end:
            round_.apply(act)
    for event in script.events:
        round_.apply(event)
    if not round_.is_over and round_.is_betting:
        round_.apply(Deal())
    while not round_.is_over:
        _decide(round_, script, teller)
    for act, at_end in script.acts:
        if at_end:
            round_.apply(act)


def _decide(round_: Round, script: Script, teller: Teller) -> None:
    decision = round_.decision
    assert decision is not None
    choice = script.next_choice(decision)
    if choice is not None:
        round_.apply(choice)
    elif sys.stdin.isatty():
        _ask(round_, teller, lambda line: _typed_choice(line, round_))
    else:
        holder, known = decision.names[0], decision.alternatives
        raise LexludiError(
            "decision-missing", decision.provisions, holder=holder, known=known, example=f"{holder}:{known[0]}"
        )


# ── At the terminal ─────────────────────────────────────────────────────────


def _ask_bets(round_: Round, teller: Teller) -> None:
    say = teller.catalogue.say
    game: Game = round_.game
    names = teller.catalogue.join(map(teller.named, game.rules.bets))
    places = [a.holder for a in round_.legal_actions() if isinstance(a, PlaceBet)]
    example = f"{places[0]}:{next(iter(game.rules.bets))}=10" if places[0] else f"{next(iter(game.rules.bets))}=10"
    write(say("play.bets", bets=names, example=example))
    while round_.is_betting and _ask(round_, teller, _typed_bet):
        pass


def _typed_bet(line: str) -> Action | None:
    return parse_bet(line) if line else None


def _typed_choice(line: str, round_: Round) -> Action | None:
    decision = round_.decision
    assert decision is not None
    if ":" in line:
        typed = parse_choice(line)
        # A bet is taken for one even now, to be refused with the provision that says why.
        late = typed.choice in round_.game.rules.bets and typed.choice not in decision.alternatives
        return parse_bet(line) if late else typed
    matching = [c for c in decision.alternatives if c == line or (line and c.startswith(line))]
    choice, _, amount = (matching[0] if len(matching) == 1 else line).partition("=")
    return Choose(decision.bettor, decision.unit, choice, parse_amount(amount))


def _ask(round_: Round, teller: Teller, read: Callable[[str], Action | None]) -> bool:
    """Ask once; a refusal is told with its provision. Whether there is more to ask."""
    say = teller.catalogue.say
    decision = round_.decision
    if decision is not None:
        show_table(round_, teller, decision.bettor)
        choices = teller.catalogue.join(map(teller.named, decision.alternatives), "or")
        party, holder = teller.party(decision.bettor), teller.party(decision.unit)
        write(say("play.choose" if decision.unit else "play.choose-alone", party=party, holder=holder, choices=choices))
    try:
        line = input("> ").strip()
    except EOFError:
        raise LexludiError("input-ended") from None
    try:
        action = read(line)
        if action is None:
            return False
        round_.apply(action)
    except BadArgument as problem:
        write(problem.told(teller.catalogue))
    except LexludiError as problem:
        if round_.is_over or problem.key.startswith(("gap", "conflict")):
            raise
        write(teller.problem(problem))
    return True
