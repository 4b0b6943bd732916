"""The page of odds: what the edge consists of, many rounds, other settings, and what is best."""

import json
import re
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from lxml.html import fromstring

from built import BuiltPage, page_at, text, texts
from lexludi.exact.best_table import BestTable, DealRow, ShownHand
from lexludi.exact.odds import odds as odds_of
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import on_shelves
from lexludi.rules.settings import decide
from lexludi.site.chances import odds_page, telling
from lexludi.site.library import WorkOnDate, work_in
from lexludi.site.play_grid import play_grid
from small import rules_of


def odds(site: Path, language: str, work: str) -> BuiltPage:
    return page_at(site / language / work / "odds" / "index.html")


def points(shown: str) -> float:
    return float(shown.replace("−", "-").replace("+", "").rstrip("%"))


def test_the_parts_of_the_mean_add_up_to_the_edge(built_site: Path) -> None:
    for work in ("mo/baccarat", "mo/q-poker", "xx/craps", "xx/roulette"):
        for table in odds(built_site, "en", work).all(".lx-odds"):
            *rows, mean = [texts(list(row)) for row in table.cssselect("tbody tr")]
            if mean[4] != "—":  # a bet that may be left unsettled has no mean
                assert abs(sum(points(row[4]) for row in rows) - points(mean[4])) < 0.0001 * (len(rows) + 1), work


def test_another_setting_has_its_own_figures(built_site: Path) -> None:
    """A banker that wins half on a six, and pays no commission: 1.4581 % with eight packs, a figure known of old."""
    for language in LANGUAGES:
        page = odds(built_site, language, "mo/baccarat")
        (under,) = page.all("[data-under='commission=half-on-six']")
        assert [e.attrib["data-bet"] for e in under.cssselect("[data-figure=full]")] == ["bet-banker"]
        assert re.search(r"1[.,]4581", text(under))
        assert "commission=half-on-six" in [o.attrib["value"] for o in page.all(".lx-under option")]


def test_every_figure_of_another_setting_has_its_place_under_the_defaults(built_site: Path) -> None:
    for file in sorted((built_site / "en").glob("*/*/odds/index.html")):
        page = page_at(file)
        places = {
            (e.attrib["data-bet"], e.attrib["data-figure"]) for e in page.all("[data-figure]:not([data-under] *)")
        }
        assert {
            (e.attrib["data-bet"], e.attrib["data-figure"]) for e in page.all("[data-under] [data-figure]")
        } <= places


def test_no_two_sections_have_the_same_heading(built_site: Path) -> None:
    """Craps asks the same choice for each pair of points."""
    for language in LANGUAGES:
        for work in ("xx/craps", "xx/blackjack", "mo/q-poker"):
            headings = [text(heading) for heading in odds(built_site, language, work).all("h2, h3")]
            assert len(set(headings)) == len(headings), (work, headings)


def test_how_a_hand_is_divided_is_told_as_that(built_site: Path) -> None:
    for language, title in (
        ("zh", "最佳選擇：持牌之分法（主注）"),
        ("pt", "Melhor escolha: como repartir a mão (aposta principal)"),
    ):
        page = odds(built_site, language, "xx/pai-gow")
        assert texts(page.all("h2"))[-1] == title
        assert all(table.cssselect("tbody tr") for table in page.all("table"))
        assert all(text(fold[1]) for fold in page.all("details"))


def test_a_hundred_rounds_on_a_single_number(built_site: Path) -> None:
    """Of a wheel with one zero: no gain where it comes at most twice, P = Σ C(100, k) 36^(100-k) / 37^100 for k ≤ 2."""
    page = odds(built_site, "en", "xx/roulette")
    (told,) = [
        told for told in texts(page.all(".lx-rounds figcaption")) if told.startswith("With one unit on “straight")
    ]
    behind = (36**100 + 100 * 36**99 + 4950 * 36**98) / 37**100
    assert f"behind with probability {100 * behind:.2f}%, even with 0.00%" in told
    assert "between −100 and +80 units" in told or "between −100 and +116 units" in told


def test_two_choices_together_have_their_own_figures(built_site: Path) -> None:
    """They are the odds under both settings; of an invented game the page gives the command instead."""
    work = work_in("mo/q-poker", dict(on_shelves())["mo/q-poker"])
    parts = json.loads((built_site / "en/mo/q-poker/odds/together.json").read_text("utf-8"))
    changes = ("straight-suits=all-different", "not-qualified=keep-half", "packs=2")
    assert {frozenset(key.split("&")) for key in parts} == set(map(frozenset, combinations(changes, 2)))
    key = next(key for key in parts if "packs" not in key)
    settings = {**work.game.settings, "not-qualified": "keep-half", "straight-suits": "all-different"}
    both = odds_of(decide(work.first, settings))
    shown = {e.attrib["data-bet"]: text(e) for e in fromstring(parts[key]).cssselect("[data-figure=full]")}
    assert shown["bet-ante"].endswith(str(both.bets["ante"].house_edge))
    for language in LANGUAGES:
        (form,) = odds(built_site, language, "xx/blackjack").all(".lx-under")
        assert form.attrib["data-together"] == ""
        assert form.attrib["data-command"] == "lexludi analyze xx/blackjack@2026-07-01"


