"""Parse tree to AST: literals, the nesting of provisions, the order of parts, quoted text, and faults of form."""

import re
from datetime import date
from fractions import Fraction

import pytest

from lexludi.base.source import Source, Span
from lexludi.language import builder
from lexludi.language.builder import MAX_DEPTH, build
from lexludi.language.nodes import (
    Body,
    Comment,
    Construct,
    Date,
    Document,
    Level,
    Mark,
    Node,
    Number,
    Payoff,
    Reference,
    Sentence,
    Sequence,
    Share,
    Term,
    Text,
    Words,
    walk,
)

ARTICLE = {"zh": "第一條\n  ", "pt": "Artigo 1.º\n  ", "en": "Article 1\n  "}


def built(text: str, language: str = "en") -> tuple[Document, list[tuple[str, str]]]:
    """The tree of a text, and the codes of its faults with the words that they mark."""
    source = Source(f"small.{language}.ludi", language, text)
    document, problems = build(source)
    assert document is not None
    return document, [(problem.code, marked(source, problem.labels[0].span)) for problem in problems]


def marked(source: Source, span: Span) -> str:
    return source.text[span.start : span.end]


def statement(sentence: str, language: str = "en") -> Construct:
    """The statement of a sentence of article 1."""
    document, problems = built(ARTICLE[language] + sentence, language)
    assert problems == []
    (only,) = document.provisions[0].sentences()
    return only.statement


# ── Literals ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "sentence", "literal"),
    [
        # Chinese names the stake first, the others the payoff: 二賠三 is one and a half, as 3 por 2 is.
        ("zh", "「甲」一賠三。", Payoff(Fraction(3))),
        ("zh", "「甲」二賠三。", Payoff(Fraction(3, 2))),
        ("pt", "«a» 3 por 2.", Payoff(Fraction(3, 2))),
        ("en", "“a” 3 to 2.", Payoff(Fraction(3, 2))),
        ("en", "“a” wins 5%.", Share(Fraction(1, 20))),
        ("en", "“a” wins 2.5%.", Share(Fraction(1, 40))),
        ("en", "“a” wins 0.75 per cent.", Share(Fraction(3, 400))),
        ("pt", "«a» ganha 2,5 %.", Share(Fraction(1, 40))),
        ("pt", "«a» ganha 12,05 por cento.", Share(Fraction(241, 2000))),
        ("zh", "「甲」贏2.5%。", Share(Fraction(1, 40))),
        ("zh", "「甲」贏百分之二點五。", Share(Fraction(1, 40))),
        ("zh", "「甲」贏百分之一十二點零五。", Share(Fraction(241, 2000))),
        ("zh", "「甲」贏千分之七點五。", Share(Fraction(3, 400))),
        ("en", "“a” wins 2/3.", Share(Fraction(2, 3))),
        ("en", "“a” wins half.", Share(Fraction(1, 2))),
        ("en", "signed on 29 February 2004.", Date(date(2004, 2, 29))),
        ("pt", "assinado em 1.º de Dezembro de 2004.", Date(date(2004, 12, 1))),
        ("en", "demonstrate seven rounds.", Number(7)),
        ("en", "there is one “Big Dealer”.", Term("Big Dealer")),
        ("en", "note: As it stands; “ante” too.", Text("As it stands; “ante” too.")),
    ],
)
def test_a_literal_is_read_as_its_language_writes_it(language: str, sentence: str, literal: Node) -> None:
    assert literal in list(walk(statement(sentence, language)))


def test_a_literal_keeps_the_form_in_which_it_was_written() -> None:
    forms = [getattr(node, "written", "") for node in walk(statement("“a” wins 4/6."))]
    assert forms == ["", "a", "4/6"]


def test_a_paragraph_that_is_cited_alone_is_one_of_the_same_article() -> None:
    document, _ = built("Article 2\n2.\n  prevails over paragraph 1 and article 3.\n")
    references = [node.target for node in walk(document) if isinstance(node, Reference)]
    assert references == ["art_2__para_1", "art_3"]


