"""Rounds for a page, in CPython: what the page is told is what the command line says, and no more than it may know."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import fromstring

from hidden_card import WITH_A_DIE
from lexludi.base.resources import shelves
from lexludi.cli.main import main
from lexludi.language.phrases import LANGUAGES
from lexludi.law.loader import texts_of, works
from lexludi.play.game import load, make_game
from lexludi.play.session import Session
from lexludi.rules.model import RuleSet
from lexludi.rules.portable import rules_from_text, rules_to_text
from lexludi.rules.settings import stance_of
from lexludi.site import browser
from lexludi.site.browser import MAX_BYTES, Table
from lexludi.site.library import WorkOnDate
from lexludi.site.rounds import rounds_page
from lexludi.site.series import session_after
from small import DIE, ENDLESS, STAYING, THROW, game_of, pack

VALID = Path(__file__).parent / "corpus" / "valid"
Q_POKER = ("mo/q-poker", "Qs Kh Qd 7c 9h 2s", ("1:ante=10", "1:pair-plus=5"), ("1:play",))
BACCARAT = ("mo/baccarat", "3c 7c 3d 8s 8c", ("banker=100", "tie=10"), ())
DICE = (str(VALID / "three-dice"), "5 5 5", ("big=10", "single-face/5=1"), ())

BETS: list[dict[str, Any]] = [
    {"action": "bet", "bettor": "player-1", "holder": "box-1", "bet": "ante", "stake": "10"},
    {"action": "bet", "bettor": "player-2", "holder": "box-2", "bet": "ante", "stake": "10"},
]
DEAL = {"action": "deal"}


@pytest.fixture(scope="module")
def table() -> Table:
    table = Table()
    for name in (Q_POKER[0], BACCARAT[0], DICE[0]):
        game = load(name)
        table.put(name, game.version, rules_to_text(game.rules))
    return table


def ask(table: Table, game: str = "mo/q-poker", **question: Any) -> dict[str, Any]:
    answer = table.play(json.dumps({"game": game, "language": "en", **question}))
    return json.loads(answer)  # type: ignore[no-any-return]


def command(game: str, objects: str, bets: tuple[str, ...], choices: tuple[str, ...]) -> dict[str, Any]:
    """The round as the command line gives it, of the text that the page executes."""
    arguments = ["play", game, "--text", load(game).rules.language, "--cards", objects, "--format", "json"]
    arguments += [word for bet in bets for word in ("--bet", bet)]
    arguments += [word for choice in choices for word in ("--action", choice)]
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(arguments) == 0
    return json.loads(out.getvalue())  # type: ignore[no-any-return]


# ── Portable rule sets ──────────────────────────────────────────────────────

TEXTS = [
    file
    for folder in [*(shelves()[0] / work for work in works()), *sorted(VALID.iterdir())]
    if folder.is_dir() and folder.name != "amendment-sample"
    for file in texts_of(folder)
]


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: f"{file.path.parent.name}-{file.version}-{file.language}")
def test_a_portable_rule_set_plays_alike(file: Any) -> None:
    game = load(str(file.path))
    text = rules_to_text(game.rules)
    read = rules_from_text(text)
    assert make_game(read, game.version, {}, {}, own_stance=True).digest == game.digest
    assert rules_to_text(read) == text
    left_behind = ("document", "glossary")
    for name in RuleSet.__dataclass_fields__:
        assert name in left_behind or getattr(read, name) == getattr(game.rules, name), name
    assert read.glossary.entries == game.rules.glossary.entries


def test_rules_of_another_version_are_not_read() -> None:
    with pytest.raises(ValueError, match=r"lexludi\.rules/1"):
        rules_from_text('{"version": "lexludi.rules/2"}')


def test_nothing_heavy_is_needed() -> None:
    """What a browser does not have may not even be asked for."""
    blocked = (
        "import sys\nfor name in ('lark', 'babel', 'rich', 'numpy', 'jinja2', 'markupsafe'): sys.modules[name] = None\n"
    )
    program = blocked + "import lexludi.site.browser\nprint(*(m for m in sys.modules if m.startswith('lexludi.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=50, check=True)
    assert not {"lexludi.language.parser", "lexludi.law.loader", "lexludi.language.builder"} & set(done.stdout.split())


# ── The same rounds as at the command line ──────────────────────────────────


@pytest.mark.parametrize("scripted", [Q_POKER, BACCARAT, DICE], ids=["q-poker", "baccarat", "three-dice"])
def test_a_round_is_that_of_the_command_line(table: Table, scripted: Any) -> None:
    expected = command(*scripted)
    answer = ask(table, scripted[0], objects=scripted[1].split(), actions=expected["actions"])
    assert answer["stage"] == "over"
    assert answer["problem"] is None
    record = answer["record"]
    record["file"] = expected.get("file")
    assert record == {**expected, "file": expected.get("file")}
    assert [step["kind"] for step in answer["steps"]] == [step["step"] for step in expected["steps"]]
    cited = [[p["eid"] for p in step["provisions"]] for step in answer["steps"]]
    assert cited == [list(dict.fromkeys(step["provisions"])) for step in expected["steps"]]


def test_a_seed_gives_the_same_round_again(table: Table) -> None:
    first, again = (ask(table, seed=7, actions=[BETS[0], DEAL]) for _ in range(2))
    assert first == again
    assert ask(table, actions=[BETS[0], DEAL])["seed"] is not None


# ── Rounds one after another ────────────────────────────────────────────────

BANKER: list[dict[str, Any]] = [{"action": "bet", "bettor": "bettor-1", "bet": "banker", "stake": "100"}, DEAL]


@pytest.fixture(scope="module")
def shoe() -> list[dict[str, Any]]:
    """The records of a whole shoe and of a round after it, as the command line gives them."""
    out = io.StringIO()
    told = ["--text", load("mo/baccarat").rules.language, "--option", "packs=6", "--seed", "1", "--bet", "banker=100"]
    with redirect_stdout(out):
        assert main(["play", "mo/baccarat", *told, "--rounds", "65", "--format", "json"]) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def after(table: Table, rounds: int, **more: Any) -> dict[str, Any]:
    """The answer on the round that comes after so many of the shoe."""
    earlier = [{"actions": BANKER, "times": rounds}] if rounds else []
    return ask(table, "mo/baccarat", seed=1, options={"packs": 6}, rounds=earlier, actions=BANKER, **more)


def test_a_shoe_on_the_page_is_that_of_the_command_line(table: Table, shoe: list[dict[str, Any]]) -> None:
    end = next(n for n, record in enumerate(shoe) if n and record["fresh"]) - 1
    for number in (0, 1, 30, end):
        answer = after(table, number)
        assert {**answer["record"], "file": None} == {**shoe[number], "file": None}
        assert answer["series"]["number"] == number + 1
        assert answer["series"]["goes_on"] is (number != end)
        assert answer["series"]["ended"] is (number == end)
        plate, road = (r["columns"] for r in answer["series"]["roads"])
        assert [len(column) for column in plate[:-1]] == [6] * (len(plate) - 1)
        assert sum(map(len, plate)) == number + 1
        wins = [cell for column in road for cell in column if cell]
        assert sum(cell["ties"] + (cell["kind"] >= 0) for cell in wins) == number + 1


def test_roads_of_chosen_cards(table: Table) -> None:
    """7 against 6; 8 and 8, with a pair of the player; 9 against 8: the player, a tie, the player again."""
    cards = ["3c 2d 4h 4s", "4c 3d 4d 5h", "Ks 8d 9h Kc"]
    rounds = [{"actions": BANKER, "objects": dealt.split()} for dealt in cards[:2]]
    answer = ask(table, "mo/baccarat", rounds=rounds, objects=cards[2].split(), actions=BANKER)
    plate, road = (r["columns"] for r in answer["series"]["roads"])
    assert [[cell["sign"] for cell in column] for column in plate] == [["P", "T.", "P"]]
    assert [[cell and (cell["sign"], cell["ties"]) for cell in column] for column in road] == [
        [("P", 1), ("P", 0), None, None, None, None]
    ]
    assert answer["series"]["goes_on"]
    late = ask(table, "mo/baccarat", rounds=rounds, objects=["Ks"], actions=BANKER)
    assert late["needed"]["sentence"].startswith("Number 2:")
    assert late["needed"]["left"]["4d"] == 7  # with eight packs, one of them went in the second round


def test_bets_that_a_tie_leaves_standing_stand_in_the_next_round(table: Table) -> None:
    """Article 13(2) leaves the house to keep the bets on the sides when there is a tie."""
    tie = {"actions": BANKER, "objects": "4c 3d 4d 5h".split()}
    settings: dict[str, Any] = {"options": {"ties": "keep"}}
    answer = ask(table, "mo/baccarat", **settings, objects=tie["objects"], actions=BANKER)
    assert answer["series"]["kept"] == [{"bettor": "bettor-1", "holder": "", "bet": "banker", "naming": ""}]
    won = ask(table, "mo/baccarat", **settings, rounds=[tie], objects="2s Kd 3h 5c 8s".split(), actions=[DEAL])
    assert [(bet["bet"], bet["stake"]) for bet in won["bets"]] == [("banker", "100")]
    assert [step["kind"] for step in won["steps"]].count("bet-kept") == 1


def test_of_bets_of_a_kind_the_one_stands_that_names_what_has_not_come() -> None:
    """That on one is won, that on two stands: the page took a new bet on one for the one that stands."""
    table = Table()
    table.put("staying", "1", rules_to_text(game_of(STAYING).rules))
    bets = [{"action": "bet", "bettor": "player-1", "bet": "pick", "stake": "10", "naming": face} for face in "12"]
    answer = ask(table, "staying", objects=["1"], actions=[*bets, DEAL])
    assert [bet["result"] for bet in answer["bets"]] == ["win", "kept"]
    assert [(bet["bet"], bet["naming"]) for bet in answer["series"]["kept"]] == [("pick", "2")]


def test_cards_of_a_pack_that_has_had_its_last_round_may_come_again() -> None:
    """Once a two has come the cards are taken anew, so that the three that came before it may come again."""
    text = (
        f"{pack('3, 2 and 1')}Article 2\n  bets are accepted.\n"
        "  deal to “bank”, one “card” at a time, face up, until each has one.\n"
        "  when the total of “bank” is 2, then after this round 0 rounds remain.\n  settle “ante”.\n"
        "Article 3\n  “ante” loses.\n"
    )
    table = Table()
    table.put("small", "1", rules_to_text(game_of(text).rules))
    bet = {"action": "bet", "bettor": "player-1", "bet": "ante", "stake": "1"}

    def stage(*cards: str) -> str | None:
        *rounds, last = ({"actions": [bet, DEAL], "objects": [card]} for card in cards)
        stage: str | None = ask(table, "small", rounds=rounds, **last).get("stage")
        return stage

    assert [stage(*cards) for cards in ("323", "33", "32323", "3233")] == ["over", None, "over", None]


def test_a_game_whose_rounds_stand_alone_has_no_series(table: Table) -> None:
    assert ask(table, seed=7, actions=[BETS[0], DEAL])["series"] is None


def test_a_round_that_is_not_over_has_none_after_it(table: Table) -> None:
    answer = ask(table, "mo/baccarat", seed=1, rounds=[{"actions": BANKER[:1]}], actions=BANKER, language="pt")
    assert answer == {"problem": {**answer["problem"], "key": "round-not-over"}}
    assert answer["problem"]["sentence"].startswith("a jogada 1 não terminou")
    many = ask(table, "mo/baccarat", seed=1, rounds=[{"actions": BANKER, "times": 300}] * 2, actions=BANKER)
    assert many["problem"]["key"] == "field-too-many"


# ── Objects that are chosen, or added by chance ─────────────────────────────


def test_the_next_object_is_asked_for_with_its_holder(table: Table) -> None:
    answer = ask(table, objects=["Qs"], actions=[BETS[0], DEAL])
    assert answer["stage"] == "drawing"
    assert answer["done"] == 2
    assert answer["problem"] is None
    assert answer["needed"]["sentence"] == "Number 2: a card for the dealer"
    assert answer["needed"]["left"]["Qs"] == 0
    assert sum(answer["needed"]["left"].values()) == 51
    assert answer["hands"][0]["objects"] == ["Qs"]
    assert answer["hands"][0]["worth"] == ""


def test_the_third_object_of_a_side_is_asked_for(table: Table) -> None:
    bet = {"action": "bet", "bettor": "bettor-1", "bet": "tie", "stake": 1}
    answer = ask(table, "mo/baccarat", objects="3c 7c 3d 8s".split(), actions=[bet, DEAL], language="pt")
    assert answer["needed"]["sentence"] == "N.º 5: «carta» para o grupo banqueiro"
    assert answer["needed"]["left"]["3c"] == 7


def test_rounds_before_are_played_once_however_many_objects_chance_adds(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a round of baccarat four to six cards come by chance; with these given, the answer is the same."""
    played: list[int] = []

    def counted(*arguments: Any, **more: Any) -> Session:
        played.append(1)
        return session_after(*arguments, **more)

    monkeypatch.setattr(browser, "session_after", counted)
    dealt = ("9s 2h Kd 3c", "8s 2d Kc 3d", "9h 2s Ks 3h")
    naturals = [{"actions": BANKER, "objects": cards.split()} for cards in dealt]
    question = {"game": "mo/baccarat", "rounds": naturals, "actions": BANKER}
    by_chance = ask(table, objects=[], chance=True, **question)
    assert len(by_chance["objects"]) in (4, 5, 6)
    assert len(played) == 1
    assert ask(table, objects=by_chance["objects"], **question) == by_chance
    assert by_chance["series"]["number"] == 4


