"""Histories at random: the text of each of their days is what was made up beside them, in three languages."""

from collections.abc import Iterator
from datetime import date
from itertools import pairwise, product
from pathlib import Path

import pytest
from lxml import etree

from generated.histories import LANGUAGES, History, Line, Maker
from lexludi.diff.tracing import traced
from lexludi.diff.words import align, words_edits
from lexludi.exchange.akn import akn_of_text
from lexludi.language.nodes import Reference, Words, walk
from lexludi.law.history import TextOnDate, consolidate, history_of

HISTORIES, TOGETHER = 90, 30


def written(text: TextOnDate) -> list[Line]:
    """The provisions of a text, and what it notes of each."""
    out = []
    for provision in text.document.all():
        note = text.notes[provision.eid]
        (words,) = (item.text for item in provision.body if isinstance(item, Words))
        statements = {sentence.statement.op: sentence for sentence in provision.sentences()}
        refers = ""
        if "prevails" in statements:
            (refers,) = (node.target for node in walk(statements["prevails"]) if isinstance(node, Reference))
        if refers.startswith("para_"):  # of the same article
            refers = f"{provision.eid.partition('__')[0]}__{refers}"
        # A provision that is suspended has a sentence that says so in place of its own, and below it there are none.
        applies = "no_effect" in statements and note.suspended is None
        since = note.since if note.words_by else None
        changed = note.reworded_by, note.rectified_by
        out.append(Line(provision.eid, words, applies, note.words_by, since, refers, *changed, note.until))
    return out


def folder_of(made: History, folder: Path) -> Path:
    """The files of a history."""
    (folder / "amendments").mkdir(parents=True)
    for language in LANGUAGES:
        for day in made.texts:
            (folder / f"{day}.{language}.ludi").write_text(made.text(day, language), "utf-8")
        for instrument in made.instruments:
            (folder / "amendments" / f"{instrument.name}.{language}.ludi").write_text(
                instrument.text(language), "utf-8"
            )
    return folder


@pytest.mark.parametrize("first", range(0, HISTORIES, TOGETHER))
def test_the_text_of_each_day_is_that_of_a_history_made_up_beside_it(first: int, tmp_path: Path) -> None:
    compared = 0
    for seed in range(first, first + TOGETHER):
        made = Maker(seed).make()
        folder = folder_of(made, tmp_path / str(seed))
        for language in LANGUAGES:
            history = history_of(folder, (language,))
            for day in made.days.keys() - made.strained:
                text = consolidate(history, day, language)
                assert not text.diagnostics, (seed, language, day)
                assert written(text) == made.days[day], (seed, language, day)
                compared += 1
    # Of most days the law says one thing.
    assert compared > 12 * TOGETHER


NS = {"akn": "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"}
Times = list[tuple[date, date]]


def marked(root: etree._Element) -> Iterator[tuple[str, str, bool, Times | None]]:
    """The provisions of a text in Akoma Ntoso: words, whether they apply, and at which times, where it says that."""
    events = {
        f"#{event.get('eId')}": date.fromisoformat(event.get("date")) for event in root.iterfind(".//akn:eventRef", NS)
    }
    times = {
        f"#{group.get('eId')}": [
            (events.get(interval.get("start"), date.min), events.get(interval.get("end"), date.max))
            for interval in group.iterfind("akn:timeInterval", NS)
        ]
        for group in root.iterfind(".//akn:temporalGroup", NS)
    }
    for node in root.iterfind(".//akn:body//*[@eId]", NS):
        (words,) = [
            "".join(p.itertext()) for part in ("intro", "content") for p in node.iterfind(f"akn:{part}/akn:p", NS)
        ]
        period = node.get("period")
        yield node.get("eId"), words, node.get("status") != "temporarilyRemoved", times[period] if period else None


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_akoma_ntoso_of_each_day_has_what_applies_and_when(seed: int, tmp_path: Path) -> None:
    made, language = Maker(seed).make(), LANGUAGES[seed % len(LANGUAGES)]
    history = history_of(folder_of(made, tmp_path / "text"), (language,))
    days = made.days.keys() - made.strained
    for day in days:
        found = [*marked(etree.fromstring(akn_of_text(consolidate(history, day, language)).encode()))]
        assert [row[:3] for row in found] == [(line.eid, line.words, line.applies) for line in made.days[day]], day
        for eid, words, _, times in found:
            # What is still to come is known to the history, and told by no provision of this text.
            for other in days if times else ():
                holds = any(start <= other < end for start, end in times or ())
                is_there = any(line.applies for line in made.days[other] if line.words == words)
                assert holds == is_there or other > day, (day, eid, other)


def above(eid: str) -> str:
    return eid.rpartition("__")[0]


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_a_difference_of_two_days_accounts_for_every_provision(seed: int, tmp_path: Path) -> None:
    """Each provision of the day before is told to be gone, or is found again with its words or told to have others.

    So by what the instruments say, and so by the words alone.
    """
    made, language = Maker(seed).make(), LANGUAGES[seed % len(LANGUAGES)]
    history = history_of(folder_of(made, tmp_path / "text"), (language,))
    days = sorted(made.days.keys() - made.strained)
    texts = {day: consolidate(history, day, language) for day in days}
    for (one, two), is_told in product({*pairwise(days), (days[0], days[-1])}, (True, False)):
        before, after = ({line.eid: line.words for line in made.days[day]} for day in (one, two))
        told = traced(texts[one].origins, texts[two].origins) if is_told else None
        edits = words_edits(align(texts[one].document, texts[two].document, told))
        became = {edit.eid_before: edit.eid_after for edit in edits if edit.eid_before}
        changed = {edit.eid_before for edit in edits if edit.eid_after and edit.op not in ("renumber", "move")}
        inserted = {edit.eid_after for edit in edits if not edit.eid_before}
        found: dict[str, str] = {}
        for eid, words in before.items():
            # What stands below goes with what stands above, unless it is told of by itself.
            now = became.get(eid, eid)
            if eid not in became and (upper := above(eid)):
                now = found[upper] + eid.removeprefix(upper) if upper in found else None
            if now is None:
                assert words not in after.values(), (one, two, eid)
            else:
                found[eid] = now
                assert (after[now] != words) == (eid in changed), (one, two, eid)
        assert len({*found.values()}) == len(found), (one, two)
        for eid in after.keys() - {*found.values()}:
            assert inserted & {eid, above(eid), above(above(eid))}, (one, two, eid)
