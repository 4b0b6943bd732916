"""The pages of the website, made from texts and rules, or written by hand; knows nothing of what builds the site."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from lexludi.language.phrases import LANGUAGES
from lexludi.site.feeds import feed_of_all
from lexludi.site.home import examples_page, home, regulations_page
from lexludi.site.page import GeneratedPage
from lexludi.site.play import play_page
from lexludi.site.play_files import play_files
from lexludi.site.portion import Portion
from lexludi.site.terms import glossaries_page
from lexludi.site.written import written_pages


def pages(found: Sequence[Portion], folder: Path | None = None) -> Iterator[GeneratedPage]:
    """Every page of the site of a shelf, language by language, in the order of the navigation.

    With a cache folder, those written by hand are kept there.
    """
    law, invented = ([portion for portion in found if portion.is_invented is own] for own in (False, True))
    for language in LANGUAGES:
        said = [portion.said[language] for portion in found]
        yield home(found, language)
        if law:
            yield regulations_page(law, language)
            yield from _of(law, language)
        if invented:
            yield examples_page(invented, language)
            yield from _of(invented, language)
        yield play_page(said, language)
        yield glossaries_page([one.terms for one in said], language)
        yield from written_pages(language, folder)


def _of(found: Sequence[Portion], language: str) -> Iterator[GeneratedPage]:
    for portion in found:
        yield from (page for page in portion.pages if page.language == language)


def files(found: Sequence[Portion]) -> Iterator[tuple[str, bytes]]:
    """Every file of a shelf beside its pages, by its path from the top of the site."""
    yield from play_files()
    for portion in found:
        yield from portion.files
    for language in LANGUAGES:
        yield feed_of_all((entry for portion in found for entry in portion.said[language].entries), language)
