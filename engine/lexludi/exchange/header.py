"""Header data in a raw document: instrument, title, authority, signatory, dates and gazette, as it says them itself."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from lexludi.base.folding import fold_width
from lexludi.exchange.documents import RawLine
from lexludi.exchange.numbering import leads_to
from lexludi.language.identifiers import chinese_number
from lexludi.language.phrases import phrase_table
from lexludi.rules.model import Metadata

# The name of an instrument may be broken over so many lines.
_MOST_LINES = 4
# `二〇〇四年三月三日`, `3 de Março de 2004`, `3 March 2004`.
_ZH_DATE = "[〇○零一二三四五六七八九]{4}年[一二三四五六七八九十]{1,2}月[一二三四五六七八九十]{1,3}日"
_PT_DATE = r"\d{1,2}(?:\.?[º°])? de [A-Za-zç]+ de \d{4}"
_EN_DATE = r"\d{1,2} [A-Z][a-z]+ \d{4}"

# An office and a name in letters: after a comma.
_PT_SIGNED = (
    r"(?:O|A) ((?:Secretári|Chefe|Governador|Director|Presidente)[^,]{0,80}), (?:[Ss]ubstitut[oa], )?"
    r"([^,.;]{3,60})(?:\.|\Z)"
)
_EN_SIGNED = r"(?:The )?((?:Secretary|Chief|Governor|Director|President)[^,]{0,80}), ([^,.;]{3,60})(?:\.|\Z)"
_DASH = r" ?[-–—] ?"

# A line that is a date of signature: with a place before it, perhaps, and in letters a dash and the signature behind.
_DATED = {
    "zh": re.compile(rf"(?:[^。；：:,，]{{0,12}}[,，])?({_ZH_DATE})[。.]?(?:於.{{1,12}})?"),
    "pt": re.compile(rf"(?:[A-ZÀ-Ý][^,.;:]{{0,60}}, )?(?:[Aa]os )?({_PT_DATE})\.?(?:{_DASH}{_PT_SIGNED})?"),
    "en": re.compile(rf"(?:[A-Z][^,.;:]{{0,60}}, )?({_EN_DATE})\.?(?:{_DASH}{_EN_SIGNED})?"),
}
# `第73/2005號經濟財政司司長批示`, `Despacho do Secretário … n.º 73/2005`, `Order of … No. 73/2005`.
_INSTRUMENT = {
    "zh": re.compile(r"(第\d+/\d{4}號)\s*(.{2,24}?(?:批示|法律|行政法規|法令|行政命令))"),
    "pt": re.compile(
        r"(?:Despacho|Lei|Decreto-Lei|Regulamento Administrativo|Ordem Executiva|Portaria)\b"
        r"[^.;:]{0,90}? n\.[º°] ?\d+/\d{2,4}(?:/M)?"
    ),
    "en": re.compile(r"(?:Order|Despatch|Law|Decree-Law|Regulation)\b[^.;:]{0,90}? (?:No\. ?)?\d+/\d{2,4}"),
}
# An act that names no authority: so short a name may be a line of a sentence that cites it.
_BARE_INSTRUMENT = re.compile(r"第\d+/\d{2,4}(?:/M)?號(?:法律|行政法規|法令|行政命令)")
_TITLE = {
    "zh": re.compile(r".{0,30}(?:規章|規則|规章|规则|條例|条例|章程|附件.{0,30})"),
    "pt": re.compile(r"(?:REGULAMENTO|REGRAS|ANEXO|Regulamento|Regras|Anexo)\b.{0,100}"),
    "en": re.compile(r"(?:REGULATIONS?|RULES|ANNEX|Regulations?|Rules|Annex)\b.{0,100}"),
}
# An office and a name: after a space in Chinese.
_SIGNED_BY = {
    "zh": re.compile(r"(?:代理)?(\S{2,16}(?:司長|司长|長官|长官|局長|局长|主席|總督|总督))\s+(\S{2,6})(?!\S)"),
    "pt": re.compile(_PT_SIGNED),
    "en": re.compile(_EN_SIGNED),
}
# The labels by which the gazette's own pages name their data; copies elsewhere have others, and those are not believed.
_GAZETTE = (re.compile(r"BO N\.[º°]:?"), re.compile(r"Publicado em:?"), re.compile(r"Página:?"))
_GAZETTE_ZH = (re.compile("公報編號[:：]?"), re.compile("刊登日期[:：]?"), re.compile("版數[:：]?"))


# Kinds of instruments of Macau by the last word of their Chinese names; the longest that fits counts.
_KINDS = {
    "對外規範性批示": "despacho-regulamentar-externo",
    "批示": "despacho",
    "行政法規": "regulamento-administrativo",
    "行政命令": "ordem-executiva",
    "法律": "lei",
    "法令": "decreto-lei",
}


def identifier_of(data: Metadata, work: str, language: str) -> str:
    """The FRBR URI that follows from the kind, number and day of an instrument; empty where one of them is missing.

    The country is that under which the work stands on the shelf.
    """
    country = work.partition("/")[0]
    number = re.search(r"(\d+)/(\d{4})", data.instrument)
    kind = _kind(data.instrument, language)
    # A day of another year than the number says is not that of this act.
    day = data.signed if number and data.signed and str(data.signed.year) == number[2] else None
    if not (number and day and kind and re.fullmatch("[a-z]{2}", country)):
        return ""
    return f"/akn/{country}/act/{kind}/{day.isoformat()}/{number[1]}"


def _kind(instrument: str, language: str) -> str:
    """The kind of an instrument: in letters, its name up to the authority or the number."""
    if language == "zh":
        return next((kind for name, kind in _KINDS.items() if instrument.endswith(name)), "")
    # `Lei n.º 5/2004` and `Despacho do Chefe …`: the kind ends before the number, or before the authority.
    name = re.split(r" (?:d[oae]s?|of|by) | [nN](?:\.[º°]|o\.) ", instrument, maxsplit=1)[0]
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z]+", plain)) if language == "pt" else ""


def date_line(text: str, language: str) -> str:
    """The date in a line that is a date of signature; empty in any other."""
    # Recognition scatters spaces among Chinese characters.
    match = _DATED[language].fullmatch(text.replace(" ", "") if language == "zh" else text.strip())
    return match[1] if match else ""


def is_day_alone(text: str, language: str) -> bool:
    """True of a line that is a date, without the place at which an act is signed."""
    plain = text.replace(" ", "") if language == "zh" else re.sub("^[Aa]os ", "", text.strip())
    return plain.rstrip("。.") == date_line(text, language) != ""


def is_instrument_line(text: str, language: str) -> bool:
    """True of a line that names an instrument and holds nothing else."""
    return bool(_INSTRUMENT[language].fullmatch(fold_width(text.replace(" ", "") if language == "zh" else text)))


def instrument_line(lines: list[RawLine], language: str) -> RawLine | None:
    """The first line, or paragraph of a few, that names an instrument and nothing else, in no sentence that cites it.

    A name that is broken over lines is one line here, where the first of them stands.
    """
    for i, line in enumerate(lines):
        is_cited = i > 0 and not line.gap and leads_to(lines[i - 1].text)
        # Each end of the name; it is broken over lines only where it is a paragraph by itself.
        for end in range(i + 1, min(i + _MOST_LINES, len(lines)) + 1):
            is_broken, after = end > i + 1, lines[end] if end < len(lines) else None
            if is_cited or (is_broken and (lines[end - 1].gap or not line.gap)):
                break
            text = ("" if language == "zh" else " ").join(part.text for part in lines[i:end])
            goes_on = after is not None and not after.gap and (is_broken or after.text[0].islower())
            is_apart = line.gap and (after is None or after.gap)
            is_bare = language == "zh" and is_apart and _BARE_INSTRUMENT.fullmatch(text.replace(" ", ""))
            if (is_instrument_line(text, language) or is_bare) and not goes_on:
                return replace(line, text=text)
    return None


def is_title_line(text: str, language: str) -> bool:
    """True of a line that can be the title of a regulation in an annex."""
    return bool(_TITLE[language].fullmatch(text.replace(" ", "") if language == "zh" else text.strip()))


def header_data(lines: list[RawLine], closing: list[str], title: str, language: str) -> Metadata:
    """The header data of a document: the first instrument that a line names alone, closing, labels of the gazette."""
    named = instrument_line(lines, language)
    instrument = named.text if named else ""
    signed = next((day for text in closing if (day := date_line(text, language))), "")
    by_parts = (part for text in closing for part in re.split(rf"(?<=[.\d]){_DASH}", text))
    by = next((match for text in by_parts if (match := _SIGNED_BY[language].match(text.strip()))), None)
    number, published, pages = (_labelled(lines, _GAZETTE, i) or _labelled(lines, _GAZETTE_ZH, i) for i in range(3))
    return Metadata(
        title=title,
        instrument=instrument.replace(" ", "") if language == "zh" else instrument,
        authority=by[1] if by else "",
        signatory=by[2].strip() if by else "",
        signed=parse_date(signed, language),
        published=_numeric_date(published),
        gazette=_gazette(number, pages, language),
    )


def _labelled(lines: list[RawLine], labels: tuple[re.Pattern[str], ...], which: int) -> str:
    """The value of a label of the gazette's pages: on the line after it, or behind it on the same line; else empty."""
    # Behind the last line there is none, but a value may stand on it.
    for line, following in zip(lines, [*(after.text for after in lines[1:]), ""], strict=False):
        if labels[which].fullmatch(line.text):
            return following
        if match := labels[which].match(line.text):
            return line.text[match.end() :].strip()
    return ""


