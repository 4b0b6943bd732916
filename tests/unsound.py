"""A text of tests with one sentence left open, and what is wrong with it."""

from small import diagnosed

MATERIAL = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: {packs} packs of “card”, each with one for each combination of “number”; {size} in each.
  material: 2 “die”, each showing one “number”.
  there is one “dealer”.
  there are 3 “box”.
  “player” bets at “box”.
  “ante” is a bet.
Article 2
  “dealer” must “draw”.
Article 3
  {sentence}.
"""


def codes(sentence: str = "bets are accepted", *, packs: int = 2, size: int = 3) -> list[str]:
    """The codes of what is wrong with the text, with a sentence in it."""
    return [d.code for d in diagnosed(MATERIAL.format(sentence=sentence, packs=packs, size=size))[1]]


DEAL = "deal to {to}, {batch} “{what}” at a time, face up, until each has {count}"
