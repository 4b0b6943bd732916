"""The page of odds: what the edge consists of, many rounds, other settings, and what is best."""

import re
from pathlib import Path

from built import BuiltPage, page_at, text, texts
from lexludi.language.phrases import LANGUAGES


def odds(site: Path, language: str, work: str) -> BuiltPage:
    return page_at(site / language / work / "odds" / "index.html")


def points(shown: str) -> float:
    return float(shown.replace("−", "-").replace("+", "").rstrip("%"))


def test_the_parts_of_the_mean_add_up_to_the_edge(built_site: Path) -> None:
    for work in ("mo/baccarat", "mo/q-poker", "xx/craps", "xx/roulette"):
        for table in odds(built_site, "en", work).all(".lx-odds"):
            *rows, mean = [texts(list(row)) for row in table.cssselect("tbody tr")]
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


def test_a_hundred_rounds_on_a_single_number(built_site: Path) -> None:
    """Of a wheel with one zero: no gain where it comes at most twice, P = Σ C(100, k) 36^(100-k) / 37^100 for k ≤ 2."""
    page = odds(built_site, "en", "xx/roulette")
    (told,) = [
        told for told in texts(page.all(".lx-rounds figcaption")) if told.startswith("With one unit on “straight")
    ]
    behind = (36**100 + 100 * 36**99 + 4950 * 36**98) / 37**100
    assert f"behind with probability {100 * behind:.2f}%, even with 0.00%" in told
    assert "between −100 and +80 units" in told or "between −100 and +116 units" in told


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
