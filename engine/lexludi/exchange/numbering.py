"""Numbers at the beginning of a line: headings of articles, paragraphs, points and sub-points, told from citations."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from string import ascii_lowercase, ascii_uppercase

from lexludi.base.folding import fold_width
from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.language.identifiers import CHINESE_DIGITS, MAX_NUMBER, TENS, chinese_number
from lexludi.language.nodes import Level, Mark
from lexludi.language.phrases import LANGUAGES

LONGEST_TITLE = 80
LONGEST_LOOSE_HEADING = 60

END_MARKS = "。.；;：:！!？?"

# With single spaces within, as recognition puts them: `二 十 一`.
_DIGIT = f"[{CHINESE_DIGITS}廿卅卌]"
_NUMERAL = f"{_DIGIT}(?: ?{_DIGIT})*"
_INSERTED = "(?:之(?P<inserted>[一二三四五六七八九十]+))?"
# `第二-A條`, as in the laws of Macau.
_LETTERED = "(?: *-(?P<lettered>[A-Z]))?"
# What follows a number that is cited, and never one that is a heading, which 項目, 款項, 所有 and 及時 may do.
_CITING = "[項项](?!目)|款(?![項项])|及(?![時时格])|的|所(?![有得需])"
# Another number of a citation, or the beginning of one at the end of a line; 第三張牌 and 至尊對子 are titles.
_NEXT_CITED = rf"第(?: *(?:{_NUMERAL}|\d+) *(?:[條条款章節节]|分?[項项](?!目))| *$)|至(?: *(?:[第(0-9]|{_DIGIT})| *$)"
_CITED = f"(?! *(?:分?[項项](?!目)|至 *(?:[第(0-9]|{_DIGIT})|或|、|,|{_CITING}))"

_AFTER_CITATION = re.compile(f"{_NEXT_CITED}|或(?!然)|、|,|，|之|規定|规定|{_CITING}|賦予|赋予|[a-zà-ÿ]")

_CITING_WORD = re.compile(
    r"(?:of|and|or|to|is|are|was|shall|may|does|has|above|below|d[aoe]s?|e|ou|a|à|ao|até|é|n[ao]s?)\b|aplica",
    re.IGNORECASE,
)

# `第三條第四款`, `第三條(一)` and `第三條及` are citations, `第三條` by itself and `第三條(廢止)` are headings.
_CITED_ARTICLE = rf"(?! *(?:{_NEXT_CITED}|、|,|之|\( *(?:第|(?:{_NUMERAL}|\d+) *\))|規定|规定|{_CITING}))"

# `9.º-A`, `9.º–A`; `9.º - A` at the end of a line alone, for `9.º - A mesa` has a title that begins so; `9.º bis`.
LATIN = "bis|ter|quater|quinquies|sexies|septies|octies|novies|decies"
_INSERTED_LETTER = (
    rf"(?: *[-‐‑–—−]? *(?=(?:{LATIN})\b)|[-‐‑–—−](?=[A-Z](?!\w))| *[-‐‑–—−] *(?=[A-Z] *$))"
    rf"(?P<inserted>{LATIN}|[A-Z])"
)

# i), ii): with a word or more after it, which a citation does not have.
_INDENT = r"(?P<number>[ivxl]+)(?P<inserted>)\)(?! *[,;.:)])"

# `Artigo`, `Art.º`.
_ARTICLE_PT = "A(?:rtigo|RTIGO|rt\\.?[º°]|rt\\.)"
# `1.`, `1 -`; `1-` before a capital.
_BEHIND_PARAGRAPH = r"(?: ?\.(?![\dº°])| [-–—](?= )|[-–—](?= +[A-ZÀ-Ý«“]))"

# A number and its brackets as one sign: `㈠`, `⑴`.
_ONE_SIGN = "㈠-㈩⑴-⒇"

# `第九條`, `一、`, `(一)`, `(1)`, `i)`; `Artigo 9.º`, `1.`, `1)`, `(1)`, `i)`: the first form that fits counts.
_FORMS = {
    "zh": (
        (Level.ARTICLE, rf"第 *(?P<number>{_NUMERAL}|\d+){_LETTERED} *[條条]{_INSERTED}{_CITED_ARTICLE}"),
        (Level.PARAGRAPH, rf"(?P<number>{_NUMERAL}){_INSERTED} *[、﹑,．.]"),
        (Level.POINT, rf"\( *(?P<number>{_NUMERAL}){_INSERTED} *\){_CITED}"),
        (Level.SUBPOINT, rf"\( *(?P<number>\d+){_INSERTED} *\){_CITED}"),
        (Level.INDENT, _INDENT),
    ),
    "pt": (
        (Level.ARTICLE, rf"{_ARTICLE_PT} *(?P<number>\d+) *\.? ?[º°ªo]?(?:{_INSERTED_LETTER})?(?![\d,)])"),
        (Level.PARAGRAPH, rf"(?P<number>\d+)(?:-(?P<inserted>[A-Z]))?{_BEHIND_PARAGRAPH}"),
        (Level.POINT, r"(?P<number>\d+)(?:-(?P<inserted>[A-Z]))?\)(?! *[,;.:)])"),
        (Level.SUBPOINT, r"\((?P<number>\d+)(?:-(?P<inserted>[A-Z]))?\)(?! *[,;.:)])"),
        (Level.INDENT, _INDENT),
    ),
    "en": (
        (Level.ARTICLE, rf"A(?i:rticle|rt\.) *(?P<number>\d+)(?:{_INSERTED_LETTER})?(?![\d,)])(?:\.(?= [A-Z]))?"),
        (Level.PARAGRAPH, r"(?P<number>\d+)(?:-(?P<inserted>[A-Z]))? ?\.(?!\d)"),
        (Level.POINT, r"(?P<number>\d+)(?:-(?P<inserted>[A-Z]))?\)(?! *[,;.:)])"),
        (Level.SUBPOINT, r"\((?P<number>\d+)(?:-(?P<inserted>[A-Z]))?\)(?! *[,;.:)])"),
        (Level.INDENT, _INDENT),
    ),
}  # fmt: skip

# The only article of an act has no number.
_SOLE_ARTICLE = {
    "zh": re.compile("(?:獨一|独一|唯一)[條条]"),
    "pt": re.compile(r"A(?:rtigo|RTIGO) +(?:[úÚ]nico|ÚNICO)\b"),
    "en": re.compile(r"(?:Sole|Single) +[Aa]rticle\b"),
}
# Forms of numbers that a language has not, for points and those around them: `1.`, `1、`, `1)`; `a)`, `(a)`, `(ii)`.
_LETTERED_LIST = r"\(?(?P<number>[a-z]|[ivxl]+)\)(?! *[,;.:)])"
_OTHER_FORMS = {
    "zh": r"(?P<number>\d{1,3}) ?(?:[.)](?!\d)|、(?! *\d))(?= *\S)",
    **dict.fromkeys(("pt", "en"), _LETTERED_LIST),
}
# Portuguese lists may pass over k, w and y.
_ALPHABETS = (ascii_lowercase, re.sub("[kwy]", "", ascii_lowercase))
_OTHER_INSIDE = {
    "zh": r"(?<=[。；;：:！!？?])(?<!\d[:：]) *(?=\d{1,3} ?[.．、)）])",
    **dict.fromkeys(("pt", "en"), r"(?<=[.;:]) +(?=(?:[a-z]|[ivxl]+)\))"),
}

# Between the number of an article and what follows on its line: `Artigo 1.º – Objecto`, `第一條：標的`, `Article 1.`
_SEPARATOR = re.compile(r" *[.．:：]? *(?:[-‐‑–—−－](?!\d))? *")

# The end of a line that goes on with a citation: a comma, or a word that stands before one.
_LEADING = re.compile(
    r"(?:[,，、(（«「“-]|(?<![^\W_])(?:d?[aoe]s?|n[ao]s?|aos?|às?|em|por|pel[ao]s?|com|para|que|artigos?|see|the|of|in|and|or|to"
    r"|by|under|from|with|at|per|than|that|articles?)|[按照依據据根第及和或與与至的之於在由經经])$"
)

# The end of a line that leads to the number of a provision below an article, by its name or by any word: `n.º`, `da`.
_LEADING_BELOW = re.compile(
    r"(?<![^\W_])(?:(?:sub)?al[íi]neas?|n\.?[º°o]s?|números?|parágrafos?|items?|points?|paragraphs?|numbers?"
    r"|d?[ao]s?|n[ao]s?|aos?|às?|em|por|pel[ao]s?|com|para|que|the|of|in|to|by|under|from|with|at|per|than|that)$|[第至]$",
    re.IGNORECASE,
)
# A full stop of these ends no sentence before a number: `al. 2)`, `art. 5`.
_ABBREVIATED = re.compile(r"\b(?:al|alín|arts?|n|no|nos|pp?|págs?|fig|cf|v|vd)\.$", re.IGNORECASE)
# What follows the number of a provision that is cited: where it stands, or another number of a row (一、二、三或四).
_OF_ANOTHER = re.compile(
    r"d[aoe]s? (?:art\.|artigo|n\.[º°]|número|parágrafo|alínea|presente|lei\b|decreto|despacho|regulamento)"
    r"|of (?:the |this )?(?:article|paragraph|point|item|law\b|order\b|regulation)",
    re.IGNORECASE,
)
_IN_ROW = re.compile(rf"(?:{_DIGIT}{{1,3}}|\d+) *(?:[、,，及或和至]|ou\b|e\b|or\b|and\b)")

# `CAPÍTULO II`, `Secção 1.ª`, `Chapter 3`, `第二章`.
_PART = re.compile(
    r"(?:livro|parte|t[íi]tulo|cap[íi]tulo|(?:sub)?sec[çc]?[çc][ãa]o|divis[ãa]o|book|part|title|chapter|(?:sub)?section|division)"
    rf" +(?:[ivxlc]+|\d+|[úu]nic[oa])\b|第 *(?:{_NUMERAL}|\d+) *[編编章節节]",
    re.IGNORECASE,
)

# `ANEXO`, `Annex II`, `Schedule 1`, `附表一`.
_ANNEX = re.compile(
    r"(?:A(?:nexos?|NEXOS?|nnex(?:es)?|NNEX(?:ES)?|pêndice|PÊNDICE|ppendix|PPENDIX)|S(?:chedule|CHEDULE))"
    rf"(?: +(?:[IVXLC]+|\d+|[A-Z])\b)?(?!\w)|附[件表錄录](?: *(?:\d+|{_NUMERAL}))?"
)

# Number words of German, in which a copy was found; the languages of the shelf write digits in headings.
_GERMAN = (
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn zwanzig"
)
_NUMBER_WORDS = {word: value for value, word in enumerate(_GERMAN.split(), 1)}
_ROMAN_OR_DIGITS = frozenset("ivxl0123456789")
_LONGEST_ROMAN = len("CCCLXXXVIII")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


@dataclass(frozen=True)
class Numbered:
    """A number that begins a line: the level of its form, its value, a letter that was inserted, and what follows.

    `written` is the number as it stands. More than the letters that there are cannot be
    inserted: the letter of what is beyond is its number, or `bis`, which is none. A loose
    heading is one of an article that is none by its form, in a language that is none of ours. A number in another
    form is one that its own language prints otherwise: `a)` for 1), 1. for (1) in Chinese.
    """

    level: Level
    value: int
    letter: str
    written: str
    rest: str
    is_loose: bool = False
    is_in_other_form: bool = False

    @property
    def number(self) -> str:
        """The number in its common form: `9`, `9-A`."""
        return f"{self.value}-{self.letter}" if self.letter else str(self.value)

    @property
    def marks(self) -> str:
        """The marks around the number: `()`, `.`."""
        return re.sub(r"[\w ]", "", fold_width(self.written))

    @property
    def is_beyond_letters(self) -> bool:
        """True of what was inserted after more provisions than there are letters (第九條之二十七), or without (bis)."""
        return self.letter.isdigit() or len(self.letter) > 1


@cache
def _patterns(language: str) -> tuple[tuple[Level, re.Pattern[str]], ...]:
    return tuple((level, re.compile(pattern)) for level, pattern in _FORMS[language])


def numbered(text: str, language: str) -> Numbered | None:
    """The number at the beginning of a line, if it has the form of a heading."""
    if re.match(f"[{_ONE_SIGN}]", text):
        plain = unicodedata.normalize("NFKC", text[0])
        heading = numbered(plain + text[1:], language)
        return replace(heading, written=text[0]) if heading and heading.written == plain else None
    folded = fold_width(text)
    for level, pattern in _patterns(language):
        match = pattern.match(folded)
        if match is None:
            continue
        value = _value(match["number"].replace(" ", ""))
        if not 0 < value <= MAX_NUMBER:
            return None
        # Folding keeps the length, so that places in the folded line are those of the line.
        inserted = match.groupdict().get("lettered") or match["inserted"]
        return Numbered(level, value, _letter(inserted), text[: match.end()], text[match.end() :].strip())
    return None


def sole_article(text: str, language: str) -> Numbered | None:
    """The heading of an article that is the only one, as its first: Artigo único, 獨一條."""
    name = _SOLE_ARTICLE[language].match(text)
    return Numbered(Level.ARTICLE, 1, "", name[0], text[name.end() :].strip()) if name else None


def loose_heading(text: str) -> Numbered | None:
    """The heading of an article in a language that is none of ours: a short line without an end, and a number."""
    if len(text) > LONGEST_LOOSE_HEADING or text[-1] in END_MARKS or not text[0].isalpha():
        return None
    for word in re.finditer(r"\w+", text):
        value = _loose_value(word[0])
        if value and word.start():
            rest = text[word.end() :].strip()
            return Numbered(Level.ARTICLE, value, "", text[: word.end()], rest or text, is_loose=True)
    return None


def other_forms(text: str, language: str) -> Iterator[Numbered]:
    """The numbers that may begin a line, in a form that the language has not: of a letter all that it may be."""
    match = re.match(_OTHER_FORMS[language], fold_width(text))
    if match is None:
        return
    number = match["number"]
    places = [row.index(number) + 1 for row in _ALPHABETS if len(number) == 1 and number in row]
    figures = [_value(number)] if set(number) <= _ROMAN_OR_DIGITS else []
    written, rest = text[: match.end()], text[match.end() :].strip()
    for value in dict.fromkeys(filter(None, (*places, *figures))):
        yield Numbered(Level.SUBPOINT, value, "", written, rest, is_in_other_form=True)


def without_separator(text: str) -> str:
    """The rest of an article's line behind its number, without the marks that set both apart."""
    return _SEPARATOR.sub("", text, count=1)


