"""Diagnostics for services: the annotations of GitHub, and SARIF 2.1.0."""

import os
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from lexludi import __version__
from lexludi.base.diagnostics import Diagnostic, Severity
from lexludi.base.messages import Catalogue

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

# What both services call a severity, in that order.
_LEVELS = {
    Severity.ERROR: ("error", "error"),
    Severity.WARNING: ("warning", "warning"),
    Severity.NOTE: ("notice", "note"),
}


def github_line(diagnostic: Diagnostic, words: Catalogue) -> str:
    """A workflow command, which GitHub shows beside the line that it names."""
    properties = {"title": diagnostic.code}
    if diagnostic.labels:
        label = diagnostic.labels[0]
        line, column = label.source.position(label.span.start)
        end_line, end_column = label.source.position(label.span.end)
        properties |= {"file": label.source.name, "line": str(line), "endLine": str(end_line), "col": str(column)}
        # Columns hold for a single line alone, as GitHub reads them.
        if line == end_line and end_column > column:
            properties["endColumn"] = str(end_column)
    shown = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in properties.items())
    return f"::{_LEVELS[diagnostic.severity][0]} {shown}::{_escaped(diagnostic.headline(words))}"


def _escaped(text: str, also: str = "") -> str:
    # The percent sign first, with which all that replaces the others begins.
    for char in f"%\r\n{also}":
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def sarif(diagnostics: Iterable[Diagnostic], words: Catalogue) -> dict[str, Any]:
    """A log of one run, each diagnostic a result with its place; the provision is the logical location."""
    listed = list(diagnostics)
    codes = sorted({diagnostic.code for diagnostic in listed})
    driver = {"name": "lexludi", "version": __version__, "rules": [{"id": code} for code in codes]}
    results = [_result(diagnostic, codes.index(diagnostic.code), words) for diagnostic in listed]
    # Columns count characters, as ours do, not units of UTF-16.
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(diagnostic: Diagnostic, rule: int, words: Catalogue) -> dict[str, Any]:
    out: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": _LEVELS[diagnostic.severity][1],
        "message": {"text": diagnostic.headline(words)},
    }
    if not diagnostic.labels:
        return out
    label = diagnostic.labels[0]
    line, column = label.source.position(label.span.start)
    end_line, end_column = label.source.position(label.span.end)
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {"uri": quote(os.fsencode(label.source.name))}, "region": region},
    }
    if label.eid:
        location["logicalLocations"] = [{"name": label.eid}]
    return {**out, "locations": [location]}
