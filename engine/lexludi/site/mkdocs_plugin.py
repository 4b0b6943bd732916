"""The plugin for MkDocs: pages in memory; one build, one navigation and one search for each language."""

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
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
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils import get_relative_url
from mkdocs.utils.templates import TemplateContext

from lexludi.base.cache import digest, file_digests
from lexludi.base.errors import LexludiError
from lexludi.base.messages import catalogue
from lexludi.base.resources import cache_folder
from lexludi.language.phrases import LANGUAGES
from lexludi.law.dependence import engine_digest
from lexludi.site.folder import listed
from lexludi.site.kept_pages import KeptPage, KeptPages
from lexludi.site.linked_data import absolute, data_of
from lexludi.site.navigation import Entry, navigation
from lexludi.site.output import UNCHANGED, Output
from lexludi.site.page import TAGS, GeneratedPage
from lexludi.site.pages import files, pages
from lexludi.site.portion import Portion, portions
from lexludi.site.search import INDEX, search_index, search_stub

_CONFIG = re.compile(r'(<script id="__config" type="application/json">)(.*?)(</script>)', re.DOTALL)
_SEARCH = "assets/search.js"
_CONTENT = "content"
# The index for which the search of the theme asks.
_THEME_INDEX = "search_index.json"
_THEME_LANGUAGES = {"zh": "zh-Hant-MO", "pt": "pt-MO", "en": "en"}


class Settings(Config):
    """The plugin has no settings; the shelf is that of the engine."""


