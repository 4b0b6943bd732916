"""The furniture of pages: running heads, page numbers, rules, contact details, and the column in the other language."""

import re
from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import groupby, pairwise

from lexludi.exchange.characters import CHINESE, without_stray_spaces
from lexludi.exchange.documents import LeftOut, RawLine
from lexludi.exchange.numbering import END_MARKS, numbered
from lexludi.language.nodes import Level

_LETTER = re.compile(r"[^\W\d_]")
_CHINESE_MARK = re.compile("[、。，；：「」『』《》（）]")

# A document is in two languages where each has at least this share of its letters.
_BILINGUAL = 0.15
_FEW_LETTERS = 3

_RULE = re.compile(r"[-–—_=~*+•·|<>^\[\]/\\ :]+")
# `- 12 -`, `第 12 頁`, `Pág. 3/10`.
_PAGE_NUMBER = re.compile(
    r"[-–—\[(|·. ]*(?:第|p(?:ág|ágina|age)?\.?|n\.?º)? ?\d{1,4} ?[頁页]?(?: ?/ ?\d{1,3})?[-–—\])|·. ]*", re.I
)
# A page number without any mark of one, `12` or `3/10`: it may as well be what a bet pays.
_BARE_NUMBER = re.compile(r"[(\[]?(\d{1,4})(?: ?/ ?(\d{1,3}))?[)\].]?")
# So many lines at the top of a page, and at its foot, can be running heads.
_MARGIN = 3
# `N.º 9 — 3-3-2004 BOLETIM OFICIAL … I SÉRIE`, `第9期 … 公報 … 第一組`, `… 公報第一組 … 第9期`.
_HEAD_OF_GAZETTE = re.compile(
    r"(?:n\.?[º°] ?\d+ ?[-–—] ?.{0,20})?bolet[ií]m oficial.{0,120}s[ée]rie.{0,20}"
    r"|.{0,12}第 ?\d+ ?期.{0,40}公報.{0,20}第[一二]組.{0,12}|.{0,12}公報.{0,8}第[一二]組.{0,40}第 ?\d+ ?期.{0,24}",
    re.IGNORECASE,
)
# An amount, which is no number to call: in groups of three digits, or beside a currency.
_BEHIND_CURRENCY = r"(?<!\$)(?<!\$ )(?<!MOP)(?<!MOP )(?<!HKD)(?<!HKD )"
_IN_GROUPS = r"\d{1,3}(?: \d{3})+(?![ -]?\d)"
_BEFORE_CURRENCY = r" ?(?:patacas|avos|d[óo]lares|dollars|euros|[澳港美歐]?門?[元圓])"
# An address of mail or a page, a label with a colon.
_CONTACT = re.compile(
    r"[\w.+-]{1,64}@[\w-]{1,64}\.\w|https?://|\bwww\."
    r"|(?:電話|电话|傳真|传真|手機|手机|聯絡人|联系人|聯繫人|微信|QQ|作者) ?[:：]"
    r"|\b(?:tel|telefone|fax|telem[óo]vel|e-?mail|whatsapp|contacto?)\b ?[.:：]",
    re.IGNORECASE,
)
# A number of 8 to 15 digits that does not begin as a date.
_TO_CALL = re.compile(
    rf"(?<![\d./-]){_BEHIND_CURRENCY}(?!\d{{4}}[-./]\d\d?[-./]|{_IN_GROUPS})"
    rf"\+?\d(?:[ -]?\d){{7,14}}(?!\d|{_BEFORE_CURRENCY})",
    re.IGNORECASE,
)


def of_language(lines: list[RawLine], language: str) -> tuple[list[RawLine], list[LeftOut]]:
    """The lines of a document in one language, where it is in two that different scripts tell apart."""
    chinese = sum(len(CHINESE.findall(line.text)) for line in lines)
    latin = sum(len(_LETTER.findall(line.text)) for line in lines) - chinese
    # A Chinese character weighs three letters: a text has fewer of them.
    if min(chinese * 3, latin) < _BILINGUAL * (chinese * 3 + latin):
        return lines, []
    others = {i for i, script in enumerate(_scripts(lines)) if (script == "zh") != (language == "zh")}
    return _with_gaps(lines, others), _left("other-language", [lines[i] for i in sorted(others)])


