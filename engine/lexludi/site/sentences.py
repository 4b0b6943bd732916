"""Sentences of rules as a page prints them; and marks of rules by a reading alone, and of inferred precedences."""

from collections.abc import Iterator

from lexludi.base.frozen import dataclass
from lexludi.base.messages import catalogue
from lexludi.play.resting import ByInference
from lexludi.play.telling import Teller
from lexludi.rules.model import Precedence, Rule, RuleSet
from lexludi.rules.settings import values_of_application
from lexludi.site.desk import Desk, value_in_words
from lexludi.site.formal import SentencePiece, with_terms


def told(desk: Desk, sentence: str, *, after_colon: bool = False) -> tuple[SentencePiece, ...]:
    """A sentence that was told without its stop, in the language of the page; it begins with a capital."""
    first = sentence[:1] if after_colon else sentence[:1].upper()
    return with_terms(f"{first}{sentence[1:]}{desk.say('site.stop')}", desk.rules, desk.work.known)


@dataclass(frozen=True)
class ReadingMark:
    """A sentence about what a rule rests on; `applies` by the default of the work; the reading, if it is one."""

    sentence: str
    applies: bool
    doubt: str = ""


def reading_marks(rule: Rule, text: RuleSet) -> Iterator[ReadingMark]:
    """The readings without which a rule of a text does not apply, in the language of that text."""
    words = catalogue(text.language)
    teller = Teller(words, text.glossary)
    for name, values in values_of_application(rule, text).items():
        default = text.parameters[name].default
        sentence = words.say(
            f"site.by-reading.{'applies' if default in values else 'does-not-apply'}",
            reading=teller.term(name),
            values=words.join(
                [words.say("resting.elsewhere", value=value_in_words(teller, value)) for value in values], "or"
            ),
            default=value_in_words(teller, default),
        )
        yield ReadingMark(sentence, default in values, name)


def inference_marks(precedence: Precedence, text: RuleSet) -> Iterator[ReadingMark]:
    """That a precedence is inferred, with its reason, in the language of a text."""
    for other in text.precedences:
        if other == precedence and other.is_inferred:
            by = ByInference.of(other, text.language)
            yield ReadingMark(Teller(catalogue(text.language), text.glossary).inference(by), applies=True)
