"""The Chinese, Portuguese and English texts of Q Poker mean the same, and play the same."""

import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from lexludi.base.diagnostics import Severity, has_errors, to_json
from lexludi.base.errors import UnsettledCase
from lexludi.base.messages import catalogue
from lexludi.base.resources import data_folder, shelves
from lexludi.base.source import Source
from lexludi.checks.checking import CHECKS, check_paths
from lexludi.checks.codec import FINDINGS
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, GlossaryEntry, make_glossary
from lexludi.language.nodes import Construct
from lexludi.language.phrases import LANGUAGES
from lexludi.language.printer import print_rules
from lexludi.law.agreement import LoadedText, compare, divergences
from lexludi.law.loader import find, load_rules, read_source, text_file
from lexludi.play.actions import Choose, Deal, PlaceBet
from lexludi.play.game import Game, Round, make_game
from lexludi.rules.lowering import lower
from lexludi.rules.model import Range, RuleSet
from small import THREE_FACES, diagnosed

WORK = "mo/q-poker"
VERSION = "2005-01-18"
PAIRS = tuple(permutations(LANGUAGES, 2))

# Where the authentic texts say different things, and what each says (facts of the two texts).
DIVERGENCES = {
    "packs": {"zh": "art_1__point_1", "pt": "art_1__point_1"},
    "holding-limit": {"zh": "art_6__point_3", "pt": "art_6__point_3"},
    "dealt-to": {"zh": "art_7", "pt": "art_7"},
    "straight-suits": {"zh": "art_8__point_3", "pt": "art_8__point_3"},
    "run-order": {"zh": "art_8__point_3", "pt": "art_8__point_3"},
    "opened-by": {"zh": "art_9__point_1", "pt": "art_9__point_1"},
    "decision-time": {"zh": "art_9__point_2", "pt": "art_9__point_2"},
    "exposed-cards": {"zh": "art_11__point_2", "pt": "art_11__point_2"},
    "exposed-dealer-card": {"zh": "art_11__point_3", "pt": "art_11__point_3"},
    "exposure-time": {"zh": "art_11__point_3", "pt": "art_11__point_3"},
}

# Sentences in which a text speaks of itself: its header, its witnesses, its stance in a divergence.
ABOUT_THE_TEXT = frozenset(
    "work title instrument authority signatory gazette witness note authentic translation collated divergence variant "
    "no_effect introduces".split()
)


@cache
def text(language: str) -> LoadedText:
    file = find(WORK, language=language)
    rules, diagnostics = load_rules(file)
    assert rules is not None
    assert not has_errors(diagnostics)
    return LoadedText(rules, read_source(file))


def rules(language: str) -> RuleSet:
    return text(language).rules


def meaning(rule_set: RuleSet) -> list[tuple[str, Construct]]:
    """All sentences with their provisions, without those in which a text speaks of itself."""
    return [(eid, s) for eid, s in rule_set.statements if s.op not in ABOUT_THE_TEXT]


# ── What the texts say ──────────────────────────────────────────────────────


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_no_undeclared_divergence_between_texts(first: str, second: str) -> None:
    assert list(compare(text(first), text(second))) == []


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_texts_have_the_same_sentences_at_every_provision(first: str, second: str) -> None:
    """Even where a divergence is declared: each text holds both readings, and says which one is its own."""
    assert meaning(rules(first)) == meaning(rules(second))


def test_divergences_between_the_authentic_texts_are_those_known() -> None:
    found = {
        language: {d.id: d.eid for d in rules(language).divergences}
        for language in LANGUAGES
        if rules(language).metadata.standing == "authentic"
    }
    assert found == {lang: {name: at[lang] for name, at in DIVERGENCES.items()} for lang in ("zh", "pt")}


@pytest.mark.parametrize(("language", "term", "stances"), [
    ("zh", "持牌時之禁止", ["「不得離桌」", "「不得桌外持牌」"]),
    ("pt", "proibição a quem segura as cartas", ["«não sair da banca»", "«não segurar fora da banca»"]),
    ("en", "prohibition while holding the cards", ["“not leaving”", "“not holding away”"]),
])  # fmt: skip
def test_a_divergence_is_told_in_the_language_of_the_reader_and_kept_so(
    language: str, term: str, stances: list[str]
) -> None:
    """What each text says, too; as data, in the words of the texts."""
    found = next(d for d in divergences([text("zh"), text("pt")]) if d.labels[0].eid == "art_6__point_3")
    words = catalogue(language)
    assert found.headline(words).endswith(term)
    said = [words.say(label.key, **label.args).split("：")[-1].split(": ")[-1] for label in found.labels]
    assert said == stances
    assert to_json(found, words)["args"]["name"] == "持牌時之禁止 / proibição a quem segura as cartas"
    kept = FINDINGS.decode(FINDINGS.encode(found))
    assert (kept.headline(words), kept.plain_args()) == (found.headline(words), found.plain_args())


def test_every_divergence_is_reported_with_both_provisions() -> None:
    found = list(divergences([text(language) for language in LANGUAGES]))
    assert {d.severity for d in found} == {Severity.NOTE}
    assert [[label.eid for label in d.labels] for d in found] == [list(at.values()) for at in DIVERGENCES.values()]
    assert {tuple(label.source.language for label in d.labels) for d in found} == {("zh", "pt")}


@pytest.mark.parametrize("name", DIVERGENCES)
def test_in_a_divergence_the_texts_say_different_things(name: str) -> None:
    stances = {d.stance for language in ("zh", "pt") for d in rules(language).divergences if d.id == name}
    assert len(stances) == 2


def test_every_divergence_can_be_played_as_either_text_has_it() -> None:
    """Each stance is among the choices of the reading of the same name."""
    for language in ("zh", "pt"):
        for divergence in rules(language).divergences:
            parameter = rules(language).parameters[divergence.id]
            lowest = {stance.low if isinstance(stance, Range) else stance for stance in divergence.stance}
            assert parameter.kind == "reading"
            assert all(parameter.admits(value) for value in lowest), divergence


