"""Repairs at the place of a syntax error: the tokens that a transcriber may have meant.

Each guess says how much of the text is wrong and which tokens it stands for, so the
parser can go on as if it had been written well and report what else is wrong.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from operator import itemgetter

from lexludi.base.folding import fold
from lexludi.base.frozen import dataclass
from lexludi.base.resources import data_folder
from lexludi.base.script import simplified_forms
from lexludi.language.citations import provision_label
from lexludi.language.identifiers import CHINESE_DIGITS, TENS, provision_number, provision_numeral
from lexludi.language.lexer import HEADING, TITLE
from lexludi.language.nodes import Level
from lexludi.language.phrases import phrase_table

# How near a phrase must come to be named, and to be taken even if more is wrong after it.
SURE = 0.75
PLAIN = 0.85
_POSSIBLE = {"zh": 0.5, "pt": 0.6, "en": 0.6}
_LONGEST_TERM = 60
_NEAREST = 8
_LONGEST_WORD = 40


@dataclass(frozen=True)
class Stand:
    """A token to be read in the stead of what was written: its terminal, form and place after the mistake."""

    terminal: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Guess:
    """A repair: `length` characters are wrong and stand for `tokens`.

    `slip` names the hint that explains the slip; without one, `word` is the phrase
    that comes nearest, `score` says how near, and `cover` how much of what was
    written is in it; `example` is what the hint says to write. A bold guess counts only if the
    rest of the line can be read with it. Reading goes on after `length` characters,
    or at the place that `resume` names.
    """

    length: int
    tokens: tuple[Stand, ...]
    slip: str = ""
    word: str = ""
    score: float = 1.0
    cover: float = 1.0
    bold: bool = False
    resume: int = -1
    example: str = ""

    @property
    def end(self) -> int:
        """The offset at which reading goes on."""
        return self.length if self.resume < 0 else self.resume


def guesses(
    language: str, here: str, expected: Mapping[str, str], *, behind: str = "", at_line_start: bool = False
) -> Iterator[Guess]:
    """The repairs of the text `here`, which stands `behind` another on its line, the likeliest first.

    `expected` maps the terminals that may follow to the words they stand for, if any.
    """
    line = _line(here)
    if at_line_start:
        yield from _headings(language, line)
    yield from _lettered(language, line, expected)
    yield from _paragraph(language, line, behind)
    yield from _grouped(line, behind)
    # Slips that have a name of their own before likeness, which would only name the nearest phrase.
    for slip in (_odds, _quotes, _conjunction):
        yield from slip(language, line, expected)
    yield from (g for g in _nearest(language, line, expected) if g.score >= SURE and not g.bold)


def bold_guesses(language: str, here: str, expected: Mapping[str, str]) -> Iterator[Guess]:
    """The repairs to try when no likelier one is found; all of them bold."""
    line = _line(here)
    yield from _unquoted(language, line, expected)
    yield from (replace(g, bold=True) for g in _nearest(language, line, expected) if g.score < SURE or g.bold)


def _line(here: str) -> str:
    match = re.match(r"[^\n\ue000-\uf8ff]*", here)
    return match[0] if match else ""


# ── Slips ───────────────────────────────────────────────────────────────────

_N = rf"(?:[{CHINESE_DIGITS}]+|\d+)"
# Of an article that was inserted, whatever stands for the hyphen: 第五–A條.
_LETTERED = r"(?:[-‐‑–—](?P<letter>[a-z]))"
# Headings of other printers: 第9条, 第廿條, Art. 9, Artigo 9 º, Article 9.
_HEADINGS = {
    "zh": (rf"第(?P<number>[{CHINESE_DIGITS}廿卅卌]+|\d+){_LETTERED}?[條条]", "第{}條"),
    "pt": (r"art(?:igo|\.)? *(?P<number>\d+)(?: *\.? *[ºªo])?", "artigo {}.º"),
    "en": (r"art(?:icle|\.)? *(?P<number>\d+)\.?", "article {}"),
}


def _headings(language: str, line: str) -> Iterator[Guess]:
    """The heading of an article in another form than the gazette's."""
    if match := re.fullmatch(rf"(?P<head>{_HEADINGS[language][0]})(?: +(?P<title>\S[^,;]*)| *)", line):
        head = _article(language, match)
        tokens = [Stand("ARTICLE", HEADING + head, 0, match.end("head"))]
        if match["title"]:
            tokens.append(Stand("TITLE", TITLE + match["title"], match.start("title") - 1, match.end("title")))
        try:
            label = provision_label(Level.ARTICLE, provision_number(head), language)
        except ValueError:  # no number of an article: what is wrong with it is told where it is read
            label = example(language, "ARTICLE")
        yield Guess(match.end("head"), tuple(tokens), "heading", resume=len(line), example=label)


