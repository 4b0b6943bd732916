"""Every page of the site by vnu, which checks HTML: no error, and no warning but of what is there for a reason."""

import shutil
import subprocess
from pathlib import Path

import pytest

from lexludi.base.resources import vendored

FOLDER = vendored("vnu-jar")


@pytest.mark.soak
@pytest.mark.skipif(FOLDER is None or shutil.which("java") is None, reason="needs Java and what `make vnu` fetches")
def test_every_page_is_html_without_errors(built_site: Path) -> None:
    assert FOLDER is not None
    command = ["java", "-jar", str(FOLDER / "build/dist/vnu.jar"), "--errors-only", "--skip-non-html", str(built_site)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
    assert done.stderr.splitlines()[:40] == []
    assert done.returncode == 0
