"""The soundness of a rule set: what would stop the interpreter, or let it count what is not there.

Each check is a function that yields diagnostics at the sentences at fault, in the module of its subject; they run,
in the order of `SOUNDNESS`, on texts in which every term is known and of its kind.
Those of `PRESUPPOSING` follow, each unless a fault was found that stands in its way.
"""

from collections.abc import Callable, Iterable, Iterator

from lexludi.base.diagnostics import Diagnostic, Label, error
from lexludi.base.folding import fold
from lexludi.base.source import Source
from lexludi.language.citations import names_no_point
from lexludi.language.nodes import Document, Level, Reference, walk
from lexludi.rules import acts, categories, circles, divisions, material, procedure, quantities, settlement, slots
from lexludi.rules.header import contradictory_header, dates_out_of_order, not_an_address, not_an_identifier
from lexludi.rules.instruments import MODIFICATIONS, contradictory_knowledge
from lexludi.rules.model import RuleSet

Check = Callable[[RuleSet, Source], Iterator[Diagnostic]]


def header_of(rules: RuleSet, source: Source) -> Iterator[Diagnostic]:
    """A header that contradicts itself, or has dates or an identifier that cannot be."""
    yield from contradictory_header(rules.document, source)
    yield from contradictory_knowledge(rules.document, source)
    yield from dates_out_of_order(rules.document, source)
    yield from not_an_identifier(rules.document, source)
    yield from not_an_address(rules.document, source)


SOUNDNESS: tuple[Check, ...] = (
    quantities.numbers_in_bounds,
    quantities.indefinite_quantity,
    quantities.empty_range,
    quantities.more_than_the_whole,
    material.stock_size_differs,
    material.heap_without_its_remainders,
    material.two_numbers_on_one_object,
    material.two_ways_to_total,
    material.item_not_on_scale,
    categories.threshold_on_another_scale,
    categories.threshold_without_key,
    categories.not_about_a_hand,
    categories.shape_of_no_hand,
    slots.names_out_of_bounds,
    slots.not_named,
    slots.moves_without_number,
    circles.circular_definition,
    circles.circular_precedence,
    procedure.impossible_step,
    procedure.dealt_to_several,
    procedure.step_for_nobody,
    procedure.dealt_to_both,
    procedure.thrown_of_two_kinds,
    procedure.nothing_thrown,
    divisions.not_a_part,
    divisions.cannot_be_formed,
    settlement.put_after_settlement,
    settlement.meter_without_end,
    settlement.idle_meter,
    settlement.amount_not_chosen,
    settlement.commission_by_choice,
    acts.never_chosen,
    acts.performed_without_effect,
    acts.norm_on_no_bet,
    acts.effect_on_no_bet,
    header_of,
)

# Checks that run where the others have not found certain faults: that numbers are too large for what they count, or
# none, that definitions are in a circle that they follow, or that there are too many names of a bet to list.
PRESUPPOSING: tuple[tuple[Check, frozenset[str]], ...] = (
    (material.wild_out_of_bounds, frozenset({"number-out-of-bounds", "not-a-number"})),
    (settlement.settled_too_early, frozenset({"circular-definition"})),
    (divisions.cannot_be_divided, frozenset({"number-out-of-bounds"})),
    (acts.no_one_bettor, frozenset({"circular-definition"})),
    (procedure.memory_of_a_party, frozenset({"circular-definition"})),
    (slots.window_names, frozenset({"names-out-of-bounds"})),
)


def check_soundness(rules: RuleSet, source: Source) -> Iterable[Diagnostic]:
    """Every unsound place of a rule set whose terms are all known and of their kinds."""
    unsound = [d for check in SOUNDNESS for d in check(rules, source)]
    codes = {d.code for d in unsound}
    return [*unsound, *(d for check, faults in PRESUPPOSING if codes.isdisjoint(faults) for d in check(rules, source))]


def dangling_references(document: Document, source: Source) -> Iterator[Diagnostic]:
    """A reference to a provision that the text does not have; those to an amended text are not its own."""
    levels = {provision.eid: provision.level for provision in document.all()}
    statements = (sentence.statement for provision in document.all() for sentence in provision.sentences())
    nodes = (node for said in statements if said.op not in MODIFICATIONS for node in walk(said))
    for node in (node for node in nodes if isinstance(node, Reference)):
        # Items and subitems have one name in eIds, which says of neither that it is there.
        is_item = levels.get(node.target) is Level.POINT
        if node.target not in levels or (is_item and names_no_point(fold(node.written))):
            yield error("dangling-reference", Label(source, node.span, node.eid), target=node.written)
