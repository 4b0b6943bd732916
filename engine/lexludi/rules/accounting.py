"""The account of provisions: executed, enforced on actions, declared without effect, or unaccounted for."""

from lexludi.language.nodes import Construct, Document, Provision, Words
from lexludi.rules.model import Account

# Constructs that say something about the text and account for no provision.
_REMARKS = frozenset("reading divergence variant note witness score prevails prevails_because precedes".split())
_DECLARED = frozenset({"no_effect", "introduces", "missing"})
_NORMS = frozenset({"must", "must_not", "may", "status"})


def account_for(document: Document) -> dict[str, Account]:
    """The account of each provision that has words or sentences of its own, or nothing below it."""
    return {p.eid: _account(p) for p in document.all() if _counts(p)}


def _counts(provision: Provision) -> bool:
    return not provision.below or any(isinstance(item, Words) for item in provision.body) or any(provision.sentences())


def _account(provision: Provision) -> Account:
    kinds = {_kind(sentence.statement) for sentence in provision.sentences()}
    for account in (Account.EXECUTED, Account.ENFORCED, Account.DECLARED):
        if account in kinds:
            return account
    return Account.NONE


def _kind(statement: Construct) -> Account:
    op = statement.parts[1].op if statement.op == "guarded" else statement.op
    if op in _REMARKS:
        return Account.NONE
    if op in _DECLARED:
        return Account.DECLARED
    return Account.ENFORCED if op in _NORMS else Account.EXECUTED
