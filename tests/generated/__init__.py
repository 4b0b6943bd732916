"""Small regulations made by chance, every round of them enumerated, and the engine compared with that.

`texts` makes a regulation, `stepping` plays one round of it move by move, `oracle`
enumerates all rounds, `agreement` compares, `fuzz` runs as long as one likes.
"""