def _article(language: str, match: re.Match[str]) -> str:
    """An article as the gazette has it, in Chinese numerals: 第一〇條 for 第10條."""
    written = match["number"].translate(TENS)
    digits = str.maketrans("0123456789", "〇一二三四五六七八九")
    number = written.translate(digits) if language == "zh" and written.isdigit() else written
    letter = match.groupdict().get("letter")
    return _HEADINGS[language][1].format(f"{number}-{letter}" if letter else number)


def _lettered(language: str, line: str, expected: Mapping[str, str]) -> Iterator[Guess]:
    """A citation of an article that was inserted, numbered in another form than the gazette's: 第5-A條第一款."""
    match = re.match(_HEADINGS[language][0], line) if "REFERENCE" in expected else None
    if match and match.groupdict().get("letter"):
        article = _article(language, match)
        cited = re.match(phrase_table(language).terminals["REFERENCE"], article + line[match.end() :])
        if cited:
            end = cited.end() - len(article) + match.end()
            yield Guess(end, (Stand("REFERENCE", cited[0], 0, end),), "heading", example=article.upper())


# A number behind an article that is cited, which it does not say what it numbers: «article 1, 6», 第一條第6款.
_NUMBERS_CITED = {
    "zh": ("條", r"第(\d+)款", "第{}款"),
    "pt": (r"artigo \d+\.?º?(?:-[a-z])?", r"(\d+)(?![\d)]|\.[\dº])", "n.º {}"),
    "en": (r"article \d+(?:-[a-z])?", r"(\d+)(?![\d)]|\.\d)", "paragraph {}"),
}


def _paragraph(language: str, line: str, behind: str) -> Iterator[Guess]:
    """A paragraph that is cited by its number alone."""
    article, number, form = _NUMBERS_CITED[language]
    comma = "" if language == "zh" else ", *"
    if (match := re.match(comma + number, line)) and re.search(rf"{article}$", behind):
        tokens: tuple[Stand, ...] = ()
    # Where provisions are listed, the comma has been read, and another must follow it.
    elif (match := re.match(number, line)) and comma and re.search(rf"{article}{comma}$", behind):
        tokens = (Stand("REFERENCE", example(language, "REFERENCE").lower(), 0, match.end()),)
    else:
        return
    said = form.format(provision_numeral(int(match[1])) if language == "zh" else match[1])
    # Not so sure that it would count where the rest of the line cannot be read.
    yield Guess(match.end(), tokens, "paragraph", score=_POSSIBLE[language], example=said)


def _grouped(line: str, behind: str) -> Iterator[Guess]:
    """A number whose digits stand in groups, 10,000, or that goes on in characters beyond hundreds, 一萬."""
    pattern = r"(?:,\d{3})+(?!\d)" if behind[-1:].isdigit() else ""
    # With a point what is before it has been read as the end of a sentence, and the last group begins another.
    if re.search(r"(?:^|\D)\d{1,3}(?:\.\d{3})+$", behind):
        pattern = r"\."
    elif re.search(r"[0-9〇零一二三四五六七八九十百千]$", behind):
        pattern = pattern or "(?!)"
        pattern += r"|[萬万億亿][〇零一二三四五六七八九十百千萬万0-9]*"
    if pattern and (match := re.match(pattern, line)):
        yield Guess(match.end(), (), "grouped-number")


