"""Text made ready for the parser: one form for each mark, and the kind of each line.

Every step keeps the number of characters, so a place in the normalised text is the
same place in the file. The words of the law are never taken from the normalised
text: they are read from the file by their place.
"""

import re
from functools import cache

from lexludi.base.folding import fold
from lexludi.language.phrases import phrase_table

HEADING, WORDS, SUMMARY, COMMENT, QUOTED, TITLE = "\ue001", "\ue002", "\ue003", "\ue004", "\ue005", "\ue006"

# What begins a line of each kind, in every language.
LINE_MARKS = {"|": WORDS, "~": SUMMARY, "#": COMMENT, ">": QUOTED}

# Marks of the parts of a provision: in its words before each part, and before the sentences about it.
PART_MARKS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_PARTS_OF_SENTENCE = re.compile(rf"^ *[{PART_MARKS}]+(?= *\S)")

PRIVATE_USE = re.compile("[\ue000-\uf8ff]")


@cache
def heading_pattern(language: str) -> re.Pattern[str]:
    """The regular expression of a heading line in a language, for folded text."""
    terminals = phrase_table(language).terminals
    titled = "|".join(terminals[name] for name in ("ARTICLE", "ANNEX"))
    alone = "|".join(terminals[n] for n in ("PARAGRAPH", "POINT", "SUBPOINT", "INDENT", "PREAMBLE", "CLOSING"))
    return re.compile(rf" *(?:(?P<titled>{titled})(?P<gap> +|$)|(?:{alone}) *$)")


def normalise(text: str, language: str) -> str:
    """The text as the grammar reads it, preceded by one newline.

    Place `i` of the file is place `i + 1` of the result. The newline before a
    heading, a line of words, a summary, a comment or a quoted line becomes the
    mark of that kind; the gap between an article's number and its title becomes
    the mark of a title. The marks of parts before a sentence become spaces.
    """
    # Marks of kinds are of the private use area: what a file itself has of it must not pass for one.
    folded = _straight_quotes(fold(PRIVATE_USE.sub("\ufffd", text)))
    heading = heading_pattern(language)
    out: list[str] = []
    for line in folded.split("\n"):
        # The mark takes the place of the newline before the line: the first line has one put before it.
        kind = LINE_MARKS.get(line.lstrip(" ")[:1], "\n")
        if kind == "\n" and (match := heading.match(line)):
            kind = HEADING
            # One blank after «Article 9» becomes the mark of the title, so that no character is added.
            gap = match.end("titled") if match["titled"] else -1
            if gap > 0 and line[gap:].strip():
                out.append(f"{kind}{line[:gap]}{TITLE}{line[gap + 1 :]}")
                continue
        # The tree has the parts of a sentence from the file (`builder`): the grammar does not know of them.
        read = _PARTS_OF_SENTENCE.sub(lambda match: " " * len(match[0]), line) if kind == "\n" else line
        out.append(kind + read)
    return "".join(out)


def _straight_quotes(text: str) -> str:
    """Straight quotation marks closed where one is open, else opened; anew on each line."""
    if '"' not in text:
        return text
    out = []
    is_open = False
    for written in text:
        char = written
        if written == '"':
            char = "»" if is_open else "«"
        is_open = char == "«" or (is_open and char not in "»\n")
        out.append(char)
    return "".join(out)
