"""Citations of provisions in the gazette's own forms, short and in full: printed from an eId, and read back to it.

Chinese has one form, 第九條(七)項(4)分項. Portuguese and English have two: «artigo 9.º, alínea 7), subalínea (4)»
for brackets, tables and lists, «subalínea (4) da alínea 7) do artigo 9.º» within a sentence.
"""

import re

from lexludi.language.identifiers import (
    CHINESE_DIGITS,
    eid,
    provision_number,
    provision_numeral,
    roman_numeral,
)
from lexludi.language.nodes import Level

# Akoma Ntoso has one name for items at any depth.
_LEVELS = {"art": Level.ARTICLE, "para": Level.PARAGRAPH, "point": Level.POINT, "indent": Level.INDENT}
# Parts of a text that have no number: there is one of each at most.
FRAME_EIDS = {Level.PREAMBLE: "preamble", Level.CLOSING: "conclusions", Level.ANNEX: "att_1"}
_FRAME_LABELS = {
    Level.PREAMBLE: {"zh": "前言", "pt": "Preâmbulo", "en": "Preamble"},
    Level.ANNEX: {"zh": "附件", "pt": "Anexo", "en": "Annex"},
    Level.CLOSING: {"zh": "簽署", "pt": "Fecho", "en": "Closing"},
}
# Preposition and article as one word: «de» and «o» are «do».
_CONTRACTED = {"o": "o", "a": "a", "ao": "ao", "aa": "à", "deo": "do", "dea": "da"}
# The noun of a level before a number, and before a row of them; in Chinese, what stands behind the label.
_NOUNS = {
    "pt": {
        Level.ARTICLE: ("artigo", "artigos"), Level.PARAGRAPH: ("n.º", "n.os"), Level.POINT: ("alínea", "alíneas"),
        Level.SUBPOINT: ("subalínea", "subalíneas"),
    },
    "en": {
        Level.ARTICLE: ("article", "articles"), Level.PARAGRAPH: ("paragraph", "paragraphs"),
        Level.POINT: ("item", "items"), Level.SUBPOINT: ("subitem", "subitems"),
    },
}  # fmt: skip
_BEHIND_LABEL = {Level.POINT: "項", Level.SUBPOINT: "分項"}
# iv), and in a row iv) a vi): they are cited without a noun.
_INDENT = re.compile(r"[ivxl]+\)")
_INDENTS = re.compile(r"[ivxl]+\) [ae] [ivxl]+\)")
# Between the first and the last of a row; between two neighbours alone, as the gazette has them.
_THROUGH = {"zh": "至", "pt": " a ", "en": " to "}
AND = {"zh": "及", "pt": " e ", "en": " and "}
# Neighbours named together: «n.os 5 a 15», «paragraphs 5 to 15», «n.os 5 e 6».
_SINGULAR = {row: one for nouns in _NOUNS.values() for one, row in nouns.values()} | {"numbers": "number"}
# Both numbers with the noun that they share, if any: «n.os 5 a 15», «alíneas 1) a 3)», «i) to iv)».
_ROW = re.compile(
    rf"(?:(?P<noun>{'|'.join(map(re.escape, _SINGULAR))}) )?"
    r"(?P<first>\(?[\divxl]+(?:\.[º°]|\))?) (?P<joint>a|to|e|and) (?P<last>\(?[\divxl]+(?:\.[º°]|\))?)"
)
_N = f"[{CHINESE_DIGITS}]+"
_MORE = f"(?:之{_N}|-[a-z])?"
_ARTICLE = f"第{_N}(?:條(?:之{_N})?|-[a-z]條)"
_LETTER = "(?:-[a-z])?"
# One step each, in any language: 第九-a條, artigo 9.º-a; 第二款, n.º 2; (七), 7), item 7; (4), subitem 4; iv).
# The look-behinds keep `4)` within `(4)` from being a point, and «item» from being read in «subitem».
_PATTERNS = (
    ("article", rf"{_ARTICLE}|(?:artigo|article) \d+(?:\.[º°])?{_LETTER}"),
    ("paragraph", rf"第{_N}{_MORE}款|(?:n\.[º°]|number|paragraph) \d+{_LETTER}"),
    ("point", rf"\({_N}{_MORE}\)|(?<![(\d])\d+{_LETTER}\)|(?<!sub)item \d+{_LETTER}"),
    ("subpoint", rf"\(\d+{_MORE}\)|subitem \d+{_LETTER}"),
    ("indent", r"(?<![a-z(])[ivxl]+\)"),
)


