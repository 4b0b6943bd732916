"""The provisions of two texts of one work traced by what instruments between them say, whatever their words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace

from lexludi.base.frozen import dataclass
from lexludi.law.source_notes import Origins, ProvisionOrigin


@dataclass(frozen=True)
class Counterparts:
    """The counterparts of provisions that instruments tell, by eId: which provision of the one text is which.

    `divided` and `united` are those of an alignment. `alone` are the provisions, of either text, that the other
    has not: inserted, or repealed. Of those in no part of it, which came or went with new words of a provision
    above them, instruments say nothing.
    """

    became: Mapping[str, str] = field(default_factory=dict)
    divided: Mapping[str, str] = field(default_factory=dict)
    united: Mapping[str, str] = field(default_factory=dict)
    alone: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


def traced(before: Origins, after: Origins) -> Counterparts:
    """The counterparts in two texts that instruments tell; none, of texts that have no history in common."""
    olds, news = ({origin: eid for eid, origin in side.of.items()} for side in (before, after))
    if olds.keys().isdisjoint(news.keys() | after.gone) and news.keys().isdisjoint(before.gone):
        return Counterparts()
    became = {olds[origin]: news[origin] for origin in olds if origin in news}
    divided = {eid: news[origin] for origin, eid in _passed_down(olds, news)}
    united = {olds[origin]: eid for origin, eid in _passed_down(news, olds)}
    told = {*became, *united}, {*became.values(), *divided.values()}
    gone = before.gone | after.gone
    alone = [frozenset(_alone(side.of, eids, gone)) for side, eids in zip((before, after), told, strict=True)]
    return Counterparts(became, divided, united, (alone[0], alone[1]))


def _passed_down(
    olds: Mapping[ProvisionOrigin, str], news: Mapping[ProvisionOrigin, str]
) -> Iterator[tuple[ProvisionOrigin, str]]:
    """The provisions that passed their words to one below them in the other text: the origin there, the eId here."""
    for origin in news:
        above = replace(origin, depth=origin.depth - 1)
        if origin.depth > 0 and origin not in olds and above in olds and above in news:
            yield origin, olds[above]


def _alone(
    origins: Mapping[str, ProvisionOrigin], told: Iterable[str], gone: frozenset[ProvisionOrigin]
) -> Iterator[str]:
    """The provisions of a text that the other certainly has not, and all below them but those that it has."""
    known, alone = {*told}, set[str]()
    # From above to below, as they stand in the text.
    for eid, origin in origins.items():
        above = eid.rpartition("__")[0]
        if eid not in known and (origin.is_added or origin in gone or above in alone):
            alone.add(eid)
            yield eid
