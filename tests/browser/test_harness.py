"""The harness itself: a faulty page is found out."""

from pathlib import Path
from typing import Any

import pytest

from browsing import PHONE, Page, serving

FAULTY = """<!doctype html><html><head><title>Faulty</title></head>
<body style="margin:0"><img src="picture.png"><div style="width:900px">wide</div>
<script type="module" src="worker.mjs"></script></body></html>"""
WORKER = """
new Worker(URL.createObjectURL(new Blob(["fetch('http://elsewhere.test/from-a-worker')"])));
fetch("https://elsewhere.test/x").catch(() => console.error("refused"));
"""


@pytest.fixture
def faulty(tab: Page, tmp_path: Path) -> Any:
    (tmp_path / "index.html").write_text(FAULTY, "utf-8")
    (tmp_path / "worker.mjs").write_text(WORKER, "utf-8")
    with serving(tmp_path) as address:
        tab.home = address
        yield tab.open("", PHONE)


def test_requests_to_other_hosts_are_seen_also_those_of_workers(faulty: Page, browser: tuple[Any, list[str]]) -> None:
    wanted = {"elsewhere.test:443", "http://elsewhere.test/from-a-worker"}
    faulty.until(lambda: wanted <= set(browser[1]))


def test_what_the_console_says_is_seen(faulty: Page) -> None:
    faulty.until(lambda: any("refused" in line for line in faulty.said()))
    assert any("picture.png" in line and "404" in line for line in faulty.said())


def test_faults_of_accessibility_and_of_width_are_seen(faulty: Page) -> None:
    found = {line.split(":")[0] for line in faulty.violations()}
    assert {"image-alt", "html-has-lang"} <= found
    assert faulty.overflow() == 900 - PHONE[0]
