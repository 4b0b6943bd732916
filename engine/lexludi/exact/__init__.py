"""Exact odds: all rounds at once, with weights that are whole numbers."""
