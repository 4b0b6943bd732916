"""Rounds at the command line: scripts of bets and choices, a played round as text, and the score roads of several."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import zip_longest

from lexludi.base.boundary import amount_of
from lexludi.base.frozen import dataclass
from lexludi.base.numbers import money
from lexludi.base.source import display_width
from lexludi.cli.arguments import Misuse, bad_form
from lexludi.cli.inputs import date_line, retroactive_lines
from lexludi.cli.output import new_table, write, write_table
from lexludi.law.loader import header_in
from lexludi.play.actions import Act, Choose, Irregularity, PlaceBet
from lexludi.play.game import Decision, Game, Round
from lexludi.play.notation import bet_in
from lexludi.play.resting import Rest
from lexludi.play.roads import Column, Recorded, RoadCell, bead_plate, big_road, signs_of
from lexludi.play.round_state import Money
from lexludi.play.telling import Teller
from lexludi.rules.grounds import said
from lexludi.rules.model import RuleSet, Score, Standing
from lexludi.rules.parts import part_in
from lexludi.rules.settings import Origin
from lexludi.rules.standing import cited, day_told, presumed_lines, standing_told

BET_FORM = "[WHO@][BOX:]BET[/ITEM…]=STAKE"
CHOICE_FORM = "[WHO@]BOX:CHOICE[=AMOUNT]"
# Three digits behind a point may be thousandths or, as Portuguese writes them, thousands.
_THOUSANDS = re.compile(r"\d{1,3}\.\d{3}", re.ASCII)
# `1:raise`, `2@1:raise=45/2`.
_CHOICE = re.compile(r"(?:(?P<who>[\w.-]+)@)?(?P<holder>[\w.-]+):(?P<choice>[\w.+/ -]+)(?:=(?P<amount>[\d/.]+))?")
# `1:leave`, `1:leave+end`.
_ACT = re.compile(r"(?P<who>[\w.-]+):(?P<act>[\w.-]+?)(?P<end>\+end)?")
# `exposed-card`, `exposed-card@1*2+4`: at place 1, twice, after the fourth object.
_EVENT = re.compile(r"(?P<event>[\w.-]+?)(?:@(?P<holder>[\w.-]+?))?(?:\*(?P<count>\d{1,3}))?(?:\+(?P<after>\d{1,6}))?")


@dataclass
class Script:
    """The bets, choices, irregularities and acts of rounds, given in advance; each round has all of them.

    `unused` are the choices that no round so far has come to; `left` those that this round may still come to; `made`
    those that it has come to.
    """

    bets: Sequence[PlaceBet] = ()
    choices: Sequence[Choose] = ()
    events: Sequence[Irregularity] = ()
    acts: Sequence[tuple[Act, bool]] = ()
    left: list[Choose] = field(init=False)
    unused: list[Choose] = field(init=False)
    made: list[Choose] = field(init=False)

    def __post_init__(self) -> None:
        self.unused = list(self.choices)
        self.rewind()

    def rewind(self) -> None:
        """Begin another round."""
        self.left, self.made = list(self.choices), []

    def next_choice(self, decision: Decision) -> Choose | None:
        """The next choice for a decision; it is used up, unless it may serve other bettors of the same hand.

        One that the decision offers comes before others, which were given for another decision; one that is not
        offered is taken, to be refused, only if nothing else has taken it.
        """
        for_it = [
            given for given in self.left if given.holder in decision.names and given.bettor in ("", decision.bettor)
        ]
        offered = (choice for choice in for_it if choice.choice in decision.alternatives)
        choice = next(offered, next((given for given in for_it if given not in self.made), None))
        if choice is None:
            return None
        self.made.append(choice)
        # A choice for a hand, without a name, stays: others who bet on the same hand are asked for it too.
        if choice.bettor or decision.again or not decision.unit:
            self.left = _without(self.left, choice)
        self.unused = _without(self.unused, choice)
        return replace(choice, bettor=decision.bettor, holder=decision.unit)

    def for_nobody(self, decisions: Iterable[Decision]) -> Choose | None:
        """The first choice that nothing has taken, and that is for none who have a decision to make."""
        names = {name for decision in decisions for name in decision.names}
        return next((choice for choice in self.left if choice not in self.made and choice.holder not in names), None)


def _without(choices: list[Choose], used: Choose) -> list[Choose]:
    """The choices without one, which may equal others."""
    # By identity: of two that are equal, one is used up.
    return [choice for choice in choices if choice is not used]


def parse_bet(text: str) -> PlaceBet:
    """A bet of the form `BET_FORM`; without WHO the bettor of the same number, at the box of that number.

    Raises:
        Misuse: it is of another form, or its stake is no number above zero.
    """
    head, sign, stake = text.rpartition("=")
    if sign:
        _refuse_thousands(stake.strip())
    if (bet := bet_in(text)) is None:
        raise Misuse("stake", value=stake) if sign and bet_in(f"{head}=1") else bad_form(text, BET_FORM, "bet")
    return bet


def parse_choice(text: str) -> Choose:
    """A choice of the form `CHOICE_FORM`; where hands belong to nobody's box, BOX is who chooses.

    Raises:
        Misuse: it is of another form, or its amount is no number above zero.
    """
    head, sign, given = text.rpartition("=")
    if sign and amount_of(given) is None and _CHOICE.fullmatch(head.strip()):
        raise Misuse("stake", value=given)
    match = _matched(_CHOICE, text, CHOICE_FORM, "choice")
    return Choose(match["who"] or "", match["holder"], match["choice"], parse_amount(match["amount"] or ""))


def action_argument(choice: Choose) -> str:
    """A choice as `--action` takes it."""
    who = f"{choice.bettor}@" if choice.bettor else ""
    limit = f"={choice.amount!s}" if choice.amount is not None else ""
    return f"{who}{choice.holder}:{choice.choice}{limit}"


def parse_amount(text: str) -> Money | None:
    """An amount, or nothing where there is no text."""
    if not text:
        return None
    _refuse_thousands(text)
    if (value := amount_of(text)) is None:
        raise bad_form(text, "AMOUNT")
    return value


def parse_act(text: str) -> tuple[Act, bool]:
    """`WHO:ACT[+end]`: the act, and whether it comes after the round."""
    match = _matched(_ACT, text, "WHO:ACT[+end]")
    return Act(match["who"], match["act"]), bool(match["end"])


def parse_event(text: str) -> Irregularity:
    """`EVENT[@WHERE][*TIMES][+AFTER]`; without AFTER, once the first object has been dealt."""
    match = _matched(_EVENT, text, "EVENT[@WHERE][*TIMES][+AFTER]")
    return Irregularity(match["event"], match["holder"] or "", int(match["count"] or 1), int(match["after"] or 1))


def _refuse_thousands(amount: str) -> None:
    if _THOUSANDS.fullmatch(amount):
        raise Misuse("thousands", value=amount)


def _matched(pattern: re.Pattern[str], text: str, form: str, hint: str = "") -> re.Match[str]:
    if match := pattern.fullmatch(text.strip()):
        return match
    raise bad_form(text, form, hint)


# ── A round as text ─────────────────────────────────────────────────────────


def show_game(game: Game, seed: int | None, teller: Teller, work: str = "") -> None:
    """The law, the seed, if there is one, options and readings.

    `work` is the name or path under which the regulation was found.
    """
    show_law(game.rules, game.version, teller, work)
    if seed is not None:
        write(teller.catalogue.say("play.seed", seed=str(seed)))
    _show_settings(game, teller)
    write(*origin_lines(game, teller))


def show_law(rules: RuleSet, version: str, teller: Teller, work: str) -> None:
    """The law in force: title, instrument, date, text executed, standing, notes."""
    say = teller.catalogue.say
    named = header_in(rules.metadata, teller.catalogue.language, work)
    write(named.title or named.work)
    if named.instrument:
        write(named.instrument)
    executed = say(f"language.{rules.language}")
    if rules.metadata.in_force:
        write(say("play.in-force", day=day_told(rules.metadata, teller.catalogue), text=executed))
    else:
        write(say("play.version", version=version, text=executed))
    if line := date_line(work, teller.catalogue):
        write(line)
    write(*retroactive_lines(rules.metadata, teller.catalogue, work))
    # A rectification may be one of the text in one language alone.
    by = named if len(named.amended_by) == len(rules.metadata.amended_by) else rules.metadata
    if amended := by.amended_by:
        write(say("law.amended-by", instruments=cited(by.numbers_of(amended), teller.catalogue)))
    if unknown := named.unknown_numbers:
        write(say("law.not-wholly-known", instruments=cited(unknown, teller.catalogue)))
    write(*presumed_lines(named, teller.catalogue))
    # No gazette has the texts of an invented example, consolidated or not.
    if amended and rules.metadata.standing not in (Standing.CONSOLIDATED, Standing.INVENTED):
        write(say("standing.alone", authority=say("standing.consolidated")))
    write(standing_told(rules.metadata, teller.catalogue))
    write(*(say("play.note", note=note) for note in named.notes))


def _show_settings(game: Game, teller: Teller) -> None:
    """The options and readings in use, and what the meters stand at."""
    say = teller.catalogue.say
    for kind in ("option", "reading", "meter"):
        values = {p.id: game.settings[p.id] for p in game.rules.parameters.values() if p.kind == kind}
        if values:
            shown = say("list.separator").join(f"{teller.term(k)} = {teller.term(str(v))}" for k, v in values.items())
            write(say(f"play.{kind}s", values=shown))


def origin_lines(game: Game, teller: Teller) -> Iterator[str]:
    """The stances taken from the text that is executed, and the readings that somebody chose, with the defaults."""
    say, parameters = teller.catalogue.say, game.rules.parameters
    for origin in (Origin.TEXT, Origin.CHOICE):
        taken = [
            say(
                "play.origin.reading",
                reading=teller.term(name),
                value=teller.term(str(game.settings[name])),
                default=teller.term(str(parameters[name].default)),
                provision=teller.provision(parameters[name].eid),
            )
            for name, its_origin in game.origins.items()
            if its_origin is origin
        ]
        if taken:
            text = say(f"language.{game.rules.language}")
            values = say("list.separator").join(taken)
            yield say(f"play.origin.{origin.value}", text=text, values=values)


def show_steps(round_: Round, teller: Teller) -> None:
    """The steps of a round with their provisions, and the outcome."""
    say = teller.catalogue.say
    write("")
    before = None
    for number, step in enumerate(round_.trace, 1):
        sentence = teller.tell(step)
        cited = teller.grounds(step.provisions, step.rest.readings)
        key = "play.step" if cited else "play.remark"
        write(say(key, number=f"{number:>3}", sentence=sentence, **({"provisions": cited} if cited else {})))
        write(*(say("play.resting", sentence=told) for told in teller.told_anew(step, before)))
        before = step
    if round_.state.bets:
        write("")
        _show_outcome(round_, teller)


def show_rest(rest: Rest, teller: Teller) -> None:
    """The readings and inferences that something rests on."""
    write(*(teller.catalogue.say("play.resting", sentence=sentence) for sentence in teller.rest(rest)))


def show_table(round_: Round, teller: Teller, party: str) -> None:
    """The hands as one party sees them, with a sign for each object that it does not see."""
    for unit, hand in round_.information_state(party)["hands"].items():
        thrown, seen = hand.get("thrown", []), hand["objects"] or []
        hidden = ["??"] * (hand["count"] - len(seen))
        shown = [*(teller.objects(objects) for objects in (thrown, seen) if objects), *hidden]
        write(f"  {teller.party(unit)}: {' '.join(shown)}")


def _show_outcome(round_: Round, teller: Teller) -> None:
    say = teller.catalogue.say
    placed = any(bet.holder for bet in round_.state.bets)
    columns = ("bettor", "bet", *(["holder"] if placed else []), "stake", "result", "net", "provisions")
    table = new_table(teller.catalogue, columns, numbers=("stake", "net"))
    # Bets of no stake stand for amounts that a rule may put there, and has not.
    for place, bet in enumerate(round_.state.bets):
        if not bet.stake:
            continue
        resting = round_.rest_of_bet(place).readings
        brackets = teller.catalogue.brackets
        named = teller.name(bet.naming).join(brackets) if bet.naming else ""
        named += teller.term(part).join(brackets) if (part := part_in(bet.unit)) else ""
        table.add_row(
            teller.party(bet.bettor),
            teller.term(bet.bet) + named,
            *([teller.party(bet.holder)] if placed else []),
            money(bet.stake, teller.catalogue.language),
            say(f"result.{bet.result}") if bet.result else say("result.open"),
            money(bet.net, teller.catalogue.language) if bet.result else "",
            teller.grounds(said(bet.provisions), resting),
        )
    write_table(table, teller.catalogue)


# ── Score roads ─────────────────────────────────────────────────────────────


def roads(rounds: Sequence[Recorded], score: Score, teller: Teller, width: int = 0) -> Iterator[str]:
    """Both roads with their titles and a legend, as lines of text of no more columns than `width`, if that is given."""
    say = teller.catalogue.say
    signs = signs_of(score, teller)
    plate, road = bead_plate(rounds, score), big_road(rounds, score)
    for title, columns in (("bead-plate", plate), ("big-road", road)):
        yield say(f"road.{title}")
        yield from _lines(columns, signs, width)
    legend = [f"{sign} {teller.term(item)}" for item, sign in signs.items()]
    if any(cell and cell.ties for column in road for cell in column):
        legend.append(say("road.ties", term=teller.term(score.results[-1])))
    yield say("list.separator").join(legend)


def _lines(columns: Sequence[Column], signs: dict[str, str], width: int) -> Iterator[str]:
    """Rows of cells; where they are too long for the width, one band of rows under the other."""
    texts = [[_text(cell, signs) for cell in column] for column in columns]
    cell_width = max((display_width(text) for column in texts for text in column), default=0) + 1
    band = max(1, (width - 2) // cell_width) if width else max(1, len(texts))
    for start in range(0, len(texts), band):
        if start:
            yield ""
        # Columns are shorter or longer: rows are read across, with nothing where a column has ended.
        for cells in zip_longest(*texts[start : start + band], fillvalue=""):
            if any(cells):
                yield ("  " + "".join(text + " " * (cell_width - display_width(text)) for text in cells)).rstrip()


def _text(cell: RoadCell | None, signs: dict[str, str]) -> str:
    if cell is None:
        return ""
    return signs.get(cell.result, "·") + "".join(signs[m] for m in cell.marked) + (str(cell.ties) if cell.ties else "")