def test_chance_adds_objects_until_somebody_must_act(table: Table) -> None:
    answer = ask(table, objects=["Qs"], chance=True, actions=[*BETS, DEAL])
    assert answer["stage"] == "deciding"
    assert len(answer["objects"]) == len(set(answer["objects"])) == 9
    assert answer["objects"][0] == "Qs"
    assert answer["seed"] is None


def test_chance_adds_so_many_objects_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a round without an end another is always needed: the answer comes, and says so."""
    monkeypatch.setattr(browser, "MOST_ADDED", 5)
    table.put_game("endless", game_of(ENDLESS))
    bet = {"action": "bet", "bettor": "player-1", "bet": "ante", "stake": "1"}
    answer = ask(table, "endless", options={}, readings={}, objects=["2"], chance=True, actions=[bet, DEAL])
    assert (answer["stage"], len(answer["objects"]), answer["problem"]) == ("drawing", 6, None)
    assert answer["needed"]["kind"] == "die"


def test_more_of_an_object_than_there_are_is_refused(table: Table) -> None:
    answer = ask(table, objects=["Qs", "Qs"], actions=[BETS[0], DEAL])
    assert answer["problem"]["key"] == "too-many-of-one"
    assert [p["eid"] for p in answer["problem"]["provisions"]] == ["art_1__point_1"]


# ── What a party may know ───────────────────────────────────────────────────


def test_an_answer_holds_no_object_that_the_party_does_not_see(table: Table) -> None:
    objects = "Qs 4h Kh Qd 5h 7c 9h 6h 2s".split()
    asked = {"objects": objects, "actions": [*BETS, DEAL]}
    answer = ask(table, **asked, seen_by="player-1")
    assert answer["stage"] == "deciding"
    hands = {hand["holder"]: hand["objects"] for hand in answer["hands"]}
    assert hands["dealer"] is None
    assert answer["record"] is None
    del answer["objects"]
    shown = json.dumps(answer, ensure_ascii=False)
    assert not [sign for sign in ("Kh", "K♥", "7c", "7♣", "2s", "2♠") if f'"{sign}"' in shown or f" {sign}" in shown]
    assert [step["kind"] for step in answer["steps"]].count("dealt-unseen") == 3
    assert ask(table, **asked)["record"] is not None


def test_of_a_hand_dealt_face_up_in_part_an_answer_holds_what_lies_open(table: Table) -> None:
    game = load("xx/caribbean-stud")
    table.put("stud", game.version, rules_to_text(game.rules))
    objects = "8s 8d 5h 5c Ks Ac Jh 7h 6h 3c".split()
    bet = {"action": "bet", "bettor": "player-1", "holder": "", "bet": "ante", "stake": "10"}
    answer = ask(table, "stud", objects=objects, actions=[bet, DEAL], seen_by="player-1")
    assert answer["stage"] == "deciding"
    hands = {hand["holder"]: (hand["objects"], hand["count"]) for hand in answer["hands"]}
    assert hands == {"player-1": (objects[:5], 5), "dealer": (["Ac"], 5)}
    assert answer["record"] is None
    steps = [step["kind"] for step in answer["steps"] if step["kind"] in ("dealt", "dealt-unseen")]
    assert steps == ["dealt"] * 6 + ["dealt-unseen"] * 4


def test_of_a_choice_for_a_hand_that_the_party_does_not_see_nothing_tells_of_the_hand() -> None:
    """Ways to divide a hand name its tiles: player 1 sees those of their own; of the other, that the choice is due."""
    game, table = load("xx/pai-gow"), Table()
    table.put("pai-gow", game.version, rules_to_text(game.rules))
    objects = "31 66 33 5 21 44 51 51 61 9 33 22".split()
    bets = [{"action": "bet", "bettor": f"player-{number}", "bet": "main-bet", "stake": "1"} for number in (1, 2)]
    asked = {"objects": objects, "actions": [*bets, DEAL]}
    for party, offered in {"player-1": [6, 0], "player-2": [0, 6], "dealer": [0, 0], "": [6, 6]}.items():
        decisions = ask(table, "pai-gow", **asked, seen_by=party)["decisions"]
        assert [len(decision["alternatives"]) for decision in decisions] == offered


def test_tiles_that_have_been_divided_are_seen_by_no_others() -> None:
    """Player 1 has divided 31 5 51 9: player 2, who is to divide, sees the steps by which their own four came."""
    game, table = load("xx/pai-gow"), Table()
    table.put("pai-gow", game.version, rules_to_text(game.rules))
    objects = "31 66 33 5 21 44 51 51 61 9 33 22".split()
    bets = [{"action": "bet", "bettor": f"player-{number}", "bet": "main-bet", "stake": "1"} for number in (1, 2)]
    divided = {"action": "choose", "bettor": "player-1", "holder": "player-1", "choice": "1+2/3+4"}
    asked = {"objects": objects, "actions": [*bets, DEAL, divided]}
    for party, tiles in {"player-1": "31 5 51 9", "player-2": "66 21 51 33", "dealer": "33 44 61 22"}.items():
        steps = ask(table, "pai-gow", **asked, seen_by=party)["steps"]
        seen = [(step["holder"], thing) for step in steps if step["kind"] == "dealt" for thing in step["objects"]]
        assert seen == ([(party, thing) for thing in tiles.split()] if party != "dealer" else [])


# Invented: the hands of two players, and of the bank, are void where something of them is exposed.
VOID = f"""{pack("4, 3, 2 and 1")}\
Article 2
  bets are accepted.
  deal to each “player” with a bet, and then “bank”, one “card” at a time, face {{}}, until each has one.
  “player” with “ante” chooses to “stay” or “fold”.
  settle “ante”.
  “ante” is returned.
