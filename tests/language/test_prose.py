"""Sentences that are told: articles, number and contractions, and statuses in their own words."""

from fractions import Fraction

import pytest

from lexludi.language.glossary import Glossary, GlossaryEntry, Noun, make_glossary
from lexludi.language.nodes import Construct, Number, Reference, Sequence, Share, Term
from lexludi.language.nouns import contracted, definite
from lexludi.language.phrases import LANGUAGES
from lexludi.language.prose import Prose

GLOSSARY: Glossary = make_glossary(
    [
        GlossaryEntry("card", {"zh": ("紙牌",), "pt": ("carta",), "en": ("card",)},
              nouns={"zh": Noun(), "pt": Noun("f", "cartas"), "en": Noun(plural="cards")}),
        GlossaryEntry("dealer", {"zh": ("莊荷",), "pt": ("croupier",), "en": ("dealer",)},
              nouns={"zh": Noun(), "pt": Noun("m", "croupiers"), "en": Noun(plural="dealers")}),
        GlossaryEntry("player", {"zh": ("閒家",), "pt": ("grupo jogador",), "en": ("player",)},
              nouns={"zh": Noun(), "pt": Noun("m"), "en": Noun()}),
        GlossaryEntry("ante", {"zh": ("與莊荷博彩",), "pt": ("aposta contra a mão do croupier",), "en": ("ante",)},
              nouns={"pt": Noun("f")}),
        GlossaryEntry("level", {"zh": ("同點",), "pt": ("empatado",), "en": ("level",)},
              says={"zh": ("和局", "並非和局"), "pt": ("há empate", "não há empate"),
                    "en": ("there is a tie", "there is no tie")}),
        GlossaryEntry("qualified", {"zh": ("合資格",), "pt": ("habilitado",), "en": ("qualified",)},
              says={"pt": ("{} está habilitado a jogar", "{} não está habilitado a jogar")}),
        GlossaryEntry("thrower", {"zh": ("擲手",), "pt": ("lançador",), "en": ("thrower",)}),
    ]
)  # fmt: skip


def term(name: str) -> Term:
    return Term(name, name)


LEVEL = Construct("status_is", (term("player"), term("level")))

TOLD = [
    (Construct("shuffle", (term("dealer"), term("card"))),
     ("莊荷洗紙牌", "o croupier baralha as cartas", "the dealer shuffles the cards")),
    (LEVEL, ("和局", "há empate", "there is a tie")),
    (Construct("negation", (LEVEL,)), ("並非和局", "não há empate", "there is no tie")),
    (Construct("status_is", (term("dealer"), term("qualified"))),
     ("莊荷為「合資格」", "o croupier está habilitado a jogar", "the dealer is “qualified”")),
    (Construct("reveal", (Construct("hand", (term("dealer"),)),)),
     ("莊荷開牌", "abre-se a mão do croupier", "turn up the hand of the dealer")),
    (Construct("less", (Construct("hand", (term("dealer"),)), Construct("hand", (term("player"),)))),
     ("莊荷持牌小於閒家持牌", "a mão do croupier é inferior à mão do grupo jogador",
      "the hand of the dealer is lower than the hand of the player")),
    (Construct("draws", (Number(3), term("card"))), ("增三張紙牌", "tira três cartas", "takes three cards")),
    (Construct("draws", (Number(1), term("card"))), ("增一張紙牌", "tira uma carta", "takes one card")),
    (Construct("draws", (Number(12), term("card"))), ("增十二張紙牌", "tira 12 cartas", "takes 12 cards")),
    (Construct("burn", (Number(2), term("card"))), ("銷去兩張紙牌", "inutilizam-se duas cartas", "burn two cards")),
    (Construct("burn", (Number(1), term("card"))), ("銷去一張紙牌", "inutiliza-se uma carta", "burn one card")),
    (Construct("rounds_left", (Number(0),)), ("本局為最後一局", "esta jogada é a última", "this round is the last")),
    (Construct("rounds_left", (Number(1),)),
     ("本局之後尚可進行一局", "depois desta jogada resta uma jogada", "after this round 1 round remains")),
    (Construct("commission", (term("player"), Share(Fraction(0)))),
     ("不從「閒家」彩金抽取佣金", "sobre o ganho da aposta no grupo jogador não se cobra comissão",
      "from the winnings of the player no commission is taken")),
    (Construct("shows", (term("dealer"), Construct("named_as", (term("card"),)))),
     ("莊荷開出所指定之紙牌", "o croupier mostra a carta indicada", "the dealer shows the card named")),
    (Construct("shows", (term("dealer"), Construct("named_as", (term("thrower"),)))),
     ("莊荷開出所指定之擲手", "o croupier mostra o lançador indicado", "the dealer shows the thrower named")),
    (Construct("negation", (Construct("drew_none", (term("player"),)),)),
     ("閒家有增牌", "o grupo jogador tirou carta", "the player drew a card")),
    (Construct("negation", (Construct("dealt", (term("card"),)),)),
     ("尚未派出紙牌", "ainda não foi distribuída nenhuma carta", "no card has been dealt")),
    (Construct("number_is", (Construct("total", (term("player"),)), Sequence("numbers", (Number(6),)))),
     ("閒家合計為6點", "o total do grupo jogador é de 6 pontos", "the total of the player is 6")),
    (Construct("settle", (Sequence("terms", (term("ante"), term("player"))),)),
     ("結算「與莊荷博彩」之投注及「閒家」之投注",
      "liquidam-se a aposta contra a mão do croupier e a aposta no grupo jogador",
      "settle the bet on ante and the bet on player")),
    (Construct("loses", (term("ante"),)),
     ("「與莊荷博彩」之投注輸", "a aposta contra a mão do croupier perde", "the bet on ante loses")),
    (Construct("loses", (term("player"),)),
     ("「閒家」之投注輸", "a aposta no grupo jogador perde", "the bet on player loses")),
    (Construct("throw", (term("thrower"), term("card"))),
     ("「擲手」擲紙牌", "«lançador» lança as cartas", "“thrower” throws the cards")),
    (Construct("prevails", (Sequence("refs", (Reference("art_17__para_1"), Reference("art_18__point_2"))),)),
     ("優先於第十七條第一款及第十八條(二)項", "prevalece sobre o n.º 1 do artigo 17.º e a alínea 2) do artigo 18.º",
      "prevails over paragraph 1 of article 17 and item 2 of article 18")),
    (Construct("repeat", (Reference("art_7__para_1"), LEVEL)),
     ("重複第七條第一款，直至和局", "repete-se o n.º 1 do artigo 7.º até se verificar que há empate",
      "repeat paragraph 1 of article 7 until there is a tie")),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "told"), TOLD)