_ODDS_FORMS = {"zh": "一賠二", "pt": "2 por 1", "en": "2 to 1"}
# One number is missing, or stands as a word: 一賠, 賠三, «3 por um», «3 to».
_ODDS_PIECES = {
    "zh": rf"{_N}[賠赔](?!{_N})|[賠赔]{_N}",
    "pt": r"\d+ por(?: (?!\d)[a-zà-ÿ]+)?(?= *[.;,]| *$)",
    "en": r"\d+ to(?: (?!\d)[a-z]+)?(?= *[.;,]| *$)",
}


def _odds(language: str, line: str, expected: Mapping[str, str]) -> Iterator[Guess]:
    if "ODDS" in expected:
        form = _ODDS_FORMS[language]
        for slip, pattern in (("odds-colon", rf"{_N} *: *{_N}"), ("odds-number", _ODDS_PIECES[language])):
            if match := re.match(pattern, line):
                yield Guess(match.end(), (Stand("ODDS", form, 0, match.end()),), slip)


# What stands between conditions.
CONJUNCTIONS = frozenset({"_AND", "_OR"})


def _conjunction(language: str, line: str, expected: Mapping[str, str]) -> Iterator[Guess]:
    """Another condition without the comma before it, by which it is told from another item of a list."""
    for terminal in CONJUNCTIONS & expected.keys():
        word = expected[terminal].lstrip(", ")
        if word != expected[terminal] and re.match(rf"{word}\b", line):
            yield Guess(len(word), (Stand(terminal, expected[terminal], 0, len(word)),), word=expected[terminal])


# A term or a number.
_VALUE = r"(?:«[^«»\n]+»|\d+)"


def values_listed(here: str, joint: str, joints: Iterable[str]) -> list[tuple[int, int]]:
    """The places of more values at the beginning of a text, the last behind a word, if nothing is said of them."""
    ends = "|".join(("[,.;)]", "$", *joints))
    match = re.match(rf"(?:[,、] *{_VALUE} *)*,? *{joint} *{_VALUE}(?= *(?:{ends}))", here, re.MULTILINE)
    return [matched.span() for matched in re.finditer(_VALUE, match[0])] if match else []


def _quotes(language: str, line: str, expected: Mapping[str, str]) -> Iterator[Guess]:
    """A term that lacks a quotation mark, or stands in marks of another kind."""
    if "TERM" in expected:
        # Round brackets are marks of a term only where no condition can open with one.
        brackets = "" if "OPEN" in expected else "()"
        if match := re.match(rf"['`´‹<〈〔\[{{{brackets[:1]}][^\n«»]{{1,60}}?['`´›>〉〕\]}}{brackets[1:]}]", line):
            yield Guess(match.end(), (_term(0, match.end()),), "wrong-quotes")
        elif line.startswith("«"):
            yield from _never_closed(line)
        elif match := re.match(r"[^«»]{1,60}»", line):
            yield Guess(match.end(), (_term(-1, match.end()),), "lone-close-quote", score=SURE)
    if line.startswith("»"):
        yield Guess(1, (), "lone-close-quote")


def _never_closed(line: str) -> Iterator[Guess]:
    """A term whose mark is opened and not closed: it may end anywhere, or where a second one opens."""
    open_term = re.match(r"«[^«»]*", line)
    assert open_term is not None
    # Any end is possible: only reading the rest of the line with it can tell, so that all are bold.
    for end in range(2, min(open_term.end(), _LONGEST_TERM) + 1):
        if line[end - 1] not in " .,;:":
            yield Guess(end, (_term(0, end + 1),), "open-quote", bold=True)
    if line[open_term.end() :].startswith("«"):
        yield Guess(open_term.end() + 1, (_term(0, open_term.end() + 1),), "open-quote", score=SURE)
    yield Guess(open_term.end(), (), "open-quote", score=SURE)


def _term(start: int, end: int) -> Stand:
    """A term at a place that takes in one character more on either side: its marks."""
    return Stand("TERM", "«»", start, end)


_ARTICLES = {"zh": "", "pt": "(?:os?|as?) ", "en": "(?:the|an?) "}


