"""The Play page: rounds dealt in the browser are those of the command line, linked to the provisions that decide."""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browsing import DESKTOP, PHONE, Page, Reader
from lexludi.base.messages import catalogue
from lexludi.cli.main import main
from lexludi.play.game import load
from lexludi.play.replay import read_records, step_from
from lexludi.play.telling import Teller
from lexludi.rules.portable import rules_to_text
from lexludi.site.browser import Table

Q_POKER, BACCARAT, SIC_BO, CRAPS = "mo/q-poker", "mo/baccarat", "xx/sic-bo", "xx/craps"
BACCARAT_AT_FIRST = "mo/baccarat/2004-05-18"

SUBMIT = "#lx-play button[type=submit]"
STEPS = "#lx-play .lx-trace li"
STATUS = "#lx-play [data-slot=status]"


@cache
def named(game: str) -> str:
    """A game as the page names it, with the day of its text: of the most recent, if none is given."""
    return game if game[-1].isdigit() else f"{game}/{load(game).version}"


def command(*arguments: str) -> dict[str, Any]:
    """The round as the command line gives it."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["play", *arguments, "--format", "json"]) == 0
    return json.loads(out.getvalue())  # type: ignore[no-any-return]


def told(round_: dict[str, Any], language: str) -> list[tuple[str, list[str]]]:
    """The steps of a round of the command line, as sentences with their provisions."""
    rules = load(round_["work"]).rules
    teller = Teller.of(rules, catalogue(language))
    steps = [step_from(step) for step in round_["steps"]]
    return [(teller.tell(step), list(dict.fromkeys(step.provisions))) for step in steps]


def shown(page: Page) -> list[tuple[str, list[str]]]:
    """The steps that the page shows, with the anchors to which they link."""
    found = page.run(
        "return [...document.querySelectorAll(arguments[0])].map(li => [li.querySelector('.lx-sentence').textContent,"
        "[...li.querySelectorAll('a')].map(a => a.href)])",
        STEPS,
    )
    return [(sentence, [unquote(urlsplit(href).fragment) for href in links]) for sentence, links in found]


# What somebody does who turns to another game: it begins with the form as it first was, and without rounds.
_TURN_TO = """
const [game] = arguments;
const root = document.getElementById("lx-play");
const form = root.querySelector("form");
const changed = control => control.dispatchEvent(new Event("change", { bubbles: true }));
for (const part of root.querySelectorAll("details")) part.open = false;
history.replaceState(null, "", location.pathname);
form.reset();
changed(form.querySelector("[name=chance]:checked"));
delete root.dataset.game;
form.elements.game.value = game;
changed(form.elements.game);
"""


def opened(page: Page, language: str, game: str) -> Page:
    """The Play page, ready, with a game chosen; that of the test before, with its engine, if it is in the language."""
    if not (page.address.startswith(f"{language}/play/") and page.all("#lx-play[data-game]")):
        page.open(f"{language}/play/")
        page.one("#lx-play[data-game]")
    page.resize(DESKTOP)
    page.run(_TURN_TO, named(game))
    page.one(f"#lx-play[data-game^='{named(game)}.']")
    return page


def select(page: Page, name: str, value: str, row: int = 0) -> None:
    page.until(lambda: [Select(page.all(f"#lx-play [name='{name}']")[row]).select_by_value(value)])


def write(page: Page, name: str, text: str, row: int = 0) -> None:
    def written() -> bool:
        field = page.all(f"#lx-play [name='{name}']")[row]
        field.clear()
        field.send_keys(text)
        return True

    page.until(written)


def bet(page: Page, kind: str, stake: str, row: int = 0) -> None:
    if row:
        page.click("[name=add-bet]")
    select(page, "bet", kind, row)
    write(page, "stake", stake, row)


def choose_objects(page: Page, symbols: str) -> None:
    page.click("[name=chance][value=objects]")
    if symbols:
        write(page, "objects", symbols)


def deal(page: Page) -> None:
    page.click(SUBMIT)


def over(page: Page, language: str = "en") -> None:
    sentence = catalogue(language).sentences["site.play.over"]
    page.until(lambda: sentence in page.texts(STATUS)[0])


# ── A page that is opened, and its first answer ─────────────────────────────


def shifted(page: Page) -> float:
    """Cumulative layout shift, as browsers count it: what a click moves within half a second is its answer."""
    moved = page.driver.execute_async_script(
        "const done = arguments[0]; new PerformanceObserver(list => done(list.getEntries()"
        ".reduce((sum, shift) => sum + (shift.hadRecentInput ? 0 : shift.value), 0)))"
        ".observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(0), 1000)"
    )
    return float(moved)


def test_nothing_moves_when_the_page_and_its_first_answer_come_on_a_small_screen(page: Page) -> None:
    page.open("zh/play/", PHONE)
    page.one("#lx-play[data-game]")
    deal(page)
    page.until(lambda: page.all(STEPS) or page.all(".lx-decision"))
    assert shifted(page) < 0.02


def test_a_round_is_played_in_two_clicks_from_the_home_page_and_nothing_moves(page: Page) -> None:
    """The page is that of the tests that follow: to start its engine takes seconds."""
    reader = Reader(page)
    reader.click("a[href='play/']")
    reader.click(SUBMIT)
    page.until(lambda: page.all("#lx-play [data-symbol]"))
    assert reader.clicks == 2
    assert shifted(page) < 0.02


# ── The same rounds as at the command line ──────────────────────────────────


def test_a_q_poker_round_by_chosen_cards(table: Page, tmp_path: Path) -> None:
    expected = command(
        "mo/q-poker", "--cards", "Qs Kh Qd 7c 9h 2s", "--bet", "1:ante=10", "--action", "1:play", "--text", "zh"
    )
    opened(table, "en", Q_POKER)
    bet(table, "ante", "10")
    choose_objects(table, "Qs Kh Qd 7c")
    deal(table)
    table.until(lambda: table.texts(STATUS) == ["Number 5: a card for box 1"])
    table.click("[data-symbol='9h']")
    table.until(lambda: table.texts(STATUS) == ["Number 6: a card for the dealer"])
    table.click("[data-symbol='2s']")
    table.until(lambda: table.texts(".lx-decision legend") == ["Decision of player 1 (box 1)"])
    table.click(".lx-decision button")
    over(table)
    assert shown(table) == told(expected, "en")
    assert table.texts("[data-slot=bets-table] tbody td")[2:5] == ["10", "win", "+10"]
    assert downloaded(table, tmp_path) == expected


def downloaded(page: Page, folder: Path) -> dict[str, Any]:
    """The record that the page gives to keep."""
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    page.click("[name=download]")
    file: Path = page.until(lambda: next(folder.glob("*.json"), None))
    return json.loads(page.until(lambda: file.read_text("utf-8")))  # type: ignore[no-any-return]


def test_a_round_is_gone_through_step_by_step(table: Page) -> None:
    """Article 7: four cards face down, then both hands turned up; article 9: with a natural nobody draws."""
    opened(table, "en", BACCARAT)
    choose_objects(table, "9s 4h Kd 4c")
    deal(table)
    over(table)
    trace = table.texts("[data-slot=steps] li")
    faces = "[data-slot=hands] .lx-thing"

    def lying() -> list[str | None]:
        return list(table.run("return [...document.querySelectorAll(arguments[0])].map(e => e.dataset.symbol)", faces))

    assert lying() == ["9s", "Kd", "4h", "4c"]
    table.click("[data-walk=first]")
    assert table.texts(".lx-walk-at") == [f"Step 1 of {len(trace)}"]
    assert lying() == []
    downs = []
    for _ in trace[1:]:
        table.click("[data-walk=next]")
        downs.append(len(table.all(f"{faces}.lx-face--down")))
    assert max(downs) == 4
    assert downs[-1] == 0
    assert lying() == ["9s", "Kd", "4h", "4c"]
    assert len(table.all(f"{faces} .lx-paper-card.lx-face--red")) == 2
    table.click("[data-walk=back]")
    assert table.texts(".lx-walk-at") == [f"Step {len(trace) - 1} of {len(trace)}"]
    assert len(table.all(".lx-trace [aria-current=step]")) == 1


def test_a_throw_lies_on_the_table_from_its_step_on(table: Page) -> None:
    opened(table, "en", SIC_BO)
    choose_objects(table, "5 4 5")
    deal(table)
    over(table)
    kinds = table.run("return [...document.querySelectorAll(arguments[0])].map(li => li.dataset.kind)", STEPS)
    lying = []
    table.click("[data-walk=first]")
    for _ in kinds:
        faces = table.all("[data-slot=hands] .lx-thing")
        lying.append([face.get_attribute("data-symbol") for face in faces])
        table.click("[data-walk=next]")
    at = kinds.index("thrown")
    assert lying == [[]] * at + [["5", "4", "5"]] * (len(kinds) - at)


# ── Chance, decisions, what is hidden ───────────────────────────────────────


def test_the_dealer_s_cards_stay_hidden_until_the_decision(table: Page) -> None:
    opened(table, "en", Q_POKER)
    bet(table, "ante", "10")
    write(table, "seed", "39")
    table.one("[name=seed]").send_keys(Keys.ENTER)
    table.until(lambda: table.all(".lx-decision"))
    assert len(table.all("#lx-play .lx-face--down")) == 3
    assert table.run("return document.activeElement.closest('.lx-decision, form') !== null")
    assert not table.shown("[data-slot=after] [name=download]")
    table.click(".lx-decision button")
    over(table)
    assert table.all("#lx-play .lx-face--down") == []
    expected = command("mo/q-poker", "--seed", "39", "--bet", "1:ante=10", "--action", "1:play")
    assert shown(table) == told(expected, "en")


def test_the_rest_can_be_left_to_chance(table: Page) -> None:
    opened(table, "en", BACCARAT)
    choose_objects(table, "")
    deal(table)
    table.until(lambda: table.texts(STATUS) == ["Number 1: a card for the player"])
    table.click("[name=draw-rest]")
    over(table)
    assert 4 <= len(table.attribute("[name=objects]", "value").split()) <= 6


# ── Settings, windows and presses ───────────────────────────────────────────


def test_a_setting_that_the_law_does_not_admit_is_refused_with_its_provision(table: Page) -> None:
    opened(table, "en", BACCARAT)
    table.click("#lx-play details summary")
    write(table, "p.packs", "5" + Keys.TAB)
    assert "6" in table.text("#lx-play .lx-problem")
    assert table.attribute("#lx-play .lx-problem a", "href").endswith("/art-1/#art_1__point_1")


def test_the_form_follows_the_settings(table: Page) -> None:
    opened(table, "en", Q_POKER)
    table.click("#lx-play details summary")
    write(table, "p.boxes", "8" + Keys.TAB)
    table.until(lambda: len(Select(table.all("[name=place]")[0]).options) == 8)


@pytest.mark.parametrize("added", ["add-bet", "add-incident"])
def test_what_is_added_after_the_deal_is_of_another_round(table: Page, added: str) -> None:
    """The hand of seed 39 is three cards in sequence: a bet on pair plus, added when they lay there, won 60."""
    opened(table, "en", Q_POKER)
    bet(table, "ante", "10")
    write(table, "seed", "39")
    table.run("document.querySelector('[name=add-incident]').closest('details').open = true")
    deal(table)
    table.one(".lx-decision button")
    table.click(f"[name={added}]")
    assert table.all(".lx-decision") == []
    assert table.texts(STATUS) == [""]


def test_a_bet_in_a_window_is_of_the_amount_that_is_written(table: Page) -> None:
    """Craps, on a point of four: odds of up to three times the pass line of 10, of which 5 are put."""
    opened(table, "en", CRAPS)
    bet(table, "pass-line", "10")
    choose_objects(table, "1 3")
    deal(table)
    assert table.attribute(".lx-decision [name=amount]", "value") == "30"
    write(table, "amount", "1,000")
    table.click(".lx-decision button")
    table.until(lambda: table.texts(".lx-decision .lx-error"))
    write(table, "amount", "5")
    table.click(".lx-decision button")
    table.until(lambda: len(table.all("[data-slot=bets-table] tbody tr")) == 2)
    assert table.texts("[data-slot=bets-table] tbody tr:last-child td.lx-num")[0] == "5"


def test_a_second_press_before_the_answer_does_nothing(table: Page) -> None:
    opened(table, "en", Q_POKER)
    bet(table, "ante", "10")
    write(table, "seed", "39")
    deal(table)
    table.one(".lx-decision button")
    table.run("const button = document.querySelector('.lx-decision button'); button.click(); button.click()")
    over(table)
    assert table.texts("[data-slot=problem]") == [""]


# ── Rounds of a shoe ────────────────────────────────────────────────────────

ROUND_AT = "#lx-play .lx-round-at"


def test_bets_of_the_next_round_may_be_others(table: Page) -> None:
    opened(table, "en", BACCARAT)
    deal(table)
    over(table)
    select(table, "bet", "tie")
    assert table.text(SUBMIT) == catalogue("en").say("site.play.next-round")
    deal(table)
    table.until(lambda: table.texts(ROUND_AT) == ["Round 2 of 2"])
    assert table.texts("[data-slot=bets-table] tbody td")[0] == "tie"
    table.click("[name=again]")
    table.until(lambda: table.texts(ROUND_AT) == [] and table.all(STEPS))


def test_rounds_go_on_with_the_same_shoe_and_its_roads_grow(table: Page, tmp_path: Path) -> None:
    """They are those of the command line; an earlier one is opened again; the link and the record hold them all."""
    opened(table, "en", BACCARAT)
    write(table, "seed", "5")
    deal(table)
    over(table)
    first = shown(table)
    assert len(table.all(".lx-road")) == 2
    for number in (2, 3):
        table.click("[name=next-round]")
        table.until(lambda: table.texts(ROUND_AT) == [f"Round {number} of {number}"])  # noqa: B023
        assert len(table.all("[data-slot=roads] > :first-child .lx-bead")) == number
    third = shown(table)
    table.click(".lx-round:first-child")
    table.until(lambda: table.texts(ROUND_AT) == ["Round 1 of 3"])
    assert shown(table) == first
    assert table.run("return document.activeElement.textContent") == "1"
    table.driver.switch_to.active_element.send_keys(Keys.END, Keys.ENTER)
    table.until(lambda: table.texts(ROUND_AT) == ["Round 3 of 3"])
    assert shown(table) == third
    assert table.violations() == []
    table.resize(PHONE)
    assert table.overflow() == 0
    table.resize(DESKTOP)
    address = table.address
    table.open("en/about/").open(address.replace("en/", "zh/", 1))
    table.until(lambda: table.texts(ROUND_AT) == ["第3局，共3局"])
    assert [eids for _, eids in shown(table)] == [eids for _, eids in third]
    table.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    table.click("[name=download]")
    file: Path = table.until(lambda: next(tmp_path.glob("*.json"), None))
    kept = [recorded.whole for recorded in read_records(table.until(file.read_bytes))]
    assert kept == shoe_of_the_command_line(3)


def shoe_of_the_command_line(rounds: int) -> list[dict[str, Any]]:
    told = ["mo/baccarat", "--text", "zh", "--seed", "5", "--bet", "player=10", "--rounds", str(rounds)]
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["play", *told, "--format", "json"]) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


# ── In other languages ──────────────────────────────────────────────────────


def test_a_baccarat_round_by_chosen_cards_with_the_keyboard_alone(table: Page) -> None:
    expected = command("mo/baccarat", "--cards", "Ah 7c 3h 8s 6c 2d", "--bet", "banker=100", "--bet", "tie=10")
    opened(table, "zh", BACCARAT)
    bet(table, "banker", "100")
    bet(table, "tie", "10", row=1)
    choose_objects(table, "Ah 7c 3h 8s")
    table.one("[name=objects]").send_keys(Keys.ENTER)
    table.until(lambda: table.all("[data-symbol][tabindex='0']"))
    table.run("document.querySelector('[data-symbol][tabindex=\"0\"]').focus()")
    for symbol in ("6c", "2d"):
        steer(table, symbol)
    over(table, "zh")
    assert shown(table) == told(expected, "zh")


def steer(page: Page, symbol: str) -> None:
    """Move by the arrows to an object, and take it."""
    number = len(shown(page))
    rows = page.run(
        "return [...document.querySelectorAll('.lx-pick-row')].map(r => [...r.children].map(b => b.dataset.symbol))"
    )
    places = {name: (y, x) for y, row in enumerate(rows) for x, name in enumerate(row)}
    here, there = (places[name] for name in (page.run("return document.activeElement.dataset.symbol"), symbol))
    down, right = there[0] - here[0], there[1] - here[1]
    keys = (Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP) * abs(down)
    keys += (Keys.ARROW_RIGHT if right > 0 else Keys.ARROW_LEFT) * abs(right)
    page.driver.switch_to.active_element.send_keys(keys)
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: len(shown(page)) > number)


@pytest.mark.parametrize(
    "language", ["zh", pytest.param("pt", marks=pytest.mark.soak), pytest.param("en", marks=pytest.mark.soak)]
)
def test_the_page_is_accessible_and_fits(table: Page, language: str) -> None:
    if language == "pt":
        table.open("pt/play/", dark=True)
    opened(table, language, Q_POKER)
    table.run("for (const details of document.querySelectorAll('#lx-play details')) details.open = true")
    bet(table, "ante", "10")
    choose_objects(table, "Qs Kh")
    deal(table)
    table.until(lambda: table.all("[data-symbol][tabindex='0']"))
    fits(table)
    table.click("[name=draw-rest]")
    table.until(lambda: table.all(".lx-decision"))
    table.click(".lx-decision button")
    over(table, language)
    fits(table)


def fits(page: Page) -> None:
    for size in (PHONE, DESKTOP):
        page.resize(size)
        assert page.violations() == []
        assert page.overflow() == 0


def test_a_round_is_told_with_the_marks_of_chinese(table: Page) -> None:
    opened(table, "zh", Q_POKER)
    bet(table, "ante", "10")
    choose_objects(table, "3s、Qh，4h、8s 5d 9d")
    deal(table)
    table.click(".lx-decision button")
    table.until(lambda: table.texts(STATUS) == ["牌局完結。1號博彩者：+15"])
    assert table.texts("[data-slot=bets-table] tbody td")[-1] == "第九條(七)項(3)分項；第九條(七)項"
    opened(table, "zh", SIC_BO)
    bet(table, "total", "1")
    choose_objects(table, "5 4 5")
    deal(table)
    over(table, "zh")
    assert table.texts("[data-slot=bets-table] tbody td")[0] == "總點數（4）"


def test_a_link_opens_the_same_round_again(table: Page) -> None:
    opened(table, "zh", Q_POKER)
    bet(table, "ante", "7")
    deal(table)
    table.until(lambda: table.all(".lx-decision"))
    table.click(".lx-decision button")
    over(table, "zh")
    before, address = shown(table), table.address
    table.open(address.replace("zh/", "pt/", 1))
    over(table, "pt")
    assert [eids for _, eids in shown(table)] == [eids for _, eids in before]
    assert table.read("[name=bet]", lambda field: Select(field).first_selected_option.get_attribute("value")) == "ante"
    assert table.attribute("[name=stake]", "value") == "7"


def test_a_link_with_settings_opens_the_bets_that_they_allow(table: Page) -> None:
    """Of eight boxes the eighth is bet on, of seven there was none: the link opened a bet on the first."""
    opened(table, "en", Q_POKER)
    address = eighth_box(table)
    table.open("en/about/").open(address)
    table.until(lambda: table.texts(".lx-decision legend") == ["Decision of player 8 (box 8)"])
    assert table.address == address


def eighth_box(page: Page) -> str:
    """Bet on the last of eight boxes, and deal; the address of that round."""
    page.click("#lx-play details summary")
    write(page, "p.boxes", "8" + Keys.TAB)
    page.until(lambda: len(Select(page.all("[name=place]")[0]).options) == 8)
    select(page, "place", "7")
    bet(page, "ante", "10")
    deal(page)
    page.one(".lx-decision button")
    return page.address


def test_a_link_that_is_pasted_into_the_tab_is_opened_and_left_by_going_back(table: Page) -> None:
    opened(table, "en", Q_POKER)
    first = eighth_box(table)
    opened(table, "en", SIC_BO)
    choose_objects(table, "5 4 5")
    deal(table)
    over(table)
    second = table.address
    table.run("location.hash = arguments[0]", first.partition("#")[2])
    table.until(lambda: table.texts(".lx-decision legend") == ["Decision of player 8 (box 8)"])
    table.driver.back()
    over(table)
    assert table.attribute("[name=objects]", "value") == "5 4 5"
    assert table.address == second


def test_a_mistake_is_told_at_its_field_and_nothing_is_dealt(table: Page) -> None:
    opened(table, "pt", Q_POKER)
    bet(table, "ante", "1")
    # A group of three digits may be thousands as well as a part of one.
    wrongs = (("stake", "abc", "1"), ("seed", "x7", "7"), ("stake", "-3", "3,5"), ("stake", "1,000", "1"))
    for name, wrong, right in (*wrongs, ("stake", "1.000", "1000"), ("seed", "9007199254740992", "7")):
        sentence = catalogue("pt").say(f"site.play.{name}.invalid", most="9007199254740991")
        write(table, name, wrong)
        deal(table)
        table.until(lambda: table.texts("#lx-play .lx-error") == [sentence])  # noqa: B023
        assert table.run("return document.activeElement.name") == name
        assert table.all(".lx-decision") == []
        write(table, name, right)
    deal(table)
    table.one(".lx-decision")
    assert table.all("#lx-play .lx-error") == []


def test_every_link_of_a_trace_leads_to_its_provision(table: Page, built_site: Path) -> None:
    opened(table, "pt", Q_POKER)
    bet(table, "ante", "10")
    deal(table)
    table.until(lambda: table.all(".lx-decision button"))
    table.click(".lx-decision button")
    over(table, "pt")
    shown = "#lx-play .lx-answer a, .lx-worked a, .lx-settings a"
    links = table.run("return [...document.querySelectorAll(arguments[0])].map(a => a.getAttribute('href'))", shown)
    assert len(links) > 40
    assert [link for link in set(links) if not leads_somewhere(link, "pt", built_site)] == []


def test_an_earlier_text_is_played_and_cited_as_it_then_was(table: Page, built_site: Path) -> None:
    expected = command("mo/baccarat@2004-05-18", "--cards", "Ah 7c 3h 8s 6c 2d", "--bet", "banker=100")
    opened(table, "pt", BACCARAT_AT_FIRST)
    bet(table, "banker", "100")
    choose_objects(table, "Ah 7c 3h 8s 6c 2d")
    deal(table)
    over(table, "pt")
    assert shown(table) == told(expected, "pt")
    links = set(
        table.run("return [...document.querySelectorAll('#lx-play .lx-trace a')].map(a => a.getAttribute('href'))")
    )
    assert all(leads_somewhere(link, "pt", built_site) for link in links)
    assert "../mo/baccarat/art-18/2004-05-18/#art_18" in links


def leads_somewhere(link: str, language: str, site: Path) -> bool:
    """Whether there is such a page with such an anchor."""
    target = urlsplit(urljoin(f"/{language}/play/", link))
    text = (site / target.path.strip("/") / "index.html").read_text("utf-8")
    return not target.fragment or f'id="{unquote(target.fragment)}"' in text


# ── Pages that are opened ───────────────────────────────────────────────────


@pytest.mark.parametrize("fragment", ["no-round", "%7B", '{"actions":[7,{"action":"deal"}],"game":"mo/x"}', "a" * 9000])
def test_a_link_that_is_none_leaves_the_page_whole(page: Page, fragment: str) -> None:
    page.open(f"en/play/#{fragment}")
    page.until(lambda: page.all("[data-slot=bets] .lx-row"))
    assert page.read(SUBMIT, lambda button: button.is_enabled())


# ── An engine that is not there, or late ────────────────────────────────────


@pytest.fixture
def doubled(page: Page) -> Iterator[Page]:
    """The Play page with a class for workers of a test's own, which no later test finds there."""
    page.open("en/play/")
    page.one("#lx-play[data-game]")
    yield page
    page.open("en/")


