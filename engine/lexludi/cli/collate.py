"""`lexludi collate`: the words of a text beside its witnesses, and the lines that declare variants."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from lexludi.base.diagnostics import has_errors
from lexludi.base.errors import InvalidRegulation
from lexludi.base.messages import Catalogue
from lexludi.cli.arguments import format_option, pass_asked_language, text_option, work_argument
from lexludi.cli.command import command
from lexludi.cli.import_ import places
from lexludi.cli.inputs import say_date, text_named
from lexludi.cli.output import complain, write, write_json
from lexludi.exchange.collation import Agreement, Collation, Group, Variant, Witness, collate, read_witness
from lexludi.law.loader import read_document


def parse_witness(text: str) -> tuple[str, Path]:
    """The name and the file of a witness: `NAME=FILE`, or a file alone."""
    name, sign, path = text.partition("=")
    # A file may have a sign of equality in its own name.
    return (name.strip(), Path(path)) if sign and name and path and not Path(text).is_file() else ("", Path(text))


@command
@work_argument
@click.argument("witnesses", nargs=-1, required=True, type=parse_witness, metavar="[NAME=]FILE")
@click.option("--check", "check_only", is_flag=True)
@text_option
@format_option("text", "json")
@pass_asked_language
def run(
    asked_language: str,
    words: Catalogue,
    work: str,
    witnesses: tuple[tuple[str, Path], ...],
    check_only: bool,
    text: str,
    form: str,
) -> int:
    """Print the variants; with `--check`, 1 when a witness differs and the text does not say so."""
    file = text_named(work, text, asked_language)
    document, _, diagnostics = read_document(file)
    if document is None or has_errors(diagnostics):
        raise InvalidRegulation(file.path.name, diagnostics)
    say_date(work, words)
    eids = [provision.eid for provision in document.all()]
    collation = collate(document, _named([read_witness(path, file.language, name, eids) for name, path in witnesses]))
    if form == "json":
        write_json(collation_json(collation))
    else:
        write(*report(collation, words))
    if not check_only:
        return 0
    count = collation.undeclared
    agrees = "agrees-compared" if any(a.witness.not_compared for a in collation.agreements) else "agrees"
    complain(words.say("collate.undeclared", count=count) if count else words.say(f"collate.{agrees}"))
    return int(bool(count))


def _named(witnesses: list[Witness]) -> list[Witness]:
    """The witnesses, each under a name of its own: of several with one name, those after the first are numbered."""
    out: list[Witness] = []
    for witness in witnesses:
        # Those that have a number already are counted by the name before it.
        taken = sum(w.name.partition(" #")[0] == witness.name for w in out)
        name = f"{witness.name} #{taken + 1}" if taken else witness.name
        out.append(replace(witness, name=name))
    return out


def report(collation: Collation, words: Catalogue) -> Iterator[str]:
    """The variants in groups, each with its line for the text or as declared; then how far each witness agrees."""
    for group in Group:
        variants = [variant for variant in collation.variants if variant.group is group]
        if variants:
            yield words.say(f"collate.group.{group.value}")
        for variant in variants:
            yield from _lines(variant, collation.language, words)
    for agreement in collation.agreements:
        yield from _agreement(agreement, words)


def _lines(variant: Variant, language: str, words: Catalogue) -> Iterator[str]:
    yield f"  {words.say('collate.provision', eid=variant.eid, label=variant.label)}"
    if variant.declared:
        declared = words.say("collate.declared").join(words.brackets)
        yield f"    {', '.join(variant.declared)}{words.colon}{variant.prose(language)}{declared}"
    yield from (f"    {line}" for line in variant.lines(language))


def _agreement(agreement: Agreement, words: Catalogue) -> Iterator[str]:
    witness = agreement.witness
    if witness.is_foreign:
        yield words.say("collate.foreign", witness=witness.name)
    else:
        yield words.say("collate.same", witness=witness.name, same=agreement.same, total=agreement.total)
    if witness.is_simplified:
        yield words.say("collate.script", witness=witness.name)
    for reason, lines in witness.not_compared.items():
        said = words.say(f"import.left.{reason}")
        yield words.say("collate.left", witness=witness.name, reason=said, places=places(lines))
    for key, eids in (("lacking", agreement.lacking), ("extra", agreement.extra)):
        if eids:
            yield words.say(f"collate.{key}", witness=witness.name, eids=words.comma.join(eids))


def collation_json(collation: Collation) -> dict[str, Any]:
    """The collation as plain data (`lexludi.collation/1`)."""
    return {
        "schema": "lexludi.collation/1",
        "language": collation.language,
        "variants": [
            {
                "eid": variant.eid,
                "part": variant.part.value,
                "group": variant.group.value,
                "pattern": variant.change.pattern.value,
                "text": variant.change.text,
                "witness": variant.change.witness,
                "witnesses": list(variant.witnesses),
                "declared": list(variant.declared),
                "lines": list(variant.lines(collation.language)),
            }
            for variant in collation.variants
        ],
        "witnesses": [
            {
                "name": agreement.witness.name,
                "provisions": agreement.total,
                "same": agreement.same,
                "lacking": list(agreement.lacking),
                "extra": list(agreement.extra),
                "simplified": agreement.witness.is_simplified,
                "foreign": agreement.witness.is_foreign,
                "left": [
                    {"reason": reason, "file": line.file, "page": line.page, "line": line.number}
                    for reason, lines in agreement.witness.not_compared.items()
                    for line in lines
                ],
            }
            for agreement in collation.agreements
        ],
        "undeclared": collation.undeclared,
    }
