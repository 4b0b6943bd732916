"""The plan of a kernel: what a round for one bettor comes down to, step by step, each with its provisions.

A plan knows no cards and no language of its own: objects come as small numbers, what
is remembered of hands goes through tables. `python_source`, `numpy_source` and
`numba_source` write the same plan down, each in its way.
"""

from dataclasses import dataclass, field
from typing import Any

from lexludi.exact.outcomes import Outcome
from lexludi.play.trace import RawStep
from lexludi.simulate.book import Stand
from lexludi.simulate.queries import Query

Provisions = tuple[str, ...]

# A choice that is not asked for: the turn is over, or the bet is settled.
NOT_ASKED = ""


@dataclass(frozen=True)
class Note:
    """A step that is only told."""

    step: RawStep
    provisions: Provisions


@dataclass(frozen=True)
class Take:
    """An object of a stock, or a face thrown, as variable `number`; `read` when a rule reads it.

    `step` begins the step that tells it: kind, provisions and party.
    """

    number: int
    kind: str
    thrown: bool
    read: bool
    step: tuple[str, Provisions, str] | None


@dataclass(frozen=True)
class Burn:
    """Objects taken out of play: so many, or (`by_first`) one, and as many more as it counts, or `count` if none."""

    kind: str
    count: int
    by_first: bool
    provisions: Provisions


@dataclass(frozen=True)
class Grow:
    """What is remembered of a hand after it has received objects.

    `table` is indexed by the memory before (unless the hand is `new`), then by each
    object; `unordered` says that their order makes no difference.
    """

    unit: str
    taken: tuple[int, ...]
    kind: str
    new: bool
    table: list[int]
    provisions: Provisions
    unordered: bool


@dataclass(frozen=True)
class Held:
    """Objects as the hand that somebody holds, for the trace; `new` when they replace what was held."""

    unit: str
    taken: tuple[int, ...]
    new: bool


@dataclass(frozen=True)
class Thrown:
    """The step that tells what was thrown."""

    unit: str
    provisions: Provisions


@dataclass(frozen=True)
class Begin:
    """A hand that holds nothing yet."""

    unit: str
    memory: int


@dataclass(frozen=True)
class Reveal:
    """The step that tells what a hand is, when it is turned up; `told` by memory: provisions and value."""

    unit: str
    names: tuple[str, str]
    told: list[tuple[Provisions, Any]]
    provisions: Provisions


@dataclass(frozen=True)
class Ask:
    """A question that decides how the round goes on; `branches` by answer, in the order of the codes.

    `told` are the steps that tell the answer, by index. `problems` are what to raise, by index.
    """

    query: Query
    branches: dict[Any, list["Step"]]
    provisions: Provisions
    told: list[RawStep | None] | None = None
    problems: dict[int, Exception] = field(default_factory=dict)

    @property
    def books_after(self) -> dict[Any, int] | None:
        """The book after each answer, where answers change nothing else, and there is one book before."""
        if self.problems or len(self.branches) < 2:
            return None
        after: dict[Any, int] = {}
        for answer, branch in self.branches.items():
            steps = [s for s in branch if not isinstance(s, Note)]
            turns = [s for s in steps if isinstance(s, Turn)]
            if not turns or len(turns) < len(steps) or len(turns[0].after) > 1:
                return None
            (book,) = turns[0].after
            for turn in turns:
                book = turn.after[book]
            after[answer] = book
        return after


@dataclass(frozen=True)
class Pick:
    """One of some ways to go on, each as likely."""

    branches: list[list["Step"]]
    provisions: Provisions


@dataclass(frozen=True)
class Repeat:
    """Steps that are taken again and again, until a `Stop` in them is reached."""

    body: list["Step"]
    provisions: Provisions


@dataclass(frozen=True)
class Stop:
    """The end of the repetition around it."""


@dataclass(frozen=True)
class Turn:
    """The book after a choice or its consequence, by the book before; with the steps that tell it."""

    after: dict[int, int]
    told: dict[int, tuple[RawStep, ...]]
    provisions: Provisions


@dataclass(frozen=True)
class Settle:
    """The end of some bets: which (by place in the book), and the outcome of each, by answer of the query.

    `told` are the steps of the trace by index, and `problems` what to raise where no rule
    applies; `told_before` says that some of these steps may have been told already.
    """

    number: int
    bets: tuple[int, ...]
    query: Query
    told: list[tuple[RawStep, ...]]
    problems: dict[int, Exception]
    provisions: Provisions
    told_before: bool = False

    def outcomes(self, index: int) -> tuple[Outcome, ...]:
        """What became of each of the bets."""
        found: tuple[Outcome, ...] = self.query.answers[index]
        return found


Step = Note | Take | Burn | Grow | Held | Thrown | Begin | Reveal | Ask | Pick | Repeat | Stop | Turn | Settle


@dataclass(frozen=True)
class Plan:
    """A round for one bettor with one bet of each kind: its steps, and what it takes to play it.

    `first` is the number of the first object of each kind (code counts from there),
    `stocks` how many there are of each object, `faces` how many faces a thrown one has.
    """

    steps: list[Step]
    bets: tuple[Stand, ...]
    first: dict[str, int]
    objects: dict[str, int]
    stocks: dict[str, list[int]]
    faces: dict[str, int]
    numbers: dict[str, list[int]]
    units: tuple[str, ...]
    books: int
    title: str

    def all(self) -> list[Step]:
        """Every step, those inside others after them."""
        return list(flat(self.steps))

    @property
    def settlements(self) -> list[Settle]:
        """The steps at which bets end."""
        return [s for s in self.all() if isinstance(s, Settle)]

    @property
    def is_random(self) -> bool:
        """Whether something is chosen at random, so that the objects alone do not make the round."""
        return any(isinstance(s, Pick) for s in self.all())

    @property
    def is_unbounded(self) -> bool:
        """Whether something is repeated."""
        return any(isinstance(s, Repeat) for s in self.all())


def flat(steps: list[Step]) -> list[Step]:
    """All steps, those inside others after them."""
    out: list[Step] = []
    for step in steps:
        out.append(step)
        if isinstance(step, Ask):
            for branch in step.branches.values():
                out.extend(flat(branch))
        elif isinstance(step, Pick):
            for branch in step.branches:
                out.extend(flat(branch))
        elif isinstance(step, Repeat):
            out.extend(flat(step.body))
    return out
