"""Trees: walked from the top down, changed from the bottom up, equal where they mean the same."""

from fractions import Fraction

import pytest

from lexludi.base.source import Span
from lexludi.language.nodes import (
    Construct,
    Level,
    Node,
    Number,
    Payoff,
    ReferenceRow,
    Sequence,
    Term,
    children,
    terms_in,
    transform,
    walk,
)
from small import document_of

TOTAL = Construct("total", (Term("dealer", "dealer"),))
TREE = Construct("less", (TOTAL, Number(3, "three")))

TEXT = """\
Article 1 Bets
  | Words of the law.
  # A comment.
  “player” bets.
1.
  “ante” is a bet.
1)
  bets are accepted.
2.
  settle “ante”.
Article 2
  no effect on the machine: closing
"""


def test_children_come_in_canonical_order_and_literals_have_none() -> None:
    assert list(children(TREE)) == [TOTAL, Number(3)]
    assert list(children(Number(3))) == []
    assert list(children(Sequence("terms", (Term("a"), Term("b"))))) == [Term("a"), Term("b")]


def test_a_walk_goes_from_the_top_down_and_from_the_first_part_to_the_last() -> None:
    assert list(walk(TREE)) == [TREE, TOTAL, Term("dealer", "dealer"), Number(3)]


def test_the_terms_in_a_tree_are_known_by_their_ids() -> None:
    assert terms_in(Construct("sum", (TOTAL, Construct("total", (Term("boxes", "box"),))))) == {"dealer", "box"}


def test_a_deep_tree_is_walked_without_recursion() -> None:
    node: Node = Number(1)
    for _ in range(5000):
        node = Construct("negation", (node,))
    assert sum(1 for _ in walk(node)) == 5001


def test_a_change_is_made_from_the_bottom_up_and_the_tree_itself_stays() -> None:
    def change(node: Node) -> Node:
        if isinstance(node, Number):
            return Number(node.value + 1)
        return Construct("more", node.parts) if isinstance(node, Construct) and Number(4) in node.parts else node

    assert transform(TREE, change) == Construct("more", (TOTAL, Number(4)))
    assert TREE.parts[1] == Number(3)


def test_what_means_the_same_is_equal_wherever_and_however_it_was_written() -> None:
    assert Number(3, "three", span=Span(1, 2), eid="art_1") == Number(3, "三")
    assert hash(Number(3, "three", span=Span(1, 2))) == hash(Number(3))
    assert Payoff(Fraction(3, 2), "3 to 2") == Payoff(Fraction(6, 4), "6 por 4")
    assert Term("dealer", "dealer") != Term("box", "box")
    assert Number(3) != Number(4)


def test_provisions_are_listed_in_the_order_of_the_text_with_their_identifiers() -> None:
    document, _ = document_of(TEXT)
    assert [(p.eid, p.level, p.number, p.title) for p in document.all()] == [
        ("art_1", Level.ARTICLE, "1", "Bets"),
        ("art_1__para_1", Level.PARAGRAPH, "1", ""),
        ("art_1__para_1__point_1", Level.POINT, "1", ""),
        ("art_1__para_2", Level.PARAGRAPH, "2", ""),
        ("art_2", Level.ARTICLE, "2", ""),
    ]


def test_sentences_of_a_provision_are_its_own_and_not_those_below() -> None:
    document, _ = document_of(TEXT)
    assert [s.statement.op for s in document.provisions[0].sentences()] == ["bettor"]
    assert [len(list(p.sentences())) for p in document.all()] == [1, 1, 1, 1, 1]


def test_every_node_stands_in_its_provision_and_at_its_place() -> None:
    document, source = document_of(TEXT)
    (sentence,) = document.provisions[0].below[0].sentences()
    assert {node.eid for node in walk(sentence)} == {"art_1__para_1"}
    (term,) = [node for node in walk(sentence) if isinstance(node, Term)]
    assert "ante" in source.text[term.span.start : term.span.end]


def test_levels_have_the_rank_in_which_they_stand_in_each_other() -> None:
    assert [level.rank for level in (Level.PREAMBLE, Level.ARTICLE, Level.PARAGRAPH, Level.POINT, Level.SUBPOINT)] == [
        0, 1, 2, 3, 4,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "last", "eids"),
    [
        ("art_9", "art_11", ("art_9", "art_10", "art_11")),
        ("art_9", "art_9", ("art_9",)),
        ("art_9", "art_8", ()),
        # 第九條之一至第十一條: article 9 itself is not among them.
        ("art_9-A", "art_11", ("art_9-A", "art_10", "art_11")),
        ("art_9-A", "art_9", ()),
        ("art_2__para_4", "art_2__para_5", ("art_2__para_4", "art_2__para_5")),
        ("", "", ()),
    ],
)
def test_a_row_has_its_first_provision_and_those_after_it_by_their_numbers(
    first: str, last: str, eids: tuple[str, ...]
) -> None:
    assert ReferenceRow(first, last).eids == eids
