"""The site, built once, and a browser on it. A machine without a browser skips these tests; CI may not."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browsing import Page, chromium, missing, outside, serving


@pytest.fixture(scope="session")
def equipped() -> None:
    """A machine that has what these tests need."""
    if lacking := missing():
        sentence = f"tests in the browser need {', '.join(lacking)}: run .ci/run, or apt-get and make vendor"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)


@pytest.fixture(scope="session")
def home(equipped: None, built_site: Path) -> Iterator[str]:
    """The address of the built site."""
    with serving(built_site) as address:
        yield address


@pytest.fixture(scope="session")
def browser(equipped: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, list[str]]]:
    """One browser for all tests, and what it asked of other hosts."""
    with outside() as (port, asked), chromium(port, tmp_path_factory.mktemp("profile")) as driver:
        yield driver, asked


@pytest.fixture
def tab(browser: tuple[Any, list[str]]) -> Iterator[Page]:
    """A tab that remembers nothing, on no site yet, for which nothing is checked at the end."""
    driver, asked = browser
    driver.get("about:blank")
    driver.get_log("browser")
    asked.clear()
    yield Page(driver, "")
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})


@pytest.fixture
def page(tab: Page, home: str, browser: tuple[Any, list[str]]) -> Iterator[Page]:
    """A tab on the site; at the end the console has said nothing, and no other host was asked anything."""
    driver, asked = browser
    tab.home = home
    origin = home.split("/some")[0]
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    yield tab
    assert tab.said() == []
    assert asked == []


@pytest.fixture
def table(home: str, browser: tuple[Any, list[str]]) -> Iterator[Page]:
    """A tab as the test before left it, on the site or not; at the end the same is asked of it as of a `page`."""
    driver, asked = browser
    driver.get_log("browser")
    asked.clear()
    page = Page(driver, home)
    yield page
    assert page.said() == []
    assert asked == []
