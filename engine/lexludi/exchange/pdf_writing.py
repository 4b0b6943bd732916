"""PDF in the making: pages of a reading copy, in fonts that every reader of PDF has, the same bytes each time.

Letters are in Times, one of the standard fonts, suits of cards and a few signs in Symbol, another; Chinese in the
fonts that PDF names for Traditional and, for what that has not, for Simplified characters, which readers replace by
some of their own. Nothing is embedded. A character that is in none of them is told by its code: [U+2680].
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from lexludi.base.frozen import dataclass
from lexludi.base.messages import TAGS
from lexludi.exchange.reading_copy import ReadingCopy, ReadingPart
from lexludi.language.nodes import Level, Mark

# Points: a page of A4, its margins, and what stands on it.
WIDTH, HEIGHT, MARGIN = 595, 842, 72
SIZE, SMALL, LARGE = 11.0, 8.5, 15.0
_LEADING = 1.45
_INDENT = 16.0

# Widths of Times-Roman in thousandths, for the codes of Windows-1252 from 32 on.
_TIMES = tuple(
    map(
        int,
        """
        250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500
        278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556
        611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778
        500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541 0 0 0 333 500 444 1000 500 500 333
        1000 556 333 889 0 611 0 0 333 333 444 444 350 500 1000 333 980 389 333 722 0 444 722 0 333 500 500 500
        500 200 500 333 760 276 500 564 0 760 333 400 564 300 300 333 500 453 250 333 300 310 500 750 750 750
        444 722 722 722 722 722 722 889 667 611 611 611 611 333 333 333 333 722 722 722 722 722 722 722 564 722
        722 722 722 722 722 556 500 444 444 444 444 444 444 667 444 444 444 444 444 278 278 278 278 500 500 500
        500 500 500 500 564 500 500 500 500 500 500 500 500
""".split(),
    )
)
_FIRST = 32

# A word with the spaces after it, or a Chinese character with the marks that must not leave it.
_UNIT = re.compile(r"[（「『《“]*[\u2e80-\uffef][，。；：、？！）」』》”;:,.)]*|[^\s\u2e80-\uffef]+\s*|\s+")

# The codes of Symbol for signs that texts of games and odds have.
_SYMBOLS = dict(zip("♣♦♥♠−≤≥≠≈→", b"\xa7\xa8\xa9\xaa\x2d\xa3\xb3\xb9\xbb\xae", strict=True))
_SYMBOL_WIDTHS = dict(zip(_SYMBOLS, (753, 753, 753, 753, 549, 549, 549, 549, 549, 987), strict=True))
_SYMBOL_NAMES = (
    "45 /minus 163 /lessequal 167 /club /diamond /heart /spade 174 /arrowright 179 /greaterequal"
    " 185 /notequal 187 /approxequal"
)
# The characters of Adobe-CNS1 are those of Big5 and its Hong Kong supplement, and these.
_BEYOND_BIG5 = frozenset("‧€∕⊕⊙⋯﹑﹨＾～￠￡￥")

_HAN_FONT = """<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /{code}-UTF16-H /DescendantFonts
[ << /Type /Font /Subtype /CIDFontType0 /BaseFont /{name} /DW 1000
/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >>
/FontDescriptor << /Type /FontDescriptor /FontName /{name} /Flags 6 /ItalicAngle 0 /Ascent 880 /Descent -120
/CapHeight 700 /StemV 80 /FontBBox [ 0 -120 1000 880 ] >> >> ] >>"""
_FONTS = f"""<< /Times << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>
/Symbol << /Type /Font /Subtype /Type1 /BaseFont /Symbol /Encoding << /Differences [ {_SYMBOL_NAMES} ] >> >>
/Han {_HAN_FONT.format(name="MSung-Light", code="UniCNS", ordering="CNS1")}
/HanS {_HAN_FONT.format(name="STSong-Light", code="UniGB", ordering="GB1")} >>"""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph before it is broken into lines: its size, how far in it stands, and the space above it.

    One that `leads` stands on the page where what follows begins.
    """

    text: str
    size: float = SIZE
    indent: float = 0.0
    above: float = 5.0
    leads: bool = False

    @property
    def leading(self) -> float:
        """The height of a line."""
        return self.size * _LEADING


