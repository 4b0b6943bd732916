"""The reference of constructs is complete in three languages, its examples are executed, its pages are as generated."""

import re
import shutil
import tomllib
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from lexludi.checks.coverage import Coverage, cover
from lexludi.language.grammar import constructs
from lexludi.language.nodes import Construct, walk
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_document
from lexludi.language.reference import (
    ConstructEntry,
    entries,
    example_texts,
    folder,
    phrase,
    reference,
    words_of,
    words_of_parts,
)
from lexludi.law.files import TextFile, text_file
from lexludi.law.history import consolidate, history_of
from lexludi.law.loader import load_rules, read_document
from lexludi.play.game import load
from lexludi.rules.bind import observables_of

ROOT = Path(__file__).resolve().parent.parent.parent
PLAYED = (
    "community",
    "dice",
    "division",
    "exchange",
    "drawing",
    "hands",
    "joker",
    "line",
    "material",
    "meter",
    "naming",
    "splitting",
    "total",
)
PAGES = {
    ROOT / "grammar" / "REFERENCE.md": ("en", "../site/pages/en/guide.md"),
    **{ROOT / "site" / "pages" / x / "reference.md": (x, "guide.md") for x in LANGUAGES},
}

# What a provision says that decides nothing by itself in a round; of the steps, what they bring about is told instead.
SILENT = frozenset("settle comply comply_until turn_ends".split())
DECIDING = frozenset("observable condition step rule effect norm event".split())
KINDS: dict[str, dict[str, str]] = tomllib.loads((folder() / "constructs.toml").read_text("utf-8"))


def entry_of(name: str) -> ConstructEntry:
    """The entry of a construct; all are made together, when the first is asked for."""
    return next(entry for entry in entries() if entry.name == name)


def file(text: str, language: str) -> TextFile:
    return text_file(folder() / "examples" / f"{text}.{language}.ludi")


# ── Complete ────────────────────────────────────────────────────────────────


