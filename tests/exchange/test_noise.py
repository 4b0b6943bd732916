"""Noise on clean documents: no provision is lost silently, and no letter of the law."""

import unicodedata
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexludi.base.errors import LexludiError
from lexludi.exchange.characters import meant_character
from lexludi.exchange.documents import FORMS, RawLine
from lexludi.exchange.importing import Imported, import_files, import_lines
from lexludi.language.nodes import Document, Level, Mark, Provision, Words
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import provision_label
from seeds import FORUM, GAZETTE_PT, GAZETTE_ZH, landed, words_of

TEXTS = {"q-poker zh": GAZETTE_ZH, "q-poker pt": GAZETTE_PT, "baccarat zh": FORUM}

# Kangxi radicals and those of the supplement by the characters that they look like.
RADICALS: dict[str, str] = {}
for radical in map(chr, (*range(0x2F00, 0x2FD6), *range(0x2E80, 0x2EF4))):
    if meant_character(radical) != radical:
        RADICALS.setdefault(meant_character(radical), radical)

HEADS = (
    "第 3 期 — 2005 年 1 月 17 日 澳門特別行政區公報 — 第一組 {}",
    "N.º 3 — 17-1-2005 BOLETIM OFICIAL DA RAEM — I SÉRIE {}",
)


FURNITURE = {"other-language", "page-number", "running-head"}


def paragraphs(document: Document) -> list[str]:
    """A text as a gazette prints it: each heading, title and paragraph of words by itself."""
    out: list[str] = []
    for provision in document.all():
        if provision.eid == "art_19":  # which no copy has
            continue
        out += _paragraphs(provision, document.language)
    return out


def _paragraphs(provision: Provision, language: str) -> list[str]:
    words = [
        line for i in provision.body if isinstance(i, Words) and i.mark is Mark.WORDS for line in i.text.split("\n")
    ]
    if provision.level.rank == 0:
        return [provision.title, *words] if provision.title else words
    label = provision_label(provision.level, provision.number, language)
    if provision.level is Level.ARTICLE:
        return [label, provision.title, *words]
    space = "" if language == "zh" else " "
    return [f"{label}{space}{words[0]}", *words[1:]] if words else [label]


def as_lines(rows: list[str]) -> list[RawLine]:
    """Rows as lines of a file; an empty row is a gap."""
    return [
        RawLine(" ".join(row.split()), "noisy", number, gap=number == 1 or not rows[number - 2].strip())
        for number, row in enumerate(rows, 1)
        if row.strip()
    ]


def wrapped(paragraph: str, random: Random, language: str) -> list[str]:
    """A paragraph in lines; in Portuguese they end at spaces, never with the hyphen of a compound."""
    rows, rest = [], paragraph
    while len(rest) > 12 and random.random() < 0.85:
        at = random.randint(6, min(len(rest) - 2, 60))
        if language == "pt":
            at = rest.find(" ", at)
            if at < 0:
                break
        rows.append(rest[:at])
        rest = rest[at:]
    return [*rows, rest]


def noisy(
    document: Document, seed: int, *, breaks: bool, heads: bool, radicals: bool, spaces: bool, titles: bool = True
) -> list[str]:
    """The rows of a text with the noise of print, of fonts and of recognition."""
    random = Random(seed)
    rows: list[str] = []
    page = 90
    for paragraph in paragraphs(document):
        is_words = len(paragraph) > 24 and (titles or paragraph[-1] in "。.;:；：")
        for row in wrapped(paragraph, random, document.language) if breaks and is_words else [paragraph]:
            if heads and rows and random.random() < 0.08:
                page += 1
                rows += ["", HEADS[document.language == "pt"].format(page), str(page), ""]
            rows.append(row)
        rows.append("")
    if radicals:
        rows = ["".join(RADICALS.get(c, c) if random.random() < 0.7 else c for c in row) for row in rows]
    if spaces:
        rows = [spaced(row, random) for row in rows]
    return rows


def spaced(row: str, random: Random) -> str:
    """A row with spaces between some Chinese characters."""
    out = row[:1]
    for before, char in pairwise(row):
        is_between = is_han(before) and is_han(char) and random.random() < 0.1
        out += f" {char}" if is_between else char
    return out


