"""The files of the Play page: the engine for the browser, and each game with what can be chosen before a round."""

import ast
import io
import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from lexludi.base.frozen import dataclass
from lexludi.base.messages import LOCALES, catalogue
from lexludi.base.resources import data_folder, vendored
from lexludi.language.phrases import LANGUAGES
from lexludi.play.game import make_game
from lexludi.play.table_plan import plan
from lexludi.rules.portable import rules_to_text
from lexludi.site.desk import Desk
from lexludi.site.library import WorkOnDate, title_of

FOLDER = "assets/play"
PLAY = "play"

# The module that the browser calls; all that it imports goes with it.
_ENTRY = "lexludi.site.browser"

# Sentences that pages and commands say, and no module of the engine.
_ELSEWHERE = (
    *("site.", "help.", "assumption.", "bench.", "collate.", "coverage.", "diff.", "doctor.", "reason."),
    *("editor.", "import.", "log.", "odds.", "rule-edit.", "rulebook.", "service.", "simulate.", "usage."),
    *("account.", "change.", "check.", "effect.", "export.", "kind.", "progress.", "reach."),
    *("broken-glossary.", "caption.", "column.", "hint."),
)


@dataclass(frozen=True)
class GameChoice:
    """A game that can be played, a work on a date; `texts` are those that can be executed, by language."""

    name: str
    title: str
    version: str
    is_invented: bool
    texts: Mapping[str, str]


def play_files() -> Iterator[tuple[str, bytes]]:
    """Each file for any game by its path from the top of the site; none without Pyodide, which runs the engine."""
    folder = vendored("pyodide")
    if folder is None:
        return
    for file in sorted(folder.iterdir()):
        yield f"assets/vendor/pyodide/{file.name}", file.read_bytes()
    yield f"{FOLDER}/engine.zip", engine()


def game_files(work: WorkOnDate) -> Iterator[tuple[str, bytes]]:
    """Each file of the games of a work by its path from the top of the site."""
    for then in playable(work):
        for text, rules in then.texts.items():
            name = f"{FOLDER}/{game_of(then, text)}"
            yield f"{name}.json", rules_to_text(rules).encode()
            game = make_game(rules, then.version, {}, {}, own_stance=True)
            for language in LANGUAGES:
                choices = plan(game, language) | {"links": links(then, language)}
                yield f"{name}.{language}.json", json.dumps(choices, ensure_ascii=False).encode()


def playable(work: WorkOnDate) -> Iterator[WorkOnDate]:
    """A work on each date of which the text is wholly known, unless repealed by then, the most recent first."""
    yield from (
        then for then in reversed(work.over_time) if not (then.first.metadata.not_wholly_known or then.repealed)
    )


def games(work: WorkOnDate, language: str) -> Iterator[GameChoice]:
    """The games of a work."""
    desk = Desk(f"{language}/{PLAY}", work)
    named = Counter(title_of(then, language) for then in playable(work))
    for then in playable(work):
        title = title_of(then, language)
        # Of invented rules the date says nothing, unless there are others of the same name.
        day = "" if then.is_invented and named[title] == 1 else desk.day_of(then).join(desk.words.brackets)
        texts = {text: game_of(then, text) for text in then.texts}
        yield GameChoice(f"{then.name}/{then.version}", f"{title}{day}", then.version, then.is_invented, texts)


def game_of(work: WorkOnDate, text: str) -> str:
    """The name of a game: its work, its version, and the language of the text that is executed."""
    return f"{work.name}/{work.version}.{text}"


def links(work: WorkOnDate, language: str) -> dict[str, str]:
    """The address of each provision as it was worded then, seen from the Play page of a language."""
    desk = Desk(f"{language}/{PLAY}", work)
    addresses: dict[str, str] = {}
    for unit, eids in work.units.items():
        path = work.wording(unit).path
        addresses |= {eid: desk.link(path, eid) for eid in eids}
    return addresses


# ── The engine ──────────────────────────────────────────────────────────────


def engine() -> bytes:
    """A zip of the modules that playing needs, with phrases and messages; the same bytes for the same contents."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        # In one order, and with the fixed date of a `ZipInfo` made of a name: builds can be compared byte by byte.
        for path, content in sorted(_contents()):
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _contents() -> Iterator[tuple[str, str]]:
    for name, source in _modules().items():
        path = f"{name.replace('.', '/')}{'/__init__' if source.name == '__init__.py' else ''}.py"
        yield path, _without_remarks(source.read_text("utf-8"))
    for phrases in data_folder("grammar").glob("phrases/*.toml"):
        yield f"lexludi/_data/grammar/phrases/{phrases.name}", phrases.read_text("utf-8")
    for language, locale in LOCALES.items():
        said = catalogue(language).sentences.items()
        # Texts are read before they come to the browser, so that it has no diagnostics to tell.
        sentences = {k: v for k, v in said if not (k.startswith(_ELSEWHERE) or k.endswith(".headline"))}
        yield f"lexludi/base/messages/{locale}.json", json.dumps(sentences, ensure_ascii=False)


def _without_remarks(source: str) -> str:
    """A module without comments and docstrings, which nobody reads there and everybody would fetch."""
    module = ast.parse(source)
    for node in ast.walk(module):
        # Those of classes stay: a dataclass without one works out another when it is imported.
        if isinstance(node, (ast.Module, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(module)


def _modules() -> dict[str, Path]:
    """The imports of the entry, those of its imports and so on; without what functions import when called."""
    modules: dict[str, Path] = {}
    waiting = ["lexludi", _ENTRY]
    # All that can be reached by imports, each module once.
    while waiting:
        name = waiting.pop()
        spec = find_spec(name)
        if name in modules or spec is None or spec.origin is None:
            continue
        modules[name] = Path(spec.origin)
        # To import a module runs the packages above it.
        waiting.append(name.rpartition(".")[0] or name)
        waiting.extend(_imports(modules[name]))
    return modules


def _imports(source: Path) -> Iterator[str]:
    for statement in ast.parse(source.read_text("utf-8")).body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("lexludi"):
            yield str(statement.module)
            # A room is imported from by the names of its modules.
            room = find_spec(str(statement.module))
            if room is not None and room.submodule_search_locations:
                yield from (f"{statement.module}.{name.name}" for name in statement.names)
