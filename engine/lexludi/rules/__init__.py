"""The rule set: what a text means, from its tree to decided settings, and its rules in words."""