@pytest.mark.parametrize(
    ("language", "sentence", "targets"),
    [
        ("en", "repeal article 5, paragraph 1 and paragraph 2.", ["art_5__para_1", "art_5__para_2"]),
        ("pt", "são revogados o artigo 5.º, n.º 1 e n.º 2.", ["art_5__para_1", "art_5__para_2"]),
        ("zh", "廢止第五條第一款及第二款。", ["art_5__para_1", "art_5__para_2"]),
        # The article may stand behind its numbers.
        ("en", "repeal paragraph 1 and paragraph 2 of article 5.", ["art_5__para_1", "art_5__para_2"]),
        ("pt", "são revogados o n.º 1 e o n.º 2 do artigo 5.º.", ["art_5__para_1", "art_5__para_2"]),
        ("en", "renumber article 5, paragraph 1 as paragraph 4.", ["art_5__para_1", "art_5__para_4"]),
        # Before a citation from the article down, and beside whole articles, it is one of its own.
        ("en", "repeal paragraph 3 and article 5, paragraph 1.", ["art_1__para_3", "art_5__para_1"]),
        ("zh", "廢止第五條及第二款。", ["art_5", "art_1__para_2"]),
        # Between two articles it may be of either: of none, which is told as a reference that names nothing.
        (
            "en",
            "repeal paragraph 1 of article 4, paragraph 2 and paragraph 3 of article 5.",
            ["art_4__para_1", "para_2", "art_5__para_3"],
        ),
    ],
)
def test_a_paragraph_that_is_cited_with_others_is_of_their_article(
    language: str, sentence: str, targets: list[str]
) -> None:
    named = [node.target for node in walk(statement(sentence, language)) if isinstance(node, Reference)]
    assert named == targets


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        ("signed on 31 February 2004.", ("impossible-date", "31 February 2004")),
        ("“a” 3 to 0.", ("division-by-zero", "3 to 0")),
        ("“a” wins 1/0.", ("division-by-zero", "1/0")),
        ("demonstrate 1234567890 rounds.", ("number-out-of-bounds", "1234567890")),
        ("“a” wins 1234567890/2.", ("number-out-of-bounds", "1234567890/2")),
        ("prevails over article 10001.", ("number-out-of-bounds", "article 10001")),
    ],
)
def test_a_literal_that_there_cannot_be_is_a_fault_at_its_place(sentence: str, problem: tuple[str, str]) -> None:
    assert built(ARTICLE["en"] + sentence)[1] == [problem]


def test_a_number_of_nine_digits_is_read() -> None:
    assert statement("demonstrate 123456789 rounds.") == Construct("demonstrate", (Number(123456789),))


@pytest.mark.parametrize(
    ("language", "sentence", "value"),
    [
        ("en", "demonstrate twenty-one rounds.", 21),
        ("en", "demonstrate two hundred and thirty-four rounds.", 234),
        ("en", "demonstrate one thousand rounds.", 1000),
        ("pt", "demonstram-se vinte e uma jogadas.", 21),
        ("pt", "demonstram-se novecentas e noventa e nove jogadas.", 999),
        ("zh", "示範九百九十九局。", 999),
    ],
)
def test_a_number_in_words_has_as_many_letters_as_it_takes(language: str, sentence: str, value: int) -> None:
    assert statement(sentence, language) == Construct("demonstrate", (Number(value),))


@pytest.mark.parametrize(
    "sentence",
    [
        "“p” with “m” divides the hand into 1 for “a” and 1 for “b”.",
        "material: 1 set of “tiles”, each with 1 of “a” and 1 of “b”.",
        "material: 1 “wheel”, showing one of 3 sectors with “a” and 1 sector with “b”.",
    ],
)
def test_one_may_be_said_in_words_in_a_list(sentence: str) -> None:
    assert statement(re.sub("1 (for|of|sector)", r"one \1", sentence)) == statement(sentence)


