"""Forms that jurists have struck out and that must not come back: in catalogues, in what is printed, on the pages."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from lexludi.base.messages import catalogue
from lexludi.language.phrases import LANGUAGES, phrase_table

ROOT = Path(__file__).resolve().parent.parent
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)

# What is never written, and what is written for it.
# Sentences that are said of many, and never of one.
NEVER_ONE = {"bench.unit.rounds", "large.hand", "large.rounds", "odds.table.too-long"} | {
    f"site.{key}" for key in ("play.copied-all", "coverage.summary", "odds.rounds.told")
}
FORBIDDEN = {
    "zh": {
        r"正式文本": "真確本",
        r"缺漏": "法律漏洞",
        r"綜合文本": "整合文本",
        r"首個文本": "原文本",
        r"不具權威": "不具法律效力",
        r"無運算效力": "不影響程式運作",
        r"規範行為": "約束行為",
        r"引出下列規定": "列出下列各項",
        r"亂數|字元|執行緒|叢集|陣列|套件": "隨機、字符、線程、集群、數組、程式包",
        r"法律工作者": "法律界人士",
        r"您|本項目": "閣下、本計劃",
        r"注碼": "注額",
        r"發牌": "派牌",
        r"生效版本": "適用之行文",
        r"掀開": "開牌",
        r"多個門": "多於一門",
        r"非閒家並無": "閒家有增牌",
        r"內容可知|內容不明|內容未悉|全部知悉|部分知悉": "已知、部分已知、不詳",
        r"當「|當開始": "如…則",
        r"條(第[一二三四五六七八九十]+款)?\([一二三四五六七八九十]+\)(?![項及至])": "(七)項",
        r"項\(\d+\)(?!分項)": "(4)分項",
        r"文書": "法規",
        r"(?<=[^」])首\d+張": "首兩張",
        r"莊家優勢": "場方優勢",
        r"機會?率": "概率",
        r"正式語句|形式句": "形式語句",
        r"作品預設": "規章預設",
        r"衝突|牴觸": "抵觸",
        r"首份文本": "原文本",
        r"書架": "文庫",
        r"轉錄": "抄錄",
        r"標頭": "首部",
        r"枱": "檯",
        r"比較準則": "比較項",
        r"最佳打法": "最佳選擇",
        r"牌局[無作][效廢]": "該局無效",
    },
    "pt": {
        r"textos? autênticos?": "que fazem fé",
        r"Versão em vigor": "Redacção vigente em",
        r"que se toma por": "presume-se o dia",
        r"que regem actos": "impostas",
        r"\b[Aa]cç(ão|ões)\b": "acto",
        r"omissão da obra": "valor por omissão do regulamento",
        r"\bestantes?\b": "acervo",
        r"\bintérpretes?\b": "interpretador",
        r"transcritor": "quem transcreveu",
        r"\besperança\b|valor esperado": "expectativa",
        r"\bparadas?\b": "valor apostado, importância apostada",
        r"(Peça|Carta ou dado) n\.º": "N.º 5: «carta»",
        r"^uso:": "utilização:",
        r"Melhor jogo|Melhor opção": "Melhor escolha",
        r"Grande caminho": "Estrada grande",
        r"por descuido": "inadvertidamente",
        r"proíbe o que nada exige": "que nenhuma disposição impõe",
        r"acrescenta algo exactamente": "só produz efeito",
        r"a aposta «aposta": "«aposta …»",
        r"\baposta \d\S* na aposta|\baposta d[eoa]s? [^;:]*\d na aposta": "coloca 10 na aposta principal",
        r"Contra (croupier|jogador)": "Contra o croupier",
        r"o material «": "as cartas",
        r"«\{(party|kind|bet)\}» (baralha|aposta|recebe|ganha|perde|opta)": "o croupier baralha",
        r"está na situação «(habilitado|empatado|emparelhado)": "está habilitado, há empate, tem um par",
        r"artigo \d+\.º(-[A-Z])?(, n\.º \d+)?, \(?\d+\)": "alínea 7), subalínea (4)",
        r"(queima-se|queimam-se)": "inutilizar",
        r"(primeira carta|cartas a) queima|\bqueimar": "inutilizar",
        r"procede-se à liquidação": "liquida-se",
        r"as \d+ primeiras cartas d[eoa]s? (?!«)": "as duas primeiras cartas",
        r"acima das últimas": "insere-se … antes das últimas",
        r"não se verifica que o grupo jogador não": "o grupo jogador tirou carta",
    },
    "en": {
        r"Version in force": "Wording as of",
        r"article \d+(-[A-Z])?, (number|\d+\))": "article 5, paragraph 1, item 2",
        r"shuffles every": "shuffles the cards",
        r"is (not )?level\b|is (not )?paired\b": "there is a tie, has a pair",
        r"gives up": "surrenders",
        r"\b(preceding numbers?|this number (speaks|provides|existed))\b": "the preceding paragraph",
        r"\b(of|its|in|[Nn]otwithstanding) number \d": "paragraph 1",
    },
}


def printed() -> Iterator[tuple[str, str]]:
    """What commands print in the cases and playthroughs, by file."""
    for path in sorted((ROOT / "tests" / "cases").glob("*.md")):
        yield path.name, "\n".join(CONSOLE.findall(path.read_text("utf-8")))
    for path in sorted((ROOT / "tests" / "playthroughs").glob("*.txt")):
        yield path.name, path.read_text("utf-8")


def pages(language: str) -> Iterator[tuple[str, str]]:
    """The pages written by hand."""
    for path in sorted((ROOT / "site" / "pages" / language).rglob("*.md")):
        yield str(path), path.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_struck_form_is_in_a_catalogue(language: str) -> None:
    sentences = catalogue(language).sentences.items()
    assert found(language, sentences) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_struck_form_is_printed(language: str) -> None:
    # `fmt` prints canonical text, which opens hands in words of its own.
    assert found(language, printed(), without=("掀開",)) == []


@pytest.mark.parametrize("language", ["zh", "pt"])
def test_no_struck_form_is_on_a_page(language: str) -> None:
    assert found(language, pages(language), without=("掀開",)) == []


def test_no_struck_form_is_in_an_english_translation_of_law() -> None:
    translations = sorted((ROOT / "regulations" / "mo").rglob("*.en.ludi"))
    assert found("en", ((str(path), path.read_text("utf-8")) for path in translations)) == []


def test_no_struck_form_is_in_the_words_of_an_example() -> None:
    """Formal sentences have `number` for a paragraph; words of a law in English have not."""
    files = sorted((ROOT / "regulations" / "xx").rglob("*.en.ludi"))
    words = ((str(file), "\n".join(re.findall(r"^ *\|.*$", file.read_text("utf-8"), re.MULTILINE))) for file in files)
    assert found("en", words) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_struck_form_is_told_of_rules(language: str) -> None:
    assert found(language, phrase_table(language).told.items()) == []


def found(language: str, texts: Iterable[tuple[str, str]], without: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    """Where a form stands that must not: the place, the words, and the better form."""
    return [
        (place, match[0], better)
        for place, text in texts
        for form, better in FORBIDDEN[language].items()
        if form not in without
        for match in re.finditer(form, text, re.MULTILINE)
    ]


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "“play” is best in 1 of 1 case", "“play” is best in 2 of 5 cases"),
        ("pt", "«play» é a melhor escolha em 1 de 1 caso", "«play» é a melhor escolha em 2 de 5 casos"),
        ("zh", "「play」為最佳選擇之情況：1 種中之 1 種", "「play」為最佳選擇之情況：5 種中之 2 種"),
    ],
)
def test_words_are_as_the_number_is(language: str, one: str, several: str) -> None:
    say = catalogue(language).say
    assert [say("odds.count", action="play", count=pair[0], total=pair[1]) for pair in (("1", "1"), (2, 5))] == [
        one,
        several,
    ]


@pytest.mark.parametrize("language", ["pt", "en"])
def test_what_is_counted_is_in_the_singular_where_there_is_one(language: str) -> None:
    """No number stands before a plural that does not depend on it, but one that is never one."""
    words = {
        "en": "cases?|hands|provisions|articles|files|pages|steps|fields|differences|terms|seconds|rounds",
        "pt": "casos|mãos|disposições|artigos|ficheiros|páginas|passos|campos|diferenças|termos|segundos|jogadas",
    }
    found = {
        key
        for key, sentence in catalogue(language).sentences.items()
        if re.search(rf"\{{\w+\}} ({words[language]})\b", re.sub(r"<\w+:[^>]*>", "", sentence))
    }
    assert found <= NEVER_ONE
