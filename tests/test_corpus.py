"""Broken texts give exactly the diagnostics they announce; good texts give none and print as they stand."""

import json
import re
from pathlib import Path

import pytest

from lexludi.base.boundary import MAX_CHARACTERS
from lexludi.base.diagnostics import Diagnostic, Label, has_errors, render_line, render_text, to_json
from lexludi.base.errors import InvalidRegulation
from lexludi.base.messages import catalogue
from lexludi.base.resources import shelves
from lexludi.base.source import Source
from lexludi.checks.checking import check_file, check_paths
from lexludi.diff.sides import read_side
from lexludi.language.builder import build
from lexludi.language.glossary import usable_glossary
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document
from lexludi.law.loader import read_source, text_file
from lexludi.rules import kinds

HERE = Path(__file__).resolve().parent
ENGINE = HERE.parent / "engine" / "lexludi"
INVALID = sorted((HERE / "corpus" / "invalid").glob("*.ludi"))
HISTORIES = sorted(p for p in (HERE / "corpus" / "histories").iterdir() if p.is_dir())
VALID = sorted([*(HERE / "corpus" / "valid").rglob("*.ludi"), *shelves()[0].rglob("*.ludi")])

# Found between the texts of a work, or in no text at all.
NOT_IN_A_TEXT = frozenset(
    "undeclared-divergence parts-differ provision-without-counterpart divergence one-sided-divergence "
    "divergence-without-difference broken-glossary file-too-long sentence-too-long other-encoding "
    "file-without-language work-differs identifier-of-another missing-text".split()
)
# Found between a text and one that amends it: their pages have examples that are executed.
ABOUT_AMENDMENTS = frozenset(
    "no-such-provision changed-twice modification-too-early modification-does-not-fit provision-already-there "
    "number-out-of-order amendment-without-date amends-another-work "
    "misprint-not-found amended-after-repeal newer-words-lost republication-differs".split()
)
# Found in what the rules make of rounds, not in a sentence: their pages have examples that are executed.
ABOUT_THE_LAW = frozenset(
    "gap gap-unreachable conflict idle-exception redundant-rule restated-rule unreachable-rule idle-key "
    "endless-repetition number-out-of-range no-choice-left too-few-objects objects-used-up idle-deal after-the-round "
    "at-an-irregularity idle-alternative missing-translation option-without-grant unused-term".split()
)

_CODE = re.compile(r'\b(?:error|warning|warning_under|note|_problem|_report)\(\s*"([a-z-]+)"')

HEADERS = {
    "zh": "規章：invalid\n本文為虛構示例，並非法律。\n\n第一條 投注\n",
    "pt": "regulamento: invalid\nexemplo inventado, que não é lei.\n\nArtigo 1.º Apostas\n",
    "en": "regulation: invalid\ninvented example, not law.\n\nArticle 1 Bets\n",
}


def codes_in_source() -> set[str]:
    """Every diagnostic code that the engine can give."""
    found = {code for file in ENGINE.rglob("*.py") for code in _CODE.findall(file.read_text("utf-8"))}
    names = {kind for parts in kinds._EXPECTED.values() for kind in parts if kind}
    names |= {kind for parts in kinds._DECLARATIONS.values() for _, kind in parts} | {"choice"}
    return found | {
        f"not-{'an' if name[0] in 'io' else 'a'}-{name}" for name in (kind.partition("+")[0] for kind in names)
    }


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def expected(path: Path) -> list[tuple[str, int]]:
    """What the comments at the top of a broken text announce: codes and lines."""
    found = re.findall(r"(?m)^# expect: ([a-z-]+) (\d+)$", path.read_text("utf-8"))
    return [(code, int(line)) for code, line in found]


def line_of(diagnostic: Diagnostic) -> int:
    label = diagnostic.labels[0]
    return label.source.line_of(label.span.start)


def form_of(language: str, body: str) -> list[Diagnostic]:
    """The diagnostics about the form of a text with that body."""
    return build(Source("text", language, HEADERS[language] + body))[1]


# ── Broken texts ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", INVALID, ids=name_of)
def test_broken_text_gives_what_it_announces(path: Path) -> None:
    found = check_file(text_file(path)).diagnostics
    assert [(d.code, line_of(d)) for d in found] == expected(path)


@pytest.mark.parametrize("path", INVALID, ids=name_of)
@pytest.mark.parametrize("language", LANGUAGES)
def test_diagnostics_are_told_in_every_language(path: Path, language: str) -> None:
    words = catalogue(language)
    for diagnostic in check_file(text_file(path)).diagnostics:
        framed, line = render_text(diagnostic, words), render_line(diagnostic, words)
        assert f"[{diagnostic.code}]" in framed
        assert f"[{diagnostic.code}]" in line
        assert "\n" not in line
        assert json.loads(json.dumps(to_json(diagnostic, words)))["code"] == diagnostic.code


