"""A real browser for tests: Debian's chromium without a window, a server on loopback, and what was asked of others."""

import http.server
import shutil
import socketserver
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

ROOT = Path(__file__).resolve().parent.parent
AXE = ROOT / "build" / "vendor" / "axe-core" / "axe.min.js"
PYODIDE = ROOT / "build" / "vendor" / "pyodide"
PREFIX = "/some/where"  # the site must work from any path of a host
DESKTOP = (1280, 900)
PHONE = (320, 640)
PATIENCE = 60

# What chromium asks for by itself, whatever the page; no page of ours has a reason to.
OF_THE_BROWSER = (
    "accounts.google.com android.clients.google.com clients2.google.com content-autofill.googleapis.com "
    "mtalk.google.com optimizationguide-pa.googleapis.com start.duckduckgo.com update.googleapis.com www.google.com"
).split()

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RULES = [*WCAG, "best-practice"]
# The rules of these that a scheme of colours decides.
COLOURS = ["color-contrast", "link-in-text-block"]

# As a reader sees it: all elements of a selector that are shown. One script takes a fiftieth of what the driver takes
# to ask each of them.
SHOWN = """
const shown = element => element.checkVisibility({opacityProperty: true, visibilityProperty: true})
  && [...element.getClientRects()].some(box => box.width && box.height);
const all = [...document.querySelectorAll(arguments[0])];
"""


def missing() -> list[str]:
    """What a test in the browser needs and this machine lacks."""
    programs = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return programs + [folder.parent.name for folder in (AXE, PYODIDE / "pyodide.mjs") if not folder.is_file()]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Files of a folder below `PREFIX`, with the types that modules and WebAssembly need; none changes meanwhile."""

    protocol_version = "HTTP/1.1"
    extensions_map: ClassVar[dict[str, str]] = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
    }

    def do_GET(self) -> None:
        if not self.path.startswith(PREFIX + "/"):
            self.send_error(404)
            return
        self.path = self.path.removeprefix(PREFIX)
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the browser's own log tells what failed."""


class _Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