def test_one_of_several_is_the_same_in_three_languages() -> None:
    said = {
        "zh": "如「a」開出1、2或「b」，則「m」輸。",
        "pt": "quando «a» mostra 1, 2 ou «b», então «m» perde.",
        "en": "when “a” shows 1, 2 or “b”, then “m” loses.",
    }
    shows = Construct("shows", (Term("a"), Sequence("one_of", (Number(1), Number(2), Term("b")))))
    expected = Construct("guarded", (shows, Construct("loses", (Term("m"),))))
    assert {language: statement(sentence, language) for language, sentence in said.items()} == dict.fromkeys(
        said, expected
    )


@pytest.mark.parametrize(
    ("language", "sentence", "word"),
    [
        # Of one throw both 1 and 2 may be shown: the list is of one of them, and «and» would say both.
        ("en", "when “a” shows 1 and 2, then “m” loses.", "and"),
        ("en", "when “a” shows 1, 2\n  and “b”, then “m” loses.", "and"),
        ("pt", "quando «a» mostra 1 e 2, então «m» perde.", "e"),
        ("zh", "如「a」開出1及2，則「m」輸。", "及"),
        ("zh", "如「a」開出1和2，則「m」輸。", "和"),
        ("en", "when the total of “a” is 3 and 5, then “m” loses.", "and"),
        ("en", "each “a” is either “b” and “c”.", "and"),
        ("en", "house option “a”: 1 and 2.", "and"),
        # Of these lists all are meant.
        ("en", "“m” or “n” loses.", "or"),
        ("pt", "«m» ou «n» perdem.", "ou"),
        ("zh", "「m」或「n」輸。", "或"),
        ("en", "“m” is a bet that names one “a” or a number from 1 through 3.", "or"),
        ("en", "material: 1 set of “tiles”, each with 1 of “a” or 2 of “b”.", "or"),
        ("en", "prevails over article 2 or article 3.", "or"),
    ],
)
def test_a_list_is_joined_by_the_word_that_says_what_it_means(language: str, sentence: str, word: str) -> None:
    assert built(ARTICLE[language] + sentence, language)[1] == [("unexpected-text", word)]


@pytest.mark.parametrize(
    "sentence",
    [
        "“p” must not “bet” on “a” or “b”.",
        "“p” must not “bet” on “a” and “b”.",
        "4 or 17 60 to 1.",
        "when the hand of “p” is worth at least “c” with “k” or “q”, then “m” loses.",
    ],
)
def test_of_other_lists_either_word_says_the_same(sentence: str) -> None:
    swapped = {"and": "or", "or": "and"}
    other = re.sub(r"\b(and|or)\b", lambda match: swapped[match[0]], sentence)
    assert statement(sentence) == statement(other)


# ── Parts, sequences, conditions ────────────────────────────────────────────


@pytest.mark.parametrize("joint", ["and", "or"])
def test_conditions_in_brackets_are_no_others_where_they_are_joined_alike(joint: str) -> None:
    plain = f"when “a” is 1, {joint} “b” is 2, {joint} “c” is 3, {joint} “d” is 4, then “m” loses."
    for first in ("(“a” is 1, {0} “b” is 2), {0} “c” is 3", "“a” is 1, {0} (“b” is 2, {0} “c” is 3)"):
        sentence = f"when {first.format(joint)}, {joint} “d” is 4, then “m” loses."
        assert statement(sentence) == statement(plain)


def test_parts_stand_in_canonical_order_whatever_the_order_of_the_phrase() -> None:
    """English says «burn a number of {2} equal to {1}»: the number is the first part, though said last."""
    assert statement("burn a number of “card” equal to 3.") == Construct("burn", (Number(3), Term("card")))


def test_an_optional_part_that_is_left_out_is_nothing() -> None:
    with_size = statement("material: 1 pack of “card”, each with one for each combination of “rank”; 13 in each.")
    without = statement("material: 1 pack of “card”, each with one for each combination of “rank”.")
    assert with_size.parts == (Number(1), Term("card"), Sequence("terms", (Term("rank"),)), Number(13))
    assert without.parts == (*with_size.parts[:3], None)