# Of provisions that are named together no more are named one by one.
_MOST_NAMED = 20
_STEP = rf"(?:{_ARTICLE}|第{_N}{_MORE}款|\({_N}{_MORE}\)項?|\(\d+\)(?:分項)?)"
_LABEL = r"\(?\d+(?:\.[º°]|\))?(?:-[a-z])?\)?"
# Several provisions with one noun, in whatever number: «os artigos 3.º, 5.º e 7.º», 第四條(一)項及(二)項.
_TOGETHER = {
    "zh": re.compile(rf"(?P<first>{_ARTICLE}{_STEP}*)(?P<others>(?:[、及和至]{_STEP})+)(?!{_STEP})"),
    "pt": re.compile(
        rf"(?:[oa]s )?(?P<noun>artigos|n\.os|alíneas|subalíneas) (?P<first>{_LABEL})"
        rf"(?P<others>(?:(?:,| e| a) {_LABEL})+)"
        rf"(?P<above>(?: d[ao] (?:artigo|n\.[º°]|alínea|subalínea) {_LABEL})*)"
    ),
    "en": re.compile(
        rf"(?:the )?(?P<noun>articles|paragraphs|numbers|items|subitems) (?P<first>{_LABEL})"
        rf"(?P<others>(?:(?:,| and|, and| to| through) {_LABEL})+)"
        rf"(?P<above>(?: of (?:article|paragraph|number|item|subitem) {_LABEL})*)"
    ),
}  # fmt: skip
_THROUGH_WORDS = ("至", "a", "to", "through")


def named_together(text: str, language: str) -> tuple[int, int, list[str]] | None:
    """The first place of a folded text where several provisions share a noun, with the eId of each of them."""
    match = _TOGETHER[language].search(text)
    if match is None:
        return None
    others = re.findall(rf"([、及和至])({_STEP})" if language == "zh" else rf"(\w*) ({_LABEL})", match["others"])
    first = reference_eid(_one_of(match, match["first"], language))
    eids = [first]
    for joint, label in others:
        eid_ = reference_eid(_one_of(match, label, language))
        if language == "zh":
            if _step_name(eid_) != _step_name(first):
                return None
            eid_ = _with_step_of(first, eid_)
        head, _, number = eids[-1].rpartition("_")
        last = eid_.rpartition("_")[2]
        if joint in _THROUGH_WORDS and number.isdecimal() and last.isdecimal():
            eids += [f"{head}_{n}" for n in range(int(number) + 1, int(last))][:_MOST_NAMED]
        eids.append(eid_)
    return (match.start(), match.end(), eids) if len(eids) <= _MOST_NAMED else None


def _one_of(match: re.Match[str], label: str, language: str) -> str:
    """One of several provisions with the noun and the provisions above that they share."""
    return label if language == "zh" else f"{_SINGULAR[match['noun']]} {label}{match['above']}"


def cite_each(eids: list[str], language: str) -> list[str]:
    """The citations of provisions one by one, each in full and with its article."""
    return [with_article(cite(eid_, language, in_full=True), language) for eid_ in eids]


def cite(target: str, language: str, *, in_full: bool = False) -> str:
    """The citation of a provision by its eId; `in_full` is the form that stands within a sentence."""
    for level, frame in FRAME_EIDS.items():
        if target == frame:
            return _FRAME_LABELS[level][language].lower()
    return _joined([_step(level, number, language) for level, number in steps_of(target)], language, in_full)


