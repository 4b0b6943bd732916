"""Small texts as a new user writes them: what is accepted means what it says, the rest is refused at its sentence."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.source import Source
from lexludi.checks.checking import check_file
from lexludi.cli.main import main
from lexludi.language.builder import build
from lexludi.language.nodes import Term, walk
from lexludi.language.printer import print_document
from lexludi.law.loader import text_file
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import load

HERE = Path(__file__).resolve().parent
TOKENS = HERE / "corpus" / "valid" / "two-tokens"
DICE = HERE / "corpus" / "valid" / "three-dice"


def written(folder: Path, body: str, spellings: Mapping[str, str], language: str = "en") -> Path:
    """A text in a folder of its own, with a glossary of ids and their spellings in one language."""
    glossary = "".join(f'[{term}]\n{language} = ["{spelling}"]\n' for term, spelling in spellings.items())
    (folder / "glossary.toml").write_text(glossary, "utf-8")
    path = folder / f"1.{language}.ludi"
    path.write_text(body, "utf-8")
    return path


def places(found: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[tuple[str, int]]:
    """The codes and lines of diagnostics."""
    return [(d.code, d.labels[0].source.line_of(d.labels[0].span.start)) for d in found]


# ── Apostrophes ─────────────────────────────────────────────────────────────

CROWN = """regulation: crown
invented example, not law.

Article 1 Dice
  “number”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “banker”.
  “player” bets.
  “player{0}s pick” is a bet.

Article 2 Round
  bets are accepted.
  “banker” throws “die”.
  settle “player{0}s pick”.
  when the total of “banker” is 2, then “player{0}s pick” pays 1 to 1.
  in every other case, “player{0}s pick” loses.
"""
SPELLINGS = {"face": "number", "die": "die", "bank": "banker", "punter": "player", "pick": "player's pick"}


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_a_term_may_have_an_apostrophe_of_either_form(apostrophe: str, tmp_path: Path) -> None:
    path = written(tmp_path, CROWN.format(apostrophe), SPELLINGS)
    assert check_file(text_file(path)).diagnostics == ()
    round_ = load(str(path)).new_round(cards=["2"])
    for action in (PlaceBet("punter-1", "", "pick", 5), Deal()):
        round_.apply(action)
    assert round_.returns() == {"punter-1": 5}


@pytest.mark.parametrize(
    ("language", "written_as", "term"),
    [
        ("en", "“players’ bet” loses.", "players’ bet"),
        ("en", "‘player’s bet’ loses.", "player’s bet"),
        ("en", "‘bet’ loses.", "bet"),
        ("pt", "«copo d’água» perde.", "copo d’água"),
        ("zh", "「多寶’」輸。", "多寶’"),
        ("zh", "‘多寶’輸。", "多寶"),
    ],
)
def test_the_same_sign_closes_a_quotation_only_where_one_is_open(language: str, written_as: str, term: str) -> None:
    heading = {"zh": "第一條 投注", "pt": "Artigo 1.º Apostas", "en": "Article 1 Bets"}[language]
    document, found = build(Source("text", language, f"{heading}\n  {written_as}\n"))
    assert found == []
    assert document is not None
    (sentence,) = document.provisions[0].sentences()
    assert [n.written for n in walk(sentence.statement) if isinstance(n, Term)] == [term]
    again, _ = build(Source("text", language, print_document(document)))
    assert again == document


# ── Symbols and ids ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("cards", ["H H", "heads heads", "h HEADS"])
def test_objects_are_given_by_symbol_or_by_id(cards: str) -> None:
    round_ = load(str(TOKENS / "1.en.ludi")).new_round(cards=cards)
    bet = next(iter(round_.game.rules.bets))
    for action in (PlaceBet("player-1", "", bet, 100), Deal()):
        round_.apply(action)
    assert round_.returns() == {"player-1": 95}  # heads, less the commission of 5 %


def test_objects_of_several_items_are_given_by_all_of_them() -> None:
    round_ = load("mo/q-poker").new_round(cards="queen-spades hearts-king Qd 7c 9h 2s")
    assert round_.program.material.symbols(round_.state.given or ()) == ["Qs", "Kh", "Qd", "7c", "9h", "2s"]


@pytest.mark.parametrize("naming", ["six", "6", "VI", "vi"])
def test_a_bet_names_an_item_by_symbol_sign_or_id(naming: str, tmp_path: Path) -> None:
    body = CROWN.format("'").replace("“player's pick” is a bet", "“player's pick” is a bet that names one “number”")
    body = body.replace("2 and 1", "“six” and 1").replace("the total of “banker” is 2", "the total of “banker” is 6")
    path = written(
        tmp_path, body.replace("  each “die”", "  “six” counts 6.\n  each “die”"), {**SPELLINGS, "six": "six"}
    )
    with (tmp_path / "glossary.toml").open("a", encoding="utf-8") as glossary:
        glossary.write('symbol = "6"\nsign = "VI"\n')
    round_ = load(str(path)).new_round(cards=["six"])
    for action in (PlaceBet("punter-1", "", "pick", 5, naming), Deal()):
        round_.apply(action)
    assert [bet.naming for bet in round_.state.bets] == ["six"]
    assert round_.returns() == {"punter-1": 5}


# ── The timeline ────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("language", "said"), [("zh", "暫以"), ("pt", "que se toma por"), ("en", "taken to be")])
def test_the_timeline_says_why_a_first_text_is_taken_to_be_in_force(
    language: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(DICE, tmp_path / "dice")
    text = (tmp_path / "dice" / "1.en.ludi").read_text("utf-8")
    entry = "in force from a day not known, taken to be 2 March 2010: the preamble names no other.\n"
    (tmp_path / "dice" / "1.en.ludi").write_text(text.replace("invented example", entry + "invented example"), "utf-8")
    for other in ("1.zh.ludi", "1.pt.ludi"):
        (tmp_path / "dice" / other).unlink()
    assert main(["log", str(tmp_path / "dice"), "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert "the preamble names no other" in shown
    assert said in shown
