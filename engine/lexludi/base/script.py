"""Chinese script: the Simplified form of each Traditional character, from OpenCC."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

TABLE = Path(__file__).parent / "simplified.txt"


@cache
def simplified_forms() -> Mapping[str, str]:
    """Simplified characters by their Traditional forms; a test holds the table against OpenCC."""
    # The first line says where the table is from; in the others each two characters are a pair.
    pairs = "".join(TABLE.read_text("utf-8").splitlines()[1:])
    return MappingProxyType(dict(zip(pairs[::2], pairs[1::2], strict=True)))
