"""A round at random, told in words, as an editor asks for it."""

from pathlib import Path

from lexludi.base.messages import catalogue
from lexludi.checks.coverage import round_at_random
from lexludi.play.game import load
from lexludi.play.telling import Teller


def told_round(file: Path, language: str, seed: int) -> str:
    """The steps of a round with bets and choices at random, each with the provisions behind it.

    Raises:
        LexludiError: the text has errors, or is no text.
    """
    game = load(str(file))
    round_ = round_at_random(game, seed)
    teller = Teller.of(game.rules, catalogue(language))
    lines = []
    for number, step in enumerate(round_.trace, 1):
        cited = teller.grounds(step.provisions, step.rest.readings)
        key, words = ("play.step", {"provisions": cited}) if cited else ("play.remark", {})
        lines.append(teller.catalogue.say(key, number=f"{number:>3}", sentence=teller.tell(step), **words))
    return "\n".join(lines)