Article 3
  when “slip” happens to “player”, then the hand of “player” is void.
  when “slip” happens to “bank”, then the hand of “bank” is void.
"""


@pytest.mark.parametrize(
    ("face", "void", "seen"),
    [
        ("down", "player-2", ["4"]),
        ("down", "bank", ["4"]),
        ("down", "player-1", ["4"]),
        ("up", "player-2", ["4", "3", "2"]),
    ],
)
def test_a_hand_that_is_void_is_seen_by_those_alone_who_saw_it(face: str, void: str, seen: list[str]) -> None:
    """Player 1 holds a 4, player 2 a 3, the bank a 2; of a hand taken away nothing is told that its place told not."""
    table = Table()
    table.put("void", "1", rules_to_text(game_of(VOID.format(face)).rules))
    bets = [{"action": "bet", "bettor": f"player-{number}", "bet": "ante", "stake": "1"} for number in (1, 2)]
    slip = {"action": "irregularity", "event": "slip", "holder": void}
    asked = {"objects": ["4", "3", "2"], "actions": [*bets, DEAL, slip]}
    answer = ask(table, "void", **asked, seen_by="player-1")
    assert answer["stage"] == "deciding"
    assert [thing for step in answer["steps"] if step["kind"] == "dealt" for thing in step["objects"]] == seen
    assert (answer["record"] is None) == (face == "down")
    assert ask(table, "void", **asked)["record"] is not None


# Invented: of two cards of each box one lies face down, and half of a hand that is split lies by itself.
SPLIT = pack("3, 2 and 1", "4 packs").replace("“player” bets.", "there are 2 “box”.\n  “player” bets at “box”.")
SPLIT += """\
Article 2
  bets are accepted.
  deal to each “box” with a bet, one “card” at a time, face {}, until each has one.
  deal to each “box” with a bet, one “card” at a time, face {}, until each has two.
  “player” with “ante” chooses to “split” or “stay”.
  upon “split”: half of the hand becomes the “second hand”, with an equal bet on “ante”, and neither is split again.
  deal to each “box” with a bet, one “card” at a time, face up, until each has two.
  “player” with “ante” chooses to “hold” or “pass”.
  settle “ante”.
  “ante” is returned.