def pdf(copy: ReadingCopy) -> str:
    """A document of PDF 1.4, in ASCII throughout."""
    pages = [_page(lines, number) for number, lines in enumerate(_pages(copy), 1)]
    # Objects 1 to 3 are the catalogue, the pages and the title; after them each page is two, itself and its content.
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    tag = TAGS[copy.language]
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /Lang ({tag}) >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [ {kids} ] /MediaBox [ 0 0 {WIDTH} {HEIGHT} ] "
        f"/Resources << /Font {_FONTS} >> >>",
        f"<< /Title <feff{copy.name.encode('utf-16-be').hex()}> >>",
    ]
    for i, content in enumerate(pages):
        objects.append(f"<< /Type /Page /Parent 2 0 R /Contents {5 + 2 * i} 0 R >>")
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    out, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        # Offsets count bytes, which here are characters: all is ASCII.
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    trailer = f"trailer << /Size {size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return f"{out}xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}"


# ── Paragraphs ──────────────────────────────────────────────────────────────


def _paragraphs(copy: ReadingCopy) -> Iterator[Paragraph]:
    yield Paragraph(copy.title, LARGE)
    # What is told of the text in brackets, as below: «[第四條已由…廢止]» is no heading of an article.
    told = (*copy.header, *(f"[{line}]" for line in copy.standing))
    yield from (Paragraph(line, SMALL, above=2.0) for line in told)
    for part in copy.parts:
        yield from _of_part(part, 0.0)
    if copy.force:
        yield Paragraph(copy.force, SMALL, above=12.0)


def _of_part(part: ReadingPart, indent: float) -> Iterator[Paragraph]:
    lines = [f"{Mark.SUMMARY.value} {line}" if is_summary else line for line, is_summary in part.words]
    missing = [f"[{line}]" for line in part.missing]
    if part.level.rank < Level.PARAGRAPH.rank:
        follows = bool(lines or missing or part.notes or part.below)
        yield Paragraph(f"{part.number} {part.title}".strip(), indent=indent, above=12.0, leads=follows)
    else:
        said = lines[:1] or missing[:1]
        missing = missing if lines else missing[1:]
        lines[:1] = [" ".join([part.number, *said])]
    # A number without words leads to those below it, and so do its notes.
    leads = not part.words and bool(part.below)
    yield from (Paragraph(line, indent=indent, leads=leads) for line in lines)
    # In brackets, for in plain text their smaller letters are lost.
    notes = (*missing, *(f"[{line}]" for line in part.notes))
    yield from (Paragraph(line, SMALL, indent, 2.0, leads) for line in notes)
    for unit in part.below:
        yield from _of_part(unit, indent + (_INDENT if part.level.rank else 0.0))


# ── Lines and pages ─────────────────────────────────────────────────────────


@dataclass(frozen=True)
class _Line:
    text: str
    size: float
    x: float
    y: float


def _pages(copy: ReadingCopy) -> Iterator[list[_Line]]:
    page: list[_Line] = []
    y = float(HEIGHT - MARGIN)
    paragraphs = [(paragraph, list(_broken(paragraph))) for paragraph in _paragraphs(copy)]
    for at, (paragraph, lines) in enumerate(paragraphs):
        if page and y - _room(paragraphs, at) < MARGIN:
            yield page
            page, y = [], float(HEIGHT - MARGIN)
        y -= paragraph.above if page else 0.0
        for text in lines:
            y -= paragraph.leading
            if y < MARGIN:
                yield page
                page, y = [], HEIGHT - MARGIN - paragraph.leading
            page.append(_Line(text, paragraph.size, MARGIN + paragraph.indent, y))
    yield page


