"""The template environment: pages as Jinja2 renders them, every value escaped unless it is markup already."""

import re
from collections.abc import Iterable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from lexludi.site.page import Here

# A line break beside a tag, a block or an expression, with the indentation after it; and any other.
_LAYOUT = re.compile(r"^\s*\n\s*|\s*\n\s*$|(?<=>)\s*\n\s*|\s*\n\s*(?=<)")
_BREAK = re.compile(r"\s*\n\s*")


class TemplateLayout(Extension):
    """Removes the line breaks and indentation by which a template is laid out: none of them is content.

    More than `trim_blocks` and `lstrip_blocks`: inline elements may stand on lines of
    their own without a space between them on the page, and a page has no blank line,
    which would end its block of HTML for Markdown. Between words, or attributes of a
    tag, a break is a space. Values are not touched.
    """

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """The tokens of a template without its layout; line numbers stay those of the file."""
        for token in stream:
            if token.type == "data":
                # Only what is written in the template itself: values are no data tokens.
                content = _BREAK.sub(" ", _LAYOUT.sub("", token.value))
                yield Token(token.lineno, token.type, content)
            else:
                yield token


@cache
def environment() -> Environment:
    """The templates of the package; a name that they are not given is an error."""
    templates = Environment(
        loader=PackageLoader("lexludi.site"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=[TemplateLayout],
    )
    templates.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    return templates


def render(template: str, page: Here, view: object) -> Markup:
    """The body of a page, from a template: `view` holds the data, `page` names, cites and links.

    Templates also have `say` and `link` of the page at hand.
    """
    body = environment().get_template(template)
    return Markup(body.render(page=page, say=page.say, link=page.link, view=view))


def render_part(template: str, view: object) -> Markup:
    """A part that is the same on every page."""
    return Markup(environment().get_template(template).render(view=view))
