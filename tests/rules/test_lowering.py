"""From the tree of a text to its rules: what each sentence declares, rows joined to tables, rules by family."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.nodes import Construct, Payoff, Sequence, Term
from lexludi.law.loader import find, load_rules
from lexludi.rules.describe import rulebook
from lexludi.rules.lowering import _in_turn, _put_before, lower
from lexludi.rules.model import Parameter, Precedence, Range, Rule, Score, Slot, Status, Stock, Thrown, Worth, under
from small import DIE, HEADER, THROW, diagnosed, document_of, folder_of, glossary_of, rules_of

MATERIAL = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 2 packs of “card”, each with one for each combination of “number”; 3 in each.
  there is one “dealer”.
  “player” bets.
  “ante” is a bet.
"""


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in diagnosed(text)[1]]


def test_material_scales_and_runs_are_declared() -> None:
    rules = rules_of(
        MATERIAL + "  “face”, from high to low: “six” and 5.\n  material: 3 “die”, each showing one “face”.\n"
        "  “run”, runs of “number” from high to low: 3-2-1 and 2-1.\n"
    )
    assert rules.scales["face"].items == ("six", "5")
    assert rules.stocks == (Stock("card", 2, ("number",), 3, "art_1"),)
    assert rules.thrown == (Thrown("die", 3, "face", "art_1"),)
    assert (rules.runs["run"].scale, rules.runs["run"].items) == ("number", (("3", "2", "1"), ("2", "1")))


@pytest.mark.parametrize(("written", "hints"), [("dealr", [{"word": "dealer"}]), ("zzz", [])])
def test_a_term_of_no_glossary_is_marked_with_the_one_that_may_have_been_meant(
    written: str, hints: list[dict[str, str]]
) -> None:
    document, source = document_of(f"{MATERIAL}  there is one “{written}”.\n")
    (found,) = lower(document, glossary_of(MATERIAL), source)[1]
    assert found.code == "unknown-term"
    assert [(hint.key, hint.args) for hint in found.hints] == [("did-you-mean", args) for args in hints]


def test_what_objects_count_is_declared_in_the_order_of_the_text() -> None:
    rules = rules_of(
        MATERIAL
        + "  3 counts 1 or 11.\n  every other “card” counts its face value.\n  every 10 in a total counts zero.\n"
    )
    assert rules.worths == (Worth(("3",), (1, 11), "art_1"), Worth((), (), "art_1"))
    assert rules.modulus == (10, "art_1")
    assert rules_of(MATERIAL + "  a total is the highest that does not exceed 21.\n").best_within == (21, "art_1")
    assert rules_of(MATERIAL + "  a hand is ranked by the best 2 of its cards.\n").best_of == (2, "art_1")


def test_holders_and_bettors_are_declared_with_their_places() -> None:
    rules = rules_of(MATERIAL.replace("“player” bets", "there are 7 “box”.\n  “player” bets at “box” or elsewhere"))
    assert [(r.id, r.kind, r.count, r.at, r.elsewhere) for r in rules.roles.values()] == [
        ("dealer", "one", 1, "", False), ("box", "many", 7, "", False), ("player", "bettor", 1, "box", True),
    ]  # fmt: skip
    assert rules.bettor_role() == "player"
    anywhere, at_box = (
        rules_of(MATERIAL.replace("“player” bets", written)).roles["player"]
        for written in ("“player” bets", "there are 7 “box”.\n  “player” bets at “box”")
    )
    assert (anywhere.kind, anywhere.count, anywhere.at) == ("bettor", 1, "")
    assert (at_box.kind, at_box.count, at_box.at, at_box.elsewhere) == ("bettor", 1, "box", False)