def breaks(text: str, language: str) -> Iterator[int]:
    """Places inside a line at which a number stands behind the end of a sentence, as if a line began there."""
    # `…。(二)…`, `…；2) …`: behind an end mark, before a bracket, `第`, `一、` or `1)`.
    behind_mark = rf"(?<=[{END_MARKS}]) *(?=[(（第{_ONE_SIGN}]|[一二三四五六七八九十]{{1,3}}[、﹑]|\d{{1,3}}\))"
    for match in re.finditer(f"{behind_mark}|{_OTHER_INSIDE[language]}", text):
        if _ABBREVIATED.search(text[max(0, match.start() - 8) : match.start()]):
            continue
        following = text[match.end() :]
        heading = numbered(following, language) or next(other_forms(following, language), None)
        if match.end() and heading and heading.rest:
            yield match.end()


def inner_headings(text: str, language: str) -> Iterator[Numbered]:
    """Numbers of articles, and of paragraphs in figures, inside a line behind a sentence and before a capital."""
    for match in re.finditer(rf"(?<=[{END_MARKS}]) +(?=\d|A)", text):
        heading = numbered(text[match.end() :], language)
        is_behind = not _ABBREVIATED.search(text[: match.start()])
        is_heading = heading is not None and heading.level in (Level.ARTICLE, Level.PARAGRAPH)
        if heading and is_heading and is_behind and not heading.letter and heading.rest[:1].isupper():
            yield heading


