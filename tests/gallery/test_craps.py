"""Craps: every bet by the thirty-six throws of two dice, and the points that they make."""

from fractions import Fraction
from itertools import product

import pytest

from gallery.asking import always, solved

GAME = "xx/craps"
THROWS = [sum(dice) for dice in product(range(1, 7), repeat=2)]
POINTS = (4, 5, 6, 8, 9, 10)
# How many times the first bet may be put behind the line, and what is paid for it.
TAKEN = {4: (3, Fraction(2)), 5: (4, Fraction(3, 2)), 6: (5, Fraction(6, 5))}
LAID = {4: (Fraction(2), Fraction(1, 2)), 5: (Fraction(3, 2), Fraction(2, 3)), 6: (Fraction(6, 5), Fraction(5, 6))}
PLACED = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
HARD = {4: 7, 6: 9, 8: 9, 10: 7}


def chance(*totals: int) -> Fraction:
    return Fraction(sum(total in totals for total in THROWS), len(THROWS))


def before_seven(ways: Fraction) -> Fraction:
    """The probability that something comes before a seven."""
    return ways / (ways + chance(7))


def folded(point: int) -> int:
    return min(point, 14 - point)


def line(won: tuple[int, ...], lost: tuple[int, ...], *, by_seven: bool, behind: dict[int, tuple[Fraction, Fraction]]):
    """The expectation of a bet on the line with all that may be put behind it, and the mean of both."""
    gain, staked = chance(*won) - chance(*lost), Fraction(1)
    for point in POINTS:
        times, pays = behind[folded(point)]
        win = before_seven(chance(point))
        win = 1 - win if by_seven else win
        gain += chance(point) * (win * (1 + times * pays) - (1 - win) * (1 + times))
        staked += chance(point) * times
    return gain, staked


def test_the_line_with_odds_is_as_counted_and_as_published() -> None:
    """Published as 1.414 and 0.374 % of all that is staked with threefold to fivefold odds (wizardofodds.com)."""
    bet_odds = solved(GAME, "pass-line").bets["pass-line"]
    assert (bet_odds.expectation, bet_odds.mean_stake) == line((7, 11), (2, 3, 12), by_seven=False, behind=TAKEN)
    assert bet_odds.expectation == Fraction(-7, 495)
    assert bet_odds.expectation / bet_odds.mean_stake == Fraction(-7, 1870)


def test_dont_pass_with_odds_laid_is_as_counted_and_as_published() -> None:
    """Published as 1.364 and 0.682 % of all that is staked (wizardofodds.com)."""
    bet_odds = solved(GAME, "dont-pass").bets["dont-pass"]
    assert (bet_odds.expectation, bet_odds.mean_stake) == line((2, 3), (7, 11), by_seven=True, behind=LAID)
    assert bet_odds.expectation == Fraction(-3, 220)
    assert bet_odds.expectation / bet_odds.mean_stake == Fraction(-3, 440)


@pytest.mark.parametrize(("prize", "known"), [(2, "-1/18"), (3, "-1/36")])
def test_the_field_is_as_counted(prize: int, known: str) -> None:
    """Published as 5.56 % with 2 to 1 on twelve (wizardofodds.com)."""
    counted = chance(3, 4, 9, 10, 11) + 2 * chance(2) + prize * chance(12) - chance(5, 6, 7, 8)
    assert solved(GAME, "field", prize_of_twelve=prize).bets["field"].expectation == counted == Fraction(known)


def test_any_seven_is_as_counted_and_as_published() -> None:
    assert solved(GAME, "any-seven").bets["any-seven"].expectation == 4 * chance(7) - (1 - chance(7)) == Fraction(-1, 6)


def test_numbers_are_as_counted_and_as_published() -> None:
    """Published as 6.67, 4 and 1.52 % (wizardofodds.com)."""
    found = {int(name): bet_odds.expectation for bet_odds in named("place") for name in bet_odds.naming}
    win = {point: before_seven(chance(point)) for point in POINTS}
    assert found == {point: win[point] * PLACED[folded(point)] - (1 - win[point]) for point in POINTS}
    assert [found[point] for point in (4, 5, 6)] == [Fraction(-1, 15), Fraction(-1, 25), Fraction(-1, 66)]


def test_hard_ways_are_as_counted_and_as_published() -> None:
    """Published as 11.11 and 9.09 % (wizardofodds.com)."""
    found = {int(name): bet_odds.expectation for bet_odds in named("hard-way") for name in bet_odds.naming}
    pair = Fraction(1, 36)
    win = {number: pair / (chance(number) + chance(7)) for number in HARD}
    assert found == {number: win[number] * pays - (1 - win[number]) for number, pays in HARD.items()}
    assert [found[number] for number in (4, 6)] == [Fraction(-1, 9), Fraction(-1, 11)]


def named(bet: str) -> list:
    return [bet_odds for bet_odds in solved(GAME, bet).bets.values() if bet_odds.bet == bet]


# ── Come and don't come ─────────────────────────────────────────────────────

THROWS_FOLLOWED = 60


def followed(*, wrong: bool) -> tuple[Fraction, Fraction]:
    """The gain of a unit on the line with a unit on come behind each point, throw by throw; and how much is left open.

    A state is the point, that of the come bet (zero: it awaits its throw), and which of the two are open.
    """
    states: dict[tuple[int, int, bool, bool], Fraction] = {(0, 0, True, False): Fraction(1)}
    gain = Fraction(0)
    for _ in range(THROWS_FOLLOWED):
        after: dict[tuple[int, int, bool, bool], Fraction] = {}
        for (point, number, line_open, come_open), probability in states.items():
            for total in range(2, 13):
                p = probability * Fraction(6 - abs(total - 7), 36)
                new_point, new_number, line_on, come_on = point, number, line_open, come_open
                if line_open:
                    ended, won = decided_by(total, point, wrong=wrong)
                    gain, line_on = gain + p * won, not ended
                    new_point = point or total
                if come_open:
                    ended, won = decided_by(total, number, wrong=wrong)
                    gain, come_on = gain + p * won, not ended
                    new_number = number or total
                if not point and line_on:
                    come_on = True  # there is a point now, and the second bet is made
                if line_on or come_on:
                    state = (new_point, new_number, line_on, come_on)
                    after[state] = after.get(state, Fraction(0)) + p
        states = after
    return gain, sum(states.values())


def decided_by(total: int, point: int, *, wrong: bool) -> tuple[bool, int]:
    """Whether a throw decides a bet with a point, or without one yet (zero); and what it gains."""
    if not point:
        ended, won = total in (2, 3, 7, 11, 12), 1 if total in (7, 11) else -1
        if wrong and total == 12:
            return True, 0
    else:
        ended, won = total in (7, point), 1 if total == point else -1
    return ended, (-won if wrong else won) if ended else 0


@pytest.mark.parametrize(
    ("bet", "behind", "published"),
    [
        ("pass-line", "come", Fraction(-7, 495)),
        pytest.param("dont-pass", "dont-come", Fraction(-3, 220), marks=pytest.mark.soak),
    ],
)
def test_come_bets_are_as_followed_throw_by_throw_and_as_published(bet: str, behind: str, published: Fraction) -> None:
    """Published as 1.414 and 1.364 % (wizardofodds.com): each is as the bet on the line that it is made behind."""
    line_alone = solved(GAME, bet).bets[bet].expectation
    both = always(GAME, bet, behind)
    assert both is not None
    counted, left = followed(wrong=bet == "dont-pass")
    assert abs(both - counted) <= 2 * left < Fraction(1, 10**6)
    assert (both - line_alone) / chance(*POINTS) == published
