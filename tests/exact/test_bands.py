"""Bands of the order of hands, counted by hand for three cards of one pack."""

from lexludi.exact.bands import Band
from lexludi.exact.odds import odds
from lexludi.play.game import load


def test_bands_of_three_cards_add_up_to_all_hands() -> None:
    """Of three cards 48, 52, 1,096, 720 and 3,744 hands have a category; others are cut at the queen with six and four.

    Each set of three ranks that is no straight makes 60 hands that are no flush: of these sets 64 have an ace, 54 a
    king as the highest, 36 a queen with a seven or more, or with six-five or six-four; 274 there are in all.
    """
    (best,) = odds(load("xx/three-card-poker").decided).strategies
    found = best.bands
    assert [sum(band.counts.values()) for band in found] == [48, 52, 1096, 720, 3744, 9240, 60 * 274 - 9240]
    assert [band.is_above for band in found] == [None] * 5 + [True, False]
    assert [band.best for band in found] == ["play"] * 6 + ["fold"]
    assert not any(band.is_mixed for band in found)
    assert found[0] == Band("straight-flush", None, {"play": 48, "fold": 0})


def test_a_best_play_that_does_not_follow_the_order_of_hands_has_none() -> None:
    assert [best.bands for best in odds(load("xx/red-dog").decided).strategies] == [()]
