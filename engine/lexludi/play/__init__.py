"""One round: the reference interpreter, the game, its trace, and that trace in words."""
