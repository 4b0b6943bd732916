"""Small texts as a new user writes them: what is accepted means what it says, the rest is refused at its sentence."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from lexludi.base.diagnostics import Diagnostic
from lexludi.base.errors import IllegalAction
from lexludi.base.messages import catalogue
from lexludi.base.source import Source
from lexludi.checks.checking import check_file, check_paths
from lexludi.cli.main import main
from lexludi.language.builder import build
from lexludi.language.nodes import Term, walk
from lexludi.language.printer import print_document
from lexludi.law.loader import text_file
from lexludi.play.actions import Deal, PlaceBet
from lexludi.play.game import load
from lexludi.play.telling import Teller

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
    for action in (PlaceBet("player-1", "box-1", "ante", 10), Deal()):
        round_.apply(action)
    assert round_.to_json()["drawn"] == ["Qs", "Kh", "Qd", "7c", "9h", "2s"]


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


@pytest.mark.parametrize(
    ("naming", "item"), [("b", "blue"), ("B", "black"), ("blue", "blue"), ("r", "red"), ("s", ""), ("blue+b", "")]
)
def test_a_bet_names_the_item_alone_whose_symbol_is_written_so(naming: str, item: str, tmp_path: Path) -> None:
    """Two symbols differ in case, and two are one, which names neither."""
    body = CROWN.format("'").replace("“player's pick” is a bet", "“player's pick” is a bet that names one “number”")
    body = body.replace("2 and 1.", "“blue”, “black”, “red”, “silver” and “sand”.").replace(
        "  each “die”", "# each “die”"
    )
    body = body.replace("the total of “banker” is 2", "“banker” shows the one named")
    symbols = {"blue": "b", "black": "B", "red": "R", "silver": "s", "sand": "s"}
    path = written(tmp_path, body, {**SPELLINGS, **{colour: colour for colour in symbols}})
    glossary = (tmp_path / "glossary.toml").read_text("utf-8")
    for colour, symbol in symbols.items():
        glossary = glossary.replace(f"[{colour}]\n", f'[{colour}]\nsymbol = "{symbol}"\n')
    (tmp_path / "glossary.toml").write_text(glossary, "utf-8")
    round_ = load(str(path)).new_round(cards=[item or "red"])
    bet = PlaceBet("punter-1", "", "pick", 5, naming)
    if not item:
        with pytest.raises(IllegalAction) as refusal:
            round_.apply(bet)
        assert refusal.value.key == "bet-names-wrongly"
        return
    for action in (bet, Deal()):
        round_.apply(action)
    assert round_.returns() == {"punter-1": 5}


@pytest.mark.parametrize("order", [("big", "pick"), ("pick", "big")])
def test_an_object_is_told_by_the_sign_of_what_it_shows(order: tuple[str, str], tmp_path: Path) -> None:
    """A term that no object shows has the same symbol, and another sign."""
    body = CROWN.format("'").replace("2 and 1", "“big” and 1").replace("  each “die”", "# each “die”")
    body = body.replace("the total of “banker” is 2", "“banker” shows “big”")
    spellings = {**SPELLINGS, "big": "big"}
    path = written(
        tmp_path, body, {term: spellings[term] for term in dict.fromkeys((*spellings.keys() - order, *order))}
    )
    glossary = (tmp_path / "glossary.toml").read_text("utf-8")
    for term, sign in (("big", "▲"), ("pick", "☞")):
        glossary = glossary.replace(f"[{term}]\n", f'[{term}]\nsymbol = "b"\nsign = "{sign}"\n')
    (tmp_path / "glossary.toml").write_text(glossary, "utf-8")
    round_ = load(str(path)).new_round(cards=["b"])
    for action in (PlaceBet("punter-1", "", "pick", 5), Deal()):
        round_.apply(action)
    teller = Teller.of(round_.game.rules, catalogue("en"))
    (thrown,) = (step for step in round_.trace if step.kind == "thrown")
    assert "▲" in teller.tell(thrown)
    assert "☞" not in teller.tell(thrown)


# ── The timeline ────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("language", "said"), [("zh", "推定為"), ("pt", "presume-se"), ("en", "presumed to be")])
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


# ── Counting ────────────────────────────────────────────────────────────────

ACES = """regulation: aces
invented example, not law.

Article 1 Cards
  “rank”, from high to low: “ace”, “king” and 6.
  material: 4 packs of “cards”, each with one for each combination of “rank”; 3 in each.
  there is one “dealer”.
  “player” bets.
  “pick” is a bet.

Article 2 Round
  bets are accepted.
  deal to “dealer”, 1 “cards” at a time, face up, until each has 3.
  settle “pick”.
  when {0} is 1, then “pick” pays 1 to 1.
  when {0} is 2 through 3, then “pick” pays 5 to 1.
  in every other case, “pick” loses.