def test_a_sentence_is_told_with_articles_and_number(statement: Construct, told: tuple[str, str, str]) -> None:
    assert tuple(Prose(language, GLOSSARY).tell(statement) for language in LANGUAGES) == told


@pytest.mark.parametrize(
    ("preposition", "masculine", "feminine"),
    [("de", "do croupier", "da carta"), ("em", "no croupier", "na carta"), ("por", "pelo croupier", "pela carta"),
     ("a", "ao croupier", "à carta"), ("com", "com o croupier", "com a carta")],
)  # fmt: skip
def test_prepositions_contract_with_our_articles(preposition: str, masculine: str, feminine: str) -> None:
    words = (definite(GLOSSARY, noun, "pt", noun) for noun in ("dealer", "card"))
    assert [contracted(f"{preposition} {word}") for word in words] == [masculine, feminine]


def test_no_other_words_are_contracted() -> None:
    assert contracted("segundo a alínea, de o que foi dito") == "segundo a alínea, de o que foi dito"


TOTAL = Construct("total", (term("dealer"),))
ELEVEN_TO_17 = Sequence("numbers", (Construct("span", (Number(11), Number(17))),))
THROWN_BALL = make_glossary(
    [
        GlossaryEntry("dealer", {"zh": ("莊荷",), "pt": ("croupier",), "en": ("dealer",)},
                      nouns={"zh": Noun(), "pt": Noun("m", "croupiers"), "en": Noun(plural="dealers")}),
        GlossaryEntry("ball", {"zh": ("珠",), "pt": ("bola",), "en": ("ball",)},
                      nouns={"zh": Noun(classifier="顆"), "pt": Noun("f", "bolas"), "en": Noun(plural="balls")}),
        GlossaryEntry("colour", {"zh": ("珠色",), "pt": ("cor",), "en": ("colour",)}, nouns={"pt": Noun("f")}),
    ]
)  # fmt: skip


def test_a_range_counts_several_points() -> None:
    said = {"pt": "o total do croupier é de 11 a 17 pontos", "zh": "莊荷合計為11至17點"}
    for language, sentence in said.items():
        assert Prose(language, GLOSSARY).tell(Construct("number_is", (TOTAL, ELEVEN_TO_17))) == sentence


def test_what_is_thrown_is_told_in_its_number() -> None:
    throw, thrown = Construct("throw", (term("dealer"), term("ball"))), Construct("was_thrown", (term("ball"),))
    one = {"pt": ("o croupier lança a bola", "já houve lançamento da bola"),
           "en": ("the dealer throws the ball", "the ball has been thrown")}  # fmt: skip
    several = {"pt": ("o croupier lança as bolas", "já houve lançamento das bolas"),
               "en": ("the dealer throws the balls", "the balls have been thrown")}  # fmt: skip
    for single, said in ((frozenset({"ball"}), one), (frozenset[str](), several)):
        for language, sentences in said.items():
            prose = Prose(language, THROWN_BALL, "ball", single)
            assert (prose.tell(throw), prose.tell(thrown)) == sentences


def test_hands_are_of_what_the_material_is() -> None:
    keys = {
        Construct("highest_key", (term("colour"), term("colour"))): "a cor da bola de cor mais alta",
        Construct("alike_key", (term("colour"), Number(2), term("colour"))): "a cor das duas bolas da mesma cor",
        Construct("each_key", (term("colour"),)): "a cor de cada bola, da maior para a menor",
    }
    for key, said in keys.items():
        assert Prose("pt", THROWN_BALL, "ball").tell(key) == said


