"""Lexludi: game regulations that can be read as law, run as games and compared as history."""

__version__ = "0.1.0"

__all__ = ["Game", "Round", "__version__", "load"]


def __getattr__(name: str) -> object:
    """The public names, imported when first asked for: `lexludi --version` needs none of them."""
    if name in ("Game", "Round", "load"):
        from lexludi.play import game

        return getattr(game, name)
    raise AttributeError(name)
