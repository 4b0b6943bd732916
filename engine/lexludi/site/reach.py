"""The page of coverage: what each provision is for the machine, and how often it decided something in play."""

from lexludi.checks.coverage import Coverage
from lexludi.rules.model import Account
from lexludi.site.desk import Desk
from lexludi.site.library import Work
from lexludi.site.markup import Child, Html, join, table, tag
from lexludi.site.page import GeneratedPage, Hit


def coverage_page(work: Work, language: str) -> GeneratedPage:
    """The page of coverage of a work."""
    desk = Desk(f"{language}/{work.home}/coverage", work)
    found = work.coverage
    title = desk.say("site.nav.coverage")
    reached = len(found.expected) - len(found.never)
    body = join(
        [
            tag("p", tag("a", desk.title, href=desk.link(desk.home)), class_="lx-of"),
            tag("h1", title),
            tag("p", desk.say("site.coverage.lead"), class_="lx-lead"),
            tag(
                "p",
                desk.say(
                    "site.coverage.summary",
                    reached=reached,
                    total=len(found.expected),
                    rounds=found.rounds,
                    seed=found.seed,
                ),
            ),
            _table(desk, found),
        ]
    )
    return GeneratedPage(
        desk.path,
        title,
        body,
        section=(desk.title,),
        description=desk.say("site.coverage.lead"),
        kind="coverage",
        hits=(Hit("", title, desk.title),),
    )


def _table(desk: Desk, found: Coverage) -> Html:
    most = max((count for _, _, count in found.rows), default=1) or 1
    head = [desk.words.say(f"column.{name}") for name in ("provision", "account")]
    rows: list[list[Child]] = [
        [desk.cite(eid), _account(desk, account), _count(desk, eid in found.deciding, count, most)]
        for eid, account, count in found.rows
    ]
    return table([*head, desk.say("site.coverage.count")], rows, desk.say("site.coverage.caption"), "lx-coverage")


def _account(desk: Desk, account: Account) -> Html:
    return tag("span", desk.say(f"site.badge.{account.value}"), class_=f"lx-badge lx-badge--{account.value}")


def _count(desk: Desk, decides: bool, count: int, most: int) -> Html:
    if not decides and not count:
        return tag("span", desk.say("site.coverage.nothing-to-decide"), class_="lx-unreached")
    if not count:
        return tag("strong", desk.say("site.coverage.never"))
    bar = tag("span", class_="lx-bar", style=f"width:{max(1, round(100 * (count / most) ** 0.5))}%", aria_hidden="true")
    return tag("span", tag("span", str(count), class_="lx-count"), bar, class_="lx-counted")
