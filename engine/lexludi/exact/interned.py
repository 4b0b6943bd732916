"""Interned items: a list of different ones, in which each has a number from when it first comes."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


class Interned(list[T]):
    """Different items by number."""

    def __init__(self, items: Iterable[T] = ()) -> None:
        super().__init__(items)
        self._numbers = {item: number for number, item in enumerate(self)}

    def number(self, item: T) -> int:
        """The number of an item, which is put in if it is new."""
        number = self._numbers.setdefault(item, len(self))
        if number == len(self):
            self.append(item)
        return number
