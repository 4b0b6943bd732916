"""The Play page: the form of a round, filled and answered in the browser, and rounds that were played beforehand.

The choices in the form and the account of a round come from the engine; the script of
the page only puts them where they belong.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from lexludi.base.frozen import dataclass
from lexludi.base.resources import vendored
from lexludi.language.phrases import LANGUAGES
from lexludi.site.markup import render
from lexludi.site.page import GeneratedPage, Heading, Here, told_apart
from lexludi.site.play_files import FOLDER, PLAY, GameChoice
from lexludi.site.portion import WorkShare

# Sentences that the script says.
_SCRIPT_SENTENCES = (
    "bet place naming stake remove event where nowhere after add-incident loading failed over void stopped "
    "face-down net amount stake.invalid seed.invalid allowed-not drawn-left draw-rest copied default stance "
    "range settled-none walk walk.first walk.back walk.next walk.last walk.at "
    "deal next-round again again-new round round-at rounds roads ended too-long copied-all"
).split()


@dataclass(frozen=True)
class PlayView:
    """The page: `top` leads to the root of the site; without an engine for the browser there is no form.

    `languages` are those of the texts that can be executed; `data` is what the script reads.
    """

    top: str
    has_engine: bool
    games: tuple[GameChoice, ...]
    languages: tuple[str, ...]
    worked: tuple[Markup, ...]
    data: dict[str, Any]


def play_page(shares: Sequence[WorkShare], language: str) -> GeneratedPage:
    """The page, with the games of all works; without Pyodide it shows the rounds played beforehand alone."""
    here = Here(f"{language}/{PLAY}")
    top = "../" * (here.path.count("/") + 1)
    games = [game for said in shares for game in said.games]
    # `xx/dice/2031-01-01`: a game is called by its work and day.
    titles = told_apart([(game.title, game.name.rpartition("/")[0]) for game in games], here.words)
    view = PlayView(
        top,
        vendored("pyodide") is not None,
        tuple(replace(game, title=title) for game, title in zip(games, titles, strict=True)),
        LANGUAGES,
        tuple(Markup(said.worked) for said in shares),
        {
            "language": language,
            "files": f"{top}{FOLDER}/",
            "games": [{"name": game.name, "version": game.version, "texts": game.texts} for game in games],
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


def _sentences(here: Here) -> dict[str, str]:
    """The sentences that the script says; those with placeholders it fills itself."""
    columns = ("bettor", "bet", "holder", "stake", "result", "net", "provisions")
    return {
        **{key: here.words.sentences[f"site.play.{key}"] for key in _SCRIPT_SENTENCES},
        **{f"column.{name}": here.say(f"column.{name}") for name in columns},
        "seed": here.words.sentences["play.seed"],
        "separator": here.say("list.separator"),
        "brackets": "{words}".join(here.words.brackets),
        "space": here.words.space,
    }
