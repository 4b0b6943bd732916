"""Chinese that commands print: its marks, numbers of instruments and words for what texts name."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from built import page_at, texts
from lexludi.base.messages import catalogue
from lexludi.checks.findings import Asked
from lexludi.checks.summary import Summary
from lexludi.cli import main
from lexludi.cli.check import _unsearched_lines
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import on_shelves
from lexludi.play.game import load
from lexludi.rules.standing import cited
from lexludi.site.library import work_in
from lexludi.site.play_files import games

PAGES = Path(__file__).resolve().parent.parent / "site" / "pages" / "zh"
# What ends a line, or begins one, of Chinese.
CHINESE = r"[\u3000-\u9fff\uff00-\uffef]"


def printed(capsys: pytest.CaptureFixture[str], command: str) -> str:
    main([*command.split(), "--lang", "zh"])
    out, err = capsys.readouterr()
    return out + err


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("log mo/baccarat", "其後之第30/2007號、第64/2007號及第2/2009號內容不詳或只知部分"),
        ("blame mo/baccarat", "其後之第30/2007號、第64/2007號及第2/2009號內容不詳或只知部分"),
        ("play mo/baccarat --seed 1", "經第73/2005號修改"),
        ("play mo/baccarat@2018-05-01 --accept-unknown --seed 1", "第30/2007號、第64/2007號及第2/2009號之修改內容不詳"),
        ("play mo/baccarat@2018-05-01 --seed 1", "第30/2007號、第64/2007號及第2/2009號之修改內容不詳"),
        ("diff mo/baccarat mo/baccarat@2018-05-01 --layer words", "只知部分：第30/2007號、第64/2007號及第2/2009號"),
    ],
)
def test_an_instrument_is_cited_by_its_number_as_the_law_cites_it(
    command: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in printed(capsys, command)


def test_a_name_among_numbers_stays_a_name() -> None:
    instruments = ("1/2031", "5/95/M", "第1/2031號行政命令", "Lei n.º 1/2031")
    assert cited(instruments, catalogue("zh")) == ("第1/2031號", "第5/95/M號", *instruments[2:])
    assert {cited(instruments, catalogue(other)) for other in ("pt", "en")} == {instruments}


def test_items_that_a_bet_names_together_are_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    bet = "--rounds 1 --bet two-symbols/rooster+crab"
    assert "兩圖組合（雞+蟹）" in printed(capsys, f"simulate xx/fish-prawn-crab {bet}")


def test_values_that_were_not_searched_are_told_in_words() -> None:
    asked = Asked("setting", "splitting", "", load("xx/blackjack").rules.glossary)
    found = Summary(unsearched=(("x", asked, "values:offered, not-offered"), ("x", asked, "numbers:0, 1")))
    lines = {language: list(_unsearched_lines(found, catalogue(language)))[1:] for language in LANGUAGES}
    assert [line.partition("（")[2] for line in lines["zh"]] == [
        "選用下列者時之情況，未能窮盡搜尋：可分及不可分）",
        "只試以下數目：0及1）",
    ]
    assert "only 0 and 1 of its numbers were tried" in lines["en"][1]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("check --help", "用法：lexludi check [選項] [路徑]…\n"),
        ("--help", "用法：lexludi [選項] 指令 …\n"),
        ("check --format x", "可用：text、line、json、github、sarif\n"),
        ("doctor", "規章：mo/baccarat、mo/q-poker、"),
        ("check xx/two-up", "  zh、pt、en：虛構示例，並非法律。\n"),
    ],
)
def test_marks_are_those_of_chinese(command: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told in printed(capsys, command)


def test_no_line_of_help_ends_with_what_opens(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "simulate --help").splitlines()
    assert [line for line in lines if re.search("[（「]$", line)] == []


def test_no_paragraph_of_a_page_has_a_line_break() -> None:
    """A line break within a paragraph is shown as a space, which Chinese has not."""
    broken = [
        (path.name, one)
        for path in sorted(PAGES.rglob("*.md"))
        for one, other in pairwise(re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL).splitlines())
        if re.search(f"{CHINESE}$", one) and re.match(CHINESE, other)
    ]
    assert broken == []


def test_the_version_of_a_game_stands_in_chinese_brackets() -> None:
    work = work_in("mo/q-poker", dict(on_shelves())["mo/q-poker"])
    assert [game.title for game in games(work, "zh")] == ["“Q撲克”法定規章（2005年1月18日）"]


def test_the_note_on_a_stance_stands_behind_a_colon(built_site: Path) -> None:
    told = texts(page_at(built_site / "zh/mo/q-poker/doubts/index.html").all(".lx-stance:lang(zh)"))
    assert "「不得離桌」：葡文本禁止在桌外持牌，而不言離開" in told


def test_the_second_of_two_deals_is_that_of_the_later_text() -> None:
    """Not what is dealt afterwards."""
    assert catalogue("zh").say("diff.example.deal-after", objects="A♠") == "較後之文本派出：A♠"


def test_objects_are_counted_as_objects_of_any_kind() -> None:
    """What comes may be dice as well as cards: it is not said to be dealt, nor counted by 張."""
    assert catalogue("zh").say("play.needed", number=1, object="骰子", holder="莊荷") == "第1件：莊荷之骰子"
    assert catalogue("zh").say("error.event-never-came", after=3, dealt=2) == "不當情事應於派出3件之後發生，但只派出2件"
