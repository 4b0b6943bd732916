"""The Play page: the form of a round, filled and answered in the browser, and rounds that were played beforehand.

The choices in the form and the account of a round come from the engine; the script of
the page only puts them where they belong.
"""

from dataclasses import dataclass
from typing import Any

from lexludi.base.resources import vendored
from lexludi.language.phrases import LANGUAGES
from lexludi.site.desk import Desk
from lexludi.site.library import Work, title_of
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Here
from lexludi.site.play_files import FOLDER, PLAY, game_of, playable
from lexludi.site.rounds import StepLine, step_lines

# Sentences that the script says.
_SCRIPT_SENTENCES = (
    "bet place naming stake remove event where nowhere after add-incident loading failed over void stopped "
    "face-down net amount stake.invalid seed.invalid allowed-not drawn-left draw-rest copied default stance "
    "range settled-none"
).split()


@dataclass(frozen=True)
class GameChoice:
    """A game that can be played: a work on a date."""

    name: str
    title: str
    is_invented: bool


@dataclass(frozen=True)
class WorkedRound:
    """The first worked round of a work; `desk` cites its provisions."""

    desk: Desk
    steps: tuple[StepLine, ...]


@dataclass(frozen=True)
class PlayView:
    """The page: `top` leads to the root of the site; without an engine for the browser there is no form.

    `languages` are those of the texts that can be executed; `data` is what the script reads.
    """

    top: str
    has_engine: bool
    games: tuple[GameChoice, ...]
    languages: tuple[str, ...]
    worked: tuple[WorkedRound, ...]
    data: dict[str, Any]


def play_page(works: list[Work], language: str) -> GeneratedPage:
    """The page; without Pyodide it shows the rounds played beforehand alone."""
    here = Here(f"{language}/{PLAY}")
    top = "../" * (here.path.count("/") + 1)
    games = tuple(playable(works))
    view = PlayView(
        top,
        vendored("pyodide") is not None,
        tuple(_choice(work, language) for work in games),
        LANGUAGES,
        tuple(_worked(Desk(here.path, work)) for work in works),
        {
            "language": language,
            "files": f"{top}{FOLDER}/",
            "games": [_game(work) for work in games],
            "say": _sentences(here),
        },
    )
    return GeneratedPage(
        path=here.path,
        title=here.say("site.play.title"),
        body=render("play.html", here, view),
        section=(),
        description=here.say("site.play.description"),
        kind="play",
        headings=(Heading("worked", here.say("site.play.worked")),),
    )


def _choice(work: Work, language: str) -> GameChoice:
    title = title_of(work, language)
    return GameChoice(_name(work), title if work.is_invented else f"{title} ({work.version})", work.is_invented)


def _name(work: Work) -> str:
    return f"{work.name}/{work.version}"


def _game(work: Work) -> dict[str, Any]:
    texts = {text: game_of(work, text) for text in work.texts}
    return {"name": _name(work), "version": work.version, "texts": texts}


def _sentences(here: Here) -> dict[str, str]:
    """The sentences that the script says; those with placeholders it fills itself."""
    columns = ("bettor", "bet", "holder", "stake", "result", "net", "provisions")
    return {
        **{key: here.words.sentences[f"site.play.{key}"] for key in _SCRIPT_SENTENCES},
        **{f"column.{name}": here.say(f"column.{name}") for name in columns},
        "seed": here.words.sentences["play.seed"],
    }


def _worked(desk: Desk) -> WorkedRound:
    first = [step for worked in desk.work.worked[:1] for step in step_lines(desk, worked.round)]
    return WorkedRound(desk, tuple(first))
