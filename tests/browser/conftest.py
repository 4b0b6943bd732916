"""The site, built once, and a browser on it. A machine without a browser skips these tests; CI may not."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browsing import ROOT, Page, chromium, missing, outside, serving


@pytest.fixture(scope="session")
def equipped() -> None:
    """A machine that has what these tests need."""
    if lacking := missing():
        sentence = f"tests in the browser need {', '.join(lacking)}: run .ci/run, or apt-get and make vendor"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is published, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


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