"""


@pytest.mark.parametrize(("first", "second", "seen"), [("up", "down", "233"), ("down", "up", "133")])
def test_steps_show_after_a_split_what_lay_open_before(first: str, second: str, seen: str) -> None:
    """A two and a one come, one of them face down, and a three face up to each half; player 2 sees three."""
    table = Table()
    table.put("split", "1", rules_to_text(game_of(SPLIT.format(first, second)).rules))
    bets = [
        {"action": "bet", "bettor": f"player-{number}", "holder": f"box-{number}", "bet": "ante", "stake": "1"}
        for number in (1, 2)
    ]
    choices = [
        {"action": "choose", "bettor": f"player-{number}", "holder": f"box-{number}", "choice": choice}
        for number, choice in ((1, "split"), (2, "stay"))
    ]
    asked = {"objects": list("221133"), "actions": [*bets, DEAL, *choices]}
    steps = ask(table, "split", **asked, seen_by="player-2")["steps"]
    ones = [step for step in steps if step["holder"].startswith("box-1")]
    assert "".join(thing for step in ones if step["kind"] == "dealt" for thing in step["objects"]) == seen
    assert sum(step["kind"] == "dealt-unseen" for step in ones) == 1


# Invented: one object is burned, or as many as the first counts; a bet is settled by the dealer's hidden card, and a
# number kept of it, before anybody chooses.
FACTS = (
    pack("3, 2 and 1", "3 packs")
    + """\
  “side” is a bet.
  “mark” is a number kept during the round: 1 through 3.