def test_a_threshold_stands_in_a_grid_of_the_order_of_hands(built_site: Path) -> None:
    """Q Poker: of each set of three ranks, straights apart, 60 hands have no category.

    Of these sets 64 have an ace, 54 a king as the highest, and 36 a queen with a seven or higher, or with 6-5 or 6-4.
    """
    (grid,) = odds(built_site, "en", "mo/q-poker").all("table.lx-bands")
    rows = [texts(list(row)) for row in grid.cssselect("tbody tr")]
    hands = {row[0]: int(row[2].replace(",", "")) for row in rows}
    assert hands["high card, Q 6 4 or higher"] == 60 * (64 + 54 + 36)
    assert sum(hands.values()) == 22100
    assert [row[1] for row in rows[:-1]] == ["play"] * 6
    assert rows[-1][1] == "surrender" + "not with all of them"
    assert len(odds(built_site, "zh", "xx/three-card-poker").all("table.lx-bands tbody tr")) == 7


def test_what_is_best_stands_in_a_grid_in_words(built_site: Path) -> None:
    """Blackjack: with ten in two cards one doubles against six, with a hard nineteen one stands against everything."""
    grids = odds(built_site, "en", "xx/blackjack").all("table.lx-grid")
    cells = [{text(row[0]): texts(list(row))[1:] for row in grid.cssselect("tbody tr")} for grid in grids]
    heads = [texts(list(grid.cssselect("thead th")))[1:] for grid in grids]
    doubling = next(
        place for place, rows in enumerate(cells) if "double" in {cell for row in rows.values() for cell in row}
    )
    assert cells[doubling]["10"][heads[doubling].index("6")] == "double"
    standing = next(rows for rows in cells if "stand" in {cell for row in rows.values() for cell in row})
    assert set(standing["19"]) == {"stand"}


def test_hands_of_one_party_or_of_another_have_no_grid() -> None:
    """A grid names one party for its rows: these are told in sentences, each with whose hand it is."""
    rows = tuple(DealRow(("play", "fold"), (ShownHand(party, 2),), {"play": 1}) for party in ("bank", "queen"))
    best: Any = SimpleNamespace(table=BestTable(rows))
    desk: Any = None
    assert play_grid(desk, best) is None


def test_the_command_for_other_settings_names_its_parts_in_the_language_of_the_page(built_site: Path) -> None:
    for language, name, value in (("en", "NAME", "VALUE"), ("pt", "NOME", "VALOR"), ("zh", "名稱", "值")):
        commands = [text(code) for code in odds(built_site, language, "mo/q-poker").all("code")]
        told = [command for command in commands if "--reading" in command]
        assert told
        assert {c.partition(" --option ")[2] for c in told} == {f"{name}={value} --reading {name}={value}"}


def test_of_a_bet_without_figures_it_is_told_why(built_site: Path) -> None:
    """Both the dealer and the player may have any of C(52, 5) = 2,598,960 hands."""
    for language, number in (
        ("en", "2,598,960"),
        ("pt", "2\N{NO-BREAK SPACE}598\N{NO-BREAK SPACE}960"),
        ("zh", "2,598,960"),
    ):
        (told,) = [
            paragraph
            for paragraph in odds(built_site, language, "xx/caribbean-stud").all("p")
            if "lexludi simulate" in text(paragraph)
        ]
        assert text(told).count(number) == 2
        assert text(told.cssselect("code")[0]) == "lexludi simulate"


def test_a_command_in_the_place_of_a_figure_is_set_as_one(built_site: Path) -> None:
    """Blackjack with hands that are split has too many of them, which is told where its house edge would stand."""
    for language in LANGUAGES:
        for name in ("odds", "doubts"):
            page = page_at(built_site / language / "xx" / "blackjack" / name / "index.html")
            assert "lexludi simulate" in texts(page.all("code"))
            assert [told for told in texts(page.all("td, p")) if "`" in told] == []


# One card of three, of which a bet names one; with the other reading whoever named the 1 has nothing for it.
NAMED = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 pack of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “one” is a bet that names one “number”.
  reading “way”: “mild” or “strict”; default “mild”; because: it is the plainer.
Article 2
  bets are accepted.
  deal to “bank”, one “card” at a time, face up, until each has 1.
  settle “one”.
Article 3
1)
  when the number of times that “bank” shows the one named is 1, then “one” pays 2 to 1.
2)
  when “way” is “strict”, and the total of “bank” is 1, then “one” loses.
  prevails over article 3, item 1.
3)
  when the number of times that “bank” shows the one named is 0, then “one” loses.
"""


def test_items_that_only_a_reading_tells_apart_have_their_own_figures_and_the_reading_its_own() -> None:
    """Mild: 1/3 of 2 less 2/3 is 0, whatever is named. Strict: who names 1 always loses 1; others as before."""
    work = WorkOnDate("xx/one", "1", {"en": rules_of(NAMED)}, None)
    assert telling(work) == [("way", "strict")]
    page = fromstring(odds_page(work, "en").body)
    edges = {e.attrib["data-bet"]: text(e) for e in page.cssselect("td[data-figure=edge]")}
    assert {name: shown.partition("%")[0] for name, shown in edges.items()} == {
        "bet-one": "0.0000",
        "bet-one-1": "0.0000",
    }
    (under,) = page.cssselect("[data-under='way=strict']")
    (changed,) = under.cssselect("[data-figure=edge]")
    assert (changed.attrib["data-bet"], text(changed).partition("%")[0]) == ("bet-one-1", "100.0000")
