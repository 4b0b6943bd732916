"""The plugin for MkDocs: pages in memory; one build, one navigation and one search for each language."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from html import escape
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import mkdocs
from jinja2 import Environment
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from lexludi.base.cache import digest, file_digests
from lexludi.base.errors import LexludiError
from lexludi.base.messages import TAGS, catalogue
from lexludi.base.resources import cache_folder
from lexludi.language.phrases import LANGUAGES
from lexludi.law.files import engine_digest
from lexludi.site.folder import listed
from lexludi.site.kept_pages import KeptPages
from lexludi.site.linked_data import absolute, data_of
from lexludi.site.output import Output
from lexludi.site.page import (
    INDEX,
    GeneratedPage,
    Leaf,
    NavigationEntry,
    SearchPart,
    navigation,
    search_index,
    search_part,
    search_stub,
)
from lexludi.site.pages import leaves, own_files
from lexludi.site.portion import Portion, portions

# `<script id="__config" type="application/json">{…}</script>`, which the script of the theme reads.
_CONFIG = re.compile(r'(<script id="__config" type="application/json">)(.*?)(</script>)', re.DOTALL)
# `<nav … aria-labelledby="__nav_2_label"> <label class="md-nav__title" for="__nav_2">`: a list of pages and its title.
_LIST = re.compile(r'aria-labelledby="(__nav_\w+)_label"([^>]*>\s*<label class="md-nav__title" )for="\1"')
_SEARCH = "assets/search.js"
_CONTENT = "content"
# The index for which the search of the theme asks.
_THEME_INDEX = "search_index.json"


class PluginConfig(Config):
    """The plugin has no settings; the shelf is that of the engine."""


class SitePlugin(BasePlugin[PluginConfig]):
    """Brings the pages into a build.

    What a page became is kept until something changes that it is made of. MkDocs has each page in its navigation, and
    builds those alone of which that is not known.
    """

    portions: list[Portion]
    leaves: dict[str, Leaf]
    own_pages: dict[str, GeneratedPage]  # those of no single work
    works: dict[str, Portion]  # by the sources of their pages
    by_source: dict[str, Page]
    navs: dict[str, Navigation]
    output: Output
    kept: KeptPages
    made_of: dict[str, str]  # by source the digest of all that a page is made of that is built
    opened: tuple[tuple[str, str], dict[str, GeneratedPage]]  # the pages of one work in one language
    around: dict[tuple[str, int], str]  # by language and section the navigation as its pages show it
    here: ExitStack  # what is to be undone after the page that is built

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Makes the pages and the navigation."""
        cache = cache_folder()
        try:
            self.portions = list(portions(folder=cache))
            made = list(leaves(self.portions, cache))
        except LexludiError as problem:
            raise PluginError(str(problem)) from problem
        self.own_pages = {page.source: page for page in made if isinstance(page, GeneratedPage)}
        self.leaves = {page.source: page.leaf if isinstance(page, GeneratedPage) else page for page in made}
        self.works = {leaf.source: portion for portion in self.portions for leaf in portion.leaves}
        self.opened, self.made_of, self.around = (("", ""), {}), {}, {}
        with file_digests(cache) as digests:
            engine = (engine_digest(digests), mkdocs.__name__, mkdocs.__version__)
            settings = repr((config.site_url, config.use_directory_urls))
            self.kept = KeptPages(digest((*engine, settings), _looks(config), digests), cache)
        self.output = Output(Path(config.site_dir), cache)
        config.site_dir = str(self.output.building)
        config.markdown_extensions = []  # MkDocs sets Markdown up for each page; nothing here is in it
        navs = {x: map(_escaped, navigation(x, self.leaves.values())) for x in LANGUAGES}
        config.nav = [{language: listed(list(entries))} for language, entries in navs.items()]
        config.extra["alternate"] = _alternates("")
        return config

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Adds the pages; their content comes later, untouched by Markdown."""
        for source in self.leaves:
            if files.get_file_from_path(source) is None:  # those written by hand are there
                files.append(File.generated(config, source, content="", inclusion=InclusionLevel.INCLUDED))
        return files

    @event_priority(-100)
    def on_nav(self, nav: Navigation, /, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Cuts the navigation into one for each language; MkDocs receives the pages that are to be built."""
        self.navs = {}
        for section in nav.items:
            assert isinstance(section, Section), section
            for item in section.children:
                # Each language is a site of its own: nothing is above its pages, and none leads on into another.
                item.parent = None
            mine = [p for p in nav.pages if p.file.src_uri.startswith(f"{section.title}/")]
            mine[0].previous_page, mine[-1].next_page = None, None
            self.navs[section.title] = Navigation(section.children, mine)
            self.navs[section.title].homepage = mine[0]
        leaf_files = {source: files.get_file_from_path(source) for source in self.leaves}
        self.by_source = {source: file.page for source, file in leaf_files.items() if file and file.page}
        for source, page in self.by_source.items():
            if page.title is None:  # first of a section, or in no navigation
                page.title = Markup(escape(self.leaves[source].title))
        for page in self.by_source.values():
            if self._is_ready(page):
                files.remove(page.file)
        return nav

    def _is_ready(self, page: Page) -> bool:
        """True of a page of which all that it is made of is as in an earlier build; it stands, or is written so."""
        source = page.file.src_uri
        made_of = self.made_of[source] = digest((self.leaves[source].digest, self._surroundings(page)))
        if not (became := self.kept.digest(source, made_of)):
            return False
        if self.output.stands(page.file.dest_uri, became):
            return True
        if (html := self.kept.html(source, became)) is None:
            return False
        self.output.write(page.file.dest_uri, html)
        return True

    def _surroundings(self, page: Page) -> str:
        """All that is on a page and not its own: the navigation, which pages of one section share, and what is next."""
        shown, language = self._beside(page) or page, self.leaves[page.file.src_uri].language
        # Sections live as long as the build, so the place of one in memory is a name for it.
        place = (language, id(shown.parent))
        if place not in self.around:
            with self._open_at(shown):
                self.around[place] = repr(_shown(self.navs[language].items))
        beside_it = [_shown([other] if other else []) for other in (page.previous_page, page.next_page)]
        return f"{self.around[place]}{beside_it}"

    @contextmanager
    def _open_at(self, page: Page) -> Iterator[None]:
        """The navigation open at a page, with no other work in it than that of the page."""
        # MkDocs then takes all sections above the page as active too.
        was, page.active = page.active, True
        whole = _cut(page)
        try:
            yield
        finally:
            for section, children in whole:
                section.children = children
            page.active = was

    def _page(self, source: str) -> GeneratedPage:
        """A page, whole."""
        if source in self.own_pages:
            return self.own_pages[source]
        place = (self.works[source].name, self.leaves[source].language)
        if self.opened[0] != place:
            # Pages of one work in one language are built one after another: only these are in memory.
            made = self.works[source].bulk.pages(self.leaves[source].language)
            self.opened = (place, {page.source: page for page in made})
        return self.opened[1][source]

    def on_page_markdown(self, markdown: str, /, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Nothing for Markdown, nor for the search of the theme."""
        title = Markup(escape(self.leaves[page.file.src_uri].title))
        page.meta = {"title": title, "search": {"exclude": True}}
        return ""

    def on_page_context(
        self, context: TemplateContext, /, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """The content of the page, what the theme is to know of it, its language and other languages of it."""
        made = self._page(page.file.src_uri)
        self.here = ExitStack()
        self.here.enter_context(self._open_at(self._beside(page) or page))
        language, _, rest = page.url.partition("/")
        words = catalogue(language)
        # Templates read these from the settings of the whole site, which are set anew for each page.
        config.theme["language"] = TAGS[language]
        config.site_name = words.say("site.name")
        for palette, mode in zip(config.theme["palette"], ("light", "dark", "auto"), strict=True):
            palette["toggle"]["name"] = words.say(f"site.palette.{mode}")
        config.copyright = words.say("site.authority")
        config.extra["alternate"] = _alternates(rest)
        context["nav"] = self.navs[language]
        top = AnchorLink(escape(made.title), _CONTENT, 1)  # where the theme's link to skip the navigation leads
        top.children = [AnchorLink(escape(h.title), h.anchor, 2) for h in made.headings]
        page.toc = TableOfContents([top])
        # Of all pages, only one has its content twice in memory.
        page.content = f'<div id="{_CONTENT}">{made.body}</div>'
        page.meta.update(
            {
                "description": escape(made.description),
                "hide": ["navigation", "toc"] if made.kind in ("home", "play") else [] if made.headings else ["toc"],
                "feed": made.feed,
                "of": escape(made.of),
                "json_ld": htmlsafe_json_dumps(absolute(data_of(made), config.site_url or ""), ensure_ascii=False),
            }
        )
        return context

    def _beside(self, page: Page) -> Page | None:
        """The page of the navigation under which one stands that is not listed there."""
        leaf = self.leaves[page.file.src_uri]
        return self.by_source[f"{leaf.under}.md"] if leaf.under else None

    def on_post_page(self, output: str, /, *, page: Page, config: MkDocsConfig) -> str:
        """The page with own search and links to other languages, kept for the next build."""
        self.here.close()
        output = self._finished(output, page)
        source = page.file.src_uri
        self.kept.keep(source, self.made_of[source], output.encode())
        return output

    def _search_parts(self, language: str) -> Iterator[SearchPart]:
        mine = (source for source, leaf in self.leaves.items() if leaf.language == language)
        # The pages of a work follow one another; those of none have `None` in common.
        for work, sources in groupby(mine, self.works.get):
            yield work.search[language] if work else search_part([self.own_pages[source] for source in sources])

    def _finished(self, output: str, page: Page) -> str:
        """The HTML of a page as the theme has it, put right."""

        def patched(match: re.Match[str]) -> str:
            settings = json.loads(match[2])
            settings["search"] = get_relative_url(_SEARCH, page.url)
            settings["base"] = get_relative_url(f"{page.url.partition('/')[0]}/", page.url)
            # A closing tag in a text would end the script element.
            return match[1] + json.dumps(settings, ensure_ascii=False).replace("</", "<\\/") + match[3]

        page.content, page.meta = "", {}
        output, count = _CONFIG.subn(patched, output)
        if count != 1:
            raise PluginError("the settings of the theme were not found: another version?")
        name = escape(catalogue(page.url.partition("/")[0]).say("site.search"))
        output = output.replace('<div class="md-search" ', f'<div class="md-search" aria-label="{name}" ')
        return _mended(output.replace('<link rel="alternate" href', '<link rel="alternate translation" href'))

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> Environment:
        """The languages and their sentences, for the pages outside any language; all pages, for the map of the site."""
        env.globals["all_pages"] = self.by_source.values()
        env.globals["languages"] = [
            {"path": x, "tag": TAGS[x], "say": catalogue(x).say, "name": catalogue(x).say(f"site.column.{x}")}
            for x in LANGUAGES
        ]
        return env

    @event_priority(-100)  # after the search plugin
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """One search index for each language, and the files beside the pages."""
        self.kept.write()
        top = self.output.building
        # The index of the search plugin: every page is excluded from it.
        (top / "search" / _THEME_INDEX).unlink()
        for language in LANGUAGES:
            index = Path(language, INDEX)
            for file, data in (
                (index, search_index(list(self._search_parts(language)))),
                (index.with_name(_THEME_INDEX), json.dumps(search_stub(language))),
            ):
                self.output.write(file.as_posix(), data.encode())
        for unused in _unused(top / "assets"):
            unused.unlink()
        for path, content in own_files(self.portions):
            self.output.write(path, content)
        for portion in self.portions:
            if not all(self.output.stands(path, known) for path, known in portion.files.items()):
                for path, content in portion.bulk.files():
                    self.output.write(path, content)
        self.output.put()


def _mended(output: str) -> str:
    """A page of the theme without what is not HTML, such as a label of nothing; its lists of pages named by titles."""
    output = output.replace(' tabindex=""', "")
    output = re.sub(r'(<input class="md-toggle"[^>]*) autocomplete="off"', r"\1", output)
    # The name of a language, by which one turns to it, is in that language.
    output = re.sub(r'hreflang="([^"]+)" class="md-select__link"', r'\g<0> lang="\1"', output)
    # The theme names a list of pages by the label that opens it, which is empty where its title is a page itself.
    output = _LIST.sub(r'aria-labelledby="\1_title"\2id="\1_title" for="\1"', output)
    return output if 'id="__toc"' in output else output.replace(' for="__toc"', "")


def _cut(page: Page) -> list[tuple[Section, list[StructureItem]]]:
    """Leave of the sections around a page only those that it is in; all that they held, to be put back.

    Works are sections: a page lists its own and not the others, so that its size does not depend on the shelf.
    """
    whole = []
    for inner, outer in pairwise(page.ancestors):
        assert isinstance(outer, Section)
        whole.append((outer, outer.children))
        outer.children = [item for item in outer.children if item is inner or not isinstance(item, Section)]
    return whole


def _shown(items: Sequence[StructureItem]) -> list[Any]:
    """Items of the navigation as a page shows them: of a section that it is not in, no more than where it begins."""
    return [
        (item.title, item.active, _shown(item.children if item.active else item.children[:1]))
        if isinstance(item, Section)
        else (item.title, item.file.src_uri if isinstance(item, Page) else "")
        for item in items
    ]


def _unused(assets: Path) -> list[Path]:
    """Files of the theme that no page asks for: its own search, and maps of scripts and styles."""
    scripts = assets / "javascripts"
    return [
        *assets.rglob("*.map"),
        *(file for name in ("workers", "lunr") for file in (scripts / name).rglob("*.js")),
    ]


def _looks(config: MkDocsConfig) -> Iterator[Path]:
    """The settings of the site, the templates of the theme, and those that stand in their places."""
    yield Path(config.config_file_path)
    for folder in config.theme.dirs:
        yield from sorted(Path(folder).rglob("*.html"))


def _alternates(rest: str) -> list[dict[str, str]]:
    return [{"name": catalogue(x).say(f"site.column.{x}"), "link": f"{x}/{rest}", "lang": TAGS[x]} for x in LANGUAGES]


def _escaped(entry: NavigationEntry) -> NavigationEntry:
    return NavigationEntry(Markup(escape(entry.title)), entry.source, [_escaped(below) for below in entry.below])
