"""Answers about a place of a text: hover, definition, references, renaming, fixes, highlighting, outline."""

import itertools
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from lexludi.base.diagnostics import has_errors
from lexludi.base.messages import catalogue
from lexludi.base.overlay import Unsaved, overlaid
from lexludi.base.source import Span
from lexludi.checks.checking import check_paths
from lexludi.editor.completing import completions
from lexludi.editor.cursor import nodes_of
from lexludi.editor.fixes import fixes, formatting, unmarked
from lexludi.editor.glossaries import home_of_term, spellings_in
from lexludi.editor.highlighting import Colour, highlights
from lexludi.editor.hovering import hover
from lexludi.editor.occurrences import definitions, references, uses_of_term
from lexludi.editor.outline import ODDS, eids_beside, foldings, lenses, outline
from lexludi.editor.renaming import Edit, NotRenamed, refuse_inherited
from lexludi.editor.renaming import rename as rename_uses
from lexludi.editor.running import told_round
from lexludi.editor.views import View, home_of, is_text, view_of
from lexludi.language.glossary import glossary_for
from lexludi.language.nodes import Reference, Term
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import files_in

ROOT = Path(__file__).parent.parent.parent
CORPUS = ROOT / "tests" / "corpus" / "valid"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Drawing to a total with its glossaries, to be edited; it stands on no shelf of ours."""
    copytree(CORPUS / "draw-to-total", tmp_path / "draw-to-total")
    (tmp_path / "glossary.toml").write_text((ROOT / "regulations" / "glossary.toml").read_text("utf-8"), "utf-8")
    return tmp_path.resolve()


def view_in(shelf: Path, language: str) -> View:
    found = view_of(next((shelf / "draw-to-total").glob(f"*.{language}.ludi")))
    assert found is not None
    return found


def term_in(view: View, written: str = "") -> Term:
    return next(n for n in nodes_of(view) if isinstance(n, Term) and written in ("", n.written))


# ── Hover ───────────────────────────────────────────────────────────────────


def test_a_term_is_shown_in_three_languages(shelf: Path) -> None:
    view = view_in(shelf, "en")
    shown = hover(view, term_in(view, "cards").span.start + 1)
    assert shown is not None
    for word in ("紙牌", "carta", "card", "`card`"):
        assert word in shown.text


def test_a_rule_is_shown_as_the_other_texts_have_it_with_what_it_does(shelf: Path) -> None:
    view = view_in(shelf, "en")
    place = view.source.text.index("” shuffles “") + 3
    shown = hover(view, place)
    assert shown is not None
    # As the other texts write it, but for the number of a noun.
    assert "「莊荷」洗「紙牌」。" in shown.text
    assert "«croupier» baralha «carta»." in shown.text
    for language in ("zh", "pt"):
        (words, *_) = view_in(shelf, language).provisions["art_5__para_1"].words()
        assert f"> {words.text}" in shown.text
    assert "chance is the same with or without it" in shown.text


def test_a_rule_is_shown_with_its_terms_in_the_plural_where_the_other_language_has_it() -> None:
    view = view_of(ROOT / "regulations" / "mo" / "q-poker" / "2005-01-18.zh.ludi")
    assert view is not None
    shown = hover(view, view.source.text.index("用具：") + 1)
    assert shown is not None
    assert "material: «número de baralhos» baralhos de «cartas»," in shown.text
    assert "material: “number of packs” packs of “cards”," in shown.text


def test_a_citation_shows_the_words_that_it_cites() -> None:
    view = view_of(ROOT / "regulations" / "mo" / "q-poker" / "2005-01-18.en.ludi")
    assert view is not None
    cited = next(n for n in nodes_of(view) if isinstance(n, Reference) and n.target in view.provisions)
    shown = hover(view, cited.span.start)
    assert shown is not None
    (words, *_) = view.provisions[cited.target].words()
    assert words.text.split("\n")[0][:30] in shown.text.replace("\\", "")


def test_nothing_is_shown_of_words_of_the_law(shelf: Path) -> None:
    view = view_in(shelf, "en")
    assert hover(view, view.source.text.index("| ") + 5) is None


# ── Definitions, references, renaming ───────────────────────────────────────


def test_a_term_is_defined_in_its_glossary_and_a_citation_at_its_provision(shelf: Path) -> None:
    view = view_in(shelf, "pt")
    (found,) = definitions(view, term_in(view, "cartas").span.start + 1)
    assert found.path == shelf / "draw-to-total" / "glossary.toml"
    assert found.source.text[found.span.start : found.span.end] == "card"


def test_every_use_of_a_term_is_found_in_all_texts_and_the_glossary(shelf: Path) -> None:
    view = view_in(shelf, "zh")
    term = term_in(view, "紙牌")
    found = [*itertools.chain(*references(view, term.span.start + 1))]
    folder = shelf / "draw-to-total"
    assert {f.path for f in found} == {folder / "glossary.toml", *files_in(folder)}
    for use in found:
        assert use.source.text[use.span.start : use.span.end] == use.spelling
    in_zh = [f for f in found if f.path == view.path]
    assert len(in_zh) == view.source.text.count("「紙牌」")


def rename(glossary: Path, term: str, language: str, written: str, name: str, *tops: Path) -> list[Edit]:
    uses = itertools.chain(*uses_of_term(glossary, term, tops))
    return rename_uses(uses, glossary, term, language, written, name, tops)


def applied(edits: list[Edit]) -> None:
    """Write edits into their files, from the last place to the first."""
    for path in {edit.path for edit in edits}:
        text = path.read_text("utf-8")
        for edit in sorted((e for e in edits if e.path == path), key=lambda e: -e.span.start):
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
        path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    "name", ["撲克牌|naipe de jogar|playing card", "撲克牌｜naipe de jogar｜playing card", "撲克牌"]
)
@pytest.mark.parametrize("written", ["紙牌"])
def test_after_a_term_is_renamed_in_one_language_or_three_check_is_as_silent_as_before(
    shelf: Path, written: str, name: str
) -> None:
    before = check_paths([str(shelf)]).diagnostics
    assert not has_errors(before)
    edits = rename(shelf / "draw-to-total" / "glossary.toml", "card", "zh", written, name)
    applied(edits)
    assert [d.code for d in check_paths([str(shelf)]).diagnostics] == [d.code for d in before]
    texts = {language: view_in(shelf, language).source.text for language in LANGUAGES}
    assert "「紙牌」" not in texts["zh"]
    assert "「撲克牌」" in texts["zh"]
    glossary = (shelf / "draw-to-total" / "glossary.toml").read_text("utf-8")
    assert ("playing card" in glossary, "naipe de jogar" in glossary) == (len(name) > 3, len(name) > 3)


def test_the_name_of_a_term_may_have_an_apostrophe(shelf: Path) -> None:
    before = check_paths([str(shelf)]).diagnostics
    glossary = shelf / "draw-to-total" / "glossary.toml"
    applied(rename(glossary, "card", "en", "card", "banker’s card"))
    assert [d.code for d in check_paths([str(shelf)]).diagnostics] == [d.code for d in before]
    assert "banker’s card" in view_in(shelf, "en").source.text
    for name in ("card’", "’card", "甲’乙", "banker's card"):
        with pytest.raises(NotRenamed):
            rename(glossary, "card", "en", "banker’s card", name)


SHELF = ROOT / "regulations"
NAMES = {"zh": "新詞甲", "pt": "termo novo", "en": "new term"}
TERMS = [
    (glossary.relative_to(SHELF), spelled.term)
    for glossary in sorted(SHELF.rglob("glossary.toml"))
    for spelled in spellings_in(glossary.read_text("utf-8"))
    if not spelled.language
]
SAMPLE = Random(3).sample(TERMS, 3)


@pytest.fixture(scope="module")
def whole_shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copytree(SHELF, tmp_path_factory.mktemp("renamed").resolve() / "shelf")


@pytest.mark.parametrize(
    ("glossary", "term"),
    [
        pytest.param(*one, marks=[] if one in SAMPLE else pytest.mark.soak, id=f"{one[0].parent}-{one[1]}")
        for one in TERMS
    ],
)
def test_check_says_the_same_of_every_work_after_a_term_of_the_shelf_is_renamed(
    whole_shelf: Path, glossary: Path, term: str
) -> None:
    home = whole_shelf / glossary
    uses = list(itertools.chain(*uses_of_term(home, term)))
    language = LANGUAGES[len(term) % len(LANGUAGES)]
    written = next(use.spelling for use in uses if (use.path, use.language) == (home, language))
    edits = rename_uses(uses, home, term, language, written, "|".join(NAMES.values()))
    texts = {edit.path: edit.path.read_text("utf-8") for edit in edits}
    works = sorted({str(home_of(path)) for path in texts if is_text(path)}) or [str(home.parent)]

    def said() -> Counter[tuple[object, ...]]:
        return Counter((d.code, *(label.eid for label in d.labels)) for d in check_paths(works).diagnostics)

    before = said()
    applied(edits)
    try:
        assert {edit.text for edit in edits} == set(NAMES.values())
        assert said() == before
    finally:
        for path, text in texts.items():
            path.write_text(text, "utf-8")


@pytest.mark.parametrize("name", ["", " ", "莊荷", "a«b", "a\nb", "x" * 61, "a|b", "a｜b", 'a"b', "\\"])
def test_a_name_that_is_none_or_is_taken_is_refused(shelf: Path, name: str) -> None:
    with pytest.raises(NotRenamed) as refused:
        rename(shelf / "draw-to-total" / "glossary.toml", "card", "zh", "紙牌", name)
    for language in LANGUAGES:
        assert refused.value.tell(language)


def test_an_entry_of_a_glossary_nearer_by_keeps_its_name(shelf: Path) -> None:
    # Both have an entry for cards; that of the folder holds.
    nearer = shelf / "draw-to-total" / "glossary.toml"
    assert home_of_term(view_in(shelf, "zh").path, "card") == nearer
    edits = rename(shelf / "glossary.toml", "card", "zh", "紙牌", "撲克牌")
    assert {edit.path for edit in edits} == {shelf / "glossary.toml"}


def test_the_plural_of_a_noun_is_renamed_with_the_spelling_that_it_is(tmp_path: Path) -> None:
    """Else it is no spelling of the term any more, and sentences that are told have no plural of it."""
    glossary = tmp_path.resolve() / "glossary.toml"
    glossary.write_text(
        '[card]\nnoun.en = { plural = "cards" }\n"en" = ["card", "cards"]\n'
        'pt = ["carta", "cartas"]\nnoun.pt = { gender = "f", plural = "cartas" }\n',
        "utf-8",
    )
    applied(rename(glossary, "card", "en", "cards", "tiles"))
    assert glossary_for(glossary).plural("card", "en") == "tiles"
    applied(rename(glossary, "card", "pt", "cartas", "peças"))
    assert glossary_for(glossary).plural("card", "pt") == "peças"
    applied(rename(glossary, "card", "zh", "", "牌|peça|tile"))
    assert [glossary_for(glossary).spelling("card", language) for language in LANGUAGES] == ["card", "peça", "tile"]
    assert glossary_for(glossary).plural("card", "pt") == "peças"


def test_a_term_whose_accents_stand_apart_in_its_glossary_is_renamed_in_texts_too(tmp_path: Path) -> None:
    glossary, text = tmp_path.resolve() / "glossary.toml", tmp_path.resolve() / "1.pt.ludi"
    glossary.write_text(unicodedata.normalize("NFD", '[face]\npt = ["número"]\n'), "utf-8")
    text.write_text("regulamento: x\n\nArtigo 1.º\n  «número» é uma aposta.\n", "utf-8")
    applied(rename(glossary, "face", "pt", "número", "face"))
    assert '["face"]' in glossary.read_text("utf-8")
    assert "«face»" in text.read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "“dealer” shuflles “cards”, or perhaps not."),
        ("en", '"dealer" "cards" ‘cards’'),
        ("en", "on 1 January 2031, in article 1, replace:\n  > Article 1\n  >   of the “cards” nothing is known."),
        ("pt", "baralham-se as «cartas»!"),
        ("zh", "「紙牌」由何人洗？"),
    ],
)
def test_a_term_is_renamed_in_a_sentence_that_cannot_be_read(shelf: Path, language: str, sentence: str) -> None:
    """Else it would have a second mistake, once the first is mended; words of the law and remarks keep theirs."""
    view = view_in(shelf, language)
    kept = {
        "en": "no effect on the machine: “cards”.\n  # “cards”\n  | “cards”",
        "pt": "sem efeito na máquina: «cartas».\n  # «cartas»\n  | «cartas»",
        "zh": "不影響程式運作：「紙牌」。\n  # 「紙牌」\n  | 「紙牌」",
    }[language]
    view.path.write_text(f"{view.source.text}  {sentence}\n  {kept}\n", "utf-8")
    assert has_errors(view_in(shelf, language).checked.diagnostics)
    written = {"en": "cards", "pt": "cartas", "zh": "紙牌"}[language]
    applied(rename(shelf / "draw-to-total" / "glossary.toml", "card", language, written, "甲乙丙"))
    renamed = sentence.replace(written, "甲乙丙")
    assert view_in(shelf, language).source.text.endswith(f"  {renamed}\n  {kept}\n")


@pytest.fixture
def heir(shelf: Path) -> Path:
    """A text beside the shelf, whose glossary inherits that of the shelf and has a term of its own."""
    home = shelf / "own" / "work"
    home.mkdir(parents=True)
    # The shelf is no folder above: it stands beside.
    (shelf / "lent").mkdir()
    (shelf / "glossary.toml").rename(shelf / "lent" / "glossary.toml")
    (home.parent / "glossary.toml").write_text('inherits = "../lent"\n\n[own]\nen = ["own"]\n', "utf-8")
    text = "regulation: x\n\nArticle 1\n  | Shuffling.\n  “dealer” shuffles “cards”.\n"
    (home / "1.en.ludi").write_text(text, "utf-8")
    return home / "1.en.ludi"


def test_uses_of_an_inherited_term_are_found_in_the_text_at_hand(heir: Path) -> None:
    view = view_of(heir)
    assert view is not None
    place = view.source.text.index("“dealer”") + 1
    uses = list(itertools.chain(*references(view, place)))
    assert [u.span.start for u in uses if u.path == heir] == [place]
    assert {u.path.parent.name for u in uses} == {"lent", "work"}


def test_an_inherited_term_is_renamed_where_it_stands_and_not_where_it_is_used(heir: Path) -> None:
    lent = heir.parent.parent.parent / "lent" / "glossary.toml"
    with pytest.raises(NotRenamed) as refused:
        refuse_inherited(lent, "dealer", heir)
    for language in LANGUAGES:
        assert "glossary.toml" in refused.value.tell(language)
    refuse_inherited(lent, "dealer", lent)
    refuse_inherited(heir.parent.parent / "glossary.toml", "own", heir)


def test_a_shared_term_is_renamed_in_the_texts_that_inherit_it_too(heir: Path) -> None:
    """They stand below no folder of its glossary, and would have an unknown term."""
    top = heir.parent.parent.parent
    lent = top / "lent" / "glossary.toml"
    with pytest.raises(NotRenamed) as refused:
        rename(lent, "dealer", "en", "dealer", "own", top)
    assert refused.value.key == "name-taken"
    applied(rename(lent, "dealer", "en", "dealer", "croupier", top))
    assert "“croupier” shuffles" in heir.read_text("utf-8")
    assert glossary_for(heir).resolve("en", "croupier") == "dealer"


def test_spellings_are_found_at_their_places_as_a_parser_of_toml_reads_them() -> None:
    text = '[a-b]\nzh = ["甲", # one\n  \'乙"\']\nen = ["x\\u0041"]\n["c"]\npt = ["[d]"]\n'
    assert list(spellings_in("")) == []
    found = [(s.term, s.language, s.spelling, text[s.span.start : s.span.end]) for s in spellings_in(text)]
    assert found == [
        ("a-b", "", "a-b", "a-b"),
        ("a-b", "zh", "甲", "甲"),
        ("a-b", "zh", '乙"', '乙"'),
        ("a-b", "en", "xA", "x\\u0041"),
        ("c", "", "c", '"c"'),
        ("c", "pt", "[d]", "[d]"),
    ]


FORMS = '''
inherits = "../x"  # ["card"]
card = { zh = ["紙牌"], noun = { pt = { plural = "cartas" } }, "pt" = ['carta', "cartas"] }
die.en = ["die", # "]
  """dice"""]
[die.noun.en]
plural = "dice"
[die.says]
en = ["{} rolls", "{} does not"]
[true]
en = ["""
[no]
en = ["heading"]"""]
'''


def test_spellings_are_found_in_every_form_that_a_glossary_can_have() -> None:
    """In tables in a line, under names with dots, and below headings of their own; a string may look like any."""
    found = [(s.term, s.language, s.spelling) for s in spellings_in(FORMS) if s.language]
    assert sorted(found) == sorted(
        [
            *(("card", "pt", word) for word in ("carta", "cartas", "cartas")),
            ("card", "zh", "紙牌"),
            *(("die", "en", word) for word in ("die", "dice", "dice")),
            ("true", "en", '[no]\nen = ["heading"]'),
        ]
    )
    assert list(dict.fromkeys(s.term for s in spellings_in(FORMS))) == ["card", "die", "true"]
    assert set(tomllib.loads(FORMS)) == {"inherits", "card", "die", "true"}


@pytest.mark.parametrize("entry", ["card = {{ {} }}", "card.{}", '"card".{}'])
def test_a_term_is_renamed_however_its_entry_is_written(tmp_path: Path, entry: str) -> None:
    glossary, text = tmp_path.resolve() / "glossary.toml", tmp_path.resolve() / "1.en.ludi"
    glossary.write_text(entry.format('en = ["card", "cards"]'), "utf-8")
    text.write_text("regulation: x\n\nArticle 1\n  “dealer” shuffles “cards”.\n", "utf-8")
    view = view_of(text)
    assert view is not None
    (found,) = definitions(view, view.source.text.index("cards"))
    assert found.source.text[found.span.start : found.span.end].strip('"') == "card"
    applied(rename(glossary, "card", "en", "cards", "tiles"))
    assert "“tiles”" in text.read_text("utf-8")
    assert glossary_for(text).resolve("en", "tiles") == "card"


def test_at_the_heading_of_its_entry_a_term_is_given_a_name_in_each_language(shelf: Path) -> None:
    """No language is said there, so that one name would be that of none, and nothing would change."""
    glossary = shelf / "draw-to-total" / "glossary.toml"
    with pytest.raises(NotRenamed) as refused:
        rename(glossary, "card", "", "card", "tile")
    assert refused.value.key == "names-wanted"
    assert {edit.text for edit in rename(glossary, "card", "", "card", "牌|peça|tile")} == {"牌", "peça", "tile"}


# ── Fixes ───────────────────────────────────────────────────────────────────


def fixed(shelf: Path, language: str, sentence: str) -> list[tuple[str, str]]:
    """What is offered for a sentence put at the end of a text: words and what to put in their place."""
    view = view_in(shelf, language)
    text = f"{view.source.text}  {sentence}\n"
    with overlaid({view.path: Unsaved(text.encode())}):
        changed = view_of(view.path)
        assert changed is not None
        return [
            (text[f.span.start : f.span.end], f.text)
            for f in fixes(changed, Span(len(text) - len(sentence), len(text)))
        ]


def test_where_nothing_is_wrong_nothing_is_tried(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_in(shelf, "en")
    text = f"{view.source.text}  “dealer” shufles “cards”.\n"
    with overlaid({view.path: Unsaved(text.encode())}):
        changed = view_of(view.path)
    assert changed is not None
    tried: list[int] = []
    monkeypatch.setattr("lexludi.editor.fixes._errors", lambda view, source: tried.append(1) or len(tried))
    assert fixes(changed, Span(0, 1)) == []
    assert tried == []


@pytest.mark.parametrize(
    ("language", "sentence", "offered"),
    [
        ("en", "“dealer” shufles “cards”.", ("shufles", "shuffles")),
        ("en", "“deeler” shuffles “cards”.", ("“deeler”", "“dealer”")),
        ("en", "the dealer shuffles “cards”.", ("the dealer", "“dealer”")),
        ("en", "“dealer” shuffles “cards”", ("", ".")),
        ("en", "“dealer” shuffles “cards”;", (";", ".")),
        ("en", "‹dealer› shuffles “cards”.", ("‹dealer›", "“dealer”")),
        ("zh", "「莊荷」洗「紙牌。", ("「紙牌", "「紙牌」")),
        ("zh", "「庄荷」洗「紙牌」。", ("「庄荷」", "「莊荷」")),
        ("pt", "«croupier» baralha cartas».", ("cartas»", "«cartas»")),
        ("pt", "«croupier» baralhha «cartas».", ("baralhha", "baralha")),
        ("en", "repeal article 1, 6.", ("6", "paragraph 6")),
        ("en", "the “dealer” shuffles “cards”.", ("the ", "")),
        (
            "en",
            "“dealer” shuffles “cards” when the total of “dealer” is 4.",
            (
                "“dealer” shuffles “cards” when the total of “dealer” is 4",
                "when the total of “dealer” is 4, then “dealer” shuffles “cards”",
            ),
        ),
        (
            "en",
            "when the total of “dealer” is higher than 4 or 6, then the round ends.",
            (
                "the total of “dealer” is higher than 4 or 6",
                "(the total of “dealer” is higher than 4, or the total of “dealer” is higher than 6)",
            ),
        ),
        ("pt", "o artigo 5.º, 1 entra em vigor em 1 de Janeiro de 2031.", (", 1", ", n.º 1")),
        ("zh", "廢止第一條第6款。", ("第6款", "第六款")),
    ],
)
def test_a_hint_is_an_edit_that_takes_the_mistake_away(
    shelf: Path, language: str, sentence: str, offered: tuple[str, str]
) -> None:
    assert offered in fixed(shelf, language, sentence)


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "the die is thrown."), ("en", "players may leave."), ("zh", "骰子擲出。")]
)
def test_what_was_to_be_a_rule_is_not_made_prose(shelf: Path, language: str, sentence: str) -> None:
    """“no effect on the machine: is thrown.” has no error, and “amends: may leave.” has none either."""
    assert [text for _, text in fixed(shelf, language, sentence) if text[-1] in ":："] == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [("«croupier»", "croupier"), ("「莊荷」", "莊荷"), ("é", "é"), ("«a» e «b»", "«a» e «b»"), ("", ""), ("“", "“")],
)
def test_a_term_in_the_title_of_a_fix_has_its_marks_once(text: str, shown: str) -> None:
    assert unmarked(text) == shown


def test_what_has_no_mistake_has_no_fix(shelf: Path) -> None:
    assert fixed(shelf, "en", "“dealer” shuffles “cards”.") == []


def test_a_text_is_put_into_the_form_that_fmt_gives_it(shelf: Path) -> None:
    view = view_in(shelf, "en")
    assert formatting(view) == []
    broken = view.source.text.replace("“dealer” shuffles", '"dealer"   shuffles', 1)
    with overlaid({view.path: Unsaved(broken.encode())}):
        changed = view_of(view.path)
        assert changed is not None
        ((span, text),) = formatting(changed)
    assert broken[: span.start] + text + broken[span.end :] == view.source.text
    assert len(text) < 40


def test_a_text_that_cannot_be_read_is_not_formatted(shelf: Path) -> None:
    view = view_in(shelf, "en")
    with overlaid({view.path: Unsaved(f"{view.source.text}\n  nonsense here\n".encode())}):
        changed = view_of(view.path)
        assert changed is not None
        assert formatting(changed) == []


# ── Looks ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_highlights_follow_one_another_on_single_lines_and_cover_terms_and_words(shelf: Path, language: str) -> None:
    view = view_in(shelf, language)
    text, found = view.source.text, highlights(view)
    for one, other in itertools.pairwise(found):
        assert one.span.end <= other.span.start
    assert not any("\n" in text[h.span.start : h.span.end] for h in found)
    quotes = {"zh": "「」", "pt": "«»", "en": "“”"}[language]
    terms = [text[h.span.start : h.span.end] for h in found if h.colour is Colour.TERM]
    assert all(term[0] + term[-1] == quotes for term in terms)
    assert len(terms) == sum(isinstance(n, Term) for n in nodes_of(view))
    assert sum(h.colour is Colour.HEADING for h in found) == len(view.provisions)


def test_the_outline_nests_provisions_and_folds_them(shelf: Path) -> None:
    view = view_in(shelf, "en")
    units = outline(view)
    assert {unit.eid for unit in units} == {p.eid for p in view.document.provisions}
    assert all(unit.whole.start <= b.whole.start <= b.whole.end <= unit.whole.end for unit in units for b in unit.below)
    lines = view.source.text.split("\n")
    for start, end in foldings(view):
        assert lines[end].strip()
        assert start < end
    beside = eids_beside(view, Span(0, len(view.source.text)))
    assert [eid for _, eid in beside] == list(view.provisions)
    assert all(view.source.text[at : at + 1] in ("\n", "") for at, _ in beside)


def test_a_header_alone_has_no_outline_and_folds_by_itself(tmp_path: Path) -> None:
    for text, folds in (("regulation: x\n", []), ("regulation: x\ntitle: y\n", [(0, 1)])):
        (tmp_path / "1.en.ludi").write_text(text, "utf-8")
        view = view_of(tmp_path / "1.en.ludi")
        assert view is not None
        assert outline(view) == ()
        assert eids_beside(view, Span(0, len(text))) == []
        assert foldings(view) == folds


def test_a_text_that_runs_can_be_played_from_the_editor(shelf: Path) -> None:
    view = view_in(shelf, "en")
    found = lenses(view, catalogue("en"))
    assert {lens.about for lens in found if lens.command == ODDS} == {"", *view.rules.bets}
    assert all(lens.title for lens in found)
    assert "[article" in told_round(view.path, "en", 3)
    with overlaid({view.path: Unsaved(f"{view.source.text}\n  nonsense\n".encode())}):
        broken = view_of(view.path)
        assert broken is not None
        assert lenses(broken, catalogue("en")) == []


def test_completions_say_what_they_are(shelf: Path) -> None:
    view = view_in(shelf, "en")
    place = view.source.text.index("“dealer” shuffles") + len("“dealer” ")
    found = {one.text: one for one in completions(view, place)}
    assert found["shuffles"].documentation.startswith("The party")
    term = {one.text: one for one in completions(view, place - len("“dealer” "))}["“dealer”"]
    assert term.detail == "dealer"
    assert "莊荷" in term.documentation
