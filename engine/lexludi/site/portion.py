"""The portion of a work: all that the site has of it, as data by itself, made once and kept until the work changes.

Pages about all works are put together from portions alone, so that nothing is worked out
again of a work that has not changed, and works are made ready side by side.
"""

import gc
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from markupsafe import Markup

from lexludi.base.cache import MAX_BYTES, Entry, file_digests, results
from lexludi.base.limits import give_back_memory
from lexludi.base.processes import each
from lexludi.base.resources import shelves
from lexludi.language.phrases import LANGUAGES
from lexludi.law.dependence import digest_of, engine_digest
from lexludi.law.files import on_shelves, works_under
from lexludi.site import feeds
from lexludi.site.alive import alive
from lexludi.site.articles import article_pages
from lexludi.site.cards import Card, LatestChange, Way, card, changes
from lexludi.site.chances import odds_page, together_files
from lexludi.site.compared import compare_pages
from lexludi.site.desk import Desk
from lexludi.site.doubts import doubts_page
from lexludi.site.files import files_of_work
from lexludi.site.kept_results import RESULTS
from lexludi.site.library import Work, title_of, work_in
from lexludi.site.markup import render
from lexludi.site.overview import overview
from lexludi.site.page import GeneratedPage, page_of
from lexludi.site.play_files import PLAY, GameChoice, game_files, games
from lexludi.site.playing import game_page
from lexludi.site.reach import coverage_page
from lexludi.site.rounds import StepLine, rounds_page, step_lines
from lexludi.site.terms import WorkTerms, glossary_page, terms_of
from lexludi.site.texts import text_pages

Pages = Callable[[Work, str], Iterable[GeneratedPage]]

# What a work has, in the order of the navigation.
OF_A_WORK: tuple[Pages, ...] = (
    lambda work, language: (overview(work, language),),
    text_pages,
    article_pages,
    lambda work, language: (game_page(work, language),),
    lambda work, language: (odds_page(work, language),) if work.odds.bets else (),
    lambda work, language: (rounds_page(work, language),),
    lambda work, language: (doubts_page(work, language),),
    compare_pages,
    lambda work, language: (coverage_page(work, language),),
    lambda work, language: (glossary_page(work, language),),
)


@dataclass(frozen=True)
class LivingProvision:
    """A provision shown alive, and the greatest difference that a reading of it makes to a house edge."""

    at_stake: Fraction
    body: Markup


@dataclass(frozen=True)
class WorkedView:
    """The steps of a round that was played beforehand."""

    steps: tuple[StepLine, ...]


@dataclass(frozen=True)
class Said:
    """The share of one work in pages about all works, in a language; `worked` is a round of it, played beforehand."""

    card: Card
    changes: tuple[LatestChange, ...]
    entries: tuple[feeds.Entry, ...]
    games: tuple[GameChoice, ...]
    terms: WorkTerms
    worked: Markup
    alive: LivingProvision | None


@dataclass(frozen=True)
class Portion:
    """All that the site has of a work: its pages, its files, and by language what other pages say of it."""

    name: str
    is_invented: bool
    is_amended: bool
    text_path: str
    pages: tuple[GeneratedPage, ...]
    files: tuple[tuple[str, bytes], ...]
    said: Mapping[str, Said]


def portions(
    top: Path | None = None, progress: Callable[[str], Any] = lambda name: None, folder: Path | None = None
) -> Iterator[Portion]:
    """The portions of all works of a shelf, in their order; with a cache folder they are kept there.

    Raises:
        InvalidRegulation: a text has errors.
    """
    homes = dict(works_under(top)) if top else on_shelves()
    with file_digests(folder) as digests:
        engine = engine_digest(digests) if folder else ""
        entries = {
            name: Entry(f"site {(home.resolve(), shelves())}", digest_of(home, engine, digests), folder)
            for name, home in homes.items()
            if folder
        }
        of_rules = {name: Entry(f"results {entry.subject}", engine, folder) for name, entry in entries.items()}
    kept = {name: entry.read(_unpacked) for name, entry in entries.items()}
    missing = [name for name in homes if kept.get(name) is None]
    made = zip(missing, each(_made, [(name, homes[name], of_rules.get(name)) for name in missing]), strict=True)
    for name in homes:
        portion = kept.pop(name, None)
        if portion is None:
            _, packed = next(made)
            portion = _unpacked(packed)
            if name in entries:
                entries[name].write(packed)
        progress(name)
        yield portion


