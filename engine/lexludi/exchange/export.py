"""Export: the text that a name or file stands for, or an amending instrument, in the forms that others read.

What a site offers to be taken away is made by the same functions; the same text gives the same bytes.
"""

from pathlib import Path

from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import InvalidRegulation, LexludiError
from lexludi.base.messages import Catalogue, catalogue
from lexludi.exchange.akn import akn_of_instrument
from lexludi.exchange.renditions import RENDITIONS
from lexludi.law.files import TextFile
from lexludi.law.history import consolidate, history_of

_BY_ENDING = {rendition.ending: rendition for rendition in RENDITIONS}
FORMS = tuple(sorted(_BY_ENDING))


class NotExported(LexludiError):
    """A form that there is not of such a text."""


def export(file: TextFile, form: str, words: Catalogue | None = None) -> bytes:
    """The text that a file names, consolidated on its day, in a form; an amending instrument as Akoma Ntoso alone.

    What is told about a text is in the language of a catalogue, else in its own.

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
    return _BY_ENDING[form].make(expression, words or catalogue(file.language)).encode()


def _instrument(file: TextFile, form: str) -> bytes:
    if form != "akn":
        raise NotExported("form-of-instrument", form=form)
    history = history_of(file.path.parent.parent, (file.language,))
    instrument = history.instrument(file.version)
    if instrument is None or instrument.text(file.language).document is None:
        raise InvalidRegulation(file.path.name, list(instrument.text(file.language).diagnostics) if instrument else [])
    return akn_of_instrument(instrument, history, file.language).encode()


def file_name(file: TextFile, form: str) -> str:
    """The name of a file with a text in a form, as sites have it too: `mo-q-poker-2005-01-18.pt.akn`."""
    folder = file.path.parent.parent if file.is_amending else file.path.parent
    work = history_of(folder, (file.language,)).work
    slug = Path(work).name if Path(work).is_absolute() else work.replace("/", "-")
    return f"{slug}-{file.version}.{file.language}.{form}"
