"""A provision alive: its words in two languages, its rules, its part in a round, and the cost of a doubt in it."""

from collections.abc import Iterator
from fractions import Fraction

from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS, catalogue
from lexludi.language.nodes import Mark
from lexludi.rules.model import Copy, Parameter, Standing
from lexludi.site.articles import DESCRIBING
from lexludi.site.desk import Desk
from lexludi.site.effects import ChoiceEffect, effect_of
from lexludi.site.formal import SentencePiece, formal
from lexludi.site.library import WorkOnDate
from lexludi.site.rounds import TraceLine, step_lines

_AUTHENTIC = (Standing.AUTHENTIC, Standing.CONSOLIDATED)


@dataclass(frozen=True)
class WordsOf:
    """The words of a provision in a language, with the authority of the text and the state of its copy.

    Where some are a `summary` of ours, in the place of those of the law, they are marked so in that language.
    """

    tag: str
    standing: Standing
    copy: Copy | None
    label: str
    text: str
    summary: str


@dataclass(frozen=True)
class Alive:
    """The provision; `desk` cites and links it, `effect` is that of the other values of the reading `name`.

    `doubt` is the address of the doubt about it.
    """

    desk: Desk
    eid: str
    words: tuple[WordsOf, ...]
    rules: tuple[tuple[SentencePiece, ...], ...]
    step: TraceLine
    name: str
    effect: ChoiceEffect
    doubt: str


def alive(work: WorkOnDate, language: str) -> tuple[Fraction, Alive] | None:
    """Of the provisions that can be read in several ways and are seen to act in a round, the one with most at stake."""
    at_stake, parameter = max(_candidates(work), key=lambda item: item[0], default=(Fraction(0), None))
    if parameter is None:
        return None
    desk = Desk(language, work)
    effect = effect_of(desk, parameter)
    # There is one, as the provision acts in a worked round; and an effect, as it changes an edge.
    lines = (line for played in work.worked.rounds for line in step_lines(desk, played))
    step = next(line for line in lines if parameter.eid in line.provisions)
    provision = work.provision(parameter.eid, language)
    assert effect is not None
    assert provision is not None
    words = tuple(_words(desk, parameter.eid))
    sentences = (item for item in provision.sentences() if item.statement.op not in DESCRIBING)
    rules = tuple(formal(item, work.text(language), work.known) for item in sentences)
    name, doubt = desk.teller.term(parameter.id), desk.doubt_link(parameter.id)
    return at_stake, Alive(desk, parameter.eid, words, rules, step, name, effect, doubt)


def _candidates(work: WorkOnDate) -> Iterator[tuple[Fraction, Parameter]]:
    """The readings that change a house edge, by how much at most, of provisions that act in a worked round."""
    acting = {eid for played in work.worked.rounds for step in played.trace for eid in step.provisions}
    for p in work.first.parameters.values():
        if p.kind == "reading" and p.eid in acting:
            at_stake = max(_differences(work, p), default=Fraction(0))
            if at_stake:
                yield at_stake, p


def _differences(work: WorkOnDate, parameter: Parameter) -> Iterator[Fraction]:
    for (name, _), odds in work.effects.items():
        if name != parameter.id:
            continue
        for bet, other in odds.bets.items():
            default = work.odds.bets.get(bet)
            if default and default.house_edge is not None and other.house_edge is not None:
                yield abs(other.house_edge - default.house_edge)


def _words(desk: Desk, eid: str) -> Iterator[WordsOf]:
    """The words in the authentic languages; where there are fewer than two, also in that of the page."""
    texts = desk.work.texts
    languages = [x for x, text in texts.items() if text.metadata.standing in _AUTHENTIC]
    for language in dict.fromkeys([*languages, *([desk.language] if len(languages) < 2 else [])]):
        if provision := desk.work.provisions[eid].get(language):
            words = list(provision.words())
            text, data = " ".join(item.text for item in words), texts[language].metadata
            is_summary = any(item.mark is not Mark.WORDS for item in words)
            summary = catalogue(language).say("site.summary") if is_summary else ""
            yield WordsOf(TAGS[language], data.standing, data.copy_state, provision.label, text, summary)
