"""Hover: a term in three languages, a rule in the other two with what it does, a provision that is cited."""

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue, Language, catalogue
from lexludi.base.source import Span
from lexludi.editor.cited import CitedProvision, cited
from lexludi.editor.cursor import citation_at, constructs_at, provision_at, sentence_at, term_at
from lexludi.editor.views import View, other_languages
from lexludi.language.citations import cite
from lexludi.language.nodes import Sentence
from lexludi.language.phrases import LANGUAGES
from lexludi.language.reference import words_of


@dataclass(frozen=True)
class HoverText:
    """Markdown about some words."""

    text: str
    span: Span


def hover(view: View, offset: int) -> HoverText | None:
    """The note on a place; nothing within words of the law and comments."""
    if (term := term_at(view, offset)) is not None and term.id:
        return HoverText(_term(view, term.id), term.span)
    if (citation := citation_at(view, offset)) is not None and (provisions := cited(view, citation)):
        return HoverText("\n\n".join(_provision(one, view.language) for one in provisions), citation.span)
    if (sentence := sentence_at(view, offset)) is not None:
        return HoverText(_rule(view, sentence, offset), sentence.span)
    return None


def _term(view: View, term: str) -> str:
    """The spellings of a term in every language, and its symbol."""
    words, entry = catalogue(view.language), view.glossary.entries[term]
    lines = [f"**{_plain(view.glossary.spelling(term, view.language))}** `{term}`"]
    for language in LANGUAGES:
        if spellings := entry.spellings.get(language):
            lines.append(f"- {_named(language, words)}{' / '.join(map(_plain, spellings))}")
    if entry.symbol:
        lines.append(f"- `{entry.symbol}` {entry.sign}".rstrip())
    return "\n".join(lines)


def _provision(target: CitedProvision, language: str) -> str:
    """A provision that is cited: its number, title and words, and the day of the text if it is that of another work."""
    provision = target.provision
    head = f"**{cite(provision.eid, language)}** {_plain(provision.title)}".rstrip()
    quoted = [f"> {_plain(line)}" for words in provision.words() for line in words.text.split("\n")]
    version = f" @ {target.version}" if target.version else ""
    return "\n".join([f"{head} `{provision.eid}`{version}", "", *quoted]).rstrip()


def _rule(view: View, sentence: Sentence, offset: int) -> str:
    """A sentence in the other languages, what its constructs mean, and the words of its provision there."""
    words = catalogue(view.language)
    blocks = [f"*{words.say('editor.rule-elsewhere')}*"]
    for language in LANGUAGES:
        if language != view.language:
            printed = view.printer(language).sentence(sentence.statement)
            blocks.append(f"{_named(language, words)}{_plain(printed)}")
    meanings = words_of(view.language).meanings
    # The sentence as a whole, and the smallest construct around the place.
    named = dict.fromkeys(c.op for c in (sentence.statement, *constructs_at(view, offset)[-1:]))
    if said := [f"- {_plain(meanings[op])}" for op in named if op in meanings]:
        blocks.append("\n".join([f"*{words.say('editor.rule-does')}*", "", *said]))
    provision = provision_at(view, offset)
    if provision is not None:
        blocks += _words_elsewhere(view, provision.eid, words)
    return "\n\n".join(blocks)


def _words_elsewhere(view: View, eid: str, words: Catalogue) -> list[str]:
    """The words of a provision in the texts of the same version in other languages."""
    out = []
    for other in other_languages(view):
        provision = other.provisions.get(eid)
        lines = [line for w in provision.words() for line in w.text.split("\n")] if provision else []
        if lines:
            quoted = "\n".join(f"> {_plain(line)}" for line in lines)
            out.append(f"*{words.say('editor.words-in', language=Language(other.language))}*\n\n{quoted}")
    return out


def _named(language: str, words: Catalogue) -> str:
    return f"{Language(language).told(words)}{words.colon}"


def _plain(text: str) -> str:
    """Text in which no sign means anything in Markdown."""
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|~!" else char for char in text)