def _gazette(number: str, pages: str, language: str) -> str:
    if not re.fullmatch(r"\d+/\d{4}", number):
        return ""
    span = pages if re.fullmatch(r"\d+(?:-\d+)?", pages) else ""
    match language:
        case "zh":
            return f"《澳門特別行政區公報》第{number}期" + (f"，第{span}頁" if span else "")
        case "pt":
            first, _, last = span.partition("-")
            return f"Boletim Oficial da Região Administrativa Especial de Macau, n.º {number}" + (
                f", págs. {first}-{last}" if last else f", pág. {first}" if first else ""
            )
        case _:
            return f"Official Gazette of the Macao Special Administrative Region, No. {number}" + (
                f", pages {span}" if span else ""
            )


def _numeric_date(text: str) -> date | None:
    match = re.fullmatch(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})", text)
    return _day(lambda: date(*(int(part) for part in match.groups()))) if match else None


def parse_date(text: str, language: str) -> date | None:
    """The day that a date in words names, if it is one of the calendar."""
    if not text:
        return None
    if language == "zh":
        year, month, day = re.split("[年月]", text.replace("○", "〇").rstrip("日"))
        return _day(lambda: date(chinese_number(year), chinese_number(month), chinese_number(day)))
    words = re.sub(r"[º°.]", "", text).replace(" de ", " ").split()
    months = phrase_table(language).months
    return _day(lambda: date(int(words[2]), months[words[1].lower()], int(words[0])))


def _day(made: Callable[[], date]) -> date | None:
    try:
        return made()
    except (ValueError, KeyError, IndexError):
        return None
