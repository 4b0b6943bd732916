"""Numbers as the law prints them in three languages, and the identifiers made of them."""

import re
from collections.abc import Callable

import pytest

from lexludi.language import identifiers as i
from lexludi.language.phrases import phrase_table


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("九", 9),
        ("十", 10),
        ("十一", 11),
        ("二十", 20),
        ("三十一", 31),
        ("一百零五", 105),
        ("二百", 200),
        ("二零零四", 2004),
        ("〇", 0),
    ],
)
def test_chinese_numerals_are_read_by_place_and_by_unit(written: str, value: int) -> None:
    assert i.chinese_number(written) == value


@pytest.mark.parametrize("written", ["", "nine", "九條", "9"])
def test_what_is_no_chinese_numeral_is_refused(written: str) -> None:
    with pytest.raises(i.MalformedNumber, match=f"^{written}$"):
        i.chinese_number(written)


@pytest.mark.parametrize(
    "written",
    # Two digits before a unit; units that rise, or stand twice; 150 or 105; a zero that passes over nothing.
    [
        "二三十",
        "十百",
        "百千",
        "十十",
        "百一百",
        "一百五",
        "二千三",
        "一百零零五",
        "二百零",
        "三十零五",
        "零十",
        "一千百五",
    ],
)
def test_a_chinese_numeral_in_a_form_in_which_none_is_written_is_refused(written: str) -> None:
    with pytest.raises(i.MalformedNumber, match=f"^{written}$"):
        i.chinese_number(written)


@pytest.mark.parametrize(
    ("written", "value"),
    [("百", 100), ("一百十五", 115), ("兩千〇五", 2005), ("一千零五十", 1050), ("九千九百九十九", 9999), ("千", 1000)],
)
def test_other_forms_of_chinese_numerals(written: str, value: int) -> None:
    assert i.chinese_number(written) == value


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "零"), (9, "九"), (10, "十"), (11, "十一"), (20, "二十"), (99, "九十九"), (100, "一百"), (105, "一百零五"),
        (110, "一百一十"), (999, "九百九十九"),
    ],
)  # fmt: skip
def test_chinese_numerals(value: int, written: str) -> None:
    assert i.chinese_numeral(value) == written


def test_every_chinese_numeral_is_read_as_it_was_meant() -> None:
    assert [i.chinese_number(i.chinese_numeral(value)) for value in range(1000)] == list(range(1000))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (10, "十"), (105, "一百零五"), (1000, "一千"), (1001, "一千零一"), (1010, "一千零一十"), (1100, "一千一百"),
        (2015, "二千零一十五"), (9999, "九千九百九十九"), (10_000, "一萬"),
    ],
)  # fmt: skip
def test_numbers_of_provisions_are_characters_however_high(value: int, written: str) -> None:
    assert i.provision_numeral(value) == written


def test_every_number_that_a_provision_can_have_is_read_as_it_is_printed() -> None:
    numbers = range(1, i.MAX_NUMBER + 1)
    assert [i.provision_number(f"第{i.provision_numeral(value)}條") for value in numbers] == list(map(str, numbers))


def test_a_number_is_written_in_digits_in_words_or_in_chinese() -> None:
    assert [i.number_value(written, {"três": 3}) for written in ("12", "três", "十二")] == [12, 3, 12]
    with pytest.raises(ValueError, match="quatro"):
        i.number_value("quatro", {"três": 3})


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("第九條", "9"), ("artigo 9.º", "9"), ("article 9", "9"), ("(七)", "7"), ("7)", "7"), ("一、", "1"),
        ("第九-a條", "9-A"), ("第九條之一", "9-A"), ("第九條之十二", "9-L"),
        ("artigo 9.º-a", "9-A"), ("article 19-c", "19-C"),
    ],
)  # fmt: skip
def test_a_label_gives_the_same_number_in_every_language(label: str, number: str) -> None:
    assert i.provision_number(label) == number


@pytest.mark.parametrize(
    ("label", "written", "limit"),
    [
        ("article 10001", "article 10001", 10_000),
        ("第一萬零一條", "第一萬零一條", 10_000),
        ("第九條之二十七", "之二十七", 26),
        ("第九條之一百零一", "之一百零一", 26),
    ],
)
def test_numbers_that_no_provision_has_are_refused_with_their_own_bound(label: str, written: str, limit: int) -> None:
    with pytest.raises(i.OutOfBounds) as refused:
        i.provision_number(label)
    assert (refused.value.written, refused.value.limit) == (written, limit)


