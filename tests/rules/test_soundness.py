"""The order of the checks of soundness, and what they mark."""

import pytest

from small import DIE, HEADER, THROW, diagnosed
from unsound import codes


def test_a_sound_text_has_no_diagnostics() -> None:
    assert codes() == []


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("article 2, item 1", []),
        ("article 2, 1)", []),
        # The article has items and no subitems, whose eIds would be the same.
        ("article 2, subitem 1", ["dangling-reference"]),
        ("article 2, (1)", ["dangling-reference"]),
        ("article 2, item 3, subitem 1", []),
    ],
)
def test_a_subitem_is_not_an_item_of_its_number(target: str, found: list[str]) -> None:
    text = (
        f"{DIE}{THROW}Article 2\n1)\n  “big” loses.\n2)\n  when “banker” shows 3, then “big” pays 1 to 1.\n"
        f"  prevails over {target}.\n3)\n  introduces the provisions below.\n(1)\n  “big” loses.\n"
    )
    assert [d.code for d in diagnosed(text)[1]] == found


@pytest.mark.parametrize(
    ("code", "sound", "unsound"),
    [
        # Of 21 numbers no 22 can be named without one of them twice, though C(21, 2) × C(21, 20) = 4 410.
        (
            "names-out-of-bounds",
            "“small” is a bet that names one “rank” as “first” and one “rank” as “second”.",
            "“big” is a bet that names two “ranks” as “first” and twenty “ranks” as “second”.",
        ),
        (
            "names-out-of-bounds",
            "“small” is a bet that names a number from 1 through 5000.",
            "“big” is a bet that names a number from 1 through 5001.",
        ),
        (
            "not-an-item",
            "“low”, runs of “rank” from high to low: 3-2-1.",
            "“high”, runs of “rank” from high to low: 23-22.",
        ),
        (
            "stock-size-differs",
            "material: 1 pack of “tile”, each with one for each combination of “rank”; 21 in each.",
            "material: 1 pack of “card”, each with one for each combination of “rank”; 20 in each.",
        ),
    ],
)
def test_of_two_declarations_of_a_provision_the_one_at_fault_is_marked(code: str, sound: str, unsound: str) -> None:
    numbers = ", ".join(map(str, range(21, 1, -1)))
    text = f"""Article 1
  “rank”, from high to low: {numbers} and 1.
  {sound}
  {unsound}
  there is one “dealer”.
  “player” bets.
"""
    spans = {d.labels[0].span for d in diagnosed(text)[1] if d.code == code}
    assert [(HEADER + text)[span.start : span.end] for span in spans] == [unsound.removesuffix(".")]
