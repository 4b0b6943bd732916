"""Akoma Ntoso read: the provisions and words of a document, ours or another's, as the skeleton of a text.

Numbers and words are taken as they stand, eIds are computed anew. The document comes
from outside: it may have no document type, and be no deeper and no larger than a law is.
"""

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from datetime import date
from itertools import groupby
from xml.parsers import expat

from lexludi.base.folding import compose
from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.base.source import Source
from lexludi.exchange.akn import OWN_NAMESPACE
from lexludi.exchange.akn_numbers import is_same_number, letter_in, number_of, place_of
from lexludi.exchange.characters import to_traditional
from lexludi.exchange.documents import Doubt, LeftOut, RawLine, UnreadableDocument
from lexludi.exchange.framing import missing_in
from lexludi.exchange.raised import with_raised
from lexludi.exchange.skeleton import Drafter
from lexludi.language.builder import build
from lexludi.language.citations import FRAME_EIDS, provision_label
from lexludi.language.identifiers import FRBR_LANGUAGES, eid
from lexludi.language.nodes import Level, Mark, Provision, Words
from lexludi.rules.header import metadata_of
from lexludi.rules.model import Metadata
from lexludi.rules.uris import is_work_uri

NAMESPACES = ("http://docs.oasis-open.org/legaldocml/ns/akn/", "http://www.akomantoso.org/")
# Its elements for words have the same names, and the same meaning.
_XHTML = "http://www.w3.org/1999/xhtml"
# Of our own elements, those that say what the standard has no element for.
_OWN = {f"{OWN_NAMESPACE} {name}": f"ludi:{name}" for name in ("header", "rule")}
MAX_DEPTH = 100
_SHOWN = 20  # characters of a number or of words that are in doubt
MAX_ELEMENTS = 300_000

# The levels of a law by the names of elements; what is none of them holds provisions, or words.
_LEVELS = {
    **dict.fromkeys(("article", "section", "rule", "clause"), Level.ARTICLE),
    **dict.fromkeys(("paragraph", "subsection", "subrule", "subclause"), Level.PARAGRAPH),
    **dict.fromkeys(("point", "subparagraph", "item"), Level.POINT),
    "indent": Level.INDENT,
}
_HOLDERS = frozenset(
    "body mainBody book tome part subpart chapter subchapter title subtitle division subdivision list sublist alinea "
    "level transitional proviso hcontainer blockList attachments attachment component doc components debateBody".split()
)
_FRAMES = {"preamble": Level.PREAMBLE, "conclusions": Level.CLOSING, "annex": Level.ANNEX, "attachment": Level.ANNEX}
# What stands among words and is none of them, with the reason by which it is left out.
_BESIDE = {
    **dict.fromkeys("authorialNote note remark noteRef quotedStructure marker".split(), "beside"),
    **dict.fromkeys(("del", "s", "strike"), "struck"),
    # Elements of other vocabularies, as formulas and drawings, stand under this name: their words alone say nothing.
    **dict.fromkeys(("foreign", "img", *_OWN.values()), "foreign"),
}
_LINES = frozenset("p block listIntroduction listWrapUp longTitle docTitle th td li embeddedText caption".split())
# What begins and ends lines of its own within another: `<li>Ace<ul><li>King</li></ul></li>`.
_APART = _LINES | frozenset("ul ol table tr blockList item div tblock".split())
# Numbers and titles, of provisions and of what holds them.
_NAMES = frozenset("num heading subheading crossHeading".split())
# Parts of a header that are read, follow from others, or are about the file.
_CARRIED = frozenset(
    "FRBRthis FRBRuri FRBRalias FRBRdate FRBRauthor FRBRcountry FRBRsubtype FRBRnumber FRBRname FRBRlanguage "
    "FRBRManifestation publication references".split()
)
_DOCUMENTS = frozenset("act bill doc statement officialGazette documentCollection".split())


