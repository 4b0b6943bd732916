"""The header: metadata from the sentences about the text, and contradictions among them."""

from datetime import date

import pytest

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.messages import catalogue
from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.nodes import Document
from lexludi.rules.header import contradictory_header, dates_out_of_order, metadata_of, not_an_address
from lexludi.rules.instruments import contradictory_knowledge
from lexludi.rules.model import Amended, Knowledge, Metadata


def read(text: str) -> tuple[Document, Source]:
    source = Source("small.en.ludi", "en", text)
    document, problems = build(source)
    assert document is not None
    assert problems == []
    return document, source


def metadata(text: str) -> Metadata:
    return metadata_of(read(text)[0])


def marked(problem: Diagnostic, source: Source) -> list[str]:
    return [source.text[label.span.start : label.span.end] for label in problem.labels]


# ── Metadata ────────────────────────────────────────────────────────────────


def test_a_text_that_says_nothing_of_itself_is_a_translation_known_in_full() -> None:
    found = metadata("Article 1\n")
    assert found == Metadata()
    assert (found.standing, found.knowledge, found.signed) == ("translation", Knowledge.FULL, None)


def test_each_sentence_about_the_text_is_a_field() -> None:
    found = metadata(
        "regulation: mo/dice\ntitle: Rules of Dice\ninstrument: Despatch 1/2031\nauthority: Nobody\n"
        "signatory: A. Nobody\ngazette: No. 9\namends: mo/tokens\nthis language is authentic.\n"
        "signed on 2 May 2031.\npublished on 5 May 2031.\nin force from 1 June 2031.\n"
    )
    assert found == Metadata(
        work="mo/dice", title="Rules of Dice", instrument="Despatch 1/2031", authority="Nobody",
        signatory="A. Nobody", gazette="No. 9", amends="mo/tokens", standing="authentic",
        signed=date(2031, 5, 2), published=date(2031, 5, 5), in_force=date(2031, 6, 1),
    )  # fmt: skip


def test_notes_and_facts_that_are_not_known_are_lists_in_their_order() -> None:
    found = metadata("note: first\nnote: second\ninferred: the day\nnot known: the hour\nnot known: the place\n")
    assert found.notes == ("first", "second")
    assert (found.inferred, found.undetermined) == (("the day",), ("the hour", "the place"))


def test_sentences_about_the_text_may_stand_in_a_provision() -> None:
    assert metadata("Article 9\n  in force from 1 June 2031.\n").in_force == date(2031, 6, 1)


@pytest.mark.parametrize(
    ("published", "in_force"), [("28 February 2031", date(2031, 3, 1)), ("31 December 2031", date(2032, 1, 1))]
)
def test_in_force_on_the_day_after_publication_wherever_that_is_said(published: str, in_force: date) -> None:
    after, on = "in force on the day after publication.\n", f"published on {published}.\n"
    assert metadata(on + after).in_force == metadata(after + on).in_force == in_force


def test_the_day_after_a_publication_that_is_not_known_is_not_known() -> None:
    assert metadata("in force on the day after publication.\n").in_force is None


def test_a_text_in_force_no_days_after_publication_is_so_on_that_day() -> None:
    after, on = "in force 0 days after publication.\n", "published on 3 March 2031.\n"
    assert metadata(on + after).in_force == metadata(after + on).in_force == date(2031, 3, 3)


def test_a_day_that_is_assumed_has_its_reason() -> None:
    found = metadata("in force from a day not known, taken to be 1 June 2031: nothing else fits\n")
    assert (found.in_force, found.assumed) == (date(2031, 6, 1), "nothing else fits")


@pytest.mark.parametrize(
    ("sentence", "knowledge", "note"),
    [
        ("its content is known in full.", Knowledge.FULL, ""),
        ("its content is known in part: no annex", Knowledge.PART, "no annex"),
        ("its content is unknown: lost", Knowledge.UNKNOWN, "lost"),
        ("it delegates, without effect on the machine: the forms", Knowledge.DELEGATION, "the forms"),
    ],
)
def test_how_much_of_an_instrument_is_known(sentence: str, knowledge: Knowledge, note: str) -> None:
    found = metadata(f"{sentence}\n")
    assert (found.knowledge, found.knowledge_note) == (knowledge, note)


def test_words_that_are_not_known_make_the_content_known_in_part() -> None:
    unknown = "Article 1\n  in words not known, article 2 is changed.\n"
    assert metadata(unknown).knowledge is Knowledge.PART
    assert metadata(f"its content is unknown: lost\n{unknown}").knowledge is Knowledge.UNKNOWN


DELEGATES = "it delegates, without effect on the machine: the forms"


@pytest.mark.parametrize(
    ("said", "change", "is_wrong"),
    [
        ("its content is known in full.", "in words not known, article 2 is changed.", True),
        ("its content is known in part: no annex", "in words not known, article 2 is changed.", False),
        ("its content is known in full.", "repeal article 2.", False),
        (DELEGATES, "in words not known, article 2 is changed.", True),
        (DELEGATES, "add to article 2:\n  > 4.\n  >   no effect on the machine: the forms", False),
        (DELEGATES, "add to article 2:\n  > 4.\n  >   bets are accepted.", True),
    ],
)
def test_what_is_said_of_the_knowledge_and_what_is_changed(said: str, change: str, is_wrong: bool) -> None:
    text = f"amends: mo/dice\npublished on 3 May 2031.\n{said}\ninvented example, not law.\nArticle 1\n  {change}\n"
    document, source = read(text)
    found = [d.code for d in contradictory_knowledge(document, source)]
    assert found == (["contradictory-header"] if is_wrong else [])


