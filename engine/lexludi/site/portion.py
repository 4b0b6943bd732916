"""The portion of a work: all that the site has of it, as data by itself, made once and kept until the work changes.

Pages about all works are put together from portions alone, so that nothing is worked out
again of a work that has not changed, and works are made ready side by side.
"""

import gc
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, field, replace
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from lexludi.base.cache import CacheEntry, digest_of_bytes, file_digests, results
from lexludi.base.frozen import dataclass
from lexludi.base.limits import give_back_memory
from lexludi.base.processes import each
from lexludi.base.resources import shelves
from lexludi.checks.codec import Codec
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import digest_of, engine_digest, files_near, on_shelves, works_under
from lexludi.site import feeds
from lexludi.site.alive import alive
from lexludi.site.articles import article_pages, text_pages
from lexludi.site.cards import Card, LatestChange, Way, card, changes
from lexludi.site.chances import odds_page, together_files
from lexludi.site.compared import compare_pages
from lexludi.site.coverage import coverage_page
from lexludi.site.desk import Desk
from lexludi.site.doubts import doubts_page
from lexludi.site.files import files_of_work
from lexludi.site.kept_pages import Packer, unpacked
from lexludi.site.kept_results import RESULTS
from lexludi.site.library import WorkOnDate, beside, title_of, work_in
from lexludi.site.markup import render
from lexludi.site.overview import overview
from lexludi.site.page import GeneratedPage, Leaf, SearchPart, page_of, search_part
from lexludi.site.play_files import PLAY, GameChoice, game_files, games
from lexludi.site.playing import game_page
from lexludi.site.rounds import TraceLine, rounds_page, step_lines
from lexludi.site.terms import WorkTerms, glossary_page, terms_of

Pages = Callable[[WorkOnDate, str], Iterable[GeneratedPage]]

# What a work has, in the order of the navigation; of one that is repealed nothing by which a round would be played.
OF_A_WORK: tuple[Pages, ...] = (
    lambda work, language: (overview(work, language),),
    text_pages,
    article_pages,
    lambda work, language: () if work.repealed else (game_page(work, language),),
    lambda work, language: (odds_page(work, language),) if work.odds.bets else (),
    lambda work, language: () if work.repealed else (rounds_page(work, language),),
    lambda work, language: (doubts_page(work, language),),
    compare_pages,
    lambda work, language: () if work.repealed else (coverage_page(work, language),),
    lambda work, language: (glossary_page(work, language),),
)


@dataclass(frozen=True)
class LivingProvision:
    """A provision shown alive, as markup, and the greatest difference that a reading of it makes to a house edge."""

    at_stake: Fraction
    body: str


@dataclass(frozen=True)
class WorkedView:
    """The steps of a round that was played beforehand."""

    steps: tuple[TraceLine, ...]


@dataclass(frozen=True)
class WorkShare:
    """The share of one work in pages about all works, in a language; `worked`: a round played beforehand, as markup."""

    card: Card
    changes: tuple[LatestChange, ...]
    entries: tuple[feeds.FeedEntry, ...]
    games: tuple[GameChoice, ...]
    terms: WorkTerms
    worked: str
    alive: LivingProvision | None


# Of a work that is made: where it is, and where what takes long to be worked out from its rules is kept.
Place = tuple[str, Path, CacheEntry | None]
# The name of its files, among what a work has in each language.
FILES = "files"


@dataclass(frozen=True)
class Bulk:
    """The pages and files of a work, packed: as they were made, or in the cache folder; made again if they are lost."""

    place: Place | None
    entry: CacheEntry | None
    made: Mapping[str, str] | None

    def pages(self, language: str) -> tuple[GeneratedPage, ...]:
        """The pages in a language, in the order of the navigation."""
        return tuple(page_of(data) for data in self._part(language))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """The files, by their paths from the top of the site."""
        for path, content in self._part(FILES):
            yield path, b64decode(content, validate=True)

    def _part(self, name: str) -> list[Any]:
        part = self.entry.read(lambda packed: _lines(packed[name])) if self.entry else None
        return _lines(self._made[name]) if part is None else part

    @cached_property
    def _made(self) -> Mapping[str, str]:
        if self.made is not None:
            return self.made
        assert self.place is not None
        return _made(self.place)[1]


@dataclass(frozen=True)
class Portion:
    """All that the site has of a work: what others say of it, its pages and files by digests, and these as bulk.

    Of one that is repealed, pages lead to the `successor`: what it is `replaced_by`, where that is on the shelf.
    """

    name: str
    is_invented: bool
    is_amended: bool
    replaced_by: str
    successor: str
    text_path: str
    leaves: tuple[Leaf, ...]
    files: Mapping[str, str]
    said: Mapping[str, WorkShare]
    search: Mapping[str, SearchPart]
    bulk: Bulk = field(default=Bulk(None, None, None), repr=False, compare=False)

    def leaves_in(self, language: str) -> Iterator[Leaf]:
        """Its pages in a language, without what stands on them."""
        return (leaf for leaf in self.leaves if leaf.language == language)