def test_texts_have_the_same_provisions_in_the_same_order() -> None:
    provisions = {tuple(p.eid for p in rules(language).document.all()) for language in LANGUAGES}
    assert len(provisions) == 1


# ── Printed in another language ─────────────────────────────────────────────


def printed_in(language: str, of: str) -> Source:
    return Source("printed", language, print_rules(rules(of).document, language, rules(of).glossary))


def read_back(source: Source, glossary: Glossary) -> RuleSet:
    document, diagnostics = build(source)
    assert document is not None
    assert [d.code for d in diagnostics] == []
    found, diagnostics = lower(document, glossary, source)
    assert [d.code for d in diagnostics if d.severity is Severity.ERROR] == []
    return found


@pytest.mark.parametrize(("of", "language"), tuple(product(LANGUAGES, repeat=2)))
def test_rules_printed_in_any_language_read_back_as_the_same_rules(of: str, language: str) -> None:
    original = rules(of)
    again = read_back(printed_in(language, of), original.glossary)
    assert meaning(again) == meaning(original)
    assert again.language == language
    assert again.metadata.standing == "translation"


@pytest.mark.parametrize("path", sorted(data_folder("regulations").rglob("*.ludi")), ids=str)
def test_rules_printed_in_another_language_stand_beside_their_text(path: Path) -> None:
    file = text_file(path)
    original, _ = load_rules(file)
    assert original is not None
    for language in set(LANGUAGES) - {file.language}:
        printed = Source("printed", language, print_rules(original.document, language, original.glossary))
        again = read_back(printed, original.glossary)
        assert list(compare(LoadedText(again, printed), LoadedText(original, read_source(file)))) == []
        assert [d.code for check in CHECKS for d in check(again, printed) if d.severity is Severity.ERROR] == []


@pytest.mark.parametrize(("of", "language"), PAIRS)
def test_rules_printed_in_another_language_are_those_of_its_own_text(of: str, language: str) -> None:
    assert meaning(read_back(printed_in(language, of), rules(of).glossary)) == meaning(rules(language))


# ── What the texts do ───────────────────────────────────────────────────────

ROUNDS = 10_000

# Every option and reading that changes play, among them both readings of each divergence.
SETTINGS: tuple[Mapping[str, object], ...] = (
    {},
    {"dealing": "shuffler"},
    {"not-qualified": "keep-half"},
    {"dealing": "shuffler", "run-order": "highest-card", "low-run-suit": "suit-of-ace"},
    {"straight-suits": "all-different"},
    {"dealt-to": "player"},
    {"dealing": "shuffler", "dealt-to": "player", "not-qualified": "keep-half"},
    {"packs": 6},
    {"packs": 2, "equal-hands": "push"},
    {"packs": 8, "equal-hands": "dealer-wins", "dealing": "shuffler"},
    {"packs": 6, "equal-hands": "player-wins", "low-run-suit": "suit-of-ace"},
    {"exposed-dealer-card": "only-one"},
)
OPTIONS = ("boxes", "dealing")


@dataclass(frozen=True)
class Script:
    """A round to be played alike under each text: what is staked, how decisions fall."""

    seed: int
    bets: tuple[PlaceBet, ...]
    choices: tuple[str, ...]


def random_script(seed: int) -> Script:
    chance = Random(f"script {seed}")
    bets = []
    for box in sorted(chance.sample(range(1, 8), chance.randint(1, 3))):
        bettor = f"player-{chance.choice([box, box, 9])}"
        for bet in chance.choice([("ante",), ("pair-plus",), ("ante", "pair-plus")]):
            bets.append(PlaceBet(bettor, f"box-{box}", bet, chance.randint(1, 500)))
    return Script(seed, tuple(bets), tuple(chance.choice(("play", "surrender")) for _ in range(6)))


def play(game: Game, script: Script) -> tuple[Round, UnsettledCase | None]:
    round_ = game.new_round(seed=script.seed)
    choices = iter(script.choices)
    try:
        for bet in script.bets:
            round_.apply(bet)
        round_.apply(Deal())
        while (due := round_.decision) is not None:
            round_.apply(Choose(due.bettor, due.unit, next(choices)))
    except UnsettledCase as unsettled:
        return round_, unsettled
    return round_, None


def told(game: Game, script: Script) -> tuple[object, ...]:
    """All that a round leaves behind, the cards among its steps; nothing of it is in a language.

    Of every twentieth also the readings that each step rests on, which take most of the time.
    """
    round_, unsettled = play(game, script)
    stopped = unsettled and (unsettled.key, unsettled.provisions)
    return list(round_.trace) if script.seed % 20 == 0 else round_.steps, round_.returns(), stopped


def games(settings: Mapping[str, object]) -> list[Game]:
    options = {name: value for name, value in settings.items() if name in OPTIONS}
    readings = {name: value for name, value in settings.items() if name not in OPTIONS}
    return [make_game(rules(language), VERSION, options, readings) for language in LANGUAGES]


def disagreements(settings: Mapping[str, object], seeds: range) -> Iterator[tuple[int, str]]:
    first, *others = games(settings)
    for seed in seeds:
        script = random_script(seed)
        expected = told(first, script)
        for other in others:
            if told(other, script) != expected:
                yield seed, other.rules.language