def test_or_binds_less_than_and_and_a_condition_alone_is_no_list() -> None:
    def has(bet: str) -> Construct:
        return Construct("has_bet", (Term(bet),))

    single = statement("when “a” has a bet, then “x” loses.")
    assert single.parts[0] == has("a")
    mixed = statement("when “a” has a bet, or “b” has a bet, and “c” has a bet, then “x” loses.")
    assert mixed.parts[0] == Sequence("any_of", (has("a"), Sequence("all_of", (has("b"), has("c")))))
    grouped = statement("when (“a” has a bet, or “b” has a bet), and “c” has a bet, then “x” loses.")
    assert grouped.parts[0] == Sequence("all_of", (Sequence("any_of", (has("a"), has("b"))), has("c")))


def test_what_is_nested_too_deep_is_a_fault_and_no_sentence() -> None:
    """A condition in brackets adds itself, «any of» and «all of» to the depth."""

    def nested(brackets: int) -> str:
        return ARTICLE["en"] + f"when {'(' * brackets}“a” has a bet{')' * brackets}, then “x” loses."

    shallow, problems = built(nested(5))
    assert problems == []
    assert len(list(shallow.provisions[0].sentences())) == 1
    deep, problems = built(nested(MAX_DEPTH))
    assert [code for code, _ in problems] == ["too-deep"]
    assert list(deep.provisions[0].sentences()) == []


# ── Provisions ──────────────────────────────────────────────────────────────

FRAME = """\
signed on 1 May 2031.
# Of the header.
Preamble
  | Whereas.
Article 1 Bets
1.
1)
(1)
2)
2.
Annex
Article 2
Closing
"""


def test_provisions_stand_in_those_of_a_higher_rank_and_the_frame_holds_nothing() -> None:
    document, problems = built(FRAME)
    assert problems == []
    assert [p.eid for p in document.provisions] == ["preamble", "art_1", "att_1", "art_2", "conclusions"]
    (article,) = [p for p in document.provisions if p.eid == "art_1"]
    assert [p.eid for p in article.below] == ["art_1__para_1", "art_1__para_2"]
    assert [p.eid for p in article.below[0].below] == ["art_1__para_1__point_1", "art_1__para_1__point_2"]
    (subpoint,) = article.below[0].below[0].below
    assert (subpoint.level, subpoint.number, subpoint.label) == (Level.SUBPOINT, "1", "(1)")
    assert [p.below for p in document.provisions if p.level.rank == 0] == [(), (), ()]
    assert (article.title, article.label, article.number) == ("Bets", "Article 1", "1")


def test_sentences_and_comments_before_the_first_provision_are_the_header() -> None:
    document, _ = built(FRAME)
    signed, comment = document.header
    assert isinstance(signed, Sentence)
    assert signed.statement == Construct("signed", (Date(date(2031, 5, 1)),))
    assert comment == Comment("Of the header.")


def test_lines_of_words_are_one_text_and_a_summary_is_another() -> None:
    document, _ = built("Article 1\n  | The first line\n  |   and the next.\n  ~ In short.\n  | Again.\n")
    body: tuple[Body, ...] = document.provisions[0].body
    assert body == (
        Words("The first line\n  and the next.", Mark.WORDS),
        Words("In short.", Mark.SUMMARY),
        Words("Again.", Mark.WORDS),
    )


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "article 2 prevails over article 1."),
        ("pt", "artigo 2.º prevalece sobre o artigo 1.º."),
        ("zh", "第二條 優先於第一條。"),
    ],
)
def test_a_sentence_that_begins_like_a_heading_is_told_that_it_is_read_as_one(
    language: str, sentence: str, is_first: bool
) -> None:
    """Wherever it stands, before the article or behind it; two headings with titles are told nothing of it."""
    articles = {"en": "Article {}", "pt": "Artigo {}.º", "zh": "第{}條"}
    one, two = (articles[language].format(n) for n in (("一", "二") if language == "zh" else (1, 2)))
    for second, hints in ((sentence, ["heading-of-sentence"]), (f"{two} Title", [])):
        text = f"{one}\n{second}\n{two}\n" if is_first else f"{one}\n{two}\n{second}\n"
        (problem,) = build(Source(f"small.{language}.ludi", language, text))[1]
        assert (problem.code, [hint.key for hint in problem.hints]) == ("duplicate-number", hints)


