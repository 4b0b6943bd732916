"""The pages of the website, made from texts and rules; knows nothing of what builds the site."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from lexludi.language.phrases import LANGUAGES
from lexludi.site.articles import article_pages
from lexludi.site.chances import odds_page
from lexludi.site.compared import compare_pages
from lexludi.site.doubts import doubts_page
from lexludi.site.home import examples_page, home
from lexludi.site.library import Work, shelf_works, title_of
from lexludi.site.overview import overview
from lexludi.site.page import GeneratedPage
from lexludi.site.play import play_page
from lexludi.site.playing import game_page
from lexludi.site.reach import coverage_page
from lexludi.site.rounds import rounds_page
from lexludi.site.terms import glossary_page
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
)


def pages(top: Path | None = None, works: list[Work] | None = None) -> Iterator[GeneratedPage]:
    """Every generated page of a shelf, language by language, in the order of the navigation.

    `works` are those of the shelf, where they have been read already.

    Raises:
        InvalidRegulation: a text has errors.
    """
    works = list(shelf_works(top)) if works is None else works
    law, invented = ([work for work in works if work.is_invented is own] for own in (False, True))
    for language in LANGUAGES:
        yield home(works, language)
        for work in law:
            yield from _of(work, language)
        if invented:
            yield examples_page(invented, language)
        for work in invented:
            yield from _of(work, language)
        yield play_page(works, language)
        yield glossary_page(works, language)


def _of(work: Work, language: str) -> Iterator[GeneratedPage]:
    title = title_of(work, language)
    for make in OF_A_WORK:
        yield from (page if page.title == title else replace(page, of=title) for page in make(work, language))
