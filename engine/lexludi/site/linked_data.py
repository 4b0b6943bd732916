"""Linked data of the pages, as JSON-LD of schema.org: of law `Legislation`, of what is invented `CreativeWork`."""

from collections.abc import Iterator
from typing import Any

from lexludi.base.messages import TAGS
from lexludi.base.plain import given
from lexludi.language.nodes import Mark, Provision
from lexludi.law.chronicle import kind_of_words
from lexludi.rules.model import Metadata
from lexludi.rules.standing import standing_told
from lexludi.rules.uris import country_of, expression_uri, kind_of, provision_uri
from lexludi.site.desk import Desk, numbered
from lexludi.site.library import Wording, title_of
from lexludi.site.page import GeneratedPage


def work_data(desk: Desk) -> dict[str, Any]:
    """The work: its instrument, dates, and its texts in each language."""
    data = desk.work.text(desk.language).metadata
    entries: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "@id": data.identifier,
        "name": desk.title,
        "legislationIdentifier": data.identifier or desk.work.name,
        "legislationType": data.identifier and kind_of(data.identifier),
        "alternateName": data.instrument,
        # Of a work without a text in the language of the page, all of it is in that of another text.
        "inLanguage": TAGS[desk.language_cited],
        "legislationDate": data.signed and data.signed.isoformat(),
        "datePublished": data.published and data.published.isoformat(),
        "legislationDateVersion": desk.work.version,
        "legislationDateOfApplicability": data.in_force and data.in_force.isoformat(),
        "legislationConsolidates": list(_consolidated(desk)),
        # Whether a text is in force today is not proven; that it was repealed is.
        "legislationLegalForce": data.repealed and "NotInForce",
        "legislationPassedBy": data.authority and {"@type": "GovernmentOrganization", "name": data.authority},
        "spatialCoverage": _country(desk),
        "encoding": {"@type": "LegislationObject", "legislationLegalValue": "UnofficialLegalValue"},
        "workExample": [
            {
                "@type": "Legislation",
                **_identified(text.metadata, language, desk.work.version),
                "inLanguage": TAGS[language],
                "legislationLegalValue": "UnofficialLegalValue",
                "creativeWorkStatus": standing_told(text.metadata, desk.words, in_full=language == desk.language),
            }
            for language, text in desk.work.texts.items()
        ],
    }
    told = given(**entries)
    return _without_law(told) if desk.work.is_invented else told


# What is said of any work, under its name there.
_OF_ANY_WORK = {"legislationIdentifier": "identifier", "legislationDateVersion": "version"}


def _without_law(told: dict[str, Any]) -> dict[str, Any]:
    """The data of an invented work: those of law, without what is only said of legislation."""
    kept = {_OF_ANY_WORK.get(name, name): value for name, value in told.items() if name != "encoding"}
    plain = {name: _without_law_within(v) for name, v in kept.items() if not name.startswith("legislation")}
    return plain | {"@type": "CreativeWork"} if told["@type"] == "Legislation" else plain


def _without_law_within(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_law_within(item) for item in value]
    return _without_law(value) if isinstance(value, dict) else value


def _country(desk: Desk) -> dict[str, str] | None:
    """The country of whose law the work is, by its code in its identifier (ISO 3166-1); none of invented law."""
    identifier = desk.work.text(desk.language).metadata.identifier
    if not identifier or desk.work.is_invented:
        return None
    return {"@type": "Country", "identifier": country_of(identifier).upper()}


def _consolidated(desk: Desk) -> Iterator[dict[str, Any]]:
    """The sources of the consolidated text: the text as first published, and each instrument that changes it."""
    history, work = desk.work.history, desk.work
    identifier = work.text(desk.language).metadata.identifier
    if history is None or work.since is None or not identifier:
        return
    changing = [i for i in history.amended_by(work.since, desk.language) if i.text(desk.language).metadata.identifier]
    if changing:
        first = history.bases_on(work.since)[0].version
        yield {"@type": "Legislation", "@id": expression_uri(identifier, desk.language_cited, first)}
    for instrument in changing:
        data = instrument.text(desk.language).metadata
        told: dict[str, Any] = {
            "@type": "Legislation",
            "@id": data.identifier,
            "name": instrument.name(desk.language),
            "legislationIdentifier": data.identifier,
            "legislationDate": data.signed and data.signed.isoformat(),
            "datePublished": data.published and data.published.isoformat(),
            "legislationChanges": {"@type": "Legislation", "@id": identifier},
        }
        yield given(**told)