def test_a_number_that_stands_twice_under_one_provision_is_a_fault_at_the_second() -> None:
    document, problems = built("Article 1\n1.\n2.\n1.\nArticle 2\n1.\n")
    assert problems == [("duplicate-number", "1.")]
    assert len(document.provisions[0].below) == 3
    source = Source("small.en.ludi", "en", "Article 1\n1.\n2.\n1.\n")
    ((diagnostic,),) = [build(source)[1]]
    assert (diagnostic.labels[0].span, diagnostic.labels[0].eid) == (Span(16, 18), "art_1__para_1")


@pytest.mark.parametrize(
    ("language", "heading", "marked", "label", "eid", "title"),
    [
        ("pt", "Artigo 5.º - A", "Artigo 5.º - A", "Artigo 5.º-A", "art_5-A", ""),
        ("pt", "Artigo 5.º – B Prémios", "Artigo 5.º – B", "Artigo 5.º-B", "art_5-B", "Prémios"),
        ("en", "Article 5 -c", "Article 5 -c", "Article 5-C", "art_5-C", ""),
        ("zh", "第五條 之一 彩金", "第五條 之一", "第五條之一", "art_5-A", "彩金"),
    ],
)
def test_a_suffix_apart_from_its_number_is_a_slip_and_no_title(
    language: str, heading: str, marked: str, label: str, eid: str, title: str
) -> None:
    document, (problem,) = build(Source(f"small.{language}.ludi", language, f"{heading}\n"))
    assert document is not None
    (provision,) = document.provisions
    assert (provision.eid, provision.title) == (eid, title)
    span = problem.labels[0].span
    assert (problem.code, heading[span.start : span.end]) == ("common-slip", marked)
    assert (problem.hints[0].key, problem.hints[0].args["example"]) == ("slip-heading", label)


def test_a_title_may_begin_with_a_dash() -> None:
    document, problems = build(Source("small.pt.ludi", "pt", "Artigo 5.º - A mesa\nArtigo 6.º-A - B\n"))
    assert document is not None
    assert problems == []
    assert [(p.eid, p.title) for p in document.provisions] == [("art_5", "- A mesa"), ("art_6-A", "- B")]


def test_the_number_of_a_provision_has_a_bound() -> None:
    assert built("Article 10000\n")[1] == []
    assert built("Article 10001\n")[1] == [("number-out-of-bounds", "Article 10001")]
    for heading, bound in (("第一萬零一條", "10000"), ("第九條之二十七", "26"), ("第九條之一百零一", "26")):
        _, (problem,) = build(Source("small.zh.ludi", "zh", f"{heading}\n"))
        assert (problem.code, str(problem.args["limit"])) == ("number-out-of-bounds", bound)


def test_a_number_in_no_form_in_which_numbers_are_written_is_told_as_such() -> None:
    assert built("Article 1\n1)\n(1)\niiii)\n")[1] == [("malformed-number", "iiii)")]
    text = "第一條\n  設二三十個「門」。\n  「甲」一百五賠二。\n  從「甲」彩金抽取二三十分之一佣金。\n第二百三條\n"
    assert built(text, "zh")[1] == [
        ("malformed-number", "二三十"),
        ("malformed-number", "一百五賠二"),
        ("malformed-number", "二三十分之一"),
        ("malformed-number", "第二百三條"),
    ]


# ── Quoted text, places ─────────────────────────────────────────────────────

QUOTING = "Article 1\n  replace article 9 by:\n  > Article 9 Prizes\n  >   | Words.\n  >   “a” is a bet.\n"


def test_quoted_lines_are_provisions_of_their_own_at_their_place_in_the_file() -> None:
    source = Source("small.en.ludi", "en", QUOTING)
    document, problems = build(source)
    assert document is not None
    assert problems == []
    (sentence,) = document.provisions[0].sentences()
    assert sentence.statement == Construct("substitute", (Reference("art_9"),))
    (quoted,) = sentence.quoted
    assert (quoted.eid, quoted.title) == ("art_9", "Prizes")
    assert quoted.body[0] == Words("Words.", Mark.WORDS)
    (term,) = [node for node in walk(quoted) if isinstance(node, Term)]
    assert (marked(source, term.span), term.span.source) == ("“a”", source)


