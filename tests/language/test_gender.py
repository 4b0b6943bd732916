"""Gender: Portuguese words that go by the gender of a term, read in both and printed in the right one."""

from types import MappingProxyType

import pytest

from lexludi.base.source import Source
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, GlossaryEntry, Noun, make_glossary
from lexludi.language.nodes import Construct, Term, transform
from lexludi.language.printer import print_document, print_rules
from lexludi.language.prose import Prose

# «cor», «banca», «posição», «carta» and «linha» are feminine; «tom», «lugar», «botão», «empate», «lado» and «apostador»
# masculine; of «xis» nothing is known.
FEMININE, UNKNOWN = ("cor", "banca", "posição", "carta", "linha"), ("xis",)
MASCULINE = ("tom", "lugar", "botão", "empate", "lado", "apostador")
# The bet on a side, which has the same entry in the glossary.
ON_THE_SIDE = "aposta no lado"


def glossary() -> Glossary:
    entries = []
    for gender, words in (("f", FEMININE), ("m", MASCULINE), ("", UNKNOWN)):
        for word in words:
            nouns = {"pt": Noun(gender)} if gender else {}
            spelled = (word, ON_THE_SIDE) if word == "lado" else (word,)
            spellings = MappingProxyType({"pt": spelled, "en": (f"{word} in English",)})
            entries.append(GlossaryEntry(word, spellings, nouns=nouns))
    return make_glossary(tuple(entries))


# As it is written, and in canonical form.
SENTENCES = (
    ("há um «banca».", "há uma «banca»."),
    ("há uma «lugar».", "há um «lugar»."),
    ("há uma «xis».", "há um «xis»."),
    ("há uma «apostador».", "há um «apostador»."),
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
    ("quando «banca» mostra os «cor» indicados, então a jogada termina.",
     "quando «banca» mostra a «cor» indicada, então a jogada termina."),
    ("quando «banca» mostra as «botão» indicadas, então a jogada termina.",
     "quando «banca» mostra o «botão» indicado, então a jogada termina."),
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
    ("material: um monte de «carta» em número desconhecido, contados por grupos de 4, cujo resto mostra um só «tom».",
     "material: um monte de «carta» em número desconhecido, contadas por grupos de 4, cujo resto mostra um só «tom»."),
    ("material: um monte de «botão» em número desconhecido, contadas por grupos de 4, cujo resto mostra uma só «tom».",
     "material: um monte de «botão» em número desconhecido, contados por grupos de 4, cujo resto mostra um só «tom»."),
    ("«banca» é acrescido de quantia igual a 2% do valor de «xis».",
     "«banca» é acrescida de quantia igual a 2% do valor de «xis»."),
    ("«tom» é acrescida de quantia igual a 2% do valor de «xis».",
     "«tom» é acrescido de quantia igual a 2% do valor de «xis»."),
    ("nos restantes casos, «empate» é paga 8 por 1.", "nos restantes casos, «empate» é pago 8 por 1."),
    ("nos restantes casos, «linha» é pago 8 por 1.", "nos restantes casos, «linha» é paga 8 por 1."),
    ("nos restantes casos, «xis» é pago 8 por 1.", "nos restantes casos, «xis» é paga 8 por 1."),
    ("nos restantes casos, «aposta no lado» é pago 8 por 1.", "nos restantes casos, «aposta no lado» é paga 8 por 1."),
    ("nos restantes casos, «lado» é paga 8 por 1.", "nos restantes casos, «lado» é pago 8 por 1."),
    # One that is masculine makes several so.
    ("nos restantes casos, «linha» e «empate» são pagas 8 por 1.",
     "nos restantes casos, «linha» e «empate» são pagos 8 por 1."),
    ("nos restantes casos, «linha» e «banca» são pagos 8 por 1.",
     "nos restantes casos, «linha» e «banca» são pagas 8 por 1."),
    ("nos restantes casos, «linha» e «xis» são pagos 8 por 1.",
     "nos restantes casos, «linha» e «xis» são pagas 8 por 1."),
    ("nos restantes casos, «empate» é devolvida.", "nos restantes casos, «empate» é devolvido."),
    ("nos restantes casos, «empate» e «lado» são devolvidas.",
     "nos restantes casos, «empate» e «lado» são devolvidos."),
    ("nos restantes casos, «linha» é devolvido.", "nos restantes casos, «linha» é devolvida."),
    ("nos restantes casos, «empate» é nula.", "nos restantes casos, «empate» é nulo."),
    ("nos restantes casos, «empate» e «linha» são nulas.", "nos restantes casos, «empate» e «linha» são nulos."),
    ("nos restantes casos, «linha» é nulo.", "nos restantes casos, «linha» é nula."),
    ("«empate» é paga segundo a mão de «banca»:", "«empate» é pago segundo a mão de «banca»:"),
    ("«linha» é pago segundo a mão de «banca»:", "«linha» é paga segundo a mão de «banca»:"),
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
        "«banca» é acrescido de quantia igual a 2% do valor de «linha».":
            "a banca é acrescida de quantia igual a 2% do valor da linha",
        "«empate» é paga segundo a mão de «banca»:": "a aposta no empate é paga segundo a mão da banca",
        # What is told names the bet.
        "nos restantes casos, «empate» é pago 8 por 1.":
            "nos restantes casos, a aposta no empate é paga na proporção de 8 para 1",
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
