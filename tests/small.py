"""Small texts of tests, in English, with a glossary in which every term has the id that it is written as."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lexludi.base.diagnostics import Diagnostic, has_errors
from lexludi.base.source import Source
from lexludi.checks.law import Law
from lexludi.checks.searches import Searches
from lexludi.language.builder import build
from lexludi.language.glossary import Glossary, GlossaryEntry, make_glossary
from lexludi.language.nodes import Document
from lexludi.play.game import Game, make_game
from lexludi.play.plan import Placed, Plan, walk
from lexludi.play.round_state import ChanceNode, DecisionNode, Money, Node, State, StockState, Told
from lexludi.rules.bind import BoundRules
from lexludi.rules.lowering import lower
from lexludi.rules.model import RuleSet

HEADER = "regulation: small\ninvented example, not law.\n\n"

# One die with three faces, thrown once: a text begins with it, or with both.
DIE = """\
Article 1
  “number”, from high to low: 3, 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “banker”.
  “player” bets.
  “big” is a bet.
"""
THROW = """\
  bets are accepted.
  “banker” throws “die”.
  settle “big”.
"""

# One die with two faces: a text begins with it, and its bets.
COIN = """\
Article 1
  “number”, from high to low: 2 and 1.
  material: 1 “die”, each showing one “number”.
  each “die” counts the number that it shows.
  there is one “dealer”.
  “player” bets.
"""
# The same with three.
THREE_FACES = COIN.replace("2 and 1", "3, 2 and 1")
# A bet on a face, which stays for the next round while that face has not come.
STAYING = f"""{THREE_FACES}  “pick” is a bet that names one “number”.
Article 2
  bets are accepted.
  “dealer” throws “die”.
  settle “pick”.
Article 3
  when the number of times that “dealer” shows the one named is 1, then “pick” pays 1 to 1.
  in every other case, “pick” stays for the next round.
"""
COIN_AND_ANTE = f"{COIN}  “ante” is a bet.\n"
# A round without an end: no throw of two faces is a three.
ENDLESS = f"""{COIN_AND_ANTE}\
Article 2
  bets are accepted.
Article 3
  “dealer” throws “die”.
Article 4
  repeat article 3 until the total thrown by “dealer” is 3.
  settle “ante”.
  “ante” loses.
"""

# A bettor may lower the stake, and loses it, or half of it.
LOWERING = f"""{COIN_AND_ANTE}\
Article 2
  bets are accepted.
  “dealer” throws “die”.
Article 3
  “player” with “ante” chooses “play” or “lower”.
  upon “lower”: the stake of “ante” is reduced.
Article 4
  settle “ante”.
  “ante” loses.
"""

# A bettor may choose again for ever, and may stop.
WAVING = f"""{COIN_AND_ANTE}\
Article 2
  bets are accepted.
  “dealer” throws “die”.
Article 3
  “player” with “ante” repeatedly chooses to “wave” or “nod”, until the total of “dealer” is 3.
  upon “nod”: the turn ends.
Article 4
  settle “ante”.
  “ante” loses.
"""

# The one term whose id the engine knows.
_KNOWN = {"bet": "place-bet", "close the betting": "close-bets"}


def pack(numbers: str, packs: str = "1 pack") -> str:
    """The first article of a text in which a bank, and who bets an ante, may hold cards that count their numbers."""
    return f"""\
Article 1
  “number”, from high to low: {numbers}.
  material: {packs} of “card”, each with one for each combination of “number”.
  every other “card” counts its face value.
  there is one “bank”.
  “player” bets.
  “ante” is a bet.
