"""`lexludi play`: a round, scripted or at the terminal, and why it ended as it did."""

import shutil
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from typing import Any, Unpack

import click

from lexludi.base.errors import LexludiError, UnsettledCase
from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import (
    Integer,
    Misuse,
    Rules,
    explain,
    format_option,
    parse_pair,
    refuse_idle,
    rules_options,
    work_argument,
)
from lexludi.cli.command import command
from lexludi.cli.inputs import say_date
from lexludi.cli.output import complain, progress, write, write_json
from lexludi.cli.rounds import (
    BET_FORM,
    CHOICE_FORM,
    Script,
    action_argument,
    parse_act,
    parse_amount,
    parse_bet,
    parse_choice,
    parse_event,
    roads,
    show_game,
    show_rest,
    show_steps,
    show_table,
)
from lexludi.play.actions import Act, Action, Choose, Deal, Irregularity, PlaceBet
from lexludi.play.game import Decision, Game, Round, load, on_day
from lexludi.play.session import Session
from lexludi.play.table import complete
from lexludi.play.telling import Teller
from lexludi.rules.settings import given_once

MAX_ROUNDS = 1_000_000


@command
@work_argument
@click.option("--seed", type=Integer(0), metavar="SEED")
@click.option("--cards", metavar='"Qs 7h …"')
@click.option("--bet", "bets", type=parse_bet, multiple=True, metavar=BET_FORM)
@click.option("--action", "choices", type=parse_choice, multiple=True, metavar=CHOICE_FORM)
@click.option("--event", "events", type=parse_event, multiple=True, metavar="EVENT[@WHERE][*TIMES][+AFTER]")
@click.option("--act", "acts", type=parse_act, multiple=True, metavar="WHO:ACT[+end]")
@click.option("--rounds", type=Integer(1, MAX_ROUNDS), metavar="N")
@click.option("--status", "statuses", type=parse_pair("WHO=STATUS"), multiple=True, metavar="WHO=STATUS")
@rules_options
@format_option("text", "json")
def run(
    words: Catalogue,
    work: str,
    seed: int | None,
    cards: str | None,
    bets: tuple[PlaceBet, ...],
    choices: tuple[Choose, ...],
    events: tuple[Irregularity, ...],
    acts: tuple[tuple[Act, bool], ...],
    rounds: int | None,
    statuses: tuple[tuple[str, str], ...],
    form: str,
    **rules: Unpack[Rules],
) -> int:
    """Play; 1 when an action is refused, is never asked for, or the rules do not settle the case."""
    if cards is not None:
        refuse_idle("seed", beside="--cards")
    game, named = load(work, **rules), on_day(work, rules["on"])
    if form == "json":
        say_date(named, words)
    teller = Teller.of(game.rules, words)
    if cards is not None and rounds is None:
        # Of a single round it can be said before it begins that there are not so many of an object.
        game.questions.judge.hands.material.parse_all(cards)
    given = given_once(statuses)
    session = Session(game, seed=seed, cards=cards, statuses=given)
    script = Script(bets, choices, events, acts)
    # Those who took part, or whom something else given was about.
    parties = {event.holder for event in events} | {act.bettor for act, _ in acts}
    report = RoundsPrinter(session, teller, named, form == "json", rounds)
    with _progress(rounds or 1, words) as advance:
        for number in range(1, (rounds or 1) + 1):
            script.rewind()
            round_ = session.new_round()
            report.open()
            try:
                with _on_screen():
                    _play(round_, script, teller)
            except LexludiError as problem:
                return report.stopped(problem)
            report.close()
            parties.update(bet.bettor for bet in round_.state.bets)
            advance(str(number))
    unused = [
        *(LexludiError("decision-never-came", holder=c.holder, example=action_argument(c)) for c in script.unused),
        *(LexludiError("status-of-nobody", name=who) for who in given if who not in parties),
    ]
    complain(*(f"lexludi: {teller.problem(error)}" for error in unused))
    return int(bool(unused))