@dataclass
class AknElement:
    """An element: its name without the namespace, its attributes, its place, and what it holds in order."""

    name: str
    attributes: dict[str, str]
    line: int
    holds: "list[AknElement | str]" = field(default_factory=list)

    def nodes(self) -> "Iterator[AknElement]":
        """The elements directly below."""
        return (item for item in self.holds if isinstance(item, AknElement))

    def first(self, *path: str) -> "AknElement | None":
        """The first element on a path of names; nothing where one of them is not there."""
        node: AknElement | None = self
        for name in path:
            node = next((child for child in node.nodes() if child.name == name), None) if node else None
        return node


@dataclass(frozen=True)
class AknText:
    """The content of a document of Akoma Ntoso: provisions, header data, its day; what was left out and is in doubt."""

    provisions: tuple[Provision, ...]
    data: Metadata
    since: date | None
    left: tuple[LeftOut, ...]
    doubts: tuple[Doubt, ...]


def read_akn(data: bytes, name: str, language: str, drafter: Drafter, *, traditional: bool) -> AknText:
    """The text in a document of Akoma Ntoso; with `traditional`, Simplified characters of a Chinese one are replaced.

    Raises:
        UnreadableDocument: it is no such document, has a document type, or is in another language; OpenCC is missing.
    """
    root = parse_xml(data, name)
    if traditional and language == "zh":
        _convert(root, name, to_traditional(drafter.mends))
    document = next((node for node in root.nodes() if node.name in _DOCUMENTS), None)
    if root.name != "akomaNtoso" or document is None:
        raise UnreadableDocument("no-akn", name=name)
    language_node = document.first("meta", "identification", "FRBRExpression", "FRBRlanguage")
    tag = language_node.attributes.get("language", "") if language_node else ""
    if tag and tag not in (FRBR_LANGUAGES[language], language):
        raise UnreadableDocument("akn-in-another-language", name=name, found=tag[:20])
    reader = _Reader(name, drafter)
    reader.take_reasons(document)
    read = tuple(reader.read(document))
    provisions = tuple(reader.with_words_behind(provision) for provision in read)
    header = reader.header(document, next((p.title for p in provisions if p.level is Level.ANNEX), ""))
    since = reader.day(document.first("meta", "identification", "FRBRExpression", "FRBRdate"))
    reader.tell_unread(root)
    return AknText(
        provisions,
        header,
        since,
        tuple(LeftOut(reason, tuple(lines)) for reason, lines in reader.left.items()),
        tuple(reader.doubts),
    )


def _convert(node: AknElement, name: str, convert: Callable[[str, str], str]) -> None:
    """Convert all text below an element, and that of its attributes, which hold the header."""
    place = f"{name}:{node.line}"
    node.attributes = {key: convert(value, place) for key, value in node.attributes.items()}
    node.holds = [convert(item, place) if isinstance(item, str) else item for item in node.holds]
    for below in node.nodes():
        _convert(below, name, convert)


# ── XML ─────────────────────────────────────────────────────────────────────


def parse_xml(data: bytes, name: str) -> AknElement:
    """The elements of Akoma Ntoso in a document; those of other namespaces stand under the name `foreign`.

    Raises:
        UnreadableDocument: it is empty or not well formed, has a document type, or is deeper or larger than a law is.
    """
    # By events and not as a whole tree: the limits hold while the document is read.
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True  # an accent by its number (`a&#769;`) comes with its letter
    top = AknElement("", {}, 0)
    open_nodes = [top]
    count = 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        place = f"{name}:{parser.CurrentLineNumber}"
        if count > MAX_ELEMENTS:
            raise UnreadableDocument("too-many-elements", place=place, limit=MAX_ELEMENTS)
        if len(open_nodes) > MAX_DEPTH:
            raise UnreadableDocument("document-too-deep", place=place, limit=MAX_DEPTH)
        namespace, _, local = tag.rpartition(" ")
        is_known = namespace.startswith(NAMESPACES) or namespace == _XHTML
        name_here = local if is_known else _OWN.get(tag, "foreign")
        # What is said to be no part of the text is as what is shown as deleted.
        name_here = "del" if attributes.get("status") in ("removed", "ignored") else name_here
        composed = {key: compose(value) for key, value in attributes.items()}
        node = AknElement(name_here, composed, parser.CurrentLineNumber)
        open_nodes[-1].holds.append(node)
        open_nodes.append(node)

    def end(tag: str) -> None:
        open_nodes.pop()

    def text(characters: str) -> None:
        open_nodes[-1].holds.append(compose(characters))

    def refuse(*declared: object) -> None:
        raise UnreadableDocument("xml-with-doctype", name=name)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, text
    # Without a document type there are no entities that could be expanded.
    parser.StartDoctypeDeclHandler = refuse
    if not data.strip():
        raise UnreadableDocument("document-empty", name=name)
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, UnicodeError, LookupError, ValueError):
        raise UnreadableDocument("malformed-xml", place=f"{name}:{parser.CurrentLineNumber}") from None
    return next(top.nodes(), top)