def test_every_construct_has_one_entry_with_a_name_for_each_part() -> None:
    named = [(entry.name, len(entry.parts)) for entry in entries()]
    assert sorted(named) == sorted((name, len(parts)) for name, parts in constructs().items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_part_and_construct_has_its_words(language: str) -> None:
    words = words_of(language)
    assert list(words.kinds) == list(dict.fromkeys(entry.kind for entry in entries()))
    assert set(words.parts) == {part for entry in entries() for part in entry.parts}
    assert list(words.meanings) == [entry.name for entry in entries()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_meaning_has_two_sentences(language: str) -> None:
    stop = "。" if language == "zh" else r"\.(?= |$)"
    meanings = words_of(language).meanings
    assert [name for name, text in meanings.items() if len(re.findall(stop, text)) != 2] == []


@pytest.mark.parametrize(
    ("language", "at_most", "paid_by_the_house"),
    [("zh", "不得大於全數", "場方"), ("pt", "não superior ao todo", "casa"), ("en", "the whole at most", "house")],
)
def test_of_a_meter_no_more_than_the_whole_is_a_part(language: str, at_most: str, paid_by_the_house: str) -> None:
    """A part above the whole is an error (`more-than-the-whole`), so that nothing is ever missing."""
    meaning = words_of(language).meanings["receives_part"]
    assert at_most in meaning
    assert paid_by_the_house not in meaning


def choice_of(union: str) -> set[str]:
    """The constructs of a choice in `grammar/constructs.lark`, those of choices in it included."""
    text = (folder().parent / "constructs.lark").read_text("utf-8")
    found = re.search(rf"^\?{union}:((?:.|\n +\|)*)", text, re.MULTILINE)
    if found is None:
        return {union}
    return {name for part in found[1].replace("|", " ").split() for name in choice_of(part)}


# The choices of the grammar that are wholly of some kinds.
@pytest.mark.parametrize(
    ("union", "kinds"),
    [
        ("key", {"key"}),
        ("shape", {"shape"}),
        ("step", {"step"}),
        ("effect", {"effect", "event"}),
        ("norm", {"norm"}),
        ("modification", {"amendment"}),
        ("quotation", {"amendment"}),
        ("fact", {"observable", "condition", "event"}),
    ],
)
def test_the_kind_of_a_construct_is_that_of_its_place_in_the_grammar(union: str, kinds: set[str]) -> None:
    kind_of = {entry.name: entry.kind for entry in entries()}
    assert {kind_of[name] for name in choice_of(union)} == kinds


# Parts of observables; and the observables of conditions that are constructs of their own.
WITHIN_OBSERVABLES = {
    "hand",
    "part_of",
    "named",
    "named_as",
    "any_named",
    "all_named",
    "sum",
    "difference",
    "larger",
    "smaller",
}
OF_CONDITIONS = {"category", "compare", "status-is"}


def test_the_observables_of_the_reference_are_those_of_the_typed_model() -> None:
    bound: set[str] = set()
    for text in PLAYED:
        rules = load(str(file(text, "en").path)).questions.judge.rules
        families = (
            rules.steps,
            rules.outcomes,
            rules.commissions,
            rules.bonuses,
            rules.events,
            rules.norms,
            rules.closings,
        )
        conditions = [rule.condition for family in families for rule in family]
        conditions += [definition.condition for definition in rules.definitions.values()]
        bound |= {o.name.partition(":")[0] for condition in conditions for o in observables_of(condition)}
    named = {entry.name for entry in entries() if entry.kind == "observable"} - WITHIN_OBSERVABLES
    named |= {"happens", "happens_to"}
    # Among the values of a step, `decided` are the names of those that decided.
    named = named - {"decided"} | {"all_decided"}
    assert bound - OF_CONDITIONS == {name.replace("_", "-") for name in named}


def test_a_phrase_is_shown_with_the_names_of_its_parts() -> None:
    shown = {entry.name: [phrase(entry, language) for language in LANGUAGES] for entry in entries()}
    assert shown["moves_to"] == ["‹投注 1›轉投‹投注 2›", "‹aposta 1› passa para ‹aposta 2›", "‹bet 1› moves to ‹bet 2›"]
    assert shown["settle"][2] == "settle ‹bets›"
    assert shown["option"][2] == "house option ‹option›: ‹values›[; default ‹value›]"


def test_parts_of_the_same_name_are_numbered_and_others_are_not() -> None:
    """«{1} moves to {2}» names two bets; «{1} pays {2}» bets and their odds."""
    names = {entry.name: words_of_parts(entry, "en") for entry in entries()}
    assert names["moves_to"] == ("‹bet 1›", "‹bet 2›")
    assert names["pays"] == ("‹bets›", "‹odds›")


def test_the_example_of_a_construct_is_its_shortest_sentence_in_english() -> None:
    shortest = {entry.name: entry.example.sentences["en"] for entry in entries()}
    assert shortest["bets_open"].strip() == "bets are accepted."
    assert shortest["round_ends"].strip() == "the round ends."


def test_a_section_has_the_phrases_and_the_example_with_the_language_of_the_page_first() -> None:
    """`settle`: its heading, its meaning, three phrases, the place of its example, and that in three languages."""
    page = reference("pt", "guide.md")
    section = page[page.index("### `settle`") :].partition("\n### ")[0]
    assert words_of("pt").meanings["settle"] in section
    assert re.findall(r"^- `(\w+)`", section, re.MULTILINE) == ["pt", "zh", "en"]
    assert re.findall(r"^```ludi (\w+)$", section, re.MULTILINE) == ["pt", "zh", "en"]
    (example,) = [entry.example for entry in entries() if entry.name == "settle"]
    assert f"`{example.text}`, artigo" in section
    assert "](guide.md" in page
    assert "](#settle)" in page


# ── Executed ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", example_texts())
def test_an_example_text_reads_without_remark_and_prints_as_it_stands(text: str, language: str) -> None:
    rules, problems = load_rules(file(text, language))
    assert rules is not None
    assert problems == []
    document, source, _ = read_document(file(text, language))
    assert document is not None
    assert print_document(document, rules.glossary) == source.text


@pytest.mark.parametrize("text", example_texts())
def test_an_example_text_says_the_same_in_each_language(text: str) -> None:
    statements = []
    for language in LANGUAGES:
        rules, _ = load_rules(file(text, language))
        assert rules is not None
        statements.append(rules.statements)
    assert statements[0] == statements[1] == statements[2]


@pytest.mark.parametrize("name", [name for named in KINDS.values() for name in named])
def test_an_example_has_its_construct_and_stands_in_its_provision(name: str) -> None:
    entry = entry_of(name)
    for language in LANGUAGES:
        document, source, _ = read_document(file(entry.example.text, language))
        assert document is not None
        provisions = [p for p in document.all() if p.eid == entry.example.eid] if entry.example.eid else [document]
        assert len(provisions) == 1
        nodes = [n for n in walk(provisions[0]) if isinstance(n, Construct)]
        assert entry.name in {node.op for node in nodes}
        assert entry.example.sentences[language] in source.text


@cache
def rounds(text: str) -> Coverage:
    """Rounds of a text at random, with bets, choices, acts and irregularities, and what decided in them."""
    return cover(load(str(file(text, "en").path)), 400, seed=1)


@pytest.mark.parametrize("text", PLAYED)
def test_rounds_of_an_example_are_settled(text: str) -> None:
    assert rounds(text).stopped == 0


@pytest.mark.parametrize("name", [name for kind, named in KINDS.items() if kind in DECIDING for name in named])
def test_what_decides_in_a_round_is_cited_by_its_trace_or_refusal(name: str) -> None:
    entry = entry_of(name)
    assert entry.example.text in PLAYED
    if entry.name not in SILENT:
        assert rounds(entry.example.text).counts.get(entry.example.eid, 0) > 0


def test_the_amending_example_does_what_the_reference_says(tmp_path: Path) -> None:
    """Invented instrument no. 1/2031 changes, adds, repeals and renumbers provisions of the text on dice."""
    work, examples = tmp_path / "dice", folder() / "examples"
    (work / "amendments").mkdir(parents=True)
    shutil.copy(examples / "glossary.toml", work)
    shutil.copy(examples / "dice.en.ludi", work / "2031-01-01.en.ludi")
    shutil.copy(examples / "amending.en.ludi", work / "amendments" / "1-2031.en.ludi")
    history = history_of(work)
    march, july = (print_document(consolidate(history, day, "en").document) for day in SINCE)
    assert "“all different” pays 2 to 3" in march
    assert "“low pair” is a bet" in march
    assert "is higher than 1, then the round is void" not in march
    assert march.rstrip().endswith("2.\n  when “cup moved by mistake” happens, then the round stands.")
    assert july.rstrip().endswith("3.\n  when “cup moved by mistake” happens, then the round stands.")


SINCE = (date(2031, 3, 4), date(2031, 7, 1))


# ── Pages ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_of_the_reference_is_as_generated(page: Path, accept: bool) -> None:
    text = reference(*PAGES[page])
    if accept:
        page.write_text(text, "utf-8")
    assert page.read_text("utf-8") == text, "generated anew with: pytest tests/language/test_reference.py --accept"


# ── The walk of adding a construct ──────────────────────────────────────────


def test_what_the_walk_of_adding_a_construct_names_is_there() -> None:
    readme = (ROOT / "engine" / "README.md").read_text("utf-8")
    (walk_,) = re.findall(r"(?ms)^## Adding a construct$(.*?)(?=^## |\Z)", readme)
    modules = re.findall(r"`((?:language|rules|play)/\w+\.py)`", walk_)
    assert len(set(modules)) > 10
    assert [m for m in modules if not (ROOT / "engine" / "lexludi" / m).is_file()] == []
    functions = re.findall(r"`((?:rules|play)/\w+\.py)`, `(?:\w+\.)?(\w+)`", walk_)
    assert len(functions) >= 9
    for module, function in functions:
        assert f"def {function}(" in (ROOT / "engine" / "lexludi" / module).read_text("utf-8"), (module, function)
