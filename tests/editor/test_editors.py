"""Editors themselves, with the settings that the page about editors gives: they attach, mark a mistake and show a term.

Each is skipped where it is not installed: Neovim 0.11 (`nvim`), Emacs with Eglot (`emacs`).
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "site" / "pages" / "en" / "editors.md"
HANGS = 120  # seconds

MISTAKE, TERM = ("  settle ", "  setle "), "“thrower"

LUA = """
vim.cmd.edit(vim.env.TEXT)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
print("LANGUAGE " .. vim.bo.filetype .. "\\n")
for _, found in ipairs(vim.diagnostic.get(0)) do
  print("MISTAKE " .. (found.lnum + 1) .. " " .. found.message .. "\\n")
end
vim.fn.search(vim.env.TERM_SHOWN, "e")
local here = vim.lsp.util.make_position_params(0, "utf-16")
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/hover", here, 60000)) do
  print("SHOWN " .. answer.result.contents.value .. "\\n")
end
vim.cmd.quitall({ bang = true })
"""

LISP = """
(package-initialize)
(find-file (getenv "TEXT"))
(message "LANGUAGE %s" major-mode)
;; `eglot-ensure' connects once a command has been carried out, which in batch mode none is.
(run-hooks 'post-command-hook)
(let ((end (+ (float-time) 60)))
  (while (and (< (float-time) end) (null (flymake-diagnostics)))
    (when (eglot-current-server) (flymake-start))
    (accept-process-output nil 0.2)))
(dolist (found (flymake-diagnostics))
  (message "MISTAKE %s %s" (line-number-at-pos (flymake-diagnostic-beg found)) (flymake-diagnostic-text found)))
(goto-char (point-min))
(search-forward (getenv "TERM_SHOWN"))
(let ((shown (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (message "SHOWN %s" (plist-get (plist-get shown :contents) :value)))
"""


def settings(kind: str) -> str:
    """The only block of settings of a kind on the page."""
    (block,) = re.findall(rf"(?ms)^```{kind}\n(.*?)^```$", PAGE.read_text("utf-8"))
    return block


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A text with a mistake in it, and its glossaries."""
    copytree(ROOT / "tests" / "corpus" / "valid" / "two-tokens", tmp_path / "shelf" / "two-tokens")
    shutil.copy(ROOT / "regulations" / "glossary.toml", tmp_path / "shelf")
    path = tmp_path / "shelf" / "two-tokens" / "1.en.ludi"
    path.write_text(path.read_text("utf-8").replace(*MISTAKE, 1), "utf-8")
    return path


def told(text: Path, command: list[str]) -> str:
    """What an editor prints; the command `lexludi` is that of this environment."""
    home = text.parent.parent.parent
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
        **{f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")},
        "TEXT": str(text),
        "TERM_SHOWN": TERM,
    }
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=HANGS, check=False)
    return done.stdout + done.stderr


def version_of(editor: str) -> tuple[int, ...]:
    """The version of an editor; zero where it is not installed."""
    if shutil.which(editor) is None:
        return (0,)
    said = subprocess.run([editor, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2]))


def assert_attached(output: str, text: Path, language: str) -> None:
    written = text.read_text("utf-8")
    line = written[: written.index(MISTAKE[1])].count("\n") + 1
    assert f"LANGUAGE {language}" in output, output
    assert re.search(rf"MISTAKE {line} .*unexpected text: setle", output), output
    assert re.search(r"SHOWN .*`thrower`", output), output
    assert "擲手" in output


@pytest.mark.skipif(version_of("nvim") < (0, 11), reason="Neovim 0.11 is not installed")
def test_neovim_with_the_settings_of_the_page(text: Path, tmp_path: Path) -> None:
    (tmp_path / "config" / "nvim").mkdir(parents=True)
    (tmp_path / "config" / "nvim" / "init.lua").write_text(settings("lua"), "utf-8")
    (tmp_path / "drive.lua").write_text(LUA, "utf-8")
    assert_attached(told(text, ["nvim", "--headless", "-c", f"luafile {tmp_path / 'drive.lua'}"]), text, "ludi-en")


@pytest.mark.skipif(version_of("emacs") < (28,), reason="Emacs is not installed")
def test_emacs_with_the_settings_of_the_page(text: Path, tmp_path: Path) -> None:
    (tmp_path / "init.el").write_text(settings("lisp"), "utf-8")
    (tmp_path / "drive.el").write_text(LISP, "utf-8")
    drive = ["-l", str(tmp_path / "init.el"), "-l", str(tmp_path / "drive.el")]
    assert_attached(told(text, ["emacs", "--batch", *drive]), text, "ludi-mode")