def _scripts(lines: list[RawLine]) -> list[str]:
    """The script of each line; one that could be of either belongs to a neighbour.

    At the beginning of a block that is the line after it; else the last line of the
    script in which a sentence is open, or else the line before it.
    """
    scripts = [_script(line.text) for line in lines]
    for i in range(len(lines) - 2, -1, -1):
        if not scripts[i] and lines[i].gap and not lines[i + 1].gap:
            scripts[i] = scripts[i + 1]
    # By script: its last line so far ended no sentence.
    is_open = {"zh": False, "latin": False}
    before = next(filter(None, scripts), "")
    for i, line in enumerate(lines):
        if not scripts[i]:
            open_in = [script for script in is_open if is_open[script]]
            scripts[i] = open_in[0] if line.gap and len(open_in) == 1 else before
        before = scripts[i]
        is_open[before] = line.text[-1] not in END_MARKS
    return scripts


def _script(text: str) -> str:
    """`zh` or `latin`; nothing of a line that could be of either: digits, marks, the signs of a card."""
    han, letters = len(CHINESE.findall(text)), len(_LETTER.findall(text))
    if (han and han * 4 >= letters) or _CHINESE_MARK.search(text):
        return "zh"
    return "latin" if letters > _FEW_LETTERS or re.search("[a-z«»]", text) else ""


def without_furniture(lines: list[RawLine], language: str) -> tuple[list[RawLine], list[LeftOut]]:
    """The lines without what stands at the margins of pages; sentences that a page broke stand together again."""
    heads = _running_heads(lines, language)
    # In this order: a number is one of a page where something of its margin stands beside it.
    reasons = {i: reason for i, line in enumerate(lines) if (reason := _furniture(line, language, is_head=i in heads))}
    reasons |= dict.fromkeys(_page_numbers(lines, reasons, language), "page-number")
    left = [
        _left(reason, [lines[i] for i in sorted(reasons) if reasons[i] == reason])
        for reason in dict.fromkeys(reasons[i] for i in sorted(reasons))
    ]
    return _closed(lines, reasons), [item for items in left for item in items]


def _furniture(line: RawLine, language: str, *, is_head: bool) -> str:
    text = without_stray_spaces(line.text)
    if _RULE.fullmatch(text):
        return "rule"
    if is_head or _HEAD_OF_GAZETTE.fullmatch(text):
        return "running-head"
    if _CONTACT.search(text):
        return "contact"
    if not _TO_CALL.search(text):
        return ""
    # The sentence of a provision may well have a large number, as what a meter begins with.
    is_law = text[-1] in END_MARKS and numbered(text, language) is not None
    return "" if is_law else "contact"


def _page_numbers(lines: list[RawLine], furniture: Container[int], language: str) -> Iterator[int]:
    """The indices of page numbers: lines that stand alone, with nothing but a number and perhaps the name of a page.

    Where a document has no pages, a bare number may be what a bet pays. It is taken for that of a page beside other
    furniture, and where the next number or the one before stands so too; but not in a list that a colon announces.
    """
    ends = [following is None or following.gap for following in (*lines[1:], None)]
    apart = {
        i: text
        for i, line in enumerate(lines)
        if i not in furniture and (line.gap or ends[i])
        if _PAGE_NUMBER.fullmatch(text := without_stray_spaces(line.text))
        and not _is_cited(text, line, lines[i - 1] if i else None)
    }
    bare = {i: (int(match[1]), match[2]) for i, text in apart.items() if (match := _BARE_NUMBER.fullmatch(text))}
    margins = {i for _, page in _margins(lines) for i in page}
    listed = _listed(lines, {i for i in range(len(lines)) if i in furniture or i in apart}, language)
    row = {number for i, number in bare.items() if i not in listed}
    for i in apart:
        number, of = bare.get(i, (0, None))
        if i not in bare or i - 1 in furniture or i + 1 in furniture:
            yield i
        elif lines[i].page:
            yield from [i] if i in margins else []
        elif i not in listed and not row.isdisjoint({(number - 1, of), (number + 1, of)}):
            yield i


def _is_cited(text: str, line: RawLine, before: RawLine | None) -> bool:
    """True of a number with a name, as `n.º 4.`, with which a sentence ends that a line break divides."""
    return bool(before and not line.gap and before.text[-1] not in END_MARKS and re.search(r"[^\W\d_]", text))


