"""PDF with a text layer, in two columns, gives what the text gave from which it was made."""

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexludi.exchange.documents import UnreadableDocument, read_lines, read_raw
from lexludi.exchange.importing import Imported, import_files
from lexludi.exchange.pdf import MAX_CONTENT, pdf_lines
from lexludi.language.nodes import Document, Level, Mark, Words
from lexludi.language.printer import provision_label
from seeds import GAZETTE_PT, GAZETTE_ZH, Seed, landed, words_of

WIDTH, HEIGHT = 595, 842
SIZE, LEADING, MARGIN, GUTTER = 9, 12, 48, 24
COLUMN = (WIDTH - 2 * MARGIN - GUTTER) / 2
ROWS = (HEIGHT - 3 * MARGIN) // LEADING
HEAD = {"zh": "澳門特別行政區公報 — 第一組 — 第 3 期", "pt": "N.º 3 — BOLETIM OFICIAL DA RAEM — I SÉRIE"}

# A font without glyphs, whose codes are those of Unicode: letters half as wide as Chinese characters.
FONT = """<< /Type /Font /Subtype /Type0 /BaseFont /Plain /Encoding /Identity-H /ToUnicode 5 0 R /DescendantFonts [ <<
/Type /Font /Subtype /CIDFontType2 /BaseFont /Plain
/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>
/DW 1000 /W [ 0 255 500 ] /FontDescriptor << /Type /FontDescriptor /FontName /Plain /Flags 4 /ItalicAngle 0
/Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 /FontBBox [ 0 -120 1000 880 ] >> >> ] >>"""


def stream(content: str) -> str:
    return f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"


def to_unicode() -> str:
    """The map from codes to characters: each code is its character."""
    ranges = [f"<{high:02X}00> <{high:02X}FF> <{high:02X}00>" for high in range(256)]
    blocks = [
        f"{len(part)} beginbfrange\n" + "\n".join(part) + "\nendbfrange"
        for part in (ranges[:100], ranges[100:200], ranges[200:])
    ]
    opening = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def"
    space = "1 begincodespacerange <0000> <FFFF> endcodespacerange"
    return "\n".join([opening, space, *blocks, "endcmap end end"])


def pdf(pages: list[str], font: str = FONT) -> bytes:
    """A PDF of pages given as what they draw."""
    kids = " ".join(f"{6 + 2 * i} 0 R" for i in range(len(pages)))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Count {len(pages)} /Kids [ {kids} ] >>"]
    objects += ["<< /Font << /F 4 0 R >> >>", font, stream(to_unicode())]
    for i, content in enumerate(pages):
        box = f"/MediaBox [ 0 0 {WIDTH} {HEIGHT} ] /Resources 3 0 R /Contents {7 + 2 * i} 0 R"
        objects += [f"<< /Type /Page /Parent 2 0 R {box} >>", stream(content)]
    out, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return f"{out}xref\n0 {size}\n0000000000 65535 f \n{table}{end}".encode("ascii")


def shown(text: str, x: float, y: float, size: float = SIZE, rise: float = 0) -> str:
    """What draws a line of text at a place, in a size; `rise` lifts it off its line."""
    return f"BT /F {size} Tf {rise} Ts {x:.2f} {y:.2f} Td <{text.encode('utf-16-be').hex()}> Tj ET"


def width_of(text: str) -> float:
    return sum(SIZE / 2 if ord(char) < 256 else SIZE for char in text)


def blocks(document: Document) -> list[str]:
    """The paragraphs of a text as they are printed."""
    out = []
    for provision in document.all():
        words = [w for i in provision.body if isinstance(i, Words) and i.mark is Mark.WORDS for w in i.text.split("\n")]
        if provision.level.rank == 0:
            out += [provision.title, *words] if provision.title else words
            continue
        label = provision_label(provision.level, provision.number, document.language)
        if provision.level is Level.ARTICLE:
            out += [label, provision.title, *words]
        else:
            out += [f"{label} {words[0]}", *words[1:]]
    return out