Article 2
  bets are accepted.
  burn {burn}.
  deal to “bank”, one “card” at a time, face down, until each has 1.
  “bank” follows the rules on “draw”.
  when the total of “bank” is lower than 3, then “bank” must “draw”.
  when the total of “bank” is higher than 2, then “bank” must not “draw”.
  upon “draw”: takes one “card”.
  when the total of “bank” is 3, then “mark” becomes the total of “bank”.
  settle “side”.
  when the total of “bank” is 3, then “side” pays 4 to 1.
  in every other case, “side” loses.
  “player” with “ante” chooses to “stay” or “fold”.
  settle “ante”.
  “ante” is returned.
"""
)


@pytest.mark.parametrize(
    ("burn", "burned", "objects"),
    [
        ("a number of “card” equal to 1", "burned, unseen: 1", "2 1 2"),
        ("as many “card” as the first one counts", "burned: 2; and, unseen: 2", "2 2 1 1 2"),
    ],
)
def test_steps_tell_nothing_of_what_is_burned_unseen_or_lies_hidden(burn: str, burned: str, objects: str) -> None:
    table = Table()
    table.put("facts", "1", rules_to_text(game_of(FACTS.format(burn=burn)).rules))
    bets = [{"action": "bet", "bettor": "player-1", "holder": "", "bet": bet, "stake": "1"} for bet in ("ante", "side")]
    asked = {"objects": objects.split(), "actions": [*bets, DEAL]}
    answer = ask(table, "facts", **asked, seen_by="player-1")
    assert [step["sentence"] for step in answer["steps"][3:]] == [
        burned,
        "bank receives one card face down",
        "bank must draw",
        "bank receives one card face down",
        "player 1 wins 4 on side (stake 1)",
    ]
    assert answer["record"] is None
    # Without a party all is told, and so it is when the round is over.
    told = [step["sentence"] for step in ask(table, "facts", **asked)["steps"]]
    over = {
        **asked,
        "actions": [*asked["actions"], {"action": "choose", "bettor": "player-1", "holder": "", "choice": "stay"}],
    }
    for steps in (told, [step["sentence"] for step in ask(table, "facts", **over, seen_by="player-1")["steps"]]):
        assert {"bank must draw, on these facts: bank’s total is 1", "mark becomes 3"} <= set(steps)


def test_by_which_provision_a_hidden_hand_ended_a_bet_is_told_when_the_round_is_over() -> None:
    """A 2 and a 3 of the bank, and two 2s, lose alike, each by a provision of its own; the choice is still to come."""
    text = FACTS.format(burn="a number of “card” equal to 1").replace(
        "in every other case, “side” loses.",
        "in every other case, “side” loses.\nArticle 3\n  when the total of “bank” is 4, then “side” loses.\nArticle 4",
    )
    table = Table()
    table.put("facts", "1", rules_to_text(game_of(text).rules))
    bets = [{"action": "bet", "bettor": "player-1", "holder": "", "bet": bet, "stake": "1"} for bet in ("ante", "side")]
    stay = {"action": "choose", "bettor": "player-1", "holder": "", "choice": "stay"}

    def told(objects: str, *actions: dict[str, Any]) -> tuple[list[Any], list[Any]]:
        question = {"objects": objects.split(), "actions": [*bets, DEAL, *actions]}
        answer = ask(table, "facts", **question, seen_by="player-1")
        side = next(bet for bet in answer["bets"] if bet["bet"] == "side")
        (settled,) = [step for step in answer["steps"] if "on side" in step["sentence"] and step["kind"] == "settled"]
        return side["provisions"], settled["provisions"]

    assert told("1 2 3") == told("1 2 2") == ([], [])
    assert [[provision["eid"] for provision in found] for found in told("1 2 3", stay)] == [["art_2"], ["art_2"]]
    assert [[provision["eid"] for provision in found] for found in told("1 2 2", stay)] == [["art_3"], ["art_3"]]


# Invented: the same is done, paid or left standing by an article of its own where the card of the bank is a 1, and a 2.
BY_ARTICLE = f"""{pack("4, 3, 2 and 1", "4 packs")}\
  there is one “board”.
  “side” is a bet.
Article 2
  bets are accepted.
  deal to each “player” with a bet, and then “bank”, one “card” at a time, face down, until each has one.
{{}}
Article 8
  “player” with “ante” chooses to “stay” or “fold”.
  settle “ante”.
  “ante” is returned.