@contextmanager
def running(handler: Any) -> Iterator[int]:
    """A server on loopback while the block lasts; its port."""
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a built site while the block lasts."""
    with running(partial(_Quiet, directory=str(folder))) as port:
        yield f"http://127.0.0.1:{port}{PREFIX}/"


@contextmanager
def outside() -> Iterator[tuple[int, list[str]]]:
    """A proxy that stands for every other host: its port, and the list of what was asked of it."""
    asked: list[str] = []

    class Refusing(http.server.BaseHTTPRequestHandler):
        def refuse(self) -> None:
            if not any(host in self.path.split("?")[0] for host in OF_THE_BROWSER):
                asked.append(self.path)
            self.send_error(502)

        do_GET = do_POST = do_HEAD = do_CONNECT = refuse  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with running(Refusing) as port:
        yield port, asked


@contextmanager
def chromium(proxy: int, profile: Path) -> Iterator[webdriver.Chrome]:
    """A headless browser that reaches loopback alone; everything else goes to the proxy."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for switch in (
        "headless=new",
        "no-sandbox",  # containers give no namespaces to root
        "disable-dev-shm-usage",
        "disable-gpu",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
        "disable-domain-reliability",
        "no-first-run",
        "disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,BackForwardCache",
        # One process shows all pages: to start another for each takes a seventh of the processors' time.
        "renderer-process-limit=1",
        "disable-site-isolation-trials",
        "force-color-profile=srgb",
        "lang=en",
        f"proxy-server=http://127.0.0.1:{proxy}",
        f"user-data-dir={profile}",
    ):
        options.add_argument(f"--{switch}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, Service(shutil.which("chromedriver") or ""))
    try:
        yield driver
    finally:
        driver.quit()


@dataclass
class Page:
    """A tab on the built site, with what a test asks of it. `errors` gathers what the console said."""

    driver: webdriver.Chrome
    home: str
    errors: list[str] = field(default_factory=list)

    def open(self, path: str, size: tuple[int, int] = DESKTOP, *, dark: bool = False) -> "Page":
        """Go to an address below the site's root, in a window of a size."""
        self.resize(size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        calm = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, calm]})
        if self.driver.current_url != "about:blank":  # a new fragment alone would not load the page
            self.driver.get("about:blank")
        self.driver.get(self.home + path)
        self.until(lambda: self.address != "about:blank")
        self.point_away()
        return self

    def point_away(self) -> None:
        """Rest the pointer in a corner. What scrolls below it, a browser takes for pointed at, at a time of its own."""
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 0, "y": 0})

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size, in CSS pixels."""
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    @property
    def address(self) -> str:
        """Where the tab is, from the site's root, with its fragment, once all is loaded and its scripts have run.

        The driver alone comes back earlier at times, where a machine is slow.
        """
        whole = "return document.readyState === 'complete' && location.href"
        return str(self.until(lambda: self.run(whole))).removeprefix(self.home)

    def all(self, selector: str) -> list[WebElement]:
        """The elements of a CSS selector; none is fine."""
        return list(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def shown(self, selector: str) -> list[WebElement]:
        """The elements of a CSS selector that are shown; none is fine."""
        return list(self.run(f"{SHOWN} return all.filter(shown)", selector))

    def one(self, selector: str, patience: float = PATIENCE) -> WebElement:
        """The first element of a CSS selector that is shown, waited for."""
        first = f"{SHOWN} return all.find(shown)"
        found: WebElement = self.until(lambda: self.run(first, selector), patience)
        return found

    def click(self, selector: str) -> None:
        """Click the first such element that is shown; again, where the page was just putting another in its place."""

        def clicked() -> bool:
            element = self.one(selector)
            self.run("arguments[0].scrollIntoView({block: 'center'})", element)
            element.click()
            return True

        self.until(clicked)

    def read(self, selector: str, of: Callable[[WebElement], Any]) -> Any:
        """What is read of the first such element that is shown; again, where another was just put in its place."""
        (found,) = self.until(lambda: [of(self.one(selector))])
        return found

    def text(self, selector: str) -> str:
        """The text of the first such element that is shown."""
        return str(self.read(selector, lambda element: element.text))

    def attribute(self, selector: str, name: str) -> str:
        """An attribute or a property of the first such element that is shown."""
        return str(self.read(selector, lambda element: element.get_attribute(name)))

    def texts(self, selector: str) -> list[str]:
        """What such elements show."""
        script = "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText.trim())"
        return list(self.run(script, selector))

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a script's `return`."""
        return self.driver.execute_script(script, *arguments)

    def until(self, condition: Any, patience: float = PATIENCE) -> Any:
        """The first true value of a function without arguments."""
        pause, end = 0.03, time.monotonic() + patience
        while time.monotonic() < end:
            with suppress(StaleElementReferenceException):
                if found := condition():
                    return found
            # To ask takes the browser a fiftieth of a second, in which it could do what is waited for.
            time.sleep(pause)
            pause = min(1.5 * pause, 0.3)
        raise TimeoutException

    def said(self) -> list[str]:
        """Errors and warnings of the console since the page was given to the test."""
        self.errors += [
            f"{entry['level']}: {entry['message']}"
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]
        return self.errors

    def violations(self, rules: Sequence[str] = RULES) -> list[str]:
        """What axe-core finds against WCAG 2.2 A and AA and good practice, one line each with the first places."""
        self.run(AXE.read_text("utf-8"))
        found = self.driver.execute_async_script(
            "const [rules, done] = arguments;"
            "axe.run(document, {runOnly: rules, resultTypes: ['violations']})"
            ".then(r => done(r.violations), e => done([{id: String(e), nodes: []}]))",
            rules,
        )
        return [f"{v['id']}: " + "; ".join(str(n["target"]) for n in v["nodes"][:3]) for v in found]

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(self.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def screenshot(self, path: Path) -> None:
        """The whole page as a picture."""
        height = min(int(self.run("return document.documentElement.scrollHeight")), 8000)
        width = int(self.run("return window.innerWidth"))
        self.resize((width, height))
        self.driver.save_screenshot(str(path))


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