@pytest.mark.parametrize("number", range(len(SETTINGS)), ids=lambda n: ",".join(map(str, SETTINGS[n].values())) or "-")
def test_texts_play_the_same_rounds_to_the_same_traces(number: int) -> None:
    """1,250 seeded rounds over all settings: steps, provisions, parties, values, cards and returns."""
    share = ROUNDS // len(SETTINGS) // 8
    assert list(disagreements(SETTINGS[number], range(number * share, (number + 1) * share))) == []


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_texts_play_the_same_rounds_to_the_same_traces_in_more_rounds(number: int) -> None:
    """10,000 seeded rounds over all settings, all others."""
    share = -(-ROUNDS // len(SETTINGS))
    first = ROUNDS + number * share
    assert list(disagreements(SETTINGS[number], range(first, first + share))) == []


def test_the_rounds_played_reach_every_result_and_every_category() -> None:
    """The comparison would prove little if its rounds were all alike."""
    (game, *_) = games({})
    results, categories = set(), set()
    for seed in range(2_000):
        if (len(results), len(categories)) == (5, 6):
            break
        for step in play(game, random_script(seed))[0].steps:
            values = dict(zip(step.names, step.values, strict=True))
            if step.kind == "settled":
                results.add((values["bet"], values["result"]))
            elif step.kind == "revealed":
                categories.add(values["category"])
    assert results == {
        (bet, result)
        for bet, results_of in {"ante": ("win", "lose", "surrender"), "pair-plus": ("win", "lose")}.items()
        for result in results_of
    }
    assert categories == {"straight-flush", "three-of-a-kind", "straight", "flush", "pair", "high-card"}


def test_a_divergence_is_shown_at_the_sentence_that_differs_and_a_missing_provision_told_once(tmp_path: Path) -> None:
    shutil.copy(shelves()[0] / "glossary.toml", tmp_path / "glossary.toml")
    folder = tmp_path / "q-poker"
    shutil.copytree(shelves()[0] / "mo" / "q-poker", folder)
    shutil.copy(shelves()[0] / "mo" / "q-poker" / "glossary.toml", folder)
    (folder / "2005-01-18.en.ludi").unlink()
    path = folder / "2005-01-18.pt.ludi"
    text = path.read_text("utf-8")
    sentence = "quando «croupier» é «habilitado a jogar», e a mão de «croupier» é superior à mão de «jogador»"
    assert text.count(sentence) == 1
    path.write_text(text.replace(sentence, sentence.replace("superior", "inferior")), "utf-8")
    (found,) = [d for d in check_paths([str(folder)]).between if d.code == "undeclared-divergence"]
    shown = [label.source.text[label.span.start : label.span.end] for label in found.labels]
    assert "小於" not in shown[0]
    assert "大於" in shown[0]
    assert "inferior" in shown[1]
    assert "chinês" in found.headline(catalogue("pt"))
    assert "português" in found.headline(catalogue("pt"))
    zh = folder / "2005-01-18.zh.ludi"
    lines = zh.read_text("utf-8")
    zh.write_text(lines + "\n第二十條 附加\n  不影響程式運作：虛構之條文\n", "utf-8")
    codes = [d.code for d in check_paths([str(folder)]).between if d.eid == "art_20"]
    assert codes == ["provision-without-counterpart"]


ONE_DIE = {
    "zh": """規章：one-die
本文為真確本。
第一條
  設一名「莊荷」。
  「博彩者」下注。
  「與莊荷博彩」為投注。
  解讀「持牌相等」：「退還投注」或「莊荷勝」；預設「退還投注」；理由：條文不明
  分歧「持牌相等」：本文本作「退還投注」；說明：另一文本作相反規定
  如「持牌相等」為「退還投注」，則「與莊荷博彩」退還。
  如「持牌相等」為「莊荷勝」，則「與莊荷博彩」輸。
""",
    "pt": """regulamento: one-die
esta versão faz fé.
Artigo 1.º
  há um «croupier».
  «jogador» aposta.
  «aposta contra o croupier» é uma aposta.
  leitura «resultado das mãos iguais»: «devolução da aposta» ou «vitória do croupier»; \
por omissão «devolução da aposta»; porque: o texto não diz
  divergência «resultado das mãos iguais»: este texto diz «vitória do croupier»; nota: o outro diz o contrário
  quando «resultado das mãos iguais» é «devolução da aposta», então «aposta contra o croupier» é devolvida.
  quando «resultado das mãos iguais» é «vitória do croupier», então «aposta contra o croupier» perde.
""",
}


# The Portuguese text says so of itself; each row has what stands there instead, and what then is found.
SAYS = "este texto diz «vitória do croupier»; nota: o outro diz o contrário"
AGAIN = f"{SAYS}\n  divergência «resultado das mãos iguais»: este texto diz «devolução da aposta»; nota: outra"


@pytest.mark.parametrize(
    ("written", "instead", "codes"),
    [
        (SAYS, SAYS, "divergence"),
        # What else differs at a provision with a divergence is declared by none.
        ("croupier» perde.", "croupier» é devolvida.", "undeclared-divergence divergence"),
        ("omissão «devolução da aposta»", "omissão «vitória do croupier»", "undeclared-divergence divergence"),
        (SAYS, "este texto diz «devolução da aposta»; nota: o mesmo", "divergence-without-difference"),
        # What the text says that has an error is not known, and so not whether it declares the divergence.
        (SAYS, "este texto diz «croupier»; nota: outra coisa", "not-a-choice"),
        (SAYS, AGAIN, "declared-twice"),
    ],
)
def test_a_divergence_covers_what_it_declares_and_nothing_else(
    written: str, instead: str, codes: str, tmp_path: Path
) -> None:
    shutil.copy(Path(__file__).parent / "diagnostics-glossary.toml", tmp_path / "glossary.toml")
    folder = tmp_path / "one-die"
    folder.mkdir()
    for language, said in ONE_DIE.items():
        assert (written in said) == (language == "pt")
        (folder / f"1.{language}.ludi").write_text(said.replace(written, instead), "utf-8")
    checked = check_paths([str(folder)])
    found = {
        d.code for d in (*checked.between, *(diagnostic for each in checked.texts for diagnostic in each.diagnostics))
    }
    about = {"divergence", "undeclared-divergence", "divergence-without-difference", "one-sided-divergence"}
    assert found & {*about, "not-a-choice", "declared-twice"} == {*codes.split()}


BASES = {
    "en": "regulation: invented\ninvented example, not law.\n\nArticle 1 First\n  no effect on the machine: one\n"
    "\nArticle 2 Second\n  no effect on the machine: two\n",
    "pt": "regulamento: invented\nexemplo inventado, que não é lei.\n\nArtigo 1.º First\n  sem efeito na máquina: um\n"
    "\nArtigo 2.º Second\n  sem efeito na máquina: dois\n",
}
AMENDING = {
    "en": """regulation: a1
instrument: Invented instrument No. 1/2031
amends: invented
published on 3 March 2031.
in force from 1 April 2031.
invented example, not law.

Article 1
  replace article 1 by:
  > Article 1 First
  >   | New words.
  >   no effect on the machine: one
""",
    "pt": """regulamento: a1
diploma: Diploma inventado n.º 1/2031
altera: invented
publicado em 3 de Março de 2031.
em vigor desde 1 de Abril de 2031.
exemplo inventado, que não é lei.

Artigo 1.º
  o artigo 1.º passa a ter a seguinte redacção:
  > Artigo 1.º First
  >   | Novas palavras.
  >   sem efeito na máquina: um
""",
}


def amended_in(folder: Path, english: str, portuguese: str) -> list[tuple[str, list[str]]]:
    """What differs between the languages of an invented instrument, with the files of both places."""
    (folder / "amendments").mkdir()
    for language, amending in (("en", english), ("pt", portuguese)):
        (folder / f"1.{language}.ludi").write_text(BASES[language], "utf-8")
        (folder / "amendments" / f"1-2031.{language}.ludi").write_text(amending, "utf-8")
    report = check_paths([str(folder)])
    assert not any(has_errors(text.diagnostics) for text in report.texts)
    found = report.between
    return [(d.code, [Path(label.source.name).name for label in d.labels]) for d in found]


BETWEEN = [("undeclared-divergence", ["1-2031.pt.ludi", "1-2031.en.ludi"])]


def test_instruments_that_bring_the_same_agree(tmp_path: Path) -> None:
    assert amended_in(tmp_path, AMENDING["en"], AMENDING["pt"]) == []


@pytest.mark.parametrize("remark", ["", "  sem efeito na máquina: nota\n"], ids=["alone", "after a remark"])
def test_words_that_only_one_language_brings_are_told(remark: str, tmp_path: Path) -> None:
    portuguese = AMENDING["pt"].replace("  >   | Novas palavras.\n", "").replace("  o artigo", f"{remark}  o artigo")
    assert amended_in(tmp_path, AMENDING["en"], portuguese) == BETWEEN


@pytest.mark.parametrize(
    ("said", "otherwise"),
    [
        ("em vigor desde 1 de Abril de 2031.", "em vigor desde 1 de Maio de 2031."),
        ("publicado em 3 de Março de 2031.", "publicado em 4 de Março de 2031."),
        ("exemplo inventado", "o conteúdo da alteração é conhecido em parte: o resto não foi visto\nexemplo inventado"),
    ],
)
def test_headers_that_differ_between_languages_are_told(said: str, otherwise: str, tmp_path: Path) -> None:
    (found,) = amended_in(tmp_path, AMENDING["en"], AMENDING["pt"].replace(said, otherwise))
    assert found[0] == "undeclared-divergence"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Invented decree", "Decreto inventado"), []),
        (("Invented decree No. 1/2031", "Decreto inventado n.º 1/2031"), []),
        (("Invented decree No. 1/2031", "Decreto inventado n.º 2/2031"), BETWEEN),
    ],
)
def test_what_is_rectified_has_a_name_in_each_language(
    names: tuple[str, str], expected: list[tuple[str, list[str]]], tmp_path: Path
) -> None:
    """A name without a number is no number that differs; two numbers are of two instruments."""
    texts = {}
    for (language, text), word, name in zip(AMENDING.items(), ("rectifies", "rectifica"), names, strict=True):
        first, rest = text.split("\n", 1)
        texts[language] = f"{first}\n{word}: {name}\n{rest}"
    assert amended_in(tmp_path, texts["en"], texts["pt"]) == expected


