"""The Play page: the form of a round, filled and answered in the browser, and rounds that were played beforehand.

What the form offers and what a round shows come from the engine; the script of the
page only puts them where they belong.
"""

import json
from collections.abc import Iterator
from typing import Any

from lexludi.base.resources import vendored
from lexludi.site.desk import Desk
from lexludi.site.library import Work, title_of
from lexludi.site.markup import Html, join, tag
from lexludi.site.page import GeneratedPage, Heading, Here
from lexludi.site.play_files import FOLDER, PLAY, game_of, playable
from lexludi.site.rounds import step_line

# Sentences that the script says.
_SAID = (
    "bet place naming stake remove event where nowhere after add-incident loading failed over void stopped "
    "face-down net amount allowed-not drawn-left draw-rest copied default range settled-none"
).split()


def play_page(works: list[Work], language: str) -> GeneratedPage:
    """The page; without Pyodide it shows the rounds played beforehand alone."""
    engine = vendored("pyodide") is not None
    here = Here(f"{language}/{PLAY}")
    rounds = [_worked(work, language) for work in works]
    body = join(
        [
            tag("link", rel="stylesheet", href=f"{_top(here)}assets/play.css"),
            tag("p", here.say("site.play.lead" if engine else "site.play.absent"), class_="lx-lead"),
            tag("noscript", tag("p", here.say("site.play.no-script"), class_="lx-banner")) if engine else None,
            _widget(here, works) if engine else None,
            tag("h2", here.say("site.play.worked"), id="worked"),
            tag("p", here.say("site.play.worked.lead")),
            *rounds,
        ]
    )
    return GeneratedPage(
        path=here.path,
        title=here.say("site.play.title"),
        body=join([tag("h1", here.say("site.play.title")), body]),
        section=(),
        description=here.say("site.play.description"),
        kind="play",
        headings=(Heading("worked", here.say("site.play.worked")),),
    )


def _top(here: Here) -> str:
    return "../" * (here.path.count("/") + 1)


# ── The form ────────────────────────────────────────────────────────────────


def _widget(here: Here, works: list[Work]) -> Html:
    top = _top(here)
    data = {
        "language": here.language,
        "files": top + FOLDER + "/",
        "games": [_game(work) for work in playable(works)],
        "say": {key: here.words.sentences[f"site.play.{key}"] for key in _SAID} | _columns(here),
    }
    return join(
        [
            tag(
                "section",
                _form(here, works),
                _answer(here),
                id="lx-play",
                class_="lx-play",
                aria_label=here.say("site.play.title"),
                hidden=True,
            ),
            Html(f'<script type="application/json" id="lx-play-data">{_script_json(data)}</script>'),
            tag("script", type="module", src=f"{top}assets/play.js"),
        ]
    )


def _script_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def _game(work: Work) -> dict[str, Any]:
    return {
        "name": f"{work.name}/{work.version}",
        "version": work.version,
        "texts": {text: game_of(work, text) for text in work.texts},
    }


def _columns(here: Here) -> dict[str, str]:
    names = ("bettor", "bet", "holder", "stake", "result", "net", "provisions")
    return {f"column.{n}": here.words.say(f"column.{n}") for n in names} | {"seed": here.words.sentences["play.seed"]}


def _form(here: Here, works: list[Work]) -> Html:
    say = here.say
    games = [
        tag("option", f"{title_of(w, here.language)} ({w.version})", value=f"{w.name}/{w.version}")
        for w in playable(works)
    ]
    return tag(
        "form",
        _part(
            say("site.play.step.game"),
            _field(say("site.play.game"), tag("select", *games, name="game"), wide=True),
            _field(say("site.play.text"), tag("select", *_texts(here), name="text")),
            tag(
                "details",
                tag("summary", say("site.play.settings")),
                tag("div", class_="lx-settings", data_slot="settings"),
            ),
        ),
        _part(
            say("site.play.step.bets"),
            tag("div", class_="lx-rows", data_slot="bets"),
            _button(say("site.play.add-bet"), "add-bet"),
        ),
        _part(say("site.play.step.chance"), *_chance(here)),
        tag(
            "details",
            tag("summary", say("site.play.incidents")),
            tag("p", say("site.play.incidents.lead"), class_="lx-hint"),
            tag("div", class_="lx-rows", data_slot="incidents"),
            _button(say("site.play.add-incident"), "add-incident"),
            class_="lx-part",
        ),
        tag("p", tag("button", say("site.play.deal"), type="submit", class_="md-button md-button--primary")),
        autocomplete="off",
    )


def _texts(here: Here) -> Iterator[Html]:
    for text in ("zh", "pt", "en"):
        yield tag("option", here.words.say(f"language.{text}"), value=text)


def _chance(here: Here) -> Iterator[Html]:
    say = here.say
    for value in ("seed", "objects"):
        choice = tag("input", type="radio", name="chance", value=value, checked=value == "seed")
        yield tag("label", choice, " ", say(f"site.play.chance.{value}"), class_="lx-radio")
    yield _field(say("site.play.seed"), tag("input", name="seed", inputmode="numeric"), hint=say("site.play.seed.hint"))
    typed = tag("input", name="objects", autocapitalize="none", spellcheck="false")
    yield _field(say("site.play.objects"), typed, hint=say("site.play.objects.hint"), wide=True)


def _part(title: str, *children: Html) -> Html:
    return tag("fieldset", tag("legend", title), *children, class_="lx-part")


def _field(label: str, control: Html, hint: str = "", *, wide: bool = False) -> Html:
    shown = tag("span", label, class_="lx-field-name")
    told = tag("span", hint, class_="lx-hint") if hint else None
    return tag("label", shown, control, told, class_="lx-field" + (" lx-field--wide" if wide else ""))


def _button(label: str, name: str) -> Html:
    return tag("button", label, type="button", name=name, class_="lx-button")


def _answer(here: Here) -> Html:
    say = here.say
    return tag(
        "div",
        tag("p", role="status", tabindex=-1, class_="lx-status", data_slot="status"),
        tag("div", role="alert", data_slot="problem"),
        tag("div", data_slot="decisions"),
        tag("div", data_slot="picker"),
        _result("hands", say("site.play.hands")),
        _result("bets-table", say("site.play.settlement")),
        _result("steps", say("site.play.trace")),
        tag("p", class_="lx-hint", data_slot="seed"),
        tag(
            "div",
            _button(say("site.play.again"), "again"),
            _button(say("site.play.copy-link"), "copy-link"),
            _button(say("site.play.download"), "download"),
            class_="lx-buttons",
            data_slot="after",
            hidden=True,
        ),
        class_="lx-answer",
    )


def _result(slot: str, title: str) -> Html:
    return tag(
        "section", tag("h3", title), tag("div", data_slot=slot), class_=f"lx-result lx-result--{slot}", hidden=True
    )


# ── Rounds played beforehand ────────────────────────────────────────────────


def _worked(work: Work, language: str) -> Html:
    """The first of a work's rounds, told in full, and the way to the others."""
    desk = Desk(f"{language}/{PLAY}", work)
    steps = [step_line(desk, step) for worked in work.worked[:1] for step in worked.round.trace]
    others = tag("a", desk.say("site.nav.rounds"), href=desk.link(f"{desk.home}/rounds"))
    return tag(
        "details",
        tag("summary", desk.title),
        tag("ol", *steps, class_="lx-trace"),
        tag("p", others),
        class_="lx-worked",
    )