def test_statuses_bets_and_the_score_are_declared() -> None:
    rules = rules_of(
        MATERIAL + "  each “player” is either “seated” or “standing”.\n  “guess” is a bet that names one “number”.\n"
        "  the score records “ante”, and marks “guess”.\n"
    )
    assert rules.statuses == (Status("player", ("seated", "standing"), "art_1"),)
    assert {bet.id: bet.slots for bet in rules.bets.values()} == {"ante": (), "guess": (Slot(1, "number"),)}
    assert rules.score == Score(("ante",), ("guess",), "art_1")
    assert list(rules.score) == ["ante", "guess"]


def test_options_and_readings_are_declared_with_choices_and_defaults() -> None:
    rules = rules_of(
        MATERIAL + "  house option “seats”: 5 through 7 or 9; default 6.\n  house option “way”: “shoe” or “machine”.\n"
        "  reading “half”: “won” or “kept”; default “kept”; because: invented.\n"
    )
    assert rules.parameters == {
        "seats": Parameter("seats", "option", (Range(5, 7), 9), 6, "art_1"),
        "way": Parameter("way", "option", ("shoe", "machine"), "shoe", "art_1"),
        "half": Parameter("half", "reading", ("won", "kept"), "kept", "art_1"),
    }
    assert rules.parameters["half"].reason == "invented."


def test_a_rule_stands_with_its_kind_and_its_provision() -> None:
    rules = rules_of(
        MATERIAL + "Article 2\n1.\n  bets are accepted.\n2.\n  “ante” loses.\n  “dealer” must “draw”.\n"
        "3.\n  when “fire” happens, then the round stands.\n  upon “draw”: takes one “card”.\n"
        "4.\n  when the round is over, then put “card” back into “shuffler”.\n  in every other case, “ante” is void.\n"
    )
    found = {
        name: [(rule.effect.op, rule.eid) for rule in getattr(rules, name)]
        for name in ("steps", "outcomes", "norms", "events", "closings")
    }
    assert found == {
        "steps": [("bets_open", "art_2__para_1")],
        "outcomes": [("loses", "art_2__para_2"), ("void", "art_2__para_4")],
        "norms": [("must", "art_2__para_2")],
        "events": [("round_stands", "art_2__para_3")],
        "closings": [("put_back", "art_2__para_4")],
    }
    assert [rule.fallback for rule in rules.outcomes] == [False, True]
    assert [(upon.action, upon.eid) for upon in rules.upons] == [("draw", "art_2__para_3")]


def test_an_exception_is_over_every_provision_that_it_names() -> None:
    text = MATERIAL + "Article 2\n  “ante” loses.\nArticle 3\n  “ante” loses.\nArticle 4\n  “ante” is void.\n"
    assert rules_of(text + "  prevails over article 2 and article 3.\n").precedences == (
        Precedence("art_4", "art_2"),
        Precedence("art_4", "art_3"),
    )


TABLE = MATERIAL + (
    "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"
    "1)\n  “run hand”: each is of a different “number”.\n2)\n  “pair”: 2 are of the same “number”.\n"
    "3)\n  “poor”: 3 are of the same “number”.\n"
    "Article 3\n  when the total of “dealer” is 1, then “ante” pays by the hand of “dealer”:\n"
    "1)\n  “run hand” 3 to 2.\n2)\n  others 1 to 1.\n"
)


def test_categories_come_from_high_to_low_with_their_provisions() -> None:
    assert [(c.id, c.eid) for c in rules_of(TABLE).categories] == [
        ("run-hand", "art_2__point_1"), ("pair", "art_2__point_2"), ("poor", "art_2__point_3"),
    ]  # fmt: skip


@pytest.mark.parametrize("by", ["hand", "total"])
def test_others_are_all_where_a_table_names_none(by: str) -> None:
    text = TABLE.replace("by the hand", f"by the {by}").replace(
        "1)\n  “run hand” 3 to 2.\n2)\n  others", "1)\n  others"
    )
    (others,) = rules_of(text).outcomes
    assert others.condition == rules_of(TABLE).outcomes[0].condition.items[0]  # type: ignore[union-attr]
    assert [rule.provisions for rule in rulebook(rules_of(text), "en")]