def _room(paragraphs: list[tuple[Paragraph, list[str]]], at: int) -> float:
    """The room that a paragraph needs on its page: that of a line, or of all up to the first line that it leads to."""
    room = 0.0
    for i in range(at, len(paragraphs)):
        paragraph, lines = paragraphs[i]
        if not paragraph.leads:
            return room + paragraph.above + paragraph.leading
        room += paragraph.above + len(lines) * paragraph.leading
    return room


def _broken(paragraph: Paragraph) -> Iterator[str]:
    """The lines of a paragraph; a word that is longer than a line is broken where the line ends."""
    # In thousandths of the size, as widths are.
    room = (WIDTH - 2 * MARGIN - paragraph.indent) / paragraph.size * 1000
    line, width = "", 0
    # Composed, as `é` may stand as two characters of which the fonts have the first alone.
    for unit in _UNIT.findall("".join(map(_printable, unicodedata.normalize("NFC", paragraph.text)))):
        # Spaces at the end of a line may stand over its edge.
        if line and width + width_of(unit.rstrip()) > room:
            yield line.rstrip()
            line, width = "", 0
        line, width = line + unit, width + width_of(unit)
        while width > room and width_of(line.rstrip()) > room:
            size = next(n for n in range(len(line), 0, -1) if width_of(line[:n]) <= room or n == 1)
            yield line[:size]
            line = line[size:]
            width = width_of(line)
    if line.strip():
        yield line.rstrip()


def width_of(text: str) -> int:
    """The width of a text in thousandths of its size."""
    return sum(_SYMBOL_WIDTHS.get(char) or (_TIMES[code - _FIRST] if (code := _code(char)) else 1000) for char in text)


@lru_cache(1 << 14)
def _code(char: str) -> int:
    """The code of a character in Times; 0 of one that it has not."""
    # What the code lacks becomes `?`, which only a question mark may be; a width of 0 is no sign of the font.
    code = char.encode("cp1252", "replace")[0]
    is_there = code >= _FIRST and (char == "?" or code != ord("?")) and _TIMES[code - _FIRST]
    return code if is_there else 0


@lru_cache(1 << 14)
def _font(char: str) -> str:
    """The name of the first font that has a character; empty where none has it."""
    if _code(char):
        return "Times"
    if char in _SYMBOLS:
        return "Symbol"
    codes = (("Han", "big5hkscs"), ("HanS", "gbk"))
    return next((font for font, code in codes if _is_in(char, code)), "Han" if char in _BEYOND_BIG5 else "")


def _is_in(char: str, code: str) -> bool:
    try:
        char.encode(code)
    except UnicodeEncodeError:
        return False
    return True


def _printable(char: str) -> str:
    """A character, or the code of one that no font has; spaces and hyphens are plain."""
    if char in "\u2010\u2011":
        return "-"
    if _font(char):
        return char
    if char.isspace() or unicodedata.category(char) == "Cf":
        return " " if char.isspace() else ""
    return f"[U+{ord(char):04X}]"


def _page(lines: list[_Line], number: int) -> str:
    foot = _Line(str(number), SMALL, WIDTH / 2, MARGIN / 2)
    return "\n".join(_drawn(line) for line in (*lines, foot))


def _drawn(line: _Line) -> str:
    """The operators that draw a line: a run for each change of font."""
    runs = ((font, "".join(chars)) for font, chars in groupby(line.text, _font))
    drawn = " ".join(f"/{font} {line.size} Tf <{_encoded(text, font).hex()}> Tj" for font, text in runs)
    return f"BT {line.x:.2f} {line.y:.2f} Td {drawn} ET"


def _encoded(text: str, font: str) -> bytes:
    match font:
        case "Times":
            return bytes(map(_code, text))
        case "Symbol":
            return bytes(map(_SYMBOLS.__getitem__, text))
        case _:
            return text.encode("utf-16-be")