def _attribute(node: AknElement | None, name: str) -> str:
    return node.attributes.get(name, "") if node else ""


def _is_text(node: AknElement) -> bool:
    """True of an element with text of its own, in which no unit of a law stands."""
    has_text = any(isinstance(item, str) and item.strip() for item in node.holds)
    return has_text and not any(below.name in _LEVELS for below in _with_all_below(node))


def _holds_articles(node: AknElement) -> bool:
    """True of a section of articles, as of a chapter in Portuguese law: it is no article itself."""
    return any(
        below.name == "article" or (below.name not in _BESIDE and _holds_articles(below)) for below in node.nodes()
    )


def _holds_numbers(node: AknElement) -> bool:
    """True of an element in which a provision with a number stands."""
    return any(
        (below.name in _LEVELS and number_of(_label_of(below))) or _holds_numbers(below) for below in node.nodes()
    )


def _text_of(node: AknElement) -> str:
    """The text within an element in one line, without what stands beside it."""
    return " ".join(_rows(node))


def _rows(node: AknElement) -> Iterator[str]:
    """The text within an element by lines, without what stands beside it."""
    return filter(None, (" ".join(row.split()) for row in "".join(_pieces(node)).split(_END)))


# Between lines: XML admits no such character.
_END = "\0"


def _pieces(node: AknElement) -> Iterator[str]:
    # What is quoted may have its marks in attributes.
    yield node.attributes.get("startQuote", "")
    for item in node.holds:
        if isinstance(item, str):
            yield item
        elif item.name in ("br", "eol"):
            yield " "
        elif item.name in ("sup", "sub"):
            text = "".join(_pieces(item))
            # Behind what it stands is of no account: letters stay as they are, and are told elsewhere.
            yield with_raised(text, "", lowered=item.name == "sub") or text
        elif item.name not in _BESIDE:
            end = _END if item.name in _APART else ""
            yield end
            yield from _pieces(item)
            yield end
    yield node.attributes.get("endQuote", "")


# ── The header ──────────────────────────────────────────────────────────────


def _by_name(work: AknElement, tag: str) -> dict[str, AknElement]:
    """The elements of a tag by their names."""
    return {node.attributes.get("name", ""): node for node in work.nodes() if node.name == tag}


def _value(node: AknElement | None) -> str:
    return _one_line(_attribute(node, "value"))


def _leaves(node: AknElement) -> Iterator[AknElement]:
    """The elements of a header that say something which is not carried, without those that they stand in."""
    for child in node.nodes():
        if child.name in _CARRIED:
            continue
        if any(True for _ in child.nodes()):
            yield from _leaves(child)
        elif child.attributes or "".join(_every(child)).strip():
            yield child


def _shown(document: AknElement, href: str) -> str:
    """The name of the organisation that a reference leads to; never that of a person."""
    references = document.first("meta", "references")
    for node in references.nodes() if references else ():
        if node.name == "TLCOrganization" and f"#{node.attributes.get('eId')}" == href:
            return node.attributes.get("showAs", "") if node.attributes.get("showAs") != "Lexludi" else ""
    return ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ── Provisions ──────────────────────────────────────────────────────────────


