"""Checks on the law: gaps, conflicts, rules without use, and what a transcription leaves open."""