ONLY = {"en": "only the text in this language is rectified.\n", "pt": "só é rectificado o texto nesta língua.\n"}


def rectified_in(folder: Path, saying: Collection[str], changes: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """What is found between the languages of a rectification, of which some say that it is of theirs alone."""
    texts = {
        # Its day is that of what it rectifies.
        language: re.sub(r"\n(in force|em vigor) .*", "", text[: text.index("\n\n")])
        + f"\n{ONLY[language] if language in saying else ''}\n{changes[language]}"
        for language, text in AMENDING.items()
    }
    return amended_in(folder, texts["en"], texts["pt"])


@pytest.mark.parametrize(("only", "expected"), [(True, []), (False, BETWEEN)])
def test_rectifications_of_one_language_each_need_not_be_of_the_same(
    only: bool, expected: list[tuple[str, list[str]]], tmp_path: Path
) -> None:
    """In English the title of article 1 was misprinted, in Portuguese that of article 2."""
    said = {
        "en": "1.\n  in article 1, for:\n  > Article 1 First\n  read:\n  > Article 1 Of all\n",
        "pt": "1.\n  no artigo 2.º, onde se lê:\n  > Artigo 2.º Second\n  deve ler-se:\n  > Artigo 2.º De todos\n",
    }
    assert rectified_in(tmp_path, ("en", "pt") if only else (), said) == expected


@pytest.mark.parametrize(("saying", "expected"), [(("en", "pt"), []), (("en",), BETWEEN)])
def test_that_a_rectification_is_of_its_own_language_alone_is_said_by_each(
    saying: tuple[str, ...], expected: list[tuple[str, list[str]]], tmp_path: Path
) -> None:
    """By the one that does not say it a text in a third language lacks its rectification."""
    said = {
        "en": "1.\n  in article 1, for:\n  > Article 1 First\n  read:\n  > Article 1 Of all\n",
        "pt": "1.\n  no artigo 1.º, onde se lê:\n  > Artigo 1.º First\n  deve ler-se:\n  > Artigo 1.º De todos\n",
    }
    assert rectified_in(tmp_path, saying, said) == expected


@pytest.mark.parametrize(("named", "expected"), [("invented/new", []), ("invented/other", BETWEEN)])
def test_languages_that_name_different_successors_of_a_work_are_told(
    named: str, expected: list[tuple[str, list[str]]], tmp_path: Path
) -> None:
    replaced = {
        "en": "repeal the regulation, replaced by: invented/new",
        "pt": "é revogado o regulamento, substituído por: ",
    }
    texts = {
        language: f"{AMENDING[language].partition(heading)[0]}{heading}\n  {replaced[language]}\n"
        for language, heading in (("en", "Article 1"), ("pt", "Artigo 1.º"))
    }
    assert amended_in(tmp_path, texts["en"], texts["pt"].replace("por: ", f"por: {named}")) == expected


def test_a_day_may_be_told_in_another_way(tmp_path: Path) -> None:
    """29 days after 3 March is 1 April."""
    days = "em vigor 29 dias após a data da publicação."
    assert (
        amended_in(tmp_path, AMENDING["en"], AMENDING["pt"].replace("em vigor desde 1 de Abril de 2031.", days)) == []
    )


OWN_DAYS = {
    "en": "on 1 July 2031, article 1 enters into force.",
    "pt": "o artigo 1.º entra em vigor em 1 de Julho de 2031.",
}
EFFECT = {
    "en": "from 1 February 2031, article 1 takes effect.",
    "pt": "o artigo 1.º produz efeitos desde 1 de Fevereiro de 2031.",
}
WHOLE = {"en": "takes effect from 1 February 2031.", "pt": "produz efeitos desde 1 de Fevereiro de 2031."}


def _with_days(days: dict[str, str]) -> dict[str, str]:
    heads = {"en": "invented example", "pt": "exemplo inventado"}
    return {x: AMENDING[x].replace(heads[x], f"{days[x]}\n{heads[x]}") for x in AMENDING}


@pytest.mark.parametrize("days", [OWN_DAYS, EFFECT, WHOLE], ids=["in force", "of effect", "of effect as a whole"])
@pytest.mark.parametrize("told", [True, False], ids=["another", "none"])
def test_days_of_provisions_in_a_header_are_those_of_the_other(
    days: dict[str, str], told: bool, tmp_path: Path
) -> None:
    """Another month or day, or none at all in one language."""
    texts = _with_days(days)
    otherwise = days["pt"].replace("Julho", "Agosto").replace("1 de Fevereiro", "2 de Fevereiro") if told else ""
    portuguese = texts["pt"].replace(days["pt"] + "\n", f"{otherwise}\n" if told else "")
    assert amended_in(tmp_path, texts["en"], portuguese) == BETWEEN


@pytest.mark.parametrize("days", [OWN_DAYS, EFFECT, WHOLE], ids=["in force", "of effect", "of effect as a whole"])
def test_days_of_provisions_that_are_the_same_agree(days: dict[str, str], tmp_path: Path) -> None:
    texts = _with_days(days)
    assert amended_in(tmp_path, texts["en"], texts["pt"]) == []


def test_a_day_of_a_provision_may_be_told_in_another_way(tmp_path: Path) -> None:
    """120 days after 3 March is 1 July: 28 in March, 30, 31 and 30, and one."""
    texts = _with_days({**OWN_DAYS, "pt": "o artigo 1.º entra em vigor 120 dias após a data da publicação."})
    assert amended_in(tmp_path, texts["en"], texts["pt"]) == []


def test_a_republication_is_one_in_every_language(tmp_path: Path) -> None:
    for language, base in BASES.items():
        head, rest = base.split("\n", 1)
        day = {"en": "in force from 1 April 2031.", "pt": "em vigor desde 1 de Abril de 2031."}[language]
        (tmp_path / f"2031-01-01.{language}.ludi").write_text(base, "utf-8")
        anew = f"{head}\n{day}\n" + ("republished in full.\n" if language == "en" else "") + rest
        (tmp_path / f"2031-04-01.{language}.ludi").write_text(anew, "utf-8")
    (found,) = check_paths([str(tmp_path)]).between
    assert found.code == "undeclared-divergence"
    assert {Path(label.source.name).name[:10] for label in found.labels} == {"2031-04-01"}


ODD_OR_EVEN = {
    "en": """\
regulation: dawn
identifier: /akn/xx/act/2030/dawn
invented example, not law.
the score records “odd” and “even”.

Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
  “odd” is a bet.
  “even” is a bet.
  bets are accepted.
  “dealer” throws “die”.
  settle “odd” and “even”.

Article 2
  when the total of “dealer” is odd, and the total of “dealer” is lower than 3, then “odd” pays 1 to 1.
  in every other case, “odd” loses.
  when the total of “dealer” is even, then “even” pays 1 to 1.
  in every other case, “even” loses.
""",
    "pt": """\
regulamento: dawn
identificador: /akn/xx/act/2030/dawn
exemplo inventado, que não é lei.
o registo das jogadas anota «odd» e «even».

Artigo 1.º
  «number», por ordem decrescente: 3, 2 e 1.
  material: 1 «die», mostrando cada peça um só «number».
  cada «die» vale o número que mostra.
  há um «dealer».
  «player» aposta.
  «odd» é uma aposta.
  «even» é uma aposta.
  aceitam-se apostas.
  «dealer» lança «die».
  liquidam-se «odd» e «even».

Artigo 2.º
  quando o total de «dealer» é ímpar, e o total de «dealer» é inferior a 3, então «odd» é paga 1 por 1.
  nos restantes casos, «odd» perde.
  quando o total de «dealer» é par, então «even» é paga 1 por 1.
  nos restantes casos, «even» perde.
""",
}


def differing(old: str, new: str) -> list[list[str]]:
    """What of the header, and of each provision, is told to differ where the Portuguese text says something else."""
    words = "number die dealer player odd even".split()
    terms = make_glossary(GlossaryEntry(word, dict.fromkeys(LANGUAGES, (word,)), "") for word in words)
    assert old in ODD_OR_EVEN["pt"]
    texts = []
    for language, text in (("en", ODD_OR_EVEN["en"]), ("pt", ODD_OR_EVEN["pt"].replace(old, new))):
        source = Source(f"1.{language}.ludi", language, text)
        document, faults = build(source)
        assert document is not None
        rules, more = lower(document, terms, source)
        assert not has_errors([*faults, *more])
        texts.append(LoadedText(rules, source))
    return [
        [label.source.text[label.span.start : label.span.end] for label in found.labels] for found in compare(*texts)
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        # That both hold is the same in either order; so are declarations, and rules that exclude each other.
        (
            "o total de «dealer» é ímpar, e o total de «dealer» é inferior a 3",
            "o total de «dealer» é inferior a 3, e o total de «dealer» é ímpar",
        ),
        ("  «odd» é uma aposta.\n  «even» é uma aposta.\n", "  «even» é uma aposta.\n  «odd» é uma aposta.\n"),
        ("  nos restantes casos, «odd» perde.\n", "  nos restantes casos, «odd» perde.\n  nota: mais palavras\n"),
        ("identificador: /akn/xx/act/2030/dawn\n", ""),
    ],
)
def test_what_is_said_in_another_order_is_the_same(old: str, new: str) -> None:
    assert differing(old, new) == []


