"""Blackjack: every choice over every order of the cards of small packs, split hands among them; one whole pack."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from gallery.asking import solved
from generated.agreement import read
from lexludi.exact.odds import odds
from lexludi.language.glossary import glossary_for
from lexludi.law.loader import find, read_source
from lexludi.rules.model import RuleSet, Value
from lexludi.rules.settings import decide, resolve_settings

GAME = "xx/blackjack"
PACK = "“rank”, from high to low: “A”, “K”, “Q”, “J”, 10, 9, 8, 7, 6, 5, 4, 3 and 2."
SMALL = "“rank”, from high to low: “A”, “K”, 7, 6 and 5."
Cards = tuple[int, ...]
HALF = Fraction(1, 2)


def total(hand: Cards) -> int:
    """The total, with one ace as eleven where that does not exceed twenty-one."""
    least = sum(hand)
    return least + 10 if 1 in hand and least <= 11 else least


def is_natural(hand: Cards) -> bool:
    return len(hand) == 2 and total(hand) == 21


class Table:
    """The game by recursion over the cards that are left: the value of a round under the best choices."""

    def __init__(self, pack: Cards, *, draws_soft: bool, surrenders: bool) -> None:
        self.pack, self.draws_soft, self.surrenders = pack, draws_soft, surrenders
        self.ended = cache(self._ended)
        self.played_on = cache(self._played_on)

    def mean(self, gone: Cards, value: Callable[[int], Fraction]) -> Fraction:
        """The mean of a value over the next card."""
        left = Counter(self.pack) - Counter(gone)
        return sum((n * value(card) for card, n in left.items()), Fraction(0)) / left.total()

    def round(self) -> Fraction:
        return self.mean((), lambda a: self.mean((a,), lambda up: self.mean((a, up), lambda b: self.dealt((a, b), up))))

    def dealt(self, hand: Cards, up: int) -> Fraction:
        hand = tuple(sorted(hand))
        insured = max(Fraction(0), self.insurance((*hand, up), up)) if up == 1 else Fraction(0)
        return insured + self.begun(hand, up)

    def begun(self, hand: Cards, up: int) -> Fraction:
        if total(hand) == 21:
            return self.ended(hand, (up,), 1, False)
        doubled = self.mean((*hand, up), lambda card: self.ended(tuple(sorted((*hand, card))), (up,), 2, False))
        options = [doubled, self.played_on(hand, up)]
        if self.surrenders:
            options.append(self.ended(hand, (up,), 1, True))
        return max(options)

    def insurance(self, gone: Cards, up: int) -> Fraction:
        return HALF * self.mean(gone, lambda card: Fraction(2 if is_natural((up, card)) else -1))

    def _played_on(self, hand: Cards, up: int) -> Fraction:
        if total(hand) > 21:
            return Fraction(-1)
        stands = self.ended(hand, (up,), 1, False)
        if total(hand) == 21:
            return stands
        return max(stands, self.mean((*hand, up), lambda card: self.played_on(tuple(sorted((*hand, card))), up)))

    def _ended(self, player: Cards, dealer: Cards, stakes: int, surrendered: bool) -> Fraction:
        """The gain once the player is done: on the main bet, and on the double where there are two stakes."""
        if self.draws(dealer):
            return self.mean(
                (*player, *dealer), lambda card: self.ended(player, self.joined(dealer, card), stakes, surrendered)
            )
        if is_natural(dealer):
            return Fraction(0 if is_natural(player) else -1)
        if surrendered:
            return -HALF
        if is_natural(player):
            return Fraction(3, 2)
        if total(player) > 21:
            return Fraction(-stakes)
        return Fraction(stakes) * (
            1 if total(dealer) > 21 else (total(player) > total(dealer)) - (total(player) < total(dealer))
        )

    @staticmethod
    def joined(dealer: Cards, card: int) -> Cards:
        return tuple(sorted((*dealer, card)))

    def draws(self, dealer: Cards) -> bool:
        soft = total(dealer) > sum(dealer)
        return total(dealer) < 17 or (self.draws_soft and total(dealer) == 17 and soft)


class Splitting(Table):
    """The same game where two cards of one rank may be split, once: every deal of both hands from the same pack."""

    def __init__(self, pack: Cards, *, draws_soft: bool, surrenders: bool) -> None:
        super().__init__(pack, draws_soft=draws_soft, surrenders=surrenders)
        self.playing, self.settled = cache(self._playing), cache(self._settled)
        self.dealers: dict[tuple[Cards, Cards], dict[tuple[int, bool], Fraction]] = {}

    def begun(self, hand: Cards, up: int) -> Fraction:
        return self.kept(hand, up) if hand[0] != hand[1] else max(self.kept(hand, up), self.split(hand, up))

    def kept(self, hand: Cards, up: int) -> Fraction:
        return super().begun(hand, up)

    def split(self, hand: Cards, up: int) -> Fraction:
        one, two = hand
        gone = (*hand, up)
        return self.mean(
            gone, lambda a: self.mean((*gone, a), lambda b: self.declared((one, a), (two, b), up, aces=one == 1))
        )

    def declared(self, first: Cards, second: Cards, up: int, *, aces: bool) -> Fraction:
        """Each hand is doubled or played on before either takes cards one at a time; aces take no more."""
        if aces:
            return self.settled(((first, 1), (second, 1)), up)
        return self.declaring((), (first, second), up)

    def declaring(self, done: tuple[tuple[Cards, int], ...], to_come: tuple[Cards, ...], up: int) -> Fraction:
        """`done` are hands with their stakes: of one stake those that may still take cards."""
        if not to_come:
            return self.playing((), tuple((tuple(sorted(hand)), stakes) for hand, stakes in done), up)
        cards, *others = to_come
        after = tuple(others)
        played_on = self.declaring((*done, (cards, 1)), after, up)
        if total(cards) == 21:
            return played_on
        gone = (*(card for hand, _ in done for card in hand), *(card for hand in to_come for card in hand), up)
        doubled = self.mean(gone, lambda card: self.declaring((*done, ((*cards, card), 2)), after, up))
        return max(played_on, doubled)

    def _playing(
        self, done: tuple[tuple[Cards, int], ...], to_come: tuple[tuple[Cards, int], ...], up: int
    ) -> Fraction:
        """The first hand takes cards until it stands, then the second."""
        if not to_come:
            return self.settled(tuple(sorted(done)), up)
        (cards, stakes), *others = to_come
        after = tuple(others)
        stands = self.playing((*done, (cards, stakes)), after, up)
        if stakes == 2 or total(cards) > 20:
            return stands
        gone = (*(card for hand, _ in (*done, *to_come) for card in hand), up)
        hits = self.mean(gone, lambda card: self.playing(done, ((self.joined(cards, card), stakes), *after), up))
        return max(stands, hits)

    def _settled(self, hands: tuple[tuple[Cards, int], ...], up: int) -> Fraction:
        """The mean gain of both hands together over the one hand of the dealer."""
        gone = tuple(sorted(card for hand, _ in hands for card in hand))
        return sum(
            (
                probability * sum((self.gain(total(hand), stakes, *end) for hand, stakes in hands), Fraction(0))
                for end, probability in self.dealer(gone, (up,)).items()
            ),
            Fraction(0),
        )

    @staticmethod
    def gain(player: int, stakes: int, dealer: int, natural: bool) -> Fraction:
        """Of a split hand: twenty-one is no natural; a double is returned where the dealer has one."""
        if natural:
            return Fraction(-1)
        if player > 21:
            return Fraction(-stakes)
        return Fraction(stakes) * (1 if dealer > 21 else (player > dealer) - (player < dealer))

    def dealer(self, gone: Cards, hand: Cards) -> dict[tuple[int, bool], Fraction]:
        """The totals to which the dealer comes, and whether with a natural, with their probabilities."""
        key = (gone, hand)
        if key not in self.dealers:
            ends: Counter[tuple[int, bool]] = Counter()
            if not self.draws(hand):
                ends[total(hand), is_natural(hand)] = 1
            else:
                left = Counter(self.pack) - Counter(gone) - Counter(hand)
                for card, number in left.items():
                    for end, probability in self.dealer(gone, self.joined(hand, card)).items():
                        ends[end] += probability * Fraction(number, left.total())
            self.dealers[key] = dict(ends)
        return self.dealers[key]


@pytest.mark.parametrize(("soft", "offered"), [("stand", "no"), ("draw", "no"), ("stand", "yes"), ("draw", "yes")])
def test_a_small_pack_is_as_counted_card_by_card(soft: str, offered: str) -> None:
    """Twenty cards: aces, kings, sevens, sixes and fives; otherwise the text as it stands."""
    options: dict[str, Value] = {"soft-seventeen": soft, "surrender-offered": offered, "splitting": "not-offered"}
    engine = odds(with_pack(SMALL, 20, options), ("main-bet",)).bets["main-bet"]
    table = Table((1, 10, 7, 6, 5) * 4, draws_soft=soft == "draw", surrenders=offered == "yes")
    assert engine.expectation == table.round()


@pytest.mark.parametrize(
    ("ranks", "numbers", "soft", "offered"),
    [
        ("“A”, “K”, 8 and 6", (1, 10, 8, 6), "stand", "no"),
        pytest.param("“A”, “K”, 8 and 6", (1, 10, 8, 6), "draw", "yes", marks=pytest.mark.soak),
        pytest.param("“A”, “K”, 7 and 3", (1, 10, 7, 3), "draw", "no", marks=pytest.mark.soak),
        pytest.param("“A”, 9, 7 and 5", (1, 9, 7, 5), "stand", "yes", marks=pytest.mark.soak),
    ],
)
def test_split_hands_of_a_small_pack_are_as_counted_card_by_card(
    ranks: str, numbers: Cards, soft: str, offered: str
) -> None:
    """Sixteen cards; both hands come of the same pack, and meet the same hand of the dealer."""
    pack = f"“rank”, from high to low: {ranks}."
    options: dict[str, Value] = {"soft-seventeen": soft, "surrender-offered": offered, "splitting": "offered"}
    engine = odds(with_pack(pack, 16, options), ("main-bet",))
    table = Splitting(numbers * 4, draws_soft=soft == "draw", surrenders=offered == "yes")
    assert engine.bets["main-bet"].expectation == table.round()
    (play,) = (play for play in engine.strategies if "split" in play.alternatives)
    assert play.provisions == ("art_5-A__para_1",), "aces are split by a choice of their own"
    told = {
        tuple(hand["total"] for hand in row["hands"]): set(row["counts"]) == {"keep-pair"}
        for row in play.to_json()["table"]
    }
    pairs = [number for number in numbers if number != 1]
    assert told == {
        (2 * number, total((up,))): table.kept((number, number), up) >= table.split((number, number), up)
        for number in pairs
        for up in numbers
    }


def with_pack(ranks: str, size: int, options: dict[str, Value]) -> RuleSet:
    """The rules of the text in force, with other ranks."""
    file = find(GAME, None, "en")
    text = read_source(file).text
    assert PACK in text
    changed = text.replace(PACK, ranks).replace("52 in each", f"{size} in each")
    changed = changed.replace("  “K”, “Q” and “J” count 10.\n", "  “K” counts 10.\n" if "K" in ranks else "")
    case, found = read(changed, "en", glossary_for(file.path), 0)
    assert case is not None, [d.code for d in found]
    return decide(case.rules, resolve_settings(case.rules, options, {}))


@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({}, "-8156063521025297/2445657885231561000"),
        ({"soft_seventeen": "draw"}, "-3255975161491571/623402990353143000"),
        ({"surrender_offered": "yes"}, "-303144604001321/97826315409262440"),
    ],
)
def test_one_pack_has_the_figure_worked_out_apart(options: dict[str, str], known: str) -> None:
    """Without splitting, doubling any two cards, a natural at 3 to 2: worked out by another program."""
    assert solved(GAME, "main-bet", splitting="not-offered", **options).bets["main-bet"].expectation == Fraction(known)


@pytest.mark.parametrize("packs", [1, 8])
def test_whole_packs_with_splits_are_refused_with_the_number_of_hands(packs: int) -> None:
    found = solved(GAME, "main-bet", packs=packs, splitting="offered")
    assert "main-bet" not in found.bets
    problem = found.skipped["main-bet"]
    assert (problem.key, problem.provisions) == ("too-large", ("art_5-A__para_2",))
    (first, of_first), (second, of_second) = problem.args_by_name["hands"]
    assert (first, second) == ("player-1", "player-1.second-hand")
    assert of_first == of_second > 1000


@pytest.mark.soak
def test_eight_packs_are_refused_with_the_reason() -> None:
    found = solved(GAME, "main-bet", packs=8, splitting="not-offered")
    assert "main-bet" not in found.bets
    assert found.skipped["main-bet"].key == "too-large"
