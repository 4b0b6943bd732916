"""The example of README.md, which `make lint` types."""

from lexludi import Choose, Deal, PlaceBet, load

round_ = load("mo/q-poker", readings={"not-qualified": "keep-half"}).new_round(seed=7)
for action in (PlaceBet("player-1", "box-1", "ante", 10), Deal(), Choose("player-1", "box-1", "play")):
    round_.apply(action)
print(round_.returns(), [step.provisions for step in round_.trace][-1])
