"""Sentences of rules as a page prints them: begun with a capital, ended with a stop, their terms as links."""

from lexludi.site.desk import Desk
from lexludi.site.formal import SentencePiece, with_terms


def told(desk: Desk, sentence: str) -> tuple[SentencePiece, ...]:
    """A sentence that was told without its stop, in the language of the text that the page shows."""
    text = desk.work.text(desk.language)
    return with_terms(f"{sentence[:1].upper()}{sentence[1:]}{desk.say('site.stop')}", text, desk.work.known)