def test_a_row_of_a_table_is_a_rule_under_the_condition_of_the_table() -> None:
    first, others = rules_of(TABLE).outcomes
    assert (first.provisions, others.provisions) == (("art_3__point_1", "art_3"), ("art_3__point_2", "art_3"))
    assert first.effect == Construct("pays", (Term("ante", "ante"), Payoff(Fraction(3, 2))))
    assert isinstance(first.condition, Sequence)
    assert first.condition.op == "all_of"
    assert [part.op for part in first.condition.items if isinstance(part, Construct)] == ["number_is", "category_is"]


def test_the_row_of_others_is_for_every_category_that_no_row_names() -> None:
    (_, others) = rules_of(TABLE).outcomes
    assert isinstance(others.condition, Sequence)
    negated = others.condition.items[-1]
    assert isinstance(negated, Construct)
    assert negated.op == "negation"


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("there is one “dealer”", "declared-twice"),
        ("“ante” is a bet", "declared-twice"),
        (
            "house option “pot”: 1 or 2.\n  “pot” is an amount kept from round to round, beginning with 5",
            "declared-twice",
        ),
        (
            "“pot” is an amount kept from round to round, beginning with 5.\n  house option “pot”: 1 or 2",
            "declared-twice",
        ),
        # Whoever is said to stand, and holds two, would be seated as well.
        (
            "each “player” is either “seated” or “standing”.\n"
            "  “player” is “seated” only if the total of “dealer” is 2",
            "declared-twice",
        ),
        (
            "“player” is “seated” only if the total of “dealer” is 2.\n"
            "  each “player” is either “standing” or “seated”",
            "declared-twice",
        ),
        ("“letter”, from high to low: 3, 3 and 1", "item-twice"),
        # A bet could name one group in two ways, a run had two places, and a group of one item twice nobody could name.
        ("“near”, groups of “number”: 1-2, 2-3 and 2-1", "declared-twice"),
        ("“near”, groups of “number”: 1-2 and 1-1", "declared-twice"),
        ("“run”, runs of “number” from high to low: 3-2, 2-1 and 2-3", "declared-twice"),
        ("house option “seats”: 5 through 7; default 8", "default-not-among-choices"),
        ("house option “seats”: 3, 3 or 5; default 3", "declared-twice"),
        ("house option “seats”: 1 through 5 or 4 through 6; default 6", "declared-twice"),
        ("house option “seats”: 7 or 5 or more; default 7", "declared-twice"),
        ("house option “seats”: “ante”, “pair” or “ante”; default “pair”", "declared-twice"),
        ("takes one “card”", "only-upon-action"),
        ("the stake of “ante” is doubled", "only-upon-action"),
        # Nobody chooses it: the sentence was passed over, and its provision counted as executed.
        (
            "half of the hand becomes the “second”, with an equal bet on “ante”, and neither is split again",
            "only-upon-action",
        ),
        ("“pair” 3 to 1", "row-without-table"),
        ("when “fire” happens, then the turn ends", "only-upon-action"),
        ("in every other case, the turn ends", "only-upon-action"),
        # To follow `upon` an action is no remedy: no action has such a consequence.
        ("in every other case, “ante” receives a bonus of 1 to 1", "not-otherwise"),
        ("in every other case, from the winnings of “ante” a commission of 5% is taken", "not-otherwise"),
        ("in every other case, the round is void and so are its bets", "not-otherwise"),
        ("upon “draw”: settle “ante”", "not-upon-action"),
        # Of a bet that is decided the second result, or a stake that is doubled then, was passed over.
        ("upon “draw”: “ante” loses 50%; “ante” pays 1 to 1", "not-upon-action"),
        ("upon “draw”: “ante” loses; the stake of “ante” is doubled", "not-upon-action"),
        ("upon “draw”: “ante” moves to “pair”; “ante” loses", "not-upon-action"),
        ("upon “draw”: takes one “card”; the round is void and so are its bets", "not-upon-action"),
        ("upon “draw”: from the winnings of “ante” a commission of 5% is taken", "not-upon-action"),
        ("upon “draw”: “ante” receives a bonus of 1 to 1", "not-upon-action"),
        ("upon “draw”: “ante” moves to “ante”, naming 3", "not-upon-action"),
        ("upon “draw”: “player” must “draw”", "not-upon-action"),
    ],
)
def test_a_sentence_that_makes_no_rule_is_refused(sentence: str, code: str) -> None:
    assert code in codes(MATERIAL + f"Article 2\n  {sentence}.\n")