def test_an_identifier_is_made_of_the_levels_above_it() -> None:
    article = i.eid("", "article", "9")
    point = i.eid(article, "point", "7")
    assert (article, point, i.eid(point, "subpoint", "1")) == ("art_9", "art_9__point_7", "art_9__point_7__point_1")
    assert i.eid(article, "paragraph", "2-A") == "art_9__para_2-A"


def test_roman_numerals_are_read_back_in_their_usual_form_only() -> None:
    written = {1: "i", 4: "iv", 9: "ix", 14: "xiv", 40: "xl", 49: "xlix", 89: "lxxxix"}
    assert {value: i.roman_numeral(value) for value in written} == written
    assert {i.roman_number(text): text for text in written.values()} == written
    for text in ("iiii", "vx", "", "il"):
        with pytest.raises(ValueError, match=f"^{text}$"):
            i.roman_number(text)


EN_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
EN_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
PT_SMALL = (
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito "
    "dezanove"
).split()
PT_TENS = "- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split()
PT_HUNDREDS = ("- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos").split()


def in_english(number: int) -> str:
    if number == 1000:
        return "one thousand"
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    small = EN_SMALL[rest] if rest < 20 else EN_TENS[tens] + (f"-{EN_SMALL[ones]}" if ones else "")
    if not hundreds:
        return small
    return f"{EN_SMALL[hundreds]} hundred" + (f" and {small}" if rest else "")


def in_portuguese(number: int) -> str:
    if number in (100, 1000):
        return {100: "cem", 1000: "mil"}[number]
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    small = PT_SMALL[rest] if rest < 20 else PT_TENS[tens] + (f" e {PT_SMALL[ones]}" if ones else "")
    if not hundreds:
        return small
    return PT_HUNDREDS[hundreds] + (f" e {small}" if rest else "")


@pytest.mark.parametrize(
    ("language", "written"), [("en", in_english), ("pt", in_portuguese), ("zh", i.chinese_numeral)]
)
def test_every_number_to_a_thousand_is_read_in_words_as_a_whole(language: str, written: Callable[[int], str]) -> None:
    table = phrase_table(language)
    number = re.compile(table.terminals["NUMBER"])
    for value in range(1001):
        found = number.match(written(value))
        assert found is not None
        assert found[0] == written(value)
        assert i.number_value(written(value), table.numerals) == value


@pytest.mark.parametrize(
    ("language", "written", "value"),
    [
        ("pt", "duas", 2),
        ("pt", "vinte e uma", 21),
        ("pt", "trezentas e duas", 302),
        ("en", "twenty one", 21),
        ("zh", "兩", 2),
        ("zh", "兩百", 200),
    ],
)
def test_other_forms_of_number_words(language: str, written: str, value: int) -> None:
    assert i.number_value(written, phrase_table(language).numerals) == value


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "two five"),
        ("en", "twenty twelve"),
        ("en", "thirty twenty"),
        ("en", "zero one"),
        ("en", "twenty zero"),
        ("en", "two hundred hundred"),
        ("en", "and"),
        ("pt", "e"),
        ("zh", "二三十"),
    ],
)
def test_words_that_make_no_number_are_refused(language: str, written: str) -> None:
    with pytest.raises(i.MalformedNumber):
        i.number_value(written, phrase_table(language).numerals)


def test_words_above_a_thousand_are_added_as_they_are_said() -> None:
    english, portuguese = (phrase_table(language).numerals for language in ("en", "pt"))
    assert i.number_value("one thousand two hundred and five", english) == 1205
    assert i.number_value("mil duzentos e vinte e um", portuguese) == 1221


def test_a_unit_multiplies_all_that_is_said_before_it_and_is_less() -> None:
    english, portuguese = (phrase_table(language).numerals for language in ("en", "pt"))
    assert i.number_value("ten thousand", english) == 10_000
    assert i.number_value("twelve hundred", english) == 1_200
    assert i.number_value("two hundred and one thousand", english) == 201_000
    assert i.number_value("cento e cinco mil e duzentos", portuguese) == 105_200
    assert i.number_value("duzentos mil", portuguese) == 200_000
    for no_number in ("twelve twenty hundred", "two hundred hundred"):
        with pytest.raises(i.MalformedNumber):
            i.number_value(no_number, english)