def _unquoted(language: str, line: str, expected: Mapping[str, str]) -> Iterator[Guess]:
    """A term without quotation marks, perhaps after an article."""
    if "TERM" in expected and (match := re.match(r"[^«»().,;:]+", line)):
        article = re.match(_ARTICLES[language], line)
        start = article.end() if article else 0
        for end in range(start + 1, min(match.end(), _LONGEST_TERM) + 1):
            # A word that is set apart is taken whole.
            if line[end - 1] != " " and (language == "zh" or not line[end : end + 1].isalnum()):
                yield Guess(end, (_term(start - 1, end + 1),), "unquoted-term", bold=True)


def unquoted(language: str, words: str) -> str:
    """A term as written without quotation marks, without the article before it."""
    article = re.match(_ARTICLES[language], words, re.IGNORECASE)
    return words[article.end() if article else 0 :].strip()


# ── The nearest phrase ──────────────────────────────────────────────────────


@cache
def _traditional() -> Mapping[str, str]:
    """The Traditional characters of the Chinese phrases by their Simplified forms, unless those are in phrases too."""
    used = set((data_folder("grammar") / "phrases" / "zh.toml").read_text("utf-8"))
    forms = simplified_forms()
    return {forms[char]: char for char in sorted(used) if char in forms and forms[char] not in used}


def _bare(language: str, text: str) -> str:
    """The text, as many characters long, without what a reader overlooks: accents, Simplified forms."""
    if language == "zh":
        return "".join(_traditional().get(c, c) for c in text)
    if len(text) == 1:  # «e» and «é» are different words
        return text
    return "".join(unicodedata.normalize("NFD", c)[0] for c in text)


def _nearest(language: str, line: str, expected: Mapping[str, str]) -> list[Guess]:
    return sorted(_near(language, line, expected), key=lambda guess: -guess.score - guess.cover)[:_NEAREST]


def _near(language: str, line: str, expected: Mapping[str, str]) -> Iterator[Guess]:
    bare = _bare(language, line)
    for terminal, label in expected.items():
        if label:
            wanted = _bare(language, fold(label))
            # Nothing is near to a word of one letter but itself.
            least = _POSSIBLE[language] if len(wanted) > 1 else 1
            # A number is no slip of words: it would be gone.
            ends = [end for end in _ends(language, line, wanted) if not re.search(r"\d", line[:end])]
            score, best = max(
                ((_ratio(bare[:end], wanted, least), end) for end in ends), key=itemgetter(0), default=(0.0, 0)
            )
            # Words that stand there in full need no repair, and none stand for others that deny what they say, or for
            # their opposite, into which a sign behind them may turn Chinese ones.
            if (
                score >= least
                and line[:best] != fold(label)
                and not _opposed(line[: best + (language == "zh")], fold(label))
                and _stance(_with_next(line, best)) == _stance(fold(label))
            ):
                cover = _cover(bare[:best], wanted)
                yield Guess(best, (Stand(terminal, fold(label), 0, best),), word=label, score=score, cover=cover)
            elif begun := _begun(line, fold(label)):
                yield Guess(begun, (Stand(terminal, fold(label), 0, begun),), word=label, bold=True, score=SURE)
    if language == "zh":
        yield from _simplified_literal(line, expected)


_NO_NEED = re.compile(
    r"\b(?:need not|not (?:obliged|required)|n[ãa]o (?:precis|tem de|é obrigad))|[不無毋未][須必需用]"
)
_DENIAL = re.compile(r"\b(?:not|nor?|neither|never|n[ãa]o|nunca|nem|nenhum[ao]?)\b|[不未非沒没無毋]")


def _stance(words: str) -> str:
    """The stance of words to what they are about: that it need not be is no denial of it."""
    return "leave" if _NO_NEED.search(words) else "deny" if _DENIAL.search(words) else "affirm"


