"""The pages of the website, made from texts and rules, or written by hand; knows nothing of what builds the site."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from posixpath import normpath
from typing import TypeVar

from lexludi.base.errors import UnknownWork
from lexludi.language.phrases import LANGUAGES
from lexludi.site.feeds import feed_of_all
from lexludi.site.home import examples_page, home, regulations_page
from lexludi.site.page import GeneratedPage, Leaf, PlacedPage
from lexludi.site.play import play_page
from lexludi.site.play_files import play_files
from lexludi.site.portion import Portion
from lexludi.site.terms import glossaries_page
from lexludi.site.written import written_pages

P = TypeVar("P", bound=PlacedPage)


def pages(portions: Sequence[Portion], folder: Path | None = None) -> Iterator[GeneratedPage]:
    """Every page of the site of a shelf, language by language, in the order of the navigation.

    With a cache folder, those written by hand are kept there.

    Raises:
        UnknownWork: the name of a work is that of another page.
    """
    return _once_each(_in_order(portions, folder, lambda portion, language: portion.bulk.pages(language)))


def leaves(portions: Sequence[Portion], folder: Path | None = None) -> Iterator[GeneratedPage | Leaf]:
    """The same, of which those of single works are not opened."""
    return _once_each(_in_order(portions, folder, Portion.leaves_in))


def _once_each(made: Iterable[P]) -> Iterator[P]:
    # The folder of a shelf may be that of a work, and a work may be called like a page about all works.
    taken: set[str] = set()
    for page in made:
        path = normpath(page.path)
        if path in taken:
            raise UnknownWork("page-twice", path=path)
        taken.add(path)
        yield page


def _in_order(
    portions: Sequence[Portion], folder: Path | None, of_work: Callable[[Portion, str], Iterable[P]]
) -> Iterator[GeneratedPage | P]:
    # Law and examples have sections of their own, in this order.
    law = [portion for portion in portions if not portion.is_invented]
    invented = [portion for portion in portions if portion.is_invented]
    for language in LANGUAGES:
        said = [portion.said[language] for portion in portions]
        yield home(portions, language)
        for section, page in ((law, regulations_page), (invented, examples_page)):
            if section:
                yield page(section, language)
                yield from (made for portion in section for made in of_work(portion, language))
        yield play_page(said, language)
        yield glossaries_page([one.terms for one in said], language)
        yield from written_pages(language, folder)


def files(portions: Sequence[Portion]) -> Iterator[tuple[str, bytes]]:
    """Every file of a shelf beside its pages, by its path from the top of the site."""
    yield from own_files(portions)
    for portion in portions:
        yield from portion.bulk.files()


def own_files(portions: Sequence[Portion]) -> Iterator[tuple[str, bytes]]:
    """The files that belong to no single work."""
    yield from play_files()
    for language in LANGUAGES:
        yield feed_of_all((entry for portion in portions for entry in portion.said[language].entries), language)
