"""Hostile inputs at every door: what comes from outside, however broken, leads to an answer or to one clear sentence.

`mutation` breaks what is given; `doors` are the ways in; `fuzz` goes through them for as long as one likes.
"""
