"""The doors of Lexludi: for each, an input broken by chance, and the command or call that takes it in."""

import json
import os
import shutil
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import StringIO
from keyword import iskeyword
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from hostile.mutation import NUMBERS, SIGNS, bytes_broken, json_broken, text_broken
from lexludi import load
from lexludi.base.resources import shelves
from lexludi.cli.main import COMMANDS, main
from lexludi.language.phrases import LANGUAGES
from lexludi.rules.portable import rules_to_text
from lexludi.service.answers import answer
from lexludi.service.questions import KINDS
from lexludi.site.browser import Table

TESTS = Path(__file__).parent.parent
SMALL = TESTS / "corpus" / "valid"
RAW = TESTS / "witnesses" / "raw"
# What takes the machine's time by intent, writes outside the folder, or waits for others.
NOT_AT_RANDOM = {"bench", "site", "doctor", "lsp", "mcp", "serve", "man"}
ELSEWHERE = {"--scheduler"}
PAGE, SERVICE, QUESTION = "page", "service", "question.json"


@dataclass(frozen=True)
class Attempt:
    """What is done at a door: a command with its files; at those of the Play page and of the service, with a question.

    `kept` are files that a command may rewrite, but never lose.
    """

    door: str
    files: dict[str, bytes]
    arguments: tuple[str, ...]
    kept: tuple[str, ...] = ()

    def made(self) -> int:
        """Make the attempt in the folder where its files stand; the exit code."""
        if self.door == SERVICE:
            answered = json.loads(json.dumps(answer(self.arguments[0], Path(QUESTION).read_bytes())))
            return int("problem" in answered) if answered.get("problem", {}).get("key") != "internal" else 3
        if self.door != PAGE:
            return main(self.arguments)
        asked = {"play": table().play, "plan": table().plan}[self.arguments[0]]
        json.loads(asked(Path(QUESTION).read_text("utf-8", "surrogatepass")))
        return 0


@dataclass(frozen=True)
class Text:
    """A text to be broken, with the glossaries that it needs, the outermost first."""

    language: str
    content: str
    glossaries: tuple[str, ...]

    @property
    def name(self) -> str:
        """Where the text stands: below the folders of its glossaries."""
        return f"{'in/' * (len(self.glossaries) - 1)}1.{self.language}.ludi"

    def files(self, content: bytes) -> dict[str, bytes]:
        """The files of the text, with this content."""
        beside = {f"{'in/' * n}glossary.toml": written.encode() for n, written in enumerate(self.glossaries)}
        return {**beside, self.name: content}


# Where texts come from, and how often: what has rules that run goes furthest, the shelf takes longest.
SOURCES = {"generated/found": 5, "trials": 4, "gallery": 3, "corpus/valid": 3, "corpus/invalid": 2, "shelf": 1}
# The invented games of the shelf: names with bets, throws, choices.
GALLERY = shelves()[0] / "xx"


@cache
def texts(source: str) -> tuple[Text, ...]:
    """The texts of one source."""
    common = (shelves()[0] / "glossary.toml").read_text("utf-8")
    folder = {"shelf": shelves()[0], "gallery": GALLERY}.get(source, TESTS / source)
    return tuple(
        Text(_language(path), path.read_text("utf-8", "replace"), (common, *_glossaries(path, folder)))
        for path in sorted(folder.rglob("*.ludi"))
    )


def _language(path: Path) -> str:
    return path.name.split(".")[-2]


def _glossaries(path: Path, top: Path) -> Iterator[str]:
    below = path.relative_to(top).parents
    for folder in reversed([top / parent for parent in below]):
        file = folder / "glossary.toml"
        if file.is_file() and file.parent != shelves()[0]:
            yield file.read_text("utf-8", "replace")


def _text(chance: Random) -> Text:
    return chance.choice(texts(*chance.choices(list(SOURCES), list(SOURCES.values()))))


def text_check(chance: Random) -> Attempt:
    """A text, checked."""
    name, files = _broken_text(chance)
    return Attempt(
        "text", files, ("check", "--fresh", "--limit", "2", *_form(chance, "text line json github sarif"), name)
    )


def text_other(chance: Random) -> Attempt:
    """A text, shown, formatted, played, analysed, or simulated."""
    name, files = _broken_text(chance)
    command: tuple[str, ...] = chance.choice(
        (
            ("show", "tokens"),
            ("show", "ast"),
            ("show", "rules"),
            ("show", "kernel"),
            ("fmt",),
            ("fmt", "--check"),
            ("play", "--seed", "1"),
            ("analyze", "--limit", "1"),
            ("simulate", "--rounds", "200"),
            ("coverage", "--rounds", "20"),
        )
    )
    return Attempt("text-used", files, (*command, name), kept=(name,))


