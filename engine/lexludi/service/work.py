"""Works for programs: the texts of a regulation in several languages and over time, checked and compared."""

from collections.abc import Iterable
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from lexludi.base.callers import expect, expect_list
from lexludi.base.errors import InvalidArgument
from lexludi.base.messages import catalogue
from lexludi.checks.summary import check, summary_json
from lexludi.diff import jsonform
from lexludi.diff.comparing import LAYERS, compare
from lexludi.diff.sides import read_side
from lexludi.language.phrases import LANGUAGES
from lexludi.law.chronicle import text_json
from lexludi.law.files import texts_of
from lexludi.law.history import History, load_history
from lexludi.law.loader import expression_of
from lexludi.play.game import asked_day
from lexludi.rules.header import metadata_of
from lexludi.rules.uris import expression_uri, is_work_uri


class Expression(NamedTuple):
    """One of the texts of a work: its language, the day from which it stands so, and its URI (empty: it has none)."""

    language: str
    since: date
    uri: str


class Work:
    """A work, by its name on the shelf (`mo/q-poker`) or by the path of its folder: its texts, as law.

    Plain data are those of the published schemas, as commands give them with `--format json`; `language` is that of
    sentences in them.

    >>> from lexludi import Work
    >>> work = Work("mo/baccarat")
    >>> work.languages, str(work.dates[0])
    (('zh', 'pt', 'en'), '2004-05-18')
    >>> work.expressions[1].uri.partition("@")[2]
    '2004-05-18'
    >>> work.text("pt", on="2005-01-01")["since"]
    '2004-05-18'
    >>> work.diff("@2005-01-01", "@2006-01-01", layers=["words"])["after"]["in_force"]
    '2005-11-29'

    Of a text on a day, with values of its options, `load` makes a game by the name of the work; `analyze` works out
    the exact odds of the game.

    >>> from lexludi import analyze, load
    >>> game = load(work.name, on="2006-01-01", options={"commission": "half-on-six"})
    >>> analyze(game, ["banker"]).bets["banker"].house_edge
    Fraction(284694798368, 19524993263685)

    Raises:
        InvalidArgument: an argument is of another type.
        UnknownWork: there is no such work.
        InvalidRegulation: a text cannot be read.
    """

    def __init__(self, name: str) -> None:
        expect("name", name, str)
        self.name = name
        self._history: History = load_history(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Work) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Work({self.name!r})"

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its texts, in the order zh, pt, en."""
        known = {file.language for file in texts_of(self._history.folder)}
        return tuple(language for language in LANGUAGES if language in known)

    @property
    def dates(self) -> tuple[date, ...]:
        """The days from which its texts stand as they do: of the first text, and of each change of it.

        Of a text that has no day (`1.en.ludi`) it is the first of the calendar, `date.min`.
        """
        return self._history.dates

    @cached_property
    def uri(self) -> str:
        """Its FRBR URI, by the naming convention of Akoma Ntoso; empty where it has none."""
        identifier = metadata_of(expression_of(self.name, wished=self.languages[0]).document).identifier
        return identifier if is_work_uri(identifier) else ""

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """Its texts: of each day in each language in which it is there on that day."""
        return tuple(
            Expression(language, day, expression_uri(self.uri, language, day.isoformat()) if self.uri else "")
            for day in self.dates
            for language in self.languages
            if self._history.is_there_in(language, day)
        )

    def text(self, language: str = "", *, on: date | str | None = None) -> dict[str, Any]:
        """A text as it stood on a day, or the most recent that is wholly known; by default the first that there is.

        Plain data (`lexludi.text/1`): for each provision its eId, its words, its rules and where its words come from.

        Raises:
            InvalidArgument: an argument is of another type.
            UnknownWork: there is no text on that day, or in that language.
            InvalidRegulation: the text cannot be read, or what amends it does not fit.
        """
        expect("language", language, str)
        day = asked_day(on)
        name = f"{self.name}@{day}" if day else self.name
        return text_json(expression_of(name, language))

    def check(self, language: str = "en") -> dict[str, Any]:
        """The check of its texts, the search of its rules included (`lexludi.check/1`); it may take a minute.

        Raises:
            InvalidArgument: there is no such language, which is told before anything is checked.
        """
        words = catalogue(_language(language))
        return summary_json(check([self.name], lambda name: None), words)

    def diff(
        self, before: str, after: str, *, layers: str | Iterable[str] | None = None, language: str = "en"
    ) -> dict[str, Any]:
        """The difference of two of its texts (`lexludi.diff/1`): their words, their rules, and how bets end.

        `layers` are those of `words`, `rules` and `outcomes` to compare, one or several; left out, all of them.

        A side is what commands write after the name of the work: `@2018-05-01`, `:pt`, `+packs=2`, or several.

        Raises:
            InvalidArgument: an argument is of another type, or there is no such layer or language.
            UnknownWork: no such date or language.
            InvalidRegulation: a text has errors.
            InvalidSetting: an option or reading that it does not have.
        """
        expect("before", before, str)
        expect("after", after, str)
        named = LAYERS if layers is None else expect_list("layers", layers)
        wanted = (named,) if isinstance(named, str) else named or ("",)
        for layer in wanted:
            if layer not in LAYERS:
                raise InvalidArgument("argument-not-among", name="layers", known=LAYERS, found=layer[:40])
        _language(language)  # before the comparison, which may take minutes
        chosen = tuple(layer for layer in LAYERS if layer in wanted)
        rules = chosen != ("words",)
        one, two = (read_side(f"{self.name}{side}", rules=rules) for side in (before, after))
        return jsonform.to_json(compare(one, two, chosen), language)


def _language(language: str) -> str:
    expect("language", language, str)
    if language not in LANGUAGES:
        raise InvalidArgument("argument-not-among", name="language", known=LANGUAGES, found=language[:40])
    return language