@pytest.mark.parametrize(
    ("old", "new", "here", "there"),
    [
        ("anota «odd» e «even»", "anota «even» e «odd»", "the score records", "o registo das jogadas"),
        ("act/2030/dawn", "act/2030/dusk", "identifier", "identificador"),
        ("exemplo", "revogado desde 1 de Janeiro de 2031: Diploma inventado n.º 8/2031\nexemplo", "", "revogado"),
        ("exemplo", "substitui: dusk\nexemplo", "", "substitui"),
        ("o registo das jogadas anota «odd» e «even».\n", "", "the score records", ""),
        # Steps come in the order of the text.
        (
            "  aceitam-se apostas.\n  «dealer» lança «die».\n",
            "  «dealer» lança «die».\n  aceitam-se apostas.\n",
            "",
            "",
        ),
        ("é ímpar, e o total", "é ímpar, ou o total", "when the total", "quando o total"),
    ],
)
def test_what_one_language_says_otherwise_is_told(old: str, new: str, here: str, there: str) -> None:
    ((first, second),) = differing(old, new)
    assert (first.startswith(here), second.startswith(there)) == (True, True)


@pytest.mark.parametrize("term", ["bet on heads", "bet on haeds"])
def test_a_text_with_an_error_that_is_told_of_an_instrument_is_not_compared(term: str, tmp_path: Path) -> None:
    """Invented: no commission on tails any more; with the term misspelt the two languages would differ besides."""
    shutil.copy(data_folder("regulations") / "glossary.toml", tmp_path)
    work = tmp_path / "two-tokens"
    shutil.copytree(Path(__file__).parent / "corpus" / "valid" / "two-tokens", work)
    (work / "1.pt.ludi").unlink()
    (work / "amendments").mkdir()
    (work / "amendments" / "1-2031.zh.ludi").write_text(
        "規章：two-tokens/1\n法規：虛構法規第1/2031號\n修改：two-tokens\n自2031年4月1日起生效。\n本文為虛構示例，並非法律。\n\n"
        "一、\n  第五條第四款修改為：\n  > 四、\n  >   | 佣金。\n  >   從「押正面」彩金抽取5%佣金。\n",
        "utf-8",
    )
    (work / "amendments" / "1-2031.en.ludi").write_text(
        "regulation: two-tokens/1\ninstrument: Invented instrument No. 1/2031\namends: two-tokens\n"
        "in force from 1 April 2031.\ninvented example, not law.\n\n1.\n  replace article 5, number 4 by:\n"
        f"  > 4.\n  >   | A commission.\n  >   from the winnings of “{term}” a commission of 5% is taken.\n",
        "utf-8",
    )
    found = [d.code for d in check_paths([str(work)]).diagnostics if d.severity is Severity.ERROR]
    assert found == ([] if term == "bet on heads" else ["unknown-term"])