def _broken_text(chance: Random) -> tuple[str, dict[str, bytes]]:
    one, other = _text(chance), _text(chance)
    if chance.random() < 0.8:
        content = text_broken(one.content, chance, other.content).encode("utf-8", "surrogatepass")
    else:
        content = bytes_broken(one.content.encode(), chance, other.content.encode())
    return one.name, one.files(content)


def glossary(chance: Random) -> Attempt:
    """A glossary beside a text that is well."""
    one, other = _text(chance), _text(chance)
    files = one.files(one.content.encode())
    broken = chance.choice([name for name in files if name.endswith(".toml")])
    written, others = files[broken].decode(), chance.choice(other.glossaries)
    if chance.random() < 0.7:
        files[broken] = text_broken(written, chance, others).encode("utf-8", "surrogatepass")
    else:
        files[broken] = bytes_broken(written.encode(), chance, others.encode())
    return Attempt("glossary", files, ("check", "--fresh", "--limit", "2", one.name))


@cache
def _histories() -> tuple[dict[str, bytes], ...]:
    folders = [f for f in sorted((TESTS / "corpus" / "histories").iterdir()) if f.is_dir()]
    return tuple({str(p.relative_to(f)): p.read_bytes() for p in sorted(f.rglob("*")) if p.is_file()} for f in folders)


def history(chance: Random) -> Attempt:
    """A work with its amendments, of which one file is broken."""
    files = dict(chance.choice(_histories()))
    broken = chance.choice(sorted(files))
    other = chance.choice(list(chance.choice(_histories()).values()))
    if chance.random() < 0.7:
        text = text_broken(files[broken].decode("utf-8", "replace"), chance, other.decode("utf-8", "replace"))
        files[broken] = text.encode("utf-8", "surrogatepass")
    else:
        files[broken] = bytes_broken(files[broken], chance, other)
    files = {f"work/{name}": content for name, content in files.items()}
    day = chance.choice(("2010-01-01", "2020-02-30", "0001-01-01", "9999-12-31", "x"))
    commands = (
        ("check", "--fresh", "--limit", "2", "work"),
        ("at", "work", day),
        ("log", "work"),
        ("blame", "work"),
        ("diff", f"work@{day}", "work", "--layer", "words"),
    )
    return Attempt("history", files, chance.choice(commands))


# Rounds that are recorded: of works of law first, then of small ones, and of those whose bets name something.
PLAYED = (
    "mo/q-poker --seed 39 --bet 1:ante=10 --bet 1:pair-plus=5 --action 1:play",
    "mo/baccarat --seed 4 --bet 1:player=10",
    "xx/draw-to-total --seed 3 --bet main-bet=10 --action player-1:draw --action player-1:stand",
    "xx/two-tokens --seed 3 --bet bet-heads=10",
    "xx/three-dice --seed 3 --bet small=10 --bet big=5",
    "xx/roulette --seed 3 --bet straight/17=10 --bet split/0+1=5 --bet even-chance/odd=5 --option la-partage=adopted",
    "xx/fantan --seed 3 --bet nim/1/2=5 --bet nga/1+2/4=3 --bet ssh/1+2+3=1",
    "xx/casino-war --seed 3 --bet main-bet=10 --bet tie-bet=5 --action player-1:go-to-war",
    "xx/red-dog --seed 4 --bet main-bet=10 --action player-1:raise",
)


@cache
def _records() -> tuple[str, ...]:
    """Records of rounds, as `play --format json` writes them."""
    out = []
    with apart():
        for arguments in PLAYED:
            written = StringIO()
            with redirect_stdout(written):
                assert main(["play", *arguments.split(), "--format", "json"]) == 0
            out.append(written.getvalue())
    return tuple(out)


@contextmanager
def apart() -> Iterator[Path]:
    """A folder of its own, with a shelf and a cache in it that are those in use while this lasts.

    On the shelf stand the works that there are, and small invented ones, which take less time.
    """
    before, here = dict(os.environ), Path.cwd()
    with TemporaryDirectory(prefix="lexludi-hostile-") as name:
        folder = Path(name)
        shutil.copytree(shelves()[0], folder / "shelf")
        shutil.copytree(SMALL, folder / "shelf" / "xx", dirs_exist_ok=True)
        os.environ |= {"LEXLUDI_SHELF": str(folder / "shelf"), "XDG_CACHE_HOME": str(folder / "cache"), "COLUMNS": "80"}
        os.environ.pop("LEXLUDI_DEBUG", None)
        try:
            yield folder
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)