def portions(
    top: Path | None = None, progress: Callable[[str], Any] = lambda name: None, folder: Path | None = None
) -> Iterator[Portion]:
    """The portions of all works of a shelf, in their order; with a cache folder they are kept there.

    Raises:
        InvalidRegulation: a text has errors.
    """
    homes = dict(works_under(top)) if top else on_shelves()
    near = {name: files_near(home) for name, home in homes.items() if folder}
    with file_digests(folder) as digests:
        engine = engine_digest(digests) if folder else ""
        entries = {
            name: CacheEntry(f"site {(home.resolve(), shelves())}", digest_of(home, engine, digests), folder)
            for name, home in homes.items()
            if folder
        }
    # Entries of their own: each build reads the heads, the bulk only of a work of which a page is opened; and
    # results, found by the digests of rules, outlast a change of words.
    bulks = {name: replace(entry, subject=f"bulk {entry.subject}") for name, entry in entries.items()}
    of_rules = {name: CacheEntry(f"results {entry.subject}", engine, folder) for name, entry in entries.items()}
    places: dict[str, Place] = {name: (name, home, of_rules.get(name)) for name, home in homes.items()}
    kept = {
        name: entry.read(partial(_portion, bulk=Bulk(places[name], bulks[name], None)))
        for name, entry in entries.items()
    }
    # What leads to a work that has left the shelf is made again, and what would lead to one that has come.
    kept = {
        name: known
        for name, known in kept.items()
        if known is not None and known.successor == beside(homes[name], name, known.replaced_by)
    }
    missing = [name for name in homes if name not in kept]
    # In the order of `homes`, as what is missing is: each is taken when its work comes, while others are made.
    made = zip(missing, each(_made, [places[name] for name in missing]), strict=True)
    for name in homes:
        portion = kept.pop(name, None)
        if portion is None:
            _, (head, packed) = next(made)
            # The bulk first: a head that is kept leads to one that is there.
            stayed = name in entries and near[name] == files_near(homes[name])
            is_kept = stayed and bulks[name].write(packed) and entries[name].write(head)
            bulk = Bulk(places[name], bulks[name], None) if is_kept else Bulk(None, None, packed)
            portion = _portion(head, bulk)
        progress(name)
        yield portion


def portion_of(work: WorkOnDate) -> Portion:
    """The portion of a work."""
    head, packed = _packed(work)
    return _portion(head, Bulk(None, None, packed))


def _made(place: Place) -> tuple[Any, dict[str, str]]:
    name, home, entry = place
    give_back_memory()  # of the work before
    # Pages leave next to no garbage in cycles: to look for it as often as usual takes an eighth of the time.
    gc.set_threshold(10_000)
    with results(entry, RESULTS.decode, RESULTS.encode) as kept:
        return _packed(work_in(name, home, kept))


def _pages(work: WorkOnDate, language: str) -> Iterator[GeneratedPage]:
    title = title_of(work, language)
    for make in OF_A_WORK:
        # A page with the title of the work need not say of what work it is.
        yield from (page if page.title == title else replace(page, of=title) for page in make(work, language))


def _files(work: WorkOnDate) -> Iterator[tuple[str, bytes]]:
    yield from together_files(work)
    yield from game_files(work)
    yield from files_of_work(work)
    if work.history is not None:
        yield from (feeds.feed_of(work, language) for language in LANGUAGES)


def _said(work: WorkOnDate, language: str) -> WorkShare:
    desk = Desk(f"{language}/{PLAY}", work)
    steps = tuple(step for played in work.worked.rounds[:1] for step in step_lines(desk, played))
    living = alive(work, language)
    return WorkShare(
        card(work, language),
        tuple(changes(work, language)),
        tuple(feeds.entries(Desk(f"{language}/{work.name}", work))) if work.history and not work.is_invented else (),
        tuple(games(work, language)),
        terms_of(work, language),
        render("worked.html", desk, WorkedView(steps)) if steps else "",
        living and LivingProvision(living[0], render("alive.html", Desk(language, work), living[1])),
    )


# ── As plain data ───────────────────────────────────────────────────────────


_HEADS = Codec.of(
    *(Portion, Leaf, SearchPart, WorkShare, LivingProvision, Card, Way, LatestChange, GameChoice, WorkTerms),
    feeds.FeedEntry,
    without=("bulk",),
)


def _packed(work: WorkOnDate) -> tuple[Any, dict[str, str]]:
    """The portion of a work without its bulk, as plain data; and its bulk. One page after the other is let go."""
    bulk, search, leaves, files = {}, {}, [], {}
    # Lines of JSON, so that nothing but the packed bytes grows.
    packer = Packer()
    for path, content in _files(work):
        packer.add(_line((path, content)))
        files[path] = digest_of_bytes(content)
    bulk[FILES] = packer.packed()
    for language in LANGUAGES:
        packer, pages = Packer(), []
        for page in _pages(work, language):
            packer.add(_line(vars(page)))
            leaves.append(page.leaf)
            pages.append(replace(page, body=Markup()))
        bulk[language], search[language] = packer.packed(), search_part(pages)
    head = Portion(
        work.name,
        work.is_invented,
        len(work.over_time) > 1,
        work.replaced_by,
        work.successor,
        work.latest.text_path,
        tuple(leaves),
        files,
        {language: _said(work, language) for language in LANGUAGES},
        search,
    )
    return _HEADS.encode(head), bulk


def _line(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, default=_plain).encode() + b"\n"


def _plain(value: Any) -> Any:
    return b64encode(value).decode("ascii") if isinstance(value, bytes) else asdict(value)


def _lines(letters: str) -> list[Any]:
    """The data of the lines that were packed."""
    return [json.loads(line) for line in unpacked(letters).splitlines()]


def _portion(head: Any, bulk: Bulk) -> Portion:
    portion: Portion = _HEADS.decode(head)
    return replace(portion, bulk=bulk)
