"""Histories at random: the text of each of their days is what was made up beside them, in three languages."""

from pathlib import Path

import pytest

from generated.histories import LANGUAGES, Line, Maker
from lexludi.language.nodes import Reference, Words, walk
from lexludi.law.history import TextOnDate, consolidate, history_of

HISTORIES, TOGETHER = 90, 30


def written(text: TextOnDate) -> list[Line]:
    """The provisions of a text, and what it notes of each."""
    out = []
    for provision in text.document.all():
        note = text.notes[provision.eid]
        (words,) = (item.text for item in provision.body if isinstance(item, Words))
        statements = {own.statement.op: own for own in provision.sentences()}
        refers = ""
        if "prevails" in statements:
            (refers,) = (own.target for own in walk(statements["prevails"]) if isinstance(own, Reference))
        if refers.startswith("para_"):  # of the same article
            refers = f"{provision.eid.partition('__')[0]}__{refers}"
        # A provision that is suspended has a sentence that says so in place of its own, and below it there are none.
        applies = "no_effect" in statements and note.suspended is None
        since = note.since if note.words_by else None
        changed = note.reworded_by, note.rectified_by
        out.append(Line(provision.eid, words, applies, note.words_by, since, refers, *changed, note.until))
    return out


@pytest.mark.parametrize("first", range(0, HISTORIES, TOGETHER))
def test_the_text_of_each_day_is_that_of_a_history_made_up_beside_it(first: int, tmp_path: Path) -> None:
    compared = 0
    for seed in range(first, first + TOGETHER):
        made, folder = Maker(seed).make(), tmp_path / str(seed)
        (folder / "amendments").mkdir(parents=True)
        for language in LANGUAGES:
            (folder / f"2031-01-01.{language}.ludi").write_text(made.base(language), "utf-8")
            for own in made.instruments:
                (folder / "amendments" / f"{own.name}.{language}.ludi").write_text(own.text(language), "utf-8")
            history = history_of(folder, (language,))
            for day in made.days.keys() - made.strained:
                text = consolidate(history, day, language)
                assert not text.diagnostics, (seed, language, day)
                assert written(text) == made.days[day], (seed, language, day)
                compared += 1
    # Of most days the law says one thing.
    assert compared > 12 * TOGETHER