def replay(chance: Random) -> Attempt:
    """A record of a round that is forged, or broken."""
    record = chance.choice(_records()[2:] if chance.random() < 0.8 else _records())
    if chance.random() < 0.8:
        data = json.loads(record)
        for _ in range(chance.choice((1, 1, 2, 4))):
            data = json_broken(data, chance)
        content = json.dumps(data, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    else:
        content = bytes_broken(record.encode(), chance, chance.choice(_records()).encode())
    return Attempt("replay", {"round.json": content}, ("replay", *(("--check",) * chance.randrange(2)), "round.json"))


# Those of the rounds that are recorded whose games are on the table of the Play page.
ASKED = (0, 5, 6, 7)


@cache
def table() -> Table:
    """A table of the Play page with games on it."""
    laid = Table()
    for number in ASKED:
        work = PLAYED[number].split()[0]
        laid.put(work, "1", rules_to_text(load(work).rules))
    return laid


@cache
def _question(number: int) -> str:
    """A question that is well: the actions of a recorded round."""
    record = json.loads(_records()[number])
    asked = {
        "game": PLAYED[number].split()[0],
        "language": "pt",
        "options": {},
        "readings": {},
        "seen_by": "",
        "seed": record["seed"],
    }
    return json.dumps({**asked, "actions": record["actions"]})


def page(chance: Random) -> Attempt:
    """A question of the Play page."""
    data = json.loads(_question(chance.choice(ASKED)))
    for _ in range(chance.choice((1, 1, 2, 4))):
        data = json_broken(data, chance)
    text = json.dumps(data, ensure_ascii=False)
    if chance.random() < 0.2:
        text = text_broken(text, chance, _records()[0])
    return Attempt(PAGE, {QUESTION: text.encode("utf-8", "surrogatepass")}, (chance.choice(("play", "plan")),))


def service(chance: Random) -> Attempt:
    """A question of another program, broken; of a text to check, its words are as well."""
    text = _text(chance)
    record = json.loads(chance.choice(_records()))
    sides = [{"work": chance.choice(_WORKS).partition(":")[0], "text": chance.choice(LANGUAGES)} for _ in range(2)]
    questions: dict[str, dict[str, object]] = {
        "check": {"source": text_broken(text.content, chance, _text(chance).content), "text": text.language},
        "text": {"work": chance.choice(("mo/q-poker", "mo/baccarat")), "on": "2005-02-01", "language": "pt"},
        "diff": {"before": sides[0], "after": sides[1], "layers": ["words", "rules"]},
        "play": {"work": record["work"], "seed": record["seed"], "actions": record["actions"], "readings": {}},
        "analyze": {"work": chance.choice(("xx/two-tokens", "xx/three-dice")), "bets": [], "options": {}},
    }
    kind = chance.choice(KINDS)
    data: object = questions[kind]
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        data = json_broken(data, chance)
    content = json.dumps(data, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        content = bytes_broken(content, chance, _records()[0].encode())
    return Attempt(SERVICE, {QUESTION: content}, (kind if chance.random() < 0.97 else _value(chance),))


@cache
def _documents() -> tuple[tuple[str, bytes], ...]:
    return tuple((p.name, p.read_bytes()) for p in sorted(RAW.iterdir()) if p.is_file())


def document(chance: Random) -> Attempt:
    """A raw document to import."""
    name, data = chance.choice(_documents())
    start = chance.randrange(max(1, len(data) - 3000))
    other = chance.choice(_documents())[1]
    part = data[start : start + 3000].decode("utf-8", "ignore")
    content = (
        text_broken(part, chance, other[:3000].decode("utf-8", "ignore")).encode("utf-8", "surrogatepass")
        if chance.random() < 0.6
        else bytes_broken(part.encode(), chance, other[:3000])
    )
    form = chance.choice(("text", "html", "ocr", "pdf"))
    if form == "html":
        content = b"<html><body><p>" + content.replace(b"\n", b"</p><p>") + b"</p></body>"
    language = chance.choice(LANGUAGES)
    return Attempt(
        "document", {name: content}, ("import", name, "--work", "xx/game", "--text", language, "--from", form)
    )


# What answers an option in some game: bets with and without what they name, and choices.
_ANSWERS = {
    "--bet": (
        *"1:ante=10 1:player=10 main-bet=10 tie-bet=5 straight/17=10 straight/37=1 straight=1 split/0+1=5".split(),
        *"split/1+0=5 1:straight/9=10 even-chance/odd=5 first-four=2 first-four/1=2 fan/3=3 nim/1/2=5".split(),
        *"nim/1/1=5 nga/1+2/4=3 nga/1+2+4=3 ssh/1+2+3=1 kwok/1+2=1/2 kwok/1+=1 kwok//=1".split(),
    ),
    "--action": (*"1:play player-1:go-to-war player-1:surrender player-1:raise player-1:stand player-1:draw".split(),),
    "--option": ("la-partage=adopted", "packs=2"),
}
_FLAGS = (
    *(
        "--accept-unknown --compare-readings --compare-options --exact --check --strict --typography --help "
        "-q --version --git --resume --traditional --nothing - --"
    ).split(),
)
_WORKS = (
    *(
        "xx/two-tokens xx/three-dice xx/draw-to-total xx/draw-to-total:pt xx/amendment-sample xx/two-tokens:en "
        "xx/roulette xx/fantan xx/fantan:en xx/casino-war xx/red-dog"
    ).split(),
)
_WORDS = (
    *_WORKS,
    *(
        "mo/q-poker mo/baccarat mo xx mo/q-poker:zh mo/baccarat@2018-05-01 mo/baccarat@latest mo/q-poke "
        "1:ante=10 1:pair-plus=5 1:play player-2@1:ante=1/3 1:ante=0 packs=2 equal-hands=push zh pt en fr "
        "json text csv lcov 2005-01-18 2018-05-01 2018-02-30 words rules outcomes 1 2 rules ast code play "
        "optimal random art_9 art_99 . /dev/null nothing.ludi player-2=standing croupier:draw "
        "exposed-card@dealer*2+1"
    ).split(),
    *("Qs Kh Qd 7c 9h 2s", "Qs Qs", "", "a" * 300),
)


@cache
def _options(command: str) -> tuple[click.Option, ...]:
    """The options that a command has, but for those that ask another machine."""
    module = import_module(f"lexludi.cli.{command}{'_' * iskeyword(command)}")
    return tuple(p for p in module.run.params if isinstance(p, click.Option) and p.opts[0] not in ELSEWHERE)


def arguments(chance: Random) -> Attempt:
    """Arguments at random: commands, options and values that there are, and others."""
    command = chance.choice([c for c in COMMANDS if c not in NOT_AT_RANDOM])
    out = [command if chance.random() < 0.97 else _value(chance)]
    out += [chance.choice(_WORKS) if chance.random() < 0.8 else _value(chance) for _ in range(chance.choice((1, 1, 2)))]
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        if chance.random() < 0.1:
            out.append(chance.choice((*_FLAGS, _value(chance))))
            continue
        option = chance.choice(_options(command))
        out.append(option.opts[0])
        if not option.is_flag:
            choices = getattr(option.type, "choices", None)
            choices = choices or _ANSWERS.get(option.opts[0])
            value = chance.choice(list(choices)) if choices and chance.random() < 0.8 else _value(chance)
            out.append(_small(option.opts[0], value))
    if out[0] in ("simulate", "play", "coverage"):
        out += ["--rounds", "20"]
    if out[0] in ("analyze", "check"):
        out += ["--limit", "1"]
    return Attempt("arguments", {}, tuple(map(_inside, out)))


def _inside(value: str) -> str:
    """A value that names nothing outside the folder: whatever is tried, only what was put there is read and written."""
    return value if value == "/dev/null" else value.lstrip("/").replace("=/", "=").replace("..", ".")


def _small(option: str, value: str) -> str:
    """The value of an option; work that is asked for stays small."""
    return "3" if option in ("--rounds", "--limit", "--chunk", "--examples") and value.isdecimal() else value


def _value(chance: Random) -> str:
    roll = chance.random()
    if roll < 0.75:
        return chance.choice(_WORDS)
    if roll < 0.85:
        return chance.choice(NUMBERS)
    word = list(chance.choice(_WORDS))
    for _ in range(1 + chance.randrange(3)):
        word.insert(chance.randrange(len(word) + 1), chance.choice((*SIGNS, *string.printable)))
    return "".join(word).replace("\x00", "")


def _form(chance: Random, forms: str) -> tuple[str, str]:
    return "--format", chance.choice(forms.split())


DOORS: dict[Callable[[Random], Attempt], int] = {
    text_check: 30,
    text_other: 20,
    glossary: 8,
    history: 12,
    replay: 10,
    page: 10,
    service: 10,
    document: 5,
    arguments: 15,
}


def attempts(seed: int) -> Iterator[Attempt]:
    """Attempts without end, from a seed."""
    chance = Random(seed)
    doors, weights = list(DOORS), list(DOORS.values())
    while True:
        yield chance.choices(doors, weights)[0](chance)


def warmed() -> None:
    """Read and worked out once what every process needs."""
    _records(), table(), _histories(), _documents()
    for source in SOURCES:
        texts(source)
