"""Parts of provisions: which words each formal sentence stands for, what has no effect, and what is passed over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.source import Source
from lexludi.checks.checking import check_paths
from lexludi.language.builder import build
from lexludi.language.nodes import Document, Words
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document
from lexludi.law.loader import find, rules_of
from lexludi.rules.accounting import count_parts, kinds_of_parts
from lexludi.rules.model import Account, RuleSet

GLOSSARY = """\
[dealer]
zh = ["莊荷"]
pt = ["croupier"]
en = ["dealer"]

[player]
zh = ["博彩者"]
pt = ["jogador"]
en = ["player"]
"""
# Invented. ① is resumed after ②, and ③ goes on in the next line.
TEXTS = {
    "zh": """\
規章：example
本文為虛構示例，並非法律。

第一條 參與者
  | ①設莊荷,②由左至右,①一名;③莊荷坐於檯前,
  | 不得離開。
  ① 設一名「莊荷」。
  ②③ 不影響程式運作：座位不影響如何進行博彩
""",
    "pt": """\
regulamento: example
exemplo inventado, que não é lei.

Artigo 1.º Intervenientes
  | ①Há, ②da esquerda para a direita, ①um croupier; ③está sentado à mesa
  | e não pode sair.
  ① há um «croupier».
  ②③ sem efeito na máquina: o lugar em que se senta não altera o jogo