"""
CARDS = {"rank": "rank", "ace": "ace", "king": "king", "6": "6", "card": "cards", "bank": "dealer", "punter": "player"}


@pytest.mark.parametrize(
    "counted", ["the number of “ace” of “dealer”", "the number of times that “dealer” shows “ace”"]
)
@pytest.mark.parametrize(
    ("cards", "net"), [("ace king 6", 5), ("king 6 ace", 5), ("ace 6 ace", 25), ("ace ace ace", 25), ("king 6 6", -5)]
)
def test_the_number_of_an_item_counts_the_objects_that_show_it(
    counted: str, cards: str, net: int, tmp_path: Path
) -> None:
    path = written(tmp_path, ACES.format(counted), {**CARDS, "pick": "pick"})
    round_ = load(str(path)).new_round(cards=cards)
    for action in (PlaceBet("punter-1", "", "pick", 5), Deal()):
        round_.apply(action)
    assert round_.returns() == {"punter-1": net}


@pytest.mark.parametrize("term", ["rank", "dealer", "pick"])
def test_what_is_neither_material_nor_an_item_nor_an_event_is_not_counted(term: str, tmp_path: Path) -> None:
    path = written(tmp_path, ACES.format(f"the number of “{term}” of “dealer”"), {**CARDS, "pick": "pick"})
    assert places(check_file(text_file(path)).diagnostics) == [("not-an-object", 15), ("not-an-object", 16)]


def test_a_worth_may_be_a_range(tmp_path: Path) -> None:
    """An ace that counts 1 through 3, beside two sixes: of 13, 14 and 15 the highest that does not exceed 14."""
    worth = "  “ace” counts 1 through 3.\n  6 counts 6.\n  a total is the highest that does not exceed 14.\n"
    body = ACES.format("the total of “dealer”").replace("  there is one", worth + "  there is one")
    body = body.replace("is 1,", "is 14,").replace("is 2 through 3,", "is 13 or 15,")
    path = written(tmp_path, body, {**CARDS, "pick": "pick"})
    round_ = load(str(path)).new_round(cards="ace 6 6")
    for action in (PlaceBet("punter-1", "", "pick", 5), Deal()):
        round_.apply(action)
    assert round_.returns() == {"punter-1": 5}


@pytest.mark.parametrize("default", ["1 or more", "1 through 6"])
def test_the_default_of_a_choice_is_one_value(default: str, tmp_path: Path) -> None:
    option = f"  house option “cards”: 1 or more; default {default}.\n"
    path = written(tmp_path, f"regulation: x\ninvented example, not law.\n\nArticle 1\n{option}", CARDS)
    assert places(check_file(text_file(path)).diagnostics) == [("default-not-among-choices", 5)]


# ── Material, and items that are not known ──────────────────────────────────


def test_material_is_declared_once(tmp_path: Path) -> None:
    body = ACES.format("the number of “ace” of “dealer”")
    again = "  material: 1 “cards”, each showing one “rank”.\n"
    path = written(tmp_path, body.replace("  there is one", again + "  there is one"), {**CARDS, "pick": "pick"})
    assert places(check_file(text_file(path)).diagnostics) == [("declared-twice", 7)]


def test_unknown_items_of_a_scale_are_said_to_be_unknown_and_not_to_stand_twice(tmp_path: Path) -> None:
    body = ACES.format("the number of “ace” of “dealer”").replace("“king”", "“earth” and “heaven”")
    path = written(tmp_path, body.replace("earth” and", "earth”,"), {**CARDS, "pick": "pick"})
    assert places(check_file(text_file(path)).diagnostics) == [("unknown-term", 5), ("unknown-term", 5)]


# ── Files ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["1.ludi", "1.fr.ludi", "zh.ludi"])
def test_a_file_without_a_language_is_told_of_wherever_it_lies(name: str, tmp_path: Path) -> None:
    written(tmp_path, CROWN.format("'"), SPELLINGS)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / name).write_text(CROWN.format("'"), "utf-8")
    found = check_paths([str(tmp_path)]).diagnostics
    assert [(d.code, d.args["name"]) for d in found] == [("file-without-language", name)]
    assert main(["check", str(tmp_path)]) == 1
    assert main(["check", str(tmp_path / "below" / name)]) == 1


# ── Dates and standings ─────────────────────────────────────────────────────

HEADER = "regulation: x\n{0}\n\nArticle 1 Bets\n  “player” bets.\n"


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("in force from 1 March 2005.\nworking translation, without authority.", []),
        ("summary of our own, not the official words.\nworking translation, without authority.", ["missing-entry"]),
        ("this language is authentic.\nthis language is authentic.\nin force from 1 March 2005.", []),
        ("this language is authentic.\ninvented example, not law.", ["contradictory-header 3"]),
        ("invented example, not law.\nsigned on 1 May 2005.\nsigned on 2 May 2005.", ["contradictory-header 4"]),
        ("invented example, not law.\ntitle: One\ntitle: Two", ["contradictory-header 4"]),
        ("invented example, not law.\nsigned on 2 May 2005.\npublished on 1 May 2005.", ["dates-out-of-order 4"]),
        ("invented example, not law.\nsigned on 2 May 2005.\nin force from 1 May 2005.", ["dates-out-of-order 4"]),
        (
            "invented example, not law.\nsigned on 2 May 2005.\npublished on 30 April 2005.\n"
            "in force on the day after publication.",
            ["dates-out-of-order 4"],
        ),
        (
            "invented example, not law.\npublished on 31 December 9999.\nin force on the day after publication.",
            ["impossible-date 4"],
        ),
        ("invented example, not law.\npublished on 30 December 9999.\nin force on the day after publication.", []),
    ],
)
def test_what_a_header_says_can_be_so(header: str, expected: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, HEADER.format(header), SPELLINGS)
    found = [f"{code} {line}" for code, line in places(check_file(text_file(path)).diagnostics)]
    assert len(found) == len(expected)
    assert all(code.startswith(wanted) for code, wanted in zip(found, expected, strict=True)), found


def test_a_translated_summary_is_a_summary_whichever_is_said_first(tmp_path: Path) -> None:
    said = ["summary of our own, not the official words.", "working translation, without authority."]
    for header in (said, said[::-1]):
        rules = check_file(text_file(written(tmp_path, HEADER.format("\n".join(header)), SPELLINGS))).rules
        assert rules is not None
        assert rules.metadata.standing == "summary"
