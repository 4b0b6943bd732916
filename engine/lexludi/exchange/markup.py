"""XML and HTML in the making: elements as values, and their text, the same for the same elements on every machine."""

import re
from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from lexludi.base.errors import LexludiError
from lexludi.base.frozen import dataclass

# What XML 1.0 cannot hold, also not as references.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAME = re.compile(r'<[^<>]* (?:eId|id|provision)="#?([^"]*)"')
# The elements of HTML that hold nothing. To browsers `<title/>` is the beginning of a title, up to the end of the page.
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class NotInXml(LexludiError):
    """A character that XML cannot hold."""


@dataclass(frozen=True)
class Element:
    """An element with its attributes in the order given, and either text or elements below."""

    tag: str
    attributes: Mapping[str, str]
    below: tuple["Element", ...] = ()
    text: str = ""


def element(tag: str, *below: Element, text: str = "", **attributes: str | None) -> Element:
    """An element; attributes without a value are left out, and `_` in their names stands for `:`, at the end for none.

    `from_=…` is the attribute `from`, `xml_lang=…` is `xml:lang`.
    """
    named = {name.rstrip("_").replace("_", ":"): value for name, value in attributes.items() if value is not None}
    return Element(tag, named, below, text)


def as_xml(root: Element) -> str:
    """A document of XML; lines are broken between elements alone, never within a text.

    Raises:
        NotInXml: a text holds a character that XML cannot hold.
    """
    return _text('<?xml version="1.0" encoding="UTF-8"?>\n', _lines(root, ""))


def as_html(root: Element) -> str:
    """A document of HTML; what is void there ends itself, and other empty elements have an end of their own.

    Raises:
        NotInXml: a text holds a character that HTML cannot hold.
    """
    return _text("<!doctype html>\n", _lines(root, "", _VOID))


def _text(opening: str, lines: Iterator[str]) -> str:
    text = opening + "".join(lines)
    if match := FORBIDDEN.search(text):
        # The place is the last name before it: of a provision, or of what the document says about one.
        names = _NAME.findall(text, 0, match.start())
        raise NotInXml("not-in-xml", code=f"U+{ord(match[0]):04X}", place=names[-1] if names else "-")
    return text


def _lines(node: Element, margin: str, void: frozenset[str] | None = None) -> Iterator[str]:
    """The lines of an element; of those that are empty all are tags that end themselves, or only the `void` ones."""
    opening = "".join(f" {name}={quoteattr(value)}" for name, value in node.attributes.items())
    if node.below:
        yield f"{margin}<{node.tag}{opening}>\n"
        for child in node.below:
            yield from _lines(child, f"{margin}  ", void)
        yield f"{margin}</{node.tag}>\n"
    elif node.text or not (void is None or node.tag in void):
        yield f"{margin}<{node.tag}{opening}>{escape(node.text)}</{node.tag}>\n"
    else:
        yield f"{margin}<{node.tag}{opening}/>\n"
