"""The table of Simplified forms, against OpenCC; and the oracle of the tests for script."""

import pytest

import script
from lexludi.base.script import TABLE, simplified_forms
from lexludi.diff.typography import is_simplified

HEADER = (
    "# Pairs of characters, Traditional and Simplified: whatever OpenCC's t2s changes alone. "
    "From OpenCC (Apache License 2.0)."
)
PAIRS_IN_A_LINE = 50


def test_every_character_has_the_simplified_form_of_opencc(accept: bool) -> None:
    forms = script.simplified_forms()
    if accept:
        pairs = [char + form for char, form in forms.items()]
        lines = ["".join(pairs[i : i + PAIRS_IN_A_LINE]) for i in range(0, len(pairs), PAIRS_IN_A_LINE)]
        TABLE.write_text("\n".join([HEADER, *lines, ""]), "utf-8")
        simplified_forms.cache_clear()
    assert len(forms) > 4000
    assert simplified_forms() == forms


def test_simplified_characters_would_be_found() -> None:
    assert script.simplified("一个阅頁結果") == {"个", "阅"}
    assert script.simplified("皇后之后") == {"后"}  # the second is 後


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("庄家須補第三張牌", False),  # 庄 alone is found in both
        ("庄家须补第三张牌", True),
        ("皇后與國王，於檯面之上", False),
        ("只准在台面核对", True),
        ("第三", False),
    ],
)
def test_the_script_of_a_text_is_that_of_most_of_its_characters(text: str, expected: bool) -> None:
    assert is_simplified(text) is expected