def test_choices_that_only_touch_are_told_of_nothing() -> None:
    sentence = "house option “seats”: 1 through 3, 4, 5 through 6 or 7 or more; default 7"
    assert "declared-twice" not in codes(MATERIAL + f"Article 2\n  {sentence}.\n")


def test_of_an_empty_range_its_default_is_no_further_fault() -> None:
    sentence = "house option “seats”: 5 through 1; default 3.\n  when “seats” is 4, then “ante” loses"
    assert "default-not-among-choices" not in codes(MATERIAL + f"Article 2\n  {sentence}.\n")


@pytest.mark.parametrize(
    ("first", "second", "other"),
    [
        (
            "upon “double”: the stake of “ante” is doubled",
            "upon “double”: takes one “card”",
            "upon “hit”: the turn ends",
        ),
        (
            "“dealer” is “high” only if the total of “dealer” is 2",
            "“dealer” is “high” only if the total of “dealer” is 3",
            "“dealer” is “low” only if the total of “dealer” is 1",
        ),
        ("3 counts 7", "3 counts 1 or 5", "2 counts 5"),
        ("every 3 in a total counts zero", "every 2 in a total counts zero", ""),
        ("a total is the highest that does not exceed 21", "a total is the highest that does not exceed 5", ""),
        ("a hand is ranked by the best 2 of its cards", "a hand is ranked by the best 3 of its cards", ""),
        ("the score records “ante”", "the score records “ante”", ""),
        (
            "each “player” is either “seated” or “standing”",
            "each “player” is either “resident” or “visitor”",
            "each “dealer” is either “old” or “young”",
        ),
        ("there is one “banker”", "“guest” bets", ""),
    ],
)
def test_no_declaration_replaces_another_without_a_word(first: str, second: str, other: str) -> None:
    text = MATERIAL + f"  {first}.\n" + (f"  {other}.\n" if other else "")
    assert "declared-twice" not in codes(text)
    twice = [d for d in diagnosed(text + f"Article 2\n  {second}.\n")[1] if d.code == "declared-twice"]
    assert [d.labels[0].eid for d in twice] == ["art_2"]


def test_a_second_declaration_about_no_term_is_named_by_its_words() -> None:
    (found,) = diagnosed(MATERIAL + "  “guest” bets.\n")[1]
    assert (found.code, found.args) == ("declared-twice", {"term": "guest bets"})


def test_a_text_without_faults_has_no_diagnostics() -> None:
    assert codes(TABLE) == []


def test_a_stake_may_be_doubled_before_the_bet_is_lost_upon_an_action() -> None:
    """Each effect finds the bet open, and of two bets each may have a result."""
    sentence = "upon “draw”: the stake of “ante” is doubled; “ante” loses; “side” loses"
    assert codes(f"{MATERIAL}  “side” is a bet.\n  {sentence}.\n") == []


def test_a_category_is_listed_once() -> None:
    """Of two places of one category in the list none is its place: such a hand is as high as either."""
    text = (
        "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"
        "1)\n  “pair”: 2 are of the same “number”.\n"
        "2)\n  “other”: they form 3-2.\n"
        "3)\n  “pair”: each is of a different “number”.\n"
    )
    assert codes(MATERIAL + text) == ["declared-twice"]
    assert codes(MATERIAL + text.replace("3)\n  “pair”", "3)\n  “rest”")) == []