VALID = Path(__file__).parent / "corpus" / "valid"


def copied(work: str, folder: Path, changes: Mapping[str, tuple[str, str]]) -> Path:
    """A work of the corpus with other words in some of its languages, and the glossaries that it needs."""
    shutil.copy(data_folder("regulations") / "glossary.toml", folder)
    shutil.copytree(VALID / work, folder / work)
    for language, (old, new) in changes.items():
        path = folder / work / f"1.{language}.ludi"
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")
    return folder / work


def places_between(path: Path, code: str = "undeclared-divergence") -> list[list[tuple[str, str]]]:
    """The languages and the words of both places of each difference."""
    found = check_paths([str(path)]).between
    assert {d.code for d in found} <= {code}
    return [
        [(label.source.language, label.source.text[label.span.start : label.span.end].strip()) for label in d.labels]
        for d in found
    ]


def test_provisions_in_another_order_are_told(tmp_path: Path) -> None:
    """Of number 1, bets, and number 2, a throw, the Portuguese text has the second first: so would be the steps."""
    portuguese = (VALID / "two-tokens" / "1.pt.ludi").read_text("utf-8")
    start = portuguese.index("\n1.\n", portuguese.index("Artigo 4.º")) + 1
    bets = portuguese[start : portuguese.index("2.\n", start)]
    throw = portuguese[start + len(bets) : portuguese.index("3.\n", start)]
    work = copied("two-tokens", tmp_path, {"pt": (bets + throw, throw + bets)})
    (work / "1.zh.ludi").unlink()
    (found,) = check_paths([str(work)]).diagnostics
    assert (found.code, found.args["eid"]) == ("undeclared-divergence", "art_4__para_2")