def _progress(rounds: int, words: Catalogue) -> AbstractContextManager[Callable[[str], Any]]:
    """A bar for many rounds, where it does not get in the way of what is printed or asked."""
    if rounds > 1 and not sys.stdout.isatty():
        return progress(words.say("progress.play"), rounds)
    return nullcontext(lambda name: None)


def _on_screen() -> AbstractContextManager[Any]:
    """Questions go where somebody reads them, not into a file that takes the output."""
    return nullcontext() if sys.stdout.isatty() else redirect_stdout(sys.stderr)


@dataclass(frozen=True)
class RoundsPrinter:
    """The rounds of a session as they are printed: as text, or as one JSON object for each.

    `rounds` is the number asked for; without one, a single round is played that has no number.
    """

    session: Session
    teller: Teller
    work: str
    as_json: bool
    rounds: int | None

    def open(self) -> None:
        """Before the first round, the game; before each of several, its number."""
        if self.as_json:
            return
        if self.session.number == 1:
            show_game(self.session.game, self.session.seed, self.teller, self.work)
        if self.rounds:
            write("\n" + self.teller.catalogue.say("play.round", number=self.session.number))

    def close(self) -> None:
        """The steps of the round; after the last one with some objects, or the last of all, the roads."""
        assert self.session.last is not None
        if self.as_json:
            self._write_json(self.session.last.to_json())
            return
        show_steps(self.session.last, self.teller)
        if self.rounds and (self.session.is_exhausted or self.session.number == self.rounds):
            self._show_roads()

    def stopped(self, problem: LexludiError) -> int:
        """The steps until the rules gave out, or answers ended, then why; the exit code."""
        sentence, round_ = self.teller.problem(problem), self.session.last
        assert round_ is not None
        if self.as_json:
            record = round_.to_json()
            # Questions that nobody answered are no problem of the round, and a record does not have them.
            if "error" in record:
                record["error"]["message"] = sentence
            self._write_json(record)
        else:
            show_steps(round_, self.teller)
            self._show_roads()
        complain(f"lexludi: {_with_bettor(sentence, problem, self.teller)}")
        with redirect_stdout(sys.stderr):
            show_rest(round_.rest_of_problem(), self.teller)
        return 1

    def _write_json(self, round_: dict[str, Any]) -> None:
        """One object per round; with several, one on each line."""
        write_json(round_, indent=None if self.rounds else 2)

    def _show_roads(self) -> None:
        """The rounds with the objects in use, as players note them, if the regulation says what of them is noted."""
        session, score = self.session, self.session.game.rules.score
        if not score.results or session.number == session.first:
            return
        # A round in which the objects, or answers, gave out is none of those noted.
        last = session.number if session.last and session.last.is_over else session.number - 1
        write("\n" + self.teller.catalogue.say("road.title", first=session.first, last=last))
        write(*roads(session.score(), score, self.teller, shutil.get_terminal_size((120, 0)).columns))


def _with_bettor(sentence: str, problem: LexludiError, teller: Teller) -> str:
    """The sentence of a problem; of a place where there is none, with how whoever bets is written, who may be meant."""
    if problem.key != "no-places":
        return sentence
    return teller.catalogue.say("play.bettor", sentence=sentence, place=problem.args_by_name["place"])


# ── A round ─────────────────────────────────────────────────────────────────