BEFORE = "\n  its steps come before those of article {}; because: it says so\n"


@pytest.mark.parametrize(
    ("said", "order", "passed"),
    [
        ({}, "2345", {}),
        # They do so anyhow, and nothing moves: they stay before those between the two as well.
        ({2: 4}, "2345", {}),
        ({4: 2}, "4235", {4: "23"}),
        # What is to come before one that is moved moves with it, whichever sentence comes first.
        ({3: 4, 4: 2}, "3425", {3: "2", 4: "2"}),
        ({4: 3, 3: 2}, "4325", {4: "32", 3: "2"}),
        ({2: 3, 4: 2, 5: 4}, "5423", {5: "423", 4: "23"}),
    ],
)
def test_the_steps_of_a_provision_come_before_those_of_another(
    said: dict[int, int], order: str, passed: dict[int, str]
) -> None:
    """Every sentence holds of the order, and what none of them is about stays in the order of the text."""
    rules = rules_of(_in_order(said))
    assert "".join(rule.eid.removeprefix("art_") for rule in rules.steps) == order
    found = {rule.eid: rule.put_before[0].passed for rule in rules.steps if rule.put_before}
    assert found == {f"art_{own}": tuple(f"art_{other}" for other in others) for own, others in passed.items()}


@pytest.mark.parametrize("said", [{2: 3, 3: 2}, {2: 4, 4: 5, 5: 2}])
def test_steps_that_are_each_to_come_before_the_other_are_in_no_order(said: dict[int, int]) -> None:
    assert codes(_in_order(said)) == ["circular-precedence"]


def test_a_long_circle_of_steps_is_told_once() -> None:
    """Each of four hundred articles before the next one, and the last before the first."""
    said = {own: own + 1 for own in range(2, 402)} | {402: 2}
    articles = (f"Article {own}\n  “dealer” shuffles “card”.{BEFORE.format(later)}" for own, later in said.items())
    assert codes(MATERIAL + "".join(articles)) == ["circular-precedence"]


PLACES = ("art_2", "art_2__para_1", "art_2__para_1__point_1", "art_2__para_2", "art_3", "art_3__para_1", "art_4")


@pytest.mark.parametrize("seed", range(20))
def test_steps_come_in_an_order_of_which_every_sentence_holds_if_there_is_one(seed: int) -> None:
    """Whether there is one, by what comes before what, directly or through others, step by step."""
    random = Random(seed)
    for _ in range(100):
        eids = sorted(random.choices(PLACES, k=random.randint(1, 7)))
        said = list(dict.fromkeys((random.choice(PLACES), random.choice(PLACES)) for _ in range(random.randint(1, 4))))
        places = range(len(eids))
        before = {
            (one, two)
            for own, later in said
            for one, two in product(places, places)
            if under(eids[one], own) and under(eids[two], later) and not under(eids[two], own)
        }
        through = set(before)
        for middle, one, two in product(places, places, places):
            if (one, middle) in through and (middle, two) in through:
                through.add((one, two))
        turns, circle = _in_turn(said, eids)
        assert bool(circle) is any((place, place) in through for place in places), (eids, said)
        steps = [(place, Rule(None, Construct("bets_open"), (eid,))) for place, eid in enumerate(eids)]
        for number in turns:
            earlier, moved, rest = _put_before(steps, *said[number])
            steps = [*earlier, *moved, *rest]
        order = [place for place, _ in steps]
        assert circle or all(order.index(one) < order.index(two) for one, two in before), (eids, said)


def _in_order(said: dict[int, int]) -> str:
    """Articles with a step each, some of which are said to come before that of another."""
    articles = (
        f"Article {own}\n  “dealer” shuffles “card”.{BEFORE.format(said[own]) if own in said else chr(10)}"
        for own in range(2, 6)
    )
    return MATERIAL + "".join(articles)


