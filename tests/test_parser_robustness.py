"""No text leads to anything but rules or diagnostics, in bounded time; and no rules to a crash.

Texts go through the whole front half as the command `check` sends them: file, lexer,
parser, builder, lowering, checks. What comes out without errors is made a game, and
played. Inputs of up to 64 kB are read within `LIMIT` seconds.
"""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import LexludiError
from lexludi.base.resources import shelves
from lexludi.checks.checking import CheckedText, check_file
from lexludi.language.phrases import LANGUAGES
from lexludi.law.loader import TextFile, find
from lexludi.play.actions import Action, Deal, PlaceBet
from lexludi.play.game import make_game
from lexludi.rules.model import RuleSet

LIMIT = 5.0
SIZE = 64 * 1024

WORK = "mo/q-poker"
TERM = re.compile(r"「[^」\n]*」|“[^”\n]*”|«[^»\n]*»")
NUMBER = re.compile(r"\d+|[一二三四五六七八九十百]+")

# For each language: words to build a hostile sentence from.
WORDS = {
    "zh": {"if": "如", "then": "，則", "not": "非", "fact": "派牌進行中", "and": "，且", "or": "，或"},
    "pt": {
        "if": "quando ",
        "then": ", então ",
        "not": "não se verifica que ",
        "fact": "está a decorrer a distribuição",
        "and": ", e ",
        "or": ", ou ",
    },
    "en": {
        "if": "when ",
        "then": ", then ",
        "not": "it is not so that ",
        "fact": "dealing is under way",
        "and": ", and ",
        "or": ", or ",
    },
}
EFFECT = {"zh": "「多寶」輸。", "pt": "«Par» perde.", "en": "“pair plus” loses."}
HEADING = {"zh": "第{}條", "pt": "Artigo {}.º", "en": "Article {}"}
REFERENCE = {"zh": "凌駕於第{}條。", "pt": "prevalece sobre o artigo {}.º.", "en": "prevails over article {}."}
ODDS = {"zh": "「多寶」一賠{}。", "pt": "«Par» {} por 1.", "en": "“pair plus” {} to 1."}

DATE = {
    "zh": "{0}年{0}月{0}日簽署。",
    "pt": "assinado em {0} de Maio de {0}.",
    "en": "signed on {0} May {0}.",
}


@cache
def real(language: str) -> str:
    return find(WORK, language=language).path.read_text("utf-8")


