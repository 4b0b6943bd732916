"""The difference between two texts in three layers: words, rules, outcomes."""