# Words that say the opposite of others with which they may share all but one.
_OPPOSITES = tuple(
    (re.compile(one), re.compile(other))
    for one, other in (
        (r"\bat least\b|\bpelo menos\b|至少|[不最]少", r"\bat most\b|\bno m[áa]ximo\b|\bquando muito\b|至多|[不最]多"),
        (
            r"\b(?:high|larg|great)(?:er|est)\b|\bmaior\b|\bsuperior\b|[最較]大|大於|最高",
            r"\b(?:low|small)(?:er|est)\b|\bmenor\b|\binferior\b|[最較]小|小於|最低",
        ),
        (r"\bfirst\b|\bprimeir[ao]s?\b|首", r"\blast\b|\b[úu]ltim[ao]s?\b|[末尾]"),
        (r"\babove\b|\bup\b|\bcima\b|向上|之上", r"\bbelow\b|\bdown\b|\bbaixo\b|向下|之下(?!注)"),
        (r"\b(?:increas|doubl)ed\b|\b(?:aument|duplic)a|加倍|增加", r"\b(?:reduc|lower|halv)ed\b|\breduz|\bdiminu|減"),
        (r"\baccepted\b|\baceita|接受", r"\b(?:refus|reject|clos|settl|return)ed\b|\brecusa|\bdevolv|拒絕|停止|結算"),
        (r"\b(?:begins|begun|starts)\b|\bcomeça|\binicia|開始", r"\b(?:ends|over)\b|\btermina|\bacaba|結束|完結"),
    )
)


def contrary(written: str, meant: str) -> bool:
    """True if one of two wordings denies what the other affirms, or they say opposites, however near they come."""
    return _stance(written) != _stance(meant) or _opposed(written, meant)


def _opposed(written: str, meant: str) -> bool:
    return any(
        there.search(meant) and here.search(written) and not (here.search(meant) or there.search(written))
        for pair in _OPPOSITES
        for here, there in (pair, pair[::-1])
    )


def _with_next(line: str, end: int) -> str:
    """The beginning of a line, with the word behind it, which may deny it: «does» «not»."""
    behind = re.match(r" *[a-zà-ÿ]+", line[end:])
    return line[: end + (behind.end() if behind else 0)]


def _begun(line: str, phrase: str) -> int:
    """The length of the beginning of a phrase of several words that breaks off after one of them."""
    words = [m.end() for m in re.finditer(r"\S+", phrase)][:-1]
    whole = (end for end in reversed(words) if line.startswith(phrase[:end]) and not line[end : end + 1].isalnum())
    return next(whole, 0)


def _simplified_literal(line: str, expected: Mapping[str, str]) -> Iterator[Guess]:
    bare = _bare("zh", line)
    for terminal, pattern in phrase_table("zh").terminals.items():
        if terminal in expected and (match := re.match(pattern, bare)) and not line.startswith(match[0]):
            yield Guess(match.end(), (Stand(terminal, match[0], 0, match.end()),), word=match[0])


def likeness(language: str, written: str, wanted: str) -> float:
    """The similarity of two words, from 0 to 1; accents and Simplified forms count little."""
    return _ratio(_bare(language, fold(written)), _bare(language, fold(wanted)))


def _ratio(written: str, wanted: str, least: float = 0) -> float:
    """The similarity of two words; 0 where it is less than the least that is of interest."""
    matcher = difflib.SequenceMatcher(None, written, wanted)
    # Two upper bounds by length and by letters: most words are told apart by these, at a tenth of the cost.
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    return matcher.ratio()


def _cover(written: str, wanted: str) -> float:
    blocks = difflib.SequenceMatcher(None, written, wanted).get_matching_blocks()
    return sum(block.size for block in blocks) / max(1, len(written))


def _ends(language: str, line: str, wanted: str) -> list[int]:
    """The ends of beginnings of a line that are about as long as the wanted words."""
    if language == "zh":
        # Chinese has no spaces: the run of signs is cut about where the words would end.
        run = re.match(r"[^«»\s.]*", line)
        longest = len(run[0]) if run else 0
        if abs(longest - len(wanted)) <= 1:
            return [longest] if longest else []
        return [n for n in range(len(wanted) - 1, len(wanted) + 2) if 0 < n <= longest]
    words = [m.end() for m in re.finditer(r"[^\s«».;,:]+[:,]?", line)]
    # As many words as the phrase has, or one fewer, or one more.
    count = len(wanted.split())
    return [e for e in words[max(0, count - 2) : count + 1] if "«" not in line[:e]]


# ── Words ───────────────────────────────────────────────────────────────────