class _Reader:
    """One pass over a document, which keeps what it leaves out and what is in doubt."""

    def __init__(self, file: str, drafter: Drafter) -> None:
        self.file, self.drafter = file, drafter
        self.left: dict[str, list[RawLine]] = {}
        self.doubts: list[Doubt] = []
        self.seen: set[str] = set()
        # Elements whose text was read or left out, by identity.
        self.read_nodes: set[int] = set()
        # A provision below the one whose words are being read stood before the present line.
        self.is_behind = False
        # Where the last provision of a level, below another, has a letter.
        self.lettered: set[tuple[str, Level]] = set()
        # The numbers that are written otherwise here, by their eIds; the elements of those that have none here.
        self.changed: dict[str, str] = {}
        self.unwritable: set[int] = set()
        # The last provision that has begun, and by provisions the words that stand behind them without a place.
        self.last = ""
        self.behind: dict[str, list[str]] = {}
        self.is_in_annex = self.has_annex = False
        # The sentences of our own documents that say why words are missing, by the eIds there; the reasons by ours.
        self.said_missing: dict[str, list[AknElement]] = {}
        self.missing: dict[str, tuple[str, ...]] = {}

    def take_reasons(self, document: AknElement) -> None:
        """Take up the reasons for which words are missing, where a document has them as sentences of ours."""
        for node in _with_all_below(document.first("meta", "analysis")):
            if node.name == "ludi:rule" and self._reason_in(node):
                eid_there = _attribute(node, "provision").removeprefix("#")
                self.said_missing.setdefault(eid_there, []).append(node)

    def read(self, document: AknElement) -> Iterator[Provision]:
        """The provisions of a document in their order."""
        for node in document.nodes():
            match node.name:
                case "meta":
                    continue
                case "preface" | "coverPage":
                    self._leave("before", node)
                case "preamble" | "conclusions":
                    yield self._frame(_FRAMES[node.name], node)
                case _:
                    yield from self._within(node, None)

    def with_words_behind(self, provision: Provision) -> Provision:
        """A provision with the words of those that stand behind it, or behind one below it, and have no number here."""
        below = tuple(map(self.with_words_behind, provision.below))
        if lines := self.behind.get(provision.eid):
            words = (*provision.words(), Words("\n".join(lines), Mark.WORDS))
            fields = (provision.level, provision.number, provision.label, provision.title, words, provision.eid)
            provision = self.drafter.drafted(*fields, self.missing.get(provision.eid, ()))
        return replace(provision, below=below)

    def tell_unread(self, node: AknElement) -> None:
        """Leave out, and so tell, each text that was neither read nor left out so far; doubt lists without numbers."""
        if node.name in _BESIDE and id(node) not in self.read_nodes:
            self._leave(_BESIDE[node.name], node)
        elif node.name == "meta":
            self._leave_of_header(node)
        else:
            if node.name == "ol":
                self.doubts.append(Doubt("counted", self._place(node), ""))
            if node.name == "table" and _is_uneven(node):
                self.doubts.append(Doubt("cells", self._place(node), ""))
            if id(node) not in self.read_nodes:
                self._leave("unread", replace(node, holds=[item for item in node.holds if isinstance(item, str)]))
            for child in node.nodes():
                self.tell_unread(child)

    def _leave_of_header(self, meta: AknElement) -> None:
        """Leave out what a header says and is not carried; what only points elsewhere says nothing."""
        there = {line.number for line in self.left.get("header", ())}
        for node in _leaves(meta):
            if node.line not in there and id(node) not in self.read_nodes:
                there.add(node.line)
                said = " ".join("".join(_every(node)).split()) or node.name
                self.left.setdefault("header", []).append(RawLine(said, self.file, node.line))

    # ── The header ──────────────────────────────────────────────────────────

    def header(self, document: AknElement, annex: str) -> Metadata:
        """The header data of a document; `annex` is the title of its annex, by which it goes without one of its own."""
        title = annex
        for part in ("coverPage", "preface"):
            named = (node for node in _with_all_below(document.first(part)) if node.name in ("docTitle", "longTitle"))
            title = next(filter(None, map(_text_of, named)), title)
        identification = document.first("meta", "identification")
        work = identification.first("FRBRWork") if identification else None
        if work is None:
            return Metadata(title=title)
        aliases, days = _by_name(work, "FRBRalias"), _by_name(work, "FRBRdate")
        alias, name = _value(aliases.get("title")), _value(work.first("FRBRname"))
        publication, said = document.first("meta", "publication"), self._said(document)
        return Metadata(
            title=alias or title,
            # What has no name of its own as an instrument goes by its title.
            instrument=name if name != alias else "",
            authority=_one_line(_shown(document, _attribute(work.first("FRBRauthor"), "href"))),
            signed=self.day(days.get("signature")),
            published=self.day(publication) or self.day(days.get("publication")),
            gazette=_one_line(_attribute(publication, "showAs")) or said.gazette,
            identifier=self._identifier(work.first("FRBRuri")),
            signatory=said.signatory,
            address=said.address,
        )

    def _said(self, document: AknElement) -> Metadata:
        """The facts of the act that our own documents have as sentences: who signed it, and where it is published."""
        facts = Metadata()
        for node in _with_all_below(document.first("meta", "analysis")):
            if node.name == "ludi:header":
                sentence = Source(self.file, self.drafter.language, _text_of(node))
                read, problems = build(sentence)
                said = metadata_of(read) if read and not problems else Metadata()
                if said.signatory or said.address or said.gazette:
                    self._mark(node)
                    facts = replace(
                        facts,
                        signatory=said.signatory or facts.signatory,
                        address=said.address or facts.address,
                        gazette=said.gazette or facts.gazette,
                    )
        return facts

    def day(self, node: AknElement | None) -> date | None:
        """The day in an element of the header, if it is one."""
        text = _attribute(node, "date")
        try:
            day = date.fromisoformat(text)
        except ValueError:
            if node is not None and text:
                self.doubts.append(Doubt("unread-day", self._place(node), _one_line(text)[:_SHOWN]))
            return None
        if node is not None and _attribute(node, f"{OWN_NAMESPACE} presumed") == "true":
            self.doubts.append(Doubt("presumed-day", self._place(node), text))
        return day

    def _identifier(self, node: AknElement | None) -> str:
        """The URI of a work, if it is one."""
        uri = _attribute(node, "value")
        if node is not None and uri and not is_work_uri(uri):
            self.doubts.append(Doubt("unread-identifier", self._place(node), _one_line(uri)[:_SHOWN]))
        return uri if is_work_uri(uri) else ""

    # ── Provisions ──────────────────────────────────────────────────────────

    def _within(self, node: AknElement, above: Provision | None) -> Iterator[Provision]:
        """The provisions in an element that is none itself."""
        for child in node.nodes():
            yield from self._one(child, above)

    def _one(self, node: AknElement, above: Provision | None) -> Iterator[Provision]:
        level = self._level(node, above)
        if above is None and node.name in _LEVELS and node.name != "article" and _holds_articles(node):
            yield from self._holder(node, above)
        elif level is not None and level.rank == 0:
            yield from self._of_annex(node) if level is Level.ANNEX else [self._frame(level, node)]
        elif level is not None:
            number = self._number(node, level, above)
            if not number:
                yield from self._without_number(node, above)
            elif self._is_new(number, node, level, above):
                yield self._numbered(node, level, number, above)
        elif node.name in _LEVELS and (label := _label_of(node)):
            self.doubts.append(Doubt("too-deep", self._place(node), label[:_SHOWN]))
        elif node.name in _HOLDERS:
            yield from self._holder(node, above)
        elif node.name not in _BESIDE and node.name not in _LINES | _NAMES:
            yield from self._within(node, above)

    def _level(self, node: AknElement, above: Provision | None) -> Level | None:
        # Frames stand at the top; within a provision such an element holds words or others.
        if above is None and node.name in ("hcontainer", "attachment"):
            return _FRAMES.get(node.attributes.get("name", "") if node.name == "hcontainer" else node.name)
        level = _LEVELS.get(node.name)
        if level is not None and above is not None and level.rank <= above.level.rank:
            # A point below a point, a rule within an article: the next level that is free.
            level = next((lower for lower in Level if lower.rank > above.level.rank), None)
        return level

    def _number(self, node: AknElement, level: Level, above: Provision | None) -> str:
        """The number of a provision in its common form; empty where it has none that can be written here."""
        label, parent = _label_of(node), above.eid if above else ""
        number = number_of(label, behind_letter=(parent, level) in self.lettered)
        if number and (letter := letter_in(label)) and number == place_of(letter):
            self.lettered.add((parent, level))
        else:
            self.lettered.discard((parent, level))
        printed = self.drafter.label(level, number, label) if number else ""
        identifier, is_same = eid(parent, level.value[0], number), is_same_number(label, printed)
        # `a)` becomes 1), unless there is a 1) beside it: then one of the two has no number here.
        before = self.changed.get(identifier, printed if identifier in self.seen else label)
        if number and not is_same_number(label, before):
            number = ""
        if not number:
            self.unwritable.add(id(node))
        elif not is_same and identifier not in self.changed:
            self.changed[identifier] = label
            self.doubts.append(Doubt("changed-number", self._place(node), f"{label[:_SHOWN]} → {printed}"))
        return number

    def _without_number(self, node: AknElement, above: Provision | None) -> Iterator[Provision]:
        """The provisions in one that has no number here, whose words then belong to another, or to none."""
        label = _label_of(node)
        if above is not None or self.is_in_annex:
            self.doubts.append(Doubt("no-number", self._place(node), label[:_SHOWN]))
            yield from self._within(node, above)
        elif not self.last or (not any(char.isdigit() for char in label) and _holds_numbers(node)):
            self.doubts.append(Doubt("no-number-alone", self._place(node), label[:_SHOWN]))
            yield from self._holder(node, above, "unwritable")
        else:
            self.is_behind = False
            # As in a text: an article 4 bis goes on in the words of what stands before it.
            self.doubts.append(Doubt("unwritable", self._place(node), label[:_SHOWN]))
            lines = self._with_number(node, self._lines(node, None))
            self.behind.setdefault(self.last, []).extend(text for text, _ in lines)

    def _is_new(self, number: str, node: AknElement, level: Level, above: Provision | None) -> bool:
        """False of a provision with a number that stood there before, which is left out."""
        identifier = eid(above.eid if above else "", level.value[0], number)
        if identifier in self.seen:
            self._leave("repeated", node)
            return False
        self.seen.add(identifier)
        return True

    def _numbered(self, node: AknElement, level: Level, number: str, above: Provision | None) -> Provision:
        identifier = self.last = eid(above.eid if above else "", level.value[0], number)
        label = _label_of(node)
        provision = Provision(level, number, label, eid=identifier)
        below = tuple(self._within(node, provision))
        title = self._text_at(node.first("heading"))
        self._text_at(node.first("num"))
        words = tuple(self._words(node, provision))
        if title and level is not Level.ARTICLE:
            # Only articles have titles here: that of a number is the first of its words.
            words, title = (Words(title, Mark.WORDS), *words), ""
        missing = self._missing(node, identifier, label)
        return replace(self.drafter.drafted(level, number, label, title, words, identifier, missing), below=below)

    def _frame(self, level: Level, node: AknElement) -> Provision:
        self._take_label(node, level)
        words, identifier = tuple(self._words(node, None)), FRAME_EIDS[level]
        missing = self._missing(node, identifier, provision_label(level, "", self.drafter.language))
        return self.drafter.drafted(level, "", "", "", words, identifier, missing)

    def _missing(self, node: AknElement, identifier: str, label: str) -> tuple[str, ...]:
        """The reasons why words of a provision are missing, which a document marks as incomplete."""
        status = node.attributes.get("status")
        self._tell_suspended(node, label)
        if status not in ("incomplete", "unknown"):
            return ()
        # Words that stand where they are not known are others.
        is_other = status == "unknown" and any(child.name not in _NAMES for child in node.nodes())
        self.doubts.append(Doubt("unknown" if is_other else "incomplete", self._place(node), label[:_SHOWN]))
        if is_other:
            return ()
        said = self.said_missing.get(_attribute(node, "eId"), [])
        for sentence in said:
            self._mark(sentence)
        unsaid = catalogue(self.drafter.language).say("import.text.incomplete")
        self.missing[identifier] = tuple(map(self._reason_in, said)) or (unsaid,)
        return self.missing[identifier]

    def _tell_suspended(self, node: AknElement, words: str) -> None:
        if node.attributes.get("status") == "temporarilyRemoved":
            self.doubts.append(Doubt("suspended", self._place(node), words[:_SHOWN]))

    def _reason_in(self, sentence: AknElement) -> str:
        return missing_in(f"[{_text_of(sentence)}]", self.drafter.language)

    def _take_label(self, node: AknElement, level: Level) -> None:
        """Read the number of a part of the frame, where it is the name that the part has here anyway."""
        if _label_of(node) == provision_label(level, "", self.drafter.language):
            self._text_at(node.first("num"))

    def _of_annex(self, node: AknElement) -> Iterator[Provision]:
        """The annex, a title alone, and the provisions that stand in it; another is words of the first."""
        is_first, self.has_annex = not self.has_annex, True
        title = self._title_of_annex(node) if is_first else ""
        self.is_in_annex = True
        # In this order: which numbers have no place is known when provisions have been read.
        below = tuple(self._within(node, None))
        identifier = FRAME_EIDS[Level.ANNEX]
        if is_first:
            words = tuple(self._words(node, None, is_annex=True))
            yield self.drafter.drafted(Level.ANNEX, "", "", title, words, identifier)
        else:
            heading = node.first("heading")
            name = _label_of(node) or (_text_of(heading) if heading else "")
            self.doubts.append(Doubt("second-annex", self._place(node), name[:_SHOWN]))
            lines = self._with_number(node, self._lines(node, None, is_annex=True))
            self.behind.setdefault(identifier, []).extend(text for text, _ in lines)
        self.is_in_annex = False
        yield from below

    def _title_of_annex(self, node: AknElement) -> str:
        self._take_label(node, Level.ANNEX)
        named = self._text_at(node.first("heading") or node.first("doc", "preface"))
        return self.drafter.without_label(named, Level.ANNEX)

    def _holder(self, node: AknElement, above: Provision | None, reason: str = "loose") -> Iterator[Provision]:
        """The content of a part or chapter, whose own number and title are left out; words of no provision too."""
        # What no number holds in an annex are words of it.
        is_nowhere = above is None and not self.is_in_annex
        for child in node.nodes():
            if child.name in _NAMES or (child.name in ("content", "intro", "wrapUp", "p", "block") and is_nowhere):
                self._leave(reason, child)
            else:
                yield from self._one(child, above)

    # ── Words ───────────────────────────────────────────────────────────────

    def _words(self, node: AknElement, of: Provision | None, *, is_annex: bool = False) -> Iterator[Words]:
        """The words of a provision itself, line by line; those of a summary apart."""
        self.is_behind = False
        for mark, lines in groupby(self._lines(node, of, is_annex=is_annex), key=lambda line: line[1]):
            yield Words("\n".join(text for text, _ in lines), mark)

    def _lines(self, node: AknElement, of: Provision | None, *, is_annex: bool = False) -> Iterator[tuple[str, Mark]]:
        """The lines of the words of a provision within an element; in an annex, numbers are provisions of the text."""
        for child in node.nodes():
            if child.name in _BESIDE:
                self._leave(_BESIDE[child.name], child)
            elif child.name in _NAMES | {"meta"} or (child.name == "preface" and id(child) in self.read_nodes):
                continue  # of an annex, the preface may be its title
            elif (of or is_annex) and self._has_place(child, of):
                self.is_behind = True
            elif child.name in _LINES or _is_text(child):
                yield from self._rows_of(child)
            else:
                # Blocks, lists, units without a number, as an alinea is, and those for which there is no level.
                yield from self._with_number(child, self._lines(child, of, is_annex=is_annex))

    def _rows_of(self, node: AknElement) -> Iterator[tuple[str, Mark]]:
        """The lines of an element that holds text."""
        self._leave_beside(node)
        self._tell_suspended(node, _text_of(node))
        self._mark(node)
        mark = Mark.SUMMARY if node.attributes.get("status") == "editorial" else Mark.WORDS
        for text in _rows(node):
            if self.is_behind:
                shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
                self.doubts.append(Doubt("behind-numbers", self._place(node), shown))
            yield text, mark

    def _with_number(self, node: AknElement, lines: Iterator[tuple[str, Mark]]) -> Iterator[tuple[str, Mark]]:
        """The lines of what is no provision of its own, with its number and title, if they were not left out before."""
        named = [
            part for part in (node.first("num"), node.first("heading")) if part and id(part) not in self.read_nodes
        ]
        if text := " ".join(filter(None, map(self._text_at, named))):
            # A number stands before the first of the words, a title above them.
            first, mark = next(lines, ("", Mark.WORDS)) if named[-1].name == "num" else ("", Mark.WORDS)
            yield f"{text} {first}".strip(), mark
        yield from lines

    def _has_place(self, node: AknElement, above: Provision | None) -> bool:
        """True of a unit that is a provision of its own below another."""
        is_unwritable = id(node) in self.unwritable or not number_of(_label_of(node))
        return self._level(node, above) is not None and not is_unwritable

    def _text_at(self, node: AknElement | None) -> str:
        """The text of a number or title, in one line, as what has been read."""
        if node is None:
            return ""
        self._mark(node)
        return _text_of(node)

    def _mark(self, node: AknElement) -> None:
        self.read_nodes.add(id(node))
        for child in node.nodes():
            if child.name not in _BESIDE:
                self._mark(child)

    def _leave_beside(self, node: AknElement) -> None:
        behind = ""
        for child in node.holds:
            if isinstance(child, str):
                behind = child
                continue
            if child.name in _BESIDE:
                self._leave(_BESIDE[child.name], child)
                continue
            text, is_lowered = _text_of(child), child.name == "sub"
            if child.name in ("sup", "sub") and with_raised(text, behind, lowered=is_lowered) is None:
                self.doubts.append(Doubt("raised", self._place(child), text[:_SHOWN]))
            self._leave_beside(child)
            behind = text

    def _leave(self, reason: str, node: AknElement) -> None:
        self.read_nodes.update(map(id, _with_all_below(node)))
        # What has no text is told by its name, where it is something to see.
        if text := "".join(_every(node)).strip() or (node.name if node.name in ("img", "foreign") else ""):
            self.left.setdefault(reason, []).append(RawLine(" ".join(text.split()), self.file, node.line))

    def _place(self, node: AknElement) -> str:
        return f"{self.file}:{node.line}"


def _with_all_below(node: AknElement | None) -> Iterator[AknElement]:
    if node is None:
        return
    yield node
    for child in node.nodes():
        yield from _with_all_below(child)


def _is_uneven(table: AknElement) -> bool:
    """True of a table with a cell, beside others, that is empty or wide: which belong together nothing says."""
    for row in (node for node in _with_all_below(table) if node.name == "tr"):
        cells = [cell for cell in row.nodes() if cell.name in ("td", "th")]
        said = [_text_of(cell) for cell in cells]
        is_wide = any(cell.attributes.get(span, "1") != "1" for cell in cells for span in ("rowspan", "colspan"))
        if len(cells) > 1 and any(said) and (is_wide or not all(said)):
            return True
    return False


def _every(node: AknElement) -> Iterator[str]:
    for item in node.holds:
        if isinstance(item, str):
            yield item
        else:
            yield from _every(item)


def _label_of(node: AknElement) -> str:
    """The number of a provision as it is written."""
    number = node.first("num")
    return _text_of(number) if number else ""