def first_article(language: str) -> str:
    """The header of the real text and its first article, with the material."""
    second = HEADING[language].format("二" if language == "zh" else 2)
    return real(language).partition(f"\n{second}")[0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf of one work, with the glossaries of Q Poker."""
    top = tmp_path_factory.mktemp("shelf")
    shutil.copy(shelves()[0] / "glossary.toml", top)
    work = top / "work"
    work.mkdir()
    shutil.copy(shelves()[0] / WORK / "glossary.toml", work)
    return work


def read(folder: Path, language: str, text: str) -> CheckedText:
    """The text checked, within the time allowed; then made a game and played, if it has no errors."""
    path = folder / f"1.{language}.ludi"
    path.write_bytes(text.encode())
    before = time.process_time()  # what it takes, whatever else the machine does
    checked = check_file(TextFile(path, "1", language))
    taken = time.process_time() - before
    assert taken < LIMIT, f"{taken:.1f} s"
    assert checked.rules is not None or checked.diagnostics
    for diagnostic in checked.diagnostics:
        for label in diagnostic.labels:
            assert 0 <= label.span.start <= label.span.end <= len(checked.source.text), diagnostic
    if checked.rules is not None and not has_errors(checked.diagnostics):
        play(checked.rules, Random(len(text)))
    return checked


def play(rules: RuleSet, chance: Random) -> None:
    """A round at random; whatever the rules have become, only errors of the library may stop it."""
    try:
        round_ = make_game(rules, "1", {}, {}).new_round(seed=1)
        for _ in range(40):
            offered = round_.legal_actions()
            if not offered:
                break
            round_.apply(chosen(offered, bool(round_.state.bets), chance))
            round_.information_state("player-1")
        round_.to_json()
    except LexludiError:
        return


def chosen(offered: list[Action], has_bets: bool, chance: Random) -> Action:
    if Deal() in offered and has_bets and chance.random() < 0.5:
        return Deal()
    action = chance.choice(offered)
    return replace(action, stake=10) if isinstance(action, PlaceBet) else action


def codes(checked: CheckedText) -> set[str]:
    return {diagnostic.code for diagnostic in checked.diagnostics}


# ── Hostile by construction ─────────────────────────────────────────────────


def sentences(language: str) -> dict[str, str]:
    """Conditions nested and chained beyond all reason."""
    w = WORDS[language]
    fact, negation = w["fact"], w["not"]
    alternating = fact
    for i in range(400):
        alternating = f"({alternating}{w['or' if i % 2 else 'and']}{fact})"
    return {
        "2,000 parentheses": "(" * 2_000 + fact + ")" * 2_000,
        "20,000 parentheses": "(" * 20_000 + fact + ")" * 20_000,
        "20,000 parentheses never closed": "(" * 20_000 + fact,
        "3,000 negations": negation * 3_000 + fact,
        "2,000 negations of parentheses": f"{negation}(" * 2_000 + fact + ")" * 2_000,
        "400 parentheses, «and» in «or» in «and»": alternating,
        "2,000 conditions with «and»": w["and"].join([fact] * 2_000),
        "2,000 conditions with «or»": w["or"].join([fact] * 2_000),
    }


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sentences("en"))
def test_conditions_without_end(folder: Path, language: str, name: str) -> None:
    w = WORDS[language]
    sentence = w["if"] + sentences(language)[name] + w["then"] + EFFECT[language]
    heading = HEADING[language].format("十九" if language == "zh" else 19)
    checked = read(folder, language, f"{real(language)}\n{heading}\n  {sentence}\n")
    if "parentheses" in name or "negations" in name:
        assert has_errors(checked.diagnostics)


def test_nesting_beyond_the_bound_has_a_diagnostic_of_its_own(folder: Path) -> None:
    for language in ("zh", "en"):
        w = WORDS[language]
        sentence = f"{w['if']}{'(' * 100}{w['fact']}{')' * 100}{w['then']}{EFFECT[language]}"
        checked = read(folder, language, f"{HEADING[language].format('一' if language == 'zh' else 1)}\n  {sentence}\n")
        assert "too-deep" in codes(checked)


REPEATED = [
    *'a ç第一十九0٣"()|#~>-.,:;、。',
    *"«»「」“”",
    *"\0\x01\x1b\x7f\x85\ue001\ue005\ue006\ufeff\u200b\u202e\u2028\u0301\U0001f600\U000e0041",
    *"\n\r\t \u3000",
    "| \n",
    "~\n",
    "# \n",
    "> \n",
    "1.\n",
    "1)\n",
    "(1)\n",
    "一、\n",
    "(一)\n",
    "「」",
    "\r\n",
]


@pytest.mark.parametrize(("piece", "language"), list(zip(REPEATED, cycle(LANGUAGES), strict=False)), ids=ascii)
def test_64_kilobytes_of_one_thing(folder: Path, piece: str, language: str) -> None:
    read(folder, language, piece * (SIZE // len(piece.encode())))


def test_many_provisions_and_many_sentences(folder: Path) -> None:
    for language in LANGUAGES:
        numbers = range(1, 5_000)
        first = HEADING[language].format("一" if language == "zh" else 1)
        read(folder, language, f"{first}\n" + "".join(f"({n})\n" for n in numbers))
        read(folder, language, f"{first}\n" + f"  {EFFECT[language]}\n" * 2_000)
        read(folder, language, f"{EFFECT[language]}\n" * 2_000)
        read(folder, language, f"> {EFFECT[language]}\n" * 2_000)


HUGE = ["9" * 10_000, "九" * 10_000, "十" * 10_000, "1" + "0" * 9, "0" * 10_000 + "1", "٣", "²"]


@pytest.mark.parametrize("number", HUGE, ids=lambda n: f"{n[0]}x{len(n)}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_ten_thousand_digits(folder: Path, language: str, number: str) -> None:
    """In headings, references, odds, dates and counts; and numerals of other scripts, which are no digits here."""
    for text in (
        f"{HEADING[language].format(number)}\n  {REFERENCE[language].format(number)}\n",
        f"{number}.\n{number})\n({number})\n{number}、\n",
        f"{HEADING[language].format('一' if language == 'zh' else 1)}\n  {ODDS[language].format(number)}\n",
        DATE[language].format(number),
    ):
        assert has_errors(read(folder, language, text).diagnostics)
    text = first_article(language)
    assert text.count("52") == 1
    read(folder, language, text.replace("52", number))


@pytest.mark.parametrize("inserted", ["二十七", "九十九"])
def test_more_inserted_articles_than_letters(folder: Path, inserted: str) -> None:
    """The eId of an inserted article ends with a letter; there are 26."""
    assert "number-out-of-bounds" in codes(read(folder, "zh", f"第一條之{inserted}\n"))


@pytest.mark.parametrize("count", [2, 100, 5_530])
def test_tens_upon_tens_are_no_number(folder: Path, count: int) -> None:
    assert "malformed-number" in codes(read(folder, "zh", f"第一條之{'十' * count}\n"))


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_text_in_the_words_of_another_language(folder: Path, language: str) -> None:
    for other in LANGUAGES:
        if other != language:
            assert has_errors(read(folder, language, real(other)).diagnostics)


def test_bytes_that_are_no_text(folder: Path) -> None:
    path = folder / "1.zh.ludi"
    for content in (b"\xff\xfe\x00\x00" * 1_000, bytes(range(256)) * 100, b"\xef\xbb\xbf\xe7\xac", b""):
        path.write_bytes(content)
        assert check_file(TextFile(path, "1", "zh")).diagnostics


# ── Hostile at random ───────────────────────────────────────────────────────


def examples(count: int) -> settings:
    return settings(max_examples=count)


def pieces(language: str) -> list[str]:
    """The words and marks of the real text."""
    return sorted(set(re.findall(r"\n *|[\u3400-\u9fff]{1,4}|\w+|\W", real(language))))


LANGUAGE = st.sampled_from(LANGUAGES)
OF_ITS_WORDS = LANGUAGE.flatmap(
    lambda language: st.tuples(st.just(language), st.lists(st.sampled_from(pieces(language)), max_size=80).map("".join))
)
OF_ANY_CHARACTERS = st.tuples(LANGUAGE, st.text(max_size=300))


@given(OF_ITS_WORDS | OF_ANY_CHARACTERS)
@examples(60)
def test_random_text(folder: Path, text: tuple[str, str]) -> None:
    read(folder, *text)


Lines = list[str]
Mutation = Callable[[Lines, Random], Lines]


def cut(lines: Lines, chance: Random) -> Lines:
    text = "\n".join(lines)
    start = chance.randrange(len(text) + 1)
    return (text[:start] + text[start + chance.randrange(40) :]).split("\n")


def truncate(lines: Lines, chance: Random) -> Lines:
    text = "\n".join(lines)
    return text[: chance.randrange(len(text) + 1)].split("\n")


def insert(lines: Lines, chance: Random) -> Lines:
    text = "\n".join(lines)
    at = chance.randrange(len(text) + 1)
    noise = "".join(chance.choices('()「」«»“”"|#~>-.,:;。，：；、\n\t\0 一九1aA', k=chance.randrange(1, 5)))
    return (text[:at] + noise + text[at:]).split("\n")


def drop_line(lines: Lines, chance: Random) -> Lines:
    at = chance.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def copy_line(lines: Lines, chance: Random) -> Lines:
    at = chance.randrange(len(lines))
    return [*lines[:at], chance.choice(lines), *lines[at:]]


def swap_lines(lines: Lines, chance: Random) -> Lines:
    out = list(lines)
    a, b = chance.randrange(len(out)), chance.randrange(len(out))
    out[a], out[b] = out[b], out[a]
    return out


def change_term(lines: Lines, chance: Random) -> Lines:
    """Another term of the text in the place of one: a suit for a bet, a bet for a party."""
    text = "\n".join(lines)
    terms = list(TERM.finditer(text))
    if not terms:
        return lines
    there, other = chance.choice(terms), chance.choice(terms)
    return (text[: there.start()] + other[0] + text[there.end() :]).split("\n")


def change_number(lines: Lines, chance: Random) -> Lines:
    text = "\n".join(lines)
    numbers = list(NUMBER.finditer(text))
    if not numbers:
        return lines
    there = chance.choice(numbers)
    other = chance.choice(["0", "1", "7", "53", "9999", "100000", "零", "三", "九百九十九"])
    return (text[: there.start()] + other + text[there.end() :]).split("\n")


MUTATIONS = (cut, truncate, insert, drop_line, copy_line, swap_lines, change_term, change_number)
OF_MEANING = (drop_line, copy_line, swap_lines, change_term, change_term, change_number)


@given(LANGUAGE, st.lists(st.sampled_from(MUTATIONS), min_size=1, max_size=4), st.integers(0, 2**32))
@examples(36)
def test_real_text_with_random_damage(folder: Path, language: str, mutations: list[Mutation], seed: int) -> None:
    read(folder, language, damaged(language, mutations, seed))


@pytest.mark.soak
@given(LANGUAGE, st.lists(st.sampled_from(OF_MEANING), min_size=1, max_size=2), st.integers(0, 2**32))
@examples(80)
def test_real_text_with_another_meaning(folder: Path, language: str, mutations: list[Mutation], seed: int) -> None:
    """Damage that often leaves the text in form: then the checks must find what cannot be played."""
    read(folder, language, damaged(language, mutations, seed))


def damaged(language: str, mutations: list[Mutation], seed: int) -> str:
    chance, lines = Random(seed), real(language).split("\n")
    for mutate in mutations:
        lines = mutate(lines, chance) or [""]
    return "\n".join(lines)


@pytest.mark.soak
@given(LANGUAGE, LANGUAGE, st.integers(0, 2**32))
@examples(12)
def test_real_texts_put_together(folder: Path, language: str, other: str, seed: int) -> None:
    """Halves of two texts, twice the same text, and the lines of a text in any order."""
    chance = Random(seed)
    first, second = real(language), real(other)
    middle = chance.randrange(len(first))
    for text in (first[:middle] + second[middle:], first + first, "\n".join(shuffled(first.split("\n"), chance))):
        read(folder, language, text)


def shuffled(lines: Lines, chance: Random) -> Lines:
    return chance.sample(lines, len(lines))


def halves(text: str) -> Iterator[str]:
    """The text, its halves, their halves, and so on."""
    yield text
    while len(text) > 1:
        text = text[: len(text) // 2]
        yield text


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_that_breaks_off_anywhere(folder: Path, language: str) -> None:
    for text in halves(real(language)):
        read(folder, language, text)
