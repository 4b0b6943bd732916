"""Sayings of `diff` about conditions, law without a rule and rounds that nothing settles: so in every round."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from differing import edits, shelf_side
from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.diff.comparing import Difference, Layer, compare
from lexludi.diff.edits import ConditionChanged, op_of
from lexludi.diff.explaining import Explainer
from lexludi.diff.jsonform import to_json
from lexludi.diff.layout import lay_out
from lexludi.diff.outcomes import compare_outcomes
from lexludi.diff.sides import Side, read_side
from lexludi.language.phrases import LANGUAGES
from lexludi.play.telling import Teller
from small import DIE, THROW, document_of, rules_of
from test_clauses import worded
from test_diff import mistakes
from test_history import amendment

WIN = "“big” pays 1 to 1."
LOSS = "“big” loses."


def side_of(text: str) -> Side:
    document, _ = document_of(text)
    rules = rules_of(text)
    return Side("small", document, rules, {p.id: p.default for p in rules.parameters.values()})


def difference(before: str, after: str, *layers: Layer) -> Difference:
    return compare(side_of(before), side_of(after), layers or ("words", "rules"))


def ops(found: Difference) -> list[tuple[str, str]]:
    return [(op_of(edit), edit.family) for edit in found.rules or ()]


def told(found: Difference, language: str = "en") -> list[str]:
    words = catalogue(language)
    explainer = Explainer(words, found.before.glossary, found.after.glossary)
    return [explainer.explain(edit) for edit in found.rules or ()]


def shown(found: Difference, language: str = "en") -> str:
    return "\n".join(piece.text for block in lay_out(found, catalogue(language)) for piece in block.pieces)


# ── Wider and narrower ──────────────────────────────────────────────────────


def rule(condition: str, effect: str = WIN, more: str = "") -> str:
    return f"{DIE}{more}{THROW}Article 2\n  {condition}{effect}\n"


def higher(number: int) -> str:
    return f"when the total of “banker” is higher than {number}, then "


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # One die of 1, 2 and 3: it wins with 2 and 3, then with 3 alone.
        (rule(higher(1)), rule(higher(2)), [("condition-narrowed", "outcomes")]),
        # One die wins with 3 alone; two do with 5 and 6: 1/3 of the throws, and 3/9. Nothing is narrower.
        (
            rule(higher(2)),
            rule(higher(4)).replace("1 “die”", "2 “die”"),
            [("changed", "thrown"), ("condition-changed", "outcomes")],
        ),
        # One die wins with 2 and 3; where 1 counts 7 and the others 2, with 1 alone, which lost.
        (
            rule(higher(1)),
            rule(higher(2)).replace("each “die” counts the number that it shows.", "1 counts 7.\n  2 and 3 count 2."),
            [("removed", "worths"), ("added", "worths"), ("added", "worths"), ("condition-changed", "outcomes")],
        ),
    ],
    ids=["same meaning", "more dice", "other values"],
)
def test_a_condition_is_narrower_only_where_what_it_reads_means_the_same(
    before: str, after: str, expected: list[tuple[str, str]]
) -> None:
    assert ops(difference(before, after)) == expected


def test_a_condition_is_not_wider_for_a_definition_that_became_narrower() -> None:
    """Of 1, 2 and 3: “lucky” are 2 and 3, and all of them win; then 3 alone is, so that fewer win."""
    lucky = "  “banker” is “lucky” only if the total of “banker” is higher than {}.\n"
    when = "when “banker” is “lucky”{}, then "
    before = rule(when.format(", and the total of “banker” is higher than 0"), more=lucky.format(1))
    after = rule(when.format(""), more=lucky.format(2))
    found = difference(before, after)
    # The definition reads nothing that changed, and is narrower.
    assert ops(found) == [("condition-narrowed", "definitions"), ("condition-changed", "outcomes")]
    assert ops(difference(before, rule(when.format(""), more=lucky.format(1)))) == [("condition-widened", "outcomes")]


REST = f"{rule(higher(1))}Article 3\n  {{}}{LOSS}\n"
WHEN_ONE = "when the total of “banker” is lower than 2, then "
OTHERWISE = "in every other case, "


@pytest.mark.parametrize("texts", [(WHEN_ONE, OTHERWISE), (OTHERWISE, WHEN_ONE), (OTHERWISE, ""), ("", OTHERWISE)])
def test_in_every_other_case_is_neither_always_nor_never(texts: tuple[str, str]) -> None:
    """2 and 3 win, so that every other case is 1: as many as when the total is lower than 2."""
    found = difference(*(REST.format(text) for text in texts))
    assert ops(found) == [("condition-changed", "outcomes")]
    (sentence,) = told(found)
    one, two = (f"{text}{LOSS}".removesuffix(".") for text in texts)
    assert sentence == f"Changes the condition of a rule of settlement: {two}. Before: {one}"


VALUES = {
    "each “die” counts the number that it shows.": (1, 2, 3),
    "1 counts 3.\n  2 counts 2.\n  3 counts 1.": (3, 2, 1),
}
LUCKY = "when “banker” is “lucky”"


def one_die(values: str, lucky: int, winning: str, losing: str) -> tuple[str, dict[str, set[int]]]:
    """A text, and the faces with which each article applies, counted here."""
    faces = dict(zip((1, 2, 3), VALUES[values], strict=True))
    defined = f"  “banker” is “lucky” only if the total of “banker” is higher than {lucky}.\n"
    text = rule(winning, more=defined).replace(next(iter(VALUES)), values) + f"Article 3\n  {losing}{LOSS}\n"
    wins = {
        face
        for face, value in faces.items()
        if not ("lucky" in winning and value <= lucky)
        and not ("higher than 1" in winning and value <= 1)
        and not ("higher than 2" in winning and value <= 2)
    }
    others = {face for face in faces if face not in wins}
    loses = others if losing == OTHERWISE else {face for face, value in faces.items() if value < 2}
    return text, {"art_2": wins, "art_3": loses}


def test_what_is_called_wider_or_narrower_is_so_in_every_throw() -> None:
    winning = [higher(1), higher(2), f"{LUCKY}, then ", f"{LUCKY}, and the total of “banker” is higher than 1, then "]
    texts = [one_die(*parts) for parts in product(VALUES, (1, 2), winning, (WHEN_ONE, OTHERWISE))]
    sides = [(side_of(text), applies) for text, applies in texts]
    claims = Counter[str]()
    for (before, was), (after, now) in product(sides, repeat=2):
        for edit in compare(before, after, ("words", "rules")).rules or ():
            if isinstance(edit, ConditionChanged) and edit.family == "outcomes":
                (eid,) = edit.after.provisions
                claims[edit.change] += 1
                assert edit.change != "widened" or was[eid] <= now[eid]
                assert edit.change != "narrowed" or was[eid] >= now[eid]
    assert min(claims[change] for change in ("widened", "narrowed", "changed")) > 40


DECIDED = """\
Article 2
  | Throw.
  “banker” throws “die”.
  settle “big”.
