"""Games of the gallery: exact odds against figures worked out elsewhere, and against a brute force of each game."""