def _play(round_: Round, script: Script, teller: Teller) -> None:
    asking = sys.stdin.isatty() and not script.bets
    if asking:
        _ask_bets(round_, teller)
    # Bets that stay from the round before stand already; the script would place them again.
    kept = {(b.bettor, b.bet, b.holder, b.naming) for b in round_.state.bets}
    for bet in script.bets:
        full = complete(round_.game, bet)
        if (full.bettor, full.bet, full.holder, full.naming) not in kept:
            round_.apply(full)
    for act, at_end in script.acts:
        if not at_end:
            round_.apply(act)
    for event in script.events:
        round_.apply(event)
    while not round_.is_over:
        # Bets may be accepted more than once.
        if round_.is_betting:
            round_.apply(Deal())
        else:
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
        holder, choices = decision.names[0], _legal(round_, decision)
        # Where others play with the same hand, only a name tells whose choice is missing.
        is_shared = any((b.unit, b.bettor == decision.bettor) == (decision.unit, False) for b in round_.state.bets)
        example = action_argument(Choose(decision.bettor if is_shared else "", holder, choices[0]))
        args = {"holder": holder, "known": choices, "example": example}
        if given := script.for_nobody(round_.decisions):
            raise LexludiError("decision-of-another", decision.provisions, **args, given=action_argument(given))
        raise LexludiError("decision-missing", decision.provisions, **args)


def _legal(round_: Round, decision: Decision) -> tuple[str, ...]:
    """The alternatives of a decision that nothing forbids now; all of them, where it forbids each."""
    legal = {
        a.choice for a in round_.legal_actions() if isinstance(a, Choose) and (a.bettor, a.holder) == decision.party
    }
    return tuple(choice for choice in decision.alternatives if choice in legal) or decision.alternatives


# ── At the terminal ─────────────────────────────────────────────────────────


def _ask_bets(round_: Round, teller: Teller) -> None:
    say = teller.catalogue.say
    game: Game = round_.game
    possible = [a for a in round_.legal_actions() if isinstance(a, PlaceBet)]
    if not possible:
        return
    names = teller.catalogue.join(teller.named(bet.id) for bet in game.rules.offered)
    first = possible[0]
    naming = first.naming or game.rules.names[first.bet].followed[0]
    place = f"{first.holder}:" if first.holder else ""
    example = f"{place}{first.bet}{f'/{naming}' if naming else ''}=10"
    write(say("play.bets", bets=names, example=example))
    while round_.is_betting and _ask(round_, teller, lambda line: parse_bet(line) if line else None):
        pass


def _typed_choice(line: str, round_: Round) -> Action | None:
    decision = round_.decision
    assert decision is not None
    if ":" in line:
        typed = parse_choice(line)
        # A bet is taken for one even now, to be refused with the provision that says why.
        late = typed.choice in round_.game.rules.bets and typed.choice not in decision.alternatives
        return parse_bet(line) if late else typed
    # The beginning of a word is enough; of several that begin so, only the whole word is meant.
    matching = [c for c in decision.alternatives if c == line or (line and c.startswith(line))]
    choice, _, amount = (matching[0] if len(matching) == 1 else line).partition("=")
    return Choose(decision.bettor, decision.unit, choice, parse_amount(amount))


def _ask(round_: Round, teller: Teller, read: Callable[[str], Action | None]) -> bool:
    """Ask once, and answer a refusal with its provision; false where nothing more is to be asked."""
    decision = round_.decision
    if decision is not None:
        show_table(round_, teller, decision.bettor)
        objects = round_.own(decision)
        words = [teller.named(c, teller.alternative(c, decision.parts, objects)) for c in _legal(round_, decision)]
        choices = teller.catalogue.join(words, "or")
        key = "play.choose" if decision.unit not in ("", decision.bettor) else "play.choose-alone"
        write(teller.about(key, {"party": decision.bettor}, holder=teller.party(decision.unit), choices=choices))
    try:
        line = input("> ").strip()
    except EOFError:
        raise LexludiError("input-ended") from None
    try:
        action = read(line)
        if action is None:
            return False
        round_.apply(action)
    except Misuse as problem:
        write(explain(problem, teller.catalogue))
    except LexludiError as problem:
        # Cases that the rules do not settle end the round; other refusals are answered, and asked again.
        if round_.is_over or isinstance(problem, UnsettledCase):
            raise
        write(_with_bettor(teller.problem(problem), problem, teller))
        show_rest(round_.rest_of_problem(), teller)
    return True
