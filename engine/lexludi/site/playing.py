"""The page of the game: bets and what they pay, ranks of hands, tables of what must be done, all with provisions."""

from collections.abc import Iterable

from lexludi.language.nodes import Construct, Node, Sentence, Sequence
from lexludi.language.printer import Printer, show_odds
from lexludi.rules.describe import rulebook
from lexludi.rules.model import Rule
from lexludi.site.desk import Desk
from lexludi.site.formal import in_words, told
from lexludi.site.library import Work
from lexludi.site.markup import Child, Html, join, table, tag
from lexludi.site.norms import norm_tables
from lexludi.site.page import GeneratedPage, Heading, Hit

# What the rulebook lists and no table of this page shows, in this order.
_LISTED = ("step", "definition", "norm", "event", "closing", "upon", "precedence")


def game_page(work: Work, language: str) -> GeneratedPage:
    """The page of the game of a work."""
    desk = Desk(f"{language}/{work.home}/game", work)
    sections = [s for s in (("bets", _bets(desk)), ("ranking", _ranking(desk)), ("norms", norm_tables(desk))) if s[1]]
    sections += [(kind, listed) for kind in _LISTED if (listed := _listed(desk, kind))]
    title = desk.say("site.nav.game")
    titles = {key: desk.say(f"site.game.{key}") for key, _ in sections}
    body = join(
        [
            tag("p", tag("a", desk.title, href=desk.link(desk.home)), class_="lx-of"),
            tag("h1", title),
            tag("p", desk.say("site.game.lead"), class_="lx-lead"),
            *(join([tag("h2", titles[key], id=key), html]) for key, html in sections),
        ]
    )
    return GeneratedPage(
        desk.path,
        title,
        body,
        section=(desk.title,),
        description=desk.say("site.game.lead"),
        kind="game",
        headings=tuple(Heading(key, titles[key]) for key, _ in sections),
        hits=(Hit("", title, desk.title), *(Hit(key, titles[key], desk.title) for key, _ in sections)),
    )


# ── What bets pay ───────────────────────────────────────────────────────────


def _bets(desk: Desk) -> Html:
    return join(_bet(desk, bet) for bet in desk.work.first.bets)


def _bet(desk: Desk, bet: str) -> Html:
    rules = [r for r in desk.work.first.outcomes if r.effect.op != "commission" and r.effect.term(0) == bet]
    rules += [r for r in desk.work.first.outcomes if r.effect.op == "commission" and r.effect.term(0) == bet]
    tabled = [r for r in rules if len(r.provisions) > 1]
    single = [_outcome(desk, r) for r in rules if r not in tabled]
    parts = [tag("h3", desk.teller.term(bet), id=f"bet-{bet}")]
    if tabled:
        parts.append(_paytable(desk, bet, tabled))
    if single:
        caption = desk.say("site.game.otherwise" if tabled else "site.game.outcomes", bet=desk.teller.term(bet))
        parts.append(table(_head(desk, "when", "result", "provision"), single, caption))
    return join(parts)


def _head(desk: Desk, *names: str) -> list[str]:
    return [desk.say(f"site.head.{name}") for name in names]


def _outcome(desk: Desk, rule: Rule) -> list[Child]:
    when = (
        _words(desk, rule.condition)
        if rule.condition
        else desk.say("site.game.every-other" if rule.fallback else "site.game.always")
    )
    return [when, _words(desk, rule.effect), desk.cites(rule.provisions)]


def _words(desk: Desk, node: Node) -> Html:
    return in_words(node, desk.work.text(desk.language), desk.links())


def _paytable(desk: Desk, bet: str, rules: list[Rule]) -> Html:
    """The rows of a table of the law: what they share above, what they pay below."""
    shared = [c for c in _parts(rules[0].condition) if all(c in _parts(r.condition) for r in rules)]
    above = None
    if shared:
        condition = shared[0] if len(shared) == 1 else Sequence("all_of", tuple(shared))
        above = tag(
            "p",
            desk.say("site.game.if"),
            " ",
            _words(desk, condition),
            desk.words.brackets[0],
            desk.cite(rules[0].provisions[-1]),
            desk.words.brackets[1],
            class_="lx-if",
        )
    rows = [[_row_name(desk, r), _odds(desk, r.effect), desk.cite(r.eid)] for r in rules]
    caption = desk.say("site.game.pays", bet=desk.teller.term(bet))
    return join([above, table(_head(desk, "hand", "pays", "provision"), rows, caption, "lx-paytable")])


def _parts(condition: Node | None) -> tuple[Node, ...]:
    if isinstance(condition, Sequence) and condition.op == "all_of":
        return condition.items
    return (condition,) if condition is not None else ()


def _row_name(desk: Desk, rule: Rule) -> Html:
    """What a row of a table says, in the words of its own provision."""
    provision = desk.work.provision(rule.eid, desk.language)
    rows = [s for s in (provision.sentences() if provision else ()) if s.statement.op in ("row_odds", "row_others")]
    if not rows or rows[0].statement.op == "row_others":
        return join([desk.say("site.game.others")])
    text = desk.work.text(desk.language)
    return told(_items(rows[0], text.language), text, desk.links())


def _items(row: Sentence, language: str) -> str:
    return Printer(language).node(row.statement.parts[0])


def _odds(desk: Desk, effect: Construct) -> Html:
    odds = effect.parts[1]
    return tag("span", show_odds(odds.value, desk.language), class_="lx-number")


# ── Hands ───────────────────────────────────────────────────────────────────


def _ranking(desk: Desk) -> Html | None:
    categories = desk.work.first.categories
    if not categories:
        return None
    rows: Iterable[list[Child]] = [
        [
            join([f"{place}. ", desk.term(c.id)]),
            _words(desk, c.condition),
            tag("ol", *(tag("li", _words(desk, key)) for key in c.keys)) if c.keys else None,
            desk.cite(c.eid),
        ]
        for place, c in enumerate(categories, 1)
    ]
    return table(_head(desk, "category", "is", "compared", "provision"), rows, desk.say("site.game.ranking.caption"))


# ── All else, as sentences ──────────────────────────────────────────────────


def _listed(desk: Desk, kind: str) -> Html | None:
    text = desk.work.text(desk.language)
    entries = [e for e in rulebook(desk.work.first, desk.language) if e.kind == kind]
    items = [
        tag("li", told(e.sentence, text, desk.links()), " ", tag("span", desk.cites(e.provisions), class_="lx-of"))
        for e in entries
    ]
    return tag("ol", *items, class_="lx-rulebook") if items else None
