"""The sign of what stays as it is: «[…]» or 「……」 in place of words of a provision that is re-enacted."""

import re

from lexludi.language.nodes import Provision, Words

# With or without brackets, of dots or of the character for them, and what closes or opens the provision after it.
_SIGN = re.compile(r"[\[［〔]?\s*(?:…+|\.{3,}|⋯+)\s*[\]］〕]?\s*[;；:：.。,，]?")


def is_sign(text: str) -> bool:
    """True of a title or of words that are the sign and nothing else."""
    return _SIGN.fullmatch(text.strip()) is not None


def keeps_words(provision: Provision) -> bool:
    """True of a provision that has the sign for its words, and no formal sentence of its own."""
    words = [item for item in provision.body if isinstance(item, Words)]
    return bool(words) and all(is_sign(item.text) for item in words) and not any(provision.sentences())


def keeps_anything(provision: Provision) -> bool:
    """True if the sign stands in a provision: for its title, for its words, or for those of one below."""
    return any(keeps_words(p) or is_sign(p.title) for p in provision.all())
