"""Numbers as the law prints them in three languages, and the identifiers made of them."""

import pytest

from lexludi.language import identifiers as i


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
    with pytest.raises(ValueError, match=f"^{written}$"):
        i.chinese_number(written)


def test_a_number_is_written_in_digits_in_words_or_in_chinese() -> None:
    assert [i.number_value(written, {"três": 3}) for written in ("12", "três", "十二")] == [12, 3, 12]
    with pytest.raises(ValueError, match="quatro"):
        i.number_value("quatro", {"três": 3})


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("第九條", "9"), ("artigo 9.º", "9"), ("article 9", "9"), ("(七)", "7"), ("7)", "7"), ("一、", "1"),
        ("第九條之一", "9-A"), ("第九條之十二", "9-L"), ("artigo 9.º-a", "9-A"), ("article 19-c", "19-C"),
    ],
)  # fmt: skip
def test_a_label_gives_the_same_number_in_every_language(label: str, number: str) -> None:
    assert i.provision_number(label) == number


@pytest.mark.parametrize("label", ["article 10001", "第九條之二十七"])
def test_numbers_that_no_provision_has_are_refused(label: str) -> None:
    with pytest.raises(ValueError, match=r"\d+|第九條"):
        i.provision_number(label)


def test_an_identifier_is_made_of_the_levels_above_it() -> None:
    article = i.eid("", "article", "9")
    point = i.eid(article, "point", "7")
    assert (article, point, i.eid(point, "subpoint", "1")) == ("art_9", "art_9__point_7", "art_9__point_7__point_1")
    assert i.eid(article, "paragraph", "2-A") == "art_9__para_2-A"


@pytest.mark.parametrize(
    ("written", "eid"),
    [
        ("第九條", "art_9"),
        ("第九條之一(七)項", "art_9-A__point_7"),
        ("第九條第二款(七)項(1)", "art_9__para_2__point_7__point_1"),
        ("artigo 9.º, n.º 2, 7), (3)", "art_9__para_2__point_7__point_3"),
        ("artigo 9.º-a, 7)", "art_9-A__point_7"),
        ("article 9, number 2", "art_9__para_2"),
        ("article 19, (3)", "art_19__point_3"),
        ("number 2", "para_2"),
    ],
)
def test_a_reference_names_an_identifier(written: str, eid: str) -> None:
    assert i.reference_eid(written) == eid


def test_the_same_reference_is_the_same_in_three_languages() -> None:
    written = ("第九條第二款(七)項", "artigo 9.º, n.º 2, 7)", "article 9, number 2, 7)")
    assert len({i.reference_eid(text) for text in written}) == 1


def test_a_text_has_the_uri_of_its_work_language_and_day() -> None:
    assert i.expression_uri("mo/q-poker", "zh", "2005-01-18") == "/akn/mo/act/q-poker/zho@2005-01-18"
