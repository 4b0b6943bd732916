"""Completion: what can stand at a place, each with what is known of it."""

from collections.abc import Mapping

from lexludi.base.frozen import dataclass
from lexludi.base.source import Span
from lexludi.editor.cited import CitedProvision, citable
from lexludi.editor.views import View
from lexludi.language.continuations import Continuation, ContinuationKind, continuations
from lexludi.language.phrases import LANGUAGES
from lexludi.language.reference import words_of


@dataclass(frozen=True)
class Completion:
    """Words to be put in the place of others, which are `written`; with those on lines `above`, which go."""

    kind: ContinuationKind
    text: str
    span: Span
    written: str
    above: Span | None
    detail: str
    documentation: str


def completions(view: View, offset: int) -> list[Completion]:
    """Everything that can stand at a place of a text; nothing within words of the law."""
    text = view.source.text
    provisions = citable(view)
    offered = continuations(text, offset, view.language, view.glossary, tuple(provisions))
    line = text.rfind("\n", 0, offset) + 1
    indented = offset - len(text[line:offset].lstrip())
    out = []
    for one in offered:
        # A phrase may have begun some lines above; editors take what replaces words of one line alone.
        start = one.start if one.start >= line else indented
        above = Span(one.start, start) if one.start < line else None
        about = _about(view, one, provisions)
        out.append(Completion(one.kind, one.text, Span(start, one.end), text[start:offset], above, *about))
    return out


def _about(view: View, one: Continuation, provisions: Mapping[str, tuple[CitedProvision, ...]]) -> tuple[str, str]:
    """A short remark about a completion, and a longer one."""
    match one.kind:
        case ContinuationKind.PHRASE:
            return one.about, words_of(view.language).meanings.get(one.about, "")
        case ContinuationKind.TERM:
            spellings = view.glossary.entries[one.about].spellings
            others = (spellings[name][0] for name in LANGUAGES if name != view.language and spellings.get(name))
            return one.about, " / ".join(others)
        case ContinuationKind.PROVISION:
            # Of the same number in an instrument and in what it amends, both.
            return one.about, "\n\n".join(map(_words, provisions[one.about])).strip()
        case _:
            return "", ""


def _words(target: CitedProvision) -> str:
    """The title and words of a provision, under the day of its text if it is that of another work."""
    version = [f"@ {target.version}"] if target.version else []
    return "\n".join([*version, target.provision.title, *(w.text for w in target.provision.words())]).strip()