def lines_of(block: str, language: str) -> list[str]:
    """A paragraph in lines of the width of a column; Portuguese breaks at spaces, Chinese anywhere."""
    pieces = list(block) if language == "zh" else [f"{word} " for word in block.split()]
    lines = [""]
    for piece in pieces:
        if lines[-1] and width_of(lines[-1] + piece) > COLUMN:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]


def column(document: Document) -> list[str]:
    """The lines of a text in a column, an empty one after each paragraph."""
    return [line for block in blocks(document) for line in (*lines_of(block, document.language), "")]


def pages(left: list[str], right: list[str], head: str) -> Iterator[str]:
    """Pages with one text in the left column and another in the right, a running head across, and page numbers."""
    for first in range(0, max(len(left), len(right)), ROWS):
        drawn = [shown(head, (WIDTH - width_of(head)) / 2, HEIGHT - MARGIN + LEADING)]
        for lines, x in ((left, MARGIN), (right, (WIDTH + GUTTER) / 2)):
            drawn += [
                shown(line, x, HEIGHT - MARGIN - (row + 1) * LEADING)
                for row, line in enumerate(lines[first : first + ROWS])
                if line
            ]
        drawn.append(shown(str(99 + first // ROWS), WIDTH / 2, MARGIN - LEADING))
        yield "\n".join(drawn)


def assert_same(found: Imported, document: Document) -> None:
    assert found.eids == tuple(provision.eid for provision in document.all())
    assert (found.missing, found.doubts) == ((), ())
    words = {p.eid: words_of(p) for p in found.document.all()}
    assert {p.eid for p in document.all() if words[p.eid] != words_of(p)} == set()
    assert {left.reason for left in found.left} <= {"running-head", "page-number", "other-language"}


@pytest.mark.parametrize("head", HEAD.values())
def test_two_languages_side_by_side(tmp_path: Path, head: str) -> None:
    zh, pt = landed(GAZETTE_ZH), landed(GAZETTE_PT)
    path = tmp_path / "gazette.pdf"
    path.write_bytes(pdf([*pages(column(zh), column(pt), head)]))
    assert_same(import_files([path], "zh"), zh)
    assert_same(import_files([path], "pt"), pt)


@pytest.mark.parametrize("seed", [GAZETTE_ZH, GAZETTE_PT], ids=lambda seed: seed.language)
def test_one_language_in_two_columns(tmp_path: Path, seed: Seed) -> None:
    document = landed(seed)
    lines = column(document)
    columns = [[*lines[i : i + ROWS], *[""] * (ROWS - len(lines[i : i + ROWS]))] for i in range(0, len(lines), ROWS)]
    left, right = ([line for part in columns[side::2] for line in part] for side in (0, 1))
    path = tmp_path / "gazette.pdf"
    path.write_bytes(pdf([*pages(left, right, HEAD[document.language])]))
    assert_same(import_files([path], document.language), document)


def drawn_in_one_line(parts: list[tuple[str, float, float]], *, by_rise: bool) -> str:
    """What draws parts of a line behind one another, each with its size, and its height above the line."""
    out, x = [], float(MARGIN)
    for text, size, up in parts:
        out.append(shown(text, x, 700 + (0 if by_rise else up), size, up if by_rise else 0))
        x += width_of(text) * size / SIZE
    return "\n".join(out)


@pytest.mark.parametrize("by_rise", [False, True])
def test_small_characters_off_the_line_are_no_end_of_a_number(tmp_path: Path, *, by_rise: bool) -> None:
    """Raised by a third of the size, as word processors do, 3¹ is no 31; smaller on the line, 12 and CAPS are whole."""
    parts = [
        ("O banco", 12, 0), ("a", 8, 4), (" paga 3", 12, 0), ("1", 8, 4), (" de 10", 12, 0), ("2", 8, 4),
        (", de H", 12, 0), ("2", 8, -2), ("O, 1", 12, 0), ("2", 8, 0), (" e C", 12, 0), ("APS.", 8, 0),
    ]  # fmt: skip
    path = tmp_path / "law.pdf"
    path.write_bytes(pdf([f"{shown('Artigo 1.º', MARGIN, 720, 12)}\n{drawn_in_one_line(parts, by_rise=by_rise)}"]))
    found = read_lines(read_raw(path), "pdf")
    assert [line.text for line in found.lines] == ["Artigo 1.º", "O bancoa paga 3¹ de 10², de H₂O, 12 e CAPS."]
    assert [(doubt.kind, doubt.place, doubt.number) for doubt in found.doubts] == [("raised", "law.pdf:p1:2", "a")]


def test_a_narrow_space_parts_words_of_small_type_and_those_of_two_sizes(tmp_path: Path) -> None:
    """A space of a quarter of the size, as fonts have it: 2 points in type of 8."""
    path = tmp_path / "law.pdf"
    drawn = [shown("Ver a lei.", MARGIN, 700, 8), shown("Par", MARGIN, 600, 12), shown(" ou mais", MARGIN + 18, 600, 8)]
    path.write_bytes(pdf(["\n".join(drawn)], FONT.replace("[ 0 255 500 ]", "[ 0 31 500 32 32 250 33 255 500 ]")))
    assert [line.text for line in read_lines(read_raw(path), "pdf").lines] == ["Ver a lei.", "Par ou mais"]


def test_a_soft_hyphen_that_is_drawn_as_a_space_of_no_width_parts_no_word(tmp_path: Path) -> None:
    """As browsers print `responsabi&shy;lidade`: the letter behind it stands where the space does."""
    path = tmp_path / "law.pdf"
    drawn = [shown("de responsabi ", MARGIN, 700), shown("lidade", MARGIN + width_of("de responsabi"), 700)]
    path.write_bytes(pdf(["\n".join(drawn)]))
    assert [line.text for line in read_lines(read_raw(path), "pdf").lines] == ["de responsabilidade"]


def test_what_the_library_says_of_fonts_is_not_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As browsers print fonts, without their box: a line for each would stand among those of the account."""
    path = tmp_path / "law.pdf"
    path.write_bytes(pdf([shown("Artigo 1.º", MARGIN, 700)], FONT.replace("/FontBBox [ 0 -120 1000 880 ]", "")))
    assert [line.text for line in read_lines(read_raw(path), "pdf").lines] == ["Artigo 1.º"]
    assert caplog.records == []


def test_a_page_that_is_mostly_a_table_is_read_row_by_row_and_told(tmp_path: Path) -> None:
    """Each prize stands on the row of its hand, as the page has it; two languages side by side are columns."""
    hands = ["Par", "Trio", "Cor", "Pleno", "Ases"]
    rows = [shown(hand, MARGIN, 650 - LEADING * row) for row, hand in enumerate(hands)]
    head = shown("Artigo 1.º", MARGIN, 680) + "\n" + shown("Os prémios são:", MARGIN, 665)
    path = tmp_path / "law.pdf"
    for language, prize in (("pt", "{} para 1"), ("zh", "賠{}倍")):
        prizes = [shown(prize.format(row), 400, 650 - LEADING * row) for row in range(len(hands))]
        path.write_bytes(pdf(["\n".join([head, *rows, *prizes])]))
        lines = read_lines(read_raw(path), "pdf")
        told = [(doubt.kind, doubt.place) for doubt in lines.doubts]
        if language == "pt":
            said = [f"{hand} {prize.format(row)}" for row, hand in enumerate(hands)]
            assert told == [("table", "law.pdf:p1:1")]
        else:
            said = [*hands, *(prize.format(row) for row in range(len(hands)))]
            assert told == []
        assert [line.text for line in lines.lines] == ["Artigo 1.º", "Os prémios são:", *said]


def test_a_note_at_the_foot_of_a_page_is_no_part_of_the_sentence_that_runs_over_it(tmp_path: Path) -> None:
    """In type of 8 points where the text has 12; a prize in small type at the foot is words."""
    first = [
        ("Artigo 1.º Mesa", 720, 12),
        ("O banco paga ao jogador o valor de", 700, 12),
        ("1 Ver a lei.", 80, 8),
        ("9", 40, 8),
    ]
    last = [("duas fichas.", 720, 12), ("Artigo 2.º Par", 700, 12), ("O banco paga:", 680, 12), ("35 para 1.", 60, 8)]
    drawn = ["\n".join(shown(text, MARGIN, y, size) for text, y, size in page) for page in (first, last)]
    path = tmp_path / "law.pdf"
    path.write_bytes(pdf(drawn))
    found = import_files([path], "pt")
    assert [words_of(p) for p in found.document.all()] == [
        "Obancopagaaojogadorovalordeduasfichas.",
        "Obancopaga:35para1.",
    ]
    assert [(item.reason, line.text, line.place) for item in found.left for line in item.lines] == [
        ("beside", "1 Ver a lei.", "law.pdf:p1:4"), ("page-number", "9", "law.pdf:p1:6")
    ]  # fmt: skip


def test_a_figure_that_is_drawn_twice_to_look_bold_is_one(tmp_path: Path) -> None:
    """The second is a third of a point beside the first; two figures of a number are half a character apart."""
    words = [("O banco paga", 0), ("3", 60), ("3", 60.3), ("vezes 11.", 70)]
    drawn = [shown("Artigo 1.º Mesa", MARGIN, 720), *(shown(text, MARGIN + x, 700) for text, x in words)]
    path = tmp_path / "law.pdf"
    path.write_bytes(pdf(["\n".join(drawn)]))
    assert [words_of(p) for p in import_files([path], "pt").document.all()] == ["Obancopaga3vezes11."]


def test_what_stands_aslant_over_the_text_is_none_of_its_words_and_told(tmp_path: Path) -> None:
    """Its letters would stand among the words of the lines that it crosses."""
    mark = f"BT /F 9 Tf 0.7 0.7 -0.7 0.7 {MARGIN + 20} 690 Tm <{'CÓPIA'.encode('utf-16-be').hex()}> Tj ET"
    drawn = [shown("Artigo 1.º Mesa", MARGIN, 720), shown("O banco paga 3 vezes.", MARGIN, 700), mark]
    path = tmp_path / "law.pdf"
    path.write_bytes(pdf(["\n".join(drawn)]))
    found = import_files([path], "pt")
    assert [(p.title, words_of(p)) for p in found.document.all()] == [("Mesa", "Obancopaga3vezes.")]
    assert [(item.reason, line.text) for item in found.left for line in item.lines] == [("beside", "CÓPIA")]


def test_a_pdf_of_pictures_has_no_text(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf(["100 100 200 200 re S"]))
    with pytest.raises(UnreadableDocument) as problem:
        import_files([path], "pt")
    assert problem.value.key == "pdf-without-text"


def test_a_page_of_a_picture_among_others_is_told_and_a_blank_one_is_not(tmp_path: Path) -> None:
    picture = "400 0 0 600 100 100 cm\nBI /W 1 /H 1 /CS /G /BPC 8\nID 0\nEI\n"
    articles = [shown(f"Artigo {number}.º Mesa", MARGIN, 720) for number in (1, 2)]
    path = tmp_path / "law.pdf"
    path.write_bytes(pdf([articles[0], picture, articles[1], ""]))
    found = import_files([path], "pt")
    assert [p.number for p in found.document.all()] == ["1", "2"]
    assert [(doubt.kind, doubt.place) for doubt in found.doubts] == [("picture", "law.pdf:p2:1")]


def test_a_page_that_unpacks_without_end_is_refused_before_it_is_read(tmp_path: Path) -> None:
    packed = zlib.compress(b"0 0 m " * 2_000_000, 9)
    page = pdf([""]).replace(
        stream("").encode(),
        f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream",
    )
    assert len(page) < MAX_CONTENT / 20
    with pytest.raises(UnreadableDocument, match="pdf-too-long"):
        list(pdf_lines(page, "page.pdf"))
