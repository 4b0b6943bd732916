"""Simulation: code generated from the same rules, and many rounds wherever they are played."""
