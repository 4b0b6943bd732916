"""What an editor is told of texts: the same as `check`, of saved texts and unsaved ones."""

from collections import Counter
from pathlib import Path
from shutil import copytree

import pytest

from lexludi.base.diagnostics import Diagnostic, Label, note
from lexludi.base.overlay import Unsaved, overlaid
from lexludi.base.source import Source, Span
from lexludi.checks.checking import check_files, check_paths, files_of, identity
from lexludi.editor.desk import OpenFiles
from lexludi.editor.problems import from_plain, moved_span, problems_of, searched, searched_plainly
from lexludi.editor.views import view_of
from lexludi.law.files import on_shelves, texts_of
from small import HEADER

CORPUS = Path(__file__).parent.parent / "corpus"
INVALID = sorted((CORPUS / "invalid").glob("*.ludi"))
HISTORIES = sorted(p for p in (CORPUS / "histories").iterdir() if p.is_dir())


def told(found: list[Diagnostic]) -> Counter[tuple[object, ...]]:
    return Counter(identity(d) for d in found)


def seen(path: Path) -> list[Diagnostic]:
    return [d for found in problems_of(path).values() for d in found]


def everything(found: list[Diagnostic]) -> set[tuple[object, ...]]:
    return {identity(d) for d in found}


# ── The same as `check` ─────────────────────────────────────────────────────


@pytest.mark.parametrize("path", INVALID, ids=lambda p: p.name)
def test_a_broken_text_is_told_to_be_what_check_says(path: Path) -> None:
    file = view_of(path).checked.file
    group = [other for other in texts_of(path.parent) if other.version == file.version]
    assert told(seen(path)) == told(check_files(group).diagnostics)
    assert seen(path)


