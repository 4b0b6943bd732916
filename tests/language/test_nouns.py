"""Nouns in sentences: articles by gender and number, names left as names, and contractions."""

import pytest

from lexludi.language.glossary import Glossary, GlossaryEntry, Noun, make_glossary
from lexludi.language.nouns import OURS, common, contracted, definite, numbered, provision

# A feminine noun with a plural, a masculine one without, and a name, for which no grammar is given.
GLOSSARY: Glossary = make_glossary(
    [
        GlossaryEntry("card", {"zh": ("紙牌",), "pt": ("carta",), "en": ("card",)},
              nouns={"zh": Noun(), "pt": Noun("f", "cartas"), "en": Noun(plural="cards")}),
        GlossaryEntry("box", {"zh": ("座位",), "pt": ("lugar",), "en": ("box",)},
              nouns={"zh": Noun(), "pt": Noun("m", "lugares"), "en": Noun(plural="boxes")}),
        GlossaryEntry("ante", {"zh": ("底注",), "pt": ("ante",), "en": ("ante",)}),
    ]
)  # fmt: skip


def test_a_common_noun_has_its_article() -> None:
    assert definite(GLOSSARY, "card", "pt", "«carta»") == f"{OURS}a carta"
    assert definite(GLOSSARY, "box", "pt", "«lugar»") == f"{OURS}o lugar"
    assert definite(GLOSSARY, "card", "en", "“card”") == "the card"
    assert definite(GLOSSARY, "card", "zh", "「紙牌」") == "紙牌"


def test_in_the_plural_article_and_noun_agree() -> None:
    assert definite(GLOSSARY, "card", "pt", "", plural=True) == f"{OURS}as cartas"
    assert definite(GLOSSARY, "box", "pt", "", plural=True) == f"{OURS}os lugares"
    assert definite(GLOSSARY, "box", "en", "", plural=True) == "the boxes"
    assert definite(GLOSSARY, "box", "zh", "", plural=True) == "座位"


@pytest.mark.parametrize(("language", "name"), [("zh", "「底注」"), ("pt", "«ante»"), ("en", "“ante”")])
def test_what_is_no_common_noun_stays_the_name_that_is_given(language: str, name: str) -> None:
    assert definite(GLOSSARY, "ante", language, name) == name
    assert numbered(GLOSSARY, "ante", "ante 2", language, name) == name


def test_a_noun_alone_has_neither_article_nor_quotation_marks() -> None:
    assert [common(GLOSSARY, "card", language) for language in ("zh", "pt", "en")] == ["紙牌", "carta", "card"]
    assert [common(GLOSSARY, "card", language, plural=True) for language in ("zh", "pt", "en")] == [
        "紙牌", "cartas", "cards",
    ]  # fmt: skip
    assert common(GLOSSARY, "ante", "en", plural=True) == "ante"


def test_one_of_several_holders_has_an_article_in_portuguese_alone() -> None:
    assert numbered(GLOSSARY, "box", "lugar n.º 1", "pt", "") == f"{OURS}o lugar n.º 1"
    assert numbered(GLOSSARY, "card", "carta n.º 1", "pt", "") == f"{OURS}a carta n.º 1"
    assert numbered(GLOSSARY, "box", "box 1", "en", "") == "box 1"


def test_a_provision_is_cited_in_full_with_its_article() -> None:
    assert provision("art_9__point_7", "pt") == f"{OURS}a alínea 7) do artigo 9.º"
    assert provision("art_9", "pt") == f"{OURS}o artigo 9.º"
    assert provision("art_9__point_7", "en") == "item 7 of article 9"
    assert provision("art_9__point_7", "zh") == "第九條(七)項"


@pytest.mark.parametrize(
    ("preposition", "contractions"),
    [
        ("de", ["do", "da", "dos", "das"]),
        ("em", ["no", "na", "nos", "nas"]),
        ("por", ["pelo", "pela", "pelos", "pelas"]),
        ("a", ["ao", "à", "aos", "às"]),
        ("com", ["com o", "com a", "com os", "com as"]),
    ],
)
def test_a_preposition_and_our_article_are_one_word(preposition: str, contractions: list[str]) -> None:
    told = [contracted(f"vai {preposition} {OURS}{article} fim.") for article in ("o", "a", "os", "as")]
    assert told == [f"vai {contraction} fim." for contraction in contractions]


def test_what_others_wrote_is_not_contracted_and_our_mark_is_never_shown() -> None:
    assert contracted(f"{OURS}o caso de o jogador desistir de {OURS}a mão") == "o caso de o jogador desistir da mão"
    assert contracted(f"apode {OURS}o jogador") == "apode o jogador"
