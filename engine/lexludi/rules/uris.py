"""FRBR URIs of texts, by the naming convention of Akoma Ntoso: of a work, an expression, a manifestation, a provision.

The URI of a work stands in the header, the same in each language; the others follow from it.
"""

import re
from datetime import date

from lexludi.language.identifiers import FRBR_LANGUAGES

# Country and place, type of document, perhaps a kind and an authority, date or year, number or title.
# So /akn/mo/act/despacho-regulamentar-externo/2004-12-31/89, and /akn/xx/act/2026/a-title.
_WORK = re.compile(
    r"/akn/(?P<country>[a-z]{2})(?:-[a-z0-9-]+)?/(?P<type>[a-z]+)(?:/(?P<subtype>[a-z][a-z0-9-]*))?"
    r"(?:/[a-z][a-z0-9-]*)?/(?P<date>\d{4}(?:-\d\d-\d\d)?)/(?P<number>[a-z0-9][a-z0-9-]*)"
)


def is_work_uri(text: str) -> bool:
    """True of the URI of a work, with a date of the calendar."""
    match = _WORK.fullmatch(text)
    if match is None:
        return False
    day = match["date"]
    try:
        date.fromisoformat(day if "-" in day else f"{day}-01-01")
    except ValueError:
        return False
    return True


def country_of(uri: str) -> str:
    """The code of the country in the URI of a work."""
    return _part(uri, "country")


def kind_of(uri: str) -> str:
    """The kind of act that the URI of a work names, as `despacho`; empty where it names none."""
    return _part(uri, "subtype")


def number_of(uri: str) -> str:
    """The number, or the title in its place, in the URI of a work."""
    return _part(uri, "number")


def _part(uri: str, name: str) -> str:
    match = _WORK.fullmatch(uri)
    assert match, uri
    return match[name] or ""


def expression_uri(work: str, language: str, version: str) -> str:
    """The URI of the text of a work in a language from a day on: `…/2004-12-31/89/por@2005-01-18`."""
    return f"{work}/{FRBR_LANGUAGES[language]}@{version}"


def manifestation_uri(expression: str, form: str) -> str:
    """The URI of a text in a form, as `akn` or `html`."""
    return f"{expression}.{form}"


def provision_uri(expression: str, eid: str) -> str:
    """The URI of a provision of a text."""
    return f"{expression}/!main~{eid}"


def uri_json(identifier: str, language: str, version: str | None) -> dict[str, str]:
    """The URI of a text as a member of plain data; none where its work has no identifier, or the text no version."""
    return {"uri": expression_uri(identifier, language, version)} if version and is_work_uri(identifier) else {}