def test_an_engine_that_cannot_be_loaded_is_told(doubled: Page) -> None:
    """A worker in the place of ours whose every answer is that the network is gone."""
    doubled.run(
        "window.Worker = class extends EventTarget { postMessage({ id }) {"
        "this.dispatchEvent(new MessageEvent('message', { data: { id, failure: 'no network' } })) } }"
    )
    told = catalogue("en").say("site.play.failed", detail="no network")
    opened(doubled, "en", Q_POKER)
    deal(doubled)
    doubled.until(lambda: doubled.texts("#lx-play .lx-problem p") == [told])
    opened(doubled, "en", BACCARAT)
    assert doubled.texts("#lx-play .lx-problem") == []
    doubled.click("#lx-play details summary")
    write(doubled, "p.packs", "7" + Keys.TAB)
    doubled.until(lambda: doubled.texts("#lx-play .lx-problem p") == [told])


def test_what_settings_of_one_game_bring_is_not_offered_for_another(doubled: Page) -> None:
    """The engine answers for the boxes of Q Poker after the reader has turned to baccarat."""
    doubled.run(
        "window.asked = []; window.Worker = class extends EventTarget {"
        "postMessage(put) { asked.push(answer => this.dispatchEvent(new MessageEvent('message',"
        "{ data: { id: put.id, answer } }))) } }"
    )
    opened(doubled, "en", Q_POKER)
    doubled.click("#lx-play details summary")
    write(doubled, "p.boxes", "8" + Keys.TAB)
    opened(doubled, "en", BACCARAT)
    bets = doubled.texts("#lx-play [name=bet] option")
    plan = f"../../assets/play/{named(Q_POKER)}.en.en.json"
    doubled.run("return fetch(arguments[0]).then(file => file.json()).then(plan => { asked.at(-1)({ plan }); })", plan)
    assert doubled.texts("#lx-play [name=bet] option") == bets


