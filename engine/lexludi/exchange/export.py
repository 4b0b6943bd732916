"""Export: the text of a work on a day, or an amending instrument, in the forms that others read.

One place for the command and for what a site offers to download; the same text gives the same bytes.
"""

import json
from collections.abc import Callable, Mapping

from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import InvalidRegulation, LexludiError
from lexludi.base.messages import Catalogue, catalogue
from lexludi.exchange.akn import akn_of_instrument, akn_of_text
from lexludi.exchange.reading_copy import html, markdown, reading_copy
from lexludi.law.chronicle import text_json
from lexludi.law.files import TextFile
from lexludi.law.history import Expression, consolidate, history_of

MEDIA_TYPES = {
    "akn": "application/akn+xml",
    "html": "text/html",
    "json": "application/json",
    "md": "text/markdown",
}


class NotExported(LexludiError):
    """A form that there is not of such a text."""


def _json(expression: Expression, words: Catalogue) -> str:
    return json.dumps(text_json(expression), ensure_ascii=False, indent=2) + "\n"


_EXPORTERS: Mapping[str, Callable[[Expression, Catalogue], str]] = {
    "akn": lambda expression, words: akn_of_text(expression),
    "html": lambda expression, words: html(reading_copy(expression, words)),
    "json": _json,
    "md": lambda expression, words: markdown(reading_copy(expression, words)),
}
FORMS = tuple(_EXPORTERS)


def export(expression: Expression, form: str, words: Catalogue | None = None) -> bytes:
    """The text of a work on a day in a form; what is told about it in the language of a catalogue, else its own.

    Raises:
        LexludiError: the form demands what the text does not have.
    """
    return _EXPORTERS[form](expression, words or catalogue(expression.language)).encode()


def export_file(file: TextFile, form: str, words: Catalogue | None = None) -> bytes:
    """The text that a file names, consolidated on its day, in a form; an amending instrument as Akoma Ntoso alone.

    Raises:
        InvalidRegulation: a text cannot be read, or what amends it does not fit.
        LexludiError: there is no such form of that text.
    """
    if file.is_amending:
        return _instrument(file, form)
    history = history_of(file.path.parent, (file.language,))
    day = file.date or history.base_of(file).since
    expression = consolidate(history, day, file.language)
    if has_errors(expression.diagnostics):
        raise InvalidRegulation(file.path.name, list(expression.diagnostics))
    return export(expression, form, words)


def _instrument(file: TextFile, form: str) -> bytes:
    if form != "akn":
        raise NotExported("form-of-instrument", form=form)
    history = history_of(file.path.parent.parent, (file.language,))
    instrument = history.instrument(file.version)
    if instrument is None or instrument.text(file.language).document is None:
        raise InvalidRegulation(file.path.name, list(instrument.text(file.language).diagnostics) if instrument else [])
    return akn_of_instrument(instrument, history, file.language).encode()


def file_name(file: TextFile, form: str) -> str:
    """The name of a file with a text in a form: `q-poker-2005-01-18.pt.akn`."""
    folder = file.path.parent.parent if file.is_amending else file.path.parent
    return f"{folder.resolve().name}-{file.version}.{file.language}.{form}"
