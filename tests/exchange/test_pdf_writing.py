"""PDF for paper: what is written can be read again, in any reader that knows the fonts of the standard."""

from datetime import date
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pdfplumber
import pytest
from pdfminer.fontmetrics import FONT_METRICS

from lexludi.exchange.importing import import_files
from lexludi.exchange.pdf_writing import MARGIN, SIZE, WIDTH, width_of
from lexludi.exchange.renditions import export
from lexludi.language.nodes import Provision
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import text_file
from lexludi.law.history import consolidate, load_history
from seeds import words_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_is_read_back_in_its_numbering_and_words(language: str, tmp_path: Path) -> None:
    history = load_history("mo/q-poker")
    expression = consolidate(history, history.dates[-1], language)
    file = tmp_path / "printed.pdf"
    file.write_bytes(export(expression.file, "pdf"))
    found = import_files([file], language)
    assert list(found.eids) == [provision.eid for provision in expression.document.all()]
    read = {provision.eid: provision for provision in found.document.all()}
    for provision in expression.document.all():
        assert words_of(read[provision.eid]) == words_of(provision), provision.eid
        assert read[provision.eid].title == provision.title


def test_words_that_end_with_the_number_of_an_article_have_not_the_note_behind_them(tmp_path: Path) -> None:
    """Invented: a sentence of Portuguese law that ends so has no full stop, and article 2 was article 3 before."""
    head = "regulamento: invented\ndiploma: Diploma inventado n.º {}/2031\nexemplo inventado, que não é lei.\n"
    first = "\n".join(
        f"Artigo {n}.º {title}\n  | {words}\n  sem efeito na máquina: {title}"
        for n, title, words in ((1, "Um", "Uma."), (2, "Dois", "Duas."), (3, "Três", "Sem prejuízo do artigo 1.º"))
    )
    moves = "1.\n  é revogado o artigo 2.º.\n  o artigo 3.º passa a ser o artigo 2.º.\n"
    (tmp_path / "amendments").mkdir()
    (tmp_path / "2031-01-01.pt.ludi").write_text(f"{head.format(1)}\n{first}\n", "utf-8")
    days = "altera: invented\npublicado em 1 de Março de 2031.\nem vigor no dia seguinte ao da publicação.\n"
    (tmp_path / "amendments" / "2-2031.pt.ludi").write_text(f"{head.format(2)}{days}\n{moves}", "utf-8")
    file = tmp_path / "printed.pdf"
    file.write_bytes(export(consolidate(load_history(str(tmp_path)), date(2031, 3, 2), "pt").file, "pdf"))
    with pdfplumber.open(file) as document:
        assert "[anterior artigo 3.º; numeração dada pelo" in (document.pages[0].extract_text() or "")
    read = {provision.eid: words_of(provision) for provision in import_files([file], "pt").document.all()}
    assert read == {"art_1": "Uma.", "art_2": "Semprejuízodoartigo1.º"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_stands_beyond_the_margins_and_no_line_over_another(language: str) -> None:
    history = load_history("mo/baccarat")
    file = consolidate(history, history.dates[-1], language).file
    with pdfplumber.open(BytesIO(export(file, "pdf"))) as document:
        for page in document.pages:
            words = page.extract_words()
            assert min(word["x0"] for word in words) >= MARGIN - 1
            # Marks that close may stand outside, by one character.
            assert max(word["x1"] for word in words) <= WIDTH - MARGIN + 2 * SIZE
            lines = sorted({round(word["bottom"], 1) for word in words})
            assert all(after - before > 6 or after - before < 3 for before, after in pairwise(lines))


@pytest.mark.parametrize("work", ["mo/baccarat", "mo/q-poker", "xx/craps"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_heading_stands_alone_at_the_foot_of_a_page(work: str, language: str) -> None:
    """The title of article 2 of baccarat in Chinese stood so: its words were on the next page."""
    history = load_history(work)
    headings = [
        heading_of(p) for p in consolidate(history, history.dates[-1], language).document.all() if p.below or p.title
    ]
    file = consolidate(history, history.dates[-1], language).file
    with pdfplumber.open(BytesIO(export(file, "pdf"))) as document:
        pages = ["".join(page.extract_text().split()) for page in document.pages]
    for number, page in enumerate(pages[:-1], 1):
        # At the very foot is the number of the page.
        assert not page.removesuffix(str(number)).endswith(tuple(headings)), page[-60:]


def heading_of(provision: Provision) -> str:
    """The number and title of a provision, with nothing of its words."""
    return "".join(f"{provision.label}{provision.title}".split())


def test_widths_are_those_that_the_foundry_publishes() -> None:
    metrics = FONT_METRICS["Times-Roman"][1]
    for char in "Artigo 9.º, «mão» — ção 100% “j” €":
        expected = metrics.get(char)
        assert width_of(char) == (1000 if expected is None else expected), char
    assert width_of("撲克") == 2000
    signs = FONT_METRICS["Symbol"][1]
    for char in "♣♦♥♠≤≥≠≈→":
        assert width_of(char) == signs[char], char


# Words of an invented text, and as they are printed.
SIGNS = {
    "A♠, K♥, Q♦ e J♣: 5 ≤ 7 ≥ 6 → ≠ ≈ −1": "A♠, K♥, Q♦ e J♣: 5 ≤ 7 ≥ 6 → ≠ ≈ −1",
    "O dado ⚀ e a carta 🂡.": "O dado [U+2680] e a carta [U+1F0A1].",
    "Tra\u0301s\u2011os\u202fMontes\u200b": "Trás-os Montes",
    "发牌 Ж ［…］": "发牌 Ж ［…］",
}


@pytest.mark.parametrize(("words", "printed"), SIGNS.items(), ids=["suits", "unknown", "composed", "scripts"])
def test_a_sign_is_printed_in_a_font_that_has_it_or_told_by_its_code(words: str, printed: str, tmp_path: Path) -> None:
    """Suits of cards are in none of the fonts of letters and Chinese: readers show nothing in their place."""
    (tmp_path / "1.pt.ludi").write_text(
        "regulamento: xx/x\ntítulo: Inventado\nexemplo inventado, que não é lei.\n\n"
        f"Artigo 1.º\n  | {words}\n  sem efeito na máquina: inventado\n",
        "utf-8",
    )
    file = tmp_path / "printed.pdf"
    file.write_bytes(export(text_file(tmp_path / "1.pt.ludi"), "pdf"))
    (provision,) = import_files([file], "pt").document.all()
    # By itself a short line without an end is taken for a title.
    assert (provision.title or "\n".join(item.text for item in provision.words())) == printed