def cite_below(target: str, above: str, language: str) -> str:
    """The citation of a provision for who has another in mind: «n.º 2» below article 18; elsewhere that in full."""
    if not target.startswith(f"{above}__"):
        return cite(target, language, in_full=True)
    steps = steps_of(target)[above.count("__") + 1 :]
    return _joined([_step(level, number, language) for level, number in steps], language, in_full=True)


def cite_row(first: str, last: str, language: str, above: str = "") -> str:
    """The citation of provisions from one to another beside it: «n.os 5 a 15 do artigo 17.º», «artigos 5.º e 6.º».

    For who has the provision `above` in mind it is left out.
    """
    if first == last:
        return cite_below(first, above, language) if above else cite(first, language, in_full=True)
    steps = steps_of(first)
    (level, number), (_, end) = steps[-1], steps_of(last)[-1]
    count = above.count("__") + 1 if above and first.startswith(f"{above}__") else 0
    others = [_step(upper, n, language) for upper, n in steps[count:-1]]
    return _joined([*others, _row_step(level, number, end, language)], language, in_full=True)


def _row_step(level: Level, number: str, end: str, language: str) -> str:
    joint = (AND if are_neighbours(number, end) else _THROUGH)[language]
    # In Chinese each of the two has its whole step, as in 第五款至第十五款.
    if language == "zh":
        return joint.join(_step(level, n, "zh") for n in (number, end))
    row = joint.join(_label_in_step(level, n, language) for n in (number, end))
    return f"{_NOUNS[language][level][1]} {row}" if level in _NOUNS[language] else row


def are_neighbours(number: str, end: str) -> bool:
    """True of the number of a provision and the next one: 5 and 6, 9-A and 10."""
    return int(number.partition("-")[0]) + 1 == int(end.partition("-")[0])


def with_article(citation: str, language: str, preposition: str = "") -> str:
    """A citation with the article that Portuguese gives it, and the preposition `a` or `de` before."""
    if language != "pt":
        return citation
    article = "a" if citation.startswith(("alínea", "subalínea")) or _INDENT.match(citation) else "o"
    is_row = citation.startswith(("artigos", "n.os", "alíneas", "subalíneas")) or _INDENTS.match(citation)
    plural = "s" if is_row else ""
    return f"{_CONTRACTED[preposition + article]}{plural} {citation}"


def _joined(steps: list[str], language: str, in_full: bool) -> str:
    match language:
        case "zh":
            return "".join(steps)
        case "pt" if in_full:
            # From the innermost out, each of the others with its article: «alínea 7) do artigo 9.º».
            last, *others = reversed(steps)
            return " ".join([last, *(with_article(step, "pt", "de") for step in others)])
        case "en" if in_full:
            return " of ".join(reversed(steps))
        case _:
            return ", ".join(steps)


def reference_eid(text: str) -> str:
    """The eId that a reference names, as the parser has found it: folded, in lower case, from any language.

    Raises:
        ValueError: a number is none that a provision could have.
    """
    out = ""
    # From the article down, in whatever order the language names them.
    for level, pattern in _PATTERNS:
        if match := re.search(pattern, text):
            out = eid(out, level, provision_number(match[0]))
    return out


def names_no_point(text: str) -> bool:
    """True of a reference that names a subitem and not its item, as within the item; folded, as the parser found it."""
    patterns = dict(_PATTERNS)
    return bool(re.search(patterns["subpoint"], text)) and not re.search(patterns["point"], text)


