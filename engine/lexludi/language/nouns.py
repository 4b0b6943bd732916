"""Terms in sentences that are told: with their article and number, and contracted as the language does.

A canonical text puts every term in quotation marks; what is told to people does so only with names: of bets, choices
and settings, and of whatever a glossary gives no grammar for.
"""

import re

from lexludi.language.citations import cite, with_article
from lexludi.language.glossary import Glossary
from lexludi.language.identifiers import chinese_numeral
from lexludi.language.phrases import phrase_table

# What stands before a Portuguese article of ours, so that no other «de o» is ever contracted.
OURS = "\ue010"
# What stands before each further item of a list whose items have such articles: the place of a preposition.
FURTHER = "\ue011"
# Counts up to this are told in words.
_SMALL = 10
_PREPOSITIONS = {"de": "d", "em": "n", "por": "pel"}
_AFTER_A = {"o": "ao", "a": "à", "os": "aos", "as": "às"}
_PREPOSITION_LAST = re.compile(r"\b(?:de|em|a|por) $")
_BEFORE_ARTICLE = re.compile(rf"\b(de|em|a|por) {OURS}(os|as|o|a)\b")


def definite(glossary: Glossary, term: str, language: str, name: str, *, plural: bool = False) -> str:
    """A term with the definite article, «as cartas», “the dealer”; as a name, if it is no common noun."""
    noun = glossary.noun(term, language)
    if noun is None:
        return name
    word = common(glossary, term, language, plural=plural)
    match language:
        case "pt":
            article = ("a" if noun.gender == "f" else "o") + ("s" if plural else "")
            return f"{OURS}{article} {word}"
        case "en":
            return f"the {word}"
        case _:
            return word


def common(glossary: Glossary, term: str, language: str, *, plural: bool = False) -> str:
    """A term without article or quotation marks, in the plural where it is asked for and known."""
    noun = glossary.noun(term, language)
    return noun.plural if plural and noun and noun.plural else glossary.spelling(term, language)


def numbered(glossary: Glossary, role: str, label: str, language: str, name: str) -> str:
    """One of several holders, who has a label: with the article of their role in Portuguese, «o lugar n.º 1»."""
    noun = glossary.noun(role, language)
    if noun is None:
        return name
    if language == "pt":
        return f"{OURS}{'a' if noun.gender == 'f' else 'o'} {label}"
    return label


def counted(number: int, language: str, gender: str = "m") -> str:
    """A number that counts, in words if it is small: the feminine form comes last among those of a language."""
    if language == "zh":
        return "兩" if number == 2 else chinese_numeral(number)
    numerals = phrase_table(language).numerals
    words = [word for word, value in numerals.items() if value == number <= _SMALL] or [str(number)]
    return words[-1 if gender == "f" else 0]


def classified(number: int, glossary: Glossary, term: str, language: str) -> str:
    """So many of a term, «uma carta»; in Chinese with its classifier, 一張紙牌."""
    noun = glossary.noun(term, language)
    word = common(glossary, term, language, plural=number != 1)
    if language == "zh":
        return f"{counted(number, language)}{classifier(glossary, term)}{word}"
    return f"{counted(number, language, noun.gender if noun else 'm')} {word}"


def classifier(glossary: Glossary, term: str) -> str:
    """The Chinese classifier of a term, that of cards unless it has its own."""
    noun = glossary.noun(term, "zh")
    return (noun.classifier if noun else "") or "張"


def provision(target: str, language: str) -> str:
    """A citation in full, with its article."""
    cited = with_article(cite(target, language, in_full=True), language)
    return f"{OURS}{cited}" if language == "pt" else cited


def further(item: str) -> str:
    """An item of a list after its first, with the place where a preposition before the list is said again."""
    return f"{FURTHER}{item}"


def after(words: str, part: str) -> str:
    """A part of a sentence as it stands after some words: their preposition is said of each item of a list."""
    preposition = _PREPOSITION_LAST.search(words)
    return part.replace(FURTHER, preposition[0] if preposition else "")


def contracted(sentence: str) -> str:
    """A sentence with prepositions and our articles as one word: «de o croupier» as «do croupier»."""
    return _BEFORE_ARTICLE.sub(_contract, sentence).replace(OURS, "").replace(FURTHER, "")


def _contract(match: re.Match[str]) -> str:
    return _AFTER_A[match[2]] if match[1] == "a" else _PREPOSITIONS[match[1]] + match[2]
