"""Diagnostics: what is wrong with a text, as data; and its three renderings.

A diagnostic holds no sentence. Sentences live in the message catalogues under its
code, so the same diagnostic is told in zh, pt or en.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import Enum
from typing import Any

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue, Tellable
from lexludi.base.source import Source, Span, display_width

# How many columns of a line an excerpt shows.
MAX_COLUMNS = 100


class Severity(Enum):
    """The severity of a finding: an error makes a text unusable, a warning is a fault, a note is information."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Label:
    """A place that a diagnostic is about; `key` names its caption in the catalogue, if any.

    A span that knows its source stands there: a consolidated text is made of several.
    """

    source: Source
    span: Span
    eid: str = ""
    key: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.span.source is not None:
            object.__setattr__(self, "source", self.span.source)


@dataclass(frozen=True)
class Hint:
    """Advice: a key of the catalogue (`did-you-mean`, `expected` …) and its arguments."""

    key: str
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Diagnostic:
    """A finding about a text: stable code, severity, places (the first is the primary), arguments."""

    code: str
    severity: Severity
    labels: tuple[Label, ...]
    args: Mapping[str, Any] = field(default_factory=dict)
    hints: tuple[Hint, ...] = ()

    @property
    def eid(self) -> str:
        """The provision of the primary place, or the empty string."""
        return self.labels[0].eid if self.labels else ""

    def plain_args(self) -> dict[str, Any]:
        """The arguments as plain data."""
        return {name: _plain(value) for name, value in self.args.items()}

    def headline(self, catalogue: Catalogue) -> str:
        """The sentence that says what is wrong."""
        return catalogue.say(f"{self.code}.headline", **self.args)


def error(code: str, *labels: Label, hints: Iterable[Hint] = (), **args: Any) -> Diagnostic:
    """A diagnostic that makes the text unusable."""
    return Diagnostic(code, Severity.ERROR, labels, args, tuple(hints))


def warning(code: str, *labels: Label, hints: Iterable[Hint] = (), **args: Any) -> Diagnostic:
    """A diagnostic about a fault that does not keep the text from running."""
    return Diagnostic(code, Severity.WARNING, labels, args, tuple(hints))


def note(code: str, *labels: Label, hints: Iterable[Hint] = (), **args: Any) -> Diagnostic:
    """A finding that is no fault of the transcription."""
    return Diagnostic(code, Severity.NOTE, labels, args, tuple(hints))


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics sorted by file and place; those without a place first."""

    def key(d: Diagnostic) -> tuple[str, int]:
        return (d.labels[0].source.name, d.labels[0].span.start) if d.labels else ("", -1)

    return sorted(diagnostics, key=key)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """True if any of the diagnostics is an error, so that the text cannot be used."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


# ── Renderings ──────────────────────────────────────────────────────────────


def render_text(diagnostic: Diagnostic, catalogue: Catalogue) -> str:
    """Framed excerpts for people: carets stand in display columns, numbers count characters."""
    name = catalogue.say(f"severity.{diagnostic.severity.value}")
    out = [f"{name}[{diagnostic.code}]{catalogue.colon}{diagnostic.headline(catalogue)}"]
    for i, label in enumerate(diagnostic.labels):
        out.extend(_excerpt(label, catalogue, primary=i == 0))
    gutter = " " * (_gutter(diagnostic.labels[-1]) if diagnostic.labels else 1)
    out.extend(f"{gutter} = {catalogue.say(f'hint.{h.key}', **h.args)}" for h in diagnostic.hints)
    return "\n".join(out)


def _gutter(label: Label) -> int:
    return len(str(label.source.line_of(label.span.start)))


def _excerpt(label: Label, catalogue: Catalogue, *, primary: bool) -> Iterable[str]:
    number, column = label.source.position(label.span.start)
    line = _shown(label.source.line(number))
    width = len(str(number))
    arrow = "-->" if primary else ":::"
    where = f"  ({label.eid})" if label.eid else ""
    start = column - 1
    # A caret at least, also for an empty span; none beyond the line, where a span has several.
    end = start + max(1, min(label.span.end - label.span.start, len(line) - start))
    line, start, end = _clipped(line, start, end)
    carets = ("^" if primary else "-") * max(1, display_width(line[start:end]))
    caption = f" {catalogue.say(label.key, **label.args)}" if label.key else ""
    yield f"{' ' * width}{arrow} {label.source.name}:{number}:{column}{where}"
    yield f"{' ' * width} |"
    yield f"{number} | {line}"
    yield f"{' ' * width} | {' ' * display_width(line[:start])}{carets}{caption}"


def _clipped(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A long line reduced to what is around the place, with dots where it was cut."""
    if display_width(line) <= MAX_COLUMNS:
        return line, start, end
    # A quarter of the columns goes to what stands before the place, the rest to the place and what follows.
    first, width = start, 0
    while first > 0 and width < MAX_COLUMNS // 4:
        first -= 1
        width += display_width(line[first])
    last, width = first + 1, display_width(line[first : first + 1])
    while last < len(line) and width < MAX_COLUMNS - 2:
        width += display_width(line[last])
        last += 1
    before, after = "…" if first else "", "…" if last < len(line) else ""
    # Places move by what was cut away before them, but for the dots that stand there now.
    shift = len(before) - first
    return f"{before}{line[first:last]}{after}", start + shift, min(end, last) + shift


def _shown(text: str) -> str:
    """The text with control characters made harmless for a terminal."""
    return "".join(c if c.isprintable() else (" " if c == "\t" else "\ufffd") for c in text)


def render_line(diagnostic: Diagnostic, catalogue: Catalogue) -> str:
    """`path:line:column: severity[code]: sentence (eId)`, one line, for editors."""
    head = f"{diagnostic.severity.value}[{diagnostic.code}]: {diagnostic.headline(catalogue)}"
    if not diagnostic.labels:
        return head
    label = diagnostic.labels[0]
    line, column = label.source.position(label.span.start)
    where = f" ({label.eid})" if label.eid else ""
    return f"{label.source.name}:{line}:{column}: {head}{where}"


def to_json(diagnostic: Diagnostic, catalogue: Catalogue) -> dict[str, Any]:
    """The diagnostic as plain data, with its sentences in the language of the catalogue."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.headline(catalogue),
        "args": diagnostic.plain_args(),
        "labels": [_label_json(label, catalogue) for label in diagnostic.labels],
        "hints": [catalogue.say(f"hint.{h.key}", **h.args) for h in diagnostic.hints],
        # A deal that a hint tells in words is there as data too, under the key of the hint.
        **{h.key: _plain(h.args["deal"]) for h in diagnostic.hints if "deal" in h.args},
    }


def _plain(value: Any) -> Any:
    """An argument as plain data."""
    if isinstance(value, Tellable):
        return value.to_json()
    if isinstance(value, (list, tuple)) and any(isinstance(v, Tellable) for v in value):
        return [_plain(v) for v in value]
    return value if isinstance(value, (int, str)) else str(value)


def _label_json(label: Label, catalogue: Catalogue) -> dict[str, Any]:
    line, column = label.source.position(label.span.start)
    end_line, end_column = label.source.position(label.span.end)
    return {
        "file": label.source.name,
        "eid": label.eid,
        "start": {"line": line, "column": column},
        "end": {"line": end_line, "column": end_column},
        "caption": catalogue.say(label.key, **label.args) if label.key else "",
    }
