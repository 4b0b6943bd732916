"""Numbers of pages, by the formatter that the command line uses too."""

from lexludi.base.numbers import count, decimal, exact, percent, points

__all__ = ["decimal", "percent", "plain", "points", "whole"]

plain, whole = exact, count