PARTS = f"""{THREE_FACES}  “ante” is a bet.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “ante”.
Article 3
  | ①Threes win, ②and ones lose.
  {{}} when the total of “dealer” is 3, then “ante” pays 1 to 1.
  {{}} when the total of “dealer” is 1, then “ante” loses.
Article 4
  when the total of “dealer” is 2, then “ante” loses.
"""
EXCHANGED = re.sub("(  {}.*\n)(  {}.*\n)", r"\2\1", PARTS)


@pytest.mark.parametrize(
    ("other", "codes"),
    [
        (PARTS.format("①", "②"), []),
        # Outcomes that exclude each other have no order: each is about the same words as before.
        (EXCHANGED.format("②", "①"), []),
        (PARTS.format("②", "①"), ["parts-differ"]),
        (EXCHANGED.format("①", "②"), ["parts-differ"]),
        (PARTS.format("①", "①②"), ["parts-differ"]),
        # Another sentence is told as such, and not a second time for its mark.
        (PARTS.format("①", "②").replace("is 1, then", "is 2, then"), ["undeclared-divergence"]),
    ],
)
def test_sentences_are_about_the_same_parts_whatever_their_order(other: str, codes: list[str]) -> None:
    texts = [
        LoadedText(diagnosed(text)[0], Source("small.en.ludi", "en", text)) for text in (PARTS.format("①", "②"), other)
    ]
    assert [d.code for d in compare(*texts)] == codes


WORDING = ("this wording in force from 1 April 2031", "redacção em vigor desde 1 de Abril de 2031")
LATER = (WORDING[0], WORDING[1].replace("Abril", "Maio"))
KNOWN = ("in force from 1 April 2031", "em vigor desde 1 de Abril de 2031")
TAKEN = (
    "in force from a day not known, taken to be 1 April 2031: guess",
    "entrada em vigor em data desconhecida; presume-se o dia 1 de Abril de 2031: conjectura",
)
CHANGED = (
    "amended from 1 April 2031: Invented instrument No. 1/2031",
    "alterado desde 1 de Abril de 2031: Diploma inventado n.º 1/2031",
)
BY_ANOTHER = (CHANGED[0], CHANGED[1].replace("1/2031", "2/2031"))
ANOTHER = (CHANGED[0].replace("1/2031", "2/2031"), BY_ANOTHER[1])
UNKNOWN = (
    CHANGED[0].replace("2031:", "2031, in words not known:"),
    CHANGED[1].replace("2031:", "2031, em termos desconhecidos:"),
)
PRESUMED = ("the day 1 April 2031 is presumed: guess", "o dia 1 de Abril de 2031 é presumido: conjectura")


@pytest.mark.parametrize(
    ("english", "portuguese", "here", "there"),
    [
        ([WORDING], [WORDING], "", ""),
        ([WORDING], [KNOWN], "", ""),
        ([TAKEN], [TAKEN], "", ""),
        ([WORDING, CHANGED, PRESUMED], [WORDING, CHANGED, PRESUMED], "", ""),
        # On a day of the whole one may be silent, but not say another, nor know one that the other only takes for it.
        ([], [TAKEN], "", ""),
        ([WORDING], [LATER], WORDING[0], LATER[1]),
        ([KNOWN], [TAKEN], KNOWN[0], TAKEN[1]),
        ([WORDING, CHANGED], [WORDING], CHANGED[0], ""),
        ([WORDING, CHANGED], [WORDING, UNKNOWN], CHANGED[0], UNKNOWN[1]),
        ([CHANGED], [BY_ANOTHER], CHANGED[0], BY_ANOTHER[1]),
        # Two of one day have no order among themselves.
        ([WORDING, CHANGED, ANOTHER], [WORDING, ANOTHER, CHANGED], "", ""),
        ([WORDING, CHANGED, CHANGED], [WORDING, CHANGED], CHANGED[0], ""),
        # Of several instruments the one that is not the same is marked.
        ([CHANGED, CHANGED], [CHANGED, UNKNOWN], CHANGED[0], UNKNOWN[1]),
        ([WORDING, CHANGED, PRESUMED], [WORDING, CHANGED], PRESUMED[0], ""),
    ],
)
def test_headers_of_texts_of_a_day_agree(
    english: list[tuple[str, str]], portuguese: list[tuple[str, str]], here: str, there: str
) -> None:
    texts = []
    for at, language in enumerate(("en", "pt")):
        said = "".join(f"{line[at]}{'' if ':' in line[at] else '.'}\n" for line in (english, portuguese)[at])
        source = Source(f"1.{language}.ludi", language, BASES[language].replace("\n", f"\n{said}", 1))
        document, faults = build(source)
        assert document is not None
        assert not faults
        texts.append(LoadedText(lower(document, make_glossary([]), source)[0], source))
    found = [
        [label.source.text[label.span.start : label.span.end].strip() for label in diagnostic.labels]
        for diagnostic in compare(*texts)
    ]
    assert found == ([[here, there]] if here or there else [])


DAYS = {
    "pt": "publicado em 3 de Março de 2031.\nem vigor desde 1 de Abril de 2031.\n",
    "en": "published on 4 March 2031.\nin force from 1 May 2031.\n",
}


@pytest.mark.parametrize("said", [DAYS, {**DAYS, "en": DAYS["en"].replace("4 M", "3 M").replace("May", "April")}])
def test_days_on_which_the_first_of_three_texts_is_silent_are_compared(said: dict[str, str], tmp_path: Path) -> None:
    """The Chinese text says no days, and so contradicts neither of the others: two days that differ, or none."""
    heads = {"pt": "regulamento: two-tokens\n", "en": "regulation: two-tokens\n"}
    work = copied("two-tokens", tmp_path, {x: (heads[x], heads[x] + said[x]) for x in heads})
    found = [{language for language, _ in places} for places in places_between(work)]
    assert found == ([{"pt", "en"}] * 2 if said is DAYS else [])