""",
}


def document(language: str, text: str) -> Document:
    built, problems = build(Source("x", language, text))
    assert built is not None
    assert problems == []
    return built


def words(text: Document) -> Iterator[Words]:
    return (w for provision in text.all() for w in provision.words())


def checked(folder: Path, **texts: str) -> list[Diagnostic]:
    (folder / "glossary.toml").write_text(GLOSSARY, "utf-8")
    for language, text in texts.items():
        (folder / f"1.{language}.ludi").write_text(text, "utf-8")
    return check_paths([str(folder)]).diagnostics


# ── Reading and printing ────────────────────────────────────────────────────


def test_marks_are_no_part_of_the_words() -> None:
    assert [w.text for w in words(document("zh", TEXTS["zh"]))] == ["設莊荷,由左至右,一名;莊荷坐於檯前,\n不得離開。"]
    assert [w.text for w in words(document("pt", TEXTS["pt"]))] == [
        "Há, da esquerda para a direita, um croupier; está sentado à mesa\ne não pode sair."
    ]


def test_words_in_pieces() -> None:
    zh = [(p.text, p.parts) for w in words(document("zh", TEXTS["zh"])) for p in w.pieces()]
    assert zh == [("設莊荷,", (1,)), ("由左至右,", (2,)), ("一名;", (1,)), ("莊荷坐於檯前,\n不得離開。", (3,))]
    pt = [(p.text, p.parts) for w in words(document("pt", TEXTS["pt"])) for p in w.pieces()]
    assert pt == [
        ("Há, ", (1,)),
        ("da esquerda para a direita, ", (2,)),
        ("um croupier; ", (1,)),
        ("está sentado à mesa\ne não pode sair.", (3,)),
    ]


@pytest.mark.parametrize("language", TEXTS)
def test_pieces_and_sentences_have_their_parts_and_places(language: str) -> None:
    text = TEXTS[language]
    built = document(language, text)
    assert [s.parts for p in built.all() for s in p.sentences()] == [(1,), (2, 3)]
    for w in words(built):
        for piece in w.pieces():
            assert text[piece.span.start : piece.span.end] == piece.text.split("\n")[0]


@pytest.mark.parametrize("language", TEXTS)
def test_texts_with_marks_print_as_they_stand(language: str) -> None:
    assert print_document(document(language, TEXTS[language])) == TEXTS[language]


def test_words_may_belong_to_several_parts() -> None:
    # Baccarat 5(1): «count zero» is said of cards and of totals.
    rules = rules_of(find("mo/baccarat@2004-05-18", language="zh"))
    (five,) = [p for p in rules.document.all() if p.eid == "art_5__point_1"]
    pieces = [(p.text, p.parts) for w in five.words() for p in w.pieces()]
    assert pieces == [("人形紙牌,10", (1,)), ("及合計十點者,", (2,)), ("俱作零點。", (1, 2))]


# ── The account ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", TEXTS)
def test_a_sound_text_gives_no_warning(language: str, tmp_path: Path) -> None:
    assert checked(tmp_path, **{language: TEXTS[language]}) == []


@pytest.mark.parametrize(
    ("language", "without", "passed"),
    [
        ("zh", "②③ 不影響程式運作", ["由左至右,", "莊荷坐於檯前,"]),
        ("pt", "②③ sem efeito na máquina", ["da esquerda para a direita, ", "está sentado à mesa"]),
    ],
)
def test_a_clause_passed_over_is_marked(language: str, without: str, passed: list[str], tmp_path: Path) -> None:
    lines = [line for line in TEXTS[language].split("\n") if without not in line]
    (found,) = checked(tmp_path, **{language: "\n".join(lines)})
    assert found.code == "passed-over-words"
    assert [label.source.text[label.span.start : label.span.end] for label in found.labels] == passed


def test_words_before_the_first_mark_are_passed_over(tmp_path: Path) -> None:
    (found,) = checked(tmp_path, zh=TEXTS["zh"].replace("| ①設莊荷,②", "| 設莊荷,②"))
    assert found.code == "passed-over-words"


def test_punctuation_needs_no_mark(tmp_path: Path) -> None:
    assert checked(tmp_path, zh=TEXTS["zh"].replace("| ①設", "| 「①設")) == []


def test_a_reading_accounts_for_no_words(tmp_path: Path) -> None:
    text = TEXTS["zh"].replace("  ②③ 不影響程式運作：座位不影響如何進行博彩", "  ②③ 異文「莊荷」：作「荷官」")
    assert [d.code for d in checked(tmp_path, zh=text)] == ["passed-over-words"]


def test_texts_agree_on_parts_whatever_the_order_of_words(tmp_path: Path) -> None:
    turned = TEXTS["pt"].replace("①Há, ②da esquerda para a direita, ①um", "②Da esquerda para a direita, ①há um")
    assert checked(tmp_path, zh=TEXTS["zh"], pt=turned) == []


def test_texts_that_account_for_parts_differently(tmp_path: Path) -> None:
    other = TEXTS["pt"].replace("  ① há um", "  ①② há um").replace("  ②③ sem", "  ③ sem")
    (found,) = checked(tmp_path, zh=TEXTS["zh"], pt=other)
    assert found.code == "parts-differ"
    assert [label.source.language for label in found.labels] == ["zh", "pt"]


# ── The shelf ───────────────────────────────────────────────────────────────

# What the review of the law found passed over in silence, with the words that have no effect on the machine.
WITHOUT_EFFECT = {
    ("art_11__point_1", "zh"): "此時應重新開始牌局並重新派牌;",
    ("art_11__point_1", "pt"): "e dá-se início a nova jogada e à distribuição de novas cartas;",
    ("art_11__point_5", "zh"): "此時須另更換洗牌機或改用派牌盒派牌。",
    (
        "art_11__point_5",
        "pt",
    ): "e o baralhador é substituído ou em alternativa é utilizado um «sabot» para a distribuição de cartas.",
    ("art_3__point_1", "zh"): "然後將白咭放在牌底,再將整副紙牌放入派牌盒內;",
    ("art_3__point_1", "pt"): "colocando de seguida as cartas no «sabot», com a carta branca no fim do baralho;",
    ("art_2__para_2", "zh"): '靠近莊荷的一格為下注於"多寶"之用,而最外一格為下注於"與莊荷博彩"之用。',
    (
        "art_2__para_2",
        "pt",
    ): (
        "O espaço próximo do «croupier» é para efectuar as apostas no «Par (Pair) e combinações vitoriosas», "
        "e o outro, para apostar contra a «mão» do «croupier»."
    ),
    ("art_7__point_1", "zh"): "由左至右順時針方向",
    ("art_7__point_1", "pt"): "da esquerda para a direita no sentido do ponteiro do relógio, ",
}


@pytest.mark.parametrize(("eid", "language"), WITHOUT_EFFECT)
def test_words_of_q_poker_without_effect(eid: str, language: str) -> None:
    rules = rules_of(find("mo/q-poker", language=language))
    parts = rules.parts[eid]
    idle = {number for number, account in parts.items() if account is Account.DECLARED}
    (provision,) = [p for p in rules.document.all() if p.eid == eid]
    pieces = [piece for w in provision.words() for piece in w.pieces()]
    assert [p.text for p in pieces if {*p.parts} <= idle] == [WITHOUT_EFFECT[eid, language]]
    assert all(p.parts for p in pieces)


@pytest.mark.parametrize("work", ["mo/q-poker", "mo/baccarat@2004-05-18"])
def test_nothing_of_the_shelf_is_passed_over(work: str) -> None:
    texts: list[RuleSet] = [rules_of(find(work, language=language)) for language in LANGUAGES]
    counts = [count_parts(text) for text in texts]
    assert [count.passed for count in counts] == [0, 0, 0]
    assert len(set(counts)) == 1
    assert len({str(sorted((eid, *sorted(p.items(), key=str)) for eid, p in t.parts.items())) for t in texts}) == 1


def test_the_parts_of_an_invented_text() -> None:
    # Three marked parts of which one is transcribed, and a provision without marks that only opens a list.
    text = TEXTS["zh"] + "\n第二條 其他\n  列出下列各項。\n一、\n  不影響程式運作：無\n"
    kinds = [kind for provision in document("zh", text).all() for kind in kinds_of_parts(provision)]
    assert kinds == ["transcribed", "reasoned", "reasoned", "opening", "reasoned"]