def test_a_chinese_noun_has_its_classifier() -> None:
    deal = Construct("deal", (Sequence("recipients", (term("dealer"),)), Number(1), term("ball"),
                              Construct("face_up"), Number(3)))  # fmt: skip
    assert Prose("zh", THROWN_BALL).tell(deal) == "派予莊荷，每次一顆珠，牌面向上，直至有三顆"
    assert Prose("pt", THROWN_BALL).tell(deal) == (
        "faz-se a distribuição ao croupier, uma bola de cada vez, com a face para cima, até ter três"
    )


def test_hands_of_another_material_are_counted_with_its_classifier() -> None:
    two = Construct("alike", (Number(2), term("colour")))
    said = {
        two: "兩顆珠色相同",
        Construct("negation", (two,)): "並無兩顆珠色相同",
        Construct("two_alike", (Number(3), term("colour"), Number(2))): "三顆珠色相同，另兩顆亦相同",
        Construct("total_first", (Number(2), term("dealer"))): "莊荷首兩顆合計",
        Construct("rest_key", (term("colour"), Number(2), term("colour"))): "同珠色之兩顆以外各顆之珠色",
    }
    for construct, words in said.items():
        assert Prose("zh", THROWN_BALL, "ball").tell(construct) == words


def test_a_parenthesis_has_both_commas() -> None:
    same = Construct("all_same", (term("colour"),))
    guarded = Construct("guarded", (Construct("threw", (term("dealer"), same)), Construct("round_ends")))
    said = "quando, entre as faces lançadas pelo croupier, todas são da mesma cor, a jogada termina"
    assert Prose("pt", THROWN_BALL).tell(guarded) == said


TIE_AND_MAIN = Sequence("terms", (term("tie"), term("main")))
ALL_BETS = Sequence("terms", (term("ticket"), term("tie"), term("main")))
# «empate» is masculine, «aposta principal» feminine; of «bilhete» nothing is known.
BETS = make_glossary(
    [
        GlossaryEntry("player", {"pt": ("jogador",)}, nouns={"pt": Noun("m")}),
        GlossaryEntry("bet", {"pt": ("apostar",)}),
        GlossaryEntry("tie", {"pt": ("empate",)}, nouns={"pt": Noun("m")}),
        GlossaryEntry("main", {"pt": ("aposta principal",)}, nouns={"pt": Noun("f")}),
        GlossaryEntry("ticket", {"pt": ("bilhete",)}),
    ]
)
OF_LISTS = [
    (Construct("opens", (TIE_AND_MAIN, Construct("stake", (term("main"),)))),
     "aceitam-se a aposta no empate e a aposta principal, em quantia não superior ao valor da aposta principal"),
    (Construct("opens", (ALL_BETS, Construct("stake", (term("main"),)))),
     "aceitam-se a aposta em «bilhete», a aposta no empate e a aposta principal, em quantia não superior ao valor da "
     "aposta principal"),
    (Construct("stake_at_least", (TIE_AND_MAIN, Construct("stake_number", (Number(5),)))),
     "o valor do empate e da aposta principal não pode ser inferior a 5"),
    (Construct("must_not", (term("player"), term("bet"), TIE_AND_MAIN)),
     "o jogador não pode apostar no empate nem na aposta principal"),
    (Construct("must_not", (term("player"), term("bet"), ALL_BETS)),
     "o jogador não pode apostar em «bilhete», no empate nem na aposta principal"),
    (Construct("must_not", (term("player"), term("bet"), Sequence("terms", (term("tie"),)))),
     "o jogador não pode apostar no empate"),
    (Construct("commission", (Sequence("several", (term("tie"), term("main"))), Share(Fraction(1, 20)))),
     "sobre o ganho da aposta no empate e da aposta principal cobra-se 5% de comissão"),
    (Construct("settle", (TIE_AND_MAIN,)), "liquidam-se a aposta no empate e a aposta principal"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "said"), OF_LISTS)
def test_a_preposition_before_a_list_is_said_of_each(statement: Construct, said: str) -> None:
    assert Prose("pt", BETS).tell(statement) == said


@pytest.mark.parametrize(("bet", "named"), [("main", "a aposta principal"), ("tie", "a aposta no empate")])
def test_a_bet_is_not_said_to_be_a_bet_on_a_bet(bet: str, named: str) -> None:
    has = Construct("has_bet_on", (term("player"), term(bet)))
    opened = Construct("opens", (Sequence("terms", (term(bet),)), Construct("stake", (term("main"),))))
    tell = Prose("pt", BETS).tell
    assert tell(has) == f"o jogador tem {named}"
    assert tell(Construct("negation", (has,))) == f"o jogador não tem {named}"
    assert tell(opened) == f"aceita-se {named}, em quantia não superior ao valor da aposta principal"