def absolute(data: Any, site: str) -> Any:
    """The data with every `@id` under the address of a site; unchanged without one."""
    if isinstance(data, dict):
        return {k: f"{site.rstrip('/')}{v}" if k == "@id" and site else absolute(v, site) for k, v in data.items()}
    return [absolute(item, site) for item in data] if isinstance(data, list) else data


def data_of(page: GeneratedPage) -> Any:
    """The linked data of a page: its own, or that it is a page of the web."""
    if page.data:
        return page.data
    return {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "name": page.title,
        "inLanguage": TAGS[page.language],
        **given(description=page.description),
    }


def _identified(data: Metadata, language: str, version: str, eid: str = "") -> dict[str, str]:
    """The identifier of a text, or of a provision of it; nothing where the header has none."""
    if not data.identifier:
        return {}
    uri = expression_uri(data.identifier, language, version)
    return {"@id": provision_uri(uri, eid) if eid else uri}


def _about(desk: Desk, language: str) -> dict[str, Any]:
    """The work that a page is about, by its text in a language."""
    identified = _identified(desk.work.text(language).metadata, language, desk.work.version)
    return {"@type": "Legislation", **identified, "name": title_of(desk.work, language)}


def article_data(desk: Desk, unit: str, title: str, wording: Wording | None) -> dict[str, Any]:
    """An article as part of the work, with its words in the language of the page, and from when to when they stand.

    Of one that has none in it, those of another text, in the language of that.
    """
    eids = desk.work.units[unit]
    here = desk.work.provisions[eids[0]]
    language = desk.language_cited if desk.language_cited in here else next(iter(here))
    data = desk.work.text(language).metadata
    # As jurists cite it, by the name of the instrument, where the header has one; in Chinese without a comma.
    named = data.instrument or data.identifier or desk.work.name
    comma = "" if desk.language == "zh" else ", "
    provisions = [p for eid in eids if (p := desk.work.provisions[eid].get(language))]
    # Each part with its number, as the gazette prints it; that of the article is in its name.
    lines = (
        " ".join((*((numbered(p),) if p.eid != eids[0] else ()), *(item.text for item in p.words())))
        for p in provisions
    )
    told = {
        "@context": "https://schema.org",
        "@type": "Legislation",
        **_identified(data, language, desk.work.version, eids[0]),
        "name": title,
        "inLanguage": TAGS[language],
        "legislationIdentifier": f"{named}{comma}{desk.teller.provision(eids[0])}",
        "creativeWorkStatus": standing_told(data, desk.words, in_full=True),
        **given(temporalCoverage=_days(desk, wording)),
        "text" if all(map(_in_its_words, provisions)) else "abstract": "\n".join(filter(None, lines)),
        "isPartOf": _about(desk, language),
    }
    return _without_law(told) if desk.work.is_invented else told


def _in_its_words(provision: Provision) -> bool:
    """True of a provision with words of the law alone: none is a summary of ours, and none is not known."""
    return kind_of_words(provision) == "words" and all(item.mark is Mark.WORDS for item in provision.words())


def _days(desk: Desk, wording: Wording | None) -> str:
    """The days of a wording, as ISO 8601-2: `..` where it has no end, nothing where its end is not known.

    Nothing at all where its text says no day.
    """
    if not desk.work.is_in_force_from(wording.since if wording else desk.work.since):
        return ""
    if wording is None:
        return f"{desk.work.version}/.."
    return f"{wording.since or desk.work.version}/{'' if wording.is_reworded else wording.until or '..'}"