def test_a_fault_in_quoted_lines_is_told() -> None:
    assert built(QUOTING.replace("is a bet", "3 to 0"))[1] == [("division-by-zero", "3 to 0")]


def test_every_node_has_the_characters_that_it_was_read_from_and_its_provision() -> None:
    source = Source("small.en.ludi", "en", "Article 3\n2)\n  “big bet”   3 to 2.\n")
    document, _ = build(source)
    assert document is not None
    (sentence,) = document.provisions[0].below[0].sentences()
    term, odds = (node for node in walk(sentence) if isinstance(node, Term | Payoff))
    assert [marked(source, node.span) for node in (term, odds)] == ["“big bet”", "3 to 2"]
    assert {node.eid for node in walk(sentence)} == {"art_3__point_2"}
    assert marked(source, document.provisions[0].span) == "Article 3"


def test_a_text_of_which_nothing_can_be_read_has_no_tree() -> None:
    document, problems = build(Source("small.en.ludi", "en", "\N{REPLACEMENT CHARACTER}"))
    assert document is None
    assert [problem.code for problem in problems] == ["other-encoding"]


REPLACING = """Article {0}
  replace article {0} by:
  > Article {0}
  >   | ①Words. ②Others.
  >   ② settle “ante{1}.
"""


def test_quoted_lines_stand_in_their_file_and_so_do_the_faults_in_them() -> None:
    text = REPLACING.format(1, "”") + REPLACING.format(2, "” “main”")
    source = Source("small.en.ludi", "en", text)
    document, problems = build(source)
    assert document is not None
    (sentence,) = (item for item in document.provisions[0].body if isinstance(item, Sentence))
    words, settle = sentence.quoted[0].body
    assert isinstance(words, Words)
    assert isinstance(settle, Sentence)
    assert [text[s.span.start : s.span.end] for s in words.stretches] == ["Words. ", "Others."]
    assert (text[settle.span.start : settle.span.end], settle.parts) == ("settle “ante”", (2,))
    labels = [label for problem in problems for label in problem.labels]
    assert labels
    assert all(label.source is source and source.line_of(label.span.start) == 10 for label in labels)


def test_of_a_text_with_many_quotations_each_character_is_read_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    read, parse = [0], builder.parse

    def counted(source: Source) -> object:
        read[0] += len(source.text)
        return parse(source)

    monkeypatch.setattr(builder, "parse", counted)
    text = "".join(REPLACING.format(number, "”") for number in range(1, 101))
    build(Source("small.en.ludi", "en", text))
    assert read[0] < 2 * len(text)


@pytest.mark.parametrize(
    ("quoted", "marked_words", "hint"),
    [
        ("  > no effect on the machine: lost\n  > 2.\n", "no effect on the machine: lost", "outside-provision"),
        ("  > # nothing but this\n", "> # nothing but this", "quotes-nothing"),
    ],
)
def test_what_is_quoted_stands_in_a_provision(quoted: str, marked_words: str, hint: str) -> None:
    source = Source("1.en.ludi", "en", f"1.\n  insert after article 1:\n{quoted}")
    _, (problem,) = build(source)
    assert (problem.code, problem.hints[0].key) == ("sentence-out-of-place", f"sentence-out-of-place.{hint}")
    assert marked(source, problem.labels[0].span).strip() == marked_words


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "when “a” shows 6 and “b”, then “c” loses.\n"),
        ("pt", "quando «a» mostra 6 e «b», então «c» perde.\n"),
        ("zh", "如「甲」開出6及「乙」，則「丙」輸。\n"),
    ],
)
def test_of_several_items_shown_that_are_joined_by_and_both_meanings_are_named(language: str, text: str) -> None:
    """One of them is what the list is read as; that all are shown is another thing, and may be meant."""
    _, (problem,) = build(Source("1", language, text))
    assert [hint.key for hint in problem.hints] == ["did-you-mean", "each-by-itself"]
