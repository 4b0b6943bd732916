"""From a key that is pressed to the diagnostics of the text: Q Poker in each language, asked by a real client.

    PYTHONPATH=tests python -m benchmarks.editor_keys [KEYS]

A sentence is typed, key by key, within an article; each key waits for the answer to the one before. Beside the time
that passes stands the time of the processor, of which that depends less on what else the machine is doing.
"""

import os
import statistics
import sys
import time
from pathlib import Path

from editor.editing import Editor
from lexludi.base.resources import shelves

WORK = shelves()[0] / "mo" / "q-poker"
TYPED = {
    "zh": "  如「莊荷」有投注，則「莊荷」洗「紙牌」。",
    "pt": "  «croupier» baralha «cartas».",
    "en": "  “dealer” shuffles “cards”.",
}
BEFORE = {"zh": "\n第四條 ", "pt": "\nArtigo 4.º ", "en": "\nArticle 4 "}
SETTLES = 5  # seconds that the search of an opened work is given


def processor_time(process: int) -> float:
    """The seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def keys(editor: Editor, language: str, count: int) -> tuple[list[float], float]:
    """The times of some keys, in milliseconds, and the processor time of one of them."""
    path = next(WORK.glob(f"*.{language}.ludi"))
    uri, text = path.as_uri(), path.read_text("utf-8")
    editor.open(uri, text)
    time.sleep(SETTLES)
    at = text.index(BEFORE[language])
    typed = TYPED[language]
    server = editor.client._server.pid
    times, before = [], processor_time(server)
    for number in range(count):
        # Each key makes a text that was never there, of whole sentences and one that is being typed.
        done, here = divmod(number, len(typed))
        new = "\n" + f"{typed}\n" * done + typed[: here + 1]
        version_text = text[:at] + new + text[at:]
        start = time.perf_counter()
        editor.told(uri, editor.change(uri, version_text))
        times.append(1_000 * (time.perf_counter() - start))
    return times, 1_000 * (processor_time(server) - before) / count


def main() -> None:
    """Print the median, the tenth slowest of a hundred, and the processor time of a key, for each language."""
    count = int(sys.argv[1]) if sys.argv[1:] else 60
    editor = Editor(WORK)
    for language in TYPED:
        times, processor = keys(editor, language, count)
        median, slow = statistics.median(times), statistics.quantiles(times, n=10)[-1]
        print(f"{language}: median {median:.0f} ms, 9 of 10 within {slow:.0f} ms, processor {processor:.0f} ms")
    editor.close()


if __name__ == "__main__":
    main()
