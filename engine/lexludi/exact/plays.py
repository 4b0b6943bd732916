"""The best play at a choice, looked up by the hands that whoever chooses can see."""

from collections.abc import Callable, Mapping, Sequence

from lexludi.exact.chain import follow
from lexludi.exact.core import Core, NotAnalysed
from lexludi.exact.course import Course
from lexludi.exact.ends import Choice
from lexludi.rules.model import RuleSet

# The hands that are seen, in kinds of objects, and which alternatives are legal.
View = tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]


class BestPlays:
    """What is best on one bet, at every choice that a bettor can come to who is alone at the table.

    Raises:
        NotAnalysed: the analysis does not cover the bet.
    """

    def __init__(self, rules: RuleSet, bet: str) -> None:
        own = follow(Course(Core(rules), (bet,)), (bet,))[bet]
        self.rules = rules
        self.table = own.exact.table
        self.kind_of = {thing: i for i, kind in enumerate(self.table.kinds) for thing in kind.members}
        # By provisions and bet of the choice: the alternatives, the holders whose hands are seen, the best by view.
        self.known: dict[tuple[tuple[str, ...], str], tuple[tuple[str, ...], tuple[str, ...], dict[View, str]]] = {}
        for choice in own.choices:
            self._learn(choice)

    def _learn(self, choice: Choice) -> None:
        rule = self.rules.steps[choice.step]
        seen = tuple(sorted(unit for unit, hands in choice.rows.hands.items() if hands.any()))
        which = rule.provisions, rule.effect.term(1)
        _, holders, best = self.known.setdefault(which, (choice.alternatives, seen, {}))
        if holders != seen:
            raise NotAnalysed("no-best-play", rule.provisions, bet=which[1])
        columns = [choice.rows.hands[unit].tolist() for unit in seen]
        legal = [flags.tolist() for flags in choice.legal]
        for row, place in enumerate(choice.best.tolist()):
            hands = tuple([self._sorted(int(column[row])) for column in columns])
            view = hands, tuple([bool(flags[row]) for flags in legal])
            if best.setdefault(view, choice.alternatives[place]) != choice.alternatives[place]:
                raise NotAnalysed("no-best-play", rule.provisions, bet=which[1])

    def _sorted(self, hand: int) -> tuple[int, ...]:
        dealt, drawn = self.table.entry(hand)
        return tuple(sorted(dealt + drawn))

    def best(
        self,
        provisions: tuple[str, ...],
        bet: str,
        hands: Mapping[str, Sequence[int]],
        is_legal: Callable[[str], bool],
    ) -> str:
        """The best alternative at a choice, given who holds what.

        Raises:
            NotAnalysed: the analysis put this situation together with others, and tells them apart by more.
        """
        alternatives, holders, best = self.known.get((provisions, bet), ((), (), {}))
        seen = tuple([tuple(sorted([self.kind_of[thing] for thing in hands.get(unit, ())])) for unit in holders])
        found = best.get((seen, tuple([is_legal(choice) for choice in alternatives])))
        if found is None:
            raise NotAnalysed("no-best-play", provisions, bet=bet)
        return found

    def best_by(
        self, provision: str, bet: str, hands: Mapping[str, Sequence[int]], is_legal: Callable[[str], bool]
    ) -> str:
        """As `best`, of the choice that a provision gives.

        Raises:
            NotAnalysed: as `best`.
        """
        provisions = next((p for p, _ in self.known if p[0] == provision), (provision,))
        return self.best(provisions, bet, hands, is_legal)
