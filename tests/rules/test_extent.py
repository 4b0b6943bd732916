"""The extent of conditions, and the order in which what they name is written out."""

import pytest

from lexludi.language.nodes import Construct, Node, Sequence, Term
from lexludi.rules.extent import MAX_LEVELS, MAX_PARTS, Extent, extent, named_first
from small import diagnosed, pack, rules_of


def names(*named: str) -> Node:
    return Sequence("all_of", tuple(Construct("in_runs", (Term(name, name),)) for name in named))


def name_of(node: Node) -> str:
    return node.term(0) if isinstance(node, Construct) else ""


def test_parts_and_levels_are_those_of_all_that_is_named() -> None:
    extents = {"a": Extent(10, 4)}
    # Two names, each with its term, in a list: five nodes on three levels; what is named stands below its name.
    assert extent(names("b", "b"), lambda node: None) == Extent(5, 3)
    assert extent(names("a", "b"), lambda node: extents.get(name_of(node))) == Extent(15, 6)


def test_what_is_named_comes_first_and_a_circle_is_told() -> None:
    assert named_first({"c": names("b"), "a": names(), "b": names("a", "elsewhere")}, name_of) == (["a", "b", "c"], [])
    ordered, circle = named_first({"c": names("b"), "b": names("c"), "a": names(), "d": names("b")}, name_of)
    assert ordered == ["a"]
    assert set(circle) == {"b", "c"}


HEAD = pack("3, 2 and 1") + "Article 2\n  each hand belongs to the first category that fits, from high to low:\n"


def categories(*conditions: str) -> str:
    return HEAD + "".join(f"{n})\n  “c{n}”: {condition}.\n" for n, condition in enumerate(conditions, 1))


@pytest.mark.parametrize("times", [2, 3])
def test_categories_that_name_one_another_again_and_again_are_refused_once(times: int) -> None:
    text = categories(
        "all are of the same “number”", *(", and ".join([f"they form a “c{n}”"] * times) for n in range(1, 40))
    )
    assert [d.code for d in diagnosed(text)[1]] == ["too-much-named"]


def test_a_condition_that_names_as_much_as_can_be_followed_is_followed() -> None:
    # Each negation is a level, and so is the name in it: with the shape and its term no more than the limit.
    depth = MAX_LEVELS // 2 - 2
    deep = ["all are of the same “number”", *(f"it is not so that they form a “c{n}”" for n in range(1, depth))]
    rules_of(categories(*deep))
    too_deep = [*deep, *(f"it is not so that they form a “c{n}”" for n in range(depth, depth + 4))]
    assert [d.code for d in diagnosed(categories(*too_deep))[1]] == ["too-much-named"]


def test_a_rule_that_names_too_much_is_marked_itself() -> None:
    one = ", and ".join(["all are of the same “number”"] * (MAX_PARTS // 6))
    rule = " , and ".join(["the hand of “player” is such that they form a “c1”"] * 4)
    text = f"{categories(one)}Article 3\n  when {rule}, then “ante” loses.\n"
    (problem,) = diagnosed(text)[1]
    assert problem.code == "too-much-named"
    assert problem.labels[0].eid == "art_3"


def test_a_category_names_one_that_comes_later_wherever_it_is_named_itself() -> None:
    text = categories("they form a “c2”", "all are of the same “number”") + (
        "Article 3\n  when the hand of “player” is such that they form a “c1”, then “ante” loses.\n"
    )
    rules = rules_of(text)
    assert rules.categories[0].condition == rules.categories[1].condition
    condition = rules.outcomes[0].condition
    assert isinstance(condition, Construct)
    assert condition.parts[1] == rules.categories[1].condition


def test_categories_in_a_circle_are_told_of() -> None:
    assert [d.code for d in diagnosed(categories("they form a “c2”", "they form a “c1”"))[1]] == ["circular-definition"]
