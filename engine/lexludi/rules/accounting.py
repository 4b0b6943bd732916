"""The account of provisions, and of the parts of those that say several things.

Each is executed, enforced on actions, declared without effect, law beyond what the language can say, missing (its words
are not known), or unaccounted for. Where the words of a provision bear marks, the account of a part is that of the
sentences with its mark; without marks, all its sentences are about all its words.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never

from lexludi.base.frozen import dataclass
from lexludi.base.messages import Catalogue
from lexludi.language.nodes import Construct, Document, Provision, Sentence, Text, Words
from lexludi.rules.model import Account, Beyond, RuleSet

# Constructs that say something about the text and account for no provision.
_REMARKS = frozenset(
    "reading divergence variant note witness score prevails prevails_because precedes "
    "identifier title instrument authority signatory gazette address authentic translation invented summary "
    "consolidated collated uncollated known_in_full known_in_part unknown delegates inferred undetermined presumed "
    "amended amended_in_part amended_unknown amended_delegating".split()
)
_DECLARED = frozenset({"no_effect", "introduces"})
# `lowering.NORMS`, which cannot be imported since lowering imports this module; and statuses, which norms go by.
_NORMS = frozenset("must must_not may status stake_at_least stake_at_most stake_is stake_within".split())


def account_for(document: Document) -> dict[str, Account]:
    """The account of each provision that has words or sentences of its own, or nothing below it."""
    return {p.eid: _best(p.sentences()) for p in document.all() if _counts(p)}


def parts_of(document: Document) -> dict[str, dict[int, Account]]:
    """For each provision with marks the account of each part, by its number."""
    return {p.eid: _parts(p) for p in document.all() if p.is_marked}


def _parts(provision: Provision) -> dict[int, Account]:
    named = {n for words in provision.words() for s in words.stretches for n in s.parts}
    named |= {n for sentence in provision.sentences() for n in sentence.parts}
    return {n: _best(s for s in provision.sentences() if n in s.parts) for n in sorted(named)}


def is_without_effect(sentence: Sentence) -> bool:
    """True of a sentence by which words have no effect on the machine."""
    return sentence.statement.op == "no_effect"


def _is_missing(sentence: Sentence) -> bool:
    return sentence.statement.op == "missing"


def beyond(document: Document) -> tuple[Beyond, ...]:
    """The law that the language cannot say, in the order of the text, whatever else is said of its provisions."""
    return tuple(
        Beyond(p.eid, prose.value)
        for p in document.all()
        for sentence in p.sentences()
        if sentence.statement.op == "beyond"
        for prose in sentence.statement.parts
        if isinstance(prose, Text)
    )


def is_transcribing(sentence: Sentence) -> bool:
    """True of a sentence by which words are executed, or enforced on actions."""
    return _kind(sentence.statement) in (Account.EXECUTED, Account.ENFORCED)


@dataclass(frozen=True)
class PartCounts:
    """Numbers of parts of provisions: transcribed, without effect for a reason, only headings of others, passed over.

    A provision without marks is one part.
    """

    transcribed: int
    reasoned: int
    opening: int
    passed: int
    beyond: int = 0

    @property
    def total(self) -> int:
        """The number of all parts."""
        return self.transcribed + self.reasoned + self.opening + self.passed + self.beyond

    def told(self, words: Catalogue) -> str:
        """The counts as a sentence."""
        key = "account.parts-beyond" if self.beyond else "account.parts"
        return words.say(key, total=self.total, **vars(self))


def count_parts(rules: RuleSet) -> PartCounts:
    """The number of parts of the provisions of some rules, by what becomes of them."""
    counts = Counter(kind for p in rules.document.all() if p.eid in rules.accounts for kind in kinds_of_parts(p))
    return PartCounts(counts["transcribed"], counts["reasoned"], counts["opening"], counts["passed"], counts["beyond"])


def kinds_of_parts(provision: Provision) -> Iterator[str]:
    """The account of each part of a provision: `transcribed`, `reasoned`, `opening`, `passed` or `beyond`."""
    sentences = list(provision.sentences())
    # Without marks a provision is one part, under the number 0 that no mark has.
    accounts = _parts(provision) if provision.is_marked else {0: _best(sentences)}
    for number, account in accounts.items():
        about = [s for s in sentences if not number or number in s.parts]
        match account:
            case Account.EXECUTED | Account.ENFORCED:
                yield "transcribed"
            case Account.DECLARED:
                if any(map(is_without_effect, about)):
                    yield "reasoned"
                else:
                    # What introduces others, where there are none, says nothing of its own words.
                    yield "opening" if provision.below or any(map(_is_missing, about)) else "passed"
            case Account.MISSING:
                yield "opening"
            case Account.BEYOND:
                yield "beyond"
            case Account.NONE:
                yield "passed"
            case _:
                assert_never(account)


def _counts(provision: Provision) -> bool:
    # A unit that only heads others has nothing of its own to account for.
    return not provision.below or any(isinstance(item, Words) for item in provision.body) or any(provision.sentences())


def _best(sentences: Iterable[Sentence]) -> Account:
    """The account that some sentences give: what is executed is, whatever else is said of it."""
    kinds = {_kind(sentence.statement) for sentence in sentences}
    # From the strongest to the weakest: one rule among the sentences is enough.
    for account in (Account.EXECUTED, Account.ENFORCED, Account.BEYOND, Account.DECLARED, Account.MISSING):
        if account in kinds:
            return account
    return Account.NONE


def _kind(statement: Construct) -> Account:
    # A norm under a condition is a norm: the account is that of the consequence.
    op = statement.parts[1].op if statement.op == "guarded" else statement.op
    if op in _REMARKS:
        return Account.NONE
    if op in _DECLARED:
        return Account.DECLARED
    if op == "beyond":
        return Account.BEYOND
    if op == "missing":
        return Account.MISSING
    return Account.ENFORCED if op in _NORMS else Account.EXECUTED