class SitePlugin(BasePlugin[Settings]):
    """Brings the pages into a build. What a page became is kept until something changes that it is made of."""

    portions: list[Portion]
    made: dict[str, GeneratedPage]
    navs: dict[str, Navigation]
    output: Output
    kept_pages: KeptPages
    kept: KeptPage  # what the page became that is being built
    whole: list[tuple[Section, list[StructureItem]]]  # sections as they are, that are cut for that page

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Makes the pages and the navigation."""
        try:
            self.portions = list(portions(folder=cache_folder()))
            self.made = {page.source: page for page in pages(self.portions, cache_folder())}
        except LexludiError as problem:
            raise PluginError(str(problem)) from problem
        with file_digests(cache_folder()) as digests:
            engine = (engine_digest(digests), mkdocs.__name__, mkdocs.__version__)
            settings = repr((config.site_url, config.use_directory_urls))
            self.kept_pages = KeptPages(digest((*engine, settings), _looks(config), digests), cache_folder())
        self.output = Output(Path(config.site_dir))
        config.site_dir = str(self.output.building)
        config.markdown_extensions = []  # MkDocs sets Markdown up for each page; nothing here is in it
        config.nav = [{language: _nav(navigation(language, self.made.values()))} for language in LANGUAGES]
        config.extra["alternate"] = _alternates("")
        return config

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Adds the pages; their content comes later, untouched by Markdown."""
        for source in self.made:
            if files.get_file_from_path(source) is None:  # those written by hand are there
                files.append(File.generated(config, source, content=""))
        return files

    @event_priority(-100)
    def on_nav(self, nav: Navigation, /, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Cuts the navigation into one for each language."""
        self.navs = {}
        for section in nav.items:
            assert isinstance(section, Section), section
            for item in section.children:
                item.parent = None
            mine = [p for p in nav.pages if p.file.src_uri.startswith(f"{section.title}/")]
            mine[0].previous_page, mine[-1].next_page = None, None
            self.navs[section.title] = Navigation(section.children, mine)
            self.navs[section.title].homepage = mine[0]
        return nav

    def on_page_markdown(self, markdown: str, /, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Nothing for Markdown; what the theme is to know of the page."""
        made = self.made[page.file.src_uri]
        page.meta = {
            "title": Markup(escape(made.title)),
            "description": escape(made.description),
            "hide": ["navigation", "toc"] if made.kind in ("home", "play") else [] if made.headings else ["toc"],
            "search": {"exclude": True},
            "feed": made.feed,
            "of": escape(made.of),
        }
        return ""

    def on_page_content(self, html: str, /, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """The table of contents of a page."""
        made = self.made[page.file.src_uri]
        top = AnchorLink(escape(made.title), _CONTENT, 1)  # where the theme's link to skip the navigation leads
        top.children = [AnchorLink(escape(h.title), h.anchor, 2) for h in made.headings]
        page.toc = TableOfContents([top])
        return ""

    def on_page_context(
        self, context: TemplateContext, /, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """The result of the page when it was last built; else its content, its language and other languages of it."""
        made = self.made[page.file.src_uri]
        if beside := self._beside(page):
            beside.active = True  # the theme shows the navigation around what is open
        self.whole = _cut(beside or page)
        beside_it = [_shown([other] if other else []) for other in (page.previous_page, page.next_page)]
        around = (_shown(self.navs[made.language].items), beside_it)
        self.kept = self.kept_pages.page(made, repr(around))
        if self.kept.html is not None:
            page.meta["kept"] = self.kept.html
            return context
        language, _, rest = page.url.partition("/")
        words = catalogue(language)
        config.theme["language"] = _THEME_LANGUAGES[language]
        config.site_name = words.say("site.name")
        for palette, mode in zip(config.theme["palette"], ("light", "dark", "auto"), strict=True):
            palette["toggle"]["name"] = words.say(f"site.palette.{mode}")
        config.copyright = words.say("site.authority")
        config.extra["alternate"] = _alternates(rest)
        context["nav"] = self.navs[language]
        # Of all pages, only one has its content twice in memory.
        page.content = f'<div id="{_CONTENT}">{made.body}</div>'
        page.meta["json_ld"] = htmlsafe_json_dumps(absolute(data_of(made), config.site_url or ""), ensure_ascii=False)
        return context

    def _beside(self, page: Page) -> Page | None:
        """The page of the navigation under which one stands that is not listed there."""
        made = self.made[page.file.src_uri]
        if not made.under:
            return None
        return next((p for p in self.navs[made.language].pages if p.file.src_uri == f"{made.under}.md"), None)

    def on_post_page(self, output: str, /, *, page: Page, config: MkDocsConfig) -> str:
        """The page as it is kept, or with own search and links to other languages; not written where it stands."""
        if beside := self._beside(page):
            beside.active = False
        for section, children in self.whole:
            section.children = children
        if page.meta.pop("kept", None) is None:
            output = self._finished(output, page)
            self.kept.keep(output)
        if self.output.stands(page.file.dest_uri, output.encode()):
            page.file.abs_dest_path = str(self.output.building / UNCHANGED)
        return output

    def _finished(self, output: str, page: Page) -> str:
        """The HTML of a page as the theme has it, put right."""

        def patched(match: re.Match[str]) -> str:
            settings = json.loads(match[2])
            settings["search"] = get_relative_url(_SEARCH, page.url)
            settings["base"] = get_relative_url(f"{page.url.partition('/')[0]}/", page.url)
            return match[1] + json.dumps(settings, ensure_ascii=False).replace("</", "<\\/") + match[3]

        page.content = ""
        del page.meta["json_ld"]
        output, count = _CONFIG.subn(patched, output)
        if count != 1:
            raise PluginError("the settings of the theme were not found: another version?")
        name = escape(catalogue(page.url.partition("/")[0]).say("site.search"))
        output = output.replace('<div class="md-search" ', f'<div class="md-search" aria-label="{name}" ')
        return _mended(output.replace('<link rel="alternate" href', '<link rel="alternate translation" href'))

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> Environment:
        """The languages and their sentences, for the pages outside any language."""
        env.globals["languages"] = [
            {"path": x, "tag": TAGS[x], "say": catalogue(x).say, "name": catalogue(x).say(f"site.column.{x}")}
            for x in LANGUAGES
        ]
        return env

    @event_priority(-100)  # after the search plugin
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """One search index for each language, and the files beside the pages."""
        self.kept_pages.write()
        top = self.output.building
        (top / "search" / _THEME_INDEX).unlink()
        for language in LANGUAGES:
            index = Path(language, INDEX)
            mine = [page for page in self.made.values() if page.language == language]
            for file, data in ((index, search_index(mine)), (index.with_name(_THEME_INDEX), search_stub(language))):
                self.output.write(file.as_posix(), json.dumps(data, ensure_ascii=False).encode())
        for unused in _unused(top / "assets"):
            unused.unlink()
        for path, content in files(self.portions):
            self.output.write(path, content)
        self.output.put()


def _mended(output: str) -> str:
    """A page of the theme without what is not HTML: attributes out of place, and a label of nothing."""
    output = output.replace(' tabindex=""', "")
    output = re.sub(r'(<input class="md-toggle"[^>]*) autocomplete="off"', r"\1", output)
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


def _nav(entries: list[Entry]) -> list[Any]:
    """The navigation as MkDocs wants it, its titles escaped."""
    return listed([_escaped(entry) for entry in entries])


def _escaped(entry: Entry) -> Entry:
    return Entry(Markup(escape(entry.title)), entry.source, [_escaped(below) for below in entry.below])
