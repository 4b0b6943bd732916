"""Linked data of the pages: schema.org Legislation, as JSON-LD."""

from datetime import date
from typing import Any

from lexludi.language.identifiers import expression_uri
from lexludi.language.nodes import Words
from lexludi.rules.standing import standing_told
from lexludi.site.desk import Desk
from lexludi.site.page import TAGS


def work_data(desk: Desk) -> dict[str, Any]:
    """The work: its instrument, dates, and its texts in each language."""
    data = desk.work.text(desk.language).metadata
    entries: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "name": desk.title,
        "legislationIdentifier": data.instrument or desk.work.name,
        "inLanguage": TAGS[desk.language],
        "legislationDate": data.signed and data.signed.isoformat(),
        "datePublished": data.published and data.published.isoformat(),
        "legislationDateVersion": desk.work.version,
        "legislationPassedBy": data.authority and {"@type": "GovernmentOrganization", "name": data.authority},
        "spatialCoverage": "Macao",
        "encoding": {"@type": "LegislationObject", "legislationLegalValue": "UnofficialLegalValue"},
        "workExample": [
            {
                "@type": "Legislation",
                "@id": expression_uri(desk.work.name, language, desk.work.version),
                "inLanguage": TAGS[language],
                "legislationLegalValue": "UnofficialLegalValue",
                "creativeWorkStatus": standing_told(text.metadata, desk.words, in_full=language == desk.language),
            }
            for language, text in desk.work.texts.items()
        ],
    }
    return {k: v for k, v in entries.items() if v}


def page_data(language: str, title: str, description: str) -> dict[str, Any]:
    """Any other page."""
    return {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "name": title,
        "inLanguage": TAGS[language],
        **({"description": description} if description else {}),
    }


def _about(desk: Desk) -> dict[str, Any]:
    """The work that a page is about."""
    uri = expression_uri(desk.work.name, desk.language, desk.work.version)
    return {"@type": "Legislation", "@id": uri, "name": desk.title}


def article_data(desk: Desk, unit: str, title: str, since: date | None, until: date | None) -> dict[str, Any]:
    """An article as part of the work, with its words in the language of the page, and from when to when they stand."""
    uri = expression_uri(desk.work.name, desk.language, desk.work.version)
    data = desk.work.text(desk.language).metadata
    eids = desk.work.units[unit]
    words = [
        item.text
        for eid in eids
        if (p := desk.work.provision(eid, desk.language))
        for item in p.body
        if isinstance(item, Words)
    ]
    return {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "@id": f"{uri}/!main~{eids[0]}",
        "name": title,
        "inLanguage": TAGS[desk.language],
        "legislationIdentifier": f"{data.instrument}, {desk.teller.provision(eids[0])}",
        "creativeWorkStatus": standing_told(data, desk.words, in_full=True),
        "temporalCoverage": f"{since or desk.work.version}/{until or '..'}",
        "text": "\n".join(words),
        "isPartOf": _about(desk),
    }