"""
RETURNED = "\n  settle “side”.\n  “side” is returned."
BY_NORM = (
    "  “bank” follows the rules on “draw”.\n  upon “draw”: takes one “card”.\n"
    "Article 3\n  when the total of “bank” is {}, then “bank” must {}“draw”.\n"
    "Article 4\n  when the total of “bank” is {}, then “bank” {} “draw”."
)


@pytest.mark.parametrize(
    "steps",
    [
        BY_NORM.format(1, "", 2, "must"),
        BY_NORM.format(1, "not ", 2, "may"),
        "Article 3\n  when the total of “bank” is 1, then turn up the hand of “board”.\n"
        "Article 4\n  when the total of “bank” is 2, then turn up the hand of “board”.",
        "Article 3\n  when the total of “bank” is 1, then “board” follows the rules on “draw”.\n"
        "Article 4\n  when the total of “bank” is 2, then “board” follows the rules on “draw”.\n"
        "  “board” must “draw”.\n  upon “draw”: takes one “card”.",
        "  settle “side”.\n  “side” loses.\n"
        "Article 3\n  when the total of “bank” is 1, then “side” receives a bonus of 4 to 1.\n"
        "Article 4\n  when the total of “bank” is 2, then “side” receives a bonus of 4 to 1.",
        "  settle “side”.\n"
        "Article 3\n  when the total of “bank” is 1, then “side” stands until it is decided.\n"
        "Article 4\n  when the total of “bank” is 2, then “side” stands until it is decided.",
    ],
)
def test_what_a_hidden_card_brings_about_does_not_tell_of_it(steps: str) -> None:
    """With a 1 and with a 2 of the bank, player 1 is told the same word for word, until the round is over."""
    dealt = "  deal to “board”, one “card” at a time, face down, until each has one.\n" if "turn up" in steps else ""
    text = BY_ARTICLE.format(dealt + steps + ("" if "settle" in steps else RETURNED))
    table = Table()
    table.put("hidden", "1", rules_to_text(game_of(text).rules))
    bets = [{"action": "bet", "bettor": "player-1", "bet": bet, "stake": "1"} for bet in ("ante", "side")]
    stay = {"action": "choose", "bettor": "player-1", "holder": "player-1", "choice": "stay"}

    def told(card: str, *actions: dict[str, Any]) -> dict[str, Any]:
        return ask(table, "hidden", objects=["4", card, "3"], actions=[*bets, DEAL, *actions], seen_by="player-1")

    one, two = told("1"), told("2")
    assert one["stage"] == "deciding"
    assert {**one, "objects": []} == {**two, "objects": []}
    over = told("1", stay)
    assert over["stage"] in ("over", "stopped")  # nothing ends a bet that stands
    assert "art_3" in {provision["eid"] for step in over["steps"] for provision in step["provisions"]}


def test_another_bet_is_not_known_by_the_provision_that_ends_ones_own() -> None:
    """Player 1 loses with a 1 by article 3, and player 2 by article 3 or 4: to player 1 these are the same."""
    by = "  settle “side”.\n" + "".join(
        f"Article {2 + number}\n  when the total of “player” is {number}, then “side” loses.\n" for number in (1, 2)
    )
    table = Table()
    table.put("ends", "1", rules_to_text(game_of(BY_ARTICLE.format(by.rstrip())).rules))
    bets = [
        {"action": "bet", "bettor": f"player-{number}", "bet": bet, "stake": "1"}
        for number in (1, 2)
        for bet in ("ante", "side")
    ]
    found = [
        ask(table, "ends", objects=["1", card, "4"], actions=[*bets, DEAL], seen_by="player-1")["bets"] for card in "12"
    ]
    assert found[0] == found[1]
    assert [[provision["eid"] for provision in bet["provisions"]] for bet in found[0] if bet["bet"] == "side"] == [
        ["art_3"],
        [],
    ]


def test_a_choice_of_another_does_not_tell_by_which_hand_it_was_permitted() -> None:
    by = (
        "Article 3\n  “player” with “side” chooses to “hit” or “rest”.\n"
        "Article 4\n  when the total of “player” is 1, then “player” may “hit”.\n"
        "Article 5\n  when the total of “player” is 2, then “player” may “hit”.\n"
        "Article 6\n  when the total of “player” is higher than 2, then “player” must not “hit”."
    )
    table = Table()
    table.put("permits", "1", rules_to_text(game_of(BY_ARTICLE.format(by + RETURNED)).rules))
    bets = [
        {"action": "bet", "bettor": f"player-{n}", "bet": bet, "stake": "1"} for n, bet in ((1, "side"), (2, "ante"))
    ]
    hit = {"action": "choose", "bettor": "player-1", "holder": "player-1", "choice": "hit"}

    def cited(card: str, party: str) -> list[str]:
        asked = {"objects": [card, "4", "4"], "actions": [*bets, DEAL, hit], "seen_by": party}
        (chosen,) = [step for step in ask(table, "permits", **asked)["steps"] if step["kind"] == "chosen"]
        return [provision["eid"] for provision in chosen["provisions"]]

    assert cited("1", "player-2") == cited("2", "player-2") == ["art_3"]
    assert (cited("1", "player-1"), cited("2", "player-1")) == (["art_3", "art_4"], ["art_3", "art_5"])


@pytest.mark.parametrize("party", ["zzz", "player-9"])
def test_a_party_that_there_is_not_is_refused(table: Table, party: str) -> None:
    answer = ask(table, seed=1, actions=[BETS[0], DEAL], seen_by=party)
    assert answer["problem"]["key"] == "field-not-among"
    for known in ("player-1", "player-2", "dealer", "box-1"):
        assert ask(table, seed=1, actions=[BETS[0], DEAL], seen_by=known)["stage"] == "deciding"


def test_a_throw_is_shown_beside_cards_that_are_hidden(table: Table) -> None:
    """Invented: the dealer holds a 2 face down, and throws a 6; whoever throws alone has the throw for its hand."""
    game = game_of(WITH_A_DIE)
    table.put("die", "1", rules_to_text(game.rules))
    bet = {"action": "bet", "bettor": "player-1", "holder": "box-1", "bet": "ante", "stake": "1"}
    answer = ask(table, "die", objects=["4", "2", "6"], actions=[bet, DEAL], seen_by="player-1")
    hands = {hand["holder"]: (hand["thrown"], hand["objects"], hand["count"]) for hand in answer["hands"]}
    assert hands == {"dealer": (["6"], None, 1), "box-1": ([], ["4"], 1)}
    came = [(step["kind"], step["holder"], step["objects"]) for step in answer["steps"][2:]]
    assert came == [("dealt", "box-1", ["4"]), ("dealt-unseen", "dealer", []), ("thrown", "dealer", ["6"])]
    dice = ask(table, DICE[0], objects=DICE[1].split(), actions=[{**bet, "holder": "", "bet": "big"}, DEAL])
    assert [(hand["thrown"], hand["objects"]) for hand in dice["hands"]] == [([], ["5", "5", "5"])]


def test_a_worked_round_shows_a_throw_beside_cards() -> None:
    """Invented: in each round the box and the dealer hold one card, and the dealer has thrown a 5 or a 6."""
    work = WorkOnDate("xx/die", "1", {"en": game_of(WITH_A_DIE).rules})
    page = fromstring(rounds_page(work, "en").body)
    shown = [
        (
            hand.cssselect(".lx-party")[0].text_content(),
            *(len(hand.cssselect(f"{of} .lx-object")) for of in ("", ".lx-thrown")),
        )
        for hand in page.cssselect(".lx-hands li")
    ]
    # Of each holder how many objects, and how many of them were thrown.
    assert set(shown) == {("box 1", 1, 0), ("dealer", 2, 1)}
    assert {face.text_content() for face in page.cssselect(".lx-thrown .lx-object")} <= {"5", "6"}


def test_all_is_shown_when_the_round_is_over(table: Table) -> None:
    played = command(*Q_POKER)
    answer = ask(table, objects=played["drawn"], actions=played["actions"], seen_by="player-1")
    assert answer["record"]["drawn"] == played["drawn"]
    assert all(hand["objects"] for hand in answer["hands"])


# ── Refusals ────────────────────────────────────────────────────────────────


def test_a_refused_bet_names_its_provision_and_what_went_before_stays(table: Table) -> None:
    second = {**BETS[0], "bet": "pair-plus", "holder": "box-2"}
    answer = ask(table, seed=1, actions=[BETS[0], second])
    assert answer["problem"] is None
    late = ask(table, seed=1, actions=[BETS[0], DEAL, second], language="zh")
    assert late["done"] == 2
    assert late["problem"]["kind"] == "refused"
    assert [p["cited"] for p in late["problem"]["provisions"]] == ["第六條(二)項"]
    assert late["stage"] == "deciding"


def test_a_decision_says_what_may_be_chosen(table: Table) -> None:
    (decision,) = ask(table, seed=1, actions=[BETS[0], DEAL])["decisions"]
    assert decision["sentence"] == "Decision of player 1 (box 1)"
    assert [p["eid"] for p in decision["provisions"]] == ["art_9__point_2"]
    assert [(a["label"], a["allowed"]) for a in decision["alternatives"]] == [("play", True), ("surrender", True)]
    chosen = decision["alternatives"][1]["action"]
    assert ask(table, seed=1, actions=[BETS[0], DEAL, chosen])["bets"][0]["result"] == "surrender"


def test_a_decision_with_ones_own_hand_or_with_none_names_the_bettor_alone() -> None:
    """Somebody decides for the hand of a box; at casino war it is their own, and at craps there is none."""
    for work, bet, cards in (("xx/casino-war", "main-bet", ["As", "Ah"]), ("xx/craps", "pass-line", ["1", "3"])):
        game, table = load(work), Table()
        table.put(work, game.version, rules_to_text(game.rules))
        placed = [{"action": "bet", "bettor": "player-1", "bet": bet, "stake": "10"}, DEAL]
        (decision,) = ask(table, work, objects=cards, actions=placed)["decisions"]
        assert decision["sentence"] == "Decision of player 1"


def test_a_bet_in_a_window_is_of_an_amount_that_is_chosen() -> None:
    """Craps: on a point of four, odds of up to three times the pass line of 10; if it is made they pay 2 to 1."""
    game, craps = load("xx/craps"), Table()
    craps.put("xx/craps", game.version, rules_to_text(game.rules))
    placed = [{"action": "bet", "bettor": "player-1", "bet": "pass-line", "stake": "10"}, DEAL]
    (decision,) = ask(craps, "xx/craps", objects=["1", "3"], actions=placed)["decisions"]
    assert [(a["label"], a["amount"], a["most"]) for a in decision["alternatives"]] == [
        ("odds", True, "30"),
        ("no bet", False, ""),
    ]
    chosen = decision["alternatives"][0]["action"]
    done = [*placed, {**chosen, "amount": "5"}, {**chosen, "choice": "no-bet"}]  # no come bet either
    less = ask(craps, "xx/craps", objects=["1", "3", "2", "2"], actions=done)
    assert [(bet["bet"], bet["stake"], bet["net"]) for bet in less["bets"]] == [
        ("pass line", "10", "10"),
        ("odds", "5", "10"),
    ]
    more = ask(craps, "xx/craps", objects=["1", "3"], actions=[*placed, {**chosen, "amount": "31"}])
    assert more["problem"]["key"] == "amount-above-limit"


def test_a_round_that_no_rule_settles_has_no_result() -> None:
    """“big” wins on 3 and loses on 1; of 2 no rule speaks."""
    text = (
        DIE
        + THROW
        + """\
  when the total of “banker” is 3, then “big” pays 2 to 1.
  when the total of “banker” is 1, then “big” loses.
