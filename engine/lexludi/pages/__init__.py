"""The pages of the website, made from texts and rules; knows nothing of what builds the site."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lexludi.pages.articles import article_pages
from lexludi.pages.chances import odds_page
from lexludi.pages.compared import compare_pages
from lexludi.pages.doubts import doubts_page
from lexludi.pages.home import home
from lexludi.pages.library import Work, shelf_works
from lexludi.pages.overview import overview
from lexludi.pages.page import GeneratedPage
from lexludi.pages.play import play_page
from lexludi.pages.playing import game_page
from lexludi.pages.reach import coverage_page
from lexludi.pages.rounds import rounds_page
from lexludi.pages.terms import glossary_page
from lexludi.phrases import LANGUAGES

Pages = Callable[[Work, str], Iterable[GeneratedPage]]

# What a work has, in the order of the navigation.
OF_A_WORK: tuple[Pages, ...] = (
    lambda work, language: (overview(work, language),),
    article_pages,
    lambda work, language: (game_page(work, language),),
    lambda work, language: (odds_page(work, language),) if work.odds.bets else (),
    lambda work, language: (rounds_page(work, language),),
    lambda work, language: (doubts_page(work, language),),
    compare_pages,
    lambda work, language: (coverage_page(work, language),),
)


def pages(top: Path | None = None, works: list[Work] | None = None) -> Iterator[GeneratedPage]:
    """Every generated page of a shelf, language by language, in the order of the navigation.

    `works` are those of the shelf, where they have been read already.

    Raises:
        InvalidRegulation: a text has errors.
    """
    works = list(shelf_works(top)) if works is None else works
    for language in LANGUAGES:
        yield home(works, language)
        for work in works:
            for make in OF_A_WORK:
                yield from make(work, language)
        yield play_page(works, language)
        yield glossary_page(works, language)
