"""The words of the two authentic texts of Q Poker, aligned by hand: where they say different things, the file says so.

The table in `aligned/q-poker.md` is read from the words alone; what the files declare is only compared with it.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from lexludi.language.nodes import Words
from lexludi.law.loader import find, rules_of
from lexludi.rules.literals import plain
from lexludi.rules.model import Range, RuleSet, Value, under
from lexludi.rules.settings import decide, resolve_settings

TABLE = Path(__file__).resolve().parent / "aligned" / "q-poker.md"
AUTHENTIC = ("zh", "pt")

# Words of duty, permission and condition, which no row may leave out.
MODAL = {
    "zh": re.compile(r"不得|不接受|無須|須|可|(?<!例)如(?!此|常|下)"),
    "pt": re.compile(r"\b(?:podem?|Podem|devem?|proibido|aceites|Apenas|apenas|direito|Se|Quando)\b"),
}


@dataclass(frozen=True)
class Row:
    """Words of one provision in both texts, and what they are read to say."""

    eid: str
    words: dict[str, str]
    says: dict[str, str]

    @property
    def differs(self) -> bool:
        return self.says["zh"] != self.says["pt"]


@cache
def rows() -> tuple[Row, ...]:
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.read_text("utf-8").splitlines()]
    return tuple(
        Row(eid, {"zh": zh, "pt": pt}, {"zh": zh_says, "pt": pt_says})
        for eid, zh, pt, zh_says, pt_says in (row for row in cells if len(row) == 5)
        if eid.startswith("art_")
    )


@cache
def rules(language: str) -> RuleSet:
    return rules_of(find("mo/q-poker", language=language))


@cache
def words(language: str) -> dict[str, str]:
    """The verbatim words of each provision of the articles."""
    return {
        p.eid: "\n".join(item.text for item in p.body if isinstance(item, Words))
        for p in rules(language).document.all()
        if p.eid.startswith("art_")
    }


def undeclared(declared: set[str]) -> set[str]:
    """The provisions where the texts say different things, and neither they nor what they stand in declare it."""
    return {row.eid for row in rows() if row.differs and not any(under(row.eid, eid) for eid in declared)}


@pytest.mark.parametrize("language", AUTHENTIC)
def test_the_words_of_each_row_stand_in_its_provision(language: str) -> None:
    for row in rows():
        said = words(language)[row.eid]
        assert row.words[language] == "*" or said.count(row.words[language]) == 1, (row.eid, row.words[language])


@pytest.mark.parametrize("language", AUTHENTIC)
def test_no_word_of_duty_permission_or_condition_is_left_out(language: str) -> None:
    left: list[tuple[str, str]] = []
    for eid, said in words(language).items():
        rest = said
        for row in (row for row in rows() if row.eid == eid):
            rest = "" if row.words[language] == "*" else rest.replace(row.words[language], "")
        left += [(eid, found) for found in MODAL[language].findall(rest)]
    assert left == []


def test_every_difference_of_the_words_is_declared_in_both_texts() -> None:
    for language in AUTHENTIC:
        assert undeclared({d.eid for d in rules(language).divergences}) == set()


def test_every_declared_divergence_is_one_of_the_words() -> None:
    different = {row.eid for row in rows() if row.differs}
    declared = {d.eid for language in AUTHENTIC for d in rules(language).divergences}
    assert {eid for eid in declared if not any(under(found, eid) for found in different)} == set()


def test_without_declarations_the_table_finds_every_difference_by_itself() -> None:
    assert undeclared(set()) == {
        "art_1__point_1",
        "art_6__point_3",
        "art_7__point_1",
        "art_7__point_2",
        "art_8__point_3",
        "art_9__point_1",
        "art_9__point_2",
        "art_11__point_2",
        "art_11__point_3",
    }


def stance(language: str) -> dict[str, Value]:
    """What a text itself says in each divergence; the first, where it bears several."""
    first = {d.id: d.stance[0] for d in rules(language).divergences}
    return {name: value.low if isinstance(value, Range) else value for name, value in first.items()}


def sentences(language: str, dealing: str) -> dict[str, list[object]]:
    """The formal sentences of a text read as that text has it, by provision and in their order."""
    rule_set = rules(language)
    decided = decide(rule_set, resolve_settings(rule_set, {"dealing": dealing}, stance(language)))
    found: dict[str, list[object]] = {}
    for group in (decided.steps, decided.outcomes, decided.events, decided.norms):
        for rule in group:
            found.setdefault(rule.eid, []).append((plain(rule.condition), plain(rule.effect)))
    for category in decided.categories:
        found.setdefault(category.eid, []).append((plain(category.condition), [plain(key) for key in category.keys]))
    return found


def test_the_formal_sentences_of_each_text_differ_where_its_words_do() -> None:
    different: set[str] = set()
    for dealing in ("shoe", "shuffler"):
        zh, pt = (sentences(language, dealing) for language in AUTHENTIC)
        different |= {eid for eid in {*zh, *pt} if zh.get(eid) != pt.get(eid)}
    # One pack is among «one or more», so that both texts can be played alike.
    assert different == undeclared(set()) - {"art_1__point_1"}