# ── Sentences that were given up ────────────────────────────────────────────


def of_meaning(text: str) -> list[str]:
    """The faults of meaning of a text in which one sentence is given up at a mistake."""
    source = Source("small.en.ludi", "en", HEADER + text)
    document, problems = build(source)
    assert document is not None
    assert [problem.code for problem in problems] == ["unexpected-text"]
    return [d.code for d in lower(document, glossary_of(text), source)[1]]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("until each has 2.", "until each has “tally”."),
        ("2 packs of “card”, each with", "2 packs of “card”, with"),
        ("the stake of “ante” is added to “tally”.", "the stake of “ante” is in “tally”."),
    ],
)
def test_a_sentence_that_is_given_up_brings_no_faults_of_others(right: str, wrong: str) -> None:
    text = (
        f"{MATERIAL}  “tally” is an amount kept from round to round, beginning with 5.\nArticle 2\n"
        "  | What the law says of “ante”.\n  bets are accepted.\n  the stake of “ante” is added to “tally”.\n"
        "  deal to “dealer”, one “card” at a time, face up, until each has 2.\n  settle “ante”.\n"
        "  when the total of “dealer” is 3, then “ante” loses.\n  “ante” receives half of “tally”.\n"
    )
    assert codes(text) == []
    assert of_meaning(text.replace(right, wrong)) == []
    # What does not follow from it is told all the same.
    assert of_meaning(text.replace(right, wrong) + "  settle “other”.\n") == ["not-a-bet"]


@pytest.mark.parametrize(
    ("opening", "row", "asked"),
    [
        (
            "hands are of these kinds, highest first:",
            "“pair”: 2 are of the same “number”.",
            "the hand of “dealer” is “pair”",
        ),
        ("for “ante” there is this table of prizes:", "3 2 to 1.", "the total of “dealer” is 3"),
    ],
)
def test_a_table_that_could_not_be_opened_brings_no_faults_of_its_rows(opening: str, row: str, asked: str) -> None:
    """Nor of what asks for a category of it; a row above what was given up stands in no table all the same."""
    rules = f"  bets are accepted.\n  settle “ante”.\n  when {asked}, then “ante” loses.\n"
    for above, found in (("", []), (f"1)\n  {row}\n2)\n", ["row-without-table"])):
        assert of_meaning(f"{MATERIAL}Article 2\n{above}{rules}Article 3\n  {opening}\n1)\n  {row}\n") == found


def test_of_a_text_that_an_instrument_has_changed_it_is_told_what_does_not_go_together(tmp_path: Path) -> None:
    """What an instrument brings without words stands nowhere: it is no sentence that was given up."""
    folder_of(f"{DIE}Article 2\n{THROW}  “big” loses.\n", tmp_path)
    head = "regulation: game\nin force from 1 January 2031.\n"
    text = (tmp_path / "1.en.ludi").rename(tmp_path / "2031-01-01.en.ludi")
    text.write_text(text.read_text("utf-8").replace("regulation: small\n", head), "utf-8")
    (tmp_path / "amendments").mkdir()
    (tmp_path / "amendments" / "1.en.ludi").write_text(
        "regulation: game/1\ninstrument: Invented instrument no. 1/2031\npublished on 3 January 2031.\n"
        "in force from 1 February 2031.\namends: game\ninvented example, not law.\n\nArticle 1\n"
        "  replace article 2 by:\n  > Article 2\n  >   bets are accepted.\n"
        "  >   deal to “banker”, one “die” at a time, face up, until each has 1.\n"
        "  >   settle “big”.\n  >   “big” loses.\n",
        "utf-8",
    )
    _, found = load_rules(find(f"{tmp_path}@2031-02-01"))
    assert [d.code for d in found] == ["cannot-be-dealt"]