Article 3
  | End.
  when every bet is decided{}, then the round ends.
Article 4
  | Again.
  “banker” throws “die”.
  settle “big”.
Article 5
  | The big one.
  when the total of “banker” is higher than {}, then “big” pays 1 to 1.
  in every other case, “big” stands until it is decided.
"""


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (2, [("condition-narrowed", "steps")]),
        (1, [("condition-changed", "steps"), ("condition-changed", "outcomes")]),
    ],
)
def test_a_condition_on_what_is_decided_is_no_narrower_where_bets_are_decided_by_other_throws(
    number: int, expected: list[tuple[str, str]]
) -> None:
    """With a two the big one stood, and the round went on; where more than 1 wins, article 3 ends it (2 is below 3)."""
    before = DIE + DECIDED.format("", 2)
    after = DIE + DECIDED.format(", and the total of “banker” is lower than 3", number)
    assert ops(difference(before, after)) == expected


# ── Provisions that change places ───────────────────────────────────────────

NUMBERED = "{}Article 2\n1.\n  | {}\n2.\n  | {}\n3.\n  | All else: it loses.\n  in every other case, “big” loses.\n"
THREE = "A three: five to one.\n  when the total of “banker” is 3, then “big” pays 5 to 1."
TWO = "A two: four to one.\n  when the total of “banker” is 2, then “big” pays 4 to 1."


@pytest.mark.parametrize("is_back", [False, True])
def test_of_two_provisions_that_change_places_only_one_changes_its_rule(is_back: bool) -> None:
    """Invented: the three pays as before; the two, which comes to its number, pays forty to one."""
    texts = [
        NUMBERED.format(f"{DIE}{THROW}", THREE, TWO),
        NUMBERED.format(f"{DIE}{THROW}", TWO.replace("four", "forty").replace("4", "40"), THREE),
    ]
    found = difference(*(reversed(texts) if is_back else texts))
    one, two = "art_2__para_1", "art_2__para_2"
    of_three, of_two = ((two, one), (one, two)) if is_back else ((one, two), (two, one))
    assert {(e.op, (e.eid_before, e.eid_after)): found.changes_rules(e) for e in found.words} == {
        ("move", of_three): False,
        ("move", of_two): True,
        ("change", of_two): True,
    }
    data = to_json(found, "en")
    assert mistakes(data) == []
    assert [(e["op"], e["eid_before"], e["eid_after"]) for e in data["rules"] if e["op"] != "relocated"] == [
        ("payout-changed", *of_two)
    ]
    assert shown(found).count(catalogue("en").say("diff.words.no-rule")) == 1


def test_beside_steps_in_another_order_one_that_is_only_renumbered_changes_no_rule() -> None:
    """Invented: bets were accepted before the throw, and are after it; a greeting comes first and gives new numbers."""
    greeting = "The banker greets.\n  no effect on the machine: a greeting"
    accept, throw = "Bets are accepted.\n  bets are accepted.", "The banker throws.\n  “banker” throws “die”."
    settle = "Bets are settled.\n  settle “big”."
    before, after = (
        f"{DIE}Article 2\n" + "".join(f"{n}.\n  | {words}\n" for n, words in enumerate(steps, 1))
        for steps in ([accept, throw, settle], [greeting, throw, accept, settle])
    )
    found = difference(before, after)
    changes = {(e.eid_before, e.eid_after): found.changes_rules(e) for e in found.words}
    assert changes.pop((None, "art_2__para_1")) is False
    assert changes.pop(("art_2__para_1", "art_2__para_3")) is True
    assert changes == {("art_2__para_3", "art_2__para_4"): False}
    (order,) = (e for e in to_json(found, "en")["rules"] if e["op"] == "order-changed")
    assert sorted(order["provisions_before"]) == ["art_2__para_1", "art_2__para_2"]
    assert sorted(order["provisions_after"]) == ["art_2__para_2", "art_2__para_3"]


def test_a_rule_that_is_gone_is_not_taken_for_that_of_the_provision_that_has_its_number() -> None:
    """Invented: the article of the three is repealed; that of the two becomes article 2, and now speaks of a one."""
    pays = "when the total of “banker” is {}, then “big” pays 1 to 1."
    other = "If the banker throws a {}, then the big bet is paid one to one by him.\n  "
    rest = "  | All else: it loses.\n  in every other case, “big” loses.\n"
    three = f"Article 2 Threes\n  | A throw of three pays even money.\n  {pays.format(3)}\n"
    before = f"{DIE}{THROW}{three}Article 3\n  | {other.format('two')}{pays.format(2)}\nArticle 4\n{rest}"
    after = f"{DIE}{THROW}Article 2\n  | {other.format('one')}{pays.format(1)}\nArticle 3\n{rest}"
    rules = to_json(difference(before, after), "en")["rules"]
    assert [(e["op"], e["eid_before"], e["eid_after"]) for e in rules] == [
        ("removed", "art_2", None),
        ("relocated", "art_3", "art_2"),
        ("condition-changed", "art_3", "art_2"),
        ("relocated", "art_4", "art_3"),
    ]
    assert "is 3" in rules[0]["explanation"]


def test_what_repeats_a_provision_that_is_gone_does_not_repeat_the_one_that_has_its_number() -> None:
    """Invented: article 3 repeats article 2, the throw; that is repealed, and the bets come to be article 2."""
    throw = "Article 2\n  | The banker throws the die.\n  “banker” throws “die”.\n"
    bets = "Article {}\n  | Bets are accepted from all who are present.\n  bets are accepted.\n"
    again = "Article {}\n  | Once more.\n  repeat article 2 until the total of “banker” is 3.\n"
    before, after = (DIE + throw + bets.format(3) + again.format(4), DIE + bets.format(2) + again.format(3))
    found = difference(before, after)
    told = [(e["op"], e["eid_before"], e["eid_after"]) for e in to_json(found, "en")["rules"]]
    assert {("removed", "art_4", None), ("added", None, "art_3")} <= set(told)


@pytest.mark.parametrize("is_back", [False, True])
def test_a_provision_that_puts_steps_before_others_changes_a_rule(is_back: bool) -> None:
    """Invented: paragraph 1 of article 3 settles “big”; once the article says so, that comes before article 2."""
    head = f"{DIE}Article 2\n  | The banker throws.\n  “banker” throws “die”.\nArticle 3\n"
    below = "1.\n  | It is settled.\n  settle “big”.\n"
    earlier = " It comes before the throw.\n  its steps come before those of article 2; because: it says so"
    texts = [f"{head}  | The big bet.{more}\n{below}" for more in ("", earlier)]
    found = difference(*(reversed(texts) if is_back else texts))
    assert [(e.op, e.eid_after, found.changes_rules(e)) for e in found.words] == [("change", "art_3", True)]
    (order,) = to_json(found, "en")["rules"]
    for side in ("before", "after"):
        assert sorted(order[f"provisions_{side}"]) == ["art_2", "art_3", "art_3__para_1"]


def test_the_score_is_cited_by_the_provision_that_says_it() -> None:
    """Invented: article 2 puts “small” first; of a score in the header there is no provision."""
    bets = DIE + "  “small” is a bet.\n  “tie” is a bet.\n"
    score = "the score records {} and “tie”."
    one, two = (score.format(names) for names in ("“big”, “small”", "“small”, “big”"))
    found = difference(*(f"{bets}Article 2\n  | It records {sentence}\n  {sentence}\n" for sentence in (one, two)))
    assert [(e.op, e.eid_after, found.changes_rules(e)) for e in found.words] == [("change", "art_2", True)]
    (edit,) = to_json(found, "en")["rules"]
    assert (edit["about"], edit["provisions_before"], edit["provisions_after"]) == ("score", ["art_2"], ["art_2"])
    found = difference(*(bets.replace("Article 1", f"{sentence}\n\nArticle 1", 1) for sentence in (one, two)))
    (edit,) = to_json(found, "en")["rules"]
    assert (edit["about"], edit["eid_before"], edit["provisions_after"]) == ("score", None, [])


# ── Titles, and words of which a part is lost ───────────────────────────────


def article(number: int, title: str, *paragraphs: str) -> str:
    return f"Article {number} {title}\n" + "".join(f"{n}.\n  | {words}\n" for n, words in enumerate(paragraphs, 1))


HIGH = "Stakes are in chips of red.", "No one may smoke here."
LOW = "The doors close at midnight.", "Dogs wait outside."


def edits_of_words(before: str, after: str) -> list[tuple[str, str | None, str | None]]:
    found = difference(*(DIE + THROW + text for text in (before, after)), "words")
    return [(e.op, e.eid_before, e.eid_after) for e in found.words]


def test_titles_that_change_places_take_no_paragraph_along() -> None:
    """Invented: the articles change places; then their titles alone, above what stays; then half of one goes."""
    before = article(2, "High", *HIGH) + article(3, "Low", *LOW)
    assert edits_of_words(before, article(2, "Low", *LOW) + article(3, "High", *HIGH)) == [
        ("move", "art_3", "art_2"),
        ("move", "art_2", "art_3"),
    ]
    assert edits_of_words(before, article(2, "Low", *HIGH) + article(3, "High", *LOW)) == [
        ("change", "art_2", "art_2"),
        ("change", "art_3", "art_3"),
    ]
    # One of two paragraphs is no reason for the title: the one that stays is now under another.
    before, after = article(2, "High", *HIGH), article(2, "Red", HIGH[0]) + article(3, "High", HIGH[1])
    assert edits_of_words(before, after) == [
        ("insert", None, "art_2"),
        ("move", "art_2__para_1", "art_2__para_1"),
        ("renumber", "art_2", "art_3"),
        ("renumber", "art_2__para_2", "art_3__para_1"),
    ]
    found = difference(DIE + THROW + before, DIE + THROW + after, "words")
    for language in LANGUAGES:
        place = Teller(catalogue(language)).provision("art_2__para_1")
        assert catalogue(language).say("diff.op.move.below", provision=place) in shown(found, language)


def test_a_word_that_passes_from_the_text_to_the_title_is_told() -> None:
    before, after = "Article 2 Hours\n  | Doors close late.\n", "Article 2 Hours Doors\n  | close late.\n"
    assert edits_of_words(before, after) == [("change", "art_2", "art_2")]
    assert edits_of_words(after, before) == [("change", "art_2", "art_2")]


LOST_REST = "  text missing: the rest of the line\n"


@pytest.mark.parametrize("is_back", [False, True])
@pytest.mark.parametrize("words", ["Whoever wins", "Whoever wins gets double."])
def test_of_words_of_which_a_part_is_lost_in_one_text_nobody_says_that_no_rule_changes(
    words: str, is_back: bool
) -> None:
    """Of the one text the line is known to its end, of the other to «wins»: the rest may be the same, or not."""
    texts = [
        f"{rule(higher(1))}Article 3\n  | {paragraph}" for paragraph in (f"Whoever wins\n{LOST_REST}", f"{words}\n")
    ]
    found = difference(*(reversed(texts) if is_back else texts))
    (edit,) = found.words
    assert (edit.op, edit.eid_after, edit.is_missing, found.changes_rules(edit)) == ("change", "art_3", True, None)
    assert catalogue("en").say("diff.words.missing") in shown(found)
    assert difference(texts[0], texts[0]).words == ()


def test_words_that_an_article_hands_to_its_paragraph_are_compared() -> None:
    """Typography is told where it is asked for, and a summary in the place of the words always; then back."""
    text = DIE + THROW + "Article 2 Hours\n{}  {} Doors close at {}.\n{}"
    one = text.format("", "|", "“midnight”", "")
    two, summed = (text.format("1.\n", mark, "'midnight'", "2.\n  | Dogs wait.\n") for mark in "|~")
    divided, united = ("art_2", "art_2__para_1"), ("art_2__para_1", "art_2")
    for before, after, places in ((one, two, divided), (two, one, united)):
        sides = side_of(before), side_of(after)
        told = [[e for e in compare(*sides, ("words",), typography=on).words if e.eid_before] for on in (False, True)]
        same, exact = ([(e.op, e.eid_before, e.eid_after) for e in listed if e.before and "Dogs" not in e.before]
                       for listed in told)  # fmt: skip
        assert same == [("renumber", *places)]
        assert exact == [("renumber", *places), ("change", *places)]
        moved = told[0][0]
        assert ("“" in (moved.before or ""), "“" in (moved.after or "")) == (before == one, after == one)
    found = difference(one, summed, "words").words
    assert [(e.op, e.is_summary, e.is_mixed) for e in found[:2]] == [("renumber", False, False), ("change", True, True)]


# ── Law that no rule says ───────────────────────────────────────────────────

KIND = f"{rule(higher(1))}Article 3\n  | The house is kind{{}}.\n  {{}}: {{}}\n"
SILENT = KIND.format("", "no effect on the machine", "kindness")
BEYOND = KIND.format(" and returns late bets", "law that this language cannot say", "late bets are returned")


@pytest.mark.parametrize("language", LANGUAGES)
def test_law_that_cannot_be_said_is_a_change_and_no_outcome_counts_it(language: str) -> None:
    found = difference(SILENT, BEYOND, "words", "rules", "outcomes")
    assert ops(found) == [("added", "beyond")]
    assert [found.changes_rules(edit) for edit in found.words] == [True]
    text, words = shown(found, language), catalogue(language)
    assert "late bets are returned" in text
    assert words.say("diff.words.no-rule") not in text
    assert words.say("diff.rules.none") not in text
    assert words.say("diff.outcomes.beyond", provisions=Teller(words).provisions(("art_3",))) in text
    assert mistakes(data := to_json(found, language)) == []
    assert (data["before"]["beyond"], data["after"]["beyond"]) == ([], ["art_3"])
    assert ops(difference(BEYOND, SILENT)) == [("removed", "beyond")]


def test_other_words_of_such_law_are_not_said_to_change_no_rule() -> None:
    found = difference(BEYOND, BEYOND.replace("| The house is kind and returns", "| The house returns"))
    assert found.rules == ()
    assert [found.changes_rules(edit) for edit in found.words] == [None]
    assert catalogue("en").say("diff.words.beyond") in shown(found)


def test_the_description_of_such_law_is_no_law() -> None:
    assert difference(BEYOND, BEYOND.replace("late bets are returned", "bets that are late")).rules == ()


# ── Rounds that nothing settles ─────────────────────────────────────────────


def test_rounds_left_open_in_both_texts_are_not_settled_alike() -> None:
    """Two wins by article 2 and loses by article 3; a return by article 4 prevails over article 2 alone."""
    before = f"{rule(higher(1))}Article 3\n  when the total of “banker” is lower than 3, then {LOSS}\n"
    returned = "when the total of “banker” is 2, then “big” is returned."
    after = f"{before}Article 4\n  {returned}\n  prevails over article 2.\n"
    (bet_change,) = compare_outcomes(side_of(before), side_of(after)).bets
    assert (bet_change.probability, bet_change.provisions_only, bet_change.open_otherwise) == (0, 0, Fraction(1, 3))
    found = difference(before, after, "outcomes")
    assert "settled by neither text" in shown(found)
    assert "settled alike" not in shown(found)
    data = to_json(found, "en")
    assert mistakes(data) == []
    bet = data["outcomes"]["bets"]["big"]
    assert (bet["by_other_provisions"], bet["open_by_other_provisions"]) == ("0", "1/3")


# ── Options and readings ────────────────────────────────────────────────────


def test_a_reading_that_becomes_an_option_is_told_as_such() -> None:
    ruled = f"{rule(higher(1))}Article 3\n  {{}} “sevens”: “return” or “loss”; default “return”{{}}\n"
    found = difference(ruled.format("reading", "; because: a doubt"), ruled.format("house option", "."))
    assert ops(found) == [("changed", "parameters")]
    assert told(found) == ["“sevens”, a reading before, is a house option now"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_parameter_has_a_word(language: str) -> None:
    for kind in ("option", "reading", "meter"):
        assert catalogue(language).say(f"rule-edit.thing.{kind}")
    meter = "  “meter” is an amount kept from round to round, beginning with 20.\n"
    found = difference(rule(higher(1)), rule(higher(1), more=meter))
    assert ops(found) == [("added", "parameters")]
    assert "20" in told(found, language)[0]


# ── Repeal, and words for a time ────────────────────────────────────────────


def test_a_repealed_text_has_no_outcomes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Invented: repealed from 1 April 2031."""
    worded(tmp_path, amendment(1, "repeal the regulation."))
    names = [f"{tmp_path}@2031-03-31", f"{tmp_path}@2031-04-01"]
    before, after = map(read_side, names)
    for sides in ((before, after), (after, before), (after, after)):
        found = compare(*sides, accept_unknown=True)
        assert found.outcomes is None
        assert after in found.withheld
    for language in LANGUAGES:
        words = catalogue(language)
        assert main(["diff", *names, "--lang", language]) == 0
        text = capsys.readouterr().out
        assert words.say("diff.outcomes.repealed") in text
        assert words.say("diff.rules.repealed", name=names[1]) in text
        assert main(["diff", *names, "--layer", "outcomes", "--lang", language]) == 1
        assert main(["play", str(tmp_path), "--lang", language]) == 1
        # Refused as a round is: the same sentence twice.
        assert len(set(capsys.readouterr().err.splitlines())) == 1
    assert main(["diff", *names, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert mistakes(data) == []
    assert "repealed" not in data["before"]
    assert data["after"]["repealed"] == {"from": "2031-04-01", "by": "Invented instrument No. 1/2031"}
    assert (data["outcomes"], data["outcomes_withheld"]) == (None, True)


def test_words_in_derogation_are_told_with_their_last_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Invented: from 1 April to 30 June 2031 article 3 reads otherwise."""
    otherwise = "> Article 3 Third\n>   | For a time.\n>   no effect on the machine: for a time"
    worded(tmp_path, amendment(1, f"from 1 April 2031 until 30 June 2031, article 3 reads:\n{otherwise}"))
    days = [f"{tmp_path}@2031-{day}" for day in ("03-31", "05-01", "07-01")]
    for names, place in ((days[:2], "after"), (days[1:], "before")):
        assert main(["diff", *names, "--layer", "words", "--format", "json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert mistakes(data) == []
        assert [edit.get("in_derogation") for edit in data["words"]] == [{place: "2031-06-30"}]
        assert main(["diff", *names, "--layer", "words", "--lang", "en"]) == 0
        assert f"the words {place} hold until 30 June 2031 only" in capsys.readouterr().out
    assert main(["diff", days[0], days[2], "--layer", "words", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["words"] == []


def test_a_provision_that_one_text_alone_has_is_told_with_what_holds_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: article 4 is added on 1 April and suspended in July; of the number below it that is not said again."""
    nothing = "no effect on the machine: new"
    new = f"> Article 4 New\n>   | New.\n>   {nothing}\n> 1.\n>   | Red.\n>   {nothing}"
    suspending = amendment(2, "suspend article 4 from 1 July 2031 until 31 July 2031.")
    worded(tmp_path, amendment(1, f"add to the regulation:\n{new}"), suspending)
    held = {"by": ["2/2031"], "from": "2031-07-01", "until": "2031-07-31"}
    before, applied, suspended = (f"{tmp_path}@2031-{day}" for day in ("03-31", "06-01", "07-05"))
    for names, told in (
        ((before, applied), [("insert", {}), ("insert", {})]),
        ((before, suspended), [("insert", held), ("insert", {})]),
        ((suspended, before), [("remove", held), ("remove", {})]),
    ):
        assert main(["diff", *names, "--layer", "words", "--format", "json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert mistakes(data) == []
        edits = data["words"]
        assert [(e["op"], {key: e[key] for key in ("by", "from", "until") if key in e}) for e in edits] == told
        assert main(["diff", *names, "--layer", "words", "--lang", "en"]) == 0
        assert capsys.readouterr().out.count("suspended by") == sum(bool(how) for _, how in told)


def test_the_data_of_a_text_say_which_instruments_came_after_their_effect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invented: published on 3 March, with effect from 15 February."""
    text = amendment(1, "repeal article 3.").replace("invented ex", "takes effect from 15 February 2031.\ninvented ex")
    worded(tmp_path, text)
    names = [f"{tmp_path}@2031-02-{day}" for day in (14, 20)]
    assert main(["diff", *names, "--layer", "words", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert mistakes(data) == []
    assert "retroactive" not in data["before"]
    assert data["after"]["retroactive"] == [{"by": "1/2031", "published": "2031-03-03", "from": "2031-02-15"}]


def test_two_languages_with_the_same_provisions_announce_no_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "mo/q-poker:zh", "mo/q-poker:pt", "--layer", "words", "--lang", "en"]) == 0
    text = capsys.readouterr().out
    words = catalogue("en")
    assert words.say("diff.words.two-languages.none") in text
    assert words.say("diff.words.two-languages") not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_kept_with_another_range_is_told_in_its_sentence(language: str) -> None:
    kept = f"{DIE}  “mark” is a number kept during the round: {{}} through 3.\n{THROW}"
    found = difference(kept.format(1), kept.format(2))
    assert ops(found) == [("changed", "memories")]
    (said,) = told(found, language)
    spans = {"en": "{} through 3", "pt": "{} a 3", "zh": "{}至3"}
    assert all(spans[language].format(low) in said for low in (1, 2))


# ── Values of an option, and from when ──────────────────────────────────────

LIMIT = f"{DIE}{THROW}Article 2\n  house option “limit”: {{}}; default 2.\n  {WIN}\n"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("1, 2 or 3", "1 through 3", []),
        ("1, 2 or 3", "3, 1 or 2", []),
        ("2, 1 or 3", "2 or more", ["“limit” may be 4 or more, and no longer 1"]),
        ("1 through 6", "2 or 3", ["“limit” may no longer be 1 or 4 through 6"]),
        ("2 or more", "2 through 9", ["“limit” may no longer be 10 or more"]),
        ("2 through 4", "1 through 7", ["“limit” may also be 1 or 5 through 7"]),
        ("“none” or 2", "2 or “all”", ["“limit” may be “all”, and no longer “none”"]),
    ],
)
def test_values_of_an_option_differ_by_the_numbers_admitted_however_they_are_written(
    before: str, after: str, expected: list[str]
) -> None:
    """By hand: the whole numbers of the one that are not among those of the other."""
    found = difference(LIMIT.format(before), LIMIT.format(after))
    assert told(found) == expected
    assert told(difference(LIMIT.format(after), LIMIT.format(after))) == []


FROM_JULY = {
    "zh": "  第三條自二零三一年七月一日起生效。\n",
    "pt": "  o artigo 3.º entra em vigor em 1 de Julho de 2031.\n",
    "en": "  on 1 July 2031, article 3 enters into force.\n",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_of_entry_into_force_that_changes_is_a_change_of_words(language: str) -> None:
    """Where the words of the law stay as they are, what is said of the day beside them is what changed."""
    said = FROM_JULY[language]
    later = said.replace("七", "八").replace("Julho", "Agosto").replace("July", "August")
    for now in (later, ""):
        changed = edits("amendment-sample", language, (said, now))
        assert [(e.op, e.eid_before) for e in changed.words] == [("change", "art_4__para_2")]
        removed = [p.text for p in changed.words[0].pieces if p.kind == "removed"]
        assert removed
        assert "".join(removed).strip() in said


PUBLISHED = {"zh": "公佈於二零三一年三月三日", "pt": "publicado em 3", "en": "published on 3"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_header_that_changes_is_told_of_one_text_and_not_of_its_versions(language: str) -> None:
    """Of an instrument the day of publication, on which its entry into force rests; of no other work anything."""
    said = PUBLISHED[language]
    changed = edits("amendment-sample", language, (said, said.replace("三日", "四日").replace("3", "4")))
    (edit,) = changed.words
    assert (edit.op, edit.eid_before, edit.eid_after) == ("change", "", "")
    assert {p.text for p in edit.pieces if p.kind != "same"} == ({"三", "四"} if language == "zh" else {"3", "4"})
    assert catalogue(language).say("rule-edit.nowhere") in shown(changed, language)
    assert mistakes(to_json(changed, language)) == []
    one, two = (read_side(f"mo/baccarat@{day}", language) for day in ("2004-05-18", "2005-11-29"))
    assert "" not in {edit.eid_before for edit in compare(one, two, ("words",)).words}
    assert "" not in {edit.eid_before for edit in compare(shelf_side("three-dice", language), one, ("words",)).words}


@pytest.mark.parametrize(
    "line",
    [
        ("diff", "mo/q-poker", "mo/q-poker+packs=2+packs=1"),
        ("analyze", "mo/q-poker", "--reading", "packs=2", "--reading", "packs=1"),
    ],
)
def test_a_value_that_is_given_twice_is_refused(line: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Of two values of a reading none is passed over without a word."""
    assert main([*line, "--lang", "en"]) == 1
    assert "“packs” is given a value twice" in capsys.readouterr().err
