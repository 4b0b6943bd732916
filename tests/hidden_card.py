"""An invented game with one decision and one hidden card: small enough to be worked out by hand."""

# Twelve cards, three of each number; the player sees their own alone. Playing wins or loses one, folding loses half.
# Of eleven cards 3(n - 1) are lower than n, so playing n is worth 6(n - 1)/11 - 1: 7/11, 1/11, -5/11 and -1 for 4 to 1.
# Folding, at -1/2, is best with 1 alone.
TEXT = """\
Article 1
  “number”, from high to low: 4, 3, 2 and 1.
  material: 3 packs of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “dealer”.
  there are 3 “box”.
  “player” bets at “box”.
  “ante” is a bet.
Article 2
  bets are accepted.
  deal to each “box” with a bet, and then “dealer”, one “card” at a time, face down, until each has 1.
Article 3
  “player” with “ante” chooses “play” or “fold”.
  upon “fold”: “ante” loses half.
Article 4
  turn up the hand of “dealer”.
  settle “ante”.
  when the total of “box” is higher than the total of “dealer”, then “ante” pays 1 to 1.
  in every other case, “ante” loses.
"""

# The same, where the dealer throws a die that no rule reads before anybody chooses: it lies open, the card does not.
_FACES = "  “face”, from high to low: 6 and 5.\n  material: 1 “die”, each showing one “face”.\n"
WITH_A_DIE = TEXT.replace("Article 2\n", f"{_FACES}Article 2\n").replace(
    "Article 3\n", "Article 3\n  “dealer” throws “die”.\n"
)