def is_cited_by(following: str) -> bool:
    """True of a line that goes on after a number that is cited: 第三條 | 第四款, artigo 3.º | da Lei."""
    return bool(_AFTER_CITATION.match(following))


def goes_on_citing(following: str) -> bool:
    """True of a line with a small letter that goes on in the sentence of a number: of the Law, da Lei, aplica-se."""
    return bool(_CITING_WORD.match(following))


def leads_to(before: str) -> bool:
    """True of a line behind which a number is cited: nos termos do | artigo 3.º, 按照 | 第三條."""
    return _LEADING.search(before) is not None


def is_cited_within(before: str, heading: Numbered) -> bool:
    """True of a number below an article with which a sentence that runs on cites another provision, or counts.

    nos termos da alínea | 2) do artigo 1.º; 閒家的點數為零、 | 一、二、三或四時.
    """
    return bool(
        _LEADING_BELOW.search(before) or _OF_ANOTHER.match(heading.rest) or _IN_ROW.match(fold_width(heading.rest))
    )


def is_title(text: str) -> bool:
    """True of what can stand as the title of an article: short, and no sentence."""
    is_short = bool(text) and len(text) <= LONGEST_TITLE and text[-1] not in END_MARKS + "，,、"
    return is_short and summary_in(text) is None