def is_han(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff"


def assert_nothing_is_lost(found: Imported, document: Document, rows: list[str]) -> None:
    expected = {p.eid: words_of(p) for p in document.all() if p.eid != "art_19"}
    words = {p.eid: words_of(p) for p in found.document.all()}
    told = found.missing or found.doubts or {left.reason for left in found.left} - FURNITURE
    assert told or words == expected, [e for e in {*words, *expected} if words.get(e) != expected.get(e)]
    # Whatever was told: each letter of the rows stands in the skeleton, in a line that was left out, or in a heading.
    kept = "".join(f"{words_of(p)}{p.title}{p.label}" for p in found.document.all())
    left = "".join(line.text for left in found.left for line in left.lines)
    lost = letters("".join(rows)) - letters(kept + left)
    assert lost == Counter(), lost


def letters(text: str) -> Counter[str]:
    return Counter(c for c in map(meant_character, text) if unicodedata.category(c)[0] == "L")


@pytest.mark.parametrize("name", TEXTS)
@given(
    seed=st.integers(0, 10**6), breaks=st.booleans(), heads=st.booleans(), radicals=st.booleans(), spaces=st.booleans()
)
@settings(max_examples=25)
def test_noise_loses_no_provision(
    name: str, seed: int, breaks: bool, heads: bool, radicals: bool, spaces: bool
) -> None:
    document = landed(TEXTS[name])
    # Where pages end between the lines of a title, nothing shows where the title ends.
    rows = noisy(document, seed, breaks=breaks, heads=heads, radicals=radicals, spaces=spaces, titles=not heads)
    found = import_lines(as_lines(rows), document.language)
    assert_nothing_is_lost(found, document, rows)
    assert found.missing == ()
    # A reference that a broken line puts at its beginning may be told as a doubt; its words are kept.
    assert {doubt.kind for doubt in found.doubts} <= {"out-of-sequence"}
    assert {left.reason for left in found.left} <= FURNITURE


@given(seed=st.integers(0, 10**6), size=st.integers(5, 60))
@settings(max_examples=25)
def test_columns_in_two_languages_page_by_page_in_any_order(seed: int, size: int) -> None:
    random = Random(seed)
    documents = {language: landed(text) for language, text in (("zh", GAZETTE_ZH), ("pt", GAZETTE_PT))}
    columns = {
        language: noisy(document, seed, breaks=True, heads=False, radicals=False, spaces=False, titles=False)
        for language, document in documents.items()
    }
    rows: list[str] = []
    for start in range(0, max(map(len, columns.values())), size):
        for language in random.sample(["zh", "pt"], 2):
            rows += [*columns[language][start : start + size], ""]
    for language, document in documents.items():
        found = import_lines(as_lines(rows), language)
        assert_nothing_is_lost(found, document, rows)


@given(dropped=st.integers(0, 60))
@settings(max_examples=40)
def test_a_heading_that_is_lost_is_told(dropped: int) -> None:
    """Whichever number is taken out of a text, the account says that something is missing or in doubt there."""
    document = landed(GAZETTE_ZH)
    numbered = [p for p in document.all() if p.level.rank]
    lost = numbered[dropped % len(numbered)]
    rest = [p for p in document.all() if p.eid != lost.eid]
    rows = [row for p in rest for paragraph in _paragraphs(p, "zh") for row in (paragraph, "")]
    found = import_lines(as_lines(rows), "zh")
    siblings = [p.eid for p in numbered if p.eid.rpartition("_")[0] == lost.eid.rpartition("_")[0]]
    told = found.missing or found.doubts or {left.reason for left in found.left} - FURNITURE
    if lost.eid != siblings[-1]:  # of the last of its siblings nothing shows that there was one
        assert found.missing or found.doubts
    assert told or {p.eid for p in rest} <= set(found.eids)


@given(data=st.binary(max_size=400), form=st.sampled_from(FORMS), language=st.sampled_from(LANGUAGES))
@settings(max_examples=60)
def test_no_file_is_too_strange(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, form: str, language: str
) -> None:
    path = tmp_path_factory.getbasetemp() / f"strange.{form}"
    path.write_bytes(data)
    try:
        import_files([path], language, form=form)
    except LexludiError:
        return


@given(
    text=st.text(st.sampled_from("第一二三條款項、()（）12.）)Artigo º°\n \u2f00\ue834a。;:「」|#~>"), max_size=120),
    language=st.sampled_from(LANGUAGES),
)
@settings(max_examples=120)
def test_whatever_is_found_reads_back(text: str, language: str) -> None:
    from lexludi.base.source import Source
    from lexludi.language.builder import build
    from lexludi.language.printer import print_document

    try:
        found = import_lines(as_lines(text.split("\n")), language)
    except LexludiError:
        return
    printed = print_document(found.document)
    document, problems = build(Source("skeleton", language, printed))
    assert [problem.code for problem in problems] == []
    assert document is not None
    assert tuple(p.eid for p in document.all()) == found.eids


def test_every_radical_has_its_character() -> None:
    assert meant_character("⾨") == "門"
    assert meant_character("⻑") == "長"
    assert meant_character("（") == "（"  # a width is no mistake
    assert [c for c in RADICALS if not (is_han(c) or ord(c) > 0x20000)] == []
    assert len(RADICALS) > 200
