"""Signs in place of words of a provision that is re-enacted: «[…]», as it was; «[Anterior n.º 5]», as another was."""

import re

from lexludi.base.folding import fold
from lexludi.language.citations import beside, reference_eid
from lexludi.language.nodes import Provision, Words

_OPEN, _CLOSE, _MARK = r"[\[［〔(（]", r"[\]］〕)）]", r"[;；:：.。,，]?"
_DOTS = r"(?:…+|⋯+|\.(?:\s?\.){2,})"
# With or without brackets, of dots or of the character for them, and what closes or opens the provision after it.
# As `[…]`, `（……）`, `［⋯］；` or `...`.
_SIGN = re.compile(rf"{_OPEN}?\s*{_DOTS}\s*{_CLOSE}?\s*{_MARK}")
# Always in brackets: words of the law may begin so.
# As `[Anterior n.º 5]`, `〔原第五款〕；` or `(former number 5.)`.
_FORMER = re.compile(
    rf"{_OPEN}\s*(?:原|anterior |former )(?P<cited>[^\]］〕]+?)\.?\s*{_CLOSE}\s*{_MARK}", re.IGNORECASE
)
# Either, among other words: in round brackets these may speak of what was there before.
_WITHIN = re.compile(rf"{_OPEN}\s*{_DOTS}\s*{_CLOSE}|[\[［〔]\s*(?:原|anterior |former )", re.IGNORECASE)
_BODY = re.compile("正文|corpo do artigo|text of the article")


def is_sign(text: str) -> bool:
    """True of a title or of words that are the sign of what stays and nothing else."""
    return _SIGN.fullmatch(text.strip()) is not None


def is_former(text: str) -> bool:
    """True of words that are the sign of what stood at another number and nothing else."""
    return _FORMER.fullmatch(text.strip()) is not None


def former(provision: Provision, eid: str) -> str:
    """The eId of the provision whose words one takes with its number, by the sign that it has for words; or empty.

    `eid` is its own in the text that is amended; the text of an article becomes its first number so.
    """
    words = [item.text for item in provision.words()]
    match = _FORMER.fullmatch(words[0].strip()) if len(words) == 1 and not any(provision.sentences()) else None
    if match is None:
        return ""
    cited = fold(match["cited"]).lower()
    if _BODY.fullmatch(cited):
        return eid.rpartition("__")[0]
    named = reference_eid(cited)
    # A citation without its article names a neighbour: «n.º 5» under number 6 is number 5 of the same article.
    return named if not named or named.startswith("art_") else beside(eid, named)


def stays(provision: Provision) -> bool:
    """True of a provision that has the sign of what stays for its words, and no formal sentence of its own."""
    words = [item for item in provision.body if isinstance(item, Words)]
    return bool(words) and all(is_sign(item.text) for item in words) and not any(provision.sentences())


def keeps_words(provision: Provision) -> bool:
    """True of a provision that has a sign for its words, and no formal sentence of its own."""
    return stays(provision) or bool(former(provision, provision.eid))


def keeps_anything(provision: Provision) -> bool:
    """True if a sign stands in a provision: for its title, for its words, or for those of one below."""
    return any(keeps_words(p) or is_sign(p.title) for p in provision.all())


def has_sign(text: str) -> bool:
    """True of a title or of words that are a sign, or have one among others."""
    return is_sign(text) or is_former(text) or _WITHIN.search(text) is not None