def row_eids(text: str) -> tuple[str, str]:
    """The eIds of the first and the last of neighbours that are named together, as the parser has found them.

    Empty for what is no row: two joined by an «and» with others between them, or of which one is above the other.

    Raises:
        ValueError: a number is none that a provision could have.
    """
    if match := re.search("[至及]", text):
        # 第一條第二款至第四款: the last is named by its own step alone.
        joint, end = match[0], reference_eid(text[match.end() :])
        first = reference_eid(text[: match.start()])
        if _step_name(first) != _step_name(end):
            return "", ""
        last = _with_step_of(first, end)
    else:
        row = _ROW.search(text)
        assert row is not None, text
        # Each neighbour as a citation by itself, with the words before and after the row.
        noun = _SINGULAR.get(row["noun"] or "", row["noun"] or "")
        joint = row["joint"]
        first, last = (
            reference_eid(f"{text[: row.start()]}{noun} {number}{text[row.end() :]}")
            for number in (row["first"], row["last"])
        )
    is_pair = joint in ("及", "e", "and")
    if is_pair and not are_neighbours(first.rpartition("_")[2], last.rpartition("_")[2]):
        return "", ""
    return first, last


def _step_name(eid_: str) -> str:
    """The name of the last step of an eId: `para` of `art_1__para_2`."""
    return eid_.rpartition("__")[2].partition("_")[0]


def _with_step_of(eid_: str, step: str) -> str:
    """An eId with another last step."""
    above, _, _ = eid_.rpartition("__")
    return f"{above}__{step}" if above else step


def beside(eid_: str, relative: str) -> str:
    """Resolve a relative eId at the level of another: `point_3` beside `art_5__point_1` is `art_5__point_3`."""
    above = eid_.split("__")[: -(relative.count("__") + 1)]
    return "__".join([*above, relative])


def provision_label(level: Level, number: str, language: str) -> str:
    """The number of a provision as it heads the provision: 第九條, 9.º-A, (七)."""
    base, dash, letter = number.partition("-")
    match language, level:
        case _, Level.PREAMBLE | Level.ANNEX | Level.CLOSING:
            return _FRAME_LABELS[level][language]
        case "zh", Level.ARTICLE:
            return f"第{_chinese_number(number)}條"
        case "zh", Level.PARAGRAPH:
            return f"{_chinese_number(number)}、"
        case "zh", Level.POINT:
            return f"({_chinese_number(number)})"
        case "zh", Level.SUBPOINT:
            return f"({number})"
        case "pt", Level.ARTICLE:
            return f"Artigo {base}.º{dash}{letter}"
        case _, Level.INDENT:
            return f"{roman_numeral(int(base))})"
        case _, Level.ARTICLE:
            return f"Article {number}"
        case _, Level.PARAGRAPH:
            return f"{number}."
        case _, Level.POINT:
            return f"{number})"
        case _:
            return f"({number})"


def steps_of(target: str) -> list[tuple[Level, str]]:
    """The levels of an eId with their numbers, from the article down."""
    steps: list[tuple[Level, str]] = []
    for step in target.split("__"):
        kind, number = step.split("_", 1)
        level = _LEVELS[kind]
        # A point below a point is a subpoint: both have one name in eIds.
        if level is Level.POINT and steps and steps[-1][0] is Level.POINT:
            level = Level.SUBPOINT
        steps.append((level, number))
    return steps


def _step(level: Level, number: str, language: str) -> str:
    match language, level:
        case "zh", Level.PARAGRAPH:
            return f"第{_chinese_number(number)}款"
        case "zh", _:
            return f"{provision_label(level, number, 'zh')}{_BEHIND_LABEL.get(level, '')}"
        case _, _ if level in _NOUNS[language]:
            return f"{_NOUNS[language][level][0]} {_label_in_step(level, number, language)}"
        case _:
            return provision_label(level, number, language)


def _label_in_step(level: Level, number: str, language: str) -> str:
    """A number behind the noun of its level; only points in Portuguese, and below, keep the marks of their labels."""
    label = provision_label(level, number, language)
    if level is Level.ARTICLE:
        return label.split(" ")[1]
    return number if level in _NOUNS[language] and (language == "en" or level is Level.PARAGRAPH) else label


def _chinese_number(number: str) -> str:
    base, dash, letter = number.partition("-")
    return f"{provision_numeral(int(base))}{dash}{letter}"
