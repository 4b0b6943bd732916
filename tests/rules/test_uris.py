"""FRBR URIs: those of the shelf are such as another library reads, and say what the header says."""

from pathlib import Path

import pytest

from lexludi.base.resources import shelves
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import everything_in, folders_of_works
from lexludi.law.loader import read_document
from lexludi.rules.header import metadata_of
from lexludi.rules.uris import (
    country_of,
    expression_uri,
    is_work_uri,
    kind_of,
    manifestation_uri,
    number_of,
    provision_uri,
)

cobalt = pytest.importorskip("cobalt", reason="cobalt, of the dependency group `test`, is not installed")

Q_POKER = "/akn/mo/act/despacho-regulamentar-externo/2004-12-31/89"


def test_a_text_has_the_uri_of_its_work_language_and_day() -> None:
    uri = expression_uri(Q_POKER, "pt", "2005-01-18")
    assert uri == f"{Q_POKER}/por@2005-01-18"
    assert manifestation_uri(uri, "akn") == f"{Q_POKER}/por@2005-01-18.akn"
    assert provision_uri(uri, "art_9__point_7") == f"{Q_POKER}/por@2005-01-18/!main~art_9__point_7"


def test_another_library_reads_the_parts_of_a_uri() -> None:
    read = cobalt.FrbrUri.parse(provision_uri(expression_uri(Q_POKER, "zh", "2005-01-18"), "art_9__point_7"))
    assert (read.country, read.doctype, read.subtype) == ("mo", "act", "despacho-regulamentar-externo")
    assert (read.date, read.number, read.language, read.expression_date) == ("2004-12-31", "89", "zho", "@2005-01-18")
    assert (read.work_component, read.portion) == ("main", "art_9__point_7")
    assert (country_of(Q_POKER), kind_of(Q_POKER), number_of(Q_POKER)) == ("mo", "despacho-regulamentar-externo", "89")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mo/q-poker",
        "/akn/mo/act/q-poker",
        "/akn/mo/act/q-poker/zho@2005-01-18",
        "/akn/mo/act/despacho/2004-13-31/89",
        "/akn/mo/act/despacho/2004-02/89",
        "/akn/mo/act/despacho/0000/89",
        "/akn/MO/act/despacho/2004/89",
        "/akn/mo/act/despacho/2004/89/",
        "/akn/mo/act/despacho/2004/89.akn",
        "https://example.org/akn/mo/act/despacho/2004/89",
    ],
)
def test_what_names_no_work(text: str) -> None:
    assert not is_work_uri(text)


@pytest.mark.parametrize(
    "folder", folders_of_works(shelves()[0]), ids=lambda folder: f"{folder.parent.name}-{folder.name}"
)
def test_every_text_of_the_shelf_has_one_and_the_same_in_each_language(folder: Path) -> None:
    uris: dict[tuple[Path, str], set[str]] = {}
    for file in everything_in(folder):
        document, _, _ = read_document(file)
        assert document is not None
        metadata = metadata_of(document)
        assert is_work_uri(metadata.identifier), file.path
        read = cobalt.FrbrUri.parse(metadata.identifier)
        if metadata.signed:
            assert read.date == metadata.signed.isoformat()
        if any(char.isdigit() for char in metadata.instrument):
            assert f"{read.number}/{read.year}" in metadata.instrument
        uris.setdefault((file.path.parent, file.version), set()).add(metadata.identifier)
    assert {len(of_text) for of_text in uris.values()} == {1}
    assert len({uri for of_text in uris.values() for uri in of_text}) == len(uris)
    assert {file.language for file in everything_in(folder)} == set(LANGUAGES)