def test_the_amendments_of_a_consolidated_text_are_told_with_how_much_is_known() -> None:
    found = metadata(
        "consolidated text, without authority.\namended from 1 May 2031: Despatch 1/2031\n"
        "amended from 2 May 2031, in words known in part: Despatch 2/2031\n"
        "amended from 3 May 2031, in words not known: Despatch 3/2031\n"
        "amended from 4 May 2031 by a delegation, without effect on the machine: Despatch 4/2031\n"
    )
    knowledge = (Knowledge.FULL, Knowledge.PART, Knowledge.UNKNOWN, Knowledge.DELEGATION)
    assert found.amended_by == tuple(
        Amended(f"Despatch {day}/2031", date(2031, 5, day), known) for day, known in enumerate(knowledge, 1)
    )
    assert found.standing == "consolidated"


def test_a_translated_summary_is_a_summary_whichever_is_said_first() -> None:
    translation, summary = "working translation, without authority.\n", "summary of our own, not the official words.\n"
    assert metadata(translation + summary).standing == metadata(summary + translation).standing == "summary"
    assert metadata("invented example, not law.\n" + translation).standing == "translation"


# ── Contradictions ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("title: One", "title: Another"),
        ("signed on 1 May 2031.", "signed on 2 May 2031."),
        ("in force from 1 May 2031.", "in force on the day after publication."),
        ("this language is authentic.", "invented example, not law."),
        ("its content is known in full.", "its content is unknown: lost"),
        ("repealed from 1 May 2031: instrument no. 1", "repealed from 2 May 2031: instrument no. 1"),
    ],
)
def test_two_sentences_that_say_different_things_of_the_text(first: str, second: str) -> None:
    document, source = read(f"{first}\nArticle 1\n  {second}\n")
    (problem,) = contradictory_header(document, source)
    assert problem.code == "contradictory-header"
    assert [words.removesuffix(".") for words in marked(problem, source)] == [
        second.removesuffix("."), first.removesuffix("."),
    ]  # fmt: skip
    assert [label.eid for label in problem.labels] == ["art_1", ""]


@pytest.mark.parametrize(
    "text",
    [
        "title: One\ntitle: One\n",
        "note: one\nnote: another\n",
        "signed on 1 May 2031.\npublished on 2 May 2031.\nin force from 3 May 2031.\n",
        "working translation, without authority.\nsummary of our own, not the official words.\n",
        "amended from 1 May 2031: Despatch 1/2031\namended from 2 May 2031: Despatch 2/2031\n",
    ],
)
def test_sentences_that_can_stand_together(text: str) -> None:
    assert list(contradictory_header(*read(text))) == []


# ── Dates ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "sentence",
    [
        "published on 30 April 2031.",
        "in force from 30 April 2031.",
        "in force from a day not known, taken to be 30 April 2031: a guess",
    ],
)
def test_nothing_is_published_or_in_force_before_it_is_signed(sentence: str) -> None:
    document, source = read(f"signed on 1 May 2031.\n{sentence}\n")
    (problem,) = dates_out_of_order(document, source)
    assert problem.code == "dates-out-of-order"
    assert (problem.args["day"], problem.args["signed"]) == (date(2031, 4, 30), date(2031, 5, 1))
    assert [words.removesuffix(".") for words in marked(problem, source)] == [
        sentence.removesuffix("."), "signed on 1 May 2031",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "signed on 1 May 2031.\npublished on 1 May 2031.\nin force from 1 May 2031.\n",
        "published on 30 April 2031.\nin force from 1 March 2031.\n",
        "signed on 1 May 2031.\npublished on 1 May 2031.\nin force on the day after publication.\n",
    ],
)
def test_dates_that_can_be(text: str) -> None:
    assert list(dates_out_of_order(*read(text))) == []


def test_there_is_no_day_after_the_last() -> None:
    text = "published on 31 December 9999.\nin force on the day after publication.\n"
    document, source = read(text)
    (problem,) = dates_out_of_order(document, source)
    assert (problem.code, problem.args["text"]) == ("impossible-date", "in force on the day after publication")
    assert metadata(text).in_force is None


@pytest.mark.parametrize(
    "address", ["https://bo.gov.mo/a?b=1&c=<d>", "https://BO.gov.mo/", "https://bo.gov.mo/ç", "bo.gov.mo"]
)
def test_an_address_that_is_none_is_told_with_the_characters_that_it_may_have(address: str) -> None:
    (problem,) = not_an_address(*read(f"gazette address: {address}\nArticle 1\n"))
    for language, said in (("en", "plain letters"), ("pt", "letras sem acento"), ("zh", "拉丁字母")):
        told = catalogue(language).say(f"{problem.code}.headline", **problem.args)
        assert address in told
        assert said in told
        assert "%3C" in told


def test_an_address_with_what_may_stand_in_one_is_one() -> None:
    assert list(not_an_address(*read("gazette address: https://bo.gov.mo/a?b=1&c=%3Cd%3E\nArticle 1\n"))) == []