"""
    )
    table = Table()
    table.put("small", "1", rules_to_text(game_of(text).rules))
    bet = {"action": "bet", "bettor": "player-1", "bet": "big", "stake": "10"}
    answer = ask(table, "small", objects=["2"], actions=[bet, DEAL])
    assert (answer["stage"], answer["problem"]["key"]) == ("stopped", "gap-bet")
    assert (answer["returns"], answer["record"]["returns"]) == ([], {})
    assert answer["bets"][0]["result"] == "open"
    assert ask(table, "small", objects=["1"], actions=[bet, DEAL])["record"]["returns"] == {"player-1": "-10"}


def test_a_game_without_bets_is_played_without_a_deal() -> None:
    text = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  there is one “banker”.
  “banker” throws “die”.
"""
    table = Table()
    table.put("small", "1", rules_to_text(game_of(text).rules))
    plan = json.loads(table.plan(json.dumps({"game": "small", "language": "en"})))["plan"]
    assert (plan["betting"], plan["bets"]) == (False, [])
    answer = ask(table, "small", objects=["2"], actions=[])
    assert (answer["stage"], answer["problem"], answer["hands"][0]["objects"]) == ("over", None, ["2"])


def test_a_setting_that_is_not_admitted_is_refused(table: Table) -> None:
    answer = ask(table, "mo/baccarat", options={"packs": 5})
    assert answer["problem"]["key"] == "value-not-admitted"
    assert [p["eid"] for p in answer["problem"]["provisions"]] == ["art_1__point_1"]


