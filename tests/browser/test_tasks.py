"""The tasks of readers, from the home page on: how many clicks each takes, and where it ends.

A click is one on a link, a button or a field, or the key that sends what was typed. Of a round that is played in two
clicks `test_play` tells, where the engine that this starts is used on.
"""

from browsing import Page, Reader

BACCARAT = "a[href='mo/baccarat/text/']"


def test_a_provision_is_cited_in_two_clicks(page: Page) -> None:
    reader = Reader(page)
    reader.click(BACCARAT)
    reader.comes_to("en/mo/baccarat/text/")
    page.run("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }")
    reader.click(".lx-copy[data-anchor=art_13]")
    assert "article 13" in page.until(lambda: page.run("return window.copied"))
    assert reader.clicks == 2


def test_the_text_of_a_day_is_reached_in_three_clicks(page: Page) -> None:
    reader = Reader(page, "pt")
    reader.click(BACCARAT)
    reader.send("input[data-versions]", "01/10/2011")
    reader.comes_to("pt/mo/baccarat/text/2011-09-27/")
    assert reader.clicks == 3


def test_the_latest_change_and_what_it_costs_is_one_click_away(page: Page) -> None:
    reader = Reader(page, "zh")
    reader.click("a[href='mo/baccarat/compare/2011-09-27/2018-04-24/']")
    assert page.shown("h1")
    assert reader.clicks == 1


def test_a_bet_is_found_by_its_name_in_two_clicks(page: Page) -> None:
    reader = Reader(page)
    reader.click(".md-search__input")
    page.one(".md-search__input").send_keys("lucky six")
    reader.click(".md-search-result__link")
    page.until(lambda: page.address.startswith("en/mo/baccarat/"))
    assert reader.clicks == 2


def test_the_whole_text_is_downloaded_in_three_clicks(page: Page) -> None:
    reader = Reader(page)
    reader.click(BACCARAT)
    reader.comes_to("en/mo/baccarat/text/")
    reader.click(".lx-files summary")
    assert page.one("a[href$='.zh.pdf']").is_enabled()  # the third click
    assert reader.clicks == 2
