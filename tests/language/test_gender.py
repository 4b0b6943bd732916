"""Gender: Portuguese words that go by the gender of a term, read in both and printed in the right one."""

from types import MappingProxyType

import pytest

from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, GlossaryEntry, Noun, make_glossary
from lexludi.language.nodes import Construct, Term, transform
from lexludi.language.printer import print_document, print_rules
from lexludi.language.prose import Prose

# «cor», «banca», «posição» and «carta» are feminine; «tom», «lugar» and «botão» masculine; of «xis» nothing is known.
FEMININE, MASCULINE, UNKNOWN = ("cor", "banca", "posição", "carta"), ("tom", "lugar", "botão"), ("xis",)


def glossary() -> Glossary:
    entries = []
    for gender, words in (("f", FEMININE), ("m", MASCULINE), ("", UNKNOWN)):
        for word in words:
            nouns = {"pt": Noun(gender)} if gender else {}
            spellings = MappingProxyType({"pt": (word,), "en": (f"{word} in English",)})
            entries.append(GlossaryEntry(word, spellings, nouns=nouns))
    return make_glossary(tuple(entries))


# As it is written, and in canonical form.
SENTENCES = (
    ("há um «banca».", "há uma «banca»."),
    ("há uma «lugar».", "há um «lugar»."),
    ("há uma «xis».", "há um «xis»."),
    ("material: 2 «botão», mostrando cada peça um só «cor».", "material: 2 «botão», mostrando cada peça uma só «cor»."),
    ("as outras «botão» valem o seu valor facial.", "os outros «botão» valem o seu valor facial."),
    ("quando já foi distribuída «botão», então a jogada termina.",
     "quando já foi distribuído algum «botão», então a jogada termina."),
    ("quando já foi distribuído «carta», então a jogada termina.",
     "quando já foi distribuída alguma «carta», então a jogada termina."),
    ("quando já foi distribuída «xis», então a jogada termina.",
     "quando já foi distribuída alguma «xis», então a jogada termina."),
    ("quando «lugar» aposta em mais do que «posição», então a jogada termina.",
     "quando «lugar» aposta em mais do que uma «posição», então a jogada termina."),
    ("quando mais do que um «banca» aposta no mesmo «posição», então a jogada termina.",
     "quando mais do que uma «banca» aposta na mesma «posição», então a jogada termina."),
    ("quando a mão de «banca» é tal que todas são do mesmo «cor», então a jogada termina.",
     "quando a mão de «banca» é tal que todas são da mesma «cor», então a jogada termina."),
    ("quando a mão de «banca» é tal que todas são da mesma «tom», então a jogada termina.",
     "quando a mão de «banca» é tal que todas são do mesmo «tom», então a jogada termina."),
    ("quando a mão de «banca» é tal que duas são do mesmo «cor» e outras duas de outro, então a jogada termina.",
     "quando a mão de «banca» é tal que duas são da mesma «cor» e outras duas de outra, então a jogada termina."),
    ("quando a «lugar» de «banca» é igual à «cor» de «banca», então a jogada termina.",
     "quando o «lugar» de «banca» é igual à «cor» de «banca», então a jogada termina."),
    ("quando a «cor» de «banca» é igual à «lugar» de «banca», então a jogada termina.",
     "quando a «cor» de «banca» é igual ao «lugar» de «banca», então a jogada termina."),
    ("quando «banca» mostra o «cor» indicado, então a jogada termina.",
     "quando «banca» mostra a «cor» indicada, então a jogada termina."),
)  # fmt: skip
CATEGORY = (
    "«xis»: duas são da mesma «cor»; critérios de comparação: {o} «cor» das duas iguais em «cor»;"
    " {o} «cor» de cada carta, da maior para a menor; o «tom» da carta mais alta em «tom»."
)


@pytest.mark.parametrize(("written", "canonical"), SENTENCES)
def test_the_right_gender_is_printed_and_both_are_read(written: str, canonical: str) -> None:
    assert _printed(written) == canonical
    assert _printed(canonical) == canonical


def test_criteria_of_comparison_have_the_gender_of_their_scale() -> None:
    opening = "cada mão pertence à primeira das seguintes categorias em que caiba, por ordem decrescente:"
    for article in "oa":
        text = f"Artigo 1.º Mãos\n  {opening}\n1)\n  {CATEGORY.format(o=article)}\n"
        document, problems = build(Source("hands", "pt", text))
        assert document is not None
        assert not problems
        assert print_document(document, glossary()) == text.replace("o «cor»", "a «cor»")


def test_a_translation_has_the_gender_of_its_terms() -> None:
    document, problems = build(Source("house", "en", "Article 1 House\n  there is one «banca in English».\n"))
    assert document is not None
    assert not problems
    assert print_rules(document, "pt", glossary()).endswith("há uma «banca».\n")


def test_sentences_that_are_told_have_the_gender_of_their_terms() -> None:
    told = {
        "quando «lugar» aposta em mais do que um «posição», então a jogada termina.":
            "quando o lugar aposta em mais do que uma posição, a jogada termina",
        "quando mais do que um «banca» aposta no mesmo «posição», então a jogada termina.":
            "quando mais do que uma banca aposta na mesma posição, a jogada termina",
        "quando não se verifica que já foi distribuída alguma «botão», então a jogada termina.":
            "quando ainda não foi distribuído nenhum botão, a jogada termina",
        "quando não se verifica que já foi distribuída alguma «carta», então a jogada termina.":
            "quando ainda não foi distribuída nenhuma carta, a jogada termina",
        "quando a mão de «banca» é tal que todas são do mesmo «cor», então a jogada termina.":
            "quando a mão da banca é tal que todas são da mesma cor, a jogada termina",
        "quando «banca» mostra a «cor» indicada, então a jogada termina.":
            "quando a banca mostra a cor indicada, a jogada termina",
        "quando «banca» mostra o «tom» indicado, então a jogada termina.":
            "quando a banca mostra o tom indicado, a jogada termina",
    }  # fmt: skip
    for written, said in told.items():
        assert Prose("pt", glossary()).tell(_statement(written)) == said


def _text(sentence: str) -> str:
    return f"Artigo 1.º Teste\n  {sentence}\n"


def _printed(sentence: str) -> str:
    document, problems = build(Source("test", "pt", _text(sentence)))
    assert document is not None, problems
    assert not problems
    return print_document(document, glossary()).splitlines()[-1].strip()


def _statement(sentence: str) -> Construct:
    document, problems = build(Source("test", "pt", _text(sentence)))
    assert document is not None, problems
    statement = next(document.provisions[0].sentences()).statement
    return transform(statement, lambda node: Term(node.written, node.written) if isinstance(node, Term) else node)
