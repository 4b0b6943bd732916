"""The source of objects in a round that is played: a list that is given, or a shuffled stock and thrown faces."""

from copy import deepcopy
from random import Random
from typing import Any

from lexludi.base.errors import InvalidStack
from lexludi.play.material import Material
from lexludi.play.round_state import StockState


class Supply:
    """Chance, one object after another: from `given`, or else from `rng`; it lasts as long as the objects in use."""

    def __init__(self, material: Material, rng: Random | None, given: list[int] | None) -> None:
        self._material = material
        self._rng = rng
        self._given = given
        self._next = 0
        self._pools: dict[str, list[int]] = {}
        self.renew()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Supply":
        # What remains to come is copied, with the generator; the material never changes.
        # A list that is given is read by `_next` and never changed: copies share it.
        out = Supply(self._material, deepcopy(self._rng, memo), self._given)
        out._next, out._pools = self._next, {kind: pool.copy() for kind, pool in self._pools.items()}
        memo[id(self)] = out
        return out

    def renew(self) -> None:
        """Put all objects back."""
        self._pools = {kind: pool.copy() for kind, pool in self._material.pools.items()}

    @property
    def is_given(self) -> bool:
        """The objects come from a list, whether they are there or not."""
        return self._given is not None

    def renew_after(self, stock: StockState) -> None:
        """Put back the objects that rules put back in a round, by how it leaves them: their use begins anew."""
        for kind in self._pools if stock.fresh else stock.anew:
            self._pools[kind] = self._material.pools[kind].copy()

    def take(self, kind: str, unit: str) -> int:
        """The next object of a kind; `unit` is whom it is for, if anybody.

        Raises:
            InvalidStack: there is none, or the one given is of another kind.
        """
        if self._given is not None:
            return self._take_given(self._given, kind, unit)
        assert self._rng is not None
        faces = self._material.faces.get(kind)
        if faces is not None:
            return faces[self._rng.randrange(len(faces))]
        # A step of a Fisher-Yates shuffle: the stock is shuffled as it is dealt.
        pool = self._pools[kind]
        if not pool:
            raise InvalidStack("stock-exhausted", kind=kind)
        place = self._rng.randrange(len(pool))
        pool[place], pool[-1] = pool[-1], pool[place]
        return pool.pop()

    def _take_given(self, given: list[int], kind: str, unit: str) -> int:
        if self._next >= len(given):
            raise InvalidStack("stack-too-short", given=len(given), kind=kind, holder=unit)
        thing = given[self._next]
        objects = self._material.objects
        if objects[thing].object != kind:
            text, due = objects[thing].symbol, [other.symbol for other in objects if other.object == kind]
            # What shows the same as an object of another kind is written with its kind: `die:3`.
            due.sort(key=lambda symbol: not symbol.endswith(f":{text}"))
            raise InvalidStack("wrong-kind-of-object", text=text, example=tuple(due[:4]))
        self._next += 1
        return thing