def _listed(lines: list[RawLine], furniture: Container[int], language: str) -> set[int]:
    """The indices of what stands between a colon and the next number or full stop, if it is not furniture alone."""
    stretches: list[list[int]] = [[]]
    for i, line in enumerate(lines):
        is_row = i in furniture or (numbered(line.text, language) is None and line.text[-1] not in "。.:：!！?？")
        stretches += [] if is_row else [[]]
        stretches[-1].append(i)
    # A page may end behind a colon: then nothing stands there but its margin.
    return {
        i
        for opening, *rows in filter(None, stretches)
        if lines[opening].text[-1] in ":：" and any(j not in furniture for j in rows)
        for i in rows
    }


def _margins(lines: list[RawLine]) -> Iterator[tuple[int, list[int]]]:
    """The pages in their order, each with the indices of its first and last lines."""
    for page, (_, part) in enumerate(groupby(enumerate(lines), key=lambda item: (item[1].file, item[1].page))):
        places = [i for i, _ in part]
        yield page, list(dict.fromkeys((*places[:_MARGIN], *places[-_MARGIN:])))


def _running_heads(lines: list[RawLine], language: str) -> set[int]:
    """The indices of running heads: lines at the margins of pages that stand alone, are no sentence, and come again.

    They come again on another page as they stand, or with another number that is as much higher as the page. Where a
    document has no pages, as one of HTML, what comes again may as well be the prizes of two bets. Only lines after the
    first number of a provision count. What stands directly below the heading of an article may be all that the article
    says, as `(Revogado)`: it is a running head only where it is one elsewhere.
    """
    headings = [numbered(line.text, language) for line in lines]
    first = next((i for i, heading in enumerate(headings) if heading), len(lines))
    alone: dict[int, set[str]] = {}
    # By what comes again: the pages on which it stands.
    pages: defaultdict[str, set[int]] = defaultdict(set)
    for page, places in _margins(lines):
        for i in places:
            line, following = lines[i], lines[i + 1] if i + 1 < len(lines) else None
            is_alone = line.gap and (following is None or following.gap) and len(line.text) > 3
            if i <= first or not is_alone or headings[i] or line.text[-1] in END_MARKS:
                continue
            alone[i] = set(_as_of_page(line.text.replace(" ", ""), page))
            if not ((heading := headings[i - 1]) and heading.level is Level.ARTICLE):
                for text in alone[i]:
                    pages[text].add(page)
    return {i for i, texts in alone.items() if any(len(pages[text]) > 1 for text in texts)}


def _as_of_page(text: str, page: int) -> Iterator[str]:
    """A line as it stands, and with each of its numbers less the page: that of a page then is the same on every one."""
    yield text
    for number in re.finditer(r"\d{1,4}", text):
        yield f"{text[: number.start()]}<{int(number[0]) - page}>{text[number.end() :]}"


def _closed(lines: list[RawLine], gone: Container[int]) -> list[RawLine]:
    """The lines that stay; those before which only furniture stood follow what stood before it, if that was no end."""
    out: list[RawLine] = []
    last = -1
    for i, line in enumerate(lines):
        if i in gone:
            continue
        before = out[-1] if out else None
        # Over the end of a page, anything may have stood between.
        is_near = before and before.file == line.file and (i - last > 1 or before.page != line.page)
        is_closed = line.gap and before and before.text[-1] not in END_MARKS and is_near
        out.append(replace(line, gap=False) if is_closed else line)
        last = i
    return out


def _with_gaps(lines: list[RawLine], others: Container[int]) -> list[RawLine]:
    """The lines of a language; a gap where lines of the other stood between, unless a sentence runs on over them."""
    kept = [i for i in range(len(lines)) if i not in others]
    out = [lines[i] for i in kept[:1]]
    for i, j in pairwise(kept):
        before, line = lines[i], lines[j]
        is_parted = before.file == line.file and before.page == line.page and j - i > 1
        out.append(replace(line, gap=before.text[-1] in END_MARKS) if is_parted else line)
    return out


def _left(reason: str, lines: list[RawLine]) -> list[LeftOut]:
    return [LeftOut(reason, tuple(lines))] if lines else []
