"""Raw documents as they were found, with the frame around them replaced by invented words of the same shape."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lexludi.exchange.importing import Imported, import_files
from lexludi.language.nodes import Document, Mark, Provision, Words
from lexludi.law.loader import find, read_document

RAW = Path(__file__).resolve().parent / "witnesses" / "raw"


@dataclass(frozen=True)
class Seed:
    """A raw document, the language to import, the landed text, and words of its frame that must not come through."""

    file: str
    language: str
    landed: str
    frame: tuple[str, ...]

    @property
    def path(self) -> Path:
        return RAW / self.file


GAZETTE_ZH = Seed("q-poker-gazette.zh+pt.md", "zh", "mo/q-poker", ("社會文化", "西式烹飪", "croupier", "辦公室"))
GAZETTE_PT = Seed("q-poker-gazette.zh+pt.md", "pt", "mo/q-poker", ("GABINETE", "SOCIAIS", "Culin", "莊荷"))
PAGE = Seed("q-poker-page.pt.txt", "pt", "mo/q-poker", ("Página", "LegisMac", "exemplo", "Diplomas", "———", "<"))
WEBSITE = Seed("q-poker-website.zh.txt", "zh", "mo/q-poker", ("示例", "联系人", "李无名", "0000", "@", "执行", "1900"))
FORUM = Seed(
    "baccarat-forum.zh.txt", "zh", "mo/baccarat@2004-05-18", ("貼文者", "某某", "示例", "forum.example", "另:", "打印")
)
TRANSLATION = Seed(
    "baccarat-translation.de.txt",
    "en",
    "mo/baccarat@2004-05-18",
    ("Rahmen", "WERBUNG", "Zusatz", "Obige", "gesetzliche"),
)
SEEDS = (GAZETTE_ZH, GAZETTE_PT, PAGE, WEBSITE, FORUM, TRANSLATION)


@cache
def imported(seed: Seed) -> Imported:
    return import_files([seed.path], seed.language, work=seed.landed.partition("@")[0])


@cache
def landed(seed: Seed) -> Document:
    document, _, _ = read_document(find(seed.landed, language=seed.language))
    assert document is not None
    return document


def words_of(provision: Provision) -> str:
    """The words of a provision without any spaces, which a raw document has or lacks at random."""
    return "".join("".join(i.text.split()) for i in provision.body if isinstance(i, Words) and i.mark is Mark.WORDS)