def summary_in(text: str) -> str | None:
    """The words of a summary, without the sign by which exported texts mark it; nothing of words of the law."""
    mark = next((mark for mark in _summary_marks() if text.startswith(mark)), None)
    return None if mark is None else text[len(mark) :].strip()


@cache
def _summary_marks() -> tuple[str, ...]:
    return (f"{Mark.SUMMARY.value} ", *(summary_sign(language) for language in LANGUAGES))


def summary_sign(language: str) -> str:
    """The sign of a summary where notation is not known: [Summary, not the words of the law]."""
    return f"[{catalogue(language).say('site.summary')}]"


def is_part_title(text: str, *, alone: bool = False) -> bool:
    """True of a line that begins with the number of a part, chapter or section; `alone`, of a number set apart."""
    part = _PART.match(fold_width(text))
    # In Chinese a space sets number and title apart.
    return part is not None and (
        not alone or not text[part.end() :] or (part[0][0] == "第" and text[part.end()] == " ")
    )


def is_annex_line(text: str, *, titled: bool = False) -> bool:
    """True of a line that is the name of an annex, and of what else may follow a text, with its number at most.

    With `titled` its title may stand behind it, as it always may behind a dash: ANEXO I – Tabela de prémios.
    """
    name = _ANNEX.match(fold_width(text))
    rest = text[name.end() :] if name else ""
    is_apart = re.match(r" *[-–—:：]| " if titled else r" *[-–—:：]", rest)
    return name is not None and (not rest or (is_apart is not None and is_title(text)))


def _value(text: str) -> int:
    if text.isascii() and text.isalpha():
        # No form has other letters than those of Roman numbers as its number.
        return _roman(text.upper())
    if text.isascii():
        return int(text) if len(text) < 7 else 0
    try:
        return chinese_number(text.translate(TENS))
    except ValueError:
        return 0


def _letter(inserted: str | None) -> str:
    """The letter of an inserted provision: 之一 and -A give A."""
    if not inserted:
        return ""
    if inserted.isascii():
        return inserted
    place = _value(inserted)
    return ascii_uppercase[place - 1] if 0 < place <= len(ascii_uppercase) else str(place)


def _loose_value(word: str) -> int:
    if word.isascii() and word.isdigit():
        return int(word) if len(word) < 4 else 0
    if set(word) <= set(_ROMAN):
        return _roman(word)
    return _NUMBER_WORDS.get(word.lower(), 0)


def _roman(word: str) -> int:
    if len(word) > _LONGEST_ROMAN:
        return 0
    values = [_ROMAN[char] for char in word]
    # Subtractive notation: a sign with a larger one behind it is taken off.
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