# ── In CPython and in the browser ───────────────────────────────────────────

_WORKER = """
const [base, rounds, done] = arguments;
const worker = new Worker(base + "assets/play-worker.js", {type: "module"});
const answers = [];
let missing = rounds.length;
worker.onmessage = ({data}) => {
  answers[data.id] = data.failure ?? data.answer;
  if (!--missing) { worker.terminate(); done(answers); }
};
rounds.forEach(([game, question], id) => worker.postMessage({id, ask: "play", game, question}));
"""


def game_for_worker(game: str, text: str) -> dict[str, str]:
    name = named(game)
    return {"name": f"{name}.{text}", "version": name.rpartition("/")[2], "path": f"{name}.{text}"}


def golden() -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Rounds of both games by seed, in each language, with decisions, readings and an irregularity."""
    ante = {"action": "bet", "bettor": "player-1", "holder": "box-1", "bet": "ante", "stake": "10"}
    plus = {**ante, "bet": "pair-plus", "stake": "5/2"}
    play = {"action": "choose", "bettor": "player-1", "holder": "box-1", "choice": "play"}
    wrong = {"action": "irregularity", "event": "wrong-order", "after": 2}
    sides = [{"action": "bet", "bettor": "bettor-1", "bet": b, "stake": "20"} for b in ("banker", "tie", "player-pair")]
    deal = {"action": "deal"}
    for seed in range(4):
        for language in ("zh", "pt", "en"):
            q_poker = game_for_worker(Q_POKER, language)
            asked = {"game": q_poker["name"], "language": language, "seed": seed, "seen_by": "player-1"}
            yield q_poker, {**asked, "actions": [ante, plus, deal, play], "readings": {"not-qualified": "keep-half"}}
            yield q_poker, {**asked, "actions": [ante, wrong, deal, play] if seed % 2 else [ante, deal]}
            baccarat = game_for_worker(BACCARAT if seed % 2 else BACCARAT_AT_FIRST, language)
            asked = {"game": baccarat["name"], "language": language, "seed": seed}
            yield baccarat, {**asked, "actions": [*sides, deal], "options": {"packs": 6 + seed}}


def test_rounds_are_the_same_in_cpython_and_in_the_browser(page: Page) -> None:
    rounds = list(golden())
    table = Table()
    for game in {game["name"]: game for game, _ in rounds}.values():
        name, _, text = game["name"].rpartition(".")
        work, _, version = name.rpartition("/")
        table.put(game["name"], version, rules_to_text(load(work, on=version, text=text).rules))
    expected = [json.loads(table.play(json.dumps(question))) for _, question in rounds]
    assert {answer["stage"] for answer in expected} == {"over", "deciding"}
    page.open("en/play/")
    page.driver.set_script_timeout(180)
    found = page.driver.execute_async_script(_WORKER, page.home, rounds)
    assert found == expected
