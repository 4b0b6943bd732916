"""Playthroughs: whole plays from a fixed seed, every public value at every state, compared line by line.

`pytest --accept` writes them anew; the difference is then read before it is committed.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lexludi import load
from lexludi.base.messages import catalogue
from lexludi.cli.rounds import parse_bet, roads
from lexludi.play.actions import Action, Choose, Deal, PlaceBet
from lexludi.play.game import Game, Round
from lexludi.play.session import Session
from lexludi.play.table import complete
from lexludi.play.telling import Teller

FOLDER = Path(__file__).parent / "playthroughs"


def q_poker() -> Iterator[str]:
    """Three boxes, two bettors on one of them, one surrender."""
    game = load("mo/q-poker", on="2005-02-01", text="zh")
    teller = Teller(catalogue("en"), game.rules.glossary, game.rules.bettor_role())
    round_ = game.new_round(seed=20050118)
    actions: list[Action] = [
        PlaceBet("player-1", "box-1", "ante", 10),
        PlaceBet("player-1", "box-1", "pair-plus", 5),
        PlaceBet("player-2", "box-2", "ante", 25),
        PlaceBet("player-3", "box-2", "ante", 15),
        PlaceBet("player-3", "box-5", "pair-plus", 1),
        Deal(),
        Choose("player-1", "box-1", "play"),
        Choose("player-2", "box-2", "surrender"),
        Choose("player-3", "box-2", "play"),
    ]
    yield from _header(game, round_)
    told = 0
    for action in [None, *actions]:
        if action is not None:
            yield f"> {action}"
            round_.apply(action)
        for step in list(round_.trace)[told:]:
            yield f"  {teller.tell(step)}  [{teller.provisions(step.provisions)}]"
            told += 1
        yield from _state(round_)


def _header(game: Game, round_: Round) -> Iterator[str]:
    yield f"work {game.rules.metadata.work} of {game.version}, text {game.rules.language}, seed {round_.seed}"
    yield f"options {dict(game.options)}"
    yield f"readings {dict(game.readings)}"


def _state(round_: Round) -> Iterator[str]:
    legal = [a for a in round_.legal_actions() if not isinstance(a, PlaceBet)]
    yield f"  over {round_.is_over}; legal {legal}; returns { ({p: str(n) for p, n in round_.returns().items()}) }"
    for party in ("player-1", "player-2", "player-3", "dealer"):
        seen = round_.information_state(party)
        hands = {unit: hand["objects"] or hand["count"] for unit, hand in seen["hands"].items()}
        yield f"  {party} sees {hands}, decides {seen['decisions']}"


def baccarat() -> Iterator[str]:
    """A full shoe of eight packs, from its shuffle to its last round, with the roads."""
    game = load("mo/baccarat", on="2004-06-01", text="pt")
    teller = Teller(catalogue("pt"), game.rules.glossary, game.rules.bettor_role())
    session = Session(game, seed=20040518)
    while not session.is_exhausted:
        round_ = session.new_round()
        for bet, stake in (("player", 20), ("banker", 15), ("tie", 5), ("player-pair", 2), ("banker-pair", 2)):
            round_.apply(PlaceBet("bettor-1", "", bet, stake))
        round_.apply(Deal())
        yield f"── {session.number}"
        for step in round_.trace:
            if step.kind not in ("bet-placed", "bets-open", "dealt", "defined"):
                cited = teller.provisions(step.provisions)
                shown = step.kind == "settled"
                settled = f"{step.values.get('bet')} {step.values.get('result')} {step.values.get('net')}"
                yield f"  {settled if shown else teller.tell(step)}  [{cited}]"
        totals = {unit: hand.get("total") for unit, hand in round_.to_json()["holders"].items()}
        yield f"  {totals}; {round_.returns()['bettor-1']!s}"
    yield from (line.rstrip() for line in roads(session.score(), game.rules.score, teller))


def gallery(work: str, language: str, *bets: str) -> Iterator[str]:
    """Three rounds of an invented game with the same bets, each told and settled."""
    game = load(work, text=language)
    teller = Teller(catalogue(language), game.rules.glossary, game.rules.bettor_role())
    for seed in (1, 2, 3):
        round_ = game.new_round(seed=seed)
        yield from _header(game, round_)
        for bet in bets:
            round_.apply(complete(game, parse_bet(bet)))
        round_.apply(Deal())
        for step in round_.trace:
            yield f"  {teller.tell(step)}  [{teller.provisions(step.provisions)}]"
        yield f"  over {round_.is_over}; returns { ({p: str(n) for p, n in round_.returns().items()}) }"


def roulette() -> Iterator[str]:
    """One bet of each kind, of which some name one number, some several, some a set."""
    bets = "straight/0=1 split/0+2=2 street/13+14+15=3 corner/1+2+4+5=4 first-four=5 line/31+32+33+34+35+36=6"
    return gallery("xx/roulette", "pt", *bets.split(), "column-bet/third-column=7", "even-chance/red=8")


def fantan() -> Iterator[str]:
    """One bet of each kind: gates that win, and others that stand off."""
    return gallery("xx/fantan", "zh", *"fan/1=10 nim/2/1=20 kwok/4+3=30 nga/1+2/3=40 ssh/1+2+3=50".split())


def sic_bo() -> Iterator[str]:
    """One bet of each kind: a total named, numbers named, one of them doubled."""
    bets = "total/9=1 big=2 small=3 odd=4 even=5 triple/2=6 any-triple=7 double/2=8 two-numbers/1+2=9"
    others = "three-numbers/1+2+3=10 four-numbers/1+2+3+4=11 double-and-single/2/5=12 single-number/2=13"
    return gallery("xx/sic-bo", "en", *bets.split(), *others.split())


def fish_prawn_crab() -> Iterator[str]:
    """One bet of each kind on symbols, and three of those on colours."""
    bets = (
        "symbol/fish=1 two-symbols/fish+crab=2 three-symbols/fish+crab+coin=3 triple/fish=4 any-triple=5 double/crab=6"
    )
    others = "big=7 small=8 odd=9 even=10 colour-bet/red=11 colour-twice/green=12 one-colour=13 three-colours=14"
    return gallery("xx/fish-prawn-crab", "pt", *bets.split(), *others.split())


def dragon_tiger() -> Iterator[str]:
    """One bet of each kind: on who is higher, on ties, and on what one of the two cards is."""
    bets = (
        "dragon-bet=10 tiger-bet=20 tie-bet=5 suited-tie=1 dragon-chance/red=2 tiger-chance/big=3 dragon-suit/spades=4"
    )
    return gallery("xx/dragon-tiger", "en", *bets.split())


def two_up() -> Iterator[str]:
    """One bet of each kind: on the first turn of the spinner, and on all three."""
    return gallery(
        "xx/two-up", "zh", *"two-dragons=1 two-phoenixes=2 five-odds=3 spinner-dragons=4 spinner-phoenixes=5".split()
    )


def mahjong_baccarat() -> Iterator[str]:
    """One bet of each kind: dice thrown, tiles dealt, hands ranked by pairs, points and the higher tile."""
    return gallery(
        "xx/mahjong-baccarat", "pt", *"player-bet=10 banker-bet=20 tie-bet=5 player-pair=1 banker-pair=2".split()
    )


def golden_ball() -> Iterator[str]:
    """One bet of each kind: on one ball of its colour, on two of four, on all three."""
    return gallery("xx/golden-ball", "zh", *"golden-bet=1 green-bet=2 one-colour=3 three-colours=4".split())


def keno() -> Iterator[str]:
    """Bets on one number of eighty, and on two, five and ten."""
    ten = "ten-numbers/1+2+3+5+8+13+21+34+55+80=4"
    return gallery("xx/keno", "pt", *f"one-number/7=1 two-numbers/7+77=2 five-numbers/10+20+30+40+50=3 {ten}".split())


def choosers(work: str, text: str, seed: int, choices: dict[str, str], **options: str) -> Iterator[str]:
    """Twenty rounds of a game of the gallery, with two bettors on every bet, each with a choice of their own.

    Who has none takes the first alternative, and the last where that choice is not offered; of the names
    of a bet each bettor takes the first.
    """
    game = load(work, text=text, options=options)
    teller = Teller(catalogue(text), game.rules.glossary, game.rules.bettor_role())
    session = Session(game, seed=seed)
    for _ in range(20):
        round_ = session.new_round()
        for bettor, stake in zip(choices, (10, 25), strict=True):
            for bet in game.rules.offered:
                amount = 1 if bet.id == "progressive-bet" else stake
                round_.apply(PlaceBet(bettor, "", bet.id, amount, game.rules.names[bet.id].followed[0]))
        round_.apply(Deal())
        while (due := round_.decision) is not None:
            wanted, offered = choices[due.bettor], due.alternatives
            choice = wanted if wanted in offered else offered[-1 if wanted else 0]
            round_.apply(Choose(due.bettor, due.unit, choice))
        yield f"── {session.number}"
        for step in round_.trace:
            if step.kind not in ("bet-placed", "bets-open", "shuffled"):
                yield f"  {teller.tell(step)}  [{teller.provisions(step.provisions)}]"
        yield f"  { ({bettor: str(net) for bettor, net in round_.returns().items()}) }"


def casino_war() -> Iterator[str]:
    """One of two bettors always goes to war, the other always surrenders."""
    return choosers("xx/casino-war", "en", 7, {"player-1": "go-to-war", "player-2": "surrender"})


def red_dog() -> Iterator[str]:
    """One of two bettors always raises, the other never does."""
    return choosers("xx/red-dog", "pt", 7, {"player-1": "raise", "player-2": "stand"})


def three_card_poker() -> Iterator[str]:
    """One of two bettors always plays, the other always folds."""
    return choosers("xx/three-card-poker@2025-01-01", "pt", 7, {"player-1": "play", "player-2": "fold"})


def craps() -> Iterator[str]:
    """One of two bettors, each with every bet, puts odds behind the line, the other does not."""
    return choosers("xx/craps", "pt", 5, {"player-1": "", "player-2": "no-bet"})


def blackjack() -> Iterator[str]:
    """One of two bettors insures, and takes cards as long as may be; the other doubles."""
    return choosers("xx/blackjack@2026-01-01", "pt", 5, {"player-1": "", "player-2": "double"})


def blackjack_with_splits() -> Iterator[str]:
    """One of two bettors splits every pair, and takes cards as long as may be; the other keeps pairs, and doubles."""
    return choosers("xx/blackjack", "zh", 3, {"player-1": "", "player-2": "double"}, splitting="offered")


def caribbean_stud() -> Iterator[str]:
    """One of two bettors always raises, the other always folds."""
    return choosers("xx/caribbean-stud", "pt", 11, {"player-1": "raise", "player-2": "fold"})


def pai_gow() -> Iterator[str]:
    """Of two bettors one puts the first two tiles into the low hand, the other the second and the fourth."""
    return choosers("xx/pai-gow", "pt", 11, {"player-1": "", "player-2": "2+4/1+3"})


PLAYS = [
    ("q-poker-2005-01-18", q_poker),
    ("baccarat-2004-05-18", baccarat),
    ("roulette-2000-01-01", roulette),
    ("fantan-2000-01-01", fantan),
    ("sic-bo-2000-01-01", sic_bo),
    ("fish-prawn-crab-2000-01-01", fish_prawn_crab),
    ("dragon-tiger-2000-01-01", dragon_tiger),
    ("two-up-2000-01-01", two_up),
    ("casino-war-2026-01-01", casino_war),
    ("red-dog-2026-01-01", red_dog),
    ("three-card-poker-2025-01-01", three_card_poker),
    ("craps-2026-01-01", craps),
    ("blackjack-2026-01-01", blackjack),
    ("blackjack-2026-07-01", blackjack_with_splits),
    ("mahjong-baccarat-2000-01-01", mahjong_baccarat),
    ("golden-ball-2000-01-01", golden_ball),
    ("keno-2000-01-01", keno),
    ("caribbean-stud-2026-01-01", caribbean_stud),
    ("pai-gow-2026-01-01", pai_gow),
]


@pytest.mark.parametrize(("name", "play"), PLAYS)
def test_a_play_goes_as_recorded(name: str, play: Callable[[], Iterator[str]], accept: bool) -> None:
    path = FOLDER / f"{name}.txt"
    played = "\n".join(play()) + "\n"
    if accept:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(played, "utf-8")
    assert played.splitlines() == path.read_text("utf-8").splitlines()


def test_every_work_of_the_shelf_has_a_playthrough() -> None:
    from lexludi.base.resources import shelves
    from lexludi.law.loader import texts_of, works

    wanted = {f"{work.split('/')[-1]}-{file.version}" for work in works() for file in texts_of(shelves()[0] / work)}
    assert wanted <= {path.stem for path in FOLDER.glob("*.txt")}
