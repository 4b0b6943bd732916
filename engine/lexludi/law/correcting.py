"""Rectification: words and sentences of a provision as they were published, put right."""

from dataclasses import replace
from itertools import pairwise

from lexludi.language.nodes import Body, Provision, Sentence, Words


def is_as_published(provision: Provision, published: Provision, right: Provision) -> bool:
    """A provision has the title, the words and the sentences that are to be put right."""
    title = corrected_title(provision.title, published.title, right.title)
    return title is not None and corrected_body(provision.body, published, right) is not None


def corrected_title(title: str, published: str, right: str) -> str | None:
    """A title put right; none if it is not as published."""
    if published == right:
        return title
    # Where only the text as it must read has a title, it was left out. Where only that as published has one, it may be
    # there to cite the provision: that a title is to go is not certain.
    return right if right and title == published else None


def corrected_body(body: tuple[Body, ...], published: Provision, right: Provision) -> tuple[Body, ...] | None:
    """A body with words that stand in it once, and with sentences, put right; none if they are not there."""
    for wrong, new in _pairs(published, right):
        # In one place and once: of a passage that stands there twice nobody knows which was misprinted.
        places = [i for i, item in enumerate(body) if isinstance(item, Words) and wrong in item.text]
        if not wrong or len(places) != 1:
            return None
        item = body[places[0]]
        assert isinstance(item, Words)
        if item.text.count(wrong) != 1:
            return None
        put_right = _put_right(item, wrong, new)
        if put_right is None:
            return None
        body = (*body[: places[0]], put_right, *body[places[0] + 1 :])
    return _with_sentences(body, tuple(published.sentences()), tuple(right.sentences()))


def _put_right(words: Words, wrong: str, new: str) -> Words | None:
    """Words with a passage of theirs put right; the marks of parts stay before the words that they stand before.

    None, where it is not certain which words are those of a part, or none are left of it.
    """
    start, longer = words.text.index(wrong), len(new) - len(wrong)
    text = words.text.replace(wrong, new)
    places: list[int] = []
    for mark in words.stretches:
        at = mark.start - start
        # Within the passage, one side of the mark must be as it was: else words of one part may be those of the other.
        is_before = at <= 0 or (at < len(wrong) and new.startswith(wrong[:at]))
        is_behind = at >= len(wrong) or (at > 0 and new.endswith(wrong[at:]))
        if is_before == is_behind and (longer or not is_before):
            return None
        places.append(mark.start if is_before else mark.start + longer)
    if not all(text[place:end].strip() for place, end in pairwise((*places, len(text)))):
        return None
    marks = (replace(mark, start=place) for mark, place in zip(words.stretches, places, strict=True))
    return replace(words, text=text, stretches=tuple(marks))


def _pairs(published: Provision, right: Provision) -> list[tuple[str, str]]:
    """Words as published, each with those that take their place; a provision may quote several places."""
    wrong, new = ([i.text for i in p.body if isinstance(i, Words)] for p in (published, right))
    # An empty passage, which is in no words: `corrected_body` refuses it.
    if len(wrong) != len(new):
        return [("", "")]
    return list(zip(wrong, new, strict=True))


def _with_sentences(
    body: tuple[Body, ...], published: tuple[Sentence, ...], right: tuple[Sentence, ...]
) -> tuple[Body, ...] | None:
    there = [item for item in body if isinstance(item, Sentence)]
    if any(there.count(sentence) != 1 for sentence in published):
        return None
    # Published without any sentence: what was left out comes last.
    if not published:
        return (*body, *right)
    # One for one each stays at its place, in whatever order they are quoted; more or fewer take the place of a row.
    if len(published) == len(right):
        new = dict(zip(published, right, strict=True))
        return tuple(new.get(item, item) if isinstance(item, Sentence) else item for item in body)
    at = there.index(published[0])
    if there[at : at + len(published)] != list(published):
        return None
    start = body.index(published[0])
    rest = (item for item in body[start:] if item not in published)
    return (*body[:start], *right, *rest)
