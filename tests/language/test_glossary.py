"""Glossaries: one id for a term in every language and spelling, and what is wrong with a broken one."""

import pickle
import unicodedata
from pathlib import Path

import pytest

from lexludi.language.glossary import (
    FILE_NAME,
    Glossary,
    GlossaryEntry,
    GlossaryError,
    Noun,
    glossary_for,
    make_glossary,
)

DEALER = GlossaryEntry("dealer", {"zh": ("莊荷",), "pt": ("croupier",), "en": ("dealer", "dealers")})
TEN = GlossaryEntry("10", {"zh": ("10",), "pt": ("10",), "en": ("10", "ten")}, "T", "10")
KING = GlossaryEntry("king", {"pt": ("Rei", "Rei (K)"), "en": ("king", "K")}, "K")


@pytest.fixture
def glossary() -> Glossary:
    return make_glossary([DEALER, TEN, KING])


@pytest.mark.parametrize(
    ("language", "written", "term"),
    [
        ("en", "dealer", "dealer"), ("en", "Dealers", "dealer"), ("pt", "CROUPIER", "dealer"), ("zh", "莊荷", "dealer"),
        ("pt", "rei  (k)", "king"), ("pt", "Rei （Ｋ）", "king"), ("en", "croupier", ""),
        ("fr", "dealer", ""), ("en", "", ""),
    ],
)  # fmt: skip
def test_a_term_is_resolved_by_any_spelling_of_its_language(
    glossary: Glossary, language: str, written: str, term: str
) -> None:
    assert glossary.resolve(language, written) == term


def test_the_first_spelling_is_canonical_and_a_term_without_one_is_its_id(glossary: Glossary) -> None:
    assert [glossary.spelling("dealer", language) for language in ("zh", "pt", "en")] == ["莊荷", "croupier", "dealer"]
    assert (glossary.spelling("king", "zh"), glossary.spelling("queen", "en")) == ("king", "queen")


def test_the_spelling_most_like_what_was_written_is_suggested(glossary: Glossary) -> None:
    assert glossary.nearest("en", "dealr") == "dealer"
    assert glossary.nearest("en", "delaers") == "dealers"
    assert glossary.nearest("en", "roulette") == ""


def test_symbols_are_ascii_and_signs_for_people(glossary: Glossary) -> None:
    assert (glossary.symbol("10"), glossary.sign("10")) == ("T", "10")
    assert (glossary.symbol("king"), glossary.sign("king")) == ("K", "K")
    assert (glossary.symbol("dealer"), glossary.sign("queen")) == ("dealer", "queen")


def test_a_later_entry_replaces_an_earlier_one_with_all_its_spellings() -> None:
    terms = make_glossary([DEALER, GlossaryEntry("dealer", {"en": ("house",)})])
    assert (terms.resolve("en", "house"), terms.resolve("en", "dealer")) == ("dealer", "")


def test_two_terms_with_one_spelling_are_a_clash() -> None:
    with pytest.raises(GlossaryError) as problem:
        make_glossary([DEALER, GlossaryEntry("bank", {"en": ("Dealer",)})])
    assert problem.value.reason == "clash"
    assert problem.value.args_by_name == {"language": "en", "spelling": "Dealer", "term": "bank", "other": "dealer"}


def test_the_glossary_of_a_folder_stands_over_those_of_the_folders_above(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('[dealer]\nen = ["dealer"]\n[king]\nen = ["king"]\n', "utf-8")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / FILE_NAME).write_text('[dealer]\nen = ["croupier"]\n', "utf-8")
    terms = glossary_for(tmp_path / "own" / "1.en.ludi")
    assert [terms.resolve("en", word) for word in ("king", "croupier", "dealer")] == ["king", "dealer", ""]


@pytest.mark.parametrize(
    ("text", "reason", "shown"),
    [
        ('[dealer]\nen = ["dealer"\n', "syntax", None),
        ('[a]\nen = ["a\u2028", "a\x85"]\n[b]\nen = [}\n', "syntax", "}"),
        ('dealer = "dealer"\n', "no-table", 'dealer = "dealer"'),
        ('["odd/even"]\nen = ["odd or even"]\n', "no-id", '["odd/even"]'),
        ('["9+"]\nen = ["nine or more"]\n', "no-id", '["9+"]'),
        ('[""]\nen = ["nothing"]\n', "no-id", '[""]'),
        ('[dealer]\nen = "dealer"\n', "no-list", 'en = "dealer"'),
        ('[dealer]\nen = ["dealer"]\nfr = ["croupier"]\n', "no-key", 'fr = ["croupier"]'),
        ('[dealer]\nen = ["dealer"]\nnoun.fr = { gender = "m" }\n', "no-key", "[dealer]"),
        ('[dealer]\nen = ["dealer"]\nsimbol = "D"\n', "no-key", 'simbol = "D"'),
        ('[ten]\nen = ["ten"]\nsymbol = "1 0"\n', "no-symbol", 'symbol = "1 0"'),
        ('[ten]\nen = ["ten"]\nsymbol = "1,0"\n', "no-symbol", 'symbol = "1,0"'),
        ('[a]\nen = ["x"]\n[b]\nen = ["X"]\n', "clash", 'en = ["X"]'),
    ],
)
def test_a_broken_file_is_refused_with_the_place(tmp_path: Path, text: str, reason: str, shown: str | None) -> None:
    (tmp_path / FILE_NAME).write_text(text, "utf-8")
    with pytest.raises(GlossaryError) as problem:
        glossary_for(tmp_path / "1.en.ludi")
    assert problem.value.reason == reason
    file, read, span = problem.value.places[0]
    assert (file, read) == (tmp_path.resolve() / FILE_NAME, text)
    assert shown is None or read[span.start : span.end] == shown


def test_a_file_that_is_not_in_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"[dealer]\nen = ['\xff']\n")
    with pytest.raises(GlossaryError) as problem:
        glossary_for(tmp_path / "1.en.ludi")
    assert problem.value.reason == "encoding"


def test_accents_apart_from_their_letters_are_those_of_one_character_with_them(tmp_path: Path) -> None:
    written = unicodedata.normalize("NFD", '[face]\npt = ["número"]\n')
    (tmp_path / FILE_NAME).write_text(written, "utf-8")
    read = glossary_for(tmp_path / "1.pt.ludi")
    assert read.resolve("pt", unicodedata.normalize("NFC", "Número")) == "face"
    assert read.spelling("face", "pt") == unicodedata.normalize("NFC", "número")


def test_a_glossary_that_has_travelled_says_all_that_it_said() -> None:
    entry = GlossaryEntry(
        "ready",
        {"en": ("ready",)},
        nouns={"en": Noun(plural="ready ones")},
        says={"en": ("{} is ready", "{} is not ready")},
    )
    travelled = pickle.loads(pickle.dumps(make_glossary([entry])))
    assert travelled.noun("ready", "en") == Noun(plural="ready ones")
    assert travelled.says("ready", "en", False) == "{} is not ready"