"""


def glossary_of(text: str) -> Glossary:
    """A glossary of all terms of a text: “big bet” has the id `big-bet`, and “card” the plural “cards”."""
    written = dict.fromkeys(found.lower() for found in re.findall("“([^”]+)”", text))
    singular = [term for term in written if term.removesuffix("s") == term or term.removesuffix("s") not in written]
    return make_glossary(
        GlossaryEntry(
            _KNOWN.get(term, term.replace(" ", "-")), {"en": (term, *([f"{term}s"] if f"{term}s" in written else []))}
        )
        for term in singular
    )


def folder_of(text: str, folder: Path) -> str:
    """The folder of a work with a text and its glossary, to be loaded by any command and in any process."""
    entries = glossary_of(text).entries.values()
    spellings = (f"[{entry.id}]\nen = {json.dumps(entry.spellings['en'], ensure_ascii=False)}\n" for entry in entries)
    (folder / "glossary.toml").write_text("".join(spellings), "utf-8")
    (folder / "1.en.ludi").write_text(HEADER + text, "utf-8")
    return str(folder)


def document_of(text: str) -> tuple[Document, Source]:
    """The tree of a text without its header, which must have no mistakes of form."""
    source = Source("small.en.ludi", "en", HEADER + text)
    document, found = build(source)
    assert document is not None
    assert not found, [(d.code, d.labels[0].span) for d in found]
    return document, source


def diagnosed(text: str) -> tuple[RuleSet, list[Diagnostic]]:
    """The rule set of a text, and what is wrong with its meaning."""
    document, source = document_of(text)
    return lower(document, glossary_of(text), source)


def rules_of(text: str) -> RuleSet:
    """The rule set of a text that has no errors."""
    rules, found = diagnosed(text)
    assert not has_errors(found), [d.code for d in found]
    return rules


def law_of(text: str, searches: Searches | None = None) -> Law:
    """The checks of a text that has no errors."""
    return Law(rules_of(text), Source("small.en.ludi", "en", HEADER + text), searches=searches or Searches())


def game_of(
    text: str, options: Mapping[str, object] | None = None, readings: Mapping[str, object] | None = None
) -> Game:
    """The game of a text."""
    return make_game(rules_of(text), "1", options or {}, readings or {})


def bound(text: str) -> BoundRules:
    """The bound rules of a text, with its settings at their defaults."""
    return game_of(text).questions.judge.rules


def plan_of(text: str, *bets: Placed) -> Plan:
    """The program of a round of a text."""
    return walk(bound(text), bets)


def placed(bet: str, bettor: int = 1, box: int = 0, stake: int = 1, naming: str = "") -> Placed:
    """A bet of a numbered player, at a box where there is one."""
    holder = f"box-{box}" if box else ""
    return Placed(f"player-{bettor}", holder, bet, stake, naming, holder)


class Steps:
    """The process of a round of a text, stepped by hand: objects by symbols, choices by name, and what was told."""

    def __init__(self, text: str, *bets: Placed, stock: StockState | None = None, **readings: object) -> None:
        self.game = game_of(text, readings=readings)
        self.process = self.game.process(bets)
        self.hands = self.game.questions.judge.hands
        self.told: list[Told] = []
        self.node: Node = self.process.advance(self.process.start(stock or StockState()), self.told.append)

    @property
    def state(self) -> State:
        """The state of the node."""
        return self.node.state

    def things(self, symbols: str) -> tuple[int, ...]:
        """Objects by their symbols."""
        return tuple(self.hands.material.parse_all(symbols))

    def give(self, symbols: str) -> "Steps":
        """Let objects come, one after another, and run on to the next node."""
        for thing in self.things(symbols):
            assert isinstance(self.node, ChanceNode), self.node
            self.node = self.process.advance(self.process.give(self.node, thing, self.told.append), self.told.append)
        return self

    def choose(self, action: str, amount: Money | None = None) -> "Steps":
        """Choose, and run on to the next node."""
        assert isinstance(self.node, DecisionNode), self.node
        self.node = self.process.advance(self.process.choose(self.node, action, amount), self.told.append)
        return self

    def happen(self, event: str, holder: str = "", times: int = 1) -> "Steps":
        """Let an irregularity happen that some provision covers, and run on to the next node."""
        after = self.process.happen(self.state, event, holder, times, self.told.append)
        assert isinstance(after, State), after
        self.node = self.process.advance(after, self.told.append)
        return self

    def held(self, unit: str) -> str:
        """The objects that a party holds, by their symbols."""
        return " ".join(self.hands.material.symbols(self.state.hand(unit)))

    def kinds(self) -> list[str]:
        """The kinds of the steps of the trace so far."""
        return [told.kind for told in self.told]

    def last(self, kind: str) -> dict[str, Any]:
        """The values of the last step of a kind."""
        told = next(told for told in reversed(self.told) if told.kind == kind)
        return dict(zip(told.names, told.values, strict=True))