@pytest.mark.parametrize(
    ("old", "new", "here", "there"),
    [
        ("«aposta no trio» é paga 24 por 1.", "«aposta no trio» é paga 24 por 1.", "", ""),
        ("«aposta no trio» é paga 24", "«aposta no trio» é paga 42", "when among the faces", "quando entre as faces"),
        ("  >   nos restantes casos, «aposta no par» perde.\n", "", "in every other case", "3)"),
    ],
)
def test_rules_that_an_instrument_brings_are_the_same_in_every_language(
    old: str, new: str, here: str, there: str, tmp_path: Path
) -> None:
    """By itself, without the work that it amends: 42 to 1 for 24, or a rule that is missing."""
    work = copied("amendment-sample", tmp_path, {"pt": (old, new)})
    (work / "1.zh.ludi").unlink()
    found = places_between(work)
    assert len(found) == bool(here or there)
    for (first, words), (second, others) in found:
        assert (first, second) == ("pt", "en")
        assert (others.startswith(here), words.startswith(there)) == (True, True)


COMMISSION = {
    "en": """regulation: two-tokens/amendments/{number}-2031
instrument: Invented instrument No. {number}/2031
amends: two-tokens
published on {number} March 2031.
{day}invented example, not law.

Article 1
  {change}
  > 4.
  >   from the winnings of “bet on heads” a commission of {rate}% is taken.
""",
    "pt": """regulamento: two-tokens/amendments/{number}-2031
diploma: Diploma inventado n.º {number}/2031
altera: two-tokens
publicado em {number} de Março de 2031.
{day}exemplo inventado, que não é lei.

Artigo 1.º
  {change}
  > 4.
  >   sobre o ganho de «aposta na cara» cobra-se {rate}% de comissão.
""",
}
IN_FORCE = {"en": "in force from 1 April 2031.\n", "pt": "em vigor desde 1 de Abril de 2031.\n"}
REPLACED = {
    "en": "replace article 5, number 4 by:",
    "pt": "o artigo 5.º, n.º 4 passa a ter a seguinte redacção:",
}
RECTIFIES = {
    "en": "rectifies: Invented instrument No. 1/2031\n",
    "pt": "rectifica: Diploma inventado n.º 1/2031\n",
}
MISPRINT = {"en": "in article 5, number 4, for:", "pt": "no artigo 5.º, n.º 4, onde se lê:"}
READ = {"en": "  read:\n", "pt": "  deve ler-se:\n"}


def commission(rates: Mapping[str, int], corrected: Mapping[str, int], folder: Path, *, of: tuple[str, ...]) -> Path:
    """A work, in some languages, of which an instrument in two changes a commission, and another puts it right."""
    work = copied("two-tokens", folder, {})
    for language in set(LANGUAGES) - {*of}:
        (work / f"1.{language}.ludi").unlink()
    (work / "amendments").mkdir()
    for language, text in COMMISSION.items():
        said = text.format(number=1, day=IN_FORCE[language], change=REPLACED[language], rate=rates[language])
        (work / "amendments" / f"1-2031.{language}.ludi").write_text(said, "utf-8")
        if language in corrected:
            wrong, right = (
                text.format(number=2, day=RECTIFIES[language], change=MISPRINT[language], rate=rate)
                for rate in (rates[language], corrected[language])
            )
            said = f"{wrong}{READ[language]}{right[right.index('  > 4.') :]}"
            (work / "amendments" / f"2-2031.{language}.ludi").write_text(said, "utf-8")
    return work


@pytest.mark.parametrize("of", [("en", "pt"), ("en",), ("pt",)], ids="-".join)
@pytest.mark.parametrize("rate", [5, 7])
def test_rules_that_an_instrument_brings_are_compared_wherever_the_work_itself_is_there(
    rate: int, of: tuple[str, ...], tmp_path: Path
) -> None:
    """5% in English, and 5 or 7 in Portuguese, told once: of the instrument, and not again of the text of the day."""
    work = commission({"en": 5, "pt": rate}, {}, tmp_path, of=of)
    for path in (work, work / "amendments"):
        found = check_paths([str(path)]).diagnostics
        places = [(d.code, d.args["eid"], [Path(label.source.name).name for label in d.labels]) for d in found]
        assert places == [("undeclared-divergence", "art_1", ["1-2031.pt.ludi", "1-2031.en.ludi"])] * (rate == 7)


@pytest.mark.parametrize("of", [("en", "pt"), ("en",)], ids="-".join)
@pytest.mark.parametrize(
    ("rates", "corrected", "where"),
    [
        # Misprinted in both languages, each in its own way.
        ({"en": 7, "pt": 9}, {"en": 5, "pt": 5}, []),
        ({"en": 7, "pt": 7}, {"en": 5, "pt": 9}, ["2-2031.pt.ludi", "2-2031.en.ludi"]),
        # In one of them, to what the other says, or to something else: this stands where it was put right.
        ({"en": 5, "pt": 9}, {"pt": 5}, []),
        ({"en": 5, "pt": 9}, {"pt": 7}, ["2-2031.pt.ludi", "1-2031.en.ludi"]),
    ],
)
def test_of_rules_that_were_misprinted_it_is_compared_how_they_must_read(
    rates: dict[str, int], corrected: dict[str, int], where: list[str], of: tuple[str, ...], tmp_path: Path
) -> None:
    work = commission(rates, corrected, tmp_path, of=of)
    found = check_paths([str(work)]).diagnostics
    between = [d for d in found if d.code != "missing-text"]
    assert [Path(label.source.name).name for d in between for label in d.labels] == where
    # A rectification in one language that does not say that it is of that alone is wanted in the other.
    assert len(found) - len(between) == ("en" not in corrected)