def word_end(text: str, start: int) -> int:
    """The end of the word at a place, or of the quoted term."""
    # A quoted term, Latin letters and digits, a run of Chinese signs, or a single mark.
    match = re.compile(r"«[^»\n]*»?|[a-zà-ÿ0-9º%-]+|[\u3400-\u9fff]+|[^\s\ue000-\uf8ff]").match(text, start)
    return min(match.end(), start + _LONGEST_WORD) if match else start


def last_word(text: str) -> str:
    """The word or quoted term with which a text ends."""
    match = re.search(r"(?:«[^«»\n]*»|[\u3400-\u9fff]{1,8}|[^\s«»]+)$", text[-200:])
    return match[0] if match else ""


# ── Examples ────────────────────────────────────────────────────────────────

_EXAMPLES = {
    "zh": {
        "TERM": "「…」", "NUMBER": "1", "ODDS": "一賠二", "FRACTION": "一半", "DATE": "2005年1月18日",
        "REFERENCE": "第一條", "ARTICLE": "第一條", "PARAGRAPH": "一、", "POINT": "(一)", "SUBPOINT": "(1)",
        "INDENT": "i)", "PREAMBLE": "前言", "ANNEX": "附件", "CLOSING": "簽署", "END": "。", "COMMA": "、",
        "SEMICOLON": ";", "COLON": ":",
    },
    "pt": {
        "TERM": "«…»", "NUMBER": "1", "ODDS": "2 por 1", "FRACTION": "metade", "DATE": "18 de Janeiro de 2005",
        "REFERENCE": "artigo 1.º", "ARTICLE": "Artigo 1.º", "PARAGRAPH": "1.", "POINT": "1)", "SUBPOINT": "(1)",
        "INDENT": "i)", "PREAMBLE": "Preâmbulo", "ANNEX": "Anexo", "CLOSING": "Fecho",
    },
    "en": {
        "TERM": "“…”", "NUMBER": "1", "ODDS": "2 to 1", "FRACTION": "half", "DATE": "18 January 2005",
        "REFERENCE": "article 1", "ARTICLE": "Article 1", "PARAGRAPH": "1.", "POINT": "1)", "SUBPOINT": "(1)",
        "INDENT": "i)", "PREAMBLE": "Preamble", "ANNEX": "Annex", "CLOSING": "Closing",
    },
}  # fmt: skip
_SIGNS = {
    "END": ".", "COMMA": ",", "SEMICOLON": ";", "COLON": ":", "DASH": "-", "OPEN": "(", "CLOSE": ")", "TEXT": "…",
    "TITLE": "…", "WORDS": "| …", "SUMMARY": "~ …", "COMMENT": "# …", "QUOTED": "> …",
}  # fmt: skip


# What may be compared of somebody or something, and what may be asked of an option or a reading.
_ASKED = {
    "zh": (("{}合計", "{}持牌", "{}所記之數"), ("{}為「…」", "{}為2或以上")),
    "pt": (
        ("o total de {}", "a mão de {}", "o número guardado em {}"),
        ("{} é «…»", "{} é 2 ou mais"),
    ),
    "en": (
        ("the total of {}", "the hand of {}", "the value of {}"),
        ("{} is “…”", "{} is 2 or more"),
    ),
}


def asked_of(language: str, term: str) -> tuple[list[str], list[str]]:
    """The amounts that may be compared of a term, and the conditions on it as an option or a reading."""
    amounts, conditions = _ASKED[language]
    return [template.format(term) for template in amounts], [template.format(term) for template in conditions]


# A number is named in a list of words, where the example 1 would be taken for the only one.
_NUMBER = {"zh": "數目", "pt": "um número", "en": "a number"}


def named(language: str, terminal: str) -> str:
    """A terminal that stands for no words of its own, as lists of what may stand somewhere name it."""
    return _NUMBER[language] if terminal == "NUMBER" else example(language, terminal)


def example(language: str, terminal: str) -> str:
    """A sample, in a language, of a terminal that stands for no words of its own."""
    return _EXAMPLES[language].get(terminal) or _SIGNS.get(terminal, "")