@pytest.mark.parametrize(
    "folder",
    [
        *(pytest.param(folder, id=folder.name) for folder in (*HISTORIES, CORPUS / "valid" / "two-tokens")),
        *(pytest.param(folder, id=folder.name, marks=pytest.mark.soak) for folder in on_shelves().values()),
    ],
)
def test_keys_and_searches_together_tell_what_check_tells(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    quick = [d for file in files_of([str(folder)]) if not file.is_consolidated for d in seen(file.path)]
    whole = check_paths([str(folder)], law=True).diagnostics
    assert everything(quick) <= everything(whole)
    found = from_plain(searched_plainly(str(folder)))
    assert found == searched(folder)
    assert everything([*quick, *found]) == everything(whole)
    assert not everything(quick) & everything(list(found))


# ── Unsaved files ───────────────────────────────────────────────────────────


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A work of two tokens with its glossaries, to be edited."""
    copytree(CORPUS / "valid" / "two-tokens", tmp_path / "two-tokens")
    (tmp_path / "glossary.toml").write_text((CORPUS.parent.parent / "regulations" / "glossary.toml").read_text("utf-8"))
    return tmp_path


def text_in(shelf: Path, language: str) -> Path:
    return next((shelf / "two-tokens").glob(f"*.{language}.ludi")).resolve()


def codes(desk: OpenFiles) -> dict[str, list[str]]:
    """What is news, by the name of the file."""
    return {file.name: [d.code for d in found] for file, found in desk.look()[1].items()}


def test_a_text_that_is_not_saved_is_what_is_looked_at(shelf: Path) -> None:
    desk, file = OpenFiles(), text_in(shelf, "en")
    text = file.read_text("utf-8")
    desk.change(file, text)
    assert codes(desk)[file.name] == []
    desk.change(file, text.replace("default", "defualt", 1) + "\n  bets are acepted.\n")
    assert "unexpected-text" in codes(desk)[file.name]
    desk.change(file, text)
    assert codes(desk)[file.name] == []
    assert file.read_text("utf-8") == text


def test_a_glossary_that_is_not_saved_holds_for_open_texts(shelf: Path) -> None:
    desk, file, glossary = OpenFiles(), text_in(shelf, "en"), (shelf / "two-tokens" / "glossary.toml").resolve()
    desk.change(file, file.read_text("utf-8"))
    codes(desk)
    saved = glossary.read_text("utf-8")
    broken = saved.replace("en = ", "# en = ", 1)
    assert broken != saved
    desk.change(glossary, broken)
    assert "unknown-term" in codes(desk)[file.name]
    desk.change(glossary, f"{saved}\n[")
    # Once, however many texts of however many languages need it.
    assert codes(desk)[glossary.name] == ["broken-glossary"]
    desk.change(glossary, saved)
    assert codes(desk) == {glossary.name: []}


def test_a_term_in_words_that_an_instrument_brings_is_looked_up_as_it_is_written(shelf: Path) -> None:
    desk, glossary = OpenFiles(), (shelf / "two-tokens" / "glossary.toml").resolve()
    file = (shelf / "two-tokens" / "amendments" / "1-2031.en.ludi").resolve()
    file.parent.mkdir()
    # The work is there in the language of the instrument alone.
    for language in ("zh", "pt"):
        (shelf / "two-tokens" / f"1.{language}.ludi").unlink()
    text = (
        "regulation: two-tokens/1\ninstrument: Invented instrument No. 1/2031\namends: two-tokens\n"
        "in force from 1 April 2031.\ninvented example, not law.\n\n1.\n  replace article 5, number 4 by:\n"
        "  > 4.\n  >   | A commission of 5%.\n"
        "  >   from the winnings of “bet on heads” a commission of 5% is taken.\n"
    )
    file.write_text(text, "utf-8")
    desk.change(file, text)
    assert codes(desk)[file.name] == []
    desk.change(file, text.replace("heads", "haeds"))
    assert codes(desk)[file.name] == ["unknown-term"]
    # Once it is saved, what the search finds is the same.
    file.write_text(text.replace("heads", "haeds"), "utf-8")
    assert searched(shelf / "two-tokens") == ()
    desk.change(file, text)
    assert codes(desk)[file.name] == []
    desk.change(glossary, glossary.read_text("utf-8").replace("bet on heads", "bet on tops"))
    assert codes(desk)[file.name] == ["unknown-term"]


def test_with_a_glossary_that_is_closed_unsaved_its_damage_is_gone(shelf: Path) -> None:
    desk, file, glossary = OpenFiles(), text_in(shelf, "en"), (shelf / "two-tokens" / "glossary.toml").resolve()
    desk.change(file, file.read_text("utf-8"))
    desk.change(glossary, glossary.read_text("utf-8").replace("en = ", "# en = ", 1))
    assert "unknown-term" in codes(desk)[file.name]
    desk.close(glossary)
    assert codes(desk) == {file.name: []}


def test_a_new_text_that_stands_on_no_disk_is_compared_with_the_others(shelf: Path) -> None:
    desk, file = OpenFiles(), text_in(shelf, "en")
    text = file.read_text("utf-8")
    file.unlink()
    assert view_of(file) is None
    desk.change(file, text.replace("Article 1 ", "Article 9 ", 1))
    assert "provision-without-counterpart" in [code for found in codes(desk).values() for code in found]


def test_a_closed_file_is_as_it_was_saved(shelf: Path) -> None:
    desk, file = OpenFiles(), text_in(shelf, "en")
    desk.change(file, "nonsense\n")
    assert codes(desk)[file.name]
    desk.close(file)
    assert codes(desk) == {file.name: []}
    assert desk.files == {}


LAW = """regulation: law
published on 31 December 2029.
in force from 1 January 2030.

Article 1
  | Words.
  no effect on the machine: test
"""
REPEALS = """regulation: law/amendments/1-2030
instrument: Instrument no. 1/2030
amends: law
published on 10 May 2030.
in force from 1 June 2030.
its content is known in full.

Article 1
  | Repeals.
  repeal article 1.
"""


def test_an_instrument_is_looked_at_again_when_what_it_amends_is_another(tmp_path: Path) -> None:
    """Article 1, which it repeals, is article 2 meanwhile; closed unsaved, the text is as it was."""
    home = tmp_path.resolve() / "law"
    (home / "amendments").mkdir(parents=True)
    text, instrument = home / "2030-01-01.en.ludi", home / "amendments" / "1-2030.en.ludi"
    desk = OpenFiles()
    for file, written in ((text, LAW), (instrument, REPEALS)):
        file.write_text(written, "utf-8")
        desk.change(file, written)
    assert codes(desk) == {text.name: [], instrument.name: []}
    desk.change(text, LAW.replace("Article 1", "Article 2"))
    assert codes(desk) == {text.name: [], instrument.name: ["no-such-provision"]}
    desk.close(text)
    assert codes(desk) == {instrument.name: []}


def test_a_text_is_looked_at_again_when_a_glossary_is_another_that_its_own_inherits(shelf: Path) -> None:
    desk, lent, file = OpenFiles(), (shelf / "lent" / "glossary.toml").resolve(), (shelf / "1.en.ludi").resolve()
    lent.parent.mkdir()
    lent.write_text('[big]\nen = ["big"]\n', "utf-8")
    (shelf / "glossary.toml").write_text('inherits = "./lent"\n', "utf-8")
    desk.change(file, f"{HEADER}Article 1\n  “big” is a bet.\n")
    assert "unknown-term" not in codes(desk)[file.name]
    desk.change(lent, lent.read_text("utf-8").replace('"big"', '"small"'))
    assert "unknown-term" in codes(desk)[file.name]
    desk.close(lent)
    assert "unknown-term" not in codes(desk)[file.name]


@pytest.mark.parametrize("name", ["ab.ludi", "abc.ludi", "ab.xx.ludi", ".ludi"])
def test_a_file_without_a_language_in_its_name_keeps_nothing_from_being_said(shelf: Path, name: str) -> None:
    desk, file = OpenFiles(), text_in(shelf, "en")
    desk.change(file.with_name(name), "nonsense\n")
    desk.change(file, "nonsense\n")
    assert "unexpected-text" in codes(desk)[file.name]
    desk.close(file.with_name(name))
    assert codes(desk) == {}


def test_links_that_lead_to_each_other_keep_nothing_from_being_said(shelf: Path) -> None:
    desk, file = OpenFiles(), text_in(shelf, "en")
    one, other = (file.with_name(f"{number}.en.ludi") for number in (8, 9))
    one.symlink_to(other)
    other.symlink_to(one)
    desk.change(file, "nonsense\n")
    assert "unexpected-text" in codes(desk)[file.name]


def test_many_changes_are_looked_at_once(shelf: Path) -> None:
    desk, file = OpenFiles(), text_in(shelf, "en")
    text = file.read_text("utf-8")
    for number in range(50):
        desk.change(file, text + "\n" * number)
    changed, news = desk.look()
    assert changed == {file}
    assert news[file] == ()
    assert desk.look() == (set(), {})


def test_nothing_is_read_from_an_overlay_that_is_over(shelf: Path) -> None:
    file = text_in(shelf, "en")
    with overlaid({file: Unsaved(b"nonsense")}):
        assert view_of(file).source.text == "nonsense"
    assert view_of(file).source.text == file.read_text("utf-8")


# ── What a search has found ─────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ("one two three", "one X two three", "two"),
        ("one two three", "one two X three", "two"),
        ("one two three", "one tXwo three", None),
        ("one two three", "one two three", "two"),
    ],
)
def test_what_was_found_moves_with_its_words_and_goes_with_them(before: str, after: str, moved: str | None) -> None:
    span = moved_span(Span(4, 7), before, after)
    assert (after[span.start : span.end] if span else None) == moved


def test_what_a_search_has_found_stays_until_its_words_are_changed(shelf: Path) -> None:
    desk, file = OpenFiles(), text_in(shelf, "en")
    text = file.read_text("utf-8")
    desk.change(file, text)
    codes(desk)
    source = view_of(file).source
    found = note("gap", Label(source, Span(0, text.index("\n"))))
    desk.search(shelf / "two-tokens", (found,))
    assert [d.code for d in desk.look()[1][file]] == [found.code]
    desk.change(file, "# above\n" + text)
    (moved,) = desk.look()[1][file]
    span = moved.labels[0].span
    assert span.start == found.labels[0].span.start + len("# above\n")
    desk.change(file, text.replace("regulation", "regulXation", 1))
    assert found.code not in [d.code for d in desk.look()[1][file]]


def test_what_was_found_in_a_glossary_moves_with_its_words_too(shelf: Path) -> None:
    desk, file, glossary = OpenFiles(), text_in(shelf, "en"), shelf / "two-tokens" / "glossary.toml"
    text = glossary.read_text("utf-8")
    desk.change(file, file.read_text("utf-8"))
    desk.change(glossary, text)
    codes(desk)
    entry = text.index("[")
    found = note("unused-term", Label(Source(str(glossary), "en", text), Span(entry, text.index("]") + 1)))
    desk.search(shelf / "two-tokens", (found,))
    desk.change(glossary, "# above\n" + text)
    (moved,) = desk.look()[1][glossary]
    assert moved.labels[0].span.start == entry + len("# above\n")
    desk.change(glossary, text.replace("[", "[other-", 1))
    assert desk.look()[1][glossary] == ()


def test_of_a_work_that_was_closed_while_it_was_searched_nothing_is_said(shelf: Path) -> None:
    desk, file = OpenFiles(), text_in(shelf, "en")
    desk.change(file, file.read_text("utf-8"))
    found = note("gap", Label(view_of(file).source, Span(0, 1)))
    codes(desk)
    desk.close(file)
    codes(desk)
    desk.search(file.parent, (found,))
    assert codes(desk) == {}