# ── Plans ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [Q_POKER[0], BACCARAT[0], DICE[0]], ids=["q-poker", "baccarat", "three-dice"])
def test_a_plan_offers_what_the_rules_have(table: Table, game: str, language: str) -> None:
    rules = load(game).rules
    taken = {p.id: p.default for p in rules.parameters.values()} | stance_of(rules)
    plan = json.loads(table.plan(json.dumps({"game": game, "language": language})))["plan"]
    assert [bet["id"] for bet in plan["bets"]] == list(rules.bets)
    assert {p["id"]: p["default"] for p in plan["parameters"]} == taken
    symbols = [o["symbol"] for kind in plan["objects"] for row in kind["rows"] for o in row["objects"]]
    assert sorted(symbols) == sorted(o.symbol for o in load(game).questions.judge.hands.material.objects)
    words = [entry["label"] for key in ("bets", "events", "acts", "holders") for entry in plan[key]]
    assert all(words)


def test_a_plan_follows_the_settings(table: Table) -> None:
    question = {"game": "mo/q-poker", "language": "en", "options": {"boxes": 9}}
    plan = json.loads(table.plan(json.dumps(question)))["plan"]
    assert plan["places"][-1] == {"holder": "box-9", "bettor": "player-9", "label": "box 9 (player 9)"}


# ── Questions from anywhere ─────────────────────────────────────────────────

_NOTHING = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
_ANYTHING = st.recursive(_NOTHING, lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=5), x))
_FIELDS = ("game", "language", "options", "readings", "actions", "seed", "objects", "chance", "seen_by")


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(_FIELDS), _ANYTHING))
def test_any_question_is_answered(table: Table, question: dict[str, Any]) -> None:
    asked = {"game": "mo/q-poker", "language": "pt", **question}
    for text in (json.dumps(asked), json.dumps(question)):
        answer = json.loads(table.play(text))
        assert answer.get("problem") or answer["stage"] == "betting"
        assert json.loads(table.plan(text))


@pytest.mark.parametrize("text", ["", "[]", "null", "[" * 10_000, '{"language":"zh"}', " " * (MAX_BYTES + 1)])
def test_what_is_no_question_is_said_to_be_none(table: Table, text: str) -> None:
    problem = json.loads(table.play(text))["problem"]
    assert problem["key"] in {
        "json-not-one",
        "json-too-deep",
        "field-not-object",
        "field-missing",
        "replay-too-long",
    }
    assert problem["sentence"]


def test_the_text_that_is_chosen_is_executed_in_its_own_stance_and_says_so() -> None:
    """A♠ 2♣ 3♠ against A♦ K♦ Q♥: by the highest card, as the Portuguese text has it, the player's spades win 15."""
    game, table = load("mo/q-poker", text="pt"), Table()
    table.put("pt", game.version, rules_to_text(game.rules))
    order = {
        p["id"]: p for p in json.loads(table.plan(json.dumps({"game": "pt", "language": "pt"})))["plan"]["parameters"]
    }
    assert (order["run-order"]["default"], order["run-order"]["is_stance"]) == ("highest-card", True)
    assert not order["equal-hands"]["is_stance"]
    play = {"action": "choose", "bettor": "player-1", "holder": "player-1", "choice": "play"}
    asked = {"objects": ["As", "Ad", "2c", "Kd", "3s", "Qh"], "actions": [BETS[0], DEAL, play]}
    for readings, net, origin in (({}, "15", "text"), ({"run-order": "listed"}, "-10", "choice")):
        record = ask(table, "pt", readings=readings, **asked)["record"]
        assert (record["bets"][0]["net"], record["origins"]["run-order"]) == (net, origin)
