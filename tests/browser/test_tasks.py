"""The tasks of readers, from the home page on: how many clicks each takes, and where it ends.

A click is one on a link, a button or a field, or the key that sends what was typed.
"""

from dataclasses import dataclass

from selenium.webdriver.common.keys import Keys

from browsing import Page

BACCARAT = "a[href='mo/baccarat/text/']"


@dataclass
class Reader:
    """A reader on the home page in a language, whose clicks are counted."""

    page: Page
    language: str = "en"
    clicks: int = 0

    def __post_init__(self) -> None:
        self.page.open(f"{self.language}/")

    def click(self, selector: str) -> None:
        """Click the first such element that is shown."""
        self.page.click(selector)
        self.clicks += 1

    def send(self, selector: str, words: str) -> None:
        """Click a field, type into it, and send it."""
        self.click(selector)
        self.page.one(selector).send_keys(words, Keys.ENTER)
        self.clicks += 1

    def comes_to(self, address: str) -> None:
        """Wait until the tab is at an address, without what follows its question mark."""
        self.page.until(lambda: "#".join(part.split("?")[0] for part in self.page.address.split("#")) == address)


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


def test_a_round_is_played_in_two_clicks(page: Page) -> None:
    reader = Reader(page)
    reader.click("a[href='play/']")
    reader.click("#lx-play button[type=submit]")
    page.until(lambda: page.all("#lx-play [data-symbol]"), 60)
    assert reader.clicks == 2