def test_every_code_has_a_broken_text() -> None:
    announced = {code for path in INVALID for code, _ in expected(path)}
    assert announced == codes_in_source() - NOT_IN_A_TEXT - ABOUT_THE_LAW - ABOUT_AMENDMENTS
    # A note keeps no text back (`test_newer_words`).
    assert {place[0] for folder in HISTORIES for place in expected_in(folder)} > ABOUT_AMENDMENTS - {"newer-words-lost"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_about_a_third_of_the_broken_texts_are_in_each_language(language: str) -> None:
    assert sum(path.name.endswith(f".{language}.ludi") for path in INVALID) >= 15


def test_a_file_that_is_too_long_is_not_read() -> None:
    found = form_of("en", "  bets are accepted.\n" * (MAX_CHARACTERS // 20))
    assert [d.code for d in found] == ["file-too-long"]


def test_a_broken_glossary_is_reported_at_both_places_that_clash(tmp_path: Path) -> None:
    (tmp_path / "glossary.toml").write_text('[ante]\nen = ["ante"]\n[raise]\nen = ["Ante"]\n', "utf-8")
    (tmp_path / "1.en.ludi").write_text(HEADERS["en"] + "  bets are accepted.\n", "utf-8")
    (found,) = check_file(text_file(tmp_path / "1.en.ludi")).diagnostics
    assert found.code == "broken-glossary"
    assert [label.source.position(label.span.start) for label in found.labels] == [(4, 1), (2, 1)]


def test_a_broken_glossary_is_told_once_for_all_texts_that_need_it(tmp_path: Path) -> None:
    (tmp_path / "glossary.toml").write_text('[ante]\nen = ["ante"\n', "utf-8")
    for language in LANGUAGES:
        (tmp_path / f"1.{language}.ludi").write_text(HEADERS[language], "utf-8")
    report = check_paths([str(tmp_path)])
    (found,) = report.diagnostics
    assert (found.code, found.args["name"]) == ("broken-glossary", found.labels[0].source.name)
    assert [text.rules for text in report.texts] == [None] * 3


# ── Broken histories ────────────────────────────────────────────────────────

Found = tuple[str, tuple[str, ...]]


def expected_in(folder: Path) -> list[Found]:
    """What the comments at the top of amending texts announce: codes, and each place as file and line."""
    found = []
    for path in sorted(folder.rglob("*.ludi")):
        for code, line, others in re.findall(r"(?m)^# expect: ([a-z-]+) (\d+)(.*)$", path.read_text("utf-8")):
            found.append((code, (f"{path.relative_to(folder)}:{line}", *others.split())))
    return found


def places_of(diagnostic: Diagnostic, folder: Path) -> Found:
    def place(label: Label) -> str:
        return f"{Path(label.source.name).resolve().relative_to(folder)}:{label.source.line_of(label.span.start)}"

    return diagnostic.code, tuple(map(place, diagnostic.labels))


@pytest.mark.parametrize("folder", HISTORIES, ids=lambda f: f.name)
def test_a_history_that_does_not_fit_is_told_with_every_place(folder: Path) -> None:
    found = check_paths([str(folder)]).diagnostics
    assert [places_of(d, folder) for d in found] == expected_in(folder)
    for diagnostic in found:
        said = {language: render_text(diagnostic, catalogue(language)) for language in LANGUAGES}
        assert len(set(said.values())) == len(LANGUAGES)
        if diagnostic.code in ABOUT_AMENDMENTS:
            assert [h.key for h in diagnostic.hints] == [diagnostic.code]


@pytest.mark.parametrize("folder", HISTORIES, ids=lambda f: f.name)
def test_no_text_is_shown_that_rests_on_such_a_history(folder: Path) -> None:
    with pytest.raises(InvalidRegulation) as caught:
        read_side(f"{folder}@2032-01-01")
    assert [places_of(d, folder) for d in caught.value.diagnostics] == expected_in(folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_broken_histories_come_in_every_language(language: str) -> None:
    assert sum(any(folder.glob(f"*.{language}.ludi")) for folder in HISTORIES) >= 5


# ── What a mistake is told to be ────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "sentence", "found", "word"),
    [
        ("zh", "結賬「多寶」。", "結賬", "結算"),
        ("zh", "如「莊荷」有投注，则接受下注。", "，则", "，則"),
        ("zh", "「多寶」按一赔三賠彩。", "一赔三", "一賠三"),
        ("pt", "«jogador» nao pode «apostar».", "nao pode", "não pode"),
        ("pt", "opcao da casa «a»: 1 ou mais.", "opcao da casa", "opção da casa"),
        (
            "pt",
            "em vigor no dia seguinte à publicação.",
            "em vigor no dia seguinte à publicação",
            "em vigor no dia seguinte ao da publicação",
        ),
        ("en", "bets are acepted.", "bets are acepted", "bets are accepted"),
        ("en", "when “a” is “b”, “ante” loses.", ",", ", then"),
        ("en", "when the hand of “a” is greater than 2, then “c” loses.", "is greater than", "is higher than"),
    ],
)
def test_the_word_shown_is_the_wrong_one_and_the_word_offered_the_nearest(
    language: str, sentence: str, found: str, word: str
) -> None:
    [diagnostic] = form_of(language, f"  {sentence}\n")
    assert diagnostic.code == "unexpected-text"
    assert diagnostic.args["found"] == found
    assert [(h.key, h.args.get("word")) for h in diagnostic.hints] == [("did-you-mean", word)]


@pytest.mark.parametrize(
    ("language", "sentence", "slip", "found"),
    [
        ("zh", "「同花」一賠。", "odds-number", "一賠"),
        ("zh", "「同花」三:一。", "odds-colon", "三:一"),
        ("zh", "結算「多寶。", "open-quote", "「多寶"),
        ("zh", "結算〈多寶〉。", "wrong-quotes", "〈多寶〉"),
        ("pt", "«Par» 3:1.", "odds-colon", "3:1"),
        ("pt", "croupier baralha «cartas».", "unquoted-term", "croupier"),
        ("pt", "liquida-se Par».", "lone-close-quote", "Par»"),
        ("en", "“ante” pays 3 to one.", "odds-number", "3 to one"),
        ("en", "bets are accepted", "missing-stop", "accepted"),
        ("en", "bets are accepted;", "missing-stop", ";"),
        ("en", "“player” bets\n  bets are accepted.", "missing-stop", "bets"),
        ("en", "bets are accepted.\nArt. 2 Payouts\n  bets are accepted.", "heading", "Art. 2"),
    ],
)
def test_a_common_slip_is_named(language: str, sentence: str, slip: str, found: str) -> None:
    [diagnostic] = form_of(language, f"  {sentence}\n")
    assert diagnostic.code == "common-slip"
    assert [h.key for h in diagnostic.hints] == [f"slip-{slip}"]
    assert diagnostic.args["found"] == found


def test_what_may_stand_in_the_stead_of_a_word_is_offered_in_the_language_of_the_text() -> None:
    [diagnostic] = form_of("zh", "  「多寶」輪。\n")
    [hint] = diagnostic.hints
    assert {"輸", "作廢", "退還"} <= set(hint.args["words"])


def test_prose_stands_on_the_line_of_its_sentence() -> None:
    [diagnostic] = form_of("en", "  no effect on the machine:\n  bets are accepted.\n")
    assert diagnostic.code == "unexpected-end"
    assert line_of(diagnostic) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_cut_off_anywhere_is_still_read(language: str) -> None:
    path = next(p for p in VALID if p.name.endswith(f".{language}.ludi"))
    text = path.read_text("utf-8")
    for end in range(1, len(text), max(1, len(text) // 40)):
        document, _ = build(Source("text", language, text[:end]))
        assert document is not None


# ── Good texts ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_good_text_has_no_errors(path: Path) -> None:
    found = check_file(text_file(path)).diagnostics
    assert not has_errors(found), [render_line(d, catalogue("en")) for d in found]


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_good_text_prints_as_it_stands(path: Path) -> None:
    source = read_source(text_file(path))
    document, diagnostics = build(source)
    assert document is not None
    assert diagnostics == []
    assert print_document(document, usable_glossary(path)) == source.text


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_printed_text_reads_back_as_the_same_tree(path: Path) -> None:
    source = read_source(text_file(path))
    document, _ = build(source)
    assert document is not None
    again, diagnostics = build(Source(source.name, source.language, print_document(document)))
    assert diagnostics == []
    assert again == document


@pytest.mark.parametrize(
    ("language", "written", "canonical"),
    [
        ("zh", "  結算「多寶」。\n", "  結算「多寶」。\n"),
        ("zh", '  結算"多寶"。\n', "  結算「多寶」。\n"),
        ("zh", "  結算『多寶』。\n", "  結算「多寶」。\n"),
        ("zh", "  設７個“門”.\n", "  設７個「門」。\n"),
        ("zh", "（一）\n  ｜ 接受下注;\n  接受下注。\n", "（一）\n  | 接受下注;\n  接受下注。\n"),
        ("pt", '  "JOGADOR" Aposta.\n', "  «JOGADOR» aposta.\n"),
        ("pt", "  «jogador»\n    aposta.\n", "  «jogador» aposta.\n"),
        (
            "en",
            "  If «player» has a bet, then  the round ends .\n",
            "  when “player” has a bet, then the round ends.\n",
        ),
    ],
)
def test_other_marks_and_spaces_are_accepted_and_put_into_canonical_form(
    language: str, written: str, canonical: str
) -> None:
    document, diagnostics = build(Source("text", language, HEADERS[language] + written))
    assert document is not None
    assert diagnostics == []
    assert print_document(document) == HEADERS[language] + canonical
