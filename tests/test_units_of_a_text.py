"""Units of a text while it is amended: their numbers, their places, what has taken theirs, and what refers to them."""

import pytest

from lexludi.language.nodes import Level, Reference, transform, walk
from lexludi.law.links import full_target, link, link_to_new, moved_targets, renamed
from lexludi.law.units import ConsolidatedUnit
from small import document_of


def unit(above: ConsolidatedUnit, level: Level, number: str) -> ConsolidatedUnit:
    """A unit at the end of those below another."""
    above.below.append(own := ConsolidatedUnit(level, number, above=above))
    return own


def article_of(*numbers: str) -> ConsolidatedUnit:
    """An article 2 with paragraphs of some numbers."""
    article = unit(ConsolidatedUnit(None), Level.ARTICLE, "2")
    for number in numbers:
        unit(article, Level.PARAGRAPH, number)
    return article


@pytest.mark.parametrize(
    ("there", "level", "number", "order"),
    [
        (("1", "3"), Level.PARAGRAPH, "2", "1 2 3"),
        (("2", "3"), Level.PARAGRAPH, "1", "1 2 3"),
        (("1", "2", "3"), Level.PARAGRAPH, "2-A", "1 2 2-A 3"),
        # A point behind a paragraph would be read as one of that.
        (("1", "2"), Level.POINT, "1", "1 1 2"),
    ],
)
def test_a_unit_takes_the_place_of_its_number(there: tuple[str, ...], level: Level, number: str, order: str) -> None:
    article = article_of(*there)
    ConsolidatedUnit(level).settle(article, level, number, number)
    assert [own.number for own in article.below] == order.split()
    assert article.below[0].level is (Level.POINT if level is Level.POINT else Level.PARAGRAPH)


def test_eids_follow_the_numbers_above() -> None:
    article = article_of("1")
    point = unit(article.below[0], Level.POINT, "3")
    assert point.eid == "art_2__para_1__point_3"
    article.number = "4"
    assert point.eid == "art_4__para_1__point_3"


def test_the_heir_has_the_words_that_came_under_the_same_number() -> None:
    """Article 2 makes way for one whose paragraphs are 1 and 3: of the paragraph 2 nothing is left."""
    article, new = article_of("1", "2"), article_of("1", "3")
    first, second = article.below
    root = article.above
    assert root is not None
    assert article.heir is article
    article.hand_over(new)
    root.below, new.above = [new], root
    assert (article.heir, first.heir, second.heir) == (new, new.below[0], None)
    # Once more: the heir of a unit is that which stands.
    last = article_of("1")
    new.hand_over(last)
    root.below, last.above = [last], root
    assert (article.heir, first.heir) == (last, last.below[0])


def test_a_reference_follows_what_it_speaks_of() -> None:
    """Paragraph 1 of article 2 prevails over paragraph 2, which becomes 3; a new paragraph 2 is not meant."""
    document, _ = document_of(
        "Article 2\n1.\n  “ante” loses.\n  prevails over article 2, number 2.\n2.\n  “ante” is returned.\n"
    )
    (written,) = document.provisions
    article = article_of("1", "2")
    first, second = article.below
    first.body = written.below[0].body
    root = article.above
    assert root is not None
    link(root)
    assert first.links == {"art_2__para_2": second}
    second.number = "3"
    unit(article, Level.PARAGRAPH, "2")
    link(root)
    assert moved_targets(first) == {"art_2__para_2": "art_2__para_3"}
    sentence = transform(first.body[-1], lambda node: renamed(node, moved_targets(first)))
    assert [node.target for node in walk(sentence) if isinstance(node, Reference)] == ["art_2__para_3"]


def test_a_reference_to_what_was_removed_is_to_what_came_new_under_its_number() -> None:
    article = article_of("1", "2")
    first, second = article.below
    first.links, first.written_as = {"art_2__para_2": second}, "art_2__para_1"
    before = {own: own.eid for own in article.all()}
    article.below.remove(second)
    second.above = None
    new = unit(article, Level.PARAGRAPH, "2")
    link_to_new(article.by_eid(), before)
    assert first.links == {"art_2__para_2": new}


@pytest.mark.parametrize(
    ("target", "eid", "full"),
    [
        ("para_2", "art_9__para_1", "art_9__para_2"),
        ("art_3__para_2", "art_9__para_1", "art_3__para_2"),
        ("para_2", "annex_1", "para_2"),
    ],
)
def test_a_paragraph_alone_is_one_of_the_same_article(target: str, eid: str, full: str) -> None:
    assert full_target(target, eid) == full
