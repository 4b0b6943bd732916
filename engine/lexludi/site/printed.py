"""Chinese words with the marks of the gazette: full width and “ ”, where a copy has half width and straight ones.

Texts keep the marks of the copy that they were taken from, as their headers declare; pages show
them so. Each mark stands for one mark, so that places in the words remain.
"""

import re
from dataclasses import replace
from itertools import cycle

from lexludi.language.nodes import Provision, Words
from lexludi.rules.model import RuleSet

_FULL = str.maketrans(",;:()!?", "，；：（）！？")
_BRACKETS = str.maketrans("()", "（）")
_CHINESE = re.compile("[\u4e00-\u9fff]")
# Between two letters or figures of Latin script, or signs of markup, a mark stays: 1,000; 10:30.
_HALF = re.compile(r"(?<![0-9A-Za-z<>=/-])[,;:()!?]|[,;:()!?](?![0-9A-Za-z<>=/-])")
# Brackets of which one stays and the other does not: Poker(Q）規則.
_UNEQUAL = re.compile("\\(([^()（）]*)）|（([^()（）]*)\\)")


def as_printed(rules: RuleSet) -> RuleSet:
    """A Chinese text with its title and words as printed; a text in another language as it is."""
    if rules.language != "zh":
        return rules
    metadata = replace(rules.metadata, title=in_full_width(rules.metadata.title))
    document = replace(rules.document, provisions=tuple(map(_provision, rules.document.provisions)))
    return replace(rules, document=document, metadata=metadata)


def in_full_width(words: str) -> str:
    """Chinese words with full-width marks and curved quotation marks, of the same length; others unchanged."""
    if not _CHINESE.search(words):
        return words
    words = _HALF.sub(lambda mark: mark[0].translate(_FULL), words)
    words = _UNEQUAL.sub(lambda pair: pair[0].translate(_BRACKETS), words)
    # With one too many, nothing tells which open and which close.
    if words.count('"') % 2:
        return words
    marks = cycle("“”")
    return re.sub('"', lambda _: next(marks), words)


def _provision(provision: Provision) -> Provision:
    body = tuple(
        replace(item, text=in_full_width(item.text)) if isinstance(item, Words) else item for item in provision.body
    )
    below = tuple(map(_provision, provision.below))
    title, label = in_full_width(provision.title), in_full_width(provision.label)
    return replace(provision, title=title, label=label, body=body, below=below)
