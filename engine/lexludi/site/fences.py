"""Texts in pages written by hand: blocks of Markdown fenced with `ludi`, `console`, `toml` become markup."""

import re

from lexludi.base.folding import fold
from lexludi.language.phrases import phrase_table
from lexludi.site.markup import Html, join, markup, tag
from lexludi.site.page import TAGS

_FENCE = re.compile(r"(?ms)^```ludi (?P<language>zh|pt|en)\n(?P<text>.*?)^```$")
_OTHER = re.compile(r"(?ms)^```(?:console|toml|text)\n(?P<text>.*?)^```$")
_KINDS = {"|": "words", "~": "summary", "#": "comment", ">": "quoted"}


def shown_texts(markdown: str) -> str:
    """A written page with its regulation texts as markup, one block of HTML each."""
    shown = _FENCE.sub(lambda m: shown_text(m["text"], m["language"]), markdown)
    return _OTHER.sub(lambda m: _plain(m["text"]), shown)


def _plain(text: str) -> Html:
    """What a terminal or a file shows, as it stands; it can be scrolled by keyboard."""
    lines = (line or " " for line in text.rstrip("\n").split("\n"))
    return tag("pre", tag("code", "\n".join(lines)), class_="lx-code lx-code--plain", tabindex=0)


def shown_text(text: str, language: str) -> Html:
    """A regulation text, line by line."""
    shown = [_line(line, language) for line in text.rstrip("\n").split("\n")]
    code = tag("code", join(shown, Html("\n")))
    return tag("pre", code, class_="lx-code", lang=TAGS[language], tabindex=0)


def _line(line: str, language: str) -> Html:
    if not line.strip():
        return Html(" ")  # a blank line would end the block for Markdown
    kind = _KINDS.get(fold(line.lstrip()[:1]))
    if kind:
        return tag("span", line, class_=f"lx-code-{kind}")
    if line[0] != " ":
        return tag("span", line, class_="lx-code-heading")
    quotes = phrase_table(language).marks.quotes
    pieces = re.split(f"({quotes[0]}[^{quotes}]*{quotes[1]})", line)
    return join(tag("span", p, class_="lx-code-term") if i % 2 else markup(p) for i, p in enumerate(pieces))