def _made(place: tuple[str, Path, Entry | None]) -> str:
    name, home, entry = place
    give_back_memory()  # of the work before
    # Pages leave next to no garbage in cycles: to look for it as often as usual takes an eighth of the time.
    gc.set_threshold(10_000)
    with results(entry, RESULTS.decode, RESULTS.encode) as kept:
        return _packed(portion_of(work_in(name, home, kept)))


def portion_of(work: Work) -> Portion:
    """The portion of a work."""
    return Portion(
        work.name,
        work.is_invented,
        len(work.over_time) > 1,
        work.latest.text_path,
        tuple(page for language in LANGUAGES for page in _pages(work, language)),
        tuple(_files(work)),
        {language: _said(work, language) for language in LANGUAGES},
    )


def _pages(work: Work, language: str) -> Iterator[GeneratedPage]:
    title = title_of(work, language)
    for make in OF_A_WORK:
        yield from (page if page.title == title else replace(page, of=title) for page in make(work, language))


def _files(work: Work) -> Iterator[tuple[str, bytes]]:
    yield from game_files(work)
    yield from files_of_work(work)
    yield from together_files(work)
    if work.history is not None:
        yield from (feeds.feed_of(work, language) for language in LANGUAGES)


def _said(work: Work, language: str) -> Said:
    desk = Desk(f"{language}/{PLAY}", work)
    steps = tuple(step for worked in work.worked[:1] for step in step_lines(desk, worked.round))
    living = alive(work, language)
    return Said(
        card(work, language),
        tuple(changes(work, language)),
        tuple(feeds.entries(Desk(f"{language}/{work.home}", work))) if work.history and not work.is_invented else (),
        tuple(games(work, language)),
        terms_of(work, language),
        render("worked.html", desk, WorkedView(steps)),
        living and LivingProvision(living[0], render("alive.html", Desk(language, work), living[1])),
    )


# ── As plain data ───────────────────────────────────────────────────────────


def _packed(portion: Portion) -> str:
    """A portion as lines of JSON, compressed; pages repeat themselves, and are a tenth of their length so."""
    first: dict[str, Any] = {**vars(portion), "pages": len(portion.pages), "files": ()}
    lines: tuple[Any, ...] = (first, *map(vars, portion.pages), *portion.files)
    packer = zlib.compressobj()
    parts = [packer.compress(json.dumps(line, ensure_ascii=False, default=_plain).encode() + b"\n") for line in lines]
    return b64encode(b"".join((*parts, packer.flush()))).decode("ascii")


def _plain(value: Any) -> Any:
    match value:
        case bytes():
            return b64encode(value).decode("ascii")
        case date() | Fraction():
            return str(value)
        case _:
            return asdict(value)


def _unpacked(packed: str) -> Portion:
    # Whoever wrote into the cache folder could have written anything: no more memory than a file may take.
    unpacked = zlib.decompressobj().decompress(b64decode(packed, validate=True), MAX_BYTES)
    data, *rest = map(json.loads, unpacked.splitlines())
    pages, files = rest[: data["pages"]], rest[data["pages"] :]
    data["pages"] = tuple(map(page_of, pages))
    data["files"] = tuple((path, b64decode(content, validate=True)) for path, content in files)
    data["said"] = {language: _said_of(said) for language, said in data["said"].items()}
    return Portion(**data)


def _said_of(data: dict[str, Any]) -> Said:
    described, living = data["card"], data["alive"]
    return Said(
        Card(**{**described, "ways": tuple(Way(**way) for way in described["ways"])}),
        tuple(LatestChange(**{**change, "since": date.fromisoformat(change["since"])}) for change in data["changes"]),
        tuple(feeds.Entry(**{**entry, "day": date.fromisoformat(entry["day"])}) for entry in data["entries"]),
        tuple(GameChoice(**game) for game in data["games"]),
        WorkTerms(**data["terms"]),
        Markup(data["worked"]),
        living and LivingProvision(Fraction(living["at_stake"]), Markup(living["body"])),
    )
