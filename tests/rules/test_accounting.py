"""The account of provisions: which are counted, and for what each sentence counts."""

import pytest

from lexludi.rules.accounting import account_for, count_parts
from lexludi.rules.model import Account
from small import document_of, rules_of

EXECUTED, ENFORCED, DECLARED, NONE = Account.EXECUTED, Account.ENFORCED, Account.DECLARED, Account.NONE


def accounts(text: str) -> dict[str, Account]:
    return dict(account_for(document_of(text)[0]))


@pytest.mark.parametrize(
    ("sentence", "account"),
    [
        ("“ante” is a bet.", EXECUTED),
        ("“ante” loses.", EXECUTED),
        ("settle “ante”.", EXECUTED),
        ("house option “way”: 1 or 2.", EXECUTED),
        ("upon “draw”: takes 1 “card”.", EXECUTED),
        ("“player” must “draw”.", ENFORCED),
        ("“player” must not “draw”.", ENFORCED),
        ("“player” may “draw”.", ENFORCED),
        ("each “player” is either “seated” or “standing”.", ENFORCED),
        ("no effect on the machine: a matter of form", DECLARED),
        ("introduces the provisions below.", DECLARED),
        ("text missing: the last line", Account.MISSING),
        ("law that this language cannot say: how chips are stacked", Account.BEYOND),
        ("reading “way”: 1 or 2; default 1; because: it says so", NONE),
        ("divergence “way”: this text says 2; note: the other does not", NONE),
        ("variant “other copy”: another word", NONE),
        ("note: see below", NONE),
        # What is said of the text, its copy and its instrument says nothing of the words of a provision.
        ("title: Small", NONE),
        ("inferred: it was so before", NONE),
        ("copy compared with the gazette: by hand", NONE),
        ("amended from 1 May 2031: another instrument", NONE),
        ("its content is unknown: lost", NONE),
        ("in force from 1 May 2031.", EXECUTED),
        ("prevails over article 9.", NONE),
        ("the score records “ante”.", NONE),
    ],
)
def test_a_sentence_counts_for_what_it_says(sentence: str, account: Account) -> None:
    assert accounts(f"Article 1\n  {sentence}\n") == {"art_1": account}


@pytest.mark.parametrize(
    ("consequence", "account"),
    [("“ante” loses", EXECUTED), ("settle “ante”", EXECUTED), ("“player” must “draw”", ENFORCED)],
)
def test_a_sentence_with_a_condition_counts_for_its_consequence(consequence: str, account: Account) -> None:
    assert accounts(f"Article 1\n  when “player” has a bet, then {consequence}.\n") == {"art_1": account}


def test_what_is_executed_counts_before_what_is_enforced_and_that_before_what_is_declared() -> None:
    declared, norm, bet = "  no effect on the machine: form\n", "  “player” may “draw”.\n", "  “ante” is a bet.\n"
    assert accounts(f"Article 1\n{declared}{norm}{bet}") == {"art_1": EXECUTED}
    assert accounts(f"Article 1\n{declared}{norm}") == {"art_1": ENFORCED}
    assert accounts(f"Article 1\n  note: form\n{declared}") == {"art_1": DECLARED}


def test_words_without_a_sentence_are_unaccounted_for() -> None:
    assert accounts("Article 1\n  | The dealer smiles.\n") == {"art_1": NONE}
    assert accounts("Article 1\n") == {"art_1": NONE}


def test_a_provision_with_nothing_of_its_own_counts_only_where_nothing_is_below_it() -> None:
    bare = "Article 1\n1.\n  “ante” is a bet.\nArticle 2\n"
    assert accounts(bare) == {"art_1__para_1": EXECUTED, "art_2": NONE}
    with_words = bare.replace("1\n1.", "1\n  | Bets:\n1.")
    assert accounts(with_words) == {"art_1": NONE, "art_1__para_1": EXECUTED, "art_2": NONE}
    with_sentence = bare.replace("1\n1.", "1\n  introduces the provisions below.\n1.")
    assert accounts(with_sentence)["art_1"] is DECLARED


def test_words_that_introduce_nothing_are_passed_over() -> None:
    text = "Article 1\n  | Bets:\n  introduces the provisions below.\n"
    assert (count_parts(rules_of(text)).opening, count_parts(rules_of(text)).passed) == (0, 1)
    with_item = count_parts(rules_of(f"{text}1)\n  “ante” is a bet.\n"))
    assert (with_item.opening, with_item.passed) == (1, 0)


def test_a_provision_does_not_count_for_what_stands_below_it() -> None:
    """The words of the article and of its paragraph are two accounts."""
    text = "Article 1\n  | Bets:\n  “player” may “draw”.\n1.\n  “ante” is a bet.\n"
    assert accounts(text) == {"art_1": ENFORCED, "art_1__para_1": EXECUTED}


def test_law_that_the_language_cannot_say_is_counted_apart_and_named_wherever_it_stands() -> None:
    """Article 2 says nothing else; article 1 is executed as well, and article 3 has no effect."""
    rules = rules_of(
        "Article 1\n  “player” bets.\n  law that this language cannot say: who may sit\n"
        "Article 2\n  law that this language cannot say: how chips are stacked\n"
        "Article 3\n  no effect on the machine: a matter of form\n"
    )
    assert rules.accounts == {"art_1": EXECUTED, "art_2": Account.BEYOND, "art_3": DECLARED}
    assert [law.eid for law in rules.beyond] == ["art_1", "art_2"]
    parts = count_parts(rules)
    assert (parts.transcribed, parts.beyond, parts.reasoned, parts.passed, parts.total) == (1, 1, 1, 0, 3)
